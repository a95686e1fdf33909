// api/cells.h
//
// Words of the program as the cells of public answers (include/spoils/cell.h).
#pragma once

#include <string>

#include "program/program.h"
#include "spoils/cell.h"

namespace spoils::api {

/// Returns the value of an expression of that type, unset for kUnset; `second` is the denominator of a fraction.
[[nodiscard]] std::optional<Cell> cell_of(const program::Program& program, const program::Heap& heap,
                                          program::ValueType type, program::Word first, program::Word second = 1);

/// The same without a heap, for types whose words are not handles.
[[nodiscard]] std::optional<Cell> cell_of(const program::Program& program, program::ValueType type, program::Word first,
                                          program::Word second = 1);

/// Returns the kind of the cells of a type.
[[nodiscard]] Cell::Kind cell_kind(program::ValueType type);

/// Returns the cell of a name that is displayed.
[[nodiscard]] inline Cell text_cell(std::string text) { return {std::move(text), Cell::Kind::Text}; }

}  // namespace spoils::api
