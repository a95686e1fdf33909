// api/rolled_query.h
//
// A question of a program put to rolls: its rule is rolled as Roller does, and what the question asks for is read off
// the finished things. It shares nothing with the exact reading (odds/) but the program, so each can check the other.
// tests/api/verify_test.cpp compares the two over the constructs of the language.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "program/program.h"
#include "roll/interpreter.h"

namespace spoils::api {

/// Returns the values of an outcome of a query as OddsRow writes them: the name, the columns, else the condition.
[[nodiscard]] std::vector<std::string> outcome_values(const program::Program& program, const program::Heap& heap,
                                                      const program::Query& query,
                                                      const std::vector<program::Word>& words);

class RolledQuery {
 public:
  enum class Came : std::uint8_t {
    Outcome,   // values() says which
    Rejected,  // what is given does not hold, or the condition beside columns
    Fault,     // the roll went wrong
    Limit,     // the roll grew beyond what one may do
    Unclear,   // the things of the roll do not tell what the question asks
  };

  /// `settings` are the words of inputs and state, as odds/ takes them. Requires: program, interpreter and query
  /// outlive this, and no two of these take turns within one roll.
  RolledQuery(const program::Program& program, roll::Interpreter& interpreter, const program::Query& query,
              const std::vector<std::pair<program::SlotId, program::Word>>& settings);
  RolledQuery(RolledQuery&&) noexcept;
  RolledQuery& operator=(RolledQuery&&) noexcept;
  ~RolledQuery();

  /// Returns why it cannot be put to rolls; empty if it can.
  [[nodiscard]] const std::string& refusal() const { return refusal_; }

  /// Rolls once, as Roller::roll does. Requires: no refusal.
  Came roll(std::uint64_t seed, std::uint64_t index);

  /// Of an outcome.
  [[nodiscard]] const std::vector<std::string>& values() const { return values_; }
  /// Of a mean: the value of this roll.
  [[nodiscard]] double amount() const { return amount_; }
  /// With Query::each: how many things the roll has of each kind.
  [[nodiscard]] const std::map<std::vector<std::string>, std::uint64_t>& kinds() const { return kinds_; }
  /// After a fault or at a limit.
  [[nodiscard]] const program::Fault& fault() const { return fault_; }
  /// What the last roll took, in units of about 10 ns.
  [[nodiscard]] std::uint64_t cost() const { return cost_; }

 private:
  class Reader;
  class Presetter;

  void prepare(const std::vector<std::pair<program::SlotId, program::Word>>& settings);
  bool make(std::uint64_t seed, std::uint64_t index);

  const program::Program* program_;
  roll::Interpreter* interpreter_;
  const program::Query* query_;
  std::string refusal_;
  program::SlotId first_slot_ = 0;
  std::vector<program::Word> start_;  // what a roll begins with, from that slot on
  std::vector<std::uint8_t> given_;   // by parameter
  bool is_plain_ = false;             // that is all that it begins with
  std::unique_ptr<Presetter> presetter_;
  std::unique_ptr<Reader> reader_;
  std::vector<std::string> values_;
  std::map<std::vector<std::string>, std::uint64_t> kinds_;
  double amount_ = 0;
  program::Fault fault_;
  std::uint64_t cost_ = 0;
};

}  // namespace spoils::api
