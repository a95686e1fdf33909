# Toolchain for WebAssembly modules without threads, for browsers, Node and WASI hosts: clang 19, lld, wasi-libc and
# libc++ of Debian 12 (tools/install_packages.sh wasm). Used by the preset `wasm`.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(SPOILS_WASM ON)

set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)

# Native exceptions: src/wasm/exceptions.cpp has the run-time part.
set(CMAKE_CXX_FLAGS_INIT "-fwasm-exceptions")

# CMake tests the compiler by a program with main(); a library is enough.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
