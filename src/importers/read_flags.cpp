// importers/read_flags.cpp
//
// Reads the flags of items, and the flavors of unidentified items.
#include <fmt/format.h>

#include "importers/readers.h"

namespace spoils::importers {

namespace {

std::string without_blanks_around(std::string_view text) {
  while (!text.empty() && text.front() == ' ') { text.remove_prefix(1); }
  while (!text.empty() && text.back() == ' ') { text.remove_suffix(1); }
  return std::string(text);
}

FlagRecord read_flag(Fields& fields) {
  FlagRecord out;
  out.place = fields.place();
  out.label = without_blanks_around(fields.required_text("label"));
  out.title = without_blanks_around(fields.text("name").value_or(""));
  out.type = without_blanks_around(fields.required_text("flagType"));
  out.base_power = fields.integer("basePower");
  out.power_factor = fields.integer("powerMult");
  fields.members("slotPower", [&](const std::string& slot, const Json& factor) {
    const auto expression =
        factor.kind == Json::Kind::Number ? number_expression(factor.text) : std::optional<std::string>{};
    if (!expression) {
      fields.wrong_type(fmt::format("slotPower.{}", slot), factor, "a number");
    } else if (*expression != "1") {
      out.slot_factors.emplace_back(slot, *expression);
    }
  });
  fields.leave("ID", "how a player learns of it");
  fields.leave("ID message", "how a player learns of it");
  return out;
}

}  // namespace

void read_flags(Folder& folder, Game& game) {
  std::size_t powers = 0;
  ImportedFile& file = folder.each_record("object_flags", false, [&](Fields& fields) {
    game.flags.push_back(read_flag(fields));
    powers += game.flags.back().base_power ? 1U : 0U;
  });
  file.further = {{"with a base power", powers}};

  std::size_t names = 0;
  ImportedFile& flavors = folder.each_record("flavor_colors", false, [&](Fields& fields) {
    FlavorGroup made;
    made.place = fields.place();
    made.name = fields.required_text("type");
    if (made.name == "Titles") {
      fields.leave("flavors", "made up at run time");
      return;
    }
    fields.members("flavors", [&](const std::string& flavor, const Json& colour) {
      if (colour.kind == Json::Kind::Text) {
        made.flavors.emplace_back(flavor, colour.text);
      } else {
        fields.wrong_type(fmt::format("flavors.{}", flavor), colour, "the name of a colour");
      }
    });
    names += made.flavors.size();
    game.flavors.push_back(std::move(made));
  });
  flavors.further = {{"flavors", names}};
}

}  // namespace spoils::importers
