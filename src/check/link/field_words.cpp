// check/link/field_words.cpp
#include "check/link/field_words.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "program/facts/call_graph.h"
#include "program/walk.h"

namespace spoils::check {

using namespace program;

bool FieldWords::is_spent() const {
  constexpr std::size_t kMostWork = 500'000;  // expressions that are visited, fields and words that are copied
  return work_ > kMostWork;
}

void FieldWords::fill(RuleId rule, PossibleSymbols& possible) {
  if (is_spent()) { return; }
  std::map<SlotId, std::optional<std::set<Word>>> words;
  for (const auto slot : program_.rules[rule].fields) {
    if (slot >= program_.slots.size() || program_.slots[slot].kind != Slot::Kind::Field) { continue; }
    if (program_.slots[slot].type.kind == ValueKind::Symbol) { words[slot].emplace(); }
  }
  if (words.empty()) { return; }
  const auto add = [&](SlotId slot, const std::set<Word>* more) {
    const auto known = words.find(slot);
    if (known == words.end() || !known->second) { return; }
    if (more == nullptr) {
      known->second.reset();
      return;
    }
    work_ += more->size();
    known->second->insert(more->begin(), more->end());
  };
  // The caller may say anything.
  for (const auto& parameter : program_.rules[rule].parameters) { add(parameter.slot, nullptr); }
  std::set<std::uint32_t> dispatches;
  std::set<RuleId> run;
  for_each_statement(program_, program_.rules[rule].body, [&](std::uint32_t number) {
    const auto& s = program_.statements[number];
    if (is_spent() || (s.kind == Statement::Kind::RunNamed && !dispatches.insert(s.b).second)) { return; }
    if (s.kind == Statement::Kind::Assign && words.contains(s.a)) {
      const auto before = possible.work();
      const auto given = possible.of(s.b);
      work_ += possible.work() - before;
      add(s.a, given ? &*given : nullptr);
    }
    for_each_call(program_, s, [&](RuleId called, CallKind kind) {
      if (kind != CallKind::Run || is_spent() || !run.insert(called).second) { return; }
      const auto& theirs = program_.rules[called];
      work_ += theirs.fields.size();
      for (const auto slot : theirs.fields) {
        const auto found = theirs.may_set.find(slot);
        add(slot, found == theirs.may_set.end() ? nullptr : &found->second);
      }
    });
  });
  // The words that were found by then are not all of them.
  if (is_spent()) { return; }
  for (auto& [slot, all] : words) {
    if (!all) { continue; }
    all->erase(kUnset);
    program_.rules[rule].may_set.emplace(slot, std::move(*all));
  }
}

}  // namespace spoils::check
