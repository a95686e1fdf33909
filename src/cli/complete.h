// cli/complete.h
//
// The candidates for the next word of a command line. The scripts that `spoils completion` prints run this at each
// press of Tab.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spoils::cli {

/// The hidden command that the scripts run.
inline constexpr std::string_view kCompleteCommand = "__complete";

/// Returns one line per candidate, with a tab and its description if it has one; then a line ":files" if the shell
/// should offer files too. `words` are those after the program's name, the last is the one to complete. A word that
/// begins with `--NAME=` is completed with its `--NAME=`. Never fails: a line that it does not understand gets no
/// candidates.
[[nodiscard]] std::string complete(const std::vector<std::string>& words);

}  // namespace spoils::cli
