// The power of creatures and items of the game's own data, if they are present: the published figures of four
// creatures, of all says together, of four artifacts and of four items made by hand, term by term.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "affordable.h"
#include "spoils/import.h"
#include "spoils/pack.h"
#include "spoils/roll.h"
#include "things_text.h"

namespace spoils::importers {

namespace power_data_test {

std::string folder() {
  const char* set = std::getenv("SPOILS_PYREL_DATA");
  return set != nullptr ? set : SPOILS_PYREL_DATA;
}

// Rules that come after the data, in the same pack: the parts of a probe.
constexpr const char* kProbe = R"(
field terms: list of text

rule as_made(k: kind) {
  item_level = 1
  kind = k
  apply k.make
  rated()
}
rule rated {
  rating_of_all = power
  terms = ["prowess {prowess_power}", "dice {dice_power}", "ammunition {ammunition_power}",
           "launcher {launcher_power}", "might {might_power}", "slays {slays_power}", "one shot {one_shot_power}",
           "finesse {finesse_power}", "armour {armour_power}", "bonus {armour_bonus_power}",
           "together {together_power}", "lres {lres_power}", "hres {hres_power}", "prot {prot_power}",
           "misc {misc_power}"]
}

rule keen_bastard_sword {
  kind = bastard_sword
  num_dice = 3; die_size = 4; heft = 0.55; balance = 0.6; prowess_bonus = 46; finesse_bonus = 27
  has = {brand_cold 60, slay_evil 50, ignore_cold 1, res_cold 1}
  rated()
}
rule crossbow_of_accuracy {
  kind = light_crossbow
  heft = 0.75; prowess_bonus = 31; finesse_bonus = 100
  rated()
}
rule gold_chain_mail {
  kind = chain_mail
  base_armor = 32; base_armor_percent = 32; finesse_bonus = -40
  has = {ignore_elec 1, ignore_fire 1, res_fire 1, res_cold 1, res_sound 1}
  rated()
}
rule limited(t: template) {
  item(t)
  rating_of_all = power
  is_above = power > power_limit
  has_met_limit = count(barred) + count(barred_themes) > 0
}
constant def is_first_of_slot(k: kind) = k.equip_slot != none and not (k is artifact)
                                         and not any(x in kind: x.equip_slot == k.equip_slot and not (x is artifact)
                                                                and x.rank < k.rank)
rule more_of_each {
  for k in kind {
    if is_first_of_slot(k) {
      for a in ability { if a.base_power >= 0 and a.power_factor >= 0 { for n in 0..4 { drop more_of_one(k, a, n) } } }
    }
  }
}
rule more_of_one(k: kind, a: ability, n: int) {
  item_level = 1
  kind = k
  apply k.make
  let step = if is_slay(a) then 60 else 1
  has[a] += n * step
  rating_of_all = power
  has[a] += step
  is_worse = power < rating_of_all
  ability_with_more = a
}
rule arrow_of_slay_orc_and_venom {
  kind = arrow_plain
  affixes = [slay_orc, venom]
  num_dice = 1; die_size = 7
  has = {slay_orc 60, brand_pois 75}
  rated()
}
)";

class PowerData : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::is_directory(folder())) {
      GTEST_SKIP() << "no data of Pyrel in " << folder() << "; SPOILS_PYREL_DATA names another folder";
    }
  }

  static const Pack& pack() {
    static const Pack loaded = [] {
      const Imported data = import_pyrel(folder(), {"imported", "Imported"});
      EXPECT_TRUE(data.text);
      auto fresh = Pack::compile("imported.loot", data.text.value_or("") + kProbe, {SPOILS_PACKS_DIR});
      EXPECT_TRUE(fresh.findings.all().empty()) << fresh.findings.text();
      return *fresh.pack;
    }();
    return loaded;
  }

  static std::vector<std::map<std::string, std::string>> rolled(const std::string& rule, const Values& values) {
    std::vector<std::map<std::string, std::string>> out;
    auto roller = Roller::make(pack(), rule, values);
    EXPECT_TRUE(roller) << roller.error().text();
    if (!roller) { return out; }
    const auto things = roller->roll(1, 0);
    EXPECT_TRUE(things) << things.error().text();
    if (!things) { return out; }
    for (const Thing& thing : *things) {
      auto& fields = out.emplace_back();
      for (std::size_t i = 0; i < pack().fields().size(); ++i) {
        if (thing.field(i).is_set()) { append_value(fields[pack().fields()[i].name], thing.field(i)); }
      }
    }
    return out;
  }

  // Returns the terms that are not 0.
  static std::string terms_of(const std::map<std::string, std::string>& fields) {
    std::string out;
    std::string rest = fields.at("terms") + ", ";
    for (const char mark : {'[', ']', '"'}) { rest.erase(std::remove(rest.begin(), rest.end(), mark), rest.end()); }
    for (std::size_t end = rest.find(", "); end != std::string::npos; end = rest.find(", ")) {
      const std::string term = rest.substr(0, end);
      rest.erase(0, end + 2);
      if (term.substr(term.rfind(' ')) != " 0") { out += (out.empty() ? "" : ", ") + term; }
    }
    return out + ": " + fields.at("rating_of_all");
  }
};

