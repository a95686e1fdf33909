// odds/exchange_trends.cpp
//
// The directions of expressions (odds/exchange_trends.h), from the leaves up. An expression of which nothing is known
// is Unknown, and a condition that is Unknown says nothing of the members: so what is left out here costs states only.
#include "odds/exchange_trends.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "program/facts/expression_facts.h"
#include "program/walk.h"

namespace spoils::odds {

using namespace program;

namespace {

/// How a value changes from one point of a loop to any later one. A flag that rises stays true once it is true.
enum class Trend : std::uint8_t { Still, Rising, Falling, Unknown };

Trend joined(Trend a, Trend b) {
  if (a == Trend::Still || a == b) { return b; }
  return b == Trend::Still ? a : Trend::Unknown;
}

Trend reversed(Trend trend) {
  return trend == Trend::Rising ? Trend::Falling : trend == Trend::Falling ? Trend::Rising : trend;
}

class TrendFinder {
 public:
  TrendFinder(const Program& program, const Liveness& liveness, const std::vector<std::uint32_t>& statements,
              const SlotSet& changes, const SlotSet& live, const ExchangeUses& uses)
      : program_(program),
        liveness_(liveness),
        statements_(statements),
        changes_(changes),
        live_(live),
        uses_(uses),
        facts_(program) {}

