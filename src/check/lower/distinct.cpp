// check/lower/distinct.cpp
//
// Lowers `pick n distinct from`: several different outcomes, drawn without replacement.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "check/lower/lowering.h"
#include "text/plain/counted.h"

namespace spoils::check {

using number::Rational;
using program::kNone;
using program::kUnset;
using text::Code;
using Kind = lang::Expression::Kind;

Lowered Lowering::pick_distinct(const Expression& e) {
  const auto& source = e.children[0];
  const auto& wanted = e.children[6];
  const auto count = integer(wanted, "pick");
  const auto most = constant_number(count.id);
  if (most && *most < Rational(1)) {
    report_.add(Code::NoneWanted, wanted.span, number::to_text(*most)).help(Edit{wanted.span, "1"}, "or more");
  }
  const bool has_name = !e.text.empty();
  const bool is_table = has_name || source.kind == Kind::Rows ||
                        (source.kind == Kind::Name && local(source.text) == nullptr &&
                         (table_number(source.text, source.span) || !is_value(source)));
  if (source.kind == Kind::Lookup && grid_number(source.text, source.span)) {
    report_.add(Code::NotPickable, source.span, "one line of a grid, without replacement,")
        .note("pick from a table instead: its weights may depend on the same key");
    return poison(e.span);
  }
  if (!is_table) { return distinct_members(e, count); }
  // Lower the tree itself, never a copy: the types inferred for its rows are stored by address. An unnamed row gets a
  // name that no pack can write.
  const auto index = choice(e, has_name ? std::string_view(e.text) : " row", false);
  if (!index) { return poison(e.span); }
  const auto& table = out_.tables[out_.choices[*index].table];
  const auto name = table.name.empty() ? std::string("this table") : fmt::format("table `{}`", table.name);
  std::set<program::Word> different;
  for (const auto& row : table.rows) {
    for (const auto id : {row.outcome, row.otherwise}) {
      if (id == kNone) { continue; }
      const auto& outcome = out_.expressions[id];
      if (outcome.op != Op::Constant) {
        if (outcome.type.kind == ValueKind::Unknown) { return poison(e.span); }
        report_.add(Code::NotPlainOutcomes, source.span, "`distinct`", name).label(out_.places[id], "this one");
        return poison(e.span);
      }
      const auto weight = constant_number(row.weight);
      if (outcome.value != kUnset && !(weight && *weight == Rational(0))) { different.insert(outcome.value); }
    }
  }
  if (most && e.number != 1 && *most > Rational(static_cast<std::int64_t>(different.size()))) {
    report_
        .add(Code::TooManyWanted, wanted.span,
             text::counted(most->numerator(), "different outcome is", "different outcomes are"), name, different.size())
        .help("write `or fewer` after it to take what there is");
  }
  const ValueType type{ValueKind::Set, table.type.kind, table.type.table};
  return node(Op::PickDistinct, type, e.span, count.id, kNone, kNone, static_cast<program::Word>(*index));
}

// Lowers `pick N distinct from` a list, a set or a range.
Lowered Lowering::distinct_members(const Expression& e, Lowered count) {
  const auto& source = e.children[0];
  const auto* range = range_of(source);
  const auto from = range != nullptr ? sequence(source, *range, "pick") : members(expression(source), source.span);
  if (from.type.kind == ValueKind::Unknown) { return poison(e.span); }
  if (from.type.kind != ValueKind::List && from.type.kind != ValueKind::Set) {
    report_.add(Code::NotPickable, source.span, to_text(from.type))
        .note("`pick` draws from a table, a range `1..6`, a set `{a, b}` or a list");
    return poison(e.span);
  }
  const ValueType type{ValueKind::Set, from.type.element, from.type.table};
  const auto& known = out_.expressions[from.id];
  const auto most = constant_number(count.id);
  if (known.op == Op::Constant && known.value != program::kUnset) {
    const auto& members = out_.lists[static_cast<std::size_t>(known.value)];
    const auto different = std::set<program::Word>(members.begin(), members.end()).size();
    if (different < members.size()) {
      report_.add(Code::RepeatedMember, source.span)
          .help("for a bag write `let bag = [...]`, and for each draw `let x = pick bag` and `bag -= x`");
    }
    if (most && e.number != 1 && *most > Rational(static_cast<std::int64_t>(different))) {
      report_
          .add(Code::TooManyWanted, e.children[6].span,
               text::counted(most->numerator(), "different outcome is", "different outcomes are"), "this", different)
          .help("write `or fewer` after it to take what there is");
    }
  }
  return node(Op::PickDistinct, type, e.span, count.id, from.id, kNone, e.number == 1 ? 1 : 0);
}

}  // namespace spoils::check
