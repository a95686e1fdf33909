// cli/exit_codes.h
//
// The exit codes of the program. Scripts rely on these numbers: they never change their meaning.
#pragma once

namespace spoils::cli {

enum class ExitCode : int {
  Fine = 0,
  AssertionFailed = 1,  // an expectation of a pack does not hold, `fmt --check` found files to change, or an estimate
                        // of `simulate` disagrees with its odds
  WrongUsage = 2,       // an unknown command, option, pack or rule, or a value out of its range
  PackInvalid = 3,      // the pack cannot be read, it or data to import have errors, or it did something impossible
                        // during a roll
  LimitHit = 4,         // beyond a limit of the engine, or of --max-memory and --time;
                        // `diff --fail` left a comparison out at one
  InternalError = 5,    // a fault of this program, or another file that cannot be read or written
  Disagreement = 6,     // exact odds and rolls of `odds --verify` or `check` disagree: a fault of this program
  LikelyMet = 7,        // expectations are likely met, not proved: their odds have bounds alone, which leave it open
};

}  // namespace spoils::cli
