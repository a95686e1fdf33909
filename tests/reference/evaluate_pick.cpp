// tests/reference/evaluate_pick.cpp
//
// Picks: from rows, grids, ranges and lists; and the cells of tables.
#include <numeric>

#include "reference/machine.h"

namespace spoils::reference {

using E = lang::Expression::Kind;
using K = Value::Kind;

std::int64_t Machine::below(std::int64_t count) {
  if (!generator_.is_declared) { return draws_.below(count); }
  if (count <= 1) { return 0; }
  generator_.state = (generator_.state * generator_.multiplier + generator_.increment) & generator_.mask;
  return static_cast<std::int64_t>(generator_.state % static_cast<std::uint64_t>(count));
}

std::size_t Machine::choose(const std::vector<Rational>& weights) {
  if (!generator_.is_declared) { return draws_.choose(weights); }
  std::int64_t scale = 1;
  for (const auto& weight : weights) { scale = std::lcm(scale, weight.denominator()); }
  std::int64_t total = 0;
  std::int64_t divisor = 0;
  std::size_t possible = 0;
  std::size_t one = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const auto share = (weights[i] * scale).numerator();
    total += share;
    divisor = std::gcd(divisor, share);
    if (share > 0) {
      ++possible;
      one = i;
    }
  }
  if (possible == 0) { throw Faulty{"nothing to pick"}; }
  if (possible == 1) { return one; }
  // As integers without a common divisor.
  auto number = below(total / divisor);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const auto share = (weights[i] * scale).numerator() / divisor;
    if (number < share) { return i; }
    number -= share;
  }
  throw Unknown{"weights"};
}

// Rows whose condition fails leave, unless they have something else to give.
std::vector<Candidate> Machine::candidates(const std::vector<lang::Row>& rows) {
  std::vector<Candidate> out;
  for (const auto& row : rows) {
    const bool leaves = row.condition->kind != E::Missing && row.otherwise->kind == E::Missing && !holds(row.condition);
    Rational weight = 1;
    for (const auto& outcome : row.outcomes) {
      if (leaves) { continue; }
      // A percent sign in a weight says only that a percentage was meant.
      const auto& written = outcome.weight->kind == E::Percent ? outcome.weight->children[0] : *outcome.weight;
      if (written.kind != E::Missing) { weight = evaluate(written).amount(); }
      out.push_back({&row, &outcome, weight});
    }
  }
  return out;
}

Value Machine::outcome_of(const Candidate& candidate) {
  const auto& row = *candidate.row;
  if (row.otherwise->kind != E::Missing && !holds(row.condition)) { return evaluate(row.otherwise); }
  return literal(candidate.outcome->value);
}

Value Machine::pick_row(const std::vector<lang::Row>& rows) {
  const auto among = candidates(rows);
  std::vector<Rational> weights;
  for (const auto& candidate : among) { weights.push_back(candidate.weight); }
  return outcome_of(among[choose(weights)]);
}

Value Machine::pick(const Expression& source) {
  if (source.kind == E::Rows) { return pick_row(source.rows()); }
  if (source.kind == E::Lookup) { return pick_grid(source); }
  Value from;
  if (source.kind == E::Name && local(source.text) == nullptr) {
    const auto& tables = pack_.seen(source).tables;
    if (const auto table = tables.find(source.text); table != tables.end()) {
      return outside([&] { return pick_row(table->second->rows); });
    }
    if (const auto records = all_records(source)) {
      return records->at(static_cast<std::size_t>(below(static_cast<std::int64_t>(records->size()))));
    }
  }
  from = evaluate(source);
  if (from.kind == K::Range) {
    const auto first = from.members[0].amount();
    const auto count = from.members[1].amount() - first + 1;
    if (count < 1) { throw Faulty{"a range that ends before it begins"}; }
    return Value::integer(first + below(count.numerator()));
  }
  if (from.members.empty()) { throw Faulty{"nothing to pick"}; }
  return from.members[static_cast<std::size_t>(below(static_cast<std::int64_t>(from.members.size())))];
}

