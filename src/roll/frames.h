// roll/frames.h
//
// The state of an interpreter while it works: frames of rules and loops, values of hoisted expressions,
// named streams, the slots of world rules.
#pragma once

#include <cstddef>
#include <vector>

#include "number/rational.h"
#include "program/program.h"
#include "roll/bytecode.h"
#include "roll/cost.h"
#include "roll/stream.h"

namespace spoils::roll {

/// The last value of a hoisted expression, of Program::hoisted.
struct HoistedValue {
  program::SlotId first = 0;
  program::SlotId second = 0;
  bool is_known = false;
  program::Word first_key = 0;  // what those slots held
  program::Word second_key = 0;
  Cost cost;
  program::Word value = 0;
  number::Rational number;  // of one that takes two words
};

/// A rule that was left for one that it runs.
struct CallFrame {
  const Instruction* at = nullptr;
  std::size_t loops = 0;
};

/// A loop frame: the iterations that are left.
struct LoopFrame {
  program::Word left = 0;
  program::Word next = 0;
  program::Word last = 0;  // or the count of a `repeat`, or the list whose members come
  bool has_scope = false;  // of an observed roll: an iteration is under way
};

/// A named stream of the program, where it has got to in this roll.
struct NamedStream {
  bool is_begun = false;
  Stream stream{0, 0};
};

/// The fields that a world rule begins without, and its parameters.
struct WorldRule {
  std::vector<program::SlotId> fields;
  std::vector<program::SlotId> parameters;
};

}  // namespace spoils::roll
