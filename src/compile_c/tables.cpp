// compile_c/tables.cpp
//
// Tables: columns of constants as arrays, other cells as a switch over the rows; a draw of a row from known weights as
// one look-up, from computed weights as a sum.
#include <algorithm>

#include "compile_c/emitter.h"
#include "number/weight.h"
#include "program/limits.h"
#include "program/walk.h"

namespace spoils::compile_c {

using namespace program;
using number::Rational;

namespace {

/// Up to this total each number that can be drawn has its row in an array of bytes; above it the row is searched for.
constexpr std::uint64_t kMostNumbers = 1'024;

}  // namespace

std::string Emitter::data(const std::string& key, const std::string& wanted, std::string_view type,
                          const std::vector<std::string>& values) {
  if (const auto known = data_.find(key); known != data_.end()) { return known->second; }
  const auto name = "$" + names_of_functions_.claim(wanted + "_");
  data_texts_ += array_text(name, type, values);
  return data_[key] = name;
}

std::string Emitter::array_text(const std::string& name, std::string_view type,
                                const std::vector<std::string>& values) {
  std::string text = fmt::format("static const {} {}[{}] = {{", type, name, std::max<std::size_t>(1, values.size()));
  std::string row = "\n   ";
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (row.size() + values[i].size() > 110) {
      text += row;
      row = "\n   ";
    }
    row += " " + values[i] + (i + 1 < values.size() ? "," : "");
  }
  if (values.empty()) { row += type == "$number" ? " {0, 1}" : type == "$text" ? " {NULL, 0}" : " 0"; }
  return text + row + "};\n";
}

std::string Emitter::words_array(const std::string& key, const std::string& wanted, const std::vector<Word>& values) {
  std::vector<std::string> texts;
  for (const auto value : values) { texts.push_back(literal(of(ValueKind::Int), value).text); }
  return data(key, wanted, "int64_t", texts);
}

std::string Emitter::table_name(std::uint32_t table) {
  const auto& name = program_.tables[table].name;
  return name.empty() ? fmt::format("table_{}", table) : name;
}

bool Emitter::is_constant(ExpressionId id, bool is_number) const {
  const auto op = node(id).op;
  return op == Op::Constant || (is_number && op == Op::Fraction);
}

bool Emitter::has_constant_outcomes(std::uint32_t table, bool is_number) const {
  const auto& rows = program_.tables[table].rows;
  return std::all_of(rows.begin(), rows.end(),
                     [&](const TableRow& row) { return is_constant(row.outcome, is_number); });
}

std::string Emitter::outcome_array(std::uint32_t table, bool is_number) {
  std::vector<std::string> values;
  for (const auto& row : program_.tables[table].rows) {
    const auto& e = node(row.outcome);
    if (!is_constant(row.outcome, is_number)) {
      values.emplace_back(is_number ? "{0, 1}" : "0");
    } else if (is_number) {
      values.push_back(number_initializer(e.op == Op::Fraction ? program_.fractions[e.a] : Rational(e.value)));
    } else {
      values.push_back(literal(e.type, e.value).text);
    }
  }
  return data(fmt::format("outcomes {} {}", table, is_number), table_name(table) + "_outcomes",
              is_number ? "$number" : kWord, values);
}

std::string Emitter::place_array(std::uint32_t table) {
  const auto& known = program_.tables[table];
  std::vector<std::string> values;
  for (const auto row : known.row_of) { values.push_back(fmt::format("{}", row)); }
  const auto array = data(fmt::format("places {}", table), table_name(table) + "_places", "int32_t", values);
  return fmt::format("{}, {}, {}", array, literal(of(ValueKind::Int), known.first_outcome).text, known.row_of.size());
}

std::string Emitter::column_array(std::uint32_t table, std::size_t column, bool is_number) {
  const auto& known = program_.tables[table];
  std::vector<std::string> values;
  bool is_all = true;
  for_each_cell(known, column, [&](ExpressionId cell) {
    const auto& e = node(cell);
    is_all = is_all && is_constant(cell, is_number);
    if (!is_all) { return; }
    values.push_back(is_number ? number_initializer(e.op == Op::Fraction ? program_.fractions[e.a] : Rational(e.value))
                               : literal(e.type, e.value).text);
  });
  if (!is_all) { return ""; }
  return data(fmt::format("column {} {} {}", table, column, is_number),
              table_name(table) + "_" + known.columns[column].name, is_number ? "$number" : kWord, values);
}

