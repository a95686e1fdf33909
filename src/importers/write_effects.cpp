// importers/write_effects.cpp
//
// Writes the effects of items and affixes, and the text of records.
#include <fmt/format.h>

#include <algorithm>

#include "importers/writers.h"

namespace spoils::importers {

namespace {

constexpr std::size_t kMostColumns = 118;

// One flag or several of one kind: `has[fire] += 1`, `has += {fire 1, frost 1}`; for words without a record `flags +=
// a`.
void add_granted(const std::vector<std::string>& granted, bool abilities, std::vector<std::string>& out) {
  if (granted.empty()) { return; }
  if (!abilities) {
    out.push_back(granted.size() == 1 ? "flags += " + granted.front()
                                      : fmt::format("flags += [{}]", comma_list(granted)));
  } else if (granted.size() == 1) {
    out.push_back(fmt::format("has[{}] += 1", granted.front()));
  } else {
    out.push_back(fmt::format("has += {{{} 1}}", fmt::join(granted, " 1, ")));
  }
}

// Flags with a record are abilities; the others are words.
void add_flags(const std::vector<std::string>& flags, const Symbols& symbols, std::vector<std::string>& out) {
  std::vector<std::string> abilities;
  std::vector<std::string> words;
  std::vector<std::string> taken;
  for (const std::string& written : flags) {
    const bool takes = written.substr(0, 1) == "-";
    const std::string name = takes ? written.substr(1) : written;
    const std::string flag = symbols.flag(name);
    const bool known = symbols.is_ability(flag);
    if (!takes) {
      (known ? abilities : words).push_back(flag);
    } else if (known) {
      taken.push_back(fmt::format("has[{0}] = max(0, has[{0}] - 1)", flag));
    } else {
      taken.push_back("flags -= " + flag);
    }
  }
  add_granted(words, false, out);
  add_granted(abilities, true, out);
  out.insert(out.end(), taken.begin(), taken.end());
}

void add_mods(const std::vector<Mod>& mods, std::string_view level, const Symbols& symbols,
              std::vector<std::string>& out) {
  for (std::size_t i = 0; i < mods.size(); ++i) {
    const Mod& mod = mods[i];
    std::string amount = dice_expression(mod.bonus, level);
    // One roll for all stats that get it.
    if (mod.bonus.rolled() && mod.stats.size() > 1) {
      const std::string name = fmt::format("roll_{}", i + 1);
      out.push_back(fmt::format("let {} = {}", name, amount));
      amount = name;
    }
    for (const std::string& stat : mod.stats) { out.push_back(addition(symbols.stat_field(stat), amount)); }
  }
}

void add_randoms(const Effects& effects, const Place& place, Writing& writing, std::vector<std::string>& out) {
  for (std::size_t i = 0; i < effects.randoms.size(); ++i) {
    const RandomFlags& random = effects.randoms[i];
    std::vector<std::string> flags;
    for (const std::string& flag : random.flags) { flags.push_back(writing.symbols.flag(flag)); }
    for (const std::string& type : random.types) {
      const std::size_t before = flags.size();
      for (const FlagRecord& flag : writing.symbols.game().flags) {
        if (flag.type == type) { flags.push_back(symbol_of(flag.label)); }
      }
      if (flags.size() == before) {
        writing.notes.wrong(place, fmt::format("randoms[{}].flag types", i),
                            fmt::format("no flag of object_flags has the type `{}`", type));
      }
    }
    // A draw among words of which one is no ability adds a word.
    const bool abilities = std::all_of(
        flags.begin(), flags.end(), [&writing](const std::string& flag) { return writing.symbols.is_ability(flag); });
    const std::string words = comma_list(flags);
    const std::string pick =
        abilities ? fmt::format("has[pick {{{}}}] += 1", words) : fmt::format("flags += pick {{{}}}", words);
    out.push_back(random.number == 1 ? pick : fmt::format("repeat {} {{ {} }}", random.number, pick));
  }
}

void add_activations(const std::vector<Activation>& activations, const Place& place, Writing& writing,
                     std::vector<std::string>& out) {
  for (std::size_t i = 0; i < activations.size(); ++i) {
    if (i > 0) {
      writing.notes.left_out(place, fmt::format("procs[{}]", i), "an item has one activation");
      continue;
    }
    const Activation& what = activations[i];
    if (!what.effect.empty()) { out.push_back("activation = " + Symbols::word(what.effect)); }
    if (!what.recharge.empty()) { out.push_back("recharge_dice = " + in_quotes(what.recharge)); }
    if (!what.message.empty()) { out.push_back("activation_message = " + in_quotes(what.message)); }
    if (what.complexity) { out.push_back(fmt::format("complexity = {}", *what.complexity)); }
  }
}

}  // namespace

std::string RecordText::text() const {
  std::vector<std::string> body = lines;
  if (!block.empty()) {
    const std::string one = fmt::format("{} {{ {} }}", block_name, fmt::join(block, "; "));
    body.push_back(one.size() + 2 <= kMostColumns ? one
                                                  : fmt::format("{} {{\n{}\n}}", block_name, fmt::join(block, "\n")));
  }
  if (body.empty()) { return head + " { }\n"; }
  std::string one = fmt::format("{} {{ {} }}\n", head, fmt::join(body, "; "));
  if (one.size() <= kMostColumns && one.find('\n') == one.size() - 1) { return one; }
  return fmt::format("{} {{\n{}\n}}\n", head, fmt::join(body, "\n"));
}

std::vector<std::string> effect_lines(const Effects& effects, std::string_view level, bool sets, const Place& place,
                                      Writing& writing) {
  std::vector<std::string> out;
  for (const auto& [stat, amount] : effects.stats) {
    (amount.percent ? writing.percents : writing.amounts).insert(stat);
    const std::string field = amount.percent ? writing.symbols.percent_field(stat) : writing.symbols.stat_field(stat);
    const std::string value = amount.expression(level);
    out.push_back(sets ? fmt::format("{} = {}", field, value) : addition(field, value));
  }
  add_mods(effects.mods, level, writing.symbols, out);
  add_flags(effects.flags, writing.symbols, out);
  add_randoms(effects, place, writing, out);
  add_activations(effects.activations, place, writing, out);
  for (const auto& [stat, least] : effects.minima) {
    const std::string field = writing.symbols.stat_field(stat);
    out.push_back(fmt::format("{0} = max({1}, {0})", field, least.expression(level)));
  }
  return out;
}

void note_unknown_flags(const Effects& effects, const Place& place, Writing& writing) {
  if (writing.symbols.game().flags.empty()) { return; }
  for (const std::string& written : effects.flags) {
    const std::string name = written.substr(written.substr(0, 1) == "-" ? 1 : 0);
    if (writing.symbols.is_ability(writing.symbols.flag(name))) { continue; }
    writing.notes.left_out(place, "flags", fmt::format("`{}` is not in object_flags: a word without power", name));
  }
}

std::string range_of(std::int64_t least, std::int64_t most) {
  return most == -1 ? fmt::format("{}..", least) : fmt::format("{}..{}", least, most);
}

std::string allocate_range(const Allocation& rule) { return "allocate " + range_of(rule.least, rule.most); }

}  // namespace spoils::importers
