// tests/simulate/results_test.cpp
//
// Results that are written and read again are the same to the last bit; files that hold no results are refused; and two
// studies differ where their packs do.
#include "spoils/results.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "affordable.h"
#include "compiled.h"

namespace spoils {
namespace results_test {

class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / ("spoils-results-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }
  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

std::string game(const std::string& weights) {
  return "input depth: 1..9 = 1\nstate dry: 0..9 = 0\n"
         "rule run { for d in 1..4 { with depth = d { drop item } }; if chance 10% { dry = 1 }; runs = 2 }\n"
         "rule item { kind = pick {" +
         weights + "}; worth = 10 * depth + d6; odd = if chance 50% then worth / 3 else none }\n";
}

SimulationResult played(const std::string& text, std::uint64_t runs) {
  Simulation simulation;
  simulation.seed = 9;
  simulation.runs = runs;
  // A column that is called like one of the database's own.
  simulation.tables = {{{"depth", "kind"}, "kind != none", {"worth", "depth"}}, {{"runs", "made_by"}, "", {}}};
  simulation.per_run = {"sum(x in things: x.worth)", "dry", "if dry == 1 then 1/3 else none"};
  simulation.firsts = {{"kind == ring", {1, 2}, "depth"}, {"worth > 1000", {1}, "worth"}};
  auto found = simulate(compiled(text), simulation);
  EXPECT_TRUE(found) << found.error().text();
  return found ? *found : SimulationResult{};
}

// A database knows integers, texts and nothing: a fraction is read back as a text.
void expect_same(const std::optional<Cell>& a, const std::optional<Cell>& b) {
  ASSERT_EQ(a.has_value(), b.has_value());
  if (!a) { return; }
  EXPECT_EQ(a->text, b->text);
  EXPECT_EQ(a->kind == Cell::Kind::Integer, b->kind == Cell::Kind::Integer);
}

void expect_same(const Estimate& a, const Estimate& b) {
  EXPECT_EQ(a.value, b.value);
  EXPECT_EQ(a.error, b.error);
  EXPECT_EQ(a.low, b.low);
  EXPECT_EQ(a.high, b.high);
  EXPECT_EQ(a.exact, b.exact);
}

void expect_same(const ValueCounts& a, const ValueCounts& b) {
  EXPECT_EQ(a.set, b.set);
  EXPECT_EQ(a.is_integer, b.is_integer);
  EXPECT_EQ(a.total, b.total);
  ASSERT_EQ(a.mean.has_value(), b.mean.has_value());
  if (a.mean) { expect_same(*a.mean, *b.mean); }
  EXPECT_EQ(a.deviation, b.deviation);
  EXPECT_EQ(a.least, b.least);
  EXPECT_EQ(a.greatest, b.greatest);
  EXPECT_EQ(a.quantiles, b.quantiles);
  ASSERT_EQ(a.rows.size(), b.rows.size());
  for (std::size_t i = 0; i < a.rows.size(); ++i) {
    expect_same(a.rows[i].value, b.rows[i].value);
    expect_same(a.rows[i].last, b.rows[i].last);
    EXPECT_EQ(a.rows[i].runs, b.rows[i].runs);
    expect_same(a.rows[i].share, b.rows[i].share);
  }
}

TEST(Results, AreReadAsTheyWereWritten) {
  const Folder folder;
  const auto wanted = played(game("6 dagger, 3 ring"), 500);
  const auto path = folder.file("a.db");
  ASSERT_FALSE(write_results({wanted, "spoils 1", "spoils simulate 'a b'"}, path));
  const auto read = read_results(path);
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->program, "spoils 1");
  EXPECT_EQ(read->command, "spoils simulate 'a b'");
  const auto& found = read->simulation;
  EXPECT_EQ(found.pack, wanted.pack);
  EXPECT_EQ(found.pack_hash, wanted.pack_hash);
  EXPECT_EQ(found.values, wanted.values);
  EXPECT_EQ(found.runs, wanted.runs);
  EXPECT_EQ(found.things, wanted.things);
  EXPECT_EQ(found.compared, wanted.compared);
  EXPECT_EQ(found.risk, wanted.risk);
  ASSERT_EQ(found.tables.size(), wanted.tables.size());
  for (std::size_t t = 0; t < wanted.tables.size(); ++t) {
    const auto& a = found.tables[t];
    const auto& b = wanted.tables[t];
    EXPECT_EQ(a.by, b.by);
    EXPECT_EQ(a.asked.where, b.asked.where);
    EXPECT_EQ(a.things, b.things);
    ASSERT_EQ(a.rows.size(), b.rows.size());
    for (std::size_t i = 0; i < b.rows.size(); ++i) {
      ASSERT_EQ(a.rows[i].values.size(), b.rows[i].values.size());
      for (std::size_t k = 0; k < b.rows[i].values.size(); ++k) {
        expect_same(a.rows[i].values[k], b.rows[i].values[k]);
      }
      EXPECT_EQ(a.rows[i].things, b.rows[i].things);
      EXPECT_EQ(a.rows[i].runs, b.rows[i].runs);
      EXPECT_EQ(a.rows[i].most, b.rows[i].most);
      expect_same(a.rows[i].mean, b.rows[i].mean);
      expect_same(a.rows[i].at_least_one, b.rows[i].at_least_one);
      ASSERT_EQ(a.rows[i].sums.size(), b.rows[i].sums.size());
      for (std::size_t k = 0; k < b.rows[i].sums.size(); ++k) {
        EXPECT_EQ(a.rows[i].sums[k].total, b.rows[i].sums[k].total);
        expect_same(a.rows[i].sums[k].mean, b.rows[i].sums[k].mean);
      }
    }
  }
  ASSERT_EQ(found.per_run.size(), wanted.per_run.size());
  for (std::size_t i = 0; i < wanted.per_run.size(); ++i) {
    EXPECT_EQ(found.per_run[i].expression, wanted.per_run[i].expression);
    expect_same(found.per_run[i].values, wanted.per_run[i].values);
  }
  ASSERT_EQ(found.firsts.size(), wanted.firsts.size());
  for (std::size_t i = 0; i < wanted.firsts.size(); ++i) {
    const auto& a = found.firsts[i];
    const auto& b = wanted.firsts[i];
    EXPECT_EQ(a.asked.condition, b.asked.condition);
    EXPECT_EQ(a.nth, b.nth);
    EXPECT_EQ(a.runs, b.runs);
    EXPECT_EQ(a.first_run, b.first_run);
    expect_same(a.chance, b.chance);
    ASSERT_EQ(a.wait.has_value(), b.wait.has_value());
    if (b.wait) { expect_same(*a.wait, *b.wait); }
    EXPECT_EQ(a.wait_points, b.wait_points);
    expect_same(a.at, b.at);
  }
}

std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Results, EqualResultsMakeEqualBytes) {
  const Folder folder;
  for (const auto* name : {"a.db", "b.db"}) {
    ASSERT_FALSE(write_results({played(game("6 dagger, 3 ring"), 200), "", ""}, folder.file(name)));
  }
  EXPECT_EQ(bytes_of(folder.file("a.db")), bytes_of(folder.file("b.db")));
}

TEST(Results, WhatIsNoneIsRefused) {
  const Folder folder;
  const auto expect_refused = [](const std::string& path) {
    const auto read = read_results(path);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().kind, Error::Kind::File);
  };
  expect_refused(folder.file("missing.db"));
  std::ofstream(folder.file("text.db")) << "no database, whatever its name says, of any length";
  expect_refused(folder.file("text.db"));
  std::ofstream(folder.file("empty.db"));
  expect_refused(folder.file("empty.db"));
  EXPECT_NE(read_results(folder.file("empty.db")).error().text().find("not a spoils results database"),
            std::string::npos);
  ASSERT_FALSE(write_results({played(game("1 ring"), 100), "", ""}, folder.file("a.db")));
  auto bytes = bytes_of(folder.file("a.db"));
  for (std::size_t size = 512; size < bytes.size(); size += bytes.size() / 7) {
    std::ofstream(folder.file("short.db"), std::ios::binary) << bytes.substr(0, size);
    expect_refused(folder.file("short.db"));
  }
  const auto failed = write_results({}, folder.file("missing/a.db"));
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->kind, Error::Kind::File);
}

