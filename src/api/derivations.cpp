// api/derivations.cpp
//
// Answers with derivations (`odds --why`, and the paths of a broken expectation): runs the odds engine so that each
// outcome carries the decisions that led to it, and writes these in the words of the pack.
#include "api/derivations.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "api/begin_state.h"
#include "api/error.h"
#include "api/estimate.h"
#include "api/largest_first.h"
#include "api/query.h"
#include "api/rolled_query.h"
#include "api/roller_data.h"
#include "api/work.h"
#include "explain/labels.h"
#include "odds/interpreter.h"
#include "roll/interpreter.h"
#include "text/plain/figures.h"
#include "text/plain/nearest.h"

namespace spoils::api {

namespace {

std::vector<DerivationStep> told(const program::Program& program, const text::Sources& sources, explain::Labels& labels,
                                 const odds::Derivations::Steps& steps) {
  std::vector<DerivationStep> out;
  for (const auto& step : steps) {
    DerivationStep taken;
    auto span = program.places[step.place];
    taken.source = labels.source(span);
    const bool is_choice = step.kind == odds::DerivationStep::Kind::Choice;
    if (step.kind == odds::DerivationStep::Kind::Chance) {
      taken.chosen = step.value == 1 ? "yes" : "no";
    } else if (is_choice && step.value < 0) {
      taken.chosen = "nothing";
    } else if (step.kind != odds::DerivationStep::Kind::Draw) {
      const auto table = is_choice ? program.choices[step.index].table : step.index;
      const auto& row = program.tables[table].rows[static_cast<std::size_t>(step.value)];
      const auto& outcome = program.expressions[row.outcome];
      const bool is_known = row.condition == program::kNone && outcome.op == program::Op::Constant;
      taken.chosen = is_known ? labels.outcome(row) : labels.source(program.places[row.outcome]);
      span = row.place;
    }
    taken.place = place_of(sources, span);
    out.push_back(std::move(taken));
  }
  return out;
}

// The `most` largest, the largest first; equals in the order of their trails.
std::vector<Derivation> in_words(const program::Program& program, const text::Sources& sources,
                                 const odds::Derivations& derivations,
                                 const std::map<program::Word, double>& by_derivation, double given, std::size_t most) {
  std::vector<std::pair<double, program::Word>> order;
  order.reserve(by_derivation.size());
  for (const auto& [derivation, mass] : by_derivation) { order.emplace_back(mass / given, derivation); }
  largest_first(order, [](const auto& one) { return one.first; });
  order.resize(std::min(order.size(), most));
  program::Heap heap;
  const std::vector<program::Word> unset(program.slots.size() + 1, program::kUnset);
  explain::Labels labels(program, sources, heap);
  labels.look_at(unset.data());
  std::vector<Derivation> out;
  for (const auto& [probability, derivation] : order) {
    out.push_back({probability, told(program, sources, labels, derivations.steps(derivation))});
  }
  return out;
}

}  // namespace

std::vector<Derivation> derivations_of_flag(const program::Program& program, const text::Sources& sources,
                                            const program::Query& query, const program::Settings& settings, bool wanted,
                                            const odds::Budget& budget, std::size_t most) {
  odds::Interpreter<double> interpreter(program, budget);
  interpreter.follow();
  const auto answer = interpreter.answer(query, settings);
  if (answer.unexplored > 0 || answer.fault.kind != program::Fault::Kind::None) { return {}; }
  double given = 0;
  std::map<program::Word, double> by_derivation;
  for (const auto& outcome : answer.outcomes) {
    given += outcome.mass;
    if ((outcome.words.front() == 1) == wanted) { by_derivation[outcome.words.back()] += outcome.mass; }
  }
  return in_words(program, sources, interpreter.derivations(), by_derivation, given, most);
}

}  // namespace spoils::api

namespace spoils {
inline namespace v1 {

namespace {

Failure<Error> bad_value(std::string message, std::string help = {}) {
  return Failure{api::make_error(Error::Kind::BadValue, std::move(message), std::move(help))};
}

using Texts = std::vector<std::optional<std::string>>;  // of the cells; unset as in them

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, ",")); }

std::string joined(const Texts& texts) {
  std::vector<std::string> words;
  for (const auto& text : texts) { words.push_back(text.value_or("none")); }
  return joined(words);
}

Texts texts_of(const Cells& cells) {
  Texts out;
  for (const auto& cell : cells) { out.push_back(cell ? std::optional(cell->text) : std::nullopt); }
  return out;
}

// `1/2` and `0.5` are one number.
bool is_written_as(const std::optional<Cell>& cell, const std::optional<std::string>& text) {
  if (!cell || !text) { return !cell && !text; }
  if (cell->text == *text) { return true; }
  if (cell->kind != Cell::Kind::Number) { return false; }
  const auto value = api::read_number(cell->text);
  const auto wanted = api::read_number(*text);
  return value && wanted && *value == *wanted;
}

/// What to do where no path was found: a roll that has the outcome shows one, if some roll does soon.
std::string help_by_roll(const api::CompiledQueries& asked, const program::Query& query,
                         const program::Settings& settings, const std::vector<std::optional<std::string>>& values,
                         std::string otherwise, program::WorkScope& scope) {
  constexpr std::uint64_t kSeed = 1;
  constexpr std::uint64_t kMostWork = 20'000'000;  // of about 10 ns
  roll::Interpreter interpreter(asked.program);
  api::RolledQuery rolls(asked.program, interpreter, query, settings);
  if (!rolls.refusal().empty()) { return otherwise; }
  std::uint64_t work = 0;
  for (std::uint64_t index = 0; work < kMostWork && scope.grace_used() < api::kEndOfRolls; ++index) {
    const auto came = rolls.roll(kSeed, index);
    work += rolls.cost();
    if (came != api::RolledQuery::Came::Outcome) { continue; }
    const auto& found = rolls.values();
    if (!std::equal(found.begin(), found.end(), values.begin(), values.end(), is_written_as)) { continue; }
    return fmt::format("{}; roll {} of seed {} has this outcome, and `explain` shows its path", otherwise, index,
                       kSeed);
  }
  return otherwise;
}

