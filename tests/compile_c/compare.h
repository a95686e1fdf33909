// tests/compile_c/compare.h
//
// Rolls of the interpreter as the text that a driver prints (driver.h), to compare the two.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "compiled.h"
#include "driver.h"
#include "program/fault.h"

namespace spoils::compiled_c {

/// The values of things that a header gives besides their fields.
struct Shown {
  bool names = false;
  std::vector<MeasureFunction> measures;

  Shown(const Pack& pack, const std::string& header)
      : names(has_names(header)), measures(measures_of(pack, header, "loot")) {}
};

/// Returns what is to be printed for one roll: its things, with their names and measures if the header makes them, or
/// its fault with the place.
template <class Rolled>
std::string text_of(const Pack& pack, const Rolled& things, const Shown& shown) {
  if (things) {
    std::string out;
    for (const auto& thing : *things) {
      append_thing(out, pack, thing, shown.names);
      out.pop_back();
      for (const auto& measure : shown.measures) {
        out += fmt::format(" #{}=", pack.measures()[measure.index].name);
        append_value(out, thing.measure(measure.index));
      }
      out += '\n';
    }
    return out + ".\n";
  }
  const auto& message = things.error().message;
  // This one begins with values; one in a constant def ends with its record.
  const bool is_state = message.starts_with("the state `");
  int kind = is_state ? static_cast<int>(program::Fault::Kind::StateOutOfRange) : 0;
  for (int i = 1; i <= static_cast<int>(program::Fault::Kind::TooManyOutcomes); ++i) {
    if (message.starts_with(program::describe(static_cast<program::Fault::Kind>(i)))) { kind = i; }
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

/// Compiles main.c of a folder into main with the system's C compiler; returns the messages, "" if all is well.
inline std::string build(const Folder& folder, const std::string& options) {
  const auto made = run("cc -std=c11 " + options + " -Wall -Wextra -Wpedantic -Werror -o " + folder.file("main") + " " +
                        folder.file("main.c") + " 2>&1");
  return made.status == 0 ? "" : made.text.substr(0, 4000) + "(failed)";
}

/// Compiles a header and its driver with the system's C compiler; returns the messages, "" if all is well.
inline std::string build(const Folder& folder, const Pack& pack, const std::string& header,
                         const std::vector<std::string>& rules, const std::string& options = "-O1") {
  folder.write("loot.h", header);
  folder.write("main.c", driver_of(pack, header, "loot", rules));
  return build(folder, options);
}

/// Returns whether there is a C compiler.
inline bool has_compiler() {
  static const bool found = run("cc --version 2>&1").status == 0;
  return found;
}

/// Rolls of each pack of one construct.
inline constexpr std::uint64_t kRollsOfAConstruct = 200;

/// Returns a pack whose quantities are not checked, so that its rolls may have faults.
inline Pack unchecked(std::string_view declarations) {
  const PackSource source{
      "tests", [&](const std::string&) -> Result<std::vector<PackFile>, std::string> {
        return std::vector<PackFile>{{"test.loot", "pack test \"Test\" 1.0\n" + std::string(declarations)}};
      }};
  LoadOptions options;
  options.checks_quantities = false;
  const auto loaded = Pack::load(source, "test.loot", options);
  EXPECT_TRUE(loaded.pack) << loaded.findings.text();
  return loaded.pack ? *loaded.pack : compiled("rule r { }");
}

/// Compiles the rule `r` of a pack and compares its rolls.
inline void expect_same(const Pack& pack, const std::string& what, bool in_world = false) {
  const auto header = compile_to_c(pack, {"loot", {"r"}});
  ASSERT_TRUE(header) << what << header.error().text();
  const Folder folder;
  const auto messages = build(folder, pack, *header, {"r"}, "-O1 -fsanitize=undefined -fno-sanitize-recover=all");
  ASSERT_TRUE(messages.empty()) << what << "\n" << messages;
  auto roller = Roller::make(pack, "r");
  ASSERT_TRUE(roller) << what;
  const Shown shown(pack, *header);
  World world(pack, 7);
  std::string ours;
  for (std::uint64_t i = 0; i < kRollsOfAConstruct; ++i) {
    const auto things = in_world ? roller->roll(world) : roller->roll(7, i);
    ours += text_of(pack, things, shown);
    // A world stays as it was after a fault, so it would have the same fault for ever.
    if (in_world && !things) { break; }
  }
  // Without a cache; with one that is too small for two picks; with a large one.
  for (const int cache : {0, 100, 100'000}) {
    if (cache > 0 && !has_cache(*header)) { break; }
    const auto theirs = run(
        fmt::format("CACHE={} {} 0 7 0 {} {} 2>&1", cache, folder.file("main"), kRollsOfAConstruct, in_world ? 1 : 0));
    const auto compared = in_world ? theirs.text.substr(0, ours.size()) : theirs.text;
    const auto difference = first_difference(ours, compared);
    EXPECT_TRUE(difference.empty()) << what << "\ncache of " << cache << "\n" << difference;
  }
}

}  // namespace spoils::compiled_c
