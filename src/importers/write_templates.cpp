// importers/write_templates.cpp
//
// Writes loot templates. Drops of creatures have the same fields, so these are read here.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>

#include "importers/fields.h"
#include "importers/formula.h"
#include "importers/readers.h"
#include "importers/template_filters.h"
#include "importers/writers.h"

namespace spoils::importers {

namespace {

// A template inherits all of these dictionaries: they are merged key by key, unlike lines of a record.
class Template {
 public:
  Template(Fields& fields, bool over, Writing& writing)
      : fields_(fields), over_(over), writing_(writing), symbols_(writing.symbols) {}

  TemplateText run() {
    add_dice("itemLevel", "level", true);
    add_dice("magicLevel", "magic", true);
    add_dice("numAffixes", "extra", false);
    add_quality("minAffixLevel", "worst");
    add_quality("maxAffixLevel", "best");
    add_items();
    add_filters();
    add_forced();
    add_limits();
    add_number("themeChance", "theme_chance", 1);
    add_artifact();
    // The data contain a factor, the library needs a percentage.
    add_number("artifactChance", "artifact_chance", 100);
    read_boosts();
    add_drops("numDrops", "drops");
    add_drops("dropChance", "drop_chance");
    fields_.known("templateName");
    fields_.known("templates");
    fields_.leave("description", "templates of a pack have no descriptions");
    return std::move(out_);
  }

 private:
  void add(std::string line) { out_.lines.push_back(std::move(line)); }

  std::string without_growth(std::string_view key, const Dice& dice) {
    if (dice.growth != 0) {
      fields_.notes().left_out(fields_.place(), std::string(key), "`M` adds nothing here, nor does it in the game");
    }
    return dice_expression(dice, {});
  }

  void add_dice(std::string_view key, std::string_view name, bool zero_is_none) {
    const auto dice = dice_field(fields_, key);
    if (!dice) { return; }
    const std::string value = without_growth(key, *dice);
    if (!(zero_is_none && value == "0")) { add(fmt::format("{} = {}", name, value)); }
  }

  void add_quality(std::string_view key, std::string_view name) {
    const auto written = fields_.text(key);
    if (!written) { return; }
    if (const AffixClass* quality = symbols_.quality(*written)) {
      add(fmt::format("{} = {}", name, quality->symbol));
      return;
    }
    std::vector<std::string> known;
    for (const AffixClass& one : symbols_.game().qualities) { known.push_back(one.name); }
    fields_.wrong(key, fmt::format("unknown quality `{}`", *written), did_you_mean(*written, known));
  }

  void add_number(std::string_view key, std::string_view name, int factor) {
    const auto written = fields_.number(key);
    if (!written) { return; }
    const auto value = number_expression(*written);
    if (!value || value->front() == '-') {
      fields_.wrong(key, fmt::format("{} is not a chance", *written));
    } else if (factor == 1) {
      add(fmt::format("{} = {}", name, *value));
    } else {
      add(fmt::format("{} = {}", name, times_hundred(*value)));
    }
  }

  // Exactly: the decimal point is moved.
  static std::string times_hundred(const std::string& value) {
    if (value.find('/') != std::string::npos) { return "100 * " + value; }
    const std::size_t point = value.find('.');
    std::string digits = value.substr(0, point) + (point == std::string::npos ? "" : value.substr(point + 1));
    std::size_t decimals = point == std::string::npos ? 0 : value.size() - point - 1;
    while (decimals < 2) {
      digits += '0';
      ++decimals;
    }
    decimals -= 2;
    if (decimals > 0) { digits.insert(digits.size() - decimals, "."); }
    while (digits.size() > 1 && digits[0] == '0' && digits[1] != '.') { digits.erase(0, 1); }
    return digits;
  }

