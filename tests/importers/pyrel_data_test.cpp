// Imports the game's own data, if they are present: counts for each file show that all of it is carried over, the pack
// compiles, and its odds are the published ones. The tests are skipped without the data.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "spoils/import.h"
#include "spoils/odds.h"
#include "spoils/pack.h"
#include "spoils/roll.h"

namespace spoils::importers {

namespace pyrel_data_test {

std::string folder() {
  const char* set = std::getenv("SPOILS_PYREL_DATA");
  return set != nullptr ? set : SPOILS_PYREL_DATA;
}

const Imported& data() {
  static const Imported imported = import_pyrel(folder(), {"imported", "Imported"});
  return imported;
}

/// The pack in a folder of its own, so that others can use it.
class Written {
 public:
  Written() {
    std::string name = (std::filesystem::temp_directory_path() / "spoils-data-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
    std::ofstream(path_ / "imported.loot", std::ios::binary) << data().text.value_or("");
  }
  Written(const Written&) = delete;
  Written& operator=(const Written&) = delete;
  ~Written() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

const Pack& loaded(const std::string& name, const std::string& text) {
  static std::map<std::string, Pack> packs;
  const auto known = packs.find(name);
  if (known != packs.end()) { return known->second; }
  static const Written written;
  const auto fresh = Pack::compile(name, text, {written.path(), SPOILS_PACKS_DIR});
  EXPECT_TRUE(fresh.findings.all().empty()) << fresh.findings.text();
  return packs.emplace(name, *fresh.pack).first->second;
}

const Pack& pack() { return loaded("imported.loot", data().text.value_or("")); }

const Pack& probe() {
  return loaded("probe.loot", R"(pack probe "Probe" 1.0
use imported

rule enchanted(k: kind, level: 0..999, n: int, worst: int, best: int, chance_of_themes: int) {
  item_level  = level
  magic_level = level
  left        = n
  lowest      = worst
  highest     = best
  theme_odds  = chance_of_themes
  kind        = k
  enchant(bare)
}

rule values(t: template) {
  levels(t)
  level_of_item = item_level
  affixes_left  = left
  worst_rank    = lowest
  best_rank     = highest
}

rule is_artifact(t: template = bare) {
  item(t)
  unique_item = kind is artifact
}
)");
}

std::map<std::string, double> odds_by(const Pack& from, const std::string& rule, const Values& values,
                                      const std::string& by) {
  Marginal question;
  question.rule = rule;
  question.values = values;
  question.by = {by};
  const auto answer = exact_odds(from, question);
  EXPECT_TRUE(answer) << answer.error().text();
  std::map<std::string, double> out;
  if (!answer) { return out; }
  EXPECT_TRUE(answer->exact);
  for (const auto& row : answer->rows) { out[to_text(row.values[0])] += row.probability; }
  return out;
}

std::size_t lines_with(std::string_view beginning) {
  std::size_t out = 0;
  std::string_view rest = *data().text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1);
    out += rest.substr(0, beginning.size()) == beginning ? 1U : 0U;
    rest.remove_prefix(end + 1);
  }
  return out;
}

std::size_t lines_of(std::string_view part) {
  std::size_t out = 0;
  const std::string_view text = *data().text;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) { ++out; }
  return out;
}

class PyrelData : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::is_directory(folder())) {
      GTEST_SKIP() << "no data of Pyrel in " << folder() << "; SPOILS_PYREL_DATA names another folder";
    }
    ASSERT_TRUE(data().text) << data().problems[0].text();
  }
};

TEST_F(PyrelData, IsReadCompletely) {
  std::map<std::string, std::map<std::string, std::size_t>> found;
  for (const ImportedFile& file : data().files) {
    EXPECT_TRUE(file.there) << file.name;
    auto& counts = found[file.name];
    counts["records"] = file.records;
    for (const auto& [what, count] : file.further) { counts[what] = count; }
  }
  const std::map<std::string, std::map<std::string, std::size_t>> published{
      {"object_template.txt", {{"records", 59}}},
      {"object.txt", {{"records", 375}, {"rules", 332}, {"rules with piles", 92}}},
      {"artifact.txt", {{"records", 150}, {"rules", 150}, {"rules with piles", 0}}},
      {"affix_meta.txt", {{"records", 16}, {"qualities", 6}, {"types", 10}}},
      {"affix.txt", {{"records", 151}, {"rules", 278}, {"without type and rules", 20}}},
      {"theme.txt", {{"records", 39}, {"rules", 39}, {"affix entries", 523}, {"entries with lists", 20}}},
      {"object_flags.txt", {{"records", 90}, {"with a base power", 66}}},
      {"flavor_colors.txt", {{"records", 8}, {"flavors", 182}}},
      {"loot_template.txt", {{"records", 6}}},
      {"creature_template.txt", {{"records", 75}}},
      // 329 with templates, and 2 that name an artifact.
      {"creature.txt", {{"records", 608}, {"with drops", 302}, {"drop entries", 331}}},
  };
  EXPECT_EQ(found, published);
}

