// tests/odds/exchange_spent_test.cpp
//
// Members that can come no more (odds/exchange_spent.cpp), and constants that show alike (odds/interpret_exchange.h):
// loops that are left with few states, against all orders of their draws, which this file goes through itself in
// fractions; loops that look similar and in which a member comes again, counts, or is named; and the counters.
// tests/reference compares random loops of this kind with brute force.
#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "api/pack_data.h"
#include "compiled.h"
#include "odds/interpreter.h"
#include "spoils/odds.h"

namespace spoils {
namespace exchange_spent_test {

using Fraction = boost::multiprecision::cpp_rational;
using Odds = std::map<std::string, Fraction>;

/// One row of the table that all packs here draw from.
struct Member {
  std::string name;
  int weight = 1;
  std::string side;
  int level = 0;
};

/// Two sides. Nothing but the level tells pc from pd, and sc from sd.
const std::vector<Member> kMembers = {{"pa", 1, "pre", 1}, {"pb", 2, "pre", 2}, {"pc", 3, "pre", 4},
                                      {"pd", 3, "pre", 3}, {"sa", 2, "suf", 1}, {"sb", 3, "suf", 2},
                                      {"sc", 5, "suf", 3}, {"sd", 5, "suf", 5}};

std::string table() {
  std::string out = "\ntable thing: side, level {\n";
  for (const auto& m : kMembers) {
    out += std::to_string(m.weight) + " " + m.name + " " + m.side + " " + std::to_string(m.level) + "\n";
  }
  return out + "}\n";
}

using Taken = std::vector<Member>;

bool has(const Taken& taken, const std::string& name) {
  for (const auto& m : taken) {
    if (m.name == name) { return true; }
  }
  return false;
}

int number_of(const Taken& taken, const std::string& side) {
  int out = 0;
  for (const auto& m : taken) { out += m.side == side ? 1 : 0; }
  return out;
}

int levels_of(const Taken& taken) {
  int out = 0;
  for (const auto& m : taken) { out += m.level; }
  return out;
}

/// The odds of `value` after so many draws without replacement of what `fits`, in all orders. Nothing fits: no draw.
Odds drawn(int draws, const std::function<bool(const Taken&, const Member&)>& fits,
           const std::function<std::string(const Taken&)>& value) {
  Odds out;
  const std::function<void(Taken&, int, const Fraction&)> go = [&](Taken& taken, int left, const Fraction& mass) {
    if (left == 0) {
      out[value(taken)] += mass;
      return;
    }
    int total = 0;
    const auto may_come = [&](const Member& m) { return !has(taken, m.name) && fits(taken, m); };
    for (const auto& m : kMembers) { total += may_come(m) ? m.weight : 0; }
    if (total == 0) { return go(taken, left - 1, mass); }
    for (const auto& m : kMembers) {
      if (!may_come(m)) { continue; }
      taken.push_back(m);
      go(taken, left - 1, mass * Fraction(m.weight, total));
      taken.pop_back();
    }
  };
  Taken none;
  go(none, draws, 1);
  return out;
}

std::string flag(bool value) { return value ? "true" : "false"; }

struct Row {
  std::string name;
  std::string rule;
  std::string by;
  Odds odds;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

std::string name_of(const testing::TestParamInfo<Row>& row) { return row.param.name; }

Odds answered(const Row& row) {
  const auto pack = compiled(row.rule + table());
  Marginal question;
  question.rule = "r";
  question.by = {row.by};
  question.fractions = true;
  const auto table = exact_odds(pack, question);
  EXPECT_TRUE(table) << table.error().text();
  Odds out;
  if (!table) { return out; }
  EXPECT_TRUE(table->exact);
  for (const auto& outcome : table->rows) { out[to_text(outcome.values[0])] = Fraction(outcome.fraction->text()); }
  return out;
}

odds::Counters counters_of(const Row& row) {
  const auto pack =
      compiled(row.rule + table() + "\nexpect \"e\": odds(r: " + row.by + " == " + row.odds.begin()->first + ") == 0");
  odds::Interpreter<double> interpreter(pack.data().program, odds::Budget{});
  const auto answer = interpreter.answer(pack.data().program.queries.at(0), {});
  EXPECT_EQ(answer.unexplored, 0);
  return interpreter.counters();
}

bool has_room(const Taken& taken, const Member& m) { return number_of(taken, m.side) < 2; }

std::string pair_of(const Taken& taken) { return flag(has(taken, "pa") && has(taken, "sa")); }

class Spent : public testing::TestWithParam<Row> {};

TEST_P(Spent, HasTheOddsOfAllOrders) {
  EXPECT_EQ(answered(GetParam()), GetParam().odds);
  EXPECT_GT(counters_of(GetParam()).spent_states, 0);
}

const std::string kSides =
    "rule r { let taken = []\nlet prefixes = 0\nlet suffixes = 0\n"
    "repeat 4 { let a = pick x in thing where not (x in taken) and (x.side == pre and prefixes < 2 or x.side == suf "
    "and suffixes < 2)\nif thing[a].side == pre { prefixes += 1 } else { suffixes += 1 }\ntaken += a }\n";

INSTANTIATE_TEST_SUITE_P(
    Rows, Spent,
    testing::Values(
        // Two of each side. Once there are two prefixes the wanted one alone differs from the others.
        Row{"SidesThatAreFull", kSides + "pair = pa in taken and sa in taken }", "pair", drawn(4, has_room, pair_of)},
        Row{"RoomThatIsTaken",
            "rule r { let taken = {}\nlet room = 2\n"
            "repeat 4 { let a = pick x in thing where not (x in taken) and (x.side == suf or 0 < room) or nothing\n"
            "if a != none { taken += a; if thing[a].side == pre { room -= 1 } } }\n"
            "pair = pa in taken and sa in taken }",
            "pair",
            drawn(
                4, [](const Taken& got, const Member& m) { return m.side == "suf" || has_room(got, m); }, pair_of)},
        Row{"AFlagThatIsSet",
            "rule r { let taken = []\nlet is_closed = false\n"
            "repeat 4 { let a = pick x in thing where not (x in taken) and (x.side == suf or not is_closed)\n"
            "taken += a; if thing[a].level >= 3 { is_closed = true } }\npair = pa in taken and sa in taken }",
            "pair",
            drawn(
                4,
                [](const Taken& got, const Member& m) {
                  bool is_closed = false;
                  for (const auto& other : got) { is_closed = is_closed || other.level >= 3; }
                  return m.side == "suf" || !is_closed;
                },
                pair_of)},
        Row{"ASumAfterTheLoop", kSides + "n = sum(x in taken: thing[x].level) }", "n",
            drawn(4, has_room, [](const Taken& got) { return std::to_string(levels_of(got)); })},
        // pa and pc have as many levels as pb and pd; other pairs have not.
        Row{"ASumThatTheLoopNotes",
            "rule r { n = 0\nlet taken = []\nlet prefixes = 0\n"
            "repeat 4 { let a = pick x in thing where not (x in taken) and (x.side == suf or prefixes < 2)\n"
            "if thing[a].side == pre { prefixes += 1 }\ntaken += a\nn += sum(x in taken: thing[x].level) } }",
            "n",
            drawn(
                4, [](const Taken& got, const Member& m) { return m.side == "suf" || has_room(got, m); },
                [](const Taken& got) {
                  int n = 0;
                  for (int turn = 1; turn <= 4; ++turn) {
                    for (int i = 0; i < turn; ++i) { n += got[static_cast<std::size_t>(i)].level; }
                  }
                  return std::to_string(n);
                })},
        // Each turn computes the levels that are left. Only the sum counts of those that are too dear.
        Row{"WhatIsLeftOfASum",
            "rule r { let taken = []\n"
            "repeat 4 { let left = 9 - levels_of(taken)\n"
            "let a = pick x in thing where not (x in taken) and x.level <= left or nothing\n"
            "if a != none { taken += a } }\nn = count(taken) }\n"
            "def levels_of(list) = sum(x in list: thing[x].level)",
            "n",
            drawn(
                4, [](const Taken& got, const Member& m) { return m.level <= 9 - levels_of(got); },
                [](const Taken& got) { return std::to_string(got.size()); })}),
    name_of);

// A random pack of which two states once had one key: what may come was taken for what is gone. The fractions are those
// of the engine without spent members, and of 200,000 rolls.
TEST(SpentKeys, TellWhatMayComeFromWhatIsGone) {
  const auto pack = compiled(
      "rule r { n = 0\nlet p = 0\nlet q = 0\nlet taken = [f1]\n"
      "repeat 3 { let left = 3 - count(taken)\n"
      "let a = pick x in pool where x.level <= left and not (x.side == pre and 2 <= p) and not (x.family in taken) or "
      "nothing\n"
      "if a != none { if pool[a].side == pre { p += 1 } else { q += 1 } }\n"
      "if a != none { if max(y in taken: lev(y)) >= 3 { n += 1 } }\n"
      "if a != none { if pool[a].level == 2 { p -= 1 } }\nif a != none { taken += pool[a].family } }\n"
      "n += p * 10 + q }\ndef lev(y) = if y in {f0, f2} then 2 else 1\n"
      "table pool: family, side, level { 5 m0 f2 suf -1; 1 m1 f5 suf 1; 1 m2 f0 suf 3; 1 m3 f2 suf 2; 1 m4 f3 suf 1; 3 "
      "m5 f1 suf 0; 5 m6 f0 pre 1 }");
  Marginal question;
  question.rule = "r";
  question.by = {"n"};
  question.fractions = true;
  const auto table = exact_odds(pack, question);
  ASSERT_TRUE(table) << table.error().text();
  Odds odds;
  for (const auto& outcome : table->rows) { odds[to_text(outcome.values[0])] = Fraction(outcome.fraction->text()); }
  EXPECT_EQ(odds, (Odds{{"-8", Fraction(2, 91)},
                        {"1", Fraction(5, 91)},
                        {"2", Fraction(180, 1001)},
                        {"3", Fraction(2, 143)},
                        {"11", Fraction(50, 91)},
                        {"12", Fraction(180, 1001)}}));
}

class StillToCome : public testing::TestWithParam<Row> {};

TEST_P(StillToCome, HasTheOddsOfAllOrders) {
  EXPECT_EQ(answered(GetParam()), GetParam().odds);
  EXPECT_EQ(counters_of(GetParam()).spent_states, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, StillToCome,
    testing::Values(
        // Two prefixes close their side for a turn; the third draw opens it again.
        Row{"ASideThatOpensAgain",
            "rule r { let taken = []\nlet prefixes = 0\n"
            "repeat 4 { let a = pick x in thing where not (x in taken) and (x.side == suf or prefixes < 2)\n"
            "if thing[a].side == pre { prefixes += 1 } else { prefixes = 0 }\ntaken += a }\n"
            "pair = pa in taken and sa in taken }",
            "pair",
            drawn(
                4,
                [](const Taken& got, const Member& m) {
                  int prefixes = 0;
                  for (const auto& other : got) { prefixes = other.side == "pre" ? prefixes + 1 : 0; }
                  return m.side == "suf" || prefixes < 2;
                },
                pair_of)},
        Row{"ALimitThatGrows",
            "rule r { let taken = []\nlet prefixes = 0\nlet most = 1\n"
            "repeat 4 { let a = pick x in thing where not (x in taken) and (x.side == suf or prefixes < most)\n"
            "if thing[a].side == pre { prefixes += 1 } else { most += 1 }\ntaken += a }\n"
            "pair = pa in taken and sa in taken }",
            "pair",
            drawn(
                4,
                [](const Taken& got, const Member& m) {
                  return m.side == "suf" || number_of(got, "pre") < 1 + number_of(got, "suf");
                },
                pair_of)},
        // Each suffix makes room: pa and pc leave nothing, as pb and pd do, but then another prefix may come.
        Row{"AmountsThatAreLessThanNothing",
            "rule r { let taken = []\n"
            "repeat 4 { let left = 5 - sum(x in taken: worth(x))\n"
            "let a = pick x in thing where not (x in taken) and (x.side == suf or x.level <= left)\n"
            "taken += a }\nn = count(x in taken where thing[x].side == pre) }\n"
            "def worth(x) = if thing[x].side == pre then thing[x].level else 0 - 2",
            "n",
            drawn(
                4,
                [](const Taken& got, const Member& m) {
                  int left = 5;
                  for (const auto& other : got) { left -= other.side == "pre" ? other.level : -2; }
                  return m.side == "suf" || m.level <= left;
                },
                [](const Taken& got) { return std::to_string(number_of(got, "pre")); })},
        // The other draw takes them all the same.
        Row{"ASecondDrawWithoutALimit",
            "rule r { let taken = []\nlet prefixes = 0\n"
            "repeat 2 { let a = pick x in thing where not (x in taken) and (x.side == suf or prefixes < 1)\n"
            "if thing[a].side == pre { prefixes += 1 }\ntaken += a\n"
            "let b = pick x in thing where not (x in taken)\n"
            "if thing[b].side == pre { prefixes += 1 }\ntaken += b }\npair = pa in taken and sa in taken }",
            "pair",
            drawn(
                4,
                [](const Taken& got, const Member& m) {
                  return got.size() % 2 == 1 || m.side == "suf" || number_of(got, "pre") < 1;
                },
                pair_of)},
        // The question names each prefix, so which ones are there must not be lost.
        Row{"WhatTheQuestionNames",
            kSides +
                "n = (if pa in taken then 1 else 0) + (if pb in taken then 2 else 0) + (if pc in taken then 4 else 0) "
                "+ (if sa in taken then 8 else 0) + (if sb in taken then 16 else 0) + (if sc in taken then 32 else 0) "
                "}",
            "n",
            drawn(4, has_room,
                  [](const Taken& got) {
                    int n = 0;
                    int bit = 1;
                    for (const auto* name : {"pa", "pb", "pc", "sa", "sb", "sc"}) {
                      n += has(got, name) ? bit : 0;
                      bit *= 2;
                    }
                    return std::to_string(n);
                  })},
        // pa and pc have as many levels as pb and pd, but not below a cap that the loop moves.
        Row{"AnAmountThatTheLoopCaps",
            "rule r { n = 0\nlet taken = []\nlet prefixes = 0\nlet cap = 0\n"
            "repeat 4 { let a = pick x in thing where not (x in taken) and (x.side == suf or prefixes < 2)\n"
            "if thing[a].side == pre { prefixes += 1 }\ntaken += a; cap += 1\n"
            "n += sum(x in taken: min(thing[x].level, cap)) } }",
            "n",
            drawn(
                4, [](const Taken& got, const Member& m) { return m.side == "suf" || has_room(got, m); },
                [](const Taken& got) {
                  int n = 0;
                  for (int cap = 1; cap <= 4; ++cap) {
                    for (int i = 0; i < cap; ++i) { n += std::min(got[static_cast<std::size_t>(i)].level, cap); }
                  }
                  return std::to_string(n);
                })},
        // A fold of the loop sees the levels of members that can come no more, and the draw weighs by the highest.
        Row{"WhatAFoldOfTheLoopSees",
            "rule r { let taken = []\nlet prefixes = 0\nlet deep = 0\n"
            "repeat 4 { let a = pick x in thing where not (x in taken) and (x.side == suf or prefixes < 2)\n"
            "if thing[a].side == pre { prefixes += 1 }\ntaken += a\n"
            "if max(x in taken: thing[x].level) >= 4 { deep += 1 } }\nn = deep }",
            "n",
            drawn(
                4, [](const Taken& got, const Member& m) { return m.side == "suf" || has_room(got, m); },
                [](const Taken& got) {
                  int deep = 0;
                  int most = 0;
                  for (const auto& m : got) {
                    most = std::max(most, m.level);
                    deep += most >= 4 ? 1 : 0;
                  }
                  return std::to_string(deep);
                })}),
    name_of);

// ---- Constants ------------------------------------------------------------------

/// Two schools are drawn, a thing of either may come, and the question names one.
Odds by_constants(const std::function<std::string(int, int, const Taken&)>& value, int most = 9) {
  const std::vector<std::string> sides = {"pre", "suf"};
  Odds out;
  for (int one = 0; one < 2; ++one) {
    for (int two = 0; two < 2; ++two) {
      const auto part = drawn(
          2,
          [&](const Taken&, const Member& m) {
            return m.level <= most &&
                   (m.side == sides[static_cast<std::size_t>(one)] || m.side == sides[static_cast<std::size_t>(two)]);
          },
          [&](const Taken& got) { return value(one, two, got); });
      for (const auto& [key, mass] : part) { out[key] += mass / 4; }
    }
  }
  return out;
}

std::string two_sides(const std::string& in_loop, const std::string& after) {
  return "rule r { let taken = []\nlet one = pick [pre, suf]\nlet two = pick [pre, suf]\nlet seen = 0\n"
         "repeat 2 { let a = pick x in thing where fits(x.side, one, two) and not (x in taken)\n"
         "taken += a\n" +
         in_loop + "}\n" + after + "}\ndef fits(side, one, two) = one in [side] or two in [side]";
}

// Three draws of four, or of nothing with weight 2, which takes f1, so that f1 is not like the others. The fractions
// are sums over all orders.
TEST(NothingDrawn, MayLeadToAMember) {
  const std::string loop =
      "rule r { let taken = []\n"
      "repeat 3 { let a = pick x in few where not (x in taken) or nothing weight 2\n"
      "taken += if a == none then f1 else a }\none = %1 in taken }\ntable few { 1 f0, f1, f2, f3 }";
  const auto of = [&](const std::string& member) {
    auto source = loop;
    source.replace(source.find("%1"), 2, member);
    return answered(Row{"", source, "one", {}});
  };
  EXPECT_EQ(of("f1"), (Odds{{"false", Fraction(1, 20)}, {"true", Fraction(19, 20)}}));
  for (const auto* other : {"f0", "f2", "f3"}) {
    EXPECT_EQ(of(other), (Odds{{"false", Fraction(51, 100)}, {"true", Fraction(49, 100)}})) << other;
  }
}

// A member that is drawn before a block and looked for after it: the draw inside must not take it for any other.
TEST(HeldOverABlock, ADrawnMemberIsLikeNoOther) {
  const std::string two = "\ntable two { 1 m0, m1 }";
  const Row seen{"",
                 "rule r { let taken = []\nrepeat 1 { let a = pick x in two\n"
                 "if chance 1/2 { let b = pick x in two; taken += b }\nif a in taken { n = 1 } } }" +
                     two,
                 "n",
                 {{"1", Fraction(1, 4)}, {"none", Fraction(3, 4)}}};
  EXPECT_EQ(answered(seen), seen.odds);
  const Row both{"",
                 "rule r { let taken = {}\nrepeat 1 { let a = pick x in two\n"
                 "repeat 1 { let b = pick x in two; taken += b }\ntaken += a }\nn = count(taken) }" +
                     two,
                 "n",
                 {{"1", Fraction(1, 2)}, {"2", Fraction(1, 2)}}};
  EXPECT_EQ(answered(both), both.odds);
}

// The list is neither read nor changed in the block, and yet the draw in it depends on what is there.
TEST(HeldOverABlock, AListIsLookedAtAfterIt) {
  const Row row{"",
                "rule r { let taken = []\nrepeat 2 { let a = pick x in two where not (x in taken)\ntaken += a\n"
                "let b = none\nif chance 1/2 { b = pick x in two }\nif b in taken { n += 1 } }\n"
                "if n == none { n = 0 } }\ntable two { 1 m0, m1, m2 }",
                "n",
                {{"0", Fraction(5, 6) * Fraction(2, 3)},
                 {"1", Fraction(1, 6) * Fraction(2, 3) + Fraction(5, 6) * Fraction(1, 3)},
                 {"2", Fraction(1, 6) * Fraction(1, 3)}}};
  EXPECT_EQ(answered(row), row.odds);
}

// Each nothing makes room for another member, although every member takes some: nothing is spent for good.
TEST(NothingDrawn, MayLessenASum) {
  const Row row{"",
                "rule r { let taken = []\n"
                "repeat 3 { let left = 1 - sum(y in taken: if y == none then 0 - 1 else 1)\n"
                "let a = pick x in two where not (x in taken) and 1 <= left weight x.w or nothing weight 1\n"
                "taken += a }\nn = count(x in taken where x != none) }\ntable two: w { 1 m0 1; 1 m1 2 }",
                "n",
                {{"0", Fraction(1, 64)}, {"1", Fraction(89, 192)}, {"2", Fraction(25, 48)}}};
  EXPECT_EQ(answered(row), row.odds);
  EXPECT_EQ(counters_of(row).spent_states, 0);
}

TEST(ConstantsOfRows, ThatShowAlikeAreOneState) {
  const Row row{"Alike", two_sides("", "n = count(x in taken where x in {pa, sb})"), "n",
                by_constants([](int, int, const Taken& got) {
                  return std::to_string((has(got, "pa") ? 1 : 0) + (has(got, "sb") ? 1 : 0));
                })};
  EXPECT_EQ(answered(row), row.odds);
  EXPECT_GT(counters_of(row).alike_constants, 0);
}

// So many states have no summary, which would leave the constants of each as they are.
TEST(ConstantsOfRows, ThatAreReadAfterTheLoopStayApart) {
  Odds odds;
  for (int tilt = 1; tilt <= 3; ++tilt) {
    const auto part = by_constants(
        [](int one, int, const Taken& got) {
          return std::to_string((has(got, "pa") ? 1 : 0) + (has(got, "sb") ? 1 : 0) + (one == 0 ? 10 : 0));
        },
        2 + tilt);
    for (const auto& [key, mass] : part) { odds[key] += mass / 3; }
  }
  const Row row{"After",
                "rule r { let taken = []\nlet one = pick [pre, suf]\nlet two = pick [pre, suf]\nlet tilt = pick 1..3\n"
                "repeat 2 { let a = pick x in thing where fits(x.side, one, two) and x.level <= 2 + tilt and not (x in "
                "taken)\ntaken += a }\nn = count(x in taken where x in {pa, sb}) + (if one == pre then 10 else 0) }\n"
                "def fits(side, one, two) = one in [side] or two in [side]",
                "n", odds};
  EXPECT_EQ(answered(row), row.odds);
}

TEST(ConstantsOfRows, ThatTheLoopReadsOtherwiseStayApart) {
  const Row row{"Otherwise",
                two_sides("if one == pre { seen += 1 }\n", "n = count(x in taken where x in {pa, sb}) + seen"), "n",
                by_constants([](int one, int, const Taken& got) {
                  return std::to_string((has(got, "pa") ? 1 : 0) + (has(got, "sb") ? 1 : 0) + (one == 0 ? 2 : 0));
                })};
  EXPECT_EQ(answered(row), row.odds);
  EXPECT_EQ(counters_of(row).alike_constants, 0);
}

TEST(ConstantsOfRows, ThatAFactOnADrawnMemberReadsStayApart) {
  const Row row{"Drawn",
                two_sides("if thing[a].side == one { seen += 1 }\n", "n = seen * 10 + (if pa in taken then 1 else 0)"),
                "n", by_constants([](int one, int, const Taken& got) {
                  return std::to_string(number_of(got, one == 0 ? "pre" : "suf") * 10 + (has(got, "pa") ? 1 : 0));
                })};
  EXPECT_EQ(answered(row), row.odds);
  EXPECT_EQ(counters_of(row).alike_constants, 0);
}

}  // namespace exchange_spent_test
}  // namespace spoils
