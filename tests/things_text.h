// tests/things_text.h
//
// Everything that a roll gave as text, so that tests can compare, keep and hash it.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "spoils/pack.h"
#include "spoils/roll.h"

namespace spoils {

inline void append_value(std::string& out, const Value& value) {
  switch (value.kind()) {
    case Value::Kind::Unset: out += "none"; return;
    case Value::Kind::Integer: out += fmt::format("{}", value.integer()); return;
    case Value::Kind::Number: out += fmt::format("{}/{}", value.integer(), value.denominator()); return;
    case Value::Kind::Flag: out += value.flag() ? "true" : "false"; return;
    case Value::Kind::Symbol: out += value.text(); return;
    case Value::Kind::Text: out += fmt::format("\"{}\"", value.text()); return;
    case Value::Kind::List:
      out += '[';
      for (const auto& member : value.members()) {
        if (out.back() != '[') { out += ", "; }
        append_value(out, member);
      }
      out += ']';
      return;
    case Value::Kind::Map:
      out += '{';
      for (const auto& [key, amount] : value.entries()) {
        if (out.back() != '{') { out += ", "; }
        append_value(out, key);
        out += fmt::format(" {}", amount);
      }
      out += '}';
  }
}

/// Appends a thing as one line: the fields that are set, and its name if `with_name` is true, which is expensive.
inline void append_thing(std::string& out, const Pack& pack, const Thing& thing, bool with_name = true) {
  out += thing.made_by();
  if (thing.holder() >= 0) { out += fmt::format(" in {}", thing.holder()); }
  if (with_name) {
    out += " \"";
    thing.append_name(out);
    out += '"';
  }
  out += ':';
  for (std::size_t i = 0; i < pack.fields().size(); ++i) {
    const auto value = thing.field(i);
    if (!value.is_set()) { continue; }
    out += fmt::format(" {}=", pack.fields()[i].name);
    append_value(out, value);
  }
  out += '\n';
}

/// Returns the things of one roll, a line each, or the error of the roll.
template <class AnyRoller>
std::string roll_text(const Pack& pack, AnyRoller& roller, std::uint64_t seed, std::uint64_t index,
                      bool with_names = true) {
  const auto things = roller.roll(seed, index);
  if (!things) { return things.error().text() + "\n"; }
  std::string out;
  for (const auto& thing : *things) { append_thing(out, pack, thing, with_names); }
  return out;
}

}  // namespace spoils
