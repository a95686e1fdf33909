// compile_c/names.cpp
//
// Reserved words, and the search for a free identifier.
#include "compile_c/names.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace spoils::compile_c {
namespace {

// Keywords of C11 and C++20, alternative tokens, and object-like macros of common compilers and headers in lower case.
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
     "typedef",  "typeid",    "typename",   "typeof",       "union",         "unix",         "unsigned",
     "using",    "vax",       "virtual",    "void",         "volatile",      "wchar_t",      "while",
     "xor",      "xor_eq"});

bool is_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

}  // namespace

std::string Names::claim(std::string_view wanted) {
  std::string name;
  for (const char c : wanted) { name += is_part(c) ? c : '_'; }
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0) { name.insert(0, 1, '_'); }
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

bool is_prefix(std::string_view name) {
  if (name.empty() || name.front() == '_' || std::isdigit(static_cast<unsigned char>(name.front())) != 0) {
    return false;
  }
  return std::all_of(name.begin(), name.end(), is_part);
}

}  // namespace spoils::compile_c
