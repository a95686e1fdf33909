// check/ranges/abstract_pick.cpp
//
// Abstract interpretation of draws: picks from ranges, tables, grids, choices and lists.
#include <set>

#include "check/ranges/abstract_interpreter.h"
#include "number/weight.h"
#include "program/limits.h"

namespace spoils::check {

using namespace program;
using number::Rational;
using text::Code;

Value AbstractInterpreter::chance(const Expression& e, ExpressionId id) {
  const auto value = number(e.a);
  note(outside(value, 0, 1), value.free_inputs, {Code::ChanceOutside, id}, {first_outside(value, 0, 1)});
  const auto ends = values_.bounds(value);
  const bool maybe_true = ends.last > Rational(0);
  const bool maybe_false = ends.first < Rational(1);
  is_fresh_ = value.kind == Value::Kind::Known;
  if (maybe_true != maybe_false) { return Values::known(maybe_true ? 1 : 0); }
  auto out = values_.flag();
  const bool is_inside = ends.first > Rational(0) && ends.last < Rational(1);
  Values::finish(out, is_inside || is_sure(value) ? validity_epoch_ : 0, is_inside ? 0 : value.free_inputs);
  return out;
}

Value AbstractInterpreter::pick_range(const Expression& e, ExpressionId id) {
  const auto a = number(e.a);
  const bool a_fresh = is_fresh_;
  const auto b = number(e.b);
  const bool b_fresh = is_fresh_;
  const auto x = values_.bounds(a);
  const auto y = values_.bounds(b);
  const auto free_inputs = a.free_inputs | b.free_inputs;
  const bool one_known = a.kind == Value::Kind::Known || b.kind == Value::Kind::Known;
  const bool both_sure = is_sure(a) && is_sure(b) && (one_known || a_fresh || b_fresh);
  is_fresh_ = a_fresh && b_fresh;
  auto occurs = Occurs::Never;
  // The ends of an abstract range need not occur; each member of a finite set does.
  const bool listed = values_.members(a).count > 0 && values_.members(b).count > 0;
  if (x.last > y.first) { occurs = x.first > y.last || (both_sure && listed) ? Occurs::Must : Occurs::May; }
  note(occurs, free_inputs, {Code::EmptyRange, id}, {x.last, y.first});
  if (x.first > y.last) { return Values::unknown(false); }
  if (x.first == Rational(kLeast) || y.last == Rational(kMost)) {
    auto out = Values::range(x.first, y.last);
    Values::finish(out, 0, free_inputs);
    return out;
  }
  const auto first = number::ceil(x.first);
  const auto last = number::floor(y.last);
  if (!number::subtract(last, first)) {
    const bool known = a.kind == Value::Kind::Known && b.kind == Value::Kind::Known;
    note(known ? Occurs::Must : Occurs::May, free_inputs, {Code::Overflow, id}, {});
  }
  auto out = values_.integers(first, last);
  Values::finish(out, both_sure && occurs == Occurs::Never ? validity_epoch_ : 0, free_inputs);
  return out;
}

Value AbstractInterpreter::dice(const Expression& e, ExpressionId id) {
  const auto count = number(e.a);
  const bool a_fresh = is_fresh_;
  const auto sides = number(e.b);
  is_fresh_ = a_fresh && is_fresh_;
  const auto free_inputs = count.free_inputs | sides.free_inputs;
  const auto c = values_.bounds(count);
  const auto s = values_.bounds(sides);
  const auto counts = outside(count, 0, kMaxDice);
  const auto no_sides = c.last > Rational(0) ? outside(sides, 1, kMost) : Occurs::Never;
  const bool surely_thrown = c.first > Rational(0);
  auto occurs = counts;
  if (no_sides == Occurs::Must && surely_thrown) { occurs = Occurs::Must; }
  if (occurs == Occurs::Never && no_sides != Occurs::Never) { occurs = Occurs::May; }
  const auto shown_count = counts == Occurs::Must ? first_outside(count, 0, kMaxDice) : c.last;
  const auto shown_sides = no_sides == Occurs::Must ? first_outside(sides, 1, kMost) : s.last;
  note(occurs, free_inputs, {Code::BadDice, id}, {shown_count, shown_sides});
  const bool bounded = c.last <= Rational(kMaxDice) && s.last != Rational(kMost) && s.last >= Rational(1);
  const auto least = std::max<Word>(number::ceil(c.first), 0);
  const auto most = bounded ? number::multiply(number::floor(c.last), number::floor(s.last)) : std::nullopt;
  if (bounded && !most && count.kind == Value::Kind::Known && sides.kind == Value::Kind::Known) {
    note(Occurs::Must, free_inputs, {Code::Overflow, id}, {});
  }
  if (!most || *most < least) {
    auto out = Values::range(0, kMost);
    Values::finish(out, 0, free_inputs);
    return out;
  }
  auto out = values_.integers(least, *most);
  const bool known = count.kind == Value::Kind::Known && sides.kind == Value::Kind::Known;
  Values::finish(out, known ? validity_epoch_ : 0, free_inputs);
  return out;
}

// The abstract value of a drawn row: its outcome, or its `otherwise` if its condition fails.
Value AbstractInterpreter::outcome(const TableRow& row) {
  if (row.condition != kNone && row.otherwise != kNone) { return choose(row.condition, row.outcome, row.otherwise); }
  return eval(row.outcome);
}

void AbstractInterpreter::look_at_row(Draw& draw, std::uint32_t index, std::size_t number_of_row,
                                      const Choice* choice) {
  const auto& table = program_.tables[index];
  const auto& row = table.rows[number_of_row];
  const auto row_number = static_cast<std::uint32_t>(number_of_row);
  const auto mark = journal_.size();
  const auto saved = scope();
  bool surely_in = true;
  std::uint64_t free_inputs = 0;
  const auto leaves = [&](ExpressionId condition) {
    const auto test = eval(condition);
    const auto answer = truth(test);
    if (!answer.maybe_true) { return true; }
    if (!answer.is_open()) { return false; }
    surely_in = false;
    free_inputs |= test.free_inputs;
    enter(test, false);
    refine(condition, true, 0);
    return false;
  };
  const auto back = [&] {
    rollback(mark);
    restore(saved);
  };
  bool out = false;
  if (choice != nullptr) {
    set(choice->row, Values::known(static_cast<Word>(number_of_row)));
    out = choice->condition != kNone && leaves(choice->condition);
  }
  if (!out && row.condition != kNone && row.otherwise == kNone) { out = leaves(row.condition); }
  if (out) {
    mark_row(index, number_of_row, false);
    return back();
  }
  const auto weight_id = choice != nullptr && choice->weight != kNone ? choice->weight : row.weight;
  const auto weight = number(weight_id);
  note(outside(weight, 0, kMost), weight.free_inputs, {Code::NegativeWeight, weight_id, kNone, index, row_number},
       {first_outside(weight, 0, kMost)});
  const auto ends = values_.bounds(weight);
  draw.may_be_negative = draw.may_be_negative || ends.first < Rational(0);
  const bool may_come = ends.last > Rational(0);
  const bool must_come = surely_in && ends.first > Rational(0);
  mark_row(index, number_of_row, may_come);
  free_inputs |= weight.free_inputs;
  draw.weight_inputs |= weight.free_inputs;
  draw.free_inputs |= must_come ? 0 : free_inputs;
  if (weight.kind == Value::Kind::Known && surely_in && !(ends.first < Rational(0))) {
    draw.weights.push_back(ends.first);
  } else {
    draw.weights_known = false;
  }
  draw.most = draw.most ? number::add(*draw.most, ends.last) : std::nullopt;
  if (!may_come) { return back(); }
  draw.any_maybe = true;
  draw.any_sure = draw.any_sure || must_come;
  if (!must_come && weight.kind != Value::Kind::Known && !is_sure(weight)) { enter(weight, false); }
  if (table.constant_weights.empty()) { valid_from_ = ++validity_epoch_; }
  const bool gives_row = choice != nullptr && choice->gives_row;
  const auto value = gives_row ? Values::known(static_cast<Word>(number_of_row)) : outcome(row);
  draw.all_sure = draw.all_sure && must_come && is_sure(value);
  draw.free_inputs |= value.free_inputs;
  draw.outcome = draw.outcome ? values_.join(*draw.outcome, value) : value;
  back();
}

Value AbstractInterpreter::finish(Draw& draw, std::uint32_t table, ExpressionId id, bool may_be_empty) {
  if (!may_be_empty && !draw.may_be_negative) {
    const auto occurs = draw.any_sure ? Occurs::Never : draw.any_maybe ? Occurs::May : Occurs::Must;
    note(occurs, draw.free_inputs, {Code::EmptyTable, id, kNone, table}, {});
  }
  if (draw.weights_known && draw.any_sure) {
    const bool fits = number::shares(draw.weights).has_value();
    note(fits ? Occurs::Never : Occurs::Must, draw.free_inputs, {Code::WeightsTooLarge, id, kNone, table}, {});
  } else if (draw.any_maybe && (!draw.most || *draw.most > Rational(kMost))) {
    note(Occurs::May, draw.free_inputs | draw.weight_inputs, {Code::WeightsTooLarge, id, kNone, table}, {});
  }
  is_fresh_ = false;
  auto out = draw.outcome.value_or(Values::known(kUnset));
  if (may_be_empty && !draw.any_sure) { out = values_.join(out, Values::known(kUnset)); }
  Values::finish(out, draw.all_sure && draw.any_sure ? validity_epoch_ : 0, draw.free_inputs);
  return out;
}

Value AbstractInterpreter::pick_table(std::uint32_t index, ExpressionId id) {
  const auto& table = program_.tables[index];
  auto& kept = table_outcomes_[index];
  if (!kept) {
    const bool is_plain =
        !table.constant_weights.empty() && std::all_of(table.rows.begin(), table.rows.end(), [&](const TableRow& row) {
          return row.condition == kNone && program_.expressions[row.outcome].op == Op::Constant;
        });
    Draw draw;
    for (std::size_t i = 0; i < table.rows.size(); ++i) { look_at_row(draw, index, i, nullptr); }
    const auto out = finish(draw, index, id, false);
    if (is_plain && draw.any_sure) { kept = out; }
    is_fresh_ = is_plain;
    return out;
  }
  auto out = *kept;
  Values::finish(out, validity_epoch_, 0);
  is_fresh_ = true;
  return out;
}

Value AbstractInterpreter::pick_grid(const Expression& e, ExpressionId id) {
  const auto& grid = program_.grids[e.a];
  const auto key = eval(e.b);
  const auto mark = journal_.size();
  if (grid.is_interpolated) {
    set(grid.key, key);
    const auto out = grid.other < 0 ? Values::known(kUnset) : pick_table(static_cast<std::uint32_t>(grid.other), id);
    rollback(mark);
    is_fresh_ = false;
    return out;
  }
  const auto found = values_.members(key);
  std::vector<std::int32_t> tables;
  for (const auto& one : found) { tables.push_back(grid.table_index(one.numerator())); }
  if (found.count == 0) {
    tables.assign(grid.table_of.begin(), grid.table_of.end());
    tables.push_back(grid.other);
  }
  std::sort(tables.begin(), tables.end());
  tables.erase(std::unique(tables.begin(), tables.end()), tables.end());
  const auto saved = scope();
  if (tables.size() > 1) { enter(key, false); }
  std::optional<Value> all;
  bool all_sure = is_sure(key);
  for (const auto table : tables) {
    const auto value = table < 0 ? Values::known(kUnset) : pick_table(static_cast<std::uint32_t>(table), id);
    all_sure = all_sure && is_sure(value);
    all = all ? values_.join(*all, value) : value;
  }
  restore(saved);
  if (tables.size() > 1) { Values::finish(*all, all_sure ? validity_epoch_ : 0, all->free_inputs | key.free_inputs); }
  is_fresh_ = false;
  return *all;
}

// Whether a pick may fail, by one row that stands for all of them.
void AbstractInterpreter::doubt_any_row(const Choice& choice) {
  const auto& rows = program_.tables[choice.table].rows;
  const auto is_constant = [&](ExpressionId id) {
    const auto op = program_.expressions[id].op;
    return op == Op::Constant || op == Op::Fraction;
  };
  const bool are_plain = std::all_of(rows.begin(), rows.end(), [&](const TableRow& row) {
    return row.condition == kNone && is_constant(row.weight) && is_constant(row.outcome);
  });
  if (!choice.or_nothing || !are_plain) { return doubt(); }
  const auto mark = journal_.size();
  ++unsure_;
  set(choice.row, Values::range(Rational(0), Rational(static_cast<Word>(rows.size()) - 1)));
  if (choice.total != kNone) { set(choice.total, Values::range(Rational(0), Rational(kMost))); }
  if (choice.condition != kNone) { eval(choice.condition); }
  for (const auto weight : {choice.weight, choice.nothing_weight}) {
    if (weight != kNone && values_.bounds(number(weight)).first < Rational(0)) { doubt(); }
  }
  --unsure_;
  rollback(mark);
}

Value AbstractInterpreter::pick_where(const Expression& e, ExpressionId id) {
  const auto& choice = program_.choices[e.a];
  const auto& table = program_.tables[choice.table];
  if (choice.is_best && table.rows.size() > kMostRecords) {
    // A large collection is data, not rules: a record among hundreds that is never picked is not reported.
    for (std::size_t i = 0; i < table.rows.size(); ++i) { mark_row(choice.table, i, true); }
    steps_ += table.rows.size() / 16;
    doubt_any_row(choice);
    is_fresh_ = false;
    return Values::unknown();
  }
  Draw draw;
  for (std::size_t i = 0; i < table.rows.size(); ++i) { look_at_row(draw, choice.table, i, &choice); }
  if (choice.is_best) {
    // A row may have to give way to another one of its outcome.
    draw.weights_known = false;
    draw.all_sure = false;
  }
  if (choice.total != kNone) { set(choice.total, Values::range(0, kMost)); }
  if (choice.nothing_weight != kNone) {
    const auto weight = number(choice.nothing_weight);
    note(outside(weight, 0, kMost), weight.free_inputs, {Code::NegativeWeight, choice.nothing_weight},
         {first_outside(weight, 0, kMost)});
    const auto ends = values_.bounds(weight);
    if (weight.kind == Value::Kind::Known && !(ends.first < Rational(0))) {
      draw.weights.push_back(ends.first);
    } else {
      draw.weights_known = false;
    }
    if (ends.last > Rational(0)) {
      const auto none = Values::known(kUnset);
      draw.outcome = draw.outcome ? values_.join(*draw.outcome, none) : none;
      draw.any_maybe = true;
      draw.all_sure = draw.all_sure && ends.first > Rational(0);
    }
  }
  return finish(draw, choice.table, id, choice.or_nothing);
}

Value AbstractInterpreter::pick_member(const Expression& e, ExpressionId id) {
  const auto& source = program_.expressions[e.a];
  if (source.op == Op::MakeList || source.op == Op::MakeSet) {
    std::optional<Value> all;
    bool all_sure = true;
    for (std::uint32_t i = 0; i < source.b; ++i) {
      const auto value = eval(program_.operands[source.a + i]);
      all_sure = all_sure && is_sure(value);
      all = all ? values_.join(*all, value) : value;
    }
    is_fresh_ = false;
    if (!all) {
      doubt();
      return Values::unknown();
    }
    Values::finish(*all, all_sure ? validity_epoch_ : 0, all->free_inputs);
    return *all;
  }
  const auto list = eval(e.a);
  const auto* words = list_of(list);
  if (words == nullptr) {
    if (!list.has_members) { doubt(); }
    is_fresh_ = false;
    auto out = Values::unknown();
    out.free_inputs = list.free_inputs;
    return out;
  }
  note(words->empty() ? Occurs::Must : Occurs::Never, list.free_inputs, {Code::EmptyTable, id}, {});
  auto out = values_.of(Values::List(words->begin(), words->end()));
  if (words->empty()) { out = Values::known(kUnset); }
  Values::finish(out, out.kind == Value::Kind::FiniteSet ? validity_epoch_ : 0, 0);
  is_fresh_ = true;
  return out;
}

// The number of members of `1..6` in an expression; none if an end is computed.
std::optional<Word> AbstractInterpreter::length_of_range(const Expression& e) const {
  if (e.op != Op::Sequence) { return std::nullopt; }
  const auto& first = program_.expressions[e.a];
  const auto& last = program_.expressions[e.b];
  if (first.op != Op::Constant || last.op != Op::Constant) { return std::nullopt; }
  const auto more = number::subtract(last.value, first.value);
  return more ? number::add(std::max<Word>(*more, -1), 1) : std::nullopt;
}

// Fewer different outcomes than are wanted are a fault: `most` may be there, `least` surely are.
Value AbstractInterpreter::pick_distinct(const Expression& e, ExpressionId id) {
  const auto count = number(e.a);
  auto free_inputs = count.free_inputs;
  std::optional<Word> most;
  Word least = 0;
  bool takes_fewer = e.value == 1;
  bool has_weights = true;  // that are none of those which are a fault
  if (e.b != kNone) {
    const auto list = eval(e.b);
    free_inputs |= list.free_inputs;
    most = length_of_range(program_.expressions[e.b]);
    if (const auto* words = list_of(list)) {
      std::set<Word> members(words->begin(), words->end());
      members.erase(kUnset);
      most = static_cast<Word>(members.size());
    }
    least = most.value_or(0);
  } else {
    const auto& choice = program_.choices[static_cast<std::size_t>(e.value)];
    const auto& rows = program_.tables[choice.table].rows;
    takes_fewer = choice.or_nothing;
    std::set<Word> maybe;
    std::set<Word> surely;
    bool is_known = true;
    Draw draw;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      draw.any_maybe = draw.any_sure = false;
      draw.outcome.reset();
      look_at_row(draw, choice.table, i, &choice);
      if (!draw.any_maybe) { continue; }
      const auto outcomes = values_.members(*draw.outcome);
      is_known = is_known && outcomes.count > 0;
      for (const auto& outcome : outcomes) { maybe.insert(outcome.numerator()); }
      if (draw.any_sure && outcomes.count == 1) { surely.insert(outcomes.first->numerator()); }
    }
    has_weights = !draw.may_be_negative && !choice.is_best;
    maybe.erase(kUnset);
    surely.erase(kUnset);
    if (is_known && has_weights && !choice.gives_row) { most = static_cast<Word>(maybe.size()); }
    least = static_cast<Word>(surely.size());
    free_inputs |= draw.free_inputs | draw.weight_inputs;
  }
  if (most && !takes_fewer) {
    auto occurs = outside(count, kLeast, *most);
    if (occurs == Occurs::Never) { occurs = outside(count, kLeast, least); }
    if (occurs == Occurs::Must && outside(count, kLeast, *most) != Occurs::Must) { occurs = Occurs::May; }
    note(occurs, free_inputs, {Code::TooManyWanted, id}, {first_outside(count, kLeast, *most), *most});
  } else if (!takes_fewer || !has_weights) {
    doubt();
  }
  is_fresh_ = false;
  return Values::unknown(false);
}

}  // namespace spoils::check
