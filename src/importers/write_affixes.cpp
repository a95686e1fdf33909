// importers/write_affixes.cpp
//
// Writes qualities and slots, affixes, themes, and the flags that they grant.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "importers/fields.h"
#include "importers/words.h"
#include "importers/writers.h"

namespace spoils::importers {

namespace {

constexpr std::string_view kMagicLevel = "magic_level";
constexpr std::int64_t kFarDistance = 100;  // of an affix without a type
constexpr std::int64_t kMostDistance = 10;  // for all others; the library shows no word with a greater distance

std::string position_word(std::string_view position) {
  if (position == "modPrefix") { return "mod_prefix"; }
  return position == "basePrefix" ? "base_prefix" : "suffix";
}

// The library shows two words of a kind before the noun, and any number after it.
void note_hidden(const Place& place, std::string_view position, std::int64_t distance, Notes& notes) {
  const bool prefix = position == "modPrefix" || position == "basePrefix";
  const bool shown = prefix ? distance == 1 || distance == 2
                            : (distance >= 0 && distance <= kMostDistance) || distance == kFarDistance;
  if (!shown) {
    notes.left_out(
        place, "positionDistance",
        "names show prefixes at 1 and 2, suffixes at 0 to 10 and 100, so this affix never appears in a name");
  }
}

std::string limit_text(const Limit& limit) {
  if (limit.least <= 0 && limit.most == -1) { return {}; }
  std::string out = "limit " + range_of(limit.least_level, limit.most_level);
  if (limit.least > 0) { out += fmt::format(" least {}", limit.least); }
  if (limit.most != -1) { out += fmt::format(" most {}", limit.most); }
  return out;
}

void add_filter(std::string& line, const Allocation& rule, const Writing& writing) {
  const auto filter = writing.symbols.filter(rule.filter, rule.place, rule.field + '.');
  if (filter && !filter->empty()) { line += " on " + *filter; }
}

std::string quality_of(const Allocation& rule, Writing& writing) {
  const AffixClass* quality = writing.symbols.quality(rule.quality);
  if (quality != nullptr) { return quality->symbol; }
  std::vector<std::string> known;
  for (const AffixClass& one : writing.symbols.game().qualities) { known.push_back(one.name); }
  writing.notes.wrong(rule.place, rule.field + ".affixLevel", fmt::format("unknown quality `{}`", rule.quality),
                      did_you_mean(rule.quality, known));
  return "none";
}

std::vector<std::string> affix_names(const Game& game) {
  std::vector<std::string> out;
  for (const Affix& affix : game.affixes) { out.push_back(affix.name); }
  return out;
}

// One name as text, or names separated by commas.
void add_conflicts(const Affix& affix, Writing& writing, std::vector<std::string>& lines) {
  std::vector<std::string> symbols;
  const auto add = [&](const std::string& name) {
    const auto called = writing.symbols.affixes_called(name);
    for (const Affix* other : called) { symbols.push_back(other->symbol); }
    return !called.empty();
  };
  for (const std::string& text : affix.conflicts) {
    if (add(text)) { continue; }
    for (const std::string& name : parts_of_list(text)) {
      if (!add(name)) {
        writing.notes.wrong(affix.place, "conflicts", fmt::format("unknown affix `{}`", name),
                            did_you_mean(name, affix_names(writing.symbols.game())));
      }
    }
  }
  if (!symbols.empty()) { lines.push_back(fmt::format("conflicts = {{{}}}", comma_list(symbols))); }
}

void add_place(const Affix& affix, const AffixClass* slot, Writing& writing, std::vector<std::string>& lines) {
  if (!affix.position.empty()) { lines.push_back("position = " + position_word(affix.position)); }
  if (affix.distance) {
    lines.push_back(fmt::format("distance = {}", *affix.distance));
  } else if (slot == nullptr && !affix.position.empty()) {
    lines.push_back(fmt::format("distance = {}", kFarDistance));
  }
  const std::string& position = affix.position.empty() && slot != nullptr ? slot->position : affix.position;
  if (!position.empty()) {
    const std::int64_t slots = slot == nullptr ? kFarDistance : slot->distance.value_or(kFarDistance);
    note_hidden(affix.place, position, affix.distance.value_or(slots), writing.notes);
  }
}

std::string affix_text(const Affix& affix, Writing& writing) {
  RecordText out;
  out.head = fmt::format("affix {} {}", affix.symbol, quoted_title(affix.name));
  const AffixClass* slot = affix.type.empty() ? nullptr : writing.symbols.slot(affix.type);
  if (slot != nullptr) {
    out.lines.push_back("slot = " + slot->symbol);
  } else if (!affix.type.empty()) {
    std::vector<std::string> known;
    for (const AffixClass& one : writing.symbols.game().slots) { known.push_back(one.name); }
    writing.notes.wrong(affix.place, "affixType", fmt::format("unknown affix type `{}`", affix.type),
                        did_you_mean(affix.type, known));
  }
  if (!affix.genus.empty()) { out.lines.push_back("genus = " + in_quotes(affix.genus)); }
  add_place(affix, slot, writing, out.lines);
  if (!begins_with_letter(affix.name)) { out.lines.emplace_back("bare = true"); }
  if (!affix.about.empty()) { out.lines.push_back("about = " + in_quotes(affix.about)); }
  add_conflicts(affix, writing, out.lines);
  for (const Allocation& rule : affix.allocations) {
    std::string line =
        fmt::format("{} common {} quality {}", allocate_range(rule), rule.common, quality_of(rule, writing));
    add_filter(line, rule, writing);
    out.lines.push_back(std::move(line));
  }
  out.block_name = "effect";
  note_unknown_flags(affix.effects, affix.place, writing);
  out.block = effect_lines(affix.effects, kMagicLevel, false, affix.place, writing);
  return out.text();
}

// Returns whether a rule of the affix can apply to an item to which a rule of the theme applies, judging by the words
// of both filters.
bool may_meet(const Affix& affix, const Theme& theme, const Symbols& symbols) {
  const auto accepts = [](const Filter& filter, const std::vector<std::string>& categories) {
    const auto any_of = [&categories](const std::vector<std::string>& words) {
      return std::any_of(words.begin(), words.end(), [&categories](const std::string& word) {
        return std::find(categories.begin(), categories.end(), word) != categories.end();
      });
    };
    return !any_of(filter.deny) && (filter.allow.empty() || any_of(filter.allow));
  };
  for (const Item& item : symbols.game().items) {
    if (item.source == Item::Source::Template) { continue; }
    const auto categories = symbols.categories_of(item);
    const auto one_accepts = [&](const Allocation& rule) { return accepts(rule.filter, categories); };
    if (std::any_of(theme.allocations.begin(), theme.allocations.end(), one_accepts) &&
        std::any_of(affix.allocations.begin(), affix.allocations.end(), one_accepts)) {
      return true;
    }
  }
  return false;
}

std::string part_affix(const Theme& theme, const ThemePart& part, Writing& writing) {
  // Null is never on an item: it only makes a theme rarer.
  if (part.affix == "Null") { return "none"; }
  const auto called = writing.symbols.affixes_called(part.affix);
  if (called.empty()) {
    writing.notes.wrong(theme.place, part.field, fmt::format("unknown affix `{}`", part.affix),
                        did_you_mean(part.affix, affix_names(writing.symbols.game())));
    return "none";
  }
  if (called.size() == 1) { return called.front()->symbol; }
  const Affix* chosen = called.front();
  for (const Affix* candidate : called) {
    if (may_meet(*candidate, theme, writing.symbols)) {
      chosen = candidate;
      break;
    }
  }
  writing.notes.left_out(
      theme.place, part.field,
      fmt::format("{} affixes have the name `{}`; only `{}` is used", called.size(), part.affix, chosen->symbol));
  return chosen->symbol;
}

std::string theme_text(const Theme& theme, Writing& writing) {
  RecordText out;
  out.head = fmt::format("theme {} {}", theme.symbol, quoted_title(theme.name));
  if (theme.is_prefix) { out.lines.emplace_back("position = prefix"); }
  if (!begins_with_letter(theme.name)) { out.lines.emplace_back("bare = true"); }
  if (!theme.about.empty()) { out.lines.push_back("about = " + in_quotes(theme.about)); }
  for (const Allocation& rule : theme.allocations) {
    std::string line = allocate_range(rule);
    add_filter(line, rule, writing);
    out.lines.push_back(std::move(line));
  }
  for (const ThemePart& part : theme.parts) {
    std::string line = fmt::format("part {} {}", part_affix(theme, part, writing), part.weight);
    if (part.percent != "100") { line += " percent " + part.percent; }
    if (part.nth > 1) { line += fmt::format(" nth {}", part.nth); }
    out.lines.push_back(std::move(line));
  }
  return out.text();
}

// The roles that the library knows, by label.
constexpr std::array<std::string_view, 19> kRoles = {
    "blows",     "shots",     "might",       "light",       "tunnel",     "speed",     "stealth",
    "wis",       "blessed",   "impact",      "no_fuel",     "hold_life",  "aggravate", "teleport",
    "drain_exp", "impair_hp", "impair_mana", "light_curse", "heavy_curse"};

std::string ability_text(const FlagRecord& flag, const Symbols& symbols, Words& given) {
  const std::string symbol = symbol_of(flag.label);
  RecordText record;
  record.head = fmt::format("ability {} {}", given.claim({symbol}), quoted_title(flag.title));
  const std::string type = symbol_of(flag.type);
  record.lines.push_back("type = " + Symbols::word(flag.type));
  if (std::find(kRoles.begin(), kRoles.end(), symbol) != kRoles.end()) { record.lines.push_back("role = " + symbol); }
  const std::size_t gap = symbol.find('_');
  if (gap != std::string::npos && type == "slay") {
    record.lines.push_back("race = " + Symbols::word(symbol.substr(gap + 1)));
  }
  if (gap != std::string::npos && type == "brand") {
    record.lines.push_back("immunity = immune_to_" + Symbols::long_word(symbol.substr(gap + 1)));
  }
  if (gap != std::string::npos && type == "sust" && symbols.is_ability(symbol.substr(gap + 1))) {
    record.lines.push_back("sustains = " + symbol.substr(gap + 1));
  }
  // As in Angband 3.4.1, the set of sustains is complete without charisma.
  if (symbol == "sust_chr") { record.lines.emplace_back("is_in_set = false"); }
  if (flag.base_power) { record.lines.push_back(fmt::format("base_power = {}", *flag.base_power)); }
  if (flag.power_factor) { record.lines.push_back(fmt::format("power_factor = {}", *flag.power_factor)); }
  for (const auto& [slot, factor] : flag.slot_factors) {
    record.lines.push_back(fmt::format("slot_power {} {}", Symbols::word(slot), factor));
  }
  return record.text();
}

}  // namespace

std::string write_classes(Writing& writing) {
  std::string out =
      "# ---- Qualities, from bad to good, and slots: how many of each one item bears, by magic level\n\n";
  for (const AffixClass& quality : writing.symbols.game().qualities) {
    RecordText record;
    record.head = fmt::format("quality {}", quality.symbol);
    for (const Limit& limit : quality.limits) {
      if (auto line = limit_text(limit); !line.empty()) { record.lines.push_back(std::move(line)); }
    }
    out += record.text();
  }
  out += '\n';
  for (const AffixClass& slot : writing.symbols.game().slots) {
    RecordText record;
    record.head = fmt::format("slot {}", slot.symbol);
    if (!slot.position.empty() && slot.position != "suffix") {
      record.lines.push_back("position = " + position_word(slot.position));
    }
    if (slot.distance) { record.lines.push_back(fmt::format("distance = {}", *slot.distance)); }
    for (const Limit& limit : slot.limits) {
      if (auto line = limit_text(limit); !line.empty()) { record.lines.push_back(std::move(line)); }
    }
    out += record.text();
  }
  return out;
}

std::string write_affixes(Writing& writing) {
  std::string out = "# ---- Affixes\n\n";
  for (const Affix& affix : writing.symbols.game().affixes) { out += affix_text(affix, writing); }
  return out;
}

std::string write_themes(Writing& writing) {
  if (writing.symbols.game().themes.empty()) { return {}; }
  std::string out =
      "# ---- Themes: the affixes that belong together, with what each adds to the weight and how surely it comes\n\n";
  for (const Theme& theme : writing.symbols.game().themes) { out += theme_text(theme, writing); }
  return out;
}

std::string write_flags(Writing& writing) {
  const Game& game = writing.symbols.game();
  std::string out;
  if (!game.flags.empty()) { out += "# ---- Abilities: what flags and bonuses are worth\n\n"; }
  Words given;
  for (const FlagRecord& flag : game.flags) { out += ability_text(flag, writing.symbols, given); }
  if (!writing.has_flavors) {
    for (const FlavorGroup& group : game.flavors) {
      writing.notes.left_out(group.place, "flavors", "no item has one of these");
    }
    return out;
  }
  out +=
      "\n# ---- Flavors: what unknown items look like, settled once in a world\n\n"
      "collection flavor {\ngroup: symbol\ncolour: symbol\ntags = {group}\n}\n\n";
  Words names;
  for (const FlavorGroup& group : game.flavors) {
    for (const auto& [name, colour] : group.flavors) {
      const std::string symbol =
          names.claim({symbol_of(name) + "_flavor", fmt::format("{}_{}", symbol_of(name), group.symbol)});
      out += fmt::format("flavor {} {} {{ group = {}; colour = {} }}\n", symbol, quoted_title(name), group.symbol,
                         Symbols::word(colour));
    }
  }
  out += '\n';
  for (const std::string& def : writing.flavor_defs) { out += def; }
  return out;
}

}  // namespace spoils::importers
