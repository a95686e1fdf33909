// odds/repeated.cpp
//
// Explores the states of the world from roll to roll, breadth first, and solves the Markov chain of them. States
// beyond the number of rolls are explored for the waiting times alone: if there are too many, waiting times are
// unknown, and all else is known.
#include "odds/repeated.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "program/walk.h"

namespace spoils::odds {

using namespace program;

namespace {

using Settings = std::vector<std::pair<SlotId, Word>>;

/// The most that solving may cost, in elementary operations: about two seconds, half of it for each of steps and
/// elimination.
constexpr std::uint64_t kMaxMoves = 800'000'000;
/// The same of fractions, which grow while they are added.
constexpr std::uint64_t kMaxExactMoves = 300'000;
constexpr std::size_t kMaxWorlds = 20'000;

template <class Mass>
class Explorer {
 public:
  using Answer = RepeatedAnswer<Mass>;
  using End = typename Answer::End;

  Explorer(Interpreter<Mass>& interpreter, const Program& program, const Query& query, Settings settings, bool counts,
           const Budget& budget)
      : query_(query), settings_(std::move(settings)), counts_(counts), budget_(budget), interpreter_(interpreter) {
    carry(program);
    std::vector<Word> begin;
    for (const auto slot : words_) { begin.push_back(setting(slot)); }
    number_of(std::move(begin));
  }

  Answer answer(std::uint64_t rolls) {
    if (!explore(rolls)) { return ended(); }
    out_.worlds = chain_.edges.size();
    out_.are_all = is_closed_;
    out_.is_independent = is_closed_ && out_.worlds == 1;
    for (auto& row : out_.rows) { row.first = Mass(0); }
    for (const auto& edge : chain_.edges[0]) {
      if (edge.label >= 0) { out_.rows[static_cast<std::size_t>(edge.label)].first += edge.mass; }
    }
    if (rolls == kForever && !solve_long_run()) { return ended(); }
    if (is_closed_) { solve_passages(); }
    if (out_.is_independent) {
      independent(rolls);
    } else if (!solve_steps(rolls)) {
      return ended();
    }
    return std::move(out_);
  }

