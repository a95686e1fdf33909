// odds/figures_of_means.h
//
// The figures of means for which no state holds the number, for expectations: `mean(floor: sum(x in things: x.gold))`,
// and of a number that a rule only adds up (odds/amounts_as_things.h).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "odds/amounts_as_things.h"
#include "odds/figures.h"
#include "odds/interpreter.h"

namespace spoils::odds {

class FiguresOfMeans {
 public:
  /// Requires: the program outlives this. `exact` bounds the work for fractions.
  FiguresOfMeans(const program::Program& program, const Budget& budget, const Budget& exact)
      : program_(program), budget_(budget), exact_budget_(exact), means_(program, budget) {}

  /// A figure, and what the engine says of it.
  struct Known {
    figures::Figure figure;
    double error = 0;  // by how much the mean of doubles may be wrong at most
    bool is_refused = false;
    program::Fault fault;
  };

  /// Returns the mean of a question, of sums as a fraction where that is quick. Requires: is_expectation().
  Known of_things(const program::Query& query, const program::Settings& settings);

  /// Returns the mean of a number that the rule of a question only adds up; nothing if it does not, or if that cannot
  /// be known whole: some roll may fail, or the budget was too small.
  std::optional<Known> of_number(const program::Query& query, const program::Settings& settings);

  /// Each as a fraction; nothing if that is too much work.
  std::optional<Exact> exact_of_things(const program::Query& query, const program::Settings& settings);
  std::optional<Exact> exact_of_number(const program::Query& query, const program::Settings& settings);

 private:
  struct RewrittenFigures;
  RewrittenFigures* of_amounts(const program::Query& query);
  double size_of(const program::Query& query, const program::Settings& settings);

  const program::Program& program_;
  Budget budget_;
  Budget exact_budget_;
  Interpreter<Mean<double>> means_;
  std::optional<Interpreter<Mean<double>>> sizes_;
  std::optional<Interpreter<Mean<Exact>>> exact_means_;
  std::map<const program::Query*, std::shared_ptr<RewrittenFigures>> of_amounts_;  // null: of no use for this question
};

/// A question about amounts, and the figures of the program of which it is asked.
struct FiguresOfMeans::RewrittenFigures {
  RewrittenFigures(std::unique_ptr<RewrittenQuery> question, const Budget& budget, const Budget& exact)
      : asked(std::move(question)), figures(asked->program, budget, exact) {}

  std::unique_ptr<RewrittenQuery> asked;
  FiguresOfMeans figures;
};

}  // namespace spoils::odds
