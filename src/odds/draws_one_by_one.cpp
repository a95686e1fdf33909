// odds/draws_one_by_one.cpp
//
// Finds the folds that draw, in the order of evaluation, and writes the loops that take their places.
#include "odds/draws_one_by_one.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "odds/picks_as_choices.h"
#include "odds/program_writer.h"
#include "program/walk.h"

namespace spoils::odds {

using namespace program;

namespace {

// Loops, and calls of defs that have some: defs that call others twice could have any number.
constexpr std::size_t kMostWritten = 10'000;

class Writer {
  using Kind = Statement::Kind;

 public:
  explicit Writer(Program& program) : program_(program), out_(program) {}

  bool run() {
    for (const auto& s : program_.statements) {
      if (s.kind != Kind::Assign) { continue; }
      const auto& e = program_.expressions[s.b];
      const bool adds = (e.op == Op::Append || e.op == Op::Insert) && program_.expressions[e.b].op == Op::Slot;
      if (adds) { added_.insert(program_.expressions[e.b].a); }
    }
    for (auto& rule : program_.rules) {
      variables_.clear();
      block(rule.body);
      if (variables_.empty()) { continue; }
      rule.reads.insert(rule.reads.end(), variables_.begin(), variables_.end());
      std::sort(rule.reads.begin(), rule.reads.end());
      rule.reads.erase(std::unique(rule.reads.begin(), rule.reads.end()), rule.reads.end());
    }
    return changed_;
  }

 private:
  using Statements = std::vector<std::uint32_t>;

  /// The state of the statement that is being written.
  struct Now {
    Statements before;             // that are written before it
    Span place;                    // of what is written
    bool may_fail = false;         // whether it may
    bool passed_draw = false;      // whether it draws before the expression in question
    bool is_changed_here = false;  // whether it has another expression, and no statement before it for that
  };

  // ---- Statements ---------------------------------------------------------------

  void block(BlockId id) {
    Statements out;
    bool is_same = true;
    const auto range = program_.blocks[id];
    for (std::uint32_t i = 0; i < range.count; ++i) {
      const auto number = program_.block_items[range.first + i];
      const auto before = out.size();
      statement(number, out);
      is_same = is_same && out.size() == before + 1;
    }
    if (!is_same) { program_.blocks[id] = out_.placed(out); }
  }

  // Appends a statement, and before it those that take over a part of it.
  void statement(std::uint32_t number, Statements& out) {
    auto s = program_.statements[number];
    now_ = {};
    now_.may_fail = std::binary_search(program_.may_fail.begin(), program_.may_fail.end(), number);
    set_place(program_.statement_places[number]);
    bool is_replaced = false;
    switch (s.kind) {
      case Kind::Assign: is_replaced = assign(s); break;
      case Kind::If:
      case Kind::Repeat: s.a = written(s.a); break;
      case Kind::ForEach: s.b = written(s.b); break;
      case Kind::ForRange:
        s.b = written(s.b);
        s.value = written(s.value);
        break;
      case Kind::Run:
      case Kind::Drop:
      case Kind::Hold: s.b = operands(s.b, s.c); break;
      default: break;
    }
    if (!now_.before.empty() || now_.is_changed_here) {
      changed_ = true;
      program_.statements[number] = s;
    }
    out.insert(out.end(), now_.before.begin(), now_.before.end());
    if (!is_replaced) { out.push_back(number); }
    for_each_block(s, [this](BlockId inner) { block(inner); });
  }

  // Returns whether what was written before takes the place of all of the statement.
  bool assign(Statement& s) {
    const auto e = program_.expressions[s.b];
    if (!e.draws) { return false; }
    const bool adds = (e.op == Op::Append || e.op == Op::Insert) && is_slot(e.a, s.a);
    if (adds && left_ > 0 && program_.expressions[e.b].draws) {
      // The draw reads little of the list, so a statement of its own is summed up once for all lists.
      --left_;
      const auto value = as_choice(written(e.b));
      const auto drawn = add_variable(program_.expressions[value].type);
      add_assignment(drawn, value);
      auto with = e;
      with.b = out_.read(drawn);
      with.draws = false;
      with.memo = 0;
      s.b = in_place_of(s.b, with);
      return false;
    }
    // A list grows in its own place, so that its members are asked about there.
    const bool is_list =
        left_ > 0 && e.op == Op::Fold && holds_words(e.type.kind) && program_.slots[s.a].type == e.type;
    if (is_list && can_be_loop(e) && !program_.slots[s.a].is_limited() && !reads(program_.folds[e.a], s.a)) {
      write_loop(s.b, s.a);
      return true;
    }
    const auto value = written(s.b);
    s.b = added_.contains(s.a) ? as_choice(value) : value;
    now_.is_changed_here = s.b != value;
    return false;
  }

