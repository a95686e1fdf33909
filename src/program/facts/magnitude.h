// program/facts/magnitude.h
//
// How large an integer expression can become, whatever is rolled, as far as the assignments of a program tell: a slot
// is as large as the largest value that any of them gives. One that grows by itself, as in `n += d6`, has no bound
// (flow insensitive ranges; Nielson, Nielson, Hankin, Principles of Program Analysis, 1999, 4.1). Pinned by
// tests/program/facts/magnitude_test.cpp.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "program/program.h"

namespace spoils::program {

class Magnitudes {
 public:
  /// Greater values have no bound here: many of these can be added up in 64 bits.
  static constexpr Word kMost = Word{1} << 40;

  /// Cost: linear in the statements. Requires: the program stays where it is; expressions may be added to it.
  explicit Magnitudes(const Program& program);

  /// Returns a number that the absolute value of an integer expression never exceeds, at most kMost; none if that is
  /// not known. Only a state has the bounds that it declares: a field or parameter may hold any value. Unset counts as
  /// 0. Cost: linear in what it evaluates and what sets the slots in it; memoised.
  std::optional<Word> of(ExpressionId id);

 private:
  std::optional<Word> of_slot(SlotId slot);
  std::optional<Word> of_table(std::uint32_t table);
  std::optional<Word> found(ExpressionId id);
  /// Returns the greatest of some expressions; 0 if there are none.
  std::optional<Word> greatest(const std::vector<ExpressionId>& values);

  /// Deeper chains have no bound: a pack may have any number of slots, each set from another one.
  static constexpr int kMostDepth = 200;

  const Program& program_;
  std::vector<std::vector<ExpressionId>> values_;  // by slot: that assignments give
  std::vector<bool> is_set_otherwise_;             // by slot
  std::set<SlotId> is_given_;                      // before a roll: inputs and state, within their bounds
  std::map<SlotId, std::optional<Word>> slots_;    // none while it is looked for
  std::map<ExpressionId, std::optional<Word>> known_;
  std::map<std::uint32_t, std::optional<Word>> outcomes_;  // by table
  int depth_ = 0;
};

}  // namespace spoils::program
