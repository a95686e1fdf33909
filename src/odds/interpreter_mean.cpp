// odds/interpreter_mean.cpp
//
// The interpreter with expectations as doubles. Each kind of mass has a file, since compiling one takes long.
#include "odds/interpret.h"

namespace spoils::odds {

template class Interpreter<Mean<double>>;

}  // namespace spoils::odds
