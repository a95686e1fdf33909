// tweak/paths.h
//
// Exact odds of a replay whose plan leaves draws open: a depth-first search over these draws, a replay for each path,
// with probabilities as fractions of any size. A `retry` on a path divides by the probability that a try of it is
// accepted from there. The work is bounded; the mass of paths that were not followed is given, so that the odds are
// bounds. Tests: tests/tweak/outlook_test.cpp, by packs in which the kept choices are constants.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "explain/dice_sums.h"
#include "tweak/replay.h"

namespace spoils::tweak {

/// Follows one path after the other.
class PathDrawer final : public Drawer {
 public:
  PathDrawer() = default;

  /// Begins the next replay. Returns false if all paths were followed.
  bool next();

  program::Word draw(const Offer& offer) override;
  std::vector<std::uint32_t> draw_order(std::size_t count) override;
  void begin_retry() override;
  void accept_try() override;
  roll::AfterReject reject_try(bool is_last_kept, program::Word tries) override;

  /// Says how the replay ended that next() began: with the row `columns`; without a thing, as its plan is refused or
  /// the roll has a fault (`fails`).
  void finish(std::vector<std::string> columns, bool fails);

  /// The odds after some replays.
  struct Odds {
    std::map<std::vector<std::string>, Exact> rows;
    Exact failed;   // of the paths on which the edit would be refused
    Exact unknown;  // of those that were not followed
  };
  /// Cost: linear in all paths.
  [[nodiscard]] Odds odds() const;

 private:
  struct Node {
    std::vector<std::pair<program::Word, Exact>> options;
    std::size_t at = 0;
    bool is_order = false;
  };
  /// A draw with its probability, or the begin of the first try of a retry, by its number.
  struct Event {
    Exact probability = 1;
    std::int64_t retry = -1;
  };
  enum class End : std::uint8_t { Made, Failed, Unknown, Rejected };
  struct Leaf {
    std::vector<Event> events;
    End end = End::Made;
    std::int64_t retry = -1;  // of a rejected one
    std::vector<std::string> columns;
  };

  void follow(const Node& node);

  bool has_begun_ = false;
  std::vector<Node> path_;
  std::size_t depth_ = 0;
  std::vector<Event> events_;
  std::vector<std::int64_t> open_;  // retries whose try is under way
  bool is_stuck_ = false;
  std::size_t options_ = 0;  // of all nodes of the path
  std::int64_t rejected_ = -1;
  std::map<std::vector<std::size_t>, std::int64_t> retries_;  // by the path to their begin
  std::vector<Leaf> leaves_;
  explain::DiceSums sums_;
};

}  // namespace spoils::tweak
