// tests/text/nearest_test.cpp
//
// Suggestions for misspelt words: the nearest known word, against the recursive definition of the edit distance.
#include "text/plain/nearest.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace spoils::text {
namespace nearest_test {

struct NearestCase {
  std::string_view name;
  std::string_view word;
  std::vector<std::string_view> known;
  std::optional<std::string_view> found;
};

class Nearest : public testing::TestWithParam<NearestCase> {};

TEST_P(Nearest, Name) { EXPECT_EQ(nearest(GetParam().word, GetParam().known), GetParam().found); }

INSTANTIATE_TEST_SUITE_P(, Nearest,
                         testing::ValuesIn(std::vector<NearestCase>{
                             {"NothingKnown", "sword", {}, std::nullopt},
                             {"OneTooFew", "swrd", {"axe", "sword"}, "sword"},
                             {"OneTooMany", "swoord", {"axe", "sword"}, "sword"},
                             {"OneWrong", "swurd", {"axe", "sword"}, "sword"},
                             {"NeighboursSwapped", "sowrd", {"axe", "sword"}, "sword"},
                             {"TwoSlipsInFive", "swudr", {"sword"}, "sword"},
                             {"ThreeSlipsInFiveAreTooMany", "sxxxd", {"sword"}, std::nullopt},
                             {"TwoSlipsInFourAreTooMany", "axis", {"axes", "exes"}, "axes"},
                             {"TheNearestWins", "potoin", {"portion", "potion"}, "potion"},
                             {"OfEqualsTheFirst", "cat", {"dog", "bat", "hat"}, "bat"},
                             {"OneLetterIsNeverMistyped", "x", {"y"}, std::nullopt},
                             {"CapitalsAreNoSlip", "SWORD", {"sward", "sword"}, "sword"},
                             {"ADashIsAnUnderscore", "a-d", {"a+d", "a_d"}, "a_d"},
                             {"CharactersNotBytes", "sch\xC3\xA4rt", {"schwert"}, "schwert"},
                             {"EmptyWord", "", {"a", ""}, std::nullopt},
                             {"NothingNear", "trident", {"sword", "axe"}, std::nullopt},
                         }),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(NearestLimit, WordsOfMoreThan64CharactersHaveNone) {
  const std::string longest(64, 'a');
  const std::string too_long(65, 'a');
  const std::array<std::string_view, 2> known{too_long, longest};
  EXPECT_EQ(nearest(longest, known), longest);
  EXPECT_EQ(nearest(too_long, known), std::nullopt);
}

// The definition, without a table.
std::size_t slips(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) { return std::max(a.size(), b.size()); }
  const auto a_less = a.substr(1);
  const auto b_less = b.substr(1);
  if (a[0] == b[0]) { return slips(a_less, b_less); }
  auto best = std::min({slips(a_less, b), slips(a, b_less), slips(a_less, b_less)});
  if (a.size() > 1 && b.size() > 1 && a[0] == b[1] && a[1] == b[0]) {
    best = std::min(best, slips(a.substr(2), b.substr(2)));
  }
  return best + 1;
}

RC_GTEST_PROP(NearestLaw, AgreesWithTheDefinition, ()) {
  const auto letters = rc::gen::elementOf(std::string("abc"));
  const auto words = [&] {
    const auto length = *rc::gen::inRange<std::size_t>(1, 8);
    return *rc::gen::container<std::string>(length, letters);
  };
  const auto word = words();
  std::vector<std::string> known;
  for (auto count = *rc::gen::inRange(0, 6); count > 0; --count) { known.push_back(words()); }
  std::optional<std::string_view> best;
  auto least = (word.size() + 1) / 3 + 1;
  for (const auto& name : known) {
    if (slips(word, name) < least) {
      least = slips(word, name);
      best = name;
    }
  }
  const std::vector<std::string_view> views(known.begin(), known.end());
  RC_ASSERT(nearest(word, views) == best);
}

}  // namespace nearest_test
}  // namespace spoils::text
