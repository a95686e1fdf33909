// odds/interpreter_double.cpp
//
// The interpreter with probabilities as doubles. Each kind of mass has a file, since compiling one takes long.
#include "odds/interpret.h"

template class spoils::program::Evaluator<spoils::odds::Paths<double>>;

namespace spoils::odds {

template class Paths<double>;
template class Interpreter<double>;

}  // namespace spoils::odds
