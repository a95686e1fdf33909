// tests/odds/things_test.cpp
//
// Folds over the things of a roll (check/lower/things.cpp): what they may read, with fractions computed by hand, and
// what they must refuse, since no finished thing keeps it. Names in measures, which locals must not change. Defs that
// only a question calls.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "compiled.h"
#include "exact_fractions.h"
#include "spoils/odds.h"

namespace spoils {
namespace things_test {

const std::string kChest =
    "input depth: 0..9 = 2\nstate luck: 0..9 = 1\nscratch points: int\nmeasure tenfold = n * 10\n"
    "def heavy() = n > 1\ndef lucky() = luck > 0\nmeasure of_points = n + points\n"
    "rule r { kind = chest; n = 1; luck = 3; points = 4; drop coin; with depth = 5 { drop coin }; luck = 0 }\n"
    "rule coin { kind = coin; n = d2 }\n";

struct Refused {
  const char* name;
  const char* condition;  // of `count(x in things where ...)`
  const char* message;
};

void PrintTo(const Refused& row, std::ostream* out) { *out << row.name; }

class FoldOverThings : public testing::TestWithParam<Refused> {};

TEST_P(FoldOverThings, RefusesWhatNoThingKeeps) {
  const auto column = std::string("count(x in things where ") + GetParam().condition + ")";
  const auto found =
      Pack::compile("test.loot", "pack test \"Test\" 1.0\n" + kChest + "expect \"e\": mean(r: " + column + ") == 1");
  EXPECT_FALSE(found.pack);
  EXPECT_NE(found.findings.text().find(GetParam().message), std::string::npos) << found.findings.text();
  const auto pack = compiled(kChest);
  Marginal question;
  question.rule = "r";
  question.by = {column};
  const auto asked = exact_odds(pack, question);
  ASSERT_FALSE(asked);
  EXPECT_NE(asked.error().text().find(GetParam().message), std::string::npos) << asked.error().text();
}

INSTANTIATE_TEST_SUITE_P(
    Of, FoldOverThings,
    testing::Values(Refused{"State", "x.luck > 1", "this is the state `luck`"},
                    Refused{"BareState", "luck > 1", "this is the state `luck`"},
                    Refused{"StateOfADef", "lucky()", "this is the state `luck`"},
                    Refused{"Scratch", "x.points > 1", "this is the scratch value `points`"},
                    Refused{"ScratchOfAMeasure", "x.of_points > 1", "this is the scratch value `points`"},
                    Refused{"BareFieldBesideANamedOne", "x.n > n", "`n` would mean two things"},
                    Refused{"FieldOfADefBesideANamedOne", "x.n > 0 and heavy()", "`n` would mean two things"},
                    Refused{"FieldOfAMeasureBesideANamedOne", "x.n > 0 and tenfold > 10", "`n` would mean two things"},
                    Refused{"InputThatWithSetsBesideANamedField", "x.n > depth", "`depth` would mean two things"},
                    Refused{"OtherThings", "count(things) > 2", "this is another such fold"},
                    Refused{"OtherHeldThings", "any(y in held: y.n > x.n)", "this is another such fold"},
                    Refused{"Draw", "chance 1/2", "cannot be left to chance"},
                    Refused{"ThingAsAValue", "x == 2", "this is a thing"}),
    [](const auto& row) { return row.param.name; });

TEST(CountOfThings, RefusesWhatNoThingKeeps) {
  const auto pack = compiled(kChest);
  for (const auto* const condition :
       {"luck > 1", "lucky()", "points > 1", "of_points > 1", "count(held) > 0", "count(things) > 1"}) {
    Count question;
    question.rule = "r";
    question.condition = condition;
    const auto asked = exact_odds(pack, question);
    ASSERT_FALSE(asked) << condition;
    EXPECT_NE(asked.error().text().find("what a finished thing keeps"), std::string::npos) << asked.error().text();
  }
}

TEST(FoldsOverThings, RefuseWhatAnotherFoldGoesThrough) {
  const auto pack = compiled(kChest);
  for (const auto* const column :
       {"sum(i in 1..3: count(x in things where x.n == i))", "any(i in [1, 2]: any(x in held: x.n == i))",
        "list(i in 1..3: count(x in things where n > i))"}) {
    const auto asked = exact_odds(pack, question_by(column));
    ASSERT_FALSE(asked) << column;
    EXPECT_NE(asked.error().text().find("a local name, `i`"), std::string::npos) << asked.error().text();
  }
}

FractionOdds odds_by(const std::string& column) { return odds_of(compiled(kChest), column); }

TEST(FoldsOverThings, ReadFieldsMeasuresAndInputsOfEachThing) {
  const FractionOdds two_coins{{"0", {1, 4}}, {"1", {1, 2}}, {"2", {1, 4}}};
  EXPECT_EQ(odds_by("count(x in things where x.n > 1)"), two_coins);
  EXPECT_EQ(odds_by("count(x in things where x.tenfold == 20)"), two_coins);
  EXPECT_EQ(odds_by("count(n in things where n.tenfold == 20)"), two_coins);
  EXPECT_EQ(odds_by("count(x in things where n > 1)"), two_coins);
  EXPECT_EQ(odds_by("count(x in things where n > 1 and heavy() and tenfold > 10)"), two_coins);
  EXPECT_EQ(odds_by("sum(x in things: if x.made_by == coin then x.n - 1 else 0)"), two_coins);
  EXPECT_EQ(odds_by("count(x in things where x.depth == 5)"), (FractionOdds{{"1", {1, 1}}}));
}

// A thing is b in 1/2, and the colour of b is settled once: none of the two is red and b in 1/2 + 1/2 * 1/4.
TEST(FoldsOverThings, ReadWhatAWorldSettlesAndListsOfThings) {
  const auto pack = compiled(
      "world def colour(k: symbol) = pick {red, blue}\nrule r { kind = z; drop t; drop t }\n"
      "rule t { kind = pick {a, b}; tags = {kind, c} }\n");
  const FractionOdds wanted{{"0", {5, 8}}, {"1", {1, 4}}, {"2", {1, 8}}};
  EXPECT_EQ(odds_of(pack, "count(x in things where x.kind == b and colour(x.kind) == red)"), wanted);
  EXPECT_EQ(odds_of(pack, "count(x in things where b in x.tags and c in x.tags and colour(b) == red)"), wanted);
}

TEST(CountOfThings, ReadsTheThingByBareNames) {
  for (const auto* const condition :
       {"n > 1", "thing.n > 1", "heavy()", "tenfold > 10", "made_by == coin and n == 2"}) {
    Count question;
    question.rule = "r";
    question.condition = condition;
    question.fractions = true;
    const auto odds = exact_odds(compiled(kChest), question);
    ASSERT_TRUE(odds) << condition << odds.error().text();
    FractionOdds found;
    for (const auto& row : odds->rows) { found[to_text(row.values[0])] = Fraction(row.fraction->text()); }
    EXPECT_EQ(found, (FractionOdds{{"0", {1, 4}}, {"1", {1, 2}}, {"2", {1, 4}}})) << condition;
  }
}

// Rolls keep no state with a thing, so that its name and measures cannot read it.
TEST(FinishedThing, KeepsNoStateForNamesAndMeasures) {
  const std::string head = "pack test \"Test\" 1.0\nstate st: 0..9 = 3\nrule r { n = 1; st = 4 }\n";
  for (const auto* const line : {"display r \"{n} {st}\"", "display r \"high\" if st > 3", "measure m = 10 * st + n",
                                 "def high() = st > 3\nmeasure m = if high() then 1 else 0"}) {
    const auto found = Pack::compile("test.loot", head + line);
    EXPECT_FALSE(found.pack) << line;
    EXPECT_NE(found.findings.text().find("this is the state `st`"), std::string::npos) << found.findings.text();
  }
  EXPECT_TRUE(Pack::compile("test.loot", head + "rule s { hit = high() }\ndef high() = st > 3").pack);
}

// A measure means the fields of the thing, whatever a let, a parameter or a fold around it is called.
TEST(Measure, IsNotChangedByLocals) {
  const std::string measured = "measure m = n * 10\n";
  EXPECT_EQ(odds_of(compiled(measured + "rule r { n = 1; hit = any(n in [5]: m > 20) }"), "hit"),
            (FractionOdds{{"false", {1, 1}}}));
  EXPECT_EQ(odds_of(compiled(measured + "rule r { n = d2; p(7) }\nrule p(k: int) { q = sum(n in [k]: m + n) }"), "q"),
            (FractionOdds{{"17", {1, 2}}, {"27", {1, 2}}}));
}

TEST(Question, RefusesADefWhoseParametersHaveNoTypes) {
  const std::string defs =
      "def plus(x) = x + 3\ndef word(k) = \"a {k}\"\ndef deep(x) = plus(x)\nconstant def three(x) = x * 3\n"
      "def typed(x: int) = x + 3\nrule r { n = d2 }\n";
  for (const auto* const call : {"plus(n)", "word(n)", "deep(n)", "three(n)"}) {
    const auto asked = exact_odds(compiled(defs), question_by(call));
    ASSERT_FALSE(asked) << call;
    EXPECT_NE(asked.error().text().find("cannot infer the type of"), std::string::npos) << asked.error().text();
  }
  EXPECT_EQ(odds_of(compiled(defs), "typed(n)"), (FractionOdds{{"4", {1, 2}}, {"5", {1, 2}}}));
  EXPECT_EQ(odds_of(compiled(defs + "rule s { m = plus(2) }\n"), "plus(n)"),
            (FractionOdds{{"4", {1, 2}}, {"5", {1, 2}}}));
}

}  // namespace things_test
}  // namespace spoils
