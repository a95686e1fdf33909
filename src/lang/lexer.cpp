// lang/lexer.cpp
//
// A hand-written scanner: one pass over the bytes, with the keywords and marks of lang/tokens.def. A text with its
// holes is one token, which parse_text.cpp takes apart. An unreadable run of bytes becomes an Error token and a
// finding.
#include "lang/lexer.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "lang/foreign.h"
#include "text/plain/name_letters.h"
#include "text/plain/utf8.h"

namespace spoils::lang {
namespace {

using text::Code;
using text::is_digit;
using text::is_name;
using text::is_name_part;
using text::is_name_start;

struct Spelling {
  TokenKind kind;
  std::string_view text;
};

constexpr auto kKeywords = std::to_array<Spelling>({
#define SPOILS_KEYWORD(name, spelling) {TokenKind::name, spelling},
#include "lang/tokens.def"
#undef SPOILS_KEYWORD
});

constexpr auto kMarks = std::to_array<Spelling>({
#define SPOILS_MARK(name, spelling) {TokenKind::name, spelling},
#include "lang/tokens.def"
#undef SPOILS_MARK
});

/// A hole may hold a text with a hole, and so on; more than this is no name of a thing.
constexpr int kMaxTextDepth = 8;

class Lexer {
 public:
  Lexer(std::string_view bytes, Span part, text::Report& report)
      : bytes_(bytes.substr(0, part.end)), source_(part.source), at_(part.begin), report_(report) {}

  std::vector<Token> run() {
    while (at_ < bytes_.size()) { next(); }
    push(TokenKind::End, at_);
    return std::move(tokens_);
  }

 private:
  void next() {
    const char c = bytes_[at_];
    const auto begin = at_;
    if (c == '\n') {
      ++at_;
      slash_.reset();
      if (!tokens_.empty() && tokens_.back().kind != TokenKind::Newline) { push(TokenKind::Newline, begin); }
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++at_;
    } else if (c == '#') {
      comment();
    } else if (c == '"') {
      text();
    } else if (c == '\'') {
      quoted();
    } else if (is_digit(c)) {
      number();
    } else if (is_name_start(c)) {
      name();
    } else {
      mark();
    }
  }

  void comment() {
    const auto begin = at_;
    while (at_ < bytes_.size() && bytes_[at_] != '\n') { ++at_; }
    const bool doc = bytes_.substr(begin, 2) == "##";
    auto end = at_;
    while (end > begin && (bytes_[end - 1] == '\r' || bytes_[end - 1] == ' ' || bytes_[end - 1] == '\t')) { --end; }
    tokens_.push_back({doc ? TokenKind::Doc : TokenKind::Comment, {source_, begin, end}});
  }

  void text() {
    const auto begin = at_;
    if (skip_text(0)) {
      if (is_within(begin, kMaxTextBytes + 2, Code::TextTooLong, kMaxTextBytes)) { push(TokenKind::Text, begin); }
      return;
    }
    if (is_too_deep_) {
      is_too_deep_ = false;
      while (at_ < bytes_.size() && bytes_[at_] != '\n') { ++at_; }
      if (!fails(begin)) { return; }
      report_.add(Code::TooDeep, tokens_.back().span, kMaxTextDepth).help("give the inner text a name with `def`");
      return;
    }
    // An unclosed hole swallows the closing quote: then the finding names the brace.
    // Only this line is searched: searching all text before it would make many such lines cost quadratic time.
    const auto unread = bytes_.substr(begin, at_ - begin);
    const auto quote = unread.find('"', 1);
    const auto brace = unread.substr(0, quote).rfind('{');
    if (quote != std::string_view::npos && brace != std::string_view::npos && begin >= searched_) {
      searched_ = at_;
      at_ = begin + static_cast<std::uint32_t>(quote) + 1;
      if (!fails(begin)) { return; }
      const auto hole = begin + static_cast<std::uint32_t>(brace);
      report_.add(Code::UnclosedInText, {source_, hole, hole + 1}, "{", "}")
          .help("write the missing `}`, or `\\{` for the character itself");
      return;
    }
    if (!fails(begin)) { return; }
    report_.add(Code::UnterminatedText, tokens_.back().span).help("end the text with `\"` on the line where it begins");
  }

