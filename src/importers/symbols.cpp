// importers/symbols.cpp
//
// Collects the words that are taken and claims a symbol for each record, category by category.
#include "importers/symbols.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "importers/fields.h"

namespace spoils::importers {

namespace {

// Fields and measures of the library `power`, some of which are also stats of the data.
constexpr std::array<std::string_view, 49> kRated = {"power",
                                                     "limits",
                                                     "hard_limit",
                                                     "level_limit",
                                                     "power_limit",
                                                     "barred",
                                                     "barred_themes",
                                                     "is_within",
                                                     "prowess_power",
                                                     "dice_power",
                                                     "ammunition_power",
                                                     "launcher_power",
                                                     "blows_power",
                                                     "shots_power",
                                                     "might_power",
                                                     "slays_power",
                                                     "one_shot_power",
                                                     "finesse_power",
                                                     "armour_power",
                                                     "sust_power",
                                                     "lres_power",
                                                     "hres_power",
                                                     "prot_power",
                                                     "armour_bonus_power",
                                                     "jewellery_power",
                                                     "misc_power",
                                                     "imm_power",
                                                     "forbidden_power",
                                                     "together_power",
                                                     "worth_of_launcher",
                                                     "its_offence",
                                                     "its_toughness",
                                                     "its_number",
                                                     "its_deadliness",
                                                     "typical_of_depth",
                                                     "its_say",
                                                     "num_dice",
                                                     "die_size",
                                                     "heft",
                                                     "balance",
                                                     "prowess_bonus",
                                                     "finesse_bonus",
                                                     "melee_prowess",
                                                     "melee_finesse",
                                                     "base_armor",
                                                     "base_armor_percent",
                                                     "ammunition_factor",
                                                     "armor_bonus",
                                                     "armor_mod"};

// Names of values in the library and the pack itself, which a record must not get: it could be confused with them.
constexpr std::array<std::string_view, 53> kValues = {"depth",
                                                      "kind",
                                                      "quantity",
                                                      "affixes",
                                                      "theme",
                                                      "from_theme",
                                                      "base_level",
                                                      "item_level",
                                                      "magic_level",
                                                      "left",
                                                      "lowest",
                                                      "highest",
                                                      "theme_odds",
                                                      "artifact_odds",
                                                      "qualities",
                                                      "made",
                                                      "met",
                                                      "dropped",
                                                      "flags",
                                                      "flavor",
                                                      "creature",
                                                      "activation",
                                                      "recharge_dice",
                                                      "enchantable",
                                                      "activation_message",
                                                      "complexity",
                                                      "bare",
                                                      "total",
                                                      "distances",
                                                      "suffixes",
                                                      "has",
                                                      "chosen",
                                                      "chosen_quality",
                                                      "all_suffixes",
                                                      "noted",
                                                      "random_artifacts",
                                                      "doubt",
                                                      "of_template",
                                                      "is_above_level",
                                                      "first_level_without",
                                                      "about_ability",
                                                      "at_depth",
                                                      "replaces",
                                                      "goal",
                                                      "its_power",
                                                      "artifact_name",
                                                      "base_kind",
                                                      "band_low",
                                                      "band_high",
                                                      "artifact_slot",
                                                      "is_weapon",
                                                      "is_armour",
                                                      "unrated_word"};

void reserve_values(Words& words) {
  for (const auto value : kValues) { words.reserve(std::string(value)); }
  for (const auto value : kRated) { words.reserve(std::string(value)); }
}

std::string noun_of(std::string_view noun) {
  std::string out(noun.substr(0, noun.find(':')));
  out.erase(std::remove(out.begin(), out.end(), '~'), out.end());
  return out;
}

// Words that have short forms in labels.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kBeginnings = {{{"resist_", "res_"},
                                                                                       {"ignores_", "ignore_"},
                                                                                       {"sustain_", "sust_"},
                                                                                       {"protect_from_", "res_"},
                                                                                       {"slay_", "slay_"}}};
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kEnds = {{{"electricity", "elec"},
                                                                                 {"poison", "pois"},
                                                                                 {"disenchantment", "disen"},
                                                                                 {"shards", "shard"},
                                                                                 {"confusion", "confu"},
                                                                                 {"nether", "nethr"}}};

