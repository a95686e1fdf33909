// sim/keys.cpp
//
// Encodes values as keys (unambiguous bytes, lowest byte first) and decodes them into the texts of results.
#include "sim/keys.h"

#include <cstring>

#include "api/cells.h"
#include "number/rational.h"
#include "number/wide.h"

namespace spoils::sim {

using program::kUnset;
using program::ValueKind;
using program::Word;

namespace {

// Lowest byte first on every machine.
std::uint64_t take_word(std::string_view& key) {
  std::uint64_t out = 0;
  for (unsigned i = 0; i < 8; ++i) { out |= static_cast<std::uint64_t>(static_cast<unsigned char>(key[i])) << (8 * i); }
  key.remove_prefix(8);
  return out;
}

}  // namespace

void append_key(std::string& key, Word word) {
  const auto bits = static_cast<std::uint64_t>(word);
  char bytes[8];
  for (unsigned i = 0; i < 8; ++i) { bytes[i] = static_cast<char>(static_cast<unsigned char>(bits >> (8 * i))); }
  key.append(bytes, 8);
}

void append_key(std::string& key, Word numerator, Word denominator) {
  append_key(key, numerator);
  if (numerator != kUnset) { append_key(key, denominator); }
}

void append_key(std::string& key, std::string_view text) {
  append_key(key, static_cast<Word>(text.size()));
  key += text;
}

KeyValue take_value(const program::Program& program, const Column& column, std::string_view& key) {
  const auto type = column.type;
  KeyValue out;
  out.first = static_cast<Word>(take_word(key));
  if (out.first == kUnset) { return out; }
  if (column.kind == Column::Kind::MadeBy) {
    out.cell = Cell{program.rules[static_cast<std::size_t>(out.first)].name, Cell::Kind::Symbol};
    return out;
  }
  switch (type.kind) {
    case ValueKind::Text:
    case ValueKind::List:
    case ValueKind::Set:
    case ValueKind::Map: {
      const auto size = static_cast<std::size_t>(out.first);
      out.cell = Cell{std::string(key.substr(0, size)), api::cell_kind(type)};
      key.remove_prefix(size);
      out.first = 0;
      return out;
    }
    case ValueKind::Number: out.second = static_cast<Word>(take_word(key)); break;
    default: break;
  }
  out.cell = api::cell_of(program, type, out.first, out.second);
  return out;
}

bool is_less(const KeyValue& a, const KeyValue& b) {
  if (!a.cell || !b.cell) { return a.cell && !b.cell; }
  return static_cast<number::Wide>(a.first) * b.second < static_cast<number::Wide>(b.first) * a.second;
}

}  // namespace spoils::sim
