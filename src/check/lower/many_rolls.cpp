// check/lower/many_rolls.cpp
//
// `rolls = 90` in a question of an `expect`: whether the condition holds in some of so many rolls of one world.
// `rolls = forever`: in what share of the rolls, in the long run. State goes on from roll to roll (odds/repeated.h).
#include <fmt/format.h>

#include <utility>

#include "check/lower/lowering.h"

namespace spoils::check {

using program::Expectation;
using program::kNone;
using program::Query;
using text::Code;
using Kind = lang::Expression::Kind;

namespace {

/// With more rolls the rounding errors of doubles could be seen.
constexpr std::int64_t kMostRolls = 1'000'000'000;

}  // namespace

void Lowering::set_rolls(const Expression& setting, Query& out) {
  const auto& written = setting.children[0];
  if (written.kind == Kind::Name && written.text == "forever") {
    out.rolls = Query::kForever;
    return;
  }
  const auto errors = report_.error_count();
  const auto known = constant_number(numeric(written, "a number of rolls").id);
  if (report_.error_count() > errors) { return; }
  if (!known) {
    report_.add(Code::NotConstant, written.span, "a number of rolls");
  } else if (known->denominator() != 1 || *known < number::Rational(1) || *known > number::Rational(kMostRolls)) {
    report_.add(Code::OutOfRange, written.span, number::to_text(*known), fmt::format("1..{}", kMostRolls))
        .note("`rolls = forever` is the share of rolls in the long run");
  } else {
    out.rolls = static_cast<std::uint64_t>(known->numerator());
  }
}

// Many rolls have one condition, and begin with one state.
void Lowering::settle_rolls(const Expression& e, Query& out) {
  if (!out.is_of_many_rolls()) { return; }
  const auto refuse = [&](Span place, const char* why) { report_.add(Code::NotAPromise, place).note(why); };
  if (out.is_mean) {
    refuse(e.span, "`mean` is that of one roll; of many rolls `odds(RULE: CONDITION, rolls = N)`");
  } else if (out.by_name || !out.by.empty()) {
    refuse(e.children[1].span,
           "of many rolls each outcome is a question of its own: `odds(RULE: CONDITION, rolls = N)`");
  } else if (e.children[3].kind != Kind::Missing) {
    refuse(e.children[3].span, "all of the rolls count, so nothing is `given`");
  } else if (e.children[2].kind == Kind::Missing) {
    refuse(e.span, "a condition is missing: `odds(RULE: CONDITION, rolls = N)`");
  }
  std::vector<std::pair<SlotId, ExpressionId>> inputs;
  for (const auto& [slot, value] : out.settings) {
    const auto& expression = out_.expressions[value];
    if (out_.slots[slot].kind == program::Slot::Kind::Input) {
      inputs.emplace_back(slot, value);
    } else if (expression.op == program::Op::Constant) {
      out.begins.emplace_back(slot, expression.value);
    } else {
      report_.add(Code::NotConstant, out_.places[value], "state before many rolls");
    }
  }
  out.settings = std::move(inputs);
}

// Odds of a number of rolls are doubles, so only what never or always happens is known to be equal.
void Lowering::refuse_equal_of_many(const Expectation& promise, Span place) {
  if (promise.kind != Expectation::Kind::Equal && promise.kind != Expectation::Kind::NotEqual) { return; }
  const auto is_many = [&](const Expectation::Side& side) {
    if (!side.query) { return false; }
    const auto& query = out_.queries[*side.query];
    return query.is_of_many_rolls() && query.rolls != Query::kForever;
  };
  const auto is_certain = [](const Expectation::Side& side) {
    return !side.query && (side.number == number::Rational(0) || side.number == number::Rational(1));
  };
  const bool is_known = is_certain(promise.left) || is_certain(promise.right);
  if (is_known || (!is_many(promise.left) && !is_many(promise.right))) { return; }
  report_.add(Code::NotAPromise, place)
      .note("of many rolls only 0% and 100% are compared by `==`: write `about 12.3%`, `< 5%` or `in 10%..20%`");
}

}  // namespace spoils::check
