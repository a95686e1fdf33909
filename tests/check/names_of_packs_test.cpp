// The meaning of names across packs that use each other: a pack that uses another never changes the meaning of names in
// it, except by `override`. The oracle is the odds of a rule of the library alone, compared with those through its
// user.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spoils/odds.h"
#include "spoils/precomputed.h"
#include "spoils/roll.h"

namespace spoils::check {
namespace names_of_packs_test {

using Files = std::vector<std::pair<std::string, std::string>>;  // name without .loot, text after the pack line
using Odds = std::map<std::vector<std::string>, double>;

/// Returns the last of the packs, which may use those before it.
Loaded loaded(const Files& files) {
  auto folder = (std::filesystem::temp_directory_path() / "spoils-names-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) { ADD_FAILURE() << "no folder for the packs"; }
  for (const auto& [name, text] : files) {
    std::ofstream(folder + "/" + name + ".loot") << "pack " << name << " \"" << name << "\" 1.0\n" << text;
  }
  auto out = Pack::load(folder + "/" + files.back().first + ".loot");
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  return out;
}

Odds odds_of(const Loaded& from, const std::string& rule, std::vector<std::string> by) {
  if (!from.pack) {
    ADD_FAILURE() << from.findings.text();
    return {};
  }
  Marginal question;
  question.rule = rule;
  question.by = std::move(by);
  const auto table = exact_odds(*from.pack, question);
  if (!table) {
    ADD_FAILURE() << table.error().text();
    return {};
  }
  Odds out;
  for (const auto& row : table->rows) { out[to_texts(row.values)] += row.probability; }
  return out;
}

std::string name_of(const Loaded& from, const std::string& rule) {
  if (!from.pack) {
    ADD_FAILURE() << from.findings.text();
    return {};
  }
  auto roller = Roller::make(*from.pack, rule);
  if (!roller) { return roller.error().text(); }
  const auto things = roller->roll(1, 0);
  return things && things->size() == 1 ? (*things)[0].name() : "";
}

struct Case {
  std::string_view name;
  std::string_view library;  // its rule `bolt` sets `hot`
  std::string_view user;
};

void PrintTo(const Case& row, std::ostream* out) { *out << row.name; }

class WordsStayInTheirPack : public testing::TestWithParam<Case> {};

TEST_P(WordsStayInTheirPack, AndSoDoOdds) {
  const std::string library(GetParam().library);
  const auto alone = odds_of(loaded({{"lib", library}}), "bolt", {"hot"});
  const auto user = "use lib\nrule own { q = 1 }\n" + std::string(GetParam().user);
  EXPECT_EQ(odds_of(loaded({{"lib", library}, {"user", user}}), "bolt", {"hot"}), alone);
}

constexpr std::string_view kSymbol = "rule bolt { kind = pick {3 fire; 1 frost}; hot = kind == fire }\n";

INSTANTIATE_TEST_SUITE_P(
    Names, WordsStayInTheirPack,
    testing::ValuesIn(std::vector<Case>{
        {"Def", kSymbol, "def fire = frost\n"},
        {"DefWithParameters", kSymbol, "def fire(x) = x\nrule more { q = fire(2) }\n"},
        {"Measure", kSymbol, "measure fire = kind\n"},
        {"Input", kSymbol, "input fire: {frost, ice} = frost\n"},
        {"State", kSymbol, "state fire: {frost, ice} = frost\n"},
        {"Scratch", kSymbol, "scratch fire: symbol\n"},
        {"Field", kSymbol, "rule other { fire = frost }\n"},
        {"Table", kSymbol, "table fire { frost }\n"},
        {"MeasureForARecord",
         "collection c { worth: int }\nc power { worth = 2 }\nc speed { worth = 2 }\n"
         "rule bolt { kind = pick c; hot = kind == power }\n",
         "measure power = 7\n"},
        {"TableForADef", "def sparks = {fire, frost}\nrule bolt { hot = pick sparks }\n", "table sparks { ice }\n"},
        {"CollectionForAList", "field l: list of symbol\nrule bolt { l += fire; for x in l { hot = x } }\n",
         "collection l { worth: int }\nl ice { worth = 2 }\n"},
        {"Function", "rule bolt { hot = max(d4, 2) }\n", "def max(a, b) = 9\n"},
        {"DefInASet",
         "collection c { tags = {}; fits: filter }\ndef keen = {blade}\nc dagger { tags = {blade} }\n"
         "c club { }\nc need { fits = {(keen)} }\n"
         "rule bolt(n: c = need) { kind = pick c; hot = kind is n.fits }\n",
         "def blade = {club}\n"},
        {"LetAndInput", "rule bolt { let fire = d4; hot = fire }\n", "input fire: 1..3 = 1\n"},
        {"LoopAndState", "rule bolt { for fire in 1..3 { hot = fire } }\n", "state fire: 1..3 = 1\n"},
        {"Total", "table t { 3 a, 1 b }\nrule bolt { hot = pick x in t or nothing weight total }\n", "def total = 0\n"},
        {"DefForAField", "rule bolt { fire = d4; hot = fire }\n", "def fire = 9\n"},
    }),
    [](const auto& row) { return std::string(row.param.name); });

TEST(NamesOfPacks, OverridesAreSeenByTheUsedPack) {
  const Files files{{"lib", "def many = 2\nrule bolt { hot = many }\n"}, {"user", "use lib\noverride def many = 5\n"}};
  EXPECT_EQ(odds_of(loaded(files), "bolt", {"hot"}), (Odds{{{"5"}, 1}}));
}

TEST(NamesOfPacks, ThePackItselfComesBeforeWhatItUses) {
  const Files files{{"lib", "rule bolt { fire = 1; hot = fire }\n"},
                    {"user", "use lib\ndef fire = 9\nrule own { bolt(); mine = fire }\n"}};
  EXPECT_EQ(odds_of(loaded(files), "own", {"hot", "mine"}), (Odds{{{"1", "9"}, 1}}));
}

TEST(NamesOfPacks, PacksBesideEachOtherDoNotSeeEachOther) {
  const Files files{{"ice", "def fire = frost\nrule cold { kind = fire }\n"},
                    {"lib", std::string(kSymbol)},
                    {"user", "use ice\nuse lib\nrule own { bolt(); mine = fire }\n"}};
  EXPECT_EQ(odds_of(loaded(files), "bolt", {"hot"}), (Odds{{{"true"}, 0.75}, {{"false"}, 0.25}}));
  EXPECT_EQ(odds_of(loaded(files), "own", {"mine"}), (Odds{{{"frost"}, 1}}));
}

TEST(NamesOfPacks, AFieldIsSharedByAllThatSetIt) {
  const Files files{{"ice", "rule cold { kind = frost }\n"},
                    {"lib", std::string(kSymbol)},
                    {"user", "use ice\nuse lib\nrule own { cold(); mine = kind; bolt() }\n"}};
  EXPECT_EQ(odds_of(loaded(files), "own", {"mine"}), (Odds{{{"frost"}, 1}}));
}

// The rule of the library that sets the field is overridden; its display still means the field.
TEST(NamesOfPacks, AFieldStaysOneWhereItsRuleIsOverridden) {
  const Files files{{"lib", "rule bolt { kind = arrow; race = elf }\ndisplay bolt \"{race} {kind}\"\n"},
                    {"user", "use lib\noverride rule bolt { kind = arrow; tried() }\nrule tried { race = orc }\n"}};
  EXPECT_EQ(name_of(loaded(files), "bolt"), "orc arrow");
}

TEST(NamesOfPacks, AnInputWithTheNameOfAFieldOfAnotherPackIsRefused) {
  const auto refused = loaded({{"lib", "rule bolt { fire = 1 }\n"}, {"user", "use lib\ninput fire: 1..3 = 1\n"}});
  ASSERT_FALSE(refused.pack);
  EXPECT_NE(refused.findings.text().find("user.loot:3:7: error[E0303]"), std::string::npos) << refused.findings.text();
}

// Through two steps of `use` the declarations of the outermost pack come first.
TEST(NamesOfPacks, DisplaysAndNamesOfUsersComeFirst) {
  const Files files{{"inner", "rule item { kind = sword }\ndisplay item \"inner {kind}\"\nnames { sword \"blade\" }\n"},
                    {"middle", "use inner\ndisplay item \"middle {kind}\"\nnames { sword \"sabre\" }\n"},
                    {"outer", "use middle\nrule other { q = 1 }\n"}};
  EXPECT_EQ(name_of(loaded(files), "item"), "middle sabre");
  EXPECT_EQ(name_of(loaded({files[0], files[1]}), "item"), "middle sabre");
  EXPECT_EQ(name_of(loaded({files[0]}), "item"), "inner blade");
}

TEST(NamesOfPacks, TheOrderOfUseLinesDoesNotPutAUsedPackFirst) {
  const Files files{{"inner", "rule item { kind = sword }\ndisplay item \"inner\"\n"},
                    {"middle", "use inner\ndisplay item \"middle\"\n"},
                    {"outer", "use inner\nuse middle\nrule other { q = 1 }\n"}};
  EXPECT_EQ(name_of(loaded(files), "item"), "middle");
}

// After `in` the name means the collection, even if a field has the same name.
TEST(NamesOfCollections, AreMeantBehindIn) {
  const auto odds = odds_of(loaded({{"p",
                                     "collection kind { worth: int }\nkind iron { worth = 1 }\n"
                                     "kind gold { worth = 9 }\nrule r { kind = pick kind; all = 0\n"
                                     "  for k in kind { all += k.worth }\n"
                                     "  dear = count(k in kind where k.worth > 2) }\n"}}),
                            "r", {"kind", "all", "dear"});
  EXPECT_EQ(odds, (Odds{{{"iron", "10", "1"}, 0.5}, {{"gold", "10", "1"}, 0.5}}));
}

TEST(NamesOfCollections, CannotBeThoseOfTypes) {
  for (const std::string word : {"int", "number", "flag", "symbol", "text", "range", "filter"}) {
    const auto refused = loaded({{"p", "collection " + word + " { worth: int }\nrule r { q = 1 }\n"}});
    EXPECT_FALSE(refused.pack) << word;
    EXPECT_NE(refused.findings.text().find("p.loot:2:12: error[E0216]"), std::string::npos) << refused.findings.text();
  }
}

// A measure or def of the library has the name of a record; where a record is wanted the word is that record.
TEST(WordsWhereRecordsAreWanted, AreThoseRecords) {
  const auto from = loaded({{"lib",
                             "collection affix { worth: int }\nmeasure power = plus * 2\ndef sharp = true\n"
                             "field worn: list of affix\nfield best: affix\nrule own(a: affix) { plus = a.worth }\n"},
                            {"user",
                             "use lib\naffix power { worth = 1 }\naffix sharp { worth = 5 }\naffix blunt { }\n"
                             "rule r { own(power); worn += power; best = sharp; chosen = pick x in affix\n"
                             "is_it = chosen == power; bears = power in worn; known = power in affix\n"
                             "number = match chosen { power: 1; sharp: 2; else: 3 } }\n"}});
  const auto odds = odds_of(from, "r", {"plus", "best", "is_it", "bears", "known", "number"});
  EXPECT_EQ(odds, (Odds{{{"1", "sharp", "true", "true", "true", "1"}, 1.0 / 3},
                        {{"1", "sharp", "false", "true", "true", "2"}, 1.0 / 3},
                        {{"1", "sharp", "false", "true", "true", "3"}, 1.0 / 3}}));
}

TEST(WordsWhereRecordsAreWanted, AreOtherwiseWhatTheyWere) {
  const auto from =
      loaded({{"lib", "collection affix { worth: int }\nmeasure power = plus * 2\nrule own { plus = 1 }\n"},
              {"user",
               "use lib\naffix power { worth = 1 }\nfield plus: int\nfield l: list of symbol\n"
               "rule r { plus = 3; x = power + 1; y = max(power, 2); let power_too = power; z = power_too }\n"}});
  EXPECT_EQ(odds_of(from, "r", {"x", "y", "z"}), (Odds{{{"7", "6", "6"}, 1}}));
}

// After `in` a field that holds one value is not meant.
TEST(WordsAfterIn, AreCollectionsBeforeFields) {
  const std::string kinds =
      "collection kind { size: int }\nkind axe { size = 2 }\nkind bow { size = 1 }\nfield kind: kind\n";
  EXPECT_EQ(odds_of(loaded({{"a", kinds + "rule r { kind = axe; let k = pick {axe, tree}; x = k in kind; "
                                          "for j in kind { y += j.size } }\n"}}),
                    "r", {"x", "y"}),
            (Odds{{{"true", "3"}, 0.5}, {{"false", "3"}, 0.5}}));
}

TEST(WordsAfterIn, AreFieldsThatHoldMany) {
  const std::string runes = "table runes { axe, bow }\nfield runes: set of symbol\n";
  EXPECT_EQ(odds_of(loaded({{"a", runes + "rule r { runes += pick runes; x = axe in runes }\n"}}), "r", {"x"}),
            (Odds{{{"true"}, 0.5}, {{"false"}, 0.5}}));
}

/// Two packs that override what a third has, and one that uses both.
struct Siblings {
  std::string_view name;
  std::string_view base;
  std::string_view override;
};

class OverridesOfSiblings : public testing::TestWithParam<Siblings> {
 protected:
  [[nodiscard]] static Loaded user(const std::string& own, const std::string& inner_uses = "") {
    const std::string override(GetParam().override);
    return loaded({{"base", std::string(GetParam().base) + "\nrule made { part() }\n"},
                   {"first", "use base\n" + override},
                   {"second", "use base\n" + inner_uses + override},
                   {"user", "use first\nuse second\n" + own}});
  }
};

TEST_P(OverridesOfSiblings, AreRefused) {
  const auto from = user("rule r { made() }\n");
  ASSERT_FALSE(from.pack);
  const auto& all = from.findings.all();
  ASSERT_EQ(all.size(), 1U) << from.findings.text();
  EXPECT_EQ(all[0].code, "E0303");
}

TEST_P(OverridesOfSiblings, MayBeOverriddenByTheirUser) {
  const auto from = user("rule r { made() }\n" + std::string(GetParam().override));
  EXPECT_TRUE(from.pack) << from.findings.text();
}

TEST_P(OverridesOfSiblings, ComeOneAfterTheOtherIfOneUsesTheOther) {
  const auto from = user("rule r { made() }\n", "use first\n");
  EXPECT_TRUE(from.pack) << from.findings.text();
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, OverridesOfSiblings,
    testing::Values(
        Siblings{"Table", "table t { 1 a }\nrule part { kind = pick t }", "override table t { 2 a }\n"},
        Siblings{"Def", "def n = 1\nrule part { x = n }", "override def n = 2\n"},
        Siblings{"Rule", "rule part { x = 1 }", "override rule part { x = 2 }\n"},
        Siblings{"Input", "input n: 1..2 = 1\nrule part { x = n }", "override input n: 1..3 = 1\n"},
        Siblings{"Record", "collection ring { n: int = 1 }\nring plain { }\nrule part { x = ring[plain].n }",
                 "override ring plain { n = 2 }\n"},
        Siblings{"Display", "rule part { x = 1 }\ndisplay part \"one\"", "override display part \"two\"\n"}),
    [](const auto& test) { return std::string(test.param.name); });

// A pack does not know the inputs of those that use it, so a parameter of a rule of its own may be called like one.
class InputThatAParameterHides : public testing::Test {
 protected:
  const Loaded from = loaded({{"lib", "rule forge(level: 1..5 = 2) { size = level }\n"},
                              {"user", "use lib\ninput level: 1..9 = 7\nrule mine { forge(); deep = level }\n"}});

  void SetUp() override { ASSERT_TRUE(from.pack) << from.findings.text(); }
};

TEST_F(InputThatAParameterHides, IsNotPassedOnByItsName) {
  for (const v1::Values& given : {v1::Values{}, v1::Values{{"level", "3"}}}) {
    auto first = Roller::make(*from.pack, "forge", given);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->values(), given);
    auto second = Roller::make(*from.pack, "forge", first->values());
    ASSERT_TRUE(second) << second.error().text();
    auto fused = PrecomputedRoller::make(*from.pack, "forge", first->values());
    ASSERT_TRUE(fused) << fused.error().text();
    const std::int64_t size = given.empty() ? 2 : 3;
    EXPECT_EQ((*first->roll(1, 0))[0]["size"].integer(), size);
    EXPECT_EQ((*second->roll(1, 0))[0]["size"].integer(), size);
    EXPECT_EQ((*fused->roll(1, 0))[0]["size"].integer(), size);
    EXPECT_TRUE(first->set(0, 4));  // nor is it set by its number
    EXPECT_EQ((*first->roll(1, 1))[0]["size"].integer(), size);
  }
  EXPECT_EQ(odds_of(from, "forge", {"size"}), (Odds{{{"2"}, 1}}));
}

TEST_F(InputThatAParameterHides, IsThereForOtherRules) {
  auto roller = Roller::make(*from.pack, "mine");
  ASSERT_TRUE(roller);
  EXPECT_EQ(roller->values(), (v1::Values{{"level", "7"}}));
  EXPECT_EQ(odds_of(from, "mine", {"size", "deep"}), (Odds{{{"2", "7"}, 1}}));
}

}  // namespace names_of_packs_test
}  // namespace spoils::check
