// odds/paths_world.h
//
// World defs: the first call in a world draws a value, and every later one with the same arguments finds it
// in a list that is part of the state, the world memo. An entry is the def, or the rule (numbered after the defs), how
// many words of key and of values follow, and these. Part of odds/paths.h. tests/reference compares it with brute
// force.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "odds/paths.h"

namespace spoils::odds {

// The arguments in the slots of parameters, word by word: of a text its bytes, of a list its members, so that equal
// arguments have equal keys however they were made.
template <class Probability>
void Paths<Probability>::add_world_key(const std::vector<program::SlotId>& parameters, std::vector<Word>& key) {
  using program::ValueKind;
  const auto add = [&](ValueKind kind, Word value) {
    if (kind != ValueKind::Text || value == program::kUnset) {
      key.push_back(value);
      return;
    }
    const auto text = this->program_->text(value, *this->heap_);
    key.push_back(static_cast<Word>(text.size()));
    for (const auto character : text) { key.push_back(static_cast<Word>(static_cast<unsigned char>(character))); }
  };
  for (const auto slot : parameters) {
    const auto type = this->program_->slots[slot].type;
    if (program::holds_words(type.kind)) {
      const auto members = this->program_->list(this->slots_[slot], *this->heap_);
      key.push_back(static_cast<Word>(members.count));
      for (const auto member : members) { add(type.element, member); }
      continue;
    }
    add(type.kind, this->slots_[slot]);
    if (type.kind == ValueKind::Number) {
      key.push_back(this->slots_[slot] == program::kUnset ? 0 : this->slots_[slot + 1]);
    }
  }
}

template <class Probability>
program::Program::ListView Paths<Probability>::settled_before(Word memo, std::uint32_t index,
                                                              const std::vector<Word>& key) const {
  const auto known = this->program_->list(memo, *this->heap_);
  for (std::size_t i = 0; i < known.count;) {
    const auto* const entry = known.first + i;
    const auto words = static_cast<std::size_t>(entry[1]);
    const auto* const values = entry + 3 + words;
    if (entry[0] == static_cast<Word>(index) && std::equal(key.begin(), key.end(), entry + 3, values)) {
      return {values, static_cast<std::size_t>(entry[2])};
    }
    i += 3 + words + static_cast<std::size_t>(entry[2]);
  }
  return {};
}

template <class Probability>
program::Word Paths<Probability>::with_settled(Word memo, std::uint32_t index, const std::vector<Word>& key,
                                               const std::vector<Word>& values) {
  const auto before = this->program_->list(memo, *this->heap_);
  std::vector<Word> all(before.begin(), before.end());
  all.insert(all.end(), {static_cast<Word>(index), static_cast<Word>(key.size()), static_cast<Word>(values.size())});
  all.insert(all.end(), key.begin(), key.end());
  all.insert(all.end(), values.begin(), values.end());
  return this->heap_->add_list(all.data(), all.size());
}

// The values that a def can have with its arguments as they are, each once, with their probabilities. Returns false if
// they could not be found.
template <class Probability>
bool Paths<Probability>::outcomes_of_def(std::uint32_t index, Options& out) {
  const auto& def = this->program_->defs[index];
  const auto kind = this->program_->expressions[def.body].type.kind;
  const auto parameter = this->slots_[def.parameters[0]];
  const auto memo = this->slots_[world_memo_slot];
  auto decisions = std::exchange(decisions_, {});
  auto steps = std::exchange(steps_, {});
  const auto cursor = std::exchange(cursor_, 0);
  const auto prepared = std::exchange(prepared_, 0);
  const auto mass = std::exchange(mass_, Probability(1));
  while (true) {
    cursor_ = 0;
    prepared_ = 0;
    mass_ = Probability(1);
    this->slots_[def.parameters[0]] = parameter;
    const auto value = this->word(def.body);
    if (this->failed() || stop_ || left_) { break; }
    if (this->slots_[world_memo_slot] != memo) {
      // Another draw of it would settle something that depends on this one.
      leave_draw();
      break;
    }
    std::size_t at = 0;
    while (at < out.values.size() && !this->is_same(kind, out.values[at], value)) { ++at; }
    if (at == out.values.size()) {
      out.values.push_back(value);
      out.masses.push_back(Probability(0));
    }
    out.masses[at] += mass_;
    if (!spend(1) || !next_way()) { break; }
  }
  this->slots_[world_memo_slot] = memo;
  decisions_ = std::move(decisions);
  steps_ = std::move(steps);
  cursor_ = cursor;
  prepared_ = prepared;
  mass_ = mass;
  return !this->failed() && !stop_ && !left_;
}

// The records before this one have their values first. A draw of a value that is taken is repeated, so each value has
// the distribution of its def without the values that are taken.
template <class Probability>
program::Word Paths<Probability>::distinct_def(std::uint32_t index) {
  const auto& def = this->program_->defs[index];
  const auto kind = this->program_->expressions[def.body].type.kind;
  const auto parameter = def.parameters[0];
  const auto asked = this->slots_[parameter];
  const auto records = program::records_of(*this->program_, def);
  if (std::find(records.begin(), records.end(), asked) == records.end()) { return program::kUnset; }
  auto* const outer = std::exchange(generator, nullptr);
  std::vector<Word> values;
  for (const auto record : records) {
    const std::vector<Word> key{record};
    if (const auto known = settled_before(this->slots_[world_memo_slot], index, key); known.first != nullptr) {
      values.push_back(*known.first);
    } else {
      this->slots_[parameter] = record;
      Options all;
      if (!outcomes_of_def(index, all)) { break; }
      scratch_.emplace_back();
      auto& free = scratch_.back();
      Probability rest(0);
      for (std::size_t i = 0; i < all.values.size(); ++i) {
        const auto same = [&](Word other) { return this->is_same(kind, other, all.values[i]); };
        if (std::any_of(values.begin(), values.end(), same)) { continue; }
        free.values.push_back(all.values[i]);
        free.masses.push_back(all.masses[i]);
        rest += all.masses[i];
      }
      if (free.values.empty()) {
        this->fail(program::Fault::Kind::NoDistinctValue, def.place);
        break;
      }
      for (auto& mass : free.masses) { mass /= rest; }
      note(DerivationStep::Kind::Draw, def.body);
      values.push_back(free.values[take(free)]);
      this->slots_[world_memo_slot] = with_settled(this->slots_[world_memo_slot], index, key, {values.back()});
    }
    if (record == asked) { break; }
  }
  generator = outer;
  return values.empty() ? program::kUnset : values.back();
}

template <class Probability>
program::Word Paths<Probability>::world_def(std::uint32_t index, program::ExpressionId) {
  const auto& def = this->program_->defs[index];
  if (def.is_distinct) { return distinct_def(index); }
  std::vector<Word> key;
  add_world_key(def.parameters, key);
  const auto known = settled_before(this->slots_[world_memo_slot], index, key);
  if (known.first != nullptr) { return *known.first; }
  auto* const outer = generator;
  generator = nullptr;
  const auto value = this->word(def.body);
  generator = outer;
  this->slots_[world_memo_slot] = with_settled(this->slots_[world_memo_slot], index, key, {value});
  return value;
}

}  // namespace spoils::odds
