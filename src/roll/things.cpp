// roll/things.cpp
//
// Things: the rules that make them, copies from the draw trie, and the order of all things of a roll.
#include <algorithm>

#include "roll/interpreter.h"

namespace spoils::roll {

using namespace program;

void Interpreter::bind(RuleId rule, std::uint32_t first, std::uint32_t count) {
  const auto& parameters = program_->rules[rule].parameters;
  // All are evaluated before the first is stored: an argument may read the field that another sets.
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto id = program_->operands[first + i];
    if (is_wide(parameters[i].slot)) {
      const auto value = number_or_unset(id);
      arguments_[i] = {value.numerator(), second_word(value)};
    } else {
      arguments_[i] = {word(id), 1};
    }
  }
}

void Interpreter::store_bound(RuleId rule) {
  const auto& parameters = program_->rules[rule].parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    slots_[parameters[i].slot] = arguments_[i].first;
    if (is_wide(parameters[i].slot)) { slots_[parameters[i].slot + 1] = arguments_[i].second; }
  }
}

// Runs a rule on the thing under construction; `stop` ends it there, `discard` goes on to the thing.
Interpreter::Flow Interpreter::run_rule(RuleId rule) {
  show(rule);
  ++depth_;
  const auto flow = run_block(program_->rules[rule].body);
  --depth_;
  return flow == Flow::Stop ? Flow::Next : flow;
}

Scope Interpreter::scope_of_thing(const Statement& s, std::uint32_t number) const {
  const auto kind = s.kind == Statement::Kind::Hold ? Scope::Kind::Hold : Scope::Kind::Drop;
  const auto row = static_cast<std::int32_t>(things_.rows.size());
  return {kind, s.a, program_->statement_places[number], 0, 0, row, {}};
}

Interpreter::Flow Interpreter::make_thing(const Statement& s, std::uint32_t number) {
  if (s.c > 0) {
    bind(s.a, s.b, s.c);
    if (failed()) { return Flow::Fault; }
  }
  stop_recording();
  const bool holds = s.kind == Statement::Kind::Hold;
  const auto holder = holds ? current_ : -1;
  const auto& layout = layouts_[s.a];
  // Parameters that are fields overwrite those of the enclosing thing, which are saved first.
  if (!layout.has_given_fields) {
    if (s.c > 0) { store_bound(s.a); }
    if (copy_from_trie(s.a, holder)) { return Flow::Next; }
  }
  const auto saved = saved_.size();
  copy_from_slots(layout.fields, saved_.add(layout.fields.words));
  clear_fields(layout);
  bool is_copied = false;
  if (layout.has_given_fields) {
    store_bound(s.a);
    is_copied = copy_from_trie(s.a, holder);
  }
  if (!is_copied) {
    const ScopeGuard guard(observer_, [&] { return scope_of_thing(s, number); });
    if (build(s.a, holder) == Flow::Fault) { return Flow::Fault; }
  }
  copy_to_slots(layout.fields, saved_.data() + saved);
  saved_.cut(saved);
  return Flow::Next;
}

Interpreter::Flow Interpreter::build(RuleId rule, std::int32_t holder) {
  if (things_.rows.size() >= kMaxThings) {
    fail(Fault::Kind::TooManyThings, program_->rules[rule].place);
    return Flow::Fault;
  }
  const auto outer = current_;
  const auto outer_depth = depth_;
  const auto row = static_cast<std::uint32_t>(things_.rows.size());
  things_.rows.push_back({rule, 0, holder, true, -1});
  current_ = static_cast<std::int32_t>(row);
  depth_ = 0;
  const auto work = work_left_;
  const auto steps = steps_;
  const auto heap = own_heap_.mark();
  const auto flow = run_rule(rule);
  if (flow == Flow::Fault) { return flow; }
  finish_thing(row, flow == Flow::Discard);
  if (things_.words.size() > kMaxThingWords) { fail(Fault::Kind::TooManyThings, program_->rules[rule].place); }
  if (failed()) { return Flow::Fault; }
  if (trie_.is_recording()) [[unlikely]] { record_thing(row, work - work_left_, steps_ - steps, heap); }
  current_ = outer;
  depth_ = outer_depth;
  return Flow::Next;
}

