// explain/labels.h
//
// Values and rows in the words of the pack. Reads a copy of the slots and draws nothing, so that looking at a roll
// changes nothing in it.
#pragma once

#include <string>
#include <vector>

#include "program/evaluate.h"
#include "text/source.h"

namespace spoils::explain {

class Labels : public program::Evaluator<Labels> {
 public:
  /// `heap` is that of the roll, which gets back what it lends.
  Labels(const program::Program& program, const text::Sources& sources, program::Heap& heap);

  /// Looks at these slots from now on. Cost: a comparison; they are copied when something must be computed.
  void look_at(const program::Word* slots);

  /// Returns a value as a pack writes it: rusty_key, 12, 1/3, "Ulm", [a, b], true, none.
  [[nodiscard]] std::string value(program::ValueType type, program::Word first, program::Word second = 1) const;

  /// Returns what slot `id` holds, likewise.
  [[nodiscard]] std::string slot(program::SlotId id) const;

  /// Returns the outcome of a row as it is now; where that is left to chance the text of it.
  [[nodiscard]] std::string outcome(const program::TableRow& row);

  /// Returns what a row that was drawn stands for, its outcome or what comes instead; kNone if that is left to chance.
  [[nodiscard]] program::ExpressionId meaning(const program::TableRow& row);

  /// Returns the text of a place on one line, without comments and parentheses around it, cut to a readable length.
  [[nodiscard]] std::string source(Span place) const;

  // What is computed here draws nothing.
  bool draw_chance(const number::Rational&, program::Word) { return false; }
  program::Word draw_range(program::Word first, program::Word) { return first; }
  program::Word draw_dice(program::Word count, program::Word) { return count; }
  std::int32_t draw_row(std::uint32_t, program::ExpressionId) { return -1; }
  std::int32_t draw_choice(std::uint32_t, program::ExpressionId) { return -1; }
  std::size_t draw_member(std::size_t) { return 0; }
  program::Word settle(std::uint32_t) { return program::kUnset; }

 private:
  [[nodiscard]] std::string computed(program::ExpressionId id);
  void copy_slots();

  const text::Sources& sources_;
  const program::Word* looked_at_ = nullptr;
  std::vector<program::Word> copy_;
  bool is_copied_ = false;
};

}  // namespace spoils::explain
