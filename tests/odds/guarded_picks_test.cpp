// tests/odds/guarded_picks_test.cpp
//
// A pick from a list of which a condition says that it has members cannot fail, so a question that does not read the
// rest needs no path of it. Each pack where the pick may fail all the same is rolled, too: odds must fail with the
// roll.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "compiled.h"
#include "spoils/odds.h"
#include "spoils/roll.h"

namespace spoils {
namespace guarded_picks_test {

constexpr const char* kHead = R"(
table relic { a, b, c, d, e, f, g, h }
field l: list of symbol
state owned: set of relic
rule run { repeat 12 { drop chest; drop coin } }
rule coin { kind = pick {heads, tails} }
)";

Result<OddsTable, Error> heads(const Pack& pack) {
  Count count;
  count.rule = "run";
  count.condition = "kind == heads";
  auto found = exact_odds(pack, count);
  if (!found) { return Failure{std::move(found).error()}; }
  return OddsTable(*found);
}

bool some_roll_fails(const Pack& pack) {
  auto roller = Roller::make(pack, "run");
  for (std::uint64_t index = 0; index < 2000; ++index) {
    if (!roller->roll(1, index)) { return true; }
  }
  return false;
}

TEST(GuardedPicks, AreNotFollowedWhereTheyCannotFail) {
  for (const std::string body : {
           "let left = list(r in relic where not r in owned); if count(left) > 0 { owned += pick left }",
           "let left = list(r in relic where not r in owned); if count(left) >= 1 { owned += pick left }",
           "let left = list(r in relic where not r in owned); if 0 < count(left) and d2 == 1 { owned += pick left }",
           "let left = list(r in relic where not r in owned); if count(left) == 0 { stop }; owned += pick left",
           "let left = list(r in relic where not r in owned); if count(left) > 2 { let s = shuffle left; owned += pick "
           "s }",
           "let left = list(r in relic where not r in owned); if count(left) != 0 { owned += pick left }",
           "l = [pick relic]; owned += pick l",
           "if d2 == 1 { l += pick relic } else { l = [pick relic] }; owned += pick l",
       }) {
    const auto pack = compiled(kHead + ("rule chest { " + body + " }\n"));
    EXPECT_FALSE(some_roll_fails(pack)) << body;
    const auto odds = heads(pack);
    ASSERT_TRUE(odds) << body << ": " << odds.error().text();
    EXPECT_TRUE(odds->exact) << body;
    EXPECT_LT(odds->states, 100U) << body;  // 256 sets of relics and more, if it is followed
    for (const auto& row : odds->rows) {
      if (to_text(row.values[0]) == "6") { EXPECT_NEAR(row.probability, 924.0 / 4096, 1e-12) << body; }
    }
  }
}

TEST(GuardedPicks, AreFollowedWhereTheyMayFail) {
  for (const std::string body : {
           "let left = list(r in relic where not r in owned); owned += pick left",
           "let left = list(r in relic where not r in owned); if count(left) >= 0 { owned += pick left }",
           "let left = list(r in relic where not r in owned); if count(left) > 0 or d2 == 1 { owned += pick left }",
           "let left = list(r in relic where not r in owned); if not (count(left) > 0 and d2 == 1) { owned += pick "
           "left }",
           "let left = list(r in relic where not r in owned); if count(left) > 0 { left = []; owned += pick left }",
           "let left = list(r in relic where not r in owned); if count(left) > 0 { left -= first(left); owned += pick "
           "left }",
           "let left = list(r in relic where not r in owned)\n"
           "repeat 2 { if count(left) > 0 { owned += pick left; left -= first(left) } }; if d2 == 1 { owned += pick "
           "left }",
           "let left = list(r in relic where not r in owned); let other = left\n"
           "other = list(r in other where r != a); if count(left) > 0 { owned += pick other }",
           "let left = list(r in relic where not r in owned); if count(left) != 1 or d2 == 1 { owned += pick left }",
           "let left = list(r in relic where not r in owned); if count(left) == 0 and d2 == 1 { stop }; owned += pick "
           "left",
           "let left = list(r in relic where not r in owned)\n"
           "if count(left) < 5 { owned += pick left } else { owned += pick left }",
           "let left = list(r in relic where not r in owned)\n"
           "if d2 == 1 { left += a } else { left -= b }; owned += pick left",
           "let left = list(r in relic where not r in owned)\n"
           "if d2 == 1 { left -= b } else { left += a }; owned += pick left",
           "if d2 == 1 { l = [a] }; owned += pick l",
           "l = [a]; if d2 == 1 { empty() }; owned += pick l }\nrule empty { l = [] ",
           "l = [a]; repeat d3 { if d2 == 1 { l -= a } }; owned += pick l",
           "for r in owned { l += r }; owned += pick l",
       }) {
    const auto pack = compiled(kHead + ("rule chest { " + body + " }\n"));
    EXPECT_TRUE(some_roll_fails(pack)) << body;
    const auto odds = heads(pack);
    ASSERT_FALSE(odds) << body;
    EXPECT_EQ(odds.error().kind, Error::Kind::Fault) << body;
  }
}

}  // namespace guarded_picks_test
}  // namespace spoils
