// odds/interpret_thinned.h
//
// Passes with few states at once in which none is given up: where they become too many, they are thinned out
// (odds/thinning.h). Each outcome has its probability on average over such passes, and an estimate is their mean
// (api/path_samples.h). Part of odds/interpreter.h. Tests: tests/odds/thinning_test.cpp.
#pragma once

#include <new>
#include <type_traits>
#include <utility>

#include "odds/interpreter.h"

namespace spoils::odds {

using namespace program;

template <class Mass>
std::optional<Answer<Mass>> Interpreter<Mass>::thinned(const Query& query, const Settings& settings, std::size_t states,
                                                       std::uint64_t path_count, Thinning& thinning) {
  if (is_spent_) { return std::nullopt; }
  program::WorkScope scope(budget_.max_memory, budget_.stop, budget_.context);
  scope_ = &scope;
  most_heap_ = scope.most_of_one();
  limit_ = Limit::None;
  is_narrower_ = true;
  thinning_ = &thinning;
  may_thin_ = true;
  std::optional<Answer<Mass>> out;
  try {
    decide(query, settings);
    auto pass = one_pass(query, settings, states, path_count);
    // A part that was given up all the same, for time or memory, would be missing on average.
    const bool is_whole = !cancelled_ && limit_ == Limit::None && !(Mass(0) < unexplored_) && !paths_.has_open_sums();
    if (is_whole || pass.fault.kind != Fault::Kind::None) { out = std::move(pass); }
  } catch (const std::bad_alloc&) {
    // Half a computation is of no use.
    is_spent_ = true;
    summaries_.clear();
    paths_.forget();
  }
  thinning_ = nullptr;
  is_narrower_ = false;
  scope_ = nullptr;
  return out;
}

// Takes out states that are too many. Requires: masses are doubles.
template <class Mass>
void Interpreter<Mass>::thin(Dist& states, std::size_t most) {
  if constexpr (std::is_same_v<Mass, double>) { thinning_->thin(states, most); }
}

}  // namespace spoils::odds
