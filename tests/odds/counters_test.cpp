// tests/odds/counters_test.cpp
//
// The optimisations of odds take effect where they should and nowhere else: small packs with one question each, beside
// what odds/counters.h counts while it is answered. The other tests of this folder show that they change no answer;
// here the numbers of states and classes are counted by hand.
#include <gtest/gtest.h>

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "api/pack_data.h"
#include "compiled.h"
#include "odds/interpreter.h"

namespace spoils {
namespace counters_test {

struct Row {
  std::string name;
  std::string declarations;  // with one `expect`, whose query is answered
  std::uint64_t expected = 0;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

std::string name_of(const testing::TestParamInfo<Row>& row) { return row.param.name; }

/// Answers the query of the only `expect`, so often.
struct Answered {
  explicit Answered(const Row& row, int times = 1)
      : pack(compiled(row.declarations)), interpreter(pack.data().program, odds::Budget{}) {
    for (int i = 0; i < times; ++i) {
      const auto answer = interpreter.answer(pack.data().program.queries.at(0), {});
      EXPECT_EQ(answer.unexplored, 0) << row.name;
      EXPECT_EQ(answer.fault.kind, program::Fault::Kind::None) << row.name;
      states = answer.states;
    }
  }
  Pack pack;
  odds::Interpreter<double> interpreter;
  std::size_t states = 0;
};

// Statements that are not run, since nothing reads what they do.
class DeadStatements : public testing::TestWithParam<Row> {};
TEST_P(DeadStatements, AreSkipped) {
  EXPECT_EQ(Answered(GetParam()).interpreter.counters().dead_statements, GetParam().expected);
}
INSTANTIATE_TEST_SUITE_P(
    Rows, DeadStatements,
    testing::Values(
        Row{"Assignment", "rule r { x = d6; y = d6 }\nexpect \"e\": odds(r: x == 1) == 1/6", 1},
        Row{"Overwritten", "rule r { x = d6; x = d4 }\nexpect \"e\": odds(r: x == 1) == 1/4", 1},
        Row{"RuleThatSetsNothingElse",
            "rule r { x = d6; s() }\nrule s { y = d6 }\nexpect \"e\": odds(r: x == 1) == 1/6", 1},
        Row{"ThingThatNobodyCounts",
            "rule r { x = d6; drop s }\nrule s { y = d6 }\nexpect \"e\": odds(r: x == 1) == 1/6", 1},
        Row{"NotReadByTheQuestion", "rule r { x = d6; y = d6 }\nexpect \"e\": odds(r: x == y) == 1/6", 0},
        Row{"NotReadByALaterStatement", "rule r { let y = d6; x = y + 1 }\nexpect \"e\": odds(r: x == 2) == 1/6", 0},
        Row{"NotReadByTheNextTurn",
            "rule r { y = d2; repeat 2 { x = y; y = d2 } }\nexpect \"e\": odds(r: x == 1) == 1/2", 0},
        // Its block may stop the rule before x is set again.
        Row{"NotStop", "rule r { x = 1; if chance 1/2 { stop }; x = 2 }\nexpect \"e\": odds(r: x == 1) == 1/2", 0},
        // The things count, whatever their fields hold.
        Row{"FieldsOfThingsThatAreCounted",
            "rule r { x = d6; drop s }\nrule s { y = d6 }\nexpect \"e\": odds(r: count(t in things) == 2) == 1", 2},
        Row{"NotAFieldOfThingsThatIsRead",
            "rule r { drop s }\nrule s { y = d6 }\nexpect \"e\": odds(r: count(t in things where t.y == 1) == 1) == "
            "1/6",
            0},
        Row{"NotTheOnlyFieldOfACountedThing",  // a thing without fields is none
            "rule r { drop s }\nrule s { if chance 1/2 { y = 1 } }\n"
            "expect \"e\": odds(r: count(t in things) == 1) == 1/2",
            0},
        // A try that never ends is a fault, whatever it sets.
        Row{"NotARetryWithoutALimit",
            "rule r { x = d6; retry { y = d6 } while y == 1 }\nexpect \"e\": odds(r: x == 1) == 1/6", 0},
        // The numbers of a declared generator follow each other.
        Row{"NotADrawOfAGenerator",
            "rule r { with stream lcg(bits = 31, multiplier = 1103515245, increment = 12345, seed = 7) { y = d6; x = "
            "d6 } "
            "}\nexpect \"e\": odds(r: x in 1..6) == 1",
            0}),
    name_of);

// Transfer functions, each for one value of what a statement reads; there are as many as classes of states.
class TransferFunctions : public testing::TestWithParam<Row> {};
TEST_P(TransferFunctions, AreComputedOnceForEachClass) {
  EXPECT_EQ(Answered(GetParam()).interpreter.counters().transfer_functions, GetParam().expected);
}
INSTANTIATE_TEST_SUITE_P(
    Rows, TransferFunctions,
    testing::Values(
        // One for n, one for m, and one of x for each n: m makes no difference to it.
        Row{"OneForEachValueRead", "rule r { n = d2; m = d3; x = d6 + n }\nexpect \"e\": odds(r: x + m == n) == 0", 4},
        // Two classes of six numbers: less than 3 and the others.
        Row{"OneForEachClass",
            "rule r { n = d6; f = n < 3 and chance 1/2 }\nexpect \"e\": odds(r: f and n == 1) == 1/12", 3},
        // A die is less than n with another probability for each n.
        Row{"NoClassesOfWhatDraws", "rule r { let n = d6; f = n > d6 }\nexpect \"e\": odds(r: f) == 15/36", 7},
        // The block sets x or leaves it alone, and never reads it.
        Row{"OneForAllThatItPassesOver",
            "rule r { x = d20; if chance 1/2 { x = 0 } }\nexpect \"e\": odds(r: x == 0) == 1/2", 2},
        // Each of 20 values would need a function of its own, which saves nothing.
        Row{"NoneForAsManyValuesAsStates",
            "rule r { x = d20; if chance 1/2 { x = x + 1 } }\nexpect \"e\": odds(r: x == 1) == 1/40", 1},
        // The loop, the drop and the die: counts are neither read nor set by them.
        Row{"OneForAllThingsOfARule",
            "rule r { repeat 3 { drop s } }\nrule s { y = d6 }\n"
            "expect \"e\": odds(r: count(t in things where t.y == 1) == 3) == 1/216",
            3},
        // Reading a slot or a constant is cheaper than a function.
        Row{"NoneForAPlainAssignment", "rule r { x = 1; y = x }\nexpect \"e\": odds(r: y == 1) == 1", 0},
        // Each state of the generator comes once.
        Row{"NoneUnderAGenerator",
            "rule r { with stream lcg(bits = 31, multiplier = 1103515245, increment = 12345, seed = 7) { x = d6 } }\n"
            "expect \"e\": odds(r: x in 1..6) == 1",
            1}),
    name_of);

// States that another one of their class represents, since nothing later reads the words in which they differ.
class JoinedStates : public testing::TestWithParam<Row> {};
TEST_P(JoinedStates, AreThoseThatNobodyTellsApart) {
  EXPECT_EQ(Answered(GetParam()).interpreter.counters().joined_states, GetParam().expected);
}
INSTANTIATE_TEST_SUITE_P(
    Rows, JoinedStates,
    testing::Values(
        // Later they are read as a whole, so they are not joined where they are drawn (odds/value_classes.h).
        Row{"NumbersOnOneSideOfABound",
            "rule r { let n = d6; f = n < 3; n = d4; m = n }\nexpect \"e\": odds(r: f and m == 1) == 1/12", 4},
        Row{"SymbolsInOneTable",
            "table t { a; b }\nrule r { let k = pick {a, b, c}; f = k in t; k = pick {a, b}; g = k }\n"
            "expect \"e\": odds(r: f and g == a) == 1/3",
            1},
        // Six lists in any order, of which 11, 12 and 22 are in one class, 13 and 23 in another.
        Row{"ListsWithAsManyOfAKind",
            "rule r { let l = []; repeat 2 { l += d3 }; n = count(x in l where x < 3) }\n"
            "expect \"e\": odds(r: n == 2) == 4/9",
            3},
        Row{"NotThoseReadAfterwards", "rule r { n = d6; f = n < 3 }\nexpect \"e\": odds(r: f and n == 1) == 1/6", 0},
        Row{"NotThoseReadAsAWhole", "rule r { let n = d6; m = 2 * n }\nexpect \"e\": odds(r: m == 2) == 1/6", 0},
        Row{"NotThoseComparedWithADraw", "rule r { let n = d6; f = n > d6 }\nexpect \"e\": odds(r: f) == 15/36", 0}),
    name_of);

// With an abstraction a state may be smaller; without liveness each value of a dead slot would be a state of its own.
TEST(States, AreThoseOfLiveSlotsAlone) {
  EXPECT_EQ(Answered(Row{"",
                         "rule r { let a = d6; x = a + 1; let b = d6; y = b + x }\n"
                         "expect \"e\": odds(r: y == 3) == 1/36"})
                .states,
            36U);
  EXPECT_EQ(Answered(Row{"",
                         "rule r { let a = d6; x = a + 1; let b = d6; y = b + a }\n"
                         "expect \"e\": odds(r: y == 2) == 1/36"})
                .states,
            36U);
}

// An answer uses the functions that an earlier one computed: for other values of inputs that a statement does not read,
// and for the same question again.
TEST(Answers, UseTheFunctionsOfEarlierOnes) {
  const auto pack = compiled(
      "input depth: 1..9 = 1\nrule r { x = d6; y = d4 + x; z = d6 + depth }\n"
      "expect \"e\": odds(r: x + y + z == 6) >= 0");
  const auto& program = pack.data().program;
  const auto depth = *program.find_input("depth");
  odds::Interpreter<double> interpreter(program, odds::Budget{});
  std::vector<std::uint64_t> functions;
  for (const program::Word value : {1, 2, 1}) {
    static_cast<void>(interpreter.answer(program.queries.at(0), {{depth, value}}));
    functions.push_back(interpreter.counters().transfer_functions);
  }
  EXPECT_GT(functions[0], 0U);
  EXPECT_EQ(functions[1], functions[0] + 1);  // z for the other depth
  EXPECT_EQ(functions[2], functions[1]);
}

// The weights of a table are computed once for each value of what they read.
TEST(Tables, ArePreparedOnceForEachValue) {
  const Answered answered(Row{"",
                              "table t { 1 a; x b; 2 c }\nrule r { x = d3; k = pick t; m = pick t }\n"
                              "expect \"e\": odds(r: k == a and m == a) > 0"});
  EXPECT_EQ(answered.interpreter.path_counters().prepared_tables, 3U);
  EXPECT_GE(answered.interpreter.path_counters().reused_tables, 3U);
}

// Weights that read lists may differ where all words agree.
TEST(Tables, AreNotKeptIfTheyReadLists) {
  const Answered answered(Row{"",
                              "table t { 1 a; (count(l)) b }\nrule r { l = [d2]; k = pick t }\n"
                              "expect \"e\": odds(r: k == a) == 1/2"});
  EXPECT_EQ(answered.interpreter.path_counters().prepared_tables, 0U);
}

// An assignment gives a slot the very word that marks a pass-through slot: the answer is computed again.
TEST(Placeholders, AreGivenUpIfThePackComputesOne) {
  const std::string placeholder = "-6565566181010064121";
  const Answered computed(Row{
      "", "rule r { x = d2; if chance 1/2 { x = " + placeholder + " } }\n" + "expect \"e\": odds(r: x == 1) == 1/4"});
  EXPECT_EQ(computed.interpreter.counters().repeated_answers, 1U);
  const Answered other(Row{"", "rule r { x = d2; if chance 1/2 { x = 3 } }\nexpect \"e\": odds(r: x == 1) == 1/4"});
  EXPECT_EQ(other.interpreter.counters().repeated_answers, 0U);
}

}  // namespace counters_test
}  // namespace spoils
