// check/link/field_words.h
//
// Finds the symbols that things of a rule may have in their fields (Rule::may_set), by def-use chains over the rule and
// those that it runs on the same thing. A question about another symbol needs no paths of such a thing
// (odds/interpret_counted.h). Tests: tests/odds/series_test.cpp (suite Uncounted), tests/mutants/series.toml.
#pragma once

#include <cstddef>

#include "check/link/links.h"
#include "program/program.h"

namespace spoils::check {

class FieldWords {
 public:
  explicit FieldWords(program::Program& program) : program_(program) {}

  /// Fills in Rule::may_set. Requires: it is filled in for the rules that this one runs, and so are the fields of all
  /// these. Cost: some steps for each statement; of all rules together at most 500,000 expressions, fields and words,
  /// beyond which nothing is known.
  void fill(program::RuleId rule, PossibleSymbols& possible);

 private:
  [[nodiscard]] bool is_spent() const;

  program::Program& program_;
  std::size_t work_ = 0;
};

}  // namespace spoils::check
