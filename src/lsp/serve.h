// lsp/serve.h
//
// Runs a language server on two descriptors: one thread reads messages, so that a cancellation is seen while a request
// is answered; the calling thread answers them in their order, and compiles when no message has come for a moment.
#pragma once

#include <string>
#include <vector>

namespace spoils::lsp {

/// How a server ended.
enum class Ending {
  Asked,     // `exit` after `shutdown`
  Unasked,   // `exit` without it, or the input ended
  Unwritten  // its output was closed
};

/// Serves until `exit` comes or the input ends. `search`: folders in which used packs are looked for.
[[nodiscard]] Ending serve(int input, int output, std::string version, std::vector<std::string> search);

}  // namespace spoils::lsp
