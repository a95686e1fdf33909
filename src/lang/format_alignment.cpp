// lang/format_alignment.cpp
//
// Keeps alignment by hand. A token counts as aligned if one of the lines directly above has a token of its kind in
// the same column and one of the two had more blanks before it than it needs; both then move to the first column that
// has room for both. Comments after code count as aligned if they began in the same column, whatever the blanks
// before them.
#include <algorithm>
#include <map>

#include "lang/format_layout.h"

namespace spoils::lang {

// Tokens that move together.
struct Layout::Aligned {
  AlignmentKey key;
  std::vector<std::size_t> tokens;
};

struct Layout::Alignments {
  std::vector<Aligned> groups;
  std::map<AlignmentKey, std::size_t> last;  // the last token at each place, since a blank line
};

Layout::AlignmentKey Layout::alignment_key(std::size_t token) const {
  const auto& word = words_[token];
  switch (word.token.kind) {
    case TokenKind::Assign:
    case TokenKind::PlusAssign:
    case TokenKind::MinusAssign: return {word.was + word.width, false, TokenKind::Assign};
    case TokenKind::Number: return {word.was + word.width, false, TokenKind::Number};
    case TokenKind::NotEqual:
    case TokenKind::Less:
    case TokenKind::LessEqual:
    case TokenKind::Greater:
    case TokenKind::GreaterEqual:
    case TokenKind::In: return {word.was, true, TokenKind::EqualEqual};
    case TokenKind::Name:
      if (sources_.text(word.token.span) == "about") { return {word.was, true, TokenKind::EqualEqual}; }
      break;
    default: break;
  }
  return {word.was, true, word.token.kind};
}

void Layout::link(std::size_t token, Alignments& found) {
  const auto is_wide = [this](std::size_t i) { return gap_in_source(i) > 1; };
  if (gap_before(token) != 1) { return; }
  const auto key = alignment_key(token);
  const auto [above, is_first] = found.last.try_emplace(key, token);
  if (is_first) { return; }
  if (is_wide(above->second) || is_wide(token)) {
    auto& group = words_[above->second].aligned;
    if (group == kNoToken) {
      group = found.groups.size();
      found.groups.push_back({key, {above->second}});
    }
    found.groups[group].tokens.push_back(token);
    words_[token].aligned = group;
  }
  above->second = token;
}

void Layout::keep_alignments(std::size_t body) {
  Alignments found;
  std::size_t previous = 0;
  for (const auto i : bodies_[body].lines) {
    const auto& line = lines_[i];
    const bool follows = i == previous + 1 && !line.after_blank;
    previous = i;
    if (!follows || line.kind == Line::Kind::Closer) { found.last.clear(); }
    if (line.kind != Line::Kind::Start || line.in_columns) { continue; }
    for (auto token = line.first + 1; token < line.code_end; ++token) { link(token, found); }
  }
  // Groups further left in the source are placed first, because everything to their right moves along.
  std::stable_sort(found.groups.begin(), found.groups.end(),
                   [](const Aligned& a, const Aligned& b) { return a.key < b.key; });
  for (const auto& group : found.groups) {
    const auto offset = [&](std::size_t token) { return group.key.by_begin ? 0 : words_[token].width; };
    std::uint32_t edge = 0;
    for (const auto i : group.tokens) {
      place(lines_[words_[i].line], i);
      edge = std::max(edge, natural_column(i) + offset(i));
    }
    for (const auto i : group.tokens) { words_[i].at_least = edge - offset(i); }
  }
}

void Layout::align_comments() {
  std::size_t begin = 0;
  std::uint32_t column = 0;
  const auto finish = [&](std::size_t end) {
    for (auto i = begin; i < end; ++i) { words_[lines_[i].code_end].column = column; }
    begin = end;
    column = 0;
  };
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const auto& line = lines_[i];
    const auto comment = line.code_end;
    const bool has_comment = comment < line.end;
    const bool has_code = line.first < comment;
    const bool continues =
        begin < i && has_comment && !line.after_blank && words_[lines_[i - 1].code_end].was == words_[comment].was;
    if (!continues) { finish(i); }
    if (!has_comment || (!has_code && begin == i)) {
      begin = i + 1;
      continue;
    }
    if (!has_code) { continue; }  // the comment after the code above goes on
    column = std::max(column, natural_column(comment));
    // More blanks than needed were put there to reach a column; it moves with the line.
    const auto& first = words_[line.first];
    if (gap_in_source(comment) > kColumnGap && words_[comment].was + first.column > first.was) {
      column = std::max(column, words_[comment].was + first.column - first.was);
    }
  }
  finish(lines_.size());
}

}  // namespace spoils::lang
