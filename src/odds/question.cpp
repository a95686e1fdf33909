// odds/question.cpp
//
// Packs up to three symbols into one word, as digits of a number with base 2^20, and unpacks them; and looks for things
// that may be given up with those that they hold. Pinned by tests/odds/held_things_test.cpp.
#include "odds/question.h"

#include <algorithm>
#include <vector>

#include "program/facts/call_graph.h"
#include "program/facts/rule_effects.h"
#include "program/limits.h"
#include "program/walk.h"

namespace spoils::odds {

namespace {

constexpr program::Word kBase = program::Word{1} << 20;
static_assert(program::kMaxSymbols < (std::size_t{1} << 20) - 1);

/// Whether a statement of some kind is anywhere in a program.
bool has(const program::Program& program, program::Statement::Kind kind) {
  return std::any_of(program.statements.begin(), program.statements.end(),
                     [kind](const program::Statement& s) { return s.kind == kind; });
}

}  // namespace

// The effects of a rule include those of the rules that it runs, so only things of their own are looked at.
bool takes_back_held(const program::Program& program, program::RuleId rule) {
  using Kind = program::Statement::Kind;
  if (!has(program, Kind::Hold) || !has(program, Kind::Discard)) { return false; }
  program::RuleEffects effects(program);
  std::vector<bool> is_thing(program.rules.size());
  std::vector<bool> is_seen(program.rules.size());
  std::vector<program::RuleId> to_look_at{rule};
  is_thing[rule] = true;
  const auto visit = [&](program::RuleId called, program::CallKind kind) {
    is_thing[called] = is_thing[called] || kind != program::CallKind::Run;
    if (!is_seen[called]) { to_look_at.push_back(called); }
    is_seen[called] = true;
  };
  is_seen[rule] = true;
  while (!to_look_at.empty()) {
    const auto next = to_look_at.back();
    to_look_at.pop_back();
    program::for_each_statement(program, program.rules[next].body, [&](std::uint32_t number) {
      program::for_each_call(program, program.statements[number], visit);
    });
  }
  for (program::RuleId made = 0; made < program.rules.size(); ++made) {
    if (is_thing[made] && effects.of_rule(made).may_lose_held()) { return true; }
  }
  return false;
}

program::Word key_of(const std::vector<program::SlotId>& slots, const program::Word* words) {
  program::Word key = 0;
  for (const auto slot : slots) { key = key * kBase + (words[slot] == program::kUnset ? 0 : words[slot] + 1); }
  return key;
}

std::vector<program::Word> symbols_of(program::Word key, std::size_t slots) {
  std::vector<program::Word> out(slots);
  for (auto word = out.rbegin(); word != out.rend(); ++word) {
    *word = key % kBase == 0 ? program::kUnset : key % kBase - 1;
    key /= kBase;
  }
  return out;
}

}  // namespace spoils::odds
