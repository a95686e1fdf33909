#include "roll/draw_tree.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <limits>
#include <string_view>
#include <utility>

namespace spoils::roll {

using namespace program;

bool DrawTree::look_into(RuleId rule) {
  auto& known = rules_[rule];
  if (++known.asked < kWorthALook) { return false; }
  known.asked = 0;
  known.state = State::Closed;
  if (++looks_ > kMaxLooks) { return false; }
  auto reliance = reliance_of(program_, rule);
  if (!reliance) { return false; }
  known.state = State::Open;
  known.reliance = std::move(*reliance);
  make_room(known, kLeastRoots);
  return true;
}

bool DrawTree::has_texts(const Rule& rule, const Key& key, const Word* words, SlotId first) const {
  const auto* known = key.data() + rule.reliance.reads.size();
  for (const auto slot : rule.reliance.texts) {
    const auto word = words[slot - first];
    if ((word == kUnset) != (*known == kUnset)) { return false; }
    if (word != kUnset && program_.text(word, heap_) != texts_.text(*known)) { return false; }
    ++known;
  }
  return true;
}

std::uint32_t DrawTree::hash_of(const Rule& rule, const Word* words, SlotId first) const {
  std::uint64_t hash = 0;
  const auto add = [&hash](std::uint64_t word) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 32;
  };
  for (const auto slot : rule.reliance.reads) { add(static_cast<std::uint64_t>(words[slot - first])); }
  for (const auto slot : rule.reliance.texts) {
    add(std::hash<std::string_view>{}(program_.text(words[slot - first], heap_)));
  }
  return static_cast<std::uint32_t>(hash);
}

