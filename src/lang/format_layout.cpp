// lang/format_layout.cpp
//
// Lays out the formatted page: cuts tokens into lines, finds the bodies between braces, and assigns a column to each
// token line by line. Tables and alignment by hand are in format_columns.cpp and format_alignment.cpp.
#include "lang/format_layout.h"

#include <algorithm>
#include <map>
#include <utility>

#include "text/plain/utf8.h"

namespace spoils::lang {

using Brace = Role::Brace;

Layout::Layout(const text::Sources& sources, const std::vector<Token>& tokens, const File& file) : sources_(sources) {
  read(tokens);
  roles_ = find_roles(tokens_, file);
  match_brackets();
  find_bodies();
  settle_comments();
}

// Cuts the tokens into lines and records their columns in the source.
void Layout::read(const std::vector<Token>& tokens) {
  if (tokens.empty()) { return; }
  const auto bytes = sources_[tokens[0].span.source].bytes();
  std::uint32_t at = 0;
  std::uint32_t column = 0;
  std::uint32_t line_ends = 0;  // since the last token
  for (const auto& token : tokens) {
    if (token.kind == TokenKind::Newline || token.kind == TokenKind::End) { continue; }
    for (; at < token.span.begin; ++at) {
      if (bytes[at] == '\n') {
        ++line_ends;
        column = 0;
      } else if (bytes[at] == '\t') {
        column += kIndent - column % kIndent;
      } else if (bytes[at] == ' ') {
        ++column;
      }
    }
    if (lines_.empty() || line_ends > 0) {
      Line line;
      line.first = words_.size();
      line.after_blank = !lines_.empty() && line_ends > 1;
      lines_.push_back(line);
    }
    line_ends = 0;
    Word word;
    word.token = token;
    word.width = static_cast<std::uint32_t>(text::display_width(sources_.text(token.span)));
    word.was = column;
    word.line = lines_.size() - 1;
    auto& line = lines_.back();
    line.end = words_.size() + 1;
    line.code_end = is_comment(token.kind) ? words_.size() : words_.size() + 1;
    column += word.width;
    at = token.span.end;
    words_.push_back(word);
    tokens_.push_back(token);
  }
}

void Layout::match_brackets() {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    switch (words_[i].token.kind) {
      case TokenKind::OpenParen:
      case TokenKind::OpenBracket:
      case TokenKind::OpenBrace: open.push_back(i); break;
      case TokenKind::CloseParen:
      case TokenKind::CloseBracket:
      case TokenKind::CloseBrace:
        if (open.empty()) { break; }
        words_[i].partner = open.back();
        words_[open.back()].partner = i;
        roles_.of[i].brace = roles_.of[open.back()].brace;
        open.pop_back();
        break;
      default: break;
    }
  }
}

// Statements are always set in by their braces. Rows and arms are if the first of them begins a line of its own;
// otherwise they continue the line of the brace: `== {27 potion, 30 scroll,`.
bool Layout::opens_body(std::size_t i) const {
  const auto brace = roles_.of[i].brace;
  if (words_[i].token.kind != TokenKind::OpenBrace || brace == Brace::None || brace == Brace::Elements) {
    return false;
  }
  const auto& line = lines_[words_[i].line];
  return brace == Brace::Statements || i + 1 == line.code_end;
}

void Layout::find_bodies() {
  bodies_.emplace_back();
  std::vector<std::size_t> brackets;
  std::vector<std::size_t> open{0};
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    classify(i, brackets, open);
    bodies_[lines_[i].body].lines.push_back(i);
  }
}

