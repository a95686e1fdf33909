// spoils/fused.h
//
// Rolling at the cost of one random word: the exact odds of a rule are worked out once, and each roll picks one of its
// outcomes, all of which are there already. The distribution is that of Roller; which thing a seed and an index give is
// another, and as fixed.
//
//   auto fused = spoils::FusedRoller::make(pack, "floor", {{"depth", "10"}});
//   const auto things = fused->roll(seed, index);
//   if (!things->empty()) { total += (*things)[0].integer(worth); }
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "spoils/pack.h"
#include "spoils/result.h"
#include "spoils/roll.h"

namespace spoils {

namespace api {
struct PrecomputedData;
}  // namespace api

struct FuseOptions {
  std::size_t max_outcomes = 1'000'000;  ///< at most that many; a thing of 20 fields takes some 200 bytes
};

/// Rolls one rule of a pack whose inputs do not change. Use one a thread.
/// Views of its things end with the next roll, as those of Roller do; only where the roll was finished by a rule that
/// was left out, or the roller is destroyed, do they find out.
/// A roller that was moved from, or made by FusedRoller(), has no rule. To use it is misuse: roll() gives the error
/// Misuse, the readers 0, "" or no values.
class FusedRoller {
 public:
  FusedRoller() noexcept;
  /// Works out all outcomes of a rule: what its thing can be, and how likely. The rule makes no thing but its own.
  ///
  /// Where that are many, a rule that fills a list in a loop and comes last (nothing is done after it, as the spells of
  /// a random book) is left out: such a thing is finished by rolling that rule as ever, and only that costs more.
  ///
  /// Errors: as Roller::make; Fault where some way of rolling fails; Limit where the rule makes further things or has
  ///         more outcomes than that, with the reason in the message.
  /// Cost:   that of exact odds: a second for some 100 000 outcomes.
  [[nodiscard]] static Result<FusedRoller, RollError> make(const Pack& pack, std::string_view rule = {},
                                                           const Values& values = {}, FuseOptions options = {});
  FusedRoller(FusedRoller&&) noexcept;
  FusedRoller& operator=(FusedRoller&&) noexcept;
  ~FusedRoller();

  /// Rolls once, with the initial state of the pack. The thing lies where it was before and is not copied; its name is
  /// built when it is asked for.
  /// Errors: Fault, Limit; only from a rule that was left out. Cost: one random word, one look into a table. Indices in
  ///         ascending order are cheaper than others.
  [[nodiscard]] Result<Things, RollError> roll(std::uint64_t seed, std::uint64_t index);

  /// Returns how many outcomes there are, those included that a rule finishes.
  [[nodiscard]] std::size_t outcomes() const;
  /// Returns the probability that a thing is finished by a rule that was left out; 0 if all outcomes are there.
  [[nodiscard]] double left_out() const;

  /// As Roller::values and Roller::rule.
  [[nodiscard]] Values values() const;
  [[nodiscard]] std::string_view rule() const;

 private:
  explicit FusedRoller(std::unique_ptr<api::PrecomputedData> data);
  std::unique_ptr<api::PrecomputedData> data_;
};

}  // namespace spoils
