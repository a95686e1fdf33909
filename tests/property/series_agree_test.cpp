// tests/property/series_agree_test.cpp
//
// Odds of totals of random packs, with the totals in the states and with generating functions as masses: the two must
// agree. tests/reference compares the first with brute force. Seeds are fixed.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "affordable.h"
#include "api/pack_data.h"
#include "odds/expectations.h"
#include "odds/interpreter.h"
#include "property/random_pack.h"
#include "spoils/pack.h"

namespace spoils {
namespace series_agree_test {

constexpr std::uint64_t kPacks = affordable(150);

struct Found {
  odds::Answer<double> answer;
  std::uint64_t series_answers = 0;
};

Found answered(const program::Program& program, const program::Query& query, std::uint64_t paths_with_totals) {
  odds::Budget budget;
  budget.max_paths = 200'000;
  budget.paths_with_totals = paths_with_totals;
  odds::Interpreter<double> interpreter(program, budget);
  Found out{interpreter.answer(query, odds::initial_settings(program)), 0};
  out.series_answers = interpreter.counters().series_answers;
  return out;
}

TEST(SeriesAgree, WithTotalsInStates) {
  std::uint64_t state = 23;
  std::uint64_t compared = 0;
  for (std::uint64_t i = 0; i < kPacks; ++i) {
    std::vector<std::uint32_t> numbers;
    for (int n = 0; n < 250; ++n) {
      state = state * 6364136223846793005 + 1442695040888963407;
      numbers.push_back(static_cast<std::uint32_t>(state >> 40));
    }
    Choices choices(numbers);
    auto source = random_pack(choices);
    const auto plain = Pack::compile("random.loot", source);
    if (!plain.pack) { continue; }
    for (const auto& rule : plain.pack->rules()) {
      for (const auto* asked :
           {" by count(x in things) * 1000 + count(x in things where axe in x.marks)) == {1 0}",
            " by sum(x in things: count(x.marks) - x.hunger)) == {1 0}", ": any(x in things: bow in x.marks)) == 1",
            ": all(x in things: x.level > 1)) == 1", " by count(x in held)) == {1 0}"}) {
        source += "\nexpect \"e\": odds(" + rule.name + asked;
      }
    }
    const auto loaded = Pack::compile("random.loot", source);
    ASSERT_TRUE(loaded.pack) << loaded.findings.text() << source;
    SCOPED_TRACE(source);
    const auto& program = loaded.pack->data().program;
    for (const auto& query : program.queries) {
      const auto with = answered(program, query, 0);
      const auto without = answered(program, query, 200'000);
      ASSERT_EQ(without.series_answers, 0U);
      ASSERT_EQ(with.answer.fault.kind, without.answer.fault.kind);
      if (with.answer.unexplored > 0 || without.answer.unexplored > 0) { continue; }
      compared += with.series_answers;
      std::map<std::vector<program::Word>, double> odds;
      for (const auto& outcome : with.answer.outcomes) { odds[outcome.words] += outcome.mass; }
      for (const auto& outcome : without.answer.outcomes) { odds[outcome.words] -= outcome.mass; }
      for (const auto& [words, difference] : odds) { ASSERT_NEAR(difference, 0, 1e-12) << words.front(); }
      ASSERT_EQ(with.answer.outcomes.size(), without.answer.outcomes.size());
    }
  }
  EXPECT_GT(compared, kPacks);
}

}  // namespace series_agree_test
}  // namespace spoils
