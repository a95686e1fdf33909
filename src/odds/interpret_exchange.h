// odds/interpret_exchange.h
//
// Merges states that differ only by a permutation of exchangeable members (odds/exchange.h): at the beginning of each
// turn of a loop, and after each draw of a member, where one outcome represents all that are alike. Not under a
// declared generator, with world defs, or if derivations are followed. Part of odds/interpreter.h. Tests:
// tests/odds/exchange_test.cpp, tests/mutants/exchange.toml.
#pragma once

#include <algorithm>
#include <optional>

#include "odds/interpreter.h"

namespace spoils::odds {

using namespace program;

/// Combinations of constants for which a loop has classes at once; they take as much memory as the rows of its draws.
inline constexpr std::size_t kMostConstants = 512;

inline constexpr std::size_t kStatesBetweenLooks = 1'024;

// Returns how a loop uses the members of its lists; null if none are exchangeable.
template <class Mass>
typename Interpreter<Mass>::LoopExchange* Interpreter<Mass>::exchange_of(std::uint32_t loop, const SlotSet& live,
                                                                         const SlotSet& after) {
  if (follows_ || program_.settles || generator_at_ >= 0) { return nullptr; }
  auto& known = exchanges_[loop];
  auto found = std::find_if(known.begin(), known.end(), [&](const auto& e) { return e.after == after; });
  if (found == known.end()) {
    known.emplace_back();
    found = std::prev(known.end());
    found->after = after;
    found->uses = exchange_uses(program_, liveness_, loop, live, after);
    const auto note = [&](const std::vector<SlotId>& slots, std::vector<std::size_t>& places) {
      for (const auto slot : slots) {
        if (slot >= place_.size() || place_[slot] < 0) {
          found->uses.lists.clear();
        } else {
          places.push_back(static_cast<std::size_t>(place_[slot]));
        }
      }
    };
    note(std::vector<SlotId>(found->uses.lists), found->list_places);
    note(found->uses.constants, found->constant_places);
    note(std::vector<SlotId>(found->uses.spending.slots), found->spending_places);
  }
  return found->uses.lists.empty() ? nullptr : &*found;
}

// Returns the classes of members in a state; null: none are exchangeable.
template <class Mass>
typename Interpreter<Mass>::LoopExchange::Classes* Interpreter<Mass>::classes_of(LoopExchange& loop,
                                                                                 const Word* state) {
  constants_.clear();
  for (const auto place : loop.constant_places) { constants_.push_back(state[place]); }
  auto found = loop.classes.find(constants_);
  if (found == loop.classes.end()) {
    if (loop.classes.size() == kMostConstants) { return nullptr; }
    found = loop.classes.try_emplace(constants_).first;
    auto& made = found->second;
    made.of = std::make_unique<Exchange>(program_, heap_, loop.uses, closed_, constants_);
    made.first_like = &found->first;
    if (auto signature = made.of->signature(); !signature.empty()) {
      // The other constants must be the same.
      for (std::size_t i = 0; i < constants_.size(); ++i) {
        const auto& rows = loop.uses.constants_of_rows;
        const bool is_of_rows = std::find(rows.begin(), rows.end(), loop.uses.constants[i]) != rows.end();
        signature.push_back(is_of_rows ? 0 : constants_[i]);
      }
      made.first_like = loop.first_by_signature.try_emplace(std::move(signature), made.first_like).first->second;
    }
  }
  return found->second.of->is_useful() ? &found->second : nullptr;
}

// Returns the classes if a statement makes a draw that replaces its outcomes.
template <class Mass>
const Exchange* Interpreter<Mass>::exchange_of_draws(std::uint32_t statement) const {
  const bool makes_one = exchange_ != nullptr && exchange_->uses().draws_inside.contains(statement);
  return makes_one ? exchange_ : nullptr;
}

// Puts states into canonical form.
template <class Mass>
void Interpreter<Mass>::exchange_members(LoopExchange* loop, Dist& now) {
  if (loop == nullptr) { return; }
  Dist out(now.width());
  std::vector<Word> state;
  std::vector<std::vector<Word>> lists(loop->list_places.size());
  Exchange::Turn turn;
  for (std::size_t i = 0; i < now.size(); ++i) {
    state.assign(now.state(i), now.state(i) + now.width());
    if (i % kStatesBetweenLooks == kStatesBetweenLooks - 1) { look_at_clock(); }
    auto* const classes = classes_of(*loop, state.data());
    if (classes == nullptr) {
      out.add(state.data(), now.mass(i));
      continue;
    }
    turn.lists.clear();
    for (std::size_t k = 0; k < lists.size(); ++k) {
      const auto word = state[loop->list_places[k]];
      turn.lists.push_back(word);
      lists[k].clear();
      if (word == kUnset) { continue; }
      const auto view = program_.list(word, heap_);
      lists[k].assign(view.begin(), view.end());
    }
    turn.slots.clear();
    for (const auto place : loop->spending_places) { turn.slots.push_back(state[place]); }
    const auto spent = classes->of->spent_states();
    if (classes->of->canonicalise(lists, turn)) {
      for (std::size_t k = 0; k < lists.size(); ++k) {
        auto& word = state[loop->list_places[k]];
        if (word != kUnset) { word = lists_.word_of(lists[k]); }
      }
      counters_.spent_states += classes->of->spent_states() - spent;
      const auto& constants = *classes->first_like;
      bool is_like_another = false;
      for (std::size_t k = 0; k < constants.size(); ++k) {
        is_like_another = is_like_another || state[loop->constant_places[k]] != constants[k];
        state[loop->constant_places[k]] = constants[k];
      }
      counters_.alike_constants += is_like_another ? 1 : 0;
    }
    out.add(state.data(), now.mass(i));
  }
  counters_.exchanged_states += now.size() - out.size();
  now = std::move(out);
}

// Runs one turn of a loop: the states of each combination of constants have classes of their own.
template <class Mass>
typename Interpreter<Mass>::Ends Interpreter<Mass>::run_turn(LoopExchange* loop, BlockId block, Dist in,
                                                             const SlotSet& after) {
  if (loop == nullptr) { return run_block(block, std::move(in), after); }
  std::map<Exchange*, Dist> parts;
  std::vector<Exchange*> order;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const auto* const known = classes_of(*loop, in.state(i));
    auto* const classes = known == nullptr ? nullptr : known->of.get();
    const auto [part, is_new] = parts.try_emplace(classes, in.width());
    if (is_new) { order.push_back(classes); }
    part->second.add(in.state(i), in.mass(i));
  }
  Ends ends(in.width());
  auto* const outer_loop = loop_exchange_;
  auto* const outer = exchange_;
  for (auto* const classes : order) {
    if (stopped()) { break; }
    if (classes != nullptr) {
      loop_exchange_ = loop;
      exchange_ = classes;
    }
    auto made = run_block(block, std::move(parts.at(classes)), after);
    ends.next.add_all(std::move(made.next));
    ends.stop.add_all(std::move(made.stop));
    ends.discard.add_all(std::move(made.discard));
    loop_exchange_ = outer_loop;
    exchange_ = outer;
  }
  return ends;
}

