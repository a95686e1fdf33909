// check/ranges/abstract_named.cpp
//
// Abstract interpretation of rules and blocks that a symbol chooses (`do`, `apply`): every rule that the symbol may
// name is a branch.
#include <algorithm>

#include "check/ranges/abstract_interpreter.h"

namespace spoils::check {

using namespace program;
using number::Rational;

AbstractInterpreter::Flow AbstractInterpreter::run_named(const Statement& s) {
  const auto name = eval(s.a);
  const auto& rules = program_.dispatches[s.b].rules;
  const auto& node = program_.expressions[s.a];
  // The blocks of many records: what they set may be anything, and nothing is said about what they do.
  const auto take_all = [&] {
    for (const auto& [symbol, rule] : rules) {
      for (const auto& parameter : program_.rules[rule].parameters) {
        if (parameter.initial != kNone && program_.expressions[parameter.initial].op != Op::Constant) { doubt(); }
      }
    }
    for (const auto slot : effects_.writes(effects_.of_dispatch(s.b))) { set(slot, Values::unknown()); }
    valid_from_ = ++validity_epoch_;
    return Flow::On;
  };
  const bool is_block = program_.dispatches[s.b].is_block;
  if (is_block && name.kind == Value::Kind::Unknown && rules.size() > kMostRecords) { return take_all(); }
  const auto found = values_.members(name);
  std::vector<std::pair<Word, RuleId>> ways;
  if (found.count > 0) {
    for (const auto& one : found) {
      const auto way = std::lower_bound(rules.begin(), rules.end(), std::pair(one.numerator(), RuleId{0}));
      if (way != rules.end() && way->first == one.numerator()) { ways.push_back(*way); }
    }
  } else {
    for (const auto& [symbol, rule] : rules) {
      if (values_.may_be(name, Rational(symbol))) { ways.emplace_back(symbol, rule); }
    }
  }
  const bool any_other = found.count == 0 || ways.size() < found.count;
  const auto start = [&](RuleId rule) {
    for (const auto& parameter : program_.rules[rule].parameters) {
      set(parameter.slot, parameter.initial == kNone ? Values::unknown() : eval(parameter.initial));
    }
    return run_body(rule);
  };
  if (ways.empty()) { return Flow::On; }
  if (is_block && ways.size() > kMostRecords) { return take_all(); }
  if (ways.size() == 1 && !any_other) { return start(ways[0].second); }
  const auto mark = journal_.size();
  const auto saved = scope();
  const auto endings = endings_;
  std::vector<Passage> passages;
  std::vector<Changes> exits;
  if (any_other) { exits.emplace_back(); }
  for (const auto& [symbol, rule] : ways) {
    enter(name, false);
    if (node.op == Op::Slot) { set(node.a, Values::known(symbol), false); }
    const auto entered = scope();
    const auto flow = start(rule);
    if (flow == Flow::On) { exits.push_back(collect(mark)); }
    // If a way ends all rolls, the others go on because the name is another one.
    passages.push_back({flow == Flow::On ? entered : saved, scope()});
    rollback(mark);
    restore(saved);
  }
  if (exits.empty()) { return Flow::Ends; }
  merge(exits, name.free_inputs, is_sure(name));
  go_on_after(endings, passages);
  return Flow::On;
}

}  // namespace spoils::check
