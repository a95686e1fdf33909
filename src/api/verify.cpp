// api/verify.cpp
//
// Compares exact answers with rolls: counts outcomes of rolls and tests them against the answer
// (number/agreement.h), each by itself and all together. Selects the answers of `expect` lines to compare.
#include "api/verify.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "api/error.h"
#include "number/agreement.h"
#include "odds/interpreter.h"
#include "text/plain/integer.h"

namespace spoils::api {

using namespace program;

namespace {

/// An outcome that is expected less often is grouped into a class with others.
constexpr double kLeastExpected = 5;
/// More classes would need larger deviations of a single one.
constexpr double kMostClasses = 64;

// The limit on settings of one expectation that are compared: the first, the last and some between.
constexpr std::size_t kMostSettings = 4;
constexpr std::size_t kMostSides = 3;
// Limits for one expectation, and for all of a pack, in units of about 10 ns: some tenths of a second, and seconds.
constexpr std::uint64_t kWorkOfOne = 20'000'000;
constexpr std::uint64_t kWorkOfAll = 200'000'000;
constexpr std::uint64_t kLeastWork = 200'000;
// Rolls that estimate the cost of one, and the factor by which the total may exceed the limit.
constexpr std::uint64_t kTrialRolls = 16;
constexpr std::uint64_t kOverdraft = 8;
// For a mean, the paths to compute its distribution: a distribution shows more than the mean alone.
constexpr std::uint64_t kPathsOfMean = 500'000;

std::string outcome_text(const std::vector<std::string>& columns, const Cells& values) {
  std::string out;
  for (std::size_t i = 0; i < values.size(); ++i) {
    out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", i < columns.size() ? columns[i] : "value",
                       to_text(values[i]));
  }
  return out;
}

std::optional<std::int64_t> integer(const std::optional<Cell>& cell) {
  return is_integer(cell) ? text::integer_of(cell->text) : std::nullopt;
}

// Numbers by value, so that rare neighbours share a class.
bool comes_before(const Cells& a, const Cells& b) {
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i] == b[i]) { continue; }
    const auto first = integer(a[i]);
    const auto second = integer(b[i]);
    if (first && second) { return *first < *second; }
    if (first || second) { return first.has_value(); }
    return to_text(a[i]) < to_text(b[i]);
  }
  return a.size() < b.size();
}

std::vector<std::string> columns_of(const program::Query& query) {
  std::vector<std::string> out;
  if (query.by_name) { out.emplace_back("name"); }
  out.insert(out.end(), query.by_names.begin(), query.by_names.end());
  if (out.empty()) { out.emplace_back(query.is_mean ? "value" : "it holds"); }
  return out;
}

/// One comparison.
class Comparison {
 public:
  Comparison(const ExpectedOdds& expected, const RolledOutcomes& rolls, const std::vector<std::string>& columns,
             double risk)
      : expected_(expected), rolls_(rolls), columns_(columns), all_(static_cast<double>(rolls.rolls)) {
    out_.rolls = rolls.rolls;
    out_.risk = risk;
    out_.has_bounds = expected.unexplored > 0;
    out_.uncompared = rolls.stopped;
  }

  Verification result() {
    if (rolls_.rolls == 0) { return std::move(out_); }
    // Half of the risk is for the distribution as a whole.
    const bool is_exact = !out_.has_bounds;
    out_.outcomes = expected_.outcomes.size();
    risk_of_one_ = out_.risk / (is_exact ? 2 : 1) / static_cast<double>(expected_.outcomes.size() + 2);
    for (const auto& [values, mass] : expected_.outcomes) {
      const auto found = rolls_.outcomes.find(values);
      compare(outcome_text(columns_, values), found == rolls_.outcomes.end() ? RolledOutcomes::Seen{} : found->second,
              mass);
    }
    compare("the given condition does not hold", rolls_.rejected, expected_.rejected);
    compare_unknown();
    if (is_exact) { compare_all(); }
    std::stable_sort(out_.discrepancies.begin(), out_.discrepancies.end(), [](const auto& a, const auto& b) {
      return std::max(a.rolled - a.high, a.low - a.rolled) > std::max(b.rolled - b.high, b.low - b.rolled);
    });
    return std::move(out_);
  }