// A column whose cells are not all constant is a switch over the rows.
const Emitter::Function& Emitter::column_function(std::uint32_t table, std::size_t column, bool is_number) {
  const auto key = fmt::format("column {} {} {}", table, column, is_number);
  if (const auto known = functions_.find(key); known != functions_.end()) { return known->second; }
  const auto& known = program_.tables[table];
  const auto name = function_name("cell", table_name(table) + "_" + known.columns[column].name);
  const auto type = is_number ? "$number" : "int64_t";
  return function(key, is_number ? Returns::Number : Returns::Word,
                  fmt::format("{} {}($roll_ *r, int64_t row)", type, name), name, [&] {
                    line("(void)r;");
                    open("switch (row) {");
                    std::size_t row = 0;
                    for_each_cell(known, column, [&](ExpressionId cell) {
                      open(fmt::format("case {}: {{", row++));
                      const auto value = is_number ? number_or_unset(cell) : word(cell);
                      line(fmt::format("return {};", bare(value.text)));
                      close();
                    });
                    line(fmt::format("default: return {};", is_number ? "$whole_(`UNSET)" : "`UNSET"));
                    close();
                  });
}

Code Emitter::cell(const Expression& e, ExpressionId id, bool is_number) {
  auto key = word(e.c);
  if (key.has_effect) { key = settled(key, kWord); }
  const auto place = hold("int32_t", fmt::format("$place_({}, {})", place_array(e.a), bare(key.text)));
  const auto unset = is_number ? "$whole_(`UNSET)" : "`UNSET";
  if (counts_ && !is_number) {
    open(fmt::format("if ({} >= 0) {{", place));
    spend("1", place_of(id));
    close();
  }
  const auto array = column_array(e.a, e.b, is_number);
  if (!array.empty()) { return {fmt::format("({0} < 0 ? {1} : {2}[{0}])", place, unset, array), true}; }
  const auto function = column_function(e.a, e.b, is_number);
  const auto result =
      hold(is_number ? "$number" : "int64_t", fmt::format("{0} < 0 ? {1} : {2}(r, {0})", place, unset, function.name));
  check_call(function.can_fail);
  return {result, true};
}

Code Emitter::row_word(const Expression& e, bool is_number) {
  const auto row = slot(e.c);
  const bool is_set = body_->set_rows.contains(e.c);
  const auto unset = is_number ? "$whole_(`UNSET)" : "`UNSET";
  const auto type = is_number ? "$number" : "int64_t";
  const bool is_cell = e.op == Op::RowCell;
  const bool is_known = is_cell ? !column_array(e.a, e.b, is_number).empty() : has_constant_outcomes(e.a, is_number);
  if (is_known) {
    const auto array = is_cell ? column_array(e.a, e.b, is_number) : outcome_array(e.a, is_number);
    if (is_set) { return {fmt::format("{}[{}]", array, row)}; }
    return {fmt::format("({0} == `UNSET ? {1} : {2}[{0}])", row, unset, array)};
  }
  const auto function = is_cell ? column_function(e.a, e.b, is_number) : outcome_function(e.a, is_number, false);
  const auto result = hold(type, fmt::format("{0} == `UNSET ? {1} : {2}(r, {0})", row, unset, function.name));
  check_call(function.can_fail);
  return {result, true};
}

// A table whose outcomes are not all constant, or depend on conditions, is another.
const Emitter::Function& Emitter::outcome_function(std::uint32_t table, bool is_number, bool with_conditions) {
  const auto key = fmt::format("outcome {} {} {}", table, is_number, with_conditions);
  if (const auto known = functions_.find(key); known != functions_.end()) { return known->second; }
  const auto name = function_name("outcome", table_name(table));
  const auto type = is_number ? "$number" : "int64_t";
  return function(key, is_number ? Returns::Number : Returns::Word,
                  fmt::format("{} {}($roll_ *r, int64_t row)", type, name), name, [&] {
                    line("(void)r;");
                    open("switch (row) {");
                    const auto& rows = program_.tables[table].rows;
                    for (std::size_t i = 0; i < rows.size(); ++i) {
                      const auto& row = rows[i];
                      const bool is_conditional = with_conditions && row.condition != kNone && row.otherwise != kNone;
                      if (!is_conditional && is_constant(row.outcome, is_number)) { continue; }
                      open(fmt::format("case {}: {{", i));
                      if (is_conditional) {
                        const auto test = condition(row.condition);
                        open(fmt::format("if (!{}) {{", test.text));
                        const auto other = is_number ? number_or_unset(row.otherwise) : word(row.otherwise);
                        line(fmt::format("return {};", bare(other.text)));
                        close();
                      }
                      const auto value = is_number ? number_or_unset(row.outcome) : word(row.outcome);
                      line(fmt::format("return {};", bare(value.text)));
                      close();
                    }
                    line(fmt::format("default: return {}[row];", outcome_array(table, is_number)));
                    close();
                  });
}

