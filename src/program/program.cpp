// program/program.cpp
//
// Lookups by name in a program, and the English words for types and run-time faults that messages use.
#include "program/program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "program/fault.h"
#include "program/limits.h"
#include "program/to_source.h"

namespace spoils::program {

namespace {

std::string_view plural_of(ValueKind kind) {
  switch (kind) {
    case ValueKind::Int: return "integers";
    case ValueKind::Number: return "numbers";
    case ValueKind::Flag: return "flags";
    case ValueKind::Symbol: return "symbols";
    case ValueKind::Text: return "texts";
    default: return "values";
  }
}

}  // namespace

std::string to_text(ValueType type) {
  switch (type.kind) {
    case ValueKind::Unknown:
    case ValueKind::Nothing: return "nothing";
    case ValueKind::Int: return "an integer";
    case ValueKind::Number: return "a number";
    case ValueKind::Flag: return "a flag";
    case ValueKind::Symbol: return "a symbol";
    case ValueKind::Text: return "a text";
    case ValueKind::List: return "a list of " + std::string(plural_of(type.element));
    case ValueKind::Set: return "a set of " + std::string(plural_of(type.element));
    case ValueKind::Map: return fmt::format("a map of {} to integers", plural_of(type.element));
    case ValueKind::Row: return "a row of a table";
    case ValueKind::Thing: return "a thing";
  }
  return {};
}

bool Program::is_key_before(ValueType type, Word a, Word b) const {
  if (!type.has_table()) { return a < b; }
  // A key that is no outcome of the table has the row -1, which as an unsigned number comes after all others.
  const auto first = static_cast<std::uint32_t>(tables[type.table].row_index(a));
  const auto second = static_cast<std::uint32_t>(tables[type.table].row_index(b));
  return first == second ? a < b : first < second;
}

std::vector<Program::Entry> Program::entries(ValueType type, Word word, const Heap& heap) const {
  const auto words = list(word, heap);
  std::vector<Entry> out;
  out.reserve(words.count / 2);
  for (std::size_t i = 0; i + 1 < words.count; i += 2) { out.push_back({words.first[i], words.first[i + 1]}); }
  std::sort(out.begin(), out.end(), [&](const Entry& a, const Entry& b) { return is_key_before(type, a.key, b.key); });
  return out;
}

std::size_t Program::input_words() const {
  std::size_t words = 0;
  for (const auto slot : inputs) { words += slots[slot].type.kind == ValueKind::Number ? 2U : 1U; }
  return words;
}

std::optional<RuleId> Program::find_rule(std::string_view wanted) const {
  for (std::size_t i = 0; i < rules.size(); ++i) {
    if (rules[i].name == wanted) { return static_cast<RuleId>(i); }
  }
  return std::nullopt;
}

std::optional<SlotId> Program::find_input(std::string_view wanted) const {
  for (const auto slot : inputs) {
    if (slots[slot].name == wanted) { return slot; }
  }
  return std::nullopt;
}

std::optional<SlotId> Program::find_field(std::string_view wanted) const {
  for (const auto slot : fields) {
    if (slots[slot].name == wanted) { return slot; }
  }
  return std::nullopt;
}

std::string_view describe(Fault::Kind kind) {
  static const auto kSteps = fmt::format("one roll took more than {} million steps", kMaxSteps / 1'000'000);
  static const auto kDistinct =
      fmt::format("a record found no value in {} draws that none of the records before it has", kMaxDistinctDraws);
  static const auto kOutcomes =
      fmt::format("this can go more than {} ways, too many to look at all of them", kMaxOutcomes);
  static const auto kWork =
      fmt::format("one roll looked at more than {} million rows, list members, dice and defs", kMaxWork / 1'000'000);
  static const auto kThings = fmt::format("one roll made more than {} things", kMaxThings);
  static const auto kConstants = fmt::format(
      "the constant defs of this pack have more than {} values, or looked at more than {} million rows, list "
      "members and defs",
      kMaxConstants, kMaxConstantWork / 1'000'000);
  switch (kind) {
    case Fault::Kind::None: return "nothing went wrong";
    case Fault::Kind::Overflow: return "the number leaves 64 bits here";
    case Fault::Kind::DivisionByZero: return "this divides by zero";
    case Fault::Kind::NegativeWeight: return "this weight is negative";
    case Fault::Kind::WeightsTooLarge: return "the weights are too large to be drawn from";
    case Fault::Kind::NothingToPick: return "there is nothing to pick from here";
    case Fault::Kind::TooFewToPick: return "there are fewer different outcomes to pick from here than are wanted";
    case Fault::Kind::EmptyRange: return "the range to pick from ends before it begins";
    case Fault::Kind::ImpossibleDice: return "these dice cannot be rolled";
    case Fault::Kind::StateOutOfRange: return "the state leaves its declared range here";
    case Fault::Kind::StreamOutOfRange: return "the stream has bits outside 1..63 or a skip outside 0..1000000";
    case Fault::Kind::TooManySteps: return kSteps;
    case Fault::Kind::TooMuchWork: return kWork;
    case Fault::Kind::TooManyThings: return kThings;
    case Fault::Kind::TooManyConstants: return kConstants;
    case Fault::Kind::TooManyOutcomes: return kOutcomes;
    case Fault::Kind::NoDistinctValue: return kDistinct;
    case Fault::Kind::TooMuchText: return "the texts and lists of one roll grew too large";
    case Fault::Kind::UnexpectedDraw:
      return "this draws where nothing may be left to chance, which is a defect of Spoils: please report it";
  }
  return {};
}

std::string describe(const Program& program, const Fault& fault) {
  if (fault.state == Fault::kNoState) { return std::string(describe(fault.kind)); }
  const auto& state = program.slots[fault.state];
  const auto written = [&](Word word) { return to_source(program, state.type, word); };
  if (!state.choices.empty()) {
    std::vector<std::string> choices;
    for (const auto choice : state.choices) { choices.push_back(written(choice)); }
    return fmt::format("the state `{}` would be {}, which is none of {{{}}}", state.name, written(fault.value),
                       fmt::join(choices, ", "));
  }
  auto out = fmt::format("the state `{}` would be {}, outside of {}..{}", state.name, written(fault.value), state.first,
                         state.last);
  if (fault.value != kUnset) {
    const bool is_above = fault.value > state.last;
    out += fmt::format(" (`{}({}, ...)` around the value would keep it inside)", is_above ? "min" : "max",
                       is_above ? state.last : state.first);
  }
  return out;
}

bool is_limit(Fault::Kind kind) {
  return kind == Fault::Kind::TooManySteps || kind == Fault::Kind::TooMuchWork || kind == Fault::Kind::TooManyThings ||
         kind == Fault::Kind::TooMuchText || kind == Fault::Kind::TooManyConstants ||
         kind == Fault::Kind::TooManyOutcomes;
}

}  // namespace spoils::program
