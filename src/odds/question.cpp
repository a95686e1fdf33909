// odds/question.cpp
//
// Packs up to three symbols into one word, as digits of a number with base 2^20, and unpacks them.
#include "odds/question.h"

#include "program/limits.h"

namespace spoils::odds {

namespace {

constexpr program::Word kBase = program::Word{1} << 20;
static_assert(program::kMaxSymbols < (std::size_t{1} << 20) - 1);

}  // namespace

program::Word key_of(const std::vector<program::SlotId>& slots, const program::Word* words) {
  program::Word key = 0;
  for (const auto slot : slots) { key = key * kBase + (words[slot] == program::kUnset ? 0 : words[slot] + 1); }
  return key;
}

std::vector<program::Word> symbols_of(program::Word key, std::size_t slots) {
  std::vector<program::Word> out(slots);
  for (auto word = out.rbegin(); word != out.rend(); ++word) {
    *word = key % kBase == 0 ? program::kUnset : key % kBase - 1;
    key /= kBase;
  }
  return out;
}

}  // namespace spoils::odds
