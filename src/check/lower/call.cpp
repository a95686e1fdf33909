// check/lower/call.cpp
//
// Lowers calls: functions of the language, defs, and the arguments of rules and defs.
#include <fmt/format.h>

#include <array>

#include "check/lower/lowering.h"
#include "lang/aggregates.h"
#include "lang/foreign.h"
#include "program/fold_names.h"

namespace spoils::check {

using program::FoldKind;
using program::kNone;
using program::kUnset;
using text::Code;
using Kind = lang::Expression::Kind;

namespace {

// Besides the folds.
constexpr std::array<std::string_view, 12> kFunctions{"text", "capitalise", "titled",   "polynomial_hash",
                                                      "abs",  "floor",      "ceil",     "round",
                                                      "roll", "least",      "greatest", "average"};

static_assert(lang::kAggregates == program::kFoldNames);

// list(x in l: e) and set(...) have no form list(l).
constexpr bool takes_list(FoldKind kind) { return kind != FoldKind::List && kind != FoldKind::Set; }

}  // namespace

Lowered Lowering::call(const Expression& e) {
  if (const auto* def = scope_.def(e.text, e.span)) { return invoke(e, *def); }
  if (auto made = built_in(e)) { return *made; }
  const auto place = name_place(e);
  if (first_time(Code::UnknownFunction, place, e.text)) {
    auto finding = report_.add(Code::UnknownFunction, place, e.text);
    auto known = report_.suggests() ? scope_.names(Scope::Space::Def, e.span) : std::vector<std::string_view>();
    known.insert(known.end(), kFunctions.begin(), kFunctions.end());
    for (const auto name : program::kFoldNames) {
      if (takes_list(*program::fold_named(name))) { known.push_back(name); }
    }
    if (e.text.find("rand") == 0 || e.text == "rnd") {
      finding.help("write `d6` for a die, `pick 1..6` for a number, `pick {a, b}` for one of several");
    } else if (scope_.rule(e.text, e.span) != nullptr) {
      finding.help("`" + e.text + "` is a rule: a statement can run it, but it has no value");
    } else if (const auto near = report_.nearest(e.text, known)) {
      finding.help(Edit{place, std::string(*near)});
    } else if (const auto* const habit = lang::habit_of_function(e.text)) {
      lang::add_help(finding, place, *habit);
    }
  }
  for (const auto& child : e.children) { static_cast<void>(expression(child)); }
  return poison(e.span);
}

std::optional<Lowered> Lowering::built_in(const Expression& e) {
  const auto takes = [&](std::size_t count) {
    if (e.children.size() == count) { return true; }
    report_.add(Code::TooManyArguments, e.children.size() > count ? e.children[count].span : e.span, e.text,
                fmt::format("{} value{}", count, count == 1 ? "" : "s"), fmt::format("{}", e.children.size()));
    return false;
  };
  const auto argument = [&](std::size_t i, ValueKind kind) -> Lowered {
    const auto value = expression(e.children[i]);
    if (value.type.kind == kind || is_open(value.type)) { return value; }
    report_.add(Code::OperandType, e.children[i].span, fmt::format("`{}`", e.text), to_text(of(kind)),
                to_text(value.type));
    return poison(e.children[i].span);
  };
  if (e.text == "floor" || e.text == "ceil" || e.text == "round" || e.text == "abs") {
    if (!takes(1)) { return poison(e.span); }
    const auto value = numeric(e.children[0], e.text);
    if (!is_number(value.type)) { return poison(e.span); }
    if (e.text == "abs") { return node(Op::Absolute, value.type, e.span, value.id); }
    if (value.type.kind == ValueKind::Int) { return value; }
    const auto op = e.text == "floor" ? Op::Floor : e.text == "ceil" ? Op::Ceil : Op::Round;
    return node(op, of(ValueKind::Int), e.span, value.id);
  }
  if (e.text == "least" || e.text == "greatest" || e.text == "average") {
    if (!takes(1)) { return poison(e.span); }
    const auto value = numeric(e.children[0], e.text);
    if (!is_number(value.type)) { return poison(e.span); }
    if (e.text == "average") { return node(Op::Average, of(ValueKind::Number), e.span, value.id); }
    return node(e.text == "least" ? Op::Least : Op::Greatest, value.type, e.span, value.id);
  }
  if ((e.text == "min" || e.text == "max") && e.children.size() >= 2) {
    auto so_far = numeric(e.children[0], e.text);
    for (std::size_t i = 1; i < e.children.size(); ++i) {
      const auto next = numeric(e.children[i], e.text);
      if (!is_number(so_far.type) || !is_number(next.type)) {
        return Lowered{poison(e.span).id, is_number(next.type) ? next.type : so_far.type};
      }
      bool clash = false;
      const auto type = join(so_far.type, next.type, clash);
      so_far = node(e.text == "min" ? Op::Minimum : Op::Maximum, type, e.span, so_far.id, next.id);
    }
    return so_far;
  }
  if (e.text == "roll") {
    if (!takes(2)) { return poison(e.span); }
    const auto count = integer(e.children[0], e.text);
    const auto sides = integer(e.children[1], e.text);
    return node(Op::Dice, of(ValueKind::Int), e.span, count.id, sides.id);
  }
  if (e.text == "text") {
    if (!takes(1)) { return poison(e.span); }
    const auto value = shown(expression(e.children[0]), e.children[0].span);
    program::TextPart part;
    part.kind = program::TextPart::Kind::Value;
    part.expression = value.id;
    const auto first = static_cast<std::uint32_t>(out_.parts.size());
    out_.parts.push_back(part);
    return node(Op::Compose, of(ValueKind::Text), e.span, first, 1);
  }
  if (e.text == "capitalise" || e.text == "titled") {
    if (!takes(1)) { return poison(e.span); }
    const auto value = argument(0, ValueKind::Text);
    return node(e.text == "titled" ? Op::Title : Op::Capitalise, of(ValueKind::Text), e.span, value.id);
  }
  if (e.text == "polynomial_hash") {
    if (!takes(2)) { return poison(e.span); }
    const auto value = argument(0, ValueKind::Text);
    const auto factor = integer(e.children[1], e.text);
    return node(Op::Hash, of(ValueKind::Int), e.span, value.id, factor.id);
  }
  const auto fold = program::fold_named(e.text);
  if (!fold || !takes_list(*fold)) { return std::nullopt; }
  if (!takes(1)) { return poison(e.span); }
  return aggregate(e, " member", nullptr, nullptr);  // no name that a pack could use
}

// The arguments in the order of the parameters; a null for one that is left out; none at all if they do not match.
std::vector<const lang::Expression*> Lowering::match_arguments(const Expression& e, const lang::Declaration& callee) {
  std::vector<const Expression*> out(callee.parameters.size(), nullptr);
  std::size_t next = 0;
  bool sound = true;
  for (const auto& argument : e.children) {
    if (argument.kind != Kind::Argument) {
      if (next >= out.size()) {
        report_
            .add(Code::TooManyArguments, argument.span, e.text,
                 fmt::format("{} value{}", out.size(), out.size() == 1 ? "" : "s"),
                 fmt::format("{}", e.children.size()))
            .label(callee.name_span, "declared here");
        return {};
      }
      out[next++] = &argument;
      continue;
    }
    bool found = false;
    const Span place{argument.span.source, argument.span.begin,
                     argument.span.begin + static_cast<std::uint32_t>(argument.text.size())};
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (callee.parameters[i].name != argument.text) { continue; }
      if (out[i] != nullptr) {
        report_.add(Code::ArgumentTwice, place, e.text, argument.text).label(out[i]->span, "first here");
      }
      out[i] = &argument.children[0];
      found = true;
    }
    if (!found) {
      sound = false;
      auto finding = report_.add(Code::UnknownParameter, place, e.text, argument.text);
      std::vector<std::string_view> known;
      for (const auto& parameter : callee.parameters) { known.push_back(parameter.name); }
      if (const auto near = report_.nearest(argument.text, known)) { finding.help(Edit{place, std::string(*near)}); }
    }
  }
  return sound ? out : std::vector<const Expression*>();
}

