// odds/interpret_statements.h
//
// The driver of statements over distributions: skips dead ones, joins states that a statement cannot distinguish,
// uses a statement summary or runs the statement on each state; and assignments and `if`. Part of
// odds/interpreter.h.
#pragma once

#include "odds/interpreter.h"

namespace spoils::odds {

using namespace program;

/// States that a statement may make of those before it, before they are taken in parts; and the least of one.
inline constexpr std::size_t kMostAtOnce = 250'000;
inline constexpr std::size_t kLeastOfPart = 16;

template <class Mass>
typename Interpreter<Mass>::Ends Interpreter<Mass>::run_block(BlockId block, Dist in, const SlotSet& after) {
  Ends ends(in.width());
  run_from(block, 0, false, std::move(in), ends, after);
  return ends;
}

// Returns how many ways one statement may go at least, as far as that shows at a glance.
template <class Mass>
std::size_t Interpreter<Mass>::paths_of(std::uint32_t number) const {
  const auto& s = program_.statements[number];
  if (s.kind == Statement::Kind::If) {
    std::size_t most = 1;
    for_each_block(s, [&](BlockId block) {
      for (const auto inner : statements_of(program_, block)) { most = std::max(most, paths_of(inner)); }
    });
    return most;
  }
  if (s.kind != Statement::Kind::Assign) { return 1; }
  const auto& e = program_.expressions[s.b];
  if (e.op == Op::PickWhere) { return program_.tables[program_.choices[e.a].table].rows.size(); }
  return e.op == Op::PickTable ? program_.tables[e.a].rows.size() : 1;
}

template <class Mass>
void Interpreter<Mass>::run_from(BlockId block, std::uint32_t first, bool is_part, Dist in, Ends& ends,
                                 const SlotSet& after) {
  const auto statements = statements_of(program_, block);
  const auto& live = liveness_.through(block, after);
  Dist now = std::move(in);
  for (std::uint32_t i = first; i < statements.size() && !now.empty() && !stopped(); ++i) {
    if (const auto count = is_over() ? 0 : run_segment(statements, i, live, now, ends); count > 0) {
      now_at_ = statements[i];
      limit(now);
      i += static_cast<std::uint32_t>(count) - 1;
      continue;
    }
    const auto path_count = paths_of(statements[i]);
    if (!(is_part && i == first) && i + 1 < statements.size() && now.size() > kLeastOfPart &&
        now.size() * path_count > kMostAtOnce && path_count > 1) {
      // All of these states would be in memory at once: the rest of the block is run for one part after the other.
      in_parts(std::move(now), std::max(kLeastOfPart, kMostAtOnce / path_count),
               [&](Dist part) { run_from(block, i, true, std::move(part), ends, after); });
      return;
    }
    if (is_over()) {
      give_up(now);
      break;
    }
    now_at_ = statements[i];
    run_statement(statements[i], now, ends, live[i + 1]);
    now_at_ = statements[i];
    limit(now);
  }
  ends.next.add_all(std::move(now));
}

template <class Mass>
void Interpreter<Mass>::run_statement(std::uint32_t number, Dist& now, Ends& ends, const SlotSet& after) {
  if (liveness_.is_dead(number, after)) {
    ++counters_.dead_statements;
    now = kept(std::move(now), after);
    return;
  }
  join_alike({&number, 1}, now, after);
  if (!run_by_summary(number, now, ends, after)) { run_on_states(number, now, ends, after); }
}

template <class Mass>
void Interpreter<Mass>::run_on_states(std::uint32_t number, Dist& now, Ends& ends, const SlotSet& after) {
  const auto& s = program_.statements[number];
  using Kind = Statement::Kind;
  switch (s.kind) {
    case Kind::Assign: now = assign(s, now, after); return;
    case Kind::If: now = choose(s, now, ends, after); return;
    case Kind::Repeat: now = repeat(number, now, ends, after); return;
    case Kind::ForEach:
    case Kind::ForRange: now = for_each(number, now, ends, after); return;
    case Kind::Retry: now = retry(number, now, ends, after); return;
    case Kind::Try: now = attempt(s, now, ends, after); return;
    case Kind::Suppose: now = suppose(s, now, after); return;
    case Kind::World: now = settle(s, now, ends, after); return;
    case Kind::Run: {
      auto in = bound(s, now);
      now = run_rule(s.a, std::move(in), ends, after);
      return;
    }
    case Kind::RunNamed: now = run_named(s, now, ends, after); return;
    case Kind::Drop:
    case Kind::Hold: now = make_thing(s, now, after); return;
    case Kind::WithInput: now = with_input(s, now, ends, after); return;
    case Kind::WithStream: now = with_stream(s, now, ends, after); return;
    case Kind::Stop:
      ends.stop.add_all(now);
      now = Dist(now.width());
      return;
    case Kind::Discard:
      ends.discard.add_all(now);
      now = Dist(now.width());
      return;
  }
}

template <class Mass>
Distribution<Mass> Interpreter<Mass>::assign(const Statement& s, const Dist& in, const SlotSet& after) {
  const auto& slot = program_.slots[s.a];
  const bool checked = slot.kind == Slot::Kind::State && slot.is_limited();
  Dist out(in.width());
  const auto by_member = asked_by_member_.find(s.a);
  const typename Paths<Probability>::DrawByClass by_class(
      paths_, s.b, by_member == asked_by_member_.end() ? nullptr : &by_member->second);
  const auto drawn = exchanged_draw(static_cast<std::uint32_t>(&s - program_.statements.data()));
  const bool is_member = drawn && exchange_->uses().draws[*drawn].choice == kNone;
  if (drawn && !is_member) {
    const auto number = *drawn;
    paths_.row_merge.place = s.b;
    paths_.row_merge.rows = [this, number](Exchange::Of of) { return &exchanged_rows(number, of); };
  }
  branch(
      in, 0,
      [&] {
        paths_.store(s.a, s.b);
        if (slots_[s.a] == kPassThrough) { assigned_placeholder_ = true; }
        if (checked && !slot.holds(slots_[s.a])) { paths_.fail_state(s.a, program_.places[s.b]); }
      },
      [&](std::vector<Word>& state, const Mass& mass) {
        if (is_member) { exchange_drawn(*drawn, state); }
        clear_dead(state, after);
        out.add(state.data(), mass);
        limit_while_growing(out);
      });
  paths_.row_merge = {};
  return out;
}

template <class Mass>
Distribution<Mass> Interpreter<Mass>::choose(const Statement& s, const Dist& in, Ends& ends, const SlotSet& after) {
  bool test = false;
  Dist yes(in.width());
  Dist no(in.width());
  const auto then_live = liveness_.before_block(s.b, after);
  const auto else_live = s.c == kNone ? after : liveness_.before_block(s.c, after);
  branch(
      in, 0, [&] { test = paths_.flag(s.a); },
      [&](std::vector<Word>& state, const Mass& mass) {
        clear_dead(state, test ? then_live : else_live);
        (test ? yes : no).add(state.data(), mass);
      });
  Dist out(in.width());
  const auto take = [&](BlockId block, Dist dist) {
    auto made = run_block(block, std::move(dist), after);
    out.add_all(kept(std::move(made.next), after));
    ends.stop.add_all(std::move(made.stop));
    ends.discard.add_all(std::move(made.discard));
  };
  if (!yes.empty()) { take(s.b, std::move(yes)); }
  if (s.c != kNone && !no.empty()) {
    take(s.c, std::move(no));
  } else {
    out.add_all(kept(std::move(no), after));
  }
  return out;
}

}  // namespace spoils::odds
