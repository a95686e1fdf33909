// api/sweep_parameter.cpp
#include "api/sweep_parameter.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "api/answers.h"
#include "api/error.h"
#include "api/pack_data.h"
#include "api/query.h"
#include "api/sweep_values.h"

namespace spoils::api {

namespace {

// A time of 0 would be none.
constexpr double kLeastSeconds = 0.001;

OddsSettings& settings_in(Question& question) {
  return std::visit([](OddsSettings& settings) -> OddsSettings& { return settings; }, question);
}

}  // namespace

std::optional<program::SlotId> swept_parameter(const Pack& pack, const OddsSettings& question,
                                               const std::string& name) {
  const auto& program = pack.data().program;
  const auto rule = question.rule.empty() ? std::optional<program::RuleId>(0) : program.find_rule(question.rule);
  if (!rule || name.empty()) { return std::nullopt; }
  for (const auto& parameter : program.rules[*rule].parameters) {
    if (program.slots[parameter.slot].name == name) { return parameter.slot; }
  }
  return std::nullopt;
}

Question with_parameter(Question question, const std::string& name, const std::string& value) {
  auto& values = settings_in(question).values;
  const auto known = std::find_if(values.begin(), values.end(), [&](const auto& set) { return set.first == name; });
  if (known == values.end()) {
    values.emplace_back(name, value);
  } else {
    known->second = value;
  }
  return question;
}

Result<std::vector<Swept<Answer>>, Error> answers_by_parameter(
    const Pack& pack, const Question& question, const Sweep& sweep, program::SlotId parameter,
    const std::function<Result<Answer, Error>(const Question&)>& answer) {
  const auto values = values_to_sweep(pack.data().program, parameter, sweep);
  if (!values) { return Failure{values.error()}; }
  // A mistake in the question is one for every value.
  const auto first = with_default_by(pack, with_parameter(question, sweep.input, values->front().first));
  auto asked = compile_queries(pack, {query_source(pack, first, "")});
  if (!asked.query_of.front()) { return Failure{std::move(asked.query_of.front()).error()}; }
  const auto number = *asked.query_of.front();
  if (auto wrong = completed(pack, first, number, true, asked.program)) { return Failure{std::move(*wrong)}; }
  const auto& query = asked.program.queries[number];
  const auto seconds = settings_of(question).sweep_seconds;
  std::optional<SweepTime> time;
  if (seconds > 0) { time.emplace(seconds, values->size(), 1); }
  std::vector<Swept<Answer>> out;
  std::optional<Error> refusal;  // of the first value without an answer
  bool is_any_answered = false;
  for (const auto& [value, word] : *values) {
    auto one = with_parameter(question, sweep.input, value);
    if (time) {
      auto& settings = settings_in(one);
      const std::chrono::duration<double> share = time->next();
      settings.stop_seconds = std::max(kLeastSeconds, seconds_to_explore(share.count()));
      settings.sweep_seconds = 0;
    }
    auto found = answer(one);
    if (found) {
      is_any_answered = true;
      out.push_back({value, std::move(*found)});
      continue;
    }
    auto error = at_value(std::move(found).error(), sweep.input, value);
    if (!is_of_one_value(error)) { return Failure{std::move(error)}; }
    const bool is_limit = error.kind == Error::Kind::Limit;
    out.push_back({value, is_limit ? unanswered(first, query) : answer_of_nothing(first, query)});
    if (is_limit && !refusal) { refusal = std::move(error); }
  }
  if (refusal && !is_any_answered) { return Failure{std::move(*refusal)}; }
  return out;
}

}  // namespace spoils::api
