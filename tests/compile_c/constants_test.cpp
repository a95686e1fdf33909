// tests/compile_c/constants_test.cpp
//
// Values that are computed with the header give the things of the library: constant defs with likely and
// with other arguments, those that give lists, those that fail; picks by `where` that read nothing.
#include <gtest/gtest.h>

#include <string>

#include "compare.h"

namespace spoils {
namespace compile_c_constants_test {

using namespace compiled_c;

const std::string kCreatures =
    "field c: creature\ncollection creature { hits: int = 3; speed: number = 1; likes: list of symbol }\n"
    "creature rat { likes = [cheese, grain] }\ncreature ogre { hits = 40; speed = 1/2 }\ncreature bat { speed = 3 }\n";

std::string compiled_and_compared(const std::string& source) {
  const auto pack = unchecked(source);
  if (has_compiler()) { expect_same(pack, source); }
  const auto header = compile_to_c(pack, {"loot", {"r"}});
  return header ? *header : "";
}

bool has(const std::string& header, const std::string& text) { return header.find(text) != std::string::npos; }

TEST(Constants, AreLookedUp) {
  const auto header = compiled_and_compared(
      kCreatures +
      "constant def worth(c: creature) = sum(x in creature where x.hits <= c.hits: x.hits) * c.speed\n"
      "constant def best() = first(c in creature where c.hits > 10: c)\n"
      "constant def friends(c: creature) = list(x in creature where x.speed >= c.speed: x)\n"
      "constant def is_fast(c: creature, n: int) = c.speed * n > 2\n"
      "rule r { c = pick {rat, ogre, bat}; w = worth(c); b = best(); l = friends(c); f = is_fast(c, pick 1..4)\n"
      "  x = c.likes; g = count(friends(c)) }");
  for (const auto* const name : {"loot_worth_values_[4]", "loot_best_values_[1]", "loot_friends_values_[4]"}) {
    EXPECT_TRUE(has(header, name)) << name;
  }
}

// The length of such a range does not fit into 64 bits.
TEST(Constants, OfVeryWideRangesAreComputed) {
  const auto header = compiled_and_compared(
      "input n: -9000000000000000000..9000000000000000000 = 7\nconstant def half(k: int) = k // 2\n"
      "rule r { x = half(n); y = d6 }");
  EXPECT_FALSE(header.empty());
  EXPECT_FALSE(has(header, "loot_half_values_"));
}

// Some arguments of these are not among the likely ones, others are unset.
TEST(Constants, AreComputedForOtherArguments) {
  const auto header = compiled_and_compared(
      kCreatures +
      "constant def rank(c: creature) = if c.hits == none then 99 else count(x in creature where x.hits < c.hits)\n"
      "constant def letters(k: symbol) = if k == grain then 1 else if k == none then 2 else 3\n"
      "table food { cheese; grain; meat }\n"
      "rule r { c = pick creature; if chance 50% { c = none }; n = rank(c); k = if chance 50% then pick food else rat\n"
      "  if chance 30% { k = none }; m = letters(k); o = letters(first(x in c.likes: x)) }");
  EXPECT_TRUE(has(header, "loot_rank_values_["));
}

TEST(Constants, MayFail) {
  const auto header = compiled_and_compared(kCreatures +
                                            "constant def share(c: creature) = 12 // (c.hits - 3)\n"
                                            "rule r { c = pick {ogre, bat}; if chance 50% { s = share(c) } }");
  EXPECT_FALSE(has(header, "loot_share_values_["));
}

TEST(Constants, AreSharesOfPicks) {
  const auto header =
      compiled_and_compared(kCreatures +
                            "input n: 1..9 = 4\nrule r { c = pick x in creature where x.hits < 10 weight x.speed * 2\n"
                            "  d = pick x in creature where x.hits < 10 or nothing weight 3\n"
                            "  e = pick x in creature where x.hits < n * 10 or nothing\n"
                            "  if chance 10% { f = pick x in creature where x.hits > 100 or nothing } }");
  EXPECT_TRUE(has(header, "_0_totals_[3]"));
  EXPECT_TRUE(has(header, "_1_totals_[4]"));
  EXPECT_FALSE(has(header, "_2_totals_["));  // reads an input
  EXPECT_FALSE(has(header, "_3_totals_["));  // no row is left
}

}  // namespace compile_c_constants_test
}  // namespace spoils
