// tests/odds/value_classes_test.cpp
//
// Values of a slot that nothing distinguishes are joined, and no others. Each row is a rule of two even draws, whose
// outcomes are enumerated by hand.
#include "odds/value_classes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "odds/answered.h"
#include "spoils/odds.h"

namespace spoils {
namespace value_classes_test {

using program::Word;

struct Row {
  std::string name;
  std::string declarations;  // of rule r
  std::string by;            // of the question
  std::function<Word(Word a, Word b)> of;
  bool joins = false;
  Word most = 6;  // a and b are from 1 to this
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

class Values : public testing::TestWithParam<Row> {};

TEST_P(Values, AreJoinedWhereNothingTellsThemApart) {
  const auto& row = GetParam();
  std::map<Word, double> wanted;
  for (Word a = 1; a <= row.most; ++a) {
    for (Word b = 1; b <= row.most; ++b) { wanted[row.of(a, b)] += 1.0 / static_cast<double>(row.most * row.most); }
  }
  Answered found(
      "table good: level { axe 1; bow 2; net 3; pan 4; rod 5; urn 6 }\ntable metal { axe; pan }\nfield l: list of int\n"
      "input depth: 0..9 = 4\ndef is_high(n: int) = n > 4\ndef level_of(k: good) = good[k].level\n" +
      row.declarations + "\nexpect \"asked\": odds(r by " + row.by + ") == {1 0}");
  EXPECT_EQ(found.answer.fault.kind, program::Fault::Kind::None);
  ASSERT_EQ(found.odds.size(), wanted.size());
  for (const auto& [word, mass] : wanted) { EXPECT_NEAR(found.odds[{word}], mass, 1e-14) << word; }
  const auto joined = found.interpreter.counters().alike_values;
  EXPECT_EQ(joined > 0, row.joins) << joined;
}

const char* const kNumbers = "rule r { a = d6; b = d6 }";
const char* const kWares = "rule r { k = pick good; m = pick good }";

INSTANTIATE_TEST_SUITE_P(
    Rows, Values,
    testing::Values(
        Row{"Compared", kNumbers, "if a == 3 and b > 2 then 1 else 0",
            [](Word a, Word b) { return Word(a == 3 && b > 2); }, true},
        Row{"InARange", kNumbers, "if a in 2..4 or b <= 1 then 1 else 0",
            [](Word a, Word b) { return Word((a >= 2 && a <= 4) || b <= 1); }, true},
        Row{"Computed", kNumbers, "if a mod 2 == 0 and 7 // b == 1 then 1 else 0",
            [](Word a, Word b) { return Word(a % 2 == 0 && 7 / b == 1); }, true},
        Row{"ByADef", kNumbers, "if is_high(a) and not is_high(b) then 1 else 0",
            [](Word a, Word b) { return Word(a > 4 && b <= 4); }, true},
        Row{"OfSymbols", kWares, "if k in metal and m == rod then 1 else 0",
            [](Word k, Word m) { return Word((k == 1 || k == 4) && m == 5); }, true},
        Row{"ByACell", kWares, "good[k].level // 4 + (if level_of(m) > 3 then 10 else 0)",
            [](Word k, Word m) { return k / 4 + (m > 3 ? 10 : 0); }, true},
        Row{"InAListThatIsWritten", kNumbers, "count(x in [a, b] where x > 4)",
            [](Word a, Word b) { return Word(a > 4) + Word(b > 4); }, true},
        Row{"SummedInAListThatIsWritten", kNumbers, "sum(x in [a, b] where x > 2: x // 3)",
            [](Word a, Word b) { return (a > 2 ? a / 3 : 0) + (b > 2 ? b / 3 : 0); }, true},
        Row{"OfThings", "rule r { drop s }\nrule s { a = d6; b = d6 }", "count(t in things where t.a == 3 or t.b > 4)",
            [](Word a, Word b) { return Word(a == 3 || b > 4); }, true},
        Row{"OfFieldsThatMakeAThing", "rule r { drop s }\nrule s { let n = d6; if n > 4 { a = d6 } }", "count(things)",
            [](Word a, Word) { return Word(a > 4); }, true},
        Row{"OfFieldsThatAreUnsetAgain", "rule r { drop s }\nrule s { a = d6; if a > 4 { a = none } }", "count(things)",
            [](Word a, Word) { return Word(a <= 4); }, true},
        Row{"SetBeforeALoop", "rule r { a = d6; b = d6; hits = 0; repeat 2 { if a > 3 { hits += 1 } } }",
            "hits + (if b == 6 then 10 else 0)", [](Word a, Word b) { return (a > 3 ? 2 : 0) + (b == 6 ? 10 : 0); },
            true},
        Row{"OfParameters", "rule r { s(d6, d6) }\nrule s(n, m) { hit = n > 3 and m > 4 }", "if hit then 1 else 0",
            [](Word a, Word b) { return Word(a > 3 && b > 4); }, true},
        // One of them is read as a whole.
        Row{"OneIsAsked", kNumbers, "if b > 3 then a else 0", [](Word a, Word b) { return b > 3 ? a : 0; }, true},
        Row{"NotAsked", kNumbers, "10 * a + b", [](Word a, Word b) { return 10 * a + b; }, false},
        Row{"NotTwoInOne", kNumbers, "if a + b > 6 then 1 else 0", [](Word a, Word b) { return Word(a + b > 6); },
            false},
        Row{"NotComparedWithEachOther", kNumbers, "if a < b then 1 else 0", [](Word a, Word b) { return Word(a < b); },
            false},
        Row{"NotHandedOn", "rule r { let n = d6; a = n; b = d6 }", "10 * a + b",
            [](Word a, Word b) { return 10 * a + b; }, false},
        // Equal members of a set are one.
        Row{"NotInASet", kNumbers, "count(x in {a, b} where x > 4)",
            [](Word a, Word b) { return Word(a > 4) + Word(b > 4 && b != a); }, false},
        Row{"NotSummedAsTheyAre", kNumbers, "sum(x in [a, b] where x > 2: x)",
            [](Word a, Word b) { return (a > 2 ? a : 0) + (b > 2 ? b : 0); }, false},
        Row{"NotTheVariableOfALoop", "rule r { b = d6; sum = d6 * 100; for n in 1..6 { if n > 4 { sum += n } } }",
            "sum + 10000 * b", [](Word a, Word b) { return a * 100 + 11 + 10000 * b; }, false},
        Row{"NotAnInput",
            "rule r { let n = d6; let m = d6; with depth = n { a = depth; if depth > 3 { hit = true } }; b = m }",
            "(if hit then 100 else 0) + 10 * a + b", [](Word a, Word b) { return (a > 3 ? 100 : 0) + 10 * a + b; },
            false},
        Row{"NotMembers", "rule r { a = d6; b = d6; l += a }", "first(l) * 10 + (if a > 3 then 1 else 0) + 100 * b",
            [](Word a, Word b) { return a * 10 + Word(a > 3) + 100 * b; }, false},
        // The filter of a choice reads it, and is no question.
        Row{"NotByAFilter", "rule r { a = d6; b = d6; k = pick g in good where g.level == a; hit = a > 3 }",
            "100 * good[k].level + 10 * b + (if hit then 1 else 0)",
            [](Word a, Word b) { return 100 * a + 10 * b + Word(a > 3); }, false},
        Row{"NotByAFilterThatIsPlanned",
            "rule r { a = d6; b = d6; l += 7; k = pick g in good where g.level == a and not g.level + 90 in l; "
            "hit = a > 3 }",
            "100 * good[k].level + 10 * b + (if hit then 1 else 0)",
            [](Word a, Word b) { return 100 * a + 10 * b + Word(a > 3); }, false},
        // It is assigned again from itself.
        Row{"NotChanged", "rule r { a = d6; b = d6; if a > 3 { a -= 3 } }", "if a == 1 then b else 0",
            [](Word a, Word b) { return a == 1 || a == 4 ? b : 0; }, false}),
    [](const auto& row) { return row.param.name; });

// Unset is no value like others: a thing without any set field is none.
TEST(ValueClasses, KeepWhetherAFieldIsSet) {
  Answered found(
      "rule r { drop s }\nrule s { let n = d6; if n <= 2 { a = n } }\n"
      "expect \"asked\": odds(r by count(things), count(t in things where t.a == 2)) == {1 0 0}");
  ASSERT_EQ(found.odds.size(), 3U);
  EXPECT_NEAR((found.odds[{0, 0}]), 4.0 / 6, 1e-15);
  EXPECT_NEAR((found.odds[{1, 0}]), 1.0 / 6, 1e-15);
  EXPECT_NEAR((found.odds[{1, 1}]), 1.0 / 6, 1e-15);
}

// A display reads fields that no expression of a rule does.
TEST(ValueClasses, AreNotOfNames) {
  const auto pack = compiled("rule r { kind = pick {x, y}; a = d3; hit = a == 2 }\ndisplay r \"{kind} {a}\"\n");
  Marginal question;
  question.rule = "r";
  question.by = {"name"};
  const auto table = exact_odds(pack, question);
  ASSERT_TRUE(table);
  ASSERT_EQ(table->rows.size(), 6U);
  for (const auto& row : table->rows) { EXPECT_NEAR(row.low, 1.0 / 6, 1e-15); }
}

// A value for which a question fails is like no other: the fault stays.
TEST(ValueClasses, KeepFaults) {
  const Answered found(
      "rule r { a = d4; b = d6; hit = 6 // count(list(x in [1, 2] where x < 5 - a)) == 3 }\n"
      "expect \"asked\": odds(r: hit and b > 4) == 1/4");
  EXPECT_EQ(found.answer.fault.kind, program::Fault::Kind::DivisionByZero);
}

// Six draws of 1,000 values: 10^18 states if they were kept apart.
TEST(ValueClasses, MakeManyFieldsExact) {
  Answered found(
      "rule r { a = d1000; b = d1000; c = d1000; d = d1000; e = d1000; f = d1000 }\n"
      "expect \"asked\": odds(r by count(x in [a, b, c, d, e, f] where x == 1000)) == {1 0}");
  EXPECT_EQ(found.answer.unexplored, 0);
  ASSERT_EQ(found.odds.size(), 7U);
  double binomial = 1;  // of k of six
  for (int k = 0; k <= 6; ++k) {
    const auto wanted = binomial * std::pow(0.001, k) * std::pow(0.999, 6 - k);
    EXPECT_NEAR(found.odds[{k}] / wanted, 1, 1e-12) << k;
    binomial = binomial * (6 - k) / (k + 1);
  }
}

}  // namespace value_classes_test
}  // namespace spoils
