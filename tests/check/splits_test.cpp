// tests/check/splits_test.cpp
//
// The abstract interpreter stores the split of a set of values by a condition: a second run over the same rule needs
// fewer steps and finds the same. Oracle: the findings of an interpreter that has run nothing before. A state at an end
// of its range is interpreted with single inputs only if something may fail.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "check/check.h"
#include "check/ranges/abstract_interpreter.h"
#include "check/ranges/ranges.h"
#include "lang/parser.h"

namespace spoils::check {
namespace splits_test {

constexpr const char* kPackLine = "pack p \"P\" 1.0\n";

program::Program compiled(const std::string& source) {
  text::Sources sources;
  text::Report report(sources);
  const auto number = sources.add("p.loot", kPackLine + source);
  std::vector<PackTree> packs(1);
  packs[0].name = "p";
  packs[0].files.push_back(lang::parse(sources, number, report));
  auto made = compile(std::make_shared<const std::vector<PackTree>>(std::move(packs)), report);
  EXPECT_TRUE(made.has_value());
  return made ? std::move(made->program) : program::Program();
}

// The input of these programs is their first slot that is one.
program::SlotId input_of(const program::Program& program) {
  program::SlotId slot = 0;
  while (program.slots.at(slot).kind != program::Slot::Kind::Input) { ++slot; }
  return slot;
}

TEST(Splits, SecondRunIsShorterAndFindsTheSame) {
  const auto program = compiled("rule r { n = pick {0, 1, 2, 3, 4, 5, 6, 7}; if n > 3 { a = 10 // (n - 5) } }\n");
  AbstractInterpreter interpreter(program);
  interpreter.run({});
  const auto first = interpreter.steps();
  ASSERT_EQ(interpreter.bad().size(), 1U);
  interpreter.run({});
  EXPECT_LT(interpreter.steps() - first, first);
  EXPECT_EQ(interpreter.bad().size(), 1U);
}

// With k = 0 the 1 passes the condition and the division fails; with k = 1 only the 2 passes.
TEST(Splits, OtherValuesAreAnotherQuestion) {
  const auto program = compiled("input k: 0..1 = 0\nrule r { n = pick {1, 2}; if n > k { a = 10 // (n - 1) } }\n");
  AbstractInterpreter interpreter(program);
  for (const program::Word k : {0, 1, 0, 1}) {
    interpreter.run({0, {{input_of(program), Values::known(k)}}, true});
    EXPECT_EQ(interpreter.bad().size(), k == 0 ? 1U : 0U) << k;
  }
}

// Searches for states that leave their range: gives the steps taken and the number of findings.
std::pair<std::uint64_t, std::size_t> search_states(const std::string& source, std::vector<std::uint32_t> may_fail) {
  auto program = compiled(source);
  program.may_fail = std::move(may_fail);
  AbstractInterpreter interpreter(program);
  text::Sources sources;
  sources.add("p.loot", kPackLine + source);  // which the report quotes
  text::Report report(sources);
  lint_states(program, report, interpreter);
  return {interpreter.steps(), report.count()};
}

// Two runs, one for each end of the range, where no value of the input can fail; else single values as well.
TEST(StateEnds, TrySingleInputsOnlyWhereSomethingMayFail) {
  const auto steps_of = [](const std::string& greatest) {
    const auto source = "state n: 0..9 = 0\ninput hard: 0..1 = 0\nrule r { q = 1\n  if hard > 0 { n = min(" + greatest +
                        ", n + 1) } }\n";
    const auto program = compiled(source);
    AbstractInterpreter interpreter(program);
    interpreter.run({});
    return std::pair(interpreter.steps(), search_states(source, {0}).first);
  };
  const auto [one, sound] = steps_of("9");
  EXPECT_LE(sound, 3 * one);
  const auto [same, unsound] = steps_of("10");
  EXPECT_GT(unsound, 3 * same);
}

// A rule costs nothing that has no statement that may fail, or that does not read the state.
TEST(StateEnds, LeaveRulesOutThatCannotFail) {
  const std::string state = "state n: 0..9 = 0\n";
  const std::string fails = "rule r { n = n + 1 }\n";
  EXPECT_GT(search_states(state + fails, {0}).first, 0U);
  EXPECT_EQ(search_states(state + fails + "rule s { a = n; b = n * 2 }\n", {0}), search_states(state + fails, {0}));
  EXPECT_EQ(search_states(state + "rule r { n = 12 // d4 }\n", {0}).first, 0U);  // n is not read
  EXPECT_EQ(search_states(state + fails, {}), std::pair(std::uint64_t{0}, std::size_t{0}));
}

// The statement that may fail is in a rule that the first one runs; a default belongs to no statement.
TEST(StateEnds, KeepRulesInThatFailElsewhere) {
  const std::string state = "state n: 0..9 = 0\n";
  EXPECT_EQ(search_states(state + "rule r { s() }\nrule s { a = 1; n = n + 1 }\n", {2}).second, 1U);
  EXPECT_EQ(search_states(state + "rule r { drop s }\nrule s { a = 9 // (9 - m()) }\ndef m() = n\n", {0, 1}).second,
            1U);
  EXPECT_EQ(search_states(state + "rule r { a = 1 }\nrule s(b = 9 // (9 - n)) { c = b }\n", {0}).second, 1U);
}

}  // namespace splits_test
}  // namespace spoils::check
