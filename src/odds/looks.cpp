#include "odds/looks.h"

#include <algorithm>

#include "program/walk.h"

namespace spoils::odds {

using namespace program;

SlotId slot_handed_on(const Program& program, ExpressionId id) {
  while (program.expressions[id].op == Op::OrZero) { id = program.expressions[id].a; }
  const auto& e = program.expressions[id];
  return e.op == Op::Slot && e.type.kind != ValueKind::Number ? e.a : static_cast<SlotId>(program.slots.size());
}

Looks::Looks(const Program& program)
    : program_(program),
      seen_(program.expressions.size(), false),
      read_(program.slots.size() + 1),
      assigned_(program.slots.size() + 1),
      grown_(program.slots.size() + 1),
      reset_(program.slots.size() + 1) {}

bool Looks::is_closed(const OfMembers& question) const {
  if (question.member != kNone) { return slots_read(program_, {question.member}).empty(); }
  const auto& fold = program_.folds[question.fold];
  for (const auto id : {fold.condition, fold.value}) {
    if (id == kNone) { continue; }
    for (const auto slot : slots_read(program_, {id})) {
      if (slot != fold.variable) { return false; }
    }
  }
  return true;
}

bool Looks::is_closed(SlotId slot) const {
  const auto& type = program_.slots[slot].type;
  if (type.kind != ValueKind::List || (type.element != ValueKind::Symbol && type.element != ValueKind::Int)) {
    return false;
  }
  return !is_read(slot) && std::all_of(of_members_.begin(), of_members_.end(), [&](const OfMembers& question) {
    return question.list != slot || is_closed(question);
  });
}

void Looks::ask(ExpressionId question, std::initializer_list<ExpressionId> operands) {
  for (const auto id : operands) {
    const auto slot = slot_handed_on(program_, id);
    if (slot == program_.slots.size()) {
      look(id);
    } else {
      questions_[slot].push_back(question);
    }
  }
}

void Looks::look(ExpressionId root) {
  if (root == kNone || seen_[root]) { return; }
  const auto& e = program_.expressions[root];
  // Leaves are seen again and again, at places of their own.
  if (e.op == Op::Slot) {
    read(e.a);
    return;
  }
  seen_[root] = true;
  const auto list = [&](ExpressionId id) {
    const auto slot = slot_handed_on(program_, id);
    const bool is_list =
        slot < program_.slots.size() && program_.slots[slot].type.element != ValueKind::Text &&
        (program_.slots[slot].type.kind == ValueKind::List || program_.slots[slot].type.kind == ValueKind::Set);
    return is_list ? slot : static_cast<SlotId>(program_.slots.size());
  };
  switch (e.op) {
    case Op::Equal:
    case Op::Less:
    case Op::LessOrEqual: ask(root, {e.a, e.b}); return;
    case Op::InRange: ask(root, {e.a, e.b, e.c}); return;
    case Op::HasOutcome: ask(root, {e.b}); return;
    case Op::Cell: ask(root, {e.c}); break;
    case Op::Contains:
      if (const auto slot = list(e.b); slot < program_.slots.size()) {
        of_members_.push_back({slot, e.a, 0});
        look(e.a);
      } else {
        ask(root, {e.a});
        look(e.b);
      }
      return;
    case Op::Size:
      if (list(e.a) == program_.slots.size()) { look(e.a); }
      return;
    case Op::Fold: {
      const auto& fold = program_.folds[e.a];
      const bool any_order = fold.kind == FoldKind::Count || fold.kind == FoldKind::Any || fold.kind == FoldKind::All ||
                             fold.kind == FoldKind::Maximum || fold.kind == FoldKind::Minimum;
      const auto slot = any_order && !e.draws ? list(fold.source) : static_cast<SlotId>(program_.slots.size());
      if (slot < program_.slots.size()) {
        of_members_.push_back({slot, kNone, e.a});
        assigned_.insert(fold.variable);
      } else {
        look(fold.source);
        sources_.emplace(fold.variable, fold.source);
      }
      look(fold.condition);
      look(fold.value);
      return;
    }
    case Op::Invoke:
    case Op::Settle: {
      const auto& def = program_.defs[static_cast<std::size_t>(e.value)];
      for (std::uint32_t i = 0; i < e.b; ++i) { given(def.parameters[i], program_.operands[e.a + i]); }
      break;
    }
    case Op::Bind: given(static_cast<SlotId>(e.value), e.a); break;
    case Op::PickWhere:
      if (!program_.choices[e.a].steps.empty()) {
        look_choice(e.a);
        return;
      }
      break;
    case Op::RowCell:
    case Op::RowOutcome: read(e.c); break;
    case Op::Interpolate: look(e.b); return;
    default: break;
  }
  if (e.op == Op::Cell) {
    const auto& table = program_.tables[e.a];
    for (std::size_t i = e.b; i < table.cells.size(); i += table.columns.size()) { look(table.cells[i]); }
    return;
  }
  for_each_operand(program_, e, [&](ExpressionId id) { look(id); });
}

// What is settled of a choice is one look at all that it hangs on, and need not be gone through.
void Looks::look_choice(std::uint32_t index) {
  choices_.push_back(index);
  look_at_row(index);
  const auto& choice = program_.choices[index];
  look(choice.nothing_weight);
  for (const auto& row : program_.tables[choice.table].rows) {
    look(row.outcome);
    if (row.otherwise != kNone) {
      look(row.condition);
      look(row.otherwise);
    }
  }
}

void Looks::look_at_row(std::uint32_t index) {
  const auto& choice = program_.choices[index];
  for (const auto& step : choice.steps) {
    if (step.kind == ConditionStep::Kind::Bind) {
      const auto& call = program_.expressions[step.id];
      const auto& def = program_.defs[static_cast<std::size_t>(call.value)];
      for (std::uint32_t i = 0; i < call.b; ++i) {
        given(def.parameters[i], program_.operands[call.a + i]);
        look(program_.operands[call.a + i]);
      }
    } else if (step.kind == ConditionStep::Kind::Open) {
      look(step.id);
    }
  }
  if (!choice.weighs_settled) {
    look(choice.weight);
    if (choice.is_best || choice.weight == kNone) {
      for (const auto& row : program_.tables[choice.table].rows) { look(row.weight); }
    }
  }
}

void Looks::look_at(const Statement& s) {
  using Kind = Statement::Kind;
  const auto set = [&](SlotId slot) {
    assigned_.insert(slot);
    if (program_.slots[slot].type.kind == ValueKind::Number) { assigned_.insert(slot + 1); }
  };
  if (s.kind == Kind::Assign) {
    set(s.a);
    // A list that gets one member more, or one less, is not looked at.
    const auto& e = program_.expressions[s.b];
    const bool grows =
        (e.op == Op::Append || e.op == Op::Insert || e.op == Op::Remove) && slot_handed_on(program_, e.a) == s.a;
    (grows && e.op == Op::Append ? grown_ : reset_).insert(s.a);
    look(grows ? e.b : s.b);
    return;
  }
  if (s.kind == Kind::ForEach || s.kind == Kind::ForRange || s.kind == Kind::WithInput) {
    set(s.a);
    reset_.insert(s.a);
  }
  if (s.kind == Kind::Run || s.kind == Kind::Drop || s.kind == Kind::Hold) {
    const auto& parameters = program_.rules[s.a].parameters;
    for (std::uint32_t i = 0; i < s.c; ++i) {
      given(parameters[i].slot, program_.operands[s.b + i]);
      reset_.insert(parameters[i].slot);
    }
  }
  if (s.kind == Kind::RunNamed) {
    for (const auto& [symbol, rule] : program_.dispatches[s.b].rules) {
      for (const auto& parameter : program_.rules[rule].parameters) {
        if (parameter.initial == kNone) { continue; }
        given(parameter.slot, parameter.initial);
        look(parameter.initial);
      }
    }
  }
  for_each_expression(program_, s, [&](ExpressionId id) { look(id); });
}

}  // namespace spoils::odds
