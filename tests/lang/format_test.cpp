// tests/lang/format_test.cpp
//
// The formatter: the layout of each construct, and its laws for any layout of a pack: the tokens stay the same, the
// tree stays the same, and a formatted text does not change again.
#include "lang/format.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "lang/reading.h"

namespace spoils::lang {
namespace format_test {

std::optional<std::string> formatted(std::string_view bytes) {
  Reading reading(bytes);
  return format(reading.sources, reading.source, reading.report);
}

struct Case {
  std::string_view name;
  std::string_view source;
  std::string_view expected;
};

class Format : public testing::TestWithParam<Case> {};

TEST_P(Format, LaysOut) {
  const auto out = formatted(GetParam().source);
  ASSERT_TRUE(out.has_value()) << dump_of(GetParam().source);
  EXPECT_EQ(*out, GetParam().expected);
  EXPECT_EQ(words_of(*out), words_of(GetParam().source));
  EXPECT_EQ(formatted(*out), *out);
}

constexpr auto name_of = [](const auto& row) { return std::string(row.param.name); };

INSTANTIATE_TEST_SUITE_P(Page, Format,
                         testing::ValuesIn(std::to_array<Case>({
                             {"Nothing", "", ""},
                             {"OnlyBlanks", " \n\t\n", ""},
                             {"OnlyComment", "\n\n  # a  b \t\n\n", "# a  b\n"},
                             {"LastLineEnd", "use a", "use a\n"},
                             {"Crlf", "use a\r\n\r\n\r\n## b\r\nuse b  # c \r\n", "use a\n\n## b\nuse b  # c\n"},
                             {"Shuffle", "rule a {\nb=shuffle[ c,d ]\ne=shuffle{ c,d }+shuffle  1 .. 6\n}",
                              "rule a {\n  b = shuffle [c, d]\n  e = shuffle {c, d} + shuffle 1..6\n}\n"},
                             {"Distinct", "rule a {\nb = pick  2  distinct  from  c\nd = f( b )[ 1 ]\n}",
                              "rule a {\n  b = pick 2 distinct from c\n  d = f(b)[1]\n}\n"},
                             {"NamedDrop", "rule a {\ndrop  do   'for'\n}", "rule a {\n  drop do 'for'\n}\n"},
                             {"BlankLines", "\n\nuse a\n \n\t\n\nuse b\nuse c\n\n\n", "use a\n\nuse b\nuse c\n"},
                             {"TrailingBlanks", "use a  \t\n# b  \nuse c", "use a\n# b\nuse c\n"},
                             {"Indentation", "  rule a {\nb()\n\t\tif c {\nd()\n   }\nelse {\n e()\n}\n }",
                              "rule a {\n  b()\n  if c {\n    d()\n  }\n  else {\n    e()\n  }\n}\n"},
                             {"TwoBracesOnALine", "rule a {\nrepeat 2 { if b {\nc()\n}\n}\n}",
                              "rule a {\n  repeat 2 { if b {\n    c()\n  }\n  }\n}\n"},
                             {"CommentsInABlock", "rule a {\n# b\nc()\n     # d\n}\n   # e\nuse f",
                              "rule a {\n  # b\n  c()\n  # d\n}\n# e\nuse f\n"},
                             {"WideCharacters", "names {\na \"\xc3\xa4\xe4\xb8\x96\" # b\nccc \"d\"    # e\n}",
                              "names {\n  a    \"\xc3\xa4\xe4\xb8\x96\"  # b\n  ccc  \"d\"   # e\n}\n"},
                         })),
                         name_of);

INSTANTIATE_TEST_SUITE_P(
    Spacing, Format,
    testing::ValuesIn(std::to_array<Case>({
        {"Operators", "def a=b+c*d-e//f mod g==h", "def a = b + c * d - e // f mod g == h\n"},
        {"Power", "def a = b ^ 2 + 2 ^ - 1", "def a = b^2 + 2^-1\n"},
        {"Signs", "def a = - b - - c+( - d )", "def a = -b - -c + (-d)\n"},
        {"Fractions", "def a = 1 / 20 + - 1 / 2 + b/2 + 3*4/5 + ( 1 ) / 2 + 2^1/2",
         "def a = 1/20 + -1/2 + b / 2 + 3 * 4 / 5 + (1) / 2 + 2^1 / 2\n"},
        {"Percent", "def a = chance 5 % or chance( b )%", "def a = chance 5% or chance (b)%\n"},
        {"Ranges", "def a = pick - 1 .. 6 + pick 1..( b )", "def a = pick -1..6 + pick 1..(b)\n"},
        {"Calls", "def a ( b ) = c ( d , e = 1 ) . f + g [ h ] . i", "def a(b) = c(d, e = 1).f + g[h].i\n"},
        {"WordsBeforeParentheses",
         "rule a { retry max(3) { b = pick c in d weight(e) or nothing weight(f) } while(g) }",
         "rule a { retry max (3) { b = pick c in d weight (e) or nothing weight (f) } while (g) }\n"},
        {"SetsAndLists", "def a = { b , c } + { } + [ d , e , ] + [ ]", "def a = {b, c} + {} + [d, e,] + []\n"},
        {"Maps", "def a = { b  - 1 } + { (d)  (e) } - { f -1,g ( 2 ) }",
         "def a = {b - 1} + {(d) (e)} - {f -1, g (2)}\n"},
        {"MapEntries", "rule a { b [ c ]+=1; d[ 'e' ] = {} }", "rule a { b[c] += 1; d['e'] = {} }\n"},
        {"MapTypes", "field a :map  of b  to int", "field a: map of b to int\n"},
        {"RowsInAValue", "def a = pick { 3 b , c ; 1 d }", "def a = pick {3 b, c; 1 d}\n"},
        {"Blocks", "rule a {b = 1;c()}\nrule d{}", "rule a { b = 1; c() }\nrule d { }\n"},
        {"Match", "rule a { match b {c , d :{e()};else :{}} }", "rule a { match b { c, d: { e() }; else: { } } }\n"},
        {"MatchValue", "def a = match b {c:1;else : 2}", "def a = match b { c: 1; else: 2 }\n"},
        {"Aggregate", "def a = sum ( b in c where d:e )", "def a = sum(b in c where d: e)\n"},
        {"Query", "expect \"a\":odds ( b ( c ) by d , e :f given g , h=1 )==1 / 2",
         "expect \"a\": odds(b(c) by d, e: f given g, h = 1) == 1/2\n"},
        {"Inputs", "input a:1 .. 5=1\ninput b:{ c , d }=c\nfield e :list   of symbol",
         "input a: 1..5 = 1\ninput b: {c, d} = c\nfield e: list of symbol\n"},
        {"Collection", "collection a{b:int=1;c:{d,e}=d;rows f{g:range;h:filter=none};block i;tags={c}}",
         "collection a { b: int = 1; c: {d, e} = d; rows f { g: range; h: filter = none }; block i; tags = {c} }\n"},
        {"Records", "a b \"B~\":c , d{ e=1;f+={ g not h } ;allocate 1 ..5 common 0.5;i{ j=1 } ;once}",
         "a b \"B~\" : c, d { e = 1; f += {g not h}; allocate 1..5 common 0.5; i { j = 1 }; once }\n"},
        {"OpenRanges", "abstract a b,c:d{ e 1.. f ..5 g; h 2 .. }", "abstract a b, c : d { e 1.. f ..5 g; h 2.. }\n"},
        {"PickAtALevel", "def a = pick b in c at d+1 on e where b is f and b is {not g , h}",
         "def a = pick b in c at d + 1 on e where b is f and b is {not g, h}\n"},
        {"WithChanges", "rule a{ b( c with{ d=1;e+={ f } } ) ;apply g . h}",
         "rule a { b(c with { d = 1; e += {f} }); apply g.h }\n"},
        {"Streams", "rule a { with stream lcg ( bits=15 ) {};with   stream b {} }",
         "rule a { with stream lcg(bits = 15) { }; with stream b { } }\n"},
        {"Words", "override   world def a=if b then none else not  true",
         "override world def a = if b then none else not true\n"},
        {"Texts", "display a \"{ b }  c\"  if  d", "display a \"{ b }  c\" if d\n"},
        {"OneLineTable", "table a : b {9   c   1,1 d .}", "table a: b { 9 c 1, 1 d . }\n"},
        {"NegativeCells", "table a : b { 10 % - d3 - 1 , ( c ) ( d ) ( - e ) }",
         "table a: b { 10% -d3 -1, (c) (d) (-e) }\n"},
    })),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Columns, Format,
    testing::ValuesIn(std::to_array<Case>({
        {"Weights", "table a {\n8% b\n10% c\n0.5 d\n}", "table a {\n   8%  b\n  10%  c\n  0.5  d\n}\n"},
        {"WeightExpressions", "table a {\n(1 + b) c\n0.5 d\n}", "table a {\n  (1 + b)  c\n  0.5      d\n}\n"},
        {"NoWeights", "table a {\nb\nccc\n}", "table a {\n  b\n  ccc\n}\n"},
        {"SomeWeights", "table a {\nb\n10 c\n}", "table a {\n      b\n  10  c\n}\n"},
        {"SharedWeight", "table a {\n10 b , c,\nd\n5 e\n}", "table a {\n  10  b, c,\n      d\n   5  e\n}\n"},
        {"Cells", "table a: b, c, d {\n9% e 5 {f,g} .\n10% hh -12 . 3\n}",
         "table a: b, c, d {\n   9%  e     5  {f, g}  .\n  10%  hh  -12  .       3\n}\n"},
        {"Commas", "table a: b {\n9 e 5,\n10 hh 12;\n}", "table a: b {\n   9  e    5,\n  10  hh  12;\n}\n"},
        {"Conditions", "table a {\n1 b if c else d\n10 long\n2 ccc if d\n}",
         "table a {\n   1  b    if c else d\n  10  long\n   2  ccc  if d\n}\n"},
        {"ConditionOnTwoLines", "table a {\n1 b if c and\n      d\n10 e\n}",
         "table a {\n   1  b  if c and\n         d\n  10  e\n}\n"},
        {"SeveralRowsOnALine", "table a {\n1   b; 10   c\n20 d\n3 e,  4 f\n}",
         "table a {\n  1 b; 10 c\n  20  d\n  3 e, 4 f\n}\n"},
        {"RowBrokenInside", "table a {\n1 (b +\n    c)\n20 d\n}", "table a {\n  1 (b +\n      c)\n  20  d\n}\n"},
        {"RowsBesideTheBraces", "table a { 1 b\n10 c }", "table a { 1 b\n  10 c }\n"},
        {"CommentsBetweenRows", "table a { # b\n1 c # d\n # e\n\n\n10 f\n}",
         "table a {  # b\n   1  c  # d\n  # e\n\n  10  f\n}\n"},
        {"RowsInAValue", "rule a {\nb = pick {\n10 c\n1 d\n}\n}",
         "rule a {\n  b = pick {\n    10  c\n     1  d\n  }\n}\n"},
        {"Grid", "grid a[b] {\nc ddd e\nf, gg 10 . 1.5\nh . 2 (i)\nelse 1 2 3\n}",
         "grid a[b] {\n          c  ddd    e\n  f, gg  10    .  1.5\n  h       .    2  (i)\n  else    1    2    "
         "3\n}\n"},
        {"GridKeysOnTwoLines", "grid a[b] {\nc d\ne,\nfff 1 2\n}", "grid a[b] {\n       c  d\n  e,\n  fff  1  2\n}\n"},
        {"GridAcross", "grid a[b across] interpolate {\n1 50\nc 0.5 7\n}",
         "grid a[b across] interpolate {\n       1  50\n  c  0.5   7\n}\n"},
        {"GridHeadsThatShare", "grid a[b] {\nc,(d) e\nf 1 2\n}", "grid a[b] {\n     c, (d)  e\n  f       1  2\n}\n"},
        {"GridLinesJoined", "grid a[b] {\nc d\ne 1 2; f 3 4\nggg 5 6\n}",
         "grid a[b] {\n       c  d\n  e 1 2; f 3 4\n  ggg  5  6\n}\n"},
        {"Names", "names {\na \"b\"\nccc   \"d\",\ne \"f\"; g \"h\"\n}",
         "names {\n  a    \"b\"\n  ccc  \"d\",\n  e \"f\"; g \"h\"\n}\n"},
    })),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Aligned, Format,
    testing::ValuesIn(std::to_array<Case>({
        {"Assignments", "rule a {\nb     = 1\nccc   = 2\n}", "rule a {\n  b   = 1\n  ccc = 2\n}\n"},
        {"NotAligned", "rule a {\nb  = 1\nccc   = 2\n}", "rule a {\n  b = 1\n  ccc = 2\n}\n"},
        {"OnlyNeighbours", "rule a {\nb   = 1\nccc = 2\n\ndd    = 3\ne     = 4\nlonger = 5\n}",
         "rule a {\n  b   = 1\n  ccc = 2\n\n  dd = 3\n  e  = 4\n  longer = 5\n}\n"},
        {"AcrossOtherStatements", "rule a {\nb    = 1\n# d\nif c { d() }\ne    = 2\nfoo  = 3\n}",
         "rule a {\n  b   = 1\n  # d\n  if c { d() }\n  e   = 2\n  foo = 3\n}\n"},
        {"AddingEndsUnderSetting", "rule a {\nb     = 1\nccc  += 2\n}", "rule a {\n  b    = 1\n  ccc += 2\n}\n"},
        {"Defs", "def a     =   1\ndef b(c)  =   2", "def a    = 1\ndef b(c) = 2\n"},
        {"Braces", "rule a   { b() }\nrule ccc { d() }", "rule a   { b() }\nrule ccc { d() }\n"},
        {"Else", "rule a {\nif b == c { d() }\nelse      { e() }\n}",
         "rule a {\n  if b == c { d() }\n  else      { e() }\n}\n"},
        {"SeveralInALine", "rule a   { b   = 1;   c() }\nrule ddd { eee = 1;   f() }",
         "rule a   { b   = 1; c() }\nrule ddd { eee = 1; f() }\n"},
        {"FiguresToTheRight", "def a = f(match b {\nc:   1\nddd: 10\ne:   5\nelse:  2\n})",
         "def a = f(match b {\n  c: 1\n  ddd: 10\n  e: 5\n  else: 2\n})\n"},
        {"FiguresEndTogether", "def a = f(match b {\nc:    1\nddd: 10\nelse: 2\n})",
         "def a = f(match b {\n  c:    1\n  ddd: 10\n  else: 2\n})\n"},
        {"Comparisons", "expect \"a\":  odds(b: c)   == 1\nexpect \"dd\": odds(b: ccc) about 2",
         "expect \"a\":  odds(b: c)   == 1\nexpect \"dd\": odds(b: ccc) about 2\n"},
        {"Displays", "display a       \"b\"       if c\ndisplay aa      \"bb\"      if d",
         "display a  \"b\"  if c\ndisplay aa \"bb\" if d\n"},
        {"Comments", "use a    # b\nuse cccc # d\nuse e #f", "use a     # b\nuse cccc  # d\nuse e  #f\n"},
        {"FarComments", "use a      # b\nuse cccc   # d", "use a      # b\nuse cccc   # d\n"},
        {"CommentsMoveWithTheLine", "rule a {\n    b()     # c\n}", "rule a {\n  b()     # c\n}\n"},
        {"CommentsOnSeveralLines", "use a    # b\n         # c\n\nuse ddd  # e\n# f",
         "use a    # b\n         # c\n\nuse ddd  # e\n# f\n"},
        {"ContinuedLines", "def a = if b then  c\n        else if dd then e\n        else if d  then e\n        else f",
         "def a = if b then c\n        else if dd then e\n        else if d  then e\n        else f\n"},
    })),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Continued, Format,
    testing::ValuesIn(std::to_array<Case>({
        {"UnderAToken", "rule a {\n b   = if c then d\n       else e\n}",
         "rule a {\n  b = if c then d\n      else e\n}\n"},
        {"ByItsDistance", "rule a {\n b = if c then d\n          else e\n}",
         "rule a {\n  b = if c then d\n           else e\n}\n"},
        {"NotSetIn", "def a =\nb +\nc", "def a =\n  b +\n  c\n"},
        {"InsideParentheses", "def a = f(b,\n          c,\n  d\n)", "def a = f(b,\n          c,\n  d\n)\n"},
        {"MovesWithTheToken", "def a   =   f(b,\n              c)", "def a = f(b,\n          c)\n"},
        {"SetOnSeveralLines", "def a = {\n  b,\n  c\n}", "def a = {\n  b,\n  c\n}\n"},
        {"CommentInside", "def a = f(b,\n   # c\n          d)", "def a = f(b,\n   # c\n          d)\n"},
        {"Distribution", "expect \"a\": odds(b by c) ==\n{1 d,\n 2 e}",
         "expect \"a\": odds(b by c) ==\n  {1 d,\n   2 e}\n"},
        {"DistributionSetIn", "expect \"a\": odds(b by c) ==\n    {1 d,\n     2 e}",
         "expect \"a\": odds(b by c) ==\n    {1 d,\n     2 e}\n"},
        {"BlockAfterLongHead", "rule a {\nif b and\n   c {\nd()\n}\n}",
         "rule a {\n  if b and\n     c {\n    d()\n  }\n}\n"},
        {"MatchInAValue", "rule a {\nb = if c then d\n    else match e {\nf: g\nelse: h\n}\n}",
         "rule a {\n  b = if c then d\n      else match e {\n        f: g\n        else: h\n      }\n}\n"},
        {"Retry", "rule a {\nretry {\nb()\n}\nwhile c and\nd\n}",
         "rule a {\n  retry {\n    b()\n  }\n  while c and\n    d\n}\n"},
        {"DefWithBlock", "def  a( b ){\nlet c=b\nif c>1 { give  -c }\ngive [ c ]\n}",
         "def a(b) {\n  let c = b\n  if c > 1 { give -c }\n  give [c]\n}\n"},
        {"Try", "rule a {\ntry{\nb()\n}\nkeep c\nelse {\nd()\n}\ntry { b() } keep c else { d() }\n}",
         "rule a {\n  try {\n    b()\n  }\n  keep c\n  else {\n    d()\n  }\n  try { b() } keep c else { d() }\n}\n"},
        {"ValueAfterARule", "rule a {\nlet b=c+d  after  e( f )\ng+=h   of i()\n}",
         "rule a {\n  let b = c + d after e(f)\n  g += h of i()\n}\n"},
        {"DistinctDef", "world def a( b:c )distinct=d", "world def a(b: c) distinct = d\n"},
        {"WorldRule", "override  world   rule a( b ){c( )}", "override world rule a(b) { c() }\n"},
        {"Tabs", "rule a {\n\tb = c +\n\t\td\n}", "rule a {\n  b = c +\n    d\n}\n"},
    })),
    name_of);

TEST(Format, RefusesWhatCannotBeRead) {
  Reading reading("rule a { b = }\nuse \"");
  EXPECT_EQ(format(reading.sources, reading.source, reading.report), std::nullopt);
  EXPECT_EQ(reading.codes(), "E0201 E0101 ");
}

TEST(Format, DoesNotMindOtherSources) {
  text::Sources sources;
  const auto broken = sources.add("a.loot", "rule");
  const auto sound = sources.add("b.loot", "use  a");
  text::Report report(sources);
  EXPECT_EQ(format(sources, broken, report), std::nullopt);
  EXPECT_EQ(format(sources, sound, report), "use a\n");
  EXPECT_EQ(report.error_count(), 1U);
}

// Every construct in the layouts that people use.
constexpr std::string_view kPack = R"(# A pack of everything.
pack everything "Every construct" 1.0
use other

## How deep: two lines
## of words.
input depth: 1..50 = 1
input branch: {dungeon, vaults} = dungeon     # where
state no_food: 0..(9 + 90) = 0
field powers: list of symbol
scratch left: int

rule floor(list: {normal, wandering} = normal, field deep: flag = false) {
  class     = if no_food > 3 then food else pick item
  quantity += pick 8..15 - -2     # more
  worth     = item[kind].worth
  let left = -depth^2 // 3 + 1/20 - (2 mod 3)
  if class == food and not left in {1, 2} or depth >= 3 { stop }
  else if left < 0 { discard }
  else             { do class }
  match kind {
    stone, throwing_net: { }
    needle: { brand = if chance (5.7 + 0.3 * depth)% then curare else poisoned }
    else:   { missile_brand(1, last = 3) }
  }
  repeat (left - 1) while chance 1 in 20 { powers += pick good }
  for place in 0..8 { with depth = depth + 1 { hold floor } }
  retry max 9 {                   # until it fits
    kind = pick m in monster where m.place == place
                weight m.place + 1 or nothing weight total
  } while kind == none
  with stream lcg(bits = 15, multiplier = 5,
                  seed = hash("{name} of {f("a")}", 37)) {
    drop gold
    drop treasure(2 +
                  3)
  }
  name = match kind {
    potion, ring: "a"
    else:         "b"
  }
}

table item: worth, flags {
   8%  potion    5  {}
  10%  ring    150  {many, missile}     # two
   1%  amulet    .  {a}  if depth > 3 else pick {wand 1; staff 2}
}

table fine {
  (max(0, 19.7 - 0.42 * depth))  robe, leather_armour,
                                 ring_mail
  3.0                            helmet
  # nothing else
                                 -d3
}
table short { 9 ration, 1 fruit; 5% -d3 }
table words {
  fast, slow, [a, b],
  cold
}

grid race[kind] {
                       elven  (dwarven), b  none
  club                     .            25    75
  morningstar, hammer,
  axe                     17            11    72
  else                     .             .   100
}

grid spellbook[depth across] interpolate {
          1    50
  flame  13  (d6)
}

world def stick_form(kind) = pick {wand, staff}
override def type_of(kind) = if kind in weapon then weapon
                             else if kind in armour then armour
                             else none
measure power = sum(x in powers where x != none: x.worth) * count(powers)

display "& [{cursed} ]{kind}~" if class == weapon
display ring if kind == a then "the ring" else "& ring of {kind}"

names {
  knife    "knife:knives"
  ur_vile  "ur-vile"
}

expect "a":  odds(floor by class, count(powers)) == {27 potion, 30 scroll,
                                                     -1 none}
expect "bb": odds(floor(normal): class == food given depth > 3, no_food = 4) about 0.25
expect "c": mean(floor: worth, branch = dungeon) in
  1%..3%
)";

// Another layout of the same tokens: other blanks, and other line ends in places that ignore them.
std::string shuffled(std::string_view bytes, std::uint64_t seed) {
  Reading reading(bytes);
  std::mt19937_64 random(seed);
  std::string out;
  std::vector<TokenKind> open;
  TokenKind before = TokenKind::Newline;
  std::uint32_t end = 0;
  const auto below = [&random](int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); };
  const auto blanks = [&](int least) {
    const bool plain = below(3) > 0;
    std::string some(static_cast<std::size_t>(plain ? least : least + below(4)), ' ');
    if (below(40) == 0) { some += '\t'; }
    return some;
  };
  for (const auto& token : reading.tokens()) {
    const bool comment = token.kind == TokenKind::Comment || token.kind == TokenKind::Doc;
    if (before == TokenKind::Newline) {
      out += below(2) > 0 ? std::string(bytes.substr(end, token.span.begin - end)) : blanks(below(20));
    } else {
      const auto gap = static_cast<int>(token.span.begin - end);
      out += below(4) > 0 ? std::string(static_cast<std::size_t>(gap), ' ') : blanks(gap > 0 ? 1 : 0);
      const bool inside = !open.empty() && open.back() != TokenKind::OpenBrace;
      if (inside && !comment && token.kind != TokenKind::Newline && below(12) == 0) {
        out += below(2) > 0 ? "\n" : " # why\n";
        out += blanks(below(30));
      }
    }
    if (token.kind == TokenKind::Newline) {
      out += below(10) == 0 ? "\r\n" : "\n";
      if (below(10) == 0) { out += "\n\n"; }
    } else {
      out += reading.sources.text(token.span);
    }
    switch (token.kind) {
      case TokenKind::OpenParen:
      case TokenKind::OpenBracket:
      case TokenKind::OpenBrace: open.push_back(token.kind); break;
      case TokenKind::CloseParen:
      case TokenKind::CloseBracket:
      case TokenKind::CloseBrace: open.pop_back(); break;
      default: break;
    }
    before = token.kind;
    end = token.span.end;
  }
  return out;
}

