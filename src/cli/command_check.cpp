// cli/command_check.cpp
//
// `spoils check`: what is wrong with packs.
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/find_pack.h"
#include "cli/output_json.h"
#include "cli/screen.h"
#include "cli/sink.h"

namespace spoils::cli {

namespace {

void define(CLI::App& app) {
  app.add_flag("--dump")->description("print the compiled program too");
  app.add_option("--format", "for people, or one object a pack for programs")->type_name("text|json");
  app.add_flag("-q,--quiet")->description("errors only: no warnings, no notes, no summary");
}

std::string summary(const std::string& named, const Loaded& loaded) {
  const Findings& findings = loaded.findings;
  std::string text = loaded.pack ? fmt::format("{} {}: ", loaded.pack->name(), loaded.pack->version()) : named + ": ";
  std::string list;
  const auto add = [&list](std::size_t count, std::string_view noun) {
    if (count > 0) list += (list.empty() ? "" : ", ") + counted(count, noun);
  };
  add(findings.errors(), "error");
  add(findings.warnings(), "warning");
  add(findings.notes(), "note");
  text += list.empty() ? "nothing to report" : list;
  if (!loaded.pack) return text;
  const Pack& pack = *loaded.pack;
  text += fmt::format("; {}, {}, {}", counted(pack.rules().size(), "rule"), counted(pack.inputs().size(), "input"),
                      counted(pack.fields().size(), "field"));
  if (pack.expectations() > 0) text += fmt::format("; {}, not yet evaluated", counted(pack.expectations(), "expectation"));
  return text;
}

std::string as_text(const std::string& named, const Loaded& loaded, bool quiet, bool dump, const Screen& screen) {
  const RenderOptions options{screen.colour, screen.width};
  std::string out;
  if (quiet) {
    for (const Diagnostic& finding : loaded.findings.all()) {
      if (finding.severity == Severity::Error) out += loaded.findings.text(finding, options);
    }
  } else {
    out = loaded.findings.text(options);
    out += paragraphs(printable(summary(named, loaded)), screen.width);
  }
  if (dump && loaded.pack) out += loaded.pack->dump();
  return out;
}

std::string as_json(const std::string& named, const Loaded& loaded, bool dump) {
  const Findings& findings = loaded.findings;
  std::string out = R"({"schema":"spoils.check","version":1,"pack":)";
  append_json_string(out, loaded.pack ? loaded.pack->name() : named);
  out += fmt::format(R"(,"ok":{},"errors":{},"warnings":{},"notes":{})", loaded.pack.has_value(), findings.errors(),
                     findings.warnings(), findings.notes());
  if (loaded.pack) {
    const Pack& pack = *loaded.pack;
    out += R"(,"pack_version":)";
    append_json_string(out, pack.version());
    out += fmt::format(R"(,"rules":{},"inputs":{},"fields":{},"expectations":{})", pack.rules().size(),
                       pack.inputs().size(), pack.fields().size(), pack.expectations());
  }
  out += fmt::format(R"(,"findings":{})", findings.json());
  if (dump && loaded.pack) {
    out += R"(,"dump":)";
    append_json_string(out, loaded.pack->dump());
  }
  return out + "}\n";
}

Outcome run(Arguments& arguments) {
  const auto format = choice(arguments, "--format");
  if (!format) return Failure{format.error()};
  if (arguments.operands.empty()) {
    return Failure{Complaint{ExitCode::WrongUsage, "which pack?", "as in `spoils check rogue` or `spoils check mine.loot`"}};
  }
  // All names first: a mistyped one should not cost the time of checking the others.
  std::vector<std::string> paths;
  for (const std::string& named : arguments.operands) {
    auto path = find_pack(named);
    if (!path) return Failure{std::move(path).error()};
    paths.push_back(std::move(*path));
  }
  const std::vector<std::string> folders = pack_folders();
  const Screen screen = screen_of(STDOUT_FILENO);
  const bool dump = arguments.has("--dump");
  ExitCode code = ExitCode::Fine;
  Sink sink(STDOUT_FILENO);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const std::string& named = arguments.operands[i];
    const Loaded loaded = Pack::load(paths[i], folders);
    if (!loaded.pack) code = ExitCode::PackInvalid;
    sink.text() += *format == "json" ? as_json(named, loaded, dump)
                                     : as_text(named, loaded, arguments.has("--quiet"), dump, screen);
    if (!sink.pass_on()) break;
  }
  if (auto failed = sink.finish()) return Failure{std::move(*failed)};
  return code;
}

}  // namespace

const Command kCheck = {
    "check",
    "PACK...",
    "Say what is wrong with packs.",
    "Errors, warnings and notes go to standard output; the exit code is 3 if a pack has errors, 0 if not. Nothing is "
    "rolled. Each finding has a code that docs/diagnostics.md explains.",
    "spoils check mine.loot\n"
    "spoils check rogue powder\n"
    "spoils check -q packs/*\n"
    "spoils check mine.loot --format json\n",
    Operands::Packs,
    define,
    run,
};

}  // namespace spoils::cli
