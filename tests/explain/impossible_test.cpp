// Alternatives without a chance in an explanation: their reasons in small packs, by hand; in shipped packs they are the
// choices of a tweak of the same roll, which are found in another way, from the offer of the draw.
#include <map>

#include "explain/explained.h"
#include "tweak/shipped_rules.h"

namespace spoils::explained {
namespace impossible_test {

ExplainOptions with_impossible() {
  ExplainOptions options;
  options.with_impossible = true;
  options.most_alternatives = 1'000;
  return options;
}

/// The alternatives without a chance of the first decision, as `value: reason`.
std::vector<std::string> impossible_of(std::string_view rule) {
  const auto pack = compiled(rule);
  auto roller = roller_of(pack);
  const auto told = explain_roll(roller, 1, 0, with_impossible());
  expect_lawful(told);
  std::vector<std::string> out;
  const auto decisions = decisions_of(told);
  EXPECT_EQ(decisions.size(), 1U);
  if (decisions.empty()) { return out; }
  for (const auto& other : decisions.back().alternatives) {
    EXPECT_EQ(other.probability == 0, !other.why_not.empty());
    if (other.probability == 0) { out.push_back(other.value + ": " + other.why_not); }
  }
  return out;
}

using Lines = std::vector<std::string>;

TEST(Impossible, SaysWhy) {
  EXPECT_EQ(impossible_of("rule r { n = 100; x = chance n% }"), Lines{"false: the chance is 1"});
  EXPECT_EQ(impossible_of("rule r { n = 0; x = chance n% }"), Lines{"true: the chance is 0"});
  EXPECT_EQ(impossible_of("rule r { x = chance 1/2 }"), Lines{});
  EXPECT_EQ(impossible_of("rule r { x = pick 1..3 }"), Lines{});
  EXPECT_EQ(impossible_of("rule r { n = 2; x = pick t }\ntable t { 1 a, b; (2 - n) c; 1 d if n > 2 }"),
            (Lines{"c: weight 0", "d: n > 2"}));
  constexpr auto kGems = R"(
collection gem { size: int }
gem onyx { size = 1 }
gem jade { size = 2 }
gem opal { size = 3 }
)";
  const auto gems = [&](std::string_view rule) { return impossible_of(std::string(rule) + kGems); };
  EXPECT_EQ(gems("rule r { x = pick g in gem where g.size < 3 and fits(g, 1) }\ndef fits(g, n) = g.size > n"),
            (Lines{"onyx: fits(g, 1), that is fits(onyx, 1)", "opal: g.size < 3"}));
  EXPECT_EQ(gems("rule r { x = pick g in gem where g.size > 3 or nothing }"),
            (Lines{"onyx: g.size > 3", "jade: g.size > 3", "opal: g.size > 3"}));
  EXPECT_EQ(gems("rule r { x = pick g in gem where g.size > 2 or nothing }"),
            (Lines{"onyx: g.size > 2", "jade: g.size > 2", "none: some row is left"}));
}

TEST(Impossible, IsLeftOutByDefaultAndBeyondTheLimit) {
  const auto pack = compiled("rule r { x = pick t }\ntable t { 1 a, b; 0 c, d, e }");
  auto roller = roller_of(pack);
  EXPECT_EQ(decisions_of(explain_roll(roller, 1, 0)).front().alternatives.size(), 1U);
  auto options = with_impossible();
  options.most_alternatives = 2;
  const auto decision = decisions_of(explain_roll(roller, 1, 0, options)).front();
  EXPECT_EQ(decision.alternatives.size(), 2U);
  EXPECT_EQ(decision.left_out, 2U);
  EXPECT_EQ(decision.left_out_probability, 0);
}

TEST(Impossible, IsWhatTheChoicesOfATweakAre) {
  std::size_t compared = 0;
  tweaked::for_all_rules([&](const Pack&, Roller& roller) {
    const auto told = explain_roll(roller, packs::kSeed, 3, with_impossible());
    if (told.fault || told.decisions > 60) { return; }
    auto tweaker = Tweaker::make(roller, packs::kSeed, 3);
    ASSERT_TRUE(tweaker.ok());
    const auto ids = tweaker->decisions();
    for (const auto& step : told.steps) {
      const bool is_row = step.decision && step.decision->kind == Decision::Kind::Row;
      if (!is_row || step.is_rejected || !tweaked::has(ids, step.id)) { continue; }
      SCOPED_TRACE(step.id);
      const auto choices = tweaker->choices(step.id, 0, 30);
      ASSERT_TRUE(choices.ok());
      std::map<std::int64_t, std::string> reasons;
      for (const auto& other : step.decision->alternatives) { reasons[other.choice] = other.why_not; }
      for (const auto& choice : choices->choices) {
        if (choice.is_current) { continue; }
        ASSERT_TRUE(reasons.contains(choice.choice)) << choice.value;
        ASSERT_EQ(reasons[choice.choice], choice.why_not) << choice.value;
        ++compared;
      }
    }
  });
  EXPECT_GT(compared, 100U);
}

}  // namespace impossible_test
}  // namespace spoils::explained
