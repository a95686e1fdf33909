// check/check.h
//
// Tree to program, or findings that say why not. Nothing past here sees a tree.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "check/resolve/pack_context.h"
#include "program/program.h"
#include "text/report.h"

namespace spoils::check {

using Packs = std::shared_ptr<const std::vector<PackTree>>;

/// A program, and what the lowering of questions needs beside it.
struct Compiled {
  program::Program program;
  std::shared_ptr<const PackContext> context;
};

/// Returns the program of a pack, used packs before their users, the pack itself last; nothing if there are errors.
/// Errors: E03xx names, E04xx types, E05xx quantities, in `report`, with warnings and notes.
/// Cost: linear in the text, times the values of the inputs, within fixed limits.
[[nodiscard]] std::optional<Compiled> check(const Packs& packs, text::Report& report);

/// The same without the search of quantities: for a pack that passed it before.
[[nodiscard]] std::optional<Compiled> compile(const Packs& packs, text::Report& report);

}  // namespace spoils::check
