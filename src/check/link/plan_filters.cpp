// check/link/plan_filters.cpp
//
// Filter planning: a memoised bottom-up pass collects what each expression reads and costs; from these facts
// conditions are split into steps, and memos are assigned.
#include "check/link/plan_filters.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>

namespace spoils::check {

using namespace program;

namespace {

/// Slots that a part may read for its value to be kept by them.
constexpr std::size_t kMostReads = 8;
/// Estimated node evaluations from which memoising pays: for a value that depends on lists, which the lookup compares
/// member by member, and for one that depends on a few words.
constexpr std::uint32_t kWorthRemembering = 120;
constexpr std::uint32_t kWorthKeeping = 100;
constexpr std::uint32_t kTurns = 8;  // estimated iterations of a fold over a list of unknown length
constexpr std::size_t kMostTurns = 1'000;

/// Facts about a part, with all parts below it.
struct Facts {
  bool is_open = false;   // draws, or reads more slots than are recorded
  bool is_sound = true;   // cannot go wrong
  bool is_small = false;  // an integer that some additions leave within range
  std::uint8_t count = 0;
  std::uint32_t cost = 1;
  std::array<SlotId, kMostReads> slots{};

  [[nodiscard]] const SlotId* begin() const { return slots.data(); }
  [[nodiscard]] const SlotId* end() const { return slots.data() + count; }
  [[nodiscard]] bool reads(SlotId slot) const { return std::find(begin(), end(), slot) != end(); }

  void read(SlotId slot) {
    if (is_open || reads(slot)) { return; }
    is_open = count == kMostReads;
    if (!is_open) { slots[count++] = slot; }
  }
  void take(const Facts& below) {
    is_open = is_open || below.is_open;
    is_sound = is_sound && below.is_sound;
    cost += std::min(below.cost, std::numeric_limits<std::uint32_t>::max() - cost);
    for (const auto slot : below) { read(slot); }
  }
  void set_itself(SlotId slot) {
    count = static_cast<std::uint8_t>(std::remove(slots.begin(), slots.begin() + count, slot) - slots.begin());
  }
};

class FilterPlanner {
 public:
  explicit FilterPlanner(Program& program) : program_(program), known_(program.expressions.size(), kNone) {}

  void run(const Program::Sizes& done) {
    for (auto i = done.choices; i < program_.choices.size(); ++i) {
      auto& choice = program_.choices[i];
      if (choice.reads_heap && choice.condition != kNone) { take_apart(choice); }
    }
    for (auto id = static_cast<ExpressionId>(done.expressions); id < program_.expressions.size(); ++id) {
      const auto op = program_.expressions[id].op;
      if (op == Op::Fold || op == Op::Invoke) { remember(id); }
    }
  }

 private:
  [[nodiscard]] ValueKind kind_of(SlotId slot) const { return program_.slots[slot].type.kind; }

  /// Whether equal words tell equal values of all that is read.
  [[nodiscard]] bool is_settled(const Facts& facts) const {
    return !facts.is_open &&
           std::none_of(facts.begin(), facts.end(), [this](SlotId slot) { return lies_in_heap(kind_of(slot)); });
  }

  Facts of(ExpressionId id) {
    const auto& e = program_.expressions[id];
    Facts facts;
    switch (e.op) {
      case Op::Constant: facts.is_small = e.value > -kSmall && e.value < kSmall; return facts;
      case Op::Fraction: return facts;
      case Op::Slot: read(facts, e.a); return facts;
      default: break;
    }
    if (known_[id] != kNone) { return facts_[known_[id]]; }
    facts = below(e);
    facts.is_open = facts.is_open || e.draws;
    known_[id] = static_cast<std::uint32_t>(facts_.size());
    facts_.push_back(facts);
    return facts;
  }

  void read(Facts& facts, SlotId slot) const {
    facts.read(slot);
    if (kind_of(slot) == ValueKind::Number) { facts.read(slot + 1); }
  }
  void set_itself(Facts& facts, SlotId slot) const {
    facts.set_itself(slot);
    if (kind_of(slot) == ValueKind::Number) { facts.set_itself(slot + 1); }
  }

