// tests/reference/evaluate_pick.cpp
//
// Picks: from rows, grids, ranges and lists.
#include <numeric>

#include "reference/machine.h"

namespace spoils::reference {

using E = lang::Expression::Kind;
using K = Value::Kind;

std::int64_t Machine::below(std::int64_t count) {
  if (!generator_.is_declared) { return draws_->below(count); }
  if (count <= 1) { return 0; }
  generator_.state = (generator_.state * generator_.multiplier + generator_.increment) & generator_.mask;
  return static_cast<std::int64_t>(generator_.state % static_cast<std::uint64_t>(count));
}

std::size_t Machine::choose(const std::vector<Rational>& weights) {
  if (!generator_.is_declared) { return draws_->choose(weights); }
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

// Rows whose condition fails leave, unless they have something else to give. The cells of a row are `row.COLUMN` in its
// weight and condition.
std::vector<Candidate> Machine::candidates(const std::vector<lang::Row>& rows, const lang::Declaration* table) {
  if (table != nullptr && table->columns.empty()) { table = nullptr; }
  std::vector<Candidate> out;
  std::size_t index = 0;
  for (const auto& row : rows) {
    const Expression* written = nullptr;
    for (const auto& outcome : row.outcomes) {
      if (table != nullptr) { name_row("row", *table, index); }
      const bool may_leave = row.condition->kind != E::Missing && row.otherwise->kind == E::Missing;
      const bool leaves = may_leave && !holds(row.condition);
      if (outcome.weight->kind != E::Missing) { written = &*outcome.weight; }
      if (!leaves) {
        // `%` in a weight does not divide it by 100.
        const bool is_percent = written != nullptr && written->kind == E::Percent;
        const auto* amount = is_percent ? &written->children[0] : written;
        out.push_back({&row, &outcome, amount == nullptr ? Rational(1) : evaluate(*amount).amount(), table, index});
      }
      if (table != nullptr) { forget_row(); }
      ++index;
    }
  }
  return out;
}

Value Machine::outcome_of(const Candidate& candidate) {
  const auto& row = *candidate.row;
  if (row.otherwise->kind == E::Missing) { return literal(candidate.outcome->value); }
  if (candidate.table != nullptr) { name_row("row", *candidate.table, candidate.index); }
  const bool stays = holds(row.condition);
  if (candidate.table != nullptr) { forget_row(); }
  return stays ? literal(candidate.outcome->value) : evaluate(row.otherwise);
}

Value Machine::pick_row(const std::vector<lang::Row>& rows, const lang::Declaration* table) {
  const auto among = candidates(rows, table);
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
      return outside([&] { return pick_row(table->second->rows, table->second); });
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
  const auto members = members_of(from);
  if (members.empty()) { throw Faulty{"nothing to pick"}; }
  return members[static_cast<std::size_t>(below(static_cast<std::int64_t>(members.size())))];
}

Value Machine::pick_where(const Expression& e) {
  picked_row_.reset();
  std::vector<Rational> weights;
  std::vector<Value> outcomes;
  std::vector<std::size_t> places;
  weigh(e, weights, outcomes, places);
  const auto chosen = choose_or_nothing(e, std::move(weights));
  if (!chosen) { return Value::unset(K::Symbol); }
  if (!places.empty()) { picked_row_ = places[*chosen]; }
  return outcomes[*chosen];
}

// Collects the outcomes of `x in SOURCE where C weight E`; for a table with a name also the numbers of their rows.
void Machine::weigh(const Expression& e, std::vector<Rational>& weights, std::vector<Value>& outcomes,
                    std::vector<std::size_t>& places) {
  const auto& source = e.children[0];
  const auto& condition = e.children[1];
  const auto& weight = e.children[2];
  if (e.children[4].kind != E::Missing || e.children[5].kind != E::Missing) { return weigh_at(e, weights, outcomes); }
  if (const auto records = all_records(source)) {
    for (const auto& record : *records) {
      locals_.emplace_back(e.text, record);
      if (condition.kind == E::Missing || holds(condition)) {
        weights.push_back(weight.kind == E::Missing ? Rational(1) : evaluate(weight).amount());
        outcomes.push_back(record);
      }
      locals_.pop_back();
    }
    return;
  }
  const auto* table = source.kind == E::Rows ? nullptr : pack_.seen(source).tables.at(source.text);
  const auto rows =
      table == nullptr ? candidates(source.rows()) : outside([&] { return candidates(table->rows, table); });
  for (const auto& candidate : rows) {
    auto outcome = outside([&] { return outcome_of(candidate); });
    const auto size = locals_.size();
    if (candidate.table != nullptr) {
      name_row(e.text, *table, candidate.index);
    } else {
      locals_.emplace_back(e.text, outcome);
    }
    if (condition.kind == E::Missing || holds(condition)) {
      weights.push_back(weight.kind == E::Missing ? candidate.weight : evaluate(weight).amount());
      outcomes.push_back(outcome);
      if (candidate.table != nullptr) { places.push_back(candidate.index); }
    }
    locals_.resize(size);
  }
}

std::optional<std::size_t> Machine::choose_or_nothing(const Expression& e, std::vector<Rational> weights) {
  const auto& nothing = e.children[3];
  Rational total = 0;
  for (const auto& one : weights) { total += one; }
  const bool or_nothing = e.number.numerator() == 1;
  const auto count = weights.size();
  if (or_nothing && nothing.kind != E::Missing) {
    locals_.emplace_back("total", Value::fraction(total));
    const auto weight = evaluate(nothing).amount();
    locals_.pop_back();
    if (weight + total == 0) { return std::nullopt; }
    weights.push_back(weight);
  } else if (or_nothing && total == 0) {
    return std::nullopt;
  }
  const auto chosen = choose(weights);
  return chosen < count ? std::optional(chosen) : std::nullopt;
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
  // Returns the lines as keys with their cells; `across` transposes them.
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

}  // namespace spoils::reference
