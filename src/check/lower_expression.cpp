// Operators, names, comparisons, choices. Constants are folded here, so that `10%` is one fraction and not a division.
#include <fmt/format.h>

#include <algorithm>

#include "check/lowering.h"
#include "text/suggest.h"

namespace spoils::check {

using number::Rational;
using program::kNone;
using program::kUnset;
using program::Word;
using text::Code;
using Kind = lang::Expression::Kind;

namespace {

ValueType of(ValueKind kind) { return {kind, ValueKind::Unknown}; }

program::Op arithmetic_op(std::string_view text) {
  using program::Op;
  if (text == "+") { return Op::Add; }
  if (text == "-") { return Op::Subtract; }
  if (text == "*") { return Op::Multiply; }
  if (text == "//") { return Op::FloorDivide; }
  if (text == "mod") { return Op::Modulo; }
  if (text == "^") { return Op::Power; }
  return Op::Divide;
}

// Words of the language stand in backticks, descriptions ("a weight") do not.
std::string marked(std::string_view needed_by) {
  return needed_by.find(' ') == std::string_view::npos ? fmt::format("`{}`", needed_by) : std::string(needed_by);
}

std::optional<Rational> fold(program::Op op, const Rational& a, const Rational& b) {
  using program::Op;
  switch (op) {
    case Op::Add: return number::add(a, b);
    case Op::Subtract: return number::subtract(a, b);
    case Op::Multiply: return number::multiply(a, b);
    case Op::Divide: return number::divide(a, b);
    case Op::Power: return b.is_whole() ? number::power(a, b.numerator()) : std::nullopt;
    case Op::FloorDivide: {
      const auto quotient = number::divide(a, b);
      return quotient ? std::optional<Rational>(number::floor(*quotient)) : std::nullopt;
    }
    case Op::Modulo: {
      if (!a.is_whole() || !b.is_whole()) { return std::nullopt; }
      const auto rest = number::modulo(a.numerator(), b.numerator());
      return rest ? std::optional<Rational>(*rest) : std::nullopt;
    }
    default: return std::nullopt;
  }
}

}  // namespace

Lowered Lowering::node(Op op, ValueType type, Span place, ExpressionId a, ExpressionId b, ExpressionId c, Word value) {
  program::Expression e;
  e.op = op;
  e.type = type;
  e.a = a;
  e.b = b;
  e.c = c;
  e.value = value;
  const auto child_draws = [&](ExpressionId id) { return draws(id); };
  switch (op) {
    case Op::Chance:
    case Op::PickRange:
    case Op::Dice:
    case Op::PickTable:
    case Op::PickGrid:
    case Op::PickWhere:
    case Op::PickMember:
    case Op::Settle: e.draws = true; break;
    case Op::Constant:
    case Op::Fraction:
    case Op::Slot: break;
    case Op::Interpolate:
    case Op::HasOutcome: e.draws = child_draws(b); break;
    case Op::Cell: e.draws = child_draws(c) || column_draws(a, b); break;
    case Op::RowCell: e.draws = column_draws(a, b); break;
    case Op::RowOutcome: e.draws = column_draws(a, kNone); break;
    case Op::Invoke: {
      e.draws = child_draws(out_.defs[static_cast<std::size_t>(value)].body);
      for (std::uint32_t i = 0; i < b; ++i) { e.draws = e.draws || child_draws(out_.operands[a + i]); }
      break;
    }
    case Op::MakeList:
    case Op::MakeSet:
      for (std::uint32_t i = 0; i < b; ++i) { e.draws = e.draws || child_draws(out_.operands[a + i]); }
      break;
    case Op::Compose:
      for (std::uint32_t i = 0; i < b; ++i) { e.draws = e.draws || child_draws(out_.parts[a + i].expression); }
      break;
    case Op::Fold: {
      const auto& f = out_.folds[a];
      e.draws = child_draws(f.source) || child_draws(f.condition) || child_draws(f.value);
      break;
    }
    default: e.draws = child_draws(a) || child_draws(b) || child_draws(c); break;
  }
  const auto unset = [&](ExpressionId id) { return out_.expressions[id].may_be_unset; };
  switch (op) {
    case Op::Constant: e.may_be_unset = value == kUnset; break;
    case Op::Slot: {
      const auto& slot = out_.slots[a];
      e.may_be_unset = !(slot.kind == program::Slot::Kind::Input && slot.initial != kUnset);
      break;
    }
    case Op::Choose: e.may_be_unset = unset(b) || unset(c); break;
    case Op::Bind: e.may_be_unset = unset(b); break;
    case Op::Invoke: e.may_be_unset = true; break;
    case Op::Settle:
    case Op::PickTable:
    case Op::PickGrid:
    case Op::PickWhere:
    case Op::PickMember:
    case Op::Cell:
    case Op::RowCell:
    case Op::RowOutcome:
    case Op::Capitalise:
    case Op::Title:
    case Op::Fold: e.may_be_unset = true; break;
    default: e.may_be_unset = false; break;
  }
  if (is_full_) { return poison(place); }
  return {push(e, place), type};
}

program::ExpressionId Lowering::push(const program::Expression& e, Span place) {
  if (out_.expressions.size() >= program::kMaxExpressions && !is_full_) {
    is_full_ = true;
    report_.add(Code::TooLarge, place, program::kMaxExpressions, "expressions");
  }
  out_.expressions.push_back(e);
  out_.places.push_back(place);
  return static_cast<ExpressionId>(out_.expressions.size() - 1);
}

// Whether a cell of a column, or an outcome, is left to chance; found out once, since many may look there.
bool Lowering::column_draws(std::uint32_t index, std::uint32_t column) {
  const auto [known, is_new] = column_draws_.emplace(std::pair{index, column}, false);
  if (!is_new) { return known->second; }
  const auto& table = out_.tables[index];
  bool any = false;
  if (column == kNone) {
    for (const auto& row : table.rows) { any = any || draws(row.outcome); }
  } else {
    for (std::size_t i = column; i < table.cells.size(); i += table.columns.size()) {
      any = any || draws(table.cells[i]);
    }
  }
  known->second = any;
  return any;
}

Lowered Lowering::constant(ValueKind kind, Word value, Span place) {
  program::Expression e;
  e.value = value;
  e.type = of(kind);
  e.may_be_unset = value == kUnset;
  return {push(e, place), e.type};
}

Lowered Lowering::fraction(const Rational& value, Span place) {
  const auto [known, is_new] = fraction_numbers_.emplace(value, static_cast<std::uint32_t>(out_.fractions.size()));
  if (is_new) { out_.fractions.push_back(value); }
  return node(Op::Fraction, of(ValueKind::Number), place, known->second);
}

Lowered Lowering::symbol(std::string_view name, Span place) {
  return constant(ValueKind::Symbol, static_cast<Word>(out_.symbols.intern(name)), place);
}

std::uint32_t Lowering::text_index(std::string_view text) {
  const auto found = text_numbers_.find(text);
  if (found != text_numbers_.end()) { return found->second; }
  const auto index = static_cast<std::uint32_t>(out_.texts.size());
  out_.texts.emplace_back(text);
  text_numbers_.emplace(std::string(text), index);
  return index;
}

Lowered Lowering::text_constant(std::string_view text, Span place) {
  return constant(ValueKind::Text, static_cast<Word>(text_index(text)), place);
}

Lowered Lowering::list_constant(ValueType type, std::vector<Word> members, Span place) {
  if (type.kind == ValueKind::Set) {
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
  }
  const auto [known, is_new] = list_numbers_.emplace(members, static_cast<Word>(out_.lists.size()));
  if (is_new) { out_.lists.push_back(std::move(members)); }
  auto made = constant(type.kind, known->second, place);
  out_.expressions[made.id].type = type;
  return {made.id, type};
}

Lowered Lowering::or_zero(Lowered value, Span place) {
  if (!out_.expressions[value.id].may_be_unset || is_open(value.type)) { return value; }
  return node(Op::OrZero, value.type, place, value.id);
}

std::uint32_t Lowering::operands(const std::vector<ExpressionId>& ids) {
  const auto first = static_cast<std::uint32_t>(out_.operands.size());
  out_.operands.insert(out_.operands.end(), ids.begin(), ids.end());
  return first;
}

std::optional<Rational> Lowering::constant_number(ExpressionId id) const {
  const auto& e = out_.expressions[id];
  if (e.op == Op::Fraction) { return out_.fractions[e.a]; }
  if (e.op == Op::Constant && e.type.kind == ValueKind::Int && e.value != kUnset) { return Rational(e.value); }
  return std::nullopt;
}

const Lowering::Local* Lowering::local(std::string_view name) const {
  for (auto i = locals_.size(); i-- > 0;) {
    if (locals_[i].name == name) { return &locals_[i]; }
  }
  return nullptr;
}

void Lowering::suggest(text::Finding finding, Span place, std::string_view word, Scope::Space space) const {
  const auto known = scope_.names(space);
  if (const auto near = text::nearest(word, known)) { finding.help(Edit{place, std::string(*near)}); }
}

// Whether a name that is unknown was met before: then its finding gets one more place, and no other is filed.
bool Lowering::first_time(Code code, Span place, std::string_view name) {
  const auto [known, is_new] = reported_.emplace(std::pair{code, std::string(name)}, place);
  if (!is_new && known->second != place) { report_.again(code, known->second, place); }
  return is_new;
}

// A bare word that means nothing is a symbol; where a symbol cannot stand, the word was perhaps meant to be something.
void Lowering::suggest_value(text::Finding finding, const Expression& e) const {
  if (e.kind != Kind::Name || local(e.text) != nullptr || variables_.count(e.text) != 0 ||
      scope_.def(e.text) != nullptr) {
    return;
  }
  std::vector<std::string_view> known;
  for (const auto& [name, slot] : variables_) { known.emplace_back(name); }
  for (const auto& [name, measure] : measures_) { known.emplace_back(name); }
  for (const auto& own : locals_) { known.push_back(own.name); }
  for (const auto* def : scope_.all(lang::Declaration::Kind::Def)) {
    if (def->parameters.empty()) { known.emplace_back(def->name); }
  }
  if (const auto near = text::nearest(e.text, known)) {
    finding.help(Edit{e.span, std::string(*near)});
  } else {
    finding.note("no input, state, field or def is called `" + e.text + "`, so it is just a word");
  }
}

Lowered Lowering::expression(const Expression& e) {
  if (is_full_) { return poison(e.span); }
  if (depth_ == program::kMaxDepth) {
    report_.add(Code::TooDeep, e.span, program::kMaxDepth)
        .note("defs, tables and measures that stand in each other count together");
    return poison(e.span);
  }
  ++depth_;
  const auto made = expression_below(e);
  --depth_;
  return made;
}

Lowered Lowering::expression_below(const Expression& e) {
  switch (e.kind) {
    case Kind::Missing: return poison(e.span);
    case Kind::Number:
      if (e.number.is_whole()) { return constant(ValueKind::Int, e.number.numerator(), e.span); }
      return fraction(e.number, e.span);
    case Kind::Dice: {
      const auto count = constant(ValueKind::Int, e.number.numerator(), e.span);
      const auto sides = constant(ValueKind::Int, e.sides, e.span);
      return node(Op::Dice, of(ValueKind::Int), e.span, count.id, sides.id);
    }
    case Kind::Text: return text(e, false);
    case Kind::Name: return name(e);
    case Kind::Flag: return constant(ValueKind::Flag, e.number.numerator(), e.span);
    case Kind::None: return nothing(e.span);
    case Kind::Negate: return negate(numeric(e.children[0], "-"), e.span);
    case Kind::Not: {
      const auto operand = condition(e.children[0]);
      return node(Op::Not, of(ValueKind::Flag), e.span, operand.id);
    }
    case Kind::Binary: return binary(e);
    case Kind::Range:
      report_.add(Code::OperandType, e.span, "this place", "one value", "a range")
          .help(Edit{e.span, "pick " + std::string(report_.sources().text(e.span))}, "to draw one");
      return poison(e.span);
    case Kind::Percent: {
      const auto whole = numeric(e.children[0], "%");
      if (whole.type.kind == ValueKind::Unknown) { return {whole.id, of(ValueKind::Number)}; }
      if (const auto value = constant_number(whole.id)) {
        if (const auto part = number::divide(*value, Rational(100))) { return fraction(*part, e.span); }
      }
      const auto hundred = constant(ValueKind::Int, 100, e.span);
      return node(Op::Divide, of(ValueKind::Number), e.span, whole.id, hundred.id);
    }
    case Kind::If: return choose(e);
    case Kind::Match: return match_value(e);
    case Kind::Set:
    case Kind::List: return collection(e);
    case Kind::Rows:
      report_.add(Code::OperandType, e.span, "this place", "one value", "rows to pick from");
      return poison(e.span);
    case Kind::Call: return call(e);
    case Kind::Lookup: return lookup(e);
    case Kind::Member: return member(e);
    case Kind::Pick: return pick(e.children[0], e.span);
    case Kind::PickWhere: return pick_where(e);
    case Kind::Chance: return chance(e);
    case Kind::OneIn: {
      const auto one = numeric(e.children[0], "in");
      const auto sides = numeric(e.children[1], "in");
      return arithmetic(e, one, sides);
    }
    case Kind::Aggregate: {
      const auto given = [&](std::size_t i) { return e.children[i].kind == Kind::Missing ? nullptr : &e.children[i]; };
      return aggregate(e, e.name, given(1), given(2));
    }
    case Kind::Query: report_.add(Code::OnlyInQuestions, e.span, e.text); return poison(e.span);
    default: return poison(e.span);
  }
}

Lowered Lowering::condition(const Expression& e) {
  const auto value = expression(e);
  if (value.type.kind == ValueKind::Flag) { return or_zero(value, e.span); }
  if (!is_open(value.type)) {
    auto finding = report_.add(Code::NeedsCondition, e.span, to_text(value.type));
    const auto& made = out_.expressions[value.id];
    if (value.type.kind == ValueKind::Symbol && made.op == Op::Constant) {
      suggest_value(finding, e);
    } else {
      const std::string question = is_number(value.type) ? " > 0" : " != none";
      finding.help(Edit{e.span, std::string(report_.sources().text(e.span)) + question});
    }
  }
  return poison(e.span);
}

Lowered Lowering::numeric(const Expression& e, std::string_view needed_by) {
  const auto value = expression(e);
  if (is_number(value.type)) { return or_zero(value, e.span); }
  if (value.type.kind == ValueKind::Nothing) { return constant(ValueKind::Int, 0, e.span); }
  if (value.type.kind != ValueKind::Unknown) { needs_number(e, needed_by, value); }
  return poison(e.span);
}

void Lowering::needs_number(const Expression& e, std::string_view needed_by, Lowered value) {
  const bool is_word = e.kind == Kind::Name && value.type.kind == ValueKind::Symbol;
  if (is_word && !first_time(Code::OperandType, e.span, e.text)) { return; }
  suggest_value(report_.add(Code::OperandType, e.span, marked(needed_by), "a number", to_text(value.type)), e);
}

Lowered Lowering::integer(const Expression& e, std::string_view needed_by) {
  const auto value = numeric(e, needed_by);
  if (value.type.kind != ValueKind::Number) { return value; }
  report_.add(Code::OperandType, e.span, marked(needed_by), "an integer", "a fraction")
      .help(Edit{e.span, "floor(" + std::string(report_.sources().text(e.span)) + ")"}, "to round it");
  return poison(e.span);
}

// A bare word: a local, an input, state or field, a measure, a def without parameters; any other word is a symbol.
Lowered Lowering::name(const Expression& e) {
  if (const auto* found = local(e.text)) {
    if (found->table) {
      auto type = out_.tables[*found->table].type;
      return node(Op::RowOutcome, type, e.span, *found->table, kNone, found->slot);
    }
    return node(Op::Slot, out_.slots[found->slot].type, e.span, found->slot);
  }
  if (const auto found = variables_.find(e.text); found != variables_.end()) {
    return node(Op::Slot, out_.slots[found->second].type, e.span, found->second);
  }
  if (const auto found = measures_.find(e.text); found != measures_.end()) {
    if (circular_.count(e.text) != 0) { return poison(e.span); }
    const auto begun = std::find(measuring_.begin(), measuring_.end(), e.text);
    if (begun != measuring_.end()) {
      report_.add(Code::Recursion, e.span, e.text).label(found->second->name_span, "this measure");
      circular_.insert(begun, measuring_.end());
      return poison(e.span);
    }
    measuring_.push_back(found->first);
    auto value = expression(found->second->value);
    measuring_.pop_back();
    return value;
  }
  if (const auto* def = scope_.def(e.text)) {
    auto call = e;
    call.kind = Kind::Call;
    return invoke(call, *def);
  }
  if (e.text == "things" || e.text == "held" || e.text == "made_by") {
    report_.add(Code::OnlyInQuestions, e.span, e.text);
    return poison(e.span);
  }
  return symbol(e.text, e.span);
}

Lowered Lowering::negate(Lowered value, Span place) {
  if (!is_number(value.type)) { return value; }
  if (const auto known = constant_number(value.id)) {
    if (const auto negative = number::subtract(Rational(0), *known)) {
      return value.type.kind == ValueKind::Int ? constant(ValueKind::Int, negative->numerator(), place)
                                               : fraction(*negative, place);
    }
  }
  return node(Op::Negate, value.type, place, value.id);
}

Lowered Lowering::binary(const Expression& e) {
  if (e.text == "and" || e.text == "or") {
    const auto left = condition(e.children[0]);
    const auto right = condition(e.children[1]);
    return node(e.text == "and" ? Op::And : Op::Or, of(ValueKind::Flag), e.span, left.id, right.id);
  }
  if (e.text == "in") { return membership(e); }
  if (e.text == "==" || e.text == "!=") {
    const auto left = expression(e.children[0]);
    return equality(e, left, expression(e.children[1]));
  }
  if (e.text == "<" || e.text == "<=" || e.text == ">" || e.text == ">=") {
    const auto left = numeric(e.children[0], e.text);
    return comparison(e, left, numeric(e.children[1], e.text));
  }
  if (e.text == "+" || e.text == "-") {
    const auto left = expression(e.children[0]);
    const auto right = expression(e.children[1]);
    const auto changes = [](ValueType type) {
      return type.kind == ValueKind::Text || type.kind == ValueKind::List || type.kind == ValueKind::Set;
    };
    if (changes(left.type)) {
      lang::Statement sum;
      sum.op = e.text + "=";
      sum.span = e.span;
      sum.expressions.push_back(e.children[1]);
      return changed(left, sum, right);
    }
    const auto checked = [&](Lowered value, const Expression& operand) {
      if (is_number(value.type)) { return or_zero(value, operand.span); }
      if (value.type.kind == ValueKind::Nothing) { return constant(ValueKind::Int, 0, operand.span); }
      if (value.type.kind != ValueKind::Unknown) { needs_number(operand, e.text, value); }
      return poison(operand.span);
    };
    const auto sound_left = checked(left, e.children[0]);
    return arithmetic(e, sound_left, checked(right, e.children[1]));
  }
  const auto left = numeric(e.children[0], e.text);
  return arithmetic(e, left, numeric(e.children[1], e.text));
}

Lowered Lowering::arithmetic(const Expression& e, Lowered left, Lowered right) {
  const auto op = e.kind == Kind::OneIn ? Op::Divide : arithmetic_op(e.text);
  if (!is_number(left.type) || !is_number(right.type)) {
    return {poison(e.span).id, op == Op::Divide ? of(ValueKind::Unknown) : of(ValueKind::Unknown)};
  }
  const bool whole = left.type.kind == ValueKind::Int && right.type.kind == ValueKind::Int;
  const auto a = constant_number(left.id);
  const auto b = constant_number(right.id);
  const bool divides = op == Op::Divide || op == Op::FloorDivide || op == Op::Modulo;
  if (divides && b && *b == Rational(0)) {
    report_.add(Code::DividesByZero, e.children[1].span, "");
    return poison(e.span);
  }
  if ((op == Op::Modulo || op == Op::Power) && right.type.kind == ValueKind::Number) {
    report_.add(Code::OperandType, e.children[1].span, fmt::format("`{}`", e.text), "an integer", "a fraction");
    return poison(e.span);
  }
  if (op == Op::Modulo && !whole) {
    report_.add(Code::OperandType, e.children[0].span, fmt::format("`{}`", e.text), "an integer", "a fraction");
    return poison(e.span);
  }
  if (a && b) {
    const auto value = fold(op, *a, *b);
    if (!value) {
      report_.add(Code::Overflow, e.span, "");
      return poison(e.span);
    }
    const bool stays_whole = op == Op::FloorDivide || (whole && op != Op::Divide && value->is_whole());
    return stays_whole ? constant(ValueKind::Int, value->numerator(), e.span) : fraction(*value, e.span);
  }
  if (op == Op::Divide) { return node(op, of(ValueKind::Number), e.span, left.id, right.id); }
  if (op == Op::FloorDivide && !whole) {
    const auto quotient = node(Op::Divide, of(ValueKind::Number), e.span, left.id, right.id);
    return node(Op::Floor, of(ValueKind::Int), e.span, quotient.id);
  }
  return node(op, of(whole ? ValueKind::Int : ValueKind::Number), e.span, left.id, right.id);
}

Lowered Lowering::comparison(const Expression& e, Lowered left, Lowered right) {
  if (!is_number(left.type) || !is_number(right.type)) { return {poison(e.span).id, of(ValueKind::Flag)}; }
  const bool whole = left.type.kind == ValueKind::Int && right.type.kind == ValueKind::Int;
  // `a > b` is `not (a <= b)`, so that what is written first is drawn first.
  const bool strict = e.text == "<" || e.text == ">=";
  const auto op = whole ? (strict ? Op::Less : Op::LessOrEqual) : (strict ? Op::LessNumber : Op::LessOrEqualNumber);
  const auto made = node(op, of(ValueKind::Flag), e.span, left.id, right.id);
  if (e.text == "<" || e.text == "<=") { return made; }
  return node(Op::Not, of(ValueKind::Flag), e.span, made.id);
}

Lowered Lowering::equality(const Expression& e, Lowered left, Lowered right) {
  const auto finish = [&](Lowered same) {
    return e.text == "==" ? same : node(Op::Not, of(ValueKind::Flag), e.span, same.id);
  };
  if (left.type.kind == ValueKind::Unknown || right.type.kind == ValueKind::Unknown) {
    return {poison(e.span).id, of(ValueKind::Flag)};
  }
  const bool asks_unset = left.type.kind == ValueKind::Nothing || right.type.kind == ValueKind::Nothing;
  if (asks_unset) { return finish(node(Op::Equal, of(ValueKind::Flag), e.span, left.id, right.id)); }
  bool clash = false;
  const auto both = join(left.type, right.type, clash);
  if (clash) {
    auto finding = report_.add(Code::ComparesTypes, e.span, to_text(left.type), to_text(right.type));
    for (const auto& side : e.children) { suggest_value(finding, side); }
    return {poison(e.span).id, of(ValueKind::Flag)};
  }
  Op op = Op::Equal;
  switch (both.kind) {
    case ValueKind::Number: op = Op::SameNumber; break;
    case ValueKind::Text: op = Op::SameText; break;
    case ValueKind::List:
    case ValueKind::Set: op = Op::SameList; break;
    case ValueKind::Int:
    case ValueKind::Flag:
      left = or_zero(left, e.children[0].span);
      right = or_zero(right, e.children[1].span);
      break;
    default: break;
  }
  return finish(node(op, of(ValueKind::Flag), e.span, left.id, right.id));
}

Lowered Lowering::membership(const Expression& e) {
  const auto& set = e.children[1];
  const auto flag = of(ValueKind::Flag);
  if (set.kind == Kind::Range) {
    const auto value = numeric(e.children[0], "in");
    const auto first = numeric(set.children[0], "..");
    const auto last = numeric(set.children[1], "..");
    if (!is_number(value.type) || !is_number(first.type) || !is_number(last.type)) { return {poison(e.span).id, flag}; }
    const bool whole =
        value.type.kind == ValueKind::Int && first.type.kind == ValueKind::Int && last.type.kind == ValueKind::Int;
    if (whole) { return node(Op::InRange, flag, e.span, value.id, first.id, last.id); }
    const auto slot = add_local("", of(ValueKind::Number), e.span);
    const auto kept = node(Op::Slot, of(ValueKind::Number), e.children[0].span, slot);
    const auto above = node(Op::LessOrEqualNumber, flag, e.span, first.id, kept.id);
    const auto below = node(Op::LessOrEqualNumber, flag, e.span, kept.id, last.id);
    const auto both = node(Op::And, flag, e.span, above.id, below.id);
    return node(Op::Bind, flag, e.span, value.id, both.id, kNone, slot);
  }
  const bool is_value = set.kind == Kind::Name && (local(set.text) != nullptr || variables_.count(set.text) != 0 ||
                                                   scope_.def(set.text) != nullptr);
  if (set.kind == Kind::Name && !is_value) {
    const auto table = table_named(set, "in");
    const auto member = expression(e.children[0]);
    if (!table) { return {poison(e.span).id, flag}; }
    const auto& known = out_.tables[*table];
    for (const auto& row : known.rows) {
      if (constant_word(row.outcome) || out_.expressions[row.outcome].type.kind == ValueKind::Unknown) { continue; }
      report_.add(Code::NotPlainOutcomes, set.span, fmt::format("table `{}`", set.text)).label(row.place, "this row");
      return {poison(e.span).id, flag};
    }
    if (!known.rows.empty() && known.row_of.empty()) {
      report_.add(Code::TooLarge, set.span, program::kMaxKeys,
                  fmt::format("steps from the least to the greatest outcome of `{}`", set.text));
    }
    if (!fits(member.type, known.type)) {
      report_
          .add(Code::ComparesTypes, e.children[0].span, to_text(member.type),
               fmt::format("an outcome of `{}`", set.text))
          .label(set.span, to_text(known.type));
      return {poison(e.span).id, flag};
    }
    return node(Op::HasOutcome, flag, e.span, *table, member.id);
  }
  const auto member = expression(e.children[0]);
  const auto list = expression(set);
  if (list.type.kind == ValueKind::Unknown || is_open(member.type)) { return {poison(e.span).id, flag}; }
  if (list.type.kind != ValueKind::List && list.type.kind != ValueKind::Set) {
    report_.add(Code::OperandType, set.span, "`in`", "a range, table, list or set", to_text(list.type));
    return {poison(e.span).id, flag};
  }
  if (list.type.element != ValueKind::Unknown && !fits(member.type, of(list.type.element))) {
    report_.add(Code::OperandType, e.children[0].span, fmt::format("`{}`", report_.sources().text(set.span)),
                to_text(of(list.type.element)), to_text(member.type));
  }
  return node(Op::Contains, flag, e.span, member.id, list.id);
}

Lowered Lowering::choose(const Expression& e) {
  const auto test = condition(e.children[0]);
  const auto yes = expression(e.children[1]);
  const auto no = expression(e.children[2]);
  bool clash = false;
  const auto type = join(yes.type, no.type, clash);
  if (clash) {
    report_.add(Code::BranchTypes, e.span, to_text(yes.type), to_text(no.type))
        .label(e.children[1].span, to_text(yes.type))
        .label(e.children[2].span, to_text(no.type));
    return poison(e.span);
  }
  return node(Op::Choose, type, e.span, test.id, yes.id, no.id);
}

// The value is kept in a slot of its own and compared case by case; what fits no case gives none.
Lowered Lowering::match_value(const Expression& e) {
  const auto subject = expression(e.children[0]);
  const auto slot = add_local("", subject.type, e.children[0].span);
  const auto kept = [&] { return node(Op::Slot, subject.type, e.children[0].span, slot); };
  struct Case {
    Lowered test;
    Lowered value;
    Span span;
  };
  std::vector<Case> cases;
  Lowered otherwise = nothing(e.span);
  ValueType type = otherwise.type;
  for (std::size_t i = 1; i < e.children.size(); ++i) {
    const auto& arm = e.children[i];
    const auto patterns = arm.children.size() - 1;
    std::optional<Lowered> test;
    for (std::size_t p = 0; p < patterns; ++p) {
      Expression question;
      question.kind = Kind::Binary;
      question.span = arm.children[p].span;
      question.text = "==";
      question.children = {named_only(e.children[0]), named_only(arm.children[p])};
      const auto left = kept();
      const auto same = equality(question, left, expression(arm.children[p]));
      test = test ? node(Op::Or, of(ValueKind::Flag), arm.span, test->id, same.id) : same;
    }
    const auto value = expression(arm.children.back());
    bool clash = false;
    type = join(type, value.type, clash);
    if (clash) { report_.add(Code::BranchTypes, arm.children.back().span, to_text(type), to_text(value.type)); }
    if (test) {
      cases.push_back({*test, value, arm.span});
    } else {
      otherwise = value;
    }
  }
  for (auto i = cases.size(); i-- > 0;) {
    otherwise = node(Op::Choose, type, cases[i].span, cases[i].test.id, cases[i].value.id, otherwise.id);
  }
  return node(Op::Bind, type, e.span, subject.id, otherwise.id, kNone, slot);
}

// x.column of a row that `pick x in table` looks at, or potion[kind].worth.
Lowered Lowering::member(const Expression& e) {
  const auto& base = e.children[0];
  const Span column{e.span.source, e.span.end - static_cast<std::uint32_t>(e.text.size()), e.span.end};
  if (base.kind == Kind::Lookup) {
    Expression table = base;
    table.kind = Kind::Name;
    table.span.end = table.span.begin + static_cast<std::uint32_t>(base.text.size());
    const auto index = table_named(table, "[]");
    const auto key = expression(base.children[0]);
    if (!index) { return poison(e.span); }
    const auto wanted = out_.tables[*index].type;
    if (!fits(key.type, wanted)) {
      report_.add(Code::OperandType, base.children[0].span, fmt::format("`{}[]`", base.text), to_text(wanted),
                  to_text(key.type));
      return poison(e.span);
    }
    return cell(*index, e.text, key.id, false, e.span, column);
  }
  if (base.kind == Kind::Name) {
    if (const auto* found = local(base.text); found != nullptr && found->is_thing) { return thing_member(e); }
    if (const auto* found = local(base.text); found != nullptr && found->table) {
      return cell(*found->table, e.text, found->slot, true, e.span, column);
    }
  }
  const auto value = expression(base);
  if (value.type.kind == ValueKind::Unknown) { return poison(e.span); }
  auto finding = report_.add(Code::NoMembers, base.span, to_text(value.type), e.text);
  for (const auto* table : table_declarations_) {
    for (const auto& known : table->columns) {
      if (known.values[0].text != e.text) { continue; }
      finding.help(Edit{base.span, table->name + "[" + std::string(report_.sources().text(base.span)) + "]"},
                   "to look it up in that table");
      return poison(e.span);
    }
  }
  return poison(e.span);
}

Lowered Lowering::collection(const Expression& e) {
  ValueType type{e.kind == Kind::Set ? ValueKind::Set : ValueKind::List, ValueKind::Unknown};
  std::vector<ExpressionId> ids;
  std::vector<Word> words;
  bool known = true;
  for (const auto& child : e.children) {
    const auto member = expression(child);
    bool clash = false;
    const auto joined = join(type, {type.kind, member.type.kind}, clash);
    if (clash) {
      report_.add(Code::BranchTypes, child.span, to_text(ValueType{type.element, ValueKind::Unknown}),
                  to_text(member.type));
    } else {
      type = joined;
    }
    ids.push_back(member.id);
    const auto& made = out_.expressions[member.id];
    // Texts are compared by their characters, so their words tell nothing about a set.
    known = known && made.op == Op::Constant && made.type.kind != ValueKind::Text;
    words.push_back(made.value);
  }
  if (known) { return list_constant(type, std::move(words), e.span); }
  if (ids.size() > program::kMaxMembers) {
    report_.add(Code::TooLarge, e.children[program::kMaxMembers].span, program::kMaxMembers,
                e.kind == Kind::Set ? "computed members in one set" : "computed members in one list");
    return poison(e.span);
  }
  const auto first = operands(ids);
  return node(type.kind == ValueKind::Set ? Op::MakeSet : Op::MakeList, type, e.span, first,
              static_cast<std::uint32_t>(ids.size()));
}

}  // namespace spoils::check
