// odds/draws_one_by_one.h
//
// Writes statements that draw again and again in one expression as several statements, between which states are joined:
// `hits = count(i in 1..12 where d6 >= 5)` has 6^12 ways as one expression, and 13 states as a loop. A roll of the
// program draws the same in the same order, so its odds are the same. Program transformation: Jones, Gomard, Sestoft,
// Partial Evaluation and Automatic Program Generation, 1993 (to A-normal form: Flanagan and others, PLDI 1993).
//
// Tests: tests/odds/draws_one_by_one_test.cpp, tests/mutants/draws_one_by_one.toml.
#pragma once

#include "program/program.h"

namespace spoils::odds {

/// Writes folds that draw as loops, where they are evaluated once, as a part of a statement of a rule, and nothing that
/// stays in the expression draws before them; and keeps what a list gets in a variable first, where that is drawn.
/// Returns whether anything changed. A program that settles values for a world, or declares a generator, stays as it
/// is. Expressions, slots and statements keep their numbers; new ones come after them.
/// A fault is where it was, but of several in one expression another one may come first.
/// Cost: linear in the program and in what it writes: 10,000 loops at most.
bool draw_one_by_one(program::Program& program);

/// Whether a program has any draws that would be written so. Cost: linear in its expressions.
[[nodiscard]] bool draws_at_once(const program::Program& program);

}  // namespace spoils::odds
