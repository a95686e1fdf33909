// Rogue's items: every table against its published percentages, every field of every thing against the published rows.
#include <array>
#include <string>
#include <string_view>

#include "packs/law.h"
#include "packs/rogue_facts.h"

namespace spoils::packs::rogue {

namespace rogue_items_test {

constexpr std::uint64_t kRolls = affordable(1'000'000);
constexpr std::uint64_t kChecked = affordable(100'000);  // of these every field is looked at, too

const Fields& fields() {
  static const Fields all(shipped("rogue"));
  return all;
}

template <class Rows>
const auto* row_of(const Rows& rows, std::string_view name) {
  for (const auto& row : rows) {
    if (row.name == name) { return &row; }
  }
  return static_cast<const typename Rows::value_type*>(nullptr);
}

/// Expects that a thing has set these fields and no others.
void expect_only(const Thing& thing, std::initializer_list<std::size_t> set) {
  for (std::size_t i = 0; i < shipped("rogue").fields().size(); ++i) {
    const auto wanted = std::find(set.begin(), set.end(), i) != set.end();
    EXPECT_EQ(thing.is_set(i), wanted) << shipped("rogue").fields()[i].name << " of " << thing.name();
  }
}

void expect_worth(const Thing& thing, int worth) { EXPECT_EQ(thing.integer(fields().worth), worth) << thing.name(); }

void check_potion(const Thing& thing) {
  const auto* row = row_of(kPotions, thing.text(fields().kind));
  ASSERT_NE(row, nullptr) << thing.name();
  expect_worth(thing, row->worth);
  expect_only(thing, {fields().kind, fields().worth});
}

void check_scroll(const Thing& thing) {
  const auto* row = row_of(kScrolls, thing.text(fields().kind));
  ASSERT_NE(row, nullptr) << thing.name();
  expect_worth(thing, row->worth);
  expect_only(thing, {fields().kind, fields().worth});
}

void check_food(const Thing& thing) {
  EXPECT_TRUE(thing.text(fields().kind) == "ration" || thing.text(fields().kind) == "fruit");
  expect_only(thing, {fields().kind});
}

void check_weapon(const Thing& thing) {
  const auto& f = fields();
  const auto* row = row_of(kWeapons, thing.text(f.kind));
  ASSERT_NE(row, nullptr) << thing.name();
  expect_worth(thing, row->worth);
  EXPECT_EQ(thing.text(f.wielded), row->wielded) << thing.name();
  EXPECT_EQ(thing.text(f.thrown), row->thrown) << thing.name();
  EXPECT_EQ(thing.text(f.launched_by), row->launched_by) << thing.name();
  EXPECT_TRUE(has_flags(thing.field(f.flags), row->flags, true)) << thing.name();
  EXPECT_EQ(thing.integer(f.cursed) == 1, thing.integer(f.to_hit) < 0) << thing.name();
  EXPECT_EQ(thing.integer(f.to_dam), 0) << thing.name();
  const auto quantity = thing.integer(f.quantity);
  EXPECT_TRUE(row->is_bundle() ? quantity >= 8 && quantity <= 15 : quantity == 1) << thing.name();
  if (row->launched_by.empty()) {
    expect_only(thing, {f.kind, f.worth, f.quantity, f.to_hit, f.to_dam, f.cursed, f.wielded, f.thrown, f.flags});
  } else {
    expect_only(thing, {f.kind, f.worth, f.quantity, f.to_hit, f.to_dam, f.cursed, f.wielded, f.thrown, f.launched_by,
                        f.flags});
  }
}

void check_armor(const Thing& thing) {
  const auto& f = fields();
  const auto* row = row_of(kArmors, thing.text(f.kind));
  ASSERT_NE(row, nullptr) << thing.name();
  const auto change = thing.integer(f.enchantment);
  expect_worth(thing, row->worth);
  EXPECT_EQ(thing.integer(f.armor_class), row->armor_class + change) << thing.name();
  EXPECT_EQ(thing.integer(f.cursed) == 1, change > 0) << thing.name();
  EXPECT_EQ(row->shown_as, 11 - row->armor_class);
  expect_only(thing, {f.kind, f.worth, f.enchantment, f.armor_class, f.cursed});
}

void check_ring(const Thing& thing) {
  const auto& f = fields();
  const auto ring = thing.text(f.kind);
  const auto* row = row_of(kRings, ring);
  ASSERT_NE(row, nullptr) << thing.name();
  expect_worth(thing, row->worth);
  EXPECT_EQ(thing.integer(f.cursed) == 1, ring_is_always_cursed(ring) || thing.integer(f.bonus) < 0) << thing.name();
  if (ring_has_bonus(ring)) {
    expect_only(thing, {f.kind, f.worth, f.cursed, f.bonus});
  } else {
    expect_only(thing, {f.kind, f.worth, f.cursed});
  }
}

void check_stick(const Thing& thing) {
  const auto& f = fields();
  const auto* row = row_of(kSticks, thing.text(f.kind));
  ASSERT_NE(row, nullptr) << thing.name();
  expect_worth(thing, row->worth);
  EXPECT_EQ(thing.text(f.thrown), "1d1") << thing.name();
  if (row->name == "striking") {
    EXPECT_EQ(thing.text(f.wielded), "1d8");
    EXPECT_EQ(thing.integer(f.to_hit), 100);
    EXPECT_EQ(thing.integer(f.to_dam), 3);
    expect_only(thing, {f.kind, f.worth, f.form, f.charges, f.wielded, f.thrown, f.to_hit, f.to_dam});
  } else {
    EXPECT_EQ(thing.text(f.wielded), thing.text(f.form) == "staff" ? "2d3" : "1d1") << thing.name();
    expect_only(thing, {f.kind, f.worth, f.form, f.charges, f.wielded, f.thrown});
  }
}

std::string joined(std::string_view first, std::string_view second) { return fmt::format("{} {}", first, second); }
std::string joined(std::string_view first, std::int64_t second) { return fmt::format("{} {}", first, second); }

template <class Rows>
Law law_of_kinds(const Rows& rows) {
  Law law;
  for (const auto& row : rows) { law[std::string(row.name)] = row.percent / 100.0; }
  return law;
}

// One roll of a hundred: under 10 a penalty of 1..3, then under 15 a bonus of 1..3, else nothing.
Law law_of_weapons() {
  Law law;
  for (const auto& weapon : kWeapons) {
    for (int k = 0; k < 100; ++k) {
      for (int amount = 1; amount <= 3; ++amount) {
        const int to_hit = k < 10 ? -amount : k < 15 ? amount : 0;
        law[joined(weapon.name, to_hit)] += 0.1 / 300;
      }
    }
  }
  return law;
}

// The reverse sign: under 20 the class is worse by 1..3, then under 28 it is better.
Law law_of_armors() {
  Law law;
  for (const auto& armor : kArmors) {
    for (int k = 0; k < 100; ++k) {
      for (int amount = 1; amount <= 3; ++amount) {
        const int change = k < 20 ? amount : k < 28 ? -amount : 0;
        law[joined(armor.name, change)] += armor.percent / 100.0 / 300;
      }
    }
  }
  return law;
}

Law law_of_rings() {
  Law law;
  for (const auto& ring : kRings) {
    if (!ring_has_bonus(ring.name)) {
      law[joined(ring.name, 0)] += ring.percent / 100.0;
      continue;
    }
    for (const int drawn : {0, 1, 2}) { law[joined(ring.name, drawn == 0 ? -1 : drawn)] += ring.percent / 300.0; }
  }
  return law;
}

Law law_of_sticks() {
  Law law;
  for (const auto& stick : kSticks) {
    const bool light = stick.name == "light";
    const int least = light ? 10 : 3;
    const int many = light ? 10 : 5;
    for (int charges = least; charges < least + many; ++charges) {
      for (const auto* form : {"wand", "staff"}) {
        law[joined(joined(form, stick.name), charges)] = stick.percent / 100.0 / many / 2;
      }
    }
  }
  return law;
}

/// Names the outcome of one roll, under which it is counted.
using Outcome = std::string (*)(const Thing&);

struct ItemRule {
  const char* name;
  void (*check)(const Thing&);
  Outcome outcome;
  Law (*law)();
};

std::string kind_alone(const Thing& thing) { return std::string(thing.text(fields().kind)); }
std::string kind_and_to_hit(const Thing& thing) {
  return joined(thing.text(fields().kind), thing.integer(fields().to_hit));
}
std::string kind_and_change(const Thing& thing) {
  return joined(thing.text(fields().kind), thing.integer(fields().enchantment));
}
std::string kind_and_bonus(const Thing& thing) {
  return joined(thing.text(fields().kind), thing.integer(fields().bonus));
}
std::string form_kind_and_charges(const Thing& thing) {
  return joined(joined(thing.text(fields().form), thing.text(fields().kind)), thing.integer(fields().charges));
}

const auto kItemRules = std::to_array<ItemRule>({
    {"potion", check_potion, kind_alone, [] { return law_of_kinds(kPotions); }},
    {"scroll", check_scroll, kind_alone, [] { return law_of_kinds(kScrolls); }},
    {"food", check_food, kind_alone,
     [] {
       return Law{{"ration", 0.9}, {"fruit", 0.1}};
     }},
    {"weapon", check_weapon, kind_and_to_hit, law_of_weapons},
    {"armor", check_armor, kind_and_change, law_of_armors},
    {"ring", check_ring, kind_and_bonus, law_of_rings},
    {"stick", check_stick, form_kind_and_charges, law_of_sticks},
});

class RogueItem : public testing::TestWithParam<ItemRule> {};

TEST_P(RogueItem, ComesAsPublished) {
  const auto& rule = GetParam();
  Accumulator accumulator;
  std::uint64_t seen = 0;
  roll_many(shipped("rogue"), rule.name, {}, kRolls, [&](const Things& things) {
    ASSERT_EQ(things.size(), 1U);
    if (seen++ < kChecked) { rule.check(things[0]); }
    accumulator.add(rule.outcome(things[0]));
  });
  expect_law(accumulator, rule.law(), rule.name);
}

INSTANTIATE_TEST_SUITE_P(, RogueItem, testing::ValuesIn(kItemRules),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(RogueItems, TypesAndTheirKinds) {
  Law law;
  const auto spread = [&law](std::string_view type, double share, const Law& kinds) {
    for (const auto& [kind, probability] : kinds) { law[joined(type, kind)] = share * probability; }
  };
  Law weapons;
  for (const auto& weapon : kWeapons) { weapons[std::string(weapon.name)] = 0.1; }
  spread("potion", 0.27, law_of_kinds(kPotions));
  spread("scroll", 0.30, law_of_kinds(kScrolls));
  spread("food", 0.17, {{"ration", 0.9}, {"fruit", 0.1}});
  spread("weapon", 0.08, weapons);
  spread("armor", 0.08, law_of_kinds(kArmors));
  spread("ring", 0.05, law_of_kinds(kRings));
  spread("stick", 0.05, law_of_kinds(kSticks));

  Accumulator types;
  Accumulator kinds;
  roll_many(shipped("rogue"), "floor", {}, kRolls, [&](const Things& things) {
    ASSERT_EQ(things.size(), 1U);
    const auto type = things[0].text(fields().item_class);
    types.add(type);
    kinds.add(joined(type, things[0].text(fields().kind)));
  });
  expect_law(types, law_of_kinds(kClasses), "types");
  expect_law(kinds, law, "types with kinds");
}

TEST(RogueItems, DoNotDependOnTheLevel) {
  for (const auto* level : {"26", "99"}) {
    Accumulator types;
    roll_many(shipped("rogue"), "floor", {{"level", level}}, kRolls / 10,
              [&](const Things& things) { types.add(things[0].text(fields().item_class)); });
    expect_law(types, law_of_kinds(kClasses), level);
  }
}

TEST(RogueItems, BundlesAreOfEightToFifteen) {
  std::map<std::string, Accumulator, std::less<>> bundles;
  roll_many(shipped("rogue"), "weapon", {}, kRolls, [&](const Things& things) {
    const auto kind = things[0].text(fields().kind);
    if (kind == "arrow" || kind == "dart" || kind == "crossbow_bolt") {
      bundles[std::string(kind)].add(things[0].integer(fields().quantity));
    }
  });
  EXPECT_EQ(bundles.size(), 3U);
  for (const auto& [kind, accumulator] : bundles) { expect_law(accumulator, uniform(8, 15), kind); }
}

TEST(RogueItems, SharesOfTheCursed) {
  const auto share = [](const char* rule) {
    Accumulator accumulator;
    roll_many(shipped("rogue"), rule, {}, kRolls,
              [&](const Things& things) { accumulator.add(things[0].integer(fields().cursed)); });
    return accumulator;
  };
  expect_law(share("weapon"), {{"0", 0.9}, {"1", 0.1}}, "weapons");
  expect_law(share("armor"), {{"0", 0.8}, {"1", 0.2}}, "armor");
  expect_law(share("ring"), {{"0", 221.0 / 300}, {"1", 79.0 / 300}}, "rings");
}

// The oracle for to-hit and armor class against the fractions that the description prints.
TEST(RogueItems, TheLawsAreThePublishedFractions) {
  const auto weapons = law_of_weapons();
  for (const int amount : {1, 2, 3}) {
    EXPECT_NEAR(weapons.at(joined("mace", -amount)), 0.1 / 30, 1e-12);
    EXPECT_NEAR(weapons.at(joined("mace", amount)), 0.1 / 60, 1e-12);
  }
  EXPECT_NEAR(weapons.at("mace 0"), 0.1 * 17 / 20, 1e-12);
  const auto armors = law_of_armors();
  for (const int amount : {1, 2, 3}) {
    EXPECT_NEAR(armors.at(joined("plate_mail", -amount)), 0.05 * 2 / 75, 1e-12);
    EXPECT_NEAR(armors.at(joined("plate_mail", amount)), 0.05 / 15, 1e-12);
  }
  EXPECT_NEAR(armors.at("plate_mail 0"), 0.05 * 18 / 25, 1e-12);
}

TEST(RogueItems, AKindOfStickIsAWandOrAStaffForAWholeGame) {
  const auto& pack = shipped("rogue");
  auto roller = Roller::make(pack, "stick");
  ASSERT_TRUE(roller.ok());
  std::map<std::string, Accumulator, std::less<>> forms;
  for (std::uint64_t game = 0; game < affordable(2000); ++game) {
    World world(pack, game);
    std::map<std::string, std::string, std::less<>> settled;
    for (int i = 0; i < 60; ++i) {
      auto things = roller->roll(world);
      ASSERT_TRUE(things.ok());
      const auto kind = (*things)[0].text(fields().kind);
      const auto [place, fresh] = settled.emplace(kind, (*things)[0].text(fields().form));
      EXPECT_EQ(place->second, (*things)[0].text(fields().form)) << kind << " in game " << game;
    }
    for (const auto& [kind, form] : settled) { forms[kind].add(form); }
  }
  for (const auto& [kind, accumulator] : forms) { expect_law(accumulator, {{"wand", 0.5}, {"staff", 0.5}}, kind); }
}

TEST(RogueItems, WithFourHungryLevelsBehindTheFirstItemIsFood) {
  const auto& pack = shipped("rogue");
  auto descent = Roller::make(pack, "descent", {{"last", "1"}});
  ASSERT_TRUE(descent.ok());
  int hungry = 0;
  for (std::uint64_t game = 0; game < 3000; ++game) {
    World world(pack, game);
    while (world.state("no_food") < 3) {  // a level without food, again and again
      ASSERT_TRUE(descent->roll(world).ok());
    }
    auto things = descent->roll(world);  // the counter goes to four before the first try
    ASSERT_TRUE(things.ok());
    if (things->empty()) {
      EXPECT_EQ(world.state("no_food"), 4);
      continue;
    }
    EXPECT_EQ((*things)[0].text(fields().item_class), "food");
    ++hungry;
  }
  EXPECT_GT(hungry, 2000);
}

// The whole chain, not only the arithmetic of the test: a pack with one wrong share among its potions.
TEST(RogueItems, APackWithOneWrongShareIsNoticed) {
  const auto wrong = Pack::compile("wrong.loot",
                                   "pack wrong \"Wrong\" 1.0\nuse rogue\n"
                                   "override table item { 26% potion; 30% scroll; 18% food; 8% weapon; 8% armor; "
                                   "5% ring; 5% stick }\n",
                                   {SPOILS_PACKS_DIR});
  ASSERT_TRUE(wrong.pack) << wrong.findings.text();
  const auto item_class = field_of(*wrong.pack, "class");
  Accumulator types;
  roll_many(*wrong.pack, "floor", {}, kRolls, [&](const Things& things) { types.add(things[0].text(item_class)); });
  EXPECT_FALSE(follows(types, law_of_kinds(kClasses)));
}

}  // namespace rogue_items_test

}  // namespace spoils::packs::rogue
