// naming/article.cpp
#include "naming/article.h"

#include <algorithm>
#include <array>
#include <span>

#include "naming/letters.h"
#include "naming/words.h"

namespace spoils::naming {
namespace {

enum class Sound : bool { Consonant, Vowel };
enum class Match : bool { Start, WholeWord };

// Words whose first letter is misleading. The first row that matches is used, so a longer prefix is above the shorter
// one that it excepts.
struct Opening {
  std::string_view letters;
  Match match;
  Sound sound;
};

constexpr auto kOpenings = std::to_array<Opening>({
    // Silent h, but "a houri".
    {"houri", Match::Start, Sound::Consonant},
    {"hour", Match::Start, Sound::Vowel},
    {"honest", Match::Start, Sound::Vowel},
    {"honor", Match::Start, Sound::Vowel},
    {"honour", Match::Start, Sound::Vowel},
    {"heir", Match::Start, Sound::Vowel},
    // "A European", "a ewer", but "an Ewok".
    {"eu", Match::Start, Sound::Consonant},
    {"ewe", Match::Start, Sound::Consonant},
    // "A one-eyed", but "an onerous".
    {"one", Match::WholeWord, Sound::Consonant},
    {"ones", Match::WholeWord, Sound::Consonant},
    {"oneself", Match::WholeWord, Sound::Consonant},
    {"once", Match::WholeWord, Sound::Consonant},
    {"ouija", Match::Start, Sound::Consonant},
    // "un-identified" does not begin like "uni-corn".
    {"unide", Match::Start, Sound::Vowel},
    {"unig", Match::Start, Sound::Vowel},
    {"unill", Match::Start, Sound::Vowel},
    {"unim", Match::Start, Sound::Vowel},
    {"unin", Match::Start, Sound::Vowel},
    {"unir", Match::Start, Sound::Vowel},
    {"uniss", Match::Start, Sound::Vowel},
    {"uni", Match::Start, Sound::Consonant},
    // "A use", "a utensil", but "an usher", "an utter", "an urn".
    {"ubi", Match::Start, Sound::Consonant},
    {"ufo", Match::Start, Sound::Consonant},
    {"uku", Match::Start, Sound::Consonant},
    {"ura", Match::Start, Sound::Consonant},
    {"ure", Match::Start, Sound::Consonant},
    {"uri", Match::Start, Sound::Consonant},
    {"uro", Match::Start, Sound::Consonant},
    {"usa", Match::Start, Sound::Consonant},
    {"use", Match::Start, Sound::Consonant},
    {"usi", Match::Start, Sound::Consonant},
    {"usu", Match::Start, Sound::Consonant},
    {"ute", Match::Start, Sound::Consonant},
    {"uti", Match::Start, Sound::Consonant},
    {"uto", Match::Start, Sound::Consonant},
    {"uvu", Match::Start, Sound::Consonant},
});

// Whether a word with this first letter may be in a row; the others need no search, which takes longer than all else.
constexpr bool may_mislead(char first) { return first == 'h' || first == 'e' || first == 'o' || first == 'u'; }
static_assert(std::all_of(kOpenings.begin(), kOpenings.end(),
                          [](const Opening& opening) { return may_mislead(opening.letters.front()); }));

Sound sound_of_vowel(bool vowel) { return vowel ? Sound::Vowel : Sound::Consonant; }

// Returns whether the name of a letter begins with a vowel: an F, but a U.
Sound sound_of_letter_name(char letter) {
  return sound_of_vowel(std::string_view("aefhilmnorsx").find(lower(letter)) != std::string_view::npos);
}

// Numbers starting with 8, and 11 and 18 of any power of a thousand: eight, eighty, eleven million. `text` starts with
// a digit; commas between groups of three belong to the number.
Sound sound_of_number(std::string_view text) {
  std::size_t digits = 0;
  std::size_t end = 0;
  while (end < text.size()) {
    if (is_digit(text[end])) {
      ++digits;
      ++end;
      continue;
    }
    const bool group = text[end] == ',' && text.size() - end >= 4 && is_digit(text[end + 1]) &&
                       is_digit(text[end + 2]) && is_digit(text[end + 3]) &&
                       (text.size() - end == 4 || !is_digit(text[end + 4]));
    if (!group) { break; }
    digits += 3;
    end += 4;
  }
  if (text.front() == '8') { return Sound::Vowel; }
  const bool teen = text.starts_with("11") || text.starts_with("18");
  return sound_of_vowel(teen && digits % 3 == 2);
}

// `text` starts with a letter.
Sound sound_of_word(std::string_view text) {
  // Most words go on in lower case, and their first letter decides: neither is read letter by letter.
  if (text.size() > 1 && is_lower(text[1]) && !may_mislead(lower(text.front())) && lower(text.front()) != 'y') {
    return sound_of_vowel(is_vowel(text.front()));
  }
  std::size_t length = 1;
  while (length < text.size() && is_letter(text[length])) { ++length; }
  const std::string_view word = text.substr(0, length);

  // The "l" of "l'hermite" is not a lone letter, and neither is one before a letter of another script.
  const bool goes_on = length < text.size() && (text[length] == '\'' || !is_ascii(text[length]));
  if (!goes_on && (length == 1 || is_spelled_out(word))) { return sound_of_letter_name(word.front()); }

  const char first = lower(word.front());
  const auto openings = may_mislead(first) ? std::span(kOpenings) : std::span<const Opening>();
  for (const Opening& opening : openings) {
    if (opening.letters.front() != first || length < opening.letters.size()) { continue; }
    if (opening.match == Match::WholeWord && length != opening.letters.size()) { continue; }
    if (equals_ignoring_case(word.substr(0, opening.letters.size()), opening.letters)) { return opening.sound; }
  }
  // "An Yggdrasil", but "a yak".
  if (first == 'y') { return sound_of_vowel(length > 1 && !is_vowel(word[1])); }
  return sound_of_vowel(is_vowel(first));
}

// Accented Latin vowels in UTF-8, which occur in a few item names of games ("an epee" with its accent).
bool is_accented_vowel(std::string_view text) {
  if (text.size() < 2) { return false; }
  const auto lead = static_cast<unsigned char>(text[0]);
  const auto trail = static_cast<unsigned char>(text[1]);
  // The ligature oe is not in the range of the others.
  if (lead == 0xC5) { return trail == 0x92 || trail == 0x93; }
  if (lead != 0xC3) { return false; }
  const unsigned capital = trail & ~0x20U;  // the small letters are 0x20 above
  return (capital >= 0x80 && capital <= 0x86) || (capital >= 0x88 && capital <= 0x8F) ||
         (capital >= 0x92 && capital <= 0x96) || (capital >= 0x98 && capital <= 0x9C);
}

// Bytes of the typographic quote at the start of `text` (U+2018..U+201F, guillemets); 0 if there is none.
std::size_t quote_length(std::string_view text) {
  if (text.starts_with("\xC2\xAB") || text.starts_with("\xC2\xBB")) { return 2; }
  if (text.size() < 3 || !text.starts_with("\xE2\x80")) { return 0; }
  const auto last = static_cast<unsigned char>(text[2]);
  return last >= 0x98 && last <= 0x9F ? 3 : 0;
}

Sound sound_of(std::string_view text) {
  while (!text.empty()) {
    const char c = text.front();
    const bool before_digit = text.size() > 1 && is_digit(text[1]);
    if (is_letter(c)) { return sound_of_word(text); }
    if (is_digit(c)) { return sound_of_number(text); }
    // Plus, minus, point. A dash before a word is ignored.
    if (c == '+' || ((c == '-' || c == '.') && before_digit)) { return Sound::Consonant; }
    std::size_t skipped = 1;
    if (!is_ascii(c)) {
      skipped = quote_length(text);
      if (skipped == 0) { return sound_of_vowel(is_accented_vowel(text)); }
    }
    text.remove_prefix(skipped);
  }
  return Sound::Consonant;
}

}  // namespace

std::string_view article(std::string_view following) { return sound_of(following) == Sound::Vowel ? "an" : "a"; }

std::string_view counting_words(std::int64_t quantity, std::string_view following, std::string& digits) {
  const bool needs_blank = !following.empty() && following.front() != ' ';
  if (quantity == 1) {
    const std::string_view words = sound_of(following) == Sound::Vowel ? "an " : "a ";
    return words.substr(0, words.size() - (needs_blank ? 0 : 1));
  }
  if (quantity == 0) { return needs_blank ? "no " : "no"; }
  digits.clear();
  append_number(digits, quantity);
  if (needs_blank) { digits.push_back(' '); }
  return digits;
}

}  // namespace spoils::naming
