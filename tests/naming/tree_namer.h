// naming/tree_namer.h
//
// The oracle of names: walks the trees of a display part by part, as names were built before there were templates. It
// evaluates each value at each use, and keeps nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "naming/article.h"
#include "naming/plural.h"
#include "naming/words.h"
#include "number/rational.h"
#include "program/draw_free.h"

namespace spoils::naming {

class TreeNamer : public program::DrawFreeEvaluator<TreeNamer> {
 public:
  TreeNamer(const program::Program& program, program::Word* slots, program::Heap& heap)
      : DrawFreeEvaluator(program, slots, heap) {
    if (const auto found = program.find_field("quantity")) {
      if (program.slots[*found].type.kind == program::ValueKind::Int) {
        quantity_ = *found;
        quantity_slot_ = &quantity_;
      }
    }
  }

  program::Word quantity() const {
    if (quantity_slot_ == nullptr) { return 1; }
    const auto value = slots_[quantity_];
    return value == program::kUnset ? 1 : value;
  }

  void append_name(std::string& out, program::RuleId made_by) {
    limit_work(program::kMaxNameWork);
    const auto before = heap_->mark();
    append_kept(out, made_by);
    heap_->go_back(before);  // the heap is restored: a name adds nothing to its roll, however often it is built
  }

 private:
  void append_kept(std::string& out, program::RuleId made_by) {
    const auto shown = slots_[program_->shown];
    if (shown != program::kUnset) {
      const auto& rule = program_->rules[static_cast<std::size_t>(shown & 0xFFFFFFFF)];
      for (const auto index : rule.displays) {
        if (append_display(out, program_->displays[index])) { return; }
      }
    }
    for (const auto& display : program_->displays) {
      if (!display.rule && append_display(out, display)) { return; }
    }
    if (const auto kind = program_->find_field("kind")) {
      const auto value = slots_[*kind];
      if (value != program::kUnset && program_->slots[*kind].type.kind == program::ValueKind::Symbol) {
        append_value(out, program_->slots[*kind].type, value);
        return;
      }
    }
    append_spaced(out, program_->rules[made_by].name);
  }

  bool append_display(std::string& out, const program::Display& display) {
    if (display.condition != program::kNone && !holds(display.condition)) { return false; }
    append_text(out, display.text);
    clear_fault();
    return true;
  }

  // Whether a condition holds; one that fails does not.
  bool holds(program::ExpressionId condition) {
    clear_fault();
    const bool holds = flag(condition) && !failed();
    clear_fault();
    return holds;
  }

  void append_text(std::string& out, program::ExpressionId id) {
    const auto& e = node(id);
    if (e.op == program::Op::Choose) {
      append_text(out, holds(e.a) ? e.b : e.c);
    } else if (e.op == program::Op::Compose) {
      append_parts(out, e.a, e.b);
    } else {
      const auto value = word(id);
      if (!failed()) { append_value(out, e.type, value); }
    }
  }

  void append_parts(std::string& out, std::uint32_t first, std::uint32_t count) {
    std::size_t article_at = std::string::npos;
    for (std::uint32_t i = first; i < first + count; ++i) {
      const auto& part = program_->parts[i];
      switch (part.kind) {
        case program::TextPart::Kind::Literal:
          noun_begin_ = out.size();
          noun_symbol_ = program::kUnset;
          out += program_->texts[part.text];
          break;
        case program::TextPart::Kind::Value:
        case program::TextPart::Kind::Signed: static_cast<void>(append_part_value(out, part)); break;
        case program::TextPart::Kind::Optional:
          if (!vanishes(i + 1, part.count)) { append_parts(out, i + 1, part.count); }
          i += part.count;
          break;
        case program::TextPart::Kind::Article: article_at = out.size(); break;
        case program::TextPart::Kind::Plural: pluralise(out); break;
      }
    }
    if (article_at != std::string::npos) {
      std::string digits;
      const std::string words(counting_words(quantity(), std::string_view(out).substr(article_at), digits));
      out.insert(article_at, words);
    }
  }

  // Returns whether there was anything to show.
  bool append_part_value(std::string& out, const program::TextPart& part) {
    const auto type = node(part.expression).type;
    noun_begin_ = out.size();
    noun_symbol_ = program::kUnset;
    clear_fault();  // of another part
    if (type.kind == program::ValueKind::Number) {
      const auto value = number_or_unset(part.expression);
      if (is_unset(value)) { return false; }
      if (!failed()) { out += number::to_text(value); }
      return !failed();
    }
    const auto value = word(part.expression);
    if (failed()) { return false; }
    if (part.kind == program::TextPart::Kind::Signed) {
      append_signed(out, value == program::kUnset ? 0 : value);
      return value != program::kUnset;
    }
    if (value == program::kUnset) {
      // Outside of an optional part a number that was never set reads as 0, as it does everywhere else.
      if (type.kind == program::ValueKind::Int) { out += '0'; }
      return false;
    }
    if (type.kind == program::ValueKind::Symbol) { noun_symbol_ = value; }
    const auto before = out.size();
    append_value(out, type, value);
    return out.size() > before;
  }

  bool vanishes(std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t i = first; i < first + count; ++i) {
      const auto& part = program_->parts[i];
      if (part.kind != program::TextPart::Kind::Value && part.kind != program::TextPart::Kind::Signed) { continue; }
      const auto type = node(part.expression).type;
      clear_fault();
      if (type.kind == program::ValueKind::Number) {
        if (is_unset(number_or_unset(part.expression)) || failed()) { return true; }
        continue;
      }
      const auto value = word(part.expression);
      if (failed() || value == program::kUnset) { return true; }
      if (type.kind == program::ValueKind::Text && program_->text(value, *heap_).empty()) { return true; }
      if (holds_words(type.kind) && program_->list(value, *heap_).count == 0) { return true; }
    }
    return false;
  }

  void pluralise(std::string& out) {
    if (!takes_plural(quantity())) { return; }
    if (noun_symbol_ != program::kUnset) {
      const auto& name = program_->symbol_names[static_cast<std::size_t>(noun_symbol_)];
      if (!name.plural.empty()) {
        out.resize(noun_begin_);
        out += name.plural;
        return;
      }
      if (name.stem != std::string::npos) {
        const auto rest = out.substr(noun_begin_ + name.stem);
        out.resize(noun_begin_ + name.stem);
        make_plural(out, noun_begin_);
        out += rest;
        return;
      }
    }
    make_plural(out, noun_begin_);
  }

  const program::SlotId* quantity_slot_ = nullptr;
  program::SlotId quantity_ = 0;
  std::size_t noun_begin_ = 0;
  program::Word noun_symbol_ = program::kUnset;
};

}  // namespace spoils::naming
