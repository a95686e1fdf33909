// tests/check/distinct_draws_test.cpp
//
// Draws without replacement against brute force: every table of three rows of six kinds, with and without a filter, for
// each number of draws and each level. The test counts by itself how many different outcomes there are; the check must
// report E0511 if there are fewer than are wanted for some values, and only then, and name the very values of one
// input.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "affordable.h"
#include "findings.h"

namespace spoils::check {
namespace distinct_draws_test {

constexpr int kMostDraws = 4;  // of input n, from 0
constexpr int kLastLevel = 3;  // of input level, from 0
constexpr std::size_t kKinds = 6;

/// A row: how it is written before and after its cell, and its outcome at a level; '-' for none, ' ' if it is absent.
struct Kind {
  const char* before;
  const char* after;
  char (*outcome)(int level);
};

constexpr std::array<Kind, kKinds> kRows{{
    {"1 a", "", [](int) { return 'a'; }},
    {"(level) b", "", [](int level) { return level > 0 ? 'b' : ' '; }},
    {"2 c", " if level >= 2", [](int level) { return level >= 2 ? 'c' : ' '; }},
    {"1 a", " if level == 1 else d", [](int level) { return level == 1 ? 'a' : 'd'; }},
    {"0 e", "", [](int) { return ' '; }},
    {"3 none", "", [](int) { return '-'; }},
}};

using Rows = std::array<std::size_t, 3>;

int different(const Rows& rows, bool filters, int level) {
  std::set<char> out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto cell = static_cast<int>(i) + 1;
    if (filters && cell <= level) { continue; }
    const auto outcome = kRows[rows[i]].outcome(level);
    if (outcome != ' ' && outcome != '-') { out.insert(outcome); }
  }
  return static_cast<int>(out.size());
}

std::string table(const Rows& rows, bool has_column) {
  std::string out = has_column ? "table t: v {\n" : "table t {\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto cell = has_column ? " " + std::to_string(i + 1) : std::string();
    out += std::string("  ") + kRows[rows[i]].before + cell + kRows[rows[i]].after + "\n";
  }
  return out + "}\n";
}

/// A table with a column may have an outcome once.
bool repeats(const Rows& rows) {
  std::set<char> seen;
  for (const auto row : rows) {
    if (!seen.insert(kRows[row].before[kRows[row].before[0] == '(' ? 8 : 2]).second) { return true; }
  }
  return false;
}

std::string pack(const std::string& wanted, bool filters, const std::string& end, const Rows& rows) {
  const std::string source = filters ? "x in t where x.v > level" : "t";
  return std::string(kPackLine) + "input n: 0..4 = 0\ninput level: 0..3 = 0\nrule r { kinds = pick " + wanted +
         " distinct from " + source + end + " }\n" + table(rows, filters);
}

bool finds_too_few(const Findings& found) {
  return std::any_of(found.all.begin(), found.all.end(), [](const Diagnostic& one) { return one.code == "E0511"; });
}

template <class F>
void for_each_table(F&& f) {
  for (std::size_t i = 0; i < kKinds * kKinds * kKinds; ++i) {
    if (kIsSanitized && i % 10 != 0) { continue; }
    f(Rows{i % kKinds, i / kKinds % kKinds, i / kKinds / kKinds});
  }
}

TEST(DistinctDraws, AreEnoughOrReported) {
  std::size_t reported = 0;
  std::size_t accepted = 0;
  for_each_table([&](const Rows& rows) {
    for (const bool filters : {false, true}) {
      if (filters && repeats(rows)) { continue; }
      // `min(n, 2)` wants two at most; `n` four.
      for (int wanted = 1; wanted <= kMostDraws; ++wanted) {
        bool expected = false;
        for (int level = 0; level <= kLastLevel; ++level) { expected |= different(rows, filters, level) < wanted; }
        const auto text = wanted == kMostDraws ? std::string("n") : "min(n, " + std::to_string(wanted) + ")";
        const auto source = pack(text, filters, "", rows);
        ASSERT_EQ(finds_too_few(findings_of(source)), expected) << source;
        (expected ? reported : accepted) += 1;
      }
    }
  });
  EXPECT_GT(reported, kIsSanitized ? 50U : 500U);
  EXPECT_GT(accepted, kIsSanitized ? 3U : 30U);
}

TEST(DistinctDraws, OrFewerAreAlwaysEnough) {
  for_each_table([&](const Rows& rows) {
    const auto source = pack("n", !repeats(rows), " or fewer", rows);
    ASSERT_FALSE(finds_too_few(findings_of(source))) << source;
  });
}

TEST(DistinctDraws, TheValuesAreNamed) {
  std::size_t named = 0;
  for_each_table([&](const Rows& rows) {
    const auto available = different(rows, false, kLastLevel);
    if (different(rows, false, 0) != available || different(rows, false, 1) != available) { return; }
    const auto found = findings_of(pack("n", false, "", rows));
    const auto first = available + 1;
    const auto when = first == kMostDraws ? std::to_string(first) : std::to_string(first) + ".." + "4";
    ASSERT_FALSE(found.rendered.empty());
    const auto wanted = std::to_string(first) + (first == 1 ? " different outcome is" : " different outcomes are") +
                        " wanted, and table `t` has " + std::to_string(available) + " when n is " + when + "\n";
    const auto says_so = [&](const std::string& one) { return one.find(wanted) != std::string::npos; };
    ASSERT_TRUE(std::any_of(found.rendered.begin(), found.rendered.end(), says_so)) << wanted << found.rendered[0];
    ++named;
  });
  EXPECT_GT(named, kIsSanitized ? 2U : 20U);
}

TEST(DistinctDraws, OfAListAreCounted) {
  for (int size = 1; size <= 3; ++size) {
    const std::string list = std::string("[1, 2, 3]").substr(0, 2 + 3 * (static_cast<std::size_t>(size) - 1)) + "]";
    const auto source = std::string(kPackLine) + "input n: 0..4 = 0\nrule r { l = " + list +
                        "; kinds = pick min(n, 2) distinct from l }\n";
    EXPECT_EQ(finds_too_few(findings_of(source)), size < 2) << source;
  }
}

TEST(DistinctDraws, ThatNoRollMeetsAreNotReported) {
  const auto found = findings_of(std::string(kPackLine) +
                                 "input n: 0..4 = 0\nrule r { if n < 3 { kinds = pick n distinct from {a, b} } }\n");
  EXPECT_TRUE(found.all.empty()) << found.rendered[0];
}

}  // namespace distinct_draws_test
}  // namespace spoils::check
