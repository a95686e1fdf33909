// odds/interpret_loops.h
//
// Loops over distributions: states that have another iteration go round, those that have none leave. Many states are
// run in parts, likely ones first, and each part gets a share of the work that is left. Part of odds/interpreter.h.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "odds/interpreter.h"

namespace spoils::odds {

using namespace program;

/// How the remaining work is divided among parts: some is kept for the statements after it, likely parts may take
/// more than their share, and no share is less than this part of the whole.
inline constexpr double kShareOfInner = 0.9;
inline constexpr double kMoreThanShare = 3;
inline constexpr double kLeastShare = 0.01;

/// States become so many more in a turn, as a rule, and so many turns are looked ahead; ways that one state goes in a
/// turn before that is known.
inline constexpr double kGrowthOfTurn = 16;
inline constexpr program::Word kMostTurnsAhead = 8;
inline constexpr double kPathsOfTurn = 100;

/// So many states are worth going through once more for having fewer afterwards.
inline constexpr std::size_t kManyStates = 64;

/// States that go through a turn together: each may become a hundred before they are joined again.
inline constexpr std::size_t kStatesOfPart = 1024;

// Takes many states in parts, the likely ones first, so that they do not all multiply at once. Each part may take its
// share of the work that may still be done, and more as others leave some over.
template <class Mass>
template <class Part>
void Interpreter<Mass>::in_parts(Dist states, std::size_t size, Part&& part) {
  if (states.size() <= 2 * size) {
    part(std::move(states));
    return;
  }
  std::vector<std::uint32_t> order(states.size());
  std::iota(order.begin(), order.end(), 0u);
  std::vector<double> masses(states.size());
  double left = 0;
  for (std::size_t i = 0; i < states.size(); ++i) { left += masses[i] = likelihood(states.mass(i)); }
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return masses[b] < masses[a]; });
  for (std::size_t begin = 0; begin < order.size() && !stopped(); begin += size) {
    Dist some(states.width());
    double mass = 0;
    for (std::size_t k = begin; k < std::min(order.size(), begin + size); ++k) {
      some.add(states.state(order[k]), states.mass(order[k]));
      mass += masses[order[k]];
    }
    const auto end = take_share(mass, left);
    part(std::move(some));
    end_of_work_ = end;
    left -= mass;
  }
}

// Sets aside for a part its share of the work that may still be done; returns when that of the whole ends.
template <class Mass>
std::uint64_t Interpreter<Mass>::take_share(double mass, double whole) {
  const auto end = end_of_work_;
  if (thinning_ != nullptr) { return end; }  // a pass that gives up a part is of no use
  const auto share = whole > 0 ? std::min(1.0, std::max(kLeastShare, kMoreThanShare * mass / whole)) : 1.0;
  const auto now = work();
  const auto rest = now < end ? static_cast<double>(end - now) : 0.0;
  end_of_work_ = now + static_cast<std::uint64_t>(rest * kShareOfInner * share);
  return end;
}

// Gives up states that go through an iteration if the remaining work is too little for all: those that are least
// likely for the work that they make. The number of iterations left is at the end of a state.
template <class Mass>
void Interpreter<Mass>::keep_worthwhile(Dist& states, double paths_of_turn) {
  if (thinning_ != nullptr) { return; }
  Word turns = 1;
  const auto turns_of = [&](std::size_t i) { return states.state(i)[states.width() - 1]; };
  for (std::size_t i = 0; i < states.size(); ++i) { turns = std::max(turns, turns_of(i)); }
  const auto most = paths_left() / static_cast<double>(std::min<Word>(turns, kMostTurnsAhead)) / paths_of_turn;
  if (static_cast<double>(states.size()) <= most) { return; }
  std::vector<double> worth(states.size());
  std::vector<std::uint32_t> order(states.size());
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    order[i] = i;
    const auto ahead = static_cast<double>(std::min(turns_of(i), kMostTurnsAhead) - 1);
    worth[i] = likelihood(states.mass(i)) * std::pow(kGrowthOfTurn, -ahead);
  }
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return worth[b] < worth[a]; });
  if (!has_noted_widest_) { note_widest_slots(states); }
  Dist kept(states.width());
  for (std::size_t k = 0; k < order.size(); ++k) {
    const auto i = order[k];
    if (static_cast<double>(k) < most) {
      kept.add(states.state(i), states.mass(i));
    } else {
      unexplored_ += without_amount(states.mass(i));
    }
  }
  states = std::move(kept);
}

