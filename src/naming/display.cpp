// naming/display.cpp
//
// The loop over the pieces of a display. A value that an optional part tests and then shows is computed once; the work
// and the heap that computing it again would take are counted all the same, so that the limits of a name do not depend
// on it. Nor do they depend on the computer of values: what fails there is evaluated again, by its tree. tests/naming
// has the parts; tests/packs the names of the games.
#include "naming/display.h"

#include "naming/article.h"
#include "naming/plural.h"
#include "naming/words.h"
#include "number/rational.h"

namespace spoils::naming {

using namespace program;

namespace {

/// A computer of values may list the keys of a map once where the tree does so each time: a word for two units of work.
constexpr std::size_t kMostSavedBytes = kMaxNameWork * sizeof(Word);

}  // namespace

NameReads reads_of_names(const Program& program, const Templates& templates) {
  using Kind = Piece::Kind;
  NameReads out;
  out.slots.push_back(program.shown);
  if (const auto quantity = program.find_field("quantity")) { out.slots.push_back(*quantity); }
  for (const auto& piece : templates.pieces()) {
    switch (piece.kind) {
      case Kind::Symbol:
      case Kind::Integer:
      case Kind::Signed:
      case Kind::SlotValue:
      case Kind::JumpIfUnset:
      case Kind::JumpIfEmpty:
      case Kind::JumpIfEqual:
      case Kind::JumpIfNotEqual:
      case Kind::JumpIfWithin:
      case Kind::JumpIfNotWithin: out.slots.push_back(piece.slot); break;
      case Kind::Value:
      case Kind::SignedValue:
      case Kind::Number:
      case Kind::StoredValue:
      case Kind::KeepOrJump:
      case Kind::JumpIfNoNumber:
      case Kind::JumpIfNot:
      case Kind::Whole: out.expressions.push_back(piece.expression); break;
      case Kind::Literal:
      case Kind::BeginArticle:
      case Kind::EndArticle:
      case Kind::Plural:
      case Kind::Jump:
      case Kind::MadeBy:
      case Kind::End: break;
    }
  }
  return out;
}

Namer::Namer(const Program& program, Word* slots, Heap& heap, const Templates* templates, ValueComputer* computer)
    : DrawFreeEvaluator(program, slots, heap), templates_(templates), computer_(computer) {
  if (templates_ != nullptr) { stored_.resize(templates_->stored_values()); }
  if (const auto found = program.find_field("quantity")) {
    quantity_ = *found;
    has_quantity_ = program.slots[*found].type.kind == ValueKind::Int;
  }
}

const Templates& Namer::templates() {
  if (templates_ != nullptr) [[likely]] { return *templates_; }
  own_templates_ = std::make_unique<const Templates>(*program_);
  templates_ = own_templates_.get();
  stored_.resize(templates_->stored_values());
  return *templates_;
}

Word Namer::quantity() const {
  const auto value = has_quantity_ ? slots_[quantity_] : kUnset;
  return value == kUnset ? 1 : value;
}

void Namer::append_name(std::string& out, RuleId made_by) {
  const auto* const first = templates().begin(slots_[program_->shown]);
  const auto before = heap_->mark();
  const auto build = [&](bool is_quick) {
    limit_work(kMaxNameWork);
    buffer_.clear();
    begin_noun();
    saved_heap_bytes_ = 0;
    is_quick_ = is_quick;
    run(first, made_by);
    clear_fault();
  };
  build(true);
  // The heap could have run out, so the name is built again with each value computed at each use, by its tree.
  const auto saved = saved_heap_bytes_ + (computer_ == nullptr ? 0 : kMostSavedBytes);
  if (heap_->bytes_used() + saved > kMaxHeapBytes) [[unlikely]] {
    heap_->go_back(before);
    build(false);
  }
  // The heap is restored: a name adds nothing to its roll, however often it is built.
  if (heap_->mark() != before) { heap_->go_back(before); }
  out += buffer_.text();
}

void Namer::run(const Piece* piece, RuleId made_by) {
  for (;; ++piece) {
    const auto jump_if = [&](bool condition) {
      if (condition) { piece = templates_->piece(piece->target) - 1; }
    };
    switch (piece->kind) {
      case Piece::Kind::Literal:
        begin_noun();
        noun_has_plural_ = true;
        noun_plural_ = piece->plural;
        buffer_.put(*templates_, piece->words);
        break;
      case Piece::Kind::Symbol:
        begin_noun();
        if (slots_[piece->slot] != kUnset) { put_symbol(slots_[piece->slot]); }
        break;
      case Piece::Kind::Integer:
      case Piece::Kind::Signed: {
        begin_noun();
        const auto value = slots_[piece->slot];
        put_integer(value == kUnset ? 0 : value, piece->kind == Piece::Kind::Signed);
        break;
      }
      case Piece::Kind::SlotValue:
        begin_noun();
        put_value(piece->type, slots_[piece->slot]);
        break;
      case Piece::Kind::Value:
      case Piece::Kind::SignedValue: put_evaluated(*piece, piece->kind == Piece::Kind::SignedValue); break;
      case Piece::Kind::Number: put_number(piece->expression); break;
      case Piece::Kind::StoredValue: put_stored(*piece); break;

      case Piece::Kind::JumpIfUnset: jump_if(slots_[piece->slot] == kUnset); break;
      case Piece::Kind::JumpIfEmpty: jump_if(is_empty(piece->type, slots_[piece->slot])); break;
      case Piece::Kind::KeepOrJump: jump_if(!keep(*piece)); break;
      case Piece::Kind::JumpIfNoNumber: {
        clear_fault();
        const bool is_missing = is_unset(number_or_unset(piece->expression));
        jump_if(is_missing || failed());
        break;
      }

      case Piece::Kind::BeginArticle: article_at_[piece->slot] = buffer_.size(); break;
      case Piece::Kind::EndArticle: put_article(article_at_[piece->slot]); break;
      case Piece::Kind::Plural:
        if (takes_plural(quantity())) { make_noun_plural(); }
        break;

      case Piece::Kind::Jump: jump_if(true); break;
      case Piece::Kind::JumpIfEqual: jump_if(slots_[piece->slot] == piece->first); break;
      case Piece::Kind::JumpIfNotEqual: jump_if(slots_[piece->slot] != piece->first); break;
      case Piece::Kind::JumpIfWithin:
      case Piece::Kind::JumpIfNotWithin: {
        const auto value = slots_[piece->slot] == kUnset ? 0 : slots_[piece->slot];
        const bool is_within = piece->first <= value && value <= piece->last;
        jump_if(is_within == (piece->kind == Piece::Kind::JumpIfWithin));
        break;
      }
      case Piece::Kind::JumpIfNot: jump_if(!holds(piece->expression)); break;

      case Piece::Kind::Whole: {
        const auto value = value_of(piece->expression);
        if (!failed()) { put_value(piece->type, value); }
        break;
      }
      case Piece::Kind::MadeBy:
        scratch_.clear();
        append_spaced(scratch_, program_->rules[made_by].name);
        buffer_.put(scratch_);
        break;
      case Piece::Kind::End: return;
    }
  }
}

// Returns the word of an expression, as word() does.
Word Namer::value_of(ExpressionId id) {
  if (computer_ == nullptr || !is_quick_) { return word(id); }
  const auto before = heap_->mark();
  if (const auto value = computer_->compute(id, work_left_)) { return *value; }
  // The tree says how much work there was up to the fault.
  heap_->go_back(before);
  return word(id);
}

// Whether a condition holds; one that fails does not.
bool Namer::holds(ExpressionId condition) {
  clear_fault();
  const bool holds = value_of(condition) == 1 && !failed();
  clear_fault();
  return holds;
}

bool Namer::is_empty(ValueType type, Word value) const {
  if (value == kUnset) { return true; }
  if (type.kind == ValueKind::Text) { return program_->text(value, *heap_).empty(); }
  return holds_words(type.kind) && program_->list(value, *heap_).count == 0;
}

// Stores the value of an optional part; false: the part vanishes.
bool Namer::keep(const Piece& piece) {
  clear_fault();
  const auto work = work_left_;
  const auto bytes = heap_->bytes_held();
  const auto value = value_of(piece.expression);
  if (failed() || is_empty(piece.type, value)) { return false; }
  stored_[piece.slot] = {value, work - work_left_, heap_->bytes_held() - bytes};
  return true;
}

void Namer::put_stored(const Piece& piece) {
  if (!is_quick_) { return put_evaluated(piece, piece.first != 0); }
  begin_noun();
  clear_fault();  // of another part
  const auto& stored = stored_[piece.slot];
  saved_heap_bytes_ += stored.heap_bytes;
  if (spend(stored.work, piece.expression)) { put_shown(piece, stored.value, piece.first != 0); }
}

void Namer::put_evaluated(const Piece& piece, bool is_signed) {
  begin_noun();
  clear_fault();  // of another part
  const auto value = value_of(piece.expression);
  if (!failed()) { put_shown(piece, value, is_signed); }
}

void Namer::put_shown(const Piece& piece, Word value, bool is_signed) {
  // Outside of an optional part a number that was never set reads as 0, as it does everywhere else.
  if (is_signed || piece.type.kind == ValueKind::Int) { return put_integer(value == kUnset ? 0 : value, is_signed); }
  if (value == kUnset) { return; }
  if (piece.type.kind == ValueKind::Symbol) { return put_symbol(value); }
  put_value(piece.type, value);
}

void Namer::put_symbol(Word symbol) {
  const auto& words = templates_->symbol(symbol);
  noun_symbol_ = symbol;
  noun_has_plural_ = true;
  noun_plural_ = words.plural;
  buffer_.put(*templates_, words.singular);
}

void Namer::put_integer(Word value, bool is_signed) {
  if (is_signed && value >= 0) { buffer_.put('+'); }
  if (value >= 0 && value < 10) {
    buffer_.put(static_cast<char>('0' + value));
    return;
  }
  scratch_.clear();
  append_number(scratch_, value);
  buffer_.put(scratch_);
}

void Namer::put_value(ValueType type, Word value) {
  if (value == kUnset) { return; }
  if (type.kind == ValueKind::Text) { return buffer_.put(program_->text(value, *heap_)); }
  scratch_.clear();
  append_value(scratch_, type, value);
  buffer_.put(scratch_);
}

void Namer::put_number(ExpressionId id) {
  begin_noun();
  clear_fault();  // of another part
  const auto value = number_or_unset(id);
  if (!is_unset(value) && !failed()) { buffer_.put(number::to_text(value)); }
}

void Namer::put_article(std::size_t at) {
  buffer_.insert(at, counting_words(quantity(), buffer_.text(at), scratch_));
  // An article inside of an optional part has moved the noun away from where it began.
  noun_has_plural_ = false;
}

void Namer::make_noun_plural() {
  if (noun_has_plural_) {
    noun_has_plural_ = false;  // of the plural, should another `~` follow
    buffer_.cut(noun_begin_);
    return buffer_.put(*templates_, noun_plural_);
  }
  scratch_ = buffer_.text(noun_begin_);
  buffer_.cut(noun_begin_);
  if (noun_symbol_ == kUnset) {
    make_plural(scratch_, 0);
    return buffer_.put(scratch_);
  }
  const auto& name = program_->symbol_names[static_cast<std::size_t>(noun_symbol_)];
  buffer_.put(plural_of(name, scratch_));
}

}  // namespace spoils::naming
