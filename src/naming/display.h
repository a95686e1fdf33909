// naming/display.h
//
// The name of a finished thing: which `display` applies, and what its text becomes. Reads fields and draws nothing, so
// a name can be asked for at any time after the roll, or never.
#pragma once

#include <string>
#include <string_view>

#include "program/evaluate.h"

namespace spoils::naming {

/// Builds names of things of one program. Not for two threads at once; cheap to make.
class Namer : public program::Evaluator<Namer> {
 public:
  /// `slots` holds the thing's fields and the inputs in force when it was made; names computed on the way go to `heap`.
  Namer(const program::Program& program, program::Word* slots, program::Heap& heap);

  /// Appends the name of the thing in the slots: by the display of the rule that worked on it (the outermost that has
  /// one), else by a display of the whole pack, else its kind, else the rule that made it.
  /// A display that faults (an overflow in a hole) shows nothing in that place.
  void append_name(std::string& out, program::RuleId made_by);

  /// Appends another text of the thing ("unidentified"); false if the pack has none that applies.
  bool append_variant(std::string& out, std::string_view variant);

  // A display draws nothing: the checker saw to it.
  bool draw_chance(const number::Rational&, program::Word) { return false; }
  program::Word draw_range(program::Word first, program::Word) { return first; }
  program::Word draw_dice(program::Word count, program::Word) { return count; }
  std::int32_t draw_row(std::uint32_t, program::ExpressionId) { return -1; }
  std::int32_t draw_choice(std::uint32_t, program::ExpressionId) { return -1; }
  std::size_t draw_member(std::size_t) { return 0; }
  program::Word settle(std::uint32_t) { return program::kUnset; }

 private:
  void append_kept(std::string& out, program::RuleId made_by);
  bool append_display(std::string& out, const program::Display& display);
  void append_text(std::string& out, program::ExpressionId id);
  void append_parts(std::string& out, std::uint32_t first, std::uint32_t count);
  bool append_part_value(std::string& out, const program::TextPart& part);
  bool vanishes(std::uint32_t first, std::uint32_t count);
  void pluralise(std::string& out);
  program::Word quantity() const;

  const program::SlotId* quantity_slot_ = nullptr;
  program::SlotId quantity_ = 0;
  std::size_t noun_begin_ = 0;                   // where the part before a `~` begins
  program::Word noun_symbol_ = program::kUnset;  // the symbol that it shows, if it is one
};

}  // namespace spoils::naming
