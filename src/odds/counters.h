// odds/counters.h
//
// How often the optimisations of odds took effect, over all answers of one interpreter. The answers are the same
// without them, so tests read these numbers to see whether they are used; tests/odds/counters_test.cpp.
#pragma once

#include <cstdint>

namespace spoils::odds {

/// Counts of an odds::Interpreter. No answer depends on them.
struct Counters {
  std::uint64_t dead_statements = 0;     // that were skipped, since nothing reads their effects
  std::uint64_t uncounted_rules = 0;     // whose things cannot count (odds/interpret_counted.h), once a question
  std::uint64_t joined_states = 0;       // that another state of their class represents (odds/state_abstraction.h)
  std::uint64_t transfer_functions = 0;  // that were computed (odds/statement_summary.h)
  std::uint64_t summarised_states = 0;   // that a transfer function took through a statement
  std::uint64_t segments = 0;            // statements that were run as one (odds/interpret_segments.h), each time
  std::uint64_t exchanged_states = 0;    // and draws, that a permutation of members makes another (odds/exchange.h)
  std::uint64_t spent_states = 0;        // ... that differ in members that can come no more (odds/exchange_spent.cpp)
  std::uint64_t alike_values = 0;        // of slots, that another value represents (odds/value_classes.h)
  std::uint64_t alike_constants = 0;     // states whose constants show in a loop as those of others do
  std::uint64_t repeated_answers = 0;    // given again with other placeholders: see kPassThrough
  std::uint64_t series_answers = 0;      // with generating functions as masses (odds/series.h)
  std::uint64_t shortened_series = 0;    // questions whose unlikely totals were left out (ShortTails)
  std::uint64_t divided_passes = 0;      // that divided their time (odds/work_meter.h)
  std::uint64_t narrower_passes = 0;     // after one that was abandoned: Bounds::Tight
};

/// Counts of odds::Paths.
struct PathCounters {
  std::uint64_t prepared_tables = 0;  // and filters whose weights were computed
  std::uint64_t reused_tables = 0;    // whose weights were known from before
  std::uint64_t merged_rows = 0;      // for which another row of a choice is drawn (odds/exchange.h)
};

}  // namespace spoils::odds
