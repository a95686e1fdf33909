// cli/spreadsheet.cpp
//
// Finds the cells of a CSV text and puts an apostrophe before those that begin as formulas; numbers stay.
#include "cli/spreadsheet.h"

#include <charconv>
#include <cstddef>

namespace spoils::cli {

namespace {

bool is_number(std::string_view text) {
  if (!text.empty() && text.front() == '+') { text.remove_prefix(1); }
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && text.find_first_of("ni") == std::string_view::npos;
}

bool begins_formula(std::string_view text) {
  constexpr std::string_view kBegins = "=+-@\t\r";
  return !text.empty() && kBegins.find(text.front()) != std::string_view::npos && !is_number(text);
}

}  // namespace

std::string spreadsheet_safe(std::string_view csv) {
  std::string out;
  out.reserve(csv.size());
  for (std::size_t at = 0; at < csv.size();) {
    // A cell, and then the comma or line end after it.
    const bool is_quoted = csv[at] == '"';
    std::size_t end = at;
    if (is_quoted) {
      ++end;
      while (end < csv.size() && (csv[end] != '"' || csv.substr(end, 2) == "\"\"")) {
        end += csv[end] == '"' ? std::size_t{2} : std::size_t{1};
      }
      ++end;
    } else {
      end = csv.find_first_of(",\n", at);
    }
    if (end > csv.size()) { end = csv.size(); }
    const auto cell = csv.substr(at, end - at);
    const auto inner = is_quoted ? cell.substr(1) : cell;
    if (is_quoted) { out += '"'; }
    if (begins_formula(is_quoted ? inner.substr(0, inner.size() - 1) : inner)) { out += '\''; }
    out += inner;
    if (end < csv.size()) { out += csv[end]; }
    at = end + 1;
  }
  return out;
}

void add_spreadsheet_option(OptionTable& options) {
  options.flag("--spreadsheet-safe",
               "in CSV: write an apostrophe before cells that a spreadsheet would read as formulas");
}

std::string as_csv(const Arguments& arguments, std::string csv) {
  return arguments.has("--spreadsheet-safe") ? spreadsheet_safe(csv) : csv;
}

}  // namespace spoils::cli
