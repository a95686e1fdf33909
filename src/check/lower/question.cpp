// check/lower/question.cpp
//
// Lowers questions: those of a pack's `expect` lines, and those of a caller against the finished program. Their
// expressions look at a finished thing: a bare field is one of the rule's own thing, and `x in things` becomes an
// accumulator over all things of one roll.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "check/lower/lowering.h"
#include "program/accumulator.h"

namespace spoils::check {

using lang::Declaration;
using program::Expectation;
using program::kNone;
using program::kUnset;
using text::Code;
using Kind = lang::Expression::Kind;

namespace {

constexpr std::string_view kPromises =
    "`odds(...)` or `mean(...)` is compared with a figure, or is `in` a range of them";

constexpr std::string_view kDigits =
    "it is equal to as many digits as are written, as in `about 0.33`, `-1.5` or `12%`";

// Returns the digits after the point of a number as it is written; nothing for what is computed, which has none.
std::optional<int> decimals_of(const lang::Expression& e) {
  switch (e.kind) {
    case Kind::Negate: return decimals_of(e.children[0]);
    case Kind::Percent: {
      const auto inner = decimals_of(e.children[0]);
      return inner ? std::optional(*inner + 2) : std::nullopt;
    }
    case Kind::Number: {
      const auto point = e.text.find('.');
      return point == std::string::npos ? 0 : static_cast<int>(e.text.size() - point - 1);
    }
    default: return std::nullopt;
  }
}

}  // namespace

void Lowering::lower_expectations() {
  // Only the pack's own expectations: those of a used pack are checked there, and rules may be overridden here.
  const auto& all = scope_.all(Declaration::Kind::Expect);
  for (std::size_t i = 0; i < scope_.own_count(Declaration::Kind::Expect); ++i) { lower_expectation(*all[i]); }
}

void Lowering::lower_expectation(const Declaration& declaration) {
  const auto& e = *declaration.value;
  Expectation out;
  out.title = declaration.title;
  out.place = declaration.span;
  static constexpr std::array<std::string_view, 7> kComparisons{"==", "!=", "<", "<=", ">", ">=", "about"};
  const bool is_binary = e.kind == Kind::Binary && e.children.size() == 2;
  const bool is_within = is_binary && e.text == "in" && e.children[1].kind == Kind::Range;
  const bool compares =
      is_within || (is_binary && std::find(kComparisons.begin(), kComparisons.end(), e.text) != kComparisons.end());
  // A query without a comparison is a question that the user asks at run time.
  if (e.kind == Kind::Query) {
    static_cast<void>(query(e));
    return;
  }
  if (!compares) {
    if (e.kind != Kind::Missing) { report_.add(Code::NotAPromise, e.span).note(std::string(kPromises)); }
    return;
  }
  const auto& right = e.children[1];
  out.left = side(e.children[0]);
  if (e.text == "==" && (right.kind == Kind::Set || right.kind == Kind::Rows)) {
    out.kind = Expectation::Kind::Distribution;
    lower_shares(e, out);
  } else if (e.text == "in" && right.kind == Kind::Range) {
    out.kind = Expectation::Kind::Within;
    out.right = side(right.children[0]);
    out.last = side(right.children[1]);
  } else {
    out.kind = e.text == "=="      ? Expectation::Kind::Equal
               : e.text == "!="    ? Expectation::Kind::NotEqual
               : e.text == "<"     ? Expectation::Kind::Less
               : e.text == "<="    ? Expectation::Kind::LessOrEqual
               : e.text == ">"     ? Expectation::Kind::Greater
               : e.text == ">="    ? Expectation::Kind::GreaterOrEqual
               : e.text == "about" ? Expectation::Kind::About
                                   : Expectation::Kind::Equal;
    out.right = side(right);
    if (out.kind == Expectation::Kind::About && !decimals_of(right) && right.kind != Kind::Missing) {
      report_.add(Code::NoDigits, right.span).note(std::string(kDigits));
    }
  }
  refuse_no_shares(out, e);
  refuse_by(out);
  refuse_equal_of_many(out, e.span);
  if (!out.left.query && !out.right.query) { report_.add(Code::NotAPromise, e.span).note(std::string(kPromises)); }
  out_.expectations.push_back(std::move(out));
}

// The rows of a distribution: a value for each column of the question, all constants. A set means that its outcomes
// are equally likely.
void Lowering::lower_shares(const Expression& e, Expectation& out) {
  if (!out.left.query) { return; }
  const auto& distribution = e.children[1];
  const auto types = asked_types(*out.left.query);
  // The name comes first in an answer, wherever it is in the question.
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < types.size(); ++i) { places.push_back(i); }
  const auto& by = e.children[0].children[1].children;
  for (std::size_t i = 0; i < by.size() && out_.queries[*out.left.query].by_name; ++i) {
    if (by[i].kind != Kind::Name || by[i].text != "name") { continue; }
    std::rotate(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(i),
                places.begin() + static_cast<std::ptrdiff_t>(i + 1));
  }
  const auto add = [&](const std::vector<const Expression*>& row, const number::Rational& weight) {
    for (std::size_t i = 0; i < types.size() && row.size() == types.size(); ++i) {
      const auto& written = *row[places[i]];
      const auto errors = report_.error_count();
      const auto value = literal(written);
      const auto op = out_.expressions[value.id].op;
      const bool is_sound = report_.error_count() == errors;
      bool clash = false;
      static_cast<void>(join(types[i], value.type, clash));
      if (is_sound && op != Op::Constant && op != Op::Fraction) {
        report_.add(Code::NotConstant, written.span, "a value of a distribution");
      } else if (is_sound && clash && !fits(value.type, types[i])) {
        report_.add(Code::ComparesTypes, written.span, to_text(types[i]), to_text(value.type));
      }
      out.shares.push_back({value.id, weight});
    }
  };
  for (const auto& member : distribution.kind == Kind::Set ? distribution.children : std::vector<Expression>()) {
    add({&member}, 1);
  }
  for (const auto& row : distribution.kind == Kind::Rows ? distribution.rows() : std::vector<lang::Row>()) {
    if (row.condition->kind != Kind::Missing) {
      report_.add(Code::NotAPromise, row.condition->span).note("the rows of a distribution have no conditions");
    }
    ExpressionId before = kNone;
    for (const auto& outcome : row.outcomes) {
      bool in_percent = false;
      const auto errors = report_.error_count();
      before = weight(outcome.weight, outcome.span, before, in_percent);
      const auto known = constant_number(before);
      if (!known && outcome.weight->kind != Kind::Missing && report_.error_count() == errors) {
        report_.add(Code::NotConstant, outcome.weight->span, "a weight of a distribution");
      }
      std::vector<const Expression*> values{&outcome.value};
      for (const auto& cell : outcome.cells) { values.push_back(&cell); }
      add(values, known.value_or(number::Rational(0)));
    }
  }
}

