# Packages: those of Debian 12, see tools/install_packages.sh.

find_package(fmt 9 REQUIRED)
find_package(Boost 1.81 REQUIRED)  # headers only
find_package(TBB 2021 REQUIRED)
find_package(SQLite3 3.36 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)

# An installed static library must not ask its users for fmt, so by default fmt is compiled into it. That costs two
# seconds for every file that formats text; builds that nobody installs may link the shared library instead.
if(SPOILS_SHARED_FMT)
  set(SPOILS_FMT fmt::fmt)
else()
  set(SPOILS_FMT fmt::fmt-header-only)
endif()

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
