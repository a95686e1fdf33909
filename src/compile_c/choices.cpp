// compile_c/choices.cpp
//
// `pick x in T where C weight W or nothing weight N`: weighs the rows that the condition admits, each time anew, and
// draws one. The order of evaluation is that of program/choice.h.
#include <algorithm>

#include "compile_c/emitter.h"
#include "number/weight.h"
#include "program/limits.h"

namespace spoils::compile_c {

using namespace program;

// Whether the weights can be integers: a proportion is enough unless the weight of nothing is compared with them.
bool Emitter::has_whole_weights(const Choice& choice) const {
  const auto is_whole = [&](ExpressionId id) {
    return node(id).type.kind == ValueKind::Int && node(id).op != Op::Fraction;
  };
  if (choice.nothing_weight != kNone && !is_whole(choice.nothing_weight)) { return false; }
  if (choice.weight != kNone && !is_whole(choice.weight)) { return false; }
  if (choice.weight != kNone && !choice.is_best) { return true; }
  const auto& table = program_.tables[choice.table];
  if (!table.constant_weights.empty()) {
    return (choice.nothing_weight == kNone || choice.weight != kNone) &&
           number::shares(table.constant_weights).has_value();
  }
  return std::all_of(table.rows.begin(), table.rows.end(), [&](const TableRow& row) { return is_whole(row.weight); });
}

// The weights of a table that are not all constant: a switch over the rows. A row that has left the table weighs 0.
const Emitter::Function& Emitter::weight_function(std::uint32_t table, bool is_whole) {
  const auto key = fmt::format("weight {} {}", table, is_whole);
  if (const auto known = functions_.find(key); known != functions_.end()) { return known->second; }
  const auto name = function_name("weight", table_name(table));
  const auto type = is_whole ? "int64_t" : "$number";
  return function(
      key, is_whole ? Returns::Word : Returns::Number, fmt::format("{} {}($roll_ *r, int64_t row)", type, name), name,
      [&] {
        line("(void)r;");
        open("switch (row) {");
        std::size_t number_of = 0;
        for (const auto& row : program_.tables[table].rows) {
          open(fmt::format("case {}: {{", number_of++));
          if (row.condition != kNone && row.otherwise == kNone) {
            const auto test = condition(row.condition);
            line(fmt::format("if (!{}) {{ return {}; }}", test.text, is_whole ? "0" : "$whole_(0)"));
          }
          if (is_whole) {
            const auto weight = settled(operand(row.weight), kWord);
            if (ranges_.of(row.weight).first < 0) {
              fail_if(fmt::format("{} < 0", weight.text), Fault::Kind::NegativeWeight, place_of(row.weight));
            }
            line(fmt::format("return {};", bare(weight.text)));
          } else {
            const auto weight = settled(number(row.weight), "$number");
            if (!is_constant(row.weight, true)) {
              fail_if(fmt::format("{}.numerator < 0", weight.text), Fault::Kind::NegativeWeight, place_of(row.weight));
            }
            line(fmt::format("return {};", weight.text));
          }
          close();
        }
        line(fmt::format("default: return {};", is_whole ? "0" : "$whole_(0)"));
        close();
      });
}

// The weight that is written in a row.
Code Emitter::written_weight(const Choice& choice, bool is_whole, const std::string& row) {
  const auto& table = program_.tables[choice.table];
  if (!table.constant_weights.empty()) {
    std::vector<std::string> values;
    if (is_whole) {
      const auto shares = number::shares(table.constant_weights);
      for (const auto part : shares->parts) {
        values.push_back(part > 0x7FFFFFFF ? fmt::format("INT64_C({})", part) : fmt::format("{}", part));
      }
    } else {
      for (const auto& weight : table.constant_weights) { values.push_back(number_initializer(weight)); }
    }
    const auto array = data(fmt::format("weights {} {}", choice.table, is_whole), table_name(choice.table) + "_weights",
                            is_whole ? kWord : "$number", values);
    return {fmt::format("{}[{}]", array, row)};
  }
  const auto function = weight_function(choice.table, is_whole);
  const auto result = hold(is_whole ? kWord : "$number", fmt::format("{}(r, {})", function.name, row));
  check_call(function.can_fail);
  return {result, true};
}

// The weight of a row that is admitted.
Code Emitter::weight_of(const Choice& choice, bool is_whole, const std::string& row) {
  if (choice.weight == kNone) { return written_weight(choice, is_whole, row); }
  const auto weight = is_whole ? settled(operand(choice.weight), kWord) : settled(number(choice.weight), "$number");
  if (!is_whole || ranges_.of(choice.weight).first < 0) {
    fail_if(fmt::format("{}{} < 0", weight.text, is_whole ? "" : ".numerator"), Fault::Kind::NegativeWeight,
            place_of(choice.weight));
  }
  return weight;
}

// Goes on with the next row unless this one is admitted.
void Emitter::pass(const Choice& choice, const std::string& row) {
  line(fmt::format("{} = {};", slot(choice.row), row));
  if (choice.condition != kNone) {
    const auto test = condition(choice.condition);
    line(fmt::format("if (!{}) {{ continue; }}", test.text));
  }
  const auto& rows = program_.tables[choice.table].rows;
  const auto leaves = [](const TableRow& each) { return each.condition != kNone && each.otherwise == kNone; };
  if (choice.weight == kNone || std::none_of(rows.begin(), rows.end(), leaves)) { return; }
  const auto stays = temporary();
  line(fmt::format("bool {} = true;", stays));
  open(fmt::format("switch ({}) {{", row));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!leaves(rows[i])) { continue; }
    open(fmt::format("case {}: {{", i));
    const auto test = condition(rows[i].condition);
    line(fmt::format("{} = {};", stays, bare(test.text)));
    line("break;");
    close();
  }
  line("default: break;");
  close();
  line(fmt::format("if (!{}) {{ continue; }}", stays));
}

