// service/inlays.cpp
//
// The odds of rows as remarks at their ends. The rows are those of the pack that compiled last, moved to where they are
// in the newest text; rows in the changed part have none.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "api/pack_data.h"
#include "service/answers.h"
#include "service/row_odds.h"
#include "text/plain/figures.h"

namespace spoils::service {

namespace {

/// The most rows in one answer: far more than an editor shows.
constexpr std::size_t kMostRows = 5'000;

/// The tables of grids, whose rows are cells.
std::set<std::uint32_t> tables_of_grids(const program::Program& program) {
  std::set<std::uint32_t> out;
  for (const auto& grid : program.grids) {
    for (const auto table : grid.table_of) {
      if (table >= 0) { out.insert(static_cast<std::uint32_t>(table)); }
    }
    if (grid.other >= 0) { out.insert(static_cast<std::uint32_t>(grid.other)); }
  }
  return out;
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
    if (table.place.source != *source || table.rows.size() < 2 || grids.count(i) > 0 || table.is_rows) { continue; }
    if (data.context->scope.collection(table.name) != nullptr) { continue; }
    std::vector<std::optional<ByteRange>> places;
    bool touches = false;
    for (const auto& row : table.rows) {
      places.push_back(row.place.source == *source ? moved.now(row.place) : std::nullopt);
      touches = touches || (places.back() && places.back()->begin <= range.end && places.back()->end >= range.begin);
    }
    if (!touches) { continue; }
    const auto shares = odds.shares(i);
    if (!shares) { continue; }
    const auto setting = odds.setting(i);
    for (std::size_t row = 0; row < places.size(); ++row) {
      const auto& place = places[row];
      if (!place || place->begin > range.end || place->end < range.begin || !met.insert(place->begin).second) {
        continue;
      }
      const auto& share = (*shares)[row];
      out.push_back({*place, table.name,
                     static_cast<double>(share.numerator()) / static_cast<double>(share.denominator()),
                     fmt::format("{}/{}", share.numerator(), share.denominator()), setting});
    }
  }
  std::sort(out.begin(), out.end(), [](const RowShare& a, const RowShare& b) { return a.place.begin < b.place.begin; });
  return out;
}

std::vector<InlayText> inlays_of(const Project& project, std::uint32_t file, ByteRange range, const Values& inputs) {
  std::vector<InlayText> out;
  for (const auto& row : row_shares(project, file, range, inputs)) {
    if (row.place.end < range.begin || row.place.end > range.end) { continue; }
    auto tooltip = row.table.empty() ? row.fraction : fmt::format("{} of `{}`", row.fraction, row.table);
    if (!row.setting.empty()) { tooltip += " " + row.setting; }
    out.push_back({row.place.end, text::percent_alone(row.share), std::move(tooltip)});
  }
  return out;
}

}  // namespace spoils::service
