// cli/open_world.h
//
// Where the numbers of a roll come from: a world in a file, or a seed that nobody has chosen.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/complaint.h"
#include "spoils/roll.h"

namespace spoils::cli {

/// Returns a seed that differs from run to run.
[[nodiscard]] std::uint64_t random_seed();

/// A world of a file, which no other program has while this exists.
struct OpenWorld {
  WorldLock lock;
  World world;
};

/// Opens the world of a file, or begins one with this seed, or else a random one, if there is no such file.
/// Errors: a file that could not be written later, that another program has, that is no world of this pack, or has
/// another seed.
[[nodiscard]] Result<OpenWorld, Complaint> open_world(const Pack& pack, const std::string& path,
                                                      std::optional<std::uint64_t> seed);

}  // namespace spoils::cli
