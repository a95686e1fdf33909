// api/precompute.cpp
//
// Runs the odds engine with exact fractions on the finished thing of a rule, merges outcomes of equal values, sorts
// them by their values and fills the alias table. Tail rules that fill lists are cut off in a copy of the program. So
// the table depends on the program and its distribution alone: a limit of the odds engine decides whether there is a
// table, never what it says (decision 032). Tested by tests/api/precomputed_test.cpp and
// tests/api/exact_shares_test.cpp.
#include "api/precompute.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

#include "api/canonical_values.h"
#include "api/error.h"
#include "api/exact_shares.h"
#include "odds/interpreter.h"
#include "program/walk.h"

namespace spoils::api {

using namespace program;

namespace {

// The budget of the odds engine. An answer without limits that were met is exact, so these decide whether there is one.
// Two million states take some 600 MB; ten million paths of small fractions take a few seconds.
constexpr std::size_t kMostStates = 2'000'000;
constexpr std::uint64_t kMostPaths = 50'000'000;

/// A slot of a finished thing, or one whose value is passed to a rule that is cut off.
struct ExtraOutput {
  SlotId slot = 0;
  ValueType type;
};

/// The program in which some rules are replaced by a marker that they are still to be run.
struct Cut {
  Program program;
  SlotId note = 0;
  std::vector<TailRule> rules;
};

Cut cut_off(const Program& whole, std::vector<TailRule> rules) {
  Cut out{whole, static_cast<SlotId>(whole.slots.size()), std::move(rules)};
  auto& program = out.program;
  program.slots.emplace_back();
  program.slots.back().kind = Slot::Kind::Scratch;
  program.slots.back().type = of(ValueKind::Int);
  for (std::size_t i = 0; i < out.rules.size(); ++i) {
    Expression number;
    number.type = of(ValueKind::Int);
    number.may_be_unset = false;
    number.value = static_cast<Word>(i);
    Statement note;
    note.kind = Statement::Kind::Assign;
    note.a = out.note;
    note.b = static_cast<ExpressionId>(program.expressions.size());
    const auto& rule = program.rules[out.rules[i].rule];
    program.expressions.push_back(number);
    program.places.push_back(rule.place);
    program.blocks[rule.body] = {static_cast<std::uint32_t>(program.block_items.size()), 1};
    program.block_items.push_back(static_cast<std::uint32_t>(program.statements.size()));
    program.statements.push_back(note);
    program.statement_places.push_back(rule.place);
  }
  return out;
}

std::vector<ExtraOutput> with_types(const Program& program, const std::vector<SlotId>& slots) {
  std::vector<ExtraOutput> out;
  for (const auto slot : slots) { out.push_back({slot, program.slots[slot].type}); }
  return out;
}

// The settings of the caller for the odds engine: slots with words, and the defaults of other parameters.
Settings settings_of(const RollerData& roller, Program& program) {
  Settings out;
  const auto put = [&](const RollerData::Preset& preset) {
    auto word = preset.first;
    if (preset.is_text) {
      word = static_cast<Word>(program.texts.size());
      program.texts.push_back(preset.text);
    }
    out.emplace_back(preset.slot, word);
    if (program.slots[preset.slot].type.kind == ValueKind::Number) { out.emplace_back(preset.slot + 1, preset.second); }
  };
  for (const auto& input : roller.inputs) { put(input); }
  for (std::size_t i = 0; i < roller.parameters.size(); ++i) {
    if (roller.given[i] != 0) { put(roller.parameters[i]); }
  }
  for (const auto slot : program.states) { out.emplace_back(slot, program.slots[slot].initial); }
  return out;
}

program::Query query_of(const RollerData& roller, const Program& program) {
  program::Query out;
  out.rule = roller.rule;
  const auto& parameters = program.rules[roller.rule].parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (roller.given[i] == 0 && parameters[i].initial != kNone) {
      out.arguments.emplace_back(parameters[i], parameters[i].initial);
    }
  }
  return out;
}

/// Converts the answer of the odds engine to things.
class Fusing {
 public:
  Fusing(PrecomputedData& data, const Cut& cut)
      : data_(data), cut_(cut), whole_(data.result_set.program), values_(whole_, data.heap) {}

  /// The slots whose words an outcome has, in order: those of a thing, then the others.
  std::vector<SlotId> extra_outputs() {
    const auto& rule = whole_.rules[data_.roller.data()->rule];
    fields_ = with_types(whole_, rule.fields);
    // This order decides which random word gives which outcome, so it must not change.
    const auto is_shown = [this](const ExtraOutput& field) { return field.slot == whole_.shown; };
    std::stable_partition(fields_.begin(), fields_.end(), std::not_fn(is_shown));
    std::set<SlotId> others;
    for (const auto& tail : cut_.rules) {
      for (const auto& parameter : whole_.rules[tail.rule].parameters) {
        program::for_each_word_of(whole_, parameter.slot, [&](SlotId word) { others.insert(word); });
      }
    }
    if (!cut_.rules.empty()) { others.insert(whole_.states.begin(), whole_.states.end()); }
    for (const auto slot : rule.fields) { others.erase(slot); }
    others_ = with_types(whole_, {others.begin(), others.end()});
    std::vector<SlotId> out;
    const auto add = [&](const std::vector<ExtraOutput>& slots) {
      for (std::size_t i = 0; i < slots.size(); ++i) {
        // The odds engine adds the second word of a number by itself.
        if (!is_second(slots, i)) { out.push_back(slots[i].slot); }
      }
    };
    add(fields_);
    add(others_);
    out.push_back(cut_.note);
    if (cut_.rules.empty()) { out.pop_back(); }
    return out;
  }

