// program/draw_free.h
//
// The evaluator of a reading that draws nothing: of names, of what a question asks of finished things, of what the
// state abstraction of odds compares. It has no way to answer for a draw. An expression that draws all the same ends in
// Fault::Kind::UnexpectedDraw, in every build, so a value that nothing drew can never pass for one that was; debug
// builds stop there, since the caller should have looked at Expression::draws first.
#pragma once

#include <cassert>

#include "program/evaluate.h"

namespace spoils::program {

template <class Reading>
class DrawFreeEvaluator : public Evaluator<Reading> {
 public:
  using Evaluator<Reading>::Evaluator;

  bool draw_chance(const number::Rational&, Word) {
    refuse(this->drawing_);
    return false;
  }
  Word draw_range(Word, Word) {
    refuse(this->drawing_);
    return 0;
  }
  Word draw_dice(Word, Word) {
    refuse(this->drawing_);
    return 0;
  }
  std::int32_t draw_row(std::uint32_t, ExpressionId id) {
    refuse(id);
    return -1;
  }
  std::int32_t draw_choice(std::uint32_t, ExpressionId id) {
    refuse(id);
    return -1;
  }
  std::size_t draw_member(std::size_t) {
    refuse(this->drawing_);
    return 0;
  }
  void draw_order(std::vector<Word>&, ValueKind) { refuse(this->drawing_); }
  std::vector<std::uint32_t> draw_distinct(const Distinct&, std::size_t, ExpressionId id) {
    refuse(id);
    return {};
  }
  Word world_def(std::uint32_t, ExpressionId id) {
    refuse(id);
    return 0;
  }

 private:
  void refuse(ExpressionId id) {
    assert(false && "an expression that draws was given to a reading that draws nothing");
    this->fail(Fault::Kind::UnexpectedDraw, id);
  }
};

}  // namespace spoils::program
