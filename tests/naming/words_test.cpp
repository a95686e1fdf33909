// naming/words_test.cpp
//
// The parts of a name: symbols as words, numbers, signs.
#include "naming/words.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace spoils::naming {
namespace words_test {

struct TextCase {
  std::string_view text, expected;
};

using Append = void (*)(std::string&, std::string_view);

template <std::size_t N>
void expect_appended(Append append, const std::array<TextCase, N>& rows) {
  for (const TextCase& row : rows) {
    std::string out = "old_text ";
    append(out, row.text);
    EXPECT_EQ(out, "old_text " + std::string(row.expected));
  }
}

TEST(AppendSpaced, TurnsUnderscoresIntoBlanks) {
  expect_appended(append_spaced, std::to_array<TextCase>({
                                     {"long_sword", "long sword"},
                                     {"mace", "mace"},
                                     {"bottle_of_water", "bottle of water"},
                                     {"_a__b_", " a  b "},
                                     {"", ""},
                                     {"caf\xC3\xA9_noir", "caf\xC3\xA9 noir"},
                                 }));
}

TEST(AppendNumber, WritesDecimals) {
  const auto number = [](std::int64_t value) {
    std::string out = "= ";
    append_number(out, value);
    return out;
  };
  EXPECT_EQ(number(0), "= 0");
  EXPECT_EQ(number(5), "= 5");
  EXPECT_EQ(number(-2), "= -2");
  EXPECT_EQ(number(std::numeric_limits<std::int64_t>::max()), "= 9223372036854775807");
  EXPECT_EQ(number(std::numeric_limits<std::int64_t>::min()), "= -9223372036854775808");
}

TEST(AppendSigned, AlwaysHasASign) {
  const auto bonus = [](std::int64_t value) {
    std::string out;
    append_signed(out, value);
    return out;
  };
  EXPECT_EQ(bonus(1), "+1");
  EXPECT_EQ(bonus(-2), "-2");
  EXPECT_EQ(bonus(0), "+0");
  EXPECT_EQ(bonus(std::numeric_limits<std::int64_t>::max()), "+9223372036854775807");
  EXPECT_EQ(bonus(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
}

RC_GTEST_PROP(AppendNumber, AgreesWithTheLibrary, (std::int64_t value)) {
  std::string plain;
  append_number(plain, value);
  RC_ASSERT(plain == std::to_string(value));
  std::string with_sign;
  append_signed(with_sign, value);
  RC_ASSERT(with_sign == (value < 0 ? "" : "+") + std::to_string(value));
}

}  // namespace words_test
}  // namespace spoils::naming