Result<Derivations, Error> derivations_within(const Pack& pack, const Question& asked_question,
                                              const std::vector<std::optional<std::string>>& values,
                                              program::WorkScope& scope) {
  const auto question = api::with_default_by(pack, asked_question);
  if (std::holds_alternative<Count>(question) || std::holds_alternative<ExpectedCounts>(question)) {
    return bad_value("the paths to a number of things are not available", "use the rule that makes one of them");
  }
  auto asked = api::compile_queries(pack, {api::query_source(pack, question, "")});
  const auto& number = asked.query_of.front();
  if (!number) { return Failure{number.error()}; }
  const auto& program = asked.program;
  const auto& query = program.queries[*number];
  if (auto unknown = api::unknown_word(pack, program, query)) { return Failure{std::move(*unknown)}; }
  Derivations out;
  out.by = api::columns(question, query);
  if (values.size() != out.by.size()) {
    return bad_value(fmt::format("`{}` is {} value{}, and the columns are {}", joined(values), values.size(),
                                 values.size() == 1 ? "" : "s", joined(out.by)),
                     "give one value per column, with commas");
  }
  const auto settings = api::begin_settings(pack, settings_of(question), asked.program);
  if (!settings) { return Failure{settings.error()}; }
  auto budget = api::budget_of(settings_of(question));
  budget.stop = nullptr;                  // that of the scope of the call
  budget.bounds = odds::Bounds::OnePass;  // the paths of another pass would be others
  odds::Interpreter<double> interpreter(program, budget);
  interpreter.follow();
  const auto answer = interpreter.answer(query, *settings);
  if (answer.fault.kind != program::Fault::Kind::None) { return Failure{api::fault_error(asked, answer.fault)}; }
  if (answer.is_refused) { return Failure{api::refusal_of(answer, program, settings_of(question).max_memory)}; }
  out.exact = answer.unexplored == 0;
  if (answer.outcomes.empty() && out.exact) { return Failure{api::never_holds(question)}; }
  double given = 0;
  std::vector<std::string> others;
  std::map<program::Word, double> by_derivation;
  for (const auto& outcome : answer.outcomes) {
    given += outcome.mass;
    const auto found = api::cells_of(program, interpreter.heap(), query, outcome.words);
    if (std::equal(found.begin(), found.end(), values.begin(), values.end(), is_written_as)) {
      by_derivation[outcome.words.back()] += outcome.mass;
    } else {
      others.push_back(joined(texts_of(found)));
    }
  }
  const auto help = [&](std::string otherwise) {
    return help_by_roll(asked, query, *settings, values, std::move(otherwise), scope);
  };
  if (by_derivation.empty() && answer.limit == odds::Limit::Stopped) {
    return Failure{api::make_error(Error::Kind::Limit,
                                   fmt::format("no path to `{}` was found before the work was stopped", joined(values)),
                                   help("allow more time, or reduce the question"))};
  }
  if (by_derivation.empty() && !out.exact) {
    return Failure{api::make_error(Error::Kind::Limit,
                                   fmt::format("no path to `{}` was found within the limits", joined(values)),
                                   help("allow more with max_states, max_paths or max_memory"),
                                   {{"raise", "max_states"}, {"raise", "max_paths"}, {"raise", "max_memory"}})};
  }
  if (by_derivation.empty()) {
    const std::vector<std::string_view> known(others.begin(), others.end());
    const auto near = text::nearest(joined(values), known);
    return bad_value(fmt::format("`{}` never occurs", joined(values)),
                     near ? fmt::format("did you mean `{}`?", *near) : "");
  }
  // The unexplored part may meet the condition, and belong to any outcome. A double may have lost all of a share; of a
  // condition that is lost it is only known that it has no more than all.
  const double unexplored = std::min(1.0, answer.unexplored);
  const bool is_given_lost = odds::is_lost(given);
  const double most_given = is_given_lost ? 1 : given + unexplored;
  double all = 0;
  for (const auto& [derivation, mass] : by_derivation) { all += mass; }
  const bool is_lost = is_given_lost || std::any_of(by_derivation.begin(), by_derivation.end(),
                                                    [](const auto& path) { return odds::is_lost(path.second); });
  const bool has_others = !others.empty();
  out.probability = text::below_certainty(std::min(1.0, all / most_given), has_others);
  out.at_most = text::below_certainty(std::min(1.0, (all + unexplored) / most_given), has_others);
  if (is_lost) {
    out.exact = false;
    out.probability = 0;
    out.at_most = is_given_lost ? 1 : std::max(out.at_most, odds::kLeastMass / most_given);
  }
  out.paths = api::in_words(program, *asked.sources, interpreter.derivations(), by_derivation, most_given,
                            by_derivation.size());
  return out;
}

}  // namespace

Result<Derivations, Error> derivations_of(const Pack& pack, const Question& question,
                                          const std::vector<std::optional<std::string>>& values) {
  const auto& limits = settings_of(question);
  return api::within(limits, [&](auto& scope) { return derivations_within(pack, question, values, scope); });
}

}  // namespace v1
}  // namespace spoils
