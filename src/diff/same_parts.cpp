#include "diff/same_parts.h"

#include <algorithm>
#include <map>
#include <utility>

#include "program/walk.h"

namespace spoils::diff {

using namespace program;

namespace {

bool is_failing(const Program& program, std::uint32_t statement) {
  return std::binary_search(program.may_fail.begin(), program.may_fail.end(), statement);
}

/// The keys of a grid that are named, with their tables.
std::vector<std::pair<Word, std::int32_t>> named_keys(const Grid& grid) {
  std::vector<std::pair<Word, std::int32_t>> out;
  for (std::size_t i = 0; i < grid.table_of.size(); ++i) {
    if (grid.table_of[i] >= 0) { out.emplace_back(grid.first_key + static_cast<Word>(i), grid.table_of[i]); }
  }
  return out;
}

}  // namespace

SameParts::SameParts(const Program& before, const Program& after) : before_(before), after_(after) {}

bool SameParts::rules(RuleId before, RuleId after) { return walk(begins(before, after)); }

bool SameParts::queries(const program::Query& before, const program::Query& after) {
  return walk(begins(before.rule, after.rule) && query(before, after)) && has_slots_in_order();
}

bool SameParts::begins(RuleId before, RuleId after) {
  // The hidden slots have roles of their own.
  return pair(Part::Slot, before_.shown, after_.shown) && pair(Part::Slot, before_.made_by, after_.made_by) &&
         pair(Part::Slot, before_.world_memo, after_.world_memo) && pair(Part::Rule, before, after);
}

bool SameParts::walk(bool begins_same) {
  bool is_same_so_far = begins_same;
  while (is_same_so_far && !todo_.empty()) {
    const auto next = todo_.back();
    todo_.pop_back();
    is_same_so_far = is_same(next);
  }
  if (is_same_so_far) { return true; }
  for (auto& each : partners_) { each.clear(); }
  for (auto& each : reverse_) { each.clear(); }
  expressions_.clear();
  todo_.clear();
  return false;
}

bool SameParts::has_slots_in_order() const {
  const auto& partners = partners_[static_cast<std::size_t>(Part::Slot)];
  const std::map<std::uint32_t, std::uint32_t> sorted(partners.begin(), partners.end());
  return std::is_sorted(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
}

bool SameParts::pair(Part part, std::uint32_t before, std::uint32_t after) {
  const auto kind = static_cast<std::size_t>(part);
  const auto [partner, is_new] = partners_[kind].try_emplace(before, after);
  if (partner->second != after) { return false; }
  if (!is_new) { return true; }
  if (!reverse_[kind].try_emplace(after, before).second) { return false; }
  todo_.push_back({part, before, after});
  return true;
}

bool SameParts::pair_optional(Part part, std::uint32_t before, std::uint32_t after) {
  if (before == kNone || after == kNone) { return before == after; }
  return pair(part, before, after);
}

// An expression has no identity: equal ones may be one node here and two there, since each use evaluates them anew.
bool SameParts::expressions(std::uint32_t before, std::uint32_t after) {
  if (before == kNone || after == kNone) { return before == after; }
  if (expressions_.insert(std::uint64_t{before} << 32 | after).second) {
    todo_.push_back({Part::Expression, before, after});
  }
  return true;
}

bool SameParts::operands(std::uint32_t before, std::uint32_t after, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!expressions(before_.operands[before + i], after_.operands[after + i])) { return false; }
  }
  return true;
}

bool SameParts::is_same(const Pair& of) {
  const auto [part, a, b] = of;
  switch (part) {
    case Part::Rule: return rule(before_.rules[a], after_.rules[b]);
    case Part::Block: return block(a, b);
    case Part::Statement: return statement(a, b);
    case Part::Dispatch: return dispatch(before_.dispatches[a], after_.dispatches[b]);
    case Part::Stream: return stream(before_.streams[a], after_.streams[b]);
    case Part::Expression: return expression(before_.expressions[a], after_.expressions[b]);
    case Part::Fold: return fold(before_.folds[a], after_.folds[b]);
    case Part::Choice: return choice(before_.choices[a], after_.choices[b]);
    case Part::Table: return table(before_.tables[a], after_.tables[b]);
    case Part::Grid: return grid(before_.grids[a], after_.grids[b]);
    case Part::Def: return def(before_.defs[a], after_.defs[b]);
    case Part::Slot: return slot(before_.slots[a], after_.slots[b]);
    case Part::Symbol: return symbol(a, b);
  }
  return false;
}

