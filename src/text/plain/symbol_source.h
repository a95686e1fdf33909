// text/plain/symbol_source.h
//
// Symbols as a pack writes them. Most are bare words; between quotes are those that would mean another value.
#pragma once

#include <string>
#include <string_view>

namespace spoils::text {

/// Returns a symbol as a pack writes it: `'none'`, `'true'` and `'false'` are symbols only between quotes.
[[nodiscard]] inline std::string symbol_to_source(std::string_view name) {
  const bool is_value = name == "none" || name == "true" || name == "false";
  return is_value ? "'" + std::string(name) + "'" : std::string(name);
}

/// Returns the name of a symbol that may be between quotes.
[[nodiscard]] inline std::string_view symbol_name(std::string_view written) {
  const bool is_quoted = written.size() > 2 && written.front() == '\'' && written.back() == '\'';
  return is_quoted ? written.substr(1, written.size() - 2) : written;
}

/// Returns whether a name is that of a record of `r with { }`, at its place of use: no pack can write it.
[[nodiscard]] inline bool is_nameless(std::string_view name) { return name.find('.') != std::string_view::npos; }

}  // namespace spoils::text
