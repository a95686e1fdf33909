// Declarations: slots for inputs, state, fields and parameters first, then what they hold.
#include <fmt/format.h>

#include <algorithm>

#include "check/lowering.h"
#include "text/suggest.h"

namespace spoils::check {

using lang::Declaration;
using lang::TypeName;
using program::kNone;
using program::kUnset;
using program::Word;
using text::Code;
using Kind = lang::Expression::Kind;

namespace {

ValueType of(ValueKind kind) { return {kind, ValueKind::Unknown}; }

std::optional<ValueKind> kind_named(std::string_view word) {
  if (word == "int") { return ValueKind::Int; }
  if (word == "number") { return ValueKind::Number; }
  if (word == "flag") { return ValueKind::Flag; }
  if (word == "symbol") { return ValueKind::Symbol; }
  if (word == "text") { return ValueKind::Text; }
  return std::nullopt;
}

}  // namespace

Lowering::Lowering(const Scope& scope, Types& types, text::Report& report)
    : scope_(scope), types_(types), report_(report) {
  out_.texts.emplace_back();
  out_.lists.emplace_back();
  text_numbers_.emplace("", 0);
}

program::Program Lowering::run() {
  declare_header();
  declare_tables();
  declare_defs();
  declare_variables();
  declare_fields();
  declare_rules();
  lower_tables();
  lower_defs();
  lower_rules();
  lower_measures();
  lower_displays();
  lower_names();
  lower_expectations();
  // Where something else is wrong, that may be why nobody knows.
  if (report_.error_count() == 0) { check_parameter_types(); }
  return std::move(out_);
}

void Lowering::check_parameter_types() {
  const auto& rules = scope_.all(Declaration::Kind::Rule);
  for (std::size_t r = 0; r < out_.rules.size(); ++r) {
    for (std::size_t i = 0; i < out_.rules[r].parameters.size(); ++i) {
      if (out_.slots[out_.rules[r].parameters[i].slot].type.kind != ValueKind::Unknown) { continue; }
      const auto& parameter = rules[r]->parameters[i];
      report_.add(Code::TypeUnknown, parameter.name_span, parameter.name)
          .help(Edit{parameter.name_span, parameter.name + ": int"}, "or the type that is meant");
    }
  }
}

void Lowering::declare_header() {
  if (const auto* pack = scope_.pack()) {
    out_.name = pack->name;
    out_.title = pack->title;
    out_.version = pack->version;
    out_.doc = pack->doc;
  }
}

program::SlotId Lowering::add_slot(program::Slot slot) {
  const bool wide = slot.type.kind == ValueKind::Number;
  if (out_.slots.size() + 2 > program::kMaxSlots) {
    report_.add(Code::TooLarge, slot.place, program::kMaxSlots, "inputs, fields, parameters and lets");
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

// The outcomes of a table used as a type, those of tables that it picks from included; none if one cannot be told.
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
        const auto* inner = picks ? scope_.table(value.children[0].text) : nullptr;
        if (inner == nullptr) { return {}; }
        if (std::find(todo.begin(), todo.end(), inner) == todo.end()) { todo.push_back(inner); }
      }
    }
  }
  return out;
}

