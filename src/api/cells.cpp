// api/cells.cpp
//
// Writes words as cells, each with the kind of its type.
#include "api/cells.h"

#include "program/to_source.h"

namespace spoils::api {

using program::kUnset;
using program::ValueKind;

Cell::Kind cell_kind(program::ValueType type) {
  switch (type.kind) {
    case ValueKind::Int: return Cell::Kind::Integer;
    case ValueKind::Number: return Cell::Kind::Number;
    case ValueKind::Flag: return Cell::Kind::Flag;
    case ValueKind::Text: return Cell::Kind::Text;
    case ValueKind::List:
    case ValueKind::Set: return Cell::Kind::List;
    case ValueKind::Map: return Cell::Kind::Map;
    default: return Cell::Kind::Symbol;
  }
}

std::optional<Cell> cell_of(const program::Program& program, const program::Heap& heap, program::ValueType type,
                            program::Word first, program::Word second) {
  if (first == kUnset) { return std::nullopt; }
  return Cell{program::to_source(program, heap, type, first, second), cell_kind(type)};
}

std::optional<Cell> cell_of(const program::Program& program, program::ValueType type, program::Word first,
                            program::Word second) {
  if (first == kUnset) { return std::nullopt; }
  return Cell{program::to_source(program, type, first, second), cell_kind(type)};
}

}  // namespace spoils::api
