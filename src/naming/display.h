// naming/display.h
//
// Builds the name of a finished thing by running the pieces of its display (naming/template.h). It reads fields and
// draws nothing, so a name can be built at any time after the roll, or never. Tests: tests/naming, tests/packs.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "naming/name_buffer.h"
#include "naming/template.h"
#include "program/draw_free.h"

namespace spoils::naming {

/// Computes values of a thing quicker than a walk over their trees does; the same values, for the same work.
class ValueComputer {
 public:
  virtual ~ValueComputer() = default;
  /// Returns the word of an expression that takes one word and draws nothing. It reads the slots of the namer, and adds
  /// texts and lists to its heap; what it takes is taken from `work`. Returns nothing after any fault.
  virtual std::optional<program::Word> compute(program::ExpressionId id, std::uint64_t& work) = 0;
};

/// The slots and expressions that names of things read, whichever display applies; each perhaps several times. A name
/// depends on nothing else but the rule that made the thing.
struct NameReads {
  std::vector<program::SlotId> slots;
  std::vector<program::ExpressionId> expressions;
};

/// Requires: the templates are those of the program. Cost: linear in the templates.
[[nodiscard]] NameReads reads_of_names(const program::Program& program, const Templates& templates);

/// Builds names of things of one program. Not for two threads at once; cheap to make if the templates are shared.
class Namer : public program::DrawFreeEvaluator<Namer> {
 public:
  /// `slots` holds the thing's fields and the inputs at the time when it was made; temporary texts go to `heap`.
  /// `templates` are those of the program, and outlive this; null: it compiles its own for the first name. `computer`
  /// outlives this; null: values are computed by their trees.
  Namer(const program::Program& program, program::Word* slots, program::Heap& heap,
        const Templates* templates = nullptr, ValueComputer* computer = nullptr);

  /// Appends the name of the thing in the slots: by the display of the rule that worked on it (the outermost that has
  /// one), else by a display of the whole pack, else its kind, else the rule that made it.
  /// A display that faults (an overflow in a hole) shows nothing in that place; a condition that faults does not hold.
  void append_name(std::string& out, program::RuleId made_by);

  /// A part of a sum.
  struct Term {
    std::string name;  // of a def, a slot or a member of a list; "": its text at the place
    Span place;
    number::Rational value;
  };
  /// Returns the parts of the outermost sum of a measure that are not 0; none if it is no sum or has no value.
  std::vector<Term> terms(program::ExpressionId id);

 private:
  void add_terms(program::ExpressionId id, bool is_negative, bool is_part, std::vector<Term>& out);
  void add_members(const program::Fold& fold, bool is_negative, std::vector<Term>& out);

  /// A value that the test of an optional part has computed for the part, with what that cost.
  struct Stored {
    program::Word value = 0;
    std::uint64_t work = 0;
    std::size_t heap_bytes = 0;
  };

  void run(const Piece* piece, program::RuleId made_by);
  program::Word value_of(program::ExpressionId id);
  bool holds(program::ExpressionId condition);
  bool keep(const Piece& piece);
  [[nodiscard]] bool is_empty(program::ValueType type, program::Word value) const;
  void begin_noun() {
    noun_begin_ = buffer_.size();
    noun_symbol_ = program::kUnset;
    noun_has_plural_ = false;
  }
  void put_symbol(program::Word symbol);
  void put_integer(program::Word value, bool is_signed);
  void put_value(program::ValueType type, program::Word value);
  void put_evaluated(const Piece& piece, bool is_signed);
  void put_shown(const Piece& piece, program::Word value, bool is_signed);
  void put_number(program::ExpressionId id);
  void put_stored(const Piece& piece);
  void put_article(std::size_t at);
  void make_noun_plural();
  [[nodiscard]] program::Word quantity() const;

  [[nodiscard]] const Templates& templates();

  std::unique_ptr<const Templates> own_templates_;  // null if they are shared
  const Templates* templates_ = nullptr;            // null: made with the first name
  NameBuffer buffer_;
  std::string scratch_;  // for texts that take the slower way
  std::vector<Stored> stored_;
  std::size_t saved_heap_bytes_ = 0;  // that a second evaluation of stored values would have taken
  ValueComputer* computer_ = nullptr;
  bool is_quick_ = true;  // stores values, and uses the computer
  bool has_quantity_ = false;
  program::SlotId quantity_ = 0;
  std::array<std::size_t, 2> article_at_{};      // of the whole text, and of an optional part
  std::size_t noun_begin_ = 0;                   // the beginning of the piece before a `~`
  program::Word noun_symbol_ = program::kUnset;  // the symbol that it shows, if it is one
  bool noun_has_plural_ = false;                 // its plural is known: it is
  Words noun_plural_;
};

}  // namespace spoils::naming
