#include "roll/draw_trie.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <limits>
#include <string_view>
#include <utility>

#include "number/word_hash.h"

namespace spoils::roll {

using namespace program;

bool DrawTrie::begin_rules() {
  if (is_disabled_ || ++rolls_ < kRollsBeforeRules) { return false; }
  rules_.resize(program_.rules.size());
  words_.resize(2);
  return false;
}

bool DrawTrie::analyse(RuleId rule) {
  auto& known = rules_[rule];
  if (++known.lookups < kRollsBeforeAnalysis) { return false; }
  known.lookups = 0;
  known.state = State::Disabled;
  if (++analyses_ > kMaxAnalyses) { return false; }
  known.dependencies = code_.dependencies(rule);
  if (known.dependencies == nullptr) { return false; }
  known.state = State::Enabled;
  resize_roots(known, kLeastRoots);
  return true;
}

bool DrawTrie::has_texts(const Rule& rule, const Key& key, const Word* words, SlotId first) const {
  const auto* known = key.data() + rule.dependencies->reads.size();
  for (const auto slot : rule.dependencies->texts) {
    const auto word = words[slot - first];
    if ((word == kUnset) != (*known == kUnset)) { return false; }
    if (word != kUnset && program_.text(word, heap_) != texts_.text(*known)) { return false; }
    ++known;
  }
  return true;
}

std::uint32_t DrawTrie::hash_of(const Rule& rule, const Word* words, SlotId first) const {
  std::uint64_t hash = 0;
  for (const auto slot : rule.dependencies->reads) {
    hash = number::mixed(hash, static_cast<std::uint64_t>(words[slot - first]));
  }
  for (const auto slot : rule.dependencies->texts) {
    hash = number::mixed(hash, std::hash<std::string_view>{}(program_.text(words[slot - first], heap_)));
  }
  return static_cast<std::uint32_t>(hash);
}

DrawTrie::Root* DrawTrie::find_root(Rule& rule, const Word* words, SlotId first) {
  for (const auto slot : rule.dependencies->texts) {
    if (program_.text(words[slot - first], heap_).size() > kMaxKeyText) { return nullptr; }
  }
  const auto hash = hash_of(rule, words, first);
  for (std::size_t i = 0; i < kMaxProbes; ++i) {
    auto& root = rule.roots[(hash + i) & (rule.roots.size() - 1)];
    if (!root.is_taken) { return is_full_ ? nullptr : add_root(rule, words, first, hash); }
    if (root.hash != hash || !matches(rule, root.key, words, first)) { continue; }
    rule.last = &root;
    return &root;
  }
  return nullptr;
}

DrawTrie::Root* DrawTrie::add_root(Rule& rule, const Word* words, SlotId first, std::uint32_t hash) {
  const bool is_crowded = 4 * (rule.taken + 1) > 3 * rule.roots.size();
  if (is_crowded && rule.roots.size() < kMaxRoots) { resize_roots(rule, 2 * rule.roots.size()); }
  auto* const root = free_root(rule, hash);
  if (root == nullptr) { return nullptr; }
  auto* word = root->key.data();
  for (const auto slot : rule.dependencies->reads) { *word++ = words[slot - first]; }
  for (const auto slot : rule.dependencies->texts) {
    const auto text = words[slot - first];
    *word++ = text == kUnset ? kUnset : texts_.add_text(program_.text(text, heap_));
  }
  root->is_taken = true;
  root->hash = hash;
  ++rule.taken;
  rule.last = root;
  update_size();
  return root;
}

DrawTrie::Root* DrawTrie::free_root(Rule& rule, std::uint32_t hash) {
  for (std::size_t i = 0; i < kMaxProbes; ++i) {
    auto& root = rule.roots[(hash + i) & (rule.roots.size() - 1)];
    if (!root.is_taken) { return &root; }
  }
  return nullptr;
}

// A root that finds no place is lost for lookups; the nodes below it stay allocated.
void DrawTrie::resize_roots(Rule& rule, std::size_t roots) {
  auto before = std::exchange(rule.roots, std::vector<Root>(roots));
  root_count_ += roots - before.size();
  rule.taken = 0;
  rule.last = nullptr;
  for (const auto& root : before) {
    auto* const place = root.is_taken ? free_root(rule, root.hash) : nullptr;
    if (place == nullptr) { continue; }
    *place = root;
    ++rule.taken;
  }
  update_size();
}

DrawTrie::Leaf DrawTrie::find(RuleId rule, const Word* words, SlotId first, Stream& stream, WorldStreams& worlds,
                              std::uint64_t work, std::uint64_t steps) {
  is_recording_ = false;
  auto& known = rules_[rule];
  if (++known.lookups > kReviewPeriod) [[unlikely]] {
    review_hit_rate(known);
    if (known.state == State::Disabled) { return {}; }
  }
  known.to_pass = known.passed;
  auto* const root = root_of(known, words, first);
  if (root == nullptr) { return {}; }
  const auto before = stream.draws();
  auto child = root->child;
  for (;;) {
    while (child.is_draw()) { child = child_of(child, stream.below(child.n)); }
    if (child.is_end()) [[likely]] { break; }
    child = make_switch(switches_[child.place], stream, worlds);
  }
  if (child.place > kNotStored.place) [[likely]] {
    const Leaf leaf{words_.data() + child.place, known.dependencies};
    if (leaf.work() <= work && leaf.steps() <= steps) [[likely]] {
      ++known.hits;
      return leaf;
    }
  }
  if (!outer_streams_.empty()) {
    stream = outer_streams_.front();
    outer_streams_.clear();
  }
  stream.go_back(before);
  const bool is_first = root->child == kUnknown;  // for these values
  const bool pays = known.lookups - known.hits <= kFreeRecords + known.hits / 2 || !known.dependencies->texts.empty();
  const bool is_due = pays && (!is_large_ || is_first || ++misses_ % kMissesARecord == 0);
  is_recording_ = child == kUnknown && !is_full_ && is_due;
  recording_root_ = root;
  recorded_.clear();
  recorded_words_.clear();
  key_texts_.clear();
  for (const auto slot : known.dependencies->texts) { key_texts_.push_back(words[slot - first]); }
  return {};
}

// Out of line, since switches are rare.
[[gnu::noinline]] DrawTrie::Child DrawTrie::make_switch(const StreamSwitch& to, Stream& stream, WorldStreams& worlds) {
  if (to.def == kNoDef) {
    stream = outer_streams_.back();
    outer_streams_.pop_back();
  } else {
    outer_streams_.push_back(stream);
    worlds.enter(to.def, {words_.data() + to.first_word, to.words}, stream);
  }
  return to.next;
}

// A caller may pass many different texts in turn, so that the first hits come after more lookups than one review has;
// things of a rule without texts that never repeat in so many are not looked up any more.
void DrawTrie::review_hit_rate(Rule& rule) {
  rule.earlier.lookups += rule.lookups - 1;
  rule.earlier.hits += rule.hits;
  if (4 * rule.hits >= kReviewPeriod) {
    rule.passed = 0;
  } else if (16 * rule.hits >= kReviewPeriod) {
    rule.passed = 1;
  } else if (32 * rule.hits >= kReviewPeriod) {
    rule.passed = std::min(rule.passed, kFirstPassed);
  } else {
    rule.passed = std::min(2 * rule.passed + 1, kMaxPassed);
  }
  rule.poor_reviews = rule.passed == kMaxPassed ? rule.poor_reviews + 1 : 0;
  if (rule.poor_reviews == kMaxPoorReviews && rule.dependencies->texts.empty()) {
    rule.state = State::Disabled;
    root_count_ -= rule.roots.size();
    rule.roots = {};
    rule.last = nullptr;
    update_size();
  }
  rule.lookups = 1;
  rule.hits = 0;
}

// Puts a child in the place that leads to the draw of a depth.
void DrawTrie::link(std::size_t depth, Child above, Child child) {
  if (depth == 0) {
    recording_root_->child = child;
  } else {
    set_child(above, recorded_[depth - 1], child);
  }
}

void DrawTrie::insert(const std::vector<Word>& leaf) {
  is_recording_ = false;
  auto child = recording_root_->child;
  Child above;  // the draw that leads here
  for (std::size_t depth = 0;; ++depth) {
    if (child == kUnknown) {
      if (depth < std::min(recorded_.size(), kMaxDraws)) {
        child = add(recorded_[depth]);
      } else {
        child = leaf.empty() || depth == kMaxDraws ? kNotStored : add_leaf(leaf);
      }
      link(depth, above, child);
      if (depth > 0) { child = next_of(above, recorded_[depth - 1]); }
    }
    if (child.is_end()) { return; }
    assert(depth < recorded_.size());
    assert(child.n == (recorded_[depth].kind == RecordedDraw::Kind::Switch ? kSwitch : recorded_[depth].n));
    if (child.is_draw() && is_single(child) && !covers(child, recorded_[depth].u)) {
      child = expanded(child, recorded_[depth]);
      link(depth, above, child);
      if (child.is_end()) { return; }
    }
    above = child;
    child = next_of(above, recorded_[depth]);
  }
}

DrawTrie::Range DrawTrie::range_of(const RecordedDraw& recorded) {
  using Kind = RecordedDraw::Kind;
  if (recorded.kind == Kind::Threshold) {
    return recorded.u < recorded.first ? Range{0, recorded.first} : Range{recorded.first, recorded.n};
  }
  if (recorded.kind == Kind::Row) {
    const auto row = recorded.pick->row(recorded.u);
    return {recorded.pick->first(row), recorded.pick->first(row + 1)};
  }
  return {recorded.first, recorded.end};
}

DrawTrie::Child DrawTrie::add(const RecordedDraw& recorded) {
  using Kind = RecordedDraw::Kind;
  if (recorded.kind == Kind::Switch) { return add_switch(recorded); }
  if (recorded.n > std::numeric_limits<std::uint32_t>::max()) { return kNotStored; }
  if (recorded.kind == Kind::Threshold || recorded.n <= kMostTabled) { return add_table(recorded); }
  const auto [first, end] = range_of(recorded);
  const Child draw{static_cast<std::uint32_t>(recorded.n), static_cast<std::uint32_t>(children_.size()) | kSingle};
  children_.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end)});
  children_.push_back(kUnknown);
  update_size();
  return draw;
}

