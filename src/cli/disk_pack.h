// cli/disk_pack.h
//
// The files of one pack on disk, as `spoils workbench` lets its page read and write them: the .loot files of a folder,
// or one file, and nothing else. A name is looked up in a list of the folder and never joined to a path unchecked. Each
// file has a version, a hash of its bytes; a write names the version that it replaces, so that a change by another
// program is never overwritten. tests/cli/workbench_test.py pins it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/complaint.h"

namespace spoils::cli {

struct DiskFile {
  std::string name;  // without its folder
  std::string bytes;
  std::string version;
  bool is_writable = false;
};

/// A file of the folder that the page does not see, and the reason.
struct LeftOut {
  std::string name;
  std::string why;
};

struct DiskListing {
  std::vector<DiskFile> files;  // sorted by name, as the engine reads them
  std::vector<LeftOut> left_out;
};

struct DiskError {
  enum class Kind : std::uint8_t {
    NotOfThePack,  // no .loot file of this pack has that name, and none may be made
    NotWritable,   // the server or the file is read-only
    Changed,       // the file has another version now, or does not exist
    TooLarge,
    Failed,  // the system refused: a full disk, for example
  };
  Kind kind = Kind::Failed;
  std::string what;  // for the user, with the reason
};

class DiskPack {
 public:
  /// Opens a file or a folder. Errors: it cannot be resolved; a folder without .loot files.
  [[nodiscard]] static Result<DiskPack, Complaint> open(const std::string& path, bool is_read_only);

  [[nodiscard]] const std::string& name() const { return name_; }    // "rogue" of a folder, "mine.loot" of a file
  [[nodiscard]] const std::string& place() const { return place_; }  // the absolute path
  [[nodiscard]] bool is_folder() const { return is_folder_; }
  [[nodiscard]] bool is_read_only() const { return is_read_only_; }

  /// Reads all files. A folder that has vanished has none.
  [[nodiscard]] DiskListing list() const;

  /// Reads one file.
  [[nodiscard]] Result<DiskFile, DiskError> read(std::string_view name) const;

  /// Replaces a file that has the version `before`, or makes one if `before` is unset and none has that name. Readers
  /// see the old or the new bytes. Returns the new version.
  [[nodiscard]] Result<std::string, DiskError> write(std::string_view name, std::string_view bytes,
                                                     const std::optional<std::string>& before) const;

 private:
  DiskPack() = default;

  [[nodiscard]] bool may_be_named(std::string_view name) const;
  [[nodiscard]] std::optional<std::string> why_left_out(const std::string& path) const;
  [[nodiscard]] Result<DiskFile, DiskError> read_at(const std::string& name, const std::string& path) const;

  std::string name_;
  std::string place_;
  std::string folder_;  // canonical; that of the file
  bool is_folder_ = false;
  bool is_read_only_ = false;
};

/// The largest file that the engine reads.
inline constexpr std::size_t kMostDiskBytes = std::size_t{16} << 20U;

}  // namespace spoils::cli
