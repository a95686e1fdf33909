// importers/dice.h
//
// Pyrel's dice, `A+XdYMZ`: a constant, dice that may be negative, and a part that grows with the level.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace spoils::importers {

struct Dice {
  std::int64_t constant = 0;
  std::int64_t count = 0;  // negative: the sum is subtracted
  std::int64_t sides = 0;
  std::int64_t growth = 0;  // at level 100

  [[nodiscard]] bool rolled() const { return count != 0; }
};

/// Returns the dice of a text. The empty text is 0. Nothing if the text is not dice: `5-d3`, `2d`, `4d6M`, `1.5`, a
/// lone `d`, dice without sides, more than 10'000 of them (the limit of a pack) or numbers beyond a million.
[[nodiscard]] std::optional<Dice> read_dice(std::string_view text);

/// Returns them as an expression of a pack. `level` is the name of the level that they grow with; empty if no level is
/// passed: then the growing part adds nothing.
[[nodiscard]] std::string dice_expression(const Dice& dice, std::string_view level);

/// Returns their largest value, without the part that grows.
[[nodiscard]] std::int64_t greatest(const Dice& dice);

/// Returns a number of JSON as an expression: exact if it has at most nine decimals, otherwise the nearest fraction
/// with a denominator up to 20'000, which is the usual origin of such decimals. Nothing if it is too large or not a
/// number.
[[nodiscard]] std::optional<std::string> number_expression(std::string_view written);

/// Returns `field += amount`, or `field -= 3` for `-3`.
[[nodiscard]] std::string addition(std::string_view field, const std::string& amount);

}  // namespace spoils::importers