// ---- Questions, rules and statements ----------------------------------------

bool SameParts::query(const program::Query& a, const program::Query& b) {
  const auto are_same = [](const auto& all, const auto& others, const auto& is_same) {
    return std::equal(all.begin(), all.end(), others.begin(), others.end(), is_same);
  };
  const auto expression = [&](ExpressionId one, ExpressionId other) { return expressions(one, other); };
  const auto slot = [&](SlotId one, SlotId other) { return slots(one, other); };
  const auto argument = [&](const auto& one, const auto& other) {
    return slots(one.first.slot, other.first.slot) && expressions(one.second, other.second);
  };
  const auto setting = [&](const auto& one, const auto& other) {
    return slots(one.first, other.first) && expressions(one.second, other.second);
  };
  const auto accumulator = [&](const Accumulator& one, const Accumulator& other) {
    return one.kind == other.kind && one.held_only == other.held_only && slots(one.slot, other.slot) &&
           expressions(one.condition, other.condition) && expressions(one.value, other.value);
  };
  return a.is_mean == b.is_mean && !a.by_name && !b.by_name && a.by_names == b.by_names &&
         expressions(a.condition, b.condition) && expressions(a.given, b.given) &&
         are_same(a.arguments, b.arguments, argument) && are_same(a.settings, b.settings, setting) &&
         are_same(a.by, b.by, expression) && are_same(a.accumulators, b.accumulators, accumulator) &&
         are_same(a.each, b.each, slot);
}

bool SameParts::rule(const Rule& a, const Rule& b) {
  if (a.name != b.name || a.is_block != b.is_block || a.parameters.size() != b.parameters.size()) { return false; }
  for (std::size_t i = 0; i < a.parameters.size(); ++i) {
    const auto& one = a.parameters[i];
    const auto& other = b.parameters[i];
    if (one.is_field != other.is_field || !slots(one.slot, other.slot) || !expressions(one.initial, other.initial) ||
        !free_symbols(before_.slots[one.slot])) {
      return false;
    }
  }
  return pair(Part::Block, a.body, b.body);
}

bool SameParts::block(std::uint32_t a, std::uint32_t b) {
  const auto one = statements_of(before_, a);
  const auto other = statements_of(after_, b);
  if (one.size() != other.size()) { return false; }
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (!pair(Part::Statement, one[i], other[i])) { return false; }
  }
  return true;
}

bool SameParts::statement(std::uint32_t a, std::uint32_t b) {
  using Kind = Statement::Kind;
  const auto& one = before_.statements[a];
  const auto& other = after_.statements[b];
  if (one.kind != other.kind || is_failing(before_, a) != is_failing(after_, b)) { return false; }
  const auto blocks = [&](std::uint32_t first, std::uint32_t second) {
    return pair_optional(Part::Block, first, second);
  };
  const bool is_value_same = one.value == other.value;  // where it is a mark, or unused
  switch (one.kind) {
    case Kind::Assign: return slots(one.a, other.a) && expressions(one.b, other.b) && is_value_same;
    case Kind::If: return expressions(one.a, other.a) && blocks(one.b, other.b) && blocks(one.c, other.c);
    case Kind::Repeat:
    case Kind::Retry: return expressions(one.a, other.a) && expressions(one.b, other.b) && blocks(one.c, other.c);
    case Kind::ForEach:
    case Kind::WithInput: return slots(one.a, other.a) && expressions(one.b, other.b) && blocks(one.c, other.c);
    case Kind::ForRange:
      return slots(one.a, other.a) && expressions(one.b, other.b) && blocks(one.c, other.c) &&
             expressions(one.value, other.value);
    case Kind::Try: return blocks(one.a, other.a) && expressions(one.b, other.b) && blocks(one.c, other.c);
    case Kind::Suppose:
      return slots(one.a, other.a) && expressions(one.b, other.b) && blocks(one.c, other.c) && is_value_same;
    case Kind::World: return pair(Part::Rule, one.a, other.a) && blocks(one.c, other.c);
    case Kind::Run:
    case Kind::Drop:
    case Kind::Hold:
      return pair(Part::Rule, one.a, other.a) && one.c == other.c && operands(one.b, other.b, one.c) && is_value_same;
    case Kind::RunNamed: return expressions(one.a, other.a) && pair(Part::Dispatch, one.b, other.b) && is_value_same;
    case Kind::WithStream: return pair(Part::Stream, one.a, other.a) && blocks(one.b, other.b);
    case Kind::Stop:
    case Kind::Discard: return is_value_same;
  }
  return false;
}

