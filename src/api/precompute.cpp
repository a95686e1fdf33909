// api/precompute.cpp
//
// Runs the odds engine on the finished thing of a rule, merges equal outcomes, sorts them and fills the alias table.
// Tail rules that fill lists are cut off in a copy of the program if a first, small attempt exceeds its limits.
#include "api/precompute.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

#include "api/error.h"
#include "odds/interpreter.h"
#include "program/walk.h"

namespace spoils::api {

using namespace program;

namespace {

// The limits of the first attempt, with no rule cut off: a small rule is finished at once, a large one is abandoned
// soon. These numbers decide which thing a seed gives, so they must not change; they count work, never time.
constexpr std::size_t kSmallStates = 16'384;
constexpr std::uint64_t kSmallPaths = 100'000;
constexpr std::uint64_t kMostPaths = 10'000'000;

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
std::vector<std::pair<SlotId, Word>> settings_of(const RollerData& roller, Program& program) {
  std::vector<std::pair<SlotId, Word>> out;
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

/// Compares words by their values: unset first, texts by their bytes, lists member by member.
class Order {
 public:
  Order(const Program& program, const Heap& heap) : program_(program), heap_(heap) {}

  [[nodiscard]] int compare(ValueType type, Word a, Word b) const {
    if (a == b) { return 0; }
    if (a == kUnset || b == kUnset) { return a == kUnset ? -1 : 1; }
    if (type.kind == ValueKind::Text) { return program_.text(a, heap_).compare(program_.text(b, heap_)); }
    if (type.kind != ValueKind::List && type.kind != ValueKind::Set) { return a < b ? -1 : 1; }
    const auto left = program_.list(a, heap_);
    const auto right = program_.list(b, heap_);
    for (std::size_t i = 0; i < left.count && i < right.count; ++i) {
      const auto order = compare(of(type.element), left.first[i], right.first[i]);
      if (order != 0) { return order; }
    }
    return left.count == right.count ? 0 : left.count < right.count ? -1 : 1;
  }

 private:
  const Program& program_;
  const Heap& heap_;
};

/// Converts the answer of the odds engine to things.
class Fusing {
 public:
  Fusing(PrecomputedData& data, const Cut& cut) : data_(data), cut_(cut), whole_(data.result_set.program) {}

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
        others.insert(parameter.slot);
        if (whole_.slots[parameter.slot].type.kind == ValueKind::Number) { others.insert(parameter.slot + 1); }
      }
    }
    if (!cut_.rules.empty()) { others.insert(whole_.states.begin(), whole_.states.end()); }
    for (const auto slot : rule.fields) { others.erase(slot); }
    others_ = with_types(whole_, {others.begin(), others.end()});
    std::vector<SlotId> out;
    const auto add = [&](const std::vector<ExtraOutput>& slots) {
      for (std::size_t i = 0; i < slots.size(); ++i) {
        // The odds engine adds the second word of a number by itself.
        const bool is_second = i > 0 && slots[i - 1].type.kind == ValueKind::Number;
        if (!is_second) { out.push_back(slots[i].slot); }
      }
    };
    add(fields_);
    add(others_);
    out.push_back(cut_.note);
    if (cut_.rules.empty()) { out.pop_back(); }
    return out;
  }

  std::optional<Error> take(const odds::Answer<double>& answer, const Heap& from, std::size_t most) {
    for (const auto& outcome : answer.outcomes) { add(outcome.words, outcome.mass, from); }
    if (merged_.size() > most) { return make_error(Error::Kind::Limit, ""); }
    std::vector<const std::pair<const std::vector<Word>, double>*> order;
    order.reserve(merged_.size());
    for (const auto& outcome : merged_) { order.push_back(&outcome); }
    const Order by_value(whole_, data_.heap);
    std::sort(order.begin(), order.end(),
              [&](const auto* a, const auto* b) { return before(by_value, a->first, b->first); });
    std::vector<std::uint64_t> weights;
    for (const auto* outcome : order) {
      weights.push_back(roll::weight_of(outcome->second));
      if (outcome->first[0] == kUnfinished) { data_.left_out += outcome->second; }
      put(outcome->first);
    }
    data_.table = roll::AliasTable(roll::whole_shares(weights));
    return std::nullopt;
  }

 private:
  // The first word of an outcome; after it follow those of a thing, or the rule that finishes it and all words passed
  // to that rule.
  static constexpr Word kThing = 0;
  static constexpr Word kNoThing = 1;
  static constexpr Word kUnfinished = 2;