void Layout::classify(std::size_t index, std::vector<std::size_t>& brackets, std::vector<std::size_t>& open) {
  auto& line = lines_[index];
  const auto& role = roles_.of[line.first];
  line.body = open.back();
  const bool directly = brackets.empty() ? open.back() == 0 : brackets.back() == bodies_[open.back()].open;
  const auto partner = words_[line.first].partner;
  if (line.first == line.code_end) {
    line.kind = Line::Kind::Comment;
  } else if (words_[line.first].token.kind == TokenKind::CloseBrace && partner != kNoToken && opens_body(partner)) {
    line.kind = Line::Kind::Closer;
    line.body = bodies_[open.back()].parent;
    line.base = bodies_[open.back()].opener;
  } else if (!directly || (!role.starts && !role.resumes)) {
    line.kind = Line::Kind::Continuation;
    const auto& body = bodies_[line.body];
    line.base = body.last == kNoLine ? body.opener : body.last;
  }
  if (line.kind == Line::Kind::Start || line.kind == Line::Kind::Closer) { bodies_[line.body].last = index; }
  for (auto i = line.first; i < line.code_end; ++i) {
    if (words_[i].partner == kNoToken) { continue; }
    if (words_[i].partner > i) {
      brackets.push_back(i);
      if (!opens_body(i)) { continue; }
      Body body;
      body.open = i;
      // The body of a block is indented from the first line of its statement, however long the head is; the arms and
      // rows of a value are indented from the line that opens the value.
      const bool of_value = roles_.of[i].brace == Brace::Arms || roles_.of[i].brace == Brace::Rows;
      body.opener = line.kind == Line::Kind::Continuation && !of_value ? line.base : index;
      body.parent = open.back();
      open.push_back(bodies_.size());
      bodies_.push_back(std::move(body));
    } else {
      if (opens_body(words_[i].partner)) { open.pop_back(); }
      brackets.pop_back();
    }
  }
}

// A comment on a line of its own goes with the next line of code: if that continues a statement, so does the comment.
void Layout::settle_comments() {
  const Line* next = nullptr;
  for (auto line = lines_.rbegin(); line != lines_.rend(); ++line) {
    if (line->kind != Line::Kind::Comment) {
      next = &*line;
    } else if (next != nullptr && next->kind == Line::Kind::Continuation && next->body == line->body) {
      line->kind = Line::Kind::Continuation;
      line->base = next->base;
    }
  }
}

// The blanks between a token and the one before it on the line, if nothing is aligned.
std::uint32_t Layout::gap_before(std::size_t i) const {
  const auto left = words_[i - 1].token.kind;
  const auto right = words_[i].token.kind;
  if (is_comment(right)) { return kColumnGap; }
  if (roles_.of[i - 1].apart_right || roles_.of[i].apart_left) { return 1; }
  if (roles_.of[i - 1].joins_right || roles_.of[i].joins_left) { return 0; }
  switch (right) {
    case TokenKind::Comma:
    case TokenKind::Semicolon:
    case TokenKind::Colon:
    case TokenKind::CloseParen:
    case TokenKind::CloseBracket:
    case TokenKind::Percent:
    case TokenKind::DotDot:
    case TokenKind::Caret: return 0;
    default: break;
  }
  switch (left) {
    case TokenKind::OpenParen:
    case TokenKind::OpenBracket:
    case TokenKind::DotDot:
    case TokenKind::Caret: return 0;
    default: break;
  }
  const auto holds_elements = [this](std::size_t brace) {
    return roles_.of[brace].brace == Brace::Elements || roles_.of[brace].brace == Brace::Rows;
  };
  if (left == TokenKind::OpenBrace && holds_elements(i - 1)) { return 0; }
  if (right == TokenKind::CloseBrace && holds_elements(i)) { return 0; }
  return 1;
}

void Layout::begin_line(Line& line, std::uint32_t column) {
  auto& word = words_[line.first];
  line.indent = column;
  word.column = std::max(column, word.at_least);
  line.placed = line.first + 1;
}

// Places the tokens of a line before `end`.
void Layout::place(Line& line, std::size_t end) {
  for (; line.placed < end; ++line.placed) {
    words_[line.placed].column = std::max(natural_column(line.placed), words_[line.placed].at_least);
  }
}

// The column of a token without an alignment. Requires: the token before it is placed.
std::uint32_t Layout::natural_column(std::size_t i) const {
  return words_[i - 1].column + words_[i - 1].width + gap_before(i);
}

