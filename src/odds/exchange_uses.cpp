// odds/exchange_uses.cpp
//
// Finds out how the statements of a loop use the members of its lists (odds/exchange.h). Each use is one of these, or
// the list, or the variable, is taken for an ordinary value:
//
// - a fact: the largest expression that reads one variable and besides it nothing that the loop changes;
// - an identity: `t in list`, `list += t`, `list -= t`, where t is such an expression: the variable leads to member t;
// - `count(list)`, a fold over the list whose body uses its variable by facts alone, a draw from the list.
//
// All else in the loop reads no member, so permuting members of equal facts permutes what the loop does, and nothing
// more. The list must not be read by its word after the loop. tests/odds/exchange_test.cpp.
#include <algorithm>
#include <optional>

#include "odds/exchange.h"
#include "odds/exchange_trends.h"
#include "odds/reachable_statements.h"
#include "program/facts/expression_facts.h"
#include "program/walk.h"

namespace spoils::odds {

using namespace program;

namespace {

constexpr std::uint64_t kMostSteps = 100'000;  // of one look at a loop: larger ones are left as they are
constexpr std::size_t kMostRows = 10'000;      // of one draw: they are looked at one by one

class UsesFinder {
 public:
  UsesFinder(const Program& program, Liveness& liveness, std::uint32_t loop, const SlotSet& live, const SlotSet& after)
      : program_(program), liveness_(liveness), loop_(loop), live_(live), after_(after), facts_(program) {}

  ExchangeUses find() {
    if (!find_candidates()) { return {}; }
    while (!lists_.empty()) {
      out_ = {};
      env_.clear();
      locals_.clear();
      aliases_.clear();
      is_itself_.clear();
      culprit_.reset();
      if (look()) { return finished(); }
      if (!culprit_) { return {}; }
      lists_.erase(*culprit_);
      drawn_.erase(*culprit_);
      derived_.erase(*culprit_);
    }
    return {};
  }

 private:
  /// A variable: the one that it is computed from, and how.
  struct Variable {
    SlotId root = 0;
    std::vector<std::pair<SlotId, ExpressionId>> bindings;
  };

  bool find_candidates() {
    changes_ = liveness_.changes(loop_);
    bool fits = true;
    std::map<SlotId, int> assigned;
    ReachableStatements(program_, liveness_).statement(loop_, after_, [&](std::uint32_t number, const SlotSet&) {
      const auto& s = program_.statements[number];
      using Kind = Statement::Kind;
      const bool is_plain = s.kind == Kind::Assign || s.kind == Kind::If || s.kind == Kind::Repeat ||
                            s.kind == Kind::ForEach || s.kind == Kind::ForRange || s.kind == Kind::Retry ||
                            s.kind == Kind::Run;
      fits = fits && is_plain;
      if (std::find(statements_.begin(), statements_.end(), number) != statements_.end()) { return; }
      statements_.push_back(number);
      if (s.kind == Kind::Assign) { ++assigned[s.a]; }
      if (s.kind == Kind::ForEach || s.kind == Kind::ForRange) { ever_local_.insert(s.a); }
      if (s.kind != Kind::Run) { return; }
      for (const auto& parameter : program_.rules[s.a].parameters) {
        for_each_word_of(program_, parameter.slot, [&](SlotId word) { ever_local_.insert(word); });
      }
    });
    if (!fits) { return false; }
    for (const auto number : statements_) {
      const auto& s = program_.statements[number];
      if (s.kind != Statement::Kind::Assign) { continue; }
      const auto& slot = program_.slots[s.a];
      const auto& type = slot.type;
      const bool is_word = type.element == ValueKind::Symbol || type.element == ValueKind::Int;
      if ((type.kind == ValueKind::List || type.kind == ValueKind::Set) && is_word && slot.kind != Slot::Kind::State &&
          live_.contains(s.a) && !after_.contains_by_word(s.a) && liveness_.is_only_assigned(s.a)) {
        lists_.insert(s.a);
      }
      const auto& e = program_.expressions[s.b];
      const bool is_dead = !live_.contains(s.a) && !after_.contains(s.a) && liveness_.is_only_assigned(s.a) &&
                           slot.kind != Slot::Kind::State;
      if (!is_dead) { continue; }
      if (e.op == Op::PickWhere || e.op == Op::PickMember) { drawn_.insert(s.a); }
      if (!e.draws && assigned[s.a] == 1 && type.kind != ValueKind::Number && !holds_words(type.kind)) {
        derived_.insert(s.a);
      }
    }
    // Lists of integers and lists of symbols have no members in common.
    std::optional<ValueKind> element;
    for (auto at = lists_.begin(); at != lists_.end();) {
      const auto kind = program_.slots[*at].type.element;
      if (!element) { element = kind; }
      at = kind == *element ? std::next(at) : lists_.erase(at);
    }
    return !lists_.empty();
  }

