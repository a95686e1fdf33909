// check/link/links.cpp
//
// Links a lowered program: possible symbols by a worklist over assignments (def-use), dispatches of `do`, the call
// graph with its check for recursion, and the slots that tables read.
#include "check/link/links.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "check/link/depth.h"
#include "check/link/field_words.h"
#include "check/link/hoist.h"
#include "check/link/named_drops.h"
#include "check/link/plan_filters.h"
#include "check/link/settled.h"
#include "program/facts/call_graph.h"
#include "program/walk.h"

namespace spoils::check {

using namespace program;
using text::Code;

PossibleSymbols::PossibleSymbols(const Program& program)
    : program_(program),
      assigned_(program.slots.size()),
      is_parameter_(program.slots.size(), false),
      seen_slots_(program.slots.size(), false),
      seen_(program.expressions.size(), false) {
  const auto arguments = [&](const std::vector<SlotId>& slots, std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count && i < slots.size(); ++i) {
      assigned_[slots[i]].push_back(program.operands[first + i]);
    }
  };
  for (const auto& s : program.statements) {
    // The variable of a loop has the members of a list, which are what an expression that makes a list adds below.
    if (s.kind == Statement::Kind::Assign || s.kind == Statement::Kind::WithInput ||
        s.kind == Statement::Kind::ForEach) {
      assigned_[s.a].push_back(s.b);
    }
    if (s.kind == Statement::Kind::Run || s.kind == Statement::Kind::Drop || s.kind == Statement::Kind::Hold) {
      std::vector<SlotId> slots;
      for (const auto& parameter : program.rules[s.a].parameters) { slots.push_back(parameter.slot); }
      arguments(slots, s.b, s.c);
    }
  }
  for (const auto& e : program.expressions) {
    if (e.op == Op::Bind) { assigned_[static_cast<SlotId>(e.value)].push_back(e.a); }
    if (e.op == Op::Invoke || e.op == Op::WorldDef || e.op == Op::ConstantDef) {
      arguments(program.defs[static_cast<std::size_t>(e.value)].parameters, e.a, e.b);
    }
  }
  for (const auto& fold : program.folds) { assigned_[fold.variable].push_back(fold.source); }
  for (const auto& rule : program.rules) {
    for (const auto& parameter : rule.parameters) {
      is_parameter_[parameter.slot] = true;
      if (parameter.initial != kNone) { assigned_[parameter.slot].push_back(parameter.initial); }
    }
  }
}

std::optional<std::set<Word>> PossibleSymbols::of(ExpressionId id) {
  add(id);
  return collect();
}

std::optional<std::set<Word>> PossibleSymbols::of_slot(SlotId slot) {
  const bool sound = look_at_slot(slot);
  auto out = collect();
  return sound ? std::move(out) : std::nullopt;
}

// Goes through what was found, and what that leads to; a list instead of recursion, since fields may follow from each
// other over thousands of steps.
std::optional<std::set<Word>> PossibleSymbols::collect() {
  bool sound = true;
  for (next_ = 0; next_ < found_.size() && sound; ++next_) { sound = look_at(found_[next_]); }
  for (const auto id : found_) { seen_[id] = false; }
  work_ += found_.size();
  found_.clear();
  for (const auto slot : found_slots_) { seen_slots_[slot] = false; }
  found_slots_.clear();
  auto out = std::move(symbols_);
  symbols_.clear();
  return sound ? std::optional(std::move(out)) : std::nullopt;
}

void PossibleSymbols::add(ExpressionId id) {
  if (id == kNone || seen_[id]) { return; }
  seen_[id] = true;
  found_.push_back(id);
}

void PossibleSymbols::add_table(const Table& table) {
  for (const auto& row : table.rows) {
    add(row.outcome);
    add(row.otherwise);
  }
}

bool PossibleSymbols::look_at_slot(SlotId slot) {
  if (seen_slots_[slot]) { return true; }
  seen_slots_[slot] = true;
  found_slots_.push_back(slot);
  const auto& known = program_.slots[slot];
  // The number of a row is no symbol, and nothing in the program assigns what the engine sets by itself.
  if (known.type.kind == ValueKind::Row || known.type.element == ValueKind::Row || slot == program_.made_by) {
    return false;
  }
  if (!known.choices.empty()) {
    symbols_.insert(known.choices.begin(), known.choices.end());
    symbols_.insert(known.initial);
  } else if (known.kind == Slot::Kind::Input || known.kind == Slot::Kind::State) {
    return false;
  }
  if (is_parameter_[slot] && known.choices.empty()) { return false; }  // the caller from outside may say anything
  for (const auto id : assigned_[slot]) { add(id); }
  return true;
}