// A world settles by the contents of an argument, so that an unset list and an empty one are one argument: the callee
// sees an empty one for both. Otherwise whichever came first would decide what the other gives.
Lowered Lowering::settling_argument(const Lowered& value, ValueType parameter, Span place) {
  const auto kind = value.type.kind;
  if (kind == ValueKind::Nothing && program::holds_words(parameter.kind)) {
    return list_constant(parameter, {}, place);
  }
  if (!program::holds_words(kind)) { return value; }
  const auto op = out_.expressions[value.id].op;
  if (op == Op::MakeList || op == Op::MakeSet || op == Op::MakeMap || op == Op::Constant) { return value; }
  const auto empty = list_constant(value.type, {}, place);
  return node(kind == ValueKind::Map ? Op::AddMaps : Op::Join, value.type, place, value.id, empty.id);
}

std::uint32_t Lowering::lower_arguments(const Expression& e, const lang::Declaration& callee,
                                        const std::vector<SlotId>& slots, std::uint32_t& count) {
  const auto given = match_arguments(e, callee);
  std::vector<ExpressionId> ids;
  if (given.size() < callee.parameters.size()) {
    for (const auto& argument : e.children) {
      static_cast<void>(expression(argument.kind == Kind::Argument ? argument.children[0] : argument));
    }
    ids.assign(callee.parameters.size(), poison(e.span).id);
  }
  for (std::size_t i = 0; i < given.size(); ++i) {
    const auto& parameter = callee.parameters[i];
    const Expression* source = given[i] != nullptr ? given[i] : &parameter.initial;
    if (source->kind == Kind::Missing) {
      report_.add(Code::MissingArgument, e.span, e.text, parameter.name).label(parameter.span, "it has no default");
      ids.push_back(poison(e.span).id);
      continue;
    }
    // A default means the same for every call: it does not see the caller's lets and parameters.
    std::vector<Local> hidden;
    if (given[i] == nullptr) { hidden.swap(locals_); }
    // A def may look at a row; a rule's parameters come from outside, too.
    const auto known = out_.slots[slots[i]].type.kind;
    const bool takes_row = callee.kind == lang::Declaration::Kind::Def && !callee.is_world && !callee.is_constant &&
                           parameter.type.kind == lang::TypeName::Kind::Missing &&
                           (known == ValueKind::Unknown || known == ValueKind::Row);
    auto value = takes_row ? row_value(*source) : expression(*source);
    if (given[i] == nullptr) { hidden.swap(locals_); }
    value = or_record(*source, value, out_.slots[slots[i]].type);
    types_.learn(&parameter, value.type, source->span);
    if (parameter.is_field) { types_.learn_field(parameter.name, value.type, source->span); }
    const auto& wanted = out_.slots[slots[i]].type;
    const bool is_blamed = types_.has_clash(&parameter) && !is_open(value.type) && !is_number(value.type);
    if (is_blamed || !fits(value.type, wanted)) {
      const auto found = found_for(wanted, value.type);
      const auto cause = fmt::format("{} {} {} {}", e.text, parameter.name, found, source->text);
      auto finding = report_.add_once(cause, Code::ArgumentType, source->span, e.text,
                                      is_blamed ? std::string("a number") : to_text(wanted), parameter.name, found);
      if (wanted.kind == ValueKind::Flag) { help_to_flag(finding, source->span); }
      suggest_value(finding, *source);
      help_to_round(finding, source->span, wanted, value.type);
    } else {
      check_range(slots[i], *source, value);
    }
    if (callee.is_world) { value = settling_argument(value, wanted, source->span); }
    ids.push_back(value.id);
  }
  count = static_cast<std::uint32_t>(ids.size());
  return operands(ids);
}