void Layout::lay_out(std::size_t index) {
  const auto& body = bodies_[index];
  const auto indent = index == 0 ? 0 : lines_[body.opener].indent + kIndent;
  for (const auto i : body.lines) { lines_[i].indent = indent; }
  const auto table = std::lower_bound(roles_.tables.begin(), roles_.tables.end(), body.open,
                                      [](const TableText& a, std::size_t open) { return a.open < open; });
  if (table != roles_.tables.end() && table->open == body.open) { align_table(index, *table); }
  for (const auto i : body.lines) {
    auto& line = lines_[i];
    if (line.kind == Line::Kind::Start || line.kind == Line::Kind::Comment) { begin_line(line, indent); }
  }
  keep_alignments(index);
  for (const auto i : body.lines) {
    auto& line = lines_[i];
    if (line.kind == Line::Kind::Start) { place(line, line.code_end); }
  }
  lay_out_continuations(index);
}

// A continuation that began in the column of an earlier token of its statement stays aligned with that token; any
// other keeps its distance from the first line of the statement.
void Layout::lay_out_continuations(std::size_t index) {
  struct Stood {
    TokenKind kind;
    std::uint32_t column;
  };
  using Columns = std::map<std::uint32_t, Stood>;  // column in the source, and now
  const auto note = [this](const Line& line, std::size_t from, Columns& columns) {
    for (auto i = from; i < line.code_end; ++i) {
      columns.insert_or_assign(words_[i].was, Stood{words_[i].token.kind, words_[i].column});
    }
  };
  Columns statement;  // tokens of the statement so far, without its first: that is where statements begin
  Columns above;      // tokens of the line above
  const auto begin = [&](const Line& line) {
    statement.clear();
    above.clear();
    note(line, line.first + 1, statement);
    note(line, line.first + 1, above);
  };
  if (index != 0) { begin(lines_[bodies_[index].opener]); }
  for (const auto i : bodies_[index].lines) {
    auto& line = lines_[i];
    if (line.kind == Line::Kind::Comment) { continue; }
    if (line.kind == Line::Kind::Closer) {
      begin_line(line, lines_[line.base].indent);
      place(line, line.code_end);
    }
    if (line.kind != Line::Kind::Continuation) {
      begin(line);
      continue;
    }
    const auto& first = words_[line.first];
    const auto base_was = words_[lines_[line.base].first].was;
    const auto base_column = words_[lines_[line.base].first].column;
    const bool closes = first.partner < line.first;
    const auto anchor = statement.find(first.was);
    if (first.was <= base_was) {
      begin_line(line, base_column + (closes ? 0 : kIndent));
    } else if (anchor != statement.end() && first.was != base_was + kIndent) {
      begin_line(line, anchor->second.column);
    } else {
      begin_line(line, base_column + first.was - base_was);
    }
    for (auto at = line.first + 1; at < line.code_end; ++at) {
      const auto over = above.find(words_[at].was);
      if (over != above.end() && over->second.kind == words_[at].token.kind && gap_before(at) == 1 &&
          gap_in_source(at) > 1) {
        words_[at].at_least = over->second.column;
      }
    }
    place(line, line.code_end);
    if (line.first == line.code_end) { continue; }
    note(line, line.first, statement);
    above.clear();
    note(line, line.first, above);
  }
}

std::string Layout::run() {
  for (std::size_t body = 0; body < bodies_.size(); ++body) { lay_out(body); }
  align_comments();
  return written();
}

std::string Layout::written() const {
  std::string out;
  for (const auto& line : lines_) {
    if (line.after_blank) { out += '\n'; }
    std::uint32_t column = 0;
    for (auto i = line.first; i < line.end; ++i) {
      out.append(words_[i].column - column, ' ');
      out += sources_.text(words_[i].token.span);
      column = words_[i].column + words_[i].width;
    }
    out += '\n';
  }
  return out;
}

}  // namespace spoils::lang