TEST_F(PyrelData, IsAllInThePack) {
  EXPECT_EQ(lines_with("kind "), 375U + 150U);
  EXPECT_EQ(lines_with("abstract kind ") + lines_with("override abstract kind "), 59U);
  EXPECT_EQ(lines_with("affix "), 151U);
  EXPECT_EQ(lines_with("theme "), 39U);
  EXPECT_EQ(lines_with("quality "), 6U);
  EXPECT_EQ(lines_with("slot "), 10U);
  EXPECT_EQ(lines_with("ability "), 90U);
  EXPECT_EQ(lines_with("flavor "), 182U);
  EXPECT_EQ(lines_with("monster "), 608U);
  EXPECT_EQ(lines_with("abstract monster "), 75U);
}

TEST_F(PyrelData, LeavesOutWhatIsNoLoot) {
  std::set<std::string> fields;
  for (const LeftOut& left : data().left_out) {
    if (left.field != "index" && left.field != "display") {
      fields.insert(left.file.substr(0, left.file.find('.')) + ' ' + left.field.substr(0, left.field.find('[')));
    }
  }
  EXPECT_EQ(fields, (std::set<std::string>{
                        "affix mods",
                        "affix_meta nameOrderGroup",
                        "artifact templates",
                        "creature_template category",
                        "creature_template equipDescToSlot",
                        "creature_template procs",
                        "creature_template stats",
                        "flavor_colors flavors",
                        "loot_template itemLevel",
                        "loot_template itemRuleBoosts.itemLevel",
                        "loot_template numAffixes",
                        "object carriableCategories",
                        "object containerContents",
                        "object flags",
                        "object maxCapacity",
                        "object nameInfo.baseNoun",
                        "object procs",
                        "object spellInfo",
                        "object_flags ID",
                        "object_flags ID message",
                        "object_template classToSpellStats",
                        "object_template failureRate",
                        "object_template flags",
                        "object_template manaCost",
                        "object_template maxCapacity",
                        "object_template nameInfo.proc",
                        "object_template procs",
                        "object_template useVerb",
                        "object_template validClasses",
                        "theme affixes",
                        "theme allocatorRules",
                    }));
}

TEST_F(PyrelData, HasOneAbilityForEachFlag) {
  const std::string& text = *data().text;
  // The data spell each of these by its label in some records, and in words in others.
  for (const char* name : {"light_radius", "perception", "_resist_", "sustain_", "ignores_", "has[see_invisible]"}) {
    EXPECT_EQ(text.find(std::string("has[") + name), std::string::npos) << name;
    EXPECT_EQ(text.find(std::string(name) + "_bonus"), std::string::npos) << name;
  }
  for (const char* sum : {"has[light] +=", "has[search] +=", "has[speed] +=", "has[res_disen] +="}) {
    EXPECT_NE(text.find(sum), std::string::npos) << sum;
  }
  // 13 artifacts are never replaced; 13 templates have a slot.
  EXPECT_EQ(lines_of("randomise = false"), 13U);
  EXPECT_EQ(lines_of("equip_slot = "), 12U);
}

TEST_F(PyrelData, HasThePublishedBaseItems) {
  const auto shallow = odds_by(pack(), "item", {{"depth", "1"}}, "kind");
  EXPECT_EQ(shallow.size(), 47U);
  EXPECT_NEAR(shallow.at("potion_cure_light_wounds"), 80 / 1195.8, 1e-12);
  const auto deep = odds_by(pack(), "item", {{"depth", "30"}}, "kind");
  EXPECT_EQ(deep.size(), 310U);
  // The sum of weights is published with three decimals.
  EXPECT_NEAR(deep.at("long_sword"), 20 / 6483.694, 1e-9);
  const auto good = odds_by(pack(), "item", {{"depth", "30"}, {"t", "good"}}, "kind");
  EXPECT_EQ(good.size(), 317U);
  EXPECT_NEAR(good.at("long_sword"), 20 / 6634.358667, 1e-12);
  EXPECT_NEAR(odds_by(probe(), "is_artifact", {{"depth", "30"}, {"t", "good"}}, "unique_item").at("true"), .0069867,
              1e-7);
}

TEST_F(PyrelData, ResolvesTemplatesAsPublished) {
  struct Case {
    std::string name, depth, field;
    std::map<std::string, double> shares;
  };
  for (const auto& c : std::vector<Case>{
           {"normal", "30", "affixes_left", {{"0", .2275}, {"1", .46625}, {"2", .26125}, {"3", .03375}, {"4", .01125}}},
           {"normal", "30", "worst_rank", {{"0", .546}, {"1", .418}, {"2", .036}}},
           {"normal", "30", "best_rank", {{"2", .41}, {"3", .5}, {"4", .09}}},
           {"good", "50", "level_of_item", {{"55", 1}}},
           {"good", "50", "best_rank", {{"2", .201}, {"3", .568}, {"4", .231}}},
           {"great",
            "10",
            "affixes_left",
            {{"3", .175}, {"4", .2125}, {"5", .25}, {"6", .25}, {"7", .075}, {"8", .0375}}},
           {"great", "10", "worst_rank", {{"1", .7}, {"2", .3}}},
       }) {
    const auto found = odds_by(probe(), "values", {{"t", c.name}, {"depth", c.depth}}, c.field);
    ASSERT_EQ(found.size(), c.shares.size()) << c.name << ' ' << c.field;
    for (const auto& [value, share] : c.shares) { EXPECT_NEAR(found.at(value), share, 1e-12) << c.name << value; }
  }
}

