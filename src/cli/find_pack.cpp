// cli/find_pack.cpp
#include "cli/find_pack.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <system_error>
#include <utility>

#include "cli/screen.h"
#include "cli/verdicts.h"
#include "text/plain/nearest.h"

namespace spoils::cli {

namespace fs = std::filesystem;

namespace {

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

bool has_pack_files(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const fs::path& path = at->path();
    if (path.extension() == kPackExtension && path.filename().native().front() != '.') { return true; }
  }
  return false;
}

void add_packs_of(const std::string& folder, std::vector<ShippedPack>& packs) {
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const fs::path& path = at->path();
    if (path.filename().native().front() == '.') { continue; }
    if (path.filename() == "lib") { continue; }  // packs for other packs to use
    std::string name;
    if (is_folder(path)) {
      if (has_pack_files(path)) { name = path.filename().string(); }
    } else if (path.extension() == kPackExtension) {
      name = path.stem().string();
    }
    if (!name.empty()) { packs.push_back({std::move(name), path.string()}); }
  }
}

std::string counts(const Findings& findings) {
  std::string text = counted(findings.errors(), "error");
  if (findings.warnings() > 0) { text += ", " + counted(findings.warnings(), "warning"); }
  return text;
}

/// Returns the files of packs in the folder of a path, as the user would write them; the first in the order of the
/// system, since a folder may have any number.
std::vector<std::string> pack_files_near(const fs::path& path) {
  constexpr std::size_t kMostFiles = 200;
  std::vector<std::string> out;
  const auto parent = path.parent_path();
  std::error_code error;
  fs::directory_iterator entry(parent.empty() ? fs::path(".") : parent, error);
  for (const fs::directory_iterator end; !error && entry != end && out.size() < kMostFiles; entry.increment(error)) {
    if (entry->path().extension() == kPackExtension) { out.push_back((parent / entry->path().filename()).string()); }
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

std::vector<std::string> pack_folders() {
  std::vector<std::string> folders;
  const auto add = [&folders](std::string folder) {
    if (!folder.empty() && is_folder(folder)) { folders.push_back(std::move(folder)); }
  };
  if (const char* path = std::getenv("SPOILS_PATH")) {
    std::string_view rest(path);
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(':'), rest.size());
      add(std::string(rest.substr(0, end)));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) { add((program.parent_path().parent_path() / "share/spoils/packs").string()); }
#ifdef SPOILS_SOURCE_PACKS
  add(SPOILS_SOURCE_PACKS);
#endif
  return folders;
}

std::vector<ShippedPack> shipped_packs() {
  std::vector<ShippedPack> packs;
  for (const std::string& folder : pack_folders()) { add_packs_of(folder, packs); }
  const auto before = [](const ShippedPack& a, const ShippedPack& b) { return a.name < b.name; };
  const auto same = [](const ShippedPack& a, const ShippedPack& b) { return a.name == b.name; };
  std::stable_sort(packs.begin(), packs.end(), before);
  packs.erase(std::unique(packs.begin(), packs.end(), same), packs.end());
  return packs;
}

Result<std::string, Complaint> find_pack(const std::string& named) {
  std::error_code ignored;
  const fs::path path(named);
  const bool is_path = named.find('/') != std::string::npos || path.extension() == kPackExtension;
  if (is_path) {
    if (fs::exists(path, ignored)) { return named; }
    if (fs::is_symlink(path, ignored)) {
      return Failure{Complaint{ExitCode::WrongUsage, fmt::format("{} is a link that leads to no file", named),
                               fmt::format("it points to {}", fs::read_symlink(path, ignored).string())}};
    }
    return Failure{
        Complaint{ExitCode::WrongUsage, fmt::format("no such file or folder: {}", named),
                  text::did_you_mean(named, pack_files_near(path), "`spoils packs` lists the packs by name")}};
  }
  if (is_folder(path) && has_pack_files(path)) { return named; }
  std::vector<std::string> names;
  for (ShippedPack& pack : shipped_packs()) {
    if (pack.name == named) { return std::move(pack.path); }
    names.push_back(std::move(pack.name));
  }
  // The current folder is checked last, so that a file that happens to be called `rogue` does not hide the pack.
  if (!named.empty() && fs::is_regular_file(path, ignored)) { return named; }
  std::string help;
  if (fs::exists(named + std::string(kPackExtension), ignored)) {
    help = fmt::format("did you mean `{}{}`?", named, kPackExtension);
  } else if (is_folder(path)) {
    help = fmt::format("the folder `{}` has no {} files", named, kPackExtension);
  } else {
    for (auto& file : pack_files_near(path)) { names.push_back(std::move(file)); }
    help = text::did_you_mean(named, names, "`spoils packs` lists the packs; a path has a slash or ends in .loot");
  }
  return Failure{Complaint{ExitCode::WrongUsage, fmt::format("unknown pack `{}`", named), std::move(help)}};
}

Complaint invalid_pack(const std::string& named, const Findings& findings) {
  return {ExitCode::PackInvalid, fmt::format("pack `{}` is invalid: {}", named, counts(findings)), {}};
}

std::size_t warnings_of(const Findings& findings) {
  const auto matters = [](const Diagnostic& finding) {
    return finding.severity == Severity::Warning && finding.code != "W0517";
  };
  const auto& all = findings.all();
  return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), matters));
}

Result<Pack, Complaint> load_with(const std::string& named, const LoadWishes& wishes,
                                  const std::function<Loaded(LoadOptions)>& load) {
  std::optional<std::size_t> known_warnings;
  LoadOptions options;
  options.search = pack_folders();
  options.checks_quantities = wishes.checks;
  options.was_checked = [&known_warnings](std::uint64_t hash) -> std::optional<CheckedQuantities> {
    auto verdict = known_verdict(hash);
    if (!verdict) { return std::nullopt; }
    known_warnings = verdict->warnings;
    return std::move(verdict->quantities);
  };
  const Loaded loaded = load(std::move(options));
  if (!loaded.pack) {
    const Screen screen = screen_of(STDERR_FILENO);
    const std::string text = wrapped_remarks(loaded.findings.text({screen.colour, source_width(screen)}), screen);
    std::fwrite(text.data(), 1, text.size(), stderr);
    return Failure{invalid_pack(named, loaded.findings)};
  }
  const std::size_t warnings = known_warnings.value_or(warnings_of(loaded.findings));
  if (wishes.checks && !known_warnings) {
    keep_verdict(loaded.pack->hash(), {warnings, loaded.pack->checked_quantities()});
  }
  if (!wishes.quiet && warnings > 0) {
    print_remark(
        fmt::format("pack `{}` has {}; `spoils check {}` shows what", named, counted(warnings, "warning"), named));
  }
  return *loaded.pack;
}

void add_load_options(OptionTable& options) {
  options.flag("--no-check", "do not check the quantities of the pack for mistakes first");
  options.flag("-q,--quiet", "no message about warnings");
}

LoadWishes load_wishes(const Arguments& arguments) { return {arguments.has("--quiet"), !arguments.has("--no-check")}; }

Result<Pack, Complaint> load_pack(const std::string& named, const LoadWishes& wishes) {
  auto path = find_pack(named);
  if (!path) { return Failure{std::move(path).error()}; }
  return load_with(named, wishes, [&](LoadOptions options) { return Pack::load(*path, std::move(options)); });
}

}  // namespace spoils::cli