void Lowering::apply_type(program::Slot& slot, const TypeName& type) {
  switch (type.kind) {
    case TypeName::Kind::Missing: return;
    case TypeName::Kind::Range: {
      slot.type = of(ValueKind::Int);
      if (type.bounds.size() < 2) { return; }
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
    case TypeName::Kind::Word: break;
  }
  const auto& word = type.words[0];
  auto kind = kind_named(word);
  const auto* table = scope_.table(word);
  if (!kind && table != nullptr) {
    kind = ValueKind::Symbol;
    slot.choices = choices_of_table(*table);
  }
  if (!kind) {
    auto finding = report_.add(Code::UnknownType, type.span, word);
    auto known = scope_.names(Scope::Space::Table);
    for (const auto base : {"int", "number", "flag", "symbol", "text"}) { known.emplace_back(base); }
    if (word == "bool" || word == "boolean") {
      finding.help(Edit{type.span, "flag"});
    } else if (const auto near = text::nearest(word, known)) {
      finding.help(Edit{type.span, std::string(*near)});
    } else {
      finding.note(
          "types are `int`, `number`, `flag`, `symbol`, `text`, `list of ...`, `set of ...`, `{a, b}`, `1..6`, tables");
    }
    return;
  }
  if (type.kind == TypeName::Kind::Word) {
    slot.type = of(*kind);
    return;
  }
  slot.type = {type.kind == TypeName::Kind::List ? ValueKind::List : ValueKind::Set, *kind};
  slot.choices.clear();
}

void Lowering::set_initial(program::Slot& slot, const lang::Parameter& parameter) {
  if (parameter.initial.kind == Kind::Missing) { return; }
  auto value = expression(parameter.initial);
  if (slot.type.kind == ValueKind::Unknown) { slot.type = value.type; }
  if (!fits(value.type, slot.type)) {
    report_
        .add(Code::FieldType, parameter.initial.span, fmt::format("`{}`", parameter.name), to_text(slot.type),
             to_text(value.type))
        .label(parameter.type.span, "as declared");
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
    if (const auto near = text::nearest(written, names)) {
      finding.help(Edit{parameter.initial.span, std::string(*near)});
    }
  }
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
      set_initial(slot, parameter);
      const bool fixed = slot.type.kind != ValueKind::Unknown;
      check_variable(*declaration, slot);
      if (!fixed) { slot.type = types_.of_field(slot.name).type; }
      if (fixed) { types_.declare_field(slot.name, slot.type, declaration->name_span); }
      const bool counts = slot.type.kind == ValueKind::Int || slot.type.kind == ValueKind::Flag;
      if (slot_kind == SlotKind::State && slot.initial == kUnset && counts) {
        slot.initial = slot.has_bounds ? std::clamp<Word>(0, slot.first, slot.last) : 0;
      }
      const auto name = slot.name;
      const auto made = add_slot(std::move(slot));
      variables_.emplace(name, made);
      if (list != nullptr) { list->push_back(made); }
    }
  };
  declare(Declaration::Kind::Input, SlotKind::Input, &out_.inputs);
  declare(Declaration::Kind::State, SlotKind::State, &out_.states);
  declare(Declaration::Kind::Scratch, SlotKind::Scratch, nullptr);
  for (const auto* measure : scope_.all(Declaration::Kind::Measure)) { measures_.emplace(measure->name, measure); }
}

// What the caller gives and what a world keeps are single values, and an input has one from the start.
void Lowering::check_variable(const Declaration& declaration, const program::Slot& slot) {
  const bool is_input = slot.kind == program::Slot::Kind::Input;
  const auto& parameter = declaration.parameters[0];
  if (!is_input && slot.kind != program::Slot::Kind::State) { return; }
  switch (slot.type.kind) {
    case ValueKind::Unknown:
    case ValueKind::Nothing:
      report_.add(Code::NoInitial, declaration.name_span, is_input ? "input" : "state", slot.name)
          .help(Edit{declaration.name_span, slot.name + " = 1"}, "or the value that it shall have");
      return;
    case ValueKind::Number:
    case ValueKind::Text:
      if (is_input) { break; }
      [[fallthrough]];
    case ValueKind::List:
    case ValueKind::Set:
      report_
          .add(Code::CannotHold,
               parameter.type.kind == TypeName::Kind::Missing ? parameter.initial.span : parameter.type.span,
               is_input ? "an input" : "a state", to_text(slot.type))
          .note(is_input ? "inputs are integers, numbers, flags, symbols and texts"
                         : "states are integers, flags and symbols");
      return;
    default: break;
  }
  if (is_input && parameter.initial.kind == Kind::Missing) {
    auto finding = report_.add(Code::NoInitial, declaration.name_span, "input", slot.name);
    const Span behind{parameter.span.source, parameter.span.end, parameter.span.end};
    if (slot.has_bounds) { finding.help(Edit{behind, fmt::format(" = {}", slot.first)}, "behind it"); }
    if (!slot.choices.empty()) {
      finding.help(Edit{behind, fmt::format(" = {}", out_.symbols.name(static_cast<std::uint32_t>(slot.choices[0])))},
                   "behind it");
    }
  }
}

