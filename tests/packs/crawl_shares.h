// tests/packs/crawl_shares.h
//
// The answers of the packs of Dungeon Crawl Stone Soup 0.5.2 to a question, as shares in percent. A question has a cost
// of its own: query several fields together, and all depths at once.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "packs/shipped.h"
#include "spoils/odds.h"

namespace spoils::packs::crawl {

/// A question about a pack; a depth below 0 leaves it at its initial value.
struct CompiledQueries {
  std::string rule;
  std::vector<std::string> by = {};
  std::string where = {};
  int depth = -1;
  std::string kind = {};  // of a rule with that parameter
  std::string branch = "dungeon";
  std::string count = {};
  std::string pack = "crawl";
};

inline Question question_of(const CompiledQueries& asked, const Values& more = {}) {
  OddsSettings settings;
  settings.rule = asked.rule;
  settings.values.emplace_back("branch", asked.branch);
  if (asked.depth >= 0) { settings.values.emplace_back("depth", std::to_string(asked.depth)); }
  if (!asked.kind.empty()) { settings.values.emplace_back("kind", asked.kind); }
  settings.values.insert(settings.values.end(), more.begin(), more.end());
  if (!asked.count.empty()) { return Count{settings, asked.count, asked.where, false}; }
  return Marginal{settings, asked.by, asked.where, false};
}

/// An answer: the shares in percent of each outcome, whose values are joined by blanks.
class Shares {
 public:
  using Map = std::map<std::string, double, std::less<>>;

  explicit Shares(const CompiledQueries& asked) {
    const auto table = exact_odds(shipped(asked.pack), question_of(asked));
    if (!table.ok()) {
      ADD_FAILURE() << asked.rule << ": " << table.error().text() << ' ' << table.error().help;
      return;
    }
    add(*probabilities(*table));
  }

  explicit Shares(const OddsTable& table) { add(table); }

  [[nodiscard]] double operator[](std::string_view outcome) const {
    const auto found = shares_.find(outcome);
    return found == shares_.end() ? 0 : found->second;
  }
  [[nodiscard]] const Map& all() const { return shares_; }

  /// The shares of outcomes that begin with these values, among themselves.
  [[nodiscard]] Map after(std::string_view first) const {
    const auto start = fmt::format("{} ", first);
    Map rest;
    double total = 0;
    for (auto row = shares_.lower_bound(start); row != shares_.end(); ++row) {
      const auto& [outcome, share] = *row;
      if (outcome.compare(0, start.size(), start) != 0) { break; }
      rest[outcome.substr(start.size())] += share;
      total += share;
    }
    for (auto& [outcome, share] : rest) { share *= 100 / total; }
    return rest;
  }

 private:
  void add(const OddsTable& table) {
    EXPECT_TRUE(table.exact);
    for (const auto& row : table.rows) {
      std::string outcome;
      for (const auto& value : to_texts(row.values)) {
        if (!outcome.empty()) { outcome += ' '; }
        outcome += value;
      }
      shares_[outcome] += 100 * row.probability;
    }
  }

  Map shares_;
};

/// The answers for a range of depths; without shares if the condition never holds.
inline std::map<int, Shares> by_depth(const CompiledQueries& asked, int first, int last, const Values& more = {}) {
  std::map<int, Shares> out;
  const auto rows = exact_odds(shipped(asked.pack), question_of(asked, more), {"depth", {{first, last}}, {}});
  if (!rows.ok()) {
    ADD_FAILURE() << asked.rule << ": " << rows.error().text() << ' ' << rows.error().help;
    return out;
  }
  for (const auto& row : *rows) {
    out.emplace(first + static_cast<int>(out.size()), Shares(*probabilities(row.table)));
  }
  return out;
}

inline std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const auto blank = text.find(' ');
    out.emplace_back(text.substr(0, blank));
    text = blank == std::string_view::npos ? std::string_view() : text.substr(blank + 1);
  }
  return out;
}

/// Returns the share of all the outcomes that are named, with blanks between them.
inline double share_of(const Shares::Map& shares, std::string_view outcomes) {
  double sum = 0;
  for (const auto& outcome : words(outcomes)) {
    const auto found = shares.find(outcome);
    if (found != shares.end()) { sum += found->second; }
  }
  return sum;
}

/// Returns the least and the most of the integers among the outcomes.
inline std::pair<int, int> extent(const Shares::Map& shares) {
  std::optional<std::pair<int, int>> seen;
  for (const auto& [outcome, share] : shares) {
    const auto number = static_cast<int>(std::strtol(outcome.c_str(), nullptr, 10));
    seen = seen ? std::pair{std::min(seen->first, number), std::max(seen->second, number)} : std::pair{number, number};
  }
  return seen.value_or(std::pair{0, 0});
}

}  // namespace spoils::packs::crawl
