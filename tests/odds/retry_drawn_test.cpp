// tests/odds/retry_drawn_test.cpp
//
// `retry max N` where N is left to chance: it is drawn once, before the first try. Odds in fractions computed by hand,
// and rolls against them. If two tries are made while a die shows less than 4, the second one counts whatever it shows:
// 4 has 1/6 + 1/2 * 1/6 = 1/4, and 1 has 1/12; of one try each side has 1/6.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "compiled.h"
#include "exact_fractions.h"
#include "spoils/odds.h"
#include "spoils/verify.h"

namespace spoils {
namespace retry_drawn_test {

class DrawnTries : public testing::TestWithParam<HandRow> {};

TEST_P(DrawnTries, AreAsManyAsDrawn) { expect_by_hand(GetParam()); }

const FractionOdds kOneOrTwo{{"1", {1, 8}},  {"2", {1, 8}},  {"3", {1, 8}},
                             {"4", {5, 24}}, {"5", {5, 24}}, {"6", {5, 24}}};

INSTANTIATE_TEST_SUITE_P(
    , DrawnTries,
    testing::ValuesIn(std::vector<HandRow>{
        {"Dice", "rule r { retry max d2 { x = d6 } while x < 4 }", "x", kOneOrTwo},
        {"Pick", "rule r { retry max (pick {1 1, 1 2}) { x = d6 } while x < 4 }", "x", kOneOrTwo},
        {"AfterAnotherDraw", "rule r { z = d2; retry max d2 { x = d6 } while x < 4 }", "x", kOneOrTwo},
        {"InAnotherRetry", "rule r { retry { z = d2; retry max d2 { x = d6 } while x < 4 } while z == 2 }", "x",
         kOneOrTwo},
        {"InALoop", "rule r { repeat 3 { retry max d2 { x = d6 } while x < 4 } }", "x", kOneOrTwo},
        // The value that the number settles stays settled, and is the same in the next loop.
        {"OfTheWorld",
         "world def most() = pick 1..2\nrule r { retry max most() { x = d2 } while x < 2; y = most() }",
         "y * 10 + x",
         {{"11", {1, 4}}, {"12", {1, 4}}, {"21", {1, 8}}, {"22", {3, 8}}}},
        // With less than one, one try is made.
        {"OfNothing", "rule r { retry max d3 - 2 { x = d2 } while x < 2 }", "x", {{"1", {1, 2}}, {"2", {1, 2}}}},
    }),
    [](const auto& of) { return of.param.name; });

}  // namespace retry_drawn_test
}  // namespace spoils
