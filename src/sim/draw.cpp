// sim/draw.cpp
//
// Writes plots as SVG files that need nothing else: no scripts, no styles from outside, well-formed XML.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string_view>
#include <utility>

#include "sim/sound.h"
#include "spoils/results.h"
#include "text/plain/counted.h"
#include "text/plain/markup.h"

namespace spoils {
inline namespace v1 {

namespace {

constexpr double kWidth = 760;
constexpr double kHeight = 420;
constexpr double kLeft = 70;
constexpr double kRight = 190;  // for the names of lines
constexpr double kTop = 40;
constexpr double kBottom = 50;
constexpr std::size_t kMostSeries = 8;
constexpr std::size_t kMostBars = 30;
constexpr std::size_t kMostColumns = 60;  // of a histogram
// Colours that people with colour blindness can distinguish, too (Okabe and Ito).
constexpr std::array<std::string_view, kMostSeries> kColours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                             "#56b4e9", "#e69f00", "#000000", "#999933"};

struct Point {
  double x = 0;
  double y = 0;
  double low = 0;
  double high = 0;
};

struct Series {
  std::string name;
  std::vector<Point> points;
  double weight = 0;  // the heaviest are drawn
  bool is_broken = false;
};

std::string shortened(std::string_view text, std::size_t most) {
  return text.size() <= most ? std::string(text) : std::string(text.substr(0, most - 2)) + "..";
}

/// Returns 1, 2 or 5 times a power of ten, so that some five of them make the span.
double tick_step(double span) {
  const double raw = span / 5;
  const double power = std::pow(10, std::floor(std::log10(raw)));
  const double part = raw / power;
  return (part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10) * power;
}

class Canvas {
 public:
  Canvas(const std::string& title, double height = kHeight) : height_(height) {
    text_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" "
        "font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        kWidth, height);
    words(kWidth / 2, 20, title, "middle");
  }

  void range(double x_low, double x_high, double y_low, double y_high) {
    x_low_ = x_low;
    x_high_ = x_high > x_low ? x_high : x_low + 1;
    y_low_ = y_low;
    y_high_ = y_high > y_low ? y_high : y_low + 1;
  }
  [[nodiscard]] double x(double value) const {
    return kLeft + (value - x_low_) / (x_high_ - x_low_) * (kWidth - kLeft - kRight);
  }
  [[nodiscard]] double y(double value) const {
    return height_ - kBottom - (value - y_low_) / (y_high_ - y_low_) * (height_ - kTop - kBottom);
  }

  void words(double at_x, double at_y, std::string_view words, std::string_view anchor) {
    text_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", at_x, at_y, anchor,
                         text::escaped_markup(words));
  }
  void line(double x1, double y1, double x2, double y2, std::string_view colour) {
    text_ +=
        fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke=\"{}\" fill=\"none\"/>\n", x1, y1, x2, y2, colour);
  }
  void add(const std::string& element) { text_ += element; }

  void axes(std::string_view x_name, std::string_view y_name) {
    const double left = x(x_low_);
    const double bottom = y(y_low_);
    for (const bool is_x : {true, false}) {
      const double low = is_x ? x_low_ : y_low_;
      const double high = is_x ? x_high_ : y_high_;
      const double step = is_x ? std::max(1.0, tick_step(high - low)) : tick_step(high - low);
      const double first = std::ceil(low / step - 1e-9);
      for (int i = 0; i < 20; ++i) {
        const double tick = (first + i) * step;
        if (tick > high + step * 1e-9) { break; }
        const auto label = fmt::format("{:.6g}", std::abs(tick) < step * 1e-9 ? 0.0 : tick);
        if (is_x) {
          line(x(tick), bottom, x(tick), bottom + 5, "#444");
          words(x(tick), bottom + 18, label, "middle");
        } else {
          line(left, y(tick), x(x_high_), y(tick), "#e4e4e4");
          words(left - 6, y(tick) + 4, label, "end");
        }
      }
    }
    line(left, bottom, x(x_high_), bottom, "#444");
    line(left, bottom, left, y(y_high_), "#444");
    words((left + x(x_high_)) / 2, height_ - 10, x_name, "middle");
    words(left, kTop - 8, y_name, "middle");
  }

  [[nodiscard]] std::string finish() { return std::move(text_) + "</svg>\n"; }

 private:
  double height_;
  double x_low_ = 0;
  double x_high_ = 1;
  double y_low_ = 0;
  double y_high_ = 1;
  std::string text_;
};

