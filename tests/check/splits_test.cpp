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

// Two runs, one for each end of the range, where no value of the input can fail; else single values as well.
TEST(StateEnds, TrySingleInputsOnlyWhereSomethingMayFail) {
  const auto steps_of = [](const std::string& greatest) {
    const auto source = "state n: 0..9 = 0\ninput hard: 0..1 = 0\nrule r { q = 1\n  if hard > 0 { n = min(" + greatest +
                        ", n + 1) } }\n";
    const auto program = compiled(source);
    AbstractInterpreter interpreter(program);
    interpreter.run({});
    const auto one = interpreter.steps();
    text::Sources sources;
    sources.add("p.loot", kPackLine + source);  // which the report quotes
    text::Report report(sources);
    lint_states(program, report, interpreter, {0});
    return std::pair(one, interpreter.steps() - one);
  };
  const auto [one, sound] = steps_of("9");
  EXPECT_LE(sound, 3 * one);
  const auto [same, unsound] = steps_of("10");
  EXPECT_GT(unsound, 3 * same);
}

}  // namespace splits_test
}  // namespace spoils::check
