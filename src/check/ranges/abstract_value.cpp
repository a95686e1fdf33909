// check/ranges/abstract_value.cpp
//
// The abstract domain: construction, join and bounds of abstract values, and interval arithmetic over exact
// fractions, which goes member by member for finite sets.
#include "check/ranges/abstract_value.h"

#include <iterator>

namespace spoils::check {

using number::Rational;
using program::kUnset;
using program::Op;

namespace {

constexpr std::size_t kMaxPairs = 256;  // of two values that are a few each; more are taken as ranges

bool is_endless(const Rational& value) { return value == Rational(kLeast) || value == Rational(kMost); }
bool is_negative(const Rational& value) { return value.numerator() < 0; }

struct Exact {
  std::optional<Rational> value;
  bool divides_by_zero = false;
};

std::optional<Rational> whole_number(std::optional<std::int64_t> value) {
  if (!value || *value == kUnset) { return std::nullopt; }
  return Rational(*value);
}

Exact exact(Op op, bool is_whole, const Rational& a, const Rational& b) {
  const bool divides = op == Op::Divide || op == Op::FloorDivide || op == Op::Modulo;
  if (divides && b == Rational(0)) { return {std::nullopt, true}; }
  if (op == Op::Minimum) { return {std::min(a, b)}; }
  if (op == Op::Maximum) { return {std::max(a, b)}; }
  if (op == Op::Power) {
    if (!b.is_whole()) { return {}; }
    const bool impossible = a == Rational(0) && is_negative(b);
    auto value = number::power(a, b.numerator());
    if (value && is_whole && !value->is_whole()) { value.reset(); }
    return {value, impossible};
  }
  if (is_whole && a.is_whole() && b.is_whole() && op != Op::Divide) {
    const auto x = a.numerator();
    const auto y = b.numerator();
    switch (op) {
      case Op::Add: return {whole_number(number::add(x, y))};
      case Op::Subtract: return {whole_number(number::subtract(x, y))};
      case Op::Multiply: return {whole_number(number::multiply(x, y))};
      case Op::FloorDivide: return {whole_number(number::floor_divide(x, y))};
      default: return {whole_number(number::modulo(x, y))};
    }
  }
  switch (op) {
    case Op::Add: return {number::add(a, b)};
    case Op::Subtract: return {number::subtract(a, b)};
    case Op::Multiply: return {number::multiply(a, b)};
    default: return {number::divide(a, b)};
  }
}

}  // namespace

Value Values::range(Rational first, Rational last) {
  if (first == last) { return known(first); }
  Value out;
  out.maybe_unset = false;
  if (first == Rational(kLeast) && last == Rational(kMost)) { return out; }
  out.kind = Value::Kind::Range;
  out.first = first;
  out.last = last;
  return out;
}

Value Values::of(List members) {
  if (!std::is_sorted(members.begin(), members.end(), is_less)) { std::sort(members.begin(), members.end(), is_less); }
  members.erase(std::unique(members.begin(), members.end()), members.end());
  if (members.empty()) { return unknown(); }
  if (members.size() == 1) { return known(members.front()); }
  if (members.size() > kMaxFiniteSet) {
    const bool unset = is_unset(members.front());
    auto out = range(members[unset ? 1 : 0], members.back());
    out.maybe_unset = unset;
    return out;
  }
  const auto [place, is_new] = numbers_.emplace(std::move(members), static_cast<std::uint32_t>(lists_.size()));
  if (is_new) { lists_.push_back(&place->first); }
  return finite_set(place->second);
}

Value Values::finite_set(std::uint32_t number) const {
  Value out;
  out.kind = Value::Kind::FiniteSet;
  out.maybe_unset = false;
  out.finite_set = number;
  return out;
}

Value Values::flag(std::uint32_t must_since, std::uint64_t free_inputs) {
  auto out = integers(0, 1);
  out.must_since = must_since;
  out.free_inputs = free_inputs;
  return out;
}

Value Values::integers(std::int64_t first, std::int64_t last) {
  if (first == last) { return known(first); }
  const auto span = number::subtract(last, first);
  if (!span || *span >= static_cast<std::int64_t>(kMaxFiniteSet)) { return range(first, last); }
  const auto known_run = runs_.find({first, last});
  if (known_run != runs_.end()) { return finite_set(known_run->second); }
  List all;
  for (auto i = first; i <= last; ++i) { all.emplace_back(i); }
  const auto out = of(std::move(all));
  runs_.emplace(std::pair{first, last}, out.finite_set);
  return out;
}

Bounds Values::bounds(const Value& value) const {
  switch (value.kind) {
    case Value::Kind::Unknown: return {Rational(kLeast), Rational(kMost)};
    case Value::Kind::Range: return {value.first, value.last};
    default: break;
  }
  const auto all = members(value);
  return {all.first[0], all.first[all.count - 1]};
}

bool Values::may_be(const Value& value, const Rational& one) const {
  if (value.kind == Value::Kind::Known) { return value.first == one; }
  if (value.kind == Value::Kind::FiniteSet) {
    const auto all = members(value);
    return std::binary_search(all.begin(), all.end(), one, is_less);
  }
  if (is_unset(one)) { return value.maybe_unset; }
  return value.kind == Value::Kind::Unknown || (value.first <= one && one <= value.last);
}

bool Values::may_be_other_than(const Value& value, const Rational& one) const {
  return value.kind != Value::Kind::Known || value.first != one;
}

Value Values::join(const Value& a, const Value& b) {
  Value out;
  if (a.kind == b.kind && a.finite_set == b.finite_set && a.first == b.first && a.last == b.last &&
      a.maybe_unset == b.maybe_unset && a.has_members == b.has_members) {
    out = a;
    out.must_since = 0;
    if (a.must_since != 0 && b.must_since != 0) { out.must_since = std::min(a.must_since, b.must_since); }
  } else {
    const auto x = members(a);
    const auto y = members(b);
    const bool are_few = a.kind == Value::Kind::FiniteSet && b.kind == Value::Kind::FiniteSet;
    const auto known = are_few ? joined_.find({a.finite_set, b.finite_set}) : joined_.end();
    // Most often one has all of the other.
    const auto has = [](const Members& of, const Members& other) {
      return of.count >= other.count && std::includes(of.begin(), of.end(), other.begin(), other.end(), is_less);
    };
    if (known != joined_.end()) {
      out = known->second;
    } else if (a.kind == Value::Kind::FiniteSet && y.count > 0 && has(x, y)) {
      out = finite_set(a.finite_set);
    } else if (b.kind == Value::Kind::FiniteSet && x.count > 0 && has(y, x)) {
      out = finite_set(b.finite_set);
    } else if (x.count > 0 && y.count > 0) {
      List all;
      all.reserve(x.count + y.count);
      std::set_union(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(all), is_less);
      out = of(std::move(all));
      if (are_few) { joined_.try_emplace({a.finite_set, b.finite_set}, out); }
    } else {
      const auto part = [&](const Value& v, const Members& m, bool& unset) {
        if (m.count == 0) {
          unset = unset || v.maybe_unset;
          return bounds(v);
        }
        const bool has_unset = is_unset(m.first[0]);
        unset = unset || has_unset;
        return Bounds{m.first[has_unset && m.count > 1 ? 1 : 0], m.first[m.count - 1]};
      };
      bool unset = false;
      const auto p = part(a, x, unset);
      const auto q = part(b, y, unset);
      // A value that is only kUnset has no ends of its own.
      const auto first = is_unset(p.first) ? q.first : is_unset(q.first) ? p.first : std::min(p.first, q.first);
      const auto last = is_unset(p.last) ? q.last : is_unset(q.last) ? p.last : std::max(p.last, q.last);
      out = range(first, last);
      if (out.kind == Value::Kind::Known) { return of({out.first, Rational(kUnset)}); }
      out.maybe_unset = unset;
    }
  }
  if (out.kind != Value::Kind::Known) { out.free_inputs = a.free_inputs | b.free_inputs; }
  return out;
}

Value Values::as_number(const Value& value) {
  switch (value.kind) {
    case Value::Kind::Known: return is_unset(value.first) ? known(0) : value;
    case Value::Kind::FiniteSet: {
      const auto all = members(value);
      if (!is_unset(all.first[0])) { return value; }
      List out(all.begin(), all.end());
      out[0] = Rational(0);
      auto made = of(std::move(out));
      finish(made, value.must_since, value.free_inputs);
      return made;
    }
    default: {
      if (!value.maybe_unset) { return value; }
      auto out = value;
      out.maybe_unset = false;
      if (out.kind == Value::Kind::Range) {
        out.first = std::min(out.first, Rational(0));
        out.last = std::max(out.last, Rational(0));
        out.must_since = 0;
      }
      return out;
    }
  }
}

std::optional<Value> Values::between(const Value& value, const Bounds& part) {
  if (value.kind == Value::Kind::Known || value.kind == Value::Kind::FiniteSet) {
    List out;
    for (const auto& member : members(value)) {
      if (part.first <= member && member <= part.last) { out.push_back(member); }
    }
    if (out.empty()) { return std::nullopt; }
    if (out.size() == members(value).count) { return value; }
    auto made = of(std::move(out));
    finish(made, value.must_since, value.free_inputs);
    return made;
  }
  const auto all = bounds(value);
  const auto first = std::max(all.first, part.first);
  const auto last = std::min(all.last, part.last);
  if (last < first) { return std::nullopt; }
  auto out = range(first, last);
  out.maybe_unset = value.maybe_unset;
  finish(out, value.must_since, value.free_inputs);
  return out;
}

Computed Values::compute(Op op, bool is_whole, const Value& a, const Value& b, bool independent) {
  const auto x = members(a);
  const auto y = members(b);
  const auto free_inputs = a.free_inputs | b.free_inputs;
  if (x.count == 1 && y.count == 1) {
    const auto one = exact(op, is_whole, *x.first, *y.first);
    if (one.value) { return {known(*one.value), Occurs::Never, Occurs::Never}; }
    return {unknown(false), one.divides_by_zero ? Occurs::Never : Occurs::Must,
            one.divides_by_zero ? Occurs::Must : Occurs::Never};
  }
  Computed out;
  if (x.count > 0 && y.count > 0 && x.count * y.count <= kMaxPairs) {
    const bool one_is_known = x.count == 1 || y.count == 1;
    const bool sure =
        (x.count == 1 || a.must_since != 0) && (y.count == 1 || b.must_since != 0) && (one_is_known || independent);
    const auto must_since = x.count == 1   ? b.must_since
                            : y.count == 1 ? a.must_since
                                           : std::min(a.must_since, b.must_since);
    List all;
    all.reserve(x.count * y.count);
    std::size_t zeros = 0;
    std::size_t overflows = 0;
    for (const auto& p : x) {
      for (const auto& q : y) {
        const auto one = exact(op, is_whole, p, q);
        if (one.value) {
          all.push_back(*one.value);
        } else {
          ++(one.divides_by_zero ? zeros : overflows);
        }
      }
    }
    const auto occurs = [&](std::size_t bad) {
      if (bad == 0) { return Occurs::Never; }
      return sure || bad == x.count * y.count ? Occurs::Must : Occurs::May;
    };
    out.zero = occurs(zeros);
    out.overflow = occurs(overflows);
    out.value = all.empty() ? unknown(false) : of(std::move(all));
    finish(out.value, sure ? must_since : 0, free_inputs);
    return out;
  }
  out = of_bounds(op, is_whole, bounds(a), bounds(b));
  const bool divides = op == Op::Divide || op == Op::FloorDivide || op == Op::Modulo;
  if (divides && may_be(b, Rational(0))) {
    out.zero = b.kind == Value::Kind::Known || (b.kind == Value::Kind::FiniteSet && b.must_since != 0) ? Occurs::Must
                                                                                                       : Occurs::May;
  }
  if (op == Op::Power && may_be(a, Rational(0)) && is_negative(bounds(b).first)) {
    const bool always = a.kind == Value::Kind::Known && is_negative(bounds(b).last);
    out.zero = always ? Occurs::Must : Occurs::May;
  }
  finish(out.value, 0, free_inputs);
  return out;
}

// The ends of the result. It is wide where exact ends would take thought: then nothing is said about it.
Computed Values::of_bounds(Op op, bool is_whole, const Bounds& a, const Bounds& b) const {
  Computed out{unknown(false), Occurs::Never, Occurs::Never};
  const bool endless = is_endless(a.first) || is_endless(a.last) || is_endless(b.first) || is_endless(b.last);
  const auto at = [&](const Rational& x, const Rational& y, std::int64_t beyond) {
    if (is_endless(x) || is_endless(y)) { return Rational(beyond); }
    const auto one = exact(op, is_whole, x, y);
    if (!one.value) {
      if (!one.divides_by_zero) { out.overflow = Occurs::May; }
      return Rational(beyond);
    }
    return *one.value;
  };
  switch (op) {
    case Op::Add: out.value = range(at(a.first, b.first, kLeast), at(a.last, b.last, kMost)); return out;
    case Op::Subtract: out.value = range(at(a.first, b.last, kLeast), at(a.last, b.first, kMost)); return out;
    case Op::Minimum: out.value = range(std::min(a.first, b.first), std::min(a.last, b.last)); return out;
    case Op::Maximum: out.value = range(std::max(a.first, b.first), std::max(a.last, b.last)); return out;
    case Op::Modulo:
      if (is_negative(b.first) || b.first == Rational(0) || b.last == Rational(kMost)) { return out; }
      if (!is_negative(a.first) && a.last < b.first) {
        out.value = range(a.first, a.last);
      } else {
        out.value = range(Rational(0), Rational(b.last.numerator() - 1));
      }
      return out;
    case Op::Power:
      if (is_negative(b.first)) { return out; }
      if (endless) {
        if (!is_negative(a.first)) { out.value = range(Rational(0), Rational(kMost)); }
        return out;
      }
      if (is_negative(a.first)) {
        // The sign goes with the exponent; no power is further from 0 than the greatest one of the greatest base, or 1.
        const auto base = number::subtract(Rational(0), a.first);
        const auto power = base ? exact(op, is_whole, std::max(*base, a.last), b.last).value : std::nullopt;
        const auto most = power ? std::max(*power, Rational(1)) : Rational(0);
        const auto least = number::subtract(Rational(0), most);
        if (!power || !least) {
          out.overflow = Occurs::May;
          return out;
        }
        out.value = range(*least, most);
        return out;
      }
      break;
    case Op::Multiply:
      if (endless) {
        const bool positive = !is_negative(a.first) && !is_negative(b.first);
        const auto least = positive ? exact(op, is_whole, a.first, b.first).value : std::nullopt;
        if (least) { out.value = range(*least, Rational(kMost)); }
        return out;
      }
      break;
    case Op::Divide:
    case Op::FloorDivide: {
      const bool positive = !is_negative(b.first) && b.first != Rational(0);
      if (positive && endless && !is_negative(a.first)) { out.value = range(Rational(0), Rational(kMost)); }
      if (endless || !(positive || is_negative(b.last))) { return out; }
      break;
    }
    default: return out;
  }
  // Monotone in each operand: the ends are among the corners.
  auto first = Rational(kMost);
  auto last = Rational(kLeast);
  for (const auto& x : {a.first, a.last}) {
    for (const auto& y : {b.first, b.last}) {
      const auto corner = exact(op, is_whole, x, y);
      if (!corner.value) {
        out.overflow = Occurs::May;
        return out;
      }
      first = std::min(first, *corner.value);
      last = std::max(last, *corner.value);
    }
  }
  out.value = range(first, last);
  return out;
}

Computed Values::compute(Op op, const Value& a) {
  const auto one = [op](const Rational& x) -> std::optional<Rational> {
    switch (op) {
      case Op::Negate: return number::subtract(Rational(0), x);
      case Op::Absolute: return is_negative(x) ? number::subtract(Rational(0), x) : x;
      case Op::Floor: return Rational(number::floor(x));
      case Op::Ceil: return Rational(number::ceil(x));
      default: return Rational(number::round(x));
    }
  };
  if (members(a).count > 0) { return map(a, one); }
  const auto ends = bounds(a);
  Value out = unknown(false);
  if (op == Op::Negate) {
    // kLeast is -kMost, so that an open end stays one.
    const auto first = one(ends.last);
    const auto last = one(ends.first);
    if (first && last) { out = range(*first, *last); }
  } else if (op == Op::Absolute) {
    const auto x = one(ends.first);
    const auto y = one(ends.last);
    if (x && y) {
      const bool crosses = is_negative(ends.first) && !is_negative(ends.last);
      out = range(crosses ? Rational(0) : std::min(*x, *y), std::max(*x, *y));
    }
  } else {
    out = range(*one(ends.first), *one(ends.last));
  }
  finish(out, op == Op::Negate ? a.must_since : 0, a.free_inputs);
  return {out, Occurs::Never, Occurs::Never};
}

}  // namespace spoils::check
