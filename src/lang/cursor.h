// lang/cursor.h
//
// A place in the tokens of one source: looking ahead, taking, expecting, and finding the way back after a mistake.
// Inside parentheses and brackets the ends of lines mean nothing; `Parenthesised` says so for its lifetime.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/token.h"
#include "text/report.h"
#include "text/source.h"

namespace spoils::lang {

class Cursor {
 public:
  /// `tokens` end with an End token; comments in them are dropped.
  Cursor(const text::Sources& sources, std::vector<Token> tokens, text::Report& report);

  [[nodiscard]] const Token& peek() const { return tokens_[skipped(at_)]; }
  /// The token `n` after the next, ends of lines not counted.
  [[nodiscard]] const Token& peek_past_newlines(std::size_t n = 0) const;
  /// The last token of what the next one begins, itself or the parenthesis that closes it, and the two after that one,
  /// ends of lines not counted. Cost: constant, but once linear in all tokens.
  [[nodiscard]] std::array<Token, 3> end_of_parentheses();
  [[nodiscard]] bool at(TokenKind kind) const { return peek().kind == kind; }
  [[nodiscard]] bool at_word(std::string_view word) const;
  [[nodiscard]] std::string_view text(const Token& token) const { return sources_.text(token.span); }
  [[nodiscard]] Span previous_span() const { return previous_; }

  /// Whether nothing else follows a token on its line.
  [[nodiscard]] bool ends_line(const Token& token) const;
  /// Whether two tokens begin on one line.
  [[nodiscard]] bool shares_line(const Token& a, const Token& b) const;

  Token take();
  bool accept(TokenKind kind);
  /// Takes a contextual word such as `max`.
  bool accept_word(std::string_view word);
  /// Takes a token of that kind or reports that it is missing; `where` says of what, "after the condition".
  bool expect(TokenKind kind, std::string_view where = {});
  /// Takes the closing mark of what `open` has opened or reports that it is missing.
  bool close(TokenKind kind, Span open);
  void skip_newlines();
  /// Skips ends of lines; returns the text of the doc comments among them, a line each.
  std::string take_docs();
  /// Skips newlines only if the token after them is of that kind.
  bool accept_past_newlines(TokenKind kind);
  /// Takes the next token, on this line or a later one, if it is of this kind.
  bool accept_on_any_line(TokenKind kind) { return accept(kind) || accept_past_newlines(kind); }

  /// Reports unless an earlier mistake is still unresolved; then silence until recover().
  std::optional<text::Finding> error(text::Code code, Span span, std::string_view fact = {},
                                     std::string_view fact2 = {});
  /// The same for a slip that one makes again and again: one finding with all its places for each `cause`.
  std::optional<text::Finding> slip(std::string_view cause, text::Code code, Span span, std::string_view fact = {},
                                    std::string_view fact2 = {});
  /// Reports a word of the language where a name is wanted; `is_value` if the word in quotes would do.
  void keyword_as_name(const Token& token, bool is_value = false);
  /// Reports that something else was expected at the next token.
  std::optional<text::Finding> unexpected(std::string_view expected);
  /// The same where a name was: dice such as `d6` look like one.
  void unexpected_name(std::string_view expected);
  /// Whether a new declaration seems to begin here, in the first column, although something is still open.
  [[nodiscard]] bool at_declaration() const;
  [[nodiscard]] bool failed() const { return failed_; }
  /// Whether an unclosed text, which the lexer has reported, contains a `}` after `open`, which is missing therefore.
  /// If so, further findings are suppressed.
  bool swallowed(Span open);
  /// Begins the silence after a mistake that was reported before.
  void give_up() { failed_ = true; }
  /// Ends the silence after a mistake.
  void recovered() { failed_ = false; }
  /// Moves on to the end of the line (or to `}`), over balanced braces that open on the way.
  void skip_line();
  /// Moves to the next line that begins with a word in the first column, or to the end.
  void skip_declaration();

  [[nodiscard]] text::Report& report() { return report_; }
  [[nodiscard]] const text::Sources& sources() const { return sources_; }

  /// While it lives, ends of lines are skipped (or, with `false`, count again).
  class Lines {
   public:
    Lines(Cursor& cursor, bool matter) : cursor_(cursor), before_(cursor.lines_matter_) {
      cursor.lines_matter_ = matter;
    }
    ~Lines() { cursor_.lines_matter_ = before_; }
    Lines(const Lines&) = delete;
    Lines& operator=(const Lines&) = delete;

   private:
    Cursor& cursor_;
    bool before_;
  };

 private:
  [[nodiscard]] std::size_t skipped(std::size_t at) const;
  void find_foreign_comments();
  void foreign_comment_at(std::size_t mark);
  bool is_foreign();
  bool is_foreign_mark(std::size_t at);
  bool is_foreign_word(std::size_t at);
  [[nodiscard]] std::optional<std::size_t> foreign_comment(std::size_t at) const;

  const text::Sources& sources_;
  std::vector<Token> tokens_;
  text::Report& report_;
  std::size_t at_ = 0;
  std::vector<std::size_t> closing_;  // of each parenthesis that opens; empty: not looked for yet
  std::size_t searched_ = 0;          // tokens before it were looked at by swallowed()
  std::optional<std::uint32_t> last_swallowing_;
  Span previous_;
  bool lines_matter_ = true;
  bool failed_ = false;
};

}  // namespace spoils::lang
