// api/sweep_parameter.cpp
#include "api/sweep_parameter.h"

#include <algorithm>
#include <utility>

#include "api/pack_data.h"
#include "api/query.h"
#include "api/sweep_answers.h"
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
  SweepAnswers out(first, asked.program.queries[number], sweep.input);
  const auto seconds = settings_of(question).sweep_seconds;
  std::optional<SweepTime> time;
  if (seconds > 0) { time.emplace(seconds, values->size(), 1); }
  for (const auto& [value, word] : *values) {
    auto one = with_parameter(question, sweep.input, value);
    if (time) {
      auto& settings = settings_in(one);
      const std::chrono::duration<double> share = time->next();
      settings.stop_seconds = std::max(kLeastSeconds, seconds_to_explore(share.count()));
      settings.sweep_seconds = 0;
    }
    if (auto ends = out.add(value, answer(one))) { return Failure{std::move(*ends)}; }
  }
  return out.done();
}

}  // namespace spoils::api
