// tests/reference/rolls_test.cpp
//
// Rolls against the reference evaluator: each of some hundred random packs is rolled, and the counts are compared by
// chi-square with the exact table of brute force. Seeds are fixed, so every run has the same result; for other seeds
// the test would fail wrongly once in 1000 of such runs (a risk of 1e-3, in equal parts for all packs).
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "affordable.h"
#include "agree.h"
#include "reference/compare.h"
#include "reference/coverage.h"
#include "reference/generate_pack.h"
#include "spoils/roll.h"

namespace spoils {
namespace reference_rolls_test {

constexpr std::uint64_t kShards = 4;
constexpr std::uint64_t kRolls = 400;
constexpr double kRisk = 1e-3;
const std::set<std::string> kSets{"runes", "tunes", "spots"};

/// The packs of each shard; fifty times fewer than those whose odds are compared.
std::uint64_t packs() {
  const auto* given = std::getenv("SPOILS_REFERENCE_PACKS");
  return (given != nullptr ? std::strtoull(given, nullptr, 10) / 50 : affordable(1'200)) / kShards;
}

std::string joined(const reference::Row& row) {
  std::string out;
  for (const auto& value : row) { out += value + "|"; }
  return out;
}

std::string written(const Value& value, bool is_set) {
  if (value.kind() == Value::Kind::Number) {
    return reference::written(reference::Value::fraction(reference::Rational(value.integer(), value.denominator())));
  }
  const bool is_sorted = is_set || value.kind() == Value::Kind::Map;
  return is_sorted ? reference::sorted(text_of(value, true)) : text_of(value);
}

/// One roll as a row of the reference's table: fields and name of the first rule's own thing, how many things, how many
/// of them are axes.
reference::Row row_of(const Things& things) {
  reference::Row out;
  std::uint64_t axes = 0;
  for (const auto thing : things) { axes += thing["kind"].text() == "axe" ? 1U : 0U; }
  const bool is_there = things.size() > 0 && things[0].made_by() == "r";
  for (const auto& field : reference::field_names()) {
    out.push_back(is_there ? written(things[0][field], kSets.count(field) > 0) : "none");
  }
  out.push_back(is_there ? things[0].name() : "none");
  out.push_back(std::to_string(things.size()));
  out.push_back(std::to_string(axes));
  return out;
}

class ReferenceRolls : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ReferenceRolls, FollowTheExactTable) {
  reference::Coverage coverage;
  std::uint64_t compared = 0;
  for (std::uint64_t i = 0; i < packs(); ++i) {
    const auto seed = 77'000'000'007 + GetParam() * 1'000'000 + i;
    Dice dice(seed);
    reference::Generator generator(dice, coverage);
    const auto text = generator.run();
    const auto loaded = reference::compiled(text);
    if (!loaded.pack) { continue; }
    const auto exact = reference::distribution(text);
    if (!exact) { continue; }
    // A roll says nothing of what a discarded thing held, and a roller without a world keeps no state.
    reference::Distribution rolled;
    for (const auto& [row, probability] : *exact) {
      rolled[{row.begin(), row.end() - 1 - reference::kStates.size()}] += probability;
    }
    OddsTable table;
    for (const auto& [row, probability] : rolled) {
      OddsRow out;
      out.values = {Cell{joined(row)}};
      out.probability = probability.convert_to<double>();
      table.rows.push_back(out);
    }
    auto roller = Roller::make(*loaded.pack, "");
    ASSERT_TRUE(roller) << text << roller.error().text();
    Counts counts;
    for (std::uint64_t roll = 0; roll < kRolls; ++roll) {
      const auto things = roller->roll(seed, roll);
      ASSERT_TRUE(things) << text << things.error().text();
      ++counts[joined(row_of(*things))];
    }
    const auto wrong = disagreement(counts, table, kRolls, kRisk / static_cast<double>(packs() * kShards));
    std::string expected;
    for (const auto& row : table.rows) {
      expected += to_text(row.values[0]) + " " + std::to_string(row.probability) + "\n";
    }
    ASSERT_EQ(wrong, "") << "seed " << seed << "\n" << text << expected;
    ++compared;
  }
  std::cout << compared << " of " << packs() << " packs rolled " << kRolls << " times\n";
  EXPECT_GT(compared, packs() / 2);
}

INSTANTIATE_TEST_SUITE_P(Reference, ReferenceRolls, testing::Range<std::uint64_t>(0, kShards));

}  // namespace reference_rolls_test
}  // namespace spoils