bool SameParts::dispatch(const Dispatch& a, const Dispatch& b) {
  if (a.is_block != b.is_block || a.rules.size() != b.rules.size()) { return false; }
  for (const auto& [symbol, run] : a.rules) {
    const auto there = partner_of(symbol);
    const auto same =
        std::find_if(b.rules.begin(), b.rules.end(), [&](const auto& each) { return each.first == there; });
    if (same == b.rules.end()) { return false; }
    if (!word(of(ValueKind::Symbol), symbol, same->first) || !pair(Part::Rule, run, same->second)) { return false; }
  }
  return true;
}

bool SameParts::stream(const StreamUse& a, const StreamUse& b) {
  return a.kind == b.kind && texts(a.name, b.name) && expressions(a.bits, b.bits) &&
         expressions(a.multiplier, b.multiplier) && expressions(a.increment, b.increment) &&
         expressions(a.seed, b.seed) && expressions(a.skip, b.skip);
}

// ---- Expressions ------------------------------------------------------------

bool SameParts::expression(const Expression& a, const Expression& b) {
  if (a.op != b.op || a.draws != b.draws || a.may_be_unset != b.may_be_unset || !type(a.type, b.type)) { return false; }
  switch (a.op) {
    case Op::Constant: return word(a.type, a.value, b.value);
    case Op::Fraction: return before_.fractions[a.a] == after_.fractions[b.a];
    case Op::Slot: return slots(a.a, b.a);
    case Op::Interpolate: {
      const auto& one = before_.points[a.a];
      const auto& other = after_.points[b.a];
      return one.at == other.at && one.height == other.height && expressions(a.b, b.b);
    }
    case Op::HasOutcome: return pair(Part::Table, a.a, b.a) && expressions(a.b, b.b);
    case Op::Bind:
      return slots(static_cast<SlotId>(a.value), static_cast<SlotId>(b.value)) && expressions(a.a, b.a) &&
             expressions(a.b, b.b);
    case Op::Block: return pair(Part::Block, a.a, b.a) && expressions(a.b, b.b);
    case Op::Invoke:
    case Op::WorldDef:
    case Op::ConstantDef:
      return a.b == b.b && operands(a.a, b.a, a.b) &&
             pair(Part::Def, static_cast<std::uint32_t>(a.value), static_cast<std::uint32_t>(b.value));
    case Op::MakeList:
    case Op::MakeSet:
    case Op::MakeMap: return a.b == b.b && operands(a.a, b.a, a.b);
    case Op::Compose: return compose(a, b);
    case Op::Fold: return pair(Part::Fold, a.a, b.a);
    case Op::PickTable: return pair(Part::Table, a.a, b.a);
    case Op::PickGrid: return pair(Part::Grid, a.a, b.a) && expressions(a.b, b.b);
    case Op::PickWhere: return pair(Part::Choice, a.a, b.a);
    case Op::PickDistinct: {
      if (!expressions(a.a, b.a) || !expressions(a.b, b.b)) { return false; }
      if (a.b != kNone) { return a.value == b.value; }
      return pair(Part::Choice, static_cast<std::uint32_t>(a.value), static_cast<std::uint32_t>(b.value));
    }
    case Op::Cell: return pair(Part::Table, a.a, b.a) && a.b == b.b && expressions(a.c, b.c);
    case Op::RowCell: return pair(Part::Table, a.a, b.a) && a.b == b.b && slots(a.c, b.c);
    case Op::RowOutcome: return pair(Part::Table, a.a, b.a) && slots(a.c, b.c);
    case Op::Hoisted: return false;
    default: return expressions(a.a, b.a) && expressions(a.b, b.b) && expressions(a.c, b.c) && a.value == b.value;
  }
}

