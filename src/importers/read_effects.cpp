// importers/read_effects.cpp
//
// Reads the parts that records of items and affixes share: dice, effects, and allocation.
#include <fmt/format.h>

#include "importers/readers.h"

namespace spoils::importers {

namespace {

std::optional<Amount> amount_of(Fields& fields, std::string_view list, const std::string& stat, const Json& value) {
  const std::string field = fmt::format("{}.{}", list, stat);
  if (value.kind != Json::Kind::Number && value.kind != Json::Kind::Text) {
    fields.wrong_type(field, value, "a number or dice");
    return std::nullopt;
  }
  Amount out;
  std::string written = value.text;
  if (!written.empty() && written.back() == '%') {
    out.percent = true;
    written.pop_back();
  }
  if (value.kind == Json::Kind::Text) { out.dice = read_dice(written); }
  if (out.dice) { return out; }
  // Numbers with a point are not dice, but valid values.
  const bool number = value.kind == Json::Kind::Number || out.percent;
  const auto expression = number ? number_expression(written) : std::nullopt;
  if (!expression) {
    fields.wrong(field, fmt::format("`{}` is neither a number nor dice like 10+2d4M20", value.text));
    return std::nullopt;
  }
  out.number = *expression;
  return out;
}

void read_amounts(Fields& fields, std::string_view key, std::vector<std::pair<std::string, Amount>>& out) {
  fields.members(key, [&](const std::string& stat, const Json& value) {
    if (auto amount = amount_of(fields, key, stat, value)) { out.emplace_back(stat, std::move(*amount)); }
  });
}

// Percent in 0..100; a larger value means certain.
void read_pile(Fields& fields, Allocation& out) {
  fields.inside("piling", [&](Fields& piling) {
    out.pile = dice_field(piling, "pileSize");
    if (piling.find("pileSize") == nullptr) { piling.wrong("pileSize", "is missing"); }
    const auto chance = piling.number("chance");
    const auto expression = chance ? number_expression(*chance) : std::nullopt;
    if (chance && (!expression || expression->front() == '-')) {
      piling.wrong("chance", fmt::format("{} is not a percentage", *chance));
    }
    out.pile_chance = expression.value_or("100");
  });
}

void check_range(Fields& fields, std::int64_t least, std::int64_t most) {
  if (least < 0 || most < -1) {
    fields.wrong(least < 0 ? "minDepth" : "maxDepth", fmt::format("{} is not a level", least < 0 ? least : most),
                 "-1 as maxDepth means no maximum");
  } else if (most != -1 && least > most) {
    fields.wrong("minDepth", fmt::format("{} is above maxDepth {}, so the rule never applies", least, most));
  }
}

}  // namespace

std::optional<Dice> dice_field(Fields& fields, std::string_view key) {
  const auto written = fields.scalar(key);
  if (!written) { return std::nullopt; }
  auto dice = read_dice(*written);
  if (!dice) { fields.wrong(key, fmt::format("`{}` is not a dice expression", *written), "for example 10+2d4M20"); }
  return dice;
}

Effects read_effects(Fields& fields) {
  Effects out;
  read_amounts(fields, "stats", out.stats);
  fields.each("mods", [&](Fields& mod) {
    Mod made;
    if (mod.find("bonus") == nullptr) { mod.wrong("bonus", "is missing"); }
    const auto bonus = dice_field(mod, "bonus");
    made.stats = mod.texts("flags");
    if (made.stats.empty()) { mod.wrong("flags", "names no stat that gets the bonus"); }
    mod.leave("minimum", "the game itself does not read it");
    if (bonus && !made.stats.empty()) {
      made.bonus = *bonus;
      out.mods.push_back(std::move(made));
    }
  });
  out.flags = fields.texts("flags");
  fields.each("randoms", [&](Fields& random) {
    RandomFlags made;
    made.number = random.integer("number").value_or(1);
    made.types = random.texts("flag types");
    made.flags = random.texts("flags");
    if (made.number < 1 || made.number > 1000) { random.wrong("number", "is outside of 1..1000"); }
    if (made.types.empty() && made.flags.empty()) { random.wrong("flag types", "names nothing to draw from"); }
    out.randoms.push_back(std::move(made));
  });
  read_amounts(fields, "minima", out.minima);
  return out;
}

std::vector<Allocation> read_allocations(Fields& fields, AllocationOf of) {
  std::vector<Allocation> out;
  fields.each("allocatorRules", [&](Fields& rule) {
    Allocation made;
    made.place = rule.place();
    made.field = fmt::format("allocatorRules[{}]", out.size());
    made.least = rule.integer("minDepth").value_or(0);
    made.most = rule.integer("maxDepth").value_or(-1);
    check_range(rule, made.least, made.most);
    if (of != AllocationOf::Theme) {
      if (rule.find("commonness") == nullptr) { rule.wrong("commonness", "is missing"); }
      const auto common = rule.number("commonness");
      const auto expression = common ? number_expression(*common) : std::nullopt;
      if (common && (!expression || common->front() == '-')) {
        rule.wrong("commonness", fmt::format("{} is not a weight", *common),
                   "weights are numbers from 0 to 1000000000");
      }
      made.common = expression.value_or("1");
    }
    if (of == AllocationOf::Item) {
      read_pile(rule, made);
    } else {
      made.filter.allow = rule.texts("allowCategories");
      made.filter.deny = rule.texts("denyCategories");
    }
    if (of == AllocationOf::Affix) { made.quality = rule.required_text("affixLevel"); }
    out.push_back(std::move(made));
  });
  return out;
}

}  // namespace spoils::importers