TEST_F(PyrelData, HasThePublishedThemes) {
  const auto odds = [](const std::string& kind, const std::string& level, const std::string& count,
                       const std::string& best, const std::string& chance) {
    return odds_by(
        probe(), "enchanted",
        {{"k", kind}, {"level", level}, {"n", count}, {"worst", "1"}, {"best", best}, {"chance_of_themes", chance}},
        "theme");
  };
  EXPECT_NEAR(1 - odds("long_sword", "30", "2", "2", "110").at("none"), .036740, 6e-7);
#ifdef NDEBUG
  // A build with assertions takes ten seconds for each of these.
  const auto sword = odds("long_sword", "30", "3", "2", "110");
  EXPECT_NEAR(1 - sword.at("none"), .121450, 6e-7);
  EXPECT_NEAR(sword.at("slay_orc_theme"), .031364, 6e-7);
  const auto robe = odds("robe", "55", "3", "3", "120");
  EXPECT_NEAR(1 - robe.at("none"), .039388, 6e-7);
  EXPECT_NEAR(robe.at("resistance"), .023308, 6e-7);
#endif
}

TEST_F(PyrelData, CountsWhoDropsWhat) {
  // By hand from the data: 223 normal, 93 good, 13 great; of these 138 without money, 32 of nothing else.
  std::map<std::string, std::size_t> found;
  std::string_view rest = *data().text;
  constexpr std::string_view kDrop = "dropped_item(";
  for (std::size_t at = rest.find(kDrop); at != std::string_view::npos; at = rest.find(kDrop)) {
    rest.remove_prefix(at + kDrop.size());
    ++found[std::string(rest.substr(0, rest.find(')')))];
  }
  const std::size_t normal = found["normal"] + found["normal_not_money"] + found["normal_money"];
  const std::size_t good = found["good"] + found["good_not_money"] + found["good_money"];
  const std::size_t great = found["great"] + found["great_not_money"] + found["great_money"];
  EXPECT_EQ(normal, 223U);
  EXPECT_EQ(good, 93U);
  EXPECT_EQ(great, 13U);
  EXPECT_EQ(found["normal_not_money"] + found["good_not_money"] + found["great_not_money"], 138U);
  EXPECT_EQ(found["normal_money"] + found["good_money"] + found["great_money"], 32U);
  EXPECT_EQ(found["bare_artifact_grond"] + found["bare_artifact_morgoth"], 2U);
}

constexpr std::array<const char*, 7> kTemplates = {"bare",     "normal",       "good",         "great",
                                                   "orc_lair", "kitchen_sink", "artifact_test"};

TEST_F(PyrelData, RollsAtEveryLevel) {
  for (const char* name : kTemplates) {
    for (int depth = 0; depth <= 127; ++depth) {
      auto roller = Roller::make(pack(), "find", {{"t", name}, {"depth", std::to_string(depth)}});
      ASSERT_TRUE(roller) << roller.error().text();
      const auto things = roller->roll(7, static_cast<std::uint64_t>(depth));
      ASSERT_TRUE(things) << name << " at " << depth << ": " << things.error().text();
      for (const auto& thing : *things) { EXPECT_FALSE(thing.name().empty()); }
    }
  }
}

// A build with assertions rolls some two thousand a second: there few enough that this takes seconds.
TEST_F(PyrelData, RollsManyOfEachTemplate) {
#ifdef NDEBUG
  constexpr std::uint64_t kRolls = 100'000;
#else
  constexpr std::uint64_t kRolls = 1'000;
#endif
  for (const char* name : kTemplates) {
    auto roller = Roller::make(pack(), "find", {{"t", name}, {"depth", "30"}});
    ASSERT_TRUE(roller) << roller.error().text();
    std::uint64_t items = 0;
    for (std::uint64_t i = 0; i < kRolls; ++i) {
      const auto things = roller->roll(11, i);
      ASSERT_TRUE(things) << name << ": " << things.error().text();
      for (const auto& thing : *things) { items += thing.name().empty() ? 0U : 1U; }
    }
    // Only an artifact that cannot be made again would be missing, and each roll begins anew.
    EXPECT_EQ(items, kRolls) << name;
  }
}

TEST_F(PyrelData, EveryMonsterDrops) {
  std::size_t all = 0;
  for (const auto& rule : pack().rules()) {
    if (rule.name != "monster") { continue; }
    for (const std::string& name : rule.parameters[0].choices) {
      auto roller = Roller::make(pack(), "monster", {{"m", name}, {"depth", "40"}});
      ASSERT_TRUE(roller) << roller.error().text();
      ASSERT_TRUE(roller->roll(3, 0)) << name;
      ++all;
    }
  }
  EXPECT_EQ(all, 608U);
}

}  // namespace pyrel_data_test

}  // namespace spoils::importers
