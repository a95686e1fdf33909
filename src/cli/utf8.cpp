// cli/utf8.cpp
#include "cli/utf8.h"

namespace spoils::cli {

char32_t next_code_point(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t index) -> char32_t {
    return index < text.size() ? static_cast<unsigned char>(text[index]) : 0U;
  };
  const char32_t first = byte(at);
  std::size_t length = 1;
  char32_t least = 0;
  char32_t point = first;
  if (first >= 0xF0 && first < 0xF8) {
    length = 4;
    least = 0x10000;
    point = first & 0x07U;
  } else if (first >= 0xE0 && first < 0xF0) {
    length = 3;
    least = 0x800;
    point = first & 0x0FU;
  } else if (first >= 0xC0 && first < 0xE0) {
    length = 2;
    least = 0x80;
    point = first & 0x1FU;
  } else if (first >= 0x80) {
    ++at;
    return kBroken;
  }
  for (std::size_t i = 1; i < length; ++i) {
    const char32_t next = byte(at + i);
    if ((next & 0xC0U) != 0x80U) {
      ++at;
      return kBroken;
    }
    point = (point << 6U) | (next & 0x3FU);
  }
  const bool surrogate = point >= 0xD800 && point < 0xE000;
  if (point < least || point > 0x10FFFF || surrogate) {
    ++at;
    return kBroken;
  }
  at += length;
  return point;
}

}  // namespace spoils::cli