// A constant that a slot of a declared range or with declared choices cannot hold.
void Lowering::check_range(SlotId id, const Expression& e, Lowered value) {
  const auto& slot = out_.slots[id];
  const auto& made = out_.expressions[value.id];
  if (made.op != Op::Constant || made.value == kUnset) { return; }
  const auto written = std::string(report_.sources().text(e.span));
  if (slot.has_bounds && made.type.kind == ValueKind::Int && (made.value < slot.first || made.value > slot.last)) {
    report_.add(Code::OutOfRange, e.span, written, fmt::format("{}..{}", slot.first, slot.last))
        .label(slot.place, "declared here");
  }
  if (slot.choices.empty() || made.type.kind != ValueKind::Symbol) { return; }
  if (std::find(slot.choices.begin(), slot.choices.end(), made.value) != slot.choices.end()) { return; }
  auto finding = report_.add(Code::OutOfRange, e.span, fmt::format("`{}`", written),
                             fmt::format("the choices of `{}`", slot.name));
  finding.label(slot.place, "declared here");
  std::vector<std::string_view> names;
  for (const auto choice : slot.choices) { names.push_back(out_.symbols.name(static_cast<std::uint32_t>(choice))); }
  if (const auto near = text::nearest(written, names)) { finding.help(Edit{e.span, std::string(*near)}); }
}

// A let, parameter or variable of a loop must not hide what has its name already.
void Lowering::check_local(std::string_view name, Span place) {
  if (name.empty() || name.front() == ' ') { return; }
  if (const auto* found = local(name)) {
    auto finding = report_.add(Code::TwoMeanings, place, name);
    if (!found->is_thing) { finding.label(out_.slots[found->slot].place, "declared here, too"); }
    return;
  }
  const auto* variable = scope_.variable(name);
  const bool hides = variable != nullptr && variable->kind != Declaration::Kind::Field;
  if (hides) { report_.add(Code::TwoMeanings, place, name).label(variable->name_span, "declared here, too"); }
}

void Lowering::check_parameters(const Declaration& declaration, std::size_t most) {
  const auto& all = declaration.parameters;
  if (all.size() > most) {
    report_.add(Code::TooLarge, all[most].span, most, fmt::format("parameters of `{}`", declaration.name));
  }
  std::map<std::string_view, Span> known;
  for (const auto& parameter : all) {
    const auto [first, is_new] = known.emplace(parameter.name, parameter.name_span);
    if (!is_new) {
      report_.add(Code::DeclaredTwice, parameter.name_span, parameter.name).label(first->second, "declared first here");
    }
  }
}

void Lowering::declare_field(std::string_view name, Span place, const Declaration* declaration) {
  if (const auto known = variables_.find(name); known != variables_.end()) { return; }
  if (scope_.def(name) != nullptr || measures_.count(name) != 0) { return; }  // the assignment is reported later
  program::Slot slot;
  slot.kind = program::Slot::Kind::Field;
  slot.name = name;
  slot.place = place;
  if (declaration != nullptr) {
    slot.doc = declaration->doc;
    apply_type(slot, declaration->parameters[0].type);
    if (slot.type.kind != ValueKind::Unknown) { types_.declare_field(name, slot.type, place); }
  }
  slot.type = types_.of_field(name).type;
  const auto made = add_slot(std::move(slot));
  variables_.emplace(std::string(name), made);
  out_.fields.push_back(made);
}

