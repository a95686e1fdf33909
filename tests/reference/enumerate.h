// tests/reference/enumerate.h
//
// Brute force over every draw: a run is an ordinary evaluation that calls Draws for each choice, and it is repeated
// with the next combination of choices until there is none left. The probability of the paths that a retry without a
// limit rejects is shared among those that it accepts, in proportion. There is no merging, no forgetting and no
// shortcut.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "reference/value.h"

namespace spoils::reference {

using Fraction = boost::multiprecision::cpp_rational;

/// Some path of the rule fails.
struct Faulty {
  std::string why;
};
/// The enumeration exceeds the limit of runs or steps of the test.
struct TooLong {};

class Draws {
 public:
  /// Returns one of the choices; requires weights of at least 0. Errors: Faulty if all are 0.
  std::size_t choose(const std::vector<Rational>& weights);
  std::int64_t below(std::int64_t count);
  bool chance(const Rational& probability);

  /// An unlimited retry begins; returns its number.
  std::size_t begin_retry();
  /// The current run is rejected by that retry.
  [[noreturn]] void reject(std::size_t retry);

  /// Calls `run(*this)`, which returns the outcome of the run, once for each combination of choices. Returns all
  /// results with their probabilities. Errors: as above.
  template <class Outcome, class Run>
  std::map<Outcome, Fraction> all(Run&& run, int most_runs);

 private:
  struct Rejected {
    std::size_t retry;
  };
  struct Step {
    std::vector<Rational> shares;  // of the total
    std::size_t taken;
    Fraction before;  // probability on the way to here
  };
  struct Retry {
    std::size_t steps;    // choices before it began
    std::size_t results;  // results before it began
    Fraction probability;
  };
  template <class Outcome>
  struct Result {
    Outcome outcome;
    Fraction probability;
    std::size_t rejected_by;  // kNowhere: it is not
  };
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  [[nodiscard]] Fraction reached() const;
  template <class Outcome>
  void close(std::vector<Result<Outcome>>& results, std::size_t steps);

  std::vector<Step> steps_;
  std::size_t at_ = 0;  // the next choice of this run
  std::vector<Retry> retries_;
  std::size_t retry_ = 0;  // the next retry of this run
  std::size_t results_ = 0;
};

template <class Outcome>
void Draws::close(std::vector<Result<Outcome>>& results, std::size_t steps) {
  while (!retries_.empty() && retries_.back().steps > steps) {
    const auto closed = retries_.back();
    const auto number = retries_.size() - 1;
    retries_.pop_back();
    Fraction lost = 0;
    std::vector<Result<Outcome>> kept(results.begin(), results.begin() + static_cast<std::ptrdiff_t>(closed.results));
    for (auto i = closed.results; i < results.size(); ++i) {
      if (results[i].rejected_by == number) {
        lost += results[i].probability;
      } else {
        kept.push_back(results[i]);
      }
    }
    if (lost == 0) { continue; }
    if (lost == closed.probability) { throw Faulty{"a retry never ends"}; }
    const Fraction factor = closed.probability / (closed.probability - lost);
    for (auto i = closed.results; i < kept.size(); ++i) { kept[i].probability *= factor; }
    results = std::move(kept);
  }
  results_ = results.size();
}

template <class Outcome, class Run>
std::map<Outcome, Fraction> Draws::all(Run&& run, int most_runs) {
  std::vector<Result<Outcome>> results;
  for (int runs = 0;; ++runs) {
    if (runs > most_runs) { throw TooLong{}; }
    at_ = 0;
    retry_ = 0;
    results_ = results.size();
    try {
      auto outcome = run(*this);
      results.push_back({std::move(outcome), reached(), kNowhere});
    } catch (const Rejected& rejected) { results.push_back({Outcome{}, reached(), rejected.retry}); }
    while (!steps_.empty()) {
      auto& last = steps_.back();
      do { ++last.taken; } while (last.taken < last.shares.size() && last.shares[last.taken] == 0);
      if (last.taken < last.shares.size()) { break; }
      steps_.pop_back();
    }
    // The last choice that is still there has just been changed: retries that began after it are over.
    if (steps_.empty()) {
      for (auto& retry : retries_) { ++retry.steps; }
      close(results, 0);
      break;
    }
    close(results, steps_.size() - 1);
  }
  std::map<Outcome, Fraction> out;
  for (auto& result : results) { out[std::move(result.outcome)] += result.probability; }
  return out;
}

}  // namespace spoils::reference
