// odds/interpreter_exact.cpp
//
// The interpreter with probabilities as fractions. Each kind of mass has a file, since compiling one takes long.
#include "odds/interpret.h"

namespace spoils::odds {

template class Interpreter<Exact>;

}  // namespace spoils::odds
