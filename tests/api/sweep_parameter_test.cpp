// tests/api/sweep_parameter_test.cpp
//
// Sweeps of a parameter, against closed forms and against the same parameter as an input.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "compiled.h"
#include "spoils/odds.h"
#include "spoils/verify.h"

namespace spoils {
namespace sweep_parameter_test {

// `amount` has what `asked` takes: the oracle of a parameter is an input, which is swept in a way of its own.
const char* const kPack =
    "input amount: 0..4 = 0\n"
    "input in_metal: {iron, gold} = iron\n"
    "input in_luck: flag = false\n"
    "state seen: 0..9 = 0\n"
    "rule asked(n: 0..4, metal: {iron, gold} = iron, lucky: flag = false) {\n"
    "  kind = pick { 10 sword; (1 + n) gem }; size = d4 + n + seen\n"
    "  if lucky and metal == gold { repeat n { drop coin } }\n"
    "}\n"
    "rule other { asked(n = amount, metal = in_metal, lucky = in_luck) }\n"
    "rule coin { kind = coin }\n";

template <class Kind>
Kind of(const char* rule, Kind question) {
  question.rule = rule;
  return question;
}

Marginal by(std::vector<std::string> columns, std::string where = {}) {
  Marginal out;
  out.by = std::move(columns);
  out.where = std::move(where);
  out.fractions = true;
  return out;
}

std::string written(const Answer& answer) {
  std::string out;
  if (const auto* const table = probabilities(answer)) {
    for (const auto& row : table->rows) {
      for (const auto& value : row.values) { out += to_text(value) + " "; }
      out += (row.fraction ? row.fraction->text() : std::to_string(row.probability)) + "\n";
    }
    return out + (table->exact ? "exact" : "bounds");
  }
  for (const auto& row : std::get<ExpectedTable>(answer).rows) {
    out += to_text(row.values[0]) + " " + std::to_string(row.expected) + "\n";
  }
  return out;
}

TEST(SweepParameter, AsAnInput) {
  const auto pack = compiled(kPack);
  Count coins;
  coins.condition = "kind == coin";
  coins.values = {{"metal", "gold"}, {"lucky", "true"}};
  auto coins_of_input = coins;
  coins_of_input.values = {{"in_metal", "gold"}, {"in_luck", "true"}};
  ExpectedCounts each;
  each.by = {"kind"};
  each.values = coins.values;
  auto each_of_input = each;
  each_of_input.values = coins_of_input.values;
  auto later = by({"size"});
  later.states = {{"seen", "5"}};
  const std::vector<std::pair<Question, Question>> questions{
      {of("asked", by({"kind", "size"})), of("other", by({"kind", "size"}))},
      {of("asked", by({"kind"}, "size > 6")), of("other", by({"kind"}, "size > 6"))},  // never below 3
      {of("asked", later), of("other", later)},
      {of("asked", coins), of("other", coins_of_input)},
      {of("asked", each), of("other", each_of_input)}};
  for (const auto& [asked, other] : questions) {
    const auto by_parameter = exact_odds(pack, asked, Sweep{"n", {}, {}});
    const auto by_input = exact_odds(pack, other, Sweep{"amount", {}, {}});
    ASSERT_TRUE(by_parameter) << by_parameter.error().text();
    ASSERT_TRUE(by_input) << by_input.error().text();
    ASSERT_EQ(by_parameter->size(), 5U);
    for (std::size_t i = 0; i < by_parameter->size(); ++i) {
      EXPECT_EQ((*by_parameter)[i].value, (*by_input)[i].value);
      EXPECT_EQ(written((*by_parameter)[i].table), written((*by_input)[i].table));
    }
    const auto verified = verify_odds(pack, asked, "n", *by_parameter);
    ASSERT_TRUE(verified);
    for (const auto& one : *verified) { EXPECT_TRUE(one.agrees() && one.uncompared.empty()); }
  }
}

TEST(SweepParameter, ClosedForm) {
  const auto pack = compiled(kPack);
  const auto swept =
      exact_odds(pack, of("asked", by({"kind"})), Sweep{"n", std::pair<std::int64_t, std::int64_t>{1, 3}, {}});
  ASSERT_TRUE(swept);
  ASSERT_EQ(swept->size(), 3U);
  EXPECT_EQ(written((*swept)[0].table), "sword 5/6\ngem 1/6\nexact");
  EXPECT_EQ(written((*swept)[2].table), "sword 5/7\ngem 2/7\nexact");
}

TEST(SweepParameter, OfSymbolsAndFlags) {
  const auto pack = compiled(kPack);
  Count coins = of("asked", Count{});
  coins.condition = "kind == coin";
  coins.values = {{"n", "2"}, {"lucky", "true"}};
  const auto metals = exact_odds(pack, coins, Sweep{"metal", {}, {}});
  ASSERT_TRUE(metals) << metals.error().text();
  ASSERT_EQ(metals->size(), 2U);
  EXPECT_EQ((*metals)[0].value + " " + written((*metals)[0].table), "iron 0 1.000000\nexact");
  EXPECT_EQ((*metals)[1].value + " " + written((*metals)[1].table), "gold 2 1.000000\nexact");
  coins.values = {{"n", "2"}, {"metal", "gold"}};
  const auto luck = exact_odds(pack, coins, Sweep{"lucky", {}, {"true"}});
  ASSERT_TRUE(luck);
  EXPECT_EQ(written(luck->front().table), "2 1.000000\nexact");
}

TEST(SweepParameter, WhatIsWrong) {
  const auto pack = compiled(kPack);
  const auto said = [&](const Marginal& question, const Sweep& sweep) {
    const auto found = exact_odds(pack, of("asked", question), sweep);
    return found ? std::string("answered") : found.error().text();
  };
  EXPECT_NE(
      said(by({"kind"}), {"n", std::pair<std::int64_t, std::int64_t>{3, 9}, {}}).find("cannot sweep `n` over 3..9"),
      std::string::npos);
  EXPECT_NE(said(by({"sort"}), {"n", {}, {}}).find("no rule sets a field `sort`"), std::string::npos);
  EXPECT_NE(said(by({"kind"}, "kind == gme"), {"n", {}, {}}).find("`gme` is not a field"), std::string::npos);
  EXPECT_NE(said(by({"kind"}, "kind =="), {"n", {}, {}}).find("kind =="), std::string::npos);
}

// A budget is for all values together, and what it ends has bounds.
TEST(SweepParameter, WithinALimit) {
  const auto pack = compiled(kPack);
  auto question = of("asked", by({"size"}));
  question.fractions = false;
  question.max_states = 2;
  question.sweep_seconds = 60;
  const auto swept = exact_odds(pack, question, Sweep{"n", {}, {}});
  ASSERT_TRUE(swept);
  for (const auto& one : *swept) {
    const auto& table = one.table;
    EXPECT_FALSE(table.exact);
    for (const auto& row : table.rows) { EXPECT_TRUE(row.low <= 0.25 && row.high >= 0.25); }
  }
}

}  // namespace sweep_parameter_test
}  // namespace spoils
