// cli/number_order.h
//
// The order in which people read the rows of a distribution: those of one number by its size, others as they come.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "spoils/cell.h"

namespace spoils::cli {

/// Returns a number for sorting; large ones may be rounded. Requires: an integer or a number.
[[nodiscard]] long double number_of(const Cell& cell);

/// Returns whether rows differ in one number: they have one column, every value that is set is a number, and some is.
/// `values_of`: the values of a row.
template <class Row, class ValuesOf>
[[nodiscard]] bool are_of_one_number(const std::vector<Row>& rows, const ValuesOf& values_of) {
  const auto is_fit = [&](const Row& row) {
    const Cells& values = values_of(row);
    return values.size() == 1 &&
           (!values[0] || values[0]->kind == Cell::Kind::Integer || values[0]->kind == Cell::Kind::Number);
  };
  const auto is_set = [&](const Row& row) { return values_of(row)[0].has_value(); };
  return std::all_of(rows.begin(), rows.end(), is_fit) && std::any_of(rows.begin(), rows.end(), is_set);
}

/// Returns the first rows, at most so many. If rows differ in one number, they follow one another by its size, and what
/// is unset comes last. The result is valid as long as the rows.
template <class Row, class ValuesOf>
[[nodiscard]] std::vector<const Row*> rows_to_show(const std::vector<Row>& rows, std::size_t most,
                                                   const ValuesOf& values_of) {
  std::vector<const Row*> out;
  for (std::size_t i = 0; i < std::min(rows.size(), most); ++i) { out.push_back(&rows[i]); }
  if (!are_of_one_number(rows, values_of)) { return out; }
  std::stable_sort(out.begin(), out.end(), [&](const Row* a, const Row* b) {
    const auto& left = values_of(*a)[0];
    const auto& right = values_of(*b)[0];
    return left && right ? number_of(*left) < number_of(*right) : left && !right;
  });
  return out;
}

/// The same for rows that have their values as a member.
template <class Row>
[[nodiscard]] std::vector<const Row*> rows_to_show(const std::vector<Row>& rows, std::size_t most) {
  return rows_to_show(rows, most, [](const Row& row) -> const Cells& { return row.values; });
}

}  // namespace spoils::cli
