// roll/seed.cpp
//
// Seeds from text, keys from seeds.
#include "roll/seed.h"

#include <charconv>
#include <optional>
#include <system_error>

namespace spoils::roll {
namespace {

// FNV-1a, 64 bits. Source: Fowler, Noll, Vo, Eastlake, "The FNV Non-Cryptographic Hash Algorithm".
std::uint64_t fnv1a(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : bytes) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 0x100000001b3;
  }
  return hash;
}

// The finaliser of splitmix64: a bijection in which every bit of the result depends on every bit of the argument.
// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014; constants by Stafford.
std::uint64_t finalise(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

// The output of splitmix64 in state z. Unlike the bare finaliser it has no fixed point at 0, the commonest seed.
std::uint64_t splitmix(std::uint64_t z) { return finalise(z + 0x9e3779b97f4a7c15); }

std::optional<std::uint64_t> read_number(std::string_view digits, int base) {
  std::uint64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value, base);
  if (error != std::errc{} || stop != end) { return std::nullopt; }
  return value;
}

}  // namespace

std::uint64_t seed_from_text(std::string_view text) {
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  const auto number = is_hex ? read_number(text.substr(2), 16) : read_number(text, 10);
  return number ? *number : finalise(fnv1a(text));
}

std::string seed_to_text(std::uint64_t seed) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text = "0x";
  for (int shift = 60; shift >= 0; shift -= 4) { text += kDigits[(seed >> shift) & 15]; }
  return text;
}

std::uint64_t stream_key(std::uint64_t seed, std::string_view stream_name) {
  return stream_key_of_hash(seed, hash_of_name(stream_name));
}

std::uint64_t hash_of_name(std::string_view stream_name) { return fnv1a(stream_name); }

std::uint64_t stream_key_of_hash(std::uint64_t seed, std::uint64_t hash) {
  // The seed is spread before the two meet: else seeds that differ like two names' hashes would share keys.
  return finalise(splitmix(seed) ^ hash);
}

void NamedKey::compute(std::uint64_t seed, std::string_view kind, const std::string& name) {
  if (!is_known_) { hash_ = hash_of_name(std::string(kind).append(name)); }
  key_ = stream_key_of_hash(seed, hash_);
  seed_ = seed;
  is_known_ = true;
}

std::uint64_t stream_key(std::uint64_t key, std::span<const std::int64_t> words) {
  for (const std::int64_t word : words) { key = splitmix(key ^ static_cast<std::uint64_t>(word)); }
  return splitmix(key ^ words.size());
}

}  // namespace spoils::roll