  void add(const std::vector<Word>& words, double mass, const Heap& from) {
    std::vector<Word> key{kThing};
    const auto note = cut_.rules.empty() ? kUnset : words.back();
    if (note != kUnset) { key = {kUnfinished, note}; }
    const auto copy = [&](const std::vector<ExtraOutput>& slots, std::size_t begin) {
      for (std::size_t i = 0; i < slots.size(); ++i) { key.push_back(own(slots[i].type, words[begin + i], from)); }
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

  /// The odds engine has a program and a heap of its own; each text or list is copied from it once.
  Word own(ValueType type, Word word, const Heap& from) {
    const bool is_text = type.kind == ValueKind::Text;
    if (!is_text && type.kind != ValueKind::List && type.kind != ValueKind::Set) { return word; }
    const auto [found, is_new] = owned_.try_emplace({is_text, word}, kUnset);
    if (is_new && word != kUnset) {
      const bool is_constant =
          (word & Heap::kMark) == 0 && (!is_text || static_cast<std::size_t>(word) < whole_.texts.size());
      found->second = is_constant ? word : word_on(data_.heap, cut_.program, from, type, word);
    }
    return found->second;
  }

  [[nodiscard]] bool before(const Order& order, const std::vector<Word>& a, const std::vector<Word>& b) const {
    if (a[0] != b[0]) { return a[0] < b[0]; }
    std::size_t at = 1;
    if (a[0] == kUnfinished && a[at] != b[at]) { return a[at] < b[at]; }
    if (a[0] == kUnfinished) { ++at; }
    for (const auto* slots : {&fields_, &others_}) {
      for (const auto& slot : *slots) {
        if (at == a.size()) { return false; }
        const auto compared = order.compare(slot.type, a[at], b[at]);
        if (compared != 0) { return compared < 0; }
        ++at;
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
  std::map<std::pair<bool, Word>, Word> owned_;
  std::map<SlotId, Word> input_texts_;
  std::map<std::vector<Word>, double> merged_;
};

/// One attempt. Returns whether all outcomes were found within the limits; `names` gets the slots with the most values.
Result<bool, Error> attempt(PrecomputedData& data, std::vector<TailRule> apart, const odds::Budget& budget,
                            std::size_t most, std::vector<std::string>& names) {
  const auto& roller = *data.roller.data();
  auto cut = cut_off(roller.program, std::move(apart));
  const auto settings = settings_of(roller, cut.program);
  const auto query = query_of(roller, cut.program);
  Fusing fusing(data, cut);
  odds::Interpreter<double> interpreter(cut.program, budget);
  interpreter.add_outputs(fusing.extra_outputs());
  const auto answer = interpreter.answer(query, settings);
  if (answer.fault.kind != Fault::Kind::None) {
    return Failure{fault_error(*roller.pack.data().sources, answer.fault,
                               "some roll fails here, so its outcomes cannot be computed in advance")};
  }
  names.clear();
  for (const auto& [slot, values] : answer.widest_slots) {
    names.push_back(fmt::format("`{}` ({} values)", cut.program.slots[slot].name, values));
  }
  if (answer.unexplored != 0 || answer.outcomes.size() > most) { return false; }
  return !fusing.take(answer, interpreter.heap(), most);
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

std::optional<Error> precompute(PrecomputedData& data, const PrecomputeOptions& options) {
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
  const auto most = std::min(options.max_outcomes, roll::AliasTable::kMaxOutcomes);
  // A value that a whole world stores would have to be the same before and after a cut.
  auto apart = program::has_defs_of_world(program) ? std::vector<TailRule>{} : filling_tail_rules(program, roller.rule);
  std::vector<std::string> names;
  odds::Budget budget;
  if (!apart.empty()) {
    budget.max_paths = kSmallPaths;
    budget.go_on = [](void*, std::size_t states) { return states <= kSmallStates; };
    auto done = attempt(data, {}, budget, most, names);
    if (!done) { return std::move(done).error(); }
    if (*done) { return std::nullopt; }
  }
  budget.go_on = nullptr;
  budget.max_states = 2 * most;
  budget.max_paths = kMostPaths;
  auto done = attempt(data, std::move(apart), budget, most, names);
  if (!done) { return std::move(done).error(); }
  if (*done) { return std::nullopt; }
  std::string help = "roll it without precomputed outcomes";
  for (std::size_t i = 0; i < names.size(); ++i) {
    help = fmt::format("{}{}{}", i == 0 ? "they differ most in " : help, i == 0 ? "" : ", ", names[i]);
  }
  return make_error(Error::Kind::Limit,
                    fmt::format("rule `{}` has more than {} outcomes, too many to compute in advance", name, most),
                    help, {{"rule", name}, {"raise", "max_outcomes"}});
}

}  // namespace spoils::api
