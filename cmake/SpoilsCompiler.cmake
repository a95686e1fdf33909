# Language, warnings, sanitizers, ccache: what holds for every target of this project.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(SPOILS_CCACHE ccache)
if(SPOILS_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${SPOILS_CCACHE}")
endif()

# Linked privately by our own targets; packages are included as system headers and so stay silent.
add_library(spoils_warnings INTERFACE)
target_compile_options(spoils_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
  $<$<BOOL:${SPOILS_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC bug 105651: concatenating a literal and a std::string is reported as overlapping memory.
  target_compile_options(spoils_warnings INTERFACE -Wno-restrict)
endif()

if(SPOILS_SANITIZE)
  add_compile_options(-fsanitize=${SPOILS_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${SPOILS_SANITIZE})
  if(SPOILS_SANITIZE MATCHES "address" AND SPOILS_SANITIZE MATCHES "undefined")
    # AddressSanitizer stops at these accesses, too, and no pointer here is cast to a type that is aligned otherwise.
    # Checks at each of them take a third of the time to compile, and slow everything down.
    add_compile_options(-fno-sanitize=null,alignment,object-size)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # The sanitizers' extra branches confuse this analysis; the builds without them keep it.
    target_compile_options(spoils_warnings INTERFACE -Wno-maybe-uninitialized)
  endif()
endif()