// What is assigned to and is no let or parameter is a field of things.
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
  // Those of used packs first, so that a pack that extends another adds columns behind.
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
  program::Slot shown;
  shown.kind = program::Slot::Kind::Field;
  shown.type = of(ValueKind::Int);
  out_.shown = add_slot(std::move(shown));
  out_.made_by = add_local("", of(ValueKind::Symbol), {});
  out_.settled = add_local("", {ValueKind::List, ValueKind::Int}, {});
}

program::SlotId Lowering::parameter_slot(const lang::Parameter& parameter) {
  program::Slot slot;
  slot.kind = program::Slot::Kind::Local;
  slot.name = parameter.name;
  slot.place = parameter.name_span;
  apply_type(slot, parameter.type);
  if (parameter.type.kind == TypeName::Kind::Missing) {
    slot.type = types_.of(&parameter).type;
  } else {
    types_.declare(&parameter, slot.type, parameter.name_span);
  }
  return add_slot(std::move(slot));
}

void Lowering::declare_tables() {
  for (const auto* table : scope_.all(Declaration::Kind::Table)) {
    table_numbers_.emplace(table->name, static_cast<std::uint32_t>(out_.tables.size()));
    table_declarations_.push_back(table);
    out_.tables.emplace_back();
  }
  table_progress_.assign(out_.tables.size(), Progress::None);
  for (const auto* grid : scope_.all(Declaration::Kind::Grid)) {
    grid_numbers_.emplace(grid->name, static_cast<std::uint32_t>(out_.grids.size()));
    out_.grids.emplace_back();
    out_.grids.back().type = types_.of(grid).type;
  }
}

void Lowering::lower_tables() {
  for (std::uint32_t i = 0; i < table_declarations_.size(); ++i) {
    if (table_progress_[i] == Progress::None) { lower_table(*table_declarations_[i], i); }
  }
  const auto& grids = scope_.all(Declaration::Kind::Grid);
  for (std::uint32_t i = 0; i < grids.size(); ++i) { lower_grid(*grids[i], i); }
}

void Lowering::declare_defs() {
  for (const auto* declaration : scope_.all(Declaration::Kind::Def)) {
    check_parameters(*declaration, program::kMaxDefParameters);
    program::Def def;
    def.name = declaration->name;
    def.doc = declaration->doc;
    def.place = declaration->name_span;
    def.is_world = declaration->is_world;
    for (const auto& parameter : declaration->parameters) { def.parameters.push_back(parameter_slot(parameter)); }
    def_numbers_.emplace(def.name, static_cast<std::uint32_t>(out_.defs.size()));
    out_.defs.push_back(std::move(def));
  }
  def_progress_.assign(out_.defs.size(), Progress::None);
}

void Lowering::lower_def(std::uint32_t index) {
  if (def_progress_[index] != Progress::None) { return; }
  def_progress_[index] = Progress::Begun;
  const auto& declaration = *scope_.all(Declaration::Kind::Def)[index];
  std::vector<Local> outer;
  outer.swap(locals_);
  for (std::size_t i = 0; i < declaration.parameters.size(); ++i) {
    locals_.push_back({declaration.parameters[i].name, out_.defs[index].parameters[i], std::nullopt,
                       &declaration.parameters[i], false});
  }
  // A def may stand for a range, which has no value of its own; `pick` looks at the tree.
  if (declaration.value.kind != Kind::Range) {
    const auto value = expression(declaration.value);
    types_.learn(&declaration, value.type, declaration.value.span);
    if (declaration.is_world && value.type.kind == ValueKind::Number) {
      report_.add(Code::CannotHold, declaration.value.span, "what is settled for a world", to_text(value.type))
          .note("it may be an integer, a flag, a symbol, a text, a list or a set");
    }
    out_.defs[index].body = value.id;
  } else {
    out_.defs[index].body = poison(declaration.value.span).id;
  }
  outer.swap(locals_);
  def_progress_[index] = Progress::Done;
}

