// tests/program/facts/rule_effects_test.cpp
//
// Effects of rules by small packs: what they write, stop, discard and make, each row with the effects as they follow
// from the meaning of the statements (docs/meaning.md). Two rows are mistakes that two hand-written walks had: a
// discard two rules down, and a field that is set as a parameter.
#include "program/facts/rule_effects.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "program/facts/facts_of.h"
#include "spoils/odds.h"

namespace spoils {
namespace rule_effects_test {

using namespace program;

struct Row {
  std::string name;
  std::string declarations;
  std::string writes;
  std::string flags = "";  // of the rule r
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

std::string name_of(const testing::TestParamInfo<Row>& row) { return row.param.name; }

std::string flags_of(const Effect& effect) {
  std::string out;
  const auto add = [&](bool is_set, const char* word) {
    out += is_set ? (out.empty() ? "" : " ") + std::string(word) : "";
  };
  add(effect.stops, "stops");
  add(effect.discards, "discards");
  add(effect.makes, "makes");
  add(effect.drops, "drops");
  add(effect.holds, "holds");
  add(effect.may_not_end, "may-not-end");
  return out;
}

class Effects : public testing::TestWithParam<Row> {};

TEST_P(Effects, OfARule) {
  const auto pack = compiled(GetParam().declarations);
  const auto& program = pack.data().program;
  RuleEffects effects(program);
  const auto& effect = effects.of_rule(facts_of::rule(program, "r"));
  EXPECT_EQ(facts_of::names(program, effects.writes(effect)), GetParam().writes);
  EXPECT_EQ(flags_of(effect), GetParam().flags);
}

INSTANTIATE_TEST_SUITE_P(
    Rule, Effects,
    testing::Values(Row{"Assign", "rule r { x = 1; y = 2 }", "x y"},
                    Row{"Blocks", "rule r { if chance(1/2) { x = 1 } else { y = 1 } ; repeat 2 { z = 1 } }", "x y z"},
                    Row{"VariablesOfLoops", "rule r { for i in [1, 2] { x = i } ; for j in 1..3 { x = j } }", "i j x"},
                    Row{"WithRestoresItsInput", "input depth = 1\nrule r { with depth = 3 { x = depth } }", "x"},
                    Row{"OfWhatIsRun", "rule r { a(2) }\nrule a(n: int) { x = n }", "n x"},
                    Row{"OfWhatIsNamed", "rule r { do pick {a, b} }\nrule a { x = 1 }\nrule b { y = 1 }", "x y"},
                    Row{"StopEndsTheRule", "rule r { if chance(1/2) { stop } ; x = 1 }", "x", "stops"},
                    Row{"StopEndsNoCaller", "rule r { a(); x = 1 }\nrule a { stop }", "x"},
                    Row{"DiscardEndsTheCaller", "rule r { a(); x = 1 }\nrule a { discard }", "x", "discards"},
                    Row{"DiscardEndsTheCallersCaller", "rule r { a(); x = 1 }\nrule a { b() }\nrule b { discard }", "x",
                        "discards"},
                    Row{"DiscardOfAnotherThing",
                        "rule r { drop a(); x = 1 }\nrule a { b() }\nrule b { y = 1; discard }", "x", "makes drops"},
                    Row{"AnotherThingHasFieldsOfItsOwn",
                        "state seen = 0\nrule r { hold a(); x = 1 }\nrule a { y = 1; seen += 1 }", "seen x",
                        "makes holds"},
                    Row{"WhatADroppedThingHolds", "rule r { drop a(); x = 1 }\nrule a { hold b() }\nrule b { y = 1 }",
                        "x", "makes drops"},
                    Row{"WhatAHeldThingDrops", "rule r { hold a(); x = 1 }\nrule a { drop b() }\nrule b { y = 1 }", "x",
                        "makes drops holds"},
                    Row{"RetryWithoutALimit", "rule r { retry { x = d6 } while x < 6 }", "x", "may-not-end"},
                    Row{"RetryWithALimit", "rule r { retry max 3 { x = d6 } while x < 6 }", "x"}),
    name_of);

TEST(Effects, ANumberHasTwoWords) {
  const auto pack = compiled("rule r { x = pick {(1/2), (1/3)} }");
  const auto& program = pack.data().program;
  const auto slot = *program.find_field("x");
  RuleEffects effects(program);
  const auto& writes = effects.writes(effects.of_rule(0));
  EXPECT_EQ(writes, (std::vector<SlotId>{slot, slot + 1}));
}

TEST(Effects, OfOneStatement) {
  const auto pack = compiled("rule r { x = 1; if chance(1/2) { y = 1; drop a() } }\nrule a { z = 1 }");
  const auto& program = pack.data().program;
  RuleEffects effects(program);
  const auto& body = program.blocks[program.rules[0].body];
  const auto& first = effects.of_statement(program.block_items[body.first]);
  EXPECT_EQ(facts_of::names(program, effects.writes(first)), "x");
  EXPECT_EQ(flags_of(first), "");
  const auto& second = effects.of_statement(program.block_items[body.first + 1]);
  EXPECT_EQ(facts_of::names(program, effects.writes(second)), "y");
  EXPECT_EQ(flags_of(second), "makes drops");
}

/// Whether each thing of the first rule has a field.
bool is_sure(const std::string& declarations) {
  const auto pack = compiled("input depth: 0..9 = 1\nfield y: int\n" + declarations);
  return RuleEffects(pack.data().program).surely_sets_field(0);
}

TEST(DefiniteAssignment, OfARule) {
  EXPECT_TRUE(is_sure("rule r { x = 1 }"));
  EXPECT_TRUE(is_sure("rule r { a() }\nrule a { x = d6 }"));
  EXPECT_TRUE(is_sure("rule r { x = pick {sword, bow} }"));
  EXPECT_TRUE(is_sure("rule r { a(); x = 1 }\nrule a { if chance(1/2) { stop } }")) << "a stop ends its rule only";
  EXPECT_TRUE(is_sure("rule r { if chance(1/2) { x = 1 } else { y = 1 } }"));
  EXPECT_TRUE(
      is_sure("rule r { if chance(1/2) { x = 1 } else if chance(1/2) { a() } else { y = 2 } }\nrule a { z = 1 }"));
  for (const auto* const turns : {"repeat 2", "repeat d3", "repeat (pick 1..3)", "for n in 1..3", "retry",
                                  "retry max 2", "with depth = 2", "with stream s"}) {
    const std::string head = turns;
    const std::string tail = head.rfind("retry", 0) == 0 ? " while y == 2" : "";
    EXPECT_TRUE(is_sure("rule r { " + head + " { x = 1 }" + tail + " }")) << turns;
    EXPECT_TRUE(is_sure("rule r { " + head + " { a() }" + tail + " }\nrule a { l += 1 }")) << turns;
    EXPECT_FALSE(is_sure("rule r { " + head + " { if chance(1/2) { x = 1 } }" + tail + " }")) << turns;
    EXPECT_FALSE(is_sure("rule r { " + head + " { if chance(1/2) { stop }; x = 1 }" + tail + " }")) << turns;
  }
  EXPECT_FALSE(is_sure("rule r { repeat 2 while y == 1 { x = 1 } }"));
  for (const auto* const none :
       {"repeat 0", "repeat depth", "repeat (pick 0..3)", "for n in 3..1", "for n in 1..depth"}) {
    EXPECT_FALSE(is_sure("rule r { " + std::string(none) + " { x = 1 } }")) << none;
  }
  EXPECT_TRUE(is_sure("rule r { try { x = d6 } keep x > 2 else { y = 1 } }"));
  EXPECT_FALSE(is_sure("rule r { try { x = d6 } keep x > 2 }")) << "what fails is taken back";
  EXPECT_FALSE(is_sure("rule r { if chance(1/2) { x = 1 } else if chance(1/2) { y = 1 } }"));
  EXPECT_FALSE(is_sure("rule r { if chance(1/2) { x = 1 } else { stop; y = 1 } }"));
  EXPECT_FALSE(is_sure("rule r { if chance(1/2) { x = 1 } else { y = 1 }; if chance(1/2) { y = none } }"));
  EXPECT_FALSE(is_sure("rule r { if chance(1/2) { x = 1 } }"));
  EXPECT_FALSE(is_sure("rule r { if chance(1/2) { stop } ; x = 1 }"));
  EXPECT_FALSE(is_sure("rule r { x = pick {sword, none} }"));
  EXPECT_FALSE(is_sure("rule r { x = 1; if chance(1/2) { x = none } }"));
  EXPECT_FALSE(is_sure("rule r { drop a() }\nrule a { x = 1 }")) << "the field of another thing";
}

// The rule that discards is two calls down. Odds left the call out, since it sets nothing that is read later.
TEST(Effects, ADiscardTwoRulesDownIsNotSkipped) {
  const auto pack = compiled("rule r { a(); x = 1 }\nrule a { b() }\nrule b { if chance(1/4) { discard } }");
  Marginal question;
  question.rule = "r";
  question.by = {"x"};
  question.fractions = true;
  const auto table = exact_odds(pack, question);
  ASSERT_TRUE(table) << table.error().message;
  ASSERT_EQ(table->rows.size(), 2U);
  EXPECT_EQ(to_text(table->rows[0].values[0]), "1");
  EXPECT_EQ(table->rows[0].fraction->text(), "3/4");
}

// `apply` of many records: range analysis forgets what their blocks may write. A field that they set as a parameter of
// a rule was believed to be 0 still, and the division was refused.
TEST(Effects, AFieldThatIsAParameterIsWritten) {
  std::string source = "pack test \"Test\" 1.0\ncollection k { block effect }\n";
  for (int i = 1; i <= 30; ++i) {
    const auto number = std::to_string(i);
    source += "k k" + number + " { effect { g(" + number + ") } }\n";
  }
  source +=
      "rule g(field bonus: int) { }\n"
      "rule r { bonus = 0; kind = pick k; apply kind.effect; x = 10 // bonus }\n";
  const auto loaded = Pack::compile("test.loot", source);
  EXPECT_TRUE(loaded.pack) << loaded.findings.text();
}

TEST(Summary, OfARule) {
  const auto pack = compiled("rule r { x = 1; a(); drop b(); drop b(); hold b() }\nrule a { y = 2 }\nrule b { z = 3 }");
  const auto& program = pack.data().program;
  const auto summary = summary_of(program, 0);
  EXPECT_EQ(facts_of::names(program, summary.fields), "x y");
  EXPECT_EQ(facts_of::rule_names(program, summary.drops), "b b");
  EXPECT_EQ(facts_of::rule_names(program, summary.creates), "b b b");
  EXPECT_EQ(facts_of::rule_names(program, {summary.participants.begin(), summary.participants.end()}), "r a");
  EXPECT_EQ(values_given(program, summary, *program.find_field("y")).size(), 1U);
}

}  // namespace rule_effects_test
}  // namespace spoils
