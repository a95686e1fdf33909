// odds/statement_summary.h
//
// Statement summaries (memoised transfer functions; cf. Sharir and Pnueli, 1981): what one statement, or several that
// follow each other (odds/interpret_segments.h), read and change of a state, and their transitions. A statement does
// the same to all states that agree in what it reads, so it is run once for each such part of a state, and the rest of
// the state is carried over. That makes independent repeats cheap: they do not read what they have counted so far. A
// slot that the statement may set but never reads is not part of the key either: a placeholder is in it meanwhile, and
// each transition either replaces it or passes the slot through.
#pragma once

#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "odds/distribution.h"
#include "odds/exchange.h"
#include "odds/liveness.h"
#include "odds/state_abstraction.h"

namespace spoils::odds {

/// The word of a pass-through slot, which a statement may set and never reads. Nothing but an assignment gives such a
/// slot another word, and the interpreter watches assignments: if one ever stores this very number, the answer is
/// computed again without placeholders. So a slot that holds it afterwards was passed over, whatever packs compute.
inline constexpr program::Word kPassThrough = -0x5b1d'93a7'e06c'42f9;

/// How a statement can end.
enum class End : std::uint8_t { Next, Stop, Discard };

/// All that a statement does to the states of one footprint.
template <class Mass>
struct TransferFunction {
  struct Transition {
    End end = End::Next;
    Mass mass{0};
    bool keeps_passed_through = false;  // leaves an unseen slot as it was
  };
  std::vector<Transition> transitions;
  std::vector<program::Word>
      words;               // of each way: what the changed slots hold, then what the accumulators have grown by
  Mass lost{0};            // given up for want of budget
  std::uint64_t pass = 0;  // that made it: a later one has more to give to what was given up
  /// Some of it was left to chance (odds/thinning.h): it is made anew each time, since a product of two uses would not
  /// be right on average.
  bool is_thinned = false;
};

/// Statements that follow each other in a block: mostly one.
using Statements = std::span<const std::uint32_t>;

/// Statements under one demand of what comes after them.
template <class Mass>
struct StatementSummary {
  SlotSet after;                            // the slots live after the last
  std::vector<SlotSet> live;                // after each, of those that matter to `changes`
  int thing_depth = 0;                      // things around the one under construction
  int rule_depth = 0;                       // rules entered on it
  const Exchange* exchange = nullptr;       // of the draws that it makes, which replaces their outcomes
  std::vector<std::uint32_t> reads;         // where in a state
  std::vector<std::uint32_t> changes;       // those that are live afterwards
  std::vector<std::uint32_t> dead;          // those that are not
  std::vector<std::uint32_t> forgotten;     // those of the reads that are dead afterwards
  std::vector<std::uint32_t> pass_through;  // those of `changes` that are kPassThrough while it is run
  std::vector<bool> is_passed_through;      // by number in `changes`
  SlotSet changed_and_live;
  std::unique_ptr<StateAbstraction> abstraction;  // null: each footprint differs from each other
  int in_use = 0;                                 // so often: it must stay
  std::size_t most_transitions = 0;               // of one of the effects
  StateIndex known;
  std::deque<TransferFunction<Mass>> effects;  // by number in `known`; references stay good while more are found
  StateIndex passed_by;                        // footprints that too few states shared
  std::size_t came_again = 0;                  // so often in a row most of those that came were among them
};

/// Keeps a footprint from being freed.
class InUse {
 public:
  explicit InUse(int& count) : count_(count) { ++count_; }
  InUse(const InUse&) = delete;
  InUse& operator=(const InUse&) = delete;
  ~InUse() { --count_; }

 private:
  int& count_;
};

/// The footprints of one question.
template <class Mass>
class StatementSummaries {
 public:
  void clear() {
    by_statement_.clear();
    words_ = 0;
  }
  /// Frees the memory, but for footprints that are in use, if there is too much.
  void trim() {
    if (words_ > kMaxWords) { clear_unused(); }
  }
  /// Frees the memory, but for footprints that are in use.
  void clear_unused() {
    for (auto& [statement, prints] : by_statement_) {
      prints.remove_if([](const auto& print) { return print.in_use == 0; });
    }
    words_ = 0;
  }
  void count(std::size_t words) { words_ += words; }

  StatementSummary<Mass>* find(Statements of, const SlotSet& after, int thing_depth, int rule_depth,
                               const Exchange* exchange) {
    for (auto& print : by_statement_[{of.front(), of.size()}]) {
      if (print.exchange != exchange || print.thing_depth != thing_depth) { continue; }
      if (print.rule_depth == rule_depth && print.after == after) { return &print; }
    }
    return nullptr;
  }
  StatementSummary<Mass>& add(Statements of) {
    auto& prints = by_statement_[{of.front(), of.size()}];
    prints.emplace_back();
    return prints.back();
  }

 private:
  static constexpr std::size_t kMaxWords = 12'000'000;  // 100 MB
  // By the first statement and their number.
  std::map<std::pair<std::uint32_t, std::size_t>, std::list<StatementSummary<Mass>>> by_statement_;
  std::size_t words_ = 0;
};

}  // namespace spoils::odds