  // The format of the manual: a dictionary from types to "all", "none", "all except ..." or a list.
  void read_item_type(Filter& filter) {
    fields_.members("itemType", [&](const std::string& type, const Json& value) {
      if (value.kind == Json::Kind::List) {
        for (const Json& item : value.items) {
          if (item.kind == Json::Kind::Text) {
            filter.allow.push_back(item.text);
          } else {
            fields_.wrong_type("itemType." + type, item, "a text");
          }
        }
        return;
      }
      constexpr std::string_view kExcept = "all except ";
      if (value.kind != Json::Kind::Text) {
        fields_.wrong_type("itemType." + type, value, "a text or a list");
      } else if (value.text == "none") {
        filter.deny.push_back(type);
      } else if (value.text.substr(0, kExcept.size()) == kExcept) {
        filter.allow.push_back(type);
        add_listed(value.text.substr(kExcept.size()), filter.deny);
      } else if (value.text == "all") {
        filter.allow.push_back(type);
      } else {
        filter.allow.push_back(value.text);
      }
    });
  }

  void add_items() {
    Filter filter;
    filter.allow = fields_.texts("allowCategories");
    filter.deny = fields_.texts("denyCategories");
    read_item_type(filter);
    filter.may_name_items = fields_.find("itemType") != nullptr;
    if (filter.allow.empty() && filter.deny.empty()) { return; }
    const auto text = symbols_.filter(filter, fields_.place(), {});
    if (text && !text->empty()) { add(fmt::format("items {} {{{}}}", over_ ? "+=" : "=", *text)); }
  }

  void add_filters() {
    const std::string affixes = affix_filter(fields_, symbols_);
    if (!affixes.empty()) { add(fmt::format("affix_filter = {{{}}}", affixes)); }
    const std::string themes = theme_filter(fields_, symbols_);
    if (!themes.empty()) { add(fmt::format("theme_filter = {{{}}}", themes)); }
    for (const char* key : {"themeName", "theme"}) {
      const auto name = fields_.text(key);
      if (!name) { continue; }
      const auto called = symbols_.themes_called(*name);
      if (called.empty()) {
        wrong_theme(fields_, symbols_, key, *name);
      } else {
        add("forced_theme = " + called.front()->symbol);
      }
    }
  }

  void add_forced() {
    std::vector<std::string> forced;
    for (const std::string& name : fields_.texts("affixes")) {
      const auto called = symbols_.affixes_called(name);
      if (!called.empty()) {
        forced.push_back(called.front()->symbol);
        continue;
      }
      std::vector<std::string> known;
      for (const Affix& affix : symbols_.game().affixes) { known.push_back(affix.name); }
      fields_.wrong("affixes", fmt::format("unknown affix `{}`", name), did_you_mean(name, known));
    }
    if (!forced.empty()) { add(fmt::format("forced = [{}]", comma_list(forced))); }
  }

  void add_limits() {
    // The minimum and maximum of one class are in one row.
    std::vector<std::string> order;
    std::map<std::string, std::string> rows;
    fields_.inside("affixLimits", [&](Fields& limits) {
      for (const auto& [key, word] : {std::pair{"levelsMin", "least"}, std::pair{"typesMin", "least"},
                                      std::pair{"levelsMax", "most"}, std::pair{"typesMax", "most"}}) {
        limits.members(key, [&, of = key, number = word](const std::string& name, const Json& value) {
          const bool level = std::string_view(of).substr(0, 6) == "levels";
          const AffixClass* known = level ? symbols_.quality(name) : symbols_.slot(name);
          const std::string field = fmt::format("{}.{}", of, name);
          if (known == nullptr) {
            limits.wrong(field, fmt::format("unknown {} `{}`", level ? "quality" : "type", name));
            return;
          }
          const auto dice = value.kind == Json::Kind::Number ? read_dice(value.text) : std::nullopt;
          if (!dice || dice->constant < -1) {
            limits.wrong(field, "is not a number of affixes");
            return;
          }
          if (rows.find(known->symbol) == rows.end()) { order.push_back(known->symbol); }
          // -1 means no limit, if it overrides one.
          const std::int64_t shown = dice->constant == -1 ? 1'000'000 : dice->constant;
          rows[known->symbol] += fmt::format(" {} {}", number, shown);
        });
      }
    });
    for (const std::string& symbol : order) { add(fmt::format("cap {}{}", symbol, rows[symbol])); }
  }