  void add_all(const odds::Answer<odds::Exact>& answer, const Heap& from) {
    for (const auto& outcome : answer.outcomes) {
      if (outcome.mass != 0) { add(outcome.words, outcome.mass, from); }
    }
  }
  [[nodiscard]] std::size_t outcomes() const { return merged_.size(); }

  /// Fills the table. Requires: at least one outcome.
  void finish() {
    std::vector<const std::pair<const std::vector<Word>, odds::Exact>*> order;
    order.reserve(merged_.size());
    for (const auto& outcome : merged_) { order.push_back(&outcome); }
    std::sort(order.begin(), order.end(), [this](const auto* a, const auto* b) { return before(a->first, b->first); });
    std::vector<odds::Exact> probabilities;
    probabilities.reserve(order.size());
    odds::Exact left_out = 0;
    for (const auto* outcome : order) {
      probabilities.push_back(outcome->second);
      if (outcome->first[0] == kUnfinished) { left_out += outcome->second; }
      put(outcome->first);
    }
    data_.left_out = left_out.convert_to<double>();
    data_.table = roll::AliasTable(whole_shares(probabilities));
  }

 private:
  // The first word of an outcome; after it follow those of a thing, or the rule that finishes it and all words passed
  // to that rule.
  static constexpr Word kThing = 0;
  static constexpr Word kNoThing = 1;
  static constexpr Word kUnfinished = 2;

  void add(const std::vector<Word>& words, const odds::Exact& mass, const Heap& from) {
    std::vector<Word> key{kThing};
    const auto note = cut_.rules.empty() ? kUnset : words.back();
    if (note != kUnset) { key = {kUnfinished, note}; }
    const auto copy = [&](const std::vector<ExtraOutput>& slots, std::size_t begin) {
      for (std::size_t i = 0; i < slots.size(); ++i) {
        key.push_back(values_.intern(slots[i].type, words[begin + i], cut_.program, from));
      }
    };
    copy(fields_, 0);
    if (note != kUnset) {
      copy(others_, fields_.size());
    } else if (!is_thing(words)) {
      key = {kNoThing};
    }
    auto [found, is_new] = merged_.try_emplace(std::move(key), mass);
    if (!is_new) { found->second += mass; }
  }

  /// Whether a slot is the denominator of the number before it.
  static bool is_second(const std::vector<ExtraOutput>& slots, std::size_t i) {
    return i > 0 && slots[i - 1].type.kind == ValueKind::Number;
  }

  // As in a roll: a thing without a field that players see is dropped.
  [[nodiscard]] bool is_thing(const std::vector<Word>& words) const {
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      const auto& slot = whole_.slots[fields_[i].slot];
      const bool is_seen =
          slot.kind == Slot::Kind::Field && slot.type.kind != ValueKind::Unknown && fields_[i].slot != whole_.shown;
      if (is_seen && words[i] != kUnset) { return true; }
    }
    return false;
  }

  [[nodiscard]] bool before(const std::vector<Word>& a, const std::vector<Word>& b) const {
    if (a[0] != b[0] || a[0] == kNoThing) { return a[0] < b[0]; }
    std::size_t at = 1;
    if (a[0] == kUnfinished) {
      if (a[at] != b[at]) { return a[at] < b[at]; }
      ++at;
    }
    for (const auto* slots : {&fields_, &others_}) {
      if (at == a.size()) { return false; }  // a thing ends with its fields
      for (std::size_t i = 0; i < slots->size(); ++i, ++at) {
        if (is_second(*slots, i)) { continue; }
        const auto& type = (*slots)[i].type;
        const auto order =
            type.kind == ValueKind::Number ? compare_numbers(&a[at], &b[at]) : values_.compare(type, a[at], b[at]);
        if (order != 0) { return order < 0; }
      }
    }
    return false;
  }

  void put(const std::vector<Word>& key) {
    if (key[0] == kNoThing) { data_.without_thing = 1; }
    if (key[0] == kThing) { put_thing(key); }
    if (key[0] != kUnfinished) { return; }
    Unfinished out{cut_.rules[static_cast<std::size_t>(key[1])], {}};
    std::size_t at = 2;
    for (const auto* slots : {&fields_, &others_}) {
      for (const auto& slot : *slots) { out.slots.emplace_back(slot.slot, key[at++]); }
    }
    data_.unfinished.push_back(std::move(out));
  }

