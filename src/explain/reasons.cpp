#include "explain/reasons.h"

#include <fmt/format.h>

#include <algorithm>

#include "program/to_source.h"

namespace spoils::explain {

using namespace program;

namespace {

constexpr std::uint64_t kMostReasonWork = 1'000'000;  // for one choice

}  // namespace

Reasons::Reasons(const Program& program, const Labels& labels, Heap& heap)
    : DrawFreeEvaluator(program, nullptr, heap), labels_(labels), copy_(program.slots.size() + 1, kUnset) {
  slots_ = copy_.data();
}

// Computes a reason with a copy of the slots; a fault on the way gives none.
template <class Find>
Reason Reasons::with(const Word* slots, Find&& find) {
  const auto mark = heap_->mark();
  std::copy(slots, slots + copy_.size(), copy_.begin());
  limit_work(kMostReasonWork);
  Reason out = find();
  if (out.text.empty()) { out.text = "no chance"; }
  clear_fault();
  heap_->go_back(mark);
  return out;
}

Reason Reasons::of_row(std::uint32_t table, std::size_t row, const Word* slots) {
  return with(slots, [&] { return why_row(program_->tables[table].rows[row]); });
}

Reason Reasons::of_choice(std::uint32_t index, std::size_t row, const Word* slots) {
  const auto& choice = program_->choices[index];
  const auto& table = program_->tables[choice.table];
  if (row >= table.rows.size()) {
    return {choice.nothing_weight == kNone ? "some row is left" : "the weight of nothing is 0", {}};
  }
  return with(slots, [&] {
    slots_[choice.row] = static_cast<Word>(row);
    if (choice.condition != kNone && !flag(choice.condition) && !failed()) { return failing(choice.condition, {}); }
    auto out = why_row(table.rows[row]);
    if (out.text.empty() && choice.weight != kNone) { out = {"weight 0", program_->places[choice.weight]}; }
    if (out.text.empty()) { out = {"another row of the same outcome counts", table.rows[row].place}; }
    return out;
  });
}

Reason Reasons::why_row(const TableRow& row) {
  if (row.condition != kNone && row.otherwise == kNone && !node(row.condition).draws && !flag(row.condition)) {
    return failing(row.condition, {});
  }
  if (!node(row.weight).draws && number(row.weight) == Rational(0)) {
    return {"weight 0", program_->places[row.weight]};
  }
  return {};
}

std::string Reasons::shown(ExpressionId id) {
  const auto type = node(id).type;
  if (type.kind != ValueKind::Number) { return to_source(*program_, *heap_, type, word(id), 1, Texts::Quoted, 10); }
  const auto value = number_or_unset(id);
  return is_unset(value) ? "none" : number::to_text(value);
}

// Returns the value of a parameter.
std::string Reasons::argument(SlotId slot) const {
  const auto type = program_->slots[slot].type;
  return labels_.value(type, slots_[slot], type.kind == ValueKind::Number ? slots_[slot + 1] : 1);
}

Reason Reasons::leaf(ExpressionId id, const std::string& within) const {
  return {labels_.source(program_->places[id]) + within, program_->places[id]};
}

// Requires: the expression is false.
Reason Reasons::failing(ExpressionId id, const std::string& within) {
  const auto& e = node(id);
  switch (e.op) {
    case Op::And: {
      const bool first = flag(e.a);
      return failing(first ? e.b : e.a, within);
    }
    case Op::OrZero: return failing(e.a, within);
    case Op::InRange: {
      const auto value = shown(e.a);
      const auto first = shown(e.b);
      const auto last = shown(e.c);
      return {
          fmt::format("{} is {}, not in {}..{}{}", labels_.source(program_->places[e.a]), value, first, last, within),
          program_->places[id]};
    }
    case Op::Invoke: {
      const auto& def = program_->defs[static_cast<std::size_t>(e.value)];
      if (def.is_world || node(def.body).op == Op::Block || !bind_arguments(e, id) || failed()) {
        return leaf(id, within);
      }
      std::string arguments;
      for (const auto slot : def.parameters) { arguments += (arguments.empty() ? "" : ", ") + argument(slot); }
      const auto inner = fmt::format(", in {}({})", def.name, arguments);
      return node(def.body).op == Op::And ? failing(def.body, inner)
                                          : leaf(id, fmt::format(", that is {}({})", def.name, arguments));
    }
    default: return leaf(id, within);
  }
}

}  // namespace spoils::explain
