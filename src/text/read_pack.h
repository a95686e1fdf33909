// text/read_pack.h
//
// From a path to the text of a pack: the only place where the library reads files. Sizes are looked at before anything
// is read, and nothing is opened that could block or never end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "spoils/result.h"

namespace spoils::text {

inline constexpr std::size_t kMaxFileBytes = std::size_t{16} << 20U;  // a hundred times the largest pack that we know
inline constexpr std::size_t kMaxPackBytes = std::size_t{64} << 20U;  // all files of one pack
inline constexpr std::size_t kMaxPackFiles = 1000;                    // of one folder

/// One file that was read.
struct NamedText {
  std::string name;   // the path as given; for a file of a folder the folder's path, "/" and the file's name
  std::string bytes;  // as they are, even if they are no valid text
};

/// Why there is no text.
struct ReadError {
  enum class Kind : std::uint8_t {
    Missing,     // nothing of that name
    Unreadable,  // the system refuses
    NotAFile,    // a device, a pipe or a socket; for read_text_file also a folder
    NoPackFile,  // a folder without a .loot file
    TooLarge,    // more than the limit for a file or for a pack
  };
  Kind kind = Kind::Missing;
  std::string path;    // of what could not be read
  std::string detail;  // TooLarge: the limit, as "16 MiB a file" or "1000 files a pack"; else the system's reason
};

/// Returns the file at `path`, or those files of a folder whose names end in ".loot", sorted by the bytes of their
/// names. Folders inside and files whose names begin with a point are passed over.
///
/// Errors: any of ReadError; at most kMaxPackFiles files, kMaxFileBytes each and kMaxPackBytes together.
[[nodiscard]] Result<std::vector<NamedText>, ReadError> read_pack_files(const std::string& path);

/// Returns the bytes of a regular file. Errors: Missing, Unreadable, NotAFile, and TooLarge above `limit` bytes.
[[nodiscard]] Result<std::string, ReadError> read_text_file(const std::string& path, std::size_t limit = kMaxFileBytes);

}  // namespace spoils::text
