// sim/compare_results.cpp
//
// Compares two simulations: pairs their figures by name, and lists those whose difference chance does not explain
// (bounds that hold for any number of runs, with a union bound over all figures: Chernoff's for proportions, the
// empirical Bernstein bound for means).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "sim/sound.h"
#include "sim/statistics.h"
#include "spoils/results.h"

namespace spoils {
inline namespace v1 {

namespace {

constexpr double kRisk = 0.01;

/// A figure of one side, with what its test needs.
struct Figure {
  Estimate estimate;
  std::uint64_t values = 0;  // from which it comes
  double range = 0;          // of a mean: greatest less least value; 0: it is a proportion
};

double divergence(double p, double q) {
  const auto part = [](double a, double b) { return a > 0 ? a * std::log(a / b) : 0.0; };
  return std::max(0.0, part(p, q) + part(1 - p, 1 - q));
}

// Two counts of one proportion. For the true proportion q each n * divergence(p, q) exceeds t with a probability of at
// most 2 exp(-t) (Chernoff), so that their sum, which the common proportion makes least, exceeds 2 log 2 + s with at
// most (1 + s) exp(-s).
bool proportions_differ(const Figure& before, const Figure& after, double risk) {
  const auto n = static_cast<double>(before.values);
  const auto m = static_cast<double>(after.values);
  const double p = before.estimate.value;
  const double q = after.estimate.value;
  const double both = (n * p + m * q) / (n + m);
  if (both <= 0 || both >= 1) { return false; }
  const double s = n * divergence(p, both) + m * divergence(q, both) - 2 * std::log(2.0);
  return s > 0 && (1 + s) * std::exp(-s) < risk;
}

// Each side has half of the risk, and the range that was seen on either side.
bool means_differ(const Figure& before, const Figure& after, double risk) {
  const double range = std::max(before.range, after.range);
  const double middle = before.estimate.value;
  const double allowed = sim::mean_margin(before.estimate, before.values, range, risk / 2) +
                         sim::mean_margin(after.estimate, after.values, range, risk / 2);
  return std::abs(after.estimate.value - middle) > allowed + 1e-9 * std::abs(middle);
}

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

  void add(int side, const std::string& what, const Figure& figure, bool is_zero_without = true) {
    auto [found, is_new] = index_.try_emplace(what, pairs_.size());
    if (is_new) { pairs_.push_back({what, question_, {}, is_zero_without}); }
    pairs_[found->second].sides[side] = figure;
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
      if (!question.is_asked[0] || !question.is_asked[1]) { return true; }
      // A mean needs values, and a deviation two of them.
      const auto first = side(pair, 0);
      const auto second = side(pair, 1);
      const bool is_open = !pair.is_zero_without && (!pair.sides[0] || !pair.sides[1]);
      const bool is_mean = std::max(first.range, second.range) > 0;
      const auto least = std::min(first.values, second.values);
      return is_open || least < (is_mean ? 2U : 1U);
    });
    out.compared = pairs_.size();
    out.risk = kRisk;
    // The risk of all of them together is at most the sum of theirs.
    const double risk = kRisk / static_cast<double>(std::max<std::size_t>(1, pairs_.size()));
    for (auto& pair : pairs_) {
      Change change;
      change.what = std::move(pair.what);
      const auto before = side(pair, 0);
      const auto after = side(pair, 1);
      change.before = before.estimate;
      change.after = after.estimate;
      const double difference = change.after.value - change.before.value;
      const double error = std::hypot(change.before.error, change.after.error);
      if (difference == 0) { continue; }
      change.sigmas =
          error > 0 ? difference / error : std::copysign(std::numeric_limits<double>::infinity(), difference);
      const bool is_mean = std::max(before.range, after.range) > 0;
      const bool is_off = is_mean ? means_differ(before, after, risk) : proportions_differ(before, after, risk);
      if (is_off) { out.changes.push_back(std::move(change)); }
    }
    std::stable_sort(out.changes.begin(), out.changes.end(),
                     [](const Change& a, const Change& b) { return std::abs(a.sigmas) > std::abs(b.sigmas); });
    return out;
  }

 private:
  struct Pair {
    std::string what;
    std::size_t question = 0;
    std::optional<Figure> sides[2];
    bool is_zero_without = true;  // a side that does not have it never saw it
  };
  struct Question {
    std::string text;
    bool is_asked[2] = {false, false};
  };

  // An outcome that one simulation never saw may still occur once in about as many runs.
  [[nodiscard]] Figure side(const Pair& pair, int number) const {
    if (pair.sides[number]) { return *pair.sides[number]; }
    Figure out;
    out.values = runs_[number];
    const auto& other = pair.sides[1 - number];
    if (runs_[number] > 0 && other && other->range == 0) { out.estimate = sim::proportion(0, runs_[number]); }
    out.estimate.error = runs_[number] > 0 ? 1 / static_cast<double>(runs_[number]) : 1;
    return out;
  }

  std::uint64_t runs_[2];
  std::map<std::string, std::size_t> index_;
  std::vector<Pair> pairs_;
  std::map<std::string, std::size_t> question_index_;
  std::vector<Question> questions_;
  std::size_t question_ = 0;
};

/// How far the values of a mean lie apart, if only their deviation is known: rare ones are far from the others.
double range_of(const Estimate& mean, std::uint64_t values, std::uint64_t rare) {
  const auto n = static_cast<double>(values);
  const double one = std::abs(mean.value) * n / static_cast<double>(std::max<std::uint64_t>(1, rare));
  return std::max({10 * mean.error * std::sqrt(n), 4 * one, 1e-300});
}

void add_values(Pairs& pairs, int side, const std::string& what, const ValueCounts& counts, std::uint64_t runs) {
  if (counts.mean) {
    const bool has_ends = counts.least && counts.greatest;
    const double range = has_ends ? 2 * (static_cast<double>(*counts.greatest) - static_cast<double>(*counts.least) + 1)
                                  : range_of(*counts.mean, counts.set, counts.set);
    pairs.add(side, "mean of " + what, {*counts.mean, counts.set, range}, false);
  }
  for (const auto& row : counts.rows) {
    if (row.value == row.last) {
      pairs.add(side, fmt::format("runs with {} = {}", what, to_text(row.value)), {row.share, runs, 0});
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
      pairs.add(side, "things of one run with " + which,
                {row.mean, simulation.runs, 2 * (static_cast<double>(row.most) + 1)});
      pairs.add(side, "runs with a thing with " + which, {row.at_least_one, simulation.runs, 0});
      for (std::size_t i = 0; i < row.sums.size(); ++i) {
        pairs.ask(side, sum(i));
        pairs.add(side, fmt::format("{} of one run over {}", table.asked.sums[i], which),
                  {row.sums[i].mean, simulation.runs, range_of(row.sums[i].mean, simulation.runs, row.runs)});
      }
    }
  }
  for (const auto& counts : simulation.per_run) {
    pairs.ask(side, counts.expression);
    add_values(pairs, side, counts.expression, counts.values, simulation.runs);
  }
  for (const auto& first : simulation.firsts) {
    const auto which = fmt::format("{} of: {}", first.nth, first.asked.condition);
    pairs.ask(side, which);
    pairs.add(side, "runs with " + which, {first.chance, simulation.runs, 0});
    if (first.asked.at.empty()) { continue; }
    const auto at = fmt::format("{} of {}", first.asked.at, which);
    pairs.ask(side, at);
    add_values(pairs, side, at, first.at, simulation.runs);
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
