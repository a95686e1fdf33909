// odds/waiting.cpp
//
// Steps of a chain: single ones over the states that are occupied, and powers of its matrix by repeated squaring,
// for few states and many steps. Both only add: the probability that the label has occurred is a sum of terms, and
// the rest is rescaled to what is left, so that errors do not grow with the number of steps. Bounds of a chain with
// unexplored parts come from the same steps without rescaling: the explored paths with the label are the lower bound,
// those without it are the complement of the upper one. Pinned by tests/odds/chain_test.cpp.
#include "odds/waiting.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "odds/mass.h"
#include "text/plain/figures.h"

namespace spoils::odds {

namespace {

/// Matrices larger than this take longer to square than steps take.
constexpr std::size_t kMostDense = 400;
/// 2^62 steps: more than any number of rolls.
constexpr int kMostPowers = 62;

/// The powers of 2 of a matrix, with what is collected on the way: for each state it begins in, the sum of several
/// rewards over so many steps.
class Powers {
 public:
  Powers(std::size_t states, std::size_t rewards) : states_(states), rewards_(rewards) {
    matrices_.emplace_back(states * states, 0.0);
    sums_.emplace_back(states * rewards, 0.0);
  }

  double& step(std::size_t from, std::size_t to) { return matrices_[0][from * states_ + to]; }
  double& reward(std::size_t from, std::size_t which) { return sums_[0][from * rewards_ + which]; }
  /// Rows of the matrix sum to 1 minus the one reward, or to 1 if there is no such loss.
  void lose_by_reward() { loses_ = true; }
  /// Rows of the matrix may sum to anything up to 1: they are not rescaled.
  void lose_anything() { is_rescaled_ = false; }

  [[nodiscard]] int count() const { return static_cast<int>(matrices_.size()); }

  /// Adds the next power. False: the budget is spent.
  bool square(ChainBudget& budget) {
    const auto n = states_;
    if (count() >= kMostPowers || !budget.take(n * n * (n + rewards_) / 4 + 1)) { return false; }
    const auto& q = matrices_.back();
    const auto& f = sums_.back();
    std::vector<double> next(n * n, 0.0);
    std::vector<double> sums = f;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < n; ++k) {
        const double share = q[i * n + k];
        if (share == 0) { continue; }
        for (std::size_t j = 0; j < n; ++j) { next[i * n + j] += share * q[k * n + j]; }
        for (std::size_t r = 0; r < rewards_; ++r) { sums[i * rewards_ + r] += share * f[k * rewards_ + r]; }
      }
      double all = 0;
      for (std::size_t j = 0; j < n; ++j) { all += next[i * n + j]; }
      const double left = loses_ ? 1 - sums[i * rewards_] : 1;
      // If the rest is small the products are more precise than the difference.
      if (is_rescaled_ && all > 0.25 && left > 0.25) {
        for (std::size_t j = 0; j < n; ++j) { next[i * n + j] *= left / all; }
      }
    }
    matrices_.push_back(std::move(next));
    sums_.push_back(std::move(sums));
    return true;
  }

  /// Returns what a reward sums to over 2^power steps from a distribution.
  [[nodiscard]] double collected(const std::vector<double>& now, int power, std::size_t which) const {
    const auto& f = sums_[static_cast<std::size_t>(power)];
    double out = 0;
    for (std::size_t i = 0; i < states_; ++i) { out += now[i] * f[i * rewards_ + which]; }
    return out;
  }

  /// Returns the distribution 2^power steps later.
  [[nodiscard]] std::vector<double> moved(const std::vector<double>& now, int power) const {
    const auto& q = matrices_[static_cast<std::size_t>(power)];
    std::vector<double> out(states_, 0.0);
    for (std::size_t i = 0; i < states_; ++i) {
      if (now[i] == 0) { continue; }
      for (std::size_t j = 0; j < states_; ++j) { out[j] += now[i] * q[i * states_ + j]; }
    }
    return out;
  }

