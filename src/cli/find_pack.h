// cli/find_pack.h
//
// From what is written on the command line to a pack: a path, or the name of a pack that is shipped with the program.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/complaint.h"
#include "cli/options.h"
#include "spoils/pack.h"

namespace spoils::cli {

/// Returns the folders that hold packs by name, in the order in which they are searched: those of SPOILS_PATH, the one
/// installed with the program, the one of the source tree that the program was built from.
[[nodiscard]] std::vector<std::string> pack_folders();

struct ShippedPack {
  std::string name;  // how the command line calls it
  std::string path;
};

/// Returns the packs in those folders, sorted by name. Of two with the same name the first found counts.
[[nodiscard]] std::vector<ShippedPack> shipped_packs();

/// Returns the path of a pack. What contains a slash or ends in .loot is a path, and so is a folder here with .loot
/// files; anything else is the name of a shipped pack. Errors: there is nothing of that name.
[[nodiscard]] Result<std::string, Complaint> find_pack(const std::string& named);

/// What the command line says of loading.
struct LoadWishes {
  bool quiet = false;
  bool checks = true;  // false: quantities are not searched for mistakes
};

/// Adds `--no-check` and `--quiet` to a command, and returns what they say.
void add_load_options(CLI::App& app);
[[nodiscard]] LoadWishes load_wishes(const Arguments& arguments);

/// Finds and compiles a pack. Its errors are printed to standard error, its warnings only counted there, unless
/// `quiet`. A text that passed the search of quantities before is not searched again.
[[nodiscard]] Result<Pack, Complaint> load_pack(const std::string& named, const LoadWishes& wishes);

/// The same for a pack that `load` finds by itself; `named` is what messages call it.
[[nodiscard]] Result<Pack, Complaint> load_with(const std::string& named, const LoadWishes& wishes,
                                                const std::function<Loaded(LoadOptions)>& load);

/// Returns "pack `rogue` is invalid: 2 errors, 1 warning" for findings with errors.
[[nodiscard]] Complaint invalid_pack(const std::string& named, const Findings& findings);

}  // namespace spoils::cli
