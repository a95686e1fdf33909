// program/facts/set_before.cpp
//
// Follows the calls backwards to the rules that run a rule on their thing, and compares what these assign with what it
// reads.
#include "program/facts/set_before.h"

#include <algorithm>
#include <set>

#include "program/facts/call_graph.h"
#include "program/walk.h"

namespace spoils::program {

SetBefore::SetBefore(const Program& program)
    : program_(program),
      run_by_(program.rules.size()),
      dispatches_of_(program.rules.size()),
      dispatched_by_(program.dispatches.size()) {
  for (std::uint32_t dispatch = 0; dispatch < program.dispatches.size(); ++dispatch) {
    for (const auto& [symbol, rule] : program.dispatches[dispatch].rules) { dispatches_of_[rule].push_back(dispatch); }
  }
  for (RuleId rule = 0; rule < program.rules.size(); ++rule) {
    for_each_statement(program, program.rules[rule].body, [&](std::uint32_t number) {
      const auto& s = program.statements[number];
      if (s.kind == Statement::Kind::RunNamed) {
        dispatched_by_[s.b].push_back(rule);
        return;
      }
      for_each_call(program, s, [&](RuleId called, CallKind kind) {
        if (kind == CallKind::Run) { run_by_[called].push_back(rule); }
      });
    });
  }
}

std::vector<RuleId> SetBefore::runners_of(RuleId rule) const {
  std::vector<RuleId> out;
  std::vector<bool> is_known(program_.rules.size(), false);
  std::vector<bool> is_followed(program_.dispatches.size(), false);
  const auto add = [&](const std::vector<RuleId>& some) {
    for (const auto each : some) {
      if (!is_known[each]) { out.push_back(each); }
      is_known[each] = true;
    }
  };
  const auto follow = [&](RuleId called) {
    add(run_by_[called]);
    for (const auto dispatch : dispatches_of_[called]) {
      if (!is_followed[dispatch]) { add(dispatched_by_[dispatch]); }
      is_followed[dispatch] = true;
    }
  };
  follow(rule);
  for (std::size_t next = 0; next < out.size(); ++next) { follow(out[next]); }
  return out;
}

std::vector<SlotId> SetBefore::of(RuleId rule) const {
  const auto runners = runners_of(rule);
  if (runners.empty()) { return {}; }
  const auto own = rules_reached(program_, {rule}, Follow::SameThing);
  std::vector<bool> is_read(program_.slots.size(), false);
  for (const auto each : own) {
    for (const auto slot : slots_read(program_, expressions_of(program_, each))) {
      const auto kind = program_.slots[slot].kind;
      is_read[slot] = kind == Slot::Kind::Field || kind == Slot::Kind::Scratch;
    }
  }
  std::set<SlotId> out;
  const std::set<RuleId> is_own(own.begin(), own.end());
  for (const auto each : rules_reached(program_, runners, Follow::SameThing)) {
    if (is_own.count(each) != 0) { continue; }
    for (const auto& parameter : program_.rules[each].parameters) {
      if (parameter.is_field && is_read[parameter.slot]) { out.insert(parameter.slot); }
    }
    for_each_statement(program_, program_.rules[each].body, [&](std::uint32_t number) {
      const auto& s = program_.statements[number];
      if (s.kind == Statement::Kind::Assign && is_read[s.a]) { out.insert(s.a); }
    });
  }
  return {out.begin(), out.end()};
}

}  // namespace spoils::program
