// importers/read_themes.cpp
#include <fmt/format.h>

#include <algorithm>

#include "importers/readers.h"

namespace spoils::importers {

namespace {

// A number, or a list of numbers for repeated applications of the same affix.
std::vector<std::string> numbers_of(Fields& fields, std::string_view key) {
  const Json* value = fields.find(key);
  if (value == nullptr) {
    fields.wrong(key, "is missing");
    return {};
  }
  std::vector<std::string> out;
  const auto add = [&](const Json& number) {
    const auto expression =
        number.kind == Json::Kind::Number ? number_expression(number.text) : std::optional<std::string>{};
    if (expression && expression->front() != '-') {
      out.push_back(*expression);
    } else if (number.kind == Json::Kind::Number) {
      fields.wrong(key, fmt::format("{} is neither a weight nor a percentage", number.text));
    } else {
      fields.wrong_type(key, number, "a number");
    }
  };
  if (value->kind == Json::Kind::List) {
    for (const Json& item : value->items) { add(item); }
  } else {
    add(*value);
  }
  return out;
}

void read_parts(Fields& fields, Theme& out, std::size_t& entries, std::size_t& lists) {
  std::size_t number = 0;
  fields.each("affixes", [&](Fields& entry) {
    ++entries;
    ThemePart part;
    part.field = fmt::format("affixes[{}].name", number++);
    part.affix = entry.required_text("name");
    const auto weights = numbers_of(entry, "weighting");
    const auto chances = numbers_of(entry, "chance");
    lists += weights.size() > 1 || chances.size() > 1 ? 1U : 0U;
    if (weights.size() != chances.size()) {
      entry.wrong("chance", fmt::format("has {} numbers, but weighting has {}", chances.size(), weights.size()));
      return;
    }
    for (std::size_t i = 0; i < weights.size(); ++i) {
      part.weight = weights[i];
      part.percent = chances[i];
      part.nth = static_cast<int>(i) + 1;
      out.parts.push_back(part);
    }
  });
}

}  // namespace

void read_themes(Folder& folder, Game& game) {
  std::size_t rules = 0;
  std::size_t entries = 0;
  std::size_t lists = 0;
  ImportedFile& file = folder.each_record("theme", false, [&](Fields& fields) {
    Theme made;
    made.place = fields.place();
    fields.leave("index", "records are known by their words");
    made.name = fields.required_text("name");
    const auto position = fields.text("position");
    if (position && *position != "prefix" && *position != "suffix") {
      fields.wrong("position", fmt::format("`{}` is neither `prefix` nor `suffix`", *position));
    }
    made.is_prefix = position == "prefix";
    read_parts(fields, made, entries, lists);
    made.allocations = read_allocations(fields, AllocationOf::Theme);
    rules += made.allocations.size();
    made.about = fields.text("description").value_or("");
    game.themes.push_back(std::move(made));
  });
  file.further = {{"rules", rules}, {"affix entries", entries}, {"entries with lists", lists}};
}

}  // namespace spoils::importers
