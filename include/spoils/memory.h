// spoils/memory.h
//
// Accounts for the memory that each thread has allocated. If a program defines the counting `operator new` of
// spoils/counted_new.h, every allocation is counted here, whatever container makes it, and OddsSettings::max_memory
// limits the sum. Otherwise nothing is counted, and only the limits on states and paths apply.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "spoils/export.h"

namespace spoils {
inline namespace v1 {

/// The account of one thread, in bytes including the allocator's overhead. It is signed, since one thread may free
/// memory that another one allocated.
struct MemoryAccount {
  std::int64_t held = 0;                                               ///< allocated and not freed
  std::int64_t most = std::numeric_limits<std::int64_t>::max();        ///< an allocation beyond it fails
  std::int64_t until_look = std::numeric_limits<std::int64_t>::max();  ///< bytes to allocate before the clock is
                                                                       ///< checked
};
extern SPOILS_EXPORT constinit thread_local MemoryAccount memory_account;

/// Called by the counting `operator new` when the account has passed `most`, or `until_look` is used up. It also ends
/// work that was asked to stop long ago. Errors: std::bad_alloc, which is caught where the work began; the allocation
/// that failed is no longer counted.
SPOILS_EXPORT void memory_line_passed(std::int64_t bytes);

/// Returns the memory that one allocation takes, with the header and the alignment of the usual allocators.
[[nodiscard]] constexpr std::int64_t counted_size(std::size_t bytes) noexcept {
  return bytes < 24 ? 32 : static_cast<std::int64_t>((bytes + 23) & ~std::size_t{15});
}

/// Counts an allocation. Large ones count more towards the next check of the clock: the work on them takes longer than
/// linear time.
inline void count_memory(std::size_t bytes) {
  const auto size = counted_size(bytes);
  auto& account = memory_account;
  account.held += size;
  account.until_look -= size + (size >> 12) * size;
  if (account.held > account.most || account.until_look < 0) [[unlikely]] { memory_line_passed(size); }
}

}  // namespace v1
}  // namespace spoils
