// A choice that is kept or pinned stays what it is where another branch draws for the same field: the numbers of
// choices count within one draw. All expected outcomes are read off the packs.
#include "tweak/tweaked.h"

namespace spoils::tweaked {
namespace {

std::string text_of(const Tweaker& tweaker, std::string_view field) {
  return std::string(tweaker.explanation().things[0][field].text());
}

constexpr auto kBranches = R"(
rule r {
  a = pick {1 x, 2 y}
  b = if a == x then pick {1 p, 1 q} else pick {1 q, 3 s}
}
)";

TEST(OtherBranch, PinnedOutcomesStayWhatTheyAre) {
  const auto pack = compiled(kBranches);
  auto tweaker = tweaker_of(pack);
  apply(tweaker, {"pin a.1 = x", "pin b.1 = q"});
  EXPECT_EQ(choice_of(tweaker, "b.1"), 2);
  apply(tweaker, {"pin a.1 = y"});
  EXPECT_EQ(text_of(tweaker, "b"), "q");
  EXPECT_EQ(choice_of(tweaker, "b.1"), 1);
  EXPECT_TRUE(tweaker.report().lost.empty());
  apply(tweaker, {"pin a.1 = x"});
  EXPECT_EQ(choice_of(tweaker, "b.1"), 2);
}

TEST(OtherBranch, PinnedOutcomesThatAreNotThereRefuseTheEdit) {
  const auto pack = compiled(kBranches);
  auto tweaker = tweaker_of(pack);
  apply(tweaker, {"pin a.1 = x", "pin b.1 = p"});
  EXPECT_EQ(refusal(tweaker, "pin a.1 = y"), "the choice that is pinned at `b.1` has no chance any more");
  apply(tweaker, {"force b.1 = p"});
  EXPECT_EQ(refusal(tweaker, "pin a.1 = y"), "the choice that is forced at `b.1` is none of that draw");
}

TEST(OtherBranch, KeptOutcomesThatAreNotThereAreLost) {
  const auto pack = compiled(kBranches);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    auto tweaker = tweaker_of(pack, {}, {}, seed);
    const auto before = text_of(tweaker, "b");
    const bool is_x = text_of(tweaker, "a") == "x";
    apply(tweaker, {is_x ? "pin a.1 = y" : "pin a.1 = x"});
    EXPECT_EQ(tweaker.report().lost.empty(), before == "q") << seed;
    if (before == "q") { EXPECT_EQ(text_of(tweaker, "b"), "q") << seed; }
  }
}

TEST(OtherBranch, OddsOfAnOpenDecisionFollowIt) {
  const auto pack = compiled(kBranches);
  auto tweaker = tweaker_of(pack);
  apply(tweaker, {"pin a.1 = x", "pin b.1 = q"});
  const auto outlook = tweaker.outlook("a.1", {"a", "b"});
  ASSERT_TRUE(outlook.ok());
  ASSERT_EQ(outlook->rows.size(), 2U);
  EXPECT_EQ(outlook->rows[0].values, (std::vector<std::string>{"y", "q"}));
  EXPECT_DOUBLE_EQ(outlook->rows[0].probability, 2.0 / 3);
  EXPECT_EQ(outlook->rows[1].values, (std::vector<std::string>{"x", "q"}));
}

TEST(OtherBranch, IntegersAreLookedForAmongRowsAndBack) {
  const auto pack = compiled("rule r { a = pick {x, y}; n = if a == x then d6 else pick {1 9, 1 3} }");
  auto tweaker = tweaker_of(pack);
  apply(tweaker, {"pin a.1 = x", "pin n.1 = 3", "pin a.1 = y"});
  EXPECT_EQ(field_of(tweaker, "n"), 3);
  EXPECT_EQ(choice_of(tweaker, "n.1"), 2);
  apply(tweaker, {"pin a.1 = x"});
  EXPECT_EQ(field_of(tweaker, "n"), 3);
}

TEST(OtherBranch, MembersOfAListThatAnotherDecisionMakes) {
  const auto pack = compiled(
      "rule r { a = pick {x, y}; l = if a == x then [p, q] else [q, s]; b = pick l }\n"
      "field l: list of symbol");
  auto tweaker = tweaker_of(pack);
  apply(tweaker, {"pin a.1 = x", "pin b.1 = q", "pin a.1 = y"});
  EXPECT_EQ(text_of(tweaker, "b"), "q");
  EXPECT_EQ(choice_of(tweaker, "b.1"), 1);
}

// Rows of one table are what they are by their number, although two of them have one text.
TEST(OtherBranch, RowsOfOneTableKeepTheirNumber) {
  const auto pack = compiled(
      "rule r { a = pick {x, y}; b = if a == x then pick t else pick t }\n"
      "table t { 1 q; 1 q; 1 s }");
  auto tweaker = tweaker_of(pack);
  apply(tweaker, {"pin a.1 = x", "pin b.1 = 2", "pin a.1 = y"});
  EXPECT_EQ(choice_of(tweaker, "b.1"), 2);
}

}  // namespace
}  // namespace spoils::tweaked
