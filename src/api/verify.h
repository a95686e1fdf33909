// api/verify.h
//
// Compares exact answers with rolls (include/spoils/verify.h). The comparison is separate from the rolling, so that
// tests can give it wrong answers.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/rolled_query.h"
#include "odds/expectations.h"
#include "spoils/verify.h"
#include "text/source.h"

namespace spoils::api {

/// An exact answer: a probability for each outcome, of all rolls.
struct ExpectedOdds {
  std::map<Cells, double> outcomes;
  double rejected = 0;    // of rolls that are not among the outcomes: the `given` condition does not hold
  double unexplored = 0;  // the probability of any outcome may be larger by this much
};

/// The counts of rolls by outcome.
struct RolledOutcomes {
  struct Seen {
    std::uint64_t count = 0;
    std::uint64_t first = 0;  // index of the first roll
  };
  std::uint64_t rolls = 0;
  std::map<Cells, Seen> outcomes;
  Seen rejected;
  /// With Query::each: the counts of things of a kind in the rolls that have some.
  std::map<Cells, std::vector<std::uint32_t>> kinds;
  std::string stopped;  // why rolls are fewer than the budget allows, or none; empty if they are not
};

/// The limits on rolls.
struct RollBudget {
  std::uint64_t rolls = 0;
  std::uint64_t seed = 0;
  const std::uint64_t* work = nullptr;  // in units of about 10 ns; null: no limit
  const std::function<bool()>* go_on = nullptr;
  const text::Sources* sources = nullptr;  // of the program, for places in messages
};

/// Rolls a query. If a roll fails or is too large, nothing is compared: odds evaluate only the values that a question
/// needs, so their answer may still be right.
[[nodiscard]] RolledOutcomes rolled(RolledQuery& query, const RollBudget& budget);

/// Compares rolls with the answer, each outcome by itself and, if it is exact, all together. `columns` are the names of
/// the values of an outcome. The risk is the probability that a sound answer is reported as wrong.
[[nodiscard]] Verification compared(const ExpectedOdds& expected, const RolledOutcomes& rolls,
                                    const std::vector<std::string>& columns, double risk);

/// Compares the answers of `expect` lines with rolls, for one pack.
class ExpectationVerifier {
 public:
  /// Requires: program and sources outlive this.
  ExpectationVerifier(const program::Program& program, const text::Sources& sources, std::size_t expectations,
                      const VerifyOptions& options);

  /// Begins the next expectation.
  void begin(const program::Expectation& expectation);
  /// Ends rolls as soon as it returns false.
  void go_on_while(std::function<bool()> go_on) { options_.go_on = std::move(go_on); }
  /// Compares an answer; if there are many settings, only some of them.
  void add(const odds::Judged& judged);
  /// Records why not all is compared.
  void leave_out(const std::string& why);
  /// Returns the result of the expectation.
  [[nodiscard]] Verification end();

 private:
  [[nodiscard]] Verification verified(const odds::Judged& judged);
  void compare_mean(const odds::Judged& judged, RolledQuery& query, const RollBudget& budget, Verification& out);

  const program::Program& program_;
  const text::Sources& sources_;
  VerifyOptions options_;
  roll::Interpreter interpreter_;
  std::uint64_t work_of_one_ = 0;
  std::uint64_t work_left_ = 0;
  double risk_of_one_ = 0;
  std::size_t sides_ = 1;
  Verification sum_;
};

}  // namespace spoils::api
