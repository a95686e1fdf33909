// api/sweep_parameter.h
//
// Sweeps of a parameter. A question has the arguments of its rule in its text, unlike inputs, which are slots that a
// compiled question leaves open: so each value is a question of its own. Tests: tests/api/sweep_parameter_test.cpp.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "program/program.h"
#include "spoils/odds.h"
#include "spoils/pack.h"

namespace spoils::api {

/// Returns the slot of the parameter that a sweep names; nothing if the rule of the question has none of that name.
[[nodiscard]] std::optional<program::SlotId> swept_parameter(const Pack& pack, const OddsSettings& question,
                                                             const std::string& name);

/// Returns a question with a value of a parameter.
[[nodiscard]] Question with_parameter(Question question, const std::string& name, const std::string& value);

/// Answers a question for each value of a parameter, in order, as exact_odds() does for an input. `answer` answers one
/// of these questions. Cost: that of the questions, one after the other.
[[nodiscard]] Result<std::vector<Swept<Answer>>, Error> answers_by_parameter(
    const Pack& pack, const Question& question, const Sweep& sweep, program::SlotId parameter,
    const std::function<Result<Answer, Error>(const Question&)>& answer);

}  // namespace spoils::api
