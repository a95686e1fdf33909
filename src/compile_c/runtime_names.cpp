// compile_c/runtime_names.cpp
//
// The C of English in names: "a" or "an" by the sound of what follows, and plurals. The rules are those of
// naming/article.h and naming/plural.h, written for themselves; tests/compile_c compares the two. `$` is the prefix,
// "`" for the one in capitals.
#include "compile_c/runtime.h"

namespace spoils::compile_c::runtime {

const std::string_view kNames = R"(
static inline bool $is_capital_(char c) { return c >= 'A' && c <= 'Z'; }
static inline bool $is_letter_(char c) { return $is_capital_(c) || (c >= 'a' && c <= 'z'); }
static inline bool $is_digit_(char c) { return c >= '0' && c <= '9'; }
static inline bool $is_ascii_(char c) { return (unsigned char)c < 0x80; }
static inline bool $is_word_byte_(char c) { return $is_letter_(c) || $is_digit_(c) || !$is_ascii_(c); }
static inline char $lower_(char c) { return $is_capital_(c) ? (char)(c - 'A' + 'a') : c; }
static inline bool $is_vowel_(char c) {
  const char l = $lower_(c);
  return l == 'a' || l == 'e' || l == 'i' || l == 'o' || l == 'u';
}
/* Capitals without a vowel are read letter by letter: MP, NPC. */
static inline bool $is_spelled_out_(const char *word, size_t length) {
  size_t i;
  for (i = 0; i < length; ++i) {
    if (!$is_capital_(word[i]) || $is_vowel_(word[i]) || word[i] == 'Y') { return false; }
  }
  return true;
}
/* Whether a text begins with these small letters, in either case. */
static inline bool $has_letters_(const char *text, const char *letters, size_t count) {
  size_t i;
  for (i = 0; i < count; ++i) {
    if ($lower_(text[i]) != letters[i]) { return false; }
  }
  return true;
}

/* Words whose first letter misleads; the first that matches counts. `=`: the whole word; `+`: like a vowel. */
static const char *const $openings_[] = {
    "houri",   "+hour",   "+honest", "+honor", "+honour", "+heir", "eu",    "ewe",   "=one",  "=ones", "=oneself",
    "=once",   "ouija",   "+unide",  "+unig",  "+unill",  "+unim", "+unin", "+unir", "+uniss", "uni",  "ubi",
    "ufo",     "uku",     "ura",     "ure",    "uri",     "uro",   "usa",   "use",   "usi",   "usu",   "ute",
    "uti",     "uto",     "uvu"};
/* Irregular plurals: the end of a word or, after `=`, the whole of it; letters to cut off; what is added. */
typedef struct $irregular_ {
  const char *end;
  uint8_t cut;
  const char *letters;
} $irregular_;
static const $irregular_ $irregulars_[] = {
    {"sheep", 0, ""},       {"fish", 0, ""},       {"deer", 0, ""},       {"human", 0, "s"},      {"shaman", 0, "s"},
    {"talisman", 0, "s"},   {"caiman", 0, "s"},    {"cayman", 0, "s"},    {"dolman", 0, "s"},     {"german", 0, "s"},
    {"norman", 0, "s"},     {"ottoman", 0, "s"},   {"roman", 0, "s"},     {"man", 2, "en"},       {"foot", 3, "eet"},
    {"tooth", 4, "eeth"},   {"mongoose", 0, "s"},  {"goose", 4, "eese"},  {"mouse", 4, "ice"},    {"blouse", 0, "s"},
    {"louse", 4, "ice"},    {"=ox", 0, "en"},      {"=muskox", 0, "en"},  {"child", 0, "ren"},    {"=die", 2, "ice"},
    {"distaff", 0, "s"},    {"staff", 2, "ves"},   {"calf", 1, "ves"},    {"dwarf", 1, "ves"},    {"elf", 1, "ves"},
    {"half", 1, "ves"},     {"hoof", 1, "ves"},    {"knife", 2, "ves"},   {"leaf", 1, "ves"},     {"life", 2, "ves"},
    {"loaf", 1, "ves"},     {"scarf", 1, "ves"},   {"sheaf", 1, "ves"},   {"thief", 1, "ves"},    {"wife", 2, "ves"},
    {"wolf", 1, "ves"},     {"=echo", 0, "es"},    {"hero", 0, "es"},     {"potato", 0, "es"},    {"tomato", 0, "es"},
    {"torpedo", 0, "es"},   {"=epoch", 0, "s"},    {"=eunuch", 0, "s"},   {"=loch", 0, "s"},
    {"=matriarch", 0, "s"},
    {"=monarch", 0, "s"},   {"=patriarch", 0, "s"}, {"=stomach", 0, "s"}, {"=fez", 0, "zes"},     {"=quiz", 0, "zes"},
    {"=lens", 0, "es"}};

/* Whether a number that begins here is read with a vowel first: 8, 80, 11, 18,000. */
static inline bool $number_sounds_($text text) {
  uint32_t digits = 0;
  uint32_t end = 0;
  while (end < text.length) {
    const uint32_t rest = text.length - end;
    const char *const at = text.bytes + end;
    if ($is_digit_(at[0])) {
      ++digits;
      ++end;
      continue;
    }
    if (at[0] != ',' || rest < 4 || !$is_digit_(at[1]) || !$is_digit_(at[2]) || !$is_digit_(at[3])) { break; }
    if (rest > 4 && $is_digit_(at[4])) { break; }
    digits += 3;
    end += 4;
  }
  if (text.bytes[0] == '8') { return true; }
  return text.length > 1 && text.bytes[0] == '1' && (text.bytes[1] == '1' || text.bytes[1] == '8') && digits % 3 == 2;
}
static inline bool $word_sounds_($text text) {
  uint32_t length = 1;
  bool goes_on;
  bool may_mislead;
  char first;
  size_t i;
  while (length < text.length && $is_letter_(text.bytes[length])) { ++length; }
  goes_on = length < text.length && (text.bytes[length] == '\'' || !$is_ascii_(text.bytes[length]));
  first = $lower_(text.bytes[0]);
  /* The name of a letter: an F, but a U. */
  if (!goes_on && (length == 1 || $is_spelled_out_(text.bytes, length))) {
    return strchr("aefhilmnorsx", first) != NULL;
  }
  /* The others need no search. */
  may_mislead = first == 'h' || first == 'e' || first == 'o' || first == 'u';
  for (i = 0; may_mislead && i < sizeof $openings_ / sizeof $openings_[0]; ++i) {
    const bool is_whole = $openings_[i][0] == '=';
    const bool is_vowel = $openings_[i][0] == '+';
    const char *const letters = $openings_[i] + (is_whole || is_vowel ? 1 : 0);
    const size_t count = strlen(letters);
    if (length < count || (is_whole && length != count)) { continue; }
    if ($has_letters_(text.bytes, letters, count)) { return is_vowel; }
  }
  if (first == 'y') { return length > 1 && !$is_vowel_(text.bytes[1]); }
  return $is_vowel_(first);
}
/* Accented Latin vowels in UTF-8. */
static inline bool $is_accented_vowel_($text text) {
  const unsigned lead = text.length < 2 ? 0 : (unsigned char)text.bytes[0];
  const unsigned trail = text.length < 2 ? 0 : (unsigned char)text.bytes[1];
  const unsigned capital = trail & ~0x20U;
  if (lead == 0xC5) { return trail == 0x92 || trail == 0x93; }
  if (lead != 0xC3) { return false; }
  return (capital >= 0x80 && capital <= 0x86) || (capital >= 0x88 && capital <= 0x8F) ||
         (capital >= 0x92 && capital <= 0x96) || (capital >= 0x98 && capital <= 0x9C);
}
/* The bytes of a typographic quote at the begin of a text. */
static inline uint32_t $quote_length_($text text) {
  const unsigned char *const at = (const unsigned char *)text.bytes;
  if (text.length >= 2 && at[0] == 0xC2 && (at[1] == 0xAB || at[1] == 0xBB)) { return 2; }
  return text.length >= 3 && at[0] == 0xE2 && at[1] == 0x80 && at[2] >= 0x98 && at[2] <= 0x9F ? 3 : 0;
}
/* Whether "an" goes before a text. */
static inline bool $takes_an_($text text) {
  while (text.length > 0) {
    const char c = text.bytes[0];
    const bool before_digit = text.length > 1 && $is_digit_(text.bytes[1]);
    uint32_t skipped = 1;
    if ($is_letter_(c)) { return $word_sounds_(text); }
    if ($is_digit_(c)) { return $number_sounds_(text); }
    if (c == '+' || ((c == '-' || c == '.') && before_digit)) { return false; }
    if (!$is_ascii_(c)) {
      skipped = $quote_length_(text);
      if (skipped == 0) { return $is_accented_vowel_(text); }
    }
    text.bytes += skipped;
    text.length -= skipped;
  }
  return false;
}
/* Puts something else in the place of `cut` bytes. */
static inline void $replace_($writer_ *w, size_t at, size_t cut, const char *letters, size_t count) {
  if (w->is_full || count > cut + (w->room - w->length)) {
    w->is_full = true;
    return;
  }
  memmove(w->bytes + at + count, w->bytes + at + cut, w->length - at - cut);
  if (count > 0) { memcpy(w->bytes + at, letters, count); }
  w->length += count - cut;
}
/* Puts "a", "an", "no" or the number before what was written from `at` on. */
static inline void $insert_article_($writer_ *w, size_t at, int64_t quantity) {
  char bytes[24];
  $writer_ front;
  $text following;
  if (w->is_full) { return; }
  front.bytes = bytes;
  front.room = sizeof bytes;
  front.length = 0;
  front.is_full = false;
  following.bytes = w->bytes + at;
  following.length = (uint32_t)(w->length - at);
  if (quantity == 1) {
    $put_(&front, "an", $takes_an_(following) ? 2 : 1);
  } else if (quantity == 0) {
    $put_(&front, "no", 2);
  } else {
    $put_integer_(&front, quantity);
  }
  if (following.length > 0 && following.bytes[0] != ' ') { $put_(&front, " ", 1); }
  $replace_(w, at, 0, front.bytes, front.length);
}
/* Makes a word plural whose end is at `end`. */
static inline void $make_plural_of_($writer_ *w, const char *word, size_t length, size_t end) {
  const char last = $lower_(word[length - 1]);
  const char before = length > 1 ? $lower_(word[length - 2]) : ' ';
  bool is_shouted = length > 1 && !$is_spelled_out_(word, length);
  size_t cut = 0;
  const char *letters = NULL;
  size_t count;
  size_t i;
  for (i = 0; i < length; ++i) { is_shouted = is_shouted && $is_capital_(word[i]); }
  for (i = 0; i < sizeof $irregulars_ / sizeof $irregulars_[0] && letters == NULL; ++i) {
    const bool is_whole = $irregulars_[i].end[0] == '=';
    const char *const ending = $irregulars_[i].end + (is_whole ? 1 : 0);
    count = strlen(ending);
    if (length < count || (is_whole && length != count)) { continue; }
    if (!$has_letters_(word + length - count, ending, count)) { continue; }
    cut = $irregulars_[i].cut;
    letters = $irregulars_[i].letters;
  }
  if (letters == NULL && length > 1) {
    const bool looks_plural = length >= 3 && last == 's' && (before == 'e' || !(before == 's' || $is_vowel_(before)));
    if (looks_plural) {
      letters = "";
    } else if (last == 'y' && $is_letter_(before) && !$is_vowel_(before)) {
      cut = 1;
      letters = "ies";
    } else if (last == 's' || last == 'x' || last == 'z' || (last == 'h' && (before == 'c' || before == 's'))) {
      letters = "es";
    }
  }
  if (letters == NULL) { letters = "s"; }
  count = strlen(letters);
  $replace_(w, end - cut, cut, letters, count);
  if (!is_shouted || w->is_full) { return; }
  for (i = end - cut; i < end - cut + count; ++i) {
    if (w->bytes[i] >= 'a' && w->bytes[i] <= 'z') { w->bytes[i] = (char)(w->bytes[i] - 'a' + 'A'); }
  }
}
/* Makes the noun plural that was written from `begin` to `end`: its last word, or the last before " of ". */
static inline void $make_plural_($writer_ *w, size_t begin, size_t end) {
  size_t start;
  size_t i;
  for (i = begin; i + 4 <= end; ++i) {
    if (memcmp(w->bytes + i, " of ", 4) != 0) { continue; }
    end = i;
    break;
  }
  while (end > begin && !$is_word_byte_(w->bytes[end - 1])) { --end; }
  if (end == begin) { return; }
  start = end;
  while (start > begin && ($is_word_byte_(w->bytes[start - 1]) || w->bytes[start - 1] == '\'')) { --start; }
  $make_plural_of_(w, w->bytes + start, end - start, end);
}
/* The same of what shows a symbol, which may have a plural of its own, or say where its noun ends. */
static inline void $pluralise_($writer_ *w, size_t noun, int64_t symbol, int64_t quantity) {
  if (w->is_full || quantity == 1) { return; }
  if (symbol == `UNSET) {
    $make_plural_(w, noun, w->length);
  } else if ($symbol_plurals_[symbol].length > 0) {
    w->length = noun;
    $put_text_(w, $symbol_plurals_[symbol]);
  } else if ($symbol_stems_[symbol] >= 0) {
    $make_plural_(w, noun, noun + (size_t)$symbol_stems_[symbol]);
  } else {
    $make_plural_(w, noun, w->length);
  }
}
)";

}  // namespace spoils::compile_c::runtime
