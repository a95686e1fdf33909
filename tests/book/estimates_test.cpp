// tests/book/estimates_test.cpp
//
// Questions of a book that have too many paths: estimates in columns of their own beside proven bounds. The truth is in
// closed form; with enough paths the same book is exact, and then it has no estimates at all.
#include "book/estimates.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "book/page.h"
#include "compiled.h"
#include "spoils/book.h"

namespace spoils::book {
namespace estimates_test {

// Both dice are open until their comparison, so that there are 10,000 states.
constexpr const char* kPack = R"(
input depth: 1..2 = 1
rule find { if chance 60% { kind = coin } else { fight() } }
rule fight { a = d100; b = d100; kind = if a == b then twin else if a > b then more else less }
rule plain { kind = pick {3 gold, 1 silver}; size = d4 }
rule heap { drop gem; a = d100; b = d100; if a > b { repeat 1 + depth { drop plain } } }
rule gem { kind = gem }
)";

std::string book_of(std::uint64_t most_work, std::uint64_t rolls, unsigned threads = 1) {
  BookOptions options;
  options.most_work = most_work;
  options.estimate_rolls = rolls;
  options.threads = threads;
  auto text = write_book(compiled(kPack), options);
  EXPECT_TRUE(text.ok()) << text.error().text();
  return text.ok() ? *text : std::string();
}

constexpr std::uint64_t kFew = 5000;
constexpr std::uint64_t kEnough = 5'000'000;

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// "49.52% +- 0.98%" holds this percentage, with five times the room.
void expect_holds(const std::string& text, double truth) {
  const auto apart = text.find(" +- ");
  ASSERT_NE(apart, std::string::npos) << text;
  EXPECT_NEAR(std::stod(text), truth, 2.5 * std::stod(text.substr(apart + 4))) << text;
}

TEST(BookEstimates, AreBesideProvenBounds) {
  const auto text = book_of(kFew, 10'000);
  const auto sections = sections_of(text);
  const auto& find = sections.at("Rule find");
  expect_holds(cell(find, "coin", "estimated"), 60);
  expect_holds(cell(find, "more", "estimated"), 0.4 * 49.5);
  expect_holds(cell(find, "twin", "estimated"), 0.4);
  const auto bounds = cell(find, "coin", "proven");
  const auto apart = bounds.find("% to ");
  ASSERT_NE(apart, std::string::npos) << text;
  EXPECT_GT(std::stod(bounds), 0);
  EXPECT_LE(std::stod(bounds), 60);
  EXPECT_GE(std::stod(bounds.substr(apart + 5)), 60);
  EXPECT_TRUE(has(text, "Estimated, not proven, by 10000 rolls of seed 1")) << text;
  EXPECT_TRUE(has(text, "Too many paths to compute here")) << text;
  EXPECT_TRUE(has(text,
                  "All odds are exact: computed from the rules themselves, not counted from samples, except in "
                  "columns that are marked as estimated"))
      << text;
}

TEST(BookEstimates, OfMeanNumbersByDepth) {
  const auto text = book_of(kFew, 10'000);
  const auto sections = sections_of(text);
  const auto& heap = sections.at("Rule heap");
  expect_holds(cell(heap, "gold", "estimated, depth 1"), 2 * 0.495 * 0.75);
  expect_holds(cell(heap, "gold", "estimated, 2"), 3 * 0.495 * 0.75);
  // With the thing of the rule itself.
  expect_holds(cell(heap, "all things", "estimated, 2"), 2 + 3 * 0.495);
}

TEST(BookEstimates, ChangeNoByteOfAnExactBook) {
  const auto text = book_of(kEnough, 0);
  EXPECT_EQ(text, book_of(kEnough, 10'000));
  EXPECT_FALSE(has(text, "stimated")) << text;
  EXPECT_EQ(cell(sections_of(text).at("Rule find"), "more", "chance"), "19.8%");
}

TEST(BookEstimates, AreLeftOutWithoutRolls) {
  const auto text = book_of(kFew, 0);
  EXPECT_FALSE(has(text, "stimated")) << text;
  EXPECT_TRUE(has(text, "Too many paths to compute here")) << text;
}

TEST(BookEstimates, AreTheSameEachTimeAndForAnyNumberOfThreads) {
  const auto text = book_of(kFew, 5'000);
  EXPECT_EQ(text, book_of(kFew, 5'000));
  EXPECT_EQ(text, book_of(kFew, 5'000, 3));
}

}  // namespace estimates_test
}  // namespace spoils::book
