// cli/git.cpp
//
// Starts git; no other file does. The processes are in the group of this one, so that Ctrl-C reaches them; they also
// end when their input ends with this process.
#include "cli/git.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <string_view>
#include <utility>

extern char** environ;

namespace spoils::cli {

namespace {

// The repository is found from the folder of the pack alone; a git hook that runs this program sets these variables for
// its own repository.
constexpr std::array<std::string_view, 14> kDropped{
    "GIT_DIR",           "GIT_WORK_TREE", "GIT_INDEX_FILE",  "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",    "GIT_NAMESPACE", "GIT_PREFIX",      "GIT_GRAFT_FILE",       "GIT_SHALLOW_FILE",
    "GIT_EXTERNAL_DIFF", "GIT_SSH",       "GIT_SSH_COMMAND", "GIT_PROXY_COMMAND"};

constexpr std::array<std::string_view, 7> kAdded{
    "GIT_ALLOW_PROTOCOL=none",  // a list of names that contains no transport: a partial clone fetches nothing
    "GIT_NO_LAZY_FETCH=1",      // the same for git 2.45, and 2.39.4, and later
    "GIT_OPTIONAL_LOCKS=0",
    "GIT_TERMINAL_PROMPT=0",
    "GIT_NO_REPLACE_OBJECTS=1",
    "GIT_LITERAL_PATHSPECS=1",
    "LC_ALL=C",  // so that messages can be recognised
};

// Each is passed as an option -c, which overrides every configuration file.
constexpr std::array<std::string_view, 7> kSettings{
    "protocol.allow=never",         "core.fsmonitor=false", "core.hooksPath=/dev/null",
    "core.sshCommand=false",        "core.askPass=false",   "credential.helper=",
    "safe.bareRepository=explicit",  // a bare repository may be hidden in any folder
};

std::vector<std::string> environment() {
  std::vector<std::string> out;
  for (char** at = environ; *at != nullptr; ++at) {
    const std::string_view entry(*at);
    const auto name = entry.substr(0, entry.find('='));
    const bool is_added = std::any_of(kAdded.begin(), kAdded.end(),
                                      [&](std::string_view added) { return added.substr(0, added.find('=')) == name; });
    const bool is_trace = name.starts_with("GIT_TRACE");
    if (is_added || is_trace || std::find(kDropped.begin(), kDropped.end(), name) != kDropped.end()) { continue; }
    out.emplace_back(entry);
  }
  out.insert(out.end(), kAdded.begin(), kAdded.end());
  return out;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> out;
  out.reserve(words.size() + 1);
  for (std::string& word : words) { out.push_back(word.data()); }
  out.push_back(nullptr);
  return out;
}

struct Child {
  pid_t process = -1;
  int to = -1;
  int from = -1;
  int errors = -1;
};

void close_all(std::initializer_list<int> descriptors) {
  for (const int descriptor : descriptors) {
    if (descriptor >= 0) { ::close(descriptor); }
  }
}

// Forks instead of spawning, since the memory limit must be set between fork and exec.
std::optional<Child> start(const std::filesystem::path& folder, const std::vector<std::string>& words) {
  std::vector<std::string> all{"git", "--no-pager", "-C", folder.string()};
  for (const auto setting : kSettings) { all.insert(all.end(), {"-c", std::string(setting)}); }
  all.insert(all.end(), words.begin(), words.end());
  auto variables = environment();
  const auto arguments = pointers(all);
  const auto environs = pointers(variables);
  std::array<int, 2> in{-1, -1};
  std::array<int, 2> out{-1, -1};
  std::array<int, 2> errors{-1, -1};
  std::array<int, 2> failed{-1, -1};  // the child writes to it if exec fails
  for (auto* ends : {&in, &out, &errors, &failed}) {
    if (::pipe2(ends->data(), O_CLOEXEC) != 0) {
      close_all({in[0], in[1], out[0], out[1], errors[0], errors[1]});
      return std::nullopt;
    }
  }
  const pid_t process = ::fork();
  if (process == 0) {
    struct rlimit memory {
      kMostGitMemory, kMostGitMemory
    };
    ::setrlimit(RLIMIT_DATA, &memory);
    ::signal(SIGPIPE, SIG_DFL);
    const bool ready =
        ::dup2(in[0], STDIN_FILENO) >= 0 && ::dup2(out[1], STDOUT_FILENO) >= 0 && ::dup2(errors[1], STDERR_FILENO) >= 0;
    if (ready) { ::execvpe("git", arguments.data(), environs.data()); }
    static_cast<void>(!::write(failed[1], "!", 1));
    ::_exit(127);
  }
  close_all({in[0], out[1], errors[1], failed[1]});
  char mark = 0;
  ssize_t got = 0;
  while (process > 0 && (got = ::read(failed[0], &mark, 1)) < 0 && errno == EINTR) {}
  ::close(failed[0]);
  if (process < 0 || got > 0) {
    close_all({in[1], out[0], errors[0]});
    while (process > 0 && ::waitpid(process, nullptr, 0) < 0 && errno == EINTR) {}
    return std::nullopt;
  }
  return Child{process, in[1], out[0], errors[0]};
}

// Appends the available bytes to a text, up to the limit. Returns false at the end.
bool take(int from, std::string& out) {
  std::array<char, std::size_t{16} << 10U> block{};
  const ssize_t got = ::read(from, block.data(), block.size());
  if (got < 0) { return errno == EINTR; }
  if (out.size() < kMostAnswer) {
    out.append(block.data(), std::min(static_cast<std::size_t>(got), kMostAnswer - out.size()));
  }
  return got > 0;
}

int wait_for(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {}
  return WIFEXITED(status) ? WEXITSTATUS(status) : 126;
}

}  // namespace

GitAnswer run_git(const std::filesystem::path& folder, const std::vector<std::string>& words) {
  GitAnswer answer;
  const auto child = start(folder, words);
  if (!child) { return answer; }
  ::close(child->to);
  std::array<struct pollfd, 2> ends{{{child->from, POLLIN, 0}, {child->errors, POLLIN, 0}}};
  const std::array<std::string*, 2> texts{&answer.out, &answer.error};
  while (ends[0].fd >= 0 || ends[1].fd >= 0) {
    if (::poll(ends.data(), ends.size(), -1) < 0 && errno != EINTR) { break; }
    for (std::size_t i = 0; i < ends.size(); ++i) {
      if (ends[i].fd >= 0 && ends[i].revents != 0 && !take(ends[i].fd, *texts[i])) { ends[i].fd = -1; }
    }
  }
  close_all({child->from, child->errors});
  answer.code = wait_for(child->process);
  return answer;
}

GitObjects::GitObjects(const std::filesystem::path& folder, Mode mode) : mode_(mode) {
  const auto child = start(folder, {"cat-file", mode == Mode::Sizes ? "--batch-check" : "--batch"});
  if (!child) { return; }
  child_ = child->process;
  to_ = child->to;
  from_ = child->from;
  ::close(child->errors);
}

GitObjects::~GitObjects() {
  close_all({to_, from_});
  // It may still be unpacking a large object that is no longer needed.
  if (child_ > 0) { ::kill(child_, SIGTERM); }
  if (child_ > 0) { wait_for(child_); }
}

bool GitObjects::fill() {
  std::array<char, std::size_t{64} << 10U> block{};
  for (;;) {
    const ssize_t got = ::read(from_, block.data(), block.size());
    if (got < 0 && errno == EINTR) { continue; }
    if (got <= 0) { return false; }
    buffer_.append(block.data(), static_cast<std::size_t>(got));
    return true;
  }
}

std::optional<std::string> GitObjects::read_line() {
  constexpr std::size_t kMostLine = 4096;
  for (;;) {
    const auto end = buffer_.find('\n');
    if (end != std::string::npos) {
      auto line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return line;
    }
    if (buffer_.size() > kMostLine || !fill()) { return std::nullopt; }
  }
}

bool GitObjects::read_bytes(std::size_t count, std::string& out) {
  while (buffer_.size() < count) {
    if (!fill()) { return false; }
  }
  out = buffer_.substr(0, count);
  buffer_.erase(0, count);
  return true;
}

std::optional<GitObjects::Object> GitObjects::ask(const std::string& id, std::size_t most) {
  if (from_ < 0) { return std::nullopt; }
  const std::string line = id + "\n";
  std::size_t done = 0;
  while (done < line.size()) {
    const ssize_t written = ::write(to_, line.data() + done, line.size() - done);
    if (written < 0 && errno == EINTR) { continue; }
    if (written < 0) { return std::nullopt; }
    done += static_cast<std::size_t>(written);
  }
  const auto head = read_line();  // HASH TYPE SIZE, or HASH missing
  if (!head) { return std::nullopt; }
  const auto first = head->find(' ');
  const auto second = head->rfind(' ');
  if (first == std::string::npos || second == first) { return std::nullopt; }
  Object out;
  out.type = head->substr(first + 1, second - first - 1);
  const auto* end = head->data() + head->size();
  if (std::from_chars(head->data() + second + 1, end, out.size).ptr != end) { return std::nullopt; }
  if (mode_ == Mode::Sizes) { return out; }
  std::string newline;
  if (out.size > most || !read_bytes(out.size, out.content) || !read_bytes(1, newline)) { return std::nullopt; }
  return out;
}

}  // namespace spoils::cli
