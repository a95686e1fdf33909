// capi/files_in_memory.h
//
// Files that a program passes, in the place of a disk: for packs that are compiled from memory (pack.cpp) and for the
// language service (service.cpp). Tested by tests/capi.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "capi/handles.h"
#include "spoils/pack.h"

namespace spoils::capi {

/// Files in memory as a folder of a disk.
class FilesInMemory {
 public:
  FilesInMemory() = default;
  /// Requires: files that Arguments::files has accepted.
  FilesInMemory(const spoils_file* files, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      files_.push_back({std::string(view_of(files[i].name)), std::string(view_of(files[i].text))});
    }
    std::sort(files_.begin(), files_.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  }

  /// Returns the name of which there are two files.
  [[nodiscard]] std::optional<std::string> twice() const {
    const auto found =
        std::adjacent_find(files_.begin(), files_.end(), [](const auto& a, const auto& b) { return a.name == b.name; });
    return found == files_.end() ? std::nullopt : std::optional(found->name);
  }

  /// Returns the file of that name, or the .loot files of that folder. Cost: linear in the number of files.
  [[nodiscard]] std::vector<PackFile> read(const std::string& name) const {
    std::vector<PackFile> out;
    for (const auto& file : files_) {
      if (file.name == name) { return {file}; }
      if (!file.name.starts_with(name + '/') || !file.name.ends_with(".loot")) { continue; }
      const auto inside = file.name.substr(name.size() + 1);
      if (inside.find('/') == std::string::npos && !inside.starts_with('.')) { out.push_back(file); }
    }
    return out;
  }

 private:
  std::vector<PackFile> files_;
};

}  // namespace spoils::capi
