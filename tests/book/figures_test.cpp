// Compares books of shipped packs with published figures of their games.
#include <gtest/gtest.h>

#include "affordable.h"
#include "api/pack_data.h"
#include "book/page.h"
#include "compiled.h"
#include "packs/rogue_facts.h"
#include "packs/shipped.h"

namespace spoils::book {

namespace figures_test {

using packs::shipped;

std::string markdown(const std::string& name, const BookOptions& options = {}) {
  auto text = write_book(shipped(name), options);
  EXPECT_TRUE(text.ok()) << text.error().text();
  return text.ok() ? *text : std::string();
}

std::string with_blanks(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '_', ' ');
  return out;
}

template <class Shares>
void expect_shares(const std::vector<Rows>& tables, const Shares& shares) {
  for (const auto& share : shares) {
    EXPECT_EQ(cell(tables, with_blanks(share.name), "chance"), std::to_string(share.percent) + "%") << share.name;
  }
}

// Half of all is unset, a third a text that reads like that, and a sixth one that reads like a flag.
TEST(BookFigures, TextsThatReadLikeOtherValues) {
  const auto text = write_book(
      compiled("rule r { kind = rock; t = if chance 1/2 then none else if chance 2/3 then \"none\" else \"true\" }\n"),
      {});
  ASSERT_TRUE(text.ok()) << text.error().text();
  const auto sections = sections_of(*text);
  const auto& tables = sections.at("Rule r");
  EXPECT_EQ(cell(tables, "none", "chance"), "50%");
  EXPECT_EQ(cell(tables, "\"none\"", "chance"), "33.33%");
  EXPECT_EQ(cell(tables, "\"true\"", "chance"), "16.67%");
}

TEST(BookFigures, RogueAsPublished) {
  const auto sections = sections_of(markdown("rogue"));
  expect_shares(sections.at("Table item"), packs::rogue::kClasses);
  expect_shares(sections.at("Table potion"), packs::rogue::kPotions);
  for (const auto& potion : packs::rogue::kPotions) {
    EXPECT_EQ(cell(sections.at("Table potion"), with_blanks(potion.name), "worth"), std::to_string(potion.worth));
  }
  const auto& tries = sections.at("Rule floor_items");
  EXPECT_EQ(cell(tries, "all things", ""), "3.15");
  EXPECT_EQ(cell(tries, "3", "chance"), "27.16%");
  EXPECT_EQ(cell(tries, "9", "chance"), "1 in 12690");
}

TEST(BookFigures, RogueByDepth) {
  if (kIsSanitized) { GTEST_SKIP() << "too long under sanitizers"; }
  BookOptions options;
  options.depths = {1, 13, 26};
  const auto sections = sections_of(markdown("rogue", options));
  const auto& monsters = sections.at("Rule creature");
  EXPECT_EQ(cell(monsters, "kestral", "level 1"), "34.78%");  // 8 of 23
  EXPECT_EQ(cell(monsters, "aquator", "13"), "21.74%");       // 5 of 23
  EXPECT_EQ(cell(monsters, "dragon", "26"), "23.33%");        // 7 of 30
  EXPECT_EQ(cell(monsters, "dragon", "level 1"), "-");
  EXPECT_EQ(cell(sections.at("Rule level"), "all things", "level 1"), "17.45");
}

TEST(BookFigures, TwoFieldsTogetherWhereOneTellsOfTheOther) {
  const auto pack = compiled(R"(
rule card {
  colour = pick { 3 red, 1 black }
  suit   = if colour == red then pick { 1 hearts, 1 diamonds } else pick { 1 spades, 3 clubs }
}
rule deck { colour = pick { 3 red, 1 black }; back = pick { 1 plain, 1 ornate } }
)");
  const auto text = write_book(pack);
  ASSERT_TRUE(text);
  const auto sections = sections_of(*text);
  const auto& card = sections.at("Rule card");
  const Rows expected{{"suit with colour", "red", "black"},
                      {"diamonds", "37.5%", "-"},
                      {"hearts", "37.5%", "-"},
                      {"clubs", "-", "18.75%"},
                      {"spades", "-", "6.25%"}};
  EXPECT_EQ(std::count(card.begin(), card.end(), expected), 1);
  for (const auto& rows : sections.at("Rule deck")) {
    EXPECT_EQ(rows.front().front().find(" with "), std::string::npos);
  }
}

TEST(BookFigures, TextsWithQuotesAreOutcomesOfTheirOwn) {
  const auto pack = compiled("rule item { label = pick { 1 \"none\", 1 \"\\\"none\\\"\", 2 \"x\" } }\n");
  const auto text = write_book(pack);
  ASSERT_TRUE(text);
  const auto sections = sections_of(*text);
  const auto& item = sections.at("Rule item");
  EXPECT_TRUE(std::any_of(item.begin(), item.end(), [](const Rows& rows) {
    return rows.size() == 4 && rows[1][1] == "50%" && rows[2][1] == "25%" && rows[3][1] == "25%";
  })) << *text;
}

TEST(BookFigures, TwoFieldsTogetherWhereOnlyARareValueTells) {
  // A crown comes once in 4 * 10^10 and is always gilded; every other kind is gilded half of the time.
  const auto pack = compiled(R"(
rule find {
  kind = if chance(1 / 200000) and chance(1 / 200000) then crown else pick { 1 ring, 1 helm }
  look = if kind == crown then gilded else pick { 1 gilded, 1 plain }
}
)");
  const auto text = write_book(pack);
  ASSERT_TRUE(text);
  const auto sections = sections_of(*text);
  const auto& find = sections.at("Rule find");
  EXPECT_TRUE(std::any_of(find.begin(), find.end(), [](const Rows& rows) {
    return rows.front().front() == "kind with look" || rows.front().front() == "look with kind";
  }));
}

TEST(BookFigures, FieldsOfDifferentThingsAreCountedApart) {
  // No thing has both a kind and a gem: numbers by both together would list the gems twice and no kind.
  const auto pack = compiled(R"(
rule run  { drop coin; drop ring }
rule coin { kind = pick { 3 copper, 2 silver, 1 gold } }
rule ring { gem = pick { 3 ruby, 1 opal } }
)");
  const auto text = write_book(pack);
  ASSERT_TRUE(text);
  const auto sections = sections_of(*text);
  const auto& run = sections.at("Rule run");
  EXPECT_EQ(cell(run, "ruby", ""), "0.75");
  EXPECT_EQ(cell(run, "copper", ""), "0.5");
  EXPECT_EQ(cell(run, "silver", ""), "0.3333");
}

// A field that only some things have leaves the others out, however few words it takes.
TEST(BookFigures, NumbersAreOfAFieldThatAllThingsHave) {
  const auto pack = compiled(R"(
rule monster { drop treasure }
rule treasure {
  kind = pick { 5 gold, 3 potion, 1 sword, 1 gem }
  if kind == gem { grade = pick { 3 chipped, 1 flawed } }
}
)");
  const auto text = write_book(pack);
  ASSERT_TRUE(text);
  const auto sections = sections_of(*text);
  const auto& monster = sections.at("Rule monster");
  EXPECT_EQ(cell(monster, "all things", ""), "1");
  EXPECT_EQ(cell(monster, "gold", ""), "0.5");
  EXPECT_EQ(cell(monster, "sword", ""), "0.1");
}

// The rule has no odds by itself, since a value of its caller is missing; that is not too much work.
TEST(BookFigures, SaysWhyARuleHasNoOdds) {
  const auto pack = compiled(R"(
rule treasure { worth = d6; gear() }
rule gear { kind = pick b in base at worth; if chance 50% { fine = true } }
collection base { rows allocate { } }
base cap { allocate 1.. }
)");
  const auto text = write_book(pack);
  ASSERT_TRUE(text) << text.error().text();
  EXPECT_NE(text->find("No odds of `kind`"), std::string::npos) << *text;
  EXPECT_NE(text->find("there is nothing to pick from here"), std::string::npos) << *text;
  EXPECT_EQ(text->find("Too many paths"), std::string::npos) << *text;
}

TEST(BookFigures, CrawlAsPublished) {
  if (kIsSanitized) { GTEST_SKIP() << "too long under sanitizers"; }
  BookOptions options;
  options.depths = {0, 3, 7, 27};
  const auto sections = sections_of(markdown("crawl", options));
  const auto& classes = sections.at("Rule floor");
  EXPECT_EQ(cell(classes, "wand", "3"), "1.5%");
  EXPECT_EQ(cell(classes, "wand", "7"), "3.5%");
  EXPECT_EQ(cell(classes, "scroll", "depth 0"), "22.75%");
  EXPECT_EQ(cell(classes, "misc", "27"), "1.37%");
  EXPECT_EQ(cell(sections.at("Rule level"), "all things", "depth 0"), "21.5");
  EXPECT_EQ(cell(sections.at("Grid weapon_race"), "dagger", "elven"), "13%");
  const auto& brands = sections.at("Grid weapon_brand");
  EXPECT_EQ(cell(brands, "quarterstaff", "outcomes"),
            "none 54%, protection 20%, speed 14%, vorpal 8%, pain 2%, distortion 2%");
  EXPECT_EQ(cell(sections.at("Grid spellbook"), "wizardry", "5"), "13.08%");  // 13.1 of 100.15

  // The contents of a whole game, by class and by kind: the kinds of a class add up to it, each to four digits.
  const auto& game = sections.at("Rule journey");
  ASSERT_EQ(game.size(), 2U);
  std::map<std::string, double> by_class;
  for (std::size_t i = 2; i < game[1].size(); ++i) {
    const auto& name = game[1][i].front();
    by_class[name.substr(0, name.find(':'))] += std::stod(game[1][i].back());
  }
  ASSERT_EQ(by_class.size() + 2, game[0].size());  // the head and all things are no class
  for (std::size_t i = 2; i < game[0].size(); ++i) {
    const auto figure = std::stod(game[0][i].back());
    EXPECT_NEAR(by_class[game[0][i].front()], figure, figure * 1e-3) << game[0][i].front();
  }
}

/// With a small work limit, a question that exceeds it is reported as too large; the rest of the book is unchanged.
BookOptions quick() {
  BookOptions options;
  options.most_work = 20'000;
  return options;
}

class BookOfPack : public testing::TestWithParam<std::string> {};

bool takes_long(std::string_view pack) { return pack != "hello" && pack != "rogue"; }

TEST_P(BookOfPack, NamesEverything) {
  if (kIsSanitized && takes_long(GetParam())) { GTEST_SKIP() << "too long under sanitizers"; }
  const auto text = markdown(GetParam(), quick());
  const auto sections = sections_of(text);
  const auto& program = shipped(GetParam()).data().program;
  for (const auto& rule : program.rules) { EXPECT_EQ(sections.count("Rule " + rule.name), 1U) << rule.name; }
  for (const auto& grid : program.grids) { EXPECT_EQ(sections.count("Grid " + grid.name), 1U) << grid.name; }
  for (const auto& table : program.tables) {
    if (!table.name.empty()) { EXPECT_EQ(sections.count("Table " + table.name), 1U) << table.name; }
  }
  for (const auto& expectation : program.expectations) {
    EXPECT_NE(text.find("- " + expectation.title.substr(0, expectation.title.find_first_of("*_[]"))), std::string::npos)
        << expectation.title;
  }
}

TEST_P(BookOfPack, IsTheSameEachTime) {
  if (kIsSanitized && takes_long(GetParam())) { GTEST_SKIP() << "too long under sanitizers"; }
  const auto again = Pack::load(std::string(SPOILS_PACKS_DIR) + "/" + GetParam() + "/");
  ASSERT_TRUE(again.pack);
  EXPECT_EQ(markdown(GetParam(), quick()), *write_book(*again.pack, quick()));
}

INSTANTIATE_TEST_SUITE_P(, BookOfPack,
                         testing::Values("hello", "drops", "boosters", "hoard", "rogue", "rogue_game", "powder",
                                         "powder_game", "crawl", "crawl_game"),
                         [](const auto& row) { return row.param; });

}  // namespace figures_test

}  // namespace spoils::book
