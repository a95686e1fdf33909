// api/thing.cpp
//
// Views of things: read words of a result set as values, and check first that the view has not ended.
#include <algorithm>
#include <array>
#include <span>

#include "api/roller_data.h"
#include "explain/labels.h"
#include "spoils/roll.h"

namespace spoils {
inline namespace v1 {

using program::kUnset;
using program::ValueKind;
using program::Word;

/// Turns words into values.
struct ValueReader {
  const program::Program& program;
  const program::Heap& heap;
  api::Handle things;  // the handle with which the texts end

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
        out.things_ = things;
        out.text_ = program.symbols.name(static_cast<std::uint32_t>(*word));
        out.shown_ = program.shown_symbol(*word);
        break;
      case ValueKind::Text:
        out.kind_ = Value::Kind::Text;
        out.things_ = things;
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
      case ValueKind::Map:
        out.kind_ = Value::Kind::Map;
        for (const auto& [key, value] : program.entries(type, *word, heap)) {
          out.entries_.push_back({read({type.element, ValueKind::Unknown}, &key), value});
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

}  // namespace v1
}  // namespace spoils

namespace spoils::api {

ThingReader::ThingReader(const program::Program& program)
    : program_(program), unset_(program::slots_of_things(program)) {
  unset_.push_back(program.shown);
}

void ThingReader::lay_out(const roll::Things& things, const roll::ThingRow& row, Word* slots) const {
  for (const auto slot : unset_) { slots[slot] = kUnset; }
  const auto* word = things.words.data() + row.first_word;
  for (const auto slot : program_.inputs) {
    slots[slot] = *word++;
    if (program_.slots[slot].type.kind == ValueKind::Number) { slots[slot + 1] = *word++; }
  }
  for (const auto slot : program_.rules[row.made_by].fields) { slots[slot] = *word++; }
}

}  // namespace spoils::api

namespace spoils {
inline namespace v1 {

namespace {

/// A thing of a live view; null: the view has ended.
struct SeenThing {
  const api::ResultSet* result_set = nullptr;
  const roll::ThingRow* row = nullptr;
};

/// Resolves the handle of a view. `index` was below the number of things when the view was made, so it is in range as
/// long as the handle is live.
SeenThing seen(const api::Handle& things, std::uint32_t index) {
  if (!things.is_live()) [[unlikely]] {
    misused("Thing: the roller has rolled again or was destroyed");
    return {};
  }
  const auto* const result_set = things.anchor->result_set;
  if (result_set == nullptr) [[unlikely]] {
    misused("Thing: a view of nothing");
    return {};
  }
  return {result_set, &result_set->things.rows[result_set->things.given_out[index]]};
}

/// A field of a thing; null: the view has ended, or things of this rule cannot have it.
struct SeenField {
  const api::ResultSet* result_set = nullptr;
  const Word* word = nullptr;
  ValueKind kind = ValueKind::Nothing;
};

SeenField seen_field(const api::Handle& things, std::uint32_t index, std::size_t field) {
  const auto [result_set, row] = seen(things, index);
  if (result_set == nullptr) [[unlikely]] { return {}; }
  const auto& places = result_set->pack.field_of[row->made_by];
  if (field >= places.size()) [[unlikely]] {
    misused("Thing: field index out of range");
    return {};
  }
  const auto place = places[field];
  return {result_set, place < 0 ? nullptr : result_set->things.words.data() + row->first_word + place,
          result_set->pack.field_kinds[field]};
}

}  // namespace

std::int64_t Value::at(std::string_view key) const {
  for (const auto& entry : entries()) {
    if (entry.key.kind() == Kind::Symbol && entry.key.text() == key) { return entry.value; }
  }
  return 0;
}

std::string Thing::name() const {
  std::string out;
  append_name(out);
  return out;
}

void Thing::append_name(std::string& out) const {
  const auto [result_set, row] = seen(things_, index_);
  if (result_set == nullptr) [[unlikely]] { return; }
  if (result_set->name_heap_of != things_.generation) {
    const bool is_empty = result_set->heap.bytes_held() + result_set->name_heap.bytes_held() == 0;
    if (!is_empty) { result_set->name_heap = result_set->heap; }
    result_set->name_heap_of = things_.generation;
  }
  auto& namer = result_set->namer();
  result_set->lay_out(*row);
  namer.append_name(out, row->made_by);
}

std::string_view Thing::made_by() const {
  const auto [result_set, row] = seen(things_, index_);
  return result_set == nullptr ? std::string_view() : std::string_view(result_set->program.rules[row->made_by].name);
}

std::int32_t Thing::holder() const {
  const auto [result_set, row] = seen(things_, index_);
  if (result_set == nullptr || row->holder < 0) { return -1; }
  return result_set->things.rows[static_cast<std::size_t>(row->holder)].position;
}

Value Thing::operator[](std::string_view name) const {
  const auto* const result_set = seen(things_, index_).result_set;
  if (result_set == nullptr) [[unlikely]] { return {}; }
  const auto& numbers = result_set->pack.field_numbers;
  const auto found = numbers.find(name);
  return found == numbers.end() ? Value() : field(found->second);
}

static_assert(Thing::kUnset == kUnset);

void Thing::read(std::span<std::int64_t> out) const {
  const auto [result_set, row] = seen(things_, index_);
  std::size_t count = 0;
  if (result_set != nullptr) [[likely]] {
    const auto& pack = result_set->pack;
    const auto& places = pack.field_of[row->made_by];
    const auto* const words = result_set->things.words.data() + row->first_word;
    count = std::min(out.size(), places.size());
    for (std::size_t i = 0; i < count; ++i) { out[i] = places[i] < 0 ? kUnset : words[places[i]]; }
    // A handle is no value.
    for (const auto field : pack.fields_in_heap) {
      if (field < count && out[field] != kUnset) { out[field] = 1; }
    }
  }
  std::fill(out.begin() + static_cast<std::ptrdiff_t>(count), out.end(), kUnset);
}

Value Thing::field(std::size_t index) const {
  const auto [result_set, word, kind] = seen_field(things_, index_, index);
  if (word == nullptr) { return {}; }
  const ValueReader reader{result_set->program, result_set->heap, things_};
  return reader.read(result_set->program.slots[result_set->program.fields[index]].type, word);
}

std::int64_t Thing::integer(std::size_t field) const {
  const auto [result_set, word, kind] = seen_field(things_, index_, field);
  if (kind > ValueKind::Flag) [[unlikely]] {
    misused("Thing::integer: the field is not an integer, number or flag");
    return 0;
  }
  return word == nullptr || *word == kUnset ? 0 : *word;
}

std::string_view Thing::text(std::size_t field) const {
  const auto [result_set, word, kind] = seen_field(things_, index_, field);
  switch (kind) {
    case ValueKind::Symbol:
      if (word == nullptr || *word == kUnset) { return {}; }
      return result_set->program.symbols.name(static_cast<std::uint32_t>(*word));
    case ValueKind::Text:
      if (word == nullptr || *word == kUnset) { return {}; }
      return result_set->program.text(*word, result_set->heap);
    case ValueKind::Nothing: return {};
    default: misused("Thing::text: the field is neither a text nor a symbol"); return {};
  }
}

bool Thing::is_set(std::size_t field) const {
  const auto* const word = seen_field(things_, index_, field).word;
  return word != nullptr && *word != kUnset;
}

namespace {

/// Copies what a thing refers to into the heap of names.
void prepare(const api::ResultSet& result_set, const api::Handle& things) {
  if (result_set.name_heap_of == things.generation) { return; }
  result_set.name_heap = result_set.heap;
  result_set.name_heap_of = things.generation;
}

}  // namespace

Value Thing::measure(std::size_t index) const {
  const auto [result_set, row] = seen(things_, index_);
  if (result_set == nullptr) [[unlikely]] { return {}; }
  const auto& program = result_set->program;
  if (index >= program.measures.size()) [[unlikely]] {
    misused("Thing::measure: index out of range");
    return {};
  }
  auto& measurer = result_set->measurer();
  prepare(*result_set, things_);
  result_set->lay_out_measured(*row);
  const auto id = program.measures[index].value;
  std::array<Word, 2> words{};
  if (!measurer.measure(id, result_set->name_heap, words)) { return {}; }
  return ValueReader{program, result_set->name_heap, things_}.read(program.expressions[id].type, words.data());
}

std::vector<MeasureTerm> Thing::terms(std::size_t measure) const {
  const auto [result_set, row] = seen(things_, index_);
  if (result_set == nullptr) [[unlikely]] { return {}; }
  const auto& program = result_set->program;
  if (measure >= program.measures.size()) [[unlikely]] {
    misused("Thing::terms: index out of range");
    return {};
  }
  prepare(*result_set, things_);
  auto& namer = result_set->namer();
  result_set->lay_out(*row);
  std::vector<MeasureTerm> out;
  for (auto& term : namer.terms(program.measures[measure].value)) {
    const std::array<Word, 2> words{term.value.numerator(), term.value.denominator()};
    const auto kind = term.value.denominator() == 1 ? ValueKind::Int : ValueKind::Number;
    const ValueReader reader{program, result_set->name_heap, things_};
    if (term.name.empty()) {
      term.name = explain::Labels(program, *result_set->pack.sources, result_set->name_heap).source(term.place);
    }
    out.push_back({std::move(term.name), reader.read(program::of(kind), words.data())});
  }
  return out;
}

Value Thing::input(std::size_t index) const {
  const auto [result_set, row] = seen(things_, index_);
  if (result_set == nullptr) [[unlikely]] { return {}; }
  const auto& program = result_set->program;
  if (index >= program.inputs.size()) [[unlikely]] {
    misused("Thing::input: index out of range");
    return {};
  }
  const auto* word = result_set->things.words.data() + row->first_word;
  for (std::size_t i = 0; i < index; ++i) {
    word += program.slots[program.inputs[i]].type.kind == ValueKind::Number ? 2 : 1;
  }
  const ValueReader reader{program, result_set->heap, things_};
  return reader.read(program.slots[program.inputs[index]].type, word);
}

}  // namespace v1
}  // namespace spoils
