// check/lower/table.cpp
//
// Lowers the rows of tables. In rows a bare word is always a symbol; computed values need parentheses. Outcomes that
// are constants are indexed by their words, and weights that are constants are collected.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "check/lower/lowering.h"
#include "number/weight.h"
#include "text/span.h"

namespace spoils::check {

using number::Rational;
using program::kNone;
using program::kUnset;
using program::Word;
using text::Code;
using Kind = lang::Expression::Kind;

std::optional<Word> Lowering::constant_word(program::ExpressionId id) const {
  const auto& e = out_.expressions[id];
  if (e.op != Op::Constant || e.type.kind == ValueKind::Text) { return std::nullopt; }
  return e.value;
}

Lowered Lowering::literal(const Expression& e) {
  if (e.kind == Kind::Name && report_.sources().text({e.span.source, e.span.begin, e.span.begin + 1}) != "(") {
    return symbol(e.text, e.span);
  }
  if (e.kind == Kind::Set || e.kind == Kind::List) {
    auto copy = e;
    ValueType type{e.kind == Kind::Set ? ValueKind::Set : ValueKind::List, ValueKind::Symbol};
    std::vector<Word> members;
    for (const auto& child : copy.children) {
      if (child.kind != Kind::Name && child.kind != Kind::Symbol) { return expression(e); }
      members.push_back(static_cast<Word>(out_.symbols.intern(child.text)));
    }
    if (members.empty()) { type.element = ValueKind::Unknown; }
    return list_constant(type, std::move(members), e.span);
  }
  if (e.kind == Kind::Map) { return map(e, true); }
  return expression(e);
}

void Lowering::lower_table(const lang::Declaration& declaration, std::uint32_t index) {
  table_progress_[index] = Progress::Begun;
  program::Table table;
  table.name = declaration.name;
  table.doc = declaration.doc;
  table.place = declaration.name_span;
  table.is_rows = declaration.is_rows;
  lower_rows(table, &declaration, declaration.rows, &declaration);
  // The outcomes of a collection are its records, and those of its rows the records that they are of.
  const auto collection = declaration.name.substr(0, declaration.name.find('.'));
  if (scope_.collection(collection) != nullptr) {
    table.type.kind = ValueKind::Symbol;  // even if it has none
    table.type.table = names_.tables.find(collection)->second;
  }
  lower_cells(table, declaration.rows, declaration);
  finish_table(table);
  out_.tables[index] = std::move(table);
  table_progress_[index] = Progress::Done;
}

std::uint32_t Lowering::rows_table(const Expression& rows) {
  program::Table table;
  table.place = rows.span;
  // Before its rows are lowered another table may be: this one gets its number afterwards.
  lower_rows(table, &rows, rows.rows(), nullptr);
  finish_table(table);
  out_.tables.push_back(std::move(table));
  return static_cast<std::uint32_t>(out_.tables.size() - 1);
}

program::ExpressionId Lowering::weight(const Expression& e, Span place, ExpressionId before, bool& in_percent) {
  if (e.kind == Kind::Missing) {
    if (before != kNone) { return before; }
    in_percent = false;
    return constant(ValueKind::Int, 1, place).id;
  }
  if (e.kind != Kind::Percent) { in_percent = false; }
  // `4.8%` of a table is a share: 4.8 beside other shares.
  const auto& whole = e.kind == Kind::Percent ? e.children[0] : e;
  const auto value = numeric(whole, "a weight");
  if (draws(value.id)) {
    report_.add(Code::WeightDraws, e.span).help("let chance decide in a rule, and pick afterwards");
  }
  return value.id;
}

// `0,5 sword`: at the first and the last of these items.
bool Lowering::is_decimal_comma(Span number, Span word) const {
  if (number.source != word.source || number.end >= word.begin) { return false; }
  const auto gap = report_.sources().text({word.source, number.end, word.begin});
  const auto end = gap.find_first_not_of("0123456789", 1);
  return gap.front() == ',' && end != std::string_view::npos && end > 1 &&
         gap.find_first_not_of(' ', end) == std::string_view::npos && gap[end] == ' ';
}

void Lowering::learn_outcome(const void* type_key, std::string_view what, Lowered outcome, Span place) {
  types_.learn(type_key, outcome.type, place);
  const auto& known = types_.of(type_key);
  if (fits(outcome.type, known.type)) { return; }
  types_.note_clash(type_key);
  const auto found = to_text(outcome.type);
  const auto cause = fmt::format("{} {} {}", what, found, known.first.begin);
  auto finding = report_.add_once(cause, Code::FieldType, place, what, to_text(known.type), found);
  finding.label(known.first, "as here");
  // `10, sword`: a comma between a weight and its outcome.
  const auto text = [this](Span span) { return std::string(report_.sources().text(span)); };
  const Span gap{place.source, known.first.end, place.begin};
  if (is_number(known.type) && outcome.type.kind == ValueKind::Symbol && known.first.source == place.source &&
      known.first.end < place.begin && text(gap).find_first_not_of(", ") == std::string::npos) {
    finding.help(Edit{text::cover(known.first, place), text(known.first) + " " + text(place)},
                 "(the weight, then its outcome)");
  } else if (is_decimal_comma(known.first, place)) {
    const auto digits = text(gap).substr(1, text(gap).find(' ') - 1);
    finding.help(Edit{{place.source, known.first.begin, place.begin}, text(known.first) + "." + digits + " "},
                 "since a number has a point for its decimals");
  } else if (known.type.kind == ValueKind::Text && outcome.type.kind == ValueKind::Symbol) {
    finding.help(Edit{place, "\"" + text(place) + "\""}, "for a text, or a word for each outcome");
  }
}

// row.column in the weight or condition of a row: lowers the cell in its place.
Lowered Lowering::own_cell(std::string_view column, Span place) {
  reads_row_ = true;
  const auto& columns = row_columns_->columns;
  for (std::size_t i = 0; i < columns.size() && i < row_->cells.size(); ++i) {
    if (columns[i].values[0].text != column) { continue; }
    // A cell may not read other cells.
    const auto* const row = std::exchange(row_, nullptr);
    const auto value = literal(row->cells[i]);
    row_ = row;
    return value;
  }
  auto finding = report_.add(Code::UnknownColumn, place, fmt::format("table `{}`", row_columns_->name), column);
  std::vector<std::string_view> known;
  for (const auto& candidate : columns) { known.push_back(candidate.values[0].text); }
  if (const auto near = report_.nearest(column, known)) { finding.help(Edit{place, std::string(*near)}); }
  return poison(place);
}

// `10% axe, 2 rope`: weights in percent are shares like others, so the axe has 10 parts of 12.
void Lowering::judge_percentages(const std::vector<lang::Row>& rows) {
  const Expression* in_percent = nullptr;
  const Expression* plain = nullptr;
  for (const auto& row : rows) {
    for (const auto& outcome : row.outcomes) {
      const auto& weight = *outcome.weight;
      if (in_percent == nullptr && weight.kind == Kind::Percent) { in_percent = &weight; }
      if (plain == nullptr && weight.kind == Kind::Number) { plain = &weight; }
    }
  }
  if (in_percent == nullptr || plain == nullptr) { return; }
  const auto text = [&](const Expression& weight) { return std::string(report_.sources().text(weight.span)); };
  report_.add(Code::MixedPercent, plain->span, text(*plain), text(*in_percent))
      .label(in_percent->span, "in percent")
      .note("weights are shares, whether a `%` follows or not: `10%` beside `2` is 10 parts of 12");
}

void Lowering::lower_rows(program::Table& table, const void* type_key, const std::vector<lang::Row>& rows,
                          const lang::Declaration* declaration) {
  ++depth_;  // a table in a table takes as much of the stack as two expressions
  table.in_percent = !rows.empty();
  table.type = types_.of(type_key).type;
  const auto what = declaration != nullptr ? fmt::format("`{}`", declaration->name) : std::string("this choice");
  const auto learn = [&](Lowered outcome, Span place) { learn_outcome(type_key, what, outcome, place); };
  const bool has_cells = declaration != nullptr && !declaration->columns.empty();
  const auto* const outer_row = std::exchange(row_, nullptr);
  const auto* const outer_columns = std::exchange(row_columns_, declaration);
  for (const auto& row : rows) {
    ExpressionId condition_id = kNone;
    ExpressionId otherwise_id = kNone;
    const auto judge = [&] {
      if (row.condition->kind == Kind::Missing) { return; }
      condition_id = condition(row.condition).id;
      if (row.otherwise->kind != Kind::Missing) {
        const auto otherwise = expression(row.otherwise);
        learn(otherwise, row.otherwise->span);
        otherwise_id = otherwise.id;
      } else if (draws(condition_id)) {
        report_.add(Code::LeavingDraws, row.condition->span)
            .help("with `else` the row keeps its share, and the chance is drawn when it is picked");
      }
    };
    ExpressionId before = kNone;
    const Expression* written = nullptr;  // the weight that `before` is
    bool reads_row = false;               // it reads the cells of its row
    bool is_judged = false;
    for (const auto& outcome : row.outcomes) {
      if (has_cells) { row_ = &outcome; }
      reads_row_ = false;
      if (!is_judged) { judge(); }
      is_judged = !reads_row_;
      program::TableRow made;
      made.place = outcome.span;
      made.condition = condition_id;
      made.otherwise = otherwise_id;
      if (is_swapped(outcome, table.place) || is_of_two_words(outcome, table.place) || is_hyphened_row(outcome)) {
        made.weight = made.outcome = poison(outcome.span).id;
        table.rows.push_back(made);
        continue;
      }
      if (outcome.weight->kind != Kind::Missing) { written = &*outcome.weight; }
      if (written != nullptr && (written == &*outcome.weight || reads_row)) {
        reads_row_ = false;
        before = weight(*written, outcome.span, kNone, table.in_percent);
        reads_row = reads_row_;
      } else {
        before = weight(outcome.weight, outcome.span, before, table.in_percent);
      }
      row_ = nullptr;
      made.weight = before;
      const auto value = literal(outcome.value);
      learn(value, outcome.value.span);
      made.outcome = value.id;
      table.rows.push_back(made);
    }
  }
  judge_percentages(rows);
  row_ = outer_row;
  row_columns_ = outer_columns;
  table.type = types_.has_clash(type_key) ? of(ValueKind::Unknown) : types_.of(type_key).type;
  --depth_;
}

void Lowering::lower_cells(program::Table& table, const std::vector<lang::Row>& rows,
                           const lang::Declaration& declaration) {
  std::map<std::string_view, Span> named;
  for (const auto& column : declaration.columns) {
    const auto& name = column.values[0].text;
    const auto [first, is_new] = named.emplace(name, column.span);
    if (!is_new) { report_.add(Code::DeclaredTwice, column.span, name).label(first->second, "declared first here"); }
    table.columns.push_back({name, {}});
  }
  std::vector<program::Slot> declared(declaration.columns.size());
  for (std::size_t i = 0; i < declared.size(); ++i) {
    const auto& column = declaration.columns[i];
    if (!column.rows.empty()) {
      declared[i].type = {ValueKind::List, ValueKind::Row, names_.tables.find(column.rows)->second};
    } else {
      apply_type(declared[i], column.type);
    }
    declared[i].name = column.values[0].text;
    declared[i].place = column.span;
    if (declared[i].type.kind != ValueKind::Unknown) { types_.declare(&column, declared[i].type, column.span); }
  }
  for (const auto& row : rows) {
    for (const auto& outcome : row.outcomes) {
      for (std::size_t i = 0; i < outcome.cells.size() && i < table.columns.size(); ++i) {
        const auto* key = &declaration.columns[i];
        if (!key->rows.empty()) {
          std::vector<Word> rows_of_record;
          for (const auto& number : outcome.cells[i].children) { rows_of_record.push_back(number.number.numerator()); }
          table.cells.push_back(list_constant(declared[i].type, std::move(rows_of_record), outcome.cells[i].span).id);
          continue;
        }
        // If the column is declared to hold words, a bare word is a symbol.
        const auto holds =
            program::holds_words(declared[i].type.kind) ? declared[i].type.element : declared[i].type.kind;
        const bool is_plain = holds == ValueKind::Unknown || holds == ValueKind::Symbol;
        const auto value = is_plain ? literal(outcome.cells[i]) : expression(outcome.cells[i]);
        types_.learn(key, value.type, outcome.cells[i].span);
        const auto& known = types_.of(key);
        if (!fits(value.type, known.type)) {
          const auto found = to_text(value.type);
          const auto cause = fmt::format("{} {} {}", known.first.source, known.first.begin, found);
          report_
              .add_once(cause, Code::CellType, outcome.cells[i].span, table.columns[i].name, to_text(known.type), found)
              .label(known.first, "as here");
        }
        if (declared[i].type.kind != ValueKind::Unknown) { check_choice(declared[i], outcome.cells[i], value); }
        table.cells.push_back(value.id);
      }
    }
  }
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    table.columns[i].type = types_.of(&declaration.columns[i]).type;
  }
}

