// odds/evaluated_early.cpp
//
// Finds the parts of expressions that are known early, and writes the assignments that take their places.
#include "odds/evaluated_early.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "odds/program_writer.h"
#include "program/facts/expression_facts.h"
#include "program/facts/magnitude.h"
#include "program/facts/rule_effects.h"
#include "program/walk.h"

namespace spoils::odds {

using namespace program;

namespace {

/// Assignments that are written in one program, and of these for questions about one rule: each question passes over
/// those of the others.
constexpr std::size_t kMostEarly = 10'000;
constexpr std::size_t kMostForQuestions = 64;

/// Slots that statements set, of which it is noted where: in larger programs the rest stays as it is.
constexpr std::size_t kMostSet = 1'000'000;

/// Members of a list that become terms: an operator more is a level more of the expression.
constexpr std::uint32_t kMostTerms = 32;

/// Operators of which a part is evaluated by itself: they take several values, and give one word.
bool joins_values(const Expression& e) {
  switch (e.op) {
    case Op::Add:
    case Op::Subtract:
    case Op::Multiply:
    case Op::Minimum:
    case Op::Maximum:
    case Op::Equal:
    case Op::Less:
    case Op::LessOrEqual:
    case Op::InRange:
    case Op::And:
    case Op::Or: return e.type.kind == ValueKind::Int || e.type.kind == ValueKind::Flag;
    default: return false;
  }
}

/// Operators in whose operands parts are looked for.
bool has_parts(const Expression& e) {
  return joins_values(e) || e.op == Op::OrZero || e.op == Op::Not || e.op == Op::Choose;
}

class Early {
  using Kind = Statement::Kind;

 public:
  Early(Program& program, const std::vector<std::uint32_t>& asked)
      : program_(program), facts_(program), magnitudes_(program), effects_(program), out_(program) {
    // They are found for the program as it is.
    for (RuleId rule = 0; rule < program.rules.size(); ++rule) { static_cast<void>(effects_.of_rule(rule)); }
    for (const auto number : asked) {
      const auto& query = program.queries[number];
      asked_[query.rule].push_back(number);
      for (const auto& accumulator : query.accumulators) { set_by_things_.insert(accumulator.slot); }
    }
  }

  bool run() {
    for (RuleId rule = 0; rule < program_.rules.size(); ++rule) {
      written_.clear();
      block(program_.rules[rule].body, {.rule = rule});
      if (written_.empty()) { continue; }
      auto& reads = program_.rules[rule].reads;
      reads.insert(reads.end(), written_.begin(), written_.end());
      std::sort(reads.begin(), reads.end());
      changed_ = true;
    }
    return changed_;
  }

 private:
  /// A block that is being gone through. Its statements are numbered from 1; 0 is what is before it.
  struct Now {
    const std::vector<std::uint32_t>& statements;
    std::map<SlotId, std::size_t> set_by;                       // the last statement that may have set a slot
    std::vector<std::size_t> draws;                             // how many of the first statements draw
    std::vector<std::size_t> leaves;                            // after how many of them the rest may not come
    std::map<std::size_t, std::vector<std::uint32_t>> written;  // after a statement
  };

  /// The expressions that are evaluated at the end of a block.
  struct End {
    RuleId rule = kNone;          // whose body it is: the questions about it
    std::uint32_t retry = kNone;  // the statement that asks whether it is run again
  };

  // Goes through a block, and all that are in it.
  void block(BlockId id, End at_end) {
    if (!gone_through_.insert(id).second) { return; }
    const auto range = program_.blocks[id];
    const std::vector<std::uint32_t> statements(
        program_.block_items.begin() + range.first,
        program_.block_items.begin() + range.first + static_cast<std::ptrdiff_t>(range.count));
    Now now{statements, {}, {0}, {0}, {}};
    const auto end = statements.size() + 1;
    const bool is_followed = may_follow(statements);
    if (is_followed) { follow(now, at_end); }
    // A part that the block around this one has left to it is always written.
    for (const auto& [slot, part] : after_tries_[at_end.retry]) {
      const auto value = is_followed ? early(now, part, end, false) : part;
      now.written[end - 1].push_back(out_.add_statement(ProgramWriter::assignment(slot, value)));
    }
    if (!now.written.empty()) {
      std::vector<std::uint32_t> out;
      for (std::size_t i = 0; i < statements.size(); ++i) {
        out.push_back(statements[i]);
        const auto& more = now.written[i + 1];
        out.insert(out.end(), more.begin(), more.end());
      }
      program_.blocks[id] = out_.placed(out);
    }
    for (const auto number : statements) {
      const auto s = program_.statements[number];
      const bool tries = s.kind == Kind::Retry || s.kind == Kind::Try;
      for_each_block(s, [&](BlockId inner) {
        const bool is_tried = tries && inner == s.c;
        block(inner, {.retry = is_tried ? number : kNone});
      });
    }
  }

