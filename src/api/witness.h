// api/witness.h
//
// A roll for which the condition of a question holds, or does not.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "program/program.h"
#include "program/work_scope.h"
#include "spoils/expectations.h"

namespace spoils::api {

/// Rolls the rule of a question until its condition is `wanted` (and what it is given holds), with these inputs.
/// Nothing if no roll of the first `most` is like that, or the question cannot be put to a roll. Takes from `most` what
/// it rolled. Ends where `scope` is stopped.
[[nodiscard]] std::optional<Witness> find_witness(
    const Pack& pack, const program::Query& query,
    const std::vector<std::pair<program::SlotId, program::Word>>& settings, bool wanted, std::uint64_t& most,
    program::WorkScope& scope);

}  // namespace spoils::api
