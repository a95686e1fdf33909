// tests/odds/unset_number_test.cpp
//
// A field of type number that a rule leaves unset, beside one that is set to 0.
#include <gtest/gtest.h>

#include "compiled.h"
#include "spoils/odds.h"
#include "spoils/verify.h"

namespace spoils {
namespace unset_number_test {

TEST(UnsetNumber, IsNone) {
  const auto pack = compiled("field share: number\nrule r { kind = axe; if chance 1/4 { share = 0 } }");
  Marginal question;
  question.rule = "r";
  question.by = {"share"};
  const auto table = exact_odds(pack, question);
  ASSERT_TRUE(table);
  ASSERT_EQ(table->rows.size(), 2U);
  EXPECT_EQ(to_text(table->rows[0].values[0]), "none");
  EXPECT_DOUBLE_EQ(table->rows[0].probability, 0.75);
  EXPECT_EQ(to_text(table->rows[1].values[0]), "0");
  const auto rolled = verify_odds(pack, question, *table);
  ASSERT_TRUE(rolled);
  EXPECT_TRUE(rolled->agrees());
}

}  // namespace unset_number_test
}  // namespace spoils
