// capi/question.h
//
// A question about odds, read from JSON. Tested by tests/capi/conform.c and misuse.c.
#pragma once

#include <string>
#include <string_view>

#include "spoils/odds.h"
#include "spoils/result.h"

namespace spoils::capi {

struct ReadQuestion {
  Question question;
  Sweep sweep;
  bool fractions = false;
};

/// Reads the object that spoils_odds_of() documents. Errors: what is wrong with it, for people.
[[nodiscard]] Result<ReadQuestion, std::string> read_question(std::string_view json);

}  // namespace spoils::capi
