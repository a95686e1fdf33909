// api/estimate_worlds.h
//
// Estimates odds of many rolls that cannot be computed: worlds are rolled, each as many times as the question says, and
// the share of worlds in which an outcome occurs gets the interval of Clopper and Pearson. Tests:
// tests/api/estimate_worlds_test.cpp.
#pragma once

#include <cstdint>

#include "api/compile_queries.h"
#include "program/program.h"
#include "program/work_scope.h"
#include "spoils/repeated.h"

namespace spoils::api {

/// The question of an estimate: what it asks of each roll, and of how many.
struct WorldQuestion {
  const CompiledQueries& asked;
  const Question& question;
  const program::Query& query;
  const program::Settings& settings;
  std::uint64_t rolls = 1;
};

/// Returns odds by rolls of worlds, the first of the seed OddsSettings::estimate_seed, as many as its work and the time
/// of the scope allow. Errors: `refusal` if no world could be rolled in time or a roll meets a limit; the fault of a
/// roll that fails.
[[nodiscard]] Result<RepeatedOdds, Error> estimated_worlds(const WorldQuestion& question, Error refusal,
                                                           program::WorkScope& scope);

}  // namespace spoils::api
