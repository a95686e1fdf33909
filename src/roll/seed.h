// roll/seed.h
//
// What a caller's seed means, and how a seed and a stream's name become the key of a stream.
// Integer functions only, so that every platform agrees; docs/determinism.md states them with test vectors.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace spoils::roll {

/// Returns the seed that `text` stands for: the number itself if it is decimal digits, or `0x` (or `0X`) and
/// hexadecimal digits, that fit 64 bits; else the hash of its bytes. Every text is a seed, the empty one too; nothing
/// is trimmed, so "7 " and "-7" are hashed.
[[nodiscard]] std::uint64_t seed_from_text(std::string_view text);

/// Returns `0x` and 16 lower-case hexadecimal digits, which seed_from_text reads back as the same seed.
[[nodiscard]] std::string seed_to_text(std::uint64_t seed);

/// Returns the key of the stream `stream_name` under `seed`. Of one name, no two seeds share a key.
[[nodiscard]] std::uint64_t stream_key(std::uint64_t seed, std::string_view stream_name);

/// Returns the key of what `words` single out within the stream of `key`: things that are settled once per world.
/// The order and the number of words matter; with no words it is still not `key` itself.
[[nodiscard]] std::uint64_t stream_key(std::uint64_t key, std::span<const std::int64_t> words);

}  // namespace spoils::roll
