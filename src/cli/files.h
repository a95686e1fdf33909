// cli/files.h
//
// Files that a command reads and rewrites by itself. A replaced file is complete at every moment: it holds either the
// old or the new bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "cli/complaint.h"

namespace spoils::cli {

/// Returns the bytes of a regular file, "-" for standard input. Errors: WrongUsage if it does not exist or is not a
/// file, LimitHit above `limit` bytes, InternalError if it cannot be read.
[[nodiscard]] Result<std::string, Complaint> read_file(const std::string& path, std::size_t limit);

/// Replaces the bytes of an existing file; its permissions stay, and a symbolic link stays a link.
[[nodiscard]] std::optional<Complaint> replace_file(const std::string& path, std::string_view bytes);

/// Writes bytes to a file, new or existing, through a temporary file in the same folder and a rename.
[[nodiscard]] std::optional<Complaint> put_file(const std::string& path, std::string_view bytes);

/// Returns the error if no file can be written at `path`, or nothing. It tries: it writes a file of 64 KiB in the same
/// folder and removes it.
[[nodiscard]] std::optional<Complaint> refuses_files(const std::string& path);

/// The same for the output of a command that reads `pack`, and if it would replace that file, or any whose name is that
/// of a pack.
[[nodiscard]] std::optional<Complaint> refuses_output(const std::string& path, const std::string& pack);

}  // namespace spoils::cli
