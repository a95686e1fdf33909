// cli/command_book.cpp
//
// `spoils book`: writes the book of a pack as one document.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/find_pack.h"
#include "cli/interrupt.h"
#include "cli/odds_options.h"
#include "cli/progress.h"
#include "cli/shell_word.h"
#include "cli/sink.h"
#include "spoils/book.h"

namespace spoils::cli {

namespace {

/// The rolls of each table that cannot be exact: to 1%, in some ten milliseconds.
constexpr std::uint64_t kRollsOfBook = 10'000;

void define_book(OptionTable& options) {
  options.add("-o,--output", "FILE", "write to this file instead of standard output");
  options.add("--format", "markdown|html", "default: html for a FILE that ends in .html, else markdown");
  options.add("--at", "A,B,...",
              "show the odds at these values of the first integer input; default: about seven values");
  options.add("--rows", "N", "show at most N rows of each table of odds; default 40, 0 for all");
  options.flag("--exact", "leave out what has too many paths to be computed: nothing is estimated");
  add_work_options(options);
  add_threads_option(options, "answer questions");
  add_load_options(options);
}

Result<std::vector<std::int64_t>, Complaint> read_depths(const Arguments& arguments) {
  std::vector<std::int64_t> depths;
  const auto list = arguments.value("--at");
  if (!list) { return depths; }
  for (std::size_t begin = 0; begin <= list->size();) {
    const std::size_t end = std::min(list->find(',', begin), list->size());
    std::int64_t value = 0;
    const auto [read, wrong] = std::from_chars(list->data() + begin, list->data() + end, value);
    if (wrong != std::errc{} || read != list->data() + end) {
      return wrong_usage(fmt::format("`--at {}` is not a list of integers", *list), "for example --at 1,5,10,26");
    }
    depths.push_back(value);
    begin = end + 1;
  }
  std::sort(depths.begin(), depths.end());
  depths.erase(std::unique(depths.begin(), depths.end()), depths.end());
  return depths;
}

bool ends_in_html(const std::string& path) {
  const auto dot = path.rfind('.');
  return dot != std::string::npos && (path.substr(dot) == ".html" || path.substr(dot) == ".htm");
}

Outcome run_book(Arguments& arguments) {
  if (arguments.operands.empty()) {
    return wrong_usage("missing argument PACK", "for example `spoils book rogue`; `spoils packs` lists the packs");
  }
  if (arguments.operands.size() > 1) {
    return wrong_usage(fmt::format("unexpected argument `{}` after the pack", arguments.operands[1]),
                       "a book describes one pack");
  }
  const auto format = choice(arguments, "--format");
  if (!format) { return Failure{format.error()}; }
  const auto rows = number(arguments, "--rows", 40);
  if (!rows) { return Failure{rows.error()}; }
  const auto limits = read_work_limits(arguments);
  if (!limits) { return Failure{limits.error()}; }
  const auto threads = read_threads(arguments);
  if (!threads) { return Failure{threads.error()}; }
  auto depths = read_depths(arguments);
  if (!depths) { return Failure{depths.error()}; }
  const std::string output = arguments.value("--output").value_or("-");
  // Checks that the file can be written before the odds are computed.
  if (output != "-") {
    if (auto refusal = refuses_output(output, arguments.operands.front())) { return Failure{std::move(*refusal)}; }
  }
  const auto pack = load_pack(arguments.operands.front(), load_wishes(arguments));
  if (!pack) { return Failure{pack.error()}; }
  BookOptions options;
  options.pack = shell_word(arguments.operands.front());
  const bool html = arguments.has("--format") ? *format == "html" : ends_in_html(output);
  options.format = html ? BookOptions::Format::Html : BookOptions::Format::Markdown;
  options.most_rows = *rows == 0 ? static_cast<std::size_t>(-1) : static_cast<std::size_t>(*rows);
  options.depths = std::move(*depths);
  options.max_memory = limits->max_memory;
  options.threads = *threads;
  options.estimate_rolls = arguments.has("--exact") ? 0 : kRollsOfBook;
  catch_interrupts();
  Progress progress("ends it", limits->max_seconds);
  options.go_on = [&progress](std::size_t states) {
    progress.note_states(states);
    return true;
  };
  options.stop = [&progress] { return progress.stop(); };
  const auto text = write_book(*pack, options);
  progress.clear();
  // An incomplete book is not written.
  if (interrupted()) { die_of_interrupt(); }
  if (!text) { return Failure{complaint_of(text.error())}; }
  if (output == "-") { return print(*text); }
  if (auto failure = put_file(output, *text)) { return Failure{std::move(*failure)}; }
  return ExitCode::Fine;
}

}  // namespace

const Command kBook = {
    "book",
    "PACK",
    "Write the book of a pack.",
    "One document with every table and rule of the pack: the weights as they are written, the resulting exact odds, by "
    "depth where they depend on it, and links between declarations that use each other. Titles and text are taken from "
    "the `##` comments and the files of the pack. The same pack gives the same bytes. Beside the proven bounds of odds "
    "that have too many paths there are estimates by rolls, unless --exact is given.\n"
    "\n"
    "The HTML is one file with charts; it needs no other files and contains no scripts.",
    "spoils book rogue\n"
    "spoils book crawl -o crawl.html\n"
    "spoils book rogue --at 1,5,13,26 --rows 0 -o rogue.md\n",
    Operands::Packs,
    define_book,
    run_book,
};

}  // namespace spoils::cli
