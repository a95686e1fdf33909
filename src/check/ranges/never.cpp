// check/ranges/never.cpp
//
// Compares each expression with the declarations of the slots and tables that it names, which hold whatever the rules
// do. The values that a roll can give them are left to the abstract interpreter.
#include "check/ranges/never.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spoils::check {

using namespace program;
using text::Code;

namespace {

using Place = std::pair<std::uint32_t, std::uint32_t>;

/// The least and the greatest value of an expression.
struct Range {
  Word first;
  Word last;
};

class Never {
 public:
  Never(const Program& program, text::Report& report) : program_(program), report_(report) {
    for (const auto& table : program.tables) {
      for (const auto& row : table.rows) {
        if (row.condition != kNone) { conditions_.push_back(program.places[row.condition]); }
      }
    }
    for (const auto& e : program.expressions) {
      if (e.op == Op::Not) { negated_.insert(e.a); }
    }
    for (const auto& s : program.statements) {
      if (s.kind == Statement::Kind::Assign || s.kind == Statement::Kind::Suppose) { values_[s.a].push_back(s.b); }
      if (s.kind == Statement::Kind::WithInput) { set_otherwise_.insert(s.a); }
      if (s.kind == Statement::Kind::ForEach || s.kind == Statement::Kind::ForRange) { values_[s.a].push_back(kNone); }
    }
  }

  void find() {
    lost_locals();
    for (ExpressionId id = 0; id < program_.expressions.size(); ++id) {
      const auto& e = program_.expressions[id];
      switch (e.op) {
        case Op::Equal:
        case Op::Less:
        case Op::LessOrEqual:
        case Op::InRange:
        case Op::Not: comparison(id); break;
        case Op::Cell: outcome(program_.tables[e.a], e.c); break;
        case Op::Contains: member(e.b, e.a); break;
        case Op::Insert:
        case Op::Append: member(e.a, e.b); break;
        case Op::MemberAt: place(e, id); break;
        default: break;
      }
    }
  }

 private:
  [[nodiscard]] std::string_view written(ExpressionId id) const { return report_.sources().text(program_.places[id]); }

  [[nodiscard]] std::optional<Range> range(ExpressionId id) const {
    const auto& e = program_.expressions[id];
    if (e.op == Op::Constant && e.type.kind == ValueKind::Int && e.value != kUnset) { return Range{e.value, e.value}; }
    const bool counts_none = e.op == Op::OrZero;
    const auto& read = counts_none ? program_.expressions[e.a] : e;
    if (read.op != Op::Slot) { return std::nullopt; }
    const auto& slot = program_.slots[read.a];
    const bool is_declared = slot.kind == Slot::Kind::Input || slot.kind == Slot::Kind::State;
    // A `with` may set an input to a computed value that is outside of its range.
    if (!is_declared || set_otherwise_.count(read.a) > 0 || !slot.has_bounds || slot.type.kind != ValueKind::Int) {
      return std::nullopt;
    }
    const bool may_be_zero = counts_none && slot.initial == kUnset;
    return Range{may_be_zero ? std::min<Word>(slot.first, 0) : slot.first,
                 may_be_zero ? std::max<Word>(slot.last, 0) : slot.last};
  }

  /// Whether a comparison always holds, or never does; nothing if that depends on values.
  [[nodiscard]] std::optional<bool> truth(ExpressionId id) const {
    const auto& e = program_.expressions[id];
    if (e.op == Op::Not) {
      const auto of = truth(e.a);
      return of ? std::optional(!*of) : std::nullopt;
    }
    const bool compares = e.op == Op::Equal || e.op == Op::Less || e.op == Op::LessOrEqual || e.op == Op::InRange;
    const auto a = compares ? range(e.a) : std::nullopt;
    const auto b = compares ? range(e.b) : std::nullopt;
    if (!a || !b) { return std::nullopt; }
    switch (e.op) {
      case Op::Equal: return a->last < b->first || b->last < a->first ? std::optional(false) : std::nullopt;
      case Op::Less:
        if (a->last < b->first) { return true; }
        return a->first >= b->last ? std::optional(false) : std::nullopt;
      case Op::LessOrEqual:
        if (a->last <= b->first) { return true; }
        return a->first > b->last ? std::optional(false) : std::nullopt;
      default: {
        const auto c = range(e.c);
        if (!c) { return std::nullopt; }
        return a->last < b->first || c->last < a->first ? std::optional(false) : std::nullopt;
      }
    }
  }

  /// The declared input or state of a comparison, if the text of that names it: of a def that was called with it the
  /// text names a parameter, which has other values elsewhere.
  [[nodiscard]] const Slot* declared(ExpressionId id) const {
    const auto& e = program_.expressions[id];
    if (e.op == Op::Not) { return declared(e.a); }
    for (auto side : {e.a, e.b}) {
      if (program_.expressions[side].op == Op::OrZero) { side = program_.expressions[side].a; }
      if (program_.expressions[side].op != Op::Slot) { continue; }
      const auto& slot = program_.slots[program_.expressions[side].a];
      return written(side) == slot.name ? &slot : nullptr;
    }
    return nullptr;
  }

  void comparison(ExpressionId id) {
    if (negated_.count(id) > 0 || truth(id) != std::optional(false)) { return; }
    const auto span = program_.places[id];
    const auto* const slot = declared(id);
    if (slot == nullptr || !is_new(span)) { return; }
    const auto is_in = [&](const Span& condition) {
      return condition.source == span.source && condition.begin <= span.begin && span.end <= condition.end;
    };
    if (std::any_of(conditions_.begin(), conditions_.end(), is_in)) { return; }
    report_.add(Code::NeverTrue, span, written(id))
        .label(slot->place, fmt::format("`{}` is {} to {}", slot->name, slot->first, slot->last));
  }

