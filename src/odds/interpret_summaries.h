// odds/interpret_summaries.h
//
// Runs statements by their summary (odds/statement_summary.h), once for all states that agree in what they read, and
// joins states that they cannot distinguish (odds/state_abstraction.h). Part of odds/interpreter.h. Tests:
// tests/odds/optimisations_test.cpp, tests/mutants/statement_summaries.toml.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>

#include "odds/interpreter.h"

namespace spoils::odds {

using namespace program;

/// So few states are always taken by footprint: their number saves nothing, but each may come again.
inline constexpr std::size_t kFewStates = 8;

/// So many states must share a footprint, on average, for it to pay; more where the ways that keep what was unseen and
/// those that replace it are gone through one after the other.
inline constexpr std::size_t kLeastSharing = 2;
inline constexpr std::size_t kLeastSharingUnseen = 8;

/// So many footprints are remembered although too few states share them: in a loop the same may come in each turn. One
/// by one they may take as much more work than together as there are of them, if their ways meet at once; so they are
/// taken when they have come again so often in a row for each so many of them, and then it is about as much as before.
inline constexpr std::size_t kMostPassedBy = 256;
inline constexpr std::size_t kPassedByForATurn = 4;
inline constexpr std::size_t kLeastTurns = 2;

/// So many states are worth looking at for whether some are alike.
inline constexpr std::size_t kManyAlike = 2;

/// The part of the work that is left which may be spent on joining states at once; from so many states on, of which so
/// many show what each takes.
inline constexpr double kShareOfJoining = 0.25;
inline constexpr std::size_t kManyToJoin = 256;
inline constexpr std::size_t kJoinedOnTrial = 32;

/// The part of all work beyond a share that may go into carrying states through what the share has found.
inline constexpr std::uint64_t kPartForCarrying = 16;

/// Questions that take as long as a way does.
inline constexpr std::uint64_t kQuestionsOfWay = 16;

inline constexpr std::size_t kWordsOfFunction = 20;  // that it takes itself, and what is remembered to find it

template <class Mass>
StatementSummary<Mass>& Interpreter<Mass>::summary(Statements of, const SlotSet& after, const Exchange* exchange) {
  const int things = asks_held_ ? std::min(thing_depth_, 2) : 0;
  const int rules = after.contains(program_.shown) ? rule_depth_ : 0;
  if (auto* known = summaries_.find(of, after, things, rules, exchange)) { return *known; }
  auto& print = summaries_.add(of);
  print.after = after;
  print.thing_depth = things;
  print.rule_depth = rules;
  print.exchange = exchange;
  find_summary(of, print, exchange);
  return print;
}

// Finds what statements read and change.
template <class Mass>
void Interpreter<Mass>::find_summary(Statements of, StatementSummary<Mass>& print, const Exchange* exchange) {
  const auto& after = print.after;
  auto looked_at = liveness_.none();
  print.changed_and_live = liveness_.none();
  for (const auto number : of) {
    print.changed_and_live |= liveness_.changes(number);
    looked_at |= liveness_.looks_at(number);
  }
  print.changed_and_live &= after;
  // Tallies grow by what happens, whatever they are: they are neither read nor set.
  for (const auto& accumulator : query_->accumulators) { print.changed_and_live.erase(accumulator.slot); }
  if (program_.settles) { print.changed_and_live.insert(program_.world_memo); }
  auto reads = print.changed_and_live;
  for (auto i = of.size(); i-- > 0;) {
    print.live.push_back(reads);
    reads = liveness_.before(of[i], reads);
  }
  std::reverse(print.live.begin(), print.live.end());
  for (const auto& accumulator : query_->accumulators) {
    reads.erase(accumulator.slot);
    print.changed_and_live.insert(accumulator.slot);
    for (auto& live : print.live) { live.insert(accumulator.slot); }
  }
  if (exchange != nullptr) {
    // The outcome that represents another one depends on all that holds members. What the statements do not read is
    // there all the same when the draw comes, if something reads it later.
    const auto hold = [&](SlotId slot) {
      reads.insert(slot);
      if (!after.contains(slot)) { return; }
      for (auto& live : print.live) { after.contains_by_word(slot) ? live.insert(slot) : live.insert_closed(slot); }
    };
    for (const auto slot : exchange->uses().lists) { hold(slot); }
    for (const auto* slots : {&exchange->uses().drawn, &exchange->uses().derived}) {
      for (const auto slot : *slots) { hold(slot); }
    }
  }
  const auto is_passed_through = [&](SlotId slot) {
    if (!uses_placeholders_ || slot >= program_.slots.size() || slot == program_.shown || slot == program_.world_memo ||
        !liveness_.is_only_assigned(slot)) {
      return false;
    }
    const auto kind = program_.slots[slot].type.kind;
    return (kind == ValueKind::Int || kind == ValueKind::Symbol || kind == ValueKind::Flag) &&
           print.changed_and_live.contains(slot) && !looked_at.contains(slot) && !liveness_.wanted().contains(slot);
  };
  for (std::uint32_t i = 0; i < active_.size(); ++i) {
    const auto slot = active_[i];
    if (reads.contains(slot)) {
      (!is_accumulator_[i] && is_passed_through(slot) ? print.pass_through : print.reads).push_back(i);
    }
    if (is_accumulator_[i]) { continue; }
    if (print.changed_and_live.contains(slot)) {
      print.changes.push_back(i);
      print.is_passed_through.push_back(!print.pass_through.empty() && print.pass_through.back() == i);
    } else if (!after.contains(slot) && slot != program_.world_memo) {
      print.dead.push_back(i);
    }
  }
  print.known = StateIndex(print.reads.size());
  print.passed_by = StateIndex(print.reads.size());
  for (std::uint32_t k = 0; k < print.reads.size(); ++k) {
    const auto slot = active_[print.reads[k]];
    const bool is_asked = is_list(slot) ? after.contains_by_word(slot) : after.contains(slot);
    if (!is_asked && slot != program_.world_memo) { print.forgotten.push_back(k); }
  }
  if (!follows_ && !program_.settles && exchange == nullptr) {
    std::vector<SlotId> slots;
    for (const auto place : print.reads) { slots.push_back(active_[place]); }
    auto abstraction = std::make_unique<StateAbstraction>(program_, heap_, paths_.planned_rows(), liveness_, of,
                                                          print.live, std::move(slots), closed_);
    if (abstraction->is_useful()) { print.abstraction = std::move(abstraction); }
  }
}

template <class Mass>
TransferFunction<Mass> Interpreter<Mass>::transfer_function(Statements of, StatementSummary<Mass>& print,
                                                            const Word* reads, double mass) {
  const auto thinned_before = thinning_ == nullptr ? 0 : thinning_->count();
  const auto scale = thinning_ == nullptr ? 1.0 : thinning_->enter(mass);
  std::vector<Word> state(active_.size(), kUnset);
  for (std::size_t k = 0; k < print.reads.size(); ++k) { state[print.reads[k]] = reads[k]; }
  for (const auto place : print.pass_through) { state[place] = kPassThrough; }
  for (std::size_t k = 0; k < query_->accumulators.size(); ++k) {
    accumulator_of(state, k) = query_->accumulators[k].nothing();
  }
  Dist now(active_.size());
  now.add(state.data(), Mass(1));
  Ends ends(active_.size());
  TransferFunction<Mass> out;
  out.pass = pass_;
  const auto lost = unexplored_;
  unexplored_ = Mass(0);
  if (of.size() == 1) { run_on_states(of.front(), now, ends, print.live.front()); }
  for (std::size_t i = 0; i < of.size() && of.size() > 1 && !now.empty() && !stopped(); ++i) {
    if (is_over()) {
      give_up(now);
      break;
    }
    now_at_ = of[i];
    run_statement(of[i], now, ends, print.live[i]);
    limit(now);
  }
  out.lost = unexplored_;
  unexplored_ = lost;
  if (thinning_ != nullptr) {
    thinning_->leave(scale);
    out.is_thinned = thinning_->count() > thinned_before;
  }
  const auto take = [&](const Dist& dist, End end) {
    for (std::size_t i = 0; i < dist.size(); ++i) {
      const auto keeps = std::any_of(print.pass_through.begin(), print.pass_through.end(),
                                     [&](std::uint32_t place) { return dist.state(i)[place] == kPassThrough; });
      out.transitions.push_back({end, dist.mass(i), keeps});
      if constexpr (kIsSeries<Mass>) { summaries_.count(2 * dist.mass(i).terms().size()); }
      for (const auto place : print.changes) { out.words.push_back(dist.state(i)[place]); }
      for (const auto& accumulator : query_->accumulators) {
        out.words.push_back(dist.state(i)[static_cast<std::size_t>(place_[accumulator.slot])]);
      }
    }
  };
  take(now, End::Next);
  take(ends.stop, End::Stop);
  take(ends.discard, End::Discard);
  summaries_.count(out.words.size() + 2 * out.transitions.size() + 2 * print.reads.size() + kWordsOfFunction);
  return out;
}

// Whether evaluating an expression is cheaper than looking it up.
template <class Mass>
bool Interpreter<Mass>::is_plain(ExpressionId id) const {
  const auto& e = program_.expressions[id];
  const auto is_leaf = [&](ExpressionId of) {
    const auto op = program_.expressions[of].op;
    return op == Op::Slot || op == Op::Constant || op == Op::Fraction;
  };
  const bool is_pair = e.op == Op::Append || e.op == Op::Insert || e.op == Op::Add || e.op == Op::Subtract;
  return is_leaf(id) || (is_pair && is_leaf(e.a) && is_leaf(e.b));
}

// The words that statements read of a state, canonicalised as far as they cannot distinguish them.
template <class Mass>
void Interpreter<Mass>::read_summary(StatementSummary<Mass>& print, const Word* state, std::vector<Word>& key) {
  for (std::size_t k = 0; k < key.size(); ++k) { key[k] = state[print.reads[k]]; }
  if (!print.abstraction || !print.abstraction->is_useful()) { return; }
  const auto work = print.abstraction->work();
  print.abstraction->canonicalise(key.data(),
                                  [this](const std::vector<Word>& members) { return lists_.word_of(members); });
  const auto asked = (print.abstraction->work() - work) / kQuestionsOfWay;
  ticks_ += asked;
  ticks_of_abstraction_ += asked;
}

// Gives up the least likely of the states that are to be joined if to look at all of them would take more than its part
// of the work that is left.
template <class Mass>
void Interpreter<Mass>::keep_joinable(StatementSummary<Mass>& print, Dist& now) {
  if (thinning_ != nullptr || now.size() < kManyToJoin) { return; }
  std::vector<Word> seen(print.reads.size());
  const auto before = ticks_;
  for (std::size_t i = 0; i < kJoinedOnTrial; ++i) {
    read_summary(print, now.state(i * now.size() / kJoinedOnTrial), seen);  // neighbours are mostly alike
  }
  const auto each = static_cast<double>(ticks_ - before) / static_cast<double>(kJoinedOnTrial);
  const auto most = kShareOfJoining * paths_left();
  if (each * static_cast<double>(now.size()) <= most) { return; }
  if (!has_noted_widest_) { note_widest_slots(now); }
  unexplored_ += now.prune(std::max(kJoinedOnTrial, static_cast<std::size_t>(most / each)));
}

// Joins states that statements cannot distinguish, if nothing after them reads the words in which they differ.
template <class Mass>
void Interpreter<Mass>::join_alike(Statements of, Dist& now, const SlotSet& after) {
  if (now.size() < kManyAlike || generator_at_ >= 0) { return; }
  auto& print = summary(of, after);
  if (!print.abstraction || !print.abstraction->is_useful() || print.forgotten.empty()) { return; }
  keep_joinable(print, now);
  const auto width = now.width();
  std::vector<Word> seen(print.reads.size());
  const auto changes = [&](const Word* state) {
    read_summary(print, state, seen);
    return std::any_of(print.forgotten.begin(), print.forgotten.end(),
                       [&](std::uint32_t k) { return seen[k] != state[print.reads[k]]; });
  };
  // Two states become one only if one of them changes, and mostly none does.
  std::size_t unchanged = 0;
  while (unchanged < now.size() && !changes(now.state(unchanged))) { ++unchanged; }
  if (unchanged == now.size()) { return; }
  std::vector<std::uint32_t> others;  // of the reads, whose own words stay
  for (std::uint32_t k = 0; k < seen.size(); ++k) {
    if (!std::binary_search(print.forgotten.begin(), print.forgotten.end(), k)) { others.push_back(k); }
  }
  StateIndex keys(width + others.size());
  Dist out(width);
  std::vector<Word> key(width + others.size());
  std::vector<Word> again(seen.size());
  std::vector<std::uint32_t> firsts;  // by class: its first state
  std::vector<bool> is_in_class;      // whether the key is one of its states, and so the same for all of them
  for (std::size_t i = 0; i < now.size(); ++i) {
    read_summary(print, now.state(i), seen);
    std::copy(now.state(i), now.state(i) + width, key.begin());
    for (const auto k : print.forgotten) { key[print.reads[k]] = seen[k]; }
    for (std::size_t k = 0; k < others.size(); ++k) { key[width + k] = seen[others[k]]; }
    const auto [index, is_new] = keys.number_of(key.data());
    if (is_new) {
      read_summary(print, key.data(), again);
      is_in_class.push_back(again == seen);
      firsts.push_back(static_cast<std::uint32_t>(i));
    }
    out.add(is_in_class[index] ? keys.state(index) : now.state(firsts[index]), now.mass(i));
  }
  counters_.joined_states += now.size() - out.size();
  now = std::move(out);
}

// Computes the summaries that are missing, the likeliest first. Each may take its share of the remaining work, and
// more if others leave some over; the rest is given up.
template <class Mass>
void Interpreter<Mass>::make_transfer_functions(Statements of, StatementSummary<Mass>& print, Groups& groups) {
  const auto& masses = groups.masses;
  groups.effects.assign(groups.found.size(), nullptr);
  std::vector<std::uint32_t> order(groups.found.size());
  std::iota(order.begin(), order.end(), 0u);
  if (order.size() > kFewStates) {
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return masses[b] < masses[a]; });
  }
  double left = 0;
  for (const auto mass : masses) { left += mass; }
  ++prints_depth_;
  ++print.in_use;
  for (const auto g : order) {
    if (stopped()) { break; }
    const auto [index, is_new] = print.known.number_of(groups.found.state(g));
    const auto is_to_repeat = [&](const TransferFunction<Mass>& effect) {
      return effect.is_thinned || (Mass(0) < effect.lost && effect.pass != pass_);
    };
    if (is_new || is_to_repeat(print.effects[index])) {
      ++counters_.transfer_functions;
      const auto end = take_share(masses[g], left);
      TransferFunction<Mass> effect;
      if (is_over()) {
        effect.lost = Mass(1);
        effect.pass = pass_;
      } else {
        effect = transfer_function(of, print, groups.found.state(g), masses[g]);
      }
      print.most_transitions = std::max(print.most_transitions, effect.transitions.size());
      if (is_new) {
        print.effects.push_back(std::move(effect));
      } else {
        print.effects[index] = std::move(effect);
      }
      end_of_work_ = end;
      summaries_.trim();
    }
    left -= masses[g];
    groups.effects[g] = &print.effects[index];
  }
  --print.in_use;
  --prints_depth_;
}

