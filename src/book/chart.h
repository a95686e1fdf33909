// book/chart.h
//
// Charts as SVG inside a page. The page defines the colours, so that a chart is readable in a light and in a dark
// theme.
#pragma once

#include <string>
#include <vector>

#include "book/document.h"

namespace spoils::book {

/// Returns a bar for a share of the largest.
[[nodiscard]] std::string bar(double value, double largest);

/// Returns a line through the values, from 0 to their largest.
[[nodiscard]] std::string small_line(const std::vector<double>& values, const std::vector<double>& at);

/// Returns the picture of a chart: lines with their names, or columns.
[[nodiscard]] std::string picture(const Chart& chart);

}  // namespace spoils::book
