// tests/packs/power_test.cpp
//
// The library `power` on packs that are not as it expects them: no creatures, few, or such that cannot live; words
// that it does not rate; numbers that leave 64 bits; limits that nothing meets. Figures by hand.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "packs/shipped.h"
#include "spoils/expectations.h"
#include "spoils/roll.h"
#include "things_text.h"

namespace spoils::packs {

namespace power_test {

constexpr const char* kDagger = R"(pack b "B" 1.0
use power
ability slay_wolf "slay wolves" { type = slay; race = wolf }
kind dagger : item {
  equip_slot = weapon
  allocate 0.. common 1
  make { num_dice = 1; die_size = 4; heft = 0.5; balance = 0.5; has = {slay_wolf 100} }
}
template poor { limit = 3 }
rule find(t: template = bare) { item(t); worth = power }
)";

/// Returns what a rule makes in the pack of the dagger and more, a line each: the name and these fields; or the error.
std::string made(const std::string& more, const std::string& rule, const std::vector<std::string>& fields,
                 const Values& values = {}) {
  const auto fresh = Pack::compile("b.loot", kDagger + more, {SPOILS_PACKS_DIR});
  EXPECT_TRUE(fresh.pack) << fresh.findings.text();
  if (!fresh.pack) { return {}; }
  EXPECT_TRUE(fresh.findings.all().empty()) << fresh.findings.text();
  auto roller = Roller::make(*fresh.pack, rule, values);
  if (!roller) { return roller.error().text(); }
  const auto things = roller->roll(1, 0);
  if (!things) { return things.error().text(); }
  std::string out;
  for (const auto& thing : *things) {
    out += thing.name();
    for (const auto& field : fields) {
      out += ' ';
      append_value(out, thing.field(field_of(*fresh.pack, field)));
    }
    out += '\n';
  }
  return out;
}

const std::vector<std::string> kRatings{"its_offence", "its_toughness", "typical_of_depth", "its_say"};

// 5/4 * 1 * 5 = 6.25, and nothing for the slay.
TEST(PowerOfOddPacks, WithoutCreaturesASlayIsWorthNothing) {
  EXPECT_EQ(made("", "find", {"worth"}), "a Dagger 6\n");
  EXPECT_EQ(made("", "bestiary", kRatings), "");
}

TEST(PowerOfOddPacks, OffenceAndToughnessAreAtLeastOne) {
  EXPECT_EQ(
      made("monster slug \"slug\" { native = 3; rarity = 1; speed = 0; max_hitpoints = 0 }\n", "bestiary", kRatings),
      "slug 1 1 1 1000\n");
}

// Harm 3 * (3 + 10/7) * 54/100 = 7.17; toughness 10 + 10 * 25/3/153 = 10.5, and 20 + 20 * 25/3/153 = 21.1.
TEST(PowerOfOddPacks, TypicalOfFewIsTheirLowerMedian) {
  EXPECT_EQ(made("monster rat \"rat\" { native = 3; rarity = 1; max_hitpoints = 10; blow hit 3 most 3 }\n"
                 "monster cat \"cat\" { native = 3; rarity = 1; max_hitpoints = 20; blow hit 3 most 3 }\n",
                 "bestiary", kRatings),
            "cat 7 21 77 1909\nrat 7 11 77 1000\n");
}

TEST(PowerOfOddPacks, WithoutTypicalCreaturesAllCountAlike) {
  EXPECT_EQ(made("monster king \"king\" { native = 3; rarity = 1; max_hitpoints = 10; traits = [unique] }\n"
                 "monster ghost \"ghost\" { native = 30; max_hitpoints = 500 }\n",
                 "bestiary", {"typical_of_depth", "its_say"}),
            "ghost 0 1000\nking 0 1000\n");
}

TEST(PowerOfOddPacks, WordsWithoutARatingAreListedOnce) {
  EXPECT_EQ(
      made("monster snail \"snail\" {\n  native = 4; rarity = 1; max_hitpoints = 10; spell_frequency = 2\n"
           "  spells = [breathe_glue, heal_self]; blow bite 3 most 3 fire nibble; blow lick 3 most 3\n}\n"
           "monster slug \"slug\" { native = 4; rarity = 1; max_hitpoints = 10; blow lick 3 most 3 . eat_gold }\n",
           "unrated", {}),
      "breathe glue of snail has no rating, so it counts nothing\n"
      "nibble of snail has no rating, so it counts nothing\n"
      "lick of snail has no rating, so it counts nothing\n");
}

TEST(PowerOfOddPacks, NumbersBeyond64BitsAreAFault) {
  const auto error = made(
      "monster slug \"slug\" {\n  native = 3; rarity = 1; max_hitpoints = 9000000000000000000; traits = "
      "[multiply]\n}\n",
      "find", {});
  EXPECT_NE(error.find("lib/power.loot:"), std::string::npos) << error;
  EXPECT_NE(error.find("the number leaves 64 bits here, for `slug` of b.loot:"), std::string::npos) << error;
}

TEST(PowerOfOddPacks, ALimitThatNothingMeetsGivesNothing) {
  EXPECT_EQ(made("", "find", {"worth"}, {{"t", "poor"}, {"limits", "hard"}}), "");
  EXPECT_EQ(made("", "find", {"worth"}, {{"t", "poor"}}), "a Dagger 6\n");
}

constexpr const char* kRat = "monster rat \"rat\" { native = 1; rarity = 1; max_hitpoints = 3 }\n";

/// Returns the warnings of `spoils check` about the pack of the dagger and more, each with the text at its place.
std::string doubts(const std::string& more) {
  const auto loaded = with_doubts(Pack::compile("b.loot", kDagger + more, {SPOILS_PACKS_DIR}));
  EXPECT_TRUE(loaded.pack) << loaded.findings.text();
  std::string out;
  const std::string source = kDagger + more;
  for (const auto& finding : loaded.findings.all()) {
    EXPECT_EQ(finding.code, "W0513") << finding.message;
    const bool is_own = finding.file == "b.loot";
    out += is_own ? source.substr(finding.span.begin, finding.span.end - finding.span.begin)
                  : finding.file.substr(finding.file.rfind('/') + 1);
    out += " | " + finding.message + '\n';
  }
  return out;
}

TEST(PowerOfOddPacks, LimitsThatNothingMeetsAreDoubted) {
  EXPECT_EQ(doubts(kRat), "poor | poor: no base item at depth 0 is within the limit\n");
  EXPECT_EQ(doubts(std::string("template rich { limit = 6 }\n") + kRat),
            "poor | poor: no base item at depth 0 is within the limit\n");
  // Up to depth 29 there is a stick without any power.
  EXPECT_EQ(doubts(std::string("kind stick : item { equip_slot = weapon; allocate 0..29 common 1 }\n") + kRat),
            "poor | poor: no base item at depth 30 is within the limit\n");
}

TEST(PowerOfOddPacks, ALimitOfAllItemsIsTriedAsWell) {
  EXPECT_EQ(doubts(std::string("template rich { limit = 6 }\noverride def hard_limit = 5\n"
                               "override input limits: {off, hard, by_level} = hard\n") +
                   kRat),
            "poor | poor: no base item at depth 0 is within the limit\n"
            "affixes.loot | bare: no base item at depth 0 is within the limit\n");
}

TEST(PowerOfOddPacks, SlaysWithoutCreaturesAreDoubted) {
  EXPECT_EQ(doubts(""),
            "slay_wolf | slay wolves: no creature has a native depth, so slays and brands add nothing\n"
            "poor | poor: no base item at depth 0 is within the limit\n");
}

const std::string kPoor = "poor | poor: no base item at depth 0 is within the limit\n";

TEST(PowerOfOddPacks, RecordsWithoutNeededFieldsAreDoubted) {
  EXPECT_EQ(doubts(std::string(kRat) + "ability slay_air \"slay air\" { type = slay }\n"),
            kPoor + "slay_air | slay air has no `race`, so it hurts no creature\n");
  EXPECT_EQ(doubts(std::string(kRat) + "ability brand_air \"brand of air\" { type = brand }\n"),
            kPoor + "brand_air | brand of air has no `immunity`, so it hurts all creatures\n");
  EXPECT_EQ(doubts(std::string(kRat) + "monster ghost \"ghost\" { native = 3; rarity = 1 }\n"),
            kPoor + "ghost | ghost has no `max_hitpoints` above 0, so its toughness is 1\n");
  EXPECT_EQ(
      doubts(std::string(kRat) + "monster tree \"tree\" { native = 3; rarity = 1; speed = 0; max_hitpoints = 9 }\n"),
      kPoor + "tree | tree has no `speed` above 0, so its offence is 1\n");
  EXPECT_EQ(
      doubts(std::string(kRat) + "monster cat \"cat\" { native = 3; rarity = 1; max_hitpoints = 9; blow bite d8 }\n"),
      kPoor + "cat | cat has a blow without `most`, which counts as if it did no damage\n");
  EXPECT_EQ(doubts(std::string(kRat) + "kind blowpipe : item { equip_slot = launcher; type = pipe }\n"),
            kPoor + "blowpipe | blowpipe has no `type` that is rated, so its shots have no worth of their own\n");
  EXPECT_EQ(doubts(std::string(kRat) + "kind dart : item { equip_slot = quiver; type = shot }\n"), kPoor);
}

TEST(PowerOfOddPacks, WordsWithoutARatingAreDoubtedOnce) {
  EXPECT_EQ(doubts("monster slug \"slug\" { native = 4; rarity = 1; max_hitpoints = 10; blow lick 3 most 3 }\n"
                   "monster snail \"snail\" { native = 4; rarity = 1; max_hitpoints = 10; blow lick 3 most 3 }\n"),
            kPoor + "slug | lick of slug has no rating, so it counts nothing\n");
}

TEST(PowerOfOddPacks, AnArtifactWithoutABaseKindIsDoubted) {
  EXPECT_EQ(
      doubts(std::string(kRat) + "kind lost : artifact { equip_slot = finger; type = ring; allocate 0.. common 1 }\n"),
      kPoor + "lost | lost: no base item has its type, so it is made as it is\n");
}

// 6.25 for the dice, and 10 for 2 points of an ability of base power 5.
TEST(PowerOfOddPacks, MoreOfAGoodThingIsNeverWorse) {
  const std::string more =
      "ability strength \"strength\" { type = stat; base_power = 5; power_factor = 30 }\n"
      "rule stronger(n: int) { item(bare); has[strength] = n; worth = power }\n";
  int before = 0;
  for (int n = 0; n <= 12; ++n) {
    const auto text = made(more + kRat, "stronger", {"worth"}, {{"n", std::to_string(n)}});
    const auto worth = std::stoi(text.substr(text.rfind(' ')));
    EXPECT_GE(worth, before) << n;
    if (n == 2) { EXPECT_EQ(worth, 16); }
    before = worth;
  }
  EXPECT_GT(before, 20000);  // 12 * 30 is above 249
}

struct WrongRating {
  std::string name;
  std::string source;
  std::string error;
};

class Misrated : public testing::TestWithParam<WrongRating> {};

// A rating that cannot be computed is a mistake with its place.
TEST_P(Misrated, IsAMistakeWithItsPlace) {
  const auto fresh = Pack::compile("b.loot", kDagger + GetParam().source, {SPOILS_PACKS_DIR});
  std::string error = fresh.findings.text();
  if (fresh.pack) {
    auto roller = Roller::make(*fresh.pack, "find", {});
    if (!roller) {
      error += roller.error().text();
    } else {
      for (std::uint64_t index = 0; index < 50 && error.empty(); ++index) {
        if (const auto things = roller->roll(1, index); !things) { error += things.error().text(); }
      }
    }
  }
  EXPECT_NE(error.find(GetParam().error), std::string::npos) << error;
  EXPECT_NE(error.find("b.loot:"), std::string::npos) << error;
}

INSTANTIATE_TEST_SUITE_P(
    , Misrated,
    testing::Values(WrongRating{"DividesByZero",
                                "override constant def offence(m: monster) = 10 // m.max_hitpoints\n"
                                "monster rat { native = 1; rarity = 1 }\n",
                                "this divides by zero"},
                    WrongRating{"DividesByZeroForOne",
                                "override constant def offence(m: monster) = 10 // m.max_hitpoints\n"
                                "monster cat { native = 1; rarity = 1; max_hitpoints = 4 }\n"
                                "monster rat { native = 1; rarity = 1 }\n",
                                "this divides by zero, for `rat` of b.loot:13:9"},
                    WrongRating{"InACircle",
                                "override constant def offence(m: monster) = deadliness(m)\n"
                                "monster rat { native = 1; rarity = 1; max_hitpoints = 3 }\n",
                                "`offence` leads back to itself"},
                    WrongRating{"OfAnItemInACircle", "override def together(a) = rating(all) + a\n",
                                "`together` leads back to itself"},
                    WrongRating{"WithoutItsField",
                                "override constant def offence(m: monster) = m.strength\n"
                                "monster rat { native = 1; rarity = 1; max_hitpoints = 3 }\n",
                                "table `monster` has no column `strength`"}),
    [](const auto& row) { return row.param.name; });

// Without the check of quantities, which finds these, a roll fails with the record of the item.
TEST(PowerOfOddPacks, AFaultInARollNamesTheItem) {
  const std::string path = testing::TempDir() + "power_of_odd_packs.loot";
  const auto error_of = [&](const std::string& more) {
    std::ofstream(path) << kDagger << more;
    LoadOptions options;
    options.search = {SPOILS_PACKS_DIR};
    options.checks_quantities = false;
    const auto loaded = Pack::load(path, options);
    EXPECT_TRUE(loaded.pack) << loaded.findings.text();
    if (!loaded.pack) { return std::string(); }
    auto roller = Roller::make(*loaded.pack, "find", {});
    for (std::uint64_t index = 0; index < 50; ++index) {
      if (const auto things = roller->roll(1, index); !things) { return things.error().text(); }
    }
    return std::string();
  };
  const auto divided = error_of(
      "kind club : item { equip_slot = weapon; allocate 0.. common 1; make { heft = 1 } }\n"
      "override def within(x) = 1 / (x - 2)\n");
  EXPECT_NE(divided.find("this divides by zero, for `club` of "), std::string::npos) << divided;
  EXPECT_NE(divided.find("power_of_odd_packs.loot:12:26"), std::string::npos) << divided;
  const auto overflow = error_of(
      "kind club : item { equip_slot = weapon; allocate 0.. common 1; make {\n"
      "  prowess_bonus = 4000000000000000000 * d2; melee_prowess = 4000000000000000000 } }\n");
  EXPECT_NE(overflow.find("the number leaves 64 bits here, for `club` of "), std::string::npos) << overflow;
  EXPECT_NE(overflow.find("lib/power.loot:"), std::string::npos) << overflow;
  std::remove(path.c_str());
}

}  // namespace power_test

}  // namespace spoils::packs
