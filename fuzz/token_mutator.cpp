// fuzz/token_mutator.cpp
//
// The mutator of libFuzzer: it changes an input mostly token by token and line by line, so that the parser accepts many
// of the changed packs and passes them to the checker. Only the fuzzers link this, not the replays.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "lang/lexer.h"
#include "text/report.h"
#include "text/source.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* bytes, std::size_t size, std::size_t max_size);

namespace {

using Words = std::vector<std::string>;

constexpr auto kVocabulary =
    std::to_array<std::string_view>({"and",
                                     "chance",
                                     "discard",
                                     "do",
                                     "drop",
                                     "else",
                                     "false",
                                     "for",
                                     "given",
                                     "hold",
                                     "if",
                                     "in",
                                     "let",
                                     "match",
                                     "mod",
                                     "none",
                                     "not",
                                     "or",
                                     "pick",
                                     "repeat",
                                     "retry",
                                     "shuffle",
                                     "stop",
                                     "then",
                                     "true",
                                     "where",
                                     "while",
                                     "with",
                                     "+=",
                                     "-=",
                                     "==",
                                     "!=",
                                     "<=",
                                     ">=",
                                     "//",
                                     "..",
                                     "=",
                                     "<",
                                     ">",
                                     "+",
                                     "-",
                                     "*",
                                     "/",
                                     "^",
                                     "%",
                                     ".",
                                     ",",
                                     ":",
                                     ";",
                                     "(",
                                     ")",
                                     "[",
                                     "]",
                                     "{",
                                     "}",
                                     "\n",
                                     "0",
                                     "1",
                                     "2",
                                     "3",
                                     "7",
                                     "63",
                                     "64",
                                     "65",
                                     "100",
                                     "10000",
                                     "10001",
                                     "9223372036854775807",
                                     "0.5",
                                     "0.0000001",
                                     "(-1)",
                                     "2d6",
                                     "d20",
                                     "10000d9",
                                     "5%",
                                     "100%",
                                     "1/3",
                                     "1 in 20",
                                     "2 ^ 62",
                                     "chance 50%",
                                     "pick 1..6",
                                     "pick {a, b}",
                                     "pick {3 a, 1 b}",
                                     "pick t",
                                     "pick x in t where",
                                     "pick 2 distinct from",
                                     "shuffle [a, b, a]",
                                     "give",
                                     "try {",
                                     "keep",
                                     "after r()",
                                     "of r()",
                                     "constant",
                                     "constant def f(a) = a",
                                     "def f(a) { let p = a; give p }",
                                     "or fewer",
                                     "or nothing",
                                     "weight",
                                     "{x}",
                                     "[x, y]",
                                     "1..9",
                                     "if a then b else c",
                                     "count(",
                                     "sum(",
                                     "max(",
                                     "min(",
                                     "abs(",
                                     "floor(",
                                     "text(",
                                     "first(",
                                     "last(",
                                     "list(",
                                     "set(",
                                     "capitalise(",
                                     "polynomial_hash(",
                                     "roll(",
                                     "most_common(",
                                     "retry max",
                                     "with stream lcg(",
                                     "int",
                                     "number",
                                     "flag",
                                     "symbol",
                                     "text",
                                     "list of symbol",
                                     "map of symbol to int",
                                     "{a 1, b -2}",
                                     "x[a] += 1",
                                     "set of int",
                                     "\"& {a}[ of {b:+}]~\"",
                                     "\"{a}{b}\"",
                                     "a",
                                     "b",
                                     "x",
                                     "pack p \"P\" 1.0\n",
                                     "use hello\n",
                                     "input",
                                     "state",
                                     "field",
                                     "scratch",
                                     "table",
                                     "grid",
                                     "rule",
                                     "def",
                                     "world def",
                                     "display",
                                     "measure",
                                     "names",
                                     "expect",
                                     "collection",
                                     "abstract",
                                     "override",
                                     "rows",
                                     "block",
                                     "apply",
                                     "once",
                                     "is",
                                     "at",
                                     "on",
                                     "of",
                                     "about",
                                     "by",
                                     "odds(",
                                     "mean(",
                                     "things",
                                     "held",
                                     "made_by",
                                     "across",
                                     "interpolate",
                                     "filter",
                                     "range",
                                     "tags",
                                     "rank",
                                     "name",
                                     "allocate",
                                     "stream",
                                     "bits",
                                     "multiplier",
                                     "increment",
                                     "seed",
                                     "skip",
                                     "lcg",
                                     "product(",
                                     "titled(",
                                     "any(",
                                     "all(",
                                     "or nothing weight",
                                     "pick x in t at depth on {a}",
                                     "with {",
                                     "with depth = 2 {",
                                     "with stream s {",
                                     "x is {a not b}",
                                     "{a, b not c}",
                                     "1..",
                                     "..5",
                                     "hold r",
                                     "drop r",
                                     "do pick {r}",
                                     "apply kind.b",
                                     "match a { b: 1; else: 2 }",
                                     "if chance 50% {",
                                     "} else {",
                                     "else if",
                                     "repeat 3 {",
                                     "for x in [1, 2] {",
                                     "retry max 3 {",
                                     "} while",
                                     "let x = d6",
                                     "kind += a",
                                     "t[a].c",
                                     "x.level",
                                     "sum(x in l where x > 1: x)",
                                     "count(x in things where",
                                     "\"{x} [of {y}]\"",
                                     "\"&\"",
                                     "\"~\"",
                                     "\"knife:knives\"",
                                     "list of int",
                                     "set of symbol",
                                     "\nexpect \"e\": odds(r: kind == a) == 1/2\n",
                                     "\ntable t: c { 1 a 1; 2 b 2 }\n",
                                     "\nrule r { kind = pick t }\n",
                                     "\ncollection c { level: int = 1; rows p { n: int }; block b; tags = {a} }\n",
                                     "\nc r : s { level = 2; p 3; b { x = 1 }; once }\n",
                                     "\ndisplay r \"& {kind}~\"\n",
                                     "\nnames { a \"an a:some as\" }\n",
                                     "\nmeasure m = x + 1\n",
                                     "\nworld def w = pick 1..6\n",
                                     "\ngrid g[k] {\n a b\n 1 2 3\n else 1 1\n}\n",
                                     "\ninput depth: 1..9 = 1\n",
                                     "\nstate s: 0..9 = 0\n",
                                     "\nfield l: list of int\n"});

/// The tokens of an input with the blanks before them.
Words parted(std::string_view bytes) {
  spoils::text::Sources sources;
  const auto source = sources.add("", std::string(bytes));
  spoils::text::Report report(sources);
  Words out;
  std::size_t at = 0;
  for (const auto& token : spoils::lang::lex(sources, source, report)) {
    out.emplace_back(bytes.substr(at, token.span.end - at));
    at = token.span.end;
  }
  return out;
}

class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  void change(Words& words) {
    if (words.empty()) { words.emplace_back("pack"); }
    for (auto times = 1 + below(4); times > 0; --times) { change_once(words); }
  }