bool SameParts::compose(const Expression& a, const Expression& b) {
  if (a.b != b.b) { return false; }
  for (std::uint32_t i = 0; i < a.b; ++i) {
    const auto& one = before_.parts[a.a + i];
    const auto& other = after_.parts[b.a + i];
    if (one.kind != other.kind || one.count != other.count || !texts(one.text, other.text) ||
        !expressions(one.expression, other.expression)) {
      return false;
    }
  }
  return true;
}

bool SameParts::fold(const Fold& a, const Fold& b) {
  return a.kind == b.kind && slots(a.variable, b.variable) && expressions(a.source, b.source) &&
         expressions(a.condition, b.condition) && expressions(a.value, b.value);
}

bool SameParts::choice(const Choice& a, const Choice& b) {
  return pair(Part::Table, a.table, b.table) && slots(a.row, b.row) && expressions(a.condition, b.condition) &&
         expressions(a.weight, b.weight) && a.is_best == b.is_best && a.gives_row == b.gives_row &&
         slots(a.total, b.total) && a.or_nothing == b.or_nothing && expressions(a.nothing_weight, b.nothing_weight);
}

// ---- Tables and defs -------------------------------------------------

bool SameParts::table(const Table& a, const Table& b) {
  if (a.name != b.name || !type(a.type, b.type) || a.rows.size() != b.rows.size() ||
      a.columns.size() != b.columns.size() || a.cells.size() != b.cells.size() || a.in_percent != b.in_percent ||
      a.is_rows != b.is_rows) {
    return false;
  }
  for (std::size_t i = 0; i < a.columns.size(); ++i) {
    if (a.columns[i].name != b.columns[i].name || !type(a.columns[i].type, b.columns[i].type)) { return false; }
  }
  for (std::size_t i = 0; i < a.rows.size(); ++i) {
    const auto& one = a.rows[i];
    const auto& other = b.rows[i];
    if (!expressions(one.weight, other.weight) || !expressions(one.outcome, other.outcome) ||
        !expressions(one.condition, other.condition) || !expressions(one.otherwise, other.otherwise)) {
      return false;
    }
  }
  for (std::size_t i = 0; i < a.cells.size(); ++i) {
    if (!expressions(a.cells[i], b.cells[i])) { return false; }
  }
  return true;
}

bool SameParts::grid(const Grid& a, const Grid& b) {
  const auto tables = [&](std::int32_t one, std::int32_t other) {
    if (one < 0 || other < 0) { return one < 0 && other < 0; }
    return pair(Part::Table, static_cast<std::uint32_t>(one), static_cast<std::uint32_t>(other));
  };
  if (a.name != b.name || !type(a.key_type, b.key_type) || !type(a.type, b.type) ||
      a.is_interpolated != b.is_interpolated || !tables(a.other, b.other)) {
    return false;
  }
  if (a.is_interpolated) { return slots(a.key, b.key); }
  const auto one = named_keys(a);
  const auto other = named_keys(b);
  if (one.size() != other.size()) { return false; }
  for (const auto& [key, number] : one) {
    const auto there = a.key_type.kind == ValueKind::Symbol ? partner_of(key) : std::optional(key);
    const auto same = std::find_if(other.begin(), other.end(), [&](const auto& each) { return each.first == there; });
    if (same == other.end() || !word(a.key_type, key, same->first) || !tables(number, same->second)) { return false; }
  }
  return true;
}

bool SameParts::def(const Def& a, const Def& b) {
  if (a.name != b.name || a.is_world != b.is_world || a.is_constant != b.is_constant ||
      a.is_distinct != b.is_distinct || a.parameters.size() != b.parameters.size()) {
    return false;
  }
  for (std::size_t i = 0; i < a.parameters.size(); ++i) {
    if (!slots(a.parameters[i], b.parameters[i])) { return false; }
    // Its records are those of the table of its parameter.
    const auto one = before_.slots[a.parameters[i]].type;
    const auto other = after_.slots[b.parameters[i]].type;
    if (!a.is_distinct || (!one.has_table() && !other.has_table())) { continue; }
    if (!one.has_table() || !other.has_table() || !pair(Part::Table, one.table, other.table)) { return false; }
  }
  return expressions(a.body, b.body);
}

