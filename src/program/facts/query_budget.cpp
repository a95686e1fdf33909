// program/facts/query_budget.cpp
//
// The budget of questions about rules, counted in explored paths. It weighs a path of a rule by the longest table
// that the rule filters by a condition, and remembers which rules have exceeded their budget.
#include "program/facts/query_budget.h"

#include <algorithm>

#include "program/facts/call_graph.h"
#include "program/walk.h"

namespace spoils::program {

namespace {

constexpr std::uint64_t kWaysAQuestion = 1024;  // that go between two questions whether to go on
constexpr std::uint64_t kRowsAWay = 8;          // of a table gone through, before a way counts as several
constexpr std::uint64_t kFarLess = 16;          // for what is hopeless
// Some 10 MB. With more, questions that are refused cost books half their time.
constexpr std::size_t kMostStates = 35'000;

}  // namespace

std::uint64_t QueryBudget::weight_of(RuleId rule) {
  const auto known = weights_.find(rule);
  if (known != weights_.end()) { return known->second; }
  std::vector<ExpressionId> roots;
  for (const auto works : effects_[rule].participants) {
    const auto more = expressions_of(program_, works);
    roots.insert(roots.end(), more.begin(), more.end());
  }
  std::uint64_t rows = 0;
  for_each_below(program_, std::move(roots), [&](ExpressionId id) {
    const auto* choice = choice_of(program_, program_.expressions[id]);
    if (choice != nullptr) { rows = std::max<std::uint64_t>(rows, program_.tables[choice->table].rows.size()); }
  });
  return weights_.emplace(rule, std::max<std::uint64_t>(1, rows / kRowsAWay)).first->second;
}

std::function<bool(std::size_t)> QueryBudget::question(RuleId rule, const std::string& what, double times) {
  if (ways_ == 0) {
    return [asked = asked_](std::size_t states) { return !asked || asked(states); };
  }
  const auto flag_of = [&](RuleId of) {
    return exhausted_.try_emplace({of, what}, std::make_shared<bool>(false)).first->second;
  };
  std::vector<std::shared_ptr<const bool>> below;
  for (const auto works : effects_[rule].participants) { below.push_back(flag_of(works)); }
  const auto most = static_cast<std::uint64_t>(static_cast<double>(ways_) * times) / weight_of(rule) / kWaysAQuestion;
  return [own = flag_of(rule), below = std::move(below), spent = std::uint64_t{0}, most,
          asked = asked_](std::size_t states) mutable {
    if (states > kMostStates || (asked && !asked(states))) { return false; }
    const bool is_hopeless = std::any_of(below.begin(), below.end(), [](const auto& flag) { return *flag; });
    if (++spent <= (is_hopeless ? most / kFarLess : most)) { return true; }
    *own = true;
    return false;
  };
}

}  // namespace spoils::program
