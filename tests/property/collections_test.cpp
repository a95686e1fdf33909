// tests/property/collections_test.cpp
//
// Picks from collections against brute force: odds, which are exact, and rolls, which draw from cached rows and reject
// those that do not fit.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "affordable.h"
#include "agree.h"
#include "property/affix_model.h"
#include "spoils/odds.h"
#include "spoils/pack.h"
#include "spoils/roll.h"

namespace spoils {
namespace collections_test {

constexpr std::uint64_t kPacks = affordable(400);
constexpr std::uint64_t kSeed = 5;

TEST(Collections, GiveTheSameFractionsAsBruteForce) {
  int with_several = 0;
  for (std::uint64_t seed = 0; seed < kPacks; ++seed) {
    const auto model = affixes::random_model(seed);
    const auto source = affixes::source_of(model);
    const auto expected = affixes::Enumeration(model).run();
    const auto loaded = Pack::compile("small.loot", source);
    ASSERT_TRUE(loaded.pack) << source << loaded.findings.text();
    Marginal question;
    question.rule = "item";
    question.values = {{"level", std::to_string(model.level)}};
    question.by = {"kind", "affixes", "theme"};
    question.fractions = true;
    const auto odds = exact_odds(*loaded.pack, question);
    ASSERT_TRUE(odds) << source << odds.error().text();
    std::map<std::vector<std::string>, Fraction> found;
    for (const auto& row : odds->rows) { found[to_texts(row.values)] += Fraction(row.fraction->text()); }
    ASSERT_EQ(found, expected) << source;
    with_several += expected.size() > 10 ? 1 : 0;
  }
  EXPECT_GE(with_several, static_cast<int>(kPacks) / 8);
}

/// A question that does not read the list itself, and its answer for an outcome of brute force.
struct Told {
  std::string by;
  std::string (*of)(const affixes::Model& model, const std::vector<std::string>& outcome);
};

/// The numbers of the affixes in "[a0, a2]".
std::vector<std::size_t> listed(const std::string& list) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i] == 'a') { out.push_back(static_cast<std::size_t>(list[i + 1] - '0')); }
  }
  return out;
}

const std::vector<Told>& told_of_lists() {
  static const std::vector<Told> all{
      {"theme", [](const affixes::Model&, const std::vector<std::string>& o) { return o[2]; }},
      {"count(affixes)",
       [](const affixes::Model&, const std::vector<std::string>& o) { return std::to_string(listed(o[1]).size()); }},
      {"count(x in affixes where x.slot == s1)",
       [](const affixes::Model& model, const std::vector<std::string>& o) {
         int count = 0;
         for (const auto number : listed(o[1])) { count += model.affixes[number].slot == 1 ? 1 : 0; }
         return std::to_string(count);
       }},
      {"if a0 in affixes and kind != k2 then 1 else 0",
       [](const affixes::Model&, const std::vector<std::string>& o) {
         return std::string(o[1].find("a0") != std::string::npos && o[0] != "k2" ? "1" : "0");
       }},
  };
  return all;
}

// States are merged if the question cannot distinguish them: the order of affixes does not matter, nor do kinds and
// affixes that are interchangeable. If states are dropped, the bounds hold the truth, and all adds up to 1.
TEST(Collections, AreJoinedOnlyWhereNobodyTellsThemApart) {
  for (std::uint64_t seed = 0; seed < kPacks; ++seed) {
    auto model = affixes::random_model(seed);
    const auto source = affixes::source_of(model);
    const auto outcomes = affixes::Enumeration(model).run();
    const auto loaded = Pack::compile("small.loot", source);
    ASSERT_TRUE(loaded.pack) << source << loaded.findings.text();
    for (const auto& told : told_of_lists()) {
      std::map<std::string, Fraction> expected;
      for (const auto& [outcome, probability] : outcomes) { expected[told.of(model, outcome)] += probability; }
      Marginal question;
      question.rule = "item";
      question.values = {{"level", std::to_string(model.level)}};
      question.by = {told.by};
      question.fractions = true;
      const auto odds = exact_odds(*loaded.pack, question);
      ASSERT_TRUE(odds) << source << odds.error().text();
      std::map<std::string, Fraction> found;
      for (const auto& row : odds->rows) { found[to_text(row.values[0])] += Fraction(row.fraction->text()); }
      ASSERT_EQ(found, expected) << source << told.by;
      question.max_states = 2;
      question.fractions = false;
      const auto bounds = exact_odds(*loaded.pack, question);
      ASSERT_TRUE(bounds) << source << bounds.error().text();
      EXPECT_NEAR(bounds->given + bounds->unexplored, 1, 1e-12) << source << told.by;
      for (const auto& row : bounds->rows) {
        const auto truth = static_cast<double>(expected[to_text(row.values[0])]);
        EXPECT_GE(truth, row.low - 1e-12) << source << told.by;
        EXPECT_LE(truth, row.high + 1e-12) << source << told.by;
      }
    }
  }
}

// ---- Rolls -----------------------------------------------------------------------------------------------------

