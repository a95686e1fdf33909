// tests/odds/retry_settled_test.cpp
//
// `retry` around a `world def`: a refused try is put back, but a value that it settled is drawn from the stream of the
// world and stays the same. All expected shares are computed by hand, and compared with rolls as well.
#include <gtest/gtest.h>

#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "compiled.h"
#include "spoils/odds.h"
#include "spoils/roll.h"
#include "spoils/verify.h"

namespace spoils {
namespace retry_settled_test {

struct Row {
  std::string name;
  std::string rule;
  std::vector<std::string> by;
  std::map<std::string, std::string> expected;  // fractions by outcome
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

class RetrySettled : public testing::TestWithParam<Row> {};

TEST_P(RetrySettled, KeepsWhatIsSettled) {
  const auto pack = compiled("world def colour(k) = pick {red, green}\n" + GetParam().rule);
  OddsSettings settings;
  settings.rule = "r";
  const auto question_of = [&](bool fractions) -> Question {
    if (GetParam().by.empty()) { return Count{settings, "y == 1", "", fractions}; }
    return Marginal{settings, GetParam().by, "", fractions};
  };
  const auto table = exact_odds(pack, question_of(true));
  ASSERT_TRUE(table) << table.error().text();
  std::map<std::string, std::string> found;
  for (const auto& row : probabilities(*table)->rows) {
    std::string key;
    for (const auto& value : to_texts(row.values)) { key += (key.empty() ? "" : " ") + value; }
    found[key] = row.fraction->text();
  }
  EXPECT_EQ(found, GetParam().expected);
  const auto question = question_of(false);
  const auto doubles = exact_odds(pack, question);
  ASSERT_TRUE(doubles);
  const auto rolled = verify_odds(pack, question, *doubles);
  ASSERT_TRUE(rolled);
  EXPECT_EQ(rolled->rolls, 4096U) << rolled->uncompared;
  EXPECT_TRUE(rolled->agrees()) << rolled->discrepancies.front().what;
}

INSTANTIATE_TEST_SUITE_P(
    Tries, RetrySettled,
    testing::ValuesIn(std::vector<Row>{
        {"OfOneValue",
         "rule r { retry max 3 { c = colour(axe) } while c == red }",
         {"c"},
         {{"red", "1/2"}, {"green", "1/2"}}},
        {"SettledBefore",
         "rule r { c = colour(axe); retry max 3 { d = colour(axe) } while d == red }",
         {"c", "d"},
         {{"red red", "1/2"}, {"green green", "1/2"}}},
        // A second try of the same kind is red again, one of the other kind in half of the worlds.
        {"OfTwoValues",
         "rule r { retry max 2 { k = pick {a, b}; c = colour(k) } while c == red }",
         {"c"},
         {{"red", "3/8"}, {"green", "5/8"}}},
        // x = 1 has 1/2, 1/3 and 0 in the worlds in which both, one and none are green.
        {"OfTwoValuesWithoutLimit",
         "rule r { retry { k = pick {a, b}; c = colour(k); x = d2 } while c == red and x == 1 }",
         {"x"},
         {{"1", "7/24"}, {"2", "17/24"}}},
        // Green worlds accept the first x; red ones try until it is 2.
        {"BesideAnotherDraw",
         "rule r { retry { x = d2; c = colour(axe) } while c == red and x == 1 }",
         {"c", "x"},
         {{"green 1", "1/4"}, {"green 2", "1/4"}, {"red 2", "1/2"}}},
        {"InTheCondition",
         "rule r { retry { x = d2 } while colour(axe) == red and x == 1 }",
         {"x"},
         {{"1", "1/4"}, {"2", "3/4"}}},
        {"ThatDrops",
         "rule r { retry { n = d2; repeat n { drop thing } } while colour(axe) == red and n == 1 }\n"
         "rule thing { y = 1 }",
         {},
         {{"1", "1/4"}, {"2", "3/4"}}},
        {"ThatStops",
         "rule r { x = 0; retry max 3 { if colour(axe) == green { x = 1; stop }; x = d2 + 1 } while x == 2 }",
         {"x"},
         {{"1", "1/2"}, {"2", "1/16"}, {"3", "7/16"}}},
    }),
    [](const auto& row) { return row.param.name; });

// Worlds in which every try is refused have no end, as in a roll.
TEST(RetrySettledForEver, IsRefusedAlike) {
  const auto pack =
      compiled("world def colour(k) = pick {red, green}\nrule r { retry { c = colour(axe) } while c == red }");
  Marginal question;
  question.rule = "r";
  question.by = {"c"};
  const auto table = exact_odds(pack, question);
  ASSERT_FALSE(table);
  auto roller = Roller::make(pack, "r");
  bool was_made = false;
  bool was_refused = false;
  for (std::uint64_t index = 0; index < 30 && !(was_made && was_refused); ++index) {
    (roller->roll(1, index) ? was_made : was_refused) = true;
  }
  EXPECT_TRUE(was_made);
  EXPECT_TRUE(was_refused);
}

}  // namespace retry_settled_test
}  // namespace spoils
