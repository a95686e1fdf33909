// check/lower/pick.cpp
//
// Lowers draws (pick, shuffle and chance) and lookups in tables and grids.
#include <fmt/format.h>

#include "check/lower/lowering.h"

namespace spoils::check {

using number::Rational;
using program::kNone;
using text::Code;
using Kind = lang::Expression::Kind;

void Lowering::unknown_table(Span place, std::string_view name) {
  if (!first_time(Code::UnknownTable, place, name)) { return; }
  suggest(report_.add(Code::UnknownTable, place, name), place, name, Scope::Space::Table);
}

std::optional<std::uint32_t> Lowering::table_number(std::string_view name, Span place) const {
  const auto found = names_.tables.find(name);
  if (found == names_.tables.end() || scope_.table(name, place) == nullptr) { return std::nullopt; }
  return found->second;
}

std::optional<std::uint32_t> Lowering::grid_number(std::string_view name, Span place) const {
  const auto found = names_.grids.find(name);
  if (found == names_.grids.end() || scope_.table(name, place) == nullptr) { return std::nullopt; }
  return found->second;
}

std::optional<std::uint32_t> Lowering::table_named(const Expression& e, std::string_view needed_by) {
  const auto index = table_number(e.text, e.span);
  if (!index) {
    if (grid_number(e.text, e.span)) {
      report_.add(Code::OperandType, e.span, fmt::format("`{}`", needed_by), "a table", "a grid");
    } else if (is_value(e) && first_time(Code::UnknownTable, e.span, e.text)) {
      report_.add(Code::UnknownTable, e.span, e.text)
          .help(fmt::format("of a list or set it is `pick list(x in {} where ...)`", e.text));
    } else {
      unknown_table(e.span, e.text);
    }
    return std::nullopt;
  }
  return ready_table(*index, e.span) ? index : std::nullopt;
}

Lowered Lowering::pick_table(std::uint32_t table, Span place) {
  const auto type = out_.tables[table].type;
  return node(Op::PickTable, type, place, table);
}

// `pick x`: the place makes a bare word the name of a table; only where there is none it is a value.
Lowered Lowering::pick(const Expression& source, Span place) {
  if (source.kind == Kind::Range) {
    const auto first = integer(source.children[0], "pick");
    const auto last = integer(source.children[1], "pick");
    if (first.type.kind == ValueKind::Int && last.type.kind == ValueKind::Int) {
      const auto a = constant_number(first.id);
      const auto b = constant_number(last.id);
      if (a && b && *b < *a) {
        report_.add(Code::EmptyRange, source.span, a->numerator(), b->numerator(), "")
            .help(Edit{source.span, fmt::format("{}..{}", b->numerator(), a->numerator())});
        return poison(place);
      }
    }
    return node(Op::PickRange, of(ValueKind::Int), place, first.id, last.id);
  }
  if (source.kind == Kind::Rows) { return pick_table(rows_table(source), place); }
  if (source.kind == Kind::Lookup) { return grid_pick(source, place); }
  if (source.kind == Kind::Name && local(source.text) == nullptr) {
    const auto* table = scope_.table(source.text, source.span);
    if (table != nullptr && table->kind == lang::Declaration::Kind::Grid) {
      report_.add(Code::NotPickable, source.span, fmt::format("the whole grid `{}`", source.text))
          .help(Edit{source.span, fmt::format("{}[{}]", source.text, table->key->text)}, "with the key in question");
      return poison(place);
    }
    if (table != nullptr || !is_value(source)) {
      const auto index = table_named(source, "pick");
      return index ? pick_table(*index, place) : poison(place);
    }
  }
  // A def may name a range; `pick` then draws from that range as if it were written here.
  if (const auto* range = range_of(source)) {
    return where_written(*range, source, [&] { return pick(*range, place); });
  }
  const auto value = members(expression(source), source.span);
  if (value.type.kind == ValueKind::Unknown) { return poison(place); }
  if (value.type.kind != ValueKind::List && value.type.kind != ValueKind::Set) {
    report_.add(Code::NotPickable, source.span, to_text(value.type))
        .note("`pick` draws from a table, a range `1..6`, a set `{a, b}` or a list");
    return poison(place);
  }
  return node(Op::PickMember, {value.type.element, ValueKind::Unknown, value.type.table}, place, value.id);
}

// `pick x in` goes through the rows of a table; the members of a list or range can be chosen beforehand.
void Lowering::no_table(const Expression& e) {
  const auto& source = e.children[0];
  std::string found = "a range";
  if (source.kind == Kind::Lookup && grid_number(source.text, source.span)) {
    found = "one line of a grid";
  } else if (source.kind != Kind::Range) {
    const auto value = expression(source);
    if (value.type.kind == ValueKind::Unknown) { return; }
    found = to_text(value.type);
  }
  auto finding = report_.add(Code::OperandType, source.span, fmt::format("`pick {} in`", e.text), "a table", found);
  if (source.kind != Kind::Set && source.kind != Kind::List) { return; }
  const bool is_plain = e.children[1].kind != Kind::Missing && e.children[2].kind == Kind::Missing && e.number != 1;
  if (!is_plain) { return; }
  const auto written = [&](Span span) { return report_.sources().text(span); };
  finding.help(Edit{e.span, fmt::format("pick list({} in {} where {}: {})", e.text, written(source.span),
                                        written(e.children[1].span), e.text)});
}

// m in monster where m.place == place weight m.number or nothing
std::optional<std::uint32_t> Lowering::choice(const Expression& e, std::string_view name, bool as_row) {
  const auto& source = e.children[0];
  std::optional<std::uint32_t> table;
  const bool lies = e.children[4].kind != Kind::Missing || e.children[5].kind != Kind::Missing;
  if (lies) {
    table = allocation(e, source);
  } else if (source.kind == Kind::Rows) {
    table = rows_table(source);
  } else if (source.kind == Kind::Name) {
    table = table_named(source, "in");
  } else {
    no_table(e);
  }
  if (!table) { return std::nullopt; }
  program::Choice choice;
  choice.table = *table;
  check_local(name, e.span);
  choice.row = add_local(name, of(ValueKind::Row), e.span);
  choice.or_nothing = e.number == 1;
  std::optional<Lowered> test;
  if (lies) {
    test = allocated(e, *table, choice.row);
    choice.is_best = true;
  }
  choice.gives_row = as_row && (lies || !out_.tables[*table].columns.empty());
  locals_.push_back({name, choice.row, *table, nullptr, false});
  if (e.children[1].kind != Kind::Missing) {
    const auto where = condition(e.children[1]);
    test = test ? both(*test, where, e.children[1].span) : where;
  }
  if (test) {
    choice.condition = test->id;
    if (draws(choice.condition)) {
      report_.add(Code::LeavingDraws, e.children[1].kind != Kind::Missing ? e.children[1].span : e.span);
    }
  }
  const auto weighed = [&](const Expression& part) {
    if (part.kind == Kind::Missing) { return kNone; }
    const auto value = numeric(part, "weight");
    if (draws(value.id)) { report_.add(Code::WeightDraws, part.span); }
    return value.id;
  };
  choice.weight = weighed(e.children[2]);
  locals_.pop_back();
  // `total` is the sum of all weights, unless the pack has something else of that name.
  const bool sums = e.children[3].kind != Kind::Missing && local("total") == nullptr && !variable("total", e.span) &&
                    scope_.def("total", e.span) == nullptr;
  if (sums) {
    choice.total = add_local("total", of(ValueKind::Number), e.children[3].span);
    locals_.push_back({"total", choice.total, std::nullopt, nullptr, false});
  }
  choice.nothing_weight = weighed(e.children[3]);
  if (sums) { locals_.pop_back(); }
  out_.choices.push_back(choice);
  return static_cast<std::uint32_t>(out_.choices.size() - 1);
}

Lowered Lowering::pick_where(const Expression& e, bool as_row) {
  const auto index = choice(e, e.text, as_row);
  if (!index) { return poison(e.span); }
  const auto table = out_.choices[*index].table;
  auto type = out_.tables[table].type;
  if (out_.choices[*index].gives_row) { type = {ValueKind::Row, ValueKind::Unknown, table}; }
  return node(Op::PickWhere, type, e.span, *index);
}

// `shuffle t` of a table is refused: its rows have weights, which an order of them would ignore.
Lowered Lowering::shuffle(const Expression& e) {
  const auto& source = e.children[0];
  if (source.kind == Kind::Name && local(source.text) == nullptr && !is_value(source) &&
      table_number(source.text, source.span)) {
    report_.add(Code::NotShufflable, source.span, fmt::format("table `{}`", source.text))
        .help(Edit{source.span, fmt::format("list(x in {})", source.text)}, "for the outcomes of its rows");
    return poison(e.span);
  }
  const auto* range = range_of(source);
  const auto from = range != nullptr ? sequence(source, *range, "shuffle") : members(expression(source), source.span);
  if (from.type.kind == ValueKind::Unknown) { return poison(e.span); }
  if (from.type.kind != ValueKind::List && from.type.kind != ValueKind::Set) {
    report_.add(Code::NotShufflable, source.span, to_text(from.type));
    return poison(e.span);
  }
  return node(Op::Shuffle, {ValueKind::List, from.type.element, from.type.table}, e.span, from.id);
}

Lowered Lowering::chance(const Expression& e) {
  const auto odds = numeric(e.children[0], "chance");
  // A declared stream draws modulo the denominator as written, so `90%` and 9/10 are different.
  const auto is_percent = [](const Expression& written) { return written.kind == Kind::Percent; };
  const auto* def = e.children[0].kind == Kind::Name ? scope_.def(e.children[0].text, e.span) : nullptr;
  const bool hundredths = is_percent(e.children[0]) || (def != nullptr && is_percent(def->value));
  return node(Op::Chance, of(ValueKind::Flag), e.span, odds.id, kNone, kNone, hundredths ? 100 : 0);
}

// race[kind] of a grid, which only `pick` can use; a table gives cells only by column.
Lowered Lowering::grid_pick(const Expression& e, Span place) {
  const auto found = grid_number(e.text, e.span);
  if (local(e.text) != nullptr || is_member_of_value(e)) {
    report_.add(Code::NotPickable, e.span, "one member of a list")
        .help(Edit{place, std::string(report_.sources().text(e.span))}, "without `pick`");
    static_cast<void>(lookup(e));
    return poison(e.span);
  }
  if (!found) {
    if (table_number(e.text, e.span)) {
      report_.add(Code::NotPickable, e.span, fmt::format("one row of table `{}`", e.text)).help(Edit{e.span, e.text});
    } else {
      unknown_table(name_place(e), e.text);
    }
    static_cast<void>(expression(e.children[0]));
    return poison(e.span);
  }
  const auto key = expression(e.children[0]);
  const auto type = out_.grids[*found].type;
  const auto& grid = out_.grids[*found];
  if (!is_open(key.type) && !fits(key.type, grid.key_type)) {
    auto finding = report_.add(Code::OperandType, e.children[0].span, fmt::format("`{}[...]`", e.text),
                               to_text(grid.key_type), found_for(grid.key_type, key.type));
    help_to_round(finding, e.children[0].span, grid.key_type, key.type);
  }
  return node(Op::PickGrid, type, place, *found, key.id);
}

// list[place]
Lowered Lowering::member_at(const Expression& list, const Expression& place, Span span) {
  const auto from = expression(list);
  if (from.type.kind == ValueKind::Map) { return value_at(from, list, place, span); }
  if (is_open(from.type)) {
    static_cast<void>(expression(place));
    return poison(span);
  }
  const auto at = integer(place, "[...]");
  if (from.type.kind != ValueKind::List) {
    report_.add(Code::OperandType, list.span, "`[...]`", "a list, a map or a table", to_text(from.type));
    return poison(span);
  }
  if (const auto known = constant_number(at.id); known && *known < Rational(1)) {
    report_.add(Code::BeforeFirstMember, place.span).help(Edit{place.span, "1"}, "for the first");
    return poison(span);
  }
  return node(Op::MemberAt, {from.type.element, ValueKind::Unknown, from.type.table}, span, from.id, at.id);
}

bool Lowering::is_member_of_value(const Expression& lookup) const {
  return !grid_number(lookup.text, lookup.span) && !table_number(lookup.text, lookup.span) && is_value(name_of(lookup));
}

Lowered Lowering::lookup(const Expression& e) {
  if (local(e.text) != nullptr || is_member_of_value(e)) { return member_at(name_of(e), e.children[0], e.span); }
  if (grid_number(e.text, e.span)) {
    report_.add(Code::NeedsPick, e.span, fmt::format("grid `{}`", e.text))
        .help(Edit{e.span, "pick " + std::string(report_.sources().text(e.span))});
  } else if (const auto found = table_number(e.text, e.span)) {
    const auto& columns = names_.table_declarations[*found]->columns;
    const auto written = std::string(report_.sources().text(e.span));
    auto finding = report_.add(Code::ColumnMissing, e.span, written);
    if (columns.empty()) {
      finding.note(fmt::format("table `{}` has outcomes, but no columns", e.text));
    } else {
      finding.help(Edit{e.span, written + "." + columns[0].values[0].text});
    }
  } else {
    unknown_table(name_place(e), e.text);
  }
  static_cast<void>(expression(e.children[0]));
  return poison(e.span);
}

Lowered Lowering::cell(std::uint32_t index, std::string_view column, ExpressionId key, bool is_row, Span place,
                       Span column_place) {
  const auto& table = out_.tables[index];
  for (std::uint32_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].name != column) { continue; }
    const auto type = table.columns[i].type;
    return node(is_row ? Op::RowCell : Op::Cell, type, place, index, i, key);
  }
  if (!first_time(Code::UnknownColumn, column_place, fmt::format("{}.{}", index, column))) { return poison(place); }
  const auto of_table = table.name.empty() ? std::string("this table") : fmt::format("table `{}`", table.name);
  auto finding = report_.add(Code::UnknownColumn, column_place, of_table, column);
  std::vector<std::string_view> known;
  for (const auto& candidate : table.columns) { known.push_back(candidate.name); }
  if (const auto near = report_.nearest(column, known)) { finding.help(Edit{column_place, std::string(*near)}); }
  return poison(place);
}

}  // namespace spoils::check
