// odds/interpreter_series.cpp
//
// The interpreter with generating functions. Each kind of mass has a file, since compiling one takes long.
#include "odds/interpret.h"

namespace spoils::odds {

template class Interpreter<Series>;

}  // namespace spoils::odds
