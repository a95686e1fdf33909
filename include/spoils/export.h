// spoils/export.h
//
// Which symbols of a shared library of Spoils programs can see: those of the headers in spoils/, and no others.
//
// All public names are in the inline namespace spoils::v1, so a program writes spoils::Pack. The 1 is the version of
// the binary interface, as in libspoils.so.1. It grows when a type of these headers changes its layout, or a function
// its parameters, so that objects compiled for two versions cannot be linked with each other by mistake. The version of
// the release says nothing about that: it grows with features, and with the things of a seed.
#pragma once

#if !defined(SPOILS_SHARED)  // set by CMake for the targets of a shared library, and for programs that link them
#define SPOILS_EXPORT
#elif defined(_WIN32) && defined(SPOILS_BUILDING)
#define SPOILS_EXPORT __declspec(dllexport)
#elif defined(_WIN32)
#define SPOILS_EXPORT __declspec(dllimport)
#else
#define SPOILS_EXPORT __attribute__((visibility("default")))
#endif
