// spoils/expectations.h
//
// Whether a pack keeps what it promises: every `expect` computed exactly, and where one is broken, by what.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "spoils/pack.h"
#include "spoils/roll.h"
#include "spoils/verify.h"
#include "spoils/why.h"

namespace spoils {

/// A roll that shows what is meant: of an outcome that is too likely or too rare one that has it, of one that must
/// always come one that has it not.
struct Witness {
  std::string rule;
  Values values;  ///< inputs and parameters
  std::uint64_t seed = 0;
  std::uint64_t index = 0;
};

/// What came of one `expect` of a pack.
struct ExpectationResult {
  std::string title;
  std::string file;
  Location location;
  bool holds = false;
  bool decided = true;  ///< false: the work was too large to tell
  std::string found;    ///< the value where it does not hold (or the last one looked at)
  std::string wanted;
  std::string where;                     ///< the inputs there, "level = 7"
  std::string fault;                     ///< what goes wrong in some way of rolling; empty if nothing does
  std::vector<Way> ways;                 ///< if it is broken: the three largest ways to what it speaks of
  std::optional<Witness> witness;        ///< if it is broken, and such a roll was found
  std::optional<Verification> verified;  ///< how its odds and rolls agree, if that was asked for
};

struct CheckOptions {
  std::size_t max_states = 1'000'000;       ///< as Question::max_states
  std::size_t max_memory = 1'000'000'000;   ///< as Question::max_memory
  std::uint64_t max_paths = 1'000'000'000;  ///< of all expectations together; what is left then is not settled
  std::uint64_t max_witness = 1'000'000;    ///< rolls in which witnesses of all broken expectations are looked for
  std::optional<VerifyOptions> verify;      ///< compare the odds with rolls, too; its `go_on` is not asked, `stop` is
  std::function<bool()> stop;               ///< as Question::stop; true leaves the rest unsettled
  std::function<void(std::size_t done, std::size_t of)> progress;  ///< called after each expectation
};

/// Checks every `expect` of the pack itself, in order. Of means and distributions no ways and no witness are told.
/// Cost: that of the odds, for each combination of inputs that is left open; of a broken one twice that, and up to
/// 200,000 rolls; of all together what the options allow.
/// With CheckOptions::verify each is compared with that many rolls as well, in all settings of open inputs together; of
/// more than four combinations the first, the last and two between are rolled. Fewer rolls are made where they take
/// long. The risk is that of all expectations together.
[[nodiscard]] std::vector<ExpectationResult> check_expectations(const Pack& pack, const CheckOptions& options = {});

}  // namespace spoils
