// POWDER's items: how often each occurs, the properties of their bases with and without a name, the chance of an
// artifact, how its name is drawn, and how long its powers last.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "packs/law.h"
#include "packs/powder_oracle.h"
#include "packs/powder_reading.h"

namespace spoils::packs::powder {

namespace powder_items_test {

constexpr std::uint64_t kRolls = affordable(1'000'000);

const Pack& pack() { return shipped("powder"); }

const Reading& reading() {
  static const Reading all(pack());
  return all;
}

Law law_of_types() {
  Law law;
  for (const auto& row : kTypes) { law[std::string(row.type)] = row.weight / 697550.0; }
  return law;
}

Law law_of_kinds() {
  double weapons = 0;
  double armours = 0;
  for (const auto& row : kWeapons) { weapons += row.rarity; }
  for (const auto& row : kArmours) { armours += row.rarity; }
  const auto types = law_of_types();
  Law law;
  for (const auto& row : kWeapons) { law[std::string(row.name)] = types.at("weapon") * row.rarity / weapons; }
  for (const auto& row : kArmours) { law[std::string(row.name)] = types.at("armour") * row.rarity / armours; }
  for (const auto& row : kOthers) { law[std::string(row.name)] = types.at(std::string(row.type)) * row.share; }
  for (auto row = law.begin(); row != law.end();) { row = row->second > 0 ? std::next(row) : law.erase(row); }
  return law;
}

// Curse state and enchantment of weapons and armour: with 20 % one step and 10 % for each further one, up or down; then
// 30 % for the state that belongs to it.
Law law_of_enchanted() {
  const std::map<std::string, double> states{{"cursed", 0.15}, {"normal", 0.70}, {"holy", 0.15}};
  Law law;
  for (const auto& [state, share] : states) {
    law["0 " + state] = 0.8 * share;
    double steps = 0.9;
    for (int i = 1; i <= 31; ++i) {
      const double each = 0.2 * (i == 31 ? steps / 0.9 : steps) / 2;
      law[fmt::format("{} {}", i, state)] += 0.7 * each * share;
      law[fmt::format("{} holy", i)] += 0.3 * each * share;
      law[fmt::format("{} {}", -i, state)] += 0.7 * each * share;
      law[fmt::format("{} cursed", -i)] += 0.3 * each * share;
      steps *= 0.1;
    }
  }
  return law;
}

const Law kStates{{"cursed", 0.15}, {"normal", 0.70}, {"holy", 0.15}};

TEST(PowderItems, PublishedShares) {
  const auto types = law_of_types();
  const std::map<std::string, double> published{
      {"armour", 0.3885}, {"weapon", 0.2150}, {"potion", 0.1434},        {"wand", 0.0932},   {"scroll", 0.0646},
      {"ring", 0.0430},   {"book", 0.0258},   {"miscellaneous", 0.0158}, {"amulet", 0.0072}, {"staff", 0.0036}};
  for (const auto& [type, share] : published) { EXPECT_NEAR(types.at(type), share, 0.00005) << type; }
  EXPECT_NEAR(law_of_kinds().at("scroll_of_omnipotence"), 50 / 697550.0, 1e-12);
}

TEST(PowderItems, ComeAsPublished) {
  Accumulator types;
  Accumulator kinds;
  Accumulator enchanted;
  Accumulator plain;
  Accumulator arrows;
  Accumulator rocks;
  Accumulator artifacts;
  roll_many(pack(), "item", {}, kRolls, [&](const Things& things) {
    ASSERT_EQ(things.size(), 1U);
    const auto thing = things[0];
    const auto type = thing.text(reading().type);
    const auto kind = thing.text(reading().kind);
    const auto quantity = thing.integer(reading().quantity);
    types.add(type);
    kinds.add(kind);
    artifacts.add(thing.is_set(reading().name) ? "artifact" : "ordinary");
    if (type == "weapon" || type == "armour") {
      enchanted.add(fmt::format("{} {}", thing.integer(reading().enchantment), thing.text(reading().status)));
    } else {
      plain.add(thing.text(reading().status));
      EXPECT_FALSE(thing.is_set(reading().enchantment)) << kind;
    }
    if (kind == "arrow") {
      arrows.add(quantity);
    } else if (kind == "rock") {
      rocks.add(quantity);
    } else {
      EXPECT_EQ(quantity, 1) << kind;
    }
  });
  expect_law(types, law_of_types(), "types");
  expect_law(kinds, law_of_kinds(), "kinds");
  expect_law(enchanted, law_of_enchanted(), "enchantment and curse of weapons and armour");
  expect_law(plain, kStates, "curse of all others");
  expect_law(arrows, by_index(dice(2, 4)), "arrows");
  Law of_rocks;
  for (const auto& [sum, probability] : by_index(dice(2, 2))) {
    of_rocks[std::to_string(std::stoi(sum) - 1)] = probability;
  }
  expect_law(rocks, of_rocks, "rocks");
  expect_law(artifacts, {{"artifact", 0.01}, {"ordinary", 0.99}}, "artifacts");
}

// 11 of 1024 is close to 1 of 100, so the test checks explicitly that it distinguishes the two.
TEST(PowderItems, OneInAHundredIsAnArtifact) {
  const Law seed{{"artifact", 1 / 100.0}, {"ordinary", 99 / 100.0}};
  const Law game{{"artifact", 11 / 1024.0}, {"ordinary", 1013 / 1024.0}};
  for (const auto mode : {Mode::Seed, Mode::Game}) {
    const auto& of_mode = shipped(pack_of(mode));
    const auto name = field_of(of_mode, "name");
    Accumulator artifacts;
    roll_many(of_mode, "item", {}, 2 * kRolls,
              [&](const Things& things) { artifacts.add(things[0].is_set(name) ? "artifact" : "ordinary"); });
    EXPECT_TRUE(follows(artifacts, mode == Mode::Seed ? seed : game));
    // Two hundred thousand rolls do not tell them apart.
    if (!kIsSanitized) { EXPECT_FALSE(follows(artifacts, mode == Mode::Seed ? game : seed)); }
  }
}

TEST(PowderItems, OrdinaryOnesAndArtifactsAreWhatTheirBasesAndNamesMakeThem) {
  for (const auto mode : {Mode::Seed, Mode::Game}) {
    std::size_t artifacts = 0;
    std::set<std::string> kinds;
    roll_many(shipped(pack_of(mode)), "item", {}, kRolls / 5, [&](const Things& things) {
      const auto thing = things[0];
      const auto kind = thing.text(reading().kind);
      const auto name = thing.text(reading().name);
      const auto extra = name.empty() ? Powers{} : powers(name, class_of(kind), mode);
      artifacts += name.empty() ? 0U : 1U;
      kinds.emplace(kind);
      ASSERT_EQ(reading().item(thing), joined_with_base(kind, extra, thing.integer(reading().enchantment)))
          << name << ' ' << kind;
    });
    EXPECT_GT(artifacts, kRolls / 5 / 200);
    EXPECT_GE(kinds.size(), law_of_kinds().size() - 1);  // the scroll of omnipotence may be missing
  }
}

// Every base item with every 97th name: also the items that never occur at random.
TEST(PowderItems, EveryBaseItemAsAnArtifact) {
  std::vector<std::string> kinds;
  for (const auto& row : kWeapons) { kinds.emplace_back(row.name); }
  for (const auto& row : kArmours) { kinds.emplace_back(row.name); }
  for (const auto& row : kOthers) { kinds.emplace_back(row.name); }
  const auto names = all_names();
  for (const auto mode : {Mode::Seed, Mode::Game}) {
    const auto& of_mode = shipped(pack_of(mode));
    for (const auto& kind : kinds) {
      auto roller = Roller::make(of_mode, "artifact", {{"base", kind}});
      ASSERT_TRUE(roller.ok()) << kind << ": " << roller.error().text();
      for (std::size_t i = 0; i < names.size(); i += 97) {
        ASSERT_FALSE(roller->set("name", names[i].text));
        auto things = roller->roll(kSeed, i);
        ASSERT_TRUE(things.ok());
        ASSERT_EQ(reading().item((*things)[0]), joined_with_base(kind, powers(names[i].text, class_of(kind), mode), 0))
            << names[i].text << ' ' << kind;
      }
    }
  }
}

// An artifact by request is a random item; its name decides the rest.
TEST(PowderItems, ANameAloneDecidesThePowers) {
  Accumulator kinds;
  roll_many(pack(), "artifact", {{"name", "Treyslug"}}, kRolls / 5, [&](const Things& things) {
    const auto thing = things[0];
    const auto kind = thing.text(reading().kind);
    kinds.add(kind);
    ASSERT_EQ(reading().item(thing), joined_with_base(kind, powers("Treyslug", class_of(kind), Mode::Seed),
                                                      thing.integer(reading().enchantment)));
  });
  expect_law(kinds, law_of_kinds(), "what Treyslug may be");
}

TEST(PowderNames, AreDrawnAsPublished) {
  Law law;
  Law groups;
  std::map<std::string, std::string, std::less<>> group_of;
  for (const auto& name : all_names()) {
    const auto* group = name.probability > 1 / 800.0 ? "two" : name.probability > 1 / 8000.0 ? "second twice" : "three";
    law[name.text] = name.probability;
    groups[group] += name.probability;
    group_of[name.text] = group;
  }
  EXPECT_NEAR(groups["two"], 2 / 3.0, 1e-9);
  EXPECT_NEAR(groups["second twice"], 4 / 33.0, 1e-9);
  EXPECT_NEAR(groups["three"], 7 / 33.0, 1e-9);
  Accumulator names;
  Accumulator seen_groups;
  roll_many(pack(), "artifact", {{"class", "other"}}, kRolls, [&](const Things& things) {
    const auto name = things[0].text(reading().name);
    names.add(name);
    const auto found = group_of.find(name);
    seen_groups.add(found == group_of.end() ? "no name of this game" : found->second);
  });
  expect_law(names, law, "names");
  expect_law(seen_groups, groups, "groups of names");
}

TEST(PowderNames, EveryNameIsDrawnEquallyOftenForCounting) {
  Law law;
  for (const auto& name : all_names()) { law[name.text] = 1 / 11132.0; }
  Accumulator names;
  roll_many(pack(), "every_name", {}, kRolls, [&](const Things& things) { names.add(things[0].text(reading().name)); });
  expect_law(names, law, "names");
}

Law drunk(std::string_view blessing) {
  return blessing == "cursed" ? uniform(2, 500) : blessing == "normal" ? uniform(300, 500) : uniform(300, 2000);
}

Law zapped(std::string_view blessing) {
  const int count = blessing == "cursed" ? 2 : blessing == "normal" ? 3 : 4;
  Law law;
  for (const auto& [sum, probability] : by_index(dice(count, 50))) {
    law[std::to_string(std::stoi(sum) + 100)] = probability;
  }
  return law;
}

TEST(PowderDurations, ByHoliness) {
  const auto drunk_field = field_of(pack(), "drunk");
  const auto zapped_field = field_of(pack(), "zapped");
  for (const auto* blessing : {"cursed", "normal", "holy"}) {
    Accumulator of_drinking;
    Accumulator of_zapping;
    roll_many(pack(), "duration", {{"blessing", blessing}}, kRolls / 2, [&](const Things& things) {
      of_drinking.add(things[0].integer(drunk_field));
      of_zapping.add(things[0].integer(zapped_field));
    });
    expect_law(of_drinking, drunk(blessing), blessing);
    expect_law(of_zapping, zapped(blessing), blessing);
  }
}

// Each power of Braskyyzyyz has a time of its own.
TEST(PowderDurations, EachPowerHasItsOwn) {
  for (const auto* rule : {"drink", "zap"}) {
    for (const auto* blessing : {"cursed", "normal", "holy"}) {
      std::map<std::string, Accumulator, std::less<>> turns;
      Accumulator ties;
      roll_many(pack(), rule, {{"name", "Braskyyzyyz"}, {"blessing", blessing}}, kRolls / 20,
                [&](const Things& things) {
                  ASSERT_EQ(things.size(), 7U);
                  EXPECT_EQ(things[0].text(reading().status), blessing);
                  for (std::size_t i = 1; i < 7; ++i) {
                    turns[std::string(things[i].text(reading().intrinsic))].add(things[i].integer(reading().turns));
                  }
                  ties.add(things[1].integer(reading().turns) == things[2].integer(reading().turns) ? "tie" : "apart");
                });
      const auto law = rule == std::string_view("drink") ? drunk(blessing) : zapped(blessing);
      double tie = 0;
      for (const auto& [number, probability] : law) { tie += probability * probability; }
      EXPECT_EQ(turns.size(), 6U);
      for (const auto& [power, accumulator] : turns) { expect_law(accumulator, law, power); }
      expect_law(ties, {{"tie", tie}, {"apart", 1 - tie}}, "two powers with the same time");
    }
  }
}

// 66 names have a power twice; the second time has no effect.
TEST(PowderDurations, APowerThatComesTwiceWorksOnce) {
  int twice = 0;
  for (const auto* rule : {"drink", "zap"}) {
    auto roller = Roller::make(pack(), rule);
    ASSERT_TRUE(roller.ok());
    for (const auto& name : all_names()) {
      const auto all = powers(name.text, Class::Other, Mode::Seed).intrinsics;
      const std::set<std::string> distinct(all.begin(), all.end());
      if (distinct.size() == all.size()) { continue; }
      ++twice;
      ASSERT_FALSE(roller->set("name", name.text));
      auto things = roller->roll(kSeed, 0);
      ASSERT_TRUE(things.ok());
      EXPECT_EQ(reading().powers((*things)[0]).intrinsics, all);
      EXPECT_EQ(things->size(), 1 + distinct.size()) << name.text;
    }
  }
  EXPECT_EQ(twice, 2 * 66);
}

}  // namespace powder_items_test

}  // namespace spoils::packs::powder