// The types of the values by which a query divides its odds.
std::vector<ValueType> Lowering::asked_types(std::uint32_t query) const {
  std::vector<ValueType> out;
  if (out_.queries[query].by_name) { out.push_back(of(ValueKind::Text)); }
  for (const auto id : out_.queries[query].by) { out.push_back(out_.expressions[id].type); }
  return out;
}

// A figure is no distribution, and the other way round.
void Lowering::refuse_by(const Expectation& promise) {
  const bool is_distribution = promise.kind == Expectation::Kind::Distribution;
  for (const auto* side : {&promise.left, &promise.right, &promise.last}) {
    if (!side->query) { continue; }
    const auto& query = out_.queries[*side->query];
    const bool has_by = query.by_name || !query.by.empty();
    if (is_distribution ? has_by && !query.is_mean : !has_by) { continue; }
    report_.add(Code::NotAPromise, query.place)
        .note(is_distribution ? "rows are compared with `odds(RULE by FIELD)`"
                              : "`by` gives a distribution, which is compared with rows: `== {2 axe, 1 bow}`");
  }
}

// `odds(...) == 30`: a probability beside a figure that is none.
void Lowering::refuse_no_shares(const Expectation& promise, const Expression& e) {
  const auto is_odds = [&](const Expectation::Side& side) { return side.query && !out_.queries[*side.query].is_mean; };
  const auto check = [&](const Expectation::Side& side, const Expression& figure) {
    const bool is_share = side.number >= number::Rational(0) && side.number <= number::Rational(1);
    if (side.query || is_share) { return; }
    auto finding = report_.add(Code::NoShare, figure.span, report_.sources().text(figure.span));
    const bool is_percentage = side.number > number::Rational(1) && side.number <= number::Rational(100);
    if (is_percentage && figure.kind == Kind::Number) {
      finding.help(Edit{figure.span, std::string(report_.sources().text(figure.span)) + "%"}, "for a percentage");
    } else {
      finding.note("`mean(...)` compares numbers of any size");
    }
  };
  if (promise.kind == Expectation::Kind::Distribution) { return; }
  const bool is_within = promise.kind == Expectation::Kind::Within;
  if (is_odds(promise.left) && is_within) {
    check(promise.right, e.children[1].children[0]);
    check(promise.last, e.children[1].children[1]);
  } else if (is_odds(promise.left)) {
    check(promise.right, e.children[1]);
  } else if (is_odds(promise.right)) {
    check(promise.left, e.children[0]);
  }
}

