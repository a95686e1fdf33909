// tests/roll/bytecode_test.cpp
//
// Small sources beside the bytecode that rolls run for them (roll/assembler.h, as roll/disassemble.h writes it). Each
// opcode is in a row. The expected text was checked by hand against the meaning of the source.
#include <gtest/gtest.h>

#include <cstddef>
#include <ostream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "compiled.h"
#include "roll/disassemble.h"

namespace spoils {
namespace bytecode_test {

struct Row {
  std::string name;
  std::string declarations;
  std::string bytecode;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

class Bytecode : public testing::TestWithParam<Row> {};

TEST_P(Bytecode, IsAsListed) {
  EXPECT_EQ("\n" + compiled(GetParam().declarations).dump_bytecode(), GetParam().bytecode);
}

// One row for each family of opcodes.
const std::vector<Row>& rows() {
  static const std::vector<Row> all{
      // A number with a fraction takes two slots, which the tree stores.
      Row{"Division", "rule r { x = d6; y = x // 2; z = x mod 4; w = x / 2 }", R"(
rule r
    0 steps 4
    1 dice x = 1 6
    2 or-zero %0 = x
    3 floor-divide y = %0 2
    4 or-zero %0 = x
    5 modulo z = %0 4
    6 store w = (divide (or-zero x) 2)
    7 end
)"},
      Row{"Collections", "rule r { x = d2; l = [1, x]; a = x in l; n = count(l) }", R"(
rule r
    0 steps 4
    1 dice x = 1 2
    2 evaluate l = (list 1 x)
    3 contains a = x l
    4 size n = l
    5 end
)"},
      Row{"Memo",
          "def lot(n) = count(x in [1, 2, 3, 4, 5, 6, 7, 8] where x < n and x > 1 and x != 4 and x != 5)\nrule r { n = "
          "d6; x = lot(n) }",
          R"(
rule r
    0 steps 2
    1 dice n = 1 6
    2 spend
    3 move n#0 = n
    4 memoised x = (call lot n)
    5 end
)"},
      // The call counts as work, as it does in the tree.
      Row{"InlinedDef", "def half(n) = n // 2\nrule r { x = half(d6) }", R"(
rule r
    0 steps 1
    1 spend
    2 dice %0 = 1 6
    3 move n#0 = %0
    4 or-zero %1 = n#0
    5 floor-divide x = %1 2
    6 end
)"},
      Row{"ComputedChance", "rule r { x = d6; a = chance x% }", R"(
rule r
    0 steps 2
    1 dice x = 1 6
    2 chance-of a = (chance (divide (or-zero x) 100))
    3 end
)"},
      Row{"Alternatives", "rule r { f = chance 50%; x = d6; y = d6; if chance 25% or f or x == y or x < y { b = 1 } }",
          R"(
rule r
    0 steps 4
    1 chance f = 0.5
    2 dice x = 1 6
    3 dice y = 1 6
    4 jump-if-chance 0.25 -> 12
    5 jump-if f -> 12
    6 or-zero %0 = x
    7 or-zero %1 = y
    8 jump-if-equal %0 %1 -> 12
    9 or-zero %0 = x
   10 or-zero %1 = y
   11 jump-if-less-or-equal %1 %0 -> 14
   12 steps 1
   13 move b = 1
   14 end
)"},
      Row{"Flags", "rule r { f = chance 50%; g = chance 25%; if not g or f { x = 2 } }", R"(
rule r
    0 steps 3
    1 chance f = 0.5
    2 chance g = 0.25
    3 jump-if-not g -> 5
    4 jump-if-not f -> 7
    5 steps 1
    6 move x = 2
    7 end
)"},
      // The outcome of the second row is evaluated only if that row is drawn.
      Row{"ComputedOutcomes", "rule r { x = d6; y = pick { (d4), 2 (x) } }", R"(
rule r
    0 steps 2
    1 dice x = 1 6
    2 pick %0 = (pick table:0)
    3 switch %0
    4 dice y = 1 4
    5 jump -> 8
    6 move y = x
    7 jump -> 8
    8 end
)"},
      // Both ends of the loop pop its frame.
      Row{"LoopWithACondition", "rule r { repeat 3 while x < 2 { x += d2 } }", R"(
rule r
    0 steps 1
    1 begin-repeat 3
    2 jump -> 9
    3 or-zero %0 = x
    4 jump-if-less-or-equal 2 %0 -> 11
    5 steps 1
    6 or-zero %0 = x
    7 dice %1 = 1 2
    8 add x = %0 %1
    9 next-repeat -> 3
   10 jump -> 12
   11 end-loop
   12 end
)"},
      Row{"BlocksOfTheTree",
          "input depth: 1..9 = 1\nrule r { retry { x = d6 } while x == 1; with depth = 2 { y = depth } }", R"(
rule r
    0 steps 1
    1 run statement 1
    2 steps 1
    3 run statement 3
    4 end
)"},
      Row{"Ranges", "rule r { x = d6; if x in 2..3 { y = 1 } else if x == 1 { y = 2 } }", R"(
rule r
    0 steps 2
    1 dice x = 1 6
    2 or-zero %0 = x
    3 jump-if-less %0 2 -> 8
    4 jump-if-less 3 %0 -> 8
    5 steps 1
    6 move y = 1
    7 jump -> 13
    8 steps 1
    9 or-zero %0 = x
   10 jump-if-not-equal %0 1 -> 13
   11 steps 1
   12 move y = 2
   13 end
)"},
      Row{"Arithmetic", "rule r { x = d6; y = min(x * 2, 7) - x; z = -y; w = max(abs(z), 1) }",
          R"(
rule r
    0 steps 4
    1 dice x = 1 6
    2 or-zero %2 = x
    3 multiply %1 = %2 2
    4 min %0 = %1 7
    5 or-zero %1 = x
    6 subtract y = %0 %1
    7 or-zero %0 = y
    8 negate z = %0
    9 or-zero %1 = z
   10 abs %0 = %1
   11 max w = %0 1
   12 end
)"},
      Row{"Draws", "rule r { a = pick 2..4; b = 2d6; c = pick {s, t}; d = chance 1/3; l = [1, 2]; e = pick l }",
          R"(
rule r
    0 steps 6
    1 range a = 2 4
    2 dice b = 2 6
    3 pick c = (pick table:0)
    4 chance d = 1/3
    5 move l = 1
    6 member e = l
    7 end
)"},
      Row{"Conditions", "rule r { x = d6; y = d6; if x < y and not x == 2 { z = 1 } else if chance 25% { z = 2 } }",
          R"(
rule r
    0 steps 3
    1 dice x = 1 6
    2 dice y = 1 6
    3 or-zero %0 = x
    4 or-zero %1 = y
    5 jump-if-less-or-equal %1 %0 -> 11
    6 or-zero %0 = x
    7 jump-if-equal %0 2 -> 11
    8 steps 1
    9 move z = 1
   10 jump -> 15
   11 steps 1
   12 jump-if-no-chance 0.25 -> 15
   13 steps 1
   14 move z = 2
   15 end
)"},
      Row{"Loops", "rule r { repeat 3 { x += 1 }; for i in 1..x { y += i }; for m in [4, 5] { z += m } }",
          R"(
rule r
    0 steps 1
    1 begin-repeat 3
    2 jump -> 6
    3 steps 1
    4 or-zero %0 = x
    5 add x = %0 1
    6 next-repeat -> 4
    7 steps 1
    8 or-zero %0 = x
    9 begin-range 1 %0
   10 jump -> 15
   11 steps 1
   12 or-zero %0 = y
   13 or-zero %1 = i#6
   14 add y = %0 %1
   15 next-in-range i#6 -> 12
   16 steps 1
   17 begin-members 1
   18 jump -> 23
   19 steps 1
   20 or-zero %0 = z
   21 or-zero %1 = m#7
   22 add z = %0 %1
   23 next-member m#7 -> 20
   24 end
)"},
      Row{"Calls", "rule r { s(3); drop t; stop }\nrule s(n) { x = n }\nrule t { y = 1; discard }",
          R"(
rule r
    0 steps 1
    1 move n#5 = 3
    2 call s
    3 steps 1
    4 make-thing statement 1
    5 steps 1
    6 stop
    7 end
rule s
    0 steps 1
    1 move x = n#5
    2 end
rule t
    0 steps 2
    1 move y = 1
    2 discard
    3 end
)"},
      Row{"FractionsAsArguments", "rule r { s(1/3) }\nrule s(n) { x = n }",
          R"(
rule r
    0 steps 1
    1 bind statement 0
    2 call s
    3 end
rule s
    0 steps 1
    1 store x = n#5
    2 end
)"},
      Row{"RunByName", "rule r { kind = pick {s, t}; do kind }\nrule s { y = 1 }\nrule t { y = 2 }",
          R"(
rule r
    0 steps 2
    1 pick kind = (pick table:0)
    2 dispatch kind
    3 end
rule s
    0 steps 1
    1 move y = 1
    2 end
rule t
    0 steps 1
    1 move y = 2
    2 end
)"},
      Row{"Columns", "rule r { kind = pick t; x = t[kind].n }\ntable t: n { a 1; b 2 }",
          R"(
rule r
    0 steps 2
    1 pick kind = (pick t)
    2 cell x = t kind
    3 end
)"},
      Row{"WeightsThatDepend", "rule r { x = d2; kind = pick t }\ntable t { 1 a; x b }",
          R"(
rule r
    0 steps 2
    1 dice x = 1 2
    2 row %0 = t
    3 row-word kind = %0
    4 end
)"},
      Row{"State", "state s: 0..9\nrule r { s = s + 1; x = s }",
          R"(
rule r
    0 steps 2
    1 or-zero %0 = s
    2 add s = %0 1
    3 check-state s
    4 move x = s
    5 end
)"},
      Row{"Hoisted", "input depth: 1..50 = 1\nrule r { x = depth * depth + 3 * depth + 1 }",
          R"(
rule r
    0 steps 1
    1 hoisted x = (add (add (multiply depth depth) (multiply 3 depth)) 1)
    2 end
)"},
      Row{"LeftToTheTree", "rule r { l = [d2, d2]; n = product(m in l where m > 1: m) }", R"(
rule r
    0 steps 2
    1 evaluate l = (list (dice 1 2) (dice 1 2))
    2 evaluate n = (product m#5 in l where (not (less-or-equal (or-zero m#5) 1)) value m#5)
    3 end
)"},
      Row{"Folds",
          "rule r { l = [d2, d2]; n = count(m in l where m > 1); a = any(m in l: m == 2); b = all(m in l: m < 2)\n"
          "s = sum(m in l: m) }",
          R"(
rule r
    0 steps 5
    1 evaluate l = (list (dice 1 2) (dice 1 2))
    2 move %0 = 0
    3 begin-fold l -> 7
    4 or-zero %3 = m#8
    5 jump-if-less-or-equal %3 1 -> 7
    6 count %0
    7 next-of-fold m#8 -> 4
    8 move n = %0
    9 move %0 = 0
   10 begin-fold l -> 14
   11 or-zero %3 = m#9
   12 jump-if-not-equal %3 2 -> 14
   13 move %0 = 1
   14 next-of-fold m#9 -> 11
   15 move a = %0
   16 move %0 = 1
   17 begin-fold l -> 21
   18 or-zero %3 = m#10
   19 jump-if-less %3 2 -> 21
   20 move %0 = 0
   21 next-of-fold m#10 -> 18
   22 move b = %0
   23 move %0 = 0
   24 begin-fold l -> 27
   25 or-zero %3 = m#11
   26 add %0 = %0 %3
   27 next-of-fold m#11 -> 25
   28 move s = %0
   29 end
)"},
      // A condition that can go wrong, or reads no list, is a part of its own.
      Row{"Filters",
          "rule r { l = [d2]; k = pick m in t where (m.n == 1 or m.sort == big) and not m.n in l and 12 // m.n > 3 }\n"
          "table t: n, sort { a 1 big; b 2 small; c 3 big }",
          R"(
rule r
    0 steps 2
    1 evaluate l = (list (dice 1 2))
    2 evaluate k = (pick-where t where (and (and (or (equal (or-zero (row-cell t n m#5)) 1) (equal (row-cell )"
          R"(t sort m#5) big)) (not (contains (row-cell t n m#5) l))) (not (less-or-equal (floor-divide 12 )"
          R"((or-zero (row-cell t n m#5))) 3))))
    3 end
filter t static
    0 move %0 = 0
    1 jump-if-row-word m#5 1 -> 3
    2 jump-if-not-row-word m#5 2 -> 4
    3 move %0 = 1
    4 end
filter t guarded
    0 move %0 = 0
    1 row-word %2 = m#5
    2 or-zero %2 = %2
    3 floor-divide %1 = 12 %2
    4 jump-if-less-or-equal %1 3 -> 6
    5 move %0 = 1
    6 end
filter t dynamic
    0 move %0 = 0
    1 row-word %1 = m#5
    2 jump-if-contains %1 l -> 4
    3 move %0 = 1
    4 end
)"},
      Row{"SumOfFractions", "rule r { l = [d2, 2]; x = sum(m in l where m in l or m > 3: m / 2) }",
          R"(
rule r
    0 steps 2
    1 evaluate l = (list (dice 1 2) 2)
    2 store x = (sum m#6 in l where (or (contains m#6 l) (not (less-or-equal (or-zero m#6) 3))) value (divide )"
          R"((or-zero m#6) 2))
    3 end
(sum m#6 in l where (or (contains m#6 l) (not (less-or-equal (or-zero m#6) 3))) value (divide (or-zero m#6) 2))
    0 begin-fold l -> 5
    1 jump-if-contains m#6 l -> 4
    2 or-zero %3 = m#6
    3 jump-if-less-or-equal %3 3 -> 5
    4 add-number (divide (or-zero m#6) 2)
    5 next-of-fold m#6 -> 1
    6 end
)"},
      Row{"FractionsAsArgumentsOfADef", "def many(n) = n > 1/2\nrule r { x = d2; if many(x / 3) { y = 1 } }", R"(
rule r
    0 steps 2
    1 dice x = 1 2
    2 arguments (call many (divide (or-zero x) 3))
    3 number-or-zero %1 = n#0
    4 jump-if-less-or-equal-number %1 0.5 -> 7
    5 steps 1
    6 move y = 1
    7 end
)"},
      // The block of a def is a fragment of its own, and a fraction is in two registers, of which the first is shown.
      Row{"BlockOfADef",
          R"(collection gem { cost: int; share: number }
gem opal { cost = 4; share = 1/3 }
constant def part(g: gem) = g.share
constant def price(g: gem) = g.cost
field has: map of gem to int
field share: number
def worth(n) {
  let p = share
  if p < 1/2 or p == 5 { p = -p / 3 }
  if not (p <= n) and p != 7/2 { p = min(p, max(part(opal), 2)) - share ^ 2 * price(opal) }
  for k in has { p = p + has[k] }
  give p
}
rule r { share = 1/2; has = {opal 1}; x = round(worth(1)) + floor(share) + ceil(share) })",
          R"(
rule r
    0 steps 3
    1 store share = 0.5
    2 move has = 2
    3 spend
    4 move n#2 = 1
    5 evaluate-number %3 = (block #10)
    6 number-or-zero %3 = %3
    7 round %1 = %3
    8 number-or-zero %4 = share
    9 floor %2 = %4
   10 add %0 = %1 %2
   11 number-or-zero %3 = share
   12 ceil %1 = %3
   13 add x = %0 %1
   14 end
(block #10)
    0 move %2 = none
    1 spend
    2 move-number p#12 = share
    3 spend
    4 number-or-zero %4 = p#12
    5 jump-if-less-number %4 0.5 -> 8
    6 number-or-zero %4 = p#12
    7 jump-if-not-same-number %4 5 -> 12
    8 spend
    9 number-or-zero %6 = p#12
   10 subtract-numbers %4 = 0 %6
   11 divide-numbers p#12 = %4 3
   12 spend
   13 number-or-zero %4 = p#12
   14 or-zero %7 = n#2
   15 widen %6 = %7
   16 jump-if-less-or-equal-number %4 %6 -> 31
   17 number-or-zero %4 = p#12
   18 jump-if-same-number %4 3.5 -> 31
   19 spend
   20 number-or-zero %6 = p#12
   21 constant-def-number %10 = (constant-def part opal)
   22 number-or-zero %10 = %10
   23 max-number %8 = %10 2
   24 min-number %4 = %6 %8
   25 evaluate-number %8 = (power (or-zero share) 2)
   26 constant-def %11 = (constant-def price opal)
   27 or-zero %12 = %11
   28 widen %10 = %12
   29 multiply-numbers %6 = %8 %10
   30 subtract-numbers p#12 = %4 %6
   31 spend
   32 keys %3 = has
   33 move %4 = 0
   34 jump -> 41
   35 spend
   36 spend
   37 number-or-zero %6 = p#12
   38 value-at %9 = has k#14
   39 widen %8 = %9
   40 add-numbers p#12 = %6 %8
   41 next-of-fold k#14 -> 35
   42 spend
   43 move-number #10 = p#12
   44 spend
   45 jump -> 46
   46 move-number %1 = #10
   47 end
)"},
      Row{"Finds", "rule r { l = [d2, d2]; n = max(m in l where m > 1: m) }", R"(
rule r
    0 steps 2
    1 evaluate l = (list (dice 1 2) (dice 1 2))
    2 move %0 = 0
    3 move %1 = 0
    4 begin-fold l -> 13
    5 or-zero %4 = m#5
    6 jump-if-less-or-equal %4 1 -> 13
    7 or-zero %4 = m#5
    8 jump-if %1 -> 12
    9 move %0 = %4
   10 move %1 = 1
   11 jump -> 13
   12 max %0 = %0 %4
   13 next-of-fold m#5 -> 5
   14 move n = %0
   15 end
)"},
      // The inner fold leaves none of its members to the outer one.
      Row{"Found",
          "rule r { l = [d2, d2]; s = set(m in l where m > 1: m + 1)\n"
          "n = most_common(m in l: first(list(k in l: m))) }",
          R"(
rule r
    0 steps 3
    1 evaluate l = (list (dice 1 2) (dice 1 2))
    2 begin-found %0
    3 begin-fold l -> 9
    4 or-zero %3 = m#6
    5 jump-if-less-or-equal %3 1 -> 9
    6 or-zero %4 = m#6
    7 add %3 = %4 1
    8 found %3
    9 next-of-fold m#6 -> 4
   10 end-found s = %0
   11 begin-found %0
   12 begin-fold l -> 26
   13 begin-found %5
   14 begin-fold l -> 16
   15 found m#7
   16 next-of-fold k#8 -> 15
   17 end-found %4 = %5
   18 move %3 = none
   19 move %5 = 0
   20 begin-fold %4 -> 24
   21 jump-if %5 -> 24
   22 move %3 =  member#9
   23 move %5 = 1
   24 next-of-fold  member#9 -> 21
   25 found %3
   26 next-of-fold m#7 -> 13
   27 end-found n = %0
   28 end
)"},
      // Nine members are looked up in a histogram, if the list in `seen` is short.
      Row{"Histogram",
          "collection slot { rows limit { most: int; sort: {big, small} = big } }\n"
          "slot ring { limit 1 small; limit 2 small; limit 3; limit 4; limit 5; limit 6; limit 7; limit 8; limit 9 }\n"
          "rule r { seen = [d2]; n = count(l in slot[ring].limit where l.sort == small and l.most in seen) }",
          R"(
rule r
    0 steps 2
    1 evaluate seen = (list (dice 1 2))
    2 cell %1 = slot 1
    3 count-matches %0 = %1 seen -> 11
    4 move %0 = 0
    5 begin-fold %1 -> 10
    6 jump-if-not-row-word l#5 2 -> 10
    7 row-word %4 = l#5
    8 jump-if-not-contains %4 seen -> 10
    9 count %0
   10 next-of-fold l#5 -> 6
   11 move n = %0
   12 end
)"}};
  return all;
}

INSTANTIATE_TEST_SUITE_P(Opcodes, Bytecode, testing::ValuesIn(rows()), [](const auto& row) { return row.param.name; });

// An opcode that a row does not show may mean anything.
TEST(Opcodes, EachIsInARow) {
  std::set<std::string> shown;
  for (const auto& row : rows()) {
    std::istringstream lines(row.bytecode);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::size_t number = 0;
      std::string opcode;
      if (words >> number >> opcode) { shown.insert(opcode); }
    }
  }
  for (int opcode = 0; opcode <= static_cast<int>(roll::Opcode::End); ++opcode) {
    const auto name = std::string(roll::name_of(static_cast<roll::Opcode>(opcode)));
    ASSERT_FALSE(name.empty()) << opcode;
    EXPECT_EQ(shown.count(name), 1U) << name;
  }
}

}  // namespace bytecode_test
}  // namespace spoils
