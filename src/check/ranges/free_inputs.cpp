// check/ranges/free_inputs.cpp
//
// Lists the free inputs of a rule with their values, makes abstract values for a box of them, and prints values and
// ranges for messages.
#include "check/ranges/free_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "program/to_source.h"

namespace spoils::check {

using namespace program;

namespace {

constexpr std::size_t kMaxListed = 6;  // stretches that a message lists

// Nothing where the slot may be anything and has no value of its own. Without an initial value, `initial` is one of the
// others; kUnset is that of `= none`.
std::optional<FreeInput> free_input_of(const Slot& slot, SlotId id, std::optional<Word> initial) {
  FreeInput free_input;
  free_input.slot = id;
  const bool is_unset = initial == kUnset;
  if (slot.has_bounds) {
    const auto others = is_unset ? 2U : 1U;
    const auto steps = static_cast<std::uint64_t>(slot.last) - static_cast<std::uint64_t>(slot.first);
    free_input.first = slot.first;
    free_input.may_be_unset = is_unset;
    free_input.count = steps > std::numeric_limits<std::uint64_t>::max() - others ? steps : steps + others;
    return free_input;
  }
  const auto add = [&](Word word) {
    if (std::find(free_input.list.begin(), free_input.list.end(), word) == free_input.list.end()) {
      free_input.list.push_back(word);
    }
  };
  if (slot.type.kind == ValueKind::Flag) {
    free_input.list = {0, 1};
    if (is_unset) { add(kUnset); }
  } else if (!slot.choices.empty()) {
    for (const auto choice : slot.choices) { add(choice); }
    if (initial) { add(*initial); }
  } else {
    free_input.is_bounded = false;
    if (slot.type.kind == ValueKind::Int) {
      for (const Word sample : {-1, 0, 1}) { add(sample); }
    }
    if (slot.kind == Slot::Kind::Input && !is_unset) {
      add(*initial);
      free_input.denominator = slot.initial_denominator;
    }
    if (slot.type.kind == ValueKind::Int) { std::sort(free_input.list.begin(), free_input.list.end()); }
  }
  if (free_input.list.empty()) { return std::nullopt; }
  free_input.count = free_input.list.size();
  return free_input;
}

}  // namespace

std::vector<FreeInput> free_inputs_of(const Program& program, RuleId rule) {
  std::vector<FreeInput> out;
  const auto add = [&](SlotId id, std::optional<Word> initial) {
    if (auto free_input = free_input_of(program.slots[id], id, initial)) { out.push_back(std::move(*free_input)); }
  };
  for (const auto input : program.inputs) { add(input, program.slots[input].initial); }
  for (const auto& parameter : program.rules[rule].parameters) {
    const auto& slot = program.slots[parameter.slot];
    // A parameter without declared values is tried with its default, which the interpreter knows.
    if (!slot.has_bounds && slot.choices.empty() && slot.type.kind != ValueKind::Flag) { continue; }
    const bool is_constant = parameter.initial != kNone && program.expressions[parameter.initial].op == Op::Constant;
    add(parameter.slot, is_constant ? std::optional(program.expressions[parameter.initial].value) : std::nullopt);
  }
  return out;
}

InputBox all_values(const std::vector<FreeInput>& free_inputs) {
  InputBox box;
  for (const auto& free_input : free_inputs) { box.push_back({0, free_input.count - 1}); }
  return box;
}

std::uint64_t bit_of(std::size_t free_input) { return std::uint64_t{1} << std::min<std::size_t>(free_input, 63); }

Entry entry_of(Values& values, RuleId rule, const std::vector<FreeInput>& free_inputs, const InputBox& box) {
  Entry entry;
  entry.rule = rule;
  for (std::size_t i = 0; i < free_inputs.size(); ++i) {
    const auto& free_input = free_inputs[i];
    Value value;
    if (free_input.list.empty()) {
      const bool is_unset = free_input.may_be_unset && box[i].first == 0;
      const auto first = is_unset ? std::min<std::uint64_t>(1, box[i].last) : box[i].first;
      value = Values::range(free_input.word(first), free_input.word(box[i].last));
      if (is_unset) { value = values.join(Values::known(kUnset), value); }
    } else {
      const auto at = [&](std::uint64_t index) { return free_input.list.begin() + static_cast<std::ptrdiff_t>(index); };
      value = free_input.denominator == 1
                  ? values.of(Values::List(at(box[i].first), at(box[i].last + 1)))
                  : Values::known(number::Rational::in_lowest_terms(free_input.list[0], free_input.denominator));
    }
    Values::finish(value, 0, bit_of(i));
    entry.settings.emplace_back(free_input.slot, value);
  }
  return entry;
}

std::string value_text(const Program& program, const FreeInput& free_input, std::uint64_t index) {
  return to_source(program, program.slots[free_input.slot].type, free_input.word(index), free_input.denominator,
                   Texts::Quoted);
}

std::string values_text(const Program& program, const FreeInput& free_input, const std::vector<Interval>& intervals) {
  std::string out;
  std::size_t listed = 0;
  const auto add = [&](const std::string& text) {
    if (listed++ < kMaxListed) { out += (out.empty() ? "" : ", ") + text; }
  };
  for (const auto& interval : intervals) {
    const auto one = [&](std::uint64_t index) { return value_text(program, free_input, index); };
    if (free_input.list.empty()) {
      auto first = interval.first;
      if (free_input.may_be_unset && first == 0) { add(one(first++)); }
      if (first > interval.last) { continue; }
      add(first == interval.last ? one(first) : one(first) + ".." + one(interval.last));
    } else {
      for (auto i = interval.first; i <= interval.last; ++i) { add(one(i)); }
    }
  }
  if (listed > kMaxListed) { out += " and others"; }
  return out;
}

std::vector<Interval> united(std::vector<Interval> intervals) {
  std::sort(intervals.begin(), intervals.end(), [](const Interval& a, const Interval& b) { return a.first < b.first; });
  std::vector<Interval> out;
  for (const auto& interval : intervals) {
    if (!out.empty() && interval.first <= out.back().last + 1) {
      out.back().last = std::max(out.back().last, interval.last);
    } else {
      out.push_back(interval);
    }
  }
  return out;
}

std::vector<Interval> without(const std::vector<Interval>& all, const std::vector<Interval>& others) {
  std::vector<Interval> out;
  for (auto interval : all) {
    bool is_left = true;
    for (const auto& other : others) {
      if (other.last < interval.first || other.first > interval.last) { continue; }
      if (other.first > interval.first) { out.push_back({interval.first, other.first - 1}); }
      if (other.last >= interval.last) {
        is_left = false;
        break;
      }
      interval.first = other.last + 1;
    }
    if (is_left) { out.push_back(interval); }
  }
  return out;
}

}  // namespace spoils::check