bool is_clean(const std::string& page) {
  return page.find(" \n") == std::string::npos && page.find("\n\n\n") == std::string::npos &&
         page.find('\t') == std::string::npos && page.find('\r') == std::string::npos && page.back() == '\n' &&
         page[page.size() - 2] != '\n' && page.front() != '\n';
}

TEST(Format, LeavesAFormattedPackAlone) { EXPECT_EQ(formatted(kPack), kPack); }

RC_GTEST_PROP(FormatProperty, AnyLayoutKeepsTokensAndTreeAndIsFormattedAtOnce, (std::uint64_t seed)) {
  const auto source = shuffled(kPack, seed);
  RC_ASSERT(dump_of(source) == dump_of(kPack));
  const auto once = formatted(source);
  RC_ASSERT(once.has_value());
  RC_ASSERT(is_clean(*once));
  RC_ASSERT(words_of(*once) == words_of(source));
  RC_ASSERT(dump_of(*once) == dump_of(kPack));
  const auto twice = formatted(*once);
  RC_ASSERT(twice.has_value());
  RC_ASSERT(*twice == *once);
}

// The shipped packs, if they are present.
TEST(Format, KeepsEveryShippedPack) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(SPOILS_PACKS_DIR)) {
    if (entry.path().extension() != ".loot") { continue; }
    SCOPED_TRACE(entry.path().string());
    std::stringstream read;
    read << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    const auto once = formatted(read.str());
    ASSERT_TRUE(once.has_value());
    EXPECT_EQ(words_of(*once), words_of(read.str()));
    EXPECT_EQ(dump_of(*once), dump_of(read.str()));
    EXPECT_EQ(formatted(*once), *once);
  }
}

}  // namespace format_test
}  // namespace spoils::lang
