// cli/revision.cpp
//
// Reads a pack out of a git tree into memory, object by object: the path to the pack, its files, and the packs that it
// uses. Nothing is written to the disk, so nothing is left there when the program is interrupted.
#include "cli/revision.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/find_pack.h"
#include "cli/git.h"

namespace spoils::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostTreeBytes = std::size_t{16} << 20U;   // limit for one folder: half a million names
constexpr std::size_t kMostFileBytes = std::size_t{16} << 20U;   // as for files on the disk
constexpr std::size_t kMostTotalBytes = std::size_t{64} << 20U;  // limit for all files that are read
constexpr std::size_t kMostFiles = 10'000;

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string in_mebibytes(std::size_t bytes) { return fmt::format("{} MiB", bytes >> 20U); }

// Why something of a revision cannot be read.
struct Unread {
  ExitCode code = ExitCode::WrongUsage;
  std::string why;
};

struct TreeEntry {
  enum class Kind : std::uint8_t { File, Folder, Other };  // Other: a symbolic link, or another repository
  Kind kind = Kind::Other;
  std::string name;
  std::string id;
};

// A tree is a sequence of `MODE NAME\0` and the bytes of a hash. Returns nothing if it is broken.
std::optional<std::vector<TreeEntry>> parse_tree(const std::string& bytes, std::size_t hash_bytes) {
  std::vector<TreeEntry> out;
  for (std::size_t at = 0; at < bytes.size();) {
    const auto blank = bytes.find(' ', at);
    const auto end = blank == std::string::npos ? blank : bytes.find('\0', blank);
    if (end == std::string::npos || bytes.size() - end - 1 < hash_bytes) { return std::nullopt; }
    const std::string mode = bytes.substr(at, blank - at);
    TreeEntry entry;
    entry.name = bytes.substr(blank + 1, end - blank - 1);
    if (mode == "40000") { entry.kind = TreeEntry::Kind::Folder; }
    if (mode.starts_with("100")) { entry.kind = TreeEntry::Kind::File; }
    for (std::size_t i = 0; i < hash_bytes; ++i) {
      entry.id += fmt::format("{:02x}", static_cast<unsigned char>(bytes[end + 1 + i]));
    }
    at = end + 1 + hash_bytes;
    // Git does not write such names, so this tree was made by hand and may be hostile.
    if (entry.name.empty() || entry.name == "." || entry.name == ".." || entry.name.find('/') != std::string::npos) {
      return std::nullopt;
    }
    out.push_back(std::move(entry));
  }
  return out;
}

class Revision {
 public:
  // `name`: as on the command line, the prefix of paths in findings; `tree`: the hash of its root.
  Revision(const fs::path& root, std::string name, std::string tree)
      : sizes_(root, GitObjects::Mode::Sizes),
        contents_(root, GitObjects::Mode::Contents),
        name_(std::move(name)),
        tree_(std::move(tree)) {}

