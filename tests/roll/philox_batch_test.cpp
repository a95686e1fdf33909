// tests/roll/philox_batch_test.cpp
//
// Batches of Philox blocks are the same as blocks made one by one, with vector instructions and without.
#include "roll/philox_batch.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

#include "roll/philox.h"

namespace spoils::roll {
namespace philox_row_test {

std::uint32_t low_half(std::uint64_t word) { return static_cast<std::uint32_t>(word); }
std::uint32_t high_half(std::uint64_t word) { return static_cast<std::uint32_t>(word >> 32); }

TEST(PhiloxRow, IsOfBlocksOneByOne) {
  constexpr std::uint64_t kKey = 0xa3cff44186c99565;
  constexpr std::array<std::uint64_t, 6> kStarts{0, 5, 0xfffffff8, 0xffffffff, 0x123456789abcdef0, ~std::uint64_t{7}};
  for (const auto start : kStarts) {
    for (const auto other : kStarts) {
      for (const auto counting : {PhiloxRow::Low, PhiloxRow::High}) {
        const auto first = counting == PhiloxRow::Low ? PhiloxCounter{start, other} : PhiloxCounter{other, start};
        std::array<PhiloxBlock, kPhiloxBatch> fast{};
        std::array<PhiloxBlock, kPhiloxBatch> plain{};
        philox_batch(kKey, first, counting, fast.data());
        philox_batch_plainly(kKey, first, counting, plain.data());
        for (std::uint64_t i = 0; i < kPhiloxBatch; ++i) {
          const auto low = first.low + (counting == PhiloxRow::Low ? i : 0);
          const auto high = first.high + (counting == PhiloxRow::High ? i : 0);
          const auto one = philox4x32_10({low_half(low), high_half(low), low_half(high), high_half(high)},
                                         {low_half(kKey), high_half(kKey)});
          ASSERT_EQ(fast[i], one) << start << ' ' << other << ' ' << i;
          ASSERT_EQ(plain[i], one) << start << ' ' << other << ' ' << i;
        }
      }
    }
  }
}

}  // namespace philox_row_test
}  // namespace spoils::roll
