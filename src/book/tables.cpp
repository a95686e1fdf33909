// book/tables.cpp
//
// Writes the sections of tables and grids. The odds are computed from the weights if all are constants, and are
// answers of the query plan otherwise.
#include "book/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "book/odds_table.h"
#include "book/wording.h"
#include "number/weight.h"
#include "program/to_source.h"

namespace spoils::book {

using number::Rational;
using program::ExpressionId;
using program::kNone;
using program::kUnset;
using program::Op;
using program::ValueKind;

namespace {

constexpr std::size_t kMostColumns = 8;  // a wider grid is written row by row

std::string source_of(const Material& material, ExpressionId id) {
  return one_line(material.sources.text(material.program.places[id]));
}

// Repeated rows of a record as they are written, without the name of the column: "5..20 common 10; 11.. common 15".
Run rows_run(const Material& material, const program::Expression& e) {
  const auto& program = material.program;
  std::string out;
  for (const auto row : program.lists[static_cast<std::size_t>(e.value)]) {
    const auto& table = program.tables[e.type.table];
    auto written = one_line(material.sources.text(table.rows[static_cast<std::size_t>(row)].place));
    written.erase(0, std::min(written.size(), written.find(' ') + 1));
    out += (out.empty() ? "" : "; ") + written;
  }
  return out.empty() ? plain("-") : code(out);
}

// A value of a table as people read it; a computed value is shown as in the source.
Run value_run(const Material& material, ExpressionId id) {
  const auto& program = material.program;
  const auto& e = program.expressions[id];
  if (e.op == Op::Constant) {
    if (e.value == kUnset) { return plain("-"); }
    switch (e.type.kind) {
      case ValueKind::Symbol: return plain(std::string(program.shown_symbol(e.value)));
      case ValueKind::Text: return plain(program.texts[static_cast<std::size_t>(e.value)]);
      case ValueKind::Flag: return plain(e.value == 1 ? "true" : "false");
      case ValueKind::Int: return plain(fmt::format("{}", e.value));
      case ValueKind::List:
      case ValueKind::Set: {
        if (e.type.element == ValueKind::Row) { return rows_run(material, e); }
        std::string out;
        for (const auto member : program.lists[static_cast<std::size_t>(e.value)]) {
          if (!out.empty()) { out += ", "; }
          out += e.type.element == ValueKind::Symbol ? std::string(program.shown_symbol(member))
                                                     : fmt::format("{}", member);
        }
        return plain(out.empty() ? "-" : out);
      }
      case ValueKind::Map: {
        std::string out;
        for (const auto& [key, value] : program.entries(e.type, e.value, program::Heap())) {
          if (!out.empty()) { out += ", "; }
          out += e.type.element == ValueKind::Symbol ? std::string(program.shown_symbol(key)) : fmt::format("{}", key);
          out += fmt::format(" {}", value);
        }
        return plain(out.empty() ? "-" : out);
      }
      default: break;
    }
  }
  return code(source_of(material, id));
}

bool is_number(const Material& material, ExpressionId id) {
  const auto kind = material.program.expressions[id].type.kind;
  return kind == ValueKind::Int || kind == ValueKind::Number;
}

std::string weight_text(const Material& material, const program::Table& table, ExpressionId id) {
  auto text = source_of(material, id);
  const bool is_written = !text.empty() && material.program.places[id].begin != material.program.places[id].end;
  // An omitted weight is 1, and the text at that place is the outcome.
  const auto& e = material.program.expressions[id];
  if (e.op == Op::Constant && (!is_written || text != fmt::format("{}", e.value))) {
    text = fmt::format("{}", e.value);
  }
  // A computed weight is in parentheses, which a cell does not need.
  if (text.size() > 2 && text.front() == '(' && text.find(')') == text.size() - 1) {
    text = text.substr(1, text.size() - 2);
  }
  return table.in_percent ? text + "%" : text;
}

std::vector<double> fractions(const std::vector<Rational>& weights) {
  std::vector<double> out(weights.size(), 0.0);
  const auto shares = number::shares(weights);
  if (!shares || shares->total == 0) { return out; }
  for (std::size_t i = 0; i < weights.size(); ++i) {
    out[i] = static_cast<double>(shares->parts[i]) / static_cast<double>(shares->total);
  }
  return out;
}

Rational total_of(const std::vector<Rational>& weights) {
  Rational total = 0;
  for (const auto& weight : weights) { total = number::add(total, weight).value_or(Rational(0)); }
  return total;
}

bool all_equal(const std::vector<Rational>& weights) {
  return std::all_of(weights.begin(), weights.end(), [&](const Rational& weight) { return weight == weights.front(); });
}

// Returns an outcome as answers write it; empty if it is not constant.
std::string word_of_outcome(const Material& material, ExpressionId id) {
  const auto& e = material.program.expressions[id];
  return e.op == Op::Constant ? program::to_source(material.program, e.type, e.value) : std::string();
}

// Returns the condition of a row: "if depth > 3 else club".
std::string terms_of(const Material& material, const program::TableRow& row) {
  if (row.condition == kNone) { return {}; }
  auto out = "if " + source_of(material, row.condition);
  if (row.otherwise != kNone) { out += " else " + source_of(material, row.otherwise); }
  return out;
}

class TableWriter {
 public:
  TableWriter(const Material& material, std::uint32_t index)
      : material_(material), index_(index), table_(material.program.tables[index]) {}

