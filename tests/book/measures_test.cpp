// tests/book/measures_test.cpp
//
// The parts of the section of a rule that are not its fields: documented measures along the depth, and the things of a
// rule that makes the same ones each time. Figures by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "book/page.h"
#include "compiled.h"
#include "spoils/book.h"

namespace spoils::book {

namespace measures_test {

constexpr const char* kPack = R"(
input depth: 1..3 = 1
collection beast { threat: int; share: number = threat / 2; bites: flag }
beast rat "rat" { threat = 1 }
beast wolf "grey wolf" { threat = 6; bites = true }
beast ghost { }

rule bestiary { for b in beast { drop entry(b) } }
rule entry(b: beast) { creature = b; threat = b.threat; share = b.share; if b.bites { bites = true } }
rule drawn { drop entry(pick b in beast); drop entry(rat) }
rule deeper { repeat 1 + depth { drop entry(rat) } }

rule find { kind = ring; forge() }
rule forge { plus = (d10) * depth }
rule other { stone = pick {onyx, jade} }

## Its worth.
measure worth = 2 * plus
## Whether it is too good.
measure is_too_good = plus > 6
measure hidden = 3 * plus
)";

std::map<std::string, std::vector<Rows>> sections() {
  const auto text = write_book(compiled(kPack));
  EXPECT_TRUE(text);
  return sections_of(*text);
}

const Rows* table(const std::vector<Rows>& tables, const std::string& head) {
  const auto found = std::find_if(tables.begin(), tables.end(), [&](const Rows& rows) { return rows[0][0] == head; });
  return found == tables.end() ? nullptr : &*found;
}

// The mean of 2 * d10 * depth is 11 * depth; d10 * depth is above 6 in 4, 7 and 8 of 10 cases.
TEST(BookMeasures, DocumentedOnesAreChartedAlongTheDepth) {
  const auto all = sections();
  const auto& find = all.at("Rule find");
  const auto* worth = table(find, "worth");
  ASSERT_NE(worth, nullptr);
  EXPECT_EQ(cell({*worth}, "on average", "depth 1"), "11");
  EXPECT_EQ(cell({*worth}, "on average", "3"), "33");
  EXPECT_EQ(cell({*worth}, "half at most", "2"), "20");
  EXPECT_EQ(cell({*worth}, "nine in ten at most", "3"), "54");
  EXPECT_EQ(cell(find, "is_too_good", "depth 1"), "40%");
  EXPECT_EQ(cell(find, "is_too_good", "2"), "70%");
  EXPECT_EQ(cell(find, "is_too_good", "3"), "80%");
}

TEST(BookMeasures, OthersAreNot) {
  const auto all = sections();
  EXPECT_EQ(table(all.at("Rule find"), "hidden"), nullptr);
  EXPECT_EQ(table(all.at("Rule other"), "worth"), nullptr);
  EXPECT_EQ(table(all.at("Rule forge"), "worth"), nullptr);  // which works on the thing of another rule
}

TEST(BookListings, HaveTheThingsOfARuleThatDrawsNothing) {
  const auto all = sections();
  const auto* things = table(all.at("Rule bestiary"), "creature");
  ASSERT_NE(things, nullptr);
  EXPECT_EQ(*things, (Rows{{"creature", "threat", "share", "bites"},
                           {"rat", "1", "1/2", "-"},
                           {"grey wolf", "6", "3", "true"},
                           {"ghost", "-", "0", "-"}}));
}

TEST(BookListings, AreNotForRulesThatDrawOrReadInputs) {
  const auto all = sections();
  EXPECT_EQ(table(all.at("Rule drawn"), "creature"), nullptr);
  EXPECT_EQ(table(all.at("Rule deeper"), "creature"), nullptr);
}

}  // namespace measures_test

}  // namespace spoils::book