std::string draw_series(const std::string& title, const std::string& x_name, const std::string& y_name,
                        const std::vector<Series>& all, std::size_t left_out = 0) {
  Canvas canvas(title);
  double x_low = 0;
  double x_high = 0;
  double top = 0;
  double bottom = 0;
  bool is_first = true;
  for (const auto& series : all) {
    for (const auto& point : series.points) {
      x_low = is_first ? point.x : std::min(x_low, point.x);
      x_high = is_first ? point.x : std::max(x_high, point.x);
      top = std::max(top, point.high);
      bottom = std::min(bottom, point.low);
      is_first = false;
    }
  }
  canvas.range(x_low, x_high, bottom, top * 1.02);
  canvas.axes(x_name, y_name);
  std::map<std::string, std::size_t> colours;
  double legend = kTop + 8;
  for (const auto& series : all) {
    const auto colour = kColours[colours.try_emplace(series.name, colours.size()).first->second % kColours.size()];
    if (series.points.empty()) { continue; }
    std::string band;
    std::string path;
    for (const auto& point : series.points) {
      path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", canvas.x(point.x), canvas.y(point.y));
      band += fmt::format("{}{:.1f} {:.1f}", band.empty() ? "M" : "L", canvas.x(point.x), canvas.y(point.high));
    }
    for (auto point = series.points.rbegin(); point != series.points.rend(); ++point) {
      band += fmt::format("L{:.1f} {:.1f}", canvas.x(point->x), canvas.y(point->low));
    }
    const auto* dashes = series.is_broken ? " stroke-dasharray=\"6 4\"" : "";
    canvas.add(fmt::format("<path d=\"{}Z\" fill=\"{}\" opacity=\"0.18\"/>\n", band, colour));
    canvas.add(
        fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"{}/>\n", path, colour, dashes));
    canvas.add(fmt::format("<path d=\"M{:.1f} {:.1f}h22\" stroke=\"{}\" stroke-width=\"1.8\"{}/>\n",
                           kWidth - kRight + 12, legend - 4, colour, dashes));
    const auto* study = series.is_broken ? " (B)" : "";
    canvas.words(kWidth - kRight + 40, legend, shortened(series.name, series.is_broken ? 18 : 22) + study, "start");
    legend += 18;
  }
  if (left_out > 0) { canvas.words(kWidth - kRight + 40, legend, fmt::format("and {} rarer", left_out), "start"); }
  return canvas.finish();
}

/// Keeps the heaviest series, the heaviest first; returns how many are left out.
std::size_t keep_heaviest(std::vector<Series>& all) {
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.weight > b.weight; });
  const auto kept = std::min(all.size(), kMostSeries);
  const auto left_out = all.size() - kept;
  all.resize(kept);
  return left_out;
}

double number_of(const std::optional<Cell>& cell) { return cell ? std::strtod(cell->text.c_str(), nullptr) : 0; }

std::optional<std::size_t> numeric_column(const ThingCounts& table) {
  for (std::size_t i = 0; i < table.by.size(); ++i) {
    const bool is_numeric =
        !table.rows.empty() &&
        std::all_of(table.rows.begin(), table.rows.end(), [&](const auto& row) { return is_integer(row.values[i]); });
    if (is_numeric) { return i; }
  }
  return std::nullopt;
}

template <class Measure>
std::vector<Series> series_of(const ThingCounts& table, std::size_t column, Measure&& measure) {
  std::vector<Series> out;
  std::map<std::string, std::size_t> index;
  for (const auto& row : table.rows) {
    std::vector<std::string> others;
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      if (i != column) { others.push_back(to_text(row.values[i])); }
    }
    auto name = fmt::format("{}", fmt::join(others, ", "));
    const auto found = index.try_emplace(name, out.size());
    if (found.second) { out.push_back({std::move(name), {}, 0, false}); }
    auto& series = out[found.first->second];
    const Estimate& estimate = measure(row);
    series.points.push_back({number_of(row.values[column]), estimate.value, estimate.low, estimate.high});
    series.weight += static_cast<double>(row.things);
  }
  for (auto& series : out) {
    std::stable_sort(series.points.begin(), series.points.end(),
                     [](const Point& a, const Point& b) { return a.x < b.x; });
  }
  return out;
}

// Appends the lines of the other study that have the same names.
void join(std::vector<Series>& mine, std::vector<Series> others) {
  const auto count = mine.size();
  for (auto& other : others) {
    const bool is_known = std::any_of(mine.begin(), mine.begin() + static_cast<std::ptrdiff_t>(count),
                                      [&](const auto& series) { return series.name == other.name; });
    other.is_broken = true;
    if (is_known) { mine.push_back(std::move(other)); }
  }
}

