// tweak/reasons.h
//
// Why a choice has no chance: the first part of the condition that fails, taken apart at its `and`s and through the
// defs that it runs, with the values of their arguments; else the weight. Reads a copy of the slots and draws nothing.
// Tests: tests/tweak/odds_test.cpp.
#pragma once

#include <string>
#include <vector>

#include "explain/labels.h"
#include "program/draw_free.h"
#include "tweak/options.h"

namespace spoils::tweak {

struct Reason {
  std::string text;
  Span place;
};

class Reasons : public program::DrawFreeEvaluator<Reasons> {
 public:
  /// All outlive the object.
  Reasons(const program::Program& program, const explain::Labels& labels, program::Heap& heap);

  /// Returns why a choice has no chance, with these slots. Requires: it has none, and it exists.
  [[nodiscard]] Reason why(const Offer& offer, program::Word number, const program::Word* slots);

 private:
  Reason why_row(const program::TableRow& row);
  Reason failing(program::ExpressionId id, const std::string& within);
  [[nodiscard]] Reason leaf(program::ExpressionId id, const std::string& within) const;
  [[nodiscard]] std::string shown(program::ExpressionId id);
  [[nodiscard]] std::string argument(program::SlotId slot) const;

  const explain::Labels& labels_;
  std::vector<program::Word> copy_;
};

}  // namespace spoils::tweak