// Makes a table of a draw of which a second result is known. A draw of many numbers of which each has a result of its
// own would have a table without use: neighbours share an entry.
DrawTrie::Child DrawTrie::expanded(Child single, const RecordedDraw& recorded) {
  const std::size_t at = single.place - kSingle;
  const auto [first, end] = children_[at];
  const auto known = children_[at + 1];
  const bool is_plain = recorded.kind == RecordedDraw::Kind::Number && recorded.end - recorded.first == 1;
  if (is_plain && end - first == 1 && shift_of(single.n) > 0) { return kNotStored; }
  const auto table = add_table(recorded);
  auto other = recorded;
  other.u = first;
  if (recorded.kind == RecordedDraw::Kind::Number) {
    other.first = first;
    other.end = end;
  }
  set_child(table, other, known);
  return table;
}

DrawTrie::Child DrawTrie::add_table(const RecordedDraw& recorded) {
  using Kind = RecordedDraw::Kind;
  Child draw{static_cast<std::uint32_t>(recorded.n), static_cast<std::uint32_t>(children_.size())};
  if (recorded.kind == Kind::Threshold) {
    draw.place |= kThresholds;
    children_.push_back({static_cast<std::uint32_t>(recorded.first), 0});
    children_.resize(children_.size() + 2);
  } else if (recorded.kind == Kind::Row) {
    draw.place |= kRows;
    children_.push_back({number_of(*recorded.pick), 0});
    children_.resize(children_.size() + recorded.pick->size());
  } else {
    children_.resize(children_.size() + static_cast<std::size_t>((recorded.n - 1) >> shift_of(recorded.n)) + 1);
  }
  update_size();
  return draw;
}

