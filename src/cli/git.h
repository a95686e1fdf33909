// cli/git.h
//
// Reads objects of a git repository that may be hostile. Only plumbing runs (rev-parse, cat-file), with every
// transport, hook, filter and file monitor off, so that no program that the repository's configuration names is
// started, and nothing is fetched. The size of an object is requested before it is unpacked, and git itself may take no
// more memory than kMostGitMemory. The configuration of the user and of the system stays in force: git accepts
// safe.directory only there.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/complaint.h"

namespace spoils::cli {

inline constexpr std::size_t kMostGitMemory = std::size_t{1} << 30U;  // bytes of one git process
inline constexpr std::size_t kMostAnswer = std::size_t{1} << 20U;     // bytes that a command of one answer may print

/// The result of a git command.
struct GitAnswer {
  int code = 127;     // exit code; 127 if git could not be run
  std::string out;    // at most kMostAnswer bytes
  std::string error;  // likewise
};

/// Runs one git command in a folder, without a shell.
[[nodiscard]] GitAnswer run_git(const std::filesystem::path& folder, const std::vector<std::string>& words);

/// A process `git cat-file` that answers one request after the other.
class GitObjects {
 public:
  enum class Mode { Sizes, Contents };  // --batch-check, --batch
  GitObjects(const std::filesystem::path& folder, Mode mode);
  GitObjects(const GitObjects&) = delete;
  GitObjects& operator=(const GitObjects&) = delete;
  ~GitObjects();

  struct Object {
    std::string type;  // "blob", "tree", "commit"
    std::size_t size = 0;
    std::string content;  // with Mode::Contents
  };
  /// Returns an object; nothing if the repository lacks it or git failed. Requires: `id` is an object's hash. With
  /// Mode::Contents an object of more than `most` bytes is nothing, too.
  [[nodiscard]] std::optional<Object> ask(const std::string& id, std::size_t most);

 private:
  std::optional<std::string> read_line();
  bool read_bytes(std::size_t count, std::string& out);
  bool fill();

  Mode mode_;
  pid_t child_ = 0;
  int to_ = -1;
  int from_ = -1;
  std::string buffer_;
};

}  // namespace spoils::cli
