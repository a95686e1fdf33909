// Many questions in one call: each answer is the same as that of the question alone.
#include <gtest/gtest.h>

#include <algorithm>

#include "compiled.h"
#include "packs/shipped.h"
#include "spoils/odds.h"

namespace spoils {

namespace odds_of_test {

using packs::shipped;

Marginal ask(std::string rule, std::vector<std::string> by) {
  Marginal question;
  question.rule = std::move(rule);
  question.by = std::move(by);
  return question;
}

TEST(OddsOf, AsEachAlone) {
  const auto& pack = shipped("rogue");
  std::vector<Query> queries{
      {ask("potion", {"kind"}), {}},
      {ask("monster", {"kind"}), {"level", {}, {"1", "13", "26"}}},
      {ask("weapon", {"kind", "cursed"}), {"level", std::pair<std::int64_t, std::int64_t>{2, 3}, {}}}};
  const auto together = exact_odds(pack, queries);
  ASSERT_EQ(together.size(), 3U);
  for (std::size_t i = 0; i < together.size(); ++i) {
    const auto alone = exact_odds(pack, std::vector{queries[i]});
    ASSERT_TRUE(together[i].ok());
    ASSERT_TRUE(alone.front().ok());
    ASSERT_EQ(together[i]->size(), alone.front()->size());
    for (std::size_t k = 0; k < alone.front()->size(); ++k) {
      const auto& a = (*together[i])[k];
      const auto& b = (*alone.front())[k];
      EXPECT_EQ(a.value, b.value);
      const auto& rows = std::get<OddsTable>(a.table).rows;
      const auto& others = std::get<OddsTable>(b.table).rows;
      ASSERT_EQ(rows.size(), others.size());
      for (std::size_t r = 0; r < rows.size(); ++r) {
        EXPECT_EQ(rows[r].values, others[r].values);
        EXPECT_DOUBLE_EQ(rows[r].probability, others[r].probability);
      }
    }
  }
  EXPECT_EQ((*together[1])[1].value, "13");
  EXPECT_EQ(together[2]->size(), 2U);
}

TEST(OddsOf, AWrongQuestionHarmsNoOther) {
  const auto& pack = shipped("rogue");
  const std::vector<Query> queries{{ask("potion", {"kind +"}), {}},    // no grammar
                                   {ask("potion", {"kind"}), {}},      // sound
                                   {ask("poition", {"kind"}), {}},     // no such rule
                                   {ask("potion", {"kind + 1"}), {}},  // no sense
                                   {ask("potion", {"kind"}), {"deep", {}, {}}},
                                   {ask("potion", {"kind"}), {"level", {}, {"1", "100"}}},
                                   {ask("scroll", {"kind"}), {}}};
  const auto answers = exact_odds(pack, queries);
  ASSERT_EQ(answers.size(), 7U);
  for (const std::size_t good : {1U, 6U}) {
    ASSERT_TRUE(answers[good].ok()) << answers[good].error().text();
    EXPECT_FALSE(probabilities(answers[good]->front().table)->rows.empty());
  }
  for (const std::size_t bad : {0U, 2U, 3U, 4U, 5U}) { EXPECT_FALSE(answers[bad].ok()) << bad; }
  EXPECT_EQ(probabilities(answers[1]->front().table)->rows.size(), 14U);
  EXPECT_EQ(answers[2].error().kind, Error::Kind::UnknownRule);
  EXPECT_EQ(answers[4].error().kind, Error::Kind::UnknownInput);
  EXPECT_EQ(answers[5].error().kind, Error::Kind::BadValue);
}

TEST(OddsOf, ATableAlone) {
  Draw question;
  question.from = "weapon_brand[quarterstaff]";
  const auto answers = exact_odds(shipped("crawl"), std::vector<Query>{{question, {}}});
  ASSERT_TRUE(answers.front().ok()) << answers.front().error().text();
  const auto& table = std::get<OddsTable>(answers.front()->front().table);
  EXPECT_EQ(table.by, std::vector<std::string>{"picked"});
  ASSERT_EQ(table.rows.size(), 6U);
  EXPECT_EQ(table.rows[0].values, Cells{std::nullopt});
  EXPECT_DOUBLE_EQ(table.rows[0].probability, 0.54);
}

TEST(OddsOf, FieldsOfTheThingAroundItAreNoneOfItsOwn) {
  const auto pack = compiled("rule hoard { kind = chest; drop coin; hold coin }\nrule coin { value = pick 1..2 }\n");
  Count question;
  question.rule = "hoard";
  for (const auto& [condition, count] : {std::pair{"kind == chest", "1"}, {"value > 0", "2"}, {"kind == none", "2"}}) {
    question.condition = condition;
    const auto table = exact_odds(pack, question);
    ASSERT_TRUE(table.ok()) << table.error().text();
    ASSERT_EQ(table->rows.size(), 1U) << condition;
    EXPECT_EQ(to_text(table->rows[0].values[0]), count) << condition;
  }
}

double expected(const ExpectedTable& table, std::string_view value) {
  double sum = 0;
  for (const auto& row : table.rows) {
    if (to_text(row.values.front()) == value) { sum += row.expected; }
  }
  return sum;
}

TEST(OddsOf, ThingsAreCountedApart) {
  const auto& pack = shipped("rogue");
  ExpectedCounts question;
  question.rule = "floor_items";
  question.by = {"class"};
  const auto answers = exact_odds(pack, question, {"level", {}, {"1", "5"}});
  ASSERT_TRUE(answers.ok()) << answers.error().text();
  // 9 tries of 35% each.
  for (const auto& [value, table] : *answers) {
    EXPECT_NEAR(expected(table, "food"), 9 * 0.35 * 0.17, 1e-12);
    EXPECT_NEAR(expected(table, "weapon"), 9 * 0.35 * 0.08, 1e-12);
    double all = 0;
    for (const auto& row : table.rows) { all += row.expected; }
    EXPECT_NEAR(all, 9 * 0.35, 1e-12);
  }
  Count count;
  count.rule = "level";
  question.rule = "level";
  question.by = {"kind"};
  for (const std::string kind : {"bat", "ration", "gold"}) {
    count.condition = "thing.kind == " + kind;
    const auto both = exact_odds(pack, std::vector<Query>{{count, {}}, {question, {}}});
    ASSERT_TRUE(both[0].ok() && both[1].ok());
    EXPECT_NEAR(std::get<CountTable>(both[0]->front().table).mean,
                expected(std::get<ExpectedTable>(both[1]->front().table), kind), 1e-9)
        << kind;
  }
  // Two fields together tell the same as each alone.
  question.by = {"class", "kind"};
  const auto pairs = exact_odds(pack, question);
  question.by = {"class"};
  const auto classes = exact_odds(pack, question);
  ASSERT_TRUE(pairs.ok() && classes.ok());
  EXPECT_GT(pairs->rows.size(), classes->rows.size());
  for (const auto& row : classes->rows) {
    EXPECT_NEAR(expected(*pairs, to_text(row.values.front())), row.expected, 1e-9);
  }
}

TEST(OddsOf, ThingsThatAreNotCountedApart) {
  const ExpectedCounts none;
  ExpectedCounts unknown;
  unknown.by = {"quantity"};
  ExpectedCounts many;
  many.by.assign(4, "kind");
  const auto answers = exact_odds(shipped("rogue"), std::vector<Query>{{none, {}}, {unknown, {}}, {many, {}}});
  EXPECT_EQ(answers[0].error().text(), "expected numbers need at least one field");
  EXPECT_EQ(answers[1].error().text(), "`quantity` is not a field of type symbol");
  EXPECT_EQ(answers[2].error().text(), "`each` takes at most 3 fields");
}

// OddsSettings::stop says how much of the rest the end may take.
TEST(SecondsToExplore, LeaveTheTimeForTheEnd) {
  for (const double seconds : {0.0, 0.5, 2.0, 12.5, 20.0, 1000.0}) {
    const auto stop = seconds_to_explore(seconds);
    EXPECT_NEAR(stop + std::min(stop * 2 / 3, 5.0), seconds, 1e-6);
  }
}

}  // namespace odds_of_test

}  // namespace spoils
