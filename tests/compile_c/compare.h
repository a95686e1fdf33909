// tests/compile_c/compare.h
//
// Rolls of the interpreter as the text that a driver prints (driver.h), to compare the two.
#pragma once

#include <algorithm>
#include <string>

#include "driver.h"
#include "program/fault.h"

namespace spoils::compiled_c {

/// Returns what is to be printed for one roll: its things, or its fault with the place.
template <class Rolled>
std::string text_of(const Pack& pack, const Rolled& things) {
  if (things) {
    std::string out;
    for (const auto& thing : *things) { append_thing(out, pack, thing, false); }
    return out + ".\n";
  }
  int kind = 0;
  for (int i = 1; i <= static_cast<int>(program::Fault::Kind::TooManyOutcomes); ++i) {
    if (program::describe(static_cast<program::Fault::Kind>(i)) == things.error().message) { kind = i; }
  }
  const auto& place = *things.error().place;
  const auto name = place.file.substr(place.file.rfind('/') + 1);
  return fmt::format("fault {} {}:{}:{}\n.\n", kind, name, place.location.line, place.location.column);
}

/// Compares texts roll by roll; returns the first difference.
inline std::string first_difference(const std::string& ours, const std::string& theirs) {
  if (ours == theirs) { return ""; }
  std::size_t begin = 0;
  for (std::uint64_t roll = 0;; ++roll) {
    const auto end = ours.find("\n.\n", begin == 0 ? 0 : begin - 1);
    const auto other = theirs.find("\n.\n", begin == 0 ? 0 : begin - 1);
    const bool is_over = end == std::string::npos || other == std::string::npos;
    if (is_over || end != other || ours.compare(begin, end - begin, theirs, begin, end - begin) != 0) {
      constexpr std::size_t kShown = 2000;
      return fmt::format("roll {}:\n{}\nin C:\n{}\n", roll,
                         begin > ours.size() ? "" : ours.substr(begin, std::min(kShown, end - begin)),
                         begin > theirs.size() ? "" : theirs.substr(begin, std::min(kShown, other - begin)));
    }
    begin = end + 3;
  }
}

/// Compiles a header and its driver with the system's C compiler; returns the messages, "" if all is well.
inline std::string build(const Folder& folder, const Pack& pack, const std::string& header,
                         const std::vector<std::string>& rules, const std::string& options = "-O1") {
  folder.write("loot.h", header);
  folder.write("main.c", driver_of(pack, header, "loot", rules));
  const auto made = run("cc -std=c11 " + options + " -Wall -Wextra -Wpedantic -Werror -o " + folder.file("main") + " " +
                        folder.file("main.c") + " 2>&1");
  return made.status == 0 ? "" : made.text.substr(0, 4000) + "(failed)";
}

/// Returns whether there is a C compiler.
inline bool has_compiler() {
  static const bool found = run("cc --version 2>&1").status == 0;
  return found;
}

}  // namespace spoils::compiled_c
