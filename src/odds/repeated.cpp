// odds/repeated.cpp
//
// Explores the states of the world from roll to roll, breadth first, and solves the Markov chain of them. States
// beyond the number of rolls are explored for the waiting times alone: if there are too many, waiting times are
// unknown, and all else is known. If the caller wants bounds, states that cannot be explored and what is unexplored of
// a roll are left out of the chain: each figure then has a lower and an upper bound. tests/api/repeated_test.cpp pins
// it.
#include "odds/repeated.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <type_traits>

#include "odds/carried_state.h"
#include "odds/open_inputs.h"
#include "program/walk.h"
#include "text/plain/figures.h"

namespace spoils::odds {

using namespace program;

namespace {

/// The most that solving may cost, in elementary operations: about two seconds, half of it for each of steps and
/// elimination.
constexpr std::uint64_t kMaxMoves = 800'000'000;
/// The same of fractions, which grow while they are added.
constexpr std::uint64_t kMaxExactMoves = 300'000;
constexpr std::size_t kMaxWorlds = 20'000;
/// The same as kMaxMoves after the time of the call is over: some 50 ms.
constexpr std::uint64_t kMovesAtEnd = 20'000'000;
/// From here on a sum of doubles may be of what is certain.
constexpr double kNearlyCertain = 1 - 1e-9;
/// Lower bounds allow for the rounding of the masses of one roll.
constexpr double kBelowRounding = 1 - kRoundingOfMasses;

template <class Mass>
class Explorer {
 public:
  using Answer = RepeatedAnswer<Mass>;
  using End = typename Answer::End;

  Explorer(Interpreter<Mass>& interpreter, const Program& program, const Query& query, Settings settings,
           const ManyRolls& asked, const Budget& budget)
      : query_(query),
        settings_(std::move(settings)),
        counts_(asked.counts),
        wants_waits_(asked.wants_waits),
        budget_(budget),
        interpreter_(interpreter) {
    carry(program);
    std::vector<Word> begin;
    for (const auto slot : words_) { begin.push_back(setting(slot)); }
    number_of(std::move(begin));
  }

  Answer answer(const std::vector<std::uint64_t>& rolls) {
    if (!explore(rolls)) { return ended(); }
    out_.worlds = chain_.edges.size();
    out_.are_all = is_closed_;
    // What is not explored may leave another state of the world, unless none is carried at all.
    out_.is_independent = is_closed_ && out_.worlds == 1 && (out_.is_whole || words_.empty());
    for (auto& row : out_.rows) { row.first = Mass(0); }
    for (const auto& edge : chain_.edges[0]) {
      if (edge.label >= 0) { out_.rows[static_cast<std::size_t>(edge.label)].first += edge.mass; }
    }
    for (std::size_t label = 0; label < out_.rows.size(); ++label) {
      out_.rows[label].first = settled(out_.rows[label].first, always_has(0, static_cast<std::int32_t>(label)));
    }
    if (rolls.empty() && !solve_long_run()) { return ended(); }
    // Rolls that share nothing have closed forms: crawl has 50,000 names, and each would go through all of them.
    if (is_closed_ && out_.is_whole && !out_.is_independent) { solve_passages(); }
    if (out_.is_independent) {
      independent(rolls);
    } else if (!solve_steps(rolls)) {
      return ended();
    }
    settle_within(rolls);
    return std::move(out_);
  }

 private:
  // Sums of doubles may round what is certain to less than 1, and what is not to 1 or more: the transitions tell.
  [[nodiscard]] Mass settled(Mass probability, bool is_certain) const {
    if constexpr (std::is_same_v<Mass, double>) {
      return is_certain ? 1 : text::below_certainty(probability, true);
    } else {
      return probability;
    }
  }

  // Whether all transitions from a state of the world have a label. Those that are not explored may have none.
  [[nodiscard]] bool always_has(std::size_t world, std::int32_t label) const {
    const auto& edges = chain_.edges[world];
    return out_.is_whole && std::all_of(edges.begin(), edges.end(), [&](const auto& e) { return e.label == label; });
  }

