// odds/open_inputs.cpp
//
// Goes through the values of open inputs: all combinations, or, where they are too many, one input at a time.
#include "odds/open_inputs.h"

#include <fmt/format.h>

#include <algorithm>

#include "program/to_source.h"

namespace spoils::odds {

using namespace program;

namespace {

void set(Settings& settings, SlotId slot, Word value) {
  for (auto& [known, word] : settings) {
    if (known == slot) { word = value; }
  }
}

}  // namespace

void set_word(Settings& settings, SlotId slot, Word word) {
  const auto known =
      std::find_if(settings.begin(), settings.end(), [&](const auto& setting) { return setting.first == slot; });
  if (known == settings.end()) {
    settings.emplace_back(slot, word);
  } else {
    known->second = word;
  }
}

Settings initial_settings(const Program& program) {
  Settings out;
  for (const auto slot : program.inputs) {
    out.emplace_back(slot, program.slots[slot].initial);
    // States are never fractions.
    if (program.slots[slot].type.kind == ValueKind::Number) {
      out.emplace_back(slot + 1, program.slots[slot].initial_denominator);
    }
  }
  for (const auto slot : program.states) { out.emplace_back(slot, program.slots[slot].initial); }
  return out;
}

bool OpenInputs::has_range(SlotId slot) const {
  const auto& input = program_.slots[slot];
  return input.has_bounds || !input.choices.empty() || input.type.kind == ValueKind::Flag;
}

OpenInputs::OpenInputs(const Program& program, std::vector<SlotId> open)
    : program_(program), open_(std::move(open)), initial_(initial_settings(program)), size_(1) {
  for (const auto slot : open_) {
    const auto& input = program_.slots[slot];
    auto values = values_of(slot, kMostCombinations);
    const bool is_open = input.has_bounds && input.type.kind == ValueKind::Number;
    // Each factor is at most one more than the limit, so the product fits.
    are_all_tried_ = are_all_tried_ && !is_open && size_ * values.size() <= kMostCombinations;
    if (are_all_tried_) { size_ *= values.size(); }
    values_.push_back(std::move(values));
  }
  if (are_all_tried_) { return; }
  size_ = 0;
  for (std::size_t i = 0; i < open_.size(); ++i) {
    values_[i] = values_of(open_[i], kMostOfOne);
    size_ += values_[i].size();
  }
}

std::vector<Word> OpenInputs::values_of(SlotId slot, std::size_t most) const {
  const auto& input = program_.slots[slot];
  std::vector<Word> out;
  if (input.initial == kUnset) { out.push_back(kUnset); }
  if (!input.choices.empty()) {
    out.insert(out.end(), input.choices.begin(), input.choices.end());
    return out;
  }
  if (input.type.kind == ValueKind::Flag) {
    out.insert(out.end(), {0, 1});
    return out;
  }
  if (!input.has_bounds || input.type.kind == ValueKind::Number) { return {input.initial}; }
  for (Word value = input.first; value <= input.last && out.size() < most; ++value) { out.push_back(value); }
  if (out.back() != input.last) { out.push_back(input.last); }
  return out;
}

Settings OpenInputs::combination(std::size_t number) const {
  auto out = initial_;
  if (are_all_tried_) {
    for (auto i = open_.size(); i-- > 0;) {
      const auto& values = values_[i];
      set(out, open_[i], values[number % values.size()]);
      number /= values.size();
    }
    return out;
  }
  for (std::size_t i = 0; i < open_.size(); ++i) {
    if (number < values_[i].size()) {
      set(out, open_[i], values_[i][number]);
      break;
    }
    number -= values_[i].size();
  }
  return out;
}

std::string OpenInputs::assumed() const {
  std::string out;
  for (const auto slot : open_) {
    if (!has_range(slot)) { add(out, slot, program_.slots[slot].initial, program_.slots[slot].initial_denominator); }
  }
  return out;
}

std::string OpenInputs::text(const Settings& settings) const {
  std::string out;
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const auto& [slot, value] = settings[i];
    if (std::find(open_.begin(), open_.end(), slot) == open_.end()) { continue; }
    // The second word of a Number follows the first.
    const bool is_wide = program_.slots[slot].type.kind == ValueKind::Number;
    add(out, slot, value, is_wide ? settings[i + 1].second : 1);
  }
  return out;
}

void OpenInputs::add(std::string& list, SlotId slot, Word first, Word second) const {
  const auto& input = program_.slots[slot];
  list +=
      fmt::format("{}{} = {}", list.empty() ? "" : ", ", input.name, to_source(program_, input.type, first, second));
}

}  // namespace spoils::odds
