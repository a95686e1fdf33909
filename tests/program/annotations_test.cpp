// tests/program/annotations_test.cpp
//
// The facts about a program that the linker computes (check/link/links.h), by sources beside lines of the dump: what
// draws, what tables and filters read, which symbols a slot may hold, which fields a thing may have, what is hoisted,
// what has a memo, how a filter is planned. Each optimisation has rows that show where it applies, and rows, whose
// names begin with Not, where it would change the meaning or cost more than it saves. The expected lines were checked
// by hand.
#include <gtest/gtest.h>

#include "program/dumped.h"

namespace spoils {
namespace annotations_test {

using dumped::name_of;
using dumped::rows;

class Annotations : public testing::TestWithParam<dumped::Row> {};

TEST_P(Annotations, IsAsListed) { EXPECT_EQ(dumped::dump_of(GetParam()), GetParam().dump); }

// Only the cells and defs that may draw are marked so; those that are not are evaluated once for a state.
INSTANTIATE_TEST_SUITE_P(Draws, Annotations,
                         testing::ValuesIn(rows({"rule"}, {{"ColumnThatDraws", R"(
table t: n, m { a d6 1; b 2 2 }
rule r { k = pick t; x = t[k].n; y = t[k].m }
)",
                                                            R"(
rule r
  k = (pick t)
  x = (cell t n k draws)
  y = (cell t m k)
)"},
                                                           {"DefThatDraws", R"(
def lot(n) = n + d6
def few(n) = n + 1
def mixed(n) = shuffle [1, n]
rule r { x = lot(1); y = few(1); z = few(d6); w = lot(few(2)); l = mixed(3) }
)",
                                                            R"(
rule r
  x = (call lot 1 draws)
  y = (call few 1)
  z = (call few (dice 1 6) draws)
  w = (call lot (call few 2) draws)
  l = (call mixed 3 draws)
)"}})),
                         name_of);

// A table is prepared once for each value of what it reads, and once for all if it is constant.
INSTANTIATE_TEST_SUITE_P(Reads, Annotations,
                         testing::ValuesIn(rows({"table", "filter"},
                                                {{"WeightThatReadsAField", R"(
table t { 1 a; x b; c if y == 1 }
rule r { x = d6; y = d6; k = pick t }
)",
                                                  R"(
table t reads x, y
  1 a
  (or-zero x) b
  1 c if (equal (or-zero y) 1)
)"},
                                                 {"WeightThroughADef", R"(
input depth: 1..9 = 1
def deep(n) = n + depth
table t { 1 a; (deep(z)) b }
rule r { z = d6; k = pick t }
)",
                                                  R"(
table t reads depth, z
  1 a
  (or-zero (call deep z)) b
)"},
                                                 {"WeightOfNothing", R"(
table t { 1 a; 2 b }
rule r { x = d6; y = d6; k = pick m in t where m != a or nothing weight x }
)",
                                                  R"(
table t constant
  1 a
  2 b
filter m#6 of t reads x
)"},
                                                 {"NotATableOfConstants", R"(
table t { 1 a; 2 b; (1/2) c }
rule r { x = d6; k = pick t }
)",
                                                  R"(
table t constant
  1 a
  2 b
  0.5 c
)"},
                                                 // Only weights and conditions decide which row comes.
                                                 {"NotTheOutcome", R"(
table t { 1 (x + 1); 2 (y) }
rule r { x = d6; y = d6; k = pick t }
)",
                                                  R"(
table t constant
  1 (add (or-zero x) 1)
  2 y
)"},
                                                 // The row keeps its weight; only its outcome differs.
                                                 {"NotTheConditionOfAnElse", R"(
table t { a; b if x == 1 else c }
rule r { x = d6; k = pick t }
)",
                                                  R"(
table t constant
  1 a
  1 b if (equal (or-zero x) 1) else c
)"}})),
                         name_of);