  std::vector<Block> write() {
    const auto asked = material_.query_plan.tables.find(index_);
    const Odds* odds = asked != material_.query_plan.tables.end() && asked->second.usable() ? &asked->second : nullptr;
    picked_ = material_.outline.picked.count(index_) != 0;
    const bool one_draw = odds != nullptr && rows_are_outcomes(*odds);
    if (odds != nullptr && (one_draw || picked_)) {
      if (auto conditions = conditions_of(*odds); !conditions.empty()) {
        conditions.push_back(plain(":"));
        out_.push_back(paragraph(std::move(conditions)));
      }
    }
    out_.push_back(written(one_draw ? odds : nullptr));
    if (odds != nullptr && picked_ && !one_draw) {
      out_.push_back(paragraph({plain("The resulting odds:")}));
      out_.push_back(odds_table(material_.program, *odds, {"outcome", material_.along, material_.most_rows}));
    }
    if (odds == nullptr && picked_ && table_.constant_weights.empty()) {
      out_.push_back(paragraph({plain("The resulting odds depend on the thing; see the rules that use this table.")}));
    }
    return std::move(out_);
  }

 private:
  // Returns whether rows and outcomes correspond one to one, so that the odds can be in a column of the same table.
  bool rows_are_outcomes(const Odds& odds) const {
    std::vector<std::string> words;
    for (const auto& row : table_.rows) {
      words.push_back(word_of_outcome(material_, row.outcome));
      if (words.back().empty()) { return false; }
    }
    auto sorted = words;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) { return false; }
    return std::all_of(odds.outcomes.begin(), odds.outcomes.end(), [&](const std::string& outcome) {
      return std::binary_search(sorted.begin(), sorted.end(), outcome);
    });
  }

