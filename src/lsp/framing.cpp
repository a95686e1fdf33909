// lsp/framing.cpp
//
// Reads headers and lengths; lsp/framing.h says what happens to those that are wrong.
#include "lsp/framing.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace spoils::lsp {

namespace {

char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool is_same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return small(x) == small(y); });
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) { text.remove_prefix(1); }
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) { text.remove_suffix(1); }
  return text;
}

// The end of a header: after "\r\n\r\n" or, of a careless client, "\n\n".
std::size_t end_of_header(std::string_view bytes, std::size_t from) {
  for (auto at = bytes.find('\n', from); at != std::string_view::npos; at = bytes.find('\n', at + 1)) {
    if (at + 1 < bytes.size() && bytes[at + 1] == '\n') { return at + 2; }
    if (at + 2 < bytes.size() && bytes[at + 1] == '\r' && bytes[at + 2] == '\n') { return at + 3; }
  }
  return std::string_view::npos;
}

}  // namespace

void FrameReader::drop(std::size_t bytes) {
  at_ += bytes;
  // The bytes that were used are moved away when they are most of the buffer, so that the cost stays linear.
  if (at_ > 65'536 && at_ > buffer_.size() / 2) {
    buffer_.erase(0, at_);
    at_ = 0;
  }
}

std::optional<Frame> FrameReader::read_header() {
  const auto rest = std::string_view(buffer_).substr(at_);
  const auto end = end_of_header(rest, searched_);
  if (end == std::string_view::npos) {
    searched_ = rest.size() > 3 ? rest.size() - 3 : 0;
    if (rest.size() <= kMaxHeaderBytes) { return std::nullopt; }
    is_lost_ = true;
    return Frame{{}, fmt::format("a header of more than {} bytes", kMaxHeaderBytes), true};
  }
  searched_ = 0;
  auto header = rest.substr(0, end);
  std::optional<std::size_t> length;
  std::string fault;
  while (!header.empty()) {
    const auto line = header.substr(0, header.find('\n'));
    header.remove_prefix(std::min(line.size() + 1, header.size()));
    const auto colon = line.find(':');
    if (colon == std::string_view::npos || !is_same_word(trimmed(line.substr(0, colon)), "content-length")) {
      continue;
    }
    const auto digits = trimmed(line.substr(colon + 1));
    std::size_t value = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || stop != digits.data() + digits.size()) {
      fault = "the Content-Length of a message is no number";
    } else if (length && *length != value) {
      fault = "a message has two values of Content-Length";
    } else {
      length = value;
    }
  }
  drop(end);
  if (fault.empty() && !length) { fault = "the header of a message has no Content-Length"; }
  if (!fault.empty()) { return Frame{{}, std::move(fault), false}; }
  if (*length > kMaxMessageBytes) {
    to_skip_ = *length;
    return Frame{{}, fmt::format("a message of more than {} MiB", kMaxMessageBytes >> 20U), false};
  }
  length_ = *length;
  return std::nullopt;
}

std::optional<Frame> FrameReader::next() {
  if (is_lost_) { return std::nullopt; }
  if (to_skip_ > 0) {
    const auto skipped = std::min(to_skip_, buffer_.size() - at_);
    drop(skipped);
    to_skip_ -= skipped;
    if (to_skip_ > 0) {
      buffer_.clear();
      at_ = 0;
      return std::nullopt;
    }
  }
  if (!length_) {
    if (auto fault = read_header()) { return fault; }
    if (!length_) { return std::nullopt; }
  }
  if (buffer_.size() - at_ < *length_) { return std::nullopt; }
  Frame out;
  out.content = buffer_.substr(at_, *length_);
  drop(*length_);
  length_.reset();
  return out;
}

std::string framed(std::string_view content) {
  return fmt::format("Content-Length: {}\r\n\r\n{}", content.size(), content);
}

}  // namespace spoils::lsp
