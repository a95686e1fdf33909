// lang/foreign.cpp
//
// Tables of the characters, words and first lines that other languages write, each with the replacement or the help
// that a finding shows, and the lookups in them.
#include "lang/foreign.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

namespace spoils::lang {

namespace {

constexpr auto kCharacters = std::to_array<Habit>({
    {"!", "", "write `not` for a negation, `!=` for a difference"},
    {"&", "", "write `and`; the `&` of a display text belongs inside its quotes"},
    {"|", "", "write `or`"},
    {"'", "", "texts are written in double quotes"},
    {"~", "", "`~` is the plural mark of a display text and belongs inside its quotes"},
    {"@", "", "write `at` in words"},
    {"?", "", "a value that depends on a condition is written `if C then A else B`"},
    {"\u201C", "", "texts are written in straight double quotes"},
    {"\u201D", "", "texts are written in straight double quotes"},
    {"\u201E", "", "texts are written in straight double quotes"},
    {"\u00AB", "", "texts are written in straight double quotes"},
    {"\u00BB", "", "texts are written in straight double quotes"},
    {"\u2212", "-", ""},
    {"\u2013", "-", ""},
    {"\u00D7", "*", ""},
    {"\u00F7", "/", ""},
    {"\u2264", "<=", ""},
    {"\u2265", ">=", ""},
    {"\u2260", "!=", ""},
    {"\u2026", "..", "between the ends of a range"},
});

constexpr auto kStatements = std::to_array<Habit>({
    {"return", "", "a rule gives no value, it sets fields; a value that has a name is a `def NAME = VALUE`"},
    {"give", "", "a rule gives no value, it sets fields; `give` belongs in `def NAME { ... }`"},
    {"var", "let", ""},
    {"int", "let", ""},
    {"float", "let", ""},
    {"const", "let", ""},
    {"local", "let", ""},
    {"auto", "let", ""},
    {"break", "", "`repeat N while CONDITION { ... }` ends when its condition is false, `stop` ends the whole rule"},
    {"continue", "", "put the rest of the loop in `if CONDITION { ... }`"},
    {"switch", "match", ""},
    {"loop", "repeat", ""},
    {"foreach", "for", ""},
});

constexpr auto kDeclarations = std::to_array<Habit>({
    {"function", "rule", "for what happens, `def NAME = VALUE` for a value"},
    {"func", "rule", "for what happens, `def NAME = VALUE` for a value"},
    {"fn", "rule", "for what happens, `def NAME = VALUE` for a value"},
    {"import", "use", ""},
    {"include", "use", ""},
    {"let", "def", ""},
    {"var", "def", ""},
    {"const", "def", ""},
    {"local", "def", ""},
});

constexpr auto kFunctions = std::to_array<Habit>({
    {"len", "count", ""},
    {"length", "count", ""},
    {"size", "count", ""},
    {"ceiling", "ceil", ""},
    {"mean", "average", ""},
    {"avg", "average", ""},
    {"minimum", "min", ""},
    {"maximum", "max", ""},
    {"upper", "capitalise", "for the first letter"},
    {"capitalize", "capitalise", ""},
    {"str", "text", ""},
    {"string", "text", ""},
    {"contains", "", "write `x in l`"},
    {"choice", "", "write `pick {a, b}` for one of several, `pick TABLE` for a row"},
    {"choose", "", "write `pick {a, b}` for one of several, `pick TABLE` for a row"},
    {"sample", "", "write `pick 3 distinct from TABLE`"},
    {"clamp", "", "write `min(max(n, LEAST), GREATEST)`"},
    {"pow", "", "write `a ^ b`"},
});

const Habit* find(std::span<const Habit> habits, std::string_view word) {
  const auto found = std::find_if(habits.begin(), habits.end(), [&](const Habit& one) { return one.word == word; });
  return found == habits.end() ? nullptr : &*found;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

std::string_view trimmed(std::string_view line) {
  const auto begin = line.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) { return {}; }
  return line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
}

// The first line that is neither blank nor a comment, of this language or of Lua.
std::string_view first_line(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto end = std::min(bytes.find('\n'), bytes.size());
    const auto line = trimmed(bytes.substr(0, end));
    const bool is_dashed = line.starts_with("--") && !line.starts_with("---");
    if (!line.empty() && line.front() != '#' && !is_dashed) { return line; }
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  return {};
}

std::string_view word_of(std::string_view line) {
  const auto end = std::find_if_not(line.begin(), line.end(), [](char c) { return is_letter(c); });
  return line.substr(0, static_cast<std::size_t>(end - line.begin()));
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

std::optional<std::string_view> other_format(std::string_view bytes) {
  const auto line = first_line(bytes);
  if (line.empty()) { return std::nullopt; }
  const auto rest = line.substr(1);
  switch (line.front()) {
    case '{': return rest.starts_with("\\rtf") ? kFormattedText : "JSON";
    case '[': {
      const auto name = word_of(rest);
      return !name.empty() && rest.substr(name.size()) == "]" ? "an INI or TOML file" : "JSON";
    }
    case '<': return bytes.find("html") < bytes.size() || bytes.find("HTML") < bytes.size() ? "HTML" : "XML";
    case '-':
      if (line == "---" || rest.starts_with(' ')) { return "YAML"; }
      return std::nullopt;
    default: break;
  }
  const auto word = word_of(line);
  const auto after = line.substr(word.size());
  if (word.empty() || after.empty()) { return std::nullopt; }
  const auto following = trimmed(after);
  const bool is_braced = bytes.find('{') != std::string_view::npos;
  if (after.front() == ':' && !is_braced) { return "YAML"; }
  if (after.front() == ',' && !is_braced) { return "a CSV file"; }
  if (line.back() == ':' && is_one_of(word, {"def", "class"})) { return "Python"; }
  if (is_one_of(word, {"import", "from"}) && !is_braced) { return "Python"; }
  if (word == "local" && !word_of(following).empty()) { return "Lua"; }
  if (word == "return" && following.starts_with('{')) { return "Lua"; }
  return std::nullopt;
}

bool is_foreign_letter(char32_t c) {
  struct Range {
    char32_t first, last;
  };
  // Blocks of letters rather than each property of Unicode: this only chooses the wording of a finding.
  static constexpr std::array<Range, 14> kLetters{{{0xAA, 0xAA},
                                                   {0xB5, 0xB5},
                                                   {0xBA, 0xBA},
                                                   {0xC0, 0xD6},
                                                   {0xD8, 0xF6},
                                                   {0xF8, 0x2AF},
                                                   {0x300, 0x1FFF},
                                                   {0x2C00, 0x2DFF},
                                                   {0x3040, 0x31FF},
                                                   {0x3400, 0xD7FF},
                                                   {0xF900, 0xFDFF},
                                                   {0xFE70, 0xFEFC},
                                                   {0xFF21, 0xFFDC},
                                                   {0x20000, 0x3FFFF}}};
  return std::any_of(kLetters.begin(), kLetters.end(),
                     [c](Range range) { return c >= range.first && c <= range.last; });
}

const Habit* habit_of_character(std::string_view character) { return find(kCharacters, character); }

const Habit* habit_of_statement(std::string_view word) { return find(kStatements, word); }

const Habit* habit_of_declaration(std::string_view word) { return find(kDeclarations, word); }

void add_help(text::Finding& finding, Span word, const Habit& habit) {
  if (habit.replacement.empty()) {
    finding.help(std::string(habit.help));
  } else {
    finding.help(Edit{word, std::string(habit.replacement)}, habit.help);
  }
}

const Habit* habit_of_function(std::string_view name) { return find(kFunctions, name); }

}  // namespace spoils::lang
