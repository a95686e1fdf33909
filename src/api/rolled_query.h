// api/rolled_query.h
//
// Answers a query by rolls: its rule is rolled as Roller does, and the outcome of the query is read from the finished
// things. It shares only the program with the exact engine (odds/), so each can check the other.
// tests/api/verify_test.cpp compares the two over the constructs of the language.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "api/roller_data.h"
#include "program/program.h"
#include "roll/interpreter.h"
#include "spoils/cell.h"

namespace spoils::api {

/// Returns the values of an outcome of a query: the name, the columns, or the condition.
[[nodiscard]] Cells outcome_values(const program::Program& program, const program::Heap& heap,
                                   const program::Query& query, const std::vector<program::Word>& words);

class RolledQuery {
 public:
  enum class Came : std::uint8_t {
    Outcome,   // see values()
    Rejected,  // the `given` condition does not hold, or the condition beside columns
    Fault,     // the roll failed
    Limit,     // the roll exceeded a limit
  };

  /// `settings` are the words of inputs and state, as odds/ takes them. Requires: program, interpreter and query
  /// outlive this, and no two of these alternate within one roll.
  RolledQuery(const program::Program& program, roll::Interpreter& interpreter, const program::Query& query,
              const program::Settings& settings);
  RolledQuery(RolledQuery&&) noexcept;
  RolledQuery& operator=(RolledQuery&&) noexcept;
  ~RolledQuery();

  /// Returns the reason if it cannot be rolled; empty if it can.
  [[nodiscard]] const std::string& refusal() const { return refusal_; }

  /// Rolls once, as Roller::roll does. Requires: no refusal.
  Came roll(std::uint64_t seed, std::uint64_t index);

  /// Begins a world: state as in the settings, and nothing settled yet. Requires: no refusal.
  void begin_world(std::uint64_t seed);
  /// Rolls once more in this world, as Roller::roll does. Requires: begin_world().
  Came roll_on();

  /// For an outcome.
  [[nodiscard]] const Cells& values() const { return values_; }
  /// For a mean: the value of this roll.
  [[nodiscard]] double amount() const { return amount_; }
  /// With Query::each: the number of things of each kind in the roll.
  [[nodiscard]] const std::map<Cells, std::uint64_t>& kinds() const { return kinds_; }
  /// After a fault or at a limit.
  [[nodiscard]] const program::Fault& fault() const { return fault_; }
  /// Returns the program of the fault.
  [[nodiscard]] const program::Program& program() const { return *program_; }
  /// The work of the last roll, in units of about 10 ns, as limits count it: whatever was rolled before.
  [[nodiscard]] std::uint64_t cost() const { return cost_; }
  /// The work that it took beside what the interpreter had stored.
  [[nodiscard]] std::uint64_t cost_spent() const { return cost_spent_; }

 private:
  class Reader;
  class Presetter;

  void prepare(const program::Settings& settings);
  bool make(std::uint64_t seed, std::uint64_t index);
  bool make_on();

  const program::Program* program_;
  roll::Interpreter* interpreter_;
  const program::Query* query_;
  std::string refusal_;
  program::SlotId first_slot_ = 0;
  std::vector<program::Word> start_;  // the initial words of a roll, from that slot on
  std::vector<std::uint8_t> given_;   // by parameter
  bool is_plain_ = false;             // `start_` is all that a roll begins with
  std::uint64_t world_seed_ = 0;
  std::uint64_t world_next_ = 0;
  WorldState world_;
  std::unique_ptr<Presetter> presetter_;
  std::unique_ptr<Reader> reader_;
  Cells values_;
  std::map<Cells, std::uint64_t> kinds_;
  double amount_ = 0;
  program::Fault fault_;
  std::uint64_t cost_ = 0;
  std::uint64_t cost_spent_ = 0;
};

}  // namespace spoils::api
