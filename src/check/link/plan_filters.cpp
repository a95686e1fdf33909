// check/link/plan_filters.cpp
//
// Filter planning: splits conditions into steps and assigns memos, by what each expression reads and costs.
#include "check/link/plan_filters.h"

#include <algorithm>
#include <limits>
#include <set>
#include <vector>

#include "program/walk.h"

namespace spoils::check {

using namespace program;

namespace {

/// Slots that a part may read for its value to be stored by them.
constexpr std::size_t kMostReads = 8;
/// Estimated node evaluations from which memoising pays: for a value that depends on lists, which the lookup compares
/// member by member, and for one that depends on a few words.
constexpr std::uint32_t kWorthMemoising = 120;
constexpr std::uint32_t kWorthKeeping = 100;

class FilterPlanner {
 public:
  FilterPlanner(Program& program, ExpressionFacts& facts) : program_(program), facts_(facts) {}

  void run(const Program::Sizes& done) {
    for (auto i = done.choices; i < program_.choices.size(); ++i) {
      auto& choice = program_.choices[i];
      if (choice.reads_heap && choice.condition != kNone) { take_apart(choice); }
    }
    for (auto id = static_cast<ExpressionId>(done.expressions); id < program_.expressions.size(); ++id) {
      const auto op = program_.expressions[id].op;
      if (op == Op::Fold || op == Op::Invoke) { memoise(id); }
    }
  }

 private:
  [[nodiscard]] ValueKind kind_of(SlotId slot) const { return program_.slots[slot].type.kind; }

  /// Whether the value of a part may be stored by the few slots that it reads.
  [[nodiscard]] bool may_be_stored(const ExpressionFact& fact) const {
    return fact.is_memoisable && ExpressionFacts::knows_reads(fact) && facts_.reads(fact).size() <= kMostReads;
  }

  /// Whether, besides, equal words tell equal values of all that it reads.
  [[nodiscard]] bool is_stored_by_words(const ExpressionFact& fact) const {
    if (!may_be_stored(fact)) { return false; }
    const auto& reads = facts_.reads(fact);
    return std::none_of(reads.begin(), reads.end(), [this](SlotId slot) { return lies_in_heap(kind_of(slot)); });
  }

  /// Appends the steps of a condition; false if it cannot be split. `of_row`: slots that depend on the row.
  bool add_steps(ExpressionId id, std::vector<SlotId>& of_row, std::vector<ConditionStep>& steps) {
    const auto& e = program_.expressions[id];
    if (e.op == Op::And) { return add_steps(e.a, of_row, steps) && add_steps(e.b, of_row, steps); }
    if (e.op == Op::OrZero) { return add_steps(e.a, of_row, steps); }  // what is unset is not true either
    if (e.op == Op::Invoke && may_bind(e, steps)) {
      const auto& def = program_.defs[static_cast<std::size_t>(e.value)];
      ConditionStep step;
      step.kind = ConditionStep::Kind::Bind;
      step.id = id;
      steps.push_back(step);
      for (std::uint32_t i = 0; i < e.b; ++i) {
        const auto reads = facts_.reads_of({program_.operands[e.a + i]});
        const bool depends = std::any_of(reads.begin(), reads.end(), [&](SlotId slot) { return is_in(of_row, slot); });
        if (!depends) { continue; }
        of_row.push_back(def.parameters[i]);
        if (kind_of(def.parameters[i]) == ValueKind::Number) { of_row.push_back(def.parameters[i] + 1); }
      }
      return add_steps(def.body, of_row, steps);
    }
    const auto fact = facts_.of(id);
    ConditionStep step;
    step.id = id;
    if (is_stored_by_words(fact)) {
      step.kind = fact.is_sound ? ConditionStep::Kind::Static : ConditionStep::Kind::Guarded;
      for (const auto slot : facts_.reads(fact)) {
        if (!is_in(of_row, slot)) { step.reads.push_back(slot); }
      }
    } else if (fact.draws || !fact.is_sound) {
      return false;
    }
    steps.push_back(std::move(step));
    return true;
  }

