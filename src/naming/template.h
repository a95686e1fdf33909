// naming/template.h
//
// Displays compiled to templates: flat sequences of pieces (literal texts, slots, jumps) in the place of the trees of
// their conditions and texts. Articles, plurals and vanishing parts are pieces; the plural of each literal and symbol
// is made once. A value that is no plain slot, and a condition that compares more than slots with constants, stays a
// tree, which its piece names. A program is compiled once for all namers of a pack (naming/display.h), which run the
// pieces. Tests: tests/naming/template_test.cpp, tests/mutants/names.toml.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "program/program.h"

namespace spoils::naming {

/// Characters among those of the templates.
struct Words {
  std::uint32_t at = 0;
  std::uint32_t size = 0;
};

/// Returns the plural of a symbol that is shown as this text.
[[nodiscard]] std::string plural_of(const program::SymbolName& name, std::string shown);

/// One step in building a name. A jump goes to the piece `target`.
struct Piece {
  enum class Kind : std::uint8_t {
    Literal,         // `words`, whose plural is `plural`
    Symbol,          // the symbol in the slot, or nothing
    Integer,         // the integer in the slot; 0 if it is unset
    Signed,          // the same with its sign
    SlotValue,       // what the slot holds, of `type`: a flag, text, list or map
    Value,           // the value of the expression
    SignedValue,     // the same of an integer, with its sign
    Number,          // the value of an expression that takes two words
    StoredValue,     // what KeepOrJump has stored in `slot`, which counts as if it were evaluated again
    JumpIfUnset,     // the slot is unset
    JumpIfEmpty,     // the slot is unset, or a text or list without members
    KeepOrJump,      // stores the value of the expression in `slot`; jumps if it has none or an empty one
    JumpIfNoNumber,  // the expression, which takes two words, has no value
    BeginArticle,    // the place of an article or number of the part `slot`: 0, or 1 for an optional one
    EndArticle,      // the end of that part: the article follows from what was written since
    Plural,          // makes the last written piece plural if there are several things
    Jump,
    JumpIfEqual,  // the word of the slot is `first`
    JumpIfNotEqual,
    JumpIfWithin,  // the integer in the slot, 0 if it is unset, is in first..last
    JumpIfNotWithin,
    JumpIfNot,  // the expression does not hold, or fails
    Whole,      // the text of a whole display, given by an expression
    MadeBy,     // the name of the rule that made the thing
    End,
  };
  Kind kind = Kind::End;
  program::ValueType type;
  program::SlotId slot = 0;
  program::ExpressionId expression = program::kNone;
  std::uint32_t target = 0;
  Words words;
  Words plural;
  program::Word first = 0;
  program::Word last = 0;
};

class Templates {
 public:
  /// Cost: linear in the displays and symbols of the program. The program need not outlive this.
  explicit Templates(const program::Program& program);

  /// Returns the first piece for things whose name depends on `shown`, as the hidden field of that name says.
  [[nodiscard]] const Piece* begin(program::Word shown) const {
    return &pieces_[shown == program::kUnset ? common_ : of_rule_[static_cast<std::size_t>(shown & 0xFFFFFFFF)]];
  }
  [[nodiscard]] const Piece* piece(std::uint32_t number) const { return &pieces_[number]; }
  [[nodiscard]] const std::vector<Piece>& pieces() const { return pieces_; }

  /// Whether a value or condition goes through a list, so that a computer of values pays (naming/display.h).
  [[nodiscard]] bool have_folds() const { return have_folds_; }

  /// How many values KeepOrJump stores at most.
  [[nodiscard]] std::size_t stored_values() const { return stored_values_; }

  /// Reading up to kPadding bytes more is allowed, so that texts are copied in blocks of this size.
  static constexpr std::size_t kPadding = 16;
  [[nodiscard]] const char* characters(Words words) const { return characters_.data() + words.at; }

  struct SymbolWords {
    Words singular;
    Words plural;  // as after a `~`
  };
  [[nodiscard]] const SymbolWords& symbol(program::Word symbol) const {
    return symbols_[static_cast<std::size_t>(symbol)];
  }

 private:
  friend class TemplateCompiler;

  std::vector<Piece> pieces_;
  std::vector<std::uint32_t> of_rule_;  // the first piece for each rule that shows
  std::uint32_t common_ = 0;            // the first piece where no rule shows
  std::vector<SymbolWords> symbols_;
  std::string characters_;
  std::size_t stored_values_ = 0;
  bool have_folds_ = false;
};

}  // namespace spoils::naming
