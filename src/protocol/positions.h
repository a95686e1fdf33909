// protocol/positions.h
//
// Places of the protocol, lines and UTF-16 units from 0, as offsets of bytes and back; and addresses as paths. Pinned
// by tests/protocol/positions_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spoils/service.h"

namespace spoils::protocol {

struct Position {
  std::uint64_t line = 0;
  std::uint64_t character = 0;  // UTF-16 units

  friend bool operator==(const Position&, const Position&) = default;
};

/// The beginnings of the lines of a text: after "\n", "\r\n" or "\r", as the protocol has it. The text must outlive it.
class Lines {
 public:
  /// Cost: linear.
  explicit Lines(std::string_view text);

  /// The offset of a position; one beyond a line is the end of that line, one beyond the text its end. Cost: linear in
  /// the line.
  [[nodiscard]] std::size_t offset(Position position) const;
  [[nodiscard]] Position position(std::size_t offset) const;

 private:
  [[nodiscard]] std::size_t end_of_line(std::size_t line) const;

  std::string_view text_;
  std::vector<std::size_t> starts_;
};

/// Returns the path of `file:///path`; any other address is the name of a file by itself, as it is.
[[nodiscard]] std::string path_of(std::string_view uri);
/// The other way round.
[[nodiscard]] std::string uri_of(std::string_view file);

}  // namespace spoils::protocol
