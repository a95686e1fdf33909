// cli/complete.h
//
// What could come next on a command line: the scripts that `spoils completion` prints ask for it at every press of Tab.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spoils::cli {

/// The hidden command by which the scripts ask.
inline constexpr std::string_view kCompleteCommand = "__complete";

/// Returns one line a candidate, with a tab and its description where it has one; then a line ":files" if the shell
/// should offer files too. `words` are those after the program's name, the last is the one to complete. What begins
/// with
/// `--NAME=` is completed with its `--NAME=`. Never fails: what it does not understand it does not complete.
[[nodiscard]] std::string complete(const std::vector<std::string>& words);

}  // namespace spoils::cli
