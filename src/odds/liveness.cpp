// odds/liveness.cpp
//
// Computes effects bottom-up (what a statement may write, make or leave) and live slots backwards, with a fixpoint
// around loops. Both are memoised, live slots by the set that is live afterwards.
#include "odds/liveness.h"

#include <algorithm>
#include <utility>

#include "odds/access_analysis.h"
#include "program/facts/call_graph.h"
#include "program/walk.h"

namespace spoils::odds {

using namespace program;

Liveness::Liveness(const Program& program)
    : program_(program),
      effects_(program),
      wanted_(none()),
      set_otherwise_(none()),
      is_followed_(program.statements.size(), false) {
  for (const auto& rule : program.rules) {
    for (const auto& parameter : rule.parameters) { set_otherwise_.insert(parameter.slot); }
  }
  for (const auto& s : program.statements) {
    if (s.kind == Statement::Kind::ForEach || s.kind == Statement::Kind::ForRange) { set_otherwise_.insert(s.a); }
    if (s.kind == Statement::Kind::WithStream && program.streams[s.a].kind == StreamUse::Kind::Lcg) {
      mark_followed(s.b);
    }
  }
}

void Liveness::keep_order_of_sums() {
  keeps_order_of_sums_ = true;
  reads_.clear();
  looks_at_.clear();
  before_.clear();
  through_.clear();
}

// Draws of a declared generator count even where their outcome does not, since its state goes on.
void Liveness::mark_followed(BlockId block) {
  const auto mark = [&](BlockId inside, auto&& f) {
    for_each_statement(program_, inside, [&](std::uint32_t number) {
      is_followed_[number] = true;
      f(program_.statements[number]);
    });
  };
  std::vector<RuleId> called;
  mark(block,
       [&](const Statement& s) { for_each_call(program_, s, [&](RuleId rule, CallKind) { called.push_back(rule); }); });
  for (const auto rule : rules_reached(program_, std::move(called), Follow::AllThings)) {
    mark(program_.rules[rule].body, [](const Statement&) {});
  }
}

bool Liveness::decide(const Settings& words) {
  std::map<SlotId, Word> switches;
  for (const auto& [slot, word] : words) {
    const auto& known = program_.slots[slot];
    const auto kind = known.type.kind;
    if (known.kind == Slot::Kind::Input && (kind == ValueKind::Flag || kind == ValueKind::Symbol)) {
      switches[slot] = word;
    }
  }
  for (const auto& s : program_.statements) {
    if (s.kind == Statement::Kind::WithInput) { switches.erase(s.a); }
  }
  if (switches == switches_) { return false; }
  switches_ = std::move(switches);
  std::map<std::uint32_t, bool> taken;
  for (std::uint32_t number = 0; number < program_.statements.size(); ++number) {
    const auto& s = program_.statements[number];
    if (s.kind != Statement::Kind::If) { continue; }
    if (const auto answer = decided(s.a)) { taken.emplace(number, *answer); }
  }
  if (taken == taken_) { return false; }
  taken_ = std::move(taken);
  looks_at_.clear();
  before_.clear();
  through_.clear();
  return true;
}

std::optional<Word> Liveness::decided_word(ExpressionId id) const {
  const auto& e = program_.expressions[id];
  if (e.op == Op::Constant) { return e.value; }
  if (e.op != Op::Slot) { return std::nullopt; }
  const auto found = switches_.find(e.a);
  return found == switches_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<bool> Liveness::decided(ExpressionId id) const {
  const auto& e = program_.expressions[id];
  switch (e.op) {
    case Op::Constant:
    case Op::Slot: {
      const auto word = decided_word(id);
      return word && *word != kUnset ? std::optional(*word != 0) : std::nullopt;
    }
    case Op::Equal: {
      const auto left = decided_word(e.a);
      const auto right = decided_word(e.b);
      return left && right ? std::optional(*left == *right) : std::nullopt;
    }
    case Op::Not: {
      const auto inner = decided(e.a);
      return inner ? std::optional(!*inner) : std::nullopt;
    }
    // One side alone may decide.
    case Op::And:
    case Op::Or: {
      const auto left = decided(e.a);
      const auto right = decided(e.b);
      const bool deciding = e.op == Op::Or;
      if (left == deciding || right == deciding) { return deciding; }
      return left && right ? std::optional(!deciding) : std::nullopt;
    }
    default: return std::nullopt;
  }
}

void Liveness::want(const SlotSet& of_things, std::vector<bool> may_count) {
  wanted_ = of_things;
  may_count_ = std::move(may_count);
  makes_counted_.clear();
  before_.clear();
  through_.clear();
}

void Liveness::read(SlotSet& into, ExpressionId id) {
  if (id == kNone) { return; }
  const auto [known, is_new] = reads_.try_emplace(id);
  auto& reads = known->second;
  if (is_new) {
    AccessAnalysis accesses(program_);
    if (keeps_order_of_sums_) { accesses.keep_order_of_sums(); }
    accesses.look(id);
    for (const auto slot : slots_read(program_, {id})) {
      reads.emplace_back(slot, !accesses.is_order_insensitive(slot));
      if (program_.slots[slot].type.kind == ValueKind::Number) { reads.emplace_back(slot + 1, true); }
    }
  }
  for (const auto& [slot, is_open] : reads) {
    if (is_open) {
      into.insert(slot);
    } else {
      into.insert_closed(slot);
    }
  }
}

// The parameters of a world rule are the key under which a world keeps what it sets.
void Liveness::read_parameters(SlotSet& into, RuleId rule) {
  for (const auto& parameter : program_.rules[rule].parameters) {
    for_each_word_of(program_, parameter.slot, [&](SlotId word) { into.insert(word); });
  }
}

// ---- What a statement may do ------------------------------------------------

SlotSet Liveness::changes(std::uint32_t statement) {
  SlotSet out = none();
  for (const auto slot : effects_.writes(effects_.of_statement(statement))) { out.insert(slot); }
  return out;
}

const SlotSet& Liveness::looks_at(std::uint32_t number) {
  if (const auto known = looks_at_.find(number); known != looks_at_.end()) { return known->second; }
  const auto& s = program_.statements[number];
  SlotSet out = none();
  const auto take = [&](BlockId block) {
    for (const auto inner : statements_of(program_, block)) { out |= looks_at(inner); }
  };
  for_each_expression(program_, s, [&](ExpressionId id) { read(out, id); });
  if (s.kind == Statement::Kind::World) { read_parameters(out, s.a); }
  for_each_open_block(number, take);
  for_each_call(program_, s, [&](RuleId rule, CallKind) {
    take(program_.rules[rule].body);
    for (const auto& parameter : program_.rules[rule].parameters) { read(out, parameter.initial); }
  });
  return looks_at_.emplace(number, std::move(out)).first->second;
}

// Whether a statement may make a thing that counts, at any depth.
bool Liveness::makes_counted(std::uint32_t statement) {
  if (const auto known = makes_counted_.find(statement); known != makes_counted_.end()) { return known->second; }
  const auto& s = program_.statements[statement];
  bool out = false;
  const auto take = [&](BlockId block) {
    for (const auto inner : statements_of(program_, block)) { out = out || makes_counted(inner); }
  };
  for_each_block(s, take);
  for_each_call(program_, s, [&](RuleId rule, CallKind kind) {
    out = out || (kind != CallKind::Run && may_count(rule));
    take(program_.rules[rule].body);
  });
  return makes_counted_.emplace(statement, out).first->second;
}

bool Liveness::is_dead(std::uint32_t statement, const SlotSet& after) {
  const auto& effect = effects_.of_statement(statement);
  if (effect.may_not_end || effect.may_fail) { return false; }
  if (is_followed_[statement] || effect.leaves() || (effect.makes && makes_counted(statement))) { return false; }
  const auto& writes = effects_.writes(effect);
  return std::none_of(writes.begin(), writes.end(), [&](SlotId slot) { return after.contains(slot); });
}

// ---- What is live -----------------------------------------------------------

const std::vector<SlotSet>& Liveness::through(BlockId block, const SlotSet& after) {
  for (const auto& [known, result] : through_[block]) {
    if (known == after) { return result; }
  }
  const auto statements = statements_of(program_, block);
  const bool leaves = effects_.of_block(block).leaves();
  std::vector<SlotSet> live(statements.size() + 1, after);
  for (auto i = statements.size(); i-- > 0;) {
    live[i] = before(statements[i], live[i + 1]);
    // A block that may be left early leads to what is after it from anywhere.
    if (leaves) { live[i] |= after; }
  }
  return through_[block].emplace_back(after, std::move(live)).second;
}

const SlotSet& Liveness::before(std::uint32_t statement, const SlotSet& after) {
  auto& memo = before_[statement];
  for (const auto& [known, result] : memo) {
    if (known == after) { return result; }
  }
  auto live = is_dead(statement, after) ? after : transfer(statement, after);
  return before_[statement].emplace_back(after, std::move(live)).second;
}

SlotSet Liveness::around_loop(std::uint32_t number, const SlotSet& after) {
  const auto& s = program_.statements[number];
  SlotSet live = after;
  if (s.kind == Statement::Kind::Repeat) { read(live, s.b); }
  // Slots are only ever added, so this ends.
  while (true) {
    SlotSet more = live;
    more |= before_block(s.c, live);
    if (more == live) { return live; }
    live = std::move(more);
  }
}

SlotSet Liveness::behind_thing(RuleId rule, const SlotSet& after) {
  const auto& fields = program_.rules[rule].fields;
  SlotSet live = after;
  for (const auto slot : fields) { live.erase(slot); }
  if (!may_count(rule)) { return live; }
  live |= wanted_;
  // Whether a thing counts depends on whether any of its fields is set.
  if (!effects_.surely_sets_field(rule)) {
    for (const auto slot : fields) { live.insert(slot); }
  }
  return live;
}

SlotSet Liveness::transfer(std::uint32_t number, const SlotSet& after) {
  const auto& s = program_.statements[number];
  using Kind = Statement::Kind;
  SlotSet live = after;
  const auto forget = [&](SlotId slot) { for_each_word_of(program_, slot, [&](SlotId word) { live.erase(word); }); };
  const auto forget_parameters = [&](RuleId rule) {
    for (const auto& parameter : program_.rules[rule].parameters) {
      if (!parameter.is_field) { forget(parameter.slot); }
    }
  };
  switch (s.kind) {
    case Kind::Assign: {
      // A list that gets one member more is read in the same ways before and after that. A set is not: what it gets may
      // be in it.
      const auto& e = program_.expressions[s.b];
      if (e.op == Op::Append && slot_handed_on(program_, e.a) == s.a) {
        live.insert_closed(s.a);
        read(live, e.b);
        return live;
      }
      forget(s.a);
      break;
    }
    case Kind::If:
      if (const auto taken = taken_.find(number); taken != taken_.end()) {
        const auto block = taken->second ? s.b : s.c;
        live = block == kNone ? after : before_block(block, after);
        break;
      }
      live = before_block(s.b, after);
      live |= s.c == kNone ? after : before_block(s.c, after);
      break;
    case Kind::Repeat: live = around_loop(number, after); break;
    case Kind::ForEach:
    case Kind::ForRange:
      live = around_loop(number, after);
      forget(s.a);
      live |= after;
      break;
    case Kind::Retry: {
      SlotSet inner = after;
      read(inner, s.b);
      live = before_block(s.c, inner);
      live |= after;
      break;
    }
    case Kind::Try: {
      SlotSet asked = after;
      read(asked, s.b);
      live = before_block(s.c, asked);
      // A try that fails goes on from the state before.
      live |= s.a == kNone ? after : before_block(s.a, after);
      break;
    }
    case Kind::Suppose: {
      SlotSet inner = after;
      for_each_word_of(program_, s.a, [&](SlotId word) { inner.insert(word); });
      live = before_block(s.c, inner);
      if (s.value == 1) {
        for (const auto slot : slots_of_things(program_)) { live.erase(slot); }
      }
      live |= after;
      forget(s.a);
      break;
    }
    case Kind::World:
      // It begins without fields. Those that it leaves unset are what they were before.
      live = before_block(s.c, after);
      for (const auto slot : fields_of_world_rule(program_, s.a)) { live.erase(slot); }
      live |= after;
      read_parameters(live, s.a);
      break;
    case Kind::Run:
      live = before_block(program_.rules[s.a].body, after);
      forget_parameters(s.a);
      break;
    case Kind::RunNamed: {
      for (const auto& [symbol, rule] : program_.dispatches[s.b].rules) {
        live |= before_block(program_.rules[rule].body, after);
        for (const auto& parameter : program_.rules[rule].parameters) { read(live, parameter.initial); }
      }
      break;
    }
    case Kind::Drop:
    case Kind::Hold: {
      // A thing begins without fields, so it reads none of the thing around it.
      SlotSet begin = before_block(program_.rules[s.a].body, behind_thing(s.a, after));
      for (const auto slot : program_.rules[s.a].fields) { begin.erase(slot); }
      live |= begin;
      forget_parameters(s.a);
      break;
    }
    case Kind::WithInput:
      // The block has its own value; the one before it is restored after it.
      live = before_block(s.c, after);
      forget(s.a);
      live |= after;
      break;
    case Kind::WithStream: live = before_block(s.b, after); break;
    case Kind::Stop:
    case Kind::Discard: break;
  }
  for_each_expression(program_, s, [&](ExpressionId id) { read(live, id); });
  return live;
}

}  // namespace spoils::odds
