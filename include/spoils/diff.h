// spoils/diff.h
//
// Two versions of a pack side by side: which odds moved, what is new, what is gone.
//
//   auto before = spoils::Pack::load("old/rogue");
//   auto after = spoils::Pack::load("rogue");
//   auto difference = spoils::compare(*before.pack, *after.pack);
//   if (difference->tables.empty()) { std::puts("no odds have moved"); }
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "spoils/odds.h"
#include "spoils/pack.h"
#include "spoils/result.h"
#include "spoils/roll.h"

namespace spoils {

struct DiffOptions {
  std::vector<std::string> rules;     ///< empty: all that both packs have
  Values values;                      ///< inputs and parameters; each counts where there is one of its name
  std::vector<std::string> by;        ///< as in Question; empty: each field that the rule sets, by itself
  Sweep sweep;                        ///< an input to go through
  double ratio = 0.01;                ///< odds that moved by less than this part of themselves are the same
  double least = 1e-6;                ///< and so are those that moved by less than this
  std::uint64_t most_work = 600'000;  ///< ways that one question may go before it is given up; 0: as many as it takes
  std::size_t max_memory = 1'000'000'000;         ///< as Question::max_memory, of the whole comparison
  std::function<bool(std::size_t states)> go_on;  ///< asked now and then; false gives up all that is left
  std::function<bool()> stop;                     ///< as Question::stop; true gives up all that is left
};

/// One outcome whose odds differ.
struct DiffRow {
  std::vector<std::string> values;  ///< as in OddsRow
  std::string at;                   ///< the value of the swept input; empty if there is none
  double before = 0;                ///< 0: it is new
  double after = 0;                 ///< 0: it is gone
};

/// What differs of one rule by one field (or what was asked for).
struct DiffTable {
  std::string rule;
  std::vector<std::string> by;
  bool is_mean = false;       ///< expected numbers of things by the rule that makes them, instead of probabilities
  std::vector<DiffRow> rows;  ///< new outcomes first, then those that are gone, then by how far they moved
  std::string same_as;        ///< a rule whose table by the same field has the same rows
};

/// Something that could not be compared.
struct DiffGap {
  std::string rule;
  std::string by;  ///< empty: all of the rule
  std::string why;
};

struct Difference {
  std::vector<std::string> only_before;  ///< rules, in the order of their pack
  std::vector<std::string> only_after;
  std::vector<std::string> compared;  ///< rules
  std::vector<DiffTable> tables;      ///< those with rows, in the order of the rules of the second pack
  std::vector<DiffGap> gaps;
};

/// Compares the odds of two packs, exactly. Numbers and words are compared as they are, lists by how many members they
/// have; for rules that drop or hold things, also how many of each on average.
///
/// Errors: UnknownRule or UnknownInput, if neither pack has one of that name; BadValue.
/// Cost: both packs are compiled once more, and a question for each rule and field.
[[nodiscard]] Result<Difference, RollError> compare(const Pack& before, const Pack& after,
                                                    const DiffOptions& options = {});

}  // namespace spoils
