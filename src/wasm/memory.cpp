// wasm/memory.cpp
//
// `operator new` of a WebAssembly module: it counts, so that work ends within its limit on memory, and throws when
// memory is exhausted; the one of Debian's C++ library for wasm32 ends the module.
#include "spoils/counted_new.h"
