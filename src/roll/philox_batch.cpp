// roll/philox_batch.cpp
//
// Philox blocks with neighbouring counters side by side: by 256-bit vectors if the machine has them (chosen at run
// time), else by plain loops that compilers vectorise.
#include "roll/philox_batch.h"

#include "roll/philox.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace spoils::roll {

namespace {

using Counters = std::array<std::array<std::uint32_t, kPhiloxBatch>, 4>;

// By itself: with counters that are known in part compilers make no vectors of it.
[[gnu::noinline]] void turn_into_blocks(Counters& counters, std::array<std::uint32_t, 2> key) {
  philox4x32_10(counters, key);
}

std::uint32_t low_half(std::uint64_t word) { return static_cast<std::uint32_t>(word); }
std::uint32_t high_half(std::uint64_t word) { return static_cast<std::uint32_t>(word >> 32); }

}  // namespace

void philox_batch_plainly(std::uint64_t key, PhiloxCounter first, PhiloxRow counting, PhiloxBlock* blocks) {
  Counters counters;
  for (std::size_t i = 0; i < kPhiloxBatch; ++i) {
    const auto low = first.low + (counting == PhiloxRow::Low ? i : 0);
    const auto high = first.high + (counting == PhiloxRow::High ? i : 0);
    counters[0][i] = low_half(low);
    counters[1][i] = high_half(low);
    counters[2][i] = low_half(high);
    counters[3][i] = high_half(high);
  }
  turn_into_blocks(counters, {low_half(key), high_half(key)});
  for (std::size_t i = 0; i < kPhiloxBatch; ++i) {
    for (std::size_t word = 0; word < 4; ++word) { blocks[i][word] = counters[word][i]; }
  }
}

#ifdef __x86_64__

namespace {

// Words are in the lower halves of lanes of 64 bits, as the multiplication takes and gives them. The upper halves hold
// anything; so nothing has to be moved between lanes.
[[gnu::target("avx2")]] void philox_row_by_avx2(std::uint64_t key, PhiloxCounter first, PhiloxRow counting,
                                                PhiloxBlock* blocks) {
  constexpr int kLanes = 4;
  constexpr int kVectors = static_cast<int>(kPhiloxBatch) / kLanes;
  const __m256i multiplier0 = _mm256_set1_epi64x(Philox::kMultiplier0);
  const __m256i multiplier2 = _mm256_set1_epi64x(Philox::kMultiplier2);
  __m256i c0[kVectors];
  __m256i c1[kVectors];
  __m256i c2[kVectors];
  __m256i c3[kVectors];
  for (int i = 0; i < kVectors; ++i) {
    const __m256i steps = _mm256_add_epi64(_mm256_set1_epi64x(i * kLanes), _mm256_set_epi64x(3, 2, 1, 0));
    c0[i] = _mm256_set1_epi64x(static_cast<long long>(first.low));
    c2[i] = _mm256_set1_epi64x(static_cast<long long>(first.high));
    auto& counts = counting == PhiloxRow::Low ? c0[i] : c2[i];
    counts = _mm256_add_epi64(counts, steps);
    c1[i] = _mm256_srli_epi64(c0[i], 32);
    c3[i] = _mm256_srli_epi64(c2[i], 32);
  }
  auto k0 = low_half(key);
  auto k1 = high_half(key);
  for (int round = 0; round < Philox::kRounds; ++round) {
    const __m256i key0 = _mm256_set1_epi64x(k0);
    const __m256i key1 = _mm256_set1_epi64x(k1);
    for (int i = 0; i < kVectors; ++i) {
      const __m256i product0 = _mm256_mul_epu32(multiplier0, c0[i]);
      const __m256i product2 = _mm256_mul_epu32(multiplier2, c2[i]);
      c0[i] = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(product2, 32), c1[i]), key0);
      c1[i] = product2;
      c2[i] = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(product0, 32), c3[i]), key1);
      c3[i] = product0;
    }
    k0 += Philox::kWeyl0;
    k1 += Philox::kWeyl1;
  }
  for (int i = 0; i < kVectors; ++i) {
    // Words 0 and 1 of each block, words 2 and 3 of each, then block by block.
    constexpr int kUpper = 0b10101010;
    const __m256i lower = _mm256_blend_epi32(c0[i], _mm256_slli_epi64(c1[i], 32), kUpper);
    const __m256i upper = _mm256_blend_epi32(c2[i], _mm256_slli_epi64(c3[i], 32), kUpper);
    const __m256i even = _mm256_unpacklo_epi64(lower, upper);
    const __m256i odd = _mm256_unpackhi_epi64(lower, upper);
    auto* const to = reinterpret_cast<__m256i*>(blocks + i * kLanes);
    _mm256_storeu_si256(to, _mm256_permute2x128_si256(even, odd, 0x20));
    _mm256_storeu_si256(to + 1, _mm256_permute2x128_si256(even, odd, 0x31));
  }
}

}  // namespace

void philox_batch(std::uint64_t key, PhiloxCounter first, PhiloxRow counting, PhiloxBlock* blocks) {
  static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
  (has_avx2 ? philox_row_by_avx2 : philox_batch_plainly)(key, first, counting, blocks);
}

#else

void philox_batch(std::uint64_t key, PhiloxCounter first, PhiloxRow counting, PhiloxBlock* blocks) {
  philox_batch_plainly(key, first, counting, blocks);
}

#endif

}  // namespace spoils::roll
