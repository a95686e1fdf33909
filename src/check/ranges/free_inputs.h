// check/ranges/free_inputs.h
//
// The free inputs of a rule, which its caller sets: inputs and parameters, each with the values that it may have.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "check/ranges/abstract_interpreter.h"
#include "program/program.h"

namespace spoils::check {

/// Its values are numbered from 0: unset, if it is so at first; then the integers first, first + 1, ... or those of a
/// list.
struct FreeInput {
  program::SlotId slot = 0;
  bool is_bounded = true;  // else `list` holds no more than samples of what it may be
  program::Word first = 0;
  bool may_be_unset = false;        // of integers; a list has `kUnset`
  std::vector<program::Word> list;  // empty: integers
  program::Word denominator = 1;    // of a number, which has a single value
  std::uint64_t count = 1;

  [[nodiscard]] program::Word word(std::uint64_t index) const {
    if (!list.empty()) { return list[static_cast<std::size_t>(index)]; }
    if (may_be_unset && index == 0) { return program::kUnset; }
    return static_cast<program::Word>(static_cast<std::uint64_t>(first) + index - (may_be_unset ? 1 : 0));
  }
};

/// Values number `first` to `last` of a free input.
struct Interval {
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  [[nodiscard]] std::uint64_t size() const { return last - first + 1; }
  friend bool operator==(const Interval&, const Interval&) = default;
};

/// Some values of each free input of a rule.
using InputBox = std::vector<Interval>;

/// Returns the inputs and then the parameters of a rule that have values to try. Others may be anything.
[[nodiscard]] std::vector<FreeInput> free_inputs_of(const program::Program& program, program::RuleId rule);

[[nodiscard]] InputBox all_values(const std::vector<FreeInput>& free_inputs);

/// Returns what the interpreter has to know to enter a rule with these values. FreeInput i has bit i, those beyond the
/// 64th share the last bit; a free input with one value has none, since nothing can narrow it.
[[nodiscard]] Entry entry_of(Values& values, program::RuleId rule, const std::vector<FreeInput>& free_inputs,
                             const InputBox& box);
[[nodiscard]] std::uint64_t bit_of(std::size_t free_input);

/// Returns one of its values, "6", "vaults", "true", for messages.
[[nodiscard]] std::string value_text(const program::Program& program, const FreeInput& free_input, std::uint64_t index);

/// Returns "1..5", "1, 3..5", "dungeon, vaults": for messages. The stretches are ascending and do not touch.
[[nodiscard]] std::string values_text(const program::Program& program, const FreeInput& free_input,
                                      const std::vector<Interval>& intervals);

/// Returns stretches ascending, those that touch as one.
[[nodiscard]] std::vector<Interval> united(std::vector<Interval> intervals);
/// Returns what is in `all` and not in `others`; both as united() gives them.
[[nodiscard]] std::vector<Interval> without(const std::vector<Interval>& all, const std::vector<Interval>& others);

}  // namespace spoils::check