std::string draw_bars(const std::string& title, const ThingCounts& table, const ThingCounts* other) {
  const auto count = std::min(table.rows.size(), kMostBars);
  const auto left_out = table.rows.size() - count;
  Canvas canvas(other == nullptr ? title : title + "; mark: B", 60 + 18 * static_cast<double>(count + 1));
  double top = 0;
  for (const auto& row : table.rows) { top = std::max(top, row.mean.high); }
  const double left = 230;
  const double width = kWidth - left - 90;
  for (std::size_t i = 0; i < count; ++i) {
    const auto& row = table.rows[i];
    const double y = 48 + 18 * static_cast<double>(i);
    const auto scaled = [&](double value) { return top > 0 ? left + std::max(0.0, value) / top * width : left; };
    canvas.words(left - 8, y, shortened(fmt::format("{}", fmt::join(to_texts(row.values), ", ")), 32), "end");
    canvas.add(fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"11\" fill=\"{}\"/>\n", left,
                           y - 10, scaled(row.mean.value) - left, kColours[0]));
    canvas.line(scaled(row.mean.low), y - 4.5, scaled(row.mean.high), y - 4.5, "#000");
    canvas.words(kWidth - 84, y, fmt::format("{:.4g}", row.mean.value), "start");
    if (other == nullptr) { continue; }
    const auto same = std::find_if(other->rows.begin(), other->rows.end(),
                                   [&](const auto& theirs) { return theirs.values == row.values; });
    const double theirs = scaled(same == other->rows.end() ? 0 : same->mean.value);
    canvas.add(fmt::format("<path d=\"M{:.1f} {:.1f}v14\" stroke=\"{}\" stroke-width=\"2.5\"/>\n", theirs, y - 11.5,
                           kColours[1]));
  }
  if (left_out > 0) {
    canvas.words(left - 8, 48 + 18 * static_cast<double>(count), "and " + text::counted(left_out, "more row"), "end");
  }
  return canvas.finish();
}

struct Column {
  double first = 0;
  double width = 1;
  double share = 0;
};

// Bins of equal width, so few that they can be seen.
std::vector<Column> columns_of(const ValueCounts& counts, std::uint64_t runs) {
  std::vector<Column> out;
  if (!counts.least) { return out; }
  const double least = static_cast<double>(*counts.least);
  const double span = static_cast<double>(*counts.greatest) - least;
  const double width = std::floor(span / static_cast<double>(kMostColumns)) + 1;
  out.resize(static_cast<std::size_t>(span / width) + 1);
  for (std::size_t i = 0; i < out.size(); ++i) { out[i] = {least + static_cast<double>(i) * width, width, 0}; }
  for (const auto& row : counts.rows) {
    if (!is_integer(row.value)) { continue; }
    const double at = std::max(0.0, number_of(row.value) - least);
    const auto bin = std::min(out.size() - 1, static_cast<std::size_t>(at / width));
    out[bin].share += static_cast<double>(row.runs) / static_cast<double>(runs);
  }
  return out;
}

std::string draw_histogram(const std::string& title, const ValueCounts& counts, std::uint64_t runs,
                           const ValueCounts* other, std::uint64_t other_runs) {
  const auto mine = columns_of(counts, runs);
  const auto theirs = other == nullptr ? std::vector<Column>{} : columns_of(*other, other_runs);
  Canvas canvas(other == nullptr ? title : title + "; outlined: B");
  double top = 0;
  double low = mine.front().first;
  double high = low;
  for (const auto* columns : {&mine, &theirs}) {
    for (const auto& column : *columns) {
      // A share of each value, since two studies may have bins of two widths.
      top = std::max(top, column.share / column.width);
      low = std::min(low, column.first);
      high = std::max(high, column.first + column.width);
    }
  }
  canvas.range(low, high, 0, top * 1.05);
  canvas.axes(shortened(title, 80), mine.front().width > 1 ? "share of runs, a value" : "share of runs");
  const auto draw = [&](const std::vector<Column>& columns, std::string_view style) {
    for (const auto& column : columns) {
      if (column.share <= 0) { continue; }
      const double left = canvas.x(column.first);
      const double y = canvas.y(column.share / column.width);
      canvas.add(fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" {}/>\n", left, y,
                             std::max(0.5, canvas.x(column.first + column.width) - left - 1), canvas.y(0) - y, style));
    }
  };
  draw(mine, fmt::format("fill=\"{}\"", kColours[0]));
  draw(theirs, fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"", kColours[1]));
  return canvas.finish();
}

