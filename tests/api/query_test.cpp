// A question is lowered against the finished program of its pack. The oracle compiles it together with the pack, as an
// expectation at its end, and reads the program that results. tests/reference does the same with random packs: each of
// their questions is compiled in this way and answered by a separate evaluator.
#include "api/query.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "api/compile_queries.h"
#include "api/pack_data.h"
#include "compiled.h"
#include "odds/interpreter.h"
#include "odds/open_inputs.h"
#include "packs/shipped.h"
#include "spoils/odds.h"

namespace spoils {

namespace query_test {

using Distribution = std::map<std::vector<std::string>, std::string>;  // fractions by values

constexpr std::string_view kPack = R"(
input level: 1..3 = 2
state luck: 0..5 = 1
collection gem { hue: symbol; worth: int; marks: set of symbol }
gem ruby { hue = red; worth = 3; marks = {old, cut} }
gem opal { hue = blue; worth = 1; marks = {old} }
table tier: bonus { 3 low (pick 1..2); 1 high 5 }
def twice(x) = x * 2
measure price = twice(worth) + level
rule r(many: 1..4 = 1) {
  kind = pick gem
  worth = gem[kind].worth + luck
  tier = pick tier
  parts = [worth, many]
  label = "a {kind}"
  repeat many { drop chip }
}
rule chip { kind = pick {2 shard, 1 dust}; worth = d3 }
display r "{label}"
)";

Distribution by_values(const program::Program& program, const program::Query& query) {
  odds::Interpreter<odds::Exact> interpreter(program, {});
  const auto answer = interpreter.answer(query, odds::initial_settings(program));
  Distribution out;
  odds::Exact total(0);
  for (const auto& outcome : answer.outcomes) { total += outcome.mass; }
  for (const auto& outcome : answer.outcomes) {
    const auto values = to_texts(api::cells_of(program, interpreter.heap(), query, outcome.words));
    const odds::Exact share = outcome.mass / total;
    EXPECT_TRUE(out.emplace(values, share.str()).second) << "an outcome comes twice";
  }
  return out;
}

struct CompiledQueries {
  std::string together;  // as an expectation
  Question question;     // as a caller asks
};

Marginal question(std::string rule, std::vector<std::string> by, std::string where = "", Values values = {}) {
  Marginal out;
  out.rule = std::move(rule);
  out.by = std::move(by);
  out.where = std::move(where);
  out.values = std::move(values);
  return out;
}

std::vector<CompiledQueries> questions() {
  std::vector<CompiledQueries> out{
      {"r by kind", question("r", {"kind"})},
      {"r by name", question("r", {"name"})},
      {"r by label, (worth > 2)", question("r", {"label", "worth > 2"})},
      {"r by price", question("r", {"price"})},
      {"r by price, level = 3", question("r", {"price"}, "", {{"level", "3"}})},
      {"r(many = 3) by (sum(x in parts: x * x))", question("r", {"sum(x in parts: x * x)"}, "", {{"many", "3"}})},
      {"r by (gem[kind].hue), tier", question("r", {"gem[kind].hue", "tier"})},
      {"r by (if kind == ruby then \"a ruby\" else label)",
       question("r", {"if kind == ruby then \"a ruby\" else label"})},
      {"r by (gem[kind].marks == {cut, old})", question("r", {"gem[kind].marks == {cut, old}"})},
      {"r by (max(g in gem where g.worth <= worth: g.worth))",
       question("r", {"max(g in gem where g.worth <= worth: g.worth)"})},
      {"r by tier given (worth > 2 and level in 2..3)", question("r", {"tier"}, "worth > 2 and level in 2..3")},
      {"r(many = 4) by (count(x in things where x.kind == shard)), (sum(x in things: x.worth))",
       question("r", {"count(x in things where x.kind == shard)", "sum(x in things: x.worth)"}, "", {{"many", "4"}})},
      {"r by (twice(luck) + 7/2)", question("r", {"twice(luck) + 7/2"})},
      {"chip by (worth mod 2), kind", question("chip", {"worth mod 2", "kind"})},
  };
  Count count;
  count.rule = "r";
  count.condition = "kind == dust";
  count.values = {{"many", "2"}};
  out.push_back({"r(many = 2) by (count(thing in things where kind == dust))", count});
  return out;
}

Distribution asked_of(const Pack& pack, Question question) {
  std::visit(
      [](auto& kind) {
        if constexpr (requires { kind.fractions; }) { kind.fractions = true; }
      },
      question);
  const auto answer = exact_odds(pack, question);
  EXPECT_TRUE(answer.ok()) << (answer.ok() ? "" : answer.error().text());
  Distribution out;
  if (!answer.ok()) { return out; }
  for (const auto& row : probabilities(*answer)->rows) {
    const auto share = row.fraction->denominator == "1" ? row.fraction->numerator : row.fraction->text();
    EXPECT_TRUE(out.emplace(to_texts(row.values), share).second) << "an outcome comes twice";
  }
  return out;
}

TEST(Query, SameAsCompiledTogetherWithThePack) {
  const auto pack = compiled(std::string(kPack));
  for (const auto& [together, question] : questions()) {
    const auto whole = compiled(std::string(kPack) + "expect \"it\": odds(" + together + ")\n");
    const auto& program = whole.data().program;
    ASSERT_EQ(program.queries.size(), 1U);
    EXPECT_EQ(asked_of(pack, question), by_values(program, program.queries.front())) << together;
  }
}

TEST(Query, LeavesThePackAsItWas) {
  const auto pack = compiled(std::string(kPack));
  const auto sizes = pack.data().program.sizes();
  const auto symbols = pack.data().program.symbols.size();
  const auto before = asked_of(pack, question("r", {"label", "price"}));
  EXPECT_FALSE(exact_odds(pack, question("r", {"kind == amber"})).ok());  // a word that the pack does not know
  EXPECT_FALSE(exact_odds(pack, question("r", {"kind + \"x\""})).ok());   // no sense
  EXPECT_EQ(asked_of(pack, question("r", {"label", "price"})), before);
  EXPECT_EQ(pack.data().program.expressions.size(), sizes.expressions);
  EXPECT_EQ(pack.data().program.slots.size(), sizes.slots);
  EXPECT_EQ(pack.data().program.symbols.size(), symbols);
}

// The finished program is used: a question adds its own few parts at the end, and no part of the pack is made again.
TEST(Query, AddsNothingButItself) {
  const auto pack = compiled(std::string(kPack));
  const auto& program = pack.data().program;
  const auto compiled = api::compile_queries(pack, {api::query_source(pack, question("r", {"kind", "worth > 2"}), "")});
  ASSERT_TRUE(compiled.query_of.at(0).ok());
  const auto& grown = compiled.program;
  for (std::size_t i = 0; i < program.expressions.size(); ++i) {
    const auto& before = program.expressions[i];
    const auto& after = grown.expressions[i];
    ASSERT_EQ(std::tie(before.op, before.a, before.b, before.c, before.value),
              std::tie(after.op, after.a, after.b, after.c, after.value));
  }
  // `kind`; `worth` or 0, 2, no more, not; and the parameter's default.
  EXPECT_LE(grown.expressions.size() - program.expressions.size(), 7U);
  EXPECT_EQ(grown.statements.size(), program.statements.size());
  EXPECT_EQ(grown.tables.size(), program.tables.size());
  EXPECT_EQ(grown.queries.size(), program.queries.size() + 1);
}

// All questions of a call are in one program. The oracle asks each by itself.
TEST(Query, TogetherAsEachAlone) {
  const auto pack = compiled(std::string(kPack));
  Draw drawn;
  drawn.from = "{ luck shard; 3 (pick {new_word, ruby}) }";
  Draw nested;  // the types of both draws are learnt in a pass of their own
  nested.from = "{ 1 (pick { 1 (pick tier) ; 2 level }); 2 level }";
  std::vector<Query> all;
  const std::vector<Question> good{drawn, question("r", {"label", "price"}), nested,
                                   question("chip", {"kind", "worth > 1"})};
  const std::vector<Question> wrong{question("r", {"kind + \"x\""}), question("r", {"kind)"}),
                                    question("r", {"pick gem"}), question("nothing", {"kind"})};
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (const auto& question : wrong) { all.push_back({question, {}, ""}); }
    all.push_back({good[i], {}, ""});
  }
  std::vector<api::QueryOrError> sources;
  for (const auto& query : all) { sources.push_back(api::query_source(pack, query.question, "")); }
  const auto together = api::compile_queries(pack, sources);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto alone = api::compile_queries(pack, {sources[i]});
    ASSERT_EQ(together.query_of[i].ok(), alone.query_of[0].ok()) << i;
    if (!alone.query_of[0]) {
      EXPECT_EQ(together.query_of[i].error().text(), alone.query_of[0].error().text());
      continue;
    }
    // Linked, too: the rule of a draw is the question's own.
    const auto rule_of = [](const api::CompiledQueries& compiled, std::size_t number) {
      return compiled.program.rules[compiled.program.queries[*compiled.query_of[number]].rule];
    };
    EXPECT_EQ(rule_of(together, i).fields.size(), rule_of(alone, 0).fields.size()) << i;
    EXPECT_EQ(by_values(together.program, together.program.queries[*together.query_of[i]]),
              by_values(alone.program, alone.program.queries[*alone.query_of[0]]))
        << i;
  }
  EXPECT_EQ(together.program.queries.size(), pack.data().program.queries.size() + good.size());
}

