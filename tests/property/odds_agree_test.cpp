// tests/property/odds_agree_test.cpp
//
// Rolls and odds are two readings of one program, written apart: on random packs each checks the other. For every rule,
// every field, the name and the number of things, the counts of 4,000 rolls must be likely under the exact odds.
// Seeds are fixed. The test errs with probability below 1e-6: each of at most 10,000 comparisons may err with 1e-10.
#include <boost/math/distributions/chi_squared.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "property/random_pack.h"
#include "spoils/odds.h"
#include "spoils/pack.h"
#include "spoils/roll.h"

namespace spoils {
namespace {

constexpr int kPacks = 150;
constexpr std::uint64_t kRolls = 4'000;
constexpr std::uint64_t kSeed = 11;
constexpr double kRisk = 1e-10;

std::string text_of(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::Integer: return std::to_string(value.integer());
    case Value::Kind::Flag: return value.flag() ? "true" : "false";
    case Value::Kind::Symbol:
    case Value::Kind::Text: return std::string(value.text());
    default: return "none";
  }
}

using Counts = std::map<std::string, std::uint64_t>;

/// Returns what is wrong with counts under odds; empty if nothing is. Outcomes of fewer than five expected rolls are
/// taken together.
std::string disagreement(const Counts& counts, const OddsTable& table) {
  double sum = 0;
  double expected_rest = 0;
  double rest = 0;
  int classes = 0;
  double total = 0;
  auto left = counts;
  for (const auto& row : table.rows) {
    total += row.probability;
    const auto found = left.find(row.values[0]);
    const auto seen = found == left.end() ? 0.0 : static_cast<double>(found->second);
    if (found != left.end()) { left.erase(found); }
    const auto expected = row.probability * static_cast<double>(kRolls);
    if (expected < 5) {
      expected_rest += expected;
      rest += seen;
      continue;
    }
    sum += (seen - expected) * (seen - expected) / expected;
    ++classes;
  }
  if (std::abs(total - 1) > 1e-12) { return "the odds add up to " + std::to_string(total); }
  if (!left.empty()) { return "`" + left.begin()->first + "` was rolled and has no odds"; }
  if (expected_rest >= 5) {
    sum += (rest - expected_rest) * (rest - expected_rest) / expected_rest;
    ++classes;
  } else if (rest > 60) {
    return "rare outcomes came too often";
  }
  if (classes < 2) { return ""; }
  const boost::math::chi_squared law(classes - 1);
  const auto risk = boost::math::cdf(boost::math::complement(law, sum));
  return risk < kRisk ? "chi-square " + std::to_string(sum) + " with " + std::to_string(classes) + " classes" : "";
}

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
  Question question;
  question.rule = rule;
  question.values = values;
  int made = 0;
  const auto ask = [&](const Counts& counts, const std::string& what) {
    const auto table = exact_odds(pack, question);
    if (!table) {
      // Some way that these rolls did not take goes wrong.
      EXPECT_TRUE(table.error().kind == RollError::Kind::Fault || table.error().kind == RollError::Kind::Limit)
          << rule << ": " << table.error().message;
      return;
    }
    ++made;
    EXPECT_EQ(disagreement(counts, *table), "") << rule << " by " << what;
  };
  for (std::size_t i = 0; i < fields.size(); ++i) {
    question.by = {pack.fields()[fields[i]].name};
    ask(by_field[i], question.by[0]);
  }
  std::uint64_t named = 0;
  for (const auto& [name, count] : names) { named += count; }
  if (named == kRolls) {
    question.by = {"name"};
    ask(names, "name");
  }
  question.by.clear();
  question.count = "true";
  ask(numbers, "number of things");
  return made;
}

TEST(OddsAgree, WithRollsOfRandomPacks) {
  int made = 0;
  std::uint64_t state = 3;
  for (int i = 0; i < kPacks; ++i) {
    std::vector<std::uint32_t> numbers;
    for (int n = 0; n < 250; ++n) {
      state = state * 6364136223846793005 + 1442695040888963407;
      numbers.push_back(static_cast<std::uint32_t>(state >> 40));
    }
    Choices choices(numbers);
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

}  // namespace
}  // namespace spoils
