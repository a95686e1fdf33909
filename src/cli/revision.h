// cli/revision.h
//
// Packs in the git history: `rogue@v1.2` is the pack of that name in a revision of the git repository that contains its
// files.
#pragma once

#include <string>

#include "cli/complaint.h"
#include "cli/find_pack.h"
#include "spoils/pack.h"

namespace spoils::cli {

/// Loads a pack as load_pack does, or, for `PACK@REV`, as it was in that revision: its files and those of the packs
/// that it uses are read into memory (cli/git.h describes how, also for a hostile repository). A file or folder with
/// exactly that name takes precedence. Errors: those of load_pack; WrongUsage if there is no git, no repository, no
/// such revision, no such file in it or a symbolic link instead; LimitHit if files are larger than the limits for files
/// on the disk.
[[nodiscard]] Result<Pack, Complaint> load_pack_at(const std::string& named, const LoadWishes& wishes);

}  // namespace spoils::cli