std::uint32_t DrawTrie::number_of(const WeightedPick& pick) {
  const auto [known, is_new] = pick_numbers_.try_emplace(&pick, static_cast<std::uint32_t>(picks_.size()));
  if (is_new) { picks_.push_back(&pick); }
  return known->second;
}

DrawTrie::Child DrawTrie::add_switch(const RecordedDraw& recorded) {
  const Child out{kSwitch, static_cast<std::uint32_t>(switches_.size())};
  switches_.push_back({static_cast<std::uint32_t>(recorded.u), static_cast<std::uint32_t>(words_.size()),
                       static_cast<std::uint32_t>(recorded.end - recorded.first), kUnknown});
  const auto words = recorded_words_.begin();
  words_.insert(words_.end(), words + static_cast<std::ptrdiff_t>(recorded.first),
                words + static_cast<std::ptrdiff_t>(recorded.end));
  update_size();
  return out;
}

DrawTrie::Child DrawTrie::add_leaf(const std::vector<Word>& leaf) {
  const Child out{0, static_cast<std::uint32_t>(words_.size())};
  words_.insert(words_.end(), leaf.begin(), leaf.end());
  update_size();
  return out;
}

void DrawTrie::update_size() {
  const auto size = bytes();
  is_full_ = size > kMaxBytes;
  is_large_ = size > kLargeBytes;
}

// All neighbours that share a child must have the same result.
void DrawTrie::set_child(Child draw, const RecordedDraw& recorded, Child child) {
  using Kind = RecordedDraw::Kind;
  if (recorded.kind == Kind::Switch) {
    switches_[draw.place].next = child;
    return;
  }
  if (is_single(draw)) {
    children_[draw.place - kSingle + 1] = child;
    return;
  }
  if (recorded.kind != Kind::Number) {
    children_[place_of(draw, recorded.u)] = child;
    return;
  }
  const auto shift = shift_of(draw.n);
  for (auto i = recorded.first >> shift; i <= (recorded.end - 1) >> shift; ++i) {
    const auto first = i << shift;
    const auto last = std::min<std::uint64_t>(draw.n - 1, first + ((std::uint64_t{1} << shift) - 1));
    const bool is_whole = first >= recorded.first && last < recorded.end;
    children_[draw.place + static_cast<std::size_t>(i)] = is_whole ? child : kNotStored;
  }
}

}  // namespace spoils::roll