Expectation::Side Lowering::side(const Expression& e) {
  Expectation::Side out;
  if (e.kind == Kind::Query) {
    out.query = query(e, Rolls::OneOrMany);
    return out;
  }
  const auto before = report_.error_count();
  const auto value = numeric(e, "a figure");
  const auto known = constant_number(value.id);
  if (!known && is_number(value.type) && report_.error_count() == before) {
    report_.add(Code::NotConstant, e.span, "a figure");
  }
  out.number = known.value_or(number::Rational(0));
  out.decimals = decimals_of(e).value_or(0);
  return out;
}

program::Program Lowering::run(const QuestionTree& question) {
  if (question.pick) {
    draw_query(question);
  } else {
    static_cast<void>(query(question.query));
  }
  for (auto i = out_.symbol_names.size(); i < out_.symbols.size(); ++i) {
    out_.symbol_names.push_back(plain_name(out_.symbols.name(static_cast<std::uint32_t>(i))));
  }
  if (out_.symbols.size() > program::kMaxSymbols) {
    report_.add(Code::TooLarge, question.query.span, program::kMaxSymbols, "symbols");
  }
  return std::move(out_);
}

// A rule of its own draws it into a field of its own; nothing else knows of either.
void Lowering::draw_query(const QuestionTree& question) {
  const auto place = question.query.span;
  const auto value = expression(*question.pick);
  program::Slot picked;
  picked.kind = program::Slot::Kind::Field;
  picked.name = "picked";
  picked.place = place;
  picked.type = value.type;
  const auto slot = add_slot(std::move(picked));
  out_.fields.push_back(slot);
  program::Rule rule;
  rule.name = "question";
  rule.place = place;
  program::Statement assign;
  assign.kind = program::Statement::Kind::Assign;
  assign.a = slot;
  assign.b = value.id;
  rule.body = add_block({add(assign, place)});
  program::Query out;
  out.place = place;
  out.rule = static_cast<program::RuleId>(out_.rules.size());
  out_.rules.push_back(std::move(rule));
  set_inputs(question.query, out, Rolls::One);
  out.by.push_back(node(Op::Slot, value.type, place, slot).id);
  out.by_names.emplace_back("picked");
  accumulators_ = &out.accumulators;
  if (question.query.children[3].kind != Kind::Missing) { out.given = evidence(question.query.children[3]); }
  accumulators_ = nullptr;
  out_.queries.push_back(std::move(out));
}

