// cli/command_import.cpp
//
// `spoils import`: converts data of other programs into a pack.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/find_pack.h"
#include "cli/output_import.h"
#include "cli/screen.h"
#include "cli/sink.h"
#include "spoils/import.h"
#include "spoils/pack.h"
#include "text/plain/nearest.h"

namespace spoils::cli {

namespace fs = std::filesystem;

namespace {

void define_import(OptionTable& options) {
  options.add("-o,--output", "FILE", "write the pack to this file instead of standard output");
  options.add("--name", "NAME", "the name of the pack; default: the name of FILE");
  options.add("--title", "TEXT", "the title of the pack; default: its name");
  options.flag("-q,--quiet", "only errors: no summary of the files, no list of the data left out");
}

// Returns whether this can be the name of a pack. `affixes` is excluded: the library cannot use itself.
bool is_pack_name(const std::string& name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto good = [&letter](char c) { return letter(c) || (c >= '0' && c <= '9'); };
  return !name.empty() && letter(name.front()) && std::all_of(name.begin(), name.end(), good) && name != "affixes";
}

Result<ImportOptions, Complaint> read_options(const Arguments& arguments, const std::string& output) {
  ImportOptions options;
  if (const auto name = arguments.value("--name")) {
    if (!is_pack_name(*name)) {
      return wrong_usage(fmt::format("`{}` cannot be the name of a pack", *name),
                         "use letters, digits and underscores; `affixes` is the name of the library");
    }
    options.name = *name;
  } else if (const std::string stem = fs::path(output).stem().string(); output != "-" && is_pack_name(stem)) {
    options.name = stem;
  }
  options.title = arguments.value("--title").value_or(options.name);
  return options;
}

std::optional<Complaint> wrong_operands(const std::vector<std::string>& operands) {
  const auto usage = [](std::string what, std::string help) {
    return Complaint{ExitCode::WrongUsage, std::move(what), std::move(help)};
  };
  if (operands.empty()) {
    return usage("missing arguments: importer and FOLDER", "for example `spoils import pyrel data -o mine.loot`");
  }
  if (operands[0] != "pyrel") {
    return usage(fmt::format("unknown importer `{}`", operands[0]),
                 text::did_you_mean(operands[0], {"pyrel"}, "the only importer is `pyrel`"));
  }
  if (operands.size() == 1) {
    return usage("missing argument FOLDER", "for example `spoils import pyrel data -o mine.loot`");
  }
  if (operands.size() > 2) { return usage(fmt::format("unexpected argument `{}` after the folder", operands[2]), {}); }
  std::error_code ignored;
  if (!fs::is_directory(operands[1], ignored)) { return usage(fmt::format("no such folder: {}", operands[1]), {}); }
  return std::nullopt;
}

// A pack that does not compile is not written: the data contain something that a pack cannot do.
std::optional<Complaint> refuses(const std::string& text, const std::string& shown) {
  // The pack is compiled as it will be loaded: used packs are looked for beside the file first.
  std::vector<std::string> folders = pack_folders();
  const std::string beside = fs::path(shown).parent_path().string();
  folders.insert(folders.begin(), beside.empty() ? "." : beside);
  const Loaded loaded = Pack::compile(shown, text, folders);
  if (loaded.pack) { return std::nullopt; }
  const Screen screen = screen_of(STDERR_FILENO);
  const std::string findings = wrapped_remarks(loaded.findings.text({screen.colour, source_width(screen)}), screen);
  std::fwrite(findings.data(), 1, findings.size(), stderr);
  return Complaint{ExitCode::PackInvalid,
                   fmt::format("nothing imported: the pack would have {}", counted(loaded.findings.errors(), "error")),
                   {}};
}

Outcome run_import(Arguments& arguments) {
  if (auto wrong = wrong_operands(arguments.operands)) { return Failure{std::move(*wrong)}; }
  const std::string& folder = arguments.operands[1];
  const std::string output = arguments.value("--output").value_or("-");
  const auto options = read_options(arguments, output);
  if (!options) { return Failure{options.error()}; }
  // Checks that the file can be written before the work.
  if (output != "-") {
    if (auto refusal = refuses_files(output)) { return Failure{std::move(*refusal)}; }
  }
  const Imported imported = import_pyrel(folder, *options);
  if (!imported.text) {
    const std::string problems = problems_text(imported.problems);
    std::fwrite(problems.data(), 1, problems.size(), stderr);
    return Failure{Complaint{
        ExitCode::PackInvalid,
        fmt::format("nothing imported: {} in the data ({})", counted(imported.problems.size(), "mistake"), folder),
        {}}};
  }
  const std::string shown = output == "-" ? options->name + ".loot" : output;
  if (auto refusal = refuses(*imported.text, shown)) { return Failure{std::move(*refusal)}; }
  const bool quiet = arguments.has("--quiet");
  if (output == "-") {
    if (!quiet) {
      const std::string report = import_report(imported, screen_of(STDERR_FILENO).width);
      std::fwrite(report.data(), 1, report.size(), stderr);
    }
    return print(*imported.text);
  }
  if (auto failure = put_file(output, *imported.text)) { return Failure{std::move(*failure)}; }
  return quiet ? Outcome(ExitCode::Fine) : print(import_report(imported, screen_of(STDOUT_FILENO).width));
}

}  // namespace

const Command kImport = {
    "import",
    "pyrel FOLDER",
    "Convert another program's data into a pack.",
    "`pyrel`: the data files of Pyrel (object.txt, affix.txt and so on) become one pack that uses the library "
    "`affixes`. The report lists the records of each file, and all data that the pack does not contain, with file and "
    "record; docs/import.md describes what is carried over and how.\n"
    "\n"
    "Mistakes in the data (exit code 3) are listed with file, record and field, and nothing is written. FILE is "
    "complete at every moment: it holds either the old pack or the new one.",
    "spoils import pyrel data -o mine.loot\n"
    "spoils import pyrel data --name mine --title \"My dungeon\" >mine.loot\n",
    Operands::ImporterAndFolder,
    define_import,
    run_import,
};

}  // namespace spoils::cli
