// tests/property/segments_agree_test.cpp
//
// Odds of random packs with a segment wherever one is possible, and without any (odds/interpret_segments.h): the two
// must agree. tests/reference compares the second with brute force. Seeds are fixed.
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
namespace segments_agree_test {

constexpr std::uint64_t kPacks = affordable(150);

struct Found {
  odds::Answer<double> answer;
  std::uint64_t segments = 0;
};

Found answered(const program::Program& program, const program::Query& query, std::size_t states_of_segment) {
  odds::Budget budget;
  budget.max_paths = 200'000;
  budget.states_of_segment = states_of_segment;
  odds::Interpreter<double> interpreter(program, budget);
  Found out{interpreter.answer(query, odds::initial_settings(program)), 0};
  out.segments = interpreter.counters().segments;
  return out;
}

TEST(SegmentsAgree, WithSingleStatements) {
  std::uint64_t state = 71;
  std::uint64_t segments = 0;
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
      const auto asked = [&](const std::string& by, const std::string& value) {
        source += "\nexpect \"e\": odds(" + rule.name + " by " + by + ") == {1 " + value + "}";
      };
      asked("count(x in things)", "0");
      for (const auto& field : plain.pack->fields()) {
        // The words of texts and lists differ from one engine to the next.
        if (field.type == "integer") { asked(field.name, "0"); }
        if (field.type == "flag") { asked(field.name, "true"); }
        if (field.type == "symbol") { asked(field.name, "axe"); }
        if (field.type.starts_with("list")) { asked("count(" + field.name + ")", "0"); }
      }
    }
    const auto loaded = Pack::compile("random.loot", source);
    ASSERT_TRUE(loaded.pack) << loaded.findings.text() << source;
    SCOPED_TRACE(source);
    const auto& program = loaded.pack->data().program;
    for (const auto& query : program.queries) {
      const auto with = answered(program, query, 0);
      const auto without = answered(program, query, 200'000);
      ASSERT_EQ(with.answer.fault.kind, without.answer.fault.kind);
      if (with.answer.unexplored > 0 || without.answer.unexplored > 0) { continue; }
      segments += with.segments;
      std::map<std::vector<program::Word>, double> odds;
      for (const auto& outcome : with.answer.outcomes) { odds[outcome.words] += outcome.mass; }
      for (const auto& outcome : without.answer.outcomes) { odds[outcome.words] -= outcome.mass; }
      for (const auto& [words, difference] : odds) { ASSERT_NEAR(difference, 0, 1e-12) << words.front(); }
      ASSERT_EQ(with.answer.outcomes.size(), without.answer.outcomes.size());
    }
  }
  EXPECT_GT(segments, kPacks / 10);
}

}  // namespace segments_agree_test
}  // namespace spoils