/// Rolls and counts the values of some fields, separated by bars.
Counts counted(const Pack& pack, const Values& values, const std::vector<std::string>& by, std::uint64_t rolls) {
  auto roller = Roller::make(pack, "item", values);
  EXPECT_TRUE(roller) << roller.error().text();
  Counts out;
  for (std::uint64_t index = 0; roller && index < rolls; ++index) {
    const auto things = roller->roll(kSeed, index);
    EXPECT_TRUE(things) << things.error().text();
    if (!things) { break; }
    std::string key;
    for (const auto& field : by) { key += text_of((*things)[0][field]) + '|'; }
    ++out[key];
  }
  return out;
}

// Each of 100 comparisons may err with 1e-8: the test errs with probability 1e-6.
TEST(Collections, RollsAreLikelyUnderTheFractionsOfBruteForce) {
  constexpr std::uint64_t kRolls = affordable(4'000);
  int with_several = 0;
  for (std::uint64_t seed = 1'000; seed < 1'100; ++seed) {
    const auto model = affixes::random_model(seed);
    const auto source = affixes::source_of(model);
    const auto loaded = Pack::compile("small.loot", source);
    ASSERT_TRUE(loaded.pack) << source << loaded.findings.text();
    OddsTable expected;
    for (const auto& [fields, probability] : affixes::Enumeration(model).run()) {
      expected.rows.emplace_back();
      expected.rows.back().values = {Cell{fields[0] + '|' + fields[1] + '|' + fields[2] + '|'}};
      expected.rows.back().probability = static_cast<double>(probability);
    }
    const auto counts =
        counted(*loaded.pack, {{"level", std::to_string(model.level)}}, {"kind", "affixes", "theme"}, kRolls);
    ASSERT_EQ(disagreement(counts, expected, kRolls, 1e-8), "") << source;
    with_several += expected.rows.size() > 10 ? 1 : 0;
  }
  EXPECT_GT(with_several, 15);
}

// Packs in which rejection sampling reaches its bounds. The questions read `a`, `b` and `c` together.
struct Rejecting {
  std::string_view name;
  std::string_view pack;
};

constexpr std::string_view kAffixes = R"(pack p "P" 1.0
input level: 1..9 = 1
field affixes: list of affix
collection slot { }
slot s0 { }
slot s1 { }
collection affix { slot: slot = s0; n: int = 1; rows allocate { note: int = 0 } }
)";

class RejectingPacks : public testing::TestWithParam<Rejecting> {};

