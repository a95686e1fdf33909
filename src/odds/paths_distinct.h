// odds/paths_distinct.h
//
// Several values drawn without replacement. Their order is of no account, so the paths are the sets and not the
// orders: the sets of k + 1 values result from those of k, each by one more value (a walk over subsets, as in dynamic
// programming by Held and Karp). C(n, k) sets take the place of n! / (n - k)! orders. Part of odds/paths.h.
#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "odds/paths.h"

namespace spoils::odds {

/// Sets that are gone through for one draw; a set takes some hundred bytes.
inline constexpr double kMostSets = 500'000;

/// Returns C(n, k).
inline double sets_of(std::size_t n, std::size_t k) {
  double out = 1;
  for (std::size_t i = 0; i < std::min(k, n - k); ++i) {
    out = out * static_cast<double>(n - i) / static_cast<double>(i + 1);
  }
  return out;
}

template <class Mass>
std::vector<std::uint32_t> Paths<Mass>::draw_distinct(const program::Distinct& from, std::size_t count,
                                                      program::ExpressionId place) {
  if (generator != nullptr) {
    // A declared generator says which comes next.
    std::vector<std::uint32_t> left(from.values.size());
    for (std::uint32_t i = 0; i < left.size(); ++i) { left[i] = i; }
    auto total = from.total;
    std::vector<std::uint32_t> drawn;
    while (drawn.size() < count) {
      auto u = generator_below(total);
      std::size_t at = 0;
      while (u >= from.shares[left[at]]) { u -= from.shares[left[at++]]; }
      drawn.push_back(left[at]);
      total -= from.shares[left[at]];
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
    }
    return drawn;
  }
  if (sets_of(from.values.size(), count) > kMostSets) {
    leave_draw();
    return {};
  }
  const auto& known = distinct(from, count);
  if (left_ || known.sets.empty()) { return {}; }
  note(DerivationStep::Kind::Draw, place);
  return known.sets[static_cast<std::size_t>(known.options.values[take(known.options)])];
}

template <class Mass>
const typename Paths<Mass>::Sets& Paths<Mass>::distinct(const program::Distinct& from, std::size_t count) {
  std::vector<std::uint64_t> key{count};
  key.insert(key.end(), from.shares.begin(), from.shares.end());
  const auto [found, is_new] = distinct_.try_emplace(std::move(key));
  auto& out = found->second;
  if (!is_new && !out.sets.empty()) { return out; }
  std::map<std::vector<std::uint32_t>, Mass> sets;
  sets.emplace(std::vector<std::uint32_t>(), Mass(1));
  for (std::size_t k = 0; k < count; ++k) {
    std::map<std::vector<std::uint32_t>, Mass> larger;
    for (const auto& [set, mass] : sets) {
      if (!spend(1 + from.shares.size() / kStepsOfWay)) { return out; }
      auto rest = from.total;
      for (const auto i : set) { rest -= from.shares[i]; }
      const Mass each = mass / Mass(rest);
      auto next = set.begin();
      for (std::uint32_t i = 0; i < from.shares.size(); ++i) {
        if (next != set.end() && *next == i) {
          ++next;
          continue;
        }
        auto with = set;
        with.insert(with.begin() + (next - set.begin()), i);
        larger.try_emplace(std::move(with), Mass(0)).first->second += Mass(each * Mass(from.shares[i]));
      }
    }
    sets = std::move(larger);
  }
  for (auto& [set, mass] : sets) {
    out.options.values.push_back(static_cast<Word>(out.sets.size()));
    out.options.masses.push_back(mass);
    out.sets.push_back(set);
  }
  return out;
}

}  // namespace spoils::odds
