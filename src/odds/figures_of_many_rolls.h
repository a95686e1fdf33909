// odds/figures_of_many_rolls.h
//
// The figures of questions about many rolls of one world, for expectations: `odds(pull: kind == five, rolls = 90)`.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "odds/figures.h"
#include "odds/interpreter.h"
#include "odds/open_inputs.h"

namespace spoils::odds {

class FiguresOfManyRolls {
 public:
  /// Requires: the program outlives this.
  FiguresOfManyRolls(const program::Program& program, const Budget& budget) : program_(program), budget_(budget) {}

  /// Returns the inputs and state that the rolls of a question read, the later ones, too. Requires: Query::rolls is not
  /// 1.
  std::vector<program::SlotId> reads(const program::Query& query);

  /// Returns the probability that the condition holds in some of the rolls, in the long run the share in which it does.
  /// Exact are 0 and 1 of a number of rolls; else a double with its rounding error, or bounds. Sets `fault` if some way
  /// of rolling goes wrong and none did before. Cost: that of repeat_rolls().
  figures::Figure figure(const program::Query& query, const Settings& settings, program::Fault& fault);

  /// Returns the share in the long run as a fraction; nothing if that is too much work, or for a number of rolls.
  std::optional<Exact> exact_figure(const program::Query& query, const Settings& settings) const;

 private:
  // The long run has no bounds.
  Budget budget_for(const program::Query& query) const;
  Interpreter<double>& doubles_for(const program::Query& query);

  const program::Program& program_;
  Budget budget_;
  std::map<const program::Query*, Interpreter<double>> doubles_;  // each tells the state of its question
};

}  // namespace spoils::odds
