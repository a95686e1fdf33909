// program/limits.h
//
// Every limit of a program and of its readings, so that no pack, however made, takes unbounded time or memory.
// Packs of real games stay far below: the largest known needs a hundredth of any of these. tests/limits has a case
// each.
#pragma once

#include <cstddef>
#include <cstdint>

namespace spoils::program {

// Limits on the contents of a pack.
inline constexpr std::size_t kMaxSymbols = 100'000;        // different bare words
inline constexpr std::size_t kMaxSlots = 4'000;            // inputs, state, fields, parameters and lets together
inline constexpr std::size_t kMaxExpressions = 2'000'000;  // nodes; 48 bytes each: 96 MB
inline constexpr std::size_t kMaxTextParts = 64;           // holes and pieces of one text
inline constexpr std::size_t kMaxMembers = 64;             // computed ones of one set or list
inline constexpr std::size_t kMaxCallDepth = 64;           // rules and defs that call each other, the outermost first
// Compiling and all readings go down by recursion; tests/limits runs them at these limits on a stack of 2 MiB.
inline constexpr int kMaxDepth = 600;                  // of an expression through all defs, tables and measures
inline constexpr std::size_t kMaxDefParameters = 16;   // of one def
inline constexpr std::size_t kMaxRuleParameters = 64;  // of one rule
inline constexpr std::size_t kMaxCases = 500;          // of one `match` statement
inline constexpr std::size_t kMaxRules = 10'000;
inline constexpr std::size_t kMaxAncestors = 64;      // from which one record inherits
inline constexpr std::size_t kMaxCopied = 1'000'000;  // values of records, with all that they inherit
inline constexpr std::size_t kMaxKeys =
    1'000'000;  // from the least to the greatest number that one table has as outcomes
inline constexpr std::size_t kMaxAllKeys = 20'000'000;  // of all tables; 4 bytes each: 80 MB

inline constexpr int kMaxBlockDepth = 600;                // of blocks through all rules that run each other
inline constexpr std::size_t kMaxDispatches = 1'000'000;  // rules that `do` may run, over all `do` together
inline constexpr std::size_t kMaxThingSlots =
    4'000'000;  // fields of all rules together, each with those of the rules it runs

// Limits on one roll. Beyond them the roll fails with a place, and the other rolls go on.
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
// Fuzzers look for what is found within any limit, and find more of it in the same time.
inline constexpr std::uint64_t kMaxSteps = 10'000;
inline constexpr std::uint64_t kMaxWork = 100'000;
inline constexpr std::uint64_t kMaxNameWork = 10'000;
inline constexpr std::size_t kMaxThings = 500;
inline constexpr std::uint64_t kMaxConstantWork = 100'000;
#elif defined(__SANITIZE_ADDRESS__)
// Under sanitizers each step takes ten times as long, and a def run many times that.
inline constexpr std::uint64_t kMaxSteps = 1'000'000;
inline constexpr std::uint64_t kMaxWork = 2'000'000;
inline constexpr std::uint64_t kMaxNameWork = 100'000;
inline constexpr std::size_t kMaxThings = 20'000;
inline constexpr std::uint64_t kMaxConstantWork = 20'000'000;
#else
inline constexpr std::uint64_t kMaxSteps = 10'000'000;  // statements and turns of loops: about a second
inline constexpr std::uint64_t kMaxWork = 100'000'000;  // defs run, rows weighed, members and dice looked at: a second
inline constexpr std::uint64_t kMaxNameWork = 1'000'000;          // the same while one name is built
inline constexpr std::size_t kMaxThings = 100'000;                // dropped and held
inline constexpr std::uint64_t kMaxConstantWork = 1'000'000'000;  // as kMaxWork, for the values of all constant defs
#endif
inline constexpr std::uint64_t kMaxConstants = 1'000'000;  // values of constant defs, and members of those, of a pack
inline constexpr std::size_t kMaxThingWords = 16'000'000;  // their fields; 8 bytes each: 128 MB
inline constexpr std::int64_t kMaxDice = 10'000;           // dice of one throw
// Ways that the draws of an expression may go whose least, greatest or average value is asked for, and sums of dice in
// it: a hundredth of a second at most. More would make one look at a record as long as a roll may take.
inline constexpr std::uint64_t kMaxOutcomes = 100'000;
inline constexpr int kMaxDistinctDraws = 1'000;         // of one record of a distinct def, until its value is not taken
inline constexpr std::uint64_t kMaxSequence = 100'000;  // integers of a range that is gone through in an expression
inline constexpr std::size_t kMaxTextBytes = 65'536;    // of one text made while rolling
inline constexpr std::size_t kMaxHeapBytes = 64u << 20;  // texts and lists of one roll
inline constexpr std::int64_t kMaxSkip = 1'000'000;      // warm-up draws of a declared stream

}  // namespace spoils::program
