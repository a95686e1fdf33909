// book/examples.h
//
// Names of a few things of a rule, as examples for the reader of a book.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "program/program.h"
#include "spoils/pack.h"
#include "spoils/roll.h"

namespace spoils::book {

/// Returns names of a few things, always the same ones, that differ in as many words as possible; fewer once `stop`, if
/// there is one, returns true. Cost: a few dozen rolls, up to the first that reaches a limit.
[[nodiscard]] std::vector<std::string> examples_of(const Pack& pack, const program::Program& program,
                                                   program::RuleId rule, const Values& values,
                                                   const std::function<bool()>& stop);

}  // namespace spoils::book
