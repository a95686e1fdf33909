// cli/find_pack.h
//
// Finds the pack that the command line names: by a path, or by the name of a pack that is shipped with the program.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/complaint.h"
#include "cli/options.h"
#include "spoils/pack.h"

namespace spoils::cli {

/// The end of the names of files with the text of packs.
inline constexpr std::string_view kPackExtension = ".loot";

/// Returns the folders that hold packs by name, in the order in which they are searched: those of SPOILS_PATH, the one
/// installed with the program, the one of the source tree that the program was built from.
[[nodiscard]] std::vector<std::string> pack_folders();

struct ShippedPack {
  std::string name;  // as on the command line
  std::string path;
};

/// Returns the packs in those folders, sorted by name. If two have the same name, the first one found counts.
[[nodiscard]] std::vector<ShippedPack> shipped_packs();

/// Returns the path of a pack. A word that contains a slash or ends in .loot is a path, and so is a folder here with
/// .loot files; any other word is the name of a shipped pack. Errors: there is no pack of that name.
[[nodiscard]] Result<std::string, Complaint> find_pack(const std::string& named);

/// The options of the command line about loading.
struct LoadWishes {
  bool quiet = false;
  bool checks = true;  // false: quantities are not checked for mistakes
};

/// Adds `--no-check` and `--quiet` to a command, and reads them.
void add_load_options(OptionTable& options);
[[nodiscard]] LoadWishes load_wishes(const Arguments& arguments);

/// Finds and compiles a pack. Its errors are printed to standard error; of its warnings only the number is printed,
/// unless `quiet`. A text whose quantities passed the check before is not checked again.
[[nodiscard]] Result<Pack, Complaint> load_pack(const std::string& named, const LoadWishes& wishes);

/// The same for a pack that `load` finds by itself; `named` is its name in messages.
[[nodiscard]] Result<Pack, Complaint> load_with(const std::string& named, const LoadWishes& wishes,
                                                const std::function<Loaded(LoadOptions)>& load);

/// Returns "pack `rogue` is invalid: 2 errors, 1 warning" for findings with errors.
[[nodiscard]] Complaint invalid_pack(const std::string& named, const Findings& findings);

/// Returns the number of warnings of things that may not be as meant. An input that nothing reads (W0517) changes no
/// thing, so only `check` reports it.
[[nodiscard]] std::size_t warnings_of(const Findings& findings);

}  // namespace spoils::cli