  // Products of doubles lose what is next to impossible, and below 1e-300 they lose its digits. All of that becomes
  // the least number above 0: only what cannot happen has a probability of 0.
  void raise_lost_to_least(const std::vector<std::uint64_t>& rolls) {
    constexpr double kLeast = std::numeric_limits<double>::denorm_min();
    const auto is_small = [](const auto& row) {
      return std::any_of(row.within.begin(), row.within.end(), [](const auto& one) { return is_lost(one.low); });
    };
    if (!out_.is_whole || std::none_of(out_.rows.begin(), out_.rows.end(), is_small)) { return; }
    const auto first = fewest_to_labels(chain_, out_.rows.size());
    for (std::size_t label = 0; label < out_.rows.size(); ++label) {
      auto& row = out_.rows[label];
      for (std::size_t i = 0; i < row.within.size(); ++i) {
        if (rolls[i] >= first[label] && is_lost(row.within[i].low)) { row.within[i] = {kLeast, kLeast}; }
      }
      if (rolls.back() >= first[label] && is_lost(row.expected)) { row.expected = kLeast; }
    }
  }

  void settle_within(const std::vector<std::uint64_t>& rolls) {
    if (!rolls.empty()) { raise_lost_to_least(rolls); }
    for (std::size_t label = 0; label < out_.rows.size(); ++label) {
      auto& within = out_.rows[label].within;
      if (within.empty() || within.back().high < kNearlyCertain) { continue; }
      const auto longest = out_.is_whole ? longest_without(chain_, static_cast<std::int32_t>(label)) : std::nullopt;
      for (std::size_t i = 0; i < within.size(); ++i) {
        if (longest && *longest < rolls[i]) {
          within[i] = {1, 1};
        } else {
          within[i].low = text::below_certainty(within[i].low, true);
          // The unexplored part may make it certain.
          within[i].high = std::min(1.0, text::below_certainty(within[i].high, out_.is_whole));
        }
      }
    }
  }

  void carry(const Program& program) {
    for (const auto slot : carry_state(interpreter_, program, query_)) {
      for_each_word_of(program, slot, [&](SlotId word) { words_.push_back(word); });
    }
  }

  Word setting(SlotId slot) const {
    for (const auto& [known, word] : settings_) {
      if (known == slot) { return word; }
    }
    return kUnset;
  }

  Answer ended() {
    Answer out;
    out.end = end_;
    out.fault = out_.fault;
    return out;
  }

  std::uint32_t number_of(std::vector<Word> key) {
    const auto [found, is_new] = numbers_.emplace(std::move(key), static_cast<std::uint32_t>(chain_.edges.size()));
    if (is_new) {
      keys_.push_back(&found->first);
      chain_.edges.emplace_back();
      is_explored_.push_back(false);
    }
    return found->second;
  }

  std::int32_t row_of(const std::vector<Word>& words) {
    const auto [found, is_new] = rows_.emplace(words, static_cast<std::int32_t>(rows_.size()));
    if (is_new) {
      out_.rows.emplace_back();
      out_.rows.back().words = words;
    }
    return found->second;
  }

  // State by state in the order in which they are met. First what is reached within the rolls, which must succeed; then
  // what is left, for the waits and the long run.
  bool explore(const std::vector<std::uint64_t>& rolls) {
    std::size_t level_end = 1;  // states met within so many rolls
    std::uint64_t level = 0;
    const auto is_needed = [&] { return rolls.empty() || level < rolls.back(); };
    const bool has_bounds = budget_.bounds != Bounds::None && !rolls.empty();
    for (std::uint32_t next = 0; next < chain_.edges.size(); ++next) {
      if (next == level_end) {
        level_end = chain_.edges.size();
        ++level;
      }
      if (!is_needed() && (!wants_waits_ || chain_.edges.size() > kMaxWorlds)) { return true; }
      if (!expand(next, has_bounds && is_needed())) {
        if (is_needed()) { return false; }
        // States after the last roll remain unknown.
        out_.later_fault = std::exchange(out_.fault, {});
        end_ = End::Whole;
        return true;
      }
      const bool is_too_many = is_needed() && chain_.edges.size() > kMaxWorlds;
      if (has_bounds && (is_over_ || is_too_many)) {
        give_up(is_over_ ? out_.limit : Limit::States);
        return true;
      }
      if (is_too_many) {
        end_ = End::TooMany;
        return false;
      }
    }
    is_closed_ = true;
    return true;
  }

