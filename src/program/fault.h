// program/fault.h
//
// The run-time faults of a checked program: each depends on values that only a run knows.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "spoils/diagnostic.h"

namespace spoils::program {

struct Program;

struct Fault {
  enum class Kind : std::uint8_t {
    None,
    Overflow,  // a number left 64 bits
    DivisionByZero,
    NegativeWeight,
    WeightsTooLarge,   // over their common denominator they do not sum below 2^63
    NothingToPick,     // every row weighs 0 or left the table, or the list is empty
    TooFewToPick,      // fewer different outcomes than are wanted
    EmptyRange,        // pick 3..2
    ImpossibleDice,    // a negative number of dice, too many, or dice without sides
    StateOutOfRange,   // a state left its declared range
    StreamOutOfRange,  // bits or skip of a declared stream
    TooManySteps,
    TooMuchWork,  // defs, rows, list members and dice of one roll
    TooManyThings,
    TooMuchText,       // texts and lists of one roll
    UnexpectedDraw,    // where nothing may be left to chance: a defect of the engine, never of a pack
    TooManyConstants,  // values of all constant defs, or work for them
    NoDistinctValue,   // of a record, after those before it have theirs
    TooManyOutcomes,   // of an expression whose least, greatest or average value is asked for
  };
  Kind kind = Kind::None;
  Span place;
  Span record = {};                // for which a constant def was computed, the innermost that has one; empty: none
  std::uint32_t state = kNoState;  // the slot of the state that left its range
  std::int64_t value = 0;          // that it would have had

  static constexpr std::uint32_t kNoState = 0xffffffff;
};

/// Returns what happened, in words for people, without a place.
[[nodiscard]] std::string_view describe(Fault::Kind kind);

/// The same of one fault: of a state that left its range also its name, the value, the range and what keeps it inside.
[[nodiscard]] std::string describe(const Program& program, const Fault& fault);

/// Returns whether it is a limit of the engine (exit code 4) and not a mistake of the pack.
[[nodiscard]] bool is_limit(Fault::Kind kind);

}  // namespace spoils::program
