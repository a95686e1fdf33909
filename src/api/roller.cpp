// api/roller.cpp
//
// `Roller`: reads the values that a caller sets, prepares the initial words of a roll, and rolls. If the last roll
// drew nothing and nothing was set since, its things are given again; if the draw trie holds the result, nothing is
// evaluated.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "api/begin_state.h"
#include "api/error.h"
#include "api/roller_data.h"
#include "program/to_source.h"
#include "roll/seed.h"
#include "spoils/roll.h"
#include "text/plain/counted.h"
#include "text/plain/nearest.h"

namespace spoils {
inline namespace v1 {

using api::make_error;
using program::kUnset;
using program::SlotId;
using program::ValueKind;
using program::Word;

namespace {

// Options on command lines have `-` instead of `_`.
char as_in_name(char c) { return c == '-' ? '_' : c; }

std::string as_name(std::string_view given) {
  std::string out(given);
  std::transform(out.begin(), out.end(), out.begin(), as_in_name);
  return out;
}

}  // namespace

}  // namespace v1
}  // namespace spoils

namespace spoils::api {

WorldState world_state(const program::Program& program, const std::function<Word(SlotId)>& word_of) {
  WorldState out;
  for (const auto slot : program.states) {
    const auto word = word_of(slot);
    const bool is_set = program::holds_words(program.slots[slot].type.kind) && word != kUnset;
    out.states.push_back(word);
    out.members.push_back(is_set ? program.lists[static_cast<std::size_t>(word)] : std::vector<Word>());
  }
  return out;
}

void put_state(const program::Program& program, const WorldState& world, roll::Interpreter& interpreter) {
  for (std::size_t i = 0; i < program.states.size(); ++i) {
    const auto slot = program.states[i];
    const auto& members = world.members[i];
    interpreter.slots()[slot] = program::holds_words(program.slots[slot].type.kind)
                                    ? interpreter.heap().add_list(members.data(), members.size())
                                    : world.states[i];
  }
}

void take_state(const program::Program& program, roll::Interpreter& interpreter, WorldState& world) {
  for (std::size_t i = 0; i < program.states.size(); ++i) {
    const auto slot = program.states[i];
    world.states[i] = interpreter.slots()[slot];
    if (!program::holds_words(program.slots[slot].type.kind)) { continue; }
    const auto members = program.list(world.states[i], interpreter.heap());
    world.members[i].assign(members.begin(), members.end());
  }
}

// Writes the value of an input into the initial words of a roll.
static void put_input(RollerData& data, const RollerData::Preset& input) {
  auto* const words = data.start.data() + (input.slot - data.first_slot);
  words[0] = input.first;
  if (data.interpreter.is_wide(input.slot)) { words[1] = input.second; }
}

// Rolls begin with a new value of an input: it is written where they read it, unless all must be prepared anew.
static void take_over(RollerData& data, const RollerData::Preset& input, bool changes_texts) {
  if (data.is_changed) { return; }
  if (!changes_texts) { return put_input(data, input); }
  data.is_changed = true;
  data.is_plain = false;
}

}  // namespace spoils::api

