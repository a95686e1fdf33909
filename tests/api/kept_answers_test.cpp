// tests/api/kept_answers_test.cpp
//
// Answers that are given again: each row changes a question or its pack, and says whether the answer before may be
// used. An answer that is used is the very same object (pointers of api/kept_answers.h), and what is computed is
// compared with a pack that was asked nothing before.
#include "api/kept_answers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "api/pack_data.h"
#include "compiled.h"
#include "spoils/odds.h"

namespace spoils {
namespace kept_answers_test {

constexpr const char* kPack =
    "input depth: 1..9 = 1\n"
    "input unread: 1..9 = 1\n"
    "input named: 1..9 = 1\n"
    "input swaps: flag = false\n"
    "state luck: 0..3 = 0\n"
    "field kind: symbol\n"
    "field power: int\n"
    "table gems { 1 ruby; 3 opal }\n"
    "table coins { 1 gold; 1 silver }\n"
    "def double(n) = 2 * n\n"
    "display \"a {kind}\"\n"
    "rule gem { kind = pick gems; power = d6 + depth + luck }\n"
    "rule coin { kind = pick coins; power = double(3) }\n"
    "rule shown { kind = pick gems }\ndisplay shown \"a {kind} of {named}\"\n"
    "rule both { if swaps { kind = pick coins } else { kind = pick gems; power = depth } }\n";

/// The pack with one text put in the place of another.
std::string with(const std::string& text, const std::string& put) {
  std::string out = kPack;
  const auto at = out.find(text);
  EXPECT_NE(at, std::string::npos) << text;
  return out.replace(at, text.size(), put);
}

Marginal asked(const std::string& rule, const std::string& by) {
  Marginal out;
  out.rule = rule;
  out.by = {by};
  return out;
}

/// The objects that hold the answers of a pack.
std::vector<const api::SweptAnswers*> kept(const Pack& pack) {
  std::vector<const api::SweptAnswers*> out;
  for (const auto& one : pack.data().kept_answers().all()) { out.push_back(one.answers.get()); }
  return out;
}

std::vector<std::pair<Cells, double>> rows(const Result<Answer, Error>& answer) {
  std::vector<std::pair<Cells, double>> out;
  EXPECT_TRUE(answer) << answer.error().text();
  if (!answer) { return out; }
  for (const auto& row : probabilities(*answer)->rows) { out.emplace_back(row.values, row.probability); }
  return out;
}

struct Change {
  std::string name;
  std::string rule;
  std::string by;
  std::function<void(Marginal&)> change;
  bool is_reused;
};

void PrintTo(const Change& row, std::ostream* out) { *out << row.name; }

class ChangedQuestion : public testing::TestWithParam<Change> {};

TEST_P(ChangedQuestion, IsAnsweredByWhatIsKnownIfThatIsTheSame) {
  const auto& row = GetParam();
  const auto pack = compiled(kPack);
  auto question = asked(row.rule, row.by);
  (void)rows(exact_odds(pack, Question(question)));
  ASSERT_EQ(kept(pack).size(), 1U);
  row.change(question);
  const auto found = rows(exact_odds(pack, Question(question)));
  EXPECT_EQ(found, rows(exact_odds(compiled(kPack), Question(question))));
  const auto all = kept(pack);
  const bool is_reused = std::all_of(all.begin(), all.end(), [&](const auto* one) { return one == all.front(); });
  EXPECT_EQ(is_reused, row.is_reused);
}

std::function<void(Marginal&)> with_input(const std::string& name, const std::string& value) {
  return [=](Marginal& question) { question.values = {{name, value}}; };
}

INSTANTIATE_TEST_SUITE_P(
    KeptAnswers, ChangedQuestion,
    testing::Values(Change{"Same", "gem", "kind", [](Marginal&) {}, true},
                    Change{"InputThatIsNotRead", "gem", "kind", with_input("unread", "5"), true},
                    Change{"InputOfAnotherField", "gem", "kind", with_input("depth", "5"), true},
                    Change{"InputThatIsRead", "gem", "power", with_input("depth", "5"), false},
                    Change{"InputOfTheQuestion", "gem", "depth", with_input("depth", "5"), false},
                    Change{"InputOfACondition", "both", "kind", with_input("swaps", "true"), false},
                    Change{"InputOfABranch", "both", "kind", with_input("depth", "2"), true},
                    Change{"InputBesideNames", "gem", "name", with_input("unread", "5"), true},
                    Change{"InputOfNames", "shown", "name", with_input("named", "5"), false},
                    Change{"Column", "gem", "kind", [](Marginal& q) { q.by = {"depth"}; }, false},
                    Change{"State", "gem", "power",
                           [](Marginal& q) {
                             q.states = {{"luck", "1"}};
                           },
                           false},
                    Change{"Rule", "gem", "kind", [](Marginal& q) { q.rule = "coin"; }, false},
                    Change{"Condition", "gem", "kind", [](Marginal& q) { q.where = "power > 3"; }, false},
                    Change{"Fractions", "gem", "kind", [](Marginal& q) { q.fractions = true; }, false}),
    [](const auto& row) { return row.param.name; });

struct Version {
  std::string name;
  std::string rule;
  std::string by;
  std::string text;
  std::string put;
  bool is_reused;
};

void PrintTo(const Version& row, std::ostream* out) { *out << row.name; }

class ChangedPack : public testing::TestWithParam<Version> {};

TEST_P(ChangedPack, UsesWhatTheOneBeforeAnsweredIfThatIsTheSame) {
  const auto& row = GetParam();
  const auto before = compiled(kPack);
  const auto after = compiled(with(row.text, row.put));
  const Question question = asked(row.rule, row.by);
  (void)rows(exact_odds(before, question));
  reuse_answers(after, before);
  EXPECT_EQ(rows(exact_odds(after, question)), rows(exact_odds(compiled(with(row.text, row.put)), question)));
  ASSERT_EQ(kept(after).size(), 1U);
  EXPECT_EQ(kept(after) == kept(before), row.is_reused);
}

INSTANTIATE_TEST_SUITE_P(KeptAnswers, ChangedPack,
                         testing::ValuesIn(std::vector<Version>{
                             {"Nothing", "gem", "kind", "gems", "gems", true},
                             {"AnotherTable", "gem", "kind", "1 gold", "2 gold", true},
                             {"LinesBefore", "gem", "kind", "table gems", "\n\n# of the mines\ntable gems", true},
                             {"ItsTable", "gem", "kind", "3 opal", "2 opal", false},
                             {"ADef", "coin", "power", "2 * n", "3 * n", false},
                             {"ADefThatOnlyTheQuestionCalls", "gem", "double(power)", "2 * n", "3 * n", false},
                             {"AnotherRule", "gem", "kind", "double(3)", "double(4)", true},
                             {"TheDisplayOfAField", "gem", "kind", "\"a {", "\"the {", true},
                             {"TheDisplayOfAName", "gem", "name", "\"a {", "\"the {", false},
                             {"TheFirstValueOfAnInput", "gem", "power", "1..9 = 1\ninput unread",
                              "1..9 = 2\ninput unread", false},
                             {"TheFirstValueOfAnInputThatIsNotRead", "coin", "kind", "1..9 = 1\ninput unread",
                              "1..9 = 2\ninput unread", false},  // the slot is a part of the question
                             {"TheFirstValueOfAState", "gem", "power", "0..3 = 0", "0..3 = 1", false},
                             {"NewWordsBeforeItsOwn", "gem", "kind", "1 gold", "1 agate", true},
                         }),
                         [](const auto& row) { return row.param.name; });

// A text that was given and is none now differs, too.
TEST(KeptAnswers, AnInputWithoutAValueIsAnotherOne) {
  const auto pack = compiled("input motto: text = none\nfield x: int\nrule r { x = if motto == none then 1 else 2 }\n");
  auto question = asked("r", "x");
  question.values = {{"motto", "a"}};
  const auto given = rows(exact_odds(pack, Question(question)));
  question.values = {};
  EXPECT_NE(rows(exact_odds(pack, Question(question))), given);
}

TEST(KeptAnswers, SweepsAreKeptAsAWhole) {
  const auto pack = compiled(kPack);
  const Sweep sweep{"depth", std::pair(1, 3), {}};
  const Question question = asked("gem", "power");
  const auto first = exact_odds(pack, question, sweep);
  ASSERT_TRUE(first);
  const auto again = exact_odds(pack, question, sweep);
  EXPECT_EQ(kept(pack).size(), 1U);
  ASSERT_EQ(again->size(), 3U);
  const auto wider = exact_odds(pack, question, {"depth", std::pair(1, 4), {}});
  EXPECT_EQ(wider->size(), 4U);
  EXPECT_EQ(kept(pack).size(), 2U);
}

// The range of an input that is not read is that of the sweep all the same.
TEST(KeptAnswers, ASweepGoesThroughTheValuesOfItsOwnPack) {
  const auto before = compiled(kPack);
  const auto after = compiled(with("unread: 1..9", "unread: 1..4"));
  const Question question = asked("gem", "kind");
  ASSERT_EQ(exact_odds(before, question, {"unread", {}, {}})->size(), 9U);
  reuse_answers(after, before);
  for (int i = 0; i < 2; ++i) { EXPECT_EQ(exact_odds(after, question, {"unread", {}, {}})->size(), 4U); }
}

TEST(KeptAnswers, ErrorsAndBoundsAreNotKept) {
  const auto pack = compiled("field x: int\nrule r { repeat 10 { x += d6 } }\n");
  auto question = asked("r", "x");
  question.max_paths = 3;
  question.tighten = false;
  const auto bounds = exact_odds(pack, question);
  EXPECT_TRUE(!bounds || !bounds->exact);
  auto never = asked("r", "x");
  never.where = "x > 60";
  EXPECT_FALSE(exact_odds(pack, never));
  EXPECT_TRUE(kept(pack).empty());
}

// A word that no version knows is an error, also where the answer is known.
TEST(KeptAnswers, AWordThatIsGoneIsAnError) {
  const auto before = compiled(kPack);
  const auto after = compiled(with("1 gold", "1 copper"));
  const auto question = asked("gem", "kind == gold");
  ASSERT_TRUE(exact_odds(before, question));
  reuse_answers(after, before);
  EXPECT_FALSE(exact_odds(after, question));
}

// A caller that counts the work counts the same, whatever was asked before.
TEST(KeptAnswers, WorkThatIsCountedIsDoneAnew) {
  const auto pack = compiled("field x: int\nrule r { repeat 30 { x += d20 } }\n");
  auto question = asked("r", "x");
  ASSERT_TRUE(exact_odds(pack, question));
  ASSERT_EQ(kept(pack).size(), 1U);
  std::size_t calls = 0;
  question.go_on = [&](std::size_t) { return ++calls > 0; };
  ASSERT_TRUE(exact_odds(pack, question));
  EXPECT_GT(calls, 0U);
}

TEST(KeptAnswers, TheLastUsedStay) {
  api::KeptAnswers answers;
  const auto keep = [&](const std::string& question) {
    answers.keep({question, {}, std::make_shared<api::SweptAnswers>(), api::KeptAnswers::kMostBytesOfAnswer});
  };
  for (const auto* question : {"a", "b", "c", "d"}) { keep(question); }
  EXPECT_NE(answers.find("a", {}), nullptr);
  keep("e");
  EXPECT_NE(answers.find("a", {}), nullptr);
  EXPECT_EQ(answers.find("b", {}), nullptr);
  EXPECT_EQ(answers.all().size(), 4U);
  answers.keep({"f", {}, std::make_shared<api::SweptAnswers>(), api::KeptAnswers::kMostBytesOfAnswer + 1});
  EXPECT_EQ(answers.find("f", {}), nullptr);
}

// A chain of versions keeps only the last one before.
TEST(KeptAnswers, OfThePackBeforeAlone) {
  const auto first = compiled(kPack);
  const auto second = compiled(kPack);
  const auto third = compiled(kPack);
  ASSERT_TRUE(exact_odds(first, asked("gem", "kind")));
  reuse_answers(second, first);
  reuse_answers(third, second);
  EXPECT_EQ(second.data().kept_answers().before(), nullptr);
  reuse_answers(third, third);
  ASSERT_TRUE(exact_odds(third, asked("gem", "kind")));
  EXPECT_NE(kept(third), kept(first));
}

}  // namespace kept_answers_test
}  // namespace spoils
