// spoils/results.h
//
// What runs came to, kept in an SQLite file that any program can query, and read back: for reports, plots, and to lay
// two studies side by side. docs/simulate.md lists the tables.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "spoils/result.h"
#include "spoils/roll.h"
#include "spoils/simulate.h"

namespace spoils {

/// A study with the words that made it.
struct Results {
  Simulation simulation;
  std::string program;  ///< "spoils 0.1.0"
  std::string command;  ///< the command line; may be empty
};

/// Writes a database, in place of the file that was there. Equal results make equal bytes with the same SQLite.
/// Returns the error (File) if there is one; then the old file stays. Requires: a Simulation as simulate() or
/// read_results() gives it; one whose rows do not fit their tables is misuse (spoils/misuse.h), and the error Misuse.
[[nodiscard]] std::optional<RollError> write_results(const Results& results, const std::string& path);

/// Reads a database that write_results has written. Errors: File.
[[nodiscard]] Result<Results, RollError> read_results(const std::string& path);

/// A figure that two studies have both.
struct Change {
  std::string what;  ///< "things of one run with level, kind = 3, bread"
  Estimate before;
  Estimate after;
  double sigmas = 0;  ///< the difference, in standard errors of it; infinite where neither is left to chance
};

struct Comparison {
  std::size_t compared = 0;              ///< figures that both studies asked for, rows that one of them lacks included
  double risk = 0;                       ///< that so much as one of `changes` is there by chance alone, about
  std::vector<Change> changes;           ///< that chance does not explain, the largest first
  std::vector<std::string> only_before;  ///< questions that the other study was not asked: "things by level, kind"
  std::vector<std::string> only_after;
};

/// Compares the means, proportions and waits of the questions that two studies have in common. Requires: as
/// write_results; otherwise: misuse, and nothing is compared.
[[nodiscard]] Comparison compare_results(const Simulation& before, const Simulation& after);

struct Plot {
  std::string name;  ///< for a file: "things_1_mean"
  std::string title;
  std::string svg;  ///< a whole SVG file
};

/// Draws what can be drawn: means and sums of tables over their first numeric column, with intervals; tables of words
/// as bars; numbers of a run as histograms; first times as the part of runs that has come so far. `other` is drawn with
/// broken lines, if there is one. Requires: as write_results; otherwise: misuse, and there are no plots.
[[nodiscard]] std::vector<Plot> draw_results(const Simulation& simulation, const Simulation* other = nullptr);

}  // namespace spoils