// ---- Slots, types, words ----------------------------------------------------

bool SameParts::slot(const Slot& a, const Slot& b) {
  if (a.kind != b.kind || a.name != b.name || !type(a.type, b.type) || a.has_bounds != b.has_bounds ||
      a.first != b.first || a.last != b.last || a.choices.size() != b.choices.size() ||
      a.initial_denominator != b.initial_denominator || !word(a.type, a.initial, b.initial)) {
    return false;
  }
  for (std::size_t i = 0; i < a.choices.size(); ++i) {
    if (!word(a.type, a.choices[i], b.choices[i])) { return false; }
  }
  return (a.kind != Slot::Kind::Input && a.kind != Slot::Kind::State) || free_symbols(a);
}

// A caller may set a slot without choices to any symbol, though no constant is that symbol: every symbol that both
// programs name is paired.
bool SameParts::free_symbols(const Slot& slot) {
  const bool has_symbols = slot.type.kind == ValueKind::Symbol || slot.type.element == ValueKind::Symbol;
  if (!has_symbols || !slot.choices.empty()) { return true; }
  for (std::uint32_t i = 0; i < before_.symbols.size(); ++i) {
    const auto partner = partner_of(static_cast<Word>(i));
    if (partner && !pair(Part::Symbol, i, static_cast<std::uint32_t>(*partner))) { return false; }
  }
  return true;
}

// Returns the symbol of that name in the other program, where it may have another number.
std::optional<Word> SameParts::partner_of(Word symbol) const {
  const auto found = after_.symbols.find(before_.symbols.name(static_cast<std::uint32_t>(symbol)));
  return found ? std::optional(static_cast<Word>(*found)) : std::nullopt;
}

// Symbols are numbered in the order of their names, so sets of them have one order in both programs.
bool SameParts::symbol(std::uint32_t a, std::uint32_t b) {
  const auto& one = before_.symbol_names[a];
  const auto& other = after_.symbol_names[b];
  return before_.symbols.name(a) == after_.symbols.name(b) && one.singular == other.singular &&
         one.plural == other.plural && one.stem == other.stem;
}

bool SameParts::type(ValueType a, ValueType b) {
  if (!(a == b)) { return false; }
  // Texts of sets are in the order of their numbers, which may differ.
  if ((a.kind == ValueKind::Set || a.kind == ValueKind::Map) && a.element == ValueKind::Text) { return false; }
  // The table of any other type only tells what describes a symbol.
  if (a.kind != ValueKind::Map && a.kind != ValueKind::Row) { return true; }
  if (!a.has_table() || !b.has_table()) { return a.table == b.table; }
  return pair(Part::Table, a.table, b.table);
}

bool SameParts::word(ValueType of, Word a, Word b) {
  if (a == kUnset || b == kUnset) { return a == b; }
  switch (of.kind) {
    case ValueKind::Unknown:
    case ValueKind::Nothing:
    case ValueKind::Int:
    case ValueKind::Number:
    case ValueKind::Flag:
    case ValueKind::Row: return a == b;
    case ValueKind::Symbol: return pair(Part::Symbol, static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b));
    case ValueKind::Text: return texts(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b));
    case ValueKind::List:
    case ValueKind::Set:
    case ValueKind::Map: return list(of, a, b);
    case ValueKind::Thing: break;
  }
  return false;
}

bool SameParts::list(ValueType of_list, Word a, Word b) {
  const auto& one = before_.lists[static_cast<std::size_t>(a)];
  const auto& other = after_.lists[static_cast<std::size_t>(b)];
  if (one.size() != other.size()) { return false; }
  for (std::size_t i = 0; i < one.size(); ++i) {
    // Keys of a map and their values take turns.
    const bool is_amount = of_list.kind == ValueKind::Map && i % 2 == 1;
    if (!word(of(is_amount ? ValueKind::Int : of_list.element), one[i], other[i])) { return false; }
  }
  return true;
}

}  // namespace spoils::diff
