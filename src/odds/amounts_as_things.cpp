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
#include "odds/program_writer.h"
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
        program_(out_->program),
        written_(program_) {}

  std::unique_ptr<RewrittenQuery> run() {
    add_rule_of_amounts();
    for (const auto& [number, times] : linear_.assignments()) {
      if (times != 0) { put_in_place(number, times); }
    }
    auto& query = out_->query;
    query.early.reset();
    if (const auto drops = drops_of(query.condition, 1); !drops.empty()) {
      query.rule = rule_around(query.rule, drops);
    }
    ask_for_sum(query);
    return std::move(out_);
  }

 private:
  BlockId add_block(const std::vector<Statement>& statements) {
    std::vector<std::uint32_t> numbers;
    for (const auto& s : statements) { numbers.push_back(written_.add_statement(s)); }
    return written_.add_block(numbers);
  }

  // A rule whose things have an amount, which is given to it. Its name is none that a pack can have.
  void add_rule_of_amounts() {
    const auto place = out_->query.place;
    written_.set_place(place);
    amount_ = written_.add_slot(Slot::Kind::Field, of(ValueKind::Int));
    Rule rule;
    rule.name = "+";
    rule.place = place;
    rule.parameters.push_back({amount_, true, kNone});
    rule.fields.push_back(amount_);
    rule.body = add_block({});
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
      written_.set_place(program_.places[term]);
      auto amount = e.may_be_unset ? written_.or_zero(term) : term;
      if (factor != 1) {
        amount = written_.add(Op::Multiply, of(ValueKind::Int), amount, written_.constant(of(ValueKind::Int), factor));
      }
      Statement drop;
      drop.kind = Kind::Drop;
      drop.a = of_amounts_;
      drop.b = written_.add_operands({amount});
      drop.c = 1;
      out.push_back(drop);
    }
    most_terms_ = std::max(most_terms_, out.size());
    return out;
  }

  void put_in_place(std::uint32_t number, Word times) {
    const auto drops = drops_of(program_.statements[number].b, times);
    written_.set_place(program_.statement_places[number]);
    const bool may_fail = std::binary_search(program_.may_fail.begin(), program_.may_fail.end(), number);
    Statement all;
    all.kind = Kind::If;
    all.a = written_.constant(of(ValueKind::Flag), 1);
    all.b = add_block(drops);
    if (may_fail) {
      for (const auto inner : statements_of(program_, all.b)) { program_.may_fail.push_back(inner); }
    }
    program_.statements[number] = all;
  }

  // A rule that runs another one, and then has an amount for what the question says besides.
  RuleId rule_around(RuleId rule, const std::vector<Statement>& drops) {
    written_.set_place(program_.rules[rule].place);
    auto around = program_.rules[rule];
    Statement run;
    run.kind = Kind::Run;
    run.a = rule;
    std::vector<ExpressionId> same;
    for (const auto& parameter : around.parameters) { same.push_back(written_.read(parameter.slot)); }
    run.b = written_.add_operands(same);
    run.c = static_cast<std::uint32_t>(same.size());
    std::vector<Statement> body{run};
    std::vector<ExpressionId> amounts;
    for (const auto& drop : drops) {
      body.push_back(drop);
      amounts.push_back(program_.operands[drop.b]);
    }
    around.body = add_block(body);
    around.reads = slots_read(program_, amounts);
    program_.rules.push_back(std::move(around));
    return static_cast<RuleId>(program_.rules.size() - 1);
  }

  // The mean of sum(x in things where x.made_by == +: x.amount).
  void ask_for_sum(Query& query) {
    written_.set_place(query.place);
    Accumulator sum;
    sum.kind = FoldKind::Sum;
    sum.condition = written_.add(Op::Equal, of(ValueKind::Flag), written_.read(program_.made_by),
                                 written_.constant(of(ValueKind::Symbol), static_cast<Word>(maker_)));
    sum.value = written_.read(amount_);
    sum.slot = written_.add_slot(Slot::Kind::Local, of(ValueKind::Int));
    // A roll has at most kMaxSteps statements.
    sum.most = std::numeric_limits<Word>::max() / static_cast<Word>(kMaxSteps * (most_terms_ + 1));
    program_.slots[sum.slot].initial = sum.nothing();
    query.condition = written_.read(sum.slot);
    query.accumulators = {sum};
  }

  const LinearSlots& linear_;
  std::unique_ptr<RewrittenQuery> out_;
  Program& program_;
  ProgramWriter written_;
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
