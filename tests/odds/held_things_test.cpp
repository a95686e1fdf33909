// tests/odds/held_things_test.cpp
//
// Mean numbers of things where some are given up and others are held (odds/question.h, takes_back_held). They are
// refused only if a thing that the question's rule makes may be given up after others were put into it: then the sum
// over things is no expectation. The means are closed forms, computed by hand.
#include <gtest/gtest.h>

#include <string>

#include "compiled.h"
#include "spoils/odds.h"

namespace spoils {
namespace held_things_test {
namespace {

// The mean number of all things of rule r, or the error.
std::string mean_of(const std::string& declarations) {
  const auto pack = compiled(declarations);
  ExpectedCounts question;
  question.rule = "r";
  question.by = {"kind"};
  const auto table = exact_odds(pack, question);
  if (!table) { return table.error().message; }
  double all = 0;
  for (const auto& row : table->rows) { all += row.expected; }
  EXPECT_TRUE(table->exact);
  return std::to_string(all).substr(0, 5);
}

constexpr const char* kRefused = "expected numbers cannot be computed if things that hold others may be discarded";

// A find is dust in one of four cases, and then given up.
const std::string kFind = "rule find { kind = pick {3 gold; 1 dust}; if kind == dust { discard } }\n";

TEST(HeldThings, HaveMeansIfOthersAreGivenUp) {
  EXPECT_EQ(mean_of(kFind + "rule r { kind = chest; repeat 2 { hold find } }"), "2.500");
  EXPECT_EQ(mean_of(kFind + "rule r { kind = chest; repeat 2 { drop find } }\nrule bag { hold find }"), "2.500");
  EXPECT_EQ(mean_of(kFind + "rule r { repeat 2 { drop bag } }\nrule bag { kind = bag; hold find }"), "3.500");
  EXPECT_EQ(mean_of(kFind + "rule r { kind = chest; hold bag }\nrule bag { kind = bag; drop find }"), "2.750");
}

// The chest is given up in half of all rolls, and a bag that lies beside it remains with what it holds: 1/2 + 1 + 3/4.
TEST(HeldThings, RemainInWhatWasDropped) {
  EXPECT_EQ(mean_of(kFind + "rule bag { kind = bag; hold find }\n"
                            "rule r { kind = chest; drop bag; if chance 50% { discard } }"),
            "2.250");
}

TEST(HeldThings, HaveNoMeansIfTheirHolderMayBeGivenUp) {
  EXPECT_EQ(mean_of(kFind + "rule r { kind = chest; hold find; if chance 50% { discard } }"), kRefused);
  EXPECT_EQ(mean_of(kFind + "rule r { kind = chest; drop bag }\nrule bag { kind = bag; hold find; if chance 50% { "
                            "discard } }"),
            kRefused);
  EXPECT_EQ(mean_of(kFind + "rule r { kind = chest; hold find; lose() }\nrule lose { if chance 50% { discard } }"),
            kRefused);
  EXPECT_EQ(mean_of(kFind + "rule r { kind = chest; fill(); if chance 50% { discard } }\nrule fill { hold find }"),
            kRefused);
}

}  // namespace
}  // namespace held_things_test
}  // namespace spoils
