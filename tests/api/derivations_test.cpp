// tests/api/derivations_test.cpp
//
// The paths to an outcome (`--why`) against the paths of small packs, found by hand, and their sums against the odds.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "compiled.h"
#include "spoils/expectations.h"
#include "spoils/why.h"

namespace spoils {
namespace ways_test {

using Texts = std::vector<std::optional<std::string>>;

Derivations ask(const Pack& pack, const Texts& values, const std::vector<std::string>& by = {}) {
  Marginal question;
  question.by = by;
  const auto derivations = derivations_of(pack, question, values);
  EXPECT_TRUE(derivations) << derivations.error().text();
  return derivations ? *derivations : Derivations{};
}

std::string line(const Derivation& derivation) {
  std::string out;
  for (const auto& step : derivation.steps) {
    out += (out.empty() ? "" : " > ") + step.source + (step.chosen.empty() ? "" : "=" + step.chosen) + "@" +
           std::to_string(step.place.location.line);
  }
  return out;
}

// Lines begin with the one of `pack`.
constexpr auto kTwoWays =
    "rule find {\n"                                                  // 2
    "  class = pick { 60 weapon, 40 box }\n"                         // 3
    "  weight = pick 1..6\n"                                         // 4: irrelevant
    "  if class == weapon { kind = pick blade }\n"                   // 5
    "  else if chance(25%) { kind = sword } else { kind = rope }\n"  // 6
    "}\n"
    "table blade {\n"  // 8
    "  3 dagger\n"     // 9
    "  1 sword\n"      // 10
    "}\n";

TEST(Derivations, TellTheDecisionsThatMatter) {
  const auto derivations = ask(compiled(kTwoWays), {"sword"});
  EXPECT_NEAR(derivations.probability, 0.6 * 0.25 + 0.4 * 0.25, 1e-15);
  ASSERT_EQ(derivations.paths.size(), 2u);
  EXPECT_NEAR(derivations.paths[0].probability, 0.15, 1e-15);
  EXPECT_EQ(line(derivations.paths[0]), "pick { 60 weapon, 40 box }=weapon@3 > pick blade=sword@10");
  EXPECT_NEAR(derivations.paths[1].probability, 0.1, 1e-15);
  EXPECT_EQ(line(derivations.paths[1]), "pick { 60 weapon, 40 box }=box@3 > chance(25%)=yes@6");
}

TEST(Derivations, OfANumberInAnyForm) {
  const auto pack = compiled("rule r { x = pick { 1 0.5, 3 (1/3) } }\n");
  for (const char* written : {"0.5", "1/2", "2/4"}) {
    EXPECT_NEAR(ask(pack, {written}, {"x"}).probability, 0.25, 1e-15) << written;
  }
  EXPECT_NEAR(ask(pack, {"1/3"}, {"x"}).probability, 0.75, 1e-15);
  Marginal question;
  question.by = {"x"};
  EXPECT_FALSE(derivations_of(pack, question, Texts{"0.333"}));
}

TEST(Derivations, OfALoopAreItsLastTurn) {
  const auto derivations = ask(compiled("rule r { repeat 3 { kind = pick { 1 a, 2 b } } }\n"), {"a"});
  ASSERT_EQ(derivations.paths.size(), 1u);
  EXPECT_NEAR(derivations.probability, 1.0 / 3, 1e-15);
  EXPECT_EQ(line(derivations.paths[0]), "pick { 1 a, 2 b }=a@2");
}

TEST(Derivations, OfARetryAreTheTryThatIsKept) {
  const auto derivations = ask(compiled("rule r { retry { kind = pick { 1 a, 2 b, 7 c } } while kind == c }\n"), {"a"});
  ASSERT_EQ(derivations.paths.size(), 1u);
  EXPECT_NEAR(derivations.probability, 1.0 / 3, 1e-15);
}

// A block that fails and a rule that a value is taken from are put back, but not their decisions.
TEST(Derivations, OfWhatIsPutBackAreKept) {
  const std::string other = "rule other { let n = pick { 5 x, 5 y }; size = pick { 1 small, 3 large } }\n";
  struct Case {
    const char* rule;
    const char* value;
    double probability;
    std::vector<std::string> paths;  // the likeliest first
  };
  const std::vector<Case> cases{
      {"rule r { kind = size after other() }\n", "small", 1.0 / 4, {"pick { 1 small, 3 large }=small@3"}},
      {"rule r { kind = size of other() }\n", "large", 3.0 / 4, {"pick { 1 small, 3 large }=large@3"}},
      {"rule r { try { kind = pick {1 a, 2 b} } keep kind == a else { kind = c } }\n",
       "c",
       2.0 / 3,
       {"pick {1 a, 2 b}=b@2"}},
      {"rule r { kind = c; try { if chance 1/3 {kind = a} else {kind = b} } keep kind == a }\n",
       "c",
       2.0 / 3,
       {"chance 1/3=no@2"}},
      {"rule r { let first = pick {1 a, 3 b}; try { kind = pick {1 a, 1 b} } keep kind == first else { kind = c } }\n",
       "c",
       1.0 / 2,
       {"pick {1 a, 3 b}=b@2 > pick {1 a, 1 b}=a@2", "pick {1 a, 3 b}=a@2 > pick {1 a, 1 b}=b@2"}}};
  for (const auto& one : cases) {
    const auto derivations = ask(compiled(one.rule + other), {one.value});
    EXPECT_NEAR(derivations.probability, one.probability, 1e-15) << one.rule;
    std::vector<std::string> paths;
    for (const auto& path : derivations.paths) { paths.push_back(line(path)); }
    EXPECT_EQ(paths, one.paths) << one.rule;
  }
}

TEST(Derivations, OfARangeAreNotToldApart) {
  const auto derivations =
      ask(compiled("rule r { let d = pick 1..100; kind = if d <= 30 then low else high }\n"), {"low"});
  ASSERT_EQ(derivations.paths.size(), 1u);
  EXPECT_NEAR(derivations.probability, 0.3, 1e-14);
  EXPECT_EQ(line(derivations.paths[0]), "pick 1..100@2");
}

TEST(Derivations, AddUpToTheOddsOfEveryOutcome) {
  for (const auto* name : {"rogue", "powder", "crawl", "hello"}) {
    const auto loaded = Pack::load(std::string(SPOILS_PACKS_DIR) + "/" + name, {SPOILS_PACKS_DIR});
    ASSERT_TRUE(loaded.pack);
    Marginal question;
    const auto odds = exact_odds(*loaded.pack, question);
    ASSERT_TRUE(odds);
    // The likeliest, one in the middle and the rarest.
    for (const auto i : {std::size_t{0}, odds->rows.size() / 2, odds->rows.size() - 1}) {
      const auto& row = odds->rows[i];
      Texts values;
      for (const auto& cell : row.values) { values.push_back(cell ? std::optional(cell->text) : std::nullopt); }
      const auto derivations = derivations_of(*loaded.pack, question, values);
      ASSERT_TRUE(derivations) << name << ": " << derivations.error().text();
      double sum = 0;
      for (const auto& derivation : derivations->paths) { sum += derivation.probability; }
      EXPECT_NEAR(sum, row.probability, 1e-12) << name << " " << to_text(row.values[0]);
      EXPECT_NEAR(derivations->probability, row.probability, 1e-12);
    }
  }
}

TEST(Derivations, SayWhatDoesNotCome) {
  const auto pack = compiled(kTwoWays);
  Marginal question;
  EXPECT_EQ(derivations_of(pack, question, {"swrod"}).error().help, "did you mean `sword`?");
  EXPECT_EQ(derivations_of(pack, question, {"a", "b"}).error().kind, Error::Kind::BadValue);
  EXPECT_EQ(derivations_of(pack, Count{}, {"1"}).error().kind, Error::Kind::BadValue);
  EXPECT_EQ(derivations_of(pack, ExpectedCounts{}, {"1"}).error().kind, Error::Kind::BadValue);
}

TEST(Expectations, BrokenOnesAreShown) {
  const auto pack = compiled(
      "input depth: 1..3 = 1\n"
      "rule find { kind = pick { (depth) gem, 7 dust } ; plus = if kind == gem then pick 1..4 else 0 }\n"
      "expect \"few gems\": odds(find(): kind == gem) < 25%\n"
      "expect \"only dust\": odds(find(): kind == dust, depth = 2) == 100%\n"
      "expect \"kept\": odds(find(): kind == gem, depth = 1) == 12.5%\n");
  const auto results = check_expectations(pack);
  ASSERT_EQ(results.size(), 3u);
  EXPECT_FALSE(results[0].holds);
  EXPECT_EQ(results[0].where, "depth = 3");
  ASSERT_EQ(results[0].paths.size(), 1u);
  EXPECT_NEAR(results[0].paths[0].probability, 0.3, 1e-15);
  EXPECT_TRUE(results[2].holds);
  EXPECT_TRUE(results[2].paths.empty());
  // For an outcome that must always occur, the witness is a roll without it.
  for (std::size_t i = 0; i < 2; ++i) {
    ASSERT_TRUE(results[i].witness) << i;
    const auto& witness = *results[i].witness;
    auto roller = Roller::make(pack, witness.rule, witness.values);
    ASSERT_TRUE(roller);
    const auto things = roller->roll(witness.seed, witness.index);
    ASSERT_TRUE(things);
    EXPECT_EQ((*things)[0]["kind"].text(), "gem") << i;
  }
  ASSERT_EQ(results[1].paths.size(), 1u);
  EXPECT_NEAR(results[1].paths[0].probability, 2.0 / 9, 1e-15);
}

// 10^-400 is none that a double holds: no figure is said to be exact.
TEST(Derivations, SharesThatADoubleLosesHaveBounds) {
  const auto pack =
      compiled("rule z { n = 0; repeat 400 { if chance 1/10 { n += 1 } }; k = if n == 400 then yes else no }\n");
  const auto found = ask(pack, {"yes"}, {"k"});
  EXPECT_FALSE(found.exact);
  EXPECT_EQ(found.probability, 0);
  EXPECT_GT(found.at_most, 0);
  EXPECT_LE(found.at_most, 1e-299);
}

// So is the condition n == 400: of the paths given it nothing is known.
TEST(Derivations, OfAConditionThatADoubleLosesNothingIsKnown) {
  const auto pack = compiled("rule z { n = 0; repeat 400 while chance 1/10 { n += 1 }; m = d6 }\n");
  Marginal question;
  question.by = {"m"};
  question.where = "n == 400";
  const auto found = derivations_of(pack, question, {"3"});
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_FALSE(found->exact);
  EXPECT_EQ(found->probability, 0);
  EXPECT_EQ(found->at_most, 1);
  for (const auto& path : found->paths) { EXPECT_EQ(path.probability, 0); }
}

}  // namespace ways_test
}  // namespace spoils
