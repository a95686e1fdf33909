// roll/column_counts.h
//
// Histograms of a column, for folds such as `count(x in L where x.kind == k and x.most in seen)` over a constant list
// L: how often each word occurs in the column among the rows of L that pass the equalities. A short list `seen` is then
// looked up in the histogram, instead of comparing each row of L with it. Tests: tests/roll/optimisations_test.cpp
// (suite Remembered), tests/mutants/prepared_tables.toml.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "program/program.h"

namespace spoils::roll {

/// The histograms of one fold.
class ColumnCounts {
 public:
  /// Members of L from which a histogram pays, and of `seen` up to which it does.
  static constexpr std::size_t kFew = 8;
  /// Words counted by all histograms of a program; 2 bytes each.
  static constexpr std::size_t kMostCounted = 1'000'000;

  /// The word of a column must be this one.
  struct Equality {
    const program::Word* column = nullptr;
    program::Word value = 0;
  };

  /// `number` counts those of a program; `column` and `equalities` have a word for each row, and outlive this.
  /// `counted` sums up the sizes of all histograms of a program.
  ColumnCounts(std::size_t number, const program::Word* column, std::vector<Equality> equalities, std::size_t& counted)
      : number_(number), column_(column), equalities_(std::move(equalities)), counted_(counted) {}

  /// Returns its number among those of the program.
  [[nodiscard]] std::size_t number() const { return number_; }

  struct Histogram {
    program::Word first = 0;           // of the words that are counted
    std::vector<std::uint16_t> times;  // by the word minus the first; empty: not counted
    std::uint64_t members = 0;         // that pass the equalities
  };
  /// Returns the histogram over a constant list, which does not change and stays where it is. Calls for histograms of
  /// one program must be made one after the other. Cost: linear in the list at the first call for it.
  const Histogram& histogram(const program::Program& program, program::Word list);

  /// Returns how many members that a histogram counts have a word in `seen`; equal words of `seen` are one.
  [[nodiscard]] static program::Word matches(const Histogram& histogram, program::Program::ListView seen);

 private:
  std::size_t number_;
  const program::Word* column_;
  std::vector<Equality> equalities_;
  std::size_t& counted_;
  std::unordered_map<program::Word, Histogram> histograms_;  // by list
};

}  // namespace spoils::roll