  // From now on figures are bounds.
  void give_up(Limit why) {
    if (out_.limit == Limit::None) { out_.limit = why; }
    out_.is_whole = false;
  }

  // Computes what a roll does in one state of the world. With bounds an unexplored part is left out, unless it is all.
  bool expand(std::uint32_t number, bool has_bounds) {
    auto settings = settings_;
    for (std::size_t k = 0; k < words_.size(); ++k) { set_word(settings, words_[k], (*keys_[number])[k]); }
    const auto answer = interpreter_.answer(query_, settings);
    out_.fault = answer.fault;
    if (answer.fault.kind != Fault::Kind::None) { return false; }
    if (std::any_of(answer.outcomes.begin(), answer.outcomes.end(),
                    [](const auto& outcome) { return is_lost(outcome.mass); })) {
      end_ = End::TooSmall;
      return false;
    }
    const bool has_dropped = answer.limit == Limit::States || answer.limit == Limit::Memory;
    const bool is_unexplored = Mass(0) < answer.unexplored || has_dropped;
    if (is_unexplored && has_bounds && (number > 0 || !answer.outcomes.empty())) {
      give_up(answer.limit);
      is_over_ = answer.limit == Limit::Memory || answer.limit == Limit::Stopped;
    } else if (is_unexplored) {
      end_ = answer.limit == Limit::Memory    ? End::Memory
             : answer.limit == Limit::Stopped ? End::Stopped
                                              : End::Unexplored;
      return false;
    }
    if (budget_.go_on != nullptr && !budget_.go_on(budget_.context, chain_.edges.size())) {
      if (!has_bounds) {
        end_ = End::Stopped;
        return false;
      }
      give_up(Limit::Stopped);
      is_over_ = true;
    }
    std::vector<typename Chain<Mass>::Edge> edges;
    for (const auto& outcome : answer.outcomes) {
      const auto split = outcome.words.end() - static_cast<std::ptrdiff_t>(words_.size());
      const std::vector<Word> told(outcome.words.begin(), split);
      typename Chain<Mass>::Edge edge;
      edge.to = number_of({split, outcome.words.end()});
      edge.mass = outcome.mass;
      if (!counts_) {
        edge.label = row_of(told);
      } else if (told[0] > 0) {
        edge.label = row_of({});
        edge.amount = Mass(told[0]);
      }
      edges.push_back(std::move(edge));
    }
    chain_.edges[number] = std::move(edges);
    is_explored_[number] = true;
    return true;
  }

  // More paths than usual let the chain take as much more.
  [[nodiscard]] std::uint64_t with_paths(std::uint64_t moves) const {
    constexpr std::uint64_t kMostTimes = 1'000'000'000;
    return moves * std::clamp<std::uint64_t>(budget_.max_paths / Budget{}.max_paths, 1, kMostTimes);
  }

  [[nodiscard]] ChainBudget moves(std::uint64_t most) const {
    ChainBudget out;
    out.left = most;
    out.go_on = budget_.go_on;
    out.context = budget_.context;
    return out;
  }

  [[nodiscard]] ChainBudget allotment(std::uint64_t parts) const {
    const auto all = with_paths(std::is_same_v<Mass, double> ? kMaxMoves : kMaxExactMoves);
    return moves(all / std::max<std::uint64_t>(1, 2 * parts));
  }

  bool ran_out(const ChainBudget& budget) {
    end_ = budget.was_stopped ? End::Stopped : End::TooMuchWork;
    return false;
  }

  bool solve_long_run() {
    auto budget = allotment(1);
    const auto found = long_run(chain_, budget);
    if (!found.is_known) { return ran_out(budget); }
    out_.recurrent = found.recurrent;
    out_.classes = found.classes;
    for (std::size_t world = 0; world < chain_.edges.size(); ++world) {
      for (const auto& edge : chain_.edges[world]) {
        if (edge.label < 0) { continue; }
        auto& row = out_.rows[static_cast<std::size_t>(edge.label)];
        const Mass share = found.share[world] * edge.mass;
        row.rate += share;
        row.amount += Mass(share * edge.amount);
      }
    }
    for (std::size_t label = 0; label < out_.rows.size(); ++label) {
      bool is_certain = true;
      for (std::size_t world = 0; world < chain_.edges.size() && is_certain; ++world) {
        const bool comes_again = Mass(0) < found.share[world];
        is_certain = !comes_again || always_has(world, static_cast<std::int32_t>(label));
      }
      out_.rows[label].rate = settled(out_.rows[label].rate, is_certain);
    }
    return true;
  }

