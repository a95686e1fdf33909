#include "cli/output_tweak.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/complaint.h"
#include "cli/output_explain.h"
#include "cli/output_text.h"
#include "text/plain/figures.h"

namespace spoils::cli {

namespace {

std::string chance_of(const Decision& decision) {
  if (decision.is_declared) { return "fixed"; }
  if (decision.is_stored) { return "settled"; }
  if (decision.probability == 0) { return "never"; }
  if (decision.numerator == 1 && decision.denominator == 1) { return "certain"; }
  return text::percent_alone(decision.probability);
}

std::string chance_of(const TweakChoice& choice) {
  if (std::isnan(choice.probability)) { return "?"; }
  return choice.probability > 0 ? text::percent_alone(choice.probability) : "never";
}

/// Returns the chance of what is possible.
std::string chance_text(double probability, bool is_exact) {
  return is_exact ? text::percent_alone(text::above_impossibility(probability))
                  : "at least " + text::percent_alone(probability, text::Rounding::Down);
}

std::string step_text(const Step& step) {
  switch (step.kind) {
    case Step::Kind::Run: return step.source + "()";
    case Step::Kind::Drop: return "drop " + step.source;
    case Step::Kind::Hold: return "hold " + step.source;
    case Step::Kind::Turn: return fmt::format("turn {}", step.number);
    case Step::Kind::Member: return fmt::format("{} = {}", step.source, step.value);
    case Step::Kind::Loop: return fmt::format("repeat, {}", counted(static_cast<std::size_t>(step.number), "turn"));
    case Step::Kind::Extra: return step.source + "(), added";
    case Step::Kind::Input: return fmt::format("with {} = {}", step.source, step.value);
    case Step::Kind::Stream: return "with stream " + step.source;
    case Step::Kind::Lcg: return "with stream lcg";
    case Step::Kind::WorldDef:
    case Step::Kind::WorldRule: return fmt::format("world def {}({})", step.source, step.value);
    case Step::Kind::Attempt: return "try";
    case Step::Kind::After: return "after a rule";
    default: return {};
  }
}

// Two or more columns; on a narrow screen the widest one is wrapped.
std::string columns_of(const std::vector<std::vector<std::string>>& lines, const Screen& screen) {
  constexpr std::size_t kLeastColumn = 20;
  constexpr std::size_t kContinued = 2;
  constexpr std::size_t kGap = 2;
  std::vector<std::size_t> widths;
  for (const auto& line : lines) {
    widths.resize(std::max(widths.size(), line.size()));
    for (std::size_t i = 0; i < line.size(); ++i) { widths[i] = std::max(widths[i], display_width(line[i])); }
  }
  const auto widest = std::max_element(widths.begin(), widths.end());
  std::size_t others = 0;
  for (const auto width : widths) { others += width + kGap; }
  if (widest != widths.end() && others > screen.row_width) {
    others -= *widest;
    *widest = std::min(*widest, std::max(kLeastColumn, screen.row_width - std::min(others, screen.row_width)));
  }
  const auto wrapped = static_cast<std::size_t>(widest - widths.begin());
  std::string out;
  for (const auto& line : lines) {
    std::string row;
    std::vector<std::string> parts{""};
    std::size_t begin = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      auto shown = line[i];
      if (i == wrapped && display_width(shown) > widths[i]) {
        parts = wrap(shown, widths[i], widths[i] - kContinued);
        shown = parts.front();
        begin = display_width(row) + kGap;
      }
      row.append(kGap, ' ');
      row += shown;
      row.append(widths[i] - std::min(widths[i], display_width(shown)), ' ');
    }
    row.resize(row.find_last_not_of(' ') + 1);
    out += row + '\n';
    for (std::size_t i = 1; i < parts.size(); ++i) { out += std::string(begin + kContinued, ' ') + parts[i] + '\n'; }
  }
  return out;
}

std::string report_text(const Tweaker& tweaker) {
  const auto& report = tweaker.report();
  std::string out;
  const auto& things = tweaker.explanation().things;
  for (const auto& change : report.changed) {
    if (change.field.empty()) {
      out += printable(change.before.empty() ? fmt::format("new: {}", change.after)
                                             : fmt::format("gone: {}", change.before)) +
             '\n';
      continue;
    }
    const auto of = things.size() > 1 ? fmt::format(" of {}", change.thing) : "";
    out += printable(fmt::format("{}{}: {} -> {}", change.field, of, change.before, change.after)) + '\n';
  }
  for (const auto& lost : report.lost) {
    out += fmt::format("{}: {}\n", lost.is_gone ? "gone" : "lost", printable(lost.id));
  }
  for (const auto& id : report.drawn) { out += fmt::format("drawn: {}\n", printable(id)); }
  return out;
}

std::string product_text(const Tweaker& tweaker) {
  const auto& told = tweaker.explanation();
  const auto& against = tweaker.report().against;
  if (!against.empty()) {
    std::string out = "against the rules:\n";
    for (const auto& edit : against) { out += "  " + printable(edit) + '\n'; }
    return out;
  }
  if (told.decisions == 0) { return "nothing was random\n"; }
  const auto of =
      told.decisions == 1 ? std::string("this decision") : fmt::format("all {} decisions together", told.decisions);
  return fmt::format("probability of {}: {}\n", of, odds_in_words(told.probability, told.log10_probability));
}

}  // namespace

