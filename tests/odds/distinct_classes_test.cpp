// tests/odds/distinct_classes_test.cpp
//
// Draws without replacement of which only the number of members of each class is followed (odds/paths_distinct.h,
// AccessAnalysis::asked_by_member): closed forms of draws with far too many sets; small draws against an enumeration
// of all orders in fractions, with every use of a set that must prevent classes.
#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "compiled.h"
#include "spoils/odds.h"
#include "spoils/verify.h"

namespace spoils {
namespace distinct_classes_test {

using Fraction = boost::multiprecision::cpp_rational;
using Integer = boost::multiprecision::cpp_int;

OddsTable answered(const std::string& declarations, const std::string& by, std::uint64_t paths) {
  const auto pack = compiled(declarations);
  Marginal question;
  question.rule = "r";
  question.by = {by};
  question.fractions = true;
  question.max_paths = paths;
  const auto table = exact_odds(pack, question);
  EXPECT_TRUE(table) << table.error().text();
  if (!table) { return {}; }
  EXPECT_TRUE(table->exact) << by;
  const auto rolled = verify_odds(pack, question, *table);
  EXPECT_TRUE(rolled && rolled->agrees()) << by;
  return *table;
}

std::map<std::string, Fraction> fractions_of(const OddsTable& table) {
  std::map<std::string, Fraction> out;
  for (const auto& row : table.rows) { out[to_text(row.values[0])] = Fraction(row.fraction->text()); }
  return out;
}

Integer choose(int n, int k) {
  Integer out = 1;
  for (int i = 0; i < k; ++i) { out = out * (n - i) / (i + 1); }
  return k < 0 || k > n ? Integer(0) : out;
}

struct Hypergeometric {
  int all = 0;
  int special = 0;
  int drawn = 0;
};

void PrintTo(const Hypergeometric& row, std::ostream* out) {
  *out << row.drawn << " of " << row.all << ", " << row.special << " special";
}

class DrawnByClass : public testing::TestWithParam<Hypergeometric> {};

// The number of special ones among those drawn, and whether one of them is there: C(special, k) C(others, drawn - k)
// of C(all, drawn).
TEST_P(DrawnByClass, HasTheHypergeometricDistribution) {
  const auto& row = GetParam();
  const auto rules = "rule r { s = pick " + std::to_string(row.drawn) + " distinct from 1.." + std::to_string(row.all) +
                     "\n n = count(x in s where x <= " + std::to_string(row.special) + "); one = 1 in s }";
  std::map<std::string, Fraction> expected;
  for (int k = 0; k <= row.drawn; ++k) {
    const Fraction odds(choose(row.special, k) * choose(row.all - row.special, row.drawn - k),
                        choose(row.all, row.drawn));
    if (odds != 0) { expected[std::to_string(k)] = odds; }
  }
  const auto handed_on = "rule r { let t = pick " + std::to_string(row.drawn) + " distinct from 1.." +
                         std::to_string(row.all) +
                         "\n s = t\n n = count(x in s where x <= " + std::to_string(row.special) + ") }";
  EXPECT_EQ(fractions_of(answered(handed_on, "n", 10'000)), expected);
  // Far fewer paths than sets.
  EXPECT_EQ(fractions_of(answered(rules, "n", 10'000)), expected);
  const Fraction one(row.drawn, row.all);
  const std::map<std::string, Fraction> flags{{"true", one}, {"false", 1 - one}};
  EXPECT_EQ(fractions_of(answered(rules, "one", 10'000)), flags);
}

INSTANTIATE_TEST_SUITE_P(Draws, DrawnByClass,
                         testing::Values(Hypergeometric{52, 4, 5}, Hypergeometric{52, 13, 13},
                                         Hypergeometric{101, 21, 10}, Hypergeometric{60, 24, 7},
                                         Hypergeometric{49, 6, 6}, Hypergeometric{120, 40, 30}));

/// A set that was drawn, with its odds.
using Drawn = std::map<std::set<int>, Fraction>;

// All orders in which several of 1, 2, 3, ... can be drawn, by weight.
void enumerate(const std::vector<int>& weights, std::size_t wanted, std::set<int>& taken, const Fraction& odds,
               Drawn& out) {
  if (wanted == 0) {
    out[taken] += odds;
    return;
  }
  int left = 0;
  for (int i = 0; i < static_cast<int>(weights.size()); ++i) {
    left += taken.contains(i + 1) ? 0 : weights[static_cast<std::size_t>(i)];
  }
  for (int i = 0; i < static_cast<int>(weights.size()); ++i) {
    if (taken.contains(i + 1)) { continue; }
    taken.insert(i + 1);
    enumerate(weights, wanted - 1, taken, odds * Fraction(weights[static_cast<std::size_t>(i)], left), out);
    taken.erase(i + 1);
  }
}

using Members = std::set<int>;

std::string text(std::ptrdiff_t number) { return std::to_string(number); }
std::string flag(bool value) { return value ? "true" : "false"; }

struct Use {
  std::string name;
  std::string statements;  // after the draw of three of 1..6 into `s`; they set `x`
  std::function<std::string(const Members&)> expected;
  std::string defs = "";
};

void PrintTo(const Use& row, std::ostream* out) { *out << row.name; }

class UseOfClasses : public testing::TestWithParam<Use> {};

// Equal shares, where all classes are by what is asked, and shares that differ within what is asked.
TEST_P(UseOfClasses, HasTheOddsOfAllOrders) {
  for (const auto& weights : {std::vector<int>{1, 1, 1, 1, 1, 1}, std::vector<int>{5, 1, 1, 2, 5, 2}}) {
    Drawn drawn;
    Members none;
    enumerate(weights, 3, none, 1, drawn);
    std::map<std::string, Fraction> expected;
    for (const auto& [members, odds] : drawn) { expected[GetParam().expected(members)] += odds; }
    std::string rows;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      rows += (i == 0 ? "" : ", ") + std::to_string(weights[i]) + " " + std::to_string(i + 1);
    }
    const auto table = answered(GetParam().defs + "field t: set of int\nrule r {\n s = pick 3 distinct from {" + rows +
                                    "}\n" + GetParam().statements + "\n}\n",
                                "x", 1'000'000);
    EXPECT_EQ(fractions_of(table), expected);
  }
}

INSTANTIATE_TEST_SUITE_P(
    // Uses that look at each member alone, then those that do not.
    Uses, UseOfClasses,
    testing::ValuesIn(std::vector<Use>{
        {"Count", "x = count(n in s where n mod 2 == 0)",
         [](const Members& s) { return text(std::count_if(s.begin(), s.end(), [](int n) { return n % 2 == 0; })); }},
        {"Any", "x = any(n in s: n > 4)", [](const Members& s) { return flag(*s.rbegin() > 4); }},
        {"All", "x = all(n in s: n > 1)", [](const Members& s) { return flag(*s.begin() > 1); }},
        {"In", "x = 3 in s", [](const Members& s) { return flag(s.contains(3)); }},
        {"Size", "x = count(s)", [](const Members& s) { return text(static_cast<std::ptrdiff_t>(s.size())); }},
        {"GreatestValue", "x = max(n in s: n mod 4)",
         [](const Members& s) {
           int most = 0;
           for (const int n : s) { most = std::max(most, n % 4); }
           return text(most);
         }},
        {"LeastMember", "x = min(n in s where n > 2)",
         [](const Members& s) {
           const auto found = s.upper_bound(2);
           return found == s.end() ? std::string("none") : text(*found);
         }},
        {"TwoQuestions", "x = if 1 in s then count(n in s where n > 3) else -1",
         [](const Members& s) {
           if (!s.contains(1)) { return std::string("-1"); }
           return text(std::distance(s.upper_bound(3), s.end()));
         }},
        {"Sum", "x = sum(n in s: n)",
         [](const Members& s) {
           int sum = 0;
           for (const int n : s) { sum += n; }
           return text(sum);
         }},
        {"InADefOfConstants", "x = above(3) + 10 * above(5)",
         [](const Members& s) {
           return text(std::distance(s.upper_bound(3), s.end()) + 10 * std::distance(s.upper_bound(5), s.end()));
         },
         "def above(k) = count(n in s where n > k)\n"},
        {"InADefOfTwoConstants", "x = within(2, 4) + 10 * within(1, 5)",
         [](const Members& s) {
           return text(std::distance(s.lower_bound(2), s.upper_bound(4)) +
                       10 * std::distance(s.lower_bound(1), s.upper_bound(5)));
         },
         "def within(a, b) = count(n in s where n in a..b)\n"},
        {"AMemberInADef", "x = if has(2) then (if has(5) then 2 else 1) else 0",
         [](const Members& s) { return text(!s.contains(2)  ? 0
                                            : s.contains(5) ? 2
                                                            : 1); }, "def has(k) = k in s\n"},
        {"InADefOfASlot", "let k = 4\n if 2 in s { k = 5 }\n x = above(3) + 10 * above(k)",
         [](const Members& s) {
           return text(std::distance(s.upper_bound(3), s.end()) +
                       10 * std::distance(s.upper_bound(s.contains(2) ? 5 : 4), s.end()));
         },
         "def above(k) = count(n in s where n > k)\n"},
        {"InADefThatADefCalls", "x = both(2, 5)", [](const Members& s) { return flag(s.contains(2) && s.contains(5)); },
         "def has(k) = k in s\ndef both(a, b) = has(a) and has(b)\n"},
        {"AMemberIsAdded", "s += 1\n x = count(s)",
         [](const Members& s) { return text(static_cast<std::ptrdiff_t>(s.size()) + (s.contains(1) ? 0 : 1)); }},
        {"AMemberIsTakenOut", "s -= 2\n x = count(s)",
         [](const Members& s) { return text(static_cast<std::ptrdiff_t>(s.size()) - (s.contains(2) ? 1 : 0)); }},
        {"AskedByALoop", "for i in 1..6 { if x == none and i in s { x = i } }",
         [](const Members& s) { return text(*s.begin()); }},
        {"GoneThrough", "for n in s { x = n }", [](const Members& s) { return text(*s.rbegin()); }},
        {"ComparedAsAWhole", "let o = {1, 2, 3}\n x = s == o",
         [](const Members& s) {
           return flag(s == Members{1, 2, 3});
         }},
        {"ComparedAndCounted", "x = if s == {1, 2, 3} then -1 else count(n in s where n > 3)",
         [](const Members& s) {
           return s == Members{1, 2, 3} ? std::string("-1") : text(std::distance(s.upper_bound(3), s.end()));
         }},
        {"ComparedWithOneOfItsClass", "x = if s == {1, 2, 5} then -1 else count(n in s where n > 3)",
         [](const Members& s) {
           return s == Members{1, 2, 5} ? std::string("-1") : text(std::distance(s.upper_bound(3), s.end()));
         }},
        {"Copied", "let o = s\n x = 5 in o", [](const Members& s) { return flag(s.contains(5)); }},
        {"HandedOnTwice", "let o = s\n t = o\n x = count(n in t where n > 3)",
         [](const Members& s) { return text(std::distance(s.upper_bound(3), s.end())); }},
        {"AskedOnBothWays", "let o = s\n x = if 2 in o then count(n in s where n > 3) else -1",
         [](const Members& s) {
           return s.contains(2) ? text(std::distance(s.upper_bound(3), s.end())) : std::string("-1");
         }},
        {"HandedOnAndBack", "t = s\n s = {}\n s = t\n x = 1 in s and 6 in t",
         [](const Members& s) { return flag(s.contains(1) && s.contains(6)); }},
        {"HandedOnToOneWithAnotherValue", "t = {1, 2, 3, 4}\n if 5 in s { t = s }\n x = count(n in t where n < 4)",
         [](const Members& s) { return text(s.contains(5) ? std::distance(s.begin(), s.lower_bound(4)) : 3); }},
        {"HandedOnAndGrown", "t = s\n t += 1\n x = count(t)",
         [](const Members& s) { return text(static_cast<std::ptrdiff_t>(s.size()) + (s.contains(1) ? 0 : 1)); }},
        {"HandedOnAndGoneThrough", "let o = s\n for n in o { x = n }",
         [](const Members& s) { return text(*s.rbegin()); }},
        {"HandedOnAndCompared", "t = s\n let o = t\n x = o == {1, 2, 5}",
         [](const Members& s) {
           return flag(s == Members{1, 2, 5});
         }},
        {"ComparedWithAnother", "let o = s\n let t = count(n in s where n in o)\n x = t",
         [](const Members& s) { return text(static_cast<std::ptrdiff_t>(s.size())); }},
        {"AskedWithASlot", "let k = 4\n if 2 in s { k = 5 }\n x = count(n in s where n >= k)",
         [](const Members& s) { return text(std::distance(s.lower_bound(s.contains(2) ? 5 : 4), s.end())); }},
    }),
    [](const auto& row) { return row.param.name; });

// Ten of 65 cards of five colours, 13 of each: red and blue ones are among them, by inclusion and exclusion.
TEST(DrawnByClass, IsAskedByADefForEachConstant) {
  const Fraction none(choose(52, 10), choose(65, 10));
  const Fraction neither(choose(39, 10), choose(65, 10));
  const auto found =
      fractions_of(answered("def there(k) = count(n in s where n mod 5 == k) >= 1\n"
                            "rule r { s = pick 10 distinct from 1..65; x = there(0) and there(3) }",
                            "x", 100'000));
  const Fraction both = 1 - 2 * none + neither;
  const std::map<std::string, Fraction> expected{{"true", both}, {"false", 1 - both}};
  EXPECT_EQ(found, expected);
}

struct InALoop {
  std::string name;
  std::string declarations;
  std::map<std::string, Fraction> odds;  // of `late`
};

void PrintTo(const InALoop& row, std::ostream* out) { *out << row.name; }

class DefsAboutLists : public testing::TestWithParam<InALoop> {};

// A def that asks about a list is called with a constant after a loop that fills it, and with anything else elsewhere:
// the loop must tell the members apart that the constant names.
TEST_P(DefsAboutLists, AreAskedByEveryCall) {
  const auto table = answered(
      "table affix { p; q; o }\nfield mods: list of symbol\ninput want: {red, blue} = red\n" + GetParam().declarations,
      "late", 100'000);
  EXPECT_EQ(fractions_of(table), GetParam().odds);
}

const std::map<std::string, Fraction> kAThird{{"true", Fraction(1, 3)}, {"false", Fraction(2, 3)}};

INSTANTIATE_TEST_SUITE_P(
    Rows, DefsAboutLists,
    testing::Values(
        InALoop{"AMemberThatIsDrawn",
                "def has(k) = k in mods\n"
                "rule r { repeat 1 { let x = pick y in affix where not has(y); mods += x }; late = has(p) }\n",
                kAThird},
        InALoop{"ASlotBefore",
                "def has(k) = k in mods\n"
                "rule r { early = has(kind); kind = pick {p, q}; early = has(kind)\n"
                "  repeat 1 { let x = pick y in affix where not y in mods; mods += x }; late = has(p) }\n",
                kAThird},
        InALoop{"ADrawBefore",
                "def has(k) = k in mods\n"
                "rule r { early = has(pick {p, q})\n"
                "  repeat 1 { let x = pick y in affix where not y in mods; mods += x }; late = has(p) }\n",
                kAThird},
        InALoop{"AnInputBefore",
                "def has(k) = k in mods\n"
                "rule r { early = has(if want == red then p else q)\n"
                "  repeat 1 { let x = pick y in affix where not y in mods; mods += x }; late = has(p) }\n",
                kAThird},
        InALoop{"ConstantsAlone",
                "def has(k) = k in mods\n"
                "rule r { early = has(q)\n"
                "  repeat 1 { let x = pick y in affix where not y in mods; mods += x }; late = has(p) }\n",
                kAThird}),
    [](const auto& row) { return row.param.name; });

// Two draws into one set: the second is by the classes of its own values.
TEST(DrawnByClassTwice, EachFromItsOwnValues) {
  const auto found = fractions_of(
      answered("rule r { if chance 50% { s = pick 2 distinct from 1..4 } else { s = pick 2 distinct from 3..8 }\n"
               " x = count(n in s where n <= 4) }",
               "x", 10'000));
  // 1/2 of certainly two; of six numbers two of which count: 6/15, 8/15, 1/15.
  const std::map<std::string, Fraction> expected{
      {"0", Fraction(6, 30)}, {"1", Fraction(8, 30)}, {"2", Fraction(1, 2) + Fraction(1, 30)}};
  EXPECT_EQ(found, expected);
}

// The answer about a member goes wrong: then every set is followed, and the fault is found.
TEST(DrawnByClassWithAFault, IsRefused) {
  const auto pack = compiled("rule r { s = pick 2 distinct from 1..6; x = any(n in s where 6 // (n - 5) > 3) }");
  Marginal question;
  question.rule = "r";
  question.by = {"x"};
  const auto table = exact_odds(pack, question);
  EXPECT_FALSE(table);
}

}  // namespace distinct_classes_test
}  // namespace spoils
