// naming/display.cpp
//
// Evaluates a display text part by part: optional parts vanish with their values, articles and plurals look at the
// words around them. tests/naming has the parts; tests/packs the names of the games.
#include "naming/display.h"

#include "naming/article.h"
#include "naming/plural.h"
#include "naming/words.h"
#include "number/rational.h"

namespace spoils::naming {

using namespace program;

Namer::Namer(const Program& program, Word* slots, Heap& heap) : DrawFreeEvaluator(program, slots, heap) {
  if (const auto found = program.find_field("quantity")) {
    if (program.slots[*found].type.kind == ValueKind::Int) {
      quantity_ = *found;
      quantity_slot_ = &quantity_;
    }
  }
}

Word Namer::quantity() const {
  if (quantity_slot_ == nullptr) { return 1; }
  const auto value = slots_[quantity_];
  return value == kUnset ? 1 : value;
}

void Namer::append_name(std::string& out, RuleId made_by) {
  limit_work(kMaxNameWork);
  const auto before = heap_->mark();
  append_kept(out, made_by);
  heap_->go_back(before);  // the heap is restored: a name adds nothing to its roll, however often it is built
}

void Namer::append_kept(std::string& out, RuleId made_by) {
  const auto shown = slots_[program_->shown];
  if (shown != kUnset) {
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
    if (value != kUnset && program_->slots[*kind].type.kind == ValueKind::Symbol) {
      append_value(out, program_->slots[*kind].type, value);
      return;
    }
  }
  append_spaced(out, program_->rules[made_by].name);
}

bool Namer::append_display(std::string& out, const Display& display) {
  if (display.condition != kNone && !holds(display.condition)) { return false; }
  append_text(out, display.text);
  clear_fault();
  return true;
}

// Whether a condition holds; one that fails does not.
bool Namer::holds(ExpressionId condition) {
  clear_fault();
  const bool holds = flag(condition) && !failed();
  clear_fault();
  return holds;
}

void Namer::append_text(std::string& out, ExpressionId id) {
  const auto& e = node(id);
  if (e.op == Op::Choose) {
    append_text(out, holds(e.a) ? e.b : e.c);
  } else if (e.op == Op::Compose) {
    append_parts(out, e.a, e.b);
  } else {
    const auto value = word(id);
    if (!failed()) { append_value(out, e.type, value); }
  }
}

void Namer::append_parts(std::string& out, std::uint32_t first, std::uint32_t count) {
  std::size_t article_at = std::string::npos;
  for (std::uint32_t i = first; i < first + count; ++i) {
    const auto& part = program_->parts[i];
    switch (part.kind) {
      case TextPart::Kind::Literal:
        noun_begin_ = out.size();
        noun_symbol_ = kUnset;
        out += program_->texts[part.text];
        break;
      case TextPart::Kind::Value:
      case TextPart::Kind::Signed: static_cast<void>(append_part_value(out, part)); break;
      case TextPart::Kind::Optional:
        if (!vanishes(i + 1, part.count)) { append_parts(out, i + 1, part.count); }
        i += part.count;
        break;
      case TextPart::Kind::Article: article_at = out.size(); break;
      case TextPart::Kind::Plural: pluralise(out); break;
    }
  }
  if (article_at != std::string::npos) { insert_article(out, article_at, quantity()); }
}

// Returns whether there was anything to show.
bool Namer::append_part_value(std::string& out, const TextPart& part) {
  const auto type = node(part.expression).type;
  noun_begin_ = out.size();
  noun_symbol_ = kUnset;
  clear_fault();  // of another part
  if (type.kind == ValueKind::Number) {
    const auto value = number_or_unset(part.expression);
    if (is_unset(value)) { return false; }
    if (!failed()) { out += number::to_text(value); }
    return !failed();
  }
  const auto value = word(part.expression);
  if (failed()) { return false; }
  if (part.kind == TextPart::Kind::Signed) {
    append_signed(out, value == kUnset ? 0 : value);
    return value != kUnset;
  }
  if (value == kUnset) {
    // Outside of an optional part a number that was never set reads as 0, as it does everywhere else.
    if (type.kind == ValueKind::Int) { out += '0'; }
    return false;
  }
  if (type.kind == ValueKind::Symbol) { noun_symbol_ = value; }
  const auto before = out.size();
  append_value(out, type, value);
  return out.size() > before;
}

bool Namer::vanishes(std::uint32_t first, std::uint32_t count) {
  for (std::uint32_t i = first; i < first + count; ++i) {
    const auto& part = program_->parts[i];
    if (part.kind != TextPart::Kind::Value && part.kind != TextPart::Kind::Signed) { continue; }
    const auto type = node(part.expression).type;
    clear_fault();
    if (type.kind == ValueKind::Number) {
      if (is_unset(number_or_unset(part.expression)) || failed()) { return true; }
      continue;
    }
    const auto value = word(part.expression);
    if (failed() || value == kUnset) { return true; }
    if (type.kind == ValueKind::Text && program_->text(value, *heap_).empty()) { return true; }
    if (holds_words(type.kind) && program_->list(value, *heap_).count == 0) { return true; }
  }
  return false;
}

void Namer::pluralise(std::string& out) {
  if (!takes_plural(quantity())) { return; }
  if (noun_symbol_ != kUnset) {
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

}  // namespace spoils::naming
