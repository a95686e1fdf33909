// tests/check/ranges_exhaustive_test.cpp
//
// The check of quantities against brute force, on every program of a stated size: a division by an expression of at
// most three leaves, alone, under a condition, after assignments, and in a loop. The inputs have six and three values,
// and the test evaluates each program for all of them, and for each face of its dice. The check must find a division by
// 0 if one of these evaluations has one, and only then; of a program with one input it must name the very values.
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "affordable.h"
#include "findings.h"

namespace spoils::check {
namespace ranges_exhaustive_test {

constexpr int kFirst = -2;  // of input n
constexpr int kLast = 3;
constexpr int kMost = 2;  // of input m, which begins with 0
constexpr int kFaces = 3;
constexpr const char* kInputs = "input n: -2..3 = 1\ninput m: 0..2 = 1\n";

/// The inputs of a roll and its dice, in the order in which they are thrown.
struct Roll {
  int n = 0;
  int m = 0;
  std::vector<int> dice;
  std::size_t thrown = 0;
};

struct Part {
  std::string text;
  std::int64_t (*value)(Roll&);
};

const std::vector<Part>& leaves() {
  static const std::vector<Part> all{{"n", [](Roll& roll) { return std::int64_t{roll.n}; }},
                                     {"m", [](Roll& roll) { return std::int64_t{roll.m}; }},
                                     {"2", [](Roll&) { return std::int64_t{2}; }},
                                     {"d3", [](Roll& roll) { return std::int64_t{roll.dice.at(roll.thrown++)}; }}};
  return all;
}

struct Operator {
  std::string before;
  std::string between;
  std::int64_t (*value)(std::int64_t, std::int64_t);
};

const std::vector<Operator>& operators() {
  static const std::vector<Operator> all{{"(", " + ", [](auto a, auto b) { return a + b; }},
                                         {"(", " - ", [](auto a, auto b) { return a - b; }},
                                         {"(", " * ", [](auto a, auto b) { return a * b; }},
                                         {"min(", ", ", [](auto a, auto b) { return a < b ? a : b; }},
                                         {"max(", ", ", [](auto a, auto b) { return a < b ? b : a; }}};
  return all;
}

const std::vector<Operator>& comparisons() {
  static const std::vector<Operator> all{{"", " < ", [](auto a, auto b) { return std::int64_t{a < b}; }},
                                         {"", " <= ", [](auto a, auto b) { return std::int64_t{a <= b}; }},
                                         {"", " == ", [](auto a, auto b) { return std::int64_t{a == b}; }},
                                         {"", " != ", [](auto a, auto b) { return std::int64_t{a != b}; }}};
  return all;
}

/// An expression of the test's own: leaves, and operators of two operands.
struct Tree {
  const Part* leaf = nullptr;
  const Operator* op = nullptr;
  std::vector<Tree> operands;

