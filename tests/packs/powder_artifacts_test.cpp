// POWDER's artifacts: all 11132 names in all classes and both modes against the published procedure, and the published
// claims about them.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "packs/powder_oracle.h"
#include "packs/powder_reading.h"

namespace spoils::packs::powder {

namespace powder_artifacts_test {

const std::vector<Name>& names() {
  static const auto all = all_names();
  return all;
}

TEST(PowderOracle, DrawsOfTreyslugAreThePublishedOnes) {
  EXPECT_EQ(hash_of("Treyslug"), 14043U);
  Draws draws("Treyslug");
  for (const auto wanted : {26039U, 16676U, 25741U, 30274U, 9811U, 19344U, 15497U, 13454U, 21679U, 4284U, 6213U, 2970U,
                            3275U, 31912U, 29633U, 18278U, 10919U, 15188U, 2813U}) {
    EXPECT_EQ(draws.draw(), wanted);
  }
}

TEST(PowderOracle, NamesAndTheirSeeds) {
  std::set<std::string> distinct;
  std::map<std::uint32_t, int> states;
  std::map<int, int> kinds;  // by how often each name comes in 47916 names
  std::size_t longest = 0;
  double sum = 0;
  for (const auto& name : names()) {
    distinct.insert(name.text);
    ++states[hash_of(name.text)];
    ++kinds[static_cast<int>(name.probability * 47916 + 0.5)];
    longest = std::max(longest, name.text.size());
    sum += name.probability;
  }
  EXPECT_EQ(names().size(), 11132U);
  EXPECT_EQ(distinct.size(), 11132U);
  EXPECT_EQ(longest, 18U);
  EXPECT_NEAR(sum, 1, 1e-9);
  EXPECT_EQ(kinds, (std::map<int, int>{{47916 / 726, 484}, {47916 / 3993, 484}, {1, 10164}}));
  EXPECT_EQ(states.size(), 9490U);
  std::map<int, int> shared;
  for (const auto& [state, many] : states) { ++shared[many]; }
  EXPECT_EQ(shared, (std::map<int, int>{{1, 8012}, {2, 1325}, {3, 143}, {4, 9}, {5, 1}}));
  EXPECT_EQ(hash_of("Frosttreyupa"), 23400U);
  EXPECT_EQ(hash_of("Bazyyzslug"), 23400U);
}

struct ModeAndClass {
  Mode mode;
  Class item_class;
};

class PowderArtifact : public testing::TestWithParam<ModeAndClass> {};

TEST_P(PowderArtifact, EveryNameGivesWhatTheProcedureGives) {
  std::size_t many = 0;
  for_every_name(GetParam().mode, GetParam().item_class, names(), [&](const Name& name, const Powers& seen) {
    ASSERT_EQ(seen, powers(name.text, GetParam().item_class, GetParam().mode)) << name.text;
    ++many;
  });
  EXPECT_EQ(many, 11132U);
}

std::vector<ModeAndClass> modes_and_classes() {
  std::vector<ModeAndClass> out;
  for (const auto mode : {Mode::Seed, Mode::Game}) {
    for (const auto c : kClasses) { out.push_back({mode, c}); }
  }
  return out;
}

INSTANTIATE_TEST_SUITE_P(, PowderArtifact, testing::ValuesIn(modes_and_classes()), [](const auto& row) {
  return std::string(pack_of(row.param.mode)) + "_" + std::string(name_of(row.param.item_class));
});

bool has(const Powers& powers, std::string_view intrinsic) {
  return std::find(powers.intrinsics.begin(), powers.intrinsics.end(), intrinsic) != powers.intrinsics.end();
}

bool is_good(std::string_view intrinsic) { return std::find(kGood.begin(), kGood.end(), intrinsic) != kGood.end(); }

using Counts = std::map<std::int64_t, int>;
using NameSet = std::set<std::string>;

TEST(PowderClaims, Intrinsics) {
  Counts by_number;
  std::map<std::size_t, double> weighted;
  NameSet six;
  NameSet burning;
  NameSet cancelling;
  int good = 0;
  int twice = 0;
  for_every_name(Mode::Seed, Class::Other, names(), [&](const Name& name, const Powers& seen) {
    const auto number = seen.intrinsics.size();
    ++by_number[static_cast<std::int64_t>(number)];
    weighted[number] += name.probability;
    if (number == 6) { six.insert(name.text); }
    if (has(seen, "fire_resistance") && has(seen, "aflame")) { burning.insert(name.text); }
    if (has(seen, "fire_resistance") && has(seen, "vulnerable_to_fire")) { cancelling.insert(name.text); }
    good += std::any_of(seen.intrinsics.begin(), seen.intrinsics.end(), is_good) ? 1 : 0;
    twice += std::set<std::string>(seen.intrinsics.begin(), seen.intrinsics.end()).size() < number ? 1 : 0;
  });
  EXPECT_EQ(by_number, (Counts{{0, 1016}, {1, 8289}, {2, 1578}, {3, 217}, {4, 31}, {6, 1}}));
  EXPECT_EQ(six, NameSet{"Braskyyzyyz"});
  EXPECT_EQ(burning, (NameSet{"Bazyyzslug", "Frosttreyupa", "Worupawor"}));
  EXPECT_EQ(cancelling, (NameSet{"Relatrelatwor", "Relatyyzorc", "Relatzubfroody"}));
  EXPECT_EQ(good, 9997);
  EXPECT_EQ(twice, 66);
  EXPECT_NEAR(weighted[0], 0.0939, 0.00005);
  EXPECT_NEAR(weighted[1], 0.756, 0.0005);
  EXPECT_NEAR(weighted[2], 0.125, 0.0005);
  EXPECT_NEAR(weighted[3], 0.0235, 0.00005);
}

TEST(PowderClaims, LightAndCarryFlag) {
  Counts light;
  int lit_without_intrinsics = 0;
  int carried = 0;
  for_every_name(Mode::Seed, Class::Other, names(), [&](const Name&, const Powers& seen) {
    ++light[seen.light];
    lit_without_intrinsics += seen.light > 0 && seen.intrinsics.empty() ? 1 : 0;
    carried += seen.carried ? 1 : 0;
  });
  EXPECT_EQ(light, (Counts{{0, 11132 - 1964}, {2, 1362}, {3, 445}, {4, 102}, {5, 46}, {6, 9}}));
  EXPECT_EQ(lit_without_intrinsics, 1016);
  EXPECT_EQ(carried, 93);
}

TEST(PowderClaims, ArmourClassAndAttacks) {
  Counts armour;
  NameSet best;
  int armour_attacks = 0;
  for_every_name(Mode::Seed, Class::Armour, names(), [&](const Name& name, const Powers& seen) {
    ++armour[seen.ac];
    if (seen.ac >= 12) { best.insert(name.text); }
    armour_attacks += seen.verb.empty() ? 0 : 1;
    EXPECT_TRUE(seen.thrown_damage.empty());
  });
  EXPECT_EQ(armour[1], 7771);
  EXPECT_EQ(armour.rbegin()->first, 12);
  EXPECT_EQ(best, NameSet{"Zuborcwere"});
  EXPECT_EQ(armour_attacks, 1125);

  int other_attacks = 0;
  for_every_name(Mode::Seed, Class::Other, names(), [&](const Name&, const Powers& seen) {
    other_attacks += seen.verb.empty() ? 0 : 1;
    EXPECT_EQ(seen.ac, 0);
    EXPECT_TRUE(seen.thrown_damage.empty());
  });
  EXPECT_EQ(other_attacks, 1125);

  for (const auto c : {Class::Weapon, Class::WeaponThrown}) {
    int without = 0;
    int thrown = 0;
    for_every_name(Mode::Seed, c, names(), [&](const Name&, const Powers& seen) {
      without += seen.ac == 0 ? 1 : 0;
      thrown += seen.thrown_damage.empty() ? 0 : 1;
      EXPECT_FALSE(seen.verb.empty());
    });
    EXPECT_EQ(without, 9965);
    EXPECT_EQ(thrown, c == Class::Weapon ? 1103 : 11132);
  }
}

NameSet all_dice(Mode mode) {
  NameSet dice;
  for (const auto c : kClasses) {
    for_every_name(mode, c, names(), [&](const Name&, const Powers& seen) {
      dice.insert(seen.damage);
      dice.insert(seen.thrown_damage);
    });
  }
  dice.erase("");
  return dice;
}

TEST(PowderClaims, BonusDice) {
  EXPECT_EQ(all_dice(Mode::Seed).size(), 3U * 9 * 5);
  EXPECT_EQ(all_dice(Mode::Game), (NameSet{"1d2+2", "1d4+0", "1d6+2", "1d8+0", "2d1+1", "2d3+3", "2d5+1", "2d7+3"}));
}

TEST(PowderClaims, TheModesDifferInDiceOnly) {
  for (const auto c : kClasses) {
    std::vector<Powers> seed;
    for_every_name(Mode::Seed, c, names(), [&](const Name&, const Powers& seen) { seed.push_back(seen); });
    std::size_t i = 0;
    for_every_name(Mode::Game, c, names(), [&](const Name& name, Powers seen) {
      seen.damage = seed[i].damage;
      seen.thrown_damage = seed[i].thrown_damage;
      EXPECT_EQ(seen, seed[i]) << name.text;
      ++i;
    });
  }
}

/// A line of the published examples. If it has two dice, the first is seed mode, the second game mode. `other` is the
/// attack of an item that is no weapon.
struct Example {
  const char* name;
  std::vector<std::string> intrinsics;
  int light, weapon_ac, armour_ac;
  const char* verb;
  std::array<const char*, 2> dice;
  int to_hit;
  std::array<const char*, 2> other;
  int range, thrown_to_hit;
  std::array<const char*, 2> thrown;
};

TEST(PowderClaims, WorkedExamples) {
  const std::vector<Example> examples{
      {"Treyslug", {"unchanging"}, 0, 0, 1, "pulverize", {"1d4+0", "1d6+2"}, 0, {"", ""}, 1, 0, {"3d6+3", "2d5+1"}},
      {"Braskyyzyyz",
       {"life_saved", "stoning_resistance", "can_dig", "search", "vulnerable_to_cold", "missing_a_finger"},
       0,
       0,
       1,
       "burn",
       {"1d9+3", "1d8+0"},
       0,
       {"", ""},
       0,
       0,
       {"3d9+4", "1d2+2"}},
      {"Frosttreyupa",
       {"fire_resistance", "aflame"},
       4,
       2,
       2,
       "dissolve",
       {"2d5+4", "2d5+1"},
       1,
       {"2d8+4", "1d6+2"},
       0,
       0,
       {"2d5+1", "1d8+0"}},
      {"Bazyyzslug",
       {"fire_resistance", "aflame"},
       4,
       2,
       2,
       "dissolve",
       {"2d5+4", "2d5+1"},
       1,
       {"2d8+4", "1d6+2"},
       0,
       0,
       {"2d5+1", "1d8+0"}},
      {"Worupawor",
       {"fire_resistance", "aflame"},
       0,
       0,
       3,
       "blind",
       {"2d8+3", "2d5+1"},
       0,
       {"", ""},
       0,
       0,
       {"1d1+1", "2d7+3"}},
      {"Amyamybar", {}, 3, 0, 1, "pulverize", {"1d9+4", "1d8+0"}, 0, {"", ""}, 0, 0, {"3d7+1", "1d2+2"}},
  };
  for (const auto mode : {Mode::Seed, Mode::Game}) {
    const auto column = static_cast<std::size_t>(mode);
    for (const auto& row : examples) {
      for (const auto c : kClasses) {
        for_every_name(mode, c, {{row.name, 0}}, [&](const Name&, const Powers& seen) {
          const bool weapon = c == Class::Weapon || c == Class::WeaponThrown;
          EXPECT_EQ(seen.intrinsics, row.intrinsics) << row.name;
          EXPECT_EQ(seen.light, row.light) << row.name;
          EXPECT_EQ(seen.ac, c == Class::Armour ? row.armour_ac : weapon ? row.weapon_ac : 0) << row.name;
          EXPECT_EQ(seen.damage, weapon ? row.dice[column] : row.other[column]) << row.name;
          EXPECT_EQ(seen.verb, seen.damage.empty() ? "" : row.verb) << row.name;
          EXPECT_EQ(seen.to_hit, weapon ? row.to_hit : 0) << row.name;
          if (c == Class::WeaponThrown) {
            EXPECT_EQ(seen.range, row.range) << row.name;
            EXPECT_EQ(seen.thrown_to_hit, row.thrown_to_hit) << row.name;
            EXPECT_EQ(seen.thrown_damage, row.thrown[column]) << row.name;
          }
        });
      }
    }
  }
}

// The output of `spoils roll powder artifact --name Treyslug --base spear`, compared with the description.
TEST(PowderClaims, TheSpearTreyslug) {
  for (const auto mode : {Mode::Seed, Mode::Game}) {
    const auto& pack = shipped(pack_of(mode));
    const Reading reading(pack);
    roll_many(pack, "artifact", {{"name", "Treyslug"}, {"base", "spear"}}, 20, [&](const Things& things) {
      const auto item = reading.item(things[0]);
      EXPECT_EQ(item.powers.intrinsics, std::vector<std::string>{"unchanging"});
      EXPECT_EQ(item.powers.verb, "pulverize");
      EXPECT_EQ(item.powers.damage, mode == Mode::Seed ? "1d4+0" : "1d6+2");
      EXPECT_EQ(item.powers.to_hit, 0);
      EXPECT_EQ(item.attack, "stab 1d9+1");
      EXPECT_EQ(item.powers.range, 5);
      EXPECT_EQ(item.powers.thrown_to_hit, 1);
      EXPECT_EQ(item.powers.thrown_damage, mode == Mode::Seed ? "3d6+3" : "2d5+1");
      EXPECT_EQ(item.thrown, "impale 1d8+2");
      EXPECT_EQ(things[0].name(), "the spear Treyslug");
    });
  }
}

}  // namespace powder_artifacts_test

}  // namespace spoils::packs::powder
