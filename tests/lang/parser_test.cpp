// tests/lang/parser_test.cpp
//
// The parser: the tree of every construct, each mistake with its code and the tree in spite of it, and the law that no
// text makes it crash or run for ever. lang/dump.h has the notation of trees.
#include "lang/parser.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "lang/format.h"
#include "lang/reading.h"

namespace spoils::lang {
namespace parser_test {

struct ParseCase {
  std::string_view name, source, tree;  // before the tree the codes of what is wrong, if anything is
};

class ParseExpression : public testing::TestWithParam<ParseCase> {};
class ParseStatement : public testing::TestWithParam<ParseCase> {};
class ParseFile : public testing::TestWithParam<ParseCase> {};

TEST_P(ParseExpression, Tree) {
  Reading reading(GetParam().source);
  const auto tree = dump(parse_expression(reading.sources, reading.source, reading.report));
  EXPECT_EQ(reading.codes() + tree, GetParam().tree);
}

TEST_P(ParseStatement, Tree) {
  Reading reading("rule r {\n" + std::string(GetParam().source) + "\n}");
  const auto file = reading.file();
  ASSERT_EQ(file.declarations.size(), 1U);
  std::string tree;
  for (const auto& statement : file.declarations[0].block.statements) {
    if (!tree.empty()) { tree += ' '; }
    tree += dump(statement);
  }
  EXPECT_EQ(reading.codes() + tree, GetParam().tree);
}

TEST_P(ParseFile, Tree) {
  Reading reading(GetParam().source);
  const auto tree = dump(reading.file());
  EXPECT_EQ(reading.codes() + tree, GetParam().tree);
}

constexpr auto name_of = [](const auto& row) { return std::string(row.param.name); };

INSTANTIATE_TEST_SUITE_P(Literal, ParseExpression,
                         testing::ValuesIn(std::to_array<ParseCase>({
                             {"Number", "12", "12"},
                             {"Decimal", "0.25", "0.25"},
                             {"Dice", "2d6", "2d6"},
                             {"Die", "d20", "1d20"},
                             {"Flags", "true and false", "(and true false)"},
                             {"None", "none", "none"},
                             {"Name", "depth", "depth"},
                             {"WordInQuotes", "'for'", "'for'"},
                             {"MemberOfAList", "a[1]", "(lookup a 1)"},
                             {"Map", "{a 1, b -2, 'c' d6}", "(map a 1 b (- 2) 'c' 1d6)"},
                             {"MapOfComputed", "{(a.b) (c + 1), 5 x}", "(map (.b a) (+ c 1) 5 x)"},
                             {"MapOverLines", "{\n  a 1,\n  b (2),\n}", "(map a 1 b 2)"},
                             {"MapWithParentheses", "{a (b)}", "(map a b)"},
                             {"SetOfACall", "{a(b)}", "(set (call a b))"},
                             {"MapOfNegative", "{a -1}", "(map a (- 1))"},
                             {"SetOfDifference", "{a - 1, a-1}", "(set (- a 1) (- a 1))"},
                             {"SetOfQuestions", "{a is b}", "(set (is a b))"},
                             {"MapWithoutValue", "{a 1, b}", "E0201 (map a 1 b)"},
                             {"MemberOfACall", "f(a)[b][2]", "(member-at (member-at (call f a) b) 2)"},
                             {"Distinct", "pick 2 distinct from a", "(pick-distinct  a _ _ _ _ _ 2)"},
                             {"DistinctWhere", "pick n distinct from x in t where x or fewer",
                              "(pick-distinct-or-fewer x t x _ _ _ _ n)"},
                             {"Parentheses", "((a))", "a"},
                             {"NumberTooLarge", "99999999999999999999", "E0210 0"},
                             {"LongPercentage", "33.3333333333333333%", "(% 333333333333333333/10000000000000000)"},
                             {"TooLongPercentage", "0.00000000000000001%", "E0210 (% 1/100000000000000000)"},
                             {"NoDice", "0d6 + 2d0", "E0211 E0211 (+ 1d1 1d1)"},
                             {"TooManyDice", "10001d6", "E0211 1d1"},
                         })),
                         name_of);

INSTANTIATE_TEST_SUITE_P(Operators, ParseExpression,
                         testing::ValuesIn(std::to_array<ParseCase>({
                             {"Sum", "a + b - c", "(- (+ a b) c)"},
                             {"Product", "a * b / c // d mod e", "(mod (// (/ (* a b) c) d) e)"},
                             {"ProductsFirst", "a + b * c - d / e", "(- (+ a (* b c)) (/ d e))"},
                             {"SignBeforePower", "-a^2", "(- (^ a 2))"},
                             {"PowerToTheRight", "a^b^c", "(^ a (^ b c))"},
                             {"PowerOfASign", "2^-1", "(^ 2 (- 1))"},
                             {"SignBeforeProduct", "-a * b", "(* (- a) b)"},
                             {"TwoSigns", "a - -b", "(- a (- b))"},
                             {"Parentheses", "(a + b) * c", "(* (+ a b) c)"},
                             {"Percent", "5% + (a + b)% * c", "(+ (% 5) (* (% (+ a b)) c))"},
                             {"PercentOfAPower", "a^2%", "(^ a (% 2))"},
                             {"Comparisons", "a == b and c != d or e < f and g <= h or i > j and k >= l",
                              "(or (or (and (== a b) (!= c d)) (and (< e f) (<= g h))) (and (> i j) (>= k l)))"},
                             {"Not", "not a and not b == c", "(and (not a) (not (== b c)))"},
                             {"NotNot", "not not a", "(not (not a))"},
                             {"NotBeforeParentheses", "not (a or b)", "(not (or a b))"},
                             {"Is", "not a is b and a is {c, d not e}", "(and (not (is a b)) (is a (filter 2 c d e)))"},
                             {"IsLeftOut", "a is {not e} or a is b.c", "(or (is a (filter 0 e)) (is a (.c b)))"},
                             {"PickAtALevel", "pick a in b at c + 1 on d where e weight f or nothing weight g",
                              "(pick a in b at (+ c 1) on d where e weight f or-nothing weight g)"},
                             {"PickOn", "pick a in b on {c}", "(pick a in b on (set c))"},
                             {"In", "a in b and c in {d, e}", "(and (in a b) (in c (set d e)))"},
                             {"InARange", "a in 1..6", "(in a (.. 1 6))"},
                             {"RangeOfSums", "a + 1..b * 2", "(.. (+ a 1) (* b 2))"},
                             {"Chained", "a < b < c", "E0209 (< a b)"},
                             {"ChainedEquality", "a == b == c", "E0209 (== a b)"},
                             {"ComparisonInAComparison", "(a < b) == (c < d)", "(== (< a b) (< c d))"},
                             {"SetEqualsSomething", "a = 1", "E0201 a"},
                             {"Dangling", "a +", "E0201 (+ a _)"},
                             {"Nothing", "", "E0201 _"},
                             {"TwoValues", "a b", "E0201 a"},
                             {"LinesDoNotMatter", "a\n+\n\nb # c\n- d", "(- (+ a b) d)"},
                         })),
                         name_of);

INSTANTIATE_TEST_SUITE_P(
    Choice, ParseExpression,
    testing::ValuesIn(std::to_array<ParseCase>({
        {"If", "if a then b else c", "(if a b c)"},
        {"IfElseIf", "if a then b else if c then d else e", "(if a b (if c d e))"},
        {"IfInParentheses", "(if a then b else c) + 1", "(+ (if a b c) 1)"},
        {"IfBehindAnOperator", "1 + if a then b else c + 2", "(+ 1 (if a b (+ c 2)))"},
        {"IfWithoutThen", "if a b", "E0201 _"},
        {"IfWithoutElse", "if a then b", "E0201 _"},
        {"Match", "match a { b: 1; c, 2: 3; else: d }", "(match a (b: 1) (c 2: 3) (else: d))"},
        {"MatchRange", "match a { 1..6: b; else: c }", "(match a ((.. 1 6): b) (else: c))"},
        {"MatchNothing", "match a { }", "(match a)"},
        {"MatchWithoutColon", "match a { b 1 }", "E0201 (match a)"},
        {"Pick", "pick potion", "(pick potion)"},
        {"PickGrid", "pick race[kind]", "(pick (lookup race kind))"},
        {"PickRange", "pick 1..6", "(pick (.. 1 6))"},
        {"PickRangeOfSigns", "pick -2..-1", "(pick (.. (- 2) (- 1)))"},
        {"PickIsOneOperand", "pick 0..4 + pick 0..5 * 2", "(+ (pick (.. 0 4)) (* (pick (.. 0 5)) 2))"},
        {"PickRangeOfParentheses", "pick 2..(a + 1)", "(pick (.. 2 (+ a 1)))"},
        {"PickCall", "pick f(a)", "(pick (call f a))"},
        {"PickSet", "pick {a, b}", "(pick (rows (row [a] [b])))"},
        {"PickRows", "pick {3 a, b; 1 c if d}", "(pick (rows (row [3 a] [b]) (row [1 c] if d)))"},
        {"PickDice", "pick d6", "(pick 1d6)"},
        {"Shuffle", "shuffle a", "(shuffle a)"},
        {"ShuffleIsOneOperand", "shuffle a + b * shuffle 1..6", "(+ (shuffle a) (* b (shuffle (.. 1 6))))"},
        {"ShuffleList", "shuffle [a, b]", "(shuffle (list a b))"},
        {"ShuffleSet", "shuffle {a, b}", "(shuffle (set a b))"},
        {"ShuffleCall", "first(shuffle f(a)[1])", "(call first (shuffle (member-at (call f a) 1)))"},
        {"ShufflePick", "shuffle pick 2 distinct from a", "(shuffle (pick-distinct  a _ _ _ _ _ 2))"},
        {"ShuffleNothing", "shuffle", "E0201 (shuffle _)"},
        {"PickWhere", "pick m in monster where m.place == 1 and a in m.lists",
         "(pick m in monster where (and (== (.place m) 1) (in a (.lists m))))"},
        {"PickAll", "pick m in monster", "(pick m in monster)"},
        {"PickWeight", "pick m in monster weight m.worth + 1", "(pick m in monster weight (+ (.worth m) 1))"},
        {"PickOrNothing", "pick m in t where m.a > 1 or nothing", "(pick m in t where (> (.a m) 1) or-nothing)"},
        {"PickOrNothingWeight", "pick m in t where m.a or m.b weight m.c or nothing weight total - 1",
         "(pick m in t where (or (.a m) (.b m)) weight (.c m) or-nothing weight (- total 1))"},
        {"PickOrSomething", "pick m in t where m.a or some", "(pick m in t where (or (.a m) some))"},
        {"Chance", "chance 5%", "(chance (% 5))"},
        {"ChanceFraction", "chance 1/3", "(chance (/ 1 3))"},
        {"ChanceParentheses", "chance (1 + a)%", "(chance (% (+ 1 a)))"},
        {"ChanceOneIn", "chance 1 in (500 - 5 * a)", "(chance (one-in 1 (- 500 (* 5 a))))"},
        {"ChanceIsOneProduct", "chance 5% + 1", "(+ (chance (% 5)) 1)"},
        {"ChanceAnd", "a and chance 9/10 and b", "(and (and a (chance (/ 9 10))) b)"},
        {"ChanceCertain", "chance 1 or chance 0", "(or (chance 1) (chance 0))"},
        {"ChanceBare", "chance 20", "E0206 (chance 20)"},
    })),
    name_of);

INSTANTIATE_TEST_SUITE_P(Collection, ParseExpression,
                         testing::ValuesIn(std::to_array<ParseCase>({
                             {"Set", "{a, 1, \"b\"}", "(set a 1 (text \"b\"))"},
                             {"EmptySet", "{}", "(set)"},
                             {"TrailingComma", "{a, b,}", "(set a b)"},
                             {"SetOnLines", "{\n a,\n b\n}", "(set a b)"},
                             {"SetUnclosed", "{a, b", "E0201 (set a b)"},
                             {"List", "[a, b]", "(list a b)"},
                             {"EmptyList", "[]", "(list)"},
                             {"SetSum", "{a} + b", "(+ (set a) b)"},
                             {"Lookup", "potion[kind]", "(lookup potion kind)"},
                             {"Column", "potion[kind].worth", "(.worth (lookup potion kind))"},
                             {"Member", "m.worth + m.list.size", "(+ (.worth m) (.size (.list m)))"},
                             {"LookupOfACall", "a[f(b)]", "(lookup a (call f b))"},
                             {"LookupTwice", "a[b][c]", "E0201 (lookup a b)"},
                             {"MemberMissing", "a.", "E0201 a"},
                             {"Call", "f(a, n = b)", "(call f a (= n b))"},
                             {"CallNothing", "f()", "(call f)"},
                             {"CallOnLines", "f(\na,\nb\n)", "(call f a b)"},
                             {"CallUnclosed", "f(a", "E0201 (call f a)"},
                             {"CallInACall", "f(g(a), h())", "(call f (call g a) (call h))"},
                             {"Count", "count(held) > 0", "(> (call count held) 0)"},
                             {"Sum", "sum(x in l where x > 1: x * 2)", "(sum x in l where (> x 1) : (* x 2))"},
                             {"Any", "any(x in l where x == a)", "(any x in l where (== x a))"},
                             {"Max", "max(x in l: f(x))", "(max x in l : (call f x))"},
                             {"MaxOfTwo", "max(a, b)", "(call max a b)"},
                             {"Last", "last(x in l)", "(last x in l)"},
                             {"NoAggregate", "f(x in l)", "(call f (in x l))"},
                         })),
                         name_of);

INSTANTIATE_TEST_SUITE_P(Text, ParseExpression,
                         testing::ValuesIn(std::to_array<ParseCase>({
                             {"Plain", "\"a b\"", "(text \"a b\")"},
                             {"Empty", "\"\"", "(text)"},
                             {"Hole", "\"{a} of {b + 1}\"", "(text (hole a) \" of \" (hole (+ b 1)))"},
                             {"Format", "\"{a:+}\"", "(text (hole:+ a))"},
                             {"Escapes", "\"\\\"\\\\\\{\\}\\[\\]\\&\\~\"", "(text \"\\\"\\\\{}[]&~\")"},
                             {"MarksMeanNothingHere", "\"[&~]\"", "(text \"[&~]\")"},
                             {"TextInAHole", "\"{f(\"a{b}\")}\"", "(text (hole (call f (text \"a\" (hole b)))))"},
                             {"QuoteInATextInAHole", "\"{f(\"\\\"\")} a\"",
                              "(text (hole (call f (text \"\\\"\"))) \" a\")"},
                             {"SetInAHole", "\"{pick {a, b}}\"", "(text (hole (pick (rows (row [a] [b])))))"},
                             {"Stray", "\"a}\"", "E0218 (text \"a\")"},
                             {"EmptyHole", "\"{ }\"", "E0220 (text (hole))"},
                             {"TwoValuesInAHole", "\"{a b}\"", "E0201 (text (hole a))"},
                             {"UnknownFormat", "\"{a:x}\"", "E0222 (text (hole:x a))"},
                             {"UnknownEscape", "\"\\n\"", "E0221 (text \"n\")"},
                         })),
                         name_of);

INSTANTIATE_TEST_SUITE_P(
    Query, ParseExpression,
    testing::ValuesIn(std::to_array<ParseCase>({
        {"Odds", "odds(floor: class == food)", "(odds (call floor) : (== class food))"},
        {"OddsBy", "odds(floor by class)", "(odds (call floor) by class)"},
        {"OddsBySeveral", "odds(floor by a, count(b))", "(odds (call floor) by a (call count b))"},
        {"OddsOfARule", "odds(floor)", "(odds (call floor))"},
        {"OddsGiven", "odds(f(a, b = 1): c given d, depth = 10)", "(odds (call f a (= b 1)) : c given d (= depth 10))"},
        {"OddsByAndInput", "odds(f by a, depth = 10)", "(odds (call f) by a (= depth 10))"},
        {"OddsSettings", "odds(f, depth = 10, branch = vaults)", "(odds (call f) (= depth 10) (= branch vaults))"},
        {"Mean", "mean(f: count(things), depth = 1)", "(mean (call f) : (call count things) (= depth 1))"},
        {"OddsOfNothing", "odds(1)", "E0201 (odds _)"},
        {"OddsWithoutName", "odds(f, 10)", "E0201 (odds (call f) 10)"},
    })),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Declaration, ParseFile,
    testing::ValuesIn(std::to_array<ParseCase>({
        {"Pack", "pack rogue \"Rogue (PC)\" 1.0", "(pack rogue \"Rogue (PC)\" 1.0)"},
        {"PackNameOnly", "pack rogue", "(pack rogue)"},
        {"EscapesInATitle", "pack rogue \"\\\"R\\\" \\\\ {x} [&]\"", R"((pack rogue "\"R\" \\ {x} [&]"))"},
        {"UnknownEscapeInATitle", "pack rogue \"C:\\dir\"", "E0221 (pack rogue \"C:dir\")"},
        {"Use", "use other", "(use other)"},
        {"UseNothing", "use", "E0201 (use )"},
        {"UseKeyword", "use if", "E0216 (use )"},
        {"InputRange", "input depth: 1..30 = 1", "(input depth: (.. 1 30) = 1)"},
        {"InputRangeOfParentheses", "input a: 0..(9 + 90) = 0", "(input a: (.. 0 (+ 9 90)) = 0)"},
        {"InputNegative", "input a: -5..5 = 0", "(input a: (.. (- 5) 5) = 0)"},
        {"InputChoice", "input a: {b, c} = b", "(input a: (choice b c) = b)"},
        {"InputWithoutDefault", "input a: flag", "(input a: flag)"},
        {"State", "state no_food: 0..99 = 0", "(state no_food: (.. 0 99) = 0)"},
        {"FieldList", "field a: list of symbol", "(field a: (list-of symbol))"},
        {"FieldSet", "field a: set of spell", "(field a: (set-of spell))"},
        {"FieldMap", "field a: map of spell to int", "(field a: (map-of spell int))"},
        {"FieldMapOfNothing", "field a: map of spell", "E0201 (field a: (map-of spell))"},
        {"FieldCalledMap", "field map: map", "(field map: map)"},
        {"FieldUntyped", "field a", "(field a)"},
        {"Scratch", "scratch left: int", "(scratch left: int)"},
        {"Def", "def f(a, b: int = 1) = a + b", "(def f (a, b: int = 1) (+ a b))"},
        {"DefWithoutParameters", "def a = 1", "(def a 1)"},
        {"DefWithBlock", "def f(a) {\n  let p = a\n  if p > 1 { p = 1; give (p) }\n  give -p\n}",
         "(def f (a) {(let p a) (if (> p 1) {(= p 1) (give p)}) (give (- p))})"},
        {"DefGivesListsAndSets", "def f { give [a]; give {a, b}; give = 1 }",
         "(def f {(give (list a)) (give (set a b)) (= give 1)})"},
        {"DefWithEmptyBlock", "world def f { }\ndef b = 2", "(world def f {})\n(def b 2)"},
        {"DefBlockReturns", "def f { return 1 }\ndef b = 2", "E0225 (def f {})\n(def b 2)"},
        {"DefBlockWithoutValue", "def f { give }\ndef b = 2", "E0201 (def f {})\n(def b 2)"},
        {"DefNextLine", "def a =\n  b +\n  c", "(def a (+ b c))"},
        {"DefContinued", "def a = b\n  + c\n  and d", "(def a (and (+ b c) d))"},
        {"DefIfOnLines", "def a = if b then c\n        else if d then e\n        else f",
         "(def a (if b c (if d e f)))"},
        {"DefNextLineBeginsWithSign", "def a = b\n- c", "(def a (- b c))"},
        {"ConstantDef", "override constant def f(a) = a\nconstant def b { give 1 }",
         "(override constant def f (a) a)\n(constant def b {(give 1)})"},
        {"ConstantRule", "constant rule a { }", "E0227 (constant rule a {})"},
        {"ConstantIsAName", "collection constant { a: int = 0 }\nconstant def { a = 1 }",
         "(collection constant (a: int = 0))\n(record constant def (= a 1))"},
        {"WorldDef", "world def a(b) = pick {c, d}", "(world def a (b) (pick (rows (row [c] [d]))))"},
        {"Override", "override rule a { }", "(override rule a {})"},
        {"DistinctDef", "world def a(b: c) distinct = d", "(world distinct def a (b: c) d)"},
        {"DistinctOnlyOfAWorld", "def a(b: c) distinct = d", "E0229 (def a (b: c) d)"},
        {"DistinctAsAName", "def distinct(distinct) = distinct", "(def distinct (distinct) distinct)"},
        {"WorldRule", "world rule a(b) { c() }", "(world rule a (b) {(run (call c))})"},
        {"WorldTable", "world table a { b }\nworld rule c { }", "E0217 (world table a (row [b]))\n(world rule c {})"},
        {"OverrideWorld", "override world def a = b", "(override world def a b)"},
        {"Measure", "measure power = damage * 2", "(measure power (* damage 2))"},
        {"Doc", "## one\n## two\n\nuse a # three\n## of b\nuse b", "(use a ## \"one\\ntwo\")\n(use b ## \"of b\")"},
        {"DocBelongsToTheNext", "use a\n## b\ninput c: flag", "(use a)\n(input c: flag ## \"b\")"},
        {"SeveralOnALine", "use a; use b", "(use a)\n(use b)"},
        {"Unknown", "tabel a { 1 b }", "E0203 "},
        {"UnknownGoesOn", "foo bar() {\n  x\n}\nuse a\nbar", "E0203 E0203 (use a)"},
        {"NoDeclaration", "+ 1\nuse a", "E0201 (use a)"},
        {"AndMore", "use a b", "E0201 (use a)"},
        {"KeywordAsName", "rule if { }", "E0216 (rule  {})"},
        {"KeywordAsParameter", "def a(in) = 1", "E0216 (def a ())"},
    })),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Display, ParseFile,
    testing::ValuesIn(std::to_array<ParseCase>({
        {"Plain", "display potion \"& potion~ of {kind}\"",
         "(display potion (text & \" potion\" ~ \" of \" (hole kind)))"},
        {"WithoutRule", "display \"a\"", "(display _ (text \"a\"))"},
        {"Optional", "display a \"[{b} ]c\"", "(display a (text (optional (hole b) \" \") \"c\"))"},
        {"Condition", "display a \"b\" if c == d", "(display a (text \"b\") if (== c d))"},
        {"Chain", "display a if b then \"c\" else if d then \"e\" else \"f\"",
         "(display a (if b (text \"c\") (if d (text \"e\") (text \"f\"))))"},
        {"ChainOnLines", "display a\n  if b\n  then \"c\"\n  else \"{d}~\"",
         "(display a (if b (text \"c\") (text (hole d) ~)))"},
        {"NoText", "display a b", "E0201 (display a)"},
        {"OptionalInOptional", "display a \"[b [c]]\"", "E0223 (display a (text (optional \"b \" \"c\")))"},
        {"OptionalUnclosed", "display a \"[b\"", "E0219 (display a (text (optional \"b\")))"},
        {"StrayBracket", "display a \"b]\"", "E0218 (display a (text \"b\"))"},
        {"EscapedMarks", "display a \"\\[\\&\\~\\]\"", "(display a (text \"[&~]\"))"},
    })),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Expect, ParseFile,
    testing::ValuesIn(std::to_array<ParseCase>({
        {"Equal", "expect \"a\": odds(b: c) == 1/20", "(expect \"a\" (== (odds (call b) : c) (/ 1 20)))"},
        {"EscapesInAPromise", R"(expect "\"a\" {b}": odds(b) == 1)", R"((expect "\"a\" {b}" (== (odds (call b)) 1)))"},
        {"Range", "expect \"a\": odds(b) in 1%..3%", "(expect \"a\" (in (odds (call b)) (.. (% 1) (% 3))))"},
        {"About", "expect \"a\": mean(b: c) about 0.25", "(expect \"a\" (about (mean (call b) : c) 0.25))"},
        {"AboutOnTheNextLine", "expect \"a\": mean(b: c)\n  about 25%",
         "(expect \"a\" (about (mean (call b) : c) (% 25)))"},
        {"Distribution", "expect \"a\": odds(b by c) == {27 d, 30 e; 1 -1}",
         "(expect \"a\" (== (odds (call b) by c) (rows (row [27 d] [30 e]) (row [1 (- 1)]))))"},
        {"DistributionOnTheNextLine", "expect \"a\":\n  odds(b by c) ==\n  {1 d,\n   2 e}",
         "(expect \"a\" (== (odds (call b) by c) (rows (row [1 d] [2 e]))))"},
        {"SetInsideOdds", "expect \"a\": odds(b: c in {d, e}) == 1",
         "(expect \"a\" (== (odds (call b) : (in c (set d e))) 1))"},
        {"SetOnTheNextLineInsideOdds", "expect \"a\": odds(b: c == {d} and e in\n  {f}) == 1",
         "(expect \"a\" (== (odds (call b) : (and (== c (set d)) (in e (set f)))) 1))"},
        {"SetsInArguments", "expect \"a\": odds(b(c = {d, e})) == f({g})",
         "(expect \"a\" (== (odds (call b (= c (set d e)))) (call f (set g))))"},
        {"WithoutTitle", "expect odds(a) == 1", "E0201 (expect)"},
        {"WithoutColon", "expect \"a\" odds(b) == 1", "E0201 (expect \"a\")"},
    })),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Table, ParseFile,
    testing::ValuesIn(std::to_array<ParseCase>({
        {"Rows", "table a {\n 27% b\n 30 c\n d\n}", "(table a (row [(% 27) b]) (row [30 c]) (row [d]))"},
        {"Commas", "table a { 9 b, 1 c }", "(table a (row [9 b] [1 c]))"},
        {"SharedWeight", "table a { 4.8 b, c,\n d; 2 e }", "(table a (row [4.8 b] [c] [d]) (row [2 e]))"},
        {"Columns", "table a: b, c {\n 8% d 5 {e}\n f . \"g\"\n}",
         "(table a (columns b c) (row [(% 8) d | 5 (set e)]) (row [f | none (text \"g\")]))"},
        {"NegativeCells", "table a: b { 10% -d3 -1 }", "(table a (columns b) (row [(% 10) (- 1d3) | (- 1)]))"},
        {"WeightExpression", "table a { (1 + b) c; (d) (e) }", "(table a (row [(+ 1 b) c]) (row [d e]))"},
        {"Condition", "table a { 1 b if c > 1; 2 d }", "(table a (row [1 b] if (> c 1)) (row [2 d]))"},
        {"ConditionElse", "table a {\n 1 b if c else pick {d, e}\n 2 f\n}",
         "(table a (row [1 b] if c else (pick (rows (row [d] [e])))) (row [2 f]))"},
        {"ConditionOnTwoLines", "table a {\n 1 b if c and\n   d\n 2 e\n}",
         "(table a (row [1 b] if (and c d)) (row [2 e]))"},
        {"MinusBeginsARow", "table a {\n 1 b if c\n -d3\n}", "(table a (row [1 b] if c) (row [(- 1d3)]))"},
        {"Empty", "table a { }", "(table a)"},
        {"TrailingComma", "table a { b, c, }", "(table a (row [b] [c]))"},
        {"Values", "table a { none; true; \"b\"; d6; [c]; {d}; -(1) }",
         "(table a (row [none]) (row [true]) (row [(text \"b\")]) (row [1d6]) (row [(list c)]) (row [(set d)]) (row "
         "[(- "
         "1)]))"},
        {"TooManyValues", "table a { 1 b c }", "E0205 (table a)"},
        {"TooFewValues", "table a: b, c { 1 d }", "E0205 (table a (columns b c))"},
        {"WeightAlone", "table a { 5% }", "E0207 (table a)"},
        {"Unclosed", "table a { 1 b", "E0202 (table a (row [1 b]))"},
        {"NextRowsAreRead", "table a {\n 1 b c\n 2 d\n + e\n 3 f g\n}", "E0205 E0201 (table a (row [2 d]))"},
        {"WithoutBrace", "table a\nuse b", "E0201 (table a)\n(use b)"},
    })),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Grid, ParseFile,
    testing::ValuesIn(std::to_array<ParseCase>({
        {"Keys", "grid a[b] {\n  c d none\n e 1 . 0.5\n f, g 2 (h) 3\n else . . 100\n}",
         "(grid a b (columns c d none) (row [e | 1 none 0.5]) (row [f] [g | 2 h 3]) (else [_ | none none 100]))"},
        {"KeysOnTwoLines", "grid a[b] {\n c\n e,\n f 1\n}", "(grid a b (columns c) (row [e] [f | 1]))"},
        {"Across", "grid a[b across] { 1 2\n c 3 4 }", "(grid a b across (columns 1 2) (row [c | 3 4]))"},
        {"Interpolate", "grid a[b] interpolate { c\n 1 5\n 10 50 }",
         "(grid a b interpolate (columns c) (row [1 | 5]) (row [10 | 50]))"},
        {"HeadsThatShare", "grid a[b] { c,(d),{e} f\n g 1 2 }", "(grid a b (columns (c d (set e)) f) (row [g | 1 2]))"},
        {"LinesJoined", "grid a[b] { c; d 1; e 2 }", "(grid a b (columns c) (row [d | 1]) (row [e | 2]))"},
        {"KeyOnItsOwnLine", "grid a[\n  b across\n] { c\n d 1 }", "(grid a b across (columns c) (row [d | 1]))"},
        {"TooFewWeights", "grid a[b] { c d\n e 1\n f 2 3 }", "E0208 (grid a b (columns c d) (row [f | 2 3]))"},
        {"TooManyWeights", "grid a[b] { c\n e 1 2 }", "E0208 (grid a b (columns c))"},
        {"NoHeads", "grid a[b] { }", "E0201 (grid a b)"},
        {"WithoutKey", "grid a { }", "E0201 (grid a _)"},
        {"Unclosed", "grid a[b] { c\n d 1", "E0202 (grid a b (columns c) (row [d | 1]))"},
    })),
    name_of);

INSTANTIATE_TEST_SUITE_P(Names, ParseFile,
                         testing::ValuesIn(std::to_array<ParseCase>({
                             {"Entries", "names {\n knife \"knife:knives\"\n ur_vile \"ur-vile\", a \"b\"; c \"d\"\n}",
                              "(names (knife \"knife:knives\") (ur_vile \"ur-vile\") (a \"b\") (c \"d\"))"},
                             {"Empty", "names { }", "(names)"},
                             {"WithoutText", "names { a }", "E0201 (names)"},
                             {"WithoutSymbol", "names { \"a\" }\nuse b", "E0201 (names)\n(use b)"},
                             {"Unclosed", "names { a \"b\"", "E0202 (names (a \"b\"))"},
                         })),
                         name_of);

INSTANTIATE_TEST_SUITE_P(
    Collection, ParseFile,
    testing::ValuesIn(std::to_array<ParseCase>({
        {"Fields",
         "collection a {\n b: int = 1\n c: set of a; tags = {b}\n block e\n rows f { g: range; h: int = 2 }\n}",
         "(collection a (b: int = 1, c: (set-of a)) (rows f (g: range, h: int = 2)) (block e) (= tags (set b)))"},
        {"Empty", "collection a { rows allocate { } }", "(collection a (rows allocate))"},
        {"Record", "a b \"B\" : c, d {\n e = 1; f += {g not h}\n once\n}",
         "(record a b : c : d \"B\" (= e 1) (+= f (filter 1 g h)) (once))"},
        {"Rows", "a b { c 1..5 d 0.5 on e, (f) not g, h; c ..3 {i}; c 2.. -1 }",
         "(record a b (c (.. 1 5) d 0.5 on (filter 2 e f g h)) (c (.. _ 3) (set i)) (c (.. 2 _) (- 1)))"},
        {"Block", "a b { c { d = 1 } }", "(record a b (c {(= d 1)}))"},
        {"Abstract", "abstract a b, c : d { once }",
         "(abstract record a b : d (once))\n(abstract record a c : d (once))"},
        {"Override", "override a b { }", "(override record a b)"},
        {"With", "rule a { b(c with { d = 1 }) }", "(rule a {(run (call b c.0.1))})\n(record  c.0.1 : c (= d 1))"},
        {"WithoutABody", "a b\na c : b\na d \"D\"; a e\nrule f { }",
         "(record a b)\n(record a c : b)\n(record a d \"D\")\n(record a e)\n(rule f {})"},
        {"ThreeWords", "a b c", "E0203 "},
        {"NearlyATable", "tabel a { 2 b }", "E0203 "},
        {"NearlyATableOfWords", "tabel a { b, c }", "E0203 "},
        {"NearlyATableWithColumns", "tabel a: b { 3 c 1 }", "E0203 "},
        {"NearlyAnInput", "inptu a: int", "E0203 "},
        {"NearlyADisplay", "dispaly a \"b\"", "E0203 "},
        {"NearlyAUse", "ues a", "E0203 "},
        {"NearlyAWordButKnown", "collection ues { }\nues a", "(collection ues)\n(record ues a)"},
        {"NearlyAWordWithItems", "rune a { b = 1; c 2 }\nstat d : e { }",
         "(record rune a (= b 1) (c 2))\n(record stat d : e)"},
        {"NoItem", "a b { c }", "E0201 (record a b)"},
        {"AllocateWithoutValues", "a b {\n allocate\n c = 1\n}", "E0201 (record a b (= c 1))"},
        {"NotClosed", "a b { c = 1", "E0202 (record a b (= c 1))"},
    })),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Statement, ParseStatement,
    testing::ValuesIn(std::to_array<ParseCase>({
        {"Apply", "apply a.b; apply a.b.c", "(apply (.b a)) (apply (.c (.b a)))"},
        {"SetEntry", "a[b] = 1; a[b.c] += d; a[1] -= 2", "(= a 1 b) (+= a d (.c b)) (-= a 2 1)"},
        {"SetEntryWithoutValue", "a[b]", "E0201 "},
        {"ApplyWithoutBlock", "apply a", "E0201 "},
        {"ApplyAsAField", "apply = 1", "(= apply 1)"},
        {"Assign", "a = b + 1", "(= a (+ b 1))"},
        {"Add", "a += 1; b -= c", "(+= a 1) (-= b c)"},
        {"AssignOnTheNextLine", "a =\n  b", "(= a b)"},
        {"AssignContinued", "a = b\n  + c\nd = 1", "(= a (+ b c)) (= d 1)"},
        {"Let", "let a = d6", "(let a 1d6)"},
        {"LetNothing", "let = 1", "E0201 "},
        {"If", "if a { b() }", "(if a {(run (call b))})"},
        {"IfElse", "if a { b() } else { c() }", "(if a {(run (call b))} {(run (call c))})"},
        {"ElseOnTheNextLine", "if a { b() }\n# c\nelse { d() }", "(if a {(run (call b))} {(run (call d))})"},
        {"ElseIf", "if a { } else if b { } else { c() }", "(if a {} {(if b {} {(run (call c))})})"},
        {"IfSet", "if a in {b} { c() }", "(if (in a (set b)) {(run (call c))})"},
        {"IfThen", "if a then b", "E0201 "},
        {"ElseAlone", "else { a() }\nb()", "E0214 (run (call b))"},
        {"Match", "match a { b, c: { d() }; 1..3: { }\n else: { e() } }",
         "(match a (b c {(run (call d))}) ((.. 1 3) {}) (else {(run (call e))}))"},
        {"MatchIfElse", "match a { b: { if c { d() } }\n else: { e() } }",
         "(match a (b {(if c {(run (call d))})}) (else {(run (call e))}))"},
        {"MatchPick", "match pick {1 a; 2 b} { a: { c() } }",
         "(match (pick (rows (row [1 a]) (row [2 b]))) (a {(run (call c))}))"},
        {"MatchWithoutBlock", "match a { b: c }", "E0201 (match a)"},
        {"Repeat", "repeat 3 + d6 { a() }", "(repeat (+ 3 1d6) {(run (call a))})"},
        {"RepeatWhile", "repeat 9 while chance 30% { a += 1 }", "(repeat 9 while (chance (% 30)) {(+= a 1)})"},
        {"RepeatCall", "repeat f(a) { b() }", "(repeat (call f a) {(run (call b))})"},
        {"For", "for x in [a, b] { c(x) }", "(for x (list a b) {(run (call c x))})"},
        {"ForRange", "for x in 0..8 { a += x }", "(for x (.. 0 8) {(+= a x)})"},
        {"ForWithoutIn", "for x { }", "E0201 "},
        {"GiveIsAName", "give = 1\ngive += give", "(= give 1) (+= give give)"},
        {"Try", "try { a() } keep b", "(try b {(run (call a))})"},
        {"TryElse", "try {\n a()\n}\nkeep b\nelse { c() }\nd()",
         "(try b {(run (call a))} {(run (call c))}) (run (call d))"},
        {"TryIsAName", "try = keep\ntry()", "(= try keep) (run (call try))"},
        {"TryWithoutKeep", "try { a() }\nb()", "E0228 (run (call b))"},
        {"ValueAfterARule", "let p = q + 1 after a(b, 2)\nx += q of a()\nc()",
         "(let p (+ q 1) after (call a b 2)) (+= x q of (call a)) (run (call c))"},
        {"AfterAndOfAreNames", "of = after\nafter(of)", "(= of after) (run (call after of))"},
        {"ValueAfterNoRule", "x = q after a", "E0201 "},
        {"ValueAfterAFunction", "x = q of odds(a: b)", "E0201 "},
        {"Retry", "retry { a() } while b", "(retry {(run (call a))} while b)"},
        {"RetryMax", "retry max 9 {\n a()\n}\nwhile b\nc()", "(retry max 9 {(run (call a))} while b) (run (call c))"},
        {"RetryWithoutWhile", "retry { a() }", "E0212 "},
        {"While", "while a { b() }\nc()", "E0213 (run (call c))"},
        {"Call", "monster(5, a = b)", "(run (call monster 5 (= a b)))"},
        {"CallOnLines", "f(\n  a,\n  b)", "(run (call f a b))"},
        {"Do", "do class", "(do class)"},
        {"Drop", "drop gold; drop f(1)", "(drop (call gold)) (drop (call f 1))"},
        {"Hold", "hold floor", "(hold (call floor))"},
        {"DropNothing", "drop 5", "E0201 "},
        {"Stop", "stop; discard", "(stop) (discard)"},
        {"WithInput", "with depth = depth + 1 { a() }", "(with depth (+ depth 1) {(run (call a))})"},
        {"WithStream", "with stream lcg(bits = 15, seed = a) { b() }",
         "(with-stream (lcg (= bits 15) (= seed a)) {(run (call b))})"},
        {"WithNamedStream", "with stream weather { b() }", "(with-stream weather {(run (call b))})"},
        {"WithInputNamedStream", "with stream = 1 { }", "(with stream 1 {})"},
        {"BareName", "a\nb()", "E0215 (run (call b))"},
        {"Compare", "a == 1", "E0201 "},
        {"NoStatement", "5\na()", "E0201 (run (call a))"},
        {"TwoOnALine", "a() b()\nc()", "E0201 (run (call a)) (run (call c))"},
        {"Semicolons", ";; a();; b();", "(run (call a)) (run (call b))"},
        {"OneMistakeEach", "a = )\nb = 1 + *\nc = d e\nf()", "E0201 E0201 E0201 (= c d) (run (call f))"},
        {"MistakeInABlock", "if a { b }\nif c { + }\nd()", "E0215 E0201 (if a {}) (if c {}) (run (call d))"},
    })),
    name_of);

INSTANTIATE_TEST_SUITE_P(Recovery, ParseFile,
                         testing::ValuesIn(std::to_array<ParseCase>({
                             {"RuleWithoutBlock", "rule a\nuse b", "E0201 (rule a {})\n(use b)"},
                             {"BlockUnclosed", "rule a { b()", "E0202 (rule a {(run (call b))})"},
                             {"BlockUnclosedBeforeNext", "rule a {\n  if b {\nuse c", "E0202 (rule a {})\n(use c)"},
                             {"ParenthesisUnclosed", "def a = (1\nuse b", "E0201 (def a 1)\n(use b)"},
                             {"LexicalIsReportedOnce", "def a = $\ndef b = 2d", "E0102 E0104 (def a)\n(def b)"},
                             {"TextUnterminated", "def a = \"b\nuse c", "E0101 (def a)\n(use c)"},
                             {"TwoMistakes", "def a = 1 + *\ndef b = )\nuse c",
                              "E0201 E0201 (def a (+ 1 _))\n(def b)\n(use c)"},
                             {"CloseBraceTooMany", "rule a { } }\nuse b", "E0201 (rule a {})\n(use b)"},
                         })),
                         name_of);

// A construct that nests in itself, and the text that opens one more level.
struct DeepCase {
  std::string_view name, before, again;
};

class ParseDeep : public testing::TestWithParam<DeepCase> {};

TEST_P(ParseDeep, IsRefused) {
  constexpr int kTimes = 10'000;
  std::string source(GetParam().before);
  for (int i = 0; i < kTimes; ++i) { source += GetParam().again; }
  Reading reading(source);
  static_cast<void>(reading.file());
  EXPECT_GT(reading.report.error_count(), 0U);
  EXPECT_EQ(format(reading.sources, reading.source, reading.report), std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(, ParseDeep,
                         testing::ValuesIn(std::to_array<DeepCase>({
                             {"Parentheses", "def a = ", "("},
                             {"Sets", "def a = ", "{"},
                             {"Lists", "def a = ", "["},
                             {"Signs", "def a = ", "-"},
                             {"Powers", "def a = ", "2^"},
                             {"Nots", "def a = ", "not "},
                             {"Picks", "def a = ", "pick "},
                             {"PicksInSets", "def a = ", "pick {("},
                             {"PicksWhere", "def a = ", "pick m in t where "},
                             {"Chances", "def a = ", "chance "},
                             {"Ifs", "def a = ", "if "},
                             {"ElseIfs", "def a = ", "if b then c else "},
                             {"Matches", "def a = ", "match b { c: "},
                             {"MatchPatterns", "def a = ", "match b { match "},
                             {"Calls", "def a = ", "f("},
                             {"Lookups", "def a = ", "a["},
                             {"Aggregates", "def a = ", "sum(x in "},
                             {"Questions", "def a = ", "odds("},
                             {"QuestionsBy", "def a = ", "odds(f by "},
                             {"Texts", "def a = ", "\"{"},
                             {"Blocks", "rule a { ", "if b { "},
                             {"ElseBlocks", "rule a { ", "if b { } else "},
                             {"MatchBlocks", "rule a { ", "match b { c: { "},
                             {"Loops", "rule a { ", "retry { repeat 2 { for x in y { with a = b { "},
                             {"Cells", "table a { ", "-"},
                             {"CellsInLists", "table a { ", "[{("},
                             {"GridHeads", "grid a[b] { ", "("},
                             {"Types", "rule a(b: ", "-("},
                             {"Sums", "def a = b", " + b"},
                             {"Members", "def a = b", ".c"},
                             {"Percents", "def a = b", "%"},
                             {"Displays", "display ", "if a then \"b\" else "},
                         })),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(Parser, NestsAsDeepAsItSays) {
  const auto nested = [](int depth) {
    const auto count = static_cast<std::size_t>(depth);
    return "def a = " + std::string(count, '(') + "b" + std::string(count, ')');
  };
  EXPECT_EQ(dump_of(nested(kMaxNesting - 1)), "(def a b)");  // what is defined is the first level
  EXPECT_EQ(dump_of(nested(kMaxNesting)), "E0204 ");
}

TEST(Parser, TakesSumsAsLongAsItSays) {
  const auto sum = [](int terms) {
    std::string out = "def a = b";
    for (int i = 1; i < terms; ++i) { out += " + b"; }
    return out;
  };
  EXPECT_EQ(dump_of(sum(kMaxHeight)).substr(0, 8), "(def a (");
  EXPECT_EQ(dump_of(sum(kMaxHeight + 1)), "E0204 ");
}

// Anything that the lexer knows, in any order.
rc::Gen<std::string> token_soup() {
  static const std::vector<std::string> kSpellings = [] {
    std::vector<std::string> out{"a",        "kind",  "2",       "0.5",     "d6",     "\"b{c}\"",   "\n",
                                 "\n",       "# d\n", "## e\n",  "pack",    "input",  "table",      "grid",
                                 "rule",     "def",   "display", "names",   "expect", "odds",       "sum",
                                 "by",       "about", "weight",  "nothing", "max",    "stream",     "world",
                                 "override", "field", "list",    "of",      "across", "interpolate"};
#define SPOILS_KEYWORD(name, spelling) out.emplace_back(spelling);
#include "lang/tokens.def"
#undef SPOILS_KEYWORD
#define SPOILS_MARK(name, spelling) out.emplace_back(spelling);
#include "lang/tokens.def"
#undef SPOILS_MARK
    return out;
  }();
  const auto one = rc::gen::map(rc::gen::inRange<std::size_t>(0, kSpellings.size()),
                                [](std::size_t i) { return kSpellings[i] + " "; });
  const auto several = rc::gen::scale(5.0, rc::gen::container<std::vector<std::string>>(one));
  return rc::gen::map(several, [](const std::vector<std::string>& words) {
    std::string out;
    for (const auto& word : words) { out += word; }
    return out;
  });
}

RC_GTEST_PROP(ParserProperty, ReadsAnyTokensInAnyOrder, ()) {
  static constexpr std::array<std::string_view, 8> kBegins{
      "", "def a = ", "rule a { ", "table a { ", "grid a[b] { c\n", "expect \"a\": ", "names { ", "display a "};
  const auto begin = *rc::gen::elementOf(kBegins);
  const auto source = std::string(begin) + *token_soup();
  Reading reading(source);
  static_cast<void>(dump(reading.file()));
  const auto page = format(reading.sources, reading.source, reading.report);
  RC_ASSERT(page.has_value() == (reading.report.error_count() == 0));
  if (page) { RC_ASSERT(words_of(*page) == words_of(source)); }
  Reading question(source);
  static_cast<void>(dump(parse_expression(question.sources, question.source, question.report)));
}

}  // namespace parser_test
}  // namespace spoils::lang
