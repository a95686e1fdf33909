// tests/reference/coverage.h
//
// The constructs of random packs, alone and in pairs. A pair is covered when both are in one pack. The generator uses
// it to choose the construct that has been used least.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace spoils::reference {

class Coverage {
 public:
  using Used = std::set<std::string>;

  /// Returns a rank of a construct from its number of uses and from those of its pairs with constructs of this pack:
  /// the generator prefers a low rank.
  [[nodiscard]] std::uint64_t count(const std::string& construct, const Used& beside) const;

  /// A pack with these constructs was compared.
  void add(const Used& used);

  [[nodiscard]] std::size_t constructs() const { return alone_.size(); }
  [[nodiscard]] std::size_t pairs() const { return pairs_; }
  [[nodiscard]] std::size_t possible_pairs() const { return constructs() * (constructs() - 1) / 2; }

  /// Returns the figures as text: totals, the rarest constructs, and pairs that never met.
  [[nodiscard]] std::string text() const;

 private:
  [[nodiscard]] std::size_t number_of(const std::string& construct) const;

  std::map<std::string, std::size_t> numbers_;
  std::vector<std::pair<std::string, std::uint64_t>> alone_;  // with the number of packs, by number
  std::vector<std::vector<bool>> met_;
  std::size_t pairs_ = 0;
};

}  // namespace spoils::reference
