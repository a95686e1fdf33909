// odds/interpreter_expected_counts.cpp
//
// Instantiates the interpreter of odds for expected counts by key.
#include "odds/interpret.h"

namespace spoils::odds {

template class Interpreter<ExpectedCounts>;

}  // namespace spoils::odds