  /// Puts lines of one input between those of another.
  void splice(Words& words, const Words& other) {
    const auto from = line(other);
    const auto to = below(words.size() + 1);
    words.insert(words.begin() + offset(to), other.begin() + offset(from.first), other.begin() + offset(from.second));
  }

 private:
  using Range = std::pair<std::size_t, std::size_t>;

  std::size_t below(std::size_t n) { return n < 2 ? 0 : std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
  static std::ptrdiff_t offset(std::size_t at) { return static_cast<std::ptrdiff_t>(at); }

  void change_once(Words& words) {
    const auto at = below(words.size());
    switch (below(9)) {
      case 0: words[at] = " " + vocabulary(); return;
      case 1: words[at] = words[below(words.size())]; return;
      case 2: words.insert(words.begin() + offset(at), " " + vocabulary()); return;
      case 3: erase(words, {at, std::min(words.size(), at + 1 + below(3))}); return;
      case 4: erase(words, line(words)); return;
      case 5: copy(words, line(words), at); return;
      case 6: copy(words, group(words), at); return;
      case 7: {
        // One group in place of another: an expression for an expression, a block for a block.
        const auto from = group(words);
        const Words taken(words.begin() + offset(from.first), words.begin() + offset(from.second));
        const auto to = group(words);
        erase(words, to);
        words.insert(words.begin() + offset(to.first), taken.begin(), taken.end());
        return;
      }
      default: std::swap(words[at], words[below(words.size())]); return;
    }
  }

  std::string vocabulary() { return std::string(kVocabulary[below(kVocabulary.size())]); }

  static void erase(Words& words, Range range) {
    words.erase(words.begin() + offset(range.first), words.begin() + offset(range.second));
    if (words.empty()) { words.emplace_back(); }
  }

  static void copy(Words& words, Range range, std::size_t to) {
    const Words taken(words.begin() + offset(range.first), words.begin() + offset(range.second));
    words.insert(words.begin() + offset(to), taken.begin(), taken.end());
  }

  /// A few lines, with the break at their end.
  Range line(const Words& words) {
    const auto is_break = [](const std::string& word) { return !word.empty() && word.back() == '\n'; };
    auto first = below(words.size());
    while (first > 0 && !is_break(words[first - 1])) { --first; }
    auto end = first;
    for (auto lines = 1 + below(3); lines > 0; --lines) {
      while (end < words.size() && !is_break(words[end])) { ++end; }
      end = std::min(words.size(), end + 1);
    }
    return {first, end};
  }

  /// One token, or a bracket with everything up to the one that closes it.
  Range group(const Words& words) {
    const auto first = below(words.size());
    int depth = 0;
    for (auto end = first; end < words.size(); ++end) {
      const char last = words[end].empty() ? ' ' : words[end].back();
      if (last == '(' || last == '[' || last == '{') { ++depth; }
      if (last == ')' || last == ']' || last == '}') { --depth; }
      if (depth <= 0) { return {first, end + 1}; }
    }
    return {first, first + 1};
  }

  std::mt19937 random_;
};

std::string_view view(const std::uint8_t* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

std::size_t put(const Words& words, std::uint8_t* out, std::size_t max_size) {
  std::size_t size = 0;
  for (const auto& word : words) {
    if (size + word.size() > max_size) { break; }
    std::memcpy(out + size, word.data(), word.size());
    size += word.size();
  }
  return size;
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* bytes, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  if (seed % 8 == 0) { return LLVMFuzzerMutate(bytes, size, max_size); }
  auto words = parted(view(bytes, size));
  Mutator(seed).change(words);
  return put(words, bytes, max_size);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* first, std::size_t first_size,
                                                 const std::uint8_t* second, std::size_t second_size, std::uint8_t* out,
                                                 std::size_t max_size, unsigned seed) {
  auto words = parted(view(first, first_size));
  Mutator(seed).splice(words, parted(view(second, second_size)));
  return put(words, out, max_size);
}