bool PossibleSymbols::look_at(ExpressionId id) {
  const auto& e = program_.expressions[id];
  switch (e.op) {
    case Op::Constant: {
      if (!holds_words(e.type.kind) || e.value == kUnset) {
        symbols_.insert(e.value);
        return true;
      }
      const auto& members = program_.lists[static_cast<std::size_t>(e.value)];
      const std::size_t step = e.type.kind == ValueKind::Map ? 2 : 1;
      for (std::size_t i = 0; i < members.size(); i += step) { symbols_.insert(members[i]); }
      return true;
    }
    case Op::Slot: return look_at_slot(e.a);
    case Op::Choose:
      add(e.b);
      add(e.c);
      return true;
    case Op::Bind:
    case Op::Block: add(e.b); return true;
    case Op::Invoke:
    case Op::WorldDef:
    case Op::ConstantDef: add(program_.defs[static_cast<std::size_t>(e.value)].body); return true;
    case Op::PickTable: add_table(program_.tables[e.a]); return true;
    case Op::PickWhere:
      if (program_.choices[e.a].gives_row) { return false; }
      if (program_.choices[e.a].or_nothing) { symbols_.insert(kUnset); }
      add_table(program_.tables[program_.choices[e.a].table]);
      return true;
    case Op::PickDistinct:
      if (e.b != kNone) {
        add(e.b);
      } else {
        add_table(program_.tables[choice_of(program_, e)->table]);
      }
      return true;
    case Op::PickGrid:
      for (const auto table : tables_of(program_.grids[e.a])) { add_table(program_.tables[table]); }
      return true;
    case Op::PickMember:
    case Op::Shuffle:
    case Op::Keys:
    case Op::Remove: add(e.a); return true;
    case Op::MakeMap:
      for (std::uint32_t i = 0; i < e.b; i += 2) { add(program_.operands[e.a + i]); }
      return true;
    case Op::MakeList:
    case Op::MakeSet:
      for (std::uint32_t i = 0; i < e.b; ++i) { add(program_.operands[e.a + i]); }
      return true;
    case Op::Append:
    case Op::Insert:
    case Op::Join:
    case Op::SetAt:
    case Op::AddAt:
    case Op::AddMaps:
    case Op::SubtractMaps:
      add(e.a);
      add(e.b);
      return true;
    case Op::RowOutcome:
      for (const auto& row : program_.tables[e.a].rows) { add(row.outcome); }
      return true;
    case Op::MemberAt:
      add(e.a);
      symbols_.insert(kUnset);
      return true;
    case Op::Cell:
    case Op::RowCell: {
      for_each_cell(program_.tables[e.a], e.b, [&](ExpressionId cell) { add(cell); });
      if (e.op == Op::Cell) { symbols_.insert(kUnset); }
      return true;
    }
    default: return false;
  }
}

namespace {

std::string symbol_name(const Program& program, Word symbol) {
  return std::string(program.symbols.name(static_cast<std::uint32_t>(symbol)));
}

class Linker {
 public:
  Linker(Program& program, text::Report& report, const Program::Sizes& linked)
      : program_(program), report_(report), linked_(linked) {}

  void run() {
    if (!check_depth(program_, facts_, report_, linked_)) { return; }
    // While statements are lowered a node learns this from operands that may not be complete yet: a def or the cells of
    // a table further down.
    for (auto id = static_cast<ExpressionId>(linked_.expressions); id < program_.expressions.size(); ++id) {
      const auto& fact = facts_.of(id);
      program_.expressions[id].draws = fact.draws;
      program_.expressions[id].may_be_unset = fact.may_be_unset;
    }
    note_defs_of_world();
    const bool is_whole = linked_.expressions == 0;  // and no question about a program that is linked already
    if (is_whole && !check_defs(program_, facts_, report_)) { return; }
    if (program_.rules.size() > linked_.rules && !link_rules()) { return; }
    if (is_whole && !check_world_rules(program_, facts_, report_)) { return; }
    fill_symbols();
    for (auto i = linked_.tables; i < program_.tables.size(); ++i) { fill_reads(program_.tables[i]); }
    for (auto i = linked_.choices; i < program_.choices.size(); ++i) { fill_reads(program_.choices[i]); }
    find_hoisted(program_, facts_, linked_.expressions);
    plan_filters(program_, facts_, linked_);
  }

 private:
  void note_defs_of_world() {
    for (auto i = linked_.expressions; i < program_.expressions.size(); ++i) {
      program_.settles = program_.settles || program_.expressions[i].op == Op::WorldDef;
    }
    for (auto i = linked_.statements; i < program_.statements.size(); ++i) {
      program_.settles = program_.settles || program_.statements[i].kind == Statement::Kind::World;
    }
  }

