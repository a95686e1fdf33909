// roll/disassemble.h
//
// A disassembler of the bytecode that unobserved rolls run (roll/bytecode.h): one line for each instruction, with the
// registers by the names of their slots. Reads a compiled program and writes text; no roll uses it. It shows which
// statements became instructions and which were left to the tree (`run`, `evaluate`, `store`).
// Tests: tests/roll/bytecode_test.cpp.
#pragma once

#include <string>
#include <string_view>

#include "program/program.h"
#include "roll/bytecode.h"

namespace spoils::roll {

/// Returns the name of an opcode in the text: "floor-divide".
[[nodiscard]] std::string_view name_of(Opcode opcode);

/// Returns the instructions of the bodies of all rules. Equal programs give equal texts. Cost: linear in the
/// instructions, of which Bytecode::kMostInstructions limits the number.
[[nodiscard]] std::string disassemble(const program::Program& program);

}  // namespace spoils::roll
