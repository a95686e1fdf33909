// tests/odds/evaluated_early_test.cpp
//
// Parts of expressions that are evaluated as soon as they are known (odds/evaluated_early.h): rules with up to four
// dice against all their rolls, in fractions, with statements between that change what a part reads, or end the roll;
// which rolls fail; and six scores with their total, which have closed forms and far too many states.
#include "odds/evaluated_early.h"

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "api/pack_data.h"
#include "compiled.h"
#include "odds/exact_odds_of.h"
#include "spoils/expectations.h"
#include "spoils/odds.h"

namespace spoils {
namespace evaluated_early_test {

using Fraction = boost::multiprecision::cpp_rational;
using Odds = OddsOfValues;

/// Four dice of six sides; "" as value: the roll is discarded.
Odds of_four_dice(const std::function<std::string(int, int, int, int)>& value) {
  Odds out;
  for (int a = 1; a <= 6; ++a) {
    for (int b = 1; b <= 6; ++b) {
      for (int c = 1; c <= 6; ++c) {
        for (int d = 1; d <= 6; ++d) { out[value(a, b, c, d)] += Fraction(1, 1296); }
      }
    }
  }
  return out;
}

std::string text(int number) { return std::to_string(number); }
std::string flag(bool value) { return value ? "true" : "false"; }

struct Row {
  std::string name;
  std::string statements;
  std::function<std::string(int, int, int, int)> expected;
  std::string declarations = "";
  bool is_rewritten = true;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

class EvaluatedEarly : public testing::TestWithParam<Row> {};

std::string pack_of(const Row& row) { return row.declarations + "rule r {\n" + row.statements + "\n}\n"; }

TEST_P(EvaluatedEarly, HasTheOddsOfAllRolls) {
  EXPECT_EQ(exact_odds_of(pack_of(GetParam()), 1'000'000), of_four_dice(GetParam().expected));
}

TEST_P(EvaluatedEarly, IsRewrittenOrNot) {
  auto program = compiled(pack_of(GetParam())).data().program;
  const auto statements = program.statements.size();
  EXPECT_EQ(odds::evaluate_early(program), GetParam().is_rewritten);
  EXPECT_EQ(program.statements.size() > statements, GetParam().is_rewritten);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, EvaluatedEarly,
    testing::ValuesIn(std::vector<Row>{
        {"Sum", "a = d6; b = d6; c = d6; d = d6\n x = a + b + c + d",
         [](int a, int b, int c, int d) { return text(a + b + c + d); }},
        {"InAnotherOrder", "a = d6; b = d6; c = d6; d = d6\n x = d + c + b + a",
         [](int a, int b, int c, int d) { return text(a + b + c + d); }, "", false},
        {"TermsOfAllKinds", "a = d6; b = d6; c = d6; d = d6\n x = a * 2 - b + max(a, b) * c + min(a, b, d)",
         [](int a, int b, int c, int d) {
           return text(a * 2 - b + std::max(a, b) * c + std::min({a, b, d}));
         }},
        {"OfAList", "a = d6; b = d6; c = d6; d = d6\n x = sum([a, b, c, d]) * 10 + max([a, b, c, d])",
         [](int a, int b, int c, int d) {
           return text((a + b + c + d) * 10 + std::max({a, b, c, d}));
         }},
        {"And", "a = d6; b = d6; c = d6; d = d6\n x = a > 2 and b > 3 and c > 1 and d > 4",
         [](int a, int b, int c, int d) { return flag(a > 2 && b > 3 && c > 1 && d > 4); }},
        {"OrOfSums", "a = d6; b = d6; c = d6; d = d6\n x = a + b > 9 or b + c > 9 or c + d > 9",
         [](int a, int b, int c, int d) { return flag(a + b > 9 || b + c > 9 || c + d > 9); }},
        {"InACondition", "a = d6; b = d6; c = d6; d = d6\n if a + b + c > 12 { x = d } else { x = a + b }",
         [](int a, int b, int c, int d) { return text(a + b + c > 12 ? d : a + b); }},
        {"Chosen", "a = d6; b = d6; c = d6; d = d6\n x = if a == b then c else a + b + d",
         [](int a, int b, int c, int d) { return text(a == b ? c : a + b + d); }},
        {"TheThingKeepsItsParts", "a = d6; b = d6; c = d6; d = d6\n x = a + b + c * 100 + a * 1000 + d * 10000",
         [](int a, int b, int c, int d) { return text(a + b + c * 100 + a * 1000 + d * 10000); }},
        // A slot that a part reads is changed between its first value and its use.
        {"ChangedAgain", "a = d6; b = d6; c = d6\n a = d6\n x = a + b + c * 100",
         [](int, int b, int c, int d) { return text(d + b + c * 100); }, "", false},
        {"ChangedInABlock", "a = d6; b = d6; c = d6; if c > 3 { b = 9 }\n d = d6\n x = a + b + c * 100 + d * 1000",
         [](int a, int b, int c, int d) { return text(a + (c > 3 ? 9 : b) + c * 100 + d * 1000); }},
        {"ChangedByARule", "a = d6; b = d6; c = d6; nine(); d = d6\n x = a + b + c * 100 + d * 1000",
         [](int a, int, int c, int d) { return text(a + 9 + c * 100 + d * 1000); }, "rule nine { b = 9 }\n"},
        {"ChangedInALoop", "a = d6; b = d6; c = d6; for i in 1..c { b += 1 }\n d = d6\n x = a + b + c * 100 + d * 1000",
         [](int a, int b, int c, int d) { return text(a + b + c + c * 100 + d * 1000); }},
        {"AFieldOfADroppedThing", "a = d6; b = d6; c = d6; drop other; d = d6\n x = a + b + c * 100 + d * 1000",
         [](int a, int b, int c, int d) { return text(a + b + c * 100 + d * 1000); }, "rule other { b = 9 }\n"},
        {"OneTurnAfterTheOther", "let last = 0\n for i in 1..2 { a = d6; b = d6\n x = last + a + b\n last = a }",
         [](int a, int, int c, int d) { return text(a + c + d); }},
        {"AnInputWithin",
         "a = d6; b = d6\n with bonus = 5 { c = d6; y = a + b + bonus }\n d = d6\n x = a + b + bonus * "
         "100 + y * 10000 + c * 1000 + d",
         [](int a, int b, int c, int d) { return text(a + b + 100 + (a + b + 5) * 10000 + c * 1000 + d); },
         "input bonus: 0..9 = 1\n"},
        // Rolls that end before.
        {"Stopped", "a = d6; b = d6; x = 0; c = d6\n if c > 3 { stop }\n d = d6\n x = a + b + d",
         [](int a, int b, int c, int d) { return text(c > 3 ? 0 : a + b + d); }},
        {"UnsetBefore", "b = d6; c = d6; d = d6\n x = a + b + c * 10\n a = d6",
         [](int, int b, int c, int) { return text(b + c * 10); }},
        {"Retried", "retry { a = d6; b = d6; c = d6 } while a + b + c > 100\n d = d6\n x = a + b + c + d",
         [](int a, int b, int c, int d) { return text(a + b + c + d); }},
        {"RetriedOnce",
         "retry max 2 { a = d2; b = d3 } while a + b > 2\n c = d6; d = d6\n x = a + b * 10 + c - c + d - d",
         [](int a, int b, int c, int d) {
           // The first two dice are the first try, and the others the second one.
           const int first = 1 + a % 2;
           const int second = 1 + b % 3;
           return first + second > 2 ? text(1 + c % 2 + (1 + d % 3) * 10) : text(first + second * 10);
         }},
        {"ChangedAfterARetry",
         "retry { a = d6; b = d6 } while a + b > 100\n if a > 3 { a = 9 }\n c = d6; d = d6\n x = a + b + c * 100 + d * "
         "1000",
         [](int a, int b, int c, int d) { return text((a > 3 ? 9 : a) + b + c * 100 + d * 1000); }},
        {"WithASlotSetAfterARetry",
         "let n = 0\n retry { a = d6; b = d6 } while a + b > 100\n n = 7\n c = d6; d = d6\n x = a + b + n + c * 100 + "
         "d * 1000",
         [](int a, int b, int c, int d) { return text(a + b + 7 + c * 100 + d * 1000); }},
        {"TriedOrNot",
         "a = d6; b = d6\n try { a = d6; b = d6; c = a + b } keep a + b > 7 else { c = 50 }\n x = a + b + c",
         [](int a, int b, int c, int d) { return text(c + d > 7 ? 2 * (c + d) : a + b + 50); }, "", false},
    }),
    [](const auto& row) { return row.param.name; });

// ---- Which rolls fail ---------------------------------------------------------------

/// Whether no odds are given of `by`, since some roll fails.
bool fails(const std::string& declarations, const std::string& by, const std::string& where = "") {
  const auto pack = compiled(declarations);
  Marginal question;
  question.rule = "r";
  question.by = {by};
  question.where = where;
  const auto table = exact_odds(pack, question);
  if (!table) { EXPECT_NE(table.error().text().find("64 bits"), std::string::npos) << table.error().text(); }
  return !table;
}

const std::string kLarge = "rule r { a = pick {1, 9000000000000000000}; b = pick {1, 9000000000000000000}; ";

// A sum that leaves 64 bits fails where a roll evaluates it, and nowhere else.
TEST(EarlyFaults, AreThoseOfRolls) {
  EXPECT_TRUE(fails(kLarge + "c = d6; x = a + b + c }", "x"));
  EXPECT_FALSE(fails(kLarge + "c = d6; if a > 1 and b > 1 { discard }; x = a + b + c }", "x"));
  EXPECT_FALSE(fails(kLarge + "c = d6; if a > 1 and b > 1 { stop }; x = a + b + c }", "x"));
  EXPECT_FALSE(fails(kLarge + "c = d6; x = if a > 1 and b > 1 then 0 else a + b + c }", "x"));
  EXPECT_FALSE(fails(kLarge + "c = d6; x = a == 1 and a + b + c > 5 }", "x"));
  EXPECT_TRUE(fails(kLarge + "c = d6 }", "a + b + c"));
  EXPECT_FALSE(fails(kLarge + "c = d6 }", "c"));
  EXPECT_FALSE(
      fails("rule r { retry max 1 { a = pick {1, 9000000000000000000}; b = pick {1, 9000000000000000000}; c = "
            "d6 } while a + b + c > 3; x = c }",
            "x"));
}

// ---- Questions --------------------------------------------------------------------------

// The total of things grows when one is finished, and no statement of the rule sets it.
TEST(EarlyQuestions, ReadTotalsOfThingsLast) {
  const auto pack = compiled("rule r { a = d6; repeat 2 { drop one }; b = d6 }\nrule one { n = d6 }\n");
  Marginal question;
  question.rule = "r";
  question.by = {"a + sum(t in things: t.n) + b"};
  question.fractions = true;
  const auto table = exact_odds(pack, question);
  ASSERT_TRUE(table) << table.error().text();
  EXPECT_TRUE(table->exact);
  Odds found;
  for (const auto& row : table->rows) { found[to_text(row.values[0])] = Fraction(row.fraction->text()); }
  EXPECT_EQ(found, of_four_dice([](int a, int b, int c, int d) { return text(a + b + c + d); }));
}

// Rolls have no values that were computed early, so what is compared with rolls, or estimated by them, is the question
// as it was asked.
TEST(EarlyQuestions, AreAskedOfRollsAsWritten) {
  const auto pack = compiled(
      "rule r { a = pick 1..3; b = pick 1..3; c = pick 1..3 }\n"
      "expect \"two\": odds(r: a + b > 3 and c == 1) == 2/9\n");
  CheckOptions options;
  options.verify.emplace();
  const auto results = check_expectations(pack, options);
  ASSERT_EQ(results.size(), 1U);
  EXPECT_TRUE(results[0].holds);
  ASSERT_TRUE(results[0].verified);
  EXPECT_TRUE(results[0].verified->agrees());
  Marginal question;
  question.rule = "r";
  question.by = {"a + b + c"};
  question.max_paths = 3;
  question.estimate_rolls = 20'000;
  const auto table = exact_odds(pack, question);
  ASSERT_TRUE(table) << table.error().text();
  // 7 of 27; four standard deviations are 0.0125.
  for (const auto& row : table->rows) {
    if (to_text(row.values[0]) == "6") { EXPECT_NEAR(row.estimate->probability, 7.0 / 27, 0.0125); }
  }
  EXPECT_EQ(table->rows.size(), 7U);
}

// ---- Many states ---------------------------------------------------------------------

/// The odds of the sum of so many dice, by adding one at a time.
Odds of_sums(int count, int sides) {
  std::map<int, Fraction> now{{0, 1}};
  for (int i = 0; i < count; ++i) {
    std::map<int, Fraction> next;
    for (const auto& [sum, odds] : now) {
      for (int n = 1; n <= sides; ++n) { next[sum + n] += odds / sides; }
    }
    now = std::move(next);
  }
  Odds out;
  for (const auto& [sum, odds] : now) { out[text(sum)] = odds; }
  return out;
}

const std::string kScores = "str = 3d6; dex = 3d6; con = 3d6; int = 3d6; wis = 3d6; cha = 3d6";

TEST(SixScores, HaveATotal) {
  EXPECT_EQ(exact_odds_of("rule r { " + kScores + "\n x = str + dex + con + int + wis + cha }", 200'000),
            of_sums(18, 6));
}

// The best of six is at most n if each is.
TEST(SixScores, HaveABestOne) {
  const auto one = of_sums(3, 6);
  Odds expected;
  Fraction below = 0;
  Fraction before = 0;
  for (int n = 3; n <= 18; ++n) {
    below += one.at(text(n));
    Fraction all = 1;
    for (int i = 0; i < 6; ++i) { all *= below; }
    expected[text(n)] = all - before;
    before = all;
  }
  EXPECT_EQ(exact_odds_of("rule r { " + kScores + "\n x = max(str, dex, con, int, wis, cha) }", 200'000), expected);
}

// Rolled again until their total is 100 or more: the odds of a total among those.
TEST(SixScores, AreRolledAgain) {
  Odds expected;
  Fraction whole = 0;
  for (const auto& [sum, odds] : of_sums(18, 6)) {
    if (std::stoi(sum) >= 100) { whole += odds; }
  }
  for (const auto& [sum, odds] : of_sums(18, 6)) {
    if (std::stoi(sum) >= 100) { expected[sum] = odds / whole; }
  }
  EXPECT_EQ(exact_odds_of("rule r { retry { " + kScores +
                              " } while str + dex + con + int + wis + cha < 100\n"
                              " x = str + dex + con + int + wis + cha }",
                          500'000),
            expected);
}

}  // namespace evaluated_early_test
}  // namespace spoils
