// tests/reference/coverage.cpp
//
// Counts of constructs and pairs.
#include "reference/coverage.h"

#include <algorithm>
#include <vector>

namespace spoils::reference {

std::size_t Coverage::number_of(const std::string& construct) const {
  const auto found = numbers_.find(construct);
  return found == numbers_.end() ? alone_.size() : found->second;
}

std::uint64_t Coverage::count(const std::string& construct, const Used& beside) const {
  const auto number = number_of(construct);
  if (number == alone_.size()) { return 0; }
  auto out = alone_[number].second;
  for (const auto& other : beside) {
    const auto second = number_of(other);
    // A pair that never met is wanted more than any single construct.
    if (second != number && (second == alone_.size() || !met_[number][second])) { out /= 2; }
  }
  return out;
}

void Coverage::add(const Used& used) {
  std::vector<std::size_t> numbers;
  for (const auto& construct : used) {
    const auto [found, is_new] = numbers_.emplace(construct, alone_.size());
    if (is_new) {
      alone_.emplace_back(construct, 0);
      for (auto& row : met_) { row.resize(alone_.size()); }
      met_.emplace_back(alone_.size());
    }
    numbers.push_back(found->second);
  }
  for (const auto first : numbers) {
    ++alone_[first].second;
    for (const auto second : numbers) {
      if (first < second && !met_[first][second]) {
        met_[first][second] = met_[second][first] = true;
        ++pairs_;
      }
    }
  }
}

std::string Coverage::text() const {
  std::string out = std::to_string(constructs()) + " constructs, " + std::to_string(pairs()) + " of " +
                    std::to_string(possible_pairs()) + " pairs";
  std::vector<std::pair<std::uint64_t, std::string>> rare;
  for (const auto& [name, number] : alone_) { rare.emplace_back(number, name); }
  std::sort(rare.begin(), rare.end());
  out += "; rarest:";
  for (std::size_t i = 0; i < std::min<std::size_t>(rare.size(), 5); ++i) {
    out += " " + rare[i].second + " " + std::to_string(rare[i].first) + ",";
  }
  out.back() = ';';
  out += " never together:";
  int told = 0;
  for (const auto& [one, first] : numbers_) {
    for (const auto& [other, second] : numbers_) {
      if (told == 5 || one >= other || met_[first][second]) { continue; }
      out += " " + one + " + " + other + ",";
      ++told;
    }
  }
  if (told == 0) { out += " none,"; }
  out.pop_back();
  return out;
}

}  // namespace spoils::reference