  void put_thing(const std::vector<Word>& key) {
    auto& things = data_.things;
    const auto& roller = *data_.roller.data();
    const auto number = static_cast<std::uint32_t>(things.rows.size());
    things.rows.push_back({roller.rule, static_cast<std::uint32_t>(things.words.size()), -1, true, 0});
    things.given_out.push_back(number);
    for (const auto& input : roller.inputs) {
      auto word = input.first;
      if (input.is_text) {
        auto& text = input_texts_.try_emplace(input.slot, kUnset).first->second;
        if (text == kUnset) { text = data_.heap.add_text(input.text); }
        word = text;
      }
      *things.words.add(1) = word;
      if (whole_.slots[input.slot].type.kind == ValueKind::Number) { *things.words.add(1) = input.second; }
    }
    auto* const words = things.words.add(fields_.size());
    const auto& places = whole_.rules[roller.rule].fields;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      const auto place = std::lower_bound(places.begin(), places.end(), fields_[i].slot);
      words[place - places.begin()] = key[i + 1];
    }
  }

  PrecomputedData& data_;
  const Cut& cut_;
  const Program& whole_;
  std::vector<ExtraOutput> fields_;
  std::vector<ExtraOutput> others_;
  CanonicalValues values_;
  std::map<SlotId, Word> input_texts_;
  std::map<std::vector<Word>, odds::Exact> merged_;
};

/// The outcomes exceed the limits of the odds engine, or those of the caller.
Error too_many(const Program& program, const std::string& name, std::size_t most,
               const odds::Answer<odds::Exact>& answer) {
  std::string help = "roll it without precomputed outcomes";
  for (std::size_t i = 0; i < answer.widest_slots.size(); ++i) {
    const auto& [slot, values] = answer.widest_slots[i];
    help = fmt::format("{} `{}` ({} values)", i == 0 ? "they differ most in" : help + ",", program.slots[slot].name,
                       values);
  }
  if (answer.unexplored == 0) {
    return make_error(Error::Kind::Limit,
                      fmt::format("rule `{}` has more than {} outcomes, too many to compute in advance", name, most),
                      help, {{"rule", name}, {"raise", "max_outcomes"}});
  }
  const auto* const reason = answer.limit == odds::Limit::States   ? "pass through too many states"
                             : answer.limit == odds::Limit::Memory ? "take too much memory"
                                                                   : "have too many paths";
  return make_error(Error::Kind::Limit,
                    fmt::format("the outcomes of rule `{}` {} to compute them in advance", name, reason), help,
                    {{"rule", name}});
}

}  // namespace

Word word_on(Heap& to, const Program& program, const Heap& from, ValueType type, Word word) {
  if (word == kUnset) { return word; }
  if (type.kind == ValueKind::Text) { return to.add_text(std::string(program.text(word, from))); }
  const auto members = program.list(word, from);
  std::vector<Word> words(members.begin(), members.end());
  if (type.element == ValueKind::Text) {
    for (auto& member : words) { member = word_on(to, program, from, of(ValueKind::Text), member); }
  }
  return to.add_list(words.data(), words.size());
}

PrecomputedData::PrecomputedData(Roller the_roller)
    : roller(std::move(the_roller)),
      result_set(roller.data()->pack.data(), things, heap),
      words(fmt::format("fused/{}", roller.rule())),
      rest_stream(fmt::format("fused/{}/rest", roller.rule())) {}

odds::Budget precompute_budget() {
  odds::Budget out;
  out.max_states = kMostStates;
  out.max_paths = kMostPaths;
  out.bounds = odds::Bounds::None;
  return out;
}

std::optional<Error> precompute(PrecomputedData& data, const PrecomputeOptions& options, const odds::Budget& budget) {
  const auto& roller = *data.roller.data();
  const auto& program = roller.program;
  const auto& name = program.rules[roller.rule].name;
  if (const auto place = further_thing(program, roller.rule)) {
    auto out = make_error(
        Error::Kind::Limit,
        fmt::format("rule `{}` makes things besides its own, so its outcomes cannot be computed in advance", name),
        "use the rule of such a thing, or roll this one without precomputed outcomes", {{"rule", name}});
    out.place = place_of(*roller.pack.data().sources, *place);
    return out;
  }
  auto cut = cut_off(program, filling_tail_rules(program, roller.rule));
  const auto settings = settings_of(roller, cut.program);
  const auto query = query_of(roller, cut.program);
  Fusing fusing(data, cut);
  odds::Interpreter<odds::Exact> interpreter(cut.program, budget);
  interpreter.add_outputs(fusing.extra_outputs());
  const auto answer = interpreter.answer(query, settings);
  if (answer.fault.kind != Fault::Kind::None) {
    return fault_error(*roller.pack.data().sources, cut.program, answer.fault,
                       "some roll fails here, so its outcomes cannot be computed in advance");
  }
  const auto most = std::min(options.max_outcomes, roll::AliasTable::kMaxOutcomes);
  if (answer.unexplored == 0) { fusing.add_all(answer, interpreter.heap()); }
  if (answer.unexplored != 0 || fusing.outcomes() > most) { return too_many(cut.program, name, most, answer); }
  fusing.finish();
  return std::nullopt;
}

}  // namespace spoils::api
