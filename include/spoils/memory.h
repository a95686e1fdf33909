// spoils/memory.h
//
// What a thread holds of memory. A program that defines the counting `operator new` of spoils/counted_new.h has every
// allocation counted here, whatever container makes it: that is what Question::max_memory limits. Without it nothing is
// counted, and only the limits on states and paths hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace spoils {

/// The account of one thread, in bytes with what the allocator adds. It is signed, since what one thread allocates
/// another one may free.
struct MemoryAccount {
  std::int64_t held = 0;                                               ///< allocated and not freed
  std::int64_t most = std::numeric_limits<std::int64_t>::max();        ///< an allocation beyond it fails
  std::int64_t until_look = std::numeric_limits<std::int64_t>::max();  ///< allocated before the clock is looked at
};
extern constinit thread_local MemoryAccount memory_account;

/// Called by the counting `operator new` where the account has passed `most`, or `until_look` is used up. Work that was
/// told to stop long ago ends here, too. Errors: std::bad_alloc, which is caught where the work began; what it was
/// thrown for is no longer counted.
void memory_line_passed(std::int64_t bytes);

/// What one allocation takes of the memory, with the header and the alignment of the usual allocators.
[[nodiscard]] constexpr std::int64_t counted_size(std::size_t bytes) noexcept {
  return bytes < 24 ? 32 : static_cast<std::int64_t>((bytes + 23) & ~std::size_t{15});
}

/// Counts an allocation. Large ones count more often towards the next look at the clock: what is done with them takes
/// longer than linear time.
inline void count_memory(std::size_t bytes) {
  const auto size = counted_size(bytes);
  auto& account = memory_account;
  account.held += size;
  account.until_look -= size + (size >> 12) * size;
  if (account.held > account.most || account.until_look < 0) [[unlikely]] { memory_line_passed(size); }
}

}  // namespace spoils
