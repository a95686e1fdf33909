// odds/interpret_passes.h
//
// The passes that answer a question. One is whole, as a rule. If it cannot be, within its limits, others follow that
// leave out less of what is likely, and the best of them is the answer. Part of odds/interpreter.h. Tests:
// tests/odds/divided_time_test.cpp, tests/odds/narrower_passes_test.cpp, tests/mutants/bounds.toml.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "odds/interpreter.h"

namespace spoils::odds {

using namespace program;

/// Narrower passes take this part of the paths of the pass that was abandoned, or the time for finishing. The first
/// keeps so few states that it ends whatever a state costs; each next pass keeps as many times more as what is left
/// allows, within these bounds.
inline constexpr std::uint64_t kPartForNarrower = 4;
inline constexpr std::size_t kNarrowest = 16;
inline constexpr double kLeastGrowth = 2;
inline constexpr double kMostGrowth = 16;

/// The part of the time of an answer after which a pass that may yet be whole is given up for one that divides the
/// rest; so much it has in any case, and so long a time is divided at all.
inline constexpr int kPartForWhole = 4;
inline constexpr std::chrono::milliseconds kLeastForWhole{1'200};
inline constexpr std::chrono::milliseconds kLeastToDivide{2'000};

/// Fewer states than these are followed, all of them, by a narrower pass that may have so many.
inline constexpr std::size_t kFewToLeaveOut = 128;

template <class Mass>
void Interpreter<Mass>::answered(const Query& query, const Settings& settings) {
  decide(query, settings);
  if (answered_by_series(query, settings)) { return; }
  const auto begin = Clock::now();
  const auto end = budget_.bounds == Bounds::Tight && !scope_->was_stopped() ? end_in_time(kGraceInTime) : std::nullopt;
  if (end && budget_.time_use == TimeUse::Divided) {
    so_far_ = divided_pass(query, settings, *end);
    if (so_far_->limit == Limit::None && Mass(0) < so_far_->unexplored) { so_far_->limit = Limit::Stopped; }
  } else {
    if (end && budget_.time_use == TimeUse::Both && *end - begin > kLeastToDivide) {
      whole_until_ = begin + std::max<Clock::duration>(kLeastForWhole, (*end - begin) / kPartForWhole);
    }
    so_far_ = one_pass(query, settings, budget_.max_states, budget_.max_paths);
    if (end && whole_until_) { divide_rest(query, settings, *end); }
  }
  const bool was_abandoned = limit_ == Limit::Paths || limit_ == Limit::Memory || limit_ == Limit::Stopped ||
                             so_far_->limit == Limit::Paths || so_far_->limit == Limit::Stopped;
  if (budget_.bounds == Bounds::Tight && was_abandoned && so_far_->fault.kind == Fault::Kind::None) {
    tighten(query, settings);
  }
}

// Returns when work is to end that may take so much of the time for finishing, if that is known.
template <class Mass>
std::optional<WorkMeter::Clock::time_point> Interpreter<Mass>::end_in_time(double part_of_grace) const {
  return scope_->grace_until(part_of_grace * budget_.share_of_end);
}

// Makes a pass the answer if it leaves less unexplored, or found a roll that fails. Returns whether the answer is
// final.
template <class Mass>
bool Interpreter<Mass>::take_better(Answer<Mass> pass) {
  auto& best = *so_far_;
  if (pass.fault.kind != Fault::Kind::None) {
    best = std::move(pass);
    return true;
  }
  if (pass.unexplored < best.unexplored && !pass.outcomes.empty()) {
    best.outcomes = std::move(pass.outcomes);
    best.rejected = pass.rejected;
    best.unexplored = pass.unexplored;
    if (!(Mass(0) < best.unexplored)) { best.limit = Limit::None; }
  }
  return !(Mass(0) < best.unexplored);
}

// A pass that divides what is left of the time among the likely parts of the rule.
template <class Mass>
Answer<Mass> Interpreter<Mass>::divided_pass(const Query& query, const Settings& settings,
                                             WorkMeter::Clock::time_point end) {
  limit_ = Limit::None;
  divided_until_ = end;
  ++counters_.divided_passes;
  auto out = one_pass(query, settings, budget_.max_states, budget_.max_paths);
  divided_until_.reset();
  return out;
}

// After a pass that was not whole in its part of the time: one that divides the rest. If its parts had too little, and
// yet the most of its time is left, all of that is for one more that divides nothing. It takes over the results of
// rules that are whole (odds/statement_summary.h).
template <class Mass>
void Interpreter<Mass>::divide_rest(const Query& query, const Settings& settings, WorkMeter::Clock::time_point end) {
  whole_until_.reset();
  if (so_far_->limit != Limit::Stopped || so_far_->fault.kind != Fault::Kind::None || scope_->was_stopped()) { return; }
  const auto begin = Clock::now();
  const bool is_final = take_better(divided_pass(query, settings, end));
  const auto now = Clock::now();
  if (!is_final && limit_ == Limit::None && !scope_->was_stopped() && end - now > now - begin) {
    whole_until_ = end;
    take_better(one_pass(query, settings, budget_.max_states, budget_.max_paths));
    whole_until_.reset();
  }
  if (so_far_->limit != Limit::None) { asked_ = nullptr; }  // half a result is not used for the next answer
}

// Beam search with a growing beam: each pass explores all of the rule, but drops all states except the likeliest after
// each statement. The pass that leaves least unexplored is the answer. An answer that is exact costs what it costs
// without this, since the first pass does not change.
template <class Mass>
void Interpreter<Mass>::tighten(const Query& query, const Settings& settings) {
  auto& best = *so_far_;
  const bool by_clock = best.limit == Limit::Stopped;
  auto rest = by_clock ? budget_.max_paths : ticks_ / kPartForNarrower;
  auto states = kNarrowest;
  is_narrower_ = true;
  while (true) {
    // No outcome holds a word of the heap, so the heap may begin anew, unless earlier answers have words there.
    if (best.outcomes.empty() && extra_outputs_.empty()) { forget_words(); }
    limit_ = Limit::None;
    const auto begin = Clock::now();
    auto pass = one_pass(query, settings, states, rest);
    ++counters_.narrower_passes;
    const bool was_cut = cancelled_ || (limit_ != Limit::None && limit_ != Limit::States && limit_ != Limit::Draw);
    if (take_better(std::move(pass)) || was_cut || states >= budget_.max_states) { return; }
    auto left = static_cast<double>(rest - std::min(rest, ticks_)) / static_cast<double>(ticks_ + 1);
    if (const auto end = end_in_time(1)) {
      const auto now = Clock::now();
      const auto left_by_clock = std::chrono::duration<double>(*end - now) / std::chrono::duration<double>(now - begin);
      left = by_clock ? left_by_clock : std::min(left, left_by_clock);
    }
    const auto growth = std::min(kMostGrowth, kShareOfWork * left);
    if (growth < kLeastGrowth) { return; }
    if (!by_clock) { rest -= ticks_; }
    states = std::min(budget_.max_states, static_cast<std::size_t>(static_cast<double>(states) * growth));
  }
}

// How many of the likeliest states a pass follows. A narrower one leaves out those that are less likely, all together,
// than one would be of as many equal states as it may have: they take most of the work, and add next to nothing.
template <class Mass>
std::size_t Interpreter<Mass>::worth_keeping(const Dist& dist) const {
  if (!is_narrower_ || thinning_ != nullptr || dist.size() < kFewToLeaveOut) { return dist.size(); }
  std::vector<double> masses(dist.size());
  double whole = 0;
  for (std::size_t i = 0; i < dist.size(); ++i) { whole += masses[i] = likelihood(dist.mass(i)); }
  std::sort(masses.begin(), masses.end());
  const auto most = whole / static_cast<double>(max_states_);
  double left_out = 0;
  std::size_t count = 0;
  while (count < masses.size() && left_out + masses[count] < most) { left_out += masses[count++]; }
  return masses.size() - count;
}

}  // namespace spoils::odds
