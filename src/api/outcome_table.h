// api/outcome_table.h
//
// Makes a table of outcomes of an answer of the odds engine. It decides whether the table is exact, and gives each row
// its bounds if not. tests/api/nearly_test.cpp has what is nearly exact.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "api/compile_queries.h"
#include "api/largest_first.h"
#include "api/query.h"
#include "odds/interpreter.h"
#include "spoils/odds.h"
#include "text/plain/figures.h"

namespace spoils::api {

inline OddsLimit public_limit(odds::Limit limit) { return static_cast<OddsLimit>(limit); }
static_assert(static_cast<int>(OddsLimit::Draw) == static_cast<int>(odds::Limit::Draw));

inline constexpr double kNoMean = std::numeric_limits<double>::quiet_NaN();

inline double to_double(double mass) { return mass; }
/// Returns at least the least positive double of what is possible: 0 is for what is not.
inline double to_double(const odds::Exact& mass) {
  const auto out = mass.convert_to<double>();
  return out == 0 && mass > 0 ? std::numeric_limits<double>::denorm_min() : out;
}

/// Requires: the answer has no fault and is not refused. `heap` is that of the engine.
template <class Mass>
CountTable outcome_table(const CompiledQueries& asked, const Question& question, const program::Query& query,
                         odds::Answer<Mass>& found, const program::Heap& heap) {
  const auto& program = asked.program;
  CountTable out;
  out.limit = public_limit(found.limit);
  Mass total(0);
  for (const auto& outcome : found.outcomes) { total += outcome.mass; }
  // Each part of it is rounded up, so that bounds hold; what is explored has no less than nothing.
  out.unexplored = std::min(1.0, to_double(found.unexplored));
  // A double may have lost all of a share; so may what was dropped.
  const bool has_dropped = found.limit == odds::Limit::States || found.limit == odds::Limit::Memory;
  const bool is_lost = std::is_same_v<Mass, double> &&
                       (has_dropped || std::any_of(found.outcomes.begin(), found.outcomes.end(),
                                                   [](const auto& outcome) { return odds::is_lost(outcome.mass); }));
  out.exact = !(Mass(0) < found.unexplored) && !is_lost;
  if (!out.exact) {
    out.unexplored = std::max(out.unexplored, odds::kLeastMass);
    out.mean = kNoMean;
    // All masses together are 1, and the part that sums of doubles have lost may be anywhere. If less than the rounding
    // of masses is unexplored, bounds allow for rounding instead, below.
    const double known = to_double(total) + to_double(found.rejected);
    if (out.unexplored >= odds::kRoundingOfMasses && known + out.unexplored < 1) {
      out.unexplored = std::min(1.0, std::nextafter(1 - known, 2.0));
    }
  }
  // Rounding that is wider than the unexplored part widens bounds.
  const auto rounding_of = [&out](double mass) {
    return !out.exact && out.unexplored < odds::kRoundingOfMasses * mass ? odds::kRoundingOfMasses * mass : 0;
  };
  // If nothing rejects, the probability is 1, even if the sum of the doubles is a little less.
  const bool may_reject = Mass(0) < found.rejected;
  out.given = out.exact && !may_reject ? 1 : text::below_certainty(std::min(1.0, to_double(total)), may_reject);
  out.given -= rounding_of(out.given);
  out.states = found.states;
  for (const auto& [slot, values] : found.widest_slots) {
    out.widest_slots.emplace_back(program.slots[slot].name, values);
  }
  if (found.widest_at && *found.widest_at < program.statement_places.size()) {
    const auto& place = program.statement_places[*found.widest_at];
    const auto& source = (*asked.sources)[place.source];
    out.widest_at = fmt::format("{}:{}", source.name(), source.locate(place.begin).line);
  }
  out.by = columns(question, query);
  largest_first(found.outcomes, [](const auto& outcome) -> const Mass& { return outcome.mass; });
  // Every listed outcome is possible, also where a double has lost all of it.
  const bool is_shared = found.outcomes.size() > 1 && (!odds::kIsExact<Mass> || Mass(0) < found.outcomes[1].mass);
  for (const auto& outcome : found.outcomes) {
    OddsRow row;
    row.values = cells_of(program, heap, query, outcome.words);
    const Mass share = Mass(0) < total ? Mass(outcome.mass / total) : Mass(0);
    if (std::holds_alternative<Count>(question) && out.exact) {
      out.mean += to_double(share) * static_cast<double>(outcome.words[0]);
    }
    row.probability = text::below_certainty(to_double(share), is_shared);
    row.low = row.high = row.probability;
    if (!out.exact) {
      // Given a condition, the unexplored part may satisfy it or not.
      const double mass = to_double(outcome.mass);
      const double all = condition_of(question).empty() ? 1 : out.given + out.unexplored;
      const double rounding = rounding_of(mass);
      row.low = odds::is_lost(mass) ? 0 : std::min(1.0, (mass - rounding) / all);
      row.high = std::min(1.0, (mass + rounding + out.unexplored) / all);
    }
    if constexpr (!std::is_same_v<Mass, double>) {
      if (out.exact) { row.fraction = fraction_of(share); }
    }
    out.rows.push_back(std::move(row));
  }
  return out;
}

}  // namespace spoils::api
