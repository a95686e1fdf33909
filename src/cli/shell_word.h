// cli/shell_word.h
//
// Quotes words of the command lines that the program prints for its user to repeat.
#pragma once

#include <string>

namespace spoils::cli {

/// Returns a word as a POSIX shell reads it: in single quotes, unless it is not empty and has only letters, digits and
/// `_-./,=:`.
[[nodiscard]] std::string shell_word(const std::string& word);

}  // namespace spoils::cli
