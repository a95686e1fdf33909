// importers/write_effects.cpp
//
// Writes the effects of items and affixes, and the text of records.
#include <fmt/format.h>

#include <algorithm>

#include "importers/writers.h"

namespace spoils::importers {

namespace {

constexpr std::size_t kMostColumns = 118;

void add_flags(const std::vector<std::string>& flags, const Symbols& symbols, std::vector<std::string>& out) {
  std::vector<std::string> granted;
  std::vector<std::string> taken;
  for (const std::string& flag : flags) {
    if (flag.substr(0, 1) == "-") {
      taken.push_back(symbols.flag(flag.substr(1)));
    } else {
      granted.push_back(symbols.flag(flag));
    }
  }
  if (granted.size() == 1) { out.push_back("flags += " + granted.front()); }
  if (granted.size() > 1) { out.push_back(fmt::format("flags += [{}]", comma_list(granted))); }
  for (const std::string& flag : taken) { out.push_back("flags -= " + flag); }
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
    const std::string pick = fmt::format("flags += pick {{{}}}", comma_list(flags));
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

std::string range_of(std::int64_t least, std::int64_t most) {
  return most == -1 ? fmt::format("{}..", least) : fmt::format("{}..{}", least, most);
}

std::string allocate_range(const Allocation& rule) { return "allocate " + range_of(rule.least, rule.most); }

}  // namespace spoils::importers