  Facts below(const program::Expression& e) {
    Facts out;
    const auto operands = [&] {
      for (const auto id : {e.a, e.b, e.c}) {
        if (id != kNone) { out.take(of(id)); }
      }
    };
    switch (e.op) {
      case Op::OrZero:
      case Op::Minimum:
      case Op::Maximum:
      case Op::Equal:
      case Op::SameNumber:
      case Op::SameText:
      case Op::SameList:
      case Op::Less:
      case Op::LessOrEqual:
      case Op::LessNumber:
      case Op::LessOrEqualNumber:
      case Op::Not:
      case Op::And:
      case Op::Or:
      case Op::InRange:
      case Op::Contains:
      case Op::Choose:
        operands();
        out.is_small = e.op == Op::OrZero && of(e.a).is_small;
        return out;
      case Op::Size:
        operands();
        out.is_small = true;
        return out;
      case Op::Add:
      case Op::Subtract: {
        operands();
        const bool is_small = e.type.kind == ValueKind::Int && of(e.a).is_small && of(e.b).is_small;
        out.is_small = is_small;
        out.is_sound = out.is_sound && is_small;
        return out;
      }
      case Op::Negate:
      case Op::Multiply:
      case Op::Divide:
      case Op::FloorDivide:
      case Op::Modulo:
      case Op::Power:
      case Op::Absolute:
      case Op::Floor:
      case Op::Ceil:
      case Op::Round:
        operands();
        out.is_sound = false;
        return out;
      case Op::HasOutcome: out.take(of(e.b)); return out;
      case Op::Interpolate:
        out.take(of(e.b));
        out.is_sound = false;
        return out;
      case Op::Bind:
        out.take(of(e.b));
        set_itself(out, static_cast<SlotId>(e.value));
        out.take(of(e.a));
        return out;
      case Op::Invoke: {
        const auto& def = program_.defs[static_cast<std::size_t>(e.value)];
        out.take(of(def.body));
        out.is_small = of(def.body).is_small;
        for (const auto slot : def.parameters) { set_itself(out, slot); }
        for (std::uint32_t i = 0; i < e.b; ++i) { out.take(of(program_.operands[e.a + i])); }
        return out;
      }
      case Op::Fold: return of_fold(program_.folds[e.a]);
      case Op::Cell:
        out.take(of_column(e.a, e.b));
        out.take(of(e.c));
        return out;
      case Op::RowCell:
        out.take(of_column(e.a, e.b));
        out.read(e.c);
        return out;
      case Op::RowOutcome:
        out.take(of_column(e.a, kNone));
        out.read(e.c);
        return out;
      default:
        // Draws, and what makes texts and lists.
        out.is_open = true;
        out.is_sound = false;
        return out;
    }
  }

  Facts of_fold(const Fold& fold) {
    Facts turn;
    for (const auto id : {fold.condition, fold.value}) {
      if (id != kNone) { turn.take(of(id)); }
    }
    turn.set_itself(fold.variable);
    const auto turns = turns_of(fold.source);
    turn.cost = turn.cost < std::numeric_limits<std::uint32_t>::max() / turns ? turn.cost * turns : turn.cost;
    Facts out;
    out.take(turn);
    out.take(of(fold.source));
    out.is_small = fold.kind == FoldKind::Count;
    switch (fold.kind) {
      case FoldKind::Sum:
      case FoldKind::Product: out.is_sound = false; break;
      case FoldKind::List:
      case FoldKind::Set:
      case FoldKind::MostCommon:
        out.is_open = true;
        out.is_sound = false;
        break;
      default: break;
    }
    return out;
  }

