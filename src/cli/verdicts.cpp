// cli/verdicts.cpp
//
// Reads and writes the list of verdicts, a line each, in the user's cache folder (XDG base directories), oldest first.
#include "cli/verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/files.h"

#ifndef SPOILS_VERSION
#error "SPOILS_VERSION must be defined by the build"
#endif

namespace spoils::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostVerdicts = 256;
constexpr std::size_t kMostCacheBytes = std::size_t{1} << 20U;
constexpr std::size_t kMostStatements = 20'000;  // of one verdict

// By the XDG base directory specification; empty if there is no such folder.
fs::path cache_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && fs::path(cache).is_absolute()) { return fs::path(cache) / "spoils"; }
  const char* home = std::getenv("HOME");
  if (home != nullptr && fs::path(home).is_absolute()) { return fs::path(home) / ".cache" / "spoils"; }
  return {};
}

std::string cache_file() { return (cache_folder() / fmt::format("verdicts-{}", SPOILS_VERSION)).string(); }

// Verdicts name statements by numbers of this build, so another build of the same version must not use them: a hash of
// the size and the time of the program's own file. 0 where the system does not tell it.
std::uint64_t build_key() {
  std::error_code error;
  const fs::path own = "/proc/self/exe";
  const auto size = fs::file_size(own, error);
  if (error) { return 0; }
  const auto time = fs::last_write_time(own, error);
  if (error) { return 0; }
  const auto ticks = static_cast<std::uint64_t>(time.time_since_epoch().count());
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
  return (ticks ^ (static_cast<std::uint64_t>(size) * kOdd)) * kOdd;
}

struct Entry {
  std::uint64_t hash = 0;  // of the text, with build_key()
  Verdict verdict;
};

// The oldest first. Malformed lines are skipped.
std::vector<Entry> read_verdicts() {
  std::vector<Entry> out;
  if (cache_folder().empty()) { return out; }
  const auto text = read_file(cache_file(), kMostCacheBytes);
  if (!text) { return out; }
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    Entry entry;
    if (!(words >> std::hex >> entry.hash >> std::dec >> entry.verdict.warnings)) { continue; }
    auto& statements = entry.verdict.quantities.may_fail;
    for (std::uint32_t statement = 0; words >> statement;) { statements.push_back(statement); }
    const bool is_whole = words.eof() && std::is_sorted(statements.begin(), statements.end());
    if (is_whole) { out.push_back(std::move(entry)); }
  }
  return out;
}

std::string line_of(const Entry& entry) {
  auto line = fmt::format("{:016x} {}", entry.hash, entry.verdict.warnings);
  for (const auto statement : entry.verdict.quantities.may_fail) { line += fmt::format(" {}", statement); }
  return line + "\n";
}

}  // namespace

std::optional<Verdict> known_verdict(std::uint64_t hash) {
  const auto key = hash ^ build_key();
  for (auto& entry : read_verdicts()) {
    if (entry.hash == key) { return std::move(entry.verdict); }
  }
  return std::nullopt;
}

void keep_verdict(std::uint64_t hash, const Verdict& verdict) {
  const fs::path folder = cache_folder();
  if (folder.empty() || verdict.quantities.may_fail.size() > kMostStatements) { return; }
  auto entries = read_verdicts();
  const auto key = hash ^ build_key();
  const auto is_same = [key](const Entry& entry) { return entry.hash == key; };
  if (std::any_of(entries.begin(), entries.end(), is_same)) { return; }
  entries.push_back({key, verdict});
  // The oldest make room.
  std::string text;
  const auto first = entries.size() > kMostVerdicts ? entries.size() - kMostVerdicts : 0;
  for (auto i = first; i < entries.size(); ++i) { text += line_of(entries[i]); }
  while (text.size() > kMostCacheBytes) { text.erase(0, text.find('\n') + 1); }
  std::error_code error;
  fs::create_directories(folder, error);
  // If two programs write at once, one verdict may be lost, and is computed again later.
  if (!error) { static_cast<void>(put_file(cache_file(), text)); }
}

}  // namespace spoils::cli
