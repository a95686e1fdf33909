// tests/check/range_ends_test.cpp
//
// Ends of the ranges in the checker's abstract interpretation of values. In each row exactly one value of hundreds
// fails, at the end of a range: the checker must find it, and the message must name it.
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "findings.h"

namespace spoils::check {
namespace range_ends_test {

struct Row {
  std::string name;
  std::string source;
  std::string found;  // part of the one message
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

class RangeEnds : public testing::TestWithParam<Row> {};

TEST_P(RangeEnds, AreFound) {
  const auto found = findings_of(std::string(kPackLine) + GetParam().source);
  ASSERT_EQ(found.all.size(), 1U);
  EXPECT_EQ(found.all[0].code, "E0501");
  EXPECT_NE(found.rendered[0].find(GetParam().found), std::string::npos) << found.rendered[0];
}

INSTANTIATE_TEST_SUITE_P(
    Division, RangeEnds,
    testing::Values(
        Row{"Difference", "input n: 0..1000 = 1\nrule r { x = 10 // (500 - n) }\n", "when n is 500"},
        Row{"Absolute", "input n: 0..1000 = 1\nrule r { x = 10 // abs(n - 500) }\n", "when n is 500"},
        Row{"Rest", "input n: 100..500 = 100\nrule r { x = 10 // (n mod 500) }\n", "when n is 500"},
        Row{"NotLess", "input n: 0..1000 = 1\nrule r { if n < 500 { x = 1 } else { x = 10 // (n - 500) } }\n",
            "when n is 500"},
        Row{"NoMore", "input n: 0..1000 = 1\nrule r { if n <= 500 { x = 10 // (n - 500) } }\n", "when n is 500"},
        Row{"Minimum", "input n: 0..1000 = 1\nrule r { x = 10 // min(n, 300) }\n", "when n is 0"},
        Row{"PowerOfZero", "input n: 0..1000 = 1\nrule r { x = n ^ (0 - 1) }\n", "when n is 0"},
        Row{"PowerBelowZero", "input n: 460..550 = 460\nrule r { x = 0 ^ (500 - n) }\n", "when n is 501"},
        Row{"SquareOfAnySign", "input n: -1000..1000 = 1\nrule r { x = 10 // (n ^ 2) }\n", "when n is 0"},
        Row{"BranchThatLeavesIt", "rule r { x = 0; if chance 50% { x = 1 }; y = 10 // x }\n", "10 // x"}),
    [](const auto& row) { return row.param.name; });

}  // namespace range_ends_test
}  // namespace spoils::check
