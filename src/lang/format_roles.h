// lang/format_roles.h
//
// The roles that the formatter reads from the tree: for each token what its neighbours do not tell (is this minus a
// sign, does this brace hold a set or statements, does a row begin here), and where the tables are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lang/token.h"
#include "lang/tree.h"

namespace spoils::lang {

inline constexpr std::size_t kNoToken = static_cast<std::size_t>(-1);

[[nodiscard]] inline bool is_comment(TokenKind kind) { return kind == TokenKind::Comment || kind == TokenKind::Doc; }

struct Role {
  enum class Brace : std::uint8_t {
    None,        // no opening brace
    Elements,    // {a, b}: no blanks inside
    Rows,        // {3 a; 1 b}: the same, but lines inside may be rows
    Arms,        // of a match that gives a value; the same
    Table,       // of a table, grid or names
    Cases,       // of a match that does something
    Statements,  // of a rule, if, repeat...
  };
  Brace brace = Brace::None;
  bool starts = false;       // the first token of a declaration, statement, arm, row, outcome or entry
  bool resumes = false;      // goes on with a statement after one of its blocks: its else, its while
  bool joins_left = false;   // no blank before it
  bool joins_right = false;  // no blank after it
  bool apart_left = false;   // a blank before it, and
  bool apart_right = false;  // after it, whatever it is
};

/// A table in the text: of a declaration, or rows without a name.
struct TableText {
  std::size_t open = kNoToken;               // its brace
  const Declaration* declaration = nullptr;  // nothing for rows without a name
  const std::vector<Row>* rows = nullptr;    // nothing for names
};

struct Roles {
  std::vector<Role> of;           // by index of the token
  std::vector<TableText> tables;  // in the order of the text
};

/// Returns the index of the token that begins at `offset`, or kNoToken.
[[nodiscard]] std::size_t token_at(const std::vector<Token>& tokens, std::uint32_t offset);

/// Requires: `tokens` are those of the file, in order, without ends of lines; the file was read without errors.
/// The result points into the file.
[[nodiscard]] Roles find_roles(const std::vector<Token>& tokens, const File& file);

}  // namespace spoils::lang
