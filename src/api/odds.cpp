// api/odds.cpp
//
// `exact_odds`: compiles the questions of a call, runs the odds engine with the mass that
// each needs (doubles, fractions or expected counts), and writes the outcomes as rows. A sweep reuses one engine for
// all values, and one answer if the question does not read the swept input.
#include "spoils/odds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "api/begin_state.h"
#include "api/error.h"
#include "api/estimate.h"
#include "api/outcome_table.h"
#include "api/query.h"
#include "api/work.h"
#include "odds/interpreter.h"
#include "text/plain/nearest.h"

namespace spoils {
inline namespace v1 {

namespace {

using api::CompiledQueries;
using api::make_error;
using program::ValueKind;
using program::Word;

constexpr std::int64_t kMaxSweep = 10'000;

/// If less is unexplored, bounds say more than a million rolls could.
constexpr double kLeastToEstimate = 1e-6;

template <class Mass>
Result<CountTable, Error> answer(const CompiledQueries& asked, const Question& question, const program::Query& query,
                                 odds::Interpreter<Mass>& interpreter,
                                 const std::vector<std::pair<program::SlotId, Word>>& settings,
                                 api::Estimator& estimator) {
  const auto& program = asked.program;
  auto found = interpreter.answer(query, settings);
  if (found.fault.kind != program::Fault::Kind::None) { return Failure{api::fault_error(asked, found.fault)}; }
  const bool is_at_end = found.limit == odds::Limit::Memory || found.limit == odds::Limit::Stopped;
  if (found.is_refused || (found.outcomes.empty() && is_at_end)) {
    auto refusal = api::refusal_of(found, program, settings_of(question).max_memory);
    if (settings_of(question).estimate_rolls == 0) { return Failure{std::move(refusal)}; }
    return estimator.alone(query, settings, api::public_limit(found.limit), std::move(refusal));
  }
  auto table = api::outcome_table(asked, question, query, found, interpreter.heap());
  if (table.rows.empty() && table.exact) { return Failure{api::never_holds(question)}; }
  if (table.unexplored > kLeastToEstimate && settings_of(question).estimate_rolls > 0) {
    if (auto wrong = estimator.add_to(table, query, settings)) { return Failure{std::move(*wrong)}; }
  }
  return table;
}

/// Answers one question under many settings: the parts that they share are computed once.
class Answers {
 public:
  Answers(const CompiledQueries& asked, const Question& question, std::uint32_t query)
      : asked_(asked), question_(question), query_(asked.program.queries[query]), estimator_(asked, question) {
    auto budget = api::budget_of(settings_of(question));
    budget.stop = nullptr;  // that of the scope of the call, so that all its answers have one time to end
    if (settings_of(question).estimate_rolls > 0) { budget.share_of_end = api::kBeginOfRolls; }
    if (std::holds_alternative<ExpectedCounts>(question)) {
      means_.emplace(asked.program, budget);
    } else if (api::wants_fractions(question)) {
      exact_.emplace(asked.program, budget);
    } else {
      double_.emplace(asked.program, budget);
    }
  }

  Result<Answer, Error> under(const std::vector<std::pair<program::SlotId, Word>>& settings) {
    if (means_) { return means(settings); }
    auto table = exact_ ? answer(asked_, question_, query_, *exact_, settings, estimator_)
                        : answer(asked_, question_, query_, *double_, settings, estimator_);
    if (!table) { return Failure{std::move(table).error()}; }
    return of_kind(std::move(*table));
  }

  /// Answers by a few rolls, after the limits ended the question with this refusal before it had any bounds.
  Result<Answer, Error> by_rolls(const std::vector<std::pair<program::SlotId, Word>>& settings, Error refusal) {
    const bool took_memory = std::any_of(refusal.facts.begin(), refusal.facts.end(),
                                         [](const Fact& fact) { return fact.value == "max_memory"; });
    estimator_.be_last();
    auto table =
        estimator_.alone(query_, settings, took_memory ? OddsLimit::Memory : OddsLimit::Stopped, std::move(refusal));
    if (!table) { return Failure{std::move(table).error()}; }
    return of_kind(std::move(*table));
  }

  /// Says which of several answers is the next.
  void begin(std::size_t number, std::size_t of) { estimator_.share_time(number, of); }

  /// Returns the answer for a condition that never holds.
  [[nodiscard]] Answer nothing() const {
    CountTable out;
    out.given = 0;
    return of_kind(std::move(out));
  }

  /// Returns the answer for a value that there was no time or memory for.
  [[nodiscard]] Answer unanswered() const {
    if (means_) {
      ExpectedTable out;
      out.by = std::get<ExpectedCounts>(question_).by;
      out.exact = false;
      out.unexplored = 1;
      out.limit = OddsLimit::Stopped;
      return out;
    }
    CountTable out;
    out.by = api::columns(question_, query_);
    out.given = 0;
    out.mean = api::kNoMean;
    out.exact = false;
    out.unexplored = 1;
    out.limit = OddsLimit::Stopped;
    return of_kind(std::move(out));
  }

  /// Returns whether the answer depends on an input at all.
  bool reads(program::SlotId input) {
    const auto slots = means_ ? means_->reads(query_) : exact_ ? exact_->reads(query_) : double_->reads(query_);
    return std::binary_search(slots.begin(), slots.end(), input);
  }

 private:
  [[nodiscard]] Answer of_kind(CountTable table) const {
    if (std::holds_alternative<Count>(question_)) { return table; }
    return static_cast<OddsTable&&>(table);
  }

  Result<Answer, Error> means(const std::vector<std::pair<program::SlotId, Word>>& settings) {
    const auto& program = asked_.program;
    if (!odds::is_expectation(program, query_)) {
      return Failure{make_error(Error::Kind::Limit,
                                "expected numbers cannot be computed if things that hold others may be discarded",
                                "use a count instead")};
    }
    const auto found = means_->answer(query_, settings);
    if (found.fault.kind != program::Fault::Kind::None) { return Failure{api::fault_error(asked_, found.fault)}; }
    if (found.is_refused) { return Failure{api::refusal_of(found, program, settings_of(question_).max_memory)}; }
    ExpectedTable out;
    out.limit = api::public_limit(found.limit);
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
        row.values.push_back(api::cell_of(program, program.slots[query_.each[i]].type, symbols[i]));
      }
      row.expected = part.amount;
    }
    std::stable_sort(out.rows.begin(), out.rows.end(),
                     [](const auto& a, const auto& b) { return b.expected < a.expected; });
    return Answer(std::move(out));
  }

  const CompiledQueries& asked_;
  const Question& question_;
  const program::Query& query_;
  api::Estimator estimator_;
  std::optional<odds::Interpreter<odds::ExpectedCounts>> means_;
  std::optional<odds::Interpreter<odds::Exact>> exact_;
  std::optional<odds::Interpreter<double>> double_;
};

using Setting = std::pair<std::string, Word>;  // a value of the swept input, as written and as a word

Result<std::vector<Setting>, Error> values_to_sweep(const program::Slot& known, const program::Program& program,
                                                    const Sweep& sweep) {
  std::vector<Setting> values;
  for (const auto choice : known.choices) {
    values.emplace_back(program.symbols.name(static_cast<std::uint32_t>(choice)), choice);
  }
  if (known.type.kind == ValueKind::Flag) { values = {{"false", 0}, {"true", 1}}; }
  if (!values.empty()) {
    if (sweep.values.empty()) { return values; }
    std::vector<Setting> chosen;
    for (const auto& name : sweep.values) {
      const auto found = std::find_if(values.begin(), values.end(), [&](const auto& v) { return v.first == name; });
      if (found == values.end()) {
        return Failure{make_error(Error::Kind::BadValue, fmt::format("`{}` cannot be `{}`", sweep.input, name), "",
                                  {{"input", sweep.input}, {"value", name}})};
      }
      chosen.push_back(*found);
    }
    return chosen;
  }
  if (known.type.kind != ValueKind::Int) {
    return Failure{make_error(Error::Kind::BadValue, fmt::format("`{}` has no range to sweep", sweep.input),
                              "only integers, flags and symbols with declared choices have one")};
  }
  const auto out_of_range = [&](const std::string& what) {
    return Failure{make_error(Error::Kind::BadValue, fmt::format("cannot sweep `{}` over {}", sweep.input, what),
                              known.has_bounds ? fmt::format("its range is {}..{}, and at most {} values are swept",
                                                             known.first, known.last, kMaxSweep)
                                               : "")};
  };
  for (const auto& text : sweep.values) {
    std::int64_t value = 0;
    const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (wrong != std::errc{} || end != text.data() + text.size() || !known.holds(value)) { return out_of_range(text); }
    values.emplace_back(text, value);
  }
  if (!values.empty()) { return values; }
  if (!known.has_bounds && !sweep.range) {
    return Failure{make_error(Error::Kind::BadValue,
                              fmt::format("{} `{}` has no range to sweep",
                                          known.kind == program::Slot::Kind::State ? "state" : "input", sweep.input),
                              "give one", {{"range", sweep.input}})};
  }
  const auto first = sweep.range ? sweep.range->first : known.first;
  const auto last = sweep.range ? sweep.range->second : known.last;
  if (last < first || last - first >= kMaxSweep || (known.has_bounds && (first < known.first || last > known.last))) {
    return out_of_range(fmt::format("{}..{}", first, last));
  }
  for (auto value = first; value <= last; ++value) { values.emplace_back(fmt::format("{}", value), value); }
  return values;
}

// Returns a help text: the nearest name of an input or state, or all of them.
std::string swept_near(const program::Program& program, const std::string& word) {
  std::vector<std::string_view> inputs;
  std::vector<std::string_view> states;
  for (const auto slot : program.inputs) { inputs.push_back(program.slots[slot].name); }
  for (const auto slot : program.states) { states.push_back(program.slots[slot].name); }
  auto known = inputs;
  known.insert(known.end(), states.begin(), states.end());
  if (const auto near = text::nearest(word, known)) { return fmt::format("did you mean `{}`?", *near); }
  std::string out = inputs.empty() ? "" : fmt::format("its inputs are {}", fmt::join(inputs, ", "));
  if (!states.empty()) { out += fmt::format("{}its states are {}", out.empty() ? "" : "; ", fmt::join(states, ", ")); }
  return out.empty() ? "it has neither inputs nor states" : out;
}

/// Says at which value of a sweep it went wrong.
Error at_value(Error error, const std::string& input, const std::string& value) {
  error.message += fmt::format(" when {} is {}", input, value);
  return error;
}

Result<std::vector<Swept<Answer>>, Error> swept(const CompiledQueries& asked, const Question& question,
                                                std::uint32_t query, const Sweep& sweep, api::Settings settings) {
  if (auto wrong = api::unknown_field(asked.program, asked.program.queries[query])) {
    return Failure{std::move(*wrong)};
  }
  Answers answers(asked, question, query);
  std::vector<Swept<Answer>> out;
  if (sweep.input.empty()) {
    auto table = answers.under(settings);
    if (!table) { return Failure{table.error()}; }
    out.push_back({"", std::move(*table)});
    return out;
  }
  const auto slot = api::input_or_state(asked.program, sweep.input);
  if (!slot) {
    return Failure{make_error(Error::Kind::UnknownInput,
                              fmt::format("pack `{}` has no input `{}` to sweep", asked.program.name, sweep.input),
                              swept_near(asked.program, sweep.input), {{"input", sweep.input}})};
  }
  if (program::holds_words(asked.program.slots[*slot].type.kind)) {
    const bool is_map = asked.program.slots[*slot].type.kind == ValueKind::Map;
    return Failure{
        make_error(Error::Kind::BadValue,
                   fmt::format("state `{}` is a {}, and has no range to sweep", sweep.input, is_map ? "map" : "set"),
                   "set one value", {{is_map ? "map" : "set", sweep.input}})};
  }
  const auto values = values_to_sweep(asked.program.slots[*slot], asked.program, sweep);
  if (!values) { return Failure{values.error()}; }
  const bool once = !answers.reads(*slot);
  std::optional<Error> refusal;  // of the first value without an answer
  bool is_any_answered = false;
  for (const auto& [name, word] : *values) {
    if (once && !out.empty()) {
      out.push_back({name, out.front().table});
      continue;
    }
    for (auto& [setting, value] : settings) {
      if (setting == *slot) { value = word; }
    }
    answers.begin(out.size(), values->size());
    auto table = answers.under(settings);
    if (!table) {
      // If a condition never holds for one value, or the budget ends before it is answered, the others are kept.
      const auto kind = table.error().kind;
      auto error = at_value(std::move(table).error(), sweep.input, name);
      if (kind != Error::Kind::BadValue && kind != Error::Kind::Limit) { return Failure{std::move(error)}; }
      out.push_back({name, kind == Error::Kind::Limit ? answers.unanswered() : answers.nothing()});
      if (kind == Error::Kind::Limit && !refusal) { refusal = std::move(error); }
      continue;
    }
    is_any_answered = true;
    out.push_back({name, std::move(*table)});
  }
  if (refusal && !is_any_answered) { return Failure{std::move(*refusal)}; }
  return out;
}

using Answered = Result<std::vector<Swept<Answer>>, Error>;

/// The paths of a trial without one of the columns, some tens of milliseconds; the number of trials; and the part of
/// the time for the end at which they stop.
constexpr std::uint64_t kPathsOfTrial = 200'000;
constexpr std::size_t kMostTrials = 6;
constexpr double kEndOfTrials = 0.97;

// Returns a column without which a question is exact, found by trying; those in which states differ most come first.
std::string exact_without(const Pack& pack, const Question& question, const OddsTable& table,
                          program::WorkScope& scope) {
  const auto* const asked = std::get_if<Marginal>(&question);
  if (asked == nullptr || asked->by.size() < 2) { return {}; }
  auto columns = asked->by;
  const auto is_wide = [&](const std::string& column) {
    return std::any_of(table.widest_slots.begin(), table.widest_slots.end(),
                       [&](const auto& slot) { return slot.first == column; });
  };
  std::stable_partition(columns.begin(), columns.end(), is_wide);
  if (columns.size() > kMostTrials) { columns.resize(kMostTrials); }
  for (const auto& column : columns) {
    auto fewer = *asked;
    std::erase(fewer.by, column);
    fewer.fractions = fewer.tighten = fewer.suggest = false;
    fewer.estimate_rolls = 0;
    fewer.max_paths = std::min(fewer.max_paths, kPathsOfTrial);
    fewer.stop = [&scope] { return scope.is_stopped() && scope.grace_used() > kEndOfTrials; };
    if (fewer.by.empty() || fewer.stop()) { return {}; }
    const auto found = exact_odds(pack, fewer);
    if (found && found->exact) { return column; }
  }
  return {};
}

/// `is_strict`: a word that the pack does not know is an error. A caller that compares two packs uses the words of
/// both, so it is not strict.
std::vector<Answered> answers_within(const Pack& pack, const std::vector<Query>& queries, bool is_strict) {
  std::vector<Query> posed = queries;
  std::vector<api::QueryOrError> texts;
  for (auto& [question, sweep] : posed) {
    question = api::with_default_by(pack, std::move(question));
    texts.push_back(api::query_source(pack, question, sweep.input));
  }
  auto asked = api::compile_queries(pack, texts);
  std::vector<Answered> out;
  for (std::size_t i = 0; i < posed.size(); ++i) {
    if (!asked.query_of[i]) {
      out.emplace_back(Failure{std::move(asked.query_of[i]).error()});
      continue;
    }
    const auto& query = asked.program.queries[*asked.query_of[i]];
    auto unknown = is_strict ? api::unknown_word(pack, asked.program, query) : std::nullopt;
    if (unknown) {
      out.emplace_back(Failure{std::move(*unknown)});
      continue;
    }
    if (auto wrong = api::count_apart(posed[i].question, *asked.query_of[i], asked.program)) {
      out.emplace_back(Failure{std::move(*wrong)});
      continue;
    }
    auto settings = api::begin_settings(pack, settings_of(posed[i].question), asked.program);
    if (!settings) {
      out.emplace_back(Failure{std::move(settings).error()});
      continue;
    }
    const auto& limits = settings_of(posed[i].question);
    out.push_back(api::within(limits.max_memory, limits.stop, [&](program::WorkScope& scope) {
      auto found = swept(asked, posed[i].question, *asked.query_of[i], posed[i].sweep, *settings);
      if (found && limits.suggest && posed[i].sweep.input.empty()) {
        auto* const table = std::get_if<OddsTable>(&found->front().table);
        if (table != nullptr && !table->exact) {
          table->exact_without = exact_without(pack, posed[i].question, *table, scope);
        }
      }
      return found;
    }));
  }
  return out;
}

// All answers of a call together are limited to the largest memory limit of its questions.
std::vector<Answered> answers_to(const Pack& pack, const std::vector<Query>& queries, bool is_strict) {
  std::size_t most = 0;
  for (const auto& query : queries) { most = std::max(most, settings_of(query.question).max_memory); }
  const std::function<bool()> stop = queries.empty() ? nullptr : settings_of(queries.front().question).stop;
  auto out = api::within(most, stop, [&](auto&) -> Result<std::vector<Answered>, Error> {
    return answers_within(pack, queries, is_strict);
  });
  if (out) { return std::move(*out); }
  return std::vector<Answered>(queries.size(), Answered(Failure{out.error()}));
}

/// Whether the limits ended a question before anything was proven, and rolls may answer it.
bool is_left_to_rolls(const Answered& answer, const Query& query) {
  return !answer && answer.error().kind == Error::Kind::Limit && settings_of(query.question).estimate_rolls > 0 &&
         query.sweep.input.empty() && !std::holds_alternative<ExpectedCounts>(query.question);
}

// Answers by rolls alone. The scopes of the call have ended, so that there is memory again.
Answered answer_by_rolls(const Pack& pack, const Query& query, Answered refused) {
  const auto question = api::with_default_by(pack, query.question);
  auto asked = api::compile_queries(pack, {api::query_source(pack, question, "")});
  if (!asked.query_of[0]) { return refused; }
  const auto settings = api::begin_settings(pack, settings_of(question), asked.program);
  if (!settings) { return refused; }
  Answers answers(asked, question, *asked.query_of[0]);
  Result<Answer, Error> found = answers.by_rolls(*settings, std::move(refused).error());
  if (!found) { return Failure{std::move(found).error()}; }
  std::vector<Swept<Answer>> out;
  out.push_back({"", std::move(*found)});
  return out;
}

// The answer to a question, by rolls if its limits leave nothing else.
Answered answer_to(const Pack& pack, const Query& query) {
  auto answer = std::move(answers_to(pack, {query}, true).front());
  return is_left_to_rolls(answer, query) ? answer_by_rolls(pack, query, std::move(answer)) : answer;
}

}  // namespace

Result<Answer, Error> exact_odds(const Pack& pack, const Question& question) {
  auto answer = answer_to(pack, {question, {}});
  if (!answer) { return Failure{std::move(answer).error()}; }
  return std::move(answer->front().table);
}

Result<std::vector<Swept<Answer>>, Error> exact_odds(const Pack& pack, const Question& question, const Sweep& sweep) {
  return answer_to(pack, {question, sweep});
}

std::vector<Result<std::vector<Swept<Answer>>, Error>> exact_odds(const Pack& pack, const std::vector<Query>& queries) {
  return answers_to(pack, queries, false);
}

}  // namespace v1
}  // namespace spoils
