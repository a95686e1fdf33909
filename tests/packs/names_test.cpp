// Names of the things of the packs: names that must occur, and how each kind of name follows from the fields.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include "packs/shipped.h"

namespace spoils::packs {

namespace names_test {

struct Golden {
  const char* pack;
  const char* rule;
  Values values;
  const char* name;
};

const std::vector<Golden>& golden() {
  static const std::vector<Golden> all{
      {"rogue", "potion", {}, "a potion of gain strength"},
      {"rogue", "scroll", {}, "a scroll of identify"},
      {"rogue", "scroll", {}, "a scroll of blank paper"},
      {"rogue", "food", {}, "some food"},
      {"rogue", "food", {}, "a fruit"},
      {"rogue", "weapon", {}, "a +0,+0 mace"},
      {"rogue", "weapon", {}, "a -3,+0 two handed sword"},
      {"rogue", "weapon", {}, "a +2,+0 crossbow"},
      {"rogue", "weapon", {}, "12 +0,+0 arrows"},
      {"rogue", "weapon", {}, "8 -1,+0 crossbow bolts"},
      {"rogue", "weapon", {}, "15 +1,+0 darts"},
      {"rogue", "armor", {}, "-2 leather armor [armor class 1]"},
      {"rogue", "armor", {}, "+0 chain mail [armor class 6]"},
      {"rogue", "armor", {}, "+3 plate mail [armor class 11]"},
      {"rogue", "ring", {}, "a ring of protection [-1]"},
      {"rogue", "ring", {}, "a ring of add strength [+2]"},
      {"rogue", "ring", {}, "a ring of searching"},
      {"rogue", "stick", {}, "a wand of light [19 charges]"},
      {"rogue", "stick", {}, "a staff of striking [3 charges]"},
      {"rogue", "gold", {}, "61 gold pieces"},
      {"rogue", "trap", {}, "a trapdoor"},
      {"rogue", "trap", {}, "an arrow trap"},
      {"rogue", "trap", {}, "a sleeping gas trap"},
      {"rogue", "monster", {}, "a kestral"},
      {"rogue", "monster", {}, "an ice monster"},
      {"rogue", "monster", {{"level", "13"}}, "an aquator"},
      {"rogue", "monster", {{"level", "18"}}, "a venus flytrap"},
      {"rogue", "wandering_monster", {}, "an emu"},
      {"rogue", "wandering_monster", {{"level", "20"}}, "an ur-vile"},
      {"rogue", "monster", {{"level", "26"}}, "a xeroc that looks like gold"},
      {"rogue", "monster", {{"level", "26"}}, "a xeroc that looks like a potion"},
      {"rogue", "monster", {{"level", "26"}}, "a xeroc that looks like the amulet"},
      {"rogue_game", "weapon", {}, "a +0,+0 mace"},
      {"powder", "item", {}, "an iron helm"},
      {"powder", "item", {}, "a pair of sandals"},
      {"powder", "item", {}, "a bottle of water"},
      {"powder", "item", {}, "8 arrows"},
      {"powder", "item", {}, "an iron-shod staff"},
      {"powder", "artifact", {{"name", "Treyslug"}, {"base", "long_sword"}}, "the long sword Treyslug"},
      {"powder", "artifact", {{"name", "Treyslug"}, {"base", "ring"}}, "the ring Treyslug"},
      {"powder", "artifact", {{"name", "Treyslug"}, {"base", "hiking_boots"}}, "the pair of hiking boots Treyslug"},
      {"powder", "artifact", {{"name", "Treyslug"}, {"class", "armour"}}, "the Treyslug"},
      {"powder", "artifact", {{"name", "Treyslug"}}, "6 arrows Treyslug"},
      {"powder", "drink", {{"name", "Treyslug"}}, "the potion Treyslug"},
      {"powder", "drink", {{"name", "Braskyyzyyz"}}, "missing a finger for 300 turns"},
      {"powder_game", "artifact", {{"name", "Treyslug"}, {"base", "spear"}}, "the spear Treyslug"},
  };
  return all;
}

/// Returns whether a thing of that name occurs in this number of rolls.
bool comes_up(const Golden& row, std::uint64_t rolls) {
  auto roller = Roller::make(shipped(row.pack), row.rule, row.values);
  if (!roller) {
    ADD_FAILURE() << roller.error().text() << ' ' << roller.error().help;
    return false;
  }
  std::string name;
  for (std::uint64_t index = 0; index < rolls; ++index) {
    const auto things = roller->roll(kSeed, index);
    EXPECT_TRUE(things.ok()) << row.pack << ' ' << row.rule;
    if (!things) { return false; }
    for (const auto thing : *things) {
      name.clear();
      thing.append_name(name);
      if (name == row.name) { return true; }
    }
  }
  return false;
}

TEST(Names, TheseComeUp) {
  for (const auto& row : golden()) {
    EXPECT_TRUE(comes_up(row, 20'000)) << row.name << " never came in " << row.pack << ' ' << row.rule;
  }
}

/// Returns a symbol as people read it.
std::string words(std::string_view symbol) {
  std::string out(symbol);
  for (auto& c : out) { c = c == '_' ? ' ' : c; }
  return out;
}

std::string with_sign(std::int64_t number) { return (number < 0 ? "" : "+") + std::to_string(number); }

TEST(Names, FollowFromTheFieldsOfRogue) {
  const auto& pack = shipped("rogue");
  const auto item_class = field_of(pack, "class");
  const auto kind_field = field_of(pack, "kind");
  const auto to_hit = field_of(pack, "to_hit");
  const auto to_dam = field_of(pack, "to_dam");
  const auto quantity = field_of(pack, "quantity");
  const auto enchantment = field_of(pack, "enchantment");
  const auto armor_class = field_of(pack, "armor_class");
  const auto bonus = field_of(pack, "bonus");
  const auto form = field_of(pack, "form");
  const auto charges = field_of(pack, "charges");
  roll_many(pack, "floor", {}, affordable(50'000), [&](const Things& things) {
    const auto thing = things[0];
    const auto type = thing.text(item_class);
    const auto kind = words(thing.text(kind_field));
    std::string wanted;
    if (type == "potion" || type == "scroll") {
      wanted = "a " + std::string(type) + " of " + kind;
    } else if (type == "food") {
      wanted = kind == "ration" ? "some food" : "a fruit";
    } else if (type == "weapon") {
      const auto many = thing.integer(quantity);
      wanted = (many == 1 ? "a" : std::to_string(many)) + ' ' + with_sign(thing.integer(to_hit)) + ',' +
               with_sign(thing.integer(to_dam)) + ' ' + kind + (many == 1 ? "" : "s");
    } else if (type == "armor") {
      wanted = with_sign(-thing.integer(enchantment)) + ' ' + kind + " [armor class " +
               std::to_string(11 - thing.integer(armor_class)) + ']';
    } else if (type == "ring") {
      wanted = "a ring of " + kind + (thing.is_set(bonus) ? " [" + with_sign(thing.integer(bonus)) + ']' : "");
    } else {
      wanted = "a " + std::string(thing.text(form)) + " of " + kind + " [" + std::to_string(thing.integer(charges)) +
               " charges]";
    }
    ASSERT_EQ(thing.name(), wanted);
  });
}

}  // namespace names_test

}  // namespace spoils::packs
