// explain/labels.h
//
// Values and rows in the words of the pack. Reads a copy of the slots and draws nothing, so that looking at a roll
// changes nothing in it.
#pragma once

#include <string>
#include <vector>

#include "program/draw_free.h"
#include "text/source.h"

namespace spoils::explain {

class Labels : public program::DrawFreeEvaluator<Labels> {
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

 private:
  [[nodiscard]] std::string computed(program::ExpressionId id);
  void copy_slots();

  const text::Sources& sources_;
  const program::Word* looked_at_ = nullptr;
  std::vector<program::Word> copy_;
  bool is_copied_ = false;
};

}  // namespace spoils::explain
