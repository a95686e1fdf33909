// tests/reference/coverage.cpp
//
// Counts of constructs and pairs.
#include "reference/coverage.h"

#include <algorithm>
#include <vector>

namespace spoils::reference {

std::uint64_t Coverage::count(const std::string& construct, const Used& beside) const {
  const auto found = alone_.find(construct);
  auto out = found == alone_.end() ? 0 : found->second;
  for (const auto& other : beside) {
    if (other == construct) { continue; }
    const auto pair = pairs_.find(std::minmax(construct, other));
    // A pair that never met is wanted more than any single construct.
    if (pair == pairs_.end()) { out /= 2; }
  }
  return out;
}

void Coverage::add(const Used& used) {
  for (auto first = used.begin(); first != used.end(); ++first) {
    ++alone_[*first];
    for (auto second = std::next(first); second != used.end(); ++second) { ++pairs_[{*first, *second}]; }
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
  for (auto a = alone_.begin(); a != alone_.end() && told < 5; ++a) {
    for (auto b = std::next(a); b != alone_.end() && told < 5; ++b) {
      if (pairs_.count({a->first, b->first}) > 0) { continue; }
      out += " " + a->first + " + " + b->first + ",";
      ++told;
    }
  }
  if (told == 0) { out += " none,"; }
  out.pop_back();
  return out;
}

}  // namespace spoils::reference
