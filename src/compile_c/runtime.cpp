// compile_c/runtime.cpp
//
// Texts of C. `$` is the prefix, "`" for the one in capitals.
#include "compile_c/runtime.h"

namespace spoils::compile_c::runtime {

const std::string_view kStream =
    R"(/* Philox4x32-10 (Salmon and others, SC11, 2011): the next four words of a stream. */
static inline void $refill_($source_ *s) {
  uint32_t c0 = (uint32_t)s->block;
  uint32_t c1 = (uint32_t)(s->block >> 32);
  uint32_t c2 = (uint32_t)s->index;
  uint32_t c3 = (uint32_t)(s->index >> 32);
  uint32_t k0 = (uint32_t)s->key;
  uint32_t k1 = (uint32_t)(s->key >> 32);
  int i;
  for (i = 0; i < 10; ++i) {
    const uint64_t p0 = (uint64_t)0xD2511F53u * c0;
    const uint64_t p2 = (uint64_t)0xCD9E8D57u * c2;
    c0 = (uint32_t)(p2 >> 32) ^ c1 ^ k0;
    c1 = (uint32_t)p2;
    c2 = (uint32_t)(p0 >> 32) ^ c3 ^ k1;
    c3 = (uint32_t)p0;
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  s->words[0] = c0;
  s->words[1] = c1;
  s->words[2] = c2;
  s->words[3] = c3;
  s->taken = 0;
  ++s->block;
}

static inline uint32_t $next_word_($source_ *s) {
  if (s->taken == 4) { $refill_(s); }
  return s->words[s->taken++];
}

static inline uint64_t $mix_(uint64_t z) {
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* The key of a stream, from the seed and the hash of its name. */
static inline uint64_t $key_(uint64_t seed, uint64_t name) {
  return $mix_($mix_(seed + UINT64_C(0x9e3779b97f4a7c15)) ^ name);
}

static inline void $start_($source_ *s, uint64_t key, uint64_t index) {
  s->key = key;
  s->index = index;
  s->block = 0;
  s->taken = 4;
`LCG_START}

/* An integer below n, at most 2^32, each as likely (Lemire, ACM TOMACS 29(1), 2019). */
static inline uint64_t $below_short_($source_ *s, uint64_t n) {
  uint64_t product;
  if (n < 2) { return 0; }
  product = $next_word_(s) * n;
  if ((uint32_t)product < n) {
    const uint32_t surplus = (uint32_t)((UINT64_C(0x100000000) - n) % n);
    while ((uint32_t)product < surplus) { product = $next_word_(s) * n; }
  }
  return product >> 32;
}
)";

const std::string_view kWide = R"(
static inline uint64_t $high_half_(uint64_t a, uint64_t b) {
  const uint64_t low = (a & 0xFFFFFFFFu) * (b & 0xFFFFFFFFu);
  const uint64_t middle = (a >> 32) * (b & 0xFFFFFFFFu) + (low >> 32);
  const uint64_t other = (a & 0xFFFFFFFFu) * (b >> 32) + (middle & 0xFFFFFFFFu);
  return (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
}

/* The same for n up to 2^63, by words of 64 bits above 2^32. */
static inline uint64_t $below_($source_ *s, uint64_t n) {
  uint64_t word;
  uint64_t surplus;
`LCG_BELOW  if (n <= UINT64_C(0x100000000)) { return $below_short_(s, n); }
  surplus = (0 - n) % n;
  do {
    word = $next_word_(s);
    word |= (uint64_t)$next_word_(s) << 32;
  } while (word * n < surplus);
  return $high_half_(word, n);
}
)";

const std::string_view kNoWide = R"(
static inline uint64_t $below_($source_ *s, uint64_t n) {
`LCG_BELOW  return $below_short_(s, n);
}
)";

const std::string_view kLcg = R"(
/* A generator that the pack declares. */
static inline uint64_t $lcg_next_($source_ *s) {
  s->state = (s->multiplier * s->state + s->increment) & s->mask;
  return s->state;
}

static inline void $declare_($source_ *s, int64_t bits, int64_t multiplier, int64_t increment, int64_t seed,
                             int64_t skip) {
  $start_(s, 0, 0);
  s->is_lcg = true;
  s->mask = (UINT64_C(1) << bits) - 1;
  s->multiplier = (uint64_t)multiplier;
  s->increment = (uint64_t)increment;
  s->state = (uint64_t)seed & s->mask;
  while (skip-- > 0) { (void)$lcg_next_(s); }
}
)";

const std::string_view kSmall = R"(
static inline int64_t $or_zero_(int64_t a) { return a == `UNSET ? 0 : a; }
static inline int64_t $min_(int64_t a, int64_t b) { return b < a ? b : a; }
static inline int64_t $max_(int64_t a, int64_t b) { return a < b ? b : a; }
)";

const std::string_view kArithmetic = R"(
/* Each returns whether the result is in range. */
static inline bool $add_(int64_t a, int64_t b, int64_t *out) {
  if (b > 0 ? a > INT64_MAX - b : a <= INT64_MIN - b) { return false; }
  *out = a + b;
  return true;
}
static inline bool $subtract_(int64_t a, int64_t b, int64_t *out) {
  if (b > 0 ? a <= INT64_MIN + b : a > INT64_MAX + b) { return false; }
  *out = a - b;
  return true;
}
static inline bool $multiply_(int64_t a, int64_t b, int64_t *out) {
  const int64_t small = INT64_C(0x7FFFFFFF);
  if (a < -small || a > small || b < -small || b > small) {
    const uint64_t x = a < 0 ? 0 - (uint64_t)a : (uint64_t)a;
    const uint64_t y = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;
    if (x != 0 && y > (uint64_t)INT64_MAX / x) { return false; }
  }
  *out = a * b;
  return true;
}
static inline bool $power_(int64_t base, int64_t exponent, int64_t *out) {
  int64_t result = 1;
  const bool is_high = exponent < -62 || exponent > 62;
  if (is_high && (base < -1 || base > 1)) { return false; }
  if (is_high) { exponent = exponent % 2 + (exponent < 0 ? -2 : 2); }
  if (exponent < 0 && base != 1 && base != -1) { return false; }
  if (exponent < 0) { exponent = -exponent; }
  for (; exponent > 0; --exponent) {
    if (!$multiply_(result, base, &result)) { return false; }
  }
  *out = result;
  return true;
}
)";

