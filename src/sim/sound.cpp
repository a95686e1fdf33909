// sim/sound.cpp
//
// Checks the form of a SimulationResult: sizes of rows, texts of numbers, finite estimates.
#include "sim/sound.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "text/plain/integer.h"

namespace spoils::sim {

namespace {

/// Returns whether the text of a cell is an integer if its kind is.
bool is_sound_cell(const std::optional<Cell>& cell) { return !is_integer(cell) || text::integer_of(cell->text); }

bool is_finite(const Estimate& estimate) {
  return std::isfinite(estimate.value) && std::isfinite(estimate.error) && std::isfinite(estimate.low) &&
         std::isfinite(estimate.high) && (!estimate.exact || std::isfinite(*estimate.exact));
}

bool is_sound_table(const ThingCounts& table) {
  const auto columns = table.by.size();
  return std::all_of(table.rows.begin(), table.rows.end(), [&](const ThingRow& row) {
    return row.values.size() == columns && row.sums.size() == table.asked.sums.size() &&
           std::all_of(row.values.begin(), row.values.end(), is_sound_cell) && is_finite(row.mean) &&
           is_finite(row.at_least_one) &&
           std::all_of(row.sums.begin(), row.sums.end(), [](const auto& sum) { return is_finite(sum.mean); });
  });
}

}  // namespace

bool is_sound(const ValueCounts& counts) {
  if (counts.least.has_value() != counts.greatest.has_value() || (counts.least && *counts.greatest < *counts.least)) {
    return false;
  }
  if (!std::isfinite(counts.deviation) || (counts.mean && !is_finite(*counts.mean))) { return false; }
  return std::all_of(counts.rows.begin(), counts.rows.end(), [](const ValueRow& row) {
    return is_finite(row.share) && row.value.has_value() == row.last.has_value() && is_sound_cell(row.value) &&
           is_sound_cell(row.last);
  });
}

bool is_sound(const SimulationResult& simulation) {
  return std::all_of(simulation.tables.begin(), simulation.tables.end(), is_sound_table) &&
         std::all_of(simulation.per_run.begin(), simulation.per_run.end(),
                     [](const RunCounts& run) { return is_sound(run.values); }) &&
         std::all_of(simulation.firsts.begin(), simulation.firsts.end(), [](const FirstCounts& first) {
           return is_sound(first.at) && is_finite(first.chance) && (!first.wait || is_finite(*first.wait));
         });
}

}  // namespace spoils::sim
