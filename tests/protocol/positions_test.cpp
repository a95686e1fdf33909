// Places in UTF-16 units; the numbers are counted by hand.
#include "protocol/positions.h"

#include <gtest/gtest.h>

#include <string>

namespace spoils::protocol {
namespace {

TEST(Positions, CountUtf16Units) {
  // a, e with acute (2 bytes), a coin (U+1FA99, 4 bytes, two units), z
  const std::string text = "a\xC3\xA9\xF0\x9F\xAA\x99z\nb";
  const Lines lines(text);
  EXPECT_EQ(lines.position(0), (Position{0, 0}));
  EXPECT_EQ(lines.position(1), (Position{0, 1}));
  EXPECT_EQ(lines.position(3), (Position{0, 2}));
  EXPECT_EQ(lines.position(7), (Position{0, 4}));
  EXPECT_EQ(lines.position(9), (Position{1, 0}));
  EXPECT_EQ(lines.position(99), (Position{1, 1}));
  EXPECT_EQ(lines.offset({0, 2}), 3U);
  EXPECT_EQ(lines.offset({0, 3}), 3U);  // within the pair
  EXPECT_EQ(lines.offset({0, 4}), 7U);
  EXPECT_EQ(lines.offset({0, 99}), 8U);  // the end of the line
  EXPECT_EQ(lines.offset({1, 0}), 9U);
  EXPECT_EQ(lines.offset({7, 0}), text.size());
}

TEST(Positions, KnowThreeEndsOfLines) {
  const std::string text = "a\r\nb\rc\n";
  const Lines lines(text);
  EXPECT_EQ(lines.offset({1, 0}), 3U);
  EXPECT_EQ(lines.offset({2, 0}), 5U);
  EXPECT_EQ(lines.offset({3, 0}), 7U);
  EXPECT_EQ(lines.offset({0, 9}), 1U);
  EXPECT_EQ(lines.offset({1, 9}), 4U);
}

TEST(Addresses, ArePathsAndBack) {
  EXPECT_EQ(path_of("file:///a/b%20c/%C3%A9.loot"), "/a/b c/\xC3\xA9.loot");
  EXPECT_EQ(path_of("file://localhost/a"), "/a");
  EXPECT_EQ(path_of("untitled:Untitled-1"), "untitled:Untitled-1");
  EXPECT_EQ(path_of("file:///a%zz%4"), "/a%zz%4");
  EXPECT_EQ(path_of("file:///a%00b"), "file:///a%00b");
  EXPECT_EQ(uri_of("/a/b c/\xC3\xA9.loot"), "file:///a/b%20c/%C3%A9.loot");
  EXPECT_EQ(uri_of("untitled:Untitled-1"), "untitled:Untitled-1");
}

}  // namespace
}  // namespace spoils::protocol
