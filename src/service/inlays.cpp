// service/inlays.cpp
//
// The odds of rows as remarks at their ends, and those of the cells of a grid at the ends of their lines. The rows are
// those of the pack that compiled last, moved to where they are in the newest text; rows in the changed part have none.
// The cells of interpolated grids have the odds at the keys that are written. Pinned by tests/service.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "api/pack_data.h"
#include "program/walk.h"
#include "service/answers.h"
#include "service/row_odds.h"
#include "text/plain/figures.h"

namespace spoils::service {

namespace {

/// The most rows in one answer: far more than an editor shows.
constexpr std::size_t kMostRows = 5'000;

/// The most cells of a line whose odds are in its remark; the tooltip has all.
constexpr std::size_t kMostCells = 8;

/// The tables of grids, whose rows are cells, with their grids.
std::map<std::uint32_t, const program::Grid*> tables_of_grids(const program::Program& program) {
  std::map<std::uint32_t, const program::Grid*> out;
  for (const auto& grid : program.grids) {
    for (const auto table : program::tables_of(grid)) { out.emplace(table, &grid); }
  }
  return out;
}

/// The odds of the cells of one line, from left to right.
InlayText inlay_of_line(const RowShare* first, const RowShare* last) {
  InlayText out{(last - 1)->place.end, {}, {}};
  for (const auto* cell = first; cell != last; ++cell) {
    const auto number = static_cast<std::size_t>(cell - first);
    const auto separator = number == 0 ? "" : ", ";
    out.tooltip += separator + cell->fraction;
    if (number < kMostCells) { out.text += separator + text::percent_alone(cell->share); }
    if (number == kMostCells) { out.text += ", ..."; }
  }
  if (!first->table.empty()) { out.tooltip += fmt::format(" of `{}`", first->table); }
  if (!first->setting.empty()) { out.tooltip += " " + first->setting; }
  return out;
}

double as_double(const number::Rational& share) {
  return static_cast<double>(share.numerator()) / static_cast<double>(share.denominator());
}

std::string fraction_of(const number::Rational& share) {
  return fmt::format("{}/{}", share.numerator(), share.denominator());
}

RowShare share_of(ByteRange place, const std::string& table, bool is_cell, const number::Rational& share) {
  RowShare out;
  out.place = place;
  out.table = table;
  out.is_cell = is_cell;
  out.share = as_double(share);
  out.fraction = fraction_of(share);
  return out;
}

/// Divides the share of a row among its outcomes, if it has two and that is known.
void divide(RowShare& out, RowOdds& odds, const program::TableRow& row, const number::Rational& share) {
  if (row.condition == program::kNone || row.otherwise == program::kNone) { return; }
  const auto outcomes = odds.outcomes(row, share);
  if (!outcomes) {
    out.of = RowShare::Of::Either;
    return;
  }
  out.share = as_double(outcomes->first);
  out.fraction = fraction_of(outcomes->first);
  out.other = as_double(outcomes->second);
  out.other_fraction = fraction_of(outcomes->second);
}

/// The cells of an interpolated grid as it is written, one a key, by where the head of their line or column is. A head
/// that is a set is several rows of the table. Nothing for a grid that was not written.
std::map<std::uint32_t, std::vector<Span>> cells_of(const check::Scope& scope, const program::Grid& grid) {
  std::map<std::uint32_t, std::vector<Span>> out;
  for (const auto* declaration : scope.all(lang::Declaration::Kind::Grid)) {
    if (!(declaration->name_span == grid.place)) { continue; }
    if (declaration->is_across) {
      for (const auto& line : declaration->rows) {
        std::vector<Span> cells;
        for (const auto& cell : line.outcomes.back().cells) { cells.push_back(cell.span); }
        for (const auto& head : line.outcomes) { out[head.value.span.begin] = cells; }
      }
      continue;
    }
    for (std::size_t i = 0; i < declaration->columns.size(); ++i) {
      std::vector<Span> cells;
      for (const auto& line : declaration->rows) { cells.push_back(line.outcomes.back().cells[i].span); }
      for (const auto& head : declaration->columns[i].values) { out[head.span.begin] = cells; }
    }
  }
  return out;
}

/// Adds the odds of the outcomes of an interpolated grid at each key that is written: there the weights are the cells
/// themselves. `place_of`: where a cell is in the newest text; `met`: the places that have odds.
template <class PlaceOf>
void add_corners(std::vector<RowShare>& out, const std::vector<const program::Points*>& rows,
                 const program::Table& table, const std::map<std::uint32_t, std::vector<Span>>& cells,
                 const std::string& grid, ByteRange range, const PlaceOf& place_of, std::set<std::size_t>& met) {
  const auto keys = rows.empty() ? 0 : rows.front()->at.size();
  for (std::size_t key = 0; key < keys && out.size() < kMostRows; ++key) {
    const auto shares = RowOdds::shares_at(rows, key);
    if (!shares) { continue; }
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const auto found = cells.find(table.rows[row].place.begin);
      if (found == cells.end() || key >= found->second.size()) { continue; }
      const auto place = place_of(found->second[key]);
      if (!place || place->begin > range.end || place->end < range.begin || !met.insert(place->begin).second) {
        continue;
      }
      out.push_back(share_of(*place, grid, true, (*shares)[row]));
    }
  }
}

}  // namespace

