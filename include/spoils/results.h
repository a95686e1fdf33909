// spoils/results.h
//
// Results of simulations in an SQLite file, which any program can query: written, read back, compared with those of
// another simulation, and drawn as plots. docs/simulate.md lists the tables.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "spoils/export.h"
#include "spoils/result.h"
#include "spoils/roll.h"
#include "spoils/simulate.h"

namespace spoils {
inline namespace v1 {

/// The results of a simulation, with the program and command that made them.
struct Results {
  SimulationResult simulation;
  std::string program;  ///< "spoils 0.1.0"
  std::string command;  ///< the command line; may be empty
};

/// Writes a database and replaces the file if there is one. Equal results give equal bytes with the same SQLite.
/// Returns the error (File) if there is one; then the old file stays.
/// read_results() gives it; one whose rows do not fit their tables is misuse (spoils/misuse.h), and the error Misuse.
[[nodiscard]] SPOILS_EXPORT std::optional<Error> write_results(const Results& results, const std::string& path);

/// Reads a database that write_results has written. Errors: File.
[[nodiscard]] SPOILS_EXPORT Result<Results, Error> read_results(const std::string& path);

/// A figure that both simulations have, with different values.
struct Change {
  std::string what;  ///< "things of one run with level, kind = 3, bread"
  Estimate before;
  Estimate after;
  double sigmas = 0;  ///< the difference, in standard errors of it; infinite if neither figure is random
};

struct Comparison {
  std::size_t compared = 0;              ///< figures that both simulations have, including rows that one of them lacks
  double risk = 0;                       ///< approximate probability that chance alone causes at least one of `changes`
  std::vector<Change> changes;           ///< that chance does not explain, the largest first
  std::vector<std::string> only_before;  ///< questions that only the first simulation has: "things by level, kind"
  std::vector<std::string> only_after;
};

/// Compares the means, proportions and waits of the questions that two simulations have in common. Requires: as
/// write_results; otherwise: misuse, and nothing is compared.
[[nodiscard]] SPOILS_EXPORT Comparison compare_results(const SimulationResult& before, const SimulationResult& after);

struct Plot {
  std::string name;  ///< for a file: "things_1_mean"
  std::string title;
  std::string svg;  ///< a whole SVG file
};

/// Draws all figures that have a plot: means and sums of tables over their first numeric column, with intervals; tables
/// of words as bars; numbers of a run as histograms; first times as the share of runs with an occurrence so far.
/// `other`, if given, is drawn with broken lines. Requires: as write_results; otherwise: misuse, and there are no
/// plots.
[[nodiscard]] SPOILS_EXPORT std::vector<Plot> draw_results(const SimulationResult& simulation,
                                                           const SimulationResult* other = nullptr);

}  // namespace v1
}  // namespace spoils
