// cli/command_explain.cpp
//
// `spoils explain`: explains one roll, decision by decision.
#include <fmt/format.h>
#include <unistd.h>

#include <limits>
#include <optional>
#include <utility>

#include "cli/commands.h"
#include "cli/find_pack.h"
#include "cli/open_world.h"
#include "cli/output_explain.h"
#include "cli/pack_and_rule.h"
#include "cli/screen.h"
#include "cli/sink.h"
#include "documents/explain.h"
#include "spoils/explain.h"

namespace spoils::cli {

namespace {

void define_explain(OptionTable& options) {
  options.add("--seed", "SEED", "a number, 0x and hexadecimal digits, or any text; random if not given");
  options.add("--index", "I", "the index of the roll; default 0");
  add_set_option(options);
  options.add("--world", "FILE", "explain the next roll of the world in this file; the file is not changed");
  add_with_option(options);
  options.flag("--all", "show every alternative and every rejected try");
  options.add("--format", "text|json", "for people, or one object for programs");
  options.flag("--json", "the same as `--format json`");
  add_load_options(options);
}

// The options of a roll, without the pack and its inputs.
struct ExplainRequest {
  RollSource source;
  bool is_json = false;
  std::vector<std::size_t> measures;
};

Result<ExplainRequest, Complaint> read_explain_request(const Arguments& arguments) {
  ExplainRequest request;
  const auto format = choice(arguments, "--format");
  if (!format) { return Failure{format.error()}; }
  request.is_json = *format == "json" || arguments.has("--json");
  auto source = read_roll_source(arguments);
  if (!source) { return Failure{std::move(source).error()}; }
  request.source = std::move(*source);
  return request;
}

Outcome explain_rule(const PackAndRule& loaded, Roller& roller, const ExplainRequest& request,
                     const Arguments& arguments) {
  std::optional<World> world;
  if (!request.source.world.empty()) {
    auto opened = open_world_to_look_at(loaded.pack, request.source.world, request.source.seed);
    if (!opened) { return Failure{std::move(opened).error()}; }
    world = std::move(opened->world);
  }
  RollHeading heading = heading_of(loaded, roller, request.source, world ? &*world : nullptr);
  heading.measures = request.measures;
  ExplainOptions options;
  const bool all = arguments.has("--all");
  options.with_loops = request.is_json;
  options.with_impossible = request.is_json;
  options.with_fields = request.is_json;
  if (all) { options.most_alternatives = std::numeric_limits<std::size_t>::max(); }
  auto told = world ? explain_roll(roller, *world, options)
                    : Result<Explanation, Error>(explain_roll(roller, heading.seed, heading.first, options));
  if (!told) { return Failure{complaint_of(told.error())}; }
  Sink sink(STDOUT_FILENO);
  RollText out = roll_text(sink);
  if (request.is_json) {
    documents::write_explanation(heading, heading.first, *told, out);
  } else {
    write_explanation_text(heading, *told, all, out);
  }
  auto unwritten = sink.finish();
  if (told->fault) { return Failure{complaint_of(*told->fault)}; }
  if (unwritten) { return Failure{std::move(*unwritten)}; }
  return ExitCode::Fine;
}

Outcome run_explain(Arguments& arguments) {
  if (arguments.operands.empty()) {
    return wrong_usage("missing argument PACK", "for example `spoils explain rogue`; `spoils packs` lists the packs");
  }
  auto request = read_explain_request(arguments);
  if (!request) { return Failure{request.error()}; }
  const auto loaded = load_pack_and_rule(arguments);
  if (!loaded) { return Failure{loaded.error()}; }
  if (arguments.has("--help")) { return print_pack_help(*loaded, arguments); }
  auto measures = read_measures(loaded->pack, arguments);
  if (!measures) { return Failure{std::move(measures).error()}; }
  request->measures = std::move(*measures);
  auto roller = make_roller(*loaded, arguments, request->source);
  if (!roller) { return Failure{std::move(roller).error()}; }
  return explain_rule(*loaded, *roller, *request, arguments);
}

}  // namespace

const Command kExplain = {
    "explain",
    "PACK [RULE]",
    "Explain one roll, decision by decision.",
    "The same pack, rule, inputs, seed and index give the roll that `spoils roll` gives. For each decision: its "
    "result, the probability at that point, the alternatives and the place in the pack; at the end the product of all "
    "probabilities and the things that were made.\n"
    "\n"
    "A draw of a declared stream (`with stream lcg`) is fixed by the seed of that stream and counts as certain. Tries "
    "that a `retry` rejects are shown, but do not count.",
    "spoils explain rogue --seed tour\n"
    "spoils explain rogue level --level 5 --seed tour --index 3\n"
    "spoils explain powder artifact --name Treyslug --all\n"
    "spoils explain rogue level --world game.json\n"
    "spoils explain rogue --seed 0x2a --format json\n",
    Operands::PackAndRule,
    define_explain,
    run_explain,
};

}  // namespace spoils::cli
