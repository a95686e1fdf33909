// api/exact_shares.h
//
// Turns exact probabilities into whole numbers of 64-bit words, by rounding their running totals. The shares depend on
// the probabilities alone, as docs/determinism.md (section 7) defines them. Tested by tests/api/exact_shares_test.cpp.
#pragma once

#include <span>
#include <vector>

#include "number/wide.h"
#include "odds/mass.h"

namespace spoils::api {

/// Returns shares of 2^64 for outcomes in order: with the running total C of the probabilities up to an outcome, the
/// words below floor(2^64 C + 1/2) belong to that outcome and those before it. So each share is off by less than one
/// word, and any run of outcomes is, too.
/// Requires: probabilities of 0 or more with the exact sum 1. Cost: linear in their number, times the square of the
/// length of the common denominator.
[[nodiscard]] std::vector<number::UnsignedWide> whole_shares(std::span<const odds::Exact> probabilities);

}  // namespace spoils::api
