// spoils/misuse.h
//
// Misuse of the library: a caller breaks a precondition that a header of spoils/ states. Examples are an index out of
// range, an object that was moved from, a view whose roller has rolled again or is gone, a value read as another type.
//
// The library then reports the misuse to the handler below. If the handler returns, the call has no effect and gives
// what is unset (0, false, "", no members), or an error (Error::Kind::Misuse) where it can give one. It reads and
// writes only memory of the library that is still there.
//
// Unless a header says otherwise: a text may be empty and may hold any bytes, a number may have any value, and a
// std::function in options may be empty; what is of no use to the call is an error of the documented kinds, or does
// nothing, and is no misuse. A std::function must not throw, and must not use the objects that the call uses.
//
// The library cannot notice: data races (two threads that use one roller, world or simulator at the same time), a
// std::string_view or a reference that outlives the object that it was read from, a null pointer given as a text or in
// the place of an object. These have undefined behaviour, as they have for the standard library.
#pragma once

#include "spoils/export.h"

namespace spoils {
inline namespace v1 {

/// Receives a description of the misuse, for programmers: "Things::operator[]: index out of range".
using MisuseHandler = void (*)(const char* what);

/// Sets the handler of the whole program and returns the former one; null: misuse is not reported. At the start of a
/// program the handler of a library that was compiled with assertions prints the description and aborts; a library
/// compiled with NDEBUG has none. A handler may be called by any thread; it must not throw,
/// nor use the object that was misused.
/// Safe to call from any thread at any time.
SPOILS_EXPORT MisuseHandler on_misuse(MisuseHandler handler);

/// Calls the handler. Used by the headers and sources of the library.
#if defined(__GNUC__)
[[gnu::cold]]
#endif
SPOILS_EXPORT void
misused(const char* what) noexcept;

}  // namespace v1
}  // namespace spoils
