// cli/command_fmt.cpp
//
// `spoils fmt`: the canonical layout of .loot files.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/screen.h"
#include "cli/sink.h"
#include "spoils/pack.h"

namespace spoils::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostTextBytes = std::size_t{16} << 20U;  // as the library's own limit
constexpr std::string_view kStandardInput = "<standard input>";

void define_fmt(OptionTable& options) {
  options.flag("--check", "change nothing; list the files that would change, and exit with 1 if there are any");
  options.flag("--stdout", "change nothing; write the result to standard output");
}

// Returns the .loot files of a folder, sorted; any other path unchanged.
Result<std::vector<std::string>, Complaint> files_at(const std::string& path) {
  std::error_code error;
  if (path == "-" || !fs::is_directory(path, error)) { return std::vector<std::string>{path}; }
  std::vector<std::string> files;
  for (fs::directory_iterator at(path, error), end; !error && at != end; at.increment(error)) {
    const fs::path& file = at->path();
    std::error_code ignored;
    if (file.extension() == ".loot" && file.filename().native().front() != '.' && fs::is_regular_file(file, ignored)) {
      files.push_back(file.string());
    }
  }
  if (error) { return Failure{system_complaint(fmt::format("cannot read {}", path), error.value())}; }
  if (files.empty()) {
    return Failure{Complaint{ExitCode::WrongUsage, fmt::format("the folder has no .loot files ({})", path), {}}};
  }
  std::sort(files.begin(), files.end());
  return files;
}

enum class Mode { Rewrite, Check, Print };

// Formats one file. Returns AssertionFailed if it would change, in the mode that only checks.
Outcome format_file(const std::string& path, Mode mode, Sink& sink) {
  auto bytes = read_file(path, kMostTextBytes);
  if (!bytes) { return Failure{std::move(bytes).error()}; }
  const std::string shown = path == "-" ? std::string(kStandardInput) : path;
  const Formatted formatted = format(shown, *bytes);
  if (!formatted.text) {
    const Screen screen = screen_of(STDERR_FILENO);
    const std::string text = wrapped_remarks(formatted.findings.text({screen.colour, source_width(screen)}), screen);
    std::fwrite(text.data(), 1, text.size(), stderr);
    return Failure{
        Complaint{ExitCode::PackInvalid,
                  fmt::format("{}, not formatted ({})", counted(formatted.findings.errors(), "error"), shown),
                  {}}};
  }
  if (mode == Mode::Check) {
    if (*formatted.text == *bytes) { return ExitCode::Fine; }
    sink.text() += shown + '\n';
    return ExitCode::AssertionFailed;
  }
  if (mode == Mode::Print || path == "-") {
    sink.text() += *formatted.text;
  } else if (*formatted.text != *bytes) {
    if (auto failed = replace_file(path, *formatted.text)) { return Failure{std::move(*failed)}; }
  }
  return ExitCode::Fine;
}

Outcome run_fmt(Arguments& arguments) {
  const bool check = arguments.has("--check");
  const bool print_it = arguments.has("--stdout");
  if (check && print_it) {
    return Failure{Complaint{ExitCode::WrongUsage, "`--check` and `--stdout` exclude each other", {}}};
  }
  if (arguments.operands.empty()) {
    return Failure{Complaint{ExitCode::WrongUsage, "missing argument FILE",
                             "for example `spoils fmt mine.loot`; `-` is standard input"}};
  }
  const Mode mode = check ? Mode::Check : print_it ? Mode::Print : Mode::Rewrite;
  // Every file is formatted even if others fail; the most severe exit code is returned.
  ExitCode worst = ExitCode::Fine;
  const auto note = [&worst](ExitCode code) { worst = std::max(worst, code); };
  const auto complain = [&note](const Complaint& complaint) {
    print_complaint(complaint);
    note(complaint.code);
  };
  Sink sink(STDOUT_FILENO);
  for (const std::string& operand : arguments.operands) {
    const auto files = files_at(operand);
    if (!files) {
      complain(files.error());
      continue;
    }
    for (const std::string& file : *files) {
      const Outcome outcome = format_file(file, mode, sink);
      if (outcome) {
        note(*outcome);
      } else {
        complain(outcome.error());
      }
      static_cast<void>(sink.pass_on());
    }
  }
  if (auto failed = sink.finish()) { complain(*failed); }
  return worst;
}

}  // namespace

const Command kFmt = {
    "fmt",
    "FILE...",
    "Put .loot files into their canonical layout.",
    "Files are rewritten only if they change. A folder means all its .loot files; `-` is standard input, whose result "
    "goes to standard output. A file with mistakes is not changed.",
    "spoils fmt mine.loot\n"
    "spoils fmt --check packs/rogue\n"
    "spoils fmt - <mine.loot\n",
    Operands::Files,
    define_fmt,
    run_fmt,
};

}  // namespace spoils::cli
