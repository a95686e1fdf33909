// tests/packs/crawl_game_facts.h
//
// Some figures of each mechanic of the program of Dungeon Crawl Stone Soup 0.5.2, in percent, computed from the program
// independently of the pack and rounded to the digits here.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace spoils::packs::crawl {

/// The set of things of which a figure is the share.
enum class Game : std::uint8_t {
  WeaponBrand,       // among weapons of a kind that are given a brand, before orcs lose half of theirs
  WeaponRace,        // among weapons of a kind
  AmmunitionRace,    // among ammunition of a kind
  ArmourRace,        // among armour of a kind
  ArmourEgo,         // among armour of a kind that is given an ego
  ArmourType,        // among armour that is no artefact
  WeaponType,        // among weapons
  WeaponAccuracy,    // among improved weapons, before what the race brings
  WeaponDamage,      // the same for damage
  DartBrand,         // among darts; the kind says whether orcs made them
  Spellbook,         // among spellbooks
  RedrawnSpellbook,  // the same, if the program did what was meant
};

struct GameFigure {
  Game of;
  std::string_view kind;     // where it matters
  std::string_view outcome;  // or some, with blanks between them
  int depth;
  std::string_view published;
};

inline constexpr std::array<GameFigure, 117> kGameFigures{{
    {Game::WeaponBrand, "mace", "none", 0, "27.648"},
    {Game::WeaponBrand, "mace", "vorpal", 0, "14.059"},
    {Game::WeaponBrand, "eveningstar", "draining", 0, "20.342"},
    {Game::WeaponBrand, "whip", "none", 0, "21.333"},
    {Game::WeaponBrand, "whip", "reaching", 0, "32.000"},
    {Game::WeaponBrand, "demon_whip", "venom", 0, "20.000"},
    {Game::WeaponBrand, "demon_whip", "vampiricism", 0, "16.000"},
    {Game::WeaponBrand, "dagger", "none", 0, "15.233"},
    {Game::WeaponBrand, "dagger", "venom", 0, "27.951"},
    {Game::WeaponBrand, "dagger", "returning", 0, "5.078"},
    {Game::WeaponBrand, "long_sword", "holy_wrath", 0, "22.917"},
    {Game::WeaponBrand, "long_sword", "flaming flame", 0, "4.630"},
    {Game::WeaponBrand, "battleaxe", "vorpal", 0, "15.954"},
    {Game::WeaponBrand, "spear", "dragon_slaying", 0, "13.333"},
    {Game::WeaponBrand, "quarterstaff", "speed", 0, "14.400"},
    {Game::WeaponBrand, "lajatang", "vampiricism", 0, "11.407"},
    {Game::WeaponBrand, "longbow", "flaming flame", 0, "37.500"},
    {Game::WeaponBrand, "longbow", "speed", 0, "2.000"},
    {Game::WeaponRace, "dagger", "elven", 0, "12.500"},
    {Game::WeaponRace, "dagger", "dwarven", 0, "9.375"},
    {Game::WeaponRace, "dagger", "orcish", 0, "9.375"},
    {Game::WeaponRace, "whip", "elven", 0, "12.500"},
    {Game::WeaponRace, "whip", "orcish", 0, "9.375"},
    {Game::WeaponRace, "eveningstar", "none", 0, "82.000"},
    {Game::WeaponRace, "long_sword", "elven", 0, "25.000"},
    {Game::WeaponRace, "long_sword", "dwarven", 0, "3.125"},
    {Game::WeaponRace, "war_axe", "dwarven", 0, "25.000"},
    {Game::WeaponRace, "executioners_axe", "dwarven", 0, "12.500"},
    {Game::WeaponRace, "blowgun", "elven", 0, "6.250"},
    {Game::AmmunitionRace, "dart", "elven", 0, "15.625"},
    {Game::AmmunitionRace, "dart", "none", 0, "46.875"},
    {Game::AmmunitionRace, "arrow", "elven", 0, "18.750"},
    {Game::AmmunitionRace, "arrow", "orcish", 0, "25.000"},
    {Game::AmmunitionRace, "needle", "orcish", 0, "16.667"},
    {Game::ArmourRace, "robe", "elven", 0, "12.500"},
    {Game::ArmourRace, "robe", "none", 0, "81.250"},
    {Game::ArmourRace, "chain_mail", "dwarven", 0, "8.000"},
    {Game::ArmourRace, "cloak", "none", 0, "71.094"},
    {Game::ArmourRace, "helmet", "dwarven", 0, "10.000"},
    {Game::ArmourRace, "large_shield", "dwarven", 0, "16.667"},
    {Game::ArmourEgo, "robe", "none", 0, "19.500"},
    {Game::ArmourEgo, "robe", "archmagi", 0, "5.500"},
    {Game::ArmourEgo, "leather_armour", "fire_resistance", 0, "28.444"},
    {Game::ArmourEgo, "leather_armour", "positive_energy", 0, "7.111"},
    {Game::ArmourEgo, "plate_mail", "ponderousness", 0, "6.667"},
    {Game::ArmourEgo, "plate_mail", "magic_resistance", 0, "14.933"},
    {Game::ArmourEgo, "gold_dragon_armour", "none", 0, "100.000"},
    {Game::ArmourEgo, "naga_barding", "stealth", 0, "33.333"},
    {Game::ArmourEgo, "naga_barding", "fire_resistance", 0, "16.667"},
    {Game::ArmourEgo, "wizards_hat", "intelligence", 0, "33.333"},
    {Game::ArmourEgo, "buckler", "resistance", 0, "4.000"},
    {Game::ArmourType, "", "animal_skin", 0, "5.1282"},
    {Game::ArmourType, "", "animal_skin", 27, "7.2970"},
    {Game::ArmourType, "", "animal_skin", 50, "0.0421"},
    {Game::ArmourType, "", "robe", 0, "19.7976"},
    {Game::ArmourType, "", "robe", 27, "10.6418"},
    {Game::ArmourType, "", "robe", 50, "9.8632"},
    {Game::ArmourType, "", "plate_mail", 0, "1.8288"},
    {Game::ArmourType, "", "plate_mail", 27, "6.2793"},
    {Game::ArmourType, "", "plate_mail", 50, "9.8632"},
    {Game::ArmourType, "", "crystal_plate_mail", 15, "0.0380"},
    {Game::ArmourType, "", "gold_dragon_hide", 15, "0.0189"},
    {Game::ArmourType, "", "naga_barding", 15, "0.5000"},
    {Game::ArmourType, "", "wizards_hat", 15, "0.4444"},
    {Game::WeaponType, "", "dagger", 0, "16.667"},
    {Game::WeaponType, "", "dagger", 20, "4.760"},
    {Game::WeaponType, "", "dagger", 39, "4.729"},
    {Game::WeaponType, "", "knife", 0, "8.333"},
    {Game::WeaponType, "", "knife", 20, "0.000"},
    {Game::WeaponType, "", "knife", 39, "0.000"},
    {Game::WeaponType, "", "bow", 0, "0.000"},
    {Game::WeaponType, "", "bow", 20, "3.808"},
    {Game::WeaponType, "", "bow", 39, "3.783"},
    {Game::WeaponType, "", "lajatang", 0, "0.000"},
    {Game::WeaponType, "", "lajatang", 20, "1.052"},
    {Game::WeaponType, "", "lajatang", 39, "1.109"},
    {Game::WeaponType, "", "katana", 0, "0.000"},
    {Game::WeaponType, "", "katana", 20, "0.100"},
    {Game::WeaponType, "", "katana", 39, "0.163"},
    {Game::WeaponAccuracy, "", "0", 0, "31.973"},
    {Game::WeaponAccuracy, "", "4", 0, "0.707"},
    {Game::WeaponDamage, "", "0", 0, "30.987"},
    {Game::WeaponDamage, "", "4", 0, "1.250"},
    {Game::WeaponAccuracy, "", "0", 27, "30.140"},
    {Game::WeaponAccuracy, "", "4", 27, "1.736"},
    {Game::WeaponDamage, "", "0", 27, "29.677"},
    {Game::WeaponDamage, "", "4", 27, "2.008"},
    {Game::WeaponAccuracy, "", "8", 50, "0.010"},
    {Game::WeaponDamage, "", "8", 50, "0.010"},
    {Game::DartBrand, "false", "flame", 27, "11.650"},
    {Game::DartBrand, "false", "poisoned", 27, "5.825"},
    {Game::DartBrand, "true", "flame", 27, "7.767"},
    {Game::DartBrand, "true", "poisoned", 27, "37.217"},
    {Game::DartBrand, "false", "flame", 35, "80.000"},
    {Game::DartBrand, "false", "poisoned", 35, "0.000"},
    {Game::DartBrand, "true", "flame", 35, "53.333"},
    {Game::DartBrand, "true", "poisoned", 35, "33.333"},
    {Game::Spellbook, "", "wizardry", 5, "7.143"},
    {Game::RedrawnSpellbook, "", "wizardry", 1, "0.451"},
    {Game::RedrawnSpellbook, "", "wizardry", 10, "10.878"},
    {Game::RedrawnSpellbook, "", "wizardry", 40, "7.833"},
    {Game::Spellbook, "", "power", 5, "7.143"},
    {Game::RedrawnSpellbook, "", "power", 1, "0.451"},
    {Game::RedrawnSpellbook, "", "power", 10, "7.296"},
    {Game::RedrawnSpellbook, "", "power", 40, "7.237"},
    {Game::Spellbook, "", "cantrips", 5, "2.143"},
    {Game::RedrawnSpellbook, "", "cantrips", 1, "13.520"},
    {Game::RedrawnSpellbook, "", "cantrips", 10, "3.980"},
    {Game::RedrawnSpellbook, "", "cantrips", 40, "2.469"},
    {Game::Spellbook, "", "fire", 5, "2.143"},
    {Game::RedrawnSpellbook, "", "fire", 1, "0.135"},
    {Game::RedrawnSpellbook, "", "fire", 10, "0.756"},
    {Game::RedrawnSpellbook, "", "fire", 40, "1.932"},
    {Game::Spellbook, "", "summonings", 5, "2.143"},
    {Game::RedrawnSpellbook, "", "summonings", 1, "0.135"},
    {Game::RedrawnSpellbook, "", "summonings", 10, "0.040"},
    {Game::RedrawnSpellbook, "", "summonings", 40, "1.456"},
}};

}  // namespace spoils::packs::crawl