void Emitter::weigh_all_rows(const Choice& choice, bool is_whole) {
  const auto& table = program_.tables[choice.table];
  const auto count = table.rows.size();
  const char* const zero = is_whole ? "0" : "$whole_(0)";
  const auto same = [&](std::size_t a, std::size_t b) {
    return node(table.rows[a].outcome).value == node(table.rows[b].outcome).value;
  };
  bool repeats = false;
  for (std::size_t i = 1; choice.is_best && i < count; ++i) { repeats = repeats || same(i - 1, i); }
  const auto as_share = [&](const std::string& weight) { return is_whole ? "(uint64_t)" + weight : weight; };
  open(fmt::format("for (row = 0; row < {}; ++row) {{", count));
  line(fmt::format("weights[row] = {};", zero));
  if (!repeats) {
    pass(choice, "row");
    const auto weight = weight_of(choice, is_whole, "row");
    line(fmt::format("weights[row] = {};", as_share(weight.text)));
    close();
    return;
  }
  // Rows of one outcome are adjacent; only the one that weighs most as written counts, the first of
  // equals. `best` is the one so far.
  std::vector<std::string> begins;
  for (std::size_t i = 0; i < count; ++i) { begins.emplace_back(i > 0 && same(i - 1, i) ? "0" : "1"); }
  const auto array =
      data(fmt::format("begins {}", choice.table), table_name(choice.table) + "_begins", "uint8_t", begins);
  line(fmt::format("if ({}[row] != 0) {{ best = -1; }}", array));
  pass(choice, "row");
  line(fmt::format("{0} written = {1};", is_whole ? kWord : "$number", written_weight(choice, is_whole, "row").text));
  const auto better = is_whole ? std::string("most >= written") : std::string("!$is_less_(most, written)");
  line(fmt::format("if (best >= 0 && {}) {{ continue; }}", better));
  line(fmt::format("if (best >= 0) {{ weights[best] = {}; }}", zero));
  line("best = row;");
  line("most = written;");
  const auto weight = weight_of(choice, is_whole, "row");
  line(fmt::format("weights[row] = {};", as_share(weight.text)));
  close();
}

// The same, with the variables that it needs.
void Emitter::weigh_rows_of(const Choice& choice, bool is_whole) {
  const auto here = mark();
  weigh_all_rows(choice, is_whole);
  const auto begin = body_->lines.begin() + static_cast<std::ptrdiff_t>(here);
  const auto uses_best = std::any_of(begin, body_->lines.end(),
                                     [](const auto& each) { return each.find("best = row;") != std::string::npos; });
  if (!uses_best) { return; }
  body_->lines.insert(begin, fmt::format("  int32_t best = -1;\n  {} most = {};", is_whole ? kWord : "$number",
                                         is_whole ? "0" : "$whole_(0)"));
}

// Adds the weight of nothing after those of `count` rows.
void Emitter::weigh_nothing(const Choice& choice, bool is_whole, const std::string& count) {
  if (choice.nothing_weight == kNone) { return; }
  const auto at = place_of(choice.nothing_weight);
  if (choice.total != kNone) {
    need(Part::Numbers);
    const auto total = slot(choice.total);
    line(fmt::format("{} = $whole_(0);", total));
    open(fmt::format("for (row = 0; row < (int32_t){}; ++row) {{", count));
    line(fmt::format("{0} = $add_numbers_({0}, {1});", total,
                     is_whole ? "$whole_((int64_t)weights[row])" : "weights[row]"));
    fail_if(fmt::format("{}.denominator == 0", total), Fault::Kind::Overflow, at);
    close();
  }
  const auto weight =
      is_whole ? settled(operand(choice.nothing_weight), kWord) : settled(number(choice.nothing_weight), "$number");
  fail_if(fmt::format("{}{} < 0", weight.text, is_whole ? "" : ".numerator"), Fault::Kind::NegativeWeight, at);
  line(fmt::format("weights[{}] = {}{};", count, is_whole ? "(uint64_t)" : "", weight.text));
}

