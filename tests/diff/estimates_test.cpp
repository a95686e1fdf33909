// tests/diff/estimates_test.cpp
//
// Estimates of what cannot be compared: questions with too many paths remain gaps, whatever rolls show, and an estimate
// shows what changed by more than its intervals. The truth is in closed form.
#include <gtest/gtest.h>

#include <string>

#include "affordable.h"
#include "compiled.h"
#include "spoils/diff.h"

namespace spoils {
namespace estimates_test {

// Both dice are open until their comparison, so that there are 10,000 states: `more` has 100 * 99 / 2 of them, with a
// bonus of 20 it has 80 * 79 / 2.
std::string pack(int bonus) {
  return "rule find { a = d100; b = d100; kind = if a > b + " + std::to_string(bonus) +
         " then more else less; plain = pick {3 gold, 1 silver} }\n"
         "rule heap { a = d100; b = d100; if a > b + " +
         std::to_string(bonus) + " { drop gem } }\nrule gem { kind = gem }\n";
}

Difference compared(int before, int after, std::uint64_t work, std::uint64_t rolls = 20'000) {
  DiffOptions options;
  options.most_work = work;
  options.estimate_rolls = rolls;
  auto difference = compare(compiled(pack(before)), compiled(pack(after)), options);
  EXPECT_TRUE(difference.ok()) << difference.error().text();
  return difference.ok() ? *difference : Difference{};
}

constexpr std::uint64_t kFew = 1000;
constexpr std::uint64_t kEnough = 10'000'000;

const DiffEstimate* find(const Difference& difference, const std::string& rule, const std::string& by) {
  for (const auto& one : difference.estimates) {
    if (one.rule == rule && one.by.front() == by) { return &one; }
  }
  return nullptr;
}

TEST(DiffEstimates, ShowWhatSeemsToHaveChangedAndProveNothing) {
  const auto difference = compared(0, 20, kFew);
  for (const auto& table : difference.tables) { EXPECT_NE(table.by.front(), "kind"); }
  EXPECT_FALSE(difference.gaps.empty());
  const auto* kind = find(difference, "find", "kind");
  ASSERT_NE(kind, nullptr);
  ASSERT_EQ(kind->rows.size(), 2U);
  for (const auto& row : kind->rows) {
    const bool is_more = to_text(row.values.front()) == "more";
    EXPECT_NEAR(row.before.value, is_more ? 0.495 : 0.505, 0.02);
    EXPECT_NEAR(row.after.value, is_more ? 0.316 : 0.684, 0.02);
    EXPECT_LT(row.before.low, row.before.high);
  }
  const auto* gems = find(difference, "heap", "how many");
  ASSERT_NE(gems, nullptr);
  EXPECT_TRUE(gems->is_mean);
  ASSERT_FALSE(gems->rows.empty());
  EXPECT_NEAR(gems->rows.front().before.value, 0.495, 0.02);
  EXPECT_NEAR(gems->rows.front().after.value, 0.316, 0.02);
  // The gaps are those without estimates, too, so that what is proven does not depend on rolls.
  const auto without = compared(0, 20, kFew, 0);
  EXPECT_TRUE(without.estimates.empty());
  ASSERT_EQ(without.gaps.size(), difference.gaps.size());
  for (std::size_t i = 0; i < without.gaps.size(); ++i) { EXPECT_EQ(without.gaps[i].why, difference.gaps[i].why); }
  EXPECT_EQ(without.tables.size(), difference.tables.size());
}

TEST(DiffEstimates, ShowNoRowOfEqualOdds) {
  // The same odds by another expression, so that the rules are asked about.
  DiffOptions options;
  options.most_work = kFew;
  options.estimate_rolls = 20'000;
  auto other = pack(0);
  for (std::size_t at = 0; (at = other.find("a > b + 0", at)) != std::string::npos;) {
    other.replace(at, 9, "b < a + 0");
  }
  const auto difference = compare(compiled(pack(0)), compiled(other), options);
  ASSERT_TRUE(difference);
  const auto* kind = find(*difference, "find", "kind");
  ASSERT_NE(kind, nullptr);
  EXPECT_TRUE(kind->rows.empty());
}

TEST(DiffEstimates, AreNotMadeOfWhatIsCompared) {
  const auto difference = compared(0, 20, kEnough);
  EXPECT_TRUE(difference.estimates.empty());
  EXPECT_FALSE(difference.tables.empty());
}

}  // namespace estimates_test
}  // namespace spoils
