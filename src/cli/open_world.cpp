// cli/open_world.cpp
//
// Locks a world file and loads it, or begins a world with the seed that was given or a random one.
#include "cli/open_world.h"

#include <fmt/format.h>

#include <filesystem>
#include <random>
#include <system_error>
#include <utility>

#include "cli/files.h"

namespace spoils::cli {

std::uint64_t random_seed() {
  std::random_device device;
  const std::uint64_t high = device();
  return (high << 32U) | device();
}

Result<OpenWorld, Complaint> open_world(const Pack& pack, const std::string& path, std::optional<std::uint64_t> seed) {
  // A world that cannot be saved is refused before the first roll.
  if (auto refused = refuses_files(path)) { return Failure{std::move(*refused)}; }
  auto lock = WorldLock::take(path);
  if (!lock) { return Failure{complaint_of(lock.error())}; }
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    return OpenWorld{std::move(*lock), World(pack, seed ? *seed : random_seed())};
  }
  auto world = World::load(pack, path);
  if (!world) { return Failure{complaint_of(world.error())}; }
  if (seed && *seed != world->seed()) {
    return Failure{Complaint{
        ExitCode::WrongUsage,
        fmt::format("the world has the seed {}, not {} ({})", seed_to_text(world->seed()), seed_to_text(*seed), path),
        "remove --seed, or begin another world"}};
  }
  return OpenWorld{std::move(*lock), std::move(*world)};
}

}  // namespace spoils::cli
