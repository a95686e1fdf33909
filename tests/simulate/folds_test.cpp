// tests/simulate/folds_test.cpp
//
// Folds against plain maps, and the law on which simulations depend: folds that are merged in any order and from any
// parts are the same bytes.
#include "sim/folds.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "spoils/simulate.h"

namespace spoils::sim {
namespace folds_test {

constexpr std::size_t kMost = 1000;

/// A run: keys of things, each with a number, and a number of its own.
struct Run {
  std::vector<std::pair<std::string, std::int64_t>> things;
  std::int64_t value = 0;
};

Folds empty() {
  Folds out;
  out.tables.emplace_back(1, kMost);
  out.per_run.emplace_back(kMost);
  out.firsts.emplace_back(kMost);
  return out;
}

void play(Folds& folds, const Run& run, std::uint64_t index) {
  for (const auto& [key, number] : run.things) { folds.tables[0].add(key, &number); }
  folds.tables[0].end_run();
  folds.per_run[0].integers.add(run.value);
  folds.per_run[0].values.add(std::to_string(run.value));
  if (!run.things.empty()) {
    ++folds.firsts[0].runs;
    folds.firsts[0].first_run = std::min(folds.firsts[0].first_run, index);
  }
  folds.things += run.things.size();
  ++folds.runs;
}

std::string bytes_of(const Folds& folds) {
  Writer out;
  folds.write(out);
  return out.take();
}

std::vector<Run> any_runs() {
  std::vector<Run> out;
  const auto count = *rc::gen::inRange(0, 40);
  for (int i = 0; i < count; ++i) {
    Run run;
    const auto things = *rc::gen::inRange(0, 6);
    for (int k = 0; k < things; ++k) {
      run.things.emplace_back(std::string(1, static_cast<char>('a' + *rc::gen::inRange(0, 5))),
                              *rc::gen::inRange(-1000, 1000));
    }
    run.value = *rc::gen::inRange(-50, 50);
    out.push_back(run);
  }
  return out;
}

RC_GTEST_PROP(Folds, PartsInAnyOrderAreTheWhole, ()) {
  const auto runs = any_runs();
  auto whole = empty();
  std::vector<Folds> parts(4, empty());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    play(whole, runs[i], i);
    play(parts[*rc::gen::inRange<std::size_t>(0, 4)], runs[i], i);
  }
  const auto first = *rc::gen::inRange<std::size_t>(0, 4);
  auto merged = empty();
  for (std::size_t i = 0; i < 4; ++i) {
    // Through bytes and back, as between processes.
    const auto bytes = bytes_of(parts[(first + 3 * i) % 4]);
    Reader in(bytes);
    auto part = empty();
    part.read(in);
    RC_ASSERT(in.is_at_end());
    merged.merge(part);
  }
  RC_ASSERT(bytes_of(merged) == bytes_of(whole));
}

RC_GTEST_PROP(Folds, CountWhatAMapCounts, ()) {
  const auto runs = any_runs();
  auto folds = empty();
  std::map<std::string, std::int64_t> things;
  std::map<std::string, std::int64_t> squares;
  std::map<std::string, std::int64_t> sums;
  std::map<std::string, std::uint64_t> in_runs;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    play(folds, runs[i], i);
    std::map<std::string, std::int64_t> now;
    for (const auto& [key, number] : runs[i].things) {
      ++now[key];
      sums[key] += number;
    }
    for (const auto& [key, count] : now) {
      things[key] += count;
      squares[key] += count * count;
      ++in_runs[key];
    }
  }
  const auto entries = folds.tables[0].entries();
  RC_ASSERT(entries.size() == things.size());
  for (const auto& [key, row] : entries) {
    const std::string name(key);
    RC_ASSERT(row->things.sum == things[name]);
    RC_ASSERT(row->things.squares == static_cast<UnsignedWide>(squares[name]));
    RC_ASSERT(row->sums[0].sum == sums[name]);
    RC_ASSERT(row->runs == in_runs[name]);
  }
}

std::string bytes_of(const IntegerFold& fold) {
  Writer out;
  fold.write(out);
  return out.take();
}

TEST(IntegerFold, BinsGrowUntilTheyAreFewAndDoNotHangOnTheOrder) {
  // 3 * kMostBins values that are far apart: every value its own bin is too many, bins of four are few enough.
  std::vector<std::int64_t> values;
  for (std::int64_t i = 0; i < 3 * static_cast<std::int64_t>(kMostBins); ++i) { values.push_back(i - 12345); }
  IntegerFold upwards;
  for (const auto value : values) { upwards.add(value); }
  IntegerFold downwards;
  std::reverse(values.begin(), values.end());
  for (const auto value : values) { downwards.add(value); }
  IntegerFold parts;
  for (int part = 0; part < 3; ++part) {
    IntegerFold one;
    for (std::size_t i = static_cast<std::size_t>(part); i < values.size(); i += 3) { one.add(values[i]); }
    parts.merge(one);
  }
  EXPECT_EQ(bytes_of(upwards), bytes_of(downwards));
  EXPECT_EQ(bytes_of(upwards), bytes_of(parts));
  const auto bins = upwards.bins();
  EXPECT_LE(bins.size(), kMostBins);
  EXPECT_EQ(bins[1].last - bins[1].first, 3);
  std::uint64_t total = 0;
  for (const auto& bin : bins) { total += bin.runs; }
  EXPECT_EQ(total, values.size());
  EXPECT_EQ(upwards.least(), -12345);
}

TEST(IntegerFold, TakesTheGreatestIntegers) {
  IntegerFold fold;
  fold.add(std::numeric_limits<std::int64_t>::max());
  fold.add(std::numeric_limits<std::int64_t>::min() + 1);
  EXPECT_EQ(fold.moments().sum, 0);
  EXPECT_FALSE(fold.moments().overflown);
  EXPECT_EQ(fold.bins().size(), 2u);
}

TEST(Moments, SquaresThatLeave128BitsAreNoticed) {
  Moments moments;
  // (2^63 - 1)^2 is a little less than a quarter of 2^128.
  for (int i = 0; i < 4; ++i) { moments.add(std::numeric_limits<std::int64_t>::max()); }
  EXPECT_FALSE(moments.overflown);
  Moments twice = moments;
  twice.merge(moments);
  EXPECT_TRUE(twice.overflown);
  moments.add(-std::numeric_limits<std::int64_t>::max());
  EXPECT_TRUE(moments.overflown);
}

TEST(TableFold, ATableThatGrowsTooLargeSaysSo) {
  TableFold fold(0, 3);
  for (const char* key : {"a", "b", "a", "c"}) { fold.add(key, nullptr); }
  fold.end_run();
  EXPECT_FALSE(fold.is_too_large());
  TableFold other(0, 3);
  other.add("d", nullptr);
  other.end_run();
  fold.merge(other);
  EXPECT_TRUE(fold.is_too_large());
}

TEST(Reader, BrokenBytesAreRefused) {
  auto folds = empty();
  play(folds, {{{"a", 1}, {"b", 2}}, 3}, 0);
  const auto bytes = bytes_of(folds);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    Reader in(std::string_view(bytes).substr(0, size));
    auto read = empty();
    read.read(in);
    EXPECT_FALSE(in.is_at_end()) << size;
  }
}

}  // namespace folds_test
}  // namespace spoils::sim
