// tests/reference/evaluate_row.cpp
//
// Rows of tables: their outcomes and cells, and several of them drawn without replacement.
#include <algorithm>
#include <numeric>

#include "reference/machine.h"

namespace spoils::reference {

using E = lang::Expression::Kind;
using K = Value::Kind;

namespace {

constexpr auto kNoRow = static_cast<std::size_t>(-1);

const lang::Row::Outcome& nth(const lang::Declaration& table, std::size_t index) {
  for (const auto& row : table.rows) {
    if (index < row.outcomes.size()) { return row.outcomes[index]; }
    index -= row.outcomes.size();
  }
  throw Unknown{"a row"};
}

}  // namespace

// Stores besides the outcome, under names that no pack can use: the table, and the number of the row.
void Machine::name_row(const std::string& name, const lang::Declaration& table, std::size_t index) {
  locals_.emplace_back("." + name, Value::symbol(table.name));
  locals_.emplace_back("@" + name, Value::integer(static_cast<std::int64_t>(index)));
  locals_.emplace_back(name, outcome_at(table, index));
}

// The table that a bare word means; null if it means something else.
const lang::Declaration* Machine::table_of(const Expression& source) {
  if (source.kind != E::Name || local(source.text) != nullptr) { return nullptr; }
  const auto& seen = pack_.seen(source);
  if (seen.fields.count(source.text) > 0) { return nullptr; }
  const auto found = seen.tables.find(source.text);
  return found == seen.tables.end() ? nullptr : found->second;
}

Value Machine::row_numbers(const lang::Declaration& table) {
  std::size_t count = 0;
  for (const auto& row : table.rows) { count += row.outcomes.size(); }
  std::vector<Value> out;
  for (std::size_t i = 0; i < count; ++i) { out.push_back(Value::integer(static_cast<std::int64_t>(i))); }
  return Value::list(K::List, std::move(out));
}

std::vector<Value> Machine::integers_of(const Value& range) {
  std::vector<Value> out;
  for (Rational i = range.members[0].amount(); i <= range.members[1].amount(); i += 1) {
    out.push_back(Value::integer(i));
  }
  return out;
}

Value Machine::outcome_at(const lang::Declaration& table, std::size_t index) {
  auto out = outside([&] { return literal(nth(table, index).value); });
  if (!out.is_set) { out.kind = K::Symbol; }
  return out;
}

// Evaluated at each reading. An unset cell has the type of the column's others.
Value Machine::cell_at(const lang::Declaration& table, std::size_t index, const std::string& column) {
  std::size_t at = 0;
  while (at < table.columns.size() && table.columns[at].values[0].text != column) { ++at; }
  auto kind = K::Unknown;
  for (const auto& row : table.rows) {
    for (const auto& outcome : row.outcomes) {
      const auto& cell = outcome.cells.at(at);
      const bool is_word = cell.kind == E::Name && !pack_.is_in_parentheses(cell);
      if (cell.kind != E::None && kind != K::Text) {  // a text may be computed in other rows
        kind = is_word                ? K::Symbol
               : cell.kind == E::Set  ? K::Set
               : cell.kind == E::List ? K::List
               : cell.kind == E::Text ? K::Text
               : cell.kind == E::Flag ? K::Flag
               : cell.kind == E::Map  ? K::Map
                                      : K::Integer;
      }
    }
  }
  if (index == kNoRow) { return Value::unset(kind); }
  auto value = outside([&] { return literal(nth(table, index).cells[at]); });
  if (!value.is_set) { value.kind = kind; }
  return value;
}

Value Machine::cell(const lang::Declaration& table, const Value& key, const std::string& column) {
  std::size_t index = 0;
  for (const auto& row : table.rows) {
    for (const auto& outcome : row.outcomes) {
      if (equal(literal(outcome.value), key)) { return cell_at(table, index, column); }
      ++index;
    }
  }
  return cell_at(table, kNoRow, column);
}

// Several draws without replacement, each by the weights that are left. The weights of equal outcomes are summed;
// `none` and outcomes of weight 0 are left out.
Value Machine::distinct(const Expression& e) {
  const auto wanted = std::max<std::int64_t>(0, whole(e.children[6]));
  const auto& source = e.children[0];
  std::vector<Rational> weights;
  std::vector<Value> outcomes;
  bool has_order = true;  // that the text of the pack shows
  if (!e.text.empty()) {
    std::vector<std::size_t> places;
    weigh(e, weights, outcomes, places);
    for (auto& outcome : outcomes) {
      if (outcome.kind == K::Row) { outcome = Value::symbol(outcome.text); }
    }
  } else if (const auto* table = table_of(source); table != nullptr || source.kind == E::Rows) {
    const auto among =
        table == nullptr ? candidates(source.rows()) : outside([&] { return candidates(table->rows, table); });
    for (const auto& candidate : among) {
      weights.push_back(candidate.weight);
      outcomes.push_back(outcome_of(candidate));
    }
  } else {
    const auto from = evaluate(source);
    auto members = from.kind == K::Range ? integers_of(from) : members_of(from);
    outcomes = Value::list(K::Set, std::move(members)).members;
    weights.assign(outcomes.size(), 1);
    has_order = !outcomes.empty() && outcomes[0].kind == K::Integer;
  }
  std::int64_t scale = 1;
  for (const auto& weight : weights) { scale = std::lcm(scale, weight.denominator()); }
  std::int64_t divisor = 0;
  for (const auto& weight : weights) { divisor = std::gcd(divisor, (weight * scale).numerator()); }
  std::vector<Value> values;
  std::vector<Rational> shares;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (!outcomes[i].is_set || weights[i] == 0) { continue; }
    const auto share = weights[i] * scale / divisor;
    const auto known = std::find_if(values.begin(), values.end(), [&](const Value& v) { return same(v, outcomes[i]); });
    if (known == values.end()) {
      values.push_back(outcomes[i]);
      shares.push_back(share);
    } else {
      shares[static_cast<std::size_t>(known - values.begin())] += share;
    }
  }
  auto count = static_cast<std::size_t>(wanted);
  if (count > values.size()) {
    if (e.number.numerator() != 1) { throw Faulty{"too few to pick from"}; }
    count = values.size();
  }
  if (count == values.size()) { return Value::list(K::Set, std::move(values)); }
  if (generator_.is_declared && !has_order) { throw Unknown{"the order of a set"}; }
  std::vector<Value> picked;
  while (picked.size() < count) {
    std::size_t at = 0;
    if (generator_.is_declared) {
      Rational total = 0;
      for (const auto& share : shares) { total += share; }
      auto number = Rational(below(total.numerator()));
      for (; number >= shares[at]; ++at) { number -= shares[at]; }
    } else {
      at = draws_->choose(shares);
    }
    picked.push_back(values[at]);
    values.erase(values.begin() + static_cast<std::ptrdiff_t>(at));
    shares.erase(shares.begin() + static_cast<std::ptrdiff_t>(at));
  }
  return Value::list(K::Set, std::move(picked));
}

// All orders, equal members and all: each place takes one of the members that are left. A declared generator fills the
// last place first, and what it takes leaves its own place to the member that was there (docs/determinism.md).
Value Machine::shuffle(const Expression& e) {
  const auto from = evaluate(e.children[0]);
  auto members = from.kind == K::Range ? integers_of(from) : members_of(from);
  if (!generator_.is_declared) {
    std::vector<Value> out;
    while (members.size() > 1) {
      const auto at = static_cast<std::ptrdiff_t>(draws_->below(static_cast<std::int64_t>(members.size())));
      out.push_back(members[static_cast<std::size_t>(at)]);
      members.erase(members.begin() + at);
    }
    out.insert(out.end(), members.begin(), members.end());
    return Value::list(K::List, std::move(out));
  }
  const bool has_order = from.kind != K::Set || members.size() < 2 || members[0].kind == K::Integer;
  if (!has_order) { throw Unknown{"the order of a set"}; }
  for (auto last = members.size(); last > 1; --last) {
    std::swap(members[last - 1], members[static_cast<std::size_t>(below(static_cast<std::int64_t>(last)))]);
  }
  return Value::list(K::List, std::move(members));
}

}  // namespace spoils::reference