// Stats whose names are neither the label nor the name of their flag.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kAliases = {
    {{"light_radius", "light"}, {"perception", "search"}}};

}  // namespace

Symbols::Symbols(Game& game, Notes& notes) : game_(game), notes_(notes) {
  reserve_values(words_);
  for (const FlagRecord& flag : game.flags) {
    labels_.insert(symbol_of(flag.label));
    titles_.emplace(symbol_of(flag.title), symbol_of(flag.label));
  }
  collect_stats();
  name_categories();
  name_items();
  name_affixes();
  name_the_rest();
}

void Symbols::collect_stats() {
  const auto add = [this](const Effects& effects) {
    for (const auto& [stat, amount] : effects.stats) { stats_.insert(stat); }
  };
  for (const Item& item : game_.items) { add(item.effects); }
  for (const Affix& affix : game_.affixes) { add(affix.effects); }
}

void Symbols::name_categories() {
  Words given;
  reserve_values(given);
  for (const Item& item : game_.items) {
    for (const std::string& category : item.categories) {
      if (categories_.find(category) != categories_.end()) { continue; }
      const std::string symbol = given.claim({symbol_of(category)});
      categories_.emplace(category, symbol);
      category_symbols_.insert(symbol);
    }
  }
}

std::vector<std::string> Symbols::categories_of(const Item& item) const {
  std::vector<std::string> out;
  for (const std::size_t ancestor : item.ancestors) {
    const auto& theirs = game_.items[ancestor].categories;
    out.insert(out.end(), theirs.begin(), theirs.end());
  }
  out.insert(out.end(), item.categories.begin(), item.categories.end());
  return out;
}