// All symbols that a slot for records may ever hold. A slot without a list may hold any.
INSTANTIATE_TEST_SUITE_P(Symbols, Annotations,
                         testing::ValuesIn(rows({"field"},
                                                {// No row can give a bow.
                                                 {"OfAPick", R"(
collection weapon { rows allocate { } }
weapon knife { allocate 1.. }
weapon club { allocate 1.. }
weapon bow { }
rule r { arm = pick w in weapon at 1 }
)",
                                                  R"(
field arm: a symbol of {club, knife}
)"},
                                                 {"OfEveryAssignment", R"(
collection weapon { rows allocate { } }
weapon knife { allocate 1.. }
weapon club { allocate 1.. }
weapon bow { }
table t { knife if x == 1 else club }
field arm: weapon
rule r { x = d2; arm = pick t; if x == 2 { arm = bow } }
)",
                                                  R"(
field arm: a symbol of {bow, club, knife}
field x: an integer
)"},
                                                 // A declared field has all records; this one has those that it gets.
                                                 {"OfEveryAssignmentWithoutAType", R"(
collection weapon { rows allocate { } }
weapon knife { allocate 1.. }
weapon club { }
weapon bow { }
weapon axe { }
weapon sling { }
table t { bow if x == 1 else axe }
rule r { x = d2; arm = if x == 1 then pick w in weapon at 1 else club; if x == 2 { arm = pick t } }
)",
                                                  R"(
field x: an integer
field arm: a symbol of {axe, bow, club, knife}
)"},
                                                 {"OfALoop", R"(
collection weapon { rows allocate { } }
weapon knife { allocate 1.. }
weapon club { allocate 1.. }
weapon bow { }
field all: list of weapon
rule r { all = [knife, bow]; for k in all { arm = k } }
)",
                                                  R"(
field all: a list of symbols
field arm: a symbol of {bow, knife}
)"},
                                                 {"OfAShuffle", R"(
collection weapon { rows allocate { } }
weapon knife { allocate 1.. }
weapon club { allocate 1.. }
weapon bow { }
field all: list of weapon
rule r { all = shuffle [knife, bow]; for k in all { arm = k } }
)",
                                                  R"(
field all: a list of symbols
field arm: a symbol of {bow, knife}
)"},
                                                 {"OfAnInput", R"(
collection weapon { rows allocate { } }
weapon knife { allocate 1.. }
weapon club { allocate 1.. }
weapon bow { }
input want: weapon = bow
rule r { arm = want }
)",
                                                  R"(
field arm: a symbol of {bow, club, knife}
)"},
                                                 {"NotOfAParameter", R"(
collection weapon { rows allocate { } }
weapon knife { allocate 1.. }
weapon club { allocate 1.. }
weapon bow { }
rule r(field arm: weapon = knife) { x = 1 }
)",
                                                  R"(
field arm: a symbol
field x: an integer
)"}})),
                         name_of);

