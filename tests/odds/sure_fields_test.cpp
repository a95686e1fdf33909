// tests/odds/sure_fields_test.cpp
//
// A thing without any field is not given out. If a field is set in any case, a question need not know the others; if
// it may not be set, things must be counted all the same. The numbers of things are closed forms.
#include <gtest/gtest.h>

#include <string>

#include "exact_fractions.h"

namespace spoils {
namespace sure_fields_test {

struct Row {
  std::string body;  // of the rule of a dropped thing
  FractionOdds counts;
};

std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.body; }

class SureFieldsOfThings : public testing::TestWithParam<Row> {};

TEST_P(SureFieldsOfThings, AreCountedAsTheyAre) {
  const auto pack = compiled(
      "input depth: 0..3 = 0\nfield x: int\nfield y: int\nfield l: list of int\n"
      "rule r { drop thing() }\nrule thing { " +
      GetParam().body + " }\n");
  Count count;
  count.rule = "r";
  count.fractions = true;
  const auto table = exact_odds(pack, count);
  ASSERT_TRUE(table) << table.error().text();
  ASSERT_TRUE(table->exact);
  FractionOdds found;
  for (const auto& row : table->rows) { found[to_text(row.values[0])] = Fraction(row.fraction->text()); }
  EXPECT_EQ(found, GetParam().counts);
}

const FractionOdds kAlways{{"1", 1}};
const FractionOdds kNever{{"0", 1}};

FractionOdds with(const Fraction& some) { return {{"1", some}, {"0", 1 - some}}; }

INSTANTIATE_TEST_SUITE_P(
    Rows, SureFieldsOfThings,
    testing::Values(Row{"repeat 2 { x = 1 }", kAlways}, Row{"repeat d3 { l += d2 }", kAlways},
                    Row{"for n in 1..2 { x = 1 }", kAlways}, Row{"retry { x = d6 } while x > 2", kAlways},
                    Row{"retry max 2 { x = d6 } while x > 2", kAlways},
                    Row{"retry max 0 { x = d6 } while x > 2", kAlways}, Row{"with depth = 2 { x = depth }", kAlways},
                    Row{"try { x = d6 } keep x > 2 else { y = 1 }", kAlways}, Row{"repeat 0 { x = 1 }", kNever},
                    Row{"repeat (pick 0..3) { x = 1 }", with(Fraction(3, 4))}, Row{"repeat depth { x = 1 }", kNever},
                    Row{"repeat d3 - 1 { x = 1 }", with(Fraction(2, 3))},
                    Row{"repeat 3 while y == 1 { x = 1 }", kNever}, Row{"for n in 3..1 { x = 1 }", kNever},
                    Row{"for n in 1..depth { x = n }", kNever}, Row{"try { x = d6 } keep x > 2", with(Fraction(2, 3))},
                    Row{"try { x = d6 } keep x > 2 else { if chance(1/2) { y = 1 } }", with(Fraction(5, 6))},
                    Row{"repeat 2 { if chance(1/2) { stop }; x = 1 }", with(Fraction(1, 2))},
                    Row{"repeat 2 { if chance(1/2) { x = 1 } }", with(Fraction(3, 4))},
                    Row{"repeat 2 { x = 1; if chance(1/2) { x = none } }", with(Fraction(1, 2))},
                    Row{"if chance(1/2) { repeat 2 { x = 1 } }", with(Fraction(1, 2))}));

// The other fields of each thing are not followed: the cards of a reward are far too many.
TEST(SureFields, MakeTheOthersNeedless) {
  std::string cards;
  for (int i = 0; i < 90; ++i) { cards += "c" + std::to_string(i) + (i % 3 == 0 ? " rare; " : " common; "); }
  const auto pack =
      compiled("state dry: 0..5 = 0\nfield cards: list of card\nfield rarities: list of symbol\ntable card: rarity { " +
               cards + "}\n" + R"(
rule r { repeat 4 { drop reward() } }
rule reward { repeat 3 { one() } }
rule one {
  let k = pick {(1 + dry) rare, 5 common}
  dry = if k == rare then 0 else min(5, dry + 1)
  rarities += k
  let c = pick c in card where c.rarity == k and not c in cards
  cards += c
}
)");
  Count count;
  count.rule = "r";
  count.condition = "rare in rarities";
  const auto table = exact_odds(pack, count);
  ASSERT_TRUE(table) << table.error().text();
  EXPECT_TRUE(table->exact);
  EXPECT_LT(table->states, 2000U);  // 117,480 sets of cards for one reward alone
  // No reward has a rare card if none of twelve draws has one.
  double none = 1;
  for (const int dry : {0, 1, 2, 3, 4, 5, 5, 5, 5, 5, 5, 5}) { none *= 5.0 / (6 + dry); }
  for (const auto& row : table->rows) {
    if (to_text(row.values[0]) == "0") { EXPECT_NEAR(row.probability, none, 1e-12); }
  }
}

}  // namespace sure_fields_test
}  // namespace spoils
