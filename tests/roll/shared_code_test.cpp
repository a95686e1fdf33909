// tests/roll/shared_code_test.cpp
//
// Interpreters that share the code of a program roll what one roll that has its own gives: one after the other, in
// turns, for rules that are laid out at different times, and on threads that lay out the same rules at once.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "api/pack_data.h"
#include "compiled.h"
#include "roll/interpreter.h"
#include "spoils/roll.h"
#include "things_text.h"

namespace spoils {
namespace shared_code_test {

constexpr std::uint64_t kRolls = 300;
constexpr std::string_view kPack =
    "input depth: 1..99 = 5\nfield seen: set of symbol\n"
    "table t: cost, most { 60 a 3 x; 25 b 7 y if depth > 3; (depth) c 9 x }\n"
    "def fold(l) = count(x in l where x > 1: x)\n"
    "rule one { kind = pick t; n = pick 1..1000000; l = [1, 2, n mod 5]; m = fold(l); drop two }\n"
    "rule two { kind = pick k in t where k.cost > 2 and not (k in seen); seen += kind; w = lucky(kind)\n"
    "  with stream other { r = d100 }; if chance 1/3 { g = 77 } else { g = 78 } }\n"
    "rule three { repeat d3 { drop one }; c = 123456; retry { e = d6 } while e == 1 }\n"
    "world def lucky(k) = d20\n";

/// Returns what rolls first..last of a rule give, each with another depth, by an interpreter.
std::string rolls(roll::Interpreter& interpreter, const program::Program& program, program::RuleId rule,
                  std::uint64_t first, std::uint64_t last) {
  std::string out;
  std::vector<program::Word> words(program.slots.size() + 1, program::kUnset);
  for (auto index = first; index <= last; ++index) {
    words[program.inputs.front()] = static_cast<program::Word>(index % 9 + 1);
    interpreter.begin(rule, 0, words);
    if (!interpreter.roll({}, 7, index, index)) { return "fault"; }
    for (const auto word : interpreter.things().words) { out += std::to_string(word) + " "; }
    out += "\n";
  }
  return out;
}

class SharedCode : public testing::Test {
 protected:
  const Pack pack_ = compiled(kPack);
  const program::Program& program_ = pack_.data().program;
  const program::RuleId rules_ = static_cast<program::RuleId>(3);

  [[nodiscard]] std::string alone(program::RuleId rule) const {
    roll::Interpreter interpreter(program_);
    return rolls(interpreter, program_, rule, 0, kRolls);
  }
};

TEST_F(SharedCode, OneAfterTheOther) {
  roll::SharedCode code(program_);
  for (program::RuleId rule = 0; rule < rules_; ++rule) {
    for (int again = 0; again < 2; ++again) {
      roll::Interpreter interpreter(code);
      EXPECT_EQ(rolls(interpreter, program_, rule, 0, kRolls), alone(rule)) << rule;
    }
  }
}

// A rule that another interpreter lays out later adds constants that the first one has not copied yet.
TEST_F(SharedCode, InTurns) {
  roll::SharedCode code(program_);
  std::vector<std::unique_ptr<roll::Interpreter>> interpreters;
  for (program::RuleId rule = 0; rule < rules_; ++rule) {
    interpreters.push_back(std::make_unique<roll::Interpreter>(code));
  }
  std::vector<std::string> out(rules_);
  for (std::uint64_t index = 0; index <= kRolls; ++index) {
    for (program::RuleId rule = 0; rule < rules_; ++rule) {
      out[rule] += rolls(*interpreters[rule], program_, rule, index, index);
    }
  }
  for (program::RuleId rule = 0; rule < rules_; ++rule) { EXPECT_EQ(out[rule], alone(rule)) << rule; }
}

TEST_F(SharedCode, OnThreads) {
  constexpr std::size_t kThreads = 4;
  roll::SharedCode code(program_);
  std::vector<std::string> out(kThreads);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      for (program::RuleId rule = 0; rule < rules_; ++rule) {
        roll::Interpreter interpreter(code);
        out[i] += rolls(interpreter, program_, rule, 0, kRolls);
      }
    });
  }
  for (auto& thread : threads) { thread.join(); }
  std::string expected;
  for (program::RuleId rule = 0; rule < rules_; ++rule) { expected += alone(rule); }
  for (const auto& each : out) { EXPECT_EQ(each, expected); }
}

// A new value of an input takes effect at once, whether it is set by name or by number, before and after rolls.
TEST(SetInput, IsAsInANewRoller) {
  const auto pack = compiled(
      "input depth: 1..99 = 5\ninput name: text = \"x\"\ninput odds: number = 1/2\ninput k: {a, b} = a\n"
      "rule r { d = depth; n = \"{name}!\"; o = odds; s = k; c = d100 }");
  auto roller = Roller::make(pack, "r");
  ASSERT_TRUE(roller);
  std::uint64_t index = 0;
  Values values;
  const auto is_as_new = [&] {
    auto fresh = Roller::make(pack, "r", values);
    for (int i = 0; i < 3; ++i, ++index) {
      EXPECT_EQ(roll_text(pack, *roller, 3, index), roll_text(pack, *fresh, 3, index));
    }
  };
  const auto set = [&](const std::string& name, const std::string& value) {
    values.emplace_back(name, value);
    ASSERT_FALSE(roller->set(name, value));
    is_as_new();
  };
  is_as_new();
  set("depth", "7");
  set("name", "long sword");
  set("odds", "2/3");
  set("k", "b");
  set("depth", "9");
  values.emplace_back("depth", "30");
  ASSERT_FALSE(roller->set(0, 30));
  is_as_new();
  values.emplace_back("k", "a");
  ASSERT_FALSE(roller->set(3, 0));
  is_as_new();
  EXPECT_TRUE(roller->set(0, 100));  // refused, and without effect
  EXPECT_TRUE(roller->set("depth", "100"));
  is_as_new();
}

}  // namespace shared_code_test
}  // namespace spoils
