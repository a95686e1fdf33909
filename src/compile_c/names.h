// compile_c/names.h
//
// Identifiers of C for the names of a pack: each differs from all others of its scope and is no keyword of C or C++, no
// macro that compilers predefine. Tests: tests/compile_c/identifiers_test.cpp.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spoils::compile_c {

/// The identifiers of one scope.
class Names {
 public:
  /// `prefix`: of the header, for members and parameters, without it, so that a macro of any header may
  /// replace them; "" for names that all follow that prefix.
  explicit Names(std::string prefix = "") : prefix_(std::move(prefix)) {}

  /// Returns an identifier for a name, which no later call returns again: bytes that no identifier has become `_`, a
  /// keyword gets a `_` at its end, a taken one a number. One without prefix gets a `_` at its end if all its
  /// letters are capitals, as those of macros, and an `x` before it if C or the header reserves its first characters.
  std::string claim(std::string_view wanted);

 private:
  std::string prefix_;
  std::set<std::string, std::less<>> taken_;
};

/// Returns the name with capital letters.
[[nodiscard]] std::string upper(std::string_view name);

/// Returns whether a name can begin all identifiers of a header as it is.
[[nodiscard]] bool is_prefix(std::string_view name);

/// Returns the ends that make a macro of the standard library of a prefix in capitals: `MAX` after `INT64`.
[[nodiscard]] std::vector<std::string_view> ends_of_macros(std::string_view prefix);

}  // namespace spoils::compile_c
