// check/lower/wanted.cpp
//
// Words that mean something else than usual where a record or a table is wanted: a def or measure of a used pack may
// have the name of a record, and a field that of a collection. Only what would be a mistake changes its meaning.
// Tests: tests/check/names_of_packs_test.cpp.
#include <algorithm>

#include "check/lower/lowering.h"

namespace spoils::check {

using program::Word;
using Kind = lang::Expression::Kind;

// The record of that name, if one of this collection is wanted and the word is a value of another kind.
Lowered Lowering::or_record(const Expression& e, Lowered value, const ValueType& wanted) {
  const bool is_wanted =
      wanted.kind == ValueKind::Symbol || wanted.kind == ValueKind::List || wanted.kind == ValueKind::Set;
  const bool is_other = is_wanted && value.type.kind != ValueKind::Symbol && !is_open(value.type);
  if (e.kind != Kind::Name || !is_other || !wanted.has_table() || local(e.text) != nullptr) { return value; }
  const auto& table = out_.tables[wanted.table];
  if (scope_.collection(table.name) == nullptr) { return value; }
  // A question must not make a word of what is none.
  const auto word = out_.symbols.find(e.text);
  const bool is_record = word && std::any_of(table.rows.begin(), table.rows.end(), [&](const auto& row) {
                           return constant_word(row.outcome) == static_cast<program::Word>(*word);
                         });
  if (!is_record) { return value; }
  auto type = of(ValueKind::Symbol);
  type.table = wanted.table;
  return {symbol(e.text, e.span).id, type};
}

// Whether a word after `in` means a table or collection: one that is no value, or a field that holds one value.
bool Lowering::means_table(const Expression& e) const {
  if (e.kind != Kind::Name) { return false; }
  if (!is_value(e)) { return true; }
  if (local(e.text) != nullptr || !table_number(e.text, e.span)) { return false; }
  const auto slot = variable(e.text, e.span);
  if (!slot) { return false; }
  const auto kind = out_.slots[*slot].type.kind;
  return kind == ValueKind::Symbol || kind == ValueKind::Int || kind == ValueKind::Number || kind == ValueKind::Flag ||
         kind == ValueKind::Text;
}

const lang::Expression* Lowering::range_of(const Expression& e) const {
  if (e.kind == Kind::Range) { return &e; }
  if (e.kind != Kind::Name || local(e.text) != nullptr || !means_def(e.text, e.span)) { return nullptr; }
  const auto* def = scope_.def(e.text, e.span);
  if (def == nullptr || !def->parameters.empty() || def->value->kind != Kind::Range) { return nullptr; }
  return &*def->value;
}

}  // namespace spoils::check
