// odds/amounts_as_things.cpp
//
// Finds the slots that are only added up, and writes the program in which amounts are things.
#include "odds/amounts_as_things.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "odds/linear_slots.h"
#include "odds/question.h"
#include "program/facts/call_graph.h"
#include "program/facts/rule_effects.h"
#include "program/limits.h"
#include "program/walk.h"

namespace spoils::odds {

using namespace program;

namespace {

/// A program of more expressions is not copied for one question.
constexpr std::size_t kMostExpressions = 500'000;
/// Writes the program in which amounts are things.
class Rewriting {
  using Kind = Statement::Kind;

 public:
  Rewriting(const Program& program, const Query& query, const LinearSlots& linear)
      : linear_(linear),
        out_(std::make_unique<RewrittenQuery>(RewrittenQuery{program, query})),
        program_(out_->program) {}

  std::unique_ptr<RewrittenQuery> run() {
    add_rule_of_amounts();
    for (const auto& [number, times] : linear_.assignments()) {
      if (times != 0) { put_in_place(number, times); }
    }
    auto& query = out_->query;
    if (const auto drops = drops_of(query.condition, 1); !drops.empty()) {
      query.rule = rule_around(query.rule, drops);
    }
    ask_for_sum(query);
    return std::move(out_);
  }

 private:
  ExpressionId add(const Expression& e, Span place) {
    program_.expressions.push_back(e);
    program_.places.push_back(place);
    return static_cast<ExpressionId>(program_.expressions.size() - 1);
  }

  ExpressionId add(Op op, ValueKind kind, ExpressionId a, ExpressionId b, Span place) {
    Expression e;
    e.op = op;
    e.type = of(kind);
    e.draws = (a != kNone && op != Op::Slot && program_.expressions[a].draws) ||
              (b != kNone && program_.expressions[b].draws);
    e.may_be_unset = op == Op::Slot;
    e.a = a;
    e.b = b;
    return add(e, place);
  }

  ExpressionId constant(ValueKind kind, Word value, Span place) {
    Expression e;
    e.type = of(kind);
    e.may_be_unset = false;
    e.value = value;
    return add(e, place);
  }

  SlotId add_slot(Slot::Kind kind, ValueKind of_kind, Span place) {
    Slot slot;
    slot.kind = kind;
    slot.type = of(of_kind);
    slot.place = place;
    program_.slots.push_back(std::move(slot));
    return static_cast<SlotId>(program_.slots.size() - 1);
  }

  BlockId add_block(const std::vector<Statement>& statements, Span place) {
    const BlockRange range{static_cast<std::uint32_t>(program_.block_items.size()),
                           static_cast<std::uint32_t>(statements.size())};
    for (const auto& s : statements) {
      program_.block_items.push_back(static_cast<std::uint32_t>(program_.statements.size()));
      program_.statements.push_back(s);
      program_.statement_places.push_back(place);
    }
    program_.blocks.push_back(range);
    return static_cast<BlockId>(program_.blocks.size() - 1);
  }

  // A rule whose things have an amount, which is given to it. Its name is none that a pack can have.
  void add_rule_of_amounts() {
    const auto place = out_->query.place;
    amount_ = add_slot(Slot::Kind::Field, ValueKind::Int, place);
    Rule rule;
    rule.name = "+";
    rule.place = place;
    rule.parameters.push_back({amount_, true, kNone});
    rule.fields.push_back(amount_);
    rule.body = add_block({}, place);
    program_.rules.push_back(std::move(rule));
    of_amounts_ = static_cast<RuleId>(program_.rules.size() - 1);
    maker_ = program_.symbols.intern("+");
    if (program_.symbol_names.size() < program_.symbols.size()) { program_.symbol_names.push_back({"+", "", 0}); }
  }

  // Drops the terms of a sum that are no slots which are added up, each times its factor, one by one: so the limit
  // of an amount holds for each, and no part of the sum leaves 64 bits.
  std::vector<Statement> drops_of(ExpressionId sum, Word times) {
    std::vector<Statement> out;
    std::vector<std::pair<ExpressionId, Word>> terms;
    linear_.for_each_term(
        sum, times, [](SlotId, Word) {}, [&](ExpressionId term, Word factor) { terms.emplace_back(term, factor); });
    for (const auto& [term, factor] : terms) {
      const auto e = program_.expressions[term];
      if (e.op == Op::Constant && e.value == 0) { continue; }
      const auto place = program_.places[term];
      auto amount = e.may_be_unset ? add(Op::OrZero, ValueKind::Int, term, kNone, place) : term;
      if (factor != 1) {
        amount = add(Op::Multiply, ValueKind::Int, amount, constant(ValueKind::Int, factor, place), place);
      }
      Statement drop;
      drop.kind = Kind::Drop;
      drop.a = of_amounts_;
      drop.b = static_cast<std::uint32_t>(program_.operands.size());
      drop.c = 1;
      program_.operands.push_back(amount);
      out.push_back(drop);
    }
    most_terms_ = std::max(most_terms_, out.size());
    return out;
  }

