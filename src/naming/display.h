// naming/display.h
//
// Builds the name of a finished thing: selects the `display` and evaluates its text. It reads fields and draws nothing,
// so a name can be built at any time after the roll, or never.
#pragma once

#include <string>
#include <vector>

#include "program/draw_free.h"

namespace spoils::naming {

/// Builds names of things of one program. Not for two threads at once; cheap to make.
class Namer : public program::DrawFreeEvaluator<Namer> {
 public:
  /// `slots` holds the thing's fields and the inputs at the time when it was made; temporary texts go to `heap`.
  Namer(const program::Program& program, program::Word* slots, program::Heap& heap);

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

  void append_kept(std::string& out, program::RuleId made_by);
  bool append_display(std::string& out, const program::Display& display);
  bool holds(program::ExpressionId condition);
  void append_text(std::string& out, program::ExpressionId id);
  void append_parts(std::string& out, std::uint32_t first, std::uint32_t count);
  bool append_part_value(std::string& out, const program::TextPart& part);
  bool vanishes(std::uint32_t first, std::uint32_t count);
  void pluralise(std::string& out);
  program::Word quantity() const;

  const program::SlotId* quantity_slot_ = nullptr;
  program::SlotId quantity_ = 0;
  std::size_t noun_begin_ = 0;                   // the beginning of the part before a `~`
  program::Word noun_symbol_ = program::kUnset;  // the symbol that it shows, if it is one
};

}  // namespace spoils::naming
