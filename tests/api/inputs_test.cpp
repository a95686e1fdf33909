// tests/api/inputs_test.cpp
//
// Values that depend on inputs alone are memoised between rolls; here the inputs change between rolls and within one,
// and each value is compared with the formula, computed in C++.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "compiled.h"
#include "spoils/odds.h"
#include "spoils/roll.h"

namespace spoils {
namespace inputs_test {

constexpr const char* kPack = R"(
input depth: 0..50 = 0
input branch: {cave, mine} = cave

def danger = if branch == mine then min(50, depth * 3 // 2) else depth
def percent = (0.25 + 0.08 * danger)%
def above(n) = max(0, danger - n) * 2

rule chest {
  danger_here = danger
  percent_here = percent * 400
  above_here = above(7) + above(30)
  with depth = min(50, depth + 9) { drop inner() }
  danger_after = danger
}
rule inner { danger_inside = danger; odds_inside = percent * 400 }
)";

constexpr std::uint64_t kSeed = 1;

std::int64_t danger(std::int64_t depth, bool is_mine) {
  return is_mine ? std::min<std::int64_t>(50, depth * 3 / 2) : depth;
}

TEST(Inputs, MayChangeFromRollToRollAndWithinOne) {
  const auto pack = compiled(kPack);
  auto roller = Roller::make(pack, "chest");
  ASSERT_TRUE(roller);
  std::uint64_t index = 0;
  for (const std::int64_t depth : {0, 20, 20, 50, 0, 7, 8, 49, 8}) {
    for (const bool is_mine : {false, true, false}) {
      ASSERT_FALSE(roller->set("depth", std::to_string(depth)));
      ASSERT_FALSE(roller->set("branch", is_mine ? "mine" : "cave"));
      const auto things = roller->roll(kSeed, index++);
      ASSERT_TRUE(things) << things.error().text();
      ASSERT_EQ(things->size(), 2U);
      const auto here = danger(depth, is_mine);
      const auto inside = danger(std::min<std::int64_t>(50, depth + 9), is_mine);
      const auto& chest = (*things)[0];
      EXPECT_EQ(chest["danger_here"].integer(), here);
      EXPECT_EQ(chest["danger_after"].integer(), here);
      const auto expected = std::max<std::int64_t>(0, here - 7) * 2 + std::max<std::int64_t>(0, here - 30) * 2;
      EXPECT_EQ(chest["above_here"].integer(), expected);
      // (0.25 + 0.08 d)% of 400 is 1 + 0.32 d = (25 + 8 d) / 25.
      EXPECT_EQ(chest["percent_here"].integer() * 25, (25 + 8 * here) * chest["percent_here"].denominator());
      const auto& inner = (*things)[1];
      EXPECT_EQ(inner["danger_inside"].integer(), inside);
      EXPECT_EQ(inner["odds_inside"].integer() * 25, (25 + 8 * inside) * inner["odds_inside"].denominator());
    }
  }
}

// An input that a `with` leaves unset counts as 0, as all that is unset.
TEST(Inputs, UnsetWithinABlock) {
  const auto pack = compiled(R"(
input level: int = 5
rule main {
  with level = none { more = level + 1; other = -level; tripled = (if chance 1 then level else 2) * 3 }
}
)");
  auto roller = Roller::make(pack, "main");
  const auto things = roller->roll(kSeed, 0);
  ASSERT_TRUE(things);
  for (const auto& [field, value] : {std::pair{"more", 1}, {"other", 0}, {"tripled", 0}}) {
    EXPECT_TRUE((*things)[0][field].is_set());
    EXPECT_EQ((*things)[0][field].integer(), value) << field;
  }
}

// A thing whose fields all result from such an input may set none of them, and then does not exist.
TEST(Inputs, UnsetForHalfOfTheThings) {
  const auto pack = compiled(R"(
input level: int = 5
rule main { with level = (if chance 50% then none else 3) { drop inner() } }
rule inner { x = level }
)");
  Marginal question;
  question.rule = "main";
  question.by = {"count(t in things)"};
  const auto answer = exact_odds(pack, question);
  ASSERT_TRUE(answer) << answer.error().text();
  ASSERT_EQ(answer->rows.size(), 2U);
  for (const auto& row : answer->rows) { EXPECT_EQ(row.probability, 0.5); }
}

// A fault before the roll begins occurs in each roll, independent of memoised values.
TEST(Inputs, DefaultsThatGoWrong) {
  const auto pack = compiled(R"(
input word: text = "b"
collection monster { place: symbol }
monster rat { place = cave }
monster bat { place = mine }
field seen: list of monster
rule main(share: int = 10 // (polynomial_hash(word, 3) mod 2)) {
  seen = [rat]
  y = pick m in monster where m.place == mine and not (m in seen) or none
}
)");
  auto roller = Roller::make(pack, "main");
  for (std::uint64_t index = 0; index < 4; ++index) { EXPECT_FALSE(roller->roll(kSeed, index)) << index; }
}

// The unset word is not a memoised result.
TEST(Inputs, PowerThatLeaves64Bits) {
  const auto pack = compiled("rule main(n: int = -8) { worth = n ^ 21 + 5 }\n");
  EXPECT_FALSE(Roller::make(pack, "main")->roll(kSeed, 0));
  EXPECT_TRUE(Roller::make(pack, "main", {{"n", "-7"}})->roll(kSeed, 0));
}

// The pack itself makes a record without a name of its own; a caller could not write it.
TEST(Inputs, ChoicesAreWhatCanBeWritten) {
  const auto pack = compiled(R"(
collection chest { coins: int = 0 }
chest small { coins = 1 }
chest large { coins = 5 }
input kept: chest = small
rule open { coins = kept.coins }
rule full { with kept = large { inner(large with { coins = 100 }) } }
rule inner(c: chest) { coins = c.coins }
)");
  ASSERT_EQ(pack.inputs().size(), 1U);
  EXPECT_EQ(pack.inputs()[0].choices, (std::vector<std::string>{"small", "large"}));
  auto roller = Roller::make(pack, "open");
  ASSERT_TRUE(roller);
  ASSERT_FALSE(roller->set(std::size_t{0}, 1));
  EXPECT_EQ((*roller->roll(kSeed, 0))[0]["coins"].integer(), 5);
  const auto refused = roller->set(std::size_t{0}, 2);
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->message, "`kept` has 2 choices, and none with number 2");
}

// Odds write a given text into a pack, rolls do not.
TEST(Inputs, TextsAreTheSameInRollsAndOdds) {
  const auto pack = compiled("input note: text = \"\"\nrule r { n = \"<{note}>\" }\n");
  for (const auto* note : {"two words", "say \"so\"", "{a} }", "back\\slash\\", "[&~]", "\"between\"", "\t"}) {
    auto roller = Roller::make(pack, "r", {{"note", note}});
    ASSERT_TRUE(roller) << note;
    EXPECT_EQ((*roller->roll(kSeed, 0))[0]["n"].text(), "<" + std::string(note) + ">");
    Marginal question;
    question.by = {"n"};
    question.values = {{"note", note}};
    const auto table = exact_odds(pack, question);
    ASSERT_TRUE(table) << table.error().text();
    EXPECT_EQ(to_text(table->rows[0].values[0]), "<" + std::string(note) + ">");
  }
  Marginal question;
  question.by = {"n"};
  question.values = {{"note", "two\nlines"}};
  const auto table = exact_odds(pack, question);
  ASSERT_FALSE(table);
  const auto roller = Roller::make(pack, "r", question.values);
  ASSERT_FALSE(roller);
  EXPECT_EQ(table.error().text(), roller.error().text());
  EXPECT_EQ(roller.error().message, "`note` takes a text without line breaks");
}

}  // namespace inputs_test
}  // namespace spoils
