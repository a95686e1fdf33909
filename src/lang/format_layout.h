// lang/format_layout.h
//
// The page that the formatter lays out: tokens on lines, lines in bodies. Each token gets a column of its own, as far
// left as the tokens before it allow, unless an alignment requires more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "lang/format_roles.h"
#include "text/source.h"

namespace spoils::lang {

/// Blanks for each level of nesting; a tab in the source counts as one level.
inline constexpr std::uint32_t kIndent = 2;

/// Blanks between the columns of a table, and before a comment that follows code.
inline constexpr std::uint32_t kColumnGap = 2;

class Layout {
 public:
  /// `tokens` are those of the source with comments and ends of lines; `file` is their tree, read without errors.
  Layout(const text::Sources& sources, const std::vector<Token>& tokens, const File& file);

  [[nodiscard]] std::string run();

 private:
  static constexpr std::size_t kNoLine = static_cast<std::size_t>(-1);

  // All columns count from 0, in columns of a terminal.
  struct Word {
    Token token;
    std::uint32_t width = 0;
    std::uint32_t was = 0;       // column in the source
    std::uint32_t at_least = 0;  // the least column that an alignment requires
    std::uint32_t column = 0;
    std::size_t line = 0;
    std::size_t partner = kNoToken;  // of a bracket: the other one
    std::size_t aligned = kNoToken;  // which group of tokens aligned by hand, if any
  };

  struct Line {
    enum class Kind : std::uint8_t {
      Start,         // begins a statement, row, ... of its body, or goes on with one after a block
      Continuation,  // goes on with what the line before began
      Closer,        // begins with the brace that closes a body
      Comment,       // has nothing but a comment
    };
    Kind kind = Kind::Start;
    std::size_t first = 0;
    std::size_t end = 0;       // after the last token
    std::size_t code_end = 0;  // the same without a comment
    std::size_t body = 0;      // the body that holds it
    std::size_t base = 0;      // of a continuation or closer: the line whose indentation it follows
    std::size_t placed = 0;    // tokens before this one have their columns
    std::uint32_t indent = 0;
    bool after_blank = false;
    bool in_columns = false;  // of a table
  };

  // The lines between two braces; the first body is the whole file.
  struct Body {
    std::size_t open = kNoToken;
    std::size_t opener = 0;  // the line from which it is set in
    std::size_t parent = 0;
    std::size_t last = kNoLine;  // its last line so far that continues no other
    std::vector<std::size_t> lines;
  };

  // Tokens are aligned by hand if these are equal. Figures end under each other, as do `=` and `+=`; all else begins
  // so.
  struct AlignmentKey {
    std::uint32_t edge = 0;  // column in the source
    bool by_begin = true;
    TokenKind kind = TokenKind::End;

    // From left to right; at the same column, groups aligned by their ends come first.
    friend bool operator<(const AlignmentKey& a, const AlignmentKey& b) {
      return std::tie(a.edge, a.by_begin, a.kind) < std::tie(b.edge, b.by_begin, b.kind);
    }
  };

  // Adjacent tokens of a line that form one cell, [first, end).
  struct Segment {
    std::size_t first = 0;
    std::size_t end = 0;
  };

  // format_layout.cpp: lines, bodies, columns of what is not in tables
  void read(const std::vector<Token>& tokens);
  void match_brackets();
  void find_bodies();
  void classify(std::size_t line, std::vector<std::size_t>& brackets, std::vector<std::size_t>& open);
  bool opens_body(std::size_t i) const;
  void settle_comments();
  void lay_out(std::size_t body);
  void lay_out_continuations(std::size_t body);
  std::uint32_t gap_before(std::size_t i) const;
  std::uint32_t gap_in_source(std::size_t i) const { return words_[i].was - words_[i - 1].was - words_[i - 1].width; }
  void begin_line(Line& line, std::uint32_t column);
  void place(Line& line, std::size_t end);
  std::uint32_t natural_column(std::size_t i) const;
  std::string written() const;

  // format_columns.cpp: tables
  void align_table(std::size_t body, const TableText& table);
  void align_rows(std::size_t body, const std::vector<Row>& rows, std::size_t columns);
  void align_grid(std::size_t body, const Declaration& grid);
  void align_names(std::size_t body, const Declaration& names);
  bool fills_line(std::size_t first, std::size_t body) const;
  Segment segment(const Expression& first, std::size_t end) const;
  std::uint32_t width(Segment segment) const;
  bool is_figure(Segment segment) const;
  struct RowLine;
  std::vector<RowLine> row_lines(std::size_t body, const std::vector<Row>& rows) const;
  void align_row_lines(const std::vector<RowLine>& lines, std::size_t columns, std::uint32_t indent);

  // format_alignment.cpp: what the author aligned by hand
  struct Aligned;
  void keep_alignments(std::size_t body);
  struct Alignments;
  void link(std::size_t token, Alignments& found);
  AlignmentKey alignment_key(std::size_t token) const;
  void align_comments();

  const text::Sources& sources_;
  std::vector<Word> words_;
  std::vector<Line> lines_;
  std::vector<Body> bodies_;
  std::vector<Token> tokens_;
  Roles roles_;
};

}  // namespace spoils::lang