template <class Mass>
typename Interpreter<Mass>::Groups Interpreter<Mass>::grouped(StatementSummary<Mass>& print, const Dist& now) {
  Groups out(print.reads.size());
  std::vector<Word> key(print.reads.size());
  out.found_of.resize(now.size());
  for (std::size_t i = 0; i < now.size(); ++i) {
    read_summary(print, now.state(i), key);
    const auto [index, is_new] = out.found.number_of(key.data());
    if (is_new) { out.masses.push_back(0); }
    out.masses[index] += likelihood(now.mass(i));
    out.found_of[i] = index;
  }
  return out;
}

template <class Mass>
bool Interpreter<Mass>::may_be_summarised(Statements of) {
  // The next number of a declared generator is part of every state.
  if (generator_at_ >= 0) { return false; }
  return std::all_of(of.begin(), of.end(), [&](std::uint32_t number) {
    const auto kind = program_.statements[number].kind;
    if (kind == Statement::Kind::Stop || kind == Statement::Kind::Discard) { return false; }
    // Dropped things reach the accumulators that the things around have put aside.
    return bases_.empty() || !liveness_.effects().of_statement(number).drops;
  });
}

// Whether the footprints have come again often enough. They are remembered for the next time.
template <class Mass>
bool Interpreter<Mass>::come_again(StatementSummary<Mass>& print, const Groups& groups) {
  const auto all = groups.found.size();
  if (all > kMostPassedBy) { return false; }
  if (print.passed_by.size() > 2 * kMostPassedBy) { print.passed_by = StateIndex(print.reads.size()); }
  std::size_t known = 0;
  for (std::size_t g = 0; g < all; ++g) {
    const bool is_new = print.passed_by.number_of(groups.found.state(g)).second;
    known += is_new ? 0 : 1;
    if (is_new) { summaries_.count(print.reads.size()); }
  }
  print.came_again = 2 * known >= all ? print.came_again + 1 : 0;
  return print.came_again >= kLeastTurns && print.came_again * kPassedByForATurn >= all;
}

