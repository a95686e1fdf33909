// odds/interpret_states.h
//
// States: which slots make one, how they get into the evaluator and out of it, and what of them is kept.
#pragma once

#include <set>

#include "odds/interpreter.h"
#include "program/walk.h"

namespace spoils::odds {

using namespace program;

template <class Mass>
Interpreter<Mass>::Interpreter(const Program& program, const Budget& budget)
    : program_(program),
      budget_(budget),
      slots_(program.slots.size() + 1, kUnset),
      paths_(program, slots_.data(), heap_),
      liveness_(program) {
  paths_.settled_slot = program.settled;
  for (const auto& e : program.expressions) { settles_ = settles_ || e.op == Op::Settle; }
  for (std::size_t i = 0; i < program.texts.size(); ++i) { texts_.emplace(program.texts[i], static_cast<Word>(i)); }
  for (std::size_t i = 0; i < program.lists.size(); ++i) { lists_.emplace(program.lists[i], static_cast<Word>(i)); }
}

template <class Mass>
void Interpreter<Mass>::lay_out(RuleId root, const Query& query) {
  std::set<SlotId> reached;
  std::set<RuleId> rules;
  std::vector<RuleId> todo{root};
  const auto note = [&](SlotId slot) {
    reached.insert(slot);
    if (program_.slots[slot].type.kind == ValueKind::Number) { reached.insert(slot + 1); }
  };
  const auto read = [&](ExpressionId id) {
    if (id == kNone) { return; }
    for (const auto slot : slots_read(program_, {id})) { note(slot); }
  };
  while (!todo.empty()) {
    const auto rule = todo.back();
    todo.pop_back();
    if (!rules.insert(rule).second) { continue; }
    for (const auto slot : program_.rules[rule].fields) { reached.insert(slot); }
    for (const auto& parameter : program_.rules[rule].parameters) {
      note(parameter.slot);
      read(parameter.initial);
    }
    for_each_statement(program_, program_.rules[rule].body, [&](std::uint32_t number) {
      const auto& s = program_.statements[number];
      using Kind = Statement::Kind;
      if (s.kind == Kind::Assign || s.kind == Kind::ForEach || s.kind == Kind::ForRange || s.kind == Kind::WithInput) {
        note(s.a);
      }
      if (s.kind == Kind::Run || s.kind == Kind::Drop || s.kind == Kind::Hold) { todo.push_back(s.a); }
      if (s.kind == Kind::RunNamed) {
        for (const auto& [symbol, named] : program_.dispatches[s.b].rules) { todo.push_back(named); }
      }
      for_each_expression(program_, s, read);
    });
  }
  for (const auto slot : program_.inputs) { note(slot); }
  for (const auto slot : program_.states) { note(slot); }
  note(program_.settled);
  for (const auto& tally : query.tallies) {
    if (is_trail(tally)) {
      reached.insert(tally.slot);
      continue;
    }
    note(tally.slot);
    read(tally.condition);
    read(tally.value);
  }
  for (const auto slot : query.each) { note(slot); }
  for (const auto id : query.by) { read(id); }
  read(query.condition);
  read(query.given);
  active_.assign(reached.begin(), reached.end());
  place_.assign(slots_.size(), -1);
  heap_slots_.clear();
  for (std::size_t i = 0; i < active_.size(); ++i) {
    place_[active_[i]] = static_cast<std::int32_t>(i);
    if (active_[i] == program_.slots.size()) { continue; }
    const auto kind = program_.slots[active_[i]].type.kind;
    if (kind == ValueKind::Text || kind == ValueKind::List || kind == ValueKind::Set) {
      heap_slots_.push_back(active_[i]);
    }
  }
  is_tally_.assign(active_.size(), false);
  for (const auto& tally : query.tallies) { is_tally_[static_cast<std::size_t>(place_[tally.slot])] = true; }
  wanted_ = liveness_.none();
  for (const auto& tally : query.tallies) {
    if (is_trail(tally)) { continue; }
    wanted_.insert(tally.slot);
    liveness_.read(wanted_, tally.condition);
    liveness_.read(wanted_, tally.value);
  }
  for (const auto slot : query.each) { wanted_.insert(slot); }
}

template <class Mass>
void Interpreter<Mass>::load(const Word* state) {
  for (std::size_t i = 0; i < active_.size(); ++i) { slots_[active_[i]] = state[i]; }
}

template <class Mass>
void Interpreter<Mass>::gather(std::vector<Word>& state) {
  for (std::size_t i = 0; i < active_.size(); ++i) { state[i] = slots_[active_[i]]; }
  for (const auto slot : heap_slots_) {
    auto& word = state[static_cast<std::size_t>(place_[slot])];
    word = canonical(program_.slots[slot].type, word);
  }
}

// One word for one text or list, so that equal states are equal words.
template <class Mass>
Word Interpreter<Mass>::canonical(ValueType type, Word word) {
  if (word == kUnset || (word & Heap::kMark) == 0) { return word; }
  if (type.kind == ValueKind::Text) {
    const auto [found, is_new] = texts_.emplace(std::string(heap_.text(word)), word);
    made_canonical_ = made_canonical_ || is_new;
    return found->second;
  }
  const auto view = program_.list(word, heap_);
  std::vector<Word> members(view.begin(), view.end());
  if (type.element == ValueKind::Text) {
    for (auto& member : members) { member = canonical({ValueKind::Text, {}}, member); }
  }
  const auto [found, is_new] = lists_.emplace(std::move(members), word);
  made_canonical_ = made_canonical_ || is_new;
  return found->second;
}

template <class Mass>
void Interpreter<Mass>::clear_dead(std::vector<Word>& state, const SlotSet& live) const {
  for (std::size_t i = 0; i < active_.size(); ++i) {
    if (!live.contains(active_[i]) && active_[i] != program_.settled) { state[i] = kUnset; }
  }
}

template <class Mass>
Distribution<Mass> Interpreter<Mass>::kept(const Dist& in, const SlotSet& live) const {
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
  typename Paths<Mass>::Generator generator;
  made_canonical_ = true;
  auto mark = heap_.mark();
  for (std::size_t i = 0; i < in.size() && !stopped(); ++i) {
    if (generator_at_ >= 0) { paths_.generator = &generator; }
    const auto* from = in.state(i);
    paths_.for_each(
        [&] {
          // Texts that were made on a path and are no state's are forgotten.
          if (!made_canonical_) { heap_.go_back(mark); }
          mark = heap_.mark();
          made_canonical_ = false;
          load(from);
          if (generator_at_ >= 0) {
            const auto* g = from + generator_at_;
            generator = {static_cast<std::uint64_t>(g[0]), static_cast<std::uint64_t>(g[1]),
                         static_cast<std::uint64_t>(g[2]), static_cast<std::uint64_t>(g[3])};
          }
        },
        evaluate,
        [&](const Mass& share) {
          state.assign(from, from + in.width());
          state.resize(in.width() + extra, 0);
          gather(state);
          if (follows_) {
            auto& trail = tally_of(state, query_->tallies.size() - 1);
            trail = trails_.extended(trail, paths_.steps());
          }
          if (generator_at_ >= 0) {
            state[static_cast<std::size_t>(generator_at_)] = static_cast<Word>(generator.state);
          }
          into(state, Mass(in.mass(i) * share));
          tick(in.size());
        });
    if (paths_.is_stopped()) { cancelled_ = true; }
    paths_.generator = nullptr;
  }
}

// Asks now and then whether to go on.
template <class Mass>
void Interpreter<Mass>::tick(std::size_t states) {
  ++ticks_;
  const bool asks = (ticks_ & 0x3FF) == 0 && budget_.go_on != nullptr;
  if (ticks_ >= budget_.max_ways || trails_.size() > kMaxTrails || (asks && !budget_.go_on(budget_.context, states))) {
    cancelled_ = true;
    paths_.stop();
  }
}

template <class Mass>
void Interpreter<Mass>::limit_while_growing(Dist& dist) {
  if (dist.size() >= 2 * budget_.max_states) { limit(dist); }
}

template <class Mass>
void Interpreter<Mass>::limit(Dist& dist) {
  most_states_ = std::max(most_states_, dist.size());
  if (dist.size() <= budget_.max_states) { return; }
  if (multiplying_.empty()) { note_multiplying(dist); }
  unexplored_ += dist.prune(budget_.max_states);
}

// Which slots it is that make the states so many.
template <class Mass>
void Interpreter<Mass>::note_multiplying(const Dist& dist) {
  constexpr std::size_t kMostNamed = 3;
  for (std::size_t place = 0; place < active_.size(); ++place) {
    const auto slot = active_[place];
    if (slot >= program_.slots.size() || program_.slots[slot].name.empty()) { continue; }
    std::set<Word> values;
    for (std::size_t i = 0; i < dist.size(); ++i) { values.insert(dist.state(i)[place]); }
    if (values.size() > 1) { multiplying_.emplace_back(slot, values.size()); }
  }
  std::stable_sort(multiplying_.begin(), multiplying_.end(),
                   [](const auto& a, const auto& b) { return b.second < a.second; });
  if (multiplying_.size() > kMostNamed) { multiplying_.resize(kMostNamed); }
}

}  // namespace spoils::odds
