// book/rules.cpp
//
// Writes the section of a rule. Sections with equal odds are found by their fingerprints.
#include "book/rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "book/estimates.h"
#include "book/odds_table.h"
#include "book/wording.h"

namespace spoils::book {

namespace {

constexpr std::size_t kMostNames = 400;  // outcomes of one table; more of them would be mostly in its last row

bool is_flag(const Odds& odds) {
  return std::all_of(odds.outcomes.begin(), odds.outcomes.end(), [](const std::string& outcome) {
    return outcome == "true" || outcome == "false" || outcome == "none";
  });
}

bool is_shown(const std::optional<Odds>& things) {
  return things && things->usable() && things->exact && things->outcomes.size() > 1;
}

std::string text_of(const Line& line) {
  std::string out;
  for (const auto& run : line) { out += run.text; }
  return out;
}

void append_list(Line& line, std::vector<Run> runs) {
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (i > 0) { line.push_back(plain(", ")); }
    line.push_back(std::move(runs[i]));
  }
}

}  // namespace

RuleWriter::RuleWriter(const Material& material) : material_(material), set_before_(material.program) {
  for (const auto& entry : material_.outline.entries) {
    if (entry.kind == Entry::Kind::Table) {
      const auto odds = odds_of_table(material_, entry.index);
      if (odds) { tables_.emplace(entry.index, odds->fingerprint()); }
    }
    if (entry.kind != Entry::Kind::Rule) { continue; }
    const auto& queries = material_.query_plan.rules[entry.index];
    for (const auto& variant : queries.variants) {
      for (const auto& field : variant.fields) {
        if (field.kind != FieldOdds::Kind::Odds || !field.odds.usable()) { continue; }
        const auto [owner, is_new] = owners_.try_emplace(field.asked + ":" + field.odds.fingerprint(), &entry);
        // It belongs to the rule that does it, not to those that run that rule.
        const auto& before = material_.query_plan.rules[owner->second->index];
        if (!is_new && queries.works_with < before.works_with) { owner->second = &entry; }
      }
    }
  }
}

// Returns the table or rule whose section has these odds, nullptr if it is this one.
const Entry* RuleWriter::shown_elsewhere(const Entry& entry, const FieldOdds& field) const {
  const auto fingerprint = field.odds.fingerprint();
  for (const auto number : entry.uses) {
    const auto& used = material_.outline.entries[number];
    if (used.kind != Entry::Kind::Table) { continue; }
    const auto table = tables_.find(used.index);
    if (table != tables_.end() && table->second == fingerprint) { return &used; }
  }
  const auto owner = owners_.find(field.asked + ":" + fingerprint);
  return owner == owners_.end() || owner->second == &entry ? nullptr : owner->second;
}

std::vector<Block> RuleWriter::blocks(const Entry& entry, const RuleInfo& rule) {
  out_.clear();
  const auto& queries = material_.query_plan.rules[entry.index];
  if (!queries.examples.empty()) {
    Line line{plain("Examples: ")};
    for (std::size_t i = 0; i < queries.examples.size(); ++i) {
      if (i > 0) { line.push_back(plain(i + 1 < queries.examples.size() ? ", " : " or ")); }
      line.push_back(emphasis(queries.examples[i]));
    }
    line.push_back(plain("."));
    out_.push_back(paragraph(std::move(line)));
  }
  add_parameters(rule);
  if (!queries.is_asked) {
    out_.push_back(paragraph({plain("Its odds depend on its arguments; see the rules that call it.")}));
  }
  if (!queries.variants.empty()) { add_set_before(entry.index); }
  for (const auto& variant : queries.variants) { add_variant(entry, variant); }
  if (queries.listing) { add_listing(*queries.listing); }
  Block source;
  source.kind = Block::Kind::Code;
  source.line = {plain("Source")};
  source.text = std::string(material_.sources.text(entry.whole));
  out_.push_back(std::move(source));
  return std::move(out_);
}

