// cli/verdicts.cpp
//
// Reads and writes the list of hashes in the user's cache folder (XDG base directories), oldest first.
#include "cli/verdicts.h"

#include <fmt/format.h>

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
constexpr std::size_t kMostBytes = std::size_t{1} << 20U;

// By the XDG base directory specification; empty if there is no such folder.
fs::path cache_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && fs::path(cache).is_absolute()) { return fs::path(cache) / "spoils"; }
  const char* home = std::getenv("HOME");
  if (home != nullptr && fs::path(home).is_absolute()) { return fs::path(home) / ".cache" / "spoils"; }
  return {};
}

std::string cache_file() { return (cache_folder() / fmt::format("checked-{}", SPOILS_VERSION)).string(); }

using Verdict = std::pair<std::uint64_t, std::size_t>;  // hash and warnings

// The oldest first. Malformed entries are skipped.
std::vector<Verdict> read_verdicts() {
  std::vector<Verdict> out;
  if (cache_folder().empty()) { return out; }
  const auto text = read_file(cache_file(), kMostBytes);
  if (!text) { return out; }
  std::istringstream lines(*text);
  Verdict verdict;
  while (lines >> std::hex >> verdict.first >> std::dec >> verdict.second) { out.push_back(verdict); }
  return out;
}

}  // namespace

std::optional<std::size_t> known_verdict(std::uint64_t hash) {
  for (const auto& [known, warnings] : read_verdicts()) {
    if (known == hash) { return warnings; }
  }
  return std::nullopt;
}

void keep_verdict(std::uint64_t hash, std::size_t warnings) {
  const fs::path folder = cache_folder();
  if (folder.empty()) { return; }
  auto verdicts = read_verdicts();
  for (const auto& verdict : verdicts) {
    if (verdict == Verdict{hash, warnings}) { return; }
  }
  verdicts.emplace_back(hash, warnings);
  std::string text;
  for (std::size_t i = verdicts.size() > kMostVerdicts ? verdicts.size() - kMostVerdicts : 0; i < verdicts.size();
       ++i) {
    text += fmt::format("{:016x} {}\n", verdicts[i].first, verdicts[i].second);
  }
  std::error_code error;
  fs::create_directories(folder, error);
  // If two programs write at once, one verdict may be lost, and is computed again later.
  if (!error) { static_cast<void>(put_file(cache_file(), text)); }
}

}  // namespace spoils::cli