  // Returns the files of a pack by its path from the root: the file, or the .loot files of the folder; none if there is
  // no such pack.
  Result<std::vector<PackFile>, Unread> read(const fs::path& path) {
    TreeEntry at{TreeEntry::Kind::Folder, "", tree_};
    for (const auto& part : path) {
      if (part.empty() || part == ".") { continue; }
      if (at.kind != TreeEntry::Kind::Folder) { return std::vector<PackFile>{}; }
      const auto entries = folder(at.id, path);
      if (!entries) { return Failure{entries.error()}; }
      const auto found =
          std::find_if((*entries)->begin(), (*entries)->end(), [&](const auto& e) { return e.name == part.native(); });
      if (found == (*entries)->end()) { return std::vector<PackFile>{}; }
      at = *found;
      if (at.kind == TreeEntry::Kind::Other) {
        return unread(fmt::format("it is a symbolic link or another repository in that revision ({})", shown(path)));
      }
    }
    std::vector<PackFile> files;
    if (at.kind == TreeEntry::Kind::File) {
      auto text = blob(at.id, path);
      if (!text) { return Failure{std::move(text).error()}; }
      files.push_back({shown(path), std::move(*text)});
      return files;
    }
    const auto entries = folder(at.id, path);
    if (!entries) { return Failure{entries.error()}; }
    for (const auto& entry : **entries) {
      if (entry.kind == TreeEntry::Kind::Folder || entry.name.front() == '.') { continue; }
      if (entry.name.size() <= kPackExtension.size() || !entry.name.ends_with(kPackExtension)) { continue; }
      const fs::path file = path / entry.name;
      if (entry.kind == TreeEntry::Kind::Other) {
        return unread(fmt::format("it is a symbolic link in that revision ({})", shown(file)));
      }
      if (files.size() == kMostFiles) { return limit(fmt::format("more than {} files ({})", kMostFiles, shown(path))); }
      auto text = blob(entry.id, file);
      if (!text) { return Failure{std::move(text).error()}; }
      files.push_back({shown(file), std::move(*text)});
    }
    // In the order in which files on the disk are sorted; git sorts folders differently.
    std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return files;
  }

  // Returns a path for findings, as `git show` accepts it.
  [[nodiscard]] std::string shown(const fs::path& path) const {
    const auto inside = path.lexically_normal().generic_string();
    return name_ + ":" + (inside == "." ? "" : inside);
  }

 private:
  static Failure<Unread> unread(std::string why) { return Failure{Unread{ExitCode::WrongUsage, std::move(why)}}; }
  static Failure<Unread> limit(std::string why) { return Failure{Unread{ExitCode::LimitHit, std::move(why)}}; }

  Result<const std::vector<TreeEntry>*, Unread> folder(const std::string& id, const fs::path& path) {
    const auto known = folders_.find(id);
    if (known != folders_.end()) { return &known->second; }
    auto bytes = object(id, "tree", kMostTreeBytes, path);
    if (!bytes) { return Failure{std::move(bytes).error()}; }
    auto entries = parse_tree(*bytes, id.size() / 2);
    if (!entries) { return unread(fmt::format("a folder of that revision is broken ({})", shown(path))); }
    return &folders_.emplace(id, std::move(*entries)).first->second;
  }

  Result<std::string, Unread> blob(const std::string& id, const fs::path& path) {
    auto bytes = object(id, "blob", kMostFileBytes, path);
    if (!bytes) { return bytes; }
    total_ += bytes->size();
    if (total_ > kMostTotalBytes) {
      return limit(
          fmt::format("the files are larger than {} together ({})", in_mebibytes(kMostTotalBytes), shown(path)));
    }
    return bytes;
  }

  Result<std::string, Unread> object(const std::string& id, std::string_view type, std::size_t most,
                                     const fs::path& path) {
    const auto size = sizes_.ask(id, 0);
    if (!size || size->type != type) {
      return unread(
          fmt::format("the repository does not have all of that revision, and nothing is fetched ({})", shown(path)));
    }
    if (size->size > most) { return limit(fmt::format("it is larger than {} ({})", in_mebibytes(most), shown(path))); }
    auto object = contents_.ask(id, most);
    if (!object || object->type != type) { return unread(fmt::format("git cannot unpack it ({})", shown(path))); }
    return std::move(object->content);
  }

  GitObjects sizes_;
  GitObjects contents_;
  std::string name_;
  std::string tree_;
  std::map<std::string, std::vector<TreeEntry>> folders_;  // by hash
  std::size_t total_ = 0;                                  // bytes of files
};

// Returns where a pack is or would be: a pack that exists in a revision may be deleted by now.
fs::path path_of(const std::string& named) {
  const auto found = find_pack(named);
  return fs::path(found ? *found : named);
}

