// service/row_odds.h
//
// The odds of the rows of a table at given inputs: each weight is evaluated once, and the shares are exact fractions.
// Only for tables whose weights and leaving conditions read nothing but inputs and state, since nothing else is known
// without a roll. A row `x if C else y` divides its share by the probability of C, if that is known in the same way.
// Pinned by tests/service, where the oracle is exact_odds().
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/pack_data.h"
#include "number/rational.h"
#include "program/facts/expression_facts.h"
#include "program/program.h"
#include "spoils/roll.h"

namespace spoils::service {

class RowOdds {
 public:
  /// `inputs`: values by name; inputs and state without one have their initial values. Values that cannot be read are
  /// left out.
  RowOdds(const Pack& pack, const Values& inputs);

  /// The share of each row of a table; nothing if they depend on a roll, or cannot be evaluated with the work that is
  /// left. Requires: the number of a table.
  [[nodiscard]] std::optional<std::vector<number::Rational>> shares(std::uint32_t table);
  /// Returns the parts of a row's share that its outcome and the one after `else` have; nothing if the row has no
  /// `else`, or a roll decides between them. Requires: the share is that of the row.
  [[nodiscard]] std::optional<std::pair<number::Rational, number::Rational>> outcomes(const program::TableRow& row,
                                                                                      const number::Rational& share);
  /// Says at which inputs: "at depth 3", "" if neither the shares of the table depend on one, nor those of the outcomes
  /// of the row.
  [[nodiscard]] std::string setting(std::uint32_t table, const program::TableRow& row);
  /// The points between which an interpolated grid reads the weights of an outcome, by the row of its table; nothing
  /// for another table. All rows have points at the same keys.
  [[nodiscard]] std::optional<std::vector<const program::Points*>> points(std::uint32_t table) const;
  /// The share of each row of the table of an interpolated grid at the key of one point; nothing if none has a weight.
  [[nodiscard]] static std::optional<std::vector<number::Rational>> shares_at(
      const std::vector<const program::Points*>& rows, std::size_t point);

 private:
  [[nodiscard]] bool is_known(const program::Table& table) const;
  [[nodiscard]] bool is_input(program::SlotId slot) const;
  [[nodiscard]] std::optional<number::Rational> probability(program::ExpressionId condition);

  Pack pack_;
  const program::Program& program_;
  program::ExpressionFacts facts_;
  std::vector<program::Word> slots_;
  std::uint64_t work_;
};

}  // namespace spoils::service
