// cli/revision.h
//
// Packs as they were: `rogue@v1.2` is the pack of that name in a revision of the git repository that its files lie in.
#pragma once

#include <string>

#include "cli/complaint.h"
#include "cli/find_pack.h"
#include "spoils/pack.h"

namespace spoils::cli {

/// Loads a pack as load_pack does, or, for `PACK@REV`, as it was in that revision: its files and those beside it are
/// laid out in a temporary folder, which is gone when this returns. A file or folder that is really called so goes
/// first.
/// Errors: those of load_pack; WrongUsage where there is no git, no repository, or no such revision or file in it.
[[nodiscard]] Result<Pack, Complaint> load_pack_at(const std::string& named, const LoadWishes& wishes);

}  // namespace spoils::cli
