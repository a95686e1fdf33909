// text/lock_file.h
//
// An advisory lock on a file that is replaced by renames: an exclusive flock(2) on a file of its own beside it, since a
// lock on the file itself would stay with the inode that the rename replaces. The lock file is removed by its holder;
// one that a crash left is harmless, since the kernel drops the lock with the process. On NFS the kernel turns flock
// into a lock of the server, so it holds between machines, too; a file system without locks is an error.
#pragma once

#include <optional>
#include <string>

#include "spoils/result.h"

namespace spoils::text {

/// Holds the lock of one file until it is destroyed.
class FileLock {
 public:
  /// Why there is no lock.
  struct Error {
    bool is_held = false;  // another process or another FileLock of this one holds it
    std::string detail;    // else the system's reason
  };

  /// Takes the lock of the file at `path`, which need not exist; a symbolic link is followed, so that two names of one
  /// file have one lock. Waits up to `milliseconds` for another holder.
  /// Errors: it is held; the folder cannot be written; the file system has no locks; the link leads to nothing.
  [[nodiscard]] static Result<FileLock, Error> take(const std::string& path, int milliseconds);

  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

 private:
  FileLock(std::string path, int descriptor);
  void release();

  std::string path_;  // of the lock file
  int descriptor_ = -1;
};

}  // namespace spoils::text
