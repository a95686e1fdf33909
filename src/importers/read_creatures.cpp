// importers/read_creatures.cpp
//
// Reads creatures and their families: their drops, and their properties.
#include <fmt/format.h>

#include "importers/readers.h"
#include "importers/words.h"

namespace spoils::importers {

namespace {

void read_blows(Fields& fields, Creature& out) {
  fields.each("blows", [&](Fields& blow) {
    Blow made;
    made.verb = blow.required_text("verb");
    made.damage = dice_field(blow, "damage");
    made.element = blow.text("element").value_or("");
    made.effect = blow.text("proc").value_or("");
    out.blows.push_back(std::move(made));
  });
}

// Their fields are those of loot templates; the writer of the templates reads them.
void read_drops(Fields& fields, Creature& out) {
  const Json* drops = fields.find("drops");
  if (drops == nullptr) { return; }
  if (drops->kind != Json::Kind::List) {
    fields.wrong_type("drops", *drops, "a list of objects");
    return;
  }
  for (std::size_t i = 0; i < drops->items.size(); ++i) {
    const Json& drop = drops->items[i];
    Place here = fields.place();
    here.line = drop.line;
    if (drop.kind == Json::Kind::Object) {
      out.drops.emplace_back(std::move(here), drop);
    } else {
      fields.wrong_type(fmt::format("drops[{}]", i), drop, "an object");
    }
  }
}

void read_stats(Fields& fields, Creature& out) {
  if (out.is_family) {
    fields.leave("stats", "what a race or class of players gets");
    return;
  }
  fields.members("stats", [&](const std::string& stat, const Json& value) {
    const auto number = value.kind == Json::Kind::Number ? number_expression(value.text) : std::nullopt;
    const bool is_positive = stat == "speed" || stat == "maxHitpoints";
    if (number && is_positive &&
        (value.text.front() == '-' || value.text.find_first_of("123456789") == std::string::npos)) {
      fields.wrong(fmt::format("stats.{}", stat), fmt::format("is {}, but it must be above 0", value.text));
    } else if (number) {
      out.numbers.emplace_back(symbol_of(stat, true), *number);
    } else {
      fields.wrong_type(fmt::format("stats.{}", stat), value, "a number");
    }
  });
}

Creature read_creature(Fields& fields, bool is_family) {
  Creature out;
  out.is_family = is_family;
  out.place = fields.place();
  fields.leave("index", "records are known by their words");
  out.name = fields.required_text("name");
  out.templates = fields.texts("templates");
  for (const auto& [key, name] : {std::pair{"nativeDepth", "native"}, std::pair{"rarity", "rarity"},
                                  std::pair{"experienceValue", "experience"}}) {
    if (const auto value = fields.integer(key)) { out.numbers.emplace_back(name, fmt::to_string(*value)); }
  }
  read_stats(fields, out);
  out.flags = fields.texts("flags");
  read_blows(fields, out);
  fields.inside("magic", [&](Fields& magic) {
    if (const auto frequency = magic.integer("frequency")) {
      out.numbers.emplace_back("spell_frequency", fmt::to_string(*frequency));
    }
    out.spells = magic.texts("spells");
  });
  read_drops(fields, out);
  out.about = fields.text("description").value_or("");
  fields.leave("display", "how the game draws it");
  fields.leave("procs", "what the game does with it");
  fields.leave("category", "families say what a creature is");
  fields.leave("equipDescToSlot", "what a player does with it");
  const auto type = fields.text("type");
  if (type && *type != out.name) { fields.leave("type", "families say what a creature is"); }
  return out;
}

}  // namespace

void read_creatures(Folder& folder, Game& game) {
  folder.each_record("creature_template", false,
                     [&](Fields& fields) { game.creatures.push_back(read_creature(fields, true)); });
  std::size_t droppers = 0;
  std::size_t entries = 0;
  ImportedFile& file = folder.each_record("creature", false, [&](Fields& fields) {
    game.creatures.push_back(read_creature(fields, false));
    droppers += game.creatures.back().drops.empty() ? 0U : 1U;
    entries += game.creatures.back().drops.size();
  });
  file.further = {{"with drops", droppers}, {"drop entries", entries}};

  if (folder.is_broken()) { return; }
  std::vector<Kin> kin;
  for (const Creature& creature : game.creatures) {
    kin.push_back({&creature.place, creature.is_family ? creature.name : std::string{}, &creature.templates});
  }
  const auto ancestors = ancestors_of(kin, folder.notes());
  for (std::size_t i = 0; i < ancestors.size(); ++i) { game.creatures[i].ancestors = ancestors[i]; }
}

}  // namespace spoils::importers