  /// How often a fold turns at most, if its source is a column of lists.
  std::uint32_t turns_of(ExpressionId source) {
    const auto& e = program_.expressions[source];
    if (e.op != Op::Cell && e.op != Op::RowCell) { return kTurns; }
    const auto [known, is_new] = longest_.try_emplace({e.a, e.b}, kTurns);
    const auto& table = program_.tables[e.a];
    for (std::size_t i = e.b; is_new && i < table.cells.size(); i += table.columns.size()) {
      const auto& cell = program_.expressions[table.cells[i]];
      const bool is_list = cell.type.kind == ValueKind::List || cell.type.kind == ValueKind::Set;
      if (cell.op != Op::Constant || cell.value == kUnset || !is_list) { continue; }
      const auto length = program_.lists[static_cast<std::size_t>(cell.value)].size();
      known->second = std::max(known->second, static_cast<std::uint32_t>(std::min(length, kMostTurns)));
    }
    return known->second;
  }

  /// The facts about all cells of a column, or about all outcomes.
  const Facts& of_column(std::uint32_t index, std::uint32_t column) {
    const auto known = columns_.find({index, column});
    if (known != columns_.end()) { return known->second; }
    Facts out;
    const auto& table = program_.tables[index];
    const auto take = [&](ExpressionId id) {
      const auto facts = of(id);
      const auto cost = std::max(out.cost, facts.cost);
      out.take(facts);
      out.cost = cost;
    };
    if (column == kNone) {
      for (const auto& row : table.rows) { take(row.outcome); }
    } else {
      for (std::size_t i = column; i < table.cells.size(); i += table.columns.size()) { take(table.cells[i]); }
    }
    return columns_.emplace(std::pair{index, column}, out).first->second;
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
        const auto facts = of(program_.operands[e.a + i]);
        const bool hangs = std::any_of(of_row.begin(), of_row.end(), [&](SlotId slot) { return facts.reads(slot); });
        if (!hangs) { continue; }
        of_row.push_back(def.parameters[i]);
        if (kind_of(def.parameters[i]) == ValueKind::Number) { of_row.push_back(def.parameters[i] + 1); }
      }
      return add_steps(def.body, of_row, steps);
    }
    const auto facts = of(id);
    ConditionStep step;
    step.id = id;
    if (is_settled(facts)) {
      step.kind = facts.is_sound ? ConditionStep::Kind::Static : ConditionStep::Kind::Guarded;
      for (const auto slot : facts) {
        if (std::find(of_row.begin(), of_row.end(), slot) == of_row.end()) { step.reads.push_back(slot); }
      }
      std::sort(step.reads.begin(), step.reads.end());
    } else if (e.draws || !facts.is_sound) {
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
    Facts weights;
    for (const auto& row : table.rows) {
      if (row.condition != kNone && row.otherwise == kNone) { return; }
      if (choice.is_best || choice.weight == kNone) { weights.take(of(row.weight)); }
    }
    if (choice.weight != kNone) { weights.take(of(choice.weight)); }
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
    choice.weighs_static = is_settled(weights);
    if (choice.weighs_static) {
      weights.set_itself(choice.row);
      reads.insert(reads.end(), weights.begin(), weights.end());
    }
    std::sort(reads.begin(), reads.end());
    reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
    choice.planned_reads = std::move(reads);
    choice.steps = std::move(steps);
  }

  void remember(ExpressionId id) {
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
    const auto facts = e.op == Op::Fold ? of(id) : of(program_.defs[static_cast<std::size_t>(e.value)].body);
    if (facts.is_open || facts.cost < kWorthKeeping) { return; }
    Memo memo;
    for (const auto slot : facts) {
      const auto& type = program_.slots[slot].type;
      if (type.kind == ValueKind::Text || type.element == ValueKind::Text) { return; }
      const bool is_list = type.kind == ValueKind::List || type.kind == ValueKind::Set;
      (is_list ? memo.lists : memo.words).push_back(slot);
    }
    if (!memo.lists.empty() && facts.cost < kWorthRemembering) { return; }
    program_.memos.push_back(std::move(memo));
    e.memo = static_cast<std::uint16_t>(program_.memos.size());
  }

  static constexpr Word kSmall = Word{1} << 32;

  Program& program_;
  std::vector<std::uint32_t> known_;  // by expression: its place in facts_
  std::vector<Facts> facts_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Facts> columns_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> longest_;  // lists in a column
};

}  // namespace

void plan_filters(Program& program, const Program::Sizes& done) { FilterPlanner(program).run(done); }

}  // namespace spoils::check
