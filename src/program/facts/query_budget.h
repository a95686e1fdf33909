// program/facts/query_budget.h
//
// When to give up questions about the rules of a program: by the work that was done, never by the clock, so that it is
// the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "program/facts/rule_effects.h"

namespace spoils::program {

/// States that questions with limits keep at once: more than these limits allow, so that none are lost; 45 MB.
inline constexpr std::size_t kStatesKept = 150'000;

/// The probability that may stay unexplored: less than this does not show in the digits of a result.
inline constexpr double kMostUnexplored = 1e-9;

/// Hands out limits for one question after another.
class QueryBudget {
 public:
  /// `ways` that one question may go, 0 for no limit; `asked`, if there is such a function, can end it earlier.
  /// Requires: `effects` of all rules outlive this.
  QueryBudget(const Program& program, const std::vector<RuleSummary>& effects, std::uint64_t ways,
              std::function<bool(std::size_t states)> asked)
      : program_(program), effects_(effects), ways_(ways), asked_(std::move(asked)) {}

  /// Returns the callback that the engine calls every 1024 paths while it answers a question about a rule; the
  /// callback returns whether to go on. Once a rule has exceeded the budget for `what`, every rule that runs it gets
  /// only a small part of the budget, since it has at least as many paths. `times` multiplies the ordinary budget.
  [[nodiscard]] std::function<bool(std::size_t states)> question(RuleId rule, const std::string& what,
                                                                 double times = 1);

 private:
  /// How much longer one way takes than where no table is gone through with a condition.
  [[nodiscard]] std::uint64_t weight_of(RuleId rule);

  const Program& program_;
  const std::vector<RuleSummary>& effects_;
  std::uint64_t ways_;
  std::function<bool(std::size_t)> asked_;
  std::map<RuleId, std::uint64_t> weights_;
  std::map<std::pair<RuleId, std::string>, std::shared_ptr<bool>> exhausted_;
};

}  // namespace spoils::program
