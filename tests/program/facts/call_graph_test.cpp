// tests/program/facts/call_graph_test.cpp
//
// Calls between rules, by small packs whose call graphs are drawn by hand: what is reached over rules of the same thing
// and over things, the order in which each rule follows what it calls, and depth.
#include "program/facts/call_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "program/facts/facts_of.h"

namespace spoils {
namespace call_graph_test {

using namespace program;

// root runs a, which runs b; it drops c, which holds d; `do` may name e and f.
constexpr const char* kPack =
    "rule root { a(); drop c(); do pick {e, f}; if chance(1/2) { repeat 2 { x = 1 } } }\n"
    "rule a { b() }\nrule b { y = 1 }\nrule c { hold d(); y = 2 }\nrule d { y = 3 }\nrule e { z = d6 }\nrule f { z = 1 "
    "}\n"
    "rule other { root(); root() }\n";

std::string reached(const Program& program, const std::string& from, Follow follow) {
  auto rules = rules_reached(program, {facts_of::rule(program, from)}, follow);
  std::sort(rules.begin(), rules.end());
  return facts_of::rule_names(program, rules);
}

TEST(CallGraph, WhatIsReached) {
  const auto pack = compiled(kPack);
  const auto& program = pack.data().program;
  EXPECT_EQ(reached(program, "root", Follow::SameThing), "root a b e f");
  EXPECT_EQ(reached(program, "root", Follow::AllThings), "root a b c d e f");
  EXPECT_EQ(reached(program, "c", Follow::SameThing), "c");
  EXPECT_EQ(reached(program, "b", Follow::AllThings), "b");
  EXPECT_EQ(reached(program, "other", Follow::SameThing), "root a b e f other");
}

TEST(CallGraph, ARuleComesAfterWhatItCalls) {
  const auto pack = compiled(kPack);
  const auto& program = pack.data().program;
  const CallGraph calls(program);
  EXPECT_TRUE(calls.circles().empty());
  ASSERT_EQ(calls.order().size(), program.rules.size());
  const auto place = [&](RuleId rule) { return std::find(calls.order().begin(), calls.order().end(), rule); };
  for (RuleId rule = 0; rule < program.rules.size(); ++rule) {
    for_each_statement(program, program.rules[rule].body, [&](std::uint32_t number) {
      for_each_call(program, program.statements[number], [&](RuleId called, CallKind) {
        EXPECT_LT(place(called), place(rule)) << program.rules[rule].name;
      });
    });
  }
}

TEST(CallGraph, Depth) {
  const auto pack = compiled(kPack);
  const auto& program = pack.data().program;
  const CallGraph calls(program);
  const auto depth = [&](const char* name) { return calls.depth(facts_of::rule(program, name)); };
  EXPECT_EQ(depth("b"), 1);
  EXPECT_EQ(depth("a"), 2);
  EXPECT_EQ(depth("c"), 2);
  EXPECT_EQ(depth("root"), 3);
  EXPECT_EQ(depth("other"), 4);
}

TEST(CallGraph, FromALaterRuleOn) {
  const auto pack = compiled(kPack);
  const auto& program = pack.data().program;
  const CallGraph calls(program, facts_of::rule(program, "c"));
  EXPECT_EQ(calls.depth(facts_of::rule(program, "c")), 2);
  const CallGraph few(program, facts_of::rule(program, "e"));
  EXPECT_EQ(few.depth(facts_of::rule(program, "c")), 2) << "`other` reaches it";
}

// Recursion is refused, so a pack cannot show it: the program is changed by hand.
TEST(CallGraph, ACircleIsFoundWhereItCloses) {
  const auto pack =
      compiled("rule r { a(); a() }\nrule a { b() }\nrule b { if x > 0 { c() } ; x = 1 }\nrule c { y = 1 }");
  auto program = pack.data().program;
  std::uint32_t call_of_c = 0;
  for (std::uint32_t i = 0; i < program.statements.size(); ++i) {
    auto& s = program.statements[i];
    if (s.kind != Statement::Kind::Run || s.a != facts_of::rule(program, "c")) { continue; }
    s.a = facts_of::rule(program, "a");
    call_of_c = i;
  }
  const CallGraph calls(program);
  ASSERT_EQ(calls.circles().size(), 1U);
  EXPECT_EQ(calls.circles()[0].statement, call_of_c);
  EXPECT_EQ(calls.circles()[0].rule, facts_of::rule(program, "a"));
  EXPECT_EQ(calls.order().size(), program.rules.size());
}

TEST(CallGraph, TheExpressionsOfARuleAreItsOwn) {
  const auto pack = compiled("rule r(n = 3) { x = n + 1; repeat n { a() } }\nrule a { y = 7 }");
  const auto& program = pack.data().program;
  // The default 3, n + 1, and the count n.
  EXPECT_EQ(expressions_of(program, facts_of::rule(program, "r")).size(), 3U);
  EXPECT_EQ(expressions_of(program, facts_of::rule(program, "a")).size(), 1U);
}

}  // namespace call_graph_test
}  // namespace spoils
