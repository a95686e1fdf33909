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

std::string place_text(const Place& place) {
  return fmt::format("{}:{}:{}", place.file, place.location.line, place.location.column);
}

std::string asked_text(const Derivations& derivations, const std::vector<std::string>& values) {
  std::string out;
  for (std::size_t i = 0; i < values.size(); ++i) {
    out += fmt::format("{}{} = {}", i > 0 ? ", " : "", derivations.by[i], values[i]);
  }
  return out;
}

std::string outcome_text(const Derivations& derivations) {
  return derivations.exact ? text::percent(derivations.probability)
                           : text::percent_between(derivations.probability, derivations.at_most);
}

}  // namespace

std::string derivations_text(const OddsHeading& heading, const std::vector<std::string>& values,
                             const Derivations& derivations) {
  std::string out = heading_lines(heading);
  out +=
      paragraphs(printable(fmt::format("{}: {}, in {} {}", asked_text(derivations, values), outcome_text(derivations),
                                       derivations.paths.size(), derivations.paths.size() == 1 ? "path" : "paths")),
                 heading.screen.width);
  const std::size_t shown = std::min(derivations.paths.size(), heading.most_rows);
  std::size_t width = 0;
  for (std::size_t i = 0; i < shown; ++i) {
    for (const auto& step : derivations.paths[i].steps) {
      width = std::max(width, display_width(printable(step_text(step))));
    }
  }
  // A step that would leave no room for places is wider than its column.
  width = std::min<std::size_t>(width, 48);
  for (std::size_t i = 0; i < shown; ++i) {
    const Derivation& derivation = derivations.paths[i];
    // A probability that is not known has no known parts.
    out += derivations.exact
               ? fmt::format("\n  {} of it: {}\n", text::percent(derivation.probability / derivations.probability),
                             text::percent(derivation.probability))
               : fmt::format("\n  at least {}\n", text::percent(derivation.probability, text::Rounding::Down));
    if (derivation.steps.empty()) { out += "    always, without a decision\n"; }
    for (const auto& step : derivation.steps) {
      out += fmt::format("    {}  {}\n", padded(printable(step_text(step)), width, false),
                         dim(printable(place_text(step.place)), heading.screen));
    }
  }
  if (shown < derivations.paths.size()) {
    double rest = 0;
    for (std::size_t i = shown; i < derivations.paths.size(); ++i) { rest += derivations.paths[i].probability; }
    out += fmt::format("\n  and {} more, {}{} together\n", derivations.paths.size() - shown,
                       derivations.exact ? "" : "at least ",
                       text::percent(rest, derivations.exact ? text::Rounding::Nearest : text::Rounding::Down));
  }
  if (!derivations.exact) {
    // Paths that were found have a probability above 0, unless it is lost.
    out += derivations.probability == 0 ? "  shares below 1 in 10^300 are not known\n"
                                        : "  some paths were dropped at the limit of states; more with --max-states\n";
  }
  return out;
}

std::string derivations_json(const OddsHeading& heading, const std::vector<std::string>& values,
                             const Derivations& derivations) {
  std::string out;
  JsonWriter json(out);
  open_heading(json, "spoils.ways", heading, derivations.by);
  json.member("values", values);
  if (derivations.exact) {
    json.member("p", derivations.probability);
  } else {
    json.member("lo", derivations.probability).member("hi", derivations.at_most);
  }
  json.member("exact", derivations.exact);
  json.list("ways", derivations.paths, [&](const Derivation& derivation) {
    json.open('{').member(derivations.exact ? "p" : "lo", derivation.probability);
    json.list("steps", derivation.steps, [&](const DerivationStep& step) {
      json.open('{').member("source", step.source).member("chosen", step.chosen).member("file", step.place.file);
      json.member("line", step.place.location.line).member("column", step.place.location.column).close('}');
    });
    json.close('}');
  });
  json.close('}');
  return out + '\n';
}

}  // namespace spoils::cli
