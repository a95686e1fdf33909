// diff/inputs.h
//
// Compares what two packs declare: inputs, states and parameters; and finds names and values that neither has.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "diff/side.h"
#include "spoils/diff.h"

namespace spoils::diff {

/// Returns the error for a rule, input, parameter or state that the options name and neither pack has, or a value for
/// one that neither takes; nothing if there is none.
[[nodiscard]] std::optional<Error> find_wrong_setting(const Side& before, const Side& after,
                                                      const DiffOptions& options);

/// Adds the inputs, states and parameters whose declarations differ. If the options name rules, only those inputs and
/// states that are in `read`: names of what the compared odds may depend on.
void compare_inputs(const Side& before, const Side& after, const DiffOptions& options,
                    const std::set<std::string>& read, Difference& out);

/// Returns how much more work than DiffOptions::most_work a question about fields may take: 1, or more if the caller
/// named them, and more for more values of a sweep.
[[nodiscard]] double budget_of_fields(const DiffOptions& options);

}  // namespace spoils::diff
