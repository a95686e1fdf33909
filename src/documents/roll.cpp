#include "documents/roll.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "text/plain/symbol_source.h"
#include "text/plain/text_source.h"

namespace spoils::documents {

namespace {

// Appends a fraction as a decimal if that is finite, otherwise as a fraction: 0.25, -1/3.
void append_fraction(std::string& out, std::int64_t numerator, std::int64_t denominator) {
  constexpr int kMostDigits = 18;
  const bool negative = numerator < 0;
  // In unsigned arithmetic the least number has an opposite.
  std::uint64_t above = negative ? 0U - static_cast<std::uint64_t>(numerator) : static_cast<std::uint64_t>(numerator);
  const auto below = static_cast<std::uint64_t>(denominator);
  std::string digits;
  std::uint64_t rest = above % below;
  while (rest != 0 && digits.size() < kMostDigits && rest <= UINT64_MAX / 10) {
    rest *= 10;
    digits += static_cast<char>('0' + rest / below);
    rest %= below;
  }
  if (negative) { out += '-'; }
  if (rest != 0) {
    fmt::format_to(std::back_inserter(out), "{}/{}", above, below);
  } else {
    fmt::format_to(std::back_inserter(out), "{}", above / below);
    if (!digits.empty()) { out += '.' + digits; }
  }
}

// The text of a value; nothing if the input or parameter is not set, or to `none`.
std::optional<std::string> set_value(const Values& values, std::string_view name) {
  const auto found =
      std::find_if(values.begin(), values.end(), [name](const auto& value) { return value.first == name; });
  if (found == values.end() || found->second == "none") { return std::nullopt; }
  return found->second;
}

// Whether a fraction is written as this text: `0.125`, `-1/3`.
bool is_written(const Value& fraction, const std::string& text) {
  std::string own;
  append_fraction(own, fraction.integer(), fraction.denominator());
  return own == text;
}

}  // namespace

InputWatch::InputWatch(const RollHeading& heading) {
  for (const InputInfo& input : heading.pack->inputs()) {
    const bool is_hidden = heading.rule->hides(input.name);
    const auto written = is_hidden ? input.initial : set_value(heading.values, input.name);
    Expected expected;
    expected.is_set = written && *written != "none";
    expected.text = written.value_or("");
    if (input.kind == InputInfo::Kind::Text) { expected.text = text::text_from_source(expected.text); }
    if (input.kind == InputInfo::Kind::Symbol) { expected.text = text::symbol_name(expected.text); }
    if (input.kind == InputInfo::Kind::Flag) { expected.number = expected.text == "true" ? 1 : 0; }
    if (input.kind == InputInfo::Kind::Integer) {
      std::from_chars(expected.text.data(), expected.text.data() + expected.text.size(), expected.number);
    }
    expected_.push_back(std::move(expected));
  }
}

std::optional<Value> InputWatch::differing(const Thing& thing, std::size_t input) const {
  const Expected& expected = expected_[input];
  Value value = thing.input(input);
  bool is_same = value.is_set() == expected.is_set;
  if (is_same && expected.is_set) {
    switch (value.kind()) {
      case Value::Kind::Integer: is_same = value.integer() == expected.number; break;
      case Value::Kind::Number: is_same = is_written(value, expected.text); break;
      case Value::Kind::Flag: is_same = value.flag() == (expected.number == 1); break;
      case Value::Kind::Symbol:
      case Value::Kind::Text: is_same = value.text() == expected.text; break;
      case Value::Kind::Unset:
      case Value::Kind::List:
      case Value::Kind::Map: break;  // no input has such a value
    }
  }
  return is_same ? std::nullopt : std::optional<Value>(std::move(value));
}

namespace {

// Each key and its value, as a pack writes them: `fire 2, slay evil 100`.
void append_entries(std::string& out, const Value& map, bool shown) {
  const char* separator = "";
  for (const auto& [key, value] : map.entries()) {
    out += separator;
    separator = ", ";
    append_plain(out, key, "", shown);
    const fmt::format_int digits(value);
    out += ' ';
    out.append(digits.data(), digits.size());
  }
}

}  // namespace

void append_plain(std::string& out, const Value& value, std::string_view separator, bool shown) {
  switch (value.kind()) {
    case Value::Kind::Unset: return;
    case Value::Kind::Integer: {
      const fmt::format_int digits(value.integer());
      out.append(digits.data(), digits.size());
      return;
    }
    case Value::Kind::Number: append_fraction(out, value.integer(), value.denominator()); return;
    case Value::Kind::Flag: out += value.flag() ? "true" : "false"; return;
    case Value::Kind::Symbol: out += shown ? value.shown() : value.text(); return;
    case Value::Kind::Text: out += value.text(); return;
    case Value::Kind::Map: append_entries(out, value, shown); return;
    case Value::Kind::List: break;
  }
  bool first = true;
  for (const Value& member : value.members()) {
    if (!first) { out += separator; }
    first = false;
    append_plain(out, member, separator, shown);
  }
}

using text::JsonWriter;

namespace {

// A list of texts may be far longer than the contents of a roll, since its members may all be the same text: it is
// written out between members.
void add_value(JsonWriter& json, RollText& out, const Value& value) {
  switch (value.kind()) {
    case Value::Kind::Unset: json.value(nullptr); return;
    case Value::Kind::Integer: json.value(value.integer()); return;
    case Value::Kind::Number:
      if (value.denominator() == 1) {
        json.value(value.integer());
      } else {
        // The nearest double: JSON has no fractions. CSV and text show them exactly.
        json.value(static_cast<double>(value.integer()) / static_cast<double>(value.denominator()));
      }
      return;
    case Value::Kind::Flag: json.value(value.flag()); return;
    case Value::Kind::Symbol:
    case Value::Kind::Text: json.value(value.text()); return;
    case Value::Kind::Map:
      json.open('{');
      for (const auto& [key, number] : value.entries()) {
        std::string name;
        append_plain(name, key, "", false);
        json.member(name, number);
        if (!out.pass_on()) { return; }
      }
      json.close('}');
      return;
    case Value::Kind::List: break;
  }
  json.open('[');
  for (const Value& member : value.members()) {
    add_value(json, out, member);
    if (!out.pass_on()) { return; }
  }
  json.close(']');
}

bool is_json_integer(std::string_view text) {
  if (!text.empty() && text.front() == '-') { text.remove_prefix(1); }
  if (text.empty() || (text.front() == '0' && text.size() > 1)) { return false; }
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// An input in force, converted from its text in a pack; null if it is unset.
void add_source(JsonWriter& json, const InputInfo& input, const std::optional<std::string>& written) {
  const bool is_number = input.kind == InputInfo::Kind::Integer || input.kind == InputInfo::Kind::Number;
  if (!written) {
    json.member(input.name, nullptr);
  } else if (is_number && is_json_integer(*written)) {
    json.key(input.name).raw(*written);
  } else if (input.kind == InputInfo::Kind::Flag) {
    json.member(input.name, *written == "true");
  } else {
    const auto is_text = input.kind == InputInfo::Kind::Text;
    json.member(input.name, is_text ? text::text_from_source(*written) : std::string(text::symbol_name(*written)));
  }
}

// Returns `"NAME":`.
std::string quoted(std::string_view name) {
  std::string out;
  JsonWriter(out).key(name);
  return out;
}

}  // namespace

RollJson::RollJson(const RollHeading& heading, std::string_view schema, bool has_terms, int version)
    : watch_(heading), measures_(heading.measures), has_terms_(has_terms) {
  JsonWriter head(head_);
  head.member("schema", schema).member("version", version);
  head.member("pack", heading.pack->name()).member("rule", heading.rule->name);
  head.member("seed", seed_to_text(heading.seed));
  const std::vector<InputInfo>& inputs = heading.pack->inputs();
  JsonWriter values(inputs_);
  values.open('{');
  for (const std::vector<InputInfo>* group : {&inputs, &heading.rule->parameters}) {
    for (const InputInfo& input : *group) {
      if (group == &inputs && heading.rule->hides(input.name)) { continue; }
      add_source(values, input, set_value(heading.values, input.name));
    }
  }
  values.close('}');
  write_states(heading);
  for (const InputInfo& input : inputs) { input_keys_.push_back(quoted(input.name)); }
  for (const FieldInfo& field : heading.pack->fields()) { field_keys_.push_back(quoted(field.name)); }
  for (const auto measure : measures_) { measure_keys_.push_back(quoted(heading.pack->measures()[measure].name)); }
}

void RollJson::write_states(const RollHeading& heading) {
  if (heading.states.empty()) { return; }
  JsonWriter json(states_);
  json.open('{');
  for (const auto& [name, value] : heading.states) {
    const auto& all = heading.pack->states();
    const auto info =
        std::find_if(all.begin(), all.end(), [&state = name](const auto& one) { return one.name == state; });
    if (info == all.end() || value.starts_with('{')) {  // a set or a map, as odds show it
      json.member(name, value);
    } else {
      add_source(json, *info, set_value(heading.states, name));
    }
  }
  json.close('}');
}

void RollJson::open(std::uint64_t index, JsonWriter& json) const {
  json.open('{').raw(head_).member("index", index).key("inputs").raw(inputs_);
  if (!states_.empty()) { json.key("state").raw(states_); }
}

bool RollJson::add_things(const Things& things, JsonWriter& json, RollText& out) {
  json.key("things").open('[');
  for (const Thing thing : things) {
    add_thing(thing, json, out);
    if (!out.pass_on()) { return false; }
  }
  json.close(']');
  return true;
}

void RollJson::add_thing(const Thing& thing, JsonWriter& json, RollText& out) {
  name_.clear();
  thing.append_name(name_);
  json.open('{').member("name", name_);
  if (thing.holder() >= 0) { json.member("holder", thing.holder()); }
  add_differing_inputs(thing, json, out);
  json.key("fields").open('{');
  for (std::size_t field = 0; field < field_keys_.size(); ++field) {
    json.quoted_key(field_keys_[field]);
    if (thing.is_set(field)) {
      add_value(json, out, thing.field(field));
      if (!out.pass_on()) { return; }
    } else {
      json.value(nullptr);
    }
  }
  json.close('}');
  if (!measures_.empty()) { add_measures(thing, json, out); }
  json.close('}');
}

void RollJson::add_measures(const Thing& thing, JsonWriter& json, RollText& out) const {
  json.key("measures").open('{');
  for (std::size_t i = 0; i < measures_.size(); ++i) {
    json.quoted_key(measure_keys_[i]);
    add_value(json, out, thing.measure(measures_[i]));
  }
  json.close('}');
  if (!has_terms_) { return; }
  json.key("terms").open('{');
  for (std::size_t i = 0; i < measures_.size(); ++i) {
    json.quoted_key(measure_keys_[i]).open('[');
    for (const auto& [name, value] : thing.terms(measures_[i])) {
      json.open('{').member("name", name).key("value");
      add_value(json, out, value);
      json.close('}');
    }
    json.close(']');
  }
  json.close('}');
}

void RollJson::add_differing_inputs(const Thing& thing, JsonWriter& json, RollText& out) const {
  bool any = false;
  for (std::size_t input = 0; input < watch_.size(); ++input) {
    const auto value = watch_.differing(thing, input);
    if (!value) { continue; }
    if (!any) { json.key("inputs").open('{'); }
    any = true;
    json.quoted_key(input_keys_[input]);
    add_value(json, out, *value);
  }
  if (any) { json.close('}'); }
}

void write_roll(RollJson& parts, std::uint64_t index, const Things& things, RollText& out) {
  JsonWriter json(out.text());
  parts.open(index, json);
  if (!parts.add_things(things, json, out)) { return; }
  json.close('}');
  out.text() += '\n';
}

}  // namespace spoils::documents
