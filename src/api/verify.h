// api/verify.h
//
// Exact answers beside rolls (include/spoils/verify.h). The comparison is apart from the rolling, so that tests can
// give it answers that are wrong.
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
  std::map<std::vector<std::string>, double> outcomes;
  double rejected = 0;    // of rolls that are not among the outcomes: what is given does not hold
  double unexplored = 0;  // any outcome may have up to this much more
};

/// What rolls came to.
struct RolledOutcomes {
  struct Seen {
    std::uint64_t count = 0;
    std::uint64_t first = 0;  // index of the first roll
  };
  std::uint64_t rolls = 0;
  std::map<std::vector<std::string>, Seen> outcomes;
  Seen rejected;
  /// With Query::each: of the rolls that have things of a kind, how many.
  std::map<std::vector<std::string>, std::vector<std::uint32_t>> kinds;
  std::string stopped;  // why there are fewer rolls than there is work for, or none; empty if there are not
};

/// How far rolls may go.
struct RollBudget {
  std::uint64_t rolls = 0;
  std::uint64_t seed = 0;
  const std::uint64_t* work = nullptr;  // in units of about 10 ns; null: any
  const std::function<bool()>* go_on = nullptr;
  const text::Sources* sources = nullptr;  // of the program, for places in messages
};

/// Rolls a query. A roll that goes wrong or is too large leaves nothing to compare: odds do not evaluate what no
/// question asks for, so they may well be right about all that it asks for.
[[nodiscard]] RolledOutcomes rolled(RolledQuery& query, const RollBudget& budget);

/// Compares rolls with the answer, each outcome by itself and, if it is exact, all together. `columns` name the values
/// of an outcome. The risk is that of calling a sound answer wrong.
[[nodiscard]] Verification compared(const ExpectedOdds& expected, const RolledOutcomes& rolls,
                                    const std::vector<std::string>& columns, double risk);

/// Compares what `expect` lines are judged by with rolls, for one pack.
class ExpectationVerifier {
 public:
  /// Requires: program and sources outlive this.
  ExpectationVerifier(const program::Program& program, const text::Sources& sources, std::size_t expectations,
                      const VerifyOptions& options);

  /// Begins with another expectation.
  void begin(const program::Expectation& expectation);
  /// Has rolls end as soon as it returns false.
  void go_on_while(std::function<bool()> go_on) { options_.go_on = std::move(go_on); }
  /// Compares an answer; of those under many settings only some.
  void add(const odds::Judged& judged);
  /// Notes why not all is compared.
  void leave_out(const std::string& why);
  /// Returns what came of the expectation.
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
