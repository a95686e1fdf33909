// tests/packs/crawl_facts_goods.h
//
// The published tables of all items that are neither weapon nor armour in Dungeon Crawl Stone Soup 0.5.2, written
// independently of the pack.
#pragma once

#include <array>
#include <string_view>

#include "packs/crawl_facts.h"

namespace spoils::packs::crawl {

/// Classes, before the shift by depth.
inline constexpr std::array<Share, 11> kClasses{{
    {"weapon", "10.0"},
    {"ammunition", "15.0"},
    {"armour", "10.0"},
    {"wand", "3.5"},
    {"food", "7.0"},
    {"scroll", "20.0"},
    {"jewellery", "2.5"},
    {"potion", "10.0"},
    {"book", "1.5"},
    {"staff", "0.5"},
    {"gold", "20.0"},
}};

/// Wands, with their least and most charges.
inline constexpr std::array<Spread, 20> kWands{{
    {"flame", "6", 1, 27},
    {"frost", "6", 1, 27},
    {"magic_darts", "6", 1, 27},
    {"random_effects", "6", 1, 27},
    {"slowing", "6", 1, 15},
    {"paralysis", "6", 1, 15},
    {"fire", "6", 1, 15},
    {"cold", "6", 1, 15},
    {"confusion", "6", 1, 15},
    {"digging", "6", 1, 15},
    {"lightning", "6", 1, 15},
    {"polymorph_other", "6", 1, 15},
    {"enslavement", "6", 1, 15},
    {"draining", "6", 1, 15},
    {"disintegration", "6", 1, 15},
    {"fireball", "3.5", 1, 15},
    {"teleportation", "3.5", 1, 15},
    {"hasting", "1", 1, 7},
    {"healing", "1", 1, 7},
    {"invisibility", "1", 1, 7},
}};

/// Food, with the least and most of it. 1 to 3: two and three in 0.4% each.
inline constexpr std::array<Spread, 21> kFood{{
    {"bread_ration", "30", 1, 1},  {"meat_ration", "25", 1, 1},  {"pear", "10", 1, 3},
    {"apple", "10", 1, 3},         {"choko", "10", 1, 3},        {"snozzcumber", "1", 1, 3},
    {"slice_of_pizza", "1", 1, 3}, {"cheese", "1", 1, 3},        {"beef_jerky", "1", 1, 3},
    {"sausage", "1", 1, 3},        {"rambutan", "1", 1, 3},      {"lychee", "1", 1, 3},
    {"orange", "1", 1, 3},         {"banana", "1", 1, 3},        {"lemon", "1", 1, 3},
    {"apricot", "1", 1, 3},        {"strawberry", "1", 4, 18},   {"grape", "1", 4, 18},
    {"sultana", "1", 4, 18},       {"royal_jelly", "0.5", 1, 3}, {"honeycomb", "0.5", 1, 3},
}};

/// Potions, from level 11 on.
inline constexpr std::array<Share, 25> kPotions{{
    {"healing", "26.7"},
    {"heal_wounds", "13.3"},
    {"restore_abilities", "8.5"},
    {"poison", "6.1"},
    {"speed", "5.8"},
    {"might", "5.8"},
    {"invisibility", "3.2"},
    {"levitation", "3.2"},
    {"resistance", "3.2"},
    {"mutation", "3.1"},
    {"slowing", "3.1"},
    {"paralysis", "3.1"},
    {"confusion", "3.1"},
    {"degeneration", "2.6"},
    {"cure_mutation", "2.1"},
    {"strong_poison", "1.5"},
    {"berserk_rage", "1.3"},
    {"magic", "1.3"},
    {"blood", "1.1"},
    {"porridge", "0.7"},
    {"gain_strength", "0.4"},
    {"gain_dexterity", "0.4"},
    {"gain_intelligence", "0.4"},
    {"experience", "0.1"},
    {"decay", "0.1"},
}};

/// Scrolls, with their minimum depth and the scroll that replaces them above it.
inline constexpr std::array<Scroll, 25> kScrolls{{
    {"identify", "18.0", 1, ""},
    {"remove_curse", "13.1", 1, ""},
    {"teleportation", "8.0", 1, ""},
    {"detect_curse", "6.4", 1, ""},
    {"fear", "3.2", 1, ""},
    {"noise", "3.2", 1, ""},
    {"magic_mapping", "3.2", 1, ""},
    {"fog", "3.2", 1, ""},
    {"random_uselessness", "3.2", 1, ""},
    {"curse_weapon", "3.2", 1, ""},
    {"curse_armour", "3.2", 1, ""},
    {"recharging", "3.2", 1, ""},
    {"blinking", "3.2", 1, ""},
    {"paper", "1.6", 1, ""},
    {"enchant_armour", "3.2", 1, ""},
    {"enchant_weapon_i", "3.2", 1, ""},
    {"enchant_weapon_ii", "3.2", 1, ""},
    {"immolation", "3.2", 4, "teleportation"},
    {"acquirement", "1.6", 4, "teleportation"},
    {"enchant_weapon_iii", "1.6", 4, "teleportation"},
    {"summoning", "1.6", 4, "detect_curse"},
    {"vulnerability", "1.6", 4, "paper"},
    {"vorpalise_weapon", "1.6", 7, "teleportation"},
    {"torment", "1.6", 7, "detect_curse"},
    {"holy_word", "1.6", 7, "detect_curse"},
}};

/// The bonus of a ring.
inline constexpr std::array<Share, 13> kRingBonus{{
    {"-6", "0.8"},
    {"-5", "1.7"},
    {"-4", "1.7"},
    {"-3", "8.3"},
    {"-2", "7.5"},
    {"-1", "0"},
    {"0", "0"},
    {"1", "12.7"},
    {"2", "17.8"},
    {"3", "22.9"},
    {"4", "14.0"},
    {"5", "8.9"},
    {"6", "3.8"},
}};

/// Rings of slaying with a negative accuracy.
inline constexpr std::array<Share, 13> kBadAccuracy{{
    {"-6", "4.2"},
    {"-5", "8.3"},
    {"-4", "8.6"},
    {"-3", "41.7"},
    {"-2", "37.5"},
    {"-1", ""},
    {"0", ""},
    {"1", ""},
    {"2", ""},
    {"3", ""},
    {"4", ""},
    {"5", ""},
    {"6", ""},
}};

inline constexpr std::array<Share, 13> kBadDamage{{
    {"-6", "6.8"},
    {"-5", "15.8"},
    {"-4", "24.9"},
    {"-3", "24.9"},
    {"-2", "15.8"},
    {"-1", "6.8"},
    {"0", "0"},
    {"1", "0.8"},
    {"2", "1.1"},
    {"3", "1.4"},
    {"4", "0.9"},
    {"5", "0.6"},
    {"6", "0.2"},
}};

/// The other ones; the same for accuracy and damage.
inline constexpr std::array<Share, 6> kGoodSlaying{{
    {"1", "15.9"},
    {"2", "22.2"},
    {"3", "28.6"},
    {"4", "17.4"},
    {"5", "11.1"},
    {"6", "4.8"},
}};

inline constexpr std::array<int, 9> kBookDepths{1, 2, 5, 10, 15, 20, 25, 30, 40};

/// Spellbooks at these depths.
inline constexpr std::array<GridRow<9>, 42> kSpellbooks{{
    {"wizardry", {"0.5", "11.0", "13.1", "11.0", "9.6", "8.8", "8.5", "8.2", "7.9"}},
    {"power", {"0.5", "0.3", "3.4", "7.4", "7.6", "7.5", "7.4", "7.4", "7.3"}},
    {"minor_magic_flame", {"13.5", "9.5", "5.8", "4.0", "3.2", "2.9", "2.7", "2.6", "2.5"}},
    {"minor_magic_frost", {"13.5", "9.5", "5.8", "4.0", "3.2", "2.9", "2.7", "2.6", "2.5"}},
    {"minor_magic_summonings", {"13.5", "9.5", "5.8", "4.0", "3.2", "2.9", "2.7", "2.6", "2.5"}},
    {"surveyances", {"13.5", "9.5", "5.8", "4.0", "3.2", "2.9", "2.7", "2.6", "2.5"}},
    {"hinderance", {"13.5", "9.5", "5.8", "4.0", "3.2", "2.9", "2.7", "2.6", "2.5"}},
    {"cantrips", {"13.5", "9.5", "5.8", "4.0", "3.2", "2.9", "2.7", "2.6", "2.5"}},
    {"changes", {"6.8", "6.4", "4.8", "3.6", "3.0", "2.7", "2.6", "2.5", "2.4"}},
    {"charms", {"6.8", "6.4", "4.8", "3.6", "3.0", "2.7", "2.6", "2.5", "2.4"}},
    {"conjurations_fire", {"*", "3.2", "3.9", "3.3", "2.8", "2.6", "2.5", "2.4", "2.3"}},
    {"conjurations_ice", {"*", "3.2", "3.9", "3.3", "2.8", "2.6", "2.5", "2.4", "2.3"}},
    {"practical_magic", {"*", "3.2", "3.9", "3.3", "2.8", "2.6", "2.5", "2.4", "2.3"}},
    {"necromancy", {"*", "3.2", "3.9", "3.3", "2.8", "2.6", "2.5", "2.4", "2.3"}},
    {"callings", {"*", "3.2", "3.9", "3.3", "2.8", "2.6", "2.5", "2.4", "2.3"}},
    {"flames", {"*", "*", "2.9", "2.9", "2.6", "2.5", "2.4", "2.3", "2.3"}},
    {"frost", {"*", "*", "2.9", "2.9", "2.6", "2.5", "2.4", "2.3", "2.3"}},
    {"air", {"*", "*", "2.9", "2.9", "2.6", "2.5", "2.4", "2.3", "2.3"}},
    {"geomancy", {"*", "*", "2.9", "2.9", "2.6", "2.5", "2.4", "2.3", "2.3"}},
    {"young_poisoners_handbook", {"*", "*", "2.0", "2.5", "2.4", "2.3", "2.3", "2.3", "2.2"}},
    {"stalking", {"*", "*", "2.0", "2.5", "2.4", "2.3", "2.3", "2.3", "2.2"}},
    {"war_chants", {"*", "*", "2.0", "2.5", "2.4", "2.3", "2.3", "2.3", "2.2"}},
    {"clouds", {"*", "*", "1.0", "2.2", "2.2", "2.2", "2.2", "2.2", "2.2"}},
    {"enchantments", {"*", "*", "*", "1.8", "2.0", "2.1", "2.1", "2.1", "2.1"}},
    {"party_tricks", {"*", "*", "*", "1.8", "2.0", "2.1", "2.1", "2.1", "2.1"}},
    {"transfigurations", {"*", "*", "*", "1.5", "1.8", "1.9", "2.0", "2.0", "2.1"}},
    {"divinations", {"*", "*", "*", "1.5", "1.8", "1.9", "2.0", "2.0", "2.1"}},
    {"fire", {"*", "*", "*", "0.8", "1.4", "1.7", "1.8", "1.9", "1.9"}},
    {"ice", {"*", "*", "*", "0.8", "1.4", "1.7", "1.8", "1.9", "1.9"}},
    {"sky", {"*", "*", "*", "0.8", "1.4", "1.7", "1.8", "1.9", "1.9"}},
    {"earth", {"*", "*", "*", "0.8", "1.4", "1.7", "1.8", "1.9", "1.9"}},
    {"unlife", {"*", "*", "*", "0.8", "1.4", "1.7", "1.8", "1.9", "1.9"}},
    {"control", {"*", "*", "*", "0.8", "1.4", "1.7", "1.8", "1.9", "1.9"}},
    {"spatial_translocations", {"*", "*", "*", "0.8", "1.4", "1.7", "1.8", "1.9", "1.9"}},
    {"tempests", {"*", "*", "*", "0.4", "1.2", "1.5", "1.7", "1.8", "1.9"}},
    {"death", {"*", "*", "*", "0.4", "1.2", "1.5", "1.7", "1.8", "1.9"}},
    {"mutations", {"*", "*", "*", "*", "1.0", "1.4", "1.6", "1.7", "1.8"}},
    {"beasts", {"*", "*", "*", "*", "1.0", "1.4", "1.6", "1.7", "1.8"}},
    {"envenomantions", {"*", "*", "*", "*", "0.4", "1.0", "1.3", "1.4", "1.6"}},
    {"warp", {"*", "*", "*", "*", "0.4", "1.0", "1.3", "1.4", "1.6"}},
    {"tukima", {"*", "*", "*", "*", "0.2", "0.8", "1.2", "1.4", "1.6"}},
    {"summonings", {"*", "*", "*", "*", "*", "0.6", "1.0", "1.2", "1.5"}},
}};

/// Staves and rods.
inline constexpr std::array<Share, 24> kStaves{{
    {"staff_of_wizardry", "8.6"},
    {"staff_of_power", "8.6"},
    {"staff_of_fire", "6.9"},
    {"staff_of_cold", "6.9"},
    {"staff_of_poison", "6.9"},
    {"staff_of_death", "6.9"},
    {"staff_of_conjuration", "6.9"},
    {"staff_of_enchantment", "6.9"},
    {"staff_of_summoning", "6.9"},
    {"staff_of_air", "6.9"},
    {"staff_of_earth", "6.9"},
    {"staff_of_channeling", "5.2"},
    {"staff_of_energy", "5.2"},
    {"rod_of_smiting", "0.9"},
    {"rod_of_summoning", "0.9"},
    {"rod_of_destruction_fire", "0.9"},
    {"rod_of_destruction_ice", "0.9"},
    {"rod_of_destruction_lightning", "0.9"},
    {"rod_of_destruction_magma", "0.9"},
    {"rod_of_warding", "0.9"},
    {"rod_of_discovery", "0.9"},
    {"rod_of_demonology", "0.9"},
    {"rod_of_striking", "0.9"},
    {"rod_of_venom", "0.9"},
}};

/// Miscellaneous items, with their appearance.
inline constexpr std::array<Looks, 19> kMiscItems{{
    {"air_elemental_fan", "6.8", "gauzy_fan"},
    {"lamp_of_fire", "6.8", "blazing_lamp"},
    {"stone_of_earth_elementals", "6.8", "nondescript_stone"},
    {"disc_of_storms", "6.8", "grey_disc"},
    {"lantern_of_shadows", "6.8", "bone_lantern"},
    {"bottled_efreet", "6.8", "sealed_bronze_flask"},
    {"box_of_beasts", "12.9", "small_ebony_casket"},
    {"empty_ebony_casket", "0.7", "small_ebony_casket"},
    {"crystal_ball_of_seeing", "6.8", "crystal_ball"},
    {"crystal_ball_of_energy", "6.8", "crystal_ball"},
    {"crystal_ball_of_fixation", "6.8", "crystal_ball"},
    {"deck_of_escape", "1.1", "deck_of_cards"},
    {"deck_of_destruction", "1.1", "deck_of_cards"},
    {"deck_of_dungeons", "1.1", "deck_of_cards"},
    {"deck_of_summoning", "1.1", "deck_of_cards"},
    {"deck_of_wonders", "1.1", "deck_of_cards"},
    {"deck_of_war", "6.8", "deck_of_cards"},
    {"deck_of_changes", "6.8", "deck_of_cards"},
    {"deck_of_defence", "6.8", "deck_of_cards"},
}};

/// Jewellery: its share of all amulets or rings, its bonuses, and when it is cursed.
inline constexpr std::array<Jewel, 34> kJewellery{{
    {"amulet_of_rage", "10", Jewel::Bonus::None, Jewel::Curse::Seldom},
    {"amulet_of_resist_slowing", "10", Jewel::Bonus::None, Jewel::Curse::Seldom},
    {"amulet_of_clarity", "10", Jewel::Bonus::None, Jewel::Curse::Seldom},
    {"amulet_of_warding", "10", Jewel::Bonus::None, Jewel::Curse::Seldom},
    {"amulet_of_resist_corrosion", "10", Jewel::Bonus::None, Jewel::Curse::Seldom},
    {"amulet_of_gourmand", "10", Jewel::Bonus::None, Jewel::Curse::Seldom},
    {"amulet_of_conservation", "10", Jewel::Bonus::None, Jewel::Curse::Seldom},
    {"amulet_of_controlled_flight", "10", Jewel::Bonus::None, Jewel::Curse::Seldom},
    {"amulet_of_inaccuracy", "10", Jewel::Bonus::None, Jewel::Curse::Seldom},
    {"amulet_of_resist_mutation", "10", Jewel::Bonus::None, Jewel::Curse::Seldom},
    {"ring_of_protection", "4.6", Jewel::Bonus::One, Jewel::Curse::IfNegative},
    {"ring_of_protection_from_fire", "4.6", Jewel::Bonus::None, Jewel::Curse::Seldom},
    {"ring_of_protection_from_cold", "4.6", Jewel::Bonus::None, Jewel::Curse::Seldom},
    {"ring_of_poison_resistance", "4.6", Jewel::Bonus::None, Jewel::Curse::Seldom},
    {"ring_of_strength", "4.6", Jewel::Bonus::One, Jewel::Curse::IfNegative},
    {"ring_of_dexterity", "4.6", Jewel::Bonus::One, Jewel::Curse::IfNegative},
    {"ring_of_intelligence", "4.6", Jewel::Bonus::One, Jewel::Curse::IfNegative},
    {"ring_of_see_invisible", "4.6", Jewel::Bonus::None, Jewel::Curse::Seldom},
    {"ring_of_hunger", "4.6", Jewel::Bonus::None, Jewel::Curse::Always},
    {"ring_of_teleportation", "4.6", Jewel::Bonus::None, Jewel::Curse::Always},
    {"ring_of_evasion", "4.6", Jewel::Bonus::One, Jewel::Curse::IfNegative},
    {"ring_of_sustain_abilities", "4.6", Jewel::Bonus::None, Jewel::Curse::Seldom},
    {"ring_of_sustenance", "4.6", Jewel::Bonus::None, Jewel::Curse::Seldom},
    {"ring_of_wizardry", "4.6", Jewel::Bonus::None, Jewel::Curse::Seldom},
    {"ring_of_magical_power", "4.6", Jewel::Bonus::None, Jewel::Curse::Seldom},
    {"ring_of_levitation", "4.6", Jewel::Bonus::None, Jewel::Curse::Seldom},
    {"ring_of_life_protection", "4.6", Jewel::Bonus::None, Jewel::Curse::Seldom},
    {"ring_of_protection_from_magic", "4.6", Jewel::Bonus::None, Jewel::Curse::Seldom},
    {"ring_of_fire", "4.6", Jewel::Bonus::None, Jewel::Curse::Seldom},
    {"ring_of_ice", "4.6", Jewel::Bonus::None, Jewel::Curse::Seldom},
    {"ring_of_invisibility", "1.9", Jewel::Bonus::None, Jewel::Curse::Seldom},
    {"ring_of_regeneration", "1.9", Jewel::Bonus::None, Jewel::Curse::Seldom},
    {"ring_of_teleport_control", "1.9", Jewel::Bonus::None, Jewel::Curse::Seldom},
    {"ring_of_slaying", "1.9", Jewel::Bonus::Two, Jewel::Curse::IfNegative},
}};

/// Things that never come in piles: the rule and the kind.
inline constexpr std::array<Share, 11> kSingles{{
    {"potion", "gain_strength"},
    {"potion", "gain_dexterity"},
    {"potion", "gain_intelligence"},
    {"potion", "experience"},
    {"potion", "magic"},
    {"potion", "restore_abilities"},
    {"scroll", "vorpalise_weapon"},
    {"scroll", "enchant_weapon_iii"},
    {"scroll", "acquirement"},
    {"scroll", "torment"},
    {"scroll", "holy_word"},
}};

}  // namespace spoils::packs::crawl