void RuleWriter::add_parameters(const RuleInfo& rule) {
  if (rule.parameters.empty()) { return; }
  Line line{plain("Parameters: ")};
  for (std::size_t i = 0; i < rule.parameters.size(); ++i) {
    const auto& parameter = rule.parameters[i];
    if (i > 0) { line.push_back(plain(", ")); }
    line.push_back(code(parameter.name));
    auto domain = domain_of(parameter);
    if (parameter.initial) { domain += fmt::format("{}default {}", domain.empty() ? "" : "; ", *parameter.initial); }
    if (!domain.empty()) { line.push_back(plain(" (" + domain + ")")); }
  }
  line.push_back(plain("."));
  out_.push_back(paragraph(std::move(line)));
}

// Its figures are those of the rule by itself, and hold nowhere else if another rule runs it on a thing that has more.
void RuleWriter::add_set_before(program::RuleId rule) {
  std::vector<Run> names;
  for (const auto slot : set_before_.of(rule)) { names.push_back(code(material_.program.slots[slot].name)); }
  if (names.empty()) { return; }
  Line line{plain("By itself, without what rules that run it may set before (")};
  append_list(line, std::move(names));
  line.push_back(plain("):"));
  out_.push_back(paragraph(std::move(line)));
}

void RuleWriter::add_variant(const Entry& entry, const Variant& variant) {
  if (!variant.values.empty()) {
    Line line{plain("With ")};
    for (std::size_t i = 0; i < variant.values.size(); ++i) {
      if (i > 0) { line.push_back(plain(", ")); }
      line.push_back(code(fmt::format("{} = {}", variant.values[i].first, variant.values[i].second)));
    }
    line.push_back(plain(":"));
    out_.push_back(paragraph(std::move(line)));
  }
  std::map<std::string, std::pair<Line, std::vector<Run>>> always;  // by the conditions in words
  std::map<std::uint32_t, std::vector<Run>> looked_up;
  std::map<const Entry*, std::vector<Run>> elsewhere;  // by the rule or table that shows them
  std::vector<Run> too_much;
  std::vector<Run> failing;
  std::string failure;
  std::vector<const FieldOdds*> flags;
  std::vector<const FieldOdds*> tables;
  for (const auto& field : variant.fields) {
    if (field.kind == FieldOdds::Kind::Column) {
      looked_up[field.table].push_back(code(material_.program.slots[field.field].name));
      continue;
    }
    if (!field.odds.failure.empty()) {
      failing.push_back(code(field.asked));
      failure = field.odds.failure.substr(0, field.odds.failure.find('\n'));
      continue;
    }
    if (!field.odds.usable()) {
      too_much.push_back(code(field.asked));
      continue;
    }
    if (const auto only = only_outcome(field.odds)) {
      auto conditions = sampled(field.odds);
      // A field that nothing sets is no news.
      if (*only == "none" && conditions.empty()) { continue; }
      auto& [words, values] = always[text_of(conditions)];
      words = std::move(conditions);
      values.push_back(code(fmt::format("{} = {}", field.asked, *only)));
      continue;
    }
    const auto* other = shown_elsewhere(entry, field);
    if (other != nullptr) {
      elsewhere[other].push_back(code(field.asked));
    } else if (is_flag(field.odds)) {
      flags.push_back(&field);
    } else {
      tables.push_back(&field);
    }
  }
  for (auto& [key, one] : always) {
    auto& [line, values] = one;
    line.push_back(plain(line.empty() ? "Always " : ", always "));
    append_list(line, std::move(values));
    line.push_back(plain("."));
    out_.push_back(paragraph(std::move(line)));
  }
  for (auto& [table, names] : looked_up) {
    const auto* shown_at = material_.outline.find(Entry::Kind::Table, table);
    Line line{plain("From table ")};
    line.push_back(code(material_.program.tables[table].name, shown_at == nullptr ? std::string() : shown_at->id));
    line.push_back(plain(": "));
    append_list(line, std::move(names));
    line.push_back(plain("."));
    out_.push_back(paragraph(std::move(line)));
  }
  for (auto& [other, names] : elsewhere) {
    Line line{plain(other->kind == Entry::Kind::Rule ? "As in rule " : "As in table ")};
    line.push_back(code(other->name, other->id));
    line.push_back(plain(": "));
    append_list(line, std::move(names));
    line.push_back(plain("."));
    out_.push_back(paragraph(std::move(line)));
  }
  add_conditions(variant, tables, flags);
  for (const auto* field : tables) { add_field(*field); }
  add_flags(flags);
  for (const auto& joint : variant.joint_distributions) { add_joint_distribution(joint); }
  add_numbers(entry, variant);
  if (!failing.empty()) {
    Line line{plain("No odds of ")};
    append_list(line, std::move(failing));
    line.push_back(plain(": "));
    line.push_back(code(failure));
    out_.push_back(paragraph(std::move(line)));
  }
  if (!too_much.empty()) {
    Line line{plain("Too many paths to compute here; ")};
    line.push_back(code(fmt::format("spoils odds {} {} --by ...", material_.pack, entry.name)));
    line.push_back(plain(" computes "));
    append_list(line, std::move(too_much));
    line.push_back(plain("."));
    out_.push_back(paragraph(std::move(line)));
  }
  add_estimates(variant);
}

