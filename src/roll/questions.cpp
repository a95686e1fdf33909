#include "roll/questions.h"

#include <algorithm>

#include "roll/interpreter.h"

namespace spoils::roll {

using namespace program;
using number::Rational;

void Questions::make(std::uint32_t index) {
  const auto& fold = program_.folds[index];
  Quick out;
  out.is_made = true;
  out.source = lookup_of(fold.source, false);
  has_worked_ = false;
  if (fold.condition != kNone) { out.condition = question(fold.condition); }
  const bool asks = fold.kind == FoldKind::Any || fold.kind == FoldKind::All;
  if (fold.value != kNone && asks) { out.value = question(fold.value); }
  out.has_worked = has_worked_;
  folds_[index] = out;
}

std::uint32_t Questions::question(ExpressionId id) {
  const auto& e = program_.expressions[id];
  // What is unset is not true either.
  if (e.op == Op::OrZero) { return question(e.a); }
  Question out;
  out.id = id;
  switch (e.op) {
    case Op::And:
    case Op::Or:
      out.kind = e.op == Op::And ? Question::Kind::And : Question::Kind::Or;
      out.a = question(e.a);
      out.b = question(e.b);
      break;
    case Op::Not:
      out.kind = Question::Kind::Not;
      out.a = question(e.a);
      break;
    case Op::Equal:
      out.kind = Question::Kind::Equal;
      out.a = lookup_of(e.a, false);
      out.b = lookup_of(e.b, false);
      break;
    case Op::Less:
    case Op::LessOrEqual:
      out.kind = e.op == Op::Less ? Question::Kind::Less : Question::Kind::LessOrEqual;
      out.a = lookup_of(e.a, true);
      out.b = lookup_of(e.b, true);
      break;
    case Op::InRange:
      out.kind = Question::Kind::InRange;
      out.a = lookup_of(e.a, true);
      out.b = lookup_of(e.b, true);
      out.c = lookup_of(e.c, true);
      break;
    case Op::Contains:
      if (program_.expressions[e.a].type.kind != ValueKind::Text) {
        out.kind = Question::Kind::Contains;
        out.a = lookup_of(e.a, false);
        out.b = lookup_of(e.b, false);
        break;
      }
      [[fallthrough]];
    default: out.a = lookup_of(id, false); break;
  }
  questions_.push_back(out);
  return static_cast<std::uint32_t>(questions_.size() - 1);
}

std::uint32_t Questions::lookup_of(ExpressionId id, bool or_zero) {
  const auto& e = program_.expressions[id];
  if (e.op == Op::OrZero) { return lookup_of(e.a, true); }
  Lookup out;
  out.or_zero = or_zero;
  out.id = id;
  switch (e.op) {
    case Op::Constant:
      out.kind = Lookup::Kind::Constant;
      out.value = or_zero && e.value == kUnset ? 0 : e.value;
      break;
    case Op::Slot:
      out.kind = Lookup::Kind::Slot;
      out.slot = e.a;
      break;
    case Op::RowCell:
    case Op::RowOutcome:
      out.column = column(e.a, e.op == Op::RowCell ? e.b : kNone);
      if (out.column == nullptr) { break; }
      out.kind = Lookup::Kind::Row;
      out.slot = e.c;
      break;
    case Op::Cell:
      out.column = column(e.a, e.b);
      if (out.column == nullptr) { break; }
      out.kind = Lookup::Kind::Cell;
      out.table = &program_.tables[e.a];
      out.key = lookup_of(e.c, false);
      break;
    default: break;
  }
  has_worked_ = has_worked_ || out.kind == Lookup::Kind::Worked;
  lookups_.push_back(out);
  return static_cast<std::uint32_t>(lookups_.size() - 1);
}

// The words of a column, or of all outcomes; null if they are no constants.
const Word* Questions::column(std::uint32_t index, std::uint32_t column) {
  const auto [known, is_new] = columns_.try_emplace({index, column});
  auto& words = known->second;
  if (is_new) {
    const auto& table = program_.tables[index];
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      const auto id = column == kNone ? table.rows[row].outcome : table.cells[row * table.columns.size() + column];
      if (program_.expressions[id].op != Op::Constant) {
        words = {};
        break;
      }
      words.push_back(program_.expressions[id].value);
    }
  }
  return words.empty() ? nullptr : words.data();
}