  // Whether it is noted what the statements of a block set.
  bool may_follow(const std::vector<std::uint32_t>& statements) {
    for (const auto number : statements) { set_ += effects_.writes(effects_.of_statement(number)).size(); }
    return set_ <= kMostSet;
  }

  // Looks for parts in the statements of a block, and in what is evaluated at its end.
  void follow(Now& now, const End& at_end) {
    for (const auto number : now.statements) {
      auto s = program_.statements[number];
      const auto here = now.draws.size();
      if (s.kind == Kind::Assign) { s.b = early(now, s.b, here, true); }
      if (s.kind == Kind::If) { s.a = early(now, s.a, here, true); }
      program_.statements[number] = s;
      const auto effect = effects_.of_statement(number);
      now.draws.push_back(now.draws.back() + (may_draw(number) ? 1 : 0));
      now.leaves.push_back(now.leaves.back() + (effect.leaves() ? 1 : 0));
      for (const auto slot : effects_.writes(effect)) { now.set_by[slot] = now.draws.size() - 1; }
    }
    if (at_end.rule != kNone) { questions(now, at_end.rule); }
    if (at_end.retry == kNone) { return; }
    auto s = program_.statements[at_end.retry];
    // The last of so many tries does not ask.
    s.b = early(now, s.b, now.draws.size(), s.kind == Kind::Try);
    program_.statements[at_end.retry] = s;
  }

  // Questions read the fields when the rule has ended. If only some rolls count, the others may have no value.
  void questions(Now& now, RuleId rule) {
    const auto found = asked_.find(rule);
    if (found == asked_.end() || now.leaves.back() > 0) { return; }
    const auto before = left_;
    for (const auto number : found->second) {
      if (before - left_ >= kMostForQuestions) { return; }
      auto& query = program_.queries[number];
      const auto end = now.draws.size();
      Query::Early out{query.by, query.condition, query.given};
      const bool is_sure = query.given == kNone;
      if (out.given != kNone) { out.given = early(now, out.given, end, true); }
      if (out.condition != kNone) { out.condition = early(now, out.condition, end, is_sure); }
      for (auto& id : out.by) { id = early(now, id, end, is_sure); }
      query.early = std::move(out);
    }
  }

  // Returns what an expression is when it is evaluated before the statement with number `at`, once the parts of it that
  // are known before have been written after the statements that settle them. `is_sure`: it is evaluated if its
  // statement is reached.
  ExpressionId early(Now& now, ExpressionId id, std::size_t at, bool is_sure) {
    id = as_operators(id);
    auto e = program_.expressions[id];
    if (!has_parts(e) || left_ == 0) { return id; }
    const auto known = joins_values(e) ? known_after(now, id) : 0;
    if (const auto retry = set_in_retry(now, id, known); retry != kNone) {
      const auto slot = early_slot(id);
      after_tries_[retry].emplace_back(slot, id);
      return out_.read(slot);
    }
    const bool is_early =
        known > 0 && now.draws[at - 1] > now.draws[known] && may_be_early(now, id, known, at, is_sure);
    const auto here = is_early ? known + 1 : at;
    const bool takes_both = e.op != Op::And && e.op != Op::Or && e.op != Op::Choose;
    const auto place = program_.places[id];
    const auto a = early(now, e.a, here, is_sure);
    const auto b = e.b == kNone ? kNone : early(now, e.b, here, is_sure && takes_both);
    const auto c = e.c == kNone ? kNone : early(now, e.c, here, is_sure && takes_both);
    if (a != e.a || b != e.b || c != e.c) {
      e.a = a;
      e.b = b;
      e.c = c;
      e.memo = 0;
      out_.set_place(place);
      id = out_.add(e);
    }
    if (!is_early) { return id; }
    const auto slot = early_slot(id);
    now.written[known].push_back(out_.add_statement(ProgramWriter::assignment(slot, id)));
    return out_.read(slot);
  }

