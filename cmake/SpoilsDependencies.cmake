# Packages: those of Debian 12, see tools/install_packages.sh.

find_package(fmt 9 REQUIRED)
find_package(Boost 1.81 REQUIRED)  # headers only
find_package(TBB 2021 REQUIRED)
find_package(SQLite3 3.36 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)

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
