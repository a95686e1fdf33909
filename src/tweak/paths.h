// tweak/paths.h
//
// Exact odds of a replay whose plan leaves draws open: a depth-first search over these draws, a replay for each path,
// with probabilities as fractions of any size. A `retry` on a path divides by the probability that a try of it is
// accepted from there; one of at most N tries, of which each is rejected with probability r, multiplies by
// 1 + r + ... + r^(N-1), and its last try by r^(N-1) where it counts although it fails. Work and memory are bounded;
// the mass of paths that were not followed is given, so that the odds are bounds. A draw that is irrelevant to the
// question gets any one of its choices instead of a path for each (as dead variables do, cf. odds/liveness.h). Tests:
// tests/tweak/odds_test.cpp, by packs in which the kept choices are constants; tests/tweak/irrelevant_draws_test.cpp.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "explain/dice_sums.h"
#include "tweak/replay.h"

namespace spoils::tweak {

/// Follows one path after the other.
class PathDrawer final : public Drawer {
 public:
  /// `is_irrelevant` says of a draw that no row, and no other draw or step of a path, depends on it.
  explicit PathDrawer(std::function<bool(program::ExpressionId)> is_irrelevant)
      : is_irrelevant_(std::move(is_irrelevant)) {}

  /// Begins the next replay. Returns false if all paths were followed.
  bool next();

  program::Word draw(program::ExpressionId place, const Offer& offer) override;
  std::vector<std::uint32_t> draw_order(program::ExpressionId place, std::size_t count) override;
  void begin_retry(program::Word limit) override;
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
  /// Cost: that which work() has of it.
  [[nodiscard]] Odds odds() const;

  /// Returns the work so far besides the replays, and what odds() will do, in units of about 10 ns.
  [[nodiscard]] std::uint64_t work() const { return work_; }
  /// Whether the paths take so much memory that no other should be followed.
  [[nodiscard]] bool is_full() const { return stored_ > kMostStored; }

 private:
  static constexpr std::size_t kMostStored = 100'000'000;  // bytes of all leaves

  struct Node {
    std::uint64_t id = 0;  // another one for each node
    std::vector<std::pair<program::Word, Exact>> options;
    std::size_t at = 0;
    bool is_order = false;
  };
  /// A draw with its probability, or the begin of the first try of a retry, by its number.
  struct Event {
    Exact probability = 1;
    std::int64_t retry = -1;
    bool counts_last = false;  // of a retry: its try is the last one and fails
  };
  enum class End : std::uint8_t { Made, Failed, Unknown, Rejected };
  struct Leaf {
    std::vector<Event> events;
    End end = End::Made;
    std::int64_t retry = -1;  // of a rejected one
    std::vector<std::string> columns;
  };

  /// The place of the begin of a retry: the node of the draw before it, the option there, and how many retries began
  /// since then.
  using Begin = std::tuple<std::uint64_t, std::size_t, std::size_t>;

  [[nodiscard]] Exact factor(const Event& event, const std::vector<Exact>& accepted) const;
  void append(Node node);
  void follow(const Node& node);

  std::function<bool(program::ExpressionId)> is_irrelevant_;
  bool has_begun_ = false;
  std::vector<Node> path_;
  std::size_t depth_ = 0;
  std::vector<Event> events_;
  std::vector<std::int64_t> open_;  // retries whose try is under way
  bool is_stuck_ = false;
  std::size_t options_ = 0;  // of all nodes of the path
  std::int64_t rejected_ = -1;
  std::uint64_t nodes_ = 0;  // made so far
  std::size_t begins_ = 0;   // of retries since the last draw
  std::uint64_t work_ = 0;
  std::size_t stored_ = 0;  // bytes of leaves_
  std::map<Begin, std::int64_t> retries_;
  std::vector<program::Word> most_tries_;  // of each retry; 0: no limit
  std::vector<Leaf> leaves_;
  explain::DiceSums sums_;
};

}  // namespace spoils::tweak
