// api/sweep_answers.h
//
// Puts the answers for the values of a sweep together, whichever way they were found. Tests: tests/cli/odds_test.py,
// tests/api/sweep_parameter_test.cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/program.h"
#include "spoils/odds.h"

namespace spoils::api {

/// Returns whether the other values of a sweep are answered in spite of this error: a condition that never holds for
/// one value, or a budget that ends before it is answered.
[[nodiscard]] bool is_of_one_value(const Error& error);

/// The answers for the values of one input, state or parameter, in order.
class SweepAnswers {
 public:
  /// `question` and `query`: for the columns of values without an answer; both must outlive the object.
  SweepAnswers(const Question& question, const program::Query& query, std::string input)
      : question_(question), query_(query), input_(std::move(input)) {}

  /// Takes what was found for a value. Returns the error, with the value in its message, if it ends the sweep.
  [[nodiscard]] std::optional<Error> add(const std::string& value, Result<Answer, Error> found);

  /// For this value the answer is that of the first one. Requires: there is one.
  void repeat_first(const std::string& value) { answers_.push_back({value, answers_.front().table}); }

  /// Returns all answers; the first refusal if there is no answer at all. After this the object is of no further use.
  [[nodiscard]] Result<std::vector<Swept<Answer>>, Error> done();

 private:
  const Question& question_;
  const program::Query& query_;
  std::string input_;
  std::vector<Swept<Answer>> answers_;
  std::optional<Error> refusal_;  // of the first value without an answer
  bool is_any_answered_ = false;
};

}  // namespace spoils::api