DrawTree::Root* DrawTree::other_root_of(Rule& rule, const Word* words, SlotId first) {
  for (const auto slot : rule.reliance.texts) {
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

DrawTree::Root* DrawTree::add_root(Rule& rule, const Word* words, SlotId first, std::uint32_t hash) {
  const bool is_crowded = 4 * (rule.taken + 1) > 3 * rule.roots.size();
  if (is_crowded && rule.roots.size() < kMaxRoots) { make_room(rule, 2 * rule.roots.size()); }
  auto* const root = free_place(rule, hash);
  if (root == nullptr) { return nullptr; }
  auto* word = root->key.data();
  for (const auto slot : rule.reliance.reads) { *word++ = words[slot - first]; }
  for (const auto slot : rule.reliance.texts) {
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

DrawTree::Root* DrawTree::free_place(Rule& rule, std::uint32_t hash) {
  for (std::size_t i = 0; i < kMaxProbes; ++i) {
    auto& root = rule.roots[(hash + i) & (rule.roots.size() - 1)];
    if (!root.is_taken) { return &root; }
  }
  return nullptr;
}

// A root that finds no place is no longer found; what hangs on it stays where it is.
void DrawTree::make_room(Rule& rule, std::size_t roots) {
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

DrawTree::Ending DrawTree::follow(RuleId rule, const Word* words, SlotId first, Stream& stream, WorldStreams& worlds,
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
    child = make_turn(turns_[child.place], stream, worlds);
  }
  if (child.place > kNever.place) [[likely]] {
    const Ending ending{words_.data() + child.place};
    if (ending.work() <= work && ending.steps() <= steps) [[likely]] {
      ++known.found;
      return ending;
    }
  }
  if (!left_.empty()) {
    stream = left_.front();
    left_.clear();
  }
  stream.go_back(before);
  is_noting_ = child == kUnknown && !is_full_;
  noting_from_ = root;
  noted_.clear();
  noted_words_.clear();
  noted_texts_.clear();
  for (const auto slot : known.reliance.texts) { noted_texts_.push_back(words[slot - first]); }
  return {};
}

// By itself: turns are rare.
[[gnu::noinline]] DrawTree::Child DrawTree::make_turn(const Turn& turn, Stream& stream, WorldStreams& worlds) {
  if (turn.def == kNoDef) {
    stream = left_.back();
    left_.pop_back();
  } else {
    left_.push_back(stream);
    worlds.enter(turn.def, {words_.data() + turn.first_word, turn.words}, stream);
  }
  return turn.next;
}

void DrawTree::judge(Rule& rule) {
  const bool is_poor = 2 * rule.found < rule.asked;
  rule.poor_trials = is_poor ? rule.poor_trials + 1 : 0;
  // A trial may be shorter than a row of names that are given one after the other, again and again.
  const bool is_hopeless = rule.found == 0 && rule.reliance.texts.empty();
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

void DrawTree::keep(const std::vector<Word>& ending) {
  is_noting_ = false;
  auto child = noting_from_->child;
  Child above;  // the draw that leads here
  for (std::size_t depth = 0;; ++depth) {
    if (child == kUnknown) {
      if (depth < std::min(noted_.size(), kMaxDraws)) {
        child = add(noted_[depth]);
      } else {
        child = ending.empty() || depth == kMaxDraws ? kNever : add_ending(ending);
      }
      if (depth == 0) {
        noting_from_->child = child;
      } else {
        lead_to(above, noted_[depth - 1], child);
        child = next_of(above, noted_[depth - 1]);
      }
    }
    if (child.is_end()) { return; }
    assert(depth < noted_.size());
    assert(child.n == (noted_[depth].kind == Noted::Kind::Turn ? kTurn : noted_[depth].n));
    above = child;
    child = next_of(above, noted_[depth]);
  }
}

DrawTree::Child DrawTree::add(const Noted& noted) {
  using Kind = Noted::Kind;
  if (noted.kind == Kind::Turn) { return add_turn(noted); }
  if (noted.n > std::numeric_limits<std::uint32_t>::max()) { return kNever; }
  Child draw{static_cast<std::uint32_t>(noted.n), static_cast<std::uint32_t>(children_.size())};
  if (noted.kind == Kind::Half) {
    draw.place |= kHalves;
    children_.push_back({static_cast<std::uint32_t>(noted.first), 0});
    children_.resize(children_.size() + 2);
  } else if (noted.kind == Kind::Row) {
    draw.place |= kRows;
    children_.push_back({number_of(*noted.pick), 0});
    children_.resize(children_.size() + noted.pick->size());
  } else {
    children_.resize(children_.size() + ((noted.n - 1) >> shift_of(noted.n)) + 1);
  }
  note_size();
  return draw;
}

std::uint32_t DrawTree::number_of(const WeightedPick& pick) {
  const auto [known, is_new] = pick_numbers_.try_emplace(&pick, static_cast<std::uint32_t>(picks_.size()));
  if (is_new) { picks_.push_back(&pick); }
  return known->second;
}

DrawTree::Child DrawTree::add_turn(const Noted& noted) {
  const Child out{kTurn, static_cast<std::uint32_t>(turns_.size())};
  turns_.push_back({static_cast<std::uint32_t>(noted.u), static_cast<std::uint32_t>(words_.size()),
                    static_cast<std::uint32_t>(noted.end - noted.first), kUnknown});
  const auto words = noted_words_.begin();
  words_.insert(words_.end(), words + static_cast<std::ptrdiff_t>(noted.first),
                words + static_cast<std::ptrdiff_t>(noted.end));
  note_size();
  return out;
}

DrawTree::Child DrawTree::add_ending(const std::vector<Word>& ending) {
  const Child out{0, static_cast<std::uint32_t>(words_.size())};
  words_.insert(words_.end(), ending.begin(), ending.end());
  note_size();
  return out;
}

void DrawTree::note_size() {
  is_full_ = children_.size() * sizeof(Child) + turns_.size() * sizeof(Turn) + words_.size() * sizeof(Word) +
                 root_count_ * sizeof(Root) + texts_.bytes_used() >
             kMaxBytes;
}

// Of neighbours that share a child, all must come to the same.
void DrawTree::lead_to(Child draw, const Noted& noted, Child child) {
  using Kind = Noted::Kind;
  if (noted.kind == Kind::Turn) {
    turns_[draw.place].next = child;
    return;
  }
  if (noted.kind != Kind::Number) {
    children_[place_of(draw, noted.u)] = child;
    return;
  }
  const auto shift = shift_of(draw.n);
  for (auto i = noted.first >> shift; i <= (noted.end - 1) >> shift; ++i) {
    const auto first = i << shift;
    const auto last = std::min<std::uint64_t>(draw.n - 1, first + ((std::uint64_t{1} << shift) - 1));
    const bool is_whole = first >= noted.first && last < noted.end;
    children_[draw.place + i] = is_whole ? child : kNever;
  }
}

}  // namespace spoils::roll