  // A pick as a choice, of whose rows a loop finds out which are alike (odds/exchange.h).
  ExpressionId as_choice(ExpressionId id) {
    const auto out = pick_as_choice(program_, out_, id, [this](ValueType type) { return add_variable(type); });
    out_.set_place(now_.place);
    return out;
  }

  // ---- Expressions --------------------------------------------------------------

  // Returns what an expression is once its folds are written before the statement.
  ExpressionId written(ExpressionId id) {
    if (id == kNone || now_.passed_draw) { return id; }
    auto e = program_.expressions[id];
    if (!e.draws) { return id; }
    if (left_ == 0) {
      now_.passed_draw = true;
      return id;
    }
    switch (e.op) {
      case Op::Fold: return written_fold(id, e);
      case Op::And:
      case Op::Or:
      case Op::Choose: {
        // The other operands may not be evaluated.
        const auto first = written(e.a);
        return changed(id, e, {first, e.b, e.c});
      }
      case Op::Invoke: return written_call(id, e);
      case Op::MakeList:
      case Op::MakeSet: {
        const auto first = operands(e.a, e.b);
        return changed(id, e, {first, e.b, e.c});
      }
      case Op::OrZero:
      case Op::Negate:
      case Op::Add:
      case Op::Subtract:
      case Op::Multiply:
      case Op::Divide:
      case Op::FloorDivide:
      case Op::Modulo:
      case Op::Power:
      case Op::Minimum:
      case Op::Maximum:
      case Op::Absolute:
      case Op::Floor:
      case Op::Ceil:
      case Op::Round:
      case Op::Equal:
      case Op::SameNumber:
      case Op::Less:
      case Op::LessOrEqual:
      case Op::LessNumber:
      case Op::LessOrEqualNumber:
      case Op::Not:
      case Op::Join:
      case Op::Size: {
        const auto a = written(e.a);
        const auto b = written(e.b);
        return changed(id, e, {a, b, e.c});
      }
      default: now_.passed_draw = true; return id;
    }
  }

  struct Operands {
    ExpressionId a = kNone;
    ExpressionId b = kNone;
    ExpressionId c = kNone;
  };

  // Returns a node with other operands. Its draws, if it has any left, come before all that follows.
  ExpressionId changed(ExpressionId id, Expression e, const Operands& with) {
    const bool is_same = with.a == e.a && with.b == e.b && with.c == e.c;
    if (!is_same) {
      e.a = with.a;
      e.b = with.b;
      e.c = with.c;
      e.memo = 0;
      e.draws = false;
      for_each_operand(program_, e, [&](ExpressionId part) { e.draws = e.draws || program_.expressions[part].draws; });
      id = in_place_of(id, e);
    }
    now_.passed_draw = now_.passed_draw || e.draws;
    return id;
  }

  // Adds a node that takes over what can go wrong in another one.
  ExpressionId in_place_of(ExpressionId id, const Expression& e) {
    out_.set_place(program_.places[id]);
    const auto out = out_.add(e);
    out_.set_place(now_.place);
    return out;
  }

  // Returns the first number of a run of operands.
  std::uint32_t operands(std::uint32_t first, std::uint32_t count) {
    std::vector<ExpressionId> out;
    bool is_same = true;
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto id = program_.operands[first + i];
      out.push_back(written(id));
      is_same = is_same && out.back() == id;
      now_.passed_draw = now_.passed_draw || program_.expressions[out.back()].draws;
    }
    if (is_same) { return first; }
    return out_.add_operands(out);
  }

