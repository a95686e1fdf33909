// tests/odds/exchange_test.cpp
//
// Loops whose members exclude each other, decks and bags (odds/exchange.h): closed forms of loops with far too many
// states for each order or set; loops in which members must not take each other's places, against fractions by hand;
// and the counters, which say whether any did. tests/reference compares random loops of this kind with brute force.
#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "api/pack_data.h"
#include "compiled.h"
#include "odds/interpreter.h"
#include "spoils/odds.h"

namespace spoils {
namespace exchange_test {

using Fraction = boost::multiprecision::cpp_rational;
using Integer = boost::multiprecision::cpp_int;

/// A pack with a rule `r`, a question about it, and its odds as fractions by the values of the answer.
struct Row {
  std::string name;
  std::string declarations;
  std::string by;
  std::map<std::string, Fraction> odds;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

std::string name_of(const testing::TestParamInfo<Row>& row) { return row.param.name; }

std::map<std::string, Fraction> answered(const Row& row, std::uint64_t paths) {
  const auto pack = compiled(row.declarations);
  Marginal question;
  question.rule = "r";
  question.by = {row.by};
  question.fractions = true;
  question.max_paths = paths;
  const auto table = exact_odds(pack, question);
  EXPECT_TRUE(table) << table.error().text();
  std::map<std::string, Fraction> out;
  if (!table) { return out; }
  EXPECT_TRUE(table->exact);
  for (const auto& outcome : table->rows) { out[to_text(outcome.values[0])] = Fraction(outcome.fraction->text()); }
  return out;
}

/// How often a member, or a row that leads to one, took the place of another while the question was answered.
std::uint64_t exchanges(const Row& row) {
  const auto pack =
      compiled(row.declarations + "\nexpect \"e\": odds(r: " + row.by + " == " + row.odds.begin()->first + ") == 0");
  odds::Interpreter<double> interpreter(pack.data().program, odds::Budget{});
  const auto answer = interpreter.answer(pack.data().program.queries.at(0), {});
  EXPECT_EQ(answer.unexplored, 0);
  return interpreter.counters().exchanged_states + interpreter.path_counters().merged_rows;
}

Integer choose(int n, int k) {
  Integer out = 1;
  for (int i = 0; i < k; ++i) { out = out * (n - i) / (i + 1); }
  return k < 0 || k > n ? Integer(0) : out;
}

/// So many of the special ones are among those drawn: C(special, k) C(others, drawn - k) of C(all, drawn).
std::map<std::string, Fraction> hypergeometric(int all, int special, int drawn) {
  std::map<std::string, Fraction> out;
  for (int k = 0; k <= drawn; ++k) {
    const Fraction odds(choose(special, k) * choose(all - special, drawn - k), choose(all, drawn));
    if (odds != 0) { out[std::to_string(k)] = odds; }
  }
  return out;
}

std::map<std::string, Fraction> yes(const Fraction& odds) { return {{"true", odds}, {"false", 1 - odds}}; }

/// Rows of the outcomes 1 to `count`, one as likely as the other.
std::string equal_rows(int count) {
  std::string rows;
  for (int i = 1; i <= count; ++i) { rows += "1 " + std::to_string(i) + "\n"; }
  return rows;
}

/// A table `affix: family, side, tier` of so many families of each side; one of each three has two tiers of half the
/// weight, which makes no difference.
std::string affixes(int prefixes, int suffixes) {
  std::string out = "\ntable affix: family, side, tier {\n";
  for (int i = 0; i < prefixes + suffixes; ++i) {
    const auto family =
        "f" + std::string(i < prefixes ? "p" : "s") + "_" + std::to_string(i < prefixes ? i : i - prefixes);
    const auto side = std::string(i < prefixes ? " prefix " : " suffix ");
    if (i % 3 == 0) {
      out += "1 " + family + "_a " + family + side + "1\n1 " + family + "_b " + family + side + "2\n";
    } else {
      out += "2 " + family + "_a " + family + side + "1\n";
    }
  }
  return out + "}\n";
}

class Exchanged : public testing::TestWithParam<Row> {};

TEST_P(Exchanged, HasItsClosedFormAfterFewPaths) {
  EXPECT_EQ(answered(GetParam(), 100'000), GetParam().odds);
  EXPECT_GT(exchanges(GetParam()), 0);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, Exchanged,
    testing::Values(
        // 52 * 51 * 50 * 49 * 48 orders.
        Row{"FiveCardsOfADeckThatIsAList",
            "rule r { let deck = list(x in 1..52: x)\n n = 0\n"
            "repeat 5 { let card = pick deck; deck -= card; if card <= 4 { n += 1 } } }",
            "n", hypergeometric(52, 4, 5)},
        Row{"TheSameByTheCardsInTheHand",
            "rule r { let hand = []\n"
            "repeat 5 { let card = pick x in card where not (x in hand); hand += card }\n"
            "n = count(x in hand where x <= 4) }\ntable card { " +
                equal_rows(52) + "}",
            "n", hypergeometric(52, 4, 5)},
        // A set grows as a list does.
        Row{"TheSameByASetOfCards",
            "rule r { let hand = {}\n"
            "repeat 5 { let card = pick x in card where not (x in hand); hand += card }\n"
            "n = count(x in hand where x <= 4) }\ntable card { " +
                equal_rows(52) + "}",
            "n", hypergeometric(52, 4, 5)},
        Row{"FamiliesInASet",
            "rule r { let taken = {}\nrepeat 4 { let a = pick x in affix where not (x.family in taken)\n"
            "taken += affix[a].family }\none = fp_3 in taken }" +
                affixes(15, 15),
            "one", yes(Fraction(4, 30))},
        // Draws by turns from one deck into two hands: which cards are in which does not matter.
        Row{"TwoHandsOfOneDeck",
            "rule r { let deck = list(x in 1..40: x)\nlet mine = []\nlet yours = []\n"
            "repeat 5 { let a = pick deck; deck -= a; mine += a; let b = pick deck; deck -= b; yours += b }\n"
            "both = 1 in mine and 2 in yours }",
            "both", yes(Fraction(5 * 5, 40 * 39))},
        // The three that are drawn of each side are a uniform set, whatever the order of sides.
        Row{"AffixesOfTwoSides",
            "rule r { let taken = []\nlet prefixes = 0\nlet suffixes = 0\n"
            "repeat 6 { let a = pick x in affix where not (x.family in taken) and (x.side == prefix and prefixes < 3 "
            "or "
            "x.side == suffix and suffixes < 3)\n"
            "if affix[a].side == prefix { prefixes += 1 } else { suffixes += 1 }\ntaken += affix[a].family }\n"
            "pair = fp_0 in taken and fs_0 in taken }" +
                affixes(20, 20),
            "pair", yes(Fraction(3 * 3, 20 * 20))},
        // The name of the family is computed once and used twice.
        Row{"ByALetThatIsDerived",
            "rule r { let taken = []\nrepeat 4 { let a = pick x in affix where not (x.family in taken)\n"
            "let family = affix[a].family; taken += family; if affix[a].tier == 2 { high += 1 } }\n"
            "one = fp_3 in taken }" +
                affixes(15, 15),
            "one", yes(Fraction(4, 30))},
        // Defs are handed the list, and a member.
        Row{"ThroughDefs",
            "rule r { let taken = []\n"
            "repeat 5 { let a = pick x in affix where is_free(x.family, taken) and size(taken) < 5\n"
            "taken += affix[a].family }\none = fs_1 in taken }\n"
            "def is_free(f, list) = not (f in list)\ndef size(list) = count(x in list where x != none)" +
                affixes(15, 15),
            "one", yes(Fraction(5, 30))},
        // A draw adds up what is taken: ten levels of spells, of which four cost 1, four 2, four 3.
        Row{"SumsOverMembers",
            "rule r { let known = []\nrepeat 3 { let left = 6 - sum(x in known: spell[x].level)\n"
            "let s = pick x in spell where not (x in known) and x.level <= left or nothing\n"
            "if s != none { known += s } }\nn = count(known) }\n"
            "table spell: level { 1 sa 1; 1 sb 1; 1 sc 1; 1 sd 1; 1 se 2; 1 sf 2; 1 sg 2; 1 sh 2; 1 si 3; 1 sj 3; 1 sk "
            "3; 1 sl 3 }",
            "n",
            // Two spells of level 3 leave nothing, after any order: 4 * 3 of 12 * 11. With 3 and 2 in either order, 1
            // is left, and there are such: the third always comes.
            {{"2", Fraction(4 * 3, 12 * 11)}, {"3", 1 - Fraction(4 * 3, 12 * 11)}}},
        // A fact depends on what the loop leaves as it is: classes of one limit are not those of the other. With limit
        // 1 the first draw, of one family, opens the other side; with limit 2 only if it has tier 2.
        Row{"ByWhatTheLoopLeavesAsItIs",
            "rule r { let limit = d2\nlet taken = []\nlet seen = 0\n"
            "repeat 2 { let a = pick x in few where not (x.family in taken) and (x.side == pre or seen > 0) or "
            "nothing\n"
            "if a != none { taken += few[a].family }\nif few[a].tier >= limit { seen += 1 } }\n"
            "n = limit * 10 + count(taken) }\n"
            "table few: family, side, tier { 1 ma fa pre 1; 1 mb fa pre 2; 1 mc fb suf 1; 1 md fc suf 1 }",
            "n",
            {{"12", Fraction(1, 2)}, {"21", Fraction(1, 4)}, {"22", Fraction(1, 4)}}},
        // The weights of a bag read the list: Polya's urn with removal, red and blue.
        Row{"WeightsThatReadTheList",
            "rule r { let left = list(x in 1..30: x)\n"
            "repeat 6 { let red = count(x in left where x <= 10)\n"
            "let colour = pick { (red) crimson; (count(left) - red) azure }\n"
            "let one = pick x in ball where x in left and (colour == crimson and x <= 10 or colour == azure and x > "
            "10)\n"
            "left -= one; if colour == crimson { n += 1 } }\nif n == none { n = 0 } }\ntable ball { " +
                equal_rows(30) + "}",
            "n", hypergeometric(30, 10, 6)}),
    name_of);

// Two families of three tiers of weight 1 and 2, and what must keep them apart. Each is small enough to count by hand.
constexpr const char* kFew = "\ntable few: family, mark, worth { 1 a1 fa x 1; 1 b1 fb x 1; 1 c1 fc y 2 }\n";

class KeptApart : public testing::TestWithParam<Row> {};

TEST_P(KeptApart, GivesTheFractionsByHand) {
  EXPECT_EQ(answered(GetParam(), 1'000'000), GetParam().odds);
  EXPECT_EQ(exchanges(GetParam()), 0);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, KeptApart,
    testing::Values(
        Row{"ByTheQuestion",
            "rule r { let taken = []\nrepeat 2 { let a = pick x in few where not (x in taken); taken += a }\n"
            "n = (if a1 in taken then 1 else 0) + (if b1 in taken then 2 else 0) }" +
                std::string(kFew),
            "n",
            {{"1", Fraction(1, 3)}, {"2", Fraction(1, 3)}, {"3", Fraction(1, 3)}}},
        Row{"ByTheWeightsOfTheirRows",
            "rule r { let taken = []\nrepeat 2 { let a = pick x in two where not (x in taken); taken += a }\n"
            "n = (if a1 in taken then 1 else 0) + (if c1 in taken then 2 else 0) }\ntable two { 1 a1; 2 b1; 3 c1 }",
            "n",
            // ab or ba: 1/6 * 2/5 + 2/6 * 1/4; bc or cb: 2/6 * 3/4 + 3/6 * 2/3; ac or ca: the rest.
            {{"1", Fraction(3, 20)}, {"2", Fraction(7, 12)}, {"3", Fraction(4, 15)}}},
        Row{"ByWeightsOfRowsThatNothingNames",
            "rule r { let taken = []\nrepeat 2 { let a = pick x in two where not (x in taken); taken += a }\n"
            "n = if c1 in taken then 1 else 0 }\ntable two { 1 a1; 3 b1; 2 c1 }",
            "n",
            // ab or ba: 1/6 * 3/5 + 3/6 * 1/3
            {{"0", Fraction(4, 15)}, {"1", Fraction(11, 15)}}},
        Row{"ByALoopThatFollows",
            "rule r { let taken = []\nrepeat 2 { let a = pick x in few where not (x in taken); taken += a }\n"
            "for t in taken { n = few[t].worth * 10 + (if t == a1 then 1 else 0) } }" +
                std::string(kFew),
            "n",
            {{"10", Fraction(1, 3)}, {"11", Fraction(1, 3)}, {"20", Fraction(1, 3)}}},
        Row{"ByAFactThatTheLoopNotes",
            "rule r { let taken = []\nn = 0\nrepeat 2 { let a = pick x in few where not (x in taken); taken += a\n"
            "if a == a1 { n += 1 } ; if few[a].worth == 2 { n += 10 } } }" +
                std::string(kFew),
            "n",
            {{"1", Fraction(1, 3)}, {"10", Fraction(1, 3)}, {"11", Fraction(1, 3)}}},
        Row{"ByASetThatIsReadAsAWhole",
            "rule r { let taken = {}\nrepeat 2 { let a = pick x in few where not (x in taken); taken += a }\n"
            "n = if taken == {a1, b1} then 1 else if taken == {b1, c1} then 2 else 0 }" +
                std::string(kFew),
            "n",
            {{"0", Fraction(1, 3)}, {"1", Fraction(1, 3)}, {"2", Fraction(1, 3)}}},
        // It has three members if the one that it gets was not in it.
        Row{"ByWhatASetGetsAfterwards",
            "rule r { let taken = {}\nrepeat 2 { let a = pick x in few where not (x in taken); taken += a }\n"
            "taken += a1\nn = count(taken) }" +
                std::string(kFew),
            "n",
            {{"2", Fraction(2, 3)}, {"3", Fraction(1, 3)}}},
        Row{"ByASetThatTheQuestionNames",
            "rule r { let taken = {}\nrepeat 2 { let a = pick x in few where not (x in taken); taken += a }\n"
            "n = (if a1 in taken then 1 else 0) + (if b1 in taken then 2 else 0) }" +
                std::string(kFew),
            "n",
            {{"1", Fraction(1, 3)}, {"2", Fraction(1, 3)}, {"3", Fraction(1, 3)}}},
        Row{"ByAnotherList",
            "rule r { let taken = []\nlet banned = [b1]\n"
            "repeat 2 { let a = pick x in few where not (x in taken) and not (x in banned) or nothing\n"
            "if a != none { taken += a } }\nn = count(x in taken where x == a1) * 10 + count(taken) }" +
                std::string(kFew),
            "n",
            {{"12", Fraction(1)}}}),
    name_of);

}  // namespace exchange_test
}  // namespace spoils
