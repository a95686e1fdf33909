// odds/interpret_settings.h
//
// `with input` and `with stream`: the block runs with another value of an input, or with the state of a declared
// generator on the stack of a state; both are restored afterwards. Part of odds/interpreter.h.
#pragma once

#include "odds/interpreter.h"

namespace spoils::odds {

using namespace program;

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
    ends.stop.add_all(std::move(made.stop));
    ends.discard.add_all(std::move(made.discard));
    return kept(std::move(made.next), after);
  }
  Dist ready(in.width() + 4);
  typename Paths<Probability>::Generator generator;
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

}  // namespace spoils::odds
