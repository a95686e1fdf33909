// odds/interpreter_means.cpp
//
// The interpreter with many expectations at once. Each kind of mass has a file, since compiling one takes long.
#include "odds/interpret.h"

namespace spoils::odds {

template class Interpreter<ExpectedCounts>;

}  // namespace spoils::odds
