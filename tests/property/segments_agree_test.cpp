// tests/property/segments_agree_test.cpp
//
// Odds of random packs with a segment wherever one is possible, and without any (odds/interpret_segments.h): the two
// must agree. tests/reference compares the second with brute force. Seeds are fixed.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "affordable.h"
#include "property/two_ways.h"

namespace spoils {
namespace segments_agree_test {

constexpr std::uint64_t kPacks = affordable(150);

TEST(SegmentsAgree, WithSingleStatements) {
  std::uint64_t segments = 0;
  const auto ask = [](const Pack& pack, const std::string& rule) {
    std::string out;
    const auto asked = [&](const std::string& by, const std::string& value) {
      out += "\nexpect \"e\": odds(" + rule + " by " + by + ") == {1 " + value + "}";
    };
    asked("count(x in things)", "0");
    for (const auto& field : pack.fields()) {
      // The words of texts and lists differ from one engine to the next.
      if (field.type == "integer") { asked(field.name, "0"); }
      if (field.type == "flag") { asked(field.name, "true"); }
      if (field.type == "symbol") { asked(field.name, "axe"); }
      if (field.type.starts_with("list")) { asked("count(" + field.name + ")", "0"); }
    }
    return out;
  };
  for_each_random_query(71, kPacks, ask, [&](const program::Program& program, const program::Query& query) {
    odds::Budget budget;
    budget.max_paths = 200'000;
    budget.states_of_segment = 0;
    const auto with = answered(program, query, budget);
    budget.states_of_segment = 200'000;
    const auto without = answered(program, query, budget);
    if (agree(with.answer, without.answer)) { segments += with.counters.segments; }
  });
  EXPECT_GT(segments, kPacks / 10);
}

}  // namespace segments_agree_test
}  // namespace spoils
