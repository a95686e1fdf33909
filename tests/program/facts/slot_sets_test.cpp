// tests/program/facts/slot_sets_test.cpp
//
// Interned sets of slots: equal sets have one number, whatever the order of their members; the oracle is std::set.
#include "program/facts/slot_sets.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <vector>

namespace spoils {
namespace slot_sets_test {

using program::SlotId;
using program::SlotSets;

TEST(SlotSets, TheEmptySetIsKnownFromTheStart) {
  SlotSets sets;
  EXPECT_EQ(sets.of({}), SlotSets::kEmpty);
  EXPECT_TRUE(sets.slots(SlotSets::kEmpty).empty());
}

RC_GTEST_PROP(SlotSets, EqualSetsHaveOneNumber, (std::vector<std::vector<SlotId>> lists)) {
  SlotSets sets;
  for (const auto& list : lists) {
    const std::set<SlotId> members(list.begin(), list.end());
    const auto id = sets.of(list);
    RC_ASSERT(sets.slots(id) == std::vector<SlotId>(members.begin(), members.end()));
    RC_ASSERT(sets.of({members.rbegin(), members.rend()}) == id);
  }
}

}  // namespace slot_sets_test
}  // namespace spoils
