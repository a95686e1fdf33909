#include "check/knobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "program/written.h"

namespace spoils::check {

using namespace program;

namespace {

constexpr std::size_t kMaxListed = 6;  // stretches that a message lists

// Nothing where the slot may be anything and has no value of its own.
std::optional<Knob> knob_of(const Slot& slot, SlotId id, Word initial) {
  Knob knob;
  knob.slot = id;
  if (slot.has_bounds) {
    const auto steps = static_cast<std::uint64_t>(slot.last) - static_cast<std::uint64_t>(slot.first);
    knob.first = slot.first;
    knob.count = steps == std::numeric_limits<std::uint64_t>::max() ? steps : steps + 1;
    return knob;
  }
  const auto add = [&](Word word) {
    if (std::find(knob.list.begin(), knob.list.end(), word) == knob.list.end()) { knob.list.push_back(word); }
  };
  if (slot.type.kind == ValueKind::Flag) {
    knob.list = {0, 1};
  } else if (!slot.choices.empty()) {
    for (const auto choice : slot.choices) { add(choice); }
  } else {
    knob.is_bounded = false;
    if (slot.type.kind == ValueKind::Int) {
      for (const Word sample : {-1, 0, 1}) { add(sample); }
    }
    if (slot.kind == Slot::Kind::Input && initial != kUnset) { add(initial); }
    if (slot.type.kind == ValueKind::Int) { std::sort(knob.list.begin(), knob.list.end()); }
  }
  if (knob.list.empty()) { return std::nullopt; }
  knob.count = knob.list.size();
  return knob;
}

}  // namespace

std::vector<Knob> knobs_of(const Program& program, RuleId rule) {
  std::vector<Knob> out;
  const auto add = [&](SlotId id, Word initial) {
    if (auto knob = knob_of(program.slots[id], id, initial)) { out.push_back(std::move(*knob)); }
  };
  for (const auto input : program.inputs) { add(input, program.slots[input].initial); }
  for (const auto& parameter : program.rules[rule].parameters) {
    const auto& slot = program.slots[parameter.slot];
    // A parameter without declared values is tried with its default, which the walk knows.
    if (!slot.has_bounds && slot.choices.empty() && slot.type.kind != ValueKind::Flag) { continue; }
    const bool is_constant = parameter.initial != kNone && program.expressions[parameter.initial].op == Op::Constant;
    add(parameter.slot, kUnset);
    const auto& initial = is_constant ? program.expressions[parameter.initial].value : 0;
    auto& list = out.back().list;
    if (!is_constant || list.empty() || std::find(list.begin(), list.end(), initial) != list.end()) { continue; }
    list.push_back(initial);
    out.back().count = list.size();
  }
  return out;
}

Box all_values(const std::vector<Knob>& knobs) {
  Box box;
  for (const auto& knob : knobs) { box.push_back({0, knob.count - 1}); }
  return box;
}

std::uint64_t bit_of(std::size_t knob) { return std::uint64_t{1} << std::min<std::size_t>(knob, 63); }

Entry entry_of(Values& values, RuleId rule, const std::vector<Knob>& knobs, const Box& box) {
  Entry entry;
  entry.rule = rule;
  for (std::size_t i = 0; i < knobs.size(); ++i) {
    const auto& knob = knobs[i];
    Value value;
    if (knob.list.empty()) {
      value = Values::range(knob.word(box[i].first), knob.word(box[i].last));
    } else {
      const auto at = [&](std::uint64_t index) { return knob.list.begin() + static_cast<std::ptrdiff_t>(index); };
      value = values.of(Values::List(at(box[i].first), at(box[i].last + 1)));
    }
    Values::finish(value, 0, bit_of(i));
    entry.settings.emplace_back(knob.slot, value);
  }
  return entry;
}

std::string value_text(const Program& program, const Knob& knob, std::uint64_t index) {
  return written(program, program.slots[knob.slot].type, knob.word(index), 1, Texts::Quoted);
}

std::string values_text(const Program& program, const Knob& knob, const std::vector<Stretch>& stretches) {
  std::string out;
  std::size_t listed = 0;
  const auto add = [&](const std::string& text) {
    if (listed++ < kMaxListed) { out += (out.empty() ? "" : ", ") + text; }
  };
  for (const auto& stretch : stretches) {
    const auto one = [&](std::uint64_t index) { return value_text(program, knob, index); };
    if (knob.list.empty()) {
      add(stretch.size() == 1 ? one(stretch.first) : one(stretch.first) + ".." + one(stretch.last));
    } else {
      for (auto i = stretch.first; i <= stretch.last; ++i) { add(one(i)); }
    }
  }
  if (listed > kMaxListed) { out += " and others"; }
  return out;
}

std::vector<Stretch> united(std::vector<Stretch> stretches) {
  std::sort(stretches.begin(), stretches.end(), [](const Stretch& a, const Stretch& b) { return a.first < b.first; });
  std::vector<Stretch> out;
  for (const auto& stretch : stretches) {
    if (!out.empty() && stretch.first <= out.back().last + 1) {
      out.back().last = std::max(out.back().last, stretch.last);
    } else {
      out.push_back(stretch);
    }
  }
  return out;
}

std::vector<Stretch> without(const std::vector<Stretch>& all, const std::vector<Stretch>& others) {
  std::vector<Stretch> out;
  for (auto stretch : all) {
    bool is_left = true;
    for (const auto& other : others) {
      if (other.last < stretch.first || other.first > stretch.last) { continue; }
      if (other.first > stretch.first) { out.push_back({stretch.first, other.first - 1}); }
      if (other.last >= stretch.last) {
        is_left = false;
        break;
      }
      stretch.first = other.last + 1;
    }
    if (is_left) { out.push_back(stretch); }
  }
  return out;
}

}  // namespace spoils::check
