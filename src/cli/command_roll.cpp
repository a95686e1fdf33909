// cli/command_roll.cpp
//
// `spoils roll`: rolls things.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "cli/commands.h"
#include "cli/find_pack.h"
#include "cli/interrupt.h"
#include "cli/open_world.h"
#include "cli/output_csv.h"
#include "cli/output_json.h"
#include "cli/output_text.h"
#include "cli/pack_and_rule.h"
#include "cli/screen.h"
#include "cli/sink.h"
#include "cli/spreadsheet.h"
#include "spoils/precomputed.h"

namespace spoils::cli {

namespace {

void define_roll(OptionTable& options) {
  options.add("-n,--count", "N", "the number of rolls; default 1");
  options.add("--seed", "SEED", "a number, 0x and hexadecimal digits, or any text; random if not given");
  options.add("--index", "I", "the index of the first roll; default 0");
  add_set_option(options);
  options.add("--world", "FILE", "continue the world in this file; create it if it does not exist");
  options.flag("--fused", "compute all outcomes first, then each roll picks one of them: for very many rolls");
  add_with_option(options);
  options.add("--format", "text|json|csv", "for people, for programs (one object per line), for spreadsheets");
  add_spreadsheet_option(options);
  options.flag("--show-seed", "show the seed even if it was given");
  options.flag("--no-check", "do not check the quantities of the pack for mistakes first");
  options.flag("-q,--quiet", "only the things: no heading, no message about warnings");
}

// The options of the command line, without the pack and its inputs.
struct RollRequest {
  RollSource source;
  std::uint64_t count = 1;
  std::string format;
  bool fused = false;
  std::vector<std::size_t> measures;
};

Result<RollRequest, Complaint> read_roll_request(const Arguments& arguments) {
  RollRequest request;
  auto count = number(arguments, "--count", 1);
  if (!count) { return Failure{std::move(count).error()}; }
  auto source = read_roll_source(arguments);
  if (!source) { return Failure{std::move(source).error()}; }
  auto format = choice(arguments, "--format");
  if (!format) { return Failure{std::move(format).error()}; }
  request.count = *count;
  request.source = std::move(*source);
  request.format = std::move(*format);
  request.fused = arguments.has("--fused");
  if (request.fused && !request.source.world.empty()) {
    return wrong_usage("`--fused` and `--world` exclude each other",
                       "`--fused` computes all outcomes for the initial state, but a world changes its state");
  }
  if (request.count > 0 && request.source.index > std::numeric_limits<std::uint64_t>::max() - (request.count - 1)) {
    return wrong_usage(fmt::format("the last index would be greater than 18446744073709551615 (index {}, count {})",
                                   request.source.index, request.count));
  }
  return request;
}

std::unique_ptr<RollWriter> make_writer(const std::string& format, bool is_safe, const RollHeading& heading) {
  if (format == "json") { return make_json_writer(heading); }
  if (format == "csv") { return make_csv_writer(heading, is_safe); }
  return make_text_writer(heading);
}

// Rolls `count` times, or until the reader closes the pipe or the user interrupts. Returns the error if a roll failed.
std::optional<Complaint> roll_all(const std::function<Result<Things, Error>(std::uint64_t index)>& roll,
                                  const RollHeading& heading, RollWriter& writer, Sink& sink) {
  RollText out = heading.world.empty() ? roll_text(sink) : text_of_whole_rolls(sink);
  writer.begin(out.text());
  for (std::uint64_t i = 0; i < heading.count; ++i) {
    if (interrupted() || !out.pass_on()) { break; }
    const std::uint64_t index = heading.first + i;
    const auto things = roll(index);
    if (!things) {
      writer.end(out.text());
      return complaint_of(things.error());
    }
    writer.roll(index, *things, out);
  }
  writer.end(out.text());
  return std::nullopt;
}

Outcome roll_rule(const PackAndRule& loaded, Roller& roller, const RollRequest& request, const Arguments& arguments) {
  std::optional<OpenWorld> opened;
  if (!request.source.world.empty()) {
    auto found = open_world(loaded.pack, request.source.world, request.source.seed);
    if (!found) { return Failure{std::move(found).error()}; }
    opened = std::move(*found);
    catch_interrupts();
    const auto next = opened->world.next_index();
    if (request.count > std::numeric_limits<std::uint64_t>::max() - next) {
      return Failure{Complaint{
          ExitCode::LimitHit, fmt::format("the world has made {} rolls, and cannot count {} more", next, request.count),
          "begin another world"}};
    }
  }
  World* const world = opened ? &opened->world : nullptr;
  std::optional<PrecomputedRoller> fused;
  if (request.fused) {
    auto made = PrecomputedRoller::make(loaded.pack, loaded.rule->name, roller.values());
    if (!made) { return Failure{complaint_of(made.error())}; }
    fused = std::move(*made);
  }
  RollHeading heading = heading_of(loaded, roller, request.source, world);
  heading.measures = request.measures;
  heading.count = request.count;
  heading.show_seed = !request.source.seed || arguments.has("--show-seed");
  heading.quiet = arguments.has("--quiet");
  if (request.format == "csv") {
    // A column would exist or not depending on how the seed was chosen, so a random seed is printed on standard error.
    heading.show_seed = arguments.has("--show-seed");
    if (!request.source.seed && !heading.show_seed && !heading.quiet) {
      print_remark("seed " + seed_to_text(heading.seed));
    }
  }

  const std::unique_ptr<RollWriter> writer = make_writer(request.format, arguments.has("--spreadsheet-safe"), heading);
  Sink sink(STDOUT_FILENO);
  std::optional<Complaint> failed = roll_all(
      [&](std::uint64_t index) {
        if (fused) { return fused->roll(heading.seed, index); }
        return world ? roller.roll(*world) : roller.roll(heading.seed, index);
      },
      heading, *writer, sink);
  // The world has advanced even if the output failed; it is saved first, while that is still possible.
  if (world) {
    if (const auto error = world->save(request.source.world)) {
      if (failed) { print_complaint(*failed); }
      failed = complaint_of(*error);
    }
    opened.reset();  // unlocks the world, even if a signal ends this program
  }
  if (auto unwritten = sink.finish()) {
    if (failed) { print_complaint(*failed); }
    failed = std::move(unwritten);
  }
  die_of_interrupt();
  if (failed) { return Failure{std::move(*failed)}; }
  return ExitCode::Fine;
}

Outcome run_roll(Arguments& arguments) {
  if (arguments.operands.empty()) {
    return wrong_usage("missing argument PACK", "for example `spoils roll rogue`; `spoils packs` lists the packs");
  }
  auto request = read_roll_request(arguments);
  if (!request) { return Failure{std::move(request).error()}; }
  const auto loaded = load_pack_and_rule(arguments);
  if (!loaded) { return Failure{loaded.error()}; }
  if (arguments.has("--help")) { return print_pack_help(*loaded, arguments); }
  auto measures = read_measures(loaded->pack, arguments);
  if (!measures) { return Failure{std::move(measures).error()}; }
  request->measures = std::move(*measures);
  auto roller = make_roller(*loaded, arguments, request->source);
  if (!roller) { return Failure{std::move(roller).error()}; }
  if (const auto states = roller->states(); request->fused && !states.empty()) {
    return wrong_usage(fmt::format("`--fused` cannot set the state `{}`", states.front().first),
                       "it computes all outcomes for the initial state of the pack");
  }
  return roll_rule(*loaded, *roller, *request, arguments);
}

}  // namespace

const Command kRoll = {
    "roll",
    "PACK [RULE]",
    "Roll things.",
    "RULE is the pack's first rule if not given. The inputs of the pack and the parameters of the rule are options, "
    "for example --depth 12; `spoils roll PACK --help` lists the rules and inputs of a pack, `spoils roll PACK RULE "
    "--help` the parameters of a rule.\n"
    "\n"
    "The same pack, rule, inputs, seed and index give the same things, everywhere and for ever.\n"
    "\n"
    "With --fused all outcomes of the rule are computed first, with their exact odds, and each roll picks one of them: "
    "far faster for very many rolls, and with the same odds, but a seed gives other things than without it. It needs a "
    "rule that makes one thing and has no more than a million outcomes; `explain` cannot explain such a roll.\n"
    "\n"
    "A world stores everything that lasts from roll to roll: the state of the pack, the seed, the number of rolls. Its "
    "file is written once, at the end, also when you interrupt the program.",
    "spoils roll rogue level --level 5 -n 3\n"
    "spoils roll rogue --help\n"
    "spoils roll powder artifact --name Treyslug\n"
    "spoils roll rogue --seed 0x2a --index 7 --format json\n"
    "spoils roll rogue level --world game.json\n",
    Operands::PackAndRule,
    define_roll,
    run_roll,
};

}  // namespace spoils::cli