void Lowering::lower_defs() {
  for (std::uint32_t i = 0; i < out_.defs.size(); ++i) { lower_def(i); }
}

void Lowering::declare_rules() {
  for (const auto* declaration : scope_.all(Declaration::Kind::Rule)) {
    if (out_.rules.size() == program::kMaxRules) {
      report_.add(Code::TooLarge, declaration->name_span, program::kMaxRules, "rules");
      break;
    }
    check_parameters(*declaration, program::kMaxRuleParameters);
    program::Rule rule;
    rule.name = declaration->name;
    rule.doc = declaration->doc;
    rule.place = declaration->name_span;
    rule.is_own = scope_.is_own(*declaration);
    std::vector<SlotId> slots;
    for (const auto& parameter : declaration->parameters) {
      program::RuleParameter made;
      made.is_field = parameter.is_field;
      if (parameter.is_field) {
        made.slot = variables_.find(parameter.name) != variables_.end() ? variables_.find(parameter.name)->second : 0;
        program::Slot probe;
        apply_type(probe, parameter.type);
        if (probe.type.kind != ValueKind::Unknown) { types_.learn_field(parameter.name, probe.type, parameter.span); }
      } else {
        made.slot = parameter_slot(parameter);
      }
      slots.push_back(made.slot);
      rule.parameters.push_back(made);
    }
    rule_slots_.push_back(std::move(slots));
    rule_numbers_.emplace(rule.name, static_cast<std::uint32_t>(out_.rules.size()));
    out_.rules.push_back(std::move(rule));
  }
  if (out_.rules.empty() && scope_.pack() != nullptr) {
    report_.add(Code::NoRules, scope_.pack()->span).help("write what it makes: `rule floor { kind = pick potion }`");
  }
}

void Lowering::lower_rules() {
  const auto& rules = scope_.all(Declaration::Kind::Rule);
  for (std::size_t r = 0; r < out_.rules.size(); ++r) {
    const auto& declaration = *rules[r];
    locals_.clear();
    for (std::size_t i = 0; i < declaration.parameters.size(); ++i) {
      const auto& parameter = declaration.parameters[i];
      auto& made = out_.rules[r].parameters[i];
      if (parameter.initial.kind != Kind::Missing) {
        const auto value = expression(parameter.initial);
        types_.learn(&parameter, value.type, parameter.initial.span);
        if (parameter.is_field) { types_.learn_field(parameter.name, value.type, parameter.initial.span); }
        const auto& wanted = out_.slots[made.slot].type;
        if (!fits(value.type, wanted)) {
          report_.add(Code::ArgumentType, parameter.initial.span, declaration.name, to_text(wanted), parameter.name,
                      to_text(value.type));
        } else {
          check_range(made.slot, parameter.initial, value);
        }
        out_.rules[r].parameters[i].initial = value.id;
      }
    }
    for (std::size_t i = 0; i < declaration.parameters.size(); ++i) {
      const auto& parameter = declaration.parameters[i];
      if (parameter.is_field) { continue; }
      if (const auto* hidden = scope_.variable(parameter.name);
          hidden != nullptr && hidden->kind == Declaration::Kind::Input) {
        report_.add(Code::TwoMeanings, parameter.name_span, parameter.name)
            .label(hidden->name_span, "declared here, too");
      }
      locals_.push_back({parameter.name, out_.rules[r].parameters[i].slot, std::nullopt, &parameter, false});
    }
    out_.rules[r].body = block(declaration.block);
  }
  locals_.clear();
}

