// diff/gaps.h
//
// Questions that cannot be compared, since an answer is not exact: the reason, and estimates by rolls in the place of
// such answers. Estimates are apart from what is compared. tests/diff/estimates_test.cpp.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "diff/rows.h"
#include "program/facts/query_budget.h"
#include "spoils/diff.h"
#include "spoils/odds.h"

namespace spoils::diff {

using Answered = Result<std::vector<Swept<Answer>>, Error>;

/// Returns why an answer is unusable; "" if it is usable.
inline std::string gap_of(const Answered& answer) {
  if (!answer) { return answer.error().text(); }
  const bool is_open = std::any_of(answer->begin(), answer->end(), [](const auto& row) {
    return std::visit([](const auto& table) { return table.unexplored; }, row.table) > program::kMostUnexplored;
  });
  return is_open ? "too many paths" : "";
}

/// Returns the last error if all answers are refusals of what was asked: of a slip, such as a field that neither pack
/// has.
inline std::optional<Error> wrong_everywhere(const std::vector<Answered>& before, const std::vector<Answered>& after) {
  std::optional<Error> out;
  for (const auto* answers : {&before, &after}) {
    for (const auto& answer : *answers) {
      if (answer || answer.error().kind != Error::Kind::BadValue) { return std::nullopt; }
      out = answer.error();
    }
  }
  return out;
}

/// Estimates questions to both packs of which some answer is unusable at a limit.
class GapEstimator {
 public:
  /// A question to one pack, and its answer; null if its rule does not set the field.
  struct Asked {
    const Query* query = nullptr;
    const Answered* answer = nullptr;

    [[nodiscard]] bool is_open() const { return answer != nullptr && !gap_of(*answer).empty(); }
    /// Whether rolls may answer it: it is not wrong.
    [[nodiscard]] bool is_limited() const {
      return is_open() && (*answer || answer->error().kind == Error::Kind::Limit);
    }
  };

  /// Requires: all outlive this, and so do the questions and answers that are added.
  GapEstimator(const Pack& before, const Pack& after, const DiffOptions& options)
      : before_(before), after_(after), options_(options) {}

  /// Adds a question, unless there is nothing to estimate. `estimate` has no rows yet; `names` as in seem_moved().
  void add(DiffEstimate estimate, const std::vector<std::string>& names, const Asked& before, const Asked& after) {
    if (!before.is_limited() && !after.is_limited()) { return; }
    open_.push_back({std::move(estimate), names, before, after});
    if (before.is_open()) { old_questions_.push_back(by_rolls(*before.query)); }
    if (after.is_open()) { new_questions_.push_back(by_rolls(*after.query)); }
  }

  /// Makes the rolls of all questions. Questions whose rolls fail are left out.
  [[nodiscard]] std::vector<DiffEstimate> make() {
    const auto old_answers = exact_odds(before_, old_questions_);
    const auto new_answers = exact_odds(after_, new_questions_);
    std::vector<DiffEstimate> out;
    auto old_next = old_answers.begin();
    auto new_next = new_answers.begin();
    for (auto& one : open_) {
      const auto* const before = one.before.is_open() ? &*old_next++ : one.before.answer;
      const auto* const after = one.after.is_open() ? &*new_next++ : one.after.answer;
      one.estimate.rolls = std::min(rolls_of(before), rolls_of(after));
      if (one.estimate.rolls == 0 || one.estimate.rolls == kAny) { continue; }
      auto old_odds = before != nullptr ? **before : unset(**after);
      auto new_odds = after != nullptr ? **after : unset(**before);
      spread(old_odds, new_odds);
      spread(new_odds, old_odds);
      one.estimate.rows = seem_moved(old_odds, new_odds, one.names, options_);
      out.push_back(std::move(one.estimate));
    }
    return out;
  }

 private:
  struct Open {
    DiffEstimate estimate;
    std::vector<std::string> names;
    Asked before;
    Asked after;
  };

  /// The number of rolls of an answer without any, which is exact.
  static constexpr std::uint64_t kAny = std::numeric_limits<std::uint64_t>::max();

  // The bounds have been too wide already, so that little is explored before the rolls.
  [[nodiscard]] Query by_rolls(Query query) const {
    constexpr std::uint64_t kPaths = 1000;
    query.group.clear();
    std::visit(
        [&](OddsSettings& settings) {
          settings.max_paths = kPaths;
          settings.go_on = options_.go_on;
          settings.estimate_rolls = options_.estimate_rolls;
          settings.estimate_seconds = options_.estimate_seconds;
          settings.whole_rolls = true;
        },
        query.question);
    return query;
  }

  // The fewest of any value of the swept input; 0 if one has neither an exact answer nor rolls.
  [[nodiscard]] static std::uint64_t rolls_of(const Answered* answer) {
    if (answer == nullptr) { return kAny; }
    if (!*answer) { return 0; }
    auto fewest = kAny;
    for (const auto& row : **answer) {
      const auto* const table = probabilities(row.table);
      const auto& estimate = table != nullptr ? table->estimate : std::get<ExpectedTable>(row.table).estimate;
      const auto unexplored = table != nullptr ? table->unexplored : std::get<ExpectedTable>(row.table).unexplored;
      if (estimate) { fewest = std::min(fewest, estimate->counted); }
      if (!estimate && unexplored > program::kMostUnexplored) { fewest = 0; }
    }
    return fewest;
  }

  const Pack& before_;
  const Pack& after_;
  const DiffOptions& options_;
  std::vector<Open> open_;
  std::vector<Query> old_questions_;
  std::vector<Query> new_questions_;
};

}  // namespace spoils::diff
