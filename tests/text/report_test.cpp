// tests/text/report_test.cpp
//
// The collection of findings: order, duplicates, one finding for each cause, the limit of a thousand; and laws of the
// table of codes.
#include "text/report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace spoils::text {
namespace report_test {

// Two codes of reading, which are permanent, so that the test does not depend on codes of other layers.
constexpr auto kNoPackFile = Code::NoPackFile;
constexpr auto kUnknownPack = Code::UnknownPack;

class ReportTest : public testing::Test {
 protected:
  ReportTest() {
    sources_.add("a.loot", "use sord\nuse axe\n");
    sources_.add("b.loot", "use bow\n");
  }

  Sources sources_;
  Report report_{sources_};
};

TEST_F(ReportTest, FillsTheFinding) {
  report_.add(kUnknownPack, Span{0, 4, 8}, "sord");
  const auto found = report_.sorted();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].severity, Severity::Error);
  EXPECT_EQ(found[0].code, "E0006");
  EXPECT_EQ(found[0].message, "there is no pack `sord` to use");
  EXPECT_EQ(found[0].span, (Span{0, 4, 8}));
  EXPECT_EQ(found[0].file, "a.loot");
  EXPECT_EQ(found[0].location.line, 1U);
  EXPECT_EQ(found[0].location.column, 5U);
  EXPECT_EQ(report_.error_count(), 1U);
}

TEST_F(ReportTest, LabelsNotesAndHelp) {
  report_.add(kUnknownPack, Span{0, 4, 8}, "sord")
      .label({1, 0, 3}, "used here too")
      .label({0, 4, 8}, "not found")
      .note("first")
      .note("second")
      .help(Edit{{0, 4, 8}, " sword\n"}, "if it is the library");
  const auto found = report_.sorted();
  ASSERT_EQ(found[0].labels.size(), 2U);
  EXPECT_EQ(found[0].labels[0].text, "not found");  // the culprit's own label leads
  EXPECT_EQ(found[0].labels[1].text, "used here too");
  EXPECT_EQ(found[0].notes, (std::vector<std::string>{"first", "second"}));
  EXPECT_EQ(found[0].help, "write `sword` if it is the library");
  ASSERT_TRUE(found[0].edit);
  EXPECT_EQ(found[0].edit->replacement, " sword\n");
}

TEST_F(ReportTest, HelpInWords) {
  report_.add(kUnknownPack, Span{0, 4, 8}, "sord").help("look again");
  report_.add(kUnknownPack, Span{0, 13, 16}, "axe").help(Edit{{0, 13, 16}, ""}, "to do without");
  const auto found = report_.sorted();
  EXPECT_EQ(found[0].help, "look again");
  EXPECT_FALSE(found[0].edit);
  EXPECT_EQ(found[1].help, "remove it to do without");
}

TEST_F(ReportTest, InTheOrderOfPlaces) {
  report_.add(kUnknownPack, Span{1, 4, 7}, "bow");
  report_.add(kUnknownPack, Span{0, 13, 16}, "axe");
  report_.add(kUnknownPack, Span{0, 4, 8}, "sord");
  report_.add(kNoPackFile, Span{0, 4, 8}, "sord");
  std::vector<std::string> order;
  for (const auto& diagnostic : report_.sorted()) { order.push_back(diagnostic.code + " " + diagnostic.message); }
  EXPECT_EQ(order, (std::vector<std::string>{
                       "E0004 folder `sord` has no .loot file",
                       "E0006 there is no pack `sord` to use",
                       "E0006 there is no pack `axe` to use",
                       "E0006 there is no pack `bow` to use",
                   }));
}

TEST_F(ReportTest, TheSameFindingTwiceIsOne) {
  report_.add(kUnknownPack, Span{0, 4, 8}, "sord").note("first");
  report_.add(kNoPackFile, Span{0, 4, 8}, "sord");
  report_.add(kUnknownPack, Span{0, 4, 8}, "other").note("second");
  const auto found = report_.sorted();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[1].notes, std::vector<std::string>{"first"});
  EXPECT_EQ(report_.error_count(), 2U);
}

