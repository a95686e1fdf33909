// api/path_samples.cpp
//
// Trials find how many states a sample can hold; then samples are made, and each outcome has the mean of its masses in
// them, with an interval by Student's law of their spread. An outcome that few samples show may have more than those
// say, and one that few of them lack may have less: as much as what a sample may miss, so both limits allow for that.
#include "api/path_samples.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "api/query.h"
#include "api/work.h"
#include "odds/interpreter.h"

namespace spoils::api {

namespace {

/// Few samples, since each holds the more states the fewer they are; twice as many, and so on, only where a sample
/// holds all the states that the question allows. Beside each number, the quantile of Student's law for one fewer.
struct Number {
  std::size_t samples;
  double student;
};
constexpr std::array kNumbers{Number{16, 2.131450},   Number{32, 2.039513},   Number{64, 1.998341},
                              Number{128, 1.978820},  Number{256, 1.969311},  Number{512, 1.964643},
                              Number{1024, 1.962326}, Number{2048, 1.961177}, Number{4096, 1.960608}};
constexpr std::uint64_t kSamples = kNumbers[0].samples;

/// A sample shows an outcome with a chance of about its mass as a part of the heaviest one. If the masses of all
/// samples are together more than this many of the heaviest, all miss it with a chance below half of kRiskOfEstimate.
/// Twice that, since a sample that thins again and again may show it more seldom.
const double kMissed = -2 * std::log(kRiskOfEstimate / 2);

/// The samples say nothing of shares of what meets a condition, if they may miss more than this part of that.
constexpr double kMostMissed = 0.1;

/// The work of a path, in units of about 10 ns.
constexpr std::uint64_t kWorkOfPath = 10;

/// Trials begin with so few states, and each has at most so many times more than the one before. A sample may take more
/// paths than the last trial, since no two are alike.
constexpr std::size_t kFewest = 16;
constexpr double kMostGrowth = 16;
constexpr double kLeastGrowth = 1.5;
constexpr double kCaution = 0.7;
constexpr std::uint64_t kMoreThanTrial = 4;

class Sampler {
 public:
  Sampler(const CompiledQueries& asked, const Question& question, const program::Query& query,
          const program::Settings& settings, double share_of_end)
      : asked_(asked),
        query_(query),
        settings_(settings),
        limits_(settings_of(question)),
        engine_(asked.program, budget(limits_, share_of_end)) {}

  PathSamples sample(std::uint64_t work) {
    auto paths = work / kWorkOfPath;
    auto states = std::min(kFewest, limits_.max_states);
    std::uint64_t number = 0;
    double affordable = 0;  // samples of so many states
    // The trials: their masses are not used, since how many states the samples have depends on them.
    while (true) {
      odds::Thinning thinning(limits_.estimate_seed, number++);
      const auto trial = engine_.thinned(query_, settings_, states, paths / kSamples, thinning);
      if (!trial) { return {}; }
      if (trial->fault.kind != program::Fault::Kind::None) { return {std::nullopt, trial->fault}; }
      const auto taken = engine_.paths_taken() + 1;
      paths -= std::min(paths, taken);
      most_paths_ = kMoreThanTrial * taken;
      affordable = kCaution * static_cast<double>(paths) / static_cast<double>(taken);
      const auto growth = std::min(kMostGrowth, affordable / static_cast<double>(kSamples));
      const auto more = std::min(limits_.max_states, static_cast<std::size_t>(static_cast<double>(states) * growth));
      if (growth < kLeastGrowth || more == states || thinning.count() == 0) { break; }
      states = more;
    }
    if (affordable < static_cast<double>(kSamples) / 2) { return {}; }
    for (const auto& more : kNumbers) {
      if (static_cast<double>(more.samples) <= affordable) { number_ = more; }
    }
    counted_.resize(number_.samples);
    for (std::size_t i = 0; i < number_.samples; ++i) {
      odds::Thinning thinning(limits_.estimate_seed, number++);
      const auto pass = engine_.thinned(query_, settings_, states, most_paths_, thinning);
      if (!pass) { return {}; }
      if (pass->fault.kind != program::Fault::Kind::None) { return {std::nullopt, pass->fault}; }
      add(i, *pass);
      heaviest_ = std::max(heaviest_, thinning.heaviest());
    }
    return {shares(), std::nullopt};
  }

 private:
  static odds::Budget budget(const OddsSettings& limits, double share_of_end) {
    odds::Budget out;
    out.max_states = limits.max_states;
    out.max_memory = limits.max_memory;
    out.bounds = odds::Bounds::None;
    out.share_of_end = share_of_end;
    return out;
  }

  void add(std::size_t number, const odds::Answer<double>& pass) {
    for (const auto& outcome : pass.outcomes) {
      auto& masses = masses_[cells_of(asked_.program, engine_.heap(), query_, outcome.words)];
      masses.resize(number_.samples);
      masses[number] += outcome.mass;
      counted_[number] += outcome.mass;
    }
    has_rejected_ = has_rejected_ || pass.rejected > 0;
  }

  [[nodiscard]] std::optional<EstimatedShares> shares() const {
    EstimatedShares out;
    out.samples = number_.samples;
    const auto n = static_cast<double>(number_.samples);
    double all = 0;
    for (const auto mass : counted_) { all += mass; }
    all /= n;
    const auto missed = kMissed * heaviest_ / n;
    if (has_rejected_ || all == 0) { out.given = interval(counted_, std::vector<double>(number_.samples, 1), missed); }
    if (missed > kMostMissed * all) { return std::nullopt; }
    for (const auto& [values, masses] : masses_) { out.of[values] = interval(masses, counted_, missed / all); }
    out.unseen = out.missing.high = std::min(1.0, missed / all);
    return out;
  }

  // A quotient of means: the spread is that of the samples around the line of the quotient.
  [[nodiscard]] EstimatedShare interval(const std::vector<double>& parts, const std::vector<double>& wholes,
                                        double missed) const {
    double part = 0;
    double whole = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      part += parts[i];
      whole += wholes[i];
    }
    const auto share = part / whole;
    double spread = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) { spread += std::pow(parts[i] - share * wholes[i], 2); }
    const auto n = static_cast<double>(parts.size());
    const auto half = number_.student * std::sqrt(spread * n / (n - 1)) / whole;
    // An outcome that no sample shows may be there, and one that each shows may be too heavy by as much: a state that
    // is left out as seldom as others come has the threshold as its mass in all of them. Wholes of a condition
    // likewise.
    const auto off = has_rejected_ ? missed : 0;
    const auto least = (share - missed) / (1 + off);
    const auto most = (share + missed) / (1 - off);
    return {share, std::max(0.0, least - half), std::min(1.0, most + half)};
  }

  const CompiledQueries& asked_;
  const program::Query& query_;
  const program::Settings& settings_;
  const OddsSettings& limits_;
  odds::Interpreter<double> engine_;
  std::uint64_t most_paths_ = 0;
  std::map<Cells, std::vector<double>> masses_;  // by outcome, one a sample
  std::vector<double> counted_;                  // the masses of all outcomes, by sample
  Number number_ = kNumbers[0];
  bool has_rejected_ = false;
  double heaviest_ = 0;
};

}  // namespace

PathSamples sample_paths(const CompiledQueries& asked, const Question& question, const program::Query& query,
                         const program::Settings& settings, std::uint64_t work, double share_of_end) {
  return Sampler(asked, question, query, settings, share_of_end).sample(work);
}

}  // namespace spoils::api
