// api/sweep_answers.cpp
#include "api/sweep_answers.h"

#include <fmt/format.h>

#include <utility>

#include "api/answers.h"

namespace spoils::api {

bool is_of_one_value(const Error& error) {
  return error.kind == Error::Kind::BadValue || error.kind == Error::Kind::Limit;
}

std::optional<Error> SweepAnswers::add(const std::string& value, Result<Answer, Error> found) {
  if (found) {
    is_any_answered_ = true;
    answers_.push_back({value, std::move(*found)});
    return std::nullopt;
  }
  auto error = std::move(found).error();
  error.message += fmt::format(" when {} is {}", input_, value);
  if (!is_of_one_value(error)) { return error; }
  const bool is_limit = error.kind == Error::Kind::Limit;
  answers_.push_back({value, is_limit ? unanswered(question_, query_) : answer_of_nothing(question_, query_)});
  if (is_limit && !refusal_) { refusal_ = std::move(error); }
  return std::nullopt;
}

Result<std::vector<Swept<Answer>>, Error> SweepAnswers::done() {
  if (refusal_ && !is_any_answered_) { return Failure{std::move(*refusal_)}; }
  return std::move(answers_);
}

}  // namespace spoils::api