 private:
  std::size_t states_;
  std::size_t rewards_;
  bool loses_ = false;
  bool is_rescaled_ = true;
  std::vector<std::vector<double>> matrices_;  // by power
  std::vector<std::vector<double>> sums_;
};

/// Waits for one label.
class Waiting {
 public:
  Waiting(const Horizon& horizon, std::int32_t label, const std::vector<std::uint64_t>& steps,
          const Passage<double>& passage, ChainBudget& budget)
      : horizon_(horizon), label_(label), steps_(steps), passage_(passage), budget_(budget) {}

  Waited answer() {
    find_never();
    if (is_slow()) {
      by_powers();
    } else {
      // Half of the budget is left for powers.
      auto stepping = budget_;
      stepping.left /= 2;
      const auto before = stepping.left;
      step_by_step(stepping);
      budget_.left -= before - stepping.left;
      if (!is_done()) { by_powers(); }
    }
    if (!is_within_known()) {
      out_.within.clear();
      return out_;
    }
    // The complement of what is left is 1 if that is small enough, and yet it is possible.
    for (std::size_t i = 0; i < steps_.size() && horizon_.is_whole; ++i) {
      auto& within = out_.within[i];
      if (within.high >= 1) { within.low = within.high = text::below_certainty(1, may_be_left(steps_[i])); }
    }
    return out_;
  }

 private:
  // Whether some path of so many steps has no transition with the label. One longer than there are states has a cycle,
  // and so there are longer ones.
  [[nodiscard]] bool may_be_left(std::uint64_t steps) const {
    const auto& edges = horizon_.chain.edges;
    std::vector<std::uint32_t> now{0};
    for (std::uint64_t step = 0; step < std::min<std::uint64_t>(steps, edges.size() + 1) && !now.empty(); ++step) {
      std::vector<std::uint32_t> next;
      std::vector<bool> is_noted(edges.size(), false);
      for (const auto state : now) {
        if (!horizon_.is_explored[state]) { return true; }
        for (const auto& edge : edges[state]) {
          if (edge.label == label_ || edge.mass <= 0 || is_noted[edge.to]) { continue; }
          is_noted[edge.to] = true;
          next.push_back(edge.to);
        }
      }
      now = std::move(next);
    }
    return !now.empty();
  }

  // Which points are never reached: the probability ends below them, or comes ever closer and gets there in no time.
  void find_never() {
    if (!passage_.is_known || passage_.is_certain) { return; }
    for (std::size_t k = 0; k < kWaitingPoints.size(); ++k) {
      const double end = passage_.ever - kWaitingPoints[k];
      if (end < -kRoundingOfMasses || (end < kRoundingOfMasses && passage_.takes_forever)) {
        out_.points[k].kind = Wait::Kind::Never;
      }
    }
  }

  [[nodiscard]] bool is_within_known() const { return out_.within.size() == steps_.size(); }

  [[nodiscard]] bool is_done() const {
    if (!is_within_known()) { return false; }
    return !horizon_.is_whole || std::none_of(out_.points.begin(), out_.points.end(),
                                              [](const Wait& wait) { return wait.kind == Wait::Kind::Unknown; });
  }

  /// Whether all states that count have edges: the mass that comes to an unexplored one is missing.
  [[nodiscard]] bool has_all_edges() const { return horizon_.is_closed || !horizon_.is_whole; }

  /// Notes the next probability: `came` is the mass of the explored paths with the label, `left` of those without.
  void note_within(double came, double left) {
    if (horizon_.is_whole) {
      const double within = came < 0.5 ? came : 1 - left;
      out_.within.push_back({within, within});
      return;
    }
    const auto& edges = horizon_.chain.edges;
    std::size_t most = edges.size();
    for (const auto& of : edges) { most = std::max(most, of.size()); }
    const double rounding = static_cast<double>(steps_[out_.within.size()]) *
                            (kRoundingOfMasses + kRoundingOfSum * static_cast<double>(most + 2));
    const double least = std::max(0.0, 1 - rounding);
    out_.within.push_back({std::min(1.0, came * least), std::clamp(1 - left * least, 0.0, 1.0)});
  }

