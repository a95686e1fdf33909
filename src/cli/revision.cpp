#include "cli/revision.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/find_pack.h"

extern char** environ;

namespace spoils::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostFiles = 10'000;                     // of a revision
constexpr std::size_t kMostPrinted = std::size_t{256} << 20U;  // that git may print

/// A folder that goes with the object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code ignored;
    std::string name = (fs::temp_directory_path(ignored) / "spoils-diff-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

struct GitAnswer {
  int code = 127;  // of the program; 127 if it could not be run
  std::string out;
};

// Runs git without a shell, so that nothing in a name or revision can be taken for a command. What it complains of is
// not shown: the message here says it in the words of the pack.
GitAnswer git(const fs::path& folder, std::vector<std::string> words) {
  GitAnswer answer;
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return answer;
  words.insert(words.begin(), {"git", "-C", folder.string()});
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, "git", &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (failed == 0) {
    std::array<char, std::size_t{64} << 10U> block{};
    for (;;) {
      const ssize_t got = ::read(ends[0], block.data(), block.size());
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0 || answer.out.size() > kMostPrinted) break;
      answer.out.append(block.data(), static_cast<std::size_t>(got));
    }
  }
  ::close(ends[0]);
  if (failed != 0) return answer;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  answer.code = WIFEXITED(status) ? WEXITSTATUS(status) : 126;
  return answer;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// Where a pack is or would be: one that a revision still has may be gone by now.
fs::path path_of(const std::string& named) {
  const auto found = find_pack(named);
  return fs::path(found ? *found : named);
}

Result<Pack, Complaint> load_revision(const std::string& whole, const std::string& named, const std::string& revision,
                                      const LoadWishes& wishes) {
  std::error_code ignored;
  const fs::path path = fs::weakly_canonical(path_of(named), ignored);
  const fs::path parent = path.parent_path();
  if (!fs::is_directory(parent, ignored)) {
    return wrong_usage(fmt::format("no pack `{}` (in `{}`)", named, whole), "`spoils packs` lists the packs");
  }
  const GitAnswer top = git(parent, {"rev-parse", "--show-toplevel"});
  if (top.code == 127) return wrong_usage(fmt::format("`{}` needs git, which cannot be run", whole));
  if (top.code != 0) {
    return wrong_usage(fmt::format("`{}` asks for a revision, but {} lies in no git repository", whole, path.string()),
                       "give a second folder with the other version instead");
  }
  const fs::path root = fs::weakly_canonical(first_line(top.out), ignored);
  const GitAnswer commit = git(root, {"rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"});
  if (commit.code != 0) {
    return wrong_usage(fmt::format("no revision `{}` in {} (in `{}`)", revision, root.string(), whole),
                       "a branch, a tag or a commit, as in rogue@HEAD~1");
  }
  const std::string hash = first_line(commit.out);
  // A pack finds those that it uses beside it, so all that lies there comes along.
  const std::string beside = fs::relative(parent, root, ignored).generic_string();
  const std::string prefix = beside == "." ? "" : beside + "/";
  const GitAnswer list = git(root, {"ls-tree", "-r", "-z", "--name-only", hash, "--", prefix.empty() ? "." : prefix});
  const TemporaryFolder folder;
  if (folder.path().empty()) return Failure{system_complaint("cannot make a temporary folder", errno)};
  std::size_t files = 0;
  for (std::size_t begin = 0; begin < list.out.size();) {
    const std::size_t end = std::min(list.out.find('\0', begin), list.out.size());
    const std::string name = list.out.substr(begin, end - begin);
    begin = end + 1;
    const fs::path inside = fs::path(name.substr(prefix.size())).lexically_normal();
    if (inside.extension() != ".loot" || inside.is_absolute() || *inside.begin() == "..") continue;
    if (++files > kMostFiles) {
      return Failure{
          Complaint{ExitCode::LimitHit, fmt::format("more than {} packs beside `{}`", kMostFiles, whole), {}}};
    }
    const GitAnswer file = git(root, {"cat-file", "blob", hash + ":" + name});
    const fs::path copy = folder.path() / inside;
    fs::create_directories(copy.parent_path(), ignored);
    std::ofstream out(copy, std::ios::binary);
    out << file.out;
    out.close();
    if (file.code != 0 || !out) {
      return Failure{
          Complaint{ExitCode::InternalError, fmt::format("cannot take {} out of git (in `{}`)", name, whole), {}}};
    }
  }
  const fs::path copy = folder.path() / path.filename();
  if (!fs::exists(copy, ignored)) {
    return wrong_usage(
        fmt::format("revision `{}` has no {} (in `{}`)", revision, prefix + path.filename().string(), whole));
  }
  auto pack = load_pack(copy.string(), wishes);
  if (!pack && pack.error().code == ExitCode::PackInvalid) {
    pack.error().what = fmt::format("pack `{}` is invalid", whole);
  }
  return pack;
}

}  // namespace

Result<Pack, Complaint> load_pack_at(const std::string& named, const LoadWishes& wishes) {
  const std::size_t at = named.rfind('@');
  std::error_code ignored;
  if (at == std::string::npos || at == 0 || fs::exists(named, ignored)) return load_pack(named, wishes);
  if (at + 1 == named.size()) return wrong_usage(fmt::format("no revision behind the @ of `{}`", named));
  return load_revision(named, named.substr(0, at), named.substr(at + 1), wishes);
}

}  // namespace spoils::cli
