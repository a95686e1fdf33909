// api/tweak_questions.h
//
// The parts that the questions of `Tweaker` share: columns of the first thing, and their odds over the paths of a plan
// that leaves decisions open (tweak/paths.h). Tests: tests/tweak/odds_test.cpp, tests/tweak/reach_test.cpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "api/tweak_engine.h"
#include "explain/dependent_fields.h"
#include "tweak/paths.h"

namespace spoils::api {

/// The cost of all trial rolls of one search, in units of 10 ns: rolls of a hostile pack may take a second each.
inline constexpr std::uint64_t kMostTrialCost = 500'000'000;

/// The trial rolls that a search may still make.
struct TrialBudget {
  std::uint64_t cost = 0;
  std::size_t rolls = 0;

  [[nodiscard]] bool is_spent() const { return cost == 0 || rolls == 0; }
  void spend(std::uint64_t cost_of_roll) {
    cost -= std::min(cost, cost_of_roll);
    rolls -= std::min<std::size_t>(rolls, 1);
  }
};

/// A column of an outlook: the name, a field or a measure of the first thing.
struct OutlookColumn {
  enum class Kind : std::uint8_t { Name, Field, Measure };
  Kind kind = Kind::Name;
  std::size_t index = 0;
};

/// Errors: BadValue, with the nearest name.
[[nodiscard]] Result<OutlookColumn, Error> find_column(const Pack& pack, std::string_view name);
[[nodiscard]] std::string column_of(const OutlookColumn& column, const Things& things);

/// The draws of which no choice changes a column, another draw or a step: as explain/dependent_fields.h finds them, and
/// none for a plan that the rules could not make.
class IrrelevantDraws {
 public:
  /// `data` outlives the object.
  IrrelevantDraws(TweakerData& data, const TweakState& state, const std::vector<OutlookColumn>& columns);

  [[nodiscard]] bool contains(program::ExpressionId draw);

 private:
  TweakerData& data_;
  bool knows_facts_;
  explain::DependentFields::Reads reads_;
  std::unordered_map<program::ExpressionId, bool> known_;
};

/// Follows all paths of a plan, as far as the budget allows, and takes from the budget. Errors: Limit of a roll are
/// outcomes that fail.
[[nodiscard]] tweak::PathDrawer::Odds odds_of_paths(TweakerData& data, const TweakState& state,
                                                    const std::vector<OutlookColumn>& columns, TrialBudget& budget);

[[nodiscard]] double as_double(const tweak::Exact& value);
[[nodiscard]] std::string numerator_of(const tweak::Exact& value);
[[nodiscard]] std::string denominator_of(const tweak::Exact& value);

}  // namespace spoils::api
