// tests/packs/rogue_facts.h
//
// The published tables of Rogue (PC 1.48), written independently of the pack, and the fields of the pack.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "packs/shipped.h"

namespace spoils::packs::rogue {

struct Share {
  std::string_view name;
  int percent;
  int worth;
};

inline constexpr std::array<Share, 7> kClasses{{
    {"potion", 27, 0},
    {"scroll", 30, 0},
    {"food", 17, 0},
    {"weapon", 8, 0},
    {"armor", 8, 0},
    {"ring", 5, 0},
    {"stick", 5, 0},
}};

inline constexpr std::array<Share, 14> kPotions{{
    {"confusion", 8, 5},
    {"paralysis", 10, 5},
    {"poison", 8, 5},
    {"gain_strength", 15, 150},
    {"see_invisible", 2, 100},
    {"healing", 15, 130},
    {"monster_detection", 6, 130},
    {"magic_detection", 6, 105},
    {"raise_level", 2, 250},
    {"extra_healing", 5, 200},
    {"haste_self", 4, 190},
    {"restore_strength", 14, 130},
    {"blindness", 4, 5},
    {"thirst_quenching", 1, 5},
}};

inline constexpr std::array<Share, 15> kScrolls{{
    {"monster_confusion", 8, 140},
    {"magic_mapping", 5, 150},
    {"hold_monster", 3, 180},
    {"sleep", 5, 5},
    {"enchant_armor", 8, 160},
    {"identify", 27, 100},
    {"scare_monster", 4, 200},
    {"food_detection", 4, 50},
    {"teleportation", 7, 165},
    {"enchant_weapon", 10, 150},
    {"create_monster", 5, 75},
    {"remove_curse", 8, 105},
    {"aggravate_monsters", 4, 20},
    {"blank_paper", 1, 5},
    {"vorpalize_weapon", 1, 300},
}};

/// A flag is one letter here: m many, t missile (made to be thrown or shot).
struct Weapon {
  std::string_view name, wielded, thrown, launched_by, flags;
  int worth;
  [[nodiscard]] bool is_bundle() const { return flags.find('m') != std::string_view::npos; }
};

inline constexpr std::array<Weapon, 10> kWeapons{{
    {"mace", "2d4", "1d3", "", "", 8},
    {"long_sword", "3d4", "1d2", "", "", 15},
    {"short_bow", "1d1", "1d1", "", "", 15},
    {"arrow", "1d1", "2d3", "short_bow", "mt", 1},
    {"dagger", "1d6", "1d4", "", "t", 2},
    {"two_handed_sword", "4d4", "1d2", "", "", 75},
    {"dart", "1d1", "1d3", "", "mt", 1},
    {"crossbow", "1d1", "1d1", "", "", 30},
    {"crossbow_bolt", "1d2", "2d5", "crossbow", "mt", 1},
    {"spear", "2d3", "1d6", "", "t", 5},
}};

struct Armor {
  std::string_view name;
  int percent, armor_class, shown_as, worth;
};

inline constexpr std::array<Armor, 8> kArmors{{
    {"leather_armor", 20, 8, 3, 20},
    {"ring_mail", 15, 7, 4, 25},
    {"studded_leather_armor", 15, 7, 4, 20},
    {"scale_mail", 13, 6, 5, 30},
    {"chain_mail", 12, 5, 6, 75},
    {"splint_mail", 10, 4, 7, 80},
    {"banded_mail", 10, 4, 7, 90},
    {"plate_mail", 5, 3, 8, 150},
}};

inline constexpr std::array<Share, 14> kRings{{
    {"protection", 9, 400},
    {"add_strength", 9, 400},
    {"sustain_strength", 5, 280},
    {"searching", 10, 420},
    {"see_invisible", 10, 310},
    {"adornment", 1, 10},
    {"aggravate_monster", 10, 10},
    {"dexterity", 8, 440},
    {"increase_damage", 8, 400},
    {"regeneration", 4, 460},
    {"slow_digestion", 9, 240},
    {"teleportation", 5, 30},
    {"stealth", 7, 470},
    {"maintain_armor", 5, 380},
}};

inline bool ring_has_bonus(std::string_view ring) {
  return ring == "protection" || ring == "add_strength" || ring == "dexterity" || ring == "increase_damage";
}

inline bool ring_is_always_cursed(std::string_view ring) {
  return ring == "aggravate_monster" || ring == "teleportation";
}

inline constexpr std::array<Share, 14> kSticks{{
    {"light", 12, 250},
    {"striking", 9, 75},
    {"lightning", 3, 330},
    {"fire", 3, 330},
    {"cold", 3, 330},
    {"polymorph", 15, 310},
    {"magic_missile", 10, 170},
    {"haste_monster", 9, 5},
    {"slow_monster", 11, 350},
    {"drain_life", 9, 300},
    {"nothing", 1, 5},
    {"teleport_away", 5, 340},
    {"teleport_to", 5, 50},
    {"cancellation", 5, 280},
}};

/// Flags by their first letters: m mean, f flies, r regenerates, g greedy, i invisible.
struct Monster {
  char letter;
  std::string_view name;
  int carry;
  std::string_view flags;
  int exp, rank, armor_class;
  std::string_view damage;
};

inline constexpr std::array<Monster, 26> kMonsters{{
    {'A', "aquator", 0, "m", 20, 5, 2, "0d0/0d0"},
    {'B', "bat", 0, "f", 1, 1, 3, "1d2"},
    {'C', "centaur", 15, "", 25, 4, 4, "1d6/1d6"},
    {'D', "dragon", 100, "m", 6800, 10, -1, "1d8/1d8/3d10"},
    {'E', "emu", 0, "m", 2, 1, 7, "1d2"},
    {'F', "venus_flytrap", 0, "m", 80, 8, 3, "special"},
    {'G', "griffin", 20, "mfr", 2000, 13, 2, "4d3/3d5/4d3"},
    {'H', "hobgoblin", 0, "m", 3, 1, 5, "1d8"},
    {'I', "ice_monster", 0, "m", 15, 1, 9, "1d2"},
    {'J', "jabberwock", 70, "", 4000, 15, 6, "2d12/2d4"},
    {'K', "kestral", 0, "mf", 1, 1, 7, "1d4"},
    {'L', "leprechaun", 64, "", 10, 3, 8, "1d2"},
    {'M', "medusa", 40, "m", 200, 8, 2, "3d4/3d4/2d5"},
    {'N', "nymph", 100, "", 37, 3, 9, "0d0"},
    {'O', "orc", 15, "g", 5, 1, 6, "1d8"},
    {'P', "phantom", 0, "i", 120, 8, 3, "4d4"},
    {'Q', "quagga", 30, "m", 32, 3, 2, "1d2/1d2/1d4"},
    {'R', "rattlesnake", 0, "m", 9, 2, 3, "1d6"},
    {'S', "slime", 0, "m", 1, 2, 8, "1d3"},
    {'T', "troll", 50, "rm", 120, 6, 4, "1d8/1d8/2d6"},
    {'U', "ur_vile", 0, "m", 190, 7, -2, "1d3/1d3/1d3/4d6"},
    {'V', "vampire", 20, "rm", 350, 8, 1, "1d10"},
    {'W', "wraith", 0, "", 55, 5, 4, "1d6"},
    {'X', "xeroc", 30, "", 100, 7, 7, "3d4"},
    {'Y', "yeti", 30, "", 50, 4, 6, "1d6/1d6"},
    {'Z', "zombie", 0, "m", 6, 2, 8, "1d8"},
}};

inline const Monster& monster(char letter) { return kMonsters[static_cast<std::size_t>(letter - 'A')]; }

/// From weakest to strongest; a blank is a place that the list leaves out.
inline constexpr std::string_view kNormalList = "K BHISOR LCA NYTWFP GMXVJD";
inline constexpr std::string_view kWanderingList = "KEBHISORZ CAQ YTW PUGM VJ ";
inline constexpr std::string_view kVorpalList = "KEBHISORZLCAQNYTWFPUGMXVJD";

/// The fields of the pack by their indices.
struct Fields {
  explicit Fields(const Pack& pack)
      : item_class(field_of(pack, "class")),
        kind(field_of(pack, "kind")),
        worth(field_of(pack, "worth")),
        quantity(field_of(pack, "quantity")),
        to_hit(field_of(pack, "to_hit")),
        to_dam(field_of(pack, "to_dam")),
        cursed(field_of(pack, "cursed")),
        wielded(field_of(pack, "wielded")),
        thrown(field_of(pack, "thrown")),
        launched_by(field_of(pack, "launched_by")),
        flags(field_of(pack, "flags")),
        enchantment(field_of(pack, "enchantment")),
        armor_class(field_of(pack, "armor_class")),
        bonus(field_of(pack, "bonus")),
        form(field_of(pack, "form")),
        charges(field_of(pack, "charges")),
        letter(field_of(pack, "letter")),
        rank(field_of(pack, "rank")),
        hp(field_of(pack, "hp")),
        exp(field_of(pack, "exp")),
        damage(field_of(pack, "damage")),
        looks_like(field_of(pack, "looks_like")),
        amount(field_of(pack, "amount")),
        room(field_of(pack, "room")),
        rooms(field_of(pack, "rooms")),
        mazes(field_of(pack, "mazes")),
        number(field_of(pack, "number")) {}

  std::size_t item_class, kind, worth, quantity, to_hit, to_dam, cursed, wielded, thrown, launched_by, flags,
      enchantment, armor_class, bonus, form, charges, letter, rank, hp, exp, damage, looks_like, amount, room, rooms,
      mazes, number;
};

/// Returns whether a set of symbols holds exactly those that begin with these letters; `many` has the letter m, and
/// `missile` the letter t among weapons, see Weapon.
inline bool has_flags(const Value& value, std::string_view letters, bool of_weapon) {
  std::string seen;
  for (const auto& member : value.members()) {
    seen += of_weapon && member.text() == "missile" ? 't' : member.text().front();
  }
  if (seen.size() != letters.size()) { return false; }
  for (const char c : letters) {
    if (seen.find(c) == std::string::npos) { return false; }
  }
  return true;
}

}  // namespace spoils::packs::rogue
