// compile_c/expressions.cpp
//
// Expressions of one word, in the order of evaluation of program/evaluate_words.h. Each operator is in one switch
// without a default, so that a new one must be decided upon here.
#include "compile_c/emitter.h"
#include "program/limits.h"
#include "program/walk.h"

namespace spoils::compile_c {

using namespace program;

Code Emitter::literal(ValueType type, Word value) {
  if (value == kUnset) { return {"`UNSET", true}; }
  if (type.kind == ValueKind::Symbol) { return {symbol_name(value), true}; }
  constexpr Word kShort = 2'000'000'000;
  if (value > -kShort && value < kShort) {
    return {value < 0 ? fmt::format("({})", value) : fmt::format("{}", value), true};
  }
  return {fmt::format("INT64_C({})", value), true};
}

/// Returns a text that may be read wherever no statement comes between.
std::string Emitter::pure(ExpressionId id) { return word(id).text; }

Code Emitter::operand(ExpressionId id) {
  auto value = word(id);
  if (!node(id).may_be_unset || node(id).op == Op::OrZero) { return value; }
  if (node(id).op == Op::Constant) { return node(id).value == kUnset ? Code{"0", true} : value; }
  if (value.has_effect) { value = settled(value, kWord); }
  return {fmt::format("$or_zero_({})", value.text), value.is_settled};
}

// As C's condition: whether the word is 1.
Code Emitter::condition(ExpressionId id) {
  const auto& e = node(id);
  switch (e.op) {
    case Op::Constant: return {e.value == 1 ? "true" : "false", true};
    case Op::Equal:
    case Op::SameNumber:
    case Op::SameText:
    case Op::SameList:
    case Op::Less:
    case Op::LessOrEqual:
    case Op::LessNumber:
    case Op::LessOrEqualNumber:
    case Op::Not:
    case Op::And:
    case Op::Or:
    case Op::InRange:
    case Op::Contains:
    case Op::HasOutcome:
    case Op::Chance: return word(id);
    default: {
      auto value = word(id);
      return {fmt::format("({} == 1)", value.text), value.is_settled, value.has_effect};
    }
  }
}

Code Emitter::comparison(const Expression& e, ExpressionId id) {
  // A number is compared here only with `none`, which its first word says.
  const auto word_of = [&](ExpressionId side) {
    if (node(side).type.kind != ValueKind::Number) { return word(side); }
    return Code{settled(number_or_unset(side), "$number").text + ".numerator", true};
  };
  const auto pair = [&](bool is_words, std::string_view sign) {
    auto a = is_words ? word_of(e.a) : operand(e.a);
    const auto here = mark();
    auto b = is_words ? word_of(e.b) : operand(e.b);
    if (b.has_effect) { b = settled(b, kWord); }
    keep(a, here, kWord);
    // Compilers warn of what is compared with itself.
    if (a.text == b.text) { return Code{sign == "<" ? "false" : "true", true}; }
    return Code{fmt::format("({} {} {})", a.text, sign, b.text), a.is_settled && b.is_settled};
  };
  switch (e.op) {
    case Op::Equal: return pair(true, "==");
    case Op::Less: return pair(false, "<");
    case Op::LessOrEqual: return pair(false, "<=");
    case Op::InRange: {
      auto value = settled(operand(e.a), kWord);
      auto first = operand(e.b);
      const auto here = mark();
      auto last = operand(e.c);
      if (last.has_effect) { last = settled(last, kWord); }
      keep(first, here, kWord);
      return {fmt::format("({1} <= {0} && {0} <= {2})", value.text, first.text, last.text)};
    }
    default: {
      static_cast<void>(id);
      need(Part::Numbers);
      auto a = number(e.a);
      const auto here = mark();
      auto b = number(e.b);
      if (b.has_effect) { b = settled(b, "$number"); }
      keep(a, here, "$number");
      const char* const name = e.op == Op::SameNumber ? "same" : e.op == Op::LessNumber ? "less" : "not_above";
      return {fmt::format("$is_{}_({}, {})", name, a.text, b.text)};
    }
  }
}

Code Emitter::logic(const Expression& e, ExpressionId) {
  if (e.op == Op::Not) {
    auto a = condition(e.a);
    return {fmt::format("(!{})", a.text), a.is_settled, a.has_effect};
  }
  const bool is_and = e.op == Op::And;
  const auto a = condition(e.a);
  // The second operand is lowered on its own, to see whether it needs statements, which run only if it is needed.
  const auto here = mark();
  auto b = condition(e.b);
  if (here == mark()) {
    return {fmt::format("({} {} {})", a.text, is_and ? "&&" : "||", b.text), a.is_settled && b.is_settled,
            a.has_effect || b.has_effect};
  }
  std::vector<std::string> statements(body_->lines.begin() + static_cast<std::ptrdiff_t>(here), body_->lines.end());
  body_->lines.resize(here);
  const auto result = temporary();
  line(fmt::format("bool {} = {};", result, bare(a.text)));
  open(fmt::format("if ({}{}) {{", is_and ? "" : "!", result));
  for (const auto& each : statements) { body_->lines.push_back("  " + each); }
  line(fmt::format("{} = {};", result, bare(b.text)));
  close();
  return {result, true};
}

Code Emitter::choose(const Expression& e, bool is_number) {
  const auto type = is_number ? std::string_view("$number") : kWord;
  const auto test = condition(e.a);
  const auto result = temporary();
  line(fmt::format("{} {};", type, result));
  open(fmt::format("if ({}) {{", bare(test.text)));
  line(fmt::format("{} = {};", result, bare((is_number ? number_or_unset(e.b) : word(e.b)).text)));
  close("} else {");
  ++body_->indent;
  line(fmt::format("{} = {};", result, bare((is_number ? number_or_unset(e.c) : word(e.c)).text)));
  close();
  return {result, true};
}

Code Emitter::arithmetic(const Expression& e, ExpressionId id) {
  auto a = operand(e.a);
  if (e.op == Op::Negate) {
    if (a.has_effect) { a = settled(a, kWord); }
    return {fmt::format("(-{})", a.text), a.is_settled};
  }
  if (e.op == Op::Absolute) {
    a = settled(a, kWord);
    return {fmt::format("({0} < 0 ? -{0} : {0})", a.text), true};
  }
  const auto here = mark();
  auto b = operand(e.b);
  if (b.has_effect) { b = settled(b, kWord); }
  keep(a, here, kWord);
  const bool is_settled = a.is_settled && b.is_settled;
  if (e.op == Op::Minimum || e.op == Op::Maximum) {
    return {fmt::format("${}_({}, {})", e.op == Op::Minimum ? "min" : "max", a.text, b.text), is_settled};
  }
  const bool is_safe = ranges_.result_of(e).has_value();
  const bool divides = e.op == Op::FloorDivide || e.op == Op::Modulo;
  if (is_safe && !divides) {
    const char* const sign = e.op == Op::Add ? "+" : e.op == Op::Subtract ? "-" : "*";
    return {fmt::format("({} {} {})", a.text, sign, b.text), is_settled};
  }
  if (is_safe) {
    const bool is_positive = ranges_.of(e.a).first >= 0;
    if (is_positive) { return {fmt::format("({} {} {})", a.text, e.op == Op::Modulo ? "%" : "/", b.text), is_settled}; }
    need(Part::Floored);
    return {fmt::format("${}_({}, {})", e.op == Op::Modulo ? "modulo" : "floor_divide", a.text, b.text), is_settled};
  }
  const auto result = temporary();
  line(fmt::format("int64_t {};", result));
  std::string_view name;
  auto kind = Fault::Kind::Overflow;
  switch (e.op) {
    case Op::Add: name = "add"; break;
    case Op::Subtract: name = "subtract"; break;
    case Op::Multiply: name = "multiply"; break;
    case Op::FloorDivide: name = "divide_checked"; break;
    case Op::Modulo: name = "modulo_checked"; break;
    default: name = "power"; break;
  }
  need(Part::Arithmetic);
  if (divides) {
    need(Part::Floored);
    kind = Fault::Kind::DivisionByZero;
  }
  if (name == "power") {
    const auto base = settled(a, kWord);
    const auto exponent = settled(b, kWord);
    fail_if(fmt::format("{} < 0 && {} == 0", exponent.text, base.text), Fault::Kind::DivisionByZero, place_of(id));
    fail_if(fmt::format("!$power_({}, {}, &{})", base.text, exponent.text, result), kind, place_of(id));
  } else {
    fail_if(fmt::format("!${}_({}, {}, &{})", name, bare(a.text), bare(b.text), result), kind, place_of(id));
  }
  return {result, true};
}

Code Emitter::range(const Expression& e, ExpressionId id) {
  auto first = operand(e.a);
  const auto here = mark();
  auto last = operand(e.b);
  if (last.has_effect) { last = settled(last, kWord); }
  keep(first, here, kWord);
  const auto from = ranges_.of(e.a);
  const auto to = ranges_.of(e.b);
  const bool is_constant = from.first == from.last && to.first == to.last;
  if (!is_constant) {
    first = settled(first, kWord);
    last = settled(last, kWord);
  }
  if (from.last > to.first) {
    fail_if(fmt::format("{} < {}", last.text, first.text), Fault::Kind::EmptyRange, place_of(id));
  }
  if (!from.is_known() || !to.is_known()) {
    fail_if(fmt::format("{0} < 0 && {1} > INT64_MAX + {0}", first.text, last.text), Fault::Kind::Overflow,
            place_of(id));
  }
  const auto known = static_cast<std::uint64_t>(to.last) - static_cast<std::uint64_t>(from.last) + 1;
  const auto count = !is_constant        ? fmt::format("(uint64_t){} - (uint64_t){} + 1", last.text, first.text)
                     : known > INT64_MAX ? fmt::format("UINT64_C({})", known)
                                         : fmt::format("{}", known);
  if (!is_constant || to.last - from.last > 0xFFFFFFFF) { need(Part::Wide); }
  if (is_constant) { return {fmt::format("({} + (int64_t){})", first.text, below(count)), false, true}; }
  return {fmt::format("(int64_t)((uint64_t){} + {})", first.text, below(count)), false, true};
}

Code Emitter::dice(const Expression& e, ExpressionId id) {
  auto count = operand(e.a);
  const auto here = mark();
  auto sides = operand(e.b);
  keep(count, here, kWord);
  const auto counts = ranges_.of(e.a);
  const auto most = ranges_.of(e.b);
  const bool is_sound = counts.first >= 0 && counts.last <= kMaxDice && most.first >= 1 &&
                        most.last <= std::numeric_limits<Word>::max() / kMaxDice;
  if (most.last > 0xFFFFFFFF) { need(Part::Wide); }
  if (counts.first == 1 && counts.last == 1 && is_sound) {
    spend("1", place_of(id));
    return {fmt::format("(1 + (int64_t){})", below("(uint64_t)" + sides.text)), false, true};
  }
  count = settled(count, kWord);
  sides = settled(sides, kWord);
  if (!is_sound) {
    fail_if(fmt::format("{0} < 0 || {0} > {2} || ({0} > 0 && {1} < 1)", count.text, sides.text, kMaxDice),
            Fault::Kind::ImpossibleDice, place_of(id));
    fail_if(fmt::format("{0} > 0 && {1} > INT64_MAX / {0}", count.text, sides.text), Fault::Kind::Overflow,
            place_of(id));
  }
  spend(fmt::format("(uint64_t){}", count.text), place_of(id));
  const auto sum = temporary();
  const auto i = temporary();
  line(fmt::format("int64_t {} = {};", sum, count.text));
  line(fmt::format("for (int64_t {0} = 0; {0} < {1}; ++{0}) {{ {2} += (int64_t){3}; }}", i, count.text, sum,
                   below("(uint64_t)" + sides.text)));
  return {sum, true};
}

Code Emitter::chance(const Expression& e, ExpressionId id) {
  const auto& of = node(e.a);
  std::optional<number::Rational> known;
  if (of.op == Op::Fraction) { known = program_.fractions[of.a]; }
  if (of.op == Op::Constant) { known = number::Rational(of.value == kUnset ? 0 : of.value); }
  static_cast<void>(id);
  const bool may_be_declared = needs(Part::Lcg) && e.value != 0;
  if (known && !may_be_declared) {
    if (known->numerator() <= 0) { return {"false", true}; }
    if (known->numerator() >= known->denominator()) { return {"true", true}; }
    if (known->denominator() > 0xFFFFFFFF) { need(Part::Wide); }
    return {fmt::format("({} < {})", below(fmt::format("{}", known->denominator())), known->numerator()), false, true};
  }
  need(Part::Numbers);
  need(Part::Wide);
  auto value = number(e.a);
  if (value.has_effect) { value = settled(value, "$number"); }
  if (may_be_declared) {
    return {fmt::format("$declared_chance_(r->source, {}, {})", value.text, e.value), false, true};
  }
  return {fmt::format("$chance_(r->source, {})", value.text), false, true};
}

Code Emitter::member(const Expression& e, ExpressionId id) {
  need(Part::Lists);
  const auto list = hold("$list", fmt::format("$list_(r, {})", word(e.a).text));
  fail_if(fmt::format("{}.count == 0", list), Fault::Kind::NothingToPick, place_of(id));
  return {fmt::format("{}.members[{}]", list, below(list + ".count")), false, true};
}

void Emitter::store(SlotId target, const Code& value) {
  const auto name = slot(target);
  if (name != value.text) { line(fmt::format("{} = {};", name, bare(value.text))); }
}

Code Emitter::value(SlotId target, ExpressionId id) { return is_wide(target) ? number_or_unset(id) : word(id); }

void Emitter::store(SlotId target, ExpressionId id) { store(target, value(target, id)); }

Code Emitter::word(ExpressionId id) {
  if (refusal_) { return {"0", true}; }
  const auto& e = node(id);
  switch (e.op) {
    case Op::Constant: return literal(e.type, e.value);
    case Op::Slot: return {slot(e.a)};
    case Op::OrZero: return operand(e.a);
    case Op::Negate:
    case Op::Add:
    case Op::Subtract:
    case Op::Multiply:
    case Op::FloorDivide:
    case Op::Modulo:
    case Op::Power:
    case Op::Minimum:
    case Op::Maximum:
    case Op::Absolute: return arithmetic(e, id);
    case Op::Floor:
    case Op::Ceil:
    case Op::Round: {
      need(Part::Numbers);
      auto value = number(e.a);
      if (value.has_effect) { value = settled(value, "$number"); }
      const char* const name = e.op == Op::Floor ? "floor" : e.op == Op::Ceil ? "ceil" : "round";
      return {fmt::format("${}_({})", name, value.text), value.is_settled};
    }
    case Op::Equal:
    case Op::Less:
    case Op::LessOrEqual:
    case Op::InRange:
    case Op::SameNumber:
    case Op::LessNumber:
    case Op::LessOrEqualNumber: return comparison(e, id);
    case Op::Not:
    case Op::And:
    case Op::Or: return logic(e, id);
    case Op::Contains:
    case Op::Size:
    case Op::MakeList:
    case Op::MakeSet:
    case Op::Append:
    case Op::Insert:
    case Op::Remove:
    case Op::Join: return list_operation(e, id);
    case Op::HasOutcome: {
      auto key = word(e.b);
      if (key.has_effect) { key = settled(key, kWord); }
      return {fmt::format("({} >= 0)", fmt::format("$place_({}, {})", place_array(e.a), key.text)), key.is_settled};
    }
    case Op::Choose: return choose(e, false);
    case Op::Bind: store(static_cast<SlotId>(e.value), e.a); return word(e.b);
    case Op::Block: return block_of_def(e, id, false);
    case Op::Invoke:
    case Op::WorldDef:
    case Op::ConstantDef: return call(e, id, false);
    case Op::Chance: return chance(e, id);
    case Op::PickRange: return range(e, id);
    case Op::Dice: return dice(e, id);
    case Op::PickTable: spend("1", place_of(id)); return pick_table(e, id, false);
    case Op::PickGrid: return pick_grid(e, id, false);
    case Op::PickWhere: return pick_where(e, id, false);
    case Op::PickMember: return member(e, id);
    case Op::Cell: return cell(e, id, false);
    case Op::RowCell:
    case Op::RowOutcome: return row_word(e, false);
    case Op::Fold: return fold(e, id, false);
    case Op::SameList:
    case Op::Shuffle:
    case Op::Sequence:
    case Op::MemberAt: return list_function(e, id);
    case Op::PickDistinct: return pick_distinct(e, id);
    case Op::MakeMap:
    case Op::SetAt:
    case Op::AddAt:
    case Op::AddMaps:
    case Op::SubtractMaps:
    case Op::Keys:
    case Op::ValueAt: return map_operation(e, id);
    case Op::SameText:
    case Op::Compose:
    case Op::Capitalise:
    case Op::Title:
    case Op::Hash: return text_operation(e, id);
    case Op::Least:
    case Op::Greatest: refuse(place_of(id), "the outcomes of an expression"); return {"0", true};
    case Op::Fraction:
    case Op::Average:
    case Op::Divide:
    case Op::Interpolate:
    case Op::Hoisted: refuse(place_of(id), "a fraction where an integer is wanted"); return {"0", true};
  }
  return {"0", true};
}

}  // namespace spoils::compile_c