 private:
  // The state that the question depends on, in this roll or through what it makes of other state in later ones.
  void carry(const Program& program) {
    std::vector<SlotId> carried;
    if (has_defs_of_world(program)) { carried.push_back(program.world_memo); }
    for (bool grows = true; grows;) {
      interpreter_.add_outputs(carried);
      grows = false;
      for (const auto slot : interpreter_.reads(query_)) {
        const bool is_state = program.slots[slot].kind == Slot::Kind::State;
        if (!is_state || std::find(carried.begin(), carried.end(), slot) != carried.end()) { continue; }
        carried.push_back(slot);
        grows = true;
      }
    }
    for (const auto slot : carried) {
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
  bool explore(std::uint64_t rolls) {
    std::size_t level_end = 1;  // states met within so many rolls
    std::uint64_t level = 0;
    const auto is_needed = [&] { return rolls == kForever || level < rolls; };
    for (std::uint32_t next = 0; next < chain_.edges.size(); ++next) {
      if (next == level_end) {
        level_end = chain_.edges.size();
        ++level;
      }
      if (!is_needed() && chain_.edges.size() > kMaxWorlds) { return true; }
      if (!expand(next)) {
        if (is_needed()) { return false; }
        // States after the last roll remain unknown.
        out_.fault = {};
        end_ = End::Whole;
        return true;
      }
      if (is_needed() && chain_.edges.size() > kMaxWorlds) {
        end_ = End::TooMany;
        return false;
      }
    }
    is_closed_ = true;
    return true;
  }

  // Computes what a roll does in one state of the world.
  bool expand(std::uint32_t number) {
    auto settings = settings_;
    for (std::size_t k = 0; k < words_.size(); ++k) {
      const auto word = (*keys_[number])[k];
      const auto known =
          std::find_if(settings.begin(), settings.end(), [&](const auto& s) { return s.first == words_[k]; });
      if (known == settings.end()) {
        settings.emplace_back(words_[k], word);
      } else {
        known->second = word;
      }
    }
    const auto answer = interpreter_.answer(query_, settings);
    out_.fault = answer.fault;
    if (answer.fault.kind != Fault::Kind::None) { return false; }
    if (Mass(0) < answer.unexplored) {
      end_ = answer.limit == Limit::Memory    ? End::Memory
             : answer.limit == Limit::Stopped ? End::Stopped
                                              : End::Unexplored;
      return false;
    }
    if (budget_.go_on != nullptr && !budget_.go_on(budget_.context, chain_.edges.size())) {
      end_ = End::Stopped;
      return false;
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

  ChainBudget allotment(std::uint64_t parts) const {
    const auto all = std::is_same_v<Mass, double> ? kMaxMoves : kMaxExactMoves;
    ChainBudget out;
    out.left = all / std::max<std::uint64_t>(1, 2 * parts);
    out.go_on = budget_.go_on;
    out.context = budget_.context;
    return out;
  }

  bool solve_long_run() {
    auto budget = allotment(1);
    const auto found = long_run(chain_, budget);
    if (!found.is_known) {
      end_ = End::TooMuchWork;
      return false;
    }
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
    return true;
  }

  void solve_passages() {
    for (std::size_t label = 0; label < out_.rows.size(); ++label) {
      auto budget = allotment(out_.rows.size());
      const auto passage = first_passage(chain_, static_cast<std::int32_t>(label), budget);
      if (!passage.is_known) { continue; }
      auto& row = out_.rows[label];
      row.ever = passage.ever;
      row.wait = passage.is_certain ? Wait::Kind::Known : Wait::Kind::Never;
      row.mean_wait = passage.mean;
      if (std::is_same_v<Mass, double> && !std::isfinite(likelihood(passage.mean))) { row.wait = Wait::Kind::Unknown; }
      passages_.resize(out_.rows.size());
      passages_[label] = {true, passage.is_certain, passage.takes_forever, likelihood(passage.ever),
                          likelihood(passage.mean)};
    }
  }

  // Waits in steps, which are integers: doubles do.
  bool solve_steps(std::uint64_t rolls) {
    const auto& chain = as_doubles();
    const Horizon horizon{chain, is_explored_, is_closed_};
    passages_.resize(out_.rows.size());
    for (std::size_t label = 0; label < out_.rows.size(); ++label) {
      auto budget = steps_allotment();
      const auto waited = wait_for(horizon, static_cast<std::int32_t>(label), rolls, passages_[label], budget);
      out_.rows[label].wait_points = waited.points;
      if (rolls == kForever) { continue; }
      if (!waited.within) {
        end_ = End::TooMuchWork;
        return false;
      }
      out_.rows[label].at_least_once = *waited.within;
    }
    if (rolls == kForever) { return true; }
    auto budget = steps_allotment();
    const auto amounts = expected_amounts(horizon, out_.rows.size(), rolls, budget);
    if (!amounts) {
      end_ = End::TooMuchWork;
      return false;
    }
    for (std::size_t label = 0; label < out_.rows.size(); ++label) { out_.rows[label].expected = (*amounts)[label]; }
    return true;
  }

  ChainBudget steps_allotment() const {
    auto out = allotment(1);
    out.left = kMaxMoves / (2 * (out_.rows.size() + 1));
    return out;
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

  void independent(std::uint64_t rolls) {
    const auto n = static_cast<double>(rolls);
    std::vector<double> means(out_.rows.size(), 0.0);
    for (const auto& edge : chain_.edges[0]) {
      if (edge.label < 0) { continue; }
      means[static_cast<std::size_t>(edge.label)] += likelihood(edge.mass) * likelihood(edge.amount);
    }
    for (std::size_t label = 0; label < out_.rows.size(); ++label) {
      auto& out = out_.rows[label];
      const auto p = std::min(1.0, likelihood(out.first));
      if (rolls != kForever) {
        out.at_least_once = -std::expm1(n * std::log1p(-p));
        out.expected = n * means[label];
      }
      out.ever = Mass(1);
      out.wait = Wait::Kind::Known;
      out.mean_wait = Mass(1) / out.first;
      for (std::size_t k = 0; k < kWaitingPoints.size(); ++k) {
        out.wait_points[k].kind = Wait::Kind::Known;
        out.wait_points[k].rolls =
            p >= 1 ? 1 : std::max(1.0, std::ceil(std::log1p(-kWaitingPoints[k]) / std::log1p(-p) - 1e-9));
      }
    }
  }

  const Query& query_;
  Settings settings_;
  bool counts_;
  const Budget& budget_;
  Interpreter<Mass>& interpreter_;
  std::vector<SlotId> words_;  // the slots whose words make a state of the world
  Chain<Mass> chain_;
  Chain<double> doubles_;
  std::vector<bool> is_explored_;
  bool is_closed_ = false;
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
                                  const Settings& settings, std::uint64_t rolls, bool counts, const Budget& budget) {
  return Explorer<Mass>(interpreter, program, query, settings, counts, budget).answer(rolls);
}

template RepeatedAnswer<double> repeat_rolls(Interpreter<double>&, const Program&, const Query&, const Settings&,
                                             std::uint64_t, bool, const Budget&);
template RepeatedAnswer<Exact> repeat_rolls(Interpreter<Exact>&, const Program&, const Query&, const Settings&,
                                            std::uint64_t, bool, const Budget&);

}  // namespace spoils::odds
