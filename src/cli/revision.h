// cli/revision.h
//
// Packs as they were: `rogue@v1.2` is the pack of that name in a revision of the git repository that its files lie in.
#pragma once

#include <string>

#include "cli/complaint.h"
#include "cli/find_pack.h"
#include "spoils/pack.h"

namespace spoils::cli {

/// Loads a pack as load_pack does, or, for `PACK@REV`, as it was in that revision: its files and those of the packs
/// that it uses are read into memory (cli/git.h says how, also where the repository is hostile). A file or folder that
/// is really called so goes first. Errors: those of load_pack; WrongUsage where there is no git, no repository, no such
/// revision, no such file in it or a symbolic link in its place; LimitHit where files are larger than those on the disk
/// may be.
[[nodiscard]] Result<Pack, Complaint> load_pack_at(const std::string& named, const LoadWishes& wishes);

}  // namespace spoils::cli
