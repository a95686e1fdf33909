// cli/roll_writer.cpp
#include "cli/roll_writer.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>

#include "cli/interrupt.h"

namespace spoils::cli {

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

}  // namespace

RollHeading heading_of(const PackAndRule& loaded, const Roller& roller, const RollSource& source, const World* world) {
  RollHeading heading;
  heading.pack = &loaded.pack;
  heading.rule = loaded.rule;
  heading.values = roller.values();
  heading.seed = world != nullptr ? world->seed() : source.seed ? *source.seed : random_seed();
  heading.first = world != nullptr ? world->next_index() : source.index;
  heading.world = source.world;
  heading.screen = screen_of(STDOUT_FILENO);
  return heading;
}

bool RollText::pass_on() { return sink_ == nullptr || (!interrupted() && sink_->pass_on()); }

InputWatch::InputWatch(const RollHeading& heading) {
  for (const InputInfo& input : heading.pack->inputs()) {
    Expected expected{input.kind, value_of(heading.values, input.name), 0};
    if (expected.kind == InputInfo::Kind::Text) { expected.text = unquoted(expected.text); }
    if (expected.kind == InputInfo::Kind::Flag) { expected.number = expected.text == "true" ? 1 : 0; }
    if (expected.kind == InputInfo::Kind::Integer) {
      std::from_chars(expected.text.data(), expected.text.data() + expected.text.size(), expected.number);
    }
    expected_.push_back(std::move(expected));
  }
}

std::optional<Value> InputWatch::differing(const Thing& thing, std::size_t input) const {
  const Expected& expected = expected_[input];
  Value value = thing.input(input);
  switch (value.kind()) {
    case Value::Kind::Integer:
      if (expected.kind != InputInfo::Kind::Integer || value.integer() == expected.number) { return std::nullopt; }
      return value;
    case Value::Kind::Flag:
      if (value.flag() == (expected.number == 1)) { return std::nullopt; }
      return value;
    case Value::Kind::Symbol:
    case Value::Kind::Text:
      if (value.text() == expected.text) { return std::nullopt; }
      return value;
    case Value::Kind::Unset:
    case Value::Kind::Number:
    case Value::Kind::List:
    case Value::Kind::Map: break;
  }
  // `with` changes integers and symbols; a fraction has several spellings, so it is not compared.
  return std::nullopt;
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

std::string value_of(const Values& values, std::string_view name) {
  const auto found =
      std::find_if(values.begin(), values.end(), [name](const auto& value) { return value.first == name; });
  return found == values.end() ? std::string{} : found->second;
}

std::string unquoted(std::string_view written) {
  if (written.size() < 2 || written.front() != '"' || written.back() != '"') { return std::string(written); }
  written = written.substr(1, written.size() - 2);
  std::string out;
  for (std::size_t at = 0; at < written.size(); ++at) {
    if (written[at] == '\\' && at + 1 < written.size()) { ++at; }
    out += written[at];
  }
  return out;
}

}  // namespace spoils::cli