TEST_F(PowerData, HasThePublishedCreatures) {
  std::map<std::string, std::string> found;
  std::int64_t says = 0;
  std::size_t count = 0;
  for (const auto& one : rolled("bestiary", {})) {
    ++count;
    says += std::stoll(one.at("its_say"));
    found[one.at("creature")] = one.at("its_offence") + ' ' + one.at("its_toughness") + ' ' + one.at("its_number") +
                                ' ' + one.at("its_deadliness") + ' ' + one.at("typical_of_depth") + ' ' +
                                one.at("its_say");
  }
  EXPECT_EQ(count, 607U);
  EXPECT_EQ(says, 1587404);
  EXPECT_EQ(found.at("green_worm_mass"), "22 35 5/2 1925 408 4718");
  EXPECT_EQ(found.at("smeagol"), "37 586 1/1 21682 450 10000");
  EXPECT_EQ(found.at("quylthulg_monster"), "152 33 1/1 5016 21672 231");
  EXPECT_EQ(found.at("mature_multi_hued_dragon"), "1234 1476 1/1 1821384 1173877 1552");
}

TEST_F(PowerData, HasThePublishedArtifacts) {
  const auto made = [](const char* kind) { return terms_of(rolled("as_made", {{"k", kind}}).at(0)); };
  EXPECT_EQ(made("galadriel"), "together 4: 27");
  EXPECT_EQ(made("ringil"), "prowess 68.75, dice 30, slays 4398411/61054, finesse 36.3, together 36, misc 16: 702");
  EXPECT_EQ(made("cubragol"),
            "prowess 35, launcher 35, might 140, slays 14917755/56693, one shot -21458628/56693, finesse 15, "
            "together 16: 532");
  EXPECT_EQ(made("bladeturner"), "finesse -1.5, armour 81, bonus 125, lres 26, hres 172, prot 27, misc 4: 678");
}

TEST_F(PowerData, HasThePublishedItems) {
  const auto made = [](const char* rule) { return terms_of(rolled(rule, {}).at(0)); };
  EXPECT_EQ(made("keen_bastard_sword"), "prowess 12.65, dice 18.75, slays 63153957/6349616, finesse 4.86: 53");
  EXPECT_EQ(made("crossbow_of_accuracy"), "prowess 7.75, launcher 35, might 85.5, one shot -102.6, finesse 15: 41");
  EXPECT_EQ(made("gold_chain_mail"), "finesse -6, armour 43.24, lres 4: 71");
  EXPECT_EQ(made("arrow_of_slay_orc_and_venom"), "dice 10, ammunition 6.25, slays 17075159/3968510: 21");
}

// For each ability that is worth something, on the first base item of each slot, from none of it to five.
TEST_F(PowerData, IsNeverLowerWithMoreOfAGoodThing) {
  if (kIsSanitized) { GTEST_SKIP() << "one roll may not look at as much in this build"; }
  std::size_t count = 0;
  for (const auto& one : rolled("more_of_each", {})) {
    ++count;
    EXPECT_EQ(one.at("is_worse"), "false") << one.at("kind") << ' ' << one.at("ability_with_more");
  }
  EXPECT_GT(count, 2'000U);
}

// A million of these rolls, in a release build, had none above a limit either: SPOILS_LIMIT_ROLLS=1000000.
TEST_F(PowerData, HasNothingAboveALimit) {
  std::int64_t met = 0;
  const char* const wanted = std::getenv("SPOILS_LIMIT_ROLLS");  // of each style and depth
  const auto rolls = wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : affordable(5'000);
  for (const std::string style : {"hard", "by_level"}) {
    for (const std::string depth : {"1", "30", "80"}) {
      auto roller = Roller::make(pack(), "limited", {{"t", "great"}, {"limits", style}, {"depth", depth}});
      ASSERT_TRUE(roller) << roller.error().text();
      for (std::uint64_t index = 0; index < rolls; ++index) {
        const auto things = roller->roll(1, index);
        ASSERT_TRUE(things) << things.error().text();
        for (const Thing& thing : *things) {
          ASSERT_FALSE(thing["is_above"].flag()) << style << ' ' << depth << ' ' << index;
          met += thing["has_met_limit"].flag() ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GE(met, kIsSanitized ? 0 : 1);
}

}  // namespace power_data_test

}  // namespace spoils::importers
