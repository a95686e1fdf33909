// tests/property/odds_agree_test.cpp
//
// Rolls and odds are two independent readings of one program: on random packs each checks the other. For every rule,
// every field, the name and the number of things, the counts of 4,000 rolls (400 under sanitizers) must be likely under
// the exact odds. Seeds are fixed. The test errs with probability below 1e-6: each of at most 10,000 comparisons may
// err with 1e-10.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "affordable.h"
#include "agree.h"
#include "property/random_pack.h"
#include "spoils/odds.h"
#include "spoils/pack.h"
#include "spoils/roll.h"

namespace spoils {
namespace odds_agree_test {

constexpr int kPacks = 150;
constexpr std::uint64_t kRolls = affordable(4'000);
constexpr std::uint64_t kSeed = 11;
constexpr double kRisk = 1e-10;

/// Compares one rule under one choice of inputs; returns how many comparisons were made.
int compare(const Pack& pack, const std::string& rule, const Values& values) {
  auto roller = Roller::make(pack, rule, values);
  if (!roller) { return 0; }
  std::vector<std::size_t> fields;
  for (std::size_t i = 0; i < pack.fields().size(); ++i) {
    const auto& type = pack.fields()[i].type;
    if (type == "integer" || type == "flag" || type == "symbol") { fields.push_back(i); }
  }
  std::vector<Counts> by_field(fields.size());
  Counts names;
  Counts numbers;
  for (std::uint64_t index = 0; index < kRolls; ++index) {
    const auto things = roller->roll(kSeed, index);
    if (!things) { return 0; }  // some way of rolling goes wrong: then there are no odds
    const bool has_own = !things->empty() && (*things)[0].made_by() == rule && (*things)[0].holder() < 0;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      ++by_field[i][has_own ? text_of((*things)[0].field(fields[i])) : "none"];
    }
    if (has_own) { ++names[(*things)[0].name()]; }
    ++numbers[std::to_string(things->size())];
  }
  Marginal question;
  question.rule = rule;
  question.values = values;
  int made = 0;
  const auto ask = [&](const auto& asked, const Counts& counts, const std::string& what) {
    const auto table = exact_odds(pack, asked);
    if (!table) {
      // A path that these rolls did not take fails.
      EXPECT_TRUE(table.error().kind == Error::Kind::Fault || table.error().kind == Error::Kind::Limit)
          << rule << ": " << table.error().text();
      return;
    }
    ++made;
    EXPECT_EQ(disagreement(counts, *table, kRolls, kRisk), "") << rule << " by " << what;
  };
  for (std::size_t i = 0; i < fields.size(); ++i) {
    question.by = {pack.fields()[fields[i]].name};
    ask(question, by_field[i], question.by[0]);
  }
  std::uint64_t named = 0;
  for (const auto& [name, count] : names) { named += count; }
  if (named == kRolls) {
    question.by = {"name"};
    ask(question, names, "name");
  }
  Count count;
  count.rule = rule;
  count.values = values;
  ask(count, numbers, "number of things");
  return made;
}

TEST(OddsAgree, WithRollsOfRandomPacks) {
  int made = 0;
  std::uint64_t state = 3;
  for (int i = 0; i < kPacks; ++i) {
    Choices choices(fixed_numbers(state));
    const auto source = random_pack(choices);
    const auto loaded = Pack::compile("random.loot", source);
    if (!loaded.pack) { continue; }
    SCOPED_TRACE(source);
    for (const auto& rule : loaded.pack->rules()) {
      made += compare(*loaded.pack, rule.name, {});
      made += compare(*loaded.pack, rule.name, {{"level", "5"}, {"mode", "rich"}, {"lucky", "true"}});
    }
    if (HasFailure()) { return; }  // one pack is enough to look at
  }
  EXPECT_GT(made, kPacks * 5);
  EXPECT_LT(made, 10'000);
}

}  // namespace odds_agree_test
}  // namespace spoils