  ExpressionId written_fold(ExpressionId id, Expression e) {
    const auto fold = program_.folds[e.a];
    const auto draws = [&](ExpressionId part) { return part != kNone && program_.expressions[part].draws; };
    if (can_be_loop(e)) {
      const auto to = add_variable(e.type);
      write_loop(id, to);
      const bool is_most = fold.kind == FoldKind::Maximum || fold.kind == FoldKind::Minimum;
      return is_most ? out_.or_zero(out_.read(to)) : out_.read(to);
    }
    const auto source = draws(fold.condition) || draws(fold.value) ? fold.source : written(fold.source);
    if (source != fold.source) {
      auto other = fold;
      other.source = source;
      program_.folds.push_back(other);
      e.a = static_cast<std::uint32_t>(program_.folds.size() - 1);
      e.memo = 0;
      e.draws = draws(source);
      id = in_place_of(id, e);
    }
    now_.passed_draw = now_.passed_draw || e.draws;
    return id;
  }

  // The body of a def is evaluated with its parameters set, so these are set before it; and at once, since the next
  // call sets them anew.
  ExpressionId written_call(ExpressionId id, const Expression& e) {
    const auto& def = program_.defs[static_cast<std::size_t>(e.value)];
    const auto first = operands(e.a, e.b);
    const auto type = program_.expressions[def.body].type;
    const bool takes_two_words = type.kind == ValueKind::Number;
    if (now_.passed_draw || takes_two_words || !has_loop(static_cast<std::uint32_t>(e.value))) {
      return changed(id, e, {first, e.b, e.c});
    }
    --left_;
    for (std::uint32_t i = 0; i < e.b; ++i) {
      for_each_word_of(program_, def.parameters[i], [this](SlotId word) { variables_.push_back(word); });
      add_assignment(def.parameters[i], program_.operands[first + i]);
    }
    const auto value = written(def.body);
    now_.passed_draw = false;
    const auto result = add_variable(type);
    add_assignment(result, value);
    return out_.read(result);
  }

  bool has_loop(std::uint32_t def) {
    if (const auto known = has_loop_.find(def); known != has_loop_.end()) { return known->second; }
    bool found = false;
    for_each_below(program_, program_.defs[def].body, [&](ExpressionId part) {
      const auto& inner = program_.expressions[part];
      found = found || (inner.op == Op::Fold && can_be_loop(inner));
    });
    return has_loop_.emplace(def, found).first->second;
  }

  // Whether a fold draws in each turn, and a loop can do what it does.
  [[nodiscard]] bool can_be_loop(const Expression& e) const {
    if (!e.draws) { return false; }
    const auto& fold = program_.folds[e.a];
    const auto draws = [&](ExpressionId part) { return part != kNone && program_.expressions[part].draws; };
    const bool is_set = fold.value == kNone || !program_.expressions[fold.value].may_be_unset;
    if (draws(fold.source) || !(draws(fold.condition) || draws(fold.value))) { return false; }
    switch (fold.kind) {
      case FoldKind::Count: return true;
      case FoldKind::Sum:
      case FoldKind::Maximum:
      case FoldKind::Minimum: return e.type.kind == ValueKind::Int && fold.value != kNone;
      case FoldKind::Any:
      case FoldKind::All: return is_set && fold.value != kNone;
      case FoldKind::List:
      case FoldKind::Set: return is_set && (e.type.element == ValueKind::Int || e.type.element == ValueKind::Symbol);
      default: return false;
    }
  }

  [[nodiscard]] bool reads(const Fold& fold, SlotId slot) const {
    std::vector<ExpressionId> roots{fold.source, fold.condition, fold.value};
    std::erase(roots, kNone);
    const auto found = slots_read(program_, roots);
    return std::find(found.begin(), found.end(), slot) != found.end();
  }

  // ---- Loops --------------------------------------------------------------------

  // Writes the loop that leaves the value of a fold in a slot: unset for the greatest or least of nothing.
  void write_loop(ExpressionId id, SlotId to) {
    --left_;
    const auto outer = now_.place;
    set_place(program_.places[id]);
    const auto e = program_.expressions[id];
    const auto fold = program_.folds[e.a];
    const bool is_most = fold.kind == FoldKind::Maximum || fold.kind == FoldKind::Minimum;
    variables_.push_back(fold.variable);
    add_assignment(to, out_.constant(e.type, is_most ? kUnset : (fold.kind == FoldKind::All ? 1 : 0)));
    auto turn = turn_of(e, fold, to);
    if (fold.condition != kNone) {
      Statement test;
      test.kind = Kind::If;
      test.a = fold.condition;
      test.b = add_block(turn);
      turn = {test};
    }
    Statement loop;
    loop.kind = Kind::ForEach;
    loop.a = fold.variable;
    loop.b = fold.source;
    loop.c = add_block(turn);
    now_.before.push_back(add_statement(loop));
    // There may be folds inside that draw.
    auto around = std::exchange(now_, {});
    block(loop.c);
    now_ = std::move(around);
    set_place(outer);
  }