void Interpreter::finish_thing(std::uint32_t index, bool discarded) {
  auto& row = things_.rows[index];
  const auto& layout = layouts_[row.made_by];
  row.first_word = static_cast<std::uint32_t>(things_.words.size());
  copy_from_slots(layout.all, things_.words.add(layout.all.words));
  bool any = false;
  for (std::size_t i = 0; i < layout.visible.size() && !any; ++i) { any = slots_[layout.visible[i]] != kUnset; }
  row.is_given_out = any && !discarded;
  if (!discarded) { return; }
  // The things that it holds are discarded with it.
  for (auto i = index + 1; i < things_.rows.size(); ++i) {
    const auto holder = things_.rows[i].holder;
    if (holder >= static_cast<std::int32_t>(index) && !things_.rows[static_cast<std::size_t>(holder)].is_given_out) {
      things_.rows[i].is_given_out = false;
    }
  }
}

void Interpreter::record_thing(std::uint32_t index, std::uint64_t work, std::uint64_t steps, Heap::Mark heap) {
  const auto& row = things_.rows[index];
  const auto& layout = layouts_[row.made_by];
  const auto [bytes, words] = own_heap_.mark();
  const Heap::Mark added{bytes - heap.bytes, words - heap.words};
  const auto* const made = things_.words.data() + row.first_word;
  leaf_words_ = {static_cast<Word>(work), static_cast<Word>(steps), 0};
  leaf_words_.insert(leaf_words_.end(), made + inputs_.words, made + layout.all.words);
  bool can_be_copied = added.bytes + added.words * sizeof(Word) <= DrawTrie::kMaxLeafHeapBytes;
  bool needs_heap = added != Heap::Mark{};
  for (const auto& field : layout.in_heap) {
    auto& word = leaf_words_[DrawTrie::Leaf::kFields + field.field];
    if ((word & Heap::kMark) == 0) { continue; }
    const auto memoised = relative_to(field.type, word, heap);
    can_be_copied = can_be_copied && memoised;
    needs_heap = true;
    word = memoised.value_or(kUnset);
  }
  if (!can_be_copied) { return trie_.insert({}); }
  leaf_words_[2] = DrawTrie::Leaf::traits(row.is_given_out, needs_heap, added);
  for (const auto slot : trie_.writes(row.made_by)) { leaf_words_.push_back(slots_[slot]); }
  own_heap_.copy_after(heap, leaf_words_);
  trie_.insert(leaf_words_);
}

// Returns a text or list of the heap relative to the mark at which its thing began, as leaves store it; nothing if it
// cannot be copied.
std::optional<Word> Interpreter::relative_to(ValueType type, Word word, Heap::Mark heap) const {
  if (type.kind == ValueKind::Text) {
    const auto& texts = trie_.key_texts();
    const auto given = std::find(texts.begin(), texts.end(), word);
    if (given != texts.end()) { return DrawTrie::key_text(static_cast<std::size_t>(given - texts.begin())); }
    return Heap::from_mark(word, true, heap);
  }
  // Members that are handles themselves are left alone.
  if (type.element == ValueKind::Text && Heap::length(word) > 0) { return std::nullopt; }
  return Heap::from_mark(word, false, heap);
}