// Returns the root of the work tree that a folder is in.
Result<fs::path, Complaint> root_of(const fs::path& folder, const std::string& whole) {
  const GitAnswer top = run_git(folder, {"rev-parse", "--show-toplevel"});
  if (top.code == 127) { return wrong_usage(fmt::format("`{}` needs git, which cannot be run", whole)); }
  constexpr std::string_view kTrust = "--add safe.directory ";
  if (const auto trust = top.error.find(kTrust); trust != std::string::npos) {
    const auto owned = first_line(top.error.substr(trust + kTrust.size()));
    return wrong_usage(fmt::format("git does not trust {}, which belongs to another user (in `{}`)", owned, whole),
                       fmt::format("if you trust it: git config --global --add safe.directory {}", owned));
  }
  std::error_code ignored;
  const fs::path root = fs::weakly_canonical(first_line(top.out), ignored);
  const auto inside = folder.lexically_relative(root);
  if (top.code != 0 || root.empty() || inside.empty() || *inside.begin() == "..") {
    return wrong_usage(fmt::format("`{}` names a revision, but {} is not in a git repository", whole, folder.string()),
                       "give a second folder with the other version instead");
  }
  return root;
}

Result<Pack, Complaint> load_revision(const std::string& whole, const std::string& named, const std::string& revision,
                                      const LoadWishes& wishes) {
  std::error_code ignored;
  const fs::path path = fs::weakly_canonical(path_of(named), ignored);
  const fs::path around = fs::is_directory(path, ignored) ? path : path.parent_path();
  if (!fs::is_directory(around, ignored)) {
    return wrong_usage(fmt::format("unknown pack `{}` (in `{}`)", named, whole), "`spoils packs` lists the packs");
  }
  const auto root = root_of(around, whole);
  if (!root) { return Failure{root.error()}; }
  const GitAnswer tree =
      run_git(*root, {"rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}^{tree}"});
  const std::string hash = first_line(tree.out);
  if (tree.code != 0 || hash.empty() || hash.find_first_not_of("0123456789abcdef") != std::string::npos) {
    return wrong_usage(fmt::format("no revision `{}` in {} (in `{}`)", revision, root->string(), whole),
                       "use a branch, a tag or a commit, for example rogue@HEAD~1");
  }
  Revision objects(*root, revision, hash);
  const fs::path inside = path.lexically_relative(*root);
  const bool is_root = inside == ".";
  auto own = objects.read(inside);
  if (!own) {
    return Failure{Complaint{own.error().code, fmt::format("cannot read `{}`: {}", whole, own.error().why), {}}};
  }
  if (own->empty()) {
    return wrong_usage(fmt::format("revision `{}` has no {} (in `{}`)", revision, inside.generic_string(), whole));
  }
  // A pack finds the packs that it uses in its own folder. If the pack is the whole repository, that folder is outside
  // of it.
  const fs::path beside = is_root ? fs::path(".") : inside.parent_path();
  const std::string own_name = is_root ? "." : path.filename().string();
  PackSource source;
  source.folder = objects.shown(beside.empty() ? fs::path(".") : beside);
  source.read = [&](const std::string& name) -> Result<std::vector<PackFile>, std::string> {
    if (name == own_name) { return *own; }
    if (is_root) { return std::vector<PackFile>{}; }
    auto files = objects.read(beside / name);
    if (!files) { return Failure{std::move(files.error().why)}; }
    return std::move(*files);
  };
  return load_with(whole, wishes,
                   [&](LoadOptions options) { return Pack::load(source, own_name, std::move(options)); });
}

}  // namespace

Result<Pack, Complaint> load_pack_at(const std::string& named, const LoadWishes& wishes) {
  const std::size_t at = named.rfind('@');
  std::error_code ignored;
  if (at == std::string::npos || at == 0 || fs::exists(named, ignored)) { return load_pack(named, wishes); }
  if (at + 1 == named.size()) { return wrong_usage(fmt::format("missing revision after the @ of `{}`", named)); }
  return load_revision(named, named.substr(0, at), named.substr(at + 1), wishes);
}

}  // namespace spoils::cli
