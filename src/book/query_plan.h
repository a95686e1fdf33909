// book/query_plan.h
//
// Which questions a book asks of a pack, and their answers. All are asked together, since the pack is compiled again
// for every round of questions.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "book/outline.h"
#include "program/program.h"
#include "spoils/book.h"
#include "spoils/odds.h"

namespace spoils::book {

/// The values of one field, one table a column.
struct Odds {
  std::vector<std::string> columns;         // values of the swept input; one empty text if nothing is swept
  std::vector<std::string> outcomes;        // as in the pack, in the order of first meeting
  std::vector<bool> is_number;              // by outcome
  std::vector<std::vector<double>> shares;  // by outcome and column
  bool exact = true;
  bool too_much = false;  // the work was given up
  std::string failure;    // why there are none

  [[nodiscard]] bool usable() const { return failure.empty() && !too_much; }
  /// Returns the shares of an outcome by column; 0 in all if it never comes.
  [[nodiscard]] std::vector<double> shares_of(const std::string& outcome) const;
  /// Returns the same text for the same odds, whatever they are asked for; digits that rounding can touch left out.
  [[nodiscard]] std::string fingerprint() const;
  /// Whether all columns say the same.
  [[nodiscard]] bool is_level() const;
};

/// A field of a rule as the book shows it.
struct FieldOdds {
  enum class Kind : std::uint8_t {
    Odds,
    Column,  // looked up in a table by another field: no need to print that twice
  };
  Kind kind = Kind::Odds;
  program::SlotId field = 0;
  std::string asked;  // the expression: the field, or for a list how many it has
  std::uint32_t table = 0;
  std::size_t inquiry = 0;
  Odds odds;
};

/// How often the values of two fields come together, at one depth.
struct JointOdds {
  std::string first;   // goes down
  std::string second;  // goes across
  std::string depth;   // empty if nothing is swept
  Odds odds;           // of one column; an outcome is both values, with kBetween between them
};
inline constexpr char kBetween = '\n';

/// How many things have each value of a field, or of two together, on average.
struct Numbers {
  std::vector<std::string> by;
  Odds odds;  // shares are expectations; an outcome of two values has kBetween between them
};

/// Under which values of its parameters a rule is looked at.
struct Variant {
  Values values;
  std::vector<FieldOdds> fields;
  std::vector<JointOdds> joint_distributions;
  std::optional<Odds> things;    // how many things come of it, for rules that drop
  std::vector<Numbers> numbers;  // how many of what, for rules that drop
};

struct RulePlan {
  bool is_asked = true;  // false: a parameter without default says what it does
  std::vector<Variant> variants;
  std::size_t works_with = 1;         // how many rules work on its thing: itself and those that it runs
  std::vector<std::string> examples;  // names of things
};

/// What a survey has found.
struct QueryPlan {
  std::optional<std::size_t> depth;      // the input that columns go along, an index into Pack::inputs()
  std::vector<std::string> depths;       // its values
  std::vector<RulePlan> rules;           // one a rule of the program
  std::map<std::uint32_t, Odds> tables;  // those whose shares hang on inputs
};

/// Returns the input that columns go along, the first integer with a range; nothing if there is none.
[[nodiscard]] std::optional<std::size_t> depth_input(const Pack& pack);

[[nodiscard]] QueryPlan make_query_plan(const Pack& pack, const program::Program& program, const Outline& outline,
                                        const BookOptions& options);

}  // namespace spoils::book
