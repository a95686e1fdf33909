// roll/seed.h
//
// Seeds: parsing them from text, and deriving the key of a stream from a seed and the name of the stream. Integer
// functions only, so that every platform agrees; docs/determinism.md states them with test vectors.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace spoils::roll {

/// Returns the seed that `text` gives: the number itself if it is decimal digits, or `0x` (or `0X`) and hexadecimal
/// digits, that fit 64 bits; else the hash of its bytes. Every text is a seed, the empty one too; nothing is trimmed,
/// so "7 " and "-7" are hashed.
[[nodiscard]] std::uint64_t seed_from_text(std::string_view text);

/// Returns `0x` and 16 lower-case hexadecimal digits, which seed_from_text reads back as the same seed.
[[nodiscard]] std::string seed_to_text(std::uint64_t seed);

/// Returns the key of the stream `stream_name` under `seed`. For one name, no two seeds share a key.
[[nodiscard]] std::uint64_t stream_key(std::uint64_t seed, std::string_view stream_name);

/// Returns the hash of a name, and the key of the stream of that name under `seed`: for many seeds and one name.
[[nodiscard]] std::uint64_t hash_of_name(std::string_view stream_name);
[[nodiscard]] std::uint64_t stream_key_of_hash(std::uint64_t seed, std::uint64_t hash);

/// Returns the key that `words` identify within the stream of `key`: for values that are drawn once per world. The
/// order and the number of words matter; with no words it is still not `key` itself.
[[nodiscard]] std::uint64_t stream_key(std::uint64_t key, std::span<const std::int64_t> words);

/// The key of one stream, computed again when the seed changes.
class NamedKey {
 public:
  /// Returns stream_key(seed, kind + name). Requires: these two are always the same.
  [[nodiscard]] std::uint64_t of(std::uint64_t seed, std::string_view kind, const std::string& name) {
    if (!is_known_ || seed != seed_) [[unlikely]] { compute(seed, kind, name); }
    return key_;
  }

 private:
  void compute(std::uint64_t seed, std::string_view kind, const std::string& name);

  std::uint64_t hash_ = 0;  // of kind and name
  std::uint64_t seed_ = 0;
  std::uint64_t key_ = 0;
  bool is_known_ = false;
};

}  // namespace spoils::roll
