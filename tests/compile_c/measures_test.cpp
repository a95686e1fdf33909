// tests/compile_c/measures_test.cpp
//
// Measures in compiled C are those of the library: each type, values that fail, what a thing keeps for them, lists that
// are made on the way; and a measure that cannot be compiled is left out with its place.
#include <gtest/gtest.h>

#include <string>

#include "compare.h"

namespace spoils {
namespace compile_c_measures_test {

using namespace compiled_c;

Pack compared(const std::string& source) {
  const auto pack = unchecked(source);
  if (has_compiler()) { expect_same(pack, source); }
  return pack;
}

std::size_t measures_in(const Pack& pack) {
  const auto header = compile_to_c(pack, {"loot", {"r"}});
  EXPECT_TRUE(header) << header.error().text();
  return header ? measures_of(pack, *header, "loot").size() : 0;
}

TEST(Measures, AreThoseOfTheLibrary) {
  const auto pack = compared(
      "rule r { a = pick 0..3; if chance 50% { b = pick -2..2 }; k = pick {sword, ring} }\n"
      "measure sum_of = a + b\nmeasure share = a / 3\nmeasure is_big = a > 1\nmeasure other = if a == 1 then k else "
      "none\n"
      "measure unset = if is_big then a else none\nmeasure quotient = 12 // a\nmeasure ratio = 1 / a\n"
      "measure twice = 2 * sum_of\n");
  EXPECT_EQ(measures_in(pack), 8U);
}

TEST(Measures, ReadMapsListsAndInputs) {
  const auto pack = compared(
      "collection ability { worth: int = 2; type: symbol }\nability fire { worth = 5 }\n"
      "ability strength { type = stat }\n"
      "input level: 1..9 = 4\nfield has: map of ability to int\nfield l: list of int\n"
      "constant def base(a: ability) = a.worth * 10\n"
      "rule r { has[strength] += pick 0..3; if chance 50% { has[fire] = d6 }; repeat d4 { l += pick 1..9 }\n"
      "  with level = d9 { drop s } }\nrule s { a = level }\n"
      "def total() { let p = 0/1; for a in has { p += has[a] * base(a) / 3 }; give p }\n"
      "measure power = round(total())\nmeasure exact = total()\nmeasure at = level * 10 + count(l)\n"
      "measure odd = sum(x in l where x mod 2 == 1: x)\nmeasure stats = count(a in has where a.type == stat)\n");
  EXPECT_EQ(measures_in(pack), 5U);
}

// The lists that a fold makes for one member are gone with the next, so this needs no more room than one list.
TEST(Measures, NeedRoomForOneMemberOfAFold) {
  const auto pack = compared(
      "field l: list of int\nrule r { repeat 20 { l += pick 1..9 } }\n"
      "measure pairs = sum(n in 1..200: count(list(x in l where x <= n mod 9: x)))\n"
      "measure inner = sum(n in 1..50: max(m in 1..5: count([n, m] + l)))\n");
  EXPECT_EQ(measures_in(pack), 2U);
}

TEST(Measures, AreLeftOutIfTheyCannotBeCompiled) {
  const auto pack = compared(
      "rule r { n = d6; k = pick {a, b} }\nmeasure most = greatest(n + 1)\nmeasure shown = \"{k}\"\n"
      "measure twice = 2 * n\nmeasure least_of = least(n)\n");
  EXPECT_EQ(measures_in(pack), 1U);
  const auto header = compile_to_c(pack, {"loot", {"r"}});
  EXPECT_NE(
      header->find("/* The measure most is left out: cannot compile the outcomes of an expression, test.loot:3:16 */"),
      std::string::npos);
  EXPECT_NE(header->find("/* The measure least_of is left out: "), std::string::npos);
}

}  // namespace compile_c_measures_test
}  // namespace spoils