Lowered Lowering::invoke(const Expression& e, const lang::Declaration& def) {
  const auto index = names_.defs.find(def.name)->second;
  std::uint32_t count = 0;
  if (def_progress_[index] == Progress::Begun) {
    const auto place = name_place(e);
    report_.add(Code::Recursion, place, def.name).label(def.name_span, "this def");
    return poison(e.span);
  }
  const auto parameters = out_.defs[index].parameters;
  const auto first = lower_arguments(e, def, parameters, count);
  if (declared_ == nullptr && has_unknown_type(e, def, parameters, out_.operands.data() + first)) {
    return poison(e.span);
  }
  lower_def(index);
  if (!def.has_block() && def.value->kind == Kind::Range) { return refuse_range(e, def); }
  const auto type = types_.of(&def).type;
  if (def.is_constant) { return node(Op::ConstantDef, type, e.span, first, count, kNone, index); }
  if (def.is_world) { return node(Op::WorldDef, type, e.span, first, count, kNone, index); }
  return node(Op::Invoke, type, e.span, first, count, kNone, index);
}

// A question asked of a finished program: nothing in the pack calls the def, so that its body has no types either.
bool Lowering::has_unknown_type(const Expression& e, const lang::Declaration& def,
                                const std::vector<SlotId>& parameters, const ExpressionId* arguments) {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const auto& type = out_.slots[parameters[i]].type;
    if (!is_open(type) || (type.kind == ValueKind::Nothing && is_open(out_.expressions[arguments[i]].type))) {
      continue;
    }
    const auto& name = def.parameters[i].name;
    report_.add(Code::TypeUnknown, e.span, name)
        .label(def.parameters[i].name_span, "nothing in the pack gives it a value")
        .help(fmt::format("write its type in the pack, as in `def {}({}: int)`", def.name, name));
    return true;
  }
  return false;
}

// A range in the place of a value.
Lowered Lowering::refuse_range(const Expression& e, const lang::Declaration& def) {
  auto finding = report_.add(Code::OperandType, e.span, "this place", "one value", "a range");
  finding.label(def.name_span, "this def");
  if (def.parameters.empty()) {
    finding.help(Edit{e.span, "pick " + std::string(report_.sources().text(e.span))}, "to draw one");
  }
  return poison(e.span);
}

