// compile_c/runtime_texts.cpp
//
// The C of texts that are made in a roll or for a name, piece by piece, in memory that the caller gives; and of maps.
// `$` is the prefix, "`" for the one in capitals. Tests: tests/compile_c/names_test.cpp.
#include "compile_c/runtime.h"

namespace spoils::compile_c::runtime {

const std::string_view kTexts = R"(
static inline $text $text_(const $roll_ *r, int64_t handle) {
  $text out;
  out.bytes = NULL;
  out.length = 0;
  if (handle == `UNSET) { return out; }
  if ((handle & `MADE_) == 0) { return $texts_[handle]; }
  out.length = (uint32_t)(handle & 0xFFFFFF);
  out.bytes = out.length == 0 ? "" : (const char *)(r->out->words + ((handle & ~`MADE_) >> 24));
  return out;
}
/* Writes a text piece by piece; `is_full` says that it did not fit. */
typedef struct $writer_ {
  char *bytes;
  size_t room;
  size_t length;
  bool is_full;
} $writer_;
static inline void $put_($writer_ *w, const char *bytes, size_t length) {
  if (w->is_full || length > w->room - w->length) {
    w->is_full = true;
    return;
  }
  if (length > 0) { memcpy(w->bytes + w->length, bytes, length); }
  w->length += length;
}
static inline void $put_text_($writer_ *w, $text text) { $put_(w, text.bytes, text.length); }
static inline void $put_natural_($writer_ *w, uint64_t value) {
  char digits[20];
  size_t at = sizeof digits;
  do {
    digits[--at] = (char)('0' + value % 10);
    value /= 10;
  } while (value != 0);
  $put_(w, digits + at, sizeof digits - at);
}
static inline void $put_integer_($writer_ *w, int64_t value) {
  if (value == `UNSET) { return; }
  if (value < 0) { $put_(w, "-", 1); }
  $put_natural_(w, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}
static inline void $put_signed_($writer_ *w, int64_t value) {
  if (value >= 0) { $put_(w, "+", 1); }
  $put_integer_(w, value);
}
static inline void $put_flag_($writer_ *w, int64_t value) {
  if (value != `UNSET) { $put_(w, value == 1 ? "true" : "false", value == 1 ? 4 : 5); }
}
/* What the members of a list are. */
enum { $integers_, $flags_, $symbols_, $texts_of_list_ };
static inline void $put_symbol_($writer_ *w, int64_t symbol) {
  if (symbol != `UNSET) { $put_text_(w, $symbol_texts_[symbol]); }
}
static inline void $put_word_($writer_ *w, const $roll_ *r, int64_t word, int kind) {
  switch (kind) {
    case $symbols_: $put_symbol_(w, word); return;
    case $texts_of_list_: $put_text_(w, $text_(r, word)); return;
    case $flags_: $put_flag_(w, word); return;
    default: $put_integer_(w, word);
  }
}
static inline void $put_list_($writer_ *w, const $roll_ *r, $list list, int kind) {
  uint32_t i;
  for (i = 0; i < list.count; ++i) {
    if (i > 0) { $put_(w, i + 1 == list.count ? " and " : ", ", i + 1 == list.count ? 5 : 2); }
    $put_word_(w, r, list.members[i], kind);
  }
}
static inline $writer_ $begin_text_(const $roll_ *r) {
  const size_t room = (size_t)(r->out->word_capacity - r->out->words_used) * sizeof r->out->words[0];
  $writer_ w;
  w.bytes = r->out->words_used == 0 ? (char *)r->out->words : (char *)(r->out->words + r->out->words_used);
  w.room = room < `TEXT_BYTES ? room : `TEXT_BYTES;
  w.length = 0;
  w.is_full = false;
  return w;
}
/* Returns the handle of the text; `UNSET if it did not fit. */
static inline int64_t $end_text_($roll_ *r, const $writer_ *w) {
  const int64_t handle = `MADE_ | ((int64_t)r->out->words_used << 24) | (int64_t)w->length;
  if (w->is_full) { return `UNSET; }
  r->out->words_used += (uint32_t)((w->length + sizeof r->out->words[0] - 1) / sizeof r->out->words[0]);
  return handle;
}
/* Copies a text of the caller; `UNSET for none, and if it does not fit. */
static inline int64_t $copy_text_($roll_ *r, $text text) {
  $writer_ w = $begin_text_(r);
  if (text.bytes == NULL) { return `UNSET; }
  $put_text_(&w, text);
  return $end_text_(r, &w);
}
/* Capitals: of the first letter, or of the first of each word with the others in small letters. */
static inline int64_t $capitalise_($roll_ *r, int64_t handle, bool is_title) {
  $writer_ w = $begin_text_(r);
  bool at_start = true;
  size_t i;
  $put_text_(&w, $text_(r, handle));
  for (i = 0; i < w.length; ++i) {
    char *const c = w.bytes + i;
    if (at_start && *c >= 'a' && *c <= 'z') { *c = (char)(*c - 'a' + 'A'); }
    if (!at_start && is_title && *c >= 'A' && *c <= 'Z') { *c = (char)(*c - 'A' + 'a'); }
    at_start = is_title && *c == ' ';
  }
  return $end_text_(r, &w);
}
static inline bool $is_same_text_($text a, $text b) {
  if (a.bytes == NULL || b.bytes == NULL) { return a.bytes == b.bytes; }
  return a.length == b.length && memcmp(a.bytes, b.bytes, a.length) == 0;
}
/* The text that occurs most often, unset if two are equally common. */
static inline int64_t $most_common_text_(const $roll_ *r, const int64_t *members, uint32_t count) {
  int64_t best = `UNSET;
  uint32_t most = 0;
  uint32_t i;
  for (i = 0; i < count; ++i) {
    uint32_t times = 0;
    uint32_t k;
    for (k = 0; k < count; ++k) { times += $is_same_text_($text_(r, members[k]), $text_(r, members[i])) ? 1u : 0u; }
    if (times > most) {
      most = times;
      best = members[i];
    } else if (times == most && !$is_same_text_($text_(r, members[i]), $text_(r, best))) {
      best = `UNSET;
    }
  }
  return best;
}
static inline int64_t $hash_text_($text text, uint64_t factor) {
  uint64_t hash = 0;
  uint32_t i;
  for (i = 0; i < text.length; ++i) { hash = hash * factor + (unsigned char)text.bytes[i]; }
  return (int64_t)(hash & (uint64_t)INT64_MAX);
}
)";

const std::string_view kTextKeys = R"(
/* The hash of the name of a stream (FNV-1a). */
static inline int64_t $text_key_($text text) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  uint32_t i;
  if (text.bytes == NULL) { return `UNSET; }
  for (i = 0; i < text.length; ++i) {
    hash = (hash ^ (unsigned char)text.bytes[i]) * UINT64_C(0x100000001b3);
  }
  return (int64_t)$key_(0, hash);
}
)";

const std::string_view kNumberTexts = R"(
static inline void $put_number_($writer_ *w, $number value) {
  const int64_t million = 1000000;
  if (value.numerator == `UNSET) { return; }
  if (value.denominator == 1) {
    $put_integer_(w, value.numerator);
  } else if (million % value.denominator != 0) {
    $put_integer_(w, value.numerator);
    $put_(w, "/", 1);
    $put_integer_(w, value.denominator);
  } else {
    const $wide_ exact = ($wide_)value.numerator * (million / value.denominator);
    const $unsigned_wide_ millionths = exact < 0 ? 0 - ($unsigned_wide_)exact : ($unsigned_wide_)exact;
    uint64_t rest = (uint64_t)(millionths % 1000000);
    char digits[6];
    size_t count = sizeof digits;
    size_t i;
    if (exact < 0) { $put_(w, "-", 1); }
    $put_natural_(w, (uint64_t)(millionths / 1000000));
    for (i = sizeof digits; i-- > 0;) {
      digits[i] = (char)('0' + rest % 10);
      rest /= 10;
    }
    while (digits[count - 1] == '0') { --count; }
    $put_(w, ".", 1);
    $put_(w, digits, count);
  }
}
)";

// A map is a list: keys in ascending order, each followed by its value, which is not 0.
const std::string_view kMaps = R"(
/* Where a key of a map is, or the first key after it. */
static inline uint32_t $place_of_key_(const int64_t *words, uint32_t count, int64_t key) {
  uint32_t first = 0;
  uint32_t last = count / 2;
  while (first < last) {
    const uint32_t middle = (first + last) / 2;
    if (words[2 * middle] < key) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  return 2 * first;
}
static inline int64_t $value_at_($list map, int64_t key) {
  const uint32_t at = $place_of_key_(map.members, map.count, key);
  return at < map.count && map.members[at] == key ? map.members[at + 1] : 0;
}
/* Adds to an entry of a map that is being made; false if the sum is too large. */
static inline bool $add_entry_(int64_t *words, uint32_t *count, int64_t key, int64_t value) {
  const uint32_t at = $place_of_key_(words, *count, key);
  if (key == `UNSET) { return true; }
  if (at == *count || words[at] != key) {
    memmove(words + at + 2, words + at, (*count - at) * sizeof words[0]);
    words[at] = key;
    words[at + 1] = 0;
    *count += 2;
  }
  return $add_(words[at + 1], value, &words[at + 1]);
}
/* Each returns the handle of a new map; `UNSET if there is no room for it. */
static inline int64_t $make_map_($roll_ *r, const int64_t *words, uint32_t count) {
  int64_t *const to = $room_(r, count);
  uint32_t used = 0;
  uint32_t i;
  if (to == NULL && count > 0) { return `UNSET; }
  for (i = 0; i < count; i += 2) {
    if (words[i + 1] == 0) { continue; }
    to[used++] = words[i];
    to[used++] = words[i + 1];
  }
  return $made_(r, used);
}
static inline int64_t $set_entry_($roll_ *r, $list map, int64_t key, int64_t value) {
  const uint32_t at = $place_of_key_(map.members, map.count, key);
  const bool is_known = at < map.count && map.members[at] == key;
  int64_t *const to = $room_(r, map.count + 2);
  uint32_t used = at;
  uint32_t i;
  if (to == NULL) { return `UNSET; }
  for (i = 0; i < at; ++i) { to[i] = map.members[i]; }
  if (value != 0) {
    to[used++] = key;
    to[used++] = value;
  }
  for (i = is_known ? at + 2 : at; i < map.count; ++i) { to[used++] = map.members[i]; }
  return $made_(r, used);
}
/* The sum or difference of two maps; false if a value of it is too large. */
static inline bool $join_maps_($roll_ *r, $list a, $list b, bool adds, int64_t *out) {
  int64_t *const to = $room_(r, a.count + b.count);
  uint32_t used = 0;
  uint32_t i = 0;
  uint32_t k = 0;
  *out = `UNSET;
  if (to == NULL && a.count + b.count > 0) { return true; }
  while (i < a.count || k < b.count) {
    int64_t key;
    int64_t value = 0;
    if (k == b.count || (i < a.count && a.members[i] < b.members[k])) {
      key = a.members[i];
      value = a.members[i + 1];
      i += 2;
    } else {
      const bool in_both = i < a.count && a.members[i] == b.members[k];
      const int64_t old = in_both ? a.members[i + 1] : 0;
      key = b.members[k];
      if (!(adds ? $add_(old, b.members[k + 1], &value) : $subtract_(old, b.members[k + 1], &value))) { return false; }
      i += in_both ? 2 : 0;
      k += 2;
    }
    if (value == 0) { continue; }
    to[used++] = key;
    to[used++] = value;
  }
  *out = $made_(r, used);
  return true;
}
static inline int64_t $keys_($roll_ *r, $list map) {
  int64_t *const to = $room_(r, map.count / 2);
  uint32_t i;
  if (to == NULL && map.count > 0) { return `UNSET; }
  for (i = 0; i < map.count; i += 2) { to[i / 2] = map.members[i]; }
  return $made_(r, map.count / 2);
}
/* Orders keys by their rows in a table; those without one come last. */
static inline void $sort_keys_($roll_ *r, int64_t handle, const int32_t *rows, int64_t first, uint64_t count) {
  int64_t *const keys = (handle & 0xFFFFFF) == 0 ? NULL : r->out->words + ((handle & ~`MADE_) >> 24);
  const uint32_t all = (uint32_t)(handle & 0xFFFFFF);
  uint32_t i;
  for (i = 1; i < all; ++i) {
    const int64_t key = keys[i];
    const uint32_t row = (uint32_t)$place_(rows, first, count, key);
    uint32_t at = i;
    while (at > 0 && (uint32_t)$place_(rows, first, count, keys[at - 1]) > row) {
      keys[at] = keys[at - 1];
      --at;
    }
    keys[at] = key;
  }
}
)";

const std::string_view kMapTexts = R"(
static inline void $put_entry_($writer_ *w, const $roll_ *r, $list map, uint32_t at, uint32_t number, int kind) {
  if (number > 0) { $put_(w, 2 * number + 2 == map.count ? " and " : ", ", 2 * number + 2 == map.count ? 5 : 2); }
  $put_word_(w, r, map.members[at], kind);
  $put_(w, " ", 1);
  $put_integer_(w, map.members[at + 1]);
}
static inline void $put_map_($writer_ *w, const $roll_ *r, $list map, int kind) {
  uint32_t i;
  for (i = 0; i < map.count; i += 2) { $put_entry_(w, r, map, i, i / 2, kind); }
}
/* The same in the order of the rows of a table: each time the first of those that come after the last one. */
static inline void $put_map_by_row_($writer_ *w, const $roll_ *r, $list map, int kind, const int32_t *rows,
                                    int64_t first, uint64_t count) {
  int64_t last = -1;
  uint32_t shown = 0;
  while (shown < map.count / 2) {
    int64_t best = INT64_MAX;
    uint32_t i;
    for (i = 0; i < map.count; i += 2) {
      const int64_t row = (int64_t)(uint32_t)$place_(rows, first, count, map.members[i]);
      if (row > last && row < best) { best = row; }
    }
    for (i = 0; i < map.count; i += 2) {
      if ((int64_t)(uint32_t)$place_(rows, first, count, map.members[i]) != best) { continue; }
      $put_entry_(w, r, map, i, shown++, kind);
    }
    last = best;
  }
}
)";

const std::string_view kDistinct = R"(
/* Draws some of the candidates, one after the other, each by its share of what is left; all have the same if there are
 * no shares. Those that were drawn are put at the end. */
static inline void $draw_distinct_($roll_ *r, int64_t *values, uint64_t *shares, uint32_t count, uint64_t total,
                                   uint32_t wanted) {
  uint32_t left = count;
  for (; wanted > 0; --wanted) {
    const uint64_t u = $below_(r->source, total);
    const size_t at = shares == NULL ? (size_t)u : $find_share_(shares, u);
    const int64_t value = values[at];
    --left;
    total -= shares == NULL ? 1 : shares[at];
    memmove(values + at, values + at + 1, (left - at) * sizeof values[0]);
    if (shares != NULL) { memmove(shares + at, shares + at + 1, (left - at) * sizeof shares[0]); }
    values[left] = value;
  }
}
/* Adds the share of a candidate. */
static inline void $add_candidate_(int64_t *values, uint64_t *shares, uint32_t *count, int64_t value, uint64_t share) {
  uint32_t at = 0;
  while (at < *count && values[at] != value) { ++at; }
  if (at == *count) {
    values[at] = value;
    shares[at] = 0;
    ++*count;
  }
  shares[at] += share;
}
)";

}  // namespace spoils::compile_c::runtime
