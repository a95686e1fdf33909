// Bad input: each edit is refused with a message that says why and what is allowed, and nothing changes.
#include "tweak/tweaked.h"

namespace spoils::tweaked {
namespace refused_test {

constexpr auto kPack = R"(
input depth: 1..9 = 1
rule item {
  kind = pick {rat, bat, cat}
  repeat 2 { n = d6 }
  other(3)
  drop coin()
}
rule other(x: int) { m = d4 + x }
rule coin { worth = d6 }
rule stranger { alien = d6 }
)";

struct Row {
  const char* edit;
  const char* message;
  const char* help;
};

TEST(Refused, EditsThatMeanNothing) {
  const auto pack = compiled(kPack);
  auto tweaker = tweaker_of(pack, "item");
  const auto before = things_of(tweaker);
  const Row rows[] = {
      {"", "`` is no edit; edits begin with pin, force, reroll, skip, unskip, more, run, set or unset", ""},
      {"pn kind.1 = rat", "`pn` is no edit; edits begin with pin, force, reroll, skip, unskip, more, run, set or unset",
       ""},
      {"pin kind.1", "missing `=` in `pin kind.1`; write `pin ID = CHOICE`", ""},
      {"pin kind.1 =", "missing value after `=` in `pin kind.1 =`", ""},
      {"skip", "missing argument after `skip`", ""},
      {"pin knd.1 = rat", "the roll has no decision `knd.1`", "did you mean `kind.1`?"},
      {"pin n.1 = 3", "2 ids of the roll end with `n.1`", "it can be `turn.1/n.1`, `turn.2/n.1`"},
      {"pin kind.1 = bta", "`bta` is no choice of `kind.1`", "did you mean `bat`?"},
      {"pin kind.1 = 4", "`4` is no choice of `kind.1`", "it can be `rat`, `bat`, `cat`"},
      {"force kind.1 = 4", "`4` is no choice of `kind.1`", "it can be `rat`, `bat`, `cat`"},
      {"force kind.1 = none", "`none` is no choice of `kind.1`", "it can be `rat`, `bat`, `cat`"},
      {"pin turn.1/n.1 = 7", "`7` is no choice of `turn.1/n.1`", "it can be `1`, `2`, `3`, `4`, `5`, `6`"},
      {"pin turn.1/n.1 = 99999999999999999999", "`99999999999999999999` is no choice of `turn.1/n.1`",
       "it can be `1`, `2`, `3`, `4`, `5`, `6`"},
      {"skip kind.1", "the roll has no step `kind.1`", ""},
      {"unskip other.1", "the roll has no skipped step `other.1`", ""},
      {"more turn.1", "the roll has no loop of `repeat` `turn.1`", "did you mean `turn`?"},
      {"run othr(1)", "pack `test` has no rule `othr`", "did you mean `other`?"},
      {"run other()", "missing argument `x` in call of `other`", ""},
      {"run other(1, 2)", "rule `other` takes 1 argument, not 2", ""},
      {"run other(red)", "`x` takes an integer, not `red`", ""},
      {"run item()", "rule `item` would run itself", ""},
      {"run stranger()", "rule `stranger` works on things with a field `alien`, which things of `item` do not have",
       ""},
      {"set knid = rat", "pack `test` has no field `knid`", "did you mean `kind`?"},
      {"set m = red", "`m` takes an integer, not `red`", ""},
      {"set worth = 3", "things of rule `item` have no field `worth`", ""},
      {"set worth = 3 of 7", "the roll has 2 things now, and none with index 7", ""},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.edit);
    const auto refused = tweaker.apply(row.edit);
    ASSERT_TRUE(refused.has_value());
    EXPECT_EQ(refused->message, row.message);
    if (*row.help != '\0') { EXPECT_EQ(refused->help, row.help); }
    EXPECT_EQ(refused->kind, Error::Kind::BadValue);
    EXPECT_TRUE(tweaker.edits().empty());
    EXPECT_EQ(things_of(tweaker), before);
  }
  apply(tweaker, {"set worth = 3 of 1"});
}

TEST(Refused, AForcedChoiceThatLeadsToAFault) {
  const auto pack = compiled("rule r { n = pick 1..3; x = 12 // (4 - n) }");
  auto tweaker = tweaker_of(pack);
  const auto before = things_of(tweaker);
  const auto refused = tweaker.apply("force n.1 = 4");
  ASSERT_TRUE(refused.has_value());
  EXPECT_EQ(refused->kind, Error::Kind::Fault);
  ASSERT_TRUE(refused->place.has_value());
  EXPECT_EQ(refused->place->location.line, 2U);
  EXPECT_EQ(things_of(tweaker), before);
  const auto found = tweaker.choices("n.1");
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->choices.size(), 3U);
}

TEST(Refused, ARollBeyondItsLimits) {
  const auto pack = compiled("rule r { n = pick 1..3; repeat n { x = d6 } }");
  auto tweaker = tweaker_of(pack);
  const auto refused = tweaker.apply("force n.1 = 1000000000000");
  ASSERT_TRUE(refused.has_value());
  EXPECT_EQ(refused->kind, Error::Kind::Limit);
  EXPECT_TRUE(tweaker.edits().empty());
}

TEST(Refused, AnEditBeyondTheLongestList) {
  const auto pack = compiled("rule r { n = 1 }");
  auto tweaker = tweaker_of(pack);
  for (int i = 0; i < 10'000; ++i) { ASSERT_FALSE(tweaker.apply("set n = 2").has_value()); }
  const auto refused = tweaker.apply("set n = 3");
  ASSERT_TRUE(refused.has_value());
  EXPECT_EQ(refused->kind, Error::Kind::Limit);
  EXPECT_EQ(tweaker.edits().size(), 10'000U);
  EXPECT_EQ(field_of(tweaker, "n"), 2);
}

}  // namespace refused_test
}  // namespace spoils::tweaked
