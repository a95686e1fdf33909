// tests/roll/bounded_test.cpp
//
// Bounded draws are exactly uniform: narrow words by enumeration of all, wide words by counts at the borders.
#include "roll/bounded.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <vector>

namespace spoils::roll {
namespace bounded_test {

// Returns the value that `word` gives, nothing if it is rejected. Rejection shows in a second word being taken.
template <class Word>
std::optional<std::uint64_t> value_of(std::uint64_t n, Word word) {
  int taken = 0;
  const auto next_word = [&]() -> Word {
    ++taken;
    return taken == 1 ? word : std::numeric_limits<Word>::max();  // the last word is accepted for every n
  };
  const std::uint64_t value = bounded<Word>(n, next_word);
  if (taken > 1) { return std::nullopt; }
  return value;
}

// Every outcome has equally many of the words, and no more words are rejected than evenness demands.
template <class Word>
void expect_even(std::uint64_t n) {
  const std::uint64_t words = std::uint64_t{std::numeric_limits<Word>::max()} + 1;
  std::vector<std::uint64_t> accepted(n);
  std::uint64_t rejected = 0;
  for (std::uint64_t word = 0; word < words; ++word) {
    const auto value = value_of(n, static_cast<Word>(word));
    if (value) {
      ASSERT_LT(*value, n);
      ++accepted[*value];
    } else {
      ++rejected;
    }
  }
  EXPECT_EQ(accepted, std::vector<std::uint64_t>(n, words / n)) << "n = " << n;
  EXPECT_EQ(rejected, words % n) << "n = " << n;
}

TEST(Bounded, EveryByteAndEveryBound) {
  for (std::uint64_t n = 1; n <= 256; ++n) { expect_even<std::uint8_t>(n); }
}

TEST(Bounded, EveryWordOf16Bits) {
  for (const unsigned n : {1U, 2U, 3U, 6U, 7U, 100U, 1000U, 4097U, 32767U, 32768U, 32769U, 43691U, 65535U, 65536U}) {
    expect_even<std::uint16_t>(n);
  }
}

TEST(Bounded, WordAfterRejectedOnesCountsAsIfItWereTheFirst) {
  for (std::uint64_t n = 1; n <= 256; ++n) {
    std::vector<std::uint8_t> rejected;
    std::map<std::uint8_t, std::uint64_t> accepted;
    for (int word = 0; word < 256; ++word) {
      const auto value = value_of(n, static_cast<std::uint8_t>(word));
      if (value) {
        accepted[static_cast<std::uint8_t>(word)] = *value;
      } else {
        rejected.push_back(static_cast<std::uint8_t>(word));
      }
    }
    for (const auto& [last, value] : accepted) {
      std::vector<std::uint8_t> sequence = rejected;
      sequence.push_back(last);
      std::size_t taken = 0;
      EXPECT_EQ(bounded<std::uint8_t>(n, [&] { return sequence.at(taken++); }), value);
      EXPECT_EQ(taken, sequence.size());
    }
  }
}

// The words of value v are between v * 2^W / n and (v + 1) * 2^W / n. The last floor(2^W / n) of them must be accepted
// and the one before, if it belongs to v at all, rejected: then every value has the same number of words.
template <class Word>
void check_words_of(std::uint64_t n, std::uint64_t v) {
  const Wide words = Wide{std::numeric_limits<Word>::max()} + 1;
  const auto border = [&](std::uint64_t value) {  // ceil(value * 2^W / n) without overflow, for 2^W = q * n + r
    return value * (words / n) + (Wide{value} * (words % n) + n - 1) / n;
  };
  const Wide begin = border(v);
  const Wide end = border(v + 1);
  const Wide first_accepted = end - words / n;

  RC_ASSERT(value_of(n, static_cast<Word>(end - 1)) == v);
  RC_ASSERT(value_of(n, static_cast<Word>(first_accepted)) == v);
  RC_ASSERT(first_accepted == begin || first_accepted == begin + 1);
  if (first_accepted > begin) { RC_ASSERT(!value_of(n, static_cast<Word>(begin))); }
}

RC_GTEST_PROP(BoundedProperty, EachValueHasEquallyManyWordsOf32Bits, ()) {
  const std::uint64_t most = std::uint64_t{1} << *rc::gen::inRange(0, 33);
  const auto n = *rc::gen::inRange<std::uint64_t>(1, most + 1);
  check_words_of<std::uint32_t>(n, *rc::gen::inRange<std::uint64_t>(0, n));
}

RC_GTEST_PROP(BoundedProperty, EachValueHasEquallyManyWordsOf64Bits, ()) {
  const std::uint64_t most = std::uint64_t{1} << *rc::gen::inRange(0, 64);
  const auto n = *rc::gen::inRange<std::uint64_t>(1, most + 1);
  check_words_of<std::uint64_t>(n, *rc::gen::inRange<std::uint64_t>(0, n));
}

TEST(Bounded, IsAConstantExpression) {
  static_assert(bounded<std::uint32_t>(6, [] { return std::uint32_t{0xffffffff}; }) == 5);
  static_assert(bounded<std::uint64_t>(6, [] { return std::uint64_t{0xc000000000000001}; }) == 4);
}

}  // namespace bounded_test
}  // namespace spoils::roll
