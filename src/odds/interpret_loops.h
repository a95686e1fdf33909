// odds/interpret_loops.h
//
// Loops: what goes on, what is done, and the geometric series of tries.
#pragma once

#include "odds/interpreter.h"

namespace spoils::odds {

using namespace program;

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
        state[in.width()] = is_range ? source : canonical(list_type, source);
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
    for (std::size_t k = 0; k < rejected.size(); ++k) { refused += without_amount(rejected.mass(k)); }
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

}  // namespace spoils::odds
