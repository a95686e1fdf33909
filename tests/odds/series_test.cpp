// tests/odds/series_test.cpp
//
// Masses that are generating functions (odds/series.h): their sums and products against polynomials by hand, with
// whole numbers as coefficients, so that doubles are exact; totals of loops that drop things against binomial numbers
// and throws of dice; questions whose totals stay in the states; and rules whose things no total counts
// (odds/interpret_counted.h). tests/property/series_agree_test.cpp compares random packs with and without series.
#include "odds/series.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "api/pack_data.h"
#include "compiled.h"
#include "odds/interpreter.h"
#include "odds/open_inputs.h"

namespace spoils {
namespace series_test {

using odds::Series;
using program::Word;
using Polynomial = std::map<std::vector<Word>, double>;

/// Numbers below `n`, always the same.
class Numbers {
 public:
  Word below(Word n) {
    state_ = state_ * 6364136223846793005 + 1442695040888963407;
    return static_cast<Word>(state_ >> 33) % n;
  }

 private:
  std::uint64_t state_ = 5;
};

Word key_of(const std::vector<Word>& amounts) {
  Word key = 0;
  for (std::size_t k = 0; k < amounts.size(); ++k) { key += Series::key_of(amounts[k], k, amounts.size()); }
  return key;
}

Polynomial read(const Series& series, std::size_t accumulators) {
  Polynomial out;
  if (series.terms().empty()) { out[std::vector<Word>(accumulators, 0)] = series.total(); }
  for (const auto& term : series.terms()) { out[Series::amounts_of(term.key, accumulators)] = term.mass; }
  return out;
}

/// A series and the same polynomial.
struct Both {
  Series series;
  Polynomial polynomial;
};

Both random_series(Numbers& numbers, std::size_t accumulators, Word most) {
  Both out;
  const auto terms = 1 + numbers.below(30);
  for (Word t = 0; t < terms; ++t) {
    std::vector<Word> amounts;
    for (std::size_t k = 0; k < accumulators; ++k) { amounts.push_back(numbers.below(2 * most) - most / 2); }
    const auto mass = static_cast<double>(1 + numbers.below(9));
    out.series += Series(mass, key_of(amounts), accumulators);
    out.polynomial[amounts] += mass;
  }
  return out;
}

TEST(SeriesArithmetic, IsThatOfPolynomials) {
  Numbers numbers;
  for (const Word most : {3, 20, 2'000}) {
    for (std::size_t accumulators = 1; accumulators <= odds::kMostAccumulators; ++accumulators) {
      for (int i = 0; i < 20; ++i) {
        const auto a = random_series(numbers, accumulators, most);
        const auto b = random_series(numbers, accumulators, most);
        Polynomial sum = a.polynomial;
        for (const auto& [amounts, mass] : b.polynomial) { sum[amounts] += mass; }
        Polynomial product;
        double total = 0;
        for (const auto& [left, mass] : a.polynomial) {
          for (const auto& [right, other] : b.polynomial) {
            auto amounts = left;
            for (std::size_t k = 0; k < accumulators; ++k) { amounts[k] += right[k]; }
            product[amounts] += mass * other;
            total += mass * other;
          }
        }
        ASSERT_EQ(read(a.series + b.series, accumulators), sum);
        ASSERT_EQ(read(a.series * b.series, accumulators), product);
        ASSERT_EQ((a.series * b.series).total(), total);
        ASSERT_EQ(read(a.series * Series(4) / Series(2), accumulators), read(a.series + a.series, accumulators));
      }
    }
  }
}

TEST(SeriesArithmetic, RefusesExponentsThatDoNotFit) {
  EXPECT_THROW(static_cast<void>(Series::key_of(Word{1} << 61, 0, 1)), odds::SeriesOverflow);
  EXPECT_THROW(static_cast<void>(Series::key_of(1 << 14, 3, 4)), odds::SeriesOverflow);
  const Series thing(0.5, Series::key_of((1 << 14) - 1, 1, 4), 4);
  const Series other(0.5, Series::key_of(1, 1, 4), 4);
  EXPECT_EQ(read(thing, 4), (Polynomial{{{0, (1 << 14) - 1, 0, 0}, 0.5}}));
  EXPECT_THROW(thing * other, odds::SeriesOverflow);
  const Series loss(0.5, Series::key_of(-(1 << 14), 2, 4), 4);
  EXPECT_THROW(loss * Series(0.5, Series::key_of(-1, 2, 4), 4), odds::SeriesOverflow);
}

/// The answer to the query of the only `expect`, by the first word of each outcome.
struct Answered {
  Answered(const std::string& declarations, std::uint64_t paths_with_totals, int times = 1) {
    const auto pack = compiled(declarations);
    odds::Budget budget;
    budget.paths_with_totals = paths_with_totals;
    const auto& program = pack.data().program;
    odds::Interpreter<double> interpreter(program, budget);
    for (int i = 0; i < times; ++i) {
      odds.clear();
      const auto answer = interpreter.answer(program.queries.at(0), odds::initial_settings(program));
      EXPECT_EQ(answer.unexplored, 0);
      EXPECT_EQ(answer.fault.kind, program::Fault::Kind::None);
      for (const auto& outcome : answer.outcomes) { odds[outcome.words[0]] += outcome.mass; }
    }
    series_answers = interpreter.counters().series_answers;
    uncounted_rules = interpreter.counters().uncounted_rules;
  }
  std::map<Word, double> odds;
  std::uint64_t series_answers = 0;
  std::uint64_t uncounted_rules = 0;
};

void expect_near(const std::map<Word, double>& found, const std::map<Word, double>& wanted) {
  for (const auto& [value, mass] : wanted) {
    const auto known = found.find(value);
    ASSERT_NE(known, found.end()) << value;
    EXPECT_NEAR(known->second, mass, 1e-13) << value;
  }
  EXPECT_EQ(found.size(), wanted.size());
}

/// The sum of so many throws of a die.
std::map<Word, double> throws(int count, int sides) {
  std::map<Word, double> out{{0, 1}};
  for (int i = 0; i < count; ++i) {
    std::map<Word, double> next;
    for (const auto& [sum, mass] : out) {
      for (int face = 1; face <= sides; ++face) { next[sum + face] += mass / sides; }
    }
    out = std::move(next);
  }
  return out;
}

std::map<Word, double> binomial(int count, double chance) {
  std::map<Word, double> out{{0, 1}};
  for (int i = 0; i < count; ++i) {
    std::map<Word, double> next;
    for (const auto& [number, mass] : out) {
      next[number] += mass * (1 - chance);
      next[number + 1] += mass * chance;
    }
    out = std::move(next);
  }
  return out;
}

struct Row {
  std::string name;
  std::string declarations;
  std::map<Word, double> odds;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

class TotalsInMasses : public testing::TestWithParam<Row> {};

TEST_P(TotalsInMasses, HaveTheirClosedForm) {
  const Answered answered(GetParam().declarations, 0);
  EXPECT_EQ(answered.series_answers, 1U);
  expect_near(answered.odds, GetParam().odds);
}

constexpr const char* kDie = "rule die { n = d6 }\n";

INSTANTIATE_TEST_SUITE_P(
    Rows, TotalsInMasses,
    testing::Values(
        Row{"CountOfALoop",
            std::string(kDie) + "rule r { repeat 40 { drop die } }\nexpect \"e\": odds(r by count(x in things where "
                                "x.n == 6)) == {1 0}",
            binomial(40, 1.0 / 6)},
        Row{"SumOfALoop",
            std::string(kDie) +
                "rule r { repeat 12 { drop die } }\nexpect \"e\": odds(r by sum(x in things: x.n)) == {1 0}",
            throws(12, 6)},
        Row{"SumsBelowZero",
            "rule die { n = -d6 }\nrule r { repeat 3 { drop die } }\n"
            "expect \"e\": odds(r by -sum(x in things: x.n)) == {1 0}",
            throws(3, 6)},
        // Either the one total or the other grows.
        Row{"TwoTotals",
            std::string(kDie) +
                "rule r { repeat 20 { drop die } }\nexpect \"e\": odds(r by count(x in things where x.n <= 2) * 100 + "
                "count(x in things where x.n > 2)) == {1 0}",
            [] {
              std::map<Word, double> out;
              for (const auto& [number, mass] : binomial(20, 1.0 / 3)) { out[number * 100 + 20 - number] = mass; }
              return out;
            }()},
        Row{"AnyThing",
            std::string(kDie) +
                "rule r { repeat 4 { drop die } }\nexpect \"e\": odds(r by any(x in things: x.n == 6)) == "
                "{1 true}",
            {{0, 625.0 / 1296}, {1, 671.0 / 1296}}},
        Row{"AllThings",
            std::string(kDie) +
                "rule r { repeat 4 { drop die } }\nexpect \"e\": odds(r by all(x in things: x.n < 6)) == "
                "{1 true}",
            {{0, 671.0 / 1296}, {1, 625.0 / 1296}}},
        Row{"GivenATotal",
            std::string(kDie) + "rule r { repeat 3 { drop die } }\nexpect \"e\": odds(r by sum(x in things: x.n) given "
                                "count(x in things where x.n == 1) == 3) == {1 3}",
            {{3, 1.0 / 216}}},
        // A refused try makes nothing, and of five tries of one in two none is accepted with 1/32: then the last
        // counts.
        Row{"TriesThatAreRefused",
            "rule coin { n = 1 }\nrule r { retry max 5 { drop coin; again = chance 1/2 } while again }\n"
            "expect \"e\": odds(r by count(x in things where x.made_by == coin)) == {1 1}",
            {{1, 1}}},
        // A supposed rule leaves no things.
        Row{"ThingsOfAValueAfterARule",
            std::string(kDie) +
                "rule r { drop die; let x = a after s(); b = x }\nrule s { repeat 3 { drop die }; a = 2 }\n"
                "expect \"e\": odds(r by sum(x in things: x.n)) == {1 0}",
            throws(1, 6)},
        Row{"ThingsThatHoldOthers",
            std::string(kDie) + "rule bag { size = 1; repeat 5 { hold die } }\nrule r { repeat 3 { drop bag } }\n"
                                "expect \"e\": odds(r by sum(x in things: x.n)) == {1 0}",
            throws(15, 6)}),
    [](const auto& row) { return row.param.name; });

class TotalsInStates : public testing::TestWithParam<Row> {};

TEST_P(TotalsInStates, AreNotInMasses) {
  const Answered answered(GetParam().declarations, 0);
  EXPECT_EQ(answered.series_answers, 0U);
  expect_near(answered.odds, GetParam().odds);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, TotalsInStates,
    testing::Values(
        Row{"AMaximumIsNoSum",
            std::string(kDie) +
                "rule r { repeat 2 { drop die } }\nexpect \"e\": odds(r by max(x in things: x.n)) == {1 0}",
            {{1, 1.0 / 36}, {2, 3.0 / 36}, {3, 5.0 / 36}, {4, 7.0 / 36}, {5, 9.0 / 36}, {6, 11.0 / 36}}},
        // The dice in a bag that is given up are gone, so the total from before is needed.
        Row{"HeldThingsThatAreTakenBack",
            std::string(kDie) + "rule bag { hold die; if chance 1/2 { discard }; size = 1 }\nrule r { drop bag }\n"
                                "expect \"e\": odds(r by sum(x in things: x.n)) == {1 0}",
            {{0, 0.5}, {1, 0.5 / 6}, {2, 0.5 / 6}, {3, 0.5 / 6}, {4, 0.5 / 6}, {5, 0.5 / 6}, {6, 0.5 / 6}}},
        Row{"TooLargeForFourExponents",
            "rule coin { n = pick {1, 20000} }\nrule r { drop coin }\nexpect \"e\": odds(r by sum(x in things: x.n) + "
            "sum(x in things where x.n > 1: 1) + sum(x in things where x.n > 2: 1) + sum(x in things where x.n > 3: "
            "1)) "
            "== {1 1}",
            {{1, 0.5}, {20'003, 0.5}}},
        Row{"NothingIsCounted", std::string(kDie) + "rule r { n = d6 }\nexpect \"e\": odds(r by n) == {1 1}",
            throws(1, 6)}),
    [](const auto& row) { return row.param.name; });

TEST(TotalsInMasses, FollowAPassThatWasTooLong) {
  const auto declarations =
      std::string(kDie) + "rule r { repeat 12 { drop die } }\nexpect \"e\": odds(r by sum(x in things: x.n)) == {1 0}";
  const Answered soon(declarations, 1'000'000, 2);
  EXPECT_EQ(soon.series_answers, 0U);
  const Answered late(declarations, 300, 2);
  EXPECT_EQ(late.series_answers, 2U);
  expect_near(soon.odds, late.odds);
}

TEST(TotalsInStates, IfFewerStatesAreAllowed) {
  const auto pack = compiled(
      std::string(kDie) + "rule r { repeat 12 { drop die } }\nexpect \"e\": odds(r by sum(x in things: x.n)) == {1 0}");
  odds::Budget budget;
  budget.max_states = 4;
  odds::Interpreter<double> interpreter(pack.data().program, budget);
  EXPECT_GT(interpreter.answer(pack.data().program.queries.at(0), {}).unexplored, 0);
  EXPECT_EQ(interpreter.counters().series_answers, 0U);
}

struct CountedRow {
  std::string name;
  std::string declarations;
  std::uint64_t uncounted_rules = 0;
  std::map<Word, double> odds;
};

void PrintTo(const CountedRow& row, std::ostream* out) { *out << row.name; }

class Uncounted : public testing::TestWithParam<CountedRow> {};

TEST_P(Uncounted, RulesNeedNotBeRun) {
  const Answered answered(GetParam().declarations, 1'000'000);
  EXPECT_EQ(answered.uncounted_rules, GetParam().uncounted_rules);
  expect_near(answered.odds, GetParam().odds);
}

constexpr const char* kBoth =
    "input level: 1..3 = 1\nrule coin { n = d6; kind = gold }\nrule gem { m = d6; kind = ruby }\n"
    "rule r { repeat 3 { drop coin; drop gem } }\n";

INSTANTIATE_TEST_SUITE_P(
    Rows, Uncounted,
    testing::Values(
        CountedRow{"OtherMakers",
                   std::string(kBoth) + "expect \"e\": odds(r by count(x in things where x.made_by == coin)) == {1 3}",
                   2,
                   {{3, 1}}},
        CountedRow{"FieldsThatAreNeverSet",
                   std::string(kBoth) + "expect \"e\": odds(r by sum(x in things: x.n)) == {1 3}", 2, throws(3, 6)},
        CountedRow{"FactsThatAreOpenAndCannotFail",
                   std::string(kBoth) +
                       "expect \"e\": odds(r by count(x in things where x.level == 1 and x.n == 6)) == "
                       "{1 3}",
                   2, binomial(3, 1.0 / 6)},
        CountedRow{"AnyIsAsked",
                   std::string(kBoth) + "expect \"e\": odds(r by any(x in things where x.n > 0: x.n == 6)) == {1 true}",
                   2,
                   {{0, 125.0 / 216}, {1, 91.0 / 216}}},
        // Each sets the field in question, but coins are never rubies; the rule itself sets none.
        CountedRow{"AFieldOfBoth",
                   std::string(kBoth) + "expect \"e\": odds(r by count(x in things where x.kind == ruby)) == {1 3}",
                   2,
                   {{3, 1}}},
        CountedRow{"EitherOfTwoWords",
                   std::string(kBoth) +
                       "rule tin { kind = pick {tin, lead}; drop coin }\nrule s { drop tin; drop gem }\n"
                       "expect \"e\": odds(s by count(x in things where x.kind == ruby or x.kind == gold)) == {1 2}",
                   3,
                   {{2, 1}}},
        CountedRow{
            "AWordOfARuleThatItRuns",
            "rule coin { make() }\nrule make { if chance 1/2 { stamp() } }\nrule stamp { kind = pick {gold, ruby} }\n"
            "rule gem { kind = gold }\nrule r { drop coin; drop gem }\n"
            "expect \"e\": odds(r by count(x in things where x.kind == ruby)) == {1 0}",
            2,
            {{0, 0.75}, {1, 0.25}}},
        CountedRow{"AWordOfARuleThatIsPicked",
                   "rule coin { do pick {ruby, gold} }\nrule ruby { kind = red }\nrule gold { kind = yellow }\n"
                   "rule r { drop coin }\nexpect \"e\": odds(r by count(x in things where x.kind == red)) == {1 0}",
                   2,
                   {{0, 0.5}, {1, 0.5}}},
        CountedRow{"AWordOfTheCaller",
                   "rule coin(field kind: symbol) { }\nrule r { drop coin(ruby); drop coin(gold) }\n"
                   "expect \"e\": odds(r by count(x in things where x.kind == ruby)) == {1 1}",
                   1,
                   {{1, 1}}},
        CountedRow{"AWordOfTheCallerOfARule",
                   "rule coin { set(ruby) }\nrule set(field kind: symbol) { }\nrule r { drop coin }\n"
                   "expect \"e\": odds(r by count(x in things where x.kind == ruby)) == {1 1}",
                   1,
                   {{1, 1}}},
        CountedRow{"AWordOfAStateALoopAndALet",
                   "state s: {gold, ruby} = gold\nrule a { kind = s; s = ruby }\nrule b { for k in [ruby, gold] { kind "
                   "= k } }\n"
                   "rule c { let w = pick {ruby, gold}; kind = if d2 == 1 then w else tin }\n"
                   "rule r { drop a; drop a; drop b; drop c }\n"
                   "expect \"e\": odds(r by count(x in things where x.kind == ruby)) == {1 1}",
                   1,
                   {{1, 0.75}, {2, 0.25}}},
        CountedRow{"ATextOfAnotherField",
                   "rule coin { other = pick {ruby, gold}; kind = other }\nrule gem { other = ruby; kind = gold }\n"
                   "rule r { drop coin; drop gem }\n"
                   "expect \"e\": odds(r by count(x in things where x.kind == ruby)) == {1 1}",
                   2,
                   {{0, 0.5}, {1, 0.5}}},
        // Things without `n` are not 6 either, so they count.
        CountedRow{"AnUnsetFieldMeetsIt",
                   std::string(kBoth) + "expect \"e\": odds(r by all(x in things: x.n == 6)) == {1 true}",
                   0,
                   {{0, 1}}},
        CountedRow{
            "AllThings", std::string(kBoth) + "expect \"e\": odds(r by count(x in things)) == {1 6}", 0, {{6, 1}}},
        // They count nothing, but the next coin is worth more.
        CountedRow{"StateThatTheyLeave",
                   "state s: 0..9 = 0\nrule coin { n = s }\nrule gem { m = 1; s += 1 }\n"
                   "rule r { drop gem; drop coin; drop gem; drop coin }\n"
                   "expect \"e\": odds(r by sum(x in things: x.n)) == {1 3}",
                   2,
                   {{3, 1}}},
        CountedRow{"ThingsInsideThem",
                   "rule coin { n = d6 }\nrule bag { size = 1; hold coin }\nrule r { drop bag }\n"
                   "expect \"e\": odds(r by sum(x in things: x.n)) == {1 3}",
                   2, throws(1, 6)}),
    [](const auto& row) { return row.param.name; });

TEST(Uncounted, ConditionsFailWhereRollsEvaluateThem) {
  const auto pack = compiled(
      "rule coin { n = 1 }\nrule gem { m = pick {0, 1} }\nrule r { drop coin; drop gem }\n"
      "expect \"e\": odds(r by count(x in things where 6 mod (x.m - 1) == 0 and x.made_by == coin)) == {1 0}");
  odds::Interpreter<double> interpreter(pack.data().program, odds::Budget{});
  const auto answer = interpreter.answer(pack.data().program.queries.at(0), {});
  EXPECT_EQ(answer.fault.kind, program::Fault::Kind::DivisionByZero);
}

/// Heads of two kinds of coins, thrown in turns: independent binomial numbers, as one total.
struct Coins {
  Coins(bool may_shorten, std::uint64_t max_paths) {
    const auto pack = compiled(
        "rule r { repeat 120 { if chance 50% { drop gold }\nif chance 25% { drop gem } } }\n"
        "rule gold { kind = gold }\nrule gem { kind = gem }\n"
        "expect \"e\": odds(r by count(x in things where kind == gold) * 1000 + count(x in things where kind == gem)) "
        "== {1 0}");
    odds::Budget budget;
    budget.paths_with_totals = 0;
    budget.max_paths = max_paths;
    budget.may_shorten_series = may_shorten;
    const auto& program = pack.data().program;
    odds::Interpreter<double> interpreter(program, budget);
    answer = interpreter.answer(program.queries.at(0), odds::initial_settings(program));
    shortened = interpreter.counters().shortened_series;
  }
  odds::Answer<double> answer;
  std::uint64_t shortened = 0;
};

// The binomial numbers of 120 throws, by Pascal's rule.
std::vector<double> heads(double chance) {
  std::vector<double> out{1};
  for (int i = 0; i < 120; ++i) {
    out.push_back(0);
    for (auto k = out.size(); k-- > 0;) { out[k] = out[k] * (1 - chance) + (k > 0 ? out[k - 1] * chance : 0); }
  }
  return out;
}

TEST(ShortTails, BoundWhatTheyLeaveOut) {
  const Coins coins(true, 2'000'000);
  EXPECT_EQ(coins.shortened, 1U);
  EXPECT_GT(coins.answer.unexplored, 0);
  EXPECT_LT(coins.answer.unexplored, 1e-8);
  EXPECT_EQ(coins.answer.limit, odds::Limit::Paths);
  const auto gold = heads(0.5);
  const auto gems = heads(0.25);
  double missing = 1;
  for (const auto& outcome : coins.answer.outcomes) {
    const auto total = outcome.words[0];
    const auto wanted = gold[static_cast<std::size_t>(total / 1'000)] * gems[static_cast<std::size_t>(total % 1'000)];
    EXPECT_LE(outcome.mass, wanted + 1e-13) << total;
    EXPECT_GE(outcome.mass + coins.answer.unexplored, wanted) << total;
    missing -= wanted;
  }
  EXPECT_LE(missing, coins.answer.unexplored);
  EXPECT_LT(coins.answer.outcomes.size(), 6'000U);  // of 14,641
}

// Of 54 throws all heads and no heads have 2^-54 each, which is left out, and less than the rounding of the other
// masses.
TEST(ShortTails, AreNeverExact) {
  const auto pack = compiled(
      "rule r { repeat 54 { if chance 50% { drop gold } else { drop gem } } }\n"
      "rule gold { kind = gold }\nrule gem { kind = gem }\n"
      "expect \"e\": odds(r by count(x in things where kind == gold) * 1000 + count(x in things where kind == gem)) "
      "== {1 0}");
  odds::Budget budget;
  budget.paths_with_totals = 0;
  budget.max_paths = 5'000;
  budget.may_shorten_series = true;
  const auto& program = pack.data().program;
  odds::Interpreter<double> interpreter(program, budget);
  const auto answer = interpreter.answer(program.queries.at(0), odds::initial_settings(program));
  EXPECT_EQ(interpreter.counters().shortened_series, 1U);
  EXPECT_LT(answer.outcomes.size(), 55U);
  EXPECT_GE(answer.unexplored, 0x1p-53);
}

TEST(ShortTails, OnlyOfQuestionsThatTakeLongAndWantBounds) {
  for (const auto& coins : {Coins(true, 500'000'000), Coins(false, 2'000'000)}) {
    EXPECT_EQ(coins.shortened, 0U);
    EXPECT_EQ(coins.answer.unexplored, 0);
    EXPECT_EQ(coins.answer.outcomes.size(), 14'641U);
  }
}

TEST(ShortTails, EndWithTheirScope) {
  const Series half = Series(0.5) + Series(1e-20, Series::key_of(1, 0, 1), 1);
  {
    const odds::ShortTails tails(1e-16);
    const auto product = half * half;
    EXPECT_EQ(read(product, 1), (Polynomial{{{0}, 0.25}}));
    const auto nothing =
        Series(1e-9, Series::key_of(3, 0, 1), 1) * (Series(1e-9) + Series(1e-9, Series::key_of(1, 0, 1), 1));
    EXPECT_EQ(nothing.left_out(), nothing.total());
  }
  EXPECT_EQ(read(half * half, 1).size(), 3U);
}

}  // namespace series_test
}  // namespace spoils
