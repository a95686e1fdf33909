// tests/odds/amounts_as_things_test.cpp
//
// The mean of a number that is only added up, for which no state holds it; and where a state must. Each row is a rule
// of two even draws from 1 to 6, whose outcomes are enumerated by hand.
#include "odds/amounts_as_things.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "api/pack_data.h"
#include "compiled.h"
#include "odds/interpreter.h"
#include "odds/open_inputs.h"
#include "spoils/expectations.h"

namespace spoils {
namespace amounts_test {

using odds::Exact;
using program::Word;

struct Row {
  std::string name;
  std::string declarations;  // of rule r
  std::string value;         // of which the mean is asked
  std::function<Word(Word a, Word b)> of;
  bool is_added_up = false;
  std::string arguments = "";
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

class Amounts : public testing::TestWithParam<Row> {};

TEST_P(Amounts, HaveTheMeanOfAllOutcomes) {
  constexpr Word kSides = 6;
  const auto& row = GetParam();
  Exact wanted(0);
  for (Word a = 1; a <= kSides; ++a) {
    for (Word b = 1; b <= kSides; ++b) { wanted += Exact(row.of(a, b)) / Exact(kSides * kSides); }
  }
  const auto pack =
      compiled("scratch s: int\nstate kept: 0..100 = 0\ninput depth: 0..9 = 4\n" + row.declarations +
               "\nexpect \"asked\": mean(r" + row.arguments + ": " + row.value + ", depth = 4) == " + wanted.str());
  const auto verdicts = check_expectations(pack);
  ASSERT_EQ(verdicts.size(), 1U);
  EXPECT_TRUE(verdicts[0].holds) << verdicts[0].found;
  const auto& program = pack.data().program;
  const auto asked = odds::ask_of_amounts(program, program.queries.at(0));
  EXPECT_EQ(asked != nullptr, row.is_added_up);
  if (!asked) { return; }
  odds::Interpreter<odds::Mean<Exact>> interpreter(asked->program, {});
  const auto answer = interpreter.answer(asked->query, odds::initial_settings(program));
  EXPECT_EQ(answer.fault.kind, program::Fault::Kind::None);
  EXPECT_FALSE(odds::Mean<Exact>(0) < answer.unexplored);
  ASSERT_EQ(answer.outcomes.size(), 1U);
  EXPECT_EQ(answer.outcomes[0].mass.m, wanted);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, Amounts,
    testing::Values(
        Row{"OneNumber", "rule r { n = d6; m = d6 }", "n", [](Word a, Word) { return a; }, true},
        Row{"ASum", "rule r { let t = 0; t += d6; t += 10 * d6; n = t }", "n",
            [](Word a, Word b) { return a + 10 * b; }, true},
        Row{"ASumOfTheQuestion", "rule r { n = d6; m = d6 }", "3 * n - m + 7",
            [](Word a, Word b) { return 3 * a - b + 7; }, true},
        Row{"WithATermOfAState", "rule r { n = d6; m = d6; if m > 3 { n += 1 } }", "2 * n + m",
            [](Word a, Word b) { return 2 * (a + (b > 3 ? 1 : 0)) + b; }, true},
        Row{"InALoop", "rule r { let t = 1; let x = d6; repeat d6 { t += x }; n = t }", "n",
            [](Word a, Word b) { return 1 + a * b; }, true},
        Row{"OverALoop", "rule r { let t = 0; let x = d6; let y = d6; for i in 1..y { t += i * x }; n = t }", "n",
            [](Word a, Word b) { return a * b * (b + 1) / 2; }, true},
        Row{"SetAgain", "rule r { n = d6; n = 5; n += d6 }", "n", [](Word, Word b) { return 5 + b; }, true},
        Row{"SetAgainOnOneWay", "rule r { n = d6; let b = d6; if b > 4 { n = 0 - b } }", "n",
            [](Word a, Word b) { return b > 4 ? -b : a; }, false},
        Row{"OfAnArgument", "rule r(k: 0..9) { n = k; n += d6 }", "n + 1", [](Word a, Word) { return 6 + a; }, true,
            "(5)"},
        Row{"OfADefault", "rule r(k: 0..9 = 3) { n = k; n += d6 }", "n + 1", [](Word a, Word) { return 4 + a; }, true},
        Row{"OfAnArgumentThatIsDrawn", "rule r(k: int) { n = k; n += d6 }", "2 * n + 1",
            [](Word a, Word b) { return 2 * (a + b) + 1; }, true, "(d6)"},
        Row{"OfAFractionAsArgument", "rule r(k: number) { n = floor(k * 2); n += d6 }", "n + 1",
            [](Word a, Word) { return 4 + a; }, true, "(3/2)"},
        Row{"Cancelled", "rule r { n = d6; m = n + n - 2 * n + d6 }", "m", [](Word, Word b) { return b; }, true},
        Row{"CancelledInTheQuestion", "rule r { n = d6; n += d6 }", "3 * n - n",
            [](Word a, Word b) { return 2 * (a + b); }, false},
        Row{"TimesMuch", "rule r { a = d6; a += d6; b = 1000 * a }", "2000 * b + a",
            [](Word a, Word b) { return 2'000'001 * (a + b); }, true},
        Row{"TimesMuchInTheRule", "rule r { n = d6; n = 1000 * n; n = 2000 * n; n += d6 }", "n",
            [](Word a, Word b) { return 2'000'000 * a + b; }, false},
        Row{"OnBothWays", "rule r { let a = d6; if d6 > 2 { n = a } else { n = 100 } }", "n",
            [](Word a, Word b) { return b > 2 ? a : 100; }, true},
        Row{"Unset", "rule r { if d6 > 2 { n = d6 } }", "n", [](Word a, Word b) { return a > 2 ? b : 0; }, false},
        Row{"AddedToUnset", "rule r { n += d6; n -= 2 * d6 }", "n", [](Word a, Word b) { return a - 2 * b; }, true},
        Row{"Doubled", "rule r { n = d6; n = 2 * n; n = n * 3 + d6 }", "n", [](Word a, Word b) { return 6 * a + b; },
            true},
        Row{"DoubledInALoop", "rule r { n = d6; repeat d6 { n = 2 * n } }", "n", [](Word a, Word b) { return a << b; },
            false},
        Row{"Negated", "rule r { n = d6; m = -(n - d6) }", "m", [](Word a, Word b) { return b - a; }, true},
        Row{"InARuleThatIsRun", "rule r { n = 0; more(); more() }\nrule more { n += d6 }", "n",
            [](Word a, Word b) { return a + b; }, true},
        Row{"WorthDifferentThere", "rule r { n = 0; more(); n = 2 * n; more() }\nrule more { n += d6 }", "n",
            [](Word a, Word b) { return 2 * a + b; }, false},
        Row{"OfAScratchValue", "rule r { s = 0; more(); more(); n = s }\nrule more { s += d6 }", "n",
            [](Word a, Word b) { return a + b; }, true},
        Row{"Stopped", "rule r { n = d6; let b = d6; if b > 4 { stop }; n += b }", "n",
            [](Word a, Word b) { return b > 4 ? a : a + b; }, true},
        Row{"StoppedBeforeItIsGiven", "rule r { let t = d6; n = 1; let b = d6; if b > 4 { stop }; n = t + b }", "n",
            [](Word a, Word b) { return b > 4 ? 1 : a + b; }, false},
        Row{"StoppedInARuleThatIsRun",
            "rule r { n = 0; more(); n += d6 }\nrule more { m = d6; if m > 3 { stop }; n += 5 }", "n",
            [](Word a, Word b) { return b + (a > 3 ? 0 : 5); }, true},
        Row{"ReadInACondition", "rule r { n = d6; if n > 4 { n += d6 } }", "n",
            [](Word a, Word b) { return a > 4 ? a + b : a; }, false},
        Row{"ReadInAProduct", "rule r { n = d6; m = n * d6 }", "m", [](Word a, Word b) { return a * b; }, true},
        Row{"ItsFactorIsDrawn", "rule r { n = d6; n = n * d6 }", "n", [](Word a, Word b) { return a * b; }, false},
        Row{"AGreatestOne", "rule r { n = d6; n = max(n, d6) }", "n", [](Word a, Word b) { return std::max(a, b); },
            false},
        Row{"OfAQuestionThatIsNoSum", "rule r { n = d6; n += d6 }", "n * n",
            [](Word a, Word b) { return (a + b) * (a + b); }, false},
        Row{"AState", "rule r { kept = d6; kept += d6 }", "kept", [](Word a, Word b) { return a + b; }, false},
        Row{"FromAState", "rule r { n = kept + d6; n += kept + d6 }", "n", [](Word a, Word b) { return a + b; }, true},
        Row{"OfAnInput", "rule r { n = depth + d6; n += d6 }", "n + depth", [](Word a, Word b) { return 8 + a + b; },
            true},
        Row{"Discarded", "rule r { n = d6; if d6 > 4 { discard } }", "n", [](Word a, Word b) { return b > 4 ? 0 : a; },
            false},
        Row{"BesideThings", "rule r { n = d6; drop other; n += d6 }\nrule other { m = 9 }", "n",
            [](Word a, Word b) { return a + b; }, true},
        Row{"BesideThingsWithTheSameField", "rule r { n = d6; drop other; n += d6 }\nrule other { n = 9 }", "n",
            [](Word a, Word b) { return a + b; }, false},
        Row{"InAThingThatIsDropped", "rule r { n = d6; drop more; n += d6 }\nrule more { n += 9 }", "n",
            [](Word a, Word b) { return a + b; }, false},
        Row{"GivenToAThing", "rule r { n = d6; drop other(n); n += d6 }\nrule other(x) { m = x }", "n",
            [](Word a, Word b) { return a + b; }, false},
        Row{"AParameter", "rule r { n = 0; more(d6); more(d6) }\nrule more(x) { n += x }", "n",
            [](Word a, Word b) { return a + b; }, true},
        Row{"ThatIsAParameter", "rule r { more(d6) }\nrule more(x) { x += d6; n = x }", "n",
            [](Word a, Word b) { return a + b; }, true},
        Row{"TheVariableOfALoop", "rule r { n = 0; for i in d6..6 { n = i } }", "n", [](Word, Word) { return 6; },
            false},
        Row{"Retried", "rule r { n = 0; retry { n += d6; m = d6 } while m < 5 }", "n", [](Word a, Word) { return a; },
            true},
        Row{"Tried", "rule r { n = d6; try { n += 10; m = d6 } keep m > 2 else { n += 1 } }", "n",
            [](Word a, Word b) { return a + (b > 2 ? 10 : 1); }, true},
        Row{"AfterARule", "rule r { n = d6; m = n after more() }\nrule more { n += d6 }", "n",
            [](Word a, Word) { return a; }, false},
        Row{"AfterARuleThatRunsToo", "rule r { n = d6; m = 5 after more(); more() }\nrule more { n += d6 }", "n",
            [](Word a, Word b) { return a + b; }, false},
        Row{"InAWorldRule", "rule r { n = d6; settled(); n += d6 }\nworld rule settled { m = 3 }", "n",
            [](Word a, Word b) { return a + b; }, true},
        Row{"InAStream", "rule r { n = d6; with stream gold { n += d6 } }", "n", [](Word a, Word b) { return a + b; },
            true},
        Row{"WithAnInput", "rule r { n = d6; with depth = d6 { n += depth } }", "n",
            [](Word a, Word b) { return a + b; }, true},
        Row{"RunByASymbol",
            "table which { one; two }\nrule r { n = d6; do pick which }\nrule one { n += 2 }\n"
            "rule two { n += 4 }",
            "n", [](Word a, Word) { return a + 3; }, true},
        Row{"DoubledByASymbol",
            "table which { one; two }\nrule r { n = d6; do pick which }\nrule one { n = 2 * n }\n"
            "rule two { n += 4 }",
            "n", [](Word a, Word b) { return b > 3 ? 2 * a : a + 4; }, false},
        Row{"SetByASymbol",
            "table which { one; two }\nrule r { n = d6; do pick which }\nrule one { n = 2 }\n"
            "rule two { n += 4 }",
            "n", [](Word a, Word b) { return b > 3 ? 2 : a + 4; }, false}),
    [](const auto& row) { return row.param.name; });

// A sum that has a million values: 20 lines that each win up to 6 * 25,931, by weights.
TEST(AmountsAsThings, DecideWhatStatesCannotHold) {
  const auto pack = compiled(
      "rule spin { let t = 0; repeat 20 { let n = pick {60 0, 20 5, 10 17, 6 120, 3 1371, 1 25931}; t += n * d6 }; "
      "win = t }\n"
      "expect \"mean\": mean(spin: win) == 21723.8\nexpect \"not\": mean(spin: win) > 21723.8");
  // 20 * 3.5 * (20 * 5 + 10 * 17 + 6 * 120 + 3 * 1371 + 25931) / 100
  const auto verdicts = check_expectations(pack);
  ASSERT_EQ(verdicts.size(), 2U);
  EXPECT_TRUE(verdicts[0].holds);
  EXPECT_FALSE(verdicts[1].holds);
  EXPECT_TRUE(verdicts[1].decided);
}

// 40 draws of 3e17 leave 64 bits, the greatest number being 9.2e18; that all are subtracted again hides it.
TEST(AmountsAsThings, LeaveARollThatFailsAsItIs) {
  const auto pack = compiled(
      "rule r { n = 0; let some = pick {9 1, 1 300000000000000000}; repeat 40 { n += some }; repeat 40 { n -= some } "
      "}\n"
      "expect \"mean\": mean(r: n) == 0");
  const auto verdicts = check_expectations(pack);
  ASSERT_EQ(verdicts.size(), 1U);
  EXPECT_FALSE(verdicts[0].holds);
  EXPECT_FALSE(verdicts[0].fault.empty()) << verdicts[0].found;
}

// The fault of the question about amounts.
program::Fault::Kind fault_of_amounts(const std::string& declarations) {
  const auto pack = compiled(declarations);
  const auto& program = pack.data().program;
  const auto asked = odds::ask_of_amounts(program, program.queries.at(0));
  EXPECT_NE(asked, nullptr);
  if (!asked) { return program::Fault::Kind::None; }
  odds::Interpreter<odds::Mean<double>> interpreter(asked->program, {});
  return interpreter.answer(asked->query, odds::initial_settings(program)).fault.kind;
}

// Sums that might leave 64 bits, and half of the rolls leaving them at `x + x`, which no factor of x tells.
TEST(AmountsAsThings, FailWhereARollMayFail) {
  for (const std::string body : {
           "n = 0; let some = pick {9 1, 1 300000000000000000}; repeat 40 { n += some }; repeat 40 { n -= some }",
           "x = 5000000000000000000 * (d2 - 1); if chance 1/2 { x = x + 1 }; n = x + x - 2 * x + d4",
       }) {
    EXPECT_EQ(fault_of_amounts("rule r { " + body + " }\nexpect \"mean\": mean(r: n) == 0"),
              program::Fault::Kind::Overflow)
        << body;
  }
}

}  // namespace amounts_test
}  // namespace spoils
