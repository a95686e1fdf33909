#include "text/plain/text_source.h"

namespace spoils::text {

std::string text_to_source(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\' || c == '{' || c == '}') { out += '\\'; }
    out += c;
  }
  return out + '"';
}

std::string text_from_source(std::string_view written) {
  if (written.size() < 2 || written.front() != '"' || written.back() != '"') { return std::string(written); }
  written = written.substr(1, written.size() - 2);
  std::string out;
  for (std::size_t at = 0; at < written.size(); ++at) {
    if (written[at] == '\\' && at + 1 < written.size()) { ++at; }
    out += written[at];
  }
  return out;
}

}  // namespace spoils::text