TEST(Query, FromManyThreadsAtOnce) {
  const auto pack = compiled(std::string(kPack));
  const auto all = questions();
  std::vector<Distribution> alone;
  for (const auto& one : all) { alone.push_back(asked_of(pack, one.question)); }
  std::vector<Distribution> found(all.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < all.size(); ++i) {
    threads.emplace_back([&, i] { found[i] = asked_of(pack, all[i].question); });
  }
  for (auto& thread : threads) { thread.join(); }
  EXPECT_EQ(found, alone);
}

// A caller's expression cannot end the part of the question that contains it.
TEST(Query, AnExpressionReachesNoFurtherThanItsPlace) {
  const auto pack = compiled(std::string(kPack));
  for (const auto* text :
       {"kind)", "kind, level = 3", "kind given kind == ruby", "kind: worth > 2", "kind\nworth", ""}) {
    EXPECT_FALSE(exact_odds(pack, question("r", {text})).ok()) << text;
    Count counted;
    counted.rule = "r";
    counted.condition = text;
    EXPECT_EQ(exact_odds(pack, counted).ok(), counted.condition.empty())
        << text;  // without a condition all are counted
  }
  Draw picked;
  EXPECT_FALSE(exact_odds(pack, picked).ok());
  picked.from = "gem } rule other { kind = pick gem";
  EXPECT_FALSE(exact_odds(pack, picked).ok());
  picked.from = "gem";
  EXPECT_EQ(asked_of(pack, picked), (Distribution{{{"ruby"}, "1/2"}, {{"opal"}, "1/2"}}));
}

