// program/evaluate_texts.h
//
// The bodies of program/evaluate.h, compiled by each reading with its own draws: texts.
#pragma once

#include "program/evaluate.h"

namespace spoils::program {

template <class Reading>
Word Evaluator<Reading>::compose(const Expression& e, ExpressionId id) {
  // Not set before they are needed: most texts have few parts.
  std::array<Word, kMaxTextParts> values;
  const auto is_number = [&](const TextPart& part) { return node(part.expression).type.kind == ValueKind::Number; };
  for (std::uint32_t i = 0; i < e.b; ++i) {
    const auto& part = program_->parts[e.a + i];
    if (part.kind == TextPart::Kind::Literal) { continue; }
    if (!is_number(part)) {
      values[i] = word(part.expression);
      continue;
    }
    const auto value = number_or_unset(part.expression);
    values[i] = is_unset(value) ? kUnset : heap_->add_text(number::to_text(value));
  }
  auto& out = heap_->text_buffer();
  const auto begin = out.size();
  for (std::uint32_t i = 0; i < e.b && out.size() - begin <= kMaxTextBytes; ++i) {
    const auto& part = program_->parts[e.a + i];
    if (part.kind == TextPart::Kind::Literal) {
      out += program_->texts[part.text];
    } else {
      if (part.kind == TextPart::Kind::Signed && values[i] >= 0) { out += '+'; }
      const auto type = is_number(part) ? ValueType{ValueKind::Text, {}} : node(part.expression).type;
      append_value(out, type, values[i]);
    }
  }
  if (out.size() - begin > kMaxTextBytes || heap_->bytes_used() > kMaxHeapBytes) {
    fail(Fault::Kind::TooMuchText, id);
    out.resize(begin);
  }
  return heap_->finish_text(begin);
}

template <class Reading>
Word Evaluator<Reading>::changed_text(const Expression& e, ExpressionId id) {
  const auto source = word(e.a);
  if (source == kUnset) { return source; }
  auto& out = heap_->text_buffer();
  const auto begin = out.size();
  append_value(out, {ValueKind::Text, ValueKind::Unknown}, source);
  const bool is_title = e.op == Op::Title;
  bool at_start = true;
  for (auto i = begin; i < out.size(); ++i) {
    if (at_start && out[i] >= 'a' && out[i] <= 'z') { out[i] = static_cast<char>(out[i] - 'a' + 'A'); }
    if (!at_start && is_title && out[i] >= 'A' && out[i] <= 'Z') { out[i] = static_cast<char>(out[i] - 'A' + 'a'); }
    at_start = is_title && out[i] == ' ';
  }
  check_heap(id);
  return heap_->finish_text(begin);
}

template <class Reading>
void Evaluator<Reading>::append_value(std::string& out, ValueType type, Word value) const {
  if (value == kUnset) { return; }
  switch (type.kind) {
    case ValueKind::Symbol: out += program_->shown_symbol(value); return;
    case ValueKind::Text: {
      // The text may be part of the buffer that is being written, so it is copied by offset.
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
    case ValueKind::Map: {
      const auto entries = program_->entries(type, value, *heap_);
      const auto begin = out.size();
      for (std::size_t i = 0; i < entries.size() && out.size() - begin <= kMaxTextBytes; ++i) {
        if (i > 0) { out += i + 1 == entries.size() ? " and " : ", "; }
        append_value(out, of(type.element), entries[i].key);
        out += ' ';
        append_value(out, of(ValueKind::Int), entries[i].value);
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

}  // namespace spoils::program
