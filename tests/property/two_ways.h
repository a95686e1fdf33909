// tests/property/two_ways.h
//
// Questions about random packs that two engines answer, or one with an optimisation and without: the answers must
// agree. tests/reference compares the plain one with brute force. Seeds are fixed.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "api/pack_data.h"
#include "odds/interpreter.h"
#include "odds/open_inputs.h"
#include "property/random_pack.h"
#include "spoils/pack.h"

namespace spoils {

struct AnswerAndCounters {
  odds::Answer<double> answer;
  odds::Counters counters;
};

inline AnswerAndCounters answered(const program::Program& program, const program::Query& query,
                                  const odds::Budget& budget) {
  odds::Interpreter<double> interpreter(program, budget);
  AnswerAndCounters out{interpreter.answer(query, odds::initial_settings(program)), {}};
  out.counters = interpreter.counters();
  return out;
}

/// Calls `compare(program, query)` for each question that `ask(pack, rule)` writes about the rules of random packs, as
/// lines with `expect`. Ends after the first pack with a failure.
template <class Ask, class Compare>
void for_each_random_query(std::uint64_t seed, std::uint64_t packs, Ask&& ask, Compare&& compare) {
  for (std::uint64_t i = 0; i < packs; ++i) {
    Choices choices(fixed_numbers(seed));
    auto source = random_pack(choices);
    const auto plain = Pack::compile("random.loot", source);
    if (!plain.pack) { continue; }
    for (const auto& rule : plain.pack->rules()) { source += ask(*plain.pack, rule.name); }
    const auto loaded = Pack::compile("random.loot", source);
    ASSERT_TRUE(loaded.pack) << loaded.findings.text() << source;
    SCOPED_TRACE(source);
    const auto& program = loaded.pack->data().program;
    for (const auto& query : program.queries) {
      compare(program, query);
      if (testing::Test::HasFailure()) { return; }
    }
  }
}

/// Whether two answers are whole; then they must agree. Their faults must agree in any case.
inline bool agree(const odds::Answer<double>& with, const odds::Answer<double>& without) {
  EXPECT_EQ(with.fault.kind, without.fault.kind);
  if (with.unexplored > 0 || without.unexplored > 0) { return false; }
  std::map<std::vector<program::Word>, double> odds;
  for (const auto& outcome : with.outcomes) { odds[outcome.words] += outcome.mass; }
  for (const auto& outcome : without.outcomes) { odds[outcome.words] -= outcome.mass; }
  for (const auto& [words, difference] : odds) { EXPECT_NEAR(difference, 0, 1e-12) << words.front(); }
  EXPECT_EQ(with.outcomes.size(), without.outcomes.size());
  return true;
}

}  // namespace spoils
