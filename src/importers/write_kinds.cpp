// importers/write_kinds.cpp
//
// Writes item templates as abstract kinds, base items and artifacts as kinds. A block of a record replaces an inherited
// one, so `make` contains all inherited effects if the record has any of its own.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "importers/writers.h"

namespace spoils::importers {

namespace {

constexpr std::string_view kItemLevel = "item_level";

void lay_over(Effects& base, const Effects& over) {
  for (const auto& [stat, amount] : over.stats) {
    const auto same = [&name = stat](const auto& entry) { return entry.first == name; };
    const auto found = std::find_if(base.stats.begin(), base.stats.end(), same);
    if (found == base.stats.end()) {
      base.stats.emplace_back(stat, amount);
    } else {
      found->second = amount;
    }
  }
  const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
  append(base.mods, over.mods);
  append(base.flags, over.flags);
  append(base.randoms, over.randoms);
  append(base.minima, over.minima);
  append(base.activations, over.activations);
}

class Kinds {
 public:
  explicit Kinds(Writing& writing) : writing_(writing), items_(writing.symbols.game().items) {}

  std::string run() {
    std::string out = "# ---- The kinds of base items, each with the properties that all of its items share\n\n";
    out += part(Item::Source::Template);
    out += "\n# ---- Base items: allocation, commonness, quantity and effects\n\n";
    out += part(Item::Source::Object);
    const bool artifacts = std::any_of(items_.begin(), items_.end(),
                                       [](const Item& item) { return item.source == Item::Source::Artifact; });
    if (artifacts) {
      out += "\n# ---- Artifacts: complete kinds in the same table as the others, each at most once in a world\n\n";
      out += part(Item::Source::Artifact);
    }
    return out;
  }

 private:
  std::string part(Item::Source source) {
    std::string out;
    for (const Item& item : items_) {
      if (item.source == source) { out += kind_text(item); }
    }
    return out;
  }

  [[nodiscard]] Effects effects_of(const Item& item) const {
    Effects out;
    for (const std::size_t ancestor : item.ancestors) { lay_over(out, items_[ancestor].effects); }
    lay_over(out, item.effects);
    return out;
  }

  // Returns the draw of the flavor, if such items have one.
  std::string flavor_line(const Item& item, const Effects& effects) {
    if (std::find(effects.flags.begin(), effects.flags.end(), "FLAVORED") == effects.flags.end()) { return {}; }
    std::vector<std::string> groups;
    const auto add = [&](const Item& from) {
      for (const std::string& type : from.flavor_types) {
        for (const FlavorGroup& group : writing_.symbols.game().flavors) {
          if (group.name == type && !group.flavors.empty()) { groups.push_back(group.symbol); }
        }
      }
    };
    for (const std::size_t ancestor : item.ancestors) { add(items_[ancestor]); }
    add(item);
    if (groups.empty()) { return {}; }
    const std::string name = fmt::format("flavor_of_{}", fmt::join(groups, "_"));
    writing_.flavor_defs.insert(
        fmt::format("world def {}(k) = pick f in flavor where f is {{{}}}\n", name, comma_list(groups)));
    writing_.has_flavors = true;
    return fmt::format("flavor = {}(kind)", name);
  }

  std::vector<std::string> make_lines(const Item& item) {
    const Effects effects = effects_of(item);
    auto out = effect_lines(effects, kItemLevel, true, item.place, writing_);
    if (auto line = flavor_line(item, effects); !line.empty()) { out.push_back(std::move(line)); }
    return out;
  }

  // Returns whether an inherited block is complete.
  [[nodiscard]] bool inherits_make(const Item& item) const {
    return item.effects.empty() && item.flavor_types.empty() && item.templates.size() == 1;
  }

  static std::string singular(const std::string& noun) { return in_small_letters(noun.substr(0, noun.find(':'))); }

  // `pair~ of boots`: the text after the plural mark is the tail of the noun.
  void add_noun(const Item& item, std::vector<std::string>& lines) const {
    if (item.noun) {
      const std::string noun = singular(*item.noun);
      const std::size_t mark = noun.find('~');
      const std::string whole = noun.substr(0, mark);
      lines.push_back("noun = " + in_quotes(whole));
      if (mark != std::string::npos && mark + 1 < noun.size()) {
        lines.push_back("tail = " + in_quotes(tail_of(noun.substr(mark + 1), item)));
      }
    } else if (item.source != Item::Source::Template && !has_inherited_noun(item)) {
      const std::string family = item.templates.empty() ? std::string("item") : item.templates.back();
      lines.push_back("noun = " + in_quotes(item.subtype.empty() || item.variant ? family : item.subtype));
    }
    if (item.modifier) {
      std::string modifier = *item.modifier;
      modifier.erase(std::remove(modifier.begin(), modifier.end(), '~'), modifier.end());
      lines.push_back("modifier = " + in_quotes(in_small_letters(modifier)));
    }
  }

  // In names each word of a noun begins with a capital; the library does that for the part before the mark.
  std::string tail_of(std::string tail, const Item& item) const {
    if (tail.find('~') != std::string::npos) {
      writing_.notes.left_out(item.place, "nameInfo.baseNoun", "a noun has one plural; the second one is not marked");
      tail.erase(std::remove(tail.begin(), tail.end(), '~'), tail.end());
    }
    for (std::size_t i = 0; i < tail.size(); ++i) {
      const bool first = i == 0 || tail[i - 1] == ' ';
      if (first && tail[i] >= 'a' && tail[i] <= 'z') { tail[i] = static_cast<char>(tail[i] - 'a' + 'A'); }
    }
    return tail;
  }

