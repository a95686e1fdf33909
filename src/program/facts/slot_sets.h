// program/facts/slot_sets.h
//
// Interned sets of slots: equal sets have one number, so that the facts about thousands of statements share a few sets
// and compare in one step (hash consing). Used by the facts of this folder; pinned by
// tests/program/facts/slot_sets_test.cpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "program/program.h"

namespace spoils::program {

/// Sets of slots, by number.
class SlotSets {
 public:
  using Id = std::uint32_t;
  static constexpr Id kEmpty = 0;

  SlotSets() { of({}); }
  SlotSets(const SlotSets&) = delete;
  SlotSets& operator=(const SlotSets&) = delete;
  SlotSets(SlotSets&&) = default;
  SlotSets& operator=(SlotSets&&) = default;

  /// Returns the number of a set, given its members in any order, each as often as it happens to come. Cost:
  /// n log n, and as much for a look-up among the sets.
  Id of(std::vector<SlotId> members) {
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    const auto [known, is_new] = numbers_.try_emplace(std::move(members), static_cast<Id>(sets_.size()));
    if (is_new) { sets_.push_back(&known->first); }
    return known->second;
  }

  /// Returns the members of a set, ascending. The reference stays good.
  [[nodiscard]] const std::vector<SlotId>& slots(Id id) const { return *sets_[id]; }

 private:
  std::map<std::vector<SlotId>, Id> numbers_;
  std::vector<const std::vector<SlotId>*> sets_;
};

}  // namespace spoils::program
