// tests/odds/member_question_test.cpp
//
// Questions about the members of a set or list that was drawn (odds/member_question.h): small draws against all orders
// of them in fractions, by a loop into a set, by a loop into a list, and by `distinct from`; questions in which the
// members must not take each other's places; and hands of 52 cards, which have closed forms and far too many sets.
#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "compiled.h"
#include "odds/exact_odds_of.h"
#include "spoils/odds.h"

namespace spoils {
namespace member_question_test {

using Fraction = boost::multiprecision::cpp_rational;
using Odds = OddsOfValues;

struct Card {
  std::string name;
  int weight = 1;
  std::string suit;
  int value = 0;
};

using Cards = std::vector<Card>;

/// Two that only their names tell apart (b and f), and of each suit two of one value.
const Cards kEven = {{"a", 1, "red", 1},   {"b", 1, "red", 2},   {"c", 1, "red", 2},  {"d", 1, "green", 3},
                     {"e", 1, "green", 1}, {"f", 1, "green", 1}, {"g", 1, "blue", 4}, {"h", 1, "blue", 3}};

Cards uneven() {
  auto out = kEven;
  for (const std::size_t i : {1U, 3U, 5U}) { out[i].weight = 3; }
  out[6].weight = 2;
  return out;
}

std::string table_of(const Cards& cards) {
  std::string out = "\ntable card: suit, value {\n";
  for (const auto& c : cards) {
    out += std::to_string(c.weight) + " " + c.name + " " + c.suit + " " + std::to_string(c.value) + "\n";
  }
  return out + "}\n";
}

/// The odds of `x` for all orders in which three cards can be drawn, in the order of the table.
Odds in_all_orders(const Cards& cards, const std::function<Odds(const Cards&)>& x) {
  Odds out;
  const std::function<void(std::set<std::size_t>, const Fraction&)> go = [&](const std::set<std::size_t>& taken,
                                                                             const Fraction& mass) {
    if (taken.size() == 3) {
      Cards hand;
      for (const auto i : taken) { hand.push_back(cards[i]); }
      for (const auto& [value, share] : x(hand)) { out[value] += mass * share; }
      return;
    }
    int total = 0;
    for (std::size_t i = 0; i < cards.size(); ++i) { total += taken.contains(i) ? 0 : cards[i].weight; }
    for (std::size_t i = 0; i < cards.size(); ++i) {
      if (taken.contains(i)) { continue; }
      auto more = taken;
      more.insert(i);
      go(more, mass * Fraction(cards[i].weight, total));
    }
  };
  go({}, 1);
  return out;
}

/// A value that is sure once the cards are drawn.
std::function<Odds(const Cards&)> surely(std::function<std::string(const Cards&)> x) {
  return [x = std::move(x)](const Cards& hand) { return Odds{{x(hand), 1}}; };
}
/// A value that depends on one of 1..sides as well.
std::function<Odds(const Cards&)> with_a_die(int sides, std::function<std::string(const Cards&, int)> x) {
  return [sides, x = std::move(x)](const Cards& hand) {
    Odds out;
    for (int n = 1; n <= sides; ++n) { out[x(hand, n)] += Fraction(1, sides); }
    return out;
  };
}

std::string text(std::ptrdiff_t number) { return std::to_string(number); }
std::string flag(bool value) { return value ? "true" : "false"; }

int sum_of(const Cards& hand) {
  int out = 0;
  for (const auto& c : hand) { out += c.value; }
  return out;
}
std::ptrdiff_t held(const Cards& hand, int value) {
  return std::count_if(hand.begin(), hand.end(), [&](const Card& c) { return c.value == value; });
}
std::ptrdiff_t of_suit(const Cards& hand, const std::string& suit) {
  return std::count_if(hand.begin(), hand.end(), [&](const Card& c) { return c.suit == suit; });
}
bool has(const Cards& hand, const std::string& name) {
  return std::any_of(hand.begin(), hand.end(), [&](const Card& c) { return c.name == name; });
}
std::ptrdiff_t suits_of(const Cards& hand) {
  std::set<std::string> out;
  for (const auto& c : hand) { out.insert(c.suit); }
  return static_cast<std::ptrdiff_t>(out.size());
}

struct Use {
  std::string name;
  std::string statements;  // after the draw of three cards into `s`; they set `x`
  std::function<Odds(const Cards&)> expected;
  std::string defs = "";
};

void PrintTo(const Use& row, std::ostream* out) { *out << row.name; }

class UseOfMembers : public testing::TestWithParam<Use> {};

TEST_P(UseOfMembers, HasTheOddsOfAllOrders) {
  const std::string loop = "repeat 3 { let c = pick k in card where not k in s\n s += c }\n";
  const std::vector<std::pair<std::string, std::string>> ways = {
      {"scratch s: set of symbol\n", loop},
      {"scratch s: list of symbol\n", loop},
      {"scratch s: set of symbol\n", "s = pick 3 distinct from card\n"}};
  for (const auto& cards : {kEven, uneven()}) {
    const auto expected = in_all_orders(cards, GetParam().expected);
    for (const auto& [declaration, draw] : ways) {
      EXPECT_EQ(exact_odds_of(declaration + GetParam().defs + "rule r {\n" + draw + GetParam().statements + "\n}" +
                                  table_of(cards),
                              1'000'000),
                expected)
          << declaration << draw;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Uses, UseOfMembers,
    testing::ValuesIn(std::vector<Use>{
        {"Sum", "x = sum(m in s: card[m].value)", surely([](const Cards& s) { return text(sum_of(s)); })},
        {"SumOfSome", "x = sum(m in s where card[m].suit == red: card[m].value)", surely([](const Cards& s) {
           int out = 0;
           for (const auto& c : s) { out += c.suit == "red" ? c.value : 0; }
           return text(out);
         })},
        {"SumTimesASlot", "let n = d2\n x = sum(m in s: card[m].value * n) * 10 + n",
         with_a_die(2, [](const Cards& s, int n) { return text(sum_of(s) * n * 10 + n); })},
        {"DifferentValues", "x = count(set(m in s: card[m].suit))",
         surely([](const Cards& s) { return text(suits_of(s)); })},
        {"DifferentMembers", "x = count(set(m in s where card[m].value < 3: m))",
         surely([](const Cards& s) { return text(held(s, 1) + held(s, 2)); })},
        {"AnyOfAList", "x = any(k in [red, green]: all(m in s: card[m].suit == k))",
         surely([](const Cards& s) { return flag(of_suit(s, "red") == 3 || of_suit(s, "green") == 3); })},
        {"Pairs", "x = count(v in 1..4 where count(m in s where card[m].value == v) == 2)", surely([](const Cards& s) {
           int out = 0;
           for (int v = 1; v <= 4; ++v) { out += held(s, v) == 2 ? 1 : 0; }
           return text(out);
         })},
        {"PairsByTheHandItself", "x = max(m in s: count(o in s where card[o].value == card[m].value))",
         surely([](const Cards& s) {
           std::ptrdiff_t out = 0;
           for (int v = 1; v <= 4; ++v) { out = std::max(out, held(s, v)); }
           return text(out);
         })},
        {"InARow", "x = any(lo in 1..2: all(k in 0..2: any(m in s: card[m].value == lo + k)))",
         surely([](const Cards& s) {
           return flag(held(s, 2) > 0 && held(s, 3) > 0 && (held(s, 1) > 0 || held(s, 4) > 0));
         })},
        {"ASlotThatWasDrawn", "let n = d3\n x = n * 10 + count(m in s where card[m].value > n)",
         with_a_die(3,
                    [](const Cards& s, int n) {
                      return text(n * 10 +
                                  std::count_if(s.begin(), s.end(), [&](const Card& c) { return c.value > n; }));
                    })},
        {"TwoFactsAndASlot", "let n = d3\n x = n * 10 + count(m in s where card[m].value < n and card[m].suit == red)",
         with_a_die(3,
                    [](const Cards& s, int n) {
                      return text(n * 10 + std::count_if(s.begin(), s.end(), [&](const Card& c) {
                                    return c.value < n && c.suit == "red";
                                  }));
                    })},
        {"GivenToADef", "x = total(s)", surely([](const Cards& s) { return text(sum_of(s)); }),
         "def total(h) = sum(m in h: card[m].value)\n"},
        {"GivenToADefWithMore", "x = max(v in 1..4: how_many(s, v))", surely([](const Cards& s) {
           std::ptrdiff_t out = 0;
           for (int v = 1; v <= 4; ++v) { out = std::max(out, held(s, v)); }
           return text(out);
         }),
         "def how_many(h, v) = count(m in h where card[m].value == v)\n"},
        {"GivenOnByADef", "x = best(s)",
         surely([](const Cards& s) { return text(sum_of(s) + 10 * of_suit(s, "red")); }),
         "def reds(h) = count(m in h where card[m].suit == red)\ndef best(h) = sum(m in h: card[m].value) + 10 * "
         "reds(h)\n"},
        {"ADefThatNamesAMember", "x = lucky(s)", surely([](const Cards& s) { return flag(has(s, "b")); }),
         "def lucky(h) = b in h\n"},
        {"ADefThatNamesOneByAnother", "x = twice(s, e)",
         surely([](const Cards& s) { return text((has(s, "e") ? 1 : 0) + (has(s, "f") ? 10 : 0)); }),
         "def lucky(h, k) = k in h\n"
         "def twice(h, k) = (if lucky(h, k) then 1 else 0) + (if lucky(h, f) then 10 else 0)\n"},
        {"ADefThatHandsAMemberOn", "x = top(s)", surely([](const Cards& s) {
           std::string out;
           for (const auto& c : s) {
             if (c.value == 4) { out = c.name; }
           }
           return out.empty() ? "none" : out;
         }),
         "def top(h) = first(m in h where card[m].value == 4: m)\n"},
        {"MembersCompared", "x = any(m in s: any(o in s: m != o and card[m].value == card[o].value))",
         surely([](const Cards& s) {
           bool out = false;
           for (int v = 1; v <= 4; ++v) { out = out || held(s, v) >= 2; }
           return flag(out);
         })},
        {"NamedInTheSum", "x = sum(m in s: if m == b then 100 else card[m].value)",
         surely([](const Cards& s) { return text(sum_of(s) + (has(s, "b") ? 98 : 0)); })},
        {"NamedByALoop", "x = count(k in [b, e] where k in s)",
         surely([](const Cards& s) { return text((has(s, "b") ? 1 : 0) + (has(s, "e") ? 1 : 0)); })},
        {"NamedByAField", "kind = pick {b, e}\n x = kind in s",
         with_a_die(2, [](const Cards& s, int n) { return flag(has(s, n == 1 ? "b" : "e")); })},
        {"TheSetIsKept", "let t = s\n x = if f in t then sum(m in s: card[m].value) else 0",
         surely([](const Cards& s) { return text(has(s, "f") ? sum_of(s) : 0); })},
    }),
    [](const auto& row) { return row.param.name; });

// ---- Constants for which there is a question ------------------------------------------

// `n` is part of each of 300 states, and 1 or 7 is tried in its place while a set is drawn.
TEST(ConstantsOfAQuestion, DoNotStayInAState) {
  Odds expected;
  for (int t = 1; t <= 300; ++t) {
    const int n = t % 3 == 0 ? 7 : 1;
    for (int a = t; a <= t + 3; ++a) {
      for (int b = a + 1; b <= t + 3; ++b) { expected[text((a % 3 + b % 3) * n * 10 + n)] += Fraction(1, 300 * 6); }
    }
  }
  EXPECT_EQ(exact_odds_of("rule r { let n = 1\n let t = pick 1..300\n if t mod 3 == 0 { n = 7 }\n"
                          "let h = pick 2 distinct from [t, t + 1, t + 2, t + 3]\n"
                          "let s = sum(c in h: (c mod 3) * n)\n x = s * 10 + n }",
                          1'000'000),
            expected);
}

// The first call becomes an assignment to the parameter, the second one remains a call.
TEST(ConstantsOfAQuestion, AreThoseOfCallsAndAssignments) {
  const Cards cards = {{"a", 1, "1", 0}, {"b", 1, "1", 0}, {"c", 1, "2", 0}, {"d", 1, "2", 0},
                       {"e", 1, "3", 0}, {"f", 1, "3", 0}, {"g", 1, "4", 0}, {"h", 1, "4", 0}};
  std::string table = "\ntable card: suit {";
  for (const auto& c : cards) { table += " " + c.name + " " + c.suit + ";"; }
  const auto of = [](const Cards& s, const char* one, const char* other) {
    return (of_suit(s, one) > 0 ? 1 : 0) + (of_suit(s, other) > 0 ? 1 : 0);
  };
  const auto expected = in_all_orders(cards, [&](const Cards& s) {
    Odds out;
    for (int hits = 0; hits <= 2; ++hits) {
      const Fraction share(hits == 1 ? 2 : 1, 4);
      const int x = 100 * hits + of(s, "1", "2");
      out[text(x * 1000)] += share / 2;
      for (int more = 0; more <= 2; ++more) {
        out[text(x * 1000 + 100 * more + of(s, "3", "4"))] += share / 2 * Fraction(more == 1 ? 2 : 1, 4);
      }
    }
    return out;
  });
  EXPECT_EQ(
      exact_odds_of("def f(l) = count(i in 1..2 where d2 == 2) * 100 + count(s in l where any(c in hand: card[c].suit "
                    "== s))\nscratch hand: set of symbol\n"
                    "rule r { hand = pick 3 distinct from card\n let z = chance 50%\n let first = f([1, 2])\n"
                    "let second = if z then f([3, 4]) else 0\n x = first * 1000 + second }" +
                        table + " }\n",
                    1'000'000),
      expected);
}

// Each def hands the list on twice: what they ask is found once.
TEST(ChainsOfDefs, AreAskedOnce) {
  std::string defs;
  const int last = 30;
  for (int i = 0; i < last; ++i) {
    const auto next = std::to_string(i + 1);
    for (const char* name : {"f", "g"}) {
      defs += std::string("def ") + name + std::to_string(i) + "(l) = if f" + next + "(l) > 100 then g" + next +
              "(l) else 1\n";
    }
  }
  for (const char* name : {"f", "g"}) {
    defs += std::string("def ") + name + std::to_string(last) + "(l) = count(m in l where m > 3)\n";
  }
  EXPECT_EQ(exact_odds_of(defs + "rule r { let h = pick 3 distinct from 1..9\n x = f0(h) }", 1'000'000),
            (Odds{{"1", 1}}));
}

// ---- Sums that leave 64 bits on the way ------------------------------------------

/// Whether no odds are given, since some roll fails.
bool is_refused(const std::string& declarations) {
  const auto pack = compiled(declarations);
  Marginal question;
  question.rule = "r";
  question.by = {"x"};
  const auto table = exact_odds(pack, question);
  return !table && table.error().text().find("leaves 64 bits") != std::string::npos;
}

const std::string kLargeCards =
    "\ntable card: value { a 4611686018427387904; b -5; c 4611686018427387904; e -5 }\n"
    "rule r {\n";

// Two large amounts come one after the other in {a, c, e}, and not in {a, b, c}, though b and e are worth the same.
TEST(SumsNearTheLimit, FailAsRollsDo) {
  const std::string sum = "\n x = sum(m in h: card[m].value) > 0 }";
  EXPECT_TRUE(is_refused(kLargeCards + "let h = pick 3 distinct from card" + sum));
  EXPECT_TRUE(
      is_refused(kLargeCards + "let h = []\nrepeat 3 { let k = pick c in card where not c in h\nh += k }" + sum));
  EXPECT_TRUE(is_refused("def total(h) = sum(m in h: card[m].value)" + kLargeCards +
                         "let h = pick 3 distinct from card\n x = total(h) > 0 }"));
}

// A list is summed in its own order.
TEST(SumsNearTheLimit, KeepTheOrderOfLists) {
  const std::string sum = "\n x = sum(m in h: card[m].value) > 0 }";
  EXPECT_TRUE(is_refused(kLargeCards + "let h = [a, c, b]" + sum));
  EXPECT_EQ(exact_odds_of(kLargeCards + "let h = [a, b, c]" + sum, 1'000), (Odds{{"true", 1}}));
  // The other way round: in the order of their names they would fail.
  EXPECT_EQ(exact_odds_of("table card: value { c 4611686018427387904; b 4611686018427387904; a -5 }\n"
                          "rule r { let h = [c, a]\n h += b\n x = sum(m in h: card[m].value) > 0 }",
                          1'000),
            (Odds{{"true", 1}}));
}

// ---- Hands with closed forms ----------------------------------------------------

const std::string kSuits[] = {"clubs", "diamonds", "hearts", "spades"};

/// 52 cards; `pip` is 0 for a two and 12 for an ace.
std::string deck() {
  std::string out = "\ntable card: suit, pip {\n";
  for (int i = 0; i < 52; ++i) {
    const auto& suit = kSuits[i / 13];
    out += "c" + std::to_string(i) + " " + suit + " " + std::to_string(i % 13) + "\n";
  }
  return out + "}\n";
}

struct Hand {
  std::string name;
  std::string x;
  Odds odds;  // in 2,598,960 hands
};

void PrintTo(const Hand& row, std::ostream* out) { *out << row.name; }

class PokerHands : public testing::TestWithParam<Hand> {};

Odds share(int hands) {
  const Fraction out(hands, 2598960);
  return {{"true", out}, {"false", 1 - out}};
}

// Far fewer paths than hands, so that they are counted by class.
TEST_P(PokerHands, HaveTheirFrequencies) {
  const std::string loop = "repeat 5 { let c = pick k in card where not k in s\n s += c }\n";
  const std::string defs =
      "def of(p) = count(m in s where card[m].pip == p)\ndef is_flush(h) = count(set(m in h: card[m].suit)) == 1\n"
      "def is_row = any(lo in 0..8: all(k in 0..4: any(m in s: card[m].pip == lo + k))) or (of(12) > 0 and "
      "all(p in 0..3: of(p) > 0))\n";
  for (const auto& draw : {loop, std::string("s = pick 5 distinct from card\n")}) {
    EXPECT_EQ(
        exact_odds_of(defs + "scratch s: set of symbol\nrule r {\n" + draw + "x = " + GetParam().x + "\n}" + deck(),
                      400'000),
        GetParam().odds)
        << draw;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Rows, PokerHands,
    testing::ValuesIn(std::vector<Hand>{
        {"Flush", "is_flush(s)", share(5148)},
        {"FlushByALoop", "any(k in [clubs, diamonds, hearts, spades]: all(m in s: card[m].suit == k))", share(5148)},
        {"StraightOrStraightFlush", "is_row", share(10240)},
        {"OnePair", "count(p in 0..12 where of(p) == 2) == 1 and count(p in 0..12 where of(p) == 3) == 0",
         share(1098240)},
        {"TwoPairs", "count(p in 0..12 where of(p) == 2) == 2", share(123552)},
        {"FullHouse", "any(p in 0..12: of(p) == 3) and any(p in 0..12: of(p) == 2)", share(3744)},
        {"FourOfAKind", "max(m in s: count(o in s where card[o].pip == card[m].pip)) == 4", share(624)},
        {"AllSuits", "count(set(m in s: card[m].suit)) == 4", share(685464)},
        // Four twos with one of eight cards, or three twos and two threes.
        {"Low", "sum(m in s: card[m].pip) <= 2", share(8 + 4 * 6)},
    }),
    [](const auto& row) { return row.param.name; });

}  // namespace member_question_test
}  // namespace spoils
