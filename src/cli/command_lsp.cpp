// cli/command_lsp.cpp
//
// `spoils lsp`: the language server, for editors. Tested by tests/cli/lsp_test.py and editors/vscode/test.
#include <fmt/format.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/find_pack.h"
#include "lsp/serve.h"

#ifndef SPOILS_VERSION
#error "SPOILS_VERSION must be defined by the build"
#endif

namespace spoils::cli {

namespace {

// Editors add it by habit; there is no other way to talk to the server.
void define_lsp(OptionTable& options) { options.flag("--stdio", "talk over standard input and output, as always"); }

Outcome run_lsp(Arguments& arguments) {
  if (!arguments.operands.empty()) {
    return Failure{Complaint{ExitCode::WrongUsage, fmt::format("unexpected argument `{}`", arguments.operands.front()),
                             "an editor starts `spoils lsp` and opens the files itself"}};
  }
  switch (lsp::serve(STDIN_FILENO, STDOUT_FILENO, SPOILS_VERSION, pack_folders())) {
    case lsp::Ending::Asked: return ExitCode::Fine;
    case lsp::Ending::Unasked:
      return Failure{Complaint{ExitCode::AssertionFailed, "the connection ended without `shutdown`",
                               "`spoils lsp` is for editors, which talk to it by the Language Server Protocol; "
                               "docs/editors.md says how to set one up"}};
    case lsp::Ending::Unwritten: break;
  }
  return ExitCode::InternalError;
}

}  // namespace

const Command kLsp = {
    "lsp",
    "",
    "Serve an editor by the Language Server Protocol.",
    "Editors start it; docs/editors.md shows how for VS Code, Neovim, Emacs, Kate and Helix. It reads messages from "
    "standard input and writes answers to standard output until the editor says `exit`. Exit code 1: the editor ended "
    "without `shutdown`, as the protocol demands.",
    "spoils lsp\n",
    Operands::None,
    define_lsp,
    run_lsp,
};

}  // namespace spoils::cli
