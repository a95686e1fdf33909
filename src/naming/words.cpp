// naming/words.cpp
#include "naming/words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "naming/letters.h"

namespace spoils::naming {
namespace {

// Articles, and the conjunctions and prepositions of up to four letters that items are named with.
constexpr auto kSmallWords = std::to_array<std::string_view>({
    "a",
    "an",
    "and",
    "as",
    "at",
    "but",
    "by",
    "for",
    "from",
    "in",
    "nor",
    "of",
    "on",
    "or",
    "the",
    "to",
    "with",
});

bool is_small(std::string_view word) {
  return std::find(kSmallWords.begin(), kSmallWords.end(), word) != kSmallWords.end();
}

bool is_apostrophe(std::string_view text, std::size_t at) {
  return text[at] == '\'' && at > 0 && is_word_byte(text[at - 1]) && at + 1 < text.size() && is_word_byte(text[at + 1]);
}

// Where the word that starts at `begin` ends; an apostrophe between letters is inside it.
std::size_t end_of_word(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && (is_word_byte(text[end]) || is_apostrophe(text, end))) { ++end; }
  return end;
}

}  // namespace

void append_spaced(std::string& out, std::string_view symbol) {
  const std::size_t begin = out.size();
  out.append(symbol);
  std::replace(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(), '_', ' ');
}

void append_capitalised(std::string& out, std::string_view text) {
  const std::size_t begin = out.size();
  out.append(text);
  for (std::size_t at = begin; at < out.size(); ++at) {
    const char c = out[at];
    out[at] = upper(c);
    if (is_word_byte(c) || c == '+' || c == '-') { return; }
  }
}

void append_titled(std::string& out, std::string_view text) {
  bool first = true;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = end_of_word(text, at);
    if (end == at) {
      out.push_back(text[at++]);
      continue;
    }
    const std::string_view word = text.substr(at, end - at);
    out.push_back(first || !is_small(word) ? upper(word.front()) : word.front());
    out.append(word.substr(1));
    first = false;
    at = end;
  }
}

void append_number(std::string& out, std::int64_t number) {
  std::array<char, std::numeric_limits<std::int64_t>::digits10 + 2> digits;  // all digits and the sign
  const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  out.append(digits.data(), result.ptr);
}

void append_signed(std::string& out, std::int64_t number) {
  if (number >= 0) { out.push_back('+'); }
  append_number(out, number);
}

}  // namespace spoils::naming
