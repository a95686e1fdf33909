// odds/question.h
//
// A question about a rule and its answer, in the program's own terms: slots and words; and the budget of an answer.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "odds/series.h"
#include "program/fault.h"
#include "program/program.h"
#include "program/work_scope.h"

namespace spoils::odds {

/// The use that is made of an answer that cannot be exact.
enum class Bounds : std::uint8_t {
  None,     // it is of no use: the work ends soon after the first state was dropped
  OnePass,  // the states that were reached are finished, and give the bounds
  Tight     // besides, passes with fewer states follow, with as many more paths as kPartForNarrower says
};

/// How a time is used that is known (program::WorkTime::stops_at), with Bounds::Tight.
enum class TimeUse : std::uint8_t {
  Both,    // first for an answer that is whole, and the rest is divided among the likely parts of the rule
  Whole,   // all for an answer that is whole
  Divided  // all is divided
};

/// How far the work may go.
struct Budget {
  std::size_t max_states = 1'000'000;              // at once, about 300 bytes each
  std::uint64_t max_paths = 500'000'000;           // that draws and statements go in all; some ten million a second
  std::size_t max_memory = program::kUsualMemory;  // bytes, where allocations are counted (spoils/memory.h)
  /// Called now and then with the number of states so far; false ends the work with bounds. Null: never. The answer
  /// depends on it, so it should count work and not time.
  bool (*go_on)(void* context, std::size_t states) = nullptr;
  /// Asked now and then, within long steps, too; true ends the work with bounds, or without an answer if it does not
  /// end soon afterwards. For clocks and interrupts. Null: never.
  bool (*stop)(void* context) = nullptr;
  void* context = nullptr;
  Bounds bounds = Bounds::OnePass;
  /// Paths after which totals of counts and sums are no longer held by states, but by their masses (odds/series.h).
  std::uint64_t paths_with_totals = 1'000'000;
  /// So many states must the first statement of a segment make by itself (odds/interpret_segments.h). Fewer cost less
  /// than the summary of a segment, and their masses are added up in the same order as ever. 0: whatever it costs.
  std::size_t states_of_segment = 10'000;
  /// Whether totals that next to never occur together may be left out, as unexplored, if they are too many.
  bool may_shorten_series = false;
  double share_of_end = 1;  // of the time for the end of stopped work that may be used
  TimeUse time_use = TimeUse::Both;
  /// True once no answer is needed any more: the work ends soon, with or without one. Null: never.
  const std::atomic<bool>* needless = nullptr;
};

/// Why states were given up; the first reason. Draw: a single draw has too many outcomes, whatever the budget.
enum class Limit : std::uint8_t { None, States, Paths, Memory, Stopped, Draw };

/// The most derivations that are distinguished; beyond it the work ends with bounds.
inline constexpr std::size_t kMaxDerivations = 300'000;

/// One outcome with its probability.
template <class Mass>
struct Outcome {
  std::vector<program::Word> words;  // the columns of the question, one or two words each as their types take
  Mass mass{0};
};

template <class Mass>
struct Answer {
  std::vector<Outcome<Mass>> outcomes;  // in the order in which they were first met
  Mass rejected{0};                     // of the ways in which the condition does not hold
  Mass unexplored{0};      // what was given up for want of budget: any outcome may have up to this much more
  std::size_t states = 0;  // most at once
  /// If states were given up: the slots in which they differed most, with the number of their values, greatest first.
  std::vector<std::pair<program::SlotId, std::size_t>> widest_slots;
  std::optional<std::uint32_t> widest_at;  // the statement that made them so many
  Limit limit = Limit::None;
  bool is_refused = false;  // the limit on memory or time ended the work at once: nothing at all was explored
  /// If texts and lists took too much memory: the slot with the longest, and its members or bytes.
  std::optional<std::pair<program::SlotId, std::size_t>> longest;
  program::Fault fault;  // set if some way of rolling goes wrong; then there is no answer
};

/// Returns whether a thing that a rule makes, its own or one below it, may be given up after it was given others to
/// hold: these are taken back, so the totals from before are needed. Things that were dropped remain. Cost: linear in
/// the program.
[[nodiscard]] bool takes_back_held(const program::Program& program, program::RuleId rule);

/// Returns whether the mean of a question is the expectation of one sum over things, and nothing else.
inline bool is_expectation(const program::Program& program, const program::Query& query) {
  if (!query.is_mean || query.given != program::kNone || query.accumulators.size() != 1) { return false; }
  if (takes_back_held(program, query.rule)) { return false; }
  auto id = query.condition;
  while (program.expressions[id].op == program::Op::OrZero) { id = program.expressions[id].a; }
  const auto& asked = program.expressions[id];
  const auto& accumulator = query.accumulators[0];
  return asked.op == program::Op::Slot && asked.a == accumulator.slot &&
         (accumulator.kind == program::FoldKind::Count || accumulator.kind == program::FoldKind::Sum);
}

/// Returns whether the totals of a question can be the exponents of generating functions (odds/series.h).
inline bool can_be_series(const program::Program& program, const program::Query& query) {
  if (query.accumulators.empty() || query.accumulators.size() > kMostAccumulators) { return false; }
  const auto adds_up = [](const program::Accumulator& accumulator) {
    return accumulator.kind != program::FoldKind::Maximum;
  };
  return query.each.empty() && std::all_of(query.accumulators.begin(), query.accumulators.end(), adds_up) &&
         !takes_back_held(program, query.rule);
}

/// How many fields one key can tell apart.
inline constexpr std::size_t kMostEach = 3;

/// Returns one word for the symbols that some slots hold, at most kMostEach of them.
[[nodiscard]] program::Word key_of(const std::vector<program::SlotId>& slots, const program::Word* words);

/// Returns the symbols of a key, one a slot.
[[nodiscard]] std::vector<program::Word> symbols_of(program::Word key, std::size_t slots);

}  // namespace spoils::odds
