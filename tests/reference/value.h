// tests/reference/value.h
//
// Values of the reference evaluator: dynamically typed, with exact fractions of its own. An unset value keeps the type
// that it would have, because `==` depends on it.
#pragma once

#include <boost/rational.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace spoils::reference {

using Rational = boost::rational<std::int64_t>;

/// A construct that this evaluator does not support.
struct Unknown {
  std::string what;
};

struct Value {
  enum class Kind : std::uint8_t { Unknown, Integer, Number, Flag, Symbol, Text, List, Set, Map, Range, Row, Thing };

  Kind kind = Kind::Unknown;
  bool is_set = false;
  Rational number;             // of Integer, Number; 1 or 0 of a Flag; which one of the Rows of a record, or Things
  std::string text;            // of Symbol, Text; the record of a Row; the table or collection of the keys of a Map
  std::vector<Value> members;  // of List, Set; first and last of a Range; the name of the rows of a Row; the keys of a
                               // Map by their texts, each before its value

  static Value unset(Kind kind) { return {kind, false, 0, "", {}}; }
  static Value integer(const Rational& n) { return {Kind::Integer, true, n, "", {}}; }
  static Value fraction(const Rational& n) { return {Kind::Number, true, n, "", {}}; }
  static Value flag(bool is_true) { return {Kind::Flag, true, is_true ? 1 : 0, "", {}}; }
  static Value symbol(std::string word) { return {Kind::Symbol, true, 0, std::move(word), {}}; }
  static Value characters(std::string text) { return {Kind::Text, true, 0, std::move(text), {}}; }
  static Value row(std::string record, std::string rows, std::size_t index) {
    return {Kind::Row, true, static_cast<std::int64_t>(index), std::move(record), {symbol(std::move(rows))}};
  }
  static Value list(Kind kind, std::vector<Value> members);
  /// Adds up the values of equal keys, and leaves out keys that are unset or come to 0.
  static Value map(const std::vector<Value>& entries, std::string keys);

  /// Returns the value of a key of a Map; 0 of any other.
  [[nodiscard]] Rational at(const Value& key) const;

  [[nodiscard]] bool is_numeric() const { return kind == Kind::Integer || kind == Kind::Number || kind == Kind::Flag; }
  [[nodiscard]] bool is_many() const { return kind == Kind::List || kind == Kind::Set; }
  [[nodiscard]] Rational amount() const { return is_set ? number : Rational(0); }
  [[nodiscard]] bool is_true() const { return is_set && number != 0; }
};

/// Returns whether values are equal as docs/language.md has it, under "Unset values"; two unset symbols are.
[[nodiscard]] bool equal(const Value& a, const Value& b);

/// Returns whether values are the same member of a list or set: `none` only is the same as `none`.
[[nodiscard]] inline bool same(const Value& a, const Value& b) { return a.is_set == b.is_set && equal(a, b); }

/// Returns a value as odds write it; members of a set in alphabetical order.
[[nodiscard]] std::string written(const Value& value);

/// Returns a value as people read it, symbols by the texts of `names`.
using Shown = std::map<std::string, std::string, std::less<>>;
[[nodiscard]] std::string shown(const Value& value, const Shown& names);

/// Returns a number of which sums and products fit the 64 bits of a Rational. Errors: Unknown for one that is larger:
/// Rational does not notice that they overflow, and where a pack's numbers leave 64 bits has tests of its own.
[[nodiscard]] const Rational& small(const Rational& value);

[[nodiscard]] std::int64_t floor_of(const Rational& value);

}  // namespace spoils::reference
