// spoils/diff.h
//
// Compares two versions of a pack: which odds changed, which outcomes and rules are new, which are gone.
//
//   auto before = spoils::Pack::load("old/rogue");
//   auto after = spoils::Pack::load("rogue");
//   auto difference = spoils::compare(*before.pack, *after.pack);
//   if (difference->tables.empty()) { std::puts("no odds have moved"); }
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "spoils/export.h"
#include "spoils/odds.h"
#include "spoils/pack.h"
#include "spoils/result.h"
#include "spoils/roll.h"

namespace spoils {
inline namespace v1 {

struct DiffOptions {
  std::vector<std::string> rules;  ///< empty: all that both packs have
  Values values;                   ///< inputs, parameters and states; each is used where it has its name
  std::vector<std::string> by;     ///< as in Question; empty: each field that the rule sets, one at a time
  Sweep sweep;                     ///< an input or state whose values are gone through
  double ratio = 0.01;             ///< odds that changed by less than this part of themselves are equal
  double least = 1e-6;             ///< and so are those that changed by less than this
  /// Paths that one question may explore before it is abandoned, ten times as many for each value of a sweep if `by`
  /// names its fields; 0: no limit.
  std::uint64_t most_work = 600'000;
  std::size_t max_memory = 1'000'000'000;         ///< as OddsSettings::max_memory, of the whole comparison
  std::function<bool(std::size_t states)> go_on;  ///< called now and then; false abandons all remaining questions
  std::function<bool()> stop;                     ///< as OddsSettings::stop; true abandons all remaining questions
  unsigned threads = 1;                           ///< as OddsSettings::threads: that answer questions at once
  std::uint64_t estimate_rolls = 0;  ///< estimates what cannot be compared (Difference::estimates) by so many rolls of
                                     ///< each pack; 0: none
  double estimate_seconds = 0.5;     ///< as OddsSettings::estimate_seconds, of one question of one pack
};

/// One outcome whose odds differ.
struct DiffRow {
  Cells values;
  std::string at;     ///< the value of the swept input; empty if there is none
  double before = 0;  ///< 0: it is new
  double after = 0;   ///< 0: it is gone
};

/// The differences of one rule by one field (or by the fields that the caller named).
struct DiffTable {
  std::string rule;
  std::vector<std::string> by;
  bool is_mean = false;       ///< expected numbers of things by the rule that makes them, instead of probabilities
  std::vector<DiffRow> rows;  ///< new outcomes first, then those that are gone, then by how far they changed
  std::string same_as;        ///< a rule whose table by the same field has the same rows
};

/// The names on which odds can depend besides the rules themselves.
enum class DiffKind : std::uint8_t { Input, Parameter, State };

/// An input, parameter or state that compared odds may depend on, and whose initial value they were computed for.
struct DiffCondition {
  DiffKind kind = DiffKind::Input;
  std::string name;
  std::string before;  ///< its value on each side; empty: there is none of that name
  std::string after;
  bool has_range = false;  ///< a sweep can go through all its values
};

/// An input, parameter or state with other values or another initial value than before.
struct DiffInput {
  DiffKind kind = DiffKind::Input;
  std::string name;    ///< of a parameter "find(level)"
  std::string before;  ///< as it is declared: "1..9 = 1"; empty: there is none of that name
  std::string after;
};

/// Something that could not be compared.
struct DiffGap {
  std::string rule;  ///< empty: of all rules
  std::string by;    ///< empty: all of the rule
  std::string why;
  bool needs_work = false;  ///< it has bounds: with more work, as for fields that are named, it may be compared
};

/// A figure of one side of an estimate.
struct DiffFigure {
  double value = 0;
  double low = 0;  ///< limits of an interval with 95% confidence; both equal `value` if it is exact
  double high = 0;
};

/// One outcome of which the intervals of both sides have nothing in common.
struct DiffEstimateRow {
  Cells values;
  std::string at;  ///< as in DiffRow
  DiffFigure before;
  DiffFigure after;
};

/// The estimates of a question that is a gap, since at least one side is not exact. They prove nothing.
struct DiffEstimate {
  std::string rule;
  std::vector<std::string> by;
  bool is_mean = false;               ///< as in DiffTable
  std::vector<DiffEstimateRow> rows;  ///< those that seem to have changed by more than the thresholds; may be empty
  std::uint64_t rolls = 0;            ///< the fewest of an answer
};

struct Difference {
  std::vector<std::string> only_before;  ///< rules, in the order of their pack
  std::vector<std::string> only_after;
  std::vector<std::string> compared;  ///< rules
  std::vector<DiffTable> tables;      ///< those with rows, in the order of the rules of the second pack
  std::vector<DiffInput>
      inputs;  ///< those that differ; if the caller named rules: of those that their odds may depend on
  std::vector<DiffCondition> conditions;  ///< none of those that the caller set or swept
  std::vector<DiffGap> gaps;
  std::vector<DiffEstimate> estimates;  ///< of gaps, if they are wanted; no part of what is compared
  /// Whether some compared rule that is not the same in both packs makes things: their numbers and fields are compared,
  /// not how the things of one roll depend on each other, or the members of their lists.
  bool leaves_joint_things = false;
  /// Whether a pack with such a rule settles values for a world: what two rolls of one world have together is not
  /// compared.
  bool leaves_worlds = false;
};

/// Compares the odds of two packs, exactly: each field of a rule, and the states in which it leaves the world; then
/// lists by their members and all fields of the rule together, for pairs that no longer depend on each other. For rules
/// that drop or hold things, also the mean number of each and the odds of their number; `gaps` has the parts left out.
/// No question is asked about a rule that is the same in both packs, with all that it runs, unless `by` is set.
/// Errors: UnknownRule or UnknownInput, if neither pack has one of that name; BadValue. Cost: both packs are compiled
/// once more, and a question for each field of each rule that may differ.
[[nodiscard]] SPOILS_EXPORT Result<Difference, Error> compare(const Pack& before, const Pack& after,
                                                              const DiffOptions& options = {});

}  // namespace v1
}  // namespace spoils
