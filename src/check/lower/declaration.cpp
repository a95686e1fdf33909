// check/lower/declaration.cpp
//
// Runs the lowering of all declarations in order, and lowers tables, defs and rules.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "check/lower/lowering.h"

namespace spoils::check {

using lang::Declaration;
using lang::TypeName;
using text::Code;
using Kind = lang::Expression::Kind;

Lowering::Lowering(const Scope& scope, Types& types, text::Report& report)
    : scope_(scope), types_(types), report_(report) {
  out_.texts.emplace_back();
  out_.lists.emplace_back();
  text_numbers_.emplace("", 0);
  list_numbers_.emplace(std::vector<program::Word>(), 0);
}

Lowering::Lowering(const PackContext& context, program::Program program, Types& types, text::Report& report)
    : scope_(context.scope),
      types_(types),
      report_(report),
      out_(std::move(program)),
      declared_(nullptr),
      names_(context.names),
      table_progress_(context.names.table_declarations.size(), Progress::Done),
      def_progress_(out_.defs.size(), Progress::Done) {}

void Lowering::number_symbols(const text::Symbols& before) {
  std::vector<std::string_view> names;
  for (std::uint32_t i = 0; i < before.size(); ++i) { names.push_back(before.name(i)); }
  std::sort(names.begin(), names.end());
  for (const auto name : names) { out_.symbols.intern(name); }
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
  // Other errors may be the reason why the type of a parameter is unknown.
  if (report_.error_count() == 0) { check_parameter_types(); }
  check_filters();
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

program::SlotId Lowering::parameter_slot(const lang::Parameter& parameter) {
  program::Slot slot;
  slot.kind = program::Slot::Kind::Local;
  slot.name = parameter.name;
  slot.place = parameter.name_span;
  apply_type(slot, parameter.type);
  // Also after a word that is no type, which was reported.
  if (slot.type.kind == ValueKind::Unknown) {
    slot.type = types_.has_clash(&parameter) ? of(ValueKind::Unknown) : types_.of(&parameter).type;
  } else {
    types_.declare(&parameter, slot.type, parameter.name_span);
  }
  return add_slot(std::move(slot));
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

void Lowering::declare_tables() {
  for (const auto* table : scope_.all(Declaration::Kind::Table)) {
    declared_->tables.emplace(table->name, static_cast<std::uint32_t>(out_.tables.size()));
    declared_->table_declarations.push_back(table);
    out_.tables.emplace_back();
  }
  table_progress_.assign(out_.tables.size(), Progress::None);
  for (const auto* grid : scope_.all(Declaration::Kind::Grid)) {
    declared_->grids.emplace(grid->name, static_cast<std::uint32_t>(out_.grids.size()));
    out_.grids.emplace_back();
    out_.grids.back().type = types_.of(grid).type;
  }
}

void Lowering::lower_tables() {
  for (std::uint32_t i = 0; i < names_.table_declarations.size(); ++i) {
    if (table_progress_[i] == Progress::None) { lower_table(*names_.table_declarations[i], i); }
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
    def.is_constant = declaration->is_constant;
    def.is_distinct = declaration->is_distinct;
    for (const auto& parameter : declaration->parameters) { def.parameters.push_back(parameter_slot(parameter)); }
    declared_->defs.emplace(def.name, static_cast<std::uint32_t>(out_.defs.size()));
    out_.defs.push_back(std::move(def));
  }
  def_progress_.assign(out_.defs.size(), Progress::None);
}

void Lowering::lower_def(std::uint32_t index) {
  if (def_progress_[index] != Progress::None) { return; }
  def_progress_[index] = Progress::Begun;
  const auto& declaration = *scope_.all(Declaration::Kind::Def)[index];
  // Nothing calls such a def, so what is open in it stays so, and is no mistake: it is never computed.
  const auto& parameters = out_.defs[index].parameters;
  const bool is_uncalled = std::any_of(parameters.begin(), parameters.end(),
                                       [&](SlotId slot) { return out_.slots[slot].type.kind == ValueKind::Unknown; });
  if (is_uncalled && types_.is_closed()) {
    out_.defs[index].body = nothing(declaration.name_span).id;
    def_progress_[index] = Progress::Done;
    return;
  }
  const auto outer_uncalled = std::exchange(is_in_uncalled_, is_uncalled);
  std::vector<Local> outer;
  outer.swap(locals_);
  const auto* const outer_row = std::exchange(row_, nullptr);
  for (std::size_t i = 0; i < declaration.parameters.size(); ++i) {
    locals_.push_back({declaration.parameters[i].name, out_.defs[index].parameters[i], std::nullopt,
                       &declaration.parameters[i], false, true});
  }
  // A def may name a range, which has no value of its own; `pick` reads the tree of the def.
  if (declaration.value->kind != Kind::Range) {
    const auto place = declaration.has_block() ? declaration.name_span : declaration.value->span;
    const auto* const outer_block = std::exchange(def_block_, nullptr);
    const auto value = declaration.has_block() ? def_block(declaration) : expression(declaration.value);
    def_block_ = outer_block;
    if (!declaration.has_block()) { types_.learn(&declaration, value.type, place); }
    if (declaration.is_world && value.type.kind == ValueKind::Number) {
      report_.add(Code::CannotHold, place, "what is settled for a world", to_text(value.type))
          .note("it may be an integer, a flag, a symbol, a text, a list, a set or a map");
    }
    if (declaration.is_distinct) { check_distinct(declaration, index, value.type, place); }
    if (declaration.is_constant) { check_constant(declaration, index, value.type, place); }
    out_.defs[index].body = value.id;
  } else {
    if (declaration.is_world || declaration.is_constant) { refuse_kept_range(declaration); }
    out_.defs[index].body = nothing(declaration.value->span).id;
  }
  is_in_uncalled_ = outer_uncalled;
  outer.swap(locals_);
  row_ = outer_row;
  def_progress_[index] = Progress::Done;
}

void Lowering::refuse_kept_range(const Declaration& declaration) {
  const auto range = std::string(report_.sources().text(declaration.value->span));
  const std::string_view what = declaration.is_world ? "what is settled for a world" : "the value of a constant def";
  report_.add(Code::CannotHold, declaration.value->span, what, "a range").help("write `list(x in " + range + ": x)`");
}

// The values of a constant def outlive every roll, and are found by words.
void Lowering::check_constant(const Declaration& declaration, std::uint32_t index, ValueType value, Span place) {
  const bool holds_texts = value.kind == ValueKind::Text || value.element == ValueKind::Text;
  if (holds_texts) {
    report_.add(Code::CannotHold, place, "the value of a constant def", to_text(value))
        .note("it may be a number, a flag, a symbol, or a list, set or map without texts");
  }
  for (std::size_t i = 0; i < declaration.parameters.size(); ++i) {
    const auto& type = out_.slots[out_.defs[index].parameters[i]].type;
    if (is_open(type) || type.kind == ValueKind::Int || type.kind == ValueKind::Flag ||
        type.kind == ValueKind::Symbol) {
      continue;
    }
    report_.add(Code::CannotHold, declaration.parameters[i].name_span, "the parameter of a constant def", to_text(type))
        .note("it may be an integer, a flag or a symbol, which may be a record");
  }
}

// The records of the collection, in their order, decide which values are taken.
void Lowering::check_distinct(const Declaration& declaration, std::uint32_t index, ValueType value, Span place) {
  const auto& parameters = out_.defs[index].parameters;
  const bool is_record = parameters.size() == 1 && out_.slots[parameters[0]].type.kind == ValueKind::Symbol &&
                         out_.slots[parameters[0]].type.has_table();
  if (!is_record || declaration.parameters[0].type.kind == TypeName::Kind::Missing) {
    const auto found = parameters.empty() ? declaration.name_span : declaration.parameters[0].span;
    report_.add(Code::DistinctOfRecords, found)
        .help("name the collection: `world def name_of(x: artifact) distinct = ...`");
  }
  const bool is_plain = is_open(value) || value.kind == ValueKind::Int || value.kind == ValueKind::Symbol ||
                        value.kind == ValueKind::Text || value.kind == ValueKind::Flag;
  if (is_plain || value.kind == ValueKind::Number) { return; }
  report_.add(Code::CannotHold, place, "the value of a distinct def", to_text(value))
      .note("it may be an integer, a symbol or a text");
}

void Lowering::lower_defs() {
  for (std::uint32_t i = 0; i < out_.defs.size(); ++i) { lower_def(i); }
}

void Lowering::declare_rules() {
  for (const auto* declaration : scope_.all(Declaration::Kind::Rule)) {
    if (out_.rules.size() == program::kMaxRules) {
      report_.add(Code::TooLarge, declaration->name_span, program::kMaxRules, "rules");
      is_full_ = true;
      break;
    }
    check_parameters(*declaration, program::kMaxRuleParameters);
    program::Rule rule;
    rule.name = declaration->name;
    rule.doc = declaration->doc;
    rule.place = declaration->name_span;
    rule.is_own = scope_.is_own(*declaration);
    rule.is_block = declaration->is_rows;
    std::vector<SlotId> slots;
    for (const auto& parameter : declaration->parameters) {
      program::RuleParameter made;
      made.is_field = parameter.is_field;
      if (parameter.is_field) {
        made.slot = variable(parameter.name, parameter.name_span).value_or(0);
        program::Slot probe;
        apply_type(probe, parameter.type);
        if (probe.type.kind != ValueKind::Unknown) { types_.learn_field(parameter.name, probe.type, parameter.span); }
      } else {
        made.slot = parameter_slot(parameter);
      }
      slots.push_back(made.slot);
      rule.parameters.push_back(made);
    }
    declared_->rule_parameters.push_back(std::move(slots));
    declared_->rules.emplace(rule.name, static_cast<std::uint32_t>(out_.rules.size()));
    out_.rules.push_back(std::move(rule));
  }
  // A mistake that was found before may be a rule that cannot be read.
  if (out_.rules.empty() && scope_.pack() != nullptr && report_.error_count() == 0) {
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
          help_to_round(report_.add(Code::ArgumentType, parameter.initial.span, declaration.name, to_text(wanted),
                                    parameter.name, found_for(wanted, value.type)),
                        parameter.initial.span, wanted, value.type);
        } else {
          check_range(made.slot, parameter.initial, value);
        }
        made.initial = declaration.is_world ? settling_argument(value, wanted, parameter.initial.span).id : value.id;
      }
    }
    for (std::size_t i = 0; i < declaration.parameters.size(); ++i) {
      const auto& parameter = declaration.parameters[i];
      if (parameter.is_field) { continue; }
      if (const auto* hidden = scope_.variable(parameter.name, parameter.name_span);
          hidden != nullptr && hidden->kind == Declaration::Kind::Input) {
        report_.add(Code::TwoMeanings, parameter.name_span, parameter.name)
            .label(hidden->name_span, "declared here, too");
      }
      locals_.push_back({parameter.name, out_.rules[r].parameters[i].slot, std::nullopt, &parameter, false});
    }
    out_.rules[r].body = block(declaration.block);
    if (declaration.is_world) { settle_rule(static_cast<program::RuleId>(r), declaration.name_span); }
  }
  locals_.clear();
}

}  // namespace spoils::check
