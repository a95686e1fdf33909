// odds/interpreter_double.cpp
//
// The interpreter with probabilities as doubles. Each kind of mass has a file, since compiling one takes long.
#include "odds/interpret.h"

namespace spoils::odds {

template class Interpreter<double>;

}  // namespace spoils::odds
