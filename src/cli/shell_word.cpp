// cli/shell_word.cpp
#include "cli/shell_word.h"

namespace spoils::cli {

std::string shell_word(const std::string& word) {
  constexpr const char* kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,=:";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) { return word; }
  std::string out = "'";
  for (const char c : word) { out += c == '\'' ? std::string("'\\''") : std::string(1, c); }
  return out + "'";
}

}  // namespace spoils::cli
