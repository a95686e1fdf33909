# Packages: those of Debian 12, see tools/install_packages.sh.

if(SPOILS_WASM)
  # Headers alone, by links: the folder that they share on this machine has the headers of another C library, too.
  set(headers "${PROJECT_BINARY_DIR}/headers")
  file(MAKE_DIRECTORY "${headers}")
  foreach(name fmt boost nlohmann)
    find_path(SPOILS_${name}_IN ${name} PATHS /usr/include REQUIRED)
    file(CREATE_LINK "${SPOILS_${name}_IN}/${name}" "${headers}/${name}" SYMBOLIC)
  endforeach()
  foreach(name fmt::fmt-header-only Boost::headers nlohmann_json::nlohmann_json)
    add_library(${name} INTERFACE IMPORTED GLOBAL)
    target_include_directories(${name} SYSTEM INTERFACE "${headers}")
  endforeach()
else()
  find_package(fmt 9 REQUIRED)
  find_package(Boost 1.81 REQUIRED)  # headers only; the program uses Asio and Beast, too
  find_package(TBB 2021 REQUIRED)
  find_package(SQLite3 3.36 REQUIRED)
  find_package(nlohmann_json 3.11 REQUIRED)
  find_package(Threads REQUIRED)
endif()

# fmt without its library: src/text/plain/fmt.cpp has its functions, in a namespace that no other fmt has.
add_library(spoils_fmt INTERFACE)
target_include_directories(spoils_fmt SYSTEM INTERFACE
  $<TARGET_PROPERTY:fmt::fmt-header-only,INTERFACE_INCLUDE_DIRECTORIES>)
target_compile_definitions(spoils_fmt INTERFACE
  "FMT_BEGIN_NAMESPACE=namespace fmt { inline namespace spoils_fmt {" "FMT_END_NAMESPACE=} }")

if(SPOILS_BUILD_TESTS)
  find_package(GTest REQUIRED)
  find_package(rapidcheck REQUIRED)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
endif()
if(SPOILS_BUILD_MPI)
  find_package(MPI REQUIRED COMPONENTS CXX)
endif()
if(SPOILS_BUILD_BENCH)
  find_package(benchmark REQUIRED)
endif()
