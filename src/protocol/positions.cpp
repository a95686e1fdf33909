// protocol/positions.cpp
//
// Walks over UTF-8, counting UTF-16 units; percent-encodes and decodes addresses.
#include "protocol/positions.h"

#include <algorithm>

#include "text/plain/utf8.h"

namespace spoils::protocol {

Lines::Lines(std::string_view text) : text_(text), starts_{0} {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool ends = text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'));
    if (ends) { starts_.push_back(i + 1); }
  }
}

// Before the characters that end it.
std::size_t Lines::end_of_line(std::size_t line) const {
  auto end = line + 1 < starts_.size() ? starts_[line + 1] : text_.size();
  if (line + 1 == starts_.size()) { return end; }
  if (end > starts_[line] && text_[end - 1] == '\n') { --end; }
  if (end > starts_[line] && text_[end - 1] == '\r') { --end; }
  return end;
}

std::size_t Lines::offset(Position position) const {
  if (position.line >= starts_.size()) { return text_.size(); }
  const auto line = static_cast<std::size_t>(position.line);
  auto at = starts_[line];
  const auto end = end_of_line(line);
  for (auto left = position.character; left > 0 && at < end;) {
    const auto character = text::decode(text_.substr(at));
    const std::uint64_t units = character.value > 0xFFFF ? 2 : 1;
    if (units > left) { break; }  // within a pair
    left -= units;
    at += character.length;
  }
  return at;
}

Position Lines::position(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  const auto line = static_cast<std::size_t>(after - starts_.begin()) - 1;
  Position out{line, 0};
  for (auto at = starts_[line]; at < offset;) {
    const auto character = text::decode(text_.substr(at));
    out.character += character.value > 0xFFFF ? 2 : 1;
    at += character.length;
  }
  return out;
}

namespace {

int digit_of(char c) {
  if (c >= '0' && c <= '9') { return c - '0'; }
  if (c >= 'a' && c <= 'f') { return c - 'a' + 10; }
  if (c >= 'A' && c <= 'F') { return c - 'A' + 10; }
  return -1;
}

}  // namespace

std::string path_of(std::string_view uri) {
  constexpr std::string_view kScheme = "file://";
  if (!uri.starts_with(kScheme)) { return std::string(uri); }
  auto rest = uri.substr(kScheme.size());
  if (rest.starts_with("localhost/")) { rest.remove_prefix(9); }
  if (!rest.starts_with('/')) { return std::string(uri); }
  std::string out;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (rest[i] == '%' && i + 2 < rest.size()) {
      const auto high = digit_of(rest[i + 1]);
      const auto low = digit_of(rest[i + 2]);
      if (high >= 0 && low >= 0) {
        out += static_cast<char>(high * 16 + low);
        i += 2;
        continue;
      }
    }
    out += rest[i];
  }
  return out.find('\0') == std::string::npos ? out : std::string(uri);
}

std::string uri_of(std::string_view file) {
  if (!file.starts_with('/')) { return std::string(file); }
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out = "file://";
  for (const char c : file) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                          std::string_view("/-._~").find(c) != std::string_view::npos;
    if (is_plain) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kDigits[byte >> 4U];
    out += kDigits[byte & 15U];
  }
  return out;
}

}  // namespace spoils::protocol