  Block written(const Odds* odds) {
    Block block;
    block.kind = Block::Kind::Table;
    const auto& weights = table_.constant_weights;
    const bool has_otherwise =
        std::any_of(table_.rows.begin(), table_.rows.end(), [](const auto& row) { return row.otherwise != kNone; });
    const bool has_terms =
        std::any_of(table_.rows.begin(), table_.rows.end(), [](const auto& row) { return row.condition != kNone; });
    const bool even = !weights.empty() && all_equal(weights);
    const bool has_shares = picked_ && odds == nullptr && !weights.empty() && !has_otherwise;
    // Percentages that add up to 100 are probabilities already.
    const bool has_weights = !even && !(has_shares && table_.in_percent && total_of(weights) == Rational(100));
    const bool level = odds != nullptr && odds->is_level();
    block.head.push_back(text_cell("outcome"));
    if (has_weights) { block.head.push_back(number_cell("weight")); }
    if (has_terms) { block.head.push_back(text_cell("condition")); }
    if (has_shares) { block.head.push_back(number_cell("chance")); }
    if (odds != nullptr) { add_depth_heads(block, *odds, material_.along, level ? "chance" : nullptr); }
    const auto columns = table_.columns.size();
    for (std::size_t i = 0; i < columns; ++i) {
      const bool numeric = !table_.cells.empty() && is_number(material_, table_.cells[i]);
      block.head.push_back({{plain(table_.columns[i].name)}, numeric});
    }
    const auto shares = fractions(weights);
    for (std::size_t i = 0; i < table_.rows.size(); ++i) {
      const auto& row = table_.rows[i];
      std::vector<Cell> cells{{{value_run(material_, row.outcome)}, false}};
      if (has_weights) { cells.push_back(number_cell(weight_text(material_, table_, row.weight))); }
      if (has_terms) {
        const auto terms = terms_of(material_, row);
        cells.push_back(terms.empty() ? text_cell("") : Cell{{code(terms)}, false});
      }
      std::vector<double> values;
      if (has_shares) { values = {shares[i]}; }
      if (odds != nullptr) { values = odds->shares_of(word_of_outcome(material_, row.outcome)); }
      if (level) { values.resize(1); }
      for (const auto value : values) { cells.push_back(number_cell(chance(value))); }
      for (std::size_t k = 0; k < columns; ++k) {
        cells.push_back({{value_run(material_, table_.cells[i * columns + k])},
                         block.head[block.head.size() - columns + k].is_number});
      }
      block.rows.push_back(std::move(cells));
      block.chart.names.push_back(block.rows.back().front().line.front().text);
      block.chart.values.push_back(std::move(values));
    }
    if ((has_shares && !even) || level) { block.chart.kind = Chart::Kind::Bars; }
    if (odds != nullptr && !level) {
      block.chart.kind = Chart::Kind::Lines;
      block.chart.at = places_of(odds->columns);
      block.chart.axis = material_.along;
      block.chart.title = fmt::format("{} by {}", table_.name, material_.along);
    }
    return block;
  }

  const Material& material_;
  std::uint32_t index_;
  const program::Table& table_;
  bool picked_ = false;
  std::vector<Block> out_;
};

class GridWriter {
 public:
  GridWriter(const Material& material, std::uint32_t index)
      : material_(material), grid_(material.program.grids[index]), key_(key_of(index)) {}

  std::vector<Block> write() {
    if (grid_.is_interpolated) { return {interpolated()}; }
    collect();
    std::vector<Block> out;
    if (!constant_) {
      out.push_back(as_written());
    } else if (outcomes_.size() <= kMostColumns) {
      out.push_back(paragraph({plain("The probability of each outcome:")}));
      out.push_back(wide());
    } else {
      out.push_back(paragraph({plain("The probability of each outcome:")}));
      out.push_back(narrow());
    }
    return out;
  }

 private:
  struct Key {
    std::string names;
    std::uint32_t table = 0;
  };

  std::string key_text(program::Word word) const {
    if (grid_.key_type.kind == ValueKind::Symbol) { return std::string(material_.program.shown_symbol(word)); }
    if (grid_.key_type.kind == ValueKind::Flag) { return word == 1 ? "true" : "false"; }
    return fmt::format("{}", word);
  }