// All rules that run on the same thing count; a rule that makes a thing of its own has its own fields.
INSTANTIATE_TEST_SUITE_P(
    Rules, Annotations,
    testing::ValuesIn(rows({"fields"},
                           {// Rules that run on the same thing count; those that make others do not.
                            {"FieldsOfCalledRules", R"(
rule r { a = 1; s(); drop t; if a == 1 { do pick {u, s} } }
rule s { b = 1 }
rule t { d = 1 }
rule u { e = 1 }
)",
                             R"(
fields of r: a, b, e
fields of s: b
fields of t: d
fields of u: e
)"}})),
    name_of);

// The rules that `do` may run.
INSTANTIATE_TEST_SUITE_P(Dispatch, Annotations,
                         testing::ValuesIn(rows({"rule"},
                                                {{"OfTheSymbolsOfATable", R"(
rule r { do pick {t, u} }
rule s { x = 1 }
rule t { x = 2 }
rule u { x = 3 }
)",
                                                  R"(
rule r
  do (pick table:0) of t u
rule s
  x = 1
rule t
  x = 2
rule u
  x = 3
)"},
                                                 // Each rule has its own defaults.
                                                 {"DropDo", R"(
rule r { drop do pick {s, t} }
rule s(n = 1, m = 2) { x = n + m }
rule t(n = 3) { x = n }
)",
                                                  R"(
rule r
  #7 = (pick table:0)
  if true
    if (equal #7 s)
      drop s 1 2
    if (equal #7 t)
      drop t 3
rule s n#4=1 m#5=2
  x = (add (or-zero n#4) (or-zero m#5))
rule t n#6=3
  x = n#6
)"},
                                                 // A rule that needs an argument cannot be run by an unknown name.
                                                 {"DoOfAnything", R"(
input want: symbol = s
rule r { do want }
rule s { x = 1 }
rule t(n: int) { x = n }
)",
                                                  R"(
rule r
  do want of s
rule s
  x = 1
rule t n#5
  x = n#5
)"}})),
                         name_of);

// An expression of at least five nodes, or with a fraction or a call, that reads one or two inputs and nothing else,
// is computed again only when they change.
INSTANTIATE_TEST_SUITE_P(Hoisting, Annotations,
                         testing::ValuesIn(rows({"hoisted"}, {{"FiveNodesOfAnInput", R"(
input depth: 1..9 = 1
rule r { x = depth * depth + 1 }
)",
                                                               R"(
hoisted (add (multiply depth depth) 1) by depth
)"},
                                                              {"TwoInputs", R"(
input depth: 1..9 = 1
input luck: 0..9 = 0
rule r { x = depth * luck + 1 }
)",
                                                               R"(
hoisted (add (multiply depth luck) 1) by depth, luck
)"},
                                                              {"PartOfALargerOne", R"(
input depth: 1..9 = 1
rule r { x = d6 + (depth * depth + 1) }
)",
                                                               R"(
hoisted (add (multiply depth depth) 1) by depth
)"},
                                                              {"FractionOrCall", R"(
input depth: 1..9 = 1
def twice(n) = 2 * n
rule r { x = depth / 2; y = twice(depth) }
)",
                                                               R"(
hoisted (divide depth 2) by depth
hoisted (call twice depth) by depth
)"},
                                                              {"NotFourNodes", R"(
input depth: 1..9 = 1
rule r { x = abs(depth) + 1 }
)",
                                                               ""},
                                                              {"NotThreeInputs", R"(
input a: 1..9 = 1
input b: 1..9 = 1
input c: 1..9 = 1
rule r { x = a * b * c * 2 }
)",
                                                               ""},
                                                              {"NotAFieldOrState", R"(
state seen: 0..9 = 0
input depth: 1..9 = 1
rule r { y = d6; x = depth * depth + y; z = depth * depth + seen }
)",
                                                               ""},
                                                              {"NotADraw", R"(
input depth: 1..9 = 1
rule r { x = depth * depth + d6 }
)",
                                                               ""},
                                                              {"NotATextOrList", R"(
input depth: 1..9 = 1
input name: text = "x"
rule r { l = [depth, depth, depth, depth]; t = "{depth}{depth}{depth}"; s = name == "a" or name == "b" or name == "c" }
)",
                                                               ""},
                                                              {"NotANumberInput", R"(
input share: number = 1/2
rule r { x = share * share + share }
)",
                                                               ""},
                                                              {"NotTheBodyOfADefThatReadsItsParameter", R"(
input depth: 1..9 = 1
def sum(n) = n * n + n * depth
rule r { y = d6; x = sum(y) }
)",
                                                               ""}})),
                         name_of);