  void solve_passages() {
    for (std::size_t label = 0; label < out_.rows.size(); ++label) {
      auto budget = allotment(out_.rows.size());
      const auto passage = first_passage(chain_, static_cast<std::int32_t>(label), budget);
      if (!passage.is_known) { continue; }
      auto& row = out_.rows[label];
      row.ever = settled(passage.ever, passage.is_certain);
      row.wait = passage.is_certain ? Wait::Kind::Known : Wait::Kind::Never;
      row.mean_wait = passage.mean;
      if (std::is_same_v<Mass, double> && !std::isfinite(likelihood(passage.mean))) { row.wait = Wait::Kind::Unknown; }
      passages_.resize(out_.rows.size());
      passages_[label] = {true, passage.is_certain, passage.takes_forever, likelihood(passage.ever),
                          likelihood(passage.mean)};
    }
  }

  // Waits in steps, which are integers: doubles do.
  bool solve_steps(const std::vector<std::uint64_t>& rolls) {
    if (is_over_ && is_short_of_time()) {
      bounds_of_first_roll(rolls);
      return true;
    }
    const auto& chain = as_doubles();
    const Horizon horizon{chain, is_explored_, is_closed_, out_.is_whole};
    passages_.resize(out_.rows.size());
    for (std::size_t label = 0; label < out_.rows.size(); ++label) {
      auto budget = steps_allotment();
      const auto waited = wait_for(horizon, static_cast<std::int32_t>(label), rolls, passages_[label], budget);
      out_.rows[label].wait_points = waited.points;
      if (rolls.empty()) { continue; }
      if (waited.within.empty() && budget_.bounds == Bounds::None) { return ran_out(budget); }
      out_.rows[label].within = waited.within;
      if (waited.within.empty()) {
        give_up(Limit::Paths);
        // An outcome that is likely in the first roll is as likely in more.
        out_.rows[label].within.assign(rolls.size(), {likelihood(out_.rows[label].first) * kBelowRounding, 1});
      }
    }
    if (rolls.empty()) { return true; }
    auto budget = steps_allotment();
    if (!out_.is_whole) {
      out_.others = wait_for({chain, is_explored_, is_closed_, false}, kNoLabel, rolls, {}, budget).within;
      if (out_.others.empty()) { out_.others.resize(rolls.size()); }
    }
    if (budget_.bounds != Bounds::None) { return true; }
    const auto amounts = expected_amounts(horizon, out_.rows.size(), rolls.back(), budget);
    if (!amounts) { return ran_out(budget); }
    for (std::size_t label = 0; label < out_.rows.size(); ++label) { out_.rows[label].expected = (*amounts)[label]; }
    return true;
  }

  [[nodiscard]] ChainBudget steps_allotment() const {
    const auto all = is_over_ ? kMovesAtEnd : with_paths(kMaxMoves);
    return moves(all / (2 * (out_.rows.size() + 1)));
  }

  const Chain<double>& as_doubles() {
    if constexpr (std::is_same_v<Mass, double>) {
      return chain_;
    } else {
      for (const auto& edges : chain_.edges) {
        auto& made = doubles_.edges.emplace_back();
        for (const auto& e : edges) { made.push_back({e.to, e.label, likelihood(e.mass), likelihood(e.amount)}); }
      }
      return doubles_;
    }
  }

  void independent(const std::vector<std::uint64_t>& rolls) {
    std::vector<double> means(out_.rows.size(), 0.0);
    for (const auto& edge : chain_.edges[0]) {
      if (edge.label < 0) { continue; }
      means[static_cast<std::size_t>(edge.label)] += likelihood(edge.mass) * likelihood(edge.amount);
    }
    if (!out_.is_whole) {
      bounds_of_independent(rolls);
      return;
    }
    for (std::size_t label = 0; label < out_.rows.size(); ++label) {
      auto& out = out_.rows[label];
      const auto p = std::min(1.0, likelihood(out.first));
      for (const auto count : rolls) {
        const auto n = static_cast<double>(count);
        const double once = -std::expm1(n * std::log1p(-p));
        out.within.push_back({once, once});
        out.expected = n * means[label];
      }
      out.ever = Mass(1);
      out.wait = Wait::Kind::Known;
      out.mean_wait = Mass(1) / out.first;
      for (std::size_t k = 0; k < kWaitingPoints.size(); ++k) {
        out.wait_points[k].kind = Wait::Kind::Known;
        out.wait_points[k].rolls = rolls_until(p, kWaitingPoints[k]);
      }
    }
  }

