// importers/fields.cpp
//
// Reads typed fields from a JSON object, records which were read, and reports the others at their lines.
#include "importers/fields.h"

#include <fmt/format.h>

#include "text/plain/integer.h"

namespace spoils::importers {

namespace {

bool is_number(std::string_view text) {
  std::size_t at = text.substr(0, 1) == "-" ? 1 : 0;
  const std::size_t first = at;
  bool point = false;
  for (; at < text.size(); ++at) {
    if (text[at] == '.' && !point && at > first && at + 1 < text.size()) {
      point = true;
    } else if (text[at] < '0' || text[at] > '9') {
      return false;
    }
  }
  return text.size() > first;
}

}  // namespace

Fields::Fields(const Json& object, Place place, Notes& notes, std::string within)
    : object_(object), place_(std::move(place)), notes_(notes), within_(std::move(within)) {}

const Json* Fields::find(std::string_view key) {
  read_.emplace(key);
  return object_.find(key);
}

void Fields::wrong(std::string_view key, std::string what, std::string help) {
  notes_.wrong(place_, within_ + std::string(key), std::move(what), std::move(help));
}

void Fields::wrong_type(std::string_view key, const Json& value, std::string_view belongs) {
  Place here = place_;
  here.line = value.line;
  notes_.wrong(here, within_ + std::string(key),
               fmt::format("is {}, but {} is expected", kind_name(value.kind), belongs));
}

std::optional<std::string> Fields::text(std::string_view key) {
  const Json* value = find(key);
  if (value == nullptr) { return std::nullopt; }
  if (value->kind == Json::Kind::Text) { return value->text; }
  wrong_type(key, *value, "a text");
  return std::nullopt;
}

std::optional<std::int64_t> Fields::integer(std::string_view key) {
  const Json* value = find(key);
  if (value == nullptr) { return std::nullopt; }
  const auto number = value->kind == Json::Kind::Number ? text::integer_of(value->text) : std::nullopt;
  // Real data are far below these limits; a number beyond them is a mistake, and would overflow later.
  if (number && *number >= -1'000'000'000 && *number <= 1'000'000'000) { return number; }
  if (value->kind == Json::Kind::Number) {
    wrong(key, fmt::format("is {}, but an integer from -1,000,000,000 to 1,000,000,000 is expected", value->text));
  } else {
    wrong_type(key, *value, "an integer");
  }
  return std::nullopt;
}

std::optional<std::string> Fields::number(std::string_view key) {
  const Json* value = find(key);
  if (value == nullptr) { return std::nullopt; }
  if (value->kind == Json::Kind::Number || (value->kind == Json::Kind::Text && is_number(value->text))) {
    return value->text;
  }
  wrong_type(key, *value, "a number");
  return std::nullopt;
}

std::optional<std::string> Fields::scalar(std::string_view key) {
  const Json* value = find(key);
  if (value == nullptr) { return std::nullopt; }
  if (value->kind == Json::Kind::Number || value->kind == Json::Kind::Text) { return value->text; }
  wrong_type(key, *value, "a number or a text");
  return std::nullopt;
}

std::vector<std::string> Fields::texts(std::string_view key) {
  const Json* value = find(key);
  if (value == nullptr) { return {}; }
  if (value->kind == Json::Kind::Text) { return {value->text}; }
  if (value->kind != Json::Kind::List) {
    wrong_type(key, *value, "a list of texts");
    return {};
  }
  std::vector<std::string> out;
  for (std::size_t i = 0; i < value->items.size(); ++i) {
    const Json& item = value->items[i];
    if (item.kind == Json::Kind::Text) {
      out.push_back(item.text);
    } else {
      wrong_type(fmt::format("{}[{}]", key, i), item, "a text");
    }
  }
  return out;
}

std::string Fields::required_text(std::string_view key) {
  const bool there = find(key) != nullptr;
  auto out = text(key);
  if (!there) { wrong(key, "is missing"); }
  return out.value_or("");
}

void Fields::each(std::string_view key, const std::function<void(Fields&)>& see) {
  const Json* value = find(key);
  if (value == nullptr) { return; }
  if (value->kind != Json::Kind::List) {
    wrong_type(key, *value, "a list of objects");
    return;
  }
  for (std::size_t i = 0; i < value->items.size(); ++i) {
    const Json& item = value->items[i];
    const std::string name = fmt::format("{}[{}]", key, i);
    if (item.kind != Json::Kind::Object) {
      wrong_type(name, item, "an object");
      continue;
    }
    Place here = place_;
    here.line = item.line;
    Fields fields(item, here, notes_, fmt::format("{}{}.", within_, name));
    see(fields);
    fields.finish();
  }
}

void Fields::inside(std::string_view key, const std::function<void(Fields&)>& see) {
  const Json* value = find(key);
  if (value == nullptr) { return; }
  if (value->kind != Json::Kind::Object) {
    wrong_type(key, *value, "an object");
    return;
  }
  Fields fields(*value, place_, notes_, fmt::format("{}{}.", within_, key));
  see(fields);
  fields.finish();
}

void Fields::members(std::string_view key, const std::function<void(const std::string&, const Json&)>& see) {
  const Json* value = find(key);
  if (value == nullptr) { return; }
  if (value->kind != Json::Kind::Object) {
    wrong_type(key, *value, "an object");
    return;
  }
  for (const auto& [name, member] : value->members) { see(name, member); }
}

void Fields::leave(std::string_view key, std::string_view why) {
  const Json* value = find(key);
  if (value == nullptr) { return; }
  // An empty list contains no data to lose.
  if (value->kind == Json::Kind::List && value->items.empty()) { return; }
  notes_.left_out(place_, within_ + std::string(key), std::string(why));
}

void Fields::finish() {
  const std::vector<std::string> known(read_.begin(), read_.end());
  for (const auto& [key, value] : object_.members) {
    if (read_.find(key) != read_.end()) { continue; }
    Place here = place_;
    here.line = value.line;
    notes_.wrong(here, within_ + key, "is unknown", did_you_mean(key, known));
  }
}

}  // namespace spoils::importers
