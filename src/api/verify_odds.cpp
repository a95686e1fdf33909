// api/verify_odds.cpp
//
// Compares answers of exact_odds with rolls.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "api/begin_state.h"
#include "api/error.h"
#include "api/query.h"
#include "api/roller_data.h"
#include "api/sweep_parameter.h"
#include "api/verify.h"
#include "api/work.h"
#include "number/agreement.h"

namespace spoils {
inline namespace v1 {

using namespace program;

namespace {

api::ExpectedOdds expected_of(const OddsTable& table) {
  api::ExpectedOdds out;
  for (const auto& row : table.rows) { out.outcomes[row.values] += row.probability * table.given; }
  out.unexplored = table.exact ? 0 : table.unexplored;
  out.rejected = std::max(0.0, 1 - table.given - out.unexplored);
  if (table.rows.empty() && table.exact) { out.rejected = 1; }
  return out;
}

// The expected number of things of each kind.
Verification compared_kinds(const ExpectedTable& table, const api::RolledOutcomes& rolls, double risk) {
  Verification out;
  out.rolls = rolls.rolls;
  out.risk = risk;
  out.outcomes = table.rows.size();
  out.has_bounds = true;
  out.uncompared = rolls.stopped;
  if (rolls.rolls == 0) { return out; }
  auto unknown = rolls.kinds;
  const double risk_of_one = risk / static_cast<double>(table.rows.size() + 1);
  const auto name_of = [&](const Cells& values) {
    std::string name;
    for (std::size_t i = 0; i < values.size(); ++i) {
      name += fmt::format("{}{} = {}", name.empty() ? "" : ", ", i < table.by.size() ? table.by[i] : "kind",
                          to_text(values[i]));
    }
    return name;
  };
  const auto mean_of = [&](const std::vector<std::uint32_t>& counts) {
    double sum = 0;
    for (const auto count : counts) { sum += count; }
    return sum / static_cast<double>(rolls.rolls);
  };
  for (const auto& row : table.rows) {
    number::MeanBet bet(row.expected);
    const auto found = rolls.kinds.find(row.values);
    std::uint64_t with = 0;
    if (found != rolls.kinds.end()) {
      for (const auto count : found->second) { bet.add(count); }
      with = found->second.size();
      unknown.erase(row.values);
    }
    for (auto i = with; i < rolls.rolls; ++i) { bet.add(0); }
    if (!bet.wins(risk_of_one)) { continue; }
    out.discrepancies.push_back({name_of(row.values), found == rolls.kinds.end() ? 0 : mean_of(found->second),
                                 row.expected, row.expected, std::nullopt, false});
  }
  for (const auto& [values, counts] : unknown) {
    out.discrepancies.push_back({name_of(values), mean_of(counts), 0, 0, std::nullopt, false});
  }
  return out;
}

using Verified = Result<std::vector<Verification>, Error>;

Verified verified_within(const Pack& pack, const Question& question, const std::string& input,
                         const std::vector<Swept<Answer>>& answers, const VerifyOptions& options, WorkScope& scope) {
  auto asked = api::compile_queries(pack, {api::query_source(pack, question, input)});
  if (!asked.query_of.front()) { return Failure{std::move(asked.query_of.front()).error()}; }
  const auto number = *asked.query_of.front();
  if (auto wrong = api::count_apart(question, number, asked.program)) { return Failure{std::move(*wrong)}; }
  auto settings = api::begin_settings(pack, settings_of(question), asked.program);
  if (!settings) { return Failure{std::move(settings).error()}; }
  const auto& query = asked.program.queries[number];
  const auto slot = input.empty() ? kNone : api::input_or_state(asked.program, input).value_or(kNone);
  roll::Interpreter interpreter(asked.program);
  const auto columns = api::columns(question, query);
  const auto all = static_cast<double>(std::max<std::size_t>(answers.size(), 1));
  constexpr int kRollsBetweenLooks = 16;
  const std::function<bool()> go_on = [&, rolls = 0]() mutable {
    return (!options.go_on || options.go_on()) && (++rolls % kRollsBetweenLooks != 0 || !scope.is_stopped());
  };
  auto work = options.max_work / std::max<std::uint64_t>(answers.size(), 1);
  std::vector<Verification> out;
  for (const auto& [value, answer] : answers) {
    const auto* const counts = std::get_if<ExpectedTable>(&answer);
    if (std::holds_alternative<ExpectedCounts>(question) != (counts != nullptr)) {
      return Failure{api::make_error(Error::Kind::BadValue, "the answer is that of another kind of question")};
    }
    if (slot != kNone) {
      api::RollerData::Preset preset;
      preset.slot = slot;
      if (auto wrong = api::read_value(preset, asked.program, value)) { return Failure{std::move(*wrong)}; }
      for (auto& [known, word] : *settings) {
        if (known == slot) { word = preset.first; }
      }
    }
    api::RolledQuery rolls(asked.program, interpreter, query, *settings);
    auto& one = out.emplace_back();
    if (!rolls.refusal().empty()) {
      one.uncompared = rolls.refusal();
    } else if (counts != nullptr && !counts->exact) {
      one.uncompared = "a mean with an unexplored part has no bounds";
    } else if (counts == nullptr && probabilities(answer)->unexplored >= 1) {
      one.uncompared = "the odds explored nothing";
    } else {
      const auto found = api::rolled(
          rolls, {options.rolls, options.seed, options.max_work > 0 ? &work : nullptr, &go_on, asked.sources.get()});
      one = counts != nullptr ? compared_kinds(*counts, found, options.risk / all)
                              : api::compared(expected_of(*probabilities(answer)), found, columns, options.risk / all);
    }
    one.seed = options.seed;
    one.risk = options.risk;
  }
  return out;
}

Verified verified(const Pack& pack, const Question& asked, const std::string& input,
                  const std::vector<Swept<Answer>>& answers, const VerifyOptions& options) {
  const auto question = api::with_default_by(pack, asked);
  const auto& limits = settings_of(question);
  return api::within(limits.max_memory, limits.stop,
                     [&](WorkScope& scope) { return verified_within(pack, question, input, answers, options, scope); });
}

}  // namespace

Result<Verification, Error> verify_odds(const Pack& pack, const Question& question, const Answer& answer,
                                        const VerifyOptions& options) {
  auto out = verified(pack, question, "", {{"", answer}}, options);
  if (!out) { return Failure{std::move(out).error()}; }
  return std::move(out->front());
}

Result<std::vector<Verification>, Error> verify_odds(const Pack& pack, const Question& question,
                                                     const std::string& input,
                                                     const std::vector<Swept<Answer>>& answers,
                                                     const VerifyOptions& options) {
  if (!api::swept_parameter(pack, settings_of(question), input)) {
    return verified(pack, question, input, answers, options);
  }
  const auto all = std::max<std::size_t>(answers.size(), 1);
  auto each = options;
  each.risk /= static_cast<double>(all);
  if (each.max_work > 0) { each.max_work = std::max<std::uint64_t>(1, each.max_work / all); }
  std::vector<Verification> out;
  for (const auto& [value, answer] : answers) {
    auto one = verify_odds(pack, api::with_parameter(question, input, value), answer, each);
    if (!one) { return Failure{std::move(one).error()}; }
    out.push_back(std::move(*one));
  }
  return out;
}

}  // namespace v1
}  // namespace spoils
