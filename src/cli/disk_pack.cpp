// cli/disk_pack.cpp
#include "cli/disk_pack.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "cli/files.h"
#include "cli/screen.h"

namespace spoils::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPackEnding = ".loot";
constexpr std::size_t kMostListed = 1000;  // of a folder, as the engine reads it
constexpr std::size_t kLongestName = 255;  // of most file systems

bool is_pack_file(std::string_view name) {
  return name.size() > kPackEnding.size() && name.front() != '.' &&
         name.substr(name.size() - kPackEnding.size()) == kPackEnding;
}

// FNV-1a: two texts of a person have the same version with a probability of 2^-64.
std::string version_of(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char byte : bytes) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 0x100000001b3U;
  }
  return fmt::format("{:016x}", hash);
}

DiskError not_of_the_pack(std::string_view name) {
  return {DiskError::Kind::NotOfThePack, fmt::format("`{}` is no file of this pack", printable(std::string(name)))};
}

}  // namespace

Result<DiskPack, Complaint> DiskPack::open(const std::string& path, bool is_read_only) {
  std::error_code error;
  const fs::path whole = fs::canonical(path, error);
  if (error) { return Failure{system_complaint(fmt::format("cannot read {}", path), error.value())}; }
  DiskPack pack;
  pack.is_folder_ = fs::is_directory(whole, error);
  pack.is_read_only_ = is_read_only;
  pack.name_ = whole.filename().string();
  pack.place_ = whole.string();
  pack.folder_ = pack.is_folder_ ? whole.string() : whole.parent_path().string();
  const DiskListing listing = pack.list();
  if (!listing.files.empty()) { return pack; }
  if (!listing.left_out.empty()) {
    const LeftOut& first = listing.left_out.front();
    return wrong_usage(fmt::format("cannot open {}: {}", first.name, first.why));
  }
  return wrong_usage(pack.is_folder_ ? fmt::format("the folder has no .loot files ({})", path)
                                     : fmt::format("the name of a pack ends in .loot ({})", path));
}

// A link out of the folder may lead anywhere, and came with the pack perhaps.
std::optional<std::string> DiskPack::why_left_out(const std::string& path) const {
  std::error_code error;
  const fs::path target = fs::canonical(path, error);
  if (error) { return "it cannot be read: " + error.message(); }
  if (!fs::is_regular_file(target, error)) { return "it is not a file"; }
  if (target.parent_path().string() != folder_) { return "it is a link to a file outside of the folder of the pack"; }
  if (!is_pack_file(target.filename().string())) { return "it is a link to a file that is not a .loot file"; }
  return std::nullopt;
}

Result<DiskFile, DiskError> DiskPack::read_at(const std::string& name, const std::string& path) const {
  auto bytes = read_file(path, kMostDiskBytes);
  if (!bytes) {
    const bool is_large = bytes.error().code == ExitCode::LimitHit;
    return Failure{DiskError{is_large ? DiskError::Kind::TooLarge : DiskError::Kind::Failed, bytes.error().what}};
  }
  std::string version = version_of(*bytes);
  return DiskFile{name, std::move(*bytes), std::move(version), !is_read_only_ && ::access(path.c_str(), W_OK) == 0};
}

DiskListing DiskPack::list() const {
  std::vector<std::string> names;
  if (is_folder_) {
    std::error_code error;
    for (fs::directory_iterator at(folder_, error), end; !error && at != end; at.increment(error)) {
      std::string name = at->path().filename().string();
      if (is_pack_file(name)) { names.push_back(std::move(name)); }
    }
    std::sort(names.begin(), names.end());
  } else if (std::error_code error; is_pack_file(name_) && fs::exists(place_, error)) {
    names.push_back(name_);
  }
  DiskListing out;
  for (std::string& name : names) {
    const std::string path = folder_ + '/' + name;
    auto why =
        out.files.size() >= kMostListed ? fmt::format("a pack has at most {} files", kMostListed) : why_left_out(path);
    if (!why) {
      auto file = read_at(name, path);
      if (file) {
        out.files.push_back(std::move(*file));
        continue;
      }
      why = std::move(file).error().what;
    }
    out.left_out.push_back({std::move(name), std::move(*why)});
  }
  return out;
}

bool DiskPack::may_be_named(std::string_view name) const {
  const auto is_plain = [](char c) {
    return c != '/' && c != '\\' && static_cast<unsigned char>(c) >= ' ' && c != 127;
  };
  return name.size() <= kLongestName && is_pack_file(name) && std::all_of(name.begin(), name.end(), is_plain) &&
         (is_folder_ || name == name_);
}

Result<DiskFile, DiskError> DiskPack::read(std::string_view name) const {
  if (!may_be_named(name)) { return Failure{not_of_the_pack(name)}; }
  const std::string path = folder_ + '/' + std::string(name);
  if (why_left_out(path)) { return Failure{not_of_the_pack(name)}; }
  return read_at(std::string(name), path);
}

Result<std::string, DiskError> DiskPack::write(std::string_view name, std::string_view bytes,
                                               const std::optional<std::string>& before) const {
  using Kind = DiskError::Kind;
  if (!may_be_named(name)) { return Failure{not_of_the_pack(name)}; }
  if (is_read_only_) { return Failure{DiskError{Kind::NotWritable, "the program was started with --read-only"}}; }
  if (bytes.size() > kMostDiskBytes) {
    return Failure{DiskError{Kind::TooLarge, "a file of a pack has at most 16 MiB"}};
  }
  const std::string path = folder_ + '/' + std::string(name);
  std::error_code error;
  const bool is_there = fs::exists(fs::symlink_status(path, error));
  if (is_there) {
    const auto now = read(name);
    if (!now) { return Failure{now.error()}; }
    if (now->version != before) {
      return Failure{DiskError{Kind::Changed, fmt::format("{} has changed on disk", path)}};
    }
    if (!now->is_writable) { return Failure{DiskError{Kind::NotWritable, fmt::format("{} is write-protected", path)}}; }
  } else if (before) {
    return Failure{DiskError{Kind::Changed, fmt::format("{} was deleted on disk", path)}};
  }
  if (auto failed = put_file(path, bytes)) { return Failure{DiskError{Kind::Failed, std::move(failed->what)}}; }
  return version_of(bytes);
}

}  // namespace spoils::cli
