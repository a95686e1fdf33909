// importers/words.cpp
//
// Turns any name into a word of the language: letters without accents, `_` for blanks, no keyword, and a number if
// the word is taken.
#include "importers/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "text/plain/utf8.h"

namespace spoils::importers {

namespace {

// The keywords of the language, which cannot be names.
constexpr std::array<std::string_view, 28> kLanguage = {
    "and",   "chance",  "discard", "do",    "drop", "else",  "false", "for", "given", "hold",
    "if",    "in",      "let",     "match", "mod",  "none",  "not",   "or",  "pick",  "repeat",
    "retry", "shuffle", "stop",    "then",  "true", "where", "while", "with"};

// The letters from U+00C0 to U+017F without their accents; `?` is not a letter.
constexpr std::string_view kLatin =
    "aaaaaaaceeeeiiiidnooooo?ouuuuytsaaaaaaaceeeeiiiidnooooo?ouuuuyty"
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkklllllll"
    "lllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
constexpr char32_t kFirstLatin = 0xC0;
static_assert(kLatin.size() == 0x180 - 0xC0);

char plain_letter(char32_t c) {
  if (c < 128) {
    if (c >= 'A' && c <= 'Z') { return static_cast<char>(c - 'A' + 'a'); }
    return static_cast<char>(c);
  }
  const bool known = c >= kFirstLatin && c < kFirstLatin + kLatin.size();
  return known ? kLatin[c - kFirstLatin] : '?';
}

bool is_word_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

bool is_dice(std::string_view word) {
  return word.size() > 1 && word[0] == 'd' &&
         std::all_of(word.begin() + 1, word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_word_of_language(std::string_view word) {
  return std::find(kLanguage.begin(), kLanguage.end(), word) != kLanguage.end();
}

}  // namespace

std::string symbol_of(std::string_view name, bool camel) {
  std::string out;
  bool gap = false;
  bool after_small = false;
  while (!name.empty()) {
    const auto decoded = text::decode(name);
    name.remove_prefix(decoded.length);
    // An apostrophe does not separate words.
    if (decoded.value == '\'' || decoded.value == 0x2019) { continue; }
    const bool capital = decoded.value >= 'A' && decoded.value <= 'Z';
    const char letter = plain_letter(decoded.value);
    if (!is_word_letter(letter)) {
      gap = true;
      continue;
    }
    if (!out.empty() && (gap || (camel && capital && after_small))) { out += '_'; }
    out += letter;
    gap = false;
    after_small = !capital;
  }
  if (out.empty()) { return "nameless"; }
  if (is_word_of_language(out)) { out += '_'; }
  if ((out[0] >= '0' && out[0] <= '9') || is_dice(out)) { out.insert(0, "n"); }
  return out;
}

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7F) {
      out += ' ';
      continue;
    }
    if (std::string_view("\\{}[]&~\"").find(c) != std::string_view::npos) { out += '\\'; }
    out += c;
  }
  return out + '"';
}

std::string quoted_title(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') {
      out += '\'';
    } else if (c == '{' || c == '}') {
      out += c == '{' ? '(' : ')';
    } else if (static_cast<unsigned char>(c) < ' ' || c == 0x7F || c == '~' || c == ':' || c == '\\') {
      out += ' ';
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string comma_list(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, ", ")); }

std::vector<std::string> parts_of_list(std::string_view list) {
  std::vector<std::string> out;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    std::string_view part = list.substr(0, comma);
    list.remove_prefix(std::min(comma + 1, list.size()));
    while (!part.empty() && part.front() == ' ') { part.remove_prefix(1); }
    while (!part.empty() && part.back() == ' ') { part.remove_suffix(1); }
    out.emplace_back(part);
  }
  return out;
}

std::string in_small_letters(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') { c = static_cast<char>(c - 'A' + 'a'); }
  }
  return out;
}

bool begins_with_letter(std::string_view text) {
  if (text.empty()) { return false; }
  const auto c = static_cast<unsigned char>(text.front());
  return c >= 128 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::string Words::claim(const std::vector<std::string>& candidates,
                         const std::function<bool(const std::string&)>& fits) {
  const auto good = [&](const std::string& word) { return is_free(word) && (!fits || fits(word)); };
  std::string chosen;
  for (const std::string& candidate : candidates) {
    if (good(candidate)) {
      chosen = candidate;
      break;
    }
  }
  for (int number = 2; chosen.empty(); ++number) {
    const std::string numbered = fmt::format("{}_{}", candidates.back(), number);
    if (good(numbered)) { chosen = numbered; }
  }
  taken_.insert(chosen);
  return chosen;
}

}  // namespace spoils::importers
