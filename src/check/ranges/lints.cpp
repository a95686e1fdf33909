// check/ranges/lints.cpp
//
// The warnings that need the whole program: rows and loops by the marks of the abstract interpreter, comparisons and
// keys by the possible symbols, percentages by constant weights.
#include "check/ranges/lints.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "check/link/links.h"
#include "check/ranges/abstract_interpreter.h"
#include "check/ranges/never.h"
#include "check/ranges/ranges.h"
#include "program/walk.h"
#include "text/plain/name_letters.h"
#include "text/plain/symbol_source.h"

namespace spoils::check {

using namespace program;
using number::Rational;
using text::Code;

namespace {

constexpr int kPercentSlack = 1;  // by which a sum may miss 100 as rounded figures do

std::string source_of(const text::Report& report, Span place) { return std::string(report.sources().text(place)); }

std::optional<Rational> constant(const Program& program, ExpressionId id) {
  const auto& e = program.expressions[id];
  if (e.op == Op::Fraction) { return program.fractions[e.a]; }
  if (e.op == Op::Constant && e.value != kUnset) { return Rational(e.value); }
  return std::nullopt;
}

/// `repeat 2-4`: a difference of two numbers that is hardly meant.
void help_to_range(text::Finding& told, Span place, const text::Sources& sources) {
  const auto written = sources.text(place);
  const auto dash = written.find('-');
  if (dash == 0 || dash == std::string_view::npos) { return; }
  auto first = written.substr(0, dash);
  auto last = written.substr(dash + 1);
  while (first.ends_with(' ')) { first.remove_suffix(1); }
  while (last.starts_with(' ')) { last.remove_prefix(1); }
  const auto is_number = [](std::string_view one) {
    return !one.empty() && one.find_first_not_of("0123456789") == std::string_view::npos;
  };
  if (!is_number(first) || !is_number(last)) { return; }
  told.help(Edit{place, fmt::format("pick {}..{}", first, last)}, "for a number of times that is drawn");
}

/// Whether a row is that of a record of `r with { }`, which is read and never drawn.
bool is_nameless(const Program& program, const TableRow& row) {
  const auto& outcome = program.expressions[row.outcome];
  if (outcome.op != Op::Constant || outcome.type.kind != ValueKind::Symbol || outcome.value == kUnset) { return false; }
  return text::is_nameless(program.symbols.name(static_cast<std::uint32_t>(outcome.value)));
}

/// By expression: whether it is the outcome of a row.
std::vector<bool> outcomes_of_rows(const Program& program) {
  std::vector<bool> out(program.expressions.size(), false);
  for (const auto& table : program.tables) {
    for (const auto& row : table.rows) { out[row.outcome] = true; }
  }
  return out;
}

/// Adds the symbols that an expression names, alone or in a list.
void add_named(const Program& program, const Expression& e, std::set<Word>& out) {
  if (e.op != Op::Constant || e.value == kUnset) { return; }
  if (e.type.kind == ValueKind::Symbol) { out.insert(e.value); }
  if (!program::holds_words(e.type.kind) || e.type.element != ValueKind::Symbol) { return; }
  const auto& list = program.lists[static_cast<std::size_t>(e.value)];
  out.insert(list.begin(), list.end());
}

/// The symbols that come otherwise than from a row of their own table: from a repeated row that some pick may draw, or
/// from an expression that names them.
std::set<Word> named_elsewhere(const Program& program, const AbstractInterpreter& interpreter,
                               const std::vector<bool>& is_outcome) {
  std::set<Word> out;
  for (std::uint32_t t = 0; t < program.tables.size(); ++t) {
    const auto& table = program.tables[t];
    for (std::size_t r = 0; r < table.rows.size() && table.is_rows; ++r) {
      const bool is_used = (interpreter.row_mark(t, r) & AbstractInterpreter::Used) != 0;
      if (is_used) { add_named(program, program.expressions[table.rows[r].outcome], out); }
    }
  }
  for (ExpressionId id = 0; id < program.expressions.size(); ++id) {
    if (!is_outcome[id]) { add_named(program, program.expressions[id], out); }
  }
  return out;
}

/// The symbols that the `where` of each pick from a table names.
std::set<Word> named_by_all_picks(const Program& program, std::uint32_t table, const std::vector<bool>& is_outcome) {
  std::optional<std::set<Word>> out;
  for (const auto& choice : program.choices) {
    if (choice.table != table) { continue; }
    std::set<Word> named;
    for_each_below(program, choice.condition, [&](ExpressionId id) {
      if (!is_outcome[id]) { add_named(program, program.expressions[id], named); }
    });
    if (out) {
      std::erase_if(named, [&](Word word) { return !out->contains(word); });
    }
    out = std::move(named);
  }
  return out.value_or(std::set<Word>());
}

/// Whether a table is that of the records of a collection.
bool is_collection(const Table& table) {
  const auto has = [&](std::string_view name) {
    return std::any_of(table.columns.begin(), table.columns.end(), [&](const Column& c) { return c.name == name; });
  };
  return !table.is_rows && has("rank") && has("once");
}

/// Rows and loops, as the interpretation of each rule has marked them.
void lint_rows_and_loops(const Program& program, text::Report& report, const AbstractInterpreter& interpreter) {
  if (interpreter.is_spent()) { return; }
  // A row of a negative weight is never drawn either, but has been reported.
  std::set<std::pair<std::uint32_t, std::uint32_t>> negative;
  for (const auto& told : report.sorted()) {
    if (told.code == text::code_number(Code::NegativeWeight)) { negative.emplace(told.span.source, told.span.begin); }
  }
  // One place of the source may be lowered several times, as the default of a parameter is.
  std::set<std::pair<std::uint32_t, std::uint32_t>> used;
  for (std::uint32_t t = 0; t < program.tables.size(); ++t) {
    for (std::size_t r = 0; r < program.tables[t].rows.size(); ++r) {
      const auto place = program.tables[t].rows[r].place;
      if ((interpreter.row_mark(t, r) & AbstractInterpreter::Used) != 0) { used.emplace(place.source, place.begin); }
    }
  }
  const auto is_used = [&](const TableRow& row) { return used.count({row.place.source, row.place.begin}) > 0; };
  const auto is_outcome = outcomes_of_rows(program);
  std::optional<std::set<Word>> named;
  std::map<std::uint32_t, std::set<Word>> left_out;
  const auto comes_otherwise = [&](std::uint32_t t, const TableRow& row) {
    const auto& table = program.tables[t];
    const auto word = program.expressions[row.outcome].value;
    if (is_collection(table)) {
      if (!named) { named = named_elsewhere(program, interpreter, is_outcome); }
      return named->contains(word);
    }
    // A row that all picks leave out by name is left out on purpose.
    if (table.is_rows || row.condition != kNone || !constant(program, row.weight)) { return false; }
    const auto [found, is_new] = left_out.try_emplace(t);
    if (is_new) { found->second = named_by_all_picks(program, t, is_outcome); }
    return found->second.contains(word);
  };
  std::set<ExpressionId> conditions;  // several outcomes of one row share it
  for (std::uint32_t t = 0; t < program.tables.size(); ++t) {
    const auto& rows = program.tables[t].rows;
    // If no row is left at all, the empty pick has been reported.
    if (report.error_count() > 0 && std::none_of(rows.begin(), rows.end(), is_used)) { continue; }
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const auto& row = rows[r];
      const auto weight = constant(program, row.weight);
      if (interpreter.row_mark(t, r) != AbstractInterpreter::Reached || is_used(row)) { continue; }
      if (is_nameless(program, row) || comes_otherwise(t, row)) { continue; }
      // A weight of 0 that is written so is meant: the row is there to be looked up.
      if (weight && *weight == Rational(0)) { continue; }
      const auto weighed = program.places[row.weight];
      if (negative.count({weighed.source, weighed.begin}) > 0) { continue; }
      if (row.condition != kNone && !conditions.insert(row.condition).second) { continue; }
      auto told = report.add(Code::NeverChosen, row.place, source_of(report, program.places[row.outcome]));
      const bool leaves = row.condition != kNone && row.otherwise == kNone;
      if (!weight && !leaves) {
        told.label(program.places[row.weight], "always 0");
      } else if (leaves) {
        told.label(program.places[row.condition], weight ? "never true" : "never true where the weight is above 0");
      } else {
        told.note("no `where` ever lets it in");
      }
    }
  }
  for (std::uint32_t number = 0; number < program.statements.size(); ++number) {
    if (interpreter.loop_mark(number) != AbstractInterpreter::Reached) { continue; }
    const auto& s = program.statements[number];
    const auto place = program.statement_places[number];
    switch (s.kind) {
      case Statement::Kind::Repeat: {
        auto told = report.add(Code::LoopNeverRuns, place, "");
        told.label(program.places[s.a], "never above 0");
        help_to_range(told, program.places[s.a], report.sources());
      } break;
      case Statement::Kind::ForRange:
        report.add(Code::LoopNeverRuns, place, "").label(program.places[s.value], "always below the first");
        break;
      default:
        // A list in a record is data: other records of its collection may list more.
        if (program.expressions[s.b].op == Op::Cell) { break; }
        // A library goes through records that the packs which use it declare.
        if (const auto& type = program.expressions[s.b].type;
            type.has_table() && program.tables[type.table].rows.empty()) {
          break;
        }
        report.add(Code::LoopNeverRuns, place, "").label(program.places[s.b], "always empty");
        break;
    }
  }
}

/// `worth = find[kind].worth` before `kind` is set: a field that some rule sets, but none before it is read there.
void lint_unset_keys(const Program& program, text::Report& report, const AbstractInterpreter& interpreter) {
  if (interpreter.is_spent()) { return; }
  std::set<SlotId> assigned;
  for (const auto& s : program.statements) {
    if (s.kind == Statement::Kind::Assign) { assigned.insert(s.a); }
  }
  for (ExpressionId id = 0; id < program.expressions.size(); ++id) {
    const auto& e = program.expressions[id];
    if (e.op != Op::Cell || interpreter.key_mark(id) != AbstractInterpreter::Reached) { continue; }
    const auto& key = program.expressions[e.c];
    if (key.op != Op::Slot || program.slots[key.a].kind != Slot::Kind::Field || assigned.count(key.a) == 0) {
      continue;
    }
    report.add(Code::KeyNotSet, program.places[e.c], program.slots[key.a].name)
        .help("set it before this line: a statement reads what those above it have set");
  }
}

/// The example of a state in the place of a field of this type.
std::string state_like(const Slot& slot) {
  switch (slot.type.kind) {
    case ValueKind::Flag: return fmt::format("`state {}: flag = false`", slot.name);
    case ValueKind::Int:
    case ValueKind::Number: return fmt::format("`state {}: 0..99 = 0`", slot.name);
    case ValueKind::Set: return fmt::format("`state {}: set of symbol`", slot.name);
    default: return fmt::format("`state {}: ...`", slot.name);
  }
}

/// Budget for all comparisons together: expressions visited. Only a pack that compares tens of thousands of words
/// with each other exceeds it; its further comparisons are not checked.
constexpr std::size_t kMaxCompared = 10'000'000;

/// Reads of a field that are meant as the word of the same name: `kind = fire` and `room == fire`, where another rule
/// sets a field `fire`.
class MeantWords {
 public:
  /// `alone`: expressions that are all of an assigned value.
  MeantWords(const Program& program, std::set<ExpressionId> alone)
      : program_(program), alone_(std::move(alone)), symbols_(program) {
    for (const auto& e : program.expressions) {
      if (e.op != Op::Equal) { continue; }
      compared_.emplace(e.a, e.b);
      compared_.emplace(e.b, e.a);
    }
  }

