// text/plain/nearest.cpp
//
// Edit distance with transpositions (optimal string alignment) by dynamic programming over characters.
#include "text/plain/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "text/plain/utf8.h"

namespace spoils::text {
namespace {

constexpr std::size_t kMaxLength =
    64;  // characters; longer names are seldom mistyped, and the time grows with the square

struct Word {
  std::array<char32_t, kMaxLength> characters{};
  std::size_t length = 0;
};

std::optional<Word> read(std::string_view bytes) {
  Word word;
  while (!bytes.empty()) {
    if (word.length == kMaxLength) { return std::nullopt; }
    const auto character = decode(bytes);
    const bool capital = character.value >= U'A' && character.value <= U'Z';
    const auto small = capital ? character.value + (U'a' - U'A') : character.value;
    word.characters[word.length++] = small == U'-' ? U'_' : small;
    bytes.remove_prefix(character.length);
  }
  return word;
}

std::size_t limit(std::size_t length) { return (length + 1) / 3; }

// The optimal string alignment distance: Damerau-Levenshtein in which nothing is inserted between swapped neighbours.
std::size_t distance(const Word& a, const Word& b) {
  std::array<std::array<std::size_t, kMaxLength + 1>, 3> rows{};
  auto* before_last = rows.data();
  auto* last = before_last + 1;
  auto* row = last + 1;
  for (std::size_t j = 0; j <= b.length; ++j) { (*last)[j] = j; }
  for (std::size_t i = 1; i <= a.length; ++i) {
    (*row)[0] = i;
    for (std::size_t j = 1; j <= b.length; ++j) {
      const bool equal = a.characters[i - 1] == b.characters[j - 1];
      (*row)[j] = std::min({(*last)[j] + 1, (*row)[j - 1] + 1, (*last)[j - 1] + (equal ? 0U : 1U)});
      const bool swapped =
          i > 1 && j > 1 && a.characters[i - 1] == b.characters[j - 2] && a.characters[i - 2] == b.characters[j - 1];
      if (swapped) { (*row)[j] = std::min((*row)[j], (*before_last)[j - 2] + 1); }
    }
    auto* const oldest = before_last;
    before_last = std::exchange(last, row);
    row = oldest;
  }
  return (*last)[b.length];
}

}  // namespace

std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> known) {
  const auto wanted = read(word);
  if (!wanted) { return std::nullopt; }
  std::optional<std::string_view> best;
  auto allowed = limit(wanted->length) + 1;  // only what is better counts, so the first of equals stays
  for (const auto name : known) {
    const auto candidate = read(name);
    if (!candidate || candidate->length == 0) { continue; }
    const auto difference = std::max(candidate->length, wanted->length) - std::min(candidate->length, wanted->length);
    if (difference >= allowed) { continue; }
    const auto slips = distance(*wanted, *candidate);
    if (slips < allowed) {
      allowed = slips;
      best = name;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known, std::string_view otherwise) {
  const std::vector<std::string_view> views(known.begin(), known.end());
  const auto near = nearest(word, views);
  return near ? fmt::format("did you mean `{}`?", *near) : std::string(otherwise);
}

}  // namespace spoils::text
