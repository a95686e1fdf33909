// api/answers.cpp
//
// Runs the odds engine for one question and writes what it found as tables.
#include "api/answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "api/error.h"
#include "api/largest_first.h"
#include "api/middle.h"
#include "api/outcome_table.h"
#include "api/query.h"
#include "api/work.h"

namespace spoils::api {

using program::Word;

namespace {

/// If less is unexplored, bounds say more than a million rolls could.
constexpr double kLeastToEstimate = 1e-6;

/// A middle that doubles leave open is decided by fractions if these take about as long: of no more states, and paths.
constexpr std::size_t kMostStatesOfMiddle = 10'000;
constexpr std::uint64_t kMostPathsOfMiddle = 1'000'000;

template <class Mass>
Result<CountTable, Error> answer(const CompiledQueries& asked, const Question& question, const program::Query& query,
                                 Race<Mass>& engine, const Settings& settings, Estimator& estimator,
                                 const SideBySide* how) {
  const auto& program = asked.program;
  auto found = engine.answer(query, settings, how);
  if (found.fault.kind != program::Fault::Kind::None) { return Failure{fault_error(asked, found.fault)}; }
  const bool is_at_end = found.limit == odds::Limit::Memory || found.limit == odds::Limit::Stopped;
  if (found.is_refused || (found.outcomes.empty() && is_at_end)) {
    auto refusal = refusal_of(found, program, settings_of(question).max_memory);
    if (settings_of(question).estimate_rolls == 0) { return Failure{std::move(refusal)}; }
    return estimator.alone(query, settings, public_limit(found.limit), std::move(refusal));
  }
  auto table = outcome_table(asked, question, query, found, engine.heap());
  if (table.rows.empty() && table.exact) { return Failure{never_holds(question)}; }
  if (table.exact && has_middle(program, question, query)) { table.middle = middle_of(found); }
  if (table.unexplored > kLeastToEstimate && settings_of(question).estimate_rolls > 0) {
    if (auto wrong = estimator.add_to(table, query, settings)) { return Failure{std::move(*wrong)}; }
  }
  return table;
}

Answer of_kind(const Question& question, CountTable table) {
  if (std::holds_alternative<Count>(question)) { return table; }
  return static_cast<OddsTable&&>(table);
}

}  // namespace

Answers::Answers(const CompiledQueries& asked, const Question& question, std::uint32_t query)
    : asked_(asked), question_(question), query_(asked.program.queries[query]), estimator_(asked, question) {
  auto budget = budget_of(settings_of(question));
  budget.stop = nullptr;  // that of the scope of the call, so that all its answers have one time to end
  if (settings_of(question).estimate_rolls > 0) { budget.share_of_end = kBeginOfRolls; }
  if (std::holds_alternative<ExpectedCounts>(question)) {
    means_.emplace(asked.program, budget);
  } else if (wants_fractions(question)) {
    exact_.emplace(asked.program, budget);
  } else {
    double_.emplace(asked.program, budget);
  }
}

Result<Answer, Error> Answers::under(const Settings& settings, const SideBySide* how) {
  if (means_) { return means(settings, how); }
  auto table = exact_ ? answer(asked_, question_, query_, *exact_, settings, estimator_, how)
                      : answer(asked_, question_, query_, *double_, settings, estimator_, how);
  if (!table) { return Failure{std::move(table).error()}; }
  if (table->middle && !is_whole(*table->middle) && table->states <= kMostStatesOfMiddle) {
    if (auto middle = middle_by_fractions(settings)) { table->middle = std::move(middle); }
  }
  return of_kind(question_, std::move(*table));
}

// Nothing if that is too much work.
std::optional<OddsMiddle> Answers::middle_by_fractions(const Settings& settings) {
  if (!of_middle_) {
    auto budget = budget_of(settings_of(question_));
    budget.stop = nullptr;
    budget.go_on = nullptr;
    budget.bounds = odds::Bounds::None;
    budget.max_paths = std::min(budget.max_paths, kMostPathsOfMiddle);
    of_middle_.emplace(asked_.program, budget);
  }
  const auto found = of_middle_->answer(query_, settings);
  const bool is_known = found.fault.kind == program::Fault::Kind::None && !(odds::Exact(0) < found.unexplored);
  return is_known ? middle_of(found) : std::nullopt;
}

Result<Answer, Error> Answers::by_rolls(const Settings& settings, Error refusal) {
  const bool took_memory = std::any_of(refusal.facts.begin(), refusal.facts.end(),
                                       [](const Fact& fact) { return fact.value == "max_memory"; });
  estimator_.be_last();
  const auto limit = took_memory ? OddsLimit::Memory : OddsLimit::Stopped;
  if (std::holds_alternative<ExpectedCounts>(question_)) {
    auto counts = estimator_.counts_alone(query_, settings, limit, std::move(refusal));
    if (!counts) { return Failure{std::move(counts).error()}; }
    return Answer(std::move(*counts));
  }
  auto table = estimator_.alone(query_, settings, limit, std::move(refusal));
  if (!table) { return Failure{std::move(table).error()}; }
  return of_kind(question_, std::move(*table));
}

bool Answers::reads(program::SlotId input) {
  const auto slots = slots_read(query_);
  return std::binary_search(slots.begin(), slots.end(), input);
}

std::vector<program::SlotId> Answers::reads_if_open() {
  open_query_ = query_;
  open_query_->settings.clear();
  return slots_read(*open_query_);
}

std::vector<program::SlotId> Answers::slots_read(const program::Query& query) {
  return means_ ? means_->reads(query) : exact_ ? exact_->reads(query) : double_->reads(query);
}

Result<Answer, Error> Answers::means(const Settings& settings, const SideBySide* how) {
  const auto& program = asked_.program;
  const bool has_estimates = settings_of(question_).estimate_rolls > 0;
  const auto alone = [&](OddsLimit limit, Error refusal) -> Result<Answer, Error> {
    if (!has_estimates) { return Failure{std::move(refusal)}; }
    auto table = estimator_.counts_alone(query_, settings, limit, std::move(refusal));
    if (!table) { return Failure{std::move(table).error()}; }
    return Answer(std::move(*table));
  };
  if (!odds::is_expectation(program, query_)) {
    return alone(OddsLimit::None,
                 make_error(Error::Kind::Limit,
                            "expected numbers cannot be computed if things that hold others may be discarded",
                            "use a count instead"));
  }
  const auto found = means_->answer(query_, settings, how);
  if (found.fault.kind != program::Fault::Kind::None) { return Failure{fault_error(asked_, found.fault)}; }
  if (found.is_refused) {
    return alone(public_limit(found.limit), refusal_of(found, program, settings_of(question_).max_memory));
  }
  ExpectedTable out;
  out.limit = public_limit(found.limit);
  out.by = std::get<ExpectedCounts>(question_).by;
  out.states = found.states;
  out.unexplored = std::min(1.0, found.unexplored.p);
  const auto& parts = found.outcomes.front().mass.parts;
  // A double may have lost all of a number.
  const bool is_lost =
      std::any_of(parts.begin(), parts.end(), [](const auto& part) { return odds::is_lost(std::abs(part.amount)); });
  if (is_lost) { out.unexplored = std::max(out.unexplored, odds::kLeastMass); }
  out.exact = out.unexplored == 0;
  for (const auto& part : parts) {
    auto& row = out.rows.emplace_back();
    const auto symbols = odds::symbols_of(part.key, query_.each.size());
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      row.values.push_back(cell_of(program, program.slots[query_.each[i]].type, symbols[i]));
    }
    row.expected = part.amount;
  }
  largest_first(out.rows, [](const auto& row) { return row.expected; });
  if (out.unexplored > kLeastToEstimate && has_estimates) {
    if (auto wrong = estimator_.add_to(out, query_, settings)) { return Failure{std::move(*wrong)}; }
  }
  return Answer(std::move(out));
}

Answer answer_of_nothing(const Question& question, const program::Query& query) {
  CountTable out;
  out.by = columns(question, query);
  out.given = 0;
  return of_kind(question, std::move(out));
}

Answer unanswered(const Question& question, const program::Query& query) {
  if (const auto* means = std::get_if<ExpectedCounts>(&question)) {
    ExpectedTable out;
    out.by = means->by;
    out.exact = false;
    out.unexplored = 1;
    out.limit = OddsLimit::Stopped;
    return out;
  }
  CountTable out;
  out.by = columns(question, query);
  out.given = 0;
  out.mean = kNoMean;
  out.exact = false;
  out.unexplored = 1;
  out.limit = OddsLimit::Stopped;
  return of_kind(question, std::move(out));
}

}  // namespace spoils::api
