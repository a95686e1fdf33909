// spoils/cell.h
//
// The values of the rows that answers consist of: outcomes of odds, rows of simulations, differences of packs. They are
// copies, so they stay valid as long as the answer; the values of rolled things are views (spoils/roll.h).
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spoils/export.h"

namespace spoils {
inline namespace v1 {

/// One value.
struct Cell {
  enum class Kind : std::uint8_t { Integer, Number, Flag, Symbol, Text, List, Map };
  std::string text;  ///< as in the pack: `7`, `7/3`, `true`, `rusty_key`, `[a, b]`, `{a, b}`, `{a 1, b 2}`; a Text
                     ///< without quotes
  Kind kind = Kind::Symbol;

  friend bool operator==(const Cell&, const Cell&) = default;
  friend auto operator<=>(const Cell&, const Cell&) = default;  ///< by text, for use as a key
};

/// The values of a row, one for each column; unset where the field or expression is.
using Cells = std::vector<std::optional<Cell>>;

/// Returns whether a value is an integer, and not unset.
[[nodiscard]] inline bool is_integer(const std::optional<Cell>& cell) {
  return cell && cell->kind == Cell::Kind::Integer;
}

/// Returns a value as people read it, `none` if it is unset. The text `none` is written in the same way, so programs
/// should look at the cell.
[[nodiscard]] inline std::string to_text(const std::optional<Cell>& cell) { return cell ? cell->text : "none"; }

/// Returns the same for all values of a row.
[[nodiscard]] inline std::vector<std::string> to_texts(const Cells& cells) {
  std::vector<std::string> out;
  out.reserve(cells.size());
  for (const auto& cell : cells) { out.push_back(to_text(cell)); }
  return out;
}

/// An exact fraction in lowest terms, in decimal digits. They may be thousands, more than any integer type has.
struct ExactFraction {
  std::string numerator;
  std::string denominator;  ///< at least 1

  /// Returns `3/4`; an integer as `2/1`.
  [[nodiscard]] std::string text() const { return numerator + '/' + denominator; }
};

}  // namespace v1
}  // namespace spoils
