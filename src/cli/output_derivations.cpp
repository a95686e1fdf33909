// cli/output_derivations.cpp
//
// Writes derivations (`odds --why`) as text and JSON.
#include "cli/output_derivations.h"

#include <fmt/format.h>

#include <algorithm>

#include "text/plain/figures.h"

namespace spoils::cli {

using text::JsonWriter;

namespace {

std::string step_text(const WayStep& step) {
  return step.chosen.empty() ? step.source : fmt::format("{} -> {}", step.source, step.chosen);
}

std::string place_text(const Place& place) {
  return fmt::format("{}:{}:{}", place.file, place.location.line, place.location.column);
}

std::string asked_text(const Derivations& ways, const std::vector<std::string>& values) {
  std::string out;
  for (std::size_t i = 0; i < values.size(); ++i) {
    out += fmt::format("{}{} = {}", i > 0 ? ", " : "", ways.by[i], values[i]);
  }
  return out;
}

}  // namespace

std::string derivations_text(const OddsHeading& heading, const std::vector<std::string>& values,
                             const Derivations& ways) {
  std::string out = heading_lines(heading);
  out += paragraphs(printable(fmt::format("{}: {}, in {} {}", asked_text(ways, values), text::percent(ways.probability),
                                          ways.ways.size(), ways.ways.size() == 1 ? "path" : "paths")),
                    heading.screen.width);
  const std::size_t shown = std::min(ways.ways.size(), heading.most_rows);
  std::size_t width = 0;
  for (std::size_t i = 0; i < shown; ++i) {
    for (const auto& step : ways.ways[i].steps) { width = std::max(width, display_width(printable(step_text(step)))); }
  }
  // A step that would leave no room for places is wider than its column.
  width = std::min<std::size_t>(width, 48);
  for (std::size_t i = 0; i < shown; ++i) {
    const Way& way = ways.ways[i];
    out += fmt::format("\n  {} of it: {}\n", text::percent(way.probability / ways.probability),
                       text::percent(way.probability));
    if (way.steps.empty()) { out += "    always, without a decision\n"; }
    for (const auto& step : way.steps) {
      out += fmt::format("    {}  {}\n", padded(printable(step_text(step)), width, false),
                         dim(printable(place_text(step.place)), heading.screen));
    }
  }
  if (shown < ways.ways.size()) {
    double rest = 0;
    for (std::size_t i = shown; i < ways.ways.size(); ++i) { rest += ways.ways[i].probability; }
    out += fmt::format("\n  and {} more, {} together\n", ways.ways.size() - shown, text::percent(rest));
  }
  if (!ways.exact) { out += "  some paths were dropped at the limit of states; more with --max-states\n"; }
  return out;
}

std::string derivations_json(const OddsHeading& heading, const std::vector<std::string>& values,
                             const Derivations& ways) {
  std::string out;
  JsonWriter json(out);
  open_heading(json, "spoils.ways", heading, ways.by);
  json.member("values", values).member("p", ways.probability).member("exact", ways.exact);
  json.list("ways", ways.ways, [&](const Way& way) {
    json.open('{').member("p", way.probability);
    json.list("steps", way.steps, [&](const WayStep& step) {
      json.open('{').member("source", step.source).member("chosen", step.chosen).member("file", step.place.file);
      json.member("line", step.place.location.line).member("column", step.place.location.column).close('}');
    });
    json.close('}');
  });
  json.close('}');
  return out + '\n';
}

std::string way_line(const std::vector<WayStep>& steps) {
  std::string out;
  for (const auto& step : steps) { out += (out.empty() ? "" : " > ") + step_text(step); }
  return out.empty() ? "always" : out;
}

}  // namespace spoils::cli
