// tests/program/facts/magnitude_test.cpp
//
// Bounds of integers by what is assigned (program/facts/magnitude.h): of the expression that field `x` is set to.
#include "program/facts/magnitude.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "api/pack_data.h"
#include "compiled.h"

namespace spoils::program {
namespace magnitude_test {

struct Row {
  const char* name;
  const char* declarations;
  std::optional<Word> expected;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

class MagnitudeOf : public testing::TestWithParam<Row> {};

TEST_P(MagnitudeOf, AnAssignedValue) {
  const auto program = compiled(GetParam().declarations).data().program;
  const auto x = program.find_field("x");
  ASSERT_TRUE(x);
  Magnitudes magnitudes(program);
  std::optional<ExpressionId> value;
  for (const auto& s : program.statements) {
    if (s.kind == Statement::Kind::Assign && s.a == *x) { value = s.b; }
  }
  ASSERT_TRUE(value);
  EXPECT_EQ(magnitudes.of(*value), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, MagnitudeOf,
    testing::Values(
        Row{"Dice", "rule r { a = 3d6; x = a + 2 }", 20}, Row{"Negative", "rule r { a = 3d6; x = 1 - a * 10 }", 181},
        Row{"SeveralValues", "rule r { a = d6; if chance 50% { a = -100 }; x = a }", 100},
        Row{"Unset", "rule r { if chance 50% { a = d6 }; x = a + 1 }", 7},
        Row{"Table", "rule r { a = pick {3, -8, 5}; x = a }", 8},
        Row{"RowWithElse", "state s: 0..1 = 0\ntable t { 1 3 if s == 1 else 50; 1 2 }\nrule r { a = pick t; x = a }",
            50},
        Row{"Chosen", "rule r { a = d6; x = if a > 3 then a * 2 else 50 }", 50},
        Row{"Greatest", "rule r { a = d6; b = d20; x = max(a, b) - min(a, b) }", 40},
        Row{"LimitedState", "state s: -9..5 = 0\nrule r { s = 3; x = s }", 9},
        Row{"Grows", "rule r { a = 1; repeat 3 { a += d6 }; x = a }", std::nullopt},
        Row{"GrowsByAnother", "rule r { a = 1; b = 2; repeat 3 { a = b + 1; b = a + 1 }; x = b }", std::nullopt},
        Row{"Input", "input i: 1..5 = 1\nrule r { a = i; x = a }", 5},
        Row{"InputWithin", "input i: 1..5 = 1\ninput j: int = 3\nrule r { with i = j * 2 { a = i }; x = a }",
            std::nullopt},
        Row{"FieldWithARange", "field a: 0..9\nrule r { a = pick 1..50; x = a }", 50},
        Row{"ParameterWithARange", "rule r { f(7); x = y }\nrule f(n: 0..9) { y = n }", std::nullopt},
        Row{"FreeParameter", "rule r { f(7); x = y }\nrule f(n: int) { y = n }", std::nullopt},
        Row{"Loop", "rule r { for i in 1..9 { a = i }; x = a }", std::nullopt},
        Row{"TooLarge", "rule r { a = pick 1..10000000000000; x = a }", std::nullopt}),
    [](const auto& row) { return row.param.name; });

}  // namespace magnitude_test
}  // namespace spoils::program
