// importers/formula.h
//
// Translates Pyrel's formulas over the level of the map, which are before the `;` of a boost, into expressions of a
// pack with the same meaning.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace spoils::importers {

struct Formula {
  enum class Outcome : std::uint8_t {
    Good,
    Wrong,       // not a formula
    Impossible,  // a formula that a pack cannot compute exactly: `sin`, `e`, a factorial
  };
  Outcome outcome = Outcome::Good;
  std::string expression;          // Good: of the pack
  std::optional<double> constant;  // Good: its value, if it does not depend on the level
  std::string what;                // Wrong, Impossible: the reason
};

/// Reads a formula. `level` is the name of `mapLevel` and `itemLevel` in the pack.
[[nodiscard]] Formula read_formula(std::string_view text, std::string_view level);

}  // namespace spoils::importers