template <class Mass>
Distribution<Mass> Interpreter<Mass>::repeat(std::uint32_t number, const Dist& in, Ends& ends, const SlotSet& after) {
  const auto& s = program_.statements[number];
  Word turns = 0;
  Dist out(in.width());
  Dist going(in.width() + 1);
  const auto live = liveness_.around_loop(number, after);
  branch(
      in, 1, [&] { turns = std::max<Word>(0, paths_.word(s.a)); },  // unset, the least of all words, is none
      [&](std::vector<Word>& state, const Mass& mass) {
        state.back() = turns;
        clear_dead(state, live);
        going.add(state.data(), mass);
      });
  const auto finish = [&](const Word* state, const Mass& mass) {
    std::vector<Word> done(state, state + in.width());
    clear_dead(done, after);
    out.add(done.data(), mass);
  };
  auto* const exchange = exchange_of(number, live, after);
  double paths_of_turn = kPathsOfTurn;
  while (!going.empty() && !stopped()) {
    Dist running(going.width());
    for (std::size_t i = 0; i < going.size(); ++i) {
      if (going.state(i)[going.width() - 1] <= 0) {
        finish(going.state(i), going.mass(i));
      } else {
        running.add(going.state(i), going.mass(i));
      }
    }
    if (s.b != kNone) {
      bool goes_on = false;
      Dist passed(going.width());
      branch(
          running, 0, [&] { goes_on = paths_.flag(s.b); },
          [&](std::vector<Word>& state, const Mass& mass) {
            if (goes_on) {
              passed.add(state.data(), mass);
            } else {
              finish(state.data(), mass);
            }
          });
      running = std::move(passed);
    }
    if (running.empty()) { break; }
    going = Dist(going.width());
    join_alike({&number, 1}, running, after);
    exchange_members(exchange, running);
    keep_worthwhile(running, paths_of_turn);
    const auto states = running.size();
    const auto ticks = ticks_ - ticks_of_abstraction_;
    Dist next(going.width());
    std::vector<Word> state;
    in_parts(std::move(running), kStatesOfPart, [&](Dist part) {
      // If many states are in their last iteration, slots that only another iteration would read are cleared.
      Dist last(part.width());
      if (part.size() >= kManyStates && !(live == after)) {
        Dist others(part.width());
        for (std::size_t i = 0; i < part.size(); ++i) {
          (part.state(i)[part.width() - 1] == 1 ? last : others).add(part.state(i), part.mass(i));
        }
        part = std::move(others);
      }
      if (!last.empty()) {
        auto made = run_turn(exchange, s.c, std::move(last), after);
        ends.stop.add_all(popped(made.stop, 1));
        ends.discard.add_all(popped(made.discard, 1));
        for (std::size_t i = 0; i < made.next.size(); ++i) { finish(made.next.state(i), made.next.mass(i)); }
      }
      if (part.empty()) { return; }
      auto made = run_turn(exchange, s.c, std::move(part), live);
      ends.stop.add_all(popped(made.stop, 1));
      ends.discard.add_all(popped(made.discard, 1));
      for (std::size_t i = 0; i < made.next.size(); ++i) {
        state.assign(made.next.state(i), made.next.state(i) + made.next.width());
        --state.back();
        clear_dead(state, live);
        next.add(state.data(), made.next.mass(i));
      }
    });
    if (states > 0) {
      paths_of_turn =
          std::max(1.0, static_cast<double>(ticks_ - ticks_of_abstraction_ - ticks) / static_cast<double>(states));
    }
    going = std::move(next);
    limit(going);
  }
  return out;
}

// The list (or the last integer) and the position in it are on the stack.
template <class Mass>
Distribution<Mass> Interpreter<Mass>::for_each(std::uint32_t number, const Dist& in, Ends& ends, const SlotSet& after) {
  const auto& s = program_.statements[number];
  const bool is_range = s.kind == Statement::Kind::ForRange;
  Word source = 0;
  Word at = 0;
  const auto live = liveness_.around_loop(number, after);
  Dist going(in.width() + 2);
  const ValueType list_type = is_range ? ValueType{} : program_.expressions[s.b].type;
  branch(
      in, 2,
      [&] {
        at = 0;
        if (is_range) {
          at = paths_.whole(s.b);
          source = paths_.whole(s.value);
        } else {
          source = paths_.word(s.b);
        }
      },
      [&](std::vector<Word>& state, const Mass& mass) {
        state[in.width()] = is_range ? source : canonical(list_type, source);
        state[in.width() + 1] = at;
        clear_dead(state, live);
        going.add(state.data(), mass);
      });
  auto* const exchange = exchange_of(number, live, after);
  Dist out(in.width());
  std::vector<Word> state;
  while (!going.empty() && !stopped()) {
    Dist running(going.width());
    for (std::size_t i = 0; i < going.size(); ++i) {
      state.assign(going.state(i), going.state(i) + going.width());
      const auto end = state[in.width()];
      auto& next = state[in.width() + 1];
      const bool over = is_range ? next > end : static_cast<std::size_t>(next) >= program_.list(end, heap_).count;
      if (over) {
        state.resize(in.width());
        clear_dead(state, after);
        out.add(state.data(), going.mass(i));
        continue;
      }
      // A variable that is never read has no place.
      if (place_[s.a] >= 0) {
        state[static_cast<std::size_t>(place_[s.a])] =
            is_range ? next : program_.list(end, heap_).first[static_cast<std::size_t>(next)];
      }
      ++next;
      running.add(state.data(), going.mass(i));
    }
    if (running.empty()) { break; }
    exchange_members(exchange, running);
    auto made = run_turn(exchange, s.c, std::move(running), live);
    ends.stop.add_all(popped(made.stop, 2));
    ends.discard.add_all(popped(made.discard, 2));
    going = kept(std::move(made.next), live);
    limit(going);
  }
  return out;
}

}  // namespace spoils::odds
