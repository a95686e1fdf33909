// odds/interpret_series.h
//
// Questions whose totals make too many states. The first pass has the totals of `count` and `sum` in its states, and
// few paths; if they do not suffice, the question goes to an interpreter whose masses are generating functions
// (odds/series.h), where states have no totals. Part of odds/interpreter.h. Tests: tests/odds/series_test.cpp,
// tests/mutants/series.toml.
#pragma once

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "odds/interpreter.h"

namespace spoils::odds {

using namespace program;

/// This part of the paths of a question may be spent on whole series, before their tails are left out; and the
/// least coefficients that are kept: 10^7 that are left out are together less than 10^-8.
inline constexpr std::uint64_t kPartForWholeSeries = 100;
inline constexpr double kLeastOfTails = 1e-16;

/// Returns whether the question was answered. If not, it is to be answered with totals in the states.
template <class Mass>
bool Interpreter<Mass>::answered_by_series(const Query& query, const Settings& settings) {
  by_series_ = false;
  if constexpr (std::is_same_v<Mass, double>) {
    if (follows_ || !extra_outputs_.empty() || not_series_of_ == &query ||
        budget_.max_paths <= budget_.paths_with_totals || !can_be_series(program_, query)) {
      return false;
    }
    if (series_of_ != &query) {
      is_trial_ = true;
      so_far_ = one_pass(query, settings, budget_.max_states, budget_.paths_with_totals);
      is_trial_ = false;
      if (so_far_->unexplored == 0 || so_far_->fault.kind != Fault::Kind::None) { return true; }
      // States that are limited on purpose are not circumvented: then totals stay in them.
      const bool is_refused = scope_->was_stopped() || limit_ == Limit::States;
      so_far_.reset();
      limit_ = Limit::None;
      longest_.reset();
      if (is_refused) { return false; }
      series_of_ = &query;
      forget_words();
    }
    try {
      auto found = answer_of_series(query, settings);
      Answer<double> out;
      for (auto& outcome : found.outcomes) { out.outcomes.push_back({std::move(outcome.words), outcome.mass.total()}); }
      out.rejected = found.rejected.total();
      out.unexplored = found.unexplored.total();
      out.states = found.states;
      out.widest_slots = std::move(found.widest_slots);
      out.widest_at = found.widest_at;
      out.limit = found.limit == Limit::None && 0 < out.unexplored ? Limit::Paths : found.limit;
      out.is_refused = found.is_refused;
      out.longest = found.longest;
      out.fault = found.fault;
      so_far_ = std::move(out);
      by_series_ = true;
      is_spent_ = series_->is_spent();
      ++counters_.series_answers;
      return true;
    } catch (const SeriesOverflow&) {
      not_series_of_ = &query;
      series_.reset();
    }
  }
  return false;
}

// Totals of two kinds have as many coefficients as pairs of values, of which most are next to impossible. If the whole
// series take too long, these are left out, and count as unexplored.
template <class Mass>
Answer<Series> Interpreter<Mass>::answer_of_series(const Query& query, const Settings& settings) {
  const bool may_shorten = query.accumulators.size() > 1 && budget_.may_shorten_series;
  if (may_shorten && shortened_of_ != &query) {
    if (!series_ || !is_whole_series_) {
      auto budget = budget_;
      budget.max_paths /= kPartForWholeSeries;
      budget.bounds = Bounds::None;
      series_ = std::make_unique<Interpreter<Series>>(program_, budget);
      is_whole_series_ = true;
    }
    auto found = series_->answer(query, settings);
    if (!(Series(0) < found.unexplored) || found.fault.kind != Fault::Kind::None) { return found; }
    shortened_of_ = &query;
    series_.reset();
    ++counters_.shortened_series;
  }
  if (!series_ || is_whole_series_) {
    series_ = std::make_unique<Interpreter<Series>>(program_, budget_);
    is_whole_series_ = false;
  }
  std::optional<ShortTails> tails;
  if (may_shorten) { tails.emplace(kLeastOfTails); }
  return series_->answer(query, settings);
}

// Returns the exponents that an accumulator gives a thing. `any` counts the things that meet its condition, and `all`
// those that do not.
template <class Mass>
Word Interpreter<Mass>::exponent_of(const Accumulator& accumulator, Word amount) const {
  const auto& all = query_->accumulators;
  if (accumulator.kind == FoldKind::Any) { amount = amount == 1 ? 1 : 0; }
  if (accumulator.kind == FoldKind::All) { amount = amount == 1 ? 0 : 1; }
  return Series::key_of(amount, static_cast<std::size_t>(&accumulator - all.data()), all.size());
}

template <class Mass>
Mass Interpreter<Mass>::grown_by(Word counted) const {
  if constexpr (kIsSeries<Mass>) {
    return Mass(1.0, counted, query_->accumulators.size());
  } else if constexpr (kCounts<Mass>) {
    return Mass(Word{1}, counts_sizes_ && counted < 0 ? -counted : counted);
  } else {
    static_cast<void>(counted);
    return Mass(1);
  }
}

// The states with each total that they may have, as they are if totals are part of states.
template <class Mass>
Distribution<Mass> Interpreter<Mass>::with_totals(const Dist& done) const {
  const auto& accumulators = query_->accumulators;
  Dist out(done.width());
  std::vector<Word> state;
  for (std::size_t i = 0; i < done.size(); ++i) {
    state.assign(done.state(i), done.state(i) + done.width());
    const auto take = [&](Word key, double share) {
      const auto amounts = Series::amounts_of(key, accumulators.size());
      for (std::size_t k = 0; k < amounts.size(); ++k) {
        const auto kind = accumulators[k].kind;
        accumulator_of(state, k) = kind == FoldKind::Any   ? amounts[k] > 0
                                   : kind == FoldKind::All ? amounts[k] == 0
                                                           : amounts[k];
      }
      out.add(state.data(), Mass(share));
    };
    if constexpr (kIsSeries<Mass>) {
      const auto mass = done.mass(i);
      if (mass.terms().empty()) { take(0, mass.total()); }
      for (const auto& term : mass.terms()) { take(term.key, term.mass); }
    }
  }
  return out;
}

}  // namespace spoils::odds
