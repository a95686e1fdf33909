// check/resolve/visibility.h
//
// Which pack a place belongs to, and which packs the text of a pack sees: itself and, over any number of steps, those
// that it uses. A name that is written in a pack can only mean something of a pack that it sees, so a pack never
// changes what the names of the packs that it uses mean (except by `override`).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "spoils/diagnostic.h"

namespace spoils::check {

struct PackTree;

/// How near to a place something is that could be meant there. Higher is nearer.
enum class Nearness : std::uint8_t { Invisible, Used, Own };

class Visibility {
 public:
  using Homes = std::set<std::size_t>;  // the packs in which a name is declared, or overridden

  /// Requires: used packs before their users, the pack itself last.
  explicit Visibility(const std::vector<PackTree>& packs);

  /// The pack whose text holds a place; the last one for a place in no file.
  [[nodiscard]] std::size_t pack_of(Span place) const;
  /// Whether the text of one pack sees what another declares.
  [[nodiscard]] bool sees(std::size_t pack, std::size_t home) const { return sees_[pack].count(home) > 0; }
  [[nodiscard]] Nearness nearness(const Homes& homes, Span place) const;
  /// All packs, each before those that it uses; where that leaves a choice, in the order of the `use` lines.
  [[nodiscard]] const std::vector<std::size_t>& users_first() const { return users_first_; }

 private:
  std::map<std::uint32_t, std::size_t> packs_of_;  // by source
  std::vector<Homes> sees_;                        // by pack
  std::vector<std::size_t> users_first_;
};

}  // namespace spoils::check