  void add_artifact() {
    for (const char* key : {"artifactName", "artifact"}) {
      const auto name = fields_.text(key);
      if (!name) { continue; }
      if (const Item* artifact = symbols_.artifact_called(*name)) {
        add("artifact = " + artifact->symbol);
        continue;
      }
      std::vector<std::string> known;
      for (const Item& item : symbols_.game().items) {
        if (item.proper) { known.push_back(*item.proper); }
      }
      fields_.wrong(key, fmt::format("unknown artifact `{}`", *name), did_you_mean(*name, known));
    }
  }

  // ---- Boosts: pairs of a chance and an amount

  struct Boost {
    std::string condition;  // empty: always
    std::string amount;
    bool never = false;
  };

  std::optional<Boost> read_boost(const std::string& field, const Json& value, std::string_view level) {
    if (value.kind != Json::Kind::Text) {
      fields_.wrong_type(field, value, "a text `formula;dice`");
      return std::nullopt;
    }
    const std::size_t parting = value.text.rfind(';');
    if (parting == std::string::npos) {
      fields_.wrong(field, fmt::format("`{}` has no `;` between its chance and its amount", value.text));
      return std::nullopt;
    }
    std::string amount = value.text.substr(parting + 1);
    amount.erase(std::remove(amount.begin(), amount.end(), ' '), amount.end());
    const auto dice = read_dice(amount);
    if (!dice) {
      fields_.wrong(field, fmt::format("`{}` is not a dice expression", amount), "for example 10+2d4M20");
      return std::nullopt;
    }
    const Formula formula = read_formula(value.text.substr(0, parting), level);
    if (formula.outcome == Formula::Outcome::Wrong) {
      fields_.wrong(field, fmt::format("`{}` is not a formula: {}", value.text.substr(0, parting), formula.what));
      return std::nullopt;
    }
    if (formula.outcome == Formula::Outcome::Impossible) {
      fields_.notes().left_out(fields_.place(), field, "a pack cannot compute " + formula.what);
      return std::nullopt;
    }
    Boost out;
    out.amount = without_growth(field, *dice);
    if (formula.constant) {
      out.never = *formula.constant <= 0;
      if (*formula.constant < 100) {
        const bool plain = formula.expression.find_first_not_of("0123456789.") == std::string::npos;
        out.condition =
            plain ? fmt::format("chance {}%", formula.expression) : fmt::format("chance ({})%", formula.expression);
      }
    } else {
      writing_.caps_chances = true;
      out.condition = fmt::format("chance capped({})", formula.expression);
    }
    return out;
  }

  void each_boost(const Json& boosts, std::string_view name, std::string_view level,
                  const std::function<void(const Boost&)>& see) {
    const Json* list = boosts.find(name);
    if (list == nullptr) { return; }
    const std::string field = fmt::format("itemRuleBoosts.{}", name);
    const std::vector<Json> items = list->kind == Json::Kind::List ? list->items : std::vector<Json>{*list};
    for (std::size_t i = 0; i < items.size(); ++i) {
      const auto boost = read_boost(fmt::format("{}[{}]", field, i), items[i], level);
      if (boost && !boost->never) { see(*boost); }
    }
  }

