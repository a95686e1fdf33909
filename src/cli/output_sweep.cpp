// cli/output_sweep.cpp
//
// Writes the answers of a sweep as text: outcomes as rows, values of the input as columns.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>

#include "cli/number_order.h"
#include "cli/output_odds.h"
#include "documents/odds.h"
#include "text/plain/figures.h"
#include "text/plain/integer.h"

namespace spoils::cli {

namespace {

constexpr std::size_t kMostFraction = 24;  // characters of a fraction in a column; three columns fit into 80

/// A sweep as a table of texts: outcomes as rows, values of the input as columns.
///
/// In a table that is exact, a row with a share of 0 is of what occurs all the same if its `high` is above 0.
class SweepTable {
 public:
  SweepTable(const OddsHeading& heading, const std::vector<Swept<Answer>>& rows) : heading_(heading), rows_(rows) {
    find_means();
    gather();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!columns_.empty() && follows(rows[i - 1].value, rows[i].value) && is_same(columns_.back().first, i)) {
        columns_.back().last = i;
      } else {
        columns_.push_back({i, i});
      }
    }
  }

  std::string text(const std::string& input, const std::string& what) const {
    std::size_t names = display_width(input);
    for (const auto& name : names_) { names = std::max(names, display_width(name)); }
    std::size_t cell_width = 7;
    for (const auto& column : columns_) {
      cell_width = std::max(cell_width, std::min<std::size_t>(display_width(label(column)) + 2, 16));
      for (const auto& cell : cells_[column.first]) { cell_width = std::max(cell_width, cell.size() + 1); }
    }
    const auto width = heading_.screen.row_width;
    const std::size_t fit = width > names + 2 + cell_width ? (width - names - 2) / cell_width : 1;
    std::string out;
    for (std::size_t first = 0; first < columns_.size(); first += fit) {
      const std::size_t last = std::min(columns_.size(), first + fit);
      if (first > 0) { out += '\n'; }
      std::string line = "  " + padded(input, names, false);
      for (std::size_t i = first; i < last; ++i) {
        line += padded(label(columns_[i]).substr(0, cell_width - 1), cell_width, true);
      }
      out += dim(line, heading_.screen) + "\n";
      for (std::size_t k = 0; k < names_.size(); ++k) {
        line = "  " + padded(names_[k], names, false);
        for (std::size_t i = first; i < last; ++i) { line += padded(cells_[columns_[i].first][k], cell_width, true); }
        out += line + "\n";
      }
    }
    return out + notes(what);
  }

 private:
  /// Adjacent values with the same answer.
  struct Column {
    std::size_t first;
    std::size_t last;
  };

  // Only listed values share a column: the table makes no claim about values between them.
  static bool follows(const std::string& before, const std::string& value) {
    const auto first = text::integer_of(before);
    const auto second = text::integer_of(value);
    return first && second && *first < *second && *second - 1 == *first;
  }

  /// Returns whether two values have the same cells, and those the same figures before rounding: a table that joins
  /// columns says that they are equal.
  [[nodiscard]] bool is_same(std::size_t first, std::size_t second) const {
    constexpr double kRounding = 1e-12;  // that of sums of doubles
    const auto& figures = figures_[first];
    return cells_[first] == cells_[second] &&
           std::equal(figures.begin(), figures.end(), figures_[second].begin(), figures_[second].end(),
                      [](double a, double b) { return a == b || std::abs(a - b) <= kRounding * std::abs(a); });
  }

  // Two decimals; more in a row of rare things, so that the greatest of its figures has three digits.
  static int decimals_of(double most) {
    constexpr int kLeast = 2;
    constexpr int kMost = 9;
    return most > 0 ? std::clamp(kLeast - static_cast<int>(std::floor(std::log10(most * 100))), kLeast, kMost) : kLeast;
  }

  static std::string cell(double p, int decimals, text::Rounding rounding = text::Rounding::Nearest) {
    if (p >= 1) { return "100"; }
    constexpr double kNoise = 1e-9;  // of a product of doubles: 0.9 is no reason to show 0.89
    const double unit = std::pow(10, decimals);
    double shown = p * 100;
    if (rounding == text::Rounding::Down) { shown = std::floor(shown * unit + kNoise) / unit; }
    if (rounding == text::Rounding::Up) { shown = std::ceil(shown * unit - kNoise) / unit; }
    const auto text = fmt::format("{:.{}f}", shown, decimals);
    if (rounding != text::Rounding::Nearest) { return text; }
    if (std::strtod(text.c_str(), nullptr) == 0) { return fmt::format("<{:.{}f}", 1 / unit, decimals); }
    return text == "100.00" ? std::string(">99.9") : text;
  }

