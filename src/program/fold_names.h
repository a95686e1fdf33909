// program/fold_names.h
//
// The kinds of folds by their names in packs, once for lowering and dumps. The grammar has the same names in
// lang/aggregates.h, which knows no program; check/lower/call.cpp asserts that the two agree.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "program/expression.h"

namespace spoils::program {

/// In the order of FoldKind.
inline constexpr std::array<std::string_view, 12> kFoldNames{"count", "sum", "product", "any",  "all", "first",
                                                             "last",  "max", "min",     "list", "set", "most_common"};
static_assert(kFoldNames[static_cast<std::size_t>(FoldKind::MostCommon)] == "most_common");

[[nodiscard]] constexpr std::string_view name_of(FoldKind kind) { return kFoldNames[static_cast<std::size_t>(kind)]; }

/// Returns the fold of that name.
[[nodiscard]] constexpr std::optional<FoldKind> fold_named(std::string_view name) {
  for (std::size_t i = 0; i < kFoldNames.size(); ++i) {
    if (kFoldNames[i] == name) { return static_cast<FoldKind>(i); }
  }
  return std::nullopt;
}

}  // namespace spoils::program
