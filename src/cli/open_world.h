// cli/open_world.h
//
// The source of the random numbers of a roll: a world in a file, or a random seed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/complaint.h"
#include "cli/options.h"
#include "cli/pack_and_rule.h"
#include "spoils/roll.h"

namespace spoils::cli {

/// Returns a seed that differs each time.
[[nodiscard]] std::uint64_t random_seed();

/// The options `--seed`, `--index` and `--world`.
struct RollSource {
  std::optional<std::uint64_t> seed;
  std::uint64_t index = 0;
  std::string world;  // its file; empty: none
};

/// Reads them. Errors: an index that is no number, an empty name of a file, both an index and a world.
[[nodiscard]] Result<RollSource, Complaint> read_roll_source(const Arguments& arguments);

/// Returns a roller of the rule, with the values and the state that the command line sets. Errors: state beside a
/// world, which has state of its own.
[[nodiscard]] Result<Roller, Complaint> make_roller(const PackAndRule& loaded, const Arguments& arguments,
                                                    const RollSource& source);

/// A world of a file, locked for other programs while this object exists.
struct OpenWorld {
  WorldLock lock;
  World world;
};

/// Opens the world of a file; if the file does not exist, begins a world with this seed, or a random one. Errors: a
/// file that could not be written later, that another program has locked, that is not a world of this pack, or has
/// another seed.
[[nodiscard]] Result<OpenWorld, Complaint> open_world(const Pack& pack, const std::string& path,
                                                      std::optional<std::uint64_t> seed);

/// The same to look at a world: without a seed the file must exist, or the roll would be that of no world.
[[nodiscard]] Result<OpenWorld, Complaint> open_world_to_look_at(const Pack& pack, const std::string& path,
                                                                 std::optional<std::uint64_t> seed);

}  // namespace spoils::cli