 private:
  void compare(const std::string& what, const RolledOutcomes::Seen& seen, double mass) {
    const double high = std::min(1.0, mass + expected_.unexplored);
    if (number::is_outside(seen.count, rolls_.rolls, mass, high, risk_of_one_)) { add(what, seen, mass, high); }
  }

  void add(const std::string& what, const RolledOutcomes::Seen& seen, double low, double high) {
    out_.discrepancies.push_back({what, static_cast<double>(seen.count) / all_, low, high,
                                  seen.count > 0 ? std::optional(seen.first) : std::nullopt});
  }

  // An outcome that the answer lacks can only be in the unexplored part. If the answer is exact, one such roll is an
  // error.
  void compare_unknown() {
    std::uint64_t count = 0;
    for (const auto& [values, seen] : rolls_.outcomes) {
      if (expected_.outcomes.count(values) == 0) { count += seen.count; }
    }
    if (count == 0) { return; }
    if (out_.has_bounds && !number::is_outside(count, rolls_.rolls, 0, expected_.unexplored, risk_of_one_)) { return; }
    for (const auto& [values, seen] : rolls_.outcomes) {
      if (expected_.outcomes.count(values) == 0) { add(outcome_text(columns_, values), seen, 0, expected_.unexplored); }
    }
  }

  void compare_all() {
    std::vector<std::pair<Cells, double>> order(expected_.outcomes.begin(), expected_.outcomes.end());
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return comes_before(a.first, b.first); });
    std::vector<double> masses;
    std::vector<std::uint64_t> counts;
    const auto take = [&](double mass, const RolledOutcomes::Seen& seen) {
      masses.push_back(mass);
      counts.push_back(seen.count);
    };
    for (const auto& [values, mass] : order) {
      const auto found = rolls_.outcomes.find(values);
      take(mass, found == rolls_.outcomes.end() ? RolledOutcomes::Seen{} : found->second);
    }
    take(expected_.rejected, rolls_.rejected);
    double sum = 0;
    for (const auto mass : masses) { sum += mass; }
    if (std::abs(sum - 1) > 1e-9) {
      out_.discrepancies.push_back({"the odds of all outcomes do not add up to 100%", 1, sum, sum, std::nullopt});
      return;
    }
    std::vector<double> expected;
    for (const auto mass : masses) { expected.push_back(mass * all_); }
    const auto classes = number::pooled(expected, std::max(kLeastExpected, all_ / kMostClasses));
    const auto most = *std::max_element(classes.begin(), classes.end());
    std::vector<double> probabilities(most + 1, 0.0);
    std::vector<std::uint64_t> seen(most + 1, 0);
    for (std::size_t i = 0; i < classes.size(); ++i) {
      probabilities[classes[i]] += masses[i] / sum;
      seen[classes[i]] += counts[i];
    }
    const auto fit = number::fit_of(seen, probabilities);
    out_.chi_square = fit.chi_square;
    out_.classes = fit.classes;
    if (fit.chance >= out_.risk / 2 || !out_.discrepancies.empty()) { return; }
    // If no outcome by itself differs enough, the report names the one that differs most.
    std::size_t worst = 0;
    double distance = -1;
    for (std::size_t i = 0; i < order.size(); ++i) {
      const double far = std::abs(static_cast<double>(counts[i]) - expected[i]) / std::sqrt(expected[i] + 1);
      if (far > distance) { worst = i; }
      distance = std::max(distance, far);
    }
    out_.discrepancies.push_back({fmt::format("chi-square {:.4g} in {} classes, furthest off {}", fit.chi_square,
                                              fit.classes, outcome_text(columns_, order[worst].first)),
                                  static_cast<double>(counts[worst]) / all_, order[worst].second, order[worst].second,
                                  std::nullopt});
  }

  const ExpectedOdds& expected_;
  const RolledOutcomes& rolls_;
  const std::vector<std::string>& columns_;
  double all_;
  double risk_of_one_ = 0;
  Verification out_;
};

}  // namespace

