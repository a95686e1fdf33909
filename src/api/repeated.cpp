// api/repeated.cpp
//
// Questions over many rolls of one world (odds/repeated.h), as public answers.
#include "odds/repeated.h"

#include <algorithm>
#include <chrono>
#include <functional>

#include "api/begin_state.h"
#include "api/error.h"
#include "api/estimate.h"
#include "api/estimate_worlds.h"
#include "api/largest_first.h"
#include "api/outcome_table.h"
#include "api/query.h"
#include "api/work.h"
#include "spoils/repeated.h"
#include "text/plain/figures.h"

namespace spoils {
inline namespace v1 {

namespace {

/// A compiled question.
struct Prepared {
  Question question;
  api::CompiledQueries asked;
  std::uint32_t number = 0;  // of the query
  api::Settings settings;

  [[nodiscard]] const program::Program& program() const { return asked.program; }
  [[nodiscard]] const program::Query& query() const { return asked.program.queries[number]; }
  [[nodiscard]] bool counts() const { return std::holds_alternative<Count>(question); }
  [[nodiscard]] bool has_estimates() const { return settings_of(question).estimate_rolls > 0; }
  [[nodiscard]] odds::Budget budget(odds::Bounds bounds) const {
    auto out = api::budget_of(settings_of(question));
    out.stop = nullptr;  // that of the scope of the call
    out.bounds = bounds;
    return out;
  }
};

Result<Prepared, Error> prepare(const Pack& pack, const Question& question) {
  Prepared out;
  out.question = api::with_default_by(pack, question);
  if (std::holds_alternative<ExpectedCounts>(question)) {
    return Failure{
        api::make_error(Error::Kind::BadValue, "expected numbers are those of one roll", "use a count instead")};
  }
  if (!api::condition_of(question).empty()) {
    return Failure{api::make_error(Error::Kind::BadValue, "a condition and a number of rolls exclude each other",
                                   "every roll counts; use a count of the things that satisfy the condition instead")};
  }
  out.asked = api::compile_queries(pack, {api::query_source(pack, out.question, "")}, api::Written::ForOdds);
  auto& number = out.asked.query_of.front();
  if (!number) { return Failure{std::move(number).error()}; }
  out.number = *number;
  if (auto unknown = api::unknown_word(pack, out.program(), out.query())) { return Failure{std::move(*unknown)}; }
  auto settings = api::begin_settings(pack, settings_of(out.question), out.asked.program);
  if (!settings) { return Failure{std::move(settings).error()}; }
  out.settings = std::move(*settings);
  return out;
}

template <class Mass>
std::optional<Error> failed(const api::CompiledQueries& asked, const odds::RepeatedAnswer<Mass>& answer) {
  using End = typename odds::RepeatedAnswer<Mass>::End;
  if (answer.fault.kind != program::Fault::Kind::None) { return api::fault_error(asked, answer.fault); }
  const auto limit = [](std::string message, std::string help, std::vector<Fact> facts = {}) {
    return api::make_error(Error::Kind::Limit, std::move(message), std::move(help), std::move(facts));
  };
  switch (answer.end) {
    case End::Whole: break;
    case End::TooMany:
      return limit("the state that is carried from roll to roll has too many values",
                   "use fewer rolls, or a rule with less state");
    case End::TooMuchWork:
      return limit("the number of rolls times the number of states of the world is too large to compute",
                   std::is_same_v<Mass, double> ? "use fewer rolls, or allow more with max_paths"
                                                : "leave out the fractions, or allow more with max_paths",
                   {{"raise", "max_paths"}});
    case End::Unexplored:
      return limit("the odds of one roll are too large to be computed for many rolls",
                   "allow more with max_states or max_paths", {{"raise", "max_states"}, {"raise", "max_paths"}});
    case End::TooSmall:
      return limit("some odds of one roll are too small to be computed for many rolls",
                   "use an outcome that is less rare, or fractions in the long run");
    case End::Memory:
      return limit("the odds of one roll take too much memory to be computed for many rolls",
                   "allow more with max_memory", {{"raise", "max_memory"}});
    case End::Stopped: return api::stopped_refusal();
  }
  return std::nullopt;
}

template <class Mass>
void tell_wait(const odds::Repeated<Mass>& row, WaitingTime& out) {
  if (row.wait == odds::Wait::Kind::Known) { out.mean_wait = odds::likelihood(row.mean_wait); }
  out.is_mean_known = row.wait != odds::Wait::Kind::Unknown;
  for (std::size_t k = 0; k < out.wait_points.size(); ++k) {
    const auto& point = row.wait_points[k];
    if (point.kind == odds::Wait::Kind::Known) { out.wait_points[k] = point.rolls; }
    out.are_points_known[k] = point.kind != odds::Wait::Kind::Unknown;
  }
}

template <class Mass>
Result<LongRunOdds, Error> long_run_of(const Prepared& prepared) {
  const auto& program = prepared.program();
  const auto& query = prepared.query();
  const bool counts = prepared.counts();
  const auto budget = prepared.budget(odds::Bounds::None);
  odds::Interpreter<Mass> interpreter(program, budget);
  const auto answer = odds::repeat_rolls(interpreter, program, query, prepared.settings, {{}, counts}, budget);
  if (auto wrong = failed(prepared.asked, answer)) { return Failure{std::move(*wrong)}; }
  LongRunOdds out;
  out.is_independent = answer.is_independent;
  out.worlds = answer.worlds;
  out.recurrent = answer.recurrent;
  out.classes = answer.classes;
  if (!counts) { out.by = api::columns(prepared.question, query); }
  for (const auto& row : answer.rows) {
    LongRunRow told;
    if (!counts) { told.values = api::cells_of(program, interpreter.heap(), query, row.words); }
    told.first = text::below_certainty(odds::likelihood(row.first), row.first < Mass(1));
    told.rate = text::below_certainty(odds::likelihood(row.rate), row.rate < Mass(1));
    told.amount = odds::likelihood(row.amount);
    if (row.ever) { told.ever = text::below_certainty(odds::likelihood(*row.ever), *row.ever < Mass(1)); }
    tell_wait(row, told);
    if constexpr (std::is_same_v<Mass, odds::Exact>) {
      told.rate_fraction = api::fraction_of(row.rate);
      if (told.mean_wait) { told.wait_fraction = api::fraction_of(row.mean_wait); }
    }
    out.rows.push_back(std::move(told));
  }
  if (counts && out.rows.empty()) {
    out.rows.emplace_back();
    out.rows.back().ever = 0;
    if constexpr (std::is_same_v<Mass, odds::Exact>) { out.rows.back().rate_fraction = api::fraction_of(Mass(0)); }
  }
  api::largest_first(out.rows, [](const auto& row) { return row.rate; });
  return out;
}

Result<RepeatedOdds, Error> repeated_within(const Prepared& prepared, std::uint64_t rolls) {
  const auto& program = prepared.program();
  const auto& query = prepared.query();
  const bool counts = prepared.counts();
  auto budget = prepared.budget(odds::Bounds::None);
  if (prepared.has_estimates()) { budget.share_of_end = api::kBeginOfRolls; }
  odds::Interpreter<double> interpreter(program, budget);
  const auto answer = odds::repeat_rolls(interpreter, program, query, prepared.settings, {{rolls}, counts}, budget);
  if (auto wrong = failed(prepared.asked, answer)) { return Failure{std::move(*wrong)}; }
  RepeatedOdds out;
  out.rolls = rolls;
  out.is_independent = answer.is_independent;
  out.worlds = answer.worlds;
  out.are_all_worlds = answer.are_all;
  if (answer.later_fault.kind != program::Fault::Kind::None) {
    out.later_fault = api::fault_error(prepared.asked, answer.later_fault).text();
  }
  if (!counts) { out.by = api::columns(prepared.question, query); }
  for (const auto& row : answer.rows) {
    RepeatedRow told;
    if (!counts) { told.values = api::cells_of(program, interpreter.heap(), query, row.words); }
    told.first = row.first;
    told.at_least_once = row.within.front().low;
    // An outcome comes at most once in a roll, whatever the sums of doubles say.
    told.expected = counts ? row.expected : std::min(row.expected, static_cast<double>(rolls));
    tell_wait(row, told);
    out.rows.push_back(std::move(told));
  }
  if (counts && out.rows.empty()) { out.rows.emplace_back(); }
  api::largest_first(out.rows, [](const auto& row) { return row.first; });
  return out;
}

/// The time of rolls after the call was ended.
constexpr std::chrono::milliseconds kTimeAtLast{200};

/// The exact odds, or an estimate where they are too large.
Result<RepeatedOdds, Error> repeated_or_estimated(const Prepared& prepared, std::uint64_t rolls) {
  const auto& limits = settings_of(prepared.question);
  const api::WorldQuestion question{prepared.asked, prepared.question, prepared.query(), prepared.settings, rolls};
  const auto is_too_large = [&](const Result<RepeatedOdds, Error>& answer) {
    return !answer && answer.error().kind == Error::Kind::Limit && prepared.has_estimates();
  };
  std::optional<Error> refusal;
  auto out = api::within(limits, [&](program::WorkScope& scope) {
    auto answer = repeated_within(prepared, rolls);
    if (!is_too_large(answer)) { return answer; }
    refusal = answer.error();
    return api::estimated_worlds(question, *refusal, scope);
  });
  if (!is_too_large(out)) { return out; }
  // The call was ended without a word, as by its memory; or the estimate was.
  if (!refusal) { refusal = out.error(); }
  const auto begin = std::chrono::steady_clock::now();
  const auto stop = [begin] { return std::chrono::steady_clock::now() - begin > kTimeAtLast; };
  auto last = api::within(limits.max_memory, stop,
                          [&](program::WorkScope& scope) { return api::estimated_worlds(question, *refusal, scope); });
  if (is_too_large(last)) { return Failure{std::move(*refusal)}; }
  return last;
}

/// The part of the time for the end of stopped work that tightens the bounds of one roll; the rest is for the chain.
constexpr double kShareForOneRoll = 0.5;

Result<AtLeastOnceOdds, Error> at_least_once_within(const Pack& pack, const Question& question,
                                                    const std::vector<std::uint64_t>& rolls) {
  if (rolls.empty() || rolls.front() == 0 ||
      std::adjacent_find(rolls.begin(), rolls.end(), std::greater_equal<>()) != rolls.end()) {
    return Failure{api::make_error(Error::Kind::BadValue, "the numbers of rolls must ascend from at least 1")};
  }
  const auto prepared = prepare(pack, question);
  if (!prepared) { return Failure{prepared.error()}; }
  const auto& program = prepared->program();
  const auto& query = prepared->query();
  const bool counts = prepared->counts();
  const auto wanted = api::budget_of(settings_of(prepared->question)).bounds;
  auto budget = prepared->budget(wanted == odds::Bounds::None ? odds::Bounds::OnePass : wanted);
  budget.share_of_end = kShareForOneRoll;
  odds::Interpreter<double> interpreter(program, budget);
  auto answer = odds::repeat_rolls(interpreter, program, query, prepared->settings, {rolls, counts}, budget);
  if (auto wrong = failed(prepared->asked, answer)) { return Failure{std::move(*wrong)}; }
  AtLeastOnceOdds out;
  out.rolls = rolls;
  out.exact = answer.is_whole;
  out.limit = api::public_limit(answer.limit);
  out.is_independent = answer.is_independent;
  out.worlds = answer.worlds;
  out.are_all_worlds = answer.are_all;
  if (!counts) { out.by = api::columns(prepared->question, query); }
  api::largest_first(answer.rows, [](const auto& row) { return row.first; });
  for (const auto& row : answer.rows) {
    AtLeastOnceRow told;
    if (!counts) { told.values = api::cells_of(program, interpreter.heap(), query, row.words); }
    for (const auto& within : row.within) { told.at_least_once.push_back({within.low, within.high}); }
    tell_wait(row, told);
    out.rows.push_back(std::move(told));
  }
  for (std::size_t i = 0; i < rolls.size(); ++i) {
    out.unlisted.push_back(answer.is_whole ? 0 : answer.others[i].high);
  }
  // A count that never holds has no transition with its label.
  if (counts && out.rows.empty()) {
    out.rows.emplace_back();
    for (const double most : out.unlisted) { out.rows.back().at_least_once.push_back({0, most}); }
    out.rows.back().is_mean_known = answer.is_whole;
    out.rows.back().are_points_known.fill(answer.is_whole);
  }
  return out;
}

}  // namespace

Result<AtLeastOnceOdds, Error> at_least_once_odds(const Pack& pack, const Question& question,
                                                  const std::vector<std::uint64_t>& rolls) {
  const auto& limits = settings_of(question);
  return api::within(limits, [&](auto&) { return at_least_once_within(pack, question, rolls); });
}

Result<RepeatedOdds, Error> repeated_odds(const Pack& pack, const Question& question, std::uint64_t rolls) {
  if (rolls == 0) { return Failure{api::make_error(Error::Kind::BadValue, "the number of rolls must be at least 1")}; }
  const auto prepared =
      api::within(settings_of(question), [&](auto&) -> Result<Prepared, Error> { return prepare(pack, question); });
  if (!prepared) { return Failure{prepared.error()}; }
  return repeated_or_estimated(*prepared, rolls);
}

Result<LongRunOdds, Error> long_run_odds(const Pack& pack, const Question& question) {
  const auto& limits = settings_of(question);
  return api::within(limits, [&](auto&) -> Result<LongRunOdds, Error> {
    const auto prepared = prepare(pack, question);
    if (!prepared) { return Failure{prepared.error()}; }
    return api::wants_fractions(question) ? long_run_of<odds::Exact>(*prepared) : long_run_of<double>(*prepared);
  });
}

}  // namespace v1
}  // namespace spoils