  // Bounds are rounded away from each other; a figure that is the same for both is exact.
  static std::string bounds_cell(const ShareBounds& bounds, int decimals) {
    if (bounds.high <= 0) { return "."; }
    const auto nearest = cell(bounds.low, decimals);
    if (bounds.low > 0 && nearest == cell(bounds.high, decimals)) { return nearest; }
    const auto low = cell(bounds.low, decimals, text::Rounding::Down);
    const auto high = cell(bounds.high, decimals, text::Rounding::Up);
    if (bounds.low <= 0) { return "<=" + high; }
    return bounds.high >= 1 ? ">=" + low : low + "-" + high;
  }

  [[nodiscard]] bool never_holds(std::size_t i) const {
    const auto& table = table_of(rows_[i].table);
    return table.rows.empty() && table.exact;
  }

  // Counts have means, and columns that are integers wherever they are known.
  void find_means() {
    bool are_numbers = true;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      means_.push_back(never_holds(i) ? std::nullopt : documents::mean_of(rows_[i].table));
      has_means_ = has_means_ || means_[i] || std::holds_alternative<CountTable>(rows_[i].table);
      are_numbers = are_numbers && (means_[i] || !table_of(rows_[i].table).exact || never_holds(i));
    }
    has_means_ = has_means_ && are_numbers;
  }

  [[nodiscard]] bool lacks_mean(std::size_t i) const { return has_means_ && !means_[i] && !never_holds(i); }

  [[nodiscard]] bool is_unanswered(std::size_t i) const {
    const auto& table = table_of(rows_[i].table);
    return table.rows.empty() && !table.exact;
  }

  [[nodiscard]] std::string label(const Column& column) const {
    std::string mark;
    for (auto i = column.first; i <= column.last; ++i) {
      if (!table_of(rows_[i].table).exact) { mark = "~"; }
    }
    if (column.first == column.last) { return mark + rows_[column.first].value; }
    return fmt::format("{}{}..{}", mark, rows_[column.first].value, rows_[column.last].value);
  }

  // Returns the place of the range that a row has, their number if it has none.
  [[nodiscard]] std::ptrdiff_t range_in(const OddsRow& row) const {
    const auto& ranges = heading_.ranges;
    for (const auto& value : row.values) {
      const auto found = std::find(ranges.begin(), ranges.end(), to_text(value));
      if (found != ranges.end()) { return found - ranges.begin(); }
    }
    return static_cast<std::ptrdiff_t>(ranges.size());
  }

  /// The knowledge of an outcome at one value of the input: all its rows together.
  struct Share {
    std::size_t rows = 0;
    ShareBounds bounds;
    std::optional<double> estimate;
    std::string fraction;

    [[nodiscard]] double order() const { return estimate.value_or(bounds.low); }
  };

  using Shares = std::vector<Share>;  // by value of the input

  std::string share_cell(std::size_t i, const Share& share, int decimals) {
    if (never_holds(i)) { return "-"; }
    if (is_unanswered(i)) { return "?"; }
    const auto& table = table_of(rows_[i].table);
    const std::string unit = has_fractions_ ? "%" : "";
    if (!table.exact) {
      if (share.estimate && *share.estimate > 0) {
        has_estimates_ = true;
        return "~" + cell(*share.estimate, decimals) + unit;
      }
      const auto text = bounds_cell(share.rows > 0 ? share.bounds : table.without_row(), decimals);
      return text == "." ? text : text + unit;
    }
    if (share.rows == 0 || share.bounds.high <= 0) { return "."; }
    if (share.bounds.low <= 0) {
      has_zero_ = true;
      return "0";
    }
    if (!share.fraction.empty() && share.fraction.size() <= kMostFraction) { return share.fraction; }
    has_long_ = has_long_ || !share.fraction.empty();
    // The sum of several rows may round to 1 what others share.
    const auto others =
        std::count_if(table.rows.begin(), table.rows.end(), [](const auto& row) { return row.low > 0; });
    const bool is_shared = share.rows > 1 && static_cast<std::size_t>(others) > share.rows;
    return (share.bounds.low >= 1 && is_shared ? ">99.9" : cell(share.bounds.low, decimals)) + unit;
  }

  void gather() {
    // Values of different kinds may be written alike: a text and no value at all.
    using Outcome = std::pair<std::string, Cells>;
    std::map<Outcome, Shares> by_outcome;
    std::map<Outcome, std::ptrdiff_t> range_of;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const auto& table = table_of(rows_[i].table);
      for (const OddsRow& row : table.rows) {
        const Outcome outcome{printable(fmt::format("{}", fmt::join(to_texts(row.values), "  "))), row.values};
        range_of.emplace(outcome, range_in(row));
        auto& shares = by_outcome[outcome];
        shares.resize(rows_.size());
        auto& share = shares[i];
        ++share.rows;
        share.bounds.low += row.low;
        share.bounds.high = std::min(1.0, share.bounds.high + row.high);
        if (row.estimate) { share.estimate = share.estimate.value_or(0) + row.estimate->probability; }
        // That of the explored part is none of the whole.
        if (!row.fraction || !table.exact) { continue; }
        has_fractions_ = true;
        share.fraction = row.fraction->text();
      }
    }
    const auto most_of = [](const Shares& shares) {
      double most = 0;
      for (const Share& share : shares) { most = std::max(most, share.order()); }
      return most;
    };
    // Outcomes sorted by the range of `--cut`, then by their greatest probability at any value, then by size.
    std::vector<std::pair<Outcome, Shares>> outcomes(by_outcome.begin(), by_outcome.end());
    std::stable_sort(outcomes.begin(), outcomes.end(), [&](const auto& a, const auto& b) {
      const auto first = range_of.at(a.first);
      const auto second = range_of.at(b.first);
      if (first != second) { return first < second; }
      const auto most = most_of(a.second);
      const auto other = most_of(b.second);
      if (most != other) { return most > other; }
      // Numbers by size, before words.
      const auto number = text::integer_of(a.first.first);
      const auto other_number = text::integer_of(b.first.first);
      return number && (!other_number || *number < *other_number);
    });
    const auto shown =
        rows_to_show(outcomes, heading_.most_rows, [](const auto& row) -> const Cells& { return row.first.second; });
    left_out_ = outcomes.size() - shown.size();
    std::vector<int> decimals;
    for (const auto* row : shown) {
      names_.push_back(row->first.first);
      decimals.push_back(decimals_of(most_of(row->second)));
    }
    cells_.resize(rows_.size());
    figures_.resize(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      for (std::size_t k = 0; k < shown.size(); ++k) {
        const auto& share = shown[k]->second[i];
        cells_[i].push_back(share_cell(i, share, decimals[k]));
        figures_[i].insert(figures_[i].end(), {share.bounds.low, share.bounds.high, share.estimate.value_or(0)});
      }
      if (has_means_) {
        figures_[i].push_back(means_[i].value_or(0));
        cells_[i].push_back(means_[i] ? text::amount(*means_[i]) : never_holds(i) ? "-" : "?");
      }
    }
    if (has_means_) { names_.emplace_back("mean"); }
  }

  [[nodiscard]] std::string notes(const std::string& what) const {
    std::string out;
    if (left_out_ > 0) { out += fmt::format("  and {} more\n", left_out_); }
    out += has_fractions_ ? "  exact" : "  in percent";
    out += (what.empty() ? "" : ", " + what) + "; . never";
    if (has_zero_) { out += "; 0 occurs, but with no share in the long run"; }
    if (has_long_) { out += "; % a fraction that is longer, which --format json has"; }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (!never_holds(i)) { continue; }
      out += "; - the condition never holds";
      break;
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (!is_unanswered(i) && !lacks_mean(i)) { continue; }
      out += "; ? no answer within the limits";
      break;
    }
    for (const auto& row : rows_) {
      if (table_of(row.table).exact) { continue; }
      out += "; ~ not exact: --format csv has the bounds";
      if (has_estimates_) { out += " beside these estimates"; }
      break;
    }
    return out + "\n";
  }

  const OddsHeading& heading_;
  const std::vector<Swept<Answer>>& rows_;
  bool has_means_ = false;
  std::vector<std::optional<double>> means_;     // by value of the input
  std::vector<std::string> names_;               // of the lines
  std::vector<std::vector<std::string>> cells_;  // by value of the input, then by line
  std::vector<std::vector<double>> figures_;     // that the cells round
  std::vector<Column> columns_;
  std::size_t left_out_ = 0;
  bool has_fractions_ = false;
  bool has_estimates_ = false;
  bool has_zero_ = false;  // some outcome that occurs has no share
  bool has_long_ = false;  // some fraction is too long for a column
};

}  // namespace

std::string sweep_text(const OddsHeading& heading, const std::string& input, const std::vector<Swept<Answer>>& rows,
                       const std::string& what) {
  return heading_lines(heading, "by " + input) + SweepTable(heading, rows).text(input, what);
}

}  // namespace spoils::cli
