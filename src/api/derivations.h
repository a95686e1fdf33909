// api/derivations.h
//
// Derivations of an outcome (odds/derivations.h) as text in the words of the pack. Tested by
// tests/api/derivations_test.cpp.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "odds/question.h"
#include "program/program.h"
#include "spoils/why.h"
#include "text/source.h"

namespace spoils::api {

/// Returns the paths on which the condition of a question has the value `wanted`, the `most` most likely first; none if
/// there are too many to distinguish.
[[nodiscard]] std::vector<Derivation> derivations_of_flag(const program::Program& program, const text::Sources& sources,
                                                          const program::Query& query,
                                                          const program::Settings& settings, bool wanted,
                                                          const odds::Budget& budget, std::size_t most);

}  // namespace spoils::api
