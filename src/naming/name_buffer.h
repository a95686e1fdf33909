// naming/name_buffer.h
//
// The characters of a name under construction. The memory is kept from name to name, so that once warm nothing is
// allocated. Short texts are copied as one block of a fixed size, which costs less than a call to the library.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <vector>

#include "naming/template.h"

namespace spoils::naming {

class NameBuffer {
 public:
  void clear() { size_ = 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  /// Gives back all but the first characters. Requires: there are so many.
  void cut(std::size_t size) { size_ = size; }
  /// The text from `begin` on, valid until more is put. Requires: begin <= size().
  [[nodiscard]] std::string_view text(std::size_t begin = 0) const { return {bytes_.data() + begin, size_ - begin}; }

  /// Appends characters of templates, which may be read beyond their end.
  void put(const Templates& templates, Words words) {
    reserve(words.size);
    const auto* from = templates.characters(words);
    auto* to = bytes_.data() + size_;
    std::memcpy(to, from, Templates::kPadding);
    for (std::size_t i = Templates::kPadding; i < words.size; i += Templates::kPadding) {
      std::memcpy(to + i, from + i, Templates::kPadding);
    }
    size_ += words.size;
  }
  /// Appends other characters, which are not in this buffer.
  void put(std::string_view text) {
    reserve(text.size());
    std::copy(text.begin(), text.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(size_));
    size_ += text.size();
  }
  void put(char c) {
    reserve(1);
    bytes_[size_++] = c;
  }
  /// Inserts characters before place `at`. Requires: at <= size().
  void insert(std::size_t at, std::string_view text) {
    reserve(text.size());
    auto* const place = bytes_.data() + at;
    std::memmove(place + text.size(), place, size_ - at);
    std::copy(text.begin(), text.end(), place);
    size_ += text.size();
  }

 private:
  // The last block that is copied may end beyond its text.
  void reserve(std::size_t more) {
    if (size_ + more + Templates::kPadding > bytes_.size()) [[unlikely]] { grow(more); }
  }
  [[gnu::noinline]] void grow(std::size_t more) { bytes_.resize(2 * (size_ + more + Templates::kPadding)); }

  std::vector<char> bytes_ = std::vector<char>(128);
  std::size_t size_ = 0;
};

}  // namespace spoils::naming
