// cli/odds_heading.cpp
//
// Writes headings of odds as text, and the figures, padding and CSV cells that all tables of odds use.
#include "cli/odds_heading.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <variant>

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

std::vector<std::string> own_fields_if_nothing(const Pack& pack, const RuleInfo& rule, Roller& roller,
                                               const Answer& answer) {
  constexpr std::uint64_t kTried = 8;
  const auto* const table = std::get_if<OddsTable>(&answer);
  const bool is_nothing =
      table != nullptr && table->rows.size() == 1 &&
      std::none_of(table->rows[0].values.begin(), table->rows[0].values.end(), [](const auto& cell) { return !!cell; });
  std::vector<std::string> out;
  if (!is_nothing) { return out; }
  std::vector<bool> is_set(pack.fields().size(), false);
  for (std::uint64_t index = 0; index < kTried; ++index) {
    const auto things = roller.roll(0, index);
    if (!things) { break; }
    for (const Thing thing : *things) {
      if (thing.made_by() != rule.name) { continue; }
      for (std::size_t field = 0; field < is_set.size(); ++field) {
        is_set[field] = is_set[field] || thing.is_set(field);
      }
    }
  }
  for (std::size_t field = 0; field < is_set.size(); ++field) {
    if (is_set[field]) { out.push_back(pack.fields()[field].name); }
  }
  return out;
}

std::string padded(const std::string& text, std::size_t width, bool right) {
  const std::size_t used = display_width(text);
  const std::string blanks(width > used ? width - used : 0, ' ');
  return right ? blanks + text : text + blanks;
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) { return text; }
  std::string out = "\"";
  for (const char c : text) { out += c == '"' ? std::string("\"\"") : std::string(1, c); }
  return out + "\"";
}

std::string csv_cell(const std::optional<Cell>& cell) { return cell ? csv_cell(cell->text) : std::string(); }

std::string csv_header(const std::string& swept, const std::vector<std::string>& by,
                       const std::vector<std::string>& figures) {
  std::set<std::string> others(figures.begin(), figures.end());
  others.insert(swept);
  std::string out = swept.empty() ? std::string() : csv_cell(swept) + ",";
  for (const auto& name : by) { out += csv_cell((others.contains(name) ? "by." : "") + name) + ","; }
  return out + fmt::format("{}\n", fmt::join(figures, ","));
}

}  // namespace spoils::cli
