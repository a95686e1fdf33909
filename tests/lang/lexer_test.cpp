// tests/lang/lexer_test.cpp
//
// The lexer: every kind of token with its place, texts that are no token, and the law that tokens tile any bytes.
#include "lang/lexer.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "lang/reading.h"

namespace spoils::lang {
namespace lexer_test {

// "name@0..5 +@6..7": each token with its bytes, an error with its code, without the end of the file.
std::string lex_and_dump(std::string_view source) {
  Reading reading(source);
  std::string out;
  for (const auto& token : reading.tokens()) {
    std::string kind(spelling(token.kind));
    switch (token.kind) {
      case TokenKind::Name: kind = "name"; break;
      case TokenKind::Number: kind = "number"; break;
      case TokenKind::Text: kind = "text"; break;
      case TokenKind::Newline: kind = "newline"; break;
      case TokenKind::Comment: kind = "comment"; break;
      case TokenKind::Doc: kind = "doc"; break;
      case TokenKind::End: continue;
      case TokenKind::Error:
        kind = "error(";
        for (const auto& finding : reading.report.sorted()) {
          if (finding.span.begin >= token.span.begin && finding.span.end <= token.span.end) { kind += finding.code; }
        }
        kind += ")";
        break;
      default: break;
    }
    if (!out.empty()) { out += ' '; }
    out += kind + "@" + std::to_string(token.span.begin) + ".." + std::to_string(token.span.end);
  }
  return out;
}

struct LexCase {
  std::string_view name, source, tokens;
};

class Lex : public testing::TestWithParam<LexCase> {};

TEST_P(Lex, TokensAndSpans) { EXPECT_EQ(lex_and_dump(GetParam().source), GetParam().tokens); }

constexpr auto name_of = [](const auto& row) { return std::string(row.param.name); };

INSTANTIATE_TEST_SUITE_P(
    Word, Lex,
    testing::ValuesIn(std::to_array<LexCase>({
        {"Name", "long_sword", "name@0..10"},
        {"NameWithCapitalsAndDigits", "Bat_2x", "name@0..6"},
        {"NameThatBeginsLikeDice", "d6x d d_6 dagger", "name@0..3 name@4..5 name@6..9 name@10..16"},
        {"Underscore", "_ _a", "name@0..1 name@2..4"},
        {"Keyword", "if", "if@0..2"},
        {"KeywordInAName", "iffy in_depth", "name@0..4 name@5..13"},
        {"KeywordsAreLowerCase", "If NOT", "name@0..2 name@3..6"},
        {"WordsThatMayBeNames", "max by about weight table", "name@0..3 name@4..6 name@7..12 name@13..19 name@20..25"},
    })),
    name_of);

INSTANTIATE_TEST_SUITE_P(Number, Lex,
                         testing::ValuesIn(std::to_array<LexCase>({
                             {"Whole", "12", "number@0..2"},
                             {"Decimal", "0.25", "number@0..4"},
                             {"LeadingZeros", "007.50", "number@0..6"},
                             {"Range", "1..6", "number@0..1 ..@1..3 number@3..4"},
                             {"RangeOfDecimals", "0.5..1.5", "number@0..3 ..@3..5 number@5..8"},
                             {"PointAtTheEnd", "1.", "number@0..1 .@1..2"},
                             {"PointAtTheBeginning", ".5", ".@0..1 number@1..2"},
                             {"TwoPoints", "1.2.3", "number@0..3 .@3..4 number@4..5"},
                             {"Percent", "5%", "number@0..1 %@1..2"},
                             {"Negative", "-5", "-@0..1 number@1..2"},
                             {"Letters", "12ab_3 4", "error(E0104)@0..6 number@7..8"},
                             {"DecimalWithLetters", "1.5x", "error(E0104)@0..4"},
                             {"ManyDigits", "99999999999999999999", "number@0..20"},
                         })),
                         name_of);

INSTANTIATE_TEST_SUITE_P(Dice, Lex,
                         testing::ValuesIn(std::to_array<LexCase>({
                             {"Dice", "2d6", "dice@0..3"},
                             {"OneDie", "d20", "dice@0..3"},
                             {"DiceWithoutSides", "2d", "error(E0104)@0..2"},
                             {"DiceWithLetters", "2d6x", "error(E0104)@0..4"},
                             {"DiceTwice", "2d6d6", "error(E0104)@0..5"},
                             {"Apart", "2 d6", "number@0..1 dice@2..4"},
                             {"PointBeforeDice", "1.2d6", "error(E0104)@0..5"},
                         })),
                         name_of);

INSTANTIATE_TEST_SUITE_P(
    Mark, Lex,
    testing::ValuesIn(std::to_array<LexCase>({
        {"LongestFirst", "a+=b-=c==d!=e<=f>=g//h..i",
         "name@0..1 +=@1..3 name@3..4 -=@4..6 name@6..7 ==@7..9 name@9..10 !=@10..12 name@12..13 <=@13..15 name@15..16 "
         ">=@16..18 name@18..19 //@19..21 name@21..22 ..@22..24 name@24..25"},
        {"Single", "=<>+-*/^%.,:;()[]{}",
         "=@0..1 <@1..2 >@2..3 +@3..4 -@4..5 *@5..6 /@6..7 ^@7..8 %@8..9 .@9..10 ,@10..11 :@11..12 ;@12..13 (@13..14 "
         ")@14..15 [@15..16 ]@16..17 {@17..18 }@18..19"},
        {"ThreeOfAKind", "=== /// ...", "==@0..2 =@2..3 //@4..6 /@6..7 ..@8..10 .@10..11"},
        {"Quoted", "a 'b c' d 'e", "name@0..1 error(E0110)@2..7 name@8..9 error(E0110)@10..11 name@11..12"},
        {"QuotedWord", "a 'for' b", "name@0..1 a word in quotes@2..7 name@8..9"},
        {"QuotedNumber", "'2b'", "error(E0110)@0..4"},
        {"Stray", "a ! b", "name@0..1 error(E0102)@2..3 name@4..5"},
        {"StrayRunIsOne", "a $?&@ b", "name@0..1 error(E0102)@2..6 name@7..8"},
        {"StrayRunsApart", "$ $", "error(E0102)@0..1 error()@2..3"},
        {"StrayCharacterIsWhole", "\xc3\xa4 a", "error(E0108)@0..2 name@3..4"},
        {"BrokenCharacter", "\xc3 a", "error(E0102)@0..1 name@2..3"},
    })),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Text, Lex,
    testing::ValuesIn(std::to_array<LexCase>({
        {"Empty", "\"\"", "text@0..2"},
        {"Words", "\"a b\" c", "text@0..5 name@6..7"},
        {"Escapes", R"("a\"b\\" c)", "text@0..8 name@9..10"},
        {"Comment", "\"# a\"", "text@0..5"},
        {"Hole", "\"{a}\"", "text@0..5"},
        {"TextInAHole", R"("{f("a")}" b)", "text@0..10 name@11..12"},
        {"HoleInATextInAHole", R"("{f("{g("a")}")}" b)", "text@0..17 name@18..19"},
        {"BraceWithoutHole", "\"}\" a", "text@0..3 name@4..5"},
        {"EscapedBrace", R"("\{" a)", "text@0..4 name@5..6"},
        {"Unterminated", "\"a\nb", "error(E0101)@0..2 newline@2..3 name@3..4"},
        {"UnterminatedAtTheEnd", "\"a", "error(E0101)@0..2"},
        {"UnterminatedByEscape", "\"a\\\nb", "error(E0101)@0..3 newline@3..4 name@4..5"},
        {"HoleUnclosed", "f(\"{a\", b)", "name@0..1 (@1..2 error(E0219)@2..6 ,@6..7 name@8..9 )@9..10"},
        {"HoleUnclosedWithoutQuote", "\"{a", "error(E0101)@0..3"},
        {"HoleUnclosedTwice", "\"{a\" \"{b\"", "error(E0219)@0..4 error(E0101)@5..9"},
        {"HoleUnclosedOnEachLine", "\"{a\"\n\"{b\"", "error(E0219)@0..4 newline@4..5 error(E0219)@5..9"},
    })),
    name_of);

INSTANTIATE_TEST_SUITE_P(Line, Lex,
                         testing::ValuesIn(std::to_array<LexCase>({
                             {"Nothing", "", ""},
                             {"Blanks", " \t\r\n \n", ""},
                             {"OneForEachLineThatIsNotBlank", "\na\n\n \n b\n",
                              "name@1..2 newline@2..3 name@7..8 newline@8..9"},
                             {"CarriageReturns", "a\r\nb\r\n", "name@0..1 newline@2..3 name@3..4 newline@5..6"},
                             {"Comment", "a # b \nc", "name@0..1 comment@2..5 newline@6..7 name@7..8"},
                             {"CommentLines", "# a\n# b\n", "comment@0..3 newline@3..4 comment@4..7 newline@7..8"},
                             {"CommentWithCarriageReturn", "#a\r\n", "comment@0..2 newline@3..4"},
                             {"Doc", "## a\n", "doc@0..4 newline@4..5"},
                             {"ThreeSigns", "### a", "doc@0..5"},
                             {"EmptyComments", "#\n##", "comment@0..1 newline@1..2 doc@2..4"},
                         })),
                         name_of);

TEST(Lexer, HelpsWithDiceWithoutSides) {
  Reading reading("2d");
  static_cast<void>(reading.tokens());
  ASSERT_EQ(reading.report.sorted().size(), 1U);
  EXPECT_EQ(reading.report.sorted()[0].help, "dice need sides: `2d6`; a product is written `(2*d)`");
}

TEST(Lexer, ReadsAPartOfASource) {
  Reading reading("aa {bb} cc");
  const auto tokens = lex(reading.sources, Span{reading.source, 4, 6}, reading.report);
  ASSERT_EQ(tokens.size(), 2U);
  EXPECT_EQ(tokens[0].kind, TokenKind::Name);
  EXPECT_EQ(tokens[0].span, (Span{reading.source, 4, 6}));
  EXPECT_EQ(tokens[1].kind, TokenKind::End);
}

TEST(Lexer, KnowsItsKeywords) {
  EXPECT_TRUE(is_keyword(TokenKind::And));
  EXPECT_TRUE(is_keyword(TokenKind::With));
  EXPECT_FALSE(is_keyword(TokenKind::Name));
  EXPECT_FALSE(is_keyword(TokenKind::PlusAssign));
  EXPECT_EQ(spelling(TokenKind::With), "with");
  EXPECT_EQ(spelling(TokenKind::DotDot), "..");
  EXPECT_EQ(spelling(TokenKind::End), "the end of the file");
}

TEST(LexLengths, HaveLimits) {
  const std::string name(kMaxNameLetters, 'a');
  EXPECT_EQ(lex_and_dump(name), "name@0..200");
  EXPECT_EQ(lex_and_dump(name + "a + b"), "error(E0105)@0..201 +@202..203 name@204..205");
  const std::string digits(kMaxDigits, '0');
  EXPECT_EQ(lex_and_dump(digits), "number@0..200");
  EXPECT_EQ(lex_and_dump(digits + "0 + b"), "error(E0107)@0..201 +@202..203 name@204..205");
  EXPECT_EQ(lex_and_dump(digits + "a + b"), "error(E0105)@0..201 +@202..203 name@204..205");
  const std::string text(kMaxTextBytes, ' ');
  EXPECT_EQ(lex_and_dump('"' + text + '"'), "text@0..65538");
  EXPECT_EQ(lex_and_dump('"' + text + " \" + b"), "error(E0106)@0..65539 +@65540..65541 name@65542..65543");
}

// Bytes that are likely to meet in a token, and any others.
rc::Gen<std::string> any_bytes() {
  const auto likely =
      rc::gen::elementOf(std::string("\"\"{}{}[]()\\#\n\n\r\t  ..//==+-<>!%^,:;d0123456789abif_\xc3\xa4"));
  return rc::gen::container<std::string>(rc::gen::weightedOneOf<char>({{9, likely}, {1, rc::gen::arbitrary<char>()}}));
}

RC_GTEST_PROP(LexerProperty, TokensTileAnyBytes, ()) {
  const auto bytes = *any_bytes();
  Reading reading(bytes);
  const auto tokens = reading.tokens();
  RC_ASSERT(!tokens.empty());
  RC_ASSERT(tokens.back().kind == TokenKind::End);
  std::uint32_t at = 0;
  std::size_t errors = 0;
  for (const auto& token : tokens) {
    RC_ASSERT(token.span.begin >= at);
    const auto between = std::string_view(bytes).substr(at, token.span.begin - at);
    RC_ASSERT(between.find_first_not_of(" \t\r\n") == std::string_view::npos);
    RC_ASSERT((token.kind == TokenKind::End) == (token.span.begin == bytes.size()));
    RC_ASSERT((token.kind == TokenKind::End) == (token.span.begin == token.span.end));
    if (token.kind == TokenKind::Error) { ++errors; }
    at = token.span.end;
  }
  RC_ASSERT(at == bytes.size());
  // A line that cannot be read after `//` becomes a comment, which is a finding without an Error token.
  const bool has_comment = reading.codes().find("E0109") != std::string::npos;
  RC_ASSERT(errors == 0 || reading.report.error_count() > 0);
  RC_ASSERT(errors > 0 || has_comment || reading.report.error_count() == 0);
}

}  // namespace lexer_test
}  // namespace spoils::lang
