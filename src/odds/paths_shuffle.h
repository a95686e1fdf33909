// odds/paths_shuffle.h
//
// The orders of a list. Members that are equal cannot be told apart, so the paths are the different orders: n! divided
// by m! for each value that occurs m times. All are equally likely, so one decision takes one of them by its number
// (unranking of a multiset permutation; Knuth, The Art of Computer Programming, volume 4A, 7.2.1.2). Too many orders
// are given up at once, and the answer is bounds. Part of odds/paths.h; tests/odds/shuffle_test.cpp enumerates all n!
// orders.
#pragma once

#include <utility>
#include <vector>

#include "odds/paths.h"

namespace spoils::odds {

/// Members in all orders of one list together: 9 different ones (362,880 orders) have 3,265,920, and 10 have eleven
/// times as many.
inline constexpr std::uint64_t kMostOrderedMembers = 5'000'000;

template <class Probability>
void Paths<Probability>::draw_order(std::vector<Word>& members, program::ValueKind kind) {
  if (generator != nullptr) {
    // A declared generator says which comes next.
    for (auto left = members.size(); left > 1; --left) {
      std::swap(members[left - 1], members[static_cast<std::size_t>(generator_below(left))]);
    }
    return;
  }
  std::vector<std::pair<Word, std::uint64_t>> counts;  // how often each value occurs, in the order of the list
  std::uint64_t orders = 1;
  for (std::size_t n = 1; n <= members.size(); ++n) {
    const auto member = members[n - 1];
    auto known = std::find_if(counts.begin(), counts.end(),
                              [&](const auto& each) { return this->is_same(kind, each.first, member); });
    if (known == counts.end()) { known = counts.insert(counts.end(), {member, 0}); }
    orders = orders * n / ++known->second;
    if (orders > kMostOrderedMembers / members.size()) {
      leave_draw();
      return;
    }
  }
  auto number = evenly(orders);
  auto left = members.size();
  for (auto& member : members) {
    auto next = counts.begin();
    // `orders` are those of the members that are left; a value begins as many of them as it has of these members.
    for (; number >= orders * next->second / left; ++next) { number -= orders * next->second / left; }
    orders = orders * next->second / left--;
    --next->second;
    member = next->first;
  }
}

}  // namespace spoils::odds
