// protocol/kinds.cpp
//
// Kinds of words and tokens as the numbers and names of the protocol.
#include "protocol/kinds.h"

#include <algorithm>

namespace spoils::protocol {

std::size_t type_named(std::string_view name) {
  return static_cast<std::size_t>(std::find(kTokenTypes.begin(), kTokenTypes.end(), name) - kTokenTypes.begin());
}

std::string_view token_type(WordKind kind) {
  switch (kind) {
    case WordKind::Keyword: return "keyword";
    case WordKind::Pack: return "namespace";
    case WordKind::Input:
    case WordKind::State:
    case WordKind::Scratch:
    case WordKind::Local: return "variable";
    case WordKind::Field:
    case WordKind::Column:
    case WordKind::Measure: return "property";
    case WordKind::Table:
    case WordKind::Grid: return "enum";
    case WordKind::Collection: return "class";
    case WordKind::Record: return "struct";
    case WordKind::Rule:
    case WordKind::Def:
    case WordKind::Block:
    case WordKind::Function: return "function";
    case WordKind::Parameter: return "parameter";
    case WordKind::Symbol: return "enumMember";
    case WordKind::Type: return "type";
  }
  return "variable";
}

int symbol_kind(WordKind kind) {
  switch (kind) {
    case WordKind::Pack: return 3;  // Namespace
    case WordKind::Input:
    case WordKind::Parameter: return 13;  // Variable
    case WordKind::State:
    case WordKind::Scratch:
    case WordKind::Local: return 13;
    case WordKind::Field:
    case WordKind::Column: return 8;   // Field
    case WordKind::Measure: return 7;  // Property
    case WordKind::Table:
    case WordKind::Grid: return 10;       // Enum
    case WordKind::Collection: return 5;  // Class
    case WordKind::Record: return 23;     // Struct
    case WordKind::Rule: return 12;       // Function
    case WordKind::Def:
    case WordKind::Function: return 12;
    case WordKind::Block: return 6;    // Method
    case WordKind::Symbol: return 22;  // EnumMember
    case WordKind::Keyword:
    case WordKind::Type: return 26;  // TypeParameter
  }
  return 13;
}

int completion_kind(WordKind kind) {
  switch (kind) {
    case WordKind::Keyword: return 14;
    case WordKind::Pack: return 9;
    case WordKind::Input:
    case WordKind::State:
    case WordKind::Scratch:
    case WordKind::Parameter:
    case WordKind::Local: return 6;
    case WordKind::Field:
    case WordKind::Column: return 5;
    case WordKind::Measure: return 10;
    case WordKind::Table:
    case WordKind::Grid: return 13;
    case WordKind::Collection: return 7;
    case WordKind::Record: return 22;
    case WordKind::Rule:
    case WordKind::Def:
    case WordKind::Function: return 3;
    case WordKind::Block: return 2;
    case WordKind::Symbol: return 20;
    case WordKind::Type: return 25;
  }
  return 1;
}

}  // namespace spoils::protocol
