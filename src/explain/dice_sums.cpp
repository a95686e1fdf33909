// explain/dice_sums.cpp
//
// Convolves one die after the other: in integers if all throws number less than 2^63, else in doubles. Nothing is
// subtracted.
#include "explain/dice_sums.h"

namespace spoils::explain {
namespace {

constexpr std::int64_t kMostSums = 100'000;          // of one distribution; 2.4 MB
constexpr std::uint64_t kMostSumWork = 100'000'000;  // for one distribution; a tenth of a second
constexpr std::uint64_t kMostKept = 4'000'000;       // sums of all distributions; 64 MB
constexpr std::uint64_t kMostWays = std::uint64_t{1} << 62;

/// Adds one die. Only positive numbers are added: nothing cancels, so small probabilities are as precise as large ones.
template <class T>
std::vector<T> with_another(const std::vector<T>& before, std::size_t sides) {
  std::vector<T> after(before.size() + sides - 1, T{0});
  for (std::size_t sum = 0; sum < before.size(); ++sum) {
    for (std::size_t face = 0; face < sides; ++face) { after[sum + face] += before[sum]; }
  }
  return after;
}

SumOdds compute(std::int64_t count, std::int64_t sides) {
  SumOdds odds;
  const auto faces = static_cast<std::size_t>(sides);
  std::uint64_t all = 1;
  bool fits = true;
  for (std::int64_t i = 0; i < count && fits; ++i) {
    fits = all <= kMostWays / static_cast<std::uint64_t>(sides);
    if (fits) { all *= static_cast<std::uint64_t>(sides); }
  }
  if (fits) {
    odds.ways = {1};
    for (std::int64_t i = 0; i < count; ++i) { odds.ways = with_another(odds.ways, faces); }
    odds.all_ways = all;
    for (const auto ways : odds.ways) {
      odds.probability.push_back(static_cast<double>(ways) / static_cast<double>(all));
    }
    return odds;
  }
  odds.probability = {1};
  for (std::int64_t i = 0; i < count; ++i) {
    odds.probability = with_another(odds.probability, faces);
    for (auto& probability : odds.probability) { probability /= static_cast<double>(sides); }
  }
  return odds;
}

}  // namespace

const SumOdds* DiceSums::of(std::int64_t count, std::int64_t sides) {
  const auto found = known_.find({count, sides});
  if (found != known_.end()) { return &found->second; }
  if (sides > kMostSums / count) { return nullptr; }
  const auto span = static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(sides);
  const auto work = span * (span - static_cast<std::uint64_t>(sides)) / 2 + span;
  if (work > kMostSumWork || work > work_left_) { return nullptr; }
  work_left_ -= work;
  if (kept_ > kMostKept) {
    known_.clear();
    kept_ = 0;
  }
  kept_ += span;
  return &known_.emplace(std::make_pair(count, sides), compute(count, sides)).first->second;
}

}  // namespace spoils::explain
