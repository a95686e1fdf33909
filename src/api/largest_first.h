// api/largest_first.h
//
// The order of the rows of an answer.
#pragma once

#include <algorithm>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

namespace spoils::api {

/// Sorts rows by an amount that is not negative, the largest first. Equals keep their order; doubles that differ by the
/// rounding of their sums alone are equal, so that 8 and 13 of three dice follow one another as 8 and 13 do.
template <class Row, class AmountOf>
void largest_first(std::vector<Row>& rows, const AmountOf& amount_of) {
  using Amount = std::decay_t<decltype(amount_of(rows.front()))>;
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return amount_of(rows[b]) < amount_of(rows[a]); });
  if constexpr (std::is_same_v<Amount, double>) {
    constexpr double kRounding = 1e-12;
    const auto falls = [&](std::size_t a, std::size_t b) {
      return amount_of(rows[b]) < amount_of(rows[a]) * (1 - kRounding);
    };
    for (auto first = order.begin(); first != order.end();) {
      const auto last = std::adjacent_find(first, order.end(), falls);
      const auto end = last == order.end() ? last : last + 1;
      std::sort(first, end);
      first = end;
    }
  }
  std::vector<Row> sorted;
  sorted.reserve(rows.size());
  for (const auto i : order) { sorted.push_back(std::move(rows[i])); }
  rows = std::move(sorted);
}

}  // namespace spoils::api