// The weights of a table that only the question has read state, too.
TEST(Query, DrawsFromATableOfItsOwn) {
  const auto pack = compiled(std::string(kPack));
  Draw picked;
  picked.from = "{ luck shard; 3 dust }";
  EXPECT_EQ(asked_of(pack, picked), (Distribution{{{"shard"}, "1/4"}, {{"dust"}, "3/4"}}));
  picked.states = {{"luck", "5"}};
  EXPECT_EQ(asked_of(pack, picked), (Distribution{{{"shard"}, "5/8"}, {{"dust"}, "3/8"}}));
  picked.values = {{"level", "3"}};
  picked.from = "{ level shard if level > 2; luck dust }";
  EXPECT_EQ(asked_of(pack, picked), (Distribution{{{"shard"}, "3/8"}, {{"dust"}, "5/8"}}));
}

// Each value of a sweep is answered by the same interpreter, which prepares the table of the question for each anew;
// also where a wrong question comes after it, and the program is made again.
TEST(Query, SweepsATableOfItsOwn) {
  const auto pack = compiled(std::string(kPack));
  Draw picked;
  picked.from = "{ level shard; 3 dust }";
  picked.fractions = true;
  std::vector<Query> asked{{picked, {"level", {}, {}}, ""}};
  for (const auto is_followed : {false, true}) {
    if (is_followed) { asked.push_back({question("r", {"kind + \"x\""}), {}, ""}); }
    const auto rows = exact_odds(pack, asked).front();
    ASSERT_TRUE(rows.ok()) << rows.error().text();
    std::vector<std::string> shards;
    for (const auto& row : *rows) {
      for (const auto& outcome : probabilities(row.table)->rows) {
        if (to_text(outcome.values[0]) == "shard") { shards.push_back(outcome.fraction->text()); }
      }
    }
    EXPECT_EQ(shards, (std::vector<std::string>{"1/4", "2/5", "1/2"}));
  }
}