Series so_far(const FirstCounts& first, std::uint64_t runs, std::string name) {
  Series out;
  out.name = std::move(name);
  std::uint64_t below = 0;
  for (const auto& row : first.at.rows) {
    if (!is_integer(row.value)) { continue; }
    below += row.runs;
    const double n = static_cast<double>(runs);
    const double p = static_cast<double>(below) / n;
    const double half = 2 * std::sqrt(p * (1 - p) / n);
    out.points.push_back({number_of(row.value), p, std::max(0.0, p - half), std::min(1.0, p + half)});
  }
  return out;
}

const ThingCounts* same_table(const SimulationResult* other, const ThingCounts& table) {
  if (other == nullptr) { return nullptr; }
  for (const auto& theirs : other->tables) {
    if (theirs.by == table.by && theirs.asked.where == table.asked.where && theirs.asked.sums == table.asked.sums) {
      return &theirs;
    }
  }
  return nullptr;
}

void draw_table(const ThingCounts& table, const ThingCounts* other, const std::string& name, std::vector<Plot>& out) {
  const auto what = fmt::format("things by {}{}", fmt::join(table.by, ", "),
                                table.asked.where.empty() ? "" : " where " + table.asked.where);
  const auto column = numeric_column(table);
  if (table.rows.empty()) { return; }
  if (!column || numeric_column(other != nullptr ? *other : table) != column) {
    out.push_back({name, what, draw_bars(what + ", a run", table, other)});
    return;
  }
  const auto draw = [&](const std::string& measure, const std::string& y_name, auto&& of) {
    auto series = series_of(table, *column, of);
    const auto left_out = keep_heaviest(series);
    if (other != nullptr) { join(series, series_of(*other, *column, of)); }
    out.push_back({name + "_" + measure, what, draw_series(what, table.by[*column], y_name, series, left_out)});
  };
  draw("mean", "a run", [](const ThingRow& row) -> const Estimate& { return row.mean; });
  draw("at_least_one", "runs with one", [](const ThingRow& row) -> const Estimate& { return row.at_least_one; });
  for (std::size_t i = 0; i < table.asked.sums.size(); ++i) {
    draw(fmt::format("sum_{}", i + 1), table.asked.sums[i] + ", a run",
         [i](const ThingRow& row) -> const Estimate& { return row.sums[i].mean; });
  }
}

}  // namespace

std::vector<Plot> draw_results(const SimulationResult& simulation, const SimulationResult* other) {
  std::vector<Plot> out;
  if (!sim::is_sound(simulation) || (other != nullptr && !sim::is_sound(*other))) {
    misused("draw_results: rows that do not fit their table");
    return out;
  }
  for (std::size_t i = 0; i < simulation.tables.size(); ++i) {
    draw_table(simulation.tables[i], same_table(other, simulation.tables[i]), fmt::format("things_{}", i + 1), out);
  }
  for (std::size_t i = 0; i < simulation.per_run.size(); ++i) {
    const auto& counts = simulation.per_run[i];
    if (!counts.values.least) { continue; }
    const ValueCounts* theirs = nullptr;
    for (std::size_t k = 0; other != nullptr && k < other->per_run.size(); ++k) {
      if (other->per_run[k].expression == counts.expression) { theirs = &other->per_run[k].values; }
    }
    out.push_back({fmt::format("per_run_{}", i + 1), counts.expression,
                   draw_histogram(counts.expression, counts.values, simulation.runs, theirs,
                                  other != nullptr ? other->runs : 0)});
  }
  for (std::size_t i = 0; i < simulation.firsts.size();) {
    const auto& asked = simulation.firsts[i].asked;
    std::vector<Series> lines;
    const auto begin = i;
    for (; i < simulation.firsts.size() && simulation.firsts[i].asked.condition == asked.condition &&
           simulation.firsts[i].asked.at == asked.at && lines.size() < kMostSeries;
         ++i) {
      lines.push_back(so_far(simulation.firsts[i], simulation.runs, fmt::format("n = {}", simulation.firsts[i].nth)));
    }
    if (asked.at.empty() || !simulation.firsts[begin].at.is_integer) { continue; }
    std::vector<Series> theirs;
    for (std::size_t k = 0; other != nullptr && k < other->firsts.size(); ++k) {
      const auto& first = other->firsts[k];
      if (first.asked.condition != asked.condition || first.asked.at != asked.at) { continue; }
      theirs.push_back(so_far(first, other->runs, fmt::format("n = {}", first.nth)));
    }
    join(lines, std::move(theirs));
    const auto title = fmt::format("the n-th of: {}", asked.condition);
    out.push_back({fmt::format("first_{}", begin + 1), title, draw_series(title, asked.at, "of all runs", lines)});
  }
  return out;
}

}  // namespace v1
}  // namespace spoils
