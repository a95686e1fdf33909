// check/lower/expression.cpp
//
// Lowers expressions: dispatches on the kind of a node, lowers conditions, choices, member access and collections,
// and converts a value to the kind that its place needs.
#include <fmt/format.h>

#include <algorithm>

#include "check/lower/lowering.h"
#include "check/resolve/collections.h"
#include "text/span.h"

namespace spoils::check {

using number::Rational;
using program::kNone;
using program::Word;
using text::Code;
using Kind = lang::Expression::Kind;

namespace {

// Puts words of the language in backticks, but not descriptions ("a weight").
std::string marked(std::string_view needed_by) {
  return needed_by.find(' ') == std::string_view::npos ? fmt::format("`{}`", needed_by) : std::string(needed_by);
}

}  // namespace

Lowered Lowering::expression(const Expression& e) {
  if (is_full_) { return poison(e.span); }
  if (depth_ >= program::kMaxDepth) {
    report_.add(Code::TooDeep, e.span, program::kMaxDepth)
        .note("the depths of nested defs, tables and measures add up");
    return poison(e.span);
  }
  ++depth_;
  auto made = expression_below(e);
  --depth_;
  if (made.type.kind == ValueKind::Unknown) {
    note_open();
    // A constant is poison.
    const bool is_poison = out_.expressions[made.id].op == Op::Constant;
    if (types_.is_closed() && !is_poison) { made.type.kind = ValueKind::Nothing; }
  }
  return made;
}

Lowered Lowering::expression_below(const Expression& e) {
  switch (e.kind) {
    case Kind::Missing: return constant(ValueKind::Unknown, program::kUnset, e.span);
    case Kind::Number:
      if (e.number.is_whole()) { return constant(ValueKind::Int, e.number.numerator(), e.span); }
      return fraction(e.number, e.span);
    case Kind::Dice: {
      const auto count = constant(ValueKind::Int, e.number.numerator(), e.span);
      const auto sides = constant(ValueKind::Int, e.sides(), e.span);
      return node(Op::Dice, of(ValueKind::Int), e.span, count.id, sides.id);
    }
    case Kind::Text: return text(e, false);
    case Kind::Name: return name(e);
    case Kind::Symbol: return symbol(e.text, e.span);
    case Kind::Flag: return constant(ValueKind::Flag, e.number.numerator(), e.span);
    case Kind::None: return nothing(e.span);
    case Kind::Negate: return negate(numeric(e.children[0], "-"), e.span);
    case Kind::Not: {
      const auto operand = condition(e.children[0]);
      return node(Op::Not, of(ValueKind::Flag), e.span, operand.id);
    }
    case Kind::Binary: return binary(e);
    case Kind::Range:
      help_to_draw(report_.add(Code::OperandType, e.span, "this place", "one value", "a range"), e);
      return poison(e.span);
    case Kind::Percent: {
      const auto whole = numeric(e.children[0], "%");
      if (whole.type.kind == ValueKind::Unknown) { return {whole.id, of(ValueKind::Number)}; }
      if (const auto value = constant_number(whole.id)) {
        if (const auto part = number::divide(*value, Rational(100))) { return fraction(*part, e.span); }
      }
      const auto hundred = constant(ValueKind::Int, 100, e.span);
      return node(Op::Divide, of(ValueKind::Number), e.span, whole.id, hundred.id);
    }
    case Kind::If: return choose(e);
    case Kind::Match: return match_value(e);
    case Kind::Set:
    case Kind::List: return collection(e);
    case Kind::Map: return map(e, false);
    case Kind::Rows:
      report_.add(Code::OperandType, e.span, "this place", "one value", "rows to pick from");
      return poison(e.span);
    case Kind::Call: return call(e);
    case Kind::Lookup: return lookup(e);
    case Kind::Member: return member(e);
    case Kind::Distinct: return pick_distinct(e);
    case Kind::MemberAt: return member_at(e.children[0], e.children[1], e.span);
    case Kind::Pick: return pick(e.children[0], e.span);
    case Kind::PickWhere: return pick_where(e);
    case Kind::Shuffle: return shuffle(e);
    case Kind::Chance: return chance(e);
    case Kind::OneIn: {
      const auto one = numeric(e.children[0], "in");
      const auto sides = numeric(e.children[1], "in");
      return arithmetic(e, one, sides);
    }
    case Kind::Aggregate: {
      const auto given = [&](std::size_t i) { return e.children[i].kind == Kind::Missing ? nullptr : &e.children[i]; };
      return aggregate(e, e.name(), given(1), given(2));
    }
    case Kind::Query:
      report_.add(Code::OnlyInQuestions, e.span, e.text)
          .help("there it is one whole side of `==`, `<` and the like: `mean(item: worth / 5) < 2`");
      return poison(e.span);
    default: return poison(e.span);
  }
}

Lowered Lowering::condition(const Expression& e) {
  const auto value = expression(e);
  if (value.type.kind == ValueKind::Flag) { return or_zero(value, e.span); }
  if (value.type.kind == ValueKind::Nothing) { return zero_for_nothing(value, ValueKind::Flag, e.span); }
  if (!is_open(value.type)) {
    const auto cause = fmt::format("{} {}", report_.written_at(e.span), to_text(value.type));
    auto finding = report_.add_once(cause, Code::NeedsCondition, e.span, to_text(value.type));
    const auto& made = out_.expressions[value.id];
    if (e.kind == Kind::Name && e.text == "fewer" && !is_value(e)) {
      finding.help("`or fewer` is for `pick N distinct from ...`, `or nothing` for `pick x in TABLE where ...`");
    } else if (e.kind == Kind::Percent) {
      finding.help(Edit{{e.span.source, e.span.begin, e.span.begin}, "chance "}, "for what is true that often");
    } else if (value.type.kind == ValueKind::Symbol && made.op == Op::Constant) {
      if (!suggest_value(finding, e) && e.kind == Kind::Name) {
        const auto* const field = names_.variables.count("kind") > 0 ? "kind" : "FIELD";
        finding.help(fmt::format("compare a field with it: `{} == {}`", field, e.text));
      }
    } else if (value.type.kind == ValueKind::Symbol && e.kind == Kind::Name &&
               help_to_flag(finding, types_.of_field(e.text).first)) {
      finding.label(types_.of_field(e.text).first, "a symbol, since it is just a word");
    } else if (!constant_number(value.id)) {
      const std::string question = is_number(value.type) ? " > 0" : " != none";
      finding.help(Edit{e.span, std::string(report_.sources().text(e.span)) + question});
    }
  }
  return poison(e.span);
}

Lowered Lowering::numeric(const Expression& e, std::string_view needed_by) {
  const auto value = expression(e);
  if (is_number(value.type)) { return or_zero(value, e.span); }
  if (value.type.kind == ValueKind::Nothing) { return zero_for_nothing(value, ValueKind::Int, e.span); }
  if (value.type.kind != ValueKind::Unknown) { needs_number(e, needed_by, value); }
  return poison(e.span);
}

// `cursed = yes`: flags are true or false. Adds the edit if one of these words is at the place.
bool Lowering::help_to_flag(text::Finding& finding, Span place) const {
  if (place == Span{}) { return false; }
  const auto word = report_.sources().text(place);
  const bool is_yes = word == "yes" || word == "on";
  if (!is_yes && word != "no" && word != "off") { return false; }
  finding.help(Edit{place, is_yes ? "true" : "false"}, "for a flag");
  return true;
}

void Lowering::needs_number(const Expression& e, std::string_view needed_by, Lowered value) {
  // The type of a def's parameter is that of its arguments, so the mistake is there: lower_arguments() reports it.
  const auto* own = e.kind == Kind::Name ? local(e.text) : nullptr;
  if (own != nullptr && own->is_of_def && !types_.of(own->key).fixed && declared_ != nullptr) {
    types_.note_clash(own->key);
    return;
  }
  const bool is_word = e.kind == Kind::Name && value.type.kind == ValueKind::Symbol;
  if (is_word && !first_time(Code::OperandType, e.span, e.text)) { return; }
  // Each `//` after which a word follows is most likely a comment.
  const auto cause = is_word && needed_by == "//"
                         ? std::string(needed_by)
                         : fmt::format("{} {} {}", report_.written_at(e.span), needed_by, to_text(value.type));
  auto finding = report_.add_once(cause, Code::OperandType, e.span, marked(needed_by), "a number", to_text(value.type));
  if (needed_by == "//") { finding.note("`//` divides; a comment begins with `#`"); }
  suggest_value(finding, e);
}

// `sword 10%`: a word that means nothing as the weight of a number. It is reported.
bool Lowering::is_swapped(const lang::Row::Outcome& outcome, Span table) {
  const Expression& weight = outcome.weight;
  const bool is_number = outcome.value.kind == Kind::Percent || outcome.value.kind == Kind::Number;
  const bool is_text = weight.kind == Kind::Text;
  if (!is_number || !outcome.cells.empty() || !(is_text || is_word(weight))) { return false; }
  const auto cause = fmt::format("swapped {} {}", table.source, table.begin);
  const auto& sources = report_.sources();
  const auto row = fmt::format("{} {}", sources.text(outcome.value.span), sources.text(weight.span));
  report_.add_once(cause, Code::OperandType, weight.span, "a weight", "a number", is_text ? "a text" : "a symbol")
      .help(Edit{text::cover(weight.span, outcome.value.span), row}, "(the weight, then its outcome)");
  return true;
}

// `crystal ball`: the first of two words is the weight of the second one. It is reported if it means nothing.
bool Lowering::is_of_two_words(const lang::Row::Outcome& outcome, Span table) {
  const Expression& weight = outcome.weight;
  const bool is_bare = report_.sources().text(weight.span) == weight.text;  // not in parentheses
  if (!is_bare || !is_word(weight) || outcome.value.kind != Kind::Name) { return false; }
  if (report_.nearest(weight.text, variable_names(weight.span))) { return false; }
  const auto cause = fmt::format("words {} {}", table.source, table.begin);
  report_.add_once(cause, Code::OperandType, weight.span, "a weight", "a number", "a symbol")
      .help(Edit{text::cover(weight.span, outcome.value.span), weight.text + "_" + outcome.value.text},
            "if that is one outcome");
  return true;
}

// `long-sword`: the parser takes `long` as the weight of `-sword`. It is reported if neither word means anything.
bool Lowering::is_hyphened_row(const lang::Row::Outcome& outcome) {
  const Expression& weight = outcome.weight;
  const Expression& value = outcome.value;
  if (weight.kind != Kind::Name || value.kind != Kind::Negate || weight.span.end != value.span.begin) { return false; }
  const Expression& second = value.children[0];
  const bool is_tight = value.span.begin + 1 == second.span.begin;
  if (!is_tight || second.kind != Kind::Name || is_value(weight) || is_value(second)) { return false; }
  report_hyphen(text::cover(weight.span, value.span));
  return true;
}

void Lowering::report_hyphen(Span span) {
  auto word = std::string(report_.sources().text(span));
  auto finding = report_.add_once("-", Code::HyphenInName, span, word);
  std::replace(word.begin(), word.end(), '-', '_');
  finding.help(Edit{span, word}, "if that is one name");
}

Lowered Lowering::integer(const Expression& e, std::string_view needed_by) {
  return without_fraction(e, numeric(e, needed_by), needed_by);
}

Lowered Lowering::without_fraction(const Expression& e, Lowered value, std::string_view needed_by) {
  if (value.type.kind != ValueKind::Number) { return value; }
  help_to_round(report_.add(Code::OperandType, e.span, marked(needed_by), "an integer", "a fraction"), e.span,
                of(ValueKind::Int), value.type);
  return poison(e.span);
}

void Lowering::help_to_round(text::Finding finding, Span place, ValueType wanted, ValueType found) const {
  if (wanted.kind != ValueKind::Int || found.kind != ValueKind::Number) { return; }
  const auto written = std::string(report_.sources().text(place));
  const bool is_closed = written.size() > 1 && written.front() == '(' && written.find(')') == written.size() - 1;
  finding.help(Edit{place, "floor" + (is_closed ? written : "(" + written + ")")}, "to round it");
}

// `50 * 90..110` is the range from 50 * 90 on, and hardly meant.
void Lowering::help_to_draw(text::Finding finding, const Expression& range) const {
  const auto* first = &range.children[0];
  while (first->kind == Kind::Binary) { first = &first->children[1]; }
  const auto& sources = report_.sources();
  auto before = std::string(sources.text({range.span.source, range.span.begin, first->span.begin}));
  constexpr std::string_view kPick = "pick ";
  if (before.starts_with(kPick)) { before.erase(0, kPick.size()); }
  const auto drawn = sources.text({range.span.source, first->span.begin, range.span.end});
  finding.help(Edit{range.span, before + "pick " + std::string(drawn)}, "to draw one");
}

Lowered Lowering::choose(const Expression& e) {
  const auto test = condition(e.children[0]);
  const auto yes = expression(e.children[1]);
  const auto no = expression(e.children[2]);
  bool clash = false;
  const auto type = join(yes.type, no.type, clash);
  if (clash) {
    report_.add(Code::BranchTypes, e.span, to_text(yes.type), to_text(no.type))
        .label(e.children[1].span, to_text(yes.type))
        .label(e.children[2].span, to_text(no.type));
    return poison(e.span);
  }
  return node(Op::Choose, type, e.span, test.id, yes.id, no.id);
}

// The value is kept in a slot of its own and compared case by case; what fits no case gives none.
Lowered Lowering::match_value(const Expression& e) {
  const auto subject = expression(e.children[0]);
  const auto slot = add_local("", subject.type, e.children[0].span);
  const auto kept = [&] {
    return is_word(e.children[0]) ? subject : node(Op::Slot, subject.type, e.children[0].span, slot);
  };
  struct Case {
    Lowered test;
    Lowered value;
    Span span;
  };
  std::vector<Case> cases;
  Lowered otherwise = nothing(e.span);
  ValueType type = otherwise.type;
  Span typed;  // the first case that tells the type
  for (std::size_t i = 1; i < e.children.size(); ++i) {
    const auto& arm = e.children[i];
    const auto patterns = arm.children.size() - 1;
    std::optional<Lowered> test;
    for (std::size_t p = 0; p < patterns; ++p) {
      const auto same = meets(e.children[0], kept(), arm.children[p]);
      test = test ? node(Op::Or, of(ValueKind::Flag), arm.span, test->id, same.id) : same;
    }
    const auto value = expression(arm.children.back());
    bool clash = false;
    if (is_open(type)) { typed = arm.children.back().span; }
    type = join(type, value.type, clash);
    if (clash) {
      report_.add(Code::BranchTypes, arm.children.back().span, to_text(type), to_text(value.type))
          .label(typed, to_text(type))
          .label(arm.children.back().span, to_text(value.type));
    }
    if (test) {
      cases.push_back({*test, value, arm.span});
    } else {
      otherwise = value;
    }
  }
  for (auto i = cases.size(); i-- > 0;) {
    otherwise = node(Op::Choose, type, cases[i].span, cases[i].test.id, cases[i].value.id, otherwise.id);
  }
  return node(Op::Bind, type, e.span, subject.id, otherwise.id, kNone, slot);
}

// A cell of one value. A filter is two sets, and a range two integers, which `is` and `in` read together.
Lowered Lowering::member(const Expression& e) {
  const auto value = member_value(e);
  const auto& read = out_.expressions[value.id];
  if (read.op != Op::Cell && read.op != Op::RowCell) { return value; }
  const auto& columns = out_.tables[read.a].columns;
  const auto has = [&](const std::string& other) {
    return std::any_of(columns.begin(), columns.end(), [&](const auto& column) { return column.name == other; });
  };
  const auto& name = columns[read.b].name;
  const bool is_filter = has(without_of(name));
  if (!is_filter && !has(last_of(name))) { return value; }
  report_.add(Code::NoSingleValue, e.span, report_.sources().text(e.span), is_filter ? "filter" : "range")
      .help(fmt::format("ask it at once: `{} {}`", is_filter ? "x is" : "n in", report_.sources().text(e.span)));
  return poison(e.span);
}

// x.column of a row that `pick x in table` looks at, potion[kind].worth, or hand[1].suit of a list of records.
Lowered Lowering::member_value(const Expression& e) {
  const auto& base = e.children[0];
  const auto column = column_place(e);
  if (base.kind == Kind::Lookup && !is_member_of_value(base)) {
    const auto index = table_named(name_of(base), "[...]");
    const auto key = expression(base.children[0]);
    if (!index) { return poison(e.span); }
    const auto wanted = out_.tables[*index].type;
    if (!fits(key.type, wanted)) {
      auto finding = report_.add(Code::OperandType, base.children[0].span, fmt::format("`{}[...]`", base.text),
                                 to_text(wanted), found_for(wanted, key.type));
      help_to_round(finding, base.children[0].span, wanted, key.type);
      return poison(e.span);
    }
    return cell(*index, e.text, key.id, false, e.span, column);
  }
  if (row_ != nullptr && base.kind == Kind::Name && base.text == "row" && !is_value(base)) {
    return own_cell(e.text, column);
  }
  if (base.kind == Kind::Name) {
    if (const auto* found = local(base.text); found != nullptr && found->is_thing) { return thing_member(e); }
    if (const auto* found = local(base.text); found != nullptr && row_table(*found)) {
      return this->column(*part_of(base), e.text, e.span, column);
    }
  }
  const auto value = expression(base);
  if (value.type.kind == ValueKind::Unknown) { return poison(e.span); }
  // A part of what is never set is never set.
  const bool is_written = out_.expressions[value.id].op == Op::Constant;
  if (value.type.kind == ValueKind::Nothing && !is_written) { return value; }
  if (const auto part = part_of(value, base.span)) { return this->column(*part, e.text, e.span, column); }
  auto finding = report_.add(Code::NoMembers, base.span, to_text(value.type), e.text);
  if (value.type.kind == ValueKind::Set || value.type.kind == ValueKind::List) {
    const auto many = std::string(report_.sources().text(base.span));
    finding.help(
        fmt::format("its members have parts: `max(x in {0}: x.{1})`, `any(x in {0}: x.{1} == ...)`", many, e.text));
    return poison(e.span);
  }
  for (const auto* table : names_.table_declarations) {
    for (const auto& known : table->columns) {
      if (known.values[0].text != e.text) { continue; }
      const auto key = std::string(report_.sources().text(base.span));
      if (key == table->name) {
        finding.help("write `" + key + "[OUTCOME]." + e.text + "` for the cell of an outcome, as `" + key + "[kind]`");
      } else {
        finding.help(Edit{e.span, table->name + "[" + key + "]." + e.text}, "to look it up in that table");
      }
      return poison(e.span);
    }
  }
  return poison(e.span);
}

Lowered Lowering::collection(const Expression& e) {
  ValueType type{e.kind == Kind::Set ? ValueKind::Set : ValueKind::List, ValueKind::Unknown};
  std::vector<ExpressionId> ids;
  std::vector<Word> words;
  bool known = true;
  bool clashes = false;
  const std::string_view needed_by = e.kind == Kind::Set ? "a member of a set" : "a member of a list";
  for (const auto& child : e.children) {
    const auto member = without_fraction(child, expression(child), needed_by);
    bool clash = false;
    const auto joined = join(type, {type.kind, member.type.kind}, clash);
    if (clash) {
      report_.add_once(fmt::format("{} {}", e.span.source, e.span.begin), Code::BranchTypes, child.span,
                       to_text(ValueType{type.element, ValueKind::Unknown}), to_text(member.type));
      clashes = true;
    } else {
      type = joined;
    }
    ids.push_back(member.id);
    const auto& made = out_.expressions[member.id];
    // Texts are compared by their characters, so their words tell nothing about a set.
    known = known && made.op == Op::Constant && made.type.kind != ValueKind::Text;
    words.push_back(made.value);
  }
  if (clashes) { type.element = ValueKind::Unknown; }
  if (known) { return list_constant(type, std::move(words), e.span); }
  if (ids.size() > program::kMaxMembers) {
    report_.add(Code::TooLarge, e.children[program::kMaxMembers].span, program::kMaxMembers,
                e.kind == Kind::Set ? "computed members in one set" : "computed members in one list");
    return poison(e.span);
  }
  const auto first = operands(ids);
  return node(type.kind == ValueKind::Set ? Op::MakeSet : Op::MakeList, type, e.span, first,
              static_cast<std::uint32_t>(ids.size()));
}

}  // namespace spoils::check
