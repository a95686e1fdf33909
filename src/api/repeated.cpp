#include "spoils/repeated.h"

#include <algorithm>

#include "api/asking.h"
#include "odds/expectations.h"
#include "odds/repeated.h"

namespace spoils {

Result<RepeatedOdds, RollError> repeated_odds(const Pack& pack, const Question& asked_question, std::uint64_t rolls) {
  const auto question = api::with_default_by(pack, asked_question);
  const auto wrong = [](RollError::Kind kind, std::string message, std::string help) {
    return Failure{RollError{kind, std::move(message), std::move(help)}};
  };
  if (rolls == 0) { return wrong(RollError::Kind::BadValue, "0 rolls are none", "ask for 1 or more"); }
  if (!question.where.empty()) {
    return wrong(RollError::Kind::BadValue, "a condition and a number of rolls do not go together",
                 "every roll counts; count what satisfies the condition instead");
  }
  const auto asked = api::compile_questions(pack, {api::pose(pack, question, "", 0)});
  const auto& number = asked.query_of.front();
  if (!number) { return Failure{number.error()}; }
  const auto& query = asked.program.queries[*number];
  if (auto unknown = api::unknown_word(pack, asked.program, query)) { return Failure{std::move(*unknown)}; }
  const bool counts = !question.count.empty();
  odds::Interpreter<double> interpreter(asked.program, api::budget_of(question));
  const auto answer =
      odds::repeat_rolls(interpreter, asked.program, query, odds::initial_settings(asked.program), rolls, counts);
  if (answer.fault.kind != program::Fault::Kind::None) { return Failure{api::fault_error(asked, answer.fault)}; }
  if (!answer.is_settled) {
    return wrong(RollError::Kind::Limit, "the state that goes from roll to roll takes too many values to be followed",
                 "ask for fewer rolls, or of a rule that keeps less");
  }
  RepeatedOdds out;
  out.rolls = rolls;
  out.is_independent = answer.is_independent;
  out.worlds = answer.worlds;
  if (!counts) { out.by = api::columns(question, query); }
  for (const auto& row : answer.rows) {
    RepeatedRow told;
    std::vector<bool> is_number;
    if (!counts) { told.values = api::values_of(asked.program, interpreter.heap(), query, row.words, is_number); }
    told.first = row.first;
    told.at_least_once = row.at_least_once;
    told.expected = row.expected;
    told.mean_wait = row.mean_wait;
    told.wait_points = row.wait_points;
    out.rows.push_back(std::move(told));
  }
  if (counts && out.rows.empty()) { out.rows.emplace_back(); }
  std::stable_sort(out.rows.begin(), out.rows.end(), [](const auto& a, const auto& b) { return b.first < a.first; });
  return out;
}

}  // namespace spoils
