// tests/api/precomputed_shares_test.cpp
//
// The table of a precomputed rule word by word: its outcomes, their order, and the number of words of each, against
// closed forms. No limit of the odds engine and no way to write a distribution changes it; the program alone decides
// which rules are cut off.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/precompute.h"
#include "compiled.h"
#include "number/wide.h"
#include "things_text.h"

namespace spoils {
namespace precomputed_shares_test {

using number::UnsignedWide;

/// An outcome as text, and how many of the 2^64 words give it.
using Outcome = std::pair<std::string, UnsignedWide>;
using Outcomes = std::vector<Outcome>;

std::string text_of(const api::PrecomputedData& data, const Pack& pack, std::uint32_t outcome) {
  const auto things = static_cast<std::uint32_t>(data.things.rows.size());
  std::string out;
  if (outcome < things) {
    for (const auto& thing : data.result_set.view(1, outcome)) { append_thing(out, pack, thing, false); }
    return out;
  }
  if (outcome - things < data.without_thing) { return "nothing"; }
  const auto& unfinished = data.unfinished[outcome - things - data.without_thing];
  out = fmt::format("rest of {}", data.roller.data()->program.rules[unfinished.tail.rule].name);
  for (const auto& [slot, word] : unfinished.slots) { out += fmt::format(" {}={}", slot, word); }
  return out;
}

/// Returns the table, counted cell by cell; nothing if the rule is refused.
std::optional<Outcomes> table_of(const Pack& pack, const std::string& rule, const Values& values = {},
                                 PrecomputeOptions options = {},
                                 const odds::Budget& budget = api::precompute_budget()) {
  api::PrecomputedData data(std::move(Roller::make(pack, rule, values)).value());
  if (const auto error = api::precompute(data, options, budget)) {
    EXPECT_EQ(error->kind, Error::Kind::Limit) << error->text();
    return std::nullopt;
  }
  const auto count = data.things.rows.size() + data.without_thing + data.unfinished.size();
  Outcomes out(count);
  for (std::uint32_t i = 0; i < count; ++i) { out[i].first = text_of(data, pack, i); }
  const auto& table = data.table;
  for (std::size_t cell = 0; cell < table.cells(); ++cell) {
    // An outcome beyond the last has no words.
    if (table.threshold(cell) > 0) { out.at(cell).second += table.threshold(cell); }
    out.at(table.other(cell)).second += UnsignedWide{table.words_of_cell()} - table.threshold(cell);
  }
  return out;
}

std::string shown(const Outcomes& outcomes) {
  std::string out;
  for (const auto& [text, words] : outcomes) {
    out += fmt::format("{} * 2^60 + {}: {}\n", static_cast<std::uint64_t>(words >> 60),
                       static_cast<std::uint64_t>(words & ((UnsignedWide{1} << 60) - 1)), text);
  }
  return out;
}

struct ClosedForm {
  std::string name;
  std::string declarations;
  std::vector<std::pair<std::string, std::uint64_t>> weights;  // of the outcomes in order, as they are shown
  Values values = {};
};
class PrecomputedShares : public testing::TestWithParam<ClosedForm> {};

// The definition of docs/determinism.md for probabilities w / W: floor(2^64 (w1 + ... + wj) / W + 1/2).
TEST_P(PrecomputedShares, AreThoseOfTheClosedForm) {
  UnsignedWide total = 0;
  for (const auto& [text, weight] : GetParam().weights) { total += weight; }
  Outcomes expected;
  UnsignedWide running = 0;
  UnsignedWide before = 0;
  for (const auto& [text, weight] : GetParam().weights) {
    running += weight;
    const auto end = ((running << 65) + total) / (2 * total);
    expected.emplace_back(text == "nothing" ? text : "item: " + text + "\n", end - before);
    before = end;
  }
  const auto found = table_of(compiled(GetParam().declarations), "item", GetParam().values);
  ASSERT_TRUE(found);
  EXPECT_EQ(shown(*found), shown(expected));
}

INSTANTIATE_TEST_SUITE_P(
    , PrecomputedShares,
    testing::ValuesIn(std::vector<ClosedForm>{
        {"Certain", "rule item { kind = a }", {{"kind=a", 1}}},
        {"Table",
         "table t { 60 a, 25 b, 14 c, 1 d }\nrule item { kind = pick t }",
         {{"kind=a", 60}, {"kind=b", 25}, {"kind=c", 14}, {"kind=d", 1}}},
        {"Binomial",
         "rule item { n = 0; repeat 4 { if chance 1/2 { n += 1 } } }",
         {{"n=0", 1}, {"n=1", 4}, {"n=2", 6}, {"n=3", 4}, {"n=4", 1}}},
        {"TwoDice",
         "rule item { n = 2d6 }",
         {{"n=2", 1},
          {"n=3", 2},
          {"n=4", 3},
          {"n=5", 4},
          {"n=6", 5},
          {"n=7", 6},
          {"n=8", 5},
          {"n=9", 4},
          {"n=10", 3},
          {"n=11", 2},
          {"n=12", 1}}},
        // The geometric series of refused tries has the sum 36 / 30.
        {"Retry",
         "rule item { retry { n = 2d6 } while n > 9 }",
         {{"n=2", 1}, {"n=3", 2}, {"n=4", 3}, {"n=5", 4}, {"n=6", 5}, {"n=7", 6}, {"n=8", 5}, {"n=9", 4}}},
        // The second try counts, whatever it gives: 1/3 + 2/3 * 1/3 of the smallest.
        {"RetryAtMostTwice", "rule item { retry max 2 { n = d3 } while n > 1 }", {{"n=1", 5}, {"n=2", 2}, {"n=3", 2}}},
        {"Sets",
         "field marks: set of symbol\nrule item { repeat 2 { marks += pick {red, green, blue} } }",
         {{"marks=[blue]", 1},
          {"marks=[blue, green]", 2},
          {"marks=[blue, red]", 2},
          {"marks=[green]", 1},
          {"marks=[green, red]", 2},
          {"marks=[red]", 1}}},
        {"NothingComesAfterThings", "rule item { if chance 20% { kind = a } }", {{"kind=a", 1}, {"nothing", 4}}},
        {"UnsetComesFirst",
         "rule item { kind = a; if chance 1/3 { size = pick 1..2 } }",
         {{"kind=a", 4}, {"kind=a size=1", 1}, {"kind=a size=2", 1}}},
        // By their values, not by their numerators 1, 1 and 3.
        {"NumbersAscend",
         "rule item { let n = pick {1 a, 2 b, 4 c}; share = if n == a then 1/2 else if n == b then 1 else 3/2 }",
         {{"share=1/2", 1}, {"share=1/1", 2}, {"share=3/2", 4}}},
        {"UnsetNumbersAreOne",
         "rule item { kind = a; share = if chance 1/3 then 3/2 else 1/5; if chance 1/2 { share = none } }",
         {{"kind=a", 3}, {"kind=a share=1/5", 2}, {"kind=a share=3/2", 1}}},
        {"NumbersThatAreUnsetAgainAreOne",
         "rule item { kind = a; if chance 1/2 { share = 3/2; share = none } }",
         {{"kind=a", 1}}},
        // A text that the caller gives and a constant of the pack.
        {"EqualTextsAreOne",
         "rule item(called: text = \"it\") { label = if chance 1/2 then called else \"Sting\" }",
         {{"label=\"Sting\"", 1}},
         {{"called", "Sting"}}},
        {"EqualListsAreOne",
         "field marks: list of symbol\n"
         "rule item { if chance 1/2 { marks = [red, blue] } else { marks += red; marks += blue } }",
         {{"marks=[red, blue]", 1}}},
        // A double has 53 bits, the probability of 62 heads needs one at 2^-62.
        {"RareOutcomes",
         "rule item { n = 0; repeat 62 while n == 0 { if chance 1/2 { n = 1 } } }",
         {{"n=0", 1}, {"n=1", (std::uint64_t{1} << 62) - 1}}},
    }),
    [](const auto& row) { return row.param.name; });

/// Programs with one distribution, which the odds engine computes in different ways.
struct Equivalent {
  std::string name;
  std::vector<std::string> declarations;
};
class PrecomputedEquivalents : public testing::TestWithParam<Equivalent> {};

TEST_P(PrecomputedEquivalents, HaveOneTable) {
  const auto& all = GetParam().declarations;
  const auto first = table_of(compiled(all[0]), "item");
  ASSERT_TRUE(first);
  for (std::size_t i = 1; i < all.size(); ++i) {
    const auto other = table_of(compiled(all[i]), "item");
    ASSERT_TRUE(other) << all[i];
    EXPECT_EQ(shown(*other), shown(*first)) << all[i];
  }
}

INSTANTIATE_TEST_SUITE_P(
    , PrecomputedEquivalents,
    testing::ValuesIn(std::vector<Equivalent>{
        {"OneThird",
         {"rule item { kind = pick {1 a, 2 b} }", "rule item { let n = pick 1..3; kind = if n == 1 then a else b }",
          "rule item { let n = d6 + d6; kind = if n in {4, 5, 6} then a else b }",  // 3 + 4 + 5 of 36
          "rule item { retry { n = pick 1..4 } while n == 4; kind = if n == 1 then a else b; n = none }",
          "table t { 1 u, 2 v }\nrule item { kind = if pick t == u then a else b }",
          "rule item { kind = if chance 1/3 then a else b; repeat 20 { if chance 1/7 { unused = 1 } }; unused = none "
          "}"}},
        // The number of successes, of thirty with 1/3: as a sum in a loop, in halves, backwards, and by tables.
        {"Binomial",
         {"rule item { n = 0; repeat 30 { if chance 1/3 { n += 1 } } }",
          "rule item { n = 0; some(); some() }\nrule some { repeat 15 { if chance 1/3 { n += 1 } } }",
          "rule item { n = 30; repeat 30 { if chance 2/3 { n -= 1 } } }",
          "table t { 1 hit, 2 miss }\nrule item { n = 0; repeat 30 { if pick t == hit { n += 1 } } }",
          "rule item { n = 0; for i in 1..10 { n += sum(k in 1..3: if d3 == k then 1 else 0) } }"}},
    }),
    [](const auto& row) { return row.param.name; });

struct Shipped {
  std::string name;
  std::string pack;
  std::string rule;
  Values values = {};
};
class PrecomputedBudgets : public testing::TestWithParam<Shipped> {};

// Each budget suffices for the same table, or for none.
TEST_P(PrecomputedBudgets, DecideOnlyWhetherThereIsATable) {
  const auto loaded = Pack::load(std::string(SPOILS_PACKS_DIR) + "/" + GetParam().pack);
  ASSERT_TRUE(loaded.pack) << loaded.findings.text();
  const auto expected = table_of(*loaded.pack, GetParam().rule, GetParam().values);
  ASSERT_TRUE(expected);
  int refused = 0;
  int computed = 0;
  const auto compare = [&](const odds::Budget& budget, PrecomputeOptions options = {}) {
    const auto found = table_of(*loaded.pack, GetParam().rule, GetParam().values, options, budget);
    ++(found ? computed : refused);
    if (found) { EXPECT_EQ(shown(*found), shown(*expected)); }
  };
  for (std::size_t states = 1; states <= 4 * expected->size(); states *= 3) {
    auto budget = api::precompute_budget();
    budget.max_states = states;
    compare(budget);
    budget = api::precompute_budget();
    budget.max_paths = 20 * states;
    compare(budget);
    // Ends the work when so many states were met, or when it was asked so often.
    std::size_t asked = 0;
    auto context = std::make_pair(states, &asked);
    budget = api::precompute_budget();
    budget.context = &context;
    budget.go_on = [](void* given, std::size_t now) { return now <= static_cast<decltype(context)*>(given)->first; };
    compare(budget);
    budget.go_on = nullptr;
    budget.stop = [](void* given) {
      auto& [most, times] = *static_cast<decltype(context)*>(given);
      return ++*times > most;
    };
    compare(budget);
    PrecomputeOptions options;
    options.max_outcomes = states;
    compare(api::precompute_budget(), options);
  }
  EXPECT_GT(refused, 0);
  EXPECT_GT(computed, 0);
}

INSTANTIATE_TEST_SUITE_P(, PrecomputedBudgets,
                         testing::ValuesIn(std::vector<Shipped>{
                             {"HelloFloor", "hello", "floor", {{"depth", "30"}}},
                             {"RogueFloor", "rogue", "floor"},
                             {"RogueTrapCount", "rogue", "trap_count", {{"level", "13"}}},
                             {"CrawlBook", "crawl", "book", {{"depth", "27"}}},
                             {"CrawlRandomBook", "crawl", "random_book"},
                         }),
                         [](const auto& row) { return row.param.name; });

/// Which rules are left to finish a roll of `item`.
struct CutCase {
  std::string name;
  std::string declarations;
  std::vector<std::string> cut = {};  // none: everything is computed in advance
};
class PrecomputedCut : public testing::TestWithParam<CutCase> {};

TEST_P(PrecomputedCut, IsDecidedByTheProgram) {
  const auto pack = compiled("field marks: list of symbol\nfield kinds: set of symbol\nfield label: text\n" +
                             GetParam().declarations);
  // The limit on outcomes decides nothing else.
  const auto expected = table_of(pack, "item");
  ASSERT_TRUE(expected);
  std::vector<std::string> cut;
  for (const auto& [text, words] : *expected) {
    constexpr std::string_view kRest = "rest of ";
    if (text.substr(0, kRest.size()) != kRest) { continue; }
    const auto name = text.substr(kRest.size(), text.find(' ', kRest.size()) - kRest.size());
    if (cut.empty() || cut.back() != name) { cut.push_back(name); }
  }
  EXPECT_EQ(cut, GetParam().cut);
  for (std::size_t most = 1; most <= expected->size(); ++most) {
    const auto found = table_of(pack, "item", {}, {most});
    EXPECT_EQ(found.has_value(), most == expected->size()) << most;
    if (found) { EXPECT_EQ(shown(*found), shown(*expected)); }
  }
}

constexpr auto kFill = "rule fill { repeat 2 { marks += pick {red, green} } }\n";

INSTANTIATE_TEST_SUITE_P(
    , PrecomputedCut,
    testing::ValuesIn(std::vector<CutCase>{
        {"ListFilledLast", std::string(kFill) + "rule item { kind = pick {a, b}; fill() }", {"fill"}},
        {"SetFilledLast",
         "rule fill { repeat 2 { kinds += pick {red, green} } }\nrule item { kind = pick {a, b}; fill() }",
         {"fill"}},
        {"TextFilledLast",
         "rule fill { label = \"\"; repeat 2 { label = if chance 1/2 then \"{label}a\" else \"{label}b\" } }\n"
         "rule item { kind = pick {a, b}; fill() }",
         {"fill"}},
        {"LastOfABranch",
         std::string(kFill) + "rule item { kind = pick {a, b}; if kind == a { fill() } else { size = d3 } }",
         {"fill"}},
        {"TwoRules",
         std::string(kFill) + "rule other { repeat 2 { kinds += pick {red, green} } }\n"
                              "rule item { kind = pick {a, b}; if kind == a { fill() } else { other() } }",
         {"fill", "other"}},
        {"WithinARuleThatIsLast",
         std::string(kFill) + "rule outer { size = d3; fill() }\nrule item { kind = pick {a, b}; outer() }",
         {"fill"}},
        {"ItselfIsNotCut", "rule item { kind = pick {a, b}; repeat 2 { marks += pick {red, green} } }"},
        {"FilledWithoutALoop",
         "rule fill { marks += pick {red, green}; marks += pick {red, green} }\nrule item { kind = a; fill() }"},
        {"NumbersFilledLast", "rule fill { size = 0; repeat 2 { size += d3 } }\nrule item { kind = a; fill() }"},
        {"NotLast", std::string(kFill) + "rule item { fill(); kind = pick {a, b} }"},
        {"NotLastEverywhere",
         std::string(kFill) + "rule item { kind = pick {a, b}; if kind == a { fill(); size = 1 } else { fill() } }"},
        {"LastInALoop", std::string(kFill) + "rule item { kind = pick {a, b}; repeat 1 { fill() } }"},
        // So the rule that runs it in one of the branches fills the list.
        {"AtTwoDepths",
         std::string(kFill) + "rule outer { fill() }\n"
                              "rule item { kind = pick {a, b}; if kind == a { outer() } else { fill() } }",
         {"outer"}},
        {"WithAWorldDef",
         "world def lucky() = pick {red, green}\n" + std::string(kFill) + "rule item { kind = lucky(); fill() }"},
    }),
    [](const auto& row) { return row.param.name; });

}  // namespace precomputed_shares_test
}  // namespace spoils