  bool look() {
    // A slot that is computed from a variable is that variable with a binding, wherever it is read.
    for (const auto slot : drawn_) { env_[slot] = {slot, {}}; }
    for (bool is_new = true; is_new;) {
      is_new = false;
      for (const auto number : statements_) {
        const auto& s = program_.statements[number];
        if (s.kind != Statement::Kind::Assign || !derived_.contains(s.a) || env_.contains(s.a)) { continue; }
        const auto found = read(s.b);
        if (!found.root || found.reads_list || found.reads_other) { continue; }
        auto variable = found.variable;
        variable.bindings.emplace_back(s.a, s.b);
        env_[s.a] = std::move(variable);
        out_.derived.insert(s.a);
        is_new = true;
      }
    }
    return std::all_of(statements_.begin(), statements_.end(),
                       [&](std::uint32_t number) { return look_at(number, program_.statements[number]); });
  }

  ExchangeUses finished() {
    if (out_.draws.empty()) { return {}; }
    for (const auto& draw : out_.draws) {
      const auto found = is_itself_.find(draw.into);
      if (draw.choice == kNone && found != is_itself_.end() && !found->second) { return {}; }
    }
    out_.lists.assign(lists_.begin(), lists_.end());
    out_.drawn = drawn_;
    std::set<SlotId> constants;
    const auto note = [&](ExpressionId id) {
      for (const auto slot : reads_of(id)) {
        if (is_constant(slot)) { constants.insert(slot); }
      }
    };
    for (const auto* terms : {&out_.facts, &out_.identities}) {
      for (const auto& [variable, list] : *terms) {
        for (const auto& term : list) {
          note(term.id);
          for (const auto& [slot, id] : term.bindings) { note(id); }
        }
      }
    }
    for (const auto id : out_.pinned) { note(id); }
    out_.spending = spending_of(program_, liveness_, statements_, changes_, live_, out_);
    for (const auto& bounds : out_.spending.bounds) {
      for (const auto id : bounds) { note(id); }
    }
    for (const auto* words : {&out_.spending.bindings, &out_.spending.amounts}) {
      for (const auto& [slot, id] : *words) { note(id); }
    }
    for (const auto& draw : out_.draws) {
      if (draw.choice == kNone) { continue; }
      for (const auto& row : program_.tables[program_.choices[draw.choice].table].rows) {
        for (const auto id : {row.weight, row.condition}) {
          if (id != kNone) { note(id); }
        }
      }
    }
    out_.constants.assign(constants.begin(), constants.end());
    find_constants_of_rows();
    std::erase_if(out_.totals, [this](SlotId variable) { return !is_total(variable); });
    for (const auto& draw : out_.draws) { out_.draws_inside.insert(draw.statement); }
    for (const auto number : statements_) {
      if (program_.statements[number].kind != Statement::Kind::Assign) { out_.draws_inside.insert(number); }
    }
    return std::move(out_);
  }

  // Whether nothing but one amount is seen of the members that a fold adds up.
  bool is_total(SlotId variable) {
    const auto found = out_.facts.find(variable);
    return found != out_.facts.end() && !out_.identities.contains(variable) &&
           std::all_of(found->second.begin(), found->second.end(), [&](const ExchangeUses::Term& term) {
             return term.id == found->second.front().id && term.bindings.empty();
           });
  }

