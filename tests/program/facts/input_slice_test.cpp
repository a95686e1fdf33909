// tests/program/facts/input_slice_test.cpp
//
// The inputs on which fields may depend, by small packs: each row names the inputs, states and parameters as a reader
// of the rule would.
#include "program/facts/input_slice.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "program/facts/facts_of.h"

namespace spoils {
namespace input_slice_test {

using namespace program;

struct Row {
  std::string name;
  std::string declarations;
  std::string reads;   // of the field `f` of the rule r
  std::string things;  // of the things that r makes, counted by `f`
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

std::string name_of(const testing::TestParamInfo<Row>& row) { return row.param.name; }

class Slice : public testing::TestWithParam<Row> {};

TEST_P(Slice, OfAField) {
  const auto pack = compiled("input a: 1..9 = 1\ninput b: 1..9 = 1\nstate s: 0..9 = 0\n" + GetParam().declarations);
  const auto& program = pack.data().program;
  std::vector<SlotId> slots;
  for (const auto field : program.fields) {
    if (program.slots[field].name == "f") { slots.push_back(field); }
  }
  InputSlice slice(program);
  const auto rule = facts_of::rule(program, "r");
  EXPECT_EQ(facts_of::names(program, slice.of(rule, slots)), GetParam().reads);
  EXPECT_EQ(facts_of::names(program, slice.of(rule, slots, InputSlice::Of::Things)), GetParam().things);
}

INSTANTIATE_TEST_SUITE_P(
    Rule, Slice,
    testing::Values(Row{"Nothing", "rule r { f = 1; g = a }", "", ""},
                    Row{"Value", "rule r { f = a + 1; g = b }", "a", "a"},
                    Row{"Chain", "rule r { g = a; h = g; f = h }", "a", "a"},
                    Row{"Condition", "rule r { if b == 7 { f = 1 } else { g = a } }", "b", "b"},
                    Row{"Repeat", "rule r { f = 0; repeat a { f += 1 } }", "a", "a"},
                    Row{"Table", "rule r { f = pick t }\ntable t { 1 x; 1 y if b == 7 }", "b", "b"},
                    Row{"Weight", "rule r { f = pick t }\ntable t { (a) x; 1 y }", "a", "a"},
                    Row{"State", "rule r { f = if s == 9 then 5 else 4; s = (s + b) mod 10 }", "b s", "b s"},
                    Row{"Stop", "rule r { f = 1; if a == 7 { stop }; f = 2 }", "a", "a"},
                    Row{"Discard", "rule r { f = 1; if a == 7 { discard } }", "a", "a"},
                    Row{"WhetherAThingExists", "rule r { f = 1; drop q }\nrule q { if b == 7 { g = 1 } }", "", "b"},
                    Row{"WhetherItsOwnExists", "rule r { if chance 1/2 { h = 1 } else if s == 7 { g = 1 } }", "", "s"},
                    Row{"AThingThatIsThere", "rule r { f = 1; drop q }\nrule q { h = 1; if b == 7 { g = 1 } }", "", ""},
                    Row{"Called", "rule r { q() }\nrule q { if b == 7 { f = 1 } }", "b", "b"},
                    Row{"Argument", "rule r { q(a) }\nrule q(n: 1..9) { f = n }", "a", "a"},
                    // Either may be none.
                    Row{"Parameter", "rule r(p: 1..9 = 2, q: 1..9 = 2) { f = p; g = q }", "p", "p q"},
                    Row{"Dropped", "rule r { f = 1; repeat a { drop q } }\nrule q { f = b; g = s }", "", "a b"}),
    name_of);

}  // namespace input_slice_test
}  // namespace spoils
