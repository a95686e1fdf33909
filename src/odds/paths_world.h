// odds/paths_world.h
//
// World defs: the first call in a world draws a value, and every later one with the same arguments finds it
// in a list that is part of the state, the world memo. An entry is the def, or the rule (numbered after the defs), how
// many words of key and of values follow, and these. Part of odds/paths.h. tests/reference compares it with brute
// force.
#pragma once

#include "odds/paths.h"

namespace spoils::odds {

// The arguments in the slots of parameters, word by word: of a text its bytes, of a list its members, so that equal
// arguments have equal keys however they were made.
template <class Mass>
void Paths<Mass>::add_world_key(const std::vector<program::SlotId>& parameters, std::vector<Word>& key) {
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

template <class Mass>
program::Program::ListView Paths<Mass>::settled_before(Word memo, std::uint32_t index,
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

template <class Mass>
program::Word Paths<Mass>::with_settled(Word memo, std::uint32_t index, const std::vector<Word>& key,
                                        const std::vector<Word>& values) {
  const auto before = this->program_->list(memo, *this->heap_);
  std::vector<Word> all(before.begin(), before.end());
  all.insert(all.end(), {static_cast<Word>(index), static_cast<Word>(key.size()), static_cast<Word>(values.size())});
  all.insert(all.end(), key.begin(), key.end());
  all.insert(all.end(), values.begin(), values.end());
  return this->heap_->add_list(all.data(), all.size());
}

template <class Mass>
program::Word Paths<Mass>::world_def(std::uint32_t index, program::ExpressionId) {
  const auto& def = this->program_->defs[index];
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
