#include "odds/repeated.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "program/walk.h"

namespace spoils::odds {

using namespace program;

namespace {

using Settings = std::vector<std::pair<SlotId, Word>>;

/// Waiting times are followed until it is as good as certain that the outcome has come.
constexpr double kCertain = 1e-13;
/// The odds of still waiting shrink by the same factor in so many rolls: they will go on to.
constexpr int kSteadyRolls = 64;
constexpr double kSteady = 1e-14;
/// What one walk through the worlds may cost, in moves from world to world.
constexpr std::uint64_t kMaxMoves = 400'000'000;
constexpr std::size_t kMaxWorlds = 20'000;

/// Follows the state that rolls hand on.
class Chain {
 public:
  Chain(Interpreter<double>& interpreter, const Program& program, const Query& query, Settings settings, bool counts)
      : query_(query), settings_(std::move(settings)), counts_(counts), interpreter_(interpreter) {
    carry(program);
    std::vector<Word> begin;
    for (const auto slot : words_) { begin.push_back(setting(slot)); }
    worlds_.push_back({});
    numbers_.emplace(begin, 0);
    keys_.push_back(std::move(begin));
  }

  RepeatedAnswer answer(std::uint64_t rolls) {
    if (!expand(0)) { return ended(); }
    out_.is_independent = words_.empty();
    if (out_.is_independent) {
      independent(rolls);
    } else if (!walk(rolls)) {
      return ended();
    }
    out_.worlds = keys_.size();
    out_.is_independent = out_.worlds == 1;
    return std::move(out_);
  }

 private:
  struct Edge {
    std::int32_t row = -1;  // -1: none that is told
    std::uint32_t to = 0;
    double mass = 0;
    double amount = 1;
  };
  struct World {
    bool is_known = false;
    std::vector<Edge> edges;
    std::vector<std::pair<std::uint32_t, double>> moves;  // where it goes, whatever comes
    std::map<std::int32_t, std::vector<Edge>> edges_by_row;
  };

  // The state that the question hangs on, in this roll or through what it makes of other state in later ones.
  void carry(const Program& program) {
    std::vector<SlotId> carried;
    if (has_defs_of_world(program)) { carried.push_back(program.settled); }
    for (bool grows = true; grows;) {
      interpreter_.carry(carried);
      grows = false;
      for (const auto slot : interpreter_.reads(query_)) {
        const bool is_state = program.slots[slot].kind == Slot::Kind::State;
        if (!is_state || std::find(carried.begin(), carried.end(), slot) != carried.end()) { continue; }
        carried.push_back(slot);
        grows = true;
      }
    }
    for (const auto slot : carried) {
      words_.push_back(slot);
      if (program.slots[slot].type.kind == ValueKind::Number) { words_.push_back(slot + 1); }
    }
  }

  Word setting(SlotId slot) const {
    for (const auto& [known, word] : settings_) {
      if (known == slot) { return word; }
    }
    return kUnset;
  }

  RepeatedAnswer ended() {
    RepeatedAnswer out;
    out.is_settled = false;
    out.fault = out_.fault;
    return out;
  }

  std::int32_t row_of(const std::vector<Word>& words) {
    const auto [found, is_new] = rows_.emplace(words, static_cast<std::int32_t>(rows_.size()));
    if (is_new) {
      out_.rows.emplace_back();
      out_.rows.back().words = words;
    }
    return found->second;
  }

  // Works out what a roll does in one state of the world.
  bool expand(std::uint32_t number) {
    if (worlds_[number].is_known) { return true; }
    auto settings = settings_;
    for (std::size_t k = 0; k < words_.size(); ++k) {
      const auto known =
          std::find_if(settings.begin(), settings.end(), [&](const auto& s) { return s.first == words_[k]; });
      if (known == settings.end()) {
        settings.emplace_back(words_[k], keys_[number][k]);
      } else {
        known->second = keys_[number][k];
      }
    }
    const auto answer = interpreter_.answer(query_, settings);
    out_.fault = answer.fault;
    if (answer.fault.kind != Fault::Kind::None || answer.unexplored > 0) { return false; }
    World world;
    world.is_known = true;
    std::map<std::uint32_t, double> moves;
    for (const auto& outcome : answer.outcomes) {
      const auto split = outcome.words.end() - static_cast<std::ptrdiff_t>(words_.size());
      std::vector<Word> told(outcome.words.begin(), split);
      std::vector<Word> key(split, outcome.words.end());
      const auto [found, is_new] = numbers_.emplace(key, static_cast<std::uint32_t>(keys_.size()));
      if (is_new) {
        keys_.push_back(std::move(key));
        worlds_.emplace_back();
      }
      Edge edge;
      edge.to = found->second;
      edge.mass = outcome.mass;
      if (!counts_) {
        edge.row = row_of(told);
      } else if (told[0] > 0) {
        edge.row = row_of({});
        edge.amount = static_cast<double>(told[0]);
      }
      moves[edge.to] += edge.mass;
      if (edge.row >= 0) { world.edges_by_row[edge.row].push_back(edge); }
      if (number == 0 && edge.row >= 0) { out_.rows[static_cast<std::size_t>(edge.row)].first += edge.mass; }
      world.edges.push_back(edge);
    }
    world.moves.assign(moves.begin(), moves.end());
    worlds_[number] = std::move(world);
    return keys_.size() <= kMaxWorlds;
  }

