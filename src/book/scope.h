// book/scope.h
//
// The values for which the odds of a book were computed: those of the inputs, parameters and states that they may
// depend on (program/facts/input_slice.h) without all values of them having been computed. A section says "always"
// without a condition only if there are none. Tested by tests/book/scope_test.cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/facts/input_slice.h"
#include "program/program.h"
#include "spoils/pack.h"
#include "spoils/roll.h"

namespace spoils::book {

struct Scope {
  bool some_depths = false;         // the odds may depend on the input of the columns, which has more values than these
  std::vector<std::string> values;  // of inputs and parameters: "season = spring"
  std::vector<std::string> states;  // the initial ones: "pity = 0"

  friend bool operator==(const Scope&, const Scope&) = default;
  friend auto operator<=>(const Scope&, const Scope&) = default;
};

/// Finds the scopes of questions.
class Scopes {
 public:
  Scopes(const Pack& pack, const program::Program& program) : pack_(pack), program_(program), slice_(program) {}

  /// From here on the columns are these values of an input, an index into Pack::inputs().
  void set_columns(std::size_t input, const std::vector<std::string>& values);

  /// Returns the scope of a question about slots of a rule, or about the things that it makes, with these values.
  [[nodiscard]] Scope of_rule(program::RuleId rule, const std::vector<program::SlotId>& slots, const Values& values,
                              program::InputSlice::Of what = program::InputSlice::Of::Slots);
  /// Returns the scope of a question that reads these slots.
  [[nodiscard]] Scope of_slots(const std::vector<program::SlotId>& slots) const;

 private:
  void add(Scope& scope, program::SlotId slot) const;

  const Pack& pack_;
  const program::Program& program_;
  program::InputSlice slice_;
  std::optional<std::size_t> along_;
  bool has_all_ = false;  // the columns are all values of their input
};

}  // namespace spoils::book
