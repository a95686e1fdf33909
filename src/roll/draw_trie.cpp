#include "roll/draw_trie.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <limits>
#include <string_view>
#include <utility>

namespace spoils::roll {

using namespace program;

bool DrawTrie::look_into(RuleId rule) {
  auto& known = rules_[rule];
  if (++known.asked < kWorthALook) { return false; }
  known.asked = 0;
  known.state = State::Closed;
  if (++looks_ > kMaxLooks) { return false; }
  auto dependencies = dependencies_of(program_, rule);
  if (!dependencies) { return false; }
  known.state = State::Open;
  known.dependencies = std::move(*dependencies);
  make_room(known, kLeastRoots);
  return true;
}

bool DrawTrie::has_texts(const Rule& rule, const Key& key, const Word* words, SlotId first) const {
  const auto* known = key.data() + rule.dependencies.reads.size();
  for (const auto slot : rule.dependencies.texts) {
    const auto word = words[slot - first];
    if ((word == kUnset) != (*known == kUnset)) { return false; }
    if (word != kUnset && program_.text(word, heap_) != texts_.text(*known)) { return false; }
    ++known;
  }
  return true;
}

std::uint32_t DrawTrie::hash_of(const Rule& rule, const Word* words, SlotId first) const {
  std::uint64_t hash = 0;
  const auto add = [&hash](std::uint64_t word) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 32;
  };
  for (const auto slot : rule.dependencies.reads) { add(static_cast<std::uint64_t>(words[slot - first])); }
  for (const auto slot : rule.dependencies.texts) {
    add(std::hash<std::string_view>{}(program_.text(words[slot - first], heap_)));
  }
  return static_cast<std::uint32_t>(hash);
}

DrawTrie::Root* DrawTrie::other_root_of(Rule& rule, const Word* words, SlotId first) {
  for (const auto slot : rule.dependencies.texts) {
    if (program_.text(words[slot - first], heap_).size() > kMaxKeyText) { return nullptr; }
  }
  const auto hash = hash_of(rule, words, first);
  for (std::size_t i = 0; i < kMaxProbes; ++i) {
    auto& root = rule.roots[(hash + i) & (rule.roots.size() - 1)];
    if (!root.is_taken) { return is_full_ ? nullptr : add_root(rule, words, first, hash); }
    if (root.hash != hash || !hangs_on(rule, root.key, words, first)) { continue; }
    rule.last = &root;
    return &root;
  }
  return nullptr;
}

DrawTrie::Root* DrawTrie::add_root(Rule& rule, const Word* words, SlotId first, std::uint32_t hash) {
  const bool is_crowded = 4 * (rule.taken + 1) > 3 * rule.roots.size();
  if (is_crowded && rule.roots.size() < kMaxRoots) { make_room(rule, 2 * rule.roots.size()); }
  auto* const root = free_place(rule, hash);
  if (root == nullptr) { return nullptr; }
  auto* word = root->key.data();
  for (const auto slot : rule.dependencies.reads) { *word++ = words[slot - first]; }
  for (const auto slot : rule.dependencies.texts) {
    const auto text = words[slot - first];
    *word++ = text == kUnset ? kUnset : texts_.add_text(program_.text(text, heap_));
  }
  root->is_taken = true;
  root->hash = hash;
  ++rule.taken;
  rule.last = root;
  note_size();
  return root;
}

DrawTrie::Root* DrawTrie::free_place(Rule& rule, std::uint32_t hash) {
  for (std::size_t i = 0; i < kMaxProbes; ++i) {
    auto& root = rule.roots[(hash + i) & (rule.roots.size() - 1)];
    if (!root.is_taken) { return &root; }
  }
  return nullptr;
}

// A root that finds no place is lost for lookups; the nodes below it stay allocated.
void DrawTrie::make_room(Rule& rule, std::size_t roots) {
  auto before = std::exchange(rule.roots, std::vector<Root>(roots));
  root_count_ += roots - before.size();
  rule.taken = 0;
  rule.last = nullptr;
  for (const auto& root : before) {
    auto* const place = root.is_taken ? free_place(rule, root.hash) : nullptr;
    if (place == nullptr) { continue; }
    *place = root;
    ++rule.taken;
  }
  note_size();
}

