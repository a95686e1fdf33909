// service/tokens.cpp
//
// The pieces of a text with their meanings: the tokens of the lexer, and inside of texts the names in their holes.
// Names come from the index; a word that it does not know is one of the language if it may be one.
#include <algorithm>

#include "lang/aggregates.h"
#include "service/answers.h"
#include "service/words.h"

namespace spoils::service {

using lang::TokenKind;

namespace {

bool is_inner_word(std::string_view word) {
  const auto has = [&](const auto& words) { return std::find(words.begin(), words.end(), word) != words.end(); };
  return has(kInnerWords) || has(kBeforeDeclarations) || has(lang::kDeclarationWords);
}

}  // namespace

std::vector<TextToken> tokens_of(const Project& project, std::uint32_t number) {
  std::vector<TextToken> out;
  const auto& index = project.names();
  const auto& file = *project.files[number].parsed;
  const auto& list = index.uses_in(number);
  auto next = list.begin();
  const auto add_word = [&](const Use& use) {
    out.push_back({{use.begin, use.end}, TokenClass::Word, index.names()[use.name].kind, use.declares});
  };
  for (const auto& token : file.tokens) {
    const auto range = range_of(token.span);
    while (next != list.end() && index.uses()[*next].end <= range.begin) { ++next; }
    const auto* use = next == list.end() ? nullptr : &index.uses()[*next];
    const auto add = [&](TokenClass kind) { out.push_back({range, kind, WordKind::Keyword, false}); };
    switch (token.kind) {
      case TokenKind::Number: add(TokenClass::Number); break;
      case TokenKind::Dice: add(TokenClass::Dice); break;
      case TokenKind::Comment: add(TokenClass::Comment); break;
      case TokenKind::Doc: add(TokenClass::Documentation); break;
      case TokenKind::Text: {
        // A text with holes is cut at the names in them.
        auto at = range.begin;
        for (; next != list.end() && index.uses()[*next].end <= range.end; ++next) {
          const auto& inner = index.uses()[*next];
          if (inner.begin > at) { out.push_back({{at, inner.begin}, TokenClass::Text, WordKind::Keyword, false}); }
          add_word(inner);
          at = inner.end;
        }
        if (at < range.end) { out.push_back({{at, range.end}, TokenClass::Text, WordKind::Keyword, false}); }
        break;
      }
      case TokenKind::Name:
      case TokenKind::Symbol:
        if (use != nullptr && use->begin >= range.begin && use->end <= range.end) {
          out.push_back({range, TokenClass::Word, index.names()[use->name].kind, use->declares});
        } else if (is_inner_word(file.text(token))) {
          add(TokenClass::Word);
        }
        break;
      default:
        if (lang::is_keyword(token.kind)) { add(TokenClass::Word); }
        break;
    }
  }
  return out;
}

// Braces, brackets and parentheses over several lines, and runs of comments.
std::vector<Fold> folds_of(const ParsedFile& file) {
  std::vector<Fold> out;
  const auto& source = file.sources[0];
  const auto line = [&](std::size_t offset) { return source.line_of(static_cast<std::uint32_t>(offset)); };
  std::vector<std::size_t> open;
  std::optional<ByteRange> comment;
  const auto end_comment = [&] {
    if (comment && line(comment->begin) < line(comment->end - 1)) { out.push_back({*comment, true}); }
    comment.reset();
  };
  for (const auto& token : file.tokens) {
    const auto range = range_of(token.span);
    switch (token.kind) {
      case TokenKind::OpenBrace:
      case TokenKind::OpenParen:
      case TokenKind::OpenBracket: open.push_back(range.begin); break;
      case TokenKind::CloseBrace:
      case TokenKind::CloseParen:
      case TokenKind::CloseBracket:
        if (!open.empty()) {
          if (line(open.back()) < line(range.begin)) { out.push_back({{open.back(), range.end}, false}); }
          open.pop_back();
        }
        break;
      default: break;
    }
    const bool is_comment = token.kind == TokenKind::Comment || token.kind == TokenKind::Doc;
    if (is_comment && comment && line(range.begin) == line(comment->end - 1) + 1) {
      comment->end = range.end;
    } else if (is_comment) {
      end_comment();
      comment = range;
    } else if (token.kind != TokenKind::Newline) {
      end_comment();
    }
  }
  end_comment();
  std::sort(out.begin(), out.end(), [](const Fold& a, const Fold& b) { return a.range.begin < b.range.begin; });
  return out;
}

}  // namespace spoils::service