TEST(CompareResults, FindsWhatDiffersAndNothingElse) {
  const auto runs = affordable(20'000);
  const auto same = played(game("6 dagger, 3 ring"), runs);
  EXPECT_TRUE(compare_results(same, same).changes.empty());
  const auto other = played(game("6 dagger, 4 ring"), runs);
  const auto found = compare_results(same, other);
  ASSERT_FALSE(found.changes.empty());
  EXPECT_GT(found.compared, found.changes.size());
  for (const auto& change : found.changes) {
    const bool is_of_kinds =
        change.what.find("dagger") != std::string::npos || change.what.find("ring") != std::string::npos;
    EXPECT_TRUE(is_of_kinds) << change.what;
  }
  EXPECT_GT(std::abs(found.changes.front().sigmas), std::abs(found.changes.back().sigmas) - 1e-12);
}

TEST(CompareResults, WhatOneOfThemLacksIsNoticed) {
  const auto before = played(game("1 ring"), 2000);
  const auto after = played(game("9 ring, 1 crown"), 2000);
  const auto found = compare_results(before, after);
  bool is_told = false;
  for (const auto& change : found.changes) { is_told = is_told || change.what.find("crown") != std::string::npos; }
  EXPECT_TRUE(is_told);
}

TEST(CompareResults, WhatOneWasNotAskedIsNotZero) {
  const auto one = played(game("6 dagger, 3 ring"), 2000);
  auto other = one;
  ASSERT_FALSE(other.tables.empty());
  other.tables.front().asked.where = "level > 1";
  const auto asked_alike = compare_results(one, one).compared;
  const auto found = compare_results(one, other);
  EXPECT_TRUE(found.changes.empty());
  EXPECT_LT(found.compared, asked_alike);
  ASSERT_FALSE(found.only_before.empty());
  ASSERT_EQ(found.only_before.size(), found.only_after.size());
  EXPECT_EQ(found.only_before.front(), "things by depth, kind where kind != none");
  EXPECT_EQ(found.only_after.front(), "things by depth, kind where level > 1");
  other.tables.front().rows.clear();
  other.tables.front().asked.where = one.tables.front().asked.where;
  EXPECT_EQ(compare_results(one, other).compared, asked_alike) << "both have the question, and no thing was counted";
}

SimulationResult played_with(const Pack& pack, std::uint64_t seed, std::uint64_t runs) {
  Simulation simulation;
  simulation.rule = "run";
  simulation.seed = seed;
  simulation.runs = runs;
  simulation.firsts = {{"kind == gem", {1}, "m"}};
  simulation.per_run = {"n"};
  auto result = simulate(pack, simulation);
  EXPECT_TRUE(result.ok()) << result.error().text();
  return result.ok() ? std::move(*result) : SimulationResult{};
}

// Two simulations of one pack differ by chance alone. With a stated risk of 1% a pair, of 60 pairs more than 4 have a
// reported figure with a probability of 0.03% (binomial); of rare gems the normal law reported one pair in four.
TEST(CompareResults, OfOnePackDifferSeldom) {
  const auto pack = compiled(
      "rule run { n = pick 1..9; m = if chance 0.02% then pick 1..9 else none\n"
      "  kind = if m == none then ore else gem }\n");
  for (const std::uint64_t runs : {1U, 2U, 20U, 10'000U}) {
    int reported = 0;
    for (std::uint64_t pair = 0; pair < 60; ++pair) {
      const auto found = compare_results(played_with(pack, 2 * pair, runs), played_with(pack, 2 * pair + 1, runs));
      reported += found.changes.empty() ? 0 : 1;
    }
    EXPECT_LE(reported, 4) << runs;
  }
}

TEST(CompareResults, OneRunHasNoMean) {
  const auto pack = compiled("rule run { n = pick 1..9; m = 1; kind = gem }\n");
  const auto found = compare_results(played_with(pack, 1, 1), played_with(pack, 2, 1));
  EXPECT_TRUE(found.changes.empty());
}

TEST(DrawResults, DrawsEachQuestion) {
  const auto mine = played(game("6 dagger, 3 ring"), 300);
  const auto other = played(game("6 dagger, 4 ring"), 300);
  const auto plots = draw_results(mine, &other);
  std::string names;
  for (const auto& plot : plots) {
    names += plot.name + " ";
    EXPECT_EQ(plot.svg.rfind("<svg ", 0), 0u);
    EXPECT_NE(plot.svg.find("</svg>"), std::string::npos);
    EXPECT_EQ(plot.svg.find("nan"), std::string::npos) << plot.name;
    EXPECT_EQ(plot.svg.find("inf"), std::string::npos) << plot.name;
  }
  EXPECT_EQ(names,
            "things_1_mean things_1_at_least_one things_1_sum_1 things_1_sum_2 things_2 per_run_1 per_run_2 first_1 "
            "first_3 ");
}

}  // namespace results_test
}  // namespace spoils
