// odds/interpreter_exact_mean.cpp
//
// The interpreter with expectations as fractions. Each kind of mass has a file, since compiling one takes long.
#include "odds/interpret.h"

namespace spoils::odds {

template class Interpreter<Mean<Exact>>;

}  // namespace spoils::odds