  // Moves past a text and the texts in its holes; false if the line ends first.
  bool skip_text(int depth) {
    ++at_;
    int holes = 0;
    while (at_ < bytes_.size() && bytes_[at_] != '\n') {
      const char c = bytes_[at_];
      if (c == '\\' && at_ + 1 < bytes_.size() && bytes_[at_ + 1] != '\n') {
        at_ += 2;
        continue;
      }
      if (c == '"') {
        if (holes == 0) {
          ++at_;
          return true;
        }
        is_too_deep_ = is_too_deep_ || depth == kMaxTextDepth;
        if (is_too_deep_ || !skip_text(depth + 1)) { return false; }
        continue;
      }
      if (c == '{') { ++holes; }
      if (c == '}' && holes > 0) { --holes; }
      ++at_;
    }
    return false;
  }

  // 'for' is a word that means itself; 'a text' is one as other languages write it; a quote without its sister is a
  // stray character.
  void quoted() {
    const auto begin = at_;
    const auto rest = bytes_.substr(begin + 1);
    const auto end = rest.find_first_of("'\n");
    if (end == std::string_view::npos || rest[end] == '\n') {
      mark();
      return;
    }
    at_ += static_cast<std::uint32_t>(end) + 2;
    const auto word = rest.substr(0, end);
    if (is_name(word)) {
      if (is_within(begin, kMaxNameLetters + 2, Code::NameTooLong, kMaxNameLetters)) { push(TokenKind::Symbol, begin); }
      return;
    }
    if (!fails(begin)) { return; }
    const auto& span = tokens_.back().span;
    auto finding = report_.add(Code::QuotedText, span);
    if (const auto joined = with_underscores(word)) {
      finding.help(Edit{span, *joined},
                   "for a word; `names { " + *joined + " \"" + std::string(word) + "\" }` shows it otherwise");
    } else {
      finding.help(Edit{span, '"' + std::string(word) + '"'});
    }
  }

  void number() {
    const auto begin = at_;
    digits();
    if (at_ < bytes_.size() && bytes_[at_] == 'd' && at_ + 1 < bytes_.size() && is_digit(bytes_[at_ + 1])) {
      ++at_;
      digits();
      finish_number(TokenKind::Dice, begin);
      return;
    }
    // `1..6` is a range, so a point counts only before a digit.
    if (at_ + 1 < bytes_.size() && bytes_[at_] == '.' && is_digit(bytes_[at_ + 1])) {
      ++at_;
      digits();
    }
    finish_number(TokenKind::Number, begin);
  }

  void finish_number(TokenKind kind, std::uint32_t begin) {
    if (at_ < bytes_.size() && is_name_start(bytes_[at_])) {
      while (at_ < bytes_.size() && is_name_part(bytes_[at_])) { ++at_; }
      if (!is_within(begin, kMaxNameLetters, Code::NameTooLong, kMaxNameLetters)) { return; }
      if (!fails(begin)) { return; }
      report_number_with_letters(tokens_.back().span);
      return;
    }
    if (is_within(begin, kMaxDigits, Code::NumberTooLong, kMaxDigits)) { push(kind, begin); }
  }

  // Whether what began there is no longer than allowed. If it is, it becomes an Error token and a finding.
  bool is_within(std::uint32_t begin, std::size_t most, Code code, std::size_t shown) {
    if (at_ - begin <= most) { return true; }
    if (fails(begin)) { report_.add(code, tokens_.back().span, shown); }
    return false;
  }