std::vector<TweakLine> tweak_lines(const Tweaker& tweaker) {
  std::vector<TweakLine> out;
  for (const auto& step : tweaker.explanation().steps) {
    if (step.id.empty() || step.is_rejected) { continue; }
    TweakLine line;
    line.id = step.id;
    line.depth = step.depth;
    if (step.decision) {
      const auto& decision = *step.decision;
      auto chosen = decision.chosen;
      if (decision.kind == Decision::Kind::Chance) { chosen = chosen == "true" ? "yes" : "no"; }
      line.text = fmt::format("{}: {}", decision.target.empty() ? step.source : decision.target, chosen);
      line.chance = chance_of(decision);
    } else {
      line.kind = step.kind == Step::Kind::Loop ? TweakLine::Kind::Loop : TweakLine::Kind::Step;
      line.text = step_text(step);
    }
    out.push_back(std::move(line));
  }
  return out;
}

void write_tweak_text(const RollHeading& heading, const Tweaker& tweaker, bool numbered, RollText& written) {
  write_things(heading, tweaker.explanation().things, written);
  if (!written.pass_on()) { return; }
  auto& out = written.text();
  const auto did = report_text(tweaker);
  if (!did.empty()) { out += '\n' + did; }
  std::vector<std::vector<std::string>> lines;
  const auto all = tweak_lines(tweaker);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& line = all[i];
    const auto indented = std::string(2 * (line.depth > 0 ? line.depth - 1 : 0), ' ') + printable(line.text);
    if (numbered) {
      const auto* const mark = line.kind == TweakLine::Kind::Loop   ? "+"
                               : line.kind == TweakLine::Kind::Step ? "x"
                                                                    : " ";
      lines.push_back({fmt::format("{:>3} {}", i + 1, mark), indented, line.chance});
    } else {
      lines.push_back({printable(line.id), printable(line.text), line.chance});
    }
  }
  if (!lines.empty()) { out += '\n' + columns_of(lines, heading.screen); }
  out += '\n' + product_text(tweaker);
}

