// odds/figures.h
//
// The figures that an expectation compares, with their bounds, and the comparison. Pinned by
// tests/api/expectations_test.cpp.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "odds/mass.h"
#include "program/program.h"
#include "text/plain/figures.h"

namespace spoils::odds::figures {

using program::Expectation;

/// Figures of doubles that differ by less may be the same: shares by a part of them, since they are sums of masses that
/// are right to so many digits; means, in which sums of both signs cancel, by a part of the largest amount.
inline constexpr double kTolerance = 1e-10;

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

inline double double_of(double value) { return value; }

/// The nearest double, but 0 and 1 for these alone: else a figure would be shown as what it only nearly is.
inline double double_of(const Exact& exact) {
  const auto out = static_cast<double>(exact);
  if (out == 0 && exact > 0) { return std::numeric_limits<double>::denorm_min(); }
  return text::below_certainty(out, exact < 1);
}

/// A probability or mean, which is somewhere within its bounds.
struct Figure {
  double value = 0;
  double low = 0;
  double high = 0;
  bool is_whole = true;        // false: a part is unexplored, so the value is that of the rest
  bool has_evidence = true;    // false: what is given never holds, so there is no figure
  std::optional<Exact> exact;  // the figure itself, where it is known

  static Figure of(const Exact& exact) {
    const auto value = double_of(exact);
    return {value, value, value, true, true, exact};
  }

  /// Returns the figure with something added.
  [[nodiscard]] Figure moved(const Exact& by) const {
    if (exact) { return of(*exact + by); }
    const auto more = static_cast<double>(by);
    return {value + more, low + more, high + more, is_whole, has_evidence, std::nullopt};
  }
};

/// How one figure may compare with another.
struct Order {
  bool less = false;
  bool equal = false;
  bool greater = false;
};

/// Whether a comparison holds for all figures within their bounds, for none, or for some.
enum class Truth : std::uint8_t { No, Maybe, Yes };

/// Which figures are taken for equal: only those that are known to be, or also all of doubles that may be.
enum class Equals : std::uint8_t { Proven, Near };

/// How `a` may compare with `b`.
inline Order order(const Figure& a, const Figure& b, Equals equals) {
  if (a.exact && b.exact) { return {*a.exact<*b.exact, *a.exact == *b.exact, *a.exact> * b.exact}; }
  const bool overlap = a.low <= b.high && b.low <= a.high;
  if (equals == Equals::Near && a.is_whole && b.is_whole && overlap) { return {false, true, false}; }
  return {a.low<b.high, overlap, a.high> b.low};
}

/// Whether two conditions hold.
inline Truth both(Truth a, Truth b) {
  if (a == Truth::No || b == Truth::No) { return Truth::No; }
  return a == Truth::Yes && b == Truth::Yes ? Truth::Yes : Truth::Maybe;
}

/// Whether figures compare as one of the orders that are wanted.
inline Truth compares(const Order& is, const Order& wanted) {
  const bool may = (is.less && wanted.less) || (is.equal && wanted.equal) || (is.greater && wanted.greater);
  const bool may_not = (is.less && !wanted.less) || (is.equal && !wanted.equal) || (is.greater && !wanted.greater);
  if (!may) { return Truth::No; }
  return may_not ? Truth::Maybe : Truth::Yes;
}

/// The order of `at most`.
inline constexpr Order kAtMost{true, true, false};

/// Half of the last digit that `about` is written with.
inline Exact half_of_last(const Expectation& e) {
  Integer digits(1);
  for (int k = 0; k < e.right.decimals; ++k) { digits *= 10; }
  return Exact(Integer(1), Integer(digits * 2));
}

/// Whether figures compare as an expectation says; `last` ends a range.
inline Truth compared(const Expectation& e, const Figure& left, const Figure& right, const Figure& last,
                      Equals equals) {
  using Kind = Expectation::Kind;
  const auto is = [&](const Order& wanted) { return compares(order(left, right, equals), wanted); };
  const auto is_within = [&](const Figure& first, const Figure& end) {
    return both(compares(order(first, left, equals), kAtMost), compares(order(left, end, equals), kAtMost));
  };
  switch (e.kind) {
    case Kind::Equal: return is({false, true, false});
    case Kind::NotEqual: return is({true, false, true});
    case Kind::Less: return is({true, false, false});
    case Kind::LessOrEqual: return is(kAtMost);
    case Kind::Greater: return is({false, false, true});
    case Kind::GreaterOrEqual: return is({false, true, true});
    case Kind::Within: return is_within(right, last);
    case Kind::About: return is_within(right.moved(-half_of_last(e)), right.moved(half_of_last(e)));
    case Kind::Distribution: break;
  }
  return Truth::Maybe;
}

/// The wanted figures as text: "at most 5%", "1% to 30%".
inline std::string wanted_text(Expectation::Kind kind, const std::string& right, const std::string& last) {
  using Kind = Expectation::Kind;
  switch (kind) {
    case Kind::Equal: return "exactly " + right;
    case Kind::NotEqual: return "anything but " + right;
    case Kind::Less: return "less than " + right;
    case Kind::LessOrEqual: return "at most " + right;
    case Kind::Greater: return "more than " + right;
    case Kind::GreaterOrEqual: return "at least " + right;
    case Kind::Within: return right + " to " + last;
    case Kind::About: return "about " + right;
    case Kind::Distribution: break;
  }
  return "the distribution written";
}

}  // namespace spoils::odds::figures
