// odds/interpret_footprints.h
//
// A statement is worked out once for all states that agree in what it reads; see odds/footprint.h.
#pragma once

#include "odds/interpreter.h"

namespace spoils::odds {

using namespace program;

/// So few states are always taken by footprint: their number saves nothing, but each may come again.
inline constexpr std::size_t kFewStates = 8;

/// So many states must share a footprint, on average, for it to pay; more where the ways that keep what was unseen and
/// those that replace it are gone through one after the other.
inline constexpr std::size_t kLeastSharing = 2;
inline constexpr std::size_t kLeastSharingUnseen = 8;

template <class Mass>
Footprint<Mass>& Interpreter<Mass>::footprint(std::uint32_t number, const SlotSet& after) {
  const int things = asks_held_ ? std::min(thing_depth_, 2) : 0;
  const int rules = after.contains(program_.shown) ? rule_depth_ : 0;
  if (auto* known = footprints_.find(number, after, things, rules)) { return *known; }
  auto& print = footprints_.add(number);
  print.after = after;
  print.thing_depth = things;
  print.rule_depth = rules;
  print.changed_and_live = liveness_.changes(number);
  print.changed_and_live &= after;
  // Tallies grow by what happens, whatever they are: they are neither read nor set.
  for (const auto& tally : query_->tallies) { print.changed_and_live.erase(tally.slot); }
  if (settles_) { print.changed_and_live.insert(program_.settled); }
  auto reads = liveness_.before(number, print.changed_and_live);
  for (const auto& tally : query_->tallies) {
    reads.erase(tally.slot);
    print.changed_and_live.insert(tally.slot);
  }
  const auto& looked_at = liveness_.looks_at(number);
  const auto is_unseen = [&](SlotId slot) {
    if (slot >= program_.slots.size() || slot == program_.shown || slot == program_.settled) { return false; }
    const auto kind = program_.slots[slot].type.kind;
    return (kind == ValueKind::Int || kind == ValueKind::Symbol || kind == ValueKind::Flag) &&
           print.changed_and_live.contains(slot) && !looked_at.contains(slot) && !liveness_.wanted().contains(slot);
  };
  for (std::uint32_t i = 0; i < active_.size(); ++i) {
    const auto slot = active_[i];
    if (reads.contains(slot)) { (!is_tally_[i] && is_unseen(slot) ? print.unseen : print.reads).push_back(i); }
    if (is_tally_[i]) { continue; }
    if (print.changed_and_live.contains(slot)) {
      print.changes.push_back(i);
    } else if (!after.contains(slot) && slot != program_.settled) {
      print.dead.push_back(i);
    }
  }
  print.known = StateIndex(print.reads.size());
  return print;
}

template <class Mass>
Effect<Mass> Interpreter<Mass>::work_out(std::uint32_t number, Footprint<Mass>& print, const Word* reads) {
  std::vector<Word> state(active_.size(), kUnset);
  for (std::size_t k = 0; k < print.reads.size(); ++k) { state[print.reads[k]] = reads[k]; }
  for (const auto place : print.unseen) { state[place] = kAsBefore; }
  for (std::size_t k = 0; k < query_->tallies.size(); ++k) { tally_of(state, k) = query_->tallies[k].nothing(); }
  Dist now(active_.size());
  now.add(state.data(), Mass(1));
  Ends ends(active_.size());
  Effect<Mass> out;
  const auto lost = unexplored_;
  unexplored_ = Mass(0);
  run_on_states(number, now, ends, print.changed_and_live);
  out.lost = unexplored_;
  unexplored_ = lost;
  const auto take = [&](const Dist& dist, End end) {
    for (std::size_t i = 0; i < dist.size(); ++i) {
      const auto keeps = std::any_of(print.unseen.begin(), print.unseen.end(),
                                     [&](std::uint32_t place) { return dist.state(i)[place] == kAsBefore; });
      out.ways.push_back({end, dist.mass(i), keeps});
      for (const auto place : print.changes) { out.words.push_back(dist.state(i)[place]); }
      for (const auto& tally : query_->tallies) {
        out.words.push_back(dist.state(i)[static_cast<std::size_t>(place_[tally.slot])]);
      }
    }
  };
  take(now, End::Next);
  take(ends.stop, End::Stop);
  take(ends.discard, End::Discard);
  footprints_.count(out.words.size() + 2 * out.ways.size() + print.reads.size());
  return out;
}

template <class Mass>
bool Interpreter<Mass>::run_by_footprint(std::uint32_t number, Dist& now, Ends& ends, const SlotSet& after) {
  const auto kind = program_.statements[number].kind;
  // What a declared generator gives next is part of every state that it has.
  if (generator_at_ >= 0 || kind == Statement::Kind::Stop || kind == Statement::Kind::Discard) { return false; }
  // What is dropped reaches the tallies that things around it have put by.
  if (!bases_.empty() && liveness_.drops(number)) { return false; }
  if (prints_depth_ == 0) { footprints_.trim(); }
  auto& print = footprint(number, after);
  StateIndex found(print.reads.size());
  std::vector<Word> key(print.reads.size());
  std::vector<std::size_t> found_of(now.size());
  for (std::size_t i = 0; i < now.size(); ++i) {
    const auto* state = now.state(i);
    for (std::size_t k = 0; k < key.size(); ++k) { key[k] = state[print.reads[k]]; }
    found_of[i] = found.number_of(key.data()).first;
  }
  const std::size_t least_sharing = print.unseen.empty() ? kLeastSharing : kLeastSharingUnseen;
  if (now.size() > kFewStates && found.size() * least_sharing > now.size()) { return false; }
  std::vector<const Effect<Mass>*> effects;
  ++prints_depth_;
  for (std::size_t g = 0; g < found.size() && !stopped(); ++g) {
    const auto [index, is_new] = print.known.number_of(found.state(g));
    if (is_new) { print.effects.push_back(work_out(number, print, found.state(g))); }
    effects.push_back(&print.effects[index]);
  }
  --prints_depth_;
  const auto before = std::move(now);
  now = Dist(before.width());
  if (stopped()) { return true; }
  const auto words_of_way = print.changes.size() + query_->tallies.size();
  std::vector<Word> state;
  // Carries states through the ways of their effects, either those that keep what an unseen slot held or the others.
  const auto carry = [&](const Dist& states, const std::vector<std::size_t>& effect_of, bool keeping) {
    for (std::size_t i = 0; i < states.size() && !stopped(); ++i) {
      const auto& effect = *effects[effect_of[i]];
      const auto mass = states.mass(i);
      const auto* next = effect.words.data();
      for (const auto& way : effect.ways) {
        const auto* words = next;
        next += words_of_way;
        if (way.keeps_unseen != keeping) { continue; }
        state.assign(states.state(i), states.state(i) + states.width());
        for (const auto place : print.changes) {
          if (*words != kAsBefore) { state[place] = *words; }
          ++words;
        }
        for (const auto place : print.dead) { state[place] = kUnset; }
        for (std::size_t k = 0; k < query_->tallies.size(); ++k) {
          grow_tally(query_->tallies[k], tally_of(state, k), *words++);
        }
        auto& into = way.end == End::Next ? now : way.end == End::Stop ? ends.stop : ends.discard;
        into.add(state.data(), Mass(mass * way.mass));
        limit_while_growing(into);
        tick(into.size());
      }
    }
  };
  for (std::size_t i = 0; i < before.size(); ++i) {
    const auto& effect = *effects[found_of[i]];
    if (Mass(0) < effect.lost) { unexplored_ += before.mass(i) * effect.lost; }
  }
  if (print.unseen.empty()) {
    carry(before, found_of, false);
    return true;
  }
  carry(before, found_of, true);
  // States that differ only in what is replaced are one.
  Dist joined(before.width());
  for (std::size_t i = 0; i < before.size(); ++i) {
    state.assign(before.state(i), before.state(i) + before.width());
    for (const auto place : print.unseen) { state[place] = kUnset; }
    joined.add(state.data(), before.mass(i));
  }
  std::vector<std::size_t> effect_of(joined.size());
  for (std::size_t i = 0; i < joined.size(); ++i) {
    for (std::size_t k = 0; k < key.size(); ++k) { key[k] = joined.state(i)[print.reads[k]]; }
    effect_of[i] = found.number_of(key.data()).first;
  }
  carry(joined, effect_of, false);
  return true;
}

}  // namespace spoils::odds