// Draws a row of a choice whose shares are always the same.
void Emitter::draw_constant(const Choice& choice, std::uint32_t index, const number::Shares& shares) {
  std::vector<std::string> values;
  std::uint64_t sum = 0;
  for (const auto part : shares.parts) { values.push_back(fmt::format("UINT64_C({})", sum += part)); }
  const auto totals = data(fmt::format("shares {}", index),
                           fmt::format("choice_{}_{}_totals", table_name(choice.table), index), "uint64_t", values);
  const auto rows = program_.tables[choice.table].rows.size();
  if (shares.total > 0xFFFFFFFF) { need(Part::Wide); }
  if (counts_) {
    line(fmt::format("if (!$spend_(r, {})) {{ return $fail_(r, $fault_too_much_work, place); }}", rows));
    body_->can_fail = true;
  } else {
    line("(void)place;");
  }
  line(fmt::format("const int32_t row = (int32_t)$find_long_({}, {}, {});", totals, values.size(),
                   below(fmt::format("UINT64_C({})", shares.total))));
  if (choice.nothing_weight != kNone) { line(fmt::format("if (row == {}) {{ return -1; }}", rows)); }
  line(fmt::format("{} = row;", slot(choice.row)));
  line("return row;");
}

// A choice that weighs all rows.
const Emitter::Function& Emitter::choice_function(std::uint32_t index, ExpressionId id) {
  const auto key = fmt::format("choice {}", index);
  if (const auto known = functions_.find(key); known != functions_.end()) { return known->second; }
  const auto& choice = program_.choices[index];
  const auto& table = program_.tables[choice.table];
  const auto name = function_name("choice", fmt::format("{}_{}", table_name(choice.table), index));
  return function(key, Returns::Row, fmt::format("int32_t {}($roll_ *r, const char *place)", name), name, [&] {
    const bool is_whole = has_whole_weights(choice);
    const auto rows = table.rows.size();
    const auto all = rows + (choice.nothing_weight == kNone ? 0 : 1);
    need(Part::Shares);
    line(comment(place_of(id)));
    if (const auto shares = constant_shares(choice)) { return draw_constant(choice, index, *shares); }
    need(Part::Wide);
    if (!is_whole) { need(Part::Numbers); }
    line(fmt::format("{} weights[{}];", is_whole ? "uint64_t" : "$number", std::max<std::size_t>(1, all)));
    if (!is_whole) { line(fmt::format("uint64_t shares[{}];", std::max<std::size_t>(1, all))); }
    line("uint64_t total = 0;");
    line("int32_t row;");
    weigh_rows_of(choice, is_whole);
    weigh_nothing(choice, is_whole, fmt::format("{}", rows));
    const auto shares = is_whole ? "weights" : "shares";
    line(fmt::format(
        "if (!$shares_of_{}_(weights, {}, {}, &total)) {{ return $fail_(r, $fault_weights_too_large, place); }}",
        is_whole ? "whole" : "numbers", all, shares));
    body_->can_fail = true;
    if (counts_) {
      line(fmt::format("if (!$spend_(r, {})) {{ return $fail_(r, $fault_too_much_work, place); }}", rows));
    }
    line(choice.or_nothing ? "if (total == 0) { return -1; }"
                           : "if (total == 0) { return $fail_(r, $fault_nothing_to_pick, place); }");
    line(fmt::format("row = (int32_t)$find_share_({}, {});", shares, below("total")));
    if (choice.nothing_weight != kNone) { line(fmt::format("if (row == {}) {{ return -1; }}", rows)); }
    line(fmt::format("{} = row;", slot(choice.row)));
    line("return row;");
  });
}

Code Emitter::pick_where(const Expression& e, ExpressionId id, bool is_number) {
  const auto& choice = program_.choices[e.a];
  const auto function = choice.steps.empty() ? choice_function(e.a, id) : planned_function(e.a, id);
  const auto row = hold("int32_t", fmt::format("{}(r, {})", function.name, place(place_of(id))));
  check_call(function.can_fail);
  if (choice.gives_row && !is_number) { return {fmt::format("({0} < 0 ? `UNSET : {0})", row), true}; }
  const auto result = temporary();
  line(fmt::format("{} {} = {};", is_number ? "$number" : "int64_t", result, is_number ? "$whole_(`UNSET)" : "`UNSET"));
  open(fmt::format("if ({} >= 0) {{", row));
  const auto value = outcome_of(choice.table, row, is_number, true);
  line(fmt::format("{} = {};", result, bare(value.text)));
  close();
  return {result, true};
}

}  // namespace spoils::compile_c
