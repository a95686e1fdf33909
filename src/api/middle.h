// api/middle.h
//
// The mean and the median of an exact answer by one column of integers. Doubles tell shares to fifteen digits or so: a
// mean in which amounts of both signs cancel, or a half that is missed by less, is left open here, and then fractions
// decide it (api/answers.cpp). tests/api/middle_test.cpp.
#pragma once

#include <optional>

#include "odds/interpreter.h"
#include "odds/mass.h"
#include "program/program.h"
#include "spoils/odds.h"

namespace spoils::api {

/// Returns whether the outcomes of a question are integers, so that they have a middle.
[[nodiscard]] bool has_middle(const program::Program& program, const Question& question, const program::Query& query);

/// Returns the middle of the outcomes that are set; a part that the masses leave open is unset. Nothing if none is set.
/// Requires: has_middle(), and an answer without an unexplored part. Cost: sorts the outcomes.
[[nodiscard]] std::optional<OddsMiddle> middle_of(const odds::Answer<double>& answer);
[[nodiscard]] std::optional<OddsMiddle> middle_of(const odds::Answer<odds::Exact>& answer);

/// Whether a middle has both of its parts.
[[nodiscard]] inline bool is_whole(const OddsMiddle& middle) { return middle.mean && middle.median; }

}  // namespace spoils::api
