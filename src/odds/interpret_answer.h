// odds/interpret_answer.h
//
// Answers a question: from its settings to its outcomes. Part of odds/interpreter.h.
#pragma once

#include <algorithm>
#include <map>
#include <new>

#include "naming/display.h"
#include "odds/interpreter.h"

namespace spoils::odds {

using namespace program;

/// The share of a question's paths for exploring; the rest is for finishing the states that were reached.
inline constexpr double kShareOfWork = 0.9;

template <class Mass>
void Interpreter<Mass>::follow() {
  follows_ = true;
  paths_.notes = true;
  asked_ = nullptr;
}

template <class Mass>
void Interpreter<Mass>::add_outputs(std::vector<SlotId> slots) {
  extra_outputs_ = std::move(slots);
  asked_ = nullptr;
}

template <class Mass>
void Interpreter<Mass>::ask(const Query& query) {
  // Results for the same question under other settings remain valid.
  if (asked_ == &query) { return; }
  asked_ = &query;
  own_ = query;
  if (query.early) {
    own_.by = query.early->by;
    own_.condition = query.early->condition;
    own_.given = query.early->given;
  }
  if (follows_) {
    own_.accumulators.emplace_back();
    own_.accumulators.back().slot = static_cast<SlotId>(program_.slots.size());
  }
  lay_out(own_.rule, own_);
  find_counted();
  liveness_.want(wanted_, may_count_);
  find_needless();
  summaries_.clear();
  segments_.clear();
  exchanges_.clear();
  asks_held_ = false;
  for (const auto& accumulator : query.accumulators) { asks_held_ = asks_held_ || accumulator.held_only; }
}

// The slots that the question reads when the rule has run.
template <class Mass>
SlotSet Interpreter<Mass>::live_at_end() {
  const auto& query = *query_;
  SlotSet live = liveness_.none();
  for (const auto& accumulator : query.accumulators) { live.insert(accumulator.slot); }
  for (const auto slot : extra_outputs_) {
    for_each_word_of(program_, slot, [&](SlotId word) { live.insert(word); });
  }
  const bool may_count = may_count_[query.rule];
  if (may_count && may_set_field(query.rule)) { live |= wanted_; }
  for (const auto id : query.by) { liveness_.read(live, id); }
  liveness_.read(live, query.condition);
  liveness_.read(live, query.given);
  // Whether a thing counts, and has a name, depends on whether any of its fields is set.
  const bool counts_unset = may_count && !liveness_.effects().surely_sets_field(query.rule);
  if (counts_unset || (query.by_name && !surely_makes_thing(query.rule))) {
    for (const auto slot : program_.rules[query.rule].fields) { live.insert(slot); }
  }
  if (query.by_name) { add_read_by_names(live); }
  return live;
}

// A discarded thing has no field set at the end, whatever the rule sets.
template <class Mass>
bool Interpreter<Mass>::surely_makes_thing(RuleId rule) {
  auto& effects = liveness_.effects();
  return effects.surely_sets_field(rule) && !effects.of_rule(rule).discards;
}

// The fields of the thing and the inputs that its name may read.
template <class Mass>
void Interpreter<Mass>::add_read_by_names(SlotSet& live) {
  const auto names = naming::reads_of_names(program_, templates());
  SlotSet read = liveness_.none();
  for (const auto slot : names.slots) { read.insert(slot); }
  for (const auto id : names.expressions) { liveness_.read(read, id); }
  // A field that is none of the rule's may hold what a dropped thing left there.
  for (const auto* slots : {&program_.rules[query_->rule].fields, &program_.inputs}) {
    for (const auto slot : *slots) {
      if (!read.contains(slot)) { continue; }
      for_each_word_of(program_, slot, [&](SlotId word) { live.insert(word); });
    }
  }
}

// Compiled for the first question that needs them.
template <class Mass>
const naming::Templates& Interpreter<Mass>::templates() {
  if (!templates_) { templates_.emplace(program_); }
  return *templates_;
}

template <class Mass>
std::vector<SlotId> Interpreter<Mass>::reads(const Query& query) {
  if (liveness_.decide({})) { asked_ = nullptr; }
  ask(query);
  auto live = liveness_.before_block(program_.rules[query.rule].body, live_at_end());
  // Backwards through what sets up the roll, each after the other.
  const auto before = [&](SlotId slot, ExpressionId value) {
    for_each_word_of(program_, slot, [&](SlotId word) { live.erase(word); });
    liveness_.read(live, value);
  };
  for (auto i = query.arguments.size(); i-- > 0;) { before(query.arguments[i].first.slot, query.arguments[i].second); }
  for (auto i = query.settings.size(); i-- > 0;) { before(query.settings[i].first, query.settings[i].second); }
  std::vector<SlotId> out;
  for (const auto* slots : {&program_.inputs, &program_.states}) {
    for (const auto slot : *slots) {
      if (live.contains(slot)) { out.push_back(slot); }
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

// All ways to roll the rule, with what the question reads of them.
template <class Mass>
Distribution<Mass> Interpreter<Mass>::rolled(const Settings& settings) {
  const auto& query = *query_;
  const auto live = live_at_end();
  std::fill(slots_.begin(), slots_.end(), kUnset);
  for (const auto& [slot, word] : settings) { slots_[slot] = word; }
  for (const auto& accumulator : query.accumulators) { slots_[accumulator.slot] = accumulator.nothing(); }
  Dist begin(active_.size());
  std::vector<Word> state(active_.size());
  gather(state);
  begin.add(state.data(), Mass(1));
  const bool may_lose = !query.accumulators.empty() && liveness_.may_lose_held(query.rule);
  const auto base = active_.size();
  const auto extra = may_lose ? query.accumulators.size() : 0;
  Dist ready(base + extra);
  branch(
      begin, extra,
      [&] {
        for (const auto& [slot, id] : query.settings) { paths_.store(slot, id); }
        for (const auto& [parameter, id] : query.arguments) { paths_.store(parameter.slot, id); }
      },
      [&](std::vector<Word>& made, const Mass& mass) {
        for (std::size_t k = 0; k < extra; ++k) { made[base + k] = accumulator_of(made, k); }
        ready.add(made.data(), mass);
      });
  bases_.clear();
  first_base_ = 0;
  if (may_lose) { bases_.push_back(base); }
  Ends ends(base + extra);
  auto done = run_rule(query.rule, std::move(ready), ends, live);
  if (!stopped()) { finish_thing(done, query.rule, false); }
  bases_.clear();
  done = popped(done, extra);
  // A thing that is given up has no fields, and holds nothing; the things that it dropped remain beside it.
  for (std::size_t i = 0; i < ends.discard.size(); ++i) {
    state.assign(ends.discard.state(i), ends.discard.state(i) + ends.discard.width());
    for (const auto slot : program_.rules[query.rule].fields) {
      if (place_[slot] >= 0) { state[static_cast<std::size_t>(place_[slot])] = kUnset; }
    }
    for (std::size_t k = 0; k < query.accumulators.size() && may_lose; ++k) {
      accumulator_of(state, k) = state[base + k];
    }
    state.resize(active_.size());
    done.add(state.data(), ends.discard.mass(i));
  }
  return done;
}

// Forgets the work of the answer before.
template <class Mass>
void Interpreter<Mass>::begin_work(std::uint64_t path_count) {
  thing_depth_ = 0;
  rule_depth_ = 0;
  prints_depth_ = 0;
  generator_at_ = -1;
  loop_exchange_ = nullptr;
  exchange_ = nullptr;
  unexplored_ = Mass(0);
  most_states_ = 0;
  widest_slots_.clear();
  widest_at_.reset();
  has_noted_widest_ = false;
  ticks_ = 0;
  ticks_of_abstraction_ = 0;
  ticks_of_products_ = 0;
  gives_up_ = false;
  sorts_out_ = false;
  last_tick_ = path_count;
  end_of_work_ = static_cast<std::uint64_t>(static_cast<double>(path_count) * kShareOfWork);
  last_work_ = end_of_work_;
  next_look_ = 0;
  ticks_between_looks_ = 1;
  last_look_ = Clock::now();
  meter_.begin(path_count, last_look_, divided_until_);
  cancelled_ = false;
  paths_.go_on();
  paths_.clear_fault();
}

template <class Mass>
Answer<Mass> Interpreter<Mass>::answer(const Query& query, const Settings& settings) {
  so_far_.reset();
  if (!is_spent_) {
    program::WorkScope scope(budget_.max_memory, budget_.stop, budget_.context);
    scope_ = &scope;
    most_heap_ = scope.most_of_one();
    limit_ = Limit::None;
    longest_.reset();
    try {
      answered(query, settings);
      if (paths_.has_open_sums()) {
        keep_order_of_sums();
        answered(query, settings);
      }
      scope_ = nullptr;
      is_narrower_ = false;
      return std::move(*so_far_);
    } catch (const std::bad_alloc&) { limit_ = scope.was_ended() ? Limit::Stopped : Limit::Memory; }
    scope_ = nullptr;
    is_narrower_ = false;
    // Memory is freed here, but any cache may be filled by half.
    is_spent_ = true;
    summaries_.clear();
    paths_.forget();
    if (so_far_ && !paths_.has_open_sums()) { return std::move(*so_far_); }
  }
  Answer<Mass> out;
  out.unexplored = Mass(1);
  out.limit = limit_;
  out.is_refused = true;
  out.longest = longest_;
  out.widest_slots = widest_slots_;
  out.widest_at = widest_at_;
  return out;
}

// From now on lists are summed as in a roll, since parts of a sum may leave 64 bits in one order and not in another.
template <class Mass>
void Interpreter<Mass>::keep_order_of_sums() {
  liveness_.keep_order_of_sums();
  paths_.keeps_order_of_sums = true;
  paths_.forget();
  asked_ = nullptr;
  so_far_.reset();
  limit_ = Limit::None;
  longest_.reset();
}

// Finds what is dead under some settings. Other settings than those before may need other statements.
template <class Mass>
void Interpreter<Mass>::decide(const Query& query, const Settings& settings) {
  auto words = settings;
  for (const auto& [slot, id] : query.settings) {
    const auto& e = program_.expressions[id];
    std::erase_if(words, [set = slot](const auto& setting) { return setting.first == set; });
    if (e.op == Op::Constant) { words.emplace_back(slot, e.value); }
  }
  if (liveness_.decide(words)) { asked_ = nullptr; }
}

// Frees all texts and lists with all that refers to them.
template <class Mass>
void Interpreter<Mass>::forget_words() {
  asked_ = nullptr;
  summaries_.clear();
  exchanges_.clear();
  paths_.forget();
  heap_.clear();
  lists_.clear();
  texts_.clear();
  for (std::size_t i = 0; i < program_.texts.size(); ++i) { texts_.emplace(program_.texts[i], static_cast<Word>(i)); }
}

// Explores the rule with so many states at once and so many paths in all.
template <class Mass>
Answer<Mass> Interpreter<Mass>::one_pass(const Query& query, const Settings& settings, std::size_t states,
                                         std::uint64_t path_count) {
  max_states_ = states;
  ++pass_;
  ask(query);
  begin_work(path_count);
  auto done = rolled(settings);
  if (assigned_placeholder_ && uses_placeholders_) {
    uses_placeholders_ = false;
    ++counters_.repeated_answers;
    summaries_.clear();
    begin_work(path_count);
    done = rolled(settings);
  }
  const bool is_whole = !is_over();
  const bool is_by_time = meter_.is_short_of_time(ticks_);
  const bool is_followed = meter_.has_time();  // by a pass that takes over what is whole
  meter_.forget_time();
  end_of_work_ = path_count;
  last_work_ = path_count;
  gives_up_ = false;
  sorts_out_ = true;
  [[maybe_unused]] double left_out = 0;
  [[maybe_unused]] bool is_shortened = false;
  Answer<Mass> out;
  bool has_too_many = false;
  if constexpr (kIsSeries<Mass>) {
    is_shortened = ShortTails::is_active();
    for (std::size_t i = 0; i < done.size() && is_shortened; ++i) { left_out += done.mass(i).left_out(); }
    const auto totals = with_totals(done);
    has_too_many = counts_too_many(query, totals);
    sort_out(totals, out);
  } else if constexpr (kCounts<Mass>) {
    Outcome<Mass> all;
    Mass carry(0);
    for (std::size_t i = 0; i < done.size(); ++i) { add_carefully(all.mass, carry, done.mass(i)); }
    all.mass += carry;
    has_too_many = counts_too_many(query, all.mass);
    out.outcomes.push_back(std::move(all));
  } else {
    has_too_many = counts_too_many(query, done);
    sort_out(done, out);
  }
  out.unexplored = unexplored_;
  out.states = most_states_;
  out.widest_slots = widest_slots_;
  out.widest_at = widest_at_;
  out.limit = limit_;
  out.longest = longest_;
  out.fault = paths_.fault();
  if (has_too_many && out.fault.kind == Fault::Kind::None) {
    out.fault = {Fault::Kind::TooManyThings, program_.rules[query.rule].place};
  }
  if (cancelled_) { out.unexplored = Mass(1); }
  if (Mass(0) < out.unexplored && limit_ == Limit::None) { out.limit = is_by_time ? Limit::Stopped : Limit::Paths; }
  if constexpr (!kIsExact<Mass>) {
    const auto rounding = kRoundingOfSum * static_cast<double>(ticks_);
    // Narrower passes could not do better. What is left out may be less than the rounding of the sums that show it.
    if (is_shortened && !cancelled_) {
      out.unexplored += Mass(left_out + std::max(rounding, kRoundingOfMasses));
    } else if (Mass(0) < out.unexplored && !cancelled_ && rounding > kRoundingOfMasses) {
      out.unexplored += Mass(rounding);
    }
    if (Mass(1) < out.unexplored) { out.unexplored = Mass(1); }
  }
  // Half a result is not used for the next answer.
  if (stopped() || (!is_followed && (!is_whole || Mass(0) < unexplored_))) { asked_ = nullptr; }
  return out;
}

// Whether some roll has more things of those that the question counts than a roll may make, so that it fails. Things
// that it does not count are not followed, but for the first one, which is always there.
template <class Mass>
bool Interpreter<Mass>::counts_too_many(const Query& query, const Dist& done) const {
  const auto most = static_cast<Word>(may_count_[query.rule] ? kMaxThings : kMaxThings - 1);
  for (const auto& accumulator : query.accumulators) {
    const auto place = place_[accumulator.slot];
    if (accumulator.kind != FoldKind::Count || place < 0) { continue; }
    for (std::size_t i = 0; i < done.size(); ++i) {
      if (done.state(i)[place] > most) { return true; }
    }
  }
  return false;
}

// The same of a mean, which knows only that some roll has at least so many.
template <class Mass>
bool Interpreter<Mass>::counts_too_many(const Query& query, const Mass& mean) const {
  double things = 0;
  if constexpr (std::is_same_v<Mass, ExpectedCounts>) {
    for (const auto& part : mean.parts) { things += part.amount; }
  } else if constexpr (kCounts<Mass> && !kIsSeries<Mass>) {
    const bool is_number = query.accumulators.size() == 1 && query.accumulators.front().kind == FoldKind::Count;
    things = is_number ? likelihood(mean.m) : 0;
  }
  return things > static_cast<double>(kMaxThings);
}

// Gathers the outcomes of the question.
template <class Mass>
void Interpreter<Mass>::sort_out(const Dist& done, Answer<Mass>& out) {
  const auto& query = *query_;
  std::map<std::vector<Word>, std::size_t> known;
  std::vector<Mass> carries;
  const auto add = [&](std::vector<Word> outcome, const Mass& mass) {
    const auto [found, is_new] = known.try_emplace(std::move(outcome), out.outcomes.size());
    if (is_new) {
      out.outcomes.push_back({found->first, Mass(0)});
      carries.push_back(Mass(0));
    }
    add_carefully(out.outcomes[found->second].mass, carries[found->second], mass);
  };
  std::vector<Word> words;
  bool counts = true;
  std::optional<naming::Namer> namer;
  if (query.by_name) { namer.emplace(program_, slots_.data(), heap_, &templates()); }
  const bool is_thing = query.by_name && surely_makes_thing(query.rule);
  branch(
      done, 0,
      [&] {
        words.clear();
        counts = query.given == kNone || paths_.flag(query.given);
        if (!counts) { return; }
        if (query.by_name && (is_thing || has_thing(query.rule))) {
          std::string name;
          namer->append_name(name, query.rule);
          words.push_back(canonical({ValueKind::Text, ValueKind::Unknown}, heap_.add_text(name)));
        } else if (query.by_name) {
          words.push_back(kUnset);
        }
        auto asked = query.by;
        if (asked.empty() && query.condition != kNone && !query.by_name) { asked.push_back(query.condition); }
        if (!query.by.empty() && query.condition != kNone && !query.is_mean) { counts = paths_.flag(query.condition); }
        for (const auto id : asked) {
          const auto type = program_.expressions[id].type;
          if (type.kind == ValueKind::Number) {
            const auto value = paths_.number_or_unset(id);
            words.push_back(value.numerator());
            words.push_back(value.denominator());
            continue;
          }
          auto word = paths_.word(id);
          if (lies_in_heap(type.kind)) { word = canonical(type, word); }
          words.push_back(word);
        }
        for (const auto slot : extra_outputs_) {
          words.push_back(slots_[slot]);
          if (program_.slots[slot].type.kind == ValueKind::Number) { words.push_back(slots_[slot + 1]); }
        }
        if (follows_) { words.push_back(slots_[program_.slots.size()]); }
      },
      [&](std::vector<Word>&, const Mass& mass) {
        if (counts) {
          add(words, mass);
        } else {
          out.rejected += mass;
        }
      });
  for (std::size_t i = 0; i < out.outcomes.size(); ++i) { out.outcomes[i].mass += carries[i]; }
}

}  // namespace spoils::odds
