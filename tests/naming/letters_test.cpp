// naming/letters_test.cpp
//
// Classes of letters, against the C library.
#include "naming/letters.h"

#include <gtest/gtest.h>

#include <cctype>
#include <string_view>

namespace spoils::naming {
namespace letters_test {

// The C library in its "C" locale is the oracle for ASCII.
TEST(Letters, AgreeWithTheCLocaleOnAscii) {
  for (int code = 0; code < 128; ++code) {
    const char c = static_cast<char>(code);
    EXPECT_EQ(is_letter(c), std::isalpha(code) != 0) << code;
    EXPECT_EQ(is_digit(c), std::isdigit(code) != 0) << code;
    EXPECT_EQ(is_word_byte(c), std::isalnum(code) != 0) << code;
    EXPECT_EQ(lower(c), static_cast<char>(std::tolower(code))) << code;
    EXPECT_EQ(upper(c), static_cast<char>(std::toupper(code))) << code;
  }
}

TEST(Letters, LeaveOtherBytesAlone) {
  for (int code = 128; code < 256; ++code) {
    const char c = static_cast<char>(code);
    EXPECT_FALSE(is_letter(c)) << code;
    EXPECT_TRUE(is_word_byte(c)) << code;
    EXPECT_EQ(lower(c), c) << code;
    EXPECT_EQ(upper(c), c) << code;
  }
}

TEST(Letters, SpellOutCapitalsWithoutAVowel) {
  for (const std::string_view word : {"MP", "NPC", "X"}) { EXPECT_TRUE(is_spelled_out(word)) << word; }
  for (const std::string_view word : {"ORB", "LYNX", "Mp", "mp", "M2"}) { EXPECT_FALSE(is_spelled_out(word)) << word; }
}

TEST(Letters, CompareIgnoringCase) {
  EXPECT_TRUE(equals_ignoring_case("KniFE", "knife"));
  EXPECT_TRUE(equals_ignoring_case("", ""));
  EXPECT_FALSE(equals_ignoring_case("knif", "knife"));
  EXPECT_FALSE(equals_ignoring_case("knive", "knife"));
}

}  // namespace letters_test
}  // namespace spoils::naming
