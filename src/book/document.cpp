// book/document.cpp
//
// Makes the ids of headings as Markdown hosts do: lower case, blanks become hyphens, punctuation is left out, and a
// repeated id gets a number.
#include "book/document.h"

#include <fmt/format.h>

#include <algorithm>

namespace spoils::book {

std::string Ids::next(const std::string& heading) {
  std::string id;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (c >= 'A' && c <= 'Z') {
      id += static_cast<char>(c - 'A' + 'a');
    } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || byte >= 0x80) {
      id += c;
    } else if (c == ' ') {
      id += '-';
    }
  }
  const auto found = std::find_if(seen_.begin(), seen_.end(), [&](const auto& known) { return known.first == id; });
  if (found == seen_.end()) {
    seen_.emplace_back(id, 0);
    return id;
  }
  return fmt::format("{}-{}", id, ++found->second);
}

}  // namespace spoils::book
