#include "cli/output_json.h"

#include <algorithm>
#include <string>
#include <vector>

namespace spoils::cli {

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

// An input in force, converted from its text in a pack.
void add_source(JsonWriter& json, const InputInfo& input, const std::string& written) {
  const bool is_number = input.kind == InputInfo::Kind::Integer || input.kind == InputInfo::Kind::Number;
  if (is_number && is_json_integer(written)) {
    json.key(input.name).raw(written);
  } else if (input.kind == InputInfo::Kind::Flag) {
    json.member(input.name, written == "true");
  } else if (written.empty() || written == "none") {
    json.member(input.name, nullptr);
  } else {
    json.member(input.name, input.kind == InputInfo::Kind::Text ? unquoted(written) : written);
  }
}

// Returns `"NAME":`.
std::string quoted(std::string_view name) {
  std::string out;
  JsonWriter(out).key(name);
  return out;
}

class JsonRolls final : public RollWriter {
 public:
  explicit JsonRolls(const RollHeading& heading) : parts_(heading, "spoils.roll") {}

  void roll(std::uint64_t index, const Things& things, RollText& out) override {
    JsonWriter json(out.text());
    parts_.open(index, json);
    if (!parts_.add_things(things, json, out)) { return; }
    json.close('}');
    out.text() += '\n';
  }

 private:
  RollJson parts_;
};

}  // namespace

RollJson::RollJson(const RollHeading& heading, std::string_view schema) : watch_(heading) {
  JsonWriter head(head_);
  head.member("schema", schema).member("version", 1);
  head.member("pack", heading.pack->name()).member("rule", heading.rule->name);
  head.member("seed", seed_to_text(heading.seed));
  const std::vector<InputInfo>& inputs = heading.pack->inputs();
  JsonWriter values(inputs_);
  values.open('{');
  for (const std::vector<InputInfo>* group : {&inputs, &heading.rule->parameters}) {
    for (const InputInfo& input : *group) { add_source(values, input, value_of(heading.values, input.name)); }
  }
  values.close('}');
  for (const InputInfo& input : inputs) { input_keys_.push_back(quoted(input.name)); }
  for (const FieldInfo& field : heading.pack->fields()) { field_keys_.push_back(quoted(field.name)); }
}

void RollJson::open(std::uint64_t index, JsonWriter& json) const {
  json.open('{').raw(head_).member("index", index).key("inputs").raw(inputs_);
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
  json.close('}').close('}');
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

std::unique_ptr<RollWriter> make_json_writer(const RollHeading& heading) {
  return std::make_unique<JsonRolls>(heading);
}

}  // namespace spoils::cli
