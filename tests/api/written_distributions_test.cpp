// tests/api/written_distributions_test.cpp
//
// Expectations about distributions: every value of every row is compared, as a fraction, and mistakes in the rows are
// findings. Whether each holds was computed by hand.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "spoils/expectations.h"
#include "spoils/pack.h"

namespace spoils {
namespace written_distributions_test {

constexpr const char* kPack =
    "pack p \"P\" 1.0\n"
    "input level: 1..3 = 1\n"
    "rule both { kind = pick {axe, bow}; plus = pick {3 1, 1 2} }\n"
    "rule one { kind = axe; plus = pick {1, 2} }\n"
    "rule number { plus = pick {0, 1} }\n"
    "rule part { share = pick {(1/3), 2 0.5} }\n"
    "rule word { kind = axe; title = pick {\"axe\", (\"it {kind}\")} }\n"
    "rule perhaps { kind = pick {axe, none}; lit = chance 25% }\n"
    "rule many { runes = pick {({axe, bow}), ({gem})}; marks = [pick {axe, bow}, gem] }\n"
    "rule near { kind = pick {1000000000001 axe, 1000000000000 bow} }\n"
    "display \"& {kind}\"\n";

struct Row {
  std::string name;
  std::string line;
  bool holds;
};

class ExpectedDistribution : public testing::TestWithParam<Row> {};

TEST_P(ExpectedDistribution, Holds) {
  const auto loaded = Pack::compile("p.loot", std::string(kPack) + "expect \"e\": " + GetParam().line + "\n");
  ASSERT_TRUE(loaded.pack) << loaded.findings.text();
  const auto results = check_expectations(*loaded.pack);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_TRUE(results[0].decided);
  EXPECT_EQ(results[0].holds, GetParam().holds) << results[0].found << ", wanted " << results[0].wanted;
}

INSTANTIATE_TEST_SUITE_P(
    Api, ExpectedDistribution,
    testing::Values(
        Row{"OfOneField", "odds(both by kind) == {axe, bow}", true},
        Row{"OfTwoFields", "odds(both by kind, plus) == {3 axe 1, 3 bow 1, 1 axe 2, 1 bow 2}", true},
        Row{"OfTwoFieldsInRows", "odds(both by plus, kind) == {\n 3 1 axe\n 3 1 bow\n 1 2 axe\n 1 2 bow\n}", true},
        Row{"InPercent", "odds(both by kind, plus) == {37.5% axe 1; 37.5% bow 1; 12.5% axe 2; 12.5% bow 2}", true},
        Row{"TheSecondCounts", "odds(both by kind, plus) == {axe 1, bow 2}", false},
        Row{"OneRowIsMissing", "odds(both by kind, plus) == {3 axe 1, 3 bow 1, 1 axe 2}", false},
        Row{"OneRowNeverComes", "odds(one by kind, plus) == {axe 1, bow 2}", false},
        Row{"ZeroMayBeWritten", "odds(one by kind, plus) == {axe 1, axe 2, 0 bow 1}", true},
        Row{"TheSameRowTwice", "odds(one by kind) == {axe, 2 axe}", true},
        Row{"OfThreeFields",
            "odds(both by kind, plus, level, level = 2) == {3 axe 1 2, 3 bow 1 2, 1 axe 2 2, 1 bow 2 2}", true},
        Row{"OfAThirdFieldThatDiffers",
            "odds(both by kind, plus, level, level = 2) == {3 axe 1 2, 3 bow 1 2, 1 axe 2 2, 1 bow 2 1}", false},
        Row{"OfANumber", "odds(part by share) == {(1/3), 2 0.5}", true},
        Row{"OfAWrongNumber", "odds(part by share) == {1, 2 0.5}", false},
        Row{"OfATextComposed", "odds(word by title) == {\"axe\", \"it axe\"}", true},
        Row{"OfAWrongText", "odds(word by title) == {\"axe\", \"it bow\"}", false},
        Row{"OfNone", "odds(perhaps by kind) == {axe, none}", true},
        Row{"OfNoneAndFlag", "odds(perhaps by kind, lit) == {3 axe false, 1 axe true, 3 none false, 1 none true}",
            true},
        Row{"OfSets", "odds(many by runes) == {{bow, axe}, {gem}}", true},
        Row{"OfLists", "odds(many by marks) == {[axe, gem], [bow, gem]}", true},
        Row{"OfListsInAnotherOrder", "odds(many by marks) == {[gem, axe], [bow, gem]}", false},
        Row{"OfNames", "odds(one by name) == {\"an axe\"}", true},
        Row{"OfWrongNames", "odds(one by name) == {\"an axle\"}", false},
        Row{"OfTheNameAndAField", "odds(one by plus, name) == {1 1 \"an axe\", 1 2 \"an axe\"}", true},
        Row{"OfNamesOnCondition", "odds(both by name: kind == axe) == {\"an axe\"}", true},
        Row{"OnCondition", "odds(both by plus: kind == axe) == {3 1, 1 2}", true},
        Row{"Given", "odds(both by kind given plus == 2) == {axe, bow}", true},
        // The shares differ by less than doubles are compared to.
        Row{"OnlyFractionsTell", "odds(near by kind) == {axe, bow}", false},
        Row{"FractionsAgree", "odds(near by kind) == {1000000000001 axe, 1000000000000 bow}", true}),
    [](const auto& row) { return row.param.name; });

struct Mistake {
  std::string name;
  std::string line;
  std::string code;
};

class DistributionMistake : public testing::TestWithParam<Mistake> {};

TEST_P(DistributionMistake, IsFound) {
  const auto loaded = Pack::compile("p.loot", std::string(kPack) + "expect \"e\": " + GetParam().line + "\n");
  EXPECT_FALSE(loaded.pack);
  EXPECT_NE(loaded.findings.text().find(GetParam().code), std::string::npos) << loaded.findings.text();
}

INSTANTIATE_TEST_SUITE_P(
    Api, DistributionMistake,
    testing::Values(Mistake{"TooFewValues", "odds(both by kind, plus) == {axe, bow}", "E0201"},
                    Mistake{"TooManyValues", "odds(both by kind) == {1 axe 1, 2 bow 1}", "E0205"},
                    // Symbols and integers are equal words inside of the engine.
                    Mistake{"AnotherType", "odds(number by plus) == {axe, bow}", "E0404"},
                    Mistake{"AnotherTypeInTheSecond", "odds(both by kind, plus) == {axe bow}", "E0404"},
                    Mistake{"ACondition", "odds(both by kind) == {axe if 1 > 2; bow}", "E0338"},
                    Mistake{"AnOtherwise", "odds(both by kind) == {axe if 1 > 2 else gem; bow}", "E0338"},
                    Mistake{"AWeightThatVaries", "odds(both by kind) == {(level) axe, bow}", "E0410"},
                    Mistake{"AValueThatVaries", "odds(number by plus) == {(level), 0}", "E0410"},
                    Mistake{"AFigureOfADistribution", "odds(both by plus: kind == axe) == 1/2", "E0338"},
                    Mistake{"AFigureOfNames", "odds(both by name) == 1", "E0338"},
                    Mistake{"RowsOfAFigure", "odds(both: kind == axe) == {true, false}", "E0338"},
                    Mistake{"RowsOfAMean", "mean(both: plus) == {1, 2}", "E0338"},
                    Mistake{"AMeanByAField", "mean(both by kind: plus) > 1", "E0338"}),
    [](const auto& row) { return row.param.name; });

}  // namespace written_distributions_test
}  // namespace spoils
