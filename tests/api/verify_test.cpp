// tests/api/verify_test.cpp
//
// The comparison of exact odds with rolls: right answers agree, for every kind of question and pack; answers that the
// test has falsified are noticed; a question that cannot be compared is reported as such.
#include "spoils/verify.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "api/pack_data.h"
#include "api/query.h"
#include "api/verify.h"
#include "compiled.h"
#include "odds/expectations.h"
#include "spoils/expectations.h"

namespace spoils {
namespace verify_test {

template <class Kind>
auto answer(const Pack& pack, const Kind& question) {
  auto table = exact_odds(pack, question);
  EXPECT_TRUE(table) << table.error().text();
  return table ? *table : std::decay_t<decltype(*table)>{};
}

Verification verified(const Pack& pack, const Question& question, const Answer& table,
                      const VerifyOptions& options = {}) {
  const auto out = verify_odds(pack, question, table, options);
  EXPECT_TRUE(out) << out.error().text();
  return out ? *out : Verification{};
}

std::string said(const Verification& verification) {
  std::string out = verification.uncompared;
  for (const auto& wrong : verification.discrepancies) {
    out += "\n" + wrong.what + ": " + std::to_string(wrong.rolled) + " beside " + std::to_string(wrong.low);
  }
  return out;
}

/// Everything that a thing, a roll and a question may have.
const char* const kMany =
    "input level: 1..9 = 3\n"
    "input rate: number = 1/4\n"
    "input label: text = \"of old\"\n"
    "input lit: flag = false\n"
    "state dry: 0..9 = 0\n"
    "state seen: set of gem\n"
    "collection gem { rows allocate { } }\n"
    "gem ruby { allocate 1.. }\ngem opal { allocate 3.. common 2 }\n"
    "table loot { 5 coin, 2 (pick gem_kind), (level) idol }\n"
    "table gem_kind { 1 agate, 3 onyx }\n"
    "rule find(size: 1..9 = d6) {\n"
    "  kind = pick loot\n"
    "  if chance 20% { cursed = true }\n"
    "  worth = size + 2d4\n"
    "  share = worth / 3\n"
    "  bits += d3\n  bits += d2\n"
    "  words = \"{kind} {label}\"\n"
    "}\n"
    "display find \"& [{cursed} ]{kind}~\"\n"
    "rule bag { kind = bag; repeat 2 while chance 60% { hold find }; if chance 30% { discard } }\n"
    "rule heap {\n"
    "  with level = level + 2 { drop find(level) }\n"
    "  repeat d3 { drop bag }\n"
    "  if chance rate { stop }\n"
    "  drop find\n"
    "}\n"
    "rule memory { if chance (10 * (1 + dry))% { kind = ruby; seen += ruby; dry = 0 } else { dry += 1; kind = opal } "
    "}\n"
    "rule retries { retry { a = d6; b = d6 } while a == b; sum = a + b }\n"
    "rule streams { with stream other { kind = pick loot }; n = d4 }\n";

TEST(Verify, SoundAnswersAgree) {
  const auto pack = compiled(kMany);
  const auto ask = [](std::string rule, std::vector<std::string> by, std::string where = "") {
    Marginal out;
    out.rule = std::move(rule);
    out.by = std::move(by);
    out.where = std::move(where);
    return out;
  };
  auto preset = ask("find", {"kind", "worth"});
  preset.values = {{"size", "4"}, {"level", "9"}, {"label", "new"}, {"rate", "1/3"}};
  auto set = ask("memory", {"kind", "count(seen)", "dry"});
  set.states = {{"seen", "{opal}"}, {"dry", "8"}};
  Draw picked;
  picked.rule = "find";
  picked.from = "loot";
  Count count;
  count.rule = "heap";
  count.condition = "worth > 6";
  auto fractions = ask("retries", {"sum"});
  fractions.fractions = true;
  const std::vector<Question> questions{ask("find", {"kind", "cursed"}),
                                        ask("find", {"name"}),
                                        ask("find", {"share"}),
                                        ask("find", {"bits"}),
                                        ask("find", {"words"}),
                                        ask("find", {"worth"}, "cursed and kind != coin"),
                                        ask("bag", {"kind"}),
                                        ask("bag", {"count(x in held where x.cursed)"}),
                                        count,
                                        ask("heap", {"any(x in things: x.kind == idol)", "level"}),
                                        ask("memory", {"kind"}),
                                        ask("retries", {"a", "b"}),
                                        ask("streams", {"kind", "n"}),
                                        preset,
                                        set,
                                        picked,
                                        fractions};
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const auto out = verified(pack, questions[i], answer(pack, questions[i]));
    EXPECT_TRUE(out.agrees()) << i << said(out);
    EXPECT_EQ(out.uncompared, "") << i;
    EXPECT_EQ(out.rolls, 4096u) << i;
    EXPECT_GT(out.outcomes, 0u) << i;
  }
}

TEST(Verify, ATamperedAnswerIsNoticed) {
  const auto pack = compiled("rule r { kind = pick {50 a, 30 b, 15 c, 5 d}; n = d20 }\n");
  Marginal question;
  question.by = {"kind"};
  const auto sound = answer(pack, question);
  ASSERT_TRUE(verified(pack, question, sound).agrees());
  const std::vector<std::pair<const char*, std::function<void(OddsTable&)>>> tampers{
      {"swapped", [](OddsTable& t) { std::swap(t.rows[1].values, t.rows[2].values); }},
      {"moved", [](OddsTable& t) { t.rows[0].probability -= 0.07, t.rows[1].probability += 0.07; }},
      {"one lost", [](OddsTable& t) { t.rows.pop_back(); }},
      {"one lost, the others more",
       [](OddsTable& t) {
         t.rows.pop_back();
         for (auto& row : t.rows) { row.probability /= 0.95; }
       }},
      {"one too many",
       [](OddsTable& t) {
         for (auto& row : t.rows) { row.probability *= 0.98; }
         t.rows.push_back(t.rows[0]);
         t.rows.back().values = {Cell{"e"}};
         t.rows.back().probability = 0.02;
       }},
      {"called otherwise", [](OddsTable& t) { t.rows[3].values = {Cell{"e"}}; }},
      {"more than all", [](OddsTable& t) { t.rows[0].probability += 0.001; }},
      {"given less", [](OddsTable& t) { t.given = 0.9; }},
  };
  for (const auto& [what, tamper] : tampers) {
    auto wrong = sound;
    tamper(wrong);
    const auto out = verified(pack, question, wrong);
    EXPECT_FALSE(out.agrees()) << what;
  }
  // The largest deviation is reported first, with a roll that shows it.
  auto wrong = sound;
  std::swap(wrong.rows[0].values, wrong.rows[3].values);
  const auto out = verified(pack, question, wrong);
  ASSERT_GE(out.discrepancies.size(), 2u);
  EXPECT_EQ(out.discrepancies[0].what.substr(0, 7), "kind = ");
  EXPECT_NEAR(std::abs(out.discrepancies[0].rolled - out.discrepancies[0].low), 0.45, 0.05);
  ASSERT_TRUE(out.discrepancies[0].index);
  auto roller = Roller::make(pack, "r");
  const auto things = roller->roll(out.seed, *out.discrepancies[0].index);
  EXPECT_EQ("kind = " + std::string((*things)[0]["kind"].text()), out.discrepancies[0].what);
}

TEST(Verify, ManyRareOutcomesAreTakenTogether) {
  // 400 outcomes, each as rare that none tells by itself; the upper half has 3 times the odds of the lower.
  const auto pack = compiled("rule r { n = if chance 75% then 200 + d200 else d200 }\n");
  Marginal question;
  question.by = {"n"};
  auto table = answer(pack, question);
  const auto sound = verified(pack, question, table);
  EXPECT_TRUE(sound.agrees()) << said(sound);
  EXPECT_GT(sound.classes, 30u);
  EXPECT_LT(sound.classes, 100u);
  for (auto& row : table.rows) { row.probability = 1.0 / 400; }
  const auto out = verified(pack, question, table);
  ASSERT_EQ(out.discrepancies.size(), 1u);
  EXPECT_EQ(out.discrepancies[0].what.substr(0, 10), "chi-square");
}

TEST(Verify, BoundsAreComparedAsBounds) {
  const auto pack = compiled("rule r { repeat 12 { total += d20 }; kind = if total > 126 then high else low }\n");
  Marginal question;
  question.by = {"total"};
  question.max_states = 40;
  auto table = answer(pack, question);
  ASSERT_FALSE(table.exact);
  const auto out = verified(pack, question, table);
  EXPECT_TRUE(out.agrees()) << said(out);
  EXPECT_TRUE(out.has_bounds);
  EXPECT_EQ(out.classes, 0u);
  // The same bounds with almost no unexplored probability are wrong.
  table.unexplored = 1e-6;
  EXPECT_FALSE(verified(pack, question, table).agrees());
}

TEST(Verify, ARollThatGoesWrongIsSaid) {
  // Nothing of the question depends on `m`, and numbers that leave 64 bits are met by odds only in what they read.
  const auto pack = compiled(
      "rule r { n = d6; let l = [a]; repeat d2 { l += a }; if n == 6 { m = 4611686018427387904 * count(l) } }\n");
  Marginal question;
  question.by = {"n"};
  const auto out = verified(pack, question, answer(pack, question));
  EXPECT_EQ(out.rolls, 0u);
  EXPECT_NE(out.uncompared.find("fails: test.loot:2:"), std::string::npos) << out.uncompared;
  const auto large = compiled("rule r { n = d6; repeat 20000000 { m = d6 } }\n");
  const auto none = verified(large, question, answer(compiled("rule r { n = d6 }\n"), question));
  EXPECT_EQ(none.rolls, 0u);
  EXPECT_NE(none.uncompared.find("is too large: test.loot:2:"), std::string::npos) << none.uncompared;
}

TEST(Verify, SweepsAreComparedOneByOne) {
  const auto pack = compiled(kMany);
  Marginal question;
  question.rule = "find";
  question.by = {"kind"};
  auto rows = exact_odds(pack, Question(question), {"level", {{2, 5}}, {}});
  ASSERT_TRUE(rows);
  const auto sound = verify_odds(pack, question, "level", *rows);
  ASSERT_TRUE(sound) << sound.error().text();
  ASSERT_EQ(sound->size(), 4u);
  for (const auto& one : *sound) { EXPECT_TRUE(one.agrees()) << said(one); }
  auto& swapped = std::get<OddsTable>((*rows)[1].table).rows;
  std::swap(swapped[0].values, swapped[1].values);
  const auto wrong = verify_odds(pack, question, "level", *rows);
  for (std::size_t i = 0; i < 4; ++i) { EXPECT_EQ((*wrong)[i].agrees(), i != 1); }
  question.rule = "memory";
  const auto states = exact_odds(pack, Question(question), {"dry", {{0, 8}}, {}});
  ASSERT_TRUE(states);
  const auto by_state = verify_odds(pack, question, "dry", *states);
  ASSERT_TRUE(by_state);
  for (const auto& one : *by_state) { EXPECT_TRUE(one.agrees()) << said(one); }
}

TEST(Verify, ThingsOfAKindThatComeTooOftenAreNoticed) {
  const auto pack = compiled(
      "table loot { 5 coin, 2 gem, 1 idol }\n"
      "rule heap { repeat 3d4 { drop find }; drop chest }\n"
      "rule find { kind = pick loot }\nrule chest { kind = chest; repeat 2 { hold find } }\n");
  ExpectedCounts question;
  question.rule = "heap";
  question.by = {"kind", "made_by"};
  auto table = answer(pack, question);
  EXPECT_TRUE(verified(pack, question, table).agrees());
  table.rows[0].expected *= 0.8;
  EXPECT_FALSE(verified(pack, question, table).agrees());
  table = answer(pack, question);
  table.rows.pop_back();
  EXPECT_FALSE(verified(pack, question, table).agrees());
  EXPECT_EQ(verify_odds(pack, question, OddsTable{}).error().kind, Error::Kind::BadValue);
  EXPECT_EQ(verify_odds(pack, Count{}, table).error().kind, Error::Kind::BadValue);
}

TEST(Verify, SaysWhatItDoesNotCompare) {
  const auto pack = compiled("rule r { n = d6 }\n");
  Marginal question;
  question.by = {"n"};
  const auto table = answer(pack, question);
  VerifyOptions few;
  few.max_work = 20'000;
  const auto some = verified(pack, question, table, few);
  EXPECT_LT(some.rolls, 4096u);
  EXPECT_GT(some.rolls, 0u);
  EXPECT_TRUE(some.agrees());
  few.max_work = 1;
  const auto none = verified(pack, question, table, few);
  EXPECT_EQ(none.rolls, 0u);
  EXPECT_EQ(none.uncompared, "the rolls take too long");
  VerifyOptions stopped;
  int asked = 0;
  stopped.go_on = [&asked] { return ++asked <= 10; };
  const auto ten = verified(pack, question, table, stopped);
  EXPECT_EQ(ten.rolls, 10u);
  EXPECT_EQ(ten.uncompared, "it was stopped");
}

std::vector<ExpectationResult> checked(const Pack& pack) {
  CheckOptions options;
  options.verify = VerifyOptions{};
  return check_expectations(pack, options);
}

TEST(Verify, ExpectationsAreCompared) {
  const auto pack = compiled(std::string(kMany) +
                             "expect \"a\": odds(find: kind == coin) in 30%..70%\n"
                             "expect \"b\": odds(find: cursed given kind == coin, level = 2) == 20%\n"
                             "expect \"c\": odds(find by cursed, level = 1) == {4 none, 1 true}\n"
                             "expect \"d\": mean(find: worth) > 1\n"
                             "expect \"e\": mean(heap: count(x in things where x.kind == coin), level = 3) > 0.1\n"
                             "expect \"f\": odds(memory: kind == ruby, dry = 4) == 50%\n"
                             "expect \"g\": odds(find(3): worth > 8) < odds(find(5): worth > 8)\n"
                             "expect \"h\": odds(retries: a > b) == 50%\n"
                             "expect \"i\": odds(find: kind == coin, level = 2) == 1%\n");
  for (const auto& result : checked(pack)) {
    ASSERT_TRUE(result.verified) << result.title;
    const auto& v = *result.verified;
    EXPECT_TRUE(v.agrees()) << result.title << said(v);
    EXPECT_EQ(v.uncompared, "") << result.title;
    EXPECT_GE(v.rolls, 1000u) << result.title;
    EXPECT_LE(v.rolls, 4096u) << result.title;
    EXPECT_EQ(result.holds, result.title != "i") << result.title << result.found;
  }
  for (const auto& result : check_expectations(pack)) { EXPECT_FALSE(result.verified); }
}

// Scratch values begin unset with each thing, so the one of `other` is none of `main`, whose name and measure read it.
TEST(Verify, ReadsNoScratchValueOfAnotherThing) {
  const auto pack = compiled(
      "scratch sc: int\nrule main { k = pick 1..4; drop other }\nrule other { n = 1; sc = d2 }\n"
      "display main \"{k} with {sc}\"\nmeasure me = k * 10 + sc\n"
      "expect \"a quarter\": odds(main: me == 10) == 1/4\n");
  for (const char* by : {"name", "me"}) {
    Marginal question;
    question.rule = "main";
    question.by = {by};
    const auto table = answer(pack, question);
    EXPECT_EQ(table.rows.size(), 4U);
    const auto verification = verified(pack, question, table);
    EXPECT_TRUE(verification.agrees()) << said(verification);
    // The estimates of what is not explored are of the same four.
    question.max_states = 2;
    question.estimate_rolls = 20'000;
    question.whole_rolls = true;
    const auto estimated = answer(pack, question);
    ASSERT_TRUE(estimated.estimate);
    EXPECT_EQ(estimated.rows.size(), 4U);
    for (const auto& row : estimated.rows) { EXPECT_NEAR(row.estimate->probability, 0.25, 0.02) << by; }
  }
  CheckOptions options;
  options.verify.emplace();
  const auto results = check_expectations(pack, options);
  ASSERT_EQ(results.size(), 1U);
  EXPECT_TRUE(results[0].holds);
  ASSERT_TRUE(results[0].verified);
  EXPECT_TRUE(results[0].verified->agrees());
}

/// The report of the verifier about one expectation whose answers a test changes.
Verification with_answers(const Pack& pack, const std::function<void(odds::Answer<double>&, double& mean)>& tamper) {
  const auto& program = pack.data().program;
  api::ExpectationVerifier verifier(program, *pack.data().sources, 1, {});
  const auto& expectation = program.expectations.front();
  verifier.begin(expectation);
  static_cast<void>(odds::judge(program, expectation, {}, [&](const odds::Judged& judged) {
    auto copy = judged.answer == nullptr ? odds::Answer<double>{} : *judged.answer;
    double mean = judged.mean;
    tamper(copy, mean);
    verifier.add({judged.query, judged.settings, judged.number, judged.of, judged.where,
                  judged.answer == nullptr ? nullptr : &copy, judged.heap, mean, judged.is_whole});
  }));
  return verifier.end();
}

TEST(Verify, AWrongAnswerToAnExpectationIsNoticed) {
  const auto flag = compiled("input dc: 5..8 = 5\nrule r { hit = d20 >= dc }\nexpect \"a\": odds(r: hit) > 10%\n");
  EXPECT_TRUE(with_answers(flag, [](auto&, auto&) {}).agrees());
  // The defect that this is for: every difficulty had the odds of the first, 80%.
  const auto all = with_answers(flag, [](odds::Answer<double>& a, double&) {
    for (auto& outcome : a.outcomes) { outcome.mass = outcome.words[0] == 1 ? 0.3 : 0.7; }
  });
  EXPECT_FALSE(all.agrees());
  EXPECT_NE(all.discrepancies[0].what.find(" when dc = "), std::string::npos) << all.discrepancies[0].what;
  const auto lost = with_answers(flag, [](odds::Answer<double>& a, double&) { a.outcomes.pop_back(); });
  EXPECT_FALSE(lost.agrees());

  const auto mean = compiled("rule r { repeat d6 { drop c } }\nrule c { kind = c }\nexpect \"a\": mean(r) > 1\n");
  EXPECT_TRUE(with_answers(mean, [](auto&, auto&) {}).agrees());
  EXPECT_FALSE(with_answers(mean, [](odds::Answer<double>&, double& m) { m *= 1.001; }).agrees());
  EXPECT_FALSE(with_answers(mean, [](odds::Answer<double>&, double& m) { m *= 0.999; }).agrees());
}

TEST(Verify, AnInputThatIsAFractionHasItsDefault) {
  // Odds took the denominator of a default for unset, and expectations of such packs could not be computed.
  const auto pack =
      compiled("input rate: number = 1/4\nrule r { hit = chance rate }\nexpect \"a\": odds(r: hit) == 25%\n");
  const auto result = checked(pack).front();
  EXPECT_TRUE(result.holds) << result.fault;
  EXPECT_EQ(result.verified->rolls, 4096u);
}

TEST(Verify, IsTheSameEachTime) {
  const auto pack = compiled(std::string(kMany) + "expect \"a\": odds(find: kind == coin) in 30%..70%\n");
  const auto first = checked(pack).front().verified;
  const auto second = checked(pack).front().verified;
  EXPECT_EQ(first->chi_square, second->chi_square);
  EXPECT_EQ(first->rolls, second->rolls);
  EXPECT_GT(first->chi_square, 0);
}

}  // namespace verify_test
}  // namespace spoils
