// cli/command_check.cpp
//
// `spoils check`: what is wrong with packs.
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/find_pack.h"
#include "cli/output_json.h"
#include "cli/screen.h"
#include "cli/sink.h"
#include "spoils/odds.h"

namespace spoils::cli {

namespace {

void define(CLI::App& app) {
  app.add_flag("--no-odds")->description("do not compute what the pack expects of its odds");
  app.add_flag("--dump")->description("print the compiled program too");
  app.add_option("--format", "for people, or one object a pack for programs")->type_name("text|json");
  app.add_flag("-q,--quiet")->description("errors only: no warnings, no notes, no summary");
}

std::string summary(const std::string& named, const Loaded& loaded, const std::vector<Promise>& promises) {
  const Findings& findings = loaded.findings;
  std::string text = loaded.pack ? std::string(loaded.pack->name()) : named;
  if (loaded.pack && !loaded.pack->version().empty()) { text += fmt::format(" {}", loaded.pack->version()); }
  text += ": ";
  std::string list;
  const auto add = [&list](std::size_t count, std::string_view noun) {
    if (count > 0) list += (list.empty() ? "" : ", ") + counted(count, noun);
  };
  add(findings.errors(), "error");
  // Beside errors nothing else is shown.
  if (findings.errors() == 0) {
    add(findings.warnings(), "warning");
    add(findings.notes(), "note");
  }
  text += list.empty() ? "nothing to report" : list;
  if (!loaded.pack) return text;
  const Pack& pack = *loaded.pack;
  text += fmt::format("; {}, {}, {}", counted(pack.rules().size(), "rule"), counted(pack.inputs().size(), "input"),
                      counted(pack.fields().size(), "field"));
  if (promises.empty() && pack.expectations() > 0) {
    text += fmt::format("; {} not computed", counted(pack.expectations(), "expectation"));
  }
  if (!promises.empty()) {
    const auto broken = static_cast<std::size_t>(
        std::count_if(promises.begin(), promises.end(), [](const Promise& promise) { return !promise.holds; }));
    const std::string all = counted(promises.size(), "expectation");
    text += broken == 0 ? fmt::format("; {}, all met", all) : fmt::format("; {}, {} not met", all, broken);
  }
  return text;
}

std::string broken_text(const Promise& promise) {
  const std::string at = fmt::format("{}:{}:{}: expect \"{}\"", promise.file, promise.location.line,
                                     promise.location.column, promise.title);
  if (!promise.fault.empty()) return fmt::format("{} cannot be computed: {}", at, promise.fault);
  if (!promise.settled) return fmt::format("{} is too large to be proved", at);
  return fmt::format("{} is not met{}: found {}, wanted {}", at,
                     promise.where.empty() ? "" : fmt::format(" when {}", promise.where), promise.found,
                     promise.wanted);
}

std::string as_text(const std::string& named, const Loaded& loaded, const std::vector<Promise>& promises, bool quiet,
                    bool dump, const Screen& screen) {
  const RenderOptions options{screen.colour, screen.width};
  std::string out;
  if (quiet) {
    for (const Diagnostic& finding : loaded.findings.all()) {
      if (finding.severity == Severity::Error) out += loaded.findings.text(finding, options);
    }
  } else {
    out = loaded.findings.text(options);
  }
  for (const Promise& promise : promises) {
    if (!promise.holds) out += paragraphs(printable(broken_text(promise)), screen.width);
  }
  if (!quiet) out += paragraphs(printable(summary(named, loaded, promises)), screen.width);
  if (dump && loaded.pack) out += loaded.pack->dump();
  return out;
}

std::string as_json(const std::string& named, const Loaded& loaded, const std::vector<Promise>& promises, bool dump) {
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
  out += R"(,"promises":[)";
  for (std::size_t i = 0; i < promises.size(); ++i) {
    const Promise& promise = promises[i];
    out += i > 0 ? ",{" : "{";
    const auto add = [&out](std::string_view key, const std::string& value) {
      out += fmt::format("\"{}\":", key);
      append_json_string(out, value);
      out += ',';
    };
    add("title", promise.title);
    add("file", promise.file);
    add("found", promise.found);
    add("wanted", promise.wanted);
    add("where", promise.where);
    add("fault", promise.fault);
    out += fmt::format(R"("line":{},"holds":{},"settled":{})", promise.location.line, promise.holds, promise.settled);
    out += '}';
  }
  out += fmt::format(R"(],"findings":{})", findings.json());
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
    return Failure{
        Complaint{ExitCode::WrongUsage, "which pack?", "as in `spoils check rogue` or `spoils check mine.loot`"}};
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
    const bool computes = loaded.pack && !arguments.has("--no-odds");
    const auto promises = computes ? check_expectations(*loaded.pack) : std::vector<Promise>{};
    for (const Promise& promise : promises) {
      if (!promise.holds && code == ExitCode::Fine) code = ExitCode::AssertionFailed;
    }
    sink.text() += *format == "json" ? as_json(named, loaded, promises, dump)
                                     : as_text(named, loaded, promises, arguments.has("--quiet"), dump, screen);
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
    "Errors, warnings and notes go to standard output; the exit code is 3 if a pack has errors, 1 if it does not keep "
    "what it `expect`s, else 0. Nothing is rolled: expectations are computed exactly. Each finding has a code that "
    "docs/diagnostics.md explains.",
    "spoils check mine.loot\n"
    "spoils check rogue powder\n"
    "spoils check -q packs/*\n"
    "spoils check mine.loot --format json\n",
    Operands::Packs,
    define,
    run,
};

}  // namespace spoils::cli
