// tests/api/many_rolls_expected_test.cpp
//
// `rolls = N` and `rolls = forever` in `expect`. The oracles are closed forms and recursions of this file.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "judged.h"
#include "spoils/pack.h"

namespace spoils {
namespace many_rolls_expected_test {

std::string expecting(const std::string& line) { return "expect \"E\": " + line + "\n"; }

struct Case {
  const char* expectation;
  bool holds;
};

// Nothing goes on from roll to roll: 37/64 for one of three, 4/7 in the long run of the pity that ends with the third.
constexpr const char* kPacks =
    "state dry: 0..2 = 0\nstate left: 0..3 = 2\nstate gold: 0..1000 = 0\nstate owned: set of symbol = {}\n"
    "state stock: map of ware to int = {axe 1}\n"
    "table ware { axe; bow; net }\n"
    "rule flat { hit = chance 1/4 }\n"
    "rule pity { if dry == 2 or chance 1/2 { kind = five; dry = 0 } else { kind = one; dry += 1 } }\n"
    "rule shop { if left > 0 { kind = rope; left -= 1 } else { kind = dust } }\n"
    "rule collect { kind = pick w in ware where not w in owned or nothing; if kind != none { owned += kind } }\n"
    "rule sell { sold = stock[axe] == 0; if stock[axe] > 0 { stock[axe] -= 1 } }\n"
    "rule earn(n: 1..3 = 1) { gold = min(1000, gold + n); rich = gold >= 6 }\n";

class Verdicts : public testing::TestWithParam<Case> {};

TEST_P(Verdicts, AreOfManyRolls) {
  const auto result = judged(kPacks + expecting(GetParam().expectation));
  EXPECT_EQ(result.fault, "");
  EXPECT_TRUE(result.decided);
  EXPECT_EQ(result.holds, GetParam().holds) << result.found << ", wanted " << result.wanted << " " << result.where;
}

INSTANTIATE_TEST_SUITE_P(
    Cases, Verdicts,
    testing::Values(
        Case{"odds(flat: hit, rolls = 3) about 57.8125%", true},
        Case{"odds(flat: hit, rolls = 3) about 57.8126%", false}, Case{"odds(flat: hit, rolls = 1) == 25%", true},
        Case{"odds(flat: hit, rolls = 1000000) == 1", false}, Case{"odds(flat: hit, rolls = 1000000) < 1", true},
        Case{"odds(flat: hit, rolls = 1000000) > 99.9999%", true},
        Case{"odds(flat: hit, rolls = forever) == 1/4", true},
        Case{"odds(flat: hit, rolls = 3) > odds(flat: hit, rolls = 2)", true},
        // One of two without pity 3/4; the third is certain.
        Case{"odds(pity: kind == five, rolls = 2) about 75%", true},
        Case{"odds(pity: kind == five, rolls = 3) == 1", true}, Case{"odds(pity: kind == five, rolls = 2) == 1", false},
        Case{"odds(pity: kind == five, rolls = 2) != 1", true},
        Case{"odds(pity: kind == five, rolls = 1, dry = 2) == 1", true},
        Case{"odds(pity: kind == five, rolls = 2, dry = 1) == 1", true},
        Case{"odds(pity: kind == five, dry = 1, rolls = 2) == 1", true},
        Case{"odds(pity: kind == five, rolls = forever) == 4/7", true},
        Case{"odds(pity: kind == five, rolls = forever) == 3/7", false},
        Case{"odds(pity: kind == one, rolls = forever) in 42%..43%", true},
        Case{"odds(pity: kind == none, rolls = 50) == 0", true},
        Case{"odds(pity: kind == five, rolls = 2) == 0", false},
        // Things that come only later, or no more.
        Case{"odds(shop: kind == dust, rolls = 2) == 0", true}, Case{"odds(shop: kind == dust, rolls = 3) == 1", true},
        Case{"odds(shop: kind == dust, rolls = 3, left = 3) == 0", true},
        Case{"odds(shop: kind == rope, rolls = forever) == 0", true},
        Case{"odds(shop: kind == dust, rolls = forever) == 1", true},
        // An axe among the first two of three in a random order, and surely among three.
        Case{"odds(collect: kind == axe, rolls = 2) about 66.667%", true},
        Case{"odds(collect: kind == axe, rolls = 3) == 1", true},
        Case{"odds(collect: kind == none, rolls = 3) == 0", true},
        Case{"odds(collect: count(things) == 0, rolls = 4) == 1", true},
        Case{"odds(collect: kind == axe, rolls = 9, owned = {axe}) == 0", true},
        Case{"odds(collect: kind == net, rolls = 1, owned = {axe, bow}) == 1", true},
        Case{"odds(collect: kind == net, rolls = forever, owned = {}) == 0", true},
        Case{"odds(sell: sold, rolls = 3, stock = {axe 2}) == 1", true},
        Case{"odds(sell: sold, rolls = 2, stock = {axe 2}) == 0", true},
        // A thousand states are too many to follow by far if later ones were asked about.
        Case{"odds(earn(2): rich, rolls = 3) == 1", true}, Case{"odds(earn(2): rich, rolls = 2) == 0", true},
        Case{"odds(earn: rich, rolls = 5, gold = 1) == 1", true}));

// After so many rolls of the pity of a known game: 0.6% up to the 73rd, 6% more with each, certain with the 90th.
TEST(ManyRollsExpected, OfAPityWithARamp) {
  double none = 1;
  for (int roll = 1; roll <= 80; ++roll) { none *= 1 - (0.006 + 0.06 * std::max(0, roll - 73)); }
  const std::string pack =
      "state dry: 0..89 = 0\nrule pull {\n"
      "  if dry == 89 or chance (6/1000 + 6/100 * max(0, dry - 72)) { kind = five; dry = 0 } else { kind = other; dry "
      "+= 1 }\n}\n";
  const auto result = judged(pack + expecting("odds(pull: kind == five, rolls = 80) == 0"));
  EXPECT_FALSE(result.holds);
  EXPECT_NEAR(std::stod(result.found), 100 * (1 - none), 0.005);
  EXPECT_TRUE(judged(pack + expecting("odds(pull: kind == five, rolls = 90) == 1")).holds);
  EXPECT_TRUE(judged(pack + expecting("odds(pull: kind == five, rolls = 89) < 1")).holds);
  EXPECT_TRUE(judged(pack + expecting("odds(pull: kind == five, rolls = forever) about 1.605%")).holds);
}

// 40 of 40 chances of 10^-12 are 10^-480, which no double holds: more than nothing, and nothing with one roll less.
TEST(ManyRollsExpected, AreMoreThanNothingWhereTheyCanBe) {
  const std::string pack =
      "state c: 0..40 = 0\nrule climb { if chance 1/1000000000000 and c < 40 { c += 1 }; k = c == 40 }\n";
  const auto result = judged(pack + expecting("odds(climb: k, rolls = 40) == 0"));
  EXPECT_FALSE(result.holds);
  EXPECT_EQ(result.found, "less than 1 in 10^300");
  EXPECT_TRUE(judged(pack + expecting("odds(climb: k, rolls = 40) > 0")).holds);
  EXPECT_TRUE(judged(pack + expecting("odds(climb: k, rolls = 39) == 0")).holds);
}

// An input that no first roll reads, but the state that it leaves.
TEST(ManyRollsExpected, GoThroughInputsOfLaterRolls) {
  const std::string pack =
      "input step: 0..3 = 3\nstate sum: 0..30 = 0\nrule r { k = if sum >= 6 then big else small; sum = min(30, sum + "
      "step) }\n";
  EXPECT_TRUE(judged(pack + expecting("odds(r: k == big, rolls = 3, step = 3) == 1")).holds);
  const auto result = judged(pack + expecting("odds(r: k == big, rolls = 3) == 1"));
  EXPECT_FALSE(result.holds);
  EXPECT_EQ(result.where, "step = 0");
}

// 100,000 states after the first roll; 12.5% of two are above 150,000.
TEST(ManyRollsExpected, AreNotKnownOfTooManyWorlds) {
  for (const std::string wanted : {"> 10%", "< 10%"}) {
    const auto result = judged("state n: 0..1000000000 = 0\nrule r { n += d100000; k = n > 150000 }\n" +
                               expecting("odds(r: k, rolls = 2) " + wanted));
    EXPECT_FALSE(result.holds);
    EXPECT_FALSE(result.decided);
  }
}

TEST(ManyRollsExpected, AnInputOfTheNameIsAnInput) {
  EXPECT_TRUE(
      judged("input rolls: 1..9 = 1\nrule r { hit = rolls > 4 }\n" + expecting("odds(r: hit, rolls = 5) == 1")).holds);
}

TEST(ManyRollsExpected, FaultsOfLaterRollsAreTold) {
  const std::string pack = "state n: 0..9 = 3\nrule r { n -= 1; k = 6 // n > 5 }\n";
  EXPECT_EQ(judged(pack + expecting("odds(r: k, rolls = 2) == 0")).fault, "");
  EXPECT_NE(judged(pack + expecting("odds(r: k, rolls = 3) == 0")).fault, "");
}

struct Refused {
  const char* expectation;
  const char* code;
};

class Refusals : public testing::TestWithParam<Refused> {};

TEST_P(Refusals, AreErrors) {
  const auto loaded =
      Pack::compile("t.loot", "pack t \"T\" 1.0\n" + std::string(kPacks) + expecting(GetParam().expectation));
  EXPECT_FALSE(loaded.pack);
  ASSERT_EQ(loaded.findings.errors(), 1U) << loaded.findings.text();
  EXPECT_EQ(loaded.findings.all().front().code, GetParam().code) << loaded.findings.text();
}

INSTANTIATE_TEST_SUITE_P(Cases, Refusals,
                         testing::Values(Refused{"odds(pity by kind, rolls = 2) == {1 five, 1 one}", "E0338"},
                                         Refused{"mean(pity: dry, rolls = 2) > 0", "E0338"},
                                         Refused{"odds(pity: kind == five given dry == 0, rolls = 2) > 0", "E0338"},
                                         Refused{"odds(pity, rolls = 2) > 0", "E0338"},
                                         Refused{"odds(pity: kind == five, rolls = 2) == 3/4", "E0338"},
                                         Refused{"odds(flat: hit, rolls = 2) == odds(flat: hit, rolls = 3)", "E0338"},
                                         Refused{"odds(pity: kind == five, rolls = 0) > 0", "E0411"},
                                         Refused{"odds(pity: kind == five, rolls = 3/2) > 0", "E0411"},
                                         Refused{"odds(pity: kind == five, rolls = 2000000000) > 0", "E0411"},
                                         Refused{"odds(pity: kind == five, rolls = left) > 0", "E0410"},
                                         Refused{"odds(pity: kind == five, rolls = 2, rolls = 3) > 0", "E0327"},
                                         Refused{"odds(collect: kind == axe, rolls = 2, owned = {(pick ware)}) > 0",
                                                 "E0410"}));

}  // namespace many_rolls_expected_test
}  // namespace spoils
