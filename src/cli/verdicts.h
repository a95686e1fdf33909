// cli/verdicts.h
//
// Remembers which texts of packs have passed the check of quantities, so that the next command need not repeat it: one
// small file in the user's cache folder. It only saves time: if it cannot be read or written, packs are checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace spoils::cli {

/// Returns the number of warnings that a pack with this hash had when this version of the program checked it; nothing
/// if it is not known to be free of errors.
[[nodiscard]] std::optional<std::size_t> known_verdict(std::uint64_t hash);

/// Stores that a pack has no errors and this number of warnings. If there are too many entries, the oldest is dropped.
void keep_verdict(std::uint64_t hash, std::size_t warnings);

}  // namespace spoils::cli
