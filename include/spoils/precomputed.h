// spoils/precomputed.h
//
// Rolling at the cost of one random word: all outcomes of a rule are computed in advance with their exact odds, and
// each roll picks one of them by an alias table. The distribution is that of Roller; a seed and an index give another
// thing than Roller does, but always the same one.
//
//   auto roller = spoils::PrecomputedRoller::make(pack, "floor", {{"depth", "10"}});
//   const auto things = roller->roll(seed, index);
//   if (!things->empty()) { total += (*things)[0].integer(worth); }
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "spoils/export.h"
#include "spoils/pack.h"
#include "spoils/result.h"
#include "spoils/roll.h"

namespace spoils::api {
struct PrecomputedData;
}  // namespace spoils::api

namespace spoils {
inline namespace v1 {

struct PrecomputeOptions {
  /// The limit on outcomes: a rule with more is refused; it changes no roll. A thing of 20 fields takes some 200 bytes.
  std::size_t max_outcomes = 1'000'000;
};

/// Rolls one rule of a pack whose inputs do not change. Use one per thread.
/// Views of its things end with the next roll, as those of Roller do; a view notices that it has ended only if a rule
/// that was cut off finished the roll, or if the roller is destroyed.
/// A roller that was moved from, or made by PrecomputedRoller(), has no rule. To use it is misuse: roll() gives the
/// error Misuse, the readers 0, "" or no values.
class SPOILS_EXPORT PrecomputedRoller {
 public:
  PrecomputedRoller() noexcept;
  /// Computes all outcomes of a rule: each thing that it can give, and how likely. The rule must give only its own
  /// thing.
  ///
  /// A rule that fills a list, set or text in a loop and comes last (nothing changes the thing after it, as the spells
  /// of a random book) is cut off, since such values are very many: such a thing is finished by rolling that rule as
  /// usual, and only that costs more. Values that are filled elsewhere are computed in advance.
  ///
  /// Errors: as Roller::make; Fault if some path of the roll fails; Limit if the rule gives further things, has more
  ///         outcomes than that, or its odds take too much work or memory, with the reason in the message.
  /// Cost:   that of exact odds in fractions: a second for some 100 000 outcomes.
  [[nodiscard]] static Result<PrecomputedRoller, Error> make(const Pack& pack, std::string_view rule = {},
                                                             const Values& values = {}, PrecomputeOptions options = {});
  PrecomputedRoller(PrecomputedRoller&&) noexcept;
  PrecomputedRoller& operator=(PrecomputedRoller&&) noexcept;
  ~PrecomputedRoller();

  /// Rolls once, with the initial state of the pack. The thing is not copied: the view points to the stored outcome,
  /// and the name is built at the call of Thing::name.
  /// Errors: Fault, Limit; only from a rule that was cut off. Cost: one random word, one table lookup. Indices in
  ///         ascending order are cheaper than others.
  [[nodiscard]] Result<Things, Error> roll(std::uint64_t seed, std::uint64_t index);

  /// Returns the number of outcomes, including those that a rule finishes.
  [[nodiscard]] std::size_t outcomes() const;
  /// Returns the probability that a rule that was cut off finishes a thing; 0 if no rule was.
  [[nodiscard]] double left_out() const;

  /// As Roller::values and Roller::rule.
  [[nodiscard]] Values values() const;
  [[nodiscard]] std::string_view rule() const;

 private:
  explicit PrecomputedRoller(std::unique_ptr<api::PrecomputedData> data);
  std::unique_ptr<api::PrecomputedData> data_;
};

}  // namespace v1
}  // namespace spoils
