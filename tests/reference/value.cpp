// tests/reference/value.cpp
//
// Equality and text of values.
#include "reference/value.h"

#include <algorithm>
#include <map>
#include <utility>

namespace spoils::reference {

Value Value::list(Kind kind, std::vector<Value> members) {
  Value out{kind, true, 0, "", {}};
  for (auto& member : members) {
    const auto is_same = [&](const Value& other) { return same(other, member); };
    if (kind == Kind::Set && std::any_of(out.members.begin(), out.members.end(), is_same)) { continue; }
    out.members.push_back(std::move(member));
  }
  if (kind == Kind::Set) {
    std::sort(out.members.begin(), out.members.end(), [](const Value& a, const Value& b) {
      if (a.is_set != b.is_set) { return b.is_set; }
      return a.number != b.number ? a.number < b.number : a.text < b.text;
    });
  }
  return out;
}

Value Value::map(const std::vector<Value>& entries, std::string keys) {
  std::map<std::string, std::pair<Value, Rational>> sums;
  for (std::size_t i = 0; i < entries.size(); i += 2) {
    if (!entries[i].is_set) { continue; }
    auto& [key, sum] = sums[written(entries[i])];
    key = entries[i];
    sum = small(sum) + small(entries[i + 1].amount());
  }
  Value out{Kind::Map, true, 0, std::move(keys), {}};
  for (const auto& [text, entry] : sums) {
    if (entry.second == 0) { continue; }
    out.members.push_back(entry.first);
    out.members.push_back(integer(entry.second));
  }
  return out;
}

Rational Value::at(const Value& key) const {
  for (std::size_t i = 0; i < members.size(); i += 2) {
    if (same(members[i], key)) { return members[i + 1].number; }
  }
  return 0;
}

bool equal(const Value& a, const Value& b) {
  if (a.is_numeric() || b.is_numeric()) { return a.amount() == b.amount(); }
  if (a.is_many() || b.is_many() || a.kind == Value::Kind::Map || b.kind == Value::Kind::Map) {
    if (a.members.size() != b.members.size()) { return false; }
    for (std::size_t i = 0; i < a.members.size(); ++i) {
      if (!equal(a.members[i], b.members[i])) { return false; }
    }
    return true;
  }
  return a.is_set == b.is_set && a.text == b.text;
}

const Rational& small(const Rational& value) {
  constexpr std::int64_t kMost = std::int64_t{1} << 30;
  if (value.numerator() > kMost || value.numerator() < -kMost || value.denominator() > kMost) {
    throw Unknown{"a large number"};
  }
  return value;
}

std::int64_t floor_of(const Rational& value) {
  const auto whole = value.numerator() / value.denominator();
  return value.numerator() < 0 && value.denominator() != 1 ? whole - 1 : whole;
}

namespace {

// Decimals if they end within six places, else the fraction.
std::string number_text(const Rational& value) {
  if (value.denominator() == 1) { return std::to_string(value.numerator()); }
  std::int64_t scale = 1;
  for (int places = 1; places <= 6; ++places) {
    scale *= 10;
    const Rational scaled = value * scale;
    if (scaled.denominator() != 1) { continue; }
    const auto digits = scaled.numerator() < 0 ? -scaled.numerator() : scaled.numerator();
    auto rest = std::to_string(digits % scale);
    rest.insert(0, static_cast<std::size_t>(places) - rest.size(), '0');
    return (value < 0 ? "-" : "") + std::to_string(digits / scale) + "." + rest;
  }
  return std::to_string(value.numerator()) + "/" + std::to_string(value.denominator());
}

}  // namespace

std::string written(const Value& value) {
  if (!value.is_set) { return "none"; }
  switch (value.kind) {
    case Value::Kind::Integer:
    case Value::Kind::Number: return number_text(value.number);
    case Value::Kind::Flag: return value.number != 0 ? "true" : "false";
    case Value::Kind::List:
    case Value::Kind::Set: {
      std::vector<std::string> texts;
      for (const auto& member : value.members) { texts.push_back(written(member)); }
      const bool is_set = value.kind == Value::Kind::Set;
      if (is_set) { std::sort(texts.begin(), texts.end()); }
      std::string out;
      for (std::size_t i = 0; i < texts.size(); ++i) { out += (i == 0 ? "" : ", ") + texts[i]; }
      return is_set ? "{" + out + "}" : "[" + out + "]";
    }
    case Value::Kind::Map: {
      std::string out;
      for (std::size_t i = 0; i < value.members.size(); i += 2) {
        out += (i == 0 ? "" : ", ") + written(value.members[i]) + " " + written(value.members[i + 1]);
      }
      return "{" + out + "}";
    }
    default: return value.text;
  }
}

std::string shown(const Value& value, const Shown& names) {
  if (!value.is_set) { return ""; }
  if (value.kind == Value::Kind::Symbol) {
    if (const auto found = names.find(value.text); found != names.end()) { return found->second; }
  }
  if (!value.is_many()) { return written(value); }
  std::string out;
  for (std::size_t i = 0; i < value.members.size(); ++i) {
    if (i > 0) { out += i + 1 == value.members.size() ? " and " : ", "; }
    out += shown(value.members[i], names);
  }
  return out;
}

}  // namespace spoils::reference