  // Keys with the same line are grouped; lines come in the order of the source, which is that of their tables.
  void collect() {
    std::map<std::int32_t, std::string> names;
    std::vector<std::pair<program::Word, std::int32_t>> keys;
    for (std::size_t i = 0; i < grid_.table_of.size(); ++i) {
      if (grid_.table_of[i] < 0) { continue; }
      auto& line = names[grid_.table_of[i]];
      line += (line.empty() ? "" : ", ") + key_text(grid_.first_key + static_cast<program::Word>(i));
    }
    for (const auto& [table, text] : names) { keys_.push_back({text, static_cast<std::uint32_t>(table)}); }
    if (grid_.other >= 0) { keys_.push_back({"all others", static_cast<std::uint32_t>(grid_.other)}); }
    for (const auto& key : keys_) {
      const auto& table = material_.program.tables[key.table];
      constant_ = constant_ && !table.constant_weights.empty();
      for (const auto& row : table.rows) {
        const auto word = value_run(material_, row.outcome).text;
        if (std::find(outcomes_.begin(), outcomes_.end(), word) == outcomes_.end()) { outcomes_.push_back(word); }
      }
    }
  }

  std::vector<std::pair<std::string, double>> shares_of(const Key& key) const {
    const auto& table = material_.program.tables[key.table];
    const auto shares = fractions(table.constant_weights);
    std::vector<std::pair<std::string, double>> out;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      auto name = value_run(material_, table.rows[i].outcome).text;
      const auto known = std::find_if(out.begin(), out.end(), [&](const auto& share) { return share.first == name; });
      if (known != out.end()) {
        known->second += shares[i];
      } else {
        out.emplace_back(std::move(name), shares[i]);
      }
    }
    return out;
  }

  // `grid race[kind across]` has the key "kind".
  std::string key_of(std::uint32_t index) const {
    const auto* entry = material_.outline.find(Entry::Kind::Grid, index);
    if (entry == nullptr) { return "key"; }
    const auto source = one_line(material_.sources.text(entry->whole));
    const auto open = source.find('[');
    const auto close = source.find(']', open);
    if (open == std::string::npos || close == std::string::npos) { return "key"; }
    auto key = source.substr(open + 1, close - open - 1);
    const auto across = key.rfind(" across");
    return across == std::string::npos ? key : key.substr(0, across);
  }

  static std::string outcome_name(const std::string& text) { return text == "-" ? "none" : text; }

  Block wide() const {
    Block block;
    block.kind = Block::Kind::Table;
    block.head.push_back(text_cell(key_));
    for (const auto& outcome : outcomes_) { block.head.push_back(number_cell(outcome_name(outcome))); }
    for (const auto& key : keys_) {
      std::vector<Cell> row{text_cell(key.names)};
      const auto shares = shares_of(key);
      for (const auto& outcome : outcomes_) {
        const auto found =
            std::find_if(shares.begin(), shares.end(), [&](const auto& s) { return s.first == outcome; });
        row.push_back(number_cell(found == shares.end() ? "-" : chance(found->second)));
      }
      block.rows.push_back(std::move(row));
    }
    return block;
  }

