// check/lower/operator.cpp
//
// Lowers arithmetic, comparisons and `in`, with constant folding in exact fractions, so that `10%` is one fraction
// and not a division. A fold that overflows or divides by 0 is an error at its place.
#include <fmt/format.h>

#include <algorithm>

#include "check/lower/lowering.h"
#include "text/plain/name_letters.h"
#include "text/span.h"

namespace spoils::check {

using number::Rational;
using program::kNone;
using text::Code;
using Kind = lang::Expression::Kind;

namespace {

program::Op arithmetic_op(std::string_view text) {
  using program::Op;
  if (text == "+") { return Op::Add; }
  if (text == "-") { return Op::Subtract; }
  if (text == "*") { return Op::Multiply; }
  if (text == "//") { return Op::FloorDivide; }
  if (text == "mod") { return Op::Modulo; }
  if (text == "^") { return Op::Power; }
  return Op::Divide;
}

std::optional<Rational> fold(program::Op op, const Rational& a, const Rational& b) {
  using program::Op;
  switch (op) {
    case Op::Add: return number::add(a, b);
    case Op::Subtract: return number::subtract(a, b);
    case Op::Multiply: return number::multiply(a, b);
    case Op::Divide: return number::divide(a, b);
    case Op::Power: return b.is_whole() ? number::power(a, b.numerator()) : std::nullopt;
    case Op::FloorDivide: {
      const auto quotient = number::divide(a, b);
      return quotient ? std::optional<Rational>(number::floor(*quotient)) : std::nullopt;
    }
    case Op::Modulo: {
      if (!a.is_whole() || !b.is_whole()) { return std::nullopt; }
      const auto rest = number::modulo(a.numerator(), b.numerator());
      return rest ? std::optional<Rational>(*rest) : std::nullopt;
    }
    default: return std::nullopt;
  }
}

}  // namespace

Lowered Lowering::negate(Lowered value, Span place) {
  if (!is_number(value.type)) { return value; }
  if (const auto known = constant_number(value.id)) {
    if (const auto negative = number::subtract(Rational(0), *known)) {
      return value.type.kind == ValueKind::Int ? constant(ValueKind::Int, negative->numerator(), place)
                                               : fraction(*negative, place);
    }
  }
  return node(Op::Negate, value.type, place, value.id);
}

// `long-sword`: words without blanks around the `-`, of which none means anything.
bool Lowering::is_hyphened(const Expression& e) const {
  if (e.kind != Kind::Binary || e.text != "-") { return false; }
  const auto is_word = [this](const Expression& part) { return part.kind == Kind::Name && !is_value(part); };
  const auto& left = e.children[0];
  const auto& right = e.children[1];
  return left.span.end + 1 == right.span.begin && is_word(right) && (is_word(left) || is_hyphened(left));
}

Lowered Lowering::binary(const Expression& e) {
  // Arithmetic with a number and an operand of unknown type gives a number: so a field that counts itself up, `n = n
  // + 1`, gets its type.
  const auto guessed = [](Lowered made, ValueType left, ValueType right, ValueKind kind) {
    const bool one_open = (is_open(left) && is_number(right)) || (is_number(left) && is_open(right));
    if (made.type.kind == ValueKind::Unknown && one_open) { made.type = of(kind); }
    return made;
  };
  if (e.text == "and" || e.text == "or") {
    // `pick t or fewer`: one finding, at the word.
    const auto& last = e.children[1];
    const bool is_fewer = last.kind == Kind::Name && last.text == "fewer" && !is_value(last);
    const bool is_pick = e.children[0].kind == Kind::Pick && is_fewer;
    const auto left = is_pick ? poison(e.children[0].span) : condition(e.children[0]);
    const auto right = lacks_comparison(e) ? poison(e.children[1].span) : condition(e.children[1]);
    return node(e.text == "and" ? Op::And : Op::Or, of(ValueKind::Flag), e.span, left.id, right.id);
  }
  if (e.text == "in") { return membership(e); }
  if (e.text == "is") { return is(e); }
  if (e.text == "==" || e.text == "!=") {
    const auto left = expression(e.children[0]);
    return equality(e, left, expression(e.children[1]));
  }
  if (e.text == "<" || e.text == "<=" || e.text == ">" || e.text == ">=") {
    const auto left = numeric(e.children[0], e.text);
    return comparison(e, left, numeric(e.children[1], e.text));
  }
  if (e.text == "+" || e.text == "-") {
    if (is_hyphened(e)) {
      report_hyphen(e.span);
      return poison(e.span);
    }
    const auto left = expression(e.children[0]);
    const auto right = expression(e.children[1]);
    const auto changes = [](ValueType type) { return program::lies_in_heap(type.kind); };
    if (changes(left.type)) {
      lang::Statement sum;
      sum.op = e.text + "=";
      sum.span = e.span;
      sum.expressions.push_back(e.children[1]);
      return changed(left, sum, right);
    }
    const auto checked = [&](Lowered value, const Expression& operand) {
      if (is_number(value.type)) { return or_zero(value, operand.span); }
      if (value.type.kind == ValueKind::Nothing) { return zero_for_nothing(value, ValueKind::Int, operand.span); }
      if (value.type.kind != ValueKind::Unknown) { needs_number(operand, e.text, value); }
      return poison(operand.span);
    };
    const auto sound_left = checked(left, e.children[0]);
    const auto sum = arithmetic(e, sound_left, checked(right, e.children[1]));
    return guessed(sum, left.type, right.type, ValueKind::Int);
  }
  const auto left = numeric(e.children[0], e.text);
  const auto right = numeric(e.children[1], e.text);
  return guessed(arithmetic(e, left, right), left.type, right.type, e.text == "/" ? ValueKind::Number : ValueKind::Int);
}

Lowered Lowering::arithmetic(const Expression& e, Lowered left, Lowered right) {
  const auto op = e.kind == Kind::OneIn ? Op::Divide : arithmetic_op(e.text);
  if (!is_number(left.type) || !is_number(right.type)) { return {poison(e.span).id, of(ValueKind::Unknown)}; }
  const bool whole = left.type.kind == ValueKind::Int && right.type.kind == ValueKind::Int;
  const auto a = constant_number(left.id);
  const auto b = constant_number(right.id);
  const bool divides = op == Op::Divide || op == Op::FloorDivide || op == Op::Modulo;
  if (divides && b && *b == Rational(0)) {
    report_.add(Code::DividesByZero, e.children[1].span, "");
    return poison(e.span);
  }
  if ((op == Op::Modulo || op == Op::Power) && right.type.kind == ValueKind::Number) {
    report_.add(Code::OperandType, e.children[1].span, fmt::format("`{}`", e.text), "an integer", "a fraction");
    return poison(e.span);
  }
  if (op == Op::Modulo && !whole) {
    report_.add(Code::OperandType, e.children[0].span, fmt::format("`{}`", e.text), "an integer", "a fraction");
    return poison(e.span);
  }
  if (a && b) {
    const auto value = fold(op, *a, *b);
    // As when it is computed in a roll: the word that means unset is no result.
    if (!value || value->numerator() == program::kUnset) {
      report_.add(Code::Overflow, e.span, "");
      return poison(e.span);
    }
    const bool stays_whole = op == Op::FloorDivide || (whole && op != Op::Divide && value->is_whole());
    return stays_whole ? constant(ValueKind::Int, value->numerator(), e.span) : fraction(*value, e.span);
  }
  if (op == Op::Divide) { return node(op, of(ValueKind::Number), e.span, left.id, right.id); }
  if (op == Op::FloorDivide && !whole) {
    const auto quotient = node(Op::Divide, of(ValueKind::Number), e.span, left.id, right.id);
    return node(Op::Floor, of(ValueKind::Int), e.span, quotient.id);
  }
  return node(op, of(whole ? ValueKind::Int : ValueKind::Number), e.span, left.id, right.id);
}

Lowered Lowering::comparison(const Expression& e, Lowered left, Lowered right) {
  if (!is_number(left.type) || !is_number(right.type)) { return {poison(e.span).id, of(ValueKind::Flag)}; }
  const bool whole = left.type.kind == ValueKind::Int && right.type.kind == ValueKind::Int;
  // `a > b` is `not (a <= b)`, so that what is written first is drawn first.
  const bool strict = e.text == "<" || e.text == ">=";
  const auto op = whole ? (strict ? Op::Less : Op::LessOrEqual) : (strict ? Op::LessNumber : Op::LessOrEqualNumber);
  const auto made = node(op, of(ValueKind::Flag), e.span, left.id, right.id);
  if (e.text == "<" || e.text == "<=") { return made; }
  return node(Op::Not, of(ValueKind::Flag), e.span, made.id);
}

// Whether a bare word is the name of no value, so that it is a symbol.
bool Lowering::is_word(const Expression& e) const {
  return e.kind == Kind::Name && !is_value(e) && measure(e.text, e.span) == nullptr;
}

// `kind == a or b`, `level == 1 or 2`: a word or number alone, beside a comparison with another one. It is reported.
bool Lowering::lacks_comparison(const Expression& e) {
  const auto is_plain = [this](const Expression& one) {
    return is_word(one) || one.kind == Kind::Symbol || one.kind == Kind::Number || one.kind == Kind::Text;
  };
  const auto& alone = e.children[1];
  if (!is_plain(alone)) { return false; }
  // In `kind == a or b or c` the comparison is farther left.
  const auto* compared = &e.children[0];
  while (compared->kind == Kind::Binary && (compared->text == "or" || compared->text == "and")) {
    compared = &compared->children[is_plain(compared->children[1]) ? 0 : 1];
  }
  const bool compares = compared->kind == Kind::Binary && (compared->text == "==" || compared->text == "!=");
  if (!compares || is_plain(compared->children[0]) || compared->children[1].kind != alone.kind) { return false; }
  const auto source = [this](Span place) { return std::string(report_.sources().text(place)); };
  const auto subject = source(compared->children[0].span);
  const auto type = expression(alone).type;
  auto finding = report_.add_once(fmt::format("{} {} {}", subject, compared->text, compared->span.begin),
                                  Code::NeedsCondition, alone.span, to_text(type));
  // The author means `or` after `==`, and `and` after `!=`.
  const std::string joint = compared->text == "==" ? "or" : "and";
  const auto missing = fmt::format("{} {} {}", subject, compared->text, source(alone.span));
  const auto& left = e.children[0].span;
  const Span gap{left.source, left.end, alone.span.end};
  const auto edit = joint == e.text ? Edit{alone.span, missing} : Edit{gap, fmt::format(" {} {}", joint, missing)};
  finding.help(edit, "since each comparison has both sides");
  return true;
}

// `knd == a`, where neither is known. A word that is compared at several places is one mistake.
void Lowering::only_words(const Expression& left, const Expression& right, Span place, bool holds) {
  const auto* const truth = holds ? "true" : "false";
  auto finding = report_.add_once(fmt::format("{} {}", left.text, truth), Code::OnlyWords, place, truth);
  if (&right != &left) { suggest_value(finding, right); }
  suggest_value(finding, left);
}

std::string Lowering::word_in_quotes(const Expression& e) {
  const bool is_plain = e.kind == Kind::Text && e.children.size() == 1 && e.children[0].kind == Kind::Piece;
  return is_plain && text::is_name(e.children[0].text) ? e.children[0].text : std::string();
}

// `kind == "sword"`, `kind == fire` where a field is called so.
void Lowering::help_to_word(text::Finding& finding, const Expression& e, bool is_word_behind) const {
  for (const auto& side : e.children) {
    if (const auto word = word_in_quotes(side); !word.empty()) {
      finding.help(Edit{side.span, word}, "without quotes for a word");
    } else if (!is_word_behind && &side == &e.children[1] && side.kind == Kind::Name && is_value(side)) {
      finding.help(Edit{side.span, "'" + side.text + "'"}, "for the word: a value is called `" + side.text + "`");
    }
  }
}

Lowered Lowering::equality(const Expression& e, Lowered left, Lowered right) {
  const auto finish = [&](Lowered same) {
    return e.text == "==" ? same : node(Op::Not, of(ValueKind::Flag), e.span, same.id);
  };
  if (left.type.kind == ValueKind::Unknown || right.type.kind == ValueKind::Unknown) {
    return {poison(e.span).id, of(ValueKind::Flag)};
  }
  if (e.children.size() == 2) {
    right = or_record(e.children[1], right, left.type);
    left = or_record(e.children[0], left, right.type);
  }
  if (e.children.size() == 2 && is_word(e.children[0]) && is_word(e.children[1])) {
    const bool holds = (e.children[0].text == e.children[1].text) == (e.text == "==");
    only_words(e.children[0], e.children[1], e.span, holds);
  }
  const bool asks_unset = left.type.kind == ValueKind::Nothing || right.type.kind == ValueKind::Nothing;
  if (asks_unset) {
    // Op::Equal compares words, and a fraction has two; a slot alone has kUnset in its first.
    auto& asked = left.type.kind == ValueKind::Nothing ? right : left;
    if (asked.type.kind == ValueKind::Number && out_.expressions[asked.id].op != Op::Slot) {
      const auto none = asked.id == left.id ? right.id : left.id;
      const auto slot = add_local("", asked.type, e.span);
      const auto kept = node(Op::Slot, asked.type, e.span, slot);
      const auto same = node(Op::Equal, of(ValueKind::Flag), e.span, kept.id, none);
      return finish(node(Op::Bind, same.type, e.span, asked.id, same.id, kNone, slot));
    }
    return finish(node(Op::Equal, of(ValueKind::Flag), e.span, left.id, right.id));
  }
  bool clash = false;
  const auto both = join(left.type, right.type, clash);
  if (clash) {
    const auto cause = fmt::format("{} {} {}", report_.written_at(e.span), to_text(left.type), to_text(right.type));
    auto finding = report_.add_once(cause, Code::ComparesTypes, e.span, to_text(left.type), to_text(right.type));
    for (const auto& side : e.children) { suggest_value(finding, side); }
    const bool has_symbol = left.type.kind == ValueKind::Symbol || right.type.kind == ValueKind::Symbol;
    if (has_symbol && e.children.size() == 2) { help_to_word(finding, e, right.type.kind == ValueKind::Symbol); }
    const bool has_flag = left.type.kind == ValueKind::Flag || right.type.kind == ValueKind::Flag;
    const bool has_text = left.type.kind == ValueKind::Text || right.type.kind == ValueKind::Text;
    for (const auto& side : e.children) {
      if (!is_word(side)) { continue; }
      if (has_flag && help_to_flag(finding, side.span)) { continue; }
      if (has_text) { finding.help(Edit{side.span, "\"" + std::string(side.text) + "\""}, "for a text"); }
    }
    return {poison(e.span).id, of(ValueKind::Flag)};
  }
  Op op = Op::Equal;
  switch (both.kind) {
    case ValueKind::Number: op = Op::SameNumber; break;
    case ValueKind::Text: op = Op::SameText; break;
    case ValueKind::List:
    case ValueKind::Set:
    case ValueKind::Map: op = Op::SameList; break;
    case ValueKind::Int:
    case ValueKind::Flag:
      left = or_zero(left, e.children[0].span);
      right = or_zero(right, e.children[1].span);
      break;
    default: break;
  }
  return finish(node(op, of(ValueKind::Flag), e.span, left.id, right.id));
}

Lowered Lowering::in_range(Lowered value, Span value_place, const Expression& e, const Expression& range) {
  const auto flag = of(ValueKind::Flag);
  const auto first = where_written(range, e, [&] { return numeric(range.children[0], ".."); });
  const auto last = where_written(range, e, [&] { return numeric(range.children[1], ".."); });
  const auto place = text::cover(value_place, e.span);
  if (!is_number(value.type) || !is_number(first.type) || !is_number(last.type)) { return {poison(place).id, flag}; }
  const bool whole =
      value.type.kind == ValueKind::Int && first.type.kind == ValueKind::Int && last.type.kind == ValueKind::Int;
  if (whole) { return node(Op::InRange, flag, place, value.id, first.id, last.id); }
  const auto slot = add_local("", of(ValueKind::Number), place);
  const auto kept = node(Op::Slot, of(ValueKind::Number), value_place, slot);
  const auto above = node(Op::LessOrEqualNumber, flag, place, first.id, kept.id);
  const auto below = node(Op::LessOrEqualNumber, flag, place, kept.id, last.id);
  const auto both = node(Op::And, flag, place, above.id, below.id);
  return node(Op::Bind, flag, place, value.id, both.id, kNone, slot);
}

// Whether what a `match` looks at, kept in a slot, is what a case says: a value or a range.
Lowered Lowering::meets(const Expression& subject, Lowered kept, const Expression& wanted) {
  if (const auto* range = range_of(wanted)) {
    if (!is_number(kept.type) && !is_open(kept.type)) {
      report_.add(Code::ComparesTypes, wanted.span, to_text(kept.type), "an integer of a range")
          .label(subject.span, to_text(kept.type));
      return {poison(wanted.span).id, of(ValueKind::Flag)};
    }
    return in_range(or_zero(kept, subject.span), wanted.span, wanted, *range);
  }
  Expression question;
  question.kind = Kind::Binary;
  question.span = wanted.span;
  question.text = "==";
  if (is_word(subject) && is_word(wanted)) {
    only_words(subject, wanted, subject.span, subject.text == wanted.text);
  } else {
    question.children = {named_only(subject), wanted.kind == Kind::Text ? wanted : named_only(wanted)};
  }
  return equality(question, kept, expression(wanted));
}

Lowered Lowering::membership(const Expression& e) {
  const auto& set = e.children[1];
  const auto flag = of(ValueKind::Flag);
  if (const auto* range = range_of(set)) {
    return in_range(numeric(e.children[0], "in"), e.children[0].span, set, *range);
  }
  if (set.kind == Kind::Member) {
    if (auto made = in_column(e.children[0], set, e.span)) { return *made; }
  }
  if (means_table(set)) {
    const auto table = table_named(set, "in");
    auto member = expression(e.children[0]);
    if (!table) { return {poison(e.span).id, flag}; }
    const auto& known = out_.tables[*table];
    auto wanted = known.type;
    wanted.table = *table;
    member = or_record(e.children[0], member, wanted);
    for (const auto& row : known.rows) {
      if (constant_word(row.outcome) || out_.expressions[row.outcome].type.kind == ValueKind::Unknown) { continue; }
      report_.add(Code::NotPlainOutcomes, set.span, "`in`", fmt::format("table `{}`", set.text))
          .label(row.place, "this row");
      return {poison(e.span).id, flag};
    }
    if (!known.rows.empty() && known.row_of.empty()) {
      report_.add(Code::TooLarge, set.span, program::kMaxKeys,
                  fmt::format("steps from the least to the greatest outcome of `{}`", set.text));
    }
    if (known.type.kind == ValueKind::Int && member.type.kind == ValueKind::Number) {
      help_to_round(report_.add(Code::OperandType, e.children[0].span, "`in`", "an integer", "a fraction"),
                    e.children[0].span, known.type, member.type);
      return {poison(e.span).id, flag};
    }
    if (!fits(member.type, known.type)) {
      report_
          .add(Code::ComparesTypes, e.children[0].span, to_text(member.type),
               fmt::format("an outcome of `{}`", set.text))
          .label(set.span, to_text(known.type));
      return {poison(e.span).id, flag};
    }
    if (is_word(e.children[0]) && !known.rows.empty()) {
      const auto word = constant_word(member.id);
      const bool holds = std::any_of(known.rows.begin(), known.rows.end(), [&](const auto& row) {
        return constant_word(row.outcome) == word || (row.otherwise != kNone && constant_word(row.otherwise) == word);
      });
      only_words(e.children[0], e.children[0], e.span, holds);
    }
    return node(Op::HasOutcome, flag, e.span, *table, member.id);
  }
  const bool is_literal = set.kind == Kind::List || set.kind == Kind::Set;
  if (is_literal && is_word(e.children[0]) && !set.children.empty() &&
      std::all_of(set.children.begin(), set.children.end(), [this](const auto& one) { return is_word(one); })) {
    const bool holds = std::any_of(set.children.begin(), set.children.end(),
                                   [&](const auto& one) { return one.text == e.children[0].text; });
    only_words(e.children[0], set.children[0], e.span, holds);
  }
  auto member = expression(e.children[0]);
  auto list = expression(set);
  if (list.type.kind == ValueKind::Nothing) { list.type = {ValueKind::List, ValueKind::Unknown}; }
  member = or_record(e.children[0], member, list.type);
  if (list.type.kind == ValueKind::Unknown || member.type.kind == ValueKind::Unknown) {
    return {poison(e.span).id, flag};
  }
  // `none` is a member like others of a list or set, and no key of a map.
  if (member.type.kind == ValueKind::Nothing && !draws(member.id)) {
    const auto element = is_open(of(list.type.element)) ? ValueKind::Symbol : list.type.element;
    member = constant(element, program::kUnset, e.children[0].span);
  }
  if (list.type.kind == ValueKind::Map) { return has_key(list, e, member); }
  if (list.type.kind != ValueKind::List && list.type.kind != ValueKind::Set) {
    report_.add(Code::OperandType, set.span, "`in`", "a range, table, list, set or map", to_text(list.type));
    return {poison(e.span).id, flag};
  }
  if (list.type.element != ValueKind::Unknown && !fits(member.type, of(list.type.element))) {
    auto finding =
        report_.add(Code::OperandType, e.children[0].span, fmt::format("`{}`", report_.sources().text(set.span)),
                    to_text(of(list.type.element)), to_text(member.type));
    // `kind in {"sword", "axe"}`: words need no quotes.
    std::string words;
    bool is_quoted = is_literal && member.type.kind == ValueKind::Symbol;
    for (const auto& one : set.children) {
      const auto word = word_in_quotes(one);
      is_quoted = is_quoted && !word.empty();
      words += (words.empty() ? "" : ", ") + word;
    }
    if (is_quoted) {
      finding.help(Edit{set.span, set.kind == Kind::Set ? "{" + words + "}" : "[" + words + "]"},
                   "without quotes for words");
    }
  }
  return node(Op::Contains, flag, e.span, member.id, list.id);
}

}  // namespace spoils::check
