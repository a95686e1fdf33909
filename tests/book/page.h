// tests/book/page.h
//
// Parses the Markdown of a book into its sections and the cells of their tables.
#pragma once

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "spoils/book.h"

namespace spoils::book {

using Rows = std::vector<std::vector<std::string>>;

inline std::string without_marks(std::string text) {
  text.erase(std::remove_if(text.begin(), text.end(), [](char c) { return c == '\\' || c == '`'; }), text.end());
  const auto first = text.find_first_not_of(' ');
  const auto last = text.find_last_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

/// The tables below each heading, their heads first; headings without backticks: "Table potion".
inline std::map<std::string, std::vector<Rows>> sections_of(const std::string& markdown) {
  std::map<std::string, std::vector<Rows>> out;
  std::istringstream lines(markdown);
  std::string line;
  std::string heading;
  bool in_table = false;
  while (std::getline(lines, line)) {
    if (!line.empty() && line[0] == '#') {
      heading = without_marks(line.substr(line.find(' ')));
      out[heading];
    }
    const bool is_row = !line.empty() && line[0] == '|';
    if (is_row && line.find_first_not_of("|-: ") != std::string::npos) {
      if (!in_table) { out[heading].emplace_back(); }
      std::vector<std::string> cells;
      for (std::size_t begin = 1; begin < line.size();) {
        const auto end = line.find(" |", begin);
        cells.push_back(without_marks(line.substr(begin, end - begin)));
        begin = end + 2;
      }
      out[heading].back().push_back(std::move(cells));
    }
    in_table = is_row;
  }
  return out;
}

/// The cell below `column` in the row that begins with `name`, of the first table of a section that has both; "" if
/// there is none.
inline std::string cell(const std::vector<Rows>& tables, std::string_view name, std::string_view column) {
  for (const auto& rows : tables) {
    const auto& head = rows.front();
    const auto at = static_cast<std::size_t>(std::find(head.begin(), head.end(), column) - head.begin());
    for (std::size_t i = 1; i < rows.size(); ++i) {
      if (rows[i].front() == name && at < rows[i].size()) { return rows[i][at]; }
    }
  }
  return {};
}

}  // namespace spoils::book
