// odds/interpreter_exact.cpp
//
// The interpreter with probabilities as fractions. Each kind of mass has a file, since compiling one takes long.
#include "odds/interpret.h"

template class spoils::program::Evaluator<spoils::odds::Paths<spoils::odds::Exact>>;

namespace spoils::odds {

template class Paths<Exact>;
template class Interpreter<Exact>;

}  // namespace spoils::odds
