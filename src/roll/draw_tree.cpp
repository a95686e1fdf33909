#include "roll/draw_tree.h"

#include <algorithm>
#include <cassert>
#include <limits>
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
  known.roots.resize(kRoots);
  return true;
}

DrawTree::Root* DrawTree::other_root_of(Rule& rule, const Word* words, SlotId first) {
  Key key{};
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < rule.reliance.reads.size(); ++i) {
    key[i] = words[rule.reliance.reads[i] - first];
    hash = (hash ^ static_cast<std::uint64_t>(key[i])) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 32;
  }
  auto& root = rule.roots[hash % kRoots];
  if (root.is_taken && !hangs_on(rule, root.key, words, first)) { return nullptr; }
  root.is_taken = true;
  root.key = key;
  rule.last = &root;
  return &root;
}

DrawTree::Ending DrawTree::follow(RuleId rule, const Word* words, SlotId first, Stream& stream, WorldStreams& worlds,
                                  std::uint64_t work, std::uint64_t steps) {
  is_noting_ = false;
  auto& known = rules_[rule];
  if (++known.asked == kTrial) [[unlikely]] { judge(known); }
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
  if (rule.found == 0 || rule.poor_trials == kPoorTrials) { rule.state = State::Closed; }
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
  is_full_ = children_.size() * sizeof(Child) + turns_.size() * sizeof(Turn) + words_.size() * sizeof(Word) > kMaxBytes;
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
