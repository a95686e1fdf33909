// naming/plural.cpp
#include "naming/plural.h"

#include <algorithm>
#include <array>

#include "naming/letters.h"

namespace spoils::naming {
namespace {

// A plural ending: cut `cut` letters off the end of the word, then append `letters`.
struct Ending {
  std::size_t cut = 0;
  std::string_view letters;
};

enum class PluralMatch : bool { End, WholeWord };

// Irregular words. The first row that matches is used, so exceptions are above the rows that they except. Most rows
// match the end of a word, so that they cover compounds: "quarterstaff", "werewolf", "grandchild".
struct Irregular {
  std::string_view end;
  PluralMatch match;
  Ending ending;
};

constexpr auto kIrregular = std::to_array<Irregular>({
    {"sheep", PluralMatch::End, {0, ""}},
    {"fish", PluralMatch::End, {0, ""}},
    {"deer", PluralMatch::End, {0, ""}},

    {"human", PluralMatch::End, {0, "s"}},
    {"shaman", PluralMatch::End, {0, "s"}},
    {"talisman", PluralMatch::End, {0, "s"}},
    {"caiman", PluralMatch::End, {0, "s"}},
    {"cayman", PluralMatch::End, {0, "s"}},
    {"dolman", PluralMatch::End, {0, "s"}},
    {"german", PluralMatch::End, {0, "s"}},
    {"norman", PluralMatch::End, {0, "s"}},
    {"ottoman", PluralMatch::End, {0, "s"}},
    {"roman", PluralMatch::End, {0, "s"}},
    {"man", PluralMatch::End, {2, "en"}},
    {"foot", PluralMatch::End, {3, "eet"}},
    {"tooth", PluralMatch::End, {4, "eeth"}},
    {"mongoose", PluralMatch::End, {0, "s"}},
    {"goose", PluralMatch::End, {4, "eese"}},
    {"mouse", PluralMatch::End, {4, "ice"}},
    {"blouse", PluralMatch::End, {0, "s"}},
    {"louse", PluralMatch::End, {4, "ice"}},
    {"ox", PluralMatch::WholeWord, {0, "en"}},
    {"muskox", PluralMatch::WholeWord, {0, "en"}},
    {"child", PluralMatch::End, {0, "ren"}},
    {"die", PluralMatch::WholeWord, {2, "ice"}},

    {"distaff", PluralMatch::End, {0, "s"}},
    {"staff", PluralMatch::End, {2, "ves"}},
    {"calf", PluralMatch::End, {1, "ves"}},
    {"dwarf", PluralMatch::End, {1, "ves"}},
    {"elf", PluralMatch::End, {1, "ves"}},  // and shelf, self
    {"half", PluralMatch::End, {1, "ves"}},
    {"hoof", PluralMatch::End, {1, "ves"}},
    {"knife", PluralMatch::End, {2, "ves"}},
    {"leaf", PluralMatch::End, {1, "ves"}},
    {"life", PluralMatch::End, {2, "ves"}},
    {"loaf", PluralMatch::End, {1, "ves"}},
    {"scarf", PluralMatch::End, {1, "ves"}},
    {"sheaf", PluralMatch::End, {1, "ves"}},
    {"thief", PluralMatch::End, {1, "ves"}},
    {"wife", PluralMatch::End, {2, "ves"}},
    {"wolf", PluralMatch::End, {1, "ves"}},

    {"echo", PluralMatch::WholeWord, {0, "es"}},
    {"hero", PluralMatch::End, {0, "es"}},
    {"potato", PluralMatch::End, {0, "es"}},
    {"tomato", PluralMatch::End, {0, "es"}},
    {"torpedo", PluralMatch::End, {0, "es"}},

    {"epoch", PluralMatch::WholeWord, {0, "s"}},  // a ch that is pronounced as k
    {"eunuch", PluralMatch::WholeWord, {0, "s"}},
    {"loch", PluralMatch::WholeWord, {0, "s"}},
    {"matriarch", PluralMatch::WholeWord, {0, "s"}},
    {"monarch", PluralMatch::WholeWord, {0, "s"}},
    {"patriarch", PluralMatch::WholeWord, {0, "s"}},
    {"stomach", PluralMatch::WholeWord, {0, "s"}},

    {"fez", PluralMatch::WholeWord, {0, "zes"}},
    {"quiz", PluralMatch::WholeWord, {0, "zes"}},
    {"lens", PluralMatch::WholeWord, {0, "es"}},
});

bool is_part_of_word(char c) { return is_word_byte(c) || c == '\''; }

// "boots", "gloves" and "keys", but not "glass", "gas" or "ankus". Singular nouns like "series" match, too, and do not
// change.
bool looks_plural(std::string_view word) {
  if (word.size() < 3 || lower(word.back()) != 's') { return false; }
  const char before = lower(word[word.size() - 2]);
  return before == 'e' || !(before == 's' || is_vowel(before));
}

Ending regular_ending(std::string_view word) {
  // Lone letters and numbers take a plain s: two Xs, some 8s.
  if (word.size() < 2) { return {0, "s"}; }
  if (looks_plural(word)) { return {0, ""}; }
  const char last = lower(word.back());
  const char before = lower(word[word.size() - 2]);
  if (last == 'y') { return is_letter(before) && !is_vowel(before) ? Ending{1, "ies"} : Ending{0, "s"}; }
  const bool hisses = last == 's' || last == 'x' || last == 'z' || (last == 'h' && (before == 'c' || before == 's'));
  return {0, hisses ? "es" : "s"};
}

Ending ending_of(std::string_view word) {
  const char last = lower(word.back());
  for (const Irregular& row : kIrregular) {
    if (row.end.back() != last || word.size() < row.end.size()) { continue; }
    if (row.match == PluralMatch::WholeWord && word.size() != row.end.size()) { continue; }
    if (equals_ignoring_case(word.substr(word.size() - row.end.size()), row.end)) { return row.ending; }
  }
  return regular_ending(word);
}

// "KNIFE" becomes "KNIVES", but "HP" becomes "HPs".
bool is_shouted(std::string_view word) {
  return word.size() > 1 && std::all_of(word.begin(), word.end(), is_upper) && !is_spelled_out(word);
}

}  // namespace

void make_plural(std::string& out, std::size_t begin) {
  const std::string_view text = std::string_view(out).substr(begin);
  const std::size_t of = text.find(" of ");
  std::size_t end = of == std::string_view::npos ? text.size() : of;
  while (end > 0 && !is_word_byte(text[end - 1])) { --end; }
  if (end == 0) { return; }
  std::size_t start = end;
  while (start > 0 && is_part_of_word(text[start - 1])) { --start; }

  const std::string_view word = text.substr(start, end - start);
  const Ending ending = ending_of(word);
  const bool shouted = is_shouted(word);
  const std::size_t at = begin + end - ending.cut;
  out.replace(at, ending.cut, ending.letters);
  if (!shouted) { return; }
  for (std::size_t i = at; i < at + ending.letters.size(); ++i) { out[i] = upper(out[i]); }
}

}  // namespace spoils::naming
