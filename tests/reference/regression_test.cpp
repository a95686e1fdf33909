// tests/reference/regression_test.cpp
//
// The smallest packs in which odds and the reference evaluator disagreed.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "compiled.h"
#include "program/fault.h"
#include "spoils/odds.h"
#include "spoils/pack.h"
#include "spoils/roll.h"

namespace spoils {
namespace reference_regression_test {

/// Returns how likely the first rule is to make no thing at all, as a fraction.
std::string chance_of_nothing(const std::string& declarations) {
  const auto pack = compiled(declarations);
  Count question;
  question.fractions = true;
  const auto odds = exact_odds(pack, question);
  EXPECT_TRUE(odds) << odds.error().text();
  if (!odds) { return ""; }
  for (const auto& row : odds->rows) {
    if (to_text(row.values[0]) == "0") { return row.fraction->text(); }
  }
  return "0";
}

TEST(ReferenceRegression, AStopBeforeTheFirstFieldMakesNothing) {
  EXPECT_EQ(chance_of_nothing("rule r { if chance 1/3 { stop }; plus = 1 }"), "1/3");
  EXPECT_EQ(chance_of_nothing("rule r { retry max 2 { if chance 1/3 { stop } } while chance 0%; plus = 1 }"), "1/3");
  EXPECT_EQ(chance_of_nothing("rule r { repeat 2 { if chance 1/2 { stop } }; plus = 1 }"), "3/4");
  EXPECT_EQ(
      chance_of_nothing("rule r { with stream s { if chance 1/4 { stop } }; called() }\nrule called { plus = 1 }"),
      "1/4");
  // `stop` ends the rule that runs it; the rule that called it goes on.
  EXPECT_EQ(chance_of_nothing("rule r { called(); plus = 1 }\nrule called { if chance 1/4 { stop } }"), "0");
}

TEST(ReferenceRegression, WhatIsUnsetAgainMakesNothing) {
  EXPECT_EQ(chance_of_nothing("rule r { kind = axe; if chance 1/4 { kind = none } }"), "1/4");
  EXPECT_EQ(chance_of_nothing("rule r { called(); if chance 1/4 { kind = none } }\nrule called { kind = axe }"), "1/4");
}

/// Returns the odds of the first rule by these fields, as fractions; the message if there are none.
std::string odds_by(const std::string& declarations, std::vector<std::string> by, bool fractions = true) {
  const auto pack = compiled(declarations);
  Marginal question;
  question.by = std::move(by);
  question.fractions = fractions;
  const auto odds = exact_odds(pack, question);
  if (!odds) { return odds.error().text(); }
  std::map<std::string, std::string> sorted;
  for (const auto& row : odds->rows) {
    std::string values;
    for (const auto& value : to_texts(row.values)) { values += value + " "; }
    sorted[values] = row.fraction->text();
  }
  std::string out;
  for (const auto& [values, fraction] : sorted) { out += (out.empty() ? "" : ", ") + values + fraction; }
  return out;
}

constexpr const char* kItems =
    "input level: 1..3 = 2\n"
    "collection item { heft: int = 1; rows allocate { } }\n"
    "item knife { allocate 1.. }\n"
    "item club { allocate 1.. }\n"
    "rule made(t: item = knife) { heft = t.heft }\n";

// The record of `r with { }` has no name of its own, so it is no outcome, and has no rank.
TEST(ReferenceRegression, ARecordOfWithIsNeverPicked) {
  const std::string with = "rule other { made(club with { heft = 3 }) }\n";
  const auto odds = [&](const std::string& rule) { return odds_by(rule + with + kItems, {"kind"}); };
  EXPECT_EQ(odds("rule r { kind = pick k in item at level }\n"), "club 1/2, knife 1/2");
  EXPECT_EQ(odds("rule r { kind = pick item }\n"), "club 1/2, knife 1/2");
  EXPECT_EQ(odds("rule r { kind = pick k in item where k.heft < 9 weight 1 + k.rank }\n"), "club 2/3, knife 1/3");
  EXPECT_EQ(odds_by("rule r { for k in item { last = k }; n = count(k in item where true) }\n" + with + kItems,
                    {"last", "n"}),
            "club 2 1/1");
  EXPECT_EQ(odds_by("rule r { made(club with { heft = 3 }) }\n" + std::string(kItems), {"heft"}), "3 1/1");
}

TEST(ReferenceRegression, ADefInParenthesesStandsForItsWordsBehindIs) {
  const std::string tail = std::string("def edged = {knife, sword}\n") + kItems + "item sword { }\n";
  EXPECT_EQ(odds_by("rule r { let k = pick item; a = k is {(edged)}; b = k is {not (edged)} }\n" + tail, {"a", "b"}),
            "false true 1/3, true false 2/3");
}

// Anywhere but after `pick` it was unset, without a word: `n in few` was never true.
TEST(ReferenceRegression, ADefThatIsARangeIsOneWhereverARangeMayBe) {
  const auto odds = [](const std::string& body, const std::string& field) {
    return odds_by("rule r { " + body + " }\ndef few = 1..2\n", {field});
  };
  EXPECT_EQ(odds("n = d3; hit = n in few", "hit"), "false 1/3, true 2/3");
  EXPECT_EQ(odds("share = d4 / 2; hit = share in few", "hit"), "false 1/4, true 3/4");
  EXPECT_EQ(odds("n = match d3 { few: 1; else: 2 }", "n"), "1 2/3, 2 1/3");
  EXPECT_EQ(odds("match d3 { few: { n = 1 }; else: { n = 2 } }", "n"), "1 2/3, 2 1/3");
  EXPECT_EQ(odds("for x in few { n += x }", "n"), "3 1/1");
  EXPECT_EQ(odds("n = sum(x in few: x * x)", "n"), "5 1/1");
  EXPECT_EQ(odds("n = first(shuffle few)", "n"), "1 1/2, 2 1/2");
  EXPECT_EQ(odds("n = count(x in (pick 1 distinct from few) where x == 2)", "n"), "0 1/2, 1 1/2");
  EXPECT_EQ(odds("n = pick few", "n"), "1 1/2, 2 1/2");
}

// `{}` and `[]` are what the first other value of the name is, from the beginning.
TEST(ReferenceRegression, AnEmptyValueIsAListASetOrAMap) {
  const auto odds = [](const std::string& body) { return odds_by("rule r { " + body + " }\n", {"n"}); };
  EXPECT_EQ(odds("let v = {}; if chance 1/4 { v = [fd] }; v += fc; v += fc; n = count(v)"), "2 3/4, 3 1/4");
  EXPECT_EQ(odds("let v = []; if chance 1/4 { v = {fd} }; v += fc; v += fc; n = count(v)"), "1 3/4, 2 1/4");
  EXPECT_EQ(odds("let v = []; v += fc; v += fc; n = count(v)"), "2 1/1");
  EXPECT_EQ(odds("let v = {}; v += fc; v += fc; n = count(v)"), "1 1/1");
}

TEST(ReferenceRegression, AnEmptyArgumentIsWhatItsParameterIs) {
  EXPECT_EQ(odds_by("rule r { set({}); n = has[fd] }\nrule set(field has: map of symbol to int) { }\n", {"n"}),
            "0 1/1");
  EXPECT_EQ(odds_by("rule r { set([]); has += fc; has += fc; n = count(has) }\n"
                    "rule set(field has: set of symbol) { }\n",
                    {"n"}),
            "1 1/1");
}

TEST(ReferenceRegression, NoneIsAMemberOfAList) {
  const auto odds = [](const std::string& body) { return odds_by("rule r { " + body + " }\n", {"n"}); };
  EXPECT_EQ(odds("let v = []; v += none; n = count(v)"), "1 1/1");
  EXPECT_EQ(odds("let v = [fc]; v += none; v += none; let m = count(v); v -= none; n = 10 * m + count(v)"), "32 1/1");
  EXPECT_EQ(odds("let v = {fc}; v += none; v += none; n = count(v)"), "2 1/1");
}

TEST(ReferenceRegression, ADefThatIsARangeIsNoValueAndSeesNoLets) {
  for (const auto* pack :
       {"rule r { n = few }\ndef few = 1..2", "rule r { if few == 1 { n = 1 } }\ndef few = 1..2",
        "rule r { n = count(few) }\ndef few = 1..2", "rule r { let last = 2; n = pick few }\ndef few = 1..last",
        "rule r { let last = 2; hit = 1 in few }\ndef few = 1..last"}) {
    const auto loaded = Pack::compile("few.loot", pack);
    EXPECT_FALSE(loaded.pack) << pack;
    EXPECT_NE(loaded.findings.text().find("E0402"), std::string::npos) << pack << loaded.findings.text();
  }
}

// A name means what it means everywhere: the nearest of measures, fields and defs.
TEST(ReferenceRegression, AMeasureComesBeforeADefThatIsARange) {
  EXPECT_EQ(odds_by("measure few = 3\ndef few = 1..2\nrule r { n = 1; match d4 { few: { n = 2 } } }\n", {"n"}),
            "1 3/4, 2 1/4");
}

// Nothing is settled for a world: the ends would be drawn at each use.
TEST(ReferenceRegression, ARangeIsNeitherSettledNorConstant) {
  for (const auto* kind : {"world", "constant"}) {
    const auto loaded = Pack::compile("few.loot", std::string(kind) + " def few = 1..2\nrule r { n = pick few }");
    EXPECT_FALSE(loaded.pack) << kind;
    EXPECT_NE(loaded.findings.text().find("a range"), std::string::npos) << kind << loaded.findings.text();
  }
}

// The set itself was the outcome, as one value.
TEST(ReferenceRegression, ASetAtTheHeadOfAGridIsShortForItsMembers) {
  const std::string tail = "rule r { kind = pick g[level] }\ninput level: 1..3 = 2\ndef edges = {axe, gem}\n";
  const std::string found = "axe 1/4, bow 1/2, gem 1/4";
  EXPECT_EQ(odds_by(tail + "grid g[level] {\n {axe, gem} bow\n 2 1 2\n}\n", {"kind"}), found);
  EXPECT_EQ(odds_by(tail + "grid g[level] {\n (edges) bow\n 2 1 2\n}\n", {"kind"}), found);
  EXPECT_EQ(odds_by(tail + "grid g[level across] {\n 1 2\n (edges) 3 1\n bow . 2\n}\n", {"kind"}), found);
  EXPECT_EQ(odds_by("rule r { n = count(pick g[1]) }\ngrid g[level] {\n [axe, gem] [axe]\n 1 3 1\n}\n", {"n"}),
            "1 1/4, 2 3/4");
  EXPECT_EQ(odds_by(tail + "grid g[level] interpolate {\n (edges) bow\n 1 2 .\n 3 . 4\n}\n", {"kind"}), found);
}

constexpr const char* kLcg =
    "with stream lcg(bits = 15, multiplier = 1103515245, increment = 12345, seed = 2, skip = 3)";

// The result of a roll: a declared generator leaves nothing to chance.
std::string rolled(const std::string& declarations, const std::string& field) {
  const auto pack = compiled(declarations);
  auto roller = Roller::make(pack, "");
  EXPECT_TRUE(roller);
  const auto things = roller->roll(1, 0);
  EXPECT_TRUE(things);
  return std::string((*things)[0][field].text());
}

TEST(ReferenceRegression, TheLastTryOfARetryDoesNotAskItsCondition) {
  for (const auto* tries : {"1", "2", "3"}) {
    const auto pack = "rule r { " + std::string(kLcg) + " { retry max " + tries +
                      " { n = 1 } while chance 99%; kind = pick {axe, bow, gem, orb} } }\n";
    EXPECT_EQ(odds_by(pack, {"kind"}), rolled(pack, "kind") + " 1/1") << tries;
  }
  EXPECT_EQ(odds_by("rule r { retry max 1 { n = d2 } while 1 / (n - n) > 1 }\n", {"n"}), "1 1/2, 2 1/2");
}

TEST(ReferenceRegression, ADeclaredGeneratorGoesOnWhereATryIsRefused) {
  for (const auto* loop : {"retry max 3 { n = pick 1..9 } while n > 0", "retry max 5 { n = d6 } while n != 2",
                           "retry { n = d6 } while n != 2", "retry { n = 2d6 } while n > 4"}) {
    const auto pack = "rule r { " + std::string(kLcg) + " { " + loop + "; kind = pick {axe, bow, gem, orb} } }\n";
    EXPECT_EQ(odds_by(pack, {"kind"}), rolled(pack, "kind") + " 1/1") << loop;
  }
}

// The inner block once began with the first number of the outer one: rolls drew the same number twice, odds two
// numbers.
TEST(ReferenceRegression, ANamedStreamGoesOnInsideOfItself) {
  for (const auto* rule : {"rule r { with stream s { a = d6; with stream s { b = d6 }; c = d6 } }",
                           "rule r { with stream s { a = d6; with stream t { with stream s { b = d6 } }; c = d6 } }",
                           "rule r { with stream s { a = d6 }; with stream s { b = d6; c = d6 } }"}) {
    const auto pack = compiled(rule);
    auto roller = Roller::make(pack, "");
    ASSERT_TRUE(roller);
    // One stream, so the same three numbers however the blocks are nested.
    const auto plain = compiled("rule r { with stream s { a = d6; b = d6; c = d6 } }");
    auto other = Roller::make(plain, "");
    ASSERT_TRUE(other);
    for (std::uint64_t index = 0; index < 20; ++index) {
      const auto things = roller->roll(1, index);
      const auto expected = other->roll(1, index);
      ASSERT_TRUE(things && expected);
      for (const auto* field : {"a", "b", "c"}) {
        EXPECT_EQ((*things)[0][field].integer(), (*expected)[0][field].integer()) << rule << " " << field;
      }
    }
  }
}

// In floating point six sixths are less than one: the difference looked like the probability of an accepted try.
TEST(ReferenceRegression, ARetryThatNeverEndsIsAFault) {
  const std::string pack =
      "rule r { if chance 1/3 { stop }; retry { n = d3; if chance 1/2 { n += 3 } else { n += 4 } } while n > 2 }\n";
  const std::string fault(program::describe(program::Fault::Kind::TooManySteps));  // it names the limit of this build
  for (const bool fractions : {true, false}) {
    EXPECT_NE(odds_by(pack, {"n"}, fractions).find(fault), std::string::npos) << fractions;
  }
}

// No question reads the result of the retry, but whether it ends matters.
TEST(ReferenceRegression, ARetryThatNeverEndsIsAFaultThoughNothingReadsIt) {
  const std::string pack = "rule r { retry { n = d3; n += roll(2, 2) } while n > 2; n = 1 }\n";
  const std::string fault(program::describe(program::Fault::Kind::TooManySteps));
  for (const bool fractions : {true, false}) {
    EXPECT_NE(odds_by(pack, {"n"}, fractions).find(fault), std::string::npos) << fractions;
  }
}

// A field that is set to what a fold makes of itself had no type; such fields made a thing in odds, and none in a roll.
TEST(ReferenceRegression, AFoldOfAFieldWithoutATypeIsANumber) {
  for (const auto& [fold, value] : std::map<std::string, std::string>{
           {"sum(x in [1, 2]: n)", "0"}, {"max(x in [1]: n)", "0"}, {"product(x in []: n)", "1"}}) {
    const auto rule = "rule r { n = " + fold + " }";
    EXPECT_EQ(chance_of_nothing(rule), "0") << rule;
    EXPECT_EQ(odds_by(rule, {"n"}), value + " 1/1") << rule;
    auto roller = Roller::make(compiled(rule), "");
    ASSERT_TRUE(roller);
    const auto things = roller->roll(1, 0);
    ASSERT_TRUE(things);
    ASSERT_EQ(things->size(), 1U) << rule;
    EXPECT_EQ(std::to_string((*things)[0]["n"].integer()), value) << rule;
  }
}

// An empty list that a rule wrote was another one than the `{}` of a pack: one outcome was two rows that show the same.
TEST(ReferenceRegression, EmptyListsAreOneOutcomeHoweverTheyCameToBe) {
  const std::string fields =
      "field runes: set of symbol\nfield marks: list of symbol\nfield held_by: map of symbol to int\n";
  const std::string states = "state seen: set of symbol\nstate tally: map of symbol to int\n";
  for (const auto& [rule, by] : std::map<std::string, std::string>{
           {"if chance 1/5 { runes = {} } else { runes = {axe}; runes -= axe }", "runes"},
           {"if chance 1/5 { marks = [] } else { marks = [axe]; marks -= axe }", "marks"},
           {"if chance 1/5 { held_by = {} } else { held_by[axe] += 1; held_by[axe] -= 1 }", "held_by"},
           {"kind = axe; if chance 1/5 { seen -= axe }", "seen"},
           {"kind = axe; if chance 1/5 { seen = {} }", "seen"},
           {"kind = axe; if chance 1/5 { tally[axe] += 1; tally[axe] -= 1 }", "tally"},
           {"kind = axe; if chance 1/5 { tally += held_by }", "tally"}}) {
    const auto odds = odds_by(fields + states + "rule r { " + rule + " }", {by});
    EXPECT_EQ(odds, by == "marks" ? "[] 1/1" : "{} 1/1") << rule;
  }
  // To unset state is something else, as long as the roll lasts.
  EXPECT_EQ(
      odds_by(fields + states + "rule r { if chance 1/5 { seen = none }; n = if seen == none then 1 else 2 }", {"n"}),
      "1 1/5, 2 4/5");
}

}  // namespace reference_regression_test
}  // namespace spoils
