// tests/packs/threads_test.cpp
//
// Odds on several threads (api/side_by_side.h): books, differences, expectations and sweeps of the packs that ship are
// the same to the last bit for 1, 2, 3 and 8 threads, also where a budget of work ends some of the questions. The
// oracle is the answer of one thread, which the other tests compare with enumeration.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "compiled.h"
#include "packs/shipped.h"
#include "spoils/book.h"
#include "spoils/diff.h"
#include "spoils/expectations.h"
#include "spoils/odds.h"

namespace spoils::packs {
namespace threads_test {
namespace {

constexpr unsigned kMany[] = {2, 3, 8};

std::string text_of(const Cells& cells) {
  std::string out;
  for (const auto& text : to_texts(cells)) { out += text + ","; }
  return out;
}

// All bits of the figures of an answer.
std::string text_of(const Result<std::vector<Swept<Answer>>, Error>& answer) {
  if (!answer) { return answer.error().text(); }
  std::string out;
  for (const auto& [value, found] : *answer) {
    out += value + ":";
    if (const auto* table = probabilities(found)) {
      out += fmt::format("{:a} {:a} {} {}\n", table->given, table->unexplored, table->states, int(table->limit));
      for (const auto& row : table->rows) {
        out += fmt::format("{} {:a} {:a} {:a}\n", text_of(row.values), row.probability, row.low, row.high);
      }
    } else {
      for (const auto& row : std::get<ExpectedTable>(found).rows) {
        out += fmt::format("{} {:a}\n", text_of(row.values), row.expected);
      }
    }
  }
  return out;
}

std::string text_of(const std::vector<ExpectationResult>& results) {
  std::string out;
  for (const auto& one : results) {
    out += fmt::format("{} {} {} {} | {} | {} | {} | {} | {} paths\n", one.title, one.holds, one.decided, one.likely,
                       one.found, one.wanted, one.where, one.fault, one.paths.size());
    if (one.witness) { out += fmt::format("witness {} {}\n", one.witness->seed, one.witness->index); }
    if (one.verified) { out += fmt::format("{} rolls {:a}\n", one.verified->rolls, one.verified->chi_square); }
  }
  return out;
}

std::string text_of(const Result<Difference, Error>& difference) {
  if (!difference) { return difference.error().text(); }
  std::string out;
  for (const auto& table : difference->tables) {
    out += fmt::format("{} {} {}\n", table.rule, table.by.size(), table.same_as);
    for (const auto& row : table.rows) {
      out += fmt::format("{} {} {:a} {:a}\n", text_of(row.values), row.at, row.before, row.after);
    }
  }
  for (const auto& gap : difference->gaps) { out += fmt::format("{} {} {}\n", gap.rule, gap.by, gap.why); }
  return out;
}

// The input of most values, which are at most so many, and its sweep.
std::optional<Sweep> sweep_of(const Pack& pack) {
  constexpr std::int64_t kMost = 26;
  for (const auto& input : pack.inputs()) {
    if (!input.first || !input.last) { continue; }
    Sweep out;
    out.input = input.name;
    out.range = {*input.first, std::min(*input.last, *input.first + kMost - 1)};
    return out;
  }
  return std::nullopt;
}

class OnThreads : public testing::TestWithParam<const char*> {};

TEST_P(OnThreads, ABookIsTheSame) {
  BookOptions options;
  // Some questions of the large packs are abandoned, and so less is asked of the rules that run theirs.
  options.most_work = 30'000;
  const auto alone = write_book(shipped(GetParam()), options);
  ASSERT_TRUE(alone) << alone.error().text();
  for (const auto threads : kMany) {
    options.threads = threads;
    const auto beside = write_book(shipped(GetParam()), options);
    ASSERT_TRUE(beside) << beside.error().text();
    EXPECT_EQ(*beside, *alone) << threads;
  }
}

TEST_P(OnThreads, ABookIsTheSameIfItsWorkIsUsedUp) {
  BookOptions options;
  options.most_work = 30'000;
  options.total_work = 100'000;
  const auto alone = write_book(shipped(GetParam()), options);
  options.threads = 3;
  const auto beside = write_book(shipped(GetParam()), options);
  ASSERT_TRUE(alone && beside);
  EXPECT_EQ(*beside, *alone);
}

TEST_P(OnThreads, ExpectationsAreTheSame) {
  CheckOptions options;
  options.max_paths = 20'000'000;
  options.verify.emplace();
  options.verify->rolls = 200;
  const auto alone = text_of(check_expectations(shipped(GetParam()), options));
  for (const auto threads : kMany) {
    options.threads = threads;
    EXPECT_EQ(text_of(check_expectations(shipped(GetParam()), options)), alone) << threads;
  }
}

TEST_P(OnThreads, ADifferenceIsTheSame) {
  const std::string name = GetParam();
  const auto has_game = name == "rogue" || name == "crawl" || name == "powder";
  DiffOptions options;
  options.most_work = 20'000;
  const auto compared = [&] {
    return text_of(compare(shipped(name), shipped(has_game ? name + "_game" : name), options));
  };
  const auto alone = compared();
  for (const auto threads : kMany) {
    options.threads = threads;
    EXPECT_EQ(compared(), alone) << threads;
  }
}

TEST_P(OnThreads, SweepsAreTheSame) {
  const auto& pack = shipped(GetParam());
  const auto sweep = sweep_of(pack);
  if (!sweep) { GTEST_SKIP() << "nothing to sweep"; }
  for (const auto& rule : pack.rules()) {
    Marginal question;
    question.rule = rule.name;
    question.max_paths = 100'000;
    question.tighten = false;
    const auto alone = text_of(exact_odds(pack, Question(question), *sweep));
    for (const auto threads : kMany) {
      question.threads = threads;
      ASSERT_EQ(text_of(exact_odds(pack, Question(question), *sweep)), alone) << rule.name << ' ' << threads;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Packs, OnThreads,
                         testing::Values("boosters", "crawl", "crawl_game", "drops", "hello", "hoard", "powder",
                                         "powder_game", "pyrel", "rogue", "rogue_game"),
                         [](const auto& one) { return std::string(one.param); });

// Ten expectations of which none but the first can be decided with the paths that those before it leave, and none has a
// roll that shows it.
Pack broken() {
  std::string text = "rule r { a = d30; b = d30; c = d30 }\n";
  for (int i = 0; i < 10; ++i) {
    text += fmt::format("expect \"{}\": odds(r: a == 1 and b == 1 and c == {}) == 0%\n", i, i + 1);
  }
  return compiled(text);
}

TEST(OnThreads, ExpectationsShareTheirWorkInOrder) {
  const auto pack = broken();
  for (const std::uint64_t paths : {1'000U, 20'000U, 200'000U, 1'000'000'000U}) {
    for (const std::uint64_t rolls : {0U, 300'000U}) {
      CheckOptions options;
      options.max_paths = paths;
      options.max_witness = rolls;
      const auto alone = text_of(check_expectations(pack, options));
      options.threads = 3;
      EXPECT_EQ(text_of(check_expectations(pack, options)), alone) << paths << ' ' << rolls;
    }
  }
}

constexpr const char* kSteps = R"(
input n: 1..40 = 1
rule r { repeat n { total += d6 } }
)";

TEST(OnThreads, FunctionsOfTheCallerAreNeverCalledTwiceAtOnce) {
  const auto pack = compiled(kSteps);
  std::atomic<int> inside = 0;
  std::atomic<int> most = 0;
  std::atomic<int> calls = 0;
  std::set<std::thread::id> threads;
  const auto enter = [&] {
    most = std::max<int>(most, ++inside);
    threads.insert(std::this_thread::get_id());
    ++calls;
    std::this_thread::sleep_for(std::chrono::microseconds(50));
    --inside;
  };
  Marginal question;
  question.rule = "r";
  question.by = {"total"};
  question.threads = 4;
  question.go_on = [&](std::size_t) {
    enter();
    return true;
  };
  question.stop = [&] {
    enter();
    return false;
  };
  ASSERT_TRUE(exact_odds(pack, Question(question), Sweep{"n", std::nullopt, {}}));
  EXPECT_EQ(most, 1);
  EXPECT_GT(calls, 10);
  EXPECT_GT(threads.size(), 1U);  // and the sweep was divided at all
}

TEST(OnThreads, QuestionsOfAGroupAreAnsweredInTheirOrder) {
  const auto pack = compiled(kSteps);
  std::vector<Query> queries;
  std::vector<int> order;
  std::mutex mutex;
  for (int i = 0; i < 12; ++i) {
    Marginal question;
    question.rule = "r";
    question.by = {"total"};
    question.values = {{"n", "30"}};
    question.threads = 4;
    question.go_on = [&order, &mutex, i](std::size_t) {
      const std::lock_guard<std::mutex> lock(mutex);
      if (order.empty() || order.back() != i) { order.push_back(i); }
      return true;
    };
    queries.push_back({question, {}, i % 2 == 0 ? "even" : "odd"});
  }
  for (const auto& answer : exact_odds(pack, queries)) { ASSERT_TRUE(answer); }
  for (const int parity : {0, 1}) {
    std::vector<int> own;
    for (const int i : order) {
      if (i % 2 == parity && (own.empty() || own.back() != i)) { own.push_back(i); }
    }
    EXPECT_EQ(own, (parity == 0 ? std::vector{0, 2, 4, 6, 8, 10} : std::vector{1, 3, 5, 7, 9, 11}));
  }
}

TEST(OnThreads, TheTimeOfASweepIsSharedByItsValues) {
  // The last values are far more than there is time for: each of them has bounds, and the first are exact.
  const auto pack = compiled("input n: 1..20 = 1\nrule r { x = 0; repeat n { x = 7 * x + d6 } }\n");
  Marginal question;
  question.rule = "r";
  question.by = {"x"};
  question.max_states = 50'000;
  question.sweep_seconds = 1;
  for (const unsigned threads : {1U, 2U}) {
    question.threads = threads;
    const auto begin = std::chrono::steady_clock::now();
    const auto answer = exact_odds(pack, Question(question), Sweep{"n", std::nullopt, {}});
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    ASSERT_TRUE(answer);
    ASSERT_EQ(answer->size(), 20U);
    EXPECT_TRUE(probabilities(answer->front().table)->exact);
    EXPECT_FALSE(probabilities(answer->back().table)->exact);
    EXPECT_LT(time.count(), 30);  // a machine may be very busy
  }
}

}  // namespace
}  // namespace threads_test
}  // namespace spoils::packs
