// tests/reference/exhaustive_test.cpp
//
// Odds against the reference evaluator on every program of up to three of these eighteen statements, in every order and
// with repetition: 6,174 packs, each with two questions.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "affordable.h"
#include "reference/compare.h"

namespace spoils {
namespace reference_exhaustive_test {

using reference::Comparison;

const std::vector<std::string>& statements() {
  static const std::vector<std::string> all{
      "kind = pick {axe, bow}",
      "plus = d2",
      "plus += 1",
      "brand = kind",
      "lit = plus == d2",
      "if kind == axe { plus += d2 }",
      "if chance 1/3 { stop }",
      "charges = goods[kind].drawn",
      "marks += kind",
      "repeat 2 while chance 1/2 { plus += 1 }",
      "retry max 2 { plus = d3 } while plus > 2",
      "kind = none",
      "drop loot",
      "if lit { discard }",
      "brand = colour(kind)",
      "with level = plus { charges = level }",
      "if kind in runes { quantity = 2 } else { runes += kind }",
      "kind = pick m in goods where m.worth > plus or nothing",
  };
  return all;
}

constexpr std::string_view kHead = R"(pack tiny "Tiny" 1.0
input level: 1..3 = 2
field kind: symbol
field brand: symbol
field plus: int
field charges: int
field lit: flag
field share: number
field marks: list of symbol
field runes: set of symbol
field sizes: list of int
field title: text
field quantity: int
field gear: symbol
field bag: list of symbol
rule r {
)";
constexpr std::string_view kTail = R"(}
rule loot { quantity = d2 }
rule sets { kind = axe; brand = axe; plus = 1; charges = 1; lit = true; share = 1/2; marks = [axe]; runes = {axe} }
rule others { sizes = [1]; title = "a"; quantity = 1; gear = axe; bag = [axe] }
table goods: worth, drawn { 2 axe 1 d2; 1 bow . (pick 1..2); 1 gem 3 d3 }
world def colour(k) = pick {axe, bow, 2 gem}
)";

class ReferenceExhaustive : public testing::TestWithParam<std::size_t> {};

TEST_P(ReferenceExhaustive, EveryProgramOfUpToThreeStatements) {
  const auto& all = statements();
  int equal = 0;
  int others = 0;
  const auto check = [&](const std::vector<std::size_t>& program) {
    std::string source(kHead);
    for (const auto number : program) { source += all[number] + "\n"; }
    source += kTail;
    // Kind alone with all things counted; plus and lit with the axes among the things.
    for (const std::uint64_t chosen : {0x0153fffffcULL, 0x5503f3fccfULL}) {
      const auto result = reference::compare(source, chosen);
      ++(result.kind == Comparison::Kind::Equal ? equal : others);
      ASSERT_NE(result.kind, Comparison::Kind::Different) << source << result.difference;
    }
  };
  const auto first = GetParam();
  check({first});
  for (std::size_t second = 0; second < all.size(); ++second) {
    check({first, second});
    if (HasFatalFailure()) { return; }
    for (std::size_t third = 0; third < all.size(); third += kIsSanitized ? 10 : 1) {
      check({first, second, third});
      if (HasFatalFailure()) { return; }
    }
  }
  EXPECT_GT(equal, 9 * others);
}

INSTANTIATE_TEST_SUITE_P(Reference, ReferenceExhaustive, testing::Range<std::size_t>(0, 18));

}  // namespace reference_exhaustive_test
}  // namespace spoils