  void report_number_with_letters(Span span) {
    const auto word = bytes_.substr(span.begin, span.end - span.begin);
    auto finding = report_.add(Code::NumberWithLetters, span, word);
    const auto letters = word.find_first_not_of("0123456789.");
    const auto number = std::string(word.substr(0, letters));
    const auto name = std::string(word.substr(letters));
    const auto sides = name.substr(1);
    // `1_000`, `1e3`
    const bool is_grouped = name.find_first_not_of("0123456789_") == std::string::npos && name.back() != '_';
    const bool is_power = (name.front() == 'e' || name.front() == 'E') && !sides.empty() && sides.size() <= 2 &&
                          std::all_of(sides.begin(), sides.end(), is_digit);
    if (is_grouped && number.find('.') == std::string::npos) {
      std::string digits;
      std::copy_if(word.begin(), word.end(), std::back_inserter(digits), is_digit);
      finding.help(Edit{span, digits}, "since the digits of a number are not grouped");
      return;
    }
    if (is_power) {
      if (const auto shifted = with_power(number, sides)) { finding.help(Edit{span, *shifted}); }
      return;
    }
    const bool is_die = name.front() == 'D' || name.front() == 'w' || name.front() == 'W';
    if (is_die && !sides.empty() && std::all_of(sides.begin(), sides.end(), is_digit)) {
      finding.help(Edit{span, number + "d" + sides}, "for dice");
    } else if (name == "d") {
      finding.help("dice need sides: `" + number + "d6`; a product is written `(" + number + "*d)`");
    } else if (name == "st" || name == "nd" || name == "rd" || name == "th") {
      finding.help("a name begins with a letter or `_`");
    } else {
      finding.help(Edit{span, "(" + number + "*" + name + ")"}, "if that is a product; a name begins with a letter");
    }
  }

  // `1.5e3` as digits alone, `1500`; nothing if it is too long.
  static std::optional<std::string> with_power(std::string_view number, std::string_view power) {
    std::string digits(number);
    const auto point = digits.find('.');
    const std::size_t places = point == std::string::npos ? 0 : digits.size() - point - 1;
    if (point != std::string::npos) { digits.erase(point, 1); }
    std::size_t shift = 0;
    for (const char c : power) { shift = 10 * shift + static_cast<std::size_t>(c - '0'); }
    if (digits.size() + shift > 18 + places) { return std::nullopt; }
    if (shift >= places) {
      digits.append(shift - places, '0');
    } else {
      digits.insert(digits.size() - (places - shift), ".");
    }
    return digits;
  }

  // Whether a `|` that was just read separates the items of a row: `| 3 | a |`, `3 | a`.
  [[nodiscard]] bool is_in_row() const {
    const auto kind = [&](std::size_t back) {
      return tokens_.size() > back ? tokens_[tokens_.size() - 1 - back].kind : TokenKind::Newline;
    };
    const auto begins = [](TokenKind before) {
      return before == TokenKind::Newline || before == TokenKind::OpenBrace || before == TokenKind::Semicolon;
    };
    const bool is_doubled = at_ < bytes_.size() && bytes_[at_] == '|';
    return (begins(kind(1)) && !is_doubled) || (kind(1) == TokenKind::Number && begins(kind(2)));
  }

  // Makes an Error token of what began there; or false, if a `//` before it on its line shows that it is a comment as
  // other languages write it. `//` alone says nothing: it divides.
  bool fails(std::uint32_t begin) {
    if (!slash_) {
      push(TokenKind::Error, begin);
      return true;
    }
    const auto mark = tokens_[*slash_].span;
    tokens_.resize(*slash_);
    slash_.reset();
    while (at_ < bytes_.size() && bytes_[at_] != '\n') { ++at_; }
    tokens_.push_back({TokenKind::Comment, {source_, mark.begin, at_}});
    report_.add_once("//", Code::ForeignComment, mark, "//").help(Edit{mark, "#"});
    return false;
  }

