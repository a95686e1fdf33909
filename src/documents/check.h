// documents/check.h
//
// The JSON of a checked pack: its findings, and the results of its expectations. Tested by tests/cli and the goldens of
// tests/golden.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "spoils/expectations.h"
#include "spoils/pack.h"
#include "spoils/verify.h"
#include "spoils/why.h"

namespace spoils::documents {

/// Returns a decision of a path: `class -> weapon`.
[[nodiscard]] std::string step_text(const DerivationStep& step);

/// Returns the decisions of a path on one line: `class -> weapon > kind -> mace`.
[[nodiscard]] std::string derivation_line(const std::vector<DerivationStep>& steps);

/// Returns an object: rolls, seed, risk, outcomes, chi-square, discrepancies, and the reason why something was not
/// compared.
[[nodiscard]] std::string verification_json(const Verification& verification);

/// Returns one JSON object (schema spoils.check). `named`: the name of a pack that could not be compiled. `command`:
/// returns the command that shows a witness; null if it is empty. `dump`: the compiled form; empty for none.
[[nodiscard]] std::string check_json(const std::string& named, const Loaded& loaded,
                                     const std::vector<ExpectationResult>& results,
                                     const std::function<std::string(const Witness&)>& command,
                                     const std::string& dump);

}  // namespace spoils::documents
