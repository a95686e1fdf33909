// api/read_value.cpp
//
// Reads the values that callers give to inputs, parameters and states as texts (declared in api/roller_data.h).
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "api/error.h"
#include "api/roller_data.h"
#include "number/rational.h"
#include "program/to_source.h"
#include "text/plain/nearest.h"
#include "text/plain/symbol_source.h"

namespace spoils::api {

using program::kUnset;
using program::ValueKind;
using program::Word;

namespace {

std::string range_of(const program::Slot& slot) { return fmt::format("{}..{}", slot.first, slot.last); }

std::vector<Fact> facts_of(const program::Slot& slot, std::string_view value) {
  const bool is_state = slot.kind == program::Slot::Kind::State;
  const bool is_input = slot.kind == program::Slot::Kind::Input;
  return {{is_state ? "state" : is_input ? "input" : "parameter", slot.name}, {"value", std::string(value)}};
}

std::optional<Error> read_integer(RollerData::Preset& preset, const program::Slot& slot, std::string_view text) {
  std::int64_t value = 0;
  const auto digits = text.substr(!text.empty() && text.front() == '+' ? 1 : 0);
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool two_signs = digits.size() < text.size() && !digits.empty() && digits.front() == '-';
  const bool whole = end == digits.data() + digits.size() && !digits.empty() && !two_signs;
  if (whole && (code == std::errc::result_out_of_range || value == kUnset)) {
    return make_error(Error::Kind::BadValue,
                      fmt::format("`{}` is {}, outside of {}", slot.name, text,
                                  slot.has_bounds ? range_of(slot) : fmt::format("{}..{}", kUnset + 1, -(kUnset + 1))),
                      "", facts_of(slot, text));
  }
  if (!whole || code != std::errc()) {
    return make_error(Error::Kind::BadValue, fmt::format("`{}` takes an integer, not `{}`", slot.name, text),
                      slot.has_bounds ? fmt::format("give one of {}", range_of(slot)) : "", facts_of(slot, text));
  }
  if (slot.has_bounds && (value < slot.first || value > slot.last)) {
    return make_error(Error::Kind::BadValue, fmt::format("`{}` is {}, outside of {}", slot.name, value, range_of(slot)),
                      "", facts_of(slot, text));
  }
  preset.first = value;
  return std::nullopt;
}

std::optional<Error> read_symbol(RollerData::Preset& preset, const program::Program& program, const program::Slot& slot,
                                 std::string_view text) {
  std::string word(text::symbol_name(text));
  for (auto& c : word) { c = c == '-' || c == ' ' ? '_' : c; }
  const auto symbol = program.symbols.find(word);
  const auto& choices = slot.choices;
  if (symbol && (choices.empty() || std::ranges::count(choices, static_cast<Word>(*symbol)) > 0)) {
    preset.first = static_cast<Word>(*symbol);
    return std::nullopt;
  }
  std::vector<std::string_view> names;
  for (const auto choice : slot.choices) { names.push_back(program.symbols.name(static_cast<std::uint32_t>(choice))); }
  if (slot.choices.empty()) {
    for (std::uint32_t i = 0; i < program.symbols.size(); ++i) { names.push_back(program.symbols.name(i)); }
  }
  std::string help;
  auto facts = facts_of(slot, text);
  if (const auto near = text::nearest(word, names)) {
    help = fmt::format("did you mean `{}`?", *near);
    facts.push_back({"nearest", std::string(*near)});
  } else if (!slot.choices.empty() && names.size() <= 12) {
    help = "it can be ";
    for (std::size_t i = 0; i < names.size(); ++i) { help += fmt::format("{}`{}`", i > 0 ? ", " : "", names[i]); }
  }
  return make_error(Error::Kind::BadValue, fmt::format("`{}` cannot be `{}`", slot.name, text), std::move(help),
                    std::move(facts));
}

std::optional<Error> read_text(RollerData::Preset& preset, const program::Slot& slot, std::string_view text) {
  const auto refused = [&](const std::string& what) {
    return make_error(Error::Kind::BadValue, fmt::format("`{}` takes {}", slot.name, what), "", {{"input", slot.name}});
  };
  if (text.size() > program::kMaxTextBytes) { return refused(fmt::format("at most {} bytes", program::kMaxTextBytes)); }
  if (text.find('\n') != std::string_view::npos) { return refused("a text without line breaks"); }
  preset.is_text = true;
  preset.text = text;
  return std::nullopt;
}

std::optional<Error> read_into(RollerData::Preset& preset, const program::Program& program, std::string_view text) {
  const auto& slot = program.slots[preset.slot];
  if (text == "none" && slot.kind == program::Slot::Kind::Local) {
    preset.first = kUnset;
    return std::nullopt;
  }
  switch (slot.type.kind) {
    case ValueKind::Flag:
      if (text == "true" || text == "yes" || text == "1") {
        preset.first = 1;
      } else if (text == "false" || text == "no" || text == "0") {
        preset.first = 0;
      } else {
        return make_error(Error::Kind::BadValue, fmt::format("`{}` takes true or false, not `{}`", slot.name, text), "",
                          facts_of(slot, text));
      }
      return std::nullopt;
    case ValueKind::Symbol: return read_symbol(preset, program, slot, text);
    case ValueKind::Text: return read_text(preset, slot, text);
    case ValueKind::Number: {
      const auto value = read_number(text);
      if (!value) {
        return make_error(Error::Kind::BadValue, fmt::format("`{}` takes a number, not `{}`", slot.name, text), "",
                          facts_of(slot, text));
      }
      preset.first = value->numerator();
      preset.second = value->denominator();
      return std::nullopt;
    }
    case ValueKind::Int: return read_integer(preset, slot, text);
    default:
      return make_error(
          Error::Kind::BadValue,
          fmt::format("`{}` holds {} and cannot be set by the caller", slot.name, program::to_text(slot.type)), "",
          {{"input", slot.name}});
  }
}

}  // namespace

std::optional<number::Rational> read_number(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  if (negative) { text.remove_prefix(1); }
  const auto slash = text.find('/');
  auto value = number::Rational::parse(text.substr(0, slash));
  if (value && slash != std::string_view::npos) {
    const auto divisor = number::Rational::parse(text.substr(slash + 1));
    value = divisor ? number::divide(*value, *divisor) : std::nullopt;
  }
  return value && negative ? number::subtract(number::Rational(0), *value) : value;
}

std::optional<Error> read_value(RollerData::Preset& target, const program::Program& program, std::string_view text) {
  // After an error the former value stays in force.
  RollerData::Preset preset;
  preset.slot = target.slot;
  if (auto failure = read_into(preset, program, text)) { return failure; }
  target = std::move(preset);
  return std::nullopt;
}

}  // namespace spoils::api