Code Emitter::outcome_of(std::uint32_t table, const std::string& row, bool is_number, bool with_conditions) {
  const auto& rows = program_.tables[table].rows;
  const bool is_conditional = with_conditions && std::any_of(rows.begin(), rows.end(), [](const TableRow& each) {
                                return each.condition != kNone && each.otherwise != kNone;
                              });
  if (!is_conditional && has_constant_outcomes(table, is_number)) {
    return {fmt::format("{}[{}]", outcome_array(table, is_number), row), false, true};
  }
  const auto function = outcome_function(table, is_number, with_conditions);
  const auto text = fmt::format("{}(r, {})", function.name, row);
  if (!function.can_fail) { return {text, false, true}; }
  const auto result = hold(is_number ? "$number" : "int64_t", text);
  check_call(true);
  return {result, true};
}

// Emits what fills `weights`, an array of the C function around it, with the weights of all rows now.
void Emitter::row_weights(std::uint32_t table) {
  const auto& rows = program_.tables[table].rows;
  const bool is_whole = std::all_of(rows.begin(), rows.end(), [&](const TableRow& row) {
    const auto& e = node(row.weight);
    return e.type.kind == ValueKind::Int && e.op != Op::Fraction;
  });
  const auto type = is_whole ? std::string_view("uint64_t") : std::string_view("$number");
  if (!is_whole) { need(Part::Numbers); }
  need(Part::Shares);
  line(fmt::format("{} weights[{}];", type, std::max<std::size_t>(1, rows.size())));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& row = rows[i];
    const bool leaves = row.condition != kNone && row.otherwise == kNone;
    if (leaves) {
      line(fmt::format("weights[{}] = {};", i, is_whole ? "0" : "$whole_(0)"));
      const auto test = condition(row.condition);
      open(fmt::format("if ({}) {{", bare(test.text)));
    }
    if (is_whole) {
      auto weight = operand(row.weight);
      const auto range = ranges_.of(row.weight);
      if (range.first < 0) {
        weight = settled(weight, kWord);
        fail_if(fmt::format("{} < 0", weight.text), Fault::Kind::NegativeWeight, place_of(row.weight));
      }
      line(fmt::format("weights[{}] = (uint64_t){};", i, weight.text));
    } else {
      const auto weight = number(row.weight);
      line(fmt::format("weights[{}] = {};", i, bare(weight.text)));
      if (!is_constant(row.weight, true)) {
        fail_if(fmt::format("weights[{}].numerator < 0", i), Fault::Kind::NegativeWeight, place_of(row.weight));
      }
    }
    if (leaves) { close(); }
  }
  if (is_whole) {
    line(fmt::format("uint64_t *const shares = weights;"));
  } else {
    line(fmt::format("uint64_t shares[{}];", std::max<std::size_t>(1, rows.size())));
  }
  line("uint64_t total = 0;");
  line(fmt::format(
      "if (!$shares_of_{}_(weights, {}, shares, &total)) {{ return $fail_(r, $fault_weights_too_large, place); }}",
      is_whole ? "whole" : "numbers", rows.size()));
  body_->can_fail = true;
}

