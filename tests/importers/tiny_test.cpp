// Imports a small folder made by hand, with every kind of data. The expected pack is in tiny.loot.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "importers/folder.h"
#include "spoils/import.h"
#include "spoils/odds.h"
#include "spoils/pack.h"
#include "spoils/roll.h"

namespace spoils::importers {

namespace tiny_test {

std::string folder() { return SPOILS_TESTS_DIR "/importers/tiny"; }

const Imported& tiny() {
  static const Imported imported = import_pyrel(folder(), {"tiny", "Tiny"});
  return imported;
}

const Pack& pack() {
  static const Pack loaded = [] {
    auto fresh = Pack::compile("tiny.loot", tiny().text.value_or(""), {SPOILS_PACKS_DIR});
    EXPECT_TRUE(fresh.pack) << fresh.findings.text();
    return *fresh.pack;
  }();
  return loaded;
}

double odds_of(const std::string& rule, const Values& values, const std::string& by, const std::string& value) {
  Marginal question;
  question.rule = rule;
  question.values = values;
  question.by = {by};
  const auto answer = exact_odds(pack(), question);
  EXPECT_TRUE(answer) << answer.error().text();
  if (!answer) { return -1; }
  double out = 0;
  for (const auto& row : answer->rows) {
    if (to_texts(row.values) == std::vector<std::string>{value}) { out += row.probability; }
  }
  return out;
}

TEST(TinyImport, IsTheWrittenPack) {
  ASSERT_TRUE(tiny().text) << tiny().problems[0].text();
  std::ifstream file(SPOILS_TESTS_DIR "/importers/tiny.loot", std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();
  EXPECT_EQ(*tiny().text, bytes.str());
}

TEST(TinyImport, IsTheSameEachTime) { EXPECT_EQ(import_pyrel(folder(), {"tiny", "Tiny"}).text, tiny().text); }

TEST(TinyImport, IsFormatted) { EXPECT_EQ(format("tiny.loot", *tiny().text).text, tiny().text); }

// A record never gets a word that the libraries use for a value of their own: such a word would be that value.
TEST(TinyImport, GivesNoRecordAWordOfTheLibraries) {
  std::set<std::string> words;
  const std::regex declared(
      "^(?:override )?(?:(?:world |constant )?def|input|state|scratch|field|measure) (\\w+) ?[:=]");
  for (const std::string library : {"affixes", "power"}) {
    std::ifstream file(SPOILS_PACKS_DIR "/lib/" + library + ".loot");
    ASSERT_TRUE(file);
    std::smatch found;
    for (std::string line; std::getline(file, line);) {
      if (std::regex_search(line, found, declared)) { words.insert(found[1]); }
    }
  }
  EXPECT_GT(words.size(), 60U);
  std::string records;
  for (const std::string& word : words) {
    records += (records.empty() ? "[" : ", ") + ("{\"index\": " + std::to_string(records.size() + 10)) +
               ", \"name\": \"" + word + "\", \"affixType\": \"make\"}";
  }
  const TestFolder changed({{"affix.txt", records + "]"}});
  const auto imported = import_pyrel(changed.path(), {"words", "Words"});
  ASSERT_TRUE(imported.text) << imported.problems[0].text();
  for (const std::string& word : words) {
    EXPECT_EQ(imported.text->find("affix " + word + " \""), std::string::npos) << word;
  }
}

TEST(TinyImport, ListsWhatItLeavesOut) {
  std::multiset<std::string> fields;
  for (const LeftOut& left : tiny().left_out) { fields.insert(left.file + ' ' + left.field); }
  EXPECT_EQ(fields, (std::multiset<std::string>{
                        "object_template.json display", "object_template.json flags", "object_template.json flags",
                        "object.json index", "object.json index", "object.json index", "artifact.json index",
                        "affix.json index", "affix.json index", "affix.json index", "affix.json index",
                        "affix.json mods[0].minimum", "theme.json allocatorRules[0].allowCategories",
                        "theme.json index", "object_flags.json ID", "creature.json index", "creature.json index"}));
}

TEST(TinyImport, MeansWhatTheDataMean) {
  // Depth 10: the rake 10, the spade 1/15, the charm 2.5, the artifact 0.01.
  const double whole = 10 + 1.0 / 15 + 2.5 + 0.01;
  EXPECT_NEAR(odds_of("item", {{"depth", "10"}}, "kind", "rake"), 10 / whole, 1e-12);
  EXPECT_NEAR(odds_of("item", {{"depth", "10"}}, "kind", "spade"), 1 / 15.0 / whole, 1e-12);
  EXPECT_NEAR(odds_of("item", {{"depth", "10"}}, "kind", "eclat"), 0.01 / whole, 1e-12);
  // A quarter of 2d3 spades.
  EXPECT_NEAR(odds_of("item", {{"depth", "50"}}, "kind", "spade"), 0, 1e-12);
  // The template `rich`: at level 7, or 5 deeper in (20 + 7)/3 of a hundred; templates that inherit from it have both
  // boosts.
  EXPECT_NEAR(odds_of("find", {{"t", "rich"}, {"depth", "50"}}, "kind", "charm_rain"), 0, 1e-12);
  const double near_whole = 10 + 1.0 / 15;
  const double deep_whole = near_whole + 0.01 * 2.5;
  EXPECT_NEAR(odds_of("find", {{"t", "rich"}, {"depth", "50"}}, "kind", "rake"),
              0.91 * 10 / near_whole + 0.09 * 10 / deep_whole, 1e-12);
}

TEST(TinyImport, RollsAtEveryLevel) {
  for (const char* name : {"bare", "plain", "rich"}) {
    for (int depth = 0; depth <= 127; ++depth) {
      auto roller = Roller::make(pack(), "find", {{"t", name}, {"depth", std::to_string(depth)}});
      ASSERT_TRUE(roller) << roller.error().text();
      for (std::uint64_t i = 0; i < 20; ++i) {
        const auto things = roller->roll(1, i);
        ASSERT_TRUE(things) << things.error().text();
      }
    }
  }
}

}  // namespace tiny_test

}  // namespace spoils::importers
