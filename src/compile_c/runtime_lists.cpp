// compile_c/runtime_lists.cpp
//
// The C of lists and sets. `$` is the prefix, "`" for the one in capitals.
#include "compile_c/runtime.h"

namespace spoils::compile_c::runtime {

const std::string_view kLists = R"(
/* A list that is made in a roll is a run of the words that the caller gave; its handle has this bit. */
#define `MADE_ (INT64_C(1) << 62)

static inline $list $list_(const $roll_ *r, int64_t handle) {
  $list out;
  out.members = NULL;
  out.count = 0;
  if (handle == `UNSET) { return out; }
  if ((handle & `MADE_) != 0) {
    out.members = $members_;
    if ((handle & 0xFFFFFF) == 0) { return out; }
    out.members = r->out->words + ((handle & ~`MADE_) >> 24);
    out.count = (uint32_t)(handle & 0xFFFFFF);
  } else {
    out.members = $members_ + $list_places_[handle];
    out.count = $list_places_[handle + 1] - $list_places_[handle];
  }
  return out;
}
/* A function, so that compilers do not judge comparisons by the type of the count. */
static inline int64_t $size_(const $roll_ *r, int64_t handle) { return (int64_t)$list_(r, handle).count; }
static inline bool $contains_($list list, int64_t member) {
  uint32_t i;
  for (i = 0; i < list.count; ++i) {
    if (list.members[i] == member) { return true; }
  }
  return false;
}
/* Each returns the handle of a new list; `UNSET if there is no room for it. */
static inline int64_t *$room_($roll_ *r, uint32_t count) {
  if (count > r->out->word_capacity - r->out->words_used) { return NULL; }
  return r->out->words_used == 0 ? r->out->words : r->out->words + r->out->words_used;
}
static inline int64_t $made_($roll_ *r, uint32_t count) {
  const int64_t handle = `MADE_ | ((int64_t)r->out->words_used << 24) | count;
  r->out->words_used += count;
  return handle;
}
/* Room for a list that is filled while others are made; NULL if there is too little. */
static inline int64_t *$reserve_($roll_ *r, uint32_t count) {
  int64_t *const to = $room_(r, count);
  if (to != NULL) { r->out->words_used += count; }
  return to;
}
static inline int64_t $handle_(const $roll_ *r, const int64_t *members, uint32_t count) {
  return count == 0 ? `MADE_ : `MADE_ | ((int64_t)(members - r->out->words) << 24) | count;
}
static inline int64_t $sequence_($roll_ *r, int64_t first, int64_t last) {
  const uint32_t count = last < first ? 0 : (uint32_t)((uint64_t)last - (uint64_t)first + 1);
  int64_t *const to = $reserve_(r, count);
  uint32_t i;
  if (to == NULL && count > 0) { return `UNSET; }
  for (i = 0; i < count; ++i) { to[i] = first + (int64_t)i; }
  return $handle_(r, to, count);
}
static inline int64_t $member_at_($list list, int64_t place) {
  return place >= 1 && place <= (int64_t)list.count ? list.members[place - 1] : `UNSET;
}
static inline bool $is_same_list_($list a, $list b) {
  return a.count == b.count && (a.count == 0 || memcmp(a.members, b.members, a.count * sizeof a.members[0]) == 0);
}
/* Fisher and Yates, as Durstenfeld (CACM 7(7), 1964) has it. */
static inline int64_t $shuffle_($roll_ *r, int64_t handle) {
  const $list list = $list_(r, handle);
  int64_t *const to = $reserve_(r, list.count);
  uint32_t left;
  if (to == NULL && list.count > 0) { return `UNSET; }
  if (list.count > 0) { memcpy(to, list.members, list.count * sizeof to[0]); }
  for (left = list.count; left > 1; --left) {
    const uint64_t u = $below_(r->source, left);
    const int64_t last = to[left - 1];
    to[left - 1] = to[u];
    to[u] = last;
  }
  return $handle_(r, to, list.count);
}
/* The value that occurs most often, unset if two are equally common. */
static inline int64_t $most_common_(const int64_t *members, uint32_t count) {
  int64_t best = `UNSET;
  uint32_t most = 0;
  uint32_t i;
  for (i = 0; i < count; ++i) {
    uint32_t times = 0;
    uint32_t k;
    for (k = 0; k < count; ++k) { times += members[k] == members[i] ? 1u : 0u; }
    if (times > most) {
      most = times;
      best = members[i];
    } else if (times == most && members[i] != best) {
      best = `UNSET;
    }
  }
  return best;
}
static inline int64_t $make_list_($roll_ *r, const int64_t *members, uint32_t count) {
  int64_t *const to = $room_(r, count);
  uint32_t i;
  if (to == NULL && count > 0) { return `UNSET; }
  for (i = 0; i < count; ++i) { to[i] = members[i]; }
  return $made_(r, count);
}
/* Whether each of some members, one in `step`, is a symbol of this pack or none. */
static inline bool $are_symbols_(const int64_t *members, uint32_t count, uint32_t step, int64_t symbols) {
  uint32_t i;
  for (i = 0; i < count; i += step) {
    if (members[i] != `UNSET && (members[i] < 0 || members[i] >= symbols)) { return false; }
  }
  return true;
}
static inline uint32_t $sort_(int64_t *members, uint32_t count) {
  uint32_t i;
  uint32_t unique = 0;
  for (i = 0; i < count; ++i) {
    const int64_t member = members[i];
    uint32_t at = unique;
    while (at > 0 && members[at - 1] > member) { --at; }
    if (at > 0 && members[at - 1] == member) { continue; }
    memmove(members + at + 1, members + at, (unique - at) * sizeof members[0]);
    members[at] = member;
    ++unique;
  }
  return unique;
}
static inline int64_t $make_set_($roll_ *r, int64_t *members, uint32_t count) {
  return $make_list_(r, members, $sort_(members, count));
}
static inline int64_t $append_($roll_ *r, int64_t handle, int64_t member) {
  const $list list = $list_(r, handle);
  int64_t *const to = $room_(r, list.count + 1);
  if (to == NULL) { return `UNSET; }
  if (list.count > 0) { memcpy(to, list.members, list.count * sizeof to[0]); }
  to[list.count] = member;
  return $made_(r, list.count + 1);
}
static inline int64_t $insert_($roll_ *r, int64_t handle, int64_t member) {
  const $list list = $list_(r, handle);
  int64_t *to;
  uint32_t at = 0;
  if ($contains_(list, member)) { return handle; }
  to = $room_(r, list.count + 1);
  if (to == NULL) { return `UNSET; }
  while (at < list.count && list.members[at] <= member) {
    to[at] = list.members[at];
    ++at;
  }
  to[at] = member;
  for (; at < list.count; ++at) { to[at + 1] = list.members[at]; }
  return $made_(r, list.count + 1);
}
static inline int64_t $remove_($roll_ *r, int64_t handle, int64_t member) {
  const $list list = $list_(r, handle);
  int64_t *const to = $room_(r, list.count);
  uint32_t i;
  uint32_t count = 0;
  bool removed = false;
  if (to == NULL && list.count > 0) { return `UNSET; }
  for (i = 0; i < list.count; ++i) {
    if (!removed && list.members[i] == member) {
      removed = true;
      continue;
    }
    to[count++] = list.members[i];
  }
  return $made_(r, count);
}
static inline int64_t $join_($roll_ *r, int64_t left, int64_t right) {
  const $list a = $list_(r, left);
  const $list b = $list_(r, right);
  int64_t *const to = $room_(r, a.count + b.count);
  if (to == NULL) { return `UNSET; }
  if (a.count > 0) { memcpy(to, a.members, a.count * sizeof to[0]); }
  if (b.count > 0) { memcpy(to + a.count, b.members, b.count * sizeof to[0]); }
  return $made_(r, a.count + b.count);
}
static inline int64_t $unite_($roll_ *r, int64_t left, int64_t right) {
  const $list a = $list_(r, left);
  const $list b = $list_(r, right);
  int64_t *const to = $room_(r, a.count + b.count);
  if (to == NULL) { return `UNSET; }
  if (a.count > 0) { memcpy(to, a.members, a.count * sizeof to[0]); }
  if (b.count > 0) { memcpy(to + a.count, b.members, b.count * sizeof to[0]); }
  return $made_(r, $sort_(to, a.count + b.count));
}
)";

}  // namespace spoils::compile_c::runtime