std::uint32_t Lowering::query(const Expression& e, Rolls may_ask_of) {
  program::Query out;
  out.place = e.span;
  out.is_mean = e.text == "mean";
  std::vector<program::Accumulator> accumulators;
  const auto finish = [&] {
    accumulators_ = nullptr;
    out.accumulators = std::move(accumulators);
    out_.queries.push_back(std::move(out));
    return static_cast<std::uint32_t>(out_.queries.size() - 1);
  };
  const auto& called = e.children[0];
  if (called.kind != Kind::Call) { return finish(); }
  const Span place{called.span.source, called.span.begin,
                   called.span.begin + static_cast<std::uint32_t>(called.text.size())};
  const auto* rule = scope_.rule(called.text, called.span);
  if (rule == nullptr) {
    auto finding = report_.add(Code::UnknownRule, place, called.text);
    suggest(finding, place, called.text, Scope::Space::Rule);
    return finish();
  }
  const auto number = names_.rules.find(called.text);
  if (number == names_.rules.end()) { return finish(); }  // there are too many, which was reported
  out.rule = number->second;
  const auto given = match_arguments(called, *rule);
  for (std::size_t i = 0; i < given.size(); ++i) {
    const auto& parameter = out_.rules[out.rule].parameters[i];
    if (given[i] != nullptr) {
      const auto value = expression(*given[i]);
      types_.learn(&rule->parameters[i], value.type, given[i]->span);
      if (!fits(value.type, out_.slots[parameter.slot].type)) {
        report_.add(Code::ArgumentType, given[i]->span, called.text, to_text(out_.slots[parameter.slot].type),
                    rule->parameters[i].name, to_text(value.type));
      }
      out.arguments.emplace_back(parameter, value.id);
    } else if (parameter.initial != kNone) {
      out.arguments.emplace_back(parameter, parameter.initial);
    } else {
      report_.add(Code::MissingArgument, called.span, called.text, rule->parameters[i].name);
    }
  }
  set_inputs(e, out, may_ask_of);
  accumulators_ = &accumulators;
  for (const auto& asked : e.children[1].children) {
    if (asked.kind == Kind::Name && asked.text == "name" && !variable("name", asked.span)) {
      out.by_name = true;
      continue;
    }
    const auto value = expression(asked);
    if (draws(value.id)) { report_.add(Code::DisplayDraws, asked.span, "a question"); }
    out.by.push_back(value.id);
    out.by_names.emplace_back(report_.sources().text(asked.span));
  }
  if (e.children[2].kind != Kind::Missing) {
    const auto value = out.is_mean ? numeric(e.children[2], "mean") : condition(e.children[2]);
    if (draws(value.id)) { report_.add(Code::DisplayDraws, e.children[2].span, "a question"); }
    out.condition = value.id;
  } else if (out.is_mean) {
    lang::Expression things;
    things.kind = Kind::Name;
    things.text = "things";
    things.span = e.span;
    lang::Expression count;
    count.kind = Kind::Call;
    count.text = "count";
    count.span = e.span;
    count.children.push_back(std::move(things));
    out.condition = accumulator(count, " thing", nullptr, nullptr).id;
  }
  if (e.children[3].kind != Kind::Missing) { out.given = evidence(e.children[3]); }
  // A name alone has no field beside which a condition would be asked, so the condition joins the evidence.
  if (out.by_name && out.by.empty() && out.condition != kNone && !out.is_mean) {
    const auto met = std::exchange(out.condition, kNone);
    out.given = out.given == kNone ? met : node(Op::And, of(ValueKind::Flag), e.span, out.given, met).id;
  }
  settle_rolls(e, out);
  return finish();
}

program::ExpressionId Lowering::evidence(const Expression& e) {
  const auto condition_id = condition(e).id;
  if (draws(condition_id)) { report_.add(Code::DisplayDraws, e.span, "a question"); }
  return condition_id;
}

void Lowering::set_inputs(const Expression& query, program::Query& out, Rolls may_ask_of) {
  std::optional<Span> rolls_at;
  for (std::size_t i = 4; i < query.children.size(); ++i) {
    const auto& setting = query.children[i];
    if (setting.kind != Kind::Argument) { continue; }
    const Span word{setting.span.source, setting.span.begin,
                    setting.span.begin + static_cast<std::uint32_t>(setting.text.size())};
    const auto found = variable(setting.text, setting.span);
    if (!found && setting.text == "rolls" && may_ask_of == Rolls::OneOrMany) {
      if (rolls_at) { report_.add(Code::ArgumentTwice, word, query.text, setting.text).label(*rolls_at, "first here"); }
      rolls_at = word;
      set_rolls(setting, out);
      continue;
    }
    const bool known = found && (out_.slots[*found].kind == program::Slot::Kind::Input ||
                                 out_.slots[*found].kind == program::Slot::Kind::State);
    if (!known) {
      auto finding = report_.add(Code::UnknownInput, word, setting.text);
      suggest(finding, word, setting.text, Scope::Space::Variable);
      continue;
    }
    for (const auto& [slot, before] : out.settings) {
      if (slot != *found) { continue; }
      report_.add(Code::ArgumentTwice, word, query.text, setting.text).label(out_.places[before], "first here");
    }
    const auto value = expression(setting.children[0]);
    const auto& slot = out_.slots[*found];
    if (!fits(value.type, slot.type)) {
      report_.add(Code::FieldType, setting.children[0].span, fmt::format("`{}`", setting.text), to_text(slot.type),
                  to_text(value.type));
    }
    const auto known_value = constant_number(value.id);
    if (slot.has_bounds && known_value &&
        (*known_value < number::Rational(slot.first) || *known_value > number::Rational(slot.last))) {
      report_.add(Code::OutOfRange, setting.children[0].span, number::to_text(*known_value),
                  fmt::format("{}..{}", slot.first, slot.last));
    }
    if (!slot.choices.empty()) { check_choice(slot, setting.children[0], value); }
    if (out_.expressions[value.id].may_be_unset) { types_.learn_unset(setting.text); }
    out.settings.emplace_back(*found, value.id);
  }
}

}  // namespace spoils::check