  // Each def once, since its parameters have one place; arguments that run nothing leave those alone.
  [[nodiscard]] bool may_bind(const program::Expression& e, const std::vector<ConditionStep>& steps) const {
    auto body = program_.defs[static_cast<std::size_t>(e.value)].body;
    while (program_.expressions[body].op == Op::OrZero) { body = program_.expressions[body].a; }
    const auto op = program_.expressions[body].op;
    if (op != Op::And && op != Op::Invoke) { return false; }
    for (const auto& step : steps) {
      if (step.kind == ConditionStep::Kind::Bind && program_.expressions[step.id].value == e.value) { return false; }
    }
    for (std::uint32_t i = 0; i < e.b; ++i) {
      const auto& argument = program_.expressions[program_.operands[e.a + i]];
      if (argument.op != Op::Slot && argument.op != Op::Constant && argument.op != Op::Fraction) { return false; }
      if (argument.op != Op::Slot) { continue; }
      const auto kind = kind_of(argument.a);
      if (lies_in_heap(kind)) { return false; }
    }
    return true;
  }

  void take_apart(Choice& choice) {
    const auto& table = program_.tables[choice.table];
    if (table.rows.empty()) { return; }
    std::vector<ExpressionId> weights;
    for (const auto& row : table.rows) {
      if (row.condition != kNone && row.otherwise == kNone) { return; }
      if (choice.is_best || choice.weight == kNone) { weights.push_back(row.weight); }
    }
    if (choice.weight != kNone) { weights.push_back(choice.weight); }
    std::vector<SlotId> of_row{choice.row};
    std::vector<ConditionStep> steps;
    if (!add_steps(choice.condition, of_row, steps)) { return; }
    std::vector<SlotId> reads;
    bool is_kept = false;
    for (const auto& step : steps) {
      if (step.kind == ConditionStep::Kind::Bind || step.kind == ConditionStep::Kind::Dynamic) { continue; }
      is_kept = true;
      reads.insert(reads.end(), step.reads.begin(), step.reads.end());
    }
    if (!is_kept) { return; }
    std::set<SlotId> weighed_by;
    choice.weighs_static = std::all_of(weights.begin(), weights.end(), [&](ExpressionId id) {
      const auto fact = facts_.of(id);
      if (!is_stored_by_words(fact)) { return false; }
      weighed_by.insert(facts_.reads(fact).begin(), facts_.reads(fact).end());
      return weighed_by.size() <= kMostReads;
    });
    if (choice.weighs_static) {
      weighed_by.erase(choice.row);
      reads.insert(reads.end(), weighed_by.begin(), weighed_by.end());
    }
    std::sort(reads.begin(), reads.end());
    reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
    choice.planned_reads = std::move(reads);
    choice.steps = std::move(steps);
  }

  void memoise(ExpressionId id) {
    auto& e = program_.expressions[id];
    if (e.draws || program_.memos.size() == std::numeric_limits<std::uint16_t>::max()) { return; }
    switch (e.type.kind) {
      case ValueKind::Int:
      case ValueKind::Number:
      case ValueKind::Flag:
      case ValueKind::Symbol: break;
      default: return;
    }
    // The arguments of a def have been stored when it is looked up.
    const auto fact = facts_.of(e.op == Op::Fold ? id : program_.defs[static_cast<std::size_t>(e.value)].body);
    if (!may_be_stored(fact) || fact.cost < kWorthKeeping) { return; }
    Memo memo;
    for (const auto slot : facts_.reads(fact)) {
      const auto& type = program_.slots[slot].type;
      if (type.kind == ValueKind::Text || type.element == ValueKind::Text) { return; }
      const bool is_list = holds_words(type.kind);
      (is_list ? memo.lists : memo.words).push_back(slot);
    }
    if (!memo.lists.empty() && fact.cost < kWorthMemoising) { return; }
    program_.memos.push_back(std::move(memo));
    e.memo = static_cast<std::uint16_t>(program_.memos.size());
  }

  static bool is_in(const std::vector<SlotId>& slots, SlotId slot) {
    return std::find(slots.begin(), slots.end(), slot) != slots.end();
  }

  Program& program_;
  ExpressionFacts& facts_;
};

}  // namespace

void plan_filters(Program& program, ExpressionFacts& facts, const Program::Sizes& done) {
  FilterPlanner(program, facts).run(done);
}

}  // namespace spoils::check
