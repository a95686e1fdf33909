// wasm/missing.cpp
//
// Functions that compilers and Debian's libraries for wasm32 call, and that none of those libraries has.
#include <cstdint>

// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): the names are fixed by the callers
extern "C" {

// Destructors of thread_local objects: the only thread ends with the instance, and so does its memory.
int __cxa_thread_atexit(void (* /*destroy*/)(void*), void* /*object*/, void* /*library*/) { return 0; }

// Debian's compiler-rt is built with a stack protector.
extern const std::uintptr_t __stack_chk_guard;
const std::uintptr_t __stack_chk_guard = 0x5AFE57AC;
[[noreturn]] void __stack_chk_fail() { __builtin_trap(); }

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
