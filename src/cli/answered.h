// cli/answered.h
//
// The end of `spoils odds`: prints an answer, and compares it with rolls if `--verify` is given.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "spoils/odds.h"
#include "spoils/verify.h"

namespace spoils::cli {

class Answered {
 public:
  /// `rolls`: of `--verify`, 0 for none. `format`: of the output. Requires: all outlive this.
  Answered(const Pack& pack, const Question& question, std::uint64_t rolls, const std::string& format);

  /// Prints the answers to all values of a swept input (empty: none is swept, and there is one) as `written`.
  /// Errors: LimitHit, if nothing was explored and nothing rolled; a disagreement with the rolls.
  [[nodiscard]] Outcome print(std::string written, const std::string& input,
                              const std::vector<Swept<Answer>>& rows) const;

 private:
  const Pack& pack_;
  const Question& question_;
  const std::string& format_;
  VerifyOptions options_;
};

}  // namespace spoils::cli