  // Whether powers are cheaper than steps.
  [[nodiscard]] bool is_slow() const {
    const auto n = static_cast<double>(horizon_.chain.edges.size());
    if (!has_all_edges() || n > static_cast<double>(kMostDense)) { return false; }
    double edges = 0;
    for (const auto& of : horizon_.chain.edges) { edges += static_cast<double>(of.size()); }
    const double points = passage_.is_known && passage_.is_certain ? 5 * passage_.mean : 0;
    const double rolls = std::max(steps_.empty() ? 0 : static_cast<double>(steps_.back()), points);
    return rolls * edges > 1e5 && rolls * edges > n * n * n / 4 * std::log2(rolls);
  }

  void reachable(double came, double rolls) {
    for (std::size_t k = 0; k < kWaitingPoints.size(); ++k) {
      auto& wait = out_.points[k];
      if (wait.kind == Wait::Kind::Unknown && came >= kWaitingPoints[k] - kRoundingOfMasses) {
        wait = {Wait::Kind::Known, rolls};
      }
    }
  }

  void step_by_step(ChainBudget& budget) {
    const auto& edges = horizon_.chain.edges;
    std::vector<double> now(edges.size(), 0.0);
    std::vector<double> next(edges.size(), 0.0);
    std::vector<std::uint32_t> occupied{0};
    std::vector<std::uint32_t> next_occupied;
    std::vector<bool> is_noted(edges.size(), false);
    now[0] = 1;
    double came = 0;
    for (std::uint64_t step = 1; !is_done(); ++step) {
      std::uint64_t cost = 1;
      for (const auto state : occupied) {
        if (!horizon_.is_explored[state] && horizon_.is_whole) { return; }
        cost += edges[state].size();
      }
      if (!budget.take(cost)) { return; }
      next_occupied.clear();
      for (const auto state : occupied) {
        for (const auto& edge : edges[state]) {
          const double mass = now[state] * edge.mass;
          if (edge.label == label_) {
            came += mass;
            continue;
          }
          if (!is_noted[edge.to]) {
            is_noted[edge.to] = true;
            next_occupied.push_back(edge.to);
          }
          next[edge.to] += mass;
        }
        now[state] = 0;
      }
      double left = 0;
      for (const auto state : next_occupied) {
        is_noted[state] = false;
        left += next[state];
      }
      if (came < 0.5 && left > 0 && horizon_.is_whole) {
        for (const auto state : next_occupied) { next[state] *= (1 - came) / left; }
      }
      std::swap(now, next);
      std::swap(occupied, next_occupied);
      const bool is_over = occupied.empty() || left == 0;
      if (is_over && horizon_.is_whole) { came = 1; }
      if (horizon_.is_whole) { reachable(came, static_cast<double>(step)); }
      while (!is_within_known() && (is_over || steps_[out_.within.size()] == step)) { note_within(came, left); }
    }
  }

  void by_powers() {
    const auto& edges = horizon_.chain.edges;
    if (!has_all_edges() || edges.size() > kMostDense) { return; }
    Powers powers(edges.size(), 1);
    horizon_.is_whole ? powers.lose_by_reward() : powers.lose_anything();
    for (std::size_t from = 0; from < edges.size(); ++from) {
      for (const auto& edge : edges[from]) {
        if (edge.label == label_) {
          powers.reward(from, 0) += edge.mass;
        } else {
          powers.step(from, edge.to) += edge.mass;
        }
      }
    }
    std::vector<double> begin(edges.size(), 0.0);
    begin[0] = 1;
    while (!is_within_known()) {
      const auto steps = steps_[out_.within.size()];
      double came = 0;
      auto now = begin;
      for (int power = 0; power < 64 && (steps >> power) != 0; ++power) {
        if (powers.count() <= power && !powers.square(budget_)) { return; }
        if (((steps >> power) & 1U) == 0) { continue; }
        came += powers.collected(now, power, 0);
        now = powers.moved(now, power);
      }
      double left = 0;
      for (const auto mass : now) { left += mass; }
      note_within(came, left);
    }
    if (!horizon_.is_whole) { return; }
    for (std::size_t k = 0; k < kWaitingPoints.size(); ++k) {
      auto& wait = out_.points[k];
      if (wait.kind != Wait::Kind::Unknown) { continue; }
      const double wanted = kWaitingPoints[k] - kRoundingOfMasses;
      while (powers.collected(begin, powers.count() - 1, 0) < wanted) {
        if (!powers.square(budget_)) { return; }
      }
      // The most steps after which it has not come with that probability.
      double came = 0;
      double rolls = 0;
      auto now = begin;
      for (int power = powers.count() - 1; power >= 0; --power) {
        const double then = came + powers.collected(now, power, 0);
        if (then >= wanted) { continue; }
        came = then;
        rolls += std::ldexp(1.0, power);
        now = powers.moved(now, power);
      }
      wait = {Wait::Kind::Known, rolls + 1};
    }
  }