// A fold or def of at least 100 estimated evaluations, or 120 if it depends on lists, has a memo. An unknown list
// counts as eight members, a comparison with OrZero as four or five evaluations.
INSTANTIATE_TEST_SUITE_P(
    Memos, Annotations,
    testing::ValuesIn(rows(
        {"memo"},
        {{"FoldOfAWord", R"(
def good(x, n) = x < n and x > 1 and x != 4 and x != 5
rule r { n = d6; x = count(x in [1, 2, 3] where good(x, n)) }
)",
          R"(
memo (count x#7 in [1, 2, 3] where (or-zero (call good x#7 n))) by n
)"},
         {"FoldOfAList", R"(
def good(x) = x > 1 and x < 6 and x != 4 and x != 5
rule r { l = [d6, d6]; x = count(x in l where good(x)) }
)",
          R"(
memo (count x#6 in l where (or-zero (call good x#6))) by members of l
)"},
         // Its call and the fold in it.
         {"DefOfAWord", R"(
def good(x, n) = x < n and x > 1 and x != 4 and x != 5
def lot(n) = 1 + count(x in [1, 2, 3] where good(x, n))
rule r { n = d6; x = lot(n) }
)",
          R"(
memo (count x#8 in [1, 2, 3] where (or-zero (call good x#8 n#2))) by n#2
memo (call lot n) by n#2
)"},
         {"NotACheapFold", "rule r { n = d6; x = count(x in [1, 2, 3] where x < n) }", ""},
         // 114 evaluations; a list is compared member by member, which pays from 120 on.
         {"NotAFoldOfAListThatIsAlmostAsDear", R"(
def good(x) = x > 1 and x < 6
rule r { l = [d6, d6]; x = count(x in l where good(x)) }
)",
          ""},
         // 106 evaluations: of a word 100 are enough.
         {"FoldOfAWordThatIsAsDear", R"(
def near(x, n) = x + 1 > n
rule r { n = d6; x = count(x in [1, 2, 3] where near(x, n)) }
)",
          R"(
memo (count x#7 in [1, 2, 3] where (or-zero (call near x#7 n))) by n
)"},
         {"NotADraw",
          "rule r { n = d6; x = count(x in [1, 2, 3, 4, 5, 6, 7, 8] where x < d6 and x > 1 and x != 4 and x != n) }",
          ""},
         {"NotAList",
          "rule r { n = d6; l = list(x in [1, 2, 3, 4, 5, 6, 7, 8] where x < n and x > 1 and x != 4 and x != 5) }", ""},
         {"NotOfTexts", R"(
rule r { t = ["a"]; n = count(x in t where x != "b" and x != "c" and x != "d" and x != "e" and x != "f" and x != "g") }
)",
          ""}})),
    name_of);

