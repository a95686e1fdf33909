// cli/odds_heading.cpp
//
// Writes headings of odds as text and JSON, and the figures, padding and CSV cells that all tables of odds use.
#include "cli/odds_heading.h"

#include <fmt/format.h>

#include <cmath>

#include "cli/output_json.h"

namespace spoils::cli {

std::string heading_lines(const OddsHeading& heading, const std::string& more) {
  std::string out = fmt::format("{} {}", heading.pack, heading.rule);
  for (const auto& [name, value] : heading.values) { out += fmt::format("  {} {}", name, value); }
  if (!heading.world.empty()) { out += fmt::format("  world {}", heading.world); }
  // A world has all of its state; more than a few words of it would hide the question.
  if (heading.world.empty()) {
    for (const auto& [name, value] : heading.states) { out += fmt::format("  {} {}", name, value); }
  }
  if (!heading.where.empty()) { out += fmt::format("  given {}", heading.where); }
  if (!heading.count.empty()) { out += fmt::format("  how many: {}", heading.count); }
  if (!more.empty()) { out += "  " + more; }
  if (!heading.sampled.empty()) { out += fmt::format("  ({})", heading.sampled); }
  const auto width = static_cast<std::size_t>(heading.screen.width);
  std::string lines;
  for (const auto& line : wrap(printable(out), width, width - 2)) {
    lines += (lines.empty() ? "" : "  ") + dim(line, heading.screen) + '\n';
  }
  return lines;
}

void append_heading(std::string& out, const std::string& schema, const OddsHeading& heading,
                    const std::vector<std::string>& by) {
  out += fmt::format(R"({{"schema":"{}","version":1,"pack":)", schema);
  append_json_string(out, heading.pack);
  out += R"(,"rule":)";
  append_json_string(out, heading.rule);
  out += R"(,"inputs":{)";
  for (std::size_t i = 0; i < heading.values.size(); ++i) {
    if (i > 0) { out += ','; }
    append_json_string(out, heading.values[i].first);
    out += ':';
    if (heading.numeric[i]) {
      out += heading.values[i].second;
    } else {
      append_json_string(out, heading.values[i].second);
    }
  }
  out += '}';
  if (!heading.states.empty()) {
    out += R"(,"state":{)";
    for (std::size_t i = 0; i < heading.states.size(); ++i) {
      if (i > 0) { out += ','; }
      append_json_string(out, heading.states[i].first);
      out += ':';
      if (heading.numeric_states[i]) {
        out += heading.states[i].second;
      } else {
        append_json_string(out, heading.states[i].second);
      }
    }
    out += '}';
  }
  out += R"(,"by":)";
  append_json_strings(out, by);
  out += ',';
}

std::string four_digits(double value) {
  std::string out = fmt::format("{:.4g}", value);
  if (out.find('e') != std::string::npos) {
    const bool is_great = std::fabs(value) >= 1;
    out = fmt::format("{:.{}f}", is_great ? std::stod(out) : value, is_great ? 0 : 10);
  }
  if (out.find('.') != std::string::npos) {
    while (out.back() == '0') { out.pop_back(); }
    if (out.back() == '.') { out.pop_back(); }
  }
  return out;
}

std::string percent_text(double probability) {
  if (probability <= 0) { return "0%"; }
  if (probability >= 1) { return "100%"; }
  std::string out = four_digits(probability * 100) + "%";
  if (out == "100%") { return ">99.99%"; }
  if (probability < 0.01) {
    if (probability < 1e-9) { out = "<0.0000001%"; }
    const double every = 1 / probability;
    out += every < 1e15 ? fmt::format(" (1 in {})", four_digits(every)) : fmt::format(" (1 in {:.3g})", every);
  }
  return out;
}

std::string percent_alone(double probability) {
  const auto text = percent_text(probability);
  return text.substr(0, text.find(' '));
}

std::string padded(const std::string& text, std::size_t width, bool right) {
  const std::size_t used = columns(text);
  const std::string blanks(width > used ? width - used : 0, ' ');
  return right ? blanks + text : text + blanks;
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) { return text; }
  std::string out = "\"";
  for (const char c : text) { out += c == '"' ? std::string("\"\"") : std::string(1, c); }
  return out + "\"";
}

}  // namespace spoils::cli