// Returns how many rolls the work limit allows. The cost is estimated from rolls of another seed: if rolling stopped at
// the first expensive rolls, expensive ones would be compared too rarely.
static std::uint64_t affordable(RolledQuery& query, const RollBudget& budget) {
  if (budget.work == nullptr) { return budget.rolls; }
  std::uint64_t taken = 0;
  std::uint64_t rolls = 0;
  while (rolls < kTrialRolls && taken < *budget.work / 4) {
    static_cast<void>(query.roll(budget.seed + 1, rolls++));
    taken += query.cost();
  }
  if (rolls == 0 || taken >= *budget.work) { return 0; }
  return std::min(budget.rolls, (*budget.work - taken) / std::max<std::uint64_t>(taken / rolls, 1));
}

RolledOutcomes rolled(RolledQuery& query, const RollBudget& budget) {
  RolledOutcomes out;
  const auto drop = [&out](std::string why) {
    out = {};
    out.stopped = std::move(why);
    return out;
  };
  const auto note = [](RolledOutcomes::Seen& seen, std::uint64_t index) {
    if (seen.count++ == 0) { seen.first = index; }
  };
  const auto most = affordable(query, budget);
  if (most == 0) { return drop("the rolls take too long"); }
  std::uint64_t taken = 0;
  for (std::uint64_t index = 0; index < most; ++index) {
    if (budget.go_on != nullptr && *budget.go_on && !(*budget.go_on)()) {
      out.stopped = "it was stopped";
      break;
    }
    const auto came = query.roll(budget.seed, index);
    taken += query.cost();
    if (budget.work != nullptr && taken / kOverdraft > *budget.work) { return drop("the rolls take too long"); }
    switch (came) {
      case RolledQuery::Came::Limit:
      case RolledQuery::Came::Fault:
        return drop(fmt::format("roll {} of seed {} {}: {}", index, budget.seed,
                                came == RolledQuery::Came::Limit ? "is too large" : "fails",
                                fault_error(*budget.sources, query.program(), query.fault()).text()));
      case RolledQuery::Came::Rejected: note(out.rejected, index); break;
      case RolledQuery::Came::Outcome:
        note(out.outcomes[query.values()], index);
        for (const auto& [kind, count] : query.kinds()) {
          out.kinds[kind].push_back(static_cast<std::uint32_t>(count));
        }
        break;
    }
    ++out.rolls;
  }
  return out;
}

Verification compared(const ExpectedOdds& expected, const RolledOutcomes& rolls,
                      const std::vector<std::string>& columns, double risk) {
  return Comparison(expected, rolls, columns, risk).result();
}

ExpectationVerifier::ExpectationVerifier(const Program& program, const text::Sources& sources, std::size_t expectations,
                                         const VerifyOptions& options)
    : program_(program), sources_(sources), options_(options), interpreter_(program) {
  const auto all = std::max<std::uint64_t>(expectations, 1);
  const auto share = (options.max_work == 0 ? kWorkOfAll : options.max_work) / all;
  work_of_one_ = std::clamp(share, kLeastWork, kWorkOfOne);
  risk_of_one_ = options.risk / static_cast<double>(all) / static_cast<double>(kMostSettings * kMostSides);
}

void ExpectationVerifier::begin(const Expectation& expectation) {
  sum_ = {};
  sum_.seed = options_.seed;
  sum_.risk = options_.risk;
  work_left_ = work_of_one_;
  sides_ = 0;
  for (const auto* side : {&expectation.left, &expectation.right, &expectation.last}) {
    if (side->query) { ++sides_; }
  }
  sides_ = std::max<std::size_t>(sides_, 1);
}

void ExpectationVerifier::leave_out(const std::string& why) {
  if (sum_.uncompared.empty()) { sum_.uncompared = why; }
}

void ExpectationVerifier::add(const odds::Judged& judged) {
  // Every combination if there are few; otherwise the first, the last, and two between.
  const auto last = judged.of - 1;
  const bool is_chosen = judged.of <= kMostSettings || judged.number == 0 || judged.number == last ||
                         judged.number == judged.of / 3 || judged.number == 2 * judged.of / 3;
  if (!is_chosen) { return; }
  auto one = verified(judged);
  const auto where = judged.where.empty() ? std::string() : fmt::format(" when {}", judged.where);
  if (!one.uncompared.empty()) { leave_out(one.uncompared + where); }
  sum_.rolls += one.rolls;
  sum_.outcomes += one.outcomes;
  sum_.has_bounds = sum_.has_bounds || one.has_bounds;
  if (one.classes > sum_.classes) {
    sum_.classes = one.classes;
    sum_.chi_square = one.chi_square;
  }
  for (auto& wrong : one.discrepancies) {
    wrong.what += where;
    sum_.discrepancies.push_back(std::move(wrong));
  }
}

