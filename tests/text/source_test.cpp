// tests/text/source_test.cpp
//
// Places in sources: offsets as lines and columns, against counting; and sets of sources.
#include "text/source.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "text/plain/utf8.h"
#include "text/span.h"

namespace spoils::text {
namespace source_test {

struct PlaceCase {
  std::string_view name;
  std::string_view bytes;
  std::uint32_t offset;
  std::uint32_t line, column, utf16_column;
};

class SourcePlace : public testing::TestWithParam<PlaceCase> {};

TEST_P(SourcePlace, LineAndColumn) {
  const auto& param = GetParam();
  const Source source("a.loot", std::string(param.bytes));
  const auto place = source.locate(param.offset);
  EXPECT_EQ(place.line, param.line);
  EXPECT_EQ(place.column, param.column);
  const auto utf16 = source.locate_utf16(param.offset);
  EXPECT_EQ(utf16.line, param.line);
  EXPECT_EQ(utf16.column, param.utf16_column);
}

INSTANTIATE_TEST_SUITE_P(, SourcePlace,
                         testing::ValuesIn(std::to_array<PlaceCase>({
                             {"Empty", "", 0, 1, 1, 1},
                             {"EmptyPastTheEnd", "", 7, 1, 1, 1},
                             {"Start", "ab\ncd", 0, 1, 1, 1},
                             {"LineEndBelongsToItsLine", "ab\ncd", 2, 1, 3, 3},
                             {"SecondLine", "ab\ncd", 4, 2, 2, 2},
                             {"PastTheEnd", "ab\ncd", 99, 2, 3, 3},
                             {"AfterLastLineEnd", "ab\n", 3, 2, 1, 1},
                             {"TwoByteCharacter", "\xC3\xA4z", 2, 1, 2, 2},
                             {"InsideACharacter", "z\xE2\x82\xACz", 3, 1, 2, 2},
                             {"AstralCharacterIsTwoUnits", "\xF0\x9F\x97\xA1z", 4, 1, 2, 3},
                             {"BrokenBytesCountOneEach", "\xFF\x80z", 2, 1, 3, 3},
                             {"CharacterCutByALineEnd", "\xE2\x82\nz", 3, 2, 1, 1},
                         })),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(Source, LinesWithoutTheirEnds) {
  const Source source("a.loot", "one\r\ntwo\n\nlone\rreturn\n");
  ASSERT_EQ(source.line_count(), 5U);
  EXPECT_EQ(source.line(1), "one");
  EXPECT_EQ(source.line(2), "two");
  EXPECT_EQ(source.line(3), "");
  EXPECT_EQ(source.line(4), "lone\rreturn");
  EXPECT_EQ(source.line(5), "");
  EXPECT_EQ(source.line_start(4), 10U);
  EXPECT_EQ(Source("b.loot", "").line_count(), 1U);
}

// Characters of every length, broken bytes and line ends, and texts of several kilobytes now and then.
std::string some_text() {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "a", "\n", "\r\n", "\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\x97\xA1", "\xFF", "\xE2\x82"));
  const auto times = *rc::gen::element(1, 1, 3, 200);
  std::string text;
  for (int i = 0; i < times; ++i) {
    for (const auto& piece : pieces) { text += piece; }
  }
  return text;
}

RC_GTEST_PROP(Source, LocatesAsCountingDoes, ()) {
  const auto text = some_text();
  const auto offset = *rc::gen::inRange<std::size_t>(0, text.size() + 2);
  std::uint32_t line = 1;
  std::uint32_t column = 1;
  std::uint32_t utf16_column = 1;
  for (std::size_t at = 0; at < text.size();) {
    const auto character = decode(std::string_view(text).substr(at));
    at += character.length;
    if (at > offset) { break; }
    const bool ends = character.value == U'\n';
    line += ends ? 1 : 0;
    column = ends ? 1 : column + 1;
    utf16_column = ends ? 1 : utf16_column + (character.value > 0xFFFF ? 2 : 1);
  }
  const Source source("a.loot", text);
  const auto place = source.locate(static_cast<std::uint32_t>(offset));
  RC_ASSERT(place.line == line);
  RC_ASSERT(place.column == column);
  RC_ASSERT(source.locate_utf16(static_cast<std::uint32_t>(offset)).column == utf16_column);
}

RC_GTEST_PROP(Source, LinesAreTheText, ()) {
  const auto text = some_text();
  const Source source("a.loot", text);
  std::string without_returns;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) != "\r\n") { without_returns += text[i]; }
  }
  std::string joined;
  for (std::uint32_t i = 1; i <= source.line_count(); ++i) {
    joined += (i > 1 ? "\n" : "") + std::string(source.line(i));
  }
  RC_ASSERT(joined == without_returns);
}

TEST(Source, OneLineOfMegabytesIsFast) {
  const Source source("a.loot", std::string(std::size_t{4} << 20U, '$'));
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i < 100'000; ++i) { sum += source.locate(i * 41).column; }
  EXPECT_EQ(sum, 41ULL * (99'999ULL * 100'000ULL / 2) + 100'000ULL);
}

TEST(Sources, NumbersAndTexts) {
  Sources sources;
  EXPECT_EQ(sources.add("a.loot", "pick sword"), 0U);
  const auto& first = sources[0];
  const auto view = first.bytes();
  for (int i = 0; i < 100; ++i) { sources.add("b.loot", "x"); }
  EXPECT_EQ(sources.size(), 101U);
  EXPECT_EQ(view, "pick sword");
  EXPECT_EQ(sources.text({0, 5, 10}), "sword");
  EXPECT_EQ(sources.text({0, 5, 99}), "sword");
  EXPECT_EQ(sources.text({0, 99, 100}), "");
  EXPECT_EQ(sources.text({0, 5, 3}), "");
  EXPECT_EQ(sources.text({500, 0, 3}), "");
}

TEST(Spans, CoverAndAfter) {
  EXPECT_EQ(cover({1, 5, 8}, {1, 2, 6}), (Span{1, 2, 8}));
  EXPECT_EQ(after({1, 5, 8}), (Span{1, 8, 8}));
}

}  // namespace source_test
}  // namespace spoils::text