std::vector<RowShare> row_shares(const Project& project, std::uint32_t file, ByteRange range, const Values& inputs) {
  std::vector<RowShare> out;
  if (!project.good) { return out; }
  const auto& data = project.good->data();
  const auto& parsed = *project.files[file].parsed;
  std::optional<std::uint32_t> source;
  for (std::uint32_t i = 0; i < data.sources->size(); ++i) {
    if ((*data.sources)[i].name() == parsed.path) { source = i; }
  }
  if (!source) { return out; }
  const OffsetMap moved((*data.sources)[*source].bytes(), parsed.bytes());
  const auto grids = tables_of_grids(data.program);
  RowOdds odds(*project.good, inputs);
  std::set<std::size_t> met;
  for (std::uint32_t i = 0; i < data.program.tables.size() && out.size() < kMostRows; ++i) {
    const auto& table = data.program.tables[i];
    if (table.place.source != *source || table.rows.size() < 2 || table.is_rows) { continue; }
    const auto grid = grids.find(i);
    const bool is_cell = grid != grids.end();
    if (!is_cell && data.context->scope.collection(table.name) != nullptr) { continue; }
    if (is_cell && grid->second->is_interpolated) {
      if (const auto rows = odds.points(i)) {
        const auto place_of = [&](const Span& place) {
          return place.source == *source ? moved.now(place) : std::nullopt;
        };
        add_corners(out, *rows, table, cells_of(data.context->scope, *grid->second), grid->second->name, range,
                    place_of, met);
      }
      continue;
    }
    std::vector<std::optional<ByteRange>> places;
    bool touches = false;
    for (const auto& row : table.rows) {
      places.push_back(row.place.source == *source ? moved.now(row.place) : std::nullopt);
      touches = touches || (places.back() && places.back()->begin <= range.end && places.back()->end >= range.begin);
    }
    if (!touches) { continue; }
    const auto shares = odds.shares(i);
    if (!shares) { continue; }
    for (std::size_t row = 0; row < places.size(); ++row) {
      const auto& place = places[row];
      if (!place || place->begin > range.end || place->end < range.begin || !met.insert(place->begin).second) {
        continue;
      }
      out.push_back(share_of(*place, is_cell ? grid->second->name : table.name, is_cell, (*shares)[row]));
      divide(out.back(), odds, table.rows[row], (*shares)[row]);
      out.back().setting = odds.setting(i, table.rows[row]);
    }
  }
  std::sort(out.begin(), out.end(), [](const RowShare& a, const RowShare& b) { return a.place.begin < b.place.begin; });
  return out;
}

std::vector<InlayText> inlays_of(const Project& project, std::uint32_t file, ByteRange range, const Values& inputs) {
  std::vector<InlayText> out;
  auto rows = row_shares(project, file, range, inputs);
  std::erase_if(rows, [&](const RowShare& row) { return row.place.end < range.begin || row.place.end > range.end; });
  const auto text = project.files[file].parsed->bytes();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& row = rows[i];
    if (row.is_cell) {
      auto end = i + 1;
      const auto is_same_line = [&](const RowShare& next) {
        const auto from = rows[end - 1].place.end;
        return next.is_cell && text.substr(from, next.place.begin - from).find('\n') == std::string_view::npos;
      };
      while (end < rows.size() && is_same_line(rows[end])) { ++end; }
      out.push_back(inlay_of_line(rows.data() + i, rows.data() + end));
      i = end - 1;
      continue;
    }
    auto share = text::percent_alone(row.share);
    auto tooltip = row.fraction;
    if (row.of == RowShare::Of::Either) { share += " either"; }
    if (row.other) {
      share += ", else " + text::percent_alone(*row.other);
      tooltip += ", else " + row.other_fraction;
    }
    if (!row.table.empty()) { tooltip += fmt::format(" of `{}`", row.table); }
    if (!row.setting.empty()) { tooltip += " " + row.setting; }
    if (row.of == RowShare::Of::Either) { tooltip += ": of either outcome, a roll decides which"; }
    out.push_back({row.place.end, std::move(share), std::move(tooltip)});
  }
  return out;
}

}  // namespace spoils::service
