// tests/text/markup_test.cpp
//
// Rows of texts and what a page must contain, by the rules of XML 1.0: section 2.4 for markup, 2.2 for characters.
#include "text/plain/markup.h"

#include <gtest/gtest.h>

#include <string>

namespace spoils {
namespace markup_test {

TEST(Markup, SignsBecomeEntities) {
  EXPECT_EQ(text::escaped_markup("a < b & \"c\" > d"), "a &lt; b &amp; &quot;c&quot; &gt; d");
  EXPECT_EQ(text::escaped_markup("&lt;"), "&amp;lt;");
}

TEST(Markup, ControlCharactersBecomeBlanks) {
  EXPECT_EQ(text::escaped_markup(std::string("a\0b\x1B[0m", 7)), "a b [0m");
  EXPECT_EQ(text::escaped_markup("a\tb\r\nc"), "a\tb\r\nc");
}

TEST(Markup, OtherBytesStay) { EXPECT_EQ(text::escaped_markup("Dr\xC3\xA4ugr 'it'"), "Dr\xC3\xA4ugr 'it'"); }

}  // namespace markup_test
}  // namespace spoils
