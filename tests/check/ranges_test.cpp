// tests/check/ranges_test.cpp
//
// The check of quantities (abstract interpretation of values): failures that are certain, by code and place, and sound
// packs that come close. Edits that a finding proposes are applied and checked again.
#include "check/ranges/ranges.h"

#include <gtest/gtest.h>

#include "findings.h"

namespace spoils::check {
namespace ranges_test {

class Ranges : public testing::TestWithParam<FindingRow> {};

TEST_P(Ranges, FindsWhatIsCertain) {
  const auto source = std::string(kPackLine) + std::string(GetParam().source);
  const auto found = findings_of(source);
  std::vector<std::string> expected;
  for (const auto& one : GetParam().expected) {
    expected.push_back(fmt::format("{} {}:{}", one.code, one.line, one.column));
  }
  std::string all;
  for (const auto& text : found.rendered) { all += text; }
  ASSERT_EQ(places_of(found), expected) << all;
  for (std::size_t i = 0; i < found.all.size(); ++i) {
    EXPECT_NE(found.rendered[i].find(GetParam().expected[i].fragment), std::string::npos) << found.rendered[i];
  }
  const bool has_errors = std::any_of(expected.begin(), expected.end(), [](const auto& one) { return one[0] == 'E'; });
  EXPECT_EQ(found.is_accepted, !has_errors);
}

TEST_P(Ranges, ProposedEditsMend) {
  const auto source = std::string(kPackLine) + std::string(GetParam().source);
  for (const auto& finding : findings_of(source).all) {
    if (!finding.edit) { continue; }
    const auto mended = edited(source, finding);
    for (const auto& left : findings_of(mended).all) {
      const bool is_same = left.code == finding.code && left.span.begin == finding.span.begin;
      EXPECT_FALSE(is_same) << mended << left.message;
      EXPECT_GE(left.code.substr(1, 2), "05") << mended << left.message;
    }
  }
}

std::string name_of(const testing::TestParamInfo<FindingRow>& row) { return std::string(row.param.name); }

// ---- The least word means unset, so no constant has it ----

INSTANTIATE_TEST_SUITE_P(
    LeastWord, Ranges,
    testing::ValuesIn(std::vector<FindingRow>{
        {"Product", "rule r { a = -4611686018427387904 * 2 < 0 }\n", {{"E0506", 2, 14, ""}}},
        {"Difference", "rule r { a = -9223372036854775807 - 1 }\n", {{"E0506", 2, 14, ""}}},
        {"Quotient", "rule r { a = floor(-4611686018427387904 * 2 / 4) }\n", {{"E0506", 2, 20, ""}}},
        {"Weight", "rule r { a = pick {(-4611686018427387904 * 2) x, 1 y} }\n", {{"E0506", 2, 20, ""}}},
        {"OneMore", "rule r { a = -4611686018427387903 * 2 - 1 }\n", {}},
    }),
    name_of);

// ---- Inputs that are none at first ----

INSTANTIATE_TEST_SUITE_P(
    NoneAtFirst, Ranges,
    testing::ValuesIn(std::vector<FindingRow>{
        {"OfARange", "input n: 1..9 = none\nrule r { w = 10 // n }\n", {{"E0501", 3, 20, "n may be none"}}},
        {"OfChoices",
         "input k: {a, b} = none\nrule r { x = pick {1 gem if k == a; 1 ore if k == b} }\n",
         {{"E0502", 3, 14, "when k is none"}}},
        {"OfAFlag",
         "input f: flag = none\nrule r { x = 6 // (if f == none then 0 else 1) }\n",
         {{"E0501", 3, 19, "when f is none"}}},
        {"OfAParameter", "rule r(m: 1..9 = none) { w = 10 // m }\n", {{"E0501", 2, 36, "when m is none"}}},
        {"OnlyThen",
         "input n: 1..9 = none\nrule r { x = pick {1 gem; 1 zed if n == none}; repeat 1 - n { y = 1 } }\n",
         {}},
        {"NeverWithAValue",
         "input n: 1..9 = 3\nrule r { x = pick {1 gem; 1 zed if n == none} }\n",
         {{"W0502", 3, 27, "never true"}}},
    }),
    name_of);

// ---- Weights and tables ----

INSTANTIATE_TEST_SUITE_P(
    Orders, Ranges,
    testing::ValuesIn(std::vector<FindingRow>{
        {"InTheListThatIsShuffled",
         "input depth: 1..9 = 1\nrule r { l = shuffle [6 // (depth - 3)] }\n",
         {{"E0501", 3, 28, "when depth is 3"}}},
        // Nothing is known of a member of the new list, not even of one that has the same member everywhere.
        {"MembersOfTheResult", "rule r { l = shuffle [0, 1]; n = shuffle [0, 0]; x = 6 // l[1]; y = 6 // n[1] }\n", {}},
    }),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Tries, Ranges,
    testing::ValuesIn(std::vector<FindingRow>{
        {"AfterATryThatMayFail", "rule r { x = 1; try { x = 0 } keep chance 1/2; y = 6 // x }\n", {}},
        {"AfterATryThatStays", "rule r { x = 1; try { x = 0 } keep true; y = 6 // x }\n", {{"E0501", 2, 51, ""}}},
        {"AfterATryThatFails", "rule r { x = 1; try { x = 0 } keep false; y = 6 // x }\n", {}},
        {"WhatItKeepsIsKnown", "rule r { x = 1; try { x = pick 0..3 } keep x > 0; y = 6 // x }\n", {}},
        {"InTheOtherBlock",
         "rule r { x = 0; try { x = 1 } keep chance 1/2 else { y = 6 // x } }\n",
         {{"E0501", 2, 63, ""}}},
        {"InABlockThatFails", "rule r { x = 0; try { y = 6 // x } keep false }\n", {{"E0501", 2, 32, ""}}},
        {"TheValueAfterARule",
         "rule r { x = 1; let v = x after s(); y = 6 // v }\nrule s { x = 0 }\n",
         {{"E0501", 2, 47, ""}}},
        {"AfterAValueAfterARule", "rule r { x = 1; y = x after s(); z = 6 // x }\nrule s { x = 0 }\n", {}},
        {"TheValueOfARuleThatDiscards",
         "rule r { x = 1; let v = x of s(); if v != none { y = 6 // v } }\nrule s { x = 0; discard }\n",
         {}},
    }),
    name_of);

// Whether a text equals another one is not known to the check, so neither is whether a roll comes past the discard.
INSTANTIATE_TEST_SUITE_P(
    EndsThatNobodyKnows, Ranges,
    testing::ValuesIn(std::vector<FindingRow>{
        {"InACondition", "rule r { x = 0; if chance 1/2 { if \"{x}\" == \"0\" { discard } }; y = 6 // x }\n", {}},
        {"InATry", "rule r { x = 0; try { if \"{x}\" == \"0\" { discard } } keep chance 1/2; y = 6 // x }\n", {}},
        {"AfterATry",
         "rule r { x = 0; try { } keep false else { if \"{x}\" == \"0\" { discard } }; y = 6 // x }\n",
         {}},
        {"InALoop", "rule r { x = 0; repeat 2 { if \"{x}\" == \"0\" { discard } }; y = 6 // x }\n", {}},
        {"InALoopThatIsDrawn", "rule r { x = 0; repeat d2 { if \"{x}\" == \"0\" { discard } }; y = 6 // x }\n", {}},
        {"InALongLoop", "rule r { x = 0; repeat 99 { if \"{x}\" == \"0\" { discard } }; y = 6 // x }\n", {}},
        {"WithMembers", "rule r { x = 0; for m in [1, 2] { if \"{x}\" == \"0\" { discard } }; y = 6 // x }\n", {}},
        {"WithNumbers", "rule r { x = 0; for m in 1..d2 { if \"{x}\" == \"0\" { discard } }; y = 6 // x }\n", {}},
        {"InARuleThatIsDrawn",
         "rule r { x = 0; do pick {s, t}; y = 6 // x }\nrule s { if \"{x}\" == \"0\" { discard } }\nrule t { }\n",
         {}},
        {"ByALoopThatMayHaveNoTurn",
         "def n = if \"{x}\" == \"0\" then 1 else 0\nrule r { x = 0; repeat n { discard }; y = 6 // x }\n",
         {}},
        {"ByAListThatMayBeEmpty",
         "def l = if \"{x}\" == \"0\" then [1] else []\nrule r { x = 0; for m in l { discard }; y = 6 // x }\n",
         {}},
        {"ByARangeThatMayBeEmpty",
         "def n = if \"{x}\" == \"0\" then 1 else 0\nrule r { x = 0; for m in 1..n { discard }; y = 6 // x }\n",
         {}},
        {"ByARuleThatMayBeNone",
         "def n = if \"{x}\" == \"0\" then s else none\nrule r { x = 0; do n; y = 6 // x }\nrule s { discard }\n",
         {}},
        {"ByChanceInATry",
         "rule r { x = 0; try { if chance 1/2 { discard } } keep chance 1/2; y = 6 // x }\n",
         {{"E0501", 2, 77, ""}}},
        {"ByChanceInALoop",
         "rule r { x = 0; repeat d2 { if chance 1/2 { discard } }; y = 6 // x }\n",
         {{"E0501", 2, 67, ""}}},
        {"ByChanceInARuleThatIsDrawn",
         "rule r { x = 0; do pick {s, t}; y = 6 // x }\nrule s { if chance 1/2 { discard } }\nrule t { }\n",
         {{"E0501", 2, 42, ""}}},
        {"ByAnInput",
         "input n: 0..3 = 1\nrule r { try { } keep false else { if n * n == 1 { discard } }; y = 6 // (n - 2) }\n",
         {{"E0501", 3, 74, "when n is 2"}}},
        {"ByTheSameInput",
         "input n: 0..3 = 1\nrule r { repeat 2 { if n * n == 4 { discard } }; y = 6 // (n - 2) }\n",
         {}},
    }),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    BlocksOfDefs, Ranges,
    testing::ValuesIn(std::vector<FindingRow>{
        {"InTheBlock",
         "input depth: 1..9 = 1\ndef f(n) { let p = n - 3; give 6 // p }\nrule r { x = f(depth) }\n",
         {{"E0501", 3, 37, "when depth is 3"}}},
        {"OnOnePath",
         "input depth: 1..9 = 1\ndef f(n) { if n > 5 { give 6 // (n - 7) }; give 6 // (n - 7) }\n"
         "rule r { x = f(min(depth, 5)) + f(max(depth, 8)) }\n",
         {}},
        {"OfWhatItGives",
         "def f(n) { let s = 0; repeat n { s += 2 }; if s > 3 { give s - 4 }; give s }\n"
         "rule r { x = 1 // f(1); y = 1 // f(2) }\n",
         {{"E0501", 3, 34, ""}}},
        {"ConstantDefs",
         "constant def f(n) = 6 // (n - n)\nconstant def g(n) = 6 // n\nrule r { x = f(1) + g(0) }\n",
         {}},
        {"InAConstantDef",
         "constant def f(n) { let z = 0; give n // z }\nrule r { x = f(1) + f(2) }\n",
         {{"E0501", 2, 42, ""}}},
        // A block that takes a thousand steps is interpreted once for all places, if nothing can go wrong in it.
        {"OfACostlyBlock",
         "input depth: 1..9 = 1\n"
         "def f(n) { let s = 0; for i in 1..60 { if n > i { s += i mod 7 }; if n < 0 { s += 1 } }; give n }\n"
         "rule r { x = f(min(depth, 0)); y = 6 // f(max(depth, 10)) }\n",
         {}},
        {"InACostlyBlock",
         "input depth: 1..9 = 1\n"
         "def f(n) { let s = 0; for i in 1..60 { if n > i { s += i mod 7 }; if n < 0 { s += 1 } }; give 6 // (n - 3) "
         "}\n"
         "rule r { x = f(depth) }\n",
         {{"E0501", 3, 100, "when depth is 3"}}},
        {"AfterALoopThatMayGive",
         "def f(l) { for x in l { if x == 1 { give 1 } }; give 0 }\n"
         "rule r { l = [1]; x = 1 // f(l); m = [2]; y = 1 // f(m) }\n",
         {{"E0501", 3, 52, ""}}},
    }),
    name_of);

// A block of thousands of steps, which is interpreted once for all places if nothing can go wrong in it.
std::string costly_def(const std::string& value) {
  std::string out = "def f(n) { let s = 0";
  for (int i = 1; i <= 400; ++i) { out += fmt::format("; if n > {} {{ s += n mod 7 }}", i); }
  return out + "; give " + value + " }\n";
}

TEST(CostlyBlocks, AreSummarisedForEveryArgument) {
  const auto found = findings_of(std::string(kPackLine) + costly_def("n") + "rule r { x = f(0); y = 6 // f(10) }\n");
  EXPECT_TRUE(found.is_accepted) << testing::PrintToString(found.rendered);
  EXPECT_TRUE(found.all.empty());
}

TEST(CostlyBlocks, InWhichARollMayFailAreLookedAtInEachPlace) {
  const auto found =
      findings_of(std::string(kPackLine) + costly_def("6 // (n - 3)") + "rule r { x = f(1); y = f(3) }\n");
  EXPECT_FALSE(found.is_accepted);
  ASSERT_EQ(found.all.size(), 1U);
  EXPECT_EQ(found.all[0].code, "E0501");
}

INSTANTIATE_TEST_SUITE_P(
    Weights, Ranges,
    testing::ValuesIn(std::vector<FindingRow>{
        {"WeightOfAWrittenMap",
         "table w: m { x {b -2}, y {b 2} }\ntable t { 60 a, (w[x].m[b]) b }\nrule r { kind = pick t }\n",
         {{"E0503", 3, 17, "weight of `b` is negative"}}},
        {"WeightOfAMapThatIsSound",
         "table w: m { x {b -2}, y {b 2} }\ntable t { 60 a, (w[y].m[b]) b, (1 + w[x].m[c]) c }\n"
         "rule r { kind = pick t }\n",
         {}},
        {"NegativeDeepDown",
         "input depth: 1..30 = 1\ntable t { 60 a, (10 - 2 * depth) b }\nrule r { kind = pick t }\n",
         {{"E0503", 3, 17, "weight of `b` is negative when depth is 6..30"}}},
        {"ShowsTheValues",
         "input depth: 1..30 = 1\ntable t { 60 a, (10 - 2 * depth) b }\nrule r { kind = pick t }\n",
         {{"E0503", 3, 17, "-2 at depth 6, -50 at depth 30"}}},
        {"ShowsWhatIsSound",
         "input depth: 1..30 = 1\ntable t { 60 a, (10 - 2 * depth) b }\nrule r { kind = pick t }\n",
         {{"E0503", 3, 17, "the row is sound at depth 1..5"}}},
        {"ShowsTheRangeOfTheInput",
         "input depth: 1..30 = 1\ntable t { 60 a, (10 - 2 * depth) b }\nrule r { kind = pick t }\n",
         {{"E0503", 3, 17, "depth may be as high as 30"}}},
        {"NegativeInTheMiddle",
         "input x: 0..10 = 0\ntable t { 9 a, ((x - 3) * (x - 7)) b }\nrule r { kind = pick t }\n",
         {{"E0503", 3, 16, "negative when x is 4..6"}}},
        {"NegativeAtBothEnds",
         "input x: 0..10 = 0\ntable t { 90 a, ((x - 3) * (7 - x)) b }\nrule r { kind = pick t }\n",
         {{"E0503", 3, 17, "negative when x is 0..2, 8..10"}}},
        {"NegativeForChoices",
         "input place: {wood, cave, sea} = wood\n"
         "table t { 9 a, (if place == sea then -1 else 1) b }\nrule r { kind = pick t }\n",
         {{"E0503", 3, 16, "negative when place is sea"}}},
        {"NegativeForAll",
         "input x: 1..3 = 1\ntable t { 9 a, (0 - x) b }\nrule r { kind = pick t }\n",
         {{"E0503", 3, 16, "weight of `b` is negative\n"}}},
        {"TwoInputs",
         "input x: 0..3 = 0\ninput y: 0..3 = 0\ntable t { 9 a, (x + y - 1) b }\nrule r { kind = pick t }\n",
         {{"E0503", 4, 16, "negative when x is 0 and y is 0"}}},
        {"AnInputThatDoesNotMatter",
         "input x: 0..9 = 0\ninput y: 0..9 = 0\ntable t { 9 a, (5 - x + 0 * y) b }\nrule r { kind = pick t }\n",
         {{"E0503", 4, 16, "negative when x is 6..9"}}},
        {"OfAParameter",
         "rule r(level: 1..9 = 1) { kind = t(level) }\n"
         "def t(n) = pick { 5 a, (6 - n) b }\n",
         {{"E0503", 3, 24, "negative when level is 7..9"}}},
        {"ThroughAWidenedInput",
         "input depth: 1..9 = 1\ntable t { 9 a, (9 - depth) b }\nrule r { with depth = depth + 1 { kind = pick t } }\n",
         {{"E0503", 3, 16, "negative when depth is 9"}}},
        {"LargeRangesAreHalved",
         "input x: 0..1000000000 = 0\ntable t { 9 a, (123456789 - x) b }\nrule r { kind = pick t }\n",
         {{"E0503", 3, 16, "negative when x is 123456790..1000000000"}}},
        {"OfAChoice",
         "input x: 0..9 = 0\ntable t: n { a 3, b 5 }\nrule r { kind = pick m in t where m.n > 0 weight m.n - x }\n",
         {{"E0503", 4, 50, "when x is 4..9"}}},
        {"ClampedIsSound",
         "input depth: 1..30 = 1\ntable t { 60 a, (max(0, 10 - 2 * depth)) b }\nrule r { kind = pick t }\n",
         {}},
        {"LeavesInTime",
         "input depth: 1..30 = 1\ntable t { 60 a; (10 - 2 * depth) b if depth <= 5 }\nrule r { kind = pick t }\n",
         {}},
        {"GuardedByIf",
         "input depth: 1..30 = 1\ntable t { 60 a, (10 - 2 * depth) b }\nrule r { if depth < 6 { kind = pick t } }\n",
         {}},
        {"GuardedByStop",
         "input depth: 1..30 = 1\ntable t { 60 a, (10 - 2 * depth) b }\n"
         "rule r { q = 1\n  if depth > 5 { stop }\n  kind = pick t }\n",
         {}},
        {"SymbolNeverComes",
         "input depth: 1..9 = 1\ntable t { 5 a; 1 b if depth > 5 }\n"
         "rule r { kind = pick t\n  if kind == b { x = pick {1 c, (depth - 5) d} } }\n",
         {}},
        {"EmptyByLeaving",
         "input depth: 1..9 = 1\ntable t { 5 a if depth > 2; 1 b if depth > 5 }\nrule r { kind = pick t }\n",
         {{"E0502", 4, 17, "`t` is empty where it is picked from when depth is 1..2"}}},
        {"EmptyByWeights",
         "input depth: 1..9 = 1\ntable t { (max(0, depth - 4)) a }\nrule r { kind = pick t }\n",
         {{"E0502", 4, 17, "when depth is 1..4"}}},
        {"EmptyAlways", "table t { 0 a, 0 b }\nrule r { kind = pick t }\n", {{"E0502", 3, 17, "every row weighs 0"}}},
        {"EmptyIsNotPicked",
         "input depth: 1..9 = 1\ntable t { (max(0, depth - 4)) a }\nrule r { q = 1\n  if depth in 5..9 { kind = pick t "
         "} }\n",
         {}},
        {"NoRowFits",
         "input depth: 1..9 = 1\ntable t: n { a 3, b 5 }\nrule r { kind = pick m in t where m.n > depth }\n",
         {{"E0502", 4, 17, "when depth is 5..9"}}},
        {"NoRowFitsOrNothing",
         "input depth: 1..9 = 1\ntable t: n { a 3, b 5 }\nrule r { q = 1\n  kind = pick m in t where m.n > depth or "
         "nothing }\n",
         {}},
        {"AWhereOfADrawIsOpen",
         "table t: n { a 3, b 5 }\nrule r { let place = pick 1..9\n  kind = pick m in t where m.n == place }\n",
         {}},
        {"GridLineOfNothing",
         "grid g[kind] { a  b\n  x  1  2\n  y  .  . }\nrule r { kind = pick {x, y}\n  q = pick g[kind] }\n",
         {{"E0502", 6, 7, "is empty"}}},
        {"TooLarge",
         "table t { (2 ^ 62) a, (2 ^ 61 + x) b, 7 c }\ninput x: 0..9 = 0\nrule r { kind = pick t }\n"
         "rule s { kind = pick {(2 ^ 62) a, (2 ^ 61 * 3 - x) b} }\n",
         {{"E0504", 5, 17, "too large"}}},
    }),
    name_of);

// ---- Chances, divisors, dice ----

INSTANTIATE_TEST_SUITE_P(
    Numbers, Ranges,
    testing::ValuesIn(std::vector<FindingRow>{
        {"ChanceAboveOne",
         "input depth: 1..30 = 1\nrule r { q = 1\n  if chance (4 * depth)% { q = 2 } }\n",
         {{"W0501", 4, 6, "chance is above 100% when depth is 26..30"}}},
        {"ChanceBelowNought",
         "input depth: 1..30 = 1\nrule r { q = 1\n  if chance (depth - 3) / 40 { q = 2 } }\n",
         {{"W0501", 4, 6, "chance is below 0 when depth is 1..2"}}},
        {"ChanceOfACell",
         "table t: carry { a 10, b 150 }\nrule r { kind = pick t\n  if chance (t[kind].carry)% { q = 1 } }\n",
         {{"W0501", 4, 6, "150 here"}}},
        {"ChanceOfACellThatNeverComes",
         "table t: carry { 1 a 10, 0 b 150 }\nrule r { kind = pick t\n  if chance (t[kind].carry)% { q = 1 } }\n",
         {}},
        {"ChanceOfACellRuledOut",
         "table t: carry { a 10, b 150 }\nrule r { kind = pick t\n  if kind != b and chance (t[kind].carry)% { q = 1 } "
         "}\n",
         {}},
        {"ChanceClamped", "input depth: 1..30 = 1\nrule r { q = 1\n  if chance min(1, (4 * depth)%) { q = 2 } }\n", {}},
        {"ChanceBehindAnd",
         "input level: 1..99 = 1\nrule r { q = 1\n"
         "  if level > 10 and q == 1 and chance min(level - 9, 20) / 20 { q = 2 } }\n",
         {}},
        {"ChanceBehindOr",
         "input level: 1..99 = 1\nrule r { q = 1\n  if level <= 10 or chance min(level - 9, 20) / 20 { q = 2 } }\n",
         {}},
        {"ChanceBehindThen",
         "input level: 1..9 = 1\nrule r { q = if level > 5 then (if chance (level - 5) / 4 then 1 else 2) else 3 }\n",
         {}},
        {"DividesByZero",
         "input depth: 1..9 = 1\nrule r { q = 10 / (depth - 5) }\n",
         {{"E0501", 3, 19, "divides by zero when depth is 5"}}},
        {"FloorDividesByZero",
         "input depth: 1..9 = 1\nrule r { q = 10 // (depth - 5) }\n",
         {{"E0501", 3, 20, "when depth is 5"}}},
        {"RemainderOfZero",
         "input depth: 0..9 = 1\nrule r { q = 10 mod depth }\n",
         {{"E0501", 3, 21, "when depth is 0"}}},
        {"DividesByADrawnZero", "rule r { q = 10 / (pick 0..3) }\n", {{"E0501", 2, 19, "divides by zero\n"}}},
        {"DividesByAnUnsetField", "rule r { q = 10 / w\n  w = 3 }\n", {{"E0501", 2, 19, "divides by zero\n"}}},
        {"AFieldThatAnotherRuleSets", "rule r { w = 3\n  part() }\nrule part { q = 10 / w }\n", {}},
        {"AFieldThatAnotherRuleSetsToZero",
         "rule r { w = 0\n  part() }\nrule part { q = 10 / w }\n",
         {{"E0501", 4, 22, "when `r` is rolled"}}},
        {"GuardedDraw", "rule r { let n = pick 0..3\n  q = 1\n  if n > 0 { q = 10 / n } }\n", {}},
        {"GuardedCopy", "rule r { let n = pick 0..3\n  let m = n\n  q = 1\n  if n > 0 { q = 10 / m } }\n", {}},
        {"GuardedByAnotherSlot",
         "rule r { let d = 0\n  let a = chance 50%\n  q = 1\n  if a { d = 5 }\n  if a { q = 10 / d } }\n",
         {}},
        {"DifferenceOfOneDraw", "rule r { let n = pick 1..3\n  q = 10 / (n - n + 1) }\n", {}},
        {"GuardedByASum",
         "rule r { let n = pick 0..3\n  let k = pick 0..3\n  q = 1\n  if n + k > 0 { q = 10 / (n + k) } }\n",
         {}},
        {"GuardedByAFlag",
         "input depth: 1..9 = 1\nrule r { let deep = depth > 5\n  q = 1\n  if deep { q = 10 / (depth - 5) } }\n",
         {}},
        {"GuardedByADef",
         "input depth: 1..9 = 1\ndef is_deep(d) = d > 5\nrule r { q = 1\n  if is_deep(depth) { q = 10 / (depth - 5) } "
         "}\n",
         {}},
        {"GuardedByMatch",
         "input place: {wood, sea} = wood\nrule r { q = 1\n"
         "  match place { wood: { q = 2 }\n sea: { q = 10 / (if place == wood then 0 else 1) } } }\n",
         {}},
        {"Rebound", "input depth: 1..9 = 1\nrule r { with depth = depth + 1 { q = 10 / (depth - 1) } }\n", {}},
        {"ReboundAndRestored",
         "input depth: 1..9 = 1\nrule r { with depth = 3 { w = 1 }\n  q = 10 / (depth - 3) }\n",
         {{"E0501", 4, 12, "when depth is 3"}}},
        {"PickFromNoRange",
         "input depth: 1..9 = 1\nrule r { q = pick 3..depth }\n",
         {{"E0505", 3, 14, "there is nothing to pick from 3..1 when depth is 1..2"}}},
        {"PickFromAClampedRange", "input level: 1..99 = 1\nrule r { q = min(pick 1..max(level // 4, 1), 10) }\n", {}},
        {"PickFromADrawnRange", "rule r { let n = pick 1..4\n  q = pick 1..n }\n", {}},
        {"TooFewDice",
         "input depth: 1..9 = 1\nrule r { q = roll(depth - 3, 6) }\n",
         {{"E0507", 3, 14, "-2 dice of 6 sides cannot be rolled when depth is 1..2"}}},
        {"DiceWithoutSides",
         "input depth: 1..9 = 1\nrule r { q = roll(2, depth - 1) }\n",
         {{"E0507", 3, 14, "2 dice of 0 sides cannot be rolled when depth is 1"}}},
        {"NoDiceNeedNoSides", "input depth: 0..9 = 1\nrule r { q = 1 + roll(depth, depth) }\n", {}},
        {"TooManyDice",
         "input depth: 1..20000 = 1\nrule r { q = roll(depth, 6) }\n",
         {{"E0507", 3, 14, "when depth is 10001..20000"}}},
        {"Overflow",
         "input depth: 1..99 = 1\nrule r { q = 9 ^ depth }\n",
         {{"E0506", 3, 14, "leaves 64 bits here when depth is 20..99"}}},
        {"EmptyList",
         "rule r { q = pick l\n  l += a }\nfield l: list of symbol\n",
         {{"E0502", 2, 14, "the list is empty"}}},
        {"FilledList", "rule r { l += a\n  q = pick l }\nfield l: list of symbol\n", {}},
        {"StreamBits",
         "input depth: 50..70 = 50\nrule r { with stream lcg(bits = depth, multiplier = 3, increment = 1, seed = 7) {\n"
         "  q = pick 1..6 } }\n",
         {{"E0509", 3, 33, "has 64 bits, outside 1..63 when depth is 64..70"}}},
        {"StreamSkip",
         "rule r { with stream lcg(bits = 15, multiplier = 3, increment = 1, seed = 7, skip = 2000000) {\n"
         "  q = pick 1..6 } }\n",
         {{"E0509", 2, 85, "has 2000000 draws to skip, outside 0..1000000"}}},
        {"FractionAtFirst", "input rate: number = 1/4\nrule r { b = 3 / (rate - 1) }\n", {}},
        {"FractionThatFails", "input rate: number = 1/4\nrule r { b = 3 / (rate - 1/4) }\n", {{"E0501", 3, 18, "0"}}},
        {"ChanceOfAFraction", "input rate: number = 3/500\nrule r { if chance rate { a = 1 } }\n", {}},
        {"ChanceOfALargeFraction",
         "input rate: number = 5/4\nrule r { if chance rate { a = 1 } }\n",
         {{"W0501", 3, 13, "1.25"}}},
        {"StateOutOfRange",
         "state left: 0..9 = 9\nrule r { q = 1\n  left += 10 }\n",
         {{"E0510", 4, 3, "state `left` leaves its range"}}},
        {"StateOfOtherChoices",
         "state mode: {a, b} = a\nrule r { q = 1\n  mode = pick {a, c} }\n",
         {{"E0510", 4, 10, "state `mode` leaves its range"}}},
        {"StateOfItsChoices", "state mode: {a, b} = a\nrule r { q = 1\n  mode = pick {a, b} }\n", {}},
        {"StateThatMayLeave",
         "state left: 0..9 = 9\nrule r { q = 1\n  left -= 1 }\n",
         {{"W0518", 4, 3, "state `left` leaves its range when `left` is 0"}}},
        {"StateThatADrawTakesOut",
         "state n: 0..9 = 0\nrule r { kind = pick {1 a, 9 b}\n  if kind == b { n += 1 } else { n = 0 } }\n",
         {{"W0518", 4, 18, "10 then"}}},
        {"StateThatAnInputTakesOut",
         "state n: 0..9 = 0\ninput hard = false\nrule r { q = 1\n  if hard { n += 2 } }\n",
         {{"W0518", 5, 13, "11 then"}}},
        {"StateOfAnotherState",
         "state n: 0..9 = 0\nstate m: 0..5 = 0\nrule r { q = 1\n  m = n }\n",
         {{"W0518", 5, 7, "state `m` leaves its range when `n` is 9"}}},
        {"StateThatCountsFar", "state n: 0..1000000 = 0\nrule r { q = 1\n  n += 1 }\n", {}},
        {"StateInBounds", "state n: 0..9 = 0\nrule r { q = 1\n  n = min(9, n + 1) }\n", {}},
        {"StateUnderACondition", "state n: 0..9 = 0\nrule r { q = 1\n  if n < 9 { n += 1 } else { n = 0 } }\n", {}},
        {"StateUnderADrawnCondition",
         "state n: 0..9 = 0\nrule r { kind = if n == 9 or chance 2% then a else b\n"
         "  n = if kind == a then 0 else n + 1 }\n",
         {}},
        {"StateOfACalledRule", "state n: 0..9 = 0\nrule r { q = 1\n  if n < 9 { s() } }\nrule s { n += 1 }\n", {}},
        {"StateBranch", "state n: 0..9 = 0\nrule r { q = 1\n  if n > 3 { q = 10 / (n - 3) } }\n", {}},
    }),
    name_of);

// ---- Loops and calls ----

INSTANTIATE_TEST_SUITE_P(
    Ways, Ranges,
    testing::ValuesIn(std::vector<FindingRow>{
        {"ForReachesZero",
         "rule r { q = 0\n  for i in 0..3 { q += 10 // i } }\n",
         {{"E0501", 3, 30, "divides by zero"}}},
        {"ForCountsDown", "rule r { q = 0\n  for i in 0..8 { if pick 1..(9 - i) <= 2 { q += 1 } } }\n", {}},
        {"RepeatCountsDown", "rule r { let n = 3\n  q = 1\n  repeat 3 { q = 10 // n\n n -= 1 } }\n", {}},
        {"RepeatCountsTooFar",
         "rule r { let n = 3\n  q = 1\n  repeat 4 { q = 10 // n\n n -= 1 } }\n",
         {{"E0501", 4, 24, "divides by zero"}}},
        {"LongLoopStaysOpen", "rule r { let n = 300\n  q = 1\n  repeat 300 { q = 10 // n\n n -= 1 } }\n", {}},
        {"WhileGuards", "rule r { let n = 3\n  q = 1\n  repeat 99 while n > 0 { q = 10 // n\n n -= 1 } }\n", {}},
        {"DropIsWalked",
         "input depth: 1..9 = 1\nrule r { q = 1\n  drop s(depth) }\nrule s(n) { w = 10 / (n - 4) }\n",
         {{"E0501", 5, 22, "when depth is 4"}}},
        {"DropStartsAfresh",
         "rule r { w = 3\n  drop s }\nrule s { q = 10 / w\n  w = 1 }\n",
         {{"E0501", 4, 19, "divides by zero"}}},
        {"DoRunsWhatComes",
         "table t { a, b }\nrule r { class = pick t\n  do class }\nrule a { q = 10 / (if class == a then 0 else 1) }\n"
         "rule b { q = 10 / (if class == a then 0 else 1) }\n",
         {{"E0501", 5, 19, "when `r` is rolled"}}},
        {"RetrySettles", "rule r { q = 1\n  retry { w = pick 0..3 } while w == 0\n  q = 10 / w }\n", {}},
        {"ConditionOnADrawnTable",
         "table t: n { a 0, b 2 }\nrule r { kind = pick t\n  q = 1\n  if t[kind].n > 0 { q = 10 / t[kind].n } }\n",
         {}},
        {"ConditionOnAnotherColumn",
         "table t: n, m { a 0 0, b 2 1 }\nrule r { kind = pick t\n  let w = t[kind].n\n  q = 1\n"
         "  if t[kind].m == 1 { q = 10 / w } }\n",
         {}},
        {"ElseIfChain",
         "input x: 0..9 = 0\nrule r { if x == 0 { q = 1 } else if x < 5 { q = 10 / x } else { q = 10 / (x - 4) } }\n",
         {}},
        {"UnboundedInputsAreSampled",
         "input n: int = 5\nrule r { q = pick 1..n }\n",
         {{"E0505", 3, 14, "n may be anything, as it has no range"}}},
        {"ADefaultIsTried", "rule r(n: int = 0) { q = 10 / n }\n", {{"E0501", 2, 31, "divides by zero"}}},
        {"AParameterMayBeAnything", "rule r(n: int) { q = 10 / n }\n", {}},
        {"SumOfCells",
         "table t: n { a 1, b 2 }\nrule r { q = sum(x in [a, b]: t[x].n) - 3\n  w = 10 / q }\n",
         {{"E0501", 4, 12, "divides by zero"}}},
        {"InterpolatedWeightsAreSound",
         "input depth: 1..30 = 1\ngrid g[depth] interpolate { a  b\n  1  10  1\n  30  1  10 }\nrule r { kind = pick "
         "g[depth] }\n",
         {}},
    }),
    name_of);

// The work of the analysis is bounded for every pack, and a note reports the bound.
TEST(RangesLimit, NotesWhatWasNotTried) {
  std::string source(kPackLine);
  source += "input x: 1..1000000 = 1\ninput y: 1..1000000 = 1\n";
  source += "rule r { q = 10 / ((x * y) mod 1000 + 1 - (x mod 3) * (y mod 2)) }\n";
  const auto found = findings_of(source);
  const bool noted =
      std::any_of(found.all.begin(), found.all.end(), [](const auto& one) { return one.code == "N0502"; });
  EXPECT_TRUE(noted);
}

}  // namespace ranges_test
}  // namespace spoils::check