Verification ExpectationVerifier::end() {
  if (sum_.rolls == 0) { leave_out("there are no odds to compare"); }
  return std::move(sum_);
}

Verification ExpectationVerifier::verified(const odds::Judged& judged) {
  Verification out;
  RolledQuery query(program_, interpreter_, judged.query, judged.settings);
  if (!query.refusal().empty()) {
    out.uncompared = query.refusal();
    return out;
  }
  const auto parts = std::min(judged.of, kMostSettings) * sides_;
  auto work = std::max<std::uint64_t>(work_of_one_ / parts, 1);
  work = std::min(work, work_left_);
  work_left_ -= work;
  const RollBudget budget{std::max<std::uint64_t>(options_.rolls / parts, 1), options_.seed, &work, &options_.go_on,
                          &sources_};
  if (judged.answer == nullptr) {
    compare_mean(judged, query, budget, out);
    return out;
  }
  ExpectedOdds expected;
  for (const auto& outcome : judged.answer->outcomes) {
    expected.outcomes[outcome_values(program_, *judged.heap, judged.query, outcome.words)] += outcome.mass;
  }
  expected.rejected = judged.answer->rejected;
  expected.unexplored = judged.answer->unexplored;
  return compared(expected, rolled(query, budget), columns_of(judged.query), risk_of_one_);
}

// The mean of a sum over things is computed without its distribution. If the distribution can be computed, too, the
// mean must be its mean, and the rolls must follow it.
void ExpectationVerifier::compare_mean(const odds::Judged& judged, RolledQuery& query, const RollBudget& budget,
                                       Verification& out) {
  if (!judged.is_whole) {
    out.uncompared = "a mean with an unexplored part has no bounds";
    return;
  }
  odds::Budget ways;
  ways.max_paths = kPathsOfMean;
  ways.max_states = 20'000;
  odds::Interpreter<double> interpreter(program_, ways);
  const auto answer = interpreter.answer(judged.query, judged.settings);
  if (answer.fault.kind == Fault::Kind::None && answer.unexplored == 0) {
    ExpectedOdds expected;
    double mean = 0;
    double size = 1;  // rounding is relative to it
    for (const auto& outcome : answer.outcomes) {
      const bool is_wide = program_.expressions[judged.query.condition].type.kind == ValueKind::Number;
      const double value = outcome.words[0] == kUnset ? 0 : static_cast<double>(outcome.words[0]);
      const double part = outcome.mass * (is_wide ? value / static_cast<double>(outcome.words[1]) : value);
      mean += part;
      size += std::abs(part);
      expected.outcomes[outcome_values(program_, interpreter.heap(), judged.query, outcome.words)] += outcome.mass;
    }
    expected.rejected = answer.rejected;
    out = compared(expected, rolled(query, budget), columns_of(judged.query), risk_of_one_);
    if (std::abs(mean - judged.mean) > judged.mean_error + 1e-9 * size) {
      out.discrepancies.push_back(
          {"the mean is not that of its distribution", mean, judged.mean, judged.mean, std::nullopt, false});
    }
    return;
  }
  const bool counts = judged.query.accumulators.size() == 1 && judged.query.accumulators[0].value == kNone;
  if (!counts) {
    out.uncompared = "its distribution is too large to compute, and the mean of a sum alone is not enough";
    return;
  }
  const auto rolls = rolled(query, budget);
  out.rolls = rolls.rolls;
  out.outcomes = 1;
  out.uncompared = rolls.stopped;
  out.has_bounds = true;
  if (rolls.rolls == 0) { return; }
  number::MeanBet bet(judged.mean);
  double sum = 0;
  for (const auto& [values, seen] : rolls.outcomes) {
    const auto value = static_cast<double>(integer(values.front()).value_or(0));
    for (std::uint64_t i = 0; i < seen.count; ++i) { bet.add(value); }
    sum += static_cast<double>(seen.count) * value;
  }
  if (bet.wins(risk_of_one_)) {
    out.discrepancies.push_back(
        {"the mean", sum / static_cast<double>(rolls.rolls), judged.mean, judged.mean, std::nullopt, false});
  }
}

}  // namespace spoils::api