namespace spoils {
inline namespace v1 {

std::uint64_t seed_from_text(std::string_view text) { return roll::seed_from_text(text); }
std::string seed_to_text(std::uint64_t seed) { return roll::seed_to_text(seed); }

Roller::Roller(std::unique_ptr<api::RollerData> data) : data_(std::move(data)) {}
Roller::Roller() noexcept = default;
Roller::Roller(Roller&&) noexcept = default;
Roller& Roller::operator=(Roller&&) noexcept = default;
Roller::~Roller() = default;

Result<Roller, Error> Roller::make(const Pack& pack, std::string_view rule, const Values& values) {
  auto data = std::make_unique<api::RollerData>(pack);
  const auto& program = data->program;
  if (!rule.empty()) {
    const auto word = as_name(rule);
    const auto found = program.find_rule(word);
    if (!found) { return Failure{api::unknown_rule(program, word)}; }
    data->rule = *found;
  }
  data->inputs.reserve(program.inputs.size());
  data->states.reserve(program.states.size());
  for (const auto slot : program.inputs) {
    api::RollerData::Preset preset;
    preset.slot = slot;
    preset.first = program.slots[slot].initial;
    preset.second = program.slots[slot].initial_denominator;
    preset.is_hidden = api::has_parameter(program, data->rule, program.slots[slot].name);
    preset.is_text = program.slots[slot].type.kind == ValueKind::Text && preset.first != kUnset;
    if (preset.is_text) { preset.text = program.texts[static_cast<std::size_t>(preset.first)]; }
    data->inputs.push_back(std::move(preset));
  }
  for (const auto& parameter : program.rules[data->rule].parameters) {
    api::RollerData::Preset preset;
    preset.slot = parameter.slot;
    data->parameters.push_back(std::move(preset));
    data->given.push_back(0);
  }
  for (const auto slot : program.states) { data->states.push_back({slot, program.slots[slot].initial, {}, {}}); }
  Roller roller(std::move(data));
  for (const auto& [name, value] : values) {
    if (auto failure = roller.set(name, value)) { return Failure{std::move(*failure)}; }
  }
  const auto& parameters = program.rules[roller.data_->rule].parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].initial != program::kNone || roller.data_->given[i] != 0) { continue; }
    const auto& name = program.slots[parameters[i].slot].name;
    return Failure{make_error(
        Error::Kind::MissingValue,
        fmt::format("rule `{}` needs a value for its parameter `{}`", program.rules[roller.data_->rule].name, name),
        "give it a value", {{"parameter", name}})};
  }
  return roller;
}

std::optional<Error> Roller::set(std::string_view name, std::string_view value) {
  if (data_ == nullptr) { return api::misuse_error("Roller::set: the roller was moved from"); }
  auto& data = *data_;
  data.is_same_again = false;
  const auto is_called = [&](const api::RollerData::Preset& preset) {
    const auto& known = data.program.slots[preset.slot].name;
    return std::equal(known.begin(), known.end(), name.begin(), name.end(),
                      [](char ours, char theirs) { return ours == as_in_name(theirs); });
  };
  for (std::size_t i = 0; i < data.parameters.size(); ++i) {
    if (!is_called(data.parameters[i])) { continue; }
    if (auto failure = api::read_value(data.parameters[i], data.program, value)) { return failure; }
    data.given[i] = 1;
    return std::nullopt;
  }
  for (auto& input : data.inputs) {
    if (!is_called(input)) { continue; }
    const bool was_text = input.is_text;
    if (auto failure = api::read_value(input, data.program, value)) { return failure; }
    api::take_over(data, input, was_text != input.is_text);
    return std::nullopt;
  }
  std::vector<std::string_view> names;
  for (const auto& preset : data.parameters) { names.push_back(data.program.slots[preset.slot].name); }
  for (const auto& preset : data.inputs) { names.push_back(data.program.slots[preset.slot].name); }
  std::string help;
  std::vector<Fact> facts{{"input", std::string(name)}};
  if (const auto near = text::nearest(as_name(name), names)) {
    help = fmt::format("did you mean `{}`?", *near);
    facts.push_back({"nearest", std::string(*near)});
  }
  return make_error(
      Error::Kind::UnknownInput,
      fmt::format("neither pack `{}` nor its rule `{}` has an input `{}`", data.program.name, rule(), name), help,
      std::move(facts));
}

std::optional<Error> Roller::set(std::size_t input, std::int64_t value) {
  if (data_ == nullptr) [[unlikely]] { return api::misuse_error("Roller::set: the roller was moved from"); }
  auto& data = *data_;
  data.is_same_again = false;
  if (input >= data.inputs.size()) {
    const auto inputs = text::counted(data.inputs.size(), "input");
    return make_error(Error::Kind::UnknownInput, fmt::format("there are {}, and none with number {}", inputs, input));
  }
  auto& preset = data.inputs[input];
  const auto& slot = data.program.slots[preset.slot];
  if (preset.is_hidden) [[unlikely]] {
    return make_error(Error::Kind::UnknownInput,
                      fmt::format("`{}` is hidden by a parameter of rule `{}`", slot.name, rule()));
  }
  if (slot.type.kind == ValueKind::Symbol) {
    std::int64_t number = 0;
    for (const auto choice : slot.choices) {
      if (!api::can_be_written(data.program, choice)) { continue; }
      if (number++ != value) { continue; }
      preset.first = choice;
      api::take_over(data, preset, false);
      return std::nullopt;
    }
    return make_error(Error::Kind::BadValue, fmt::format("`{}` has {}, and none with number {}", slot.name,
                                                         text::counted(number, "choice"), value));
  }
  const bool fits = slot.type.kind == ValueKind::Int && value != kUnset &&
                    (!slot.has_bounds || (value >= slot.first && value <= slot.last));
  const bool flag = slot.type.kind == ValueKind::Flag && (value == 0 || value == 1);
  if (!fits && !flag) { return make_error(Error::Kind::BadValue, fmt::format("`{}` cannot be {}", slot.name, value)); }
  preset.first = value;
  api::take_over(data, preset, false);
  return std::nullopt;
}