void Lowering::lower_measures() {
  for (const auto* declaration : scope_.all(Declaration::Kind::Measure)) {
    program::Measure measure;
    measure.name = declaration->name;
    measure.doc = declaration->doc;
    measure.place = declaration->name_span;
    lang::Expression word;
    word.kind = Kind::Name;
    word.text = declaration->name;
    word.span = declaration->name_span;
    measure.value = name(word).id;
    if (draws(measure.value)) {
      report_.add(Code::DisplayDraws, declaration->value.span, "a measure")
          .note("a measure is computed from the fields of a finished thing");
    }
    out_.measures.push_back(std::move(measure));
  }
}

void Lowering::name_draws(Span place) {
  report_.add(Code::DisplayDraws, place, "a name").help("draw it in the rule, keep it in a field and show that");
}

Lowered Lowering::display_text(const Expression& e) {
  if (e.kind != Kind::If) { return e.kind == Kind::Text ? text(e, true) : poison(e.span); }
  const auto test = condition(e.children[0]);
  if (draws(test.id)) { name_draws(e.children[0].span); }
  const auto yes = display_text(e.children[1]);
  const auto no = display_text(e.children[2]);
  return node(Op::Choose, of(ValueKind::Text), e.span, test.id, yes.id, no.id);
}

void Lowering::lower_displays() {
  for (const auto* declaration : scope_.all(Declaration::Kind::Display)) {
    program::Display display;
    display.place = declaration->span;
    if (const auto rule = rule_numbers_.find(declaration->name); rule != rule_numbers_.end()) {
      display.rule = rule->second;
      out_.rules[rule->second].displays.push_back(static_cast<std::uint32_t>(out_.displays.size()));
    } else {
      display.variant = declaration->name;
      const auto known = scope_.names(Scope::Space::Rule);
      if (const auto near = text::nearest(declaration->name, known); near && !declaration->name.empty()) {
        report_.add(Code::UnknownShown, declaration->name_span, declaration->name)
            .help(Edit{declaration->name_span, std::string(*near)});
      }
    }
    if (declaration->condition.kind != Kind::Missing) {
      display.condition = condition(declaration->condition).id;
      if (draws(display.condition)) { name_draws(declaration->condition.span); }
    }
    display.text = display_text(declaration->value).id;
    out_.displays.push_back(std::move(display));
  }
}

void Lowering::lower_names() {
  for (const auto* declaration : scope_.all(Declaration::Kind::Names)) {
    std::map<std::string_view, Span> known;
    for (const auto& entry : declaration->entries) {
      out_.symbols.intern(entry.symbol);
      const auto [first, is_new] = known.emplace(entry.symbol, entry.span);
      if (!is_new) {
        report_.add(Code::DeclaredTwice, entry.span, entry.symbol).label(first->second, "declared first here");
      }
    }
  }
  out_.symbol_names.resize(out_.symbols.size());
  for (std::uint32_t i = 0; i < out_.symbols.size(); ++i) {
    auto& shown = out_.symbol_names[i].singular;
    shown = out_.symbols.name(i);
    std::replace(shown.begin(), shown.end(), '_', ' ');
  }
  if (out_.symbols.size() > program::kMaxSymbols && scope_.pack() != nullptr) {
    report_.add(Code::TooLarge, scope_.pack()->name_span, program::kMaxSymbols, "symbols");
  }
  // Those of used packs stand behind in the list, and what is set first stays.
  std::vector<bool> named(out_.symbols.size(), false);
  for (const auto* declaration : scope_.all(Declaration::Kind::Names)) {
    for (const auto& entry : declaration->entries) {
      const auto symbol = out_.symbols.intern(entry.symbol);
      if (named[symbol]) { continue; }
      named[symbol] = true;
      auto& name = out_.symbol_names[symbol];
      const auto colon = entry.text.find(':');
      name.singular = entry.text.substr(0, colon);
      if (colon != std::string::npos) { name.plural = entry.text.substr(colon + 1); }
      if (const auto mark = name.singular.find('~'); mark != std::string::npos) {
        name.singular.erase(mark, 1);
        name.stem = mark;
      }
    }
  }
}

}  // namespace spoils::check
