// program/evaluate_words.h
//
// The bodies of program/evaluate.h, compiled by each reading with its own draws: expressions of one word, which are the
// operators, what draws, and what is looked up.
#pragma once

#include "program/evaluate.h"

namespace spoils::program {

/// Bytes of a text that are compared in the time of one list member.
inline constexpr std::size_t kBytesAtOnce = 16;

template <class Reading>
Word Evaluator<Reading>::evaluate(const Expression& e, ExpressionId id) {
  switch (e.op) {
    case Op::OrZero: return operand(e.a);
    case Op::Negate:
    case Op::Add:
    case Op::Subtract:
    case Op::Multiply:
    case Op::FloorDivide:
    case Op::Modulo:
    case Op::Power:
    case Op::Minimum:
    case Op::Maximum:
    case Op::Absolute: return arithmetic(e, id);
    case Op::Equal: {
      const auto left = word(e.a);
      return left == word(e.b) ? 1 : 0;
    }
    case Op::Less: {
      const auto left = operand(e.a);
      return left < operand(e.b) ? 1 : 0;
    }
    case Op::LessOrEqual: {
      const auto left = operand(e.a);
      return left <= operand(e.b) ? 1 : 0;
    }
    case Op::Not: return flag(e.a) ? 0 : 1;
    case Op::And: return flag(e.a) && flag(e.b) ? 1 : 0;
    case Op::Or: return flag(e.a) || flag(e.b) ? 1 : 0;
    case Op::InRange: {
      const auto value = operand(e.a);
      const auto first = operand(e.b);
      const auto last = operand(e.c);
      return first <= value && value <= last ? 1 : 0;
    }
    case Op::Contains: {
      const auto member = word(e.a);
      return contains(node(e.a).type.kind, word(e.b), member, id) ? 1 : 0;
    }
    case Op::Choose: return flag(e.a) ? word(e.b) : word(e.c);
    case Op::Bind: store(static_cast<SlotId>(e.value), e.a); return word(e.b);
    case Op::Invoke:
      if (!bind_arguments(e, id)) { return 0; }
      if constexpr (Reading::kMemoises) {
        if (e.memo != 0) { return self().memoised_word(e, id); }
      }
      return word(program_->defs[static_cast<std::size_t>(e.value)].body);
    case Op::Cell: {
      const auto& table = program_->tables[e.a];
      const auto row = table.row_index(word(e.c));
      if (row < 0 || !spend(1, id)) { return kUnset; }
      return word(table.cell(static_cast<std::size_t>(row), e.b));
    }
    case Op::RowCell: {
      if (slots_[e.c] == kUnset) { return kUnset; }
      const auto& table = program_->tables[e.a];
      return word(table.cell(static_cast<std::size_t>(slots_[e.c]), e.b));
    }
    case Op::RowOutcome:
      if (slots_[e.c] == kUnset) { return kUnset; }
      return word(program_->tables[e.a].rows[static_cast<std::size_t>(slots_[e.c])].outcome);
    case Op::Size: return static_cast<Word>(program_->list(word(e.a), *heap_).count);
    case Op::Fold:
      if constexpr (Reading::kMemoises) {
        if (e.memo != 0) { return self().memoised_word(e, id); }
      }
      return self().fold(program_->folds[e.a], id);
    case Op::Chance: {
      const auto chance = number(e.a);
      drawing_ = id;
      return self().draw_chance(chance, e.value) ? 1 : 0;
    }
    case Op::PickTable: {
      if (!spend(1, id)) { return kUnset; }
      if constexpr (Reading::kMerges) {
        if (self().merges(e.a)) { return self().merged_outcome(e.a, id); }
      }
      const auto row = self().draw_row(e.a, id);
      return row < 0 ? kUnset : row_word(program_->tables[e.a].rows[static_cast<std::size_t>(row)]);
    }
    case Op::Hoisted:
      if constexpr (Reading::kMemoises) { return self().hoisted_word(e, id); }
      return 0;
    default: return evaluate_cold(e, id);
  }
}

template <class Reading>
Word Evaluator<Reading>::evaluate_cold(const Expression& e, ExpressionId id) {
  switch (e.op) {
    case Op::Floor: return number::floor(number(e.a));
    case Op::Ceil: return number::ceil(number(e.a));
    case Op::Round: return number::round(number(e.a));
    case Op::SameNumber: {
      const auto left = number(e.a);
      return left == number(e.b) ? 1 : 0;
    }
    case Op::SameText: {
      const auto left = word(e.a);
      const auto right = word(e.b);
      if (left == kUnset || right == kUnset) { return left == right ? 1 : 0; }
      const auto text = program_->text(left, *heap_);
      if (!spend(text.size() / kBytesAtOnce, id)) { return 0; }
      return text == program_->text(right, *heap_) ? 1 : 0;
    }
    case Op::SameList: {
      const auto left = word(e.a);
      const auto right = word(e.b);
      const auto a = program_->list(left, *heap_);
      const auto b = program_->list(right, *heap_);
      const auto kind = node(e.a).type.element;
      const auto same = [&](Word x, Word y) { return is_same(kind, x, y); };
      return spend(a.count, id) && std::equal(a.begin(), a.end(), b.begin(), b.end(), same) ? 1 : 0;
    }
    case Op::LessNumber: {
      const auto left = number(e.a);
      return left < number(e.b) ? 1 : 0;
    }
    case Op::LessOrEqualNumber: {
      const auto left = number(e.a);
      return left <= number(e.b) ? 1 : 0;
    }
    case Op::HasOutcome: return program_->tables[e.a].row_index(word(e.b)) >= 0 ? 1 : 0;
    case Op::Least:
    case Op::Greatest: return outcomes_number(e, id).numerator();
    case Op::Block: return self().block_word(e, id);
    case Op::WorldDef: return bind_arguments(e, id) ? self().world_def(static_cast<std::uint32_t>(e.value), id) : 0;
    case Op::ConstantDef: return constant_word(e, id);
    case Op::PickRange: {
      const auto first = operand(e.a);
      return pick_range(first, operand(e.b), id);
    }
    case Op::Dice: {
      const auto count = operand(e.a);
      return throw_dice(count, operand(e.b), id);
    }
    case Op::PickGrid: {
      const auto& grid = program_->grids[e.a];
      const auto key = word(e.b);
      const auto table = grid.table_index(key);
      if (table < 0) { return kUnset; }
      if (grid.is_interpolated) { slots_[grid.key] = key; }
      if (!spend(1, id)) { return kUnset; }
      const auto row = self().draw_row(static_cast<std::uint32_t>(table), id);
      return row < 0 ? kUnset
                     : row_word(program_->tables[static_cast<std::size_t>(table)].rows[static_cast<std::size_t>(row)]);
    }
    case Op::PickWhere: {
      const auto row = self().draw_choice(e.a, id);
      const auto& choice = program_->choices[e.a];
      if (choice.gives_row && row >= 0) { return row; }
      return row < 0 ? kUnset : row_word(program_->tables[choice.table].rows[static_cast<std::size_t>(row)]);
    }
    case Op::PickMember: return pick_member(word(e.a), id);
    case Op::PickDistinct: return pick_distinct(e, id);
    case Op::Shuffle: return shuffle(e, id);
    case Op::MakeList:
    case Op::MakeSet: return make_list(e, id);
    case Op::Append:
    case Op::Insert: return with_member(e, id);
    case Op::Remove: return without_member(e, id);
    case Op::Join: return join(e, id);
    case Op::Sequence: {
      const auto first = operand(e.a);
      return sequence(first, operand(e.b), id);
    }
    case Op::MakeMap: return make_map(e, id);
    case Op::SetAt:
    case Op::AddAt: return with_entry(e, id);
    case Op::AddMaps:
    case Op::SubtractMaps: return joined_maps(e, id);
    case Op::Keys: return keys_of(e, id);
    case Op::ValueAt: {
      const auto map = word(e.a);
      const auto key = word(e.b);
      return spend(1, id) ? value_at(map, key) : 0;
    }
    case Op::MemberAt: {
      const auto list = word(e.a);
      const auto place = operand(e.b);
      const auto members = program_->list(list, *heap_);
      const bool is_there = place >= 1 && static_cast<std::uint64_t>(place) <= members.count;
      return is_there ? members.first[place - 1] : kUnset;
    }
    case Op::Compose: return compose(e, id);
    case Op::Capitalise:
    case Op::Title: return changed_text(e, id);
    case Op::Hash: {
      const auto text = word(e.a);
      const auto factor = static_cast<std::uint64_t>(operand(e.b));
      const auto characters = program_->text(text, *heap_);
      if (!spend(characters.size(), id)) { return 0; }
      std::uint64_t hash = 0;
      for (const char c : characters) { hash = hash * factor + static_cast<unsigned char>(c); }
      return static_cast<Word>(hash & 0x7FFFFFFFFFFFFFFF);
    }
    default: return 0;  // numbers take two words: see evaluate_number(); the rest is above
  }
}

template <class Reading>
Word Evaluator<Reading>::pick_range(Word first, Word last, ExpressionId id) {
  if (last < first || (first < 0 && last > std::numeric_limits<Word>::max() + first)) {
    fail(last < first ? Fault::Kind::EmptyRange : Fault::Kind::Overflow, id);
    return 0;
  }
  drawing_ = id;
  return self().draw_range(first, last);
}

template <class Reading>
Word Evaluator<Reading>::throw_dice(Word count, Word sides, ExpressionId id) {
  if (count < 0 || count > kMaxDice || (count > 0 && sides < 1)) {
    fail(Fault::Kind::ImpossibleDice, id);
    return 0;
  }
  if (count > 0 && sides > std::numeric_limits<Word>::max() / count) {
    fail(Fault::Kind::Overflow, id);
    return 0;
  }
  drawing_ = id;
  return spend(static_cast<std::uint64_t>(count), id) ? self().draw_dice(count, sides) : 0;
}

template <class Reading>
Word Evaluator<Reading>::pick_member(Word list, ExpressionId id) {
  const auto count = program_->list(list, *heap_).count;
  if (count == 0) {
    fail(Fault::Kind::NothingToPick, id);
    return kUnset;
  }
  drawing_ = id;
  drawn_from_ = list;
  const auto member = self().draw_member(count);
  return program_->list(list, *heap_).first[member];
}

template <class Reading>
Word Evaluator<Reading>::arithmetic(const Expression& e, ExpressionId id) {
  const auto a = operand(e.a);
  if (e.op == Op::Negate) { return -a; }
  if (e.op == Op::Absolute) { return a < 0 ? -a : a; }
  const auto b = operand(e.b);
  switch (e.op) {
    case Op::Add: return checked(number::add(a, b), id);
    case Op::Subtract: return checked(number::subtract(a, b), id);
    case Op::Multiply: return checked(number::multiply(a, b), id);
    case Op::FloorDivide: return checked(number::floor_divide(a, b), id, Fault::Kind::DivisionByZero);
    case Op::Modulo: return checked(number::modulo(a, b), id, Fault::Kind::DivisionByZero);
    case Op::Minimum: return std::min(a, b);
    case Op::Maximum: return std::max(a, b);
    default: return power(a, b, id);
  }
}

template <class Reading>
Word Evaluator<Reading>::power(Word base, Word exponent, ExpressionId id) {
  const auto result = number::power(Rational(base), exponent);
  if (!result || !result->is_whole()) {
    fail(exponent < 0 && base == 0 ? Fault::Kind::DivisionByZero : Fault::Kind::Overflow, id);
    return 0;
  }
  return checked(std::optional<std::int64_t>(result->numerator()), id);
}

template <class Reading>
bool Evaluator<Reading>::bind_arguments(const Expression& e, ExpressionId call) {
  if (!spend(1, call)) { return false; }
  // All are evaluated before the first is stored: an argument may call the same def.
  std::array<Word, kMaxDefParameters> firsts;
  std::array<Word, kMaxDefParameters> seconds;
  const auto& parameters = program_->defs[static_cast<std::size_t>(e.value)].parameters;
  for (std::uint32_t i = 0; i < e.b; ++i) {
    const auto id = program_->operands[e.a + i];
    if (self().is_wide(parameters[i])) {
      const auto value = number_or_unset(id);
      firsts[i] = value.numerator();
      seconds[i] = second_word(value);
    } else {
      firsts[i] = word(id);
    }
  }
  for (std::uint32_t i = 0; i < e.b; ++i) {
    const auto slot = parameters[i];
    slots_[slot] = firsts[i];
    if (self().is_wide(slot)) { slots_[slot + 1] = seconds[i]; }
  }
  return true;
}

// What computing a value takes counts nowhere in the reading that needs it first, so no roll depends on earlier ones.
template <class Reading>
const ConstantValues::Value* Evaluator<Reading>::constant_value(const Expression& e, ExpressionId id) {
  std::array<Word, kMaxDefParameters> arguments;
  for (std::uint32_t i = 0; i < e.b; ++i) { arguments[i] = word(program_->operands[e.a + i]); }
  return failed() ? nullptr : constant_of(e, id, std::span<const Word>(arguments.data(), e.b));
}

template <class Reading>
const ConstantValues::Value* Evaluator<Reading>::constant_of(const Expression& e, ExpressionId id,
                                                             std::span<const Word> arguments) {
  auto* const work = Reading::kComputesConstants ? &work_left_ : nullptr;
  const auto& value = program_->constants->of(*program_, static_cast<std::uint32_t>(e.value), arguments, work);
  if (value.fault.kind == Fault::Kind::None) [[likely]] { return &value; }
  if (value.fault.kind == Fault::Kind::TooManyConstants) {
    fail(value.fault.kind, id);
  } else {
    if (!failed()) { fault_ = value.fault; }
  }
  return nullptr;
}

template <class Reading>
Word Evaluator<Reading>::constant_word(const Expression& e, ExpressionId id) {
  const auto* const value = constant_value(e, id);
  return value == nullptr ? 0 : word_of(*value, id);
}

template <class Reading>
Word Evaluator<Reading>::word_of(const ConstantValues::Value& value, ExpressionId id) {
  if (!value.has_members) { return value.first; }
  const auto list = heap_->add_list(value.members.data(), value.members.size());
  check_heap(id);
  return list;
}

}  // namespace spoils::program