// Adds estimates of abandoned queries: each table after the words that hold for it and those that follow.
void RuleWriter::add_estimates(const Variant& variant) {
  std::string last;
  const auto add = [&](const Odds& odds, const std::string& what) {
    if (!odds.is_estimated()) { return; }
    auto line = conditions_of(odds);
    if (!line.empty()) { line.push_back(plain(". ")); }
    for (auto& run : estimates_note(odds)) { line.push_back(std::move(run)); }
    if (text_of(line) != last) {
      last = text_of(line);
      out_.push_back(paragraph(std::move(line)));
    }
    out_.push_back(estimates_table(material_.program, odds, {what, material_.along, material_.most_rows}));
  };
  for (const auto& field : variant.fields) {
    if (field.kind == FieldOdds::Kind::Odds) { add(field.odds, field.asked); }
  }
  for (const auto& numbers : variant.numbers) { add(numbers.odds, "mean number"); }
}

// The odds under the same conditions in one line before their tables, whose columns name the depths.
void RuleWriter::add_conditions(const Variant& variant, const std::vector<const FieldOdds*>& tables,
                                const std::vector<const FieldOdds*>& flags) {
  std::map<std::string, std::pair<Line, std::vector<Run>>> groups;
  const auto add = [&](Run name, const Odds& odds) {
    auto conditions = conditions_of(odds);
    if (conditions.empty()) { return; }
    auto& [words, names] = groups[text_of(conditions)];
    words = std::move(conditions);
    names.push_back(std::move(name));
  };
  for (const auto* fields : {&tables, &flags}) {
    for (const auto* field : *fields) { add(code(field->asked), field->odds); }
  }
  for (std::size_t i = 0; i < variant.numbers.size(); ++i) {
    if (variant.numbers[i].odds.usable()) {
      add(plain(i == 0 ? "mean numbers" : "mean numbers of each kind"), variant.numbers[i].odds);
    }
  }
  if (is_shown(variant.things)) { add(plain("number of things"), *variant.things); }
  for (auto& [key, group] : groups) {
    auto& [line, names] = group;
    line.push_back(plain(": "));
    append_list(line, std::move(names));
    line.push_back(plain("."));
    out_.push_back(paragraph(std::move(line)));
  }
}

// The conditions of odds that have no columns: with the depths.
Line RuleWriter::sampled(const Odds& odds) const {
  auto line = conditions_of(odds);
  auto depths = odds.depths(material_.along);
  if (depths.empty()) { return line; }
  if (line.empty()) {
    depths.front() = 'A';
  } else {
    depths.insert(0, ", ");
  }
  line.push_back(plain(std::move(depths)));
  return line;
}

void RuleWriter::add_field(const FieldOdds& field) {
  const auto& odds = field.odds;
  const bool has_numbers = std::find(odds.is_number.begin(), odds.is_number.end(), true) != odds.is_number.end();
  if (!has_numbers && odds.outcomes.size() > kMostNames) {
    // Thousands of names with similar small probabilities are not shown as a table.
    double largest = 0;
    for (std::size_t i = 0; i < odds.outcomes.size(); ++i) {
      if (odds.outcomes[i] == "none") { continue; }
      largest = std::max(largest, *std::max_element(odds.shares[i].begin(), odds.shares[i].end()));
    }
    const auto depths = odds.depths(material_.along);
    out_.push_back(paragraph(
        {code(field.asked), plain(fmt::format(" has {} values{}{}; the most likely has {}.", odds.outcomes.size(),
                                              depths.empty() ? "" : " ", depths, chance(largest)))}));
    return;
  }
  out_.push_back(odds_table(material_.program, field.odds, {field.asked, material_.along, material_.most_rows}));
}