std::string choices_text(const TweakChoices& found, const Screen& screen, bool numbered) {
  std::string out = printable(found.id) + '\n';
  std::vector<std::vector<std::string>> lines;
  for (std::size_t i = 0; i < found.choices.size(); ++i) {
    const auto& choice = found.choices[i];
    auto what = choice.fault.empty() ? choice.name : "fault: " + choice.fault;
    for (const auto& [name, value] : choice.measures) { what += fmt::format("  {}={}", name, value); }
    if (choice.lost > 0 && choice.fault.empty()) { what += fmt::format("  ({} lost)", choice.lost); }
    if (!choice.why_not.empty()) { what = choice.why_not; }
    const auto number = numbered ? std::to_string(i + 1) : std::to_string(choice.choice);
    lines.push_back(
        {(choice.is_current ? "*" : " ") + number, printable(choice.value), chance_of(choice), printable(what)});
  }
  out += columns_of(lines, screen);
  if (found.count > found.choices.size()) { out += fmt::format("  of {}\n", counted(found.count, "choice")); }
  return out;
}

std::string outlook_text(const TweakOutlook& outlook, const Screen& screen) {
  std::string out;
  for (const auto& name : outlook.by) { out += (out.empty() ? "by " : ", ") + printable(name); }
  out +=
      fmt::format("  if {} open\n",
                  outlook.open.size() == 1 ? "1 decision were" : fmt::format("{} decisions were", outlook.open.size()));
  std::vector<std::vector<std::string>> lines;
  for (const auto& row : outlook.rows) {
    std::vector<std::string> line;
    for (const auto& value : row.values) { line.push_back(printable(value)); }
    line.push_back(chance_text(row.probability, outlook.is_exact));
    lines.push_back(std::move(line));
  }
  out += columns_of(lines, screen);
  if (outlook.failed > 0) { out += fmt::format("refused: {}\n", text::percent_alone(outlook.failed)); }
  if (!outlook.is_exact) { out += fmt::format("not computed: {}\n", text::percent_alone(outlook.unknown)); }
  return out;
}

std::string reach_text(const std::string& question, const TweakReach& reach, const Screen&) {
  constexpr std::size_t kMostUnsure = 8;
  constexpr double kMostToSay = 0.9999;  // a bound above it says nothing
  const bool is_likely = reach.numerator != "0";
  std::string out = printable(question) + ": ";
  if (is_likely) {
    out += chance_text(reach.probability, reach.is_exact);
    // More are open than those that change it, each for itself.
    if (reach.open.size() > reach.decisions.size() + reach.through.size()) {
      out += fmt::format(", if {} decisions were open", reach.open.size());
    }
  } else if (reach.is_found) {
    out += "came in a roll that was tried, with a probability that was not computed";
  } else if (reach.is_exact) {
    out += "never";
  } else {
    out += fmt::format("not found among the {} that {} tried", counted(reach.tried, "choice"),
                       reach.tried == 1 ? "was" : "were");
    if (reach.unknown < kMostToSay) {
      out += fmt::format(", at most {}", text::percent_alone(reach.unknown, text::Rounding::Up));
    }
  }
  out += '\n';
  if (!reach.nearest.empty()) {
    out += "nearest: ";
    for (std::size_t i = 0; i < reach.nearest.size(); ++i) { out += (i > 0 ? ", " : "") + printable(reach.nearest[i]); }
    out += '\n';
  }
  for (const auto& id : reach.decisions) { out += fmt::format("depends on: {}\n", printable(id)); }
  for (const auto& each : reach.through) {
    out += fmt::format("depends on: {}", printable(each.id));
    if (is_likely && each.numerator != "0") {
      out += ", which alone gives it with " + chance_text(each.probability, each.is_exact);
    }
    out += '\n';
  }
  for (std::size_t i = 0; i < std::min(kMostUnsure, reach.unsure.size()); ++i) {
    out += fmt::format("not all choices were tried: {}\n", printable(reach.unsure[i]));
  }
  if (reach.unsure.size() > kMostUnsure) { out += fmt::format("and {} more\n", reach.unsure.size() - kMostUnsure); }
  if (reach.decisions.empty() && reach.through.empty() && reach.unsure.empty()) {
    out += "no single decision changes it\n";
  }
  return out;
}

}  // namespace spoils::cli
