// cli/files.h
//
// Files that a command reads and rewrites by itself. A file that is replaced is whole at every moment: the old one or
// the new one.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "cli/complaint.h"

namespace spoils::cli {

/// Returns the bytes of a regular file, "-" for standard input. Errors: WrongUsage if there is none or it is no file,
/// LimitHit above `limit` bytes, InternalError if it cannot be read.
[[nodiscard]] Result<std::string, Complaint> read_file(const std::string& path, std::size_t limit);

/// Replaces the bytes of an existing file; its permissions stay. A symbolic link stays one.
[[nodiscard]] std::optional<Complaint> replace_file(const std::string& path, std::string_view bytes);

/// Puts bytes into a file, a new one or in the place of the old one, by way of a temporary file beside it.
[[nodiscard]] std::optional<Complaint> put_file(const std::string& path, std::string_view bytes);

/// Returns why no file can be put at `path`, by trying: makes a file of 64 KiB beside it and takes
/// it away again.
[[nodiscard]] std::optional<Complaint> refuses_files(const std::string& path);

}  // namespace spoils::cli