std::optional<Error> Roller::set_state(std::string_view name, std::string_view value) {
  if (data_ == nullptr) { return api::misuse_error("Roller::set_state: the roller was moved from"); }
  auto& data = *data_;
  const auto slot = api::find_state(data.program, name);
  if (!slot) { return slot.error(); }
  auto read = api::read_state(data.program, data.program, *slot, std::string(value));
  if (!read) { return std::move(read).error(); }
  const auto at = std::ranges::find(data.states, *slot, &api::RollerData::StateBegin::slot);
  at->given = value;
  at->members = std::move(read->members);
  if (!program::holds_words(data.program.slots[*slot].type.kind)) { at->word = read->word; }
  data.is_changed = true;
  data.is_plain = false;
  data.is_same_again = false;
  return std::nullopt;
}

}  // namespace v1
}  // namespace spoils

namespace spoils::api {

static void prepare(RollerData& data) {
  const auto& program = data.program;
  data.first_slot = program.shown;
  auto end = program.shown + 1;
  for (const auto* slots : {&program.states, &program.inputs, &program.rules[data.rule].fields}) {
    if (slots->empty()) { continue; }
    data.first_slot = std::min(data.first_slot, slots->front());
    end = std::max(end, slots->back() + 1);
  }
  data.start.assign(end - data.first_slot, kUnset);
  const auto put = [&](SlotId slot, Word word) { data.start[slot - data.first_slot] = word; };
  data.lists.clear();
  for (const auto& state : data.states) {
    put(state.slot, state.word);
    if (state.given && program::holds_words(program.slots[state.slot].type.kind)) { data.lists.push_back(&state); }
  }
  data.texts.clear();
  for (const auto& input : data.inputs) {
    put_input(data, input);
    if (input.is_text) { data.texts.push_back(&input); }
  }
  data.is_plain = data.texts.empty() && data.lists.empty() && data.parameters.empty();
  data.is_changed = false;
}

void begin_roll(RollerData& data) {
  auto& interpreter = data.interpreter;
  if (data.is_changed) [[unlikely]] { prepare(data); }
  data.is_same_again = false;
  data.result_set.anchor.renew();
  interpreter.begin(data.rule, data.first_slot, data.start);
  auto& slots = interpreter.slots();
  for (const auto* preset : data.texts) { slots[preset->slot] = interpreter.heap().add_text(preset->text); }
  for (const auto* state : data.lists) {
    slots[state->slot] = interpreter.heap().add_list(state->members.data(), state->members.size());
  }
  for (std::size_t i = 0; i < data.parameters.size(); ++i) {
    if (data.given[i] == 0) { continue; }
    const auto& preset = data.parameters[i];
    slots[preset.slot] = preset.is_text ? interpreter.heap().add_text(preset.text) : preset.first;
    if (interpreter.is_wide(preset.slot)) { slots[preset.slot + 1] = preset.second; }
  }
}

}  // namespace spoils::api

