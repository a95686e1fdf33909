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
  if (root.is_taken && root.key != key) { return nullptr; }
  root.is_taken = true;
  root.key = key;
  rule.last = &root;
  return &root;
}

DrawTree::Ending DrawTree::follow(RuleId rule, const Word* words, SlotId first, Stream& stream, std::uint64_t work,
                                  std::uint64_t steps) {
  is_noting_ = false;
  auto& known = rules_[rule];
  if (++known.asked == kTrial) [[unlikely]] { judge(known); }
  auto* const root = root_of(known, words, first);
  if (root == nullptr) { return {}; }
  const auto before = stream.place();
  auto child = root->child;
  while (child.is_draw()) { child = child_of(child, stream.below(child.n)); }
  if (child.place > kNever.place) [[likely]] {
    const Ending ending{endings_.data() + child.place};
    if (ending.work() <= work && ending.steps() <= steps) [[likely]] {
      ++known.found;
      return ending;
    }
  }
  stream.go_back(before);
  is_noting_ = child == kUnknown && !is_full_;
  noting_from_ = root;
  noted_.clear();
  return {};
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
        child = add_draw(noted_[depth].n);
      } else {
        child = ending.empty() || depth == kMaxDraws ? kNever : add_ending(ending);
      }
      if (depth == 0) {
        noting_from_->child = child;
      } else {
        set_children(above, noted_[depth - 1], child);
        child = child_of(above, noted_[depth - 1].u);
      }
    }
    if (!child.is_draw()) { return; }
    assert(depth < noted_.size() && child.n == noted_[depth].n);
    above = child;
    child = child_of(above, noted_[depth].u);
  }
}

DrawTree::Child DrawTree::add_draw(std::uint64_t n) {
  if (n > std::numeric_limits<std::uint32_t>::max()) { return kNever; }
  const Child draw{static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(children_.size())};
  children_.resize(children_.size() + ((n - 1) >> shift_of(n)) + 1);
  note_size();
  return draw;
}

DrawTree::Child DrawTree::add_ending(const std::vector<Word>& ending) {
  const Child out{0, static_cast<std::uint32_t>(endings_.size())};
  endings_.insert(endings_.end(), ending.begin(), ending.end());
  note_size();
  return out;
}

void DrawTree::note_size() { is_full_ = children_.size() * sizeof(Child) + endings_.size() * sizeof(Word) > kMaxBytes; }

// Of neighbours that share a child, all must come to the same.
void DrawTree::set_children(Child draw, const Noted& noted, Child child) {
  const auto shift = shift_of(draw.n);
  for (auto i = noted.first >> shift; i <= (noted.end - 1) >> shift; ++i) {
    const auto first = i << shift;
    const auto last = std::min<std::uint64_t>(draw.n - 1, first + ((std::uint64_t{1} << shift) - 1));
    const bool is_whole = first >= noted.first && last < noted.end;
    children_[draw.place + i] = is_whole ? child : kNever;
  }
}

}  // namespace spoils::roll
