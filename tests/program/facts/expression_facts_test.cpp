// tests/program/facts/expression_facts_test.cpp
//
// Facts about expressions: rows with a source and the facts that follow from its meaning, and laws over all expressions
// of the packs that ship. The reads of an expression have an oracle: slots_read(), which walks the graph below one
// expression, where the pass joins what it knows of the parts.
#include "program/facts/expression_facts.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "program/facts/call_graph.h"
#include "program/facts/facts_of.h"
#include "program/limits.h"
#include "program/walk.h"

namespace spoils {
namespace expression_facts_test {

using namespace program;

struct Row {
  std::string name;
  std::string expression;
  std::string reads;
  std::string flags;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

std::string name_of(const testing::TestParamInfo<Row>& row) { return row.param.name; }

std::string flags_of(const ExpressionFact& fact) {
  std::string out;
  const auto add = [&](bool is_set, const char* word) {
    if (is_set) { out += (out.empty() ? "" : " ") + std::string(word); }
  };
  add(fact.draws, "draws");
  add(fact.is_sound, "sound");
  add(fact.is_small, "small");
  add(fact.is_memoisable, "memoisable");
  add(fact.is_hoistable, "hoistable");
  return out;
}

constexpr const char* kDeclarations =
    "input depth: 1..30 = 3\nstate seen = 0\n"
    "table potion { 60 healing; depth speed; 5 rage if seen > 2 }\n"
    "table price: cost { 1 healing 2; 1 speed (depth + 1) }\n"
    "def twice(n) = n + n\ndef luck = chance(depth%)\n"
    "def capped(n) { let p = n; for i in 1..depth { if p > 9 { give 9 }; p += i }; give p }\n"
    "def graded(n) { if n > 3 { give 2 }; give depth }\n"
    "constant def cubed(n) = n ^ 3\nconstant def upto(n) = list(i in 1..n: i)\n"
    "def thrown(n) { let p = 0; repeat n { p += d6 }; give p }\n";

// The value of x, in a rule with the field `had`, a list, and the field y.
class Facts : public testing::TestWithParam<Row> {};

TEST_P(Facts, OfAnExpression) {
  const auto pack =
      compiled(std::string(kDeclarations) + "rule r { had = [healing]; y = d6; x = " + GetParam().expression + " }");
  const auto& program = pack.data().program;
  const auto& last = program.statements[statements_of(program, program.rules[0].body).back()];
  ASSERT_EQ(last.kind, Statement::Kind::Assign);
  ExpressionFacts facts(program);
  const auto& fact = facts.of(last.b);
  EXPECT_FALSE(facts.violation());
  EXPECT_EQ(facts_of::names(program, facts.reads(fact)), GetParam().reads);
  EXPECT_EQ(flags_of(fact), GetParam().flags);
}

INSTANTIATE_TEST_SUITE_P(
    Expression, Facts,
    testing::Values(Row{"Constant", "3", "", "sound small memoisable hoistable"},
                    Row{"Input", "depth", "depth", "sound memoisable hoistable"},
                    Row{"SumMayLeaveItsRange", "depth + y", "depth y", "memoisable hoistable"},
                    Row{"Comparison", "depth > y and seen > 1", "depth seen y", "sound memoisable hoistable"},
                    Row{"Draw", "d6 + depth", "depth", "draws"},
                    Row{"TableReadsByItsRows", "pick potion", "depth seen", "draws"},
                    Row{"DefReadsNoParameter", "twice(depth)", "depth", "memoisable hoistable"},
                    Row{"DefThatDraws", "luck", "depth", "draws"},
                    Row{"BlockReadsNoLet", "capped(y)", "depth y", "memoisable"},
                    Row{"ConstantOfAnInput", "cubed(depth)", "depth", "memoisable hoistable"},
                    Row{"ListOfAConstant", "upto(depth)", "depth", ""}, Row{"BlockThatDraws", "thrown(2)", "", "draws"},
                    Row{"FoldReadsNoVariable", "count(a in had where a == healing)", "had", "sound small memoisable"},
                    Row{"SumOfAFold", "sum(a in had: depth)", "depth had", "memoisable"},
                    Row{"ListIsMade", "[depth, y]", "depth y", ""},
                    Row{"LengthOfAList", "count(had)", "had", "sound small memoisable"},
                    Row{"ChoiceReadsNoRow", "pick p in price where p.cost > depth", "depth", "draws"}),
    name_of);

struct UnsetRow {
  std::string name;
  std::string expression;
  bool may_be_unset = false;
};

void PrintTo(const UnsetRow& row, std::ostream* out) { *out << row.name; }

class MayBeUnset : public testing::TestWithParam<UnsetRow> {};

TEST_P(MayBeUnset, OfAnExpression) {
  const auto pack = compiled(std::string(kDeclarations) +
                             "state stage: 1..3 = 1\ntable rare { 60 healing; 1 speed if depth > 2 else none }\n"
                             "table gone { 1 healing; 1 speed if depth > 2 }\n"
                             "def deep = if depth > 2 then healing else none\ndef both = if depth > 2 then 1 else 2\n"
                             "rule r { had = [3]; y = d6; x = " +
                             GetParam().expression + " }");
  const auto& program = pack.data().program;
  const auto last = program.statements[statements_of(program, program.rules[0].body).back()].b;
  EXPECT_EQ(ExpressionFacts(program).of(last).may_be_unset, GetParam().may_be_unset);
  EXPECT_EQ(program.expressions[last].may_be_unset, GetParam().may_be_unset);
}

// The linker knows the bodies of defs, the rows of tables and the bounds of state, which may follow their uses.
INSTANTIATE_TEST_SUITE_P(
    Expression, MayBeUnset,
    testing::Values(
        UnsetRow{"Constant", "3", false}, UnsetRow{"None", "none", true}, UnsetRow{"InputWithAValue", "depth", false},
        UnsetRow{"Field", "y", true}, UnsetRow{"StateWithBounds", "stage", false},
        UnsetRow{"StateWithoutBounds", "seen", true}, UnsetRow{"BothBranchesSet", "if depth > 2 then 1 else 2", false},
        UnsetRow{"BlockGivesValues", "graded(2)", false}, UnsetRow{"BlockGivesALet", "thrown(2)", true},
        UnsetRow{"OneBranchUnset", "if depth > 2 then 1 else none", true},
        UnsetRow{"OtherBranchUnset", "if depth > 2 then none else 1", true},
        UnsetRow{"TableWhoseRowsAreSet", "pick potion", false}, UnsetRow{"TableARowOfWhichLeaves", "pick gone", false},
        UnsetRow{"TableARowOfWhichIsNone", "pick rare", true}, UnsetRow{"DefThatIsSet", "both", false},
        UnsetRow{"DefThatMayBeUnset", "deep", true}, UnsetRow{"Count", "count(a in had where a > 2)", false},
        UnsetRow{"Sum", "sum(a in had: a)", false}, UnsetRow{"LargestOfNothing", "max(a in had: a)", true},
        UnsetRow{"FilterOrNothing", "pick p in price where p.cost > depth or nothing", true}),
    [](const auto& row) { return row.param.name; });

class ShippedPack : public testing::TestWithParam<std::string> {};

TEST_P(ShippedPack, ReadsAreThoseOfTheWholeGraph) {
  const auto loaded = Pack::load(std::string(SPOILS_PACKS_DIR) + "/" + GetParam());
  ASSERT_TRUE(loaded.pack) << loaded.findings.text();
  const auto& program = loaded.pack->data().program;
  ExpressionFacts facts(program);
  std::size_t compared = 0;
  for (ExpressionId id = 0; id < program.expressions.size(); ++id) {
    const auto fact = facts.of(id);
    EXPECT_EQ(fact.draws, program.expressions[id].draws) << id;
    if (!ExpressionFacts::knows_reads(fact)) { continue; }
    ASSERT_EQ(facts.reads(fact), slots_read(program, {id})) << id;
    ++compared;
  }
  for (RuleId rule = 0; rule < program.rules.size(); ++rule) {
    EXPECT_EQ(program.rules[rule].reads, slots_read(program, expressions_of(program, rule))) << rule;
  }
  EXPECT_FALSE(facts.violation());
  EXPECT_GT(compared, program.expressions.size() / 2);
}

INSTANTIATE_TEST_SUITE_P(Packs, ShippedPack, testing::Values("rogue", "powder", "pyrel", "crawl"),
                         [](const auto& row) { return row.param; });

// No pack can have these, since it is refused: a program that is changed by hand.
TEST(Violations, ATableThatPicksFromItself) {
  const auto pack = compiled("table a { 1 x; 1 y }\nrule r { s = pick a }");
  auto program = pack.data().program;
  ExpressionId pick = kNone;
  for (ExpressionId id = 0; id < program.expressions.size(); ++id) {
    if (program.expressions[id].op == Op::PickTable) { pick = id; }
  }
  auto& table = program.tables[program.expressions[pick].a];
  table.rows[1].outcome = pick;
  ExpressionFacts facts(program);
  static_cast<void>(facts.of(pick));
  ASSERT_TRUE(facts.violation());
  EXPECT_EQ(facts.violation()->kind, ExpressionViolation::Kind::Recursion);
  EXPECT_EQ(facts.violation()->expression, pick);
}

TEST(Violations, DepthAtTheLimitAndBeyond) {
  const auto pack = compiled("rule r { x = 3 }");
  auto program = pack.data().program;
  Expression negate;
  negate.op = Op::Negate;
  negate.a = 0;
  const auto first = static_cast<ExpressionId>(program.expressions.size());
  for (int level = 2; level <= kMaxDepth + 1; ++level) {
    program.expressions.push_back(negate);
    program.places.emplace_back();
    negate.a = static_cast<ExpressionId>(program.expressions.size() - 1);
  }
  const auto last = static_cast<ExpressionId>(program.expressions.size() - 1);
  program.expressions[0] = Expression();
  ExpressionFacts facts(program);
  EXPECT_EQ(facts.of(first).levels, 2);
  EXPECT_EQ(facts.of(last - 1).levels, kMaxDepth);
  EXPECT_FALSE(facts.violation());
  static_cast<void>(facts.of(last));
  ASSERT_TRUE(facts.violation());
  EXPECT_EQ(facts.violation()->kind, ExpressionViolation::Kind::TooDeep);
}

}  // namespace expression_facts_test
}  // namespace spoils
