#include "roll/compiled_predicates.h"

#include <algorithm>
#include <limits>

#include "roll/interpreter.h"

namespace spoils::roll {

using namespace program;
using number::Rational;

namespace {

/// Members that are gone through one by one.
constexpr std::size_t kFew = 8;

}  // namespace

void CompiledPredicates::make(std::uint32_t index) {
  const auto& fold = program_.folds[index];
  CompiledFold out;
  out.is_made = true;
  out.source = operand_of(fold.source, false);
  has_worked_ = false;
  if (fold.condition != kNone) {
    std::vector<std::uint32_t> parts;
    add_parts(fold.condition, parts);
    out.first = static_cast<std::uint32_t>(parts_.size());
    out.count = static_cast<std::uint32_t>(parts.size());
    parts_.insert(parts_.end(), parts.begin(), parts.end());
  }
  const bool asks = fold.kind == FoldKind::Any || fold.kind == FoldKind::All;
  if (fold.value != kNone && asks) { out.value = predicate(fold.value); }
  out.has_worked = has_worked_;
  bool is_countable = fold.kind == FoldKind::Count && fold.value == kNone;
  for (std::uint32_t i = 0; i < out.count; ++i) {
    const auto number = parts_[out.first + i];
    const auto& part = predicates_[number];
    const bool is_in = part.kind == Predicate::Kind::RowIn && part.b != fold.variable;
    is_countable = is_countable && part.a == fold.variable && (is_in || part.kind == Predicate::Kind::RowIs);
    if (!is_in) { continue; }
    is_countable = is_countable && out.counted == kNone;
    out.counted = number;
  }
  if (!is_countable) { out.counted = kNone; }
  folds_[index] = out;
}

const CompiledPredicates::Index& CompiledPredicates::index(std::uint32_t fold, Word list) {
  const auto [known, is_new] = indices_.try_emplace(std::uint64_t{fold} << 32U | static_cast<std::uint32_t>(list));
  auto& out = known->second;
  if (!is_new) { return out; }
  const auto& quick = folds_[fold];
  const auto* column = predicates_[quick.counted].column;
  std::vector<Word> words;
  for (const auto row : program_.lists[static_cast<std::size_t>(list)]) {
    bool passes = true;
    for (std::uint32_t i = 0; i < quick.count && passes; ++i) {
      const auto& part = predicates_[parts_[quick.first + i]];
      passes = part.kind != Predicate::Kind::RowIs || part.column[row] == part.value;
    }
    if (passes) { words.push_back(column[row]); }
  }
  out.members = words.size();
  if (words.empty() || words.size() > std::numeric_limits<std::uint16_t>::max()) { return out; }
  const auto [least, most] = std::minmax_element(words.begin(), words.end());
  const auto range = static_cast<std::uint64_t>(*most) - static_cast<std::uint64_t>(*least);
  if (range >= kMostCounted - counted_) { return out; }
  counted_ += range + 1;
  out.first = *least;
  out.times.assign(range + 1, 0);
  for (const auto word : words) { ++out.times[static_cast<std::size_t>(word - out.first)]; }
  return out;
}

void CompiledPredicates::add_parts(ExpressionId id, std::vector<std::uint32_t>& parts) {
  const auto& e = program_.expressions[id];
  if (e.op == Op::OrZero) { return add_parts(e.a, parts); }
  if (e.op != Op::And) { return parts.push_back(predicate(id)); }
  add_parts(e.a, parts);
  add_parts(e.b, parts);
}

// The quick form of a question, if it has one.
Predicate CompiledPredicates::simple(Predicate predicate) const {
  const bool is_equal = predicate.kind == Predicate::Kind::Equal;
  if (!is_equal && predicate.kind != Predicate::Kind::Contains) { return predicate; }
  const auto& a = operands_[predicate.a];
  const auto& b = operands_[predicate.b];
  const bool by_row = a.kind == Operand::Kind::Row && (!a.or_zero || b.value != 0);
  if (is_equal && by_row && b.kind == Operand::Kind::Constant && b.value != kUnset) {
    predicate.kind = Predicate::Kind::RowIs;
    predicate.value = b.value;
  } else if (!is_equal && by_row && !a.or_zero && b.kind == Operand::Kind::Slot) {
    predicate.kind = Predicate::Kind::RowIn;
    predicate.b = b.slot;
  } else if (is_equal && a.kind == Operand::Kind::Slot && b.kind == Operand::Kind::Slot && !a.or_zero && !b.or_zero) {
    predicate.kind = Predicate::Kind::SlotIs;
    predicate.b = b.slot;
  } else {
    return predicate;
  }
  predicate.a = a.slot;
  predicate.column = a.column;
  return predicate;
}

std::uint32_t CompiledPredicates::predicate(ExpressionId id) {
  const auto& e = program_.expressions[id];
  // An unset value is not true either.
  if (e.op == Op::OrZero) { return predicate(e.a); }
  Predicate out;
  out.id = id;
  switch (e.op) {
    case Op::And:
    case Op::Or:
      out.kind = e.op == Op::And ? Predicate::Kind::And : Predicate::Kind::Or;
      out.a = predicate(e.a);
      out.b = predicate(e.b);
      break;
    case Op::Not:
      out.kind = Predicate::Kind::Not;
      out.a = predicate(e.a);
      break;
    case Op::Equal:
      out.kind = Predicate::Kind::Equal;
      out.a = operand_of(e.a, false);
      out.b = operand_of(e.b, false);
      break;
    case Op::Less:
    case Op::LessOrEqual:
      out.kind = e.op == Op::Less ? Predicate::Kind::Less : Predicate::Kind::LessOrEqual;
      out.a = operand_of(e.a, true);
      out.b = operand_of(e.b, true);
      break;
    case Op::InRange:
      out.kind = Predicate::Kind::InRange;
      out.a = operand_of(e.a, true);
      out.b = operand_of(e.b, true);
      out.c = operand_of(e.c, true);
      break;
    case Op::Contains:
      if (program_.expressions[e.a].type.kind != ValueKind::Text) {
        out.kind = Predicate::Kind::Contains;
        out.a = operand_of(e.a, false);
        out.b = operand_of(e.b, false);
        break;
      }
      [[fallthrough]];
    default: out.a = operand_of(id, false); break;
  }
  predicates_.push_back(simple(out));
  return static_cast<std::uint32_t>(predicates_.size() - 1);
}

std::uint32_t CompiledPredicates::operand_of(ExpressionId id, bool or_zero) {
  const auto& e = program_.expressions[id];
  if (e.op == Op::OrZero) { return operand_of(e.a, true); }
  Operand out;
  out.or_zero = or_zero;
  out.id = id;
  switch (e.op) {
    case Op::Constant:
      out.kind = Operand::Kind::Constant;
      out.value = or_zero && e.value == kUnset ? 0 : e.value;
      break;
    case Op::Slot:
      out.kind = Operand::Kind::Slot;
      out.slot = e.a;
      break;
    case Op::RowCell:
    case Op::RowOutcome:
      out.column = column(e.a, e.op == Op::RowCell ? e.b : kNone);
      if (out.column == nullptr) { break; }
      out.kind = Operand::Kind::Row;
      out.slot = e.c;
      break;
    case Op::Cell:
      out.column = column(e.a, e.b);
      if (out.column == nullptr) { break; }
      out.kind = Operand::Kind::Cell;
      out.table = &program_.tables[e.a];
      out.key = operand_of(e.c, false);
      break;
    case Op::Invoke: {
      const auto& def = program_.defs[static_cast<std::size_t>(e.value)];
      const bool is_simple = e.memo == 0 && e.b == 1 && e.type.kind != ValueKind::Number &&
                             program_.slots[def.parameters[0]].type.kind != ValueKind::Number;
      if (!is_simple) { break; }
      const auto body = bodies_.find(e.value);
      out.kind = Operand::Kind::Call;
      out.slot = def.parameters[0];
      out.key = operand_of(program_.operands[e.a], false);
      out.other = body != bodies_.end() ? body->second : operand_of(def.body, false);
      bodies_[e.value] = out.other;
      // A body that was compiled earlier does not say whether it evaluates expressions.
      has_worked_ = true;
      break;
    }
    case Op::Add:
      if (e.type.kind != ValueKind::Int) { break; }
      out.kind = Operand::Kind::Sum;
      out.key = operand_of(e.a, true);
      out.other = operand_of(e.b, true);
      has_worked_ = true;  // it may leave the range
      break;
    case Op::Fold:
      if (e.memo != 0 || e.type.kind == ValueKind::Number) { break; }
      out.kind = Operand::Kind::Fold;
      has_worked_ = true;
      break;
    default: break;
  }
  has_worked_ = has_worked_ || out.kind == Operand::Kind::Worked;
  operands_.push_back(out);
  return static_cast<std::uint32_t>(operands_.size() - 1);
}

const Word* CompiledPredicates::column(std::uint32_t index, std::uint32_t column) {
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

// The commonest operands, inlined.
[[gnu::always_inline]] inline Word Interpreter::look_up(std::uint32_t index) {
  const auto& operand = predicates_.operand(index);
  Word value = kUnset;
  switch (operand.kind) {
    case Operand::Kind::Constant: return operand.value;
    case Operand::Kind::Slot: value = slots_[operand.slot]; break;
    case Operand::Kind::Row: {
      const auto row = slots_[operand.slot];
      if (row != kUnset) { value = operand.column[row]; }
      break;
    }
    default: return work_out_lookup(index);
  }
  return value == kUnset && operand.or_zero ? 0 : value;
}

Word Interpreter::work_out_lookup(std::uint32_t index) {
  // Evaluating this one may compile others, which moves it.
  const auto& operand = predicates_.operand(index);
  const bool or_zero = operand.or_zero;
  Word value = kUnset;
  switch (operand.kind) {
    case Operand::Kind::Cell: {
      const auto* table = operand.table;
      const auto* column = operand.column;
      const auto id = operand.id;
      const auto row = table->row_index(look_up(operand.key));
      if (row >= 0 && spend(1, id)) { value = column[row]; }
      break;
    }
    case Operand::Kind::Call: {
      const auto slot = operand.slot;
      const auto body = operand.other;
      if (!spend(1, operand.id)) { return 0; }
      slots_[slot] = look_up(operand.key);
      value = look_up(body);
      break;
    }
    case Operand::Kind::Sum: {
      const auto id = operand.id;
      const auto other = operand.other;
      const auto left = look_up(operand.key);
      return checked(number::add(left, look_up(other)), id);
    }
    case Operand::Kind::Fold: value = fold(program_->folds[node(operand.id).a], operand.id); break;
    default: value = word(operand.id); break;
  }
  return value == kUnset && or_zero ? 0 : value;
}

// The questions that are asked most, without calls.
inline bool Interpreter::ask_quickly(std::uint32_t index) {
  const auto& predicate = predicates_[index];
  switch (predicate.kind) {
    case Predicate::Kind::RowIs: {
      const auto row = slots_[predicate.a];
      return row != kUnset && predicate.column[row] == predicate.value;
    }
    case Predicate::Kind::RowIn: {
      const auto row = slots_[predicate.a];
      const auto member = row == kUnset ? kUnset : predicate.column[row];
      const auto list = program_->list(slots_[predicate.b], *heap_);
      if (!spend(list.count, predicate.id)) { return false; }
      for (std::size_t i = 0; i < list.count; ++i) {
        if (list.first[i] == member) { return true; }
      }
      return false;
    }
    case Predicate::Kind::SlotIs: return slots_[predicate.a] == slots_[predicate.b];
    default: return ask(index);
  }
}

bool Interpreter::ask(std::uint32_t index) {
  // Evaluating this one may compile others, which moves it.
  const auto& predicate = predicates_[index];
  const auto a = predicate.a;
  const auto b = predicate.b;
  switch (predicate.kind) {
    case Predicate::Kind::RowIs:
    case Predicate::Kind::RowIn:
    case Predicate::Kind::SlotIs: return ask_quickly(index);
    case Predicate::Kind::And: return ask_quickly(a) && ask_quickly(b);
    case Predicate::Kind::Or: return ask_quickly(a) || ask_quickly(b);
    case Predicate::Kind::Not: return !ask_quickly(a);
    case Predicate::Kind::Equal: {
      const auto left = look_up(a);
      return left == look_up(b);
    }
    case Predicate::Kind::Less: {
      const auto left = look_up(a);
      return left < look_up(b);
    }
    case Predicate::Kind::LessOrEqual: {
      const auto left = look_up(a);
      return left <= look_up(b);
    }
    case Predicate::Kind::InRange: {
      const auto c = predicate.c;
      const auto value = look_up(a);
      const auto first = look_up(b);
      const auto last = look_up(c);
      return first <= value && value <= last;
    }
    case Predicate::Kind::Contains: {
      const auto id = predicate.id;
      const auto member = look_up(a);
      const auto list = program_->list(look_up(b), *heap_);
      return spend(list.count, id) && std::find(list.begin(), list.end(), member) != list.end();
    }
    case Predicate::Kind::Is: return look_up(a) == 1;
  }
  return false;
}

inline bool Interpreter::ask_all(const CompiledPredicates::CompiledFold& quick) {
  for (std::uint32_t i = 0; i < quick.count; ++i) {
    if (!ask_quickly(predicates_.part(quick.first + i))) { return false; }
  }
  return true;
}

// Iterates over the list that is searched, instead of over the members that are counted.
std::optional<Word> Interpreter::count_quickly(std::uint32_t number, Word source, ExpressionId id) {
  const auto& index = predicates_.index(number, source);
  const auto list = program_->list(slots_[predicates_[predicates_.fold(number).counted].b], *heap_);
  if (list.count > kFew || (index.times.empty() && index.members > 0)) { return std::nullopt; }
  if (!spend(index.members * list.count, id)) { return 0; }
  Word count = 0;
  for (std::size_t i = 0; i < list.count; ++i) {
    const auto offset = static_cast<std::uint64_t>(list.first[i]) - static_cast<std::uint64_t>(index.first);
    if (offset >= index.times.size() || index.times[offset] == 0) { continue; }
    if (std::find(list.first, list.first + i, list.first[i]) == list.first + i) { count += index.times[offset]; }
  }
  return count;
}

Word Interpreter::fold(const Fold& f, ExpressionId id) {
  const bool counts = f.kind == FoldKind::Count && f.value == kNone;
  if (!counts && f.kind != FoldKind::Any && f.kind != FoldKind::All) { return Evaluator::fold(f, id); }
  const auto number = static_cast<std::uint32_t>(&f - program_->folds.data());
  const auto quick = predicates_.fold(number);
  const auto source = look_up(quick.source);
  auto members = program_->list(source, *heap_);
  if (!spend(members.count, id)) { return 0; }
  if (quick.counted != kNone && members.count > kFew && (source & Heap::kMark) == 0) {
    if (const auto count = count_quickly(number, source, id)) { return *count; }
  }
  Word result = f.kind == FoldKind::All ? 1 : 0;
  for (std::size_t i = 0; i < members.count; ++i) {
    if (quick.has_worked && i > 0) {
      if (failed()) { return 0; }
      members = program_->list(source, *heap_);
    }
    slots_[f.variable] = members.first[i];
    if (!ask_all(quick)) { continue; }
    const bool is_true = quick.value == kNone || ask_quickly(quick.value);
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
  const auto quick = predicates_.fold(static_cast<std::uint32_t>(&f - program_->folds.data()));
  const auto source = look_up(quick.source);
  const auto count = program_->list(source, *heap_).count;
  if (!spend(count, id)) { return 0; }
  Rational total;
  for (std::size_t i = 0; i < count && !failed(); ++i) {
    slots_[f.variable] = program_->list(source, *heap_).first[i];
    if (ask_all(quick)) { total = checked(number::add(total, number(f.value)), id); }
  }
  return total;
}

}  // namespace spoils::roll
