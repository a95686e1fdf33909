// tests/packs/crawl_facts_equipment.h
//
// The published tables of weapons, ammunition and armour of Dungeon Crawl Stone Soup 0.5.2, written independently of
// the pack.
#pragma once

#include <array>
#include <string_view>

#include "packs/crawl_facts.h"

namespace spoils::packs::crawl {

inline constexpr std::array<std::string_view, 4> kRaces{"elven", "dwarven", "orcish", "none"};

/// Ordinary types of weapons.
inline constexpr std::array<Share, 37> kWeaponTypes{{
    {"club", "4.8"},         {"dagger", "4.8"},        {"hand_axe", "4.3"},     {"mace", "4.3"},
    {"quarterstaff", "4.3"}, {"bow", "3.9"},           {"flail", "3.9"},        {"hammer", "3.9"},
    {"sabre", "3.9"},        {"short_sword", "3.9"},   {"sling", "3.9"},        {"spear", "3.9"},
    {"falchion", "3.4"},     {"long_sword", "3.4"},    {"morningstar", "3.4"},  {"war_axe", "3.4"},
    {"battleaxe", "2.9"},    {"crossbow", "2.9"},      {"great_sword", "2.9"},  {"scimitar", "2.9"},
    {"trident", "2.9"},      {"glaive", "2.4"},        {"halberd", "2.4"},      {"blowgun", "2.4"},
    {"broad_axe", "1.9"},    {"hand_crossbow", "1.9"}, {"spiked_flail", "1.9"}, {"whip", "1.9"},
    {"great_mace", "1.4"},   {"ankus", "1.0"},         {"dire_flail", "1.0"},   {"scythe", "1.0"},
    {"longbow", "1.0"},      {"lajatang", "1.0"},      {"giant_club", "0.5"},   {"giant_spiked_club", "0.5"},
    {"bardiche", "0.5"},
}};

/// Shares of the melee weapons by skill, under the names of the sets in the pack.
inline constexpr std::array<Share, 6> kSkills{{
    {"mace_or_flail", "33.7"},
    {"polearm", "15.4"},
    {"short_blade", "14.9"},
    {"long_blade", "14.9"},
    {"axe", "14.9"},
    {"staff_weapon", "6.3"},
}};

/// Races of weapons, in the order of kRaces.
inline constexpr std::array<GridRow<4>, 22> kWeaponRaces{{
    {"club", {"-", "-", "25", "75"}},
    {"whip", {"9", "-", "13", "78"}},
    {"mace great_mace", {"-", "8", "17", "75"}},
    {"flail dire_flail spiked_flail", {"-", "8", "17", "75"}},
    {"morningstar hammer", {"-", "17", "11", "72"}},
    {"eveningstar", {"-", "10", "8", "72"}},
    {"dagger", {"13", "9", "9", "69"}},
    {"short_sword sabre", {"17", "11", "7", "65"}},
    {"quick_blade", {"13", "-", "-", "87"}},
    {"falchion", {"17", "4", "11", "68"}},
    {"long_sword", {"25", "3", "6", "66"}},
    {"great_sword", {"-", "-", "17", "83"}},
    {"scimitar", {"5", "-", "25", "70"}},
    {"war_axe hand_axe broad_axe battleaxe", {"-", "25", "8", "67"}},
    {"executioners_axe", {"-", "13", "8", "79"}},
    {"spear trident", {"13", "-", "9", "78"}},
    {"halberd glaive bardiche", {"-", "-", "10", "90"}},
    {"bow", {"25", "-", "4", "71"}},
    {"longbow", {"17", "-", "-", "83"}},
    {"crossbow", {"-", "13", "9", "78"}},
    {"hand_crossbow", {"17", "-", "-", "83"}},
    {"blowgun", {"6", "-", "13", "81"}},
}};

/// Averages over the weapons of a skill.
inline constexpr std::array<GridRow<3>, 5> kRaceAverages{{
    {"mace_or_flail", {"1", "8", "17"}},
    {"short_blade", {"15", "10", "8"}},
    {"long_blade", {"12", "2", "14"}},
    {"axe", {"-", "25", "8"}},
    {"polearm", {"7", "-", "9"}},
}};

/// Bonuses of improved weapons.
inline constexpr std::array<Share, 9> kAccuracyBonus{{
    {"0", "33"},
    {"1", "33"},
    {"2", "33"},
    {"3", "1"},
    {"4", "1"},
    {"5", "*"},
    {"6", "*"},
    {"7", "*"},
    {"8", "*"},
}};

inline constexpr std::array<Share, 9> kDamageBonus{{
    {"0", "31"},
    {"1", "32"},
    {"2", "33"},
    {"3", "2"},
    {"4", "1"},
    {"5", "*"},
    {"6", "*"},
    {"7", "*"},
    {"8", "*"},
}};

/// Brands, once a roll is granted. Launchers have flame and frost instead of flaming and freezing.
inline constexpr std::array<std::string_view, 16> kWeaponBrandsColumns{
    "none",     "vorpal",    "flaming flame", "freezing frost", "holy_wrath", "electrocution",
    "draining", "venom",     "vampiricism",   "pain",           "distortion", "protection",
    "speed",    "returning", "reaching",      "dragon_slaying"};

inline constexpr std::array<GridRow<16>, 22> kWeaponBrands{{
    {"mace great_mace hammer", {"28", "14", "", "", "15", "", "10", "", "", "1", "2", "30", "", "", "", ""}},
    {"flail dire_flail spiked_flail", {"28", "14", "", "", "15", "", "10", "", "", "1", "2", "30", "", "", "", ""}},
    {"eveningstar", {"10", "6", "4", "4", "15", "", "20", "6", "2", "1", "2", "30", "", "", "", ""}},
    {"morningstar", {"17", "9", "4", "4", "15", "", "10", "6", "2", "1", "2", "30", "", "", "", ""}},
    {"whip", {"2", "", "2", "2", "", "20", "", "5", "", "", "1", "", "16", "", "32", ""}},
    {"demon_whip", {"20", "", "5", "5", "", "13", "8", "20", "16", "2", "", "", "", "", "11", ""}},
    {"dagger", {"16", "", "4", "4", "5", "6", "9", "28", "4", "2", "1", "6", "10", "5", "", ""}},
    {"short_sword sabre", {"39", "", "4", "4", "", "6", "9", "17", "4", "", "1", "6", "10", "", "", ""}},
    {"falchion long_sword", {"22", "19", "4", "4", "20", "9", "4", "2", "3", "1", "1", "7", "4", "", "", ""}},
    {"scimitar", {"24", "19", "4", "4", "20", "9", "4", "", "3", "1", "1", "7", "4", "", "", ""}},
    {"great_sword double_sword triple_sword",
     {"27", "20", "4", "4", "20", "9", "4", "", "3", "", "1", "7", "", "", "", ""}},
    {"demon_blade", {"30", "", "5", "5", "", "13", "8", "20", "16", "3", "", "", "", "", "", ""}},
    {"hand_axe", {"27", "19", "10", "10", "", "11", "", "12", "4", "1", "2", "", "", "4", "", ""}},
    {"war_axe broad_axe battleaxe executioners_axe",
     {"28", "19", "10", "10", "1", "11", "2", "12", "4", "1", "2", "", "", "", "", ""}},
    {"spear", {"16", "11", "4", "4", "", "", "", "9", "2", "1", "1", "", "", "4", "33", "15"}},
    {"halberd glaive scythe", {"5", "20", "4", "4", "<1", "", "", "9", "2", "1", "1", "3", "3", "", "33", "15"}},
    {"trident bardiche", {"5", "20", "4", "4", "<1", "", "", "9", "2", "1", "1", "3", "3", "", "33", "15"}},
    {"demon_trident", {"20", "", "5", "5", "", "13", "8", "20", "16", "2", "", "", "", "", "11", ""}},
    {"quarterstaff", {"54", "8", "", "", "", "", "", "", "", "2", "2", "20", "14", "", "", ""}},
    {"lajatang", {"38", "", "", "", "", "11", "", "17", "17", "4", "2", "6", "5", "", "", ""}},
    {"sling hand_crossbow", {"50", "3", "19", "19", "", "", "", "", "", "", "", "9", "1", "", "", ""}},
    {"bow longbow crossbow", {"0", "6", "38", "38", "", "", "", "", "", "", "", "17", "2", "", "", ""}},
}};

/// Ammunition.
inline constexpr std::array<Share, 8> kAmmunitionTypes{{
    {"stone", "30"},
    {"dart", "20"},
    {"arrow", "20"},
    {"bolt", "12"},
    {"needle", "10"},
    {"sling_bullet", "5"},
    {"javelin", "2"},
    {"throwing_net", "1"},
}};

inline constexpr std::array<GridRow<4>, 8> kAmmunitionRaces{{
    {"stone", {"-", "-", "-", "100"}},
    {"dart", {"16", "17", "21", "46"}},
    {"arrow", {"-", "19", "25", "56"}},
    {"bolt", {"-", "17", "21", "62"}},
    {"needle", {"8", "-", "17", "75"}},
    {"sling_bullet", {"-", "-", "-", "100"}},
    {"javelin", {"-", "19", "25", "56"}},
    {"throwing_net", {"-", "-", "-", "100"}},
}};

/// Armour types: a constant and the addition of each level.
inline constexpr std::array<Formula, 37> kArmourTypes{{
    {"animal_skin", "5.1", "0.38"},
    {"robe", "19.7", "-0.42"},
    {"leather_armour", "19.7", "-0.42"},
    {"ring_mail", "19.7", "-0.42"},
    {"scale_mail", "4.8", "0.19"},
    {"chain_mail", "4.8", "0.19"},
    {"banded_mail", "1.8", "0.17"},
    {"splint_mail", "1.8", "0.17"},
    {"plate_mail", "1.8", "0.17"},
    {"crystal_plate_mail", "0.023", "0.0025"},
    {"troll_hide", "0.015", "0.0015"},
    {"troll_leather_armour", "0.015", "0.0015"},
    {"steam_dragon_hide", "0.008", "0.001"},
    {"steam_dragon_armour", "0.008", "0.001"},
    {"mottled_dragon_hide", "0.008", "0.001"},
    {"mottled_dragon_armour", "0.008", "0.001"},
    {"swamp_dragon_hide", "0.008", "0.001"},
    {"swamp_dragon_armour", "0.008", "0.001"},
    {"dragon_hide", "0.015", "0.0015"},
    {"dragon_armour", "0.015", "0.0015"},
    {"ice_dragon_hide", "0.015", "0.0015"},
    {"ice_dragon_armour", "0.015", "0.0015"},
    {"storm_dragon_hide", "0.008", "0.001"},
    {"storm_dragon_armour", "0.008", "0.001"},
    {"gold_dragon_hide", "0.008", "0.001"},
    {"gold_dragon_armour", "0.008", "0.001"},
    {"naga_barding", "0.5", "0"},
    {"centaur_barding", "0.5", "0"},
    {"helmet", "3.0", "0"},
    {"cap", "0.4", "0"},
    {"wizards_hat", "0.4", "0"},
    {"cloak", "4.0", "0"},
    {"gloves", "4.0", "0"},
    {"boots", "3.0", "0"},
    {"buckler", "2.0", "0"},
    {"shield", "1.3", "0"},
    {"large_shield", "0.7", "0"},
}};

inline constexpr std::array<GridRow<4>, 37> kArmourRaces{{
    {"animal_skin", {"-", "-", "-", "100"}},
    {"robe", {"25", "-", "13", "62"}},
    {"leather_armour", {"13", "-", "20", "67"}},
    {"ring_mail", {"11", "16", "20", "53"}},
    {"scale_mail", {"11", "16", "20", "53"}},
    {"chain_mail", {"11", "16", "20", "53"}},
    {"banded_mail", {"-", "16", "20", "64"}},
    {"splint_mail", {"-", "16", "20", "64"}},
    {"plate_mail", {"-", "16", "20", "64"}},
    {"crystal_plate_mail", {"-", "-", "-", "100"}},
    {"troll_hide", {"-", "-", "-", "100"}},
    {"troll_leather_armour", {"-", "-", "-", "100"}},
    {"steam_dragon_hide", {"-", "-", "-", "100"}},
    {"steam_dragon_armour", {"-", "-", "-", "100"}},
    {"mottled_dragon_hide", {"-", "-", "-", "100"}},
    {"mottled_dragon_armour", {"-", "-", "-", "100"}},
    {"swamp_dragon_hide", {"-", "-", "-", "100"}},
    {"swamp_dragon_armour", {"-", "-", "-", "100"}},
    {"dragon_hide", {"-", "-", "-", "100"}},
    {"dragon_armour", {"-", "-", "-", "100"}},
    {"ice_dragon_hide", {"-", "-", "-", "100"}},
    {"ice_dragon_armour", {"-", "-", "-", "100"}},
    {"storm_dragon_hide", {"-", "-", "-", "100"}},
    {"storm_dragon_armour", {"-", "-", "-", "100"}},
    {"gold_dragon_hide", {"-", "-", "-", "100"}},
    {"gold_dragon_armour", {"-", "-", "-", "100"}},
    {"naga_barding", {"-", "-", "-", "100"}},
    {"centaur_barding", {"-", "-", "-", "100"}},
    {"helmet", {"-", "20", "13", "67"}},
    {"cap", {"17", "-", "-", "83"}},
    {"wizards_hat", {"17", "-", "-", "83"}},
    {"cloak", {"25", "19", "14", "42"}},
    {"gloves", {"21", "17", "16", "47"}},
    {"boots", {"21", "17", "16", "47"}},
    {"buckler", {"17", "33", "13", "37"}},
    {"shield", {"17", "33", "13", "37"}},
    {"large_shield", {"17", "33", "13", "37"}},
}};

/// Egos, once a roll is granted, at depth 0.
inline constexpr std::array<std::string_view, 19> kArmourEgosColumns{
    "none",         "resistance", "fire_resistance", "cold_resistance",  "poison_resistance", "positive_energy",
    "protection",   "darkness",   "preservation",    "magic_resistance", "see_invisible",     "intelligence",
    "dexterity",    "strength",   "running",         "levitation",       "stealth",           "archmagi",
    "ponderousness"};

inline constexpr std::array<GridRow<19>, 13> kArmourEgos{{
    {"robe", {"19.5", "13", "13", "13", "", "13", "", "", "", "25", "", "", "", "", "", "", "", "5.5", ""}},
    {"leather_armour", {"28", "", "14", "14", "20", "7", "", "", "", "16", "", "", "", "", "", "", "", "", ""}},
    {"ring_mail scale_mail chain_mail banded_mail splint_mail",
     {"28", "", "14", "14", "20", "7", "", "", "", "16", "", "", "", "", "", "", "", "", ""}},
    {"plate_mail", {"27", "", "13", "13", "19", "9", "", "", "", "15", "", "", "", "", "", "", "", "", "7"}},
    {"troll_leather_armour", {"28", "", "14", "14", "20", "7", "", "", "", "16", "", "", "", "", "", "", "", "", ""}},
    {"steam_dragon_armour mottled_dragon_armour swamp_dragon_armour dragon_armour ice_dragon_armour "
     "storm_dragon_armour "
     "gold_dragon_armour",
     {"28", "", "14", "14", "20", "7", "", "", "", "16", "", "", "", "", "", "", "", "", ""}},
    {"naga_barding centaur_barding",
     {"", "", "13", "13", "", "", "", "", "", "", "", "", "", "", "25", "25", "25", "", ""}},
    {"boots", {"", "", "", "", "", "", "", "", "", "", "", "", "", "", "33", "33", "33", "", ""}},
    {"helmet cap", {"", "", "", "", "", "", "", "", "", "", "50", "50", "", "", "", "", "", "", ""}},
    {"wizards_hat", {"50", "", "", "", "", "", "", "", "", "17", "", "33", "", "", "", "", "", "", ""}},
    {"cloak", {"", "", "", "", "25", "", "", "25", "25", "25", "", "", "", "", "", "", "", "", ""}},
    {"gloves", {"", "", "", "", "", "", "", "", "", "", "", "", "50", "50", "", "", "", "", ""}},
    {"buckler shield large_shield",
     {"", "4", "12", "12", "12", "12", "48", "", "", "", "", "", "", "", "", "", "", "", ""}},
}};

/// The weapons that replace the ordinary types: relative weights.
inline constexpr std::array<Share, 10> kPoorWeapons{{
    {"knife", "1"},
    {"quarterstaff", "1"},
    {"sling", "1"},
    {"spear", "1"},
    {"hand_axe", "1"},
    {"mace", "1"},
    {"dagger", "2"},
    {"club", "1"},
    {"hammer", "1"},
    {"whip", "1"},
}};

inline constexpr std::array<Share, 10> kFineWeapons{{
    {"lajatang", "1"},
    {"demon_whip", "1"},
    {"demon_blade", "1"},
    {"demon_trident", "1"},
    {"double_sword", "1"},
    {"eveningstar", "1"},
    {"executioners_axe", "1"},
    {"katana", "1"},
    {"quick_blade", "1"},
    {"triple_sword", "1"},
}};

}  // namespace spoils::packs::crawl
