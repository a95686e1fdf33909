// odds/open_inputs.h
//
// The combinations of inputs for which an `expect` line is judged: each value of each input that it leaves open.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "program/program.h"

namespace spoils::odds {

using program::Settings;

/// Sets the value of an input or state, whether it has one already or not.
void set_word(Settings& settings, program::SlotId slot, program::Word word);

/// Returns the values that inputs and state have when nothing is said of them.
[[nodiscard]] Settings initial_settings(const program::Program& program);

class OpenInputs {
 public:
  /// More combinations than this are not gone through: the open inputs are tried one at a time, which can show that a
  /// line does not hold, and never that it does.
  static constexpr std::size_t kMostCombinations = 1'000'000;
  /// Values of one input that are tried in that case.
  static constexpr std::size_t kMostOfOne = 20'000;

  /// Requires: `program` outlives this; `open` are inputs. Cost: memory of the values of each.
  OpenInputs(const program::Program& program, std::vector<program::SlotId> open);

  /// The number of combinations that are tried: at least one, unless all are not tried and no input has a range.
  [[nodiscard]] std::size_t size() const { return size_; }
  /// Requires: number < size(). The last input changes first.
  [[nodiscard]] Settings combination(std::size_t number) const;
  /// Whether the combinations are all that there are. An input without a range has its initial value.
  [[nodiscard]] bool are_all_tried() const { return are_all_tried_; }
  /// Returns "luck = 5" for the inputs without a range, of which only the initial value is tried; empty if there are
  /// none.
  [[nodiscard]] std::string assumed() const;
  /// Returns "level = 7" for settings; empty if no input is open.
  [[nodiscard]] std::string text(const Settings& settings) const;

 private:
  void add(std::string& list, program::SlotId slot, program::Word first, program::Word second) const;
  [[nodiscard]] bool has_range(program::SlotId slot) const;
  [[nodiscard]] std::vector<program::Word> values_of(program::SlotId slot, std::size_t most) const;

  const program::Program& program_;
  std::vector<program::SlotId> open_;
  std::vector<std::vector<program::Word>> values_;  // of each open input
  Settings initial_;
  std::size_t size_ = 0;
  bool are_all_tried_ = true;
};

}  // namespace spoils::odds
