#include "roll/first_blocks.h"

#include <algorithm>

#include "roll/philox.h"

namespace spoils::roll {

namespace {

using Counters = std::array<std::array<std::uint32_t, FirstBlocks::kRolls>, 4>;

// By itself: with counters that are known in part compilers make no vectors of it. Where the loader can choose, for
// each length of vectors; not under sanitizers, which do not run yet when it does.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
[[gnu::target_clones("default", "avx2")]]
#endif
[[gnu::noinline, gnu::flatten]] void
turn_into_blocks(Counters& counters, std::array<std::uint32_t, 2> key) {
  philox4x32_10(counters, key);
}

}  // namespace

void FirstBlocks::go_to(std::uint64_t key, std::uint64_t index) {
  const bool follows = key == key_ && index == first_ + std::max<std::uint64_t>(made_, 1);
  key_ = key;
  first_ = index;
  made_ = 0;
  // Where the index starts anew, its upper half changes with it.
  if (!follows || index + kRolls < index) { return; }
  Counters counters;
  for (std::uint64_t i = 0; i < kRolls; ++i) {
    counters[0][i] = 0;
    counters[1][i] = 0;
    counters[2][i] = static_cast<std::uint32_t>(index + i);
    counters[3][i] = static_cast<std::uint32_t>((index + i) >> 32);
  }
  turn_into_blocks(counters, {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)});
  for (std::size_t i = 0; i < kRolls; ++i) {
    for (std::size_t word = 0; word < 4; ++word) { blocks_[i][word] = counters[word][i]; }
  }
  made_ = kRolls;
}

}  // namespace spoils::roll
