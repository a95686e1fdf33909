// tests/text/symbol_test.cpp
//
// The table of interned symbols.
#include "text/symbol.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace spoils::text {
namespace symbol_test {

TEST(Symbols, NumbersFollowFirstAppearance) {
  Symbols symbols;
  EXPECT_EQ(symbols.intern("sword"), 0U);
  EXPECT_EQ(symbols.intern("axe"), 1U);
  EXPECT_EQ(symbols.intern("sword"), 0U);
  EXPECT_EQ(symbols.intern(""), 2U);
  EXPECT_EQ(symbols.size(), 3U);
  EXPECT_EQ(symbols.name(1), "axe");
  EXPECT_EQ(symbols.name(2), "");
}

TEST(Symbols, FindNeverAdds) {
  Symbols symbols;
  symbols.intern("sword");
  EXPECT_EQ(symbols.find("sword"), 0U);
  EXPECT_EQ(symbols.find("axe"), std::nullopt);
  EXPECT_EQ(symbols.size(), 1U);
}

TEST(Symbols, ViewsOutliveGrowthAndMoves) {
  Symbols symbols;
  std::vector<std::string_view> views;
  for (int i = 0; i < 10'000; ++i) {
    // The text interned does not outlive the loop, so the views must be into the symbols' own.
    const auto id = symbols.intern(std::to_string(i));
    views.push_back(symbols.name(id));
  }
  const Symbols moved = std::move(symbols);
  for (int i = 0; i < 10'000; ++i) {
    const auto name = std::to_string(i);
    ASSERT_EQ(views[static_cast<std::size_t>(i)], name);
    ASSERT_EQ(moved.find(name), static_cast<std::uint32_t>(i));
  }
}

}  // namespace symbol_test
}  // namespace spoils::text
