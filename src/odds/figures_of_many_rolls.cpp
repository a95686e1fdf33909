// odds/figures_of_many_rolls.cpp
//
// Asks odds/repeated.h, and turns the row of the condition into a figure. tests/api/many_rolls_expected_test.cpp pins
// it.
#include "odds/figures_of_many_rolls.h"

#include <algorithm>
#include <limits>

#include "odds/carried_state.h"
#include "odds/repeated.h"

namespace spoils::odds {

using figures::Figure;
using program::Fault;
using program::Query;
using program::SlotId;

namespace {

/// The error of the masses of one roll, and twice the rounding error of an addition: a step sums over worlds.
constexpr double kErrorOfMasses = 1e-10;
constexpr double kErrorOfSum = 4.5e-16;
constexpr double kBelowOne = 1 - 1.2e-16;

bool is_long_run(const Query& query) { return query.rolls == Query::kForever; }

// No waits: what the rolls after the last one do is not looked at.
ManyRolls rolls_of(const Query& query) {
  ManyRolls out;
  if (!is_long_run(query)) { out.numbers = {query.rolls}; }
  out.wants_waits = false;
  return out;
}

Settings begin_of(const Query& query, Settings settings) {
  for (const auto& [slot, word] : query.begins) { set_word(settings, slot, word); }
  return settings;
}

/// The row of the rolls in which the condition holds; null if it never does.
template <class Mass>
const Repeated<Mass>* row_that_holds(const RepeatedAnswer<Mass>& answer) {
  for (const auto& row : answer.rows) {
    if (row.words.back() == 1) { return &row; }
  }
  return nullptr;
}

Figure near(double value, double error) {
  Figure out;
  out.value = value;
  out.low = std::max(0.0, value * (1 - error));
  out.high = std::min(1.0, value * (1 + error) + kLeastMass);
  return out;
}

Figure between(double low, double high) {
  Figure out;
  out.value = low;
  out.low = low;
  out.high = high;
  out.is_whole = low == high;
  return out;
}

}  // namespace

Budget FiguresOfManyRolls::budget_for(const Query& query) const {
  auto out = budget_;
  if (is_long_run(query)) { out.bounds = Bounds::None; }
  return out;
}

Interpreter<double>& FiguresOfManyRolls::doubles_for(const Query& query) {
  return doubles_.try_emplace(&query, program_, budget_for(query)).first->second;
}

std::vector<SlotId> FiguresOfManyRolls::reads(const Query& query) {
  auto& doubles = doubles_for(query);
  carry_state(doubles, program_, query);
  return doubles.reads(query);
}

Figure FiguresOfManyRolls::figure(const Query& query, const Settings& settings, Fault& fault) {
  const auto answer =
      repeat_rolls(doubles_for(query), program_, query, begin_of(query, settings), rolls_of(query), budget_for(query));
  if (fault.kind == Fault::Kind::None) { fault = answer.fault; }
  if (answer.end != RepeatedAnswer<double>::End::Whole) { return between(0, 1); }
  const auto* row = row_that_holds(answer);
  if (!answer.is_whole) {
    return row == nullptr ? between(0, answer.others.front().high)
                          : between(row->within.front().low, row->within.front().high);
  }
  if (row == nullptr) { return Figure::of(0); }
  const double steps = kErrorOfSum * static_cast<double>(answer.worlds + 1);
  if (is_long_run(query)) { return near(row->rate, kErrorOfMasses + steps); }
  // Whether it is certain is known from what can happen, not from sums.
  const double value = row->within.front().low;
  if (value == 1) { return Figure::of(1); }
  auto out = near(value, kErrorOfMasses + steps * static_cast<double>(query.rolls));
  out.low = std::max(out.low, std::numeric_limits<double>::denorm_min());
  out.high = std::min(out.high, kBelowOne);
  return out;
}

std::optional<Exact> FiguresOfManyRolls::exact_figure(const Query& query, const Settings& settings) const {
  if (!is_long_run(query)) { return std::nullopt; }
  const auto budget = budget_for(query);
  Interpreter<Exact> exacts(program_, budget);
  const auto answer = repeat_rolls(exacts, program_, query, begin_of(query, settings), rolls_of(query), budget);
  if (answer.end != RepeatedAnswer<Exact>::End::Whole || answer.fault.kind != Fault::Kind::None) {
    return std::nullopt;
  }
  const auto* row = row_that_holds(answer);
  return row == nullptr ? Exact(0) : row->rate;
}

}  // namespace spoils::odds
