// tests/reference/expect.h
//
// The `expect` lines of a pack: whether each holds, by brute force over every draw and every value of the inputs that a
// line does not set, or that its settings read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reference/pack.h"

namespace spoils::reference {

struct Verdict {
  enum class Kind : std::uint8_t {
    Holds,
    Broken,   // for some inputs it is not met, or its evidence never holds
    Unknown,  // too many runs, a construct that the reference does not support, or rolls may fail: odds need not
              // evaluate what no question reads
  };
  std::string title;
  Kind kind = Kind::Unknown;
};

/// Returns a verdict for each line, in order.
[[nodiscard]] std::vector<Verdict> verdicts(const Pack& pack, int most_runs);

}  // namespace spoils::reference
