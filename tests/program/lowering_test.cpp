// tests/program/lowering_test.cpp
//
// Sources beside the part of their dump (program/dump.h) that they are lowered to. The expected programs were checked
// by hand against docs/language.md: what each construct means, which operand comes first, where an unset value counts
// as 0, and which constants may be computed beforehand.
#include <gtest/gtest.h>

#include "program/dumped.h"

namespace spoils {
namespace lowering_test {

using dumped::name_of;
using dumped::rows;

class Lowered : public testing::TestWithParam<dumped::Row> {};

TEST_P(Lowered, IsAsListed) { EXPECT_EQ(dumped::dump_of(GetParam()), GetParam().dump); }

// One row for each construct that has a form of its own in the program.
INSTANTIATE_TEST_SUITE_P(
    Lowering, Lowered,
    testing::ValuesIn(rows(
        {"rule", "table", "grid", "def", "world", "constant", "display", "measure"},
        {{"UnsetCountsAsZero", "rule r { x = d6; y = x + 1; z = x == y; w = x == none }", R"(
rule r
  x = (dice 1 6)
  y = (add (or-zero x) 1)
  z = (equal (or-zero x) (or-zero y))
  w = (equal x none)
)"},
         // `a > b` is `not (a <= b)`, so that the first operand is drawn first.
         {"ComparisonsKeepTheOrderOfTheirOperands",
          "rule r { x = d6; a = x > d4; b = x >= 2; c = x < 3; d = x <= 4; e = x != 5 }", R"(
rule r
  x = (dice 1 6)
  a = (not (less-or-equal (or-zero x) (dice 1 4)))
  b = (not (less (or-zero x) 2))
  c = (less (or-zero x) 3)
  d = (less-or-equal (or-zero x) 4)
  e = (not (equal (or-zero x) 5))
)"},
         // A loop over a map is one over the list of its keys.
         {"Maps",
          "field m: map of symbol to int\nrule r { m = {a 1, b (d2), a 2}; m[a] += d4; m[b] = 0; m -= {c 1, a 1}; "
          "x = m[a]; y = c in m; z = sum(k in m: m[k]); for k in m { w = k } }",
          R"(
rule r
  m = (map a 1 b (dice 1 2) a 2)
  m = (add-at m a (dice 1 4))
  m = (set-at m b 0)
  m = (subtract-maps m {a 1, c 1})
  x = (value-at m a)
  y = (not (equal (value-at m c) 0))
  z = (sum k#8 in (keys m) value (value-at m k#8))
  for k#9 in (keys m)
    w = k#9
)"},
         // A fraction is bound to a slot, since it is compared twice.
         {"Ranges", "rule r { x = d6; a = x in 2..3; b = x / 2 in 1..2 }", R"(
rule r
  x = (dice 1 6)
  a = (in-range (or-zero x) 2 3)
  b = (bind #6 (divide (or-zero x) 2) (and (less-or-equal-number 1 #6) (less-or-equal-number #6 2)))
)"},
         {"Conditions",
          "rule r { x = d6; if x == 1 and not chance 25% { stop } else if x == 2 or x == 3 { y = 1 } else { "
          "discard } }",
          R"(
rule r
  x = (dice 1 6)
  if (and (equal (or-zero x) 1) (not (chance 0.25)))
    stop
  else
    if (or (equal (or-zero x) 2) (equal (or-zero x) 3))
      y = 1
    else
      discard
)"},
         {"Loops", "rule r { repeat 3 while x < 2 { x += 1 }; for i in 1..x { y += i }; for m in [4, 5] { z += m } }",
          R"(
rule r
  repeat 3 while (less (or-zero x) 2)
    x = (add (or-zero x) 1)
  for i#6 in 1..(or-zero x)
    y = (add (or-zero y) (or-zero i#6))
  for m#7 in [4, 5]
    z = (add (or-zero z) (or-zero m#7))
)"},
         {"Retry", "rule r { retry max 3 { x = d6 } while x == 1; retry { y = d6 } while y == 2 }", R"(
rule r
  retry max 3 while (equal (or-zero x) 1)
    x = (dice 1 6)
  retry max - while (equal (or-zero y) 2)
    y = (dice 1 6)
)"},
         {"ValueAfterARule", "rule r { x = 1; y = x + 2 of s(x); let v = x after s(3) }\nrule s(n: int) { x = n }", R"(
rule r
  x = 1
  #6 = x
  of a new thing after: #7
    run s #6
    #7 = (add (or-zero x) 2)
  y = #7
  after: #8
    run s 3
    #8 = x
  v#9 = #8
rule s n#5
  x = n#5
)"},
         {"MatchBindsItsSubject", "rule r { x = match d6 { 1: 10; 2..3: 20; else: 30 } }", R"(
rule r
  x = (bind #4 (dice 1 6) (if (equal (or-zero #4) 1) 10 (if (in-range (or-zero #4) 2 3) 20 30)))
)"},
         {"Lists", "rule r { l = [a]; l += pick {b, c}; l -= a; s = {a}; s += b; n = count(l); t = a in l; m = l[1] }",
          R"(
table table:0 constant
  1 b
  1 c
rule r
  l = [a]
  l = (append l (pick table:0))
  l = (remove l a)
  s = {a}
  s = (insert s b)
  n = (size l)
  t = (contains a l)
  m = (member-at l 1)
)"},
         {"Folds",
          "rule r { l = [1, 2]; n = count(x in l where x > 1); s = sum(x in l: x * 2); a = any(x in l: x == 2); m "
          "= max(l) }",
          R"(
rule r
  l = [1, 2]
  n = (count x#8 in l where (not (less-or-equal (or-zero x#8) 1)))
  s = (sum x#9 in l value (multiply (or-zero x#9) 2))
  a = (any x#10 in l value (equal (or-zero x#10) 2))
  m = (max  member#11 in l)
)"},
         {"Draws",
          "rule r { a = pick 2..4; b = 2d6; c = pick {s, 3 t}; d = chance 1/3; l = [1, 2]; e = pick l; f = pick 2 "
          "distinct from l; g = shuffle f; h = shuffle 1..a }",
          R"(
table table:0 constant
  1 s
  3 t
rule r
  a = (pick-range 2 4)
  b = (dice 2 6)
  c = (pick table:0)
  d = (chance 1/3)
  l = [1, 2]
  e = (pick-member l)
  f = (pick-distinct 2 l)
  g = (shuffle f)
  h = (shuffle (sequence 1 (or-zero a)))
)"},
         {"Texts", R"(
rule r { n = d6; t = "{n} of {if n > 1 then "many" else "one"}" }
display r "[{n} ]gem"
)",
          R"(
rule r
  n = (dice 1 6)
  t = (compose n " of " (if (not (less-or-equal (or-zero n) 1)) "many" "one"))
display r (compose [2 n " " "gem") if -
)"},
         {"Defs", R"(
def half(x) = x // 2
def big = depth > 3
input depth: 1..9 = 1
rule r { x = half(d6); y = big }
)",
          R"(
def half x#0 = (floor-divide (or-zero x#0) 2)
def big = (not (less-or-equal depth 3))
rule r
  x = (call half (dice 1 6) draws)
  y = (call big)
)"},
         {"DefsWithBlocks", R"(
def capped(x) {
  let p = x
  for i in 1..2 { if p > 5 { give 5 } else { p += i } }
  give p
}
rule r { a = capped(d6); b = capped(2) }
)",
          R"(
def capped x#0 = (block #6)
  p#7 = x#0
  for i#8 in 1..2
    if (not (less-or-equal (or-zero p#7) 5))
      #6 = 5
      stop
    else
      p#7 = (add (or-zero p#7) (or-zero i#8))
  #6 = p#7
  stop
rule r
  a = (call capped (dice 1 6) draws)
  b = (call capped 2)
)"},
         {"ConstantDefs", R"(
constant def squared(x) = x * x
rule r { x = squared(d6) }
)",
          R"(
constant def squared x#0 = (multiply (or-zero x#0) (or-zero x#0))
rule r
  x = (constant-def squared (dice 1 6) draws)
)"},
         {"WorldDefs", R"(
world def lucky(n) = d6
rule r { x = lucky(2) }
)",
          R"(
world def lucky n#0 = (dice 1 6)
rule r
  x = (world-def lucky 2)
)"},
         {"Rules", R"(
rule r { s(3); drop s(4, 5); hold t; do pick {t, u} }
rule s(n, m = 2) { x = n + m }
rule t { y = 1 }
rule u { y = 2 }
)",
          R"(
table table:0 constant
  1 t
  1 u
rule r
  run s 3 2
  drop s 4 5
  hold t
  do (pick table:0) of t u
rule s n#5 m#6=2
  x = (add (or-zero n#5) (or-zero m#6))
rule t
  y = 1
rule u
  y = 2
)"},
         {"InputsAndStreams", R"(
input depth: 1..9 = 1
rule r { with depth = depth + 1 { x = depth }; with stream gems { y = d6 } }
)",
          R"(
rule r
  with depth = (add depth 1)
    x = depth
  with stream gems
    y = (dice 1 6)
)"},
         {"State", R"(
state seen: 0..9 = 0
state names: set of symbol
rule r { seen += 1; names += pick {a, b} }
)",
          R"(
table table:0 constant
  1 a
  1 b
rule r
  seen = (add (or-zero seen) 1)
  names = (insert names (pick table:0))
)"},
         {"Tables", R"(
rule r { k = pick t; n = t[k].n; m = k in t }
table t: n { a 1; 3 b (2d6); c 4 if x > 2; d 5 }
field x: int
)",
          R"(
table t reads x
  1 a 1
  3 b (dice 2 6)
  1 c 4 if (not (less-or-equal (or-zero x) 2))
  1 d 5
rule r
  k = (pick t)
  n = (cell t n k draws)
  m = (has-outcome t k)
)"},
         {"Grids", R"(
rule r { k = pick {a, b}; c = pick g[k] }
grid g[kind] {
       fire frost
  a    1    1
  b    1    3
}
)",
          R"(
table table:0 constant
  1 fire
  1 frost
table table:1 constant
  1 fire
  3 frost
table table:2 constant
  1 a
  1 b
grid g keys from 0 other -1
  table 0
  table 1
rule r
  k = (pick table:2)
  c = (pick-grid g k)
)"},
         {"FilteredPicks", R"(
rule r { k = pick m in t where m.n == 2 weight m.n or nothing }
table t: n { a 1; b 2 }
)",
          R"(
table t constant
  1 a 1
  1 b 2
rule r
  k = (pick-where t where (equal (or-zero (row-cell t n m#4)) 2) weight (or-zero (row-cell t n m#4)) or nothing)
)"},
         {"Records", R"(
collection arm { damage: int = 1; block start; rows allocate { } }
arm knife { damage = d4; start { n += 1 }; allocate 1.. }
arm club { allocate 3..7 }
rule r { let w = pick w in arm at 3; n = w.damage; apply w.start }
)",
          R"(
table arm constant
  1 knife (dice 1 4) [0] "knife" {knife} 0 false
  1 club 1 [1] "club" {club} 1 false
table arm.allocate constant
  1 knife 1 4611686018427387904 1 {} {}
  1 club 3 7 1 {} {}
rule r
  w#5 = (pick-where arm.allocate where (in-range 3 (row-cell arm.allocate at w#4) (row-cell arm.allocate at last w#4)))
  n = (cell arm damage (row-outcome arm.allocate w#5) draws)
  do (row-outcome arm.allocate w#5) of knife.start
rule knife.start
  n = (add (or-zero n) 1)
)"},
         {"Measures", R"(
measure size = 2 * n
rule r { n = d6; m = size }
)",
          R"(
rule r
  n = (dice 1 6)
  m = (multiply 2 (or-zero n))
measure size = (multiply 2 (or-zero n))
)"}})),
    name_of);

// Operations on constants are computed once, in exact fractions. The rows whose names begin with Not keep their
// operations.
INSTANTIATE_TEST_SUITE_P(
    Folding, Lowered,
    testing::ValuesIn(rows(
        {"rule"},
        {// `/` always gives a number with a fraction.
         {"Numbers",
          "rule r { a = 2 + 3 * 4; b = 7 // 2; c = -7 mod 3; d = 2 ^ 10; e = 1/2 + 1/3; f = -(2 - 5); g = 6 / 3; h = "
          "10% }",
          R"(
rule r
  a = 14
  b = 3
  c = 2
  d = 1024
  e = 5/6
  f = 3
  g = 2
  h = 0.1
)"},
         // The members of a set are in the order of their symbols, each once.
         {"ListsAndSetsOfConstants", "rule r { l = [b, a, b]; s = {b, a, b} }", R"(
rule r
  l = [b, a, b]
  s = {a, b}
)"},
         // `x` may be unset, or a division a fault; and no operand changes places.
         {"NotWhatASlotHolds", "rule r { x = d6; a = x * 0; b = 1 + x + 2; c = 0 / x; d = x - x }", R"(
rule r
  x = (dice 1 6)
  a = (multiply (or-zero x) 0)
  b = (add (add 1 (or-zero x)) 2)
  c = (divide 0 (or-zero x))
  d = (subtract (or-zero x) (or-zero x))
)"},
         {"NotWhatAnInputHolds", R"(
input depth: 1..9 = 1
rule r { a = depth + 1 }
)",
          R"(
rule r
  a = (add depth 1)
)"},
         // Each counts as a draw of the stream, whatever comes.
         {"NotACertainChance", "rule r { a = chance 100%; b = chance 0%; c = d1; d = pick 3..3 }", R"(
rule r
  a = (chance 1)
  b = (chance 0)
  c = (dice 1 1)
  d = (pick-range 3 3)
)"},
         {"NotAConditionOfConstants", "rule r { a = if true then 1 else 2; if 1 == 1 { b = 1 }; c = min(2, 3) }", R"(
rule r
  a = (if true 1 2)
  if (equal 1 1)
    b = 1
  c = (min 2 3)
)"},
         // Texts are compared by their characters, so a set of them is built when it is evaluated.
         {"NotAListOfDraws", R"(
rule r { l = [1, d6]; t = ["a", "a"]; s = {"a", "a"} }
)",
          R"(
rule r
  l = (list 1 (dice 1 6))
  t = (list "a" "a")
  s = (set "a" "a")
)"}})),
    name_of);

}  // namespace lowering_test
}  // namespace spoils
