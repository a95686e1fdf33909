// tests/judged.h
//
// The verdict on the one `expect` line of a small pack.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "compiled.h"
#include "spoils/expectations.h"

namespace spoils {

/// Returns the result of the only expectation of these declarations. If there is not one, the test fails.
inline ExpectationResult judged(const std::string& declarations) {
  const auto results = check_expectations(compiled(declarations));
  EXPECT_EQ(results.size(), 1U);
  return results.empty() ? ExpectationResult{} : results.front();
}

}  // namespace spoils
