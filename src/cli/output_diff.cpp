// cli/output_diff.cpp
//
// Writes differences as tables for the terminal and for pull requests, and as JSON.
#include "cli/output_diff.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "cli/odds_heading.h"
#include "text/plain/counted.h"
#include "text/plain/figures.h"
#include "text/plain/json_writer.h"

namespace spoils::cli {

namespace {

/// A row as it is shown: if an input is swept, one per outcome, at the value with the largest change.
struct ShownRow {
  std::string name;
  std::string where;  // "at 7 and 3 more"
  std::string before;
  std::string after;
  std::string change;  // "new", "gone", "x 1.25"
};

// `beside`: the other figure of the row. Two probabilities are written alike, so that they can be compared.
std::string figure(double value, double beside, bool is_mean) {
  constexpr double kLeastInPercent = 1e-6;
  constexpr double kWithoutOneIn = 0.01;
  if (value <= 0) { return "-"; }
  if (is_mean) { return text::amount(value); }
  if (value >= kLeastInPercent && beside >= kWithoutOneIn) { return text::percent_alone(value); }
  std::string text = text::percent(value);
  // Returns the part in parentheses of "0.4673% (1 in 214)".
  const std::size_t open = text.find('(');
  return open == std::string::npos ? text : text.substr(open + 1, text.size() - open - 2);
}

// The number of rows after the first one, those that are new or gone as that one is apart from the others.
std::string others(const std::vector<const DiffRow*>& rows) {
  const bool is_partly = rows.front()->before > 0 && rows.front()->after > 0;
  const auto alike = static_cast<std::size_t>(std::count_if(rows.begin() + 1, rows.end(), [&](const DiffRow* row) {
    return is_partly || (rows.front()->before > 0 ? row->after : row->before) <= 0;
  }));
  const auto rest = rows.size() - 1 - alike;
  std::string out = alike > 0 ? fmt::format(" and {} more", alike) : "";
  if (rest > 0) { out += fmt::format(", changed at {} {}", rest, rest == 1 ? "other" : "others"); }
  return out;
}

std::string change_of(const DiffRow& row) {
  if (row.before <= 0) { return "new"; }
  if (row.after <= 0) { return "gone"; }
  return fmt::format("x {:.3g}", row.after / row.before);
}

std::vector<ShownRow> shown_rows(const DiffTable& table) {
  std::vector<std::pair<Cells, std::vector<const DiffRow*>>> outcomes;
  for (const DiffRow& row : table.rows) {
    const auto known = std::find_if(outcomes.begin(), outcomes.end(),
                                    [&](const auto& outcome) { return outcome.first == row.values; });
    if (known == outcomes.end()) {
      outcomes.push_back({row.values, {&row}});
    } else {
      known->second.push_back(&row);
    }
  }
  std::vector<ShownRow> out;
  for (const auto& [values, rows] : outcomes) {
    const DiffRow& row = *rows.front();  // rows are sorted by the size of the change
    ShownRow shown;
    shown.name = fmt::format("{}", fmt::join(to_texts(values), " "));
    if (!row.at.empty()) { shown.where = row.at; }
    shown.where += others(rows);
    shown.before = figure(row.before, row.after, table.is_mean);
    shown.after = figure(row.after, row.before, table.is_mean);
    shown.change = change_of(row);
    out.push_back(std::move(shown));
  }
  return out;
}

// Returns how many rows are shown. If only one is left, it is shown, since a line about it would be as long.
std::size_t shown_count(std::size_t rows, std::size_t most) { return rows > most && rows - most > 1 ? most : rows; }

std::string conditions(const DiffHeading& heading) {
  std::string out;
  for (const auto& [name, value] : heading.values) { out += fmt::format("  {} {}", name, value); }
  if (!heading.swept.empty()) { out += fmt::format("  by {}", heading.swept); }
  return out;
}

// " At level 5, season winter, by depth." or " By depth."
std::string condition_sentence(const DiffHeading& heading) {
  std::string out;
  for (const auto& [name, value] : heading.values) {
    out += fmt::format("{} {} {}", out.empty() ? " At" : ",", name, value);
  }
  if (!heading.swept.empty()) { out += (out.empty() ? " By " : ", by ") + heading.swept; }
  return out.empty() ? out : out + '.';
}

/// Gaps with the same reason on one line: for rules, or for the fields of one rule.
std::vector<std::string> gap_lines(const Difference& difference) {
  std::vector<std::string> out;
  std::string rules;
  for (const DiffGap& gap : difference.gaps) {
    if (gap.by.empty() && !gap.rule.empty()) {
      rules += fmt::format("{}{} ({})", rules.empty() ? "" : ", ", gap.rule, gap.why);
    }
  }
  if (!rules.empty()) { out.push_back("not compared: " + rules); }
  for (const DiffGap& gap : difference.gaps) {
    if (gap.rule.empty()) { out.push_back(fmt::format("not compared: {} ({})", gap.by, gap.why)); }
  }
  std::string last;
  for (const DiffGap& gap : difference.gaps) {
    if (gap.by.empty() || gap.rule.empty()) { continue; }
    const std::string key = gap.rule + "\n" + gap.why;
    if (key == last) {
      if (out.back().substr(out.back().size() - gap.by.size()) != gap.by) { out.back() += ", " + gap.by; }
    } else {
      out.push_back(fmt::format("not compared, {}: {} by {}", gap.why, gap.rule, gap.by));
    }
    last = key;
  }
  return out;
}

// The thresholds below which odds count as equal: "by more than 1% (and at least 0.0001%)".
std::string thresholds(const DiffHeading& heading) {
  if (heading.ratio <= 0 && heading.least <= 0) { return ""; }
  if (heading.ratio <= 0) { return fmt::format(" by {:.6g}% or more", heading.least * 100); }
  std::string out = fmt::format(" by more than {:.6g}%", heading.ratio * 100);
  if (heading.least > 0) { out += fmt::format(" (and at least {:.6g}%)", heading.least * 100); }
  return out;
}

// The values for which the odds were computed, since they may depend on them: ", at depth 1; --sweep depth for others".
std::string conditions_of_odds(const Difference& difference) {
  std::vector<std::string> values;
  std::vector<std::string> states;
  const DiffCondition* swept = nullptr;
  for (const DiffCondition& condition : difference.conditions) {
    const bool is_one_value =
        condition.before == condition.after || condition.before.empty() || condition.after.empty();
    const std::string& either = condition.after.empty() ? condition.before : condition.after;
    const std::string value = is_one_value ? either : condition.before + " -> " + condition.after;
    (condition.kind == DiffKind::State ? states : values).push_back(fmt::format("{} {}", condition.name, value));
    if (!condition.has_range) { continue; }
    // The one whose values have changed says most.
    const bool has_changed = std::any_of(difference.inputs.begin(), difference.inputs.end(),
                                         [&](const DiffInput& input) { return input.name == condition.name; });
    if (swept == nullptr || has_changed) { swept = &condition; }
  }
  std::string out;
  if (!values.empty()) { out += fmt::format(", at {}", fmt::join(values, ", ")); }
  if (!states.empty()) {
    constexpr std::size_t kMost = 6;
    const std::size_t left = states.size() > kMost ? states.size() - kMost : 0;
    states.resize(states.size() - left);
    out += fmt::format(", in the initial state ({}{})", fmt::join(states, ", "),
                       left > 0 ? fmt::format(" and {} more", left) : "");
  }
  if (swept != nullptr) { out += fmt::format("; --sweep {} for others", swept->name); }
  return out;
}

std::string summary(const DiffHeading& heading, const Difference& difference) {
  const std::string rules = text::counted(difference.compared.size(), "rule");
  std::vector<std::string> changed;
  for (const auto& table : difference.tables) {
    if (changed.empty() || changed.back() != table.rule) { changed.push_back(table.rule); }
  }
  if (changed.empty()) {
    // A rule with a question that was not compared may have changed.
    std::set<std::string> open;
    for (const DiffGap& gap : difference.gaps) { open.insert(gap.rule); }
    const auto& compared = difference.compared;
    const auto whole =
        std::count_if(compared.begin(), compared.end(), [&](const std::string& rule) { return open.count(rule) == 0; });
    const auto in = static_cast<std::size_t>(whole) == compared.size() ? rules : fmt::format("{} of {}", whole, rules);
    if (whole == 0 && !compared.empty()) { return fmt::format("none of {} was compared in full", rules); }
    std::vector<std::string_view> left;
    if (difference.leaves_joint_things) {
      left.insert(left.end(),
                  {"things of one roll together", "members of their lists", "inputs that they are made with"});
    }
    if (difference.leaves_worlds) { left.emplace_back("rolls of one world together"); }
    return fmt::format("no odds changed{} in {}{}{}{}", thresholds(heading), in, conditions_of_odds(difference),
                       left.empty() ? "" : "; not compared: ", fmt::join(left, ", "));
  }
  return fmt::format("odds changed in {} of {}{}", changed.size(), rules, conditions_of_odds(difference));
}

const char* word_of(DiffKind kind) {
  switch (kind) {
    case DiffKind::Input: return "input";
    case DiffKind::Parameter: return "parameter";
    case DiffKind::State: break;
  }
  return "state";
}

// "input season: {spring} = spring -> {spring, winter} = spring"
std::vector<std::string> input_lines(const Difference& difference) {
  std::vector<std::string> out;
  for (const DiffInput& input : difference.inputs) {
    const std::string change = input.before.empty()  ? "new, " + input.after
                               : input.after.empty() ? "gone, " + input.before
                                                     : input.before + " -> " + input.after;
    out.push_back(fmt::format("{} {}: {}", word_of(input.kind), input.name, change));
  }
  return out;
}

void append_table(std::string& out, const DiffHeading& heading, const DiffTable& table) {
  const Screen& screen = heading.screen;
  out += '\n' + bold(printable(table.rule), screen) + "  " + printable(fmt::format("{}", fmt::join(table.by, ", ")));
  if (!table.same_as.empty()) {
    out += "  as in " + printable(table.same_as) + '\n';
    return;
  }
  out += '\n';
  const auto rows = shown_rows(table);
  const std::size_t most = shown_count(rows.size(), heading.most_rows);
  std::size_t name = 0;
  std::size_t before = 0;
  std::size_t after = 0;
  std::size_t change = 0;
  for (std::size_t i = 0; i < most; ++i) {
    name = std::max(name, display_width(printable(rows[i].name)));
    before = std::max(before, display_width(rows[i].before));
    after = std::max(after, display_width(rows[i].after));
    change = std::max(change, display_width(rows[i].change));
  }
  const auto width = screen.row_width;
  const std::size_t taken = before + after + change + 12;
  name = std::min(name, width > taken + 8 ? width - taken : 8);
  for (std::size_t i = 0; i < most; ++i) {
    const std::string text = printable(rows[i].name);
    const auto parts = wrap(text, name, name);
    for (std::size_t k = 0; k + 1 < parts.size(); ++k) { out += "  " + parts[k] + '\n'; }
    std::string line = "  " + padded(parts.back(), name, false) + "  " + padded(rows[i].before, before, true) + " -> " +
                       padded(rows[i].after, after, true) + "  " + padded(rows[i].change, change, false);
    if (!rows[i].where.empty()) { line += "  " + dim("at " + rows[i].where, screen); }
    while (!line.empty() && line.back() == ' ') { line.pop_back(); }
    out += line + '\n';
  }
  if (most < rows.size()) { out += fmt::format("  and {} more\n", rows.size() - most); }
}

std::string estimated_figure(const DiffFigure& figure, bool is_mean) {
  if (figure.low < figure.high) {
    return text::estimate(figure.value, figure.low, figure.high, is_mean ? text::Unit::Amount : text::Unit::Share);
  }
  if (figure.value <= 0) { return "-"; }
  return is_mean ? text::amount(figure.value) : text::percent_alone(figure.value);
}

/// The estimates as lines below the gaps: a heading, then what seems to have changed, rule by rule.
struct EstimateLines {
  std::string head;
  std::vector<std::string> lines;
};

EstimateLines estimate_lines(const DiffHeading& heading, const Difference& difference) {
  EstimateLines out;
  if (difference.estimates.empty()) { return out; }
  std::uint64_t fewest = difference.estimates.front().rolls;
  for (const auto& one : difference.estimates) { fewest = std::min(fewest, one.rolls); }
  out.head = fmt::format("estimated, not proven: differences in {} of each pack or more, +- with 95% confidence",
                         text::counted(fewest, "roll"));
  std::vector<std::string> unchanged;
  for (const DiffEstimate& one : difference.estimates) {
    const auto name = fmt::format("{} {}", one.rule, fmt::join(one.by, ", "));
    if (one.rows.empty()) { unchanged.push_back(name); }
    const auto most = shown_count(one.rows.size(), heading.most_rows);
    for (std::size_t i = 0; i < most; ++i) {
      const auto& row = one.rows[i];
      out.lines.push_back(fmt::format("{}: {}{}  ~ {} -> ~ {}", name, fmt::join(to_texts(row.values), " "),
                                      row.at.empty() ? "" : fmt::format(" at {} {}", heading.swept, row.at),
                                      estimated_figure(row.before, one.is_mean),
                                      estimated_figure(row.after, one.is_mean)));
    }
    if (most < one.rows.size()) { out.lines.push_back(fmt::format("{}: and {} more", name, one.rows.size() - most)); }
  }
  if (!unchanged.empty()) { out.lines.push_back(fmt::format("none seen: {}", fmt::join(unchanged, ", "))); }
  return out;
}

// A cell must not contain the delimiter of the table.
std::string cell(const std::string& text) {
  std::string out;
  for (const char c : printable(text)) {
    if (c == '|' || c == '\\' || c == '`' || c == '*' || c == '_' || c == '<' || c == '[') { out += '\\'; }
    out += c;
  }
  return out;
}

}  // namespace

std::string diff_text(const DiffHeading& heading, const Difference& difference) {
  std::string out;
  out +=
      hanging(printable(fmt::format("{} -> {}{}", heading.before, heading.after, conditions(heading))), heading.screen);
  out += hanging(printable(summary(heading, difference)), heading.screen);
  const auto list = [&](const std::string& head, const std::vector<std::string>& rules) {
    if (!rules.empty()) {
      out += hanging(printable(fmt::format("{}: {}", head, fmt::join(rules, ", "))), heading.screen);
    }
  };
  list(fmt::format("rules only in {}", heading.before), difference.only_before);
  list(fmt::format("rules only in {}", heading.after), difference.only_after);
  for (const std::string& line : input_lines(difference)) { out += hanging(printable(line), heading.screen); }
  for (const DiffTable& table : difference.tables) { append_table(out, heading, table); }
  if (!difference.gaps.empty()) { out += '\n'; }
  for (const std::string& line : gap_lines(difference)) { out += hanging(printable(line), heading.screen); }
  if (!heading.has_fields && std::ranges::any_of(difference.gaps, &DiffGap::needs_work)) {
    out += indented("`--by FIELD` compares a field with more work, `--by 'WORD in LIST'` a member with less",
                    heading.screen);
  }
  const auto estimates = estimate_lines(heading, difference);
  if (!estimates.head.empty()) { out += '\n' + hanging(estimates.head, heading.screen); }
  for (const std::string& line : estimates.lines) { out += hanging(printable(line), heading.screen); }
  return out;
}

std::string diff_markdown(const DiffHeading& heading, const Difference& difference) {
  std::string out = fmt::format("### {} to {}\n\n", cell(heading.before), cell(heading.after));
  std::string facts = summary(heading, difference);
  facts[0] = static_cast<char>(facts[0] - 'a' + 'A');
  out += cell(facts) + "." + cell(condition_sentence(heading)) + "\n";
  const auto list = [&](const std::string& head, const std::vector<std::string>& rules) {
    if (!rules.empty()) {
      out += fmt::format("\nRules only in {}: {}.\n", cell(head), cell(fmt::format("{}", fmt::join(rules, ", "))));
    }
  };
  list(heading.before, difference.only_before);
  list(heading.after, difference.only_after);
  const auto inputs = input_lines(difference);
  for (std::size_t i = 0; i < inputs.size(); ++i) { out += (i == 0 ? "\n- " : "- ") + cell(inputs[i]) + '\n'; }
  for (const DiffTable& table : difference.tables) {
    out += fmt::format("\n**{}** by {}", cell(table.rule), cell(fmt::format("{}", fmt::join(table.by, ", "))));
    if (!table.same_as.empty()) {
      out += fmt::format(": as in {}\n", cell(table.same_as));
      continue;
    }
    const auto rows = shown_rows(table);
    const std::size_t most = shown_count(rows.size(), heading.most_rows);
    const bool has_where = !rows.empty() && !rows.front().where.empty();
    out += fmt::format("\n\n| outcome | before | after | change |{}\n| --- | ---: | ---: | --- |{}\n",
                       has_where ? fmt::format(" at {} |", cell(heading.swept)) : "", has_where ? " --- |" : "");
    for (std::size_t i = 0; i < most; ++i) {
      out += fmt::format("| {} | {} | {} | {} |", cell(rows[i].name), rows[i].before, rows[i].after, rows[i].change);
      out += has_where ? fmt::format(" {} |\n", cell(rows[i].where)) : "\n";
    }
    if (most < rows.size()) {
      out += fmt::format("| and {} more | | | |{}\n", rows.size() - most, has_where ? " |" : "");
    }
  }
  const auto gaps = gap_lines(difference);
  for (std::size_t i = 0; i < gaps.size(); ++i) { out += (i == 0 ? "\n- " : "- ") + cell(gaps[i]) + '\n'; }
  auto estimates = estimate_lines(heading, difference);
  if (!estimates.head.empty()) {
    estimates.head[0] = static_cast<char>(estimates.head[0] - 'a' + 'A');
    out += '\n' + cell(estimates.head) + ":\n";
  }
  for (std::size_t i = 0; i < estimates.lines.size(); ++i) {
    out += (i == 0 ? "\n- " : "- ") + cell(estimates.lines[i]) + '\n';
  }
  return out;
}

std::string diff_json(const DiffHeading& heading, const Difference& difference) {
  std::string out;
  text::JsonWriter json(out);
  json.document("spoils.diff").member("before", heading.before).member("after", heading.after);
  json.key("inputs").open('{');
  for (const auto& [name, value] : heading.values) { json.member(name, value); }
  json.close('}').text_or_null("sweep", heading.swept);
  json.member("threshold", heading.ratio).member("least", heading.least);
  json.member("only_before", difference.only_before).member("only_after", difference.only_after);
  json.member("compared", difference.compared)
      .member("leaves_joint_things", difference.leaves_joint_things)
      .member("leaves_worlds", difference.leaves_worlds);
  json.list("tables", difference.tables, [&](const DiffTable& table) {
    json.open('{').member("rule", table.rule).member("by", table.by).member("kind", table.is_mean ? "mean" : "odds");
    json.text_or_null("same_as", table.same_as);
    json.list("rows", table.rows, [&](const DiffRow& row) {
      json.open('{');
      write_values(json, row.values);
      json.text_or_null("at", row.at);
      json.member("before", row.before).member("after", row.after);
      json.member("ratio", row.before > 0 ? std::optional(row.after / row.before) : std::nullopt).close('}');
    });
    json.close('}');
  });
  json.list("changed_inputs", difference.inputs, [&](const DiffInput& input) {
    json.open('{').member("kind", word_of(input.kind)).member("name", input.name);
    json.text_or_null("before", input.before).text_or_null("after", input.after).close('}');
  });
  json.list("conditions", difference.conditions, [&](const DiffCondition& condition) {
    json.open('{').member("kind", word_of(condition.kind)).member("name", condition.name);
    json.text_or_null("before", condition.before).text_or_null("after", condition.after).close('}');
  });
  json.list("gaps", difference.gaps, [&](const DiffGap& gap) {
    json.open('{').member("rule", gap.rule).member("by", gap.by).member("why", gap.why).close('}');
  });
  const auto figure = [&](const char* name, const DiffFigure& one) {
    json.key(name).open('{').member("value", one.value).member("lo", one.low).member("hi", one.high).close('}');
  };
  json.list("estimates", difference.estimates, [&](const DiffEstimate& one) {
    json.open('{').member("rule", one.rule).member("by", one.by).member("kind", one.is_mean ? "mean" : "odds");
    json.member("rolls", one.rolls).member("confidence", 0.95);
    json.list("rows", one.rows, [&](const DiffEstimateRow& row) {
      json.open('{');
      write_values(json, row.values);
      json.text_or_null("at", row.at);
      figure("before", row.before);
      figure("after", row.after);
      json.close('}');
    });
    json.close('}');
  });
  json.close('}');
  return out + '\n';
}

}  // namespace spoils::cli
