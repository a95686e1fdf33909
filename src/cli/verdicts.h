// cli/verdicts.h
//
// Which texts of packs passed `check`'s search of quantities before, so that the next command need not repeat it: one
// small file in the user's cache folder. It only saves time: where it cannot be read or written, packs are checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace spoils::cli {

/// Returns how many warnings a pack with this hash had when it was checked by this version of the program; nothing if
/// it is not known to be free of errors.
[[nodiscard]] std::optional<std::size_t> known_verdict(std::uint64_t hash);

/// Notes that a pack has no errors and so many warnings. The oldest of the kept verdicts is forgotten.
void keep_verdict(std::uint64_t hash, std::size_t warnings);

}  // namespace spoils::cli
