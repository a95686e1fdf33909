// tests/api/nearly_test.cpp
//
// A share that is nearly never, nearly certain, nearly equal or nearly explored is not said to be so. The oracle is
// arithmetic by hand.
#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "compiled.h"
#include "judged.h"
#include "program/limits.h"
#include "spoils/expectations.h"
#include "spoils/odds.h"
#include "spoils/repeated.h"
#include "spoils/roll.h"
#include "spoils/tweak.h"

namespace spoils {
namespace nearly_test {
namespace {

OddsTable answered(const Pack& pack, const Marginal& question) {
  auto table = exact_odds(pack, question);
  EXPECT_TRUE(table) << (table ? "" : table.error().text());
  return table ? std::move(*table) : OddsTable{};
}

Marginal by(const std::string& column) {
  Marginal out;
  out.by = {column};
  return out;
}

// All six dice are above 0 and n is at least 6, whatever little of it is followed.
TEST(Nearly, BoundsOfWhatIsCertainReachOne) {
  const auto pack = compiled(
      "field l: list of int\nrule r { repeat 6 { l += d6; n += d3; drop t(last(l)) }; z = if n > 0 then yes else no }\n"
      "rule t(k: int = 1) { v = k }\n");
  for (const std::size_t states : {1U, 10U}) {
    for (const std::uint64_t paths : {30U, 100U, 1000U}) {
      Marginal question;
      question.by = {"z"};
      question.max_states = states;
      question.max_paths = paths;
      question.tighten = false;
      question.estimate_rolls = 0;
      const auto table = answered(pack, question);
      EXPECT_EQ(table.given_at_most(), 1) << states << " " << paths;
      for (const auto& row : table.rows) { EXPECT_EQ(row.high, 1) << states << " " << paths; }
    }
  }
}

// 1 - (1 - 1e-18) is 0 in doubles.
TEST(Nearly, TheOtherSideOfAChanceKeepsItsDigits) {
  const auto pack =
      compiled("rule r { if chance 999999999999999999/1000000000000000000 { kind = iron } else { kind = gold } }\n");
  const auto table = answered(pack, by("kind"));
  EXPECT_TRUE(table.exact);
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_DOUBLE_EQ(table.rows[1].probability, 1e-18);
  auto given = by("kind");
  given.where = "kind == gold";
  const auto gold = answered(pack, given);
  EXPECT_TRUE(gold.exact);
  EXPECT_DOUBLE_EQ(gold.given, 1e-18);
  ASSERT_EQ(gold.rows.size(), 1U);
  EXPECT_EQ(gold.rows[0].probability, 1);
}

// Sixty tosses leave so little unexplored that the rounding of the sums is more.
TEST(Nearly, TheBoundsOfAConditionAreAsWideAsRounding) {
  const auto pack = compiled("rule r { hits = 0; repeat 60 { if chance 1/1000000 { hits = hits + 1 } } }\n");
  auto given = by("hits");
  given.where = "hits > 0";
  const auto table = answered(pack, given);
  EXPECT_FALSE(table.exact);
  const double truth = -std::expm1(60 * std::log1p(-1e-6));
  EXPECT_LE(table.given, truth);
  EXPECT_GE(table.given_at_most(), truth);
  const auto all = answered(pack, by("hits"));
  EXPECT_FALSE(all.exact);
  EXPECT_LT(all.given, 1);
  EXPECT_EQ(all.given_at_most(), 1);
}

// The shares of 17 to 20 hits are below what doubles can hold with all their digits, or at all.
constexpr const char* kTiny =
    "rule r { hits = 0; repeat 20 { if chance 1/1000000000000000000 { hits = hits + 1 } } }\n";

TEST(Nearly, AShareBelowDoublesIsABound) {
  const auto pack = compiled(kTiny);
  const auto table = answered(pack, by("hits"));
  EXPECT_FALSE(table.exact);
  ASSERT_EQ(table.rows.size(), 21U);
  for (const auto& row : table.rows) {
    const auto hits = std::stoi(to_text(row.values[0]));
    const double log10_ways = (std::lgamma(21) - std::lgamma(hits + 1) - std::lgamma(21 - hits)) / std::log(10);
    const double log10 = log10_ways - 18 * hits;
    EXPECT_GT(row.high, 0);
    EXPECT_GE(std::log10(row.high), log10 - 1e-9) << hits;
    if (row.low > 0) { EXPECT_LE(std::log10(row.low), log10 + 1e-9) << hits; }
  }
  auto given = by("hits");
  given.where = "hits == 20";
  const auto last = answered(pack, given);
  EXPECT_FALSE(last.exact);
  ASSERT_EQ(last.rows.size(), 1U);
  EXPECT_EQ(last.rows[0].low, 0);
  EXPECT_EQ(last.rows[0].high, 1);
  EXPECT_FALSE(std::isnan(last.rows[0].probability));
}

TEST(Nearly, AsFractionsItIsExact) {
  auto question = by("hits");
  question.fractions = true;
  const auto table = answered(compiled(kTiny), question);
  EXPECT_TRUE(table.exact);
  ASSERT_EQ(table.rows.size(), 21U);
  for (const auto& row : table.rows) {
    if (to_text(row.values[0]) != "20") { continue; }
    ASSERT_TRUE(row.fraction);
    EXPECT_EQ(row.fraction->numerator, "1");
    EXPECT_EQ(row.fraction->denominator, "1" + std::string(360, '0'));
  }
}

// 2^-1100 is no double. The middle one, C(1100, 550) / 2^1100, is computed in integers.
constexpr const char* kCoins = "rule r { n = 0; repeat 1100 { n += if chance 50% then 1 else 0 } }\n";

TEST(Nearly, BoundsHoldInTheLastDigit) {
  using boost::multiprecision::cpp_int;
  const auto pack = compiled(kCoins);
  const auto table = answered(pack, by("n"));
  EXPECT_FALSE(table.exact);
  EXPECT_LE(table.given, table.given_at_most());
  cpp_int ways = 1;
  for (int i = 1; i <= 550; ++i) { ways = ways * (550 + i) / i; }
  const cpp_int all = cpp_int(1) << 1100U;
  const boost::multiprecision::cpp_rational middle(ways, all);
  ASSERT_FALSE(table.rows.empty());
  EXPECT_EQ(to_text(table.rows[0].values[0]), "550");
  EXPECT_LE(boost::multiprecision::cpp_rational(table.rows[0].low), middle);
  EXPECT_GE(boost::multiprecision::cpp_rational(table.rows[0].high), middle);
}

TEST(Nearly, DiceOfMoreSidesThanMemoryHas) {
  const auto pack = compiled("rule r { let n = d3; m = roll(n, 9223372036854775807 // n) }\n");
  for (const bool fractions : {false, true}) {
    auto question = by("m");
    question.fractions = fractions;
    const auto table = exact_odds(pack, question);
    if (table) { EXPECT_FALSE(table->exact); }
  }
}

TEST(Nearly, ManyRollsOfWhatDoublesLoseAreRefused) {
  const auto pack = compiled(kCoins);
  auto none = by("n == 0");
  const auto within = repeated_odds(pack, none, 10);
  ASSERT_FALSE(within);
  EXPECT_EQ(within.error().kind, Error::Kind::Limit);
  EXPECT_FALSE(long_run_odds(pack, none));
  none.fractions = true;
  const auto forever = long_run_odds(pack, none);
  ASSERT_TRUE(forever) << forever.error().text();
  ASSERT_EQ(forever->rows.size(), 2U);
  EXPECT_EQ(forever->rows[1].rate_fraction->numerator, "1");
  EXPECT_EQ(forever->rows[1].rate_fraction->denominator, (boost::multiprecision::cpp_int(1) << 1100U).str());
}

TEST(Nearly, WhatIsDroppedIsMissed) {
  auto question = by("hits");
  question.max_states = 19;
  EXPECT_FALSE(answered(compiled(kTiny), question).exact);
  question.fractions = true;
  const auto table = answered(compiled(kTiny), question);
  EXPECT_FALSE(table.exact);
  EXPECT_GT(table.unexplored, 0);
  for (const auto& row : table.rows) { EXPECT_FALSE(row.fraction) << "a fraction of bounds"; }
}

TEST(Nearly, ASumThatLeaves64BitsIsAFault) {
  const auto pack = compiled("rule r { repeat 3 { drop big } }\nrule big { v = 4000000000000000000 }\n");
  const auto table = exact_odds(pack, by("sum(x in things: x.v)"));
  ASSERT_FALSE(table);
  EXPECT_NE(table.error().text().find("leaves 64 bits"), std::string::npos) << table.error().text();
  // Two of them fit.
  const auto fits = compiled("rule r { repeat 2 { drop big } }\nrule big { v = 4000000000000000000 }\n");
  const auto sums = answered(fits, by("sum(x in things: x.v)"));
  ASSERT_EQ(sums.rows.size(), 1U);
  EXPECT_EQ(to_text(sums.rows[0].values[0]), "8000000000000000000");
}

// One roll in two makes a thing too many: the first thing is one of them.
TEST(Nearly, MoreThingsThanARollMayMakeAreAFault) {
  const auto pack_of = [](std::size_t things) {
    return compiled("rule r { if chance 50% { repeat " + std::to_string(things) +
                    " { drop x } } }\nrule x { kind = sword }\n");
  };
  Count question;
  question.condition = "kind == sword";
  const auto most = exact_odds(pack_of(program::kMaxThings - 1), question);
  ASSERT_TRUE(most) << most.error().text();
  EXPECT_DOUBLE_EQ(most->mean, static_cast<double>(program::kMaxThings - 1) / 2);
  const auto pack = pack_of(program::kMaxThings);
  auto roller = Roller::make(pack, "r");
  ASSERT_TRUE(roller);
  const auto failed = [&](std::uint64_t index) { return !roller->roll(1, index); };
  EXPECT_TRUE(failed(0) || failed(1) || failed(2) || failed(3) || failed(4) || failed(5));
  const auto counted = exact_odds(pack, question);
  ASSERT_FALSE(counted);
  EXPECT_EQ(counted.error().kind, Error::Kind::Limit);
  ExpectedCounts each;
  each.by = {"kind"};
  EXPECT_TRUE(exact_odds(pack, each));  // half of them on average
  EXPECT_FALSE(exact_odds(pack_of(2 * program::kMaxThings + 2), each));
}

TEST(Nearly, ExpectationsTellFractionsApart) {
  const std::string rare = "rule u { if chance 1/2000000000 { kind = gold } else { kind = iron } }\n";
  const auto holds = [&](const std::string& line) { return judged(rare + "expect \"e\": " + line + "\n").holds; };
  EXPECT_FALSE(holds("odds(u: kind == gold) == 0"));
  EXPECT_FALSE(holds("odds(u: kind == gold) == 1/3000000000"));
  EXPECT_FALSE(holds("odds(u: kind == iron) == 100%"));
  EXPECT_FALSE(holds("odds(u: kind == gold) in 1/1900000000..1"));
  EXPECT_FALSE(holds("odds(u by kind) == {999999999 iron, 1 gold}"));
  EXPECT_TRUE(holds("odds(u: kind == gold) > 0"));
  EXPECT_TRUE(holds("odds(u: kind == gold) == 1/2000000000"));
  EXPECT_TRUE(holds("odds(u: kind == iron) < 1"));
  EXPECT_TRUE(holds("odds(u by kind) == {1999999999 iron, 1 gold}"));
}

TEST(Nearly, ExpectationsTryEveryValueOrSaySo) {
  const auto pack = [](int values, int from) {
    return "input n: 1.." + std::to_string(values) + " = 1\nrule u { if n == " + std::to_string(from) +
           " { kind = gem } else { kind = iron } }\nexpect \"e\": odds(u: kind == gem) == 0\n";
  };
  const auto found = judged(pack(5000, 4321));
  EXPECT_FALSE(found.holds);
  EXPECT_TRUE(found.decided);
  EXPECT_EQ(found.where, "n = 4321");
  const auto all = judged(pack(50'000, 49'999));
  EXPECT_TRUE(all.decided);
  EXPECT_EQ(all.where, "n = 49999");
  const auto last = judged(pack(2'000'000, 2'000'000));
  EXPECT_EQ(last.where, "n = 2000000");
  EXPECT_TRUE(last.decided);
  // It is not met, and no more than part of the values is tried.
  const auto missed = judged(pack(2'000'000, 1'999'999));
  EXPECT_FALSE(missed.holds);
  EXPECT_FALSE(missed.decided);
  EXPECT_TRUE(missed.likely);
  EXPECT_EQ(missed.tried, 20'001U);
  const auto pairs = [](int values) {
    const auto most = std::to_string(values);
    return judged("input a: 1.." + most + " = 1\ninput b: 1.." + most + " = 1\nrule u { if a == " + most +
                  " and b == " + most + " { kind = gem } else { kind = iron } }\n" +
                  "expect \"e\": odds(u: kind == gem) == 0\n");
  };
  const auto few = pairs(200);
  EXPECT_TRUE(few.decided);
  EXPECT_EQ(few.where, "a = 200, b = 200");
  const auto many = pairs(2000);
  EXPECT_FALSE(many.holds);
  EXPECT_FALSE(many.decided);
  EXPECT_EQ(many.tried, 4000U);
}

// Also that it has none, if it has none at first.
TEST(Nearly, ExpectationsTryNoneWhereAnInputHasIt) {
  const auto of = [](const std::string& input) {
    return judged("input n: " + input + " = none\nrule r { kind = pick { 1 gem; 1 zed if n == none } }\n" +
                  "expect \"no zed\": odds(r: kind == zed) == 0\n");
  };
  for (const auto* input : {"1..9", "{a1, b1}", "flag"}) {
    const auto found = of(input);
    EXPECT_FALSE(found.holds) << input;
    EXPECT_TRUE(found.decided) << input;
    EXPECT_EQ(found.where, "n = none") << input;
  }
}

// The search for failures tries only samples of an input without a range, so odds evaluate what may fail.
TEST(Nearly, AFailureAtAnyValueOfAnInputWithoutARange) {
  const auto pack = compiled("input n: int = 0\nrule r { kind = pick {1 gem; 1 zed}; w = 10 // (n - 77) }\n");
  auto question = by("kind");
  EXPECT_TRUE(exact_odds(pack, question));
  question.values = {{"n", "77"}};
  const auto failed = exact_odds(pack, question);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().kind, Error::Kind::Fault);
}

TEST(Nearly, BoundsOfADistributionDecideWhatIsApart) {
  const std::string pack = "rule r { a = d6; b = d6; sum = a + b }\nexpect \"e\": ";
  CheckOptions few;
  few.max_states = 4;
  const auto result = [&](const std::string& line) {
    return check_expectations(compiled(pack + line + "\n"), few).front();
  };
  const auto open = result("odds(r by sum) == {1 2, 2 3, 3 4, 4 5, 5 6, 6 7, 5 8, 4 9, 3 10, 2 11, 1 12}");
  EXPECT_FALSE(open.decided);
  EXPECT_FALSE(open.holds);
  EXPECT_EQ(open.found, "");
  const auto broken = result("odds(r by sum) == {1 2, 999999 3}");
  EXPECT_FALSE(broken.holds);
  EXPECT_TRUE(broken.decided);
}

// d401 and d500 have more states than fractions once were computed for; the other side is possible in all of them.
TEST(Nearly, ExpectationsAreNotMetByALittle) {
  const std::string wide =
      "rule r { a = d401; c = d500; kind = if a == 401 and c == 500 and chance 1 in 100000 then x else y }\n";
  const std::string rare =
      "rule r { a = d500; repeat 20 while chance 1 in 1000000000000000000 { n += 1 }\n"
      "  kind = if n == 20 and a == 7 then x else y }\n";
  const std::string half = "rule r { kind = pick {49999999999999 a, 50000000000001 b} }\n";
  const std::string least = "rule r { kind = pick {4999999999999999 a, 1 b} }\n";
  const std::string digit = "rule r { kind = pick {1249999999999999 a, 8750000000000001 b} }\n";
  const std::string large = "rule r { n = 1000000000000 + d3; m = 0 - 1000000000000 + d3 }\n";
  for (const auto& [pack, line, holds] : std::vector<std::tuple<std::string, std::string, bool>>{
           {wide, "odds(r: kind == y) == 1", false},
           {wide, "odds(r: kind == y) >= 100%", false},
           {wide, "odds(r: kind == y) in 1..1", false},
           {wide, "odds(r: kind == y) < 1", true},
           {wide, "odds(r: kind == y) == 20049999999/20050000000", true},
           {wide, "mean(r: if kind == x then 1 else 0) == 0", false},
           {wide, "odds(r by kind) == {1 y}", false},
           {wide, "odds(r by kind) == {1 x, 20049999999 y}", true},
           {wide, "odds(r: a >= 1) == 1", true},
           {wide, "odds(r: a == 402) == 0", true},
           {rare, "odds(r: kind == x) == 0", false},
           {rare, "odds(r: kind == y) == 1", false},
           {rare, "odds(r by kind) == {1 y}", false},
           {half, "odds(r: kind == a) in 1/2..1", false},
           {half, "odds(r: kind == a) >= 1/2", false},
           {half, "odds(r: kind == b) in 1/2..1", true},
           {least, "odds(r: kind == a) in 1..1", false},
           {digit, "odds(r: kind == a) about 0.13", false},
           {digit, "odds(r: kind == a) about 0.12", true},
           {large, "mean(r: n) == 1000000000002", true},
           {large, "mean(r: n) > 1000000000002", false},
           {large, "mean(r: n + m) == 4", true},
       }) {
    const auto found = judged(pack + "expect \"e\": " + line + "\n");
    EXPECT_TRUE(found.decided) << line;
    EXPECT_EQ(found.holds, holds) << line << ": " << found.found;
  }
}

// The last draw makes the odds 1/2 whatever came before, but fractions of 20,000 factors are more than a check
// computes.
TEST(Nearly, ATieThatFractionsCannotDecideIsLeftOpen) {
  for (const auto* line : {"== 1/2", "in 1/2..1", ">= 1/2"}) {
    const auto found = judged(
        "rule r { n = 0; repeat 20000 { n = (n + if chance 999983/1999993 then 1 else 0) mod 2 }\n"
        "  n = (n + pick 0..1) mod 2 }\n"
        "expect \"e\": odds(r: n == 1) " +
        std::string(line) + "\n");
    EXPECT_FALSE(found.decided) << line;
    EXPECT_FALSE(found.holds) << line;
    EXPECT_TRUE(found.likely) << line;
  }
}

// A combination of inputs that is only likely is not the last one that is looked at.
TEST(Nearly, WhatIsLikelyHidesNothing) {
  const auto found = judged(
      "input m: 1..2 = 1\nrule r { n = 0; if m == 1 {\n"
      "  repeat 20000 { n = (n + if chance 999983/1999993 then 1 else 0) mod 2 }\n  n = (n + pick 0..1) mod 2 } }\n"
      "expect \"e\": odds(r: n == 1) == 1/2\n");
  EXPECT_FALSE(found.holds);
  EXPECT_TRUE(found.decided);
  EXPECT_FALSE(found.likely);
  EXPECT_EQ(found.where, "m = 2");
}

TEST(Nearly, MeansOfThingsThatCancel) {
  const std::string pack =
      "rule r { repeat 3 { drop a } }\n"
      "rule a { x = if chance 1/3 then 3000000000 else if chance 1/2 then 1 else 0 - 3000000001 }\n";
  EXPECT_TRUE(judged(pack + "expect \"e\": mean(r: sum(t in things: t.x)) <= 0\n").holds);
  EXPECT_TRUE(judged(pack + "expect \"e\": mean(r: sum(t in things: t.x)) == 0\n").holds);
  EXPECT_FALSE(judged(pack + "expect \"e\": mean(r: sum(t in things: t.x)) > 0\n").holds);
}

// 1 - (1 - 1/N)^N, where 1 - 1/N has no digits left for 1/N.
// The amounts that cancel are far larger than the mean, which is exactly 0: 71.5 - 100/3 - 229/6, and 499 * 4 - 499 * 4
// times 10^15. There are more states than are counted in fractions at once.
TEST(Nearly, MeansOfManyThingsThatCancel) {
  const std::string middle =
      "rule r { let a = pick 1..1000\nif chance 1/7 { drop gold(a) }\nif chance 1/3 { drop debt(100) }\n"
      "if chance 1/6 { drop debt(229) } }\n"
      "rule gold(a: int) { worth = a * 100003 }\nrule debt(a: int) { worth = -a * 100003 }\n";
  const std::string large =
      "rule r { let a = pick 1..997\nif chance 1/3 { drop gold(a) }\ndrop gold(a)\ndrop debt }\n"
      "rule gold(a: int) { worth = a * 3000000000000021 }\nrule debt { worth = -499 * 4 * 1000000000000007 }\n";
  const std::string mean = "mean(r: sum(x in things: x.worth))";
  for (const auto& pack : {middle, large}) {
    CheckOptions options;
    options.verify = VerifyOptions{};
    const auto results =
        check_expectations(compiled(pack + "expect \"zero\": " + mean + " == 0\nexpect \"not zero\": " + mean +
                                    " != 0\n" + "expect \"positive\": " + mean + " > 0\nexpect \"small\": " + mean +
                                    " < 1/1000\n" + "expect \"not far below\": " + mean + " > -1/1000\n"),
                           options);
    ASSERT_EQ(results.size(), 5U);
    for (std::size_t i = 0; i < results.size(); ++i) {
      EXPECT_TRUE(results[i].decided) << results[i].title;
      EXPECT_EQ(results[i].holds, i == 0 || i >= 3) << results[i].title << results[i].found;
      ASSERT_TRUE(results[i].verified);
      EXPECT_TRUE(results[i].verified->discrepancies.empty()) << results[i].title;
    }
  }
}

// The sum of a distribution in doubles is off by as much as its values are long.
TEST(Nearly, RollsOfAMeanThatIsNothingAgree) {
  CheckOptions options;
  options.verify = VerifyOptions{};
  const auto results = check_expectations(
      compiled("rule r { let a = pick 1..997\ndrop gold(a)\ndrop debt }\n"
               "rule gold(a: int) { worth = a * 3000021 }\nrule debt { worth = -499 * 3 * 1000007 }\n"
               "expect \"zero\": mean(r: sum(x in things: x.worth)) == 0\n"),
      options);
  ASSERT_EQ(results.size(), 1U);
  EXPECT_TRUE(results[0].holds);
  ASSERT_TRUE(results[0].verified);
  EXPECT_TRUE(results[0].verified->discrepancies.empty());
}

TEST(Nearly, ManyTriesOfARareChance) {
  for (const auto tries : {9e6, 1e13, 3e14, 2e16}) {
    const auto number = std::to_string(static_cast<std::int64_t>(tries));
    const auto table = answered(compiled("rule r { retry max " + number + " { kind = if chance 1 in " + number +
                                         " then x else y } while kind == y }\n"),
                                by("kind"));
    ASSERT_EQ(table.rows.size(), 2U);
    const double came = -std::expm1(tries * std::log1p(-1 / tries));
    EXPECT_EQ(to_text(table.rows[0].values[0]), "x");
    EXPECT_NEAR(table.rows[0].probability, came, 1e-12 * came) << number;
    EXPECT_NEAR(table.rows[1].probability, 1 - came, 1e-12) << number;
  }
}

TEST(Nearly, ALastTryThatDoublesCannotHoldIsListed) {
  for (const auto* tries : {"retry max 2000 { kind = pick {x, y} } while kind == y",
                            "kind = x; try { kind = y; repeat 40 while chance 1 in 1000000000 { n += 1 } } keep n == "
                            "40 else { kind = z }"}) {
    const auto table = answered(compiled("rule r { " + std::string(tries) + " }\n"), by("kind"));
    EXPECT_EQ(table.rows.size(), 2U) << tries;
    EXPECT_FALSE(table.exact) << tries;
  }
}

TEST(Nearly, AFractionThatDoublesCannotHoldIsNotNever) {
  auto question = by("hits");
  question.fractions = true;
  for (const auto& row : answered(compiled(kTiny), question).rows) { EXPECT_GT(row.low, 0); }
}

// Just below one half is reached in the second roll.
TEST(Nearly, AWaitIsNotShorterByALittle) {
  const auto wait = [](const std::string& weights) {
    OddsSettings settings;
    settings.rule = "r";
    const auto odds = repeated_odds(compiled("rule r { kind = pick {" + weights + "} }\n"),
                                    Marginal{settings, {"kind"}, "", false}, 3);
    EXPECT_TRUE(odds);
    for (const auto& row : odds->rows) {
      if (to_text(row.values[0]) == "a") { return row.wait_points[0].value_or(0); }
    }
    return 0.0;
  };
  EXPECT_EQ(wait("49999999999 a, 50000000001 b"), 2);
  EXPECT_EQ(wait("1 a, 1 b"), 1);
  EXPECT_EQ(wait("1 a, 1 b, 1 a, 3 b, 2 a"), 1);
}

// The condition holds with 10^-360, and then the two are as likely.
TEST(Nearly, OddsGivenWhatDoublesCannotHold) {
  const std::string pack =
      "rule r { repeat 20 while chance 1 in 1000000000000000000 { n += 1 }; kind = pick {x, y} }\n"
      "expect \"e\": odds(r: kind == x given n == 20) ";
  EXPECT_TRUE(judged(pack + "== 1/2\n").holds);
  const auto more = judged(pack + "> 1/2\n");
  EXPECT_TRUE(more.decided);
  EXPECT_FALSE(more.holds);
}

// The greatest of two of -1 and -2 is -2 with 1/4, the least -1; of nothing both are 0. Unset values count as 0.
TEST(Nearly, TheGreatestAndLeastOfNegativeNumbers) {
  const auto pack = compiled(
      "rule r { kind = chest; repeat 2 { drop gem } }\nrule gem { kind = gem; a = 0 - d2 }\n"
      "rule none_at_all { kind = chest }\n"
      "rule some { repeat 2 { drop rare } }\nrule rare { kind = gem; if chance 1/2 { a = pick {-5, 3} } }\n");
  struct Case {
    const char* rule;
    const char* fold;
    std::vector<std::string> rows;
  };
  for (const auto& [rule, fold, rows] : {
           Case{"r", "max", {"-1 3/4", "-2 1/4"}},
           Case{"r", "min", {"-2 3/4", "-1 1/4"}},
           Case{"none_at_all", "max", {"0 1/1"}},
           Case{"none_at_all", "min", {"0 1/1"}},
           Case{"some", "max", {"0 1/2", "3 7/16", "-5 1/16"}},
           Case{"some", "min", {"0 1/2", "-5 7/16", "3 1/16"}},
       }) {
    auto question = by(std::string(fold) + "(x in things where x.kind == gem: x.a)");
    question.rule = rule;
    question.fractions = true;
    std::vector<std::string> found;
    for (const auto& row : answered(pack, question).rows) {
      found.push_back(to_text(row.values[0]) + " " + row.fraction->text());
    }
    EXPECT_EQ(found, rows) << rule << " " << fold;
  }
}

// The sign of the least is that of the sum of which it is a part, and of the values that an expectation names.
TEST(Nearly, TheLeastWithinAnExpression) {
  const std::string rules =
      "rule r { kind = chest; repeat 2 { hold gem } }\nrule gem { kind = gem; a = d3 }\nexpect \"e\": ";
  EXPECT_TRUE(judged(rules + "odds(r: min(x in held: x.a) == 3) == 1/9\n").holds);
  EXPECT_TRUE(judged(rules + "odds(r: 10 - min(x in things where x.kind == gem: x.a) >= 9) == 5/9\n").holds);
  EXPECT_TRUE(judged(rules + "mean(r: max(x in held: x.a) - min(x in held: x.a)) == 8/9\n").holds);
}

TEST(Nearly, ExpectationsSayWhatTheyAssume) {
  const std::string rule = "rule r { kind = if n == 2 then x else y }\nexpect \"e\": odds(r: kind == x) == 0\n";
  EXPECT_EQ(judged("input n: int = 1\n" + rule).assumed, "n = 1");
  const auto tried = judged("input n: 1..3 = 1\n" + rule);
  EXPECT_EQ(tried.assumed, "");
  EXPECT_FALSE(tried.holds);
}

TEST(Nearly, AChoiceWithoutAComputedShareIsNotNever) {
  const auto pack = compiled("rule u { v = 20d20 }\n");
  const auto roller = Roller::make(pack, "u");
  ASSERT_TRUE(roller) << roller.error().text();
  auto tweaker = Tweaker::make(*roller, 1, 0);
  ASSERT_TRUE(tweaker) << tweaker.error().text();
  const auto choices = tweaker->choices("v.1");
  ASSERT_TRUE(choices) << choices.error().text();
  ASSERT_FALSE(choices->choices.empty());
  EXPECT_TRUE(std::isnan(choices->choices[0].probability));
}

}  // namespace
}  // namespace nearly_test
}  // namespace spoils