  // Finds the constants whose values show in nothing but the rows of the draws: what a row gives, or nothing.
  void find_constants_of_rows() {
    if (std::any_of(out_.draws.begin(), out_.draws.end(), [](const auto& d) { return d.choice == kNone; })) { return; }
    auto elsewhere = read_elsewhere_;
    const auto note = [&](ExpressionId id) {
      for (const auto slot : reads_of(id)) { elsewhere.insert(slot); }
    };
    for (const auto id : out_.pinned) { note(id); }
    for (const auto* terms : {&out_.facts, &out_.identities}) {
      for (const auto& [variable, list] : *terms) {
        if (!out_.folds.contains(variable)) { continue; }
        for (const auto& term : list) { note(term.id); }
      }
    }
    for (const auto slot : out_.constants) {
      if (live_.contains(slot) && !after_.contains(slot) && !elsewhere.contains(slot)) {
        out_.constants_of_rows.push_back(slot);
      }
    }
  }

  // ---- Statements ---------------------------------------------------------------

  bool look_at(std::uint32_t number, const Statement& s) {
    if (s.kind != Statement::Kind::Assign) {
      bool fits = true;
      for_each_expression(program_, s, [&](ExpressionId id) { fits = fits && walk(id); });
      return fits;
    }
    const auto& e = program_.expressions[s.b];
    if (lists_.contains(s.a)) { return look_at_list(s.a, s.b, e); }
    if (drawn_.contains(s.a)) { return look_at_draw(number, s, e); }
    if (out_.derived.contains(s.a)) { return true; }
    return walk(s.b);
  }

  bool look_at_list(SlotId list, ExpressionId id, const Expression& e) {
    if ((e.op == Op::Append || e.op == Op::Insert || e.op == Op::Remove) && list_of(e.a) == list) {
      return identity(e.b, list);
    }
    if (e.op == Op::MakeList || e.op == Op::MakeSet) {
      for (std::uint32_t i = 0; i < e.b; ++i) {
        if (!identity(program_.operands[e.a + i], list)) { return false; }
      }
      return true;
    }
    const auto found = read(id);
    if (e.op != Op::Constant || found.reads_list) { return fail(list); }
    if (e.value == kUnset) { return true; }
    for (const auto member : program_.lists[static_cast<std::size_t>(e.value)]) { out_.named.push_back(member); }
    return true;
  }

  bool look_at_draw(std::uint32_t number, const Statement& s, const Expression& e) {
    if (e.op == Op::Constant && e.value == kUnset) { return true; }
    if (e.op == Op::PickMember) {
      const auto list = list_of(e.a);
      if (list == kNone) { return fail(s.a); }
      out_.draws.push_back({number, s.a, kNone, list});
      return true;
    }
    if (e.op != Op::PickWhere) { return fail(s.a); }
    const auto& choice = program_.choices[e.a];
    const auto& table = program_.tables[choice.table];
    if (choice.is_best || table.rows.size() > kMostRows) { return fail(s.a); }
    const auto is_settled = [&](ExpressionId id) {
      if (id == kNone) { return true; }
      const auto found = read(id);
      return !program_.expressions[id].draws && !found.root && !found.reads_list && !found.reads_other;
    };
    for (const auto& row : table.rows) {
      const bool has_outcome = choice.gives_row || program_.expressions[row.outcome].op == Op::Constant;
      if (!has_outcome || row.otherwise != kNone || !is_settled(row.condition) ||
          (choice.weight == kNone && !is_settled(row.weight))) {
        return fail(s.a);
      }
    }
    env_[choice.row] = {choice.row, {}};
    ever_local_.insert(choice.row);
    if (choice.total != kNone) {
      for_each_word_of(program_, choice.total, [&](SlotId word) { locals_.insert(word); });
    }
    out_.draws.push_back({number, s.a, e.a, kNone});
    return walk(choice.condition) && walk(choice.weight) && walk(choice.nothing_weight);
  }

  // ---- Expressions --------------------------------------------------------------

  /// The part of what the loop changes that an expression reads.
  struct Read {
    bool root = false;  // one variable: `variable`
    bool reads_list = false;
    bool reads_other = false;  // anything else that changes, or a second variable
    SlotId culprit = kNone;    // a list or variable among it
    Variable variable;
  };

  const std::vector<SlotId>& reads_of(ExpressionId id) {
    const auto [found, is_new] = reads_.try_emplace(id);
    if (is_new) { found->second = slots_read(program_, {id}); }
    return found->second;
  }

  [[nodiscard]] bool is_constant(SlotId slot) const {
    return !changes_.contains(slot) && !locals_.contains(slot) && !env_.contains(slot) && !aliases_.contains(slot) &&
           !ever_local_.contains(slot);
  }