  void put_in_place(std::uint32_t number, Word times) {
    const auto place = program_.statement_places[number];
    const auto drops = drops_of(program_.statements[number].b, times);
    const bool may_fail = std::binary_search(program_.may_fail.begin(), program_.may_fail.end(), number);
    Statement all;
    all.kind = Kind::If;
    all.a = constant(ValueKind::Flag, 1, place);
    all.b = add_block(drops, place);
    if (may_fail) {
      for (const auto inner : statements_of(program_, all.b)) { program_.may_fail.push_back(inner); }
    }
    program_.statements[number] = all;
  }

  // A rule that runs another one, and then has an amount for what the question says besides.
  RuleId rule_around(RuleId rule, const std::vector<Statement>& drops) {
    const auto place = program_.rules[rule].place;
    auto around = program_.rules[rule];
    Statement run;
    run.kind = Kind::Run;
    run.a = rule;
    run.b = static_cast<std::uint32_t>(program_.operands.size());
    run.c = static_cast<std::uint32_t>(around.parameters.size());
    for (const auto& parameter : around.parameters) {
      Expression same;
      same.op = Op::Slot;
      same.type = program_.slots[parameter.slot].type;
      same.a = parameter.slot;
      program_.operands.push_back(add(same, place));
    }
    std::vector<Statement> body{run};
    std::vector<ExpressionId> amounts;
    for (const auto& drop : drops) {
      body.push_back(drop);
      amounts.push_back(program_.operands[drop.b]);
    }
    around.body = add_block(body, place);
    around.reads = slots_read(program_, amounts);
    program_.rules.push_back(std::move(around));
    return static_cast<RuleId>(program_.rules.size() - 1);
  }

  // The mean of sum(x in things where x.made_by == +: x.amount).
  void ask_for_sum(Query& query) {
    const auto place = query.place;
    Accumulator sum;
    sum.kind = FoldKind::Sum;
    sum.condition = add(Op::Equal, ValueKind::Flag, add(Op::Slot, ValueKind::Symbol, program_.made_by, kNone, place),
                        constant(ValueKind::Symbol, static_cast<Word>(maker_), place), place);
    sum.value = add(Op::Slot, ValueKind::Int, amount_, kNone, place);
    sum.slot = add_slot(Slot::Kind::Local, ValueKind::Int, place);
    // A roll has at most kMaxSteps statements.
    sum.most = std::numeric_limits<Word>::max() / static_cast<Word>(kMaxSteps * (most_terms_ + 1));
    program_.slots[sum.slot].initial = sum.nothing();
    query.condition = add(Op::Slot, ValueKind::Int, sum.slot, kNone, place);
    query.accumulators = {sum};
  }

  const LinearSlots& linear_;
  std::unique_ptr<RewrittenQuery> out_;
  Program& program_;
  SlotId amount_ = 0;
  RuleId of_amounts_ = 0;
  std::uint32_t maker_ = 0;
  std::size_t most_terms_ = 0;  // of one statement
};

}  // namespace

std::unique_ptr<RewrittenQuery> ask_of_amounts(const Program& program, const Query& query) {
  const bool is_mean_alone = query.is_mean && query.given == kNone && query.accumulators.empty() && query.by.empty() &&
                             !query.by_name && query.each.empty() && !query.is_of_many_rolls();
  if (!is_mean_alone || program.expressions[query.condition].type.kind != ValueKind::Int ||
      program.expressions.size() > kMostExpressions) {
    return nullptr;
  }
  if (RuleEffects(program).of_rule(query.rule).discards) { return nullptr; }
  const LinearSlots linear(program, query);
  if (!linear.any()) { return nullptr; }
  auto out = Rewriting(program, query, linear).run();
  return is_expectation(out->program, out->query) ? std::move(out) : nullptr;
}

}  // namespace spoils::odds