// The condition never holds for the first value, whose table is empty and says by what it is, like the others.
TEST(Query, ASweptTableWithoutOutcomesHasItsColumns) {
  const auto pack = compiled("input level: 0..2 = 1\nrule r { kind = pick {a, b}; n = level }\n");
  Marginal asked;
  asked.by = {"kind", "n"};
  asked.where = "n > 0";
  const auto swept = exact_odds(pack, asked, {"level", {}, {}});
  ASSERT_TRUE(swept.ok()) << swept.error().text();
  ASSERT_EQ(swept->size(), 3U);
  for (const auto& row : *swept) { EXPECT_EQ(row.table.by, asked.by) << row.value; }
  EXPECT_TRUE(swept->front().table.rows.empty());
}

// A text of the question that is one of the pack is the same outcome.
TEST(Query, FindsTheConstantsOfItsPack) {
  const auto pack = compiled("rule r { title = pick {\"old\", \"new\"} }");
  EXPECT_EQ(asked_of(pack, question("r", {"if title == \"new\" then \"old\" else title"})),
            (Distribution{{{"old"}, "1"}}));
}

// A symbol in a value is literal, even if a def, a rule or a word of the language has the same spelling.
TEST(Query, ValuesMeanThemselves) {
  const auto pack = compiled(R"(
input what: {old, twice, plain} = plain
def twice = 3
rule r(part: symbol) {
  kind = if what == old then pick {a, b} else if what == 'twice' then c else d
  p = part
  q = pick {'with', r}
}
)");
  const auto of = [&](std::string what, std::string part) {
    return asked_of(pack, question("r", {"kind", "p"}, "", {{"what", std::move(what)}, {"part", std::move(part)}}));
  };
  EXPECT_EQ(of("old", "with"), (Distribution{{{"a", "with"}, "1/2"}, {{"b", "with"}, "1/2"}}));
  EXPECT_EQ(of("twice", "r"), (Distribution{{{"c", "r"}, "1"}}));
  EXPECT_EQ(of("plain", "r"), (Distribution{{{"d", "r"}, "1"}}));
}

// Only copies and the question itself are paid for: the pack is not compiled again.
TEST(Query, AddsItselfAlone) {
  const auto& pack = packs::shipped("pyrel");
  const auto asked = api::compile_queries(pack, {api::query_source(pack, question("find", {"kind"}), "")});
  ASSERT_TRUE(asked.query_of.front().ok()) << asked.query_of.front().error().text();
  const auto& own = pack.data().program;
  EXPECT_LT(asked.program.expressions.size(), own.expressions.size() + 20);
  EXPECT_EQ(asked.program.statements.size(), own.statements.size());
  EXPECT_EQ(asked.program.tables.size(), own.tables.size());
  for (std::size_t i = 0; i < own.expressions.size(); ++i) {
    ASSERT_EQ(asked.program.expressions[i].op, own.expressions[i].op);
    ASSERT_EQ(asked.program.expressions[i].draws, own.expressions[i].draws);
  }
}

// The name of a field is no word, though a record is wanted after `==`.
TEST(Query, ComparesSetsOfRecords) {
  const auto pack = compiled(
      "collection gem { hue: symbol }\ngem ruby { hue = red }\ngem opal { hue = blue }\n"
      "field left: set of gem\nfield right: set of gem\nfield one: list of gem\nfield other: list of gem\n"
      "rule r { left += pick gem; right += pick gem; one += pick gem; other += pick gem }\n");
  for (const auto* condition : {"left == right", "left != right", "one == other"}) {
    Marginal question;
    question.rule = "r";
    question.by = {condition};
    question.fractions = true;
    const auto table = exact_odds(pack, question);
    ASSERT_TRUE(table) << table.error().text();
    ASSERT_EQ(table->rows.size(), 2U);
    EXPECT_EQ(table->rows[0].fraction->text(), "1/2");
  }
}

}  // namespace query_test

}  // namespace spoils
