// naming/words.cpp
#include "naming/words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace spoils::naming {

void append_spaced(std::string& out, std::string_view symbol) {
  const std::size_t begin = out.size();
  out.append(symbol);
  std::replace(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(), '_', ' ');
}

void append_number(std::string& out, std::int64_t number) {
  std::array<char, std::numeric_limits<std::int64_t>::digits10 + 2> digits;  // all digits and the sign
  const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  out.append(digits.data(), result.ptr);
}

void append_signed(std::string& out, std::int64_t number) {
  if (number >= 0) { out.push_back('+'); }
  append_number(out, number);
}

}  // namespace spoils::naming
