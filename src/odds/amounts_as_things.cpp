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
/// A slot that is worth more at the end is held by states.
constexpr Word kMostWorth = 1'000'000;
/// Slots that depend on each other in a longer chain than this are held by states.
constexpr int kMostRounds = 64;

/// The factors with which slots add to the mean from some place on; slots that add nothing are left out.
using Worth = std::map<SlotId, Word>;

/// The slots that are only added up, and what their assignments are worth.
class AddedUp {
  using Kind = Statement::Kind;

 public:
  AddedUp(const Program& program, const Query& query)
      : program_(program),
        query_(query),
        own_(rules_reached(program, {query.rule}, Follow::SameThing)),
        reached_(rules_reached(program, {query.rule}, Follow::AllThings)) {
    find_candidates();
    while (!slots_.empty()) {
      keep_what_is_read_in_sums_alone();
      if (is_consistent()) { return; }
    }
    of_query_.clear();
  }

  /// Whether some slot is.
  [[nodiscard]] bool any() const { return !of_query_.empty(); }
  [[nodiscard]] bool contains(SlotId slot) const { return slots_.contains(slot); }
  /// The factor of each assignment to such a slot, by the number of the statement; 0 if it adds nothing.
  [[nodiscard]] const std::map<std::uint32_t, Word>& assignments() const { return assignments_; }

  /// Calls slot(id, factor) for the slots whose multiples a number is the sum of, and rest(id) for its other terms.
  template <class OnSlot, class OnRest>
  void for_each_term(ExpressionId id, Word factor, OnSlot&& slot, OnRest&& rest) const {
    if (!has_slot(id)) { return rest(id, factor); }
    const auto& e = program_.expressions[id];
    const auto constant = [&](ExpressionId operand) -> std::optional<Word> {
      const auto& of = program_.expressions[operand];
      const bool is_small = of.op == Op::Constant && of.value >= -kMostWorth && of.value <= kMostWorth;
      return is_small ? std::optional(of.value) : std::nullopt;
    };
    switch (e.op) {
      case Op::Slot: return slot(e.a, factor);
      case Op::OrZero: return for_each_term(e.a, factor, slot, rest);
      case Op::Negate: return for_each_term(e.a, -factor, slot, rest);
      case Op::Add:
      case Op::Subtract:
        for_each_term(e.a, factor, slot, rest);
        return for_each_term(e.b, e.op == Op::Add ? factor : -factor, slot, rest);
      case Op::Multiply:
        for (const auto& [number, other] : {std::pair(e.a, e.b), std::pair(e.b, e.a)}) {
          const auto by = constant(number);
          if (by && factor * *by <= kMostWorth && factor * *by >= -kMostWorth) {
            return for_each_term(other, factor * *by, slot, rest);
          }
        }
        break;
      default: break;
    }
    rest(id, factor);
  }

 private:
  // Whether a number is a sum that may have such a slot as a term.
  [[nodiscard]] bool has_slot(ExpressionId id) const {
    const auto& e = program_.expressions[id];
    if (e.type.kind != ValueKind::Int) { return false; }
    switch (e.op) {
      case Op::Slot: return contains(e.a);
      case Op::OrZero:
      case Op::Negate: return has_slot(e.a);
      case Op::Add:
      case Op::Subtract:
      case Op::Multiply: return has_slot(e.a) || has_slot(e.b);
      default: return false;
    }
  }

  [[nodiscard]] bool may_be_added_up(SlotId slot) const {
    const auto& is = program_.slots[slot];
    return is.type.kind == ValueKind::Int && is.kind != Slot::Kind::Input && is.kind != Slot::Kind::State;
  }

  // Slots that assignments alone set, and only in the rules that work on the thing of the question.
  void find_candidates() {
    std::set<SlotId> others;
    for (const auto rule : reached_) {
      const bool is_own = std::find(own_.begin(), own_.end(), rule) != own_.end();
      for (const auto& parameter : program_.rules[rule].parameters) { others.insert(parameter.slot); }
      if (!is_own) { others.insert(program_.rules[rule].fields.begin(), program_.rules[rule].fields.end()); }
      add_writes(program_.rules[rule].body, is_own, others);
    }
    // Rules that make things of their own, or whose work is put back or comes once in a world: others may run them,
    // too.
    for (const auto rule : rules_reached(program_, std::move(elsewhere_), Follow::SameThing)) {
      add_writes(program_.rules[rule].body, false, others);
    }
    for (const auto slot : others) { slots_.erase(slot); }
  }

