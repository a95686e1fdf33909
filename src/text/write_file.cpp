// text/write_file.cpp
//
// Writes to a temporary file in the same folder, flushes it and renames it over the target.
#include "text/write_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <system_error>

namespace spoils::text {
namespace {

constexpr int kMaxTries = 100;  // names for the temporary file; others may be left over from crashes

constexpr int kNotAFile = -1;  // beside the numbers of errno: a device, a pipe or a socket

// The file that is there before the new one replaces it.
struct Target {
  std::string path;  // after following all symbolic links
  bool exists = false;
  ::mode_t mode = 0;  // permissions, if it exists
};

// Each of these returns 0, the errno of what failed, or kNotAFile.

int look_at(const std::string& path, Target& target) {
  if (path.find('\0') != std::string::npos) { return ENOENT; }
  target.path = path;
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) { return errno == ENOENT ? 0 : errno; }
  if (S_ISLNK(status.st_mode)) {
    const std::unique_ptr<char, void (*)(void*)> real(::realpath(path.c_str(), nullptr), std::free);
    if (real == nullptr) { return errno; }
    target.path = real.get();
    if (::stat(target.path.c_str(), &status) != 0) { return errno; }
  }
  if (S_ISDIR(status.st_mode)) { return EISDIR; }
  if (!S_ISREG(status.st_mode)) { return kNotAFile; }
  // A rename needs only a writable folder; a file that is write-protected is so on purpose.
  if (::access(target.path.c_str(), W_OK) != 0) { return errno; }
  target.exists = true;
  target.mode = status.st_mode & 07777U;
  return 0;
}

int open_temporary(const std::string& target, std::string& path, int& descriptor) {
  const auto folder = target.substr(0, target.find_last_of('/') + 1);  // empty for the current one
  for (int i = 0; i < kMaxTries; ++i) {
    path = fmt::format("{}.spoils-{}-{}.tmp", folder, ::getpid(), i);
    descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0) { return 0; }
    if (errno != EEXIST) { break; }
  }
  return errno;
}

int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0) {
      if (errno == EINTR) { continue; }
      return errno;
    }
    if (count == 0) { return ENOSPC; }
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

int fill(int descriptor, const Target& target, std::string_view bytes) {
  if (target.exists && ::fchmod(descriptor, target.mode) != 0) { return errno; }
  if (const int error = write_all(descriptor, bytes); error != 0) { return error; }
  return ::fsync(descriptor) == 0 ? 0 : errno;
}

int replace(const std::string& path, std::string_view bytes) {
  Target target;
  if (const int error = look_at(path, target); error != 0) { return error; }
  std::string temporary;
  int descriptor = -1;
  if (const int error = open_temporary(target.path, temporary, descriptor); error != 0) { return error; }
  int error = fill(descriptor, target, bytes);
  // Some file systems notice only now that the disk is full.
  if (::close(descriptor) != 0 && error == 0) { error = errno; }
  if (error == 0 && std::rename(temporary.c_str(), target.path.c_str()) != 0) { error = errno; }
  if (error != 0) { ::unlink(temporary.c_str()); }
  return error;
}

}  // namespace

std::optional<WriteError> write_file_atomically(const std::string& path, std::string_view bytes) {
  const int error = replace(path, bytes);
  if (error == 0) { return std::nullopt; }
  if (error == kNotAFile) { return WriteError{path, "it is no regular file"}; }
  return WriteError{path, std::generic_category().message(error)};
}

}  // namespace spoils::text
