// spoils/expectations.h
//
// Checks the expectations of a pack: every `expect` is computed exactly, and for a broken one the cause is reported.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "spoils/export.h"
#include "spoils/pack.h"
#include "spoils/roll.h"
#include "spoils/verify.h"
#include "spoils/why.h"

namespace spoils {
inline namespace v1 {

/// A roll that shows why an expectation fails: for an outcome that is too likely or too rare, a roll that has it; for
/// an outcome that must always occur, a roll that does not have it.
struct Witness {
  std::string rule;
  Values values;  ///< inputs and parameters
  Values states;  ///< with which the roll begins, as Roller::set_state()
  std::uint64_t seed = 0;
  std::uint64_t index = 0;
};

/// The result of one `expect` of a pack.
struct ExpectationResult {
  std::string title;
  std::string file;
  Location location;
  bool holds = false;
  bool decided = true;  ///< false: the work was too large to decide it, and the proven bounds leave it open
  /// If the inputs that it leaves open have more than 1,000,000 combinations: so many were tried. It holds for those,
  /// and is not decided, but likely.
  std::optional<std::size_t> tried;
  /// The value where it does not hold (or the last one computed); bounds if it is not decided, "" for a distribution.
  std::string found;
  std::string wanted;
  std::string where;               ///< the inputs there, "level = 7"
  std::string assumed;             ///< "luck = 5": open inputs without a range are not tried with other values
  std::string fault;               ///< the fault that some path of the roll meets; empty if there is none
  std::vector<Derivation> paths;   ///< if it is broken: the three most likely paths to its outcome
  std::optional<Witness> witness;  ///< if it is broken, or a roll fails, and such a roll was found
  /// How its odds and rolls agree, if CheckOptions::verify is set. Not of `rolls = N`: one roll says little of many.
  std::optional<Verification> verified;
  bool likely = false;  ///< not decided, but met by estimates with 99% confidence each; no proof, so it does not hold
};

struct CheckOptions {
  std::size_t max_states = 1'000'000;       ///< as OddsSettings::max_states
  std::size_t max_memory = 1'000'000'000;   ///< as OddsSettings::max_memory
  std::uint64_t max_paths = 1'000'000'000;  ///< of all expectations together; beyond it the others stay undecided
  std::uint64_t max_witness = 1'000'000;    ///< rolls in which witnesses of all broken expectations are searched
  std::optional<VerifyOptions> verify;      ///< also compare the odds with rolls; its `go_on` is not called, `stop` is
  std::function<bool()> stop;               ///< as OddsSettings::stop; true leaves the others undecided
  std::function<void(std::size_t done, std::size_t of)> progress;  ///< called after each expectation
  std::uint64_t estimate_rolls = 0;  ///< at most, for what is not decided (ExpectationResult::likely); 0: none
  unsigned threads = 1;  ///< as OddsSettings::threads: that check expectations at once; the results are the same
};

/// Checks every `expect` of the pack itself, in order. For means and distributions no paths and no witness are
/// reported.
/// Cost: that of the odds, for each combination of inputs that the expectation does not fix; a broken one costs twice
/// that, and up to 200,000 rolls; all together cost at most what the options allow.
/// With CheckOptions::verify each is also compared with that many rolls, in all settings of the open inputs together;
/// if there are more than four combinations, the first, the last and two between are rolled. Fewer rolls are made where
/// they take long. The risk is that of all expectations together.
[[nodiscard]] SPOILS_EXPORT std::vector<ExpectationResult> check_expectations(const Pack& pack,
                                                                              const CheckOptions& options = {});

/// Adds to the findings what the rule `doubts` of the pack, or of one that it uses, says of its data: a warning (W0513)
/// for each thing that the rule makes, with the name of the thing, at the record in the first of its fields that holds
/// one. It is rolled once, with the inputs as they are at the beginning; if it fails, that is the warning. Without such
/// a rule, or if it has parameters or needs inputs, nothing is added.
/// Cost: one roll; at most 1,000 warnings are added.
[[nodiscard]] SPOILS_EXPORT Loaded with_doubts(Loaded loaded);

/// Adds to the findings what some rolls of the pack meet: a warning (W0530) at each place where one fails and nothing
/// is reported yet, with the inputs and the number of the roll. A few rolls are made of each rule that no other rule
/// runs, with its inputs and parameters as they are at the beginning, each at the ends of its range, and all together
/// there; state is as it is at the beginning. That finds what the checker cannot prove, but proves nothing. Cost: as
/// many rolls as take half a second; they are counted, so the result is always the same.
[[nodiscard]] SPOILS_EXPORT Loaded with_failing_rolls(Loaded loaded);

}  // namespace v1
}  // namespace spoils
