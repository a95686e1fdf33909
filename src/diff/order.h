// diff/order.h
//
// The order in which differences are reported: that of the rules in the pack.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "spoils/diff.h"

namespace spoils::diff {

/// Puts tables, gaps, estimates and compared rules in the order of `rules`; what is of none of them comes last.
inline void put_in_order(const std::vector<std::string>& rules, Difference& out) {
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < rules.size(); ++i) { places.emplace(rules[i], i); }
  const auto place_of = [&](const std::string& rule) {
    const auto known = places.find(rule);
    return known == places.end() ? rules.size() : known->second;
  };
  const auto by_place = [&](const auto& a, const auto& b) { return place_of(a.rule) < place_of(b.rule); };
  std::stable_sort(out.tables.begin(), out.tables.end(), by_place);
  std::stable_sort(out.gaps.begin(), out.gaps.end(), by_place);
  std::stable_sort(out.estimates.begin(), out.estimates.end(), by_place);
  std::stable_sort(out.compared.begin(), out.compared.end(),
                   [&](const std::string& a, const std::string& b) { return place_of(a) < place_of(b); });
}

}  // namespace spoils::diff