// Copies a thing from the draw trie; false, and nothing happens, if it holds none for these draws. Memoised things are
// not reused while an observer is attached or a declared generator is active. Requires: parameters are set.
bool Interpreter::copy_from_trie(RuleId rule, std::int32_t holder) {
  if (observer_ != nullptr || source_.is_lcg || !trie_.is_enabled(rule)) { return false; }
  const bool is_full = things_.rows.size() >= kMaxThings ||
                       things_.words.size() + layouts_[rule].all.words > kMaxThingWords ||
                       own_heap_.bytes_used() + DrawTrie::kMaxLeafHeapBytes > kMaxHeapBytes;
  if (is_full) { return false; }
  const auto known = trie_.find(rule, slots_, 0, source_.stream, worlds_, work_left_, kMaxSteps - steps_);
  if (!known) { return false; }
  work_left_ -= known.work();
  steps_ += known.steps();
  cost_saved_ += known.work() + 10 * known.steps();
  copy_thing(rule, holder, known, slots_, 0);
  return true;
}

// Inputs are those of the words `from`, of slots from `first` on.
void Interpreter::copy_thing(RuleId rule, std::int32_t holder, const DrawTrie::Leaf& known, const Word* from,
                             SlotId first) {
  const auto& fields = layouts_[rule].fields;
  const auto at = static_cast<std::uint32_t>(things_.words.size());
  things_.rows.push_back({rule, at, holder, known.is_given_out(), -1});
  auto* const to = things_.words.add(inputs_.words + fields.words);
  copy_ranges(inputs_, from, first, to);
  copy_words(known.fields(), fields.words, to + inputs_.words);
  const auto* word = known.fields() + fields.words;
  for (const auto slot : known.writes()) { slots_[slot] = *word++; }
  if (!known.needs_heap()) { return; }
  const auto mark = own_heap_.mark();
  own_heap_.add_copied(known.size_in_heap(), word);
  relocate(known, mark, from, first, rule, to + inputs_.words);
}

// Relocates texts and lists among the copied `fields`: after a mark of the heap, or to the given text.
[[gnu::noinline]] void Interpreter::relocate(const DrawTrie::Leaf& known, Heap::Mark mark, const Word* from,
                                             SlotId first, RuleId rule, Word* fields) const {
  for (const auto& field : layouts_[rule].in_heap) {
    auto& word = fields[field.field];
    if ((word & Heap::kMark) == 0) { continue; }
    const bool is_text = field.type.kind == ValueKind::Text;
    const auto given = is_text ? DrawTrie::key_text_number(word) : std::nullopt;
    word = given ? from[known.texts()[*given] - first] : Heap::to_mark(word, is_text, mark);
  }
}

void Interpreter::overwrite(std::size_t index, SlotId slot, Word first, Word second) {
  const auto& row = things_.rows[index];
  auto* word = &things_.words[row.first_word + inputs_.words];
  for (const auto [begin, count] : layouts_[row.made_by].fields.ranges) {
    if (slot >= begin && slot < begin + count) {
      word[slot - begin] = first;
      if (is_wide(slot)) { word[slot - begin + 1] = second; }
      return;
    }
    word += count;
  }
}

// Things are stored in the order in which their rules began; a thing is followed by the things that it holds.
void Interpreter::collect_several() {
  const auto count = things_.rows.size();
  const bool none_is_held =
      std::all_of(things_.rows.begin(), things_.rows.end(), [](const ThingRow& row) { return row.holder < 0; });
  if (none_is_held) {
    for (std::uint32_t i = 0; i < count; ++i) { add_given_out(i); }
    return;
  }
  first_held_.assign(count, -1);
  next_held_.assign(count, -1);
  for (auto i = count; i-- > 0;) {
    const auto holder = things_.rows[i].holder;
    if (holder < 0) { continue; }
    next_held_[i] = first_held_[static_cast<std::size_t>(holder)];
    first_held_[static_cast<std::size_t>(holder)] = static_cast<std::int32_t>(i);
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    if (things_.rows[i].holder < 0) { give_out(i); }
  }
}

void Interpreter::give_out(std::uint32_t index) {
  add_given_out(index);
  for (auto held = first_held_[index]; held >= 0; held = next_held_[static_cast<std::size_t>(held)]) {
    give_out(static_cast<std::uint32_t>(held));
  }
}

}  // namespace spoils::roll
