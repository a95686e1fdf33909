// Draws that a question does not depend on are not followed: with one replay an outlook is exact if all open draws are
// such, and only then. The oracles are the odds engine, and the outlook by all columns at once, in which each draw that
// may change anything is followed.
#include <algorithm>
#include <map>

#include "spoils/odds.h"
#include "tweak/shipped_rules.h"

namespace spoils::tweaked {
namespace irrelevant_draws_test {

using Odds = std::map<std::string, std::string>;  // a fraction by value

/// The outlook if all decisions were open, with at most so many replays.
TweakOutlook outlook_of(Tweaker& tweaker, const std::string& column, std::size_t replays = 20'000) {
  auto out = tweaker.outlook("", {column}, {replays});
  EXPECT_TRUE(out.ok());
  return std::move(out).value();
}

Odds odds_of(const TweakOutlook& outlook) {
  Odds out;
  for (const auto& row : outlook.rows) { out[row.values.front()] = row.numerator + "/" + row.denominator; }
  return out;
}

TEST(IrrelevantDraws, NeedOneReplay) {
  struct Case {
    const char* source;
    const char* column;
    std::vector<const char*> edits = {};
  };
  const Case cases[] = {
      {"rule r { kind = apple; weight = 3d6 }\ndisplay \"& {kind}~\"", "name"},
      {"rule r { kind = apple; weight = 3d6 }", "name"},
      {"rule r { kind = apple; weight = 3d6 }\nmeasure m = 7", "m"},
      {"rule r { a = 1; b = d6; c = b + d8; b += c }", "a"},
      {"rule r { a = 1; let x = d6; weigh(x) }\nrule weigh(n: int) { b = n * d4 }", "a"},
      {"rule r { a = 1; let sure = a == 1; b = if sure then d6 else d8 }", "a"},
      {"rule r { a = 1; repeat 4 { b = (if b == none then 0 else b) + d6 } }", "a"},
      {"rule r { a = 1; retry { c = d6; b = pick 1..4 } while a == 2 }", "a"},
      {"rule r { a = 1; b = pick {3 x, 2 y}; c = chance 1/3 }", "a"},
      {"rule r { a = 1; b = shuffle [1, 2, 3] }", "a"},
      {"rule r { a = pick 1..4; b = d6 }", "b", {"pin b.1 = 3"}},
  };
  for (const auto& each : cases) {
    SCOPED_TRACE(each.source);
    auto tweaker = tweaker_of(compiled(each.source));
    for (const auto* const edit : each.edits) { apply(tweaker, {edit}); }
    // With `b` pinned, all but it is open.
    const auto open = each.edits.empty() ? "" : "a.1";
    const auto outlook = tweaker.outlook(open, {each.column}, {1});
    ASSERT_TRUE(outlook.ok());
    EXPECT_TRUE(outlook->is_exact);
    ASSERT_EQ(outlook->rows.size(), 1U);
    EXPECT_EQ(outlook->rows[0].numerator, "1");
  }
}

TEST(RelevantDraws, AreFollowed) {
  struct Case {
    const char* source;
    std::vector<const char*> columns;
  };
  const Case cases[] = {
      // Another draw, its number, or whether it is made.
      {"rule r { b = d4; a = pick 1..b }", {"a"}},
      {"rule r { b = d4; a = roll(b, 3) }", {"a"}},
      {"rule r { b = d4; a = if b > 2 then d4 else 0 }", {"a"}},
      {"rule r { b = d4; if b > 2 { a = d4 } else { a = 9 } }", {"a"}},
      {"rule r { b = d4; repeat b { a = (if a == none then 0 else a) + 1 } }", {"a"}},
      {"rule r { b = d4; a = pick {(b) x, 1 y} }", {"a"}},
      {"rule r { a = 1; repeat 3 { a = roll(1, a + 1) } }", {"a"}},
      // Through a rule, a def, a state, a let, a try, a retry, a value after a rule.
      {"rule r { b = d4; twice(b) }\nrule twice(n: int) { a = 2 * n }", {"a"}},
      {"rule r { b = d4; a = twice(b) }\ndef twice(n) = 2 * n", {"a"}},
      {"def two() = d4 + d4\nrule r { b = two(); a = b }", {"a"}},
      {"state s: 0..9 = 0\nrule r { s = d4; a = s }", {"a"}},
      {"rule r { b = d4; a = 1; try { a = 2 } keep b > 2 }", {"a"}},
      {"rule r { retry { b = d4; a = d4 } while a == b }", {"a", "b"}},
      {"rule r { retry max 2 { b = d4; a = d4 } while b > 2 }", {"a", "b"}},
      // The row that is picked decides about further draws.
      {"rule r { b = pick t; a = d4 }\ntable t { 1 (d6)\n 1 7 }", {"a", "b"}},
      // Distinct values are drawn from those that are left.
      {"rule r { b = pick 2 distinct from 1..3; a = count(x in b: x > 1) }", {"a"}},
      // Things that come only sometimes.
      {"rule r { a = d4; b = d4; if b == 1 { discard } }", {"a"}},
      {"rule r { a = d4; b = d4; if b == 1 { stop }; a = 9 }", {"a"}},
  };
  for (const auto& each : cases) {
    SCOPED_TRACE(each.source);
    const auto pack = compiled(each.source);
    auto tweaker = tweaker_of(pack);
    for (const auto* const column : each.columns) {
      const auto outlook = outlook_of(tweaker, column);
      EXPECT_TRUE(outlook.is_exact);
      Marginal question;
      question.by = {column};
      const auto answer = exact_odds(pack, question);
      ASSERT_TRUE(answer.ok()) << answer.error().text();
      std::map<std::string, double> rows;
      for (const auto& row : outlook.rows) { rows[row.values.front()] = row.probability; }
      double seen = 0;
      for (const auto& row : answer->rows) {
        EXPECT_NEAR(rows[to_text(row.values.front())], row.probability, 1e-12) << to_text(row.values.front());
        seen += row.probability;
      }
      // What the odds engine has no row for are rolls without a thing.
      EXPECT_NEAR(rows["none"], std::max(rows["none"], 1 - seen), 1e-9);
    }
  }
}

// A draw on which nothing that is read depends, but the chance of a pinned choice: without it the edit is refused.
TEST(RelevantDraws, DecideAboutPinnedChoices) {
  struct Case {
    const char* source;
    std::vector<std::string> edits;
    const char* open;
  };
  const Case cases[] = {
      {"rule r { a = 1; b = d4; c = pick 1..b }", {"pin b.1 = 4", "pin c.1 = 3"}, "b.1"},
      {"rule r { a = 1; b = d4; c = roll(b, 2) }", {"pin b.1 = 4", "pin c.1 = 5"}, "b.1"},
      {"rule r { a = 1; b = d4; c = if b > 2 then pick 1..2 else pick 3..4 }", {"pin b.1 = 4", "pin c.1 = 1"}, "b.1"},
      {"rule r { a = 1; b = d4; if b > 2 { c = pick 1..2 } else { c = pick 3..4 } }",
       {"pin b.1 = 4", "pin c.1 = 1"},
       "b.1"},
      {"rule r { a = 1; c = 1; repeat 2 { c = roll(1, c + 1) } }",
       {"pin turn.1/c.1 = 2", "pin turn.2/c.1 = 3"},
       "turn.1/c.1"},
      {"rule r { a = 1; b = d4; c = pick x in t where x.n <= b }\ntable t: n {\n 1 one 1\n 1 three 3\n}",
       {"pin b.1 = 4", "pin c.1 = three"},
       "b.1"},
  };
  for (const auto& each : cases) {
    SCOPED_TRACE(each.source);
    auto tweaker = tweaker_of(compiled(each.source));
    apply(tweaker, each.edits);
    const auto outlook = tweaker.outlook(each.open, {"a"});
    ASSERT_TRUE(outlook.ok());
    EXPECT_TRUE(outlook->is_exact);
    EXPECT_EQ(outlook->failed, 0.5);
  }
}

// A name reads more than the texts of displays, and a measure has fields of its own.
TEST(RelevantDraws, OfNamesAndMeasures) {
  for (const auto* const source :
       {"rule r { kind = apple; quantity = pick 1..3 }\ndisplay \"& {kind}~\"",
        "rule r { kind = pick {1 x, 1 y, 1 z} }",
        "rule r { kind = apple; b = pick 1..3 }\ndisplay \"{kind} {shown(b)}\"\ndef shown(n) = n + 1",
        "rule r { kind = apple; b = pick 1..3 }\ndisplay \"one\" if b == 1\ndisplay \"two\" if b == 2\ndisplay "
        "\"three\""}) {
    SCOPED_TRACE(source);
    auto tweaker = tweaker_of(compiled(source));
    EXPECT_EQ(outlook_of(tweaker, "name").rows.size(), 3U);
  }
  auto tweaker = tweaker_of(compiled("rule r { b = pick 1..3; c = pick 1..3 }\nmeasure m = b * b"));
  EXPECT_EQ(outlook_of(tweaker, "m").rows.size(), 3U);
  EXPECT_TRUE(outlook_of(tweaker, "m", 3).is_exact);
}

// One choice leads to a fault, which the check of packs cannot know: twice the same die.
TEST(RelevantDraws, MayFail) {
  const auto pack = compiled("rule r { a = 1; b = d4; k = b; c = 12 // (b + k - 4) }");
  auto tweaker = tweaker_of(pack, {}, {}, 1, 1);
  const auto outlook = outlook_of(tweaker, "a");
  EXPECT_TRUE(outlook.is_exact);
  EXPECT_EQ(outlook.failed, 0.25);
}

// The facts about a pack hold for rolls that the rules can make.
TEST(IrrelevantDraws, AreFollowedWhereEditsBreakTheRules) {
  const auto pack = compiled("rule r { a = 1; b = d6; repeat 2 { c = d6 } }\nrule s { c = 1 }");
  for (const auto* const edit : {"force b.1 = 99", "skip turn.1", "more turn", "run s()"}) {
    SCOPED_TRACE(edit);
    auto tweaker = tweaker_of(pack);
    EXPECT_TRUE(outlook_of(tweaker, "a", 1).is_exact);
    apply(tweaker, {edit});
    const auto open = tweaker.decisions().back();
    const auto outlook = tweaker.outlook(open, {"a"}, {1});
    ASSERT_TRUE(outlook.ok());
    EXPECT_FALSE(outlook->is_exact);
  }
}

// Each column alone is the margin of several together, of which no draw is left out that one of them depends on.
TEST(IrrelevantDraws, ChangeNoMarginOfShippedPacks) {
  constexpr std::size_t kReplays = kIsSanitized ? 20 : 60;
  std::size_t rules = 0;
  std::size_t compared = 0;
  for_all_rules([&](const Pack& pack, Roller& roller) {
    auto tweaker = Tweaker::make(roller, packs::kSeed, 5);
    ASSERT_TRUE(tweaker.ok());
    const auto decisions = tweaker->decisions();
    if (decisions.empty()) { return; }
    const auto& open = decisions[rules % decisions.size()];
    std::vector<std::string> columns{"name"};
    const auto fields = pack.fields();
    for (std::size_t i = 0; i < std::min<std::size_t>(3, fields.size()); ++i) {
      columns.push_back(fields[(7 * rules + i) % fields.size()].name);
    }
    ++rules;
    const auto joint = tweaker->outlook(open, columns, {kReplays});
    ASSERT_TRUE(joint.ok());
    if (!joint->is_exact) { return; }
    for (std::size_t i = 0; i < columns.size(); ++i) {
      SCOPED_TRACE(open + " by " + columns[i]);
      std::map<std::string, double> margin;
      for (const auto& row : joint->rows) { margin[row.values[i]] += row.probability; }
      const auto alone = tweaker->outlook(open, {columns[i]}, {kReplays});
      ASSERT_TRUE(alone.ok());
      EXPECT_TRUE(alone->is_exact);
      ASSERT_EQ(alone->rows.size(), margin.size());
      for (const auto& row : alone->rows) { EXPECT_NEAR(row.probability, margin[row.values.front()], 1e-12); }
      EXPECT_NEAR(alone->failed, joint->failed, 1e-12);
      ++compared;
    }
  });
  EXPECT_GT(compared, 100U);
}

}  // namespace irrelevant_draws_test
}  // namespace spoils::tweaked
