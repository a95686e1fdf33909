// api/witness.h
//
// Searches a roll for which the condition of a question holds, or does not, or that fails.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "program/program.h"
#include "program/work_scope.h"
#include "spoils/expectations.h"

namespace spoils::api {

enum class Wanted : std::uint8_t { True, False, Fault };

/// Rolls the rule of a question until its condition is as `wanted` (and its `given` condition holds), or the roll fails
/// if that is wanted, with these inputs. Nothing if none of the first `most` rolls is such, or the question cannot be
/// rolled. Subtracts the number of rolls from `most`. Ends if `scope` is stopped.
[[nodiscard]] std::optional<Witness> find_witness(const Pack& pack, const program::Query& query,
                                                  const program::Settings& settings, Wanted wanted, std::uint64_t& most,
                                                  program::WorkScope& scope);

}  // namespace spoils::api
