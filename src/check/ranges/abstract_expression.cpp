// check/ranges/abstract_expression.cpp
//
// Abstract interpretation of expressions that draw nothing: evaluates them over abstract values.
#include "check/ranges/abstract_interpreter.h"
#include "program/limits.h"
#include "program/walk.h"

namespace spoils::check {

using namespace program;
using number::Rational;
using text::Code;

namespace {

constexpr std::size_t kMaxFolded = 64;  // members of a list that are looked at one by one

bool is_arithmetic(ValueType type) { return type.kind == ValueKind::Int || type.kind == ValueKind::Number; }

}  // namespace

Value AbstractInterpreter::eval(ExpressionId id) {
  if (!step()) { return Values::unknown(); }
  const auto& e = program_.expressions[id];
  switch (e.op) {
    case Op::Constant:
      is_fresh_ = true;
      return e.type.kind == ValueKind::Map ? written_map(e.value) : Values::known(e.value);
    case Op::Fraction: is_fresh_ = true; return Values::known(program_.fractions[e.a]);
    case Op::Slot: {
      auto value = get(e.a);
      is_fresh_ = value.kind == Value::Kind::Known;
      const bool is_set = !is_fresh_ || !is_unset(value.first);
      keys_[id] = static_cast<std::uint8_t>(keys_[id] | (is_set ? Reached | Used : Reached));
      return value;
    }
    case Op::OrZero: return number(e.a);
    case Op::Negate:
    case Op::Absolute:
    case Op::Floor:
    case Op::Ceil:
    case Op::Round: {
      const auto value = number(e.a);
      const auto made = values_.compute(e.op, value);
      note(made.overflow, value.free_inputs, {Code::Overflow, id}, {});
      return made.value;
    }
    case Op::Add:
    case Op::Subtract:
    case Op::Multiply:
    case Op::Divide:
    case Op::FloorDivide:
    case Op::Modulo:
    case Op::Power:
    case Op::Minimum:
    case Op::Maximum: return arithmetic(e, id);
    case Op::Interpolate: return interpolate(e);
    case Op::Equal:
    case Op::SameNumber:
    case Op::SameText:
    case Op::SameList: return equal(e);
    case Op::Less:
    case Op::LessOrEqual:
    case Op::LessNumber:
    case Op::LessOrEqualNumber:
    case Op::InRange: return compare(e);
    case Op::Not: {
      const auto value = eval(e.a);
      const auto answer = truth(value);
      if (!answer.is_open()) { return Values::known(answer.maybe_true ? 0 : 1); }
      return values_.flag(value.must_since, value.free_inputs);
    }
    case Op::And:
    case Op::Or: return lazily(e);
    case Op::Contains:
    case Op::HasOutcome: return contains(e);
    case Op::Choose: return choose(e.a, e.b, e.c);
    case Op::Bind: {
      const auto mark = journal_.size();
      set(static_cast<SlotId>(e.value), eval(e.a));
      const auto value = eval(e.b);
      rollback(mark);
      is_fresh_ = false;
      return value;
    }
    case Op::Block: return block_of_def(e, id);
    case Op::Least:
    case Op::Greatest:
    case Op::Average: {
      const auto all = values_.bounds(values_.as_number(eval(e.a)));
      is_fresh_ = false;
      if (is_unset(all.first)) { return Values::unknown(false); }
      return all.first == all.last ? Values::known(all.first) : Values::range(all.first, all.last);
    }
    case Op::Invoke: return invoke(e);
    case Op::ConstantDef: return constant(e);
    case Op::WorldDef: {
      auto value = invoke(e);
      value.must_since = 0;  // it is the same again the next time
      if (program_.defs[static_cast<std::size_t>(e.value)].is_distinct) { value = Values::unknown(); }
      return value;
    }
    case Op::Chance: return chance(e, id);
    case Op::PickRange: return pick_range(e, id);
    case Op::Dice: return dice(e, id);
    case Op::PickTable: return pick_table(e.a, id);
    case Op::PickGrid: return pick_grid(e, id);
    case Op::PickWhere: return pick_where(e, id);
    case Op::PickMember: return pick_member(e, id);
    case Op::PickDistinct: return pick_distinct(e, id);
    case Op::Shuffle: {
      const auto list = eval(e.a);
      is_fresh_ = false;
      return Values::collection(has_members(list));
    }
    case Op::Cell:
    case Op::RowCell:
    case Op::RowOutcome: return e.type.kind == ValueKind::Map ? cell_of_maps(e, id) : cell(e, id);
    case Op::MakeList:
    case Op::MakeSet:
      for (std::uint32_t i = 0; i < e.b; ++i) { eval(program_.operands[e.a + i]); }
      is_fresh_ = false;
      return Values::collection(e.b > 0);
    case Op::Append:
    case Op::Insert:
      eval(e.a);
      eval(e.b);
      is_fresh_ = false;
      return Values::collection(true);
    case Op::Remove:
    case Op::Join:
      eval(e.a);
      eval(e.b);
      is_fresh_ = false;
      return Values::unknown(false);
    case Op::Sequence: return sequence(e, id);
    case Op::MemberAt: {
      const auto list = eval(e.a);
      const auto place = eval(e.b);
      is_fresh_ = false;
      const auto* words = list_of(list);
      if (words == nullptr || place.kind != Value::Kind::Known || !place.first.is_whole()) { return Values::unknown(); }
      const auto at = place.first.numerator();
      const bool is_there = at >= 1 && static_cast<std::uint64_t>(at) <= words->size();
      return Values::known(is_there ? (*words)[static_cast<std::size_t>(at - 1)] : kUnset);
    }
    case Op::MakeMap: return make_map(e);
    case Op::SetAt:
    case Op::AddAt: return with_entry(e);
    case Op::AddMaps:
    case Op::SubtractMaps: return joined_maps(e);
    case Op::Keys: return keys_of(e);
    case Op::ValueAt: return value_at(e);
    case Op::Size: {
      const auto list = eval(e.a);
      if (const auto* words = list_of(list)) { return Values::known(static_cast<Word>(words->size())); }
      auto out = Values::range(list.has_members ? 1 : 0, kMost);
      out.free_inputs = list.free_inputs;
      is_fresh_ = false;
      return out;
    }
    case Op::Fold: return fold(program_.folds[e.a], e);
    case Op::Compose: {
      for (std::uint32_t i = 0; i < e.b; ++i) {
        if (program_.parts[e.a + i].expression != kNone) { eval(program_.parts[e.a + i].expression); }
      }
      is_fresh_ = false;
      return Values::unknown(false);
    }
    case Op::Capitalise:
    case Op::Title: eval(e.a); return Values::unknown();
    case Op::Hash: {
      eval(e.a);
      eval(e.b);
      is_fresh_ = false;
      return Values::range(0, kMost);
    }
    case Op::Hoisted: break;  // in no compiled program
  }
  return Values::unknown();
}

Value AbstractInterpreter::arithmetic(const Expression& e, ExpressionId id) {
  const auto a = number(e.a);
  const bool a_fresh = is_fresh_;
  const auto b = number(e.b);
  const bool b_fresh = is_fresh_;
  steps_ += (values_.members(a).count + values_.members(b).count) / 4;  // long lists take their time
  auto made = values_.compute(e.op, e.type.kind == ValueKind::Int, a, b, a_fresh || b_fresh);
  is_fresh_ = a_fresh && b_fresh;
  const auto free_inputs = a.free_inputs | b.free_inputs;
  if (e.op == Op::Divide || e.op == Op::FloorDivide || e.op == Op::Modulo) {
    note(made.zero, b.free_inputs, {Code::DividesByZero, e.b}, {Rational(0)});
  } else if (e.op == Op::Power) {
    note(made.zero, free_inputs, {Code::DividesByZero, id}, {});
  }
  note(made.overflow, free_inputs, {Code::Overflow, id}, {});
  return made.value;
}

// The integers of a range that an expression goes through, of which one roll may have so many and no more. If both ends
// are open, they may move together, so only a range that is too long in any case is reported.
Value AbstractInterpreter::sequence(const Expression& e, ExpressionId id) {
  const auto first = number(e.a);
  const bool first_fresh = is_fresh_;
  const auto last = number(e.b);
  const auto more = values_.compute(Op::Subtract, true, last, first, first_fresh || is_fresh_).value;
  constexpr auto kMostMore = static_cast<std::int64_t>(kMaxSequence) - 1;
  const auto occurs = outside(more, kLeast, kMostMore);
  if (occurs == Occurs::Must || first.kind == Value::Kind::Known || last.kind == Value::Kind::Known) {
    const auto shown = number::add(first_outside(more, kLeast, kMostMore), Rational(1));
    note(occurs, first.free_inputs | last.free_inputs, {Code::RangeTooLong, id}, {shown.value_or(Rational(kMost))});
  }
  is_fresh_ = false;
  return Values::unknown(false);
}

Value AbstractInterpreter::interpolate(const Expression& e) {
  const auto key = number(e.b);
  const auto& points = program_.points[e.a];
  const auto at = [&](const Rational& where) -> std::optional<Rational> {
    const auto x = number::floor(where);
    const auto above = std::upper_bound(points.at.begin(), points.at.end(), x);
    if (above == points.at.begin()) { return points.height.front(); }
    if (above == points.at.end()) { return points.height.back(); }
    const auto right = static_cast<std::size_t>(above - points.at.begin());
    const auto rise = number::subtract(points.height[right], points.height[right - 1]);
    const auto share = Rational::make(x - points.at[right - 1], points.at[right] - points.at[right - 1]);
    const auto gained = rise && share ? number::multiply(*rise, *share) : std::nullopt;
    return gained ? number::add(points.height[right - 1], *gained) : std::nullopt;
  };
  if (values_.members(key).count > 0) { return values_.map(key, at).value; }
  // Between corners the line is straight, so its ends are among the corners and the ends of the key.
  const auto ends = values_.bounds(key);
  auto first = at(ends.first);
  auto last = first;
  const auto take = [&](const std::optional<Rational>& height) {
    if (!height || !first || !last) {
      first.reset();
      return;
    }
    first = std::min(*first, *height);
    last = std::max(*last, *height);
  };
  take(at(ends.last));
  for (std::size_t i = 0; i < points.at.size(); ++i) {
    if (ends.first < Rational(points.at[i]) && Rational(points.at[i]) < ends.last) { take(points.height[i]); }
  }
  auto out = first && last ? Values::range(*first, *last) : Values::unknown(false);
  Values::finish(out, 0, key.free_inputs);
  return out;
}

Value AbstractInterpreter::choose(ExpressionId condition, ExpressionId yes, ExpressionId no) {
  const auto test = eval(condition);
  const bool test_fresh = is_fresh_;
  const auto answer = truth(test);
  if (!answer.is_open()) { return eval(answer.maybe_true ? yes : no); }
  const auto mark = journal_.size();
  const auto saved = scope();
  const bool is_pure = is_pure_draw(condition);
  const auto one_side = [&](ExpressionId id, bool holds) {
    enter(test, is_pure);
    refine(condition, holds, saved.valid_from);
    const auto value = eval(id);
    rollback(mark);
    restore(saved);
    return value;
  };
  const auto a = one_side(yes, true);
  const bool a_fresh = is_fresh_;
  const auto b = one_side(no, false);
  auto out = values_.join(a, b);
  Values::finish(out, is_sure(test) && is_sure(a) && is_sure(b) ? validity_epoch_ : 0,
                 out.free_inputs | test.free_inputs);
  is_fresh_ = test_fresh && a_fresh && is_fresh_;
  return out;
}

bool AbstractInterpreter::has_members(const Value& value) const {
  const auto* const words = list_of(value);
  return words != nullptr ? !words->empty() : value.has_members;
}

const std::vector<Word>* AbstractInterpreter::list_of(const Value& value) const {
  if (value.kind != Value::Kind::Known) { return nullptr; }
  return is_unset(value.first) ? program_.lists.data()
                               : &program_.lists[static_cast<std::size_t>(value.first.numerator())];
}

// Most columns hold constants and dice alone: their cells are evaluated once, for all places that read them.
const AbstractInterpreter::Column& AbstractInterpreter::column(std::uint32_t index, std::uint32_t number) {
  const auto [known, is_new] = columns_.try_emplace({index, number});
  auto& out = known->second;
  if (!is_new) { return out; }
  const auto& cells = program_.tables[index];
  const auto doubts = doubts_;
  std::optional<Value> all;
  ++unsure_;
  for (std::size_t row = 0; row < cells.rows.size(); ++row) {
    const auto id = cells.cell(row, number);
    const auto op = program_.expressions[id].op;
    if (op != Op::Constant && op != Op::Fraction && !slots_of(id).empty()) {
      --unsure_;
      return out;
    }
    const auto value = eval(id);
    all = all ? values_.join(*all, value) : value;
  }
  --unsure_;
  out.may_fail = doubts_ > doubts;
  out.value = all ? *all : Values::unknown();
  Values::finish(*out.value, 0, 0);
  return out;
}

Value AbstractInterpreter::any_cell(std::uint32_t index, std::uint32_t number) {
  const auto& known = column(index, number);
  if (known.may_fail) { doubt(); }
  if (known.value) { return *known.value; }
  const auto& table = program_.tables[index];
  if (table.rows.size() > kMostRecords) {
    doubt();
    return Values::unknown();
  }
  std::optional<Value> all;
  ++unsure_;
  for_each_cell(table, number, [&](ExpressionId cell) {
    const auto value = eval(cell);
    all = all ? values_.join(*all, value) : value;
  });
  --unsure_;
  return all ? *all : Values::unknown();
}

Value AbstractInterpreter::cell(const Expression& e, ExpressionId whole) {
  const auto& table = program_.tables[e.a];
  if (e.op == Op::RowOutcome) {
    const auto row = get(e.c);
    if (row.kind == Value::Kind::Known && is_unset(row.first)) { return row; }
    if (row.kind == Value::Kind::Known) {
      return eval(table.rows[static_cast<std::size_t>(row.first.numerator())].outcome);
    }
    const auto is_plain = [&](const TableRow& each) { return program_.expressions[each.outcome].op == Op::Constant; };
    if (!std::all_of(table.rows.begin(), table.rows.end(), is_plain)) { doubt(); }
    is_fresh_ = false;
    return Values::unknown();
  }
  if (e.op == Op::RowCell) {
    const auto row = get(e.c);
    if (row.kind == Value::Kind::Known && is_unset(row.first)) { return row; }
    if (row.kind == Value::Kind::Known) {
      return eval(table.cell(static_cast<std::size_t>(row.first.numerator()), e.b));
    }
    is_fresh_ = false;
    return values_.join(any_cell(e.a, e.b), Values::known(kUnset));
  }
  const auto key = eval(e.c);
  const bool key_fresh = is_fresh_;
  const bool is_set = key.kind != Value::Kind::Known || !is_unset(key.first);
  keys_[whole] = static_cast<std::uint8_t>(keys_[whole] | (is_set ? Reached | Used : Reached));
  if (values_.members(key).count == 0) {
    auto out = values_.join(any_cell(e.a, e.b), Values::known(kUnset));
    Values::finish(out, 0, out.free_inputs | key.free_inputs);
    is_fresh_ = false;
    return out;
  }
  const auto plain_of = key.kind == Value::Kind::FiniteSet ? cells_.find({e.a, e.b, key.finite_set}) : cells_.end();
  if (plain_of != cells_.end()) {
    auto out = plain_of->second;
    Values::finish(out, is_sure(key) ? key.must_since : 0, key.free_inputs);
    is_fresh_ = key_fresh;
    return out;
  }
  const auto keys = values_.members(key);
  bool all_sure = is_sure(key);
  std::optional<Value> all;
  std::uint64_t free_inputs = key.free_inputs;
  Values::List words;
  for (const auto& one : keys) {
    const auto row = table.row_index(one.numerator());
    if (row < 0) {
      words.emplace_back(kUnset);
      continue;
    }
    const auto id = table.cell(static_cast<std::size_t>(row), e.b);
    const auto& node = program_.expressions[id];
    if (node.op == Op::Constant) {
      words.emplace_back(node.value);
    } else {
      const auto saved = scope();
      if (keys.count > 1) { enter(key, false); }
      const auto value = eval(id);
      restore(saved);
      all_sure = all_sure && is_sure(value);
      free_inputs |= value.free_inputs;
      all = all ? values_.join(*all, value) : value;
    }
  }
  if (!words.empty()) {
    const auto plain = values_.of(std::move(words));
    if (!all && key.kind == Value::Kind::FiniteSet) { cells_.try_emplace({e.a, e.b, key.finite_set}, plain); }
    all = all ? values_.join(*all, plain) : plain;
  }
  if (keys.count > 1) { Values::finish(*all, all_sure ? key.must_since : 0, free_inputs); }
  is_fresh_ = key_fresh && all->kind != Value::Kind::Unknown;
  return *all;
}

Value AbstractInterpreter::fold(const Fold& f, const Expression& e) {
  const auto source = eval(f.source);
  const auto* words = list_of(source);
  const auto mark = journal_.size();
  const auto saved = scope();
  const bool is_each = words != nullptr && words->size() <= kMaxFolded;
  const bool is_sum = f.kind == FoldKind::Sum || f.kind == FoldKind::Product;
  const bool is_choice = f.kind == FoldKind::Maximum || f.kind == FoldKind::Minimum;
  std::optional<Value> total;
  if (f.kind == FoldKind::Count || f.kind == FoldKind::Sum || f.kind == FoldKind::Any) { total = Values::known(0); }
  if (f.kind == FoldKind::Product || f.kind == FoldKind::All) { total = Values::known(1); }
  if (is_choice) { total = Values::known(0); }
  if (f.kind == FoldKind::First || f.kind == FoldKind::Last) { total = Values::known(kUnset); }
  bool is_exact = is_each && total.has_value();
  bool any = false;
  bool may_be_negative = false;
  const auto turn = [&](const Value& member) {
    set(f.variable, member);
    Truth holds{true, false};
    if (f.condition != kNone) {
      const auto condition = eval(f.condition);
      holds = truth(condition);
      if (!holds.maybe_true) { return; }
      if (holds.is_open()) {
        enter(condition, false);
        refine(f.condition, true, 0);
      }
    }
    const auto value = f.value == kNone ? get(f.variable) : eval(f.value);
    is_exact = is_exact && !holds.is_open() && value.kind == Value::Kind::Known;
    const auto amount = values_.as_number(value);
    may_be_negative = may_be_negative || (is_sum && values_.bounds(amount).first < Rational(0));
    if (!is_exact) { return; }
    switch (f.kind) {
      case FoldKind::Count: total = values_.compute(Op::Add, true, *total, Values::known(1), false).value; break;
      case FoldKind::Sum:
      case FoldKind::Product: {
        const auto op = f.kind == FoldKind::Sum ? Op::Add : Op::Multiply;
        total = values_.compute(op, e.type.kind == ValueKind::Int, *total, amount, false).value;
        break;
      }
      case FoldKind::Maximum:
      case FoldKind::Minimum: {
        const auto op = f.kind == FoldKind::Maximum ? Op::Maximum : Op::Minimum;
        total = any ? values_.compute(op, true, *total, amount, false).value : amount;
        break;
      }
      case FoldKind::Any:
        if (f.value == kNone || value.first == Rational(1)) { total = Values::known(1); }
        break;
      case FoldKind::All:
        if (f.value != kNone && value.first != Rational(1)) { total = Values::known(0); }
        break;
      case FoldKind::First:
        if (!any) { total = value; }
        break;
      default: total = value; break;
    }
    any = true;
  };
  if (is_each) {
    for (const auto word : *words) {
      turn(Values::known(word));
      rollback(mark);
      restore(saved);
    }
  } else {
    ++unsure_;
    turn(Values::unknown());
    rollback(mark);
    restore(saved);
  }
  is_fresh_ = false;
  if (is_exact && total->kind == Value::Kind::Known) { return *total; }
  auto out = Values::unknown(!is_sum && !is_choice);
  if (f.kind == FoldKind::Count) {
    out = Values::range(0, words != nullptr ? static_cast<Word>(words->size()) : kMost);
  } else if (f.kind == FoldKind::Any || f.kind == FoldKind::All) {
    out = values_.flag();
  } else if (is_sum && !may_be_negative) {
    out = Values::range(Rational(0), Rational(kMost));
  } else if (is_arithmetic(e.type)) {
    out = Values::unknown(false);
  }
  if (out.kind != Value::Kind::Known) { out.free_inputs = source.free_inputs; }
  return out;
}

}  // namespace spoils::check
