// check/resolve/visibility.cpp
//
// Computes which packs each pack sees (the transitive closure of `use`), and an order of packs with users before used
// ones.
#include "check/resolve/visibility.h"

#include <algorithm>

#include "check/resolve/scope.h"

namespace spoils::check {

Visibility::Visibility(const std::vector<PackTree>& packs) : sees_(packs.size()) {
  for (std::size_t i = 0; i < packs.size(); ++i) {
    for (const auto& file : packs[i].files) { packs_of_.emplace(file.source, i); }
    sees_[i].insert(i);
    for (const auto used : packs[i].uses) { sees_[i].insert(sees_[used].begin(), sees_[used].end()); }
  }
  // Text of the outermost pack, as that of a question, sees everything.
  for (std::size_t i = 0; i < packs.size(); ++i) { sees_.back().insert(i); }
  // Depth first, the last `use` line first; the reverse of the order in which packs are left.
  std::vector<bool> entered(packs.size(), false);
  struct Open {
    std::size_t pack = 0;
    std::size_t left = 0;  // `use` lines that were not followed yet
  };
  const auto visit = [&](std::size_t root) {
    if (entered[root]) { return; }
    entered[root] = true;
    std::vector<Open> open{{root, packs[root].uses.size()}};
    while (!open.empty()) {
      if (open.back().left == 0) {
        users_first_.push_back(open.back().pack);
        open.pop_back();
        continue;
      }
      const auto next = packs[open.back().pack].uses[--open.back().left];
      if (entered[next]) { continue; }
      entered[next] = true;
      open.push_back({next, packs[next].uses.size()});
    }
  };
  for (auto i = packs.size(); i-- > 0;) { visit(i); }
  std::reverse(users_first_.begin(), users_first_.end());
}

std::size_t Visibility::pack_of(Span place) const {
  const auto found = packs_of_.find(place.source);
  return found == packs_of_.end() ? sees_.size() - 1 : found->second;
}

Nearness Visibility::nearness(const Homes& homes, Span place) const {
  const auto pack = pack_of(place);
  if (homes.count(pack) > 0) { return Nearness::Own; }
  const auto seen = [&](std::size_t home) { return sees(pack, home); };
  return std::any_of(homes.begin(), homes.end(), seen) ? Nearness::Used : Nearness::Invisible;
}

}  // namespace spoils::check
