// importers/formula.h
//
// Pyrel's formulas over the level of the map, as they stand before the `;` of a boost, turned into expressions of a
// pack: other words for the same operators, with the same meaning.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace spoils::importers {

struct Formula {
  enum class Outcome : std::uint8_t {
    Good,
    Wrong,       // no formula
    Impossible,  // a formula, but of something that a pack cannot compute exactly: `sin`, `e`, a factorial
  };
  Outcome outcome = Outcome::Good;
  std::string expression;          // Good: of the pack
  std::optional<double> constant;  // Good: its value, if it does not depend on the level
  std::string what;                // Wrong, Impossible: what of it
};

/// Reads a formula. `level` is what the pack calls `mapLevel` and `itemLevel`.
[[nodiscard]] Formula read_formula(std::string_view text, std::string_view level);

}  // namespace spoils::importers
