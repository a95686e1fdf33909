// tests/odds/drawn_answers_test.cpp
//
// Equally likely sets, joined by the answers that questions get (odds/drawn_answers.h): four of eight numbers against
// all 70 sets, with uses that look at the set as a whole among them; hands of 52 cards and a lottery, which have closed
// forms and millions of sets; and how few sets are left.
#include "odds/drawn_answers.h"

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "compiled.h"
#include "odds/exact_odds_of.h"
#include "odds/mass.h"
#include "spoils/odds.h"

namespace spoils {
namespace drawn_answers_test {

using Fraction = boost::multiprecision::cpp_rational;
using Odds = OddsOfValues;
using Members = std::vector<int>;

const Members kNumbers = {-5, -2, 0, 1, 3, 4, 6, 8};

/// The odds of a value for all sets of four of the numbers.
Odds of_all_sets(const std::function<std::string(const Members&)>& value) {
  Odds out;
  for (unsigned bits = 0; bits < 256; ++bits) {
    Members members;
    for (unsigned i = 0; i < 8; ++i) {
      if ((bits >> i & 1U) != 0) { members.push_back(kNumbers[i]); }
    }
    if (members.size() == 4) { out[value(members)] += Fraction(1, 70); }
  }
  return out;
}

std::string text(std::ptrdiff_t number) { return std::to_string(number); }
std::string flag(bool value) { return value ? "true" : "false"; }
int sum_of(const Members& s) { return std::accumulate(s.begin(), s.end(), 0); }
std::ptrdiff_t above(const Members& s, int least) {
  return std::count_if(s.begin(), s.end(), [&](int n) { return n > least; });
}
bool has(const Members& s, int number) { return std::find(s.begin(), s.end(), number) != s.end(); }

struct Use {
  std::string name;
  std::string statements;  // after the draw of `s`; they set `x`
  std::function<std::string(const Members&)> expected;
  std::string declarations = "";
};

void PrintTo(const Use& row, std::ostream* out) { *out << row.name; }

class UseOfAnswers : public testing::TestWithParam<Use> {};

TEST_P(UseOfAnswers, HasTheOddsOfAllSets) {
  const auto expected = of_all_sets(GetParam().expected);
  const auto rule = "field t: set of int\nrule r {\n";
  EXPECT_EQ(exact_odds_of(GetParam().declarations + rule + "let s = pick 4 distinct from [-5, -2, 0, 1, 3, 4, 6, 8]\n" +
                              GetParam().statements + "\n}\n",
                          100'000),
            expected);
  // The same numbers one by one, each from those that are left.
  EXPECT_EQ(
      exact_odds_of(GetParam().declarations + "def numbers = [-5, -2, 0, 1, 3, 4, 6, 8]\nscratch s: set of int\n" +
                        rule + "repeat 4 { s += pick list(i in -5..8 where not i in s and i in numbers) }\n" +
                        GetParam().statements + "\n}\n",
                    1'000'000),
      expected);
}

INSTANTIATE_TEST_SUITE_P(
    Uses, UseOfAnswers,
    testing::ValuesIn(std::vector<Use>{
        {"Greatest", "x = max(s)", [](const Members& s) { return text(s.back()); }},
        {"Least", "x = min(n in s: n)", [](const Members& s) { return text(s.front()); }},
        {"Range", "x = max(s) - min(s)", [](const Members& s) { return text(s.back() - s.front()); }},
        {"GreatestOfSome", "x = max(n in s where n mod 2 == 0: n)",
         [](const Members& s) {
           int out = 0;
           bool any = false;
           for (const int n : s) {
             if (n % 2 != 0) { continue; }
             out = any ? std::max(out, n) : n;
             any = true;
           }
           return any ? text(out) : std::string("none");
         }},
        {"Sum", "x = sum(s)", [](const Members& s) { return text(sum_of(s)); }},
        {"SumAndGreatest", "x = sum(s) * 100 + max(s)",
         [](const Members& s) { return text(sum_of(s) * 100 + s.back()); }},
        {"SumOfSomeAndAMember", "x = sum(n in s where n > 0: n) * 2 + (if 1 in s then 1 else 0)",
         [](const Members& s) {
           int sum = 0;
           for (const int n : s) { sum += std::max(n, 0); }
           return text(sum * 2 + (has(s, 1) ? 1 : 0));
         }},
        {"AnyAndAll", "x = (if any(n in s: n > 6) then 2 else 0) + (if all(n in s: n > -5) then 1 else 0)",
         [](const Members& s) { return text((s.back() > 6 ? 2 : 0) + (s.front() > -5 ? 1 : 0)); }},
        {"AllOfSome", "x = all(n in s where n < 4: n > -2)",
         [](const Members& s) { return flag(!has(s, -5) && !has(s, -2)); }},
        {"Remainders", "x = count(set(n in s: n mod 3))",
         [](const Members& s) {
           std::set<int> out;
           for (const int n : s) { out.insert((n % 3 + 3) % 3); }
           return text(static_cast<std::ptrdiff_t>(out.size()));
         }},
        {"HowOften", "x = max(n in s: count(o in s where o mod 3 == n mod 3))",
         [](const Members& s) {
           std::vector<int> often(3);
           for (const int n : s) { ++often[static_cast<std::size_t>((n % 3 + 3) % 3)]; }
           return text(*std::max_element(often.begin(), often.end()));
         }},
        {"HowOftenAndSum", "x = max(n in s: count(o in s where o mod 3 == n mod 3)) * 100 + sum(s)",
         [](const Members& s) {
           std::vector<int> often(3);
           for (const int n : s) { ++often[static_cast<std::size_t>((n % 3 + 3) % 3)]; }
           return text(*std::max_element(often.begin(), often.end()) * 100 + sum_of(s));
         }},
        {"BySlot", "let k = 2\n if 8 in s { k = 4 }\n x = k * 10 + count(n in s where n > k)",
         [](const Members& s) {
           const int k = has(s, 8) ? 4 : 2;
           return text(k * 10 + above(s, k));
         }},
        {"OfSlotsValue", "let k = 2\n if 8 in s { k = 4 }\n x = sum(n in s: n * k)",
         [](const Members& s) { return text(sum_of(s) * (has(s, 8) ? 4 : 2)); }},
        {"UnsetCounts", "x = sum(n in s: worth(n)) * 100 + max(n in s: worth(n))",
         [](const Members& s) {
           return text(((has(s, 1) ? 7 : 0) + (has(s, 3) ? -7 : 0)) * 100 + (has(s, 1) ? 7 : 0));
         },
         "def worth(n) = match n { 1: 7; 3: -7; else: none }\n"},
        {"OfAConstantDef", "x = count(n in mine where n in s)",
         [](const Members& s) { return text((has(s, 3) ? 1 : 0) + (has(s, 4) ? 1 : 0) + (has(s, 6) ? 1 : 0)); },
         "def mine = {3, 4, 6}\n"},
        {"OfAConstantDefInADef", "x = hits(mine, s, 2)",
         [](const Members& s) { return flag((has(s, 3) ? 1 : 0) + (has(s, 4) ? 1 : 0) + (has(s, 6) ? 1 : 0) >= 2); },
         "def mine = [3, 4, 6]\ndef hits(l, s, k) = count(n in l where n in s) >= k\n"},
        {"HandedOn", "t = s\n x = max(t) * 10 + count(n in s where n > 3)",
         [](const Members& s) { return text(s.back() * 10 + above(s, 3)); }},
        {"HandedOnAndGrown", "t = s\n t += 9\n x = max(t) * 100 + sum(t)",
         [](const Members& s) { return text(900 + sum_of(s) + 9); }},
        {"GoneThrough", "for n in s { x = n * 2 + (if x == none then 0 else x) }",
         [](const Members& s) { return text(2 * sum_of(s)); }},
        {"First", "x = first(s)", [](const Members& s) { return text(s.front()); }},
        {"Compared", "x = s == {-5, -2, 0, 1} or max(s) == 3",
         [](const Members& s) { return flag(s.back() == 1 || s.back() == 3); }},
        {"Product", "x = product(n in s: n)",
         [](const Members& s) {
           int out = 1;
           for (const int n : s) { out *= n; }
           return text(out);
         }},
        {"MembersCompared", "x = any(n in s: n + 1 in s)",
         [](const Members& s) { return flag(std::any_of(s.begin(), s.end(), [&](int n) { return has(s, n + 1); })); }},
    }),
    [](const auto& row) { return row.param.name; });

// ---- Many sets ------------------------------------------------------------------

Fraction choose(int n, int k) {
  Fraction out = 1;
  for (int i = 0; i < k; ++i) { out = out * (n - i) / (i + 1); }
  return k < 0 || k > n ? Fraction(0) : out;
}

// The greatest of five of 52 is v if the other four are below: C(v - 1, 4) of C(52, 5).
TEST(ManySets, HaveTheirGreatest) {
  Odds expected;
  for (int v = 5; v <= 52; ++v) { expected[text(v)] = choose(v - 1, 4) / choose(52, 5); }
  EXPECT_EQ(exact_odds_of("rule r { let s = pick 5 distinct from 1..52\n x = max(s) }", 10'000), expected);
}

// All but one of 300.
TEST(ManySets, HaveTheirLeast) {
  EXPECT_EQ(exact_odds_of("rule r { let s = pick 299 distinct from 1..300\n x = min(s) }", 1'000'000),
            (Odds{{"1", Fraction(299, 300)}, {"2", Fraction(1, 300)}}));
}

// The number of sets, and of ways within a class, are far above what a double has digits for: nearly all, or half.
TEST(ManySets, AreCountedInDoubles) {
  for (const auto& [drawn, all] : std::vector<std::pair<int, int>>{{1195, 1200}, {600, 1000}, {5, 1200}}) {
    const auto pack = compiled("rule r { let s = pick " + std::to_string(drawn) + " distinct from 1.." +
                               std::to_string(all) + "\n x = count(n in s where n > 3) }");
    Marginal question;
    question.rule = "r";
    question.by = {"x"};
    const auto table = exact_odds(pack, question);
    ASSERT_TRUE(table) << table.error().text();
    EXPECT_TRUE(table->exact);
    for (const auto& row : table->rows) {
      const auto others = std::stoi(to_text(row.values[0]));
      const auto expected = choose(3, drawn - others) * choose(all - 3, others) / choose(all, drawn);
      EXPECT_NEAR(row.probability, static_cast<double>(expected), 1e-12) << drawn << " of " << all;
    }
  }
}

// Five cards of 52: 9 * 4^5 straights without the ace below the two, 4 * C(13, 5) flushes, 9 * 4 both.
TEST(ManySets, AreAskedForTwoFacts) {
  const std::string rules =
      "def value(c) = c // 4\ndef suit(c) = c mod 4\n"
      "rule r { let hand = pick 5 distinct from 0..51\n"
      " let straight = count(set(c in hand: value(c))) == 5 and max(c in hand: value(c)) - min(c in hand: value(c)) == "
      "4\n"
      " let flush = count(set(c in hand: suit(c))) == 1\n"
      " x = (if straight then 1 else 0) + (if flush then 2 else 0) }";
  const auto all = choose(52, 5);
  const Odds expected{{"1", (9 * 1024 - 36) / all},
                      {"2", (4 * choose(13, 5) - 36) / all},
                      {"3", 36 / all},
                      {"0", 1 - (9 * 1024 + 4 * choose(13, 5) - 36) / all}};
  EXPECT_EQ(exact_odds_of(rules, 10'000'000), expected);
}

// 20 of 80 numbers, drawn one by one from those that are left; how many of the first ten are among them.
TEST(ManySets, AreDrawnFromAListThatIsWritten) {
  Odds expected;
  for (int k = 0; k <= 10; ++k) { expected[text(k)] = choose(10, k) * choose(70, 20 - k) / choose(80, 20); }
  const std::string draw = "rule r { repeat 20 { s += pick list(n in 1..80 where not n in s) }\n ";
  EXPECT_EQ(exact_odds_of("scratch s: set of int\n" + draw + "x = count(n in s where n <= 10) }", 1'000'000), expected);
  EXPECT_EQ(
      exact_odds_of("scratch s: set of int\n" + draw + "x = count(n in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] where n in s) }",
                    1'000'000),
      expected);
}

// Too few are left: the roll fails, and there are no odds.
TEST(ManySets, EndWithTheList) {
  const auto pack = compiled(
      "scratch s: set of int\nrule r { repeat 4 { s += pick list(n in 1..3 where not n in s) }; x = count(s) }");
  Marginal question;
  question.rule = "r";
  question.by = {"x"};
  EXPECT_FALSE(exact_odds(pack, question));
}

// ---- Which sets are left ----------------------------------------------------------

odds::SeenOfValues seen(odds::FromSeen how, const std::vector<int>& words) {
  odds::SeenOfValues out{how, {}};
  for (const int word : words) { out.words.emplace_back(word); }
  return out;
}

std::size_t sets_left(std::vector<odds::SeenOfValues> questions, std::size_t values, std::size_t count) {
  const odds::DrawnAnswers answers(std::move(questions), values);
  const auto found = answers.sets<odds::Exact>(count, 100'000'000, [](std::size_t) { return true; });
  if (!found) { return 0; }
  odds::Exact sum = 0;
  std::set<std::vector<std::uint32_t>> different;
  for (std::size_t i = 0; i < found->sets.size(); ++i) {
    sum += found->masses[i];
    EXPECT_EQ(found->sets[i].size(), count);
    different.insert(found->sets[i]);
  }
  EXPECT_EQ(sum, odds::Exact(1));
  EXPECT_EQ(different.size(), found->sets.size());
  return found->sets.size();
}

TEST(SetsLeft, AreOneForEachAnswer) {
  using enum odds::FromSeen;
  const std::vector<int> numbers{1, 2, 3, 4, 5, 6, 7};
  const std::vector<int> halves{0, 0, 0, 1, 1, 1, 1};
  EXPECT_EQ(sets_left({}, 7, 3), 1U);
  EXPECT_EQ(sets_left({seen(Most, numbers)}, 7, 3), 5U);   // 3 to 7
  EXPECT_EQ(sets_left({seen(Least, numbers)}, 7, 3), 5U);  // 1 to 5
  EXPECT_EQ(sets_left({seen(Sum, numbers)}, 7, 3), 13U);   // 6 to 18
  EXPECT_EQ(sets_left({seen(Each, halves)}, 7, 3), 4U);    // none to three of one
  EXPECT_EQ(sets_left({seen(Once, halves)}, 7, 3), 3U);    // one, the other, both
  EXPECT_EQ(sets_left({seen(Each, numbers)}, 7, 3), 35U);  // all
  EXPECT_EQ(sets_left({seen(Most, numbers), seen(Sum, halves)}, 7, 3), 10U);
  EXPECT_EQ(sets_left({seen(Sum, numbers)}, 7, 0), 1U);
  EXPECT_EQ(sets_left({seen(Sum, numbers)}, 7, 7), 1U);
}

TEST(SetsLeft, AreNoneWithTooLittleMemory) {
  const odds::DrawnAnswers answers({seen(odds::FromSeen::Each, {1, 2, 3, 4, 5, 6, 7, 8})}, 8);
  const auto found = answers.sets<double>(4, 1'000, [](std::size_t) { return true; });
  EXPECT_FALSE(found);
  EXPECT_TRUE(answers.tells_all());
}

}  // namespace drawn_answers_test
}  // namespace spoils
