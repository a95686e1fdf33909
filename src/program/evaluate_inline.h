// program/evaluate_inline.h
//
// The bodies of program/evaluate.h, which each reading compiles with its own draws.
#pragma once

#include "program/evaluate.h"

namespace spoils::program {

/// Bytes of a text that are compared in the time of one list member.
inline constexpr std::size_t kBytesAtOnce = 16;

template <class Reading>
Word Evaluator<Reading>::word(ExpressionId id) {
  const Expression& e = node(id);
  switch (e.op) {
    case Op::Constant: return e.value;
    case Op::Slot: return slots_[e.a];
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
    case Op::Floor: return number::floor(number(e.a));
    case Op::Ceil: return number::ceil(number(e.a));
    case Op::Round: return number::round(number(e.a));

    case Op::Equal: {
      const auto left = word(e.a);
      return left == word(e.b) ? 1 : 0;
    }
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
      return spend(a.count, id) && std::equal(a.begin(), a.end(), b.begin(), b.end()) ? 1 : 0;
    }
    case Op::Less: {
      const auto left = operand(e.a);
      return left < operand(e.b) ? 1 : 0;
    }
    case Op::LessOrEqual: {
      const auto left = operand(e.a);
      return left <= operand(e.b) ? 1 : 0;
    }
    case Op::LessNumber: {
      const auto left = number(e.a);
      return left < number(e.b) ? 1 : 0;
    }
    case Op::LessOrEqualNumber: {
      const auto left = number(e.a);
      return left <= number(e.b) ? 1 : 0;
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
      return contains(word(e.b), member, id) ? 1 : 0;
    }
    case Op::HasOutcome: return program_->tables[e.a].row_index(word(e.b)) >= 0 ? 1 : 0;

    case Op::Choose: return flag(e.a) ? word(e.b) : word(e.c);
    case Op::Bind: store(static_cast<SlotId>(e.value), e.a); return word(e.b);
    case Op::Invoke: return bind_arguments(e, id) ? word(program_->defs[static_cast<std::size_t>(e.value)].body) : 0;
    case Op::Settle: return bind_arguments(e, id) ? self().settle(static_cast<std::uint32_t>(e.value)) : 0;

    case Op::Chance: {
      const auto chance = number(e.a);
      drawing_ = id;
      return self().draw_chance(chance, e.value) ? 1 : 0;
    }
    case Op::PickRange: {
      const auto first = operand(e.a);
      const auto last = operand(e.b);
      if (last < first || (first < 0 && last > std::numeric_limits<Word>::max() + first)) {
        fail(last < first ? Fault::Kind::EmptyRange : Fault::Kind::Overflow, id);
        return 0;
      }
      drawing_ = id;
      return self().draw_range(first, last);
    }
    case Op::Dice: {
      const auto count = operand(e.a);
      const auto sides = operand(e.b);
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
    case Op::PickTable: {
      if (!spend(1, id)) { return kUnset; }
      const auto row = self().draw_row(e.a, id);
      return row < 0 ? kUnset : row_word(program_->tables[e.a].rows[static_cast<std::size_t>(row)]);
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
      return row < 0 ? kUnset : row_word(program_->tables[choice.table].rows[static_cast<std::size_t>(row)]);
    }
    case Op::PickMember: {
      const auto list = word(e.a);
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

    case Op::Cell: {
      const auto& table = program_->tables[e.a];
      const auto row = table.row_index(word(e.c));
      if (row < 0 || !spend(1, id)) { return kUnset; }
      return word(table.cells[static_cast<std::size_t>(row) * table.columns.size() + e.b]);
    }
    case Op::RowCell: {
      const auto& table = program_->tables[e.a];
      return word(table.cells[static_cast<std::size_t>(slots_[e.c]) * table.columns.size() + e.b]);
    }
    case Op::RowOutcome: return word(program_->tables[e.a].rows[static_cast<std::size_t>(slots_[e.c])].outcome);

    case Op::MakeList:
    case Op::MakeSet: return make_list(e, id);
    case Op::Append:
    case Op::Insert: return with_member(e, id);
    case Op::Remove: return without_member(e, id);
    case Op::Join: return join(e, id);
    case Op::Size: return static_cast<Word>(program_->list(word(e.a), *heap_).count);
    case Op::Fold: return fold(program_->folds[e.a], id);
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
    case Op::Fraction:
    case Op::Divide:
    case Op::Interpolate: break;  // numbers take two words: see number()
  }
  return 0;
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
  return result->numerator();
}

template <class Reading>
Rational Evaluator<Reading>::number(ExpressionId id) {
  const Expression& e = node(id);
  if (e.op == Op::Fraction) { return program_->fractions[e.a]; }
  if (e.type.kind != ValueKind::Number) {
    const auto value = word(id);
    return value == kUnset ? Rational(0) : Rational(value);
  }
  switch (e.op) {
    case Op::Slot: {
      if (slots_[e.a] == kUnset) { return 0; }
      return checked(Rational::make(slots_[e.a], slots_[e.a + 1]), id);
    }
    case Op::Constant:
    case Op::OrZero: return e.op == Op::OrZero ? number(e.a) : Rational(0);
    case Op::Negate: return checked(number::subtract(Rational(0), number(e.a)), id);
    case Op::Absolute: {
      const auto value = number(e.a);
      return value < Rational(0) ? checked(number::subtract(Rational(0), value), id) : value;
    }
    case Op::Power: {
      const auto base = number(e.a);
      return checked(number::power(base, operand(e.b)), id);
    }
    case Op::Add:
    case Op::Subtract:
    case Op::Multiply:
    case Op::Divide:
    case Op::Minimum:
    case Op::Maximum: {
      const auto a = number(e.a);
      const auto b = number(e.b);
      switch (e.op) {
        case Op::Add: return checked(number::add(a, b), id);
        case Op::Subtract: return checked(number::subtract(a, b), id);
        case Op::Multiply: return checked(number::multiply(a, b), id);
        case Op::Minimum: return std::min(a, b);
        case Op::Maximum: return std::max(a, b);
        default:
          return checked(number::divide(a, b), id,
                         b == Rational(0) ? Fault::Kind::DivisionByZero : Fault::Kind::Overflow);
      }
    }
    case Op::Interpolate: return interpolate(e, id);
    case Op::Choose: return flag(e.a) ? number(e.b) : number(e.c);
    case Op::Bind: store(static_cast<SlotId>(e.value), e.a); return number(e.b);
    case Op::Invoke:
      return bind_arguments(e, id) ? number(program_->defs[static_cast<std::size_t>(e.value)].body) : Rational(0);
    case Op::Cell: {
      const auto& table = program_->tables[e.a];
      const auto row = table.row_index(word(e.c));
      return row < 0 ? Rational(0) : number(table.cells[static_cast<std::size_t>(row) * table.columns.size() + e.b]);
    }
    case Op::RowCell: {
      const auto& table = program_->tables[e.a];
      return number(table.cells[static_cast<std::size_t>(slots_[e.c]) * table.columns.size() + e.b]);
    }
    case Op::RowOutcome: return number(program_->tables[e.a].rows[static_cast<std::size_t>(slots_[e.c])].outcome);
    case Op::PickTable: {
      const auto row = self().draw_row(e.a, id);
      return row < 0 ? Rational(0) : row_number(program_->tables[e.a].rows[static_cast<std::size_t>(row)]);
    }
    case Op::PickGrid: {
      const auto& grid = program_->grids[e.a];
      const auto key = word(e.b);
      const auto table = grid.table_index(key);
      if (table < 0) { return 0; }
      if (grid.is_interpolated) { slots_[grid.key] = key; }
      const auto row = self().draw_row(static_cast<std::uint32_t>(table), id);
      return row < 0
                 ? Rational(0)
                 : row_number(program_->tables[static_cast<std::size_t>(table)].rows[static_cast<std::size_t>(row)]);
    }
    case Op::PickWhere: {
      const auto row = self().draw_choice(e.a, id);
      const auto& choice = program_->choices[e.a];
      return row < 0 ? Rational(0) : row_number(program_->tables[choice.table].rows[static_cast<std::size_t>(row)]);
    }
    case Op::Fold: return fold_number(program_->folds[e.a], id);
    default: return 0;
  }
}

template <class Reading>
bool Evaluator<Reading>::bind_arguments(const Expression& e, ExpressionId call) {
  if (!spend(1, call)) { return false; }
  // All are evaluated before the first is stored: an argument may call the same def.
  std::array<Rational, kMaxDefParameters> numbers;
  std::array<Word, kMaxDefParameters> words{};
  const auto& def = program_->defs[static_cast<std::size_t>(e.value)];
  for (std::uint32_t i = 0; i < e.b; ++i) {
    const auto id = program_->operands[e.a + i];
    if (program_->slots[def.parameters[i]].type.kind == ValueKind::Number) {
      numbers[i] = number(id);
    } else {
      words[i] = word(id);
    }
  }
  for (std::uint32_t i = 0; i < e.b; ++i) {
    const auto slot = def.parameters[i];
    if (program_->slots[slot].type.kind == ValueKind::Number) {
      slots_[slot] = numbers[i].numerator();
      slots_[slot + 1] = numbers[i].denominator();
    } else {
      slots_[slot] = words[i];
    }
  }
  return true;
}

template <class Reading>
Rational Evaluator<Reading>::interpolate(const Expression& e, ExpressionId id) {
  const auto& points = program_->points[e.a];
  const auto key = operand(e.b);
  const auto above = std::upper_bound(points.at.begin(), points.at.end(), key);
  if (above == points.at.begin()) { return points.height.front(); }
  if (above == points.at.end()) { return points.height.back(); }
  const auto right = static_cast<std::size_t>(above - points.at.begin());
  const auto left = right - 1;
  const auto rise = number::subtract(points.height[right], points.height[left]);
  const auto share = Rational::make(key - points.at[left], points.at[right] - points.at[left]);
  const auto gained = rise && share ? number::multiply(*rise, *share) : std::nullopt;
  return checked(gained ? number::add(points.height[left], *gained) : std::nullopt, id);
}

template <class Reading>
Word Evaluator<Reading>::make_list(const Expression& e, ExpressionId id) {
  std::array<Word, kMaxMembers> members{};
  const auto count = std::min<std::size_t>(e.b, members.size());
  for (std::uint32_t i = 0; i < count; ++i) { members[i] = word(program_->operands[e.a + i]); }
  auto end = members.begin() + static_cast<std::ptrdiff_t>(count);
  if (e.op == Op::MakeSet) {
    std::sort(members.begin(), end);
    end = std::unique(members.begin(), end);
  }
  check_heap(id);
  return heap_->add_list(members.data(), static_cast<std::size_t>(end - members.begin()));
}

template <class Reading>
Word Evaluator<Reading>::with_member(const Expression& e, ExpressionId id) {
  const auto list = word(e.a);
  const auto member = word(e.b);
  if (e.op == Op::Insert && contains(list, member, id)) { return list; }
  const auto count = program_->list(list, *heap_).count;
  const auto begin = heap_->begin_list();
  bool placed = e.op == Op::Append;
  for (std::size_t i = 0; i < count; ++i) {
    const auto next = program_->list(list, *heap_).first[i];
    if (!placed && member < next) {
      heap_->push(member);
      placed = true;
    }
    heap_->push(next);
  }
  if (!placed || e.op == Op::Append) { heap_->push(member); }
  return list_of(begin, id);
}

template <class Reading>
Word Evaluator<Reading>::without_member(const Expression& e, ExpressionId id) {
  const auto list = word(e.a);
  const auto member = word(e.b);
  const auto count = program_->list(list, *heap_).count;
  const auto begin = heap_->begin_list();
  bool removed = false;
  for (std::size_t i = 0; i < count; ++i) {
    const auto next = program_->list(list, *heap_).first[i];
    if (next == member && !removed) {
      removed = true;
      continue;
    }
    heap_->push(next);
  }
  return list_of(begin, id);
}

template <class Reading>
Word Evaluator<Reading>::join(const Expression& e, ExpressionId id) {
  const auto left = word(e.a);
  const auto right = word(e.b);
  const auto begin = heap_->begin_list();
  for (const auto list : {left, right}) {
    const auto count = program_->list(list, *heap_).count;
    for (std::size_t i = 0; i < count; ++i) { heap_->push(program_->list(list, *heap_).first[i]); }
  }
  if (e.type.kind == ValueKind::Set) {
    auto& words = heap_->words();
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(begin);
    std::sort(first, words.end());
    words.erase(std::unique(first, words.end()), words.end());
  }
  return list_of(begin, id);
}

template <class Reading>
Rational Evaluator<Reading>::fold_number(const Fold& f, ExpressionId id) {
  const auto source = word(f.source);
  Rational total(f.kind == FoldKind::Product ? 1 : 0);
  bool any = false;
  for (std::size_t i = 0; i < program_->list(source, *heap_).count; ++i) {
    if (!spend(1, id)) { return 0; }
    slots_[f.variable] = program_->list(source, *heap_).first[i];
    if (f.condition != kNone && !flag(f.condition)) { continue; }
    const auto value = number(f.value);
    switch (f.kind) {
      case FoldKind::Sum: total = checked(number::add(total, value), id); break;
      case FoldKind::Product: total = checked(number::multiply(total, value), id); break;
      case FoldKind::Maximum: total = any ? std::max(total, value) : value; break;
      case FoldKind::Minimum: total = any ? std::min(total, value) : value; break;
      case FoldKind::First:
        if (!any) { total = value; }
        break;
      default: total = value; break;
    }
    any = true;
  }
  return total;
}

template <class Reading>
Word Evaluator<Reading>::fold(const Fold& f, ExpressionId id) {
  if (f.kind == FoldKind::List || f.kind == FoldKind::Set || f.kind == FoldKind::MostCommon) {
    return fold_list(f, id);
  }
  const auto source = word(f.source);
  Word result = 0;
  bool any = false;
  switch (f.kind) {
    case FoldKind::All:
    case FoldKind::Product: result = 1; break;
    case FoldKind::First:
    case FoldKind::Last: result = kUnset; break;
    default: break;
  }
  for (std::size_t i = 0; i < program_->list(source, *heap_).count; ++i) {
    if (!spend(1, id)) { return 0; }
    slots_[f.variable] = program_->list(source, *heap_).first[i];
    if (f.condition != kNone && !flag(f.condition)) { continue; }
    const auto value = f.value == kNone ? slots_[f.variable] : word(f.value);
    const auto amount = value == kUnset ? 0 : value;
    switch (f.kind) {
      case FoldKind::Count: ++result; break;
      case FoldKind::Sum: result = checked(number::add(result, amount), id); break;
      case FoldKind::Product: result = checked(number::multiply(result, amount), id); break;
      case FoldKind::Any: result = f.value == kNone || value == 1 ? 1 : result; break;
      case FoldKind::All: result = f.value == kNone || value == 1 ? result : 0; break;
      case FoldKind::First: result = any ? result : value; break;
      case FoldKind::Last: result = value; break;
      case FoldKind::Maximum: result = any ? std::max(result, amount) : amount; break;
      case FoldKind::Minimum: result = any ? std::min(result, amount) : amount; break;
      default: break;
    }
    any = true;
  }
  return result;
}

template <class Reading>
Word Evaluator<Reading>::fold_list(const Fold& f, ExpressionId id) {
  const auto source = word(f.source);
  std::vector<Word> found;
  for (std::size_t i = 0; i < program_->list(source, *heap_).count; ++i) {
    if (!spend(1, id)) { break; }
    slots_[f.variable] = program_->list(source, *heap_).first[i];
    if (f.condition != kNone && !flag(f.condition)) { continue; }
    found.push_back(f.value == kNone ? slots_[f.variable] : word(f.value));
  }
  if (f.kind == FoldKind::MostCommon) {
    if (!spend(found.size() * found.size(), id)) { return kUnset; }
    // The value that occurs most often; none where two are equally common.
    Word best = kUnset;
    std::ptrdiff_t most = 0;
    for (const auto value : found) {
      const auto times = std::count(found.begin(), found.end(), value);
      if (times > most) {
        most = times;
        best = value;
      } else if (times == most && value != best) {
        best = kUnset;
      }
    }
    return best;
  }
  if (f.kind == FoldKind::Set) {
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
  }
  check_heap(id);
  return heap_->add_list(found.data(), found.size());
}

template <class Reading>
Word Evaluator<Reading>::compose(const Expression& e, ExpressionId id) {
  struct Value {
    Word word = kUnset;
    ValueType type;
  };
  std::array<Value, kMaxTextParts> values;
  for (std::uint32_t i = 0; i < e.b; ++i) {
    const auto& part = program_->parts[e.a + i];
    if (part.kind == TextPart::Kind::Literal) { continue; }
    auto type = node(part.expression).type;
    if (type.kind == ValueKind::Number) {
      values[i] = {heap_->add_text(number::to_text(number(part.expression))), {ValueKind::Text, {}}};
    } else {
      values[i] = {word(part.expression), type};
    }
  }
  auto& out = heap_->text_buffer();
  const auto begin = out.size();
  for (std::uint32_t i = 0; i < e.b && out.size() - begin <= kMaxTextBytes; ++i) {
    const auto& part = program_->parts[e.a + i];
    if (part.kind == TextPart::Kind::Literal) {
      out += program_->texts[part.text];
    } else {
      if (part.kind == TextPart::Kind::Signed && values[i].word >= 0) { out += '+'; }
      append_value(out, values[i].type, values[i].word);
    }
  }
  if (out.size() - begin > kMaxTextBytes || heap_->bytes_used() > kMaxHeapBytes) {
    fail(Fault::Kind::TooMuchText, id);
    out.resize(begin);
  }
  return heap_->finish_text(begin);
}

template <class Reading>
void Evaluator<Reading>::append_value(std::string& out, ValueType type, Word value) const {
  if (value == kUnset) { return; }
  switch (type.kind) {
    case ValueKind::Symbol: out += program_->shown_symbol(value); return;
    case ValueKind::Text: {
      // The text may lie in the buffer that is being written, so it is copied by place.
      if ((value & Heap::kMark) == 0) {
        out += program_->texts[static_cast<std::size_t>(value)];
        return;
      }
      const auto view = heap_->text(value);
      const auto length = view.size();
      if (view.data() < out.data() || view.data() > out.data() + out.size()) {
        out += view;
        return;
      }
      const auto from = static_cast<std::size_t>(view.data() - out.data());
      const auto to = out.size();
      out.resize(to + length);
      std::memcpy(out.data() + to, out.data() + from, length);
      return;
    }
    case ValueKind::Flag: out += value == 1 ? "true" : "false"; return;
    case ValueKind::List:
    case ValueKind::Set: {
      const auto count = program_->list(value, *heap_).count;
      const auto begin = out.size();
      for (std::size_t i = 0; i < count && out.size() - begin <= kMaxTextBytes; ++i) {
        if (i > 0) { out += i + 1 == count ? " and " : ", "; }
        append_value(out, {type.element, ValueKind::Unknown}, program_->list(value, *heap_).first[i]);
      }
      return;
    }
    default: {
      char digits[24];
      auto* end = digits + sizeof digits;
      auto* at = end;
      auto rest = value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
      do {
        *--at = static_cast<char>('0' + rest % 10);
        rest /= 10;
      } while (rest != 0);
      if (value < 0) { *--at = '-'; }
      out.append(at, static_cast<std::size_t>(end - at));
    }
  }
}

template <class Reading>
Word Evaluator<Reading>::changed_text(const Expression& e, ExpressionId id) {
  const auto source = word(e.a);
  if (source == kUnset) { return source; }
  auto& out = heap_->text_buffer();
  const auto begin = out.size();
  append_value(out, {ValueKind::Text, ValueKind::Unknown}, source);
  bool at_start = true;
  for (auto i = begin; i < out.size(); ++i) {
    if (at_start && out[i] >= 'a' && out[i] <= 'z') { out[i] = static_cast<char>(out[i] - 'a' + 'A'); }
    at_start = e.op == Op::Title && out[i] == ' ';
  }
  check_heap(id);
  return heap_->finish_text(begin);
}

}  // namespace spoils::program