  void outcome(const Table& table, ExpressionId key) {
    const auto& word = program_.expressions[key];
    if (word.op != Op::Constant || word.type.kind != ValueKind::Symbol || word.value == kUnset) { return; }
    if (table.rows.empty() || table.name.empty() || table.row_index(word.value) >= 0) { return; }
    if (!is_new(program_.places[key])) { return; }
    const auto name = std::string(program_.symbols.name(static_cast<std::uint32_t>(word.value)));
    auto finding = report_.add(Code::NoSuchOutcome, program_.places[key], table.name, name);
    finding.label(table.place, "this one");
    if (!report_.suggests()) { return; }
    std::vector<std::string_view> known;
    for (const auto& row : table.rows) {
      const auto& of = program_.expressions[row.outcome];
      if (of.op == Op::Constant && of.type.kind == ValueKind::Symbol && of.value != kUnset) {
        known.push_back(program_.symbols.name(static_cast<std::uint32_t>(of.value)));
      }
    }
    for (const auto slot : program_.fields) { known.push_back(program_.slots[slot].name); }
    if (const auto near = report_.nearest(name, known)) {
      finding.help(Edit{program_.places[key], std::string(*near)});
    }
  }

  void member(ExpressionId collection, ExpressionId key) {
    const auto& type = program_.expressions[collection].type;
    const bool holds_outcomes = (type.kind == ValueKind::Set || type.kind == ValueKind::List) && type.has_table();
    if (holds_outcomes && program_.expressions[collection].op != Op::Constant) {
      outcome(program_.tables[type.table], key);
    }
  }

  /// How many members a list has whatever is rolled, as far as it is written out where it is made.
  [[nodiscard]] std::optional<std::size_t> size_of(ExpressionId id) const {
    const auto& e = program_.expressions[id];
    if (e.op != Op::Slot) { return written_size_of(id); }
    const auto found = values_.find(e.a);
    const bool is_set_once = found != values_.end() && found->second.size() == 1 && found->second[0] != kNone;
    if (!is_set_once || program_.slots[e.a].kind == Slot::Kind::State) { return std::nullopt; }
    return written_size_of(found->second[0]);
  }

  /// The same of a list that is made here, and not read from a slot, whose value may come from that slot again.
  [[nodiscard]] std::optional<std::size_t> written_size_of(ExpressionId id) const {
    const auto& e = program_.expressions[id];
    switch (e.op) {
      case Op::Constant:
        if (e.type.kind != ValueKind::List || e.value == kUnset) { return std::nullopt; }
        return program_.lists[static_cast<std::size_t>(e.value)].size();
      case Op::MakeList: return e.b;
      case Op::Shuffle: return written_size_of(e.a);
      default: return std::nullopt;
    }
  }

  void place(const Expression& e, ExpressionId id) {
    const auto& at = program_.expressions[e.b];
    if (at.op != Op::Constant || at.value == kUnset) { return; }
    const auto size = size_of(e.a);
    const bool is_past = size && (at.value < 1 || static_cast<std::uint64_t>(at.value) > *size);
    if (!is_past || !is_new(program_.places[id])) { return; }
    report_.add(Code::PastTheEnd, program_.places[e.b], written(e.a), at.value)
        .note(*size == 0
                  ? std::string("it has no members")
                  : fmt::format("it has {} member{}, of which the first is `[1]`", *size, *size == 1 ? "" : "s"));
  }

  // `n = level` where `level` is a parameter of another rule: the word is nowhere but as such a value.
  void lost_locals() {
    std::map<std::string_view, const Slot*> locals;
    for (const auto& slot : program_.slots) {
      const bool is_number = slot.type.kind == ValueKind::Int || slot.type.kind == ValueKind::Number;
      if (slot.kind == Slot::Kind::Local && is_number) { locals.emplace(slot.name, &slot); }
    }
    std::set<ExpressionId> assigned;
    for (const auto& [slot, values] : values_) { assigned.insert(values.begin(), values.end()); }
    std::map<Word, std::vector<ExpressionId>> words;  // none where the word is anything else, too
    std::set<Word> others;
    for (ExpressionId id = 0; id < program_.expressions.size(); ++id) {
      const auto& e = program_.expressions[id];
      if (e.op != Op::Constant || e.type.kind != ValueKind::Symbol || e.value == kUnset) { continue; }
      if (assigned.count(id) > 0) {
        words[e.value].push_back(id);
      } else {
        others.insert(e.value);
      }
    }
    for (const auto& [word, places] : words) {
      const auto name = program_.symbols.name(static_cast<std::uint32_t>(word));
      const auto local = locals.find(name);
      if (local == locals.end() || others.count(word) > 0 || written(places.front()) != name) { continue; }
      report_.add(Code::OutOfScope, program_.places[places.front()], name)
          .label(local->second->place, "it holds in its own rule or block alone")
          .help(fmt::format("give the rule a parameter of its own, or write `'{}'` for the word", name));
    }
  }

  bool is_new(Span span) { return told_.emplace(span.source, span.begin).second; }

  const Program& program_;
  text::Report& report_;
  std::vector<Span> conditions_;                        // of rows
  std::set<ExpressionId> negated_;                      // of which the whole is looked at
  std::map<SlotId, std::vector<ExpressionId>> values_;  // that are assigned; kNone: of a loop
  std::set<SlotId> set_otherwise_;                      // inputs that a `with` sets
  std::set<Place> told_;
};

}  // namespace

void lint_never(const Program& program, text::Report& report) { Never(program, report).find(); }

}  // namespace spoils::check