std::optional<std::string> Symbols::category(std::string_view name) const {
  const auto found = categories_.find(name);
  return found == categories_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string> Symbols::candidates_of(const Item& item) const {
  if (item.source == Item::Source::Template) {
    const std::string symbol = symbol_of(item.template_name);
    return {symbol, symbol + "_kind"};
  }
  const std::string family = item.templates.empty() ? std::string("item") : symbol_of(item.templates.back());
  if (item.source == Item::Source::Artifact) {
    const auto& name = item.proper ? item.proper : item.variant ? item.variant : item.noun;
    const std::string symbol = symbol_of(name.value_or("artifact"));
    return {symbol, fmt::format("{}_{}", symbol, item.noun ? symbol_of(noun_of(*item.noun)) : family)};
  }
  if (item.noun) {
    const std::string noun = symbol_of(noun_of(*item.noun));
    if (item.variant) { return {fmt::format("{}_{}", noun, symbol_of(*item.variant))}; }
    return {noun, fmt::format("{}_{}", noun, family)};
  }
  const std::string what = item.variant ? *item.variant : item.subtype;
  return {what.empty() ? family + "_plain" : fmt::format("{}_{}", family, symbol_of(what))};
}

void Symbols::name_items() {
  // Templates get their names before the records that inherit from them, since they come first.
  for (Item& item : game_.items) {
    // A name that the library declares is kept.
    if (item.source == Item::Source::Template && (item.template_name == "item" || item.template_name == "artifact")) {
      item.symbol = item.template_name;
      words_.reserve(item.symbol);
    }
  }
  words_.reserve("item");
  words_.reserve("artifact");
  for (Item& item : game_.items) {
    if (!item.symbol.empty()) { continue; }
    std::set<std::string> own;
    for (const std::string& category : categories_of(item)) { own.insert(categories_.find(category)->second); }
    item.symbol = words_.claim(candidates_of(item), [&](const std::string& symbol) {
      return category_symbols_.find(symbol) == category_symbols_.end() || own.find(symbol) != own.end();
    });
  }
}

void Symbols::name_affixes() {
  // These come first, since filters of affixes also name slots.
  Words classes;
  for (AffixClass& slot : game_.slots) {
    slot.symbol = classes.claim({symbol_of(slot.name), symbol_of(slot.name) + "_slot"});
    words_.reserve(slot.symbol);
  }
  for (AffixClass& quality : game_.qualities) {
    quality.symbol = classes.claim({symbol_of(quality.name), symbol_of(quality.name) + "_quality"});
  }
  for (Affix& affix : game_.affixes) {
    const std::string symbol = symbol_of(affix.name);
    const std::string about = affix.type.empty() ? std::string("affix") : symbol_of(affix.type);
    affix.symbol = words_.claim({symbol, fmt::format("{}_{}", symbol, about)});
  }
}

void Symbols::name_the_rest() {
  for (Theme& theme : game_.themes) {
    const std::string symbol = symbol_of(theme.name);
    theme.symbol = words_.claim({symbol, symbol + "_theme"});
  }
  for (LootTemplate& loot : game_.loot) {
    const std::string symbol = symbol_of(loot.name);
    loot.symbol = words_.claim({symbol, symbol + "_template"});
  }
  for (Creature& creature : game_.creatures) {
    const std::string symbol = symbol_of(creature.name);
    creature.symbol = words_.claim({symbol, symbol + (creature.is_family ? "_family" : "_monster")});
  }
  for (FlavorGroup& group : game_.flavors) { group.symbol = word(group.name); }
}

std::vector<std::string> Symbols::kinds_called(std::string_view name) const {
  std::vector<std::string> out;
  for (const Item& item : game_.items) {
    if (item.source == Item::Source::Template) { continue; }
    const bool same = item.variant == name || item.proper == name || (item.noun && noun_of(*item.noun) == name);
    if (same) { out.push_back(item.symbol); }
  }
  return out;
}

bool Symbols::resolve(const std::vector<std::string>& words, bool may_name_items, const Place& place,
                      const std::string& field, std::vector<std::string>& out) const {
  bool any = false;
  for (const std::string& word : words) {
    if (const auto known = category(word)) {
      out.push_back(*known);
      any = true;
      continue;
    }
    const auto kinds = may_name_items ? kinds_called(word) : std::vector<std::string>{};
    out.insert(out.end(), kinds.begin(), kinds.end());
    any = any || !kinds.empty();
    if (kinds.empty()) { notes_.left_out(place, field, fmt::format("no item has the category `{}`", word)); }
  }
  return any;
}

std::optional<std::string> Symbols::filter(const Filter& filter, const Place& place, const std::string& field) const {
  const auto has_all = [](const std::vector<std::string>& words) {
    return std::find(words.begin(), words.end(), "all") != words.end();
  };
  if (has_all(filter.deny)) { return "not item"; }
  std::vector<std::string> allow;
  std::vector<std::string> deny;
  if (!filter.allow.empty() && !has_all(filter.allow)) {
    if (!resolve(filter.allow, filter.may_name_items, place, field + "allowCategories", allow)) {
      std::vector<std::string> known;
      for (const auto& [category, symbol] : categories_) { known.push_back(category); }
      notes_.wrong(place, field + "allowCategories",
                   fmt::format("matches nothing: no item has the categor{} `{}`",
                               filter.allow.size() == 1 ? "y" : "ies", fmt::join(filter.allow, "`, `")),
                   did_you_mean(filter.allow.front(), known));
      return std::nullopt;
    }
  }
  resolve(filter.deny, filter.may_name_items, place, field + "denyCategories", deny);
  std::string out = comma_list(allow);
  if (!deny.empty()) { out += fmt::format("{}not {}", out.empty() ? "" : " ", comma_list(deny)); }
  return out;
}

std::string Symbols::word(std::string_view written) {
  std::string symbol = symbol_of(written);
  const auto is_in = [&symbol](const auto& names) {
    return std::find(names.begin(), names.end(), symbol) != names.end();
  };
  return is_in(kValues) || is_in(kRated) ? symbol + "_" : symbol;
}

std::string Symbols::flag(std::string_view written) const {
  std::string symbol = word(written);
  if (is_ability(symbol)) { return symbol; }
  if (const auto title = titles_.find(symbol); title != titles_.end()) { return title->second; }
  std::string label = symbol;
  for (const auto& [words, short_word] : kBeginnings) {
    if (label.substr(0, words.size()) == words) {
      label.replace(0, words.size(), short_word);
      break;
    }
  }
  for (const auto& [word, short_word] : kEnds) {
    if (label.size() > word.size() && label.substr(label.size() - word.size()) == word) {
      label.replace(label.size() - word.size(), word.size(), short_word);
      break;
    }
  }
  if (is_ability(label)) { return label; }
  const auto alias =
      std::find_if(kAliases.begin(), kAliases.end(), [&symbol](const auto& entry) { return entry.first == symbol; });
  if (alias != kAliases.end() && is_ability(std::string(alias->second))) { return std::string(alias->second); }
  return symbol;
}

std::string Symbols::long_word(std::string_view label) {
  const auto found =
      std::find_if(kEnds.begin(), kEnds.end(), [label](const auto& entry) { return entry.second == label; });
  return std::string(found == kEnds.end() ? label : found->first);
}

std::string Symbols::stat_field(const std::string& stat) const {
  if (stats_.find(stat) == stats_.end()) {
    const std::string ability = flag(stat);
    return is_ability(ability) ? fmt::format("has[{}]", ability) : ability + "_bonus";
  }
  std::string field = symbol_of(stat, true);
  if (std::find(kValues.begin(), kValues.end(), field) != kValues.end()) { field += "_stat"; }
  return field;
}

std::string Symbols::percent_field(const std::string& stat) const { return stat_field(stat) + "_percent"; }

std::vector<const Affix*> Symbols::affixes_called(std::string_view name) const {
  std::vector<const Affix*> out;
  for (const Affix& affix : game_.affixes) {
    if (affix.name == name) { out.push_back(&affix); }
  }
  if (out.empty() && name.substr(0, 3) == "of ") { return affixes_called(name.substr(3)); }
  return out;
}

std::vector<const Theme*> Symbols::themes_called(std::string_view name) const {
  std::vector<const Theme*> out;
  for (const Theme& theme : game_.themes) {
    if (theme.name == name) { out.push_back(&theme); }
  }
  return out;
}

const Item* Symbols::artifact_called(std::string_view name) const {
  for (const Item& item : game_.items) {
    if (item.source == Item::Source::Artifact && item.proper == name) { return &item; }
  }
  return name.substr(0, 3) == "of " ? artifact_called(name.substr(3)) : nullptr;
}

const AffixClass* Symbols::quality(std::string_view name) const {
  const auto found = std::find_if(game_.qualities.begin(), game_.qualities.end(),
                                  [name](const AffixClass& quality) { return quality.name == name; });
  return found == game_.qualities.end() ? nullptr : &*found;
}

const AffixClass* Symbols::slot(std::string_view name) const {
  const auto found = std::find_if(game_.slots.begin(), game_.slots.end(),
                                  [name](const AffixClass& slot) { return slot.name == name; });
  return found == game_.slots.end() ? nullptr : &*found;
}

const LootTemplate* Symbols::loot(std::string_view name) const {
  const auto found = std::find_if(game_.loot.begin(), game_.loot.end(),
                                  [name](const LootTemplate& loot) { return loot.name == name; });
  return found == game_.loot.end() ? nullptr : &*found;
}

}  // namespace spoils::importers
