// tweak/options.h
//
// The choices of a draw by number: which exist, which have a chance, how likely each is. Tests: tests/tweak.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explain/dice_sums.h"
#include "program/program.h"
#include "roll/observer.h"
#include "roll/stream.h"
#include "tweak/plan.h"

namespace spoils::tweak {

using Exact = boost::multiprecision::cpp_rational;

/// Reads the options of one draw that is about to be made.
class Offer {
 public:
  /// `rows`: of the table, for draws of rows. All outlive the object.
  Offer(const program::Program& program, const roll::Options& options);

  /// Returns how many choices there are, with and without a chance; 2^64-1 for any larger number.
  [[nodiscard]] std::uint64_t size() const;
  /// Returns the number of the choice at a place, from 0. Requires: place < size().
  [[nodiscard]] program::Word number(std::uint64_t place) const;
  /// Whether `force` may want it: a row that is there, any integer, nothing where a pick may find nothing.
  [[nodiscard]] bool exists(program::Word number) const;
  /// Whether the rules give it a chance.
  [[nodiscard]] bool has_chance(program::Word number) const;
  /// Returns its probability; nothing if that would take too long to compute (sums of very many dice).
  [[nodiscard]] std::optional<Exact> probability(program::Word number, explain::DiceSums& sums) const;

  /// Draws one of those that have a chance from a stream, as docs/determinism.md says. Requires: there is one.
  [[nodiscard]] program::Word draw(roll::Stream& stream) const;

  /// Returns the outcome that the roll is to give for a number that exists.
  [[nodiscard]] program::Word outcome(program::Word number) const;
  /// The reverse.
  [[nodiscard]] program::Word number_of(program::Word outcome) const;

  [[nodiscard]] const roll::Options& options() const { return options_; }
  [[nodiscard]] std::uint32_t rows() const { return rows_; }
  /// Returns the table of the rows. Requires: a draw of rows.
  [[nodiscard]] std::uint32_t table() const { return table_; }
  /// Whether nothing may be picked.
  [[nodiscard]] bool has_nothing() const { return has_nothing_; }

 private:
  const roll::Options& options_;
  std::uint32_t table_ = program::kNone;
  std::uint32_t rows_ = 0;
  bool has_nothing_ = false;
};

/// Returns an order of so many members, drawn from a stream.
[[nodiscard]] std::vector<std::uint32_t> draw_order(roll::Stream& stream, std::size_t count);

}  // namespace spoils::tweak