void RuleWriter::add_listing(const Listing& listing) {
  Block block;
  block.kind = Block::Kind::Table;
  const auto cell = [&](std::size_t column, const std::string& text) {
    return listing.is_number[column] ? number_cell(text.empty() ? "-" : text) : text_cell(text.empty() ? "-" : text);
  };
  for (std::size_t i = 0; i < listing.head.size(); ++i) { block.head.push_back(cell(i, listing.head[i])); }
  const auto shown_rows = std::min(listing.rows.size(), material_.most_rows);
  for (std::size_t k = 0; k < shown_rows; ++k) {
    auto& row = block.rows.emplace_back();
    for (std::size_t i = 0; i < listing.head.size(); ++i) { row.push_back(cell(i, listing.rows[k][i])); }
  }
  out_.push_back(std::move(block));
  if (shown_rows < listing.rows.size()) {
    out_.push_back(paragraph({plain(fmt::format("And {} more.", listing.rows.size() - shown_rows))}));
  }
}

// Flags: one row per field.
void RuleWriter::add_flags(const std::vector<const FieldOdds*>& flags) {
  if (flags.empty()) { return; }
  Odds all;
  all.columns = flags.front()->odds.columns;
  for (const auto* flag : flags) {
    all.outcomes.push_back(flag->asked);
    all.is_number.push_back(false);
    all.shares.push_back(flag->odds.shares_of("true"));
    all.scope.some_depths = all.scope.some_depths || flag->odds.scope.some_depths;
  }
  auto block = odds_table(material_.program, all, {"yes or no", material_.along, flags.size()});
  if (block.chart.kind == Chart::Kind::Lines && flags.size() == 1) { block.chart.title = flags.front()->asked; }
  out_.push_back(std::move(block));
}

// Two fields, if they depend on each other.
void RuleWriter::add_joint_distribution(const JointDistribution& joint) {
  const auto& odds = joint.odds;
  if (!odds.usable() || !odds.exact ||
      !joint_distributions_.insert(joint.first + joint.second + odds.fingerprint()).second) {
    return;
  }
  std::map<std::string, double> down;
  std::map<std::string, double> across;
  std::map<std::string, double> both;
  for (std::size_t i = 0; i < odds.outcomes.size(); ++i) {
    const auto parted = odds.outcomes[i].find(kBetween);
    const auto share = odds.shares[i].front();
    down[odds.outcomes[i].substr(0, parted)] += share;
    across[odds.outcomes[i].substr(parted + 1)] += share;
    both[odds.outcomes[i]] = share;
  }
  const auto joined = [&](const std::string& first, const std::string& second) {
    const auto found = both.find(first + kBetween + second);
    return found == both.end() ? 0.0 : found->second;
  };
  // Products and sums of shares are right to more digits than this, so that what differs by more differs: a part of the
  // share, or fields that depend on each other in a rare value alone would be taken for independent.
  constexpr double kSame = 1e-10;
  bool is_independent = true;
  for (const auto& [first, share] : down) {
    for (const auto& [second, other] : across) {
      const auto both_share = joined(first, second);
      const auto product = share * other;
      is_independent = is_independent && std::fabs(both_share - product) <= kSame * std::max(both_share, product);
    }
  }
  if (is_independent) { return; }
  const auto by_share = [](const std::map<std::string, double>& shares) {
    std::vector<std::string> out;
    for (const auto& [value, share] : shares) { out.push_back(value); }
    // Shares that differ only by rounding are equal.
    const auto rounded = [&](const std::string& value) { return std::llround(shares.at(value) / 1e-9); };
    std::stable_sort(out.begin(), out.end(),
                     [&](const std::string& a, const std::string& b) { return rounded(a) > rounded(b); });
    return out;
  };
  Block block;
  block.kind = Block::Kind::Table;
  const auto at = joint.depth.empty() ? "" : fmt::format(", {} {}", material_.along, joint.depth);
  Line head{plain(fmt::format("{} with {}{}", joint.first, joint.second, at))};
  if (auto conditions = conditions_of(odds); !conditions.empty()) {
    head.push_back(plain(". "));
    head.insert(head.end(), conditions.begin(), conditions.end());
  }
  block.head.push_back({std::move(head), false});
  const auto columns = by_share(across);
  for (const auto& second : columns) { block.head.push_back(number_cell(shown(material_.program, second))); }
  for (const auto& first : by_share(down)) {
    std::vector<Cell> row{text_cell(shown(material_.program, first))};
    for (const auto& second : columns) {
      const auto share = joined(first, second);
      row.push_back(number_cell(share > 0 ? chance(share) : "-"));
    }
    block.rows.push_back(std::move(row));
  }
  out_.push_back(std::move(block));
}

