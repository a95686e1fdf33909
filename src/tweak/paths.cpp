#include "tweak/paths.h"

#include <algorithm>
#include <numeric>

namespace spoils::tweak {

using namespace program;

namespace {

constexpr std::uint64_t kMostOptions = 10'000;  // of one draw
constexpr std::size_t kMostOrdered = 6;         // members of a shuffle; 720 orders
constexpr std::size_t kMostKept = 200'000;      // options of all draws of a path; 100 bytes each
constexpr std::size_t kMostEvents = 20'000;     // of a path
// Tries of a `retry max N` whose odds are exact: powers of fractions of thousands of bits grow by so many times.
constexpr Word kMostTries = 100;

// Bits of a probability.
std::size_t size_of(const Exact& value) {
  const auto bits = [](const auto& number) { return number == 0 ? 0U : msb(number) + 1U; };
  return bits(boost::multiprecision::numerator(value)) + bits(boost::multiprecision::denominator(value));
}

// The work of one product or quotient with a fraction of so many bits: mostly to find what the two have in common.
std::uint64_t work_of(std::size_t bits) { return 10 + bits / 12; }

}  // namespace

bool PathDrawer::next() {
  if (has_begun_) {
    while (!path_.empty() && path_.back().at + 1 >= path_.back().options.size()) {
      options_ -= path_.back().options.size();
      path_.pop_back();
    }
    if (path_.empty()) { return false; }
    ++path_.back().at;
  }
  has_begun_ = true;
  depth_ = 0;
  begins_ = 0;
  events_.clear();
  open_.clear();
  is_stuck_ = false;
  rejected_ = -1;
  return true;
}

void PathDrawer::append(Node node) {
  options_ += node.options.size();
  node.id = ++nodes_;
  path_.push_back(std::move(node));
}

void PathDrawer::follow(const Node& node) {
  // Draws between the begins of retries are one factor.
  const auto& probability = node.options[node.at].second;
  if (events_.empty() || events_.back().retry >= 0) {
    events_.push_back({probability, -1});
  } else {
    events_.back().probability *= probability;
    work_ += work_of(size_of(events_.back().probability));
  }
  ++depth_;
  begins_ = 0;
}

Word PathDrawer::draw(ExpressionId place, const Offer& offer) {
  if (is_irrelevant_(place)) {
    roll::Stream any(0, 0);
    return offer.draw(any);
  }
  if (depth_ == path_.size()) {
    Node node;
    const auto size = is_stuck_ ? 0 : offer.size();
    for (std::uint64_t i = 0; i < size && size <= kMostOptions && !is_stuck_; ++i) {
      const auto number = offer.number(i);
      if (!offer.has_chance(number)) { continue; }
      auto probability = offer.probability(number, sums_);
      is_stuck_ = !probability.has_value();
      if (probability) { node.options.emplace_back(number, std::move(*probability)); }
    }
    is_stuck_ = is_stuck_ || options_ + node.options.size() > kMostKept;
    if (is_stuck_ || node.options.empty()) {
      // The replay goes on with any choice, and its end does not count.
      is_stuck_ = true;
      roll::Stream any(0, 0);
      return offer.draw(any);
    }
    append(std::move(node));
  }
  const auto& node = path_[depth_];
  follow(node);
  return node.options[node.at].first;
}

std::vector<std::uint32_t> PathDrawer::draw_order(ExpressionId place, std::size_t count) {
  std::vector<std::uint32_t> out(count);
  std::iota(out.begin(), out.end(), 0U);
  if (is_irrelevant_(place)) { return out; }
  if (is_stuck_ || count > kMostOrdered) {
    is_stuck_ = true;
    return out;
  }
  if (depth_ == path_.size()) {
    Node node;
    node.is_order = true;
    Word orders = 1;
    for (std::size_t i = 2; i <= count; ++i) { orders *= static_cast<Word>(i); }
    for (Word i = 0; i < orders; ++i) { node.options.emplace_back(i, Exact(1, orders)); }
    append(std::move(node));
  }
  const auto& node = path_[depth_];
  for (Word i = 0; i < node.options[node.at].first; ++i) { std::next_permutation(out.begin(), out.end()); }
  follow(node);
  return out;
}

void PathDrawer::begin_retry(Word limit) {
  is_stuck_ = is_stuck_ || events_.size() >= kMostEvents;
  if (is_stuck_) {
    open_.push_back(-1);
    return;
  }
  const Node* const before = depth_ == 0 ? nullptr : &path_[depth_ - 1];
  const Begin begin{before == nullptr ? 0 : before->id, before == nullptr ? 0 : before->at, begins_};
  ++begins_;
  const auto number = retries_.try_emplace(begin, static_cast<std::int64_t>(retries_.size())).first->second;
  if (static_cast<std::size_t>(number) == most_tries_.size()) { most_tries_.push_back(limit); }
  events_.push_back({1, number});
  open_.push_back(number);
}

void PathDrawer::accept_try() {
  if (!open_.empty()) { open_.pop_back(); }
}

roll::AfterReject PathDrawer::reject_try(bool is_last_kept, Word) {
  if (is_stuck_) { return roll::AfterReject::GiveUp; }
  const auto retry = open_.back();
  if (is_last_kept) {
    if (retry < 0 || most_tries_[static_cast<std::size_t>(retry)] > kMostTries) {
      is_stuck_ = true;
      return roll::AfterReject::GiveUp;
    }
    // Two paths: the try is put back, or it was the last one.
    if (depth_ == path_.size()) {
      Node node;
      node.options = {{0, Exact(1)}, {1, Exact(1)}};
      append(std::move(node));
    }
    const auto& node = path_[depth_];
    const bool is_last = node.options[node.at].first == 1;
    follow(node);
    if (is_last) {
      for (auto& event : events_) { event.counts_last = event.counts_last || event.retry == retry; }
      return roll::AfterReject::Accept;
    }
  }
  rejected_ = retry;
  return roll::AfterReject::GiveUp;
}

void PathDrawer::finish(std::vector<std::string> columns, bool fails) {
  Leaf leaf;
  leaf.events = events_;
  leaf.end = is_stuck_ ? End::Unknown : rejected_ >= 0 ? End::Rejected : fails ? End::Failed : End::Made;
  leaf.retry = rejected_;
  if (leaf.end == End::Made) { leaf.columns = std::move(columns); }
  // odds() multiplies the factors of a leaf one by one, so that the product grows from factor to factor.
  std::size_t bits = 0;
  for (const auto& event : leaf.events) {
    bits += size_of(event.probability);
    work_ += 2 * work_of(bits);
  }
  stored_ += sizeof(Leaf) + leaf.events.size() * sizeof(Event) + bits / 8;
  for (const auto& column : leaf.columns) { stored_ += sizeof(column) + column.size(); }
  leaves_.push_back(std::move(leaf));
}

// Returns what the begin of a retry multiplies the probability of a path by, once it is over.
Exact PathDrawer::factor(const Event& event, const std::vector<Exact>& accepted) const {
  const auto retry = static_cast<std::size_t>(event.retry);
  const auto most = most_tries_[retry];
  if (most == 0) { return accepted[retry] == 0 ? Exact(1) : Exact(1) / accepted[retry]; }
  const Exact rejected = Exact(1) - accepted[retry];
  Exact power = 1;  // that the tries so far were rejected
  Exact sum = 1;
  for (Word i = 1; i < most; ++i) {
    power *= rejected;
    sum += power;
  }
  return event.counts_last ? power : sum;
}

PathDrawer::Odds PathDrawer::odds() const {
  Odds out;
  // Later retries first: the probability that a try is accepted divides by that of the retries inside of it. A number
  // is given when its retry is first met, so those inside have greater ones.
  std::vector<Exact> accepted(retries_.size(), Exact(1));
  const auto weight = [&](const Leaf& leaf, std::size_t first) {
    Exact product = 1;
    for (auto i = first; i < leaf.events.size(); ++i) {
      const auto& event = leaf.events[i];
      product *= event.probability;
      // The retry that sent the path back is not over; nor are those around it.
      const bool is_over = event.retry >= 0 && event.retry != leaf.retry;
      if (is_over) { product *= factor(event, accepted); }
    }
    return product;
  };
  std::vector<const Leaf*> rejected;
  for (const auto& leaf : leaves_) {
    if (leaf.retry >= 0) { rejected.push_back(&leaf); }
  }
  std::stable_sort(rejected.begin(), rejected.end(), [](const Leaf* a, const Leaf* b) { return b->retry < a->retry; });
  for (const auto* leaf : rejected) {
    std::size_t first = 0;
    while (leaf->events[first].retry != leaf->retry) { ++first; }
    accepted[static_cast<std::size_t>(leaf->retry)] -= weight(*leaf, first);
  }
  Exact known = 0;
  for (const auto& leaf : leaves_) {
    if (leaf.end == End::Rejected) { continue; }
    const auto mass = weight(leaf, 0);
    if (leaf.end == End::Unknown) { continue; }
    known += mass;
    if (leaf.end == End::Failed) {
      out.failed += mass;
    } else {
      out.rows[leaf.columns] += mass;
    }
  }
  out.unknown = Exact(1) - known;
  return out;
}

}  // namespace spoils::tweak