// The integers of a..b, for a function that goes through them.
Lowered Lowering::sequence(const Expression& e, const Expression& range, std::string_view needed_by) {
  const auto first = where_written(range, e, [&] { return integer(range.children[0], needed_by); });
  const auto last = where_written(range, e, [&] { return integer(range.children[1], needed_by); });
  return node(Op::Sequence, {ValueKind::List, ValueKind::Int}, e.span, first.id, last.id);
}

// count(x in list where condition: value); count(list) is the same without a name.
Lowered Lowering::aggregate(const Expression& e, std::string_view variable, const Expression* where,
                            const Expression* value) {
  const auto& over = e.children[0];
  if (accumulators_ != nullptr && over.kind == Kind::Name && (over.text == "things" || over.text == "held")) {
    return accumulator(e, variable, where, value);
  }
  // A collection is named only after `in`: `count(kind)` counts the members of the field `kind`.
  const bool names_members = !variable.empty() && variable.front() != ' ';
  const auto records = names_members || !is_value(over) ? collection_named(over) : std::nullopt;
  const auto table = names_members && !records ? plain_table_named(over) : std::nullopt;
  const auto* range = names_members && !records && !table ? range_of(over) : nullptr;
  const auto whole = records            ? all_records(*records, over.span)
                     : table            ? all_rows(*table, over.span)
                     : range != nullptr ? sequence(over, *range, e.text)
                                        : expression(over);
  auto source = members(whole, over.span);
  if (source.type.kind == ValueKind::Unknown) { return poison(e.span); }
  if (source.type.kind == ValueKind::Nothing) { source.type = {ValueKind::List, ValueKind::Unknown}; }
  if (source.type.kind != ValueKind::List && source.type.kind != ValueKind::Set) {
    report_.add(Code::OperandType, e.children[0].span, fmt::format("`{}`", e.text), "a list, set or map",
                to_text(source.type));
    return poison(e.span);
  }
  program::Fold fold;
  fold.kind = program::fold_named(e.text).value_or(FoldKind::Count);
  const bool plain = where == nullptr && value == nullptr;
  if (fold.kind == FoldKind::Count && plain) { return node(Op::Size, of(ValueKind::Int), e.span, source.id); }
  const ValueType element{source.type.element, ValueKind::Unknown, source.type.table};
  fold.source = source.id;
  check_local(variable, e.span);
  fold.variable = add_local(variable, element, e.span);
  locals_.push_back({variable, fold.variable, table, nullptr, false});
  auto type = element;
  if (table) {
    // A row is converted to its outcome unless it is only counted.
    type = out_.tables[*table].type;
    if (value == nullptr && fold.kind != FoldKind::Count) {
      fold.value = row_outcome(*table, fold.variable, over.span).id;
    }
  }
  if (where != nullptr) { fold.condition = condition(*where).id; }
  if (value != nullptr) {
    const bool asks = fold.kind == FoldKind::Any || fold.kind == FoldKind::All;
    const auto made = asks ? condition(*value) : expression(*value);
    fold.value = made.id;
    type = made.type;
  }
  locals_.pop_back();
  switch (fold.kind) {
    case FoldKind::Count: type = of(ValueKind::Int); break;
    case FoldKind::Any:
    case FoldKind::All: type = of(ValueKind::Flag); break;
    case FoldKind::List:
    case FoldKind::Set:
      if (type.kind == ValueKind::Number) {
        report_
            .add(Code::CannotHold, value != nullptr ? value->span : over.span,
                 fold.kind == FoldKind::List ? "a list" : "a set", "fractions")
            .note("lists and sets hold integers, flags, symbols and texts");
        return poison(e.span);
      }
      type = {fold.kind == FoldKind::List ? ValueKind::List : ValueKind::Set, type.kind, type.table};
      break;
    case FoldKind::Sum:
    case FoldKind::Product:
    case FoldKind::Maximum:
    case FoldKind::Minimum:
      if (!is_open(type) && !is_number(type)) {
        auto finding = report_.add(Code::OperandType, value != nullptr ? value->span : e.children[0].span,
                                   fmt::format("`{}`", e.text), "numbers",
                                   value != nullptr ? to_text(type) : to_text(table ? type : whole.type));
        if (value == nullptr && whole.type.kind == ValueKind::Map) {
          const auto written = report_.sources().text(over.span);
          finding.help(fmt::format("`{}(k in {}: {}[k])` goes through its values", e.text, written, written));
        }
        return poison(e.span);
      }
      // Members of which nothing says what they are count as 0, as in a sum of two.
      if (is_open(type)) { type = of(ValueKind::Int); }
      break;
    default: break;
  }
  if (type.kind == ValueKind::Number && fold.value == kNone && !table) { return poison(e.span); }
  const auto index = static_cast<std::uint32_t>(out_.folds.size());
  out_.folds.push_back(fold);
  return node(Op::Fold, type, e.span, index);
}

}  // namespace spoils::check
