// api/estimated_shares.h
//
// Estimates of the outcomes of a question, by whichever way they were made, before they are cut to proven bounds.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "spoils/odds.h"

namespace spoils::api {

/// The probability that an interval does not hold.
inline constexpr double kRiskOfEstimate = 0.05;

struct EstimatedShares {
  std::uint64_t rolls = 0;  // as in OddsEstimate, which says how they were made
  std::uint64_t counted = 0;
  std::uint64_t samples = 0;
  std::string none;
  std::map<Cells, EstimatedShare> of;   // given the condition of the question, if it has one
  std::optional<EstimatedShare> given;  // of that condition
  EstimatedShare missing{0, 0, 1};      // of an outcome that is not among them
  double unseen = 1;                    // its limit, if nothing else is known of it: one side has all of the risk

  /// Returns how wide the interval of an outcome is.
  [[nodiscard]] double width(const Cells& values) const {
    const auto found = of.find(values);
    return found == of.end() ? missing.high : found->second.high - found->second.low;
  }
};

}  // namespace spoils::api