  void independent(std::uint64_t rolls) {
    const auto n = static_cast<double>(rolls);
    for (const auto& [row, edges] : worlds_[0].edges_by_row) {
      auto& out = out_.rows[static_cast<std::size_t>(row)];
      double mean = 0;
      for (const auto& edge : edges) { mean += edge.mass * edge.amount; }
      const auto p = std::min(1.0, out.first);
      out.at_least_once = -std::expm1(n * std::log1p(-p));
      out.expected = n * mean;
      out.mean_wait = 1 / p;
      for (std::size_t k = 0; k < kWaitingPoints.size(); ++k) {
        out.wait_points[k] = p >= 1 ? 1 : std::ceil(std::log1p(-kWaitingPoints[k]) / std::log1p(-p) - 1e-9);
      }
    }
  }

  /// One row on the walk.
  struct Waiting {
    std::vector<double> none;  // by world: it is that one now, and the row has not come yet
    double left = 1;
    double sum = 0;  // of `left` over all rolls so far: the mean wait, when the walk is over
    double factor = 0;
    int steady = 0;
    bool is_over = false;
  };

  // Roll by roll: the odds of all states of the world, and for each row those of still waiting for it.
  bool walk(std::uint64_t rolls) {
    std::vector<double> now{1.0};
    std::vector<Waiting> waiting;
    std::uint64_t moves = 0;
    for (std::uint64_t roll = 1;; ++roll) {
      for (std::uint32_t world = 0; world < now.size(); ++world) {
        if (now[world] > 0 && !expand(world)) { return false; }
      }
      now.resize(keys_.size(), 0);
      while (waiting.size() < out_.rows.size()) {
        waiting.emplace_back();
        waiting.back().none = now;  // so far it could not come
        waiting.back().sum = static_cast<double>(roll - 1);
      }
      bool goes_on = roll < rolls;
      for (std::size_t row = 0; row < waiting.size(); ++row) {
        auto& w = waiting[row];
        if (w.is_over && roll > rolls) { continue; }
        auto& told = out_.rows[row];
        if (roll <= rolls) {
          for (std::uint32_t world = 0; world < now.size(); ++world) {
            if (now[world] <= 0) { continue; }
            const auto edges = worlds_[world].edges_by_row.find(static_cast<std::int32_t>(row));
            if (edges == worlds_[world].edges_by_row.end()) { continue; }
            for (const auto& edge : edges->second) { told.expected += now[world] * edge.mass * edge.amount; }
          }
        }
        moves += step(w, static_cast<std::int32_t>(row));
        if (roll <= rolls) { told.at_least_once = 1 - w.left; }
        note_wait(w, told, roll);
        goes_on = goes_on || !w.is_over;
      }
      std::vector<double> next(now.size(), 0);
      for (std::uint32_t world = 0; world < now.size(); ++world) {
        if (now[world] <= 0) { continue; }
        for (const auto& [to, mass] : worlds_[world].moves) { next[to] += now[world] * mass; }
        moves += worlds_[world].moves.size();
      }
      now = std::move(next);
      if (!goes_on) { return true; }
      if (moves > kMaxMoves) { return roll >= rolls; }
    }
  }

  // One roll, for those who still wait for a row. Returns what it cost.
  std::uint64_t step(Waiting& w, std::int32_t row) {
    std::uint64_t cost = 0;
    w.none.resize(keys_.size(), 0);
    w.sum += w.left;
    std::vector<double> next(w.none.size(), 0);
    for (std::uint32_t world = 0; world < w.none.size(); ++world) {
      if (w.none[world] <= 0) { continue; }
      const auto& known = worlds_[world];
      for (const auto& edge : known.edges) {
        if (edge.row != row) { next[edge.to] += w.none[world] * edge.mass; }
      }
      cost += known.edges.size();
    }
    w.none = std::move(next);
    const auto before = w.left;
    w.left = 0;
    for (const auto part : w.none) { w.left += part; }
    const auto factor = before > 0 ? w.left / before : 0;
    w.steady = std::abs(factor - w.factor) < kSteady ? w.steady + 1 : 0;
    w.factor = factor;
    return cost + 1;
  }

  static void note_wait(Waiting& w, Repeated& told, std::uint64_t roll) {
    if (w.is_over) { return; }
    for (std::size_t k = 0; k < kWaitingPoints.size(); ++k) {
      if (!told.wait_points[k] && w.left <= 1 - kWaitingPoints[k] + 1e-12) {
        told.wait_points[k] = static_cast<double>(roll);
      }
    }
    if (w.left <= kCertain) {
      told.mean_wait = w.sum;
      w.is_over = true;
    } else if (w.steady >= kSteadyRolls) {
      w.is_over = true;
      if (w.factor >= 1 - 1e-12) { return; }  // it may never come
      told.mean_wait = w.sum + w.left / (1 - w.factor);
      for (std::size_t k = 0; k < kWaitingPoints.size(); ++k) {
        if (told.wait_points[k]) { continue; }
        const auto more = std::log((1 - kWaitingPoints[k]) / w.left) / std::log(w.factor);
        told.wait_points[k] = static_cast<double>(roll) + std::ceil(more - 1e-9);
      }
    }
  }

  const Query& query_;
  Settings settings_;
  bool counts_;
  Interpreter<double>& interpreter_;
  std::vector<SlotId> words_;  // the slots whose words make a state of the world
  std::vector<World> worlds_;
  std::vector<std::vector<Word>> keys_;
  std::map<std::vector<Word>, std::uint32_t> numbers_;
  std::map<std::vector<Word>, std::int32_t> rows_;
  RepeatedAnswer out_;
};

}  // namespace

RepeatedAnswer repeat_rolls(Interpreter<double>& interpreter, const Program& program, const Query& query,
                            const Settings& settings, std::uint64_t rolls, bool counts) {
  return Chain(interpreter, program, query, settings, counts).answer(rolls);
}

}  // namespace spoils::odds
