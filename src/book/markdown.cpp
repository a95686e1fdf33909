// book/markdown.cpp
//
// Writes blocks as Markdown. Characters that are markup are escaped, and code is put between more backticks than it
// contains, so that no text of a pack becomes markup.
#include "book/markdown.h"

#include <algorithm>

namespace spoils::book {

namespace {

// Returns the position of a mark that would begin a list, a heading or a rule: `- `, `1. `; if there is none, the
// length.
std::size_t mark_of_block(const std::string& text) {
  const auto digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == text.size()) { return text.size(); }
  const char c = text[digits];
  const bool ends = digits + 1 == text.size() || text[digits + 1] == ' ' || text[digits + 1] == c;
  const bool is_mark = digits > 0 ? c == '.' || c == ')' : c == '-' || c == '+' || c == '=';
  return is_mark && ends ? digits : text.size();
}

// Escapes the characters that are markup in Markdown or HTML.
std::string escaped_text(const std::string& text, bool begins_line) {
  std::string out;
  const auto block = begins_line ? mark_of_block(text) : text.size();
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_mark = i == block || c == '\\' || c == '`' || c == '*' || c == '_' || c == '[' || c == ']' ||
                         c == '<' || c == '>' || c == '|' || c == '~' || (c == '#' && i == 0) ||
                         (c == '&' && i + 1 < text.size() && text[i + 1] != ' ');
    if (is_mark) { out += '\\'; }
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

// Returns one backtick more than the longest run of them in a text, but at least `least`.
std::string longer_than_backticks(const std::string& text, std::size_t least) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return std::string(std::max(least, longest + 1), '`');
}

// Code is between more backticks than it contains; a pipe in a table ends the cell even there.
std::string code_text(const std::string& text, bool in_table) {
  std::string inner;
  for (const char c : text) {
    if (c == '|' && in_table) { inner += '\\'; }
    inner += c == '\n' ? ' ' : c;
  }
  const std::string fence = longer_than_backticks(inner, 1);
  return fence + (fence.size() > 1 ? " " : "") + inner + (fence.size() > 1 ? " " : "") + fence;
}

std::string line_text(const Line& line, bool in_table) {
  std::string out;
  for (const auto& run : line) {
    const bool begins_line = out.empty() && !in_table;
    std::string text;
    switch (run.kind) {
      case Run::Kind::Plain: text = escaped_text(run.text, begins_line); break;
      case Run::Kind::Code: text = code_text(run.text, in_table); break;
      case Run::Kind::Strong: text = "**" + escaped_text(run.text, false) + "**"; break;
      case Run::Kind::Emphasis: text = "*" + escaped_text(run.text, false) + "*"; break;
    }
    out += run.target.empty() ? text : "[" + text + "](#" + run.target + ")";
  }
  return out;
}

std::size_t columns_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

// Padded, so that the text is readable as a table in its source.
void append_markdown_table(std::string& out, const Block& block) {
  std::vector<std::vector<std::string>> texts(1);
  for (const auto& cell : block.head) { texts[0].push_back(line_text(cell.line, true)); }
  for (const auto& row : block.rows) {
    texts.emplace_back();
    for (const auto& cell : row) { texts.back().push_back(line_text(cell.line, true)); }
  }
  constexpr std::size_t kMostPadded = 40;
  std::vector<std::size_t> widths(block.head.size(), 3);
  for (const auto& row : texts) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], std::min(columns_of(row[i]), kMostPadded));
    }
  }
  const auto append_row = [&](const std::vector<std::string>& row) {
    out += '|';
    for (std::size_t i = 0; i < row.size(); ++i) {
      const auto used = columns_of(row[i]);
      const std::string blanks(widths[i] > used ? widths[i] - used : 0, ' ');
      out += ' ' + (block.head[i].is_number ? blanks + row[i] : row[i] + blanks) + " |";
    }
    out += '\n';
  };
  append_row(texts[0]);
  out += '|';
  for (std::size_t i = 0; i < block.head.size(); ++i) {
    out += block.head[i].is_number ? ' ' + std::string(widths[i] - 1, '-') + ": |"
                                   : ' ' + std::string(widths[i], '-') + " |";
  }
  out += '\n';
  for (std::size_t i = 1; i < texts.size(); ++i) { append_row(texts[i]); }
}

void append_markdown_block(std::string& out, const Block& block) {
  switch (block.kind) {
    case Block::Kind::Heading:
      out += std::string(static_cast<std::size_t>(block.level), '#') + ' ' + line_text(block.line, false) + '\n';
      break;
    case Block::Kind::Paragraph: out += line_text(block.line, false) + '\n'; break;
    case Block::Kind::Table: append_markdown_table(out, block); break;
    case Block::Kind::List:
      for (const auto& [depth, line] : block.items) {
        out += std::string(2 * static_cast<std::size_t>(depth), ' ') + "- " + line_text(line, false) + '\n';
      }
      break;
    case Block::Kind::Code: {
      const std::string fence = longer_than_backticks(block.text, 3);
      out += fence + "\n" + block.text + (block.text.empty() || block.text.back() != '\n' ? "\n" : "") + fence + '\n';
      break;
    }
  }
}

}  // namespace

std::string to_markdown(const Document& document) {
  std::string out;
  for (const auto& block : document.blocks) {
    if (!out.empty()) { out += '\n'; }
    append_markdown_block(out, block);
  }
  return out;
}

}  // namespace spoils::book
