// tests/text/text_source_test.cpp
//
// Texts as a pack writes them, by hand.
#include "text/plain/text_source.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace spoils::text {
namespace text_source_test {

TEST(TextSource, IsWhatItWasMadeFrom) {
  for (const auto& [text, source] : {std::pair{"", R"("")"},
                                     {"a b", R"("a b")"},
                                     {"\"", R"("\"")"},
                                     {"\\n", R"("\\n")"},
                                     {"{a}", R"("\{a\}")"},
                                     {"[&~]", R"("[&~]")"}}) {
    EXPECT_EQ(text_to_source(text), source);
    EXPECT_EQ(text_from_source(source), text);
  }
}

TEST(TextSource, OfADisplayHasMoreEscapes) { EXPECT_EQ(text_from_source(R"("\[\&\~\]")"), "[&~]"); }

TEST(TextSource, WithoutQuotationMarksIsTheTextItself) {
  for (const auto* text : {"", "\"", "a", "\\", "\"a", "a\""}) { EXPECT_EQ(text_from_source(text), text); }
}

}  // namespace text_source_test
}  // namespace spoils::text
