// The fields that may depend on a decision: by hand for each kind of statement, with fields that must not be listed;
// and in rolls of shipped packs, where another choice of the decision changes no field that is not listed.
#include <algorithm>

#include "explain/explained.h"
#include "tweak/shipped_rules.h"

namespace spoils::explained {
namespace dependent_fields_test {

ExplainOptions with_fields() {
  ExplainOptions options;
  options.with_fields = true;
  return options;
}

struct Case {
  std::string_view name;
  std::string_view pack;      // the first decision is the one in question
  std::string_view expected;  // its fields
};

class Dependent : public ::testing::TestWithParam<Case> {};

TEST_P(Dependent, Fields) {
  const auto pack = compiled(GetParam().pack);
  auto roller = roller_of(pack);
  const auto told = explain_roll(roller, 1, 0, with_fields());
  const auto first = std::find_if(told.steps.begin(), told.steps.end(),
                                  [](const Step& step) { return step.decision && !step.is_rejected; });
  ASSERT_NE(first, told.steps.end());
  ASSERT_GE(first->decision->fields, 0);
  std::string out;
  for (const auto& name : told.field_lists[static_cast<std::size_t>(first->decision->fields)]) {
    out += (out.empty() ? "" : " ") + name;
  }
  EXPECT_EQ(out, GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, Dependent,
    ::testing::Values(
        Case{"Assigned", "rule r { a = d6; b = 1; c = d6 }", "a"},
        Case{"Computed", "rule r { a = d6; b = a + 1; c = b * 2; d = 3 }", "a b c"},
        Case{"ByALet", "rule r { let x = d6; a = 1; b = x }", "b"},
        Case{"Condition", "rule r { if chance 1/2 { a = 1; let y = 2; b = y } else { c = 1 }; d = 1 }", "a b c"},
        Case{"ConditionReadsIt", "rule r { a = d6; if a > 3 { b = 1 }; c = 1 }", "a b"},
        Case{"Turns", "rule r { repeat d3 { a += 1 }; b = 1 }", "a"},
        Case{"Members", "rule r { for x in 1..d3 { a += x }; b = 1 }", "a"},
        Case{"Stop", "rule r { a = 1; if chance 1/2 { stop }; b = 1 }", "a b"},
        Case{"Retry", "rule r { retry { a = d6; b = 1 } while a > 3; c = 1 }", "a b"},
        Case{"Try", "rule r { try { a = d6; b = 1 } keep a > 3 else { c = 1 }; d = 1 }", "a b c"},
        Case{"Def", "rule r { a = roll(2); b = 3 }\ndef roll(n) = n * d6", "a"},
        // All arguments of a call count as one.
        Case{"Arguments", "rule r { s(d6, 1); c = 1 }\nrule s(x: int, y: int) { a = x; b = y }", "a b"},
        Case{"Defaults", "rule r { s(); c = 1 }\nrule s(x: int = d6) { a = x; b = 1 }", "a"},
        Case{"Rows", "rule r { x = d2; y = pick t; z = 1 }\ntable t { (x) a, 1 b }", "x y"},
        Case{"OtherThings", "rule r { let x = d6; hold s(x); b = 1 }\nrule s(x: int) { a = x; b = x }", ""},
        Case{"ByAState", "state n: 0..9 = 0\nrule r { hold s(d6); b = n; c = 1 }\nrule s(x: int) { n = x; c = x }",
             "b"},
        Case{"After", "rule r { x = 1; a = x after s(); b = 1 }\nrule s { x = d6 }", "x a"},
        Case{"Inputs", "input depth: 1..9 = 1\nrule r { with depth = d6 { a = depth }; b = 1 }", "a"}),
    [](const auto& about) { return std::string(about.param.name); });

TEST(DependentFields, AreLeftOutByDefault) {
  const auto pack = compiled("rule r { a = d6 }");
  auto roller = roller_of(pack);
  const auto told = explain_roll(roller, 1, 0);
  EXPECT_EQ(decisions_of(told).front().fields, -1);
  EXPECT_TRUE(told.field_lists.empty());
}

// Soundness, by replays that differ in the choice of one decision.
TEST(DependentFields, NoOtherFieldChanges) {
  std::size_t changed = 0;
  std::size_t listed = 0;
  std::size_t possible = 0;
  tweaked::for_all_rules([&](const Pack& pack, Roller& roller) {
    const auto told = explain_roll(roller, packs::kSeed, 5, with_fields());
    if (told.fault || told.decisions > 60) { return; }
    auto tweaker = Tweaker::make(roller, packs::kSeed, 5);
    ASSERT_TRUE(tweaker.ok());
    const auto ids = tweaker->decisions();
    std::size_t tried = 0;
    for (const auto& step : told.steps) {
      const bool is_tried = step.decision && step.decision->thing == 0 && tweaked::has(ids, step.id) && tried < 12;
      if (!is_tried || step.decision->alternatives.empty()) { continue; }
      SCOPED_TRACE(step.id);
      ++tried;
      const auto& fields = told.field_lists[static_cast<std::size_t>(step.decision->fields)];
      listed += fields.size();
      possible += pack.fields().size();
      const auto& others = step.decision->alternatives;
      for (const auto* const other : {&others.front(), &others.back()}) {
        if (tweaker->apply("pin " + step.id + " = " + std::to_string(other->choice))) { continue; }
        for (const auto& change : tweaker->report().changed) {
          if (change.thing != 0 || change.field == "name" || change.field.empty()) { continue; }
          ASSERT_TRUE(std::find(fields.begin(), fields.end(), change.field) != fields.end()) << change.field;
          ++changed;
        }
        ASSERT_TRUE(tweaker->undo());
      }
    }
  });
  EXPECT_GT(changed, 100U);
  EXPECT_LT(listed, possible / 2);
}

}  // namespace dependent_fields_test
}  // namespace spoils::explained
