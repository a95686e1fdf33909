// naming/article_test.cpp
//
// The articles "a" and "an" by the sound of the next word, and no article; tables of words with their articles.
#include "naming/article.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace spoils::naming {
namespace article_test {

template <std::size_t N>
void expect_article(std::string_view expected, const std::array<std::string_view, N>& texts) {
  for (const std::string_view text : texts) { EXPECT_EQ(article(text), expected) << "before \"" << text << '"'; }
}

TEST(Article, IsAnBeforeTheSoundOfAVowel) {
  expect_article("an", std::to_array<std::string_view>({
                           "arrow",
                           "elven cloak",
                           "iron helm",
                           "orcish dagger",
                           "umbrella",
                           "amulet of rage",
                           "executioner's axe",
                           "artefact mace",
                           "ebony casket",
                           "ancient two-handed sword",
                       }));
}

TEST(Article, IsABeforeTheSoundOfAConsonant) {
  expect_article("a", std::to_array<std::string_view>({
                          "mace",
                          "long sword",
                          "potion of healing",
                          "young poisoner's handbook",
                          "xorn",
                          "wand",
                          "helmet",
                          "halberd",
                          "hobgoblin",
                          "herb",
                          "yew wand",
                          "quarterstaff",
                          "thick club",
                      }));
}

TEST(Article, HearsYouAndWonInVowels) {
  expect_article("a",
                 std::to_array<std::string_view>({
                     "unicorn", "unicorn horn",  "unique sword",  "uniform",          "union",       "universe",
                     "unit",    "use",           "useless wand",  "usual hat",        "usurper",     "utility belt",
                     "utensil", "utopia",        "urethra",       "uranium rod",      "urine flask", "ubiquitous rock",
                     "ukulele", "European",      "eunuch",        "euphoria",         "ewe",         "ewer",
                     "one",     "one-eyed jack", "one_eyed jack", "once great sword", "one's own",   "ouija board",
                     "UFO",
                 }));
}

TEST(Article, DoesNotMistakeOtherWordsForThem) {
  expect_article("an", std::to_array<std::string_view>({
                           "unidentified potion",
                           "uninteresting rock",
                           "unimpressive cap",
                           "unironed robe",
                           "unissued sword",
                           "unignited torch",
                           "unilluminated room",
                           "uncursed shield",
                           "upgrade",
                           "ushabti",
                           "utter waste",
                           "urn",
                           "Uruk",
                           "urchin",
                           "ugly hat",
                           "onerous armour",
                           "onion",
                           "onyx ring",
                           "ouroboros",
                           "oar",
                           "Ewok",
                           "egg",
                           "eel",
                       }));
}

TEST(Article, KnowsTheSilentH) {
  expect_article("an", std::to_array<std::string_view>({
                           "hour",
                           "hourglass",
                           "honest man",
                           "heir",
                           "heirloom",
                           "honour guard",
                           "honor",
                           "honorary hat",
                       }));
  expect_article("a", std::to_array<std::string_view>({"houri", "house", "horn", "hero", "honey pot", "hone"}));
}

TEST(Article, HearsTheVowelInYBeforeAConsonant) {
  expect_article("an", std::to_array<std::string_view>({"Yggdrasil branch", "ytterbium rod"}));
  expect_article("a", std::to_array<std::string_view>({"yak", "yellow potion", "yurt"}));
}

TEST(Article, ReadsDigitsAsWords) {
  expect_article("an", std::to_array<std::string_view>({
                           "8",
                           "8th sword",
                           "8d6",
                           "80",
                           "88-sided die",
                           "800",
                           "8,000",
                           "11",
                           "11th hour",
                           "18",
                           "18-inch rule",
                           "11,000 gold",
                           "11000",
                           "18500000",
                           "11.5",
                           "8.2",
                       }));
  expect_article(
      "a", std::to_array<std::string_view>({
               "0",    "1",    "10",    "12",    "17",      "19",  "70",  "90",  "100", "110", "118", "180",
               "1100", "1800", "1,800", "1,100", "110,000", "1,8", "1d8", "1/8", "08",  ".8",  "21",  "5-pound mace",
           }));
}

TEST(Article, ReadsSigns) {
  expect_article(
      "a", std::to_array<std::string_view>({"+1", "-2", "+0", "+8 sword", "-8 sword", "-11", "+1,+2 elven sword"}));
}

TEST(Article, LooksThroughQuotesBracketsAndBlanks) {
  expect_article("an", std::to_array<std::string_view>({
                           "\"Orcrist\"",
                           "'old' hat",
                           "(uncursed) cap",
                           "[iron] helm",
                           "{elf}",
                           "  axe",
                           "<ash>",
                           "\xE2\x80\x9Cold\xE2\x80\x9D hat",
                           "\xC2\xABold\xC2\xBB hat",
                           "-axe",
                           "'8'",
                       }));
  expect_article("a", std::to_array<std::string_view>({"\"Sting\"", "(cursed) cap", "((unicorn))", " +8 axe"}));
}

TEST(Article, IgnoresCapitals) {
  expect_article("an", std::to_array<std::string_view>({"Arrow", "ARROW", "HOUR", "Heirloom", "Unidentified", "ORB"}));
  expect_article("a",
                 std::to_array<std::string_view>({"Mace", "MACE", "UNICORN", "Unicorn", "EUROPEAN", "ONE", "LYNX"}));
}

TEST(Article, SpellsOutLoneLettersAndCapitalsWithoutVowels) {
  expect_article("an", std::to_array<std::string_view>({
                           "A",
                           "E",
                           "F key",
                           "H",
                           "I",
                           "L",
                           "M16",
                           "N",
                           "O",
                           "R",
                           "S-shaped key",
                           "X-ray",
                           "x",
                           "MP potion",
                           "HP potion",
                           "NPC",
                       }));
  expect_article("a", std::to_array<std::string_view>({
                          "B",
                          "Y rune",
                          "U-shaped key",
                          "u",
                          "T",
                          "Z",
                          "TNT barrel",
                          "DVD",
                          "l'hermite",
                          "d'or",
                      }));
}

TEST(Article, KnowsAccentedLatinVowels) {
  expect_article("an", std::to_array<std::string_view>({
                           "\xC3\xA9p\xC3\xA9"
                           "e",
                           "\xC3\x89lan",
                           "\xC3\x86gis",
                           "\xC3\xBC"
                           "ber hat",
                           "\xC5\x93uvre",
                       }));
  expect_article("a", std::to_array<std::string_view>({"\xC3\xA7"
                                                       "a",
                                                       "\xC3\xB1", "\xC3\x97", "\xCE\xB1", "\xE5\x89\xA3"}));
}

TEST(Article, IsAWithoutAWord) {
  expect_article("a",
                 std::to_array<std::string_view>({"", " ", "()", "...", "+", "-", "\"", "\xC3", "\xE2\x80", "\xFF"}));
}

// First word of a number, spelled out by groups of three: shares nothing with the digits that article() looks at.
std::string_view first_word(std::uint64_t number) {
  while (number >= 1000) { number /= 1000; }
  constexpr auto kOnes = std::to_array<std::string_view>({
      "zero", "one",    "two",    "three",    "four",     "five",    "six",     "seven",     "eight",    "nine",
      "ten",  "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
  });
  constexpr auto kTens = std::to_array<std::string_view>({
      "",
      "",
      "twenty",
      "thirty",
      "forty",
      "fifty",
      "sixty",
      "seventy",
      "eighty",
      "ninety",
  });
  if (number >= 100) { return kOnes[number / 100]; }
  return number >= 20 ? kTens[number / 10] : kOnes[number];
}

TEST(Article, BeforeANumberIsThatOfItsFirstWord) {
  for (std::uint64_t number = 0; number < 200'000; ++number) {
    ASSERT_EQ(article(std::to_string(number)), first_word(number).front() == 'e' ? "an" : "a") << number;
  }
}

RC_GTEST_PROP(Article, BeforeALargeNumberIsThatOfItsFirstWord, (std::uint64_t bits)) {
  const std::uint64_t number = bits >> *rc::gen::inRange(0, 64);
  RC_ASSERT(article(std::to_string(number)) == (first_word(number).front() == 'e' ? "an" : "a"));
}

RC_GTEST_PROP(Article, IsOneOfTwoWhateverFollows, (const std::string& following)) {
  const std::string_view found = article(following);
  RC_ASSERT(found == "a" || found == "an");
}

struct CountCase {
  std::int64_t quantity;
  std::string_view rest, expected;
};

constexpr auto kCounts = std::to_array<CountCase>({
    {1, "+1,+2 elven long sword", "a +1,+2 elven long sword"},
    {1, "orcish dagger", "an orcish dagger"},
    {5, "knives", "5 knives"},
    {3, "quarterstaves", "3 quarterstaves"},
    {1, "pair of boots", "a pair of boots"},
    {2, "pairs of boots", "2 pairs of boots"},
    {0, "potions", "no potions"},
    {-2, "potions", "-2 potions"},
    {11, "arrows", "11 arrows"},
    {1, " arrow", "an arrow"},
    {5, " arrows", "5 arrows"},
    {1, "", "a"},
    {0, "", "no"},
    {7, "", "7"},
    {std::numeric_limits<std::int64_t>::max(), "darts", "9223372036854775807 darts"},
    {std::numeric_limits<std::int64_t>::min(), "darts", "-9223372036854775808 darts"},
});

TEST(CountingWords, AreArticleOrNumber) {
  for (const CountCase& row : kCounts) {
    std::string digits;
    EXPECT_EQ(std::string(counting_words(row.quantity, row.rest, digits)) + std::string(row.rest), row.expected);
  }
}

TEST(CountingWords, StayInTheRoomThatThereIs) {
  std::string digits;
  digits.reserve(100);
  const char* const room = digits.data();
  EXPECT_EQ(counting_words(std::numeric_limits<std::int64_t>::min(), "daggers of venom", digits),
            "-9223372036854775808 ");
  EXPECT_EQ(digits.data(), room);
}

RC_GTEST_PROP(CountingWords, EndWithABlankBeforeWords, (const std::string& rest, std::int64_t quantity)) {
  std::string digits = "of the last name";
  const auto words = counting_words(quantity, rest, digits);
  RC_ASSERT((words.back() == ' ') == (!rest.empty() && rest.front() != ' '));
}

// Words whose second letter is in lower case are decided by their first letter, as the rules for all words decide them.
TEST(Article, AgreesForWordsInLowerCaseAndOthers) {
  for (char first = 'a'; first <= 'z'; ++first) {
    const std::string word{first, 'b', 'c'};
    const std::string shouted{first, 'B', 'c'};
    EXPECT_EQ(article(word), article(shouted)) << word;
    EXPECT_EQ(article(" " + word), article("'" + shouted)) << word;
  }
}

}  // namespace article_test
}  // namespace spoils::naming
