// cli/grid.h
//
// A table for people: aligned columns, folded into several parts if the screen is too narrow.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/screen.h"

namespace spoils::cli {

class Grid {
 public:
  /// `groups` are the headers of columns; those of one group stay side by side, and the first group begins every part
  /// of a table that is folded. Columns before number `words` are aligned to the left, the others to the right.
  Grid(const std::vector<std::vector<std::string>>& groups, std::size_t words);

  /// Adds a line of as many cells as there are columns.
  void add(std::vector<std::string> line) { lines_.push_back(std::move(line)); }

  /// Returns the lines, indented by two columns. No line is wider than the screen, unless two groups side by side are
  /// wider. Cost: linear in the cells.
  [[nodiscard]] std::string text(const Screen& screen) const;

 private:
  [[nodiscard]] std::string part(const std::vector<std::size_t>& widths, std::size_t first, std::size_t end,
                                 const Screen& screen) const;

  std::size_t words_;
  std::vector<std::size_t> ends_;  // of groups, in columns
  std::vector<std::vector<std::string>> lines_;
};

}  // namespace spoils::cli
