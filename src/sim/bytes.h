// sim/bytes.h
//
// Counts as bytes, the same on every machine: integers of 64 bits, lowest byte first; texts after their length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "sim/wide_sum.h"

namespace spoils::sim {

class Writer {
 public:
  void number(std::uint64_t value) {
    for (int i = 0; i < 8; ++i) {
      bytes_ += static_cast<char>(static_cast<unsigned char>(value >> (8U * static_cast<unsigned>(i))));
    }
  }
  void text(std::string_view text) {
    number(text.size());
    bytes_ += text;
  }
  void moments(const Moments& value) {
    wide(static_cast<UnsignedWide>(value.sum));
    wide(value.squares);
    number(value.overflown ? 1 : 0);
  }
  [[nodiscard]] std::string take() { return std::move(bytes_); }

 private:
  void wide(UnsignedWide value) {
    number(static_cast<std::uint64_t>(value));
    number(static_cast<std::uint64_t>(value >> 64U));
  }

  std::string bytes_;
};

/// Reads the bytes of a Writer. After bytes that end too early or make no sense, every value read is 0 and
/// is_broken() is true.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  std::uint64_t number() {
    if (bytes_.size() < 8) {
      fail();
      return 0;
    }
    std::uint64_t out = 0;
    for (unsigned i = 0; i < 8; ++i) {
      out |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes_[i])) << (8 * i);
    }
    bytes_.remove_prefix(8);
    return out;
  }
  std::string_view text() {
    const auto size = number();
    if (size > bytes_.size()) {
      fail();
      return {};
    }
    const auto out = bytes_.substr(0, static_cast<std::size_t>(size));
    bytes_.remove_prefix(out.size());
    return out;
  }
  Moments moments() {
    Moments out;
    out.sum = static_cast<Wide>(wide());
    out.squares = wide();
    out.overflown = number() != 0;
    return out;
  }

  void fail() {
    is_broken_ = true;
    bytes_ = {};
  }
  [[nodiscard]] bool is_broken() const { return is_broken_; }
  [[nodiscard]] bool is_at_end() const { return bytes_.empty() && !is_broken_; }

 private:
  UnsignedWide wide() {
    const auto low = number();
    return (static_cast<UnsignedWide>(number()) << 64U) | low;
  }

  std::string_view bytes_;
  bool is_broken_ = false;
};

}  // namespace spoils::sim
