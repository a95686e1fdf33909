// lang/aggregates.h
//
// The names of the functions over lists: the grammar reads `NAME(x in LIST where CONDITION: VALUE)` after these alone,
// since for any other name `x in LIST` is an argument.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace spoils::lang {

inline constexpr std::array<std::string_view, 12> kAggregates{"count", "sum", "product", "any",  "all", "first",
                                                              "last",  "max", "min",     "list", "set", "most_common"};

[[nodiscard]] constexpr bool is_aggregate(std::string_view name) {
  return std::find(kAggregates.begin(), kAggregates.end(), name) != kAggregates.end();
}

}  // namespace spoils::lang