  void read_boosts() {
    const Json* boosts = fields_.find("itemRuleBoosts");
    if (const Json* other = fields_.find("boosts"); boosts == nullptr) { boosts = other; }
    if (boosts == nullptr) { return; }
    if (boosts->kind != Json::Kind::Object) {
      fields_.wrong_type("itemRuleBoosts", *boosts, "an object");
      return;
    }
    const auto statement = [](const Boost& boost, const std::string& effects) {
      return boost.condition.empty() ? effects : fmt::format("if {} {{ {} }}", boost.condition, effects);
    };
    each_boost(*boosts, "itemLevel", "base_level", [&](const Boost& boost) {
      out_.boost_level.push_back(statement(boost, addition("item_level", boost.amount)));
    });
    for (const auto& [name, rank] : {std::pair{"minAffixLevel", "lowest"}, std::pair{"maxAffixLevel", "highest"}}) {
      each_boost(*boosts, name, "base_level", [&, field = rank](const Boost& boost) {
        writing_.moves_ranks = true;
        out_.boost.push_back(statement(boost, fmt::format("{0} = moved({0}, {1})", field, boost.amount)));
      });
    }
    for (const auto& [name, value] : {std::pair{"numAffixes", "left"}, std::pair{"magicLevel", "magic_level"},
                                      std::pair{"themeChance", "theme_odds"}}) {
      each_boost(*boosts, name, "base_level", [&, field = value](const Boost& boost) {
        out_.boost.push_back(statement(boost, addition(field, boost.amount)));
      });
    }
    each_boost(*boosts, "artifactChance", "base_level", [&](const Boost& boost) {
      out_.boost.push_back(statement(boost, fmt::format("artifact_odds += 100 * ({})", boost.amount)));
    });
    boosts_ = boosts;
    std::vector<std::string> known = {"itemLevel",   "minAffixLevel",  "maxAffixLevel", "numAffixes", "magicLevel",
                                      "themeChance", "artifactChance", "numDrops",      "dropChance"};
    for (const auto& [name, value] : boosts->members) {
      if (std::find(known.begin(), known.end(), name) == known.end()) {
        fields_.wrong("itemRuleBoosts." + name, "is unknown", did_you_mean(name, known));
      }
    }
  }

  // Boosts of these apply before the item is made, when only the depth is known.
  void add_drops(std::string_view key, std::string_view name) {
    const auto dice = key == "numDrops" ? dice_field(fields_, key) : std::nullopt;
    std::string value = dice ? without_growth(key, *dice) : std::string{};
    if (key != "numDrops") {
      if (const auto chance = fields_.number(key)) { value = number_expression(*chance).value_or("100"); }
    }
    std::string more;
    if (boosts_ != nullptr) {
      each_boost(*boosts_, key, "depth", [&](const Boost& boost) {
        if (fields_.find("itemLevel") != nullptr) {
          fields_.notes().left_out(fields_.place(), fmt::format("itemRuleBoosts.{}", key),
                                   "where the item level is the template's own, a boost of drops is not known yet");
          return;
        }
        more += boost.condition.empty() ? fmt::format(" + ({})", boost.amount)
                                        : fmt::format(" + (if {} then {} else 0)", boost.condition, boost.amount);
      });
    }
    if (value.empty() && more.empty()) { return; }
    if (value.empty()) { value = key == "numDrops" ? "1" : "100"; }
    add(fmt::format("{} = {}{}", name, value, more));
  }

  Fields& fields_;
  bool over_;
  Writing& writing_;
  const Symbols& symbols_;
  const Json* boosts_ = nullptr;
  TemplateText out_;
};

}  // namespace

TemplateText template_text(const Json& record, const Place& place, const std::string& within, bool over,
                           Writing& writing) {
  Fields fields(record, place, writing.notes, within);
  TemplateText out = Template(fields, over, writing).run();
  fields.finish();
  return out;
}

std::string write_templates(Writing& writing) {
  if (writing.symbols.game().loot.empty()) { return {}; }
  std::string out = "# ---- Loot templates. Each chance sees the level before boosts; qualities are moved by ranks\n\n";
  for (const LootTemplate& loot : writing.symbols.game().loot) {
    TemplateText text = template_text(loot.merged, loot.place, {}, false, writing);
    RecordText record;
    record.head = "template " + loot.symbol;
    record.lines = std::move(text.lines);
    if (!text.boost_level.empty()) {
      record.lines.push_back(fmt::format("boost_level {{ {} }}", fmt::join(text.boost_level, "; ")));
    }
    record.block_name = "boost";
    record.block = std::move(text.boost);
    out += record.text() + '\n';
  }
  return out;
}

}  // namespace spoils::importers
