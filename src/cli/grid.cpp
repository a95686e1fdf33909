// cli/grid.cpp
//
// Computes the widths of columns, splits a table that is too wide into parts that repeat its key columns, and pads
// cells.
#include "cli/grid.h"

#include <algorithm>
#include <numeric>

#include "cli/odds_heading.h"

namespace spoils::cli {

namespace {

constexpr std::size_t kGap = 2;  // before each column

}  // namespace

Grid::Grid(const std::vector<std::vector<std::string>>& groups, std::size_t words) : words_(words) {
  lines_.emplace_back();
  for (const auto& group : groups) {
    lines_.front().insert(lines_.front().end(), group.begin(), group.end());
    ends_.push_back(lines_.front().size());
  }
}

std::string Grid::text(const Screen& screen) const {
  std::vector<std::size_t> widths(ends_.back(), 0);
  for (const auto& line : lines_) {
    for (std::size_t k = 0; k < line.size(); ++k) {
      widths[k] = std::max(widths[k], kGap + display_width(printable(line[k])));
    }
  }
  const auto width = [&](std::size_t first, std::size_t end) {
    return std::accumulate(widths.begin() + static_cast<std::ptrdiff_t>(first),
                           widths.begin() + static_cast<std::ptrdiff_t>(end), std::size_t{0});
  };
  const auto room = screen.row_width;
  const auto key = width(0, ends_.front());
  std::string out;
  auto first = ends_.front();
  for (std::size_t group = 1; group < ends_.size(); ++group) {
    const bool is_last = group + 1 == ends_.size();
    if (!is_last && key + width(first, ends_[group + 1]) <= room) { continue; }
    out += (out.empty() ? "" : "\n") + part(widths, first, ends_[group], screen);
    first = ends_[group];
  }
  return out;
}

std::string Grid::part(const std::vector<std::size_t>& widths, std::size_t first, std::size_t end,
                       const Screen& screen) const {
  std::string out;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    std::string text;
    const auto add = [&](std::size_t k) {
      text += std::string(kGap, ' ') + padded(printable(lines_[i][k]), widths[k] - kGap, k >= words_);
    };
    for (std::size_t k = 0; k < ends_.front(); ++k) { add(k); }
    for (auto k = first; k < end; ++k) { add(k); }
    while (!text.empty() && text.back() == ' ') { text.pop_back(); }
    out += (i == 0 ? dim(text, screen) : text) + "\n";
  }
  return out;
}

}  // namespace spoils::cli
