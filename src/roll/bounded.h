// roll/bounded.h
//
// From random words of any width to an unbiased integer below a bound, by multiplication and rejection.
// The width is a parameter so that a test can enumerate every word of a narrow twin of the same code.
#pragma once

#include <cassert>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace spoils::roll {

__extension__ typedef unsigned __int128 Wide;

/// Returns an integer below `n`, each equally likely if `next_word()` gives independent, evenly distributed words.
///
/// A word w of W bits gives the value floor(w * n / 2^W). Every value has floor(2^W / n) or one more words; the words
/// with (w * n mod 2^W) < (2^W mod n) are the surplus, and one of these is thrown away for the next.
///
/// Requires: n in 1..2^W.
/// Cost:     one word and one multiplication as a rule; a division only where a rejection is possible, which happens
///           once in 2^W / n calls. At worst half of all words are rejected.
/// Source:   Lemire, "Fast Random Integer Generation in an Interval", ACM TOMACS 29(1), 2019.
template <class Word, class NextWord>
[[nodiscard]] constexpr std::uint64_t bounded(std::uint64_t n, NextWord&& next_word) {
  static_assert(std::is_unsigned_v<Word> && sizeof(Word) <= 8);
  constexpr int kBits = std::numeric_limits<Word>::digits;
  constexpr std::uint64_t kWords = kBits == 64 ? 0 : std::uint64_t{1} << (kBits % 64);  // 2^W, modulo 2^64
  using Product = std::conditional_t<kBits == 64, Wide, std::uint64_t>;
  assert(n >= 1 && n - 1 <= std::numeric_limits<Word>::max());

  const Word first = next_word();
  Product product = Product{first} * n;
  Word low = static_cast<Word>(product);
  if (low < n) [[unlikely]] {
    const std::uint64_t surplus = (kWords - n) % n;  // 2^W mod n
    while (low < surplus) {
      const Word another = next_word();
      product = Product{another} * n;
      low = static_cast<Word>(product);
    }
  }
  return static_cast<std::uint64_t>(product >> kBits);
}

}  // namespace spoils::roll
