// sim/compare_results.cpp
//
// Compares two simulations: pairs their figures by name, and lists those whose difference chance does not explain (a
// two-sample z test with a union bound over all figures).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "sim/sound.h"
#include "spoils/results.h"

namespace spoils {
inline namespace v1 {

namespace {

constexpr double kRisk = 0.01;

/// Collects figures of two studies by what they are called.
class Pairs {
 public:
  Pairs(const SimulationResult& before, const SimulationResult& after) : runs_{before.runs, after.runs} {}

  /// From here on figures of a side answer this question.
  void ask(int side, const std::string& question) {
    auto [found, is_new] = question_index_.try_emplace(question, questions_.size());
    if (is_new) { questions_.push_back({question, {}}); }
    questions_[found->second].is_asked[side] = true;
    question_ = found->second;
  }

  void add(int side, const std::string& what, const Estimate& estimate) {
    auto [found, is_new] = index_.try_emplace(what, pairs_.size());
    if (is_new) { pairs_.push_back({what, question_, {}}); }
    pairs_[found->second].sides[side] = estimate;
  }

  Comparison compare() {
    Comparison out;
    for (const auto& question : questions_) {
      if (!question.is_asked[1]) { out.only_before.push_back(question.text); }
      if (!question.is_asked[0]) { out.only_after.push_back(question.text); }
    }
    // A question that one simulation did not ask is not a result of 0 there.
    std::erase_if(pairs_, [this](const Pair& pair) {
      const auto& question = questions_[pair.question];
      return !question.is_asked[0] || !question.is_asked[1];
    });
    out.compared = pairs_.size();
    out.risk = kRisk;
    // Critical value: over all figures together, a normal law exceeds it with at most the probability kRisk.
    const double far =
        std::sqrt(2 * std::log(2 * static_cast<double>(std::max<std::size_t>(1, pairs_.size())) / kRisk));
    for (auto& pair : pairs_) {
      Change change;
      change.what = std::move(pair.what);
      change.before = side(pair, 0);
      change.after = side(pair, 1);
      const double difference = change.after.value - change.before.value;
      const double error = std::hypot(change.before.error, change.after.error);
      if (difference == 0) { continue; }
      change.sigmas =
          error > 0 ? difference / error : std::copysign(std::numeric_limits<double>::infinity(), difference);
      if (std::abs(change.sigmas) > far) { out.changes.push_back(std::move(change)); }
    }
    std::stable_sort(out.changes.begin(), out.changes.end(),
                     [](const Change& a, const Change& b) { return std::abs(a.sigmas) > std::abs(b.sigmas); });
    return out;
  }

 private:
  struct Pair {
    std::string what;
    std::size_t question = 0;
    std::optional<Estimate> sides[2];
  };
  struct Question {
    std::string text;
    bool is_asked[2] = {false, false};
  };

  // An outcome that one simulation never saw may still occur once in about as many runs.
  [[nodiscard]] Estimate side(const Pair& pair, int number) const {
    if (pair.sides[number]) { return *pair.sides[number]; }
    Estimate out;
    out.error = runs_[number] > 0 ? 1 / static_cast<double>(runs_[number]) : 1;
    return out;
  }

  std::uint64_t runs_[2];
  std::map<std::string, std::size_t> index_;
  std::vector<Pair> pairs_;
  std::map<std::string, std::size_t> question_index_;
  std::vector<Question> questions_;
  std::size_t question_ = 0;
};

void add_values(Pairs& pairs, int side, const std::string& what, const ValueCounts& counts) {
  if (counts.mean) { pairs.add(side, "mean of " + what, *counts.mean); }
  for (const auto& row : counts.rows) {
    if (row.value == row.last) {
      pairs.add(side, fmt::format("runs with {} = {}", what, to_text(row.value)), row.share);
    }
  }
}

void add_all(Pairs& pairs, int side, const SimulationResult& simulation) {
  for (const auto& table : simulation.tables) {
    const auto columns = fmt::format("{}", fmt::join(table.by, ", "));
    const auto where = table.asked.where.empty() ? "" : fmt::format(" where {}", table.asked.where);
    const auto things = fmt::format("things by {}{}", columns, where);
    const auto sum = [&](std::size_t i) { return fmt::format("{} by {}{}", table.asked.sums[i], columns, where); };
    // Both may have been asked where one has no rows.
    pairs.ask(side, things);
    for (std::size_t i = 0; i < table.asked.sums.size(); ++i) { pairs.ask(side, sum(i)); }
    for (const auto& row : table.rows) {
      const auto which = fmt::format("{} = {}{}", columns, fmt::join(to_texts(row.values), ", "), where);
      pairs.ask(side, things);
      pairs.add(side, "things of one run with " + which, row.mean);
      pairs.add(side, "runs with a thing with " + which, row.at_least_one);
      for (std::size_t i = 0; i < row.sums.size(); ++i) {
        pairs.ask(side, sum(i));
        pairs.add(side, fmt::format("{} of one run over {}", table.asked.sums[i], which), row.sums[i].mean);
      }
    }
  }
  for (const auto& counts : simulation.per_run) {
    pairs.ask(side, counts.expression);
    add_values(pairs, side, counts.expression, counts.values);
  }
  for (const auto& first : simulation.firsts) {
    const auto which = fmt::format("{} of: {}", first.nth, first.asked.condition);
    pairs.ask(side, which);
    pairs.add(side, "runs with " + which, first.chance);
    if (first.asked.at.empty()) { continue; }
    const auto at = fmt::format("{} of {}", first.asked.at, which);
    pairs.ask(side, at);
    add_values(pairs, side, at, first.at);
  }
}

}  // namespace

Comparison compare_results(const SimulationResult& before, const SimulationResult& after) {
  if (!sim::is_sound(before) || !sim::is_sound(after)) {
    misused("compare_results: rows that do not fit their table");
    return {};
  }
  Pairs pairs(before, after);
  add_all(pairs, 0, before);
  add_all(pairs, 1, after);
  return pairs.compare();
}

}  // namespace v1
}  // namespace spoils
