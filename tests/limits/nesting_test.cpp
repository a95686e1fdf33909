// tests/limits/nesting_test.cpp
//
// Every construct that can nest in itself, or refer to the next of its kind, at the allowed depth and far beyond: it is
// refused with a finding, or it is compiled, laid out, dumped, rolled, explained, queried for odds and written into a
// book. All of it runs on a small stack, as the threads of games have; code that recurses too deep overflows it and
// ends the test.
#include <gtest/gtest.h>
#include <pthread.h>

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "lang/dump.h"
#include "lang/parser.h"
#include "limits/source.h"
#include "spoils/book.h"
#include "spoils/explain.h"
#include "spoils/odds.h"
#include "spoils/roll.h"
#include "text/report.h"
#include "text/source.h"

namespace spoils {
namespace nesting_test {

#if defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
constexpr std::size_t kStack = std::size_t{8} << 20U;  // frames are several times larger there
#else
constexpr std::size_t kStack = std::size_t{2} << 20U;
#endif

/// Runs something in a thread with a small stack.
void on_small_stack(const std::function<void()>& work) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, kStack), 0);
  pthread_t thread{};
  const auto run = [](void* given) -> void* {
    (*static_cast<const std::function<void()>*>(given))();
    return nullptr;
  };
  auto copy = work;
  ASSERT_EQ(pthread_create(&thread, &attributes, run, &copy), 0);
  ASSERT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
}

/// Passes a pack to every reading. Returns the code of the first error, "" if it compiles.
std::string read_in_every_way(const std::string& source) {
  static_cast<void>(format("nested.loot", source));
  text::Sources sources;
  const auto number = sources.add("nested.loot", source);
  text::Report report(sources);
  static_cast<void>(lang::dump(lang::parse(sources, number, report)));
  const auto loaded = Pack::compile("nested.loot", source);
  static_cast<void>(loaded.findings.text());
  if (!loaded.pack) {
    for (const auto& finding : loaded.findings.all()) {
      if (finding.severity == Severity::Error) { return finding.code; }
    }
    return "no pack";
  }
  const auto& pack = *loaded.pack;
  static_cast<void>(pack.dump());
  auto roller = Roller::make(pack);
  if (!roller) { return "no roller: " + roller.error().text(); }
  if (const auto things = roller->roll(1, 0)) {
    for (const auto thing : *things) { static_cast<void>(thing.name()); }
  }
  static_cast<void>(explain_roll(*roller, 1, 0, {}));
  Marginal question;
  question.max_states = 1'000;
  question.max_paths = 10'000;
  static_cast<void>(exact_odds(pack, question));
  BookOptions options;
  options.most_work = 10'000;
  static_cast<void>(write_book(pack, options));
  return "";
}

std::string on_small_stack(const std::string& source) {
  std::string out;
  on_small_stack([&] { out = read_in_every_way(source); });
  return out;
}

struct Nesting {
  std::string_view name;
  std::size_t limit;      // the most that compiles; 0: nothing of the kind does
  std::string_view code;  // of the refusal of 30,000; "": it is no nesting, and compiles
  std::function<std::string(std::size_t count)> source;
};

class NestingTest : public testing::TestWithParam<Nesting> {};

TEST_P(NestingTest, IsReadAtTheLimit) {
  if (GetParam().limit == 0) { return; }
  EXPECT_EQ(on_small_stack("pack nested\ninput depth: 1..9 = 1\n" + GetParam().source(GetParam().limit)), "");
}

