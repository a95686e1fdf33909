// check/check.h
//
// Tree to program, or findings that say why not. Nothing past here sees a tree.
#pragma once

#include <optional>
#include <vector>

#include "check/scope.h"
#include "program/program.h"
#include "text/report.h"

namespace spoils::check {

/// Returns the program of a pack, used packs before their users, the pack itself last; nothing if there are errors.
/// Errors: E03xx names, E04xx types, E05xx quantities, in `report`, with warnings and notes.
/// Cost: linear in the text, times the values of the inputs, within fixed limits.
[[nodiscard]] std::optional<program::Program> check(const std::vector<PackTree>& packs, text::Report& report);

/// The same without the search of quantities: for a pack that passed it before, perhaps with a question more now.
[[nodiscard]] std::optional<program::Program> compile(const std::vector<PackTree>& packs, text::Report& report);

}  // namespace spoils::check
