// tests/api/order_of_rows_test.cpp
//
// The likeliest row is first, and equals keep their order, although their sums of doubles differ by rounding: fractions
// tell which are equal.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "compiled.h"
#include "packs/shipped.h"
#include "spoils/odds.h"
#include "spoils/repeated.h"

namespace spoils {
namespace order_of_rows_test {

std::vector<Cells> order_of(const Pack& pack, Marginal question, bool fractions) {
  question.fractions = fractions;
  const auto table = exact_odds(pack, question);
  EXPECT_TRUE(table) << table.error().text();
  std::vector<Cells> out;
  if (!table) { return out; }
  for (const auto& row : table->rows) { out.push_back(row.values); }
  return out;
}

class OrderOfRows : public testing::TestWithParam<const char*> {};

TEST_P(OrderOfRows, IsThatOfFractions) {
  const auto pack = compiled("field n: int\nfield kind: symbol\nrule r { " + std::string(GetParam()) + " }\n");
  Marginal question;
  question.by = {"n"};
  const auto rows = order_of(pack, question, false);
  ASSERT_GT(rows.size(), 2U);
  EXPECT_EQ(rows, order_of(pack, question, true));
}

INSTANTIATE_TEST_SUITE_P(Rules, OrderOfRows,
                         testing::Values("n = 3d6", "n = 2d6 - d8", "n = 0; repeat 5 { n += pick {1, 2, 3} }",
                                         "n = 0; repeat 7 { if chance 1/3 { n += 1 } else { n -= 1 } }",
                                         "let a = d10; let b = d10; n = a * b"));

TEST(OrderOfRowsOf, AShippedPack) {
  Marginal question;
  question.rule = "weapon";
  question.by = {"kind", "to_hit"};
  const auto rows = order_of(packs::shipped("rogue"), question, false);
  EXPECT_GT(rows.size(), 20U);
  EXPECT_EQ(rows, order_of(packs::shipped("rogue"), question, true));
}

TEST(OrderOfRowsOf, ManyRolls) {
  const auto pack = compiled("field n: int\nrule r { n = 3d6 }\n");
  Marginal question;
  question.by = {"n"};
  const auto once = order_of(pack, question, true);
  const auto repeated = repeated_odds(pack, question, 3);
  ASSERT_TRUE(repeated);
  ASSERT_EQ(repeated->rows.size(), once.size());
  for (std::size_t i = 0; i < once.size(); ++i) { EXPECT_EQ(repeated->rows[i].values, once[i]); }
}

}  // namespace order_of_rows_test
}  // namespace spoils