const std::string_view kFloored = R"(
static inline int64_t $floor_divide_(int64_t a, int64_t b) {
  const int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}
static inline int64_t $modulo_(int64_t a, int64_t b) {
  const int64_t rest = b == -1 ? 0 : a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
static inline bool $divide_checked_(int64_t a, int64_t b, int64_t *out) {
  if (b == 0) { return false; }
  *out = $floor_divide_(a, b);
  return true;
}
static inline bool $modulo_checked_(int64_t a, int64_t b, int64_t *out) {
  if (b == 0) { return false; }
  *out = $modulo_(a, b);
  return true;
}
)";

const std::string_view kNumbers = R"(
/* Fractions in lowest terms, with a positive denominator. A result that does not fit has the denominator 0. */
__extension__ typedef __int128 $wide_;
__extension__ typedef unsigned __int128 $unsigned_wide_;

static inline $number $fraction_(int64_t numerator, int64_t denominator) {
  $number out;
  out.numerator = numerator;
  out.denominator = denominator;
  return out;
}
static inline $number $whole_(int64_t a) { return $fraction_(a, 1); }
static inline $number $set_number_($number a) { return a.numerator == `UNSET ? $whole_(0) : a; }
static inline $number $reduced_($wide_ numerator, $wide_ denominator) {
  $unsigned_wide_ a = numerator < 0 ? 0 - ($unsigned_wide_)numerator : ($unsigned_wide_)numerator;
  $unsigned_wide_ b = denominator < 0 ? 0 - ($unsigned_wide_)denominator : ($unsigned_wide_)denominator;
  const bool is_negative = (numerator < 0) != (denominator < 0);
  if (denominator == 0) { return $fraction_(0, 0); }
  if (a > UINT64_MAX || b > UINT64_MAX) {
    $unsigned_wide_ x = a;
    $unsigned_wide_ y = b;
    while (y != 0) {
      const $unsigned_wide_ rest = x % y;
      x = y;
      y = rest;
    }
    a /= x;
    b /= x;
  } else if (b != 1) {
    uint64_t x = (uint64_t)a;
    uint64_t y = (uint64_t)b;
    while (y != 0) {
      const uint64_t rest = x % y;
      x = y;
      y = rest;
    }
    a = (uint64_t)a / x;
    b = (uint64_t)b / x;
  }
  if (a > (uint64_t)INT64_MAX || b > (uint64_t)INT64_MAX) { return $fraction_(0, 0); }
  return $fraction_(is_negative ? -(int64_t)a : (int64_t)a, (int64_t)b);
}
/* Whether sums and products of two integers such as these need no check. */
static inline bool $is_short_($number a) {
  return a.denominator == 1 && a.numerator >= -INT64_C(0x7FFFFFFF) && a.numerator <= INT64_C(0x7FFFFFFF);
}
static inline $number $add_numbers_($number a, $number b) {
  if ($is_short_(a) && $is_short_(b)) { return $whole_(a.numerator + b.numerator); }
  return $reduced_(($wide_)a.numerator * b.denominator + ($wide_)b.numerator * a.denominator,
                   ($wide_)a.denominator * b.denominator);
}
static inline $number $subtract_numbers_($number a, $number b) {
  return $reduced_(($wide_)a.numerator * b.denominator - ($wide_)b.numerator * a.denominator,
                   ($wide_)a.denominator * b.denominator);
}
static inline $number $multiply_numbers_($number a, $number b) {
  if ($is_short_(a) && $is_short_(b)) { return $whole_(a.numerator * b.numerator); }
  return $reduced_(($wide_)a.numerator * b.numerator, ($wide_)a.denominator * b.denominator);
}
static inline $number $divide_numbers_($number a, $number b) {
  return $reduced_(($wide_)a.numerator * b.denominator, ($wide_)a.denominator * b.numerator);
}
static inline $number $absolute_($number a) { return a.numerator < 0 ? $fraction_(-a.numerator, a.denominator) : a; }
static inline bool $is_same_($number a, $number b) {
  return a.numerator == b.numerator && a.denominator == b.denominator;
}
static inline bool $is_less_($number a, $number b) {
  if (a.denominator == b.denominator) { return a.numerator < b.numerator; }
  return ($wide_)a.numerator * b.denominator < ($wide_)b.numerator * a.denominator;
}
static inline bool $is_not_above_($number a, $number b) { return !$is_less_(b, a); }
static inline $number $least_($number a, $number b) { return $is_less_(b, a) ? b : a; }
static inline $number $greatest_($number a, $number b) { return $is_less_(a, b) ? b : a; }
static inline $number $power_of_($number base, int64_t exponent) {
  $number out = $whole_(1);
  const bool repeats = base.denominator == 1 && base.numerator >= -1 && base.numerator <= 1;
  const bool is_high = exponent < -62 || exponent > 62;
  if (is_high && !repeats) { return $fraction_(0, 0); }
  if (is_high) { exponent = exponent % 2 + (exponent < 0 ? -2 : 2); }
  int64_t left = exponent < 0 ? -exponent : exponent;
  for (; left > 0 && out.denominator != 0; --left) { out = $multiply_numbers_(out, base); }
  return exponent < 0 && out.denominator != 0 ? $divide_numbers_($whole_(1), out) : out;
}
static inline int64_t $floor_($number a) {
  return a.numerator / a.denominator - (a.numerator % a.denominator < 0 ? 1 : 0);
}
static inline int64_t $ceil_($number a) {
  return a.numerator / a.denominator + (a.numerator % a.denominator > 0 ? 1 : 0);
}
static inline int64_t $round_($number a) {
  const $wide_ twice = ($wide_)a.numerator * 2;
  return (int64_t)((twice < 0 ? twice - a.denominator : twice + a.denominator) / (($wide_)a.denominator * 2));
}
static inline bool $chance_($source_ *s, $number chance) {
  if (chance.numerator <= 0) { return false; }
  if (chance.numerator >= chance.denominator) { return true; }
  return $below_(s, (uint64_t)chance.denominator) < (uint64_t)chance.numerator;
}
)";

const std::string_view kDeclaredChance = R"(
static inline bool $declared_chance_($source_ *s, $number chance, int64_t written) {
  int64_t share;
  if (!s->is_lcg || written % chance.denominator != 0) { return $chance_(s, chance); }
  share = chance.numerator < 0 ? 0 : chance.numerator;
  if (share > chance.denominator) { share = chance.denominator; }
  return (int64_t)$below_(s, (uint64_t)written) < share * (written / chance.denominator);
}
)";

const std::string_view kInterpolate = R"(
/* The height at a key of a line of straight pieces. */
static inline $number $interpolate_(const int64_t *at, const $number *height, size_t count, int64_t key) {
  size_t right = 0;
  $number gained;
  while (right < count && at[right] <= key) { ++right; }
  if (right == 0) { return height[0]; }
  if (right == count) { return height[count - 1]; }
  gained = $subtract_numbers_(height[right], height[right - 1]);
  if (gained.denominator == 0) { return gained; }
  gained = $multiply_numbers_(gained, $reduced_(key - at[right - 1], at[right] - at[right - 1]));
  return gained.denominator == 0 ? gained : $add_numbers_(height[right - 1], gained);
}
)";

const std::string_view kShares = R"(
/* Weights as the smallest whole numbers in the same proportion, and their sum; false if that does not fit 63 bits. */
static inline uint64_t $common_factor_(uint64_t a, uint64_t b) {
  while (b != 0) {
    const uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}
static inline bool $shares_of_whole_(const uint64_t *weights, size_t count, uint64_t *shares, uint64_t *total) {
  uint64_t factor = 0;
  uint64_t sum = 0;
  size_t i;
  for (i = 0; i < count && factor != 1; ++i) { factor = $common_factor_(weights[i], factor); }
  for (i = 0; i < count; ++i) {
    shares[i] = factor > 1 ? weights[i] / factor : weights[i];
    if (shares[i] > (uint64_t)INT64_MAX - sum) { return false; }
    sum += shares[i];
  }
  *total = sum;
  return true;
}
static inline size_t $find_share_(const uint64_t *shares, uint64_t u) {
  size_t row = 0;
  while (u >= shares[row]) { u -= shares[row++]; }
  return row;
}
/* The first row whose running total exceeds u. */
static inline size_t $find_short_(const uint32_t *totals, size_t count, uint64_t u) {
  size_t first = 0;
  while (count > 1) {
    const size_t half = count / 2;
    if (totals[first + half - 1] <= u) { first += half; }
    count -= half;
  }
  return first;
}
static inline size_t $find_long_(const uint64_t *totals, size_t count, uint64_t u) {
  size_t first = 0;
  while (count > 1) {
    const size_t half = count / 2;
    if (totals[first + half - 1] <= u) { first += half; }
    count -= half;
  }
  return first;
}
)";

const std::string_view kNumberShares = R"(
static inline bool $shares_of_numbers_(const $number *weights, size_t count, uint64_t *shares, uint64_t *total) {
  $unsigned_wide_ denominator = 1;
  uint64_t factor = 0;
  uint64_t sum = 0;
  size_t i;
  for (i = 0; i < count; ++i) {
    const uint64_t below = (uint64_t)weights[i].denominator;
    uint64_t grows;
    if (weights[i].numerator < 0) { return false; }
    if (weights[i].numerator == 0) { continue; }
    grows = below / $common_factor_((uint64_t)(denominator % below), below);
    if (denominator > ~($unsigned_wide_)0 / grows) { return false; }
    denominator *= grows;
    factor = $common_factor_(factor, (uint64_t)weights[i].numerator);
  }
  for (i = 0; i < count; ++i) {
    shares[i] = 0;
    if (weights[i].numerator > 0) {
      const $unsigned_wide_ times = denominator / (uint64_t)weights[i].denominator;
      const uint64_t own = (uint64_t)weights[i].numerator / factor;
      if (times > (uint64_t)INT64_MAX / own) { return false; }
      shares[i] = own * (uint64_t)times;
    }
    if (shares[i] > (uint64_t)INT64_MAX - sum) { return false; }
    sum += shares[i];
  }
  *total = sum;
  return true;
}
)";

const std::string_view kPlaces = R"(
/* The row of an outcome, -1 if there is none. */
static inline int32_t $place_(const int32_t *rows, int64_t first, uint64_t count, int64_t outcome) {
  const uint64_t at = (uint64_t)outcome - (uint64_t)first;
  return at < count ? rows[at] : -1;
}
static inline int32_t $table_(const int32_t *tables, int64_t first, uint64_t count, int32_t other, int64_t key) {
  const uint64_t at = (uint64_t)key - (uint64_t)first;
  return at < count ? tables[at] : other;
}
)";

}  // namespace spoils::compile_c::runtime
