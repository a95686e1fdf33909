// spoils/simulate.h
//
// Whole runs at scale: a rule is rolled many times, each time in a world of its own, and what comes of it is counted.
// Counts are exact integers, so the answer for a seed is the same to the bit for any number of threads and processes,
// and after any number of interruptions. Run i is roll i of the seed: `spoils roll` shows it.
//
//   spoils::Study study;
//   study.rule = "run";
//   study.runs = 100'000;
//   study.tables.push_back({{"level", "kind"}, "", {}});
//   auto found = spoils::simulate(*loaded.pack, study);
//
// This is a library of its own, spoils::simulate, since it needs oneTBB; none of it shows here.
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

#include "spoils/pack.h"
#include "spoils/result.h"
#include "spoils/roll.h"

namespace spoils {

/// Counts things by their fields.
struct ThingTable {
  std::vector<std::string> by;    ///< fields, inputs and expressions over a thing; "name" is the displayed name,
                                  ///< "made_by" the rule that made it
  std::string where;              ///< only things that satisfy this condition; "": all
  std::vector<std::string> sums;  ///< integer expressions over a thing that are added up, too
};

/// Looks for the n-th thing of a run that satisfies a condition.
struct FirstTime {
  std::string condition;
  std::vector<std::uint64_t> nth = {1};  ///< each at least 1
  std::string at;                        ///< what is noted of it, as `level`; "": only that it came
};

/// What is played and what is counted. Nothing to count means one table by `kind`, or by `name` if there is no such
/// field.
struct Study {
  std::string rule;  ///< "": `run` if there is such a rule, else the pack's first
  Values values;     ///< inputs and parameters; others have their defaults
  std::uint64_t seed = 0;
  std::uint64_t runs = 1000;
  std::vector<ThingTable> tables;
  std::vector<std::string> per_run;  ///< expressions over a whole run: `count(x in things where x.kind == potion)`, a
                                     ///< field of the run's own thing, a state as the run leaves it
  std::vector<FirstTime> firsts;
  std::size_t max_keys = 200'000;  ///< different rows of one table; a limit, since memory is for them alone
};

/// A number that was computed from counts. Its interval covers the truth in 95 of 100 studies.
struct Estimate {
  double value = 0;
  double error = 0;             ///< standard error
  double low = 0;               ///< of proportions by Wilson's formula, of means by the normal law
  double high = 0;              ///< as `low`; a mean over one run is both, since nothing tells how far off it may be
  std::optional<double> exact;  ///< what odds say, where they can tell
};

/// One row of a table of things.
struct ThingRow {
  std::vector<std::string> values;  ///< as in OddsRow
  std::vector<bool> is_number;
  std::vector<bool> is_text;  ///< as in OddsRow
  std::uint64_t things = 0;   ///< of all runs together
  std::uint64_t runs = 0;     ///< in which there was at least one
  std::uint64_t most = 0;     ///< of one run
  Estimate mean;              ///< things of one run
  Estimate at_least_one;      ///< probability that a run has one
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

/// How often something came to a value, or to one of `low..high`: where there are more than kMostBins different
/// integers they are taken together, in bins of a power of two.
struct ValueRow {
  std::string value;  ///< as in OddsRow; of a bin its least value
  std::string last;   ///< of a bin its greatest; else the same as `value`
  bool is_number = false;
  bool is_text = false;  ///< as in OddsRow
  std::uint64_t runs = 0;
  Estimate share;  ///< of all runs
};

inline constexpr std::size_t kMostBins = 10'000;

/// The values that an expression had in runs.
struct ValueCounts {
  std::uint64_t set = 0;    ///< runs in which it had a value
  bool is_integer = false;  ///< then all of what follows is told; of fractions mean and deviation
  std::string total;        ///< exact, decimal; of integers
  std::optional<Estimate> mean;
  double deviation = 0;  ///< standard deviation
  std::optional<std::int64_t> least;
  std::optional<std::int64_t> greatest;
  /// 1%, 5%, 25%, 50%, 75%, 95% and 99% of the runs that have a value have at most this one.
  std::array<std::int64_t, 7> quantiles{};
  std::vector<ValueRow> rows;  ///< numbers ascending, others the most frequent first; what is unset last
};
inline constexpr std::array<double, 7> kQuantiles{0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};

/// The value that a share of the runs has at most, and its 95% interval: the values on the ranks to which the normal
/// law of shares may move it, whatever law the values follow. Source: David, Nagaraja, "Order Statistics", 2003,
/// chapter 7.1.
struct Quantile {
  std::string value;  ///< as it is written: "7/3"; of a bin the greatest
  std::string low;
  std::string high;
};
/// How numbers spread, integers or fractions.
struct Spread {
  std::string least;
  std::array<Quantile, kQuantiles.size()> quantiles;
  std::string greatest;
};
/// Returns the spread of what an expression had; nothing if it had no numbers. Rows without a number beside a mean are
/// misuse (spoils/misuse.h), and give nothing. Cost: linear in the rows.
[[nodiscard]] std::optional<Spread> spread_of(const ValueCounts& values);

struct RunCounts {
  std::string expression;
  ValueCounts values;
};

struct FirstCounts {
  FirstTime asked;
  std::uint64_t nth = 1;
  std::uint64_t runs = 0;                  ///< in which it came
  std::optional<std::uint64_t> first_run;  ///< the earliest of them
  Estimate chance;                         ///< that a run has it
  /// Runs until it comes first, that one included: the mean, with its interval; and after how many it has come with a
  /// chance of 50%, 90% and 99%. Nothing where it never came; the interval's end is then 0.
  std::optional<Estimate> wait;
  std::array<double, 3> wait_points{};
  ValueCounts at;  ///< of FirstTime::at; empty without one
};

/// An estimate that lies further from the exact value than chance explains.
struct Disagreement {
  std::string what;
  double estimate = 0;
  double exact = 0;
};

struct Simulation {
  std::string pack;
  std::string version;
  std::uint64_t pack_hash = 0;
  std::string rule;
  Values values;  ///< all inputs and parameters
  std::uint64_t seed = 0;
  std::uint64_t runs = 0;   ///< that were played: 0..runs-1
  bool is_complete = true;  ///< false: it was stopped before it had played all
  std::uint64_t asked_runs = 0;
  std::uint64_t things = 0;
  std::vector<ThingCounts> tables;
  std::vector<RunCounts> per_run;
  std::vector<FirstCounts> firsts;
  std::size_t compared = 0;  ///< estimates beside which an exact value stands
  /// What could not be compared and why, as "things by level: the odds took too long"; a line for each question.
  std::vector<std::string> uncompared;
  double risk = 0;  ///< that so much as one of them is called a disagreement if pack, rolls and odds are sound
  std::vector<Disagreement> disagreements;
  /// Why the checkpoint does not hold all these runs, if one was asked for and could not be written (File).
  std::optional<RollError> unsaved;
};

struct SimulateProgress {
  std::uint64_t done = 0;  ///< runs, those of a checkpoint included
  std::uint64_t of = 0;
};

class Simulator;

/// Who else plays: other processes, on this machine or on many.
class Workers {
 public:
  virtual ~Workers() = default;
  /// Plays runs first..first+count-1, here or elsewhere. Errors: that of the run with the lowest index.
  [[nodiscard]] virtual std::optional<RollError> play(Simulator& here, std::uint64_t first, std::uint64_t count,
                                                      unsigned threads) = 0;
  /// Brings here what was counted elsewhere.
  [[nodiscard]] virtual std::optional<RollError> gather(Simulator& here) = 0;
};

struct SimulateOptions {
  unsigned threads = 0;    ///< 0: as many as there are processors
  std::string checkpoint;  ///< file that is written now and then and at the end of what was played; "": none
  double every_seconds = 60;
  bool resume = false;                                 ///< go on where the checkpoint ends, if the file is there
  bool exact = true;                                   ///< ask for odds, too
  std::size_t max_memory = 1'000'000'000;              ///< as Question::max_memory, for those odds
  double risk = 1e-6;                                  ///< as Simulation::risk
  Workers* workers = nullptr;                          ///< plays with this process; null: it plays alone
  std::function<bool(const SimulateProgress&)> go_on;  ///< asked a few times a second; false ends the study early
};

/// Plays a study.
///
/// Errors: as Roller::make; BadValue where an expression is wrong; Fault and Limit if a run fails (always the one with
/// the lowest index), if a table grows beyond Study::max_keys, or if sums leave 128 bits; File if the checkpoint cannot
/// be written, read, or is of another study. Cost: that of the rolls; memory for the rows alone, however many the runs.
[[nodiscard]] Result<Simulation, RollError> simulate(const Pack& pack, const Study& study,
                                                     const SimulateOptions& options = {});

namespace sim {
struct SimulatorData;
}

/// The same in parts, for programs that share the work between processes. For one thread at a time.
/// A simulator that was moved from, or made by Simulator(), has no study. To use it is misuse (spoils/misuse.h): the
/// functions that can fail give the error Misuse, played() 0, and clear() does nothing.
class Simulator {
 public:
  Simulator() noexcept;
  /// Errors: as simulate, of what can be told before the first run.
  [[nodiscard]] static Result<Simulator, RollError> make(const Pack& pack, const Study& study);
  Simulator(Simulator&&) noexcept;
  Simulator& operator=(Simulator&&) noexcept;
  ~Simulator();

  /// Plays runs first..first+count-1 and adds them up. Requires: first + count < 2^64; otherwise: misuse, an error.
  /// Each run must be played once in all: one that is played twice counts twice. After an error the counts are of no
  /// use until clear(). More than 4096 threads are 4096.
  [[nodiscard]] std::optional<RollError> play(std::uint64_t first, std::uint64_t count, unsigned threads = 0);

  [[nodiscard]] std::uint64_t played() const;  ///< how many runs are added up

  /// Returns all counts as bytes, for merge() of the same study; equal counts give equal bytes.
  [[nodiscard]] Result<std::string, RollError> save();
  /// Adds the counts of save() to those here. Errors: File, if the bytes are broken or of another study; Limit.
  [[nodiscard]] std::optional<RollError> merge(std::string_view bytes);
  /// Forgets all counts.
  void clear();

  /// Returns what was counted; asks for odds where options say so.
  [[nodiscard]] Result<Simulation, RollError> result(const SimulateOptions& options = {});

 private:
  explicit Simulator(std::unique_ptr<sim::SimulatorData> data);
  std::unique_ptr<sim::SimulatorData> data_;
};

}  // namespace spoils
