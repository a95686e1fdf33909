// explain/labels.cpp
//
// Formats constants and rows, and evaluates computed outcomes on a copy of the slots, which is made only when one
// must be computed.
#include "explain/labels.h"

#include <fmt/format.h>

#include "program/to_source.h"

namespace spoils::explain {

using namespace program;

namespace {

constexpr std::size_t kMostSource = 160;         // bytes of a text of the pack; a longer one is cut
constexpr std::uint64_t kMostRowWork = 100'000;  // for one row
constexpr std::size_t kMostMembers = 20;         // of a list

/// Removes parentheses around the whole text: a row needs them around a computed outcome.
std::string_view bare(std::string_view text) {
  if (text.size() < 2 || text.front() != '(' || text.back() != ')') { return text; }
  int depth = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) { return text; }
  }
  return text.substr(1, text.size() - 2);
}

}  // namespace

Labels::Labels(const Program& program, const text::Sources& sources, Heap& heap)
    : DrawFreeEvaluator(program, nullptr, heap), sources_(sources), copy_(program.slots.size() + 1, kUnset) {
  slots_ = copy_.data();
}

void Labels::look_at(const Word* slots) {
  looked_at_ = slots;
  is_copied_ = false;
}

void Labels::copy_slots() {
  if (!is_copied_) { std::copy(looked_at_, looked_at_ + copy_.size(), copy_.begin()); }
  is_copied_ = true;
}

std::string Labels::value(ValueType type, Word first, Word second) const {
  // A row is shown as its outcome.
  if (type.kind == ValueKind::Row && type.has_table() && first != kUnset) {
    const auto& row = program_->tables[type.table].rows[static_cast<std::size_t>(first)];
    const auto& outcome = node(row.outcome);
    if (outcome.op == Op::Constant) { return to_source(*program_, outcome.type, outcome.value); }
  }
  return to_source(*program_, *heap_, type, first, second, Texts::Quoted, kMostMembers);
}

std::string Labels::list(ValueType type, std::span<const Word> members) {
  const auto mark = heap_->mark();
  auto out = value(type, heap_->add_list(members.data(), members.size()));
  heap_->go_back(mark);
  return out;
}

std::string Labels::slot(SlotId id) const {
  const auto type = program_->slots[id].type;
  return value(type, looked_at_[id], type.kind == ValueKind::Number ? looked_at_[id + 1] : 1);
}

ExpressionId Labels::meaning(const TableRow& row) {
  if (row.condition == kNone || row.otherwise == kNone) { return row.outcome; }
  if (node(row.condition).draws) { return kNone; }
  const auto mark = heap_->mark();
  copy_slots();
  limit_work(kMostRowWork);
  const bool holds = flag(row.condition);
  const bool known = !failed();
  clear_fault();
  heap_->go_back(mark);
  return !known ? kNone : holds ? row.outcome : row.otherwise;
}

std::string Labels::outcome(const TableRow& row) {
  const auto id = meaning(row);
  if (id == kNone) { return fmt::format("{} or {}", computed(row.outcome), computed(row.otherwise)); }
  const auto& e = node(id);
  const bool plain = e.op == Op::Constant && e.type.kind != ValueKind::Number;
  return plain ? value(e.type, e.value) : computed(id);
}

std::string Labels::computed(ExpressionId id) {
  const auto& e = node(id);
  if (e.draws) { return source(program_->places[id]); }
  const auto mark = heap_->mark();
  copy_slots();
  limit_work(kMostRowWork);
  std::string out;
  if (e.type.kind == ValueKind::Number) {
    const auto number = number_or_unset(id);
    out = is_unset(number) ? "none" : number::to_text(number);
  } else {
    out = value(e.type, word(id));
  }
  if (failed()) { out = source(program_->places[id]); }
  clear_fault();
  heap_->go_back(mark);
  return out;
}

std::string Labels::source(Span place) const {
  const auto text = bare(sources_.text(place));
  std::string out;
  bool quotes = false;
  bool blank = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!quotes && text[i] == '#') {
      while (i + 1 < text.size() && text[i + 1] != '\n') { ++i; }
      continue;
    }
    if (text[i] == '"' && (i == 0 || text[i - 1] != '\\')) { quotes = !quotes; }
    if (text[i] == ' ' || text[i] == '\t' || text[i] == '\n' || text[i] == '\r') {
      blank = true;
      continue;
    }
    // A character is not cut in two: its further bytes are 10xxxxxx.
    if (out.size() >= kMostSource && (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) { return out + "..."; }
    if (blank && !out.empty()) { out += ' '; }
    blank = false;
    out += text[i];
  }
  return out;
}

}  // namespace spoils::explain
