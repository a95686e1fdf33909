#include "odds/interpreter.h"

#include <set>

#include "naming/display.h"
#include "program/walk.h"

namespace spoils::odds {

using namespace program;

template <class Mass>
Interpreter<Mass>::Interpreter(const Program& program, const Budget& budget)
    : program_(program),
      budget_(budget),
      slots_(program.slots.size() + 1, kUnset),
      paths_(program, slots_.data(), heap_),
      liveness_(program) {
  paths_.settled_slot = program.settled;
  for (std::size_t i = 0; i < program.texts.size(); ++i) { texts_.emplace(program.texts[i], static_cast<Word>(i)); }
  for (std::size_t i = 0; i < program.lists.size(); ++i) { lists_.emplace(program.lists[i], static_cast<Word>(i)); }
}

// ---- States -----------------------------------------------------------------

template <class Mass>
void Interpreter<Mass>::lay_out(RuleId root, const Query& query) {
  std::set<SlotId> reached;
  std::set<RuleId> rules;
  std::vector<RuleId> todo{root};
  const auto note = [&](SlotId slot) {
    reached.insert(slot);
    if (program_.slots[slot].type.kind == ValueKind::Number) { reached.insert(slot + 1); }
  };
  const auto read = [&](ExpressionId id) {
    if (id == kNone) { return; }
    for (const auto slot : slots_read(program_, {id})) { note(slot); }
  };
  while (!todo.empty()) {
    const auto rule = todo.back();
    todo.pop_back();
    if (!rules.insert(rule).second) { continue; }
    for (const auto slot : program_.rules[rule].fields) { reached.insert(slot); }
    for (const auto& parameter : program_.rules[rule].parameters) {
      note(parameter.slot);
      read(parameter.initial);
    }
    for_each_statement(program_, program_.rules[rule].body, [&](std::uint32_t number) {
      const auto& s = program_.statements[number];
      using Kind = Statement::Kind;
      if (s.kind == Kind::Assign || s.kind == Kind::ForEach || s.kind == Kind::ForRange || s.kind == Kind::WithInput) {
        note(s.a);
      }
      if (s.kind == Kind::Run || s.kind == Kind::Drop || s.kind == Kind::Hold) { todo.push_back(s.a); }
      if (s.kind == Kind::RunNamed) {
        for (const auto& [symbol, named] : program_.dispatches[s.b].rules) { todo.push_back(named); }
      }
      for_each_expression(program_, s, read);
    });
  }
  for (const auto slot : program_.inputs) { note(slot); }
  for (const auto slot : program_.states) { note(slot); }
  note(program_.settled);
  for (const auto& tally : query.tallies) {
    note(tally.slot);
    read(tally.condition);
    read(tally.value);
  }
  for (const auto id : query.by) { read(id); }
  read(query.condition);
  read(query.given);
  active_.assign(reached.begin(), reached.end());
  place_.assign(slots_.size(), -1);
  heap_slots_.clear();
  for (std::size_t i = 0; i < active_.size(); ++i) {
    place_[active_[i]] = static_cast<std::int32_t>(i);
    const auto kind = program_.slots[active_[i]].type.kind;
    if (kind == ValueKind::Text || kind == ValueKind::List || kind == ValueKind::Set) {
      heap_slots_.push_back(active_[i]);
    }
  }
  wanted_ = liveness_.none();
  for (const auto& tally : query.tallies) {
    wanted_.insert(tally.slot);
    liveness_.read(wanted_, tally.condition);
    liveness_.read(wanted_, tally.value);
  }
}

template <class Mass>
void Interpreter<Mass>::load(const Word* state) {
  for (std::size_t i = 0; i < active_.size(); ++i) { slots_[active_[i]] = state[i]; }
}

template <class Mass>
void Interpreter<Mass>::gather(std::vector<Word>& state) {
  for (std::size_t i = 0; i < active_.size(); ++i) { state[i] = slots_[active_[i]]; }
  for (const auto slot : heap_slots_) {
    auto& word = state[static_cast<std::size_t>(place_[slot])];
    if (word != kUnset && (word & Heap::kMark) != 0) { word = canonical(program_.slots[slot].type, word); }
  }
}

// One word for one text or list, so that equal states are equal words.
template <class Mass>
Word Interpreter<Mass>::canonical(ValueType type, Word word) {
  if (type.kind == ValueKind::Text) {
    const auto [found, is_new] = texts_.emplace(std::string(heap_.text(word)), word);
    made_canonical_ = made_canonical_ || is_new;
    return found->second;
  }
  const auto view = program_.list(word, heap_);
  std::vector<Word> members(view.begin(), view.end());
  if (type.element == ValueKind::Text) {
    for (auto& member : members) {
      if (member != kUnset && (member & Heap::kMark) != 0) { member = canonical({ValueKind::Text, {}}, member); }
    }
  }
  const auto [found, is_new] = lists_.emplace(std::move(members), word);
  made_canonical_ = made_canonical_ || is_new;
  return found->second;
}

template <class Mass>
void Interpreter<Mass>::clear_dead(std::vector<Word>& state, const SlotSet& live) const {
  for (std::size_t i = 0; i < active_.size(); ++i) {
    if (!live.contains(active_[i]) && active_[i] != program_.settled) { state[i] = kUnset; }
  }
}

template <class Mass>
Distribution<Mass> Interpreter<Mass>::kept(const Dist& in, const SlotSet& live) const {
  Dist out(in.width());
  std::vector<Word> state;
  for (std::size_t i = 0; i < in.size(); ++i) {
    state.assign(in.state(i), in.state(i) + in.width());
    clear_dead(state, live);
    out.add(state.data(), in.mass(i));
  }
  return out;
}

template <class Mass>
Distribution<Mass> Interpreter<Mass>::popped(const Dist& in, std::size_t words) {
  Dist out(in.width() - words);
  for (std::size_t i = 0; i < in.size(); ++i) { out.add(in.state(i), in.mass(i)); }
  return out;
}

template <class Mass>
template <class Evaluate, class Into>
void Interpreter<Mass>::branch(const Dist& in, std::size_t extra, Evaluate&& evaluate, Into&& into) {
  std::vector<Word> state;
  typename Paths<Mass>::Generator generator;
  made_canonical_ = true;
  auto mark = heap_.mark();
  for (std::size_t i = 0; i < in.size() && !stopped(); ++i) {
    if (generator_at_ >= 0) { paths_.generator = &generator; }
    const auto* from = in.state(i);
    paths_.for_each(
        [&] {
          // Texts that were made on a path and are no state's are forgotten.
          if (!made_canonical_) { heap_.go_back(mark); }
          mark = heap_.mark();
          made_canonical_ = false;
          load(from);
          if (generator_at_ >= 0) {
            const auto* g = from + generator_at_;
            generator = {static_cast<std::uint64_t>(g[0]), static_cast<std::uint64_t>(g[1]),
                         static_cast<std::uint64_t>(g[2]), static_cast<std::uint64_t>(g[3])};
          }
        },
        evaluate,
        [&](const Mass& share) {
          state.assign(from, from + in.width());
          state.resize(in.width() + extra, 0);
          gather(state);
          if (generator_at_ >= 0) {
            state[static_cast<std::size_t>(generator_at_)] = static_cast<Word>(generator.state);
          }
          into(state, Mass(in.mass(i) * share));
        });
    paths_.generator = nullptr;
    if ((i & 0xFFF) == 0xFFF && budget_.go_on != nullptr && !budget_.go_on(budget_.context, in.size())) {
      cancelled_ = true;
    }
  }
}

template <class Mass>
void Interpreter<Mass>::limit(Dist& dist) {
  most_states_ = std::max(most_states_, dist.size());
  if (dist.size() > budget_.max_states) { unexplored_ += dist.prune(budget_.max_states); }
}

// ---- Statements -------------------------------------------------------------

template <class Mass>
typename Interpreter<Mass>::Ends Interpreter<Mass>::run_block(BlockId block, Dist in, const SlotSet& after) {
  Ends ends(in.width());
  const auto& range = program_.blocks[block];
  // What is live behind each statement, from the last to the first.
  std::vector<SlotSet> live(range.count + 1, after);
  for (std::uint32_t i = range.count; i-- > 0;) {
    live[i] = liveness_.before(program_.block_items[range.first + i], live[i + 1]);
  }
  Dist now = std::move(in);
  for (std::uint32_t i = 0; i < range.count && !now.empty() && !stopped(); ++i) {
    run_statement(program_.block_items[range.first + i], now, ends, live[i + 1]);
    limit(now);
  }
  ends.next = std::move(now);
  return ends;
}

template <class Mass>
void Interpreter<Mass>::run_statement(std::uint32_t number, Dist& now, Ends& ends, const SlotSet& after) {
  const auto& s = program_.statements[number];
  using Kind = Statement::Kind;
  if (liveness_.is_idle(number, after)) {
    now = kept(now, after);
    return;
  }
  switch (s.kind) {
    case Kind::Assign: now = assign(s, now, after); return;
    case Kind::If: now = choose(s, now, ends, after); return;
    case Kind::Repeat: now = repeat(number, now, ends, after); return;
    case Kind::ForEach:
    case Kind::ForRange: now = for_each(number, now, ends, after); return;
    case Kind::Retry: now = retry(number, now, ends, after); return;
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
  const bool checked = slot.kind == Slot::Kind::State && slot.has_bounds;
  Dist out(in.width());
  branch(
      in, 0,
      [&] {
        paths_.store(s.a, s.b);
        if (checked && (slots_[s.a] < slot.first || slots_[s.a] > slot.last)) {
          paths_.fail(Fault::Kind::StateOutOfRange, s.b);
        }
      },
      [&](std::vector<Word>& state, const Mass& mass) {
        clear_dead(state, after);
        out.add(state.data(), mass);
      });
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
    out.add_all(kept(made.next, after));
    ends.stop.add_all(made.stop);
    ends.discard.add_all(made.discard);
  };
  if (!yes.empty()) { take(s.b, std::move(yes)); }
  if (s.c != kNone && !no.empty()) {
    take(s.c, std::move(no));
  } else {
    out.add_all(kept(no, after));
  }
  return out;
}

template <class Mass>
Distribution<Mass> Interpreter<Mass>::repeat(std::uint32_t number, const Dist& in, Ends& ends, const SlotSet& after) {
  const auto& s = program_.statements[number];
  Word turns = 0;
  Dist out(in.width());
  Dist going(in.width() + 1);
  const auto live = liveness_.around_loop(number, after);
  branch(
      in, 1, [&] { turns = std::max<Word>(0, paths_.word(s.a)); },  // unset, the least of all words, is none
      [&](std::vector<Word>& state, const Mass& mass) {
        state.back() = turns;
        clear_dead(state, live);
        going.add(state.data(), mass);
      });
  const auto finish = [&](const Word* state, const Mass& mass) {
    std::vector<Word> done(state, state + in.width());
    clear_dead(done, after);
    out.add(done.data(), mass);
  };
  while (!going.empty() && !stopped()) {
    Dist running(going.width());
    for (std::size_t i = 0; i < going.size(); ++i) {
      if (going.state(i)[going.width() - 1] <= 0) {
        finish(going.state(i), going.mass(i));
      } else {
        running.add(going.state(i), going.mass(i));
      }
    }
    if (s.b != kNone) {
      bool goes_on = false;
      Dist passed(going.width());
      branch(
          running, 0, [&] { goes_on = paths_.flag(s.b); },
          [&](std::vector<Word>& state, const Mass& mass) {
            if (goes_on) {
              passed.add(state.data(), mass);
            } else {
              finish(state.data(), mass);
            }
          });
      running = std::move(passed);
    }
    if (running.empty()) { break; }
    auto made = run_block(s.c, std::move(running), live);
    ends.stop.add_all(popped(made.stop, 1));
    ends.discard.add_all(popped(made.discard, 1));
    Dist next(going.width());
    std::vector<Word> state;
    for (std::size_t i = 0; i < made.next.size(); ++i) {
      state.assign(made.next.state(i), made.next.state(i) + made.next.width());
      --state.back();
      clear_dead(state, live);
      next.add(state.data(), made.next.mass(i));
    }
    going = std::move(next);
    limit(going);
  }
  return out;
}

// The list (or the last integer) and how far it has got lie on the stack.
template <class Mass>
Distribution<Mass> Interpreter<Mass>::for_each(std::uint32_t number, const Dist& in, Ends& ends, const SlotSet& after) {
  const auto& s = program_.statements[number];
  const bool is_range = s.kind == Statement::Kind::ForRange;
  Word source = 0;
  Word at = 0;
  const auto live = liveness_.around_loop(number, after);
  Dist going(in.width() + 2);
  const ValueType list_type = is_range ? ValueType{} : program_.expressions[s.b].type;
  branch(
      in, 2,
      [&] {
        at = 0;
        if (is_range) {
          at = paths_.whole(s.b);
          source = paths_.whole(s.value);
        } else {
          source = paths_.word(s.b);
        }
      },
      [&](std::vector<Word>& state, const Mass& mass) {
        const bool made = !is_range && source != kUnset && (source & Heap::kMark) != 0;
        state[in.width()] = made ? canonical(list_type, source) : source;
        state[in.width() + 1] = at;
        clear_dead(state, live);
        going.add(state.data(), mass);
      });
  Dist out(in.width());
  std::vector<Word> state;
  while (!going.empty() && !stopped()) {
    Dist running(going.width());
    for (std::size_t i = 0; i < going.size(); ++i) {
      state.assign(going.state(i), going.state(i) + going.width());
      const auto end = state[in.width()];
      auto& next = state[in.width() + 1];
      const bool over = is_range ? next > end : static_cast<std::size_t>(next) >= program_.list(end, heap_).count;
      if (over) {
        state.resize(in.width());
        clear_dead(state, after);
        out.add(state.data(), going.mass(i));
        continue;
      }
      state[static_cast<std::size_t>(place_[s.a])] =
          is_range ? next : program_.list(end, heap_).first[static_cast<std::size_t>(next)];
      ++next;
      running.add(state.data(), going.mass(i));
    }
    if (running.empty()) { break; }
    auto made = run_block(s.c, std::move(running), live);
    ends.stop.add_all(popped(made.stop, 2));
    ends.discard.add_all(popped(made.discard, 2));
    going = kept(made.next, live);
    limit(going);
  }
  return out;
}

// Each try begins from the same state, so n tries are one try and a geometric series; without a limit what is left is
// the distribution of a try that is kept.
template <class Mass>
Distribution<Mass> Interpreter<Mass>::retry(std::uint32_t number, const Dist& in, Ends& ends, const SlotSet& after) {
  const auto& s = program_.statements[number];
  Dist out(in.width());
  SlotSet live = after;
  liveness_.read(live, s.b);
  for (std::size_t i = 0; i < in.size() && !stopped(); ++i) {
    Word limit_tries = 0;
    Dist one(in.width());
    one.add(in.state(i), Mass(1));
    if (s.a != kNone) {
      load(in.state(i));
      limit_tries = std::max<Word>(1, paths_.word(s.a));
    }
    auto made = run_block(s.c, std::move(one), live);
    bool again = false;
    Dist accepted(in.width());
    Dist rejected(in.width());
    branch(
        made.next, 0, [&] { again = paths_.flag(s.b); },
        [&](std::vector<Word>& state, const Mass& mass) {
          clear_dead(state, after);
          (again ? rejected : accepted).add(state.data(), mass);
        });
    Mass refused(0);
    for (std::size_t k = 0; k < rejected.size(); ++k) { refused += rejected.mass(k); }
    // `stop` and `discard` inside leave the loop, as what is accepted does.
    Mass series(1);
    Mass last(0);
    if (limit_tries > 0) {
      series = Mass(0);
      Mass factor(1);
      for (Word t = 0; t < limit_tries && factor > Mass(0); ++t) {
        series += factor;
        if (t + 1 == limit_tries) { last = factor; }
        factor *= refused;
      }
    } else if (refused < Mass(1)) {
      series = Mass(1) / (Mass(1) - refused);
    } else {
      paths_.fail(Fault::Kind::TooManySteps, s.b);
      break;
    }
    const Mass scale = in.mass(i);
    for (std::size_t k = 0; k < accepted.size(); ++k) {
      out.add(accepted.state(k), Mass(accepted.mass(k) * series * scale));
    }
    for (std::size_t k = 0; k < rejected.size() && last > Mass(0); ++k) {
      out.add(rejected.state(k), Mass(rejected.mass(k) * last * scale));
    }
    for (std::size_t k = 0; k < made.stop.size(); ++k) {
      ends.stop.add(made.stop.state(k), Mass(made.stop.mass(k) * series * scale));
    }
    for (std::size_t k = 0; k < made.discard.size(); ++k) {
      ends.discard.add(made.discard.state(k), Mass(made.discard.mass(k) * series * scale));
    }
  }
  return out;
}

// Evaluates the arguments of a call, all before the first is put into its parameter; `between` runs in between.
template <class Mass>
template <class Between>
void Interpreter<Mass>::bind(const Statement& s, Between&& between) {
  const auto& parameters = program_.rules[s.a].parameters;
  bound_.clear();
  for (std::uint32_t i = 0; i < s.c; ++i) {
    const auto slot = parameters[i].slot;
    const auto first = slots_[slot];
    const auto second = slots_[slot + 1];
    paths_.store(slot, program_.operands[s.b + i]);
    bound_.emplace_back(slots_[slot], slots_[slot + 1]);
    slots_[slot] = first;
    slots_[slot + 1] = second;
  }
  between();
  for (std::size_t i = 0; i < bound_.size(); ++i) {
    const auto slot = parameters[i].slot;
    slots_[slot] = bound_[i].first;
    if (program_.slots[slot].type.kind == ValueKind::Number) { slots_[slot + 1] = bound_[i].second; }
  }
}

template <class Mass>
Distribution<Mass> Interpreter<Mass>::bound(const Statement& s, const Dist& in) {
  if (s.c == 0) { return in; }
  Dist out(in.width());
  branch(
      in, 0, [&] { bind(s, [] {}); }, [&](std::vector<Word>& state, const Mass& mass) { out.add(state.data(), mass); });
  return out;
}

template <class Mass>
Distribution<Mass> Interpreter<Mass>::run_rule(RuleId rule, Dist in, Ends& ends, const SlotSet& after) {
  auto made = run_block(program_.rules[rule].body, std::move(in), after);
  ends.discard.add_all(made.discard);
  auto out = kept(made.next, after);
  out.add_all(kept(made.stop, after));
  return out;
}

template <class Mass>
Distribution<Mass> Interpreter<Mass>::run_named(const Statement& s, const Dist& in, Ends& ends, const SlotSet& after) {
  Word symbol = kUnset;
  std::map<Word, Dist> by_symbol;
  branch(
      in, 0, [&] { symbol = paths_.word(s.a); },
      [&](std::vector<Word>& state, const Mass& mass) {
        by_symbol.try_emplace(symbol, in.width()).first->second.add(state.data(), mass);
      });
  Dist out(in.width());
  const auto& rules = program_.dispatches[s.b].rules;
  for (auto& [named, dist] : by_symbol) {
    const auto found = std::lower_bound(rules.begin(), rules.end(), std::pair<Word, RuleId>{named, 0});
    if (found == rules.end() || found->first != named) {
      out.add_all(kept(dist, after));
      continue;
    }
    const auto rule = found->second;
    Dist ready(in.width());
    branch(
        dist, 0,
        [&] {
          for (const auto& parameter : program_.rules[rule].parameters) {
            if (parameter.initial != kNone) { paths_.store(parameter.slot, parameter.initial); }
          }
        },
        [&](std::vector<Word>& state, const Mass& mass) {
          clear_dead(state, liveness_.before_block(program_.rules[rule].body, after));
          ready.add(state.data(), mass);
        });
    out.add_all(run_rule(rule, std::move(ready), ends, after));
  }
  return out;
}

// The fields of the thing around it wait on the stack, as far as they are still asked for.
template <class Mass>
Distribution<Mass> Interpreter<Mass>::make_thing(const Statement& s, const Dist& in, const SlotSet& after) {
  const auto& fields = program_.rules[s.a].fields;
  std::vector<SlotId> saved;
  for (const auto slot : fields) {
    if (after.contains(slot)) { saved.push_back(slot); }
  }
  // What the thing itself needs, and what the rest of the roll needs of slots that are no fields of it.
  SlotSet live = after;
  for (const auto slot : fields) { live.erase(slot); }
  live |= wanted_;
  if (!query_->tallies.empty() && !surely_sets_field(s.a)) {
    for (const auto slot : fields) { live.insert(slot); }
  }
  auto begin = liveness_.before_block(program_.rules[s.a].body, live);
  for (const auto slot : fields) {
    if (live.contains(slot)) { begin.insert(slot); }
  }
  Dist ready(in.width() + saved.size());
  std::vector<Word> kept_fields(saved.size());
  branch(
      in, saved.size(),
      [&] {
        bind(s, [&] {
          for (std::size_t k = 0; k < saved.size(); ++k) { kept_fields[k] = slots_[saved[k]]; }
          for (const auto slot : fields) { slots_[slot] = kUnset; }
        });
      },
      [&](std::vector<Word>& made, const Mass& mass) {
        std::copy(kept_fields.begin(), kept_fields.end(), made.begin() + static_cast<std::ptrdiff_t>(in.width()));
        clear_dead(made, begin);
        ready.add(made.data(), mass);
      });
  std::vector<Word> state;
  ++thing_depth_;
  Ends inner(ready.width());
  auto done = run_rule(s.a, std::move(ready), inner, live);
  finish_thing(done, s.a, s.kind == Statement::Kind::Hold && thing_depth_ == 1);
  --thing_depth_;
  done.add_all(inner.discard);
  Dist out(in.width());
  for (std::size_t i = 0; i < done.size(); ++i) {
    state.assign(done.state(i), done.state(i) + in.width());
    for (const auto slot : fields) { state[static_cast<std::size_t>(place_[slot])] = kUnset; }
    for (std::size_t k = 0; k < saved.size(); ++k) {
      state[static_cast<std::size_t>(place_[saved[k]])] = done.state(i)[in.width() + k];
    }
    clear_dead(state, after);
    out.add(state.data(), done.mass(i));
  }
  return out;
}

// Whether a thing of the rule has a field set whatever happens: then it need not be remembered that it has.
template <class Mass>
bool Interpreter<Mass>::surely_sets_field(RuleId rule) const {
  const auto is_set = [&](auto&& again, ExpressionId id) -> bool {
    const auto& e = program_.expressions[id];
    if (!e.may_be_unset) { return true; }
    if (e.op == Op::Choose) { return again(again, e.b) && again(again, e.c); }
    if (e.op == Op::Bind) { return again(again, e.b); }
    if (e.op == Op::Invoke) { return again(again, program_.defs[static_cast<std::size_t>(e.value)].body); }
    if (e.op != Op::PickTable) { return false; }
    for (const auto& row : program_.tables[e.a].rows) {
      if (!again(again, row.outcome) || (row.otherwise != kNone && !again(again, row.otherwise))) { return false; }
    }
    return true;
  };
  const auto& range = program_.blocks[program_.rules[rule].body];
  for (std::uint32_t i = 0; i < range.count; ++i) {
    const auto& s = program_.statements[program_.block_items[range.first + i]];
    if (s.kind == Statement::Kind::Run && surely_sets_field(s.a)) { return true; }
    if (s.kind != Statement::Kind::Assign || s.a == program_.shown) { continue; }
    if (program_.slots[s.a].kind == Slot::Kind::Field && is_set(is_set, s.b)) { return true; }
  }
  return false;
}

// Brings the tallies of the question up to date with a finished thing.
template <class Mass>
void Interpreter<Mass>::finish_thing(Dist& dist, RuleId rule, bool is_held) {
  if (query_->tallies.empty()) { return; }
  Dist out(dist.width());
  const auto maker = program_.symbols.find(program_.rules[rule].name);
  const bool sure = surely_sets_field(rule);
  branch(
      dist, 0,
      [&] {
        bool any = sure;
        for (const auto slot : program_.rules[rule].fields) {
          any = any ||
                (program_.slots[slot].kind == Slot::Kind::Field && slot != program_.shown && slots_[slot] != kUnset);
        }
        if (!any) { return; }  // a thing that set no field is not given out
        slots_[program_.made_by] = maker ? static_cast<Word>(*maker) : kUnset;
        for (const auto& tally : query_->tallies) {
          if (tally.held_only && !is_held) { continue; }
          if (tally.condition != kNone && !paths_.flag(tally.condition)) { continue; }
          const auto value = tally.value == kNone ? 1 : paths_.word(tally.value);
          auto& total = slots_[tally.slot];
          const auto amount = value == kUnset ? 0 : value;
          switch (tally.kind) {
            case FoldKind::Any: total = amount == 1 ? 1 : total; break;
            case FoldKind::All: total = amount == 1 ? total : 0; break;
            case FoldKind::Maximum: total = std::max(total, amount); break;
            default: total += amount; break;
          }
        }
        slots_[program_.made_by] = kUnset;
      },
      [&](std::vector<Word>& state, const Mass& mass) { out.add(state.data(), mass); });
  dist = std::move(out);
}

template <class Mass>
Distribution<Mass> Interpreter<Mass>::with_input(const Statement& s, const Dist& in, Ends& ends, const SlotSet& after) {
  const bool wide = program_.slots[s.a].type.kind == ValueKind::Number;
  const std::size_t extra = wide ? 2 : 1;
  const auto at = static_cast<std::size_t>(place_[s.a]);
  Dist ready(in.width() + extra);
  Word first = 0;
  Word second = 0;
  const auto live = liveness_.before_block(s.c, after);
  branch(
      in, extra,
      [&] {
        first = slots_[s.a];
        second = slots_[s.a + 1];
        paths_.store(s.a, s.b);
      },
      [&](std::vector<Word>& state, const Mass& mass) {
        state[in.width()] = first;
        if (wide) { state[in.width() + 1] = second; }
        clear_dead(state, live);
        ready.add(state.data(), mass);
      });
  auto made = run_block(s.c, std::move(ready), after);
  const auto restored = [&](const Dist& dist) {
    Dist out(in.width());
    std::vector<Word> state;
    for (std::size_t i = 0; i < dist.size(); ++i) {
      state.assign(dist.state(i), dist.state(i) + in.width());
      state[at] = dist.state(i)[in.width()];
      if (wide) { state[at + 1] = dist.state(i)[in.width() + 1]; }
      out.add(state.data(), dist.mass(i));
    }
    return out;
  };
  ends.stop.add_all(restored(made.stop));
  ends.discard.add_all(restored(made.discard));
  return kept(restored(made.next), after);
}

template <class Mass>
Distribution<Mass> Interpreter<Mass>::with_stream(const Statement& s, const Dist& in, Ends& ends,
                                                  const SlotSet& after) {
  const auto& use = program_.streams[s.a];
  const auto outer = generator_at_;
  if (use.kind == StreamUse::Kind::Named) {
    // Draws of another stream are as good as any: nothing is known of either.
    generator_at_ = -1;
    auto made = run_block(s.b, in, after);
    generator_at_ = outer;
    ends.stop.add_all(made.stop);
    ends.discard.add_all(made.discard);
    return kept(made.next, after);
  }
  Dist ready(in.width() + 4);
  typename Paths<Mass>::Generator generator;
  const auto live = liveness_.before_block(s.b, after);
  branch(
      in, 4,
      [&] {
        const auto value = [&](ExpressionId id) { return id == kNone ? 0 : paths_.whole(id); };
        const auto bits = value(use.bits);
        const auto skip = value(use.skip);
        if (bits < 1 || bits > 63 || skip < 0 || skip > kMaxSkip) {
          paths_.fail(Fault::Kind::StreamOutOfRange, use.bits);
          return;
        }
        generator.mask = (std::uint64_t{1} << bits) - 1;
        generator.multiplier = static_cast<std::uint64_t>(value(use.multiplier));
        generator.increment = static_cast<std::uint64_t>(value(use.increment));
        generator.state = static_cast<std::uint64_t>(value(use.seed)) & generator.mask;
        for (Word i = 0; i < skip; ++i) { generator.next(); }
      },
      [&](std::vector<Word>& state, const Mass& mass) {
        auto* words = state.data() + in.width();
        words[0] = static_cast<Word>(generator.state);
        words[1] = static_cast<Word>(generator.multiplier);
        words[2] = static_cast<Word>(generator.increment);
        words[3] = static_cast<Word>(generator.mask);
        clear_dead(state, live);
        ready.add(state.data(), mass);
      });
  generator_at_ = static_cast<std::ptrdiff_t>(in.width());
  auto made = run_block(s.b, std::move(ready), after);
  generator_at_ = outer;
  ends.stop.add_all(popped(made.stop, 4));
  ends.discard.add_all(popped(made.discard, 4));
  return kept(popped(made.next, 4), after);
}

// ---- Questions --------------------------------------------------------------

template <class Mass>
Answer<Mass> Interpreter<Mass>::answer(const Query& query, const std::vector<std::pair<SlotId, Word>>& settings) {
  query_ = &query;
  lay_out(query.rule, query);
  liveness_.want(wanted_, !query.tallies.empty());
  thing_depth_ = 0;
  generator_at_ = -1;
  unexplored_ = Mass(0);
  most_states_ = 0;
  paths_.clear_fault();
  SlotSet live = wanted_;
  for (const auto id : query.by) { liveness_.read(live, id); }
  liveness_.read(live, query.condition);
  liveness_.read(live, query.given);
  const auto& rule = program_.rules[query.rule];
  // Whether a thing counts hangs on whether any of its fields is set.
  if (query.by_name || (!query.tallies.empty() && !surely_sets_field(query.rule))) {
    for (const auto slot : rule.fields) { live.insert(slot); }
  }
  if (query.by_name) {
    for (const auto slot : program_.inputs) { live.insert(slot); }
  }
  std::fill(slots_.begin(), slots_.end(), kUnset);
  for (const auto& [slot, word] : settings) { slots_[slot] = word; }
  for (const auto& tally : query.tallies) { slots_[tally.slot] = tally.kind == FoldKind::All ? 1 : 0; }
  Dist begin(active_.size());
  std::vector<Word> state(active_.size());
  gather(state);
  begin.add(state.data(), Mass(1));
  Dist ready(active_.size());
  branch(
      begin, 0,
      [&] {
        for (const auto& [slot, id] : query.settings) { paths_.store(slot, id); }
        for (const auto& [parameter, id] : query.arguments) { paths_.store(parameter.slot, id); }
      },
      [&](std::vector<Word>& made, const Mass& mass) { ready.add(made.data(), mass); });
  Ends ends(active_.size());
  auto done = run_rule(query.rule, std::move(ready), ends, live);
  if (!stopped()) { finish_thing(done, query.rule, false); }
  done.add_all(ends.discard);

  Answer<Mass> out;
  std::map<std::vector<Word>, std::size_t> known;
  const auto add = [&](std::vector<Word> words, const Mass& mass) {
    const auto [found, is_new] = known.try_emplace(std::move(words), out.outcomes.size());
    if (is_new) { out.outcomes.push_back({found->first, Mass(0)}); }
    out.outcomes[found->second].mass += mass;
  };
  std::vector<Word> words;
  bool counts = true;
  naming::Namer namer(program_, slots_.data(), heap_);
  branch(
      done, 0,
      [&] {
        words.clear();
        counts = query.given == kNone || paths_.flag(query.given);
        if (!counts) { return; }
        if (query.by_name) {
          std::string name;
          namer.append_name(name, query.rule);
          words.push_back(canonical({ValueKind::Text, ValueKind::Unknown}, heap_.add_text(name)));
        }
        auto asked = query.by;
        if (asked.empty() && query.condition != kNone && !query.by_name) { asked.push_back(query.condition); }
        if (!query.by.empty() && query.condition != kNone && !query.is_mean) { counts = paths_.flag(query.condition); }
        for (const auto id : asked) {
          const auto type = program_.expressions[id].type;
          if (type.kind == ValueKind::Number) {
            const auto value = paths_.number(id);
            words.push_back(value.numerator());
            words.push_back(value.denominator());
            continue;
          }
          auto word = paths_.word(id);
          const bool made = type.kind == ValueKind::Text || type.kind == ValueKind::List || type.kind == ValueKind::Set;
          if (made && word != kUnset && (word & Heap::kMark) != 0) { word = canonical(type, word); }
          words.push_back(word);
        }
      },
      [&](std::vector<Word>&, const Mass& mass) {
        if (counts) { add(words, mass); }
      });
  out.unexplored = unexplored_;
  out.states = most_states_;
  out.fault = paths_.fault();
  if (cancelled_) { out.unexplored = Mass(1); }
  return out;
}

template class Interpreter<double>;
template class Interpreter<Exact>;

}  // namespace spoils::odds
