// tests/explain/explain_test.cpp
//
// The steps of an explained roll for each construct, in a table; and the laws of the product of probabilities, against
// exact odds.
#include "spoils/explain.h"

#include <algorithm>
#include <map>

#include "explain/explained.h"
#include "spoils/odds.h"

namespace spoils::explained {
namespace explain_test {

constexpr std::uint64_t kSeed = 0x7E11;

// ---- Each construct ---------------------------------------------------------

/// One line for each step: depth, kind, text.
std::string line_of(const Step& step) {
  const std::string indent(2 * step.depth, ' ');
  if (!step.decision) {
    static const char* const kNames[] = {"",        "roll",       "run",   "drop",   "hold", "turn",
                                         "member",  "try",        "input", "stream", "lcg",  "settled",
                                         "attempt", "world rule", "loop",  "edit",   "after"};
    std::string out = indent + kNames[static_cast<int>(step.kind)];
    if (!step.source.empty()) { out += " " + step.source; }
    if (!step.value.empty()) { out += " = " + step.value; }
    if (step.number > 0) { out += " " + std::to_string(step.number); }
    if (step.most > 0) { out += " of " + std::to_string(step.most); }
    return out + (step.is_rejected ? " rejected" : "");
  }
  const auto& decision = *step.decision;
  std::string out = indent + (decision.target.empty() ? step.source + ":" : decision.target) +
                    (decision.target.empty() ? " "
                     : decision.adds         ? " += "
                                             : " = ") +
                    decision.chosen;
  if (!decision.drawn_from.empty()) { out += " from " + decision.drawn_from; }
  out += " p " + std::to_string(decision.numerator) + "/" + std::to_string(decision.denominator);
  if (decision.is_declared) { out += " declared"; }
  if (decision.is_stored) { out += " settled"; }
  std::vector<std::string> others;
  for (const auto& other : decision.alternatives) { others.push_back(other.value); }
  for (std::size_t i = 0; i < others.size() && i < 4; ++i) { out += (i == 0 ? " or " : ", ") + others[i]; }
  return out;
}

std::string text_of(const Explanation& told) {
  std::string out;
  for (const auto& step : told.steps) { out += line_of(step) + "\n"; }
  return out;
}

struct Case {
  std::string_view name;
  std::string_view pack;
  std::string_view told;  // the steps of index 0, but for what is drawn, which the test puts in: see below
};

class Construct : public testing::TestWithParam<Case> {};

// Every random choice has only one relevant outcome, so that the tests contain no numbers of the stream.
TEST_P(Construct, IsTold) {
  const auto pack = compiled(GetParam().pack);
  auto roller = roller_of(pack);
  const auto told = explain_roll(roller, kSeed, 0);
  EXPECT_EQ(text_of(told), GetParam().told);
  ASSERT_FALSE(told.fault.has_value());
  expect_lawful(told);
}

INSTANTIATE_TEST_SUITE_P(
    , Construct,
    testing::ValuesIn(std::vector<Case>{
        {"Nothing", "rule r { kind = rat }", "roll r\n"},
        {"Table", "rule r { kind = pick t }\ntable t { 5 rat, 0 bat }", "roll r\n  kind = rat from t p 1/1\n"},
        {"RowThatGivesSomethingElse",
         "input depth: 1..9 = 1\nrule r { kind = pick t }\ntable t { 3 crown if depth > 5 else bell }",
         "roll r\n  kind = bell from t p 1/1\n"},
        {"RowThatDraws", "rule r { kind = pick t }\ntable t { (pick u) }\ntable u { rat }",
         "roll r\n  pick t: pick u from t p 1/1\n  kind = rat from u p 1/1\n"},
        {"RowThatComputes", "input depth: 1..9 = 4\nrule r { n = pick {(depth * 2)} }", "roll r\n  n = 8 p 1/1\n"},
        {"RowThatIsAFraction", "rule r { n = pick {(1/3)} }", "roll r\n  n = 1/3 p 1/1\n"},
        {"Grid", "rule r { kind = rat; gear = pick g[kind] }\ngrid g[kind] {\n    spear none\nrat . 2\n}",
         "roll r\n  gear = none from g p 1/1\n"},
        {"Interpolated",
         "input depth: 1..9 = 3\nrule r { kind = pick g[depth] }\ngrid g[depth] interpolate {\n  rat bat\n1 1 .\n5 1 "
         ".\n}",
         "roll r\n  kind = rat from g p 1/1\n"},
        {"FilteredPick", "rule r { kind = pick x in t where x.size > 1 }\ntable t: size { rat 1; ogre 3 }",
         "roll r\n  kind = ogre from t p 1/1\n"},
        {"FilteredPickOfNothing",
         "rule r { kind = pick x in t where x.size > 5 or nothing }\ntable t: size { rat 1; ogre 3 }",
         "roll r\n  kind = none from t p 1/1\n"},
        {"WeightedNothing", "rule r { kind = pick x in t weight 0 or nothing weight 2 }\ntable t { rat, ogre }",
         "roll r\n  kind = none from t p 1/1\n"},
        {"Range", "rule r { n = pick 4..4 }", "roll r\n  n = 4 from 4..4 p 1/1\n"},
        {"ComputedRange", "rule r { a = 2; n = 1 + pick a..(a * 1) }",
         "roll r\n  pick a..(a * 1): 2 from 2..2 p 1/1\n"},
        {"Dice", "rule r { n = 3d1 }", "roll r\n  n = 3 from 3d1 p 1/1\n"},
        {"NoDice", "rule r { n = roll(0, 6) }", "roll r\n"},
        {"Member", "field l: list of symbol\nrule r { l += a; l += a; x = pick l }", "roll r\n  x = a p 1/2 or a\n"},
        {"ChanceThatIsSure", "input depth: 1..9 = 9\nrule r { if chance (20 * depth)% { kind = rat } }",
         "roll r\n  chance (20 * depth)%: true p 1/1\n"},
        {"ChanceThatNeverComes", "rule r { rare = chance 0% }", "roll r\n  rare = false p 1/1\n"},
        {"Adding", "field l: list of symbol\nrule r { l += pick {a}; n += 2d1; n += 1 + d1 }",
         "roll r\n  l += a p 1/1\n  n += 2 from 2d1 p 1/1\n  d1: 1 from 1d1 p 1/1\n"},
        {"Choosing", "rule r { a = 1; kind = if a > 1 then pick {rat} else pick {bat} }",
         "roll r\n  kind = bat p 1/1\n"},
        {"Texts", "rule r { t = pick {\"Ulm\"} }", "roll r\n  t = \"Ulm\" p 1/1\n"},
        {"CommentsInTheMiddle", "rule r { n = 1 + pick {  # why\n 2   # so\n } }", "roll r\n  pick { 2 }: 2 p 1/1\n"},
        {"Rules",
         "rule r { a(); drop b; do c }\nrule a { x = d1 }\nrule b { y = d1; hold d }\nrule c { z = 1 }\nrule d { w = "
         "d1 }",
         "roll r\n  run a\n    x = 1 from 1d1 p 1/1\n  drop b\n    y = 1 from 1d1 p 1/1\n    hold d\n      w = 1 from "
         "1d1 p 1/1\n"},
        {"ArgumentsStandOutside", "rule r { a(d1) }\nrule a(n: int) { x = n + d1 }",
         "roll r\n  d1: 1 from 1d1 p 1/1\n  run a\n    d1: 1 from 1d1 p 1/1\n"},
        {"Repeat", "rule r { repeat 3 while x < 2 { x += d1 } }",
         "roll r\n  turn 1 of 3\n    x += 1 from 1d1 p 1/1\n  turn 2 of 3\n    x += 1 from 1d1 p 1/1\n"},
        {"StopInLoops", "rule r { do s; n = d1 }\nrule s { repeat 2 { for i in 5..6 { m = d1; stop } } }",
         "roll r\n  run s\n    turn 1 of 2\n      member i = 5\n        m = 1 from 1d1 p 1/1\n  n = 1 from 1d1 p "
         "1/1\n"},
        {"ConstantTables", "rule r { a = pick t; b = pick u }\ntable t { rat }\ntable u { 0 bat; 1 ogre }",
         "roll r\n  a = rat from t p 1/1\n  b = ogre from u p 1/1\n"},
        {"For", "rule r { for n in 7..8 { x = d1 }; for s in [a, b] { if s == b { y = d1 } } }",
         "roll r\n  member n = 7\n    x = 1 from 1d1 p 1/1\n  member n = 8\n    x = 1 from 1d1 p 1/1\n"
         "  member s = b\n    y = 1 from 1d1 p 1/1\n"},
        {"ForOfATable", "table seat { alice, bob }\nrule r { for s in seat { drop p(s) } }\nrule p(w: seat) { x = d1 }",
         "roll r\n  member s = alice\n    drop p\n      x = 1 from 1d1 p 1/1\n"
         "  member s = bob\n    drop p\n      x = 1 from 1d1 p 1/1\n"},
        {"Retry",
         "rule r { retry max 2 { x = d1; drop b } while x == 1 }\nrule b { y = "
         "d1 }",
         "roll r\n  try 1 rejected\n    x = 1 from 1d1 p 1/1\n    drop b rejected\n      y = 1 from 1d1 p 1/1\n"
         "  try 2\n    x = 1 from 1d1 p 1/1\n    drop b\n      y = 1 from 1d1 p 1/1\n"},
        {"WithInput", "input depth: 1..9 = 1\nrule r { with depth = 4 { x = roll(depth, 1) } }",
         "roll r\n  input depth = 4\n    x = 4 from 4d1 p 1/1\n"},
        {"NamedStream", "rule r { with stream s { x = d1 } }", "roll r\n  stream s\n    x = 1 from 1d1 p 1/1\n"},
        {"DeclaredStream",
         "rule r { with stream lcg(bits = 15, multiplier = 1, increment = 1, seed = 0) { x = pick {a, 2 b, 4 c}; y = "
         "chance 50% } }",
         "roll r\n  lcg\n    x = b p 1/1 declared or c, a\n    y = true p 1/1 declared or false\n"},
        {"WorldRule", "rule r { w(a); w(a); w(b) }\nworld rule w(k) { x = d1 }",
         "roll r\n  run w\n    world rule w = a\n      x = 1 from 1d1 p 1/1\n  run w\n    world rule w = a\n      x = "
         "1 "
         "from 1d1 p 1/1 settled\n  run w\n    world rule w = b\n      x = 1 from 1d1 p 1/1\n"},
        {"WorldDef", "rule r { x = c(a); y = c(a); z = c(b) }\nworld def c(k) = pick {red}",
         "roll r\n  settled c = a\n    pick {red}: red p 1/1\n  settled c = a\n    pick {red}: red p 1/1 settled\n"
         "  settled c = b\n    pick {red}: red p 1/1\n"},
        {"Orders",
         "rule r { l = shuffle [a, a, a]; m = shuffle [b]; n = count(shuffle {c}) + count(shuffle [d, d]); "
         "with stream lcg(bits = 15, multiplier = 1, increment = 1, seed = 0) { o = shuffle 1..3 } }",
         "roll r\n  l = [a, a, a] p 1/1\n  shuffle [d, d]: [d, d] p 1/1\n  lcg\n    o = [3, 1, 2] p 1/1 declared\n"},
        {"Tries",
         "rule r { try { x = d1; drop b } keep x == 1; try { x = roll(2, 1); drop b } keep x == 1 else { z = d1 } }\n"
         "rule b { y = d1 }",
         "roll r\n  attempt\n    x = 1 from 1d1 p 1/1\n    drop b\n      y = 1 from 1d1 p 1/1\n"
         "  attempt = undone\n    x = 2 from 2d1 p 1/1\n    drop b\n      y = 1 from 1d1 p 1/1\n  z = 1 from 1d1 p "
         "1/1\n"},
        {"ValuesAfterRules", "rule r { x = d1; y = x after s() }\nrule s { x = roll(2, 1) }",
         "roll r\n  x = 1 from 1d1 p 1/1\n  after\n    run s\n      x = 2 from 2d1 p 1/1\n"},
        {"BlocksOfDefs",
         "def f(n) { let a = roll(n, 1); repeat 2 { a += d1 }; give pick {rat} }\nrule r { x = f(3); y = f(1) }",
         "roll r\n  a = 3 from 3d1 p 1/1\n  a += 1 from 1d1 p 1/1\n  a += 1 from 1d1 p 1/1\n  pick {rat}: rat p 1/1\n"
         "  a = 1 from 1d1 p 1/1\n  a += 1 from 1d1 p 1/1\n  a += 1 from 1d1 p 1/1\n  pick {rat}: rat p 1/1\n"},
        {"DefaultsOfParameters", "rule r(n = d1) { x = n }", "roll r\n  d1: 1 from 1d1 p 1/1\n"},
    }),
    [](const auto& row) { return std::string(row.param.name); });

// ---- The probability of a roll ----------------------------------------------

// Packs in which every outcome has one path; the question has all their fields.
struct OnePath {
  std::string_view name;
  std::string_view pack;
  std::vector<std::string> by;
};

class OnlyPath : public testing::TestWithParam<OnePath> {};

std::string shown(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::Integer: return std::to_string(value.integer());
    case Value::Kind::Flag: return value.flag() ? "true" : "false";
    case Value::Kind::Symbol: return std::string(value.text());
    default: return "none";
  }
}

TEST_P(OnlyPath, HasTheOddsOfItsOutcome) {
  const auto pack = compiled(GetParam().pack);
  Marginal question;
  question.by = GetParam().by;
  question.fractions = true;
  const auto odds = exact_odds(pack, question);
  ASSERT_TRUE(odds.ok()) << odds.error().text();
  std::map<std::vector<std::string>, std::string> of;
  for (const auto& row : odds->rows) { of[to_texts(row.values)] = row.fraction->text(); }
  auto roller = roller_of(pack);
  std::size_t seen = 0;
  for (std::uint64_t index = 0; index < 300; ++index) {
    const auto told = explain_roll(roller, kSeed, index);
    ASSERT_FALSE(told.fault.has_value());
    std::vector<std::string> values;
    for (const auto& field : question.by) { values.push_back(shown(told.things[0][field])); }
    ASSERT_EQ(of.count(values), 1U) << testing::PrintToString(values);
    EXPECT_EQ(std::to_string(told.numerator) + "/" + std::to_string(told.denominator), of[values])
        << testing::PrintToString(values) << "\n"
        << text_of(told);
    expect_lawful(told);
    ++seen;
  }
  EXPECT_EQ(seen, 300U);
}

INSTANTIATE_TEST_SUITE_P(
    , OnlyPath,
    testing::ValuesIn(std::vector<OnePath>{
        {"Tables", "rule r { a = pick {50 x, 30 y, 20 z}; b = pick t }\ntable t { 2.5% u; 7% v; (1/3) w }", {"a", "b"}},
        {"WeightsOfFields", "rule r { a = pick 1..4; b = pick {(a) x, (5 - a) y} }", {"a", "b"}},
        {"LeavingRows", "rule r { a = pick 1..4; b = pick {3 x if a > 2; 1 y; 2 z if a < 2} }", {"a", "b"}},
        {"Grids", "rule r { a = pick {x, y}; b = pick g[a] }\ngrid g[a] {\n  u v w\nx 1 2 3\ny 5 . 2\n}", {"a", "b"}},
        {"Filters",
         "rule r { a = pick 1..3; b = pick x in t where x.size >= a or nothing weight 2 }\n"
         "table t: size { 1 u 1; 2 v 2; 3 w 3 }",
         {"a", "b"}},
        {"FiltersThatReadLists",
         "field l: list of symbol\n"
         "rule r { a = pick x in t where x.size < 4 and not (x in l); l += a\n"
         "b = pick x in t where x.size < 4 and not (x in l) or nothing }\n"
         "table t: size { 1 u 1; 2 v 2; 9 w 3; 5 z 4 }",
         {"a", "b"}},
        {"Dice", "rule r { a = 3d6; b = roll(2, 4) }", {"a", "b"}},
        {"Chances", "rule r { a = chance 1/7; b = if a then chance 12.5% else chance 1 in 20 }", {"a", "b"}},
        {"Members", "rule r { a = pick [x, y, z]; b = pick {u, v} }", {"a", "b"}},
        {"NestedTables", "rule r { a = pick t }\ntable t { 3 (pick u), 1 z }\ntable u { 2 x, 5 y }", {"a"}},
        {"RowsThatFail", "rule r { a = pick t }\ntable t { 3 x if chance 1/4 else y; 2 z }", {"a"}},
        {"Loops", "rule r { kind = rat; repeat 4 while chance 2/5 { n += 1 } }", {"n"}},
        {"WorldDefs",
         "rule r { a = c(x); b = c(x); d = c(y) }\nworld def c(k) = pick {2 red, 1 green}",
         {"a", "b", "d"}},
        {"Streams", "rule r { with stream s { a = pick {2 x, y} }; b = d3 }", {"a", "b"}},
        {"DeclaredStreams",
         "rule r { a = d3; with stream lcg(bits = 15, multiplier = 5, increment = 3, seed = a) { b = d6; d = chance "
         "10% } }",
         {"a", "b", "d"}},
        {"Orders",
         "rule r { let l = shuffle [x, y, y, z]; a = l[1]; b = l[2]; c = l[3]; d = l[4] }",
         {"a", "b", "c", "d"}},
        {"Things", "rule r { a = d3; drop s; b = d3 }\nrule s { kind = rat }", {"a", "b"}},
    }),
    [](const auto& row) { return std::string(row.param.name); });

// A try that is accepted has its own probability; given that one is, 4 of 6 faces are left.
TEST(Retry, AcceptedTryCountsAsIfItWereTheOnlyOne) {
  const auto pack = compiled("rule r { retry { x = d6 } while x < 3 }");
  auto roller = roller_of(pack);
  bool rejected = false;
  for (std::uint64_t index = 0; index < 50; ++index) {
    const auto told = explain_roll(roller, kSeed, index);
    EXPECT_EQ(told.numerator, 1);
    EXPECT_EQ(told.denominator, 6);
    EXPECT_EQ(told.decisions, 1U);
    const auto tries = std::count_if(told.steps.begin(), told.steps.end(),
                                     [](const Step& step) { return step.kind == Step::Kind::Try; });
    EXPECT_EQ(told.has_rejected, tries > 1);
    rejected = rejected || told.has_rejected;
    expect_lawful(told);
  }
  EXPECT_TRUE(rejected);
}

// A world def that a rejected try evaluated counts at its next use.
TEST(Retry, SettlesForNothing) {
  const auto pack = compiled("rule r { retry max 2 { x = c(a) } while x != none }\nworld def c(k) = pick {red, green}");
  auto roller = roller_of(pack);
  const auto told = explain_roll(roller, kSeed, 0);
  EXPECT_TRUE(told.has_rejected);
  EXPECT_EQ(told.denominator, 2);
  EXPECT_EQ(told.decisions, 1U);
}

// ---- Things, faults, worlds, limits -----------------------------------------

TEST(Explain, StepsPointToTheThingsThatTheyMade) {
  const auto pack = compiled(
      "rule r { drop a; drop b; drop a }\nrule a { kind = x; hold h; if chance 0% { discard } }\n"
      "rule b { kind = y; discard }\nrule h { kind = z }");
  auto roller = roller_of(pack);
  const auto told = explain_roll(roller, kSeed, 0);
  std::vector<std::string> made;
  for (const auto& step : told.steps) {
    if (step.decision) { continue; }
    made.push_back(step.source + ":" +
                   (step.thing < 0 ? "" : told.things[static_cast<std::size_t>(step.thing)].name()));
  }
  EXPECT_EQ(made, (std::vector<std::string>{"r:", "a:x", "h:z", "b:", "a:x", "h:z"}));
}

TEST(Explain, PlacesAreThoseOfTheDrawAndOfTheRow) {
  const auto pack = compiled("rule r {\n  kind = pick t\n}\ntable t {\n  1 rat\n}\n");
  auto roller = roller_of(pack);
  const auto told = explain_roll(roller, kSeed, 0);
  ASSERT_EQ(told.steps.size(), 2U);
  EXPECT_EQ(told.steps[1].place.file, "test.loot");
  EXPECT_EQ(told.steps[1].place.location.line, 3U);
  EXPECT_EQ(told.steps[1].place.location.column, 10U);
  ASSERT_TRUE(told.steps[1].decision->row.has_value());
  EXPECT_EQ(told.steps[1].decision->row->location.line, 6U);
}

TEST(Explain, TellsWhatLedToAFault) {
  const auto pack = compiled(
      "field l: list of symbol\nrule r { x = d1; if chance 1 in 1000000 { l += a }; drop s; y = pick l }\nrule s { z = "
      "d1 }");
  auto roller = roller_of(pack);
  const auto told = explain_roll(roller, kSeed, 0);
  ASSERT_TRUE(told.fault.has_value());
  EXPECT_EQ(told.fault->kind, Error::Kind::Fault);
  EXPECT_TRUE(told.things.empty());
  EXPECT_EQ(decisions_of(told).size(), 3U);
  for (const auto& step : told.steps) { EXPECT_EQ(step.thing, -1); }
}

TEST(Explain, LeavesAWorldAsItIs) {
  const auto pack = compiled("state n: 0..99 = 0\nrule r { n += 1; kind = pick {a, b, c}; number = n }");
  auto roller = roller_of(pack);
  World world(pack, 5);
  for (int round = 0; round < 10; ++round) {
    const auto told = explain_roll(roller, world);
    ASSERT_TRUE(told.ok());
    const auto name = told->things[0].name();
    const auto number = told->things[0]["number"].integer();
    EXPECT_EQ(world.next_index(), static_cast<std::uint64_t>(round));
    EXPECT_EQ(world.state("n"), round);
    const auto rolled = roller.roll(world);
    ASSERT_TRUE(rolled.ok());
    EXPECT_EQ((*rolled)[0].name(), name);
    EXPECT_EQ((*rolled)[0]["number"].integer(), number);
  }
  const auto other = compiled("rule r { }");
  World foreign(other, 5);
  const auto refused = explain_roll(roller, foreign);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind, Error::Kind::World);
}

