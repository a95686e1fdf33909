// compile_c/names.h
//
// Identifiers of C for the names of a pack: each differs from all others of its scope and is no keyword of C or C++, no
// macro that compilers predefine. Tests: tests/compile_c/constructs_test.cpp.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace spoils::compile_c {

/// The identifiers of one scope.
class Names {
 public:
  /// Returns an identifier for a name, which no later call returns again: bytes that no identifier has become `_`, a
  /// keyword gets a `_` at its end, a taken one a number.
  std::string claim(std::string_view wanted);

 private:
  std::set<std::string, std::less<>> taken_;
};

/// Returns the name with capital letters.
[[nodiscard]] std::string upper(std::string_view name);

/// Returns whether a name can begin all identifiers of a header as it is.
[[nodiscard]] bool is_prefix(std::string_view name);

}  // namespace spoils::compile_c