  // Returns the number of rolls after which what comes with probability `p` in each has come with probability `point`,
  // which it may reach exactly.
  static double rolls_until(double p, double point) {
    if (p >= 1) { return 1; }
    const double rolls = std::log1p(-point) / std::log1p(-p);
    const double near = std::max(1.0, std::round(rolls));
    return -std::expm1(near * std::log1p(-p)) >= point - kRoundingOfMasses ? near : std::ceil(rolls);
  }

  // The part of the first roll that is not explored.
  double lost_at_first() const {
    double explored = 0;
    for (const auto& edge : chain_.edges[0]) { explored += likelihood(edge.mass); }
    return std::max(0.0, 1 - explored * kBelowRounding);
  }

  // Whether the chain says next to nothing, or a step for each row takes longer than what is left.
  bool is_short_of_time() const {
    const auto explored = std::count(is_explored_.begin(), is_explored_.end(), true);
    return explored <= 1 || out_.rows.size() * chain_.edges.size() > kMovesAtEnd;
  }

  // Further rolls may or may not have an outcome, which is at least as likely in all as in the first.
  void bounds_of_first_roll(const std::vector<std::uint64_t>& rolls) {
    const double lost = lost_at_first();
    for (auto& row : out_.rows) {
      const double low = likelihood(row.first) * kBelowRounding;
      for (const auto count : rolls) {
        row.within.push_back({low, count == 1 ? std::min(1.0, likelihood(row.first) + lost) : 1.0});
      }
    }
    for (const auto count : rolls) { out_.others.push_back({0, count == 1 ? std::min(1.0, lost) : 1.0}); }
  }

  // Rolls that share nothing, of each of which a part is unexplored.
  void bounds_of_independent(const std::vector<std::uint64_t>& rolls) {
    const double lost = lost_at_first();
    const auto once = [](double p, std::uint64_t count) {
      return p >= 1 ? 1 : -std::expm1(static_cast<double>(count) * std::log1p(-p));
    };
    for (auto& row : out_.rows) {
      const double low = likelihood(row.first) * kBelowRounding;
      const double high = std::min(1.0, likelihood(row.first) + lost);
      for (const auto count : rolls) { row.within.push_back({once(low, count), once(high, count)}); }
    }
    for (const auto count : rolls) { out_.others.push_back({0, once(std::min(1.0, lost), count)}); }
  }

  const Query& query_;
  Settings settings_;
  bool counts_;
  bool wants_waits_;
  const Budget& budget_;
  Interpreter<Mass>& interpreter_;
  std::vector<SlotId> words_;  // the slots whose words make a state of the world
  Chain<Mass> chain_;
  Chain<double> doubles_;
  std::vector<bool> is_explored_;
  bool is_closed_ = false;
  bool is_over_ = false;  // nothing more can be explored
  End end_ = End::Whole;
  std::map<std::vector<Word>, std::uint32_t> numbers_;
  std::vector<const std::vector<Word>*> keys_;  // into numbers_
  std::map<std::vector<Word>, std::int32_t> rows_;
  std::vector<Passage<double>> passages_;
  RepeatedAnswer<Mass> out_;
};

}  // namespace

template <class Mass>
RepeatedAnswer<Mass> repeat_rolls(Interpreter<Mass>& interpreter, const Program& program, const Query& query,
                                  const Settings& settings, const ManyRolls& rolls, const Budget& budget) {
  return Explorer<Mass>(interpreter, program, query, settings, rolls, budget).answer(rolls.numbers);
}

template RepeatedAnswer<double> repeat_rolls(Interpreter<double>&, const Program&, const Query&, const Settings&,
                                             const ManyRolls&, const Budget&);
template RepeatedAnswer<Exact> repeat_rolls(Interpreter<Exact>&, const Program&, const Query&, const Settings&,
                                            const ManyRolls&, const Budget&);

}  // namespace spoils::odds
