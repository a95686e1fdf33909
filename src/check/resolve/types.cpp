// check/resolve/types.cpp
//
// The type lattice (join and compatibility of types) and the table of inferred types that lowering refines pass by
// pass.
#include "check/resolve/types.h"

namespace spoils::check {

namespace {

bool is_open(ValueKind kind) { return kind == ValueKind::Unknown || kind == ValueKind::Nothing; }

ValueKind join_kinds(ValueKind a, ValueKind b, bool& clash) {
  if (a == b || is_open(b)) { return a == ValueKind::Unknown ? b : a; }
  if (is_open(a)) { return b; }
  // A row converts to its outcome where a symbol is wanted.
  if ((a == ValueKind::Row && b == ValueKind::Symbol) || (a == ValueKind::Symbol && b == ValueKind::Row)) {
    return ValueKind::Symbol;
  }
  const bool numeric =
      (a == ValueKind::Int || a == ValueKind::Number) && (b == ValueKind::Int || b == ValueKind::Number);
  if (numeric) { return ValueKind::Number; }
  clash = true;
  return a;
}

// The table of what is of either type. No table is what is least known; a row is of one table only.
std::uint32_t join_tables(ValueType a, ValueType b, bool& clash) {
  const auto is_row = [](ValueType type) { return type.kind == ValueKind::Row || type.element == ValueKind::Row; };
  if (is_row(a) != is_row(b) && !is_open(a.kind) && !is_open(b.kind)) { return is_row(a) ? b.table : a.table; }
  if (a.table == b.table || b.table == ValueType::kNoTable) { return a.table; }
  if (a.table == ValueType::kNoTable) { return b.table; }
  clash = clash || is_row(a);
  return ValueType::kSeveralTables;
}

}  // namespace

ValueType join(ValueType a, ValueType b, bool& clash) {
  // `{}` and `[]` are alike until something is put in, and `{}` is an empty map, too.
  const bool both_hold = program::holds_words(a.kind) && program::holds_words(b.kind);
  if (both_hold && a.kind != b.kind) {
    // Which of two empty ones it is does not matter, but it must not change from pass to pass.
    if (is_open(a.element) && is_open(b.element)) { return a.kind < b.kind ? b : a; }
    if (is_open(a.element)) { return b; }
    if (is_open(b.element)) { return a; }
  }
  ValueType out;
  out.kind = join_kinds(a.kind, b.kind, clash);
  if (clash) { return a; }
  out.element = join_kinds(a.element, b.element, clash);
  if (out.element == ValueKind::Number) { clash = true; }  // lists hold words
  out.table = join_tables(a, b, clash);
  return clash ? a : out;
}

bool fits(ValueType from, ValueType to) {
  if (is_open(from.kind) || is_open(to.kind)) { return true; }
  bool clash = false;
  const auto both = join(to, from, clash);
  // The element type of a list may still be open; whether a number is an integer may not.
  return !clash && (both == to || (both.kind == to.kind && is_open(to.element)));
}

std::string found_for(ValueType wanted, ValueType found) {
  const bool is_broken = wanted.kind == ValueKind::Int && found.kind == ValueKind::Number;
  return is_broken ? "a fraction" : to_text(found);
}

const Types::Inferred& Types::of(const void* node) const {
  static const Inferred kUnknown;
  if (const auto found = nodes_.find(node); found != nodes_.end()) { return found->second; }
  return base_ == nullptr ? kUnknown : base_->of(node);
}

const Types::Inferred& Types::of_field(std::string_view name) const {
  static const Inferred kUnknown;
  if (const auto found = fields_.find(name); found != fields_.end()) { return found->second; }
  return base_ == nullptr ? kUnknown : base_->of_field(name);
}

void Types::learn(const void* node, ValueType type, Span place) {
  auto fresh = joined(of(node), type, place);
  if (!fresh) { return; }
  nodes_[node] = *fresh;
  note_change(place);
}

void Types::learn_field(std::string_view name, ValueType type, Span place) {
  auto fresh = joined(of_field(name), type, place);
  if (!fresh) { return; }
  fields_.insert_or_assign(std::string(name), *fresh);
  note_change(place);
}

void Types::declare_field(std::string_view name, ValueType type, Span place) {
  fields_.insert_or_assign(std::string(name), Inferred{type, place, true});
}

std::optional<Types::Inferred> Types::joined(const Inferred& known, ValueType type, Span place) {
  // A declared type is final, but `[]` and `{}` learn of what.
  const bool holds = program::holds_words(known.type.kind);
  if (known.fixed && !is_open(known.type.kind) && !(holds && is_open(known.type.element))) { return std::nullopt; }
  bool clash = false;
  const auto both = join(known.type, type, clash);
  if (clash || (both == known.type && both.table == known.type.table)) { return std::nullopt; }
  auto out = known;
  if (is_open(known.type.kind)) { out.first = place; }
  out.type = both;
  return out;
}

void Types::note_change(Span place) {
  last_place_ = place;
  changed_ = true;
}

}  // namespace spoils::check
