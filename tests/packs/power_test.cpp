// tests/packs/power_test.cpp
//
// The library `power` on packs that are not as it expects them: no creatures, few, or such that cannot live; words
// that it does not rate; numbers that leave 64 bits; limits that nothing meets. Figures by hand.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "packs/shipped.h"
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
            "rat 7 11 77 1000\ncat 7 21 77 1909\n");
}

TEST(PowerOfOddPacks, WithoutTypicalCreaturesAllCountAlike) {
  EXPECT_EQ(made("monster king \"king\" { native = 3; rarity = 1; max_hitpoints = 10; traits = [unique] }\n"
                 "monster ghost \"ghost\" { native = 30; max_hitpoints = 500 }\n",
                 "bestiary", {"typical_of_depth", "its_say"}),
            "king 0 1000\nghost 0 1000\n");
}

TEST(PowerOfOddPacks, WordsWithoutARatingAreListedOnce) {
  EXPECT_EQ(
      made("monster snail \"snail\" {\n  native = 4; rarity = 1; max_hitpoints = 10; spell_frequency = 2\n"
           "  spells = [breathe_glue, heal_self]; blow bite 3 most 3 fire nibble; blow lick 3 most 3\n}\n"
           "monster slug \"slug\" { native = 4; rarity = 1; max_hitpoints = 10; blow lick 3 most 3 . eat_gold }\n",
           "unrated", {}),
      "breathe glue of snail\nnibble of snail\nlick of snail\n");
}

TEST(PowerOfOddPacks, NumbersBeyond64BitsAreAFault) {
  const auto error = made(
      "monster slug \"slug\" {\n  native = 3; rarity = 1; max_hitpoints = 9000000000000000000; traits = "
      "[multiply]\n}\n",
      "find", {});
  EXPECT_NE(error.find("lib/power.loot:"), std::string::npos) << error;
  EXPECT_NE(error.find("the number leaves 64 bits here"), std::string::npos) << error;
}

TEST(PowerOfOddPacks, ALimitThatNothingMeetsGivesNothing) {
  EXPECT_EQ(made("", "find", {"worth"}, {{"t", "poor"}, {"limits", "hard"}}), "");
  EXPECT_EQ(made("", "find", {"worth"}, {{"t", "poor"}}), "a Dagger 6\n");
}

}  // namespace power_test

}  // namespace spoils::packs
