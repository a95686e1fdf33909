// text/lock_file.cpp
//
// The usual protocol for a lock file that its holder removes: open or make it, lock it, and look whether the path still
// names the file that was locked; if not, the holder before has removed it, and the attempt is repeated.
#include "text/lock_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

namespace spoils::text {
namespace {

constexpr auto kPause = std::chrono::milliseconds(5);  // between attempts: a holder has the lock for a run

Failure<FileLock::Error> failed(int error) {
  return Failure{FileLock::Error{false, std::generic_category().message(error)}};
}

/// Returns the path after following all symbolic links; empty, with errno set, where a link leads to nothing.
std::string behind_links(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0 || !S_ISLNK(status.st_mode)) { return path; }
  const std::unique_ptr<char, void (*)(void*)> real(::realpath(path.c_str(), nullptr), std::free);
  return real == nullptr ? std::string() : std::string(real.get());
}

std::string lock_path(const std::string& path) {
  const auto name = path.find_last_of('/') + 1;  // 0 where there is no slash
  return path.substr(0, name) + "." + path.substr(name) + ".lock";
}

/// Returns whether `path` still names the open file.
bool is_there(const std::string& path, int descriptor) {
  struct stat named {};
  struct stat held {};
  return ::stat(path.c_str(), &named) == 0 && ::fstat(descriptor, &held) == 0 && named.st_dev == held.st_dev &&
         named.st_ino == held.st_ino;
}

}  // namespace

FileLock::FileLock(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

FileLock::FileLock(FileLock&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  if (this != &other) {
    release();
    path_ = std::move(other.path_);
    descriptor_ = std::exchange(other.descriptor_, -1);
  }
  return *this;
}

FileLock::~FileLock() { release(); }

void FileLock::release() {
  if (descriptor_ < 0) { return; }
  // Removed while it is held: a program that opened it before finds that the path names it no more.
  ::unlink(path_.c_str());
  ::close(descriptor_);
  descriptor_ = -1;
}

Result<FileLock, FileLock::Error> FileLock::take(const std::string& path, int milliseconds) {
  const auto target = behind_links(path);
  if (target.empty()) { return failed(path.empty() ? ENOENT : errno); }
  const auto name = lock_path(target);
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
  while (true) {
    const int descriptor = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (descriptor < 0) { return failed(errno); }
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
      if (is_there(name, descriptor)) { return FileLock(name, descriptor); }
      ::close(descriptor);
      continue;
    }
    const int error = errno;
    ::close(descriptor);
    if (error == EINTR) { continue; }
    if (error != EWOULDBLOCK) { return failed(error); }
    if (std::chrono::steady_clock::now() >= end) { return Failure{Error{true, "another process holds it"}}; }
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace spoils::text
