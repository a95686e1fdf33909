// cli/files.cpp
#include "cli/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

namespace spoils::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kTriedBytes = std::size_t{64} << 10U;  // needed in the folder of a new file
constexpr std::size_t kReadBytes = std::size_t{64} << 10U;

// Closes a descriptor at the end of a scope.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) { ::close(number_); }
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

Complaint too_large(const std::string& path, std::size_t limit) {
  return {ExitCode::LimitHit, fmt::format("the file is larger than {} MiB ({})", limit >> 20U, path), {}};
}

// Makes an empty file in the same folder, for a rename to `path`.
Result<std::pair<int, std::string>, int> file_beside(const std::string& path) {
  const fs::path whole(path);
  std::string name = (whole.parent_path() / fmt::format(".{}.XXXXXX", whole.filename().string())).string();
  const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) { return Failure{errno}; }
  return std::pair{descriptor, std::move(name)};
}

// Returns 0 or the error number.
int write_whole(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) { return errno; }
    if (written > 0) { bytes.remove_prefix(static_cast<std::size_t>(written)); }
  }
  return ::fsync(descriptor) == 0 ? 0 : errno;
}

// Writes a file in the folder of `target` and renames it, so that no reader ever sees half of one. `path` is its name
// in messages.
std::optional<Complaint> put_in_place(const std::string& target, const std::string& path, std::string_view bytes,
                                      mode_t mode) {
  const auto made = file_beside(target);
  if (!made) { return system_complaint(fmt::format("cannot write beside {}", path), made.error()); }
  int failed = 0;
  {
    const Descriptor file(made->first);
    failed = write_whole(file.number(), bytes);
    if (failed == 0 && ::fchmod(file.number(), mode) != 0) { failed = errno; }
  }
  if (failed == 0 && std::rename(made->second.c_str(), target.c_str()) != 0) { failed = errno; }
  if (failed == 0) { return std::nullopt; }
  ::unlink(made->second.c_str());
  return system_complaint(fmt::format("cannot write {}", path), failed);
}

}  // namespace

Result<std::string, Complaint> read_file(const std::string& path, std::size_t limit) {
  int opened = STDIN_FILENO;
  if (path != "-") {
    // Without O_NONBLOCK, opening a pipe without a writer would block for ever.
    opened = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (opened < 0 && (errno == ENOENT || errno == ENOTDIR)) {
      return Failure{Complaint{ExitCode::WrongUsage, fmt::format("no such file: {}", path), {}}};
    }
    if (opened < 0) { return Failure{system_complaint(fmt::format("cannot read {}", path), errno)}; }
  }
  const Descriptor file(path == "-" ? -1 : opened);
  struct stat status {};
  if (path != "-" && (::fstat(opened, &status) != 0 || !S_ISREG(status.st_mode))) {
    return Failure{Complaint{ExitCode::WrongUsage, fmt::format("not a file: {}", path), {}}};
  }
  std::string bytes;
  std::array<char, kReadBytes> block{};
  for (;;) {
    const ssize_t got = ::read(opened, block.data(), block.size());
    if (got == 0) { return bytes; }
    if (got < 0 && errno == EINTR) { continue; }
    if (got < 0) { return Failure{system_complaint(fmt::format("cannot read {}", path), errno)}; }
    bytes.append(block.data(), static_cast<std::size_t>(got));
    if (bytes.size() > limit) { return Failure{too_large(path, limit)}; }
  }
}

std::optional<Complaint> replace_file(const std::string& path, std::string_view bytes) {
  std::error_code error;
  const fs::path resolved = fs::canonical(path, error);
  if (error) { return system_complaint(fmt::format("cannot write {}", path), error.value()); }
  const std::string target = resolved.string();
  // A rename would replace even a write-protected file.
  if (::access(target.c_str(), W_OK) != 0) { return system_complaint(fmt::format("cannot write {}", path), errno); }
  struct stat status {};
  if (::stat(target.c_str(), &status) != 0) { return system_complaint(fmt::format("cannot write {}", path), errno); }
  return put_in_place(target, path, bytes, status.st_mode & 07777U);
}

std::optional<Complaint> put_file(const std::string& path, std::string_view bytes) {
  if (auto refusal = refuses_files(path)) { return refusal; }
  std::error_code ignored;
  if (fs::exists(path, ignored)) { return replace_file(path, bytes); }
  // mkostemp gives access to the owner only; this file gets the usual permissions instead.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return put_in_place(path, path, bytes, 0666U & ~mask);
}

std::optional<Complaint> refuses_files(const std::string& path) {
  const fs::path whole(path);
  std::error_code ignored;
  if (path.empty() || fs::is_directory(whole, ignored) || !whole.has_filename()) {
    return Complaint{ExitCode::InternalError,
                     fmt::format("cannot write a file at `{}`: it is a folder, or not a file name", path),
                     {}};
  }
  if (fs::exists(whole, ignored)) {
    if (!fs::is_regular_file(whole, ignored)) {
      return Complaint{ExitCode::InternalError, fmt::format("cannot write {}: it is not a regular file", path), {}};
    }
    if (::access(path.c_str(), W_OK) != 0) { return system_complaint(fmt::format("cannot write {}", path), errno); }
  }
  const auto made = file_beside(path);
  if (!made) { return system_complaint(fmt::format("cannot write {}", path), made.error()); }
  // On a full disk empty files can still be created, so some bytes are written.
  const int failed = write_whole(made->first, std::string(kTriedBytes, '\0'));
  ::close(made->first);
  ::unlink(made->second.c_str());
  if (failed != 0) { return system_complaint(fmt::format("cannot write {}", path), failed); }
  return std::nullopt;
}

std::optional<Complaint> refuses_output(const std::string& path, const std::string& pack) {
  std::error_code none;
  if (fs::path(path).extension() != ".loot" && !fs::equivalent(path, pack, none)) { return refuses_files(path); }
  return Complaint{ExitCode::WrongUsage, fmt::format("{} is a pack, which this would replace", path),
                   "give the output another name"};
}

}  // namespace spoils::cli
