// text/read_pack.cpp
//
// Opens files without blocking, checks kinds and sizes first, and reads up to a limit.
#include "text/read_pack.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace spoils::text {
namespace {

constexpr std::string_view kEnding = ".loot";

std::string limit_text(std::size_t bytes, std::string_view what) {
  constexpr std::size_t kMiB = std::size_t{1} << 20U;
  if (bytes % kMiB == 0) { return fmt::format("{} MiB a {}", bytes / kMiB, what); }
  return fmt::format("{} bytes a {}", bytes, what);
}

Failure<ReadError> too_large(const std::string& path, std::size_t limit, std::string_view what) {
  return Failure{ReadError{ReadError::Kind::TooLarge, path, limit_text(limit, what)}};
}

Failure<ReadError> system_error(const std::string& path, int error) {
  const bool missing = error == ENOENT || error == ENOTDIR;
  const auto kind = missing ? ReadError::Kind::Missing : ReadError::Kind::Unreadable;
  return Failure{ReadError{kind, path, std::generic_category().message(error)}};
}

/// An open file; closed at the end of its scope.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() {
    if (number_ >= 0) { ::close(number_); }
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

struct OpenFile {
  Descriptor descriptor;
  bool folder = false;
  std::size_t size = 0;  // bytes now; the file may grow until it is read
};

// Opens a regular file or a folder. Without O_NONBLOCK the opening of a pipe would wait for a writer.
Result<OpenFile, ReadError> open_for_reading(const std::string& path) {
  if (path.find('\0') != std::string::npos) { return system_error(path, ENOENT); }
  Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (descriptor.number() < 0) {
    // ENXIO is how a socket refuses to be opened.
    if (errno == ENXIO) { return Failure{ReadError{ReadError::Kind::NotAFile, path, "it is no regular file"}}; }
    return system_error(path, errno);
  }
  struct stat status {};
  if (::fstat(descriptor.number(), &status) != 0) { return system_error(path, errno); }
  if (S_ISDIR(status.st_mode)) { return OpenFile{std::move(descriptor), true, 0}; }
  if (!S_ISREG(status.st_mode)) { return Failure{ReadError{ReadError::Kind::NotAFile, path, "it is no regular file"}}; }
  return OpenFile{std::move(descriptor), false, static_cast<std::size_t>(status.st_size)};
}

// Reads to the end. Stops above `limit`, because the file may have grown since its size was read.
Result<std::string, ReadError> read_all(const OpenFile& file, const std::string& path, std::size_t limit) {
  if (file.size > limit) { return too_large(path, limit, "file"); }
  std::string bytes(file.size + 1, '\0');  // one more, so that the end shows without another round
  std::size_t used = 0;
  while (true) {
    if (used == bytes.size()) { bytes.resize(std::min(bytes.size() * 2, limit + 1)); }
    const auto count = ::read(file.descriptor.number(), bytes.data() + used, bytes.size() - used);
    if (count < 0) {
      if (errno == EINTR) { continue; }
      return system_error(path, errno);
    }
    if (count == 0) { break; }
    used += static_cast<std::size_t>(count);
    if (used > limit) { return too_large(path, limit, "file"); }
  }
  bytes.resize(used);
  return bytes;
}

Result<std::vector<std::string>, ReadError> pack_file_names(const std::string& folder) {
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::opendir(folder.c_str()), ::closedir);
  if (stream == nullptr) { return system_error(folder, errno); }
  std::vector<std::string> names;
  while (true) {
    errno = 0;
    const auto* const item = ::readdir(stream.get());
    if (item == nullptr) { break; }
    const std::string_view name = item->d_name;
    const bool ends = name.size() > kEnding.size() && name.substr(name.size() - kEnding.size()) == kEnding;
    if (ends && name.front() != '.') { names.emplace_back(name); }
    if (names.size() > kMaxPackFiles) {
      return Failure{ReadError{ReadError::Kind::TooLarge, folder, fmt::format("{} files a pack", kMaxPackFiles)}};
    }
  }
  if (errno != 0) { return system_error(folder, errno); }
  std::sort(names.begin(), names.end());
  return names;
}

Result<std::vector<NamedText>, ReadError> read_folder(const std::string& folder) {
  auto names = pack_file_names(folder);
  if (!names) { return Failure{std::move(names).error()}; }
  const std::string prefix = folder.back() == '/' ? folder : folder + '/';

  // All sizes first: a folder of gigabytes is refused before its first byte is read.
  std::vector<std::string> paths;
  std::size_t total = 0;
  for (const auto& name : *names) {
    const auto file = open_for_reading(prefix + name);
    if (!file) { return Failure{file.error()}; }
    if (file.value().folder) { continue; }
    if (file.value().size > kMaxFileBytes) { return too_large(prefix + name, kMaxFileBytes, "file"); }
    total += file.value().size;
    if (total > kMaxPackBytes) { return too_large(folder, kMaxPackBytes, "pack"); }
    paths.push_back(prefix + name);
  }
  if (paths.empty()) { return Failure{ReadError{ReadError::Kind::NoPackFile, folder, "no file ends in .loot"}}; }

  std::vector<NamedText> texts;
  total = 0;
  for (auto& path : paths) {
    auto bytes = read_text_file(path);
    if (!bytes) { return Failure{std::move(bytes).error()}; }
    total += bytes->size();
    if (total > kMaxPackBytes) { return too_large(folder, kMaxPackBytes, "pack"); }
    texts.push_back({std::move(path), std::move(bytes).value()});
  }
  return texts;
}

}  // namespace

Result<std::vector<NamedText>, ReadError> read_pack_files(const std::string& path) {
  const auto file = open_for_reading(path);
  if (!file) { return Failure{file.error()}; }
  if (file.value().folder) { return read_folder(path); }
  auto bytes = read_all(*file, path, kMaxFileBytes);
  if (!bytes) { return Failure{std::move(bytes).error()}; }
  std::vector<NamedText> texts;
  texts.push_back({path, std::move(bytes).value()});
  return texts;
}

Result<std::string, ReadError> read_text_file(const std::string& path, std::size_t limit) {
  const auto file = open_for_reading(path);
  if (!file) { return Failure{file.error()}; }
  if (file.value().folder) {
    return Failure{ReadError{ReadError::Kind::NotAFile, path, std::generic_category().message(EISDIR)}};
  }
  return read_all(*file, path, limit);
}

}  // namespace spoils::text