Value Machine::pick_where(const Expression& e) {
  const auto& source = e.children[0];
  const auto& condition = e.children[1];
  const auto& weight = e.children[2];
  if (e.children[4].kind != E::Missing || e.children[5].kind != E::Missing) { return pick_at(e); }
  std::vector<Rational> weights;
  std::vector<Value> outcomes;
  if (const auto records = all_records(source)) {
    for (const auto& record : *records) {
      locals_.emplace_back(e.text, record);
      if (condition.kind == E::Missing || holds(condition)) {
        weights.push_back(weight.kind == E::Missing ? Rational(1) : evaluate(weight).amount());
        outcomes.push_back(record);
      }
      locals_.pop_back();
    }
    return choose_or_nothing(e, std::move(weights), std::move(outcomes));
  }
  const auto& written = source.kind == E::Rows ? source.rows() : pack_.seen(source).tables.at(source.text)->rows;
  const auto rows = source.kind == E::Rows ? candidates(written) : outside([&] { return candidates(written); });
  for (const auto& candidate : rows) {
    auto outcome = outside([&] { return literal(candidate.outcome->value); });
    locals_.emplace_back("." + e.text, Value::symbol(source.text));
    locals_.emplace_back(e.text, outcome);
    if (condition.kind == E::Missing || holds(condition)) {
      weights.push_back(weight.kind == E::Missing ? candidate.weight : evaluate(weight).amount());
      outcomes.push_back(outcome);
    }
    locals_.pop_back();
    locals_.pop_back();
  }
  return choose_or_nothing(e, std::move(weights), std::move(outcomes));
}

Value Machine::choose_or_nothing(const Expression& e, std::vector<Rational> weights, std::vector<Value> outcomes) {
  const auto& nothing = e.children[3];
  Rational total = 0;
  for (const auto& one : weights) { total += one; }
  const bool or_nothing = e.number.numerator() == 1;
  const auto none = Value::unset(K::Symbol);
  if (or_nothing && nothing.kind != E::Missing) {
    locals_.emplace_back("total", Value::fraction(total));
    const auto weight = evaluate(nothing).amount();
    locals_.pop_back();
    if (weight + total == 0) { return none; }
    weights.push_back(weight);
    outcomes.push_back(none);
  } else if (or_nothing && total == 0) {
    return none;
  }
  return outcomes.at(choose(weights));
}

// The records of the collection that a bare word means; nothing if it means something else.
std::optional<std::vector<Value>> Machine::all_records(const Expression& source) {
  if (source.kind != E::Name || local(source.text) != nullptr) { return std::nullopt; }
  const auto& collections = pack_.seen(source).collections;
  if (collections.find(source.text) == collections.end()) { return std::nullopt; }
  std::vector<Value> out;
  for (const auto* record : pack_.records_of(source.text)) { out.push_back(Value::symbol(record->declaration->name)); }
  return out;
}

