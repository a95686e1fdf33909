// program/evaluate_distinct.h
//
// The bodies of program/evaluate.h for `pick N distinct from`, compiled by each interpreter with its own draws. They
// gather the candidates and their weights; the interpreter decides how several are drawn without replacement.
#pragma once

#include <map>

#include "program/evaluate.h"

namespace spoils::program {

template <class Reading>
Word Evaluator<Reading>::pick_distinct(const Expression& e, ExpressionId id) {
  const auto wanted = operand(e.a);
  Distinct from;
  const bool is_table = e.b == kNone;
  if (!(is_table ? gather_rows(static_cast<std::uint32_t>(e.value), from, id) : gather_members(e.b, from, id))) {
    return kUnset;
  }
  const bool takes_fewer = is_table ? program_->choices[static_cast<std::size_t>(e.value)].or_nothing : e.value == 1;
  auto count = static_cast<std::size_t>(std::max<Word>(0, wanted));
  if (count > from.values.size()) {
    if (!takes_fewer) {
      fail(Fault::Kind::TooFewToPick, id);
      return kUnset;
    }
    count = from.values.size();
  }
  if (!spend(count * from.values.size(), id)) { return kUnset; }
  std::vector<Word> picked;
  if (count == from.values.size()) {
    picked = std::move(from.values);
  } else if (count > 0) {
    drawing_ = id;
    for (const auto number : self().draw_distinct(from, count, id)) { picked.push_back(from.values[number]); }
  }
  const auto* end = lists_of(e.type.element).make_unique(picked.data(), picked.data() + picked.size());
  check_heap(id);
  return heap_->add_list(picked.data(), static_cast<std::size_t>(end - picked.data()));
}

// The outcomes that a choice admits, each with the weights of all its rows. Nothing is none of them.
template <class Reading>
bool Evaluator<Reading>::gather_rows(std::uint32_t index, Distinct& out, ExpressionId id) {
  const auto& choice = program_->choices[index];
  const auto& rows = program_->tables[choice.table].rows;
  if (!spend(rows.size(), id)) { return false; }
  std::vector<Rational> weights;
  choice_weights(choice, weights);
  const auto shares = failed() ? std::nullopt : number::shares(weights);
  if (!shares) {
    fail(Fault::Kind::WeightsTooLarge, id);
    return false;
  }
  std::map<Word, std::size_t> known;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (shares->parts[row] == 0) { continue; }
    slots_[choice.row] = static_cast<Word>(row);
    const auto value = row_word(rows[row]);
    if (value == kUnset) { continue; }
    const auto [place, is_new] = known.emplace(value, out.values.size());
    if (is_new) {
      out.values.push_back(value);
      out.shares.push_back(0);
    }
    out.shares[place->second] += shares->parts[row];
    out.total += shares->parts[row];
  }
  return !failed();
}

template <class Reading>
bool Evaluator<Reading>::gather_members(ExpressionId list, Distinct& out, ExpressionId id) {
  const auto members = program_->list(word(list), *heap_);
  if (!spend(members.count, id)) { return false; }
  out.values.assign(members.begin(), members.end());
  // In the order of a set, so that the position of a member in its list does not matter.
  const auto lists = lists_of(node(list).type.element);
  const auto* end = lists.make_unique(out.values.data(), out.values.data() + out.values.size());
  out.values.resize(static_cast<std::size_t>(end - out.values.data()));
  out.values.erase(std::remove(out.values.begin(), out.values.end(), kUnset), out.values.end());
  out.shares.assign(out.values.size(), 1);
  out.total = out.values.size();
  return !failed();
}

}  // namespace spoils::program
