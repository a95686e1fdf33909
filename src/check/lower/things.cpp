// check/lower/things.cpp
//
// Folds over the things of a roll. They are computed as the things are made, so they can read what a finished thing
// keeps: its fields with its measures, its inputs and the rule that made it. What else they might read is refused:
// other folds over things, state and scratch values, and names that could as well be of the rule's own thing.
#include <fmt/format.h>

#include <algorithm>

#include "check/lower/lowering.h"
#include "program/accumulator.h"
#include "program/fold_names.h"
#include "program/walk.h"

namespace spoils::check {

using program::kNone;
using text::Code;
using Kind = lang::Expression::Kind;
using KindOfSlot = program::Slot::Kind;

namespace {

constexpr std::string_view kWhatAThingKeeps = "what a finished thing keeps";

bool is_set_by_with(const program::Program& program, program::SlotId slot) {
  return std::any_of(program.statements.begin(), program.statements.end(),
                     [&](const auto& s) { return s.kind == program::Statement::Kind::WithInput && s.a == slot; });
}

/// Calls visit(id, add) for each expression, once; `add` takes a further one. So a visit decides what is below.
template <class Visit>
void visit_below(std::vector<program::ExpressionId> todo, Visit&& visit) {
  std::set<program::ExpressionId> seen;
  const auto add = [&](program::ExpressionId id) { todo.push_back(id); };
  while (!todo.empty()) {
    const auto id = todo.back();
    todo.pop_back();
    if (seen.insert(id).second) { visit(id, add); }
  }
}

}  // namespace

// count(x in things where c), sum(x in things: e), any(...): a number that grows with every finished thing.
Lowered Lowering::accumulator(const Expression& e, std::string_view variable, const Expression* where,
                              const Expression* value) {
  using program::FoldKind;
  program::Accumulator out;
  out.held_only = e.children[0].text == "held";
  out.kind = program::fold_named(e.text).value_or(FoldKind::List);
  // The least is the greatest with another sign: so every reading has one of both only.
  const bool is_least = out.kind == FoldKind::Minimum;
  if (is_least) { out.kind = FoldKind::Maximum; }
  if (!program::accumulates(out.kind)) {
    report_.add(Code::OperandType, e.span, fmt::format("`{}`", e.text), "a list or set", "the things of a roll")
        .help("`count`, `sum`, `any`, `all`, `max` and `min` go over things");
    return poison(e.span);
  }
  if (folds_things_) {
    report_.add(Code::OperandType, e.span, "a fold over things", kWhatAThingKeeps, "another such fold")
        .help("it is not known before all things are made");
    return poison(e.span);
  }
  folds_things_ = true;
  locals_.push_back({variable, 0, std::nullopt, nullptr, true});
  if (where != nullptr) { out.condition = condition(*where).id; }
  const bool asks = out.kind == FoldKind::Any || out.kind == FoldKind::All;
  if (value != nullptr) {
    const auto amount = asks ? condition(*value) : integer(*value, e.text);
    out.value = is_least ? negate(amount, value->span).id : amount.id;
  }
  locals_.pop_back();
  folds_things_ = false;
  std::vector<ExpressionId> roots;
  for (const auto id : {out.condition, out.value}) {
    if (id == kNone) { continue; }
    if (is_left_to_chance(id)) { report_.add(Code::DisplayDraws, e.span, "a question"); }
    roots.push_back(id);
  }
  if (!refuse_unkept(roots, e.span)) { refuse_two_meanings(roots, variable); }
  const auto type = of(asks ? ValueKind::Flag : ValueKind::Int);
  out.slot = add_local("", type, e.span);
  out_.slots[out.slot].initial = out.nothing();
  accumulators_->push_back(out);
  const auto grown = node(Op::Slot, type, e.span, out.slot);
  const auto total = out.kind == FoldKind::Maximum ? or_zero(grown, e.span) : grown;
  return is_least ? negate(total, e.span) : total;
}

// x.field, x.measure, x.input or x.made_by of a finished thing.
Lowered Lowering::thing_member(const Expression& e) {
  auto value = Lowered{};
  if (e.text == "made_by") {
    value = node(Op::Slot, of(ValueKind::Symbol), e.span, out_.made_by);
  } else if (const auto found = variable(e.text, e.span)) {
    value = node(Op::Slot, out_.slots[*found].type, e.span, *found);
  } else if (const auto* measured = measure(e.text, e.span)) {
    value = measure_of(*measured, e);
  } else {
    const auto place = column_place(e);
    auto finding = report_.add(Code::UnknownColumn, place, "a thing of this pack", e.text);
    if (const auto near = report_.nearest(e.text, variable_names(e.span))) {
      finding.help(Edit{place, std::string(*near)});
    }
    return poison(e.span);
  }
  of_things_.insert(value.id);
  return value;
}

// A thing by itself is no value.
Lowered Lowering::refuse_thing(const Expression& e) {
  report_.add(Code::OperandType, e.span, "this place", "a value", "a thing")
      .help(fmt::format("write `{0}.kind` or another field of it, or `{0}.made_by`", e.text));
  return poison(e.span);
}

// Values that a world settles are drawn for the world, and not by a question about it.
bool Lowering::is_left_to_chance(ExpressionId root) const {
  bool is_drawn = false;
  visit_below({root}, [&](ExpressionId id, const auto& add) {
    const auto& made = out_.expressions[id];
    if (!made.draws) { return; }
    if (made.op == Op::WorldDef) {
      program::for_each_own_operand(out_, made, add);
    } else if (program::draws_itself(made.op)) {
      is_drawn = true;
    } else {
      program::for_each_operand(out_, made, add);
    }
  });
  return is_drawn;
}

// Returns whether something was refused.
bool Lowering::refuse_unkept(const std::vector<ExpressionId>& roots, Span fold) {
  const auto read = program::slots_read(out_, roots);
  const auto unkept = std::find_if(read.begin(), read.end(), [&](SlotId slot) {
    const auto kind = out_.slots[slot].kind;
    return slot != out_.made_by && kind != KindOfSlot::Field && kind != KindOfSlot::Input;
  });
  if (unkept == read.end()) { return false; }
  auto place = fold;
  program::for_each_below(out_, roots, [&](ExpressionId id) {
    if (program::slot_read_by(out_.expressions[id]) == *unkept) { place = out_.places[id]; }
  });
  const auto& slot = out_.slots[*unkept];
  const auto* const what = slot.kind == KindOfSlot::State     ? "the state"
                           : slot.kind == KindOfSlot::Scratch ? "the scratch value"
                                                              : "a local name,";
  auto finding = report_.add(Code::OperandType, place, "a fold over things", kWhatAThingKeeps,
                             fmt::format("{} `{}`", what, slot.name));
  if (slot.kind != KindOfSlot::Local) { finding.help("a field that the rule sets to it is kept"); }
  return true;
}

// A name or measure is computed from the finished thing, which keeps its scratch values for it, but no state.
void Lowering::refuse_state(ExpressionId root, std::string_view what) {
  auto read = kNone;
  program::for_each_below(out_, root, [&](ExpressionId id) {
    const auto& made = out_.expressions[id];
    if (made.op == Op::Slot && out_.slots[made.a].kind == KindOfSlot::State) { read = id; }
  });
  if (read == kNone) { return; }
  const auto& name = out_.slots[out_.expressions[read].a].name;
  report_
      .add_once(fmt::format("{} {}", what, name), Code::OperandType, out_.places[read], what, kWhatAThingKeeps,
                fmt::format("the state `{}`", name))
      .help("a field that the rule sets to it is kept");
}

// Bare names are of the thing that is looked at, too, as in `--count`. Beside names like `x.n` they could as well be
// meant for the rule's own thing, which is not finished when the others are.
void Lowering::refuse_two_meanings(const std::vector<ExpressionId>& roots, std::string_view variable) {
  bool names_thing = false;
  std::vector<ExpressionId> reads;
  visit_below(roots, [&](ExpressionId id, const auto& add) {
    if (of_things_.count(id) > 0) {
      names_thing = true;
      return;
    }
    const auto& made = out_.expressions[id];
    program::for_each_operand(out_, made, add);
    if (made.op == Op::Slot) { reads.push_back(id); }
  });
  if (!names_thing) { return; }
  const auto found = std::find_if(reads.rbegin(), reads.rend(), [&](ExpressionId id) {
    const auto slot = out_.expressions[id].a;
    const auto kind = out_.slots[slot].kind;
    return kind == KindOfSlot::Field || slot == out_.made_by ||
           (kind == KindOfSlot::Input && is_set_by_with(out_, slot));
  });
  if (found == reads.rend()) { return; }
  const auto bare = *found;
  const auto& name = out_.slots[out_.expressions[bare].a].name;
  const auto& place = out_.places[bare];
  auto finding = report_.add(Code::TwoMeanings, place, name);
  if (report_.sources().text(place) == name) {
    finding.help(Edit{place, fmt::format("{}.{}", variable, name)}, "for that of the thing which is looked at");
  }
}

}  // namespace spoils::check
