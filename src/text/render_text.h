// text/render_text.h
//
// A finding as people read it on a terminal: the headline with its place, the lines it is about with the places
// underlined, and what to do.
#pragma once

#include <string>
#include <string_view>

#include "spoils/diagnostic.h"
#include "text/source.h"

namespace spoils::text {

/// Returns "error", "warning" or "note".
[[nodiscard]] std::string_view word_of(Severity severity);

struct RenderOptions {
  bool colour = false;  // ANSI escapes
  int width = 160;  // columns of a source line; of a longer one only the part around the place is shown; at least 40
};

/// Returns the text of one finding, each line with its end:
///
///     hello.loot:8:3: error[E0503]: weight of `might` is negative when depth is 6..30
///        3 | input depth: 1..30 = 1
///          |       ----- depth may be as high as 30
///        8 |   (10 - 2 * depth)  might
///          |   ^^^^^^^^^^^^^^^^ -2 at depth 6, -50 at depth 30
///          = note: the row is sound at depth 1..5
///          = help: write `max(0, 10 - 2 * depth)` if it should fade out
///
/// Labels come in the order of their lines, the culprit's file first; those of another file follow a line `  -->
/// file:line:column`. Nothing of a pack reaches the terminal that it could take for a command.
[[nodiscard]] std::string render(const Diagnostic& diagnostic, const Sources& sources, RenderOptions options = {});

}  // namespace spoils::text