// Each of at most 20 comparisons may err with 1e-8.
TEST_P(RejectingPacks, RollAsTheirOddsSay) {
  constexpr std::uint64_t kRolls = affordable(20'000);
  const auto source = std::string(kAffixes) + std::string(GetParam().pack);
  const auto loaded = Pack::compile("p.loot", source);
  ASSERT_TRUE(loaded.pack) << loaded.findings.text();
  Marginal question;
  question.rule = "item";
  question.by = {"affixes", "a", "b"};
  const auto odds = exact_odds(*loaded.pack, question);
  ASSERT_TRUE(odds) << odds.error().text();
  OddsTable joined;
  for (const auto& row : odds->rows) {
    joined.rows.push_back(row);
    joined.rows.back().values = {
        Cell{to_text(row.values[0]) + '|' + to_text(row.values[1]) + '|' + to_text(row.values[2]) + '|'}};
  }
  EXPECT_GT(joined.rows.size(), 1U);
  EXPECT_EQ(disagreement(counted(*loaded.pack, {}, question.by, kRolls), joined, kRolls, 1e-8), "");
}

INSTANTIATE_TEST_SUITE_P(, RejectingPacks,
                         testing::ValuesIn(std::vector<Rejecting>{
                             {"NearlyAllInVain", R"(
affix f0 { allocate 1.. common 1000 }
affix f1 { allocate 1.. common 2000 }
affix f2 { allocate 1.. common 1500 }
affix f3 { allocate 1.. common 1500 }
affix r0 { slot = s1; allocate 1.. common 0.02 }
affix r1 { slot = s1; allocate 1.. common 0.03 }
rule item {
  repeat 2 { affixes += pick x in affix at level where not any(y in affixes: y.slot == x.slot) }
  a = count(affixes)
  b = 0
}
)"},
                             {"NothingIsLeft", R"(
affix f0 { allocate 1.. common 3 }
affix f1 { allocate 1.. common 1 }
rule item {
  a = 0
  b = 0
  repeat 3 {
    let x = pick x in affix at level where not (x in affixes) and x.slot == s0 or nothing
    if x == none { a += 1 } else { affixes += x }
  }
}
)"},
                             {"TheSecondBestRowCounts", R"(
affix f0 { allocate 1.. common 8 note 1; allocate 1.. common 3 note 2; allocate 2.. common 9 note 3 }
affix f1 { allocate 1.. common 3 note 1; allocate 1.. common 3 note 2 }
affix f2 { allocate 1..5 common 2 note 2 }
rule item {
  a = 0
  b = 0
  repeat 2 {
    let x = pick x in affix at level where x.note != a or nothing
    if x != none { affixes += x; b = 10 * b + x.note; a = x.note }
  }
}
)"},
                             {"TheSecondBestRowAfterWhatAListSays", R"(
field notes: list of int
affix f0 { allocate 1.. common 8 note 1; allocate 1.. common 3 note 2; allocate 2.. common 9 note 3 }
affix f1 { allocate 1.. common 3 note 1; allocate 1.. common 3 note 2 }
affix f2 { allocate 1..5 common 2 note 2 }
rule item {
  a = 0
  b = 0
  repeat 3 {
    let x = pick x in affix at level where count(y in notes where y == x.note) < 1 or nothing
    if x != none { affixes += x; b = 10 * b + x.note; notes += x.note }
  }
}
)"},
                             {"OnceInARoll", R"(
state made: set of affix
affix f0 { slot = s1; allocate 1.. common 5 }
affix f1 { allocate 1.. common 1 }
affix f2 { slot = s1; allocate 1.. common 4 }
rule item {
  a = 0
  b = 0
  repeat 3 {
    let x = pick x in affix at level where not (x.slot == s1 and x in made) or nothing
    affixes += x
    if x.slot == s1 { made += x }
  }
}
)"},
                             {"WeightsThatReadLists", R"(
affix f0 { allocate 1.. common 5 }
affix f1 { allocate 1.. common 1 }
affix f2 { allocate 3.. common 4 }
rule item {
  a = 0
  b = 0
  repeat 3 {
    let x = pick x in affix at level where x.slot == s0 and count(y in affixes where y == x) < 2
            weight x.common * (1 + count(affixes)) or nothing weight total / 4
    if x == none { a += 1 } else { affixes += x }
  }
}
)"},
                             {"AQuestionThatMayGoWrong", R"(
affix f0 { n = 0; allocate 1.. common 5 }
affix f1 { n = 3; allocate 1.. common 1 }
affix f2 { n = 60; allocate 1.. common 4 }
rule item {
  a = 0
  b = 0
  repeat 2 {
    let x = pick x in affix at level where x.n > 0 and 100 // x.n < 50 and not (x in affixes) or nothing
    if x == none { a += 1 } else { affixes += x }
  }
}
)"},
                             {"WhatAListKeepsFromGoingWrong", R"(
affix f0 { n = 0; allocate 1.. common 5 }
affix f1 { n = 3; allocate 1.. common 1 }
affix f2 { n = 60; allocate 1.. common 4 }
rule item {
  a = 0
  b = 0
  repeat 2 {
    let x = pick x in affix at level where not (x.n == 0 or x in affixes) and 100 // x.n < 50 or nothing
    if x == none { a += 1 } else { affixes += x }
  }
}
)"},
                             {"DefsWithinDefs", R"(
affix f0 { n = 2; allocate 1.. common 5 }
affix f1 { n = 3; allocate 1.. common 1 }
affix f2 { n = 4; slot = s1; allocate 1.. common 4 }
def least(x, n) = x.n >= n and others(x, s0)
def others(x, s) = x.slot == s or count(y in affixes where y.slot == x.slot) == 0
def twice(x, n) = least(x, n) and x.n < 9
rule item {
  a = pick 1..3
  b = 0
  repeat 3 {
    let x = pick x in affix at level where twice(x, a) and not (x in affixes) or nothing
    if x == none { b += 1 } else { affixes += x }
  }
}
)"},
                             {"AfterATry", R"(
affix f0 { allocate 1.. common 5 }
affix f1 { allocate 1.. common 1 }
affix f2 { slot = s1; allocate 1.. common 4 }
rule item {
  a = 0
  b = 0
  retry max 3 {
    repeat 2 { affixes += pick x in affix at level where not (x in affixes) }
    a = count(x in affixes where x.slot == s1)
  } while a == 0
}
)"},
                         }),
                         [](const auto& row) { return std::string(row.param.name); });

// Caches from roll to roll change nothing: a roll among others is the same as one by itself.
TEST(Collections, RollsStandAlone) {
  for (std::uint64_t seed = 2'000; seed < 2'020; ++seed) {
    const auto model = affixes::random_model(seed);
    const auto loaded = Pack::compile("small.loot", affixes::source_of(model));
    ASSERT_TRUE(loaded.pack);
    auto warm = Roller::make(*loaded.pack, "item");
    ASSERT_TRUE(warm);
    const auto told = [&](Roller& roller, std::uint64_t index) {
      const auto things = roller.roll(kSeed, index);
      std::string out;
      for (const auto* field : {"kind", "affixes", "theme"}) { out += text_of((*things)[0][field]) + '|'; }
      return out;
    };
    for (std::uint64_t index = 0; index < 100; ++index) {
      auto fresh = Roller::make(*loaded.pack, "item");
      ASSERT_EQ(told(*warm, index), told(*fresh, index)) << index;
    }
  }
}

}  // namespace collections_test
}  // namespace spoils
