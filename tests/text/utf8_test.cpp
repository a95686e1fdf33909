// tests/text/utf8_test.cpp
//
// Decoding of UTF-8 and the width of characters on a terminal.
#include "text/plain/utf8.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace spoils::text {
namespace utf8_test {

struct DecodeCase {
  std::string_view name;
  std::string_view bytes;
  char32_t value;
  std::size_t length;
  bool valid;
};

class DecodeUtf8 : public testing::TestWithParam<DecodeCase> {};

TEST_P(DecodeUtf8, FirstCharacter) {
  const auto character = decode(GetParam().bytes);
  EXPECT_EQ(character.value, GetParam().value);
  EXPECT_EQ(character.length, GetParam().length);
  EXPECT_EQ(character.valid, GetParam().valid);
  EXPECT_EQ(code_point_length(GetParam().bytes), GetParam().length);
}

INSTANTIATE_TEST_SUITE_P(, DecodeUtf8,
                         testing::ValuesIn(std::to_array<DecodeCase>({
                             {"Ascii", "a\x80", U'a', 1, true},
                             {"Nul", {"\0", 1}, 0, 1, true},
                             {"LeastOfTwo", "\xC2\x80", 0x80, 2, true},
                             {"GreatestOfTwo", "\xDF\xBF", 0x7FF, 2, true},
                             {"LeastOfThree", "\xE0\xA0\x80", 0x800, 3, true},
                             {"BeforeSurrogates", "\xED\x9F\xBF", 0xD7FF, 3, true},
                             {"AfterSurrogates", "\xEE\x80\x80", 0xE000, 3, true},
                             {"LeastOfFour", "\xF0\x90\x80\x80", 0x10000, 4, true},
                             {"Greatest", "\xF4\x8F\xBF\xBF", 0x10FFFF, 4, true},
                             {"AboveTheGreatest", "\xF4\x90\x80\x80", 0xFFFD, 1, false},
                             {"OverlongTwo", "\xC1\xBF", 0xFFFD, 1, false},
                             {"OverlongThree", "\xE0\x9F\xBF", 0xFFFD, 1, false},
                             {"OverlongFour", "\xF0\x8F\xBF\xBF", 0xFFFD, 1, false},
                             {"Surrogate", "\xED\xA0\x80", 0xFFFD, 1, false},
                             {"Continuation", "\x80", 0xFFFD, 1, false},
                             {"CutShort", "\xE2\x82", 0xFFFD, 1, false},
                             {"Interrupted", "\xE2\x82z", 0xFFFD, 1, false},
                             {"NoLead", "\xFF", 0xFFFD, 1, false},
                         })),
                         [](const auto& row) { return std::string(row.param.name); });

std::string encode(char32_t value) {
  const auto byte = [](char32_t bits) { return static_cast<char>(static_cast<unsigned char>(bits)); };
  if (value < 0x80) { return {byte(value)}; }
  if (value < 0x800) { return {byte(0xC0 | value >> 6U), byte(0x80 | (value & 0x3F))}; }
  if (value < 0x10000) {
    return {byte(0xE0 | value >> 12U), byte(0x80 | (value >> 6U & 0x3F)), byte(0x80 | (value & 0x3F))};
  }
  return {byte(0xF0 | value >> 18U), byte(0x80 | (value >> 12U & 0x3F)), byte(0x80 | (value >> 6U & 0x3F)),
          byte(0x80 | (value & 0x3F))};
}

TEST(Utf8, EveryCharacterDecodesToItself) {
  for (char32_t value = 0; value <= 0x10FFFF; ++value) {
    if (value >= 0xD800 && value <= 0xDFFF) { continue; }
    const auto bytes = encode(value);
    const auto character = decode(bytes);
    ASSERT_TRUE(character.valid && character.value == value && character.length == bytes.size())
        << static_cast<std::uint32_t>(value);
  }
}

TEST(Utf8, FirstBadByte) {
  EXPECT_EQ(find_invalid_utf8(""), std::nullopt);
  EXPECT_EQ(find_invalid_utf8("sw\xC3\xB6rd"), std::nullopt);
  EXPECT_EQ(find_invalid_utf8("sw\xC3rd"), 2U);
  EXPECT_EQ(find_invalid_utf8(std::string_view("a\0b", 3)), std::nullopt);
  EXPECT_EQ(find_non_text(std::string_view("a\0b", 3)), 1U);
  EXPECT_EQ(find_non_text(std::string_view("\xFF\0b", 3)), 0U);
  EXPECT_EQ(find_non_text("sword\n"), std::nullopt);
}

RC_GTEST_PROP(Utf8, BytesOfAnyKindHaveALength, (const std::string& bytes)) {
  std::size_t at = 0;
  while (at < bytes.size()) { at += code_point_length(std::string_view(bytes).substr(at)); }
  RC_ASSERT(at == bytes.size());
}

TEST(Utf8, NoBytesHaveNoLength) { EXPECT_EQ(code_point_length(""), 0U); }

struct WidthCase {
  std::string_view name;
  char32_t character;
  int width;
};

class DisplayWidth : public testing::TestWithParam<WidthCase> {};

TEST_P(DisplayWidth, Columns) { EXPECT_EQ(display_width(GetParam().character), GetParam().width); }

INSTANTIATE_TEST_SUITE_P(, DisplayWidth,
                         testing::ValuesIn(std::to_array<WidthCase>({
                             {"Letter", U'a', 1},
                             {"Umlaut", 0xE4, 1},
                             {"Cyrillic", 0x416, 1},
                             {"CombiningAcute", 0x301, 0},
                             {"JustBeforeCombining", 0x2FF, 1},
                             {"JustAfterCombining", 0x370, 1},
                             {"ZeroWidthJoiner", 0x200D, 0},
                             {"VariationSelector", 0xFE0F, 0},
                             {"HangulInitial", 0x1100, 2},
                             {"HangulVowel", 0x1161, 0},
                             {"Hiragana", 0x3042, 2},
                             {"Ideograph", 0x5263, 2},
                             {"FirstIdeograph", 0x4E00, 2},
                             {"HangulSyllable", 0xAC00, 2},
                             {"FullwidthLetter", 0xFF21, 2},
                             {"HalfwidthKatakana", 0xFF71, 1},
                             {"Emoji", 0x1F600, 2},
                             {"RareIdeograph", 0x20000, 2},
                             {"Replacement", 0xFFFD, 1},
                             {"Greatest", 0x10FFFF, 1},
                         })),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(Utf8, WidthOfATextIsTheSum) {
  EXPECT_EQ(display_width("e\xCC\x81\xE5\x89\xA3\xFF"), 4U);  // e with an accent, an ideograph, a broken byte
}

TEST(Utf8, ControlCharacters) {
  for (const char32_t character : std::u32string_view(U"\0\a\x1B\x7F\x9B\u202E\u2066\u2028\u200F", 9)) {
    EXPECT_TRUE(is_control(character)) << static_cast<std::uint32_t>(character);
  }
  for (const char32_t character : std::u32string_view(U" ~\u00A0\u00E4\u200D\u2030\u5263")) {
    EXPECT_FALSE(is_control(character)) << static_cast<std::uint32_t>(character);
  }
}

}  // namespace utf8_test
}  // namespace spoils::text
