// wasm/no_files.cpp
//
// Locks and writes of files, which the C interface never does: a WebAssembly module has neither. Each is an error.
#include "text/lock_file.h"
#include "text/write_file.h"

namespace spoils::text {

namespace {
constexpr const char* kWhy = "files cannot be written in WebAssembly";
}

FileLock::FileLock(FileLock&& other) noexcept = default;
FileLock& FileLock::operator=(FileLock&& other) noexcept = default;
FileLock::~FileLock() = default;
void FileLock::release() {}

Result<FileLock, FileLock::Error> FileLock::take(const std::string& /*path*/, int /*milliseconds*/) {
  return Failure{Error{false, kWhy}};
}

std::optional<WriteError> write_file_atomically(const std::string& path, std::string_view /*bytes*/) {
  return WriteError{path, kWhy};
}

}  // namespace spoils::text
