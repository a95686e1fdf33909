// The parts of a document as Markdown and HTML, and the wording of figures in a book.
#include "book/document.h"

#include <gtest/gtest.h>

#include <array>

#include "book/html.h"
#include "book/markdown.h"
#include "book/page.h"
#include "book/wording.h"

namespace spoils::book {

namespace document_test {

TEST(Ids, AsMarkdownReadersMakeThem) {
  Ids ids;
  EXPECT_EQ(ids.next("Table weapon_to_hit"), "table-weapon_to_hit");
  EXPECT_EQ(ids.next("Rogue (PC 1.48)"), "rogue-pc-148");
  EXPECT_EQ(ids.next("Weapons"), "weapons");
  EXPECT_EQ(ids.next("Weapons"), "weapons-1");
  EXPECT_EQ(ids.next("Weapons"), "weapons-2");
}

struct ChanceCase {
  double probability;
  std::string_view text;
};

TEST(Wording, Chances) {
  for (const auto& [probability, text] : std::to_array<ChanceCase>({{0, "-"},
                                                                    {1, "100%"},
                                                                    {0.125, "12.5%"},
                                                                    {1.0 / 3, "33.33%"},
                                                                    {0.01, "1%"},
                                                                    {0.009999999999999998, "1%"},
                                                                    {1.0 / 214.4, "1 in 214"},
                                                                    {1.0 / 2400, "1 in 2400"},
                                                                    {1.0 / 1234567, "1 in 1235000"},
                                                                    {1 - 1e-9, ">99.99%"}})) {
    EXPECT_EQ(chance(probability), text);
  }
}

struct ValuesCase {
  std::int64_t first, last;
  std::vector<std::int64_t> values;
};

TEST(Wording, ChosenValues) {
  for (const auto& [first, last, values] : std::vector<ValuesCase>{{1, 6, {1, 2, 3, 4, 5, 6}},
                                                                   {0, 50, {0, 5, 10, 20, 30, 40, 50}},
                                                                   {1, 99, {1, 10, 20, 40, 60, 80, 99}},
                                                                   {1, 30, {1, 2, 5, 10, 15, 20, 25, 30}},
                                                                   {-50, 50, {-50, -40, -20, 0, 20, 40, 50}},
                                                                   {7, 7, {7}}}) {
    EXPECT_EQ(chosen_values(first, last), values) << first << ".." << last;
  }
  // For every range the values ascend, include both ends, and are few.
  for (std::int64_t first = -30; first < 30; ++first) {
    for (std::int64_t last = first; last < 400; last += 7) {
      const auto values = chosen_values(first, last);
      ASSERT_EQ(values.front(), first);
      ASSERT_EQ(values.back(), last);
      ASSERT_LE(values.size(), 9U) << first << ".." << last;
      ASSERT_TRUE(std::is_sorted(values.begin(), values.end(), std::less_equal<>())) << first << ".." << last;
    }
  }
}

Document odd_document() {
  Document document;
  document.title = "<&>";
  Block heading;
  heading.kind = Block::Kind::Heading;
  heading.id = "odd";
  heading.line = {plain("# a_b <i> & *c*")};
  document.blocks.push_back(heading);
  Block table;
  table.kind = Block::Kind::Table;
  table.head = {text_cell("a|b"), number_cell("n")};
  table.rows = {{Cell{{code("x | y `z`")}, false}, number_cell("1")}};
  document.blocks.push_back(table);
  Block text;
  text.kind = Block::Kind::Code;
  text.text = "```\n</code>";
  document.blocks.push_back(text);
  return document;
}

TEST(Markdown, NothingInATextIsAMark) {
  EXPECT_EQ(to_markdown(odd_document()),
            "# \\# a\\_b \\<i\\> & \\*c\\*\n"
            "\n"
            "| a\\|b             |   n |\n"
            "| ---------------- | --: |\n"
            "| `` x \\| y `z` `` |   1 |\n"
            "\n"
            "````\n"
            "```\n"
            "</code>\n"
            "````\n");
}

// The rules of CommonMark: a code span ends at the next run of as many backticks; `- `, `1. ` and `#` begin blocks.
TEST(Markdown, NothingEndsCodeOrBeginsABlock) {
  const auto markdown_of = [](Run::Kind kind, std::string text) {
    Document document;
    Block block;
    block.kind = Block::Kind::Paragraph;
    block.line = {{kind, std::move(text), ""}};
    document.blocks.push_back(std::move(block));
    return to_markdown(document);
  };
  EXPECT_EQ(markdown_of(Run::Kind::Code, "a ``b`` c"), "``` a ``b`` c ```\n");
  EXPECT_EQ(markdown_of(Run::Kind::Code, "`````"), "`````` ````` ``````\n");
  EXPECT_EQ(markdown_of(Run::Kind::Plain, "- no item"), "\\- no item\n");
  EXPECT_EQ(markdown_of(Run::Kind::Plain, "12. no item"), "12\\. no item\n");
  EXPECT_EQ(markdown_of(Run::Kind::Plain, "==="), "\\===\n");
  EXPECT_EQ(markdown_of(Run::Kind::Plain, "12.5 of -3"), "12.5 of -3\n");
  EXPECT_EQ(markdown_of(Run::Kind::Plain, "<script>alert(1)</script>"), "\\<script\\>alert(1)\\</script\\>\n");
}

TEST(Html, NothingInATextIsATag) {
  const auto html = to_html(odd_document());
  EXPECT_NE(html.find("<title>&lt;&amp;&gt;</title>"), std::string::npos);
  EXPECT_NE(html.find("<h1 id=\"odd\"># a_b &lt;i&gt; &amp; *c*</h1>"), std::string::npos);
  EXPECT_NE(html.find("<code>x | y `z`</code>"), std::string::npos);
  EXPECT_NE(html.find("```\n&lt;/code&gt;"), std::string::npos);
}

struct DepthCase {
  std::string_view pack;
  std::vector<std::int64_t> depths;
  std::string_view message;
};

TEST(Book, DepthsThatThereAreNot) {
  constexpr std::string_view kWith = "pack a \"A\" 1.0\ninput depth: 1..9 = 1\nrule r { x = depth }\n";
  constexpr std::string_view kWithout = "pack a \"A\" 1.0\nrule r { x = 1 }\n";
  for (const auto& [text, depths, message] :
       std::vector<DepthCase>{{kWith, {1, 10}, "`depth` cannot be 10"},
                              {kWithout, {1}, "pack `a` has no integer input with a range, so there are no depths"}}) {
    const auto loaded = Pack::compile("a.loot", std::string(text));
    ASSERT_TRUE(loaded.pack) << loaded.findings.text();
    BookOptions options;
    options.depths = depths;
    const auto book = write_book(*loaded.pack, options);
    ASSERT_FALSE(book.ok());
    EXPECT_EQ(book.error().text(), message);
  }
}

TEST(Book, OfAnOddPack) {
  const auto loaded = Pack::compile("odd.loot",
                                    "# Odd.\n"
                                    "\n"
                                    "## Not much.\n"
                                    "pack odd \"Odd & <even>\" 1.0\n"
                                    "\n"
                                    "## See `t`, not `u`.\n"
                                    "rule r(kind: {a, b}) { if kind == a { x = pick t } else { y = pick 1..100 } }\n"
                                    "rule called(what: symbol) { z = what }\n"
                                    "table t { 3 \"a|b\"; 1 \"<c>\" }\n"
                                    "rule nothing { }\n");
  ASSERT_TRUE(loaded.pack) << loaded.findings.text();
  const auto text = *write_book(*loaded.pack, {});
  const auto sections = sections_of(text);
  EXPECT_EQ(cell(sections.at("Table t"), "<c>", "chance"), "25%");
  EXPECT_NE(text.find("See [`t`](#table-t), not `u`."), std::string::npos) << text;
  EXPECT_NE(text.find("With `kind = a`:"), std::string::npos);
  EXPECT_EQ(cell(sections.at("Rule r"), "on average", ""), "50.5");
  EXPECT_NE(text.find("Its odds depend on its arguments"), std::string::npos);
}

std::string book_of(const std::string& pack, BookOptions::Format format = BookOptions::Format::Markdown) {
  const auto loaded = Pack::compile("a.loot", pack);
  EXPECT_TRUE(loaded.pack) << loaded.findings.text();
  BookOptions options;
  options.format = format;
  return loaded.pack ? *write_book(*loaded.pack, options) : std::string();
}

// The rows that records repeat, as their records write them.
TEST(Book, RowsOfRecordsAsTheyAreWritten) {
  const auto text = book_of(
      "pack a\ninput depth: 1..30 = 1\n"
      "collection weapon { rows allocate { quantity: int = 1 }; rows limit { most: int = 9 } }\n"
      "weapon sword { allocate 5..20 common 10; allocate 11.. common 15 quantity 2; limit 4 }\n"
      "weapon club { allocate ..10 }\n"
      "rule item { kind = pick w in weapon at depth or nothing }\n");
  EXPECT_NE(text.find("| `5..20 common 10; 11.. common 15 quantity 2` | `4` "), std::string::npos) << text;
  EXPECT_NE(text.find("| `..10` "), std::string::npos) << text;
}

TEST(Book, BeginsWithTheIntroductionOfItsFile) {
  const auto text = book_of("# Written first.\npack a \"A\" 1.0\ninput depth: 1..9 = 1\nrule r { x = depth }\n");
  const auto at = text.find("Written first.");
  EXPECT_LT(at, text.find("## Contents"));
  EXPECT_EQ(text.find("Written first.", at + 1), std::string::npos) << "it comes once";
}

TEST(Book, PrintsTheStepsOfADef) {
  const auto text = book_of(
      "pack a \"A\" 1.0\ndef half(n) = n // 2\ndef capped(n) {\n  let p = n\n  if p > 2 { p = 2 }\n  give half(p)\n}\n"
      "rule r { x = capped(d6) }\n");
  EXPECT_NE(text.find("`def half(n) = n // 2`"), std::string::npos) << text;
  EXPECT_NE(text.find("```\ndef capped(n) {\n  let p = n\n  if p > 2 { p = 2 }\n  give half(p)\n}\n```\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("Uses [`half`](#definition-half)"), std::string::npos) << text;
}

// Nine in ten are shields, and no two of them have the same name.
TEST(Book, ExamplesDifferInTheirWords) {
  const auto text = book_of(
      "pack a \"A\" 1.0\nrule r { kind = pick {90 shield, 5 ring, 5 sword}; plus = pick 1..9000 }\n"
      "display r \"{kind} {plus}\"\n");
  const auto begin = text.find("Examples: ");
  const auto line = text.substr(begin, text.find('\n', begin) - begin);
  for (const std::string word : {"shield", "ring", "sword"}) { EXPECT_NE(line.find(word), std::string::npos) << line; }
}

struct ColumnCase {
  std::string value;
  std::size_t columns;
  std::string said;
};

TEST(Book, ColumnsOfAPictureFollowTheNumbers) {
  for (const auto& [value, columns, said] :
       std::vector<ColumnCase>{{"50 * (d30 + 1)", 30, "x"},  // 100, 150 ... 1550: none between them
                               {"3 * d100", 50, "x, 2 values per column"},
                               {"pick 1..61", 31, "x, 2 values per column"},
                               {"if chance 1/1000 then 100000 else d20", 20, "x, 1 in 1000 outside"},
                               {"if chance 1/100 then 100000 else 10 * d20", 60, "x, 167 values per column"}}) {
    const auto html = book_of("pack a \"A\" 1.0\nrule r { x = " + value + " }\n", BookOptions::Format::Html);
    EXPECT_NE(html.find("aria-label=\"" + said + "\""), std::string::npos) << value << html;
    std::size_t found = 0;
    for (auto at = html.find("<rect"); at != std::string::npos; at = html.find("<rect", at + 1)) { ++found; }
    EXPECT_EQ(found, columns) << value;
  }
}

}  // namespace document_test

}  // namespace spoils::book
