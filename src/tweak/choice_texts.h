// tweak/choice_texts.h
//
// The text of a choice: the outcome of a row, the member of a list, the integer, as a pack writes it. Numbers of
// choices (tweak/plan.h) count within one draw; the text says whether another draw offers the same. Tests:
// tests/tweak/other_branch_test.cpp.
#pragma once

#include <string>

#include "explain/labels.h"
#include "roll/interpreter.h"
#include "tweak/options.h"

namespace spoils::tweak {

class ChoiceTexts {
 public:
  /// All outlive the object. It reads the values that the interpreter has at the time of a call, and draws nothing.
  ChoiceTexts(const program::Program& program, const text::Sources& sources, roll::Interpreter& interpreter);

  /// Returns the outcome of a row of a table; "none" for the row after the last.
  [[nodiscard]] std::string row(std::uint32_t table, std::size_t row);
  /// Returns the member of a list that `draw` picks from.
  [[nodiscard]] std::string member(program::ExpressionId draw, program::Word list, std::size_t index);
  /// Returns a value of a distinct pick, by its place in `from`.
  [[nodiscard]] std::string distinct(program::ExpressionId draw, const program::Distinct& from, std::size_t place);

  /// Returns the text of a choice that is on offer. Requires: it exists.
  [[nodiscard]] std::string of(program::ExpressionId draw, const Offer& offer, program::Word number);

 private:
  [[nodiscard]] std::string value(program::ValueKind kind, program::Word word);

  const program::Program& program_;
  roll::Interpreter& interpreter_;
  explain::Labels labels_;
};

}  // namespace spoils::tweak
