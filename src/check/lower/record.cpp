// check/lower/record.cpp
//
// Lowers records of collections: reads of their fields, picks at a level, tests by `is`, and runs of their blocks.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "check/lower/lowering.h"
#include "check/resolve/collections.h"
#include "program/limits.h"

namespace spoils::check {

using program::kNone;
using program::Word;
using text::Code;
using Kind = lang::Expression::Kind;

namespace {

constexpr ValueType kWords{ValueKind::Set, ValueKind::Symbol};

}  // namespace

// The span of the name after the point: the span of a member includes parentheses around it.
Span Lowering::column_place(const Expression& member) const {
  const auto& base = member.children[0].span;
  const auto behind = report_.sources().text({member.span.source, base.end, member.span.end});
  const auto at = base.end + static_cast<std::uint32_t>(behind.find(member.text));
  return {member.span.source, at, at + static_cast<std::uint32_t>(member.text.size())};
}

// The span of the name with which a call or a look-up begins, likewise.
Span Lowering::name_place(const Expression& named) const {
  const auto at = report_.sources().text(named.span).find(named.text);
  const auto begin = named.span.begin + (at == std::string_view::npos ? 0 : static_cast<std::uint32_t>(at));
  return {named.span.source, begin, begin + static_cast<std::uint32_t>(named.text.size())};
}

lang::Expression Lowering::name_of(const Expression& lookup) const {
  lang::Expression out;
  out.kind = Kind::Name;
  out.text = lookup.text;
  out.span = name_place(lookup);
  return out;
}

// ---- Rows and records as values

/// The table of whose rows a local is one.
std::optional<std::uint32_t> Lowering::row_table(const Local& local) const {
  if (local.table) { return local.table; }
  if (local.is_thing) { return std::nullopt; }
  const auto& type = out_.slots[local.slot].type;
  if (type.kind != ValueKind::Row || !type.has_table()) { return std::nullopt; }
  return type.table;
}

Lowered Lowering::row_outcome(std::uint32_t table, SlotId slot, Span place) {
  return node(Op::RowOutcome, out_.tables[table].type, place, table, kNone, slot);
}

// A value that stays a row where it is one: a name of one, or what was picked at a level.
Lowered Lowering::row_value(const Expression& e) {
  if (e.kind == Kind::PickWhere) { return pick_where(e, true); }
  if (e.kind == Kind::Name) {
    if (const auto* found = local(e.text)) {
      if (const auto table = row_table(*found)) {
        // A plain table's rows are looked at in the pick alone.
        if (!out_.tables[*table].type.has_table()) { return expression(e); }
        return node(Op::Slot, {ValueKind::Row, ValueKind::Unknown, *table}, e.span, found->slot);
      }
    }
  }
  return expression(e);
}

/// The collection that a bare word after `in` names, in a fold over its records; a let, a parameter or the name of
/// another row comes first, a field does not.
std::optional<std::uint32_t> Lowering::collection_named(const Expression& e) const {
  if (e.kind != Kind::Name || local(e.text) != nullptr || scope_.collection(e.text) == nullptr) { return std::nullopt; }
  return table_number(e.text, e.span);
}

Lowered Lowering::all_records(std::uint32_t table, Span place) {
  if (!ready_table(table, place)) { return poison(place); }
  std::vector<Word> members;
  for (const auto& row : out_.tables[table].rows) {
    // Only what `r with { }` makes has a condition, which never holds: it is no record that one could name.
    if (row.condition == kNone) { members.push_back(out_.expressions[row.outcome].value); }
  }
  return list_constant({ValueKind::List, ValueKind::Symbol, table}, std::move(members), place);
}

/// The table that is no collection and that a bare word after `in` names, in a fold over its rows. A local,
/// variable or def of that name comes first, as before folds over tables existed.
std::optional<std::uint32_t> Lowering::plain_table_named(const Expression& e) const {
  if (e.kind != Kind::Name || is_value(e) || scope_.collection(e.text) != nullptr) { return std::nullopt; }
  return table_number(e.text, e.span);
}

Lowered Lowering::all_rows(std::uint32_t table, Span place) {
  if (!ready_table(table, place)) { return poison(place); }
  std::vector<Word> members(out_.tables[table].rows.size());
  std::iota(members.begin(), members.end(), Word{0});
  return list_constant({ValueKind::List, ValueKind::Row, table}, std::move(members), place);
}

// Lowers a table on its first use, since its cells may use other tables.
bool Lowering::ready_table(std::uint32_t index, Span place) {
  if (index >= table_progress_.size()) { return true; }  // rows without a name come before what reads them
  if (table_progress_[index] == Progress::Begun) {
    report_.add(Code::Recursion, place, names_.table_declarations[index]->name).note("a table cannot pick from itself");
    return false;
  }
  if (table_progress_[index] == Progress::None) {
    std::vector<Local> outer;
    outer.swap(locals_);
    lower_table(*names_.table_declarations[index], index);
    outer.swap(locals_);
  }
  return true;
}

// The value as a text shows it. Rows of a record have no words of their own.
Lowered Lowering::shown(Lowered value, Span place) {
  if (value.type.kind != ValueKind::Row && value.type.element != ValueKind::Row) { return value; }
  report_.add(Code::OperandType, place, "a text", "values", "rows of a record");
  return poison(place);
}

std::optional<Lowering::Part> Lowering::part_of(Lowered value, Span place) {
  if (value.type.kind != ValueKind::Symbol || !value.type.has_table()) { return std::nullopt; }
  return Part{value.type.table, false, value.id, place};
}

std::optional<Lowering::Part> Lowering::part_of(const Expression& base) {
  if (base.kind == Kind::Name) {
    if (const auto* found = local(base.text)) {
      if (found->is_thing) { return std::nullopt; }
      if (const auto table = row_table(*found)) { return Part{*table, true, found->slot, base.span}; }
    }
  }
  // A row of a table, of which it is said which column.
  if (base.kind == Kind::Lookup && !is_member_of_value(base)) { return std::nullopt; }
  return part_of(expression(base), base.span);
}

// The record itself where a row of its rows does not have the column.
std::optional<Lowering::Part> Lowering::with_column(Part part, std::string_view column) {
  while (ready_table(part.table, part.place)) {
    const auto& table = out_.tables[part.table];
    for (const auto& known : table.columns) {
      if (known.name == column) { return part; }
    }
    if (!part.is_row || !table.type.has_table() || table.type.table == part.table) { break; }
    part = {table.type.table, false, row_outcome(part.table, part.key, part.place).id, part.place};
  }
  return std::nullopt;
}

// The record or row of `base.NAME`, if it has the column.
std::optional<Lowering::Part> Lowering::holder_of(const Expression& base, std::string_view column) {
  if (base.kind != Kind::Lookup || is_member_of_value(base)) {
    const auto part = part_of(base);
    return part ? with_column(*part, column) : std::nullopt;
  }
  const auto table = local(base.text) != nullptr ? std::nullopt : table_number(base.text, base.span);
  if (!table) { return std::nullopt; }
  const auto found = with_column({*table, false, kNone, base.span}, column);
  if (!found) { return std::nullopt; }
  const auto key = expression(base.children[0]);
  if (!fits(key.type, out_.tables[*table].type)) { return std::nullopt; }
  return Part{*table, false, key.id, base.span};
}

// A value that `body` reads several times is drawn once.
Lowered Lowering::once(Lowered value, Span place, const std::function<Lowered(Lowered)>& body) {
  if (!draws(value.id)) { return body(value); }
  const auto slot = add_local("", value.type, place);
  const auto inner = body(node(Op::Slot, value.type, place, slot));
  return node(Op::Bind, inner.type, place, value.id, inner.id, kNone, slot);
}

Lowered Lowering::once(const Part& part, const std::function<Lowered(const Part&)>& body) {
  if (part.is_row) { return body(part); }
  return once({part.key, out_.expressions[part.key].type}, part.place, [&](Lowered key) {
    return body({part.table, false, key.id, part.place});
  });
}

Lowered Lowering::column(const Part& part, std::string_view name, Span place, Span column_place) {
  if (const auto found = with_column(part, name)) {
    return cell(found->table, name, found->key, found->is_row, place, column_place);
  }
  if (!ready_table(part.table, part.place)) { return poison(place); }
  // Neither the rows nor the record has the column: the finding names the record's table.
  const auto& type = out_.tables[part.table].type;
  return cell(part.is_row && type.has_table() ? type.table : part.table, name, part.key, part.is_row, place,
              column_place);
}

// ---- What a record is

Lowered Lowering::both(Lowered left, Lowered right, Span place) {
  return node(Op::And, of(ValueKind::Flag), place, left.id, right.id);
}

// Adds a word as written or, in parentheses, the words of a def that is a set; a word of such a set may name a def of
// the same kind.
void Lowering::add_words(const Expression& e, std::vector<Word>& members, std::size_t depth) {
  const bool may_be_def = depth > 0 || report_.sources().text({e.span.source, e.span.begin, e.span.begin + 1}) == "(";
  const auto* def = e.kind == Kind::Name && may_be_def ? scope_.def(e.text, e.span) : nullptr;
  if (def != nullptr && def->value->kind == Kind::Set && depth < program::kMaxAncestors) {
    for (const auto& member : def->value->children) { add_words(member, members, depth + 1); }
  } else if (e.kind == Kind::Symbol || (e.kind == Kind::Name && def == nullptr && (depth > 0 || !may_be_def))) {
    members.push_back(static_cast<Word>(out_.symbols.intern(e.text)));
    check_tag(scope_.tags(), e.text, e.span, report_);
  } else {
    auto finding = report_.add(Code::OperandType, e.span, "`is`", "words", "something else");
    if (e.kind == Kind::Name) { finding.note("a def that is a set of words needs parentheses"); }
  }
}

// From one child of a set or filter to another.
Lowered Lowering::words(const Expression& e, std::size_t first, std::size_t last) {
  std::vector<Word> members;
  for (auto i = first; i < last; ++i) { add_words(e.children[i], members, 0); }
  return list_constant(kWords, std::move(members), e.span);
}

// any(tag in tags where tag in set)
Lowered Lowering::shares_member(Lowered tags, Lowered set, Span place) {
  program::Fold fold;
  fold.kind = program::FoldKind::Any;
  fold.source = tags.id;
  fold.variable = add_local("", of(ValueKind::Symbol), place);
  const auto tag = node(Op::Slot, of(ValueKind::Symbol), place, fold.variable);
  fold.condition = node(Op::Contains, of(ValueKind::Flag), place, tag.id, set.id).id;
  out_.folds.push_back(fold);
  return node(Op::Fold, of(ValueKind::Flag), place, static_cast<std::uint32_t>(out_.folds.size() - 1));
}

// A filter that names nothing takes in everything; what it leaves out it leaves out.
Lowered Lowering::admitted(Lowered tags, Lowered with, Lowered without, Span place) {
  const auto flag = of(ValueKind::Flag);
  const auto size = node(Op::Size, of(ValueKind::Int), place, with.id);
  const auto none = node(Op::Equal, flag, place, size.id, constant(ValueKind::Int, 0, place).id);
  const auto taken = node(Op::Or, flag, place, none.id, shares_member(tags, with, place).id);
  const auto left_out = shares_member(tags, without, place);
  return both(taken, node(Op::Not, flag, place, left_out.id), place);
}

// x is tag     x is {a, b not c}     x is t.items
Lowered Lowering::is(const Expression& e) {
  const auto flag = of(ValueKind::Flag);
  const auto& right = e.children[1];
  const auto part = part_of(e.children[0]);
  const auto tagged = part ? with_column(*part, "tags") : std::nullopt;
  if (!tagged) {
    const auto value = expression(e.children[0]);
    if (value.type.kind == ValueKind::Nothing) { return zero_for_nothing(value, ValueKind::Flag, e.span); }
    if (!is_open(value.type)) {
      auto finding = report_.add(Code::OperandType, e.children[0].span, "`is`", "a record", to_text(value.type));
      if (value.type.kind == ValueKind::Symbol) { finding.note("its collection cannot be inferred"); }
      const auto text = [this](Span span) { return std::string(report_.sources().text(span)); };
      if (value.type.kind == ValueKind::Symbol && right.kind == Kind::Name) {
        finding.help(Edit{e.span, text(e.children[0].span) + " == " + text(right.span)}, "to compare");
      }
    }
    return {poison(e.span).id, flag};
  }
  return once(*tagged, [&](const Part& holder) {
    return is_of(cell(holder.table, "tags", holder.key, holder.is_row, e.span, e.children[0].span), e);
  });
}

// Whether tags meet what follows `is`.
Lowered Lowering::is_of(Lowered tags, const Expression& e) {
  const auto flag = of(ValueKind::Flag);
  const auto& right = e.children[1];
  if (right.kind == Kind::Filter) {
    const auto taken = static_cast<std::size_t>(right.number.numerator());
    return admitted(tags, words(right, 0, taken), words(right, taken, right.children.size()), e.span);
  }
  if (right.kind == Kind::Set) { return shares_member(tags, words(right, 0, right.children.size()), e.span); }
  if (right.kind == Kind::Member) {
    const auto other = without_of(right.text);
    if (const auto filter = holder_of(right.children[0], other)) {
      return once(*filter, [&](const Part& holder) {
        const auto place = column_place(right);
        const auto with = cell(holder.table, right.text, holder.key, holder.is_row, right.span, place);
        const auto without = cell(holder.table, other, holder.key, holder.is_row, right.span, place);
        return admitted(tags, with, without, e.span);
      });
    }
  }
  const bool is_written = report_.sources().text({right.span.source, right.span.begin, right.span.begin + 1}) != "(";
  const bool is_word = right.kind == Kind::Name && local(right.text) == nullptr && is_written;
  if (is_word) { check_tag(scope_.tags(), right.text, right.span, report_); }
  const auto wanted = is_word ? symbol(right.text, right.span) : expression(right);
  if (wanted.type.kind == ValueKind::Set || wanted.type.kind == ValueKind::List) {
    return once(wanted, right.span, [&](Lowered set) { return shares_member(tags, set, e.span); });
  }
  if (wanted.type.kind != ValueKind::Symbol) {
    if (!is_open(wanted.type)) {
      report_.add(Code::OperandType, right.span, "`is`", "a tag, record or filter", to_text(wanted.type));
    }
    return {poison(e.span).id, flag};
  }
  return node(Op::Contains, flag, e.span, wanted.id, tags.id);
}

// level in row.at
std::optional<Lowered> Lowering::in_column(const Expression& value, const Expression& member, Span place) {
  const auto other = last_of(member.text);
  const auto range = holder_of(member.children[0], other);
  if (!range) { return std::nullopt; }
  const auto wanted = integer(value, "in");
  return once(wanted, value.span, [&](Lowered level) {
    return once(*range, [&](const Part& holder) {
      const auto place_of_column = column_place(member);
      const auto first = cell(holder.table, member.text, holder.key, holder.is_row, member.span, place_of_column);
      const auto last = cell(holder.table, other, holder.key, holder.is_row, member.span, place_of_column);
      return node(Op::InRange, of(ValueKind::Flag), place, level.id, first.id, last.id);
    });
  });
}

// ---- Picking at a level

std::optional<std::uint32_t> Lowering::allocation(const Expression& e, const Expression& source) {
  const auto name = source.kind == Kind::Name ? source.text : std::string();
  const auto collection = table_number(name, source.span);
  const auto found = names_.tables.find(name + ".allocate");
  if (!collection || scope_.collection(name) == nullptr || found == names_.tables.end()) {
    if (source.kind == Kind::Name && scope_.table(name, source.span) == nullptr) {
      unknown_table(source.span, name);
    } else {
      report_.add(Code::NoAllocation, source.span, fmt::format("`{}`", report_.sources().text(source.span)));
    }
    return std::nullopt;
  }
  static_cast<void>(e);
  if (!ready_table(*collection, source.span)) { return std::nullopt; }
  if (!ready_table(found->second, source.span)) { return std::nullopt; }
  return found->second;
}

// Whether a row covers the level, and its filter admits the given tags.
Lowered Lowering::allocated(const Expression& e, std::uint32_t table, SlotId row) {
  const auto flag = of(ValueKind::Flag);
  const auto read = [&](std::string_view column, Span place) { return cell(table, column, row, true, place, place); };
  std::optional<Lowered> out;
  if (e.children[4].kind != Kind::Missing) {
    const auto place = e.children[4].span;
    const auto level = integer(e.children[4], "at");
    if (draws(level.id)) { report_.add(Code::LeavingDraws, place); }
    out = node(Op::InRange, flag, place, level.id, read("at", place).id, read("at last", place).id);
  }
  if (e.children[5].kind == Kind::Missing) { return *out; }
  const auto& kind = e.children[5];
  std::optional<Lowered> tags;
  if (const auto part = part_of(kind)) {
    if (const auto tagged = with_column(*part, "tags")) {
      tags = cell(tagged->table, "tags", tagged->key, tagged->is_row, kind.span, kind.span);
    }
  } else {
    const auto value = expression(kind);
    if (value.type.kind == ValueKind::Set || value.type.kind == ValueKind::List) {
      has_free_tags_ = true;
      tags = value;
    } else if (!is_open(value.type)) {
      report_.add(Code::OperandType, kind.span, "`on`", "a record or a set of tags", to_text(value.type));
    }
  }
  if (!tags) { tags = poison(kind.span); }
  const auto on = admitted(*tags, read("on", kind.span), read("on not", kind.span), kind.span);
  return out ? both(*out, on, kind.span) : on;
}

// Reports words of filters that no record has as a tag. Picks `on` tags that are no record's may use any word, so
// then nothing is reported.
void Lowering::check_filters() {
  if (has_free_tags_) { return; }
  for (const auto& [word, place] : scope_.filter_words()) { check_tag(scope_.tags(), word, place, report_); }
}

// ---- Blocks

// apply t.boost: the rule that the block of this record is; a record without one does nothing.
void Lowering::apply(const lang::Statement& s, std::vector<std::uint32_t>& out) {
  const auto& member = s.expressions[0];
  auto part = part_of(member.children[0]);
  if (!part) {
    const auto value = expression(member.children[0]);
    if (!is_open(value.type)) {
      report_.add(Code::OperandType, member.children[0].span, "`apply`", "a record", to_text(value.type));
    }
    return;
  }
  if (part->is_row) {
    if (!ready_table(part->table, part->place)) { return; }
    const auto outcome = row_outcome(part->table, part->key, part->place);
    part = part_of(outcome, part->place);
    if (!part) { return; }
  }
  const auto& name = names_.table_declarations[part->table]->name;
  const auto* facts = scope_.collection(name);
  const auto block = facts != nullptr ? facts->blocks.find(member.text) : decltype(facts->blocks.end())();
  if (facts == nullptr || block == facts->blocks.end()) {
    auto finding = report_.add(Code::UnknownBlock, column_place(member), name, member.text);
    if (facts == nullptr) { return; }
    std::vector<std::string_view> known;
    for (const auto& [other, rules] : facts->blocks) { known.emplace_back(other); }
    if (const auto near = report_.nearest(member.text, known)) {
      finding.help(Edit{column_place(member), std::string(*near)});
    }
    return;
  }
  program::Dispatch dispatch;
  dispatch.is_block = true;
  for (const auto& [record, rule] : block->second) {
    const auto index = names_.rules.find(rule);
    if (index == names_.rules.end()) { continue; }  // there are too many
    dispatch.rules.emplace_back(static_cast<Word>(out_.symbols.intern(record)), index->second);
  }
  std::sort(dispatch.rules.begin(), dispatch.rules.end());
  out_.dispatches.push_back(std::move(dispatch));
  program::Statement made;
  made.kind = program::Statement::Kind::RunNamed;
  made.a = part->key;
  made.b = static_cast<std::uint32_t>(out_.dispatches.size() - 1);
  out.push_back(add(made, s.span));
}

}  // namespace spoils::check
