// check/ranges/abstract_interpreter.cpp
//
// The state of the abstract interpreter: slots with a journal for rollback, branches and their joins, and the
// recorded findings.
#include "check/ranges/abstract_interpreter.h"

#include <set>

#include "program/facts/call_graph.h"
#include "program/walk.h"

namespace spoils::check {

using namespace program;
using number::Rational;
using text::Code;

AbstractInterpreter::AbstractInterpreter(const Program& program)
    : program_(program),
      stamps_(program.slots.size()),
      is_suspect_(program.expressions.size(), false),
      keys_(program.expressions.size(), Never),
      effects_(program),
      loops_(program.statements.size(), 0),
      table_outcomes_(program.tables.size()),
      read_by_(program.expressions.size()),
      constants_(program.defs.size()),
      is_part_(program.rules.size(), false),
      dropped_(program.rules.size()) {
  for (const auto& table : program.tables) { rows_.emplace_back(table.rows.size(), std::uint8_t{0}); }
  for (const auto& s : program.statements) {
    for_each_call(program, s, [&](RuleId rule, CallKind kind) {
      if (kind == CallKind::Run) { is_part_[rule] = true; }
    });
  }
  find_outside();
}

void AbstractInterpreter::find_outside() {
  outside_.resize(program_.rules.size());
  const CallGraph calls(program_);
  for (const auto rule : calls.order()) {
    std::set<SlotId> found;
    for (const auto slot : program_.rules[rule].reads) {
      const auto kind = program_.slots[slot].kind;
      if (kind == Slot::Kind::Input || kind == Slot::Kind::State) { found.insert(slot); }
    }
    for_each_statement(program_, program_.rules[rule].body, [&](std::uint32_t number) {
      for_each_call(program_, program_.statements[number],
                    [&](RuleId called, CallKind) { found.insert(outside_[called].begin(), outside_[called].end()); });
    });
    outside_[rule].assign(found.begin(), found.end());
  }
}

void AbstractInterpreter::begin(const Entry& entry) {
  slots_.assign(program_.slots.size(), Values::unknown());
  journal_.clear();
  frames_.clear();
  bad_.clear();
  sound_.clear();
  undecided_.clear();
  may_fail_.clear();
  seen_.clear();
  open_ = 0;
  open_for_warnings_ = 0;
  control_ = 0;
  valid_from_ = 1;
  validity_epoch_ = 1;
  unsure_ = 0;
  unrolled_ = 1;
  ++call_;
  if (entered_ != entry.rule) {
    // The bits of its parameters mean others now.
    for (auto& summaries : dropped_) { summaries.clear(); }
    entered_ = entry.rule;
  }
  for (const auto state : program_.states) {
    const auto& slot = program_.slots[state];
    auto& value = slots_[state];
    if (slot.has_bounds) {
      value = Values::range(slot.first, slot.last);
    } else if (slot.type.kind == ValueKind::Flag) {
      value = values_.flag();
    } else if (!slot.choices.empty()) {
      Values::List all(slot.choices.begin(), slot.choices.end());
      all.emplace_back(slot.initial);
      value = values_.of(std::move(all));
    }
    // A state may be anything in its range: that is what the range says.
    if (value.kind == Value::Kind::Range || value.kind == Value::Kind::FiniteSet) {
      value.must_since = validity_epoch_;
    }
  }
  if (!is_part_[entry.rule]) {
    for (const auto field : program_.rules[entry.rule].fields) { slots_[field] = Values::known(kUnset); }
  }
}

void AbstractInterpreter::run(const Entry& entry) {
  begin(entry);
  for (const auto& [slot, value] : entry.settings) { slots_[slot] = value; }
  frames_.push_back({});
  for (const auto& parameter : program_.rules[entry.rule].parameters) {
    const bool is_set = std::any_of(entry.settings.begin(), entry.settings.end(),
                                    [&](const auto& setting) { return setting.first == parameter.slot; });
    if (is_set) { continue; }
    const bool is_default = entry.takes_defaults && parameter.initial != kNone;
    slots_[parameter.slot] = is_default ? eval(parameter.initial) : Values::unknown();
  }
  run_body(entry.rule);
}

void AbstractInterpreter::set(SlotId slot, Value value, bool is_assigned) {
  journal_.push_back({slot, slots_[slot], is_assigned});
  slots_[slot] = value;
}

Value AbstractInterpreter::get(SlotId slot) const {
  auto value = slots_[slot];
  if (value.must_since < valid_from_) { value.must_since = 0; }
  return value;
}

AbstractInterpreter::Changes AbstractInterpreter::collect(std::size_t mark) {
  collected_.clear();
  ++stamp_;
  for (auto i = mark; i < journal_.size(); ++i) {
    const auto slot = journal_[i].slot;
    if (stamps_[slot].first != stamp_) {
      stamps_[slot] = {stamp_, collected_.size()};
      collected_.emplace_back(slot, false);
    }
    if (journal_[i].is_assigned) { collected_[stamps_[slot].second].second = true; }
  }
  std::sort(collected_.begin(), collected_.end());
  Changes out;
  out.reserve(collected_.size());
  for (const auto& [slot, is_assigned] : collected_) { out.push_back({slot, get(slot), is_assigned}); }
  return out;
}

void AbstractInterpreter::rollback(std::size_t mark) {
  while (journal_.size() > mark) {
    slots_[journal_.back().slot] = journal_.back().value;
    journal_.pop_back();
  }
}

void AbstractInterpreter::apply(const Changes& changes) {
  for (const auto& change : changes) { set(change.slot, change.value, change.is_assigned); }
}

// The state is the one from which all branches went.
void AbstractInterpreter::merge(const std::vector<Changes>& branches, std::uint64_t free_inputs,
                                bool is_sure_condition) {
  if (branches.size() == 1) {
    apply(branches[0]);
    return;
  }
  std::vector<SlotId> slots;
  for (const auto& branch : branches) {
    for (const auto& change : branch) { slots.push_back(change.slot); }
  }
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  for (const auto slot : slots) {
    std::optional<Value> joined;
    bool is_assigned = false;
    bool all_sure = is_sure_condition;
    for (const auto& branch : branches) {
      const auto found =
          std::lower_bound(branch.begin(), branch.end(), slot, [](const Change& a, SlotId b) { return a.slot < b; });
      const bool changed = found != branch.end() && found->slot == slot;
      const auto& value = changed ? found->value : slots_[slot];
      is_assigned = is_assigned || (changed && found->is_assigned);
      all_sure = all_sure && (changed ? is_sure(value) : value.kind == Value::Kind::Known);
      joined = joined ? values_.join(*joined, value) : value;
    }
    if (!is_assigned) { continue; }  // only refinements by conditions: the join of all branches cancels them
    Values::finish(*joined, all_sure ? validity_epoch_ : 0, joined->free_inputs | free_inputs);
    set(slot, *joined);
  }
}

void AbstractInterpreter::restore(const Scope& saved) {
  control_ = saved.control;
  valid_from_ = saved.valid_from;
  unsure_ = saved.unsure;
}

// If some rolls have ended on these ways, since there were so many endings, what follows depends on why the others have
// not.
void AbstractInterpreter::go_on_after(std::size_t endings, std::span<const Passage> ways) {
  if (endings_ == endings) { return; }
  valid_from_ = ++validity_epoch_;
  bool is_unsure = false;
  for (const auto& [entered, left] : ways) {
    control_ |= left.control & ~entered.control;
    is_unsure = is_unsure || left.unsure > entered.unsure;
  }
  if (is_unsure) { ++unsure_; }
}

// The same after a loop: its way begins before its count or list, since rolls may go on because it has no turns.
void AbstractInterpreter::return_to(const Scope& saved, std::size_t endings) {
  const Passage way{saved, scope()};
  restore(saved);
  go_on_after(endings, {&way, 1});
}

// Enters code that runs only under a condition. `is_pure`: the condition reads no slots.
void AbstractInterpreter::enter(const Value& condition, bool is_pure) {
  if (!is_sure(condition)) {
    if (condition.free_inputs != 0) {
      control_ |= condition.free_inputs;
    } else {
      ++unsure_;
    }
  }
  if (!is_pure) { valid_from_ = ++validity_epoch_; }
}

AbstractInterpreter::Truth AbstractInterpreter::truth(const Value& value) const {
  return {values_.may_be(value, Rational(1)), values_.may_be_other_than(value, Rational(1))};
}

// The defaults of parameters are evaluated before any statement, whatever is asked of the rule.
void AbstractInterpreter::doubt() {
  ++doubts_;
  if (statement_ != kNone && (may_fail_.empty() || may_fail_.back() != statement_)) { may_fail_.push_back(statement_); }
}

void AbstractInterpreter::note(Occurs occurs, std::uint64_t free_inputs, const Site& site,
                               std::initializer_list<Rational> shown) {
  if (occurs == Occurs::Never) {
    if (site.expression == kNone || !is_suspect_[site.expression]) { return; }
    if (suspects_.contains(site)) { sound_.push_back(site); }
    return;
  }
  if (site.code != Code::ChanceOutside && site.code != Code::Overflow && site.code != Code::WeightsTooLarge &&
      site.code != Code::RangeTooLong) {
    doubt();
  }
  if (unsure_ > 0) { return; }
  ++notes_;
  auto& open = site.code == Code::ChanceOutside ? open_for_warnings_ : open_;
  if (occurs == Occurs::Must) {
    if (control_ == 0) {
      if (bad_.empty() || !(bad_.back().site == site)) { bad_.push_back({site, frames_.size()}); }
      if (seen_.empty() && watched_ && *watched_ == site) { seen_ = shown; }
    } else {
      open |= control_;
    }
  } else {
    if (free_inputs == 0 || suppressed_.contains(site)) {
      if (control_ == 0) { undecided_.push_back(site); }
      return;
    }
    open |= free_inputs | control_;
  }
  if (site.expression == kNone || !suspects_.insert(site).second) { return; }
  is_suspect_[site.expression] = true;
}

Occurs AbstractInterpreter::outside(const Value& value, std::int64_t first, std::int64_t last) const {
  const auto all = values_.members(value);
  const auto is_out = [&](const Rational& one) { return one < Rational(first) || one > Rational(last); };
  if (all.count > 0) {
    const auto bad = static_cast<std::size_t>(std::count_if(all.begin(), all.end(), is_out));
    if (bad == 0) { return Occurs::Never; }
    return bad == all.count || is_sure(value) ? Occurs::Must : Occurs::May;
  }
  const auto ends = values_.bounds(value);
  if (ends.last < Rational(first) || ends.first > Rational(last)) { return Occurs::Must; }
  return is_out(ends.first) || is_out(ends.last) ? Occurs::May : Occurs::Never;
}

Rational AbstractInterpreter::first_outside(const Value& value, std::int64_t first, std::int64_t last) const {
  for (const auto& one : values_.members(value)) {
    if (one < Rational(first) || one > Rational(last)) { return one; }
  }
  const auto ends = values_.bounds(value);
  return ends.first < Rational(first) ? ends.first : ends.last;
}

}  // namespace spoils::check
