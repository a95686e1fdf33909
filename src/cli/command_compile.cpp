// cli/command_compile.cpp
//
// `spoils compile`: writes rules of a pack as a C header.
#include <fmt/format.h>

#include <utility>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/find_pack.h"
#include "cli/sink.h"
#include "spoils/compile.h"

namespace spoils::cli {

namespace {

void define_compile(OptionTable& options) {
  options.add("-o,--output", "FILE", "write to this file instead of standard output");
  options.add("--prefix", "NAME", "begin all names in the header with NAME; default: the name of the pack");
  add_load_options(options);
}

Outcome run_compile(Arguments& arguments) {
  if (arguments.operands.empty()) {
    return wrong_usage("missing argument PACK", "for example `spoils compile rogue floor -o loot.h`");
  }
  const std::string output = arguments.value("--output").value_or("-");
  if (output != "-") {
    if (auto refusal = refuses_output(output, arguments.operands.front())) { return Failure{std::move(*refusal)}; }
  }
  const auto pack = load_pack(arguments.operands.front(), load_wishes(arguments));
  if (!pack) { return Failure{pack.error()}; }
  CompileOptions options;
  options.prefix = arguments.value("--prefix").value_or("");
  for (std::size_t i = 1; i < arguments.operands.size(); ++i) {
    auto rule = arguments.operands[i];
    for (auto& c : rule) { c = c == '-' ? '_' : c; }
    options.rules.push_back(std::move(rule));
  }
  const auto text = compile_to_c(*pack, options);
  if (!text) { return Failure{complaint_of(text.error())}; }
  if (output == "-") { return print(*text); }
  if (auto failure = put_file(output, *text)) { return Failure{std::move(*failure)}; }
  return ExitCode::Fine;
}

}  // namespace

const Command kCompile = {
    "compile",
    "PACK [RULE...]",
    "Write rules of a pack as a C header.",
    "One file for C11 and C++17 that rolls the given rules, by default all rules that the pack declares itself, as the "
    "library does: the same seed and number give the same things. It needs no library, allocates nothing and has no "
    "variables of its own. The comment at its top shows how to use it.\n"
    "\n"
    "A pack that uses what cannot be compiled is refused with the place.",
    "spoils compile rogue floor -o loot.h\n"
    "spoils compile rogue --prefix loot -o loot.h\n",
    Operands::PackAndRules,
    define_compile,
    run_compile,
};

}  // namespace spoils::cli
