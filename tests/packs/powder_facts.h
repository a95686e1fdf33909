// tests/packs/powder_facts.h
//
// The published tables of POWDER, written independently of the pack.
#pragma once

#include <array>
#include <string_view>

namespace spoils::packs::powder {

inline constexpr std::array<std::string_view, 22> kSyllables{
    "shock", "frost",  "amy", "wang", "whiz", "wor",  "brask", "trey",  "klay", "oma",  "upa",
    "relat", "froody", "bar", "baz",  "zub",  "tree", "orc",   "smash", "yyz",  "were", "slug"};

inline constexpr std::array<std::string_view, 23> kGood{"fast",
                                                        "unchanging",
                                                        "stoning_resistance",
                                                        "fire_resistance",
                                                        "cold_resistance",
                                                        "shock_resistance",
                                                        "acid_resistance",
                                                        "poison_resistance",
                                                        "teleport_control",
                                                        "regeneration",
                                                        "reflective",
                                                        "search",
                                                        "invisible",
                                                        "see_invisible",
                                                        "telepathic",
                                                        "breathless",
                                                        "life_saved",
                                                        "sleep_resistance",
                                                        "freedom",
                                                        "walk_on_water",
                                                        "jump",
                                                        "warning",
                                                        "can_dig"};

inline constexpr std::array<std::string_view, 23> kBad{"slow",
                                                       "teleport",
                                                       "position_fixed",
                                                       "position_revealed",
                                                       "missing_a_finger",
                                                       "magic_drained",
                                                       "bleeding",
                                                       "vulnerable_to_silver",
                                                       "vulnerable_to_fire",
                                                       "vulnerable_to_cold",
                                                       "vulnerable_to_acid",
                                                       "vulnerable_to_shock",
                                                       "vulnerable_to_physical_attacks",
                                                       "blind",
                                                       "strangled",
                                                       "tired",
                                                       "aflame",
                                                       "polymorph",
                                                       "noisy",
                                                       "deaf",
                                                       "confused",
                                                       "amnesic",
                                                       "non_regeneratable"};

struct Verb {
  std::string_view verb, element;
};

inline constexpr std::array<Verb, 7> kVerbs{{
    {"pulverize", "physical"},
    {"burn", "fire"},
    {"freeze", "cold"},
    {"zap", "shock"},
    {"dissolve", "acid"},
    {"blind", "light"},
    {"drain", "death"},
}};

struct TypeShare {
  std::string_view type;
  int weight;
};

inline constexpr std::array<TypeShare, 10> kTypes{{
    {"armour", 271000},
    {"weapon", 150000},
    {"potion", 100000},
    {"wand", 65000},
    {"scroll", 45050},
    {"ring", 30000},
    {"book", 18000},
    {"miscellaneous", 11000},
    {"amulet", 5000},
    {"staff", 2500},
}};

struct Weapon {
  std::string_view name, material, attack;
  int to_hit;
  std::string_view thrown;
  int range, thrown_to_hit;
  bool is_throwing;
  int light, rarity;
};

inline constexpr std::array<Weapon, 20> kWeapons{{
    {"knife", "iron", "jab 1d3", 1, "stab 1d3+2", 6, 3, true, 0, 100},
    {"dagger", "iron", "stab 1d4", 1, "stab 1d4+2", 5, 2, true, 0, 100},
    {"silver_dagger", "silver", "stab 1d4", 1, "stab 1d4+2", 5, 2, true, 0, 100},
    {"warhammer", "iron", "smash 2d4+3", 0, "", 2, -2, false, 0, 100},
    {"earth_hammer", "stone", "smash 2d4+5", 0, "", 2, -2, false, 0, 0},
    {"spear", "iron", "stab 1d9+1", 0, "impale 1d8+2", 4, 1, true, 0, 100},
    {"silver_spear", "silver", "stab 1d9+1", 0, "impale 1d8+2", 4, 1, true, 0, 100},
    {"club", "wood", "club 1d4+1", 0, "", 2, -2, false, 0, 100},
    {"silver_sword", "silver", "slash 1d8", 0, "", 2, -2, false, 0, 100},
    {"short_sword", "iron", "slash 1d6", 0, "", 2, -2, false, 0, 100},
    {"long_sword", "iron", "slash 1d8", 0, "", 2, -2, false, 0, 100},
    {"rapier", "iron", "stab 1d7", 2, "", 2, -2, false, 0, 100},
    {"lightning_rapier", "iron", "stab 1d12 shock", 4, "", 2, -2, false, 0, 0},
    {"flaming_sword", "iron", "burn 1d3 fire and slash 1d8", 0, "", 2, -2, false, 2, 0},
    {"mace", "iron", "smash 1d6+1", 0, "", 2, -2, false, 0, 100},
    {"ice_mace", "iron", "chill 2 cold and smash 1d6+1", 0, "", 2, -2, false, 0, 0},
    {"bow", "wood", "bash 1d2", 0, "", 2, -2, false, 0, 100},
    {"arrow", "wood", "bash 1d2", 0, "pierce 2d4", 6, 0, true, 0, 100},
    {"fire_arrow", "wood", "bash 1d2", 0, "burn 2d3", 6, 0, true, 1, 0},
    {"torch", "wood", "burn 1d5 fire", -1, "burn 1d5+2 fire", 5, -2, true, 3, 100},
}};

struct Armour {
  std::string_view name, slot, material;
  int ac, rarity;
};

inline constexpr std::array<Armour, 28> kArmours{{
    {"floppy_hat", "head", "cloth", 2, 100},
    {"leather_cap", "head", "leather", 4, 100},
    {"iron_helm", "head", "iron", 6, 100},
    {"feathered_helm", "head", "iron", 6, 100},
    {"silver_circlet", "head", "silver", 3, 100},
    {"gold_crown", "head", "gold", 3, 100},
    {"sandals", "feet", "leather", 3, 100},
    {"hiking_boots", "feet", "leather", 5, 100},
    {"iron_shoes", "feet", "iron", 7, 100},
    {"winged_boots", "feet", "leather", 4, 100},
    {"riding_boots", "feet", "leather", 6, 100},
    {"pointed_slippers", "feet", "cloth", 1, 100},
    {"clogs", "feet", "wood", 4, 100},
    {"wooden_shield", "shield", "wood", 1, 100},
    {"buckler", "shield", "iron", 1, 100},
    {"round_shield", "shield", "iron", 2, 100},
    {"kite_shield", "shield", "wood", 3, 100},
    {"tower_shield", "shield", "iron", 4, 100},
    {"mirror_shield", "shield", "silver", 3, 10},
    {"plain_robe", "body", "cloth", 1, 100},
    {"leather_tunic", "body", "leather", 2, 100},
    {"studded_leather_tunic", "body", "leather", 3, 100},
    {"chainmail", "body", "iron", 4, 100},
    {"mithril_chainmail", "body", "mithril", 5, 100},
    {"banded_mail", "body", "iron", 6, 100},
    {"splint_mail", "body", "iron", 6, 100},
    {"plate_mail", "body", "iron", 7, 100},
    {"crystal_platemail", "body", "glass", 7, 100},
}};

/// Items that are neither weapon nor armour. A group that the description counts without names, such as 15 kinds of
/// rings, is one row here; share is that row's part of the type.
struct Other {
  std::string_view type, name;
  double share;
  int ac;
  std::string_view attack;
};

inline constexpr std::array<Other, 28> kOthers{{
    {"amulet", "pearl_necklace", 0.2, 2, ""},
    {"amulet", "gold_necklace", 0.2, 4, ""},
    {"amulet", "ruby_necklace", 0.2, 4, ""},
    {"amulet", "iron_torc", 0.2, 7, ""},
    {"amulet", "studded_leather_gorget", 0.2, 5, ""},
    {"staff", "wooden_staff", 0.2, 0, "2d2"},
    {"staff", "iron_shod_staff", 0.2, 0, "2d2+2"},
    {"staff", "crook", 0.2, 0, "2d2"},
    {"staff", "gnarly_staff", 0.2, 0, "2d2"},
    {"staff", "bejeweled_staff", 0.2, 0, "2d2"},
    {"ring", "ring", 1, 0, ""},
    {"wand", "wand", 1, 0, ""},
    {"book", "book", 1, 0, ""},
    {"potion", "potion", 0.9, 0, ""},
    {"potion", "bottle_of_water", 0.1, 0, ""},
    {"scroll", "scroll", 900.0 / 901, 0, ""},
    {"scroll", "scroll_of_omnipotence", 1.0 / 901, 0, ""},
    {"miscellaneous", "empty_bottle", 100.0 / 110, 0, ""},
    {"miscellaneous", "rock", 10.0 / 110, 0, "bash 1d2"},
    {"miscellaneous", "boulder", 0, 0, ""},
    {"miscellaneous", "mound_of_flesh", 0, 0, ""},
    {"miscellaneous", "meatball", 0, 0, ""},
    {"miscellaneous", "black_heart", 0, 0, ""},
    {"miscellaneous", "y_rune", 0, 0, ""},
    {"miscellaneous", "corpse", 0, 0, ""},
    {"miscellaneous", "bones", 0, 0, ""},
    {"miscellaneous", "statue", 0, 0, ""},
    {"miscellaneous", "mind_acid", 0, 0, "2 acid"},
}};

}  // namespace spoils::packs::powder