  void add_writes(BlockId block, bool is_own, std::set<SlotId>& others) {
    for (const auto number : statements_of(program_, block)) {
      const auto& s = program_.statements[number];
      for_each_call(program_, s, [&](RuleId rule, CallKind kind) {
        if (!is_own || kind != CallKind::Run) { elsewhere_.push_back(rule); }
      });
      switch (s.kind) {
        case Kind::Assign:
          if (is_own && may_be_added_up(s.a)) {
            slots_.insert(s.a);
          } else {
            others.insert(s.a);
          }
          break;
        case Kind::ForEach:
        case Kind::ForRange:
        case Kind::Suppose: others.insert(s.a); break;
        default: break;
      }
      const bool stays = s.kind != Kind::Suppose && s.kind != Kind::World;
      for_each_block(s, [&](BlockId inner) { add_writes(inner, is_own && stays, others); });
    }
  }

  // Leaves out what is read in any other way than as a term of a sum for such a slot, or of the question.
  void keep_what_is_read_in_sums_alone() {
    for (std::size_t before = 0; before != slots_.size();) {
      if (++rounds_ > kMostRounds) { slots_.clear(); }
      before = slots_.size();
      std::vector<ExpressionId> others;
      const auto add = [&](ExpressionId id) {
        if (id != kNone) { others.push_back(id); }
      };
      const auto add_sum = [&](ExpressionId id) {
        for_each_term(
            id, 1, [](SlotId, Word) {}, [&](ExpressionId rest, Word) { others.push_back(rest); });
      };
      for (const auto rule : reached_) {
        for (const auto& parameter : program_.rules[rule].parameters) { add(parameter.initial); }
        for_each_statement(program_, program_.rules[rule].body, [&](std::uint32_t number) {
          const auto& s = program_.statements[number];
          if (s.kind == Kind::Assign && contains(s.a)) {
            add_sum(s.b);
          } else {
            for_each_expression(program_, s, add);
          }
        });
      }
      for (const auto& [slot, id] : query_.settings) { add(id); }
      for (const auto& [parameter, id] : query_.arguments) { add(id); }
      add_sum(query_.condition);
      for (const auto slot : slots_read(program_, others)) { slots_.erase(slot); }
    }
  }

  // Finds what each assignment is worth. Returns false, with fewer slots, if that depends on the way.
  bool is_consistent() {
    assignments_.clear();
    of_query_.clear();
    walked_.clear();
    wrong_.clear();
    for_each_term(
        query_.condition, 1, [&](SlotId slot, Word factor) { of_query_[slot] += factor; }, [](ExpressionId, Word) {});
    std::erase_if(of_query_, [](const auto& one) { return one.second == 0; });
    if (!of_query_.empty()) { before_rule(query_.rule, of_query_); }
    for (const auto slot : wrong_) { slots_.erase(slot); }
    return wrong_.empty();
  }

  void require_same(const Worth& a, const Worth& b) {
    for (const auto* of : {&a, &b}) {
      for (const auto& [slot, worth] : *of) {
        const auto& other = of == &a ? b : a;
        const auto found = other.find(slot);
        if (found == other.end() || found->second != worth) { wrong_.insert(slot); }
      }
    }
  }

  Worth before_rule(RuleId rule, const Worth& after) {
    if (const auto known = walked_.find(rule); known != walked_.end()) {
      require_same(known->second.after, after);
      return known->second.before;
    }
    const auto outer = std::exchange(at_end_, &after);
    auto before = before_block(program_.rules[rule].body, after);
    at_end_ = outer;
    walked_[rule] = {after, before};
    return before;
  }

  Worth before_block(BlockId block, Worth worth) {
    const auto statements = statements_of(program_, block);
    for (auto i = statements.size(); i-- > 0;) { worth = before(statements[i], std::move(worth)); }
    return worth;
  }

