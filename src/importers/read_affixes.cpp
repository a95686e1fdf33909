// importers/read_affixes.cpp
//
// Reads the qualities and types of affixes, and the affixes.
#include <fmt/format.h>

#include <algorithm>

#include "importers/readers.h"

namespace spoils::importers {

namespace {

std::string read_position(Fields& fields, std::initializer_list<std::string_view> known) {
  const auto position = fields.text("position");
  if (!position) { return {}; }
  if (std::find(known.begin(), known.end(), *position) == known.end()) {
    fields.wrong("position", fmt::format("`{}` is not a position in a name", *position),
                 fmt::format("it is one of `{}`", fmt::join(known, "`, `")));
    return {};
  }
  return *position;
}

void read_limits(Fields& fields, AffixClass& out) {
  fields.each("allocatorRules", [&](Fields& row) {
    Limit limit;
    limit.least_level = row.integer("minDepth").value_or(0);
    limit.most_level = row.integer("maxDepth").value_or(-1);
    limit.least = row.integer("minNum").value_or(0);
    limit.most = row.integer("maxNum").value_or(-1);
    if (limit.least_level < 0 || (limit.most_level != -1 && limit.least_level > limit.most_level)) {
      row.wrong("minDepth", "begins a range without levels");
    }
    if (limit.most != -1 && limit.least > limit.most) {
      row.wrong("minNum", fmt::format("{} is above maxNum {}", limit.least, limit.most));
    }
    out.limits.push_back(limit);
  });
}

std::vector<AffixClass> read_classes(const std::string& file, const Json& dictionary, bool qualities, Notes& notes) {
  std::vector<AffixClass> out;
  for (const auto& [name, value] : dictionary.members) {
    const Place place{file, name, value.line};
    if (value.kind != Json::Kind::Object) {
      notes.wrong(place, {}, fmt::format("is {}, but an object is expected", kind_name(value.kind)));
      continue;
    }
    AffixClass made;
    made.place = place;
    made.name = name;
    Fields fields(value, place, notes);
    if (qualities) {
      if (fields.find("rank") == nullptr) { fields.wrong("rank", "is missing"); }
      made.rank = fields.integer("rank").value_or(0);
    } else {
      made.position = read_position(fields, {"modPrefix", "basePrefix", "suffix"});
      made.distance = fields.integer("positionDistance");
      fields.leave("nameOrderGroup", "the game itself does not read it");
    }
    read_limits(fields, made);
    fields.finish();
    out.push_back(std::move(made));
  }
  return out;
}

Affix read_affix(Fields& fields) {
  Affix out;
  out.place = fields.place();
  fields.leave("index", "records are known by their words");
  out.name = fields.required_text("name");
  out.type = fields.text("affixType").value_or("");
  out.genus = fields.text("genus").value_or("");
  out.position = read_position(fields, {"modPrefix", "basePrefix", "suffix"});
  out.distance = fields.integer("positionDistance");
  out.effects = read_effects(fields);
  out.conflicts = fields.texts("conflicts");
  out.allocations = read_allocations(fields, AllocationOf::Affix);
  fields.leave("procs", "what the game does when it is used");
  out.about = fields.text("description").value_or("");
  return out;
}

}  // namespace

void read_affixes(Folder& folder, Game& game) {
  folder.whole("affix_meta", true, [&](const std::string& file, const Json& root) {
    const bool two = root.kind == Json::Kind::List && root.items.size() == 2 &&
                     root.items[0].kind == Json::Kind::Object && root.items[1].kind == Json::Kind::Object;
    if (!two) {
      folder.notes().wrong({file, {}, root.line}, {}, "is not a list of two objects: the qualities and the types");
      return;
    }
    game.qualities = read_classes(file, root.items[0], true, folder.notes());
    game.slots = read_classes(file, root.items[1], false, folder.notes());
  });
  ImportedFile& meta = folder.files().back();
  meta.records = game.qualities.size() + game.slots.size();
  meta.further = {{"qualities", game.qualities.size()}, {"types", game.slots.size()}};
  const auto by_rank = [](const AffixClass& a, const AffixClass& b) { return a.rank < b.rank; };
  std::stable_sort(game.qualities.begin(), game.qualities.end(), by_rank);

  std::size_t rules = 0;
  std::size_t plain = 0;
  ImportedFile& file = folder.each_record("affix", true, [&](Fields& fields) {
    game.affixes.push_back(read_affix(fields));
    const Affix& affix = game.affixes.back();
    rules += affix.allocations.size();
    plain += affix.type.empty() && affix.allocations.empty() ? 1U : 0U;
  });
  file.further = {{"rules", rules}, {"without type and rules", plain}};
}

}  // namespace spoils::importers
