#include "roll/interpreter.h"

#include <algorithm>
#include <map>
#include <utility>

#include "roll/seed.h"

namespace spoils::roll {

using namespace program;

Interpreter::Interpreter(const Program& program)
    : Evaluator(program, nullptr, own_heap_),
      expressions_(program.expressions),
      slot_count_(program.slots.size() + 1),
      slot_words_(slot_count_ + Bytecode::kRegisters, kUnset),
      cache_(program),
      memos_(program.memos.size()),
      trie_(program, own_heap_),
      bytecode_(program, expressions_, cache_, slot_words_.data(), slot_count_),
      worlds_(program) {
  slots_ = slot_words_.data();
  for (SlotId i = 0; i < program.slots.size(); ++i) {
    const auto& slot = program.slots[i];
    slot_traits_.push_back(static_cast<std::uint8_t>((slot.type.kind == ValueKind::Number ? kWide : 0) |
                                                     (slot.kind == Slot::Kind::State ? kState : 0)));
  }
  for (const auto& hoisted : program.hoisted) {
    auto& e = expressions_[hoisted.expression];
    e.op = Op::Hoisted;
    e.a = static_cast<std::uint32_t>(hoisted_.size());
    hoisted_.emplace_back();
    hoisted_.back().first = hoisted.first;
    hoisted_.back().second = hoisted.second;
  }
  for (const auto slot : program.inputs) {
    inputs_.add(slot);
    if (is_wide(slot)) { inputs_.add(slot + 1); }
  }
  layouts_.resize(program.rules.size());
  for (RuleId rule = 0; rule < program.rules.size(); ++rule) { make_layout(rule); }
  std::map<std::uint32_t, std::uint32_t> place_of_name;
  for (const auto& use : program.streams) {
    const auto next = static_cast<std::uint32_t>(place_of_name.size());
    stream_numbers_.push_back(place_of_name.try_emplace(use.name, next).first->second);
  }
  named_streams_.resize(place_of_name.size());
  rule_keys_.resize(program.rules.size());
  arguments_.resize(kMaxRuleParameters);
}

void Interpreter::SlotRanges::add(SlotId slot) {
  ++words;
  if (!ranges.empty() && ranges.back().first + ranges.back().count == slot) {
    ++ranges.back().count;
  } else {
    ranges.push_back({slot, 1});
  }
}

void Interpreter::make_layout(RuleId rule) {
  auto& out = layouts_[rule];
  out.all = inputs_;
  for (const auto slot : program_->rules[rule].fields) {
    out.all.add(slot);
    out.fields.add(slot);
    const auto& known = program_->slots[slot];
    // The second word of a number has no type, and says nothing by itself.
    const bool is_visible =
        known.kind == Slot::Kind::Field && known.type.kind != ValueKind::Unknown && slot != program_->shown;
    if (is_visible) { out.visible.push_back(slot); }
    if (lies_in_heap(known.type.kind)) {
      out.in_heap.push_back({static_cast<std::uint32_t>(out.fields.words - 1), known.type});
    }
  }
  const auto& parameters = program_->rules[rule].parameters;
  out.has_given_fields =
      std::any_of(parameters.begin(), parameters.end(), [](const auto& parameter) { return parameter.is_field; });
}

void Interpreter::begin(RuleId rule, SlotId first, const std::vector<Word>& words) {
  rule_ = rule;
  own_heap_.clear();
  things_.clear();
  clear_fault();
  std::copy(words.begin(), words.end(), slots_ + first);
}

inline void Interpreter::start(std::uint64_t seed, std::uint64_t index, std::uint64_t world) {
  seed_ = seed;
  index_ = index;
  worlds_.begin(seed, world);
  steps_ = 0;
  limit_work(kMaxWork);
  depth_ = 0;
  current_ = -1;
  saved_.cut(0);
  loop_frame_ = 0;
  call_frame_ = 0;
  forget_streams();
  if (!trie_missed_) { trie_.forget(); }
}

inline void Interpreter::forget_streams() {
  for (const auto named : begun_streams_) { named_streams_[named].is_begun = false; }
  begun_streams_.clear();
  source_.is_lcg = false;
}

inline void Interpreter::begin_stream(std::uint64_t seed, std::uint64_t index) {
  const auto key = rule_keys_[rule_].of(seed, "rule/", program_->rules[rule_].name);
  // After a roll that drew nothing the next may draw nothing either: its words are generated at its first draw.
  const auto* const block = source_.stream.draws() > 0 ? block_prefetch_.of(key, index) : nullptr;
  if (block != nullptr) [[likely]] {
    source_.stream.restart(key, index, *block);
  } else {
    source_.stream.restart(key, index);
  }
}

bool Interpreter::roll_from_trie(RuleId rule, SlotId first, const std::vector<Word>& words, std::uint64_t seed,
                                 std::uint64_t index) {
  if (observer_ != nullptr || !trie_.is_enabled(rule)) { return false; }
  rule_ = rule;
  begin_stream(seed, index);
  worlds_.begin(seed, index);
  const auto known = trie_.find(rule, words.data(), first, source_.stream, worlds_, kMaxWork, kMaxSteps);
  trie_missed_ = !known;
  if (trie_missed_) { return false; }
  forget_streams();
  own_heap_.clear();
  things_.clear();
  clear_fault();
  for (const auto slot : program_->states) { slots_[slot] = words[slot - first]; }
  copy_thing(rule, -1, known, words.data(), first);
  collect();
  return true;
}

bool Interpreter::roll(const std::vector<std::uint8_t>& given, std::uint64_t seed, std::uint64_t index,
                       std::uint64_t world) {
  start(seed, index, world);
  begin_stream(seed, index);
  const ScopeGuard guard(observer_,
                         [this] { return Scope{Scope::Kind::Root, rule_, program_->rules[rule_].place, 0, 0, 0, {}}; });
  const auto& parameters = program_->rules[rule_].parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (given[i] == 0 && parameters[i].initial != kNone) { store(parameters[i].slot, parameters[i].initial); }
  }
  if (failed()) { return false; }
  const bool trie_missed = std::exchange(trie_missed_, false);
  const bool is_known = !trie_missed && copy_from_trie(rule_, -1);
  if (!is_known && build(rule_, -1) == Flow::Fault) { return false; }
  collect();
  return true;
}

bool Interpreter::finish(RuleId last, int depth, std::uint64_t key, std::uint64_t seed, std::uint64_t index) {
  start(seed, index, index);
  source_.stream.restart(key, index);
  things_.rows.push_back({rule_, 0, -1, true, -1});
  current_ = 0;
  depth_ = depth;
  const auto flow = run_rule(last);
  if (flow == Flow::Fault) { return false; }
  finish_thing(0, flow == Flow::Discard);
  if (failed()) { return false; }
  collect();
  return true;
}

}  // namespace spoils::roll