// The number of things, and the number of each kind; kinds of a class are next to each other.
void RuleWriter::add_numbers(const Entry& entry, const Variant& variant) {
  struct Row {
    std::string group;
    std::string name;
    double sum = 0;
    const std::vector<double>* figures = nullptr;
  };
  for (const auto& numbers : variant.numbers) {
    const auto& odds = numbers.odds;
    if (odds.too_much) {
      out_.push_back(paragraph(
          {plain("Too many paths to compute here; "),
           code(fmt::format("spoils odds {} {} --each {}", material_.pack, entry.name, fmt::join(numbers.by, ","))),
           plain(" computes the mean numbers of things.")}));
    }
    if (!odds.usable()) { continue; }
    std::vector<double> all(odds.columns.size(), 0.0);
    std::map<std::string, double> sum_of;  // by group
    std::vector<Row> rows;
    for (std::size_t i = 0; i < odds.outcomes.size(); ++i) {
      for (std::size_t k = 0; k < all.size(); ++k) { all[k] += odds.shares[i][k]; }
      const auto& outcome = odds.outcomes[i];
      const auto parted = std::min(outcome.find(kBetween), outcome.size());
      const auto group = outcome.substr(0, parted);
      const auto kind = parted < outcome.size() ? outcome.substr(parted + 1) : "none";
      if (group == "none") { continue; }
      const auto sum = std::accumulate(odds.shares[i].begin(), odds.shares[i].end(), 0.0);
      sum_of[group] += sum;
      auto name = shown(material_.program, group);
      if (kind != "none") { name += ": " + shown(material_.program, kind); }
      rows.push_back({group, std::move(name), sum, &odds.shares[i]});
    }
    const auto is_more = [](double a, double b) { return a > b * (1 + 1e-9); };
    std::stable_sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) { return is_more(a.sum, b.sum); });
    std::stable_sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
      const auto left = sum_of.at(a.group);
      const auto right = sum_of.at(b.group);
      return is_more(left, right) || (!is_more(right, left) && a.group < b.group);
    });
    std::vector<std::pair<std::string, std::vector<double>>> shown_rows{{"all things", std::move(all)}};
    for (auto& row : rows) { shown_rows.emplace_back(std::move(row.name), *row.figures); }
    add_means(shown_rows, odds);
  }
  const auto& things = variant.things;
  if (is_shown(things)) {
    out_.push_back(odds_table(material_.program, *things, {"number of things", material_.along, material_.most_rows}));
  }
}

void RuleWriter::add_means(const std::vector<std::pair<std::string, std::vector<double>>>& rows, const Odds& odds) {
  Odds means;
  for (const auto& row : rows) { means.shares.push_back(row.second); }
  const bool level = means.is_level();
  Block block;
  block.kind = Block::Kind::Table;
  block.head.push_back(text_cell("mean number"));
  add_depth_heads(block, odds, material_.along, level ? "" : nullptr);
  for (const auto& [name, values] : rows) {
    std::vector<Cell> row{text_cell(name)};
    for (std::size_t k = 0; k < (level ? 1 : values.size()); ++k) {
      row.push_back(number_cell(values[k] > 0 ? figure(values[k]) : "-"));
    }
    block.rows.push_back(std::move(row));
  }
  out_.push_back(std::move(block));
}

}  // namespace spoils::book
