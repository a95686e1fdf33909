// check/resolve/question_tree.h
//
// The syntax tree of a question to a finished program, built from expressions that were parsed one by one.
#pragma once

#include <optional>

#include "lang/tree.h"

namespace spoils::check {

/// A question that is asked of a finished program, as a tree whose expressions were parsed one by one.
struct QuestionTree {
  /// A tree of kind Query, as the parser makes for `odds(rule(arguments) by f: condition given evidence, input =
  /// value)` or `mean(...)`.
  lang::Expression query;
  /// A tree of kind Pick: the question is about this draw instead of the rule of `query` and its columns.
  std::optional<lang::Expression> pick;
};

}  // namespace spoils::check
