// importers/write_creatures.cpp
//
// Writes families and creatures as monsters, and their drops as calls of the library's rule `drops`.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "importers/fields.h"
#include "importers/writers.h"

namespace spoils::importers {

namespace {

// The fields of a drop that only override its template; a drop with any other field is written in full.
bool only_overrides(const Json& drop) {
  for (const auto& [key, value] : drop.members) {
    const bool known = key == "templates" || key == "numDrops" || key == "dropChance" || key == "itemType" ||
                       key == "allowCategories" || key == "denyCategories" || key == "artifactName" ||
                       key == "themeChance" || key == "artifactChance" || key == "itemLevel" || key == "magicLevel" ||
                       key == "numAffixes" || key == "minAffixLevel" || key == "maxAffixLevel";
    if (!known) { return false; }
  }
  return true;
}

class Creatures {
 public:
  explicit Creatures(Writing& writing) : writing_(writing), creatures_(writing.symbols.game().creatures) {}

  std::string run() {
    if (creatures_.empty()) { return {}; }
    std::string monsters;
    for (const Creature& creature : creatures_) { monsters += monster(creature); }
    return "# ---- Monsters, and what they drop where they die\n\n" + made_ + (made_.empty() ? "" : "\n") + monsters;
  }

 private:
  // The numbers of a creature for which the library has a column.
  static bool has_column(std::string_view name) {
    constexpr std::array<std::string_view, 10> kColumns = {
        "native",     "rarity",        "experience", "speed",        "evasion",
        "absorption", "max_hitpoints", "alertness",  "vision_range", "spell_frequency"};
    return std::find(kColumns.begin(), kColumns.end(), name) != kColumns.end();
  }

  std::string monster(const Creature& creature) {
    RecordText out;
    std::vector<std::string> parents;
    for (const std::string& parent : creature.templates) {
      for (const Creature& family : creatures_) {
        if (family.is_family && family.name == parent) { parents.push_back(family.symbol); }
      }
    }
    out.head = fmt::format("{}monster {} {}{}{}", creature.is_family ? "abstract " : "", creature.symbol,
                           quoted_title(creature.name), parents.empty() ? "" : " : ", comma_list(parents));
    for (const auto& [name, value] : creature.numbers) {
      if (has_column(name)) {
        out.lines.push_back(fmt::format("{} = {}", name, value));
      } else {
        writing_.notes.left_out(creature.place, "stats", fmt::format("monsters have no column `{}`", name));
      }
    }
    add_list("traits", creature.flags, out.lines);
    add_list("spells", creature.spells, out.lines);
    if (!creature.about.empty()) { out.lines.push_back("about = " + in_quotes(creature.about)); }
    for (const Blow& blow : creature.blows) { out.lines.push_back(blow_line(blow)); }
    out.block_name = "loot";
    for (std::size_t i = 0; i < creature.drops.size(); ++i) {
      const auto& [place, drop] = creature.drops[i];
      if (auto line = drop_line(drop, place, fmt::format("drops[{}].", i)); !line.empty()) {
        out.block.push_back(std::move(line));
      }
    }
    return out.text();
  }

  static void add_list(std::string_view field, const std::vector<std::string>& words, std::vector<std::string>& lines) {
    if (words.empty()) { return; }
    std::vector<std::string> symbols;
    for (const std::string& word : words) { symbols.push_back(Symbols::word(word)); }
    lines.push_back(fmt::format("{} += [{}]", field, comma_list(symbols)));
  }

  static std::string blow_line(const Blow& blow) {
    std::string out = "blow " + Symbols::word(blow.verb);
    if (blow.damage) {
      const std::string damage = dice_expression(*blow.damage, {});
      out += damage.find(' ') == std::string::npos ? ' ' + damage : fmt::format(" ({})", damage);
      out += fmt::format(" most {}", greatest(*blow.damage));
    }
    if (!blow.element.empty()) { out += " element " + Symbols::word(blow.element); }
    if (!blow.effect.empty()) { out += " effect " + Symbols::word(blow.effect); }
    return out;
  }

