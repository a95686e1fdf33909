// program/to_source.cpp
//
// Prints values as a pack writes them: symbols by name, quoted texts, fractions, lists and sets.
#include "program/to_source.h"

#include <fmt/format.h>

#include "text/plain/symbol_source.h"
#include "text/plain/text_source.h"

namespace spoils::program {

std::string to_source(const Program& program, const Heap& heap, ValueType type, Word first, Word second, Texts texts,
                      std::size_t most_members) {
  if (first == kUnset) { return "none"; }
  switch (type.kind) {
    case ValueKind::Flag: return first == 1 ? "true" : "false";
    case ValueKind::Symbol: return text::symbol_to_source(program.symbols.name(static_cast<std::uint32_t>(first)));
    case ValueKind::Text: {
      const auto text = program.text(first, heap);
      return texts == Texts::Quoted ? text::text_to_source(text) : std::string(text);
    }
    case ValueKind::Number: {
      const auto value = number::Rational::make(first, second);
      return value ? number::to_text(*value) : "?";
    }
    case ValueKind::List:
    case ValueKind::Set: {
      const auto members = program.list(first, heap);
      std::string out = type.kind == ValueKind::List ? "[" : "{";
      for (std::size_t i = 0; i < members.count && i < most_members; ++i) {
        if (i > 0) { out += ", "; }
        out += to_source(program, heap, {type.element, ValueKind::Unknown}, members.first[i], 1, texts);
      }
      if (members.count > most_members) { out += fmt::format(", and {} more", members.count - most_members); }
      return out + (type.kind == ValueKind::List ? "]" : "}");
    }
    case ValueKind::Map: {
      const auto entries = program.entries(type, first, heap);
      std::string out = "{";
      for (std::size_t i = 0; i < entries.size() && i < most_members; ++i) {
        if (i > 0) { out += ", "; }
        out += to_source(program, heap, of(type.element), entries[i].key, 1, texts);
        out += fmt::format(" {}", entries[i].value);
      }
      if (entries.size() > most_members) { out += fmt::format(", and {} more", entries.size() - most_members); }
      return out + "}";
    }
    default: return fmt::format("{}", first);
  }
}

std::string to_source(const Program& program, ValueType type, Word first, Word second, Texts texts) {
  return to_source(program, Heap(), type, first, second, texts);
}

}  // namespace spoils::program
