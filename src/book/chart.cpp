// book/chart.cpp
//
// Writes SVG: lines, columns of a histogram, bars and small lines, with axes at round numbers.
#include "book/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "text/plain/markup.h"

namespace spoils::book {

namespace {

constexpr std::size_t kMostLines = 6;  // the number of colours of the page

double largest_of(const std::vector<double>& values) {
  return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}

// Returns the position of a value between `first` and `last` on a line of `length`.
double along(double value, double first, double last, double length) {
  return last > first ? (value - first) / (last - first) * length : length / 2;
}

// Returns a round step for an axis that ends at `largest`, so that there are three to six of them.
double step_of(double largest) {
  const double power = std::pow(10.0, std::floor(std::log10(largest)));
  for (const double step : {0.2, 0.5, 1.0, 2.0}) {
    if (largest / (power * step) <= 6) { return power * step; }
  }
  return power * 5;
}

struct Frame {
  double left = 46;
  double top = 10;
  double width = 440;
  double height = 170;
};

void append_frame(std::string& out, const Frame& frame, double largest, const Chart& chart) {
  const double step = step_of(largest);
  const int lines = static_cast<int>(largest * 1.0001 / step);
  for (int i = 0; i <= lines; ++i) {
    const double value = i * step;
    const double y = frame.top + frame.height - value / largest * frame.height;
    out += fmt::format(R"svg(<line x1="{:.1f}" x2="{:.1f}" y1="{:.1f}" y2="{:.1f}" stroke="var(--rule)"/>)svg",
                       frame.left, frame.left + frame.width, y, y);
    out += fmt::format(R"svg(<text x="{:.1f}" y="{:.1f}" text-anchor="end">{:.3g}%</text>)svg", frame.left - 5, y + 4,
                       value * 100);
  }
  if (chart.at.empty()) { return; }
  const double first = chart.at.front();
  const double last = chart.at.back();
  const double below = frame.top + frame.height + 15;
  double taken = -1e9;
  for (const double at : chart.at) {
    const double x = frame.left + along(at, first, last, frame.width);
    if (x - taken < 34) { continue; }
    out += fmt::format(R"svg(<text x="{:.1f}" y="{:.1f}" text-anchor="middle">{:g}</text>)svg", x, below, at);
    taken = x;
  }
  out += fmt::format(R"svg(<text x="{:.1f}" y="{:.1f}" text-anchor="middle">{}</text>)svg",
                     frame.left + frame.width / 2, below + 15, text::escaped_markup(chart.axis));
}

std::string lines(const Chart& chart) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < chart.values.size(); ++i) { order.push_back(i); }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return largest_of(chart.values[a]) > largest_of(chart.values[b]);
  });
  if (order.size() > kMostLines) { order.resize(kMostLines); }
  if (order.empty()) { return {}; }
  const double largest = largest_of(chart.values[order.front()]);
  if (largest <= 0) { return {}; }
  const Frame frame;
  std::string out;
  append_frame(out, frame, largest, chart);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const auto& values = chart.values[order[k]];
    std::string points;
    for (std::size_t i = 0; i < values.size(); ++i) {
      points += fmt::format("{}{:.1f},{:.1f}", i > 0 ? " " : "",
                            frame.left + along(chart.at[i], chart.at.front(), chart.at.back(), frame.width),
                            frame.top + frame.height - values[i] / largest * frame.height);
    }
    out += fmt::format(R"svg(<polyline points="{}" fill="none" stroke="var(--c{})" stroke-width="2"/>)svg", points, k);
    // The names are below each other on the right, each with a stroke of its colour.
    const double y = frame.top + 8 + 18 * static_cast<double>(k);
    const double x = frame.left + frame.width + 14;
    out += fmt::format(
        R"svg(<line x1="{0:.1f}" x2="{1:.1f}" y1="{2:.1f}" y2="{2:.1f}" stroke="var(--c{3})" stroke-width="3"/>)svg", x,
        x + 14, y, k);
    out += fmt::format(R"svg(<text x="{:.1f}" y="{:.1f}">{}</text>)svg", x + 19, y + 4,
                       text::escaped_markup(chart.names[order[k]]));
  }
  return out;
}

std::string steps(const Chart& chart) {
  const auto& values = chart.values.front();
  const double largest = largest_of(values);
  if (largest <= 0) { return {}; }
  const Frame frame;
  std::string out;
  append_frame(out, frame, largest, chart);
  const double first = chart.at.front();
  const double last = chart.at.back();
  const double width = std::max(1.0, std::min(24.0, frame.width / static_cast<double>(values.size()) * 0.8));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double height = values[i] / largest * frame.height;
    const double x = frame.left + along(chart.at[i], first, last, frame.width);
    out += fmt::format(R"svg(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" fill="var(--c0)"/>)svg",
                       x - width / 2, frame.top + frame.height - height, width, height);
  }
  return out;
}

}  // namespace

std::string bar(double value, double largest) {
  constexpr double kWidth = 120;
  const double length = largest > 0 ? value / largest * kWidth : 0;
  return fmt::format(R"svg(<svg width="{0:.0f}" height="14" viewBox="0 0 {0:.0f} 14" aria-hidden="true">)svg"
                     R"svg(<rect y="3" width="{1:.1f}" height="9" fill="var(--c0)"/></svg>)svg",
                     kWidth, value > 0 ? std::max(length, 1.0) : 0.0);
}

std::string small_line(const std::vector<double>& values, const std::vector<double>& at) {
  const double largest = largest_of(values);
  std::string points;
  for (std::size_t i = 0; i < values.size(); ++i) {
    points += fmt::format("{}{:.1f},{:.1f}", i > 0 ? " " : "", 2 + along(at[i], at.front(), at.back(), 76),
                          largest > 0 ? 18 - values[i] / largest * 15 : 18);
  }
  return fmt::format(R"svg(<svg width="80" height="20" viewBox="0 0 80 20" aria-hidden="true">)svg"
                     R"svg(<polyline points="{}" fill="none" stroke="var(--c0)" stroke-width="1.5"/></svg>)svg",
                     points);
}

std::string picture(const Chart& chart) {
  const auto inside = chart.kind == Chart::Kind::Lines ? lines(chart) : steps(chart);
  if (inside.empty()) { return {}; }
  const int width = chart.kind == Chart::Kind::Lines ? 660 : 500;
  return fmt::format(
      "<figure><svg width=\"{0}\" height=\"220\" viewBox=\"0 0 {0} 220\" role=\"img\" "
      "aria-label=\"{1}\">{2}</svg></figure>\n",
      width, text::escaped_markup(chart.title), inside);
}

}  // namespace spoils::book