TEST_P(NestingTest, IsRefusedFarBeyond) {
  EXPECT_EQ(on_small_stack("pack nested\ninput depth: 1..9 = 1\n" + GetParam().source(30'000)), GetParam().code);
}

/// The opening part n times, the middle, the closing part n times.
std::string around(std::size_t n, std::string_view open, std::string_view middle, std::string_view close = "") {
  return times(n, open) + std::string(middle) + times(n, close);
}

std::string rule(const std::string& body) { return "rule floor { " + body + " }\n"; }
std::string value(std::size_t n, std::string_view open, std::string_view middle, std::string_view close = "") {
  return rule("x = " + around(n, open, middle, close));
}
std::string display(const std::string& text) { return rule("kind = gold") + "display floor " + text + "\n"; }

/// Declarations that lead from each to the next: `each` with {0} and {1} for the numbers of this and the next.
std::string chain(std::size_t n, std::string_view link, std::string_view last) {
  return each(n, [&](std::size_t i) { return fmt::format(fmt::runtime(link), i, i + 1); }) +
         fmt::format(fmt::runtime(last), n);
}
/// The same in a circle.
std::string circle(std::size_t n, std::string_view link) {
  return each(n, [&](std::size_t i) { return fmt::format(fmt::runtime(link), i, (i + 1) % n); });
}

const std::string kTable = "table t: c { 1 a 1; 2 b 2 }\n";
const std::string kRecords = "collection c { a: int = 0; on: filter; rows p { n: int }; block b }\n";

const auto kNestings = std::to_array<Nesting>({
    // Expressions.
    {"Parentheses", 98, "E0204", [](std::size_t n) { return value(n, "(", "1", ")"); }},
    {"ParenthesesLeftOpen", 0, "E0204", [](std::size_t n) { return value(n, "(", ""); }},
    {"Nots", 97, "E0204", [](std::size_t n) { return value(n, "not ", "true"); }},
    {"Minuses", 98, "E0204", [](std::size_t n) { return value(n, "- ", "1"); }},
    {"MinusesOfACell", 0, "E0204",
     [](std::size_t n) { return rule("x = pick u") + "table u { " + around(n, "-", "1") + " a }\n"; }},
    {"Powers", 97, "E0204", [](std::size_t n) { return value(n, "1 ^ ", "1"); }},
    {"Percents", 0, "E0204", [](std::size_t n) { return value(1, "1", times(n, "%")); }},
    {"Sums", 499, "E0204", [](std::size_t n) { return value(n, "depth + ", "1"); }},
    {"SumsOfConstants", 499, "E0204", [](std::size_t n) { return value(n, "1 + ", "1"); }},
    {"Ands", 497, "E0204", [](std::size_t n) { return value(n, "depth == 1 and ", "true"); }},
    {"Ors", 497, "E0204", [](std::size_t n) { return value(n, "depth == 1 or ", "true"); }},
    {"Comparisons", 0, "E0209", [](std::size_t n) { return value(n, "1 == ", "1"); }},
    {"Ranges", 0, "E0201", [](std::size_t n) { return value(n, "1..", "1"); }},
    {"ElseIfValues", 97, "E0204", [](std::size_t n) { return value(n, "if depth == 1 then 1 else ", "0"); }},
    {"IfsOfIfs", 97, "E0204", [](std::size_t n) { return value(n, "if ", "true", " then true else false"); }},
    {"Matches", 97, "E0204", [](std::size_t n) { return value(n, "match depth { else: ", "1", " }"); }},
    {"MatchesOfMatches", 97, "E0204", [](std::size_t n) { return value(n, "match ", "depth", " { else: 1 }"); }},
    {"Lists", 1, "E0204", [](std::size_t n) { return value(n, "[", "1", "]"); }},
    {"Sets", 1, "E0204", [](std::size_t n) { return value(n, "{", "1", "}"); }},
    {"Filters", 0, "E0204", [](std::size_t n) { return rule("x = kind is " + around(n, "{", "a", "}")); }},
    {"TablesWithoutNames", 30, "E0204", [](std::size_t n) { return value(n, "pick { 1 (", "1", "); 2 2 }"); }},
    {"Picks", 0, "E0204", [](std::size_t n) { return value(n, "pick ", "1..6"); }},
    {"PicksInConditions", 0, "E0204",
     [](std::size_t n) { return value(n, "pick m in t where ", "true") + kTable; }},
    {"Shuffles", 98, "E0204", [](std::size_t n) { return value(n, "shuffle ", "1..1"); }},
    {"Chances", 0, "E0204", [](std::size_t n) { return value(n, "chance ", "5%"); }},
    {"Calls", 48, "E0204", [](std::size_t n) { return value(n, "max(1, ", "depth", ")"); }},
    {"Arguments", 0, "E0204", [](std::size_t n) { return value(n, "max(a = ", "1", ")"); }},
    {"LongCalls", 500, "E0204", [](std::size_t n) { return rule("x = max(" + times(n, "depth, ") + "1)"); }},
    {"Folds", 47, "E0204",
     [](std::size_t n) {
       return rule("x = " + each(n, [](std::size_t i) { return fmt::format("sum(v{} in [1]: ", i); }) + "1" +
                   times(n, ")"));
     }},
    {"Members", 0, "E0204", [](std::size_t n) { return value(1, "t[a]", times(n, ".c")) + kTable; }},
    {"Lookups", 0, "E0204", [](std::size_t n) { return value(n, "t[", "a", "].c") + kTable; }},
    {"Questions", 0, "E0204",
     [](std::size_t n) { 
       return rule("x = 1") + "expect \"e\": " + around(n, "odds(floor: ", "x == 1", ")") + " == 1\n";
     }},
    // Texts and displays.
    {"TextsInHoles", 9, "E0204", [](std::size_t n) { return "input y: 1..2 = 1\n" + value(n, "\"{", "y", "}\""); }},
    {"TextsInHolesLeftOpen", 0, "E0204", [](std::size_t n) { return value(n, "\"{", ""); }},
    {"ParenthesesInHoles", 97, "E0204",
     [](std::size_t n) { return display("\"{" + around(n, "(", "kind", ")") + "}\""); }},
    {"BracesInHoles", 0, "E0204", [](std::size_t n) { return display('"' + around(n, "{", "kind", "}") + '"'); }},
    {"Optionals", 1, "E0223", [](std::size_t n) { return display('"' + around(n, "[", "{kind}", "]") + '"'); }},
    {"OptionalsLeftOpen", 0, "E0223", [](std::size_t n) { return display('"' + around(n, "[", "") + '"'); }},
    {"OptionalsInHoles", 1, "E0204", [](std::size_t n) { return display(around(n, "\"[{", "kind", "}]\"")); }},
    {"DisplaysThatChoose", 97, "E0204",
     [](std::size_t n) { return display(around(n, "if depth == 1 then \"a\" else ", "\"b\"")); }},
    // Statements.
    {"Blocks", 98, "E0204", [](std::size_t n) { return rule(around(n, "if true { ", "x = 1", " }")); }},
    {"ElseIfs", 97, "E0204",
     [](std::size_t n) { return rule("if depth == 1 { x = 1 }" + times(n, " else if depth == 2 { x = 2 }")); }},
    {"MatchStatements", 97, "E0204",
     [](std::size_t n) { return rule(around(n, "match depth { else: { ", "x = 1", " } }")); }},
    {"Repeats", 20, "E0204", [](std::size_t n) { return rule(around(n, "repeat 1 { ", "x = 1", " }")); }},
    {"Retries", 20, "E0204", [](std::size_t n) { return rule(around(n, "retry { ", "x = 1", " } while false")); }},
    {"Tries", 20, "E0204", [](std::size_t n) { return rule(around(n, "try { ", "x = 1", " } keep true")); }},
    {"Withs", 97, "E0204", [](std::size_t n) { return rule(around(n, "with depth = 1 { ", "x = 1", " }")); }},
    {"Streams", 97, "E0204", [](std::size_t n) { return rule(around(n, "with stream s { ", "x = 1", " }")); }},
    {"BracesLeftOpen", 0, "E0202", [](std::size_t n) { return "rule floor {" + times(n, "{"); }},
    // Records.
    {"BlocksOfRecords", 95, "E0204",
     [](std::size_t n) { 
       return rule("x = 1") + kRecords + "c r { b { " + around(n, "if true { ", "x = 1", " }") + " } }\n";
     }},
    {"RecordsInRecords", 20, "E0204",
     [](std::size_t n) {
       return rule("x = " + around(n, "r with { a = ", "r", " }")) + "collection c { a: c = none }\nc r { }\n";
     }},
    {"RecordsOfRecords", 60, "E0204",
     [](std::size_t n) { return rule("x = r" + times(n, " with { a = 1 }")) + kRecords + "c r { }\n"; }},
    {"FiltersOfRecords", 0, "E0204",
     [](std::size_t n) { return rule("x = 1") + kRecords + "c r { on = " + around(n, "{", "a", "}") + " }\n"; }},
    {"RowsOfRecords", 97, "E0204",
     [](std::size_t n) { return rule("x = 1") + kRecords + "c r { p " + around(n, "(", "1", ")") + " }\n"; }},
    {"Ancestors", 64, "E0508",
     [](std::size_t n) { return rule("x = 1") + kRecords + chain(n, "c r{0} : r{1} {{ }}\n", "c r{0} {{ }}\n"); }},
    {"AncestorsInACircle", 0, "E0508",
     [](std::size_t n) { return rule("x = 1") + kRecords + circle(n, "c r{0} : r{1} {{ }}\n"); }},
    // Declarations that refer to the next of their kind.
    {"Defs", 60, "E0204",
     [](std::size_t n) { return rule("x = q0") + chain(n, "def q{0} = q{1} + depth\n", "def q{0} = depth\n"); }},
    {"ConstantDefs", 60, "E0204",
     [](std::size_t n) {
       return rule("x = q0") + chain(n, "constant def q{0} = q{1} + 1\n", "constant def q{0} = 1\n");
     }},
    {"DefsWithBlocks", 60, "E0204",
     [](std::size_t n) {
       return rule("x = q0") + chain(n, "def q{0} {{ let p = q{1}; give p + depth }}\n", "def q{0} = depth\n");
     }},
    {"BlocksOfDefs", 97, "E0204",
     [](std::size_t n) {
       return rule("x = q") + "def q { " + around(n, "if depth > 0 { ", "let p = 1", " }") + "; give 1 }\n";
     }},
    {"CasesInDefs", 500, "E0508",
     [](std::size_t n) {
       return rule("x = q") + "def q { match depth { " +
              each(n, [](std::size_t i) { return fmt::format("{}: {{ give 1 }}\n", i); }) + "}; give 2 }\n";
     }},
    {"CasesInDefsThatCallEachOther", 40, "E0508",
     [](std::size_t n) {
       const auto cases = each(3, [](std::size_t i) { return fmt::format("{0}: {{{{ give {0} }}}}\n", i); });
       return rule("x = q0") + chain(n, "def q{0} {{ match depth {{ " + cases + "else: {{ give q{1} }} }} }}\n",
                                     "def q{0} = depth\n");
     }},
    {"DefsOfTexts", 60, "E0204",
     [](std::size_t n) { return rule("x = q0") + chain(n, "def q{0} = \"{{q{1}}}\"\n", "def q{0} = \"a\"\n"); }},
    {"DefsInACircle", 0, "E0204", [](std::size_t n) { return rule("x = q0") + circle(n, "def q{0} = q{1}\n"); }},
    {"WorldDefs", 60, "E0204",
     [](std::size_t n) {
       return rule("x = q0") + chain(n, "world def q{0} = q{1}\n", "world def q{0} = pick 1..6\n");
     }},
    {"Measures", 290, "E0204",
     [](std::size_t n) { return rule("x = 1") + chain(n, "measure q{0} = q{1} + depth\n", "measure q{0} = x\n"); }},
    {"Tables", 290, "E0204",
     [](std::size_t n) {
       return rule("x = pick q0") + chain(n, "table q{0} {{ 1 (pick q{1}); 1 a }}\n", "table q{0} {{ a }}\n");
     }},
    {"TablesInACircle", 0, "E0204",
     [](std::size_t n) { return rule("x = pick q0") + circle(n, "table q{0} {{ 1 (pick q{1}); 1 a }}\n"); }},
    {"Cells", 190, "E0204",
     [](std::size_t n) {
       return rule("x = q0[a].c") +
              chain(n, "table q{0}: c {{ 1 a (q{1}[a].c) }}\n", "table q{0}: c {{ 1 a (depth) }}\n");
     }},
    {"Weights", 190, "E0204",
     [](std::size_t n) {
       return rule("x = pick q0") +
              chain(n, "table q{0}: c {{ (q{1}[a].c) a (q{1}[a].c) }}\n", "table q{0}: c {{ 1 a (depth) }}\n");
     }},
    {"Rules", 60, "E0508",
     [](std::size_t n) { return rule("q0()") + chain(n, "rule q{0} {{ q{1}() }}\n", "rule q{0} {{ x = 1 }}\n"); }},
    {"RulesThatDrop", 60, "E0508",
     [](std::size_t n) { 
       return rule("drop q0") + chain(n, "rule q{0} {{ drop q{1} }}\n", "rule q{0} {{ x = 1 }}\n");
     }},
    {"RulesThatDo", 60, "E0508",
     [](std::size_t n) {
       return rule("do pick {q0}") + chain(n, "rule q{0} {{ do pick {{q{1}}} }}\n", "rule q{0} {{ x = 1 }}\n");
     }},
    {"RulesInACircle", 0, "E0508", [](std::size_t n) { return circle(n, "rule q{0} {{ q{1}() }}\n"); }},
    {"Fields", 90, "E0508",
     [](std::size_t n) { return rule(chain(n, "x{0} = x{1}\n", "x{0} = 1\n")); }},
    {"Inputs", 0, "E0401",
     [](std::size_t n) { return rule("x = 1") + chain(n, "input q{0}: 1..9 = q{1}\n", "input q{0}: 1..9 = 1\n"); }},
});

INSTANTIATE_TEST_SUITE_P(, NestingTest, testing::ValuesIn(kNestings),
                         [](const auto& row) { return std::string(row.param.name); });

// A hundred thousand terms, and so on, are refused as soon as the limit is met, and not copied again and again.
TEST(LongChains, AreRefusedAtOnce) {
  for (const std::string_view part :
       {"1 + ", "depth == 1 and ", "not ", "- ", "(", "max(", "t[", "if true then 1 else "}) {
    EXPECT_EQ(on_small_stack("pack long\ninput depth: 1..9 = 1\n" + value(100'000, part, "1")), "E0204") << part;
  }
  EXPECT_EQ(
      on_small_stack("pack long\nrule floor { if true { x = 1 }" + times(100'000, " else if true { x = 1 }") + " }\n"),
      "E0204");
}

}  // namespace nesting_test
}  // namespace spoils