Word Interpreter::look_up(std::uint32_t index) {
  const auto& lookup = questions_.lookup(index);
  const bool or_zero = lookup.or_zero;
  Word value = kUnset;
  switch (lookup.kind) {
    case Lookup::Kind::Constant: return lookup.value;
    case Lookup::Kind::Slot: value = slots_[lookup.slot]; break;
    case Lookup::Kind::Row: {
      const auto row = slots_[lookup.slot];
      if (row != kUnset) { value = lookup.column[row]; }
      break;
    }
    case Lookup::Kind::Cell: {
      const auto* table = lookup.table;
      const auto* column = lookup.column;
      const auto id = lookup.id;
      const auto row = table->row_index(look_up(lookup.key));
      if (row >= 0 && spend(1, id)) { value = column[row]; }
      break;
    }
    case Lookup::Kind::Worked: value = word(lookup.id); break;
  }
  return value == kUnset && or_zero ? 0 : value;
}

bool Interpreter::ask(std::uint32_t index) {
  const auto question = questions_[index];  // others may be made while this one is asked
  switch (question.kind) {
    case Question::Kind::And: return ask(question.a) && ask(question.b);
    case Question::Kind::Or: return ask(question.a) || ask(question.b);
    case Question::Kind::Not: return !ask(question.a);
    case Question::Kind::Equal: {
      const auto left = look_up(question.a);
      return left == look_up(question.b);
    }
    case Question::Kind::Less: {
      const auto left = look_up(question.a);
      return left < look_up(question.b);
    }
    case Question::Kind::LessOrEqual: {
      const auto left = look_up(question.a);
      return left <= look_up(question.b);
    }
    case Question::Kind::InRange: {
      const auto value = look_up(question.a);
      const auto first = look_up(question.b);
      const auto last = look_up(question.c);
      return first <= value && value <= last;
    }
    case Question::Kind::Contains: {
      const auto member = look_up(question.a);
      const auto list = program_->list(look_up(question.b), *heap_);
      return spend(list.count, question.id) && std::find(list.begin(), list.end(), member) != list.end();
    }
    case Question::Kind::Is: return look_up(question.a) == 1;
  }
  return false;
}

Word Interpreter::fold(const Fold& f, ExpressionId id) {
  const bool counts = f.kind == FoldKind::Count && f.value == kNone;
  if (!counts && f.kind != FoldKind::Any && f.kind != FoldKind::All) { return Evaluator::fold(f, id); }
  const auto quick = questions_.fold(static_cast<std::uint32_t>(&f - program_->folds.data()));
  const auto source = look_up(quick.source);
  auto members = program_->list(source, *heap_);
  if (!spend(members.count, id)) { return 0; }
  Word result = f.kind == FoldKind::All ? 1 : 0;
  for (std::size_t i = 0; i < members.count; ++i) {
    if (quick.has_worked && i > 0) {
      if (failed()) { return 0; }
      members = program_->list(source, *heap_);
    }
    slots_[f.variable] = members.first[i];
    if (quick.condition != kNone && !ask(quick.condition)) { continue; }
    const bool is_true = quick.value == kNone || ask(quick.value);
    if (counts) {
      ++result;
    } else if (f.kind == FoldKind::Any) {
      result = is_true ? 1 : result;
    } else {
      result = is_true ? result : 0;
    }
  }
  return result;
}

Rational Interpreter::fold_number(const Fold& f, ExpressionId id) {
  if (f.kind != FoldKind::Sum || f.condition == kNone || f.value == kNone) { return Evaluator::fold_number(f, id); }
  const auto quick = questions_.fold(static_cast<std::uint32_t>(&f - program_->folds.data()));
  const auto source = look_up(quick.source);
  const auto count = program_->list(source, *heap_).count;
  if (!spend(count, id)) { return 0; }
  Rational total;
  for (std::size_t i = 0; i < count && !failed(); ++i) {
    slots_[f.variable] = program_->list(source, *heap_).first[i];
    if (ask(quick.condition)) { total = checked(number::add(total, number(f.value)), id); }
  }
  return total;
}

}  // namespace spoils::roll