  Read read(ExpressionId id) {
    Read out;
    for (const auto slot : reads_of(id)) {
      if (lists_.contains(slot) || aliases_.contains(slot)) {
        out.reads_list = true;
        out.culprit = aliases_.contains(slot) ? aliases_[slot] : slot;
      } else if (const auto found = env_.find(slot); found != env_.end()) {
        const auto& variable = found->second;
        // Two slots need not be of one time, even if the same variable led to both.
        if (out.root) {
          out.reads_other = true;
        } else {
          out.root = true;
          out.variable = variable;
        }
        if (out.culprit == kNone) { out.culprit = out.variable.root; }
      } else if (!is_constant(slot)) {
        out.reads_other = true;
      }
    }
    return out;
  }

  bool fail(SlotId culprit) {
    culprit_ = culprit;
    if (lists_.contains(culprit) || drawn_.contains(culprit) || derived_.contains(culprit)) { return false; }
    // The variable of a fold or filter: without its lists it is none.
    const auto over = out_.folds.find(culprit);
    culprit_ = over != out_.folds.end() && !over->second.empty() ? over->second.front() : *lists_.begin();
    return false;
  }

  /// The list that an expression hands on; kNone: none of those in question.
  SlotId list_of(ExpressionId id) {
    const auto slot = slot_handed_on(program_, id);
    if (lists_.contains(slot)) { return slot; }
    const auto found = aliases_.find(slot);
    return found == aliases_.end() ? kNone : found->second;
  }

  // An expression whose value is a member of a list, or is looked up in one.
  bool identity(ExpressionId id, SlotId list) {
    const auto found = read(id);
    if (program_.expressions[id].draws || found.reads_list || found.reads_other) { return fail(list); }
    if (found.root) {
      const auto root = found.variable.root;
      const bool is_itself = found.variable.bindings.empty() && program_.expressions[id].op == Op::Slot;
      if (out_.folds.contains(root) && !is_itself) { return fail(list); }
      is_itself_[root] = is_itself && (!is_itself_.contains(root) || is_itself_[root]);
      out_.identities[root].push_back({found.variable.bindings, id});
    } else {
      out_.pinned.push_back(id);
    }
    return true;
  }

  bool walk(ExpressionId id) {
    if (id == kNone) { return true; }
    const auto found = read(id);
    if (!found.root && !found.reads_list) {
      for (const auto slot : reads_of(id)) { read_elsewhere_.insert(slot); }
      return true;
    }
    if (++steps_ > kMostSteps) { return fail(found.culprit); }
    const auto& e = program_.expressions[id];
    if (found.root && !found.reads_list && !found.reads_other && !e.draws) {
      if (e.type.kind == ValueKind::Text) { return fail(found.culprit); }
      out_.facts[found.variable.root].push_back({found.variable.bindings, id});
      return true;
    }
    switch (e.op) {
      case Op::Slot:
      case Op::Block:
      case Op::WorldDef:
      case Op::PickWhere:
      case Op::PickDistinct:
      case Op::PickMember:
      case Op::PickGrid:
      case Op::Shuffle:
      case Op::RowCell:
      case Op::RowOutcome: return fail(found.culprit);
      case Op::Contains:
        if (const auto list = list_of(e.b); list != kNone) { return identity(e.a, list); }
        break;
      case Op::Size:
        if (list_of(e.a) != kNone) { return true; }
        break;
      case Op::Fold: return walk_fold(program_.folds[e.a], e, found.culprit);
      case Op::Bind: {
        const auto slot = static_cast<SlotId>(e.value);
        return bound({slot}, {e.a}, e.b);
      }
      case Op::Invoke:
      case Op::ConstantDef: {
        const auto& def = program_.defs[static_cast<std::size_t>(e.value)];
        std::vector<ExpressionId> arguments;
        for (std::uint32_t i = 0; i < e.b; ++i) { arguments.push_back(program_.operands[e.a + i]); }
        return bound({def.parameters.begin(), def.parameters.begin() + static_cast<std::ptrdiff_t>(e.b)}, arguments,
                     def.body);
      }
      default: break;
    }
    bool fits = true;
    for_each_operand(program_, e, [&](ExpressionId operand) { fits = fits && walk(operand); });
    return fits;
  }

