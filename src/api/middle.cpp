// api/middle.cpp
//
// Sums of integers by their masses, and the place of the half.
#include "api/middle.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

namespace spoils::api {

namespace {

using program::Word;

/// The part of a mass that rounding may have changed, at most.
constexpr double kRounding = 1e-12;
/// A mean of at least this part of its amounts, without their signs, has nearly as many digits as they have.
constexpr double kLeastOfAmounts = 1e-3;

template <class Mass>
using Numbers = std::vector<std::pair<Word, Mass>>;

template <class Mass>
Numbers<Mass> numbers_of(const odds::Answer<Mass>& answer) {
  Numbers<Mass> out;
  for (const auto& outcome : answer.outcomes) {
    const auto word = outcome.words.front();
    if (word != program::kUnset) { out.emplace_back(word, outcome.mass); }
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return out;
}

}  // namespace

bool has_middle(const program::Program& program, const Question& question, const program::Query& query) {
  return std::holds_alternative<Marginal>(question) && !query.by_name && query.by.size() == 1 && query.each.empty() &&
         program.expressions[query.by.front()].type.kind == program::ValueKind::Int;
}

std::optional<OddsMiddle> middle_of(const odds::Answer<double>& answer) {
  const auto numbers = numbers_of(answer);
  if (numbers.empty()) { return std::nullopt; }
  double total = 0;
  double sum = 0;
  double amounts = 0;
  for (const auto& [number, mass] : numbers) {
    const auto amount = static_cast<double>(number) * mass;
    total += mass;
    sum += amount;
    amounts += std::abs(amount);
  }
  OddsMiddle out;
  if (odds::is_lost(total)) { return out; }
  if (std::abs(sum) >= kLeastOfAmounts * amounts) { out.mean = sum / total; }
  double below = 0;
  auto at = numbers.begin();
  // The last one needs no look: all are at most that.
  for (; at + 1 != numbers.end(); ++at) {
    below += at->second;
    const auto over = below / total - 0.5;
    if (std::abs(over) <= kRounding) { return out; }
    if (over > 0) { break; }
  }
  out.median = at->first;
  return out;
}

std::optional<OddsMiddle> middle_of(const odds::Answer<odds::Exact>& answer) {
  const auto numbers = numbers_of(answer);
  if (numbers.empty()) { return std::nullopt; }
  odds::Exact total(0);
  odds::Exact sum(0);
  for (const auto& [number, mass] : numbers) {
    total += mass;
    sum += odds::Exact(number) * mass;
  }
  OddsMiddle out;
  out.mean = odds::Exact(sum / total).convert_to<double>();
  auto at = numbers.begin();
  for (odds::Exact below = at->second; below * 2 < total; below += at->second) { ++at; }
  out.median = at->first;
  return out;
}

}  // namespace spoils::api
