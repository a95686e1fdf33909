// tests/book/scope_test.cpp
//
// A book says "always", "-" and "most" without a condition only where no input, parameter or state can change it. The
// truth at the values that a book leaves out is read off the rules of these packs.
#include "book/scope.h"

#include <gtest/gtest.h>

#include <string>

#include "api/pack_data.h"
#include "book/examples.h"
#include "compiled.h"
#include "spoils/book.h"

namespace spoils::book {
namespace scope_test {

std::string book_of(const std::string& declarations) {
  auto text = write_book(compiled(declarations));
  EXPECT_TRUE(text.ok()) << text.error().text();
  return text.ok() ? *text : std::string();
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(BookScope, AlwaysInTheInitialState) {
  const auto text = book_of(
      "state pity: 0..9 = 0\n"
      "rule pull { stars = if pity == 9 then 5 else 4; pity = (pity + 1) mod 10; kind = card }\n");
  EXPECT_TRUE(has(text, "In the initial state (`pity = 0`), always `stars = 4`.")) << text;
  EXPECT_TRUE(has(text, "\nAlways `kind = card`.")) << text;
}

// `main` runs it with a kind that it reads, so that v is always 1 there and always 2 by itself.
TEST(BookScope, AlwaysByItself) {
  const auto text = book_of(
      "scratch sc: int\nrule main { kind = a; other = b; sc = 1; sub() }\n"
      "rule sub { v = if kind == a then 1 else 2; w = sc == 1 }\n");
  EXPECT_TRUE(has(text, "By itself, without what rules that run it may set before (`sc`, `kind`):")) << text;
  // Rules that nothing runs, that read nothing, or that read only what they have set themselves.
  const auto others = book_of(
      "rule main { kind = a; plain(); drop sub }\nrule plain { v = d4; w = v }\n"
      "rule sub { kind = b; v = if kind == a then 1 else 2 }\n");
  EXPECT_FALSE(has(others, "By itself")) << others;
}

TEST(BookScope, AlwaysAtSomeDepths) {
  // A dragon comes at depth 7, which is no column.
  const auto text = book_of(
      "input depth: 1..20 = 1\nrule find { kind = pick t }\n"
      "table t { 10 rat; 10 dragon if depth == 7 }\n");
  EXPECT_TRUE(has(text, "At depth 1, 2, 5, 10, 15, 20, always `kind = rat`.")) << text;
  EXPECT_TRUE(has(text, "chance at depth 1, 2, 5, 10, 15, 20")) << text;
}

TEST(BookScope, AllDepthsAreAlways) {
  const auto text = book_of("input depth: 1..5 = 1\nrule find { kind = if depth > 9 then gem else ore }\n");
  EXPECT_TRUE(has(text, "\nAlways `kind = ore`.")) << text;
}

TEST(BookScope, AFieldThatIsUnsetAtSomeDepths) {
  const auto text = book_of("input depth: 1..20 = 1\nrule find { if depth == 7 { gem = ruby } }\n");
  EXPECT_TRUE(has(text, "At depth 1, 2, 5, 10, 15, 20, always `gem = none`.")) << text;
}

TEST(BookScope, AlwaysWithDefaults) {
  const auto text = book_of(
      "input season: {spring, winter} = spring\n"
      "rule find(p: 1..30 = 2) { q = if p == 9 then 1 else 0; s = season == winter }\n");
  EXPECT_TRUE(has(text, "With `p = 2`, always `q = 0`.")) << text;
  EXPECT_TRUE(has(text, "With `season = spring`, always `s = false`.")) << text;
}

TEST(BookScope, TablesOfOdds) {
  const auto text = book_of(
      "input depth: 1..20 = 1\nstate pity: 0..9 = 0\n"
      "rule pull { n = if depth == 7 then pick 1..120 else pick 1..20\n"
      "  stars = if chance 10% or pity == 9 then 5 else 4; pity = (pity + 1) mod 10 }\n");
  EXPECT_TRUE(has(text, "In the initial state (`pity = 0`): `stars`.")) << text;
  EXPECT_TRUE(has(text, "| at depth 1, 2, 5, 10, 15, 20 |")) << text;  // at depth 7 it is at most 120, and not 20
}

TEST(BookScope, WhatIsNotExplored) {
  // It is at most 60, which has a chance of 10^-720.
  const auto text = book_of("rule r { m = 0; repeat 60 while chance 1/1000000000000 { m += 1 } }\n");
  EXPECT_TRUE(has(text, " or more |")) << text;
  EXPECT_TRUE(has(text, "Without paths that together have at most 1 in 1,000,000,000: `m`.")) << text;
  EXPECT_FALSE(has(book_of("rule r { m = pick 1..100 }\n"), " or more |"));
}

TEST(BookExamples, AreNotRolledOnceTheBookIsStopped) {
  const auto pack = compiled("rule r { kind = pick {ring, helm} }\ndisplay r \"& {kind}\"\n");
  const auto& program = pack.data().program;
  EXPECT_EQ(examples_of(pack, program, 0, {}, {}).size(), 2U);
  EXPECT_TRUE(examples_of(pack, program, 0, {}, [] { return true; }).empty());
  // A roll beyond the limit of work takes long, and so would the others.
  const auto endless = compiled("rule r { kind = ring; repeat 1000000 { repeat 1000000 { k += 1 } } }\n");
  int asked = 0;
  const auto count = [&asked] { return ++asked < 0; };
  EXPECT_TRUE(examples_of(endless, endless.data().program, 0, {}, count).empty());
  EXPECT_EQ(asked, 1);
}

}  // namespace scope_test
}  // namespace spoils::book