DrawTrie::Leaf DrawTrie::follow(RuleId rule, const Word* words, SlotId first, Stream& stream, WorldStreams& worlds,
                                std::uint64_t work, std::uint64_t steps) {
  is_noting_ = false;
  auto& known = rules_[rule];
  if (++known.asked == kTrial) [[unlikely]] {
    judge(known);
    if (known.state == State::Closed) { return {}; }
  }
  auto* const root = root_of(known, words, first);
  if (root == nullptr) { return {}; }
  const auto before = stream.draws();
  auto child = root->child;
  for (;;) {
    while (child.is_draw()) { child = child_of(child, stream.below(child.n)); }
    if (child.is_end()) [[likely]] { break; }
    child = make_switch(switches_[child.place], stream, worlds);
  }
  if (child.place > kNever.place) [[likely]] {
    const Leaf leaf{words_.data() + child.place};
    if (leaf.work() <= work && leaf.steps() <= steps) [[likely]] {
      ++known.found;
      return leaf;
    }
  }
  if (!left_.empty()) {
    stream = left_.front();
    left_.clear();
  }
  stream.go_back(before);
  is_noting_ = child == kUnknown && !is_full_;
  noting_from_ = root;
  recorded_.clear();
  recorded_words_.clear();
  noted_texts_.clear();
  for (const auto slot : known.dependencies.texts) { noted_texts_.push_back(words[slot - first]); }
  return {};
}

// By itself: turns are rare.
[[gnu::noinline]] DrawTrie::Child DrawTrie::make_switch(const StreamSwitch& turn, Stream& stream,
                                                        WorldStreams& worlds) {
  if (turn.def == kNoDef) {
    stream = left_.back();
    left_.pop_back();
  } else {
    left_.push_back(stream);
    worlds.enter(turn.def, {words_.data() + turn.first_word, turn.words}, stream);
  }
  return turn.next;
}

void DrawTrie::judge(Rule& rule) {
  const bool is_poor = 2 * rule.found < rule.asked;
  rule.poor_trials = is_poor ? rule.poor_trials + 1 : 0;
  // A trial may be shorter than a row of names that are given one after the other, again and again.
  const bool is_hopeless = rule.found == 0 && rule.dependencies.texts.empty();
  if (is_hopeless || rule.poor_trials == kPoorTrials) {
    rule.state = State::Closed;
    root_count_ -= rule.roots.size();
    rule.roots = {};
    rule.last = nullptr;
    note_size();
  }
  rule.asked = 0;
  rule.found = 0;
}

void DrawTrie::keep(const std::vector<Word>& leaf) {
  is_noting_ = false;
  auto child = noting_from_->child;
  Child above;  // the draw that leads here
  for (std::size_t depth = 0;; ++depth) {
    if (child == kUnknown) {
      if (depth < std::min(recorded_.size(), kMaxDraws)) {
        child = add(recorded_[depth]);
      } else {
        child = leaf.empty() || depth == kMaxDraws ? kNever : add_ending(leaf);
      }
      if (depth == 0) {
        noting_from_->child = child;
      } else {
        lead_to(above, recorded_[depth - 1], child);
        child = next_of(above, recorded_[depth - 1]);
      }
    }
    if (child.is_end()) { return; }
    assert(depth < recorded_.size());
    assert(child.n == (recorded_[depth].kind == RecordedDraw::Kind::Switch ? kSwitch : recorded_[depth].n));
    above = child;
    child = next_of(above, recorded_[depth]);
  }
}

DrawTrie::Child DrawTrie::add(const RecordedDraw& recorded) {
  using Kind = RecordedDraw::Kind;
  if (recorded.kind == Kind::Switch) { return add_switch(recorded); }
  if (recorded.n > std::numeric_limits<std::uint32_t>::max()) { return kNever; }
  Child draw{static_cast<std::uint32_t>(recorded.n), static_cast<std::uint32_t>(children_.size())};
  if (recorded.kind == Kind::Half) {
    draw.place |= kHalves;
    children_.push_back({static_cast<std::uint32_t>(recorded.first), 0});
    children_.resize(children_.size() + 2);
  } else if (recorded.kind == Kind::Row) {
    draw.place |= kRows;
    children_.push_back({number_of(*recorded.pick), 0});
    children_.resize(children_.size() + recorded.pick->size());
  } else {
    children_.resize(children_.size() + ((recorded.n - 1) >> shift_of(recorded.n)) + 1);
  }
  note_size();
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
  note_size();
  return out;
}

DrawTrie::Child DrawTrie::add_ending(const std::vector<Word>& leaf) {
  const Child out{0, static_cast<std::uint32_t>(words_.size())};
  words_.insert(words_.end(), leaf.begin(), leaf.end());
  note_size();
  return out;
}

void DrawTrie::note_size() {
  is_full_ = children_.size() * sizeof(Child) + switches_.size() * sizeof(StreamSwitch) + words_.size() * sizeof(Word) +
                 root_count_ * sizeof(Root) + texts_.bytes_used() >
             kMaxBytes;
}

// All neighbours that share a child must have the same result.
void DrawTrie::lead_to(Child draw, const RecordedDraw& recorded, Child child) {
  using Kind = RecordedDraw::Kind;
  if (recorded.kind == Kind::Switch) {
    switches_[draw.place].next = child;
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
    children_[draw.place + i] = is_whole ? child : kNever;
  }
}

}  // namespace spoils::roll
