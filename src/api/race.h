// api/race.h
//
// Answers a question that has a time by two engines at once, where there are processors for both: one follows all of
// the rule, and the other divides the time among its likely parts, for bounds if the first is not done in time
// (odds/interpret_passes.h). Used for a question alone: several have one processor each. tests/odds/race_test.cpp.
#pragma once

#include <array>
#include <atomic>
#include <optional>
#include <utility>
#include <vector>

#include "api/side_by_side.h"
#include "odds/interpreter.h"
#include "program/program.h"

namespace spoils::api {

/// Waits until a flag is set, or a question was so long under work that bounds may be wanted: most are answered before.
void wait_for_start(const std::atomic<bool>& is_needless);

template <class Mass>
class Race {
 public:
  /// Requires: program outlives this.
  Race(const program::Program& program, const odds::Budget& budget)
      : program_(program), budget_(budget), alone_(program, budget) {}

  /// Returns the answer of the first engine if it is final, so that it is the same on any number of threads; else the
  /// better one. If half of the memory held it back, it answers again alone with all of it, as long as there is time.
  /// `how` null, or without threads or memory for two: the only engine does all.
  odds::Answer<Mass> answer(const program::Query& query, const program::Settings& settings, const SideBySide* how) {
    const bool has_time = how != nullptr && budget_.bounds == odds::Bounds::Tight && how->scope.time().stops_at;
    for (auto& engine : racers_) { engine.reset(); }
    raced_ = 0;
    shown_ = &alone_;
    if (!has_time || threads_for(kEngines, *how) < kEngines) { return alone_.answer(query, settings); }
    std::array<odds::Answer<Mass>, kEngines> found;
    is_needless_ = false;
    side_by_side(kEngines, *how, [&](std::size_t number, std::size_t) {
      auto budget = budget_;
      budget.time_use = number == kWhole ? odds::TimeUse::Whole : odds::TimeUse::Divided;
      found[number].unexplored = Mass(1);
      found[number].is_refused = true;
      if (number == kDivided) {
        budget.go_on = nullptr;  // it counts the work of the first engine
        budget.needless = &is_needless_;
        wait_for_start(is_needless_);
        if (is_needless_) { return; }
      }
      found[number] = racers_[number].emplace(program_, budget).answer(query, settings);
      if (number == kWhole && is_final(found[number])) { is_needless_ = true; }
    });
    const auto best = is_better(found[kDivided], found[kWhole]) ? kDivided : kWhole;
    for (std::size_t i = 0; i < kEngines; ++i) {
      raced_ += racers_[i] ? 1U : 0U;
      if (i != best) { racers_[i].reset(); }
    }
    if (racers_[best]) {
      racers_[best]->forget_work();
      shown_ = &*racers_[best];
    }
    if (is_held_back(found[kWhole]) && !how->scope.is_stopped()) {
      auto again = alone_.answer(query, settings);
      if (is_better(found[best], again)) { return std::move(found[best]); }
      racers_[best].reset();
      shown_ = &alone_;
      return again;
    }
    return std::move(found[best]);
  }

  /// As of the engine, after an answer.
  [[nodiscard]] const program::Heap& heap() const { return shown_->heap(); }
  [[nodiscard]] std::vector<program::SlotId> reads(const program::Query& query) { return alone_.reads(query); }

  /// How many engines worked at once for the last answer; 0 if only one could. For tests.
  [[nodiscard]] std::size_t racers() const { return raced_; }

 private:
  static constexpr std::size_t kWhole = 0;
  static constexpr std::size_t kDivided = 1;
  static constexpr std::size_t kEngines = 2;

  static bool is_wrong(const odds::Answer<Mass>& answer) { return answer.fault.kind != program::Fault::Kind::None; }
  // Whether more time, or more of the memory, would not change it.
  static bool is_final(const odds::Answer<Mass>& answer) {
    const bool is_ended = answer.limit == odds::Limit::Stopped || answer.limit == odds::Limit::Memory;
    return is_wrong(answer) || (!answer.is_refused && !is_ended);
  }
  // Whether the part of the memory that an engine has was not enough for it.
  static bool is_held_back(const odds::Answer<Mass>& answer) { return answer.limit == odds::Limit::Memory; }
  static bool is_empty(const odds::Answer<Mass>& answer) { return answer.is_refused || answer.outcomes.empty(); }

  // Whether an answer says more than one that may be final.
  static bool is_better(const odds::Answer<Mass>& answer, const odds::Answer<Mass>& than) {
    if (is_final(than)) { return false; }
    if (is_wrong(answer)) { return true; }
    if (is_empty(answer) || is_empty(than)) { return !is_empty(answer); }
    return answer.unexplored < than.unexplored;
  }

  const program::Program& program_;
  odds::Budget budget_;
  odds::Interpreter<Mass> alone_;
  std::array<std::optional<odds::Interpreter<Mass>>, kEngines> racers_;
  std::size_t raced_ = 0;
  std::atomic<bool> is_needless_ = false;
  const odds::Interpreter<Mass>* shown_ = &alone_;
};

}  // namespace spoils::api
