// spoils/verify.h
//
// Compares exact odds with rolls of the same program. The two share nothing but the program: if they differ by more
// than chance explains, one of them is wrong, and that is a fault of this library.
//
//   auto table = spoils::exact_odds(pack, question);
//   auto checked = spoils::verify_odds(pack, question, *table);
//   if (!checked->agrees()) { ... }
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "spoils/export.h"
#include "spoils/odds.h"
#include "spoils/pack.h"
#include "spoils/result.h"
#include "spoils/roll.h"

namespace spoils {
inline namespace v1 {

struct VerifyOptions {
  std::uint64_t rolls = 4096;   ///< of each answer
  std::uint64_t seed = 1;       ///< rolls 0, 1, ... of it, so that equal questions have equal answers
  double risk = 1e-6;           ///< probability that a sound answer is reported as wrong, over all answers together
  std::uint64_t max_work = 0;   ///< for the rolls of all answers, in units of about 10 ns; beyond it fewer are rolled.
                                ///< 0: no limit
  std::function<bool()> go_on;  ///< called after each roll; false ends the work, and the rolls so far are compared
};

/// An outcome that occurred more or less often than its odds allow.
struct Discrepancy {
  std::string what;   ///< "kind = gem, cursed = true"; for the distribution as a whole what is wrong with it
  double rolled = 0;  ///< the share of the rolls that had it; for a mean the average
  double low = 0;     ///< the odds; both are the same if they are exact
  double high = 0;
  std::optional<std::uint64_t> index;  ///< the first roll that had it
  bool is_share = true;                ///< false: the figures are means
};

/// How an answer and rolls agree.
struct Verification {
  std::uint64_t rolls = 0;  ///< that were compared; 0: none
  std::uint64_t seed = 0;
  double risk = 0;           ///< probability that a sound answer is reported as wrong
  std::size_t outcomes = 0;  ///< the number of figures that were compared
  bool has_bounds = false;   ///< some of them were intervals, which allow more
  /// The likelihood-ratio chi-square of the answer, rare outcomes grouped; 0 classes: none was computed.
  double chi_square = 0;
  std::size_t classes = 0;
  std::vector<Discrepancy> discrepancies;
  /// Why some or all of it could not be compared; empty if all was.
  std::string uncompared;

  [[nodiscard]] bool agrees() const { return discrepancies.empty(); }
};

/// Compares an answer of exact_odds with rolls. An answer to another question, or figures that are not probabilities,
/// are compared all the same, and reported as wrong. For ExpectedCounts the comparison finds only kinds of which rolls
/// give more than the answer says, not those of which they give fewer. Errors: as exact_odds, of the question;
/// BadValue, if the answer is the table of another kind of question. Cost: that of the rolls; and the question is
/// compiled once.
[[nodiscard]] SPOILS_EXPORT Result<Verification, Error> verify_odds(const Pack& pack, const Question& question,
                                                                    const Answer& answer,
                                                                    const VerifyOptions& options = {});

/// Compares the answers for the values of `input`, as Sweep names it, one after the other.
[[nodiscard]] SPOILS_EXPORT Result<std::vector<Verification>, Error> verify_odds(
    const Pack& pack, const Question& question, const std::string& input, const std::vector<Swept<Answer>>& answers,
    const VerifyOptions& options = {});

}  // namespace v1
}  // namespace spoils