TEST_F(ReportTest, OneCauseIsOneFinding) {
  for (std::uint32_t i = 0; i < 20; ++i) {
    report_.add_once("a", kUnknownPack, Span{0, i, i + 1}, "sord").help("write `sword`");
    report_.add_once("b", kUnknownPack, Span{1, i, i + 1}, "axt");
    report_.add_once("a", kNoPackFile, Span{0, 3, 4}, "sord");
  }
  const auto found = report_.sorted();
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].message, "there is no pack `sord` to use");
  EXPECT_EQ(found[0].help, "write `sword`");
  EXPECT_EQ(found[0].labels.size(), 5U);
  EXPECT_EQ(found[0].notes, std::vector<std::string>{"and at 14 more places"});
  EXPECT_EQ(report_.error_count(), 3U);
}

TEST_F(ReportTest, TheSameTextIsTheSameCause) {
  EXPECT_EQ(report_.written_at(Span{0, 0, 4}), std::string(report_.sources().text(Span{0, 0, 4})));
  EXPECT_EQ(report_.silent().written_at(Span{0, 0, 4}), "");
}

TEST_F(ReportTest, APlaceInNoSourceHasNoFile) {
  report_.add(Code::UnreadableFile, Span{7, 0, 0}, "c.loot", "it is gone");
  const auto found = report_.sorted();
  EXPECT_EQ(found[0].file, "");
  EXPECT_EQ(found[0].message, "cannot read `c.loot`: it is gone");
}

TEST(ReportLimit, KeepsAThousandErrorsAndCountsTheRest) {
  Sources sources;
  sources.add("a.loot", std::string(5000, '$'));
  Report report(sources);
  for (std::uint32_t i = 0; i < 5000; ++i) {
    EXPECT_EQ(report.full(), i >= Report::kMaxKept);
    report.add(kUnknownPack, Span{0, i, i + 1}, i).note("a note").label({0, i, i}, "a label");
  }
  EXPECT_EQ(report.error_count(), 5000U);
  const auto found = report.sorted();
  ASSERT_EQ(found.size(), Report::kMaxKept);
  EXPECT_TRUE(std::all_of(found.begin(), found.end(), [](const auto& one) { return one.notes.size() == 1; }));
}

// The parser files a finding, reads on, files others, and only then completes the help of the first.
TEST(Report, AFindingStaysValidWhileOthersAreFiled) {
  Sources sources;
  const auto source = sources.add("p.loot", std::string(600, 'x'));
  Report report(sources);
  auto first = report.add(Code::ChainedComparison, {source, 0, 1});
  for (std::uint32_t i = 1; i < 500; ++i) { report.add(Code::ChainedComparison, {source, i, i + 1}); }
  first.help("the first");
  EXPECT_EQ(report.sorted().front().help, "the first");
}

TEST(Codes, NumbersAreUniqueAndSortedAndWellFormed) {
  std::set<std::string_view> seen;
  std::string_view last;
  for (const auto code : all_codes()) {
    const auto number = code_number(code);
    EXPECT_TRUE(seen.insert(number).second) << number;
    EXPECT_EQ(number.size(), 5U);
    EXPECT_NE(std::string_view("EWN").find(number[0]), std::string_view::npos) << number;
    EXPECT_EQ(number.find_first_not_of("0123456789", 1), std::string_view::npos) << number;
    if (!last.empty() && last[0] == number[0]) { EXPECT_LT(last, number); }
    last = number;
  }
}

TEST(Codes, HeadlinesAreLowerCaseWithoutFullStop) {
  for (const auto code : all_codes()) {
    const auto headline = code_headline(code);
    ASSERT_FALSE(headline.empty()) << code_number(code);
    EXPECT_FALSE(headline.front() >= 'A' && headline.front() <= 'Z') << headline;
    EXPECT_NE(headline.back(), '.') << headline;
    EXPECT_EQ(std::count(headline.begin(), headline.end(), '`') % 2, 0) << headline;
  }
}

}  // namespace report_test
}  // namespace spoils::text