  ExchangeUses::Spending find() {
    if (!std::all_of(uses_.draws.begin(), uses_.draws.end(), [](const auto& d) { return d.choice != kNone; }) ||
        !std::all_of(uses_.lists.begin(), uses_.lists.end(), [this](SlotId list) { return only_grows(list); })) {
      return {};
    }
    out_.bounds.resize(uses_.draws.size());
    bool has_bounds = false;
    for (std::size_t i = 0; i < uses_.draws.size(); ++i) {
      const auto& choice = program_.choices[uses_.draws[i].choice];
      locals_ = {{choice.row, Trend::Still}};
      if (choice.condition != kNone && !add_bounds(choice.condition, choice.row, out_.bounds[i])) { return {}; }
      has_bounds = has_bounds || !out_.bounds[i].empty();
    }
    if (!has_bounds) { return {}; }
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool only_grows(SlotId list) const {
    return liveness_.is_only_assigned(list) &&
           std::all_of(statements_.begin(), statements_.end(), [&](std::uint32_t number) {
             const auto& s = program_.statements[number];
             if (s.kind != Statement::Kind::Assign || s.a != list) { return true; }
             const auto& e = program_.expressions[s.b];
             return (e.op == Op::Append || e.op == Op::Insert) && slot_handed_on(program_, e.a) == list;
           });
  }

  // Takes a condition apart at its `and`s. False: a member in a list may hide what goes wrong with its row.
  bool add_bounds(ExpressionId id, SlotId row, std::vector<ExpressionId>& out) {
    const auto& e = program_.expressions[id];
    if (e.op == Op::And) { return add_bounds(e.a, row, out) && add_bounds(e.b, row, out); }
    // A fact was evaluated for each row (Look::is_sound); all else must not go wrong in any state.
    const auto reads = slots_read(program_, {id});
    const bool reads_row = std::find(reads.begin(), reads.end(), row) != reads.end();
    if (reads_row && is_still(id)) { return true; }
    if (e.draws || !facts_.of(id).is_sound) { return false; }
    // A part that reads a list may depend on the presence of the member itself.
    const bool reads_list = std::any_of(reads.begin(), reads.end(), [this](SlotId slot) { return is_list(slot); });
    if (reads_list || trend(id) != Trend::Falling) { return true; }
    out.push_back(id);
    for (const auto slot : reads) {
      if (changes_.contains(slot)) { add(out_.reads, slot); }
    }
    return true;
  }

  static void add(std::vector<SlotId>& slots, SlotId slot) {
    if (std::find(slots.begin(), slots.end(), slot) == slots.end()) { slots.push_back(slot); }
  }

  [[nodiscard]] bool is_list(SlotId slot) const {
    return std::find(uses_.lists.begin(), uses_.lists.end(), slot) != uses_.lists.end();
  }

  // Whether an expression has one value in all of the loop, for one word of each local that stays.
  bool is_still(ExpressionId id) {
    if (program_.expressions[id].draws) { return false; }
    const auto reads = slots_read(program_, {id});
    return std::all_of(reads.begin(), reads.end(), [this](SlotId slot) {
      const auto local = locals_.find(slot);
      return local != locals_.end() ? local->second == Trend::Still
                                    : !changes_.contains(slot) && !aliases_.contains(slot) && !is_list(slot);
    });
  }

  Trend trend(ExpressionId id) {
    if (is_still(id)) { return Trend::Still; }
    const auto& e = program_.expressions[id];
    if (e.draws) { return Trend::Unknown; }
    const bool is_whole = e.type.kind == ValueKind::Int || e.type.kind == ValueKind::Flag;
    if (!is_whole) { return Trend::Unknown; }
    switch (e.op) {
      case Op::Slot: return trend_of(e.a);
      case Op::OrZero: return trend(e.a);
      case Op::Negate:
      case Op::Not: return reversed(trend(e.a));
      case Op::Add:
      case Op::And:
      case Op::Or: return joined(trend(e.a), trend(e.b));
      case Op::Subtract: return joined(trend(e.a), reversed(trend(e.b)));
      case Op::Less:
      case Op::LessOrEqual: return joined(reversed(trend(e.a)), trend(e.b));
      case Op::Size: return list_of(e.a) != kNone ? Trend::Rising : Trend::Unknown;
      case Op::Fold: return trend_of_fold(program_.folds[e.a], e);
      case Op::Bind: return bound({static_cast<SlotId>(e.value)}, {e.a}, e.b);
      case Op::Invoke: {
        const auto& def = program_.defs[static_cast<std::size_t>(e.value)];
        std::vector<ExpressionId> arguments;
        for (std::uint32_t i = 0; i < e.b; ++i) { arguments.push_back(program_.operands[e.a + i]); }
        return bound({def.parameters.begin(), def.parameters.begin() + static_cast<std::ptrdiff_t>(e.b)}, arguments,
                     def.body);
      }
      default: return Trend::Unknown;
    }
  }

  Trend trend_of(SlotId slot) {
    if (const auto local = locals_.find(slot); local != locals_.end()) { return local->second; }
    if (!changes_.contains(slot) || aliases_.contains(slot) || is_list(slot)) { return Trend::Unknown; }
    const auto [known, is_new] = slots_.try_emplace(slot, Trend::Unknown);
    if (!is_new) { return known->second; }
    const auto out = live_.contains(slot) ? trend_of_changes(slot) : trend_of_computed(slot);
    slots_[slot] = out;
    return out;
  }

  // A slot that each turn begins with: only what is added to it, or taken from it.
  Trend trend_of_changes(SlotId slot) {
    if (!liveness_.is_only_assigned(slot) || program_.slots[slot].type.kind == ValueKind::Number) {
      return Trend::Unknown;
    }
    auto out = Trend::Still;
    for (const auto number : statements_) {
      const auto& s = program_.statements[number];
      if (s.kind == Statement::Kind::Assign && s.a == slot) { out = joined(out, trend_of_change(slot, s.b)); }
    }
    if (out != Trend::Unknown) { add(out_.slots, slot); }
    return out;
  }

  [[nodiscard]] Trend trend_of_change(SlotId slot, ExpressionId id) const {
    const auto& e = program_.expressions[id];
    if (e.type.kind == ValueKind::Flag && e.op == Op::Constant && e.value != kUnset) {
      return e.value != 0 ? Trend::Rising : Trend::Falling;
    }
    const auto is_amount = [this](ExpressionId of) {
      const auto& amount = program_.expressions[of];
      return amount.op == Op::Constant && amount.value >= 0;
    };
    if (e.type.kind != ValueKind::Int) { return Trend::Unknown; }
    if (e.op == Op::Add && slot_handed_on(program_, e.a) == slot && is_amount(e.b)) { return Trend::Rising; }
    if (e.op == Op::Add && slot_handed_on(program_, e.b) == slot && is_amount(e.a)) { return Trend::Rising; }
    if (e.op == Op::Subtract && slot_handed_on(program_, e.a) == slot && is_amount(e.b)) { return Trend::Falling; }
    return Trend::Unknown;
  }

  // A slot that each turn computes anew before it reads it, from what it begins with.
  Trend trend_of_computed(SlotId slot) {
    std::optional<ExpressionId> value;
    for (const auto number : statements_) {
      const auto& s = program_.statements[number];
      if (s.kind != Statement::Kind::Assign || s.a != slot) { continue; }
      if (value) { return Trend::Unknown; }
      value = s.b;
    }
    if (!value || !liveness_.is_only_assigned(slot)) { return Trend::Unknown; }
    const auto locals = std::exchange(locals_, {});
    const auto out = trend(*value);
    locals_ = locals;
    if (out != Trend::Unknown) { out_.bindings.emplace_back(slot, *value); }
    return out;
  }

  SlotId list_of(ExpressionId id) {
    const auto slot = slot_handed_on(program_, id);
    if (is_list(slot)) { return slot; }
    const auto found = aliases_.find(slot);
    return found == aliases_.end() ? kNone : found->second;
  }

  Trend trend_of_fold(const Fold& fold, const Expression& e) {
    if (list_of(fold.source) == kNone) { return Trend::Unknown; }
    // The fold must see of a member nothing that depends on anything but the member.
    for (const auto id : {fold.condition, fold.value}) {
      if (id == kNone) { continue; }
      const auto reads = slots_read(program_, {id});
      const bool sees_member_alone = std::all_of(reads.begin(), reads.end(), [&](SlotId slot) {
        return slot == fold.variable ||
               (!changes_.contains(slot) && !locals_.contains(slot) && !aliases_.contains(slot) && !is_list(slot));
      });
      if (program_.expressions[id].draws || !sees_member_alone) { return Trend::Unknown; }
    }
    switch (fold.kind) {
      case FoldKind::Count:
      case FoldKind::Any: return Trend::Rising;
      case FoldKind::All: return Trend::Falling;
      case FoldKind::Sum:
        if (e.type.kind != ValueKind::Int || fold.value == kNone) { return Trend::Unknown; }
        out_.amounts.emplace_back(fold.variable, fold.value);
        return Trend::Rising;
      default: return Trend::Unknown;
    }
  }

  Trend bound(const std::vector<SlotId>& slots, const std::vector<ExpressionId>& values, ExpressionId body) {
    const auto locals = locals_;
    const auto aliases = aliases_;
    for (std::size_t i = 0; i < slots.size(); ++i) {
      if (const auto list = list_of(values[i]); list != kNone) {
        aliases_[slots[i]] = list;
        locals_.erase(slots[i]);
        continue;
      }
      const auto of_value = trend(values[i]);
      for_each_word_of(program_, slots[i], [&](SlotId word) {
        aliases_.erase(word);
        locals_[word] = of_value;
      });
    }
    const auto out = trend(body);
    locals_ = locals;
    aliases_ = aliases;
    return out;
  }

  const Program& program_;
  const Liveness& liveness_;
  const std::vector<std::uint32_t>& statements_;
  const SlotSet& changes_;
  const SlotSet& live_;
  const ExchangeUses& uses_;
  ExpressionFacts facts_;
  ExchangeUses::Spending out_;
  std::map<SlotId, Trend> slots_;
  std::map<SlotId, Trend> locals_;    // that an expression around the one in question binds
  std::map<SlotId, SlotId> aliases_;  // likewise: by slot the list that it holds
};

}  // namespace

ExchangeUses::Spending spending_of(const Program& program, const Liveness& liveness,
                                   const std::vector<std::uint32_t>& statements, const SlotSet& changes,
                                   const SlotSet& live, const ExchangeUses& uses) {
  return TrendFinder(program, liveness, statements, changes, live, uses).find();
}

}  // namespace spoils::odds
