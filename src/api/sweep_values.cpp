// api/sweep_values.cpp
//
// Reads the range or the values of a sweep, with an error for each that its input cannot have.
#include "api/sweep_values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "api/error.h"
#include "api/query.h"
#include "text/plain/integer.h"
#include "text/plain/nearest.h"
#include "text/plain/symbol_source.h"

namespace spoils::api {

using program::ValueKind;

namespace {

constexpr std::int64_t kMaxSweep = 10'000;

// Returns a help text: the nearest name of an input or state, or all of them.
std::string swept_near(const program::Program& program, const std::string& word) {
  std::vector<std::string_view> inputs;
  std::vector<std::string_view> states;
  for (const auto slot : program.inputs) { inputs.push_back(program.slots[slot].name); }
  for (const auto slot : program.states) { states.push_back(program.slots[slot].name); }
  auto known = inputs;
  known.insert(known.end(), states.begin(), states.end());
  if (const auto near = text::nearest(word, known)) { return fmt::format("did you mean `{}`?", *near); }
  std::string out = inputs.empty() ? "" : fmt::format("its inputs are {}", fmt::join(inputs, ", "));
  if (!states.empty()) { out += fmt::format("{}its states are {}", out.empty() ? "" : "; ", fmt::join(states, ", ")); }
  return out.empty() ? "it has neither inputs nor states" : out;
}

const char* kind_of(const program::Slot& slot) {
  using enum program::Slot::Kind;
  return slot.kind == State ? "state" : slot.kind == Input ? "input" : "parameter";
}

}  // namespace

Result<program::SlotId, Error> swept_slot(const program::Program& program, const std::string& input) {
  const auto slot = input_or_state(program, input);
  if (!slot) {
    return Failure{make_error(Error::Kind::UnknownInput,
                              fmt::format("pack `{}` has no input `{}` to sweep", program.name, input),
                              swept_near(program, input), {{"input", input}})};
  }
  if (program::holds_words(program.slots[*slot].type.kind)) {
    const bool is_map = program.slots[*slot].type.kind == ValueKind::Map;
    return Failure{
        make_error(Error::Kind::BadValue,
                   fmt::format("state `{}` is a {}, and has no range to sweep", input, is_map ? "map" : "set"),
                   "set one value", {{is_map ? "map" : "set", input}})};
  }
  return *slot;
}

Result<std::vector<Setting>, Error> values_to_sweep(const program::Program& program, program::SlotId slot,
                                                    const Sweep& sweep) {
  const auto& known = program.slots[slot];
  std::vector<Setting> values;
  for (const auto choice : known.choices) {
    values.emplace_back(text::symbol_to_source(program.symbols.name(static_cast<std::uint32_t>(choice))), choice);
  }
  if (known.type.kind == ValueKind::Flag) { values = {{"false", 0}, {"true", 1}}; }
  if (!values.empty()) {
    if (sweep.values.empty()) { return values; }
    std::vector<Setting> chosen;
    for (const auto& name : sweep.values) {
      const auto found = std::find_if(values.begin(), values.end(), [&](const auto& v) { return v.first == name; });
      if (found == values.end()) {
        return Failure{make_error(Error::Kind::BadValue, fmt::format("`{}` cannot be `{}`", sweep.input, name), "",
                                  {{"input", sweep.input}, {"value", name}})};
      }
      chosen.push_back(*found);
    }
    return chosen;
  }
  if (known.type.kind != ValueKind::Int) {
    const bool has_values = !sweep.values.empty();
    return Failure{make_error(
        Error::Kind::BadValue,
        fmt::format("`{}` {}", sweep.input, has_values ? "cannot be swept" : "has no range to sweep"),
        fmt::format("only integers, flags and symbols with declared choices {}", has_values ? "can" : "have one"))};
  }
  const auto out_of_range = [&](const std::string& what) {
    return Failure{make_error(Error::Kind::BadValue, fmt::format("cannot sweep `{}` over {}", sweep.input, what),
                              known.has_bounds ? fmt::format("its range is {}..{}, and at most {} values are swept",
                                                             known.first, known.last, kMaxSweep)
                                               : "")};
  };
  for (const auto& text : sweep.values) {
    const auto value = text::integer_of(text);
    if (!value || !known.holds(*value)) { return out_of_range(text); }
    values.emplace_back(text, *value);
  }
  if (!values.empty()) { return values; }
  if (!known.has_bounds && !sweep.range) {
    return Failure{make_error(Error::Kind::BadValue,
                              fmt::format("{} `{}` has no range to sweep", kind_of(known), sweep.input), "give one",
                              {{"range", sweep.input}})};
  }
  const auto first = sweep.range ? sweep.range->first : known.first;
  const auto last = sweep.range ? sweep.range->second : known.last;
  if (last < first || last - first >= kMaxSweep || (known.has_bounds && (first < known.first || last > known.last))) {
    return out_of_range(fmt::format("{}..{}", first, last));
  }
  for (auto value = first; value <= last; ++value) { values.emplace_back(fmt::format("{}", value), value); }
  return values;
}

}  // namespace spoils::api
