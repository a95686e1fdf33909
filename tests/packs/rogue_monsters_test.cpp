// Rogue's monsters: the choice by level against an enumeration of the published procedure, and every figure of a
// monster.
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "packs/law.h"
#include "packs/rogue_facts.h"
#include "packs/rogue_oracle.h"

namespace spoils::packs::rogue {

namespace rogue_monsters_test {

// Rolls at the levels whose distributions are published, and at all others: the same code runs there with another
// number.
constexpr std::uint64_t kRolls = affordable(1'000'000);
constexpr std::uint64_t kFewerRolls = affordable(50'000);
constexpr auto kChecked = static_cast<std::int64_t>(affordable(3'000));  // of these every field is looked at, too
constexpr int kLevels = 40;

bool is_published(int level) { return level == 1 || level == 5 || level == 13 || level == 26; }

const Fields& fields() {
  static const Fields all(shipped("rogue"));
  return all;
}

struct Worked {
  int level;
  std::string_view list;
  double accept;
  Law weights;
};

TEST(RogueMonsters, TheEnumerationGivesThePublishedDistributions) {
  const Law normal_end{{"M", 1}, {"X", 1}, {"V", 1}, {"J", 1}, {"D", 1}};
  const Law wandering_end{{"M", 1}, {"V", 1}, {"J", 1}};
  const std::vector<Worked> published{
      {1, kNormalList, 23.0 / 30, {{"K", 8}, {"B", 6}, {"H", 5}, {"I", 4}}},
      {1, kWanderingList, 1, {{"K", 8}, {"E", 7}, {"B", 6}, {"H", 5}, {"I", 4}}},
      {5, kNormalList, 43.0 / 50, {{"K", 11}, {"B", 21}, {"H", 26}, {"I", 26}, {"S", 20}, {"O", 15}, {"R", 10}}},
      {5,
       kWanderingList,
       1,
       {{"K", 11}, {"E", 16}, {"B", 21}, {"H", 26}, {"I", 26}, {"S", 20}, {"O", 15}, {"R", 10}, {"Z", 5}}},
      {13, kNormalList, 23.0 / 30, {{"R", 1}, {"L", 3}, {"C", 4}, {"A", 5}, {"N", 4}, {"Y", 3}, {"T", 2}, {"W", 1}}},
      {13, kWanderingList, 23.0 / 30, {{"R", 1}, {"Z", 2}, {"C", 4}, {"A", 5}, {"Q", 5}, {"Y", 3}, {"T", 2}, {"W", 1}}},
      {26, kNormalList, 1, {{"G", 1}, {"M", 4}, {"X", 5}, {"V", 6}, {"J", 7}, {"D", 7}}},
      {26, kWanderingList, 3.0 / 5, {{"G", 1}, {"M", 4}, {"V", 6}, {"J", 7}}},
      {32, kNormalList, 1, normal_end},
      {32, kWanderingList, 3.0 / 5, wandering_end},
      {99, kNormalList, 1, normal_end},
      {99, kWanderingList, 3.0 / 5, wandering_end},
  };
  for (const auto& row : published) {
    EXPECT_NEAR(acceptance(row.level, row.list), row.accept, 1e-12) << row.level;
    const auto law = law_of_letters(row.level, row.list);
    const auto wanted = normalised(row.weights);
    ASSERT_EQ(law.size(), wanted.size()) << row.level;
    for (const auto& [letter, share] : wanted) { EXPECT_NEAR(law.at(letter), share, 1e-12) << row.level << letter; }
  }
}

/// Expects that a monster has the published figures, made harder below level 26.
void check_monster(const Thing& thing, int level) {
  const auto& f = fields();
  const auto letter = thing.text(f.letter);
  ASSERT_EQ(letter.size(), 1U);
  const auto& row = monster(letter.front());
  const int deeper = level > 26 ? level - 26 : 0;
  EXPECT_EQ(thing.text(f.kind), row.name);
  EXPECT_EQ(thing.integer(f.rank), row.rank + deeper) << row.name;
  EXPECT_EQ(thing.integer(f.armor_class), row.armor_class - deeper) << row.name;
  EXPECT_EQ(thing.text(f.damage), row.damage) << row.name;
  EXPECT_TRUE(has_flags(thing.field(f.flags), row.flags, false)) << row.name;
  const auto hp = thing.integer(f.hp);
  EXPECT_GE(hp, row.rank + deeper) << row.name;
  EXPECT_LE(hp, 8 * (row.rank + deeper)) << row.name;
  // Divided first, multiplied afterwards.
  auto of_hp = row.rank + deeper == 1 ? hp / 8 : hp / 6;
  if (row.rank + deeper > 9) {
    of_hp *= 20;
  } else if (row.rank + deeper > 6) {
    of_hp *= 4;
  }
  EXPECT_EQ(thing.integer(f.exp), row.exp + 10 * deeper + of_hp) << row.name;
  EXPECT_EQ(thing.is_set(f.looks_like), row.name == "xeroc") << row.name;
}

struct List {
  const char* rule;
  std::string_view places;
  bool carries;
};
constexpr std::array<List, 2> kLists{{
    {"monster", kNormalList, true},
    {"wandering_monster", kWanderingList, false},
}};

class RogueMonsterList : public testing::TestWithParam<List> {};

void compare(const List& list, int level, std::uint64_t rolls) {
  Accumulator letters;
  roll_many(shipped("rogue"), list.rule, {{"level", std::to_string(level)}}, rolls, [&](const Things& things) {
    if (!list.carries) { ASSERT_EQ(things.size(), 1U); }
    letters.add(things[0].text(fields().letter));
    if (letters.total() < kChecked) { check_monster(things[0], level); }
  });
  expect_law(letters, law_of_letters(level, list.places), fmt::format("{} on level {}", list.rule, level));
}

TEST_P(RogueMonsterList, EveryLevel) {
  for (int level = 1; level <= kLevels; ++level) {
    compare(GetParam(), level, is_published(level) ? kRolls : kFewerRolls);
  }
  compare(GetParam(), 99, kFewerRolls);
}

INSTANTIATE_TEST_SUITE_P(, RogueMonsterList, testing::ValuesIn(kLists),
                         [](const auto& row) { return std::string(row.param.rule); });

TEST(RogueMonsters, ThoseCalledUpAreOfTheNormalListWithoutPacks) {
  for (const int level : {1, 10, 26, 35}) { compare({"summoned_monster", kNormalList, false}, level, kFewerRolls); }
}

TEST(RogueMonsters, HitPointsAreDiceOfEight) {
  std::string seen;
  for (const int level : {1, 8, 13, 20, 26, 40}) {
    for (const auto& list : {kLists[0], kLists[1]}) {
      std::map<char, Accumulator> hits;
      roll_many(shipped("rogue"), list.rule, {{"level", std::to_string(level)}}, kRolls / 20,
                [&](const Things& things) {
                  hits[things[0].text(fields().letter).front()].add(things[0].integer(fields().hp));
                });
      for (const auto& [letter, accumulator] : hits) {
        const auto dice_of_eight = dice(monster(letter).rank + (level > 26 ? level - 26 : 0), 8);
        expect_law(accumulator, by_index(dice_of_eight), fmt::format("{} on level {}", letter, level));
        if (seen.find(letter) == std::string::npos) { seen += letter; }
      }
    }
  }
  EXPECT_EQ(seen.size(), kMonsters.size());
}

TEST(RogueMonsters, LooksOfAXeroc) {
  const auto looks = [](int level) {
    Accumulator accumulator;
    roll_many(shipped("rogue"), "summoned_monster", {{"level", std::to_string(level)}}, kRolls / 5,
              [&](const Things& things) {
                if (things[0].text(fields().letter) == "X") { accumulator.add(things[0].text(fields().looks_like)); }
              });
    return accumulator;
  };
  Law early;
  for (const auto* look : {"gold", "potion", "scroll", "stairs", "weapon", "armor", "ring", "stick"}) {
    early[look] = 1;
  }
  auto late = early;
  late["amulet"] = 1;
  expect_law(looks(20), normalised(early), "a xeroc on level 20");
  expect_law(looks(25), normalised(early), "a xeroc on level 25");
  expect_law(looks(26), normalised(late), "a xeroc on level 26");
  expect_law(looks(40), normalised(late), "a xeroc on level 40");
}

double chance_of_a_pack(int level, int carry_of_leprechaun) {
  double chance = 0;
  for (const auto& [letter, share] : law_of_letters(level, kNormalList)) {
    chance += share * (letter == "L" ? carry_of_leprechaun : monster(letter.front()).carry) / 100.0;
  }
  return chance;
}

struct Carry {
  int level;
  double as_released, cleaned_up;
};

TEST(RogueMonsters, PacksByLevel) {
  constexpr std::array<Carry, 8> published{{
      {1, 0, 0},
      {2, 0, 0},
      {5, 0.0174, 0.0174},
      {10, 0.2283, 0.0891},
      {13, 0.3661, 0.2826},
      {20, 0.1640, 0.1640},
      {26, 0.5467, 0.5467},
      {30, 0.5580, 0.5580},
  }};
  for (const auto& row : published) {
    const auto chance = chance_of_a_pack(row.level, 64);
    EXPECT_NEAR(chance, row.as_released, 0.00005) << row.level;
    EXPECT_NEAR(chance_of_a_pack(row.level, 0), row.cleaned_up, 0.00005) << row.level;
    Accumulator packs;
    roll_many(shipped("rogue"), "monster", {{"level", std::to_string(row.level)}}, kRolls / 10,
              [&](const Things& things) {
                packs.add(things.size() > 1 ? "a pack" : "nothing");
                if (things.size() > 1) {
                  EXPECT_EQ(things.size(), 2U);
                  EXPECT_EQ(things[1].holder(), 0);
                }
              });
    expect_law(packs, chance > 0 ? Law{{"a pack", chance}, {"nothing", 1 - chance}} : Law{{"nothing", 1}},
               fmt::format("packs on level {}", row.level));
  }
}

// By monster: it carries an item as often as the table says, of the same types as items on a floor.
TEST(RogueMonsters, PacksByMonster) {
  std::map<char, Accumulator> packs;
  Accumulator types;
  for (const int level : {4, 9, 13, 17, 20, 26}) {
    roll_many(shipped("rogue"), "monster", {{"level", std::to_string(level)}}, kRolls / 10, [&](const Things& things) {
      packs[things[0].text(fields().letter).front()].add(things.size() > 1 ? "a pack" : "nothing");
      if (things.size() > 1) { types.add(things[1].text(fields().item_class)); }
    });
  }
  EXPECT_EQ(packs.size(), 22U);  // all but E, Z, Q, U, which only wander
  for (const auto& [letter, accumulator] : packs) {
    const auto carry = monster(letter).carry / 100.0;
    Law law;
    if (carry > 0) { law["a pack"] = carry; }
    if (carry < 1) { law["nothing"] = 1 - carry; }
    expect_law(accumulator, law, monster(letter).name);
  }
  Law classes;
  for (const auto& row : kClasses) { classes[std::string(row.name)] = row.percent / 100.0; }
  expect_law(types, classes, "what is carried");
}

TEST(RogueMonsters, TheVictimOfAVorpalizedWeapon) {
  Law law;
  double left = 1;
  for (std::size_t k = 0; k < kVorpalList.size(); ++k) {
    law[std::string(monster(kVorpalList[25 - k]).name)] += left * 0.1;
    left *= 0.9;
  }
  EXPECT_NEAR(left, 0.064611, 5e-7);
  law["medusa"] += left;
  Accumulator victims;
  roll_many(shipped("rogue"), "vorpal_victim", {}, kRolls,
            [&](const Things& things) { victims.add(things[0].text(fields().kind)); });
  expect_law(victims, law, "victims");
}

}  // namespace rogue_monsters_test

}  // namespace spoils::packs::rogue
