// api/begin_state.cpp
//
// Reads OddsSettings::states. Words are checked against the pack itself, since a question may have added others.
#include "api/begin_state.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "api/error.h"
#include "api/pack_data.h"
#include "api/roller_data.h"
#include "odds/open_inputs.h"
#include "program/to_source.h"
#include "text/plain/name_letters.h"
#include "text/plain/nearest.h"
#include "text/plain/symbol_source.h"

namespace spoils::api {

using program::kUnset;
using program::SlotId;
using program::ValueKind;
using program::Word;

namespace {

Error unknown_state(const program::Program& program, std::string_view name) {
  std::vector<std::string_view> known;
  for (const auto slot : program.states) { known.push_back(program.slots[slot].name); }
  const auto near = text::nearest(name, known);
  return make_error(Error::Kind::UnknownInput, fmt::format("pack `{}` has no state `{}`", program.name, name),
                    near            ? fmt::format("did you mean `{}`?", *near)
                    : known.empty() ? "it has none"
                                    : fmt::format("its states are {}", fmt::join(known, ", ")),
                    {{"state", std::string(name)}});
}

/// Splits at commas, without the braces around the words.
std::optional<std::vector<std::string>> members_of(std::string_view text) {
  const auto trimmed = [](std::string_view word) {
    while (!word.empty() && word.front() == ' ') { word.remove_prefix(1); }
    while (!word.empty() && word.back() == ' ') { word.remove_suffix(1); }
    return word;
  };
  text = trimmed(text);
  if (text.size() < 2 || text.front() != '{' || text.back() != '}') { return std::nullopt; }
  text = trimmed(text.substr(1, text.size() - 2));
  std::vector<std::string> out;
  while (!text.empty()) {
    const auto comma = std::min(text.find(','), text.size());
    out.emplace_back(trimmed(text.substr(0, comma)));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return out;
}

/// Takes the number after the last blank off a key of a map; nothing if there is none.
std::optional<Word> take_amount(std::string& entry) {
  const auto blank = entry.rfind(' ');
  if (blank == std::string::npos) { return std::nullopt; }
  Word amount = 0;
  const auto* const end = entry.data() + entry.size();
  const auto [stop, error] = std::from_chars(entry.data() + blank + 1, end, amount);
  if (error != std::errc{} || stop != end || amount == kUnset) { return std::nullopt; }
  entry.resize(entry.find_last_not_of(' ', blank) + 1);
  return amount;
}

/// Suggests the word of a pack that is most like a wrong one; "" if none is.
std::string similar_word(const program::Program& own, const std::string& wrong) {
  std::vector<std::string_view> known;
  for (std::uint32_t i = 0; i < own.symbols.size(); ++i) { known.push_back(own.symbols.name(i)); }
  const auto near = text::nearest(wrong, known);
  return near ? fmt::format("did you mean `{}`?", *near) : std::string();
}

Result<StateValue, Error> read_set(const program::Program& own, const program::Program& program,
                                   const program::Slot& slot, const std::string& text) {
  const auto wrong = [&](const std::string& what, const std::string& help) {
    return Failure{
        make_error(Error::Kind::BadValue, fmt::format("state `{}` cannot be `{}`{}", slot.name, text, what), help)};
  };
  const bool is_map = slot.type.kind == ValueKind::Map;
  const auto what = is_map ? fmt::format("it is a map: `{}={{a 1, b 2}}`, or `{}={{}}`", slot.name, slot.name)
                           : fmt::format("it is a set: `{}={{a, b}}`, or `{}={{}}`", slot.name, slot.name);
  const auto names = members_of(text);
  if (!names) { return wrong("", what); }
  std::vector<Word> members;
  std::map<Word, Word> entries;
  for (auto name : *names) {
    std::optional<Word> amount;
    if (is_map) {
      amount = take_amount(name);
      if (!amount) { return wrong("", what); }
    }
    if (name == "none" && !is_map) {  // `s += none` adds it
      members.push_back(kUnset);
      continue;
    }
    name = text::symbol_name(name);
    const auto symbol = program.symbols.find(name);
    if (!own.symbols.find(name) || !symbol) {
      return wrong(fmt::format(": pack `{}` has no word `{}`", own.name, name), similar_word(own, name));
    }
    if (!may_be_in(own, slot.type, static_cast<Word>(*symbol))) {
      return wrong(fmt::format(": `{}` is not one of `{}`", name, own.tables[slot.type.table].name), "");
    }
    members.push_back(static_cast<Word>(*symbol));
    if (!amount) { continue; }
    // Numbers of equal keys are added up, as in a pack.
    auto& sum = entries[members.back()];
    if (__builtin_add_overflow(sum, *amount, &sum) || sum == kUnset) {
      return wrong("", fmt::format("the numbers of `{}` come to more than 64 bits", name));
    }
  }
  if (is_map) {
    members.clear();
    for (const auto& [key, amount] : entries) {
      if (amount != 0) { members.insert(members.end(), {key, amount}); }
    }
    return StateValue{kUnset, std::move(members)};
  }
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  return StateValue{kUnset, std::move(members)};
}

}  // namespace

Result<SlotId, Error> find_state(const program::Program& program, std::string_view name) {
  for (const auto slot : program.states) {
    if (text::is_given_as(program.slots[slot].name, name)) { return slot; }
  }
  return Failure{unknown_state(program, name)};
}

Result<StateValue, Error> read_state(const program::Program& own, const program::Program& program, SlotId slot,
                                     const std::string& text) {
  const auto& known = program.slots[slot];
  if (program::holds_words(known.type.kind)) { return read_set(own, program, known, text); }
  if (text == "none" && known.holds(kUnset)) { return StateValue{}; }
  RollerData::Preset preset;
  preset.slot = slot;
  if (auto wrong = read_value(preset, program, text)) { return Failure{std::move(*wrong)}; }
  if (known.type.kind == ValueKind::Symbol &&
      !own.symbols.find(text::symbol_name(program::to_source(program, known.type, preset.first)))) {
    return Failure{make_error(Error::Kind::BadValue,
                              fmt::format("pack `{}` has no word `{}` for its state `{}`", own.name, text, known.name),
                              similar_word(own, text))};
  }
  return StateValue{preset.first, {}};
}

bool may_be_in(const program::Program& program, const program::ValueType& type, Word symbol) {
  if (!type.has_table()) { return true; }
  const auto& rows = program.tables[type.table].rows;
  return std::any_of(rows.begin(), rows.end(), [&](const auto& row) {
    const auto& outcome = program.expressions[row.outcome];
    return outcome.op != program::Op::Constant || outcome.value == symbol;
  });
}

Result<Settings, Error> begin_settings(const Pack& pack, const OddsSettings& question, program::Program& program) {
  auto out = odds::initial_settings(program);
  for (const auto& [name, text] : question.states) {
    const auto slot = find_state(program, name);
    if (!slot) { return Failure{slot.error()}; }
    auto read = read_state(pack.data().program, program, *slot, text);
    if (!read) { return Failure{std::move(read).error()}; }
    if (program::holds_words(program.slots[*slot].type.kind)) {
      read->word = static_cast<Word>(program.lists.size());
      program.lists.push_back(std::move(read->members));
    }
    for (auto& [known, value] : out) {
      if (known == *slot) { value = read->word; }
    }
  }
  return out;
}

}  // namespace spoils::api
