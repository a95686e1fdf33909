// tests/text/render_text_test.cpp
//
// Findings as text for people: source lines, underlines, labels, colours, long lines, control characters.
#include "text/render_text.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "text/plain/utf8.h"

namespace spoils::text {
namespace render_text_test {

constexpr std::string_view kHello =
    "# Hello\n"
    "\n"
    "input depth: 1..30 = 1\n"
    "\n"
    "table power {\n"
    "  10  fire\n"
    "  5   ice\n"
    "  (10 - 2 * depth)  might\n"
    "}\n";

class RenderText : public testing::Test {
 protected:
  // Returns the span of the `nth` occurrence of `part`.
  Span find(std::string_view part, int nth = 1, std::uint32_t source = 0) const {
    const auto bytes = sources_[source].bytes();
    auto at = bytes.find(part);
    for (int i = 1; i < nth; ++i) { at = bytes.find(part, at + 1); }
    return {source, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + part.size())};
  }

  Diagnostic error(Span span) const {
    Diagnostic diagnostic;
    diagnostic.code = "E0503";
    diagnostic.message = "it is wrong";
    diagnostic.span = span;
    if (span.source < sources_.size()) {
      diagnostic.file = sources_[span.source].name();
      diagnostic.location = sources_[span.source].locate(span.begin);
    }
    return diagnostic;
  }

  std::string show(const Diagnostic& diagnostic, RenderOptions options = {}) const {
    return "\n" + render(diagnostic, sources_, options);
  }

