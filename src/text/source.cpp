// text/source.cpp
//
// Finds the line starts in one pass and stores character counts at regular offsets, so that a column is counted from
// the nearest of them.
#include "text/source.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "text/plain/utf8.h"

namespace spoils::text {
namespace {

constexpr std::uint32_t kCountEvery = 1024;  // bytes; 12 bytes of memory each, and as many to walk at most per question

}  // namespace

Source::Source(std::string name, std::string bytes) : name_(std::move(name)), bytes_(std::move(bytes)) {
  line_starts_.push_back(0);
  Count count;
  std::uint32_t next_count = 0;
  while (count.offset < bytes_.size()) {
    if (count.offset >= next_count) {
      counts_.push_back(count);
      next_count += kCountEvery;
    }
    if (static_cast<unsigned char>(bytes_[count.offset]) < 0x80) {
      if (bytes_[count.offset] == '\n') { line_starts_.push_back(count.offset + 1); }
      ++count.offset;
      ++count.code_points;
      continue;
    }
    const auto character = decode(std::string_view(bytes_).substr(count.offset));
    count.offset += static_cast<std::uint32_t>(character.length);
    ++count.code_points;
    if (character.value > 0xFFFF) { ++count.astral; }
    if (character.value == U'\n') { line_starts_.push_back(count.offset); }
  }
}

Source::Count Source::count_before(std::uint32_t offset) const {
  if (counts_.empty()) { return {}; }
  const auto past = std::upper_bound(counts_.begin(), counts_.end(), offset,
                                     [](std::uint32_t value, const Count& count) { return value < count.offset; });
  Count count = *std::prev(past);
  while (count.offset < offset) {
    // Nearly all of every pack is ASCII, and this is asked of nearly every word.
    if (static_cast<unsigned char>(bytes_[count.offset]) < 0x80) {
      ++count.offset;
      ++count.code_points;
      continue;
    }
    const auto character = decode(std::string_view(bytes_).substr(count.offset));
    const auto end = count.offset + static_cast<std::uint32_t>(character.length);
    if (end > offset) { break; }
    count.offset = end;
    ++count.code_points;
    if (character.value > 0xFFFF) { ++count.astral; }
  }
  return count;
}

std::uint32_t Source::line_of(std::uint32_t offset) const {
  const auto past = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  return static_cast<std::uint32_t>(past - line_starts_.begin());
}

Location Source::locate(std::uint32_t offset) const {
  offset = std::min(offset, static_cast<std::uint32_t>(bytes_.size()));
  const auto line = line_of(offset);
  return {line, count_before(offset).code_points - count_before(line_start(line)).code_points + 1};
}

Location Source::locate_utf16(std::uint32_t offset) const {
  offset = std::min(offset, static_cast<std::uint32_t>(bytes_.size()));
  const auto line = line_of(offset);
  const auto begin = count_before(line_start(line));
  const auto here = count_before(offset);
  return {line, here.code_points - begin.code_points + here.astral - begin.astral + 1};
}

std::string_view Source::line(std::uint32_t line) const {
  const auto begin = line_start(line);
  const bool last = line == line_count();
  auto text = std::string_view(bytes_).substr(begin, last ? std::string_view::npos : line_start(line + 1) - begin);
  if (!text.empty() && text.back() == '\n') {
    text.remove_suffix(1);
    if (!text.empty() && text.back() == '\r') { text.remove_suffix(1); }
  }
  return text;
}

std::uint32_t Source::line_count() const { return static_cast<std::uint32_t>(line_starts_.size()); }

std::uint32_t Sources::add(std::string name, std::string bytes) {
  sources_.emplace_back(std::move(name), std::move(bytes));
  return size() - 1;
}

std::string_view Sources::text(Span span) const {
  if (span.source >= size()) { return {}; }
  const auto bytes = sources_[span.source].bytes();
  const auto end = std::min<std::size_t>(span.end, bytes.size());
  if (span.begin >= end) { return {}; }
  return bytes.substr(span.begin, end - span.begin);
}

}  // namespace spoils::text
