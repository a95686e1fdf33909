// sim/keys.h
//
// Values as keys of folds: bytes that are equal exactly where the values are, in the same program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/program.h"
#include "sim/plan.h"
#include "spoils/cell.h"

namespace spoils::sim {

/// Appends a word, a fraction or a text. Unset is a word of its own, whatever the type.
void append_key(std::string& key, program::Word word);
void append_key(std::string& key, program::Word numerator, program::Word denominator);
void append_key(std::string& key, std::string_view text);

/// One value of a key, read back.
struct KeyValue {
  std::optional<Cell> cell;
  program::Word first = program::kUnset;  // for sorting: numbers by value, symbols in the order of the pack
  program::Word second = 1;
};

/// Takes the first value, that of a column, off a key.
[[nodiscard]] KeyValue take_value(const program::Program& program, const Column& column, std::string_view& key);

/// Returns whether a type has its own order, by number.
[[nodiscard]] inline bool is_ordered(program::ValueType type) {
  return type.kind == program::ValueKind::Int || type.kind == program::ValueKind::Number;
}

/// Returns whether one number is less than another; unset comes last.
[[nodiscard]] bool is_less(const KeyValue& a, const KeyValue& b);

}  // namespace spoils::sim