  Worth before(std::uint32_t number, Worth after) {
    const auto& s = program_.statements[number];
    switch (s.kind) {
      case Kind::Assign: return contains(s.a) ? before_assignment(number, std::move(after)) : after;
      case Kind::If:
      case Kind::Try: {
        const auto other = s.kind == Kind::If ? s.c : s.a;
        auto out = before_block(s.kind == Kind::If ? s.b : s.c, after);
        require_same(out, other == kNone ? after : before_block(other, after));
        return out;
      }
      case Kind::Repeat:
      case Kind::ForEach:
      case Kind::ForRange:
      case Kind::Retry: {
        auto out = before_block(s.c, after);
        if (s.kind != Kind::Retry) { require_same(out, after); }
        return out;
      }
      case Kind::Run: return before_rule(s.a, after);
      case Kind::RunNamed:
        for (const auto& [symbol, rule] : program_.dispatches[s.b].rules) {
          require_same(before_rule(rule, after), after);
        }
        return after;
      case Kind::WithInput: return before_block(s.c, std::move(after));
      case Kind::WithStream: return before_block(s.b, std::move(after));
      case Kind::Stop: return *at_end_;
      case Kind::Suppose:
      case Kind::World:
      case Kind::Drop:
      case Kind::Hold:
      case Kind::Discard: return after;
    }
    return after;
  }

  Worth before_assignment(std::uint32_t number, Worth after) {
    const auto& s = program_.statements[number];
    const auto found = after.find(s.a);
    const auto worth = found == after.end() ? 0 : found->second;
    const auto [known, is_new] = assignments_.try_emplace(number, worth);
    if (!is_new && known->second != worth) { wrong_.insert(s.a); }
    if (worth == 0) { return after; }
    after.erase(found);
    for_each_term(
        s.b, worth,
        [&](SlotId slot, Word factor) {
          auto& of = after[slot];
          of += factor;
          if (of > kMostWorth || of < -kMostWorth) { wrong_.insert(slot); }
        },
        [](ExpressionId, Word) {});
    std::erase_if(after, [](const auto& one) { return one.second == 0; });
    return after;
  }

  const Program& program_;
  const Query& query_;
  std::vector<RuleId> own_;
  std::vector<RuleId> reached_;
  std::vector<RuleId> elsewhere_;  // run by others than rules that work on the thing, or in a block that is put back
  std::set<SlotId> slots_;
  Worth of_query_;
  std::map<std::uint32_t, Word> assignments_;
  struct Walked {
    Worth after;
    Worth before;
  };
  std::map<RuleId, Walked> walked_;
  const Worth* at_end_ = nullptr;
  std::set<SlotId> wrong_;  // what they are worth depends on the way
  int rounds_ = 0;
};

/// Writes the program in which amounts are things.
class Rewriting {
  using Kind = Statement::Kind;

 public:
  Rewriting(const Program& program, const Query& query, const AddedUp& added_up)
      : added_up_(added_up), out_(std::make_unique<Asked>(Asked{program, query})), program_(out_->program) {}

  std::unique_ptr<Asked> run() {
    add_rule_of_amounts();
    for (const auto& [number, worth] : added_up_.assignments()) {
      if (worth != 0) { put_in_place(number, worth); }
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

  // Drops the terms of a sum that are no slots which are added up, times what each is worth, one by one: so the limit
  // of an amount holds for each, and no part of the sum leaves 64 bits.
  std::vector<Statement> drops_of(ExpressionId sum, Word worth) {
    std::vector<Statement> out;
    std::vector<std::pair<ExpressionId, Word>> terms;
    added_up_.for_each_term(
        sum, worth, [](SlotId, Word) {}, [&](ExpressionId term, Word factor) { terms.emplace_back(term, factor); });
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

  void put_in_place(std::uint32_t number, Word worth) {
    const auto place = program_.statement_places[number];
    const auto drops = drops_of(program_.statements[number].b, worth);
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
    run.c = 0;
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

  const AddedUp& added_up_;
  std::unique_ptr<Asked> out_;
  Program& program_;
  SlotId amount_ = 0;
  RuleId of_amounts_ = 0;
  std::uint32_t maker_ = 0;
  std::size_t most_terms_ = 0;  // of one statement
};

}  // namespace

std::unique_ptr<Asked> ask_of_amounts(const Program& program, const Query& query) {
  const bool is_mean_alone = query.is_mean && query.given == kNone && query.accumulators.empty() && query.by.empty() &&
                             !query.by_name && query.each.empty() && !query.is_of_many_rolls();
  if (!is_mean_alone || program.expressions[query.condition].type.kind != ValueKind::Int ||
      program.expressions.size() > kMostExpressions) {
    return nullptr;
  }
  if (RuleEffects(program).of_rule(query.rule).discards) { return nullptr; }
  const AddedUp added_up(program, query);
  if (!added_up.any()) { return nullptr; }
  auto out = Rewriting(program, query, added_up).run();
  return is_expectation(out->program, out->query) ? std::move(out) : nullptr;
}

}  // namespace spoils::odds
