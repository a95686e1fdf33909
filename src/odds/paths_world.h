// odds/paths_world.h
//
// World defs: the first call in a world draws a value, and every later one with the same arguments finds it in a list
// that is part of the state, the world memo. Part of odds/paths.h. tests/reference compares it with brute force.
#pragma once

#include "odds/paths.h"

namespace spoils::odds {

template <class Mass>
program::Word Paths<Mass>::world_def(std::uint32_t index, program::ExpressionId) {
  const auto& def = this->program_->defs[index];
  std::vector<Word> key{static_cast<Word>(index)};
  for (const auto slot : def.parameters) { key.push_back(this->slots_[slot]); }
  const auto known = this->program_->list(this->slots_[world_memo_slot], *this->heap_);
  for (std::size_t i = 0; i < known.count;) {
    const auto& other = this->program_->defs[static_cast<std::size_t>(known.first[i])];
    const auto length = other.parameters.size() + 1;
    if (std::equal(key.begin(), key.end(), known.first + i, known.first + i + length)) {
      return known.first[i + length];
    }
    i += length + 1;
  }
  auto* const outer = generator;
  generator = nullptr;
  const auto value = this->word(def.body);
  generator = outer;
  const auto before = this->program_->list(this->slots_[world_memo_slot], *this->heap_);
  std::vector<Word> all(before.begin(), before.end());
  all.insert(all.end(), key.begin(), key.end());
  all.push_back(value);
  this->slots_[world_memo_slot] = this->heap_->add_list(all.data(), all.size());
  return value;
}

}  // namespace spoils::odds
