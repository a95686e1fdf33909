// cli/verdicts.h
//
// Remembers which texts of packs have passed the check of quantities, so that the next command need not repeat it: one
// small file in the user's cache folder. It only saves time: if it cannot be read or written, packs are checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "spoils/pack.h"

namespace spoils::cli {

/// The findings of the check for a pack that has no errors.
struct Verdict {
  std::size_t warnings = 0;
  CheckedQuantities quantities;
};

/// Returns what this build of the program found when it checked a pack with this hash; nothing if it is not known.
[[nodiscard]] std::optional<Verdict> known_verdict(std::uint64_t hash);

/// Stores what was found of a pack. If there are too many entries, the oldest are dropped; a verdict that is too long
/// is not stored.
void keep_verdict(std::uint64_t hash, const Verdict& verdict);

}  // namespace spoils::cli
