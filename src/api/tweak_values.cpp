// api/tweak_values.cpp
//
// Values as a caller of a tweaker writes them.
#include "api/tweak_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "api/error.h"
#include "api/roller_data.h"
#include "number/rational.h"
#include "text/plain/integer.h"
#include "text/plain/symbol_source.h"
#include "text/plain/text_source.h"

namespace spoils::api {

using namespace program;

std::optional<Word> read_word(std::string_view text) {
  const auto number = text::integer_of(text);
  return number == kUnset ? std::nullopt : number;
}

namespace {

std::string_view trimmed_value(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) { text.remove_prefix(1); }
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) { text.remove_suffix(1); }
  return text;
}

/// Reads one member of a list or set.
std::optional<Word> read_member(const Program& program, ValueKind kind, std::string_view text) {
  if (kind == ValueKind::Int) { return read_word(text); }
  if (kind == ValueKind::Flag && (text == "true" || text == "false")) { return text == "true" ? 1 : 0; }
  if (kind != ValueKind::Symbol) { return std::nullopt; }
  const auto symbol = program.symbols.find(text);
  return symbol ? std::optional(static_cast<Word>(*symbol)) : std::nullopt;
}

/// Returns the members between brackets of a kind, as they are written; nothing if the text has no such brackets.
std::optional<std::vector<std::string_view>> listed(std::string_view text, char opening, char closing) {
  if (text.size() < 2 || text.front() != opening || text.back() != closing) { return std::nullopt; }
  std::vector<std::string_view> out;
  auto rest = trimmed_value(text.substr(1, text.size() - 2));
  while (!rest.empty()) {
    const auto comma = rest.find(',');
    out.push_back(trimmed_value(rest.substr(0, comma)));
    rest = comma == std::string_view::npos ? std::string_view() : trimmed_value(rest.substr(comma + 1));
  }
  return out;
}

std::string member_text(const Program& program, ValueKind kind, Word word) {
  if (kind == ValueKind::Symbol) {
    return text::symbol_to_source(program.symbols.name(static_cast<std::uint32_t>(word)));
  }
  if (kind == ValueKind::Flag) { return word == 1 ? "true" : "false"; }
  return fmt::format("{}", word);
}

/// `{fire 2, ice 1}` or `{fire: 2, ice: 1}` as the latter, in the order of the keys of a map.
std::optional<std::string> written_map(const Program& program, ValueType type, std::string_view text) {
  const auto entries = listed(text, '{', '}');
  if (!entries) { return std::nullopt; }
  std::map<std::pair<Word, Word>, Word> amounts;  // by the row of the key, if it has one, and the key
  for (const auto entry : *entries) {
    const auto split = entry.find_last_of(" :");
    if (split == std::string_view::npos) { return std::nullopt; }
    auto key_text = trimmed_value(entry.substr(0, split));
    if (!key_text.empty() && key_text.back() == ':') { key_text.remove_suffix(1); }
    const auto key = read_member(program, type.element, key_text);
    const auto amount = read_word(entry.substr(split + 1));
    if (!key || !amount) { return std::nullopt; }
    auto& sum = amounts[{type.has_table() ? Word{program.tables[type.table].row_index(*key)} : 0, *key}];
    const auto grown = number::add(sum, *amount);
    if (!grown) { return std::nullopt; }
    sum = *grown;
  }
  std::string out;
  for (const auto& [key, amount] : amounts) {
    if (amount == 0) { continue; }
    out += fmt::format("{}{}: {}", out.empty() ? "" : ", ", member_text(program, type.element, key.second), amount);
  }
  return "{" + out + "}";
}

std::optional<std::string> written_members(const Program& program, ValueType type, std::string_view text) {
  if (type.element == ValueKind::Text) { return std::string(text); }
  auto braced = std::string(text);
  if (type.kind == ValueKind::Set && listed(text, '[', ']')) {
    braced.front() = '{';
    braced.back() = '}';
  }
  const auto members = read_members(program, type, braced);
  if (!members) { return std::nullopt; }
  std::string out;
  for (const auto member : *members) { out += (out.empty() ? "" : ", ") + member_text(program, type.element, member); }
  return "[" + out + "]";
}

std::optional<std::string> written_number(std::string_view text) {
  const auto value = read_number(text);
  if (!value) { return std::nullopt; }
  return value->denominator() == 1 ? fmt::format("{}", value->numerator())
                                   : fmt::format("{}/{}", value->numerator(), value->denominator());
}

}  // namespace

std::optional<std::vector<Word>> read_members(const Program& program, ValueType type, std::string_view text) {
  const bool is_set = type.kind == ValueKind::Set;
  const auto written = is_set ? listed(text, '{', '}') : listed(text, '[', ']');
  if (!written) { return std::nullopt; }
  std::vector<Word> out;
  for (const auto each : *written) {
    const auto member = read_member(program, type.element, each);
    if (!member) { return std::nullopt; }
    out.push_back(*member);
  }
  if (is_set) {
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
  }
  return out;
}

Result<roll::ExtraRun::Argument, Error> read_argument(const Program& program, SlotId slot, std::string_view text) {
  RollerData::Preset preset;
  preset.slot = slot;
  roll::ExtraRun::Argument out;
  if (text == "none") {
    out.second = kUnset;
    return out;
  }
  const bool is_text = program.slots[slot].type.kind == ValueKind::Text;
  if (auto wrong = read_value(preset, program, is_text ? text::text_from_source(text) : std::string(text))) {
    return Failure{std::move(*wrong)};
  }
  out.first = preset.first;
  out.second = preset.second;
  if (preset.is_text) { out.text = preset.text; }
  return out;
}

std::optional<std::string> as_written(const Program& program, ValueType type, std::string_view text) {
  if (text == "none") { return std::string(text); }
  switch (type.kind) {
    case ValueKind::List:
    case ValueKind::Set: return written_members(program, type, text);
    case ValueKind::Map: return written_map(program, type, text);
    case ValueKind::Number: return written_number(text);
    case ValueKind::Text: return text::text_to_source(text::text_from_source(text));
    case ValueKind::Flag: return std::string(text == "yes" ? "true" : text == "no" ? "false" : text);
    default: return std::string(text);
  }
}

}  // namespace spoils::api
