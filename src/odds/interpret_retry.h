// odds/interpret_retry.h
//
// `retry`, `try` and `after`. Each try of `retry` begins from the same state, so the tries are a geometric series of
// one try. There are two exceptions: what a world settles stays settled when a try is refused, and a declared generator
// goes on. Then tries that begin with different settled values or numbers to come are the states of a chain, in which
// each refused try leads back or on.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "odds/interpreter.h"

namespace spoils::odds {

using namespace program;

/// Words that a power of a fraction may take: to find what divides two such numbers takes a second.
inline constexpr double kMostWordsOfPower = 16'384;
inline constexpr double kWordsOfWay = 8;

/// Returns how likely something is that is possible, even where that is too unlikely for a double: so it is listed.
template <class Mass>
Mass not_zero(Mass mass) {
  if constexpr (kIsExact<Mass>) { return mass; }
  constexpr double kLeast = std::numeric_limits<double>::min();
  return likelihood(mass) < kLeast ? Mass(kLeast) : mass;
}

template <class Mass>
typename Interpreter<Mass>::Begin Interpreter<Mass>::left_by(const Word* state) const {
  Begin out;
  if (program_.settles) {
    out.settled = state[place_[program_.world_memo]];
    out.count = program_.list(out.settled, heap_).count;
  }
  if (generator_at_ >= 0) { out.generator = state[generator_at_]; }
  return out;
}

// The state from which a further try begins: that of the first one, but for what the tries before it have left.
template <class Mass>
std::vector<Word> Interpreter<Mass>::begun(std::vector<Word> first, const Begin& left) const {
  if (program_.settles) { first[static_cast<std::size_t>(place_[program_.world_memo])] = left.settled; }
  if (generator_at_ >= 0) { first[static_cast<std::size_t>(generator_at_)] = left.generator; }
  return first;
}

// The decisions of a block that is put back go on, since they led to its result.
template <class Mass>
void Interpreter<Mass>::keep_derivation(std::vector<Word>& state, const Word* from) const {
  if (!follows_) { return; }
  const auto at = static_cast<std::size_t>(place_[program_.slots.size()]);
  state[at] = from[at];
}

/// One try from one state, of `tries` at most; 0: of any number.
template <class Mass>
struct Interpreter<Mass>::Try {
  explicit Try(std::size_t width) : accepted(width), refused(width), unasked(width), stop(width), discard(width) {}

  /// How likely it is that no other try follows. Not 1 - `again`: what is left of that in floating point is no
  /// probability where almost every try is refused, and more than nothing where each is.
  Mass leaving() const {
    Mass out = lost;
    for (const auto* part : {&accepted, &stop, &discard}) {
      for (std::size_t k = 0; k < part->size(); ++k) { out += without_amount(part->mass(k)); }
    }
    for (const auto& [begin, mass] : onward) { out += mass; }
    return out;
  }

