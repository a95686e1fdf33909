// compile_c/runtime_cache.cpp
//
// The C of a cache of candidates: a directory of hashed keys over a run of entries, both in words that the caller gave
// and cleared. An entry that does not fit clears all. It never changes a roll, and counts the work that it saves. `$`
// is the prefix, "`" for the one in capitals.
#include "compile_c/runtime.h"

namespace spoils::compile_c::runtime {

const std::string_view kCache = R"(
/* The rows that a pick may draw: the running totals of their weights, then the rows. */
typedef struct $candidates_ {
  const uint64_t *words;
  uint64_t total;
  uint64_t work; /* that it took to find them */
  uint32_t count;
} $candidates_;

/* The cache: how many words are taken, then the directory, a quarter of the rest, then the entries. An entry has the
 * number of the pick and of candidates, the total, the work, the key and the candidates. */
static inline uint64_t *$directory_($out *out, uint64_t which, const int64_t *key, uint32_t length) {
  uint64_t hash = which;
  uint32_t i;
  for (i = 0; i < length; ++i) { hash = (hash ^ (uint64_t)key[i]) * UINT64_C(0x9e3779b97f4a7c15); }
  return out->cache + 1 + ((hash ^ (hash >> 31)) >> 7) % (out->cache_words / 4);
}
static inline bool $known_($out *out, uint64_t which, const int64_t *key, uint32_t length, $candidates_ *to) {
  const uint64_t *entry;
  uint32_t i;
  if (out->cache == NULL || out->cache_words < 64) { return false; }
  entry = out->cache + *$directory_(out, which, key, length);
  if (entry == out->cache || entry[0] >> 32 != which) { return false; }
  for (i = 0; i < length; ++i) {
    if (entry[3 + i] != (uint64_t)key[i]) { return false; }
  }
  to->count = (uint32_t)entry[0];
  to->total = entry[1];
  to->work = entry[2];
  to->words = entry + 3 + length;
  return true;
}
static inline void $remember_($out *out, uint64_t which, const int64_t *key, uint32_t length,
                              const $candidates_ *found) {
  const size_t first = out->cache_words / 4 + 1;
  const size_t size = 3 + (size_t)length + 2 * (size_t)found->count;
  uint64_t *entry;
  uint32_t i;
  if (out->cache == NULL || out->cache_words < 64 || size > out->cache_words - first) { return; }
  if (out->cache[0] < first || size > out->cache_words - out->cache[0]) {
    memset(out->cache, 0, first * sizeof out->cache[0]);
    out->cache[0] = first;
  }
  entry = out->cache + out->cache[0];
  *$directory_(out, which, key, length) = out->cache[0];
  out->cache[0] += size;
  entry[0] = which << 32 | found->count;
  entry[1] = found->total;
  entry[2] = found->work;
  for (i = 0; i < length; ++i) { entry[3 + i] = (uint64_t)key[i]; }
  if (found->count > 0) { memcpy(entry + 3 + length, found->words, 2 * (size_t)found->count * sizeof entry[0]); }
}
)";

}  // namespace spoils::compile_c::runtime
