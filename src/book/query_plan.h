// book/query_plan.h
//
// The queries of a book and their answers. All queries are answered in one batch, so that the program of the pack is
// prepared once.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "book/listing.h"
#include "book/odds.h"
#include "book/outline.h"
#include "program/program.h"
#include "spoils/book.h"

namespace spoils::book {

/// A field of a rule for the book.
struct FieldOdds {
  enum class Kind : std::uint8_t {
    Odds,
    Column,  // looked up in a table by another field: that table is in the book already
  };
  Kind kind = Kind::Odds;
  program::SlotId field = 0;  // kNone: it is a measure
  std::string asked;          // the expression: the field, or for a list its size
  std::uint32_t table = 0;
  std::size_t query = 0;
  Odds odds;
};

/// The probabilities of pairs of values of two fields, at one depth.
struct JointDistribution {
  std::string first;   // the rows
  std::string second;  // the columns
  std::string depth;   // empty if nothing is swept
  Odds odds;           // of one column; an outcome is both values, with kBetween between them
};

/// The mean number of things with each value of a field, or of two together.
struct Numbers {
  std::vector<std::string> by;
  Odds odds;  // shares are expected values; an outcome of two values has kBetween between them
};

/// Values of the parameters for which the odds of a rule are computed.
struct Variant {
  Values values;
  std::vector<FieldOdds> fields;
  std::vector<JointDistribution> joint_distributions;
  std::optional<Odds> things;    // the number of things, for rules that drop
  std::vector<Numbers> numbers;  // the numbers of each kind, for rules that drop
};

struct RulePlan {
  bool is_asked = true;  // false: a parameter without default decides what the rule does
  std::vector<Variant> variants;
  std::size_t works_with = 1;         // the number of rules that work on its thing: itself and those that it runs
  std::vector<std::string> examples;  // names of things
  std::optional<Listing> listing;     // of a rule that makes the same things each time
};

/// The answers to all queries of a book.
struct QueryPlan {
  std::optional<std::size_t> depth;      // the input whose values are the columns, an index into Pack::inputs()
  std::vector<std::string> depths;       // its values
  std::vector<RulePlan> rules;           // one per rule of the program
  std::map<std::uint32_t, Odds> tables;  // those whose shares depend on inputs
};

/// Returns the input for the columns, the first integer with a range; nothing if there is none.
[[nodiscard]] std::optional<std::size_t> depth_input(const Pack& pack);

[[nodiscard]] QueryPlan make_query_plan(const Pack& pack, const program::Program& program, const Outline& outline,
                                        const BookOptions& options);

}  // namespace spoils::book
