// odds/interpret_limits.h
//
// The limits on states, paths, time and memory: when each is met, what is given up, and how that counts as unexplored.
// Part of odds/interpreter.h. Tests: tests/odds/optimisations_test.cpp (suite Bounds), tests/cli/budget_test.py,
// tests/mutants/bounds.toml.
#pragma once

#include <algorithm>
#include <chrono>
#include <set>

#include "odds/interpreter.h"

namespace spoils::odds {

using namespace program;

/// Bytes that the states of one distribution may take: wide ones are fewer.
inline constexpr std::size_t kMostBytes = 400'000'000;

/// Ways that may go for finishing what is done, where the rest was given up: a second.
inline constexpr std::uint64_t kTicksToFinish = 1'000'000;

/// The part of the time for finishing that the first pass may take after a stop; the rest is for narrower passes.
inline constexpr double kGraceForFinishing = 0.4;

/// Ways that products of large fractions count for, between two looks at the limits: about a millisecond.
inline constexpr std::uint64_t kTicksBetweenLooks = 10'000;

/// A look at the clock that comes so long after the one before came late.
inline constexpr std::chrono::milliseconds kLongBetweenLooks{4};

/// A distribution of fewer states is not what memory is short of.
inline constexpr std::size_t kFewToShrink = 128;

// Asks now and then whether to go on.
template <class Mass>
void Interpreter<Mass>::tick(std::size_t states) {
  ++ticks_;
  if ((ticks_ & 0x3FF) == 0) {
    look_at_limits(states);
  } else if (ticks_ >= next_look_) {
    look_at_clock();
  }
  if (is_short_of_memory() && !gives_up_ && !spare_memory()) { give_up_all(Limit::Memory); }
  if (ticks_ >= last_tick_ || derivations_.size() > kMaxDerivations) { cancel(); }
}

// The same, for a way whose mass was multiplied: of large fractions that is the most of the work.
template <class Mass>
void Interpreter<Mass>::tick(std::size_t states, const Mass& mass) {
  if constexpr (!kCarries<Mass>) {
    const auto path_count = paths_of_product(mass);
    ticks_ += path_count;
    ticks_of_products_ += path_count;
    if (ticks_of_products_ >= kTicksBetweenLooks) {
      ticks_of_products_ = 0;
      look_at_limits(states);
    }
  }
  tick(states);
}

// Counts work within a step that goes no ways. Returns whether it may go on.
template <class Mass>
bool Interpreter<Mass>::spend(std::uint64_t path_count) {
  ticks_ += path_count;
  ticks_of_products_ += path_count;
  if (ticks_of_products_ >= kTicksBetweenLooks) {
    ticks_of_products_ = 0;
    look_at_limits(most_states_);
    if (is_short_of_memory()) { give_up_all(Limit::Memory); }
  }
  return !gives_up_ && !cancelled_ && work() < last_work_;
}

// Gives up what is left of a state of which so much is done.
template <class Mass>
void Interpreter<Mass>::give_up_rest(const Mass& whole, double gone) {
  const auto rest = without_amount(whole);
  // Fractions would have to be added up for this alone: bounds may be wider.
  if constexpr (!kIsExact<Mass>) {
    unexplored_ += Mass(rest * Mass(std::min(1.0, std::max(0.0, 1 - gone) + kRoundingOfMasses)));
  } else {
    unexplored_ += rest;
  }
}

template <class Mass>
void Interpreter<Mass>::look_at_limits(std::size_t states) {
  const bool needs_all = budget_.bounds == Bounds::None || is_trial_;
  if (needs_all && (limit_ != Limit::None || Mass(0) < unexplored_)) { cancel(); }
  look_at_clock();
  if (gives_up_ || sorts_out_ || is_narrower_) { return; }
  if (budget_.go_on != nullptr && !budget_.go_on(budget_.context, states)) { give_up_all(Limit::Paths); }
}

// Asks whether the work was stopped. The paths between two looks take some milliseconds, however long one takes.
template <class Mass>
void Interpreter<Mass>::look_at_clock() {
  if (scope_ == nullptr || !scope_->can_be_stopped()) { return; }
  const auto now = Clock::now();
  if (now - last_look_ > kLongBetweenLooks) {
    ticks_between_looks_ = std::max<std::uint64_t>(1, ticks_between_looks_ / 4);
  } else if (now - last_look_ < kLongBetweenLooks / 4) {
    ticks_between_looks_ = std::min(kTicksBetweenLooks, ticks_between_looks_ * 2);
  }
  last_look_ = now;
  meter_.look(ticks_, now);
  if (budget_.needless != nullptr && *budget_.needless) { cancel(); }
  next_look_ = ticks_ + ticks_between_looks_;
  // Narrower passes use the time for the end of stopped work: they end when it is over, whatever ended the first one.
  const bool is_to_end = !gives_up_ && !sorts_out_ && scope_->is_stopped();
  if (is_to_end && meter_.has_time()) {
    meter_.end_by(*end_in_time(kGraceInTime));
  } else if (is_to_end && !is_narrower_) {
    give_up_all(Limit::Stopped);
  } else if (whole_until_ && now > *whole_until_ && !gives_up_ && !sorts_out_) {
    limit_ = Limit::Stopped;
    cancel();
  }
  const auto most = is_narrower_ || budget_.bounds != Bounds::Tight ? 1.0
                    : meter_.has_time()                             ? kMostGraceInTime
                                                                    : kGraceForFinishing;
  if (scope_->was_stopped() && scope_->grace_used() > most * budget_.share_of_end) { cancel(); }
}

template <class Mass>
void Interpreter<Mass>::cancel() {
  cancelled_ = true;
  paths_.stop();
}

// Gives up what is under work; what is done is finished.
template <class Mass>
void Interpreter<Mass>::give_up_all(Limit limit) {
  gives_up_ = true;
  if (limit_ == Limit::None) { limit_ = limit; }
  last_tick_ = std::min(last_tick_, ticks_ + ticks_ / 8 + kTicksToFinish);
}

// Frees what can be computed again, where memory is short. Returns whether that was enough to go on with.
template <class Mass>
bool Interpreter<Mass>::spare_memory() {
  summaries_.clear_unused();
  paths_.forget();
  if (heap_.bytes_held() > most_heap_) { note_longest(); }
  return scope_ == nullptr || scope_->is_eased();
}

// Gives up the least likely half of the states of a distribution that grows while memory is short; if that does not
// help, since the memory is elsewhere, all that is under work.
template <class Mass>
void Interpreter<Mass>::shrink(Dist& dist) {
  if (spare_memory()) { return; }
  if (!has_noted_widest_) { note_widest_slots(dist); }
  if (dist.size() >= kFewToShrink) {
    most_states_ = std::max(most_states_, dist.size());
    if (limit_ == Limit::None) { limit_ = Limit::Memory; }
    unexplored_ += dist.prune(dist.size() / 2);
    if (!is_short_of_memory()) { return; }
  }
  give_up_all(Limit::Memory);
}

// Finds the longest text or list of the state that was evaluated last.
template <class Mass>
void Interpreter<Mass>::note_longest() {
  for (const auto slot : heap_slots_) {
    const auto word = slots_[slot];
    if (slot >= program_.slots.size() || word == kUnset || (word & Heap::kMark) == 0) { continue; }
    const auto length = Heap::length(word);
    if (!longest_ || longest_->second < length) { longest_ = {slot, length}; }
  }
}

// Gives up states, when the work that may be done on them is done.
template <class Mass>
void Interpreter<Mass>::give_up(Dist& dist) {
  if (!has_noted_widest_ && dist.size() > 1) { note_widest_slots(dist); }
  for (std::size_t i = 0; i < dist.size(); ++i) { unexplored_ += without_amount(dist.mass(i)); }
  dist = Dist(dist.width());
}

template <class Mass>
void Interpreter<Mass>::limit_while_growing(Dist& dist) {
  if (dist.size() >= 2 * most_of(dist)) { limit(dist); }
  if (is_short_of_memory() && !gives_up_) { shrink(dist); }
}

// How many states of a width may be at once. One takes its words twice, while there are more of them, and its mass.
template <class Mass>
std::size_t Interpreter<Mass>::most_of(const Dist& dist) const {
  constexpr std::size_t kBytesBesides = 100;
  return std::min(max_states_, kMostBytes / (2 * sizeof(Word) * dist.width() + kBytesBesides));
}

template <class Mass>
void Interpreter<Mass>::limit(Dist& dist) {
  most_states_ = std::max(most_states_, dist.size());
  const auto most = std::min(most_of(dist), worth_keeping(dist));
  if (dist.size() <= most) { return; }
  if (thinning_ != nullptr && may_thin_) { return thin(dist, most); }
  if (!has_noted_widest_) { note_widest_slots(dist); }
  if (limit_ == Limit::None) { limit_ = most_of(dist) < max_states_ ? Limit::Memory : Limit::States; }
  unexplored_ += dist.prune(most);
}

// Finds which slots make the states so many, and at which statement; of very many states the first are looked at.
template <class Mass>
void Interpreter<Mass>::note_widest_slots(const Dist& dist) {
  constexpr std::size_t kMostNamed = 3, kMostLookedAt = 50'000;
  has_noted_widest_ = true;
  widest_at_ = now_at_;
  for (std::size_t place = 0; place < active_.size(); ++place) {
    const auto slot = active_[place];
    if (slot >= program_.slots.size() || program_.slots[slot].name.empty()) { continue; }
    std::set<Word> values;
    for (std::size_t i = 0; i < std::min(dist.size(), kMostLookedAt); ++i) { values.insert(dist.state(i)[place]); }
    if (values.size() > 1) { widest_slots_.emplace_back(slot, values.size()); }
  }
  std::stable_sort(widest_slots_.begin(), widest_slots_.end(),
                   [](const auto& a, const auto& b) { return b.second < a.second; });
  if (widest_slots_.size() > kMostNamed) { widest_slots_.resize(kMostNamed); }
}

}  // namespace spoils::odds
