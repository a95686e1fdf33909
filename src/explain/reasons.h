// explain/reasons.h
//
// Why a choice has no chance: the first part of the condition that fails, taken apart at its `and`s and through the
// defs that it runs, with the values of their arguments; else the weight. Reads a copy of the slots and draws nothing.
// Explanations and the choices of tweaks give them. Tests: tests/explain/impossible_test.cpp,
// tests/tweak/odds_test.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explain/labels.h"
#include "program/draw_free.h"

namespace spoils::explain {

struct Reason {
  std::string text;
  Span place;
};

class Reasons : public program::DrawFreeEvaluator<Reasons> {
 public:
  /// All outlive the object.
  Reasons(const program::Program& program, const Labels& labels, program::Heap& heap);

  /// Returns why a row of a table has no chance, with these slots. Requires: it has none.
  [[nodiscard]] Reason of_row(std::uint32_t table, std::size_t row, const program::Word* slots);
  /// Returns why a row has no chance in a choice; a number beyond the rows means nothing. Requires: it has none.
  [[nodiscard]] Reason of_choice(std::uint32_t choice, std::size_t row, const program::Word* slots);
  /// Returns why a chance cannot turn out like that.
  [[nodiscard]] static Reason of_chance(bool came) { return {came ? "the chance is 0" : "the chance is 1", {}}; }

 private:
  template <class Find>
  Reason with(const program::Word* slots, Find&& find);
  Reason why_row(const program::TableRow& row);
  Reason failing(program::ExpressionId id, const std::string& within);
  [[nodiscard]] Reason leaf(program::ExpressionId id, const std::string& within) const;
  [[nodiscard]] std::string shown(program::ExpressionId id);
  [[nodiscard]] std::string argument(program::SlotId slot) const;

  const Labels& labels_;
  std::vector<program::Word> copy_;
};

}  // namespace spoils::explain
