#include "api/roller_data.h"
#include "spoils/roll.h"

namespace spoils {

using program::kUnset;
using program::ValueKind;
using program::Word;

/// Turns words into values.
struct ValueReader {
  const program::Program& program;
  const program::Heap& heap;

  Value read(program::ValueType type, const Word* word) const {
    Value out;
    if (*word == kUnset) { return out; }
    switch (type.kind) {
      case ValueKind::Number:
        out.kind_ = Value::Kind::Number;
        out.number_ = word[0];
        out.denominator_ = word[1];
        break;
      case ValueKind::Flag:
        out.kind_ = Value::Kind::Flag;
        out.number_ = *word;
        break;
      case ValueKind::Symbol:
        out.kind_ = Value::Kind::Symbol;
        out.number_ = *word;
        out.text_ = program.symbols.name(static_cast<std::uint32_t>(*word));
        out.shown_ = program.shown_symbol(*word);
        break;
      case ValueKind::Text:
        out.kind_ = Value::Kind::Text;
        out.text_ = program.text(*word, heap);
        out.shown_ = out.text_;
        break;
      case ValueKind::List:
      case ValueKind::Set:
        out.kind_ = Value::Kind::List;
        for (const auto member : program.list(*word, heap)) {
          out.members_.push_back(read({type.element, ValueKind::Unknown}, &member));
        }
        break;
      default:
        out.kind_ = Value::Kind::Integer;
        out.number_ = *word;
        break;
    }
    return out;
  }
};

namespace api {

void lay_out(const program::Program& program, const roll::Things& things, const roll::ThingRow& row, Word* slots) {
  // What the last thing has left is unset again, since another rule may have other fields.
  for (const auto slot : program.fields) { slots[slot] = kUnset; }
  slots[program.shown] = kUnset;
  const auto* word = things.words.data() + row.first_word;
  for (const auto slot : program.inputs) {
    slots[slot] = *word++;
    if (program.slots[slot].type.kind == ValueKind::Number) { slots[slot + 1] = *word++; }
  }
  for (const auto slot : program.rules[row.made_by].fields) { slots[slot] = *word++; }
}

}  // namespace api

namespace {

const roll::ThingRow& row_of(const api::Shelf& shelf, std::uint32_t index) {
  return shelf.things.rows[shelf.things.given_out[index]];
}

/// Returns where a field's word is; null if things of this rule cannot have the field.
const Word* field_word(const api::Shelf& shelf, std::uint32_t index, std::size_t field) {
  const auto& row = row_of(shelf, index);
  const auto place = shelf.pack.field_of[row.made_by][field];
  return place < 0 ? nullptr : shelf.things.words.data() + row.first_word + place;
}

}  // namespace

std::string Thing::name() const {
  std::string out;
  append_name(out);
  return out;
}

void Thing::append_name(std::string& out) const {
  const auto& row = row_of(*shelf_, index_);
  if (shelf_->name_heap_of != shelf_->filled) {
    shelf_->name_heap = shelf_->heap;
    shelf_->name_heap_of = shelf_->filled;
  }
  const auto mark = shelf_->name_heap.mark();
  api::lay_out(shelf_->program, shelf_->things, row, shelf_->name_slots.data());
  shelf_->namer.append_name(out, row.made_by);
  shelf_->name_heap.go_back(mark);
}

std::string_view Thing::made_by() const { return shelf_->program.rules[row_of(*shelf_, index_).made_by].name; }

std::int32_t Thing::holder() const {
  const auto holder = row_of(*shelf_, index_).holder;
  return holder < 0 ? -1 : shelf_->things.rows[static_cast<std::size_t>(holder)].position;
}

Value Thing::operator[](std::string_view name) const {
  for (std::size_t i = 0; i < shelf_->program.fields.size(); ++i) {
    if (shelf_->program.slots[shelf_->program.fields[i]].name == name) { return field(i); }
  }
  return {};
}

Value Thing::field(std::size_t index) const {
  const auto* word = field_word(*shelf_, index_, index);
  if (word == nullptr) { return {}; }
  const ValueReader reader{shelf_->program, shelf_->heap};
  return reader.read(shelf_->program.slots[shelf_->program.fields[index]].type, word);
}

std::int64_t Thing::integer(std::size_t field) const {
  const auto* word = field_word(*shelf_, index_, field);
  return word == nullptr || *word == kUnset ? 0 : *word;
}

std::string_view Thing::text(std::size_t field) const {
  const auto* word = field_word(*shelf_, index_, field);
  if (word == nullptr || *word == kUnset) { return {}; }
  const auto kind = shelf_->program.slots[shelf_->program.fields[field]].type.kind;
  if (kind == ValueKind::Symbol) { return shelf_->program.symbols.name(static_cast<std::uint32_t>(*word)); }
  if (kind == ValueKind::Text) { return shelf_->program.text(*word, shelf_->heap); }
  return {};
}

bool Thing::is_set(std::size_t field) const {
  const auto* word = field_word(*shelf_, index_, field);
  return word != nullptr && *word != kUnset;
}

Value Thing::input(std::size_t index) const {
  const auto& row = row_of(*shelf_, index_);
  const auto* word = shelf_->things.words.data() + row.first_word;
  for (std::size_t i = 0; i < index; ++i) {
    word += shelf_->program.slots[shelf_->program.inputs[i]].type.kind == ValueKind::Number ? 2 : 1;
  }
  const ValueReader reader{shelf_->program, shelf_->heap};
  return reader.read(shelf_->program.slots[shelf_->program.inputs[index]].type, word);
}

}  // namespace spoils