  Block narrow() const {
    Block block;
    block.kind = Block::Kind::Table;
    block.head = {text_cell(key_), text_cell("outcomes")};
    for (const auto& key : keys_) {
      auto shares = shares_of(key);
      std::stable_sort(shares.begin(), shares.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
      std::string text;
      for (const auto& [outcome, share] : shares) {
        if (share <= 0) { continue; }
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", outcome_name(outcome), chance(share));
      }
      block.rows.push_back({text_cell(key.names), text_cell(std::move(text))});
    }
    return block;
  }

  // Weights that are not constant cannot be summed: they are shown as in the source.
  Block as_written() const {
    Block block;
    block.kind = Block::Kind::Table;
    block.head = {text_cell(key_), text_cell("weights")};
    for (const auto& key : keys_) {
      const auto& table = material_.program.tables[key.table];
      Line line;
      for (const auto& row : table.rows) {
        const auto& weight = material_.program.expressions[row.weight];
        if (weight.op == Op::Constant && weight.value == 0) { continue; }
        if (!line.empty()) { line.push_back(plain(", ")); }
        line.push_back(value_run(material_, row.outcome));
        line.push_back(plain(" "));
        line.push_back(code(weight_text(material_, table, row.weight)));
      }
      block.rows.push_back({text_cell(key.names), {std::move(line), false}});
    }
    return block;
  }

  // The weights at the corners of the source, and the resulting odds there.
  Block interpolated() const {
    Block block;
    block.kind = Block::Kind::Table;
    if (grid_.other < 0) { return block; }
    const auto& table = material_.program.tables[static_cast<std::size_t>(grid_.other)];
    block.head.push_back(text_cell("outcome"));
    std::vector<std::vector<Rational>> weights;  // by corner
    std::vector<double> at;
    for (const auto& row : table.rows) {
      const auto& points = material_.program.points[material_.program.expressions[row.weight].a];
      weights.resize(points.at.size());
      at.clear();
      for (std::size_t i = 0; i < points.at.size(); ++i) {
        weights[i].push_back(points.height[i]);
        at.push_back(static_cast<double>(points.at[i]));
      }
    }
    for (std::size_t i = 0; i < at.size(); ++i) {
      block.head.push_back(number_cell(i == 0 ? fmt::format("{} {:g}", key_, at[i]) : fmt::format("{:g}", at[i])));
    }
    std::vector<std::vector<double>> shares;
    shares.reserve(weights.size());
    for (const auto& corner : weights) { shares.push_back(fractions(corner)); }
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      std::vector<Cell> row{{{value_run(material_, table.rows[r].outcome)}, false}};
      std::vector<double> values;
      for (const auto& corner : shares) {
        values.push_back(corner[r]);
        row.push_back(number_cell(chance(corner[r])));
      }
      block.chart.names.push_back(row.front().line.front().text);
      block.chart.values.push_back(std::move(values));
      block.rows.push_back(std::move(row));
    }
    block.chart.kind = Chart::Kind::Lines;
    block.chart.at = std::move(at);
    block.chart.axis = key_;
    block.chart.title = grid_.name;
    return block;
  }

  const Material& material_;
  const program::Grid& grid_;
  std::string key_;
  std::vector<Key> keys_;
  std::vector<std::string> outcomes_;
  bool constant_ = true;
};

}  // namespace

std::optional<Odds> odds_of_table(const Material& material, std::uint32_t index) {
  if (material.outline.picked.count(index) == 0) { return std::nullopt; }
  const auto asked = material.query_plan.tables.find(index);
  if (asked != material.query_plan.tables.end()) {
    return asked->second.usable() ? std::optional(asked->second) : std::nullopt;
  }
  const auto& table = material.program.tables[index];
  if (table.constant_weights.empty()) { return std::nullopt; }
  const std::size_t columns = std::max<std::size_t>(1, material.query_plan.depths.size());
  const auto shares = fractions(table.constant_weights);
  Odds out;
  out.columns.resize(columns);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const auto word = word_of_outcome(material, table.rows[i].outcome);
    if (word.empty()) { return std::nullopt; }
    auto known = std::find(out.outcomes.begin(), out.outcomes.end(), word) - out.outcomes.begin();
    if (static_cast<std::size_t>(known) == out.outcomes.size()) {
      out.outcomes.push_back(word);
      out.is_number.push_back(is_number(material, table.rows[i].outcome));
      out.shares.emplace_back(columns, 0.0);
    }
    for (auto& share : out.shares[static_cast<std::size_t>(known)]) { share += shares[i]; }
  }
  return out;
}

std::vector<Block> table_blocks(const Material& material, std::uint32_t table) {
  return TableWriter(material, table).write();
}

std::vector<Block> grid_blocks(const Material& material, std::uint32_t grid) {
  return GridWriter(material, grid).write();
}

}  // namespace spoils::book
