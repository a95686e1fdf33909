// cli/command_workbench.cpp
//
// `spoils workbench`: serves the page of the workbench on this machine, and lets it read and write the files of a pack.
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/random.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "cli/commands.h"
#include "cli/disk_pack.h"
#include "cli/find_pack.h"
#include "cli/page_files.h"
#include "cli/screen.h"
#include "cli/sink.h"
#include "cli/workbench_server.h"
#include "cli/workbench_site.h"

namespace spoils::cli {

namespace {

void define_workbench(OptionTable& options) {
  options.add("--port", "N", fmt::format("of 127.0.0.1; default {}, or a free one if that is in use", kUsualPort));
  options.flag("--no-open", "do not open the browser; the address is on standard output");
  options.flag("--read-only", "the page cannot write to the disk");
}

Result<std::string, Complaint> random_token() {
  std::array<unsigned char, 16> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    return Failure{system_complaint("cannot get random bytes for a token", errno)};
  }
  std::string out;
  for (const unsigned char byte : bytes) { out += fmt::format("{:02x}", byte); }
  return out;
}

// Without a screen it would open a browser for terminals.
void open_browser(const std::string& address) {
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) { return; }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0);
  }
  std::string program = "xdg-open";
  std::string argument = address;
  const std::array<char*, 3> words = {program.data(), argument.data(), nullptr};
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, program.c_str(), &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) { print_remark("cannot open a browser: open the address above"); }
}

Outcome run_workbench(Arguments& arguments) {
  if (arguments.operands.size() > 1) {
    return wrong_usage(fmt::format("unexpected argument `{}`", arguments.operands[1]),
                       "a pack is one file or one folder");
  }
  std::optional<std::uint16_t> port;
  if (arguments.has("--port")) {
    const auto wanted = number(arguments, "--port", 0);
    if (!wanted) { return Failure{wanted.error()}; }
    if (*wanted > std::numeric_limits<std::uint16_t>::max()) {
      return wrong_usage(fmt::format("`--port {}` is not a port: those are 0 to 65535, 0 for a free one", *wanted));
    }
    port = static_cast<std::uint16_t>(*wanted);
  }
  auto page = read_page();
  if (!page) { return Failure{std::move(page).error()}; }
  std::optional<DiskPack> pack;
  if (!arguments.operands.empty()) {
    const auto path = find_pack(arguments.operands.front());
    if (!path) { return Failure{path.error()}; }
    auto opened = DiskPack::open(*path, arguments.has("--read-only"));
    if (!opened) { return Failure{std::move(opened).error()}; }
    pack = std::move(*opened);
  }
  auto token = random_token();
  if (!token) { return Failure{std::move(token).error()}; }
  const std::string shown = pack ? printable(pack->place()) : std::string("the page, without a pack");
  WorkbenchSite site(std::move(*page), std::move(pack), std::move(*token));
  return serve_site(site, port, [&] {
    static_cast<void>(print(site.address() + '\n'));
    print_remark(fmt::format("serving {}; Ctrl-C ends it", shown));
    if (!arguments.has("--no-open")) { open_browser(site.address()); }
  });
}

}  // namespace

const Command kWorkbench = {
    "workbench",
    "[PACK]",
    "Open a page in the browser where a pack, its things and its odds are side by side.",
    "The page runs the engine itself; this program serves it on 127.0.0.1 alone, and lets it read and write the .loot "
    "files of PACK, a file or a folder, on disk. A change by another program appears in the page; a file that changed "
    "in both places is never overwritten unasked. The address has a token that is new each time. Without PACK the page "
    "has no files on disk.",
    "spoils workbench mine.loot\n"
    "spoils workbench packs/rogue --read-only\n"
    "spoils workbench --port 9000 --no-open\n",
    Operands::Packs,
    define_workbench,
    run_workbench,
};

}  // namespace spoils::cli
