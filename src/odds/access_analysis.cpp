// odds/access_analysis.cpp
//
// Classifies the uses of each slot in the expressions that a statement evaluates: a use of the whole word, a
// predicate on it, a predicate on each member of a list, or an append. An expression that draws is never taken as a
// predicate. tests/odds/state_abstraction_test.cpp has rows in which each class matters.
#include "odds/access_analysis.h"

#include <algorithm>

#include "program/walk.h"

namespace spoils::odds {

using namespace program;

SlotId slot_handed_on(const Program& program, ExpressionId id) {
  while (program.expressions[id].op == Op::OrZero) { id = program.expressions[id].a; }
  const auto& e = program.expressions[id];
  return e.op == Op::Slot && e.type.kind != ValueKind::Number ? e.a : static_cast<SlotId>(program.slots.size());
}

AccessAnalysis::AccessAnalysis(const Program& program)
    : program_(program),
      seen_(program.expressions.size(), false),
      read_(program.slots.size() + 1),
      read_otherwise_(program.slots.size() + 1),
      assigned_(program.slots.size() + 1),
      parameters_of_defs_(program.slots.size() + 1),
      set_otherwise_(program.slots.size() + 1),
      grown_(program.slots.size() + 1),
      reset_(program.slots.size() + 1),
      changed_in_place_(program.slots.size() + 1) {}

// The parameters of defs to which calls hand a list on, at any depth.
std::set<SlotId> AccessAnalysis::parameters_that_get(SlotId list) const {
  std::set<SlotId> out;
  std::vector<SlotId> todo{list};
  while (!todo.empty()) {
    const auto found = given_to_.find(todo.back());
    todo.pop_back();
    if (found == given_to_.end()) { continue; }
    for (const auto parameter : found->second) {
      if (out.insert(parameter).second) { todo.push_back(parameter); }
    }
  }
  return out;
}

bool AccessAnalysis::is_read(SlotId slot) const {
  if (read_.contains(slot)) { return true; }
  if (!given_to_.contains(slot)) { return false; }
  const auto parameters = parameters_that_get(slot);
  return std::any_of(parameters.begin(), parameters.end(), [&](SlotId parameter) {
    return read_.contains(parameter) || questions_.contains(parameter) || assigned_.contains(parameter);
  });
}

std::vector<MemberQuestion> AccessAnalysis::member_questions() const {
  auto out = member_questions_;
  for (const auto& [list, unused] : given_to_) {
    const auto parameters = parameters_that_get(list);
    for (const auto& question : member_questions_) {
      if (!parameters.contains(question.list)) { continue; }
      out.push_back(question);
      out.back().list = list;
    }
  }
  return out;
}

bool AccessAnalysis::is_order_insensitive(SlotId slot) const {
  const auto& type = program_.slots[slot].type;
  const bool has_members = type.kind == ValueKind::List || type.kind == ValueKind::Set;
  if (!has_members || (type.element != ValueKind::Symbol && type.element != ValueKind::Int)) { return false; }
  if (questions_.contains(slot) || is_read(slot)) { return false; }
  const auto parameters = parameters_that_get(slot);
  return std::all_of(member_questions_.begin(), member_questions_.end(), [&](const MemberQuestion& question) {
    return question.is_closed || (question.list != slot && !parameters.contains(question.list));
  });
}

// Whether all uses of a slot, but for statements and calls that hand its set on, are questions about each member alone.
bool AccessAnalysis::is_only_asked_by_member(SlotId slot) const {
  const auto& known = program_.slots[slot];
  const bool has_words = known.type.element == ValueKind::Symbol || known.type.element == ValueKind::Int;
  if (known.type.kind != ValueKind::Set || !has_words || known.kind == Slot::Kind::State) { return false; }
  return !read_otherwise_.contains(slot) && !questions_.contains(slot) && !changed_in_place_.contains(slot) &&
         std::all_of(member_questions_.begin(), member_questions_.end(), [&](const MemberQuestion& question) {
           return question.list != slot || !closed(question).empty();
         });
}

std::vector<SlotId> AccessAnalysis::asked_by_member(SlotId slot) const {
  std::vector<SlotId> out{slot};
  for (std::size_t i = 0; i < out.size(); ++i) {
    const bool is_set_otherwise = parameters_of_defs_.contains(out[i]) && assigned_.contains(out[i]);
    if (is_set_otherwise || !is_only_asked_by_member(out[i])) { return {}; }
    for (const auto* targets : {&handed_on_to_, &given_to_}) {
      const auto found = targets->find(out[i]);
      if (found == targets->end()) { continue; }
      for (const auto target : found->second) {
        if (std::find(out.begin(), out.end(), target) == out.end()) { out.push_back(target); }
      }
    }
  }
  return out;
}

void AccessAnalysis::given(SlotId slot, ExpressionId value) {
  if (program_.expressions[value].draws) {
    assigned_.insert(slot);
  } else {
    given_[slot].push_back(value);
  }
}

void AccessAnalysis::ask(ExpressionId question, std::initializer_list<ExpressionId> operands) {
  for (const auto id : operands) {
    const auto slot = slot_handed_on(program_, id);
    if (slot == program_.slots.size()) {
      look(id);
    } else {
      questions_[slot].push_back(question);
    }
  }
}

// Returns the slot of a list or set that an expression hands on and that is compared by its words; the number of slots
// if it is no such expression.
SlotId AccessAnalysis::list_handed_on(ExpressionId id) const {
  const auto none = static_cast<SlotId>(program_.slots.size());
  const auto slot = slot_handed_on(program_, id);
  if (slot == none || program_.slots[slot].type.element == ValueKind::Text) { return none; }
  const auto kind = program_.slots[slot].type.kind;
  return kind == ValueKind::List || kind == ValueKind::Set ? slot : none;
}

void AccessAnalysis::look(ExpressionId root) {
  if (root == kNone || seen_[root]) { return; }
  const auto& e = program_.expressions[root];
  // Leaves are seen again and again, at places of their own.
  if (e.op == Op::Slot) {
    read(e.a);
    return;
  }
  seen_[root] = true;
  note_slots_set_by(e);
  if (e.op == Op::PickWhere && !program_.choices[e.a].steps.empty()) {
    look_choice(e.a);
    return;
  }
  // Two values that get the same answer may be joined. An expression that draws has no answer, only a distribution of
  // answers, so it is never a question, whatever its operator: its operands are looked at one by one.
  if (!e.draws && take_as_question(root, e)) { return; }
  if (e.op == Op::Invoke && !e.draws) { return look_at_call(e); }
  for_each_operand(program_, e, [&](ExpressionId id) { look(id); });
}

// A list that a call hands on is looked at as the def looks at its parameter.
void AccessAnalysis::look_at_call(const Expression& e) {
  const auto& def = program_.defs[static_cast<std::size_t>(e.value)];
  for (std::uint32_t i = 0; i < e.b; ++i) {
    const auto id = program_.operands[e.a + i];
    const auto slot = list_handed_on(id);
    const auto parameter = def.parameters[i];
    const bool is_the_same =
        slot < program_.slots.size() && program_.slots[slot].type == program_.slots[parameter].type;
    if (!is_the_same || parameter == slot) {
      look(id);
    } else if (auto& known = given_to_[slot]; std::find(known.begin(), known.end(), parameter) == known.end()) {
      known.push_back(parameter);
    }
  }
  look(def.body);
}

// The slots that an expression sets while it is evaluated, and from which expressions their values come.
void AccessAnalysis::note_slots_set_by(const Expression& e) {
  switch (e.op) {
    case Op::Invoke:
    case Op::WorldDef:
    case Op::ConstantDef: {
      const auto& def = program_.defs[static_cast<std::size_t>(e.value)];
      for (std::uint32_t i = 0; i < e.b; ++i) {
        given(def.parameters[i], program_.operands[e.a + i]);
        parameters_of_defs_.insert(def.parameters[i]);
      }
      return;
    }
    case Op::Bind: given(static_cast<SlotId>(e.value), e.a); return;
    case Op::Block:
      // They are set several times, and in loops by themselves.
      for_each_bound_slot(program_, e, [&](SlotId slot) { assigned_.insert(slot); });
      return;
    case Op::Fold: {
      const auto& fold = program_.folds[e.a];
      if (program_.expressions[fold.source].draws) {
        assigned_.insert(fold.variable);
      } else {
        sources_.emplace(fold.variable, fold.source);
      }
      return;
    }
    case Op::RowCell:
    case Op::RowOutcome: read(e.c); return;
    default: return;
  }
}

// Takes in an expression that draws nothing as a question, if its operator makes it one; false if not. Then its
// operands are to be looked at.
bool AccessAnalysis::take_as_question(ExpressionId id, const Expression& e) {
  const auto compares = e.op == Op::Equal || e.op == Op::Less || e.op == Op::LessOrEqual || e.op == Op::InRange;
  if (asks_wholes_ && compares && take_as_whole(id)) { return true; }
  switch (e.op) {
    case Op::Equal:
    case Op::Less:
    case Op::LessOrEqual: ask(id, {e.a, e.b}); return true;
    case Op::InRange: ask(id, {e.a, e.b, e.c}); return true;
    case Op::HasOutcome: ask(id, {e.b}); return true;
    case Op::Cell: {
      ask(id, {e.c});
      for_each_cell(program_.tables[e.a], e.b, [&](ExpressionId cell) { look(cell); });
      return true;
    }
    case Op::Invoke: return asks_calls_ && take_as_whole(id);
    case Op::Contains:
      if (const auto slot = list_handed_on(e.b); slot < program_.slots.size()) {
        ask_by_member(slot, e.a);
        look(e.a);
      } else {
        ask(id, {e.a});
        look(e.b);
      }
      return true;
    case Op::Size: return list_handed_on(e.a) < program_.slots.size();
    case Op::Fold: {
      const auto& fold = program_.folds[e.a];
      const auto slot = list_handed_on(fold.source);
      if (slot == program_.slots.size()) { return asks_wholes_ && take_fold_over_written(fold, e.a); }
      if (fold.kind == FoldKind::Sum && keeps_order_of_sums_) { return false; }
      auto question = question_by_fold(program_, slot, id);
      if (!question) { return false; }
      member_questions_.push_back(std::move(*question));
      assigned_.insert(fold.variable);
      look(fold.condition);
      look(fold.value);
      return true;
    }
    default: return false;
  }
}

// `count(x in [a, b] where x > 3)` asks of a and b whether they are above 3. A set is not such a list: whether its
// members are equal matters, too.
bool AccessAnalysis::take_fold_over_written(const Fold& fold, std::uint32_t number) {
  const auto& source = program_.expressions[fold.source];
  const bool asks_condition = fold.kind == FoldKind::Count || fold.kind == FoldKind::Any || fold.kind == FoldKind::All;
  const bool asks_value = fold.value != kNone && (fold.kind == FoldKind::Sum || fold.kind == FoldKind::Product ||
                                                  fold.kind == FoldKind::Maximum || fold.kind == FoldKind::Minimum);
  if (source.op != Op::MakeList || !(asks_condition || asks_value)) { return false; }
  for_each_operand(program_, source, [&](ExpressionId member) {
    const auto slot = slot_handed_on(program_, member);
    if (slot == program_.slots.size() || program_.expressions[member].op != Op::Slot) {
      look(member);
    } else {
      folds_over_[slot].push_back(number);
    }
  });
  assigned_.insert(fold.variable);
  look(fold.condition);
  look(fold.value);
  return true;
}

// An expression that reads one word and nothing else asks no more of it than it gives: `class_of(kind)` does not tell
// two kinds of one class apart. With two words the values of the other one might be too many.
bool AccessAnalysis::take_as_whole(ExpressionId id) {
  const auto reads = slots_read(program_, {id});
  if (reads.size() != 1) { return false; }
  const auto kind = program_.slots[reads.front()].type.kind;
  if (kind != ValueKind::Int && kind != ValueKind::Symbol && kind != ValueKind::Row) { return false; }
  questions_[reads.front()].push_back(id);
  return true;
}

// The filter plan of a choice is one access to the slots that it depends on, and its parts need not be visited.
void AccessAnalysis::look_choice(std::uint32_t index) {
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

void AccessAnalysis::look_at_row(std::uint32_t index) {
  const auto& choice = program_.choices[index];
  for (const auto& step : choice.steps) {
    if (step.kind == ConditionStep::Kind::Bind) {
      const auto& call = program_.expressions[step.id];
      const auto& def = program_.defs[static_cast<std::size_t>(call.value)];
      for (std::uint32_t i = 0; i < call.b; ++i) {
        given(def.parameters[i], program_.operands[call.a + i]);
        look(program_.operands[call.a + i]);
      }
    } else if (step.kind == ConditionStep::Kind::Dynamic) {
      look(step.id);
    }
  }
  if (!choice.weighs_static) {
    look(choice.weight);
    if (choice.is_best || choice.weight == kNone) {
      for (const auto& row : program_.tables[choice.table].rows) { look(row.weight); }
    }
  }
}

void AccessAnalysis::look_at(const Statement& s) {
  using Kind = Statement::Kind;
  const auto set = [&](SlotId slot) { for_each_word_of(program_, slot, [&](SlotId word) { assigned_.insert(word); }); };
  if (s.kind == Kind::Assign) {
    set(s.a);
    values_[s.a].push_back(s.b);
    // A list that gets one member more, or one less, is not looked at.
    const auto& e = program_.expressions[s.b];
    const bool grows =
        (e.op == Op::Append || e.op == Op::Insert || e.op == Op::Remove) && slot_handed_on(program_, e.a) == s.a;
    (grows && e.op == Op::Append ? grown_ : reset_).insert(s.a);
    if (grows) { changed_in_place_.insert(s.a); }
    const auto handed_on = grows ? static_cast<SlotId>(program_.slots.size()) : list_handed_on(s.b);
    if (handed_on == program_.slots.size()) {
      look(grows ? e.b : s.b);
    } else {
      read_.insert(handed_on);
      handed_on_to_[handed_on].push_back(s.a);
    }
    return;
  }
  if (s.kind == Kind::ForEach || s.kind == Kind::ForRange || s.kind == Kind::WithInput) {
    set(s.a);
    reset_.insert(s.a);
    if (s.kind == Kind::WithInput) {
      set_otherwise_.insert(s.a);
    } else {
      loops_[s.a].push_back(&s);
    }
  }
  if (s.kind == Kind::Suppose) { set_otherwise_.insert(s.a); }
  if (s.kind == Kind::Suppose && s.value == 1) {
    for (const auto slot : slots_of_things(program_)) {
      assigned_.insert(slot);
      reset_.insert(slot);
    }
  }
  if (s.kind == Kind::World) {
    for (const auto& parameter : program_.rules[s.a].parameters) { read(parameter.slot); }
    for (const auto slot : fields_of_world_rule(program_, s.a)) {
      assigned_.insert(slot);
      reset_.insert(slot);
    }
  }
  if (s.kind == Kind::Run || s.kind == Kind::Drop || s.kind == Kind::Hold) {
    const auto& parameters = program_.rules[s.a].parameters;
    for (std::uint32_t i = 0; i < s.c; ++i) {
      given(parameters[i].slot, program_.operands[s.b + i]);
      reset_.insert(parameters[i].slot);
      // A field may be read before the call, with another value.
      if (parameters[i].is_field) { assigned_.insert(parameters[i].slot); }
    }
  }
  if (s.kind == Kind::RunNamed) {
    for (const auto& [symbol, rule] : program_.dispatches[s.b].rules) {
      for (const auto& parameter : program_.rules[rule].parameters) {
        if (parameter.initial == kNone) { continue; }
        given(parameter.slot, parameter.initial);
        if (parameter.is_field) { assigned_.insert(parameter.slot); }
        look(parameter.initial);
      }
    }
  }
  for_each_expression(program_, s, [&](ExpressionId id) { look(id); });
}

}  // namespace spoils::odds
