// odds/interpret_states.h
//
// The layout of states (which slots are in one), copying between states and the evaluator, and canonical words for
// texts and lists. Part of odds/interpreter.h.
#pragma once

#include <set>

#include "odds/access_analysis.h"
#include "odds/interpreter.h"
#include "odds/reachable_statements.h"
#include "program/facts/call_graph.h"
#include "program/walk.h"

namespace spoils::odds {

using namespace program;

template <class Mass>
Interpreter<Mass>::Interpreter(const Program& program, const Budget& budget)
    : program_(program),
      budget_(budget),
      slots_(program.slots.size() + 1, kUnset),
      paths_(program, slots_.data(), heap_),
      value_classes_(program, heap_),
      liveness_(program),
      lists_(program, heap_) {
  paths_.world_memo_slot = program.world_memo;
  paths_.watch(
      {[](void* self, std::uint64_t path_count) { return static_cast<Interpreter*>(self)->spend(path_count); }, this});
  for (std::size_t i = 0; i < program.texts.size(); ++i) { texts_.emplace(program.texts[i], static_cast<Word>(i)); }
}

template <class Mass>
void Interpreter<Mass>::lay_out(RuleId root, const Query& query) {
  std::set<SlotId> reached;
  const auto note = [&](SlotId slot) { for_each_word_of(program_, slot, [&](SlotId word) { reached.insert(word); }); };
  const auto read = [&](ExpressionId id) {
    if (id == kNone) { return; }
    for (const auto slot : slots_read(program_, {id})) { note(slot); }
  };
  auto& effects = liveness_.effects();
  for (const auto rule : rules_reached(program_, {root}, Follow::AllThings)) {
    const auto& writes = effects.writes(effects.of_rule(rule));
    reached.insert(writes.begin(), writes.end());
    reached.insert(program_.rules[rule].fields.begin(), program_.rules[rule].fields.end());
    for (const auto& parameter : program_.rules[rule].parameters) { note(parameter.slot); }
    reached.insert(program_.rules[rule].reads.begin(), program_.rules[rule].reads.end());
  }
  for (const auto slot : program_.inputs) { note(slot); }
  for (const auto slot : program_.states) { note(slot); }
  note(program_.world_memo);
  for (const auto& accumulator : query.accumulators) {
    if (is_derivation(accumulator)) {
      reached.insert(accumulator.slot);
      continue;
    }
    note(accumulator.slot);
    read(accumulator.condition);
    read(accumulator.value);
  }
  for (const auto slot : query.each) { note(slot); }
  for (const auto id : query.by) { read(id); }
  read(query.condition);
  read(query.given);
  set_active({reached.begin(), reached.end()});
  wanted_ = liveness_.none();
  for (const auto& accumulator : query.accumulators) {
    if (is_derivation(accumulator)) { continue; }
    wanted_.insert(accumulator.slot);
    liveness_.read(wanted_, accumulator.condition);
    liveness_.read(wanted_, accumulator.value);
  }
  for (const auto slot : query.each) { wanted_.insert(slot); }
}

template <class Mass>
void Interpreter<Mass>::set_active(const std::vector<SlotId>& slots) {
  active_ = slots;
  place_.assign(slots_.size(), -1);
  heap_slots_.clear();
  for (std::size_t i = 0; i < active_.size(); ++i) {
    place_[active_[i]] = static_cast<std::int32_t>(i);
    if (active_[i] == program_.slots.size()) { continue; }
    if (lies_in_heap(program_.slots[active_[i]].type.kind)) { heap_slots_.push_back(active_[i]); }
  }
  is_accumulator_.assign(active_.size(), false);
  for (const auto& accumulator : query_->accumulators) {
    is_accumulator_[static_cast<std::size_t>(place_[accumulator.slot])] = true;
  }
}

// Leaves out of states the slots that are never read, and finds the lists whose order is never read.
template <class Mass>
void Interpreter<Mass>::find_needless() {
  const auto& query = *query_;
  const auto& rule = program_.rules[query.rule];
  auto live = live_at_end();
  auto ever = live;
  bool makes_things = counts_things();
  live_after_world_rule_.clear();
  std::set<SlotId> loop_variables;
  AccessAnalysis accesses(program_);
  accesses.ask_about_one_word();
  if (liveness_.keeps_order_of_sums()) { accesses.keep_order_of_sums(); }
  ReachableStatements(program_, liveness_).block(rule.body, live, [&](std::uint32_t number, const SlotSet& after) {
    const auto& s = program_.statements[number];
    ever |= after;
    ever |= liveness_.before(number, after);
    if (s.kind == Statement::Kind::Repeat || s.kind == Statement::Kind::ForEach ||
        s.kind == Statement::Kind::ForRange) {
      ever |= liveness_.around_loop(number, after);
    }
    // Things inside things, and inputs with two values, have their words elsewhere too.
    makes_things = makes_things || s.kind == Statement::Kind::Drop || s.kind == Statement::Kind::Hold ||
                   s.kind == Statement::Kind::WithInput || s.kind == Statement::Kind::WithStream;
    // A loop counts in its variable.
    if (s.kind == Statement::Kind::ForEach || s.kind == Statement::Kind::ForRange) { loop_variables.insert(s.a); }
    if (s.kind == Statement::Kind::World) {
      live_after_world_rule_.try_emplace(s.a, liveness_.none()).first->second |= after;
    }
    accesses.look_at(s);
  });
  in_any_order_.assign(slots_.size(), false);
  closed_.clear();
  if (!query.by_name && !follows_) {
    for (const auto id : query.by) { accesses.look(id); }
    for (const auto id : {query.condition, query.given}) { accesses.look(id); }
    for (const auto& accumulator : query.accumulators) {
      accesses.look(accumulator.condition);
      accesses.look(accumulator.value);
    }
    for (const auto slot : heap_slots_) {
      const auto& type = program_.slots[slot].type;
      in_any_order_[slot] = slot != program_.world_memo && type.kind == ValueKind::List &&
                            (type.element == ValueKind::Symbol || type.element == ValueKind::Int) &&
                            !accesses.is_read(slot) &&
                            std::find(extra_outputs_.begin(), extra_outputs_.end(), slot) == extra_outputs_.end();
    }
  }
  const auto asked_of_members = accesses.member_questions();
  for (const auto& question : asked_of_members) {
    if (question.is_closed) { closed_.push_back(question); }
  }
  find_value_classes(accesses, std::move(loop_variables));
  asked_by_member_.clear();
  // A value that a world settles is part of the state from the first time on that an expression is evaluated.
  const bool may_draw_by_class = !query.by_name && !follows_ && extra_outputs_.empty() && !program_.settles;
  for (const auto slot : heap_slots_) {
    if (!may_draw_by_class) { break; }
    const auto through = accesses.asked_by_member(slot);
    if (through.empty()) { continue; }
    auto& questions = asked_by_member_[slot];
    for (const auto& question : asked_of_members) {
      const bool is_asked = std::find(through.begin(), through.end(), question.list) != through.end();
      if (!is_asked) { continue; }
      for (auto& closed : accesses.closed(question)) { questions.push_back(std::move(closed)); }
    }
  }
  if (makes_things) { return; }
  std::vector<SlotId> needed;
  for (const auto slot : active_) {
    const bool is_accumulator = is_accumulator_[static_cast<std::size_t>(place_[slot])];
    if (is_accumulator || slot == program_.world_memo || ever.contains(slot)) { needed.push_back(slot); }
  }
  set_active(needed);
}

// Finds the slots whose values are joined, but for some. All that reads them has been taken in.
template <class Mass>
void Interpreter<Mass>::find_value_classes(const AccessAnalysis& accesses, std::set<SlotId> kept) {
  value_classes_.clear();
  // Names and derivations read what no expression does.
  if (own_.by_name || follows_) { return; }
  kept.insert(extra_outputs_.begin(), extra_outputs_.end());
  kept.insert({program_.made_by, program_.shown, program_.world_memo});
  kept.insert(own_.each.begin(), own_.each.end());
  for (const auto number : accesses.choices()) {
    const auto& choice = program_.choices[number];
    for (const auto id : {choice.condition, choice.weight, choice.nothing_weight}) {
      if (id == kNone) { continue; }
      const auto reads = slots_read(program_, {id});
      kept.insert(reads.begin(), reads.end());
    }
    kept.insert(choice.reads.begin(), choice.reads.end());
    kept.insert(choice.planned_reads.begin(), choice.planned_reads.end());
  }
  for (const auto slot : active_) {
    if (slot == program_.slots.size() || is_accumulator_[static_cast<std::size_t>(place_[slot])]) { continue; }
    const auto kind = program_.slots[slot].kind;
    const bool is_own = kind == Slot::Kind::Field || kind == Slot::Kind::Scratch || kind == Slot::Kind::Local;
    const bool is_second = slot > 0 && program_.slots[slot - 1].type.kind == ValueKind::Number;
    if (is_own && !is_second && !kept.contains(slot)) { value_classes_.add(slot, accesses); }
  }
}

template <class Mass>
void Interpreter<Mass>::load(const Word* state) {
  for (std::size_t i = 0; i < active_.size(); ++i) { slots_[active_[i]] = state[i]; }
}

template <class Mass>
void Interpreter<Mass>::gather(std::vector<Word>& state) {
  for (const auto slot : heap_slots_) {
    // Words in a state are canonical already.
    if (slots_[slot] == state[static_cast<std::size_t>(place_[slot])]) { continue; }
    slots_[slot] = canonical(program_.slots[slot].type, slots_[slot], in_any_order_[slot]);
  }
  value_classes_.for_each([&](SlotId slot, const auto& represent) {
    if (place_[slot] < 0) { return; }
    auto& word = slots_[slot];
    if (word == state[static_cast<std::size_t>(place_[slot])] || word == kPassThrough) { return; }
    const auto like = represent(word);
    counters_.alike_values += like == word ? 0 : 1;
    word = like;
  });
  for (std::size_t i = 0; i < active_.size(); ++i) { state[i] = slots_[active_[i]]; }
  if (!heap_slots_.empty() && heap_.bytes_held() > most_heap_ && !gives_up_) {
    // The heap is shared by all states: it cannot be given up in part.
    note_longest();
    if (scope_ != nullptr) { scope_->note_short(); }
    give_up_all(Limit::Memory);
  }
}

// One word for one text or list, so that equal states are equal words.
template <class Mass>
Word Interpreter<Mass>::canonical(ValueType type, Word word, bool in_any_order) {
  if (word == kUnset || (word & Heap::kMark) == 0) { return word; }
  if (type.kind == ValueKind::Text) {
    const auto [found, is_new] = texts_.emplace(std::string(heap_.text(word)), word);
    made_canonical_ = made_canonical_ || is_new;
    return found->second;
  }
  const auto view = program_.list(word, heap_);
  bool is_new = false;
  if (type.element != ValueKind::Text && !(in_any_order && !std::is_sorted(view.begin(), view.end()))) {
    word = lists_.word_of(view.first, view.count, word, &is_new);
    made_canonical_ = made_canonical_ || is_new;
    return word;
  }
  members_.assign(view.begin(), view.end());
  if (type.element == ValueKind::Text) {
    for (auto& member : members_) { member = canonical({ValueKind::Text, {}}, member); }
  } else {
    std::sort(members_.begin(), members_.end());
  }
  word = lists_.word_of(members_, &is_new);
  made_canonical_ = made_canonical_ || is_new;
  return word;
}

template <class Mass>
void Interpreter<Mass>::clear_dead(std::vector<Word>& state, const SlotSet& live) const {
  for (std::size_t i = 0; i < active_.size(); ++i) {
    if (!live.contains(active_[i]) && active_[i] != program_.world_memo) { state[i] = kUnset; }
  }
}

template <class Mass>
Distribution<Mass> Interpreter<Mass>::kept(Dist in, const SlotSet& live) const {
  std::vector<std::size_t> dead;
  for (std::size_t k = 0; k < active_.size(); ++k) {
    if (!live.contains(active_[k]) && active_[k] != program_.world_memo) { dead.push_back(k); }
  }
  bool is_clear = true;
  for (std::size_t i = 0; i < in.size() && is_clear; ++i) {
    const auto* words = in.state(i);
    is_clear = std::all_of(dead.begin(), dead.end(), [&](std::size_t k) { return words[k] == kUnset; });
  }
  if (is_clear) { return in; }
  Dist out(in.width());
  std::vector<Word> state;
  for (std::size_t i = 0; i < in.size(); ++i) {
    state.assign(in.state(i), in.state(i) + in.width());
    clear_dead(state, live);
    out.add(state.data(), in.mass(i));
  }
  return out;
}

template <class Mass>
Distribution<Mass> Interpreter<Mass>::popped(const Dist& in, std::size_t words) {
  Dist out(in.width() - words);
  for (std::size_t i = 0; i < in.size(); ++i) { out.add(in.state(i), in.mass(i)); }
  return out;
}

template <class Mass>
template <class Evaluate, class Into>
void Interpreter<Mass>::branch(const Dist& in, std::size_t extra, Evaluate&& evaluate, Into&& into) {
  std::vector<Word> state;
  typename Paths<Probability>::Generator generator;
  made_canonical_ = true;
  auto mark = heap_.mark();
  for (std::size_t i = 0; i < in.size() && !stopped(); ++i) {
    if (is_over()) {
      if (!has_noted_widest_ && in.size() > 1) { note_widest_slots(in); }
      unexplored_ += without_amount(in.mass(i));
      continue;
    }
    if (generator_at_ >= 0) { paths_.generator = &generator; }
    const auto* from = in.state(i);
    double gone = 0;
    paths_.for_each(
        [&] {
          // Texts that were made on a path and are no state's are forgotten.
          if (!made_canonical_) { heap_.go_back(mark); }
          mark = heap_.mark();
          made_canonical_ = false;
          heap_.count_from_here();
          load(from);
          if (generator_at_ >= 0) {
            const auto* g = from + generator_at_;
            generator = {static_cast<std::uint64_t>(g[0]), static_cast<std::uint64_t>(g[1]),
                         static_cast<std::uint64_t>(g[2]), static_cast<std::uint64_t>(g[3])};
          }
        },
        evaluate,
        [&](const Probability& share) {
          state.assign(from, from + in.width());
          state.resize(in.width() + extra, 0);
          gather(state);
          if (follows_) {
            auto& derivation = accumulator_of(state, query_->accumulators.size() - 1);
            derivation = derivations_.extended(derivation, paths_.steps());
          }
          if (generator_at_ >= 0) {
            state[static_cast<std::size_t>(generator_at_)] = static_cast<Word>(generator.state);
          }
          const auto mass = Mass(in.mass(i) * mass_of_probability<Mass>(share));
          into(state, mass);
          tick(in.size(), mass);
          gone += likelihood(share);
          if (gives_up_ || work() >= last_work_) { paths_.leave(); }
        });
    if (paths_.is_stopped()) { cancelled_ = true; }
    if (paths_.was_too_large() && limit_ == Limit::None) { limit_ = Limit::Draw; }
    if (paths_.was_left()) { give_up_rest(in.mass(i), gone); }
    paths_.generator = nullptr;
  }
}

}  // namespace spoils::odds
