// diff/rows.h
//
// Computes the rows that differ from the odds of one question before and after.
#pragma once

#include <string>
#include <vector>

#include "spoils/diff.h"
#include "spoils/odds.h"

namespace spoils::diff {

/// Returns the outcomes whose odds changed beyond the thresholds, new ones first, then those that are gone, then by the
/// size of the change. For a swept input, the tables of the same value are compared.
[[nodiscard]] std::vector<DiffRow> moved(const std::vector<Swept<Answer>>& before,
                                         const std::vector<Swept<Answer>>& after, const DiffOptions& options);

/// Returns the odds of two columns of these.
[[nodiscard]] std::vector<Swept<Answer>> two_columns(const std::vector<Swept<Answer>>& odds, std::size_t first,
                                                     std::size_t second);

/// The name for all things of a rule together.
inline constexpr std::string_view kAllThings = "all things";

/// Returns the same for the expected numbers of things by these rules.
[[nodiscard]] std::vector<DiffRow> moved_means(const std::vector<Swept<Answer>>& before,
                                               const std::vector<Swept<Answer>>& after,
                                               const std::vector<std::string>& names, const DiffOptions& options);

/// Returns the same for the expected numbers of one rule's things by a field; the columns are `made_by` and the field.
[[nodiscard]] std::vector<DiffRow> moved_things(const std::vector<Swept<Answer>>& before,
                                                const std::vector<Swept<Answer>>& after, const std::string& rule,
                                                const DiffOptions& options);

/// Returns the outcomes of which the intervals of both answers have nothing in common and whose figures differ beyond
/// the thresholds, those of the larger change first. An answer that is exact has no width. `names`: as in
/// moved_means(), for expected numbers.
[[nodiscard]] std::vector<DiffEstimateRow> seem_moved(const std::vector<Swept<Answer>>& before,
                                                      const std::vector<Swept<Answer>>& after,
                                                      const std::vector<std::string>& names,
                                                      const DiffOptions& options);

/// Returns the values of the swept input that the others lack.
[[nodiscard]] std::vector<std::string> unpaired(const std::vector<Swept<Answer>>& odds,
                                                const std::vector<Swept<Answer>>& others);

/// Returns the answers about a field that a rule does not set: unset, for the values of `like`.
[[nodiscard]] std::vector<Swept<Answer>> unset(const std::vector<Swept<Answer>>& like);

/// Repeats an answer that does not depend on the swept input, since its side has none of that name, for all values of
/// `like`.
void spread(std::vector<Swept<Answer>>& odds, const std::vector<Swept<Answer>>& like);

}  // namespace spoils::diff
