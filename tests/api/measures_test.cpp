// tests/api/measures_test.cpp
//
// Measures of rolled things and the terms of their sums, with values computed by hand.
#include <gtest/gtest.h>

#include <string>

#include "compiled.h"
#include "spoils/roll.h"

namespace spoils {
namespace measures_test {

constexpr const char* kPack =
    "collection gem { cost = 1 }\ngem opal { cost = 4 }\ngem ruby { cost = 9 }\ngem none_of_it { cost = 0 }\n"
    "field set_in: set of gem\n"
    "rule r { plus = 3; set_in = {opal, none_of_it, ruby}; drop s }\nrule s { plus = 0; other = 7 }\n"
    "def edge = plus * 2\ndef heavy(n) = n + plus\n"
    "measure worth = edge + heavy(10) - plus + 5\n"
    "measure rounded = round(if plus > 0 then shaped(4) / 3 else 0)\n"
    "def shaped(n) = plus + n\n"
    "measure gems = sum(g in gem where g in set_in: g.cost * 2)\n"
    "measure part = 6 / plus\n"
    "measure lone = edge\n"
    "measure half = plus / 2 + 1/2\n";

std::size_t number_of(const Pack& pack, std::string_view name) {
  for (std::size_t i = 0; i < pack.measures().size(); ++i) {
    if (pack.measures()[i].name == name) { return i; }
  }
  return pack.measures().size();
}

std::string shown(const Value& value) {
  if (!value.is_set()) { return "none"; }
  const auto number = std::to_string(value.integer());
  return value.denominator() == 1 ? number : number + "/" + std::to_string(value.denominator());
}

std::string terms_of(const Pack& pack, const Thing& thing, std::string_view name) {
  std::string out;
  for (const auto& term : thing.terms(number_of(pack, name))) { out += term.name + "=" + shown(term.value) + " "; }
  return out;
}

TEST(Measures, AreThoseOfTheThing) {
  const auto pack = compiled(kPack);
  auto roller = Roller::make(pack, "r");
  ASSERT_TRUE(roller);
  const auto things = roller->roll(1, 1);
  ASSERT_TRUE(things) << things.error().text();
  ASSERT_EQ(things->size(), 2U);
  const auto value = [&](std::size_t thing, std::string_view name) {
    return shown((*things)[thing].measure(number_of(pack, name)));
  };
  EXPECT_EQ(value(0, "worth"), "21");  // 6 + 13 - 3 + 5
  EXPECT_EQ(value(1, "worth"), "15");  // 0 + 10 - 0 + 5
  EXPECT_EQ(value(0, "rounded"), "2");
  EXPECT_EQ(value(0, "gems"), "26");
  EXPECT_EQ(value(1, "gems"), "0");
  EXPECT_EQ(value(0, "part"), "2");
  EXPECT_EQ(value(1, "part"), "none");  // it divides by zero
  EXPECT_EQ(value(0, "half"), "2");
  EXPECT_EQ(value(1, "half"), "1/2");
  EXPECT_EQ((*things)[1]["other"].integer(), 7);  // what a measure makes leaves the thing as it was
}

TEST(Measures, HaveTheTermsOfTheirSum) {
  const auto pack = compiled(kPack);
  auto roller = Roller::make(pack, "r");
  const auto things = roller->roll(1, 1);
  ASSERT_TRUE(things);
  const auto first = (*things)[0];
  const auto second = (*things)[1];
  EXPECT_EQ(terms_of(pack, first, "worth"), "edge=6 heavy=13 plus=-3 5=5 ");
  EXPECT_EQ(terms_of(pack, second, "worth"), "heavy=10 5=5 ");
  EXPECT_EQ(terms_of(pack, first, "gems"), "opal=8 ruby=18 ");
  EXPECT_EQ(terms_of(pack, first, "lone"), "");
  EXPECT_EQ(terms_of(pack, first, "rounded"), "");
  EXPECT_EQ(terms_of(pack, first, "half"), "plus / 2=3/2 1/2=1/2 ");
}

TEST(Measures, AreDescribed) {
  const auto pack = compiled("## How good.\nmeasure worth = n * 2\nrule r { n = d6 }");
  ASSERT_EQ(pack.measures().size(), 1U);
  EXPECT_EQ(pack.measures()[0].name, "worth");
  EXPECT_EQ(pack.measures()[0].doc, "How good.");
  EXPECT_EQ(pack.measures()[0].type, "integer");
}

}  // namespace measures_test
}  // namespace spoils
