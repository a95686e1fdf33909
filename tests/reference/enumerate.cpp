// tests/reference/enumerate.cpp
//
// The choices of one run: those of the run before, as far as they are still valid, then the first of each.
#include "reference/enumerate.h"

namespace spoils::reference {

Fraction Draws::reached() const {
  if (steps_.empty()) { return 1; }
  const auto& last = steps_.back();
  const auto& share = last.shares[last.taken];
  return last.before * Fraction(share.numerator(), share.denominator());
}

std::size_t Draws::choose(const std::vector<Rational>& weights) {
  Rational total = 0;
  std::size_t possible = 0;
  std::size_t one = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] < 0) { throw Faulty{"a negative weight"}; }
    total += small(weights[i]);
    if (weights[i] != 0) {
      one = i;
      ++possible;
    }
  }
  if (possible == 0) { throw Faulty{"nothing to pick"}; }
  if (possible == 1) { return one; }
  if (at_ < steps_.size()) { return steps_[at_++].taken; }
  Step step{weights, 0, reached()};
  for (auto& share : step.shares) { share /= total; }
  while (step.shares[step.taken] == 0) { ++step.taken; }
  steps_.push_back(std::move(step));
  return steps_[at_++].taken;
}

std::int64_t Draws::below(std::int64_t count) {
  if (count > 1000) { throw TooLong{}; }
  return static_cast<std::int64_t>(choose(std::vector<Rational>(static_cast<std::size_t>(count), 1)));
}

bool Draws::chance(const Rational& probability) {
  if (probability <= 0) { return false; }
  return probability >= 1 || choose({probability, 1 - probability}) == 0;
}

std::size_t Draws::begin_retry() {
  if (retry_ == retries_.size()) {
    Fraction probability = 1;
    if (at_ > 0) {
      const auto& step = steps_[at_ - 1];
      probability = step.before * Fraction(step.shares[step.taken].numerator(), step.shares[step.taken].denominator());
    }
    retries_.push_back({at_, results_, probability});
  }
  return retry_++;
}

void Draws::reject(std::size_t retry) { throw Rejected{retry}; }

}  // namespace spoils::reference
