// check/lower/variable.cpp
//
// Lowers inputs, state, fields and scratch values: a slot for each, its declared type and its initial value.
#include <fmt/format.h>

#include <algorithm>

#include "check/lower/lowering.h"

namespace spoils::check {

using lang::Declaration;
using lang::TypeName;
using program::kUnset;
using program::Word;
using text::Code;
using Kind = lang::Expression::Kind;

namespace {

std::optional<ValueKind> kind_named(std::string_view word) {
  if (word == "int") { return ValueKind::Int; }
  if (word == "number") { return ValueKind::Number; }
  if (word == "flag") { return ValueKind::Flag; }
  if (word == "symbol") { return ValueKind::Symbol; }
  if (word == "text") { return ValueKind::Text; }
  return std::nullopt;
}

// The type that a word means in other languages; empty if there is none.
std::string_view type_of_habit(std::string_view word) {
  if (word == "bool" || word == "boolean") { return "flag"; }
  if (word == "string" || word == "str") { return "text"; }
  if (word == "integer") { return "int"; }
  if (word == "float" || word == "double" || word == "decimal") { return "number"; }
  if (word == "word" || word == "name" || word == "enum") { return "symbol"; }
  return {};
}

}  // namespace

program::SlotId Lowering::add_slot(program::Slot slot) {
  const bool wide = slot.type.kind == ValueKind::Number;
  if (out_.slots.size() + 2 > program::kMaxSlots) {
    if (!is_full_) {
      report_.add(Code::TooLarge, slot.place, program::kMaxSlots, "inputs, fields, parameters and lets");
    }
    is_full_ = true;
    return 0;
  }
  out_.slots.push_back(std::move(slot));
  const auto made = static_cast<SlotId>(out_.slots.size() - 1);
  if (wide) {
    program::Slot denominator;
    denominator.kind = out_.slots[made].kind;
    denominator.place = out_.slots[made].place;
    out_.slots.push_back(std::move(denominator));
  }
  return made;
}

program::SlotId Lowering::add_local(std::string_view name, ValueType type, Span place) {
  program::Slot slot;
  slot.kind = program::Slot::Kind::Local;
  slot.name = name;
  slot.type = type;
  slot.place = place;
  return add_slot(std::move(slot));
}

// The outcomes of a table used as a type, with those of tables that it picks from; none if one of them is not known.
std::vector<Word> Lowering::choices_of_table(const Declaration& table) {
  std::vector<Word> out;
  std::vector<const Declaration*> todo{&table};
  for (std::size_t next = 0; next < todo.size(); ++next) {
    for (const auto& row : todo[next]->rows) {
      for (const auto& outcome : row.outcomes) {
        const auto& value = outcome.value;
        if (value.kind == Kind::Name) {
          out.push_back(static_cast<Word>(out_.symbols.intern(value.text)));
          continue;
        }
        const bool picks = value.kind == Kind::Pick && value.children[0].kind == Kind::Name;
        const auto* inner = picks ? scope_.table(value.children[0].text, value.span) : nullptr;
        if (inner == nullptr) { return {}; }
        if (std::find(todo.begin(), todo.end(), inner) == todo.end()) { todo.push_back(inner); }
      }
    }
  }
  return out;
}

// `-0.1..0.1`: whether it was reported.
bool Lowering::has_fraction(const std::vector<Expression>& bounds) {
  for (const auto& bound : bounds) {
    const auto& size = bound.kind == Kind::Negate ? bound.children[0] : bound;
    if (size.kind != Kind::Number || size.number.is_whole()) { continue; }
    report_.add(Code::OperandType, bound.span, "`..`", "an integer", "a fraction")
        .help("a range has whole numbers: count in smaller units, such as thousandths, or write `number`");
    return true;
  }
  return false;
}

void Lowering::apply_type(program::Slot& slot, const TypeName& type) {
  switch (type.kind) {
    case TypeName::Kind::Missing: return;
    case TypeName::Kind::Range: {
      slot.type = of(ValueKind::Int);
      if (type.bounds.size() < 2) { return; }
      if (has_fraction(type.bounds)) { return; }
      const auto first = integer(type.bounds[0], "..");
      const auto last = integer(type.bounds[1], "..");
      const auto a = constant_number(first.id);
      const auto b = constant_number(last.id);
      if (!a || !b) {
        report_.add(Code::NotConstant, type.span, "the range");
        return;
      }
      if (*b < *a) {
        report_.add(Code::EmptyBounds, type.span, b->numerator(), a->numerator())
            .help(Edit{type.span, fmt::format("{}..{}", b->numerator(), a->numerator())});
        return;
      }
      slot.first = a->numerator();
      slot.last = b->numerator();
      slot.has_bounds = true;
      return;
    }
    case TypeName::Kind::Choice:
      slot.type = of(ValueKind::Symbol);
      for (const auto& word : type.words) { slot.choices.push_back(static_cast<Word>(out_.symbols.intern(word))); }
      return;
    case TypeName::Kind::List:
    case TypeName::Kind::Set:
    case TypeName::Kind::Map:
    case TypeName::Kind::Word: break;
  }
  const auto& word = type.words[0];
  auto kind = kind_named(word);
  const auto* table = scope_.table(word, type.span);
  if (!kind && table != nullptr) {
    kind = ValueKind::Symbol;
    slot.choices = choices_of_table(*table);
    const auto number = names_.tables.find(word);
    const bool has_order = !table->columns.empty() || type.kind == TypeName::Kind::Map;
    if (number != names_.tables.end() && has_order) { slot.type.table = number->second; }
  }
  if (!kind) {
    auto finding = report_.add(Code::UnknownType, type.span, word);
    auto known = report_.suggests() ? scope_.names(Scope::Space::Table, type.span) : std::vector<std::string_view>();
    for (const auto base : {"int", "number", "flag", "symbol", "text"}) { known.emplace_back(base); }
    if (const auto habit = type_of_habit(word); !habit.empty()) {
      finding.help(Edit{type.span, std::string(habit)});
    } else if (const auto near = report_.nearest(word, known)) {
      finding.help(Edit{type.span, std::string(*near)});
    } else {
      finding.note(
          "types are `int`, `number`, `flag`, `symbol`, `text`, `list of ...`, `set of ...`, `map of ... to int`, "
          "`{a, b}`, `1..6`, tables");
    }
    return;
  }
  if (type.kind == TypeName::Kind::Word) {
    slot.type.kind = *kind;
    return;
  }
  if (type.kind == TypeName::Kind::Map) {
    map_type(slot, type, *kind);
    return;
  }
  slot.type.kind = type.kind == TypeName::Kind::List ? ValueKind::List : ValueKind::Set;
  slot.type.element = *kind;
  slot.choices.clear();
  if (*kind == ValueKind::Number) {
    report_.add(Code::CannotHold, type.span, type.kind == TypeName::Kind::List ? "a list" : "a set", "fractions")
        .note("lists and sets hold integers, flags, symbols and texts");
    slot.type.element = ValueKind::Symbol;
  }
}

void Lowering::set_initial(program::Slot& slot, const lang::Parameter& parameter) {
  if (parameter.initial.kind == Kind::Missing) { return; }
  auto value = expression(parameter.initial);
  if (slot.type.kind == ValueKind::Unknown) { slot.type = value.type; }
  if (!fits(value.type, slot.type)) {
    auto finding = report_.add(Code::FieldType, parameter.initial.span, fmt::format("`{}`", parameter.name),
                               to_text(slot.type), found_for(slot.type, value.type));
    finding.label(parameter.type.span, "as declared");
    help_to_round(finding, parameter.initial.span, slot.type, value.type);
    if (slot.type.kind == ValueKind::Flag) { help_to_flag(finding, parameter.initial.span); }
    return;
  }
  const auto& made = out_.expressions[value.id];
  if (made.op != Op::Constant && made.op != Op::Fraction && value.type.kind != ValueKind::Unknown) {
    report_.add(Code::NotConstant, parameter.initial.span, "an initial value");
    return;
  }
  slot.initial = made.value;
  if (made.op == Op::Fraction) {
    slot.initial = out_.fractions[made.a].numerator();
    slot.initial_denominator = out_.fractions[made.a].denominator();
  }
  const auto written = report_.sources().text(parameter.initial.span);
  if (slot.has_bounds && slot.initial != kUnset && (slot.initial < slot.first || slot.initial > slot.last)) {
    report_.add(Code::OutOfRange, parameter.initial.span, written, fmt::format("{}..{}", slot.first, slot.last))
        .label(parameter.type.span, "the range");
  }
  const bool known = std::find(slot.choices.begin(), slot.choices.end(), slot.initial) != slot.choices.end();
  if (!slot.choices.empty() && slot.initial != kUnset && !known) {
    auto finding = report_.add(Code::OutOfRange, parameter.initial.span, fmt::format("`{}`", written), "the choices");
    finding.label(parameter.type.span, "the choices");
    std::vector<std::string_view> names;
    for (const auto choice : slot.choices) { names.push_back(out_.symbols.name(static_cast<std::uint32_t>(choice))); }
    if (const auto near = report_.nearest(written, names)) {
      finding.help(Edit{parameter.initial.span, std::string(*near)});
    }
  }
}

// A state without an initial value: 0, false or empty; a symbol is `none`. Numbers and flags are never none, sets and
// maps only if that is their initial value.
void Lowering::set_usual_initial(program::Slot& slot, bool is_given) {
  switch (slot.type.kind) {
    case ValueKind::Int:
    case ValueKind::Flag: slot.initial = slot.has_bounds ? std::clamp<Word>(0, slot.first, slot.last) : 0; return;
    case ValueKind::Set:
    case ValueKind::Map:
      if (!is_given) { slot.initial = out_.expressions[list_constant(slot.type, {}, slot.place).id].value; }
      return;
    default: return;
  }
}

// `field worth: int = 5`: each thing begins without it.
void Lowering::refuse_initial(std::string_view what, const lang::Parameter& parameter) {
  if (parameter.initial.kind == Kind::Missing) { return; }
  const auto behind = parameter.type.kind == TypeName::Kind::Missing ? parameter.name_span : parameter.type.span;
  const Span value{parameter.span.source, behind.end, parameter.initial.span.end};
  report_.add(Code::BeginsUnset, parameter.initial.span, what)
      .help(Edit{value, ""}, fmt::format("and set `{}` in a rule", parameter.name));
}

void Lowering::declare_variables() {
  using SlotKind = program::Slot::Kind;
  const auto declare = [&](Declaration::Kind kind, SlotKind slot_kind, std::vector<SlotId>* list) {
    for (const auto* declaration : scope_.all(kind)) {
      const auto& parameter = declaration->parameters[0];
      program::Slot slot;
      slot.kind = slot_kind;
      slot.name = declaration->name;
      slot.doc = declaration->doc;
      slot.place = declaration->name_span;
      apply_type(slot, parameter.type);
      if (slot_kind == SlotKind::Scratch) {
        refuse_initial("scratch value", parameter);
      } else {
        set_initial(slot, parameter);
      }
      const bool fixed = slot.type.kind != ValueKind::Unknown;
      check_variable(*declaration, slot);
      if (!fixed) { slot.type = types_.of_field(slot.name).type; }
      if (fixed) { types_.declare_field(slot.name, slot.type, declaration->name_span); }
      const bool is_given = parameter.initial.kind != Kind::Missing;
      if (slot_kind == SlotKind::State && slot.initial == kUnset) { set_usual_initial(slot, is_given); }
      const auto name = slot.name;
      const auto made = add_slot(std::move(slot));
      declared_->variables.emplace(name, made);
      if (list != nullptr) { list->push_back(made); }
    }
  };
  // State, inputs and scratch get adjacent slots, so that a roll initialises them together.
  declare(Declaration::Kind::State, SlotKind::State, &out_.states);
  declare(Declaration::Kind::Input, SlotKind::Input, &out_.inputs);
  declare(Declaration::Kind::Scratch, SlotKind::Scratch, nullptr);
  for (const auto* measure : scope_.all(Declaration::Kind::Measure)) {
    declared_->measures.emplace(measure->name, measure);
  }
}

// Inputs and states hold single values, and an input needs an initial value.
void Lowering::check_variable(const Declaration& declaration, const program::Slot& slot) {
  const bool is_input = slot.kind == program::Slot::Kind::Input;
  const auto& parameter = declaration.parameters[0];
  if (!is_input && slot.kind != program::Slot::Kind::State) { return; }
  switch (slot.type.kind) {
    case ValueKind::Unknown:
    case ValueKind::Nothing:
      if (parameter.type.kind != TypeName::Kind::Missing) { return; }  // it means nothing, which was reported
      if (is_input && parameter.initial.kind == Kind::Missing) {
        report_.add(Code::NoInitial, declaration.name_span, "input", slot.name)
            .help(Edit{declaration.name_span, slot.name + " = 1"}, "or the value that it shall have");
      } else {
        report_.add(Code::TypeUnknown, declaration.name_span, slot.name)
            .help(Edit{declaration.name_span, slot.name + ": int"}, "or the type that is meant");
      }
      return;
    case ValueKind::Number:
    case ValueKind::Text:
      if (is_input) { break; }
      [[fallthrough]];
    case ValueKind::List:
    case ValueKind::Set:
    case ValueKind::Map: {
      const bool is_of_words = slot.type.kind != ValueKind::List && slot.type.element == ValueKind::Symbol;
      if (!is_input && is_of_words) { return; }
      const bool is_inferred = parameter.type.kind == TypeName::Kind::Missing;
      auto finding = report_.add(Code::CannotHold, is_inferred ? parameter.initial.span : parameter.type.span,
                                 is_input ? "an input" : "a state", to_text(slot.type));
      finding.note(is_input ? "inputs are integers, numbers, flags, symbols and texts"
                            : "states are integers, flags, symbols, sets of symbols and maps of symbols");
      if (is_input && is_of_words) {
        finding.help("write `state` for `input`: the value of a state can be given, too");
      }
      return;
    }
    default: break;
  }
  if (is_input && parameter.initial.kind == Kind::Missing) {
    auto finding = report_.add(Code::NoInitial, declaration.name_span, "input", slot.name);
    const Span behind{parameter.span.source, parameter.span.end, parameter.span.end};
    if (slot.has_bounds) { finding.help(Edit{behind, fmt::format(" = {}", slot.first)}, "after it"); }
    if (!slot.choices.empty()) {
      finding.help(Edit{behind, fmt::format(" = {}", out_.symbols.name(static_cast<std::uint32_t>(slot.choices[0])))},
                   "after it");
    }
  }
}

// A constant that a slot of a declared range or with declared choices cannot hold.
void Lowering::check_range(SlotId id, const Expression& e, Lowered value) { check_choice(out_.slots[id], e, value); }

void Lowering::check_choice(const program::Slot& slot, const Expression& e, Lowered value) {
  if (slot.type.kind == ValueKind::Map) { return check_keys(e, slot.type, slot.name); }
  const auto& made = out_.expressions[value.id];
  if (made.op != Op::Constant || made.value == kUnset) { return; }
  // A record without a name of its own is one if that which it inherits from is.
  if (e.kind == Kind::Name && e.text.find('.') != std::string::npos) { return; }
  const auto written = std::string(report_.sources().text(e.span));
  if (slot.has_bounds && made.type.kind == ValueKind::Int && (made.value < slot.first || made.value > slot.last)) {
    report_
        .add_once(fmt::format("{} {}", slot.name, written), Code::OutOfRange, e.span, written,
                  fmt::format("{}..{}", slot.first, slot.last))
        .label(slot.place, "declared here");
  }
  if (slot.choices.empty() || made.type.kind != ValueKind::Symbol) { return; }
  if (std::find(slot.choices.begin(), slot.choices.end(), made.value) != slot.choices.end()) { return; }
  auto finding = report_.add_once(fmt::format("{} {}", slot.name, written), Code::OutOfRange, e.span,
                                  fmt::format("`{}`", written), fmt::format("the choices of `{}`", slot.name));
  finding.label(slot.place, "declared here");
  std::vector<std::string_view> names;
  for (const auto choice : slot.choices) { names.push_back(out_.symbols.name(static_cast<std::uint32_t>(choice))); }
  if (const auto near = report_.nearest(written, names)) { finding.help(Edit{e.span, std::string(*near)}); }
}

void Lowering::declare_field(std::string_view name, Span place, const Declaration* declaration) {
  // A def or measure that the pack sees: the assignment is reported later.
  if (scope_.def(name, place) != nullptr || measure(name, place) != nullptr) { return; }
  const auto known = names_.variables.find(name);
  if (known != names_.variables.end() && variable(name, place)) { return; }
  if (known != names_.variables.end() || names_.measures.count(name) != 0) {
    // Another pack declares it, which this one does not see; but inputs, states, fields and measures share their names.
    const auto other = known != names_.variables.end() ? out_.slots[known->second].place
                                                       : names_.measures.find(name)->second->name_span;
    if (first_time(Code::DeclaredTwice, other, name)) {
      report_.add(Code::DeclaredTwice, other, name)
          .label(place, "a field of another pack")
          .help("give it another name");
    }
    return;
  }
  program::Slot slot;
  slot.kind = program::Slot::Kind::Field;
  slot.name = name;
  slot.place = place;
  if (declaration != nullptr) {
    slot.doc = declaration->doc;
    apply_type(slot, declaration->parameters[0].type);
    refuse_initial("field", declaration->parameters[0]);
    if (slot.type.kind != ValueKind::Unknown) { types_.declare_field(name, slot.type, place); }
  }
  slot.type = types_.of_field(name).type;
  const auto made = add_slot(std::move(slot));
  declared_->variables.emplace(std::string(name), made);
  out_.fields.push_back(made);
}

// A name that is assigned to and is no let or parameter is a field of things.
void Lowering::find_fields(const lang::Block& tree, std::vector<std::string_view>& hidden) {
  const auto outer = hidden.size();
  const auto is_hidden = [&](std::string_view name) {
    return std::find(hidden.begin(), hidden.end(), name) != hidden.end();
  };
  for (const auto& s : tree.statements) {
    if (s.kind == lang::Statement::Kind::Let) { hidden.push_back(s.text); }
    if (s.kind == lang::Statement::Kind::Assign && !is_hidden(s.text)) { declare_field(s.text, s.name_span, nullptr); }
    const auto inner = hidden.size();
    if (s.kind == lang::Statement::Kind::For) { hidden.push_back(s.text); }
    for (const auto& block : s.blocks) { find_fields(block, hidden); }
    for (const auto& arm : s.arms) { find_fields(arm.block, hidden); }
    hidden.resize(inner);
  }
  hidden.resize(outer);
}

void Lowering::declare_fields() {
  program::Slot shown;
  shown.kind = program::Slot::Kind::Field;
  shown.type = of(ValueKind::Int);
  out_.shown = add_slot(std::move(shown));
  // Fields of used packs first, so that a pack that extends another appends its columns.
  for (const bool own : {false, true}) {
    for (const auto* declaration : scope_.all(Declaration::Kind::Field)) {
      if (scope_.is_own(*declaration) == own) { declare_field(declaration->name, declaration->name_span, declaration); }
    }
    for (const auto* rule : scope_.all(Declaration::Kind::Rule)) {
      if (scope_.is_own(*rule) != own) { continue; }
      std::vector<std::string_view> hidden;
      for (const auto& parameter : rule->parameters) {
        if (parameter.is_field) {
          declare_field(parameter.name, parameter.name_span, nullptr);
        } else {
          hidden.push_back(parameter.name);
        }
      }
      find_fields(rule->block, hidden);
    }
  }
  out_.made_by = add_local("", of(ValueKind::Symbol), {});
  out_.world_memo = add_local("", {ValueKind::List, ValueKind::Int}, {});
}

}  // namespace spoils::check
