// tests/lang/foreign_test.cpp
//
// The recognition of text in other languages, and that no valid pack is mistaken for one. The goldens of E0007, E0108,
// E0109, E0225 and E0226 hold the findings themselves.
#include "lang/foreign.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include "lang/reading.h"

namespace spoils::lang {
namespace foreign_test {

TEST(OtherFormat, LeavesPacksAlone) {
  for (const std::string_view pack : {"", "\n\n# only a comment", "pack a\n", "## a doc\npack a", "use a", "def a = 3",
                                      "def a(x) = { b: 3 }\nx", "import x { }", "from { }", "local",
                                      "names { a \"b\" }", "expect \"a\": b", "weapon sword { }", "table a { b }"}) {
    EXPECT_FALSE(other_format(pack)) << pack;
  }
}

// Texts that end within the characters that identify another format.
TEST(OtherFormat, IsNothingOfAnEnd) {
  for (const std::string_view text : {"-", "-\n- a", "\n -", "local", "return", "a", "local\n", "-x"}) {
    EXPECT_FALSE(other_format(text)) << text;
  }
  EXPECT_EQ(other_format("- a"), "YAML");
  EXPECT_EQ(other_format("return {"), "Lua");
  EXPECT_EQ(other_format("local a = 1"), "Lua");
}

TEST(OtherFormat, IsNotAskedOfWhatFollows) {
  Reading reading("pack a\n[b]\n");
  static_cast<void>(reading.file());
  EXPECT_EQ(reading.codes(), "E0201 ");
}

struct Slip {
  std::string_view name;
  std::string_view source;
  std::string_view codes;
};

class Slips : public testing::TestWithParam<Slip> {};

TEST_P(Slips, HaveTheseFindings) {
  Reading reading(GetParam().source);
  static_cast<void>(reading.file());
  EXPECT_EQ(reading.codes(), GetParam().codes) << GetParam().source;
}

std::string name_of(const testing::TestParamInfo<Slip>& slip) { return std::string(slip.param.name); }

// Valid packs that resemble slips.
INSTANTIATE_TEST_SUITE_P(Fine, Slips,
                         testing::ValuesIn(std::to_array<Slip>({
                             {"Division", "rule r { a = 7 // 2 }", ""},
                             {"DivisionOfNames", "rule r { a = b // c }", ""},
                             {"DivisionOnTheNextLine", "rule r { a = b\n // c\n}", ""},
                             {"DivisionInARow", "table t { (b // c) a }", ""},
                             {"DivisionByDice", "rule r { a = 2d6//d6 }", ""},
                             {"NegatedTwice", "rule r { a = b\n --c\n}", ""},
                             {"Subtracted", "rule r { a = b-c-2; d = pick (c)-1 }", ""},
                             {"SubtractedFromARange", "rule r { a = pick 1..3-1 }", ""},
                             {"PercentAndName", "rule r { if chance 7% { a = 1 } }", ""},
                             {"PercentInARow", "table t { 7% a, 2% b }", ""},
                             {"NegativeCells", "table t: x { 7 a -1\n b -2 }", ""},
                             {"NegativeOutcome", "table t { 7 -1, (d)-2 }", ""},
                             {"QuotedKeyword", "table t { 7 'drop', 'for' }", ""},
                             {"HabitAsAField", "rule r { return = 1; var = 2; int += 1; break -= 1 }", ""},
                             {"HabitAsARule", "rule r { int(); switch(1) }", ""},
                             {"HabitAsAName", "table function { int }\nrule elif { a = pick function }", ""},
                             {"DashesInTexts", "rule r { a = \"-- // /* gr\u00F6\u00DFe % 2\" } # // gr\u00F6\u00DFe",
                              ""},
                             {"RangeOfAnInput", "input a: 5-3..7 = 2", ""},
                         })),
                         name_of);

// One slip, one finding, and nothing that follows from it.
INSTANTIATE_TEST_SUITE_P(
    Slip, Slips,
    testing::ValuesIn(std::to_array<Slip>({
        {"CommentWithAQuote", "rule r { a = 1 // don't\n}", "E0109 "},
        {"CommentWithAText", "rule r { a = 1 // say \"it\n}", "E0109 "},
        {"CommentWithABrace", "rule r { // one { more\n a = 1\n}\ndef b = 1", "E0109 "},
        {"CommentsEverywhere", "// a b\nrule r { // c d\n a = 1 // e f\n // g h\n}\n// i j\ndef b = 1", "E0109 "},
        {"CommentBehindARow", "table t {\n 5 a // b c\n 3 d\n}", "E0109 "},
        {"CommentOpen", "rule r { a = 1 /* b\n}", "E0109 "},
        {"ManyOpenComments", "rule r {\n a = 1 /* b\n c = 1 /* d\n}", "E0109 "},
        {"ManyLetters", "table \u00E4 { \u00F6, \u00FC }\nrule \u00DF { \u00E7 = \u00E9 }", "E0108 "},
        {"DivisionAndAnotherMistake", "rule r { a = b // 3 ) }", "E0201 "},
        {"Ternary", "rule r { a = b ? 3 : 4 }", "E0102 "},
        {"TwoKinds", "rule r {\n a++\n b = 3 % 2\n}", "E0225 E0225 "},
        {"ManyRows", "table t {\n 1: a\n 2: b\n 3: c\n}", "E0201 "},
        {"Minus", "table t {\n depth - 5 sword\n}", "E0201 "},
        {"MinusAndMore", "table t: x {\n depth-5 sword 3 4\n}", "E0201 "},
    })),
    name_of);

TEST(SlipPlaces, CountPlacesThatAreNotMarked) {
  std::string rows;
  for (int i = 0; i < 20; ++i) { rows += " 1: a\n"; }
  Reading reading("table t {\n" + rows + "}");
  static_cast<void>(reading.file());
  const auto found = reading.report.sorted();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].labels.size(), 5U);
  EXPECT_EQ(found[0].notes, std::vector<std::string>{"and at 14 more places"});
}

}  // namespace foreign_test
}  // namespace spoils::lang