template <class Mass>
bool Interpreter<Mass>::run_by_summary(std::uint32_t number, Dist& now, Ends& ends, const SlotSet& after) {
  const Statements of(&number, 1);
  if (!may_be_summarised(of)) { return false; }
  const auto& s = program_.statements[number];
  if (s.kind == Statement::Kind::Assign && is_plain(s.b)) { return false; }
  summaries_.trim();
  auto& print = summary(of, after, exchange_of_draws(number));
  const InUse in_use(print.in_use);
  auto groups = grouped(print, now);
  const std::size_t least_sharing = print.pass_through.empty() ? kLeastSharing : kLeastSharingUnseen;
  const bool are_few = now.size() <= kFewStates || groups.found.size() * least_sharing <= now.size();
  if (!are_few && !come_again(print, groups)) { return false; }
  make_transfer_functions(of, print, groups);
  carry(print, groups, now, ends);
  return true;
}

// Takes each state through the transitions of its group.
template <class Mass>
void Interpreter<Mass>::carry(StatementSummary<Mass>& print, Groups& groups, Dist& now, Ends& ends) {
  const auto& effects = groups.effects;
  std::vector<Word> key(print.reads.size());
  counters_.summarised_states += now.size();
  const auto before = std::move(now);
  now = Dist(before.width());
  if (stopped()) { return; }
  // A result that used up its share is used all the same.
  const auto end = end_of_work_ + (last_work_ - std::min(last_work_, end_of_work_)) / kPartForCarrying;
  const auto words_of_way = print.changes.size() + query_->accumulators.size();
  std::vector<Word> state;
  // Carries states through the ways of their effects, either those that keep what an unseen slot held or the others.
  const auto carry_some = [&](const Dist& states, const std::vector<std::size_t>& effect_of, bool keeping) {
    // By effect, for states that are given up: the share of a state that these transitions carry.
    std::vector<std::optional<Mass>> shares;
    const auto share_of = [&](std::size_t of) -> const Mass& {
      shares.resize(effects.size());
      auto& share = shares[of];
      if (!share) {
        share = Mass(0);
        for (const auto& transition : effects[of]->transitions) {
          if (transition.keeps_passed_through == keeping) { *share += without_amount(transition.mass); }
        }
      }
      return *share;
    };
    for (std::size_t i = 0; i < states.size() && !stopped(); ++i) {
      const auto& effect = *effects[effect_of[i]];
      const auto mass = states.mass(i);
      if (gives_up_ || work() >= end) {
        unexplored_ += without_amount(Mass(without_amount(mass) * share_of(effect_of[i])));
        continue;
      }
      const auto* next = effect.words.data();
      for (const auto& transition : effect.transitions) {
        const auto* words = next;
        next += words_of_way;
        if (transition.keeps_passed_through != keeping) { continue; }
        state.assign(states.state(i), states.state(i) + states.width());
        for (std::size_t k = 0; k < print.changes.size(); ++k, ++words) {
          const bool passes_over = print.is_passed_through[k] && *words == kPassThrough;
          if (!passes_over) { state[print.changes[k]] = *words; }
        }
        for (const auto place : print.dead) { state[place] = kUnset; }
        for (std::size_t k = 0; k < query_->accumulators.size(); ++k) {
          grow_accumulator(query_->accumulators[k], accumulator_of(state, k), *words++);
        }
        auto& into = transition.end == End::Next ? now : transition.end == End::Stop ? ends.stop : ends.discard;
        const auto product = Mass(mass * transition.mass);
        into.add(state.data(), product);
        limit_while_growing(into);
        tick(into.size(), product);
      }
    }
  };
  for (std::size_t i = 0; i < before.size(); ++i) {
    const auto& effect = *effects[groups.found_of[i]];
    if (Mass(0) < effect.lost) { unexplored_ += before.mass(i) * effect.lost; }
  }
  if (print.pass_through.empty()) {
    carry_some(before, groups.found_of, false);
    return;
  }
  carry_some(before, groups.found_of, true);
  // States that differ only in what is replaced are one.
  Dist joined(before.width());
  for (std::size_t i = 0; i < before.size(); ++i) {
    state.assign(before.state(i), before.state(i) + before.width());
    for (const auto place : print.pass_through) { state[place] = kUnset; }
    joined.add(state.data(), before.mass(i));
  }
  std::vector<std::size_t> effect_of(joined.size());
  for (std::size_t i = 0; i < joined.size(); ++i) {
    read_summary(print, joined.state(i), key);
    effect_of[i] = groups.found.number_of(key.data()).first;
  }
  carry_some(joined, effect_of, false);
}

}  // namespace spoils::odds