  // A comment between marks, which may span lines. One without an end is taken to end with its line.
  void block_comment() {
    const auto begin = at_;
    auto end = is_open_ ? std::string_view::npos : bytes_.find("*/", at_ + 2);
    is_open_ = end == std::string_view::npos;
    if (is_open_) {
      end = std::min(bytes_.find('\n', at_), bytes_.size());
    } else {
      end += 2;
    }
    at_ = static_cast<std::uint32_t>(end);
    tokens_.push_back({TokenKind::Comment, {source_, begin, at_}});
    report_.add_once("/*", Code::ForeignComment, {source_, begin, begin + 2}, "/*")
        .help("begin each line of a comment with `#`");
  }

  [[nodiscard]] bool at_foreign_letter() const {
    if (at_ >= bytes_.size() || static_cast<unsigned char>(bytes_[at_]) < 0x80) { return false; }
    const auto next = text::decode(bytes_.substr(at_));
    return next.valid && is_foreign_letter(next.value);
  }

  void foreign_word(std::uint32_t begin) {
    while (at_ < bytes_.size() && (is_name_part(bytes_[at_]) || at_foreign_letter())) {
      at_ += static_cast<std::uint32_t>(text::code_point_length(bytes_.substr(at_)));
    }
    if (!is_within(begin, kMaxNameLetters, Code::NameTooLong, kMaxNameLetters) || !fails(begin)) { return; }
    const auto word = bytes_.substr(begin, at_ - begin);
    report_.add_once("letters", Code::ForeignLetters, tokens_.back().span, word)
        .help("choose a name of `a` to `z`; it is shown otherwise by `names { NAME \"" + std::string(word) + "\" }`");
  }

  // `long-sword` as a name has it, or nothing if other characters than `-` disturb.
  static std::optional<std::string> with_underscores(std::string_view word) {
    std::string out(word);
    std::replace(out.begin(), out.end(), '-', '_');
    return is_name(out) && out.size() <= kMaxNameLetters ? std::optional(out) : std::nullopt;
  }

  void digits() {
    while (at_ < bytes_.size() && is_digit(bytes_[at_])) { ++at_; }
  }

  void name() {
    const auto begin = at_;
    while (at_ < bytes_.size() && is_name_part(bytes_[at_])) { ++at_; }
    if (at_foreign_letter()) {
      foreign_word(begin);
      return;
    }
    if (!is_within(begin, kMaxNameLetters, Code::NameTooLong, kMaxNameLetters)) { return; }
    const auto word = bytes_.substr(begin, at_ - begin);
    if (word.size() > 1 && word[0] == 'd' && word.find_first_not_of("0123456789", 1) == std::string_view::npos) {
      push(TokenKind::Dice, begin);
      return;
    }
    for (const auto& keyword : kKeywords) {
      if (keyword.text == word) {
        push(keyword.kind, begin);
        return;
      }
    }
    push(TokenKind::Name, begin);
  }

  void mark() {
    const auto begin = at_;
    if (bytes_.substr(at_, 2) == "/*" && !slash_) {
      block_comment();
      return;
    }
    for (const auto& candidate : kMarks) {
      if (candidate.text[0] == bytes_[at_] && bytes_.substr(at_, candidate.text.size()) == candidate.text) {
        at_ += static_cast<std::uint32_t>(candidate.text.size());
        if (candidate.kind == TokenKind::SlashSlash && !slash_) { slash_ = tokens_.size(); }
        push(candidate.kind, begin);
        return;
      }
    }
    if (at_foreign_letter()) {
      foreign_word(begin);
      return;
    }
    at_ += static_cast<std::uint32_t>(text::code_point_length(bytes_.substr(at_)));
    const bool merged = !tokens_.empty() && tokens_.back().kind == TokenKind::Error && tokens_.back().span.end == begin;
    if (merged) {
      tokens_.back().span.end = at_;
      return;  // one run of strange characters is one mistake
    }
    if (fails(begin)) { report_stray(begin); }
  }

