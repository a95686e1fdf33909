// check/ranges/abstract_value.h
//
// The abstract domain: an expression is one value, a finite set, a range, or unknown. An abstract value covers at
// least all values that can occur, so what is wrong for all of them is certain to be wrong.
//
// A free input is set by the caller of a rule: an input or a parameter. Symbols, flags and handles of constants are
// integers here, and kUnset is one, too.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "number/rational.h"
#include "number/word_hash.h"
#include "program/expression.h"

namespace spoils::check {

struct Value {
  enum class Kind : std::uint8_t { Unknown, Known, FiniteSet, Range };
  Kind kind = Kind::Unknown;
  bool maybe_unset = true;       // of Unknown and Range: it may be kUnset, too; of FiniteSet that is a member
  bool has_members = false;      // of Unknown: a list, set or map that is not empty
  std::uint32_t finite_set = 0;  // of FiniteSet: number of the list in its Values
  std::uint32_t must_since =
      0;  // of FiniteSet and Range: from that moment on every one of them does occur; 0: that is not sure
  std::uint64_t free_inputs = 0;  // bits of the free inputs whose exact setting may narrow it
  number::Rational first;         // of Known and Range
  number::Rational last;          // of Range

  friend bool operator==(const Value&, const Value&) = default;
};

/// Whether something goes wrong with a value: it does not, for some values it might, it does.
enum class Occurs : std::uint8_t { Never, May, Must };

/// The ends of a value. A missing end is kLeast or kMost.
struct Bounds {
  number::Rational first;
  number::Rational last;
};
inline constexpr std::int64_t kLeast = -std::numeric_limits<std::int64_t>::max();
inline constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

[[nodiscard]] inline bool is_unset(const number::Rational& value) {
  return value.numerator() == program::kUnset && value.is_whole();
}

/// The order of numbers; most are integers, and these need no wide arithmetic.
[[nodiscard]] inline bool is_less(const number::Rational& a, const number::Rational& b) {
  if (a.is_whole() && b.is_whole()) { return a.numerator() < b.numerator(); }
  return a < b;
}

/// The result of abstract arithmetic.
struct Computed {
  Value value;
  Occurs overflow = Occurs::Never;
  Occurs zero = Occurs::Never;  // the divisor is 0
};

/// Makes values and keeps the lists of those that are a few.
class Values {
 public:
  using List = std::vector<number::Rational>;
  /// More than so many are a range; the outcomes of a large table still fit.
  static constexpr std::size_t kMaxFiniteSet = 256;

  [[nodiscard]] static Value known(number::Rational value) {
    Value out;
    out.kind = Value::Kind::Known;
    out.maybe_unset = false;
    out.first = value;
    return out;
  }
  [[nodiscard]] static Value unknown(bool maybe_unset = true) {
    Value out;
    out.maybe_unset = maybe_unset;
    return out;
  }
  /// A list, set or map.
  [[nodiscard]] static Value collection(bool has_members) {
    auto out = unknown(false);
    out.has_members = has_members;
    return out;
  }
  /// Requires: first <= last. Without ends it is anything.
  [[nodiscard]] static Value range(number::Rational first, number::Rational last);
  /// The finite set of any members, in any order; not sure to occur.
  [[nodiscard]] Value of(List members);
  /// 0 or 1.
  [[nodiscard]] Value flag(std::uint32_t must_since = 0, std::uint64_t free_inputs = 0);
  /// The integers of a range one by one, if they are a few; not sure to occur. Requires: first <= last.
  [[nodiscard]] Value integers(std::int64_t first, std::int64_t last);

  /// The members of Known and FiniteSet, ascending; empty for the others.
  struct Members {
    const number::Rational* first = nullptr;
    std::size_t count = 0;
    [[nodiscard]] const number::Rational* begin() const { return first; }
    [[nodiscard]] const number::Rational* end() const { return first + count; }
  };
  [[nodiscard]] Members members(const Value& value) const {
    if (value.kind == Value::Kind::Known) { return {&value.first, 1}; }
    if (value.kind != Value::Kind::FiniteSet) { return {}; }
    return {lists_[value.finite_set]->data(), lists_[value.finite_set]->size()};
  }

  [[nodiscard]] Bounds bounds(const Value& value) const;
  [[nodiscard]] bool may_be(const Value& value, const number::Rational& one) const;
  [[nodiscard]] bool may_be_other_than(const Value& value, const number::Rational& one) const;

  /// Either of the two; not sure to occur, unless both are one and the same.
  [[nodiscard]] Value join(const Value& a, const Value& b);
  /// The value as arithmetic reads it: unset counts as 0.
  [[nodiscard]] Value as_number(const Value& value);
  /// The part between two ends, which are taken in; nothing if there is none.
  [[nodiscard]] std::optional<Value> between(const Value& value, const Bounds& bounds);

  /// Arithmetic of numbers. `is_whole`: of integers. `independent`: what one is says nothing about the other.
  [[nodiscard]] Computed compute(program::Op op, bool is_whole, const Value& a, const Value& b, bool independent);
  [[nodiscard]] Computed compute(program::Op op, const Value& a);

  /// Applies f, which gives an optional Rational, to each member. Requires: Known or FiniteSet.
  template <class F>
  Computed map(const Value& value, F&& f) {
    const auto all = members(value);
    if (all.count == 1) {
      const auto one = f(*all.first);
      if (!one) { return {unknown(false), Occurs::Must, Occurs::Never}; }
      return {known(*one), Occurs::Never, Occurs::Never};
    }
    List out;
    out.reserve(all.count);
    for (const auto& member : all) {
      if (const auto one = f(member)) { out.push_back(*one); }
    }
    Computed computed;
    if (out.size() < all.count) {
      computed.overflow = out.empty() || value.must_since != 0 ? Occurs::Must : Occurs::May;
    }
    computed.value = out.empty() ? unknown(false) : of(std::move(out));
    finish(computed.value, value.must_since, value.free_inputs);
    return computed;
  }

  /// Sets what is known about where a value comes from; one that is Known no longer depends on anything.
  static void finish(Value& value, std::uint32_t must_since, std::uint64_t free_inputs) {
    const bool known = value.kind == Value::Kind::Known;
    value.must_since = known ? 0 : must_since;
    value.free_inputs = known ? 0 : free_inputs;
  }

 private:
  [[nodiscard]] Computed of_bounds(program::Op op, bool is_whole, const Bounds& a, const Bounds& b) const;

  // Many lists differ only near their ends, so an order of them takes long to find one.
  struct Hash {
    std::size_t operator()(const List& list) const {
      std::uint64_t out = list.size();
      for (const auto& member : list) {
        out = number::mixed(out, static_cast<std::uint64_t>(member.numerator()));
        out = number::mixed(out, static_cast<std::uint64_t>(member.denominator()));
      }
      return static_cast<std::size_t>(out);
    }
  };
  [[nodiscard]] Value finite_set(std::uint32_t number) const;

  std::unordered_map<List, std::uint32_t, Hash> numbers_;  // only looked up: its order is not seen
  std::vector<const List*> lists_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Value> joined_;      // of two lists, neither of which has the other
  std::map<std::pair<std::int64_t, std::int64_t>, std::uint32_t> runs_;  // of integers(), to its list
};

}  // namespace spoils::check
