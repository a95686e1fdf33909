// api/path_samples.h
//
// Estimates from where the odds engine had to stop: the rule is gone through again and again with few states at once,
// and where they become too many, the heaviest stay, and the others are sampled by their masses (odds/thinning.h). The
// part that stays has no error at all, so intervals are the narrower the more of the answer few states hold; whole
// rolls draw all of it. tests/api/path_samples_test.cpp measures how often the intervals hold.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "api/compile_queries.h"
#include "api/estimated_shares.h"
#include "odds/thinning.h"
#include "program/fault.h"
#include "program/program.h"
#include "spoils/odds.h"

namespace spoils::api {

/// The findings of samples of paths.
struct PathSamples {
  /// Nothing if there was too little work, time or memory for them, or one cannot be made of this question: retries
  /// that hold too many states, draws with too many outcomes.
  std::optional<EstimatedShares> shares;
  std::optional<program::Fault> fault;  // of some path
};

/// Samples the paths of a question with so much work, in units of about 10 ns; the samples may take some `share_of_end`
/// of the time for the end of stopped work. No sample holds more states than the question allows.
[[nodiscard]] PathSamples sample_paths(const CompiledQueries& asked, const Question& question,
                                       const program::Query& query, const program::Settings& settings,
                                       std::uint64_t work, double share_of_end);

}  // namespace spoils::api
