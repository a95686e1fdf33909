// check/ranges/abstract_question.cpp
//
// Abstract interpretation of comparisons and logical operators: the result is 0, 1 or both.
#include "check/ranges/abstract_interpreter.h"

namespace spoils::check {

using namespace program;
using number::Rational;

// An answer of which both sides may come. It is sure that they do if one operand is known and the other sure.
Value AbstractInterpreter::with_knowledge(const Value& a, const Value& b, bool maybe_true, bool maybe_false,
                                          bool one_is_enough) {
  if (maybe_true != maybe_false) { return Values::known(maybe_true ? 1 : 0); }
  const bool a_known = a.kind == Value::Kind::Known;
  const bool b_known = b.kind == Value::Kind::Known;
  const bool sure = (a_known && b.must_since != 0) || (b_known && a.must_since != 0) ||
                    (one_is_enough && a.must_since != 0 && b.must_since != 0);
  auto out = values_.flag();
  Values::finish(out,
                 !sure     ? 0
                 : a_known ? b.must_since
                 : b_known ? a.must_since
                           : std::min(a.must_since, b.must_since),
                 a.free_inputs | b.free_inputs);
  return out;
}

Value AbstractInterpreter::compare(const Expression& e) {
  const auto a = number(e.a);
  const bool a_fresh = is_fresh_;
  const auto b = number(e.b);
  const auto x = values_.bounds(a);
  const auto y = values_.bounds(b);
  if (e.op == Op::InRange) {
    const auto c = number(e.c);
    const auto z = values_.bounds(c);
    is_fresh_ = false;
    const bool all_known = b.kind == Value::Kind::Known && c.kind == Value::Kind::Known;
    bool maybe_true = x.last >= y.first && x.first <= z.last;
    bool maybe_false = x.first < y.last || x.last > z.first;
    const auto members = values_.members(a);
    if (all_known && members.count > 0) {
      const auto inside = std::count_if(members.begin(), members.end(),
                                        [&](const Rational& one) { return b.first <= one && one <= c.first; });
      maybe_true = inside > 0;
      maybe_false = static_cast<std::size_t>(inside) < members.count;
    }
    auto out = with_knowledge(a, all_known ? b : Values::unknown(), maybe_true, maybe_false, false);
    if (out.kind != Value::Kind::Known) { out.free_inputs |= b.free_inputs | c.free_inputs; }
    return out;
  }
  const bool independent = a_fresh || is_fresh_;
  is_fresh_ = a_fresh && is_fresh_;
  if (e.op == Op::Less || e.op == Op::LessNumber) {
    return with_knowledge(a, b, x.first < y.last, x.last >= y.first, independent);
  }
  return with_knowledge(a, b, x.first <= y.last, x.last > y.first, independent);
}

Value AbstractInterpreter::equal(const Expression& e) {
  const bool counts = e.op == Op::SameNumber;
  const auto a = counts ? number(e.a) : eval(e.a);
  const bool a_fresh = is_fresh_;
  const auto b = counts ? number(e.b) : eval(e.b);
  const bool independent = a_fresh || is_fresh_;
  is_fresh_ = a_fresh && is_fresh_;
  const auto x = values_.members(a);
  const auto y = values_.members(b);
  if (e.op == Op::SameList) {
    // Handles of equal lists may differ, and one that is not set is an empty one.
    if (x.count == 1 && y.count == 1 && *x.first == *y.first) { return Values::known(1); }
    is_fresh_ = false;
    return values_.flag(0, a.free_inputs | b.free_inputs);
  }
  // Texts that are known are constants, and equal constants have one handle.
  bool maybe_true = true;
  if (x.count > 0) {
    maybe_true = std::any_of(x.begin(), x.end(), [&](const Rational& one) { return values_.may_be(b, one); });
  } else if (y.count > 0) {
    maybe_true = std::any_of(y.begin(), y.end(), [&](const Rational& one) { return values_.may_be(a, one); });
  } else {
    const auto p = values_.bounds(a);
    const auto q = values_.bounds(b);
    maybe_true = (a.maybe_unset && b.maybe_unset) || (p.first <= q.last && q.first <= p.last);
  }
  const bool maybe_false = x.count != 1 || y.count != 1 || *x.first != *y.first;
  return with_knowledge(a, b, maybe_true, maybe_false, independent);
}

// `and`, `or`: the right side only where the left has not settled it.
Value AbstractInterpreter::lazily(const Expression& e) {
  const bool is_and = e.op == Op::And;
  const auto a = eval(e.a);
  const bool a_fresh = is_fresh_;
  const auto left = truth(a);
  if (is_and ? !left.maybe_true : !left.maybe_false) { return Values::known(is_and ? 0 : 1); }
  if (!left.is_open()) {
    const auto b = eval(e.b);
    const auto right = truth(b);
    if (!right.is_open()) { return Values::known(right.maybe_true ? 1 : 0); }
    return values_.flag(b.must_since, b.free_inputs);
  }
  const auto mark = journal_.size();
  const auto saved = scope();
  enter(a, is_pure_draw(e.a));
  refine(e.a, is_and, saved.valid_from);
  const auto b = eval(e.b);
  is_fresh_ = a_fresh && is_fresh_;
  rollback(mark);
  restore(saved);
  const auto right = truth(b);
  if (is_and ? !right.maybe_true : !right.maybe_false) { return Values::known(is_and ? 0 : 1); }
  auto out = values_.flag(is_sure(a) && is_sure(b) ? validity_epoch_ : 0);
  out.free_inputs = a.free_inputs | b.free_inputs;
  return out;
}

bool AbstractInterpreter::is_pure_draw(ExpressionId id) const {
  const auto* e = &program_.expressions[id];
  while (e->op == Op::Not) { e = &program_.expressions[e->a]; }
  if (e->op != Op::Chance) { return false; }
  const auto op = program_.expressions[e->a].op;
  return op == Op::Constant || op == Op::Fraction;
}

Value AbstractInterpreter::contains(const Expression& e) {
  if (e.op == Op::HasOutcome) {
    const auto key = eval(e.b);
    const auto& table = program_.tables[e.a];
    const bool is_plain = std::all_of(table.rows.begin(), table.rows.end(), [&](const TableRow& row) {
      return program_.expressions[row.outcome].op == Op::Constant;
    });
    if (values_.members(key).count > 0 && (is_plain || !table.row_of.empty())) {
      return values_
          .map(key,
               [&](const Rational& one) {
                 return std::optional<Rational>(table.row_index(one.numerator()) >= 0 ? 1 : 0);
               })
          .value;
    }
    return values_.flag(0, key.free_inputs);
  }
  const auto member = eval(e.a);
  const auto list = eval(e.b);
  is_fresh_ = false;
  const auto* words = list_of(list);
  const bool is_text = program_.expressions[e.a].type.kind == ValueKind::Text;
  if (words != nullptr && words->empty()) { return Values::known(0); }
  if (words != nullptr && !is_text && values_.members(member).count > 0) {
    return values_
        .map(member,
             [&](const Rational& one) {
               const bool found = std::find(words->begin(), words->end(), one.numerator()) != words->end();
               return std::optional<Rational>(found ? 1 : 0);
             })
        .value;
  }
  return values_.flag(0, member.free_inputs | list.free_inputs);
}

}  // namespace spoils::check
