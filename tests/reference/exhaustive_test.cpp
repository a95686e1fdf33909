// tests/reference/exhaustive_test.cpp
//
// Odds against the reference evaluator on every program of up to three of these eighteen statements, in every order and
// with repetition: 6,174 packs. And on every program of up to three of seventeen other statements, which make and hold
// things, change state, draw from other streams and go through lists: 5,219 packs. Each has two questions or three.
#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
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

const std::vector<std::string>& statements_of_things() {
  static const std::vector<std::string> all{
      "plus = d2",
      "kind = pick {axe, bow}",
      "hold loot",
      "hold box(plus)",
      "drop do pick {axe, box}",
      "if plus == 1 { discard }",
      "luck = min(9, luck + plus)",
      "if luck > 1 { last = kind } else { plus = luck }",
      "if chance 1/3 { stop }",
      "with stream other { charges = d2; hold loot }",
      "with stream lcg(bits = 15, multiplier = 1103515245, increment = 12345, seed = plus, skip = 3) { charges = d3 }",
      "with level = luck { repeat level - 1 { drop loot } }",
      "sizes += d2",
      "for x in sizes { plus += x; if x == 2 { hold loot } }",
      "retry max 2 { hold box(d2); charges = d2 } while charges == 1",
      "try { drop axe; plus += d2; luck += 1 } keep plus != 2 else { plus -= luck }",
      "plus = luck + (if kind == axe then 3 else plus) of box(plus)",
  };
  return all;
}

/// Selections of compare(): one field or two, and what is counted.
constexpr std::uint64_t only_fields(std::initializer_list<unsigned> fields) {
  std::uint64_t out = 0x3f'ffff'ffff;  // none of nineteen
  for (const auto field : fields) { out &= ~(std::uint64_t{3} << (2 * field)); }
  return out;
}
constexpr unsigned kKind = 0;
constexpr unsigned kPlus = 2;
constexpr unsigned kLit = 4;
constexpr std::uint64_t kCountAxes = std::uint64_t{1} << 40;
constexpr std::uint64_t kCountAll = kCountAxes | std::uint64_t{1} << 42;
constexpr std::uint64_t kNoState = std::uint64_t{1} << 43;

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
field amounts: map of goods to int
field words: list of text
field tunes: set of text
field spots: set of int
field steps: map of int to int
field turns: list of flag
rule r {
)";
constexpr std::string_view kTail = R"(}
rule loot { quantity = d2 }
rule sets { kind = axe; brand = axe; plus = 1; charges = 1; lit = true; share = 1/2; marks = [axe]; runes = {axe} }
rule others { sizes = [1]; title = "a"; quantity = 1; gear = axe; bag = [axe]; amounts = {axe 1} }
rule more { words = ["a"]; tunes = {"a"}; spots = {1}; steps = {1 1}; turns = [true] }
table goods: worth, drawn { 2 axe 1 d2; 1 bow . (pick 1..2); 1 gem 3 d3 }
world def colour(k) = pick {axe, bow, 2 gem}
)";

constexpr std::string_view kState =
    "state luck: 0..9 = 1\nstate last: {axe, bow, gem, orb}\nstate seen: set of symbol\n"
    "state tally: map of goods to int\nstate lucky: flag\n";
constexpr std::string_view kThings =
    "rule box(n = 2) { kind = if n == 1 then axe else bow; hold axe }\nrule axe { kind = axe }\n";

/// Compares every program that begins with one of these statements and has up to two more.
void compare_all(const std::vector<std::string>& all, std::size_t first, const std::string& head,
                 const std::string& tail, std::initializer_list<std::uint64_t> questions) {
  int equal = 0;
  int others = 0;
  const auto check = [&](const std::vector<std::size_t>& program) {
    auto source = head;
    for (const auto number : program) { source += all[number] + "\n"; }
    source += tail;
    for (const auto chosen : questions) {
      const auto result = reference::compare(source, chosen);
      ++(result.kind == Comparison::Kind::Equal ? equal : others);
      ASSERT_NE(result.kind, Comparison::Kind::Different) << source << result.difference;
    }
  };
  check({first});
  for (std::size_t second = 0; second < all.size(); ++second) {
    check({first, second});
    if (testing::Test::HasFatalFailure()) { return; }
    for (std::size_t third = 0; third < all.size(); third += kIsSanitized ? 10 : 1) {
      check({first, second, third});
      if (testing::Test::HasFatalFailure()) { return; }
    }
  }
  EXPECT_GT(equal, 9 * others);
}

class ReferenceExhaustive : public testing::TestWithParam<std::size_t> {};

TEST_P(ReferenceExhaustive, EveryProgramOfUpToThreeStatements) {
  compare_all(statements(), GetParam(), std::string(kHead), std::string(kTail),
              {only_fields({kKind}) | kCountAll | kNoState, only_fields({kPlus, kLit}) | kCountAxes | kNoState});
}

INSTANTIATE_TEST_SUITE_P(Reference, ReferenceExhaustive, testing::Range<std::size_t>(0, 18));

class ReferenceExhaustiveThings : public testing::TestWithParam<std::size_t> {};

TEST_P(ReferenceExhaustiveThings, EveryProgramOfUpToThreeStatements) {
  auto head = std::string(kHead);
  head.insert(head.find("field kind"), kState);
  compare_all(statements_of_things(), GetParam(), head, std::string(kTail) + std::string(kThings),
              {only_fields({kKind}) | kCountAxes, only_fields({kPlus}) | kCountAll | kNoState});
}

INSTANTIATE_TEST_SUITE_P(Reference, ReferenceExhaustiveThings, testing::Range<std::size_t>(0, 17));

}  // namespace reference_exhaustive_test
}  // namespace spoils
