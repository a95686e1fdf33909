// tests/odds/liveness_test.cpp
//
// Facts that odds compute about a program before they run it: which slots are live before each statement
// (odds/liveness.h), which statements are reached, which rules surely set a field (program/facts/rule_effects.h), and
// how a statement uses slots (odds/access_analysis.h). Small rules beside facts that were derived by hand; each has
// rows in which the optimisation must not apply.
#include "odds/liveness.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "api/pack_data.h"
#include "compiled.h"
#include "odds/access_analysis.h"
#include "odds/reachable_statements.h"
#include "program/facts/rule_effects.h"

namespace spoils {
namespace liveness_test {

using program::SlotId;

/// Returns the name of a slot; of a parameter or let without its number.
std::string name_of(const program::Program& program, SlotId slot) { return program.slots[slot].name; }

SlotId slot_named(const program::Program& program, const std::string& name) {
  for (SlotId slot = 0; slot < program.slots.size(); ++slot) {
    if (program.slots[slot].name == name) { return slot; }
  }
  ADD_FAILURE() << "no slot " << name;
  return 0;
}

std::string in_order(std::set<std::string> names) {
  std::string out;
  for (const auto& name : names) { out += (out.empty() ? "" : " ") + name; }
  return out;
}

std::string names_in(const program::Program& program, const odds::SlotSet& set) {
  std::set<std::string> names;
  for (SlotId slot = 0; slot < program.slots.size(); ++slot) {
    if (set.contains(slot) && !name_of(program, slot).empty()) { names.insert(name_of(program, slot)); }
  }
  return in_order(names);
}

odds::SlotSet set_of(const program::Program& program, odds::Liveness& liveness, const std::vector<std::string>& names) {
  auto out = liveness.none();
  for (const auto& name : names) { out.insert(slot_named(program, name)); }
  return out;
}

struct Row {
  std::string name;
  std::string declarations;
  std::vector<std::string> after;     // slots that are live after rule r
  std::vector<std::string> expected;  // before each of its statements, and after the last
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

class LiveSlots : public testing::TestWithParam<Row> {};

TEST_P(LiveSlots, AreAsListed) {
  const auto pack = compiled(GetParam().declarations);
  const auto& program = pack.data().program;
  odds::Liveness liveness(program);
  const auto rule = *program.find_rule("r");
  std::vector<std::string> found;
  for (const auto& live : liveness.through(program.rules[rule].body, set_of(program, liveness, GetParam().after))) {
    found.push_back(names_in(program, live));
  }
  EXPECT_EQ(found, GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, LiveSlots,
    testing::Values(
        Row{"AssignmentEndsIt", "rule r { x = d6; y = x; x = d4 }", {"x", "y"}, {"", "x", "y", "x y"}},
        Row{"DeadAssignmentReadsNothing", "rule r { x = d6; y = x; y = 1 }", {"y"}, {"", "", "", "y"}},
        Row{"ReadAndSet", "rule r { x = d6; x = x + 1 }", {"x"}, {"", "x", "x"}},
        Row{"OneBranchSetsIt", "rule r { x = 1; if chance 1/2 { x = 2 } }", {"x"}, {"", "x", "x"}},
        Row{"BothBranchesSetIt", "rule r { x = 1; if chance 1/2 { x = 2 } else { x = 3 } }", {"x"}, {"", "", "x"}},
        Row{"ConditionReadsIt", "rule r { y = d2; if y == 1 { x = 2 } else { x = 3 } }", {"x"}, {"", "y", "x"}},
        Row{"HandedOnFromTurnToTurn",
            "rule r { a = 1; b = 2; c = 3; repeat 3 { a = b; b = c; c = d2 } }",
            {"a"},
            {"", "a", "a b", "a b c", "a"}},
        Row{"LoopThatMayNotTurn",
            "rule r { x = 1; repeat d2 while y == 1 { x = 2 } }\nfield y: int",
            {"x"},
            {"y", "x y", "x"}},
        Row{"StopLeadsToTheEnd", "rule r { x = 1; if chance 1/2 { stop }; x = 2 }", {"x"}, {"x", "x", "x", "x"}},
        Row{"CalledRule", "rule r { x = 1; y = 1; s() }\nrule s { x = y }", {"x"}, {"", "", "y", "x"}},
        Row{"ArgumentOfACall", "rule r { y = d2; z = d2; s(y) }\nrule s(n) { x = n }", {"x"}, {"", "y", "y", "x"}},
        Row{"MemberThatIsAppended", "rule r { l = []; y = d2; l += y }", {"l"}, {"", "l", "l y", "l"}},
        // A block with another input, or one that is tried again, is taken for one that may leave x alone.
        Row{"InputSetForABlock",
            "input depth: 1..9 = 1\nrule r { with depth = 2 { x = depth }; y = depth }",
            {"x"},
            {"x", "x", "x"}},
        Row{"RetryReadsItsCondition",
            "rule r { y = d2; z = d2; retry { x = d6 } while x == y }",
            {"x"},
            {"x", "x y", "x y", "x"}}),
    [](const auto& row) { return row.param.name; });

struct Reached {
  std::string name;
  std::string declarations;
  std::vector<std::string> after;
  std::size_t expected;  // statements
};

void PrintTo(const Reached& row, std::ostream* out) { *out << row.name; }

class ReachedStatements : public testing::TestWithParam<Reached> {};

TEST_P(ReachedStatements, AreCounted) {
  const auto pack = compiled(GetParam().declarations);
  const auto& program = pack.data().program;
  odds::Liveness liveness(program);
  odds::ReachableStatements reachable(program, liveness);
  std::set<std::uint32_t> found;
  reachable.block(program.rules[*program.find_rule("r")].body, set_of(program, liveness, GetParam().after),
                  [&](std::uint32_t number, const odds::SlotSet&) { found.insert(number); });
  EXPECT_EQ(found.size(), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, ReachedStatements,
    testing::Values(Reached{"AllThatIsRead", "rule r { x = d6; s() }\nrule s { y = x }", {"y"}, 3},
                    Reached{"NoneOfADeadRule", "rule r { x = d6; s() }\nrule s { y = x }", {"x"}, 1},
                    Reached{"NoneOfADeadBranch", "rule r { x = d6; if x == 1 { y = 1; z = 2 } }", {"x"}, 1},
                    Reached{"OneOfABlock", "rule r { x = d6; if x == 1 { y = 1; z = 2 } }", {"z"}, 3},
                    // `stop` changes what comes after it.
                    Reached{"AllStops", "rule r { x = d6; if x == 1 { y = 1; stop }; z = 1 }", {"z"}, 4}),
    [](const auto& row) { return row.param.name; });

struct Assigned {
  std::string name;
  std::string declarations;
  bool expected;
};

void PrintTo(const Assigned& row, std::ostream* out) { *out << row.name; }

class SureFields : public testing::TestWithParam<Assigned> {};

TEST_P(SureFields, AreThoseOfEveryThing) {
  const auto pack = compiled(GetParam().declarations);
  const auto& program = pack.data().program;
  EXPECT_EQ(program::RuleEffects(program).surely_sets_field(*program.find_rule("r")), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, SureFields,
    testing::Values(Assigned{"Assignment", "rule r { x = d6 }", true},
                    Assigned{"AfterAnother", "rule r { if chance 1/2 { y = 1 }; x = d6 }", true},
                    Assigned{"InACalledRule", "rule r { s() }\nrule s { x = d6 }", true},
                    Assigned{"PickOfATable", "rule r { k = pick {a, b} }", true},
                    Assigned{"BothWaysOfAChoice", "rule r { k = if chance 1/2 then a else b }", true},
                    Assigned{"NotALet", "rule r { let x = d6; if x == 1 { y = 1 } }", false},
                    Assigned{"NotInABlock", "rule r { if chance 1/2 { x = 1 } }", false},
                    Assigned{"NotAfterAStop", "rule r { if chance 1/2 { stop }; x = 1 }", false},
                    Assigned{"NotNone", "rule r { x = if chance 1/2 then 1 else none }", false},
                    Assigned{"NotIfItIsUnsetAgain", "rule r { x = 1; if chance 1/2 { x = none } }", false},
                    Assigned{"NotIfARuleAroundItUnsetsIt", "rule r { s(); x = none }\nrule s { x = 1 }", false},
                    Assigned{"NotAParameterOfAField", "rule r(field x: int) { }", false},
                    Assigned{"NotByARuleOfAnotherThing", "rule r { drop s }\nrule s { x = 1 }", false},
                    Assigned{"AnotherRuleMayUnsetIt", "rule r { x = 1 }\nrule s { x = y; y = 2 }", true},
                    Assigned{"NotIfARuleThatItRunsUnsetsIt",
                             "rule r { x = 1; if chance 1/2 { s() } }\nrule s { x = y; y = 2 }", false},
                    Assigned{"NotIfANamedRuleUnsetsIt",
                             "rule r { x = 1; do pick {s, t} }\nrule s { x = none }\nrule t { x = 2 }", false},
                    Assigned{"NotARowOfNone", "rule r { k = pick {a, none} }", false}),
    [](const auto& row) { return row.param.name; });

struct Uses {
  std::string name;
  std::string declarations;  // all statements of rule r are analysed together
  std::string read;          // slots whose very word is read
  std::string asked;         // slots of which a question is asked
  std::string any_order;     // lists whose order matters to no use
  std::string grows;         // lists that only grow
};

void PrintTo(const Uses& row, std::ostream* out) { *out << row.name; }

class Accesses : public testing::TestWithParam<Uses> {};

TEST_P(Accesses, AreClassified) {
  const auto pack = compiled(GetParam().declarations);
  const auto& program = pack.data().program;
  odds::AccessAnalysis analysis(program);
  const auto& body = program.blocks[program.rules[*program.find_rule("r")].body];
  for (std::uint32_t i = 0; i < body.count; ++i) {
    analysis.look_at(program.statements[program.block_items[body.first + i]]);
  }
  std::set<std::string> read;
  std::set<std::string> asked;
  std::set<std::string> any_order;
  std::set<std::string> grows;
  for (SlotId slot = 0; slot < program.slots.size(); ++slot) {
    const auto name = name_of(program, slot);
    if (name.empty()) { continue; }
    const bool is_list = program.slots[slot].type.kind == program::ValueKind::List;
    if (analysis.is_read(slot)) { read.insert(name); }
    if (analysis.questions().count(slot) != 0) { asked.insert(name); }
    for (const auto& question : analysis.member_questions()) {
      if (question.list == slot) { asked.insert(name); }
    }
    if (is_list && analysis.is_order_insensitive(slot)) { any_order.insert(name); }
    if (is_list && analysis.only_grows(slot)) { grows.insert(name); }
  }
  EXPECT_EQ(in_order(read), GetParam().read) << "read";
  EXPECT_EQ(in_order(asked), GetParam().asked) << "asked";
  EXPECT_EQ(in_order(any_order), GetParam().any_order) << "in any order";
  EXPECT_EQ(in_order(grows), GetParam().grows) << "grows";
}

constexpr const char* kFields = "field n: int\nfield m: int\nfield l: list of int\nfield k: symbol\n";

INSTANTIATE_TEST_SUITE_P(
    Rows, Accesses,
    testing::Values(
        Uses{"Comparisons", std::string(kFields) + "rule r { f = n < 3 and m in 1..2 or k == a }", "", "k m n", "l",
             ""},
        Uses{"KeyOfATable", std::string(kFields) + "table t: c { a 1; b 2 }\nrule r { x = t[k].c; f = k in t }", "",
             "k", "l", ""},
        Uses{"QuestionsOfMembers", std::string(kFields) + "rule r { x = count(i in l where i < 3); f = 2 in l }", "",
             "i l", "l", ""},
        Uses{"GrowingList", std::string(kFields) + "rule r { l += 2; l += 3 }", "", "", "l", "l"},
        // The operand of `in` is a word of its own.
        Uses{"NotTheOrderIfASlotIsAMember", std::string(kFields) + "rule r { f = n in l }", "n", "l", "", ""},
        Uses{"NotAnOperandOfArithmetic", std::string(kFields) + "rule r { x = n + 1; f = m + 1 < 3 }", "m n", "", "l",
             ""},
        Uses{"NotAComparisonWithADraw", std::string(kFields) + "rule r { f = n < d6 }", "n", "", "l", ""},
        Uses{"NotAMemberByItsPlace", std::string(kFields) + "rule r { x = l[1] }", "l", "", "", ""},
        Uses{"ASum", std::string(kFields) + "rule r { x = sum(i in l: i) }", "i", "l", "l", ""},
        Uses{"NotAListOfMembers", std::string(kFields) + "rule r { x = count(list(i in l: i)) }", "i l", "", "", ""},
        Uses{"NotAListThatIsSetAnew", std::string(kFields) + "rule r { l += 2; l = [n] }", "n", "", "l", ""}),
    [](const auto& row) { return row.param.name; });

}  // namespace liveness_test
}  // namespace spoils