TEST(Explain, LongListsAreCut) {
  const auto pack = compiled("rule r { n = pick 1..1000000 }");
  auto roller = roller_of(pack);
  const auto told = explain_roll(roller, kSeed, 0, {10, 1000});
  const auto decisions = decisions_of(told);
  const auto& decision = decisions.front();
  EXPECT_EQ(decision.alternatives.size(), 10U);
  EXPECT_EQ(decision.left_out, 999'989U);
  expect_lawful(told);
}

TEST(Explain, EveryDecisionCountsEvenIfItIsNotTold) {
  const auto pack = compiled("rule r { repeat 5000 { n += d2 } }");
  auto roller = roller_of(pack);
  const auto told = explain_roll(roller, kSeed, 0, {10, 300});
  EXPECT_LE(told.steps.size(), 300U);
  EXPECT_GT(told.left_out, 0U);
  EXPECT_EQ(told.decisions, 5000U);
  EXPECT_NEAR(told.log10_probability, 5000 * std::log10(0.5), 1e-6);
  EXPECT_EQ(told.probability, 0);
  EXPECT_EQ(told.denominator, 0);
}

// 52! orders do not fit 64 bits: their number is the largest, and the probability is 1 / 52! as a double.
TEST(Explain, ManyOrdersAreCountedAsManyAsFit) {
  auto roller = roller_of(compiled("rule r { l = shuffle 1..52 }"));
  const auto told = explain_roll(roller, kSeed, 0);
  ASSERT_EQ(told.steps.size(), 2U);
  const auto& decision = *told.steps[1].decision;
  EXPECT_EQ(decision.left_out, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(decision.denominator, 0);
  EXPECT_NEAR(decision.probability * 8.0658175170943879e67, 1, 1e-12);
  EXPECT_NEAR(told.log10_probability, -std::log10(8.0658175170943879e67), 1e-9);
}

TEST(Explain, TooManyDiceAreToldDieByDie) {
  const auto pack = compiled("rule r { n = roll(10000, 6) }");
  auto roller = roller_of(pack);
  const auto told = explain_roll(roller, kSeed, 0);
  const auto decision = decisions_of(told).front();
  EXPECT_TRUE(decision.die_by_die);
  EXPECT_NEAR(told.log10_probability, -10000 * std::log10(6), 1e-6);
}

// To show an alternative the explainer may have to compute it; things that this makes must not stay in the roll.
TEST(Explain, ComputedRowsLeaveNoTrace) {
  const auto pack = compiled(
      "field l: list of symbol\ninput depth: 1..9 = 4\n"
      "rule r { repeat 9 { l += pick {a, b}; name += pick t; n = pick {(half(depth) + count(l)), (half(depth * 2))} } "
      "}\n"
      "table t { (\"x{count(l)}\"); (\"y{half(depth)}\") if half(depth) > 1 else \"z\" }\ndef half(x) = x // 2");
  auto plain = roller_of(pack);
  auto watched = roller_of(pack);
  for (std::uint64_t index = 0; index < 50; ++index) {
    const auto told = explain_roll(watched, kSeed, index);
    const auto rolled = plain.roll(kSeed, index);
    ASSERT_TRUE(rolled.ok());
    EXPECT_EQ(told.things[0]["name"].text(), (*rolled)[0]["name"].text());
    EXPECT_EQ(told.things[0]["n"].integer(), (*rolled)[0]["n"].integer());
    expect_lawful(told);
  }
}

}  // namespace explain_test
}  // namespace spoils::explained
