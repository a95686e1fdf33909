// tests/odds/thinning_test.cpp
//
// Thinning (odds/thinning.h) by itself, and passes of the odds engine that are thinned (odds/interpret_thinned.h): the
// mean of many has the odds that loops over all dice give by hand. If a part of a rule were not linear in the masses
// of its states, or comes twice, a mean would show it. Each mean may be five standard errors off: of about a hundred
// comparisons with fixed seeds one in twenty thousand such sets would fail.
#include "odds/thinning.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "affordable.h"
#include "api/pack_data.h"
#include "compiled.h"
#include "odds/interpreter.h"
#include "odds/open_inputs.h"

namespace spoils {
namespace thinning_test {

using program::Word;

constexpr double kErrors = 5;

odds::Distribution<double> distribution(const std::vector<double>& masses) {
  odds::Distribution<double> out(1);
  for (std::size_t i = 0; i < masses.size(); ++i) {
    const auto state = static_cast<Word>(i);
    out.add(&state, masses[i]);
  }
  return out;
}

// By hand: with a threshold of 0.25 the first state stays, and the others share two places.
TEST(Thinning, KeepsTheHeavyAndSharesTheOtherPlaces) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    auto states = distribution({0.1, 0.5, 0.2, 0.1, 0.1});
    odds::Thinning thinning(seed, 0);
    thinning.thin(states, 3);
    ASSERT_LE(states.size(), 3U);
    std::size_t heavy = 0;
    double light = 0;
    for (std::size_t i = 0; i < states.size(); ++i) {
      const bool is_heavy = *states.state(i) == 1;
      heavy += is_heavy ? 1 : 0;
      if (is_heavy) { EXPECT_DOUBLE_EQ(states.mass(i), 0.5); }
      // A state in two stretches may be drawn in both.
      if (!is_heavy) { EXPECT_TRUE(states.mass(i) == 0.25 || states.mass(i) == 0.5) << states.mass(i); }
      light += is_heavy ? 0 : states.mass(i);
    }
    EXPECT_EQ(heavy, 1U);
    EXPECT_DOUBLE_EQ(light, 0.5);
    EXPECT_DOUBLE_EQ(thinning.heaviest(), 0.25);
    EXPECT_EQ(thinning.count(), 1U);
  }
}

TEST(Thinning, KeepsEveryMassOnAverage) {
  const std::vector<double> masses{0.3, 0.01, 0.02, 0.25, 0.005, 0.1, 0.115, 0.2};
  const auto seeds = affordable(40'000);
  for (std::size_t most = 1; most < masses.size(); ++most) {
    std::vector<double> sums(masses.size());
    std::vector<double> squares(masses.size());
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      auto states = distribution(masses);
      odds::Thinning(seed, most).thin(states, most);
      for (std::size_t i = 0; i < states.size(); ++i) {
        const auto state = static_cast<std::size_t>(*states.state(i));
        sums[state] += states.mass(i);
        squares[state] += states.mass(i) * states.mass(i);
      }
    }
    const auto n = static_cast<double>(seeds);
    for (std::size_t i = 0; i < masses.size(); ++i) {
      const auto mean = sums[i] / n;
      const auto error = std::sqrt(std::max(0.0, squares[i] / n - mean * mean) / n);
      EXPECT_NEAR(mean, masses[i], kErrors * error + 1e-12) << most << " of them, state " << i;
    }
  }
}

// States of a bit alternate: each pair is thinned for itself, so that all eight outcomes of three bits are rarely
// missed. One in 64 states has an outcome in the mean of all, and none of 64 has it with a chance of (7/8)^64, 1 in
// 5,000.
TEST(Thinning, DrawsInEachStretchForItself) {
  const auto seeds = affordable(2'000);
  std::uint64_t missed = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    odds::Thinning thinning(seed, 1);
    odds::Distribution<double> states(2);
    for (Word i = 0; i < 64; ++i) {
      const Word state[] = {i, 0};
      states.add(state, 1.0 / 64);
    }
    for (int bit = 0; bit < 3; ++bit) {
      odds::Distribution<double> next(2);
      for (std::size_t i = 0; i < states.size(); ++i) {
        for (Word side = 0; side < 2; ++side) {
          const Word state[] = {states.state(i)[0], 2 * states.state(i)[1] + side};
          next.add(state, states.mass(i) / 2);
        }
      }
      thinning.thin(next, 64);
      states = std::move(next);
    }
    std::set<Word> seen;
    for (std::size_t i = 0; i < states.size(); ++i) { seen.insert(states.state(i)[1]); }
    missed += 8 - seen.size();
  }
  // 8 outcomes with 1 in 5,000 each are 3.2 of 2,000 seeds; more than 20 by chance are below one in a billion.
  EXPECT_LE(missed, 20U);
}

