// importers/read_items.cpp
//
// Reads item templates, base items and artifacts: three files with the same format.
#include <fmt/format.h>

#include <algorithm>

#include "importers/readers.h"
#include "importers/words.h"

namespace spoils::importers {

namespace {

void read_name(Fields& fields, Item& out) {
  fields.inside("nameInfo", [&](Fields& info) {
    out.noun = info.text("baseNoun");
    out.modifier = info.text("modifierNoun");
    out.variant = info.text("variantName");
    out.proper = info.text("properName");
    out.flavor_types = info.texts("flavorTypes");
    const auto position = info.text("flavorPosition");
    if (position && *position != "suffix" && *position != "basePrefix") {
      info.wrong("flavorPosition", fmt::format("`{}` is neither `suffix` nor `basePrefix`", *position));
    }
    out.flavor_is_suffix = position == "suffix";
    info.leave("proc", "names are built by the library `affixes`");
  });
}

void read_activations(Fields& fields, Effects& out) {
  fields.each("procs", [&](Fields& proc) {
    Activation made;
    made.effect = proc.text("effect").value_or("");
    made.recharge = proc.text("rechargeTime").value_or("");
    made.message = proc.text("message").value_or("");
    made.complexity = proc.integer("complexity");
    if (!made.recharge.empty() && !read_dice(made.recharge)) {
      proc.wrong("rechargeTime", fmt::format("`{}` is not a dice expression", made.recharge));
    }
    out.activations.push_back(std::move(made));
  });
}

// The data write "False", or nothing.
bool read_randomise(Fields& fields) {
  const Json* value = fields.find("randomise");
  if (value == nullptr) { return true; }
  if (value->kind == Json::Kind::Flag) { return value->flag; }
  const std::string says = in_small_letters(value->text);
  if (says != "true" && says != "false") { fields.wrong("randomise", "is neither true nor false"); }
  return says != "false";
}

void leave_what_is_no_loot(Fields& fields) {
  fields.leave("display", "how the game draws it");
  fields.leave("useVerb", "what a player does with it");
  fields.leave("maxCapacity", "a pack has no containers");
  fields.leave("carriableCategories", "a pack has no containers");
  fields.leave("containerContents", "a pack has no containers");
  fields.leave("spellInfo", "what a player does with it");
  fields.leave("manaCost", "what a player does with it");
  fields.leave("failureRate", "what a player does with it");
  fields.leave("validClasses", "what a player does with it");
  fields.leave("classToSpellStats", "what a player does with it");
}

Item read_item(Fields& fields, Item::Source source) {
  Item out;
  out.source = source;
  out.place = fields.place();
  out.templates = fields.texts("templates");
  out.categories = fields.texts("categories");
  read_name(fields, out);
  out.effects = read_effects(fields);
  if (source == Item::Source::Template) { out.template_name = fields.required_text("templateName"); }
  if (source == Item::Source::Artifact) {
    read_activations(fields, out.effects);
    out.is_randomised = read_randomise(fields);
  } else {
    fields.leave("procs", "what the game does when it is used");
  }
  if (source != Item::Source::Template) {
    fields.leave("index", "records are known by their words");
    out.subtype = fields.text("subtype").value_or("");
    out.allocations = read_allocations(fields, AllocationOf::Item);
  }
  fields.leave("charges", "a pack has no charges");
  out.type = fields.text("type").value_or("");
  const auto slots = fields.texts("equipSlots");
  if (!slots.empty()) { out.equip_slot = slots.front(); }
  if (slots.size() > 1) { fields.leave("equipSlots", "the slots after the first; a kind has one"); }
  leave_what_is_no_loot(fields);
  out.about = fields.text("description").value_or("");
  return out;
}

}  // namespace

void read_items(Folder& folder, Game& game) {
  struct File {
    const char* name;
    Item::Source source;
    bool needed;
  };
  for (const auto& [name, source, needed] :
       {File{"object_template", Item::Source::Template, true}, File{"object", Item::Source::Object, true},
        File{"artifact", Item::Source::Artifact, false}}) {
    std::size_t rules = 0;
    std::size_t piles = 0;
    ImportedFile& file = folder.each_record(name, needed, [&, of = source](Fields& fields) {
      game.items.push_back(read_item(fields, of));
      for (const Allocation& rule : game.items.back().allocations) {
        ++rules;
        piles += rule.pile ? 1U : 0U;
      }
    });
    if (source != Item::Source::Template) { file.further = {{"rules", rules}, {"rules with piles", piles}}; }
  }
  if (folder.is_broken()) { return; }
  std::vector<Kin> kin;
  for (const Item& item : game.items) { kin.push_back({&item.place, item.template_name, &item.templates}); }
  const auto ancestors = ancestors_of(kin, folder.notes());
  for (std::size_t i = 0; i < ancestors.size(); ++i) { game.items[i].ancestors = ancestors[i]; }
}

}  // namespace spoils::importers
