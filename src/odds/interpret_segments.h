// odds/interpret_segments.h
//
// Variable elimination along a block (Koller and Friedman, Probabilistic Graphical Models, 2009, chapter 9). The draws
// of a statement are multiplied into all states, although some of what it sets may be read by the next statements
// alone: the name of an artifact, of which nothing remains but its powers. The statements from the one that sets such a
// slot to the one after which it is dead are a segment. If the first one would make very many states, the segment has
// one summary (odds/statement_summary.h): it is run once for all states that agree in what it reads, the slot is summed
// out there, and what remains is multiplied into the states. Part of odds/interpreter.h. Tests:
// tests/odds/segments_test.cpp, tests/mutants/segments.toml.
#pragma once

#include "odds/interpret_summaries.h"
#include "odds/interpreter.h"

namespace spoils::odds {

using namespace program;

/// Into so many states must its first statement turn one, else summing out gains little.
inline constexpr std::size_t kLeastTransitions = 4;

/// If so many states differ in what a segment reads, it is not tried again.
inline constexpr std::size_t kManyGroups = 256;

// Returns how many statements from one on form the shortest segment that begins there; 0: none.
template <class Mass>
std::size_t Interpreter<Mass>::segment_at(Statements block, std::size_t first, const std::vector<SlotSet>& live) {
  const auto [known, is_new] = segments_.try_emplace(&live[first], 0);
  if (!is_new) { return known->second; }
  auto set = liveness_.changes(block[first]);
  set &= live[first + 1];
  // A block that may be left has more live slots at each place than the statements after it read.
  const auto leaves = [&](std::uint32_t number) { return liveness_.effects().of_statement(number).leaves(); };
  if (leaves(block[first])) { return 0; }
  for (auto last = first + 1; last < block.size() && !leaves(block[last]); ++last) {
    if (!set.is_within(live[last + 1])) { return known->second = last + 1 - first; }
  }
  return 0;
}

// Runs a segment by its summary. Returns how many statements that were; 0: there is none, or it does not pay.
template <class Mass>
std::size_t Interpreter<Mass>::run_segment(Statements block, std::size_t first, const std::vector<SlotSet>& live,
                                           Dist& now, Ends& ends) {
  // Exchangeable members and world defs have demands of their own on what is read; derivations name each decision.
  if (exchange_ != nullptr || program_.settles || follows_) { return 0; }
  const bool is_forced = budget_.states_of_segment == 0;
  if (now.size() <= kFewStates && !is_forced) { return 0; }
  const auto count = segment_at(block, first, live);
  const auto of = block.subspan(first, count);
  if (count == 0 || !may_be_summarised(of)) { return 0; }
  summaries_.trim();
  if (!is_forced) {
    const auto one = of.first(1);
    auto& print = summary(one, live[first + 1]);
    const InUse in_use(print.in_use);
    const auto pays = [&] {
      return print.most_transitions >= kLeastTransitions &&
             print.most_transitions * now.size() >= budget_.states_of_segment;
    };
    // Mostly the transitions that are known tell as much.
    if (!print.effects.empty() && !pays()) { return 0; }
    auto groups = grouped(print, now);
    if (groups.found.size() * kLeastSharing > now.size()) { return 0; }
    make_transfer_functions(one, print, groups);
    if (!pays()) { return 0; }
    if (stopped() || is_over()) { return 0; }
    std::size_t made = 0;
    for (const auto group : groups.found_of) { made += groups.effects[group]->transitions.size(); }
    if (made < budget_.states_of_segment) { return 0; }
  }
  join_alike(of, now, live[first + count]);
  auto& print = summary(of, live[first + count]);
  const InUse in_use(print.in_use);
  auto groups = grouped(print, now);
  if (groups.found.size() * kLeastSharing > now.size() && !is_forced) {
    if (groups.found.size() > kManyGroups) { segments_[&live[first]] = 0; }
    return 0;
  }
  ++counters_.segments;
  make_transfer_functions(of, print, groups);
  carry(print, groups, now, ends);
  return count;
}

}  // namespace spoils::odds
