// check/lower/node.cpp
//
// Makes the nodes of the program: computes for every node whether it draws and may be unset, and interns fractions,
// texts and lists (hash-consing of constants).
#include <algorithm>

#include "check/lower/lowering.h"
#include "program/walk.h"

namespace spoils::check {

using number::Rational;
using program::kNone;
using program::kUnset;
using program::Word;
using Kind = lang::Expression::Kind;

Lowered Lowering::node(Op op, ValueType type, Span place, ExpressionId a, ExpressionId b, ExpressionId c, Word value) {
  program::Expression e;
  e.op = op;
  e.type = type;
  e.a = a;
  e.b = b;
  e.c = c;
  e.value = value;
  // Whether a part draws, as far as it is complete.
  struct Draws {
    Lowering& self;
    bool& any;
    void operand(ExpressionId id) { any = any || self.draws(id); }
    void body(std::uint32_t def) { operand(self.out_.defs[def].body); }
    void rows(std::uint32_t) {}  // a pick from them draws itself
    void grid(std::uint32_t) {}
    void outcomes(std::uint32_t table) { column(table, kNone); }
    void column(std::uint32_t table, std::uint32_t index) { any = any || self.column_draws(table, index); }
  };
  e.draws = program::draws_itself(op);
  if (!e.draws && !program::tells_of_outcomes(op)) { program::for_each_part(out_, e, Draws{*this, e.draws}); }
  const auto unset = [&](ExpressionId id) { return out_.expressions[id].may_be_unset; };
  switch (op) {
    case Op::Constant: e.may_be_unset = value == kUnset; break;
    case Op::Slot: {
      const auto& slot = out_.slots[a];
      e.may_be_unset =
          slot.kind != program::Slot::Kind::Input || slot.initial == kUnset || types_.may_be_unset(slot.name);
      break;
    }
    case Op::Choose: e.may_be_unset = unset(b) || unset(c); break;
    case Op::Bind: e.may_be_unset = unset(b); break;
    case Op::Block:
    case Op::Invoke:
    case Op::WorldDef:
    case Op::ConstantDef:
    case Op::PickTable:
    case Op::PickGrid:
    case Op::PickWhere:
    case Op::PickMember:
    case Op::MemberAt:
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
    program::for_each_cell(table, column, [&](ExpressionId cell) { any = any || draws(cell); });
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

template <class Key, class Numbers>
std::uint32_t Lowering::interned(Numbers& numbers, std::vector<Key>& constants, Key key) {
  const auto [known, is_new] = numbers.try_emplace(key, static_cast<std::uint32_t>(constants.size()));
  if (!is_new) { return known->second; }
  if (declared_ == nullptr) {
    const auto found = std::find(constants.begin(), constants.end(), key);
    if (found != constants.end()) { return known->second = static_cast<std::uint32_t>(found - constants.begin()); }
  }
  constants.push_back(std::move(key));
  return known->second;
}

Lowered Lowering::fraction(const Rational& value, Span place) {
  return node(Op::Fraction, of(ValueKind::Number), place, interned(fraction_numbers_, out_.fractions, value));
}

Lowered Lowering::symbol(std::string_view name, Span place) {
  return constant(ValueKind::Symbol, static_cast<Word>(out_.symbols.intern(name)), place);
}

std::uint32_t Lowering::text_index(std::string_view text) {
  const auto known = text_numbers_.find(text);
  return known != text_numbers_.end() ? known->second : interned(text_numbers_, out_.texts, std::string(text));
}

Lowered Lowering::text_constant(std::string_view text, Span place) {
  return constant(ValueKind::Text, static_cast<Word>(text_index(text)), place);
}

Lowered Lowering::list_constant(ValueType type, std::vector<Word> members, Span place) {
  if (type.kind == ValueKind::Set) {
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
  }
  auto made = constant(type.kind, interned(list_numbers_, out_.lists, std::move(members)), place);
  out_.expressions[made.id].type = type;
  return {made.id, type};
}

void Lowering::note_open() {
  if (!is_in_uncalled_) { types_.note_open(); }
}

Lowered Lowering::poison(Span place) {
  note_open();
  if (types_.is_closed() && report_.error_count() == 0) {
    report_.add(Code::TypeUnknown, place, report_.sources().text(place))
        .note("nothing in the pack determines it; a declaration may: `field NAME: TYPE`");
  }
  return constant(ValueKind::Unknown, kUnset, place);
}

Lowered Lowering::zero_for_nothing(Lowered value, ValueKind kind, Span place) {
  if (out_.expressions[value.id].op == Op::Constant) { return constant(kind, 0, place); }
  return node(Op::OrZero, of(kind), place, value.id);
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

}  // namespace spoils::check
