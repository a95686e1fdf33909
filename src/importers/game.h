// importers/game.h
//
// The data of Pyrel as records, read and checked one by one, before any text of the pack is written.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "importers/dice.h"
#include "importers/json.h"
#include "importers/notes.h"

namespace spoils::importers {

/// A value of a stat: dice, a number, or a percentage.
struct Amount {
  std::optional<Dice> dice;
  std::string number;  // an expression of the pack; if there are no dice
  bool percent = false;

  [[nodiscard]] std::string expression(std::string_view level) const {
    return dice ? dice_expression(*dice, level) : number;
  }
};

/// A set of items, by the categories of the data.
struct Filter {
  std::vector<std::string> allow;
  std::vector<std::string> deny;
  bool may_name_items = false;  // a word may also be the noun or the variant of a base item, as in drops
};

/// An allocator rule.
struct Allocation {
  Place place;
  std::string field;  // "allocatorRules[0]"
  std::int64_t least = 0;
  std::int64_t most = -1;  // -1: no maximum
  std::string common = "1";
  std::optional<Dice> pile;
  std::string pile_chance;  // percent
  std::string quality;      // of an affix
  Filter filter;
};

struct Mod {
  Dice bonus;
  std::vector<std::string> stats;
};

struct RandomFlags {
  std::int64_t number = 1;
  std::vector<std::string> types;
  std::vector<std::string> flags;
};

/// The effect that an artifact can produce for its wearer.
struct Activation {
  std::string effect;
  std::string recharge;
  std::string message;
  std::optional<std::int64_t> complexity;
};

/// The effects of a record on an item.
struct Effects {
  std::vector<std::pair<std::string, Amount>> stats;
  std::vector<Mod> mods;
  std::vector<std::string> flags;
  std::vector<RandomFlags> randoms;
  std::vector<std::pair<std::string, Amount>> minima;
  std::vector<Activation> activations;

  [[nodiscard]] bool empty() const {
    return stats.empty() && mods.empty() && flags.empty() && randoms.empty() && minima.empty() && activations.empty();
  }
};

/// An item template, a base item or an artifact.
struct Item {
  enum class Source : std::uint8_t { Template, Object, Artifact };
  Source source = Source::Object;
  Place place;
  std::string template_name;
  std::vector<std::string> templates;
  std::vector<std::string> categories;
  std::string subtype;
  std::optional<std::string> noun;
  std::optional<std::string> modifier;
  std::optional<std::string> variant;
  std::optional<std::string> proper;
  std::vector<std::string> flavor_types;
  bool flavor_is_suffix = false;
  std::string type;
  std::string equip_slot;  // empty: none
  bool is_randomised = true;
  Effects effects;
  std::vector<Allocation> allocations;
  std::string about;

  // Computed after all records are read.
  std::vector<std::size_t> ancestors;  // numbers in Game::items, in the order in which they apply
  std::string symbol;
};

struct Limit {
  std::int64_t least_level = 0;
  std::int64_t most_level = -1;
  std::int64_t least = 0;
  std::int64_t most = -1;
};

/// A quality or a type of affixes.
struct AffixClass {
  Place place;
  std::string name;
  std::int64_t rank = 0;
  std::string position;
  std::optional<std::int64_t> distance;
  std::vector<Limit> limits;
  std::string symbol;
};

struct Affix {
  Place place;
  std::string name;
  std::string type;  // empty: none
  std::string genus;
  std::string position;
  std::optional<std::int64_t> distance;
  std::vector<std::string> conflicts;
  Effects effects;
  std::vector<Allocation> allocations;
  std::string about;
  std::string symbol;
};

struct ThemePart {
  std::string field;  // "affixes[2]"
  std::string affix;
  std::string weight = "0";
  std::string percent = "100";
  int nth = 1;
};

struct Theme {
  Place place;
  std::string name;
  bool is_prefix = false;
  std::vector<ThemePart> parts;
  std::vector<Allocation> allocations;
  std::string about;
  std::string symbol;
};

struct FlagRecord {
  Place place;
  std::string label;
  std::string title;
  std::string type;
  std::optional<std::int64_t> base_power;
  std::optional<std::int64_t> power_factor;
  std::vector<std::pair<std::string, std::string>> slot_factors;  // those that are not 1
};

struct FlavorGroup {
  Place place;
  std::string name;
  std::vector<std::pair<std::string, std::string>> flavors;  // name and colour
  std::string symbol;
};

/// A loot template, with all inherited data.
struct LootTemplate {
  Place place;
  std::string name;
  Json merged;
  std::string symbol;
};

struct Blow {
  std::string verb;
  std::optional<Dice> damage;
  std::string element;
  std::string effect;
};

/// A creature or a family of them.
struct Creature {
  Place place;
  std::string name;
  bool is_family = false;
  std::vector<std::string> templates;
  std::vector<std::pair<std::string, std::string>> numbers;  // field of the collection, value
  std::vector<std::string> flags;
  std::vector<Blow> blows;
  std::vector<std::string> spells;
  std::vector<std::pair<Place, Json>> drops;
  std::string about;
  std::vector<std::size_t> ancestors;
  std::string symbol;
};

struct Game {
  std::vector<Item> items;  // templates first, then objects, then artifacts
  std::vector<AffixClass> qualities;
  std::vector<AffixClass> slots;
  std::vector<Affix> affixes;
  std::vector<Theme> themes;
  std::vector<FlagRecord> flags;
  std::vector<FlavorGroup> flavors;
  std::vector<LootTemplate> loot;
  std::vector<Creature> creatures;  // families first
};

}  // namespace spoils::importers
