// sim/plan.h
//
// A simulation compiled: the program of the pack with its questions, and the columns and conditions to evaluate
// in each run.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/program.h"
#include "spoils/simulate.h"

namespace spoils::sim {

/// One column of a table, or what is noted of something.
struct Column {
  enum class Kind : std::uint8_t { Expression, Name, MadeBy };
  Kind kind = Kind::Expression;
  std::string name;
  program::ExpressionId id = program::kNone;
  program::ValueType type;
};

struct Plan {
  struct Table {
    std::vector<Column> columns;
    program::ExpressionId where = program::kNone;
    std::vector<program::ExpressionId> sums;
  };
  struct First {
    program::ExpressionId condition = program::kNone;
    std::vector<std::uint64_t> nth;
    std::optional<Column> at;
  };

  Pack pack;   // that was asked about
  Pack asked;  // the same with the questions, for rolling
  Simulation simulation;
  std::string rule;
  Values values;  // all of them
  std::vector<Table> tables;
  std::vector<Column> per_run;
  std::vector<First> firsts;
  std::vector<program::Accumulator> accumulators;  // that expressions over whole runs read
  std::string identity;                            // of the simulation: pack, questions, seed; not how many runs

  [[nodiscard]] const program::Program& program() const;
};

/// Returns an expression in the form that a column of a question needs.
[[nodiscard]] std::string enclosed(const std::string& expression);

/// Compiles a simulation. Errors: those of simulate() that can be detected before the first run.
[[nodiscard]] Result<std::shared_ptr<const Plan>, Error> make_plan(const Pack& pack, const Simulation& simulation);

}  // namespace spoils::sim
