// odds/row_shares.h
//
// The shares of the rows of a distribution, by their values as text: as they are found, and as an `expect` line writes
// them. odds/expectations.cpp compares the two; tests/api/written_distributions_test.cpp pins them.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "odds/interpreter.h"
#include "program/to_source.h"

namespace spoils::odds {

using namespace program;

inline Exact exact_of(const number::Rational& value) { return Exact(value.numerator(), value.denominator()); }

/// The values of an outcome, each as a pack writes it; nothing for `none`. So they are the same for engines with other
/// heaps, and whether a value takes one word or two.
using Values = std::vector<std::optional<std::string>>;
template <class Mass>
using Shares = std::map<Values, Mass>;

inline std::string to_text(const Values& values) {
  std::string out;
  for (const auto& value : values) { out += (out.empty() ? "" : " ") + value.value_or("none"); }
  return out;
}

// A set has no order, and that of its words depends on the heap.
inline std::optional<std::string> row_value(const Program& program, const Heap& heap, ValueType type, Word first,
                                            Word second) {
  if (first == kUnset) { return std::nullopt; }
  if (type.kind != ValueKind::Set) { return to_source(program, heap, type, first, second, Texts::Quoted); }
  const auto set = program.list(first, heap);
  std::vector<std::string> members;
  for (std::size_t i = 0; i < set.count; ++i) {
    members.push_back(to_source(program, heap, {type.element, ValueKind::Unknown}, set.first[i], 1, Texts::Quoted));
  }
  std::sort(members.begin(), members.end());
  return fmt::format("{{{}}}", fmt::join(members, ", "));
}

template <class Mass>
Shares<Mass> found_shares(const Program& program, const Heap& heap, const Query& query, const Answer<Mass>& answer) {
  std::vector<ValueType> types;
  if (query.by_name) { types.push_back({ValueKind::Text, ValueKind::Unknown}); }
  for (const auto id : query.by) { types.push_back(program.expressions[id].type); }
  Shares<Mass> out;
  Mass total(0);
  for (const auto& outcome : answer.outcomes) {
    Values values;
    std::size_t at = 0;
    for (const auto type : types) {
      const auto first = outcome.words[at++];
      const auto second = type.kind == ValueKind::Number ? outcome.words[at++] : Word{1};
      values.push_back(row_value(program, heap, type, first, second));
    }
    out[values] += outcome.mass;
    total += outcome.mass;
  }
  for (auto& [values, share] : out) { share /= total; }
  return out;
}

// The written distribution. The values of one row follow each other.
inline Shares<Exact> wanted_shares(const Program& program, const Expectation& e) {
  const auto& query = program.queries[*e.left.query];
  const auto asked = query.by.size() + (query.by_name ? 1 : 0);
  Shares<Exact> out;
  Exact total(0);
  for (std::size_t at = 0; at + asked <= e.shares.size(); at += asked) {
    Values values;
    for (std::size_t i = at; i < at + asked; ++i) {
      const auto& constant = program.expressions[e.shares[i].outcome];
      if (constant.op == Op::Fraction) {
        values.emplace_back(number::to_text(program.fractions[constant.a]));
      } else {
        values.push_back(row_value(program, Heap(), constant.type, constant.value, 1));
      }
    }
    const auto weight = exact_of(e.shares[at].weight);
    out[values] += weight;
    total += weight;
  }
  for (auto& [values, share] : out) {
    if (total != 0) { share /= total; }
  }
  return out;
}

}  // namespace spoils::odds