// Returns the number of the draw of a member that a statement is.
template <class Mass>
std::optional<std::size_t> Interpreter<Mass>::exchanged_draw(std::uint32_t statement) const {
  if (exchange_ == nullptr) { return std::nullopt; }
  const auto& draws = exchange_->uses().draws;
  const auto found =
      std::find_if(draws.begin(), draws.end(), [&](const auto& draw) { return draw.statement == statement; });
  if (found == draws.end()) { return std::nullopt; }
  return static_cast<std::size_t>(found - draws.begin());
}

// Whether all variables besides one are known, so that one outcome of its draw may represent others. Gathers the
// members that they hold.
template <class Mass>
bool Interpreter<Mass>::gather_held(SlotId into, std::vector<Word>& held) {
  const auto& uses = exchange_->uses();
  for (const auto slot : uses.derived) {
    if (place_[slot] >= 0 && slots_[slot] != kUnset) { return false; }
  }
  for (const auto slot : uses.drawn) {
    if (slot == into || place_[slot] < 0 || slots_[slot] == kUnset) { continue; }
    if (slots_[slot] == kPassThrough) { return false; }
    held.push_back(exchange_->member_of(slot, slots_[slot]));
  }
  return true;
}

// Returns the rows that represent all that are alike in the state in the slots.
template <class Mass>
const std::vector<std::uint32_t>& Interpreter<Mass>::exchanged_rows(std::size_t draw, Exchange::Of of) {
  const auto& uses = exchange_->uses();
  held_.clear();
  if (!gather_held(uses.draws[draw].into, held_)) { return exchange_->each_row(draw, of); }
  for (const auto slot : uses.lists) {
    if (slots_[slot] == kUnset) { continue; }
    const auto view = program_.list(slots_[slot], heap_);
    held_.insert(held_.end(), view.begin(), view.end());
  }
  return exchange_->representatives(draw, of, held_);
}

// Replaces a member that was drawn from a list by the one that represents all that are alike in the state in the slots.
template <class Mass>
void Interpreter<Mass>::exchange_drawn(std::size_t draw, std::vector<Word>& state) {
  const auto& uses = exchange_->uses();
  const auto into = uses.draws[draw].into;
  held_.clear();
  if (place_[into] < 0 || !gather_held(into, held_)) { return; }
  std::vector<std::vector<Word>> lists;
  for (const auto slot : uses.lists) {
    lists.emplace_back();
    if (slots_[slot] == kUnset) { continue; }
    const auto view = program_.list(slots_[slot], heap_);
    lists.back().assign(view.begin(), view.end());
  }
  auto& word = state[static_cast<std::size_t>(place_[into])];
  const auto drawn = word;
  word = exchange_->representative(drawn, lists, held_);
  if (word != drawn) { ++counters_.exchanged_states; }
}

}  // namespace spoils::odds
