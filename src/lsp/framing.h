// lsp/framing.h
//
// Cuts a stream of bytes into the messages of the Language Server Protocol: a header of lines, one of which is
// `Content-Length: N`, an empty line, and N bytes. The bytes may arrive in pieces of any size. A broken header is
// reported and passed over; what is too large is passed over without being kept. Pinned by tests/lsp/framing_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace spoils::lsp {

/// A text of 16 MiB, the largest file of a pack, with room for what JSON escapes.
inline constexpr std::size_t kMaxMessageBytes = std::size_t{40} << 20U;
/// The limit on all lines of a header together; real ones have some 60 bytes.
inline constexpr std::size_t kMaxHeaderBytes = std::size_t{8} << 10U;

/// A message, or what is wrong with its frame.
struct Frame {
  std::string content;
  std::string fault;      // "" if the frame is sound; then there is no content
  bool is_fatal = false;  // where the next message begins is not known
};

class FrameReader {
 public:
  /// Takes in bytes. Cost: linear.
  void add(std::string_view bytes) { buffer_.append(bytes); }
  /// Returns the next message that is complete; nothing if more bytes are needed, and after a fatal fault.
  [[nodiscard]] std::optional<Frame> next();

 private:
  [[nodiscard]] std::optional<Frame> read_header();
  void drop(std::size_t bytes);

  std::string buffer_;
  std::size_t at_ = 0;                 // bytes of it that were used
  std::optional<std::size_t> length_;  // of the message after a header that was read
  std::size_t to_skip_ = 0;            // bytes of a message that is too large
  std::size_t searched_ = 0;           // bytes after `at_` without the end of a header
  bool is_lost_ = false;
};

/// Returns a message with its header.
[[nodiscard]] std::string framed(std::string_view content);

}  // namespace spoils::lsp
