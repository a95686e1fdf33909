// program/choice.h
//
// The weights of a filtered choice (`pick x in T where C weight W or nothing weight N`), once for all interpreters: the
// bodies of program/evaluate.h, compiled by each interpreter with its own draws. One template weighs the candidates
// that an interpreter presents, whether they are all rows of the table or those that passed a filter plan. Used
// whenever a choice is not answered from a cache. Pinned by tests/program/choice_test.cpp.
#pragma once

#include <utility>
#include <vector>

#include "program/evaluate.h"

namespace spoils::program {

/// Whether two rows of a table have the same outcome. Requires: the outcomes are constants, as in a choice of which
/// only the best row of each outcome counts.
[[nodiscard]] inline bool has_same_outcome(const Program& program, const Table& table, std::size_t a, std::size_t b) {
  return program.expressions[table.rows[a].outcome].value == program.expressions[table.rows[b].outcome].value;
}

template <class Reading>
Rational Evaluator<Reading>::weight_of(ExpressionId id) {
  auto weight = number(id);
  if (weight < Rational(0)) {
    fail(Fault::Kind::NegativeWeight, id);
    return 0;
  }
  return weight;
}

template <class Reading>
Rational Evaluator<Reading>::row_weight(const TableRow& row) {
  if (row.condition != kNone && row.otherwise == kNone && !flag(row.condition)) { return 0; }
  return weight_of(row.weight);
}

template <class Reading>
Rational Evaluator<Reading>::admitted_weight(const Choice& choice, std::size_t row) {
  return choice.weight == kNone ? row_weight(program_->tables[choice.table].rows[row]) : weight_of(choice.weight);
}

template <class Reading>
bool Evaluator<Reading>::admits(const Choice& choice, std::size_t row) {
  slots_[choice.row] = static_cast<Word>(row);
  if (choice.condition != kNone && !flag(choice.condition)) { return false; }
  const auto& table_row = program_->tables[choice.table].rows[row];
  return choice.weight == kNone || table_row.condition == kNone || table_row.otherwise != kNone ||
         flag(table_row.condition);
}

template <class Reading>
template <class Candidates>
void Evaluator<Reading>::weigh(const Choice& choice, Candidates&& candidates, std::vector<Rational>& out) {
  const auto& table = program_->tables[choice.table];
  const auto begin = out.size();
  const std::size_t count = candidates.size();
  out.resize(begin + count);
  for (std::size_t i = 0; i < count && !failed();) {
    auto end = i + 1;
    if (candidates.may_repeat()) {
      // The rows of one outcome are adjacent.
      while (end < count && has_same_outcome(*program_, table, candidates.row(i), candidates.row(end))) { ++end; }
    }
    if (end == i + 1) {
      const auto [passes, weight] = candidates.judged(i);
      if (passes) { out[begin + i] = weight; }
      ++i;
      continue;
    }
    // The best one of the rows of one outcome counts; among equal weights the first.
    auto best = count;
    Rational most;
    for (; i < end; ++i) {
      if (!candidates.passes(i)) { continue; }
      const auto weight = row_weight(table.rows[candidates.row(i)]);
      if (best < count && !(most < weight)) { continue; }
      best = i;
      most = weight;
    }
    if (best == count || failed()) { continue; }
    slots_[choice.row] = static_cast<Word>(candidates.row(best));
    out[begin + best] = choice.weight == kNone ? most : candidates.weight(best);
  }
  if (choice.nothing_weight == kNone || failed()) { return; }
  if (choice.total != kNone) {
    Rational sum;
    for (auto i = begin; i < out.size(); ++i) { sum = checked(number::add(sum, out[i]), choice.nothing_weight); }
    slots_[choice.total] = sum.numerator();
    slots_[choice.total + 1] = sum.denominator();
  }
  out.push_back(weight_of(choice.nothing_weight));
}

template <class Reading>
void Evaluator<Reading>::choice_weights(const Choice& choice, std::vector<Rational>& out) {
  struct AllRows {
    Evaluator& reading;
    const Choice& choice;
    [[nodiscard]] std::size_t size() const { return reading.program_->tables[choice.table].rows.size(); }
    [[nodiscard]] std::size_t row(std::size_t i) const { return i; }
    [[nodiscard]] bool may_repeat() const { return choice.is_best; }
    bool passes(std::size_t i) { return reading.admits(choice, i); }
    Rational weight(std::size_t i) { return reading.admitted_weight(choice, i); }
    std::pair<bool, Rational> judged(std::size_t i) {
      return passes(i) ? std::pair(true, weight(i)) : std::pair(false, Rational(0));
    }
  };
  weigh(choice, AllRows{*this, choice}, out);
}

}  // namespace spoils::program
