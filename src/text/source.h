// text/source.h
//
// The text of a pack with its lines. A pack is one file or several; a Sources object holds them all, numbered in
// the order in which they were read, and is kept as long as anybody may want to show a place.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "spoils/diagnostic.h"

namespace spoils::text {

/// One file: its name, its bytes and where its lines begin.
class Source {
 public:
  /// Requires: fewer than 2^32 bytes. Cost: linear in the text.
  Source(std::string name, std::string bytes);

  [[nodiscard]] const std::string& name() const { return name_; }  ///< path as given, or the name given to a text
  [[nodiscard]] std::string_view bytes() const { return bytes_; }

  /// Returns line and column (from 1, in code points; a broken byte counts as one) of a byte offset.
  /// An offset inside a character is the place of that character, one past the end the place after the last byte.
  /// Cost: logarithmic in lines.
  [[nodiscard]] Location locate(std::uint32_t offset) const;

  /// Returns the line (from 1) of a byte offset. Cost: logarithmic in lines.
  [[nodiscard]] std::uint32_t line_of(std::uint32_t offset) const;

  /// Returns whether a line begins at `offset`, in constant time.
  [[nodiscard]] bool begins_line(std::uint32_t offset) const { return offset == 0 || bytes_[offset - 1] == '\n'; }

  /// Returns the same with the column in UTF-16 units, as editors and browsers count.
  [[nodiscard]] Location locate_utf16(std::uint32_t offset) const;

  /// Returns the bytes of a line (from 1) without its line end, "\n" or "\r\n". Requires: 1 <= line <= line_count().
  [[nodiscard]] std::string_view line(std::uint32_t line) const;

  /// Returns how many lines there are: at least 1, and the last is empty if the text ends with a line end.
  [[nodiscard]] std::uint32_t line_count() const;

  /// Returns the offset of the first byte of a line (from 1). Requires: 1 <= line <= line_count().
  [[nodiscard]] std::uint32_t line_start(std::uint32_t line) const { return line_starts_[line - 1]; }

 private:
  /// The counts before a byte, from the beginning of the text. Stored for every kilobyte, because a file may be one
  /// long line with a finding at every byte.
  struct Count {
    std::uint32_t offset = 0;       // where a character begins
    std::uint32_t code_points = 0;  // characters before it
    std::uint32_t astral = 0;       // those among them that take two UTF-16 units
  };

  [[nodiscard]] Count count_before(std::uint32_t offset) const;

  std::string name_;
  std::string bytes_;
  std::vector<std::uint32_t> line_starts_;
  std::vector<Count> counts_;
};

/// All files of a pack and of the packs that it uses.
class Sources {
 public:
  /// Returns the number of the new source.
  std::uint32_t add(std::string name, std::string bytes);

  /// Requires: index < size(). The reference and views into its bytes stay valid as long as the Sources.
  [[nodiscard]] const Source& operator[](std::uint32_t index) const { return sources_[index]; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(sources_.size()); }

  /// Returns the text that a span covers, cut at the end of its source; nothing if there is no such source.
  [[nodiscard]] std::string_view text(Span span) const;

 private:
  std::deque<Source> sources_;  // a deque, so that views into a source stay valid while others are added
};

}  // namespace spoils::text