  bool link_rules() {
    for (auto i = static_cast<std::uint32_t>(linked_.statements); i < program_.statements.size(); ++i) {
      if (program_.statements[i].kind == Statement::Kind::RunNamed) { fill_dispatch(i); }
    }
    lay_out_named_drops(program_, report_, linked_.statements);
    const auto first = static_cast<RuleId>(linked_.rules);
    const auto order = order_of_rules(first);
    if (report_.error_count() > 0) { return false; }
    check_rule_depth(program_, report_, first);
    if (report_.error_count() > 0) { return false; }
    std::size_t total = 0;
    for (RuleId rule = 0; rule < first; ++rule) { total += program_.rules[rule].fields.size(); }
    for (const auto rule : order) {
      if (rule < first) { continue; }
      fill_fields(rule);
      field_words_.fill(rule, possible());
      total += program_.rules[rule].fields.size();
      if (total <= kMaxThingSlots) { continue; }
      report_.add(Code::TooLarge, program_.rules[rule].place, kMaxThingSlots, "fields of all rules together");
      return false;
    }
    return true;
  }

  PossibleSymbols& possible() {
    if (!possible_) { possible_.emplace(program_); }
    return *possible_;
  }

  void fill_dispatch(std::uint32_t number) {
    auto& s = program_.statements[number];
    auto& dispatch = program_.dispatches[s.b];
    if (dispatch.is_block) { return; }
    const auto symbols = possible().of(s.a);
    const auto place = program_.places[s.a];
    if (!symbols) {
      // A symbol from outside may name any rule that needs nothing more. All such statements share one list.
      if (any_) {
        s.b = *any_;
        return;
      }
      any_ = s.b;
      for (RuleId rule = 0; rule < program_.rules.size(); ++rule) {
        const auto symbol = program_.symbols.find(program_.rules[rule].name);
        if (symbol && !missing_parameter(rule)) { dispatch.rules.emplace_back(static_cast<Word>(*symbol), rule); }
      }
      std::sort(dispatch.rules.begin(), dispatch.rules.end());
      return;
    }
    for (const auto symbol : *symbols) {
      if (symbol == kUnset) { continue; }
      const auto rule = rule_named(symbol);
      if (!rule) {
        auto finding = report_.add(Code::DoWithoutRule, place, symbol_name(program_, symbol));
        std::vector<std::string_view> known;
        if (report_.suggests()) {
          for (const auto& candidate : program_.rules) { known.push_back(candidate.name); }
        }
        if (const auto near = report_.nearest(symbol_name(program_, symbol), known)) {
          finding.note("there is a rule `" + std::string(*near) + "`");
        } else {
          finding.help("write `rule " + symbol_name(program_, symbol) + " { ... }`");
        }
        continue;
      }
      if (const auto* missing = missing_parameter(*rule)) {
        report_.add(Code::DoNeedsNoArguments, place, program_.rules[*rule].name, program_.slots[missing->slot].name)
            .label(program_.slots[missing->slot].place, "it has no default");
        continue;
      }
      if (++dispatched_ > kMaxDispatches) {
        report_.add(Code::TooLarge, place, kMaxDispatches, "rules that `do` may run, over all of them");
        return;
      }
      dispatch.rules.emplace_back(symbol, *rule);
    }
  }

  void fill_symbols() {
    for (auto slot = static_cast<SlotId>(linked_.slots); slot < program_.slots.size(); ++slot) {
      auto& known = program_.slots[slot];
      if (known.type.kind != ValueKind::Symbol || !known.type.has_table()) { continue; }
      const auto symbols = possible().of_slot(slot);
      if (!symbols) { continue; }
      known.symbols.emplace();
      std::copy_if(symbols->begin(), symbols->end(), std::back_inserter(*known.symbols),
                   [](Word symbol) { return symbol != kUnset; });
    }
  }

  std::optional<RuleId> rule_named(Word symbol) {
    if (rule_of_.empty()) {
      for (RuleId rule = 0; rule < program_.rules.size(); ++rule) {
        if (const auto known = program_.symbols.find(program_.rules[rule].name)) {
          rule_of_.emplace(static_cast<Word>(*known), rule);
        }
      }
    }
    const auto found = rule_of_.find(symbol);
    return found == rule_of_.end() ? std::nullopt : std::optional(found->second);
  }

  const RuleParameter* missing_parameter(RuleId rule) const {
    for (const auto& parameter : program_.rules[rule].parameters) {
      if (parameter.initial == kNone) { return &parameter; }
    }
    return nullptr;
  }

