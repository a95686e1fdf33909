// tests/reference/coverage.cpp
//
// Counts of constructs and pairs.
#include "reference/coverage.h"

#include <algorithm>
#include <vector>

namespace spoils::reference {

std::size_t Coverage::number_of(std::string_view construct) {
  if (const auto known = numbers_.find(construct); known != numbers_.end()) { return known->second; }
  const auto number = alone_.size();
  numbers_.emplace(construct, number);
  alone_.emplace_back(construct, 0);
  for (auto& row : met_) { row.resize(alone_.size()); }
  met_.emplace_back(alone_.size());
  return number;
}

std::uint64_t Coverage::count(std::size_t construct, const Used& beside) const {
  auto out = alone_[construct].second;
  for (const auto other : beside) {
    // A pair that never met is wanted more than any single construct.
    if (other != construct && !met_[construct][other]) { out /= 2; }
  }
  return out;
}

void Coverage::add(const Used& used) {
  for (const auto first : used) {
    ++alone_[first].second;
    for (const auto second : used) {
      if (first < second && !met_[first][second]) {
        met_[first][second] = met_[second][first] = true;
        ++pairs_;
      }
    }
  }
}

std::size_t Coverage::constructs() const {
  return static_cast<std::size_t>(
      std::count_if(alone_.begin(), alone_.end(), [](const auto& one) { return one.second > 0; }));
}

std::string Coverage::text() const {
  std::string out = std::to_string(constructs()) + " constructs, " + std::to_string(pairs()) + " of " +
                    std::to_string(possible_pairs()) + " pairs";
  std::vector<std::pair<std::uint64_t, std::string>> rare;
  for (const auto& [name, number] : alone_) {
    if (number > 0) { rare.emplace_back(number, name); }
  }
  std::sort(rare.begin(), rare.end());
  out += "; rarest:";
  for (std::size_t i = 0; i < std::min<std::size_t>(rare.size(), 5); ++i) {
    out += " " + rare[i].second + " " + std::to_string(rare[i].first) + ",";
  }
  out.back() = ';';
  out += " never together:";
  int told = 0;
  for (std::size_t second = 0; second < alone_.size(); ++second) {
    for (std::size_t first = 0; first < second; ++first) {
      const bool are_both = alone_[first].second > 0 && alone_[second].second > 0;
      if (told == 5 || !are_both || met_[first][second]) { continue; }
      out += " " + alone_[first].first + " + " + alone_[second].first + ",";
      ++told;
    }
  }
  if (told == 0) { out += " none,"; }
  out.pop_back();
  return out;
}

}  // namespace spoils::reference
