// spoils/simulate.h
//
// Whole runs at scale: a rule is rolled many times, each time in a world of its own, and the results are counted.
// Counts are exact integers, so the answer for a seed is the same to the bit for any number of threads and processes,
// and after any number of interruptions. Run i is roll i of the seed: `spoils roll` shows it.
//
//   spoils::Simulation simulation;
//   simulation.rule = "run";
//   simulation.runs = 100'000;
//   simulation.tables.push_back({{"level", "kind"}, "", {}});
//   auto found = spoils::simulate(*loaded.pack, simulation);
//
// This is a separate library, spoils::simulate, since it needs oneTBB, which does not appear in this header.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spoils/cell.h"
#include "spoils/export.h"
#include "spoils/pack.h"
#include "spoils/result.h"
#include "spoils/roll.h"

namespace spoils::sim {
struct SimulatorData;
}  // namespace spoils::sim

namespace spoils {
inline namespace v1 {

/// Counts things by their fields.
struct ThingTable {
  std::vector<std::string> by;    ///< fields, inputs and expressions over a thing; "name" is the displayed name,
                                  ///< "made_by" the rule that made it
  std::string where;              ///< only things that satisfy this condition; "": all
  std::vector<std::string> sums;  ///< integer expressions over a thing whose values are also added up
};

/// Looks for the n-th thing of a run that satisfies a condition.
struct FirstTime {
  std::string condition;
  std::vector<std::uint64_t> nth = {1};  ///< each at least 1
  std::string at;                        ///< an expression that is recorded for it, as `level`; "": only that it
                                         ///< occurred
};

/// The rule to play and the figures to count. If there is nothing to count, one table by `kind` is counted, or by
/// `name` if there is no such field.
struct Simulation {
  std::string rule;  ///< "": `run` if there is such a rule, else the pack's first
  Values values;     ///< inputs and parameters; others have their defaults
  Values states;     ///< state at the beginning of each run, as OddsSettings::states
  std::uint64_t seed = 0;
  std::uint64_t runs = 1000;
  std::vector<ThingTable> tables;
  std::vector<std::string> per_run;  ///< expressions over a whole run: `count(x in things where x.kind == potion)`, a
                                     ///< field of the run's own thing, a state as the run leaves it
  std::vector<FirstTime> firsts;
  /// Distinct rows of one table, whose values may have 64 MB together: limits, since only they take memory.
  std::size_t max_keys = 200'000;
};

/// A number that was estimated from counts. Its interval contains the true value in 95 of 100 simulations.
struct Estimate {
  double value = 0;
  double error = 0;             ///< standard error
  double low = 0;               ///< of proportions by Wilson's formula, of means by the normal law
  double high = 0;              ///< a mean over one run is both bounds, since its error is unknown
  std::optional<double> exact;  ///< the exact odds, if they could be computed
};

/// One row of a table of things.
struct ThingRow {
  Cells values;
  std::uint64_t things = 0;  ///< of all runs together
  std::uint64_t runs = 0;    ///< in which there was at least one
  std::uint64_t most = 0;    ///< of one run
  Estimate mean;             ///< things of one run
  Estimate at_least_one;     ///< probability that a run has one
  struct Sum {
    std::string total;  ///< exact, decimal
    Estimate mean;      ///< of one run
  };
  std::vector<Sum> sums;
};

struct ThingCounts {
  ThingTable asked;
  std::vector<std::string> by;  ///< the columns, `name` first
  std::uint64_t things = 0;     ///< in all rows together
  std::vector<ThingRow> rows;   ///< numbers ascending, then the most frequent first
};

/// How often an expression had a value, or one in `low..high`: if there are more than kMostBins distinct integers, they
/// are grouped into bins whose width is a power of two.
struct ValueRow {
  std::optional<Cell> value;  ///< for a bin its least value
  std::optional<Cell> last;   ///< for a bin its greatest value; otherwise the same as `value`
  std::uint64_t runs = 0;
  Estimate share;  ///< of all runs
};

inline constexpr std::size_t kMostBins = 10'000;

/// The values that an expression had in runs.
struct ValueCounts {
  std::uint64_t set = 0;    ///< runs in which it had a value
  bool is_integer = false;  ///< then all figures below are given; for fractions only mean and deviation
  std::string total;        ///< exact, decimal; of integers
  std::optional<Estimate> mean;
  double deviation = 0;  ///< standard deviation
  std::optional<std::int64_t> least;
  std::optional<std::int64_t> greatest;
  /// 1%, 5%, 25%, 50%, 75%, 95% and 99% of the runs that have a value have at most this one.
  std::array<std::int64_t, 7> quantiles{};
  std::vector<ValueRow> rows;  ///< numbers ascending, others the most frequent first; unset last
};
inline constexpr std::array<double, 7> kQuantiles{0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};

/// The value that a share of the runs has at most, and its 95% interval: the values at the ranks that the binomial law
/// gives, for any distribution of the values. Source: David, Nagaraja, "Order Statistics", 2003, chapter 7.1.
struct Quantile {
  std::string value;  ///< as it is written: "7/3"; for a bin the greatest
  std::string low;    ///< "": the runs are too few for a lower end
  std::string high;   ///< "": for an upper end
};
/// Quantiles of numbers, integers or fractions.
struct Spread {
  std::string least;
  std::array<Quantile, kQuantiles.size()> quantiles;
  std::string greatest;
};
/// Returns the spread of the values of an expression; unset if it had no numbers. Rows without a number beside a mean
/// are misuse (spoils/misuse.h), and give nothing. Cost: linear in the rows.
[[nodiscard]] SPOILS_EXPORT std::optional<Spread> spread_of(const ValueCounts& values);

struct RunCounts {
  std::string expression;
  ValueCounts values;
};

struct FirstCounts {
  FirstTime asked;
  std::uint64_t nth = 1;
  std::uint64_t runs = 0;                  ///< in which it occurred
  std::optional<std::uint64_t> first_run;  ///< the earliest of them
  Estimate chance;                         ///< the probability that a run has it
  /// Runs until the first occurrence, that run included: the mean, with its interval; and the number of runs after
  /// which it has occurred with a probability of 50%, 90% and 99%. Unset if it never occurred; the upper end of the
  /// interval is then 0.
  std::optional<Estimate> wait;
  std::array<double, 3> wait_points{};
  ValueCounts at;  ///< of FirstTime::at; empty without one
};

/// An estimate that is further from the exact value than chance explains.
struct Disagreement {
  std::string what;
  double estimate = 0;
  double exact = 0;
};

struct SimulationResult {
  std::string pack;
  std::string version;
  std::uint64_t pack_hash = 0;
  std::string rule;
  Values values;  ///< all inputs and parameters, then the states that were set
  std::uint64_t seed = 0;
  std::uint64_t runs = 0;   ///< those that were played: 0..runs-1
  bool is_complete = true;  ///< false: the simulation was stopped before all runs were played
  std::uint64_t asked_runs = 0;
  std::uint64_t things = 0;
  std::vector<ThingCounts> tables;
  std::vector<RunCounts> per_run;
  std::vector<FirstCounts> firsts;
  std::size_t compared = 0;  ///< the number of estimates that have an exact value to compare with
  /// The questions that could not be compared, or not with all their rows, and why, as "things by level: the odds took
  /// too long".
  std::vector<std::string> uncompared;
  double risk = 0;  ///< probability that at least one sound estimate is reported as a disagreement
  std::vector<Disagreement> disagreements;
  /// Why the checkpoint does not hold all these runs, if there should be one and it could not be written (File).
  std::optional<Error> unsaved;
};

struct SimulateProgress {
  std::uint64_t done = 0;  ///< runs, those of a checkpoint included
  std::uint64_t of = 0;
};

class Simulator;

/// Further processes that play runs, on this machine or on many.
class SPOILS_EXPORT Workers {
 public:
  virtual ~Workers() = default;
  /// Plays runs first..first+count-1, here or elsewhere. Errors: that of the run with the lowest index.
  [[nodiscard]] virtual std::optional<Error> play(Simulator& here, std::uint64_t first, std::uint64_t count,
                                                  unsigned threads) = 0;
  /// Brings the counts of the other processes here.
  [[nodiscard]] virtual std::optional<Error> gather(Simulator& here) = 0;
};

struct SimulateOptions {
  unsigned threads = 0;    ///< 0: one per processor
  std::string checkpoint;  ///< file that is written now and then and at the end of the runs; "": none
  double every_seconds = 60;
  bool resume = false;                                 ///< continue from the checkpoint, if the file exists
  bool exact = true;                                   ///< also compute exact odds
  std::size_t max_memory = 1'000'000'000;              ///< as OddsSettings::max_memory, for those odds
  double risk = 1e-6;                                  ///< as SimulationResult::risk
  Workers* workers = nullptr;                          ///< processes that play with this one; null: it plays alone
  std::function<bool(const SimulateProgress&)> go_on;  ///< called a few times a second; false ends the simulation early
};

/// Plays a simulation.
///
/// Errors: as Roller::make; BadValue if an expression is wrong; Fault and Limit if a run fails (always the one with the
/// lowest index), if a table grows beyond Simulation::max_keys, or if sums leave 128 bits; File if the checkpoint
/// cannot be written, read, or is of another simulation. Cost: that of the rolls; memory for the rows alone, for any
/// number of runs.
[[nodiscard]] SPOILS_EXPORT Result<SimulationResult, Error> simulate(const Pack& pack, const Simulation& simulation,
                                                                     const SimulateOptions& options = {});

/// The same in parts, for programs that share the work between processes. For one thread at a time.
/// A simulator that was moved from, or made by Simulator(), has no simulation. To use it is misuse (spoils/misuse.h):
/// the functions that can fail return the error Misuse, played() 0, and clear() does nothing.
class SPOILS_EXPORT Simulator {
 public:
  Simulator() noexcept;
  /// Errors: as simulate, those that are found before the first run.
  [[nodiscard]] static Result<Simulator, Error> make(const Pack& pack, const Simulation& simulation);
  Simulator(Simulator&&) noexcept;
  Simulator& operator=(Simulator&&) noexcept;
  ~Simulator();

  /// Plays runs first..first+count-1 and adds them up. Requires: first + count < 2^64; otherwise: misuse, an error.
  /// Each run must be played once in all: one that is played twice counts twice. After an error the counts are
  /// unusable until clear(). More than 4096 threads count as 4096.
  [[nodiscard]] std::optional<Error> play(std::uint64_t first, std::uint64_t count, unsigned threads = 0);

  [[nodiscard]] std::uint64_t played() const;  ///< the number of runs that are added up

  /// Returns all counts as bytes, for merge() of the same simulation; equal counts give equal bytes.
  [[nodiscard]] Result<std::string, Error> save();
  /// Adds the counts of save() to those here. Errors: File, if the bytes are broken or of another simulation; Limit.
  [[nodiscard]] std::optional<Error> merge(std::string_view bytes);
  /// Forgets all counts.
  void clear();

  /// Returns the counts as a simulation; computes exact odds if the options say so.
  [[nodiscard]] Result<SimulationResult, Error> result(const SimulateOptions& options = {});

 private:
  explicit Simulator(std::unique_ptr<sim::SimulatorData> data);
  std::unique_ptr<sim::SimulatorData> data_;
};

}  // namespace v1
}  // namespace spoils