  // The statements by which one member changes the value.
  std::vector<Statement> turn_of(const Expression& e, const Fold& fold, SlotId to) {
    switch (fold.kind) {
      case FoldKind::Count:
        return {ProgramWriter::assignment(to, out_.add(Op::Add, e.type, out_.read(to), out_.constant(e.type, 1)))};
      case FoldKind::Sum: {
        const auto value = add_variable(e.type);
        return {
            ProgramWriter::assignment(value, out_.or_zero(fold.value)),
            ProgramWriter::assignment(to, out_.add(Op::Add, e.type, out_.read(to), out_.or_zero(out_.read(value))))};
      }
      case FoldKind::Any: return {ProgramWriter::assignment(to, out_.add(Op::Or, e.type, fold.value, out_.read(to)))};
      case FoldKind::All: return {ProgramWriter::assignment(to, out_.add(Op::And, e.type, fold.value, out_.read(to)))};
      case FoldKind::List:
      case FoldKind::Set: {
        const auto op = fold.kind == FoldKind::List ? Op::Append : Op::Insert;
        const auto member = fold.value == kNone ? out_.read(fold.variable) : fold.value;
        return {ProgramWriter::assignment(to, out_.add(op, e.type, out_.read(to), member))};
      }
      default: {
        const auto value = add_variable(e.type);
        Statement compare;
        compare.kind = Kind::If;
        compare.a = out_.add(Op::Equal, of(ValueKind::Flag), out_.read(to), out_.constant(e.type, kUnset));
        compare.b = add_block({ProgramWriter::assignment(to, out_.read(value))});
        const auto op = fold.kind == FoldKind::Maximum ? Op::Maximum : Op::Minimum;
        compare.c = add_block({ProgramWriter::assignment(
            to, out_.add(op, e.type, out_.or_zero(out_.read(to)), out_.or_zero(out_.read(value))))});
        return {ProgramWriter::assignment(value, out_.or_zero(fold.value)), compare};
      }
    }
  }

  // ---- Parts of the program -----------------------------------------------------

  [[nodiscard]] bool is_slot(ExpressionId id, SlotId slot) const {
    return program_.expressions[id].op == Op::Slot && program_.expressions[id].a == slot;
  }

  void set_place(Span place) {
    now_.place = place;
    out_.set_place(place);
  }
  SlotId add_variable(ValueType type) {
    variables_.push_back(out_.add_slot(Slot::Kind::Local, type));
    return variables_.back();
  }
  std::uint32_t add_statement(const Statement& s) {
    const auto number = out_.add_statement(s);
    if (now_.may_fail) { program_.may_fail.push_back(number); }
    return number;
  }
  void add_assignment(SlotId slot, ExpressionId value) {
    now_.before.push_back(add_statement(ProgramWriter::assignment(slot, value)));
  }
  BlockId add_block(const std::vector<Statement>& statements) {
    Statements numbers;
    for (const auto& s : statements) { numbers.push_back(add_statement(s)); }
    return out_.add_block(numbers);
  }

  Program& program_;
  ProgramWriter out_;
  std::size_t left_ = kMostWritten;
  std::set<SlotId> added_;                  // to lists, as they are
  std::map<std::uint32_t, bool> has_loop_;  // by def
  std::vector<SlotId> variables_;           // that statements of the rule set now
  Now now_;
  bool changed_ = false;
};

}  // namespace

bool draws_at_once(const Program& program) {
  const auto draws = [&](ExpressionId id) { return id != kNone && program.expressions[id].draws; };
  return std::any_of(program.expressions.begin(), program.expressions.end(), [&](const Expression& e) {
    const bool adds = e.op == Op::Append || e.op == Op::Insert;
    return (e.draws && e.op == Op::Fold) || (adds && (draws(e.b) || program.expressions[e.b].op == Op::Slot));
  });
}

bool draw_one_by_one(Program& program) {
  if (!draws_at_once(program)) { return false; }
  const bool has_generator = std::any_of(program.streams.begin(), program.streams.end(),
                                         [](const StreamUse& use) { return use.kind == StreamUse::Kind::Lcg; });
  if (program.settles || has_generator) { return false; }
  return Writer(program).run();
}

}  // namespace spoils::odds
