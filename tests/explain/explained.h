// tests/explain/explained.h
//
// Compiles packs from text, explains one roll of them, and checks the laws of every explanation.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "compiled.h"
#include "spoils/explain.h"
#include "spoils/pack.h"
#include "spoils/roll.h"

namespace spoils::explained {

inline Roller roller_of(const Pack& pack, std::string_view rule = {}, const Values& values = {}) {
  auto roller = Roller::make(pack, rule, values);
  EXPECT_TRUE(roller.ok()) << roller.error().text();
  return std::move(roller).value();
}

/// Returns the decisions among the steps, in order.
inline std::vector<Decision> decisions_of(const Explanation& told) {
  std::vector<Decision> out;
  for (const auto& step : told.steps) {
    if (step.decision) { out.push_back(*step.decision); }
  }
  return out;
}

/// The invariants of every explanation that leaves nothing out: probabilities add up and multiply, steps nest.
inline void expect_lawful(const Explanation& told) {
  ASSERT_FALSE(told.steps.empty());
  EXPECT_EQ(told.steps.front().kind, Step::Kind::Roll);
  EXPECT_EQ(told.left_out, 0U);
  double log10 = 0;
  std::uint64_t decisions = 0;
  for (std::size_t i = 0; i < told.steps.size(); ++i) {
    const auto& step = told.steps[i];
    EXPECT_EQ(step.depth == 0, i == 0);
    if (i > 0) {
      const auto& before = told.steps[i - 1];
      EXPECT_LE(step.depth, before.depth + (before.decision ? 0 : 1)) << step.source;
    }
    EXPECT_EQ(step.kind == Step::Kind::Decision, step.decision.has_value());
    EXPECT_FALSE(step.place.file.empty());
    if (!step.decision) { continue; }
    const auto& decision = *step.decision;
    double sum = decision.probability + decision.left_out_probability;
    for (std::size_t k = 0; k < decision.alternatives.size(); ++k) {
      sum += decision.alternatives[k].probability;
      if (k > 0) { EXPECT_LE(decision.alternatives[k].probability, decision.alternatives[k - 1].probability); }
    }
    EXPECT_NEAR(sum, 1, 1e-12) << step.source;
    if (decision.is_declared || decision.is_stored) { EXPECT_EQ(decision.probability, 1) << step.source; }
    if (decision.denominator > 0) {
      EXPECT_DOUBLE_EQ(decision.probability,
                       static_cast<double>(decision.numerator) / static_cast<double>(decision.denominator));
    }
    if (step.is_rejected) { continue; }
    log10 += std::log10(decision.probability);
    ++decisions;
  }
  EXPECT_EQ(told.decisions, decisions);
  EXPECT_NEAR(told.log10_probability, log10, 1e-9 * (1 + std::abs(log10)));
  if (log10 > -300) { EXPECT_NEAR(told.probability / std::pow(10, log10), 1, 1e-9); }
}

}  // namespace spoils::explained
