// program/dump.h
//
// A program as text, for tests and for the curious: slots, tables, defs and rules, each in its own lines, expressions
// as nested calls of their operations, and the facts that readings rely on: what tables and filters read, how a filter
// is planned, which expressions are hoisted or have a memo. tests/program/lowering_test.cpp shows it beside sources.
#pragma once

#include <string>

#include "program/program.h"

namespace spoils::program {

/// Returns the whole program. Equal programs give equal texts. Cost: linear.
[[nodiscard]] std::string dump(const Program& program);

/// Returns one expression: "(add slot:depth 5)".
[[nodiscard]] std::string dump(const Program& program, ExpressionId id);

}  // namespace spoils::program