  [[nodiscard]] bool has_inherited_noun(const Item& item) const {
    return std::any_of(item.ancestors.begin(), item.ancestors.end(),
                       [this](std::size_t ancestor) { return items_[ancestor].noun.has_value(); });
  }

  void add_names(const Item& item, std::vector<std::string>& lines) const {
    add_noun(item, lines);
    const bool is_artifact = item.source == Item::Source::Artifact;
    const auto& name = is_artifact && !item.proper ? item.variant : item.proper;
    if (item.variant && !(is_artifact && !item.proper)) {
      lines.push_back("variant = " + in_quotes(*item.variant));
      if (!begins_with_letter(*item.variant)) { lines.push_back("bare = true"); }
    }
    if (name) {
      lines.push_back("proper = " + in_quotes(*name));
      if (!begins_with_letter(*name)) { lines.push_back("bare = true"); }
    }
    if (!item.about.empty()) { lines.push_back("about = " + in_quotes(item.about)); }
  }

  // Only wearable items are enchanted, but not rings and amulets.
  [[nodiscard]] bool is_enchantable(const Item& item) const {
    if (item.equip_slot.empty()) { return false; }
    for (const std::string& category : writing_.symbols.categories_of(item)) {
      if (category == "ring" || category == "amulet") { return false; }
    }
    return true;
  }

  // The abilities that an artifact has in any case, in the order of object_flags.
  void add_grants(const Item& item, std::vector<std::string>& lines) const {
    std::set<std::string> granted;
    const auto add = [&](const Effects& effects) {
      for (const std::string& flag : effects.flags) { granted.insert(writing_.symbols.flag(flag)); }
      for (const Mod& mod : effects.mods) {
        for (const std::string& stat : mod.stats) { granted.insert(writing_.symbols.flag(stat)); }
      }
    };
    for (const std::size_t ancestor : item.ancestors) { add(items_[ancestor].effects); }
    add(item.effects);
    std::vector<std::string> abilities;
    for (const FlagRecord& flag : writing_.symbols.game().flags) {
      const std::string symbol = symbol_of(flag.label);
      if (granted.count(symbol) > 0) { abilities.push_back(symbol); }
    }
    if (!abilities.empty()) { lines.push_back(fmt::format("grants = {{{}}}", comma_list(abilities))); }
  }

  [[nodiscard]] std::string head_of(const Item& item, const std::vector<std::string>& parents) const {
    std::string out;
    if (item.source == Item::Source::Template) {
      const bool shipped = item.symbol == "item" || item.symbol == "artifact";
      out = shipped ? "override abstract kind " : "abstract kind ";
    } else {
      out = "kind ";
    }
    out += item.symbol;
    if (item.proper) { out += ' ' + quoted_title(*item.proper); }
    if (!parents.empty()) { out += " : " + comma_list(parents); }
    return out;
  }

  std::string kind_text(const Item& item) {
    RecordText out;
    std::vector<std::string> parents;
    for (const std::string& parent : item.templates) {
      for (const Item& candidate : items_) {
        if (candidate.source == Item::Source::Template && candidate.template_name == parent) {
          parents.push_back(candidate.symbol);
        }
      }
    }
    if (parents.empty() && item.symbol != "item") { parents.push_back("item"); }
    out.head = head_of(item, parents);
    std::vector<std::string> tags;
    for (const std::string& category : item.categories) {
      const std::string symbol = *writing_.symbols.category(category);
      if (symbol != item.symbol) { tags.push_back(symbol); }
    }
    if (is_enchantable(item)) { tags.emplace_back("enchantable"); }
    if (item.symbol == "artifact") { out.lines.emplace_back("once"); }
    if (!tags.empty()) { out.lines.push_back(fmt::format("tags = {{{}}}", comma_list(tags))); }
    if (!item.type.empty()) { out.lines.push_back("type = " + Symbols::word(item.type)); }
    if (!item.equip_slot.empty()) { out.lines.push_back("equip_slot = " + Symbols::word(item.equip_slot)); }
    if (!item.is_randomised) { out.lines.emplace_back("randomise = false"); }
    if (item.source == Item::Source::Artifact) { add_grants(item, out.lines); }
    add_names(item, out.lines);
    note_unknown_flags(item.effects, item.place, writing_);
    for (const Allocation& rule : item.allocations) { out.lines.push_back(rule_line(rule)); }
    out.block_name = "make";
    if (!inherits_make(item)) { out.block = make_lines(item); }
    return out.text();
  }

  static std::string rule_line(const Allocation& rule) {
    std::string out = fmt::format("{} common {}", allocate_range(rule), rule.common);
    if (!rule.pile) { return out; }
    const std::string pile = dice_expression(*rule.pile, kItemLevel);
    // A percentage of three digits without a point, or more, is certain.
    const bool certain = rule.pile_chance.find_first_of("./") == std::string::npos && rule.pile_chance.size() > 2;
    const bool single = pile.find(' ') == std::string::npos;
    if (certain) { return out + (single ? " quantity " + pile : fmt::format(" quantity ({})", pile)); }
    return out + fmt::format(" quantity (if chance {}% then {} else 1)", rule.pile_chance, pile);
  }

  Writing& writing_;
  const std::vector<Item>& items_;
};

}  // namespace

std::string write_kinds(Writing& writing) { return Kinds(writing).run(); }

}  // namespace spoils::importers
