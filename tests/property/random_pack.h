// tests/property/random_pack.h
//
// Small packs from random numbers: they use every part of the language, compile as a rule, and end their rolls soon.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spoils {

/// The source of a generator's choices. When the numbers run out each choice is the first, so fewer and smaller numbers
/// make a simpler pack: rapidcheck shrinks a list of numbers by itself.
class Choices {
 public:
  explicit Choices(std::vector<std::uint32_t> numbers) : numbers_(std::move(numbers)) {}

  /// Returns a number below `n`; shrinking leads to the first.
  std::uint32_t below(std::uint32_t n) { return at_ < numbers_.size() ? numbers_[at_++] % n : 0; }
  bool yes(std::uint32_t one_in) { return below(one_in) == one_in - 1; }
  template <std::size_t Count>
  std::string_view any(const std::string_view (&options)[Count]) {
    return options[below(static_cast<std::uint32_t>(Count))];
  }

 private:
  std::vector<std::uint32_t> numbers_;
  std::size_t at_ = 0;
};

/// Returns 250 numbers for a Choices, the same on every machine, and moves the state of their generator on.
[[nodiscard]] std::vector<std::uint32_t> fixed_numbers(std::uint64_t& state);

/// Returns the source of a pack.
[[nodiscard]] std::string random_pack(Choices& choices);

/// Returns a source with other blanks, empty lines and comments between the same tokens.
[[nodiscard]] std::string with_other_blanks(const std::string& source, Choices& choices);

}  // namespace spoils
