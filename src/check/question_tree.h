// check/question_tree.h
#pragma once

#include <optional>

#include "lang/tree.h"

namespace spoils::check {

/// A question that is asked of a finished program, as a tree whose expressions were parsed one by one.
struct QuestionTree {
  /// Of kind Query, as `odds(rule(arguments) by f: condition given evidence, input = value)` or `mean(...)` is read.
  lang::Expression query;
  /// Of kind Pick: this is drawn and asked for, in place of the rule of `query` and its columns.
  std::optional<lang::Expression> pick;
};

}  // namespace spoils::check
