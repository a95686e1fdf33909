// text/write_file.h
//
// Writing a file so that a reader sees the old one or the new one, whole: a full disk or a crash in the middle
// leaves the old one.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace spoils::text {

/// Why nothing was written.
struct WriteError {
  std::string path;    // as the caller named it
  std::string detail;  // the system's reason
};

/// Replaces the file at `path`, or makes it, by way of a temporary file in the same folder. Keeps the permissions of
/// a file that is replaced, and follows a symbolic link. Gives nothing if it went well; else `path` is as it was.
///
/// Errors: whatever the system says; `path` is a folder, a device or anything else that is no regular file.
[[nodiscard]] std::optional<WriteError> write_file_atomically(const std::string& path, std::string_view bytes);

}  // namespace spoils::text
