// odds/reachable_statements.h
//
// The statements that a question reaches, each with the slots that are live after it. A dead statement is skipped,
// with all that it would run.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "odds/liveness.h"
#include "program/walk.h"

namespace spoils::odds {

/// Calls f(statement number, live slots after it) for a statement and all that it runs, once for each pair.
class ReachableStatements {
 public:
  ReachableStatements(const program::Program& program, Liveness& liveness) : program_(program), liveness_(liveness) {}

  template <class F>
  void block(program::BlockId id, const SlotSet& after, F&& f) {
    const auto& live = liveness_.through(id, after);
    const auto statements = program::statements_of(program_, id);
    for (std::size_t i = 0; i < statements.size(); ++i) { statement(statements[i], live[i + 1], f); }
  }

  template <class F>
  void statement(std::uint32_t number, const SlotSet& after, F&& f) {
    if (liveness_.is_dead(number, after)) { return; }
    auto& known = seen_[number];
    if (std::find(known.begin(), known.end(), after) != known.end()) { return; }
    known.push_back(after);
    f(number, after);
    const auto& s = program_.statements[number];
    using Kind = program::Statement::Kind;
    switch (s.kind) {
      case Kind::Repeat:
      case Kind::ForEach:
      case Kind::ForRange: block(s.c, liveness_.around_loop(number, after), f); return;
      case Kind::Retry: {
        SlotSet inner = after;
        liveness_.read(inner, s.b);
        block(s.c, inner, f);
        return;
      }
      case Kind::Try: {
        SlotSet inner = after;
        liveness_.read(inner, s.b);
        block(s.c, inner, f);
        if (s.a != program::kNone) { block(s.a, after, f); }
        return;
      }
      case Kind::Suppose: {
        SlotSet inner = after;
        program::for_each_word_of(program_, s.a, [&](program::SlotId word) { inner.insert(word); });
        block(s.c, inner, f);
        return;
      }
      case Kind::Run: block(program_.rules[s.a].body, after, f); return;
      case Kind::RunNamed:
        for (const auto& [symbol, rule] : program_.dispatches[s.b].rules) {
          block(program_.rules[rule].body, after, f);
        }
        return;
      case Kind::Drop:
      case Kind::Hold: {
        // A thing has fields of its own, and any of them may be read.
        SlotSet inner = after;
        inner |= liveness_.wanted();
        for (const auto slot : program_.rules[s.a].fields) { inner.insert(slot); }
        block(program_.rules[s.a].body, inner, f);
        return;
      }
      default: liveness_.for_each_open_block(number, [&](program::BlockId inner) { block(inner, after, f); });
    }
  }

 private:
  const program::Program& program_;
  Liveness& liveness_;
  std::map<std::uint32_t, std::vector<SlotSet>> seen_;
};

}  // namespace spoils::odds
