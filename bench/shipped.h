// bench/shipped.h
//
// Loads shipped packs for the benchmarks.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

#include "spoils/pack.h"

namespace spoils {

inline constexpr std::uint64_t kSeed = 1;

inline std::string shipped_path(const std::string& pack) { return std::string(SPOILS_PACKS_DIR) + "/" + pack; }

/// A pack that a benchmark cannot do without.
inline Pack pack_at(const std::string& path) {
  auto loaded = Pack::load(path);
  if (!loaded.pack) { std::abort(); }
  return *loaded.pack;
}

inline Pack shipped(const std::string& name) { return pack_at(shipped_path(name)); }

}  // namespace spoils