namespace spoils {
inline namespace v1 {

namespace {

Failure<Error> fault_of(api::RollerData& data, std::uint64_t seed, std::uint64_t index) {
  auto fault = data.interpreter.fault();
  const auto record = api::take_record(data.program, data.interpreter.slots());
  if (fault.record == Span{} && !program::is_limit(fault.kind)) { fault.record = record; }
  return Failure{api::fault_error(*data.pack.data().sources, data.program, fault, seed, index)};
}

Things things_of(const api::RollerData& data) {
  return data.result_set.view(static_cast<std::uint32_t>(data.interpreter.things().given_out.size()));
}

}  // namespace

// A separate function, so that roll() needs no registers for it if it returns the previous roll again.
[[gnu::noinline]] static Result<Things, Error> roll_anew(api::RollerData& data, std::uint64_t seed,
                                                         std::uint64_t index) {
  if (!data.is_plain && data.is_changed) [[unlikely]] { api::prepare(data); }
  if (data.is_plain && data.interpreter.roll_from_trie(data.rule, data.first_slot, data.start, seed, index)) {
    data.result_set.anchor.renew();
    data.is_same_again = !data.interpreter.drew();
    return things_of(data);
  }
  api::begin_roll(data);
  if (!data.interpreter.roll(data.given, seed, index, index)) [[unlikely]] { return fault_of(data, seed, index); }
  data.is_same_again = !data.interpreter.drew();
  return things_of(data);
}

[[gnu::cold, gnu::noinline]] static Result<Things, Error> roll_of_nothing() {
  return Failure{api::misuse_error("Roller::roll: the roller was moved from")};
}

Result<Things, Error> Roller::roll(std::uint64_t seed, std::uint64_t index) {
  if (data_ == nullptr) [[unlikely]] { return roll_of_nothing(); }
  if (data_->is_same_again && !data_->interpreter.is_observed()) { return things_of(*data_); }
  return roll_anew(*data_, seed, index);
}

Result<Things, Error> Roller::roll(World& world) {
  if (data_ == nullptr) [[unlikely]] { return Failure{api::misuse_error("Roller::roll: the roller was moved from")}; }
  if (world.data() == nullptr) [[unlikely]] {
    return Failure{api::misuse_error("Roller::roll: the world was moved from")};
  }
  auto& in = *world.data();
  const auto& theirs = in.pack.data();
  const auto& ours = data_->pack.data();
  if (&theirs != &ours &&
      (theirs.program.name != ours.program.name || theirs.program.content_hash != ours.program.content_hash)) {
    return Failure{
        make_error(Error::Kind::World,
                   fmt::format("the world is of pack `{}`, the roller of pack `{}`{}", theirs.program.name,
                               ours.program.name, theirs.program.name == ours.program.name ? " with other text" : ""))};
  }
  if (in.next == std::numeric_limits<std::uint64_t>::max()) {
    return Failure{make_error(Error::Kind::Limit,
                              "the world has made 18446744073709551615 rolls, and cannot count more",
                              "begin another world")};
  }
  auto& data = *data_;
  auto& interpreter = data.interpreter;
  api::begin_roll(data);
  api::put_state(data.program, in, interpreter);
  if (!interpreter.roll(data.given, in.seed, in.next, api::kSettledInWorld)) {
    return fault_of(data, in.seed, in.next);
  }
  api::take_state(data.program, interpreter, in);
  ++in.next;
  return things_of(data);
}

Values Roller::values() const {
  Values out;
  if (data_ == nullptr) [[unlikely]] {
    misused("Roller::values: the roller was moved from");
    return out;
  }
  const auto add = [&](const api::RollerData::Preset& preset) {
    const auto& slot = data_->program.slots[preset.slot];
    out.emplace_back(slot.name, preset.is_text
                                    ? preset.text
                                    : program::to_source(data_->program, slot.type, preset.first, preset.second));
  };
  for (const auto& input : data_->inputs) {
    if (!input.is_hidden) { add(input); }
  }
  for (std::size_t i = 0; i < data_->parameters.size(); ++i) {
    if (data_->given[i] != 0) { add(data_->parameters[i]); }
  }
  return out;
}

Values Roller::states() const {
  Values out;
  if (data_ == nullptr) [[unlikely]] {
    misused("Roller::states: the roller was moved from");
    return out;
  }
  for (const auto& state : data_->states) {
    if (state.given) { out.emplace_back(data_->program.slots[state.slot].name, *state.given); }
  }
  return out;
}

std::string_view Roller::rule() const {
  if (data_ == nullptr) [[unlikely]] {
    misused("Roller::rule: the roller was moved from");
    return {};
  }
  return data_->program.rules[data_->rule].name;
}

}  // namespace v1
}  // namespace spoils