  [[nodiscard]] std::string text() const {
    if (leaf != nullptr) { return leaf->text; }
    return op->before + operands[0].text() + op->between + operands[1].text() + (op->before.empty() ? "" : ")");
  }
  std::int64_t value(Roll& roll) const {
    if (leaf != nullptr) { return leaf->value(roll); }
    const auto first = operands[0].value(roll);
    return op->value(first, operands[1].value(roll));
  }
  [[nodiscard]] std::size_t count(const std::string& name) const {
    if (leaf != nullptr) { return leaf->text == name ? 1 : 0; }
    return operands[0].count(name) + operands[1].count(name);
  }
};

std::vector<Tree> trees_of(const std::vector<Operator>& ops, const std::vector<Tree>& left,
                           const std::vector<Tree>& right) {
  std::vector<Tree> out;
  for (const auto& op : ops) {
    for (const auto& a : left) {
      for (const auto& b : right) { out.push_back({nullptr, &op, {a, b}}); }
    }
  }
  return out;
}

std::vector<Tree> single(std::initializer_list<int> which) {
  std::vector<Tree> out;
  for (const auto leaf : which) { out.push_back({&leaves()[static_cast<std::size_t>(leaf)], nullptr, {}}); }
  return out;
}

/// Calls f for every roll with this number of dice, until it returns true; returns whether it did.
template <class F>
bool any_roll(std::size_t dice, F&& f) {
  for (int n = kFirst; n <= kLast; ++n) {
    for (int m = 0; m <= kMost; ++m) {
      std::vector<int> faces(dice, 1);
      while (true) {
        Roll roll{n, m, faces};
        if (f(roll)) { return true; }
        std::size_t at = 0;
        while (at < dice && faces[at] == kFaces) { faces[at++] = 1; }
        if (at == dice) { break; }
        ++faces[at];
      }
    }
  }
  return false;
}

/// Whether the check finds a division by 0.
Findings checked(const std::string& rule) { return findings_of(std::string(kPackLine) + kInputs + rule); }
bool finds_zero(const Findings& found) {
  return std::any_of(found.all.begin(), found.all.end(), [](const auto& one) { return one.code == "E0501"; });
}

TEST(RangesExhaustive, DivisorsOfUpToThreeLeaves) {
  const auto one = single({0, 1, 2, 3});
  const auto two = trees_of(operators(), one, one);
  std::size_t zeros = 0;
  std::size_t number = 0;
  for (const auto& trees : {one, two, trees_of(operators(), two, one), trees_of(operators(), one, two)}) {
    for (const auto& tree : trees) {
      if (kIsSanitized && number++ % 20 != 0) { continue; }
      const auto rule = "rule r { x = 10 // " + tree.text() + " }\n";
      const bool expected = any_roll(tree.count("d3"), [&](Roll& roll) { return tree.value(roll) == 0; });
      ASSERT_EQ(finds_zero(checked(rule)), expected) << rule;
      zeros += expected ? 1 : 0;
    }
  }
  EXPECT_GT(zeros, kIsSanitized ? 10U : 1'000U);
}

TEST(RangesExhaustive, DivisorsUnderACondition) {
  const auto one = single({0, 1, 2});
  const auto divisors = trees_of(operators(), one, one);
  const auto conditions = trees_of(comparisons(), one, one);
  std::size_t zeros = 0;
  std::size_t number = 0;
  for (const auto& condition : conditions) {
    for (const auto& divisor : divisors) {
      if (kIsSanitized && number++ % 20 != 0) { continue; }
      const auto rule = "rule r { if " + condition.text() + " { x = 10 // " + divisor.text() + " } }\n";
      // A constant divisor is checked wherever it is, as a type is.
      const bool is_constant = divisor.count("n") + divisor.count("m") == 0;
      const bool expected = any_roll(
          0, [&](Roll& roll) { return (is_constant || condition.value(roll) != 0) && divisor.value(roll) == 0; });
      ASSERT_EQ(finds_zero(checked(rule)), expected) << rule;
      zeros += expected ? 1 : 0;
    }
  }
  EXPECT_GT(zeros, kIsSanitized ? 10U : 300U);
}

TEST(RangesExhaustive, DivisorsThatAreAssigned) {
  const auto one = single({0, 1, 2});
  const auto values = trees_of(operators(), one, one);
  const auto conditions = trees_of(comparisons(), single({0, 1}), single({1, 2}));
  std::size_t zeros = 0;
  std::size_t number = 0;
  for (const auto& first : values) {
    for (const auto& condition : conditions) {
      for (const auto& second : one) {
        if (number++ % (kIsSanitized ? 40 : 1) != 0) { continue; }
        const auto rule = "rule r { let v = " + first.text() + "; if " + condition.text() + " { v = " + second.text() +
                          " }; x = 10 // v }\n";
        const bool expected = any_roll(
            0, [&](Roll& roll) { return (condition.value(roll) != 0 ? second.value(roll) : first.value(roll)) == 0; });
        ASSERT_EQ(finds_zero(checked(rule)), expected) << rule;
        zeros += expected ? 1 : 0;
      }
    }
  }
  EXPECT_GT(zeros, kIsSanitized ? 10U : 300U);
}

TEST(RangesExhaustive, DivisorsInALoop) {
  const auto one = single({0, 1, 2});
  std::size_t zeros = 0;
  for (const auto& step : trees_of(operators(), one, one)) {
    for (const auto& start : one) {
      for (int turns = 1; turns <= 3; ++turns) {
        const auto rule = "rule r { let v = " + start.text() + "; repeat " + std::to_string(turns) +
                          " { x = 10 // v; v -= " + step.text() + " } }\n";
        const bool expected = any_roll(0, [&](Roll& roll) {
          auto value = start.value(roll);
          for (int turn = 0; turn < turns; ++turn) {
            if (value == 0) { return true; }
            value -= step.value(roll);
          }
          return false;
        });
        ASSERT_EQ(finds_zero(checked(rule)), expected) << rule;
        zeros += expected ? 1 : 0;
      }
    }
  }
  EXPECT_GT(zeros, 100U);
}

// The values in "when n is -2..0, 3", by what the test computes.
TEST(RangesExhaustive, NamesTheVeryValues) {
  const auto one = single({0, 2});
  const auto two = trees_of(operators(), one, one);
  std::size_t named = 0;
  for (const auto& trees : {two, trees_of(operators(), two, one)}) {
    for (const auto& tree : trees) {
      if (tree.count("n") == 0) { continue; }
      std::vector<int> bad;
      for (int n = kFirst; n <= kLast; ++n) {
        Roll roll{n, 0, {}};
        if (tree.value(roll) == 0) { bad.push_back(n); }
      }
      const bool is_always = bad.size() == static_cast<std::size_t>(kLast - kFirst + 1);
      if (bad.empty() || is_always) { continue; }
      std::string values;
      for (std::size_t i = 0; i < bad.size(); ++i) {
        std::size_t end = i;
        while (end + 1 < bad.size() && bad[end + 1] == bad[end] + 1) { ++end; }
        values += (values.empty() ? "" : ", ") + std::to_string(bad[i]);
        if (end > i) { values += ".." + std::to_string(bad[end]); }
        i = end;
      }
      const auto found =
          findings_of(std::string(kPackLine) + "input n: -2..3 = 1\nrule r { x = 10 // " + tree.text() + " }\n");
      ASSERT_EQ(found.all.size(), 1U) << tree.text();
      ASSERT_NE(found.rendered[0].find("when n is " + values + "\n"), std::string::npos)
          << tree.text() << ": " << values << '\n'
          << found.rendered[0];
      ++named;
    }
  }
  EXPECT_GT(named, 40U);
}

}  // namespace ranges_exhaustive_test
}  // namespace spoils::check
