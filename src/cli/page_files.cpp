// cli/page_files.cpp
#include "cli/page_files.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/files.h"

namespace spoils::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostPageBytes = std::size_t{256} << 20U;  // of all files; the page has 10 MiB

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kTypes = {{
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".wasm", "application/wasm"},
    {".json", "application/json"},
    {".woff2", "font/woff2"},
}};

std::string_view type_of(const fs::path& path) {
  for (const auto& [ending, type] : kTypes) {
    if (path.extension() == ending) { return type; }
  }
  return "application/octet-stream";
}

std::vector<fs::path> places() {
  if (const char* page = std::getenv("SPOILS_PAGE")) { return {page}; }
  std::vector<fs::path> out;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) { out.push_back(program.parent_path().parent_path() / "share/spoils/workbench"); }
#ifdef SPOILS_SOURCE_PAGE
  out.emplace_back(SPOILS_SOURCE_PAGE);
#endif
  return out;
}

}  // namespace

Result<PageFiles, Complaint> read_page() {
  std::error_code error;
  for (const fs::path& folder : places()) {
    if (!fs::is_regular_file(folder / "index.html", error)) { continue; }
    PageFiles files;
    std::size_t size = 0;
    for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
      std::error_code ignored;
      if (!at->is_regular_file(ignored)) { continue; }
      const fs::path& path = at->path();
      auto bytes = read_file(path.string(), kMostPageBytes - size);
      if (!bytes) { return Failure{std::move(bytes).error()}; }
      size += bytes->size();
      files.emplace('/' + path.lexically_relative(folder).generic_string(), PageFile{type_of(path), std::move(*bytes)});
    }
    if (error) { return Failure{system_complaint(fmt::format("cannot read {}", folder.string()), error.value())}; }
    return files;
  }
  return Failure{Complaint{ExitCode::WrongUsage, "the page of the workbench is not built",
                           "`make workbench` in the source tree builds and opens it; `make install` then installs it"}};
}

}  // namespace spoils::cli
