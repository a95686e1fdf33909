// cli/output_json.cpp
#include "cli/output_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "cli/utf8.h"

namespace spoils::cli {

namespace {

// 1 for the bytes that need no escape in a JSON string.
constexpr std::array<bool, 256> plain_bytes() {
  std::array<bool, 256> plain{};
  for (std::size_t byte = 0x20; byte < 0x80; ++byte) { plain[byte] = byte != '"' && byte != '\\'; }
  return plain;
}
constexpr std::array<bool, 256> kPlain = plain_bytes();

void append_escaped_byte(std::string& out, char byte) {
  switch (byte) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\n': out += "\\n"; return;
    case '\t': out += "\\t"; return;
    case '\r': out += "\\r"; return;
    default: fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(byte));
  }
}

void append_integer(std::string& out, std::int64_t number) {
  const fmt::format_int digits(number);
  out.append(digits.data(), digits.size());
}

// A list of texts may be far longer than the contents of a roll, since its members may all be the same text: it is
// written out between members.
void append_value(RollText& rolled, const Value& value) {
  std::string& out = rolled.text();
  switch (value.kind()) {
    case Value::Kind::Unset: out += "null"; return;
    case Value::Kind::Integer: append_integer(out, value.integer()); return;
    case Value::Kind::Number:
      if (value.denominator() == 1) {
        append_integer(out, value.integer());
      } else {
        // The nearest double: JSON has no fractions. CSV and text show them exactly.
        fmt::format_to(std::back_inserter(out), "{}",
                       static_cast<double>(value.integer()) / static_cast<double>(value.denominator()));
      }
      return;
    case Value::Kind::Flag: out += value.flag() ? "true" : "false"; return;
    case Value::Kind::Symbol:
    case Value::Kind::Text: append_json_string(out, value.text()); return;
    case Value::Kind::List: break;
  }
  out += '[';
  bool first = true;
  for (const Value& member : value.members()) {
    if (!first) { out += ','; }
    first = false;
    append_value(rolled, member);
    if (!rolled.pass_on()) { return; }
  }
  out += ']';
}

bool is_json_integer(std::string_view text) {
  if (!text.empty() && text.front() == '-') { text.remove_prefix(1); }
  if (text.empty() || (text.front() == '0' && text.size() > 1)) { return false; }
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// An input in force, converted from its text in a pack.
void append_source(std::string& out, InputInfo::Kind kind, const std::string& written) {
  const bool unset = written.empty() || written == "none";
  switch (kind) {
    case InputInfo::Kind::Integer:
    case InputInfo::Kind::Number:
      if (is_json_integer(written)) {
        out += written;
        return;
      }
      break;
    case InputInfo::Kind::Flag: out += written == "true" ? "true" : "false"; return;
    case InputInfo::Kind::Text:
      if (unset) { break; }
      append_json_string(out, unquoted(written));
      return;
    case InputInfo::Kind::Symbol: break;
  }
  append_json_string_or_null(out, unset ? std::string_view{} : written);
}

// Returns `"NAME":`.
std::string key(std::string_view name) {
  std::string out;
  append_json_string(out, name);
  return out + ':';
}

class JsonWriter final : public RollWriter {
 public:
  explicit JsonWriter(const RollHeading& heading) : parts_(heading, "spoils.roll") {}

  void roll(std::uint64_t index, const Things& things, RollText& out) override {
    parts_.append_head(index, out.text());
    if (parts_.append_things(things, out)) { out.text() += "}\n"; }
  }

 private:
  RollJson parts_;
};

}  // namespace

RollJson::RollJson(const RollHeading& heading, std::string_view schema) : watch_(heading) {
  head_ = fmt::format(R"({{"schema":"{}","version":1,"pack":)", schema);
  append_json_string(head_, heading.pack->name());
  head_ += R"(,"rule":)";
  append_json_string(head_, heading.rule->name);
  head_ += fmt::format(R"(,"seed":"{}","index":)", seed_to_text(heading.seed));
  const std::vector<InputInfo>& inputs = heading.pack->inputs();
  inputs_ = R"(,"inputs":{)";
  for (const std::vector<InputInfo>* group : {&inputs, &heading.rule->parameters}) {
    for (const InputInfo& input : *group) {
      if (inputs_.back() != '{') { inputs_ += ','; }
      inputs_ += key(input.name);
      append_source(inputs_, input.kind, value_of(heading.values, input.name));
    }
  }
  inputs_ += '}';
  for (const InputInfo& input : inputs) { input_keys_.push_back(key(input.name)); }
  for (const FieldInfo& field : heading.pack->fields()) {
    field_keys_.push_back((field_keys_.empty() ? "" : ",") + key(field.name));
  }
}

void RollJson::append_head(std::uint64_t index, std::string& out) const {
  out += head_;
  const fmt::format_int digits(index);
  out.append(digits.data(), digits.size());
  out += inputs_;
}

bool RollJson::append_things(const Things& things, RollText& out) {
  out.text() += R"(,"things":[)";
  bool first = true;
  for (const Thing thing : things) {
    if (!first) { out.text() += ','; }
    first = false;
    append_thing(thing, out);
    if (!out.pass_on()) { return false; }
  }
  out.text() += ']';
  return true;
}

void RollJson::append_thing(const Thing& thing, RollText& rolled) {
  std::string& out = rolled.text();
  name_.clear();
  thing.append_name(name_);
  out += R"({"name":)";
  append_json_string(out, name_);
  if (thing.holder() >= 0) {
    out += R"(,"holder":)";
    append_integer(out, thing.holder());
  }
  append_differing_inputs(thing, rolled);
  out += R"(,"fields":{)";
  for (std::size_t field = 0; field < field_keys_.size(); ++field) {
    out += field_keys_[field];
    if (thing.is_set(field)) {
      append_value(rolled, thing.field(field));
      if (!rolled.pass_on()) { return; }
    } else {
      out += "null";
    }
  }
  out += "}}";
}

void RollJson::append_differing_inputs(const Thing& thing, RollText& rolled) const {
  std::string& out = rolled.text();
  bool any = false;
  for (std::size_t input = 0; input < watch_.size(); ++input) {
    const auto value = watch_.differing(thing, input);
    if (!value) { continue; }
    out += any ? "," : R"(,"inputs":{)";
    any = true;
    out += input_keys_[input];
    append_value(rolled, *value);
  }
  if (any) { out += '}'; }
}

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  std::size_t begin = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    if (kPlain[static_cast<unsigned char>(text[at])]) {
      ++at;
      continue;
    }
    const std::size_t here = at;
    if (static_cast<unsigned char>(text[at]) >= 0x80) {
      if (next_code_point(text, at) != kBroken) { continue; }
      out.append(text, begin, here - begin);
      out += kReplacement;
    } else {
      out.append(text, begin, here - begin);
      append_escaped_byte(out, text[at++]);
    }
    begin = at;
  }
  out.append(text, begin, at - begin);
  out += '"';
}

void append_json_strings(std::string& out, const std::vector<std::string>& texts) {
  out += '[';
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i > 0) { out += ','; }
    append_json_string(out, texts[i]);
  }
  out += ']';
}

void append_json_string_or_null(std::string& out, std::string_view text) {
  if (text.empty()) {
    out += "null";
  } else {
    append_json_string(out, text);
  }
}

std::unique_ptr<RollWriter> make_json_writer(const RollHeading& heading) {
  return std::make_unique<JsonWriter>(heading);
}

}  // namespace spoils::cli