  const Horizon& horizon_;
  std::int32_t label_;
  const std::vector<std::uint64_t>& steps_;
  const Passage<double>& passage_;
  ChainBudget& budget_;
  Waited out_;
};

std::optional<std::vector<double>> amounts_by_powers(const Horizon& horizon, std::size_t labels, std::uint64_t steps,
                                                     ChainBudget& budget) {
  const auto& edges = horizon.chain.edges;
  Powers powers(edges.size(), labels);
  for (std::size_t from = 0; from < edges.size(); ++from) {
    for (const auto& edge : edges[from]) {
      powers.step(from, edge.to) += edge.mass;
      if (edge.label >= 0) { powers.reward(from, static_cast<std::size_t>(edge.label)) += edge.mass * edge.amount; }
    }
  }
  std::vector<double> now(edges.size(), 0.0);
  now[0] = 1;
  std::vector<double> out(labels, 0.0);
  for (int power = 0; power < 64 && (steps >> power) != 0; ++power) {
    if (powers.count() <= power && !powers.square(budget)) { return std::nullopt; }
    if (((steps >> power) & 1U) == 0) { continue; }
    for (std::size_t label = 0; label < labels; ++label) { out[label] += powers.collected(now, power, label); }
    now = powers.moved(now, power);
  }
  return out;
}

}  // namespace

Waited wait_for(const Horizon& horizon, std::int32_t label, const std::vector<std::uint64_t>& steps,
                const Passage<double>& passage, ChainBudget& budget) {
  return Waiting(horizon, label, steps, passage, budget).answer();
}

std::optional<std::vector<double>> expected_amounts(const Horizon& horizon, std::size_t labels, std::uint64_t steps,
                                                    ChainBudget& budget) {
  const auto& edges = horizon.chain.edges;
  const auto n = static_cast<double>(edges.size());
  double all = 0;
  for (const auto& of : edges) { all += static_cast<double>(of.size()); }
  const auto rolls = static_cast<double>(steps);
  if (horizon.is_closed && edges.size() <= kMostDense && rolls * all > 1e5 &&
      rolls * all > n * n * (n + static_cast<double>(labels)) / 4 * std::log2(rolls)) {
    return amounts_by_powers(horizon, labels, steps, budget);
  }
  std::vector<double> out(labels, 0.0);
  std::vector<double> now(edges.size(), 0.0);
  now[0] = 1;
  for (std::uint64_t step = 0; step < steps; ++step) {
    std::uint64_t cost = edges.size() + 1;
    std::vector<double> next(edges.size(), 0.0);
    for (std::size_t from = 0; from < edges.size(); ++from) {
      if (now[from] <= 0) { continue; }
      cost += edges[from].size();
      for (const auto& edge : edges[from]) {
        const double mass = now[from] * edge.mass;
        next[edge.to] += mass;
        if (edge.label >= 0) { out[static_cast<std::size_t>(edge.label)] += mass * edge.amount; }
      }
    }
    if (!budget.take(cost)) { return std::nullopt; }
    now = std::move(next);
  }
  return out;
}

}  // namespace spoils::odds
