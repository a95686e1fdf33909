#include "lang/lexer.h"

#include <algorithm>
#include <array>
#include <utility>

#include "text/utf8.h"

namespace spoils::lang {
namespace {

using text::Code;

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

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_name_part(char c) { return is_name_start(c) || is_digit(c); }

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
      push(TokenKind::Error, begin);
      report_.add(Code::TooDeep, tokens_.back().span, kMaxTextDepth).help("give the inner text a name with `def`");
      return;
    }
    // A hole that is never closed swallows the quote behind it: then the brace is at fault.
    // Only this line is searched: a search of all before it would make many such lines cost the square.
    const auto unread = bytes_.substr(begin, at_ - begin);
    const auto quote = unread.find('"', 1);
    const auto brace = unread.substr(0, quote).rfind('{');
    if (quote != std::string_view::npos && brace != std::string_view::npos && begin >= searched_) {
      searched_ = at_;
      at_ = begin + static_cast<std::uint32_t>(quote) + 1;
      push(TokenKind::Error, begin);
      const auto hole = begin + static_cast<std::uint32_t>(brace);
      report_.add(Code::UnclosedInText, {source_, hole, hole + 1}, "{", "}")
          .help("write the missing `}`, or `\\{` for the character itself");
      return;
    }
    push(TokenKind::Error, begin);
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
    if (!word.empty() && is_name_start(word.front()) && std::all_of(word.begin(), word.end(), is_name_part)) {
      if (is_within(begin, kMaxNameLetters + 2, Code::NameTooLong, kMaxNameLetters)) { push(TokenKind::Symbol, begin); }
      return;
    }
    push(TokenKind::Error, begin);
    const auto& span = tokens_.back().span;
    report_.add(Code::StrayCharacter, span, "'").help(Edit{span, '"' + std::string(word) + '"'});
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
      push(TokenKind::Error, begin);
      const auto word = bytes_.substr(begin, at_ - begin);
      auto finding = report_.add(Code::NumberWithLetters, tokens_.back().span, word);
      if (word.size() > 1 && word.back() == 'd') { finding.help("dice need sides: `" + std::string(word) + "6`"); }
      return;
    }
    if (is_within(begin, kMaxDigits, Code::NumberTooLong, kMaxDigits)) { push(kind, begin); }
  }

  // Whether what began there is no longer than allowed. If it is, it becomes an Error token and a finding.
  bool is_within(std::uint32_t begin, std::size_t most, Code code, std::size_t shown) {
    if (at_ - begin <= most) { return true; }
    push(TokenKind::Error, begin);
    report_.add(code, tokens_.back().span, shown);
    return false;
  }

  void digits() {
    while (at_ < bytes_.size() && is_digit(bytes_[at_])) { ++at_; }
  }

  void name() {
    const auto begin = at_;
    while (at_ < bytes_.size() && is_name_part(bytes_[at_])) { ++at_; }
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
    for (const auto& candidate : kMarks) {
      if (candidate.text[0] == bytes_[at_] && bytes_.substr(at_, candidate.text.size()) == candidate.text) {
        at_ += static_cast<std::uint32_t>(candidate.text.size());
        push(candidate.kind, begin);
        return;
      }
    }
    at_ += static_cast<std::uint32_t>(text::code_point_length(bytes_.substr(at_)));
    const bool merged = !tokens_.empty() && tokens_.back().kind == TokenKind::Error && tokens_.back().span.end == begin;
    if (merged) {
      tokens_.back().span.end = at_;
      return;  // one run of strange characters is one mistake
    }
    push(TokenKind::Error, begin);
    report_stray(tokens_.back().span);
  }

  void report_stray(Span span) {
    const auto bytes = bytes_.substr(span.begin, span.end - span.begin);
    auto finding = report_.add(Code::StrayCharacter, span, bytes);
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kMeant{{
        {"!", "write `not` for a negation, `!=` for a difference"},
        {"&", "write `and`"},
        {"|", "write `or`"},
        {"'", "texts stand in double quotes"},
        {"~", "`~` is the plural mark of a display text and stands inside its quotes"},
        {"@", "write `at` in words"},
    }};
    for (const auto& [stray, help] : kMeant) {
      if (bytes == stray) { finding.help(std::string(help)); }
    }
  }

  void push(TokenKind kind, std::uint32_t begin) { tokens_.push_back({kind, {source_, begin, at_}}); }

  std::string_view bytes_;
  std::uint32_t source_;
  std::uint32_t at_;
  std::uint32_t searched_ = 0;  // up to here a hole was found open; a second search would make the cost quadratic
  text::Report& report_;
  bool is_too_deep_ = false;  // a text in the hole of a text, and so on
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
