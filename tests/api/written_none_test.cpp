// tests/api/written_none_test.cpp
//
// Three values are called none: what is unset, the symbol `'none'` and the text "none". A value that a caller gives, a
// world stores or a question names stays the one that it is: rolls, whose values are words, against odds, which are
// asked in texts.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "compiled.h"
#include "spoils/odds.h"
#include "spoils/roll.h"

namespace spoils {
namespace written_none_test {

Marginal by(const std::string& column) {
  Marginal out;
  out.by = {column};
  return out;
}

/// The only outcome; a list of them if there are several.
std::string outcome(const Pack& pack, const Marginal& question) {
  const auto table = exact_odds(pack, question);
  if (!table) { return table.error().text(); }
  std::string out;
  for (const auto& row : table->rows) { out += (out.empty() ? "" : ", ") + to_text(row.values.front()); }
  return out;
}

std::string rolled(const Pack& pack, const Values& values, World* world = nullptr) {
  auto roller = Roller::make(pack, "", values);
  if (!roller) { return roller.error().text(); }
  if (world == nullptr) {
    const auto roll = roller->roll(1, 0);
    return roll ? std::string((*roll)[0]["kind"].text()) : roll.error().text();
  }
  const auto roll = roller->roll(*world);
  return roll ? std::string((*roll)[0]["kind"].text()) : roll.error().text();
}

TEST(WrittenNone, ATextThatIsTheWord) {
  const auto pack = compiled("input c: text = \"Bob\"\nrule a { kind = if c == \"none\" then x else y }\n");
  auto question = by("kind");
  EXPECT_EQ(outcome(pack, question), "y");
  question.values = {{"c", "none"}};
  EXPECT_EQ(rolled(pack, question.values), "x");
  EXPECT_EQ(outcome(pack, question), "x");
}

TEST(WrittenNone, AChoiceOfAnInput) {
  const auto pack =
      compiled("input b_side: {dungeon, 'none'} = dungeon\nrule a { kind = if b_side == 'none' then x else y }\n");
  for (const auto* word : {"none", "'none'"}) {
    auto question = by("kind");
    question.values = {{"b-side", word}};
    EXPECT_EQ(rolled(pack, question.values), "x") << word;
    EXPECT_EQ(outcome(pack, question), "x") << word;
  }
  EXPECT_EQ(pack.inputs().at(0).choices, (std::vector<std::string>{"dungeon", "'none'"}));
}

TEST(WrittenNone, AParameter) {
  const auto pack =
      compiled("rule a(r: {g, 'none'}) { kind = if r == 'none' then x else if r == none then unset else y }\n");
  auto question = by("kind");
  question.values = {{"r", "'none'"}};
  EXPECT_EQ(rolled(pack, question.values), "x");
  EXPECT_EQ(outcome(pack, question), "x");
  question.values = {{"r", "none"}};
  EXPECT_EQ(rolled(pack, question.values), "unset");
  EXPECT_EQ(outcome(pack, question), "unset");
}

TEST(WrittenNone, AState) {
  const auto pack = compiled("state s: {u, 'none'} = u\nrule a { kind = if s == 'none' then x else y; s = 'none' }\n");
  World world(pack, 1);
  EXPECT_EQ(rolled(pack, {}, &world), "y");
  auto question = by("kind");
  question.states = world.states();
  EXPECT_EQ(outcome(pack, question), "x");
  auto again = World::restore(pack, world.text());
  ASSERT_TRUE(again);
  EXPECT_EQ(rolled(pack, {}, &*again), "x");
}

// Nothing is added by `q += none` but what is unset, which is no symbol of the pack.
TEST(WrittenNone, AMemberOfASetOfTheWorld) {
  const auto pack =
      compiled("state q: set of symbol\nrule a { kind = if k in q then wrong else right; q += none; q += ruby }\n");
  World world(pack, 1);
  EXPECT_EQ(rolled(pack, {}, &world), "right");
  auto again = World::restore(pack, world.text());
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(again->text(), world.text());
  auto question = by("kind");
  question.states = world.states();
  EXPECT_EQ(outcome(pack, question), "right");
  EXPECT_EQ(rolled(pack, {}, &*again), "right");
}

TEST(WrittenNone, OutcomesAreToldApart) {
  const auto pack = compiled("rule a { kind = pick {3 none, 1 'none', 4 ruby} }\n");
  EXPECT_EQ(outcome(pack, by("kind")), "ruby, none, 'none'");
}

}  // namespace written_none_test
}  // namespace spoils
