// tests/odds/failing_rolls_test.cpp
//
// Odds are refused where rolls fail, in what a question does not read, too: docs/odds.md, "Rolls that fail". The oracle
// are rolls. Each row asks for the odds of `kind`, and has its mistake elsewhere, where the search of quantities cannot
// decide whether it happens; of the sound rows nothing may be doubted, so that nothing more is evaluated than before.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "compiled.h"
#include "spoils/odds.h"
#include "spoils/pack.h"
#include "spoils/roll.h"

namespace spoils {
namespace failing_rolls_test {

struct Row {
  std::string name;
  std::string declarations;
  std::string message;  // what a roll that fails says; empty: none fails
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

/// What the first of 2,000 rolls that fails says; empty if none does. The rarest failure here comes once in 36 rolls,
/// so that it is missed with a probability of 4e-25.
std::string first_failure(const Pack& pack) {
  auto roller = Roller::make(pack, "r");
  if (!roller) { return roller.error().text(); }
  for (std::uint64_t index = 0; index < 2'000; ++index) {
    const auto things = roller->roll(1, index);
    if (!things) { return things.error().text(); }
  }
  return {};
}

Result<OddsTable, Error> odds_of_kind(const Pack& pack, bool fractions) {
  Marginal question;
  question.rule = "r";
  question.by = {"kind"};
  question.fractions = fractions;
  return exact_odds(pack, question);
}

constexpr const char* kTables = "table kinds { a, b }\ntable few: n { x 0; y 2 }\n";

class FailingRolls : public testing::TestWithParam<Row> {};

TEST_P(FailingRolls, HaveNoOdds) {
  const auto pack = compiled(kTables + GetParam().declarations);
  EXPECT_THAT(first_failure(pack), testing::HasSubstr(GetParam().message));
  for (const bool fractions : {false, true}) {
    const auto odds = odds_of_kind(pack, fractions);
    ASSERT_FALSE(odds);
    EXPECT_EQ(odds.error().kind, Error::Kind::Fault);
    EXPECT_THAT(odds.error().text(), testing::HasSubstr(GetParam().message));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Rows, FailingRolls,
    testing::Values(
        Row{"PickFromAListThatIsEmptied",
            "rule r { kind = pick kinds; let l = [x, y]; repeat d2 { l -= (if chance 1/2 then x else y) }; w = pick l "
            "}",
            "nothing to pick"},
        Row{"PickFromAListInABranch",
            "rule r { kind = pick kinds; let l = [x]; if chance 1/6 { l -= x }; if chance 1/6 { w = pick l } }",
            "nothing to pick"},
        Row{"PickFromAListInARuleThatRuns",
            "rule r { kind = pick kinds; marks = [x]; if chance 1/6 { marks -= x }; do part }\n"
            "rule part { w = pick marks }",
            "nothing to pick"},
        Row{"PickFromAListInADroppedThing",
            "rule r { kind = pick kinds; drop other }\n"
            "rule other { let l = [x]; if chance 1/6 { l -= x }; w = pick l }",
            "nothing to pick"},
        Row{"PickFromAListInTheBlockOfADef",
            "def last_of(n) { let l = [x]; repeat n { l -= x }; give pick l }\n"
            "rule r { kind = pick kinds; w = last_of(d2 - 1) }",
            "nothing to pick"},
        // Interpreted once for all statements that use it.
        Row{"ADivisorInAConstantDef",
            "constant def share(n) = 6 // n\nrule r { v = share(2); kind = pick kinds; w = share(d2 - 1) }", "zero"},
        Row{"PickFromAListInALoop", "rule r { kind = pick kinds; let l = [x, y]; repeat d3 { w = pick l; l -= w } }",
            "nothing to pick"},
        Row{"MoreThanThereAre", "rule r { kind = pick kinds; let l = [x]; l += y; s = pick d3 distinct from l }",
            "fewer"},
        // A number of two or three of which the search of quantities knows nothing.
        Row{"MoreThanTheRowsOfATable",
            "rule r { kind = pick kinds; let l = [x]; repeat d2 { l += y }; s = pick (count(l)) distinct from few }",
            "fewer"},
        Row{"MoreThanTheDifferentOutcomes",
            "rule r { kind = pick kinds; let l = [x]; repeat d2 { l += y }; "
            "s = pick (count(l)) distinct from {x, y, 2 x} }",
            "fewer"},
        Row{"MoreThanPassAFilter",
            "rule r { kind = pick kinds; let most = d6; s = pick 2 distinct from f in few where f.n < most }", "fewer"},
        Row{"DistinctOfAListThatIsEmptied",
            "rule r { kind = pick kinds; let l = [x]; if chance 1/6 { l -= x }; s = pick 1 distinct from l }", "fewer"},
        Row{"DistinctByAWeightBelowZero",
            "rule r { kind = pick kinds; let l = [x]; repeat d2 { l += y }; "
            "s = pick 1 distinct from f in few weight 2 - count(l) or fewer }",
            "negative"},
        Row{"DistinctWithADivisorInItsFilter",
            "rule r { kind = pick kinds; let l = [x]; repeat d2 { l += y }; "
            "s = pick 1 distinct from f in few where 6 // (count(l) - 2) > f.n or fewer }",
            "zero"},
        Row{"AFilterThatNoRowPasses",
            "rule r { kind = pick kinds; let least = d3; w = pick f in few where f.n >= least }", "nothing to pick"},
        Row{"ADivisorThatIsDrawn",
            "rule r { kind = pick kinds; let l = [1, 2]; if chance 1/6 { l -= 1 }; if chance 1/6 { l -= 2 }; "
            "w = 6 // count(l) }",
            "zero"},
        Row{"AStateThatIsSetToALetter",
            "state mode: {a, b} = a\nrule r { kind = pick kinds; let l = [a, b]; if chance 1/6 { l += c }; "
            "mode = pick l }",
            "none of {a, b}"},
        Row{"AnEmptyRange", "rule r { kind = pick kinds; let l = [1]; repeat d3 { l += 1 }; w = pick 3..count(l) }",
            "pick"}),
    [](const auto& row) { return row.param.name; });

class SoundRolls : public testing::TestWithParam<Row> {};

TEST_P(SoundRolls, HaveOddsAndNoDoubts) {
  const auto pack = compiled(kTables + GetParam().declarations);
  EXPECT_EQ(first_failure(pack), "");
  EXPECT_THAT(pack.checked_quantities().may_fail, testing::IsEmpty());
  const auto odds = odds_of_kind(pack, true);
  ASSERT_TRUE(odds) << odds.error().text();
  ASSERT_EQ(odds->rows.size(), 2U);
  EXPECT_EQ(odds->rows[0].fraction->text(), "1/2");
}

INSTANTIATE_TEST_SUITE_P(
    Rows, SoundRolls,
    testing::Values(
        Row{"ListAsWritten", "rule r { kind = pick kinds; w = pick [x, y] }", ""},
        Row{"FilterThatSomeRowPasses",
            "rule r { kind = pick kinds; let least = d2; w = pick f in few where f.n >= least }", ""},
        Row{"FilterWithAnAlternative",
            "rule r { kind = pick kinds; let least = d3; w = pick f in few where f.n >= least or nothing }", ""},
        Row{"DistinctOfAList", "rule r { kind = pick kinds; s = pick 2 distinct from [x, y, z] }", ""},
        Row{"DistinctOfARange", "rule r { kind = pick kinds; s = pick d4 distinct from 1..60 }", ""},
        Row{"DistinctOfATable", "rule r { kind = pick kinds; s = pick d2 distinct from few }", ""},
        Row{"DistinctThatPassAFilter",
            "rule r { kind = pick kinds; let k = d3; s = pick 1 distinct from f in few where f.n < k }", ""},
        Row{"DistinctOrFewer", "rule r { kind = pick kinds; s = pick d6 distinct from few or fewer }", ""},
        Row{"DistinctOfAListOrFewer",
            "rule r { kind = pick kinds; let l = [x]; if chance 1/6 { l -= x }; s = pick 2 distinct from l or fewer }",
            ""},
        Row{"DivisorAboveZero", "input n: 0..9 = 1\nrule r { kind = pick kinds; w = 6 // (n + 1) }", ""},
        Row{"DivisorUnderACondition", "input n: 0..9 = 1\nrule r { kind = pick kinds; if n > 0 { w = 6 // n } }", ""},
        Row{"SumsOfFields", "rule r { kind = pick kinds; do part; do part }\nrule part { w += d6; w -= 1 }", ""},
        Row{"StateInItsRange", "state n: 0..9 = 0\nrule r { kind = pick kinds; n = min(9, n + 1) }", ""}),
    [](const auto& row) { return row.param.name; });

// A column is evaluated once for all places that read it. What may fail in it counts at each of them, even if the first
// one may fail for another reason before it comes to the column.
TEST(FailingRolls, InAColumnThatIsReadTwice) {
  std::string table = "table big: n {";
  for (int i = 0; i < 26; ++i) { table += fmt::format(" k{} (pick list(i in 1..2 where chance 1/2: i));", i); }
  table += " }\n";
  const std::string unknown_row = "let m = pick big; let ks = [m]; repeat d2 { ks += m }; let k = pick ks; ";
  const std::string first = "rule first { " + unknown_row +
                            "let l = [x]; if chance 1/6 { l -= x }; v = (if pick l == x then 1 else 2) + big[k].n }\n";
  const auto pack = compiled(kTables + table + first + "rule r { kind = pick kinds; " + unknown_row + "u = big[k].n }");
  EXPECT_THAT(first_failure(pack), testing::HasSubstr("nothing to pick"));
  EXPECT_FALSE(odds_of_kind(pack, false));
}

// What was found out comes back with the text, and odds are the same as if it had been searched for again.
TEST(FailingRolls, AreKnownFromAnEarlierCheck) {
  const std::string text =
      "pack p\ntable kinds { a, b }\n"
      "rule r { kind = pick kinds; let l = [x]; if chance 1/6 { l -= x }; w = pick l }";
  const auto first = Pack::compile("p.loot", text);
  ASSERT_TRUE(first.pack);
  const auto known = first.pack->checked_quantities();
  ASSERT_THAT(known.may_fail, testing::SizeIs(1));
  const PackSource source{"folder", [&](const std::string&) -> Result<std::vector<PackFile>, std::string> {
                            return std::vector<PackFile>{{"p.loot", text}};
                          }};
  LoadOptions options;
  options.was_checked = [&](std::uint64_t hash) {
    EXPECT_EQ(hash, first.pack->hash());
    return std::optional(known);
  };
  const auto again = Pack::load(source, "p.loot", options);
  ASSERT_TRUE(again.pack);
  EXPECT_FALSE(odds_of_kind(*again.pack, false));
  // Without the check nothing is known, and only what is read is evaluated.
  options.checks_quantities = false;
  const auto unchecked = Pack::load(source, "p.loot", options);
  ASSERT_TRUE(unchecked.pack);
  EXPECT_TRUE(odds_of_kind(*unchecked.pack, false));
  // Numbers that no statement has do no harm.
  options.checks_quantities = true;
  options.was_checked = [](std::uint64_t) { return std::optional(CheckedQuantities{{7, 4'000'000'000U}}); };
  const auto foreign = Pack::load(source, "p.loot", options);
  ASSERT_TRUE(foreign.pack);
  EXPECT_TRUE(odds_of_kind(*foreign.pack, false));
}

}  // namespace failing_rolls_test
}  // namespace spoils
