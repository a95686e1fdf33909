// compile_c/names.cpp
//
// Reserved words, and the search for a free identifier.
#include "compile_c/names.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace spoils::compile_c {
namespace {

// Keywords of C11 and C++20, alternative tokens, object-like macros of common compilers and headers in lower case, and
// the types that a header uses.
constexpr auto kReserved = std::to_array<std::string_view>(
    {"alignas",  "alignof",   "and",        "and_eq",       "asm",           "auto",         "bitand",
     "bitor",    "bool",      "break",      "case",         "catch",         "char",         "char16_t",
     "char32_t", "char8_t",   "class",      "co_await",     "co_return",     "co_yield",     "compl",
     "concept",  "const",     "const_cast", "consteval",    "constexpr",     "constinit",    "continue",
     "decltype", "default",   "delete",     "do",           "double",        "dynamic_cast", "else",
     "enum",     "errno",     "explicit",   "export",       "extern",        "false",        "far",
     "float",    "for",       "friend",     "goto",         "i386",          "if",           "inline",
     "int",      "interface", "linux",      "long",         "mutable",       "namespace",    "near",
     "new",      "noexcept",  "not",        "not_eq",       "nullptr",       "operator",     "or",
     "or_eq",    "pascal",    "private",    "protected",    "public",        "register",     "reinterpret_cast",
     "requires", "restrict",  "return",     "short",        "signed",        "sizeof",       "small",
     "static",   "stderr",    "stdin",      "stdout",       "static_assert", "static_cast",  "struct",
     "switch",   "template",  "this",       "thread_local", "throw",         "true",         "try",
     "typedef",  "typeid",    "typename",   "typeof",       "typeof_unqual", "union",        "unix",
     "unsigned", "using",     "vax",        "virtual",      "void",          "volatile",     "wchar_t",
     "while",    "xor",       "xor_eq",     "int8_t",       "int16_t",       "int32_t",      "int64_t",
     "uint8_t",  "uint16_t",  "uint32_t",   "uint64_t",     "size_t"});

bool is_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

}  // namespace

std::string Names::claim(std::string_view wanted) {
  std::string name;
  for (const char c : wanted) { name += is_part(c) ? c : '_'; }
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0) { name.insert(0, 1, '_'); }
  const auto is_small = [](char c) { return std::islower(static_cast<unsigned char>(c)) != 0; };
  const auto is_capital = [](char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; };
  if (!prefix_.empty()) {
    const bool is_reserved = name.size() > 1 && name[0] == '_' && (name[1] == '_' || is_capital(name[1]));
    if (is_reserved || name.starts_with(prefix_ + "_")) { name.insert(0, 1, 'x'); }
    const bool is_like_a_macro =
        std::none_of(name.begin(), name.end(), is_small) && std::any_of(name.begin(), name.end(), is_capital);
    if (is_like_a_macro) { name += '_'; }
  }
  if (std::find(kReserved.begin(), kReserved.end(), name) != kReserved.end()) { name += '_'; }
  auto found = name;
  for (int number = 2; !taken_.insert(found).second; ++number) { found = name + "_" + std::to_string(number); }
  return found;
}

std::string upper(std::string_view name) {
  std::string out(name);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); });
  return out;
}

std::vector<std::string_view> ends_of_macros(std::string_view prefix) {
  constexpr auto kPrefixes = std::to_array<std::string_view>(
      {"INT",   "UINT", "SIZE",  "SSIZE", "PTRDIFF", "WCHAR", "WINT",   "SIG", "RAND", "CHAR", "SCHAR",
       "UCHAR", "SHRT", "USHRT", "LONG",  "ULONG",   "LLONG", "ULLONG", "FLT", "DBL",  "LDBL", "BOOL"});
  const bool is_one = std::any_of(kPrefixes.begin(), kPrefixes.end(),
                                  [&](std::string_view known) { return prefix.starts_with(known); });
  if (!is_one) { return {}; }
  return {"MAX", "MIN", "C", "WIDTH", "BIT", "DIG", "EPSILON", "RADIX", "IGN", "DFL", "ERR"};
}

bool is_prefix(std::string_view name) {
  if (name.empty() || name.front() == '_' || std::isdigit(static_cast<unsigned char>(name.front())) != 0) {
    return false;
  }
  return std::all_of(name.begin(), name.end(), is_part);
}

}  // namespace spoils::compile_c
