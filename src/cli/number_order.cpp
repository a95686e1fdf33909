// cli/number_order.cpp
//
// Reads numbers as cells have them: integers, decimals, and fractions as `7/3`. Tests: tests/cli/odds_test.py.
#include "cli/number_order.h"

#include <cstdlib>
#include <string>

#include "text/plain/integer.h"

namespace spoils::cli {

long double number_of(const Cell& cell) {
  const auto part = [](const std::string& digits) {
    const auto whole = text::integer_of(digits);
    return whole ? static_cast<long double>(*whole) : std::strtold(digits.c_str(), nullptr);
  };
  const auto slash = cell.text.find('/');
  if (slash == std::string::npos) { return part(cell.text); }
  return part(cell.text.substr(0, slash)) / part(cell.text.substr(slash + 1));
}

}  // namespace spoils::cli
