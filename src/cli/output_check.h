// cli/output_check.h
//
// The findings about a pack and the results of its expectations: for people, as JSON for programs, and as JUnit XML for
// CI.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/screen.h"
#include "spoils/expectations.h"
#include "spoils/pack.h"

namespace spoils::cli {

/// A pack that was checked, with its name on the command line and the results of its expectations.
struct Checked {
  const std::string& named;
  const Loaded& loaded;
  const std::vector<ExpectationResult>& results;
};

/// The compiled form that is printed too.
enum class Dump : std::uint8_t { None, Program, Bytecode };

[[nodiscard]] std::string check_text(const Checked& checked, bool quiet, Dump dump, const Screen& screen);

/// Returns one JSON object (schema spoils.check).
[[nodiscard]] std::string check_json(const Checked& checked, Dump dump);

/// Returns a test suite with one case for compiling, and one per expectation; between junit_begin() and junit_end().
[[nodiscard]] std::string check_junit(const Checked& checked);
[[nodiscard]] std::string junit_begin();
[[nodiscard]] std::string junit_end();

}  // namespace spoils::cli
