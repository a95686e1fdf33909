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

Result<RollSource, Complaint> read_roll_source(const Arguments& arguments) {
  RollSource source;
  const auto index = number(arguments, "--index", 0);
  if (!index) { return Failure{index.error()}; }
  source.index = *index;
  if (const auto seed = arguments.value("--seed")) { source.seed = seed_from_text(*seed); }
  if (!arguments.has("--world")) { return source; }
  source.world = *arguments.value("--world");
  if (source.world.empty()) { return wrong_usage("`--world` needs the name of a file"); }
  if (arguments.has("--index")) {
    return wrong_usage("`--index` and `--world` exclude each other", "a world continues at its own index");
  }
  return source;
}

Result<Roller, Complaint> make_roller(const PackAndRule& loaded, const Arguments& arguments, const RollSource& source) {
  const auto setup = resolve_setup(loaded.pack, *loaded.rule, arguments);
  if (!setup) { return Failure{setup.error()}; }
  if (!source.world.empty() && !setup->states.empty()) {
    return wrong_usage(fmt::format("`{}` is a state, and a world has state of its own", setup->states.front().first),
                       "change it in the world's file, which is JSON, or roll without --world");
  }
  return make_roller(loaded, *setup);
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

Result<OpenWorld, Complaint> open_world_to_look_at(const Pack& pack, const std::string& path,
                                                   std::optional<std::uint64_t> seed) {
  std::error_code ignored;
  if (!seed && !std::filesystem::exists(path, ignored)) {
    return Failure{Complaint{ExitCode::InternalError, fmt::format("world file {} does not exist", path),
                             "`spoils roll --world` begins one; with --seed this is the first roll of a new one"}};
  }
  return open_world(pack, path, seed);
}

}  // namespace spoils::cli
