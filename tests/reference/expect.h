// tests/reference/expect.h
//
// The `expect` lines of a pack: whether each holds, by brute force over every draw and every value of the inputs that a
// line does not set.
#pragma once

#include <string>
#include <vector>

#include "reference/pack.h"

namespace spoils::reference {

struct Verdict {
  std::string title;
  bool holds = false;
};

/// Returns a verdict for each line, in order. Errors: Faulty, TooLong, Unknown.
[[nodiscard]] std::vector<Verdict> verdicts(const Pack& pack, int most_runs);

}  // namespace spoils::reference