  // A body in which some slots hold the values of some expressions: a list itself, a variable, or a value for which the
  // slot is no more than any other one.
  bool bound(const std::vector<SlotId>& slots, const std::vector<ExpressionId>& values, ExpressionId body) {
    const auto env = env_;
    const auto locals = locals_;
    const auto aliases = aliases_;
    bool fits = true;
    for (std::size_t i = 0; i < slots.size() && fits; ++i) {
      const auto found = read(values[i]);
      const auto kind = program_.slots[slots[i]].type.kind;
      const auto list = list_of(values[i]);
      const bool is_word = kind != ValueKind::Number && !holds_words(kind) && kind != ValueKind::Text;
      for_each_word_of(program_, slots[i], [&](SlotId word) {
        locals_.insert(word);
        ever_local_.insert(word);
        env_.erase(word);
        aliases_.erase(word);
      });
      if (list != kNone) {
        aliases_[slots[i]] = list;
      } else if (is_word && found.root && !found.reads_list && !found.reads_other &&
                 !program_.expressions[values[i]].draws) {
        auto variable = found.variable;
        variable.bindings.emplace_back(slots[i], values[i]);
        env_[slots[i]] = std::move(variable);
      } else {
        fits = walk(values[i]);
      }
    }
    fits = fits && walk(body);
    env_ = env;
    locals_ = locals;
    aliases_ = aliases;
    return fits;
  }

  bool walk_fold(const Fold& fold, const Expression& e, SlotId culprit) {
    const auto list = list_of(fold.source);
    if (list == kNone) {
      for_each_word_of(program_, fold.variable, [&](SlotId word) {
        locals_.insert(word);
        ever_local_.insert(word);
      });
      return walk(fold.source) && walk(fold.condition) && walk(fold.value);
    }
    const bool is_sum = fold.kind == FoldKind::Sum && e.type.kind == ValueKind::Int;
    const bool is_most = fold.kind == FoldKind::Maximum || fold.kind == FoldKind::Minimum;
    const bool is_count = fold.kind == FoldKind::Count || fold.kind == FoldKind::Any || fold.kind == FoldKind::All;
    const bool has_values = is_sum || is_most || fold.kind == FoldKind::Set;
    if (!is_count && !(has_values && fold.value != kNone)) { return fail(culprit); }
    env_[fold.variable] = {fold.variable, {}};
    ever_local_.insert(fold.variable);
    auto& lists = out_.folds[fold.variable];
    if (std::find(lists.begin(), lists.end(), list) == lists.end()) { lists.push_back(list); }
    if (is_sum) { out_.sums.insert(fold.variable); }
    for (const auto id : {fold.condition, fold.value}) {
      if (id == kNone) { continue; }
      // The order of members must not show in what goes wrong first.
      const auto found = read(id);
      const bool is_fact = found.root && !found.reads_list && !found.reads_other && !program_.expressions[id].draws;
      if (!is_fact && !facts_.of(id).is_sound) { return fail(list); }
      if (is_fact && is_sum && fold.condition == kNone) { out_.totals.insert(fold.variable); }
      if (!walk(id)) { return false; }
    }
    return true;
  }

  const Program& program_;
  Liveness& liveness_;
  std::uint32_t loop_;
  const SlotSet& live_;
  const SlotSet& after_;
  ExpressionFacts facts_;
  SlotSet changes_;
  std::vector<std::uint32_t> statements_;
  std::set<SlotId> lists_;
  std::set<SlotId> drawn_;
  std::set<SlotId> derived_;
  std::map<ExpressionId, std::vector<SlotId>> reads_;
  std::set<SlotId> read_elsewhere_;  // by expressions that see no variable and no list
  std::uint64_t steps_ = 0;
  std::optional<SlotId> culprit_;
  ExchangeUses out_;
  std::map<SlotId, Variable> env_;
  std::set<SlotId> locals_;      // that expressions around the one in question set
  std::set<SlotId> ever_local_;  // that any expression sets
  std::map<SlotId, SlotId> aliases_;
  std::map<SlotId, bool> is_itself_;  // by variable: the members that it leads to are its own words
};

}  // namespace

ExchangeUses exchange_uses(const Program& program, Liveness& liveness, std::uint32_t loop, const SlotSet& live,
                           const SlotSet& after) {
  return UsesFinder(program, liveness, loop, live, after).find();
}

}  // namespace spoils::odds