// Limits the lookup array of a table, which reaches from its least to its greatest outcome. Symbols are numbered
// densely; integers far apart would make it large.
bool Lowering::has_room(std::uint64_t spread, Span place) {
  if (spread == 0 || spread > program::kMaxKeys) {
    report_.add(Code::TooLarge, place, program::kMaxKeys, "steps from the least to the greatest number here");
    return false;
  }
  spread_ += spread;
  if (spread_ <= program::kMaxAllKeys) { return true; }
  report_.add(Code::TooLarge, place, program::kMaxAllKeys,
              "steps from the least to the greatest outcome, all tables together");
  return false;
}

void Lowering::finish_table(program::Table& table) {
  // Outcomes that are plain values can be looked up.
  Word least = std::numeric_limits<Word>::max();
  Word most = std::numeric_limits<Word>::min();
  for (const auto& row : table.rows) {
    const auto word = constant_word(row.outcome);
    if (!word || *word == kUnset) {
      // A row without a name gives none, as often as it likes.
      const bool is_known = !word && out_.expressions[row.outcome].type.kind != ValueKind::Unknown;
      if (!table.columns.empty() && is_known) { report_.add(Code::KeyNotConstant, out_.places[row.outcome]); }
      continue;
    }
    least = std::min(least, *word);
    most = std::max(most, *word);
  }
  // Only a table with columns must be looked up; `in` reports another that cannot be.
  const auto spread = static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least) + 1;
  const bool fits = spread != 0 && spread <= program::kMaxKeys && spread_ + spread <= program::kMaxAllKeys;
  if (least <= most && !table.name.empty() && (fits || !table.columns.empty()) && has_room(spread, table.place)) {
    table.first_outcome = least;
    table.row_of.assign(static_cast<std::size_t>(spread), -1);
    for (std::size_t i = 0; i < table.rows.size() && !table.is_rows; ++i) {
      const auto word = constant_word(table.rows[i].outcome);
      if (!word || *word == kUnset) { continue; }
      auto& row = table.row_of[static_cast<std::size_t>(*word - least)];
      if (row >= 0 && !table.columns.empty()) {
        report_
            .add(Code::OutcomeTwice, out_.places[table.rows[i].outcome],
                 report_.sources().text(out_.places[table.rows[i].outcome]), "a table with columns")
            .label(out_.places[table.rows[static_cast<std::size_t>(row)].outcome], "first here");
      }
      if (row < 0) { row = static_cast<std::int32_t>(i); }
    }
  }
  std::vector<Rational> weights;
  bool known = true;
  for (const auto& row : table.rows) {
    const auto weight = constant_number(row.weight);
    known = known && weight && (row.condition == kNone || row.otherwise != kNone);
    if (weight && *weight < Rational(0)) {
      const auto place = out_.places[row.weight];
      const auto written = report_.sources().text(place);
      const bool is_dashed = written.starts_with("- ");  // `- 50 coin`, as lists are written elsewhere
      const auto cause = is_dashed ? fmt::format("dashes {} {}", table.place.source, table.place.begin)
                                   : fmt::format("{} {}", place.source, place.begin);
      auto finding = report_.add_once(cause, Code::NegativeWeight, place,
                                      fmt::format("`{}`", report_.sources().text(out_.places[row.outcome])), "");
      if (is_dashed) {
        const auto number = std::string(written.substr(written.find_first_not_of("- ")));
        finding.help(Edit{place, number}, "without the dash: each line is a row");
      }
      known = false;
    }
    weights.push_back(weight.value_or(Rational(0)));
  }
  if (!known) { return; }
  const auto shares = number::shares(weights);
  if (!shares) {
    report_
        .add(Code::WeightsTooLarge, table.place, table.name.empty() ? "this table" : fmt::format("`{}`", table.name),
             "")
        .note("over their common denominator they must sum below 2^63; only proportions matter");
    return;
  }
  table.constant_weights = std::move(weights);
}

}  // namespace spoils::check