TEST(Thinning, OfStatesWithoutMass) {
  auto states = distribution({0, 0, 0.5, 0});
  odds::Thinning(1, 0).thin(states, 2);
  ASSERT_EQ(states.size(), 1U);
  EXPECT_EQ(*states.state(0), 2);
  EXPECT_DOUBLE_EQ(states.mass(0), 0.5);
}

TEST(Thinning, SaysHowMuchOfTheWholeAStateWasGiven) {
  odds::Thinning thinning(1, 0);
  const auto outer = thinning.enter(0.125);
  auto states = distribution({0.25, 0.25, 0.25, 0.25});
  thinning.thin(states, 2);
  thinning.leave(outer);
  EXPECT_DOUBLE_EQ(thinning.heaviest(), 0.0625);
}

struct Row {
  std::string name;
  std::string source;
  std::string by;
  std::size_t states = 0;
  std::function<std::map<Word, double>()> of;  // the odds by hand
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

class ThinnedPass : public testing::TestWithParam<Row> {};

TEST_P(ThinnedPass, HasTheOddsOnAverage) {
  const auto& row = GetParam();
  const auto pack = compiled(row.source + "\nexpect \"asked\": odds(r by " + row.by + ") == {1 0}");
  const auto& program = pack.data().program;
  odds::Interpreter<double> interpreter(program, odds::Budget{});
  const auto settings = odds::initial_settings(program);
  const auto passes = affordable(20'000);
  std::map<Word, double> sums;
  std::map<Word, double> squares;
  std::uint64_t thinned = 0;
  for (std::uint64_t seed = 0; seed < passes; ++seed) {
    odds::Thinning thinning(seed, 7);
    const auto pass = interpreter.thinned(program.queries.at(0), settings, row.states, 1'000'000, thinning);
    ASSERT_TRUE(pass);
    ASSERT_EQ(pass->fault.kind, program::Fault::Kind::None);
    std::map<Word, double> masses;
    double all = pass->rejected;
    for (const auto& outcome : pass->outcomes) {
      masses[outcome.words.at(0)] += outcome.mass;
      all += outcome.mass;
    }
    for (const auto& [word, mass] : masses) {
      sums[word] += mass;
      squares[word] += mass * mass;
    }
    thinned += thinning.count();
  }
  EXPECT_GT(thinned, passes / 2) << "it does not fire";
  const auto n = static_cast<double>(passes);
  auto wanted = row.of();
  for (const auto& [word, sum] : sums) { wanted.try_emplace(word, 0); }
  for (const auto& [word, odds] : wanted) {
    const auto mean = sums[word] / n;
    const auto error = std::sqrt(std::max(0.0, squares[word] / n - mean * mean) / n);
    EXPECT_NEAR(mean, odds, kErrors * error + 1e-9) << word;
  }
}

// The odds of a number that follows from so many dice of so many sides.
std::map<Word, double> of_dice(std::size_t count, Word sides, const std::function<Word(const std::vector<Word>&)>& of) {
  std::map<Word, double> out;
  std::vector<Word> dice(count, 1);
  const auto each = std::pow(static_cast<double>(sides), -static_cast<double>(count));
  while (true) {
    out[of(dice)] += each;
    std::size_t i = 0;
    while (i < count && dice[i] == sides) { dice[i++] = 1; }
    if (i == count) { return out; }
    ++dice[i];
  }
}

INSTANTIATE_TEST_SUITE_P(
    Of, ThinnedPass,
    testing::Values(
        Row{"StatesOfABlock", "rule r { a = d6\nb = d6\nc = d6 }", "a * 7 + b - c", 5,
            [] { return of_dice(3, 6, [](const auto& d) { return d[0] * 7 + d[1] - d[2]; }); }},
        Row{"StatesOfALoop", "rule r { s = 1\nrepeat 4 { s = s * 4 + d3 } }", "s mod 7", 4,
            [] {
              return of_dice(4, 3, [](const auto& d) {
                Word s = 1;
                for (const auto die : d) { s = s * 4 + die; }
                return s % 7;
              });
            }},
        // The things of a drop do not read how many there are, so it is one function that comes twice.
        Row{"AFunctionThatComesTwice",
            "rule r { repeat 2 { drop part() } }\n"
            "rule part { let a = d6\nlet b = d6\nlet c = d6\nkind = if a * b == c + 9 then hit else miss }",
            "count(x in things where x.kind == hit)", 4,
            [] {
              const auto one = of_dice(3, 6, [](const auto& d) { return Word{d[0] * d[1] == d[2] + 9}; });
              const auto hit = one.at(1);
              return std::map<Word, double>{{0, (1 - hit) * (1 - hit)}, {1, 2 * hit * (1 - hit)}, {2, hit * hit}};
            }},
        // The sum of the series of its tries is no sum of what one try leaves to chance.
        Row{"RetryOfMoreStates",
            "rule r { let k = d4\nlet l = d4\nretry { a = d6\nb = d6 } while a * b < 2 * k + l\nm = k + l }",
            "a * 100 + b * 10 + m", 9,
            [] {
              std::map<Word, double> out;
              for (Word k = 1; k <= 4; ++k) {
                for (Word l = 1; l <= 4; ++l) {
                  double held = 0;
                  for (Word a = 1; a <= 6; ++a) {
                    for (Word b = 1; b <= 6; ++b) { held += a * b < 2 * k + l ? 0 : 1; }
                  }
                  for (Word a = 1; a <= 6; ++a) {
                    for (Word b = 1; b <= 6; ++b) {
                      if (a * b >= 2 * k + l) { out[a * 100 + b * 10 + k + l] += 1 / held / 16; }
                    }
                  }
                }
              }
              return out;
            }},
        // Two states of 36 would mostly hold no way out, a fault of rolls without end.
        Row{"RetryThatIsSeldomLeft", "rule r { retry { a = d6\nb = d6 } while a + b < 11 }", "a * 10 + b", 2,
            [] {
              return std::map<Word, double>{{56, 1.0 / 3}, {65, 1.0 / 3}, {66, 1.0 / 3}};
            }},
        Row{"WaysThatEndEarly", "rule r { s = d6\nif s == 2 { stop }\nt = d6\nif t > 4 { discard }\nu = d6 }",
            "if s == none then 0 else s * 100 + t * 10 + u", 6,
            [] {
              return of_dice(3, 6, [](const auto& d) {
                return d[0] == 2 ? Word{200} : d[1] > 4 ? Word{0} : d[0] * 100 + d[1] * 10 + d[2];
              });
            }},
        Row{"TryAndElse", "rule r { k = d6\ntry { a = d6\nb = d6 } keep a + b >= k + 3 else { a = d3\nb = 0 } }",
            "k * 100 + a * 10 + b", 8,
            [] {
              return of_dice(4, 6, [](const auto& d) {
                return d[1] + d[2] < d[0] + 3 ? d[0] * 100 + ((d[3] + 1) / 2) * 10 : d[0] * 100 + d[1] * 10 + d[2];
              });
            }}),
    [](const auto& of) { return of.param.name; });

TEST(ThinnedPassRefused, IfThePathsDoNotSuffice) {
  const auto pack = compiled("rule r { a = d6\nb = d6\nc = d6 }\nexpect \"asked\": odds(r by a * 7 + b - c) == {1 0}");
  const auto& program = pack.data().program;
  odds::Interpreter<double> interpreter(program, odds::Budget{});
  odds::Thinning thinning(1, 0);
  EXPECT_FALSE(interpreter.thinned(program.queries.at(0), odds::initial_settings(program), 5, 20, thinning));
  odds::Thinning again(1, 0);
  EXPECT_TRUE(interpreter.thinned(program.queries.at(0), odds::initial_settings(program), 5, 1'000'000, again));
}

}  // namespace thinning_test
}  // namespace spoils