  Sources sources_;
};

TEST_F(RenderText, TheExampleOfTheHeader) {
  sources_.add("hello.loot", std::string(kHello));
  auto diagnostic = error(find("(10 - 2 * depth)"));
  diagnostic.message = "weight of `might` is negative when depth is 6..30";
  diagnostic.labels = {{diagnostic.span, "-2 at depth 6, -50 at depth 30"},
                       {find("depth"), "depth may be as high as 30"}};
  diagnostic.notes = {"the row is sound at depth 1..5"};
  diagnostic.help = "write `max(0, 10 - 2 * depth)` if it should fade out";
  EXPECT_EQ(show(diagnostic), R"(
hello.loot:8:3: error[E0503]: weight of `might` is negative when depth is 6..30
   3 | input depth: 1..30 = 1
     |       ----- depth may be as high as 30
   8 |   (10 - 2 * depth)  might
     |   ^^^^^^^^^^^^^^^^ -2 at depth 6, -50 at depth 30
     = note: the row is sound at depth 1..5
     = help: write `max(0, 10 - 2 * depth)` if it should fade out
)");
}

TEST_F(RenderText, CulpritWithoutLabel) {
  sources_.add("hello.loot", std::string(kHello));
  EXPECT_EQ(show(error(find("ice"))), R"(
hello.loot:7:7: error[E0503]: it is wrong
   7 |   5   ice
     |       ^^^
)");
}

TEST_F(RenderText, SeveralLabelsOnALineHaveRowsOfTheirOwn) {
  sources_.add("hello.loot", std::string(kHello));
  auto diagnostic = error(find("depth", 2));
  diagnostic.labels = {{diagnostic.span, "at least 1"}, {find("might"), "for this"}, {find("10 "), "begins with"}};
  diagnostic.labels[2].span = find("10 ", 2);
  EXPECT_EQ(show(diagnostic), R"(
hello.loot:8:13: error[E0503]: it is wrong
   8 |   (10 - 2 * depth)  might
     |    --- begins with
     |             ^^^^^ at least 1
     |                     ----- for this
)");
}

TEST_F(RenderText, LabelsOfOtherFilesFollow) {
  sources_.add("a.loot", "override table power {\n");
  sources_.add("b.loot", std::string(kHello));
  auto diagnostic = error(find("power"));
  diagnostic.labels = {{find("fire", 1, 1), "with this row"}, {find("power", 1, 1), "replaces this"}};
  EXPECT_EQ(show(diagnostic), R"(
a.loot:1:16: error[E0503]: it is wrong
   1 | override table power {
     |                ^^^^^
  --> b.loot:5:7
   5 | table power {
     |       ----- replaces this
   6 |   10  fire
     |       ---- with this row
)");
}

TEST_F(RenderText, SpanOfSeveralLinesShowsTheFirst) {
  sources_.add("hello.loot", std::string(kHello));
  auto span = find("power {");
  span.end = find("}").end;
  EXPECT_EQ(show(error(span)), R"(
hello.loot:5:7: error[E0503]: it is wrong
   5 | table power {
     |       ^^^^^^^
)");
}

TEST_F(RenderText, EmptySpansAndLineEnds) {
  sources_.add("a.loot", "rule\n\nend");
  EXPECT_EQ(show(error({0, 2, 2})), R"(
a.loot:1:3: error[E0503]: it is wrong
   1 | rule
     |   ^
)");
  EXPECT_EQ(show(error({0, 4, 5})), R"(
a.loot:1:5: error[E0503]: it is wrong
   1 | rule
     |     ^
)");
  EXPECT_EQ(show(error({0, 5, 5})), R"(
a.loot:2:1: error[E0503]: it is wrong
   2 |
     | ^
)");
  EXPECT_EQ(show(error({0, 9, 9})), R"(
a.loot:3:4: error[E0503]: it is wrong
   3 | end
     |    ^
)");
}

TEST_F(RenderText, TabsAndWideCharactersKeepColumnsAligned) {
  // Tabs, two wide ideographs, e with a combining accent.
  sources_.add("a.loot",
               "\t10\t\xE5\x89\xA3\xE9\xAD\x94 caf"
               "e\xCC\x81 bad\n");
  auto diagnostic = error(find("bad"));
  diagnostic.labels = {{find("\xE5\x89\xA3\xE9\xAD\x94"), "wide"},
                       {find("caf"
                             "e\xCC\x81"),
                        "accent"}};
  EXPECT_EQ(show(diagnostic),
            "\na.loot:1:14: error[E0503]: it is wrong\n"
            "   1 |     10    \xE5\x89\xA3\xE9\xAD\x94 caf"
            "e\xCC\x81 bad\n"
            "     |           ---- wide\n"
            "     |                ---- accent\n"
            "     |                     ^^^\n");
}

TEST_F(RenderText, WarningsAndNotes) {
  sources_.add("a.loot", "rule");
  auto diagnostic = error({0, 0, 4});
  diagnostic.severity = Severity::Warning;
  EXPECT_EQ(render(diagnostic, sources_).substr(0, 21), "a.loot:1:1: warning[E");
  diagnostic.severity = Severity::Note;
  EXPECT_EQ(render(diagnostic, sources_).substr(0, 18), "a.loot:1:1: note[E");
}

TEST_F(RenderText, GutterGrowsWithTheLineNumber) {
  sources_.add("a.loot", std::string(123'455, '\n') + "bad\n");
  auto diagnostic = error(find("bad"));
  diagnostic.labels = {{{0, 0, 0}, "first"}};
  diagnostic.notes = {"two\nlines"};
  EXPECT_EQ(show(diagnostic), R"(
a.loot:123456:1: error[E0503]: it is wrong
     1 |
       | - first
123456 | bad
       | ^^^
       = note: two
               lines
)");
}

TEST_F(RenderText, WithoutASource) {
  auto diagnostic = error({3, 0, 0});
  EXPECT_EQ(show(diagnostic), "\nerror[E0503]: it is wrong\n");
  diagnostic.file = "gone.loot";
  EXPECT_EQ(show(diagnostic), "\ngone.loot:1:1: error[E0503]: it is wrong\n");
}

TEST_F(RenderText, AnEmptyFileHasNothingToShow) {
  sources_.add("a.loot", "");
  EXPECT_EQ(show(error({0, 0, 0})), "\na.loot:1:1: error[E0503]: it is wrong\n");
}

TEST_F(RenderText, LongLinesAreShownAroundThePlace) {
  sources_.add("a.loot", std::string(100, 'a') + "bad" + std::string(100, 'c'));
  const auto diagnostic = error(find("bad"));
  EXPECT_EQ(show(diagnostic, {false, 41}), R"(
a.loot:1:101: error[E0503]: it is wrong
   1 | ...aaaaaaaaaaaaaaaabadcccccccccccccccc...
     |                    ^^^
)");
  EXPECT_EQ(show(diagnostic, {false, 203}), R"(
a.loot:1:101: error[E0503]: it is wrong
   1 | )" + std::string(100, 'a') + "bad" + std::string(100, 'c') +
                                                "\n" + R"(     | )" + std::string(100, ' ') + "^^^\n");
}

TEST_F(RenderText, LongLinesAtTheirEnds) {
  sources_.add("a.loot", "one" + std::string(200, '=') + "two");
  auto diagnostic = error(find("one"));
  diagnostic.labels = {{find("two"), "far away"}};
  EXPECT_EQ(show(diagnostic, {false, 40}), R"(
a.loot:1:1: error[E0503]: it is wrong
   1 | one==================================...
     | ^^^
   1 | ...==================================two
     |                                      --- far away
)");
}

TEST_F(RenderText, ASpanLongerThanTheWindowIsCutWithIt) {
  sources_.add("a.loot", "x " + std::string(300, 'b') + " y");
  const auto text = render(error(find(std::string(300, 'b'))), sources_, {false, 40});
  EXPECT_EQ(text, "a.loot:1:3: error[E0503]: it is wrong\n   1 | ..." + std::string(34, 'b') + "...\n     |    " +
                      std::string(34, '^') + "\n");
}

TEST_F(RenderText, NothingReachesTheTerminalAsACommand) {
  sources_.add("\x1b[2Ja.loot", "bad \x1b[31m \xE2\x80\xAE \xFF\n");
  auto diagnostic = error(find("bad"));
  diagnostic.message = "found `\x1b[0m`\n";
  diagnostic.labels = {{diagnostic.span, "\x07"}};
  diagnostic.notes = {"\x9b"};
  diagnostic.help = "\x1b]0;\x07";
  const std::string shown = "\xEF\xBF\xBD";
  EXPECT_EQ(render(diagnostic, sources_), shown + "[2Ja.loot:1:1: error[E0503]: found `" + shown + "[0m` \n" +
                                              "   1 | bad " + shown + "[31m " + shown + " " + shown + "\n" +
                                              "     | ^^^ " + shown + "\n" + "     = note: " + shown + "\n" +
                                              "     = help: " + shown + "]0;" + shown + "\n");
}

TEST_F(RenderText, Colours) {
  sources_.add("a.loot", "bad row");
  auto diagnostic = error(find("bad"));
  diagnostic.labels = {{diagnostic.span, "here"}, {find("row"), "there"}};
  diagnostic.help = "go";
  EXPECT_EQ(render(diagnostic, sources_, {true, 160}),
            "a.loot:1:1: \x1b[1;31merror[E0503]\x1b[0m: it is wrong\n"
            "   1 | bad row\n"
            "     | \x1b[1;31m^^^ here\x1b[0m\n"
            "     |     --- there\n"
            "     = \x1b[1;36mhelp:\x1b[0m go\n");
  diagnostic.severity = Severity::Warning;
  EXPECT_NE(render(diagnostic, sources_, {true, 160}).find("\x1b[1;33mwarning[E0503]\x1b[0m"), std::string::npos);
}

// For all texts and spans, lines stay within the window and underlines within their lines.
RC_GTEST_PROP(RenderTextLaw, LinesStayWithinTheWindow, ()) {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "a", "bc ", "\n", "\r\n", "\t", "\xE5\x89\xA3", "e\xCC\x81", "\xFF", "\xE2\x82", "\xF0\x9F\x97\xA1", "\x1b"));
  std::string text;
  for (int i = *rc::gen::element(1, 10, 100); i > 0; --i) {
    for (const auto& piece : pieces) { text += piece; }
  }
  Sources sources;
  sources.add("a.loot", text);
  const auto span = [&] {
    const auto size = static_cast<std::uint32_t>(text.size());
    return Span{0, *rc::gen::inRange<std::uint32_t>(0, size + 3), *rc::gen::inRange<std::uint32_t>(0, size + 3)};
  };
  Diagnostic diagnostic;
  diagnostic.span = span();
  diagnostic.labels = {{span(), ""}, {span(), ""}};
  const auto width = *rc::gen::inRange(40, 60);
  auto rest = render(diagnostic, sources, {false, width});
  RC_ASSERT(!find_invalid_utf8(rest));
  rest.erase(0, rest.find('\n') + 1);
  while (!rest.empty()) {
    const auto end = rest.find('\n');
    const auto line = rest.substr(0, end);
    rest.erase(0, end + 1);
    RC_ASSERT(line.substr(4, 2) == " |");
    const auto columns = display_width(line.substr(6));
    if (line.substr(0, 4) != "    ") {
      RC_ASSERT(columns <= static_cast<std::size_t>(width) + 1);
    } else {
      const auto marks = line.find_first_of("^-");
      RC_ASSERT(marks != std::string::npos);
      RC_ASSERT(columns <= static_cast<std::size_t>(width) + 2);  // one more for a place at the end of a full line
    }
  }
}

TEST(RenderTextLimit, LinesOfMegabytesCostNoMoreThanTheirWindow) {
  Sources sources;
  std::string marks = "a";
  for (int i = 0; i < 1'000'000; ++i) { marks += "\xCC\x81"; }  // they take no columns
  sources.add("a.loot", marks);
  sources.add("b.loot", std::string(8'000'000, 'b'));
  for (const std::uint32_t source : {0U, 1U}) {
    Diagnostic diagnostic;
    for (std::uint32_t i = 0; i < 2000; ++i) { diagnostic.labels.push_back({{source, i * 1000, i * 1000 + 1}, ""}); }
    diagnostic.span = diagnostic.labels[0].span;
    EXPECT_LT(render(diagnostic, sources).size(), 2000U * 4000U);
  }
}

}  // namespace render_text_test
}  // namespace spoils::text