  std::string drop_line(const Json& drop, const Place& place, const std::string& within) {
    Fields fields(drop, place, writing_.notes, within);
    const auto parents = fields.texts("templates");
    std::string base = "bare";
    bool base_has_drops = false;
    Json merged = drop;
    if (parents.size() == 1 && only_overrides(drop)) {
      if (const LootTemplate* loot = find(fields, parents.front())) {
        base = loot->symbol;
        base_has_drops = has_drops(loot->merged);
      }
    } else {
      Json inherited;
      inherited.kind = Json::Kind::Object;
      for (const std::string& parent : parents) {
        if (const LootTemplate* loot = find(fields, parent)) { inherited = laid_over(inherited, loot->merged); }
      }
      merged = laid_over(inherited, drop);
    }
    TemplateText text = template_text(merged, place, within, base != "bare", writing_);
    if (!text.boost_level.empty()) {
      text.lines.push_back(fmt::format("boost_level {{ {} }}", fmt::join(text.boost_level, "; ")));
    }
    if (!text.boost.empty()) { text.lines.push_back(fmt::format("boost {{ {} }}", fmt::join(text.boost, "; "))); }
    if (base_has_drops || has_boosts_of_drops(merged)) {
      return fmt::format("drops({})", template_with(base, text.lines));
    }
    // The number and the chance are written here, so that few templates serve all creatures.
    std::string number = taken("drops = ", text.lines);
    const std::string chance = taken("drop_chance = ", text.lines);
    std::string out = fmt::format("drop dropped_item({})", template_with(base, text.lines));
    if (!number.empty() && number != "1") {
      if (number.find(' ') != std::string::npos) { number = fmt::format("({})", number); }
      out = fmt::format("repeat {} {{ {} }}", number, out);
    }
    if (!chance.empty() && chance != "100") { out = fmt::format("if chance {}% {{ {} }}", chance, out); }
    return out;
  }

  static bool has_boosts_of_drops(const Json& record) {
    for (const char* key : {"itemRuleBoosts", "boosts"}) {
      const Json* boosts = record.find(key);
      if (boosts != nullptr && (boosts->find("numDrops") != nullptr || boosts->find("dropChance") != nullptr)) {
        return true;
      }
    }
    return false;
  }

  static bool has_drops(const Json& record) {
    return record.find("numDrops") != nullptr || record.find("dropChance") != nullptr || has_boosts_of_drops(record);
  }

  // Removes the line with this beginning, and returns the rest of it.
  static std::string taken(std::string_view beginning, std::vector<std::string>& lines) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (lines[i].substr(0, beginning.size()) != beginning) { continue; }
      std::string rest = lines[i].substr(beginning.size());
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i));
      return rest;
    }
    return {};
  }

  // Returns the template with this content, made if there is none yet.
  std::string template_with(const std::string& base, const std::vector<std::string>& lines) {
    if (lines.empty()) { return base; }
    const std::string body = fmt::format(" : {} {{ {} }}", base, fmt::join(lines, "; "));
    const auto known = templates_.find(body);
    if (known != templates_.end()) { return known->second; }
    // Its name is its content, if that is short: normal_not_money.
    constexpr std::size_t kLongName = 40;
    std::string says = symbol_of(lines.front());
    if (says.substr(0, 6) == "items_") { says = says.substr(6); }
    const bool short_name = lines.size() == 1 && says.size() < kLongName;
    std::string symbol = writing_.symbols.claim({fmt::format("{}_{}", base, short_name ? says : "drop")});
    made_ += fmt::format("template {}{}\n", symbol, body);
    templates_.emplace(body, symbol);
    return symbol;
  }

  const LootTemplate* find(Fields& fields, const std::string& name) {
    const LootTemplate* loot = writing_.symbols.loot(name);
    if (loot == nullptr) {
      std::vector<std::string> known;
      for (const LootTemplate& one : writing_.symbols.game().loot) { known.push_back(one.name); }
      fields.wrong("templates", fmt::format("unknown loot template `{}`", name), did_you_mean(name, known));
    }
    return loot;
  }

  Writing& writing_;
  const std::vector<Creature>& creatures_;
  std::map<std::string, std::string> templates_;  // body to symbol
  std::string made_;
};

}  // namespace

std::string write_creatures(Writing& writing) { return Creatures(writing).run(); }

}  // namespace spoils::importers