  void report_stray(std::uint32_t begin) {
    const auto opening = bytes_.substr(begin, at_ - begin);
    const auto near = bytes_.substr(at_, 4096);  // a bound, so that many on one line do not cost the square
    const auto rest = near.substr(0, near.find('\n'));
    for (const std::string_view closing : {"\u201D", "\u201C", "\u00BB"}) {
      const bool opens = opening == "\u201C" || opening == "\u201D" || opening == "\u201E" ||
                         (opening == "\u00AB" && closing == "\u00BB");
      const auto end = opens ? rest.find(closing) : std::string_view::npos;
      if (end == std::string_view::npos || rest.substr(0, end).find('"') != std::string_view::npos) { continue; }
      at_ += static_cast<std::uint32_t>(end + closing.size());
      tokens_.back().span.end = at_;
      report_.add_once("quotes", Code::StrayCharacter, tokens_.back().span, opening)
          .help(Edit{tokens_.back().span, '"' + std::string(rest.substr(0, end)) + '"'}, "with straight quotes");
      return;
    }
    const auto span = tokens_.back().span;
    if (opening == "|" && (has_bars_ || is_in_row())) {
      has_bars_ = true;
      report_.add_once("| in a row", Code::StrayCharacter, span, opening)
          .help(Edit{span, ""}, "since blanks separate the items of a row");
      return;
    }
    const auto code = opening == "'" ? Code::QuotedText : Code::StrayCharacter;
    auto finding = report_.add_once(opening, code, span, opening);
    const auto* habit = habit_of_character(opening);
    if (habit != nullptr) { add_help(finding, span, *habit); }
  }

  void push(TokenKind kind, std::uint32_t begin) { tokens_.push_back({kind, {source_, begin, at_}}); }

  std::string_view bytes_;
  std::uint32_t source_;
  std::uint32_t at_;
  std::uint32_t searched_ = 0;  // up to here a hole was found open; a second search would make the cost quadratic
  text::Report& report_;
  std::optional<std::size_t> slash_;  // the first `//` of this line among the tokens
  bool has_bars_ = false;             // a `|` separated items of a row
  bool is_open_ = false;              // no `*/` follows any more
  bool is_too_deep_ = false;          // a text in the hole of a text, and so on
  std::vector<Token> tokens_;
};

}  // namespace

std::string_view spelling(TokenKind kind) {
  switch (kind) {
    case TokenKind::Name: return "a name";
    case TokenKind::Symbol: return "a word in quotes";
    case TokenKind::Number: return "a number";
    case TokenKind::Dice: return "dice";
    case TokenKind::Text: return "a text";
    case TokenKind::Newline: return "the end of the line";
    case TokenKind::Comment: return "a comment";
    case TokenKind::Doc: return "a doc comment";
    case TokenKind::Error: return "something unreadable";
    case TokenKind::End: return "the end of the file";
    default: break;
  }
  for (const auto& keyword : kKeywords) {
    if (keyword.kind == kind) { return keyword.text; }
  }
  for (const auto& mark : kMarks) {
    if (mark.kind == kind) { return mark.text; }
  }
  return "?";
}

bool is_keyword(TokenKind kind) {
  for (const auto& keyword : kKeywords) {
    if (keyword.kind == kind) { return true; }
  }
  return false;
}

std::vector<Token> lex(const text::Sources& sources, std::uint32_t source, text::Report& report) {
  const auto bytes = sources[source].bytes();
  return Lexer(bytes, {source, 0, static_cast<std::uint32_t>(bytes.size())}, report).run();
}

std::vector<Token> lex(const text::Sources& sources, Span part, text::Report& report) {
  return Lexer(sources[part.source].bytes(), part, report).run();
}

}  // namespace spoils::lang
