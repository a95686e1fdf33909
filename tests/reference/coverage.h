// tests/reference/coverage.h
//
// The constructs of random packs, alone and in pairs. A pair is covered when both are in one pack. The generator uses
// it to choose the construct that has been used least.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace spoils::reference {

class Coverage {
 public:
  /// Numbers of constructs, ascending, each once.
  class Used {
   public:
    void insert(std::size_t construct) {
      const auto at = std::lower_bound(numbers_.begin(), numbers_.end(), construct);
      if (at == numbers_.end() || *at != construct) { numbers_.insert(at, construct); }
    }
    [[nodiscard]] auto begin() const { return numbers_.begin(); }
    [[nodiscard]] auto end() const { return numbers_.end(); }

   private:
    std::vector<std::size_t> numbers_;
  };

  /// Returns the number of a construct: a new one at the first call with its name. Cost: constant, as that of a hash.
  std::size_t number_of(std::string_view construct);

  /// Returns a rank of a construct from its number of uses and from those of its pairs with constructs of this pack:
  /// the generator prefers a low rank. Cost: linear in `beside`.
  [[nodiscard]] std::uint64_t count(std::size_t construct, const Used& beside) const;

  /// A pack with these constructs was compared.
  void add(const Used& used);

  /// Returns how many constructs were in packs that were compared.
  [[nodiscard]] std::size_t constructs() const;
  [[nodiscard]] std::size_t pairs() const { return pairs_; }
  [[nodiscard]] std::size_t possible_pairs() const { return constructs() * (constructs() - 1) / 2; }

  /// Returns the figures as text: totals, the rarest constructs, and pairs that never met.
  [[nodiscard]] std::string text() const;

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> numbers_;
  std::vector<std::pair<std::string, std::uint64_t>> alone_;  // with the number of packs, by number
  std::vector<std::vector<bool>> met_;
  std::size_t pairs_ = 0;
};

}  // namespace spoils::reference