// A filter that reads lists is split at its `and`s. The rows that pass all static and guarded steps are stored by the
// words that those read; the dynamic steps are evaluated at each draw.
INSTANTIATE_TEST_SUITE_P(
    FilterPlans, Annotations,
    testing::ValuesIn(rows({"filter"},
                           {{"StaticAndDynamic", R"(
table t: n, u { a 1 2; b 2 2; c 3 4 }
rule r { let l = [pick {a, b}]; let n = d3; k = pick m in t where m.n <= n and not m in l }
)",
                             R"(
filter m#6 of t reads l#4, n#5
  static (less-or-equal (or-zero (row-cell t n m#6)) (or-zero n#5)) by n#5
  dynamic (not (contains (row-outcome t m#6) l#4))
  rows by n#5, with their weights
)"},
                            // A division may go wrong in a row that the first conjunct excludes.
                            {"Guarded", R"(
table t: n, u { a 1 2; b 2 2; c 3 4 }
rule r { let l = [pick {a, b}]; let n = d3; k = pick m in t where m.n != n and 6 // (m.n - n) > 1 and not m in l }
)",
                             R"(
filter m#6 of t reads l#4, n#5
  static (not (equal (or-zero (row-cell t n m#6)) (or-zero n#5))) by n#5
  guarded (not (less-or-equal (floor-divide 6 (subtract (or-zero (row-cell t n m#6)) (or-zero n#5))) 1)) by n#5
  dynamic (not (contains (row-outcome t m#6) l#4))
  rows by n#5, with their weights
)"},
                            {"ThroughADef", R"(
table t: n, u { a 1 2; b 2 2; c 3 4 }
def fits(x, n) = x <= n and x > 0
rule r { let l = [pick {a, b}]; let n = d3; k = pick m in t where fits(m.n, n) and not m in l }
)",
                             R"(
filter m#8 of t reads l#6, n#7
  static (call fits (row-cell t n m#8) n#7) by n#7
  dynamic (not (contains (row-outcome t m#8) l#6))
  rows by n#7, with their weights
)"},
                            {"BoundThroughADef", R"(
table t: n, u { a 1 2; b 2 2; c 3 4 }
def fits(x, n) = x <= n and x > 0
rule r { let l = [pick {a, b}]; let n = d3; let o = d3; k = pick m in t where fits(o, n) and m.n > 0 and not m in l }
)",
                             R"(
filter m#9 of t reads l#6, n#7, o#8
  bind (call fits o#8 n#7)
  static (less-or-equal (or-zero x#0) (or-zero n#1)) by x#0, n#1
  static (not (less-or-equal (or-zero x#0) 0)) by x#0
  static (not (less-or-equal (or-zero (row-cell t n m#9)) 0))
  dynamic (not (contains (row-outcome t m#9) l#6))
  rows by x#0, n#1, with their weights
)"},
                            // The parameters of a def have one place: the second call stays whole.
                            {"BoundOnce", R"(
table t: n, u { a 1 2; b 2 2; c 3 4 }
def fits(x, n) = x <= n and x > 0
rule r { let l = [pick {a, b}]; let n = d3; let o = d3; k = pick m in t where fits(o, n) and fits(n, o) and not m in l }
)",
                             R"(
filter m#9 of t reads l#6, n#7, o#8
  bind (call fits o#8 n#7)
  static (less-or-equal (or-zero x#0) (or-zero n#1)) by x#0, n#1
  static (not (less-or-equal (or-zero x#0) 0)) by x#0
  static (call fits n#7 o#8) by n#7, o#8
  dynamic (not (contains (row-outcome t m#9) l#6))
  rows by x#0, n#1, n#7, o#8, with their weights
)"},
                            {"WeightsOfWords", R"(
table t: n, u { a 1 2; b 2 2; c 3 4 }
rule r { let l = [pick {a, b}]; let n = d3; k = pick m in t where m.n < 3 and not m in l weight m.u + n }
)",
                             R"(
filter m#6 of t reads l#4, n#5
  static (less (or-zero (row-cell t n m#6)) 3)
  dynamic (not (contains (row-outcome t m#6) l#4))
  rows by n#5, with their weights
)"},
                            {"WeightsOfALists", R"(
table t: n, u { a 1 2; b 2 2; c 3 4 }
rule r { let l = [pick {a, b}]; k = pick m in t where m.n < 3 and not m in l weight 1 + count(x in l where x == m) }
)",
                             R"(
filter m#5 of t reads l#4
  static (less (or-zero (row-cell t n m#5)) 3)
  dynamic (not (contains (row-outcome t m#5) l#4))
  rows
)"},
                            // The rows are cached by the words that the filter reads.
                            {"NotWithoutAList", R"(
table t: n, u { a 1 2; b 2 2; c 3 4 }
rule r { let n = d3; k = pick m in t where m.n <= n }
)",
                             R"(
filter m#5 of t reads n#4
)"},
                            {"NotIfNothingIsStatic", R"(
table t: n, u { a 1 2; b 2 2; c 3 4 }
rule r { let l = [pick {a, b}]; k = pick m in t where not m in l }
)",
                             R"(
filter m#5 of t reads l#4
)"},
                            // The steps change the order of evaluation, so a fault would come for another row.
                            {"NotIfTheDynamicPartMayFail", R"(
table t: n, u { a 1 2; b 2 2; c 3 4 }
rule r { let l = [d2]; k = pick m in t where m.n < 3 and sum(x in l: 6 // x) > 1 }
)",
                             R"(
filter m#5 of t reads l#4
)"},
                            {"NotIfARowHasACondition", R"(
table t: n { a 1; b 2 if x == 1 }
rule r { x = d2; let l = [pick {a, b}]; k = pick m in t where m.n < 3 and not m in l }
)",
                             R"(
filter m#6 of t reads x, l#5
)"}})),
    name_of);

}  // namespace annotations_test
}  // namespace spoils