  // `sum([a, b, c])` as `a + b + c`, and the greatest and least of such a list likewise.
  ExpressionId as_operators(ExpressionId id) {
    const auto e = program_.expressions[id];
    if (e.op != Op::Fold || e.draws || e.type.kind != ValueKind::Int) { return id; }
    const auto& fold = program_.folds[e.a];
    const auto source = program_.expressions[fold.source];
    const bool has_all = source.op == Op::MakeList && source.b > 1 && source.b <= kMostTerms &&
                         fold.condition == kNone && fold.value == kNone;
    const auto op = fold.kind == FoldKind::Sum       ? Op::Add
                    : fold.kind == FoldKind::Maximum ? Op::Maximum
                    : fold.kind == FoldKind::Minimum ? Op::Minimum
                                                     : Op::Constant;
    if (!has_all || op == Op::Constant) { return id; }
    out_.set_place(program_.places[id]);
    auto out = out_.or_zero(program_.operands[source.a]);
    for (std::uint32_t i = 1; i < source.b; ++i) {
      out = out_.add(op, e.type, out, out_.or_zero(program_.operands[source.a + i]));
    }
    return out;
  }

  // Returns a slot for the value of an expression, in whose place all is that is written next.
  SlotId early_slot(ExpressionId id) {
    --left_;
    out_.set_place(program_.places[id]);
    written_.push_back(out_.add_slot(Slot::Kind::Local, program_.expressions[id].type));
    return written_.back();
  }

  // The statement after which nothing sets what an expression reads, if it reads several slots; else 0.
  std::size_t known_after(const Now& now, ExpressionId id) {
    const auto& fact = facts_.of(id);
    if (facts_.violation() || fact.draws || !ExpressionFacts::knows_reads(fact) || facts_.reads(fact).size() < 2) {
      return 0;
    }
    std::size_t out = 0;
    for (const auto slot : facts_.reads(fact)) {
      if (set_by_things_.contains(slot)) { return 0; }
      const auto found = now.set_by.find(slot);
      if (found != now.set_by.end()) { out = std::max(out, found->second); }
    }
    return out;
  }

  // Returns the `retry` after which nothing sets what an expression reads: each of its tries can evaluate it, if that
  // cannot fail. kNone if there is none. Its block is gone through after this one.
  std::uint32_t set_in_retry(const Now& now, ExpressionId id, std::size_t known) {
    const auto number = known > 0 ? now.statements[known - 1] : kNone;
    const bool is_retry = number != kNone && program_.statements[number].kind == Kind::Retry;
    return is_retry && is_sound(id) ? number : kNone;
  }

  // An expression that can fail is evaluated early only if it would be later, too.
  bool may_be_early(const Now& now, ExpressionId id, std::size_t known, std::size_t at, bool is_sure) {
    return (is_sure && now.leaves[at - 1] == now.leaves[known]) || is_sound(id);
  }

  // Whether an expression cannot fail. That numbers stay small is known of slots that are set from such ones.
  bool is_sound(ExpressionId id) {
    if (facts_.of(id).is_sound) { return true; }
    const auto& e = program_.expressions[id];
    const bool may_overflow = e.op == Op::Add || e.op == Op::Subtract || e.op == Op::Multiply;
    if (!has_parts(e) || (may_overflow && !magnitudes_.of(id))) { return false; }
    bool out = true;
    for_each_operand(program_, e, [&](ExpressionId operand) { out = out && is_sound(operand); });
    return out;
  }

  bool may_draw(std::uint32_t number) {
    const auto& s = program_.statements[number];
    bool out = s.kind != Kind::Assign && s.kind != Kind::If;
    for_each_expression(program_, s, [&](ExpressionId id) { out = out || program_.expressions[id].draws; });
    for_each_block(s, [&](BlockId) { out = true; });
    return out;
  }

  Program& program_;
  ExpressionFacts facts_;
  Magnitudes magnitudes_;
  RuleEffects effects_;
  ProgramWriter out_;
  std::map<RuleId, std::vector<std::uint32_t>> asked_;  // questions by their rules
  std::size_t set_ = 0;
  std::set<SlotId> set_by_things_;  // whenever one is finished, and not by a statement
  std::set<BlockId> gone_through_;
  std::map<std::uint32_t, std::vector<std::pair<SlotId, ExpressionId>>> after_tries_;  // by `retry`: set by each try
  std::vector<SlotId> written_;                                                        // slots of the rule
  std::size_t left_ = kMostEarly;
  bool changed_ = false;
};

}  // namespace

bool evaluate_early(Program& program, const std::vector<std::uint32_t>& asked) {
  const bool joins = std::any_of(program.expressions.begin(), program.expressions.end(),
                                 [](const Expression& e) { return (joins_values(e) || e.op == Op::Fold) && !e.draws; });
  return joins && !program.settles && Early(program, asked).run();
}

}  // namespace spoils::odds