// Returns the row that is drawn.
Code Emitter::draw_row(std::uint32_t table, ExpressionId id) {
  const auto& known = program_.tables[table];
  if (!known.constant_weights.empty()) {
    const auto shares = number::shares(known.constant_weights);
    if (!shares || shares->total == 0) {
      fail(shares ? Fault::Kind::NothingToPick : Fault::Kind::WeightsTooLarge, place_of(id));
      return {"0", true};
    }
    const auto name = table_name(table);
    std::vector<std::string> values;
    const bool is_even = std::all_of(shares->parts.begin(), shares->parts.end(), [](auto part) { return part == 1; });
    if (is_even) { return {below(fmt::format("{}", shares->total)), false, true}; }
    if (shares->total > 0xFFFFFFFF) { need(Part::Wide); }
    if (shares->total <= kMostNumbers) {
      for (std::size_t row = 0; row < shares->parts.size(); ++row) {
        for (std::uint64_t i = 0; i < shares->parts[row]; ++i) { values.push_back(fmt::format("{}", row)); }
      }
      const auto type = known.rows.size() <= 256 ? "uint8_t" : "uint16_t";
      const auto array = data(fmt::format("rows {}", table), name + "_rows", type, values);
      return {fmt::format("{}[{}]", array, below(fmt::format("{}", shares->total))), false, true};
    }
    std::uint64_t sum = 0;
    for (const auto part : shares->parts) {
      sum += part;
      values.push_back(sum > 0x7FFFFFFF ? fmt::format("UINT64_C({})", sum) : fmt::format("{}", sum));
    }
    const bool is_short = shares->total <= 0x7FFFFFFF;
    const auto array =
        data(fmt::format("rows {}", table), name + "_totals", is_short ? "uint32_t" : "uint64_t", values);
    need(Part::Shares);
    return {fmt::format("$find_{}_({}, {}, {})", is_short ? "short" : "long", array, known.rows.size(),
                        below(fmt::format("{}", shares->total))),
            false, true};
  }
  const auto key = fmt::format("row {}", table);
  auto function_of = functions_.find(key);
  if (function_of == functions_.end()) {
    const auto name = function_name("row", table_name(table));
    function(key, Returns::Row, fmt::format("int32_t {}($roll_ *r, const char *place)", name), name, [&] {
      if (!known.name.empty()) { line(comment(known.place)); }
      row_weights(table);
      if (counts_) {
        line(fmt::format("if (!$spend_(r, {})) {{ return $fail_(r, $fault_too_much_work, place); }}",
                         known.rows.size()));
      }
      line("if (total == 0) { return $fail_(r, $fault_nothing_to_pick, place); }");
      need(Part::Wide);
      line(fmt::format("return (int32_t)$find_share_(shares, {});", below("total")));
    });
    function_of = functions_.find(key);
  }
  const auto row = hold("int32_t", fmt::format("{}(r, {})", function_of->second.name, place(place_of(id))));
  check_call(function_of->second.can_fail);
  return {row, true};
}

Code Emitter::pick_table(const Expression& e, ExpressionId id, bool is_number) {
  return outcome_of(e.a, draw_row(e.a, id).text, is_number, true);
}

Code Emitter::pick_grid(const Expression& e, ExpressionId id, bool is_number) {
  const auto& grid = program_.grids[e.a];
  const auto key = settled(word(e.b), kWord);
  const auto type = is_number ? "$number" : "int64_t";
  if (grid.is_interpolated) {
    line(fmt::format("{} = {};", slot(grid.key), key.text));
    if (!is_number) { spend("1", place_of(id)); }
    const auto table = static_cast<std::uint32_t>(grid.other);
    return outcome_of(table, draw_row(table, id).text, is_number, true);
  }
  std::vector<std::string> values;
  for (const auto table : grid.table_of) { values.push_back(fmt::format("{}", table >= 0 ? table : grid.other)); }
  const auto name = grid.name.empty() ? fmt::format("grid_{}", e.a) : grid.name;
  const auto array = data(fmt::format("grid {}", e.a), name + "_tables", "int32_t", values);
  const auto result = temporary();
  line(fmt::format("{} {} = {};", type, result, is_number ? "$whole_(`UNSET)" : "`UNSET"));
  open(fmt::format("switch ($table_({}, {}, {}, {}, {})) {{", array, literal(of(ValueKind::Int), grid.first_key).text,
                   grid.table_of.size(), grid.other, key.text));
  for (const auto table : tables_of(grid)) {
    open(fmt::format("case {}: {{", table));
    if (!is_number) { spend("1", place_of(id)); }
    const auto value = outcome_of(table, draw_row(table, id).text, is_number, true);
    line(fmt::format("{} = {};", result, bare(value.text)));
    line("break;");
    close();
  }
  line("default: break;");
  close();
  return {result, true};
}

}  // namespace spoils::compile_c
