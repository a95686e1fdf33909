// tests/check/splits_test.cpp
//
// The abstract interpreter stores the split of a set of values by a condition: a second run over the same rule needs
// fewer steps and finds the same. Oracle: the findings of an interpreter that has run nothing before.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "check/check.h"
#include "check/ranges/abstract_interpreter.h"
#include "lang/parser.h"

namespace spoils::check {
namespace splits_test {

program::Program compiled(std::string source) {
  text::Sources sources;
  text::Report report(sources);
  const auto number = sources.add("p.loot", "pack p \"P\" 1.0\n" + std::move(source));
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

}  // namespace splits_test
}  // namespace spoils::check
