// check/lower/name.cpp
//
// Resolves bare words, and suggests names for those that mean nothing.
#include <fmt/format.h>

#include <algorithm>

#include "check/lower/lowering.h"

namespace spoils::check {

using program::kNone;
using text::Code;
using Kind = lang::Expression::Kind;

namespace {

/// The nearness of a variable if there is a slot of that name, else of a measure. A field is near the text that sets
/// it.
Nearness nearness_of(const Scope& scope, const program::Slot* slot, std::string_view name, Span place) {
  const bool is_field = slot != nullptr && slot->kind == program::Slot::Kind::Field;
  const auto set = is_field ? scope.nearness_of_field(name, place) : Nearness::Invisible;
  return set == Nearness::Own ? set : std::max(set, scope.nearness(Scope::Space::Variable, name, place));
}

}  // namespace

const Lowering::Local* Lowering::local(std::string_view name) const {
  for (auto i = locals_.size(); i-- > 0;) {
    if (locals_[i].name == name) { return &locals_[i]; }
  }
  return nullptr;
}

void Lowering::suggest(text::Finding finding, Span place, std::string_view word, Scope::Space space) const {
  if (!report_.suggests()) { return; }
  const auto known = scope_.names(space, place);
  if (const auto near = report_.nearest(word, known)) { finding.help(Edit{place, std::string(*near)}); }
}

// Whether a name that is unknown was met before: then its finding gets one more place, and no other is filed.
bool Lowering::first_time(Code code, Span place, std::string_view name) {
  const auto [known, is_new] = reported_.emplace(std::pair{code, std::string(name)}, place);
  if (!is_new && known->second != place) { report_.again(code, known->second, place); }
  return is_new;
}

bool Lowering::has_column(const lang::Declaration& table, std::string_view name) {
  return std::any_of(table.columns.begin(), table.columns.end(),
                     [&](const auto& column) { return column.values[0].text == name; });
}

// Suggests names for a bare word without a meaning where a symbol is not allowed; whether there is something to write.
bool Lowering::suggest_value(text::Finding finding, const Expression& e) const {
  if (report_.is_silent() || report_.full() || e.kind != Kind::Name || is_value(e)) { return false; }
  if (row_ != nullptr && row_columns_ != nullptr && has_column(*row_columns_, e.text)) {
    const bool is_bare = report_.sources().text(e.span) == e.text;  // not in parentheses
    finding.help(Edit{e.span, is_bare ? "row." + e.text : "(row." + e.text + ")"}, "for the cell of the same row");
    return true;
  }
  auto known = variable_names(e.span);
  for (const auto& [name, declaration] : names_.measures) {
    if (measure(name, e.span) != nullptr) { known.emplace_back(name); }
  }
  for (const auto& own : locals_) { known.push_back(own.name); }
  for (const auto* def : scope_.all(lang::Declaration::Kind::Def)) {
    if (def->parameters.empty() && scope_.def(def->name, e.span) != nullptr) { known.emplace_back(def->name); }
  }
  if (const auto near = report_.nearest(e.text, known)) {
    finding.help(Edit{e.span, std::string(*near)});
    return true;
  }
  if (e.text == "random" || e.text == "rand" || e.text == "rnd") {
    finding.help("write `chance 10%` for a chance, `d6` for a die, `pick 1..6` for a number");
    return true;
  }
  if (e.text == "d") {
    finding.help("dice are written `3d6`: how many, `d` and their sides; `roll(n, 6)` where the number is computed");
    return true;
  }
  finding.note("no input, state, field or def is called `" + e.text + "`, so it is just a word");
  return false;
}

Nearness Lowering::nearness_of_variable(std::string_view name, Span place) const {
  const auto found = names_.variables.find(name);
  if (found == names_.variables.end() && names_.measures.count(name) == 0) { return Nearness::Invisible; }
  return nearness_of(scope_, found != names_.variables.end() ? &out_.slots[found->second] : nullptr, name, place);
}

// An input, state, field or scratch value.
std::optional<program::SlotId> Lowering::variable(std::string_view name, Span place) const {
  const auto found = names_.variables.find(name);
  if (found == names_.variables.end()) { return std::nullopt; }
  if (nearness_of(scope_, &out_.slots[found->second], name, place) == Nearness::Invisible) { return std::nullopt; }
  return found->second;
}

const lang::Declaration* Lowering::measure(std::string_view name, Span place) const {
  const auto found = names_.measures.find(name);
  if (found == names_.measures.end() || nearness_of_variable(name, place) == Nearness::Invisible) { return nullptr; }
  return found->second;
}

// Whether a def of that name is nearer than the input, state, field or measure of that name, if there is one.
bool Lowering::means_def(std::string_view name, Span place) const {
  return scope_.nearness(Scope::Space::Def, name, place) > nearness_of_variable(name, place);
}

// Whether a bare word means something else than itself and a measure.
bool Lowering::is_value(const Expression& e) const {
  return e.kind == Kind::Name &&
         (local(e.text) != nullptr || variable(e.text, e.span).has_value() || scope_.def(e.text, e.span) != nullptr);
}

std::vector<std::string_view> Lowering::variable_names(Span place) const {
  std::vector<std::string_view> out;
  if (!report_.suggests()) { return out; }
  for (const auto& [name, slot] : names_.variables) {
    if (variable(name, place)) { out.emplace_back(name); }
  }
  return out;
}

// Resolves a bare word: a local, an input, state or field, a measure, a def without parameters; any other word is a
// symbol. The pack's own declarations come before those that it uses.
Lowered Lowering::name(const Expression& e) {
  if (const auto* found = local(e.text)) {
    if (found->is_thing) { return refuse_thing(e); }
    if (const auto table = row_table(*found)) { return row_outcome(*table, found->slot, e.span); }
    return node(Op::Slot, out_.slots[found->slot].type, e.span, found->slot);
  }
  const auto near = nearness_of_variable(e.text, e.span);
  if (near != Nearness::Own && scope_.nearness(Scope::Space::Def, e.text, e.span) > near) {
    auto call = e;
    call.kind = Kind::Call;
    return invoke(call, *scope_.def(e.text, e.span));
  }
  const auto known = near == Nearness::Invisible ? names_.variables.end() : names_.variables.find(e.text);
  if (known != names_.variables.end()) { return node(Op::Slot, out_.slots[known->second].type, e.span, known->second); }
  if (const auto* found = near == Nearness::Invisible ? nullptr : measure(e.text, e.span)) {
    return measure_of(*found, e);
  }
  if (e.text == "made_by" && folds_things_) { return node(Op::Slot, of(ValueKind::Symbol), e.span, out_.made_by); }
  if (e.text == "things" || e.text == "held" || e.text == "made_by") {
    auto finding = report_.add(Code::OnlyInQuestions, e.span, e.text);
    if (e.text == "made_by") { finding.help("there it is of a thing: `count(x in things where x.made_by == gold)`"); }
    return poison(e.span);
  }
  return symbol(e.text, e.span);
}

// A measure has the value of its expression, which no local of the place can change.
Lowered Lowering::measure_of(const lang::Declaration& found, const Expression& e) {
  if (circular_.count(e.text) != 0) { return poison(e.span); }
  const auto begun = std::find(measuring_.begin(), measuring_.end(), e.text);
  if (begun != measuring_.end()) {
    report_.add(Code::Recursion, e.span, e.text).label(found.name_span, "this measure");
    circular_.insert(begun, measuring_.end());
    return poison(e.span);
  }
  measuring_.push_back(found.name);
  std::vector<Local> outer;
  outer.swap(locals_);
  auto value = expression(found.value);
  outer.swap(locals_);
  measuring_.pop_back();
  return value;
}

// A let, parameter or variable of a loop must not hide what has its name already.
void Lowering::check_local(std::string_view name, Span place, bool is_let) {
  if (name.empty() || name.front() == ' ') { return; }
  if (const auto* found = local(name)) {
    auto finding = report_.add(Code::TwoMeanings, place, name);
    if (!found->is_thing) { finding.label(out_.slots[found->slot].place, "declared here, too"); }
    if (is_let && found->key != nullptr && !found->is_of_def) {
      finding.help(fmt::format("`{} = ...` without `let` gives it another value", name));
    }
    return;
  }
  const auto* known = scope_.variable(name, place);
  const bool hides = known != nullptr && known->kind != lang::Declaration::Kind::Field;
  if (!hides) { return; }
  auto finding = report_.add(Code::TwoMeanings, place, name);
  finding.label(known->name_span, "declared here, too");
  if (!is_let) {
    finding.help("give this one another name");
  } else if (known->kind == lang::Declaration::Kind::Input) {
    finding.help(fmt::format("`with {} = ... {{ }}` gives it another value for a block", name));
  }
}

}  // namespace spoils::check
