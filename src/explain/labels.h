// explain/labels.h
//
// Formats values and rows as a pack writes them. It reads a copy of the slots and draws nothing, so it does not change
// the roll.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "program/draw_free.h"
#include "text/source.h"

namespace spoils::explain {

class Labels : public program::DrawFreeEvaluator<Labels> {
 public:
  /// `heap` is that of the roll; temporary values are removed from it again.
  Labels(const program::Program& program, const text::Sources& sources, program::Heap& heap);

  /// Sets the slots to read. Cost: a comparison; they are copied only when a value must be computed.
  void look_at(const program::Word* slots);

  /// Returns a value as a pack writes it: rusty_key, 12, 1/3, "Ulm", [a, b], true, none.
  [[nodiscard]] std::string value(program::ValueType type, program::Word first, program::Word second = 1) const;

  /// Returns a list of these members, likewise.
  [[nodiscard]] std::string list(program::ValueType type, std::span<const program::Word> members);

  /// Returns the value of slot `id`, likewise.
  [[nodiscard]] std::string slot(program::SlotId id) const;

  /// Returns the current outcome of a row; if the outcome itself is random, its text.
  [[nodiscard]] std::string outcome(const program::TableRow& row);

  /// Returns the meaning of a drawn row, its outcome or its `else` outcome; kNone if that itself is random.
  [[nodiscard]] program::ExpressionId meaning(const program::TableRow& row);

  /// Returns the text of a place on one line, without comments and enclosing parentheses, cut to a readable length.
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
