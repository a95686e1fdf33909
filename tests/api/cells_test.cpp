// The cells of answers: kinds, unset values beside texts and symbols that look like them, and fractions. The expected
// shares are those of the chances that the pack names.
#include <gtest/gtest.h>

#include <map>
#include <optional>

#include "compiled.h"
#include "spoils/odds.h"
#include "spoils/repeated.h"
#include "spoils/why.h"

namespace spoils {
namespace {

using Kind = Cell::Kind;

constexpr auto kPack =
    "rule r {\n"
    "  motto = if chance 1/4 then \"none\" else if chance 1/3 then \"true\" else none\n"
    "  count = if chance 1/2 then 3 else none\n"
    "  if chance 1/2 { part = 1/3 }\n"
    "  cursed = true\n"
    "  kind = pick {gem, ring}\n"
    "  marks = [gem, gem]\n"
    "}\n";

std::map<std::optional<Cell>, double> odds_by(const Pack& pack, const std::string& column) {
  Marginal question;
  question.rule = "r";
  question.by = {column};
  std::map<std::optional<Cell>, double> out;
  const auto table = exact_odds(pack, question);
  EXPECT_TRUE(table) << table.error().text();
  if (!table) { return out; }
  for (const auto& row : table->rows) { out[row.values.front()] = row.probability; }
  return out;
}

TEST(Cells, HaveAKindOrAreUnset) {
  const auto pack = compiled(kPack);
  using Shares = std::map<std::optional<Cell>, double>;
  EXPECT_EQ(odds_by(pack, "motto"),
            (Shares{{Cell{"none", Kind::Text}, 0.25}, {Cell{"true", Kind::Text}, 0.25}, {std::nullopt, 0.5}}));
  EXPECT_EQ(odds_by(pack, "count"), (Shares{{Cell{"3", Kind::Integer}, 0.5}, {std::nullopt, 0.5}}));
  EXPECT_EQ(odds_by(pack, "part"), (Shares{{Cell{"1/3", Kind::Number}, 0.5}, {std::nullopt, 0.5}}));
  EXPECT_EQ(odds_by(pack, "cursed"), (Shares{{Cell{"true", Kind::Flag}, 1}}));
  EXPECT_EQ(odds_by(pack, "kind"), (Shares{{Cell{"gem", Kind::Symbol}, 0.5}, {Cell{"ring", Kind::Symbol}, 0.5}}));
  EXPECT_EQ(odds_by(pack, "marks"), (Shares{{Cell{"[gem, gem]", Kind::List}, 1}}));
}

TEST(Cells, OfManyRollsDistinguishTheTextNone) {
  const auto pack = compiled(kPack);
  Marginal question;
  question.by = {"motto"};
  question.fractions = true;
  const auto often = repeated_odds(pack, question, 2);
  ASSERT_TRUE(often) << often.error().text();
  std::map<std::optional<Cell>, double> expected;
  for (const auto& row : often->rows) { expected[row.values.front()] = row.expected; }
  EXPECT_NEAR((expected[Cell{"none", Kind::Text}]), 0.5, 1e-12);
  EXPECT_NEAR(expected[std::nullopt], 1, 1e-12);
  const auto forever = long_run_odds(pack, question);
  ASSERT_TRUE(forever) << forever.error().text();
  for (const auto& row : forever->rows) {
    EXPECT_EQ(row.rate_fraction->text(), row.values.front() ? "1/4" : "1/2");
    EXPECT_EQ(row.wait_fraction->text(), row.values.front() ? "4/1" : "2/1");
  }
}

TEST(Cells, PathsAreToTheTextOrToUnset) {
  const auto pack = compiled(kPack);
  Marginal question;
  question.by = {"motto"};
  const auto text = derivations_of(pack, question, {std::string("none")});
  const auto unset = derivations_of(pack, question, {std::nullopt});
  ASSERT_TRUE(text) << text.error().text();
  ASSERT_TRUE(unset) << unset.error().text();
  EXPECT_NEAR(text->probability, 0.25, 1e-12);
  EXPECT_NEAR(unset->probability, 0.5, 1e-12);
}

}  // namespace
}  // namespace spoils