  [[nodiscard]] bool is_alone(ExpressionId read) const { return alone_.count(read) > 0; }

  /// Requires: a read of a field that is never set there.
  [[nodiscard]] bool is_word(ExpressionId read) {
    const auto& field = program_.slots[program_.expressions[read].a];
    if (field.type.kind != ValueKind::Symbol) { return false; }
    if (is_alone(read)) { return true; }
    const auto word = program_.symbols.find(field.name);
    const auto other = compared_.find(read);
    if (!word || other == compared_.end() || symbols_.work() > kMaxCompared) { return false; }
    const auto possible = symbols_.of(other->second);
    return possible && possible->count(static_cast<Word>(*word)) > 0;
  }

 private:
  const Program& program_;
  std::set<ExpressionId> alone_;
  std::map<ExpressionId, ExpressionId> compared_;
  PossibleSymbols symbols_;
};

/// `misses = misses + 1` without a state of that name: a field that some rule sets, and that no place finds set where
/// it reads it. A rule that adds to a field may be the only one that does, so `+=` alone tells nothing.
void lint_unset_reads(const Program& program, text::Report& report, const AbstractInterpreter& interpreter) {
  // An error may be of the same cause, and is shown alone.
  if (interpreter.is_spent() || report.error_count() > 0) { return; }
  std::set<std::string_view> known;  // names for which a finding tells more
  for (const auto& told : report.sorted()) {
    if (told.code == text::code_number(Code::KeyNotSet) || told.code == text::code_number(Code::MisspeltState)) {
      known.insert(report.sources().text(told.span));
    }
  }
  std::set<std::pair<std::uint32_t, std::uint32_t>> targets;
  std::set<SlotId> assigned;
  std::set<ExpressionId> alone;  // all of an assigned value
  for (std::uint32_t number = 0; number < program.statements.size(); ++number) {
    const auto& s = program.statements[number];
    if (s.kind != Statement::Kind::Assign) { continue; }
    assigned.insert(s.a);
    alone.insert(s.b);
    targets.emplace(program.statement_places[number].source, program.statement_places[number].begin);
  }
  std::map<SlotId, std::vector<ExpressionId>> unset;
  std::set<SlotId> used;
  for (ExpressionId id = 0; id < program.expressions.size(); ++id) {
    const auto& e = program.expressions[id];
    if (e.op != Op::Slot || program.slots[e.a].kind != Slot::Kind::Field || assigned.count(e.a) == 0) { continue; }
    const auto mark = interpreter.read_mark(id);
    if ((mark & AbstractInterpreter::Used) != 0) { used.insert(e.a); }
    const auto place = program.places[id];
    if (mark == AbstractInterpreter::Reached && targets.count({place.source, place.begin}) == 0) {
      unset[e.a].push_back(id);
    }
  }
  const auto tell = [&](const Slot& field, ExpressionId read, bool is_word) {
    const auto place = program.places[read];
    auto finding = report.add(Code::NotSetYet, place, field.name);
    finding.label(field.place, "a field, which begins unset with each thing");
    if (is_word) {
      finding.help(Edit{place, fmt::format("'{}'", field.name)}, "for the word");
    } else {
      finding.help(fmt::format("set it before this line, or declare a state, which lasts from roll to roll: {}",
                               state_like(field)));
    }
  };
  MeantWords meant(program, std::move(alone));
  for (const auto& [slot, reads] : unset) {
    const auto& field = program.slots[slot];
    if (known.count(field.name) > 0 || !field.doc.empty()) { continue; }
    if (used.count(slot) == 0) {
      tell(field, reads.front(), meant.is_alone(reads.front()));
      continue;
    }
    for (const auto read : reads) {
      if (meant.is_word(read)) { tell(field, read, true); }
    }
  }
}

constexpr std::size_t kMaxSymbolsListed = 6;  // symbols that a finding lists

void never_equal(const Program& program, text::Report& report, Word symbol, Span place, ExpressionId other,
                 const std::set<Word>& possible) {
  const auto name = program.symbols.name(static_cast<std::uint32_t>(symbol));
  const auto compared = source_of(report, program.places[other]);
  auto told = report.add_once(fmt::format("{} {}", compared, name), Code::NeverEqual, place, compared, name);
  std::vector<std::string_view> known;
  if (possible.size() <= kMaxSymbolsListed || report.suggests()) {
    for (const auto one : possible) {
      if (one != kUnset) { known.push_back(program.symbols.name(static_cast<std::uint32_t>(one))); }
    }
  }
  if (name == "default" || name == "_" || name == "otherwise") {
    told.help(Edit{place, "else"}, "if this is the case of a `match` for all other values");
  } else if (name == "null" || name == "nil" || name == "nothing" || name == "empty") {
    told.help(Edit{place, "none"}, "for nothing");
  } else if (const auto near = report.nearest(name, known)) {
    told.help(Edit{place, std::string(*near)});
  } else if (!known.empty() && known.size() <= kMaxSymbolsListed) {
    std::string list;
    for (const auto& one : known) { list += fmt::format("{}`{}`", list.empty() ? "" : ", ", one); }
    told.note("it may be " + list);
  }
}

/// The symbols of a set or list that is written where it is compared, `kind in {swrod, axe}`, with their places.
std::vector<std::pair<Word, Span>> written_members(const Program& program, const text::Report& report,
                                                   ExpressionId id) {
  std::vector<std::pair<Word, Span>> out;
  const auto& e = program.expressions[id];
  const bool is_collection = e.type.kind == ValueKind::Set || e.type.kind == ValueKind::List;
  if (e.op != Op::Constant || !is_collection || e.type.element != ValueKind::Symbol || e.value == kUnset) {
    return out;
  }
  const auto place = program.places[id];
  const auto text = report.sources().text(place);
  if (text.empty() || (text.front() != '{' && text.front() != '[')) { return out; }
  for (const auto word : program.lists[static_cast<std::size_t>(e.value)]) {
    const auto name = program.symbols.name(static_cast<std::uint32_t>(word));
    for (auto at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
      const auto end = at + name.size();
      if (text::is_name_part(text[at - 1]) || (end < text.size() && text::is_name_part(text[end]))) { continue; }
      const auto begin = place.begin + static_cast<std::uint32_t>(at);
      out.emplace_back(word, Span{place.source, begin, begin + static_cast<std::uint32_t>(name.size())});
      break;
    }
  }
  return out;
}

/// `kind == swrod`, `kind in {swrod}`: a symbol that the other side can never be.
void lint_comparisons(const Program& program, text::Report& report) {
  PossibleSymbols symbols(program);
  std::map<SlotId, std::optional<std::set<Word>>> of_slots;
  std::optional<std::set<Word>> of_other;  // what is no slot
  const auto possible_of = [&](ExpressionId id) -> const std::optional<std::set<Word>>& {
    const auto& e = program.expressions[id];
    if (e.op != Op::Slot) { return of_other = symbols.of(id); }
    const auto known = of_slots.find(e.a);
    return known != of_slots.end() ? known->second : of_slots.emplace(e.a, symbols.of(id)).first->second;
  };
  // A value that a forgotten `pick` set instead of an outcome has been reported; the outcomes are as they should be.
  std::set<std::string_view> forgotten;
  for (const auto& told : report.sorted()) {
    if (told.code == text::code_number(Code::ForgottenPick)) { forgotten.insert(report.sources().text(told.span)); }
  }
  const auto is_forgotten = [&](Word word) {
    return word != kUnset && forgotten.count(program.symbols.name(static_cast<std::uint32_t>(word))) > 0;
  };
  // Whether the search may go on.
  const auto compare = [&](Word symbol, Span place, ExpressionId other) {
    if (program.expressions[other].op == Op::Constant) { return true; }
    if (symbols.work() > kMaxCompared) { return false; }
    const auto& possible = possible_of(other);
    if (!possible || possible->count(symbol) > 0) { return true; }
    if (possible->size() == possible->count(kUnset)) { return true; }  // nothing is ever assigned to it
    if (std::any_of(possible->begin(), possible->end(), is_forgotten)) { return true; }
    never_equal(program, report, symbol, place, other, *possible);
    return true;
  };
  for (const auto& e : program.expressions) {
    if (e.op == Op::Equal) {
      for (const auto& [word, other] : {std::pair{e.b, e.a}, std::pair{e.a, e.b}}) {
        const auto& constant = program.expressions[word];
        if (constant.op != Op::Constant || constant.type.kind != ValueKind::Symbol || constant.value == kUnset) {
          continue;
        }
        if (!compare(constant.value, program.places[word], other)) { return; }
      }
    } else if (e.op == Op::Contains) {
      // `x is {heavy}` compares tags: its left side is the place of the whole, and its symbols have findings of their
      // own.
      const auto set = program.places[e.b];
      const auto other = program.places[e.a];
      if (other.source == set.source && other.begin <= set.begin && set.end <= other.end) { continue; }
      for (const auto& [symbol, place] : written_members(program, report, e.b)) {
        if (!compare(symbol, place, e.a)) { return; }
      }
    }
  }
}

/// `pick race[swrod]`: a key that is written so and has no line.
void lint_keys(const Program& program, text::Report& report) {
  for (const auto& e : program.expressions) {
    if (e.op != Op::PickGrid) { continue; }
    const auto& grid = program.grids[e.a];
    const auto& key = program.expressions[e.b];
    if (key.op != Op::Constant || key.value == kUnset || grid.table_index(key.value) >= 0) { continue; }
    std::vector<std::string_view> known;
    for (std::size_t i = 0; key.type.kind == ValueKind::Symbol && i < grid.table_of.size(); ++i) {
      const auto word = static_cast<std::uint32_t>(grid.first_key) + static_cast<std::uint32_t>(i);
      if (grid.table_of[i] >= 0) { known.push_back(program.symbols.name(word)); }
    }
    const auto written = source_of(report, program.places[e.b]);
    auto told = report.add(Code::NoSuchLine, program.places[e.b], grid.name, written);
    told.label(grid.place, "this grid");
    if (const auto near = report.nearest(written, known)) {
      told.help(Edit{program.places[e.b], std::string(*near)});
    } else {
      told.note("the pick gives none; a line `else` would hold for all other keys");
    }
  }
}

void lint_percentages(const Program& program, text::Report& report) {
  for (const auto& table : program.tables) {
    if (!table.in_percent || table.rows.empty()) { continue; }
    std::optional<Rational> sum(0);
    for (const auto& row : table.rows) {
      const bool leaves = row.condition != kNone && row.otherwise == kNone;
      const auto weight = leaves ? std::nullopt : constant(program, row.weight);
      sum = sum && weight ? number::add(*sum, *weight) : std::nullopt;
    }
    if (!sum) { continue; }
    const auto missed = number::subtract(*sum, Rational(100));
    if (missed && *missed >= Rational(-kPercentSlack) && *missed <= Rational(kPercentSlack)) { continue; }
    const auto what = table.name.empty() ? std::string("this table") : fmt::format("`{}`", table.name);
    report.add(Code::PercentSum, table.place, what, number::to_text(*sum))
        .note("they are weights: each row comes with its share of the sum");
  }
}

}  // namespace

void lint(const Program& program, text::Report& report, AbstractInterpreter& interpreter) {
  lint_rows_and_loops(program, report, interpreter);
  lint_states(program, report, interpreter);
  lint_unset_keys(program, report, interpreter);
  lint_unset_reads(program, report, interpreter);
  lint_comparisons(program, report);
  lint_keys(program, report);
  lint_never(program, report);
  lint_percentages(program, report);
}

}  // namespace spoils::check