// Weights by the line of the key; interpolated ones between the two lines around it.
Value Machine::pick_grid(const Expression& e) {
  const auto& grid = *pack_.seen(e).grids.at(e.text);
  const auto key = evaluate(e.children[0]);
  const auto weight_at = [&](const Expression& cell) {
    return cell.kind == E::None || cell.kind == E::Missing ? Rational(0) : evaluate(cell).amount();
  };
  // Lines as keys, each with its cells; `across` has them the other way round.
  struct Line {
    std::vector<Value> keys;
    bool is_else = false;
    std::vector<Rational> weights;
  };
  const auto words = [&](const std::vector<Expression>& written) {
    std::vector<Value> out;
    for (const auto& word : written) {
      const auto value = outside([&] { return literal(word); });
      if (value.is_many()) {
        out.insert(out.end(), value.members.begin(), value.members.end());
      } else {
        out.push_back(value.is_set ? value : Value::unset(K::Symbol));
      }
    }
    return out;
  };
  std::vector<std::vector<Value>> across;
  for (const auto& column : grid.columns) { across.push_back(words(column.values)); }
  std::vector<Line> lines;
  std::vector<Value> outcomes;
  if (grid.is_across) { lines.resize(across.size()); }
  for (const auto& row : grid.rows) {
    std::vector<Value> heads;
    for (const auto& outcome : row.outcomes) {
      if (row.is_else) { break; }
      const auto more = words({outcome.value});
      heads.insert(heads.end(), more.begin(), more.end());
    }
    const auto& cells = row.outcomes.front().cells.empty() ? row.outcomes.back().cells : row.outcomes.front().cells;
    std::vector<Rational> weights;
    for (const auto& cell : cells) {
      weights.push_back(outside([&] { return weight_at(cell); }));
    }
    if (grid.is_across) {
      for (const auto& head : heads) {
        outcomes.push_back(head);
        for (std::size_t i = 0; i < across.size(); ++i) { lines[i].weights.push_back(weights.at(i)); }
      }
    } else {
      Line line{heads, row.is_else, {}};
      for (std::size_t i = 0; i < across.size(); ++i) {
        for (std::size_t n = 0; n < across[i].size(); ++n) { line.weights.push_back(weights.at(i)); }
      }
      lines.push_back(std::move(line));
    }
  }
  if (grid.is_across) {
    for (std::size_t i = 0; i < across.size(); ++i) { lines[i].keys = across[i]; }
  } else {
    for (const auto& column : across) { outcomes.insert(outcomes.end(), column.begin(), column.end()); }
  }
  if (grid.is_interpolated) {
    const auto at = key.amount();
    const Line* before = nullptr;
    const Line* after = nullptr;
    for (const auto& line : lines) {
      if (line.keys[0].amount() <= at) { before = &line; }
      if (line.keys[0].amount() >= at && after == nullptr) { after = &line; }
    }
    if (before == nullptr) { before = after; }
    if (after == nullptr) { after = before; }
    const auto from = before->keys[0].amount();
    const auto to = after->keys[0].amount();
    std::vector<Rational> weights;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      const auto a = before->weights[i];
      const auto b = after->weights[i];
      weights.push_back(from == to ? a : a + (b - a) * (at - from) / (to - from));
    }
    return outcomes[choose(weights)];
  }
  const Line* otherwise = nullptr;
  for (const auto& line : lines) {
    if (line.is_else) { otherwise = &line; }
    for (const auto& one : line.keys) {
      if (equal(one, key)) { return outcomes[choose(line.weights)]; }
    }
  }
  return otherwise != nullptr ? outcomes[choose(otherwise->weights)] : Value::unset(K::Symbol);
}

// Evaluated at each reading. An unset cell has the type of the column's others.
Value Machine::cell(const lang::Declaration& table, const Value& key, const std::string& column) {
  std::size_t at = 0;
  while (at < table.columns.size() && table.columns[at].values[0].text != column) { ++at; }
  auto kind = K::Unknown;
  for (const auto& row : table.rows) {
    for (const auto& outcome : row.outcomes) {
      const auto& cell = outcome.cells.at(at);
      const bool is_word = cell.kind == E::Name && !pack_.is_in_parentheses(cell);
      if (cell.kind != E::None) {
        kind = is_word ? K::Symbol : cell.kind == E::Set ? K::Set : cell.kind == E::List ? K::List : K::Integer;
      }
    }
  }
  for (const auto& row : table.rows) {
    for (const auto& outcome : row.outcomes) {
      if (!equal(literal(outcome.value), key)) { continue; }
      auto value = outside([&] { return literal(outcome.cells[at]); });
      if (!value.is_set) { value.kind = kind; }
      return value;
    }
  }
  return Value::unset(kind);
}

}  // namespace spoils::reference