  Dist accepted;
  Dist refused;
  Dist unasked;  // before the condition, if that draws: the last try of so many does not ask it
  Dist stop;     // `stop` and `discard` inside leave the loop, as what is accepted does
  Dist discard;
  Mass again{0};                 // how likely the next try begins from the same state
  bool comes_again = false;      // whether it may, even where that is too unlikely for a double
  Mass lost{0};                  // unexplored
  std::map<Begin, Mass> onward;  // how likely it begins with more settled
};

// The sum of the chances that each of some tries is made, and the chance that the last one is. How likely a try is
// refused and how likely it leaves the loop are together 1, but of doubles only the smaller one says how far the other
// is from 1. Returns false, if that would take too long.
template <class Mass>
bool Interpreter<Mass>::add_tries(const Try& made, Word tries, Mass& series, Mass& last) {
  const auto one = Mass(1);
  const auto& refused = made.again;
  const auto leaving = made.leaving();
  if (!(leaving > Mass(0))) {
    series = Mass(tries);
    last = one;
    return true;
  }
  if constexpr (kIsExact<Mass>) {
    const auto& chance = [&]() -> const Exact& {
      if constexpr (kCounts<Mass>) {
        return refused.p;
      } else {
        return refused;
      }
    }();
    const Integer above = boost::multiprecision::numerator(chance);
    const Integer below = boost::multiprecision::denominator(chance);
    const auto words = static_cast<double>(tries) * static_cast<double>(msb(below) + 1) / 64;
    if (words > kMostWordsOfPower || !spend(static_cast<std::uint64_t>(words * words / kWordsOfWay))) { return false; }
    // Powers of what has no common divisor have none either.
    const auto count = static_cast<unsigned>(tries - 1);
    last = Mass(Exact(Integer(pow(above, count)), Integer(pow(below, count))));
    series = Mass(one - Mass(last * refused)) / leaving;
  } else if (!made.comes_again || tries == 1) {
    series = one;
    last = tries == 1 ? one : Mass(0);
  } else {
    const auto again = likelihood(not_zero(refused));
    const auto leaves = likelihood(leaving);
    const double per_try = again < leaves ? std::log(again) : std::log1p(-leaves);
    last = not_zero(Mass(std::exp(static_cast<double>(tries - 1) * per_try)));
    series = Mass(-std::expm1(static_cast<double>(tries) * per_try) / leaves);
  }
  return true;
}

template <class Mass>
typename Interpreter<Mass>::Try Interpreter<Mass>::one_try(const Statement& s, const std::vector<Word>& begin,
                                                           Word tries, const SlotSet& live, const SlotSet& after) {
  Try out(begin.size());
  Dist one(begin.size());
  one.add(begin.data(), Mass(1));
  const auto lost_before = std::exchange(unexplored_, Mass(0));
  auto made = run_block(s.c, std::move(one), live);
  const auto keep = [&](Dist& into) {
    for (std::size_t k = 0; k < made.next.size(); ++k) {
      std::vector<Word> state(made.next.state(k), made.next.state(k) + made.next.width());
      clear_dead(state, after);
      into.add(state.data(), made.next.mass(k));
    }
  };
  if (tries == 1) {
    keep(out.accepted);
  } else {
    if (tries > 0 && program_.expressions[s.b].draws) { keep(out.unasked); }
    bool again = false;
    branch(
        made.next, 0, [&] { again = paths_.flag(s.b); },
        [&](std::vector<Word>& state, const Mass& mass) {
          clear_dead(state, after);
          (again ? out.refused : out.accepted).add(state.data(), mass);
        });
  }
  const auto before = left_by(begin.data());
  for (std::size_t k = 0; k < out.refused.size(); ++k) {
    const Mass mass = without_amount(out.refused.mass(k));
    const auto now = left_by(out.refused.state(k));
    if (now == before) {
      out.again += mass;
      out.comes_again = true;
    } else {
      out.onward.try_emplace(now, Mass(0)).first->second += mass;
    }
  }
  out.stop = std::move(made.stop);
  out.discard = std::move(made.discard);
  out.lost = std::exchange(unexplored_, lost_before);
  return out;
}

// How often tries that begin from one state are made, in the sum of chances, and how likely the last one is.
template <class Mass>
void Interpreter<Mass>::add_try(const Try& made, const Mass& visits, const Mass& last, const Mass& scale, Dist& out,
                                Ends& ends) {
  if (Mass(0) < made.lost) { unexplored_ += without_amount(Mass(made.lost * visits * scale)); }
  const bool asks_all = made.unasked.size() == 0;
  const Mass asked = asks_all ? visits : Mass(visits - last);
  for (std::size_t k = 0; k < made.accepted.size() && asked > Mass(0); ++k) {
    out.add(made.accepted.state(k), Mass(made.accepted.mass(k) * asked * scale));
  }
  for (std::size_t k = 0; k < made.unasked.size() && last > Mass(0); ++k) {
    out.add(made.unasked.state(k), Mass(made.unasked.mass(k) * last * scale));
  }
  for (std::size_t k = 0; k < made.refused.size() && last > Mass(0) && asks_all; ++k) {
    out.add(made.refused.state(k), Mass(made.refused.mass(k) * last * scale));
  }
  for (std::size_t k = 0; k < made.stop.size(); ++k) {
    ends.stop.add(made.stop.state(k), Mass(made.stop.mass(k) * visits * scale));
  }
  for (std::size_t k = 0; k < made.discard.size(); ++k) {
    ends.discard.add(made.discard.state(k), Mass(made.discard.mass(k) * visits * scale));
  }
}

template <class Mass>
Distribution<Mass> Interpreter<Mass>::retry(std::uint32_t number, const Dist& in, Ends& ends, const SlotSet& after) {
  const auto& s = program_.statements[number];
  Dist out(in.width());
  SlotSet live = after;
  liveness_.read(live, s.b);
  // The sum of a series is no sum of what its tries leave to chance.
  const auto could_thin = std::exchange(may_thin_, false);
  const auto most_states = max_states_;
  if (thinning_ != nullptr) { max_states_ = budget_.max_states; }
  // The most tries are drawn before the first one, and may settle a value.
  Word tries = 0;
  Dist ready(in.width() + 1);
  branch(
      in, 1, [&] { tries = s.a == kNone ? 0 : std::max<Word>(1, paths_.word(s.a)); },
      [&](std::vector<Word>& state, const Mass& mass) {
        state.back() = tries;
        ready.add(state.data(), mass);
      });
  for (std::size_t i = 0; i < ready.size() && !stopped(); ++i) {
    const std::vector<Word> begin(ready.state(i), ready.state(i) + in.width());
    tries = ready.state(i)[in.width()];
    const auto mass = ready.mass(i);
    const auto first = one_try(s, begin, tries, live, after);
    if (!first.onward.empty()) {
      retry_as_more_is_left(s, first, begin, tries, mass, live, after, out, ends);
      continue;
    }
    Mass series(1);
    Mass last(0);
    if (tries > 0) {
      if (!add_tries(first, tries, series, last)) {
        give_up_rest(mass, 0);
        continue;
      }
    } else if (const auto leaving = first.leaving(); leaving > Mass(0)) {
      series = Mass(1) / leaving;
    } else {
      if (!stopped()) { paths_.fail(Fault::Kind::TooManySteps, s.b); }
      break;
    }
    add_try(first, series, last, mass, out, ends);
  }
  may_thin_ = could_thin;
  max_states_ = most_states;
  return out;
}

// The world memo only grows, so in order of its length each state comes after all that lead to it. The numbers of a
// declared generator repeat: there the tries are visited one by one.
template <class Mass>
void Interpreter<Mass>::retry_as_more_is_left(const Statement& s, const Try& first, const std::vector<Word>& begin,
                                              Word tries, const Mass& scale, const SlotSet& live, const SlotSet& after,
                                              Dist& out, Ends& ends) {
  std::map<Begin, Try> made;
  const auto try_from = [&](const Begin& from) -> const Try& {
    if (const auto known = made.find(from); known != made.end()) { return known->second; }
    return made.emplace(from, one_try(s, begun(begin, from), tries, live, after)).first->second;
  };
  const auto start = left_by(begin.data());
  made.emplace(start, first);
  if (tries == 0 && generator_at_ < 0) {
    std::map<Begin, Mass> arriving;
    arriving.emplace(start, Mass(1));
    for (auto at = arriving.begin(); at != arriving.end() && !stopped(); ++at) {
      const auto& each = try_from(at->first);
      const auto leaving = each.leaving();
      if (!(leaving > Mass(0))) {
        if (!stopped()) { paths_.fail(Fault::Kind::TooManySteps, s.b); }
        return;
      }
      const Mass visits = at->second / leaving;
      for (const auto& [to, mass] : each.onward) {
        arriving.try_emplace(to, Mass(0)).first->second += Mass(visits * mass);
      }
      add_try(each, visits, Mass(0), scale, out, ends);
    }
    return;
  }
  // With a limit each try counts for itself.
  std::map<Begin, Mass> now;
  now.emplace(start, Mass(1));
  std::map<Begin, Mass> visits;
  bool leaves = false;  // some try, which may come round again
  for (Word t = 0; (tries == 0 || t < tries) && !now.empty() && !stopped(); ++t) {
    std::map<Begin, Mass> next;
    std::uint64_t work = 0;
    bool is_new = false;
    const auto lead = [&](const Begin& to, const Mass& mass) { next.try_emplace(to, Mass(0)).first->second += mass; };
    for (const auto& [from, mass] : now) {
      const auto [visited, is_first] = visits.try_emplace(from, Mass(0));
      visited->second += mass;
      is_new = is_new || is_first;
      if (t + 1 == tries) { continue; }
      const auto& each = try_from(from);
      leaves = leaves || each.leaving() > Mass(0);
      if (each.comes_again) { lead(from, Mass(mass * each.again)); }
      for (const auto& [to, more] : each.onward) { lead(to, Mass(mass * more)); }
      if constexpr (kCarries<Mass>) {
        work += 1 + each.onward.size();
      } else {
        work += (1 + paths_of_product(mass)) * (1 + each.onward.size());
      }
    }
    if (tries == 0 && !is_new && !leaves) {
      paths_.fail(Fault::Kind::TooManySteps, s.b);
      return;
    }
    if (!spend(work)) {
      give_up_rest(scale, 0);
      return;
    }
    if (t + 1 == tries) { break; }
    now = std::move(next);
    if (std::none_of(now.begin(), now.end(), [](const auto& each) { return Mass(0) < each.second; })) { break; }
  }
  for (const auto& [from, mass] : visits) {
    const auto last = tries == 0 ? now.end() : now.find(from);
    add_try(try_from(from), mass, last == now.end() ? Mass(0) : not_zero(last->second), scale, out, ends);
  }
}

// `try`: one try from each state. What fails goes on from that state, but with the values that a world has settled and
// the numbers that a declared generator has come to.
template <class Mass>
Distribution<Mass> Interpreter<Mass>::attempt(const Statement& s, const Dist& in, Ends& ends, const SlotSet& after) {
  Dist out(in.width());
  Dist failed(in.width());
  SlotSet live = after;
  liveness_.read(live, s.b);
  const auto else_live = s.a == kNone ? after : liveness_.before_block(s.a, after);
  for (std::size_t i = 0; i < in.size() && !stopped(); ++i) {
    const std::vector<Word> begin(in.state(i), in.state(i) + in.width());
    const auto made = one_try(s, begin, 0, live, after);
    add_try(made, Mass(1), Mass(0), in.mass(i), out, ends);
    const auto fail = [&](const Mass& mass, std::vector<Word> state) {
      clear_dead(state, else_live);
      failed.add(state.data(), Mass(mass * in.mass(i)));
    };
    if (follows_) {
      for (std::size_t k = 0; k < made.refused.size(); ++k) {
        auto state = begun(begin, left_by(made.refused.state(k)));
        keep_derivation(state, made.refused.state(k));
        fail(without_amount(made.refused.mass(k)), std::move(state));
      }
      continue;
    }
    if (made.comes_again) { fail(made.again, begin); }
    for (const auto& [left, mass] : made.onward) { fail(mass, begun(begin, left)); }
  }
  if (failed.empty()) { return out; }
  if (s.a == kNone) {
    out.add_all(std::move(failed));
    return out;
  }
  auto rest = run_block(s.a, std::move(failed), after);
  out.add_all(kept(std::move(rest.next), after));
  ends.stop.add_all(std::move(rest.stop));
  ends.discard.add_all(std::move(rest.discard));
  return out;
}

// `x = e after f()`: the block runs from each state. That state goes on with each value of the slot, with the
// values that a world has settled and the numbers that a declared generator has come to.
template <class Mass>
Distribution<Mass> Interpreter<Mass>::suppose(const Statement& s, const Dist& in, const SlotSet& after) {
  std::vector<std::size_t> cleared;
  if (s.value == 1) {
    for (const auto slot : slots_of_things(program_)) {
      if (place_[slot] >= 0) { cleared.push_back(static_cast<std::size_t>(place_[slot])); }
    }
  }
  std::vector<std::size_t> kept;
  for_each_word_of(program_, s.a, [&](SlotId word) {
    if (place_[word] >= 0) { kept.push_back(static_cast<std::size_t>(place_[word])); }
  });
  Dist out(in.width());
  SlotSet live = after;
  for_each_word_of(program_, s.a, [&](SlotId word) { live.insert(word); });
  for (std::size_t i = 0; i < in.size() && !stopped(); ++i) {
    if (is_over()) {
      unexplored_ += without_amount(in.mass(i));
      continue;
    }
    const std::vector<Word> begin(in.state(i), in.state(i) + in.width());
    auto state = begin;
    for (const auto at : cleared) { state[at] = kUnset; }
    const auto mass = in.mass(i);
    const Mass chance = without_amount(mass);
    if (kCounts<Mass> && !(Mass(0) < chance)) { continue; }
    Dist one(in.width());
    one.add(state.data(), chance);
    const auto made = run_block(s.c, std::move(one), live);
    // The rule leaves no things, so nothing that it counted goes on.
    const auto share_of = [&](const Mass& ended) {
      if constexpr (kCounts<Mass>) {
        return Mass(mass * Mass(without_amount(ended) / chance));
      } else {
        return ended;
      }
    };
    const auto go_on = [&](const Dist& ended, bool is_set) {
      for (std::size_t k = 0; k < ended.size() && !stopped(); ++k) {
        auto next = begun(begin, left_by(ended.state(k)));
        keep_derivation(next, ended.state(k));
        for (const auto at : kept) { next[at] = is_set ? ended.state(k)[at] : kUnset; }
        clear_dead(next, after);
        out.add(next.data(), share_of(ended.mass(k)));
        limit_while_growing(out);
      }
    };
    go_on(made.next, true);
    go_on(made.discard, false);
    tick(in.size(), in.mass(i));
  }
  return out;
}

}  // namespace spoils::odds