  // Reports recursion and calls that nest too deep. Returns the rules, each after what it runs.
  std::vector<RuleId> order_of_rules(RuleId first) {
    const CallGraph calls(program_, first);
    for (const auto& circle : calls.circles()) {
      const auto& called = program_.rules[circle.rule];
      report_.add(Code::Recursion, program_.statement_places[circle.statement], called.name)
          .label(called.place, "this rule")
          .help("what may go on for ever is bounded: `repeat 10 while CONDITION { ... }`");
    }
    for (const auto rule : calls.order()) {
      if (calls.depth(rule) != static_cast<int>(kMaxCallDepth) + 1) { continue; }
      report_.add(Code::CallsTooDeep, program_.rules[rule].place, kMaxCallDepth);
    }
    return calls.order();
  }

  // Finds the fields that a thing of a rule may have or read, given those of the rules that it runs.
  void fill_fields(RuleId rule) {
    auto& out = program_.rules[rule].fields;
    std::vector<bool> is_field(program_.slots.size(), false);
    const auto note = [&](SlotId slot) {
      const auto kind = program_.slots[slot].kind;
      if (kind != Slot::Kind::Field && kind != Slot::Kind::Scratch) { return; }
      for_each_word_of(program_, slot, [&](SlotId word) { is_field[word] = true; });
    };
    is_field[program_.shown] = true;
    for (const auto& parameter : program_.rules[rule].parameters) { note(parameter.slot); }
    program_.rules[rule].reads = facts_.reads_of(expressions_of(program_, rule));
    if (is_world_rule(program_, rule)) { read_parameters(program_.rules[rule]); }
    for (const auto slot : program_.rules[rule].reads) { note(slot); }
    std::set<std::uint32_t> dispatches;
    for_each_statement(program_, program_.rules[rule].body, [&](std::uint32_t number) {
      const auto& s = program_.statements[number];
      if (s.kind == Statement::Kind::Assign) { note(s.a); }
      if (s.kind == Statement::Kind::RunNamed && !dispatches.insert(s.b).second) { return; }
      for_each_call(program_, s, [&](RuleId called, CallKind kind) {
        if (kind != CallKind::Run) { return; }
        for (const auto slot : program_.rules[called].fields) { is_field[slot] = true; }
      });
    });
    for (SlotId slot = 0; slot < is_field.size(); ++slot) {
      if (is_field[slot]) { out.push_back(slot); }
    }
  }

  // A world rule depends on its arguments, whether its block reads them or not.
  void read_parameters(Rule& rule) {
    for (const auto& parameter : rule.parameters) {
      for_each_word_of(program_, parameter.slot, [&](SlotId word) { rule.reads.push_back(word); });
    }
    std::sort(rule.reads.begin(), rule.reads.end());
    rule.reads.erase(std::unique(rule.reads.begin(), rule.reads.end()), rule.reads.end());
  }

  void fill_reads(Table& table) {
    if (!table.constant_weights.empty()) { return; }
    std::vector<ExpressionId> roots;
    for (const auto& row : table.rows) { add_weight(roots, row); }
    fill_reads(table, roots);
  }

  void fill_reads(Choice& choice) {
    std::vector<ExpressionId> roots;
    for (const auto id : {choice.condition, choice.weight, choice.nothing_weight}) {
      if (id != kNone) { roots.push_back(id); }
    }
    for (const auto& row : program_.tables[choice.table].rows) { add_weight(roots, row, choice.weight == kNone); }
    fill_reads(choice, roots);
    choice.reads.erase(std::remove(choice.reads.begin(), choice.reads.end(), choice.row), choice.reads.end());
  }

  static void add_weight(std::vector<ExpressionId>& roots, const TableRow& row, bool counts = true) {
    if (counts) { roots.push_back(row.weight); }
    if (row.condition != kNone && row.otherwise == kNone) { roots.push_back(row.condition); }
  }

  template <class Picked>
  void fill_reads(Picked& picked, const std::vector<ExpressionId>& roots) {
    picked.reads = facts_.reads_of(roots);
    for (const auto slot : picked.reads) {
      picked.reads_heap = picked.reads_heap || lies_in_heap(program_.slots[slot].type.kind);
    }
  }

  Program& program_;
  text::Report& report_;
  ExpressionFacts facts_{program_};
  const Program::Sizes linked_;
  std::map<Word, RuleId> rule_of_;  // by the symbol that is its name
  std::optional<PossibleSymbols> possible_;
  std::optional<std::uint32_t> any_;  // the dispatch of all `do` whose symbol may be any
  std::size_t dispatched_ = 0;
  FieldWords field_words_{program_};
};

}  // namespace

void link(Program& program, text::Report& report, const Program::Sizes& linked) {
  Linker(program, report, linked).run();
}

}  // namespace spoils::check
