// compile_c/numbers.cpp
//
// Expressions whose value is a fraction, a struct of two words in the compiled code. Each operation on them may leave
// 64 bits, and is checked.
#include "compile_c/emitter.h"
#include "program/walk.h"

namespace spoils::compile_c {

using namespace program;
using number::Rational;

namespace {

constexpr std::string_view kNumber = "$number";

std::string whole_literal(Word value) {
  return value == kUnset ? std::string("INT64_MIN") : fmt::format("INT64_C({})", value);
}

}  // namespace

std::string Emitter::number_initializer(const Rational& value) {
  return fmt::format("{{{}, {}}}", whole_literal(value.numerator()), whole_literal(value.denominator()));
}

Code Emitter::number_literal(const Rational& value) {
  return {fmt::format("$fraction_({}, {})", whole_literal(value.numerator()), whole_literal(value.denominator())),
          true};
}

Code Emitter::number(ExpressionId id) {
  auto value = number_or_unset(id);
  const auto& e = node(id);
  const bool is_set = e.op == Op::Fraction || (e.type.kind != ValueKind::Number && !e.may_be_unset);
  if (is_set || (e.op == Op::Constant && e.value != kUnset)) { return value; }
  if (value.has_effect) { value = settled(value, kNumber); }
  return {fmt::format("$set_number_({})", value.text), value.is_settled};
}

Code Emitter::number_or_unset(ExpressionId id) {
  need(Part::Numbers);
  if (refusal_) { return {"$whole_(0)", true}; }
  const auto& e = node(id);
  if (e.op == Op::Fraction) { return number_literal(program_.fractions[e.a]); }
  if (e.type.kind == ValueKind::Number) { return number_of(e, id); }
  const auto value = word(id);
  return {fmt::format("$whole_({})", bare(value.text)), value.is_settled, value.has_effect};
}

Code Emitter::number_of(const Expression& e, ExpressionId id) {
  const auto pure_number = [&](ExpressionId operand) {
    auto value = number(operand);
    return value.has_effect ? settled(value, kNumber) : value;
  };
  const auto checked = [&](const std::string& call, Fault::Kind kind = Fault::Kind::Overflow) {
    const auto result = hold(kNumber, call);
    fail_if(fmt::format("{}.denominator == 0", result), kind, place_of(id));
    return Code{result, true};
  };
  switch (e.op) {
    case Op::Slot: return {slot(e.a)};
    case Op::Constant: return {fmt::format("$whole_({})", literal(of(ValueKind::Int), e.value).text), true};
    case Op::OrZero: return number(e.a);
    case Op::Negate: return checked(fmt::format("$subtract_numbers_($whole_(0), {})", pure_number(e.a).text));
    case Op::Absolute: return checked(fmt::format("$absolute_({})", pure_number(e.a).text));
    case Op::Power: {
      auto base = settled(number(e.a), kNumber);
      const auto exponent = settled(operand(e.b), "int64_t");
      return checked(fmt::format("$power_of_({}, {})", base.text, exponent.text));
    }
    case Op::Add:
    case Op::Subtract:
    case Op::Multiply:
    case Op::Divide:
    case Op::Minimum:
    case Op::Maximum: {
      auto a = number(e.a);
      const auto here = mark();
      auto b = pure_number(e.b);
      keep(a, here, kNumber);
      switch (e.op) {
        case Op::Add: return checked(fmt::format("$add_numbers_({}, {})", a.text, b.text));
        case Op::Subtract: return checked(fmt::format("$subtract_numbers_({}, {})", a.text, b.text));
        case Op::Multiply: return checked(fmt::format("$multiply_numbers_({}, {})", a.text, b.text));
        case Op::Minimum: return {fmt::format("$least_({}, {})", a.text, b.text)};
        case Op::Maximum: return {fmt::format("$greatest_({}, {})", a.text, b.text)};
        default: {
          b = settled(b, kNumber);
          fail_if(fmt::format("{}.numerator == 0", b.text), Fault::Kind::DivisionByZero, place_of(id));
          return checked(fmt::format("$divide_numbers_({}, {})", a.text, b.text));
        }
      }
    }
    case Op::Interpolate: {
      need(Part::Interpolate);
      const auto& points = program_.points[e.a];
      std::vector<std::string> heights;
      for (const auto& height : points.height) { heights.push_back(number_initializer(height)); }
      const auto at = words_array(fmt::format("points {}", e.a), fmt::format("points_{}", e.a), points.at);
      const auto height = data(fmt::format("heights {}", e.a), fmt::format("heights_{}", e.a), "$number", heights);
      auto key = operand(e.b);
      if (key.has_effect) { key = settled(key, "int64_t"); }
      return checked(fmt::format("$interpolate_({}, {}, {}, {})", at, height, points.at.size(), bare(key.text)));
    }
    case Op::Choose: return choose(e, true);
    case Op::Bind: store(static_cast<SlotId>(e.value), e.a); return number_or_unset(e.b);
    case Op::Block: return block_of_def(e, id, true);
    case Op::Invoke:
    case Op::WorldDef:
    case Op::ConstantDef: return call(e, id, true);
    case Op::Cell: return cell(e, id, true);
    case Op::RowCell:
    case Op::RowOutcome: return row_word(e, true);
    case Op::PickTable: return pick_table(e, id, true);
    case Op::PickGrid: return pick_grid(e, id, true);
    case Op::PickWhere: return pick_where(e, id, true);
    case Op::Fold: return fold(e, id, true);
    case Op::Least:
    case Op::Greatest:
    case Op::Average: refuse(place_of(id), "the outcomes of an expression"); return {"$whole_(0)", true};
    default: refuse(place_of(id), "this number"); return {"$whole_(0)", true};
  }
}

}  // namespace spoils::compile_c
